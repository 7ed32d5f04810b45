"""Missions: which may be used, and what they score (MAT-8, PREP-5, ITD-10, ITD-12).

A face-down mission can't be counted by the other side: what it scores is claimed, kept with the counts of that moment,
and audited when it opens at the end.
"""

from __future__ import annotations

from typing import Callable

from ..flow import kind_of
from ..match import INCAPACITATED, Match, on_field, opponent
from ..geometry import gap
from ..profile import Mission

__all__ = ["COUNTS", "audit", "claims", "counts", "find", "score_now", "usable", "value"]

MARKER_RADIUS = 150           # a disc of 30 mm
HELD_WITHIN = 500             # a marker is held by the side with more fighters within 5 cm


def find(match: Match, mission: str) -> Mission | None:
    """A mission of this match by its id."""
    for card in match.setup.missions:
        if card.id == mission:
            return card
    return None


def usable(match: Match, player: int, symbol: str) -> bool:
    """MAT-8: a card with a symbol only for a troop composed by that symbol."""
    return not symbol or symbol == match.setup.troops[player - 1].symbol


def _fulfils(match: Match, player: int, symbol: str) -> list[str]:
    """MAT-8: the player's fighters on the field who may fulfil a card with this symbol."""
    return [f.id for f in on_field(match, player) if not symbol or symbol in (f.profile.faction, f.profile.stigma)]


def _holds_centre(match: Match, player: int, symbol: str) -> int:
    width, height = match.setup.field
    spot = (width // 2, height // 2)
    mine = sum(gap(f.at, f.radius, spot, MARKER_RADIUS) <= HELD_WITHIN for f in on_field(match, player)  # type: ignore[arg-type]
               if f.id in _fulfils(match, player, symbol))
    theirs = sum(gap(f.at, f.radius, spot, MARKER_RADIUS) <= HELD_WITHIN for f in on_field(match, opponent(player)))  # type: ignore[arg-type]
    return int(mine > theirs)


def _own_in_enemy_half(match: Match, player: int, symbol: str) -> int:
    half = match.sides[player].half
    width, height = match.setup.field
    count = 0
    for name in _fulfils(match, player, symbol):
        (x, y), radius = match.fighters[name].at, match.fighters[name].radius  # type: ignore[misc]
        across = {"left": x - radius - width // 2, "right": width // 2 - x - radius,
                  "bottom": y - radius - height // 2, "top": height // 2 - y - radius}
        count += across.get(half, -1) >= 0
    return count


def _down(match: Match, player: int) -> list[int]:
    return [f.profile.value for f in match.fighters.values()
            if f.player == opponent(player) and f.status == INCAPACITATED]


def _leader_down(match: Match, player: int, symbol: str) -> int:
    leader = match.fighters.get(match.sides[opponent(player)].leader)
    return int(leader is not None and leader.status == INCAPACITATED)


# What a mission may count: name -> (match, player, the card's symbol) -> a number.
COUNTS: dict[str, Callable[[Match, int, str], int]] = {
    "holds_centre": _holds_centre,
    "enemies_down": lambda match, player, symbol: len(_down(match, player)),
    "enemy_value_down": lambda match, player, symbol: sum(_down(match, player)),
    "own_on_field": lambda match, player, symbol: len(_fulfils(match, player, symbol)),
    "own_in_enemy_half": _own_in_enemy_half,
    "enemies_hurt": lambda match, player, symbol: sum(
        f.hurt > 0 for f in match.fighters.values() if f.player == opponent(player)),
    "enemy_leader_down": _leader_down,
}
NAMES = tuple(sorted(COUNTS))


def counts(match: Match, player: int) -> tuple[int, ...]:
    """All counts as they stand, for a card without a symbol and for one with the troop's, in the order of `NAMES`."""
    symbols = ("", match.setup.troops[player - 1].symbol)
    return tuple(COUNTS[name](match, player, symbol) for symbol in symbols for name in NAMES)


def value(mission: Mission, when: str, counted: tuple[int, ...]) -> int:
    """What a mission scores with these counts: the sum over its scores of that moment, each count divided by `per`."""
    offset = len(NAMES) if mission.symbol else 0
    return sum(counted[offset + NAMES.index(score.count)] // score.per * score.vp
               for score in mission.scores if score.when == when)


def score_now(match: Match, player: int, mission: Mission, when: str) -> int:
    """ITD-10, ITD-12: what a mission scores at this moment ("round" or "end")."""
    return value(mission, when, counts(match, player))


def claims(match: Match, player: int, when: str) -> tuple[int, ...]:
    """The VP that a face-down mission could score now: those of every secret card of that deployment type."""
    counted = counts(match, player)
    deployment = match.sides[player].deployment
    return tuple(sorted({value(card, when, counted) for card in match.setup.missions
                         if not card.revealed and card.deployment == deployment
                         and usable(match, player, card.symbol)} | {0}))


def audit(match: Match, player: int, mission: Mission) -> bool:
    """Whether all that was claimed for a face-down mission is what it scored (the counts were kept)."""
    return all(vp == value(mission, "end" if when else "round", tuple(counted))
               for when, vp, *counted in match.sides[player].claims)


kind_of("claim")
