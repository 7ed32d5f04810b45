"""Overlays for the player who decides: allowed areas, reach, ghost and path, targets, templates, ranges, tape, cursor.

The state comes from `Ui`; no rule is applied here. Lines of sight are drawn by `sightlines`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin

from web.field.drawing.contour import Loop
from web.field.drawing.palette import Palette, alpha
from web.field.drawing.pens import TAU, XY, Context, disc, label, polygon, polyline, ring, smooth
from web.field.projection import Camera
from web.field.state import Area, Point, Ui

__all__ = [
    "draw_areas",
    "draw_bands",
    "draw_cursor",
    "draw_ghost_label",
    "draw_ghost_path",
    "draw_measure",
    "draw_ranges",
    "draw_target",
    "draw_template",
    "format_length",
]


def format_length(units: int, ui: Ui) -> str:
    """Format a length in units of 0.1 mm as centimetres, rounded up to the millimetre: 735 is "7.4 cm"."""
    tenths = -(-units // 10)
    return f"{tenths // 10}{ui.decimal}{tenths % 10} {ui.unit}"


def field_path(ctx: Context, camera: Camera) -> None:
    """Begin a path around the whole field."""
    ctx.beginPath()
    ctx.rect(camera.left, camera.top, camera.length(camera.size[0]), camera.length(camera.size[1]))


# --- areas ---


def draw_areas(ctx: Context, camera: Camera, areas: Sequence[Area], palette: Palette) -> None:
    """Shade the field outside the allowed areas and outline them."""
    if not areas:
        return
    ctx.save()
    field_path(ctx, camera)
    ctx.clip()
    field_path(ctx, camera)
    for area in areas:
        _area(ctx, camera, area)
    ctx.fillStyle = alpha(palette.night, 0.55)
    ctx.fill("evenodd")
    for area in areas:
        ctx.save()
        ctx.beginPath()
        _area(ctx, camera, area)
        ctx.fillStyle = alpha(palette.lichen, 0.07)
        ctx.fill()
        _line(ctx, palette)
        if area.hole:
            ctx.clip()  # the hole applies only within its own area
            x, y = camera.to_screen(area.hole[0])
            disc(ctx, x, y, camera.length(area.hole[1]))
            ctx.fillStyle = alpha(palette.night, 0.55)
            ctx.fill()
            _line(ctx, palette)
        ctx.restore()
    ctx.restore()


def _line(ctx: Context, palette: Palette) -> None:
    """Stroke the current path as the edge of an allowed area."""
    ctx.lineWidth = 6
    ctx.strokeStyle = alpha(palette.lichen, 0.20)
    ctx.stroke()
    ctx.lineWidth = 1.8
    ctx.setLineDash([9, 6])
    ctx.strokeStyle = palette.lichen
    ctx.stroke()
    ctx.setLineDash([])


def _area(ctx: Context, camera: Camera, area: Area) -> None:
    if area.outline:
        polygon(ctx, [camera.to_screen(point) for point in area.outline], begin=False)
    if area.disc:
        x, y = camera.to_screen(area.disc[0])
        radius = camera.length(area.disc[1])
        ctx.moveTo(x + radius, y)
        ctx.arc(x, y, radius, 0, TAU)
        ctx.closePath()


def draw_bands(ctx: Context, camera: Camera, bands: Sequence[list[Loop]], palette: Palette) -> None:
    """Draw the reach of one, two and three moves, the nearest brightest, each with its own edge."""
    for index in range(len(bands) - 1, -1, -1):
        if not bands[index]:
            continue
        ctx.beginPath()
        for loop in bands[index]:
            smooth(ctx, [camera.to_screen(point) for point in loop], begin=False)
        ctx.fillStyle = alpha(palette.ice, (0.15, 0.09, 0.06)[min(index, 2)])
        ctx.fill("evenodd")
        ctx.lineJoin = "round"
        ctx.lineWidth = (1.8, 1.3, 1.0)[min(index, 2)]
        ctx.setLineDash(([], [7, 4], [2, 4])[min(index, 2)])
        ctx.strokeStyle = alpha(palette.ice, (0.9, 0.65, 0.55)[min(index, 2)])
        ctx.stroke()
        ctx.setLineDash([])


def draw_ranges(ctx: Context, camera: Camera, ranges: Sequence[tuple[Point, int]], palette: Palette) -> None:
    """Draw circles for weapon ranges, given by centre and radius in field units."""
    for centre, radius in ranges:
        x, y = camera.to_screen(centre)
        disc(ctx, x, y, camera.length(radius))
        ctx.lineWidth = 3.5
        ctx.strokeStyle = alpha(palette.shadow, 0.5)
        ctx.stroke()
        ctx.lineWidth = 1.3
        ctx.setLineDash([3, 5])
        ctx.strokeStyle = palette.ice
        ctx.stroke()
        ctx.setLineDash([])


# --- targets ---


def draw_target(ctx: Context, x: float, y: float, radius: float, palette: Palette, hover: bool, swing: float) -> None:
    """Draw the ring with four arcs and ticks around a legal target; it is tighter under the pointer."""
    gap = (2.5 if hover else 5.0) + swing
    colour = palette.lichen
    ctx.lineCap = "round"
    for width, tone in ((4.5, alpha(palette.shadow, 0.6)), (2.2, colour)):
        ctx.lineWidth = width
        ctx.strokeStyle = tone
        ctx.beginPath()
        for quarter in range(4):
            middle = pi / 4 + quarter * pi / 2
            ctx.moveTo(x + (radius + gap) * cos(middle - 0.42), y + (radius + gap) * sin(middle - 0.42))
            ctx.arc(x, y, radius + gap, middle - 0.42, middle + 0.42)
            ctx.moveTo(x + (radius + gap + 5) * cos(middle), y + (radius + gap + 5) * sin(middle))
            ctx.lineTo(x + (radius + gap) * cos(middle), y + (radius + gap) * sin(middle))
        ctx.stroke()


def draw_outline_mark(
    ctx: Context, points: Sequence[XY], radius: float, colour: str, palette: Palette, wide: float = 2.2
) -> None:
    """Outline a piece of scenery or a base; the outline of a disc is its centre, with its radius."""
    if radius:
        disc(ctx, *points[0], radius)
    else:
        polygon(ctx, points)
    ctx.lineJoin = "round"
    ctx.lineWidth = wide + 2.4
    ctx.strokeStyle = alpha(palette.shadow, 0.55)
    ctx.stroke()
    ctx.lineWidth = wide
    ctx.strokeStyle = colour
    ctx.stroke()


# --- the ghost ---


def draw_ghost_path(ctx: Context, camera: Camera, ui: Ui, radius: float, palette: Palette) -> None:
    """Draw the planned path: the swath of the base, the line and its corners."""
    if len(ui.ghost_path) < 2:
        return
    colour = palette.ice if ui.ghost_ok else palette.rust
    points = [camera.to_screen(point) for point in ui.ghost_path]
    ctx.lineCap = ctx.lineJoin = "round"
    polyline(ctx, points)
    ctx.lineWidth = radius * 2
    ctx.strokeStyle = alpha(colour, 0.16)
    ctx.stroke()
    ctx.lineWidth = 5
    ctx.strokeStyle = alpha(palette.shadow, 0.6)
    ctx.stroke()
    ctx.lineWidth = 2.2
    ctx.setLineDash([] if ui.ghost_ok else [3, 5])
    ctx.strokeStyle = colour
    ctx.stroke()
    ctx.setLineDash([])
    ctx.fillStyle = colour
    ctx.beginPath()
    for x, y in points[1:-1]:
        ctx.moveTo(x + 3.5, y)
        ctx.arc(x, y, 3.5, 0, TAU)
    ctx.fill()


def draw_ghost_ring(ctx: Context, x: float, y: float, radius: float, ok: bool, palette: Palette) -> None:
    """Draw the ghost's edge: solid if the position is legal, else dashed and crossed out."""
    colour = palette.lichen if ok else palette.rust
    disc(ctx, x, y, radius + 1.5)
    ctx.lineWidth = 5
    ctx.strokeStyle = alpha(palette.shadow, 0.6)
    ctx.stroke()
    ctx.lineWidth = 2.4
    ctx.setLineDash([] if ok else [5, 4])
    ctx.strokeStyle = colour
    ctx.stroke()
    ctx.setLineDash([])
    if not ok:
        reach = radius * 0.52
        ctx.lineCap = "round"
        for width, tone in ((6.0, alpha(palette.shadow, 0.7)), (3.0, colour)):
            ctx.lineWidth = width
            ctx.strokeStyle = tone
            ctx.beginPath()
            ctx.moveTo(x - reach, y - reach)
            ctx.lineTo(x + reach, y + reach)
            ctx.moveTo(x + reach, y - reach)
            ctx.lineTo(x - reach, y + reach)
            ctx.stroke()


