"""Missions: which may be used, and what they score (MAT-8, PREP-5, ITD-10, ITD-12).

A face-down mission can't be counted by the other side: what it scores is claimed, kept with the counts of that moment,
and audited when it opens at the end.
"""

from __future__ import annotations

from collections.abc import Callable

from eden_core.cards.records import Mission
from eden_core.engine.characteristics import is_in_enemy_half, is_in_own_half
from eden_core.engine.field import SPACING, gap_to_piece
from eden_core.engine.flow import kind_of
from eden_core.engine.match import FEAR, INCAPACITATED, Fighter, Match, on_field, opponent
from eden_core.engine.messages import Point
from eden_core.engine.vault import Vault
from eden_core.geometry.plane import gap

__all__ = [
    "COUNTS",
    "audit",
    "claims",
    "counts",
    "find",
    "may_fulfil",
    "room_for_marker",
    "score_now",
    "spots",
    "true_claim",
    "usable",
    "value",
    "where_marked",
]

MARKER_RADIUS = 150  # a disc of 30 mm
HELD_WITHIN = 500  # a spot is held by the side with more fighters within 5 cm
CLEAR_WITHIN = 1000  # and kept clear within 10 cm


def spots(field: Point, where: str) -> tuple[Point, ...]:
    """Return the spots of a mission's markers: the centre, or two halfway from it to the left and right (GEN-5)."""
    width, height = field
    if where == "centre":
        return ((width // 2, height // 2),)
    return ((width // 4, height // 2), (width - width // 4, height // 2))


def room_for_marker(match: Match, spot: Point) -> Point:
    """Return a spot, or the nearest place above or below it that has room, by centimetres (GEN-5).

    Room is 5 cm or more from other markers, scenery and the edges.

    Ruling: two missions may name one spot, and scenery that stood before may be near it: the marker gives way.
    """
    x, y = spot
    height = match.setup.field[1]
    for off in range(0, height, 100):
        for at in ((x, y + off), (x, y - off)):
            if (
                SPACING + MARKER_RADIUS <= at[1] <= height - SPACING - MARKER_RADIUS
                and all(gap(at, MARKER_RADIUS, other.at, other.radius) >= SPACING for other in match.markers.values())
                and all(gap_to_piece(at, MARKER_RADIUS, piece) >= SPACING for piece in match.pieces.values())
            ):
                return at
    return spot


def where_marked(match: Match, player: int, where: str) -> tuple[Point, ...]:
    """A player's spots: where its mission's markers lie, else where they would."""
    own = tuple(
        m.at for m in match.markers.values() if m.owner == player and m.id.startswith(f"{match.sides[player].mission}.")
    )
    nominal = spots(match.setup.field, where)
    return own if len(own) == len(nominal) else nominal


def find(match: Match, mission: str) -> Mission | None:
    """A mission of this match by its id."""
    for card in match.setup.missions:
        if card.id == mission:
            return card
    return None


def usable(match: Match, player: int, symbol: str) -> bool:
    """A card with a symbol only for a troop composed by that symbol (MAT-8)."""
    return not symbol or symbol == match.setup.troops[player - 1].symbol


def may_fulfil(fighter: Fighter, symbol: str) -> bool:
    """Only those who bear a card's symbol can fulfil its objectives (MAT-8)."""
    return not symbol or symbol in (fighter.profile.faction, fighter.profile.stigma)


def _own(match: Match, player: int, symbol: str) -> list[Fighter]:
    """The player's fighters on the field who may fulfil a card with this symbol."""
    return [f for f in on_field(match, player) if may_fulfil(f, symbol)]


def _held(match: Match, player: int, symbol: str, where: str) -> int:
    """Count the spots that a player holds: more of its fighters than of the other's within 5 cm."""
    held = 0
    for spot in where_marked(match, player, where):
        mine, theirs = (
            sum(gap(f.at, f.radius, spot, MARKER_RADIUS) <= HELD_WITHIN for f in side)
            for side in (_own(match, player, symbol), on_field(match, opponent(player)))
        )
        held += mine > theirs
    return held


def _keeps_centre_clear(match: Match, player: int, symbol: str) -> int:
    (spot,) = spots(match.setup.field, "centre")
    return int(all(gap(f.at, f.radius, spot, 0) > CLEAR_WITHIN for f in on_field(match, opponent(player))))


def _carried(match: Match, player: int, symbol: str, home: bool) -> int:
    return sum(
        marker.owner == player
        for f in _own(match, player, symbol)
        if not home or is_in_own_half(match, f)
        for marker in f.carries
    )


def _enemies(match: Match, player: int) -> list[Fighter]:
    return [f for f in match.fighters.values() if f.player == opponent(player)]


def _is_down(fighter: Fighter) -> bool:
    """Tell if a fighter's loss counts (WND-3); one that fell to the weather scores for nobody (WEA-13)."""
    return fighter.status == INCAPACITATED and not fighter.unscored


def _down(match: Match, player: int) -> list[int]:
    return [f.profile.value for f in _enemies(match, player) if _is_down(f)]


def _leader_down(match: Match, player: int, symbol: str) -> int:
    leader = match.fighters.get(match.sides[opponent(player)].leader)
    return int(leader is not None and _is_down(leader))


def _leader_up(match: Match, player: int, symbol: str) -> int:
    leader = match.fighters.get(match.sides[player].leader)
    return int(leader is not None and leader.on_field)


def _dearest_down(match: Match, player: int, symbol: str) -> int:
    dearest = max((f.profile.value for f in _enemies(match, player)), default=0)
    return int(dearest in _down(match, player))


# What a mission may count (`vocabulary.COUNTS`): name -> (match, player, the card's symbol) -> a number.
COUNTS: dict[str, Callable[[Match, int, str], int]] = {
    "holds_centre": lambda match, player, symbol: _held(match, player, symbol, "centre"),
    "holds_sides": lambda match, player, symbol: _held(match, player, symbol, "sides"),
    "keeps_centre_clear": _keeps_centre_clear,
    "carries": lambda match, player, symbol: _carried(match, player, symbol, home=False),
    "carries_home": lambda match, player, symbol: _carried(match, player, symbol, home=True),
    "enemies_down": lambda match, player, symbol: len(_down(match, player)),
    "enemy_value_down": lambda match, player, symbol: sum(_down(match, player)),
    "enemy_leader_down": _leader_down,
    "enemy_dearest_down": _dearest_down,
    "enemies_hurt": lambda match, player, symbol: sum(f.hurt > 0 and not f.unscored for f in _enemies(match, player)),
    "enemies_afraid": lambda match, player, symbol: sum(f.markers[FEAR] > 0 for f in on_field(match, opponent(player))),
    "own_on_field": lambda match, player, symbol: len(_own(match, player, symbol)),
    "own_unhurt": lambda match, player, symbol: sum(not any(f.lost) for f in _own(match, player, symbol)),
    "own_in_enemy_half": lambda match, player, symbol: sum(
        is_in_enemy_half(match, f) for f in _own(match, player, symbol)
    ),
    "own_leader_up": _leader_up,
}
NAMES = tuple(sorted(COUNTS))


def counts(match: Match, player: int) -> tuple[int, ...]:
    """All counts as they stand, for a card without a symbol and for one with the troop's, in the order of `NAMES`."""
    symbols = ("", match.setup.troops[player - 1].symbol)
    return tuple(COUNTS[name](match, player, symbol) for symbol in symbols for name in NAMES)


def value(mission: Mission, when: str, counted: tuple[int, ...]) -> int:
    """Return the score of a mission with these counts.

    It is the sum over the scores of that moment, each count divided by `per`.
    """
    offset = len(NAMES) if mission.symbol else 0
    return sum(
        counted[offset + NAMES.index(score.count)] // score.per * score.vp
        for score in mission.scores
        if score.when == when
    )


def score_now(match: Match, player: int, mission: Mission, when: str) -> int:
    """Return the score of a mission at this moment, "round" or "end" (ITD-10, ITD-12)."""
    return value(mission, when, counts(match, player))


def true_claim(match: Match, player: int, vault: Vault, when: str) -> int:
    """Return the score of the player's face-down mission now.

    Any other claim would be found out at the end (ITD-10).
    """
    card = find(match, str(vault.mission.value)) if vault.mission else None
    return score_now(match, player, card, when or "round") if card else 0


def claims(match: Match, player: int, when: str) -> tuple[int, ...]:
    """The VP that a face-down mission could score now: those of every secret card of that deployment type."""
    counted = counts(match, player)
    deployment = match.sides[player].deployment
    return tuple(
        sorted(
            {
                value(card, when, counted)
                for card in match.setup.missions
                if not card.revealed and card.deployment == deployment and usable(match, player, card.symbol)
            }
            | {0}
        )
    )


def audit(match: Match, player: int, mission: Mission) -> bool:
    """Tell if all claims for a face-down mission were its true scores (the counts were kept)."""
    return all(
        vp == value(mission, "end" if when else "round", tuple(counted))
        for when, vp, *counted in match.sides[player].claims
    )


kind_of("claim")
