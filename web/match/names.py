"""The names of what is in a match, in a player's language."""

from __future__ import annotations

from eden_core.cards import shipped
from eden_core.cards.records import Troop
from web.i18n.catalogue import Words

__all__ = ["troop_called"]


def troop_called(words: Words, troop: Troop, edition: str) -> str:
    """Return the name of a troop of a match: a ready one's in this language, another's own or its symbol's."""
    ready = next((id for id, known in shipped.load(edition).troops.items() if known == troop), "")
    key = f"troop.{ready}.name"
    return words(key) if words.has(key) else troop.name or words(f"{troop.composed}.{troop.symbol}")
