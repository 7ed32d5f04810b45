"""Places found for the player: for a deployment, scenery, NPFs and cards; all checked by the core."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain
from math import isqrt

from eden_core.analysis.places import spread_place
from eden_core.cards.records import Shape
from eden_core.engine import flow
from eden_core.engine.field import Piece, gap_to_piece
from eden_core.engine.match import Match, on_field
from eden_core.engine.messages import PASS, Answer, Event, Pick, Place, Point
from eden_core.rules.npfs.placing import npf_somewhere, why_not_place_npf
from eden_core.rules.phases.placing import first_place, piece_from, place_somewhere, why_not_place
from eden_core.rules.phases.preparation import KEPT_FROM_CENTRE, deploy_somewhere, hand_size
from eden_core.rules.phases.territory import built_piece, territory_somewhere
from web.match.session import Session
from web.planning.paths import NEAR, around, away, find_way, toward
from web.planning.plan import needs
from web.planning.planner import CARDS, Planner

__all__ = ["all_of_it", "away", "deployment", "follow", "hand", "npf", "put", "scenery", "toward"]

TRIES = 600  # places tried for a piece of scenery; a quarter of them once one was found


def deployment(session: Session, fighter_id: str) -> Place | None:
    """Return a place near the front for a fighter, the troop spread along it (PREP-7)."""
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
        for at in around(wish, far):
            given = Place(fighter_id, at)
            if 0 <= at[0] <= width and 0 <= at[1] <= height and flow.can(match, session.asked, given):
                return given
    return None


def scenery(session: Session, shape_id: str) -> Place | None:
    """Return a place for a piece well apart from other scenery, not only at the edges (PREP-6, TER-1)."""
    match = session.match
    shape = next(shape for shape in match.setup.pool if shape.id == shape_id)
    return _well_apart(match, lambda at, turn: piece_from(shape, at, turn), shape)


def _well_apart(match: Match, laid: Callable[[Point, int], Piece], shape: Shape) -> Place | None:
    """Return the best of the places tried for the piece that `laid` puts there.

    If none is allowed, return the first place that the core finds.
    """
    width, height = match.setup.field
    best: tuple[int, Place] | None = None
    for number in range(1, TRIES):
        if best is not None and number > TRIES // 4:
            break
        # A low-discrepancy sequence over the field: the same match always yields the same places.
        at = spread_place(number, (width, height))
        turn = (number * 45 + 15 * len(match.pieces)) % 180
        if why_not_place(match, laid(at, turn)) is not None:
            continue
        apart = min([gap_to_piece(at, 0, other) for other in match.pieces.values()] or [width])
        middle = isqrt((at[0] - width // 2) ** 2 + (at[1] - height // 2) ** 2)
        worth = min(apart, 1600) - middle // 4
        if best is None or worth > best[0]:
            best = worth, Place(shape.id, at, turn)
    return best[1] if best else first_place(match, (shape,))


def _built(planner: Planner) -> Place | None:
    """Return a place for the piece that is being built (TER-2)."""
    draft, match = planner.plan.draft, planner.session.match
    assert draft is not None
    reach = draft.radius
    around = ((-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)) if reach else draft.outline
    return _well_apart(match, lambda at, turn: built_piece(match, draft.build(at, turn)), Shape("", "", around, ""))


def npf(session: Session, profile_id: str) -> Place | None:
    """Return a place for an NPF well apart from fighters and NPFs, not at the edges (NPF-2)."""
    match, player = session.match, session.asked
    width, height = match.setup.field
    best: tuple[int, Place] | None = None
    for number in range(1 + len(match.fighters), TRIES // 2):
        given = Place(profile_id, spread_place(number, (width, height)))
        if why_not_place_npf(match, player, given) is None:
            x, y = given.at
            edge = min(x, y, width - x, height - y)
            others = [f.at for f in on_field(match) if f.at]
            apart = min([isqrt((x - ox) ** 2 + (y - oy) ** 2) for ox, oy in others] or [width])
            worth = min(apart, 2500) + min(edge, 1000)
            if best is None or worth > best[0]:
                best = worth, given
    if best is not None or npf_somewhere(match, player) is None:
        return best[1] if best else None
    every = (Place(profile_id, (x, y)) for y in range(0, height, 100) for x in range(0, width, 100))
    return next((given for given in every if why_not_place_npf(match, player, given) is None), None)


def _largest(session: Session) -> str:
    """Return the remaining piece that takes the most room, to be placed first so that all fit."""
    shapes = [shape for shape in session.match.setup.pool if shape.id in session.match.pool]
    return max(shapes, key=lambda shape: sum(x * x + y * y for x, y in shape.outline) // len(shape.outline)).id


def _bought(session: Session) -> Answer:
    """Return a place for the next affordable piece or NPF of the rarest kind that fits, else a pass (TER-1, NPF-2)."""
    decision, match = session.decision, session.match
    is_npf, points = decision is not None and decision.rule == "NPF-2", match.sides[session.asked].scenery_points
    shapes = {shape.id: shape for shape in match.setup.pool}
    there = Counter(piece.like for piece in match.pieces.values()) + Counter(
        f.profile.id for f in match.fighters.values()
    )

    def worth(name: str) -> tuple[bool, int, int]:
        """Return a sort key that puts costly pieces first, to spend the points before the field is full."""
        if is_npf:
            return False, there[name], 0
        return 6 * shapes[name].cost < points, there[shapes[name].like], -shapes[name].cost

    for name in sorted(map(str, session.options()), key=worth):
        given = npf(session, name) if is_npf else scenery(session, name)
        if given is not None:
            return given
    somewhere = npf_somewhere if is_npf else territory_somewhere
    return somewhere(match, session.asked) or Pick(PASS)


def hand(session: Session) -> tuple[str, ...]:
    """Return a full hand: the troop's own cards first, those for the first round last (PREP-8)."""
    cards = {card.id: card for card in session.match.setup.tactics}
    wanted = sorted(map(str, session.options()), key=lambda name: (not cards[name].symbol, cards[name].first_round))
    return tuple(wanted[: hand_size(session.match, session.asked)])


