"""Places at which a base may touch another and a short way may end (ACN-4, NPF-4).

The way straight ahead is the shortest. Where something blocks it, a shortest way ends at a limit: of a blocked arc, or
of the part that can be reached straight from the start, past an obstacle. Places in fixed directions, and one between
any two neighbours, serve the ways round corners.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isqrt

from eden_core.geometry.corridors import tangents
from eden_core.geometry.lengths import grown
from eden_core.geometry.plane import CONTACT, FINE, Disc, Point, Polygon, box_of, edges, nearest, segment_dist2_below
from eden_core.geometry.routing import RING, Obstacles

__all__ = ["meeting_places", "straight_ahead"]

_APART = 2
"""Units between two bases that meet: inside contact's five, and clear of overlap however they are rounded."""
_ASIDE = 2
_CLOSE = 8
"""Units: neighbours on the circle no farther from each other need none between them."""
_DIRECTIONS = (*RING, *((a[0] + b[0], a[1] + b[1]) for a, b in zip(RING, RING[1:] + RING[:1])))


def straight_ahead(start: Point, other: Point, near: int) -> tuple[Point, Point]:
    """Return the places of contact in front of a base: first the usual one, then the nearest to the start.

    `near` is the sum of both radii (units).
    """
    x, y = start[0] - other[0], start[1] - other[1]
    (ux, uy), (wx, wy) = _at(near + _APART, x, y), _at(near + CONTACT - 1, x, y)
    return (other[0] + ux, other[1] + uy), (other[0] + wx, other[1] + wy)


def meeting_places(
    obs: Obstacles, ends: Obstacles, start: Point, other: Point, near: int, fits: Callable[[Point], bool]
) -> tuple[Point, ...]:
    """Return places of contact all around a base, in order of direction.

    `obs`: the obstacles of the way, the other base included. `ends`: the areas in which the way may not end. `near`:
    the sum of both radii (units). `fits`: tells whether a way may end at a place, without testing the way itself.
    """
    usual = near + _APART
    walls, closed = _outlines(obs, start, other, usual), _outlines(ends, other, other, usual)
    r, (width, height) = obs.radius, obs.bounds
    limits: list[Point] = []
    for out in (usual, near + 1, near + CONTACT - 1):  # contact has a depth, which counts where a limit grazes it
        limits += [at for wall in (*walls, *closed) for at in _limits(out, wall, other)]
        limits += [
            at for outline, keep in walls for corner in outline for at in _past(out, (corner, keep), start, other)
        ]
        limits += [(x, y) for x in (r - other[0], width - r - other[0]) for y in _heights(out, x)]
        limits += [(x, y) for y in (r - other[1], height - r - other[1]) for x in _heights(out, y)]
    found = sorted({*limits, *(_at(usual, x, y) for x, y in _DIRECTIONS)}, key=_turn)
    places = [
        _at(usual, ax + bx, ay + by)
        for (ax, ay), (bx, by) in zip(found, found[1:] + found[:1])
        if max(abs(ax - bx), abs(ay - by)) > _CLOSE
    ]
    for x, y in found:
        places.append((x, y))
        if not fits((other[0] + x, other[1] + y)):
            # Rounding may put a limit inside the obstacle that it belongs to.
            out = isqrt(x * x + y * y)
            places += [_at(out, out * x - aside * y, out * y + aside * x) for aside in (_ASIDE, -_ASIDE)]
    return tuple(filter(fits, ((other[0] + x, other[1] + y) for x, y in sorted(set(places), key=_turn))))


def _outlines(obs: Obstacles, start: Point, other: Point, out: int) -> list[tuple[Polygon, int]]:
    """Return the shapes that may stand between a start and a circle or in it, each with the distance to keep from it.

    Slow ground is among them; a disc is an outline of one corner, and the other base is left out.
    """
    (ax, ay), (bx, by) = start, other
    left, low, right, high = box = min(ax, bx - out), min(ay, by - out), max(ax, bx + out), max(ay, by + out)
    close = obs.within(box)
    walls: list[tuple[Polygon, int]] = [
        (((x, y),), obs.discs[i][2]) for _, _, _, _, x, y, _, i in close.disc_boxes if (x, y) != other
    ]
    walls += [obs.polygons[at[-1]] for at in close.polygon_boxes]
    for shape, _ in obs.slow:
        outline, keep = ((shape[0],), shape[1] + obs.radius) if isinstance(shape[1], int) else (shape, obs.radius)
        x0, y0, x1, y1 = grown(box_of(outline), keep)
        if x0 < right and y0 < high and x1 > left and y1 > low:
            walls.append((outline, keep))
    return walls


def _limits(out: int, wall: tuple[Polygon, int], other: Point) -> Iterator[Point]:
    """Yield the points of the circle exactly `keep` from an outline's sides and corners, relative to its centre."""
    outline, keep = wall
    for corner in outline:
        x, y = corner[0] - other[0], corner[1] - other[1]
        whole = x * x + y * y
        along = whole + out * out - keep * keep
        across2 = 4 * out * out * whole - along * along
        if whole and across2 >= 0:
            across = isqrt(across2)
            for s in (across, -across):
                yield nearest(x * along - y * s, 2 * whole), nearest(y * along + x * s, 2 * whole)
    for a, b in edges(outline) if len(outline) > 1 else ():
        x, y = b[0] - a[0], b[1] - a[1]
        length = isqrt((x * x + y * y) * FINE * FINE)
        off = (
            (x * (other[1] - a[1]) - y * (other[0] - a[0])) * FINE * FINE // length
        )  # of the centre, to the side's left
        for kept in (keep * FINE - off, -keep * FINE - off):
            across2 = out * out * FINE * FINE - kept * kept
            if across2 >= 0:
                across = isqrt(across2)
                for s in (across, -across):
                    yield nearest(x * s - y * kept, length), nearest(y * s + x * kept, length)


def _past(out: int, disc: Disc, start: Point, other: Point) -> Iterator[Point]:
    """Yield the points at which the straight ways that just pass a disc reach the circle, relative to its centre."""
    near = segment_dist2_below(disc[0], start, other, disc[1] + out)
    for line in (near and tangents(start, 0, *disc)) or ():
        ux, uy = line[1][0] - line[0][0], line[1][1] - line[0][1]
        whole = ux * ux + uy * uy
        x, y = start[0] - other[0], start[1] - other[1]
        along, across = -(x * ux + y * uy), ux * y - uy * x
        rest = out * out * whole - across * across
        if whole and rest >= 0 and along > 0:
            far = along - isqrt(rest)
            yield x + nearest(ux * far, whole), y + nearest(uy * far, whole)


def _heights(out: int, x: int) -> tuple[int, ...]:
    """Return the other coordinates of the points of a circle that have this one."""
    rest = out * out - x * x
    return (isqrt(rest), -isqrt(rest)) if rest >= 0 else ()


def _at(out: int, x: int, y: int) -> Point:
    """Return the point of a circle in a direction, to the nearest unit."""
    length = isqrt(x * x + y * y) or 1
    return nearest(x * out, length), nearest(y * out, length)


def _turn(p: Point) -> tuple[int, Point]:
    """Return a number that grows with a direction, once around."""
    x, y = p
    part = FINE * y // (abs(x) + abs(y))
    return part if x >= 0 else 2 * FINE - part, p
