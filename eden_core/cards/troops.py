"""The legality of troops (MAT-7, TRP-1 to TRP-4)."""

from __future__ import annotations

from typing import Protocol

from eden_core.cards.records import COMPOSED, MOST_POINTS, NPF_FACTION, Troop
from eden_core.errors import Illegal
from eden_core.ruleset import STIGMAS

__all__ = ["HasFactions", "check_troop"]


class HasFactions(Protocol):
    """The part of a ruleset that troops ask about (MAT-7)."""

    @property
    def factions(self) -> tuple[str, ...]: ...


def check_troop(ruleset: HasFactions, troop: Troop, budget: int) -> list[Illegal]:
    """Everything that is wrong with a troop (MAT-7, TRP-1 to TRP-4), nothing if it is legal; `budget` in points."""
    found: list[Illegal] = []
    total = sum(profile.value for profile in troop.profiles)
    if len(troop.profiles) > MOST_POINTS:  # each is worth a point or more: not looked at one by one
        return [Illegal("troop_too_dear", "TRP-2", total=total, budget=budget)]
    if troop.composed not in COMPOSED:
        found.append(Illegal("composed_by_faction_or_stigma", "TRP-2", composed=troop.composed))
    elif troop.symbol not in (ruleset.factions if troop.composed == "faction" else STIGMAS):
        found.append(Illegal("symbol_not_in_play", "MAT-7", symbol=troop.symbol))
    if not troop.profiles:
        found.append(Illegal("troop_is_empty", "TRP-1"))
    names: list[str] = []
    for profile in troop.profiles:
        if profile.level or profile.faction == NPF_FACTION:
            found.append(Illegal("npf_in_a_troop", "TRP-4", fighter=profile.name))
            continue
        symbol = profile.faction if troop.composed == "faction" else profile.stigma
        if symbol != troop.symbol:
            found.append(Illegal("symbol_not_shared", "TRP-1", fighter=profile.name, symbol=troop.symbol))
        if profile.faction not in ruleset.factions:
            found.append(Illegal("faction_not_in_play", "MAT-7", fighter=profile.name, faction=profile.faction))
        if profile.name in names:
            found.append(Illegal("name_twice", "TRP-3", fighter=profile.name))
        names.append(profile.name)
    if not 100 <= budget <= MOST_POINTS:
        found.append(Illegal("budget_out_of_bounds", "TRP-2", budget=budget, low=100, high=MOST_POINTS))
    if total > budget:
        found.append(Illegal("troop_too_dear", "TRP-2", total=total, budget=budget))
    return found
