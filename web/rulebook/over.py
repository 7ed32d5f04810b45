"""The rules over whatever is on the screen: opened by their address, closed to where the player came from."""

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
    """Whether the rules are read, and what they lie over."""

    def __init__(self, host: MatchHost, closed: Callable[[], None]) -> None:
        """`closed` is called once they are closed and nothing else comes to the screen."""
        self.host, self.closed = host, closed
        self.page: RulesPage | None = None  # made when it is first opened
        self.before = "first"  # the screen below
        self.hides_the_end = False  # the match below has ended, which is shown once they are closed

    @property
    def is_open(self) -> bool:
        """Whether they are on the screen."""
        return self.page is not None and self.host.screen == "rules"

    async def open(self, part: str, first: bool = False) -> None:
        """Shows the rules; whatever was on the screen waits as it is. `first`: the page was opened at them."""
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
        """Back to the screen below."""
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
        """A match comes to the screen that was waited for while they were read."""
        if self.is_open and self.page is not None:
            self.page.left()
            self.host.page.replace_address("")
        self.hides_the_end = False

    def speak(self, words: Words) -> None:
        """Another language."""
        if self.page is not None:
            self.page.speak(words)

    def relight(self, light: bool) -> None:
        """Another theme."""
        if self.page is not None:
            self.page.relight(light)
