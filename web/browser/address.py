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
    """The page's own address, without what follows #."""
    return f"{window.location.origin}{window.location.pathname}"


def address_part() -> str:
    """What follows # in the page's address; taken away once read."""
    part = str(window.location.hash)[1:]
    if part:
        window.history.replaceState(None, "", window.location.pathname + window.location.search)
    return part


def address() -> str:
    """What follows # in the page's address."""
    return str(window.location.hash)[1:]


def go_to(part: str) -> None:
    """Goes to another part of the page: an entry of its own in the browser's history."""
    window.location.hash = part


def replace_address(part: str) -> None:
    """Says where the page is without a new entry in the history."""
    window.history.replaceState(None, "", f"{window.location.pathname}{window.location.search}{'#' * bool(part)}{part}")


def entry_depth() -> int:
    """The number that the present entry of the history was stamped with; -1 for none."""
    state = window.history.state
    return int(state) if isinstance(state, (int, float)) else -1


def stamp_entry(depth: int) -> None:
    """Stamps the present entry of the history with a number."""
    window.history.replaceState(depth, "")


def go_back(steps: int) -> None:
    """Goes back in the browser's history."""
    window.history.go(-steps)
