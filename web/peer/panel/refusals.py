"""The last refusal of a match with a person elsewhere, as the lobby and the table show it."""

from __future__ import annotations

from web.i18n.catalogue import Words
from web.peer.status import ConnectionStatus
from web.ui.forms import act
from web.ui.nodes import Node, h
from web.ui.sheets import refusal

__all__ = ["told"]


def told(words: Words, status: ConnectionStatus) -> Node | None:
    """Return the last refusal of a match; where another tab plays it, with a way to play it here."""
    said = refusal(words, status.error, status.error_is_theirs)
    if said is None or status.is_held or status.role == 0:
        return said
    return h(
        "div", {"class": "told"}, said, h("div", {"class": "link-acts"}, act("play_here", words("peer.play_here")))
    )
