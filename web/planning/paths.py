"""Paths found for the player: toward or away from a fighter, to prowl, out of the water; all checked by the core.

While nothing may be measured (WEA-8) the paths go all the way, however far, so that they reveal no distance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, product
from math import isqrt

from eden_core.engine import flow
from eden_core.engine.match import Match, are_enemies, on_field
from eden_core.engine.messages import Move, Point
from eden_core.errors import Illegal
from eden_core.geometry.plane import dist2
from eden_core.rules.actions.swimming import SWUM
from eden_core.rules.common.ground import nearest_of
from eden_core.rules.common.paths import reach, route
from eden_core.rules.common.weather import may_measure
from eden_core.rules.npfs.behaviour import prowl_length
from web.planning.planner import Planner

__all__ = ["NEAR", "around", "away", "find_way", "toward"]

NEAR, STEP = 1800, 150  # units: the greatest distance from the desired spot to search, and the steps
TRIES, BLIND_TRIES = 40, 600  # places tried for a path, the best first; the same while nothing may be measured
GRID = 600  # units between places to flee to while nothing may be measured


def around(spot: Point, far: int = NEAR, step: int = STEP) -> Iterator[Point]:
    """Yield points around a spot in square rings, the nearest first."""
    yield spot
    for ring in range(step, far + 1, step):
        for along in range(-ring, ring + 1, step):
            yield from (
                (spot[0] + along, spot[1] - ring),
                (spot[0] + along, spot[1] + ring),
                (spot[0] - ring, spot[1] + along),
                (spot[0] + ring, spot[1] + along),
            )


def toward(match: Match, fighter_id: str, goal: Point) -> tuple[Point, ...] | None:
    """Return the path of one Move that comes nearest to a goal (ACN-2)."""
    if not may_measure(match):
        return _first_way(match, fighter_id, islice(around(goal), BLIND_TRIES))
    return _best_way(match, fighter_id, lambda at: dist2(at, goal))


def away(match: Match, fighter_id: str) -> tuple[Point, ...] | None:
    """Return the path of one Move that ends farthest from the nearest enemy (ACN-2)."""
    enemies = [f.at for f in on_field(match) if are_enemies(f, match.fighters[fighter_id])]
    width, height = match.setup.field

    def danger(at: Point) -> int:
        return -min([dist2(at, enemy) for enemy in enemies] or [0])

    if not may_measure(match):
        places = product(range(GRID // 2, width, GRID), range(GRID // 2, height, GRID))
        return _first_way(match, fighter_id, sorted(places, key=danger))
    return _best_way(match, fighter_id, danger)


def _best_way(match: Match, fighter_id: str, worth: Callable[[Point], int]) -> tuple[Point, ...] | None:
    places = sorted((at for at, _ in reach(match, fighter_id, step=100)), key=worth)
    return _first_way(match, fighter_id, places[:TRIES])


def _first_way(match: Match, fighter_id: str, places: Iterable[Point]) -> tuple[Point, ...] | None:
    """Return a path to the first of some places that has one."""
    fighter = match.fighters[fighter_id]
    for at in places:
        way = route(match, fighter_id, at) if at != fighter.at else None
        if way is not None and flow.can(match, fighter.player, Move(way)):
            return tuple(way)
    return None


def _prowl(planner: Planner, goal: Point) -> Illegal | None:
    """Plan a prowl that comes as near a goal as possible, straight at it or else to either side (NPF-4)."""
    match, plan = planner.session.match, planner.plan
    npf = match.fighters[plan.what]
    x, y = npf.at
    for share in (8, 6, 4, 2):
        for aside in (0, 1, -1, 2, -2):
            # The goal turned about the NPF by some 27 degrees for each step aside.
            dx, dy = (goal[0] - x) * 2 - (goal[1] - y) * aside, (goal[1] - y) * 2 + (goal[0] - x) * aside
            far = isqrt(dx * dx + dy * dy)
            length = min(far // 2, prowl_length(match)) if may_measure(match) else far // 2
            at = (x + dx * length * share // (8 * far), y + dy * length * share // (8 * far)) if far else (x, y)
            plan.pinned = False
            if at != npf.at and planner.roaming.prowl(plan, at, True) and planner.preview.is_ready:
                return None
    plan.at, plan.path, plan.pinned = (), (), False
    return Illegal("no_prowl_there", "NPF-4", npf=npf.id)


def _get_out(planner: Planner, what: str, goal: Point) -> Illegal | None:
    """Plan an exit from the water near a goal, or straight across it (TER-SWI)."""
    plan, actor, piece = planner.plan, planner.actor(), planner.session.match.pieces[planner.plan.target]
    if what == "across" and actor is not None and actor.at:
        (x, y), (sx, sy) = actor.at, nearest_of(actor.at, piece)
        length = isqrt(dist2(actor.at, (sx, sy))) or 1
        goal = (x + (sx - x) * SWUM // length, y + (sy - y) * SWUM // length)
    return None if planner.crossing.get_out(plan, goal) else Illegal("no_exit", "TER-SWI", piece=plan.target)


def find_way(planner: Planner, what: str) -> None:
    """Carry out a helping button.

    A path `toward:ID`, `toward_centre` or `away`; an NPF may `stay`; water is left `across` from where it was entered.
    """
    session, plan = planner.session, planner.plan
    assert session.decision is not None
    match, mover = session.match, session.decision.fighter
    width, height = match.setup.field
    goal = match.fighters[what.partition(":")[2]].at if what.startswith("toward:") else (width // 2, height // 2)
    if what == "stay":
        plan.at, plan.path, plan.pinned = match.fighters[plan.what].at, (), True
    elif plan.mode == "npf":
        planner.refusal = _prowl(planner, goal)
    elif plan.mode == "swim":
        planner.refusal = _get_out(planner, what, goal)
    else:
        way = away(match, mover) if what == "away" else toward(match, mover, goal)
        if way is None:
            planner.refusal = flow.why_not(match, session.asked, Move(()))
        else:
            plan.at, plan.path, plan.pinned = way[-1], way, True
