"""Whoever comes while the other player is here: told that the seat is taken; the player whose seat it is comes
again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eden_core.errors import EdenError
from eden_core.sync.peer.channel_auth import Greeting
from eden_core.sync.wire import Assembly, Hello, Refuse, message_from, message_of
from web.peer.meeting.spectators import send

if TYPE_CHECKING:
    from web.peer.meeting.meeting import Meeting

__all__ = ["Door"]

MOST = 4  # who stand there at a time
PATIENCE = 8.0  # seconds until they have said who they are
ASIDE = 0.5  # seconds until what was said has left


class Door:
    """The host's."""

    def __init__(self, meeting: Meeting) -> None:
        self._meeting = meeting
        self._there: list[Any] = []

    def turn_away(self, channel: Any) -> None:
        """Hears who it is, says why they can't come in, and closes."""
        peer, ends = self._meeting.peer, channel.fingerprints() or ("", "")
        if peer.player != 1 or peer.ledger is None or len(self._there) >= MOST:
            channel.close()
            return
        key, greeting, assembly = (
            peer.ledger.genesis.key(2),
            Greeting(peer.invite, 1, peer.key, peer.greeting.link_secret),
            Assembly(),
        )
        greeting.at(*(end.encode() for end in ends))

        def heard(frame: bytes) -> None:
            try:
                data = assembly.take(frame)
                message = message_from(data) if data is not None else None
                if isinstance(message, Hello):
                    greeting.check(message, key)
                    channel.close()
            except EdenError as error:
                send(channel, message_of(Refuse(error.code[:200], error.where[:200], error.rule[:200])))
                self._meeting.ports.start(self._close(channel, ASIDE))

        self._there.append(channel)
        channel.on_close = lambda reason: self._there.remove(channel) if channel in self._there else None
        channel.on_message = heard
        self._meeting.ports.start(self._close(channel, PATIENCE))

    async def _close(self, channel: Any, seconds: float) -> None:
        await self._meeting.ports.wait(seconds)
        channel.close()
