"""The names of troops, players and fighters in a match; equal names are made distinct."""

from __future__ import annotations

from eden_core.cards.records import Troop
from eden_core.cards.shipped import load
from eden_core.engine.match import NPF, Match, Setup
from web.i18n.catalogue import Words

__all__ = ["fighter_name", "player_name", "troop_called"]


def troop_called(words: Words, troop: Troop, edition: str) -> str:
    """Return a troop's name: a ready-made troop's in this language, else its own name, else that of its symbol."""
    ready = next((id for id, known in load(edition).troops.items() if known == troop), "")
    key = f"troop.{ready}.name"
    return words(key) if words.has(key) else troop.name or words(f"{troop.composed}.{troop.symbol}")


def player_name(words: Words, setup: Setup, player: int) -> str:
    """Return a player's name; "" for nobody.

    Without a given name this is the troop's name; if both names are equal, the player's number follows.
    """
    if not player:
        return ""
    names = [
        words.given(name) or troop_called(words, troop, setup.ruleset.edition)
        for name, troop in zip(setup.names, setup.troops)
    ]
    return f"{names[player - 1]} ({player})" if names[0].casefold() == names[1].casefold() else names[player - 1]


def fighter_name(words: Words, match: Match, fighter_id: str) -> str:
    """Return a fighter's name.

    The player's number follows if both sides field the name; an NPF is numbered if there are several of its name.
    """
    fighter = match.fighters.get(fighter_id)
    if fighter is None:
        return fighter_id
    name = words.name_of(fighter.profile.id, fighter.profile.name)
    twins = [other.id for other in match.fighters.values() if other.profile.name == fighter.profile.name]
    if len(twins) < 2:
        return name
    return f"{name} {twins.index(fighter_id) + 1}" if fighter.player == NPF else f"{name} ({fighter.player})"
