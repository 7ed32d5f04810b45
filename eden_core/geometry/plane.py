"""Exact integer geometry: points, discs, segments, polygons and templates (MAT, CON, BLA).

One unit is 0.1 mm; every coordinate, radius and length is an integer and no float is ever made. Answers to yes/no
questions are exact; lengths are rounded once, up. Sight corridors are in `corridors`, paths, obstacles and detours in
`routing`; the rules decide which element counts, and for whom. Left, turning and degrees run from the x axis towards
the y axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]
Segment: TypeAlias = tuple[Point, Point]
Sides: TypeAlias = tuple[Segment, Segment]
"""Left and right, as seen from the viewer."""
Polygon: TypeAlias = tuple[Point, ...]
"""A simple polygon, convex or not, its corners in either orientation; the first corner is not repeated."""
Disc: TypeAlias = tuple[Point, int]
"""Centre and radius."""
Shape: TypeAlias = Disc | Polygon
Box: TypeAlias = tuple[int, int, int, int]
"""Least x, least y, greatest x, greatest y."""

CONTACT = 5
"""Half a millimetre: bases with a smaller gap are in contact (CON-1)."""
FINE = 2**16
"""Parts of a unit in which tangents and the legs of a path are rounded: irrational numbers are rounded here only."""

_TURN = 2**20
_SINES = (0, 271391, 524288, 741455, 908093, 1012847, _TURN)
"""Sines of 0, 15 ... 90 degrees, times `_TURN`, to the nearest."""


# --- numbers ---


def ceil_sqrt(n: int) -> int:
    """Return the least integer whose square is at least n; 0 for n <= 0 (GEN-2)."""
    return isqrt(n - 1) + 1 if n > 0 else 0


def ceil_div(n: int, d: int) -> int:
    """Return n / d rounded up, d > 0 (GEN-2)."""
    return -(-n // d)


def nearest(n: int, d: int) -> int:
    """Return n / d to the nearest integer, halves upwards; d > 0."""
    return (2 * n + d) // (2 * d)


def _nearest(n: int, d: int) -> int:
    """Return n / d to the nearest integer, halves away from zero: odd in n, so mirrored figures round alike; d > 0."""
    return (2 * n + d) // (2 * d) if n >= 0 else -((d - 2 * n) // (2 * d))


# --- points and discs ---


def dist2(a: Point, b: Point) -> int:
    """Return the squared distance of two points."""
    dx = a[0] - b[0]
    dy = a[1] - b[1]
    return dx * dx + dy * dy


def distance_up(a: Point, b: Point) -> int:
    """Return the distance of two points in units, rounded up (GEN-2)."""
    return ceil_sqrt(dist2(a, b))


def gap(a: Point, ra: int, b: Point, rb: int) -> int:
    """Return the distance between the edges of two discs in units, rounded up; 0 when they meet (GEN-1, GEN-2)."""
    return max(0, distance_up(a, b) - ra - rb)


def overlap(a: Point, ra: int, b: Point, rb: int) -> bool:
    """Return whether two discs share area; discs that only touch do not (MOVE-1)."""
    reach = ra + rb
    return dist2(a, b) < reach * reach


def touching(a: Point, ra: int, b: Point, rb: int) -> bool:
    """Return whether two bases are in contact: the gap between them is under half a millimetre (CON-1)."""
    reach = ra + rb + CONTACT
    return dist2(a, b) < reach * reach


# --- segments ---


def side_of(a: Point, b: Point, p: Point) -> int:
    """Return twice the triangle's area: positive when p lies left of the line from a to b, negative right, 0 on it."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def segment_ratio(p: Point, a: Point, b: Point) -> tuple[int, int]:
    """Return the squared distance from p to the segment ab, as numerator and positive denominator."""
    ux, uy, wx, wy = b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]
    along, whole = wx * ux + wy * uy, ux * ux + uy * uy
    if along <= 0:
        return wx * wx + wy * wy, 1
    if along >= whole:
        return dist2(p, b), 1
    across = ux * wy - uy * wx
    return across * across, whole


