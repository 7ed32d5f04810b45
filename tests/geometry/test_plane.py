"""Exactness, symmetry and literal cases of the plane geometry (MAT-2, LOS-1 to LOS-3, CON-1, BLA-2, GEN-2)."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from eden_core.geometry.corridors import Corridor, corridor, corridor_covers, corridor_cut, corridor_to, tangents
from eden_core.geometry.plane import (
    CONTACT,
    FINE,
    Disc,
    Point,
    Polygon,
    Shape,
    area2,
    blast_template,
    convex_hull,
    disc_edge_gap,
    disc_hits_polygon,
    dist2,
    distance_up,
    edges,
    gap,
    inside,
    moved,
    overlap,
    polygon_edge_gap,
    polygon_gap,
    polygons_gap,
    rotated,
    segment_dist2_below,
    segments_near,
    simple,
    touching,
    turned,
)

few = settings(max_examples=60, deadline=None)
some = settings(max_examples=120, deadline=None)

small = st.integers(-12, 12)
wide = st.integers(-3000, 3000)
coordinate = st.one_of(small, wide)
point = st.tuples(coordinate, coordinate)
near_point = st.tuples(small, small)
radius = st.sampled_from((0, 1, 150, 200, 300))
base = st.sampled_from((150, 200))

U_SHAPE: Polygon = ((0, 0), (300, 0), (300, 300), (200, 300), (200, 100), (100, 100), (100, 300), (0, 300))
L_SHAPE: Polygon = ((0, 0), (300, 0), (300, 60), (60, 60), (60, 300), (0, 300))
S_SHAPE: Polygon = (
    *((0, 0), (300, 0), (300, 180), (60, 180), (60, 240), (300, 240)),
    *((300, 300), (0, 300), (0, 120), (240, 120), (240, 60), (0, 60)),
)
# A frame open towards the viewer, its bars along the sides; the same with the lower bar missing and the upper across.
FRAME: Polygon = (
    *((300, 100), (300, 300), (1500, 300), (1500, -300), (300, -300), (300, -100)),
    *((320, -100), (320, -280), (1400, -280), (1400, 280), (320, 280), (320, 100)),
)
CROSSED_FRAME: Polygon = (
    *((300, -160), (300, 300), (1500, 300), (1500, -300), (400, -300)),
    *((400, -280), (1400, -280), (1400, 280), (320, 280), (320, -160)),
)
C_SHAPE: Polygon = ((0, 0), (300, 0), (300, 300), (0, 300), (0, 200), (200, 200), (200, 100), (0, 100))
COMB: Polygon = ((300, 400), (300, -100), (350, -100), (350, 300), (450, 300), (450, -140), (500, -140), (500, 400))
SQUARE: Polygon = ((0, 0), (200, 0), (200, 200), (0, 200))


@st.composite
def polygons(draw: st.DrawFn) -> Polygon:
    """Simple polygons: known shapes rotated and reversed, or stars around a point."""
    if draw(st.booleans()):
        poly = rotated(draw(st.sampled_from((U_SHAPE, L_SHAPE, S_SHAPE, SQUARE))), 15 * draw(st.integers(0, 23)))
    else:
        steps = draw(st.lists(st.integers(0, 23), min_size=3, max_size=9, unique=True))
        poly = tuple(turned((draw(st.integers(40, 900)), 0), 15 * k) for k in sorted(steps))
    poly = moved(poly, (draw(st.integers(-1200, 1200)), draw(st.integers(-1200, 1200))))
    assume(simple(poly))
    return poly[::-1] if draw(st.booleans()) else poly


shapes: st.SearchStrategy[Shape] = st.one_of(
    st.tuples(st.tuples(st.integers(-1200, 1200), st.integers(-1200, 1200)), base), polygons()
)

# --- the oracle: the same questions in fractions, written differently ---


def o_distance2(p: tuple[Fraction, Fraction] | Point, a: Point, b: Point) -> Fraction:
    ux, uy = b[0] - a[0], b[1] - a[1]
    size = ux * ux + uy * uy
    t = Fraction((p[0] - a[0]) * ux + (p[1] - a[1]) * uy, size) if size else Fraction(0)
    t = min(Fraction(1), max(Fraction(0), t))
    return (p[0] - a[0] - t * ux) ** 2 + (p[1] - a[1] - t * uy) ** 2


def o_segments2(a: Point, b: Point, c: Point, d: Point) -> Fraction:
    """Solve for the crossing point, else take the nearest of the four ends."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    det = ux * vy - uy * vx
    if det:
        s = Fraction((c[0] - a[0]) * vy - (c[1] - a[1]) * vx, det)
        t = Fraction((c[0] - a[0]) * uy - (c[1] - a[1]) * ux, det)
        if 0 <= s <= 1 and 0 <= t <= 1:
            return Fraction(0)
    return min(o_distance2(a, c, d), o_distance2(b, c, d), o_distance2(c, a, b), o_distance2(d, a, b))


