"""The field view: a canvas that shows a match and its player's plan, and finds what lies at a point.

`update` sets the state to show, `animate` also animates the events that led to it, and `draw` paints if something has
changed or moves and returns whether it needs another frame. The module knows neither the rules nor the browser.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, sin
from typing import Any

from eden_core.engine.field import outline_at
from eden_core.engine.match import NPF, Fighter, Match
from eden_core.engine.messages import Event
from web.field.ambience import Ambience
from web.field.animate import Animator
from web.field.bases import Bases, Look, look_of
from web.field.drawing import overlay
from web.field.drawing.contour import Loop, contours, grid_step
from web.field.drawing.frame import contains
from web.field.drawing.marks import draw_flashes, draw_halo, draw_pulse
from web.field.drawing.palette import Palette, alpha, palette_of
from web.field.drawing.pens import Context, disc, surface
from web.field.drawing.sightlines import draw_corridor, draw_marks
from web.field.layers import Layers
from web.field.projection import Camera
from web.field.state import Ui
from web.field.terrain.pieces import Traits, draw_piece

__all__ = ["FieldView"]

PULSE_FOR = 30_000.0  # ms after the last change during which fighters that may act pulse, and weather and fire move
PULSE_EVERY = 40.0  # ms between frames in which only the pulse changes
AMBIENT_EVERY = 66.0  # ms between frames in which only weather and fire move
SETTLED = 140.0  # ms after the camera's last move until everything is redrawn sharply


class FieldView:
    """The picture of a match on a canvas."""

    def __init__(self, canvas: Any, make_canvas: Callable[[int, int], Any], camera: Camera | None = None) -> None:
        self.canvas = canvas
        self.camera = camera or Camera()
        self.animator = Animator()
        self.match: Match | None = None
        self.ui = Ui()
        self._make = make_canvas
        self._layers = Layers(make_canvas)
        self._bases = Bases(make_canvas)
        self._ambience = Ambience(make_canvas)
        self._spacing: Any = None
        self._shown: dict[str, Fighter] = {}  # the fighters' records when last set
        self._shown_id = b""
        self._looks: dict[str, tuple[Fighter, Look]] = {}
        self._called: Callable[[str, str], str] | None = None  # the translation used in `_looks`
        self._dirty = True
        self._drawn_key: tuple[float, ...] = ()
        self._drawn_at = 0.0
        self._changed_at = -1.0
        self._panned_at = -1e9
        self._was_moving = False
        self._bands: list[list[Loop]] = []
        self._bands_of: tuple[list[Any], int] | None = None
        self._bands_layer: Any = None
        self._bands_key: tuple[Any, ...] = ()
        self._piece_key: tuple[Any, ...] = ()
        self._piece_layer: Any = None
        self._piece_half = 0.0

    # --- state ---

    def update(self, match: Match, ui: Ui) -> None:
        """Set the state to show, without animation."""
        if match.id != self._shown_id:
            self.animator.skip()
            self.animator.know(match.fighters.values())
        elif not self.animator.busy:
            self.animator.know(match.fighters.values())
        self._take(match, ui)

    def animate(self, match: Match, ui: Ui, events: Sequence[Event], now: float) -> None:
        """Set the state to show and animate the events that led to it, starting at `now` (ms)."""
        before = self._shown if self._shown_id == match.id else {}
        if not self.animator.busy and before:
            self.animator.know(before.values())
        self.animator.reduced = ui.reduced_motion
        self._take(match, ui)
        self.animator.play(events, now, before)

    def _take(self, match: Match, ui: Ui) -> None:
        self.match, self.ui = match, ui
        self._shown, self._shown_id = dict(match.fighters), match.id  # a copy: the match may be changed in place
        self.animator.reduced = ui.reduced_motion
        self.animator.know_pieces(match.pieces.values())
        self.camera.set_field(match.setup.field)
        self._dirty = True
        self._changed_at = -1.0

    def touch(self) -> None:
        """Redraw at the next `draw`, after a change of `ui` or camera."""
        self._dirty = True
        self._changed_at = -1.0

    def resize(self, width: float, height: float, dpr: float = 1.0, covered: float = 0.0) -> None:
        """Set the canvas's size and covered height in CSS pixels; `dpr` is the number of device pixels per CSS px."""
        self.camera.resize(width, height, dpr, covered)
        self._dirty = True

    # --- lookup ---

    def hit(self, x: float, y: float, slack: float = 0.0) -> str:
        """Return the id of the fighter, else the marker, else the piece at a place on the canvas, or "".

        `slack` enlarges bases by that many CSS pixels, for a finger.
        """
        if self.match is None:
            return ""
        best, least = "", 1e9
        for fighter in self.match.fighters.values():
            if fighter.on_field and fighter.at:
                fx, fy = self.camera.to_screen(fighter.at)
                away = hypot(x - fx, y - fy)
                if away <= self.camera.length(fighter.radius) + slack and away < least:
                    best, least = fighter.id, away
        if best:
            return best
        place = self.camera.to_field(x, y)
        for marker in self.match.markers.values():
            if hypot(place[0] - marker.at[0], place[1] - marker.at[1]) <= marker.radius:
                return marker.id
        for piece in self.match.pieces.values():
            if piece.radius:
                centre = piece.outline[0]
                if hypot(place[0] - centre[0], place[1] - centre[1]) <= piece.radius:
                    return piece.id
            elif contains(place, piece.outline):
                return piece.id
        return ""

    # --- drawing ---

    def draw(self, now: float) -> bool:
        """Paint if anything has changed or moves at `now` (ms); return whether another frame is needed."""
        moving = self.animator.frame(now)
        if self._changed_at < 0:
            self._changed_at = now
        pulsing, ambient = self._pulses(now), self._drifts(now)
        idle = PULSE_EVERY if pulsing else AMBIENT_EVERY
        if self.camera.key != self._drawn_key:
            self._dirty = True
            if self._drawn_key and self.camera.key[3:] == self._drawn_key[3:]:
                self._panned_at = now
        panning = now - self._panned_at < SETTLED
        if not panning and not (self._layers.complete and self._bases.complete):
            self._dirty = True
        is_still = not self._dirty and not moving and not self._was_moving
        if is_still and (not (pulsing or ambient) or now - self._drawn_at < idle):
            return pulsing or ambient or panning
        self._dirty, self._was_moving = False, moving
        self._drawn_at, self._drawn_key = now, self.camera.key
        if self.match is not None:
            self._paint(self.match, now, panning)
        return moving or pulsing or ambient or panning or not (self._layers.complete and self._bases.complete)

    def _pulses(self, now: float) -> bool:
        return bool(self.ui.may_act or self.ui.targets) and self._stirs(now)

    def _drifts(self, now: float) -> bool:
        """Return whether weather or fire is to be animated."""
        return self.match is not None and self._stirs(now) and self._ambience.moves(self.match)

    def _stirs(self, now: float) -> bool:
        return not self.ui.reduced_motion and now - self._changed_at < PULSE_FOR

    def _paint(self, match: Match, now: float, panning: bool) -> None:
        camera, ui = self.camera, self.ui
        palette = palette_of(ui.light)
        still = self._layers.still(match, camera, palette, ui.show_grid, panning)
        ctx = self.canvas.getContext("2d")
        if self.canvas.width != still.width or self.canvas.height != still.height:
            self.canvas.width, self.canvas.height = still.width, still.height
        ctx.setTransform(1, 0, 0, 1, 0, 0)
        ctx.drawImage(still, 0, 0)
        ctx.setTransform(camera.dpr, 0, 0, camera.dpr, 0, 0)
        self._ambience.draw(ctx, camera, match, ui, palette, 0.0 if ui.reduced_motion else now)
        if ui.keep_apart:
            self._paint_spacing(ctx, match, palette)
        overlay.draw_areas(ctx, camera, ui.zones_allowed, palette)
        self._paint_bands(ctx, palette, panning)
        overlay.draw_ranges(ctx, camera, ui.ranges, palette)
        overlay.draw_template(ctx, camera, ui, palette)
        whose = match.fighters.get(ui.ghost_fighter or ui.selected)
        radius = camera.length(ui.ghost_radius or (whose.radius if whose is not None else 0))
        overlay.draw_ghost_path(ctx, camera, ui, radius, palette)
        for line in ui.sight_lines:
            draw_corridor(ctx, camera, line, palette)
        self._bases.begin(camera.dpr, palette, panning)
        self._paint_fighters(ctx, match, now, palette)
        draw_marks(ctx, camera, ui.sight_lines, match, palette)
        self._paint_ghost(ctx, match, radius, palette)
        if self.animator.busy:
            draw_flashes(ctx, camera, self.animator.flashes(), palette)
        overlay.draw_measure(ctx, camera, ui, palette)
        overlay.draw_cursor(ctx, camera, ui, palette)

    def _paint_fighters(self, ctx: Context, match: Match, now: float, palette: Palette) -> None:
        ui, camera = self.ui, self.camera
        swing = 0.0 if not self._pulses(now) else sin((now - self._changed_at) / 1000 * 3.6)
        leaders = {side.leader for side in match.sides.values()}
        falling = self.animator.falling() if self.animator.busy else []
        for fighter in sorted(match.fighters.values(), key=lambda fighter: fighter.id == ui.selected):  # on top
            if fighter.on_field or fighter.id in falling:
                self._paint_fighter(ctx, fighter, leaders, swing, palette)
        for name in ui.targets:
            piece = match.pieces.get(name)
            if piece is not None:
                overlay.draw_outline_mark(
                    ctx,
                    [camera.to_screen(point) for point in piece.outline],
                    camera.length(piece.radius),
                    palette.lichen,
                    palette,
                )

    def _paint_fighter(self, ctx: Context, fighter: Fighter, leaders: set[str], swing: float, palette: Palette) -> None:
        ui, camera = self.ui, self.camera
        pose = self.animator.pose(fighter.id, fighter.at)
        if pose is None:
            return
        x, y = camera.to_screen(pose.at)
        radius = camera.length(fighter.radius)
        selected = fighter.id == ui.selected
        if pose.nudge:
            x += pose.nudge * radius
        if fighter.id in ui.may_act and not selected:
            draw_pulse(ctx, x, y, radius, swing, palette)
        if fighter.id in ui.targets:
            overlay.draw_target(ctx, x, y, radius, palette, fighter.id == ui.hover, swing * 1.2)
        if selected:
            x, y = x - radius * 0.05, y - radius * 0.09
            draw_halo(ctx, x, y, radius, palette)
        look = self._look(self.animator.record(fighter), fighter.id in leaders, selected)
        opacity = pose.opacity * self._ambience.opacity(fighter, ui)
        if opacity < 1:
            ctx.globalAlpha = max(0.0, opacity)
        self._bases.draw(ctx, x, y, look, fighter.radius, radius, camera.dpr, palette, pose.size)
        if opacity < 1:
            ctx.globalAlpha = 1
        if fighter.id == ui.hover and not selected:
            disc(ctx, x, y, radius + 2)
            ctx.lineWidth = 2
            ctx.strokeStyle = alpha(palette.light, 0.8)
            ctx.stroke()

    def _look(self, fighter: Fighter, leader: bool, selected: bool) -> Look:
        """Return the appearance of a fighter's base, cached until its record or the language changes."""
        if self._called != self.ui.called:
            self._called = self.ui.called
            self._looks.clear()
        kept = self._looks.get(fighter.id)
        if kept is None or kept[0] is not fighter or kept[1].leader != leader or kept[1].lifted != selected:
            kept = self._looks[fighter.id] = (fighter, look_of(fighter, leader, selected, self._name(fighter)))
        return kept[1]

    def _name(self, fighter: Fighter) -> str:
        """Return a fighter's name in the player's language."""
        profile = fighter.profile
        return self.ui.called(profile.id, profile.name) if self.ui.called else profile.name

    def _paint_ghost(self, ctx: Context, match: Match, radius: float, palette: Palette) -> None:
        ui, camera = self.ui, self.camera
        if not ui.ghost:
            return
        x, y = camera.to_screen(ui.ghost)
        if ui.ghost_outline:
            self._paint_piece_ghost(ctx, x, y, palette)
            return
        fighter = match.fighters.get(ui.ghost_fighter or ui.selected)
        if ui.ghost_profile is not None:
            fighter = Fighter("", NPF, ui.ghost_profile)
            radius = camera.length(fighter.radius)
        if fighter is not None:
            look: Look = look_of(
                fighter, fighter.id in {side.leader for side in match.sides.values()}, name=self._name(fighter)
            )
            ctx.globalAlpha = 0.86
            self._bases.draw(
                ctx,
                x,
                y,
                look._replace(activated=False),
                fighter.radius,
                camera.length(fighter.radius),
                camera.dpr,
                palette,
            )
            ctx.globalAlpha = 1
        overlay.draw_ghost_ring(ctx, x, y, radius, ui.ghost_ok, palette)
        overlay.draw_ghost_label(ctx, camera, ui, x, y, radius, palette)

    def _paint_piece_ghost(self, ctx: Context, x: float, y: float, palette: Palette) -> None:
        """Draw a piece of scenery that is being placed; its picture is cached while it only moves."""
        ui, camera = self.ui, self.camera
        turned = outline_at(ui.ghost_outline, (0, 0), ui.ghost_turn)
        points = [(px * camera.scale, -py * camera.scale) for px, py in turned]
        disc_radius = camera.length(ui.ghost_radius) if len(points) == 1 else 0.0
        key = (ui.ghost_like, ui.ghost_rules, turned, disc_radius, camera.scale, camera.dpr, palette.night)
        if key != self._piece_key:
            self._piece_key = key
            self._piece_half = half = max(max(abs(px), abs(py)) for px, py in points) + disc_radius + 16
            if self._piece_layer is None:
                self._piece_layer = self._make(1, 1)
            inner = surface(self._piece_layer, half * 2, half * 2, camera.dpr)
            draw_piece(
                inner,
                ui.ghost_like,
                ui.ghost_like,
                [(px + half, py + half) for px, py in points],
                disc_radius,
                palette,
                camera.px_per_cm,
                camera.dpr,
                Traits(territory=bool(ui.ghost_rules), rules=ui.ghost_rules),
            )
        half = self._piece_half
        ctx.globalAlpha = 0.88
        ctx.drawImage(self._piece_layer, x - half, y - half, half * 2, half * 2)
        ctx.globalAlpha = 1
        overlay.draw_outline_mark(
            ctx,
            [(x + px, y + py) for px, py in points],
            disc_radius,
            palette.lichen if ui.ghost_ok else palette.rust,
            palette,
        )
        overlay.draw_ghost_label(ctx, camera, ui, x, y, half - 16, palette)

    def _paint_spacing(self, ctx: Context, match: Match, palette: Palette) -> None:
        if self._spacing is None:
            from web.field.drawing.spacing import Spacing

            self._spacing = Spacing(self._make)
        self._spacing.draw(ctx, self.camera, match, self.ui.keep_apart, palette)

    def _paint_bands(self, ctx: Context, palette: Palette, panning: bool) -> None:
        """Draw the reach bands; outlines are cached for each list in `ui.bands`, the picture for each camera."""
        ui, camera = self.ui, self.camera
        if not ui.bands:
            return
        if self._bands_of is None or ui.bands is not self._bands_of[0] or len(ui.bands) != self._bands_of[1]:
            self._bands_of, self._bands_key = (ui.bands, len(ui.bands)), ()
            costs = dict(ui.bands)
            step = grid_step(ui.bands)
            count = max(1, min(3, -(-max(costs.values()) // ui.band_length)))
            self._bands = [contours(costs, ui.band_length * (index + 1), step) for index in range(count)]
        if panning:
            overlay.draw_bands(ctx, camera, self._bands, palette)
            return
        key = (camera.key, palette.night, len(ui.bands))
        if key != self._bands_key:
            self._bands_key = key
            if self._bands_layer is None:
                self._bands_layer = self._make(1, 1)
            overlay.draw_bands(
                surface(self._bands_layer, camera.width, camera.height, camera.dpr), camera, self._bands, palette
            )
        ctx.drawImage(self._bands_layer, 0, 0, camera.width, camera.height)
