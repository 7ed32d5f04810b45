"""Lengths of paths, legality of swept bases, routes and reach (MOVE-1, MOVE-2, ACN-2, ACN-4, GEN-2, TER-OBT)."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from eden_core.geometry.lengths import ground_from, leg_inside, leg_length, path_length, slowed, weighted_length
from eden_core.geometry.plane import (
    FINE,
    Disc,
    Point,
    Polygon,
    Shape,
    disc_hits_polygon,
    dist2,
    edges,
    inside,
    moved,
    overlap,
    rotated,
)
from eden_core.geometry.routing import Obstacles, first_hit, leg_clear, path_clear, point_clear, route

few = settings(max_examples=40, deadline=None)
some = settings(max_examples=100, deadline=None)

FIELD = (6000, 6000)
on_field = st.tuples(st.integers(0, 6000), st.integers(0, 6000))
in_crowd = st.tuples(st.integers(1400, 3000), st.integers(1400, 3000))
SHAPES: tuple[Polygon, ...] = (
    ((-300, -60), (300, -60), (300, 60), (-300, 60)),
    ((0, 0), (400, 0), (400, 90), (90, 90), (90, 400), (0, 400)),
    ((0, 0), (500, 0), (500, 500), (400, 500), (400, 100), (100, 100), (100, 500), (0, 500)),
    ((-150, 0), (0, -150), (150, 0), (0, 150)),
)


@st.composite
def scenery(draw: st.DrawFn) -> Polygon:
    poly = moved(rotated(draw(st.sampled_from(SHAPES)), 15 * draw(st.integers(0, 23))), draw(in_crowd))
    return poly[::-1] if draw(st.booleans()) else poly


@st.composite
def tables(draw: st.DrawFn, slow: bool = False) -> tuple[Obstacles, Point]:
    """A crowded corner of a field and a legal starting point."""
    r = draw(st.sampled_from((150, 200)))
    discs = draw(st.lists(st.tuples(in_crowd, st.sampled_from((300, 350, 400))), max_size=6))
    polys = draw(st.lists(scenery(), max_size=4))
    grounds = draw(st.lists(st.one_of(scenery(), st.tuples(in_crowd, st.just(250))), max_size=2)) if slow else []
    obs = Obstacles(
        FIELD, r, [(*c, keep) for c, keep in discs], [(poly, r) for poly in polys], [(shape, 2) for shape in grounds]
    )
    start = draw(in_crowd)
    assume(point_clear(obs, start))
    return obs, start


# --- the oracle ---


def o_distance2(p: tuple[Fraction, Fraction] | Point, a: Point, b: Point) -> Fraction:
    ux, uy = b[0] - a[0], b[1] - a[1]
    size = ux * ux + uy * uy
    t = Fraction((p[0] - a[0]) * ux + (p[1] - a[1]) * uy, size) if size else Fraction(0)
    t = min(Fraction(1), max(Fraction(0), t))
    return (p[0] - a[0] - t * ux) ** 2 + (p[1] - a[1] - t * uy) ** 2


def o_segments2(a: Point, b: Point, c: Point, d: Point) -> Fraction:
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    det = ux * vy - uy * vx
    if det:
        s = Fraction((c[0] - a[0]) * vy - (c[1] - a[1]) * vx, det)
        t = Fraction((c[0] - a[0]) * uy - (c[1] - a[1]) * ux, det)
        if 0 <= s <= 1 and 0 <= t <= 1:
            return Fraction(0)
    return min(o_distance2(a, c, d), o_distance2(b, c, d), o_distance2(c, a, b), o_distance2(d, a, b))


def o_clear(obs: Obstacles, a: Point, b: Point) -> bool:
    r, (width, height) = obs.radius, obs.bounds
    return (
        all(r <= x <= width - r and r <= y <= height - r for x, y in (a, b))
        and all(o_distance2((x, y), a, b) >= keep * keep for x, y, keep in obs.discs)
        and all(
            not inside(a, poly) and all(o_segments2(a, b, p, q) >= keep * keep for p, q in edges(poly))
            for poly, keep in obs.polygons
        )
    )


# --- lengths ---


@pytest.mark.parametrize(
    ("path", "length"),
    [
        (((0, 0), (300, 400)), 500),
        (((0, 0), (300, 400), (600, 0)), 1000),
        (((0, 0),), 0),
        (((7, 7), (7, 7)), 0),
        (((0, 0), (1, 1)), 2),
        # Ten legs of √2 are 14.14, up to 15: not ten times 2.
        (tuple((k, k) for k in range(11)), 15),
        (((0, 0), (1000, 0)), 1000),
        (((0, 0), (1000, 1)), 1001),
        (((0, 0), (600, 800), (600, 801)), 1001),
    ],
)
def test_path_length(path: tuple[Point, ...], length: int) -> None:
    """MOVE-1, GEN-2: the length is the sum of the legs, rounded up once."""
    assert path_length(path) == length
    assert path_length(path[::-1]) == length


@some
@given(st.lists(on_field, min_size=1, max_size=6))
def test_path_length_bounds(path: list[Point]) -> None:
    """The length is never too short, and too long by less than a unit and a fraction for each leg."""
    parts = sum(leg_length(a, b) for a, b in itertools.pairwise(path))
    assert path_length(path) == -(-parts // FINE)
    for a, b in itertools.pairwise(path):
        exact = dist2(a, b) * FINE * FINE
        assert leg_length(a, b) ** 2 >= exact > (leg_length(a, b) - 1) ** 2 or a == b


WIDE_U: Polygon = moved(
    ((0, 0), (1000, 0), (1000, 2000), (900, 2000), (900, 100), (100, 100), (100, 2000), (0, 2000)), (500, 0)
)
GROUND: Polygon = ((0, 1500), (3000, 1500), (3000, 3000), (0, 3000))


@pytest.mark.parametrize(
    ("path", "shape", "factor", "cost"),
    [
        # A 10 cm move covers 5 cm of Obstruction 2 (rules.md, section 13).
        (((1000, 2000), (1000, 2500)), GROUND, 2, 1000),
        (((1000, 1000), (1000, 2000)), GROUND, 2, 1650),
        (((1000, 1000), (1000, 2000)), GROUND, 3, 2300),
        (((1000, 2000), (1000, 1000)), GROUND, 2, 1650),
        (((1000, 1350), (2000, 1350)), GROUND, 2, 1000),
        (((1000, 1351), (2000, 1351)), GROUND, 2, 2000),
        # Past a disc of 1 cm: the base overlaps it from 250 before to 250 behind.
        (((1000, 1000), (1000, 2000)), ((1000, 1500), 100), 2, 1500),
        (((1000, 1000), (2000, 1000)), ((1500, 1150), 100), 2, 1400),
        (((1000, 1000), (2000, 1000)), ((1500, 1250), 100), 2, 1000),
        # Through a wall 1 cm thick, base and wall: 400 units inside.
        (((1000, 1000), (1000, 2000)), ((0, 1450), (3000, 1450), (3000, 1550), (0, 1550)), 2, 1400),
        # Along the edge of the ground, then in.
        (((1000, 1000), (1000, 1350), (1300, 1350), (1300, 1450)), GROUND, 2, 850),
        # Deep between the arms of a wide U is no ground.
        (((1000, 1000), (1000, 1400)), WIDE_U, 2, 400),
    ],
)
def test_weighted_length(path: tuple[Point, ...], shape: Shape, factor: int, cost: int) -> None:
    """MOVE-2: each unit with the base partly on slow ground costs the factor, exactly if all numbers are whole."""
    assert weighted_length(path, 150, [(shape, factor)]) == cost
    if not isinstance(shape[1], int):
        assert weighted_length(path, 150, [(shape[::-1], factor)]) == cost
    assert weighted_length(path, 150, []) == path_length(path)


@few
@given(in_crowd, in_crowd, st.one_of(scenery(), st.tuples(in_crowd, st.just(250))))
def test_leg_inside_against_samples(a: Point, b: Point, shape: Shape) -> None:
    """Compare the part of a leg on slow ground with 400 samples along it."""
    assume(a != b)
    n, length = 400, leg_length(a, b)
    hits = 0
    for k in range(n):
        p = (a[0] * 2 * n + (b[0] - a[0]) * (2 * k + 1)), (a[1] * 2 * n + (b[1] - a[1]) * (2 * k + 1))
        if isinstance(shape[1], int):
            hits += overlap(p, 150 * 2 * n, (shape[0][0] * 2 * n, shape[0][1] * 2 * n), shape[1] * 2 * n)
        else:
            hits += disc_hits_polygon(p, 150 * 2 * n, tuple((x * 2 * n, y * 2 * n) for x, y in shape))
    part = leg_inside(a, b, 150, shape)
    assert abs(part * n - hits * length) <= 8 * length
    assert abs(part - leg_inside(b, a, 150, shape)) <= 8
    assert 0 <= part <= length


@some
@given(in_crowd, in_crowd, scenery(), st.sampled_from((2, 3)))
def test_what_slow_ground_adds_is_never_too_little(a: Point, b: Point, shape: Polygon, factor: int) -> None:
    """The cost used by `reach` is at least that of the leg, and for convex ground hardly more."""
    assume(a != b)
    length = leg_length(a, b)
    exact = (factor - 1) * leg_inside(a, b, 150, shape)
    counted = slowed(b[0] - a[0], b[1] - a[1], ground_from(a, (shape, factor), 150), length)
    assert exact <= counted <= (factor - 1) * length + factor
    if len(shape) == 4:
        # What its corners stick out by is a fiftieth of the radius: chords there are short.
        assert counted - exact <= (factor - 1) * 65 * FINE


# --- legality ---


@some
@given(tables(), in_crowd, st.booleans())
def test_legs_against_the_oracle(table: tuple[Obstacles, Point], goal: Point, far: bool) -> None:
    """MOVE-1: the whole base fits along the whole leg, in both directions, and blockers are named."""
    obs, start = table
    if far:
        goal = goal[0] * 4 - 6000, goal[1] * 4 - 6000
    clear = o_clear(obs, start, goal)
    assert leg_clear(obs, start, goal) == leg_clear(obs, goal, start) == clear
    hit = first_hit(obs, start, goal)
    assert (hit is None) == clear
    if hit and hit[0] == "disc":
        x, y, keep = obs.discs[hit[1]]
        assert o_distance2((x, y), start, goal) < keep * keep
    if hit and hit[0] == "polygon":
        poly, keep = obs.polygons[hit[1]]
        assert min(o_segments2(start, goal, p, q) for p, q in edges(poly)) < keep * keep
    if hit and hit[0] == "edge":
        assert not all(obs.radius <= v <= 6000 - obs.radius for v in goal)
    assert point_clear(obs, goal) == o_clear(obs, goal, goal)


def test_the_border_cases_of_a_leg() -> None:
    """A leg exactly at the distance is legal, one unit closer is not (MOVE-1, CON-1)."""
    obs = Obstacles(FIELD, 150, [(1000, 1000, 300)], [(((2000, 2000), (2400, 2000), (2400, 2400), (2000, 2400)), 150)])
    assert leg_clear(obs, (700, 1000), (700, 3000))
    assert not leg_clear(obs, (701, 1000), (701, 3000))
    assert leg_clear(obs, (500, 1300), (2000, 1300)) and first_hit(obs, (500, 1299), (2000, 1299)) == ("disc", 0)
    assert leg_clear(obs, (1000, 1850), (3000, 1850)) and first_hit(obs, (1000, 1851), (3000, 1851)) == ("polygon", 0)
    assert first_hit(obs, (2200, 2200), (2200, 2201)) == ("polygon", 0)
    assert leg_clear(obs, (150, 150), (150, 5850)) and first_hit(obs, (150, 150), (149, 3000)) == ("edge", 0)
    assert path_clear(obs, [(700, 1000)]) and not path_clear(obs, [(701, 1000)])
    assert path_clear(obs, [(700, 1000), (700, 1300), (1000, 1300)])
    assert not path_clear(obs, [(700, 1000), (1000, 1300)])
    assert Obstacles(FIELD, 150).discs == ()


# --- routes ---


@some
@given(tables(slow=True), in_crowd, st.sampled_from((500, 1000, 2000)))
def test_routes_are_legal(table: tuple[Obstacles, Point], goal: Point, limit: int) -> None:
    """MOVE-1, ACN-2: a route is clear, within its limit, straight if possible, and deterministic."""
    obs, start = table
    path = route(obs, start, goal, limit)
    straight = leg_clear(obs, start, goal) and weighted_length((start, goal), obs.radius, obs.slow) <= limit
    if straight:
        assert path == (goal,)
    if path is not None:
        assert path[-1] == goal
        assert path_clear(obs, (start, *path))
        assert weighted_length((start, *path), obs.radius, obs.slow) <= limit
        assert path == route(obs, start, goal, limit)
        assert len(path) > 1 or straight
    else:
        assert not straight


def test_round_one_disc() -> None:
    """Tangent, arc, tangent: 800 and 386.1 units, approximated within 3 %."""
    obs = Obstacles(FIELD, 150, [(1500, 1000, 300)])
    path = route(obs, (1000, 1000), (2000, 1000), 2000)
    assert path is not None and 1187 <= path_length(((1000, 1000), *path)) <= 1186 * 103 // 100
    assert route(obs, (1000, 1000), (2000, 1000), 1180) is None
    # From contact to contact, half-way round: π times 300 is 942.5; a little is lost in stepping out and in.
    path = route(obs, (1200, 1000), (1800, 1000), 1000)
    assert path is not None and 943 <= path_length(((1200, 1000), *path)) <= 975
    assert route(obs, (1200, 1000), (1800, 1000), 942) is None


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_round_a_wall(degrees: int) -> None:
    """Go around the end of a wall at any angle."""
    wall = moved(rotated(((-30, -800), (30, -800), (30, 300), (-30, 300)), degrees), (3000, 3000))
    start, goal = moved(rotated(((-400, 0), (400, 0)), degrees), (3000, 3000))
    path = route(Obstacles(FIELD, 150, (), [(wall, 150)]), start, goal, 2000)
    # Tangents of 452.1 to each corner, arcs of 150.3 and 60 along the end: 1264.8.
    assert path is not None and 1260 <= path_length((start, *path)) <= 1264 * 103 // 100


def test_out_of_a_pocket() -> None:
    """A deep U must be left before it can be passed, and a closed pen can't be left."""
    u = moved(((0, 0), (1000, 0), (1000, 900), (940, 900), (940, 60), (60, 60), (60, 900), (0, 900)), (2000, 2000))
    obs = Obstacles(FIELD, 150, (), [(u, 150)])
    path = route(obs, (2500, 2300), (2500, 1800), 4000)
    assert path is not None and len(path) > 3 and path_clear(obs, ((2500, 2300), *path))
    assert route(obs, (2500, 2300), (2500, 1800), 1500) is None
    straight = [(500, 0), (-500, 0), (0, 500), (0, -500)]
    slanted = [(360, 360), (-360, 360), (360, -360), (-360, -360)]
    pen = Obstacles(FIELD, 150, [(3000 + x, 3000 + y, 300) for x, y in straight + slanted])
    assert point_clear(pen, (3000, 3000)) and route(pen, (3000, 3000), (3000, 4000), 3000) is None


