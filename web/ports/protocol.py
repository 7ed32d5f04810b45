"""The ports of a match between peers, as protocols: keys, storage, channels, chance and time. Imports on any machine.

`bundle.py` carries them out in a browser; a test gives its own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

__all__ = ["Channel", "HandChannel", "Hold", "Keys", "Offer", "PortError", "Ports", "Room", "Store", "Stored", "Tabs"]


class PortError(Exception):
    """A refusal of the browser; `code` is one of `ports.WORDS`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Stored:
    """An entry of the store as a list shows it."""

    name: str
    about: dict[str, Any]
    size: int  # bytes
    changed: float  # milliseconds since 1970


class Channel(Protocol):
    """Frames to and from one peer; `ports.Channel` says when each callback is called."""

    on_message: Callable[[bytes], Any]
    on_close: Callable[[str], Any]

    def send(self, data: bytes, /) -> bool: ...
    def close(self) -> None: ...
    def buffered(self) -> int: ...
    def fingerprints(self) -> tuple[str, str] | None: ...


class HandChannel(Channel, Protocol):
    """A channel made by hand, which opens some time after it was made."""

    on_open: Callable[[], Any]


class Room(Protocol):
    """A room on relays that this tab is in."""

    async def leave(self) -> None: ...


class Tabs(Protocol):
    """The other tabs of this browser that use the same name."""

    def close(self) -> None: ...


class Offer(Protocol):
    """The first half of a connection made by hand."""

    @property
    def sdp(self) -> str: ...
    @property
    def channel(self) -> HandChannel: ...
    async def take_answer(self, sdp: str) -> None: ...


class Hold(Protocol):
    """The lock of a stored match; `on_asked` is called when another tab wants it."""

    on_asked: Callable[[], None]

    def release(self) -> None: ...


class Keys(Protocol):
    """Ed25519 key pairs by name. Each method raises `PortError`."""

    async def make(self, name: str) -> bytes: ...
    async def sign(self, name: str, data: bytes) -> bytes: ...
    async def verify(self, key: bytes, signature: bytes, data: bytes) -> bool: ...


class Store(Protocol):
    """Bytes by name. Each method raises `PortError`."""

    async def put(self, name: str, data: bytes, about: dict[str, Any]) -> None: ...
    async def get(self, name: str) -> bytes | None: ...
    async def list(self) -> tuple[Stored, ...]: ...
    async def remove(self, name: str) -> None: ...
    async def persist(self) -> bool: ...
    async def hold(self, name: str, takes: bool = False) -> Hold | None: ...


class Ports(Protocol):
    """The machine's part of a match between peers. Times are seconds to wait and milliseconds of the clock."""

    @property
    def keys(self) -> Keys: ...
    @property
    def store(self) -> Store: ...
    async def join_room(
        self,
        room: str,
        password: str,
        on_channel: Callable[[Channel, str], Any],
        on_status: Callable[[str], Any],
        relays: Sequence[str] | None = None,
    ) -> Room: ...
    async def open_tabs(self, name: str, on_channel: Callable[[Channel, str], Any]) -> Tabs: ...
    async def make_offer(self) -> Offer: ...
    async def take_offer(self, sdp: str) -> tuple[str, HandChannel]: ...
    def own_relays(self) -> tuple[str, ...]: ...
    def sound_relays(self, named: object) -> tuple[str, ...]: ...
    def random_bytes(self, size: int) -> bytes: ...
    def start(self, task: Awaitable[Any]) -> None: ...
    async def wait(self, seconds: float) -> None: ...
    def now(self) -> float: ...
