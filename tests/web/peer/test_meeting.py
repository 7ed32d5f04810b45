"""Meetings of two people at two screens: a match from the link to its end, whatever happens to the line, the page
and the store.
"""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from eden_core.cards.shipped import load
from eden_core.cli.simulate import ready_setup
from eden_core.engine.cbor import encode
from eden_core.errors import Illegal, Malformed
from eden_core.sync import links
from eden_core.sync.peer import restoring as saving
from eden_core.sync.proofs import verifying
from eden_core.sync.wire import Join, Refuse, frames_of, message_of
from tests.web.peer.meetings import HOME, Channel, Network, Player, Ports, data_of, met, played, rest, run, until
from tests.web.playing import words
from web.peer.meeting import opening
from web.peer.meeting.link_data import kept_parts
from web.peer.meeting.meeting import Meeting
from web.peer.panel.connection import badge_state, connection_sheet, request_banner
from web.saves.page import matches_page
from web.saves.records import exported, kept_of
from web.ui.nodes import find, text_of


def test_a_link_a_click_and_a_whole_match() -> None:
    """Both sides agree, are verified, play to the end through losses of the connection, and hold one record."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        for meeting in (host, guest):
            status = meeting.status()
            assert (status.phase, status.connection, status.verified) == ("agreed", "connected", True)
            assert status.names[1] == "Bo"
        assert not any(net.rooms.values())  # the room is left once connected
        players = Player(host, 3), Player(guest, 4)

        async def lose(number: int) -> None:
            if number in (5, 60, 61, 150):
                net.cut()
                await asyncio.sleep(0.03)
                await rest(100)

        await played(players, 2000, lose)
        await rest(100)
        assert host.peer.ledger and guest.peer.ledger and host.peer.ledger.is_over
        assert host.peer.ledger.head == guest.peer.ledger.head and host.peer.ledger.due() is None
        assert host.match_link() == guest.match_link() and host.status().phase == "over"
        assert kept_of([SimpleNamespace(name="m", about=one.kept[host.name][1], changed=0.0)])[0].state == "over"
        assert exported(one.kept[host.name][0], HOME)[0] == host.match_link()

    run(test)


def test_a_guest_brings_another_troop_where_the_host_lets_them() -> None:
    """The invitation says whether it may be another; then both hold the match with it, and its record can be
    checked.
    """

    async def test(net: Network, one: Ports, two: Ports) -> None:
        other = load("fr3").troops["jokers_starter"]
        host = await opening.host(one, ready_setup(1), "link", False, HOME, True)
        assert host.status().is_open and await opening.open_invite(two, data_of(host)) is not None
        guest = await opening.join(two, data_of(host), "link", HOME, "Bo", other)
        assert await opening.open_invite(two, data_of(host)) is None  # the choice is made
        await host.connect()
        await guest.connect()
        await rest(200)
        for meeting in (host, guest):
            assert meeting.peer.ledger is not None and meeting.peer.ledger.genesis.setup.troops[1] == other
        players = Player(host, 3), Player(guest, 4)
        await played(players, 12)
        assert host.match_link() == guest.match_link()
        assert verifying.examine(*links.opened(host.match_link())).ledger is not None

    run(test)


def test_a_troop_that_was_not_asked_for_is_refused() -> None:
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host = await opening.host(one, ready_setup(1), "link", False, HOME)
        assert await opening.open_invite(two, data_of(host)) is None
        with pytest.raises(Malformed, match="troop was not open"):
            await opening.join(two, data_of(host), "link", HOME, "Bo", load("fr3").troops["jokers_starter"])

    run(test)


def test_an_illegal_troop_is_refused() -> None:
    """PREP-1: one fighter of another faction."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host = await opening.host(one, ready_setup(1), "link", False, HOME, True)
        troops = load("fr3").troops
        mixed = troops["jokers_starter"]._replace(
            profiles=(*troops["jokers_starter"].profiles[:1], *troops["bamaka_starter"].profiles[:1])
        )
        with pytest.raises(Illegal):
            await opening.join(two, data_of(host), "link", HOME, "Bo", mixed)
        assert not two.kept

    run(test)


