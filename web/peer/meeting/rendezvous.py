"""The places where the other side may be found: a room on relays, and the other tabs of this browser."""

from __future__ import annotations

from collections.abc import Callable

from web.ports.protocol import Channel, Ports, Room, Tabs

__all__ = ["Rendezvous"]

MOST_WAITING = 4  # channels that wait, while it is not clear who is at the end of the present one


class Rendezvous:
    """One side's search for the other; `found` gets each channel, `status` the relays' word for how it goes.

    While a channel is in use, others wait here: the one in use may lead to a stranger.
    """

    def __init__(
        self, ports: Ports, relays: tuple[str, ...], found: Callable[[Channel], None], status: Callable[[str], None]
    ) -> None:
        self._ports, self._relays, self._found, self._status = ports, relays, found, status
        self.waiting: list[Channel] = []
        self._of_this_browser: list[Channel] = []
        self._room: Room | None = None
        self._tabs: Tabs | None = None
        self._is_joining = False

    @property
    def has_room(self) -> bool:
        """True while this side is in the room."""
        return self._room is not None

    @property
    def is_open(self) -> bool:
        """True while this side is in the room, or on its way into it."""
        return self._is_joining or self.has_room

    async def open(self, room: str, password: str, is_wanted: Callable[[], bool]) -> None:
        """Look among the tabs, then in the room if that `is_wanted` still. Raises `PortError`."""
        self._is_joining = True
        try:
            if self._tabs is None:  # perhaps the other sits at another tab of this browser
                self._tabs = await self._ports.open_tabs(f"eden-{room}", self._found_tab)
            if is_wanted():
                self._room = await self._ports.join_room(
                    room, password, lambda channel, name: self._found(channel), self._status, self._relays or None
                )
        finally:
            self._is_joining = False

    def _found_tab(self, channel: Channel, tab: str) -> None:
        self._of_this_browser.append(channel)
        self._found(channel)

    def is_of_this_browser(self, channel: Channel) -> bool:
        """Return True if a channel leads to another tab of this browser."""
        return channel in self._of_this_browser

    def keep_waiting(self, channel: Channel) -> None:
        """Let a channel wait; one too many is closed."""
        if len(self.waiting) >= MOST_WAITING:
            channel.close()
            return
        self.waiting.append(channel)
        channel.on_close = lambda reason: self.waiting.remove(channel) if channel in self.waiting else None

    def dismiss(self) -> None:
        """Close all channels that wait."""
        while self.waiting:
            self.waiting.pop().close()

    def leave_room(self) -> None:
        """Leave the room: the relays are not needed any more."""
        if self._room is not None:
            room, self._room = self._room, None
            self._ports.start(room.leave())

    def leave(self) -> None:
        """Leave the room and the tabs, and close all channels that wait."""
        self.dismiss()
        if self._tabs is not None:
            self._tabs.close()
            self._tabs = None
        self.leave_room()
