"""Letters: a link with all that the other lacks, signed, since the last head they are known to hold.

protocol.md, "Modes".
"""

from __future__ import annotations

from typing import Any

from eden_core.engine.cbor import decode, encode
from eden_core.errors import Malformed
from eden_core.sync import links
from eden_core.sync.peer.peer import Peer
from eden_core.sync.wire import BY_LETTER, Join, Resigned, message_from, message_of
from web.peer.meeting.line import Line

__all__ = ["Letters", "addressee"]

MOST = 4  # messages in a letter


class Letters:
    """The letters of one match, named `name` in the store: the one to send, and those that come."""

    def __init__(self, line: Line, peer: Peer, name: str) -> None:
        self._line, self._peer, self._name = line, peer, name
        self._ready: tuple[Any, str] = (), ""  # the letter that is ready, and what it was made of

    @property
    def is_due(self) -> bool:
        """True if something is to be sent by letter: the other lacks it, and it is their turn."""
        peer, ledger = self._peer, self._peer.ledger
        if ledger is None or self._line.has_channel:
            return False
        if peer.player == 2 and not peer.is_agreed:
            return True
        due = ledger.due()
        return (ledger.seq > peer.peer_seq or bool(peer.resigning) or not peer.peer_seq) and (
            due is None or due.writer != peer.player
        )

    @property
    def address(self) -> str:
        """The address of the letter to send; "" where none is due, or while it is being signed."""
        if not self.is_due:
            return ""
        peer = self._peer
        made_of = (
            peer.ledger.seq if peer.ledger else 0,
            peer.peer_seq,
            len(peer.signatures),
            peer.resigning,
            peer.asking,
        )
        if self._ready[0] != made_of or not self._ready[1]:
            self._ready = made_of, self._written()
        return self._ready[1]

    def _written(self) -> str:
        peer, messages = self._peer, []
        assert peer.ledger is not None
        if peer.player == 2 and not peer.is_agreed:
            if 2 not in peer.signatures:
                return ""
            assert peer.reply is not None
            reply = peer.reply.data(peer.invite.setup.ruleset.edition)
            messages.append(message_of(Join(reply, peer.signatures[2].bytes)))
        else:
            messages.append(message_of(peer.batch(peer.peer_seq)))
            if peer.asking is not None and peer.asking.seq == peer.ledger.seq:
                messages.append(message_of(peer.asking))
        if peer.resigning:
            messages.append(message_of(Resigned(peer.resigning)))
        return self._line.address(links.LETTER, encode((bytes.fromhex(self._name), tuple(messages))))

    async def take(self, data: bytes) -> None:
        """Take in a letter from the other. Raises `EdenError` when it is refused; then nothing has changed."""
        name, messages = _opened(data)
        if name.hex() != self._name:
            raise Malformed("letter_of_another_match", where="letter")
        line = self._line
        line.must_be_held()
        if not all(isinstance(message_from(message), BY_LETTER) for message in messages):
            raise Malformed("not_expected", where="letter")
        await line.deliver(messages)
        if line.way != "letter" and line.word != "connected":
            line.go_by_letter()  # the other has: what is answered must be sent the same way


def addressee(data: bytes) -> str:
    """Return the name in the store of the match that a letter belongs to. Raises `Malformed`."""
    return _opened(data)[0].hex()


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
