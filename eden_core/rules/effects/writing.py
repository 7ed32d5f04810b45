"""Replacing one record of a match by a changed copy; the other modules of effects alone use this."""

from __future__ import annotations

from eden_core.engine.match import Fighter, Match

__all__ = [
    "change_fighter",
    "change_side",
    "change_table",
]


def change_fighter(match: Match, fighter: str, **changes: object) -> Fighter:
    new = match.fighters[fighter]._replace(**changes)  # type: ignore[arg-type]
    match.fighters[fighter] = new
    return new


def change_side(match: Match, player: int, **changes: object) -> None:
    match.sides[player] = match.sides[player]._replace(**changes)  # type: ignore[arg-type]


def change_table(match: Match, **changes: object) -> None:
    match.table = match.table._replace(**changes)  # type: ignore[arg-type]
