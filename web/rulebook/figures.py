"""The figures of the rules page: a scenario stopped before one of its plays, and the client's preview of that play.

Every fact comes from the core: the position, the verdict on the play, sight, reach, fighters under a template. The
rest is the choice of what to show (`figures/index.json`) and how it is painted on a given canvas. No js.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot
from typing import Any, NamedTuple

from eden_core.engine import flow
from eden_core.engine.field import are_closer
from eden_core.engine.match import NPF, Fighter, Match, fighters_gap, on_field
from eden_core.engine.messages import (
    Answer,
    Blast,
    Charge,
    Climb,
    Decision,
    Move,
    Npf,
    Place,
    Point,
    Roll,
    Shoot,
    Swim,
    Throw,
)
from eden_core.errors import Illegal
from eden_core.geometry.lengths import path_length
from eden_core.geometry.plane import distance_up, gap
from eden_core.rules.actions.blasts import blast_outline, blast_point, blast_victims
from eden_core.rules.actions.climbing import climb_place
from eden_core.rules.actions.options import ActionOption
from eden_core.rules.actions.swimming import SWUM
from eden_core.rules.actions.throwing import aim
from eden_core.rules.cards.explosions import explosion_victims
from eden_core.rules.common.ground import nearest_of
from eden_core.rules.common.paths import MOVE_LENGTH, as_far_as, length_of, move_length, reach
from eden_core.rules.common.sight import Sight, sight, sight_of_piece, sight_of_point
from eden_core.rules.common.weather import shown_in_fog
from eden_core.rules.npfs.behaviour import charge_way, npf_actions
from eden_core.rules.phases.placing import piece_from
from eden_core.rules.phases.preparation import KEPT_FROM_CENTRE
from eden_core.scenarios.answers import answer_of
from eden_core.scenarios.plays import Play
from eden_core.scenarios.running import Outcome, Scenario, read_scenario
from web.field.canvas import FieldView
from web.field.state import Area, SightLine, Ui
from web.i18n.catalogue import Words
from web.table.preview import half_outline

__all__ = ["Painter", "Picture", "illustrate"]

GROUND = b"rules"  # the same ground under all figures, so that it is drawn only once
ROOM = 120  # units round what a figure shows
EDGE = 30  # CSS pixels kept for the field's scale
CM = 100  # units
STEP = 1000.0  # ms between two drawings: longer than the view takes to settle

Box = tuple[int, int, int, int]


class Picture(NamedTuple):
    """The contents of a figure: a match, an overlay, the part of the field shown, values for the caption."""

    match: Match
    ui: Ui
    box: Box
    facts: dict[str, str]
    refusal: Illegal | None


def illustrate(text: str, shown: Mapping[str, Any], words: Words) -> Picture:
    """Return the picture of a scenario as its index entry demands: `play`, `reach`, `measure`, `rings` (cm)."""
    scenario = read_scenario(text)
    number = int(shown.get("play", 0))
    outcome = scenario.run(until=number or 1)
    drawing = _Drawing(outcome.match, words)
    if number:
        drawing.preview(scenario, number, outcome)
    if "reach" in shown:
        drawing.ui.bands = reach(outcome.match, str(shown["reach"]), MOVE_LENGTH, 50)
        drawing.around += [at for at, _ in drawing.ui.bands]
    if "measure" in shown:
        drawing.measure(*map(str, shown["measure"]))
    drawing.ring_off(*map(int, shown.get("rings", ())))
    return drawing.picture()


def _gap_of_pieces(match: Match, given: Place) -> int:
    """Return the distance from a piece to be placed to the nearest other, edge to edge, in units (PREP-6)."""
    shape = next(shape for shape in match.setup.pool if shape.id == given.what)
    piece = piece_from(shape, given.at, given.turn)
    near, far = 0, max(match.setup.field)
    while near < far:
        middle = (near + far) // 2
        if any(are_closer(piece, other, middle + 1) for other in match.pieces.values()):
            far = middle
        else:
            near = middle + 1
    return near


def _edge_toward(fighter: Fighter, other: Point) -> Point:
    """Return the point where a line to another place leaves a fighter's base, for display only."""
    (x, y), (bx, by) = fighter.at, other
    part = fighter.radius / hypot(bx - x, by - y)
    return round(x + (bx - x) * part), round(y + (by - y) * part)


