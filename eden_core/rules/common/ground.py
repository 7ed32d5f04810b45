"""Scenery as fighters meet it: contact (CON-3), and what lets a base through or stand (MOVE-2, TER-3)."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from eden_core.engine.field import Piece, gap_to_piece, grown_box, touches_piece
from eden_core.engine.match import Fighter, Match
from eden_core.engine.messages import Point
from eden_core.geometry.plane import CONTACT, Shape, dist2, edges, inside, nearest
from eden_core.geometry.routing import RING

__all__ = [
    "bars_ending",
    "beside",
    "depth_in",
    "is_close",
    "is_in_contact",
    "lets_through",
    "nearest_of",
    "overlaps",
    "slow_ground",
    "touched_pieces",
]


def is_close(at: Point, by: int, piece: Piece) -> bool:
    """Tell if a place is within the rectangle around a piece, grown: else it is nowhere near."""
    left, bottom, right, top = grown_box(piece, by)
    return left <= at[0] <= right and bottom <= at[1] <= top


def is_in_contact(at: Point, radius: int, piece: Piece) -> bool:
    """Base and outline touch, or the base is in the piece, wholly or in part (CON-3)."""
    return is_close(at, radius + CONTACT, piece) and gap_to_piece(at, radius, piece) < CONTACT


def touched_pieces(match: Match, fighter: Fighter) -> list[Piece]:
    """The pieces that a fighter is in contact with or in (CON-3)."""
    if not fighter.at:
        return []
    return [piece for piece in match.pieces.values() if is_in_contact(fighter.at, fighter.radius, piece)]


def overlaps(at: Point, radius: int, piece: Piece) -> bool:
    """Tell if a base is in a piece, wholly or in part."""
    return is_close(at, radius, piece) and touches_piece(at, radius, piece)


def lets_through(fighter: Fighter, piece: Piece, onto: str = "") -> bool:
    """Tell if a piece lets this base through on a move (MOVE-2, TER-3).

    `onto` is the piece on which a charge's target stands up (TER-ELE).

    Ruling: a piece that the base is in never bars its leaving, whether it came down from it (TER-ELE) or the piece has
    caught fire (TER-FLA).
    """
    if piece.is_ground or (piece.id == onto and onto):
        return True
    return bool(piece.territory and fighter.at and overlaps(fighter.at, fighter.radius, piece))


def bars_ending(match: Match, fighter: Fighter, onto: str = "") -> list[Piece]:
    """The pieces that a move may pass but not end in (MOVE-2, TER-CRO, TER-3)."""
    return [
        piece
        for piece in match.pieces.values()
        if piece.territory
        and not piece.can_be_stood_on
        and not (onto and piece.id == onto)
        and lets_through(fighter, piece)
    ]


def depth_in(at: Point, piece: Piece) -> int:
    """Return the distance of a place in a piece from its outline, in units, rounded down; 0 outside."""
    if piece.radius:
        return max(0, piece.radius - isqrt(dist2(at, piece.outline[0])))
    if not inside(at, piece.outline):
        return 0
    return isqrt(min(dist2(at, _foot(at, a, b)) for a, b in edges(piece.outline)))


def slow_ground(match: Match) -> tuple[tuple[Shape, int], ...]:
    """The pieces of which each cm costs more, each with what it costs (MOVE-2, TER-OBT)."""
    return tuple((piece.shape, piece.slows) for piece in match.pieces.values() if piece.slows > 1)


# --- places beside a piece ---

_APART = 25  # units between the places looked at along a side


def nearest_of(at: Point, piece: Piece) -> Point:
    """The point of a piece's outline nearest to a place, to the nearest unit."""
    if piece.radius:
        (x, y), (cx, cy) = at, piece.outline[0]
        whole = isqrt((x - cx) ** 2 + (y - cy) ** 2)
        return (
            (cx + nearest((x - cx) * piece.radius, whole), cy + nearest((y - cy) * piece.radius, whole))
            if whole
            else (cx + piece.radius, cy)
        )
    found = [_foot(at, a, b) for a, b in edges(piece.outline)]
    return min(found, key=lambda p: (dist2(at, p), p))


def _foot(p: Point, a: Point, b: Point) -> Point:
    ux, uy = b[0] - a[0], b[1] - a[1]
    along, whole = (p[0] - a[0]) * ux + (p[1] - a[1]) * uy, ux * ux + uy * uy
    if along <= 0:
        return a
    return b if along >= whole else (a[0] + nearest(ux * along, whole), a[1] + nearest(uy * along, whole))


def beside(piece: Piece, radius: int, at: Point) -> Iterator[Point]:
    """Yield places where a base is in contact with a piece and not in it.

    They lie all along its outline, the nearest to `at` first.
    """
    keep = radius + 2  # inside contact's five units whatever the rounding
    if piece.radius:
        found = _around(piece.outline[0], piece.radius + keep, 64)
    else:
        found = []
        for a, b in edges(piece.outline):
            ux, uy = b[0] - a[0], b[1] - a[1]
            whole = isqrt(ux * ux + uy * uy)
            for part in range(0, whole + 1, _APART):
                x, y = a[0] + ux * part // whole, a[1] + uy * part // whole
                found += [
                    (x - nearest(uy * keep, whole), y + nearest(ux * keep, whole)),
                    (x + nearest(uy * keep, whole), y - nearest(ux * keep, whole)),
                ]
            found += _around(a, keep, 16)
    # The nearest place of all, straight out from where the base is.
    (x, y), (fx, fy) = at, nearest_of(at, piece)
    whole = isqrt((fx - x) ** 2 + (fy - y) ** 2)
    if whole:
        sign = 1 if depth_in(at, piece) else -1
        found.append((fx + nearest(sign * (fx - x) * keep, whole), fy + nearest(sign * (fy - y) * keep, whole)))
    for p in sorted(set(found), key=lambda p: (dist2(at, p), p)):
        if not touches_piece(p, radius, piece) and is_in_contact(p, radius, piece):
            yield p


def _around(at: Point, reach: int, count: int) -> list[Point]:
    """Places at a distance in so many directions (a multiple of 16), evenly as far as whole units let."""
    out = []
    for (ax, ay), (bx, by) in zip(RING, RING[1:] + RING[:1]):
        for part in range(count // 16):
            x, y = ax * (count // 16 - part) + bx * part, ay * (count // 16 - part) + by * part
            whole = isqrt(x * x + y * y)
            out.append((at[0] + nearest(x * reach, whole), at[1] + nearest(y * reach, whole)))
    return out
