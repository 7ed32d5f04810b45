"""Messages between peers and the frames that carry them: strict CBOR with every size limited and every shape checked.

A message is `(kind, …)`. A frame is one byte (1: more follows, 0: the last) and up to 15,999 bytes of a message.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Union

from eden_core.engine.cbor import decode, encode
from eden_core.errors import Malformed

__all__ = [
    "BY_LETTER",
    "FRAME",
    "MOST_BYTES",
    "Ask",
    "Assembly",
    "Batch",
    "Consent",
    "Decline",
    "Head",
    "Hello",
    "Join",
    "Message",
    "Ping",
    "Pong",
    "Refuse",
    "Resigned",
    "Signed",
    "Welcome",
    "frames_of",
    "message_from",
    "message_of",
]

FRAME = 16_000  # bytes: what every browser's data channel takes at once
MOST_BYTES = 1 << 18  # of a message
MOST_ITEMS = 1 << 14  # entries in a batch
MOST_TEXT = 200


class Hello(NamedTuple):
    """The sender's identity, signed over both ends' fingerprints, so that nobody can be in between."""

    version: int
    rules: bytes
    role: int  # 1 host, 2 guest, 0 spectator
    key: bytes
    signature: bytes
    proof: bytes  # that the link was known


class Signed(NamedTuple):
    """A player's latest signature: over the head at slot `seq` and the state there (8 bytes of its hash)."""

    player: int
    seq: int
    state: bytes
    signature: bytes


class Join(NamedTuple):
    """The guest's half, and the guest's signature of the genesis."""

    reply: bytes
    signature: bytes


class Welcome(NamedTuple):
    """For a spectator: both halves of the genesis."""

    invite: bytes
    reply: bytes


class Head(NamedTuple):
    """The head of the sender's chain: number and id of the last slot."""

    seq: int
    id: bytes


class Batch(NamedTuple):
    """Entries after slot `base`, whose id begins with `prev`, and the signatures that cover them."""

    base: int
    prev: bytes
    entries: tuple[tuple[int, Any], ...]  # (kind, body): the core says who the writer is
    signed: tuple[Signed, ...]


class Ask(NamedTuple):
    """A signed request at a head: "undo" back to slot `to`, or "draw"."""

    what: str
    seq: int
    to: int
    signature: bytes


class Consent(NamedTuple):
    """The signed consent to a request, for its sender to write into one of their own slots."""

    what: str
    seq: int
    to: int
    signature: bytes


class Decline(NamedTuple):
    """The refusal of a request."""

    what: str
    seq: int


class Resigned(NamedTuple):
    """A signed resignation, valid outside the chain."""

    signature: bytes


class Ping(NamedTuple):
    """A request for a `Pong` of the same number."""

    number: int


class Pong(NamedTuple):
    """The answer to a `Ping`."""

    number: int


class Refuse(NamedTuple):
    """The reason of a refusal: an error's code, its place and its rule."""

    code: str
    where: str
    rule: str


Message = Union[Hello, Join, Welcome, Head, Batch, Ask, Consent, Decline, Resigned, Ping, Pong, Refuse]
BY_LETTER = Join, Batch, Ask, Resigned  # messages with a signature of their own, which need no authenticated channel
KINDS: tuple[type, ...] = (Hello, Join, Welcome, Head, Batch, Ask, Consent, Decline, Resigned, Ping, Pong, Refuse)


def message_of(message: Message) -> bytes:
    """Return a message's bytes."""
    return encode((KINDS.index(type(message)), *message))


def message_from(data: bytes) -> Message:
    """Return the message in some bytes. Raises `Malformed` for anything else."""
    if len(data) > MOST_BYTES:
        raise Malformed("too_large", where="message", bytes=len(data), limit=MOST_BYTES)
    parts = decode(data)
    if not isinstance(parts, tuple) or not parts or type(parts[0]) is not int or not 0 <= parts[0] < len(KINDS):
        raise Malformed("not_a_message", where="message")
    cls = KINDS[parts[0]]
    values = parts[1:]
    checks = _CHECKS[cls]
    if len(values) != len(checks):
        raise Malformed("not_a_message", where=cls.__name__.lower())
    for name, check, value in zip(cls._fields, checks, values):  # type: ignore[attr-defined]
        if not check(value):
            raise Malformed("not_a_message", where=f"{cls.__name__.lower()}.{name}")
    if cls is Batch:
        base, prev, entries, signed = values
        return Batch(base, prev, entries, tuple(Signed(*each) for each in signed))
    made: Message = cls(*values)
    return made


def _number(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << 32


def _bytes(*sizes: int) -> Any:
    return lambda value: type(value) is bytes and len(value) in sizes


def _any_bytes(value: object) -> bool:
    return type(value) is bytes


def _text(value: object) -> bool:
    return type(value) is str and len(value) <= MOST_TEXT and value.isprintable()


def _what(value: object) -> bool:
    return value in ("undo", "draw")


def _entries(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) <= MOST_ITEMS
        and all(isinstance(each, tuple) and len(each) == 2 and _number(each[0]) for each in value)
    )


def _signed(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) <= 2
        and all(
            isinstance(each, tuple)
            and len(each) == 4
            and each[0] in (1, 2)
            and type(each[0]) is int
            and _number(each[1])
            and _bytes(8)(each[2])
            and _bytes(64)(each[3])
            for each in value
        )
    )


_CHECKS: dict[type, tuple[Any, ...]] = {
    Hello: (
        _number,
        _bytes(32),
        lambda value: value in (0, 1, 2) and type(value) is int,
        _bytes(0, 32),
        _bytes(0, 64),
        _bytes(0, 32),
    ),
    Join: (_any_bytes, _bytes(64)),
    Welcome: (_any_bytes, _any_bytes),
    Head: (_number, _bytes(32)),
    Batch: (_number, _bytes(8), _entries, _signed),
    Ask: (_what, _number, _number, _bytes(64)),
    Consent: (_what, _number, _number, _bytes(64)),
    Decline: (_what, _number),
    Resigned: (_bytes(64),),
    Ping: (_number,),
    Pong: (_number,),
    Refuse: (_text, _text, _text),
}


# --- frames ---


def frames_of(message: bytes) -> list[bytes]:
    """Return a message cut into frames."""
    size = FRAME - 1
    parts = [message[at : at + size] for at in range(0, len(message), size)] or [b""]
    return [bytes((number < len(parts) - 1,)) + part for number, part in enumerate(parts)]


class Assembly:
    """The frames received of a message that is not complete yet."""

    def __init__(self) -> None:
        self._parts = bytearray()

    def take(self, frame: bytes) -> bytes | None:
        """Return a whole message, or None until its last frame.

        Raises `Malformed`, and then drops the unfinished message.
        """
        if not 0 < len(frame) <= FRAME or frame[0] > 1 or len(self._parts) + len(frame) - 1 > MOST_BYTES:
            self._parts.clear()
            raise Malformed("not_a_frame", where="frame", bytes=len(frame))
        self._parts += frame[1:]
        if frame[0]:
            return None
        whole = bytes(self._parts)
        self._parts.clear()
        return whole
