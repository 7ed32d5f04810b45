"""Meetings of two people at two screens, with ports of the test's own: rooms, channels, keys and stores in one process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from hashlib import sha256
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from eden_core.ai import chosen_player
from eden_core.cbor import encode
from eden_core.cli.simulate import SeededNumbers, ready_setup
from eden_core.content import load
from eden_core.errors import EdenError, Illegal, Malformed
from eden_core.sync import links, verifying
from eden_core.sync.ledger import Order
from eden_core.sync.wire import Decline, Head, Join, Ping, Refuse, frames_of, message_of
from tests.sync.peers import Keys
from web import letters, meet
from web.meeting import Meeting
from web.records import exported, kept_of

HOME = "https://eden.example/"
Room = dict[tuple[str, ...], list["Seat"]]


class PortError(Exception):
    """What a port refuses."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Channel:
    """One end of a channel; frames arrive a moment later, in order."""

    def __init__(self) -> None:
        self.other: Channel
        self.is_open = True
        self.waiting = 0                                    # bytes that have not left
        self._early: list[bytes] = []
        self._on_message: Callable[[bytes], Any] = self._early.append
        self._on_close: Callable[[str], Any] = lambda reason: None
        self.ends: tuple[str, str] | None = ("a", "b")

    @property
    def on_message(self) -> Callable[[bytes], Any]:
        return self._on_message

    @on_message.setter
    def on_message(self, function: Callable[[bytes], Any]) -> None:
        self._on_message = function
        for frame in self._early:                           # as a browser's channel does, at once
            function(frame)
        self._early.clear()

    @property
    def on_close(self) -> Callable[[str], Any]:
        return self._on_close

    @on_close.setter
    def on_close(self, function: Callable[[str], Any]) -> None:
        self._on_close = function
        if not self.is_open:                                # at once if that is past
            function("closed")

    def send(self, frame: bytes) -> bool:
        assert len(frame) <= 16_000
        if self.is_open:
            asyncio.get_running_loop().call_soon(lambda: self.other.is_open and self.other.on_message(frame))
        return self.is_open

    def close(self) -> None:
        self._end()
        asyncio.get_running_loop().call_soon(self.other._end)       # what was sent still leaves

    def _end(self) -> None:
        if self.is_open:
            self.is_open = False
            asyncio.get_running_loop().call_soon(lambda: self.on_close("closed"))

    def buffered(self) -> int:
        return self.waiting

    def fingerprints(self) -> tuple[str, str] | None:
        if self.ends is None or self.other.ends is None:
            return None
        return self.ends if id(self) < id(self.other) else self.ends[::-1]


class Seat:
    """Somebody in a room."""

    def __init__(self, net: Network, key: tuple[str, ...], on_channel: Callable[[Channel, str], Any]) -> None:
        self.net, self.key, self.on_channel = net, key, on_channel

    async def leave(self) -> None:
        if self in self.net.rooms.get(self.key, []):
            self.net.rooms[self.key].remove(self)


class Network:
    """All rooms."""

    def __init__(self) -> None:
        self.rooms: Room = {}
        self.channels: list[Channel] = []

    def enter(self, seat: Seat) -> None:
        for other in list(self.rooms.get(seat.key, [])):
            one, two = Channel(), Channel()
            one.other, two.other = two, one
            self.channels.append(one)
            seat.on_channel(one, "other")
            asyncio.get_running_loop().call_later(0.01, other.on_channel, two, "other")     # a moment later than its frames
        self.rooms.setdefault(seat.key, []).append(seat)

    def cut(self) -> None:
        """Every channel is gone."""
        for channel in self.channels:
            channel.close()
        self.channels.clear()


