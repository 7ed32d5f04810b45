"""Keys, storage and channels to other players, in Python's terms; the scripts beside this module do the work.

Nothing here knows the game: bytes go in and come out. What can't be done raises `PortError` with a word that the client
has a sentence for:

- `insecure`: the page came neither over HTTPS nor from this machine, so the browser has no keys and no locks for us
- `no_ed25519`: an older browser; `no_key`: the key of that name is not (or no longer) in this browser
- `no_storage`, `quota`: the browser lets us keep nothing, or no more
- `no_webrtc`: no connections to other browsers here; `bad_ice`, `bad_sdp`: a setting or a description makes no sense
- `too_long`: a frame of more than `FRAME` bytes
- `unreachable`: a script of the site could not be fetched
- `fault`: anything else; the cause is chained
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any

from web.browser import page as browser
from web.ports.protocol import PortError, Stored
from web.ports.settings import Server, Settings

__all__ = [
    "WORDS",
    "Channel",
    "Hold",
    "Keys",
    "Offer",
    "Room",
    "Store",
    "Tabs",
    "join_room",
    "make_offer",
    "open_tabs",
    "prepare",
    "take_offer",
]

SETTINGS = Settings(browser)
WORDS = frozenset(
    (
        "insecure",
        "no_ed25519",
        "no_key",
        "no_storage",
        "quota",
        "no_webrtc",
        "bad_ice",
        "bad_sdp",
        "too_long",
        "unreachable",
        "fault",
    )
)


def _fault(fault: browser.ScriptFault) -> PortError:
    return PortError(str(fault) if str(fault) in WORDS else "fault")


async def _ask(function: Any, *values: Any) -> Any:
    try:
        return await browser.ask(function, *values)
    except browser.ScriptFault as fault:
        raise _fault(fault) from fault


async def _script(name: str) -> Any:
    try:
        return await browser.load(f"ports/{name}.js")
    except ConnectionError as fault:
        raise PortError("unreachable") from fault


# --- keys ---


class Keys:
    """Ed25519 key pairs by name. The private halves never leave the browser: nobody can read them, nor can we."""

    async def make(self, name: str) -> bytes:
        """The public key of a name; the pair is made if there is none."""
        return bytes(await _ask((await _script("vault")).makeKey, name))

    async def find(self, name: str) -> bytes | None:
        """The public key of a name, or None if this browser has no such pair."""
        key = await _ask((await _script("vault")).findKey, name)
        return None if key is None else bytes(key)

    async def drop(self, name: str) -> None:
        """Forgets a pair for good."""
        await _ask((await _script("vault")).dropKey, name)

    async def sign(self, name: str, data: bytes) -> bytes:
        """A signature of 64 bytes."""
        return bytes(await _ask((await _script("vault")).sign, name, data))

    async def verify(self, key: bytes, signature: bytes, data: bytes) -> bool:
        """Return True if a signature holds. Browsers differ on weak keys: the caller refuses those beforehand."""
        return bool(await _ask((await _script("vault")).verify, key, signature, data))


# --- storage ---


class Hold:
    """This tab holds a match until it lets go, or ends."""

    def __init__(self) -> None:
        self.on_asked: Callable[[], None] = lambda: None  # called when another tab wants it
        self._script: Any = None
        self._proxy = browser.callback(lambda *_: self.on_asked())

    async def take(self, name: str, takes: bool) -> bool:
        """Take the lock; return True if this tab holds it now."""
        try:
            self._script = await _ask((await _script("vault")).hold, name, takes, self._proxy)
        finally:
            if self._script is None:
                self._proxy.destroy()
        return self._script is not None

    def release(self) -> None:
        """Lets another tab hold it."""
        self._script.release()
        self._proxy.destroy()


class Store:
    """Bytes by name, kept by the browser."""

    async def put(self, name: str, data: bytes, about: dict[str, Any]) -> None:
        """Keeps bytes and a small table for lists; when it returns they are on the disk, all or nothing."""
        await _ask((await _script("vault")).put, name, data, json.dumps(about))

    async def get(self, name: str) -> bytes | None:
        """The bytes, or None."""
        data = await _ask((await _script("vault")).get, name)
        return None if data is None else bytes(data)

    async def list(self) -> tuple[Stored, ...]:
        """All that is stored, by name, without the bytes."""
        found = (await _ask((await _script("vault")).list)).to_py()
        return tuple(
            Stored(str(one["name"]), dict(json.loads(one["about"])), int(one["size"]), float(one["changed"]))
            for one in found
        )

    async def remove(self, name: str) -> None:
        """Forgets what is stored under a name."""
        await _ask((await _script("vault")).remove, name)

    async def persist(self) -> bool:
        """Asks the browser never to clear the storage by itself; Firefox asks the player."""
        return bool(await _ask((await _script("vault")).persist))

    async def hold(self, name: str, takes: bool = False) -> Hold | None:
        """Return this tab's lock of a match.

        None if another tab holds it, and, where this one `takes` it, does not let go within some seconds.
        """
        hold = Hold()
        return hold if await hold.take(name, takes) else None


# --- channels ---


class Channel:
    """Frames to and from one peer.

    `on_message` gets each frame; those that came before it was set wait for it (some; a peer that sends more is
    flooding). `on_open` is called once, at once if it is open. `on_close` is called once with `closed` (by either
    side), `lost` (the network, or the other's browser, is gone), `failed` (it never came about), `bad_frame` or
    `flooded` (the peer sent what it may not); at once if that is past.
    """

    def __init__(self, script: Any) -> None:
        self._script = script
        self._proxies: list[Any] = []
        self._on_message: Callable[[bytes], Any] = lambda frame: None
        self._on_open: Callable[[], Any] = lambda: None
        self._on_close: Callable[[str], Any] = lambda reason: None
        self.reason = ""
        self._hear("onclose", self._closed)

    def _hear(self, event: str, function: Callable[..., Any]) -> None:
        if self.reason:
            return
        proxy = browser.callback(function)
        self._proxies.append(proxy)
        setattr(self._script, event, proxy)

    def _closed(self, reason: str) -> None:
        self.reason = reason
        proxies, self._proxies = self._proxies, []

        def destroy() -> None:
            for proxy in proxies:
                proxy.destroy()

        asyncio.get_running_loop().call_soon(destroy)  # not now: one of them is being called
        self._on_close(reason)

    @property
    def on_message(self) -> Callable[[bytes], Any]:
        """The function that gets each frame."""
        return self._on_message

    @on_message.setter
    def on_message(self, function: Callable[[bytes], Any]) -> None:
        self._on_message = function
        self._hear("onmessage", function)

    @property
    def on_open(self) -> Callable[[], Any]:
        """The function called once the channel is open."""
        return self._on_open

    @on_open.setter
    def on_open(self, function: Callable[[], Any]) -> None:
        self._on_open = function
        self._hear("onopen", function)

    @property
    def on_close(self) -> Callable[[str], Any]:
        """The function called with the reason once the channel is closed."""
        return self._on_close

    @on_close.setter
    def on_close(self, function: Callable[[str], Any]) -> None:
        self._on_close = function
        if self.reason:
            function(self.reason)

    @property
    def is_open(self) -> bool:
        """True if frames can be sent."""
        return bool(self._script.isOpen)

    def send(self, data: bytes) -> bool:
        """Sends a frame of at most FRAME bytes; False if the channel is not open."""
        try:
            return bool(browser.call(self._script.send, data))
        except browser.ScriptFault as fault:
            raise _fault(fault) from fault

    def close(self) -> None:
        """Ends it. What was sent still leaves; `on_close` is called on both sides."""
        self._script.close()

    def buffered(self) -> int:
        """Bytes that wait to leave."""
        return int(self._script.buffered())

    def fingerprints(self) -> tuple[str, str] | None:
        """Return SHA-256 of the own and of the peer's certificate, in hexadecimal.

        The peer has the same two, the other way round, unless somebody sits between. None between tabs alone: another
        channel that has not exactly one on each side never opens.
        """
        pair = self._script.fingerprints()
        return None if pair is None else (str(pair[0]), str(pair[1]))


class Room:
    """A room on relays that we are in; channels made there outlast it."""

    def __init__(self, script: Any, proxies: Sequence[Any]) -> None:
        self._script, self._proxies = script, proxies

    async def leave(self) -> None:
        """Leaves it: the relays hear no more of us."""
        proxies, self._proxies = self._proxies, ()
        if proxies:
            await _ask(self._script.leave)
            for proxy in proxies:
                proxy.destroy()


async def prepare() -> None:
    """Fetches the scripts that `join_room` needs, so that a click need not wait for them."""
    await _script("transport")
    await _script("relays")


async def join_room(
    room: str,
    password: str,
    on_channel: Callable[[Channel, str], Any],
    on_status: Callable[[str], Any],
    relays: Sequence[str] | None = None,
    servers: Sequence[Server] | None = None,
) -> Room:
    """Waits in a room for others who know its name and password.

    Args:
        room: its name; relays see a hash of it
        password: relays never see it
        on_channel: called with an open channel and the peer's name in this room, for each peer
        on_status: called with `searching`, `no_relay` (none can be reached, or lets us in), `found` (somebody is there)
            or `failed` (found, but the two networks let no connection through), whenever that changes
        relays: instead of those of the player's settings
        servers: likewise
    """
    script = await _script("transport")
    proxies = [browser.callback(lambda channel, peer: on_channel(Channel(channel), peer)), browser.callback(on_status)]
    options = {
        "relays": list(SETTINGS.relays() if relays is None else relays),
        "room": room,
        "password": password,
        "ice": _ice(servers),
        "onChannel": proxies[0],
        "onStatus": proxies[1],
    }
    try:
        return Room(await _ask(script.joinRoom, options), proxies)
    except PortError:
        for proxy in proxies:
            proxy.destroy()
        raise


def _ice(servers: Sequence[Server] | None) -> list[dict[str, str]]:
    return [server.table() for server in (SETTINGS.servers() if servers is None else servers)]


class Offer:
    """The first half of a connection made by hand: `sdp` goes to the other player, whose answer comes back."""

    def __init__(self, script: Any) -> None:
        self._script = script
        self.sdp = str(script.sdp)
        self.channel = Channel(script.channel)

    async def take_answer(self, sdp: str) -> None:
        """Takes the other's answer; the channel opens, or fails."""
        await _ask(self._script.takeAnswer, sdp)


async def make_offer(servers: Sequence[Server] | None = None) -> Offer:
    """Begins a connection without any relay; takes a moment, at most four seconds."""
    return Offer(await _ask((await _script("transport")).makeOffer, {"ice": _ice(servers)}))


async def take_offer(sdp: str, servers: Sequence[Server] | None = None) -> tuple[str, Channel]:
    """Takes the other's offer: our answer, and the channel, which opens when they take it."""
    made = await _ask((await _script("transport")).takeOffer, {"ice": _ice(servers)}, sdp)
    return str(made.sdp), Channel(made.channel)


class Tabs:
    """The other tabs of this browser that use the same name."""

    def __init__(self, script: Any, proxy: Any) -> None:
        self._script, self._proxy = script, proxy

    def close(self) -> None:
        """Ends all channels to them, and finds no more."""
        self._script.close()
        self._proxy.destroy()


async def open_tabs(name: str, on_channel: Callable[[Channel, str], Any]) -> Tabs:
    """Finds other tabs, now and later; `on_channel` is called for each with an open channel and the tab's name."""
    script = await _script("transport")
    proxy = browser.callback(lambda channel, tab: on_channel(Channel(channel), tab))
    return Tabs(await _ask(script.openTabs, {"name": name, "onChannel": proxy}), proxy)
