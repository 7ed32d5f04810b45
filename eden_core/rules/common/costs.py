"""What an attack costs, and how many there are in a round (ACN-6); being left with no AP (ACT-6)."""

from __future__ import annotations

from eden_core.engine.match import NPF, Match
from eden_core.rules import effects

__all__ = ["ATTACKS_A_ROUND", "ATTACK_COST", "count_spent", "pay_attack"]

ATTACK_COST, ATTACKS_A_ROUND = 1, 2


def pay_attack(match: Match, fighter: str, cost: int) -> None:
    """ACN-6: an attack paid and counted; whoever is left with 0 AP before its activation counts as activated (ACT-6).
    NPF-5: an NPF attacks and ripostes for free and without limit."""
    if match.fighters[fighter].player == NPF:
        return
    effects.pay_ap(match, fighter, cost, "ACN-6")
    effects.count_action(match, fighter, "attacks")
    count_spent(match, fighter)


def count_spent(match: Match, fighter: str) -> None:
    """ACT-6: a fighter left with 0 AP before its activation counts as activated."""
    spent = match.fighters[fighter]
    if not spent.ap and not spent.activated:
        effects.count_as_activated(match, fighter)
