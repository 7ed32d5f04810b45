"""Circles around shapes: the corners of a way lie on them, and a leg is tangent to them at some corners (MOVE-1).

A circle has a ring of 16 corners, those of `routing`; some of them may lie off the field or inside other shapes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from eden_core.geometry.lengths import NORMALS
from eden_core.geometry.plane import Point, Shape, box_of, ceil_sqrt
from eden_core.geometry.routing import nodes_round, ring

__all__ = ["Circle", "circle_about", "circles_round", "ring_size", "tangent_corners"]


class Circle(NamedTuple):
    """A circle to go round: its centre, a radius that holds its ring, the ring, and the corners usable for a way."""

    x: int
    y: int
    size: int
    side: int  # the distance of the ring's sides, times 2^20
    ring: tuple[Point, ...]
    useful: tuple[bool, ...]


@lru_cache(maxsize=256)
def circles_round(shape: Shape, keep: int, bounds: Point, radius: int) -> tuple[Circle, ...]:
    """Return the circles on which the corners around a shape lie; cached, because shapes seldom change."""
    (width, height), nodes = bounds, nodes_round(shape, keep)
    known = {(p, c) for p, c in nodes if radius <= p[0] <= width - radius and radius <= p[1] <= height - radius}
    if isinstance(shape[1], int):
        keep += shape[1]
    found = []
    for centre in dict.fromkeys(centre for _, centre in nodes):
        corners = ring(centre, keep)
        found.append(
            Circle(
                *centre,
                ring_size(keep),
                (keep * 1019592 // 1000000 + 2) * 1028428,
                tuple(node for node, _ in corners),
                tuple(corner in known for corner in corners),
            )
        )
    return tuple(found)


def ring_size(keep: int) -> int:
    """Return a radius that holds the ring around a circle."""
    return keep * 103 // 100 + 3


def circle_about(shape: Shape, keep: int) -> tuple[int, int, int]:
    """Return a circle that holds the corners around a shape."""
    if isinstance(shape[1], int):
        return *shape[0], ring_size(shape[1] + keep)
    x0, y0, x1, y1 = box_of(shape)
    x, y = (x0 + x1) // 2, (y0 + y1) // 2
    return x, y, ceil_sqrt(max((x - a) ** 2 + (y - b) ** 2 for a, b in shape)) + ring_size(keep)


def tangent_corners(circle: Circle, p: Point, back: bool) -> list[tuple[int, int]]:
    """Return the corners at which a leg from p touches a ring, each with the direction in which a way goes on round it.

    `back`: also those that are reached by a step back first.
    """
    x, y, side = p[0] - circle.x, p[1] - circle.y, circle.side
    dots = [x * a + y * b for a, b in NORMALS[:8]]
    seen = [dot > side for dot in dots] + [-dot > side for dot in dots]
    count = sum(seen)
    if count:
        if seen[0] and seen[15]:
            left = seen.index(False)
            right = (left - count) % 16
        else:
            right = seen.index(True)
            left = (right + count) % 16
        return [(left, 1), (right, -1)]
    # Within the ring, as bases in contact are, or on slow ground: step out to one near by.
    k = max(range(16), key=lambda j: dots[j] if j < 8 else -dots[j - 8])
    near = ((k + 1, 1), (k + 2, 1), (k, -1), (k - 1, -1))
    return [(j % 16, turn) for j, turn in (((k, 1), (k + 1, -1), *near) if back else near)]
