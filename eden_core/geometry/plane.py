"""Exact integer geometry: points, discs, segments, polygons, sight corridors, templates (MAT, LOS, CON, BLA).

One unit is 0.1 mm; every coordinate, radius and length is an integer and no float is ever made. Answers to yes/no
questions are exact; lengths are rounded once, up. Paths, obstacles and the way round them are `routing`'s; which
element counts, and for whom, is the rules'. Left, turning and degrees run from the x axis towards the y axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
    """The least integer whose square is at least n; 0 for n <= 0 (GEN-2)."""
    return isqrt(n - 1) + 1 if n > 0 else 0


def ceil_div(n: int, d: int) -> int:
    """N / d rounded up, d > 0 (GEN-2)."""
    return -(-n // d)


def nearest(n: int, d: int) -> int:
    """N / d to the nearest integer, halves upwards; d > 0."""
    return (2 * n + d) // (2 * d)


def _nearest(n: int, d: int) -> int:
    """N / d to the nearest integer, halves away from zero: odd in n, so mirrored figures round alike; d > 0."""
    return (2 * n + d) // (2 * d) if n >= 0 else -((d - 2 * n) // (2 * d))


def _nearest_surd(p: int, q: int, d: int) -> int:
    """(p ± √|q|) / d to the nearest integer, the sign of the root being q's; odd in (p, q); d > 0."""
    if p < 0 if p * p >= abs(q) else q < 0:
        return -_nearest_surd(-p, -q, d)
    root = isqrt(4 * q) if q >= 0 else -ceil_sqrt(-4 * q)
    return (2 * p + d + root) // (2 * d)


# --- points and discs ---


def dist2(a: Point, b: Point) -> int:
    """The squared distance of two points."""
    dx = a[0] - b[0]
    dy = a[1] - b[1]
    return dx * dx + dy * dy


def distance_up(a: Point, b: Point) -> int:
    """The distance of two points in units, rounded up (GEN-2)."""
    return ceil_sqrt(dist2(a, b))


def gap(a: Point, ra: int, b: Point, rb: int) -> int:
    """The distance between the edges of two discs in units, rounded up; 0 when they touch or overlap (GEN-1, GEN-2)."""
    return max(0, distance_up(a, b) - ra - rb)


def overlap(a: Point, ra: int, b: Point, rb: int) -> bool:
    """Whether two discs share area; discs that only touch do not (MOVE-1)."""
    reach = ra + rb
    return dist2(a, b) < reach * reach


def touching(a: Point, ra: int, b: Point, rb: int) -> bool:
    """Whether two bases are in contact: the gap between them is under half a millimetre (CON-1)."""
    reach = ra + rb + CONTACT
    return dist2(a, b) < reach * reach


# --- segments ---


def _side(a: Point, b: Point, p: Point) -> int:
    """Positive when p lies left of the line from a to b, negative right, 0 on it: twice the triangle's area."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _segment_ratio(p: Point, a: Point, b: Point) -> tuple[int, int]:
    """The squared distance from p to the segment ab, as numerator and positive denominator."""
    ux, uy, wx, wy = b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]
    along, whole = wx * ux + wy * uy, ux * ux + uy * uy
    if along <= 0:
        return wx * wx + wy * wy, 1
    if along >= whole:
        return dist2(p, b), 1
    across = ux * wy - uy * wx
    return across * across, whole


def segment_dist2_below(p: Point, a: Point, b: Point, reach: int) -> bool:
    """Whether the distance from p to the segment ab is strictly under `reach` (units)."""
    num, den = _segment_ratio(p, a, b)
    return reach > 0 and num < reach * reach * den


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments ab and cd share a point, ends included; either may be a single point."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    # Boxes that meet, and neither segment strictly on one side of the other's line: right for collinear ones too.
    p, q = _side(a, b, c), _side(a, b, d)
    if (p > 0 and q > 0) or (p < 0 and q < 0):
        return False
    p, q = _side(c, d, a), _side(c, d, b)
    return not ((p > 0 and q > 0) or (p < 0 and q < 0))


def segments_near(a: Point, b: Point, c: Point, d: Point, reach: int) -> bool:
    """Whether the distance between the segments ab and cd is strictly under `reach` (units)."""
    return reach > 0 and (
        segments_meet(a, b, c, d)
        or segment_dist2_below(a, c, d, reach)
        or segment_dist2_below(b, c, d, reach)
        or segment_dist2_below(c, a, b, reach)
        or segment_dist2_below(d, a, b, reach)
    )


# --- polygons ---


def edges(poly: Polygon) -> list[Segment]:
    """The polygon's sides in order, the first starting at its first corner."""
    return list(zip(poly, poly[1:] + poly[:1]))


