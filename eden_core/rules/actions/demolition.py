"""Attacks on scenery, its destruction, and fire in it (TER-DES, TER-FLA)."""

from __future__ import annotations

from eden_core.cards.equipment import Mode
from eden_core.cards.scenery_rules import DEVASTATED
from eden_core.engine.field import Piece, gap_to_piece
from eden_core.engine.match import FEAR, Fighter, Match, on_field
from eden_core.engine.messages import Attack, Point, Shoot
from eden_core.engine.procedures import Call, Frame, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.geometry.plane import Polygon, disc_hits_polygon, polygons_meet
from eden_core.rules.actions.shooting import why_not_ranged
from eden_core.rules.cards.abilities import settle
from eden_core.rules.cards.explosions import Exploding, in_order
from eden_core.rules.common.costs import ATTACK_COST, ATTACKS_A_ROUND, pay_attack
from eden_core.rules.common.ground import beside, is_in_contact, nearest_of, overlaps, touched_pieces
from eden_core.rules.common.hiding import look_again
from eden_core.rules.common.paths import why_not_stand
from eden_core.rules.common.sight import sight_of_piece
from eden_core.rules.common.weapons import best_melee, count_weapon, melee_weapons, mode_of, reach_of, why_not_fight
from eden_core.rules.common.weather import may_measure, why_not_in_fog
from eden_core.rules.common.wounds import hurt_everywhere
from eden_core.rules.common.zones import cross_zones
from eden_core.rules.effects import table as effects

