"""The log: every event in words, each roll with its dice, successes and rule."""

from __future__ import annotations

from collections.abc import Sequence

from web.i18n.catalogue import Words
from web.match.wording import Said
from web.ui.controls import p_class, rule_link
from web.ui.nodes import Node, h

__all__ = ["log_line", "log_panel"]


def log_line(words: Words, said: Said, key: str = "") -> Node:
    """Return one line of the log."""
    quiet = said.style.startswith("mark")
    faces = h(
        "span",
        {"class": "faces"},
        [h("span", {"class": f"face{' hit' if hit else ''}"}, str(face)) for face, hit in said.faces],
    )
    return h(
        "li",
        {
            "class": " ".join(filter(None, (p_class(said.player) if said.player else "", said.style))),
            "data-rule": said.rule,
        },
        h("span", None, said.text),
        faces if said.faces else None,
        h("b", None, said.result) if said.result else None,
        None if quiet else rule_link(words, said.rule),
        key=key,
    )


def log_panel(words: Words, lines: Sequence[Said]) -> list[Node]:
    """Return the whole log, the newest line last; a screen reader reads out each new one."""
    return [
        h(
            "header",
            {"class": "log-head"},
            h("h2", None, words("ui.log")),
            h("button", {"type": "button", "class": "button quiet", "data-do": "log"}, words("ui.close")),
        ),
        h(
            "div",
            {
                "class": "log-lines",
                "role": "log",
                "aria-live": "polite",
                "aria-label": words("ui.log"),
                "tabindex": "0",
            },
            h("ol", None, [log_line(words, said, str(number)) for number, said in enumerate(lines)]),
        ),
    ]