def test_a_match_that_is_left_while_its_room_is_joined_is_left() -> None:
    """However slow the way there: no ghost stays in the room, or at the other end of a channel."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        guest.end()
        await rest(100)
        doors = {name: asyncio.Event() for name in ("open_tabs", "join_room")}
        closed: list[str] = []
        for name, door in doors.items():

            async def slow(*values: Any, name: str = name, door: asyncio.Event = door) -> Any:
                await door.wait()
                if name == "open_tabs":
                    return SimpleNamespace(close=lambda: closed.append(name))
                return await Ports.join_room(two, *values)

            setattr(two, name, slow)
        ghosts = []
        for name in doors:
            ghost = await opening.reopen(two, guest.name, HOME)
            ghosts.append(ghost)
            under_way = [asyncio.ensure_future(ghost.connect()) for _ in range(2)]  # a press, and once more
            await rest()
            ghost.end()
            doors[name].set()
            await asyncio.gather(*under_way)
            await asyncio.sleep(0.05)
            await rest(100)
        assert closed == ["open_tabs"] * 2 and all(ghost._channel is None for ghost in ghosts)
        again = await opening.reopen(two, guest.name, HOME)
        await again.connect()
        await asyncio.sleep(0.05)
        await rest(100)
        assert again.is_held and again.word == host.word == "connected"
        assert all(
            channel.is_open == (channel is again._channel or channel.other is again._channel)
            for channel in net.channels
        )

    run(test)


def test_a_tab_that_is_closed_goes_on_where_it_was() -> None:
    """At many moments, also between signing and storing: what was stored is enough, and nothing is signed twice."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two, 2)
        players = [Player(host, 3), Player(guest, 4)]
        for moment in range(12):
            for _ in range(6):
                any([player.play() for player in players])
                await rest(moment)  # in the midst of whatever is under way
            side = moment % 2
            ports, old = (one, two)[side], players[side].meeting
            old.end()
            again = await opening.reopen(ports, old.name, HOME)
            await again.connect()
            players[side] = Player(again, moment)
            await asyncio.sleep(0.05)
            await rest(100)
            heads = [player.meeting.peer.ledger.head for player in players if player.meeting.peer.ledger]
            assert heads[0] == heads[1] and not any(player.meeting.peer.trouble for player in players)

    run(test)


def test_a_second_tab_only_watches() -> None:
    """One tab holds the match; another one writes nothing."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, _ = await met(one, two)
        second = await opening.reopen(one, host.name, HOME)
        assert not second.is_held and not second.peer.may_write
        assert second.status().error is not None and second.status().error.code == "open_in_another_tab"  # type: ignore[union-attr]

    run(test)


def test_a_second_tab_stores_nothing_over_the_first_ones_save() -> None:
    """It can neither resign nor go on by letter nor let spectators in; what the first one stored stays, as new as it
    was.
    """

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        players = Player(host, 3), Player(guest, 4)
        second = await opening.reopen(one, host.name, HOME)
        await played(players, 6)
        kept = one.kept[host.name]
        assert not second.status().is_held and host.status().is_held
        for act in (second.resign, second.go_by_letter):
            with pytest.raises(Malformed, match="open in another tab"):
                act()
        for away in (second.spectators.open(), second.by_hand.make_offer()):
            with pytest.raises(Malformed, match="open in another tab"):
                await away
        assert not await second._keep(kept[0])
        second.peer.resign()  # and should anything ask the peer itself
        second.offer_draw()
        await second.pump()
        await rest(100)
        assert one.kept[host.name] is kept and second.way == "link"
        assert not second.peer.resigning and second.peer.asking is None

    run(test)


def test_a_match_is_taken_from_another_tab_once_nothing_is_on_its_way() -> None:
    """That one writes nothing any more; this one goes on from all that it wrote."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        player = Player(host, 3)
        for _ in range(100):
            player.look()
            if player.play():
                break
            Player(guest, 4).play()
            await rest()
        assert host.peer.is_busy  # an answer that is being signed and kept
        second = await opening.reopen(one, host.name, HOME, takes=True)
        assert second.is_held and not host.is_held and host.peer.must_hear
        assert second.peer.ledger and host.peer.ledger and second.peer.ledger.head == host.peer.ledger.head
        assert host.error is not None and host.error.code == "open_in_another_tab"
        kept = one.kept[host.name]
        host.peer.resign()
        await host.pump()
        await rest()
        assert one.kept[host.name] is kept
        await second.connect()
        await until(lambda: second.word == guest.word == "connected")

    run(test)


