"""The plan as the field shows it: ghost, path, sight, templates, where something is allowed. No js, no drawing."""

from __future__ import annotations

from eden_core.field import outline_at
from eden_core.match import Fighter, Match, on_field
from eden_core.messages import Point
from eden_core.profile import Effect
from eden_core.rules import tactics
from eden_core.rules.preparation import KEPT_FROM_CENTRE
from eden_core.rules.sight import sight, sight_of_point
from eden_core.rules.zones import CARD
from eden_core.rules.throwing import blast_outline
from eden_core.rules.weapons import ranged_weapons, reach_of

from .describe import refusal_text
from .plan import Plan
from .planning import Planner
from .session import Session
from .view.ui import MODES, Area, SightLine, Ui
from .words import Words

__all__ = ["fill", "half_outline"]

SPOT = 60                   # units: the disc by which a mere point is shown


def half_outline(match: Match, half: str, keep: int) -> tuple[Point, ...]:
    """A half of the field, less a strip along the centre line."""
    width, height = match.setup.field
    x0, y0, x1, y1 = 0, 0, width, height
    if half == "left":
        x1 = width // 2 - keep
    elif half == "right":
        x0 = (width + 1) // 2 + keep
    elif half == "bottom":
        y1 = height // 2 - keep
    elif half == "top":
        y0 = (height + 1) // 2 + keep
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def _line(match: Match, shooter: Fighter, target: Fighter) -> SightLine:
    seen = sight(match, shooter.id, target.id)
    return SightLine(shooter.at, shooter.radius, target.at, target.radius, bool(seen.clear), seen.blockers, seen.obstacles)  # type: ignore[arg-type]


def _seen_from(match: Match, fighter: Fighter, at: Point) -> tuple[SightLine, ...]:
    """Whom a shooter would see from a place: what it could shoot, if it stood there."""
    ranges = [reach_of(match, fighter, mode) for _, mode in ranged_weapons(fighter) if mode.category == "shooting"]
    if not ranges:
        return ()
    there = match.copy()
    moved = fighter._replace(at=at)
    there.fighters[fighter.id] = moved
    lines = []
    for enemy in on_field(there, 3 - fighter.player):
        (ax, ay), (bx, by) = at, enemy.at  # type: ignore[misc]
        if (ax - bx) ** 2 + (ay - by) ** 2 <= (max(ranges) + fighter.radius + enemy.radius) ** 2:
            lines.append(_line(there, moved, enemy))
    return tuple(lines)


def fill(ui: Ui, words: Words, session: Session, planner: Planner, selected: str) -> None:
    """Sets all that the plan decides; bands, measure, cursor and theme are the stage's."""
    match, plan, decision = session.match, planner.plan, session.decision
    ui.viewer = session.asked
    ui.selected = plan.what if decision and decision.kind in ("designate", "interrupt", "leader") and plan.what else selected
    if decision and decision.kind in ("action", "reaction") and not selected:
        ui.selected = decision.fighter
    ui.may_act = frozenset(session.acting())
    ui.targets = frozenset()
    ui.mode = plan.mode if plan.mode in MODES else ""
    ui.ghost, ui.ghost_fighter, ui.ghost_radius, ui.ghost_outline = (), "", 0, ()
    ui.ghost_like, ui.ghost_turn, ui.ghost_path, ui.ghost_length, ui.ghost_label = "", 0, (), 0, ""
    ui.ghost_ok, ui.template_ok = True, True
    ui.sight_lines, ui.zones_allowed, ui.ranges, ui.template = (), (), (), ()
    if decision is None or session.is_curtain_down:
        ui.may_act = frozenset()
        return
    refusal = planner.why_not()
    ui.ghost_ok = ui.template_ok = refusal is None
    if session.looking:
        _card(ui, session, planner)
    elif decision.kind == "half":
        if plan.what:
            ui.zones_allowed = (Area(half_outline(match, plan.what, 0)),)
    elif decision.kind == "deploy":
        _deploy(ui, session, planner)
    elif decision.kind == "place":
        shape = next((shape for shape in match.setup.pool if shape.id == plan.what), None)
        if shape is not None and plan.at:
            ui.ghost, ui.ghost_outline, ui.ghost_like, ui.ghost_turn = plan.at, shape.outline, shape.like, plan.turn
    elif decision.kind == "action":
        _action(ui, session, planner)
    elif decision.kind == "reaction":
        ui.targets = frozenset((decision.target,))
    looked_at = match.fighters.get(selected)
    if looked_at is not None and looked_at.at and not ui.ranges:
        ui.ranges = tuple((looked_at.at, reach_of(match, looked_at, mode) + looked_at.radius)
                          for _, mode in ranged_weapons(looked_at) if mode.range)
    if refusal is not None and (ui.ghost or ui.template):
        ui.ghost_label = refusal_text(words, session, refusal)