def test_round_slow_ground() -> None:
    """MOVE-2: go around slow ground if crossing it costs too much."""
    ground: Polygon = ((2000, 1900), (2600, 1900), (2600, 2100), (2000, 2100))
    obs = Obstacles(FIELD, 150, (), (), [(ground, 3)])
    assert route(obs, (1800, 2000), (2800, 2000), 3000) == ((2800, 2000),)
    path = route(obs, (1800, 2000), (2800, 2000), 1400)
    assert path is not None and len(path) > 1
    assert route(obs, (1800, 2000), (2800, 2000), 1010) is None


@some
@given(tables(), in_crowd, st.integers(0, 5), st.sampled_from((500, 1000)))
def test_routes_out_of_a_contact(table: tuple[Obstacles, Point], goal: Point, touched: int, limit: int) -> None:
    """ACN-2: the first leg may start, and pass, nearer than all others."""
    obs, start = table
    assume(obs.discs)
    touched %= len(obs.discs)
    x, y, keep = obs.discs[touched]
    start = x + keep + 1, y
    nearer = Obstacles(FIELD, obs.radius, obs.discs, obs.polygons)
    discs = [(x, y, keep + 5 * (i == touched)) for i, (x, y, keep) in enumerate(obs.discs)]
    apart = Obstacles(FIELD, obs.radius, discs, obs.polygons)
    path = route(apart, start, goal, limit, nearer)
    if path is not None:
        assert path[-1] == goal and path_length((start, *path)) <= limit
        assert leg_clear(nearer, start, path[0]) and path_clear(apart, path)
    elif point_clear(apart, goal) and leg_clear(nearer, start, goal):
        assert dist2(start, goal) > limit * limit or path_length((start, goal)) > limit


def test_start_in_contact() -> None:
    """A base that touches others may leave them (CON-1, ACN-2)."""
    obs = Obstacles(FIELD, 150, [(1000, 1000, 300), (1000, 1600, 300)])
    assert route(obs, (1000, 1300), (1300, 1300), 1000) == ((1300, 1300),)
    assert route(obs, (1000, 1300), (1000, 1301), 1000) is None
    near: Disc = ((1000, 1000), 150)
    assert overlap(*near, (1000, 1299), 150) and not overlap(*near, (1000, 1300), 150)
