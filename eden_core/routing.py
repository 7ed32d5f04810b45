"""Moving: lengths of paths, what stands in the way, the way round it, what is in reach (MOVE, ACN-2, ACN-4).

Lengths are summed in `FINE` parts of a unit, each leg rounded up, and rounded to units once, up: against the mover.
Legality is exact. Routes are short and legal, not always the shortest: corners are rounded by polygons of 16 sides.
Which fighter blocks whom and how far bases must keep apart is the rules'.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import TypeAlias

from .geometry import (
    FINE,
    Box,
    Point,
    Polygon,
    Shape,
    area2,
    box_of,
    ceil_div,
    ceil_sqrt,
    dist2,
    edges,
    inside,
    segments_near,
)

Slow: TypeAlias = tuple[Shape, int]
"""Ground of which each centimetre costs this factor (MOVE-2, TER-OBT)."""
Hit: TypeAlias = tuple[str, int]
"""What is in the way: "edge", "disc" or "polygon", and its index."""
_PART = 2**20
"""Parts of a leg in which roots are worked out before they are rounded to `FINE`."""


# --- lengths ---

def leg_length(a: Point, b: Point) -> int:
    """The length of one leg in `FINE` parts of a unit, rounded up."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return ceil_sqrt((dx * dx + dy * dy) * (FINE * FINE))


def path_length(path: Sequence[Point]) -> int:
    """The length of a path in units: legs summed in `FINE` parts and rounded up once (MOVE-1)."""
    return ceil_div(sum(map(leg_length, path, path[1:])), FINE)


def weighted_length(path: Sequence[Point], r: int, slow: Sequence[Slow]) -> int:
    """The cost of a path in units: a disc of radius r pays `factor` for each unit with part of it on slow ground.

    Grounds that overlap add up. Summed in `FINE` parts and rounded up once (MOVE-2, TER-OBT).
    """
    return ceil_div(sum(leg_cost(a, b, r, slow) for a, b in zip(path, path[1:])), FINE)


def leg_cost(a: Point, b: Point, r: int, slow: Sequence[Slow]) -> int:
    """The cost of one leg in `FINE` parts of a unit."""
    return leg_length(a, b) + sum((factor - 1) * leg_inside(a, b, r, shape) for shape, factor in slow)


