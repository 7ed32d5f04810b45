"""The table: the panels and the field, made once, and the match that is shown there, if there is one."""

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
    """The table of the client; `keep` stores what happened in a match, `on_end` is called when one has ended."""

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
        """Shows a new match."""
        if self.shown is not None:
            self.shown.end()
        self.shown = MatchController(self.page, self.panels, self.stage, session, self.on_end, self.keep)
        self.shown.begin()

    def close(self) -> None:
        """Leaves the match."""
        if self.shown is not None:
            self.shown.end()
        self.shown = None
        self.panels.clear()

    def arrived(self) -> None:
        """Something came from elsewhere."""
        if self.shown is not None:
            self.shown.arrived()

    def renew(self) -> None:
        """Shows anew what stands, while nothing moves."""
        if self.shown is not None:
            self.shown.renew()

    def speak(self, words: Words) -> None:
        """Another language."""
        self.panels.words = words
        if self.shown is not None:
            self.shown.speak(words)

    def relight(self, light: bool) -> None:
        """Another theme."""
        self.stage.ui.light = light
        self.stage.touch()

    def end_sheet(self) -> Any:
        """The winner and how it came."""
        return self.shown.end_sheet() if self.shown is not None else None

    def render(self) -> None:
        """Shows everything as it stands."""
        if self.shown is not None:
            self.shown.render()

    def taker(self, what: str) -> Handler | None:
        """Return what answers a press in the match that is shown; None for nothing."""
        return self.shown.taker(what) if self.shown is not None else None

    def measure(self) -> None:
        """Takes the measuring tape, or lays it down."""
        if self.shown is not None:
            self.shown.measure()

    def fit(self) -> None:
        """Shows the whole field."""
        if self.shown is not None:
            self.shown.fit()

    def key(self, name: str, shift: bool) -> bool:
        """A key of the page; whether it was one of ours."""
        return self.shown is not None and self.shown.key(name, shift)