def draw_ghost_label(ctx: Context, camera: Camera, ui: Ui, x: float, y: float, radius: float, palette: Palette) -> None:
    """Draw the path's length and the ghost's label beside the ghost."""
    words = [format_length(ui.ghost_length, ui)] if ui.ghost_length else []
    if ui.ghost_label:
        words.append(ui.ghost_label)
    if words:
        above = y - radius - 22
        label(
            ctx,
            x,
            above if above > 18 else y + radius + 22,
            " · ".join(words),
            palette.bone if ui.ghost_ok else palette.rust,
            palette,
            16,
            alpha(palette.ice if ui.ghost_ok else palette.rust, 0.7),
            (camera.width, camera.free),
        )


def draw_template(ctx: Context, camera: Camera, ui: Ui, palette: Palette) -> None:
    """Draw the template of a blast or an explosion."""
    if not ui.template:
        return
    colour = palette.ember if ui.template_ok else palette.rust
    if isinstance(ui.template[1], int):
        centre, radius = ui.template
        x, y = camera.to_screen(centre)
        disc(ctx, x, y, camera.length(radius))
    else:
        polygon(ctx, [camera.to_screen(point) for point in ui.template])
    ctx.fillStyle = alpha(colour, 0.22)
    ctx.fill()
    ctx.lineJoin = "round"
    ctx.lineWidth = 4.5
    ctx.strokeStyle = alpha(palette.shadow, 0.5)
    ctx.stroke()
    ctx.lineWidth = 2
    ctx.setLineDash([] if ui.template_ok else [5, 4])
    ctx.strokeStyle = colour
    ctx.stroke()
    ctx.setLineDash([])