def test_another_way_is_kept_after_the_answer_that_is_on_its_way() -> None:
    """Else what is kept would be older than what was signed: after a reload another answer could take the slot."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        players = Player(host, 3), Player(guest, 4)
        held = asyncio.Event()

        async def put(*values: Any) -> None:
            waits = not held.is_set()
            if waits and kept_parts(values[1])[0] == "link":
                await held.wait()
            await Ports.put(one, *values)

        for _ in range(100):
            players[0].look()
            if host.session is not None and host.session.decision is not None:
                break
            players[1].play()
            await rest()
        one.put = put  # type: ignore[method-assign, assignment]
        assert players[0].play()
        await rest()
        host.go_by_letter()
        await rest()
        held.set()
        await until(lambda: not host.peer.is_busy)
        await rest(100)
        way, _, save, *_ = kept_parts(one.kept[host.name][0])
        again = saving.restore(save)
        assert way == "letter" and again.ledger and host.peer.ledger and again.ledger.head == host.peer.ledger.head

    run(test)


def test_the_list_of_matches_is_not_one_step_behind() -> None:
    """Whose turn it is, and whether the match is over, is kept with the step that makes it so."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        await played((Player(host, 3), Player(guest, 4)), 12)
        await rest(100)
        for meeting, ports in ((host, one), (guest, two)):
            ledger, (_, said) = meeting.peer.ledger, ports.kept[meeting.name]
            assert ledger is not None and said["turn"] == ledger.due().writer and not said["over"]  # type: ignore[union-attr]
        host.resign()
        await rest(100)
        for meeting, ports in ((host, one), (guest, two)):
            said = ports.kept[meeting.name][1]
            assert said["over"] and said["winner"] == 2

    run(test)


def test_by_hand_the_host_takes_the_guests_new_offer() -> None:
    """Opened in a page of its own, too; before the match was agreed on it can only be the host's own invitation."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host = await opening.host(one, ready_setup(1), "hand", False, HOME)
        offer = encode((host.peer.greeting.link_secret, host.peer.invite.data(), "offer"))
        host.end()
        with pytest.raises(Malformed, match="your own invitation"):
            await opening.join(one, offer, "hand", HOME)
        live, _guest = await met(one, two)
        live.way = "hand"
        await live._keep(saving.save(live.peer, live.peer.ledger, live.peer.signatures))
        live.end()
        taken: list[str] = []

        async def take_offer(sdp: str) -> Any:
            taken.append(sdp)
            channel, channel.other = Channel(), Channel()
            return "answer", channel

        one.take_offer = take_offer  # type: ignore[attr-defined]
        again = await opening.join(
            one, encode((live.peer.greeting.link_secret, live.peer.invite.data(), "offer")), "hand", HOME
        )
        assert taken == ["offer"] and again.peer.player == 1 and links.opened(again.by_hand.to_send)[0] == links.ANSWER

    run(test)


def test_of_two_offers_made_at_once_the_later_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A press too many leaves no connection open."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host = await opening.host(one, ready_setup(1), "hand", False, HOME)
        made: list[Channel] = []

        async def make_offer() -> Any:
            channel, channel_there = Channel(), Channel()
            channel.other, channel_there.other = channel_there, channel
            await asyncio.sleep(0.01)
            made.append(channel)
            return SimpleNamespace(sdp=f"offer {len(made)}", channel=channel)

        monkeypatch.setattr(one, "make_offer", make_offer, raising=False)
        await asyncio.gather(host.by_hand.make_offer(), host.by_hand.make_offer())
        await rest(100)
        assert [channel.is_open for channel in made] == [False, True]
        assert host.connection == "none" and links.opened(host.by_hand.to_send)[0] == links.OFFER

    run(test)


def test_a_match_that_is_left_stores_nothing_more() -> None:
    """Whatever was under way when it was left: it may be open again by then."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, _ = await met(one, two, 2)
        player = Player(host, 3)
        sign = one.sign

        async def slow(name: str, data: bytes) -> bytes:
            await asyncio.sleep(0.01)
            return await sign(name, data)

        one.sign = slow  # type: ignore[method-assign]
        kept = one.kept[host.name]
        assert player.play()
        await rest(1)
        host.end()
        await rest(100)
        assert one.kept[host.name] is kept and host.peer.is_busy

    run(test)


