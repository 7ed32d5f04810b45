"""The screens of the client, one at a time, and the sheet that may cover the current one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from web.ui.mount import Mount
from web.ui.nodes import Tree

if TYPE_CHECKING:
    from web.browser.protocol import Page

__all__ = ["Screens"]

COVERED = ("first", "setup", "table", "rules", "peer")  # inert to keys and screen readers while a sheet covers them


class Screens:
    """The current screen and sheet.

    `pages` builds the screens that are a single tree, by their names.
    """

    def __init__(
        self,
        page: Page,
        pages: Mapping[str, Callable[[], Iterable[Tree]]],
        sheet_of: Callable[[str], Tree | None],
    ) -> None:
        self._page, self._pages, self._sheet_of = page, pages, sheet_of
        self._mounts: dict[str, Mount] = {}
        self.screen = "first"
        self.sheet = ""  # none

    def take_over(self) -> None:
        """Take over the page's places: remove what was displayed there before Python was loaded."""
        self._mounts = {name: Mount(self._page, name) for name in (*self._pages, "dialog")}

    def go(self, name: str) -> None:
        """Go to the beginning of a screen and close any sheet. The screen still has to be rendered."""
        self.screen, self.sheet = name, ""
        self._page.root_attribute("data-screen", name)
        self._page.scroll_up()

    def render(self) -> None:
        """Show the current state of the screen, and clear the others."""
        for name, make in self._pages.items():
            self._mounts[name].show(*(make() if self.screen == name else ()))

    def render_sheet(self) -> None:
        """Show the current state of the sheet."""
        self._mounts["dialog"].show(made := self._sheet_of(self.sheet) if self.sheet else None)
        self._page.root_attribute("data-dialog", "open" if made else "")
        self._page.set_inert(COVERED, bool(made))

    def open_sheet(self, name: str, opener: str = "") -> None:
        """Open a sheet over the screen, "" for none; the focus moves there, or back to the `opener`."""
        self.sheet = name
        self.render_sheet()
        under = "#curtain .primary, :root:not([data-curtain=down]) #prompt"
        self._page.focus("#dialog .primary" if name else f"{opener}, {under}" if opener else under)