def _deploy(ui: Ui, session: Session, planner: Planner) -> None:
    match, plan = session.match, planner.plan
    side, (width, height) = match.sides[session.asked], match.setup.field
    if side.deployment == "confrontation":
        ui.zones_allowed = (Area(half_outline(match, side.half, KEPT_FROM_CENTRE)),)
    else:
        ui.zones_allowed = (Area(half_outline(match, side.half, 0), hole=((width // 2, height // 2), KEPT_FROM_CENTRE)),)
    fighter = match.fighters.get(plan.what)
    if fighter is not None and plan.at:
        ui.ghost, ui.ghost_fighter, ui.ghost_radius = plan.at, plan.what, fighter.radius


def _action(ui: Ui, session: Session, planner: Planner) -> None:
    match, plan = session.match, planner.plan
    fighter = planner.actor()
    if fighter is None or not fighter.at:
        return
    action = planner.action()
    if plan.mode == "move":
        close = ("attack", "charge")
        ui.targets = frozenset(name for option in planner.actions() if option.kind in close for name in option.targets)
    elif action is not None:
        ui.targets = frozenset(action.targets)
    target = match.fighters.get(plan.target)
    if plan.mode == "move" and plan.at:
        ui.ghost, ui.ghost_fighter = plan.at, fighter.id
        ui.ghost_path, ui.ghost_length = (fighter.at, *plan.path), planner.length()
        if plan.pinned and ui.ghost_ok:
            ui.sight_lines = _seen_from(match, fighter, plan.at)
    elif plan.mode == "charge" and plan.path:
        ui.ghost, ui.ghost_fighter = plan.path[-1], fighter.id
        ui.ghost_path, ui.ghost_length = (fighter.at, *plan.path), planner.length()
    elif plan.mode == "ability" and action is not None:
        ability = match.abilities[plan.weapon]
        if ability.target or ability.place:
            ui.ranges = ((fighter.at, action.reach + fighter.radius),)
        end = target.at if target is not None else plan.at
        if ability.sight and end:
            seen = sight(match, fighter.id, target.id) if target else sight_of_point(match, fighter.id, end)
            wide = target.radius if target else 0
            ui.sight_lines = (SightLine(fighter.at, fighter.radius, end, wide, bool(seen.clear), seen.blockers),)
        _lay(ui, match, plan, ability.place, ability.effects)
    elif plan.mode == "shoot" and action is not None:
        ui.ranges = ((fighter.at, action.reach + fighter.radius),)
        ui.sight_lines = (_line(match, fighter, target),) if target else tuple(
            _line(match, fighter, match.fighters[name]) for name in action.targets)
    elif plan.mode == "throw" and action is not None:
        ui.ranges = ((fighter.at, action.reach + fighter.radius),)
        point = planner.point()
        if point:
            ui.template = (point, match.ruleset.explosion_radius)
            seen = sight(match, fighter.id, target.id) if target else sight_of_point(match, fighter.id, point)
            ui.sight_lines = (SightLine(fighter.at, fighter.radius, point, target.radius if target else 0, bool(seen.clear),
                                        seen.blockers),)          # no roll to hit: obstacles take nothing off
    elif plan.mode == "blast":
        point = planner.point()
        if point and point != fighter.at:
            ui.template = blast_outline(match, fighter.id, point)


def _lay(ui: Ui, match: Match, plan: Plan, place: str, effects: tuple[Effect, ...]) -> None:
    """Where a card or an ability would take place: a zone as large as a card, an explosion, or a point."""
    target = match.fighters.get(plan.target)
    explodes = any(effect.do == "explode" for effect in effects)
    at = plan.at or (target.at if target is not None and explodes else ())
    if at and place == "zone":
        ui.template = outline_at(CARD, at, plan.turn)
    elif at:
        ui.template = (at, match.ruleset.explosion_radius if explodes else SPOT)


def _card(ui: Ui, session: Session, planner: Planner) -> None:
    match, plan = session.match, planner.plan
    card = tactics.find(match, plan.what)
    if card is None:
        return
    if card.target:
        ui.targets = frozenset((plan.target,)) if plan.target else frozenset(
            f.id for f in on_field(match) if card.target == "any" or (f.player == session.asked) == (card.target == "ally"))
    if card.place:
        _lay(ui, match, plan, card.place, card.effects)
