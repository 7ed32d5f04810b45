"""The entries of the chain: their kinds and bodies, and the statements that the signatures of entries cover."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from eden_core.engine.cbor import encode
from eden_core.errors import Malformed

__all__ = [
    "ANSWER",
    "DRAWN",
    "ORDER",
    "RENEW",
    "RESIGN",
    "REVEAL",
    "SECRET",
    "TAPE",
    "UNDO",
    "Claim",
    "Due",
    "Entry",
    "Order",
    "Reveal",
    "byte_strings",
    "check_all_used",
    "head_statement",
    "request_statement",
    "resignation_statement",
    "reveals_from",
]

ANSWER, REVEAL, SECRET, RENEW, ORDER, TAPE, UNDO, DRAWN, RESIGN = range(9)


Reveal = Callable[[int], bytes]


class Entry(NamedTuple):
    """One slot of the chain: its writer, its kind, and a body whose form depends on the kind."""

    writer: int
    kind: int
    body: Any


class Due(NamedTuple):
    """The writer of the next slot, and what is due there.

    An "answer" to the pending decision, a "reveal" for the pending roll, or the match "secret".
    """

    writer: int
    what: str


class Order(NamedTuple):
    """A standing order for one round: pass every interrupt, and let these fighters stay passive when attacked."""

    round: int = -1
    interrupt: int = 0
    fighters: tuple[str, ...] = ()


class Claim(NamedTuple):
    """A signature inside an entry, still to be verified."""

    player: int
    statement: bytes
    signature: bytes


def head_statement(genesis_id: bytes, seq: int, head: bytes, state: bytes) -> bytes:
    """Return the statement signed with a batch: the chain up to its head, and the state there."""
    return b"eden/head/1" + encode((genesis_id, seq, head, state))


def request_statement(genesis_id: bytes, what: str, player: int, seq: int, head: bytes, to: int = 0) -> bytes:
    """Return the statement signed with a request or a consent; it names one head, so it is void once play goes on."""
    return b"eden/request/1" + encode((genesis_id, what, player, seq, head, to))


def resignation_statement(genesis_id: bytes, player: int) -> bytes:
    """Return the statement signed with a resignation; it names only the match, so it holds at any head."""
    return b"eden/resign/1" + encode((genesis_id, player))


def byte_strings(values: Any, most: int) -> list[bytes]:
    """Return an entry's byte strings of 32 or 64 bytes. Raises `Malformed` for anything else, or more than `most`."""
    if (
        not isinstance(values, tuple)
        or len(values) > most
        or not all(type(each) is bytes and len(each) in (32, 64) for each in values)
    ):
        raise Malformed("not_bytes")
    return list(values)


def reveals_from(queue: list[bytes]) -> Reveal:
    """Return a function that gives the reveals of an entry, one after the other."""

    def next_one(k: int) -> bytes:
        if not queue:
            raise Malformed("reveal_is_missing", "ROLL-1", index=k)
        return queue.pop(0)

    return next_one


def check_all_used(queue: list[bytes]) -> None:
    """Raise `Malformed` where an entry holds more reveals than were needed."""
    if queue:
        raise Malformed("reveal_too_many", "ROLL-1")
