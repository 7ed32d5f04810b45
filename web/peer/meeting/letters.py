"""Letters: what the other lacks since the last head they are known to hold, signed, as a link (protocol.md,
"Modes").
"""

from __future__ import annotations

from typing import Any

from eden_core.engine.cbor import decode, encode
from eden_core.errors import Malformed
from eden_core.sync import links
from eden_core.sync.wire import BY_LETTER, Join, Resigned, message_from, message_of
from web.peer.meeting.meeting import Meeting

__all__ = ["addressee", "letter", "take_letter"]

MOST = 4  # messages in a letter


def letter(meeting: Meeting) -> str:
    """The letter's address; "" while it is being signed."""
    peer, messages = meeting.peer, []
    assert peer.ledger is not None
    if peer.player == 2 and not peer.is_agreed:
        if 2 not in peer.signatures:
            return ""
        assert peer.reply is not None
        messages.append(message_of(Join(peer.reply.data(peer.invite.setup.ruleset.edition), peer.signatures[2].bytes)))
    else:
        messages.append(message_of(peer.batch(peer.peer_seq)))
        if peer.asking is not None and peer.asking.seq == peer.ledger.seq:
            messages.append(message_of(peer.asking))
    if peer.resigning:
        messages.append(message_of(Resigned(peer.resigning)))
    return meeting.address(links.LETTER, encode((bytes.fromhex(meeting.name), tuple(messages))))


def addressee(data: bytes) -> str:
    """Which match a letter belongs to, by its name in the store. Raises `Malformed`."""
    return _opened(data)[0].hex()


async def take_letter(meeting: Meeting, data: bytes) -> None:
    """A letter from the other. Raises `EdenError` when it is refused; then nothing has changed."""
    name, messages = _opened(data)
    if name.hex() != meeting.name:
        raise Malformed("letter_of_another_match", where="letter")
    meeting.must_be_held()
    meeting.error = None
    if not all(isinstance(message_from(message), BY_LETTER) for message in messages):
        raise Malformed("not_expected", where="letter")
    for message in messages:
        meeting.peer.received(message)
        await meeting.pump()
        if meeting.error is not None:
            raise meeting.error
    if meeting.way != "letter" and meeting.word != "connected":
        meeting.go_by_letter()  # the other has: what is answered must be sent the same way


def _opened(data: bytes) -> tuple[bytes, tuple[bytes, ...]]:
    parts: Any = decode(data)
    if not isinstance(parts, tuple) or len(parts) != 2:
        raise Malformed("link_is_damaged", where="letter")
    name, messages = parts
    if (
        type(name) is not bytes
        or len(name) != 16
        or not isinstance(messages, tuple)
        or len(messages) > MOST
        or not all(type(message) is bytes for message in messages)
    ):
        raise Malformed("link_is_damaged", where="letter")
    return name, messages
