"""Drawing helpers shared by all pictures: shapes, paper sheets with a short shadow, fonts and labels.

A context is any object with the API of a canvas's 2D context. Coordinates are CSS pixels unless stated otherwise;
light falls from the upper left.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

from web.field.drawing.noise import Noise
from web.field.drawing.palette import Palette, alpha

__all__ = [
    "TAU",
    "XY",
    "Context",
    "blob",
    "disc",
    "hard",
    "label",
    "letters",
    "paper",
    "polygon",
    "polyline",
    "ring",
    "rounded",
    "smooth",
    "soft",
    "star",
    "surface",
]

Context = Any
XY = tuple[float, float]
TAU = 2 * pi
NAMES = "'Barlow Condensed', 'Arial Narrow', sans-serif"
TEXT = "'Source Sans 3', sans-serif"


def letters(ctx: Context, size: float, weight: int = 700, text: bool = False, align: str = "center") -> None:
    """Set the font: the condensed one for names and numbers, or the one for text."""
    ctx.font = f"{weight} {size:.1f}px {TEXT if text else NAMES}"
    ctx.textAlign = align
    ctx.textBaseline = "alphabetic"


def surface(canvas: Any, width: float, height: float, dpr: float) -> Context:
    """Size a canvas in CSS pixels, clear it and return its context, scaled to CSS pixels."""
    wide, high = max(1, round(width * dpr)), max(1, round(height * dpr))
    ctx = canvas.getContext("2d")
    if canvas.width != wide or canvas.height != high:
        canvas.width, canvas.height = wide, high
    else:
        ctx.setTransform(1, 0, 0, 1, 0, 0)
        ctx.clearRect(0, 0, wide, high)
    ctx.setTransform(dpr, 0, 0, dpr, 0, 0)
    return ctx


# --- shapes: each begins a path for the caller to fill or stroke ---


def polygon(ctx: Context, points: Sequence[XY], begin: bool = True) -> None:
    """Trace a closed path through points."""
    if begin:
        ctx.beginPath()
    ctx.moveTo(*points[0])
    for x, y in points[1:]:
        ctx.lineTo(x, y)
    ctx.closePath()


def polyline(ctx: Context, points: Sequence[XY]) -> None:
    """Trace an open path through points."""
    ctx.beginPath()
    ctx.moveTo(*points[0])
    for x, y in points[1:]:
        ctx.lineTo(x, y)


def smooth(ctx: Context, points: Sequence[XY], begin: bool = True) -> None:
    """Trace a closed smooth path: quadratic curves through the sides' midpoints, with the points as control points."""
    if begin:
        ctx.beginPath()
    last = points[-1]
    ctx.moveTo((last[0] + points[0][0]) / 2, (last[1] + points[0][1]) / 2)
    for index, (x, y) in enumerate(points):
        after = points[(index + 1) % len(points)]
        ctx.quadraticCurveTo(x, y, (x + after[0]) / 2, (y + after[1]) / 2)
    ctx.closePath()


def disc(ctx: Context, x: float, y: float, radius: float) -> None:
    """Trace a circle."""
    ctx.beginPath()
    ctx.arc(x, y, max(0.0, radius), 0, TAU)


def ring(ctx: Context, x: float, y: float, radius: float, start: float, end: float) -> None:
    """Trace an arc of a circle, with angles in radians."""
    ctx.beginPath()
    ctx.arc(x, y, max(0.0, radius), start, end)


def rounded(ctx: Context, x: float, y: float, width: float, height: float, radius: float) -> None:
    """Trace a rectangle with rounded corners."""
    r = min(radius, width / 2, height / 2)
    ctx.beginPath()
    ctx.moveTo(x + r, y)
    ctx.arcTo(x + width, y, x + width, y + height, r)
    ctx.arcTo(x + width, y + height, x, y + height, r)
    ctx.arcTo(x, y + height, x, y, r)
    ctx.arcTo(x, y, x + width, y, r)
    ctx.closePath()


