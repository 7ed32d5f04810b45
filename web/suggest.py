"""Places found for the player: a deployment, scenery, a way toward somebody. All legal by the core's own verdict."""

from __future__ import annotations

from itertools import chain
from math import isqrt
from typing import Iterator

from eden_core import flow
from eden_core.field import gap_to_piece
from eden_core.match import Fighter, Match, on_field, opponent
from eden_core.messages import PASS, Event, Move, Pick, Place, Point
from eden_core.rules.move import reach, route
from eden_core.rules.preparation import (
    KEPT_FROM_CENTRE, deploy_somewhere, hand_size, piece_from, place_somewhere, why_not_place,
)

from .plan import needs
from .planning import CARDS, Planner
from .session import Session

__all__ = ["all_of_it", "away", "deployment", "follow", "hand", "put", "scenery", "toward"]

NEAR, STEP = 1800, 150          # how far from the wished-for spot to look, and in what steps
TRIES = 600                     # places tried for a piece of scenery; a quarter of them once one was found


def _around(spot: Point, far: int = NEAR, step: int = STEP) -> Iterator[Point]:
    """Points around a spot in square rings, the nearest first."""
    yield spot
    for ring in range(step, far + 1, step):
        for along in range(-ring, ring + 1, step):
            yield from ((spot[0] + along, spot[1] - ring), (spot[0] + along, spot[1] + ring),
                        (spot[0] - ring, spot[1] + along), (spot[0] + ring, spot[1] + along))


def deployment(session: Session, fighter_id: str) -> Place | None:
    """PREP-7: a place near the front, the troop spread along it."""
    match = session.match
    fighter = match.fighters[fighter_id]
    troop = session.troop(fighter.player)
    side, (width, height) = match.sides[fighter.player], match.setup.field
    along_x = side.half in ("top", "bottom")
    share = (troop.index(fighter) + 1) * (width if along_x else height) // (len(troop) + 1)
    depth = (height if along_x else width) // 2 - KEPT_FROM_CENTRE - fighter.radius
    if side.deployment == "ambush":
        depth += 600
    if side.half in ("top", "right"):
        depth = (height if along_x else width) - depth
    wish = (share, depth) if along_x else (depth, share)
    for far in (NEAR, max(width, height)):
        for at in _around(wish, far):
            given = Place(fighter_id, at)
            if 0 <= at[0] <= width and 0 <= at[1] <= height and flow.can(match, session.asked, given):
                return given
    return None