def put(planner: Planner) -> None:
    """Aim the plan at a legal place, if one is found."""
    session, plan = planner.session, planner.plan
    given = None
    if plan.mode == "deploy":
        given = deployment(session, plan.what)
    elif plan.mode == "place":
        given = _placed(planner)
    elif plan.mode in CARDS:
        spot(planner)
    if given is not None:
        plan.at, plan.turn, plan.pinned = given.at, given.turn, True
    elif plan.mode not in CARDS:
        planner.stuck = True


def _placed(planner: Planner) -> Place | None:
    """Return a place for what is chosen; if nothing is, choose a piece or NPF together with its place."""
    session, plan = planner.session, planner.plan
    if plan.draft is not None:
        return _built(planner)
    if not plan.what:
        given = _bought(session)
        plan.what = given.what if isinstance(given, Place) else ""
        return given if isinstance(given, Place) else None
    assert session.decision is not None
    return npf(session, plan.what) if session.decision.rule == "NPF-2" else scenery(session, plan.what)


def spot(planner: Planner) -> None:
    """Aim a card or an ability at a legal place.

    A zone goes near the actor, or near the middle of the field without one; a point to the nearest enemy in reach.
    """
    session, plan = planner.session, planner.plan
    (width, height), actor = session.match.setup.field, planner.actor()
    middle = (width // 2, height // 2)
    x, y = actor.at if actor is not None and actor.at else middle
    enemies = sorted(
        (f.at for f in on_field(session.match) if f.player != session.asked and f.at),
        key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2,
    )
    action = planner.action()
    far = action.reach + NEAR if action is not None and action.reach else max(width, height) // 2
    for at in chain(enemies if needs(session, plan)[1] == "point" else (), around((x, y), far)):
        plan.at, plan.pinned = at, True
        if planner.preview.is_ready:
            return
    plan.at, plan.pinned = (), False


def follow(planner: Planner, what: str) -> None:
    """Carry out a helping button: pick a hand, find a place, or a path (`paths`)."""
    session, plan = planner.session, planner.plan
    planner.refusal = None
    if what == "hand":
        plan.many = hand(session)
    elif what in ("deploy", "place", "zone"):
        put(planner)
    elif session.decision is not None:
        find_way(planner, what)


def all_of_it(planner: Planner) -> tuple[Event, ...]:
    """Deploy or place everything that the asked player still has to, one legal answer after another."""
    session = planner.session
    assert session.decision is not None
    player, kind, rule = session.asked, session.decision.kind, session.decision.rule
    events: tuple[Event, ...] = ()
    while (
        session.decision is not None
        and (session.decision.kind, session.decision.rule) == (kind, rule)
        and (kind == "place" or session.asked == player)
    ):
        given: Answer | None
        if kind == "deploy":
            given = deployment(session, str(session.options()[0])) or deploy_somewhere(session.match, player)
        elif rule == "PREP-6":
            given = scenery(session, _largest(session)) or place_somewhere(session.match)
        else:
            given = _bought(session)
        events += session.answer(given or Pick(PASS))
    return events
