"""A guest's choice before taking a seat: name and troop, under the edition and budget of the invitation."""

from __future__ import annotations

from collections.abc import Sequence

from eden_core.engine.match import Setup
from eden_core.errors import EdenError
from web.i18n.catalogue import Words
from web.peer.panel.lobby import what_is_played
from web.peer.status import ConnectionStatus
from web.setup.agreed import Agreed
from web.setup.page import side
from web.ui.forms import act
from web.ui.nodes import Node, h
from web.ui.sheets import peer_style

__all__ = ["choosing_page"]


def choosing_page(
    words: Words, status: ConnectionStatus, setup: Setup, agreed: Agreed, faults: Sequence[EdenError], refused: bool
) -> list[Node]:
    """The page between an invitation that leaves the troop open and the lobby."""
    host = words.given(status.names[0]) or words("ui.setup.name", n=1)
    return [
        h(
            "div",
            {"class": "lobby peer choosing", "data-way": status.way, "data-role": 2},
            peer_style(),
            h(
                "header",
                {"class": "lobby-head"},
                h("p", {"class": "kicker"}, words(f"peer.mode.{status.way}")),
                h("h1", None, words("peer.lobby.guest", name=host)),
            ),
            h(
                "div",
                {"class": "lobby-body"},
                h(
                    "section",
                    {"class": "lobby-way", "aria-label": words("ui.setup.troop")},
                    h("p", {"class": "lead-in"}, words("peer.lobby.choose.about")),
                    side(words, agreed, 2, faults, refused),
                    h(
                        "div",
                        {"class": "lobby-acts"},
                        act("cancel_invite", words("peer.cancel.guest")),
                        act("join_as", words("peer.lobby.join"), tone="primary big"),
                    ),
                ),
                what_is_played(words, status, setup),
            ),
        )
    ]