def scenery(session: Session, shape_id: str) -> Place | None:
    """PREP-6: a place well apart from the other scenery, not only at the edges."""
    match = session.match
    shape = next(shape for shape in match.setup.pool if shape.id == shape_id)
    width, height = match.setup.field
    best: tuple[int, Place] | None = None
    for number in range(1, TRIES):
        if best is not None and number > TRIES // 4:
            break
        # A low-discrepancy walk over the field: the same match, the same places.
        at = (_share(number, 2, width), _share(number, 3, height))
        turn = (number * 45 + 15 * len(match.pieces)) % 180
        if why_not_place(match, piece_from(shape, at, turn)) is not None:
            continue
        apart = min([gap_to_piece(at, 0, other) for other in match.pieces.values()] or [width])
        middle = isqrt((at[0] - width // 2) ** 2 + (at[1] - height // 2) ** 2)
        worth = min(apart, 1600) - middle // 4
        if best is None or worth > best[0]:
            best = worth, Place(shape_id, at, turn)
    return best[1] if best else None


def _largest(session: Session) -> str:
    """The piece left that takes the most room: it is placed first, so that all fit."""
    shapes = [shape for shape in session.match.setup.pool if shape.id in session.match.pool]
    return max(shapes, key=lambda shape: sum(x * x + y * y for x, y in shape.outline) // len(shape.outline)).id


def _share(number: int, base: int, of: int) -> int:
    """The van der Corput sequence in a base, as a part of a length, in whole centimetres."""
    value, part = 0, of
    while number:
        part //= base
        value += number % base * part
        number //= base
    return value // 100 * 100


def toward(match: Match, fighter_id: str, goal: Point) -> tuple[Point, ...] | None:
    """ACN-2: the way of one Move that comes nearest to a goal."""
    return _best_way(match, fighter_id, lambda at: (at[0] - goal[0]) ** 2 + (at[1] - goal[1]) ** 2)


def away(match: Match, fighter_id: str) -> tuple[Point, ...] | None:
    """ACN-2: the way of one Move that ends farthest from the nearest enemy."""
    enemies = [f.at for f in on_field(match, opponent(match.fighters[fighter_id].player))]
    return _best_way(match, fighter_id, lambda at: -min(
        [(at[0] - x) ** 2 + (at[1] - y) ** 2 for x, y in enemies] or [0]))  # type: ignore[misc]


def _best_way(match: Match, fighter_id: str, worth: object) -> tuple[Point, ...] | None:
    fighter: Fighter = match.fighters[fighter_id]
    places = sorted((at for at, _ in reach(match, fighter_id, step=100)), key=worth)  # type: ignore[call-overload]
    for at in places[:40]:
        way = route(match, fighter_id, at) if at != fighter.at else None
        if way is not None and flow.can(match, fighter.player, Move(way)):
            return tuple(way)
    return None


def hand(session: Session) -> tuple[str, ...]:
    """PREP-8: as many cards as are due, the troop's own first, those for the first round last."""
    cards = {card.id: card for card in session.match.setup.tactics}
    wanted = sorted(map(str, session.options()), key=lambda name: (not cards[name].symbol, cards[name].first_round))
    return tuple(wanted[:hand_size(session.match, session.asked)])


def put(planner: Planner) -> None:
    """Aims the plan at a legal place, where one is found."""
    session, plan = planner.session, planner.plan
    given = None
    if plan.mode == "deploy":
        given = deployment(session, plan.what)
    elif plan.mode == "place":
        given = scenery(session, plan.what)
    elif plan.mode in CARDS:
        spot(planner)
    if given is not None:
        plan.at, plan.turn, plan.pinned = given.at, given.turn, True
    elif plan.mode not in CARDS:
        planner.stuck = True


def spot(planner: Planner) -> None:
    """A place for a card or an ability: a zone as near the middle as may be, a point at the nearest enemy that it reaches."""
    session, plan = planner.session, planner.plan
    (width, height), actor = session.match.setup.field, planner.actor()
    middle = (width // 2, height // 2)
    x, y = actor.at if actor is not None and actor.at else middle
    enemies = sorted((f.at for f in on_field(session.match, opponent(session.asked)) if f.at),
                     key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
    action = planner.action()
    far = action.reach + NEAR if action is not None and action.reach else max(width, height) // 2
    for at in chain(enemies if needs(session, plan)[1] == "point" else (), _around((x, y), far)):
        plan.at, plan.pinned = at, True
        if planner.is_ready():
            return
    plan.at, plan.pinned = (), False


def follow(planner: Planner, what: str) -> None:
    """Does what a helping button says: picks a hand, finds a place, or a way (`toward:ID`, `toward_centre`, `away`)."""
    session, plan = planner.session, planner.plan
    planner.refusal = None
    if what == "hand":
        plan.many = hand(session)
    elif what in ("deploy", "place", "zone"):
        put(planner)
    elif session.decision is not None:
        match, mover = session.match, session.decision.fighter
        width, height = match.setup.field
        goal = match.fighters[what.partition(":")[2]].at if what.startswith("toward:") else (width // 2, height // 2)
        way = away(match, mover) if what == "away" else toward(match, mover, goal)  # type: ignore[arg-type]
        if way is None:
            planner.refusal = flow.why_not(match, session.asked, Move(()))
        else:
            plan.at, plan.path, plan.pinned = way[-1], way, True


def all_of_it(planner: Planner) -> tuple[Event, ...]:
    """Deploys or places everything that the asked player still has to, one legal answer after another."""
    session = planner.session
    player, kind = session.asked, planner.plan.mode
    events: tuple[Event, ...] = ()
    while session.decision is not None and session.decision.kind == kind and (kind == "place" or session.asked == player):
        if kind == "deploy":
            given = deployment(session, str(session.options()[0])) or deploy_somewhere(session.match, player)
        else:
            given = scenery(session, _largest(session)) or place_somewhere(session.match)
        events += session.answer(given or Pick(PASS))
    return events