def leg_inside(a: Point, b: Point, r: int, shape: Shape) -> int:
    """How much of the leg ab a disc of radius r > 0 spends overlapping a shape, in `FINE` parts, rounded up."""
    if a == b:
        return 0
    if isinstance(shape[1], int):
        spans = [_within_disc(a, b, shape[0], shape[1] + r)]
    else:
        x0, y0, x1, y1 = _grown(box_of(shape), r)
        if max(a[0], b[0]) <= x0 or min(a[0], b[0]) >= x1 or max(a[1], b[1]) <= y0 or min(a[1], b[1]) >= y1:
            return 0
        spans = [_within_disc(a, b, corner, r) for corner in shape]
        spans += [_within_band(a, b, p, q, r) for p, q in edges(shape)]
        spans += _gaps_inside(a, b, spans, shape)
    return sum(high - low for low, high in _merged(spans))


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans joined where they meet, in order, empty ones dropped."""
    whole: list[tuple[int, int]] = []
    for low, high in sorted(spans):
        if low < high:
            if whole and low <= whole[-1][1]:
                whole[-1] = whole[-1][0], max(high, whole[-1][1])
            else:
                whole.append((low, high))
    return whole


def _gaps_inside(a: Point, b: Point, spans: list[tuple[int, int]], poly: Polygon) -> list[tuple[int, int]]:
    """The parts of the leg between those spans that run inside the polygon: there the outline is r away or more."""
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
    """The span of the leg closer than `reach` to c, in `FINE` parts from a, rounded outwards; empty as (0, 0)."""
    ux, uy, wx, wy = b[0] - a[0], b[1] - a[1], a[0] - c[0], a[1] - c[1]
    whole, along = ux * ux + uy * uy, wx * ux + wy * uy
    rest = along * along - whole * (wx * wx + wy * wy - reach * reach)
    if rest <= 0:
        return 0, 0
    root = ceil_sqrt(rest * _PART * _PART)
    return _span(-along * _PART - root, -along * _PART + root, whole * _PART, leg_length(a, b))


def _within_band(a: Point, b: Point, p: Point, q: Point, reach: int) -> tuple[int, int]:
    """The span of the leg closer than `reach` to the segment pq and square to it, in `FINE` parts, rounded outwards."""
    ux, uy, ex, ey, wx, wy = b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1], a[0] - p[0], a[1] - p[1]
    size = ex * ex + ey * ey
    length = leg_length(a, b)
    low, high = 0, length
    limit = ceil_sqrt(reach * reach * size * _PART * _PART)
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
    """The fractions start / of to end / of of a leg, cut to the leg, in `FINE` parts, rounded outwards."""
    return max(0, start * length // of), min(length, ceil_div(end * length, of))


# --- obstacles ---

class Obstacles:
    """All that a base may not overlap on its way, seen from its centre; never changed once made (MOVE-1, MOVE-2).

    `bounds`: the field's width and height; the centre keeps `radius` from the edges. `discs`: (x, y, R), no closer than
    R. `polygons`: (outline, r), not inside and no closer than r. Exactly at these distances is legal. `slow`: weighted
    ground, in terms of `radius`. All in units.
    """

    __slots__ = ("bounds", "discs", "polygons", "radius", "slow", "_discs", "_polygons")

    def __init__(
        self,
        bounds: tuple[int, int],
        radius: int,
        discs: Sequence[tuple[int, int, int]] = (),
        polygons: Sequence[tuple[Polygon, int]] = (),
        slow: Sequence[Slow] = (),
    ) -> None:
        self.bounds = bounds
        self.radius = radius
        self.discs = tuple(discs)
        self.polygons = tuple(polygons)
        self.slow = tuple(slow)
        self._discs = [(x - R, y - R, x + R, y + R, x, y, R * R, i) for i, (x, y, R) in enumerate(self.discs)]
        self._polygons = [(*_grown(box_of(poly), r), poly, r, i) for i, (poly, r) in enumerate(self.polygons)]

    def within(self, box: Box) -> Obstacles:
        """The same field with those obstacles alone that may matter to paths inside a box (units)."""
        near = object.__new__(Obstacles)
        near.bounds, near.radius, near.slow = self.bounds, self.radius, self.slow
        near.discs, near.polygons = self.discs, self.polygons
        lx, ly, hx, hy = box
        near._discs = [o for o in self._discs if hx > o[0] and lx < o[2] and hy > o[1] and ly < o[3]]
        near._polygons = [o for o in self._polygons if hx > o[0] and lx < o[2] and hy > o[1] and ly < o[3]]
        return near


def _grown(box: Box, r: int) -> Box:
    return box[0] - r, box[1] - r, box[2] + r, box[3] + r


def point_clear(obs: Obstacles, p: Point) -> bool:
    """Whether the base may stand with its centre at p (MOVE-1)."""
    return first_hit(obs, p, p) is None


def leg_clear(obs: Obstacles, a: Point, b: Point) -> bool:
    """Whether the base may go straight from a to b, both ends included (MOVE-1)."""
    return first_hit(obs, a, b) is None


def path_clear(obs: Obstacles, path: Sequence[Point]) -> bool:
    """Whether the base may follow the path; a path of one point is a place (MOVE-1)."""
    return all(leg_clear(obs, a, b) for a, b in zip(path, path[1:] or path))


def first_hit(obs: Obstacles, a: Point, b: Point) -> Hit | None:
    """What stands in the way from a to b, the first of edge, discs, polygons; None when it is clear (MOVE-1)."""
    (ax, ay), (bx, by) = a, b
    r, (width, height) = obs.radius, obs.bounds
    lx, hx = (ax, bx) if ax < bx else (bx, ax)
    ly, hy = (ay, by) if ay < by else (by, ay)
    if lx < r or ly < r or hx > width - r or hy > height - r:
        return "edge", 0
    ux, uy = bx - ax, by - ay
    whole = ux * ux + uy * uy
    for x0, y0, x1, y1, x, y, r2, i in obs._discs:
        if hx > x0 and lx < x1 and hy > y0 and ly < y1:
            wx, wy = x - ax, y - ay
            along = wx * ux + wy * uy
            if along <= 0:
                hit = wx * wx + wy * wy < r2
            elif along >= whole:
                wx, wy = x - bx, y - by
                hit = wx * wx + wy * wy < r2
            else:
                across = ux * wy - uy * wx
                hit = across * across < r2 * whole
            if hit:
                return "disc", i
    for x0, y0, x1, y1, poly, keep, i in obs._polygons:
        if hx > x0 and lx < x1 and hy > y0 and ly < y1 and _leg_hits(a, b, keep, poly):
            return "polygon", i
    return None


def _leg_hits(a: Point, b: Point, keep: int, poly: Polygon) -> bool:
    """Whether the leg comes strictly closer than `keep` to the polygon or starts inside."""
    (ax, ay), (bx, by) = a, b
    ux, uy = bx - ax, by - ay
    across = [ux * (y - ay) - uy * (x - ax) for x, y in poly]
    low, high = min(across), max(across)
    # All of it far enough on one side of the leg's line: the usual case for those whose boxes meet.
    least = low if low > 0 else -high
    if least > 0 and least * least >= keep * keep * (ux * ux + uy * uy):
        return False
    lx, hx = (ax - keep, bx + keep) if ax < bx else (bx - keep, ax + keep)
    ly, hy = (ay - keep, by + keep) if ay < by else (by - keep, ay + keep)
    px, py = p = poly[-1]
    for q in poly:
        qx, qy = q
        if (
            (px < hx or qx < hx)
            and (px > lx or qx > lx)
            and (py < hy or qy < hy)
            and (py > ly or qy > ly)
            and segments_near(a, b, p, q, keep)
        ):
            return True
        p, px, py = q, qx, qy
    return inside(a, poly)


# --- the way round ---------------------------------------------------------------------------------------------------

_QUARTER = ((_PART, 0), (968758, 401273), (741455, 741455), (401273, 968758))
_RING = tuple((c * x - s * y, s * x + c * y) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1)) for x, y in _QUARTER)
"""The 16 directions of the corners that stand for a circle, times `_PART`."""

Node: TypeAlias = tuple[Point, Point]
"""A corner where a path may bend, and the point round which it bends there."""


def _ring(c: Point, keep: int) -> list[Node]:
    """Corners round a circle, so that the sides between neighbours clear it: keep / cos(180°/16), and one to spare."""
    out = keep * 1019592 // 1000000 + 2
    return [((c[0] + x * out // _PART, c[1] + y * out // _PART), c) for x, y in _RING]


def _rings(poly: Polygon, keep: int) -> list[Node]:
    """Corners round a polygon's convex corners: those between the outward normals of its two sides, and one more."""
    found = []
    turned = area2(poly) < 0
    for i, v in enumerate(poly):
        before, after = poly[i - 1], poly[(i + 1) % len(poly)]
        ux, uy, wx, wy = v[0] - before[0], v[1] - before[1], after[0] - v[0], after[1] - v[1]
        if (ux * wy - uy * wx < 0) is not turned:
            continue
        for node in _ring(v, keep):
            x, y = node[0][0] - v[0], node[0][1] - v[1]
            if _ahead(x, y, ux, uy) and _ahead(x, y, -wx, -wy):
                found.append(node)
    return found


