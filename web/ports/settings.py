"""The player's lists of relays and of servers that help two networks meet (ICE): defaults, checks, what is kept."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from web.browser.protocol import Page

__all__ = [
    "LENGTH",
    "MOST",
    "RELAYS",
    "SERVERS",
    "Server",
    "SettingError",
    "Settings",
    "checked_relays",
    "checked_servers",
]

MOST = 10  # entries of a list
LENGTH = 200  # characters of an address, a user name or a password

# A name or a number of a machine, perhaps a port.
PLACE = r"(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::[0-9]{1,5})?"
HERE = r"(?:127\.0\.0\.1|localhost)(?::[0-9]{1,5})?"
RELAY = re.compile(rf"(?:wss://{PLACE}|ws://{HERE})(?:/[\w./~%-]*)?", re.ASCII | re.IGNORECASE)
SERVER = re.compile(rf"(stun|stuns|turn|turns):{PLACE}(\?transport=(?:udp|tcp))?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class Server:
    """A STUN or TURN server; TURN wants a user name and a password."""

    url: str
    username: str = ""
    credential: str = ""

    def table(self) -> dict[str, str]:
        """Return it as browsers want it."""
        named = {"username": self.username, "credential": self.credential} if self.username else {}
        return {"urls": self.url, **named}


# Known to be open to everyone when this was written. Both players need one in common, so all have the same ones.
RELAYS = (
    "wss://nos.lol",
    "wss://purplerelay.com",
    "wss://relay.mostr.pub",
    "wss://nostr.data.haus",
    "wss://nostr.sathoarder.com",
)
SERVERS = (Server("stun:stun.l.google.com:19302"), Server("stun:stun.cloudflare.com:3478"))


class SettingError(Exception):
    """A fault of a list. `code` says why, `value` which entry:

    `none` (no relay at all), `too_many`, `too_long`, `bad_relay` (neither `wss://…` nor `ws://` on this machine),
    `bad_server` (neither stun:, stuns:, turn: nor turns:), `no_credential` (TURN without user name or password).
    """

    def __init__(self, code: str, value: str = "") -> None:
        super().__init__(code)
        self.code, self.value = code, value


def _check(values: Sequence[str]) -> None:
    if len(values) > MOST:
        raise SettingError("too_many", values[MOST])
    for value in values:
        if len(value) > LENGTH:
            raise SettingError("too_long", value[:LENGTH])


def checked_relays(urls: Sequence[str]) -> tuple[str, ...]:
    """Return the relays of a list, each once. Raises `SettingError`."""
    found = tuple(dict.fromkeys(url.strip() for url in urls if url.strip()))
    _check(found)
    for url in found:
        if not RELAY.fullmatch(url):
            raise SettingError("bad_relay", url)
    if not found:
        raise SettingError("none")
    return found


def checked_servers(wanted: Sequence[Server]) -> tuple[Server, ...]:
    """Return the servers of a list, each once; there may be none. Raises `SettingError`."""
    found = tuple(dict.fromkeys(wanted))
    _check([server.url for server in found])
    for server in found:
        _check([server.username, server.credential])
        match = SERVER.fullmatch(server.url)
        if not match or (match[1].lower().startswith("stun") and match[2]):
            raise SettingError("bad_server", server.url)
        if match[1].lower().startswith("turn") != bool(server.username and server.credential):
            raise SettingError("no_credential" if match[1].lower().startswith("turn") else "bad_server", server.url)
    return found


class Settings:
    """The two lists as the browser keeps them."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def relays(self) -> tuple[str, ...]:
        """Return the relays to use: the player's, or the usual ones."""
        try:
            return checked_relays([str(url) for url in json.loads(self._page.recall("relays"))])
        except (ValueError, TypeError, SettingError):
            return RELAYS

    def servers(self) -> tuple[Server, ...]:
        """Return the servers to use: the player's, or the usual ones."""
        try:
            return checked_servers([Server(*map(str, parts)) for parts in json.loads(self._page.recall("servers"))])
        except (ValueError, TypeError, SettingError):
            return SERVERS

    def save_relays(self, urls: Sequence[str]) -> None:
        """Save the player's own relays. Raises `SettingError`."""
        self._page.remember("relays", json.dumps(checked_relays(urls)))

    def save_servers(self, wanted: Sequence[Server]) -> None:
        """Save the player's own servers. Raises `SettingError`."""
        parts = [(server.url, server.username, server.credential) for server in checked_servers(wanted)]
        self._page.remember("servers", json.dumps(parts))

    def reset(self) -> None:
        """Go back to the usual relays and servers."""
        self._page.remember("relays", "")
        self._page.remember("servers", "")
