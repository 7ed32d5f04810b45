"""The way to the other side by hand: an offer and an answer, which the two carry themselves (protocol.md, "Modes")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eden_core.engine.cbor import encode
from eden_core.errors import Malformed
from eden_core.sync import links
from web.peer.meeting.link_data import answer_parts, invite_parts, name_of, sdp_of

if TYPE_CHECKING:
    from web.peer.meeting.meeting import Meeting

__all__ = ["ByHand"]


class ByHand:
    """What one side sends and takes in until the channel opens. Each raises `Malformed` where another tab plays the
    match.
    """

    def __init__(self, meeting: Meeting) -> None:
        self.meeting = meeting
        self.to_send = ""  # the offer or the answer, as an address
        self._offer: Any = None
        self._awaited: Any = None  # the channel that is to open

    async def make_offer(self) -> None:
        """The offer to send, with the invitation."""
        meeting = self.meeting
        meeting.must_be_held()
        meeting.hang_up()
        self._offer = await meeting.ports.make_offer()
        if meeting.is_left:
            self._offer.channel.close()
            return
        data = (meeting.peer.greeting.link_secret, meeting.peer.invite.data(), self._offer.sdp)
        self._sends(links.OFFER, data, self._offer.channel)

    async def take_offer(self, sdp: str) -> None:
        """The answer to an offer, to send back."""
        meeting = self.meeting
        meeting.must_be_held()
        meeting.hang_up()
        answer, channel = await meeting.ports.take_offer(sdp)
        if meeting.is_left:
            channel.close()
            return
        self._sends(links.ANSWER, (meeting.name, answer), channel)

    async def take_offer_of(self, data: bytes) -> None:
        """After a loss: the other's new offer to this match."""
        _, invite, more = invite_parts(data)
        if name_of(invite) != self.meeting.name:
            raise Malformed("answer_to_another_offer", where="offer")
        await self.take_offer(sdp_of(more))

    async def take_answer(self, data: bytes) -> None:
        """The other's answer; the channel opens."""
        name, sdp = answer_parts(data)
        if name != self.meeting.name or self._offer is None:
            raise Malformed("answer_to_another_offer", where="answer")
        self.meeting.turned("connecting")
        await self._offer.take_answer(sdp)

    def drop(self) -> None:
        """The channel that was to open is not waited for any more."""
        channel, self._awaited = self._awaited, None
        if channel is not None:
            channel.close()

    def _sends(self, kind: str, data: tuple[Any, ...], channel: Any) -> None:
        def failed(reason: str) -> None:
            if channel is self._awaited:
                self.meeting.turned("failed")

        def opened() -> None:
            self.to_send, self._awaited = "", None
            self.meeting.take_channel(channel)

        self.to_send = self.meeting.address(kind, encode(data))
        self.meeting.hang_up()  # of two that were made at once the later counts
        self._awaited = channel
        channel.on_close = failed
        channel.on_open = opened
        self.meeting.turned("none")
