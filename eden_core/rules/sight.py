"""Lines of sight (LOS-1 to LOS-6): what cuts a corridor, and what counts as an obstacle in it."""

from __future__ import annotations

from typing import NamedTuple

from ..field import Piece, touches_piece
from ..geometry import Corridor, corridor, corridor_covers, corridor_cut
from ..match import ON_FIELD, Match
from ..messages import Point

__all__ = ["Sight", "can_see", "can_see_point", "corridor_between", "sight", "sight_of_point"]


class Sight(NamedTuple):
    """Whether sight is valid, the ids of what blocks it, and of each obstacle in it."""

    clear: int
    blockers: tuple[str, ...]
    obstacles: tuple[str, ...]


def corridor_between(match: Match, shooter: str, target: str) -> Corridor:
    """LOS-1: the corridor between two fighters' bases."""
    one, other = match.fighters[shooter], match.fighters[target]
    return corridor(one.at, one.radius, other.at, other.radius)  # type: ignore[arg-type]


def sight(match: Match, shooter: str, target: str) -> Sight:
    """LOS-2, LOS-3: whether one fighter sees another, what blocks, and the obstacles."""
    end = match.fighters[target]
    return _sight(match, shooter, target, end.at, end.radius)  # type: ignore[arg-type]


def sight_of_point(match: Match, shooter: str, point: Point) -> Sight:
    """LOS-1: the same to a point of the field; who stands on it neither blocks nor counts."""
    return _sight(match, shooter, "", point, 0)


def can_see(match: Match, shooter: str, target: str) -> bool:
    """LOS-2 alone, stopping at the first blocker."""
    end = match.fighters[target]
    return not _sight(match, shooter, target, end.at, end.radius, first=True).blockers  # type: ignore[arg-type]


def _sight(match: Match, shooter: str, target: str, at: Point, radius: int, first: bool = False) -> Sight:
    start = match.fighters[shooter]
    lane = corridor(start.at, start.radius, at, radius)  # type: ignore[arg-type]
    blockers: list[str] = []
    obstacles: list[str] = []
    for fighter in match.fighters.values():
        if fighter.status != ON_FIELD or fighter.id == shooter or fighter.id == target:
            continue
        disc = (fighter.at, fighter.profile.base * 5)
        if not corridor_covers(lane, disc):  # type: ignore[arg-type]
            continue
        if not target and _stands_on(fighter.at, disc[1], at):  # type: ignore[arg-type]
            continue
        if corridor_cut(lane, disc):  # type: ignore[arg-type]
            blockers.append(fighter.id)
            if first:
                break
        else:
            obstacles.append(fighter.id)
    for piece in match.pieces.values():
        if first and blockers:
            break
        if piece.flat or not corridor_covers(lane, piece.shape):
            continue
        if touches_piece(start.at, start.radius, piece):  # type: ignore[arg-type]
            continue                                      # LOS-3: the shooter's own ground does not count
        if not piece.low and not _target_in(at, radius, piece) and corridor_cut(lane, piece.shape):
            blockers.append(piece.id)
        else:
            obstacles.append(piece.id)
    return Sight(int(not blockers), tuple(blockers), tuple(obstacles))


def can_see_point(match: Match, shooter: str, point: Point) -> bool:
    """LOS-1, LOS-2: whether a fighter sees a point."""
    return bool(sight_of_point(match, shooter, point).clear)


def _stands_on(at: Point, radius: int, point: Point) -> bool:
    return (at[0] - point[0]) ** 2 + (at[1] - point[1]) ** 2 <= radius * radius


def _target_in(at: Point, radius: int, piece: Piece) -> bool:
    """LOS-3: the piece that the target's base is in never blocks."""
    return touches_piece(at, max(radius, 1), piece)