def o_inside(p: Point, poly: Polygon) -> bool:
    """Count crossings of a slightly tilted ray, which meets no point of a lattice."""
    if any(o_distance2(p, a, b) == 0 for a, b in edges(poly)):
        return False
    tilt = Fraction(1, 10**12)
    count = 0
    for a, b in edges(poly):
        ya = a[1] - p[1] - tilt * (a[0] - p[0])
        yb = b[1] - p[1] - tilt * (b[0] - p[0])
        if (ya > 0) != (yb > 0):
            x = a[0] - p[0] + (b[0] - a[0]) * ya / (ya - yb)
            count += x > 0
    return count % 2 == 1


def o_distance2_to(p: Point, poly: Polygon) -> Fraction:
    return min(o_distance2(p, a, b) for a, b in edges(poly))


def o_disc_hits(c: Point, r: int, poly: Polygon) -> bool:
    return o_inside(c, poly) or min(o_distance2(c, a, b) for a, b in edges(poly)) < r * r


def o_cut(c: Corridor, shape: Shape) -> bool:
    """Slice element and corridor into trapezoids and join those that share an edge; for general position only."""
    if isinstance(shape[1], int):
        p = shape[0][0] * FINE, shape[0][1] * FINE
        return all(o_distance2(p, *side) <= (shape[1] * FINE) ** 2 for side in (c.left, c.right))
    poly = tuple((x * FINE, y * FINE) for x, y in shape)
    sides = [(a, b, {a, b} == set(c.left), {a, b} == set(c.right)) for a, b in edges(c.tight)]
    outline = [(a, b, False, False) for a, b in edges(poly)]
    xs = {Fraction(x) for x, _ in (*poly, *c.tight)}
    for a, b, *_ in sides:
        for p, q, *_ in outline:
            ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1]
            det = ux * vy - uy * vx
            if det:
                s = Fraction((p[0] - a[0]) * vy - (p[1] - a[1]) * vx, det)
                if 0 <= s <= 1:
                    xs.add(a[0] + s * ux)
    line = sorted(xs)

    def at(edge: tuple[Point, Point, bool, bool], x: Fraction) -> Fraction:
        (ax, ay), (bx, by) = edge[:2]
        return ay + (by - ay) * (x - ax) / Fraction(bx - ax)

    pieces: list[tuple[int, Fraction, Fraction, Fraction, Fraction, bool, bool]] = []
    for i, (x0, x1) in enumerate(itertools.pairwise(line)):
        xm = (x0 + x1) / 2
        bands = []
        for group in (sides, outline):
            over = [e for e in group if min(e[0][0], e[1][0]) < xm < max(e[0][0], e[1][0])]
            across = sorted(over, key=lambda e: at(e, xm))
            bands.append(list(zip(across[::2], across[1::2])))
        for low_q, high_q in bands[0]:
            for low_p, high_p in bands[1]:
                low = max(low_q, low_p, key=lambda e: at(e, xm))
                high = min(high_q, high_p, key=lambda e: at(e, xm))
                if at(low, xm) < at(high, xm):
                    pieces.append(
                        (i, at(low, x0), at(high, x0), at(low, x1), at(high, x1), low[2] or high[2], low[3] or high[3])
                    )
    group_of = list(range(len(pieces)))

    def root(k: int) -> int:
        while group_of[k] != k:
            k = group_of[k]
        return k

    for k, p1 in enumerate(pieces):
        for m, p2 in enumerate(pieces):
            if p2[0] == p1[0] + 1 and max(p1[3], p2[1]) < min(p1[4], p2[2]):
                group_of[root(m)] = root(k)
    touched: dict[int, list[bool]] = {}
    for k, p1 in enumerate(pieces):
        both = touched.setdefault(root(k), [False, False])
        both[0] |= p1[5]
        both[1] |= p1[6]
    return any(all(both) for both in touched.values())


