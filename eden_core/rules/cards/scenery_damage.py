"""Damage to scenery by attacks and fire, and its destruction (TER-DES, TER-FLA)."""

from __future__ import annotations

from eden_core.cards.scenery_rules import DEVASTATED
from eden_core.engine.field import Piece
from eden_core.engine.match import Fighter, Match, on_field
from eden_core.engine.messages import Point
from eden_core.errors import Illegal
from eden_core.geometry.plane import Polygon, disc_hits_polygon, polygons_meet
from eden_core.rules import effects
from eden_core.rules.common.decider import in_order
from eden_core.rules.common.ground import beside, is_in_contact, overlaps
from eden_core.rules.common.hiding import look_again
from eden_core.rules.common.paths import why_not_stand
from eden_core.rules.common.wounds import hurt_everywhere
from eden_core.rules.common.zones import cross_zones

__all__ = [
    "fire_spreads",
    "hit_pieces_at",
    "hit_scenery",
    "pieces_under",
    "set_fire",
    "why_not_suffer",
]


IDOLATERS = "matriarchy"  # TER: who can't attack the Quarterist idol


def why_not_suffer(fighter: Fighter, piece: Piece, burn: int) -> Illegal | None:
    """The rule against an attack of this fighter's on a piece, that gives `burn` burn markers (TER-DES, TER-FLA)."""
    if not piece.amount("destruction") and not (burn and piece.amount("flammable")):
        return Illegal("cant_be_attacked", "TER-DES", piece=piece.id)
    if piece.amount("quarterist_idol") and fighter.profile.faction == IDOLATERS:
        return Illegal("idol_is_sacred", "TER-DES", piece=piece.id, fighter=fighter.id)
    return None


def hit_scenery(match: Match, name: str, piece_id: str, burn: int) -> None:
    """Attack a piece by a fighter, if the piece can suffer it (TER-DES, TER-FLA).

    The caller removes whoever falls.
    """
    piece = match.pieces.get(piece_id)
    if piece is None or why_not_suffer(match.fighters[name], piece, burn) is not None:
        return
    if piece.amount("destruction"):
        effects.attack_piece(match, piece_id)
    if burn and piece.amount("flammable"):
        set_fire(match, piece_id, burn)
    _fall_to_pieces(match, piece_id)


def hit_pieces_at(match: Match, name: str, point: Point, burn: int) -> None:
    """An attack on the pieces at a point (THR-1)."""
    for piece in list(match.pieces.values()):
        if is_in_contact(point, 0, piece):
            hit_scenery(match, name, piece.id, burn)


def pieces_under(match: Match, template: Polygon | tuple[Point, int]) -> tuple[str, ...]:
    """The pieces of Territory management even partly under a template (TER-6)."""
    return tuple(piece.id for piece in match.pieces.values() if piece.rules and _are_under(piece, template))


def _are_under(piece: Piece, template: Polygon | tuple[Point, int]) -> bool:
    if isinstance(template[1], int):
        at, radius = template[0], template[1]
        return overlaps(at, radius, piece)
    if piece.radius:
        return disc_hits_polygon(piece.outline[0], piece.radius, template)
    return polygons_meet(piece.outline, template)


def set_fire(match: Match, piece_id: str, burn: int) -> None:
    """Burn markers on a piece; where the edition says so, whoever is in it is put outside and hurt (TER-FLA)."""
    effects.burn_piece(match, piece_id, burn)
    if not match.ruleset.burning_expels:
        return
    piece = match.pieces[piece_id]
    inside = [f for f in on_field(match) if overlaps(f.at, f.radius, piece)]
    for name in in_order(match, inside):
        fighter = match.fighters[name]
        # Ruling: where there is no room at all it stays in the fire, and leaves by its next Move.
        to = next(
            (at for at in beside(piece, fighter.radius, fighter.at) if why_not_stand(match, fighter, at) is None), None
        )
        if to is not None:
            effects.walk(match, name, (to,), "expelled", "TER-FLA")
            cross_zones(match, name, (fighter.at, to))
        hurt_everywhere(match, name, 1, "TER-FLA")
    look_again(match)


def _fall_to_pieces(match: Match, piece_id: str) -> None:
    """After X attacks, burn markers among them, a piece becomes a devastated zone of its size (TER-DES)."""
    piece = match.pieces[piece_id]
    most = piece.amount("destruction")
    if most and piece.attacks + (piece.burn if piece.amount("flammable") else 0) >= most:
        effects.devastate(match, piece_id, DEVASTATED)
        look_again(match)


def fire_spreads(match: Match) -> None:
    """Each burning piece takes one more burn marker; whoever falls is removed after all of them (TER-FLA, ITD-3)."""
    for piece in list(match.pieces.values()):
        if piece.burn and piece.amount("flammable"):
            set_fire(match, piece.id, 1)
            _fall_to_pieces(match, piece.id)
    effects.remove_fallen(match)
