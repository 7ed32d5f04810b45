"""Parts to hand something over between two people: a link to copy, share or photograph, a field to paste one into."""

from __future__ import annotations

from collections.abc import Sequence

from web.i18n.catalogue import Words
from web.ui.forms import act
from web.ui.nodes import Node, h, icon

__all__ = [
    "LONG",
    "MOST_QR",
    "Matrix",
    "link_box",
    "paste_box",
    "qr_picture",
]

Matrix = Sequence[Sequence[bool]]
QUIET = 4  # modules of white around a QR code
LONG, MOST_QR = 2000, 2953  # characters: what chat programs leave whole; what one QR code holds


def qr_picture(words: Words, matrix: Matrix) -> Node:
    """Return a QR code: black on white whatever the theme, for a camera, with its quiet zone."""
    side = len(matrix) + 2 * QUIET
    path: list[str] = []
    for y, row in enumerate(matrix):
        x = 0
        while x < len(row):
            if not row[x]:
                x += 1
                continue
            start = x
            while x < len(row) and row[x]:
                x += 1
            path.append(f"M{start + QUIET} {y + QUIET}h{x - start}v1h-{x - start}z")
    return h(
        "svg",
        {
            "class": "qr",
            "viewBox": f"0 0 {side} {side}",
            "role": "img",
            "aria-label": words("peer.qr.label"),
            "shape-rendering": "crispEdges",
        },
        h("rect", {"width": side, "height": side, "fill": "#fff"}),
        h("path", {"d": "".join(path), "fill": "#000"}),
        key="qr",
    )


def link_box(words: Words, link: str, label: str, qr: Matrix | None, note: str, can_share: bool) -> Node:
    """Return a link that is to be sent, and the three ways to send it."""
    if not link:
        return h(
            "div",
            {"class": "link-box is-empty", "role": "status"},
            icon("wait"),
            h("span", None, words("peer.link.making")),
            key="link",
        )
    too_long = len(link) > MOST_QR
    share = act("share_link", icon("share"), words("peer.link.share")) if can_share else None
    picture = act(
        "show_qr",
        icon("qr"),
        words("peer.link.qr"),
        aria_expanded=str(qr is not None).lower(),
        aria_disabled="true" if too_long else None,
    )
    size = "no_qr" if too_long else "long" if len(link) > LONG else ""
    return h(
        "div",
        {"class": "link-box"},
        h("label", {"for": "peer-link"}, label),
        h(
            "textarea",
            {
                "id": "peer-link",
                "class": "field-input link-text",
                "readonly": True,
                "rows": "3",
                "spellcheck": "false",
                "value": link,
            },
        ),
        h(
            "div",
            {"class": "link-acts"},
            act("copy_link", icon("copy"), words("peer.link.copy"), tone="primary", id="copy-link"),
            share,
            picture,
        ),
        h("p", {"class": "note", "role": "status"}, note),
        h("p", {"class": "small"}, words(f"peer.link.{size}", n=len(link))) if size else None,
        h("div", {"class": "qr-frame"}, qr_picture(words, qr), h("p", {"class": "small"}, words("peer.qr.help")))
        if qr is not None and not too_long
        else None,
        key="link",
    )


def paste_box(words: Words, label: str, help: str) -> Node:
    """Return the field in which a link is pasted: it is read as soon as it is there."""
    return h(
        "div",
        {"class": "paste-box"},
        h("label", {"for": "peer-paste"}, label),
        h(
            "textarea",
            {
                "id": "peer-paste",
                "class": "field-input",
                "rows": "3",
                "data-do": "take_link",
                "spellcheck": "false",
                "autocapitalize": "off",
                "autocomplete": "off",
                "placeholder": "https://…",
                "aria-describedby": "paste-help",
            },
        ),
        h("p", {"id": "paste-help", "class": "small"}, help),
        key="paste",
    )
