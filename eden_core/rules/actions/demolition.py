"""Attacks on scenery, its destruction, and fire in it (TER-DES, TER-FLA)."""

from __future__ import annotations

from eden_core.cards.equipment import Mode
from eden_core.engine.field import gap_to_piece
from eden_core.engine.match import FEAR, Fighter, Match
from eden_core.engine.messages import Attack, Shoot
from eden_core.engine.procedures import Call, Frame, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.rules import effects
from eden_core.rules.cards.abilities import run_triggers
from eden_core.rules.cards.explosions import Explosion
from eden_core.rules.cards.scenery_damage import hit_scenery, why_not_suffer
from eden_core.rules.common.costs import ATTACK_COST, ATTACKS_A_ROUND, pay_attack
from eden_core.rules.common.ground import is_in_contact, nearest_of, touched_pieces
from eden_core.rules.common.sight import sight_of_piece
from eden_core.rules.common.weapons import (
    best_melee,
    count_weapon,
    melee_weapons,
    mode_of,
    reach_of,
    tell_failure,
    why_not_fight,
    why_not_ranged,
)
from eden_core.rules.common.weather import may_measure, why_not_in_fog

__all__ = [
    "Demolition",
    "attackable_in_contact",
    "is_scenery",
    "shoot_pieces",
    "why_not_demolish",
    "why_not_shoot_piece",
]


def is_scenery(match: Match, name: str) -> bool:
    """Tell if an attack is aimed at scenery; a fighter of that id comes first (TER-DES)."""
    return name in match.pieces and name not in match.fighters


def attackable_in_contact(match: Match, fighter: Fighter) -> tuple[str, ...]:
    """The pieces in contact that a melee attack may be made on, with one of the best melee weapons (ACN-6, TER-DES)."""
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
    """The rule against a shot at a piece (ACN-6, SHT-1, TER-DES, EQP-2, EQP-8, STA-2).

    Range and sight count; a piece need not be the closest target.
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
    """Range, fog and sight of a shot at a piece (SHT-1, WEA-4)."""
    distance = gap_to_piece(fighter.at, fighter.radius, match.pieces[piece_id])
    limit = reach_of(match, fighter, mode)
    if distance > limit:
        return Illegal("out_of_range", "SHT-1", distance=distance, limit=limit)
    seen = sight_of_piece(match, fighter.id, piece_id)
    if seen.blockers:
        return Illegal("not_seen", "SHT-1", target=piece_id, blocker=", ".join(seen.blockers))
    return why_not_in_fog(match, distance)


def shoot_pieces(match: Match, fighter: Fighter, mode: Mode) -> tuple[str, ...]:
    """The pieces that a shot may be aimed at; all that can suffer it while nothing may be measured (SHT-1, TER-DES)."""
    return tuple(
        piece.id
        for piece in match.pieces.values()
        if piece.rules
        and why_not_suffer(fighter, piece, mode.burn) is None
        and (not may_measure(match) or _why_not_hit(match, fighter, piece.id, mode) is None)
    )


# --- what a piece suffers ---


@procedure
class Demolition(Frame):
    """An attack in contact or a shot at a piece; it always succeeds (TER-DES)."""

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
                tell_failure(match, self.initiator, self.piece, missed)
                return None
        if mode is not None and mode.explosive:
            # Ruling: it explodes where the piece is nearest; the piece under the template suffers that one attack.
            return Call(Explosion(self.initiator, self.weapon, self.category, nearest_of(fighter.at, piece)))
        hit_scenery(match, self.initiator, self.piece, mode.burn if mode else 0)
        effects.remove_fallen(match, self.initiator)
        return None

    @step("ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        return run_triggers(match)
