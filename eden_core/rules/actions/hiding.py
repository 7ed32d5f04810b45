"""A Move of no length that hides (TER-HID)."""

from __future__ import annotations

from eden_core.engine.match import Fighter, Match, enemies_in_contact
from eden_core.engine.messages import Hide
from eden_core.engine.procedures import Call
from eden_core.errors import Illegal
from eden_core.rules.actions.moving import Moving
from eden_core.rules.actions.options import Action, register
from eden_core.rules.actions.over_scenery import offers_on, why_no_piece, why_not_pay, why_not_touch
from eden_core.rules.common.hiding import may_hide_in
from eden_core.rules.common.paths import MOVE_COST

__all__ = [
    "hideable",
    "why_not_hide",
]


def why_not_hide(match: Match, fighter: Fighter, given: Hide) -> Illegal | None:
    """The rule against a Move of no length that hides (TER-HID, ACN-2)."""
    refusal = why_no_piece(match, given.piece, "hiding", "TER-HID")
    if refusal is not None:
        return refusal
    refusal = why_not_pay(fighter, MOVE_COST) or why_not_touch(fighter, match.pieces[given.piece], "TER-HID")
    if refusal is None and may_hide_in(match, fighter) != given.piece:
        return Illegal("cant_hide_here", "TER-HID", fighter=fighter.id, piece=given.piece)
    return refusal


def hideable(match: Match, fighter: Fighter) -> tuple[str, ...]:
    """The piece that a fighter may hide in by a Move of no length (TER-HID)."""
    if why_not_pay(fighter, MOVE_COST) is not None or enemies_in_contact(match, fighter):
        return ()
    place = may_hide_in(match, fighter)
    return (place,) if place else ()


register(
    Action(
        "hide",
        Hide,
        "TER-HID",
        order=80,
        number=12,
        why_not=why_not_hide,
        begin=lambda match, name, given: Call(Moving(name, ())),
        offers=offers_on(hideable, lambda match: MOVE_COST),
    )
)