# --- points, segments, polygons ---


@some
@given(point, radius, point, radius)
def test_gap_is_rounded_up_once(a: Point, ra: int, b: Point, rb: int) -> None:
    """GEN-2: the gap is rounded up to whole units, and is consistent with overlap and contact."""
    g, d2 = gap(a, ra, b, rb), dist2(a, b)
    assert (g + ra + rb) ** 2 >= d2
    assert g == 0 or (g - 1 + ra + rb) ** 2 < d2
    assert overlap(a, ra, b, rb) == (d2 < (ra + rb) ** 2)
    assert not overlap(a, ra, b, rb) or (g == 0 and touching(a, ra, b, rb))
    assert (distance_up(a, b) - 1) ** 2 < d2 or a == b


@pytest.mark.parametrize(
    ("apart", "held", "shared"), [(299, True, True), (300, True, False), (304, True, False), (305, False, False)]
)
def test_contact(apart: int, held: bool, shared: bool) -> None:
    """CON-1: two small bases are in contact up to half a millimetre apart, and overlap only below a distance of 0."""
    assert touching((0, 0), 150, (apart, 0), 150) is held
    assert overlap((0, 0), 150, (apart, 0), 150) is shared


@some
@given(near_point, near_point, near_point, near_point, st.integers(0, 20))
def test_segments(a: Point, b: Point, c: Point, d: Point, reach: int) -> None:
    assert segment_dist2_below(a, c, d, reach) == (o_distance2(a, c, d) < reach * reach)
    assert segments_near(a, b, c, d, reach) == (o_segments2(a, b, c, d) < reach * reach)


@some
@given(point, point, point, point, st.integers(0, 4000))
def test_segments_wide(a: Point, b: Point, c: Point, d: Point, reach: int) -> None:
    assert segments_near(a, b, c, d, reach) == (o_segments2(a, b, c, d) < reach * reach)


@some
@given(polygons(), point, radius)
def test_inside_and_disc(poly: Polygon, p: Point, r: int) -> None:
    assert inside(p, poly) == o_inside(p, poly)
    assert disc_hits_polygon(p, r, poly) == o_disc_hits(p, r, poly)
    g = polygon_gap(p, r, poly)
    least = Fraction(0) if o_inside(p, poly) else min(o_distance2(p, a, b) for a, b in edges(poly))
    assert (g + r) ** 2 >= least and (g == 0 or (g - 1 + r) ** 2 < least)


@some
@given(st.lists(near_point, min_size=3, max_size=7), near_point)
def test_inside_small(corners: list[Point], p: Point) -> None:
    """On small lattices corners, level sides and points on the outline are frequent."""
    assume(simple(tuple(corners)))
    assert inside(p, tuple(corners)) == o_inside(p, tuple(corners))


@some
@given(st.lists(near_point, min_size=3, max_size=6))
def test_simple(corners: list[Point]) -> None:
    """A polygon is simple if its sides meet at common corners only."""
    poly = tuple(corners)
    sides = edges(poly)
    n = len(poly)
    fine = area2(poly) != 0 and all(a != b for a, b in sides)
    for i in range(n):
        for j in range(i + 1, n):
            a, b = sides[i]
            c, d = sides[j]
            if j == i + 1 or (i == 0 and j == n - 1):
                far1, far2 = (a, d) if j == i + 1 else (b, c)
                fine = fine and o_distance2(far1, c, d) > 0 and o_distance2(far2, a, b) > 0
            else:
                fine = fine and o_segments2(a, b, c, d) > 0
    assert simple(poly) == fine


