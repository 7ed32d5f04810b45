"""The client as what is shown on it knows it: its screens and sheets, its language and theme. No js here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from web.browser.protocol import Page
    from web.i18n.catalogue import Words

__all__ = ["Host"]


class Host(Protocol):
    """The screens of the client, for whatever comes to one of them."""

    @property
    def page(self) -> Page:
        """The browser's page."""

    @property
    def words(self) -> Words:
        """The texts of the player's language."""

    @property
    def light(self) -> bool:
        """Whether the theme is the light one."""

    @property
    def screen(self) -> str:
        """The screen that is shown."""

    @property
    def sheet(self) -> str:
        """The sheet that lies over it; "" for none."""

    def show_screen(self, name: str) -> None:
        """Go to a screen."""

    def open_sheet(self, name: str) -> None:
        """Lay a sheet over the screen; "" takes it away."""

    def refresh(self) -> None:
        """Show everything as it stands."""

    async def speak_whole(self) -> None:
        """Fetch all texts of the player's language. Raises `ConnectionError`."""
