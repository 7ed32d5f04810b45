"""The table: the panels and the field, made once, and the match shown there, if any."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from web.i18n.catalogue import Words
from web.match.session import Session
from web.table.match_controller import MatchController
from web.table.panels import Panels
from web.table.stage import Stage
from web.ui.presses import Handler

if TYPE_CHECKING:
    from web.browser.protocol import Page

__all__ = ["Play"]


class Play:
    """The table of the client; `keep` stores the course of a match, `on_end` is called when one has ended."""

    def __init__(
        self,
        page: Page,
        words: Words,
        light: bool,
        on_end: Callable[[], None],
        keep: Callable[[Session], Awaitable[None]],
    ) -> None:
        self.page = page
        self.on_end, self.keep = on_end, keep
        self.panels = Panels(page, words)
        self.stage = Stage(page)
        self.stage.ui.light = light
        self.stage.ui.reduced_motion = page.prefers("prefers-reduced-motion: reduce")
        self.shown: MatchController | None = None

    @property
    def session(self) -> Session | None:
        """The match that is shown."""
        return self.shown.session if self.shown is not None else None

    def begin(self, session: Session) -> None:
        """Show a new match."""
        if self.shown is not None:
            self.shown.end()
        self.shown = MatchController(self.page, self.panels, self.stage, session, self.on_end, self.keep)
        self.shown.begin()

    def close(self) -> None:
        """Leave the match."""
        if self.shown is not None:
            self.shown.end()
        self.shown = None
        self.panels.clear()

    def arrived(self) -> None:
        """Show news from elsewhere."""
        if self.shown is not None:
            self.shown.arrived()

    def renew(self) -> None:
        """Show the current state anew, unless something is moving."""
        if self.shown is not None:
            self.shown.renew()

    def speak(self, words: Words) -> None:
        """Change the language."""
        self.panels.words = words
        if self.shown is not None:
            self.shown.speak(words)

    def relight(self, light: bool) -> None:
        """Change the theme."""
        self.stage.ui.light = light
        self.stage.touch()

    def end_sheet(self) -> Any:
        """Return the sheet with the winner and the result; None while no match has ended."""
        return self.shown.end_sheet() if self.shown is not None else None

    def render(self) -> None:
        """Show everything as it stands."""
        if self.shown is not None:
            self.shown.render()

    def taker(self, what: str) -> Handler | None:
        """Return the handler of a press in the match that is shown; None if there is none."""
        return self.shown.taker(what) if self.shown is not None else None

    def measure(self) -> None:
        """Take the measuring tape, or put it away."""
        if self.shown is not None:
            self.shown.measure()

    def fit(self) -> None:
        """Show the whole field."""
        if self.shown is not None:
            self.shown.fit()

    def key(self, name: str, shift: bool) -> bool:
        """Handle a key; return whether the match uses it."""
        return self.shown is not None and self.shown.key(name, shift)