@pytest.mark.parametrize(
    ("poly", "good"),
    [
        (SQUARE, True),
        (U_SHAPE, True),
        (S_SHAPE[::-1], True),
        (((0, 0), (10, 0), (20, 0), (20, 20)), True),
        (((0, 0), (10, 10), (10, 0), (0, 10)), False),
        (((0, 0), (10, 0), (20, 0)), False),
        (((0, 0), (10, 0)), False),
        (((0, 0), (20, 0), (10, 0), (10, 10)), False),
        (((0, 0), (10, 0), (10, 10), (5, 0), (0, 10)), False),
        (((0, 0), (10, 0), (10, 10), (0, 0), (0, 10)), False),
    ],
)
def test_simple_cases(poly: Polygon, good: bool) -> None:
    assert simple(poly) is good


@few
@given(polygons(), polygons())
def test_polygons_gap(p: Polygon, q: Polygon) -> None:
    g = polygons_gap(p, q)
    least = min(o_segments2(a, b, c, d) for a, b in edges(p) for c, d in edges(q))
    if o_inside(p[0], q) or o_inside(q[0], p):
        least = Fraction(0)
    assert g == polygons_gap(q, p)
    assert g * g >= least and (g == 0 or (g - 1) ** 2 < least)


def test_edges_of_the_field() -> None:
    """PREP-6, GEN-5: a piece that sticks out is at a negative distance from the edge."""
    assert polygon_edge_gap(moved(SQUARE, (500, 700)), 6000, 6000) == 500
    assert polygon_edge_gap(moved(SQUARE, (5900, 700)), 6000, 6000) == -100
    assert disc_edge_gap((650, 5350), 150, 6000, 6000) == 500


@few
@given(st.lists(near_point, min_size=1, max_size=12))
def test_hull(points: list[Point]) -> None:
    hull = convex_hull(points)
    assert set(hull) <= set(points)
    if len(hull) > 2:
        assert simple(hull) and area2(hull) > 0
        assert all(o_inside(p, hull) or o_distance2_to(p, hull) == 0 for p in points)


@few
@given(point, st.integers(0, 23))
def test_turning(p: Point, steps: int) -> None:
    """Quarter turns are exact, and all turns preserve distances up to rounding."""
    assert turned(p, 90) == (-p[1], p[0])
    assert turned(turned(p, 15 * steps), 90) == turned(p, 15 * steps + 90)
    assert turned((-p[0], -p[1]), 15 * steps) == turned(p, 15 * steps + 180)
    x, y = turned((p[0], -p[1]), -15 * steps)
    assert (x, -y) == turned(p, 15 * steps)
    assert abs(distance_up((0, 0), p) - distance_up((0, 0), turned(p, 15 * steps))) <= 2


# --- sight ---

Change = Callable[[Point], Point]
CHANGES: dict[str, Change] = {
    "shift": lambda p: (p[0] + 1234, p[1] - 777),
    "quarter turn": lambda p: (-p[1], p[0]),
    "mirror": lambda p: (-p[0], p[1]),
    "diagonal mirror": lambda p: (p[1], p[0]),
}


def changed(shape: Shape, by: Change) -> Shape:
    if isinstance(shape[1], int):
        return by(shape[0]), shape[1]
    return tuple(map(by, shape))


@st.composite
def ends(draw: st.DrawFn) -> tuple[Disc, Disc]:
    """Two bases, or a base and a point, that do not overlap."""
    a, ra, rb = (0, 0), draw(base), draw(st.sampled_from((0, 150, 200)))
    b = draw(st.one_of(st.sampled_from(((1000, 0), (0, 900), (600, 600), (351, 0))), st.tuples(wide, wide)))
    assume(not overlap(a, ra, b, rb))
    return (a, ra), (b, rb)


