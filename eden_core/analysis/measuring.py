"""The measuring tape: edge to edge between any two things on the field, or points of it (GEN-1). Pure Python, no js."""

from __future__ import annotations

from typing import NamedTuple

from eden_core.engine.match import Match
from eden_core.engine.messages import Point
from eden_core.geometry.plane import gap, polygon_gap, polygons_gap

__all__ = ["Measure", "measure"]


class Measure(NamedTuple):
    """The two ends of the tape, and its length (units, rounded up; 0 when the things overlap)."""

    start: Point
    end: Point
    length: int


def measure(match: Match, start: Point, what: str, end: Point, other: str) -> Measure:
    """Measure from a point to another; `what` and `other` are the ids of the things there.

    Each is a fighter, a marker, a piece, or "" for the bare ground. Bases and markers are shown measured from their
    centre, outlines from the given point.
    """
    one, far = _thing(match, start, what), _thing(match, end, other)
    length = 0 if what and what == other else _apart(*one, *far)
    return Measure(one[0][0] if len(one[0]) == 1 else start, far[0][0] if len(far[0]) == 1 else end, length)


def _thing(match: Match, point: Point, what: str) -> tuple[tuple[Point, ...], int]:
    """Return a thing's shape: a disc (centre and radius), an outline, or the point itself."""
    fighter, marker, piece = match.fighters.get(what), match.markers.get(what), match.pieces.get(what)
    if fighter is not None and fighter.at:
        return (fighter.at,), fighter.radius
    if marker is not None:
        return (marker.at,), marker.radius
    return (piece.outline, piece.radius) if piece is not None else ((point,), 0)


def _apart(one: tuple[Point, ...], radius: int, other: tuple[Point, ...], other_radius: int) -> int:
    """Return the distance between the edges of two discs or outlines."""
    if len(one) == 1 and len(other) == 1:
        return gap(one[0], radius, other[0], other_radius)
    if len(one) == 1:
        return polygon_gap(one[0], radius, other)
    return polygon_gap(other[0], other_radius, one) if len(other) == 1 else polygons_gap(one, other)
