"""Reach compared with `route`, point by point: all points are legal, and hardly any is missing (MOVE-1, ACN-2)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from eden_core.engine.match import Match
from eden_core.engine.messages import Move
from eden_core.geometry.grid import Grid
from eden_core.geometry.lengths import weighted_length
from eden_core.geometry.plane import Point, disc_hits_polygon, dist2, inside
from eden_core.geometry.reach import _is_clear, reach, reach_stepwise
from eden_core.geometry.routing import Obstacles, leg_clear, path_clear, point_clear, route
from eden_core.rules.common import paths
from tests.fields import crowded, in_contact
from tests.geometry.test_routing import FIELD, few, in_crowd, scenery, some, tables

# --- one base among obstacles ---


@few
@given(tables(slow=True), st.sampled_from((400, 800)))
def test_what_is_painted_is_legal(table: tuple[Obstacles, Point], limit: int) -> None:
    """A route finds each point at its stated cost; in the open none is missing."""
    obs, start = table
    places = dict(reach(obs, start, limit, 100))
    assert places[start] == 0
    for p, cost in places.items():
        assert cost <= limit and point_clear(obs, p)
        path = route(obs, start, p, cost)
        assert path is not None and path_clear(obs, (start, *path))
        assert weighted_length((start, *path), obs.radius, obs.slow) <= cost
    if not obs.slow:
        for i in range(-limit // 100, limit // 100 + 1):
            p = start[0] + 100 * i, start[1]
            if leg_clear(obs, start, p):
                assert places[p] == abs(100 * i)


def test_behind_an_obstacle() -> None:
    """Points behind a disc are reached around it; pauses of the generator change nothing."""
    obs = Obstacles(FIELD, 150, [(1500, 1000, 300)])
    costs = dict(reach(obs, (1000, 1000), 1300, 50))
    assert 1187 <= costs[2000, 1000] <= 1225
    assert costs[1000, 1500] == 500 and (1500, 1000) not in costs and (1250, 1000) not in costs
    assert all(route(obs, (1000, 1000), p, cost) is not None for p, cost in costs.items())
    parts = list(reach_stepwise(obs, (1000, 1000), 1300, 50, slice_of=100))
    assert len(parts) > 5 and [place for part in parts for place in part] == list(costs.items())
    assert reach(obs, (1500, 1000), 1000, 50) == []


def test_slow_ground() -> None:
    """MOVE-2: the cost is that of the path across slow ground or around it, whichever is less."""
    ground = ((2000, 1900), (2600, 1900), (2600, 2100), (2000, 2100))
    obs = Obstacles(FIELD, 150, (), (), [(ground, 3)])
    costs = dict(reach(obs, (1800, 2000), 1500, 100))
    # Straight across it would be 1000 and twice 900; round are two tangents, two corners and the length of the ground.
    assert 1260 <= costs[2800, 2000] <= 1330
    assert 200 <= costs[1900, 2000] <= 201
    assert costs[1800, 2500] == 500


def test_places_where_nobody_ends() -> None:
    """MOVE-3: points within a disc in which no move may end are missing, those beyond are not."""
    obs = Obstacles(FIELD, 150)
    costs = dict(reach(obs, (1000, 1000), 500, 100, [(1200, 1000, 200)]))
    assert (1000, 1000) in costs and (1100, 1000) not in costs and (1300, 1000) not in costs
    assert costs[1400, 1000] == 400


@some
@given(tables(), in_crowd)
def test_legs_with_clear_ends(table: tuple[Obstacles, Point], goal: Point) -> None:
    """The quick test agrees with `leg_clear`, in any order of questions."""
    obs, (x, y) = table
    assume(point_clear(obs, goal) and goal != (x, y))
    discs = [(cx - x, cy - y, keep * keep) for cx, cy, keep in obs.discs]
    walls = [(0, 0, 10**8, [(px - x, py - y) for px, py in poly], keep * keep) for poly, keep in obs.polygons]
    dx, dy = goal[0] - x, goal[1] - y
    clear = leg_clear(obs, (x, y), goal)
    for _ in range(2):
        assert _is_clear(dx, dy, dx * dx + dy * dy, discs, walls) == clear


@few
@given(in_crowd, scenery(), in_crowd, st.sampled_from((300, 1000)), st.sampled_from((30, 77)))
def test_the_grid(start: Point, poly: tuple[Point, ...], centre: Point, far: int, step: int) -> None:
    """The remaining points are those on the field, in reach, and outside the closed areas."""
    start = start[0] - 1200, start[1]
    assume(start[0] >= 150)
    grid = Grid(start, far, step, FIELD, 150)
    grid.close_disc(*centre, 300)
    grid.close_polygon(poly, 150)
    count = far // step
    expected = {
        p
        for i in range(-count, count + 1)
        for j in range(-count, count + 1)
        if 150 <= (p := (start[0] + i * step, start[1] + j * step))[0] <= 5850
        and 150 <= p[1] <= 5850
        and dist2(p, start) <= far * far
        and dist2(p, centre) >= 300 * 300
        and not disc_hits_polygon(p, 150, poly)
        and not inside(p, poly)
    }
    assert {grid.place(i) for i, left in enumerate(grid.open) if left} == expected


# --- fighters of a match ---


def _compare(match: Match, name: str, limit: int, step: int, sample: int, numbers: Random) -> tuple[int, int]:
    """Count the grid points that `route` reaches, and those of them in the reach; all in the reach must be legal."""
    fighter = match.fighters[name]._replace(ap=3)
    x, y = fighter.at  # type: ignore[misc]
    painted, count = dict(paths.reach(match, name, limit, step)), limit // step
    grid = [(x + i * step, y + j * step) for i in range(-count, count + 1) for j in range(-count, count + 1)]
    reached = found = 0
    for place in numbers.sample(grid, min(sample, len(grid))):
        if place == fighter.at:
            continue
        if place in painted:
            way = paths.route(match, name, place, painted[place])
            assert way is not None and paths.length_of(match, fighter, way) <= painted[place] <= limit
            refusal = paths.why_not_move(match, fighter, Move(way))
            assert refusal is None or (refusal.code == "too_far" and limit > paths.MOVE_LENGTH), (place, refusal)
        if place in painted or paths.route(match, name, place, limit) is not None:
            reached += 1
            found += place in painted
    return reached, found


@pytest.mark.parametrize("slow", [False, True], ids=["firm", "slow"])
@pytest.mark.parametrize(("limit", "step"), [(1000, 50), (2000, 100), (3000, 100)])
def test_reach_of_fighters(slow: bool, limit: int, step: int) -> None:
    """Twelve fighters among twelve pieces: the reach has 97 % of the points that `route` reaches, and no others."""
    numbers = Random(limit + slow)
    reached = found = 0
    for seed in range(10):
        match = crowded(seed, slow)
        name = numbers.choice(sorted(match.fighters))
        more, of_these = _compare(match, name, limit, step, 60, numbers)
        reached, found = reached + more, found + of_these
    assert reached > 60 and 100 * found >= 97 * reached, (found, reached)


@pytest.mark.parametrize("enemies", [1, 2])
def test_reach_out_of_a_contact(enemies: int) -> None:
    """ACN-2: fighters that leave a contact do not brush an enemy again."""
    numbers = Random(enemies)
    reached = found = 0
    for seed in range(8):
        match = in_contact(crowded(seed, slow=seed % 2 == 0), "f0", enemies, seed)
        more, of_these = _compare(match, "f0", 1000, 100, 120, numbers)
        reached, found = reached + more, found + of_these
    assert reached > 60 and 100 * found >= 97 * reached, (found, reached)


def test_between_two_enemies() -> None:
    """A fighter held from two sides can only leave straight ahead, and turn once both contacts are broken."""
    match = crowded(1)
    match.pieces.clear()
    match.markers.clear()
    for i, (name, fighter) in enumerate(match.fighters.items()):
        match.fighters[name] = fighter._replace(at=(300, 300 + 420 * i))
    for name, at in (("f0", (3000, 3000)), ("f1", (2698, 3000)), ("f3", (3302, 3000))):
        match.fighters[name] = match.fighters[name]._replace(at=at)
    painted = dict(paths.reach(match, "f0", 1000, 100))
    for i in range(-10, 11):
        for j in range(-10, 11):
            place = 3000 + 100 * i, 3000 + 100 * j
            way = paths.route(match, "f0", place)
            assert (way is not None) == (place in painted), place
    assert (2300, 3000) not in painted and (2900, 2300) in painted
