"""The rules, a module a chapter of rules.md; importing this registers every procedure and kind of decision."""

from __future__ import annotations

from ..errors import Illegal
from ..flow import advance
from ..geometry import simple
from ..match import Fighter, Match, Setup
from ..profile import check_troop
from . import activation, bids, intendancy, melee, missions, move, preparation, shooting, sight, tactics, throwing
from .round import Course

__all__ = ["fighter_id", "new_match", "why_not_setup"]


def fighter_id(profile: str, player: int) -> str:
    """A fighter's id in a match made from troops: the same card may stand on both sides (TRP-3)."""
    return f"{profile}.{player}"


def why_not_setup(setup: Setup) -> list[Illegal]:
    """MAT-1, PREP-1, TRP: all that is wrong with a set-up; empty when a match may begin."""
    faults = [fault for troop in setup.troops for fault in check_troop(setup.ruleset, troop, setup.budget)]
    if not all(6000 <= side <= 12000 for side in setup.field):
        faults.insert(0, Illegal("field_is_60_to_120_cm", "MAT-1"))
    if not 1 <= setup.rounds <= 10:
        faults.append(Illegal("rounds_are_1_to_10", "RND-1", rounds=setup.rounds))
    return faults + _scenery_faults(setup)


def _scenery_faults(setup: Setup) -> list[Illegal]:
    """PREP-6: what stands already keeps 5 cm from each other and the edges; no piece is there twice."""
    names = [piece.id for piece in setup.pieces] + [shape.id for shape in setup.pool]
    if len(set(names)) != len(names):
        return [Illegal("piece_twice", "PREP-6")]
    if not all(simple(shape.outline) for shape in setup.pool) or not all(
            simple(piece.outline) for piece in setup.pieces if not piece.radius):
        return [Illegal("not_a_simple_outline", "PREP-6")]
    empty = Match(setup._replace(pieces=()), b"")
    for piece in setup.pieces:
        fault = preparation.why_not_place(empty, piece)
        if fault is not None:
            return [fault]
        empty.pieces[piece.id] = piece
    return []


def new_match(setup: Setup) -> Match:
    """A match run to its first question (PREP-1). Raises the first `Illegal` of `why_not_setup`."""
    from ..codec import setup_id
    for fault in why_not_setup(setup):
        raise fault
    match = Match(setup, setup_id(setup))
    for player, troop in enumerate(setup.troops, 1):
        for profile in troop.profiles:
            fighter = Fighter(fighter_id(profile.id, player), player, profile)
            match.fighters[fighter.id] = fighter
    match.frames.append(Course())
    advance(match)
    return match


CHAPTERS = (activation, bids, intendancy, melee, missions, move, preparation, shooting, sight, tactics, throwing)
