"""The exact odds of an attack before it is made: to hit, to wound, to take down (against a passive target).

The engine itself makes the attack on a copy, up to its roll to hit: dice and difficulty are those that it would ask
for, with all that cards add by then. What may follow is worked out from there; shifting the location die is taken to
be used in the best way for each aim. Abilities that wait for the attack's outcome are left out, and those that a
player may pay for are taken not to be used.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import NamedTuple

from eden_core.cards.records import LIMBS
from eden_core.engine import flow
from eden_core.engine.characteristics import bonus, bonus_terms, characteristic, characteristic_terms, has
from eden_core.engine.match import CBT, ON_FIELD, SPD, VIG, Fighter, Match, contacts, fighters_gap, is_free
from eden_core.engine.messages import PASS, Answer, Attack, Charge, Decision, Pick, PickMany, Roll, Shoot
from eden_core.rules.actions.melee import limb_at, melee_cbt
from eden_core.rules.actions.shooting import shoot_dice
from eden_core.rules.common.sight import sight
from eden_core.rules.common.weapons import best_melee, mode_of
from eden_core.rules.common.wounds import protection

__all__ = ["Odds", "attack_odds", "percent", "spread"]


class Odds(NamedTuple):
    """Dice and difficulty to hit, the chances from 0 to 1, and what makes them."""

    dice: int
    difficulty: int
    hit: float
    wound: float
    down: float
    terms: tuple[tuple[str, int], ...] = ()  # what the dice are made of: a term, a weapon, an ability; "obstacle"
    strength: int = 0  # SHT-5: dice of the strength roll before successes are added
    saved: tuple[tuple[str, int], ...] = ()  # EQP-5: limbs of the target that are protected, and by how much
    strays_to: tuple[str, ...] = ()  # SHT-3: whom an odd hit would find instead
    keeps: int = 0  # successes that may not be spent on the location (MEL-2, SHT-4)
    more_dice: int = 0  # EQP-7: the explosion that follows a hit


def spread(dice: int, difficulty: int) -> list[float]:
    """The chance of 0, 1, 2 … successes of a characteristic roll (ROLL-1 to ROLL-3)."""
    if difficulty > 6:
        dice, difficulty = dice - (difficulty - 6), 6
    if dice <= 0:
        return [1.0]
    chance = min(6, 7 - max(1, difficulty)) / 6
    return [comb(dice, count) * chance**count * (1 - chance) ** (dice - count) for count in range(dice + 1)]


def percent(part: float) -> str:
    """A chance; what is not certain never reads as if it were."""
    if 0.995 <= part < 1 - 1e-9:
        return "> 99 %"
    return "< 1 %" if 1e-9 < part < 0.005 else f"{round(100 * part)} %"


def _up_to_the_roll(match: Match, player: int, given: Answer) -> Match:
    """The match once the attack waits for its roll to hit (or has ended without one)."""
    there = match.copy()
    flow.answer(there, player, given)
    while isinstance(there.pending, Decision) and there.pending.kind in ("reaction", "pay", "order"):
        asked = there.pending
        value: Answer = Pick(PASS) if asked.kind == "pay" else Pick("passive")
        flow.answer(
            there, asked.owners[0], PickMany(tuple(map(str, asked.options))) if asked.kind == "order" else value
        )
    return there


def attack_odds(match: Match, given: Attack | Charge | Shoot) -> Odds:
    """MEL-2, or SHT-2 to SHT-5, after the best shift; `match` waits for the active fighter's action, `given` is
    legal.
    """
    name = match.table.active
    there = _up_to_the_roll(match, match.fighters[name].player, given)
    attacker, target = there.fighters[name], there.fighters[given.target]
    dice, difficulty = _to_hit(there, attacker, target, given)
    ranged = isinstance(given, Shoot)
    saved = tuple((limb, by) for index, limb in enumerate(LIMBS) if (by := protection(there, target, index, ranged)))
    if target.status != ON_FIELD or attacker.status != ON_FIELD:
        return Odds(0, 0, 0.0, 0.0, 0.0)
    if isinstance(given, Shoot):
        return _shot(there, attacker, target, given.weapon, dice, difficulty)._replace(saved=saved)
    weapon, mode = best_melee(attacker, given.weapon)
    up = there.ruleset.elevation_bonus if attacker.raised and not target.raised else 0
    terms = [
        *characteristic_terms(there, attacker, CBT),
        *([(weapon, mode.cbt)] if mode and mode.cbt else []),
        *([("elevation", up)] if up else []),
        *bonus_terms(there, attacker, "melee"),
    ]

    def chance(hits: int, spent: int, face: int, aim: int) -> float:
        return float(hits - spent >= _needs(there, target, limb_at(target, face))[aim])

    return Odds(dice, difficulty, *_after(spread(dice, difficulty), 1, chance), tuple(terms), saved=saved, keeps=1)


def _to_hit(there: Match, attacker: Fighter, target: Fighter, given: Attack | Charge | Shoot) -> tuple[int, int]:
    """Dice and difficulty of the roll to hit, after ROLL-2; 0 dice are not rolled."""
    roll = there.pending
    if isinstance(roll, Roll) and roll.reason == "hit":
        return roll.dice, roll.difficulty
    if not isinstance(roll, Roll):
        return 0, 0
    # Another roll comes first: an ability was heard. What it will change is not known yet.
    if isinstance(given, Shoot):
        dice, difficulty = shoot_dice(there, attacker, target.id, given.weapon), characteristic(there, target, SPD)
    else:
        dice, difficulty = melee_cbt(there, attacker, given.weapon, target), characteristic(there, target, VIG)
    return max(0, dice - max(0, difficulty - 6)), min(6, difficulty)


def _shot(there: Match, shooter: Fighter, target: Fighter, weapon: str, dice: int, difficulty: int) -> Odds:
    """SHT-2 to SHT-5; an odd hit on a target in contact strays (SHT-3)."""
    mode = mode_of(shooter, weapon, "shooting")
    strength = (mode.strength if mode else 0) + bonus(there, shooter, "strength")
    vigour, bang = characteristic(there, target, VIG), mode.explosive if mode else 0
    strays = _strays_to(there, shooter, target)
    keeps = 0 if there.ruleset.shot_spends_every_success else 1
    hindered = 0 if has(there, shooter, "clear_eye") else len(sight(there, shooter.id, target.id).obstacles)
    terms = [
        *characteristic_terms(there, shooter, CBT),
        *([(weapon, mode.cbt)] if mode and mode.cbt else []),
        *bonus_terms(there, shooter, "shooting"),
        *([("obstacle", -hindered)] if hindered else []),
    ]
    bursts = 1 - spread(bang, vigour)[0]

    def chance(hits: int, spent: int, face: int, aim: int) -> float:
        limb = limb_at(target, face)
        total = 0.0
        for wounds, part in enumerate(spread(strength + hits - spent, vigour)):
            lost = max(0, wounds - protection(there, target, limb, ranged=True))
            total += part * (
                1.0 if _is_done(target, limb, lost, aim) else bursts * _is_done(target, limb, lost, aim, 1)
            )
        return total

    chances = [part if not strays or hits % 2 == 0 else 0.0 for hits, part in enumerate(spread(dice, difficulty))]
    return Odds(dice, difficulty, *_after(chances, keeps, chance), tuple(terms), strength, (), strays, keeps, bang)


def _strays_to(there: Match, shooter: Fighter, target: Fighter) -> tuple[str, ...]:
    """SHT-3: whom an odd hit finds instead of a target that is not free."""
    near = [(fighters_gap(shooter, other), other.id) for other in contacts(there, target) if other.id != shooter.id]
    if is_free(there, target) or has(there, shooter, "sure_shot") or not near:
        return ()
    return tuple(name for gap, name in near if gap == min(near)[0])


def _after(
    chances: list[float], keeps: int, chance: Callable[[int, int, int, int], float]
) -> tuple[float, float, float]:
    """The chances to hit, wound and take down, from those of 0, 1, 2 … successes; `chance` tells of so many successes,
    so many of them spent on the location die, the face it then shows and the aim (0 wound, 1 down)."""
    totals = [0.0, 0.0]
    for hits, part in enumerate(chances[1:], 1):
        spend = hits - keeps
        for aim in (0, 1) if part else ():
            totals[aim] += (
                part
                / 6
                * sum(
                    max(chance(hits, abs(by), face + by, aim) for by in range(-spend, spend + 1) if 1 <= face + by <= 6)
                    for face in range(1, 7)
                )
            )
    return sum(chances[1:]), totals[0], totals[1]


def _needs(match: Match, target: Fighter, limb: int) -> tuple[int, int]:
    """Wounds that a limb takes for one CP to go, and for its last."""
    saved = protection(match, target, limb)
    card = target.profile.limbs[limb]
    return saved + 1, saved + card.white + card.red - target.lost[limb]


def _is_done(target: Fighter, limb: int, lost: int, aim: int, everywhere: int = 0) -> bool:
    """Whether CP lost in a limb, and `everywhere` more in each, wound (0) or take down (1)."""
    if not aim:
        return lost + everywhere > 0
    return any(
        card.white + card.red - gone <= everywhere + (lost if index == limb else 0)
        for index, (card, gone) in enumerate(zip(target.profile.limbs, target.lost))
    )