class Ports:
    """A browser's ports, in memory."""

    PortError = PortError

    def __init__(self, net: Network, seed: int) -> None:
        self.net, self.numbers, self.kept = net, count(seed * 1000), {}  # type: ignore[var-annotated]
        self.pairs: dict[str, Keys] = {}
        self.held: set[str] = set()
        self.tasks: list[asyncio.Future[Any]] = []
        self.keys = self.store = self
        self.is_full = False
        self.relays: tuple[str, ...] = ("wss://ours.example",) if seed == 1 else ()      # the guest learns them from the link

    def random_bytes(self, size: int) -> bytes:
        return sha256(str(next(self.numbers)).encode()).digest()[:size]

    def own_relays(self) -> tuple[str, ...]:
        return self.relays

    def sound_relays(self, named: Any) -> tuple[str, ...]:
        return tuple(map(str, named))

    def now(self) -> float:
        return 0.0

    def start(self, task: Awaitable[Any]) -> None:
        self.tasks.append(asyncio.ensure_future(task))

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 200)

    async def make(self, name: str) -> bytes:
        return self.pairs.setdefault(name, Keys(self.random_bytes(32))).public

    async def sign(self, name: str, data: bytes) -> bytes:
        if name not in self.pairs:
            raise PortError("no_key")
        return self.pairs[name].sign(data)

    async def verify(self, key: bytes, signature: bytes, data: bytes) -> bool:
        return Keys.verify(key, signature, data)

    async def put(self, name: str, data: bytes, about: dict[str, Any]) -> None:
        if self.is_full:
            raise PortError("quota")
        self.kept[name] = (data, about)

    async def get(self, name: str) -> bytes | None:
        return self.kept[name][0] if name in self.kept else None

    async def hold(self, name: str, wait: bool = False) -> Any:
        if name in self.held:
            return None
        self.held.add(name)
        return SimpleNamespace(release=lambda: self.held.discard(name))

    async def open_tabs(self, name: str, on_channel: Any) -> Any:
        return SimpleNamespace(close=lambda: None)     # each of the two has a browser of their own

    async def join_room(self, room: str, password: str, on_channel: Any, on_status: Any, relays: Any = None) -> Seat:
        seat = Seat(self.net, (room, password, *(relays or ())), on_channel)
        asyncio.get_running_loop().call_soon(self.net.enter, seat)
        return seat


class Player:
    """Whoever sits before a meeting, and answers at random."""

    def __init__(self, meeting: Meeting, seed: int) -> None:
        self.meeting = meeting
        self.ai = chosen_player("random", meeting.peer.player, SeededNumbers(seed))

    def look(self) -> None:
        """Takes in all that came, as the table does."""
        session = self.meeting.session
        if session is not None:
            session.is_sending = False
            session.take_back()
            session.catch_up()

    def play(self) -> bool:
        """One answer, if one is asked for."""
        session = self.meeting.session
        if session is None:
            return False
        self.look()
        if session.decision is None or self.meeting.peer.is_busy or self.meeting.peer.own is None:
            return False
        session.answer(self.ai.decide(session.match, self.meeting.peer.own.vault))
        return True


async def rest(times: int = 40) -> None:
    """Lets everything that is under way come to rest."""
    if times > 40:
        await asyncio.sleep(0.02)
    for _ in range(times):
        await asyncio.sleep(0)


def data_of(meeting: Meeting) -> bytes:
    """What the link holds that is to be sent now."""
    return links.opened(meeting.link)[1]


def run(test: Callable[[Network, Ports, Ports], Awaitable[None]]) -> None:
    """Runs a test with two browsers on one network."""
    async def whole() -> None:
        net = Network()
        ports = Ports(net, 1), Ports(net, 2)
        await test(net, *ports)
        for one in ports:
            for task in one.tasks:
                if task.done() and not task.cancelled() and task.exception() is not None:
                    raise task.exception()  # type: ignore[misc]
                task.cancel()
    asyncio.run(whole())


async def met(one: Ports, two: Ports, seed: int = 1) -> tuple[Meeting, Meeting]:
    """A host and a guest in one room."""
    host = await meet.host(one, ready_setup(seed), "link", False, HOME)
    guest = await meet.join(two, data_of(host), "link", HOME, "Bo")
    await host.connect()
    await guest.connect()
    await rest(200)
    return host, guest


