"""The rules page over any other screen: opened by its address, closed to where the player came from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from web.ui.mount import Mount

if TYPE_CHECKING:
    from web.i18n.catalogue import Words
    from web.match.host import MatchHost
    from web.rulebook.controller import RulesPage

__all__ = ["Reading"]


class Reading:
    """The state of the rules page: whether it is open, and the screen below it."""

    def __init__(self, host: MatchHost, closed: Callable[[], None]) -> None:
        """Make the state; `closed` is called after the page was closed, unless the end of a match is shown then."""
        self.host, self.closed = host, closed
        self.page: RulesPage | None = None  # made when it is first opened
        self.before = "first"  # the screen below
        self.hides_the_end = False  # the match below has ended; its end is shown once the page is closed

    @property
    def is_open(self) -> bool:
        """Return whether the rules page is on the screen."""
        return self.page is not None and self.host.screen == "rules"

    async def open(self, part: str, first: bool = False) -> None:
        """Show the rules page over the current screen; `first`: the client was opened at its address."""
        try:
            await self.host.speak_whole()
            await self._show(part, first)
        except ConnectionError:
            if self.host.screen == "rules":
                self.leave()
            self.host.page.replace_address("")
            self.host.open_sheet("unreachable")

    async def _show(self, part: str, first: bool) -> None:
        from web.rulebook.controller import RulesPage

        host = self.host
        if self.page is None:
            self.page = RulesPage(host.page, Mount(host.page, "rules"), host.words, host.light, self._were_first)
        self.page.is_first = self.page.is_first or first
        if host.screen != "rules":
            self.before = host.screen
            host.show_screen("rules")
        session = host.session if self.before == "match" else None
        edition = session.match.setup.ruleset.edition if session is not None else host.agreed.edition
        await self.page.open(part, edition, session is not None)

    def leave(self) -> None:
        """Go back to the screen below."""
        assert self.page
        self.page.left()
        self.host.show_screen(self.before)
        if self.hides_the_end:
            self.hides_the_end = False
            self.host.open_sheet("end")
            return
        self.host.page.focus("#prompt" if self.before == "match" else "#to-rules")
        self.closed()

    def _were_first(self) -> None:
        self.host.page.replace_address("")
        self.leave()

    def give_way(self) -> None:
        """Close the page for a match that was awaited meanwhile."""
        if self.is_open and self.page is not None:
            self.page.left()
            self.host.page.replace_address("")
        self.hides_the_end = False

    def speak(self, words: Words) -> None:
        """Change the language."""
        if self.page is not None:
            self.page.speak(words)

    def relight(self, light: bool) -> None:
        """Change the theme."""
        if self.page is not None:
            self.page.relight(light)
