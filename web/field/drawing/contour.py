"""Outlines of reach bands: the area of all grid cells whose cost is within a limit (marching squares).

The input is the engine's `reach`: legal centres on a grid with their costs. The outline is interpolated between cells
where the cost crosses the limit, and ends `EDGE` of a step beyond the last legal centre.
"""

from __future__ import annotations

import itertools

from web.field.state import Point

__all__ = ["contours", "grid_step"]

Loop = list[tuple[float, float]]
EDGE = 0.12  # share of a step that the outline extends beyond the last legal centre


def grid_step(cells: list[tuple[Point, int]]) -> int:
    """Return the grid's step: the least distance between two columns, in field units."""
    columns = sorted({point[0] for point, _ in cells})
    return min((b - a for a, b in itertools.pairwise(columns)), default=50)


def contours(costs: dict[Point, int], limit: int, step: int) -> list[Loop]:
    """Return the closed outlines of the area within `limit`, in field units; holes are separate loops (even-odd)."""
    inside = {point for point, cost in costs.items() if cost <= limit}
    if not inside:
        return []
    left = {(x - step, y) for x, y in inside}
    low = {(x, y - step) for x, y in inside}
    corner = {(x - step, y) for x, y in low}
    some = inside | left | low | corner
    whole = inside & left & low & corner
    follow: dict[tuple[float, float], list[tuple[float, float]]] = {}

    def crossing(a: Point, b: Point) -> tuple[float, float]:
        """Return the point at which the outline crosses the line from cell `a` inside to cell `b` outside."""
        over = costs.get(b)
        part = EDGE if over is None else (limit - costs[a]) / (over - costs[a]) if over > costs[a] else EDGE
        return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part

    for x, y in some - whole:
        ring = ((x, y), (x + step, y), (x + step, y + step), (x, y + step))
        flags = [corner in inside for corner in ring]
        cuts = []
        for index in range(4):
            one, two = ring[index], ring[(index + 1) % 4]
            if flags[index] and not flags[(index + 1) % 4]:
                cuts.append((0, crossing(one, two)))  # leaves the area
            elif not flags[index] and flags[(index + 1) % 4]:
                cuts.append((1, crossing(two, one)))  # enters it
        for index, (kind, place) in enumerate(cuts):
            if kind == 0:
                follow.setdefault(place, []).append(cuts[(index + 1) % len(cuts)][1])
    loops: list[Loop] = []
    while follow:
        start = next(iter(follow))
        loop = [start]
        place = start
        while place in follow:
            ends = follow[place]
            after = ends.pop()
            if not ends:
                del follow[place]
            if after == start:
                break
            loop.append(after)
            place = after
        if len(loop) > 2:
            loops.append(loop)
    return loops
