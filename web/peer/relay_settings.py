"""The lists of relays and of servers as a player types them: an address a line; a TURN server's name and password
follow it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from web.i18n.catalogue import Words
from web.peer.panel.relays import relays_sheet
from web.ports import settings
from web.ports.settings import Server, SettingError
from web.ui.nodes import Node
from web.ui.presses import on

if TYPE_CHECKING:
    from web.ui.host import Host

__all__ = ["RelayLists", "keep_lines", "shown"]


def shown() -> dict[str, str]:
    """Both lists as text."""
    return {
        "relays": "\n".join(settings.relays()),
        "ice": "\n".join(" ".join(filter(None, (one.url, one.username, one.credential))) for one in settings.servers()),
    }


def keep_lines(relays: str, ice: str) -> dict[str, dict[int, str]]:
    """Keeps both lists if all of them will do; else what is wrong, by list and line (from 1), as codes."""
    urls = {number: line.strip() for number, line in enumerate(relays.splitlines(), 1) if line.strip()}
    servers = {
        number: Server(*([*line.split(), "", ""])[:3])
        for number, line in enumerate(ice.splitlines(), 1)
        if line.strip()
    }
    faults = {
        "relays": _faults({number: partial(settings.checked_relays, [url]) for number, url in urls.items()}),
        "ice": _faults({number: partial(settings.checked_servers, [one]) for number, one in servers.items()}),
    }
    if not any(faults.values()):
        faults["relays"] = _faults({1: lambda: settings.keep_relays(list(urls.values()))})
        faults["ice"] = _faults({1: lambda: settings.keep_servers(list(servers.values()))})
    return faults


def _faults(checks: Mapping[int, Callable[[], object]]) -> dict[int, str]:
    found = {}
    for line, check in checks.items():
        try:
            check()
        except SettingError as fault:
            found[line] = fault.code
    return found


class RelayLists:
    """The sheet of both lists: what stands in it, what is wrong with it."""

    def __init__(self, shell: Host) -> None:
        self.shell = shell
        self.typed: dict[str, str] = {}
        self.faults: dict[str, dict[int, str]] = {}
        self.note = ""

    def sheet(self, words: Words) -> Node:
        """The sheet as it stands."""
        typed, faults = self.typed, self.faults
        return relays_sheet(
            words, typed.get("relays", ""), typed.get("ice", ""), faults.get("relays"), faults.get("ice"), self.note
        )

    @on("relays")
    def press_relays(self, values: dict[str, str]) -> None:
        """Opens the sheet."""
        self.note, self.faults, self.typed = "", {}, shown()
        self.shell.open_sheet("relays")

    @on("relays_typed")
    def press_relays_typed(self, values: dict[str, str]) -> None:
        """What stands in the list of relays."""
        self.typed["relays"] = values["value"]

    @on("ice_typed")
    def press_ice_typed(self, values: dict[str, str]) -> None:
        """What stands in the other."""
        self.typed["ice"] = values["value"]

    @on("save_relays")
    def press_save_relays(self, values: dict[str, str]) -> None:
        """Keeps both lists, or says which line is wrong."""
        self.faults = keep_lines(self.typed["relays"], self.typed["ice"])
        self.note = "" if any(self.faults.values()) else self.shell.words("peer.relays.saved")
        self.shell.refresh()

    @on("relays_default")
    def press_relays_default(self, values: dict[str, str]) -> None:
        """Puts back what ships."""
        settings.reset()
        self.press_relays(values)
