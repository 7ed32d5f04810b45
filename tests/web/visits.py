"""Visits to the page of one browser, one after the other, and the presses that lead through it."""

from __future__ import annotations

from tests.web.page import Browser, Element
from tests.web.test_client import LONG, Tab

__all__ = ["Visits", "leave", "name_of", "press", "screen"]


class Visits:
    """The page as one browser opens it: a tab at a time."""

    def __init__(self) -> None:
        self.browser = Browser()
        self.tab: Tab | None = None

    def __call__(self, address: str = "", seconds: float = LONG, language: str = "en") -> Tab:
        """Close the tab there is, open the page in another, and let so much time pass."""
        self.close()
        self.tab = Tab(self.browser, address, seconds, language)
        return self.tab

    def close(self) -> None:
        """Close the tab there is."""
        if self.tab is not None:
            self.tab.page.close()
            self.tab = None


def screen(tab: Tab) -> str:
    """Return the screen that is shown."""
    return tab.page.root["data-screen"]


def name_of(tab: Tab) -> str:
    """Return the name of the match on the screen."""
    assert screen(tab) == "match" and tab.client.session is not None and tab.client.session.journal is not None
    return str(tab.client.session.journal.name)  # type: ignore[attr-defined]


def press(tab: Tab, place: str, what: str, value: str | None = None, **data: str) -> Element:
    """Press the one control of a kind in a place, which must be there, or enter a value; wait for what follows."""
    found = [one for one in tab.page.controls(place, what) if data.items() <= one.data.items()]
    assert len(found) == 1, (place, what, data, len(found))
    if value is None:
        tab.page.click(found[0])
    else:
        tab.page.enter(found[0], value)
    tab.page.run(2.0)
    return found[0]


def leave(tab: Tab) -> None:
    """Leave the match by the menu."""
    press(tab, "curtain" if tab.page.controls("curtain", "menu") else "tools", "menu")
    press(tab, "dialog", "leave")
    assert screen(tab) == "first" and tab.client.session is None