def apart(shape: Shape, pair: tuple[Disc, Disc]) -> bool:
    if isinstance(shape[1], int):
        return not any(overlap(*shape, *end) for end in pair)
    return not any(disc_hits_polygon(*end, shape) or inside(end[0], shape) for end in pair)


@some
@given(ends())
def test_tangents(pair: tuple[Disc, Disc]) -> None:
    """LOS-1: both lines touch both circles up to rounding, the left one is left, and swapping the ends swaps them."""
    (a, ra), (b, rb) = pair
    both = tangents(a, ra, b, rb)
    back = tangents(b, rb, a, ra)
    assert both and back
    assert both == ((back[1][1], back[1][0]), (back[0][1], back[0][0]))
    for turn, line in zip((1, -1), both):
        for end, (c, r) in zip(line, pair):
            off = dist2(end, (c[0] * FINE, c[1] * FINE)) - (r * FINE) ** 2
            assert abs(off) <= 2 * r * FINE + 2
        (px, py), (qx, qy) = line
        for c, r in pair:
            # Signed distance of each centre from the line, in FINE parts: the radius, to within two parts.
            cross = (qx - px) * (py - c[1] * FINE) - (qy - py) * (px - c[0] * FINE)
            size2 = dist2(*line)
            if size2:
                assert turn * cross >= 0 or r == 0
                assert max(0, r * FINE - 3) ** 2 * size2 <= cross * cross <= (r * FINE + 3) ** 2 * size2
    assert tangents((0, 0), 200, (30, 0), 150) is None


@some
@given(ends(), shapes)
def test_sight_is_mutual(pair: tuple[Disc, Disc], shape: Shape) -> None:
    """LOS-1 to LOS-3: a sees b exactly if b sees a."""
    assume(apart(shape, pair))
    there, back = corridor(*pair[0], *pair[1]), corridor(*pair[1], *pair[0])
    assert corridor_cut(there, shape) == corridor_cut(back, shape)
    assert corridor_covers(there, shape) == corridor_covers(back, shape)


@pytest.mark.parametrize("change", CHANGES)
@few
@given(ends(), shapes)
def test_sight_has_no_direction(change: str, pair: tuple[Disc, Disc], shape: Shape) -> None:
    """LOS-1: translating, rotating and mirroring the table changes nothing."""
    by = CHANGES[change]
    c = corridor(*pair[0], *pair[1])
    other = corridor(by(pair[0][0]), pair[0][1], by(pair[1][0]), pair[1][1])
    assert corridor_cut(c, shape) == corridor_cut(other, changed(shape, by))
    assert corridor_covers(c, shape) == corridor_covers(other, changed(shape, by))


@st.composite
def crowded(draw: st.DrawFn) -> tuple[tuple[Disc, Disc], Shape]:
    """Ends in general position with an element between them: no side is horizontal or vertical."""
    b = draw(st.integers(700, 2400)), draw(st.integers(101, 1999))
    pair = ((0, 0), draw(base)), (b, draw(st.sampled_from((0, 150, 200))))
    shape = draw(shapes)
    x, y = shape[0] if isinstance(shape[1], int) else shape[draw(st.integers(0, len(shape) - 1))]
    part = draw(st.integers(2, 8))
    to = b[0] * part // 10 + draw(st.integers(-260, 260)), b[1] * part // 10 + draw(st.integers(-260, 260))
    shape = changed(shape, lambda p: (p[0] - x + to[0], p[1] - y + to[1]))
    assume(apart(shape, pair))
    return pair, shape


