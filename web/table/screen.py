"""A match on the screen as its parts see it: the pointer that plans on it, the playback that runs it."""

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
        """The planner of the answer."""

    @property
    def panels(self) -> Panels:
        """The panels."""

    @property
    def stage(self) -> Stage:
        """The field."""

    @property
    def is_shown(self) -> bool:
        """Return whether the match is still the one on the screen."""

    @property
    def falling(self) -> bool:
        """Return whether nothing may be answered now.

        This is so while something happens by itself, or is being stored or sent.
        """

    def do(self, act: Callable[[], tuple[Event, ...]]) -> None:
        """Do something that the rules may refuse; a refusal is shown and changes nothing."""

    def commit(self) -> None:
        """Give the planned answer."""

    def hurry(self) -> None:
        """Cut short the pause before the next step that happens by itself."""

    def after(self, events: tuple[Event, ...]) -> None:
        """Show the result of an answer or of dice."""

    def new_question(self) -> None:
        """Show the current question, with nothing planned yet."""

    def changed(self) -> None:
        """Show the changed plan on the field and in the panels."""

    def fill(self) -> None:
        """Pass the plan to the field."""

    def render(self) -> None:
        """Show everything as it stands."""

    def select(self, what: str) -> None:
        """Open a fighter's or a piece's card; close it if it is open."""

    def point_out(self, what: str) -> None:
        """Show the card of the piece under the pointer, or none."""

    def back(self) -> None:
        """Step back from the action begun last."""
