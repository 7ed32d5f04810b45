"""The blurred part of the ground: earth, patches of ash and frost, sunlight; drawn small, then stretched by
`ground`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

from web.field.drawing.noise import Noise
from web.field.drawing.palette import Palette, alpha, mix
from web.field.drawing.pens import TAU, Context

__all__ = ["make_clouds"]

GRAIN = 40  # side of the noise tile, in cells
FINE = 10  # pixels per centimetre


def make_clouds(
    make_canvas: Callable[[int, int], Any], width: float, height: float, seed: int, palette: Palette
) -> Any:
    """Return a small canvas of the whole field, whose width and height are given in cm."""
    canvas = make_canvas(round(width * FINE), round(height * FINE))
    ctx = canvas.getContext("2d")
    ctx.setTransform(FINE, 0, 0, FINE, 0, 0)
    _earth(ctx, width, height, palette)
    _patches(ctx, make_canvas, width, height, seed, palette)
    _light(ctx, width, height, palette)
    return canvas


def _earth(ctx: Context, width: float, height: float, palette: Palette) -> None:
    fill = ctx.createLinearGradient(0, 0, width, height)
    fill.addColorStop(0, mix(palette.ground, palette.ground_pale, 0.35))
    fill.addColorStop(0.55, palette.ground)
    fill.addColorStop(1, mix(palette.ground, palette.ground_deep, 0.7))
    ctx.fillStyle = fill
    ctx.fillRect(0, 0, width, height)


def _tile(make_canvas: Callable[[int, int], Any], noise: Noise, colour: str) -> Any:
    """Return a small canvas of random grain, which looks like clouds when stretched."""
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


def _patches(
    ctx: Context, make_canvas: Callable[[int, int], Any], width: float, height: float, seed: int, palette: Palette
) -> None:
    """Draw clouds of frost and soot in several sizes, each rotated so that no grid is visible."""
    noise = Noise(seed, 1)
    pale, dark = _tile(make_canvas, noise, palette.frost), _tile(make_canvas, noise, palette.soot)
    ctx.imageSmoothingEnabled = True
    ctx.imageSmoothingQuality = "low"
    reach = hypot(width, height)
    for tile, size, strength in (
        (dark, 6.0, 0.34),
        (pale, 4.6, 0.20),
        (dark, 2.2, 0.24),
        (pale, 1.6, 0.16),
        (dark, 0.8, 0.16),
        (pale, 0.42, 0.10),
        (dark, 0.24, 0.12),
    ):
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


def _light(ctx: Context, width: float, height: float, palette: Palette) -> None:
    """Draw the light of a low sun from the upper left."""
    sun = ctx.createRadialGradient(
        width * 0.22, height * 0.14, 0, width * 0.22, height * 0.14, hypot(width, height) * 0.75
    )
    sun.addColorStop(0, alpha(palette.light, 0.17))
    sun.addColorStop(1, alpha(palette.light, 0.0))
    ctx.fillStyle = sun
    ctx.fillRect(0, 0, width, height)