def box_of(points: Sequence[Point]) -> Box:
    """The bounding box of one point or more."""
    xs, ys = zip(*points)
    return min(xs), min(ys), max(xs), max(ys)


def area2(poly: Polygon) -> int:
    """Twice the polygon's area in square units, positive when its corners run from x towards y."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in edges(poly))


def simple(poly: Polygon) -> bool:
    """Whether these corners make a simple polygon: with area, and no side touching another but its neighbour."""
    n = len(poly)
    if n < 3 or len(set(poly)) < n or area2(poly) == 0:
        return False
    sides = edges(poly)
    for i, (a, b) in enumerate(sides):
        c = sides[(i + 1) % n][1]
        if _side(a, b, c) == 0 and (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0:
            return False  # The next side folds back over this one.
        for j in range(i + 2, n if i else n - 1):
            if segments_meet(a, b, *sides[j]):
                return False
    return True


def inside(p: Point, poly: Polygon) -> bool:
    """Whether p lies strictly inside the polygon; its outline is not inside."""
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
    """Whether a disc and a polygon share area: the centre inside, or closer than r to the outline (MOVE-1, BLA-1)."""
    return any(segment_dist2_below(c, a, b, r) for a, b in edges(poly)) or inside(c, poly)


def polygon_gap(c: Point, r: int, poly: Polygon) -> int:
    """The distance between the edge of a disc and a polygon in units, rounded up; 0 when they meet (GEN-1, GEN-2)."""
    return 0 if inside(c, poly) else max(0, _point_gap(c, poly) - r)


def _point_gap(p: Point, poly: Polygon) -> int:
    """The distance from p to the polygon's outline in units, rounded up."""
    return ceil_sqrt(min(ceil_div(*_segment_ratio(p, a, b)) for a, b in edges(poly)))


def polygons_meet(p: Polygon, q: Polygon) -> bool:
    """Whether two polygons share a point, outlines included."""
    crossing = any(segments_meet(a, b, c, d) for a, b in edges(p) for c, d in edges(q))
    return crossing or inside(p[0], q) or inside(q[0], p)


def polygons_gap(p: Polygon, q: Polygon) -> int:
    """The distance between two polygons in units, rounded up; 0 when they meet (PREP-6, GEN-2)."""
    if polygons_meet(p, q):
        return 0
    return min(min(_point_gap(c, q) for c in p), min(_point_gap(c, p) for c in q))


def polygon_edge_gap(poly: Polygon, width: int, height: int) -> int:
    """The least distance of a polygon from the field's edges in units, negative when it sticks out (PREP-6)."""
    x0, y0, x1, y1 = box_of(poly)
    return min(x0, y0, width - x1, height - y1)


def disc_edge_gap(c: Point, r: int, width: int, height: int) -> int:
    """The least distance of a disc from the field's edges in units, negative when it sticks out (MOVE-1, GEN-5)."""
    return min(c[0], c[1], width - c[0], height - c[1]) - r


def moved(poly: Polygon, by: Point) -> Polygon:
    """The polygon shifted by a vector."""
    return tuple((x + by[0], y + by[1]) for x, y in poly)


def turned(p: Point, degrees: int) -> Point:
    """A point turned about the origin by a multiple of 15 degrees, to the nearest unit, alike in all directions."""
    steps, rest = divmod(degrees, 15)
    assert rest == 0, "only multiples of 15 degrees"
    sin, cos = _sine(steps), _sine(steps + 6)
    return _nearest(p[0] * cos - p[1] * sin, _TURN), _nearest(p[0] * sin + p[1] * cos, _TURN)


def _sine(steps: int) -> int:
    half, steps = divmod(steps % 24, 12)
    return (-1 if half else 1) * _SINES[min(steps, 12 - steps)]


def rotated(poly: Polygon, degrees: int) -> Polygon:
    """A polygon about the origin turned by a multiple of 15 degrees, to the nearest unit (PREP-6)."""
    return tuple(turned(p, degrees) for p in poly)


