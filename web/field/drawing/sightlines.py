"""Lines of sight: the corridor's two tangents, blockers in red, obstacles in amber with their -1.

The tangents are computed for drawing only; the engine has decided what blocks sight and what is an obstacle.
"""

from __future__ import annotations

from math import asin, atan2, cos, hypot, pi, sin

from eden_core.engine.match import Match
from web.field.drawing.overlay import draw_outline_mark
from web.field.drawing.palette import Palette, alpha
from web.field.drawing.pens import XY, Context, label, polygon, polyline
from web.field.projection import Camera
from web.field.state import SightLine

__all__ = ["draw_corridor", "draw_marks", "tangents"]


def tangents(a: XY, ra: float, b: XY, rb: float) -> tuple[tuple[XY, XY], tuple[XY, XY]] | None:
    """Return the two outer common tangents of two discs, or `None` if one disc contains the other."""
    span = hypot(b[0] - a[0], b[1] - a[1])
    if span <= abs(ra - rb) or span == 0:
        return None
    base = atan2(b[1] - a[1], b[0] - a[0])
    lean = asin((ra - rb) / span)
    made = []
    for side in (1, -1):
        angle = base + side * (pi / 2 - lean)
        nx, ny = cos(angle), sin(angle)
        made.append(((a[0] + ra * nx, a[1] + ra * ny), (b[0] + rb * nx, b[1] + rb * ny)))
    return made[0], made[1]


def draw_corridor(ctx: Context, camera: Camera, line: SightLine, palette: Palette) -> None:
    """Draw the corridor between two bases."""
    start, end = camera.to_screen(line.start), camera.to_screen(line.end)
    sides = tangents(start, camera.length(line.start_radius), end, camera.length(line.end_radius))
    if sides is None:
        return
    (a0, b0), (a1, b1) = sides
    colour = palette.rust if not line.clear else palette.amber if line.obstacles else palette.ice
    polygon(ctx, (a0, b0, b1, a1))
    ctx.fillStyle = alpha(colour, 0.14 if line.clear else 0.07)
    ctx.fill()
    ctx.lineCap = "round"
    if not line.clear:
        ctx.setLineDash([5, 6])
    for width, tone in ((3.6, alpha(palette.shadow, 0.40)), (1.4, colour if line.clear else alpha(colour, 0.75))):
        ctx.lineWidth = width
        ctx.strokeStyle = tone
        for side in (a0, b0), (a1, b1):
            polyline(ctx, side)
            ctx.stroke()
    ctx.setLineDash([])


def draw_marks(ctx: Context, camera: Camera, lines: tuple[SightLine, ...], match: Match, palette: Palette) -> None:
    """Outline the blockers and obstacles of all lines, each once; obstacles get a label "−1"."""
    blockers = {name: None for line in lines for name in line.blockers}
    obstacles = {name: None for line in lines if line.clear for name in line.obstacles if name not in blockers}
    tags: list[tuple[XY, str]] = []
    for names, colour in ((obstacles, palette.amber), (blockers, palette.rust)):
        for name in names:
            fighter, piece = match.fighters.get(name), match.pieces.get(name)
            if fighter is not None and fighter.at:
                x, y = camera.to_screen(fighter.at)
                radius = camera.length(fighter.radius)
                draw_outline_mark(ctx, [(x, y)], radius + 2, colour, palette, 2.6)
                top: XY = (x, y - radius - 4)
            elif piece is not None:
                points = [camera.to_screen(point) for point in piece.outline]
                radius = camera.length(piece.radius)
                draw_outline_mark(ctx, points, radius, colour, palette, 2.6)
                xs = [x for x, _ in points]
                top = (sum(xs) / len(xs), sum(y for _, y in points) / len(points))
            else:
                continue
            if names is obstacles:
                tags.append((top, "−1"))
    for (x, y), text in tags:
        label(ctx, x, y, text, palette.amber, palette, 17, palette.amber, (camera.width, camera.free))
