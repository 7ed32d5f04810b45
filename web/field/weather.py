"""Weather seen from above: fog, mist, rain, snow, wind and the arcs of an ion storm, layered if combined.

Each layer repeats a small cached tile that drifts over the field, so a frame costs a few drawing calls per layer. Only
the arcs are drawn anew each frame.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, sin
from typing import Any, NamedTuple

from web.field.drawing.noise import Noise, seed_of
from web.field.drawing.palette import Palette, alpha, mix
from web.field.drawing.pens import TAU, Context, polyline
from web.field.projection import Camera

__all__ = ["Weather"]

Box = tuple[float, float, float, float]
TILE = 320  # side in CSS pixels
BOLT_EVERY, BOLT_LASTS = 2600, 420  # ms between arcs, ms of an arc


class _Drift(NamedTuple):
    """A drifting layer: name of its tile, opacity, scale and speed (CSS pixels per second)."""

    tile: str
    part: float
    size: float
    dx: float
    dy: float


LAYERS: dict[str, tuple[_Drift, ...]] = {
    "dense_fog": (_Drift("cloud", 0.48, 1.7, 9, 3), _Drift("cloud", 0.28, 1.0, -6, 5)),
    "mist": (_Drift("cloud", 0.40, 2.1, 7, -2),),
    "acid_rain": (_Drift("rain", 0.50, 1.0, -90, 420), _Drift("rain", 0.30, 0.6, -60, 280)),
    "snowstorm": (_Drift("snow", 0.85, 1.0, 95, 60), _Drift("snow", 0.55, 0.6, 60, 44)),
    "headwind": (_Drift("wind", 0.60, 1.3, 330, 46),),
    "ion_storm": (),
}
ORDER = ("headwind", "acid_rain", "snowstorm", "mist", "dense_fog", "ion_storm")


class Weather:
    """The weather's tiles, cached for the current theme."""

    def __init__(self, make_canvas: Callable[[int, int], Any]) -> None:
        self._make = make_canvas
        self._tiles: dict[str, Any] = {}
        self._theme = ""

    def draw(
        self,
        ctx: Context,
        camera: Camera,
        words: list[str],
        palette: Palette,
        now: float,
        match_id: bytes,
        clear: tuple[float, float, float] | None,
    ) -> None:
        """Draw the weather over the field.

        `words` are the kinds of weather, `now` is in ms; `clear` is the disc (x, y, radius in CSS pixels) that the
        selected fighter can see in dense fog.
        """
        if palette.night != self._theme:
            self._theme = palette.night
            self._tiles.clear()
        x0, y0 = max(0.0, camera.left), max(0.0, camera.top)
        x1 = min(camera.width, camera.left + camera.length(camera.size[0]))
        y1 = min(camera.height, camera.top + camera.length(camera.size[1]))
        box = (x0, y0, x1 - x0, y1 - y0)
        ctx.save()
        ctx.beginPath()
        ctx.rect(*box)
        ctx.clip()
        thin = 1 / (1 + 0.3 * (len(words) - 1))  # several kinds at once are thinned to keep the scenery legible
        for word in ORDER:
            if word in words:
                ctx.globalAlpha = thin
                self._tint(ctx, box, word, palette, clear)
                for layer in LAYERS[word]:
                    self._lay(ctx, camera, box, layer._replace(part=layer.part * thin), palette, now / 1000)
        ctx.globalAlpha = 1
        if "ion_storm" in words:
            _bolts(ctx, camera, palette, now, seed_of(match_id))
        ctx.restore()

    def _tint(
        self, ctx: Context, box: Box, word: str, palette: Palette, clear: tuple[float, float, float] | None
    ) -> None:
        """Tint the field in the weather's colour; dense fog leaves the visible disc clear."""
        if word == "dense_fog" and clear is not None:
            x, y, radius = clear
            veil = ctx.createRadialGradient(x, y, radius * 0.96, x, y, radius * 1.12)
            veil.addColorStop(0, alpha(_haze(palette), 0.05))
            veil.addColorStop(1, alpha(_haze(palette), 0.38))
            ctx.fillStyle = veil
            ctx.fillRect(*box)
            ctx.beginPath()
            ctx.arc(x, y, radius, 0, TAU)
            ctx.lineWidth = 1.4
            ctx.setLineDash([2, 6])
            ctx.strokeStyle = alpha(palette.light, 0.8)
            ctx.stroke()
            ctx.setLineDash([])
            return
        colour, part = {
            "dense_fog": (_haze(palette), 0.26),
            "mist": (_haze(palette), 0.13),
            "acid_rain": (palette.poison, 0.10),
            "snowstorm": (palette.light, 0.07),
            "headwind": (palette.soot, 0.05),
            "ion_storm": (palette.fear, 0.10),
        }[word]
        ctx.fillStyle = alpha(colour, part)
        ctx.fillRect(*box)

    def _lay(self, ctx: Context, camera: Camera, box: Box, layer: _Drift, palette: Palette, seconds: float) -> None:
        side = TILE * layer.size
        dx, dy = camera.left + (layer.dx * seconds) % side, camera.top + (layer.dy * seconds) % side
        ctx.save()
        ctx.globalAlpha = layer.part
        ctx.translate(dx, dy)
        ctx.scale(layer.size, layer.size)
        ctx.fillStyle = ctx.createPattern(self._tile(layer.tile, palette), "repeat")
        x, y, wide, high = box
        ctx.fillRect((x - dx) / layer.size, (y - dy) / layer.size, wide / layer.size, high / layer.size)
        ctx.restore()

    def _tile(self, name: str, palette: Palette) -> Any:
        if name not in self._tiles:
            canvas = self._tiles[name] = self._make(TILE, TILE)
            {"cloud": _cloud, "rain": _rain, "snow": _snow, "wind": _wind}[name](canvas.getContext("2d"), palette)
        return self._tiles[name]


