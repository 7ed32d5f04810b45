"""The choice of who plays the second side at this device: a person, or the machine at a level."""

from __future__ import annotations

from web.i18n.catalogue import Words
from web.setup.agreed import MACHINES, Agreed
from web.ui.forms import choice
from web.ui.nodes import Node, h

__all__ = ["played_by"]


def played_by(words: Words, agreed: Agreed) -> Node:
    """Return the choice of who plays the second side at this device."""
    options = [
        choice(
            "machine",
            name or "person",
            name == agreed.machine,
            words(f"solo.level.{name or 'person'}"),
            words(f"solo.level.{name or 'person'}.about"),
        )
        for name in ("", *MACHINES)
    ]
    return h(
        "div",
        {"class": "played-by"},
        h("h2", {"id": "played-by-title"}, words("solo.played_by")),
        h("div", {"class": "choices", "role": "radiogroup", "aria-labelledby": "played-by-title"}, options),
    )
