"""Reach: the places of a grid to which a base can move, and upper bounds of their costs (MOVE-1, MOVE-2, ACN-2).

One sweep runs outward from the start. A shortest way is taut: it touches an obstacle at each of its corners and turns
round it. Therefore only two things matter at a corner: the corners that a leg from it is tangent to, and the places in
the wedge between going straight on and following the circle on which it lies. Corners and legs are among those of
`route`, and every leg is checked exactly, so `route` finds a way to each place for the cost given here. A few places
that only a way that is not taut reaches, through gaps hardly wider than the base, are left out.

Slow ground is bypassed like an obstacle, or crossed at its cost. Where it is nearly convex, its hull is used, so the
cost of a place may be slightly too high, but never too low.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from math import isqrt
from typing import NamedTuple, TypeAlias

from eden_core.geometry.circles import Circle, circle_about, circles_round, ring_size, tangent_corners
from eden_core.geometry.grid import Grid
from eden_core.geometry.lengths import Ground, ground_cost, ground_from, leg_length, slowed
from eden_core.geometry.plane import FINE, Point, Polygon, ceil_div, ceil_sqrt, dist2
from eden_core.geometry.routing import (
    RING,
    DiscBox,
    Hit,
    Obstacles,
    PolygonBox,
    bends,
    leg_clear,
    point_clear,
    shape_of,
    step_outs,
)

__all__ = ["reach", "reach_stepwise"]

Place: TypeAlias = tuple[Point, int]
"""A place and what it costs."""
Wedge: TypeAlias = tuple[Point, Point, int]
"""All directions from one to another, less than half a turn away: leftwards for 1, rightwards for -1."""

_Disc: TypeAlias = tuple[int, int, int]
"""As a corner sees it: its centre and radius squared."""
_Wall: TypeAlias = tuple[int, int, int, list[Point], int]
"""A polygon likewise: a circle that holds all too near it, its corners, the distance to keep squared."""

_WEDGES: tuple[Wedge, ...] = tuple((a, b, 1) for a, b in zip(RING, RING[1:] + RING[:1]))
PLAIN = 200
"""Corners near by that a slice is meant for: twelve pieces have hardly more."""
_SLACK = 3
"""Units by which a corner may miss a wedge: corners are rounded."""


class _Thing(NamedTuple):
    """An obstacle or slow ground, with a circle that holds its corners."""

    x: int
    y: int
    size: int
    hit: Hit
    disc: tuple[DiscBox, ...] = ()  # as the legs from the start see it, then as all others do
    polygon: tuple[PolygonBox, ...] = ()


class _Sweep:
    """The grid, the findings about its places, and the corners still to be examined."""

    def __init__(
        self,
        obs: Obstacles,
        start: Point,
        limit: int,
        step: int,
        ends: Sequence[tuple[int, int, int]],
        leaving: Obstacles | None,
        closed: Sequence[tuple[Polygon, int]],
    ) -> None:
        self.obs, self.start, self.limit = obs, start, limit * FINE
        self.first = leaving or obs
        self.leaves = sum(a != b for a, b in zip(self.first.discs, obs.discs))  # contacts to be broken
        half = limit + 50
        box = (start[0] - half, start[1] - half, start[0] + half, start[1] + half)
        self.near = obs.within(box)
        self.things = _things(self.near, self.first, start, half)
        self.slow = [thing for thing in self.things if thing.hit[0] == "slow"]
        self.grounds: dict[tuple[Point, int], Ground] = {}
        self.circles: dict[Hit, list[tuple[Circle, int]]] = {}
        self.by_corner: list[tuple[Circle, int, bool]] = []
        self.cost: dict[int, int] = {}  # of corners
        self.done: set[int] = set()  # corners and turns
        self.queue: list[tuple[int, int, Point, bool, bool]] = []
        self.looked = 0
        self.grid = Grid(start, limit, step, obs.bounds, obs.radius)
        for x, y, far in (*((o[4], o[5], o[2] - o[4]) for o in self.near.disc_boxes), *ends):
            self.grid.close_disc(x, y, far)
        for o in self.near.polygon_boxes:
            self.grid.close_polygon(o[4], o[5])
        for poly, keep in closed:
            self.grid.close_polygon(poly, keep)
        self.best = [self.limit + 1] * len(self.grid.open)

    # --- corners ---

    def _circles_of(self, thing: _Thing) -> list[tuple[Circle, int]]:
        """Return the circles around a thing and the numbers of their first corners, assigned at the first call."""
        found = self.circles.get(thing.hit)
        if found is None:
            found = self.circles[thing.hit] = []
            for circle in circles_round(*shape_of(self.obs, thing.hit), self.obs.bounds, self.obs.radius):
                found.append((circle, len(self.by_corner)))
                self.by_corner.extend([(circle, k, thing.hit[0] == "slow") for k in range(16)])
        return found

    def _spread(self, at: Point, cost: int, things: list[_Thing], wedge: Wedge | None, first: bool) -> None:
        """Queue the legs from a place that are tangent to a circle near by, within the wedge."""
        px, py = at
        if wedge is not None:
            (ax, ay), (bx, by), a, b = _leftwards(wedge)
        for thing in things:
            for circle, base in self._circles_of(thing):
                if wedge is not None:
                    x, y, size = circle.x - px, circle.y - py, circle.size
                    if ax * y - ay * x < -size * a or bx * y - by * x > size * b:
                        continue
                for k, turn in tangent_corners(circle, at, wedge is None):
                    if circle.useful[k]:
                        self._push(at, cost, circle.ring[k], 2 * (base + k) + (turn > 0), wedge, first)

    def _step_off(self, thing: _Thing) -> None:
        """Queue the legs from a start on slow ground to all corners that `route` allows, as leaving it soon may pay."""
        for circle, base in self._circles_of(thing):
            for k, node in enumerate(circle.ring):
                if circle.useful[k] and bends(self.start, (node, (circle.x, circle.y))):
                    for turn in (0, 1):
                        self._push(self.start, 0, node, 2 * (base + k) + turn, None, True)

    def _push(self, at: Point, cost: int, node: Point, key: int, wedge: Wedge | None, first: bool) -> None:
        if key in self.done or node == at or (wedge is not None and not _in_wedge(at, node, wedge)):
            return
        total = cost + leg_length(at, node)
        if total <= self.limit:
            heappush(self.queue, (total, key, at, first, False))

    def _settle(self) -> tuple[Point, int, Wedge] | None:
        """Return the next corner in order of cost, with the wedge in which ways go on from there."""
        while self.queue:
            total, key, at, first, checked = heappop(self.queue)
            if key in self.done or self.cost.get(key >> 1, total) < total:
                continue
            circle, k, soft = self.by_corner[key >> 1]
            node, turn = circle.ring[k], 1 if key & 1 else -1
            if not checked:
                self.looked += 1
                if not leg_clear(self.first if first else self.near, at, node):
                    continue
                if first and not point_clear(self.near, node):
                    continue
                extra = self._extra(at, node, leg_length(at, node)) if self.slow else 0
                if extra:
                    if total + extra <= self.limit:
                        heappush(self.queue, (total + extra, key, at, first, True))
                    continue
            self.cost[key >> 1] = total
            self.done.add(key)
            after, before = circle.ring[(k + turn) % 16], circle.ring[(k - turn) % 16]
            on = after[0] - node[0], after[1] - node[1]
            if soft:
                # Ways go on into slow ground as well, as far as `route` lets them bend: another 18 degrees.
                on = 971 * on[0] - turn * 325 * on[1], 971 * on[1] + turn * 325 * on[0]
            straight = node[0] - at[0], node[1] - at[1]
            back = node[0] - before[0], node[1] - before[1]
            if (straight[0] * back[1] - straight[1] * back[0]) * turn > 0:
                straight = back  # A leg that stepped out: places further out are not behind the corner.
            if circle.useful[(k + turn) % 16]:
                self._push(node, total, after, key + 2 * ((k + turn) % 16 - k), None, False)
            if (straight[0] * on[1] - straight[1] * on[0]) * turn > 0:
                return node, total, (straight, on, turn)
        return None

    def _extra(self, a: Point, b: Point, length: int) -> int:
        """Return the cost that slow ground adds to a leg, in `FINE` parts."""
        x, y = b[0] - a[0], b[1] - a[1]
        near = [
            thing
            for thing in self.slow
            if (x * (thing.y - a[1]) - y * (thing.x - a[0])) ** 2 < (x * x + y * y) * thing.size**2
        ]
        return sum(slowed(x, y, self._ground(a, thing.hit[1]), length) for thing in near)

    def _ground(self, at: Point, i: int) -> Ground:
        """Return slow ground prepared for legs from a place."""
        found = self.grounds.get((at, i))
        if found is None:
            found = self.grounds[at, i] = ground_from(at, self.obs.slow[i], self.obs.radius)
        return found

    # --- wedges ---

    def _met(self, at: Point, rest: int, wedge: Wedge) -> list[_Thing]:
        """Return the things that a wedge may meet within a distance."""
        (px, py), ((ax, ay), (bx, by), a, b) = at, _leftwards(wedge)
        found = []
        for thing in self.things:
            x, y, size = thing.x - px, thing.y - py, thing.size
            if ax * y - ay * x >= -size * a and bx * y - by * x <= size * b and x * x + y * y <= (rest + size) ** 2:
                found.append(thing)
        return found

    def _paint(self, at: Point, cost: int, wedge: Wedge, met: list[_Thing], first: bool) -> None:
        """Examine the open places of a wedge."""
        (px, py), ((ax, ay), (bx, by), turn) = at, wedge
        seen = 0 if first else 1
        discs = [(o[4] - px, o[5] - py, o[6]) for thing in met for o in thing.disc[seen : seen + 1]]
        polygons = [
            (thing.x - px, thing.y - py, thing.size * thing.size, [(x - px, y - py) for x, y in o[4]], o[5] * o[5])
            for thing in met
            for o in thing.polygon[seen : seen + 1]
        ]
        slow = [
            (thing.x - px, thing.y - py, thing.size * thing.size, self._ground(at, thing.hit[1]))
            for thing in met
            if thing.hit[0] == "slow"
        ]
        rest = (self.limit - cost) // FINE
        grid, best = self.grid, self.best
        x0, step, columns, opened = grid.x0 - px, grid.step, grid.columns, grid.open
        # A row's part of the wedge: B x <= A y for each of its sides, seen from its tip.
        A, B, C, D = turn * ax, turn * ay, -turn * bx, -turn * by
        up, down = ay > 0 or by > 0, ay < 0 or by < 0
        for row in grid.rows_within(py - rest if down else py, py + rest if up else py):
            y = grid.y0 + row * step - py
            high = isqrt(rest * rest - y * y)
            low = -high
            for a, b in ((A * y, B), (C * y, D)):
                if b > 0:
                    if b * high > a:
                        high = a // b
                elif b < 0:
                    if b * low > a:
                        low = -(a // -b)
                elif a < 0:
                    high = low - 1
            first_column = -((x0 - low) // step)
            base = row * columns
            i = base + first_column - 1 if first_column > 0 else base - 1
            end = (high - x0) // step + 1
            end = base + (end if end < columns else columns)
            while i < end and (i := opened.find(1, i + 1, end)) >= 0:
                x = x0 + (i - base) * step
                whole, most = x * x + y * y, (best[i] - cost) // FINE + 1
                if most <= 0:
                    opened[i] = 0  # Corners come in order of cost: none will better it.
                    continue
                if best[i] <= self.limit:
                    most -= most >> 5  # Gains of less than about a thirtieth of the leg are ignored.
                if whole >= most * most:
                    continue
                self.looked += 1
                if _is_clear(x, y, whole, discs, polygons):
                    length = isqrt(whole * (FINE * FINE) - 1) + 1 if whole else 0
                    total = cost + length
                    for wx, wy, r2, ground in slow:
                        if (x * wy - y * wx) ** 2 < r2 * whole:
                            total += slowed(x, y, ground, length)
                    if first and self.limit < total <= self.limit + self.limit // 64:
                        # Just out of reach by its hull, but perhaps not by its true outline.
                        total = cost + length + sum(ground_cost(x, y, ground) for *_, ground in slow)
                    if total < best[i]:
                        best[i] = total
                    if first and total == length:
                        opened[i] = 0  # No way is shorter than the straight one.

    def run(self, slice_of: int) -> Iterator[None]:
        """Run the whole sweep, pausing each time that about `slice_of` legs have been examined."""
        start, far = self.start, self.limit // FINE
        for wedge in _WEDGES:
            self._paint(start, 0, wedge, self._met(start, far, wedge), True)
            if self._pauses(slice_of):
                yield
        self._spread(start, 0, self.things, None, True)
        for thing in self.slow:
            if dist2(start, (thing.x, thing.y)) < thing.size * thing.size:
                self._step_off(thing)
        outs = (
            [
                (out, leg_length(start, out))
                for out in step_outs(start)
                if leg_clear(self.first, start, out) and point_clear(self.near, out)
            ]
            if self.leaves
            else []
        )
        for out, cost in outs:
            self._spread(out, cost, self.things, None, False)
        while (corner := self._settle()) is not None:
            at, cost, wedge = corner
            met = self._met(at, (self.limit - cost) // FINE, wedge)
            self._spread(at, cost, met, wedge, False)
            self._paint(at, cost, wedge, met, False)
            if self._pauses(slice_of):
                yield
        if self.leaves > 1:
            for i, cost in enumerate(self.best):
                if cost > self.limit and self.grid.open[i]:
                    self._step_to(i, outs)
                    if self._pauses(slice_of):
                        yield

    def _step_to(self, i: int, outs: list[tuple[Point, int]]) -> None:
        """Reach a place straight from where contacts are broken; only a base held from two sides needs it (ACN-2)."""
        place = self.grid.place(i)
        for out, cost in outs:
            length = leg_length(out, place)
            if cost + length <= self.limit:
                self.looked += 1
                if leg_clear(self.near, out, place):
                    total = cost + length + self._extra(self.start, out, cost) + self._extra(out, place, length)
                    self.best[i] = min(self.best[i], total)

    def _pauses(self, slice_of: int) -> bool:
        """Return whether it is time for a pause."""
        if self.looked < slice_of:
            return False
        self.looked = 0
        return True

    def places(self) -> list[Place]:
        """Return the places found, row by row, with their costs in units."""
        return [(self.grid.place(i), ceil_div(cost, FINE)) for i, cost in enumerate(self.best) if cost <= self.limit]


def _is_clear(x: int, y: int, whole: int, discs: list[_Disc], polygons: list[_Wall]) -> bool:
    """Return whether the leg from the origin to (x, y), at `whole` squared, is clear if both of its ends are.

    It agrees with `leg_clear`. An obstacle found is moved to the front of its list, because it hides the places near by
    as well.
    """
    for disc in discs:
        wx, wy, r2 = disc
        if 0 < wx * x + wy * y < whole:
            across = x * wy - y * wx
            if across * across < r2 * whole:
                discs.remove(disc)
                discs.insert(0, disc)
                return False
    for wall in polygons:
        wx, wy, r2, corners, keep2 = wall
        across = x * wy - y * wx
        if across * across < r2 * whole and _is_hit(x, y, whole, corners, keep2 * whole):
            polygons.remove(wall)
            polygons.insert(0, wall)
            return False
    return True


def _is_hit(x: int, y: int, whole: int, corners: list[Point], cut: int) -> bool:
    """Return whether the leg comes closer to a polygon, between its ends, than the root of `cut` / `whole`."""
    sides = [x * wy - y * wx for wx, wy in corners]
    low, high = min(sides), max(sides)
    least = low if low > 0 else -high
    if least > 0 and least * least >= cut:
        return False
    before, ahead = sides[-1], x * corners[-1][0] + y * corners[-1][1]
    for (wx, wy), across in zip(corners, sides):
        along = x * wx + y * wy
        if across * across < cut and 0 < along < whole:
            return True
        if (before > 0) != (across > 0):
            # Where the side crosses the leg's line: at `at` / `of` of the leg's length squared.
            at, of = along * before - ahead * across, before - across
            if 0 < at < whole * of if of > 0 else 0 > at > whole * of:
                return True
        before, ahead = across, along
    return False


def _things(near: Obstacles, first: Obstacles, start: Point, far: int) -> list[_Thing]:
    """Return obstacles and slow ground within a square, slow ground last."""
    discs = {o[-1]: o for o in first.disc_boxes}
    polygons = {o[-1]: o for o in first.polygon_boxes}
    found = []
    for o in near.disc_boxes:
        found.append(_Thing(o[4], o[5], ring_size(o[2] - o[4]), ("disc", o[-1]), disc=(discs[o[-1]], o)))
    for wall in near.polygon_boxes:
        found.append(_Thing(*circle_about(wall[4], wall[5]), ("polygon", wall[-1]), polygon=(polygons[wall[-1]], wall)))
    for i, (shape, _) in enumerate(near.slow):
        x, y, size = circle_about(shape, near.radius)
        if abs(x - start[0]) < far + size and abs(y - start[1]) < far + size:
            found.append(_Thing(x, y, size, ("slow", i)))
    return found


def _leftwards(wedge: Wedge) -> tuple[Point, Point, int, int]:
    """Return a wedge's sides, from right to left, and their lengths, rounded up."""
    a, b, turn = wedge
    if turn < 0:
        a, b = b, a
    return a, b, ceil_sqrt(a[0] * a[0] + a[1] * a[1]), ceil_sqrt(b[0] * b[0] + b[1] * b[1])


