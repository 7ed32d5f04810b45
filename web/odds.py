"""The exact odds of an attack before it is made: to hit, to wound, to take down (against a passive target).

Nothing here reaches the state; shifting the location die is taken to be used in the best way for each aim.
"""

from __future__ import annotations

from math import comb
from typing import Callable, NamedTuple

from eden_core.match import SPD, VIG, Fighter, Match, characteristic, is_free
from eden_core.rules.melee import limb_at, melee_cbt
from eden_core.rules.shooting import shoot_dice
from eden_core.rules.weapons import mode_of
from eden_core.rules.wounds import protection

__all__ = ["Odds", "melee_odds", "shot_odds", "spread"]


class Odds(NamedTuple):
    """Dice and difficulty to hit, and the chances from 0 to 1."""

    dice: int
    difficulty: int
    hit: float
    wound: float
    down: float


def spread(dice: int, difficulty: int) -> list[float]:
    """The chance of 0, 1, 2 … successes of a characteristic roll (ROLL-1 to ROLL-3)."""
    if difficulty > 6:
        dice, difficulty = dice - (difficulty - 6), 6
    if dice <= 0:
        return [1.0]
    chance = min(6, 7 - max(1, difficulty)) / 6
    return [comb(dice, count) * chance ** count * (1 - chance) ** (dice - count) for count in range(dice + 1)]


def _rolled(dice: int, difficulty: int) -> tuple[int, int]:
    return max(0, dice - max(0, difficulty - 6)), min(6, difficulty)


def _needs(target: Fighter, face: int) -> tuple[int, int]:
    """Wounds that it takes on a location face: for one CP, and for the limb's last."""
    limb = limb_at(target, face)
    saved = protection(target, limb)
    card = target.profile.limbs[limb]
    return saved + 1, saved + card.white + card.red - target.lost[limb]


def _best(target: Fighter, face: int, spend: int, aim: int, chance: Callable[[int, int], float]) -> float:
    """The best shift of a location die for an aim (0 wound, 1 down): `chance(spent, needed)`."""
    return max(chance(abs(by), _needs(target, face + by)[aim]) for by in range(-spend, spend + 1) if 1 <= face + by <= 6)


def melee_odds(match: Match, attacker: Fighter, target: Fighter, weapon: str = "") -> Odds:
    """MEL-2, after the best shift."""
    dice, difficulty = melee_cbt(match, attacker, weapon), characteristic(match, target, VIG)
    chances = spread(dice, difficulty)
    totals = [0.0, 0.0]
    for hits, part in enumerate(chances[1:], 1):
        for aim in (0, 1):
            for face in range(1, 7):
                totals[aim] += part / 6 * _best(target, face, hits - 1, aim,
                                                lambda spent, needed: float(hits - spent >= needed))
    return Odds(*_rolled(dice, difficulty), 1 - chances[0], *totals)


def shot_odds(match: Match, shooter: Fighter, target: Fighter, weapon: str) -> Odds:
    """SHT-2 to SHT-5, after the best shift; an odd hit on a target in contact strays (SHT-3)."""
    dice, difficulty = shoot_dice(match, shooter, target.id, weapon), characteristic(match, target, SPD)
    mode = mode_of(shooter, weapon, "shooting")
    strength, vigour = mode.strength if mode else 0, characteristic(match, target, VIG)
    chances = spread(dice, difficulty)
    strays = not is_free(match, target)
    keep = 0 if match.ruleset.shot_spends_every_success else 1
    hit, totals = 0.0, [0.0, 0.0]
    for hits, part in enumerate(chances[1:], 1):
        if strays and hits % 2:
            continue
        hit += part
        for aim in (0, 1):
            for face in range(1, 7):
                totals[aim] += part / 6 * _best(target, face, hits - keep, aim,
                                                lambda spent, needed: sum(spread(strength + hits - spent, vigour)[needed:]))
    return Odds(*_rolled(dice, difficulty), hit, *totals)
