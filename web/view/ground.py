"""The frozen ground, drawn once into a canvas of its own and the same for everybody: seeded by the match's id.

Worked in centimetres, y down, light from the upper left. Layers from below: earth, patches of ash and frost, tyre
marks, ice sheets, cracks, drifts, stones, light and vignette.
"""

from __future__ import annotations

from math import cos, hypot, sin
from typing import Any, Callable

from .noise import Noise
from .palette import Palette, alpha, mix
from .pens import TAU, XY, Context, polyline, smooth

__all__ = ["draw_ground"]

GRAIN = 40             # cells a side of the noise tile
CLOUDS = 10            # pixels a centimetre of what is soft


def draw_ground(ctx: Context, make_canvas: Callable[[int, int], Any], width: float, height: float, pixels: float,
                seed: int, palette: Palette) -> None:
    """Fill a canvas with the ground of a field of width × height cm at `pixels` a centimetre."""
    clouds = make_canvas(round(width * CLOUDS), round(height * CLOUDS))        # soft things need few pixels
    under = clouds.getContext("2d")
    under.setTransform(CLOUDS, 0, 0, CLOUDS, 0, 0)
    _earth(under, width, height, palette)
    _patches(under, make_canvas, width, height, seed, palette)
    _light(under, width, height, palette)
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
        _crack(ctx, noise, noise.between(0, width), noise.between(0, height), noise.between(0, TAU),
               noise.between(5, 15), 0.11, palette, 0)
    _drifts(ctx, noise, width, height, wind, palette)
    _grit(ctx, noise, width, height, palette)
    _vignette(ctx, width, height, palette)


def _earth(ctx: Context, width: float, height: float, palette: Palette) -> None:
    fill = ctx.createLinearGradient(0, 0, width, height)
    fill.addColorStop(0, mix(palette.ground, palette.ground_pale, 0.35))
    fill.addColorStop(0.55, palette.ground)
    fill.addColorStop(1, mix(palette.ground, palette.ground_deep, 0.7))
    ctx.fillStyle = fill
    ctx.fillRect(0, 0, width, height)


def _tile(make_canvas: Callable[[int, int], Any], noise: Noise, colour: str) -> Any:
    """A small picture of random grain: stretched, it is cloud."""
    canvas = make_canvas(GRAIN, GRAIN)
    ctx = canvas.getContext("2d")
    levels: list[list[tuple[int, int]]] = [[] for _ in range(6)]
    for y in range(GRAIN):
        for x in range(GRAIN):
            level = noise.whole(8)
            if level < 6:
                levels[level].append((x, y))
    for level, cells in enumerate(levels):
        ctx.fillStyle = alpha(colour, (level + 1) / 6)
        ctx.beginPath()
        for x, y in cells:
            ctx.rect(x, y, 1, 1)
        ctx.fill()
    return canvas


def _patches(ctx: Context, make_canvas: Callable[[int, int], Any], width: float, height: float, seed: int,
             palette: Palette) -> None:
    """Clouds of frost and of soot at several sizes, each turned so that no grid shows."""
    noise = Noise(seed, 1)
    pale, dark = _tile(make_canvas, noise, palette.frost), _tile(make_canvas, noise, palette.soot)
    ctx.imageSmoothingEnabled = True
    ctx.imageSmoothingQuality = "low"
    reach = hypot(width, height)
    for tile, size, strength in ((dark, 6.0, 0.34), (pale, 4.6, 0.20), (dark, 2.2, 0.24), (pale, 1.6, 0.16),
                                 (dark, 0.8, 0.16), (pale, 0.42, 0.10), (dark, 0.24, 0.12)):
        ctx.save()
        ctx.globalAlpha = strength
        ctx.translate(width / 2, height / 2)
        ctx.rotate(noise.between(0, TAU))
        extent = GRAIN * size
        start = -extent * noise.between(0.3, 0.7) if extent > reach * 1.8 else -reach / 2
        x = start
        while x < reach / 2:
            y = start
            while y < reach / 2:
                ctx.drawImage(tile, 0.5, 0.5, GRAIN - 1, GRAIN - 1, x, y, extent, extent)
                y += extent - 0.02
            x += extent - 0.02
        ctx.restore()
    ctx.globalAlpha = 1


