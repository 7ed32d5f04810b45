"""The client's own sheets: the menu, the keys, leaving a match, and a failure to fetch something."""

from __future__ import annotations

from web.i18n.catalogue import Words
from web.ui.nodes import Node, h, icon
from web.ui.preferences import language_pick, theme_button
from web.ui.sheets import plain_sheet

__all__ = ["keys_sheet", "leave_sheet", "menu_sheet", "unreachable_sheet"]


def menu_sheet(words: Words, light: bool, about: str = "", hints: bool = True, measuring: bool = False) -> Node:
    """Return the menu: the current game (`about`: edition and board), language, theme, hints, cards, keys, leave."""
    return plain_sheet(
        words("ui.menu"),
        h("h2", None, words("ui.menu")),
        h("p", {"class": "board-line"}, about) if about else None,
        h(
            "div",
            {"class": "choices"},
            language_pick(words),
            theme_button(words, light),
            h(
                "button",
                {"type": "button", "class": "button", "data-do": "hints", "aria-pressed": str(hints).lower()},
                icon("help"),
                words("solo.hints.on" if hints else "solo.hints.off"),
            ),
            h(
                "button",
                {
                    "type": "button",
                    "class": "button only-narrow",
                    "data-do": "measure",
                    "aria-pressed": str(measuring).lower(),
                },
                icon("ruler"),
                words("ui.measure"),
            ),
            h(
                "button",
                {"type": "button", "class": "button only-narrow", "data-do": "fit"},
                icon("fit"),
                words("ui.zoom.fit"),
            ),
            h("button", {"type": "button", "class": "button", "data-do": "cards"}, icon("card"), words("ui.library")),
            h("button", {"type": "button", "class": "button", "data-do": "rules"}, words("ui.rules")),
            h("button", {"type": "button", "class": "button", "data-do": "keys"}, words("ui.keys")),
            h("button", {"type": "button", "class": "button danger", "data-do": "leave"}, words("ui.new_match")),
        ),
        h(
            "div",
            {"class": "sheet-acts"},
            h("button", {"type": "button", "class": "button primary", "data-do": "close"}, words("ui.close")),
        ),
    )


def keys_sheet(words: Words) -> Node:
    """Return the sheet of the keyboard's keys."""
    rows = [[h("dt", None, words(f"ui.keys.{n}")), h("dd", None, words(f"ui.keys.{n}.text"))] for n in range(1, 13)]
    return plain_sheet(
        words("ui.keys"),
        h("h2", None, words("ui.keys")),
        h("dl", None, rows),
        h(
            "div",
            {"class": "sheet-acts"},
            h("button", {"type": "button", "class": "button primary", "data-do": "close"}, words("ui.close")),
        ),
    )


def leave_sheet(words: Words) -> Node:
    """Return the warning that leaving can't be undone."""
    return plain_sheet(
        words("ui.leave.title"),
        h("h2", None, words("ui.leave.title")),
        h("p", None, words("ui.leave.text")),
        h(
            "div",
            {"class": "sheet-acts"},
            h("button", {"type": "button", "class": "button danger", "data-do": "home"}, words("ui.leave.go")),
            h("button", {"type": "button", "class": "button primary", "data-do": "close"}, words("ui.leave.stay")),
        ),
    )


def unreachable_sheet(words: Words) -> Node:
    """Return the sheet that says something could not be fetched.

    Its texts belong to the first page's, so they are always there.
    """
    return plain_sheet(
        words("ui.unreachable.title"),
        h("h2", None, words("ui.unreachable.title")),
        h("p", None, words("ui.unreachable")),
        h(
            "div",
            {"class": "sheet-acts"},
            h(
                "button",
                {"type": "button", "class": "button primary", "data-do": "close"},
                words("ui.unreachable.close"),
            ),
        ),
        classes="unreachable",
    )
