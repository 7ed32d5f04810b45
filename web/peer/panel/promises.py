"""The promises of each way to play, and what none promises."""

from __future__ import annotations

from web.i18n.catalogue import Words
from web.setup.ways import SIGNS, WAYS
from web.ui.forms import act
from web.ui.nodes import Node, h, icon
from web.ui.sheets import sheet

__all__ = ["promises_sheet"]

ROWS = (*WAYS, "device")
PROMISED = ("dice", "signed", "secrets", "rules", "kept", "checked")
NOT_PROMISED = ("leaving", "last", "address", "person", "key")


def promises_sheet(words: Words, way: str = "") -> Node:
    """Return the page; `way` is the one that is being played or chosen, marked in the table."""

    def lines(kind: str, sign: str, names: tuple[str, ...]) -> Node:
        return h(
            "ul",
            {"class": f"promised is-{kind}"},
            [
                h(
                    "li",
                    None,
                    icon(sign),
                    h("span", None, h("b", None, words(f"promise.{name}")), " ", words(f"promise.{name}.about")),
                    key=name,
                )
                for name in names
            ],
        )

    def row(name: str) -> Node:
        here = name == way
        return h(
            "tr",
            {"class": "is-here" if here else "", "data-way": name},
            h(
                "th",
                {"scope": "row"},
                icon(SIGNS[name]),
                h("span", None, words(f"peer.mode.{name}")),
                h("span", {"class": "tag"}, words("promise.here")) if here else None,
            ),
            [
                h("td", {"data-label": words(f"promise.table.{part}")}, words(f"promise.{name}.{part}"))
                for part in ("meet", "dice", "lost")
            ],
            key=name,
        )

    heads = [h("th", {"scope": "col"}, words(f"promise.table.{part}")) for part in ("way", "meet", "dice", "lost")]
    return sheet(
        words("peer.promises"),
        h("p", None, words("promise.lead")),
        h("h3", None, words("promise.always")),
        lines("kept", "verified", PROMISED),
        h("h3", None, words("promise.never")),
        lines("open", "cancel", NOT_PROMISED),
        h("h3", None, words("promise.ways")),
        h(
            "table",
            {"class": "promise-table"},
            h("thead", None, h("tr", None, heads)),
            h("tbody", None, [row(name) for name in ROWS]),
        ),
        acts=act("close", words("ui.close"), tone="primary"),
        classes="promises",
    )
