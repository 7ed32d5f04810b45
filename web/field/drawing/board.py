"""The table around the ground: edge, centimetre scale and grid, and the zones and markers that cards put on the field.

All of it belongs to the cached picture of the field (`web.field.layers`).
"""

from __future__ import annotations

from math import cos, pi, sin

from eden_core.engine.field import Marker, Zone
from web.field.drawing.noise import Noise, seed_of
from web.field.drawing.palette import Palette, alpha, mix
from web.field.drawing.pens import TAU, Context, hard, letters, paper, polygon, polyline, soft, star
from web.field.projection import Camera

__all__ = ["draw_edge", "draw_grid", "draw_marker", "draw_scale", "draw_zone"]


def draw_edge(ctx: Context, camera: Camera, palette: Palette) -> None:
    """Draw the field's edge: a lit line, and a bracket at each corner."""
    x, y = camera.left, camera.top
    wide, high = camera.length(camera.size[0]), camera.length(camera.size[1])
    ctx.lineWidth = 1
    ctx.strokeStyle = alpha(palette.light, 0.30)
    ctx.strokeRect(x - 0.5, y - 0.5, wide + 1, high + 1)
    arm = min(18.0, wide * 0.04)
    ctx.lineWidth = 2.4
    ctx.lineCap = "square"
    ctx.strokeStyle = alpha(palette.bone, 0.85)
    ctx.beginPath()
    for cx, cy, dx, dy in ((x, y, 1, 1), (x + wide, y, -1, 1), (x + wide, y + high, -1, -1), (x, y + high, 1, -1)):
        ctx.moveTo(cx + dx * arm, cy)
        ctx.lineTo(cx, cy)
        ctx.lineTo(cx, cy + dy * arm)
    ctx.stroke()


def draw_table(ctx: Context, camera: Camera, palette: Palette, shadow: bool = True) -> None:
    """Fill the canvas behind the field and draw the field's shadow on it."""
    ctx.fillStyle = palette.night
    ctx.fillRect(0, 0, camera.width, camera.height)
    if not shadow:
        return
    soft(ctx, alpha(palette.shadow, 0.9), 26 * camera.dpr, 5 * camera.dpr, 8 * camera.dpr)
    ctx.fillStyle = palette.ground_deep
    ctx.fillRect(camera.left, camera.top, camera.length(camera.size[0]), camera.length(camera.size[1]))
    hard(ctx)


def draw_scale(ctx: Context, camera: Camera, palette: Palette) -> None:
    """Draw the centimetre scale along the lower and left edge; it stays in view if the edge does not."""
    cm = camera.px_per_cm
    wide, high = camera.size[0] // 100, camera.size[1] // 100
    floor = camera.top + high * cm
    base, side = min(floor, camera.height - camera.margin), max(camera.left, camera.margin)
    ctx.fillStyle = alpha(palette.night, 0.78)
    if base < floor - 0.5:
        ctx.fillRect(0, base, camera.width, camera.height - base)
    if side > camera.left + 0.5:
        ctx.fillRect(0, 0, side, base)
    letters(ctx, 14, 500)
    ctx.lineCap = "butt"
    ticks = (3, 5, 6) if camera.margin < 22 else (4, 7, 9)
    for step, tick, tone in zip((1, 5, 10), ticks, (0.40, 0.55, 0.85)):
        if cm * step < 5:
            continue
        ctx.lineWidth = tick
        ctx.strokeStyle = alpha(palette.bone, tone)
        ctx.setLineDash([1, cm * step - 1])  # all ticks are the dashes of one line
        polyline(ctx, [(camera.left - 0.5, base + 1 + tick / 2), (camera.left + wide * cm + 0.5, base + 1 + tick / 2)])
        ctx.stroke()
        polyline(ctx, [(side - 1 - tick / 2, floor + 0.5), (side - 1 - tick / 2, floor - high * cm - 0.5)])
        ctx.stroke()
    ctx.setLineDash([])
    ctx.fillStyle = palette.ash
    roomy = camera.margin >= 22
    every = 10 if cm * 10 > 34 else 20
    if cm > 45:
        every = 5
    for mark in range(every, wide + 1 if roomy else wide, every):
        x = camera.left + mark * cm
        if side + 12 < x < camera.width - 4:
            ctx.fillText(str(mark), x, base + (23 if roomy else 17))
    ctx.textAlign = "right"
    for mark in range(every, high + 1 if roomy else high, every):
        y = floor - mark * cm
        if 6 < y < base - 12:
            ctx.fillText(str(mark), side - (12 if roomy else 8), y + 5)
    ctx.textAlign = "center"


