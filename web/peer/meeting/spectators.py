"""Spectators of a live match, in a room of the host's apart from the players'.

They are shown what both players signed, and no more.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256

from eden_core.engine.cbor import encode
from eden_core.errors import EdenError, Malformed
from eden_core.sync import links
from eden_core.sync.peer.channel_auth import Greeting
from eden_core.sync.peer.peer import Peer
from eden_core.sync.peer.rate_limit import Pace
from eden_core.sync.wire import Assembly, Head, Hello, Ping, Pong, Welcome, message_from, message_of
from web.peer.meeting.line import Line, send
from web.peer.meeting.link_data import room_of
from web.ports.protocol import Channel, PortError, Ports, Room

__all__ = ["Spectators"]

MOST = 8  # spectators at a time, with those who have not greeted yet
PATIENCE = 8.0  # seconds until they have


class _Seat:
    """One spectator's seat, from the open channel on."""

    def __init__(self, channel: Channel, greeting: Greeting) -> None:
        self.channel, self.greeting = channel, greeting
        self.assembly, self.pace = Assembly(), Pace()
        self.is_taken = False  # whoever sits there has greeted


class Spectators:
    """The spectators of a match whose host signs with the key pair `key` and meets others on `relays`."""

    def __init__(self, line: Line, peer: Peer, ports: Ports, key: str, relays: tuple[str, ...]) -> None:
        self._line, self._peer, self._ports, self._key, self._relays = line, peer, ports, key, relays
        self._seats: list[_Seat] = []
        self._room: Room | None = None
        self._is_opening = self._is_closed = False
        self.link = ""

    @property
    def count(self) -> int:
        """The number of those who watch."""
        return sum(seat.is_taken for seat in self._seats)

    async def open(self) -> str:
        """Let spectators in, and return the address to give them. Raises `Malformed` where another tab plays it."""
        peer = self._peer
        self._line.must_be_held()
        assert peer.own is not None
        secret = sha256(b"eden/watch/1" + peer.own.secret).digest()[:16]
        if not peer.is_watched:
            peer.is_watched = True
            peer.keep()  # so that they are let in again when the page comes back
            self._line.soon()
        if self._room is None and not self._is_opening:
            self._is_opening = True
            room, password = room_of(secret, "watch")
            try:
                self._room = await self._ports.join_room(
                    room,
                    password,
                    lambda channel, name: self._enter(channel, secret),
                    lambda word: None,
                    self._relays or None,
                )
            finally:
                self._is_opening = False
            if self._is_closed:
                self.close()
        where = (self._relays,) if self._relays else ()
        self.link = self._line.address(links.WATCH, encode((secret, peer.invite.data(), *where)))
        return self.link

    async def reopen(self) -> None:
        """Let spectators in again; where that can't be now, the host may ask for the link once more."""
        with suppress(EdenError, PortError):
            await self.open()
            self._line.changed()

    def _enter(self, channel: Channel, secret: bytes) -> None:
        fingerprints = channel.fingerprints()
        if self._is_closed or len(self._seats) >= MOST or fingerprints is None:
            channel.close()
            return
        peer = self._peer
        seat = _Seat(channel, Greeting(peer.invite, peer.player, peer.key, secret))
        seat.greeting.at(*(end.encode() for end in fingerprints))
        self._seats.append(seat)
        channel.on_close = lambda reason: self._leave(seat)
        self._ports.start(self._greet(seat))

    async def _greet(self, seat: _Seat) -> None:
        """Greet first, as the host does; only then listen to what came meanwhile."""
        ports = self._ports
        send(
            seat.channel,
            message_of(seat.greeting.hello(await ports.keys.sign(self._key, seat.greeting.statement()))),
        )
        seat.channel.on_message = lambda frame: self._frame(seat, frame)
        await ports.wait(PATIENCE)
        if not seat.is_taken:
            seat.channel.close()

    def _frame(self, seat: _Seat, frame: bytes) -> None:
        """Take in who a spectator is and what they hold; nothing else is listened to."""
        peer = self._peer
        try:
            data = seat.assembly.take(frame)
            message = message_from(data) if data is not None else None
            if isinstance(message, Hello) and not seat.is_taken:
                if message.role:
                    raise Malformed("another_seat", where="hello")
                seat.greeting.check(message, None)
                seat.is_taken = True
                if peer.reply is not None and peer.ledger is not None:
                    send(
                        seat.channel,
                        message_of(Welcome(peer.invite.data(), peer.reply.data(peer.invite.setup.ruleset.edition))),
                    )
                    send(seat.channel, message_of(peer.batch(0)))
                self._line.changed()
            elif isinstance(message, Head) and seat.is_taken and peer.ledger is not None:
                base = min(message.seq, peer.ledger.seq)
                if seat.pace.may_answer(base, int(self._ports.now())):
                    send(seat.channel, message_of(peer.batch(base)))
            elif isinstance(message, Ping) and seat.is_taken:
                send(seat.channel, message_of(Pong(message.number)))  # else they would think the host gone
        except EdenError:
            seat.channel.close()

    def _leave(self, seat: _Seat) -> None:
        if seat in self._seats:
            self._seats.remove(seat)
            self._line.changed()

    def tell(self, data: bytes) -> None:
        """Send what both players signed to all who watch."""
        for seat in list(self._seats):
            if seat.is_taken:
                send(seat.channel, data)

    def close(self) -> None:
        """Send all away."""
        self._is_closed = True
        for seat in list(self._seats):
            seat.channel.close()
        if self._room is not None:
            room, self._room = self._room, None
            self._ports.start(room.leave())
