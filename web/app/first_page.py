"""The first page: like the static one in `index.html`, but working and in the player's language."""

from __future__ import annotations

from web.i18n.catalogue import Words
from web.ui.nodes import Node, h
from web.ui.preferences import language_pick, theme_button

__all__ = [
    "first_page",
]


def first_page(
    words: Words, light: bool, update: str = "", kept: bool = False, offline: str = "", goes_on: bool = False
) -> list[Node]:
    """Title, the ways in, language and theme.

    Args:
        words: the player's language
        light: daylight
        update: a new release is "ready", or waits because "others" are open; "" for none
        kept: whether this browser keeps matches to go on with
        offline: whether the game is kept for play without a network: "ready", "none", "failed"; "" for not known yet
        goes_on: whether a match that is not over can be gone on with at once
    """
    offer = (
        h(
            "p",
            {"class": "note", "role": "status"},
            words("ui.update"),
            " ",
            h("button", {"type": "button", "class": "button", "data-do": "update"}, words("ui.update.take")),
            h("span", None, " ", words("ui.update.others")) if update == "others" else None,
        )
        if update
        else None
    )
    told = h("p", {"class": "first-kept", "data-kept": offline}, words(f"ui.offline.{offline}")) if offline else None
    return [
        h("header", {"class": "first-top"}, language_pick(words), theme_button(words, light)),
        h(
            "div",
            {"class": "first-title"},
            h("p", {"class": "kicker"}, words("ui.kicker")),
            h("h1", None, "Eden"),
            h("p", {"class": "lead"}, words("ui.lead")),
            h(
                "div",
                {"class": "first-ways"},
                h(
                    "button",
                    {"type": "button", "id": "go-on", "class": "button primary big", "data-do": "go_on"},
                    words("ui.go_on"),
                )
                if goes_on
                else None,
                h(
                    "button",
                    {
                        "type": "button",
                        "id": "play",
                        "class": f"button {'' if goes_on else 'primary '}big",
                        "data-do": "play",
                    },
                    words("ui.play"),
                ),
                h(
                    "button",
                    {"type": "button", "id": "to-setup", "class": "button big", "data-do": "setup"},
                    words("ui.set_up"),
                ),
                h(
                    "button",
                    {"type": "button", "id": "to-rules", "class": "button big", "data-do": "rules"},
                    words("ui.rules"),
                ),
                h(
                    "button",
                    {"type": "button", "id": "to-matches", "class": "button big", "data-do": "matches"},
                    words("ui.matches"),
                )
                if kept
                else None,
            ),
            h("p", {"class": "boot"}, words("ui.same_device")),
            told,
            offer,
        ),
        h("p", {"class": "first-foot"}, words("ui.foot")),
    ]