async def played(players: tuple[Player, Player], most: int, between: Callable[[int], Awaitable[None]] | None = None) -> None:
    """Both play, in turn, so many answers or to the end."""
    for number in range(most):
        if between is not None:
            await between(number)
        if not any([player.play() for player in players]):
            await asyncio.sleep(0.02)
            await rest()
            if not any([player.play() for player in players]) and all(
                    player.meeting.session is not None and player.meeting.session.is_over for player in players):
                return
        await rest()


def test_a_link_a_click_and_a_whole_match() -> None:
    """Both sides agree, are verified, play to the end through losses of the connection, and hold one record."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        for meeting in (host, guest):
            standing = meeting.standing()
            assert (standing.phase, standing.connection, standing.verified) == ("agreed", "connected", True)
            assert standing.names[1] == "Bo"
        assert not any(net.rooms.values())                   # the room is left once connected
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
        assert host.match_link() == guest.match_link() and host.standing().phase == "over"
        assert kept_of([SimpleNamespace(name="m", about=one.kept[host.name][1], changed=0.0)])[0].state == "over"
        assert exported(one.kept[host.name][0], HOME)[0] == host.match_link()
    run(test)


def test_a_guest_brings_another_troop_where_the_host_lets_them() -> None:
    """The invitation says whether it may be another; then both hold the match with it, and its record can be checked."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        other = load("fr3").troops["jokers_starter"]
        host = await meet.host(one, ready_setup(1), "link", False, HOME, True)
        assert host.standing().is_open and await meet.open_invite(two, data_of(host)) is not None
        guest = await meet.join(two, data_of(host), "link", HOME, "Bo", other)
        assert await meet.open_invite(two, data_of(host)) is None              # the choice is made
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
        host = await meet.host(one, ready_setup(1), "link", False, HOME)
        assert await meet.open_invite(two, data_of(host)) is None
        with pytest.raises(Malformed, match="troop was not open"):
            await meet.join(two, data_of(host), "link", HOME, "Bo", load("fr3").troops["jokers_starter"])
    run(test)


def test_an_illegal_troop_is_refused() -> None:
    """PREP-1: one fighter of another faction."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host = await meet.host(one, ready_setup(1), "link", False, HOME, True)
        troops = load("fr3").troops
        mixed = troops["jokers_starter"]._replace(profiles=(*troops["jokers_starter"].profiles[:1], *troops["bamaka_starter"].profiles[:1]))
        with pytest.raises(Illegal):
            await meet.join(two, data_of(host), "link", HOME, "Bo", mixed)
        assert not two.kept
    run(test)


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
    ends = Channel(), Channel()
    ends[0].other, ends[1].other = ends[1], ends[0]
    for meeting, end in zip((one, two), ends):
        meeting._found(end, "other")
    await rest(100)


def test_a_stranger_with_the_link_keeps_nobody_out() -> None:
    """Who has the link and not the guest's key is turned away at once, and the guest, who waits meanwhile, has the place."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        guest.end()
        await rest(100)
        three = Ports(net, 3)
        invitation = encode((host.peer.greeting.link_secret, host.peer.invite.data(), one.relays))
        stranger = await meet.join(three, invitation, "link", HOME, "Eve")
        await stranger.connect()
        await asyncio.sleep(0.05)
        await rest(100)
        assert host._channel is None and not host.peer.is_connected and stranger.peer.ledger is not None
        assert stranger.standing().error is not None and stranger.standing().error.code == "seat_is_taken"  # type: ignore[union-attr]
        again = await meet.reopen(two, guest.name, HOME)
        await again.connect()
        await asyncio.sleep(0.05)
        await rest(100)
        assert again.word == host.word == "connected"
        stranger.end()
        for task in three.tasks:
            task.cancel()
    run(test)


