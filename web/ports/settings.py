"""The player's lists of relays and of servers that help two networks meet (ICE): defaults, checks, what is kept."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from web.browser import page as browser

__all__ = [
    "LENGTH",
    "MOST",
    "RELAYS",
    "SERVERS",
    "Server",
    "SettingError",
    "keep_relays",
    "keep_servers",
    "relays",
    "reset",
    "servers",
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
        """As browsers want it."""
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
    """A list that won't do. `code` says why, `value` which entry:

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
    """The relays of a list, each once. Raises `SettingError`."""
    found = tuple(dict.fromkeys(url.strip() for url in urls if url.strip()))
    _check(found)
    for url in found:
        if not RELAY.fullmatch(url):
            raise SettingError("bad_relay", url)
    if not found:
        raise SettingError("none")
    return found


def checked_servers(wanted: Sequence[Server]) -> tuple[Server, ...]:
    """The servers of a list, each once; there may be none. Raises `SettingError`."""
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


def relays() -> tuple[str, ...]:
    """The relays to use: the player's, or the usual ones."""
    try:
        return checked_relays([str(url) for url in json.loads(browser.recall("relays"))])
    except (ValueError, TypeError, SettingError):
        return RELAYS


def servers() -> tuple[Server, ...]:
    """The servers to use: the player's, or the usual ones."""
    try:
        return checked_servers([Server(*map(str, parts)) for parts in json.loads(browser.recall("servers"))])
    except (ValueError, TypeError, SettingError):
        return SERVERS


def keep_relays(urls: Sequence[str]) -> None:
    """Keeps the player's own relays. Raises `SettingError`."""
    browser.remember("relays", json.dumps(checked_relays(urls)))


def keep_servers(wanted: Sequence[Server]) -> None:
    """Keeps the player's own servers. Raises `SettingError`."""
    parts = [(server.url, server.username, server.credential) for server in checked_servers(wanted)]
    browser.remember("servers", json.dumps(parts))


def reset() -> None:
    """Goes back to the usual relays and servers."""
    browser.remember("relays", "")
    browser.remember("servers", "")
