"""The frozen ground, drawn once into its own canvas and identical for all players: it is seeded by the match's id.

Coordinates are centimetres, y down, with light from the upper left. Layers from bottom to top: earth, patches of ash
and frost, tyre marks, ice sheets, cracks, drifts, stones and vignette.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, sin
from typing import Any

from web.field.drawing.noise import Noise
from web.field.drawing.palette import Palette, alpha, mix
from web.field.drawing.pens import TAU, XY, Context, polyline, smooth
from web.field.terrain.clouds import make_clouds

__all__ = ["draw_ground"]


def draw_ground(
    ctx: Context,
    make_canvas: Callable[[int, int], Any],
    width: float,
    height: float,
    pixels: float,
    seed: int,
    palette: Palette,
) -> None:
    """Draw the ground of a field of `width` × `height` cm at `pixels` per centimetre."""
    clouds = make_clouds(make_canvas, width, height, seed, palette)
    ctx.setTransform(pixels, 0, 0, pixels, 0, 0)
    ctx.imageSmoothingEnabled = True
    ctx.imageSmoothingQuality = "low"
    ctx.drawImage(clouds, 0, 0, width, height)
    noise = Noise(seed, 2)
    wind = noise.between(-0.5, 0.3)
    _tyres(ctx, noise, width, height, palette)
    for _ in range(round(width * height / 900)):
        _ice(ctx, noise, noise.between(0, width), noise.between(0, height), noise.between(4, 11), wind, palette)
    for _ in range(round(width * height / 420)):
        _crack(
            ctx,
            noise,
            noise.between(0, width),
            noise.between(0, height),
            noise.between(0, TAU),
            noise.between(5, 15),
            0.11,
            palette,
            0,
        )
    _drifts(ctx, noise, width, height, wind, palette)
    _grit(ctx, noise, width, height, palette)
    _vignette(ctx, width, height, palette)


def _tyres(ctx: Context, noise: Noise, width: float, height: float, palette: Palette) -> None:
    """Draw the frozen tyre tracks of two vehicles across the field."""
    for _ in range(2):
        flip = noise.whole(2)
        start = (noise.between(0.05, 0.95) * width, -3.0) if flip else (-3.0, noise.between(0.05, 0.95) * height)
        end = (noise.between(0.1, 0.9) * width, height + 3) if flip else (width + 3, noise.between(0.1, 0.9) * height)
        one = (noise.between(0, 1) * width, noise.between(0.2, 0.6) * height)
        two = (noise.between(0, 1) * width, noise.between(0.4, 0.9) * height)
        middle = _curve(start, one, two, end, 40)
        for side in (-2.0, 2.0):
            _track(ctx, noise, _beside(middle, side), palette)
    ctx.setLineDash([])


def _track(ctx: Context, noise: Noise, points: list[XY], palette: Palette) -> None:
    """Draw the track of one wheel in stretches of random strength, with gaps."""
    ctx.lineCap = "butt"
    at = 0
    while at < len(points) - 1:
        till = min(len(points) - 1, at + 2 + noise.whole(4))
        strength = (0.0, 0.35, 0.6, 0.8, 1.0)[noise.whole(5)]
        if strength:
            stretch = points[at : till + 1]
            for wide, colour, dash in (
                (1.0, alpha(palette.soot, 0.20 * strength), []),
                (0.86, alpha(palette.soot, 0.34 * strength), [0.13, 0.17]),
                (0.30, alpha(palette.ground_pale, 0.22 * strength), []),
            ):
                ctx.strokeStyle = colour
                ctx.lineWidth = wide
                ctx.setLineDash(dash)
                polyline(ctx, stretch)
                ctx.stroke()
        at = till


def _curve(a: XY, b: XY, c: XY, d: XY, steps: int) -> list[XY]:
    made = []
    for index in range(steps + 1):
        t = index / steps
        s = 1 - t
        k0, k1, k2, k3 = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        made.append((k0 * a[0] + k1 * b[0] + k2 * c[0] + k3 * d[0], k0 * a[1] + k1 * b[1] + k2 * c[1] + k3 * d[1]))
    return made


def _beside(points: list[XY], distance: float) -> list[XY]:
    made = []
    for index, (x, y) in enumerate(points):
        before, after = points[max(0, index - 1)], points[min(len(points) - 1, index + 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        long = hypot(dx, dy) or 1.0
        made.append((x - dy / long * distance, y + dx / long * distance))
    return made


def _shore(noise: Noise, x: float, y: float, rx: float, ry: float, turn: float) -> list[XY]:
    """Return an outline with large and small bays."""
    waves = [(2, 0.20), (3, 0.16), (5, 0.09), (8, 0.05)]
    phases = [noise.between(0, TAU) for _ in waves]
    ct, st = cos(turn), sin(turn)
    made = []
    for index in range(30):
        angle = TAU * index / 30
        reach = 0.8 + sum(size * sin(count * angle + phase) for (count, size), phase in zip(waves, phases))
        u, v = rx * reach * cos(angle), ry * reach * sin(angle)
        made.append((x + u * ct - v * st, y + u * st + v * ct))
    return made


def _ice(ctx: Context, noise: Noise, x: float, y: float, size: float, wind: float, palette: Palette) -> None:
    """Draw a sheet of ice: dark water, a pale rim, glints and hairline cracks."""
    points = _shore(noise, x, y, size, size * noise.between(0.4, 0.7), wind)
    ctx.save()
    smooth(ctx, points)
    fill = ctx.createLinearGradient(x - size, y - size * 0.5, x + size, y + size * 0.5)
    fill.addColorStop(0, alpha(palette.frost, 0.36))
    fill.addColorStop(0.4, alpha(palette.ice_sheet, 0.40))
    fill.addColorStop(1, alpha(mix(palette.ice_sheet, palette.ground_deep, 0.6), 0.52))
    ctx.fillStyle = fill
    ctx.fill()
    ctx.clip()
    for wide, strength in ((1.6, 0.08), (0.9, 0.10), (0.4, 0.14), (0.12, 0.22)):
        ctx.lineWidth = wide
        ctx.strokeStyle = alpha(palette.frost, strength)
        ctx.stroke()
    for _ in range(3):  # glints along the direction of the light
        off, wide = noise.between(-size, size) * 0.7, noise.between(0.15, 0.7)
        ctx.lineWidth = wide
        ctx.strokeStyle = alpha(palette.light, noise.between(0.04, 0.10))
        polyline(ctx, [(x + off - size, y + size * 0.9), (x + off + size * 0.4, y - size * 0.9)])
        ctx.stroke()
    for _ in range(4):
        _hairline(ctx, noise, x + noise.between(-0.5, 0.5) * size, y + noise.between(-0.3, 0.3) * size, size, palette)
    ctx.restore()


def _hairline(ctx: Context, noise: Noise, x: float, y: float, size: float, palette: Palette) -> None:
    angle = noise.between(0, TAU)
    points = [(x, y)]
    for _ in range(5):
        angle += noise.between(-0.6, 0.6)
        step = size * noise.between(0.1, 0.28)
        points.append((points[-1][0] + step * cos(angle), points[-1][1] + step * sin(angle)))
    ctx.lineWidth = 0.045
    ctx.strokeStyle = alpha(palette.light, 0.38)
    polyline(ctx, points)
    ctx.stroke()


def _crack(
    ctx: Context,
    noise: Noise,
    x: float,
    y: float,
    angle: float,
    length: float,
    wide: float,
    palette: Palette,
    depth: int,
) -> None:
    """Draw a crack in the ground with a lit edge, and smaller cracks branching off, up to two levels deep."""
    points = [(x, y)]
    gone = 0.0
    while gone < length:
        step = noise.between(0.35, 1.2)
        angle += noise.between(-0.55, 0.55)
        gone += step
        points.append((points[-1][0] + step * cos(angle), points[-1][1] + step * sin(angle)))
        if depth < 2 and noise.whole(9) == 0:
            turned = angle + (0.9 if noise.whole(2) else -0.9)
            _crack(ctx, noise, *points[-1], turned, length * 0.34, wide * 0.6, palette, depth + 1)
    ctx.lineCap = ctx.lineJoin = "round"
    ctx.lineWidth = wide * 0.8
    ctx.strokeStyle = alpha(palette.light, 0.17)
    polyline(ctx, [(px + wide * 0.7, py + wide * 0.7) for px, py in points])
    ctx.stroke()
    ctx.lineWidth = wide
    ctx.strokeStyle = alpha(palette.soot, 0.72)
    polyline(ctx, points)
    ctx.stroke()


def _drifts(ctx: Context, noise: Noise, width: float, height: float, wind: float, palette: Palette) -> None:
    """Draw ash and snow blown by the wind: fields of fine streaks and a few low banks."""
    ct, st = cos(wind), sin(wind)
    ctx.lineCap = "round"
    for colour, wide in (
        (alpha(palette.soot, 0.16), 0.20),
        (alpha(palette.frost, 0.15), 0.16),
        (alpha(palette.light, 0.10), 0.08),
    ):
        ctx.strokeStyle = colour
        ctx.lineWidth = wide
        ctx.beginPath()
        for _ in range(round(width * height / 300)):
            x, y = noise.between(0, width), noise.between(0, height)
            for _ in range(7):
                u, v, long = noise.between(-4, 4), noise.between(-1.6, 1.6), noise.between(0.8, 3.4)
                fx, fy = x + u * ct - v * st, y + u * st + v * ct
                ctx.moveTo(fx, fy)
                ctx.quadraticCurveTo(
                    fx + long * 0.5 * ct - 0.12 * st, fy + long * 0.5 * st + 0.12 * ct, fx + long * ct, fy + long * st
                )
        ctx.stroke()
    for _ in range(round(width * height / 500)):
        x, y = noise.between(0, width), noise.between(0, height)
        size = noise.between(1.2, 3.4)
        for colour, strength, dx, scale in (
            (palette.soot, 0.32, 0.22, 1.0),
            (palette.frost, 0.28, 0.0, 1.0),
            (palette.light, 0.20, -0.14, 0.6),
        ):
            ctx.save()
            ctx.translate(x + dx, y + dx * 1.3)
            ctx.rotate(wind)
            ctx.scale(size * scale, size * scale * 0.34)
            fill = ctx.createRadialGradient(0, 0, 0, 0, 0, 1)
            fill.addColorStop(0, alpha(colour, strength))
            fill.addColorStop(0.55, alpha(colour, strength * 0.7))
            fill.addColorStop(1, alpha(colour, 0.0))
            ctx.fillStyle = fill
            ctx.fillRect(-1, -1, 2, 2)
            ctx.restore()


def _grit(ctx: Context, noise: Noise, width: float, height: float, palette: Palette) -> None:
    """Draw specks of ash and snow, and a few stones with shadows."""
    area = width * height / 3600
    for colour, count, least, most in (
        (alpha(palette.soot, 0.55), 420, 0.03, 0.10),
        (alpha(palette.frost, 0.55), 520, 0.02, 0.08),
        (alpha(palette.light, 0.75), 120, 0.02, 0.05),
    ):
        ctx.fillStyle = colour
        ctx.beginPath()
        for _ in range(round(count * area)):
            size = noise.between(least, most)
            ctx.rect(noise.between(0, width), noise.between(0, height), size, size)
        ctx.fill()
    stones = [
        (noise.between(0, width), noise.between(0, height), noise.between(0.08, 0.26)) for _ in range(round(70 * area))
    ]
    for colour, dx, dy, scale in (
        (alpha(palette.shadow, 0.45), 0.5, 0.55, 1.0),
        (palette.ground_deep, 0, 0, 1.0),
        (mix(palette.ground_pale, palette.frost, 0.25), -0.18, -0.2, 0.68),
    ):
        ctx.fillStyle = colour
        ctx.beginPath()
        for x, y, size in stones:
            ctx.moveTo(x + dx * size + size * scale, y + dy * size)
            ctx.ellipse(x + dx * size, y + dy * size, size * scale, size * scale * 0.8, 0.5, 0, TAU)
        ctx.fill()


def _vignette(ctx: Context, width: float, height: float, palette: Palette) -> None:
    """Darken the corners of the field."""
    long = hypot(width, height)
    edge = ctx.createRadialGradient(width * 0.46, height * 0.44, long * 0.22, width * 0.5, height * 0.5, long * 0.60)
    for place, part in ((0.0, 0.0), (0.6, 0.35), (1.0, 1.0)):
        edge.addColorStop(place, alpha(palette.shadow, palette.vignette * part))
    ctx.fillStyle = edge
    ctx.fillRect(0, 0, width, height)
