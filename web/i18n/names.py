"""Names of things on the cards, in the player's language where it has any."""

from __future__ import annotations

from web.i18n.catalogue import Words

__all__ = ["ability_name", "ability_text"]


def ability_name(words: Words, ability: str) -> str:
    """Name an ability; one that a player brought without words goes by its id."""
    return words.first(f"ability.{ability}", ability.replace("_", " ").capitalize())


def ability_text(words: Words, ability: str) -> str:
    """Return the text of an ability; "" where nobody wrote it down."""
    return words.first(f"ability.{ability}.text", "")
