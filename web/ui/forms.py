"""Buttons that act at once, choices among several, sums beside a budget, and lists of what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from eden_core.errors import EdenError
from eden_core.ruleset import STIGMAS
from web.i18n.catalogue import Words
from web.ui.controls import rule_link
from web.ui.nodes import Child, Node, h, icon

__all__ = ["act", "choice", "fault_text", "faults_list", "points"]


def act(do: str, *inner: Child, tone: str = "", **attrs: object) -> Node:
    """Return a button that does something at once; `data_player` means `data-player`."""
    more = {name.replace("_", "-"): value for name, value in attrs.items()}
    return h("button", {"type": "button", "class": f"button {tone}".strip(), "data-do": do, **more}, *inner)


def choice(do: str, option: str, chosen: bool, label: str, detail: str = "", **data: object) -> Node:
    """Return one of several choices, a radio button."""
    attrs = {f"data-{name}": value for name, value in data.items()}
    return h(
        "button",
        {
            "type": "button",
            "class": "button",
            "role": "radio",
            "aria-checked": str(chosen).lower(),
            "data-do": do,
            "data-option": option,
            **attrs,
        },
        h("span", None, h("span", None, label), h("small", None, detail) if detail else None),
        key=option,
    )


def points(words: Words, value: int, budget: int) -> Node:
    """Return a sum of points beside the budget."""
    return h(
        "span",
        {"class": f"points{' is-over' if value > budget else ''}", "data-total": value},
        h("b", None, str(value)),
        f" / {budget} ",
        h("small", None, words("ui.troop.points")),
    )


def fault_text(words: Words, error: EdenError) -> str:
    """Return a text that says what is wrong with a troop or a set-up."""
    values = dict(error.values)
    for name in ("faction", "symbol"):
        if name in values:
            kind = "stigma" if values[name] in STIGMAS else "faction"
            values[name] = words(f"{kind}.{values[name]}")
    return words.first(f"error.{error.code}", str(error), **values)


def faults_list(words: Words, faults: Sequence[EdenError], edition: str, loud: bool = False) -> Node | None:
    """Return each fault with its rule's number; `loud` ones are told to a screen reader at once."""
    if not faults:
        return None
    lines = [
        h(
            "li",
            {"data-fault": fault.code, "data-rule": fault.rule},
            icon("cancel"),
            h("span", None, fault_text(words, fault)),
            rule_link(words, fault.rule),
            key=str(place),
        )
        for place, fault in enumerate(faults)
    ]
    title = words("ui.setup.illegal", edition=words(f"edition.{edition}"))
    loudly = {"class": "faults is-loud", "role": "alert"} if loud else {"class": "faults"}
    return h("div", {**loudly, "tabindex": "-1"}, h("p", None, title), h("ul", None, lines), key="faults")