class _Drawing:
    """A picture under construction."""

    def __init__(self, match: Match, words: Words) -> None:
        self.match, self.words = match, words
        self.ui = Ui(
            reduced_motion=True,
            decimal="." if words.language == "en" else ",",
            called=words.name_of,
            fog_seen=shown_in_fog(match),
        )
        self.facts: dict[str, str] = {}
        self.refusal: Illegal | None = None
        self.around: list[Point] = []

    # --- the play ---

    def preview(self, scenario: Scenario, number: int, outcome: Outcome) -> None:
        """Show the preview of a play with the core's verdict, and take facts from its outcome."""
        play, question = scenario.plays[number - 1], self.match.pending
        assert isinstance(question, Decision)
        given = answer_of(self.match, outcome.vaults[play.by], play, question)
        if isinstance(given, Illegal):
            raise given
        self.refusal = flow.why_not(self.match, play.by, given)
        self.ui.ghost_ok = self.ui.template_ok = self.refusal is None
        self._show(given, question, play)
        if self.refusal is None:
            self._outcome(scenario, number)

    def _show(self, given: Answer, question: Decision, play: Play) -> None:
        fighter = self.match.fighters.get(question.fighter)
        if isinstance(given, Place):
            self._place(given, question, play.by)
        elif isinstance(given, Npf):
            self._charge_of_npf(self.match.fighters[given.npf], given.target)
        elif fighter is not None and fighter.at:
            self.ui.selected = fighter.id
            if isinstance(given, Move):
                limit = move_length(self.match, fighter)  # TER-CRO: it may step back
                self._walk(fighter, given.path if self.refusal else as_far_as(self.match, fighter, given.path, limit))
            elif isinstance(given, Charge):
                self._walk(fighter, given.path)
                self._ring("charge")
            elif isinstance(given, Shoot):
                self._shoot(fighter, given)
            elif isinstance(given, Throw):
                self._throw(fighter, given)
            elif isinstance(given, Blast):
                self._blast(fighter, given)
            elif isinstance(given, Climb):
                at = given.at or climb_place(self.match, fighter, self.match.pieces[given.piece])
                assert at
                self._walk(fighter, (at,))
            elif isinstance(given, Swim):
                self._walk(fighter, (given.to,))
                self.ui.ranges = ((fighter.at, SWUM),)

    def _place(self, given: Place, question: Decision, player: int) -> None:
        ui, match = self.ui, self.match
        ui.ghost = given.at
        npf = next((profile for profile in match.setup.npfs if profile.id == given.what), None)
        if npf is not None:
            ui.ghost_profile, ui.ghost_radius, ui.keep_apart = npf, npf.base * 5, "npf"
            standing = [other for other in on_field(match) if other.player == NPF]
            self.facts["length"] = self.words.cm(
                min(gap(given.at, ui.ghost_radius, other.at, other.radius) for other in standing)
            )
            self._take_in((given.at,), ui.ghost_radius)
            return
        fighter = match.fighters.get(given.what)
        if fighter is None:
            shape = next(shape for shape in match.setup.pool if shape.id == given.what)
            ui.ghost_outline, ui.ghost_like, ui.ghost_turn = shape.outline, shape.like, given.turn
            self.facts["length"] = self.words.cm(_gap_of_pieces(match, given))
            self.around += piece_from(shape, given.at, given.turn).outline
            return
        ui.ghost_fighter, ui.ghost_radius = fighter.id, fighter.radius
        side, (width, height) = match.sides[player], match.setup.field
        if side.deployment == "confrontation":
            ui.zones_allowed = (Area(half_outline(match, side.half, KEPT_FROM_CENTRE)),)
        else:
            centre = (width // 2, height // 2)
            ui.zones_allowed = (Area(half_outline(match, side.half, 0), hole=(centre, KEPT_FROM_CENTRE)),)
        self.around += [(0, 0), (width, height)]

    def _walk(self, fighter: Fighter, path: tuple[Point, ...]) -> None:
        ui = self.ui
        assert fighter.at
        whole: tuple[Point, ...] = (fighter.at, *path)
        ui.ghost, ui.ghost_fighter, ui.ghost_path = path[-1], fighter.id, whole
        ui.ghost_length = length_of(self.match, fighter, path)
        self.facts["length"] = self.words.cm(ui.ghost_length)
        self.facts["straight"] = self.words.cm(path_length(whole))
        self._take_in(path, fighter.radius)

    def _ring(self, kind: str, weapon: str = "") -> ActionOption | None:
        """Mark the targets that the core allows for an action."""
        for option in flow.options(self.match):
            if isinstance(option, ActionOption) and option.kind == kind and option.weapon == weapon:
                self.ui.targets = frozenset(option.targets)
                return option
        return None

    def _charge_of_npf(self, npf: Fighter, target: str) -> None:
        path = charge_way(self.match, npf, target)
        assert path
        self._walk(npf, path)
        self.ui.targets = frozenset(name for option in npf_actions(self.match, npf.id) for name in option.targets)

    def _shoot(self, fighter: Fighter, given: Shoot) -> None:
        option, target = self._ring("shoot", given.weapon), self.match.fighters.get(given.target)
        assert fighter.at
        if target is None:
            seen = sight_of_piece(self.match, fighter.id, given.target)._replace(obstacles=())  # TER-DES: no dice
            at, radius = nearest_of(fighter.at, self.match.pieces[given.target]), 0
            self.ui.targets = frozenset((given.target,))
        else:
            assert target.at
            seen, at, radius = sight(self.match, fighter.id, target.id), target.at, target.radius
            self.facts["length"] = self.words.cm(fighters_gap(fighter, target))
            if option is not None and len(on_field(self.match, target.player)) > 1:
                self.ui.ranges = ((fighter.at, option.reach + fighter.radius),)
        self.facts["obstacles"] = str(len(seen.obstacles))
        self._see(fighter, at, radius, seen)

    def _see(self, fighter: Fighter, at: Point, radius: int, seen: Sight) -> None:
        assert fighter.at
        self.ui.sight_lines = (
            SightLine(fighter.at, fighter.radius, at, radius, bool(seen.clear), seen.blockers, seen.obstacles),
        )

    def _throw(self, fighter: Fighter, given: Throw) -> None:
        option, point = self._ring("throw", given.weapon), aim(self.match, given.target, given.at, fighter.at)
        assert fighter.at and point
        if option is not None:
            self.ui.ranges = ((fighter.at, option.reach + fighter.radius),)
        target = self.match.fighters.get(given.target)
        seen = sight(self.match, fighter.id, target.id) if target else sight_of_point(self.match, fighter.id, point)
        self._see(fighter, point, target.radius if target else 0, seen)
        radius = self.match.ruleset.explosion_radius
        self.ui.template = (point, radius)
        self.facts["length"] = self.words.cm(max(0, distance_up(fighter.at, point) - fighter.radius))
        self._victims(explosion_victims(self.match, point))
        self._take_in((point,), radius)

    def _blast(self, fighter: Fighter, given: Blast) -> None:
        point = blast_point(self.match, fighter, given)
        assert point
        self.ui.template = outline = blast_outline(self.match, fighter.id, point)
        self._victims(blast_victims(self.match, fighter.id, point))
        self.around += outline

    def _victims(self, names: Sequence[str]) -> None:
        self.ui.targets = frozenset(names)
        self.facts["victims"] = self.words.join(sorted(names))

    def _outcome(self, scenario: Scenario, number: int) -> None:
        """Add the next roll, and the target that a shot strayed to, to the facts."""
        pending = scenario.run(until=number + 1).match.pending
        if isinstance(pending, Roll):
            self.facts["dice"], self.facts["difficulty"] = str(pending.dice), str(pending.difficulty)
        events = scenario.run().events
        for place, event in enumerate(events):
            if event.code == "strayed":
                self.facts["victim"] = str(event.get("target"))
                self.ui.targets = frozenset((self.facts["victim"],))
                rolls = [before for before in events[:place] if before.get("reason", "") == "hit"]
                self.facts["hits"] = str(rolls[-1].get("successes"))
            elif event.code == "expelled":
                burnt, path = self.match.fighters[str(event.get("fighter"))], event.get("path")
                assert isinstance(path, tuple)
                self._walk(burnt, path[1:])

    # --- the rest ---

    def measure(self, one: str, other: str) -> None:
        """Show the measuring tape between two fighters (GEN-1)."""
        first, second = self.match.fighters[one], self.match.fighters[other]
        assert first.at and second.at
        self.ui.measure = (_edge_toward(first, second.at), _edge_toward(second, first.at))
        self.ui.measure_length = fighters_gap(first, second)
        self.facts["length"] = self.words.cm(self.ui.measure_length)

    def ring_off(self, *lengths: int) -> None:
        """Show circles of these radii (cm) from the edge of the acting fighter, at the end of the play."""
        fighter = self.match.fighters.get(self.ui.ghost_fighter or self.ui.selected)
        if fighter is not None and lengths:
            centre = self.ui.ghost or fighter.at
            assert centre
            self.ui.ranges = tuple((centre, length * CM + fighter.radius) for length in lengths)

    def _take_in(self, points: Sequence[Point], radius: int) -> None:
        for x, y in points:
            self.around += [(x - radius, y - radius), (x + radius, y + radius)]

    def picture(self) -> Picture:
        """Return the finished picture with the part of the field that it covers."""
        match = self.match
        for fighter in on_field(match):
            self._take_in((fighter.at,), fighter.radius)
        for piece in match.pieces.values():
            self._take_in(piece.outline, piece.radius)
        for marker in match.markers.values():
            self._take_in((marker.at,), marker.radius)
        xs, ys = [x for x, _ in self.around], [y for _, y in self.around]
        width, height = match.setup.field
        box = (max(0, min(xs) - ROOM), max(0, min(ys) - ROOM), min(width, max(xs) + ROOM), min(height, max(ys) + ROOM))
        match.id = GROUND
        return Picture(match, self.ui, box, self.facts, self.refusal)


class Painter:
    """A painter of pictures, one after the other, with a single field view."""

    def __init__(self, make_canvas: Callable[[int, int], Any]) -> None:
        self.view = FieldView(make_canvas(1, 1), make_canvas)

    def paint(self, canvas: Any, picture: Picture, light: bool, size: tuple[float, float], dpr: float) -> None:
        """Paint a picture on a canvas of this size in CSS pixels."""
        view, camera = self.view, self.view.camera
        picture.ui.light = light
        view.resize(*size, dpr)
        view.update(picture.match, picture.ui)
        x0, y0, x1, y1 = picture.box
        camera.fit()
        wide, high = max(1.0, size[0] - 2 * EDGE), max(1.0, size[1] - 2 * EDGE)
        camera.scale = max(camera.scale, min(wide / (x1 - x0), high / (y1 - y0)))
        camera.fitted = False
        camera.centre(((x0 + x1) // 2, (y0 + y1) // 2))
        now = 0.0
        while view.draw(now):
            now += STEP
        canvas.width, canvas.height = view.canvas.width, view.canvas.height
        canvas.getContext("2d").drawImage(view.canvas, 0, 0)