def test_nothing_is_sent_that_could_not_be_stored() -> None:
    """A full store: the answer does not leave, the reason is shown, and it can be given again."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        player = Player(host, 3)
        one.is_full = True
        assert host.peer.ledger is not None
        before = host.peer.ledger.seq
        assert player.play()
        await rest()
        assert host.peer.ledger.seq == before == guest.peer.ledger.seq  # type: ignore[union-attr]
        assert host.status().error is not None and not host.status().keeps
        one.is_full = False
        assert player.play()
        await rest()
        assert host.peer.ledger.seq > before and host.status().keeps

    run(test)


def test_undo_draw_and_resignation() -> None:
    """Asked, shown with what it is about, granted or declined; a resignation ends the match on both sides."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        players = Player(host, 3), Player(guest, 4)

        def askers() -> list[Meeting]:
            for player in players:
                player.look()
            return [meeting for meeting in (host, guest) if meeting.session is not None and meeting.session.can_undo]

        for _ in range(400):
            if askers():
                break
            any([player.play() for player in players])
            await rest()
        asker = askers()[0]
        other = guest if asker is host else host
        assert asker.session and asker.peer.ledger
        steps = len(asker.peer.ledger.steps)
        other.describe = lambda lines: f"{len(lines)} lines"
        asker.session.undo()
        await rest()
        assert other.status().asked == "undo" and other.status().asked_about.endswith("lines")
        other.consent()
        await rest()
        assert len(asker.peer.ledger.steps) < steps and asker.peer.ledger.head == other.peer.ledger.head  # type: ignore[union-attr]
        assert asker.session.take_back() or asker.session.match.answers <= steps
        asker.offer_draw()
        await rest()
        assert other.status().asked == "draw" and asker.status().asking == "draw"
        other.decline()
        await rest()
        assert asker.status().asking == "" and asker.status().declined == "draw"
        shown = request_banner(words(), asker.status())
        assert shown is not None and "declines the draw" in text_of(shown)
        asker.resign()
        await rest()
        for meeting in (host, guest):
            assert (
                meeting.peer.ledger
                and meeting.peer.ledger.winner == other.peer.player
                and meeting.status().phase == "over"
            )
            assert meeting.session and meeting.session.ended_by == "resigned"

    run(test)


def test_what_is_declined_or_passed_over_is_told_until_the_next_step() -> None:
    """Declined by a word, or by playing on: whoever asked is told; then either plays, and it is past."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        players = Player(host, 3), Player(guest, 4)
        for declines in (True, False):
            await until_asked(players, guest)
            host.offer_draw()
            await rest()
            if declines:
                guest.decline()
            else:
                assert players[1].play()
            await rest()
            assert (host.status().asking, host.status().declined) == ("", "draw" if declines else "void")
            shown = request_banner(words(), host.status())
            assert shown is not None and shown.attrs["role"] == "status"
            for _ in range(100):
                if not host.status().declined:
                    break
                any([player.play() for player in players])
                await rest()
            assert not host.status().declined

    run(test)


def test_consent_that_would_reach_nobody_is_kept_back() -> None:
    """What was asked is still there after a reload; it is answered once both are connected again."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        await until_asked((Player(host, 3), Player(guest, 4)), host)
        host.offer_draw()  # in the host's slot: the guest's consent is a word for the host to write
        await rest()
        guest.end()
        await rest(100)
        guest = await opening.reopen(two, guest.name, HOME)
        guest.consent()
        await rest(100)
        assert guest.status().asked == "draw" and host.status().asking == "draw"
        await host.connect()
        await guest.connect()
        await rest(400)
        assert guest.status().asked == "draw" and guest.word == "connected"
        guest.consent()
        await rest(100)
        assert host.peer.is_over and guest.peer.is_over

    run(test)


async def until_asked(players: tuple[Player, Player], who: Meeting) -> None:
    """Both play until it is for one of them to decide something."""
    for _ in range(200):
        for player in players:
            player.look()
        if who.session is not None and who.session.decision is not None:
            return
        any([player.play() for player in players])
        await rest()
    raise AssertionError("never asked")


@pytest.mark.parametrize("by_letter", [False, True])
def test_whoever_resigned_sees_it_until_the_other_knows(by_letter: bool) -> None:
    """While the other is away and owns the slot: at the table and in the list, after a reload too; nothing more is
    asked.
    """

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        players = Player(host, 3), Player(guest, 4)
        await played(players, 6)
        await until_asked(players, guest)
        guest.end()
        await rest(100)
        if by_letter:
            host.go_by_letter()
            await rest(100)
        host.resign()
        await rest(100)
        for _ in range(2):
            status, session, said = host.status(), host.session, words()
            assert session is not None and status.resigning and status.phase == "agreed"
            shown = request_banner(said, status)
            assert shown is not None and ("goes with your letter" in text_of(shown)) == by_letter
            assert session.waiting(said) is not None and session.waiting(said)[0] == "You resigned"  # type: ignore[index]
            sheet = connection_sheet(said, status)
            assert not find(sheet, data_do="ask") and not find(sheet, data_do="resign") and not session.can_undo
            about = one.kept[host.name][1]
            (kept,) = kept_of([SimpleNamespace(name=host.name, about=about, changed=0)])
            assert kept.state == "resigned" and "Bo is still to be told" in text_of(matches_page(said, [kept], 0)[0])
            host.end()
            host = await opening.reopen(one, host.name, HOME)
            await rest(100)
        guest = await opening.reopen(two, guest.name, HOME)
        if by_letter:
            guest.go_by_letter()
            await guest.letters.take(data_of(host))
        else:
            await host.connect()
            await guest.connect()
            await rest(400)
            assert host.peer.is_over and request_banner(words(), host.status()) is None
        assert guest.peer.is_over and guest.peer.winner == 2

    run(test)


