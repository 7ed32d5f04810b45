"""The lists of relays and of servers as a player types them: an address a line; a TURN server's name and password follow it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from .net import settings
from .net.settings import Server, SettingError

__all__ = ["keep_lines", "shown"]


def shown() -> dict[str, str]:
    """Both lists as text."""
    return {"relays": "\n".join(settings.relays()),
            "ice": "\n".join(" ".join(filter(None, (one.url, one.username, one.credential))) for one in settings.servers())}


def keep_lines(relays: str, ice: str) -> dict[str, dict[int, str]]:
    """Keeps both lists if all of them will do; else what is wrong, by list and line (from 1), as codes."""
    urls = {number: line.strip() for number, line in enumerate(relays.splitlines(), 1) if line.strip()}
    servers = {number: Server(*(line.split() + ["", ""])[:3]) for number, line in enumerate(ice.splitlines(), 1) if line.strip()}
    faults = {"relays": _faults({number: partial(settings.checked_relays, [url]) for number, url in urls.items()}),
              "ice": _faults({number: partial(settings.checked_servers, [one]) for number, one in servers.items()})}
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
