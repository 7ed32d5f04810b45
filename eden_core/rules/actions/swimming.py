"""Swimming: a Move action across water (TER-SWI)."""

from __future__ import annotations

from eden_core.engine.characteristics import characteristic_sum
from eden_core.engine.field import Piece
from eden_core.engine.match import HEAD, ON_FIELD, VIG, Fighter, Match
from eden_core.engine.messages import Point, Swim
from eden_core.engine.procedures import Call, Frame, Goto, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.geometry.plane import dist2
from eden_core.rules import effects
from eden_core.rules.actions.options import Action, register
from eden_core.rules.actions.over_scenery import (
    arrive,
    disengage,
    is_there_yet,
    offers_on,
    pay_move,
    strain,
    tell_arrival,
    why_no_piece,
    why_not_pay,
    why_not_touch,
)
from eden_core.rules.common.ground import is_in_contact, overlaps, touched_pieces
from eden_core.rules.common.paths import touches_enemy, why_not_stand
from eden_core.rules.common.weather import may_measure

__all__ = [
    "Swimming",
    "swim_dice",
    "swimmable",
    "why_not_swim",
]


SWUM = 2000  # TER-SWI: 20 cm


def swim_dice(match: Match, fighter: Fighter) -> int:
    """VIG, one less for each piece of equipment; a complete protection counts as two (TER-SWI)."""
    load = sum(1 + any(all(mode.protects) for mode in gear.modes) for gear in fighter.profile.gear)
    return characteristic_sum(match, fighter, VIG) - load


def _stays_afloat(match: Match, fighter: Fighter, piece: Piece) -> bool:
    """Tell if any die is left to a swim; without one it can't be made (TER-SWI, ROLL-2)."""
    return swim_dice(match, fighter) > max(0, piece.amount("swimming") - 6)


def why_not_swim(match: Match, fighter: Fighter, given: Swim) -> Illegal | None:
    """The rule against a swim (TER-SWI, ACN-2, MOVE-1, MOVE-3)."""
    refusal = why_no_piece(match, given.piece, "swimming", "TER-SWI")
    if refusal is not None:
        return refusal
    piece = match.pieces[given.piece]
    in_it = overlaps(given.to, fighter.radius, piece)
    refusal = (
        (None if in_it else why_not_stand(match, fighter, given.to))
        or why_not_pay(fighter, strain(match))
        or why_not_touch(fighter, piece, "TER-SWI")
    )
    if refusal is not None:
        return refusal
    if not _stays_afloat(match, fighter, piece):
        return Illegal("would_drown", "TER-SWI", fighter=fighter.id)
    if given.to == fighter.at:
        return Illegal("changes_nothing", "ACN-1", fighter=fighter.id)
    if may_measure(match) and _is_too_far(fighter, given.to):
        return Illegal("too_far_across", "TER-SWI", limit=SWUM)
    if in_it or not is_in_contact(given.to, fighter.radius, piece):
        return Illegal("exit_is_at_the_edge", "TER-SWI", piece=piece.id)
    if touches_enemy(match, fighter, given.to):
        return Illegal("ends_in_contact", "TER-SWI", fighter=fighter.id)
    return None


def _is_too_far(fighter: Fighter, to: Point) -> bool:
    """Tell if an exit is more than 20 cm away (TER-SWI).

    It is found out after the cost while nothing may be measured (WEA-8).
    """
    return dist2(fighter.at, to) > SWUM * SWUM


def swimmable(match: Match, fighter: Fighter) -> tuple[str, ...]:
    """The pieces that a fighter may swim now (TER-SWI)."""
    if why_not_pay(fighter, strain(match)) is not None:
        return ()
    return tuple(
        piece.id
        for piece in touched_pieces(match, fighter)
        if piece.amount("swimming") and _stays_afloat(match, fighter, piece)
    )


@procedure
class Swimming(Frame):
    """VIG rolls until one succeeds; each failure is a wound to the head (TER-SWI)."""

    fighter: str
    piece: str
    to: Point
    across: int = 0
    arrived: int = 0

    @step("TER-SWI", "ACN-2")
    def pay(self, match: Match) -> Result:
        pay_move(match, self.fighter, strain(match))
        return disengage(match, self.fighter)

    @step("TER-SWI")
    def set_out(self, match: Match) -> Result:
        if not is_there_yet(match, self.fighter, self.piece, "swimming"):
            return Goto("trigger_abilities")
        # Ruling: whom a blow on leaving left too weak, or who was named an exit too far in mist, does not swim.
        fighter = match.fighters[self.fighter]
        if not _stays_afloat(match, fighter, match.pieces[self.piece]) or _is_too_far(fighter, self.to):
            match.emit("stayed", "TER-SWI", fighter=self.fighter)
            return Goto("trigger_abilities")
        match.emit("swims", "TER-SWI", fighter=self.fighter, piece=self.piece)
        return None

    @step("TER-SWI", "ROLL-1")
    def roll_to_swim(self, match: Match) -> Result:
        dice = swim_dice(match, match.fighters[self.fighter])
        return self.roll("swim", dice, match.pieces[self.piece].amount("swimming"), "across", "TER-SWI", self.fighter)

    @step("TER-SWI", "WND-1")
    def arrive(self, match: Match) -> Result:
        if not self.across:
            effects.lose_cp(match, self.fighter, HEAD, 1, "TER-SWI")
            effects.remove_fallen(match)
            return Goto("roll_to_swim" if match.fighters[self.fighter].status == ON_FIELD else "trigger_abilities")
        fighter = match.fighters[self.fighter]
        if why_not_stand(match, fighter, self.to) is not None:  # somebody was moved there meanwhile: it turns back
            match.emit("stayed", "MOVE-1", fighter=self.fighter)
            return None
        self.arrived = 1
        return arrive(match, self.fighter, self.to, "swum", "TER-SWI")

    @step("ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        return tell_arrival(match, self.fighter, self.arrived)


register(
    Action(
        "swim",
        Swim,
        "TER-SWI",
        order=60,
        number=10,
        why_not=why_not_swim,
        begin=lambda match, name, given: Call(Swimming(name, given.piece, given.to)),
        offers=offers_on(swimmable, strain),
    )
)
