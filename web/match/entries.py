"""Entries of a match of this device as bytes: who answered what, as it was answered, or the dice.

Records and peers write an answer as the question bounds it, a way only where it is not the obvious one
(`packing.py`): short, but found again by search. Here nothing needs to be short, and going on must be quick.
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
    """An answer as numbers, texts, bytes and sequences of them."""
    return (KINDS.index(type(given)), *given)


def answer_of(data: Any) -> Answer:
    """The same answer again. What it holds is judged by whoever gives it to a match. Raises `Malformed` for no
    answer at all.
    """
    if not isinstance(data, tuple) or not data or type(data[0]) is not int or not 0 <= data[0] < len(KINDS):
        raise Malformed("not_an_answer")
    kind = KINDS[data[0]]
    if len(data) - 1 != len(kind._fields):
        raise Malformed("not_an_answer")
    given: Answer = kind(*data[1:])
    return given


def dice_of(faces: tuple[int, ...]) -> bytes:
    """An entry of dice."""
    return encode((DICE, faces))


def answered(player: int, given: Answer) -> bytes:
    """An entry of an answer."""
    return encode((ANSWER, player, plain(given)))


def entry_of(raw: bytes) -> tuple[int, Answer | tuple[int, ...]]:
    """An entry again: the player and the answer, or 0 and the dice. Raises `Malformed`."""
    entry = decode(raw)
    if isinstance(entry, tuple) and len(entry) == 2 and entry[0] == DICE and isinstance(entry[1], tuple):
        return 0, entry[1]
    if isinstance(entry, tuple) and len(entry) == 3 and entry[0] == ANSWER and entry[1] in (1, 2):
        return entry[1], answer_of(entry[2])
    raise Malformed("not_an_answer")