@settings(max_examples=250, deadline=None)
@given(crowded())
def test_cut_and_covers_against_the_oracle(case: tuple[tuple[Disc, Disc], Shape]) -> None:
    """LOS-2, LOS-3, given the rounded tangents: connected parts, both sides, and area."""
    pair, shape = case
    c = corridor(*pair[0], *pair[1])
    assert corridor_cut(c, shape) == o_cut(c, shape)
    if isinstance(shape[1], int):
        assert corridor_covers(c, shape) == o_disc_hits(
            (shape[0][0] * FINE, shape[0][1] * FINE), shape[1] * FINE, c.area
        )
    else:
        fine = tuple((x * FINE, y * FINE) for x, y in shape)
        meets = any(o_segments2(a, b, p, q) == 0 for a, b in edges(fine) for p, q in edges(c.area))
        assert corridor_covers(c, shape) == (meets or o_inside(fine[0], c.area))
    assert not corridor_cut(c, shape) or corridor_covers(c, shape)


def box(x0: int, y0: int, x1: int, y1: int) -> Polygon:
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


SMALL_PAIR = corridor((0, 0), 150, (1000, 0), 150)
LARGE_PAIR = corridor((0, 0), 200, (1000, 0), 200)
TO_POINT = corridor((0, 0), 150, (1000, 0), 0)


@pytest.mark.parametrize(
    ("c", "shape", "cuts", "covers"),
    [
        # A small base exactly between two small ones hides one from the other, with half a millimetre to spare (LOS-2).
        (SMALL_PAIR, ((500, 0), 150), True, True),
        (SMALL_PAIR, ((500, CONTACT), 150), True, True),
        (SMALL_PAIR, ((500, CONTACT + 1), 150), False, True),
        (SMALL_PAIR, ((300, 0), 150), True, True),
        # But not between two large ones (LOS-4).
        (LARGE_PAIR, ((500, 0), 150), False, True),
        (LARGE_PAIR, ((500, 0), 200), True, True),
        # Touching a side without area is no obstacle (LOS-3).
        (SMALL_PAIR, ((500, 300), 150), False, False),
        (SMALL_PAIR, ((500, 299), 150), False, True),
        (SMALL_PAIR, box(300, 150, 600, 400), False, False),
        (SMALL_PAIR, box(300, 149, 600, 400), False, True),
        (SMALL_PAIR, ((500, 150), (600, 300), (400, 300)), False, False),
        # Reaching from side to side, tangency counts.
        (SMALL_PAIR, box(400, -150, 450, 150), True, True),
        (SMALL_PAIR, box(400, -145, 450, 145), True, True),
        (SMALL_PAIR, box(400, -145, 450, 144), False, True),
        (SMALL_PAIR, box(400, -900, 450, 900), True, True),
        (SMALL_PAIR, ((500, -145), (550, 0), (500, 145), (450, 0)), True, True),
        # A frame open at one end: each bar runs along one side, and what joins them lies behind the target.
        (SMALL_PAIR, FRAME, False, True),
        # The same with one bar that reaches across.
        (SMALL_PAIR, CROSSED_FRAME, True, True),
        # Arms that end inside, and a U whose floor reaches the far side.
        (SMALL_PAIR, moved(C_SHAPE, (350, 0)), False, True),
        (SMALL_PAIR, moved(U_SHAPE, (350, -145)), True, True),
        (SMALL_PAIR, moved(U_SHAPE, (350, -144)), False, True),
        # Teeth from one side that do not touch the other.
        (SMALL_PAIR, COMB, False, True),
        # A piece that swallows all of the middle.
        (SMALL_PAIR, box(200, -1000, 800, 1000), True, True),
        # To a point the corridor narrows (LOS-1).
        (TO_POINT, ((800, 0), 150), True, True),
        (TO_POINT, ((320, 20), 150), True, True),
        (TO_POINT, ((500, 70), 150), True, True),
        (TO_POINT, ((500, 100), 150), False, True),
        (TO_POINT, ((800, 200), 150), False, False),
        (TO_POINT, ((500, 180), 150), False, True),
        (TO_POINT, box(900, -20, 950, 20), True, True),
        (TO_POINT, box(200, -20, 950, -10), False, True),
        # Behind the viewer, behind the target, far off.
        (SMALL_PAIR, ((-300, 0), 150), False, False),
        (SMALL_PAIR, ((1300, 0), 150), False, False),
        (SMALL_PAIR, box(2000, 2000, 2100, 2100), False, False),
    ],
)
def test_sight_cases(c: Corridor, shape: Shape, cuts: bool, covers: bool) -> None:
    assert (corridor_cut(c, shape), corridor_covers(c, shape)) == (cuts, covers)


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_a_base_between_two_equal_ones_hides_at_every_angle(degrees: int) -> None:
    """LOS-2, LOS-4: rounding never opens a gap; a small base does not hide two large ones."""
    to = turned((1001, 0), degrees)
    middle = (to[0] + 1) // 2, (to[1] + 1) // 2
    assert corridor_cut(corridor((0, 0), 150, to, 150), (middle, 150))
    assert corridor_cut(corridor((0, 0), 200, to, 200), (middle, 200))
    assert not corridor_cut(corridor((0, 0), 200, to, 200), (middle, 150))


