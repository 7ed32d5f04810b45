"""Sight corridors: the area between two bases or a base and scenery, and the elements in it (LOS-1 to LOS-3).

A corridor's tangents are irrational: only they are rounded, in `FINE` parts of a unit. Yes/no questions about the
resulting corridor are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

from eden_core.geometry.plane import (
    CONTACT,
    FINE,
    Box,
    Disc,
    Point,
    Polygon,
    Segment,
    Shape,
    Sides,
    box_of,
    ceil_div,
    ceil_sqrt,
    convex_hull,
    disc_hits_polygon,
    dist2,
    edges,
    inside,
    segment_ratio,
    segments_meet,
    side_of,
)

__all__ = ["Corridor", "corridor", "corridor_covers", "corridor_cut", "corridor_to", "tangents"]


@dataclass(frozen=True, slots=True)
class Corridor:
    """A sight corridor (LOS-1), prepared once for many elements; its inner lines are in `FINE` parts of a unit."""

    area: Polygon
    """The convex area between the tangents, from x towards y; empty when there is no corridor."""
    tight: Polygon
    """The corridor between the bases reduced by `CONTACT`, which an obstacle must cut (LOS-2)."""
    left: Segment
    """The tight corridor's left side, from viewer to target."""
    right: Segment
    box: Box
    """The area's bounding box in whole units, rounded outwards."""
    axis: tuple[int, int, int, int, int]
    """The line down the middle, in units, for quick refusals: direction, offset, squared size, half-width."""


def _nearest_surd(p: int, q: int, d: int) -> int:
    """Return (p ± √|q|) / d to the nearest integer, the sign of the root being q's; odd in (p, q); d > 0."""
    if p < 0 if p * p >= abs(q) else q < 0:
        return -_nearest_surd(-p, -q, d)
    root = isqrt(4 * q) if q >= 0 else -ceil_sqrt(-4 * q)
    return (2 * p + d + root) // (2 * d)


