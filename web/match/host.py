"""The client as the match controllers see it: the agreed set-up, the match on the screen, the stored matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from web.ui.host import Host

if TYPE_CHECKING:
    from eden_core.engine.match import Setup
    from web.match.session import Session
    from web.ports.last_match import LastMatch
    from web.ports.protocol import Ports
    from web.setup.agreed import Agreed
    from web.setup.controller import Preparing

__all__ = ["MatchHost"]


class MatchHost(Host, Protocol):
    """The client, for code that begins, shows or resumes a match."""

    preparing: Preparing | None  # the set-up page's state; None until it is first needed

    @property
    def last_match(self) -> LastMatch:
        """The last match, to be resumed."""

    @property
    def agreed(self) -> Agreed:
        """The settings chosen on this device."""

    @property
    def session(self) -> Session | None:
        """The match on the screen."""

    async def ports(self) -> Ports:
        """Return keys, store and channels; they are loaded on first use."""

    def my_name(self) -> str:
        """Return the player's name on this device; "" if none is set."""

    def agreed_setup(self) -> Setup | None:
        """Return the agreed set-up; None, after showing its page with the reasons, if it allows no match."""

    def enter(self, session: Session) -> None:
        """Show a match at the table."""

    def arrived(self) -> None:
        """Show news from elsewhere for the match on the screen."""

    def leave_match(self) -> None:
        """Leave the match on the table and store what can be stored."""

    def go_home(self) -> None:
        """Leave the match, and go to the first page."""

    async def resume_here(self, name: str, is_wanted: Callable[[], bool]) -> None:
        """Resume a stored match of this device. Raises `EdenError`, and the ports' errors."""

    async def take_in(self, data: bytes) -> None:
        """Resume a match of this device from a saved file. Raises `EdenError`."""

    async def check_record(self, kind: str, data: bytes) -> None:
        """Check a record and show the result."""

    async def forget(self, name: str) -> None:
        """Remove what is stored under a name."""
