"""The client's interface for the modules that are displayed on it: screens, sheets, language and theme. No js here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from web.browser.protocol import Page
    from web.i18n.catalogue import Words

__all__ = ["Host"]


class Host(Protocol):
    """The client, for the modules that show a part of it."""

    @property
    def page(self) -> Page:
        """The browser's page."""

    @property
    def words(self) -> Words:
        """The texts of the player's language."""

    @property
    def light(self) -> bool:
        """Return whether the theme is the light one."""

    @property
    def screen(self) -> str:
        """The screen that is displayed."""

    @property
    def sheet(self) -> str:
        """The sheet over the screen; "" for none."""

    def show_screen(self, name: str) -> None:
        """Go to a screen."""

    def open_sheet(self, name: str) -> None:
        """Open a sheet over the screen; "" closes it."""

    def refresh(self) -> None:
        """Show the current state of everything."""

    async def speak_whole(self) -> None:
        """Fetch all texts of the player's language. Raises `ConnectionError`."""