__all__ = [
    "Demolishing",
    "attackable_in_contact",
    "fire_spreads",
    "hit_pieces_at",
    "hit_scenery",
    "pieces_under",
    "shoot_pieces",
    "why_not_demolish",
    "why_not_shoot_piece",
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


def attackable_in_contact(match: Match, fighter: Fighter) -> tuple[str, ...]:
    """ACN-6, TER-DES: the pieces in contact that a melee attack may be made on, with one of the best melee weapons."""
    burn = max((mode.burn for _, mode in melee_weapons(fighter)), default=0)
    return tuple(piece.id for piece in touched_pieces(match, fighter) if why_not_suffer(fighter, piece, burn) is None)


def why_not_demolish(match: Match, fighter: Fighter, given: Attack) -> Illegal | None:
    """The rule against a melee attack on a piece (ACN-6, TER-DES, EQP-4, STA-2)."""
    if fighter.ap < ATTACK_COST or fighter.attacks >= ATTACKS_A_ROUND:
        return Illegal("no_attack_left", "ACN-6", fighter=fighter.id)
    piece = match.pieces[given.target]
    if not is_in_contact(fighter.at, fighter.radius, piece):
        return Illegal("not_in_contact", "TER-DES", target=piece.id)
    mode = best_melee(fighter, given.weapon)[1]
    return why_not_fight(fighter, given.weapon) or why_not_suffer(fighter, piece, mode.burn if mode else 0)


def why_not_shoot_piece(match: Match, fighter: Fighter, given: Shoot) -> Illegal | None:
    """The rule against a shot at a piece (ACN-6, SHT-1, TER-DES, EQP-2, EQP-8, STA-2): range and sight, never the
    closest.
    """
    refusal = why_not_ranged(match, fighter, given.weapon, "shooting")
    mode = mode_of(fighter, given.weapon, "shooting")
    if refusal is not None or mode is None:
        return refusal
    refusal = _why_not_hit(match, fighter, given.target, mode) if may_measure(match) else None
    if refusal is not None and refusal.rule != "WEA-4":
        return refusal
    if fighter.markers[FEAR]:
        return Illegal("frightened", "STA-2", fighter=fighter.id)
    return why_not_suffer(fighter, match.pieces[given.target], mode.burn) or refusal


def _why_not_hit(match: Match, fighter: Fighter, piece_id: str, mode: Mode) -> Illegal | None:
    """SHT-1, WEA-4: range, fog and sight of a shot at a piece."""
    distance = gap_to_piece(fighter.at, fighter.radius, match.pieces[piece_id])
    limit = reach_of(match, fighter, mode)
    if distance > limit:
        return Illegal("out_of_range", "SHT-1", distance=distance, limit=limit)
    seen = sight_of_piece(match, fighter.id, piece_id)
    if seen.blockers:
        return Illegal("not_seen", "SHT-1", target=piece_id, blocker=", ".join(seen.blockers))
    return why_not_in_fog(match, distance)


def shoot_pieces(match: Match, fighter: Fighter, mode: Mode) -> tuple[str, ...]:
    """SHT-1, TER-DES: the pieces that a shot may be aimed at; all that can suffer it while nothing may be measured."""
    return tuple(
        piece.id
        for piece in match.pieces.values()
        if piece.rules
        and why_not_suffer(fighter, piece, mode.burn) is None
        and (not may_measure(match) or _why_not_hit(match, fighter, piece.id, mode) is None)
    )


# --- what a piece suffers ---


def hit_scenery(match: Match, name: str, piece_id: str, burn: int) -> None:
    """TER-DES, TER-FLA: an attack by a fighter on a piece, if it can suffer one; whoever falls is removed by the
    caller.
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
    """THR-1: an attack on the pieces at a point."""
    for piece in list(match.pieces.values()):
        if is_in_contact(point, 0, piece):
            hit_scenery(match, name, piece.id, burn)


def pieces_under(match: Match, template: Polygon | tuple[Point, int]) -> tuple[str, ...]:
    """TER-6: the pieces of Territory management even partly under a template."""
    return tuple(piece.id for piece in match.pieces.values() if piece.rules and _are_under(piece, template))


def _are_under(piece: Piece, template: Polygon | tuple[Point, int]) -> bool:
    if isinstance(template[1], int):
        at, radius = template[0], template[1]
        return overlaps(at, radius, piece)
    if piece.radius:
        return disc_hits_polygon(piece.outline[0], piece.radius, template)
    return polygons_meet(piece.outline, template)


def set_fire(match: Match, piece_id: str, burn: int) -> None:
    """TER-FLA: burn markers on a piece; where the edition says so, whoever is in it is put outside and hurt."""
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
    """TER-DES: after X attacks, burn markers among them, a piece becomes a devastated zone of its size."""
    piece = match.pieces[piece_id]
    most = piece.amount("destruction")
    if most and piece.attacks + (piece.burn if piece.amount("flammable") else 0) >= most:
        effects.devastate(match, piece_id, DEVASTATED)
        look_again(match)


def fire_spreads(match: Match) -> None:
    """TER-FLA, ITD-3: each burning piece takes one more burn marker; whoever falls is removed after all of them."""
    for piece in list(match.pieces.values()):
        if piece.burn and piece.amount("flammable"):
            set_fire(match, piece.id, 1)
            _fall_to_pieces(match, piece.id)
    effects.remove_fallen(match)


@procedure
class Demolishing(Frame):
    """TER-DES: an attack in contact or a shot at a piece; it always succeeds."""

    initiator: str
    piece: str
    weapon: str = ""
    category: str = "melee"

    @step("ACN-6", "TER-DES")
    def pay(self, match: Match) -> Result:
        fighter = match.fighters[self.initiator]
        if self.category == "melee":
            self.weapon, mode = best_melee(fighter, self.weapon)
        else:
            mode = mode_of(fighter, self.weapon, self.category)
        pay_attack(match, self.initiator, ATTACK_COST)
        count_weapon(match, self.initiator, self.weapon, mode)
        match.emit("scenery_attacked", "TER-DES", fighter=self.initiator, piece=self.piece, weapon=self.weapon)
        return None

    @step("TER-DES", "TER-FLA", "EQP-7")
    def hit(self, match: Match) -> Result:
        fighter, piece = match.fighters[self.initiator], match.pieces[self.piece]
        mode = mode_of(fighter, self.weapon, self.category)
        if self.category == "shooting" and mode is not None:
            missed = _why_not_hit(match, fighter, self.piece, mode)  # WEA-8: checked only now
            if missed is not None:
                match.emit("attack_failed", missed.rule, fighter=self.initiator, target=self.piece, why=missed.code)
                return None
        if mode is not None and mode.explosive:
            # Ruling: it explodes where the piece is nearest; the piece under the template suffers that one attack.
            return Call(Exploding(self.initiator, self.weapon, self.category, nearest_of(fighter.at, piece)))
        hit_scenery(match, self.initiator, self.piece, mode.burn if mode else 0)
        effects.remove_fallen(match, self.initiator)
        return None

    @step("ABI-1")
    def heard(self, match: Match) -> Result:
        return settle(match)
