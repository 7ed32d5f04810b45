"""Consequences of a movement (TER-6), and of contact with scenery (TER-COR, TER-FLA, TER-HOS, TER-VAP).

Scenery acts on a fighter that starts an activation or ends a move in contact with it or in it.
"""

from __future__ import annotations

from collections.abc import Sequence

from eden_core.engine.field import Piece
from eden_core.engine.match import BURN, LEGS, ON_FIELD, POISON, Fighter, Match
from eden_core.engine.messages import Point, Roll
from eden_core.engine.procedures import DONE, Call, Frame, Goto, Result, procedure, step
from eden_core.rules import effects
from eden_core.rules.common.ground import touched_pieces
from eden_core.rules.common.hiding import hide_after_move, look_again
from eden_core.rules.common.states import give
from eden_core.rules.common.zones import cross_zones

__all__ = ["SufferHazards", "has_moved", "suffer"]


def has_moved(match: Match, name: str, way: Sequence[Point], hides: bool = False) -> Call | None:
    """Carry out what comes of a way walked, its start included (GEN-3, TER-6).

    Zones crossed, who is hidden or raised no more (a Move action also hides, TER-HID), who fell; then the procedure of
    what the pieces in contact do.
    """
    cross_zones(match, name, way)
    if hides:
        hide_after_move(match, name, way[0])
    else:
        look_again(match)
    effects.remove_fallen(match)
    return suffer(match, name, "moved")


def suffer(match: Match, fighter: str, moment: str) -> Call | None:
    """Call the procedure of what the pieces in contact do at a moment; None when they do nothing.

    The moment is `activated`, `moved` or `activation_ended`.
    """
    name = match.fighters[fighter]
    if name.status != ON_FIELD:
        return None
    pieces = tuple(piece.id for piece in touched_pieces(match, name) if _bites(match, piece, moment))
    return Call(SufferHazards(fighter, moment, pieces)) if pieces else None


def _bites(match: Match, piece: Piece, moment: str) -> bool:
    return bool(
        _is_hostile(match, piece, moment)
        or (
            moment != "activation_ended"
            and (piece.amount("corrosion") or piece.amount("vapours") or (piece.burn and piece.amount("flammable")))
        )
    )


def _is_hostile(match: Match, piece: Piece, moment: str) -> bool:
    """It bites at the start, and as a move or (by the edition) an activation ends (TER-HOS)."""
    at_end = "activation_ended" if match.ruleset.hostile_presence_at_end else "moved"
    return bool(piece.amount("hostile_presence")) and moment in ("activated", at_end)


def corroded(fighter: Fighter) -> int:
    """The highest protection value among a fighter's Pr/Tech equipment (TER-COR)."""
    return max(
        (
            max(mode.protects)
            for gear in fighter.profile.gear
            for mode in gear.modes
            if mode.category == "protection" and any(other.category == "tech" for other in gear.modes)
        ),
        default=0,
    )


@procedure
class SufferHazards(Frame):
    """TER-COR, TER-VAP, TER-FLA, TER-HOS: piece by piece; whoever falls is removed after all of them (GEN-4)."""

    fighter: str
    moment: str
    pieces: tuple[str, ...]
    faces: tuple[int, ...] = ()

    @step("TER-COR", "TER-VAP", "TER-FLA")
    def give_markers(self, match: Match) -> Result:
        if not self.pieces:
            return Goto("remove_fallen")
        piece, fighter = match.pieces[self.pieces[0]], match.fighters[self.fighter]
        match.emit("scenery_bit", "TER-6", fighter=self.fighter, piece=piece.id)
        if self.moment != "activation_ended":
            if piece.amount("corrosion"):
                effects.lose_cp(match, self.fighter, LEGS, corroded(fighter), "TER-COR")
            if piece.amount("vapours"):
                give(match, self.fighter, POISON, piece.amount("vapours"), "TER-VAP")
            if piece.burn and piece.amount("flammable"):
                give(match, self.fighter, BURN, 1, "TER-FLA")
        return None

    @step("TER-HOS", "ROLL-5")
    def roll_locations(self, match: Match) -> Result:
        piece = match.pieces[self.pieces[0]]
        self.faces = ()
        if not _is_hostile(match, piece, self.moment):
            return None
        return Roll(
            "location", piece.amount("hostile_presence"), "TER-HOS", "faces", 0, self.fighter, self.fighter, "faces"
        )

    @step("TER-HOS")
    def inflict_wounds(self, match: Match) -> Result:
        for face in self.faces:
            limb = next(i for i, limb in enumerate(match.fighters[self.fighter].profile.limbs) if face in limb.faces)
            effects.lose_cp(match, self.fighter, limb, 1, "TER-HOS")
        self.pieces = self.pieces[1:]
        return Goto("give_markers")

    @step("WND-3")
    def remove_fallen(self, match: Match) -> Result:
        effects.remove_fallen(match)
        return DONE
