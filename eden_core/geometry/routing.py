"""Movement: obstacles, and the ways around them (MOVE, ACN-2, ACN-4); see also `lengths` and `reach`.

Legality is exact. Routes are short and legal, not always the shortest: corners are rounded by polygons of 16 sides. The
rules decide which fighter blocks whom and how far bases must keep apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import TypeAlias

from eden_core.geometry.lengths import Slow, grown, leg_inside, leg_length, path_length, weighted_length
from eden_core.geometry.plane import FINE, Box, Disc, Point, Polygon, Shape, area2, box_of, dist2, inside, segments_near

__all__ = [
    "RING",
    "DiscBox",
    "Hit",
    "Node",
    "Obstacles",
    "PolygonBox",
    "bends",
    "first_hit",
    "leg_clear",
    "nodes_round",
    "path_clear",
    "path_length",
    "point_clear",
    "ring",
    "route",
    "route_to_any",
    "shape_of",
    "step_outs",
    "weighted_length",
]

Hit: TypeAlias = tuple[str, int]
"""The obstacle in the way: "edge", "disc" or "polygon", and its index."""
DiscBox: TypeAlias = tuple[int, int, int, int, int, int, int, int]
"""A disc for quick tests: its box, its centre, its radius squared, its index."""
PolygonBox: TypeAlias = tuple[int, int, int, int, Polygon, int, int]
"""A polygon: the box of what is too near it, its corners, how far to keep off, its index."""
_PART = 2**20
"""The length of the directions in `RING`."""


# --- obstacles ---


class Obstacles:
    """Everything that a base may not overlap on its way, as limits of its centre; immutable (MOVE-1, MOVE-2).

    `bounds`: the field's width and height; the centre keeps `radius` from the edges. `discs`: (x, y, R), no closer than
    R. `polygons`: (outline, r), not inside and no closer than r. Exactly at these distances is legal. `slow`: weighted
    ground, in terms of `radius`. All in units.
    """

    __slots__ = ("bounds", "disc_boxes", "discs", "polygon_boxes", "polygons", "radius", "slow")

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
        self.disc_boxes: list[DiscBox] = [
            (x - R, y - R, x + R, y + R, x, y, R * R, i) for i, (x, y, R) in enumerate(self.discs)
        ]
        self.polygon_boxes = [(*grown(box_of(poly), r), poly, r, i) for i, (poly, r) in enumerate(self.polygons)]

    def within(self, box: Box) -> Obstacles:
        """Return the field with only those obstacles that may matter to paths inside a box (units)."""
        lx, ly, hx, hy = box
        return self.only(
            [o for o in self.disc_boxes if hx > o[0] and lx < o[2] and hy > o[1] and ly < o[3]],
            [o for o in self.polygon_boxes if hx > o[0] and lx < o[2] and hy > o[1] and ly < o[3]],
        )

    def only(self, discs: list[DiscBox], polygons: list[PolygonBox]) -> Obstacles:
        """Return the field with only these obstacles; each keeps its index."""
        few = object.__new__(Obstacles)
        few.bounds, few.radius, few.slow = self.bounds, self.radius, self.slow
        few.discs, few.polygons = self.discs, self.polygons
        few.disc_boxes, few.polygon_boxes = discs, polygons
        return few


def point_clear(obs: Obstacles, p: Point) -> bool:
    """Return whether the base may stand with its centre at p (MOVE-1)."""
    return first_hit(obs, p, p) is None


def leg_clear(obs: Obstacles, a: Point, b: Point) -> bool:
    """Return whether the base may go straight from a to b, both ends included (MOVE-1)."""
    return first_hit(obs, a, b) is None


def path_clear(obs: Obstacles, path: Sequence[Point]) -> bool:
    """Return whether the base may follow the path; a path of one point is a place (MOVE-1)."""
    return all(leg_clear(obs, a, b) for a, b in zip(path, path[1:] or path))


def first_hit(obs: Obstacles, a: Point, b: Point) -> Hit | None:
    """Return the first obstacle from a to b, of edge, discs, polygons; None when the leg is clear (MOVE-1)."""
    (ax, ay), (bx, by) = a, b
    r, (width, height) = obs.radius, obs.bounds
    lx, hx = (ax, bx) if ax < bx else (bx, ax)
    ly, hy = (ay, by) if ay < by else (by, ay)
    if lx < r or ly < r or hx > width - r or hy > height - r:
        return "edge", 0
    ux, uy = bx - ax, by - ay
    whole = ux * ux + uy * uy
    for x0, y0, x1, y1, x, y, r2, i in obs.disc_boxes:
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
    for x0, y0, x1, y1, poly, keep, i in obs.polygon_boxes:
        if hx > x0 and lx < x1 and hy > y0 and ly < y1 and _leg_hits(a, b, keep, poly):
            return "polygon", i
    return None


def _leg_hits(a: Point, b: Point, keep: int, poly: Polygon) -> bool:
    """Return whether the leg comes strictly closer than `keep` to the polygon or starts inside."""
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


# --- the way round ---

_QUARTER = ((_PART, 0), (968758, 401273), (741455, 741455), (401273, 968758))
RING = tuple((c * x - s * y, s * x + c * y) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1)) for x, y in _QUARTER)
"""The 16 directions of the corners that stand for a circle, times `_PART`."""

Node: TypeAlias = tuple[Point, Point]
"""A corner where a path may bend, and the point round which it bends there."""


def ring(c: Point, keep: int) -> list[Node]:
    """Return corners around a circle at keep / cos(180°/16) and one more, so that the sides between them clear it."""
    out = keep * 1019592 // 1000000 + 2
    return [((c[0] + x * out // _PART, c[1] + y * out // _PART), c) for x, y in RING]


def _rings(poly: Polygon, keep: int) -> list[Node]:
    """Return corners around a polygon's convex corners: those between the normals of both sides, and one more."""
    found = []
    turned = area2(poly) < 0
    for i, v in enumerate(poly):
        before, after = poly[i - 1], poly[(i + 1) % len(poly)]
        ux, uy, wx, wy = v[0] - before[0], v[1] - before[1], after[0] - v[0], after[1] - v[1]
        if (ux * wy - uy * wx < 0) is not turned:
            continue
        for node in ring(v, keep):
            x, y = node[0][0] - v[0], node[0][1] - v[1]
            if _ahead(x, y, ux, uy) and _ahead(x, y, -wx, -wy):
                found.append(node)
    return found


