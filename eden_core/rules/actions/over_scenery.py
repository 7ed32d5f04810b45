"""The common part of Move actions over scenery (TER-CLI, TER-SWI, TER-JUM): cost, contact, what an arrival brings."""

from __future__ import annotations

from collections.abc import Callable

from eden_core.engine.field import Piece
from eden_core.engine.match import ON_FIELD, Fighter, Match, enemies_in_contact
from eden_core.engine.messages import Point
from eden_core.engine.procedures import Call
from eden_core.errors import Illegal
from eden_core.rules import effects
from eden_core.rules.actions.moving import Disengaging
from eden_core.rules.actions.options import Offer
from eden_core.rules.cards.abilities import run_triggers
from eden_core.rules.common.ground import is_in_contact
from eden_core.rules.common.hazards import has_moved
from eden_core.rules.common.paths import MOVES_A_ROUND

__all__ = [
    "arrive",
    "disengage",
    "is_there_yet",
    "offers_on",
    "pay_move",
    "strain",
    "tell_arrival",
    "why_no_piece",
    "why_not_pay",
    "why_not_touch",
]


def strain(match: Match) -> int:
    """The AP of a climb or a swim (TER-CLI, TER-SWI)."""
    return match.ruleset.climb_and_swim_cost


def why_no_piece(match: Match, name: str, word: str, rule: str) -> Illegal | None:
    """The rule against a Move action over a piece that has no such special rule."""
    piece = match.pieces.get(name)
    return None if piece is not None and piece.amount(word) else Illegal("no_such_piece", rule, piece=name)


def why_not_pay(fighter: Fighter, cost: int) -> Illegal | None:
    """AP and Moves left (ACN-2)."""
    if fighter.ap < cost or fighter.moves >= MOVES_A_ROUND:
        return Illegal("no_move_left", "ACN-2", fighter=fighter.id)
    return None


def why_not_touch(fighter: Fighter, piece: Piece, rule: str) -> Illegal | None:
    if is_in_contact(fighter.at, fighter.radius, piece):
        return None
    return Illegal("not_in_contact", rule, target=piece.id)


def pay_move(match: Match, name: str, cost: int) -> None:
    effects.pay_ap(match, name, cost, "ACN-2")
    effects.count_action(match, name, "moves")


def is_there_yet(match: Match, name: str, piece_id: str, word: str) -> bool:
    """Tell if a fighter is still in contact with the piece, and the piece still has its rule.

    Ruling: a fighter that an effect moved away while it disengaged, or whose piece has changed, stays where it is.
    """
    fighter, piece = match.fighters[name], match.pieces[piece_id]
    if fighter.status != ON_FIELD:
        return False
    there = bool(piece.amount(word)) and is_in_contact(fighter.at, fighter.radius, piece)
    if not there:
        match.emit("stayed", "MOVE-1", fighter=name)
    return there


def arrive(match: Match, name: str, to: Point, code: str, rule: str, raised: str = "") -> Call | None:
    """The end of a Move action over scenery: where the base stands now, and what comes of it (TER-6)."""
    start = match.fighters[name].at
    effects.walk(match, name, (to,), code, rule)
    if raised:
        effects.raise_up(match, name, raised)
    return has_moved(match, name, (start, to), hides=True)


def tell_arrival(match: Match, name: str, arrived: int) -> Call | None:
    """Abilities hear of a Move action that was carried out (ABI-1)."""
    if arrived and match.fighters[name].status == ON_FIELD:
        effects.fall_due(match, "moved", name)
    return run_triggers(match)


def disengage(match: Match, name: str) -> Call | None:
    """Call disengaging for a fighter that is not free (ACN-3)."""
    return Call(Disengaging(name)) if enemies_in_contact(match, match.fighters[name]) else None


def offers_on(
    which: Callable[[Match, Fighter], tuple[str, ...]], cost: Callable[[Match], int]
) -> Callable[[Match, Fighter, list[Fighter]], tuple[Offer, ...]]:
    """Offer a Move action on the pieces that `which` finds, for what `cost` says; none where no scenery has rules."""

    def found(match: Match, fighter: Fighter, enemies: list[Fighter]) -> tuple[Offer, ...]:
        if not any(piece.rules for piece in match.pieces.values()):
            return ()
        pieces = which(match, fighter)
        return (Offer(cost(match), "", pieces),) if pieces else ()

    return found
