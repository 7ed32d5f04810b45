"""Small parts that several panels share: buttons, discs, rule chips, a faction's emblem."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.ui.nodes import Child, Node, h, icon

if TYPE_CHECKING:  # the set-up page has parts, but no prompts
    from web.prompts.prompt import Choice

__all__ = ["button", "disc", "p_class", "rule_chip"]


def p_class(player: int) -> str:
    """The class that carries a player's colour and pattern."""
    return f"p{player if player in (1, 2) else 0}"


def disc(symbol: str, player: int = 0, text: str = "") -> Node:
    """A base as on the field: the rim in the player's colour and pattern, the emblem or letters in it."""
    inner: Child = h("span", None, text) if text else icon(f"emblem-{symbol}")
    return h("span", {"class": f"disc {p_class(player)}", "aria-hidden": "true"}, inner)


def rule_chip(rule: str) -> Node | None:
    """The rule's number."""
    return h("span", {"class": "rule", "data-rule": rule}, rule) if rule else None


def button(choice: Choice, tone: str = "", order: int = 0) -> Node:
    """A choice as a button; `order` is the key that takes it."""
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
