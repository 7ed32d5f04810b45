"""The lists of relays and of servers as a player types them: an address a line.

A TURN server's user name and password follow its address.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from web.i18n.catalogue import Words
from web.peer.panel.relays import relays_sheet
from web.ports.settings import Server, SettingError, Settings, checked_relays, checked_servers
from web.ui.nodes import Node
from web.ui.presses import on

if TYPE_CHECKING:
    from web.ui.host import Host

__all__ = ["RelayLists", "lists_as_text", "save_lines"]


def lists_as_text(settings: Settings) -> dict[str, str]:
    """Return both lists as text."""
    return {
        "relays": "\n".join(settings.relays()),
        "ice": "\n".join(" ".join(filter(None, (one.url, one.username, one.credential))) for one in settings.servers()),
    }


def save_lines(settings: Settings, relays: str, ice: str) -> dict[str, dict[int, str]]:
    """Save both lists if all of them will do; else return what is wrong, by list and line (from 1), as codes."""
    urls = {number: line.strip() for number, line in enumerate(relays.splitlines(), 1) if line.strip()}
    servers = {
        number: Server(*([*line.split(), "", ""])[:3])
        for number, line in enumerate(ice.splitlines(), 1)
        if line.strip()
    }
    faults = {
        "relays": _faults({number: partial(checked_relays, [url]) for number, url in urls.items()}),
        "ice": _faults({number: partial(checked_servers, [one]) for number, one in servers.items()}),
    }
    if not any(faults.values()):
        faults["relays"] = _faults({1: lambda: settings.save_relays(list(urls.values()))})
        faults["ice"] = _faults({1: lambda: settings.save_servers(list(servers.values()))})
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
    """The sheet of both lists, with what is typed and what is wrong with it."""

    def __init__(self, host: Host) -> None:
        self.host, self._settings = host, Settings(host.page)
        self.typed: dict[str, str] = {}
        self.faults: dict[str, dict[int, str]] = {}
        self.note = ""

    def sheet(self, words: Words) -> Node:
        """Return the sheet as it stands."""
        typed, faults = self.typed, self.faults
        return relays_sheet(
            words, typed.get("relays", ""), typed.get("ice", ""), faults.get("relays"), faults.get("ice"), self.note
        )

    @on("relays")
    def press_relays(self, values: dict[str, str]) -> None:
        """Open the sheet."""
        self.note, self.faults, self.typed = "", {}, lists_as_text(self._settings)
        self.host.open_sheet("relays")

    @on("relays_typed")
    def press_relays_typed(self, values: dict[str, str]) -> None:
        """Take in what is typed as the list of relays."""
        self.typed["relays"] = values["value"]

    @on("ice_typed")
    def press_ice_typed(self, values: dict[str, str]) -> None:
        """Take in what is typed as the list of servers."""
        self.typed["ice"] = values["value"]

    @on("save_relays")
    def press_save_relays(self, values: dict[str, str]) -> None:
        """Save both lists, or say which line is wrong."""
        self.faults = save_lines(self._settings, self.typed["relays"], self.typed["ice"])
        self.note = "" if any(self.faults.values()) else self.host.words("peer.relays.saved")
        self.host.refresh()

    @on("relays_default")
    def press_relays_default(self, values: dict[str, str]) -> None:
        """Put back what ships."""
        self._settings.reset()
        self.press_relays(values)
