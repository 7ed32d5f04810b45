"""The exact odds of an attack before it is made: to hit, to wound, to take down (against a passive target).

The engine itself makes the attack on a copy, up to its roll to hit: dice and difficulty are those that it would
require, with all effects of cards up to then. The rest is calculated from there; the location die is taken to be
shifted in the best way for each aim. Abilities that wait for the attack's outcome are left out, and those that cost a
payment are taken not to be used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from eden_core.analysis.odds import Chance, Table, best_shifts, expected, no_success, spread
from eden_core.cards.equipment import LIMBS
from eden_core.engine import flow
from eden_core.engine.characteristics import characteristic
from eden_core.engine.match import ON_FIELD, SPD, VIG, Fighter, Match
from eden_core.engine.messages import PASS, Answer, Attack, Charge, Decision, Pick, PickMany, Roll, Shoot, dice_left
from eden_core.rules.actions.melee import melee_cbt, melee_cbt_terms
from eden_core.rules.actions.shooting import kept_hits, odd_hit_finds, shoot_dice, shoot_dice_terms, shot_strength
from eden_core.rules.common.weapons import mode_of
from eden_core.rules.common.wounds import limb_at, protection

__all__ = ["Odds", "attack_odds"]


class Odds(NamedTuple):
    """Dice and difficulty to hit, the chances, and the terms that they consist of."""

    dice: int = 0
    difficulty: int = 0
    hit: Chance = Chance()
    wound: Chance = Chance()
    down: Chance = Chance()
    terms: tuple[tuple[str, int], ...] = ()  # what the dice are made of: a term, a weapon, an ability; "obstacle"
    strength: int = 0  # SHT-5: dice of the strength roll before successes are added
    saved: tuple[tuple[str, int], ...] = ()  # EQP-5: limbs of the target that are protected, and by how much
    strays_to: tuple[str, ...] = ()  # SHT-3: the fighters that an odd hit may strike instead
    keeps: int = 0  # successes that may not be spent on the location (MEL-2, SHT-4)
    more_dice: int = 0  # EQP-7: the explosion that follows a hit


def _up_to_the_roll(match: Match, player: int, given: Answer) -> Match:
    """Return the match once the attack waits for its roll to hit (or has ended without one)."""
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
    """Return the odds of an attack (MEL-2) or a shot (SHT-2 to SHT-5), after the best shift.

    `match` waits for the active fighter's action; `given` is legal.
    """
    name = match.table.active
    there = _up_to_the_roll(match, match.fighters[name].player, given)
    attacker, target = there.fighters[name], there.fighters[given.target]
    dice, difficulty = _to_hit(there, attacker, target, given)
    ranged = isinstance(given, Shoot)
    saved = tuple((limb, by) for index, limb in enumerate(LIMBS) if (by := protection(there, target, index, ranged)))
    if target.status != ON_FIELD or attacker.status != ON_FIELD:
        return Odds()
    if isinstance(given, Shoot):
        return _shot(there, attacker, target, given.weapon, dice, difficulty)._replace(saved=saved)
    throws = spread(dice, difficulty)
    wound, down = (
        _aimed(target, throws, table, 1, sum(throws))
        for table in _aims(there, target, False, len(throws) - 1, Chance())
    )
    terms = tuple(melee_cbt_terms(there, attacker, given.weapon, target))
    return Odds(dice, difficulty, no_success(dice, difficulty).fails(), wound, down, terms, saved=saved, keeps=1)


def _to_hit(there: Match, attacker: Fighter, target: Fighter, given: Attack | Charge | Shoot) -> tuple[int, int]:
    """Return dice and difficulty of the roll to hit, after ROLL-2; 0 dice are not rolled."""
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
    dice, difficulty = dice_left(dice, difficulty)
    return max(0, dice), difficulty


def _shot(there: Match, shooter: Fighter, target: Fighter, weapon: str, dice: int, difficulty: int) -> Odds:
    """Return the odds of a shot (SHT-2 to SHT-5); an odd hit on a target in contact strays (SHT-3)."""
    mode, vigour = mode_of(shooter, weapon, "shooting"), characteristic(there, target, VIG)
    bang = mode.explosive if mode else 0
    strength, keeps = shot_strength(there, shooter, mode), kept_hits(there)
    strays = odd_hit_finds(there, shooter, target)
    throws = spread(dice, difficulty)
    found = [0 if strays and hits % 2 else ways for hits, ways in enumerate(throws)]
    rolls = [spread(strength + left, vigour) for left in range(len(throws))]  # by the successes left
    every = max(map(sum, rolls))  # powers of 6: each other sum divides it
    bursts = no_success(bang, vigour).fails()
    wound, down = (
        _aimed(
            target,
            found,
            tuple(tuple(expected(roll, row) * (every // sum(roll)) for roll in rolls) for row in table),
            keeps,
            sum(throws) * every * bursts.all,
        )
        for table in _aims(there, target, True, len(rolls[-1]) - 1, bursts)
    )
    hit = Chance(sum(found[1:]), sum(throws))
    terms = tuple(shoot_dice_terms(there, shooter, target.id, weapon))
    return Odds(dice, difficulty, hit, wound, down, terms, strength, (), strays, keeps, bang)


def _aimed(target: Fighter, found: Sequence[int], table: Table, keeps: int, whole: int) -> Chance:
    """Return the chance of an aim after a throw that finds the target, with the location die shifted in the best way.

    `found` counts the throws by their successes; `table` says, by limb and by the successes left, how often the aim is
    then reached; `whole` is the number of all throws times the denominator of the table.
    """
    faces = tuple(limb_at(target, face) for face in range(1, 7))
    ways = sum(part * best_shifts(table, faces, hits, keeps) for hits, part in enumerate(found) if hits and part)
    return Chance(ways, 6 * whole)


def _aims(there: Match, target: Fighter, ranged: bool, most: int, bursts: Chance) -> tuple[Table, Table]:
    """Count, by limb and by wounds up to `most`, how often a target is wounded, and how often it is taken down.

    The counts are out of `bursts.all`; an explosion after the hit takes 1 CP more from each limb in `bursts.ways` of
    them (EQP-7).
    """
    left = [card.white + card.red - gone for card, gone in zip(target.profile.limbs, target.lost)]
    wound, down = [], []
    for limb in range(len(LIMBS)):
        saved = protection(there, target, limb, ranged)
        lost = [max(0, wounds - saved) for wounds in range(most + 1)]
        wound.append(tuple(bursts.all if gone else bursts.ways for gone in lost))
        down.append(
            tuple(bursts.all if gone >= left[limb] else _burst_fells(left, limb, gone, bursts) for gone in lost)
        )
    return tuple(wound), tuple(down)


def _burst_fells(left: Sequence[int], limb: int, gone: int, bursts: Chance) -> int:
    """Count the bursts that take down a fighter with the CP `left`; `gone` of one limb are lost to wounds first."""
    return bursts.ways if any(cp <= 1 + (gone if index == limb else 0) for index, cp in enumerate(left)) else 0