def draw_grid(ctx: Context, camera: Camera, palette: Palette) -> None:
    """Draw a small cross every 10 cm."""
    cm = camera.px_per_cm
    ctx.lineWidth = 1
    ctx.lineCap = "butt"
    ctx.strokeStyle = alpha(palette.light, 0.30)
    ctx.beginPath()
    for across in range(10, camera.size[0] // 100, 10):
        for up in range(10, camera.size[1] // 100, 10):
            x, y = round(camera.left + across * cm) + 0.5, round(camera.top + up * cm) + 0.5
            ctx.moveTo(x - 4, y)
            ctx.lineTo(x + 4, y)
            ctx.moveTo(x, y - 4)
            ctx.lineTo(x, y + 4)
    ctx.stroke()


def draw_zone(ctx: Context, camera: Camera, zone: Zone, palette: Palette) -> None:
    """Draw a zone under a card's effect: hatched, with a dashed edge in its owner's colour."""
    points = [camera.to_screen(point) for point in zone.outline]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    cm = camera.px_per_cm
    noise = Noise(seed_of(zone.id), 3)
    ctx.save()
    polygon(ctx, points)
    ctx.fillStyle = alpha(palette.poison, 0.20)
    ctx.fill()
    ctx.clip()
    ctx.lineWidth = max(1.5, cm * 0.28)
    ctx.strokeStyle = alpha(palette.poison, 0.16)
    ctx.beginPath()
    gap = max(8.0, cm * 0.95)
    start = x0 - (y1 - y0)
    while start < x1:
        ctx.moveTo(start, y1)
        ctx.lineTo(start + (y1 - y0), y0)
        start += gap
    ctx.stroke()
    for _ in range(7):
        x, y, size = noise.between(x0, x1), noise.between(y0, y1), cm * noise.between(0.25, 0.8)
        ctx.fillStyle = alpha(palette.poison, 0.28)
        polygon(ctx, star(noise, x, y, size, 8, 0.8))
        ctx.fill()
    ctx.restore()
    polygon(ctx, points)
    for wide, colour, dash in (
        (4.5, alpha(palette.shadow, 0.55), []),
        (2.2, palette.player(zone.owner), []),
        (2.2, palette.oil, [6, 6]),
    ):
        ctx.lineWidth = wide
        ctx.setLineDash(dash)
        ctx.strokeStyle = colour
        ctx.stroke()
    ctx.setLineDash([])


def draw_marker(ctx: Context, camera: Camera, marker: Marker, palette: Palette) -> None:
    """Draw a marker: a hexagonal token with a pennant, edged in its owner's colour."""
    x, y = camera.to_screen(marker.at)
    radius = camera.length(marker.radius)
    owner = palette.player(marker.owner)
    hexagon = [(x + radius * cos(pi / 6 + TAU * k / 6), y + radius * sin(pi / 6 + TAU * k / 6)) for k in range(6)]
    paper(ctx, hexagon, mix(owner, palette.soot, 0.62), palette, max(1.5, radius * 0.16), camera.dpr)
    inner = [(x + (px - x) * 0.80, y + (py - y) * 0.80) for px, py in hexagon]
    polygon(ctx, inner)
    ctx.lineWidth = max(1.4, radius * 0.12)
    ctx.strokeStyle = owner
    ctx.stroke()
    ctx.lineCap = "round"
    ctx.lineWidth = max(1.4, radius * 0.12)
    ctx.strokeStyle = "#f3efe4"
    polyline(ctx, [(x - radius * 0.28, y + radius * 0.5), (x - radius * 0.28, y - radius * 0.52)])
    ctx.stroke()
    ctx.fillStyle = "#f3efe4"
    polygon(
        ctx,
        [
            (x - radius * 0.22, y - radius * 0.52),
            (x + radius * 0.46, y - radius * 0.26),
            (x - radius * 0.22, y + 0.02 * radius),
        ],
    )
    ctx.fill()
