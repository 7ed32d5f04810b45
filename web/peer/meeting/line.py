"""The line to the other side, as those who help a meeting use it; `meeting.Meeting` is one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from eden_core.sync.wire import frames_of
from web.ports.protocol import Channel

__all__ = ["Line", "send"]

MOST_BUFFERED = 1 << 20  # bytes that wait to leave


class Line(Protocol):
    """One match's connection to the other side, with what follows from a message."""

    @property
    def way(self) -> str: ...
    @property
    def word(self) -> str: ...
    @property
    def is_left(self) -> bool: ...
    @property
    def has_channel(self) -> bool: ...
    @property
    def changed(self) -> Callable[[], None]: ...
    def address(self, kind: str, data: bytes) -> str: ...
    def must_be_held(self) -> None: ...
    def take_channel(self, channel: Channel) -> None: ...
    def hang_up(self) -> None: ...
    def turned(self, word: str) -> None: ...
    def soon(self) -> None: ...
    async def deliver(self, messages: Sequence[bytes]) -> None: ...
    def go_by_letter(self) -> None: ...


def send(channel: Channel, data: bytes) -> None:
    """Send a message; a channel whose other end takes nothing off is closed."""
    for frame in frames_of(data):
        channel.send(frame)
    if channel.buffered() > MOST_BUFFERED:
        channel.close()
