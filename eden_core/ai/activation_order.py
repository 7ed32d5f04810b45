"""The choice of the fighter to activate, and of interrupting, by the plans of one's own fighters alone (ACT-1).

The recruit's single actions are here too.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from eden_core.ai.action_values import deeds
from eden_core.ai.estimates import Outlook
from eden_core.ai.plans import Plan, Planner, Steps
from eden_core.ai.positions import Places
from eden_core.engine.match import Match
from eden_core.engine.messages import Point
from eden_core.rules.actions.options import action_options

__all__ = ["designated", "greedy", "interrupted"]

PlacesOf = Callable[[Outlook, str], Places]


def greedy(planner: Planner) -> Steps:
    """The best single actions: an attack or the like for each AP, else the best Move, the best first."""
    fighter, places = planner.fighter, planner.places
    at: Point = fighter.at
    here = places.worth(at, 1)
    found = yield from planner.singles()
    return sorted((plan._replace(value=plan.value - here) for plan in found), key=lambda plan: -plan.value)


def designated(
    match: Match, outlook: Outlook, names: Sequence[str], places_of: PlacesOf, depth: str, width: int
) -> Generator[int, None, tuple[str, int, Plan]]:
    """ACT-1: the fighter whose activation gains most now, with that gain and its plan."""
    best: tuple[str, int, Plan] | None = None
    for name in names:
        fighter = match.fighters[name]
        places = places_of(outlook, name)
        planner = Planner(match, outlook, fighter, places, max(2, width // 2))
        here = places.worth(fighter.at, 1)
        if depth == "action":
            plans = yield from greedy(planner)
            gain = plans[0].value
        else:
            plans = yield from planner.steps()
            gain = plans[0].value - here
        if best is None or gain > best[1]:
            best = name, gain, plans[0]
    assert best is not None
    return best


def interrupted(
    match: Match, outlook: Outlook, names: Sequence[str], enemy: str, places_of: PlacesOf, depth: str, width: int
) -> Generator[int, None, str]:
    """The fighter that interrupts (ACT-1); "" for nobody.

    It hits the designated fighter hard, or is about to be hit hard by it.
    """
    best, who = 0, ""
    target = match.fighters[enemy]
    whole = outlook.worth(target)[0]
    for name in names:
        fighter = match.fighters[name]
        places = places_of(outlook, name)
        at: Point = fighter.at
        if depth == "action":
            found = deeds(match, outlook, fighter, action_options(match, fighter))
            gain = found[0].gain if found and found[0].target == enemy else 0
            yield 1
        else:
            plans = yield from Planner(match, outlook, fighter, places, max(2, width // 2)).steps()
            plan = plans[0]
            gain = plan.gain if plan.target == enemy and plan.gain * 6 > whole else 0
            threat = places.threat_of(enemy, at, 1)
            if threat * 5 > outlook.worth(fighter)[0]:
                gain = max(gain, min(threat, plan.value - places.worth(at, 1)))
        if gain > best:
            best, who = gain, name
    return who
