"""Jumping: a Move action over scenery, or from one raised piece to another (TER-JUM)."""

from __future__ import annotations

from math import isqrt

from eden_core.engine.characteristics import characteristic
from eden_core.engine.field import Piece, gap_to_piece, pieces_gap
from eden_core.engine.match import ON_FIELD, SPD, Fighter, Match
from eden_core.engine.messages import Jump, Spot
from eden_core.engine.procedures import Call, Frame, Goto, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.geometry import routing
from eden_core.geometry.plane import ceil_div, dist2, nearest
from eden_core.rules import effects
from eden_core.rules.actions.climbing import climb_place
from eden_core.rules.actions.options import Action, register
from eden_core.rules.actions.over_scenery import (
    arrive,
    disengage,
    is_there_yet,
    offers_on,
    pay_move,
    tell_arrival,
    why_not_pay,
    why_not_touch,
)
from eden_core.rules.common.ground import nearest_of, touched_pieces
from eden_core.rules.common.paths import MOVE_COST, MOVE_LENGTH, obstacles, touches_enemy, why_not_end
from eden_core.rules.common.weather import may_measure

__all__ = [
    "Jumping",
    "jump_difficulty",
    "jump_place",
    "jumpable",
    "why_not_jump",
]


STEP = 10  # units: how finely a landing is looked for, then to the unit


def jump_difficulty(match: Match, fighter: Fighter, piece: Piece) -> int:
    """X of the piece jumped over; from one raised piece to another the gap in cm, halved and rounded up (TER-JUM)."""
    if _is_leap(match, fighter, piece):
        return ceil_div(pieces_gap(match.pieces[fighter.raised], piece), 200)
    return piece.amount("jump")


def _is_leap(match: Match, fighter: Fighter, piece: Piece) -> bool:
    return bool(
        match.ruleset.jump_between_raised
        and fighter.raised
        and fighter.raised != piece.id
        and piece.amount("elevation")
    )


def jump_place(match: Match, fighter: Fighter, piece: Piece) -> Spot:
    """Return the place where a jump lands; () when there is none within 10 cm (TER-JUM).

    It is the nearest clear place straight across, at right angles to the side that the jump starts from, or the nearest
    place on the other raised piece.
    """
    at = fighter.at
    assert at
    if _is_leap(match, fighter, piece):
        if gap_to_piece(at, 0, piece) > MOVE_LENGTH:
            return ()
        place = climb_place(match, fighter, piece)
        return place if place and dist2(at, place) <= MOVE_LENGTH * MOVE_LENGTH else ()
    toward = nearest_of(at, piece)
    dx, dy = toward[0] - at[0], toward[1] - at[1]
    length = isqrt(dx * dx + dy * dy)
    if not length:
        return ()
    stand = obstacles(match, fighter, "stand")

    def lands(far: int) -> Spot:
        """The place so far on, if the base may land there."""
        to = (at[0] + nearest(dx * far, length), at[1] + nearest(dy * far, length))
        clear = dist2(at, to) <= MOVE_LENGTH * MOVE_LENGTH and routing.point_clear(stand, to)
        return to if clear and why_not_end(match, fighter, to) is None and not touches_enemy(match, fighter, to) else ()

    far = next((far for far in range(length + STEP, MOVE_LENGTH + STEP, STEP) if lands(far)), 0)
    to = next((to for back in range(far - STEP + 1, far + 1) if (to := lands(back))), ()) if far else ()
    around = obstacles(match, fighter, "charge", onto=piece.id)
    return to if to and routing.leg_clear(around, at, to) else ()


def why_not_jump(match: Match, fighter: Fighter, given: Jump) -> Illegal | None:
    """The rule against a jump (TER-JUM, ACN-2)."""
    piece = match.pieces.get(given.piece)
    if piece is None or (not piece.amount("jump") and not _is_leap(match, fighter, piece)):
        return Illegal("no_such_piece", "TER-JUM", piece=given.piece)
    refusal = why_not_pay(fighter, MOVE_COST)
    if refusal is None and not _is_leap(match, fighter, piece):
        refusal = why_not_touch(fighter, piece, "TER-JUM")
    # WEA-8: whether a landing is within 10 cm is found out after the cost while nothing may be measured.
    if refusal is None and may_measure(match) and not jump_place(match, fighter, piece):
        return Illegal("nowhere_to_land", "TER-JUM", piece=piece.id, limit=MOVE_LENGTH)
    return refusal


def jumpable(match: Match, fighter: Fighter) -> tuple[str, ...]:
    """The pieces that a fighter may jump over, or onto, now (TER-JUM)."""
    near = list(match.pieces.values()) if fighter.raised else touched_pieces(match, fighter)
    return tuple(
        piece.id
        for piece in near
        if (piece.amount("jump") or fighter.raised) and why_not_jump(match, fighter, Jump(piece.id)) is None
    )


@procedure
class Jumping(Frame):
    """A SPD roll; without a success the fighter is incapacitated (TER-JUM)."""

    fighter: str
    piece: str
    landed: int = 0

    @step("TER-JUM", "ACN-2")
    def pay(self, match: Match) -> Result:
        pay_move(match, self.fighter, MOVE_COST)
        return disengage(match, self.fighter)

    @step("TER-JUM", "ROLL-1")
    def roll_to_jump(self, match: Match) -> Result:
        fighter, piece = match.fighters[self.fighter], match.pieces.get(self.piece)
        # Ruling: who finds no place to land any more, moved by an effect on the way, does not jump.
        if fighter.status != ON_FIELD or piece is None:
            return Goto("trigger_abilities")
        if not _is_leap(match, fighter, piece) and not is_there_yet(match, self.fighter, self.piece, "jump"):
            return Goto("trigger_abilities")
        if not jump_place(match, fighter, piece):
            match.emit("stayed", "MOVE-1", fighter=self.fighter)
            return Goto("trigger_abilities")
        match.emit("jumps", "TER-JUM", fighter=self.fighter, piece=self.piece)
        return self.roll(
            "jump",
            characteristic(match, fighter, SPD),
            jump_difficulty(match, fighter, piece),
            "landed",
            "TER-JUM",
            self.fighter,
        )

    @step("TER-JUM", "WND-3")
    def land(self, match: Match) -> Result:
        fighter, piece = match.fighters[self.fighter], match.pieces[self.piece]
        if not self.landed:
            effects.incapacitate(match, self.fighter)
            return None
        to, onto = jump_place(match, fighter, piece), self.piece if _is_leap(match, fighter, piece) else ""
        return arrive(match, self.fighter, to, "jumped", "TER-JUM", onto)  # type: ignore[arg-type]

    @step("ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        return tell_arrival(match, self.fighter, self.landed)


register(
    Action(
        "jump",
        Jump,
        "TER-JUM",
        order=70,
        number=11,
        why_not=why_not_jump,
        begin=lambda match, name, given: Call(Jumping(name, given.piece)),
        offers=offers_on(jumpable, lambda match: MOVE_COST),
    )
)