def _haze(palette: Palette) -> str:
    return mix(palette.frost, palette.light, 0.4)


# --- tiles, drawn so that they repeat without seams ---


def _cloud(ctx: Context, palette: Palette) -> None:
    noise = Noise(11)
    for _ in range(26):
        x, y, size = noise.between(0, TILE), noise.between(0, TILE), noise.between(40, 105)
        for ox in (-TILE, 0, TILE):
            for oy in (-TILE, 0, TILE):
                px, py = x + ox, y + oy
                if -size < px < TILE + size and -size < py < TILE + size:
                    puff = ctx.createRadialGradient(px, py, 0, px, py, size)
                    puff.addColorStop(0, alpha(_haze(palette), 0.30))
                    puff.addColorStop(0.5, alpha(_haze(palette), 0.13))
                    puff.addColorStop(1, alpha(_haze(palette), 0.0))
                    ctx.fillStyle = puff
                    ctx.fillRect(px - size, py - size, size * 2, size * 2)


def _streaks(ctx: Context, seed: int, count: int, least: float, most: float, slope: tuple[float, float]) -> None:
    """Draw parallel strokes, repeated at the tile's sides so that the tile has no seams."""
    noise = Noise(seed)
    ctx.lineCap = "round"
    ctx.beginPath()
    for _ in range(count):
        x, y, long = noise.between(0, TILE), noise.between(0, TILE), noise.between(least, most)
        for ox in (-TILE, 0, TILE):
            for oy in (-TILE, 0, TILE):
                ctx.moveTo(x + ox, y + oy)
                ctx.lineTo(x + ox + slope[0] * long, y + oy + slope[1] * long)
    ctx.stroke()


def _rain(ctx: Context, palette: Palette) -> None:
    for seed, wide, strength in ((21, 1.1, 0.8), (22, 0.7, 0.5)):
        ctx.lineWidth = wide
        ctx.strokeStyle = alpha(mix(palette.toxic, palette.light, 0.25 if palette.vignette > 0.5 else 0.0), strength)
        _streaks(ctx, seed, 46, 9, 22, (-0.21, 0.98))


def _wind(ctx: Context, palette: Palette) -> None:
    for seed, count, wide, strength in ((31, 9, 1.6, 0.30), (32, 14, 0.8, 0.45)):
        ctx.lineWidth = wide
        ctx.strokeStyle = alpha(palette.light, strength)
        _streaks(ctx, seed, count, 40, 130, (0.99, 0.14))


def _snow(ctx: Context, palette: Palette) -> None:
    noise = Noise(41)
    ctx.fillStyle = palette.light
    ctx.beginPath()
    for _ in range(90):
        x, y, size = noise.between(3, TILE - 3), noise.between(3, TILE - 3), noise.between(0.6, 2.2)
        ctx.moveTo(x + size, y)
        ctx.arc(x, y, size, 0, TAU)
    ctx.fill()
    ctx.lineWidth = 0.8
    ctx.strokeStyle = alpha(palette.light, 0.35)
    _streaks(ctx, 42, 14, 10, 26, (0.85, 0.53))


# --- arcs ---


def _bolts(ctx: Context, camera: Camera, palette: Palette, now: float, seed: int) -> None:
    """Draw a faint permanent arc, for still pictures, and from time to time a bright one."""
    turn, gone = divmod(int(now), BOLT_EVERY)
    _bolt(ctx, camera, palette, Noise(seed, 51), 0.34)
    if now and gone < BOLT_LASTS:
        _bolt(ctx, camera, palette, Noise(seed, 60 + turn), 0.9 * (1 - gone / BOLT_LASTS))


def _bolt(ctx: Context, camera: Camera, palette: Palette, noise: Noise, strength: float) -> None:
    cm = camera.px_per_cm
    x, y = camera.to_screen((noise.between(0.1, 0.9) * camera.size[0], noise.between(0.1, 0.9) * camera.size[1]))
    ctx.lineCap = ctx.lineJoin = "round"
    angle = noise.between(0, TAU)
    strands = []
    for _ in range(3):
        points = [(x, y)]
        turn = angle + noise.between(-1.1, 1.1)
        for _ in range(9):
            turn += noise.between(-0.85, 0.85)
            step = cm * noise.between(0.5, 1.6)
            points.append((points[-1][0] + cos(turn) * step, points[-1][1] + sin(turn) * step))
        strands.append(points)
    for wide, colour in (
        (5.0, alpha(palette.fear, round(0.28 * strength, 2))),
        (1.3, alpha(mix(palette.fear, palette.light, 0.55), round(strength, 2))),
    ):
        ctx.lineWidth = wide
        ctx.strokeStyle = colour
        for points in strands:
            polyline(ctx, points)
            ctx.stroke()
