"""A rule's number as a way to its text: where a rule is named during a match, a press opens the rules page there."""

from __future__ import annotations

from web.i18n.catalogue import Words
from web.ui.nodes import Node, h

__all__ = ["rule_link"]


def rule_link(words: Words, rule: str) -> Node | None:
    """The rule's number, to be pressed."""
    return (
        h(
            "button",
            {
                "type": "button",
                "class": "rule",
                "data-do": "rule",
                "data-rule": rule,
                "aria-label": words("ui.rules.open", rule=rule),
            },
            rule,
        )
        if rule
        else None
    )
