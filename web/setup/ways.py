"""The ways to play what was set up: at this device, or with somebody elsewhere."""

from __future__ import annotations

from web.i18n.catalogue import Words
from web.ui.forms import act
from web.ui.nodes import Node, h, icon
from web.ui.sheets import peer_style

__all__ = ["SIGNS", "WAYS", "ways"]


WAYS = ("link", "hand", "letter", "quick")  # with a person elsewhere
SIGNS = {"device": "device", "link": "link", "hand": "hand", "letter": "letter", "quick": "letter"}


def ways(words: Words, guest_chooses: bool) -> Node:
    """Return the ways to play what was set up, here or with somebody elsewhere, each with its promise in a line."""

    def way(name: str) -> Node:
        do = {"data-do": "start_device"} if name == "device" else {"data-do": "invite", "data-option": name}
        badge = h("span", {"class": "peekable"}, icon("eye"), words("peer.peekable")) if name == "quick" else None
        return h(
            "button",
            {"type": "button", "class": "button way", **do},
            icon(SIGNS[name]),
            h(
                "span",
                {"class": "lines"},
                h("b", None, words(f"peer.way.{name}")),
                h("small", None, words(f"peer.way.{name}.about")),
                badge,
            ),
            key=name,
        )

    return h(
        "section",
        {"class": "ways peer", "aria-labelledby": "ways-title"},
        peer_style(),
        h(
            "div",
            {"class": "ways-head"},
            h("h2", {"id": "ways-title"}, words("peer.ways")),
            act("promises", icon("help"), words("peer.promises"), tone="quiet"),
            act("matches", icon("scroll"), words("peer.matches"), tone="quiet"),
        ),
        h(
            "label",
            {"class": "ways-open"},
            h("input", {"type": "checkbox", "data-do": "guest_chooses", "checked": guest_chooses}),
            h(
                "span",
                None,
                h("b", None, words("peer.ways.open")),
                " ",
                h("small", None, words("peer.ways.open.about")),
            ),
        ),
        h("div", {"class": "ways-list"}, [way(name) for name in ("device", *WAYS)]),
        key="ways",
    )