def segment_dist2_below(p: Point, a: Point, b: Point, reach: int) -> bool:
    """Return whether the distance from p to the segment ab is strictly under `reach` (units)."""
    num, den = segment_ratio(p, a, b)
    return reach > 0 and num < reach * reach * den


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether the segments ab and cd share a point, ends included; either may be a single point."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    # Boxes that meet, and neither segment strictly on one side of the other's line: right for collinear ones too.
    p, q = side_of(a, b, c), side_of(a, b, d)
    if (p > 0 and q > 0) or (p < 0 and q < 0):
        return False
    p, q = side_of(c, d, a), side_of(c, d, b)
    return not ((p > 0 and q > 0) or (p < 0 and q < 0))


def segments_near(a: Point, b: Point, c: Point, d: Point, reach: int) -> bool:
    """Return whether the distance between the segments ab and cd is strictly under `reach` (units)."""
    return reach > 0 and (
        segments_meet(a, b, c, d)
        or segment_dist2_below(a, c, d, reach)
        or segment_dist2_below(b, c, d, reach)
        or segment_dist2_below(c, a, b, reach)
        or segment_dist2_below(d, a, b, reach)
    )


# --- polygons ---


def edges(poly: Polygon) -> list[Segment]:
    """Return the polygon's sides in order, the first starting at its first corner."""
    return list(zip(poly, poly[1:] + poly[:1]))


def box_of(points: Sequence[Point]) -> Box:
    """Return the bounding box of one point or more."""
    xs, ys = zip(*points)
    return min(xs), min(ys), max(xs), max(ys)


def area2(poly: Polygon) -> int:
    """Return twice the polygon's area in square units, positive when its corners run from x towards y."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in edges(poly))


def simple(poly: Polygon) -> bool:
    """Return whether these corners make a simple polygon: with area, and no side touching another but its neighbour."""
    n = len(poly)
    if n < 3 or len(set(poly)) < n or area2(poly) == 0:
        return False
    sides = edges(poly)
    for i, (a, b) in enumerate(sides):
        c = sides[(i + 1) % n][1]
        if side_of(a, b, c) == 0 and (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0:
            return False  # The next side folds back over this one.
        for j in range(i + 2, n if i else n - 1):
            if segments_meet(a, b, *sides[j]):
                return False
    return True


def inside(p: Point, poly: Polygon) -> bool:
    """Return whether p lies strictly inside the polygon; its outline is not inside."""
    px, py = p
    odd = False
    ax, ay = poly[-1]
    for bx, by in poly:
        if (ay > py) != (by > py):
            turn = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
            if turn == 0:
                return False
            odd ^= (turn > 0) == (by > ay)
        elif (ay == py == by and min(ax, bx) <= px <= max(ax, bx)) or (px, py) == (bx, by):
            return False
        ax, ay = bx, by
    return odd


def disc_hits_polygon(c: Point, r: int, poly: Polygon) -> bool:
    """Return whether a disc and a polygon share area (MOVE-1, BLA-1).

    The centre is inside, or closer than r to the outline.
    """
    return any(segment_dist2_below(c, a, b, r) for a, b in edges(poly)) or inside(c, poly)


def polygon_gap(c: Point, r: int, poly: Polygon) -> int:
    """Return the distance from a disc's edge to a polygon in units, rounded up; 0 when they meet (GEN-1, GEN-2)."""
    return 0 if inside(c, poly) else max(0, _point_gap(c, poly) - r)


def _point_gap(p: Point, poly: Polygon) -> int:
    """Return the distance from p to the polygon's outline in units, rounded up."""
    return ceil_sqrt(min(ceil_div(*segment_ratio(p, a, b)) for a, b in edges(poly)))


