"""Places for scenery (PREP-6, TER-1)."""

from __future__ import annotations

from collections.abc import Sequence

from eden_core.cards.records import Shape
from eden_core.engine.field import SPACING, Piece, are_closer, gap_to_edge, gap_to_piece, grown_box, outline_at
from eden_core.engine.match import Match
from eden_core.engine.messages import Place, Point
from eden_core.errors import Illegal

__all__ = [
    "first_place",
    "piece_from",
    "place_somewhere",
    "why_not_place",
]


def piece_from(shape: Shape, at: Point, turn: int) -> Piece:
    """A shape put down: its outline turned and moved, its traits with it."""
    return Piece(
        shape.id, shape.like, outline_at(shape.outline, at, turn), 0, shape.low, shape.flat, shape.passable, shape.slow
    )


def why_not_place(match: Match, piece: Piece) -> Illegal | None:
    """5 cm or more from other scenery, the edges and mission markers (PREP-6)."""
    if gap_to_edge(piece, match.setup.field) < SPACING:
        return Illegal("too_close_to_edge", "PREP-6", piece=piece.id)
    for other in match.pieces.values():
        if are_closer(piece, other, SPACING):
            return Illegal("too_close_to_scenery", "PREP-6", piece=piece.id, other=other.id)
    for marker in match.markers.values():
        if gap_to_piece(marker.at, marker.radius, piece) < SPACING:
            return Illegal("too_close_to_marker", "PREP-6", piece=piece.id, marker=marker.id)
    return None


def place_somewhere(match: Match) -> Place | None:
    """The first place where a piece of the pool fits, or None: then a player may pass (PREP-6)."""
    return first_place(match, [shape for shape in match.setup.pool if shape.id in match.pool])


def first_place(match: Match, shapes: Sequence[Shape]) -> Place | None:
    """The first place where one of some shapes fits (PREP-6, TER-1).

    Ruling: it is looked for on a grid of 1 cm, by the rectangles around the pieces, upright or turned by a quarter.
    """
    width, height = match.setup.field
    taken = [grown_box(piece, SPACING) for piece in match.pieces.values()]
    taken += [
        (
            x - marker.radius - SPACING,
            y - marker.radius - SPACING,
            x + marker.radius + SPACING,
            y + marker.radius + SPACING,
        )
        for marker in match.markers.values()
        for x, y in (marker.at,)
    ]
    for shape in shapes:
        for turn in (0, 90):
            left, bottom, right, top = grown_box(piece_from(shape, (0, 0), turn), 0)
            for y in range(SPACING - bottom, height - SPACING - top + 1, 100):
                beside = [box for box in taken if y + top > box[1] and y + bottom < box[3]]
                x = start = SPACING - left
                while x <= width - SPACING - right:
                    met = next((box for box in beside if x + right > box[0] and x + left < box[2]), None)
                    if met is None:
                        return Place(shape.id, (x, y), turn)
                    x = start + -(-(met[2] - left - start) // 100) * 100  # the next column beyond it
    return None
