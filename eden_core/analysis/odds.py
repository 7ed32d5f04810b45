"""Exact odds in whole numbers: what a roll, an attack, a shot or an explosion may be expected to take (ROLL, MEL,
SHT).

A *table* says what each number of wounds to each limb would take from its owner, in the player's own units
(`worth.py` makes them); here stands only what chance makes of it. Shares are out of `WHOLE`. Whole numbers alone, so
that a seed gives the same play on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

__all__ = ["WHOLE", "Table", "chance_of", "melee", "opposed", "shot", "shot_table", "spread", "weakened"]

WHOLE = 1 << 16
MOST = 12  # successes looked at: more than anybody's dice give
Table = tuple[tuple[int, ...], ...]  # by limb, by wounds from 0 on; the last stands for all above


@lru_cache(maxsize=512)
def spread(dice: int, difficulty: int) -> tuple[int, ...]:
    """The shares of 0, 1, 2 … successes of a characteristic roll (ROLL-1 to ROLL-3)."""
    if difficulty > 6:
        dice, difficulty = dice - (difficulty - 6), 6
    if dice <= 0:
        return (WHOLE,)
    dice = min(dice, MOST)
    good = min(6, 7 - max(1, difficulty))
    ways, found = 1, []
    for count in range(dice + 1):
        found.append(WHOLE * ways * good**count * (6 - good) ** (dice - count) // 6**dice)
        ways = ways * (dice - count) // (count + 1)
    return tuple(found)


def chance_of(dice: int, difficulty: int) -> int:
    """The share of rolls with one success or more."""
    return WHOLE - spread(dice, difficulty)[0]


@lru_cache(maxsize=512)
def opposed(mine: int, theirs: int) -> int:
    """The share of opposition rolls that the first wins (ROLL-4)."""
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


@lru_cache(maxsize=4096)
def _by_hits(table: Table, faces: tuple[int, ...], keeps: int) -> tuple[int, ...]:
    """What 0, 1, 2 … successes take, the location die shifted in the best way (ROLL-6), `keeps` of them unspent."""
    found = [0]
    for hits in range(1, MOST + 1):
        total = 0
        for face in range(6):
            best = 0
            for to in range(6):
                left = hits - abs(to - face)
                if left >= keeps:
                    best = max(best, _at(table[faces[to]], left))
            total += best
        found.append(total // 6)
    return tuple(found)


def _expected(chances: tuple[int, ...], taken: tuple[int, ...]) -> int:
    return sum(share * taken[hits] for hits, share in enumerate(chances)) // WHOLE


@lru_cache(maxsize=4096)
def melee(dice: int, difficulty: int, table: Table, faces: tuple[int, ...]) -> int:
    """MEL-2: what an attack in contact takes from a passive target; `faces` are the limbs that the six faces hit."""
    return _expected(spread(dice, difficulty), _by_hits(table, faces, 1))


@lru_cache(maxsize=4096)
def weakened(table: Table, dice: int, difficulty: int) -> Table:
    """MEL-4: the same table behind a dodge, whose successes each cancel one wound."""
    chances = spread(dice, difficulty)
    return tuple(
        tuple(
            sum(share * _at(row, max(0, wounds - dodged)) for dodged, share in enumerate(chances)) // WHOLE
            for wounds in range(MOST + 1)
        )
        for row in table
    )


@lru_cache(maxsize=4096)
def shot_table(table: Table, strength: int, vigour: int) -> Table:
    """SHT-5: what 0, 1, 2 … successes left after the shift take from each limb, over the strength roll."""
    rolls = [spread(strength + left, vigour) for left in range(MOST + 1)]
    return tuple(
        tuple(sum(share * _at(row, wounds) for wounds, share in enumerate(roll)) // WHOLE for roll in rolls)
        for row in table
    )


@lru_cache(maxsize=4096)
def shot(
    dice: int, difficulty: int, strength: int, vigour: int, table: Table, faces: tuple[int, ...], keeps: int
) -> int:
    """SHT-2 to SHT-5: what a shot takes; `keeps` successes may not be spent on the location."""
    return _expected(spread(dice, difficulty), _by_hits(shot_table(table, strength, vigour), faces, keeps))
