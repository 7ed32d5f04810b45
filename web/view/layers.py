"""The pictures under everything that moves: ground, and ground with scenery through the camera; made only when needed.

`Layers.still` gives one opaque canvas for the present camera, field and theme; a frame starts with a copy of it.
"""

from __future__ import annotations

from typing import Any, Callable

from eden_core.field import Piece
from eden_core.match import Match

from .board import draw_edge, draw_grid, draw_marker, draw_scale, draw_table, draw_zone
from .ground import draw_ground
from .noise import seed_of
from .palette import Palette
from .pens import Context, surface
from .projection import Camera
from .scenery import draw_piece

__all__ = ["Layers", "draw_piece_of"]

LARGEST = 2048          # pixels a side of the ground's own canvas


def draw_piece_of(ctx: Context, camera: Camera, piece: Piece, palette: Palette) -> None:
    """A piece of the match, where it stands."""
    draw_piece(ctx, piece.id, piece.like, [camera.to_screen(point) for point in piece.outline], camera.length(piece.radius),
               palette, camera.px_per_cm, camera.dpr, bool(piece.low), bool(piece.flat), bool(piece.passable))


class Layers:
    """Two cached canvases."""

    def __init__(self, make_canvas: Callable[[int, int], Any]) -> None:
        self._make = make_canvas
        self._ground: Any = None
        self._ground_key: tuple[Any, ...] = ()
        self._still: Any = None
        self._still_key: tuple[Any, ...] = ()

    def still(self, match: Match, camera: Camera, palette: Palette, grid: bool) -> Any:
        """Table, ground, zones, markers, scenery and scale, as the camera sees them."""
        key = (camera.key, match.id, palette.night, grid, tuple(match.pieces.values()), tuple(match.markers.values()),
               tuple(match.zones.values()))
        if key != self._still_key:
            self._still_key = key
            if self._still is None:
                self._still = self._make(1, 1)
            self._paint(surface(self._still, camera.width, camera.height, camera.dpr), match, camera, palette, grid)
        return self._still

    def _paint(self, ctx: Context, match: Match, camera: Camera, palette: Palette, grid: bool) -> None:
        draw_table(ctx, camera, palette)
        ctx.imageSmoothingEnabled = True
        ctx.imageSmoothingQuality = "high"
        ctx.drawImage(self._ground_of(match, camera, palette), camera.left, camera.top,
                      camera.length(camera.size[0]), camera.length(camera.size[1]))
        if grid:
            draw_grid(ctx, camera, palette)
        for zone in match.zones.values():
            draw_zone(ctx, camera, zone, palette)
        flat_first = sorted(match.pieces.values(), key=lambda piece: -piece.flat)
        for piece in flat_first:
            draw_piece_of(ctx, camera, piece, palette)
        for marker in match.markers.values():
            draw_marker(ctx, camera, marker, palette)
        draw_edge(ctx, camera, palette)
        draw_scale(ctx, camera, palette)

    def _ground_of(self, match: Match, camera: Camera, palette: Palette) -> Any:
        long = max(camera.size)
        wanted = max(camera.width, camera.height) * camera.dpr * 1.2
        side = 1024 if wanted <= 1024 else 1536 if wanted <= 1536 else LARGEST
        key = (match.id, camera.size, palette.night)
        if key != self._ground_key or side > max(self._ground.width, self._ground.height):
            self._ground_key = key
            pixels = side / (long / 100)
            wide, high = round(camera.size[0] / 100 * pixels), round(camera.size[1] / 100 * pixels)
            self._ground = self._make(wide, high)
            draw_ground(self._ground.getContext("2d"), self._make, camera.size[0] / 100, camera.size[1] / 100, pixels,
                        seed_of(match.id), palette)
        return self._ground