def _ahead(x: int, y: int, ux: int, uy: int) -> bool:
    """Whether (x, y) points at most 22.5 degrees behind the normal of (ux, uy)."""
    along = x * ux + y * uy
    return along >= 0 or 100 * along * along <= 15 * (x * x + y * y) * (ux * ux + uy * uy)


def _bends(p: Point, node: Node) -> bool:
    """Whether a leg between p and a node passes by what the node goes round, within 30 degrees: others are detours."""
    (x, y), (cx, cy) = node
    ux, uy, wx, wy = x - p[0], y - p[1], x - cx, y - cy
    dot, round2 = ux * wx + uy * wy, wx * wx + wy * wy
    if 4 * dot * dot <= (ux * ux + uy * uy) * round2:
        return True
    # Close by, a leg may have to step out first: from a place in contact to the corner above it.
    return 10 * dist2(p, node[1]) <= 12 * round2


def _nodes_of(obs: Obstacles, hit: Hit) -> list[Node]:
    """The corners round one obstacle or slow ground, on the field."""
    kind, i = hit
    if kind == "disc":
        nodes = _ring(obs.discs[i][:2], obs.discs[i][2])
    elif kind == "polygon":
        nodes = _rings(*obs.polygons[i])
    elif kind == "slow":
        shape = obs.slow[i][0]
        r = obs.radius
        nodes = _ring(shape[0], shape[1] + r) if isinstance(shape[1], int) else _rings(shape, r)
    else:
        return []
    r, (width, height) = obs.radius, obs.bounds
    return [n for n in nodes if r <= n[0][0] <= width - r and r <= n[0][1] <= height - r]


