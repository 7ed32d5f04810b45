"""A match's start. Importing this registers every procedure, kind of decision, action and effect."""

from __future__ import annotations

from eden_core.engine.flow import advance
from eden_core.engine.match import Fighter, Match, Setup
from eden_core.rules.actions import (
    blasts,
    climbing,
    demolition,
    hiding,
    jumping,
    melee,
    moving,
    shooting,
    swimming,
    throwing,
)
from eden_core.rules.actions.options import actions
from eden_core.rules.cards import missions, tactics
from eden_core.rules.common import paths, sight
from eden_core.rules.npfs import behaviour, placing
from eden_core.rules.phases import activation, first_player, intendancy, preparation
from eden_core.rules.phases.course import PlayMatch
from eden_core.rules.phases.setup import why_not_setup

__all__ = ["ACTIONS", "fighter_id", "new_match", "why_not_setup"]


def fighter_id(profile: str, player: int) -> str:
    """A fighter's id in a match made from troops: the same card may stand on both sides (TRP-3)."""
    return f"{profile}.{player}"


def new_match(setup: Setup) -> Match:
    """A match run to its first question (PREP-1). Raises the first `Illegal` of `why_not_setup`."""
    from eden_core.engine.codec import setup_id

    for fault in why_not_setup(setup):
        raise fault
    match = Match(setup, setup_id(setup))
    for player, troop in enumerate(setup.troops, 1):
        for profile in troop.profiles:
            fighter = Fighter(fighter_id(profile.id, player), player, profile)
            match.fighters[fighter.id] = fighter
    match.frames.append(PlayMatch())
    advance(match)
    return match


# The modules whose procedures, kinds of decision, actions and effects are registered by importing them.
CHAPTERS = (
    activation,
    behaviour,
    blasts,
    climbing,
    demolition,
    first_player,
    hiding,
    intendancy,
    jumping,
    melee,
    missions,
    moving,
    paths,
    placing,
    preparation,
    shooting,
    sight,
    swimming,
    tactics,
    throwing,
)

# All of them, in the order of their options.
ACTIONS = actions()
