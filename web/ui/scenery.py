"""Scenery of Territory management for the player to read: special rules, and a piece with size and cost."""

from __future__ import annotations

from eden_core.cards.records import Shape
from eden_core.cards.scenery_rules import RULES, Rule
from eden_core.ruleset import Ruleset
from web.i18n.catalogue import Words
from web.ui.controls import rule_link
from web.ui.nodes import Node, h

__all__ = ["look_name", "piece_card", "rule_name", "rule_text", "rules_list"]


def look_name(words: Words, like: str) -> str:
    """Return the name of a piece's look; a piece without a special look is scenery that was built."""
    return words(f"scenery.{like or 'built'}")


def rule_name(words: Words, ruleset: Ruleset, word: str, x: int | str) -> str:
    """Return a special rule as it is printed, with its X where it takes one (TER-4)."""
    takes_x = RULES[word].takes_x and (word != "hiding" or ruleset.hiding_by_base)
    return f"{words(f'terrain.{word}.name')} ({x})" if takes_x else words(f"terrain.{word}.name")


def rule_text(words: Words, ruleset: Ruleset, word: str, x: int | str) -> str:
    """Return a line that explains a special rule in an edition."""
    key = "at_end" if word == "hostile_presence" and ruleset.hostile_presence_at_end else "text"
    ap = words("ap.n", n=ruleset.climb_and_swim_cost)
    text = words(f"terrain.{word}.{key}", x=x, bonus=ruleset.elevation_bonus, ap=ap)
    return f"{text} {words('terrain.hiding.small')}" if word == "hiding" and ruleset.hiding_by_base and x == 1 else text


def rules_list(words: Words, ruleset: Ruleset, rules: tuple[Rule, ...]) -> Node | None:
    """Return special rules, each with its number and meaning."""
    lines = [
        h(
            "li",
            {"data-word": word},
            h("b", None, rule_name(words, ruleset, word, x)),
            " ",
            rule_link(words, RULES[word].rule),
            " ",
            h("span", None, rule_text(words, ruleset, word, x)),
            key=word,
        )
        for word, x in rules
    ]
    return h("ul", {"class": "ware-rules"}, lines) if lines else None


def piece_card(words: Words, ruleset: Ruleset, shape: Shape) -> Node:
    """Return a ready-made piece: size, cost in scenery points, each special rule with its number and meaning."""
    name = look_name(words, shape.like)
    lines = [
        h(
            "li",
            {"data-word": word},
            h("b", None, rule_name(words, ruleset, word, x)),
            rule_link(words, RULES[word].rule),
            h("span", None, rule_text(words, ruleset, word, x)),
            key=word,
        )
        for word, x in shape.rules
    ]
    return h(
        "article",
        {"class": "text-card terrain-card", "data-card": f"scenery-{shape.id}", "aria-label": name},
        h(
            "header",
            None,
            h("h3", None, name),
            h("span", {"class": "card-value", "title": words("ui.terrain.cost", n=shape.cost)}, str(shape.cost)),
        ),
        h("p", {"class": "keys"}, words(f"size.{shape.size}"), " · ", words("ui.terrain.cost", n=shape.cost)),
        h("ul", {"class": "terrain-rules"}, lines),
        key=f"scenery-{shape.id}",
    )
