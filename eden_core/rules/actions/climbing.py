"""Climbing: a Move action onto scenery (TER-CLI)."""

from __future__ import annotations

from collections.abc import Callable

from eden_core.engine.characteristics import characteristic
from eden_core.engine.field import Piece, grown_box
from eden_core.engine.match import SPD, VIG, Fighter, Match
from eden_core.engine.messages import Climb, Point, Spot
from eden_core.engine.procedures import Call, Frame, Goto, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.geometry import routing
from eden_core.geometry.plane import dist2, inside, overlap
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
from eden_core.rules.common.ground import bars_ending, overlaps, touched_pieces
from eden_core.rules.common.paths import obstacles, touches_enemy
from eden_core.rules.common.wounds import hurt_everywhere

__all__ = [
    "Climbing",
    "climb_place",
    "climbable",
    "why_not_climb",
]

GRID = 20  # units: how finely the places on a piece are looked at


def _room_up(match: Match, fighter: Fighter, piece: Piece) -> Callable[[Point], bool]:
    """Return a test that says if a base fits at a place on top (TER-CLI).

    Its centre is on the piece, it is on no other fighter, scenery or marker, and it touches no enemy.
    """
    around, barred = obstacles(match, fighter, "charge", onto=piece.id), bars_ending(match, fighter, piece.id)

    def fits(at: Point) -> bool:
        on_it = dist2(at, piece.outline[0]) <= piece.radius**2 if piece.radius else inside(at, piece.outline)
        return (
            on_it
            and routing.point_clear(around, at)
            and not any(overlap(at, fighter.radius, marker.at, marker.radius) for marker in match.markers.values())
            and not any(overlaps(at, fighter.radius, other) for other in barred)
            and not touches_enemy(match, fighter, at)
        )

    return fits


def climb_place(match: Match, fighter: Fighter, piece: Piece) -> Spot:
    """The place on top nearest to where a fighter stands, looked for by 2 mm; () when there is no room (TER-CLI)."""
    x, y = fighter.at
    left, bottom, right, top = grown_box(piece, 0)
    places = [(px, py) for px in range(left, right + 1, GRID) for py in range(bottom, top + 1, GRID)]
    places.sort(key=lambda p: ((p[0] - x) ** 2 + (p[1] - y) ** 2, p))
    return next(filter(_room_up(match, fighter, piece), places), ())


def why_not_climb(match: Match, fighter: Fighter, given: Climb) -> Illegal | None:
    """The rule against a climb (TER-CLI, TER-ELE, ACN-2)."""
    refusal = why_no_piece(match, given.piece, "climbing", "TER-CLI") or why_no_piece(
        match, given.piece, "elevation", "TER-ELE"
    )
    if refusal is not None:
        return refusal
    piece = match.pieces[given.piece]
    if fighter.raised == piece.id:
        return Illegal("raised_already", "TER-CLI", piece=piece.id)
    refusal = why_not_pay(fighter, strain(match)) or why_not_touch(fighter, piece, "TER-CLI")
    if refusal is not None:
        return refusal
    if given.at and match.ruleset.climbing_lands_anywhere:
        fits = _room_up(match, fighter, piece)(given.at)
        return None if fits else Illegal("no_room_up_there", "TER-CLI", piece=piece.id)
    if given.at or not climb_place(match, fighter, piece):
        return Illegal("lands_at_the_nearest" if given.at else "no_room_up_there", "TER-CLI", piece=piece.id)
    return None


def climbable(match: Match, fighter: Fighter) -> tuple[str, ...]:
    """The pieces that a fighter may climb now (TER-CLI)."""
    return tuple(
        piece.id
        for piece in touched_pieces(match, fighter)
        if piece.amount("climbing") and why_not_climb(match, fighter, Climb(piece.id)) is None
    )


@procedure
class Climbing(Frame):
    """A SPD roll to get up; failing that a VIG roll not to fall (TER-CLI)."""

    fighter: str
    piece: str
    place: Spot = ()
    up: int = 0
    held: int = 0
    arrived: int = 0

    @step("TER-CLI", "ACN-2")
    def pay(self, match: Match) -> Result:
        pay_move(match, self.fighter, strain(match))
        return disengage(match, self.fighter)

    @step("TER-CLI", "ROLL-1")
    def roll_to_climb(self, match: Match) -> Result:
        if not is_there_yet(match, self.fighter, self.piece, "climbing"):
            return Goto("trigger_abilities")
        fighter = match.fighters[self.fighter]
        match.emit("climbs", "TER-CLI", fighter=self.fighter, piece=self.piece)
        return self.roll(
            "climb", characteristic(match, fighter, SPD), self._difficulty(match), "up", "TER-CLI", self.fighter
        )

    @step("TER-CLI", "ROLL-1")
    def roll_to_hold_on(self, match: Match) -> Result:
        if self.up:
            return Goto("arrive")
        vigour = characteristic(match, match.fighters[self.fighter], VIG)
        return self.roll("hold_on", vigour, self._difficulty(match), "held", "TER-CLI", self.fighter)

    @step("TER-CLI", "WND-1")
    def fall(self, match: Match) -> Result:
        match.emit("climb_failed", "TER-CLI", fighter=self.fighter, piece=self.piece)
        if not self.held:
            hurt_everywhere(match, self.fighter, 1, "TER-CLI")
            effects.remove_fallen(match)
        return Goto("trigger_abilities")

    @step("TER-CLI", "TER-ELE")
    def arrive(self, match: Match) -> Result:
        fighter, piece = match.fighters[self.fighter], match.pieces[self.piece]
        chosen = self.place and _room_up(match, fighter, piece)(self.place)
        at = self.place if chosen else climb_place(match, fighter, piece)
        if not at:  # an effect took the room meanwhile
            match.emit("climb_failed", "TER-CLI", fighter=self.fighter, piece=self.piece)
            return Goto("trigger_abilities")
        self.arrived = 1
        return arrive(match, self.fighter, at, "climbed", "TER-CLI", self.piece)

    @step("ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        return tell_arrival(match, self.fighter, self.arrived)

    def _difficulty(self, match: Match) -> int:
        return match.pieces[self.piece].amount("climbing")


register(
    Action(
        "climb",
        Climb,
        "TER-CLI",
        order=50,
        number=9,
        why_not=why_not_climb,
        begin=lambda match, name, given: Call(Climbing(name, given.piece, given.at)),
        offers=offers_on(climbable, strain),
    )
)
