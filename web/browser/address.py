"""The page's address and its entries in the browser's history."""

from __future__ import annotations

from js import window  # type: ignore[import-not-found]

__all__ = [
    "address",
    "address_part",
    "entry_depth",
    "go_back",
    "go_to",
    "home",
    "replace_address",
    "stamp_entry",
]


def home() -> str:
    """Return the page's own address, without the # and what follows it."""
    return f"{window.location.origin}{window.location.pathname}"


def address_part() -> str:
    """Return the part of the page's address after # and remove it from the address."""
    part = str(window.location.hash)[1:]
    if part:
        window.history.replaceState(None, "", window.location.pathname + window.location.search)
    return part


def address() -> str:
    """Return the part of the page's address after #."""
    return str(window.location.hash)[1:]


def go_to(part: str) -> None:
    """Go to another part of the page, as a new entry in the browser's history."""
    window.location.hash = part


def replace_address(part: str) -> None:
    """Change the part of the page's address after # without a new entry in the history."""
    window.history.replaceState(None, "", f"{window.location.pathname}{window.location.search}{'#' * bool(part)}{part}")


def entry_depth() -> int:
    """Return the number with which the current history entry was stamped; -1 for none."""
    state = window.history.state
    return int(state) if isinstance(state, (int, float)) else -1


def stamp_entry(depth: int) -> None:
    """Stamp the current history entry with a number."""
    window.history.replaceState(depth, "")


def go_back(steps: int) -> None:
    """Go back in the browser's history."""
    window.history.go(-steps)
