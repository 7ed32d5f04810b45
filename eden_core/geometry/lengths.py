"""Lengths of ways, and the cost that slow ground adds (MOVE-1, MOVE-2, GEN-2, TER-OBT).

Lengths are summed in `FINE` parts of a unit, each leg rounded up, and rounded to units once, up: against the mover.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple, TypeAlias

from eden_core.geometry.plane import (
    FINE,
    Box,
    Point,
    Polygon,
    Shape,
    area2,
    box_of,
    ceil_div,
    ceil_sqrt,
    convex_hull,
    dist2,
    edges,
    inside,
)

__all__ = [
    "NORMALS",
    "Ground",
    "Slow",
    "ground_cost",
    "ground_from",
    "grown",
    "leg_cost",
    "leg_inside",
    "leg_length",
    "path_length",
    "slowed",
    "weighted_length",
]

Slow: TypeAlias = tuple[Shape, int]
"""Ground of which each centimetre costs this factor (MOVE-2, TER-OBT)."""
NORMALS = tuple(
    (c * x - s * y, s * x + c * y)
    for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))
    for x, y in ((1028428, 204567), (871859, 582558), (582558, 871859), (204567, 1028428))
)
"""The directions half-way between the 16 in which corners stand round a circle, times 2^20."""
_PART = 2**20
"""Parts of a leg in which roots are worked out before they are rounded to `FINE`."""


def leg_length(a: Point, b: Point) -> int:
    """Return the length of one leg in `FINE` parts of a unit, rounded up."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    return isqrt(whole * (FINE * FINE) - 1) + 1 if whole else 0


def path_length(path: Sequence[Point]) -> int:
    """Return the length of a path in units: legs summed in `FINE` parts and rounded up once (MOVE-1)."""
    return ceil_div(sum(map(leg_length, path, path[1:])), FINE)


def weighted_length(path: Sequence[Point], r: int, slow: Sequence[Slow]) -> int:
    """Return the cost of a path in units, with slow ground.

    A disc of radius r pays `factor` for each unit with part of it on slow ground; overlapping grounds add up. Summed in
    `FINE` parts and rounded up once (MOVE-2, TER-OBT).
    """
    return ceil_div(sum(leg_cost(a, b, r, slow) for a, b in itertools.pairwise(path)), FINE)


def leg_cost(a: Point, b: Point, r: int, slow: Sequence[Slow]) -> int:
    """Return the cost of one leg in `FINE` parts of a unit."""
    return leg_length(a, b) + sum((factor - 1) * leg_inside(a, b, r, shape) for shape, factor in slow)


def leg_inside(a: Point, b: Point, r: int, shape: Shape) -> int:
    """Return the length of leg ab over which a disc of radius r > 0 overlaps a shape, in `FINE` parts, rounded up."""
    if a == b:
        return 0
    if isinstance(shape[1], int):
        spans = [_within_disc(a, b, shape[0], shape[1] + r)]
    else:
        (x0, y0, x1, y1), sides = _grown_sides(shape, r)
        if max(a[0], b[0]) <= x0 or min(a[0], b[0]) >= x1 or max(a[1], b[1]) <= y0 or min(a[1], b[1]) >= y1:
            return 0
        spans = _near_outline(a, b, r, sides)
        if spans or inside(a, shape):
            spans += _gaps_inside(a, b, spans, shape)
    return sum(high - low for low, high in _merged(spans))


@lru_cache(maxsize=64)
def _grown_sides(poly: Polygon, r: int) -> tuple[Box, tuple[tuple[Point, Point, int], ...]]:
    """Return the box of all that is closer than r to a polygon, and its sides, each with r times its length in parts.

    Cached for the shapes of a match, which change only between matches.
    """
    sides = tuple((p, q, ceil_sqrt(r * r * dist2(p, q) * _PART * _PART)) for p, q in edges(poly))
    return grown(box_of(poly), r), sides


