"""The weather (WEA): what it forbids and costs. `phases/weather_rolls.py` rolls for it."""

from __future__ import annotations

from eden_core.engine.match import Match
from eden_core.errors import Illegal

__all__ = [
    "SEEN_IN_FOG",
    "fog_limit",
    "is_weather",
    "may_measure",
    "shown_in_fog",
    "sight_limit",
    "tactic_cost",
    "why_not_in_fog",
]

SEEN_IN_FOG = 1500  # WEA-4: 15 cm
SNOWBOUND = 1  # WEA-12


def is_weather(match: Match, word: str) -> bool:
    """Tell if a weather (a word of `vocabulary.WEATHER`) is among those of the match (WEA-1)."""
    return word in match.table.weather


def may_measure(match: Match) -> bool:
    """Tell if a distance may be measured before an action is paid and its target named (GEN-1, WEA-8)."""
    return not (match.ruleset.mist_forbids_measuring and is_weather(match, "mist"))


def shown_in_fog(match: Match) -> int:
    """Return the sight in fog that the field shows, in units (WEA-4).

    0 while nothing may be measured, so that no ring tells who is within it (WEA-8).
    """
    return SEEN_IN_FOG if may_measure(match) else 0


def sight_limit(match: Match) -> int | None:
    """Return the farthest that anything is seen in dense fog, in units; None where no fog hides (WEA-4)."""
    return SEEN_IN_FOG if match.ruleset.fog_hides and is_weather(match, "dense_fog") else None


def fog_limit(match: Match, by_sight: bool = True) -> int | None:
    """Return the farthest that an action may be aimed in dense fog, in units; None without a limit (WEA-4).

    Where fog hides, only an action that needs sight (`by_sight`) is bound.
    """
    if match.ruleset.fog_hides:
        return sight_limit(match) if by_sight else None
    return SEEN_IN_FOG if is_weather(match, "dense_fog") else None


def why_not_in_fog(match: Match, distance: int, by_sight: bool = True) -> Illegal | None:
    """The refusal of an action whose aim is lost in the fog; its own rules come first (WEA-4)."""
    limit = fog_limit(match, by_sight)
    if limit is None or distance <= limit:
        return None
    return Illegal("in_the_fog", "WEA-4", distance=distance, limit=limit)


def tactic_cost(match: Match) -> int:
    """The SP of a tactical card; one more in a snowstorm (TAC-1, WEA-12)."""
    return match.ruleset.tactic_cost + SNOWBOUND * is_weather(match, "snowstorm")
