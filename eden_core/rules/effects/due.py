"""Events that abilities must hear of (ABI-1)."""

from __future__ import annotations

from eden_core.engine.match import Due, Match
from eden_core.engine.messages import Spot

__all__ = [
    "fall_due",
    "hear",
]


def fall_due(match: Match, on: str, fighter: str, other: str = "", attack: str = "", at: Spot = ()) -> None:
    """Something happened of which abilities must hear, if any listens (no event: what happened told itself)."""
    if on in match.hears:
        match.due += (Due(on, fighter, other, attack, at),)


def hear(match: Match) -> tuple[Due, ...]:
    """All that is due, taken off (no event)."""
    due, match.due = match.due, ()
    return due
