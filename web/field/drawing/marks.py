"""Marks around bases (pulse and halo) and short-lived effects (rings, sparks, glows and streaks)."""

from __future__ import annotations

from collections.abc import Sequence

from web.field.animate import Flash
from web.field.drawing.palette import Palette, alpha
from web.field.drawing.pens import Context, disc
from web.field.projection import Camera

__all__ = ["draw_flashes", "draw_halo", "draw_pulse"]


def draw_pulse(ctx: Context, x: float, y: float, radius: float, swing: float, palette: Palette) -> None:
    """Draw the ring around a fighter that may act; `swing` (-1 to 1) is the phase of its pulse."""
    wide = min(1.8, 0.9 + radius * 0.05)
    disc(ctx, x, y, radius + wide + min(3.2, radius * 0.16) + swing * min(1.6, radius * 0.08))
    ctx.lineWidth = wide * 3
    ctx.strokeStyle = alpha(palette.bone, 0.16)
    ctx.stroke()
    ctx.lineWidth = wide
    ctx.strokeStyle = alpha(palette.bone, round(0.74 + 0.22 * swing, 2))
    ctx.stroke()


def draw_halo(ctx: Context, x: float, y: float, radius: float, palette: Palette) -> None:
    """Draw the halo around the selected fighter."""
    disc(ctx, x, y, radius + 3.2)
    for wide, colour in ((9.0, alpha(palette.ember, 0.30)), (5.0, palette.ember), (2.0, "#fff8ea")):
        ctx.lineWidth = wide
        ctx.strokeStyle = colour
        ctx.stroke()


def draw_flashes(ctx: Context, camera: Camera, flashes: Sequence[Flash], palette: Palette) -> None:
    """Draw the animator's effects: rings for blasts, sparks for hits, streaks for shots, glows for abilities."""
    for flash in flashes:
        x, y = camera.to_screen(flash.at)
        fade = 1 - flash.part
        if flash.kind == "ring":
            radius = camera.length(120 + 420 * (1 - fade * fade))
            disc(ctx, x, y, radius)
            ctx.fillStyle = alpha(palette.ember, round(0.30 * fade, 2))
            ctx.fill()
            ctx.lineWidth = 1 + 7 * fade
            ctx.strokeStyle = alpha(palette.amber, round(fade, 2))
            ctx.stroke()
        elif flash.kind == "spark":
            disc(ctx, x, y, camera.length(150 + 130 * flash.part))
            ctx.lineWidth = 1 + 4 * fade
            ctx.strokeStyle = alpha(palette.rust, round(fade, 2))
            ctx.stroke()
        elif flash.kind == "glow":
            disc(ctx, x, y, camera.length(170 + 110 * flash.part))
            ctx.lineWidth = 1 + 5 * fade
            ctx.strokeStyle = alpha(palette.ice, round(fade, 2))
            ctx.stroke()
        else:
            tx, ty = camera.to_screen(flash.to)
            head, tail = min(1.0, flash.part * 1.5), max(0.0, flash.part * 1.5 - 0.5)
            ctx.lineCap = "round"
            for width, tone in ((5.0, alpha(palette.ember, 0.5)), (2.0, palette.light)):
                ctx.lineWidth = width
                ctx.strokeStyle = tone
                ctx.beginPath()
                ctx.moveTo(x + (tx - x) * tail, y + (ty - y) * tail)
                ctx.lineTo(x + (tx - x) * head, y + (ty - y) * head)
                ctx.stroke()
