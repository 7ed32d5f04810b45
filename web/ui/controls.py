"""Small parts that several panels share: buttons, discs, a faction's emblem, rule numbers."""

from __future__ import annotations

from typing import NamedTuple

from web.i18n.catalogue import Words
from web.ui.nodes import Child, Node, h, icon

__all__ = ["Choice", "button", "disc", "p_class", "rule_chip", "rule_link"]


class Choice(NamedTuple):
    """A button: what it does (`do`), what it stands for (`id`), and how it reads."""

    id: str
    label: str
    detail: str = ""
    icon: str = ""
    cost: str = ""
    pressed: bool | None = None
    do: str = "choose"
    keys: str = ""  # of a card: its keywords
    enabled: bool = True


def p_class(player: int) -> str:
    """Return the class that carries a player's colour and pattern."""
    return f"p{player if player in (1, 2) else 0}"


def disc(symbol: str, player: int = 0, text: str = "") -> Node:
    """Return a base as on the field: the rim in the player's colour and pattern, the emblem or letters in it."""
    inner: Child = h("span", None, text) if text else icon(f"emblem-{symbol}")
    return h("span", {"class": f"disc {p_class(player)}", "aria-hidden": "true"}, inner)


def rule_chip(rule: str) -> Node | None:
    """Return a rule's number; None for no rule."""
    return h("span", {"class": "rule", "data-rule": rule}, rule) if rule else None


def rule_link(words: Words, rule: str) -> Node | None:
    """Return a rule's number as a button that opens the rules there; None for no rule."""
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


def button(choice: Choice, tone: str = "", order: int = 0) -> Node:
    """Return a choice as a button; `order` is the key that takes it."""
    attrs: dict[str, object] = {
        "type": "button",
        "class": f"button {tone}".strip(),
        "data-do": choice.do,
        "data-option": choice.id,
        "aria-pressed": None if choice.pressed is None else str(choice.pressed).lower(),
        "aria-disabled": None if choice.enabled else "true",
        "aria-keyshortcuts": str(order) if 0 < order < 10 else None,
    }
    lines = h(
        "span",
        {"class": "lines"},
        h("span", None, choice.label),
        h("small", None, choice.detail) if choice.detail else None,
    )
    return h(
        "button",
        attrs,
        icon(choice.icon) if choice.icon else None,
        lines,
        h("span", {"class": "cost"}, choice.cost) if choice.cost else None,
        key=f"{choice.do}/{choice.id}",
    )
