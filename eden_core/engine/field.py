"""The table: pieces of scenery, markers, zones, and what may stand where (MAT-1, LOS-5, MOVE-2, GEN-5, PREP-6)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from eden_core.engine.messages import Point
from eden_core.geometry.plane import (
    box_of,
    disc_hits_polygon,
    edges,
    gap,
    inside,
    moved,
    overlap,
    polygon_gap,
    polygons_gap,
    rotated,
    segments_near,
)

__all__ = [
    "KEPT_FROM_NPFS",
    "SPACING",
    "Marker",
    "Piece",
    "Zone",
    "are_closer",
    "are_near",
    "gap_to_edge",
    "gap_to_piece",
    "grown_box",
    "outline_at",
    "pieces_gap",
    "touches_piece",
]

SPACING = 500  # PREP-6, GEN-5: 5 cm
KEPT_FROM_NPFS = 1500  # NPF-2: 15 cm, edge to edge
LOST_IN_FIRE = ("crossing", "occupation", "obstruction")  # TER-FLA
Polygon = tuple[Point, ...]


class Piece(NamedTuple):
    """A piece of scenery on the field: an outline, or a disc when `radius` is set (then the outline is its centre).

    The traits are those that players agree on in the basic rules: low and flat (LOS-5), passable, slow (MOVE-2). A
    piece of Territory management (TER) has special rules instead, as (word of `terrain.RULES`, X), and what it has
    suffered.
    """

    id: str
    like: str
    outline: Polygon
    radius: int = 0
    low: int = 0
    flat: int = 0
    passable: int = 0
    slow: int = 0
    territory: int = 0  # TER-3: its special rules alone say what it does
    rules: tuple[tuple[str, int], ...] = ()
    attacks: int = 0  # TER-DES: suffered so far
    burn: int = 0  # TER-FLA: burn markers on it

    def amount(self, rule: str) -> int:
        """X of a special rule as it stands, 0 without it; burning changes some (TER-FLA)."""
        x = 0
        for word, amount in self.rules:  # asked thousands of times a move: a plain loop is the quickest
            if word == rule:
                x = amount
                break
        if self.burn:
            if rule in LOST_IN_FIRE:
                return 0
            if rule == "obstacle":
                return x + 1
        return x

    @property
    def is_ground(self) -> bool:
        """Return whether it can be walked through (MOVE-2, TER-CRO, TER-OCC).

        Other pieces can only be swum or jumped over (TER-SWI, TER-JUM).
        """
        if not self.territory:
            return bool(self.passable)
        return bool(
            (self.amount("crossing") or self.amount("occupation"))
            and not self.amount("swimming")
            and not self.amount("jump")
        )

    @property
    def can_be_stood_on(self) -> bool:
        """Return whether a move may end in it (MOVE-2, TER-OCC)."""
        return self.is_ground and bool(not self.territory or self.amount("occupation"))

    @property
    def slows(self) -> int:
        """The cost of each cm with the base even partly in it (MOVE-2, TER-OBT)."""
        return max(1, self.amount("obstruction")) if self.territory else 1 + self.slow

    @property
    def shape(self) -> Polygon | tuple[Point, int]:
        """The footprint as geometry takes it: a polygon, or a disc (centre, radius)."""
        return (self.outline[0], self.radius) if self.radius else self.outline


class Marker(NamedTuple):
    """An object of the game on the field (MOVE-3): a disc of radius `radius` that nobody may end a move on."""

    id: str
    kind: str
    owner: int
    at: Point
    radius: int = 150


class Zone(NamedTuple):
    """A place under a card's effect: whoever crosses or touches it, or starts an activation on it, suffers."""

    id: str
    card: str
    owner: int
    outline: Polygon
    amount: int = 1  # CP in each limb
    until: str = "match"


def outline_at(outline: Polygon, at: Point, turn: int) -> Polygon:
    """An outline drawn around the origin, turned by `turn` degrees (a multiple of 15) and moved to `at`."""
    return moved(rotated(outline, turn) if turn % 360 else outline, at)


def gap_to_piece(at: Point, radius: int, piece: Piece) -> int:
    """Edge to edge, rounded up, 0 when overlapping (GEN-1)."""
    if piece.radius:
        return gap(at, radius, piece.outline[0], piece.radius)
    return polygon_gap(at, radius, piece.outline)


def grown_box(piece: Piece, by: int) -> tuple[int, int, int, int]:
    """The upright rectangle around a piece, grown on each side: left, bottom, right, top."""
    left, bottom, right, top = _box(piece.outline)
    by += piece.radius
    return left - by, bottom - by, right + by, top + by


@lru_cache(maxsize=512)
def _box(outline: Polygon) -> tuple[int, int, int, int]:
    """The rectangle around an outline; kept, as pieces seldom change."""
    return box_of(outline)


def are_near(one: Piece, other: Piece, distance: int) -> bool:
    """Return whether the rectangles around two pieces are less than a distance apart: else the pieces aren't either."""
    ax, ay, bx, by = grown_box(one, distance)
    cx, cy, dx, dy = grown_box(other, 0)
    return cx < bx and ax < dx and cy < by and ay < dy


def are_closer(one: Piece, other: Piece, distance: int) -> bool:
    """Return whether two pieces are strictly less than a distance apart, edge to edge, or overlap (PREP-6)."""
    if not are_near(one, other, distance):
        return False
    if one.radius:
        return gap_to_piece(one.outline[0], one.radius, other) < distance
    if other.radius:
        return gap_to_piece(other.outline[0], other.radius, one) < distance
    for a, b in edges(one.outline):
        left, right = min(a[0], b[0]) - distance, max(a[0], b[0]) + distance
        low, high = min(a[1], b[1]) - distance, max(a[1], b[1]) + distance
        for c, d in edges(other.outline):
            if (
                (c[0] < right or d[0] < right)
                and (c[0] > left or d[0] > left)
                and (c[1] < high or d[1] < high)
                and (c[1] > low or d[1] > low)
                and segments_near(a, b, c, d, distance)
            ):
                return True
    return inside(one.outline[0], other.outline) or inside(other.outline[0], one.outline)


def pieces_gap(one: Piece, other: Piece) -> int:
    """Edge to edge between two pieces, rounded up, 0 when they meet (GEN-1)."""
    if one.radius:
        return gap_to_piece(one.outline[0], one.radius, other)
    if other.radius:
        return gap_to_piece(other.outline[0], other.radius, one)
    return polygons_gap(one.outline, other.outline)


def gap_to_edge(piece: Piece, size: Point) -> int:
    """The least distance from a piece to the field's edges; below 0 when it sticks out."""
    left, bottom, right, top = grown_box(piece, 0)
    return min(left, bottom, size[0] - right, size[1] - top)


def touches_piece(at: Point, radius: int, piece: Piece) -> bool:
    """Return whether a base overlaps a piece, wholly or in part (CON-3)."""
    if piece.radius:
        return overlap(at, radius, piece.outline[0], piece.radius)
    return disc_hits_polygon(at, radius, piece.outline) or inside(at, piece.outline)