def blob(
    noise: Noise, x: float, y: float, rx: float, ry: float, count: int, rough: float, turn: float = 0.0
) -> list[XY]:
    """Return points on an uneven ellipse; `rough` is the greatest shortening of its radius (0 to 1)."""
    made: list[XY] = []
    ct, st = cos(turn), sin(turn)
    for index in range(count):
        angle = TAU * (index + noise.between(-0.25, 0.25)) / count
        reach = 1 - rough * noise.part()
        u, v = rx * reach * cos(angle), ry * reach * sin(angle)
        made.append((x + u * ct - v * st, y + u * st + v * ct))
    return made


def star(noise: Noise, x: float, y: float, radius: float, spikes: int, depth: float, turn: float = 0.0) -> list[XY]:
    """Return points of a ragged star, for twigs, needles and splinters."""
    made: list[XY] = []
    for index in range(spikes):
        angle = turn + TAU * (index + noise.between(-0.16, 0.16)) / spikes
        reach = radius * noise.between(0.84, 1.0)
        made.append((x + reach * cos(angle), y + reach * sin(angle)))
        between = angle + pi / spikes
        reach = radius * depth * noise.between(0.9, 1.08)
        made.append((x + reach * cos(between), y + reach * sin(between)))
    return made


# --- paper and light ---


def soft(ctx: Context, colour: str, blur: float, dx: float, dy: float) -> None:
    """Turn on a shadow for what is drawn next; blur and offset are in device pixels."""
    ctx.shadowColor = colour
    ctx.shadowBlur = blur
    ctx.shadowOffsetX = dx
    ctx.shadowOffsetY = dy


def hard(ctx: Context) -> None:
    """Turn off the shadow."""
    ctx.shadowColor = "rgba(0,0,0,0)"


def paper(
    ctx: Context,
    points: Sequence[XY],
    colour: str,
    palette: Palette,
    lift: float,
    dpr: float = 1.0,
    round_off: bool = False,
    edge: float = 0.5,
) -> None:
    """Draw a sheet of paper in a colour, with a short shadow to the lower right, a lit edge and a dark edge."""
    shape = smooth if round_off else polygon
    if lift:
        soft(ctx, alpha(palette.shadow, 0.62), lift * 1.3 * dpr, lift * dpr, lift * 1.15 * dpr)
    ctx.fillStyle = colour
    shape(ctx, points)
    ctx.fill()
    if lift:
        hard(ctx)
    if edge:
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        shine = ctx.createLinearGradient(min(xs), min(ys), max(xs), max(ys))
        shine.addColorStop(0, alpha(palette.light, edge))
        shine.addColorStop(0.5, alpha(palette.light, edge * 0.16))
        shine.addColorStop(1, alpha(palette.shadow, edge * 0.8))
        ctx.strokeStyle = shine
        ctx.lineWidth = 1.0
        ctx.stroke()


def label(
    ctx: Context,
    x: float,
    y: float,
    text: str,
    colour: str,
    palette: Palette,
    size: float = 15,
    border: str = "",
    bounds: XY = (0.0, 0.0),
) -> None:
    """Draw a line of text on a small plate centred at (x, y), kept inside `bounds` (width, height) if given."""
    letters(ctx, size, 700)
    width = ctx.measureText(text).width + size * 1.05
    height = size * 1.5
    if bounds[0]:
        x = min(max(x, width / 2 + 4), bounds[0] - width / 2 - 4)
        y = min(max(y, height / 2 + 4), bounds[1] - height / 2 - 4)
    ctx.fillStyle = alpha(palette.slate, 0.92)
    rounded(ctx, x - width / 2, y - height / 2, width, height, 4)
    ctx.fill()
    ctx.strokeStyle = border or alpha(colour, 0.55)
    ctx.lineWidth = 1
    ctx.stroke()
    ctx.fillStyle = colour
    ctx.fillText(text, x, y + size * 0.34)