def test_spectators_see_what_both_signed() -> None:
    """They hold the same head, are asked nothing, and the host knows how many they are."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        link = await host.spectators.open()
        third = Ports(net, 3)
        watcher = await opening.watch(third, links.opened(link)[1], HOME)
        await rest(200)
        assert watcher.session is not None and host.status().watchers == 1 and watcher.status().phase == "agreed"
        await played((Player(host, 3), Player(guest, 4)), 30)
        await rest(100)
        assert watcher.peer.ledger and host.peer.ledger and watcher.peer.ledger.head == host.peer.ledger.head
        assert watcher.session.decision is None and not watcher.session.vaults and not watcher.session.can_undo
        for task in third.tasks:
            task.cancel()

    run(test)


def test_spectators_are_let_in_again_when_the_hosts_page_comes_back() -> None:
    """They are told that the host is away, look for them, and see the match go on; an older save lets nobody in by
    itself.
    """

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        await played((Player(host, 3), Player(guest, 4)), 6)
        before = one.kept[host.name][0]
        third, fourth = Ports(net, 3), Ports(net, 4)
        link = links.opened(await host.spectators.open())[1]
        watchers = [await opening.watch(ports, link, HOME) for ports in (third, fourth)]
        await rest(200)
        assert all(badge_state(watcher.status()) == "watching" for watcher in watchers)
        host.end()
        await rest(200)
        assert all(badge_state(watcher.status()) == "lost" and watcher.status().error is None for watcher in watchers)
        host = await opening.reopen(one, host.name, HOME)
        await host.connect()
        for _ in range(20):
            await rest(200)
        assert host.status().watchers == 2 and host.status().watch_link
        assert all(
            badge_state(watcher.status()) == "watching" and watcher.status().error is None for watcher in watchers
        )
        await played((Player(host, 3), Player(guest, 4)), 10)
        await rest(100)
        assert watchers[0].peer.ledger and host.peer.ledger and watchers[0].peer.ledger.head == host.peer.ledger.head
        host.end()
        one.kept[host.name] = (before, {})
        host = await opening.reopen(one, host.name, HOME)
        await rest(100)
        assert not host.status().watch_link
        for task in (*third.tasks, *fourth.tasks):
            task.cancel()

    run(test)


def test_a_spectator_of_a_quiet_match_stays() -> None:
    """Their pings are answered, though nothing is played."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, _ = await met(one, two)
        third = Ports(net, 3)
        watcher = await opening.watch(third, links.opened(await host.spectators.open())[1], HOME)
        await rest(200)
        channel = watcher._channel
        for second in range(1, 40):
            watcher.peer.tick(second * 1000)
            await watcher.pump()
            await rest()
        assert watcher._channel is channel and watcher.status().latency >= 0
        for task in third.tasks:
            task.cancel()

    run(test)


def test_nothing_the_other_says_asks_again_for_what_is_on_its_way() -> None:
    """While an answer is stored the prompt stays shut, whatever comes; a refusal of one's own opens it."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        players = Player(host, 3), Player(guest, 4)
        signed, stored = asyncio.Event(), asyncio.Event()

        async def sign(name: str, data: bytes) -> bytes:
            await signed.wait()
            return await Ports.sign(one, name, data)

        async def put(*values: Any) -> None:
            await stored.wait()
            await Ports.put(one, *values)

        for _ in range(100):
            players[0].look()
            if host.session is not None and host.session.decision is not None:
                break
            players[1].play()
            await rest()
        one.sign, one.put = sign, put  # type: ignore[method-assign, assignment]
        assert players[0].play() and host.session is not None
        await rest()
        for message in (b"junk", message_of(Refuse("flood", "", "")), message_of(Join(b"", bytes(64)))):
            for frame in frames_of(message):
                guest._channel.send(frame)
            await rest()
            assert host.session.is_sending and host.session.decision is None
        signed.set()
        await rest(100)
        assert host.session.is_sending and host.session.decision is None and host.peer.is_busy
        stored.set()
        await rest(100)
        for _ in range(100):
            players[0].look()
            if host.session.decision is not None:
                break
            players[1].play()
            await rest()
        one.is_full = True
        assert players[0].play()
        await rest(100)
        assert not host.session.is_sending and host.session.decision is not None

    run(test)