def convex_hull(points: Sequence[Point]) -> Polygon:
    """The least convex polygon round some points, from x towards y, without corners on straight sides."""
    ordered = sorted(set(points))
    halves: list[list[Point]] = []
    for run in (ordered, ordered[::-1]):
        half: list[Point] = []
        for p in run:
            while len(half) > 1 and _side(half[-2], half[-1], p) <= 0:
                half.pop()
            half.append(p)
        halves.append(half[:-1])
    return tuple(halves[0] + halves[1]) or tuple(ordered)


def blast_template(c: Point, r: int, toward: Point, length: int = 800, near: int = 100, far: int = 400) -> Polygon:
    """The blast template (BLA-2) of a base at c of radius r pointed at another point, to the nearest unit.

    Its narrow end, `near` wide, is centred on the base's edge; its other end, `far` wide, lies `length` units on.
    Every corner is rounded relative to c, so that turned and mirrored templates are turned and mirrored exactly.
    """
    ux, uy = toward[0] - c[0], toward[1] - c[1]
    whole = ux * ux + uy * uy
    assert whole, "a blast points away from its base's centre"

    def corner(along: int, width: int) -> Point:
        """The corner `along` units out and half of `width` to the left."""
        x, y = 2 * along * ux - width * uy, 2 * along * uy + width * ux
        return c[0] + _over_root(x, whole), c[1] + _over_root(y, whole)

    return corner(r, -near), corner(r + length, -far), corner(r + length, far), corner(r, near)