def _tyres(ctx: Context, noise: Noise, width: float, height: float, palette: Palette) -> None:
    """Two old tracks: somebody drove across, long ago, and it froze."""
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
    """One wheel's mark, in stretches: snow has taken the rest."""
    ctx.lineCap = "butt"
    at = 0
    while at < len(points) - 1:
        till = min(len(points) - 1, at + 2 + noise.whole(4))
        strength = (0.0, 0.35, 0.6, 0.8, 1.0)[noise.whole(5)]
        if strength:
            stretch = points[at:till + 1]
            for wide, colour, dash in ((1.0, alpha(palette.soot, 0.20 * strength), []),
                                       (0.86, alpha(palette.soot, 0.34 * strength), [0.13, 0.17]),
                                       (0.30, alpha(palette.ground_pale, 0.22 * strength), [])):
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
    """An outline with large bays and small ones."""
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
    """A sheet of ice: dark water below, a pale rim, a glint, hairlines."""
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
    for _ in range(3):                                            # glints along the light
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


def _crack(ctx: Context, noise: Noise, x: float, y: float, angle: float, length: float, wide: float, palette: Palette,
           depth: int) -> None:
    """A split in the ground: a dark line, its far lip lit, with smaller ones off it."""
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
    """Ash and snow combed by the wind: fields of fine streaks, and a few low banks with a lit back and a grey lee."""
    ct, st = cos(wind), sin(wind)
    ctx.lineCap = "round"
    for colour, wide in ((alpha(palette.soot, 0.16), 0.20), (alpha(palette.frost, 0.15), 0.16), (alpha(palette.light, 0.10), 0.08)):
        ctx.strokeStyle = colour
        ctx.lineWidth = wide
        ctx.beginPath()
        for _ in range(round(width * height / 300)):
            x, y = noise.between(0, width), noise.between(0, height)
            for _ in range(7):
                u, v, long = noise.between(-4, 4), noise.between(-1.6, 1.6), noise.between(0.8, 3.4)
                fx, fy = x + u * ct - v * st, y + u * st + v * ct
                ctx.moveTo(fx, fy)
                ctx.quadraticCurveTo(fx + long * 0.5 * ct - 0.12 * st, fy + long * 0.5 * st + 0.12 * ct,
                                     fx + long * ct, fy + long * st)
        ctx.stroke()
    for _ in range(round(width * height / 500)):
        x, y = noise.between(0, width), noise.between(0, height)
        size = noise.between(1.2, 3.4)
        for colour, strength, dx, scale in ((palette.soot, 0.32, 0.22, 1.0), (palette.frost, 0.28, 0.0, 1.0),
                                            (palette.light, 0.20, -0.14, 0.6)):
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
    """Specks of ash and snow, and a few stones with their shadows."""
    area = width * height / 3600
    for colour, count, least, most in ((alpha(palette.soot, 0.55), 420, 0.03, 0.10), (alpha(palette.frost, 0.55), 520, 0.02, 0.08),
                                       (alpha(palette.light, 0.75), 120, 0.02, 0.05)):
        ctx.fillStyle = colour
        ctx.beginPath()
        for _ in range(round(count * area)):
            size = noise.between(least, most)
            ctx.rect(noise.between(0, width), noise.between(0, height), size, size)
        ctx.fill()
    stones = [(noise.between(0, width), noise.between(0, height), noise.between(0.08, 0.26)) for _ in range(round(70 * area))]
    for colour, dx, dy, scale in ((alpha(palette.shadow, 0.45), 0.5, 0.55, 1.0), (palette.ground_deep, 0, 0, 1.0),
                                  (mix(palette.ground_pale, palette.frost, 0.25), -0.18, -0.2, 0.68)):
        ctx.fillStyle = colour
        ctx.beginPath()
        for x, y, size in stones:
            ctx.moveTo(x + dx * size + size * scale, y + dy * size)
            ctx.ellipse(x + dx * size, y + dy * size, size * scale, size * scale * 0.8, 0.5, 0, TAU)
        ctx.fill()


def _light(ctx: Context, width: float, height: float, palette: Palette) -> None:
    """Low sun from the upper left."""
    sun = ctx.createRadialGradient(width * 0.22, height * 0.14, 0, width * 0.22, height * 0.14, hypot(width, height) * 0.75)
    sun.addColorStop(0, alpha(palette.light, 0.17))
    sun.addColorStop(1, alpha(palette.light, 0.0))
    ctx.fillStyle = sun
    ctx.fillRect(0, 0, width, height)


def _vignette(ctx: Context, width: float, height: float, palette: Palette) -> None:
    """The far corners go dark."""
    long = hypot(width, height)
    edge = ctx.createRadialGradient(width * 0.46, height * 0.44, long * 0.22, width * 0.5, height * 0.5, long * 0.60)
    for place, part in ((0.0, 0.0), (0.6, 0.35), (1.0, 1.0)):
        edge.addColorStop(place, alpha(palette.shadow, palette.vignette * part))
    ctx.fillStyle = edge
    ctx.fillRect(0, 0, width, height)
