"""Two browsers on one network, in one process: rooms, channels, keys and stores of the tests' own, and whoever sits
there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from hashlib import sha256
from itertools import count
from types import SimpleNamespace
from typing import Any

from eden_core.ai.players import chosen_player
from eden_core.cli.simulate import SeededNumbers, ready_setup
from eden_core.sync import links
from tests.sync.peers import Keys
from web.peer.meeting import opening
from web.peer.meeting.meeting import Meeting
from web.ports.protocol import PortError

__all__ = [
    "HOME",
    "Channel",
    "Network",
    "Player",
    "PortError",
    "Ports",
    "data_of",
    "joined_ends",
    "met",
    "played",
    "rest",
    "run",
    "until",
]

HOME = "https://eden.example/"
Room = dict[tuple[str, ...], list["Seat"]]


class Channel:
    """One end of a channel; frames arrive a moment later, in order."""

    def __init__(self) -> None:
        self.other: Channel
        self.is_open = True
        self.waiting = 0  # bytes that have not left
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
        for frame in self._early:  # as a browser's channel does, at once
            function(frame)
        self._early.clear()

    @property
    def on_close(self) -> Callable[[str], Any]:
        return self._on_close

    @on_close.setter
    def on_close(self, function: Callable[[str], Any]) -> None:
        self._on_close = function
        if not self.is_open:  # at once if that is past
            function("closed")

    def send(self, frame: bytes) -> bool:
        assert len(frame) <= 16_000
        if self.is_open:
            asyncio.get_running_loop().call_soon(lambda: self.other.is_open and self.other.on_message(frame))
        return self.is_open

    def close(self) -> None:
        self._end()
        asyncio.get_running_loop().call_soon(self.other._end)  # what was sent still leaves

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
            asyncio.get_running_loop().call_later(
                0.01, other.on_channel, two, "other"
            )  # a moment later than its frames
        self.rooms.setdefault(seat.key, []).append(seat)

    def cut(self) -> None:
        """Every channel is gone."""
        for channel in self.channels:
            channel.close()
        self.channels.clear()


class Ports:
    """A browser's ports, in memory."""

    def __init__(self, net: Network, seed: int) -> None:
        self.net, self.numbers, self.kept = net, count(seed * 1000), {}  # type: ignore[var-annotated]
        self.pairs: dict[str, Keys] = {}
        self.held: dict[str, Any] = {}
        self.tasks: list[asyncio.Future[Any]] = []
        self.keys = self.store = self
        self.is_full = False
        self.relays: tuple[str, ...] = (
            ("wss://ours.example",) if seed == 1 else ()
        )  # the guest learns them from the link

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

    async def hold(self, name: str, takes: bool = False) -> Any:
        if takes and name in self.held:
            self.held[name].on_asked()
            await until(lambda: name not in self.held)
        if name in self.held:
            return None
        self.held[name] = SimpleNamespace(on_asked=lambda: None, release=lambda: self.held.pop(name, None))
        return self.held[name]

    async def open_tabs(self, name: str, on_channel: Any) -> Any:
        return SimpleNamespace(close=lambda: None)  # each of the two has a browser of their own

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


async def until(is_so: Callable[[], bool]) -> None:
    """Waits for something that comes by itself, on a busy machine too."""
    for _ in range(1000):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never comes")


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
    host = await opening.host(one, ready_setup(seed), "link", False, HOME)
    guest = await opening.join(two, data_of(host), "link", HOME, "Bo")
    await host.connect()
    await guest.connect()
    await until(lambda: host.session is not None and guest.session is not None)
    await rest(200)
    return host, guest


async def played(
    players: tuple[Player, Player], most: int, between: Callable[[int], Awaitable[None]] | None = None
) -> None:
    """Both play, in turn, so many answers or to the end."""
    for number in range(most):
        if between is not None:
            await between(number)
        if not any([player.play() for player in players]):
            await asyncio.sleep(0.02)
            await rest()
            if not any([player.play() for player in players]) and all(
                player.meeting.session is not None and player.meeting.session.is_over for player in players
            ):
                return
        await rest()


def joined_ends() -> tuple[Channel, Channel]:
    """A channel that belongs to no room, by both its ends."""
    one, two = Channel(), Channel()
    one.other, two.other = two, one
    return one, two