def polygons_meet(p: Polygon, q: Polygon) -> bool:
    """Return whether two polygons share a point, outlines included."""
    crossing = any(segments_meet(a, b, c, d) for a, b in edges(p) for c, d in edges(q))
    return crossing or inside(p[0], q) or inside(q[0], p)


def polygons_gap(p: Polygon, q: Polygon) -> int:
    """Return the distance between two polygons in units, rounded up; 0 when they meet (PREP-6, GEN-2)."""
    if polygons_meet(p, q):
        return 0
    return min(min(_point_gap(c, q) for c in p), min(_point_gap(c, p) for c in q))


def polygon_edge_gap(poly: Polygon, width: int, height: int) -> int:
    """Return the least distance of a polygon from the field's edges in units, negative when it sticks out (PREP-6)."""
    x0, y0, x1, y1 = box_of(poly)
    return min(x0, y0, width - x1, height - y1)


def disc_edge_gap(c: Point, r: int, width: int, height: int) -> int:
    """Return a disc's least distance from the field's edges in units, negative when it sticks out (MOVE-1, GEN-5)."""
    return min(c[0], c[1], width - c[0], height - c[1]) - r


def moved(poly: Polygon, by: Point) -> Polygon:
    """Return the polygon shifted by a vector."""
    return tuple((x + by[0], y + by[1]) for x, y in poly)


def turned(p: Point, degrees: int) -> Point:
    """Return a point turned about the origin by a multiple of 15 degrees, rounded to units symmetrically."""
    steps, rest = divmod(degrees, 15)
    assert rest == 0, "only multiples of 15 degrees"
    sin, cos = _sine(steps), _sine(steps + 6)
    return _nearest(p[0] * cos - p[1] * sin, _TURN), _nearest(p[0] * sin + p[1] * cos, _TURN)


def _sine(steps: int) -> int:
    half, steps = divmod(steps % 24, 12)
    return (-1 if half else 1) * _SINES[min(steps, 12 - steps)]


def rotated(poly: Polygon, degrees: int) -> Polygon:
    """Return a polygon turned about the origin by a multiple of 15 degrees, to the nearest unit (PREP-6)."""
    return tuple(turned(p, degrees) for p in poly)


def convex_hull(points: Sequence[Point]) -> Polygon:
    """Return the least convex polygon around points, from x towards y, without corners on straight sides."""
    ordered = sorted(set(points))
    halves: list[list[Point]] = []
    for run in (ordered, ordered[::-1]):
        half: list[Point] = []
        for p in run:
            while len(half) > 1 and side_of(half[-2], half[-1], p) <= 0:
                half.pop()
            half.append(p)
        halves.append(half[:-1])
    return tuple(halves[0] + halves[1]) or tuple(ordered)


def blast_template(c: Point, r: int, toward: Point, length: int = 800, near: int = 100, far: int = 400) -> Polygon:
    """Return the blast template (BLA-2) of a base at c of radius r pointed at another point, to the nearest unit.

    Its narrow end, `near` wide, is centred on the base's edge; its other end, `far` wide, lies `length` units on. Every
    corner is rounded relative to c, so that turned and mirrored templates are turned and mirrored exactly.
    """
    ux, uy = toward[0] - c[0], toward[1] - c[1]
    whole = ux * ux + uy * uy
    assert whole, "a blast points away from its base's centre"

    def corner(along: int, width: int) -> Point:
        """Return the corner `along` units out and half of `width` to the left."""
        x, y = 2 * along * ux - width * uy, 2 * along * uy + width * ux
        return c[0] + _over_root(x, whole), c[1] + _over_root(y, whole)

    return corner(r, -near), corner(r + length, -far), corner(r + length, far), corner(r, near)


def _over_root(n: int, d2: int) -> int:
    """Return n / (2 √d2) to the nearest integer, odd in n."""
    return (1 if n >= 0 else -1) * ((isqrt(n * n // d2) + 1) // 2)