def _ahead(x: int, y: int, ux: int, uy: int) -> bool:
    """Return whether (x, y) points at most 22.5 degrees behind the normal of (ux, uy)."""
    along = x * ux + y * uy
    return along >= 0 or 100 * along * along <= 15 * (x * x + y * y) * (ux * ux + uy * uy)


def bends(p: Point, node: Node) -> bool:
    """Return whether a leg between p and a node passes by the shape that the node goes round, within 30 degrees.

    Other legs are detours.
    """
    (x, y), (cx, cy) = node
    ux, uy, wx, wy = x - p[0], y - p[1], x - cx, y - cy
    dot, round2 = ux * wx + uy * wy, wx * wx + wy * wy
    if 4 * dot * dot <= (ux * ux + uy * uy) * round2:
        return True
    # Close by, a leg may have to step out first: from a place in contact to the corner above it.
    return 10 * dist2(p, node[1]) <= 12 * round2


def nodes_of(obs: Obstacles, hit: Hit) -> list[Node]:
    """Return the corners around one obstacle or slow ground, on the field."""
    kind, _i = hit
    r, (width, height) = obs.radius, obs.bounds
    nodes = nodes_round(*shape_of(obs, hit)) if kind != "edge" else ()
    return [n for n in nodes if r <= n[0][0] <= width - r and r <= n[0][1] <= height - r]


def shape_of(obs: Obstacles, hit: Hit) -> tuple[Shape, int]:
    """Return an obstacle or slow ground as a shape and the distance to keep from it; of a disc, from its centre."""
    kind, i = hit
    if kind == "polygon":
        return obs.polygons[i]
    if kind == "slow":
        return obs.slow[i][0], obs.radius
    x, y, R = obs.discs[i]
    return ((x, y), 0), R


@lru_cache(maxsize=256)
def nodes_round(shape: Shape, keep: int) -> tuple[Node, ...]:
    """Return the corners of ways that keep off a shape; cached, because shapes seldom change."""
    return tuple(ring(shape[0], shape[1] + keep) if isinstance(shape[1], int) else _rings(shape, keep))