def test_a_silent_stranger_is_shown_the_door_when_another_waits() -> None:
    """Pings keep no place; whoever comes meanwhile waits, and has it next. Without another a stranger has a little longer."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host = await meet.host(one, ready_setup(1), "link", False, HOME)
        guest = await meet.join(two, data_of(host), "link", HOME, "Bo")
        for limit in (8000, 2000):
            end, strange = Channel(), Channel()
            end.other, strange.other = strange, end
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
        host = await meet.host(one, ready_setup(1), "link", False, HOME)
        guest = await meet.join(two, data_of(host), "link", HOME, "Bo")
        peer, end, strange = guest.peer, Channel(), Channel()
        end.other, strange.other = strange, end
        host._found(end, "stranger")
        peer.greeting.at(*(mark.encode() for mark in strange.fingerprints()))
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
        host = await meet.host(one, ready_setup(1), "link", False, HOME)
        guest = await meet.join(two, data_of(host), "link", HOME, "Bo")

        def bare() -> Channel:
            ends = Channel(), Channel()
            ends[0].other, ends[1].other, ends[0].ends = ends[1], ends[0], None
            return ends[0]
        for take in (host.take_channel, lambda end: host._found(end, "other")):
            take(end := bare())
            await rest()
            assert not end.is_open and host._channel is None and not host.peer.is_connected
        await host.gallery.open()
        host.gallery._enter(end := bare(), b"")
        assert not end.is_open and not host.gallery._seats
        end = bare()
        host._found_tab(end, "tab")
        guest._found_tab(end.other, "tab")
        await rest(100)
        assert host.peer.is_settled and guest.peer.is_settled
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
            ghost = await meet.reopen(two, guest.name, HOME)
            ghosts.append(ghost)
            under_way = [asyncio.ensure_future(ghost.connect()) for _ in range(2)]       # a press, and once more
            await rest()
            ghost.end()
            doors[name].set()
            await asyncio.gather(*under_way)
            await asyncio.sleep(0.05)
            await rest(100)
        assert closed == ["open_tabs"] * 2 and all(ghost._channel is None for ghost in ghosts)
        again = await meet.reopen(two, guest.name, HOME)
        await again.connect()
        await asyncio.sleep(0.05)
        await rest(100)
        assert again.is_held and again.word == host.word == "connected"
        assert all(channel.is_open == (channel is again._channel or channel.other is again._channel) for channel in net.channels)
    run(test)


def test_a_tab_that_is_closed_goes_on_where_it_was() -> None:
    """At many moments, also between signing and storing: what was stored is enough, and nothing is signed twice."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two, 2)
        players = [Player(host, 3), Player(guest, 4)]
        for moment in range(12):
            for _ in range(6):
                any([player.play() for player in players])
                await rest(moment)                           # in the midst of whatever is under way
            side = moment % 2
            ports, old = (one, two)[side], players[side].meeting
            old.end()
            again = await meet.reopen(ports, old.name, HOME)
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
        second = await meet.reopen(one, host.name, HOME)
        assert not second.is_held and not second.peer.may_write
        assert second.standing().error is not None and second.standing().error.code == "open_in_another_tab"  # type: ignore[union-attr]
    run(test)