class _Search:
    """The corners known so far, and the cheapest way to each of them from the start."""

    def __init__(self, obs: Obstacles, start: Point, goal: Point | None, limit: int) -> None:
        (sx, sy), half = start, limit
        if goal is not None:
            # Every point of a path no longer than the limit lies in the ellipse round both ends.
            sx, sy, half = (sx + goal[0]) // 2, (sy + goal[1]) // 2, limit // 2 + 1
        half += 50  # Corners stand a little outside the boxes of what they go round.
        self.obs = obs.within((sx - half, sy - half, sx + half, sy + half))
        self.start, self.goal, self.limit = start, goal, limit * FINE
        self.nodes: list[Node] = [(start, start)]
        self.ahead = [leg_length(start, goal) if goal is not None else 0]
        self.cost: list[int | None] = [None]
        self.parent = [0]
        self.dead: list[bool | None] = [False]
        self.queue: list[tuple[int, int, int, int, bool]] = [(0, 0, 0, 0, True)]
        self.settled: list[int] = []
        self.known: set[Hit] = {("edge", 0)}
        if goal is not None:
            self.add([(goal, goal)])

    def add(self, nodes: list[Node]) -> None:
        """Take in new corners, within the ellipse, and try them from all places settled before."""
        first = len(self.nodes)
        for node in nodes:
            ahead = leg_length(node[0], self.goal) if self.goal is not None else 0
            if leg_length(self.start, node[0]) + ahead <= self.limit:
                self.nodes.append(node)
                self.ahead.append(ahead)
                self.cost.append(None)
                self.parent.append(0)
                self.dead.append(None)
        for i in self.settled:
            self.spread(i, range(first, len(self.nodes)))

    def spread(self, i: int, to: range) -> None:
        """Queue the legs from a settled corner as if nothing stood in the way: their turn will tell."""
        node, cost = self.nodes[i], self.cost[i]
        assert cost is not None
        p = node[0]
        for j in to:
            if self.cost[j] is None and not self.dead[j]:
                other = self.nodes[j]
                total = cost + leg_length(p, other[0])
                if total + self.ahead[j] <= self.limit and (i == 0 or _bends(other[0], node)):
                    if other[0] == other[1] or _bends(p, other):
                        heappush(self.queue, (total + self.ahead[j], j, i, total, False))

    def settle(self) -> int | None:
        """The next corner in order of cost (A*), or None when there is no more."""
        obs = self.obs
        while self.queue:
            _, j, i, total, checked = heappop(self.queue)
            if self.cost[j] is not None or self.dead[j]:
                continue
            a, b = self.nodes[i][0], self.nodes[j][0]
            if not checked:
                if self.dead[j] is None:
                    self.dead[j] = not point_clear(obs, b)
                    if self.dead[j]:
                        continue
                hit = first_hit(obs, a, b)
                if hit is not None:
                    self.learn(hit)
                    continue
                extra = 0
                for k, (shape, factor) in enumerate(obs.slow):
                    part = leg_inside(a, b, obs.radius, shape)
                    if part:
                        extra += (factor - 1) * part
                        self.learn(("slow", k))
                if extra:
                    if total + extra + self.ahead[j] <= self.limit:
                        heappush(self.queue, (total + extra + self.ahead[j], j, i, total + extra, True))
                    continue
            self.cost[j], self.parent[j] = total, i
            self.settled.append(j)
            self.spread(j, range(1, len(self.nodes)))
            return j
        return None

    def learn(self, hit: Hit) -> None:
        """Add the corners of an obstacle when it first stands in the way."""
        if hit not in self.known:
            self.known.add(hit)
            self.add(_nodes_of(self.obs, hit))

    def learn_all(self) -> None:
        """Add the corners of all obstacles near by."""
        for o in self.obs._discs:
            self.learn(("disc", o[-1]))
        for q in self.obs._polygons:
            self.learn(("polygon", q[-1]))
        for k in range(len(self.obs.slow)):
            self.learn(("slow", k))

    def path(self, j: int) -> tuple[Point, ...]:
        """The way to a settled corner, without the start."""
        return (*self.path(self.parent[j]), self.nodes[j][0]) if j else ()