def _in_wedge(at: Point, node: Point, wedge: Wedge) -> bool:
    """Return whether a wedge at a place holds a corner, with tolerance for rounding."""
    (ax, ay), (bx, by), turn = wedge
    x, y = node[0] - at[0], node[1] - at[1]
    if ax * x + ay * y < 0:
        return False
    one, other = (ax * y - ay * x) * turn, (by * x - bx * y) * turn
    return (one >= 0 or one * one <= _SLACK * _SLACK * (ax * ax + ay * ay)) and (
        other >= 0 or other * other <= _SLACK * _SLACK * (bx * bx + by * by)
    )


def reach(
    obs: Obstacles,
    start: Point,
    limit: int,
    step: int,
    ends: Sequence[tuple[int, int, int]] = (),
    leaving: Obstacles | None = None,
    closed: Sequence[tuple[Polygon, int]] = (),
) -> list[Place]:
    """Return the places that a base can reach for at most `limit` units, each with an upper bound of its cost.

    Places lie on a grid of `step` units through the start, none of them closer than R to (x, y) for any (x, y, R) of
    `ends`, none in or closer than r to a polygon for any (polygon, r) of `closed`; `leaving` as in `route`. Each listed
    place is legal and `route` finds it for that cost (MOVE-1, MOVE-2).
    """
    return [place for part in reach_stepwise(obs, start, limit, step, ends, leaving, closed=closed) for place in part]


def reach_stepwise(
    obs: Obstacles,
    start: Point,
    limit: int,
    step: int,
    ends: Sequence[tuple[int, int, int]] = (),
    leaving: Obstacles | None = None,
    slice_of: int = 150,
    closed: Sequence[tuple[Polygon, int]] = (),
) -> Iterator[list[Place]]:
    """Yield the places of `reach`, with pauses in which a browser can draw: empty lists, then all places."""
    if not point_clear(leaving or obs, start):
        return
    sweep = _Sweep(obs, start, limit, step, ends, leaving, closed)
    # A leg takes as long as there are corners near by: among many, fewer of them make a slice.
    corners = sum(len(wall[4]) for wall in sweep.near.polygon_boxes)
    corners += sum(len(shape) for shape, _ in sweep.near.slow if not isinstance(shape[1], int))
    for _ in sweep.run(max(1, slice_of * PLAIN // max(PLAIN, corners))):
        yield []
    yield sweep.places()
