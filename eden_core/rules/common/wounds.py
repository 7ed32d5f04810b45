"""Wounds, protection and healing (WND, EQP-5)."""

from __future__ import annotations

from eden_core.engine.characteristics import bonus
from eden_core.engine.field import gap_to_piece
from eden_core.engine.match import Fighter, Match
from eden_core.rules import effects

__all__ = [
    "hurt_everywhere",
    "is_within_field",
    "limb_at",
    "protection",
    "wound",
]

FIELD, FIELD_REACH = 2, 500  # the energy beacon's "Gyromagnetic field (Pr): complete +2", within 5 cm


def protection(match: Match, fighter: Fighter, limb: int, ranged: bool = False) -> int:
    """EQP-5: by how much the wounds to a limb are reduced; several protections add up, and what cards add (GEN-3).

    Against a ranged attack an energy beacon near by adds its field (TER's list).
    """
    worn = sum(mode.protects[limb] for gear in fighter.profile.gear for mode in gear.modes if mode.protects)
    field = FIELD if ranged and is_within_field(match, fighter) else 0
    return max(0, worn + field + bonus(match, fighter, "protection"))


def is_within_field(match: Match, fighter: Fighter) -> bool:
    """Tell if a gyromagnetic field protects a fighter: a beacon stands within 5 cm."""
    return any(
        piece.amount("gyromagnetic_field") and gap_to_piece(fighter.at, fighter.radius, piece) <= FIELD_REACH
        for piece in match.pieces.values()
    )


def wound(match: Match, fighter: str, limb: int, wounds: int, rule: str, ranged: bool = False) -> int:
    """Wounds of one attack to a limb, after protection (EQP-5, in total and once); the CP lost (WND-1).

    Whoever falls is removed by the caller (`effects.remove_fallen`), once all of the moment is worked out.
    """
    saved = min(wounds, protection(match, match.fighters[fighter], limb, ranged))
    if saved:
        match.emit("protected", "EQP-5", fighter=fighter, amount=saved)
    return effects.lose_cp(match, fighter, limb, wounds - saved, rule) if wounds > saved else 0


def hurt_everywhere(match: Match, fighter: str, amount: int, rule: str, code: str = "wounded") -> None:
    """A wound to, or CP lost in, each limb, ignoring protection (WND-1, EQP-7, BLA-1)."""
    for limb in range(4):
        effects.lose_cp(match, fighter, limb, amount, rule, code)


def can_be_healed(match: Match, fighter: Fighter) -> bool:
    """Tell if a fighter can be healed: where the edition says so, not without a ticked CP (WND-2)."""
    return not match.ruleset.heal_needs_a_wound or any(fighter.lost)


def limb_at(fighter: Fighter, face: int) -> int:
    """The limb that a location die hits (ROLL-5)."""
    return next(i for i, limb in enumerate(fighter.profile.limbs) if face in limb.faces)
