"""A connection by hand: an offer and an answer, which the two players carry themselves (protocol.md, "Modes")."""

from __future__ import annotations

from typing import Any

from eden_core.engine.cbor import encode
from eden_core.errors import Malformed
from eden_core.sync import links
from eden_core.sync.peer.peer import Peer
from web.peer.meeting.line import Line
from web.peer.meeting.link_data import answer_parts, invite_parts, name_of, sdp_of
from web.ports.protocol import HandChannel, Offer, Ports

__all__ = ["ByHand"]


class ByHand:
    """The offers and answers of one side until the channel opens.

    Each method but `drop` raises `Malformed` where another tab plays the match.
    """

    def __init__(self, line: Line, peer: Peer, ports: Ports, name: str) -> None:
        self._line, self._peer, self._ports, self._name = line, peer, ports, name
        self.to_send = ""  # the offer or the answer, as an address
        self._offer: Offer | None = None
        self._awaited: HandChannel | None = None  # the channel that is to open

    async def make_offer(self) -> None:
        """Make the offer to send, with the invitation."""
        self._line.must_be_held()
        self._line.hang_up()
        offer = self._offer = await self._ports.make_offer()
        if self._line.is_left:
            offer.channel.close()
            return
        data = (self._peer.greeting.link_secret, self._peer.invite.data(), offer.sdp)
        self._sends(links.OFFER, data, offer.channel)

    async def take_offer(self, sdp: str) -> None:
        """Take the other's offer, and make the answer to send back."""
        self._line.must_be_held()
        self._line.hang_up()
        answer, channel = await self._ports.take_offer(sdp)
        if self._line.is_left:
            channel.close()
            return
        self._sends(links.ANSWER, (self._name, answer), channel)

    async def take_offer_of(self, data: bytes) -> None:
        """Take, after a loss, the other's new offer to this match."""
        _, invite, more = invite_parts(data)
        if name_of(invite) != self._name:
            raise Malformed("answer_to_another_offer", where="offer")
        await self.take_offer(sdp_of(more))

    async def take_answer(self, data: bytes) -> None:
        """Take the other's answer; the channel opens."""
        name, sdp = answer_parts(data)
        if name != self._name or self._offer is None:
            raise Malformed("answer_to_another_offer", where="answer")
        self._line.turned("connecting")
        await self._offer.take_answer(sdp)

    def drop(self) -> None:
        """Close the channel that was to open, if any."""
        channel, self._awaited = self._awaited, None
        if channel is not None:
            channel.close()

    def _sends(self, kind: str, data: tuple[Any, ...], channel: HandChannel) -> None:
        def failed(reason: str) -> None:
            if channel is self._awaited:
                self._line.turned("failed")

        def opened() -> None:
            self.to_send, self._awaited = "", None
            self._line.take_channel(channel)

        self.to_send = self._line.address(kind, encode(data))
        self._line.hang_up()  # of two that were made at once the later counts
        self._awaited = channel
        channel.on_close = failed
        channel.on_open = opened
        self._line.turned("none")