def tangents(a: Point, ra: int, b: Point, rb: int) -> Sides | None:
    """Return the outer common tangents of two circles: left and right of a→b, each running from a to b (LOS-1).

    In `FINE` parts of a unit, each end rounded once, relative to its own circle's centre and odd: the results are
    equivalent after swapping a and b (sides swapped), shifting, quarter turns and mirroring. A point is a circle of
    radius 0. None when one circle holds the other or they share the centre.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    rest = whole - (ra - rb) * (ra - rb)
    if whole == 0 or rest < 0:
        return None

    def end(c: Point, r: int, turn: int) -> Point:
        """Return the centre plus r times the unit normal ((ra - rb) d + turn √rest d⊥) / d²."""
        along, across2 = FINE * r * (ra - rb), turn * FINE * FINE * r * r * rest
        x = _nearest_surd(along * dx, -across2 * dy * abs(dy), whole)
        y = _nearest_surd(along * dy, across2 * dx * abs(dx), whole)
        return c[0] * FINE + x, c[1] * FINE + y

    return (end(a, ra, 1), end(b, rb, 1)), (end(a, ra, -1), end(b, rb, -1))


def corridor(a: Point, ra: int, b: Point, rb: int) -> Corridor:
    """Return the corridor between two bases, or from a base to a point (radius 0), in units (LOS-1, LOS-2)."""
    wide = tangents(a, ra, b, rb)
    # Half a millimetre of tolerance: a base exactly between two equal ones must cut, whatever the rounding (LOS-2).
    tight = tangents(a, max(0, ra - CONTACT), b, max(0, rb - CONTACT))
    if wide is None or tight is None:
        return _NO_CORRIDOR
    return _corridor(a, b, wide, tight, ())


def corridor_to(a: Point, ra: int, poly: Polygon) -> Corridor:
    """Return the corridor from a base to scenery: the hull of base and outline; none when they meet (LOS-1)."""
    hull = convex_hull(poly)
    wide, tight = _tangents_to(a, ra, hull), _tangents_to(a, max(0, ra - CONTACT), hull)
    if wide is None or tight is None:
        return _NO_CORRIDOR
    x0, y0, x1, y1 = box_of(hull)
    return _corridor(a, ((x0 + x1) // 2, (y0 + y1) // 2), wide, tight, hull)


def _tangents_to(a: Point, ra: int, hull: Polygon) -> Sides | None:
    """Return the tangents of a circle and a convex polygon, left and right as seen from a; None when they meet."""
    if inside(a, hull) or disc_hits_polygon(a, ra, hull):
        return None
    found: list[Segment] = []
    for turn in (0, 1):
        best: Segment | None = None
        for corner in hull:
            pair = tangents(a, ra, corner, 0)
            assert pair is not None
            line, fine = pair[turn], (corner[0] * FINE, corner[1] * FINE)
            beyond = side_of(*best, fine) * (-1 if turn else 1) if best else 1
            # Of two corners on one tangent the nearer counts: there the sight is already on the piece.
            if best is None or beyond > 0 or (beyond == 0 and dist2(*line) < dist2(*best)):
                best = line
        assert best is not None
        found.append(best)
    return found[0], found[1]


def _corridor(a: Point, b: Point, wide: Sides, tight: Sides, more: Polygon) -> Corridor:
    far = [(x * FINE, y * FINE) for x, y in more]
    area = convex_hull([*wide[0], *wide[1], *far])
    x0, y0, x1, y1 = box_of(area)
    dx, dy = b[0] - a[0], b[1] - a[1]
    offset, whole = dx * a[1] - dy * a[0], dx * dx + dy * dy
    spread = max(abs(dx * y - dy * x - offset * FINE) for x, y in area)
    return Corridor(
        area,
        convex_hull([*tight[0], *tight[1], *far]),
        *tight,
        (x0 // FINE, y0 // FINE, ceil_div(x1, FINE), ceil_div(y1, FINE)),
        (dx, dy, offset, whole, ceil_div(spread, FINE * isqrt(whole)) + 1 if whole else 2**40),
    )


_NO_CORRIDOR = Corridor((), (), ((0, 0), (0, 0)), ((0, 0), (0, 0)), (2**40, 2**40, -(2**40), -(2**40)), (0, 0, 0, 0, 0))


def corridor_cut(c: Corridor, shape: Shape) -> bool:
    """Return whether one element cuts the corridor: one connected part of it inside touches both sides (LOS-2).

    Tangency counts, with half a millimetre of tolerance. The element overlaps neither end of the corridor.
    """
    if isinstance(shape[1], int):
        return not _disc_misses(c, shape) and _disc_cuts(c, shape)
    return not _polygon_misses(c, shape) and _polygon_cuts(c, shape)


def corridor_covers(c: Corridor, shape: Shape) -> bool:
    """Return whether an element has area inside the corridor; touching a side without area does not count (LOS-3)."""
    if isinstance(shape[1], int):
        if _disc_misses(c, shape) or len(c.area) < 3:
            return False
        x, y = shape[0]
        return disc_hits_polygon((x * FINE, y * FINE), shape[1] * FINE, c.area)
    return not _polygon_misses(c, shape) and _polygon_covers(c, shape)


def _disc_misses(c: Corridor, disc: Disc) -> bool:
    """Return True only for discs far from the corridor: a quick test with a margin."""
    (x, y), r = disc
    x0, y0, x1, y1 = c.box
    if x + r < x0 or x - r > x1 or y + r < y0 or y - r > y1:
        return True
    dx, dy, offset, whole, half = c.axis
    across = dx * y - dy * x - offset
    reach = half + r
    return across * across > reach * reach * whole


def _polygon_misses(c: Corridor, poly: Polygon) -> bool:
    """Return True only if all corners of a polygon lie beyond one side: a quick test with a margin."""
    x0, y0, x1, y1 = c.box
    px0, py0, px1, py1 = box_of(poly)
    if px1 < x0 or px0 > x1 or py1 < y0 or py0 > y1:
        return True
    dx, dy, offset, whole, half = c.axis
    across = [dx * y - dy * x - offset for x, y in poly]
    low, high = min(across), max(across)
    least = low if low > 0 else -high
    return least > 0 and least * least > half * half * whole


def _disc_cuts(c: Corridor, disc: Disc) -> bool:
    """Return whether a disc reaches both sides; disc and corridor are convex, so their intersection is connected."""
    (x, y), r = disc
    p, r2 = (x * FINE, y * FINE), r * r * FINE * FINE
    (left, left_of), (right, right_of) = segment_ratio(p, *c.left), segment_ratio(p, *c.right)
    return left <= r2 * left_of and right <= r2 * right_of


def _polygon_cuts(c: Corridor, poly: Polygon) -> bool:
    """Return whether one connected run of the outline within the corridor touches both sides.

    A part of the piece that reaches from side to side keeps the two ends apart, so a connected part of its outline does
    too; and an edge's part within the convex corridor is connected, so runs join at corners that lie in it.
    """
    fine = [(x * FINE, y * FINE) for x, y in poly]
    outline = list(zip(fine, fine[1:] + fine[:1]))
    lefts = [segments_meet(*side, *c.left) for side in outline]
    rights = [segments_meet(*side, *c.right) for side in outline] if True in lefts else []
    if True not in rights:
        return False
    walls = edges(c.tight)
    held = [all(side_of(a, b, p) >= 0 for a, b in walls) for p in fine]
    # Begin after a corner outside, so that no run is split; with every corner inside there is one run.
    start = held.index(False) if False in held else 0
    left = right = False
    for i in [*range(start, len(fine)), *range(start)]:
        if not held[i]:
            left = right = False
        left |= lefts[i]
        right |= rights[i]
        if left and right:
            return True
    return False


def _polygon_covers(c: Corridor, poly: Polygon) -> bool:
    """Return whether an edge runs through the open area, or all of the area lies within the polygon."""
    if len(c.area) < 3:
        return False
    fine = [(x * FINE, y * FINE) for x, y in poly]
    if any(_enters(a, b, c.area) for a, b in zip(fine, fine[1:] + fine[:1])):
        return True
    (ax, ay), (bx, by), (cx, cy) = c.area[:3]
    return inside((ax + bx + cx, ay + by + cy), tuple((3 * x, 3 * y) for x, y in fine))


def _enters(a: Point, b: Point, area: Polygon) -> bool:
    """Return whether segment ab shares a point with the open interior of a convex area (corners from x towards y)."""
    low, low_of, high, high_of = 0, 1, 1, 1
    for p, q in edges(area):
        at_a, at_b = side_of(p, q, a), side_of(p, q, b)
        if at_a <= 0 and at_b <= 0:
            return False
        if at_a <= 0:
            if -at_a * low_of > low * (at_b - at_a):
                low, low_of = -at_a, at_b - at_a
        elif at_b <= 0 and at_a * high_of < high * (at_a - at_b):
            high, high_of = at_a, at_a - at_b
    return low * high_of < high * low_of
