"""The plan as the field shows it: ghost, path, sight, templates, allowed zones. No js, no drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eden_core.cards.records import Effect
from eden_core.cards.scenery_rules import why_not_outline
from eden_core.engine.field import outline_at
from eden_core.engine.match import Fighter, Match, are_enemies, on_field
from eden_core.engine.messages import Point
from eden_core.rules.actions.blasts import blast_outline
from eden_core.rules.cards import tactics
from eden_core.rules.common.ground import nearest_of
from eden_core.rules.common.sight import sight, sight_of_piece, sight_of_point
from eden_core.rules.common.weapons import ranged_weapons, reach_of
from eden_core.rules.common.weather import may_measure, shown_in_fog
from eden_core.rules.common.zones import CARD
from eden_core.rules.phases.preparation import KEPT_FROM_CENTRE
from web.field.state import MODES, Area, SightLine, Ui
from web.i18n.catalogue import Words
from web.match.session import Session
from web.match.wording import refusal_text
from web.planning.plan import OVER, Plan
from web.planning.planner import Planner

if TYPE_CHECKING:
    from web.planning.scenery_draft import Draft

__all__ = ["fill", "half_outline"]

SPOT = 60  # units: the radius of the disc that marks a point


def half_outline(match: Match, half: str, keep: int) -> tuple[Point, ...]:
    """Return the outline of a half of the field, less a strip along the centre line."""
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


def _line_to(match: Match, shooter: Fighter, target: str) -> SightLine:
    """Return the sight line to a fighter or a piece of scenery.

    No dice are rolled against a piece, so obstacles are left out for it.
    """
    if target in match.fighters:
        return _line(match, shooter, match.fighters[target])
    seen, end = sight_of_piece(match, shooter.id, target), nearest_of(shooter.at, match.pieces[target])
    return SightLine(shooter.at, shooter.radius, end, 0, bool(seen.clear), seen.blockers)


def _line(match: Match, shooter: Fighter, target: Fighter) -> SightLine:
    seen = sight(match, shooter.id, target.id)
    return SightLine(
        shooter.at, shooter.radius, target.at, target.radius, bool(seen.clear), seen.blockers, seen.obstacles
    )


def _seen_from(match: Match, fighter: Fighter, at: Point) -> tuple[SightLine, ...]:
    """Return sight lines from a place to all enemies in shooting range of it."""
    ranges = [reach_of(match, fighter, mode) for _, mode in ranged_weapons(fighter) if mode.category == "shooting"]
    if not ranges:
        return ()
    there = match.copy()
    moved = fighter._replace(at=at)
    there.fighters[fighter.id] = moved
    lines = []
    for enemy in on_field(there):
        if not are_enemies(enemy, fighter):
            continue
        (ax, ay), (bx, by) = at, enemy.at
        if (ax - bx) ** 2 + (ay - by) ** 2 <= (max(ranges) + fighter.radius + enemy.radius) ** 2:
            lines.append(_line(there, moved, enemy))
    return tuple(lines)


def fill(ui: Ui, words: Words, session: Session, planner: Planner, selected: str) -> None:
    """Set all that depends on the plan; bands, measure, cursor and theme are set by the stage."""
    match, plan, decision = session.match, planner.plan, session.decision
    selected = selected if selected in match.fighters else ""  # a selected piece only opens its card
    ui.viewer = session.viewer
    ui.selected = (
        plan.what if decision and decision.kind in ("designate", "interrupt", "leader") and plan.what else selected
    )
    if decision and decision.kind in ("action", "reaction", "npf") and not selected:
        ui.selected = decision.fighter or plan.what
    ui.may_act = frozenset(session.acting())
    ui.targets = frozenset()
    ui.mode = plan.mode if plan.mode in MODES else ""
    ui.ghost, ui.ghost_fighter, ui.ghost_radius, ui.ghost_outline = (), "", 0, ()
    ui.ghost_like, ui.ghost_turn, ui.ghost_path, ui.ghost_length, ui.ghost_label = "", 0, (), 0, ""
    ui.ghost_rules, ui.ghost_profile, ui.keep_apart = (), None, ""
    ui.ghost_ok, ui.template_ok = True, True
    ui.fog_seen = shown_in_fog(match)
    ui.sight_lines, ui.zones_allowed, ui.ranges, ui.template = (), (), (), ()
    if decision is None or session.is_curtain_down:
        ui.may_act = frozenset()
        return
    refusal = planner.preview.refusal
    ui.ghost_ok = ui.template_ok = refusal is None
    if session.looking:
        _card(ui, session, planner)
    elif decision.kind == "half":
        if plan.what:
            ui.zones_allowed = (Area(half_outline(match, plan.what, 0)),)
    elif decision.kind == "deploy":
        _deploy(ui, session, planner)
    elif decision.kind == "place":
        _place(ui, session, planner)
    elif decision.kind == "action":
        _action(ui, session, planner)
    elif decision.kind == "npf":
        _npf(ui, session, planner)
    elif decision.kind == "reaction":
        ui.targets = frozenset((decision.target,))
    looked_at = match.fighters.get(selected)
    if looked_at is not None and looked_at.at and not ui.ranges and may_measure(match):
        ui.ranges = tuple(
            (looked_at.at, reach_of(match, looked_at, mode) + looked_at.radius)
            for _, mode in ranged_weapons(looked_at)
            if mode.range
        )
    if refusal is not None and (ui.ghost or ui.template):
        ui.ghost_label = refusal_text(words, session, refusal)


def _deploy(ui: Ui, session: Session, planner: Planner) -> None:
    match, plan = session.match, planner.plan
    side, (width, height) = match.sides[session.asked], match.setup.field
    if side.deployment == "confrontation":
        ui.zones_allowed = (Area(half_outline(match, side.half, KEPT_FROM_CENTRE)),)
    else:
        ui.zones_allowed = (
            Area(half_outline(match, side.half, 0), hole=((width // 2, height // 2), KEPT_FROM_CENTRE)),
        )
    fighter = match.fighters.get(plan.what)
    if fighter is not None and plan.at:
        ui.ghost, ui.ghost_fighter, ui.ghost_radius = plan.at, plan.what, fighter.radius


def _place(ui: Ui, session: Session, planner: Planner) -> None:
    """Show the piece or NPF being placed, and mark what it must keep away from (PREP-6, TER-1, TER-2, NPF-2)."""
    match, plan, draft = session.match, planner.plan, planner.plan.draft
    if draft is not None:
        _built(ui, plan, draft)
        return
    shape = next((shape for shape in match.setup.pool if shape.id == plan.what), None)
    npf = next((profile for profile in match.setup.npfs if profile.id == plan.what), None)
    assert session.decision is not None
    if session.decision.rule == "NPF-2" and npf is not None:
        ui.keep_apart = "npf"
        if plan.at:
            ui.ghost, ui.ghost_profile, ui.ghost_radius = plan.at, npf, npf.base * 5
    elif shape is not None:
        ui.keep_apart = "piece"
        if plan.at:
            ui.ghost, ui.ghost_outline, ui.ghost_like, ui.ghost_turn = plan.at, shape.outline, shape.like, plan.turn
            ui.ghost_rules = shape.rules


def _built(ui: Ui, plan: Plan, draft: Draft) -> None:
    """Show the piece that is being built as a ghost, or its corners while they are drawn (TER-2)."""
    if draft.step == "design":
        return
    ui.keep_apart = "piece"
    if draft.step == "draw":
        corners = (*draft.corners, draft.loose) if draft.loose else draft.corners
        if len(corners) > 1:
            ui.template, ui.template_ok = corners, len(corners) < 3 or why_not_outline(corners) is None
        elif corners:
            ui.template = (corners[0], SPOT)
    elif plan.at:
        ui.ghost, ui.ghost_outline, ui.ghost_turn = plan.at, draft.outline, plan.turn
        ui.ghost_radius, ui.ghost_rules = draft.radius, draft.rules


def _npf(ui: Ui, session: Session, planner: Planner) -> None:
    """Show the chosen NPF, the possible targets of its attack or charge, and its path (NPF-4)."""
    plan, npf = planner.plan, session.match.fighters[planner.plan.what]
    ui.targets = frozenset(planner.roaming.option(npf.id).targets)
    if plan.path:
        ui.ghost, ui.ghost_fighter, ui.ghost_length = plan.path[-1], npf.id, planner.preview.length
        ui.ghost_path = (npf.at, *plan.path)


def _action(ui: Ui, session: Session, planner: Planner) -> None:
    match, plan = session.match, planner.plan
    fighter = planner.actor()
    if fighter is None or not fighter.at:
        return
    action, measured = planner.action(), may_measure(match)
    if plan.mode == "move":
        close = ("attack", "charge") if measured else ("attack",)  # WEA-8: no rings that tell a distance
        ui.targets = frozenset(name for option in planner.actions() if option.kind in close for name in option.targets)
    elif action is not None:
        ui.targets = frozenset(action.targets)
    target = match.fighters.get(plan.target)
    if plan.mode == "move" and plan.at:
        walked = planner.preview.walked
        ui.ghost, ui.ghost_fighter = walked[-1] if walked else fighter.at, fighter.id
        ui.ghost_path, ui.ghost_length = (fighter.at, *walked), planner.preview.length
        if (plan.pinned or plan.held) and ui.ghost_ok and measured:
            ui.sight_lines = _seen_from(match, fighter, ui.ghost)
    elif plan.mode == "charge" and plan.path:
        ui.ghost, ui.ghost_fighter = plan.path[-1], fighter.id
        ui.ghost_path, ui.ghost_length = (fighter.at, *plan.path), planner.preview.length
    elif plan.mode in OVER:
        ui.ghost, ui.ghost_fighter = planner.crossing.landing(plan), fighter.id
        if ui.ghost and plan.mode != "climb":
            ui.ghost_path = (fighter.at, ui.ghost)
    elif plan.mode == "ability" and action is not None:
        ability = match.abilities[plan.weapon]
        if (ability.target or ability.place) and measured:
            ui.ranges = ((fighter.at, action.reach + fighter.radius),)
        end = target.at if target is not None else plan.at
        if ability.sight and end and measured:
            seen = sight(match, fighter.id, target.id) if target else sight_of_point(match, fighter.id, end)
            wide = target.radius if target else 0
            ui.sight_lines = (SightLine(fighter.at, fighter.radius, end, wide, bool(seen.clear), seen.blockers),)
        _lay(ui, match, plan, ability.place, ability.effects)
    elif not measured:
        if plan.mode in ("throw", "blast") and (point := planner.preview.point):
            ui.template = (point, SPOT)  # WEA-8: no template before the action is paid
    elif plan.mode == "shoot" and action is not None:
        ui.ranges = ((fighter.at, action.reach + fighter.radius),)
        ui.sight_lines = tuple(
            _line_to(match, fighter, name) for name in ((plan.target,) if plan.target else action.targets)
        )
    elif plan.mode == "throw" and action is not None:
        ui.ranges = ((fighter.at, action.reach + fighter.radius),)
        point = planner.preview.point
        if point:
            ui.template = (point, match.ruleset.explosion_radius)
            line = _line_to(match, fighter, plan.target) if plan.target else None
            if line is None:
                seen = sight_of_point(match, fighter.id, point)
                line = SightLine(fighter.at, fighter.radius, point, 0, bool(seen.clear), seen.blockers)
            ui.sight_lines = (line._replace(obstacles=()),)  # no roll to hit: obstacles have no effect
    elif plan.mode == "blast":
        point = planner.preview.point
        if point and point != fighter.at:
            ui.template = blast_outline(match, fighter.id, point)


def _lay(ui: Ui, match: Match, plan: Plan, place: str, effects: tuple[Effect, ...]) -> None:
    """Show the place that a card or an ability affects: a zone as large as a card, an explosion, or a point."""
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
        ui.targets = (
            frozenset((plan.target,))
            if plan.target
            else frozenset(
                f.id
                for f in on_field(match)
                if card.target == "any" or (f.player == session.asked) == (card.target == "ally")
            )
        )
    if card.place:
        _lay(ui, match, plan, card.place, card.effects)
