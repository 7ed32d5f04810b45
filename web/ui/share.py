"""What is handed over between two people: a link to copy, to share, to be photographed; a field to paste one into;
steps.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from eden_core.errors import EdenError
from web.i18n.catalogue import Words
from web.peer.status import Standing
from web.setup.page import act, fault_text
from web.ui.nodes import Child, Node, h, icon

__all__ = [
    "LONG",
    "MOST_QR",
    "Matrix",
    "error_text",
    "link_box",
    "notice",
    "paste_box",
    "peer_style",
    "qr_picture",
    "refusal",
    "sheet",
    "step",
    "told",
]

Matrix = Sequence[Sequence[bool]]
BLANK = re.compile(r"\{(\w+)\}")
QUIET = 4  # modules of white around a QR code
LONG, MOST_QR = 2000, 2953  # characters: what chat programs leave whole; what one QR code holds


def peer_style() -> Node:
    """The style sheet of play with a person elsewhere, which comes with its first panel."""
    return h("link", {"rel": "stylesheet", "data-style": "peer"}, key="peer-style")


def sheet(title: str, *parts: Child, classes: str = "", acts: Child = None) -> Node:
    """A sheet over the page, with its own style and a row of buttons at its end."""
    about = {"class": f"sheet peer {classes}".strip(), "role": "dialog", "aria-modal": "true", "aria-label": title}
    return h("section", about, peer_style(), h("h2", None, title), parts, h("div", {"class": "sheet-acts"}, acts))


def error_text(words: Words, error: EdenError) -> str:
    """Why something was refused, said to a player: what happened and what to do."""
    key = f"error.{error.code}"
    if not words.has(key):
        return words("peer.error.other", code=error.code.replace("_", " ")[:60])
    if set(BLANK.findall(words.table[key])) - set(error.values):  # the other side sends no values along
        return words("peer.error.ruled" if error.rule else "peer.error.step", rule=error.rule)
    return fault_text(words, error)


def refusal(words: Words, error: EdenError | None, is_theirs: bool = False) -> Node | None:
    """The last refusal, with whose it is and its rule."""
    if error is None:
        return None
    here = f"error.{error.code}.here"  # what is told on the side that refuses, where that is something else
    said = words(here) if not is_theirs and words.has(here) else error_text(words, error)
    whose = words("peer.error.theirs" if is_theirs else "peer.error.mine")
    return h(
        "div",
        {"class": "peer-refusal", "role": "alert", "data-error": error.code, "data-theirs": str(is_theirs).lower()},
        icon("cancel"),
        h("p", None, h("b", None, whose), " ", said),
    )


def told(words: Words, standing: Standing) -> Node | None:
    """The last refusal of a match; where another tab plays it, with a way to play it here."""
    said = refusal(words, standing.error, standing.error_is_theirs)
    if said is None or standing.is_held or standing.role == 0:
        return said
    return h(
        "div", {"class": "told"}, said, h("div", {"class": "link-acts"}, act("play_here", words("peer.play_here")))
    )


def notice(sign: str, text: str, *more: Child, tone: str = "", name: str = "") -> Node:
    """A line with a sign; with `name` it is found by tests and told apart by styles."""
    return h(
        "div",
        {"class": f"peer-note {tone}".strip(), "data-note": name or None},
        icon(sign),
        h("p", None, text, more),
        key=name or text,
    )


def qr_picture(words: Words, matrix: Matrix) -> Node:
    """A QR code: black on white whatever the theme, for a camera, with its quiet zone."""
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
    """A link that is to be sent, and the three ways to send it."""
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
    """Where a link is pasted: it is read as soon as it is there."""
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


def step(number: int, title: str, about: str, *parts: Child, state: str = "") -> Node:
    """One of a few steps: "done", "now" or "" (later); said in words too, never by colour alone."""
    return h(
        "li",
        {"class": f"step {state}".strip(), "aria-current": "step" if state == "now" else None, "data-step": number},
        h(
            "span",
            {"class": "step-number", "aria-hidden": "true"},
            icon("verified") if state == "done" else str(number),
        ),
        h("div", {"class": "step-body"}, h("h3", None, title), h("p", None, about) if about else None, parts),
        key=str(number),
    )
