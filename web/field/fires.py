"""Fire on scenery (TER-FLA): flickering flames and the number of burn markers.

Each flame is one drawing call per frame: its position is cached and the time selects a picture from a sprite strip.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, sin
from typing import Any

from eden_core.engine.field import Piece
from web.field.drawing.emblems import STATES, trace_sign
from web.field.drawing.frame import contains
from web.field.drawing.noise import Noise, seed_of
from web.field.drawing.palette import Palette, alpha, mix
from web.field.drawing.pens import Context, disc, letters, smooth, surface
from web.field.projection import Camera

__all__ = ["Fires"]

FRAMES, WIDE, HIGH = 6, 48, 64  # the strip: number of pictures, and their size in pixels
EVERY = 110  # ms per picture
BADGE = 15  # half the side of the marker count, in CSS pixels
PLACES = 9  # maximum number of flames on a piece


class Fires:
    """The sprite strip, the marker counts and the cached positions of the flames."""

    def __init__(self, make_canvas: Callable[[int, int], Any]) -> None:
        self._make = make_canvas
        self._strip: Any = None
        self._badges: dict[tuple[int, float, str], Any] = {}
        self._places: dict[tuple[Any, ...], list[tuple[float, float, float, int]]] = {}
        self._theme = ""

    def draw(self, ctx: Context, camera: Camera, pieces: Sequence[Piece], palette: Palette, now: float) -> None:
        """Draw the flames and the marker count of each piece; more markers give more flames. `now` is in ms."""
        if self._strip is None or palette.night != self._theme:
            self._theme = palette.night
            self._strip = self._make(WIDE * FRAMES, HIGH)
            _paint_strip(self._strip.getContext("2d"), palette)
        tick = int(now // EVERY)
        for piece in pieces:
            top, left, right = -1e9, 1e9, -1e9
            for x, y, size, phase in self._flames(piece)[: min(PLACES, 2 + 2 * piece.burn)]:
                px, py = camera.to_screen((x, y))
                high = max(15.0, camera.length(size)) * (1 + 0.08 * sin(now / 170 + phase))
                wide = high * WIDE / HIGH
                ctx.drawImage(
                    self._strip,
                    (tick + phase) % FRAMES * WIDE,
                    0,
                    WIDE,
                    HIGH,
                    px - wide / 2,
                    py - high * 0.86,
                    wide,
                    high,
                )
            for x, y in piece.outline:
                top, left, right = max(top, y + piece.radius), min(left, x), max(right, x)
            px, py = camera.to_screen(((left + right) / 2, top))
            ctx.drawImage(
                self._badge(piece.burn, camera.dpr, palette), px - BADGE, py - BADGE - 4, BADGE * 2, BADGE * 2
            )

    def _flames(self, piece: Piece) -> list[tuple[float, float, float, int]]:
        """Return the flames of a piece: x, y and height in field units, and the first picture."""
        key = (piece.outline, piece.radius)
        if key not in self._places:
            noise = Noise(seed_of(piece.id), 7)
            xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
            r = piece.radius
            made: list[tuple[float, float]] = []
            for _ in range(400):
                at = (noise.between(min(xs) - r, max(xs) + r), noise.between(min(ys) - r, max(ys) + r))
                inside = hypot(at[0] - xs[0], at[1] - ys[0]) <= r * 0.8 if r else contains(at, piece.outline)
                if inside and all(abs(at[0] - x) + abs(at[1] - y) > 130 for x, y in made):
                    made.append(at)
                if len(made) == PLACES:
                    break
            made = made or [(sum(xs) / len(xs), sum(ys) / len(ys))]
            self._places[key] = [(x, y, noise.between(150, 260), noise.whole(FRAMES)) for x, y in made]
        return self._places[key]

    def _badge(self, count: int, dpr: float, palette: Palette) -> Any:
        key = (count, dpr, palette.night)
        if key not in self._badges:
            canvas = self._badges[key] = self._make(1, 1)
            ctx = surface(canvas, BADGE * 2, BADGE * 2, dpr)
            bright = mix(palette.burn, "#ffffff", 0.0 if palette.vignette > 0.5 else 0.45)
            disc(ctx, BADGE - 2, BADGE, 9)
            ctx.fillStyle = "#12161a"
            ctx.fill()
            ctx.lineWidth = 1.5
            ctx.strokeStyle = ctx.fillStyle = bright
            ctx.stroke()
            trace_sign(ctx, STATES["burn"], BADGE - 2, BADGE, 13)
            ctx.fill("evenodd")
            letters(ctx, 14, 700)
            ctx.lineWidth = 3.5
            ctx.strokeStyle = "#12161a"
            ctx.strokeText(str(count), BADGE + 8, BADGE + 10)
            ctx.fillStyle = "#ffffff"
            ctx.fillText(str(count), BADGE + 8, BADGE + 10)
        return self._badges[key]


def _paint_strip(ctx: Context, palette: Palette) -> None:
    """Draw the flames of the strip side by side, each with its own shape."""
    noise = Noise(77)
    for index in range(FRAMES):
        x = WIDE * (index + 0.5)
        glow = ctx.createRadialGradient(x, HIGH * 0.74, 0, x, HIGH * 0.74, WIDE * 0.5)
        glow.addColorStop(0, alpha(palette.burn, 0.55))
        glow.addColorStop(1, alpha(palette.burn, 0.0))
        ctx.fillStyle = glow
        ctx.fillRect(x - WIDE / 2, HIGH * 0.24, WIDE, HIGH * 0.76)
        lean = noise.between(-6, 6)
        for part, colour in (
            (1.0, mix(palette.rust, palette.burn, 0.4)),
            (0.72, palette.burn),
            (0.42, mix(palette.amber, "#ffffff", 0.45)),
        ):
            half, tall, foot = 15 * part, 52 * part * noise.between(0.9, 1.06), HIGH * 0.92
            ctx.fillStyle = alpha(colour, 0.92)
            smooth(
                ctx,
                [
                    (x + half * u + lean * tip, foot - tall * v)
                    for u, v, tip in (
                        (-1, 0.16, 0),
                        (-0.86, 0.46, 0),
                        (-0.2, 0.70, 0.4),
                        (0, 1.12, 1),
                        (0.36, 0.66, 0.3),
                        (0.95, 0.44, 0),
                        (1, 0.14, 0),
                        (0, -0.04, 0),
                    )
                ],
            )
            ctx.fill()
