"""The odds of rolls, attacks, shots and explosions in whole numbers (ROLL, MEL, SHT).

A `Chance` is exact. The machine's estimates are rounded down, in shares out of `WHOLE`: the same on every machine, so
that a seed gives the same play. A *table* says what each number of wounds to each limb is worth, in the caller's own
units; this module only adds the probabilities.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from eden_core.engine.messages import dice_left
from eden_core.rules.actions.melee import shifts

__all__ = [
    "WHOLE",
    "Chance",
    "Table",
    "best_shifts",
    "chance_of",
    "expected",
    "melee",
    "no_success",
    "opposed",
    "shares",
    "shot",
    "shot_table",
    "spread",
    "weakened",
]

WHOLE = 1 << 16
MOST = 12  # successes looked at: more than anybody's dice give
Table = tuple[tuple[int, ...], ...]  # by limb, by wounds from 0 on; the last stands for all above


class Chance(NamedTuple):
    """An exact chance: `ways` out of `all` that are equally likely."""

    ways: int = 0
    all: int = 1

    def fails(self) -> Chance:
        """Return the chance that it does not happen."""
        return Chance(self.all - self.ways, self.all)

    def along_with(self, other: Chance) -> Chance:
        """Return the chance that both of two independent events happen."""
        return Chance(self.ways * other.ways, self.all * other.all)

    def times_over(self, times: int) -> Chance:
        """Return the chance that it happens so many times in a row."""
        return Chance(self.ways**times, self.all**times)


@lru_cache(maxsize=512)
def spread(dice: int, difficulty: int) -> tuple[int, ...]:
    """Count the throws with 0, 1, 2 … successes of a characteristic roll (ROLL-1 to ROLL-3).

    Their sum is the number of all throws, 6 to the power of the dice left by ROLL-2; a roll without dice has one, with
    no success.
    """
    dice, difficulty = dice_left(dice, difficulty)
    dice, good = max(0, dice), min(6, 7 - max(1, difficulty))
    return tuple(comb(dice, count) * good**count * (6 - good) ** (dice - count) for count in range(dice + 1))


def no_success(dice: int, difficulty: int) -> Chance:
    """Return the chance of a characteristic roll without any success."""
    ways = spread(dice, difficulty)
    return Chance(ways[0], sum(ways))


@lru_cache(maxsize=512)
def shares(dice: int, difficulty: int) -> tuple[int, ...]:
    """Return the shares of 0, 1, 2 … successes of a characteristic roll, of `MOST` dice at most."""
    dice, difficulty = dice_left(dice, difficulty)
    ways = spread(min(dice, MOST), difficulty)
    every = sum(ways)
    return tuple(WHOLE * count // every for count in ways)


def chance_of(dice: int, difficulty: int) -> int:
    """Return the share of rolls with one success or more."""
    return WHOLE - shares(dice, difficulty)[0]


@lru_cache(maxsize=512)
def opposed(mine: int, theirs: int) -> int:
    """Return the share of opposition rolls that the first player wins (ROLL-4)."""
    won = equal = 0
    for one in range(1, 7):
        for other in range(1, 7):
            if one + mine == other + theirs:
                equal += 1
            won += one + mine > other + theirs
    if mine == theirs:  # rolled again while equal
        return WHOLE * won // (36 - equal)
    return WHOLE * (won + (equal if mine > theirs else 0)) // 36


def _at(row: Sequence[int], wounds: int) -> int:
    return row[wounds] if wounds < len(row) else row[-1]


def best_shifts(table: Table, faces: Sequence[int], hits: int, keeps: int) -> int:
    """Return the value of a number of successes with the best shift of each location (ROLL-6).

    It is summed over the die's six faces. `table` is indexed by the successes left, `keeps` of which may not be spent;
    `faces` are the limbs that the faces hit.
    """
    total = 0
    for face in range(1, 7):
        best = 0
        for by in shifts(face, hits - keeps):
            best = max(best, _at(table[faces[face + by - 1]], hits - abs(by)))
        total += best
    return total


def expected(chances: Sequence[int], taken: Sequence[int]) -> int:
    """Return the sum of the values of 0, 1, 2 … successes or wounds, weighted by the chances.

    The last value stands for all higher numbers.
    """
    return sum(part * _at(taken, count) for count, part in enumerate(chances))


@lru_cache(maxsize=4096)
def _by_hits(table: Table, faces: tuple[int, ...], keeps: int) -> tuple[int, ...]:
    """Return the average value of 0, 1, 2 … successes against the limb that the location die hits."""
    return (0, *(best_shifts(table, faces, hits, keeps) // 6 for hits in range(1, MOST + 1)))


@lru_cache(maxsize=4096)
def melee(dice: int, difficulty: int, table: Table, faces: tuple[int, ...]) -> int:
    """Return the value of an attack on a passive target in contact (MEL-2).

    `faces` are the limbs that the six faces hit.
    """
    return expected(shares(dice, difficulty), _by_hits(table, faces, 1)) // WHOLE


@lru_cache(maxsize=4096)
def weakened(table: Table, dice: int, difficulty: int) -> Table:
    """Return the table behind a dodge, whose successes each cancel one wound (MEL-4)."""
    chances = shares(dice, difficulty)
    return tuple(
        tuple(
            sum(share * _at(row, max(0, wounds - dodged)) for dodged, share in enumerate(chances)) // WHOLE
            for wounds in range(MOST + 1)
        )
        for row in table
    )


@lru_cache(maxsize=4096)
def shot_table(table: Table, strength: int, vigour: int) -> Table:
    """Return the value of 0, 1, 2 … successes left after the shift, by limb, over the strength roll (SHT-5)."""
    rolls = [shares(strength + left, vigour) for left in range(MOST + 1)]
    return tuple(tuple(expected(roll, row) // WHOLE for roll in rolls) for row in table)


@lru_cache(maxsize=4096)
def shot(
    dice: int, difficulty: int, strength: int, vigour: int, table: Table, faces: tuple[int, ...], keeps: int
) -> int:
    """Return the value of a shot (SHT-2 to SHT-5); `keeps` successes may not be spent on the location."""
    return expected(shares(dice, difficulty), _by_hits(shot_table(table, strength, vigour), faces, keeps)) // WHOLE
