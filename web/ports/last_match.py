"""Which match is at this tab's screen, remembered for when the page comes back: reloaded, or opened anew after it
was closed; and which one the first page offers to go on with.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from web.browser import page as browser

__all__ = [
    "LINKS",
    "came",
    "goes_on",
    "is_stuck",
    "is_watched",
    "left",
    "offer",
    "stuck",
    "to_go_on",
    "under_way",
    "watches",
]

LINKS = "1."  # how a link of ours begins
NONE = "-"  # in a tab that shows none: another one may have its own


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
    return name.startswith(LINKS)


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


# --- the first page ---


def goes_on(name: str, over: bool) -> None:
    """The match that was played last: it can be gone on with until it is over."""
    if not over:
        browser.remember("goes_on", name)
    elif to_go_on() == name:
        browser.remember("goes_on", "")


def to_go_on() -> str:
    """The match that the first page offers to go on with; "" for none."""
    return browser.recall("goes_on")


def offer(found: Iterable[Any]) -> None:
    """Of all that the store holds the first page offers what was played last: neither over nor only watched, and not
    stuck.
    """
    names = [
        one.name
        for one in sorted(found, key=lambda one: one.changed, reverse=True)
        if may_go_on(one.about) and not is_stuck(one.name)
    ]
    browser.remember("goes_on", names[0] if names else "")


def may_go_on(about: dict[str, Any]) -> bool:
    """Whether a match in the list has begun, is not over, and has a seat for whoever holds this device."""
    return bool(
        about.get("agreed")
        and not about.get("over")
        and not about.get("frozen")
        and (about.get("role") or about.get("way") == "device")
    )
