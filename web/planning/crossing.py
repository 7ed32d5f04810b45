"""Planning of climbs, swims and jumps: where each ends, and the odds of its dice (TER). No js.

The core decides where a jump ends; likewise a climb, except in editions in which the player chooses; the exit from
the water is the player's choice among places beside it.
"""

from __future__ import annotations

from typing import NamedTuple

from eden_core.analysis.odds import Chance, no_success
from eden_core.engine.characteristics import characteristic
from eden_core.engine.field import Piece
from eden_core.engine.match import HEAD, SPD, VIG, Fighter, Match
from eden_core.engine.messages import Jump, Point, Spot, Swim, dice_left
from eden_core.geometry.plane import dist2
from eden_core.rules.actions.climbing import climb_place
from eden_core.rules.actions.jumping import jump_difficulty, jump_place, why_not_jump
from eden_core.rules.actions.swimming import SWUM, swim_dice, why_not_swim
from eden_core.rules.common.ground import beside
from eden_core.rules.common.weather import may_measure
from web.match.session import Session
from web.planning.plan import OVER, Plan

__all__ = ["Crossing", "Risk", "risk_of"]


class Risk(NamedTuple):
    """A roll that an action over scenery asks for: its dice and difficulty, and the chances."""

    dice: int
    difficulty: int
    success: Chance
    hold: int = 0  # TER-CLI: dice of the roll not to fall
    harm: Chance = Chance()  # chance of the worst result: a fall, drowning, being incapacitated


class Crossing:
    """The ends of climbs, swims and jumps at one question, each computed once."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._exits: dict[str, list[Point]] = {}  # by the water
        self._landings: dict[tuple[str, str], Spot] = {}  # by the action and the piece

    def _mover(self) -> Fighter | None:
        decision = self.session.decision
        return (
            self.session.match.fighters.get(decision.fighter)
            if decision is not None and decision.kind == "action"
            else None
        )

    def exits(self, plan: Plan) -> list[Point]:
        """Return places beside the chosen water, at most 20 cm away unless measuring is forbidden (TER-SWI, WEA-8).

        Whether a base fits at a place is for the core to decide.
        """
        fighter, piece = self._mover(), self.session.match.pieces.get(plan.target)
        if plan.mode != "swim" or fighter is None or piece is None or not fighter.at:
            return []
        if piece.id not in self._exits:
            start = fighter.at
            self._exits[piece.id] = [
                at
                for at in beside(piece, fighter.radius, start)
                if at != start and (not may_measure(self.session.match) or dist2(start, at) <= SWUM * SWUM)
            ]
        return self._exits[piece.id]

    def get_out(self, plan: Plan, goal: Point, pin: bool = True) -> bool:
        """Plan to leave the water at the place nearest to a goal where a base fits; return whether there is one."""
        match, fighter = self.session.match, self._mover()
        for at in sorted(self.exits(plan), key=lambda at: (dist2(at, goal), at)):
            if fighter is not None and why_not_swim(match, fighter, Swim(plan.target, at)) is None:
                plan.at, plan.pinned = at, pin
                return True
        return False

    def landing(self, plan: Plan) -> Spot:
        """Return where the planned climb, swim or jump ends.

        Return () if that is still open, if the action is impossible, or for a jump while nothing may be measured
        (WEA-8).
        """
        match, fighter, key = self.session.match, self._mover(), (plan.mode, plan.target)
        piece = match.pieces.get(plan.target)
        if plan.at or plan.mode not in ("climb", "jump") or fighter is None or piece is None:
            return plan.at if plan.mode in OVER else ()
        if key not in self._landings:
            if plan.mode == "climb":
                self._landings[key] = climb_place(match, fighter, piece)
            else:
                refused = not may_measure(match) or why_not_jump(match, fighter, Jump(piece.id)) is not None
                self._landings[key] = () if refused else jump_place(match, fighter, piece)
        return self._landings[key]

    def risk(self, plan: Plan) -> Risk | None:
        """Return the dice and chances of the planned action; None if no dice are rolled."""
        fighter, piece = self._mover(), self.session.match.pieces.get(plan.target)
        return (
            risk_of(self.session.match, fighter, plan.mode, piece)
            if fighter is not None and piece is not None
            else None
        )


def risk_of(match: Match, fighter: Fighter, mode: str, over: Piece) -> Risk | None:
    """Return the dice and chances of an action over scenery; None without dice (TER-CLI, TER-SWI, TER-JUM)."""
    if mode not in OVER or mode == "hide":
        return None
    if mode == "climb":
        dice, difficulty, hold = (
            characteristic(match, fighter, SPD),
            over.amount("climbing"),
            characteristic(match, fighter, VIG),
        )
        slips = no_success(dice, difficulty)
        return Risk(
            _thrown(dice, difficulty),
            difficulty,
            slips.fails(),
            _thrown(hold, difficulty),
            slips.along_with(no_success(hold, difficulty)),
        )
    if mode == "swim":
        dice, difficulty = swim_dice(match, fighter), over.amount("swimming")
        fails, head = no_success(dice, difficulty), fighter.profile.limbs[HEAD]
        drowns = fails.times_over(head.white + head.red - fighter.lost[HEAD])
        return Risk(_thrown(dice, difficulty), difficulty, fails.fails(), 0, drowns)
    dice, difficulty = characteristic(match, fighter, SPD), jump_difficulty(match, fighter, over)
    fails = no_success(dice, difficulty)
    return Risk(_thrown(dice, difficulty), difficulty, fails.fails(), 0, fails)


def _thrown(dice: int, difficulty: int) -> int:
    """Return the number of dice left above difficulty 6 (ROLL-2)."""
    return max(0, dice_left(dice, difficulty)[0])