def _near_outline(a: Point, b: Point, r: int, sides: Sequence[tuple[Point, Point, int]]) -> list[tuple[int, int]]:
    """Return the spans of the leg closer than r to each corner, and to each side and square to it."""
    (ax, ay), (bx, by) = a, b
    ux, uy = bx - ax, by - ay
    whole = ux * ux + uy * uy
    cut, length = r * r * whole, leg_length(a, b)
    spans = []
    last = sides[-1][0]
    across = ux * (last[1] - ay) - uy * (last[0] - ax)
    was_near, was_left = across * across < cut, across > 0
    for p, q, limit in (*sides[-1:], *sides[:-1]):
        across = ux * (q[1] - ay) - uy * (q[0] - ax)
        is_near, is_left = across * across < cut, across > 0
        if is_near:
            along = (ux * (q[0] - ax) + uy * (q[1] - ay)) * _PART
            root = ceil_sqrt((cut - across * across) * _PART * _PART)
            if along + root > 0 and along - root < whole * _PART:
                spans.append(_span(along - root, along + root, whole * _PART, length))
        # A side all on one side of the leg's line, and at both ends too far from it, is nowhere nearer.
        if is_near or was_near or is_left != was_left:
            span = _within_band(a, b, p, q, limit, length)
            if span[0] < span[1]:
                spans.append(span)
        was_near, was_left = is_near, is_left
    return spans


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans in order, joined where they meet, without empty ones."""
    whole: list[tuple[int, int]] = []
    for low, high in sorted(spans):
        if low < high:
            if whole and low <= whole[-1][1]:
                whole[-1] = whole[-1][0], max(high, whole[-1][1])
            else:
                whole.append((low, high))
    return whole


def _gaps_inside(a: Point, b: Point, spans: list[tuple[int, int]], poly: Polygon) -> list[tuple[int, int]]:
    """Return the parts of the leg between the spans that run inside the polygon, at least r from its outline."""
    length = leg_length(a, b)
    found, low = [], 0
    grown = tuple((x * FINE, y * FINE) for x, y in poly)
    for start, end in [*_merged(spans), (length, length)]:
        if low < start:
            middle = low + start  # Twice the middle, so at a + (b - a) middle / 2 length: nowhere near an edge.
            x = a[0] * FINE + (b[0] - a[0]) * FINE * middle // (2 * length)
            y = a[1] * FINE + (b[1] - a[1]) * FINE * middle // (2 * length)
            if inside((x, y), grown):
                found.append((low, start))
        low = end
    return found


def _within_disc(a: Point, b: Point, c: Point, reach: int) -> tuple[int, int]:
    """Return the span of the leg closer than `reach` to c, in `FINE` parts from a, rounded outwards.

    An empty span is (0, 0).
    """
    ux, uy, wx, wy = b[0] - a[0], b[1] - a[1], a[0] - c[0], a[1] - c[1]
    whole, along = ux * ux + uy * uy, wx * ux + wy * uy
    rest = along * along - whole * (wx * wx + wy * wy - reach * reach)
    if rest <= 0:
        return 0, 0
    root = ceil_sqrt(rest * _PART * _PART)
    return _span(-along * _PART - root, -along * _PART + root, whole * _PART, leg_length(a, b))


def _within_band(a: Point, b: Point, p: Point, q: Point, limit: int, length: int) -> tuple[int, int]:
    """Return the span of the leg closer to pq than limit / (_PART |pq|) and square to it; empty as (0, 0)."""
    ux, uy, ex, ey, wx, wy = b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1], a[0] - p[0], a[1] - p[1]
    size = ex * ex + ey * ey
    low, high = 0, length
    for at, slope, least, most in (
        ((ex * wy - ey * wx) * _PART, (ex * uy - ey * ux) * _PART, -limit, limit),
        (ex * wx + ey * wy, ex * ux + ey * uy, 0, size),
    ):
        if slope == 0:
            if not least < at < most:
                return 0, 0
        else:
            ends = (least - at, most - at) if slope > 0 else (at - most, at - least)
            start, end = _span(ends[0], ends[1], abs(slope), length)
            low, high = max(low, start), min(high, end)
    return (low, high) if low < high else (0, 0)


def _span(start: int, end: int, of: int, length: int) -> tuple[int, int]:
    """Return the fractions start / of to end / of of a leg, cut to the leg, in `FINE` parts, rounded outwards."""
    return max(0, start * length // of), min(length, ceil_div(end * length, of))


def grown(box: Box, by: int) -> Box:
    """Return the box grown on each side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


# --- many legs from one place ---


class Ground(NamedTuple):
    """Slow ground prepared for legs from one place."""

    at: Point
    shape: Shape
    more: int  # what each unit on it costs beside its length
    radius: int
    planes: tuple[tuple[int, int, int], ...]  # c, a, b of `_planes_of`, in coordinates from there


def ground_from(at: Point, slow: Slow, r: int) -> Ground:
    """Return slow ground prepared for a base of radius r and legs from one place."""
    shape, factor = slow
    planes = () if isinstance(shape[1], int) else _planes_of(shape, r)
    # Those that the place lies beyond come first: most legs that miss the ground are told by them.
    seen = sorted((c - a * at[0] - b * at[1], a, b) for a, b, c in planes)
    return Ground(at, shape, factor - 1, r, tuple(seen))


@lru_cache(maxsize=64)
def _planes_of(shape: Polygon, r: int) -> tuple[tuple[int, int, int], ...]:
    """Return a nearly convex polygon grown by slightly more than r, as half-planes a x + b y < c; none for others."""
    hull = convex_hull(shape)
    if 100 * area2(hull) > 115 * abs(area2(shape)):
        return ()
    sides = [(p, (q[1] - p[1], p[0] - q[0])) for p, q in edges(hull)]
    planes = []
    for (p, out), (q, turned) in zip(sides, sides[1:] + sides[:1]):
        planes.append((p, out))
        # A corner is cut square to the sides of the rings that ways follow: what goes round it is not on it.
        planes += [(q, (x, y)) for x, y in NORMALS if out[0] * y > out[1] * x and x * turned[1] > y * turned[0]]
    return tuple((a, b, a * p[0] + b * p[1] + ceil_sqrt(r * r * (a * a + b * b))) for p, (a, b) in planes)


def slowed(x: int, y: int, ground: Ground, length: int) -> int:
    """Return an upper estimate of the cost that slow ground adds to a leg, in `FINE` parts; seldom much too high."""
    if not ground.planes:
        return ground_cost(x, y, ground)
    low, high = 0, FINE
    for rest, a, b in ground.planes:
        slope = a * x + b * y
        if slope > 0:
            part = FINE * rest // slope + 1
            if part < high:
                high = part
                if low >= high:
                    return 0
        elif slope < 0:
            part = FINE * rest // slope
            if part > low:
                low = part
                if low >= high:
                    return 0
        elif rest <= 0:
            return 0
    return ground.more * ceil_div(length * (high - low), FINE)


def ground_cost(x: int, y: int, ground: Ground) -> int:
    """Return the exact cost that slow ground adds to a leg, in `FINE` parts."""
    px, py = ground.at
    return ground.more * leg_inside(ground.at, (px + x, py + y), ground.radius, ground.shape)