class _Search:
    """The corners known so far, and the cheapest way to each of them from the start."""

    def __init__(
        self, obs: Obstacles, start: Point, goals: Sequence[Point], about: Disc, limit: int, leaving: Obstacles | None
    ) -> None:
        """Start a search; `about` is a circle that holds all goals."""
        # Every point of a path no longer than the limit lies in the ellipse round both ends; corners stand a little
        # outside the boxes of what they go round.
        (x, y), reach = self.about = about
        sx, sy, half = (start[0] + x) // 2, (start[1] + y) // 2, (limit + reach) // 2 + 51
        self.obs = obs.within((sx - half, sy - half, sx + half, sy + half))
        self.first = leaving or self.obs
        self.start, self.limit = start, limit * FINE
        self.nodes: list[Node] = [(start, start)]
        self.ahead = [self.at_least(start)]
        self.cost: list[int | None] = [None]
        self.parent = [0]
        self.dead: list[bool | None] = [False]
        self.queue: list[tuple[int, int, int, int, bool]] = [(0, 0, 0, 0, True)]
        self.settled: list[int] = []
        self.known: set[Hit] = {("edge", 0)}
        self.add([(goal, goal) for goal in goals])
        self.goals = len(self.nodes)
        if leaving is not None:
            self.add([(out, out) for out in step_outs(start)])

    def at_least(self, p: Point) -> int:
        """Return a lower bound of the length of any way from p to a goal, in `FINE` parts."""
        centre, reach = self.about
        return max(0, leg_length(p, centre) - reach * FINE)

    def add(self, nodes: list[Node]) -> None:
        """Add new corners within the ellipse, and try them from all places settled before."""
        first = len(self.nodes)
        for node in nodes:
            ahead = self.at_least(node[0])
            if leg_length(self.start, node[0]) + ahead <= self.limit:
                self.nodes.append(node)
                self.ahead.append(ahead)
                self.cost.append(None)
                self.parent.append(0)
                self.dead.append(None)
        for i in self.settled:
            self.spread(i, range(first, len(self.nodes)))

    def spread(self, i: int, to: range) -> None:
        """Queue the legs from a settled corner without testing for obstacles, which is done when their turn comes."""
        node, cost = self.nodes[i], self.cost[i]
        assert cost is not None
        p = node[0]
        for j in to:
            if self.cost[j] is None and not self.dead[j]:
                other = self.nodes[j]
                total = cost + leg_length(p, other[0])
                is_near = total + self.ahead[j] <= self.limit and (i == 0 or bends(other[0], node))
                if is_near and (other[0] == other[1] or bends(p, other)):
                    heappush(self.queue, (total + self.ahead[j], j, i, total, False))

    def settle(self) -> int | None:
        """Return the next corner in order of cost (A*), or None when there are no more."""
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
                hit = first_hit(obs if i else self.first, a, b)
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
        """Add the corners of an obstacle when it first blocks a leg."""
        if hit not in self.known:
            self.known.add(hit)
            self.add(nodes_of(self.obs, hit))

    def learn_all(self) -> None:
        """Add the corners of all obstacles near by."""
        for o in self.obs.disc_boxes:
            self.learn(("disc", o[-1]))
        for q in self.obs.polygon_boxes:
            self.learn(("polygon", q[-1]))
        for k in range(len(self.obs.slow)):
            self.learn(("slow", k))

    def path(self, j: int) -> tuple[Point, ...]:
        """Return the way to a settled corner, without the start."""
        return (*self.path(self.parent[j]), self.nodes[j][0]) if j else ()


def step_outs(p: Point) -> list[Point]:
    """Return places around p where a base that leaves a contact may be free of it (ACN-2)."""
    return [(p[0] + x * out // _PART, p[1] + y * out // _PART) for out in (12, 60) for x, y in RING]


def route(
    obs: Obstacles, start: Point, goal: Point, limit: int, leaving: Obstacles | None = None
) -> tuple[Point, ...] | None:
    """Return the points after the start of a short legal path that costs at most `limit` units, or None.

    Straight where that is possible, else round the corners in the way. Deterministic (MOVE-1, MOVE-2, ACN-2, ACN-4).
    `leaving`: the same obstacles in the same order, some of them nearer: only these apply to the first leg (ACN-2).
    """
    first = leaving or obs
    if dist2(start, goal) > limit * limit or not point_clear(obs, goal) or not point_clear(first, start):
        return None
    if leg_clear(first, start, goal) and weighted_length((start, goal), obs.radius, obs.slow) <= limit:
        return (goal,)
    return _found(obs, start, (goal,), (goal, 0), limit, leaving)


def route_to_any(
    obs: Obstacles, start: Point, goals: Sequence[Point], about: Disc, limit: int
) -> tuple[Point, ...] | None:
    """Return the shortest path found from start to one of several goals, all in the circle `about`, as `route` does."""
    return _found(obs, start, goals, about, limit, None) if point_clear(obs, start) else None


def _found(
    obs: Obstacles, start: Point, goals: Sequence[Point], about: Disc, limit: int, leaving: Obstacles | None
) -> tuple[Point, ...] | None:
    for complete in (False, True):
        search = _Search(obs, start, goals, about, limit, leaving)
        if complete:
            # Seldom: only corners of something that no leg has met, or met too late, let the path through.
            search.settle()
            search.learn_all()
        while (j := search.settle()) is not None:
            if 0 < j < search.goals:
                return search.path(j)
    return None
