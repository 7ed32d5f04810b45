"""Which match is at this tab's screen, remembered for when the page comes back: reloaded, or opened anew after it was closed."""

from __future__ import annotations

from . import browser

__all__ = ["came", "is_stuck", "is_watched", "left", "stuck", "under_way", "watches"]

NONE = "-"                  # in a tab that shows none: another one may have its own


def came(name: str) -> None:
    """A match is at the screen now."""
    browser.remember("match", name, True)
    browser.remember("match", name)
    if is_stuck(name):
        browser.remember("stuck", "")


def watches(link: str) -> None:
    """A match that others play is at the screen now: this tab alone comes back to it, by its link."""
    browser.remember("match", link, True)


def is_watched(name: str) -> bool:
    """Whether what is under way is a match that others play: it is named by its link."""
    return name.startswith("1.")


def stuck(name: str) -> None:
    """It could not go on by itself: it is not tried again unasked."""
    browser.remember("stuck", name)


def is_stuck(name: str) -> bool:
    """Whether a match could not go on the last time."""
    return browser.recall("stuck") == name


def left(name: str, elsewhere: bool = False) -> None:
    """It is no more; `elsewhere`: another tab shows it."""
    browser.remember("match", NONE, True)
    if browser.recall("match") == name and not elsewhere:
        browser.remember("match", "")


def under_way() -> str:
    """The match to go on with: this tab's own, or in a new tab the last one of all; "" for none."""
    name = browser.recall("match", True) or browser.recall("match")
    return "" if name == NONE else name
