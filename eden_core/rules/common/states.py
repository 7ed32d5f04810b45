"""Markers of states given to a fighter (EQP-6, STA); what each state does stands where its rule is."""

from __future__ import annotations

from eden_core.engine.characteristics import has
from eden_core.engine.match import MARKERS, Match
from eden_core.rules import effects

__all__ = ["give"]


def give(match: Match, fighter: str, marker: int, amount: int, rule: str) -> None:
    """EQP-6: markers given, unless a card makes the fighter immune to them (GEN-3)."""
    if amount and has(match, match.fighters[fighter], f"ignores_{MARKERS[marker]}"):
        match.emit("withstood", "GEN-3", fighter=fighter, what=MARKERS[marker])
    else:
        effects.mark(match, fighter, marker, amount, rule)
