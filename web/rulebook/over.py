"""The rules over whatever is on the screen: opened by their address, closed to where the player came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.browser import page as browser
from web.ui.mount import Mount

if TYPE_CHECKING:
    from web.app.client import Shell
    from web.i18n.catalogue import Words
    from web.rulebook.controller import RulesPage

__all__ = ["Reading"]


class Reading:
    """Whether the rules are read, and what they lie over."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.page: RulesPage | None = None  # made when it is first opened
        self.before = "first"  # the screen below
        self.hides_the_end = False  # the match below has ended, which is shown once they are closed

    @property
    def is_open(self) -> bool:
        """Whether they are on the screen."""
        return self.page is not None and self.shell.screen == "rules"

    async def open(self, part: str, first: bool = False) -> None:
        """Shows the rules; whatever was on the screen waits as it is. `first`: the page was opened at them."""
        try:
            await self.shell.speak_whole()
            await self._show(part, first)
        except ConnectionError:
            if self.shell.screen == "rules":
                self.leave()
            browser.replace_address("")
            self.shell.open_sheet("unreachable")

    async def _show(self, part: str, first: bool) -> None:
        from web.rulebook.controller import RulesPage

        shell = self.shell
        if self.page is None:
            self.page = RulesPage(browser, Mount("rules"), shell.words, shell.light, self._were_first)
        self.page.is_first = self.page.is_first or first
        if shell.screen != "rules":
            self.before = shell.screen
            shell.show_screen("rules")
        session = shell.play.session if shell.play is not None and self.before == "match" else None
        edition = session.match.setup.ruleset.edition if session is not None else shell.agreed.edition
        await self.page.open(part, edition, session is not None)

    def leave(self) -> None:
        """Back to the screen below."""
        assert self.page
        self.page.left()
        self.shell.show_screen(self.before)
        if self.hides_the_end:
            self.hides_the_end = False
            self.shell.open_sheet("end")
            return
        browser.focus("#prompt" if self.before == "match" else "#to-rules")
        if self.shell.local is not None:
            self.shell.local.tell()

    def _were_first(self) -> None:
        browser.replace_address("")
        self.leave()

    def give_way(self) -> None:
        """A match comes to the screen that was waited for while they were read."""
        if self.is_open and self.page is not None:
            self.page.left()
            browser.replace_address("")
        self.hides_the_end = False

    def speak(self, words: Words) -> None:
        """Another language."""
        if self.page is not None:
            self.page.speak(words)

    def relight(self, light: bool) -> None:
        """Another theme."""
        if self.page is not None:
            self.page.relight(light)
