"""Lines of sight (LOS-1 to LOS-6): what cuts a corridor, and what counts as an obstacle in it."""

from __future__ import annotations

from typing import NamedTuple

from eden_core.engine.field import Piece
from eden_core.engine.match import ON_FIELD, Fighter, Match
from eden_core.engine.messages import Point
from eden_core.geometry.corridors import Corridor, corridor, corridor_covers, corridor_cut, corridor_to
from eden_core.geometry.plane import gap
from eden_core.rules.common.ground import is_in_contact, nearest_of, overlaps
from eden_core.rules.common.weather import sight_limit

__all__ = ["Sight", "can_see", "corridor_between", "is_open", "sight", "sight_of_piece", "sight_of_point"]


class Sight(NamedTuple):
    """A line of sight: if it is valid, its blockers' ids, each obstacle's, and if fog hides the end (WEA-4)."""

    clear: int
    blockers: tuple[str, ...]
    obstacles: tuple[str, ...]
    fogged: int = 0


def corridor_between(match: Match, shooter: str, target: str) -> Corridor:
    """The corridor between two fighters' bases (LOS-1)."""
    one, other = match.fighters[shooter], match.fighters[target]
    return corridor(one.at, one.radius, other.at, other.radius)


def sight(match: Match, shooter: str, target: str) -> Sight:
    """Return the sight of one fighter to another: what blocks, and the obstacles (LOS-2, LOS-3)."""
    end = match.fighters[target]
    return _sight(match, shooter, target, end.at, end.radius)


def sight_of_point(match: Match, shooter: str, point: Point) -> Sight:
    """Return the sight to a point of the field; a fighter on it neither blocks nor counts (LOS-1)."""
    return _sight(match, shooter, "", point, 0)


def sight_of_piece(match: Match, shooter: str, name: str) -> Sight:
    """Return the sight to a piece of scenery; one in contact is seen (LOS-1)."""
    start, piece = match.fighters[shooter], match.pieces[name]
    if is_in_contact(start.at, start.radius, piece):
        return Sight(1, (), ())
    if piece.radius:
        lane = corridor(start.at, start.radius, piece.outline[0], piece.radius)
    else:
        lane = corridor_to(start.at, start.radius, piece.outline)
    return _along(match, lane, shooter, name, nearest_of(start.at, piece), 0)


def can_see(match: Match, shooter: str, target: str) -> bool:
    """Tell if sight is valid, stopping at the first blocker (LOS-2, WEA-4)."""
    end = match.fighters[target]
    return bool(_sight(match, shooter, target, end.at, end.radius, first=True).clear)


def is_open(match: Match, shooter: str, target: str) -> bool:
    """LOS-2 alone: whether nothing but fog stands between one fighter and another."""
    end = match.fighters[target]
    return not _sight(match, shooter, target, end.at, end.radius, first=True).blockers


def _sight(match: Match, shooter: str, target: str, at: Point, radius: int, first: bool = False) -> Sight:
    start = match.fighters[shooter]
    return _along(match, corridor(start.at, start.radius, at, radius), shooter, target, at, radius, first)


def _along(
    match: Match, lane: Corridor, shooter: str, target: str, at: Point, radius: int, first: bool = False
) -> Sight:
    """Return the blockers along a corridor, and its obstacles (LOS-2, LOS-3, TER-OBS).

    A piece with Obstacle (X) counts X times.
    """
    start = match.fighters[shooter]
    blockers: list[str] = []
    obstacles: list[str] = []
    for fighter in match.fighters.values():
        if fighter.status != ON_FIELD or fighter.id == shooter or fighter.id == target:
            continue
        disc = (fighter.at, fighter.profile.base * 5)
        if not corridor_covers(lane, disc):
            continue
        if not target and _stands_on(fighter.at, disc[1], at):
            continue
        if corridor_cut(lane, disc):
            blockers.append(fighter.id)
            if first:
                break
        else:
            obstacles.append(fighter.id)
    for piece in match.pieces.values():
        if first and blockers:
            break
        if piece.id == target or not _counts(piece) or not corridor_covers(lane, piece.shape):
            continue
        stands_in = overlaps(start.at, start.radius, piece)
        if _may_block(match, piece, stands_in or overlaps(at, max(radius, 1), piece)) and corridor_cut(
            lane, piece.shape
        ):
            blockers.append(piece.id)
        elif match.ruleset.own_ground_counts or not stands_in:  # LOS-3: the shooter's own ground does not count
            # TER-OBS: X obstacles, whether it covers part or all.
            obstacles.extend([piece.id] * (piece.amount("obstacle") if piece.territory else 1))
    fogged = _is_fogged(match, start, at, radius)
    return Sight(int(not blockers and not fogged), tuple(blockers), tuple(obstacles), int(fogged))


def _is_fogged(match: Match, start: Fighter, at: Point, radius: int) -> bool:
    """Tell if fog hides what is so far away (WEA-4)."""
    limit = sight_limit(match)
    return limit is not None and gap(start.at, start.radius, at, radius) > limit


def _stands_on(at: Point, radius: int, point: Point) -> bool:
    return (at[0] - point[0]) ** 2 + (at[1] - point[1]) ** 2 <= radius * radius


def _counts(piece: Piece) -> bool:
    """Tell if a piece matters to sight at all (LOS-5, TER-3)."""
    if piece.territory:
        return bool(piece.amount("obstacle") or piece.amount("impenetrable"))
    return not piece.flat


def _may_block(match: Match, piece: Piece, holds_an_end: bool) -> bool:
    """Tell if a piece blocks sight if it cuts the corridor (LOS-3, LOS-5, TER-IMP).

    `holds_an_end`: shooter or target is in it.

    Ruling: what passes "entirely through" an Impenetrable piece neither starts nor ends in it; where it cuts as scenery
    does, a fighter in it neither sees out nor is seen.
    """
    if not piece.territory:
        return not piece.low and not holds_an_end
    return bool(piece.amount("impenetrable")) and (bool(match.ruleset.impenetrable_cuts_as_scenery) or not holds_an_end)
