"""Equipment in use: which weapons a fighter has, their limits, and the markers they give (EQP-2 to EQP-9)."""

from __future__ import annotations

from eden_core.cards.equipment import Gear, Mode
from eden_core.engine.characteristics import CM, bonus, has
from eden_core.engine.match import BURN, FEAR, POISON, SLOWDOWN, Fighter, Match, is_free
from eden_core.errors import Illegal
from eden_core.rules import effects
from eden_core.rules.common.costs import ATTACK_COST, ATTACKS_A_ROUND
from eden_core.rules.common.states import give

__all__ = [
    "best_melee",
    "count_weapon",
    "give_markers",
    "melee_weapons",
    "mode_of",
    "ranged_weapons",
    "reach_of",
    "tell_failure",
    "why_not_fight",
    "why_not_ranged",
    "why_not_weapon",
]

RANGED = ("shooting", "throwing", "blast")
RAISED_RANGE = 500  # TER-ELE: 5 cm


def mode_of(fighter: Fighter, weapon: str, category: str) -> Mode | None:
    """The category of a fighter's piece of equipment by its name, or None."""
    for gear in fighter.profile.gear:
        if gear.name == weapon:
            for mode in gear.modes:
                if mode.category == category:
                    return mode
    return None


def ranged_weapons(fighter: Fighter) -> list[tuple[Gear, Mode]]:
    """Everything that gives a ranged attack, in the card's order (EQP-2)."""
    return [(gear, mode) for gear in fighter.profile.gear for mode in gear.modes if mode.category in RANGED]


def reach_of(match: Match, fighter: Fighter, mode: Mode) -> int:
    """Return the reach of a weapon, in units, with what cards add (EQP-8, GEN-3).

    It is 5 cm more from a raised place (TER-ELE).
    """
    up = RAISED_RANGE if fighter.raised and mode.category in ("shooting", "throwing") else 0
    return max(0, mode.range + up + bonus(match, fighter, "range") * CM)


def melee_weapons(fighter: Fighter) -> list[tuple[str, Mode]]:
    """The best melee weapons (name, mode): only the highest bonus counts, a choice among equals is free (EQP-4)."""
    found = [
        (gear.name, mode)
        for gear in fighter.profile.gear
        for mode in gear.modes
        if mode.category == "melee" and not why_not_weapon(fighter, gear.name, mode)
    ]
    best = max((mode.cbt for _, mode in found), default=0)
    return [(name, mode) for name, mode in found if mode.cbt == best]


def best_melee(fighter: Fighter, weapon: str = "") -> tuple[str, Mode | None]:
    """The melee weapon in use: the one named if it is among the best, else the first of them, or none (EQP-4)."""
    weapons = melee_weapons(fighter)
    for name, mode in weapons:
        if name == weapon:
            return name, mode
    return weapons[0] if weapons else ("", None)


def why_not_fight(fighter: Fighter, weapon: str) -> Illegal | None:
    """The rule against fighting in melee with a weapon ("" takes the best): EQP-4, EQP-8, STA-2."""
    if weapon and weapon not in [name for name, _ in melee_weapons(fighter)]:
        mode = mode_of(fighter, weapon, "melee")
        spent = why_not_weapon(fighter, weapon, mode) if mode is not None else None
        return spent or Illegal("not_the_best_weapon", "EQP-4", weapon=weapon)
    if fighter.markers[FEAR]:
        return Illegal("frightened", "STA-2", fighter=fighter.id)
    return None


def why_not_weapon(fighter: Fighter, weapon: str, mode: Mode) -> Illegal | None:
    """A weapon's X/round and X/match (EQP-8, GEN-7)."""
    if mode.per_round and dict(fighter.used_round).get(weapon, 0) >= mode.per_round:
        return Illegal("weapon_used_up", "EQP-8", weapon=weapon, limit=mode.per_round)
    if mode.per_match and dict(fighter.used_match).get(weapon, 0) >= mode.per_match:
        return Illegal("weapon_used_up", "EQP-8", weapon=weapon, limit=mode.per_match)
    return None


def count_weapon(match: Match, fighter: str, weapon: str, mode: Mode | None) -> None:
    """Counts a use where a limit needs it (GEN-7)."""
    if mode is not None and (mode.per_round or mode.per_match):
        effects.count_use(match, fighter, weapon)


def give_markers(match: Match, mode: Mode | None, victim: str) -> None:
    """The markers a weapon gives to whoever it is used against (EQP-6)."""
    if mode is None:
        return
    give(match, victim, BURN, mode.burn, "EQP-6")
    give(match, victim, FEAR, mode.fear, "EQP-6")
    if match.ruleset.poison_and_slowdown_weapons:
        give(match, victim, POISON, mode.poison, "EQP-6")
        give(match, victim, SLOWDOWN, mode.slowdown, "EQP-6")


def marks_now(match: Match, success: bool) -> bool:
    """Tell if a melee or shooting weapon gives its markers after this attack (EQP-9)."""
    return success or not match.ruleset.weapon_marks_on_success


def why_not_ranged(match: Match, fighter: Fighter, weapon: str, category: str) -> Illegal | None:
    """The rule against any ranged attack with this weapon (ACN-6, EQP-2, EQP-8)."""
    if fighter.ap < ATTACK_COST or fighter.attacks >= ATTACKS_A_ROUND:
        return Illegal("no_attack_left", "ACN-6", fighter=fighter.id)
    if not is_free(match, fighter) and not has(match, fighter, "shoots_in_contact"):
        return Illegal("not_free", "ACN-6", fighter=fighter.id)
    mode = mode_of(fighter, weapon, category)
    if mode is None:
        return Illegal("no_such_weapon", "EQP-2", weapon=weapon, category=category)
    return why_not_weapon(fighter, weapon, mode)


def tell_failure(match: Match, fighter: str, target: str, why: Illegal) -> None:
    """Tell that a ranged attack, already paid, failed against what was measured only then (WEA-8)."""
    match.emit("attack_failed", why.rule, fighter=fighter, target=target, why=why.code)