def test_a_second_tab_stores_nothing_over_the_first_ones_save() -> None:
    """It can neither resign nor go on by letter nor let spectators in; what the first one stored stays, as new as it was."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        players = Player(host, 3), Player(guest, 4)
        second = await meet.reopen(one, host.name, HOME)
        await played(players, 6)
        kept = one.kept[host.name]
        assert not second.standing().is_held and host.standing().is_held
        for act in (second.resign, second.go_by_letter):
            with pytest.raises(Malformed, match="open in another tab"):
                act()
        for away in (second.gallery.open(), second.make_offer()):
            with pytest.raises(Malformed, match="open in another tab"):
                await away
        second.peer.resign()                                 # and should anything ask the peer itself
        second.offer_draw()
        await second.pump()
        await rest(100)
        assert one.kept[host.name] is kept and second.way == "link" and not second.peer.resigning
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
        assert host.standing().error is not None and not host.standing().keeps
        one.is_full = False
        assert player.play()
        await rest()
        assert host.peer.ledger.seq > before and host.standing().keeps
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
        assert other.standing().asked == "undo" and other.standing().asked_about.endswith("lines")
        other.consent()
        await rest()
        assert len(asker.peer.ledger.steps) < steps and asker.peer.ledger.head == other.peer.ledger.head  # type: ignore[union-attr]
        assert asker.session.take_back() or asker.session.match.answers <= steps
        asker.offer_draw()
        await rest()
        assert other.standing().asked == "draw" and asker.standing().asking == "draw"
        other.decline()
        await rest()
        assert asker.standing().asking == ""
        asker.resign()
        await rest()
        for meeting in (host, guest):
            assert meeting.peer.ledger and meeting.peer.ledger.winner == other.peer.player and meeting.standing().phase == "over"
            assert meeting.session and meeting.session.ended_by == "resigned"
    run(test)


def test_spectators_see_what_both_signed() -> None:
    """They hold the same head, are asked nothing, and the host knows how many they are."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        link = await host.gallery.open()
        third = Ports(net, 3)
        watcher = await meet.watch(third, links.opened(link)[1], HOME)
        await rest(200)
        assert watcher.session is not None and host.standing().watchers == 1 and watcher.standing().phase == "agreed"
        await played((Player(host, 3), Player(guest, 4)), 30)
        await rest(100)
        assert watcher.peer.ledger and host.peer.ledger and watcher.peer.ledger.head == host.peer.ledger.head
        assert watcher.session.decision is None and not watcher.session.vaults and not watcher.session.can_undo
        for task in third.tasks:
            task.cancel()
    run(test)


async def watched(host: Meeting, third: Ports) -> tuple[Meeting, Channel]:
    """Somebody who watches, and the host's end of their channel."""
    watcher = await meet.watch(third, links.opened(await host.gallery.open())[1], HOME)
    await rest(200)
    return watcher, host.gallery._seats[-1].channel


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
        assert not end.is_open and host.standing().watchers == 0
        for task in third.tasks:
            task.cancel()
    run(test)


