"""The names of troops, players and fighters in a match, each told apart from others that are called the same."""

from __future__ import annotations

from eden_core.cards.records import Troop
from eden_core.cards.shipped import load
from eden_core.engine.match import NPF, Match, Setup
from web.i18n.catalogue import Words

__all__ = ["fighter_name", "player_name", "troop_called"]


def troop_called(words: Words, troop: Troop, edition: str) -> str:
    """Return the name of a troop of a match: a ready one's in this language, another's own or its symbol's."""
    ready = next((id for id, known in load(edition).troops.items() if known == troop), "")
    key = f"troop.{ready}.name"
    return words(key) if words.has(key) else troop.name or words(f"{troop.composed}.{troop.symbol}")


def player_name(words: Words, setup: Setup, player: int) -> str:
    """Return what a player is called, "" for nobody: the troop's name where none was given; the player's number follows
    where both are called the same.
    """
    if not player:
        return ""
    names = [
        words.given(name) or troop_called(words, troop, setup.ruleset.edition)
        for name, troop in zip(setup.names, setup.troops)
    ]
    return f"{names[player - 1]} ({player})" if names[0].casefold() == names[1].casefold() else names[player - 1]


def fighter_name(words: Words, match: Match, fighter_id: str) -> str:
    """Return what a fighter is called; the player's number follows where both sides field the name, an NPF's own where
    there are several.
    """
    fighter = match.fighters.get(fighter_id)
    if fighter is None:
        return fighter_id
    name = words.name_of(fighter.profile.id, fighter.profile.name)
    twins = [other.id for other in match.fighters.values() if other.profile.name == fighter.profile.name]
    if len(twins) < 2:
        return name
    return f"{name} {twins.index(fighter_id) + 1}" if fighter.player == NPF else f"{name} ({fighter.player})"
