"""The client as the controllers of matches know it: what is agreed on, the match on the screen, what is kept."""

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
    """The client, for whatever begins, shows or resumes a match."""

    preparing: Preparing | None  # what the set-up page shows; None until it is first needed

    @property
    def last_match(self) -> LastMatch:
        """The match to come back to."""

    @property
    def agreed(self) -> Agreed:
        """What is set up on this device."""

    @property
    def session(self) -> Session | None:
        """The match on the screen."""

    async def ports(self) -> Ports:
        """Return keys, store and channels, loaded when they are first needed."""

    def my_name(self) -> str:
        """Return what the player is called on this device; "" for nothing yet."""

    def agreed_setup(self) -> Setup | None:
        """Return what was agreed on; None, and its page with the reasons, where no match may begin so."""

    def enter(self, session: Session) -> None:
        """Show a match at the table."""

    def arrived(self) -> None:
        """Show what came from elsewhere for the match on the screen."""

    def leave_match(self) -> None:
        """Leave whatever is on the table; what can be kept is kept."""

    def go_home(self) -> None:
        """Leave the match, and go to the first page."""

    async def resume_here(self, name: str, is_wanted: Callable[[], bool]) -> None:
        """Resume a match of this device that was kept. Raises `EdenError`, and the ports' errors."""

    async def take_in(self, data: bytes) -> None:
        """Resume a match of this device that was saved as a file. Raises `EdenError`."""

    async def check_record(self, kind: str, data: bytes) -> None:
        """Show what of a record holds."""

    async def forget(self, name: str) -> None:
        """Remove what is kept under a name."""
