"""The choices of language and theme, wherever they are offered."""

from __future__ import annotations

from web.i18n.catalogue import LANGUAGES, Words
from web.ui.nodes import Node, h, icon

__all__ = ["language_pick", "theme_button"]


def language_pick(words: Words) -> Node:
    """Return the choice of language."""
    return h(
        "label",
        {"class": "pick"},
        icon("language", words("ui.language")),
        h(
            "select",
            {"data-do": "language", "aria-label": words("ui.language"), "value": words.language},
            [h("option", {"value": code, "lang": code}, name) for code, name in LANGUAGES.items()],
        ),
    )


def theme_button(words: Words, light: bool) -> Node:
    """Return the button that turns daylight to dark and back."""
    return h(
        "button",
        {"type": "button", "class": "button quiet", "data-do": "theme", "title": words("ui.theme")},
        icon("dark" if light else "light"),
        words("ui.theme.dark" if light else "ui.theme.light"),
    )
