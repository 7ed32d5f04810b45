"""The table of all presses of the client, with the controller that answers each control."""

from __future__ import annotations

from web.app.menu import Menu
from web.app.set_up import SetUp
from web.ui.presses import pressed_names

__all__ = ["known_presses"]


def known_presses(client: type) -> dict[str, type]:
    """Return each control's name with the class that answers it. Raises `ValueError` for a name answered twice.

    It loads every controller, so it is used only by tests and for a press that no controller takes.
    """
    from web.peer.controller import PeerPlay
    from web.peer.relay_settings import RelayLists
    from web.rulebook.controller import RulesPage
    from web.saves.controller import Matches
    from web.setup.controller import Preparing
    from web.table.match_controller import MatchController

    found: dict[str, type] = {}
    for controller in (client, SetUp, Menu, Preparing, PeerPlay, RelayLists, Matches, MatchController, RulesPage):
        for name in pressed_names(controller):
            if name in found:
                raise ValueError(f"{name}: {found[name].__name__} and {controller.__name__}")
            found[name] = controller
    return found
