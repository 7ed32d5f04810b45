"""The match that this tab shows, remembered for the next visit, and the one that the first page offers to resume."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from web.browser.protocol import Page
    from web.ports.protocol import Stored

__all__ = ["LINKS", "LastMatch"]

LINKS = "1."  # how a link of ours begins
NONE = "-"  # in a tab that shows none: another one may have its own


class LastMatch:
    """The names of matches that the browser keeps between two visits."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def set_current(self, name: str) -> None:
        """Remember the match that this tab shows."""
        self._page.remember("match", name, True)
        self._page.remember("match", name)
        if self.is_unresumable(name):
            self._page.remember("stuck", "")

    def set_watched(self, link: str) -> None:
        """Remember the match of others that this tab shows: no other tab comes back to it."""
        self._page.remember("match", link, True)

    @staticmethod
    def is_watched(name: str) -> bool:
        """Return whether a name is that of a match that others play: the link it is watched by."""
        return name.startswith(LINKS)

    def mark_unresumable(self, name: str) -> None:
        """Remember that a match could not be resumed: it is not tried again unasked."""
        self._page.remember("stuck", name)

    def is_unresumable(self, name: str) -> bool:
        """Return whether a match could not be resumed the last time."""
        return self._page.recall("stuck") == name

    def clear(self, name: str, elsewhere: bool = False) -> None:
        """Forget the match that this tab showed; `elsewhere`: another tab shows it now."""
        self._page.remember("match", NONE, True)
        if self._page.recall("match") == name and not elsewhere:
            self._page.remember("match", "")

    def current(self) -> str:
        """Return the match to resume: this tab's own, or in a new tab the last one of all; "" for none."""
        name = self._page.recall("match", True) or self._page.recall("match")
        return "" if name == NONE else name

    # --- the first page ---

    def offer_resume(self, name: str, over: bool) -> None:
        """Offer the match that was played last, until it is over."""
        if not over:
            self._page.remember("goes_on", name)
        elif self.offered() == name:
            self._page.remember("goes_on", "")

    def offered(self) -> str:
        """Return the match that the first page offers to resume; "" for none."""
        return self._page.recall("goes_on")

    def offer_newest(self, found: Iterable[Stored]) -> None:
        """Offer, of all that the store holds, what was played last and can be resumed."""
        names = [
            one.name
            for one in sorted(found, key=lambda one: one.changed, reverse=True)
            if _may_be_resumed(one.about) and not self.is_unresumable(one.name)
        ]
        self._page.remember("goes_on", names[0] if names else "")


def _may_be_resumed(about: dict[str, Any]) -> bool:
    """Return whether a match in the list has begun, is not over, and has a seat for whoever holds this device."""
    return bool(
        about.get("agreed")
        and not about.get("over")
        and not about.get("frozen")
        and (about.get("role") or about.get("way") == "device")
    )
