"""What an edition plays differently, worked out by comparing the rulesets; each switch with its rule's number."""

from __future__ import annotations

from dataclasses import fields

from eden_core.ruleset import EDITIONS, Ruleset

from ..dom import Node, h
from ..words import Words
from .rule_link import rule_link

__all__ = ["RULES", "board_line", "differences", "differences_list", "switch_text"]

# Where each switch's question is put (rules.md, section 14).
RULES = {
    "factions": "MAT-7", "heal_needs_a_wound": "WND-2", "move_brushes_past_enemies": "ACN-2",
    "failed_charge_ends_activation": "ACN-5", "shot_spends_every_success": "SHT-4",
    "poison_and_slowdown_weapons": "EQP-6",
}


def _apart() -> list[str]:
    """The switches in which any two editions differ."""
    return [field.name for field in fields(Ruleset) if field.name != "edition"
            and len({getattr(ruleset, field.name) for ruleset in EDITIONS.values()}) > 1]


def differences(edition: str) -> list[tuple[str, object]]:
    """An edition's switches that are not as in the default one, with values; of the default, where others differ."""
    own, default = EDITIONS[edition], Ruleset()
    return [(name, getattr(own, name)) for name in _apart()
            if own == default or getattr(own, name) != getattr(default, name)]


def switch_text(words: Words, name: str, value: object) -> str:
    """A switch's value, said to a player."""
    if isinstance(value, tuple):
        return words(f"switch.{name}", names=words.join([words(f"faction.{faction}") for faction in value]))
    return words(f"switch.{name}.{value}")


def differences_list(words: Words, edition: str) -> Node:
    """The differences, a line each."""
    return h("ul", {"class": "switches", "id": "differences"},
             [h("li", {"data-switch": name}, rule_link(words, RULES.get(name, "")),
                h("span", None, switch_text(words, name, value)), key=name) for name, value in differences(edition)])


def board_line(words: Words, edition: str, field: tuple[int, int]) -> str:
    """Edition and board in a line; the field's width and height in units."""
    return words("ui.board_line", edition=words(f"edition.{edition}.short"), w=field[0] // 100, h=field[1] // 100)
