"""The entries of a match of this device as bytes: a player's answer with all its values, or dice.

Records and peers write an answer within the bounds of its question, and a path only where it is not the obvious one
(`packing.py`): that is short, but reading it takes a search. Here entries need not be short, but must be read quickly.
"""

from __future__ import annotations

from typing import Any, get_args

from eden_core.engine.cbor import decode, encode
from eden_core.engine.messages import Answer
from eden_core.errors import Malformed

__all__ = ["answer_of", "answered", "dice_of", "entry_of", "plain"]

DICE, ANSWER = 0, 1
KINDS = get_args(Answer)


def plain(given: Answer) -> tuple[Any, ...]:
    """Return an answer as numbers, texts, bytes and sequences of them."""
    return (KINDS.index(type(given)), *given)


def answer_of(data: Any) -> Answer:
    """Return the answer that `plain` turned into data. Raises `Malformed` if the data is no answer.

    The values are not checked here: the match checks them when it is given the answer.
    """
    if not isinstance(data, tuple) or not data or type(data[0]) is not int or not 0 <= data[0] < len(KINDS):
        raise Malformed("not_an_answer")
    kind = KINDS[data[0]]
    if len(data) - 1 != len(kind._fields):
        raise Malformed("not_an_answer")
    given: Answer = kind(*data[1:])
    return given


def dice_of(faces: tuple[int, ...]) -> bytes:
    """Return an entry for dice."""
    return encode((DICE, faces))


def answered(player: int, given: Answer) -> bytes:
    """Return an entry for an answer."""
    return encode((ANSWER, player, plain(given)))


def entry_of(raw: bytes) -> tuple[int, Answer | tuple[int, ...]]:
    """Decode an entry: return the player and the answer, or 0 and the dice. Raises `Malformed`."""
    entry = decode(raw)
    if isinstance(entry, tuple) and len(entry) == 2 and entry[0] == DICE and isinstance(entry[1], tuple):
        return 0, entry[1]
    if isinstance(entry, tuple) and len(entry) == 3 and entry[0] == ANSWER and entry[1] in (1, 2):
        return entry[1], answer_of(entry[2])
    raise Malformed("not_an_answer")