def route(obs: Obstacles, start: Point, goal: Point, limit: int) -> tuple[Point, ...] | None:
    """A short legal path from start to goal that costs at most `limit` units: the points after the start, or None.

    Straight where that is possible, else round the corners in the way. Deterministic (MOVE-1, MOVE-2, ACN-2, ACN-4).
    """
    if dist2(start, goal) > limit * limit or not point_clear(obs, goal) or not point_clear(obs, start):
        return None
    if leg_clear(obs, start, goal) and weighted_length((start, goal), obs.radius, obs.slow) <= limit:
        return (goal,)
    for complete in (False, True):
        search = _Search(obs, start, goal, limit)
        if complete:
            # Seldom: only corners of something that no leg has met, or met too late, let the path through.
            search.settle()
            search.learn_all()
        while (j := search.settle()) is not None:
            if j == 1:
                return search.path(j)
    return None


def reach(obs: Obstacles, start: Point, limit: int, step: int) -> list[tuple[Point, int]]:
    """The places that a base can get to for at most `limit` units, and what each costs at most (MOVE-1, MOVE-2).

    Places lie on a grid of `step` units through the start. Each listed place is legal and `route` finds it.
    """
    return [place for part in reach_stepwise(obs, start, limit, step) for place in part]


def reach_stepwise(
    obs: Obstacles, start: Point, limit: int, step: int, slice_of: int = 200
) -> Iterator[list[tuple[Point, int]]]:
    """The same in parts, so that a browser can draw in between: about every `slice_of` legs looked at."""
    if not point_clear(obs, start):
        return
    search = _Search(obs, start, None, limit)
    near, slow, r = search.obs, obs.slow, obs.radius
    count = limit // step
    waiting = [
        (start[0] + i * step, start[1] + j * step)
        for j in range(-count, count + 1)
        for i in range(-count, count + 1)
        if (i * i + j * j) * step * step <= limit * limit
    ]
    found: list[tuple[Point, int]] = []
    looked = 0
    hub = search.settle()
    if near._discs or near._polygons or slow:
        waiting = [p for p in waiting if point_clear(near, p)]
        search.learn_all()
    while hub is not None and waiting:
        node, cost = search.nodes[hub], search.cost[hub]
        assert cost is not None
        at, rest = node[0], search.limit - cost
        span = rest // FINE
        local = near.within((at[0] - span, at[1] - span, at[0] + span, at[1] + span))
        left = []
        for p in waiting:
            if dist2(at, p) <= span * span and (hub == 0 or _bends(p, node)):
                looked += 1
                if looked % slice_of == 0:
                    yield found
                    found = []
                if leg_clear(local, at, p):
                    total = ceil_div(cost + leg_cost(at, p, r, slow), FINE)
                    if total <= limit:
                        found.append((p, total))
                        continue
            left.append(p)
        waiting = left
        hub = search.settle()
    yield found
