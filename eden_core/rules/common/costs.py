"""The cost and the limit of attacks (ACN-6), and being left with no AP (ACT-6)."""

from __future__ import annotations

from eden_core.engine.match import FEAR, NPF, Fighter, Match
from eden_core.rules import effects

__all__ = ["ATTACKS_A_ROUND", "ATTACK_COST", "count_spent", "may_attack", "pay_attack"]

ATTACK_COST, ATTACKS_A_ROUND = 1, 2


def pay_attack(match: Match, fighter: str, cost: int) -> None:
    """Pay and count an attack (ACN-6).

    A fighter left with 0 AP before its activation counts as activated (ACT-6). An NPF attacks and ripostes for free and
    without limit (NPF-5).
    """
    if match.fighters[fighter].player == NPF:
        return
    effects.pay_ap(match, fighter, cost, "ACN-6")
    effects.count_action(match, fighter, "attacks")
    count_spent(match, fighter)


def count_spent(match: Match, fighter: str) -> None:
    """Count a fighter left with 0 AP before its activation as activated (ACT-6)."""
    spent = match.fighters[fighter]
    if not spent.ap and not spent.activated:
        effects.count_as_activated(match, fighter)


def may_attack(fighter: Fighter) -> bool:
    """Tell if a fighter has AP and attacks left, and no fear (ACN-6, STA-2)."""
    return not fighter.markers[FEAR] and fighter.ap >= ATTACK_COST and fighter.attacks < ATTACKS_A_ROUND
