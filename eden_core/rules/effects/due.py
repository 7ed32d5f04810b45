"""Events that may trigger abilities (ABI-1)."""

from __future__ import annotations

from eden_core.engine.match import Due, Match
from eden_core.engine.messages import Spot

__all__ = [
    "fall_due",
    "take_due",
]


def fall_due(match: Match, on: str, fighter: str, other: str = "", attack: str = "", at: Spot = ()) -> None:
    """Note an event that may trigger abilities, if any waits for it (no event of its own)."""
    if on in match.triggers:
        match.due += (Due(on, fighter, other, attack, at),)


def take_due(match: Match) -> tuple[Due, ...]:
    """Take off and return all that is due (no event)."""
    due, match.due = match.due, ()
    return due