def _over_root(n: int, d2: int) -> int:
    """N / (2 √d2) to the nearest integer, odd in n."""
    return (1 if n >= 0 else -1) * ((isqrt(n * n // d2) + 1) // 2)


# --- sight ---


@dataclass(frozen=True, slots=True)
class Corridor:
    """A sight corridor (LOS-1), worked out once for many elements; its inner lines are in `FINE` parts of a unit."""

    area: Polygon
    """The convex area between the tangents, from x towards y; empty when there is no corridor."""
    tight: Polygon
    """The same between the bases reduced by `CONTACT`: what must be cut (LOS-2)."""
    left: Segment
    """The tight corridor's left side, from viewer to target."""
    right: Segment
    box: Box
    """The area's bounding box in whole units, rounded outwards."""
    axis: tuple[int, int, int, int, int]
    """The line down the middle, in units, for quick refusals: direction, offset, squared size, half-width."""


def tangents(a: Point, ra: int, b: Point, rb: int) -> Sides | None:
    """The outer common tangents of two circles: left and right of a→b, each running from a to b (LOS-1).

    In `FINE` parts of a unit, each end rounded once, relative to its own circle's centre and odd: the same lines come
    out after swapping a and b (sides swapped), shifting, quarter turns and mirroring. A point is a circle of radius 0.
    None when one circle holds the other or they share the centre.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    rest = whole - (ra - rb) * (ra - rb)
    if whole == 0 or rest < 0:
        return None

    def end(c: Point, r: int, turn: int) -> Point:
        """Centre plus r times the unit normal ((ra - rb) d + turn √rest d⊥) / d²."""
        along, across2 = FINE * r * (ra - rb), turn * FINE * FINE * r * r * rest
        x = _nearest_surd(along * dx, -across2 * dy * abs(dy), whole)
        y = _nearest_surd(along * dy, across2 * dx * abs(dx), whole)
        return c[0] * FINE + x, c[1] * FINE + y

    return (end(a, ra, 1), end(b, rb, 1)), (end(a, ra, -1), end(b, rb, -1))


def corridor(a: Point, ra: int, b: Point, rb: int) -> Corridor:
    """The corridor between two bases, or from a base to a point (radius 0), in units (LOS-1, LOS-2)."""
    wide = tangents(a, ra, b, rb)
    # Half a millimetre of tolerance: a base exactly between two equal ones must cut, whatever the rounding (LOS-2).
    tight = tangents(a, max(0, ra - CONTACT), b, max(0, rb - CONTACT))
    if wide is None or tight is None:
        return _NO_CORRIDOR
    return _corridor(a, b, wide, tight, ())


def corridor_to(a: Point, ra: int, poly: Polygon) -> Corridor:
    """The corridor from a base to scenery: the hull of base and outline; none when they meet (LOS-1)."""
    hull = convex_hull(poly)
    wide, tight = _tangents_to(a, ra, hull), _tangents_to(a, max(0, ra - CONTACT), hull)
    if wide is None or tight is None:
        return _NO_CORRIDOR
    x0, y0, x1, y1 = box_of(hull)
    return _corridor(a, ((x0 + x1) // 2, (y0 + y1) // 2), wide, tight, hull)


def _tangents_to(a: Point, ra: int, hull: Polygon) -> Sides | None:
    """The tangents of a circle and a convex polygon, left and right as seen from a; None when they meet."""
    if inside(a, hull) or disc_hits_polygon(a, ra, hull):
        return None
    found: list[Segment] = []
    for turn in (0, 1):
        best: Segment | None = None
        for corner in hull:
            pair = tangents(a, ra, corner, 0)
            assert pair is not None
            line, fine = pair[turn], (corner[0] * FINE, corner[1] * FINE)
            beyond = _side(*best, fine) * (-1 if turn else 1) if best else 1
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
    """Whether one element cuts the corridor: one connected part of it inside touches both sides (LOS-2).

    Tangency counts, with half a millimetre of tolerance. The element overlaps neither end of the corridor.
    """
    if isinstance(shape[1], int):
        return not _disc_misses(c, shape) and _disc_cuts(c, shape)
    return not _polygon_misses(c, shape) and _polygon_cuts(c, shape)


def corridor_covers(c: Corridor, shape: Shape) -> bool:
    """Whether an element has area inside the corridor; touching a side without area is none (LOS-3)."""
    if isinstance(shape[1], int):
        if _disc_misses(c, shape) or len(c.area) < 3:
            return False
        x, y = shape[0]
        return disc_hits_polygon((x * FINE, y * FINE), shape[1] * FINE, c.area)
    return not _polygon_misses(c, shape) and _polygon_covers(c, shape)


def _disc_misses(c: Corridor, disc: Disc) -> bool:
    """A quick test, with room to spare: True only for discs far from the corridor."""
    (x, y), r = disc
    x0, y0, x1, y1 = c.box
    if x + r < x0 or x - r > x1 or y + r < y0 or y - r > y1:
        return True
    dx, dy, offset, whole, half = c.axis
    across = dx * y - dy * x - offset
    reach = half + r
    return across * across > reach * reach * whole


def _polygon_misses(c: Corridor, poly: Polygon) -> bool:
    """The same for polygons: all corners beyond one side."""
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
    """Disc and corridor are convex, so what they share is connected: it need only reach both sides."""
    (x, y), r = disc
    p, r2 = (x * FINE, y * FINE), r * r * FINE * FINE
    (left, left_of), (right, right_of) = _segment_ratio(p, *c.left), _segment_ratio(p, *c.right)
    return left <= r2 * left_of and right <= r2 * right_of


def _polygon_cuts(c: Corridor, poly: Polygon) -> bool:
    """Whether one connected run of the outline within the corridor touches both sides.

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
    held = [all(_side(a, b, p) >= 0 for a, b in walls) for p in fine]
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
    """Whether an edge runs through the open area, or all of the area lies within the polygon."""
    if len(c.area) < 3:
        return False
    fine = [(x * FINE, y * FINE) for x, y in poly]
    if any(_enters(a, b, c.area) for a, b in zip(fine, fine[1:] + fine[:1])):
        return True
    (ax, ay), (bx, by), (cx, cy) = c.area[:3]
    return inside((ax + bx + cx, ay + by + cy), tuple((3 * x, 3 * y) for x, y in fine))


def _enters(a: Point, b: Point, area: Polygon) -> bool:
    """Whether the segment ab shares a point with the open inside of a convex area (corners from x towards y)."""
    low, low_of, high, high_of = 0, 1, 1, 1
    for p, q in edges(area):
        at_a, at_b = _side(p, q, a), _side(p, q, b)
        if at_a <= 0 and at_b <= 0:
            return False
        if at_a <= 0:
            if -at_a * low_of > low * (at_b - at_a):
                low, low_of = -at_a, at_b - at_a
        elif at_b <= 0 and at_a * high_of < high * (at_a - at_b):
            high, high_of = at_a, at_a - at_b
    return low * high_of < high * low_of
