"""The cards that ship: profiles, abilities, troops, missions, tactical cards and outlines of scenery.

They are the TOML files of this folder. A build compiles them (`_compiled.py`); in the source tree they are read
(`toml.py`).
"""

from __future__ import annotations

from functools import cache

from eden_core.cards.library import Library

__all__ = ["load"]


@cache
def load(edition: str = "fr3") -> Library:
    """The library that ships, as an edition prints it; made once."""
    return _whole().printed_in(edition)


@cache
def _whole() -> Library:
    try:
        from eden_core.cards._compiled import LIBRARY  # type: ignore[import-not-found]
    except ModuleNotFoundError:
        from importlib import resources

        from eden_core.cards.toml import load_from

        return load_from(resources.files("eden_core").joinpath("content"))
    compiled: Library = LIBRARY
    return compiled
