"""A match on the screen as its parts know it: the pointer that plans on it, the playback that shows what happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from eden_core.engine.messages import Event
    from web.match.session import Session
    from web.planning.planner import Planner
    from web.table.panels import Panels
    from web.table.stage import Stage

__all__ = ["Screen"]


class Screen(Protocol):
    """A match while it is shown."""

    selected: str  # the fighter or piece whose card is open

    @property
    def session(self) -> Session:
        """The match as it is seen here."""

    @property
    def planner(self) -> Planner:
        """The answer that is planned."""

    @property
    def panels(self) -> Panels:
        """The panels."""

    @property
    def stage(self) -> Stage:
        """The field."""

    @property
    def is_shown(self) -> bool:
        """Whether the match is still the one on the screen."""

    @property
    def falling(self) -> bool:
        """Whether something happens by itself, or is being kept or sent, so that nothing may be answered now."""

    def do(self, act: Callable[[], tuple[Event, ...]]) -> None:
        """Do something that the rules may refuse; a refusal is shown and changes nothing."""

    def commit(self) -> None:
        """Give the planned answer."""

    def hurry(self) -> None:
        """Cut short what happens by itself."""

    def after(self, events: tuple[Event, ...]) -> None:
        """Show what came of an answer or of dice."""

    def new_question(self) -> None:
        """Show the question that is asked now, with nothing planned yet."""

    def changed(self) -> None:
        """Show another plan, on the field and in the panels."""

    def fill(self) -> None:
        """Hand the plan to the field."""

    def render(self) -> None:
        """Show everything as it stands."""

    def select(self, what: str) -> None:
        """Open a fighter's or a piece's card; once more closes it."""

    def point_out(self, what: str) -> None:
        """Show the card of the piece under the pointer, or none."""

    def back(self) -> None:
        """Step back from whatever was begun last."""