# --- tools ---


def draw_measure(ctx: Context, camera: Camera, ui: Ui, palette: Palette) -> None:
    """Draw the measuring tape with its centimetre ticks and length."""
    if not ui.measure:
        return
    (ax, ay), (bx, by) = ui.measure
    length = ui.measure_length if ui.measure_length >= 0 else round(hypot(bx - ax, by - ay))
    x0, y0 = camera.to_screen((ax, ay))
    x1, y1 = camera.to_screen((bx, by))
    span = hypot(x1 - x0, y1 - y0)
    ctx.lineCap = "round"
    for width, tone in ((5.0, alpha(palette.shadow, 0.6)), (2.0, palette.bone)):
        ctx.lineWidth = width
        ctx.strokeStyle = tone
        polyline(ctx, [(x0, y0), (x1, y1)])
        ctx.stroke()
    if span > 1:
        ux, uy = (x1 - x0) / span, (y1 - y0) / span
        every = 1 if camera.px_per_cm > 7 else 5
        ctx.lineWidth = 1.4
        ctx.beginPath()
        for tick in range(0, int(span / camera.px_per_cm) + 1, every):
            px, py = x0 + ux * tick * camera.px_per_cm, y0 + uy * tick * camera.px_per_cm
            size = 7 if tick % 5 == 0 else 4
            ctx.moveTo(px - uy * size, py + ux * size)
            ctx.lineTo(px + uy * size, py - ux * size)
        ctx.stroke()
    label(
        ctx,
        (x0 + x1) / 2 - 0.0,
        (y0 + y1) / 2 - 20,
        format_length(length, ui),
        palette.bone,
        palette,
        16,
        bounds=(camera.width, camera.free),
    )


def draw_cursor(ctx: Context, camera: Camera, ui: Ui, palette: Palette) -> None:
    """Draw the keyboard's cursor: a cross with its coordinates in centimetres."""
    if not ui.cursor:
        return
    x, y = camera.to_screen(ui.cursor)
    ctx.lineCap = "butt"
    for width, tone in ((4.0, alpha(palette.shadow, 0.65)), (1.6, palette.ice)):
        ctx.lineWidth = width
        ctx.strokeStyle = tone
        ctx.beginPath()
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            ctx.moveTo(x + dx * 5, y + dy * 5)
            ctx.lineTo(x + dx * 18, y + dy * 18)
        ctx.stroke()
        ring(ctx, x, y, 1.2, 0, TAU)
        ctx.stroke()
    cx, cy = ui.cursor
    text = f"{cx / 100:.1f}  {cy / 100:.1f}".replace(".", ui.decimal)
    below = y + 34 if y < camera.free - 60 else y - 34
    label(ctx, x + 40, below, text, palette.ice, palette, 14, bounds=(camera.width, camera.free))
