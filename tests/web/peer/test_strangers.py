"""Whoever else comes to a meeting: strangers with the link, who watches, links that somebody made up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from eden_core.cli.simulate import ready_setup
from eden_core.engine.cbor import encode
from eden_core.errors import EdenError, Malformed
from eden_core.sync import links
from eden_core.sync.wire import Head, Ping, frames_of, message_of
from tests.web.peer.meetings import HOME, Channel, Network, Player, Ports, data_of, joined_ends, met, played, rest, run
from tests.web.playing import words
from web.peer.meeting import opening
from web.peer.meeting.meeting import Meeting
from web.ui.nodes import text_of
from web.ui.sheets import refusal


async def passed(*meetings: Meeting, ms: int) -> None:
    """So much time, as the meetings' clocks tell it."""
    for meeting in meetings:
        for _ in range(ms // 1000):
            meeting.peer.tick(meeting.peer._clock + 1000, bool(meeting._next))
        await meeting.pump()
    await asyncio.sleep(0.05)
    await rest(100)


async def between(one: Meeting, two: Meeting) -> None:
    """A channel between two who are in no room together."""
    for meeting, end in zip((one, two), joined_ends()):
        meeting._found(end, "other")
    await rest(100)


def test_a_stranger_with_the_link_keeps_nobody_out() -> None:
    """Who has the link and not the guest's key is turned away at once, and the guest, who waits meanwhile, has the
    place.
    """

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        guest.end()
        await rest(100)
        three = Ports(net, 3)
        invitation = encode((host.peer.greeting.link_secret, host.peer.invite.data(), one.relays))
        stranger = await opening.join(three, invitation, "link", HOME, "Eve")
        await stranger.connect()
        await asyncio.sleep(0.05)
        await rest(100)
        assert host._channel is None and not host.peer.is_connected and stranger.peer.ledger is not None
        assert stranger.status().error is not None and stranger.status().error.code == "seat_is_taken"  # type: ignore[union-attr]
        again = await opening.reopen(two, guest.name, HOME)
        await again.connect()
        await asyncio.sleep(0.05)
        await rest(100)
        assert again.word == host.word == "connected"
        stranger.end()
        for task in three.tasks:
            task.cancel()

    run(test)


def test_a_second_guest_is_told_that_the_seat_is_taken() -> None:
    """While the host is within reach they hear it; else, after a while, what may be the matter. The guest who is
    here stays, and is never told so when they come again.
    """

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        invitation, three = encode((host.peer.greeting.link_secret, host.peer.invite.data(), one.relays)), Ports(net, 3)
        second = await opening.join(three, invitation, "link", HOME, "Eve")
        await second.connect()
        await rest(100)
        assert not second.status().is_late
        three.now = lambda: 20_000.0  # type: ignore[method-assign]
        seen: list[bool] = []
        second.changed = lambda: seen.append(second.status().is_late)
        await asyncio.sleep(0.05)
        assert second.status().is_late and seen == [True]
        await between(host, second)
        await asyncio.sleep(0.05)
        error = second.status().error
        assert error is not None and error.code == "seat_is_taken" and second.status().error_is_theirs
        assert host.word == guest.word == "connected" and host.status().error is None
        end, other = joined_ends()
        host._found(end, "the guest's other tab")
        peer = guest.peer
        peer.greeting.at(*(mark.encode() for mark in other.fingerprints() or ()))
        sent: list[bytes] = []
        other.on_message = sent.append
        other.send(frames_of(message_of(peer.greeting.hello(bytes(64))))[0])
        await rest(100)
        assert not sent and not end.is_open
        for task in three.tasks:
            task.cancel()

    run(test)


def test_a_second_reply_by_letter_is_refused_in_words_for_the_host() -> None:
    """Whoever invited is not told to ask for an invitation."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host = await opening.host(one, ready_setup(7), "letter", False, HOME)
        invitation, three = data_of(host), Ports(net, 3)
        replies = [data_of(await opening.join(ports, invitation, "letter", HOME)) for ports in (two, three)]
        await host.letters.take(replies[0])
        with pytest.raises(Malformed, match="seat is taken"):
            await host.letters.take(replies[1])
        shown = refusal(words(), host.status().error, host.status().error_is_theirs)
        assert shown is not None and "one invitation is for one guest" in text_of(shown)
        for task in three.tasks:
            task.cancel()

    run(test)


def test_a_silent_stranger_is_shown_the_door_when_another_waits() -> None:
    """Pings keep no place; whoever comes meanwhile waits, and has it next. Without another a stranger has a little
    longer.
    """

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host = await opening.host(one, ready_setup(1), "link", False, HOME)
        guest = await opening.join(two, data_of(host), "link", HOME, "Bo")
        for limit in (8000, 2000):
            end, strange = joined_ends()
            host._found(end, "stranger")
            if limit == 2000:
                await between(host, guest)
                assert host._channel is end and not guest.peer.is_greeted
            for _ in range(limit // 1000):
                assert host._channel is end
                strange.send(frames_of(message_of(Ping(1)))[0])
                await rest()
                await passed(host, ms=1000)
            assert host._channel is not end and not end.is_open
        assert host.peer.is_settled and guest.peer.is_settled

    run(test)


def test_who_joins_and_never_takes_the_seat_is_a_stranger_too() -> None:
    """A greeting that holds is not enough while the seat is free: the guest's half must follow."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host = await opening.host(one, ready_setup(1), "link", False, HOME)
        guest = await opening.join(two, data_of(host), "link", HOME, "Bo")
        peer, (end, strange) = guest.peer, joined_ends()
        host._found(end, "stranger")
        peer.greeting.at(*(mark.encode() for mark in strange.fingerprints() or ()))
        hello = peer.greeting.hello(await two.sign(guest.key, peer.greeting.statement()))
        strange.send(frames_of(message_of(hello))[0])
        await rest(100)
        assert host.peer.is_greeted and not host.peer.is_settled
        await between(host, guest)
        await passed(host, ms=2000)
        assert not end.is_open and host.peer.is_settled and guest.peer.is_settled

    run(test)


def test_a_channel_that_tells_nothing_of_its_ends_is_none() -> None:
    """Through a room or by hand somebody could sit in between; between tabs of one browser nobody can."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host = await opening.host(one, ready_setup(1), "link", False, HOME)
        guest = await opening.join(two, data_of(host), "link", HOME, "Bo")

        def bare() -> Channel:
            end, _ = joined_ends()
            end.ends = None
            return end

        for take in (host.take_channel, lambda end: host._found(end, "other")):
            take(end := bare())
            await rest()
            assert not end.is_open and host._channel is None and not host.peer.is_connected
        await host.spectators.open()
        host.spectators._enter(end := bare(), b"")
        assert not end.is_open and not host.spectators._seats
        end = bare()
        host._found_tab(end, "tab")
        guest._found_tab(end.other, "tab")
        await rest(100)
        assert host.peer.is_settled and guest.peer.is_settled

    run(test)


async def watched(host: Meeting, third: Ports) -> tuple[Meeting, Channel]:
    """Somebody who watches, and the host's end of their channel."""
    watcher = await opening.watch(third, links.opened(await host.spectators.open())[1], HOME)
    await rest(200)
    return watcher, host.spectators._seats[-1].channel


def test_a_spectator_cannot_have_the_match_over_and_over() -> None:
    """A head is answered when it is further on than the last, or a second later; who takes nothing off is sent away."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        await played((Player(host, 3), Player(guest, 4)), 10)
        third = Ports(net, 3)
        watcher, end = await watched(host, third)
        assert host.peer.ledger is not None and watcher.peer.is_settled
        sent: list[bytes] = []
        end.send = sent.append  # type: ignore[method-assign, assignment]
        now = [0.0]
        one.now = lambda: now[0]  # type: ignore[method-assign]

        def heads(seq: int) -> int:
            sent.clear()
            for _ in range(50):
                for frame in frames_of(message_of(Head(seq, bytes(32)))):
                    end.on_message(frame)
            return len(sent)

        assert [heads(0), heads(3), heads(2), heads(10**6), heads(10**7)] == [1, 1, 0, 1, 0]
        now[0] = 1000.0
        assert [heads(0), heads(10**6)] == [1, 1]
        end.waiting = 1 << 21
        now[0] = 2000.0
        heads(0)
        await rest()
        assert not end.is_open and host.status().watchers == 0
        for task in third.tasks:
            task.cancel()

    run(test)


def test_who_comes_to_watch_and_says_nothing_takes_no_place() -> None:
    """Whoever is in the room counts, and is sent away when no greeting comes."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, _ = await met(one, two)
        await host.spectators.open()
        ends = []
        for _ in range(10):
            end, _ = joined_ends()
            host.spectators._enter(end, b"")
            ends.append(end)
        assert [end.is_open for end in ends] == [True] * 8 + [False] * 2 and host.status().watchers == 0
        await asyncio.sleep(0.1)
        await rest()
        assert not any(end.is_open for end in ends) and not host.spectators._seats

    run(test)


def test_crafted_links_are_refused() -> None:
    """Whatever stands in an offer, an answer, an invitation or a letter: a reason, and nothing is begun."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        invite = host.peer.invite.data()
        acts: list[Callable[[bytes], Awaitable[object]]] = [
            host.by_hand.take_offer_of,
            host.by_hand.take_answer,
            host.letters.take,
            partial(opening.watch, two, home=HOME),
            partial(opening.open_invite, two),
            *(partial(opening.join, two, way=way, home=HOME) for way in ("hand", "letter")),
        ]
        values: list[Any] = [0, "", b"", host.name, invite, (), ("x",), {0: 0}, "sdp"]
        for parts in (
            *((one, two, three) for one in values for two in values for three in ("sdp", 5)),
            *((one, two) for one in values for two in values),
            *((one,) for one in values),
            (),
            5,
            (0,) * 9,
        ):
            if isinstance(parts, tuple) and parts[1:2] == (invite,):
                continue  # an invitation that holds
            for act in acts:
                with pytest.raises(EdenError):
                    await act(encode(parts))
        three = Ports(net, 3)
        for parts in ((b"", invite, 5), (b"", invite), (b"", invite, ("x",))):
            with pytest.raises(Malformed, match="damaged"):
                await opening.join(three, encode(parts), "hand", HOME)
            with pytest.raises(Malformed, match="damaged"):
                await guest.by_hand.take_offer_of(encode(parts))
        assert not three.kept and not three.pairs and not three.tasks

    run(test)
