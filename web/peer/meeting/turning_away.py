"""A third person at a match whose two seats are taken: told so, and sent away.

The player whose seat it is may come again, from another tab or after a loss.
"""

from __future__ import annotations

from eden_core.errors import EdenError
from eden_core.sync.peer.channel_auth import Greeting
from eden_core.sync.peer.peer import Peer
from eden_core.sync.wire import Assembly, Hello, Refuse, message_from, message_of
from web.peer.meeting.line import send
from web.ports.protocol import Channel, Ports

__all__ = ["SeatGuard"]

MOST = 4  # who are heard at a time
PATIENCE = 8.0  # seconds until they have said who they are
ASIDE = 0.5  # seconds until what was said has left


class SeatGuard:
    """Rejects a peer who connects to a host after both seats are taken."""

    def __init__(self, peer: Peer, ports: Ports) -> None:
        self._peer, self._ports = peer, ports
        self._heard: list[Channel] = []

    def reject(self, channel: Channel) -> None:
        """Hear who it is, say why they can't come in, and close the channel."""
        peer, ends = self._peer, channel.fingerprints() or ("", "")
        if peer.player != 1 or peer.ledger is None or len(self._heard) >= MOST:
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
                self._ports.start(self._close(channel, ASIDE))

        self._heard.append(channel)
        channel.on_close = lambda reason: self._heard.remove(channel) if channel in self._heard else None
        channel.on_message = heard
        self._ports.start(self._close(channel, PATIENCE))

    async def _close(self, channel: Channel, seconds: float) -> None:
        await self._ports.wait(seconds)
        channel.close()
