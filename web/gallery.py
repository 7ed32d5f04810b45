"""Spectators of a live match: a room of the host's, apart from the players'; they are shown what both signed, and no more."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from eden_core.cbor import encode
from eden_core.errors import EdenError, Malformed
from eden_core.sync import links
from eden_core.sync.greeting import Greeting
from eden_core.sync.wire import Assembly, Head, Hello, Welcome, frames_of, message_from, message_of

if TYPE_CHECKING:
    from .meeting import Meeting

__all__ = ["Gallery"]

MOST = 8                      # spectators at a time


class Gallery:
    """Those who watch."""

    def __init__(self, meeting: Meeting) -> None:
        self._meeting = meeting
        self._channels: list[Any] = []
        self._room: Any = None
        self.link = ""

    @property
    def count(self) -> int:
        """How many watch."""
        return len(self._channels)

    async def open(self) -> str:
        """Lets spectators in: the address to give them. Raises `Malformed` where another tab plays the match."""
        meeting, peer = self._meeting, self._meeting.peer
        meeting.must_be_held()
        assert peer.own is not None
        secret = sha256(b"eden/watch/1" + peer.own.secret).digest()[:16]
        if self._room is None:
            from .meeting import room_of
            peer.is_watched = True
            room, password = room_of(secret, "watch")
            self._room = await meeting.ports.join_room(room, password, lambda channel, name: self._enter(channel, secret),
                                                       lambda word: None, meeting.relays or None)
        self.link = f"{meeting.home}#{links.link_of(links.WATCH, encode((secret, peer.invite.data(), *((meeting.relays,) if meeting.relays else ()))))}"
        return self.link

    def _enter(self, channel: Any, secret: bytes) -> None:
        if len(self._channels) >= MOST:
            channel.close()
            return
        peer = self._meeting.peer
        greeting, assembly = Greeting(peer.invite, peer.player, peer.key, secret), Assembly()
        mine, theirs = channel.fingerprints() or ("", "")
        greeting.at(mine.encode(), theirs.encode())
        channel.on_close = lambda reason: self._leave(channel)
        self._meeting.ports.start(self._greet(channel, greeting, assembly))

    async def _greet(self, channel: Any, greeting: Greeting, assembly: Assembly) -> None:
        """The host greets first; only then is listened to what came meanwhile."""
        signature = await self._meeting.ports.keys.sign(self._meeting.key, greeting.statement())
        _send(channel, message_of(greeting.hello(signature)))
        channel.on_message = lambda frame: self._frame(channel, greeting, assembly, frame)

    def _frame(self, channel: Any, greeting: Greeting, assembly: Assembly, frame: bytes) -> None:
        """A spectator says who it is, and where it is; nothing else is listened to."""
        peer = self._meeting.peer
        try:
            data = assembly.take(frame)
            message = message_from(data) if data is not None else None
            if isinstance(message, Hello):
                if message.role:
                    raise Malformed("another_seat", where="hello")
                greeting.check(message, None)
                if channel in self._channels:
                    return
                self._channels.append(channel)
                if peer.reply is not None and peer.ledger is not None:
                    _send(channel, message_of(Welcome(peer.invite.data(), peer.reply.data(peer.invite.setup.ruleset.edition))))
                    _send(channel, message_of(peer.batch(0)))
                self._meeting.changed()
            elif isinstance(message, Head) and channel in self._channels and peer.ledger is not None:
                _send(channel, message_of(peer.batch(min(message.seq, peer.ledger.seq))))
        except EdenError:
            channel.close()

    def _leave(self, channel: Any) -> None:
        if channel in self._channels:
            self._channels.remove(channel)
            self._meeting.changed()

    def tell(self, data: bytes) -> None:
        """What both signed goes to all who watch."""
        for channel in list(self._channels):
            _send(channel, data)

    def close(self) -> None:
        """Sends all away."""
        for channel in list(self._channels):
            channel.close()
        if self._room is not None:
            room, self._room = self._room, None
            self._meeting.ports.start(room.leave())


def _send(channel: Any, data: bytes) -> None:
    for frame in frames_of(data):
        channel.send(frame)
