"""Places spread evenly over the field, to be examined in turn: the same match gives the same places."""

from __future__ import annotations

from eden_core.engine.messages import Point

__all__ = ["spread_place", "spread_share"]


def spread_place(number: int, field: Point) -> Point:
    """Return the place of a number in the sequence, in whole centimetres; `field` is the width and height in units.

    The places form the Halton sequence: any number of the first ones lie well apart.
    """
    return _in_whole_cm(number, 2, field[0]), _in_whole_cm(number, 3, field[1])


def _in_whole_cm(number: int, base: int, length: int) -> int:
    return spread_share(number, base, length) // 100 * 100


def spread_share(number: int, base: int, length: int) -> int:
    """Return the share of a length with a number in a well spread sequence: the van der Corput sequence in a base."""
    value, part = 0, length
    while number:
        number, digit = divmod(number, base)
        part //= base
        value += digit * part
    return value
