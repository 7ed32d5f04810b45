"""Effects on the field: scenery, markers, zones, NPFs put down."""

from __future__ import annotations

from eden_core.engine.field import Marker, Piece, Zone
from eden_core.engine.match import Fighter, Match
from eden_core.rules.effects.writing import change_side, change_table

__all__ = [
    "add_marker",
    "add_zone",
    "attack_piece",
    "burn_piece",
    "buy_piece",
    "devastate",
    "gain_scenery_points",
    "infest",
    "place_npf",
    "place_piece",
    "take_from_pool",
]


def take_from_pool(match: Match, shape: str) -> None:
    """PREP-6: one agreed piece less to place (told by `place_piece`)."""
    pool = list(match.pool)
    pool.remove(shape)
    match.pool = tuple(pool)


def place_piece(match: Match, player: int, piece: Piece) -> None:
    """Put down a piece of scenery (PREP-6)."""
    match.pieces[piece.id] = piece
    match.emit("piece_placed", "PREP-6", player=player, piece=piece.id, like=piece.like)


def gain_scenery_points(match: Match, player: int, amount: int) -> None:
    """Points to spend on scenery (TER-1)."""
    change_side(match, player, scenery_points=match.sides[player].scenery_points + amount)
    match.emit("scenery_points_gained", "TER-1", player=player, amount=amount)


def buy_piece(match: Match, player: int, piece: Piece, cost: int) -> None:
    """A piece paid and placed (TER-1)."""
    match.pieces[piece.id] = piece
    left = match.sides[player].scenery_points - cost
    change_side(match, player, scenery_points=left)
    match.emit("piece_bought", "TER-1", player=player, piece=piece.id, like=piece.like, cost=cost, left=left)


def attack_piece(match: Match, piece: str) -> None:
    """A piece has suffered an attack (TER-DES)."""
    old = match.pieces[piece]
    match.pieces[piece] = old._replace(attacks=old.attacks + 1)
    match.emit("piece_hit", "TER-DES", piece=piece, attacks=old.attacks + 1)


def burn_piece(match: Match, piece: str, amount: int) -> None:
    """Burn markers on a piece (TER-FLA)."""
    old = match.pieces[piece]
    match.pieces[piece] = old._replace(burn=old.burn + amount)
    match.emit("piece_burns", "TER-FLA", piece=piece, amount=amount, burn=old.burn + amount)


def devastate(match: Match, piece: str, rules: tuple[tuple[str, int], ...]) -> None:
    """A destroyed piece becomes a devastated zone of the same size, without markers (TER-DES)."""
    old = match.pieces[piece]
    match.pieces[piece] = old._replace(like="devastated_zone", rules=rules, attacks=0, burn=0)
    match.emit("piece_destroyed", "TER-DES", piece=piece, like=old.like)


def add_marker(match: Match, marker: Marker) -> None:
    """A mission's marker (GEN-5)."""
    match.markers[marker.id] = marker
    match.emit("marker_placed", "GEN-5", marker=marker.id, kind=marker.kind, at=marker.at, player=marker.owner)


def add_zone(match: Match, zone: Zone) -> None:
    """A card's place on the field."""
    match.zones[zone.id] = zone
    match.emit("zone_placed", "GEN-3", zone=zone.id, card=zone.card, player=zone.owner)


# --- non-player fighters ---


def infest(match: Match, level: int) -> None:
    """The level of infestation; each player has as many points (NPF-1)."""
    change_table(match, infestation=level)
    for player in (1, 2):
        change_side(match, player, npf_points=level)
    match.emit("infested", "NPF-1", level=level)


def place_npf(match: Match, player: int, npf: Fighter) -> None:
    """An NPF paid with points and put down (NPF-2)."""
    match.fighters[npf.id] = npf
    left = match.sides[player].npf_points - npf.profile.level
    change_side(match, player, npf_points=left)
    match.emit("npf_placed", "NPF-2", player=player, fighter=npf.id, at=npf.at, level=npf.profile.level, left=left)