def test_who_comes_to_watch_and_says_nothing_takes_no_place() -> None:
    """Whoever is in the room counts, and is sent away when no greeting comes."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, _ = await met(one, two)
        await host.gallery.open()
        ends = []
        for _ in range(10):
            end, other = Channel(), Channel()
            end.other, other.other = other, end
            host.gallery._enter(end, b"")
            ends.append(end)
        assert [end.is_open for end in ends] == [True] * 8 + [False] * 2 and host.standing().watchers == 0
        await asyncio.sleep(0.1)
        await rest()
        assert not any(end.is_open for end in ends) and not host.gallery._seats
    run(test)


async def by_letter(one: Ports, two: Ports, quick: bool, ordered: bool = False) -> tuple[Meeting, Meeting, list[str]]:
    """A whole match by letter: all letters that it took."""
    host = await meet.host(one, ready_setup(7), "letter", quick, HOME)
    guest = await meet.join(two, data_of(host), "letter", HOME)
    await rest()
    sent = [guest.link]
    await letters.take_letter(host, data_of(guest))
    sides, players = [host, guest], [Player(host, 5), Player(guest, 6)]
    turn = 0
    while True:
        side, other = sides[turn], sides[1 - turn]
        while players[turn].play():
            await rest()
            session = side.session
            if ordered and session is not None and side.peer.may_write and session.match.table.round > 0:
                order = Order(session.match.table.round, 1, tuple(f.id for f in session.troop(side.peer.player)))
                if side.peer.ledger and side.peer.ledger.orders[side.peer.player] != order:
                    session.catch_up()
                    side.order(order)
                    await rest()
        assert side.peer.ledger is not None
        if not side.has_letter:
            if side.peer.ledger.due() is None:
                return host, guest, sent
            turn = 1 - turn
            continue
        sent.append(side.link)
        await letters.take_letter(other, data_of(side))
        await rest()
        turn = 1 - turn
        assert len(sent) < 600


@pytest.mark.parametrize(("quick", "ordered"), [(False, False), (False, True), (True, False)], ids=["strict", "orders", "quick"])
def test_a_whole_match_by_letter(quick: bool, ordered: bool) -> None:
    """Every step a link of moderate length; both hold the same record at the end; orders and tapes save letters."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest, sent = await by_letter(one, two, quick, ordered)
        assert host.peer.ledger and guest.peer.ledger and host.peer.ledger.head == guest.peer.ledger.head
        bodies = sorted(len(link) - len(HOME) for link in sent)
        print(f"\n{len(sent)} letters, median {bodies[len(bodies) // 2]} characters, longest {bodies[-1]}")
        assert bodies[len(bodies) // 2] <= 500
        counts[quick, ordered] = len(sent) / len(host.peer.ledger.steps)      # the match is another for each release
    run(test)
    if len(counts) == 3:
        assert counts[True, False] < counts[False, False] and counts[False, True] < counts[False, False]


counts: dict[tuple[bool, bool], float] = {}


async def written(one: Ports, two: Ports) -> tuple[Meeting, Meeting]:
    """Two by letter, a few letters on: whose letter is ready, and who waits for it."""
    host = await meet.host(one, ready_setup(7), "letter", False, HOME)
    guest = await meet.join(two, data_of(host), "letter", HOME)
    await rest()
    await letters.take_letter(host, data_of(guest))
    sides = [(host, Player(host, 5)), (guest, Player(guest, 6))]
    for number in range(40):
        (side, player), (other, _) = sides
        while player.play():
            await rest()
        if side.has_letter and number > 6 and side.peer.ledger.seq > other.peer.ledger.seq:  # type: ignore[union-attr]
            return side, other
        if side.has_letter:
            await letters.take_letter(other, data_of(side))
            await rest()
        sides.reverse()
    raise AssertionError("nobody has a letter")


def test_ones_own_letter_opened_stays_to_be_sent() -> None:
    """It says nothing of what the other holds, whether the page stayed open or what was stored is older than the letter."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        side, other = await written(one, two)
        link, known = side.link, side.peer.peer_seq
        await letters.take_letter(side, data_of(side))
        assert (side.link, side.peer.peer_seq) == (link, known)
        assert side.peer.ledger is not None and other.peer.ledger is not None
        side.peer.ledger, side.peer.signatures = other.peer.ledger, other.peer.signatures        # as it was a letter ago
        await letters.take_letter(side, links.opened(link)[1])
        await rest()
        assert side.peer.ledger.seq > other.peer.ledger.seq and side.has_letter and side.peer.peer_seq == known
        await letters.take_letter(other, data_of(side))
        assert other.peer.ledger.head == side.peer.ledger.head
    run(test)


def test_a_letter_that_misses_another_and_what_no_letter_holds_are_refused() -> None:
    """With a reason; whatever nobody signed is for channels alone."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        side, other = await written(one, two)
        ledger = other.peer.ledger
        assert ledger is not None and side.peer.ledger is not None
        before, error = (ledger.seq, other.peer.peer_seq), "earlier letter is missing"
        late = encode((bytes.fromhex(side.name), (message_of(side.peer.batch(side.peer.ledger.seq)),)))
        with pytest.raises(Malformed, match=error):
            await letters.take_letter(other, late)
        for message in (Head(ledger.seq, ledger.head), Decline("draw", ledger.seq), Refuse("flood", "", ""), Ping(1)):
            with pytest.raises(Malformed, match="not expected"):
                await letters.take_letter(other, encode((bytes.fromhex(side.name), (message_of(message),))))
            other.peer.received(message_of(message))
            assert [shown.error.code for shown in other.peer.take() if shown.error] == ["not_expected"]  # type: ignore[union-attr]
        assert before == (ledger.seq, other.peer.peer_seq) and other.peer.heard is None
        await letters.take_letter(other, data_of(side))
        assert other.peer.ledger is not None and other.peer.ledger.head == side.peer.ledger.head
    run(test)


def test_a_letter_carries_no_questions() -> None:
    """An undo or a draw is offered only where it reaches the other; gone by letter, what was asked is void."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        players = Player(host, 3), Player(guest, 4)
        for _ in range(400):
            for player in players:
                player.look()
            if host.session is not None and host.session.can_undo:
                break
            any([player.play() for player in players])
            await rest()
        assert host.session is not None and host.session.can_undo and host.standing().may_ask
        host.offer_draw()
        await rest()
        assert host.standing().asking == "draw"
        for meeting in (host, guest):
            meeting.go_by_letter()
        await rest(100)
        standing = host.standing()
        assert (standing.asking, standing.may_ask, standing.connection, host.session.can_undo) == ("", False, "none", False)
        assert not host.peer.is_connected and not guest.peer.is_connected
    run(test)


def test_crafted_links_are_refused() -> None:
    """Whatever stands in an offer, an answer, an invitation or a letter: a reason, and nothing is begun."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        invite = host.peer.invite.data()
        values: list[Any] = [0, "", b"", host.name, invite, (), ("x",), {0: 0}, "sdp"]
        for parts in (*((one, two, three) for one in values for two in values for three in ("sdp", 5)),
                      *((one, two) for one in values for two in values), *((one,) for one in values), (), 5, (0,) * 9):
            data = encode(parts)
            for act in (host.take_offer_of, host.take_answer, lambda data: letters.take_letter(host, data),
                        *(partial(meet.join, two, way=way, home=HOME) for way in ("hand", "letter")),
                        partial(meet.watch, two, home=HOME), partial(meet.open_invite, two)):
                if parts[1:2] == (invite,) if isinstance(parts, tuple) else False:
                    continue
                with pytest.raises(EdenError):
                    await act(data)
        three = Ports(net, 3)
        for parts in ((b"", invite, 5), (b"", invite), (b"", invite, ("x",))):
            with pytest.raises(Malformed, match="damaged"):
                await meet.join(three, encode(parts), "hand", HOME)
            with pytest.raises(Malformed, match="damaged"):
                await guest.take_offer_of(encode(parts))
        assert not three.kept and not three.pairs and not three.tasks
    run(test)


def test_nothing_the_other_says_asks_again_for_what_is_on_its_way() -> None:
    """While an answer is stored the prompt stays shut, whatever comes; a refusal of one's own opens it."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        players = Player(host, 3), Player(guest, 4)
        put, gate = one.put, asyncio.Event()

        async def slow(*values: Any) -> None:
            await gate.wait()
            await put(*values)
        for _ in range(100):
            players[0].look()
            if host.session is not None and host.session.decision is not None:
                break
            players[1].play()
            await rest()
        one.put = slow  # type: ignore[method-assign]
        assert players[0].play() and host.session is not None
        await rest()
        for message in (b"junk", message_of(Refuse("flood", "", "")), message_of(Join(b"", bytes(64)))):
            for frame in frames_of(message):
                guest._channel.send(frame)
            await rest()
            assert host.session.is_sending and host.session.decision is None
        gate.set()
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


def test_a_letter_twice_late_and_to_another_match() -> None:
    """Twice changes nothing; one that misses another before it, or belongs elsewhere, is refused with a reason."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host = await meet.host(one, ready_setup(7), "letter", False, HOME)
        guest = await meet.join(two, data_of(host), "letter", HOME)
        await rest()
        reply = data_of(guest)
        await letters.take_letter(host, reply)
        await letters.take_letter(host, reply)
        other = await meet.host(one, ready_setup(8), "letter", False, HOME)
        with pytest.raises(EdenError, match="letter of another match"):
            await letters.take_letter(other, reply)
        assert letters.addressee(reply) == host.name
    run(test)
