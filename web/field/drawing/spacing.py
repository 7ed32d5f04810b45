"""The forbidden band when placing: 5 cm around scenery, edges and markers (PREP-6), 15 cm around NPFs (NPF-2).

The band is hatched and outlined. Its picture is cached until the camera or the objects change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from eden_core.engine.field import KEPT_FROM_NPFS, SPACING
from eden_core.engine.match import NPF, Match
from web.field.drawing.palette import Palette
from web.field.drawing.pens import TAU, XY, Context, surface
from web.field.projection import Camera

__all__ = ["Spacing"]

HATCH = 14  # CSS pixels
Shape = tuple[list[XY], float, bool]  # corners, or centre and radius; whether the inside is forbidden too


class Spacing:
    """The cached picture of the forbidden band."""

    def __init__(self, make_canvas: Callable[[int, int], Any]) -> None:
        self._make = make_canvas
        self._layer: Any = None
        self._key: tuple[Any, ...] = ()

    def draw(self, ctx: Context, camera: Camera, match: Match, what: str, palette: Palette) -> None:
        """Draw the band for a "piece" or an "npf" that is being placed."""
        npfs = (
            tuple(
                (fighter.at, fighter.radius)
                for fighter in match.fighters.values()
                if fighter.player == NPF and fighter.at
            )
            if what == "npf"
            else ()
        )
        key = (what, camera.key, palette.night, tuple(match.pieces.values()), tuple(match.markers.values()), npfs)
        if key != self._key:
            self._key = key
            if self._layer is None:
                self._layer = self._make(1, 1)
            inner = surface(self._layer, camera.width, camera.height, camera.dpr)
            _paint(inner, camera, match, what, palette, self._make)
        ctx.globalAlpha = 0.62
        ctx.drawImage(self._layer, 0, 0, camera.width, camera.height)
        ctx.globalAlpha = 1


def _paint(
    ctx: Context, camera: Camera, match: Match, what: str, palette: Palette, make: Callable[[int, int], Any]
) -> None:
    away = camera.length(KEPT_FROM_NPFS if what == "npf" else SPACING)
    shapes = list(_npfs(camera, match) if what == "npf" else _scenery(camera, match))
    ctx.save()
    ctx.beginPath()
    ctx.rect(camera.left, camera.top, camera.length(camera.size[0]), camera.length(camera.size[1]))
    ctx.clip()
    ctx.lineJoin = ctx.lineCap = "round"
    _band(ctx, shapes, away + 1.5, palette.rust)
    ctx.globalCompositeOperation = "destination-out"  # leaves only the outermost line
    _band(ctx, shapes, away - 0.5, "#000000")
    ctx.globalCompositeOperation = "source-over"
    _band(ctx, shapes, away, ctx.createPattern(_hatch(make, palette), "repeat"))
    ctx.globalCompositeOperation = "destination-out"  # clears the objects themselves
    _band(ctx, [shape for shape in shapes if shape[2]], 0.5, "#000000")
    ctx.globalCompositeOperation = "source-over"
    ctx.restore()


def _band(ctx: Context, shapes: list[Shape], away: float, paint: str | Any) -> None:
    """Paint everything within a distance of the shapes; opaque paint keeps overlaps from adding up."""
    ctx.fillStyle = ctx.strokeStyle = paint
    for points, radius, whole in shapes:
        ctx.beginPath()
        if radius:
            ctx.arc(*points[0], radius + away, 0, TAU)
            ctx.fill()
            continue
        ctx.moveTo(*points[0])
        for x, y in points[1:]:
            ctx.lineTo(x, y)
        ctx.closePath()
        ctx.lineWidth = away * 2
        ctx.stroke()
        if whole:
            ctx.fill()


def _scenery(camera: Camera, match: Match) -> Iterator[Shape]:
    """Yield the pieces, the markers and the field's edges."""
    for piece in match.pieces.values():
        yield [camera.to_screen(point) for point in piece.outline], camera.length(piece.radius), True
    for marker in match.markers.values():
        yield [camera.to_screen(marker.at)], camera.length(marker.radius), True
    width, height = camera.size
    yield [camera.to_screen(corner) for corner in ((0, 0), (width, 0), (width, height), (0, height))], 0.0, False


def _npfs(camera: Camera, match: Match) -> Iterator[Shape]:
    for fighter in match.fighters.values():
        if fighter.player == NPF and fighter.at:
            yield [camera.to_screen(fighter.at)], camera.length(fighter.radius), True


def _hatch(make: Callable[[int, int], Any], palette: Palette) -> Any:
    """Return a canvas with a tile of slanted lines."""
    canvas = make(HATCH, HATCH)
    ctx = canvas.getContext("2d")
    ctx.lineWidth = 1.3
    ctx.strokeStyle = palette.rust
    ctx.beginPath()
    for shift in (-HATCH, 0, HATCH):
        ctx.moveTo(shift - 2, HATCH + 2)
        ctx.lineTo(shift + HATCH + 2, -2)
    ctx.stroke()
    return canvas
