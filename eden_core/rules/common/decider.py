"""The player who decides for a fighter (NPF-5, DIS-2), and the order of fighters (GEN-8)."""

from __future__ import annotations

from eden_core.engine.match import Fighter, Match, opponent

__all__ = [
    "decider",
    "in_order",
    "rank",
]


def decider(match: Match, fighter: str, other: str = "", answering: int = 0) -> int:
    """The player who decides for a fighter that fights another one.

    NPF-5: for an NPF that is who activated it, as long as it is activated; else, and when it is `answering` an
    attack by a riposte, the opponent of whom it fights.
    """
    player = match.fighters[fighter].player
    if player:
        return player
    if fighter == match.table.npf and not answering:
        return match.table.npf_player
    against = match.fighters[other].player if other else 0
    return opponent(against) if against else match.table.first_player


def in_order(match: Match, fighters: list[Fighter]) -> tuple[str, ...]:
    """The first player's fighters, then the other's, then NPFs; each in troop order (GEN-8)."""
    return tuple(f.id for f in sorted(fighters, key=lambda f: rank(match, f)))


def rank(match: Match, fighter: Fighter) -> int:
    """0 for the first player's fighters, 1 for the other's, 2 for NPFs (GEN-8)."""
    return 0 if fighter.player == match.table.first_player else 1 if fighter.player else 2
