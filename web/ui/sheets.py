"""Sheets over the page, and the notices, steps and refusals that stand in them."""

from __future__ import annotations

import re

from eden_core.errors import EdenError
from web.i18n.catalogue import Words
from web.ui.controls import p_class
from web.ui.forms import fault_text
from web.ui.nodes import Child, Node, h, icon

__all__ = ["error_text", "notice", "peer_style", "plain_sheet", "refusal", "sheet", "step"]


BLANK = re.compile(r"\{(\w+)\}")


def plain_sheet(title: str, *parts: Child, player: int = 0, classes: str = "") -> Node:
    """Return a sheet over the page, in a player's colour if one is given."""
    return h(
        "section",
        {
            "class": f"sheet {classes} {p_class(player) if player else ''}".strip(),
            "role": "dialog",
            "aria-modal": "true",
            "aria-label": title,
        },
        *parts,
    )


def peer_style() -> Node:
    """Return the style sheet of play with a person elsewhere, which is loaded with its first panel."""
    return h("link", {"rel": "stylesheet", "data-style": "peer"}, key="peer-style")


def sheet(title: str, *parts: Child, classes: str = "", acts: Child = None) -> Node:
    """Return a sheet over the page, with its own style and a row of buttons at its end."""
    about = {"class": f"sheet peer {classes}".strip(), "role": "dialog", "aria-modal": "true", "aria-label": title}
    return h("section", about, peer_style(), h("h2", None, title), parts, h("div", {"class": "sheet-acts"}, acts))


def error_text(words: Words, error: EdenError) -> str:
    """Return a text for the player on why something was refused: what happened and what to do."""
    key = f"error.{error.code}"
    if not words.has(key):
        return words("peer.error.other", code=error.code.replace("_", " ")[:60])
    if set(BLANK.findall(words.table[key])) - set(error.values):  # the other side sends no values along
        return words("peer.error.ruled" if error.rule else "peer.error.step", rule=error.rule)
    return fault_text(words, error)


def refusal(words: Words, error: EdenError | None, is_theirs: bool = False) -> Node | None:
    """Return the last refusal, with the side that refused and its rule."""
    if error is None:
        return None
    here = f"error.{error.code}.here"  # the text for the side that refuses, where it differs
    said = words(here) if not is_theirs and words.has(here) else error_text(words, error)
    whose = words("peer.error.theirs" if is_theirs else "peer.error.mine")
    return h(
        "div",
        {"class": "peer-refusal", "role": "alert", "data-error": error.code, "data-theirs": str(is_theirs).lower()},
        icon("cancel"),
        h("p", None, h("b", None, whose), " ", said),
    )


def notice(sign: str, text: str, *more: Child, tone: str = "", name: str = "") -> Node:
    """Return a line with a sign; with `name` it is found by tests and told apart by styles."""
    return h(
        "div",
        {"class": f"peer-note {tone}".strip(), "data-note": name or None},
        icon(sign),
        h("p", None, text, more),
        key=name or text,
    )


def step(number: int, title: str, about: str, *parts: Child, state: str = "") -> Node:
    """Return one of a few steps: "done", "now" or "" (later), expressed in words too, never by colour alone."""
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