def test_no_corridor() -> None:
    """A point within the base, and two points: nothing is cut or covered by area."""
    c = corridor((0, 0), 150, (10, 0), 0)
    assert not corridor_cut(c, ((0, 0), 500)) and not corridor_covers(c, box(-9, -9, 9, 9))
    line = corridor((0, 0), 0, (1000, 0), 0)
    assert corridor_cut(line, box(400, -20, 500, 20)) and not corridor_covers(line, box(400, -20, 500, 20))


def test_sight_to_scenery() -> None:
    """LOS-1: the corridor to scenery is the hull of base and outline, without both."""
    wall = box(1000, -300, 1100, 300)
    c = corridor_to((0, 0), 150, wall)
    assert corridor_cut(c, box(900, -400, 950, 400)) and corridor_covers(c, ((700, 350), 150))
    assert not corridor_cut(c, ((500, 0), 200)) and corridor_covers(c, ((500, 0), 200))
    assert not corridor_covers(c, ((1300, 0), 150))
    assert not corridor_cut(corridor_to((1050, 0), 150, wall), ((700, 0), 200))
    assert corridor_cut(corridor_to((0, 0), 150, box(1000, -20, 1040, 20)), ((500, 0), 150))


@few
@given(ends(), polygons(), shapes)
def test_sight_to_scenery_has_no_direction(pair: tuple[Disc, Disc], poly: Polygon, shape: Shape) -> None:
    c = corridor_to(*pair[0], poly)
    for by in CHANGES.values():
        other = corridor_to(by(pair[0][0]), pair[0][1], tuple(map(by, poly)))
        assert {by(p) for p in ((x // FINE, y // FINE) for x, y in c.area if x % FINE == y % FINE == 0)} <= {
            (x // FINE, y // FINE) for x, y in other.area
        }
        assert corridor_cut(c, shape) == corridor_cut(other, changed(shape, by))
        assert corridor_covers(c, shape) == corridor_covers(other, changed(shape, by))


# --- templates ---


def test_blast_template() -> None:
    """BLA-2: 8 cm long, 1 cm wide at the base's edge, 4 cm wide at the far end."""
    assert blast_template((1000, 1000), 150, (1400, 1000)) == ((1150, 950), (1950, 800), (1950, 1200), (1150, 1050))
    template = blast_template((0, 0), 150, (300, 400))
    assert template == ((130, 90), (730, 640), (410, 880), (50, 150))
    # A base partly under it is covered, one that only touches its edge is not (BLA-1).
    assert disc_hits_polygon((1099, 0), 150, blast_template((0, 0), 150, (1, 0)))
    assert not disc_hits_polygon((1100, 0), 150, blast_template((0, 0), 150, (1, 0)))


@few
@given(point, point)
def test_blast_template_has_no_direction(c: Point, toward: Point) -> None:
    assume(c != toward)
    template = blast_template(c, 200, toward)
    assert simple(template) and area2(template) > 0
    for by in CHANGES.values():
        assert set(blast_template(by(c), 200, by(toward))) == {by(p) for p in template}
