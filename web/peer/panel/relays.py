"""Settings of the way to each other: the relays that two browsers meet at, and the servers that help them connect."""

from __future__ import annotations

from collections.abc import Mapping

from web.i18n.catalogue import Words
from web.ui.forms import act
from web.ui.nodes import Node, h, icon
from web.ui.sheets import sheet

__all__ = ["relays_sheet"]


def relays_sheet(
    words: Words,
    relays: str,
    ice: str,
    relay_faults: Mapping[int, str] | None = None,
    ice_faults: Mapping[int, str] | None = None,
    note: str = "",
) -> Node:
    """Both lists as text, an address a line; faults by line (from 1) as codes, `note`: what was just done.

    What is typed comes as `relays_typed` and `ice_typed`; `save_relays` takes both, `relays_default` puts back what
    ships.
    """

    def field(name: str, text: str, faults: Mapping[int, str]) -> Node:
        lines = [
            h(
                "li",
                {"data-line": line, "data-fault": code},
                icon("cancel"),
                h(
                    "span",
                    None,
                    words("ui.troop.line", n=line),
                    " ",
                    words.first(f"peer.address.{code}", "peer.address.wrong"),
                ),
                key=str(line),
            )
            for line, code in sorted(faults.items())
        ]
        return h(
            "div",
            {"class": "addresses"},
            h("label", {"for": f"{name}-text"}, words(f"peer.{name}.label")),
            h("p", {"id": f"{name}-help", "class": "small"}, words(f"peer.{name}.about")),
            h(
                "textarea",
                {
                    "id": f"{name}-text",
                    "class": "field-input",
                    "rows": "5",
                    "data-do": f"{name}_typed",
                    "spellcheck": "false",
                    "autocapitalize": "off",
                    "aria-describedby": f"{name}-help",
                    "value": text,
                    "aria-invalid": "true" if lines else None,
                },
            ),
            h("div", {"class": "faults is-loud", "role": "alert"}, h("ul", None, lines)) if lines else None,
            key=name,
        )

    return sheet(
        words("peer.relays"),
        h("p", None, words("peer.relays.lead")),
        field("relays", relays, relay_faults or {}),
        field("ice", ice, ice_faults or {}),
        h("p", {"class": "note", "role": "status"}, note),
        acts=[
            act("relays_default", words("peer.relays.default"), tone="quiet"),
            act("close", words("ui.back")),
            act("save_relays", words("peer.relays.save"), tone="primary"),
        ],
        classes="relays",
    )
