"""Cached pictures of everything that does not move: the ground and the scenery.

`Layers.still` returns one opaque canvas for the current camera, field and theme; each frame starts with a copy of it.
While the camera moves, the existing pictures of pieces are scaled; once it rests, they are redrawn a few per frame to
keep frames short.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from eden_core.engine.field import Piece
from eden_core.engine.match import Match
from web.field.drawing.board import draw_edge, draw_grid, draw_marker, draw_scale, draw_table, draw_zone
from web.field.drawing.noise import seed_of
from web.field.drawing.palette import Palette
from web.field.drawing.pens import Context, surface
from web.field.projection import Camera
from web.field.terrain.ground import draw_ground
from web.field.terrain.pieces import draw_piece, traits_of

__all__ = ["Layers"]

LARGEST = 2048  # maximum side of the ground's canvas, in pixels
PICTURE = 1600  # maximum side of a piece's picture, in pixels; larger pieces are drawn directly onto the layer
A_FRAME = 2  # pictures redrawn per frame
ROOM = 0.65  # margin around a picture for its shadow, in cm


class _Picture(NamedTuple):
    piece: Piece
    theme: str
    scale: float
    dpr: float
    canvas: Any
    middle: tuple[float, float]  # centre of the piece's bounding box, in field units
    half: tuple[float, float]  # half the width and height of the picture, in CSS pixels at `scale`


class Layers:
    """The picture of the ground, the pictures of the pieces and the layer composed of them."""

    def __init__(self, make_canvas: Callable[[int, int], Any]) -> None:
        self._make = make_canvas
        self._ground: Any = None
        self._ground_key: tuple[Any, ...] = ()
        self._ground_side = 0
        self._pictures: dict[str, _Picture] = {}
        self._still: Any = None
        self._still_key: tuple[Any, ...] = ()
        self.complete = True  # whether all pictures were drawn at the current scale

    def still(self, match: Match, camera: Camera, palette: Palette, grid: bool, moving: bool = False) -> Any:
        """Return a canvas with table, ground, zones, markers, scenery and scale; coarser while the camera moves."""
        key = (
            camera.key,
            match.id,
            palette.night,
            grid,
            tuple(match.pieces.values()),
            tuple(match.markers.values()),
            tuple(match.zones.values()),
        )
        if key != self._still_key or not (self.complete or moving):
            self._still_key = key
            if self._still is None:
                self._still = self._make(1, 1)
            ctx = surface(self._still, camera.width, camera.height, camera.dpr)
            self._paint(ctx, match, camera, palette, grid, moving)
        return self._still

    def _paint(self, ctx: Context, match: Match, camera: Camera, palette: Palette, grid: bool, moving: bool) -> None:
        draw_table(ctx, camera, palette, not moving)
        ctx.imageSmoothingEnabled = True
        ctx.imageSmoothingQuality = "low" if moving else "medium"
        ctx.drawImage(
            self._ground_of(match, camera, palette),
            camera.left,
            camera.top,
            camera.length(camera.size[0]),
            camera.length(camera.size[1]),
        )
        if grid:
            draw_grid(ctx, camera, palette)
        for zone in match.zones.values():
            draw_zone(ctx, camera, zone, palette)
        self.complete = not moving
        left = 0 if moving else A_FRAME
        for piece in sorted(match.pieces.values(), key=lambda piece: -piece.flat):
            left = self._put(ctx, camera, piece, palette, left)
        for name in [name for name in self._pictures if name not in match.pieces]:
            del self._pictures[name]
        for marker in match.markers.values():
            draw_marker(ctx, camera, marker, palette)
        draw_edge(ctx, camera, palette)
        draw_scale(ctx, camera, palette)

    # --- scenery ---

    def _put(self, ctx: Context, camera: Camera, piece: Piece, palette: Palette, left: int) -> int:
        """Draw a piece onto the layer and return how many pictures may still be redrawn in this frame, from `left`."""
        box = _box(piece)
        if not _seen(box, camera):
            return left
        room = 4 + ROOM * camera.px_per_cm
        half = ((box[2] - box[0]) / 2 * camera.scale + room, (box[3] - box[1]) / 2 * camera.scale + room)
        large = max(half) * 2 * camera.dpr > PICTURE
        kept = self._pictures.get(piece.id)
        known = kept is not None and kept.piece == piece and kept.theme == palette.night
        if large and left and known:
            _draw(ctx, camera, piece, palette, camera.to_screen)
            return left
        if kept is None or not known:
            kept = self._picture(camera, piece, palette, box, half, large)
        elif not large and (kept.scale, kept.dpr) != (camera.scale, camera.dpr):
            if left > 0:
                kept = self._picture(camera, piece, palette, box, half, large)
                left -= 1
            else:
                self.complete = False
        x, y = camera.to_screen(kept.middle)
        grown = camera.scale / kept.scale
        wide, high = kept.half[0] * grown, kept.half[1] * grown
        dpr = camera.dpr
        ctx.drawImage(kept.canvas, round((x - wide) * dpr) / dpr, round((y - high) * dpr) / dpr, wide * 2, high * 2)
        return left

    def _picture(
        self,
        camera: Camera,
        piece: Piece,
        palette: Palette,
        box: tuple[int, int, int, int],
        half: tuple[float, float],
        large: bool,
    ) -> _Picture:
        dpr = camera.dpr * (PICTURE / (max(half) * 2 * camera.dpr) if large else 1.0)
        canvas = self._make(1, 1)
        wide, high = round(half[0] * 2 * dpr) / dpr, round(half[1] * 2 * dpr) / dpr
        ctx = surface(canvas, wide, high, dpr)
        scale = camera.scale
        mx, my = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2

        def place(point: tuple[float, float]) -> tuple[float, float]:
            return wide / 2 + (point[0] - mx) * scale, high / 2 - (point[1] - my) * scale

        _draw(ctx, camera, piece, palette, place)
        made = _Picture(piece, palette.night, scale, camera.dpr, canvas, (mx, my), (wide / 2, high / 2))
        self._pictures[piece.id] = made
        return made

    # --- ground ---

    def _ground_of(self, match: Match, camera: Camera, palette: Palette) -> Any:
        long = max(camera.size)
        wanted = max(camera.width, camera.height) * camera.dpr * 1.2
        side = 1024 if wanted <= 1024 else 1536 if wanted <= 1536 else LARGEST
        key = (match.id, camera.size, palette.night)
        if key != self._ground_key or side > self._ground_side:
            self._ground_key, self._ground_side = key, side
            pixels = side / (long / 100)
            wide, high = round(camera.size[0] / 100 * pixels), round(camera.size[1] / 100 * pixels)
            self._ground = self._make(wide, high)
            draw_ground(
                self._ground.getContext("2d"),
                self._make,
                camera.size[0] / 100,
                camera.size[1] / 100,
                pixels,
                seed_of(match.id),
                palette,
            )
        return self._ground


def _draw(
    ctx: Context,
    camera: Camera,
    piece: Piece,
    palette: Palette,
    place: Callable[[tuple[float, float]], tuple[float, float]],
) -> None:
    draw_piece(
        ctx,
        piece.id,
        piece.like,
        [place(point) for point in piece.outline],
        camera.length(piece.radius),
        palette,
        camera.px_per_cm,
        camera.dpr,
        traits_of(piece),
    )


def _box(piece: Piece) -> tuple[int, int, int, int]:
    xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
    return min(xs) - piece.radius, min(ys) - piece.radius, max(xs) + piece.radius, max(ys) + piece.radius


def _seen(box: tuple[int, int, int, int], camera: Camera) -> bool:
    x0, y0, x1, y1 = camera.visible()
    return box[0] <= x1 and box[2] >= x0 and box[1] <= y1 and box[3] >= y0
