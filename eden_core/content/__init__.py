"""The cards that ship: profiles, troops, missions, tactical cards, outlines of scenery; this folder's TOML files.

A build compiles them (`_compiled.py`); in the source tree they are read (`reading.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from ..profile import Mission, Profile, Shape, Tactic, Troop

__all__ = ["Library", "load"]


@dataclass(frozen=True)
class Library:
    """All cards by id, in the order of the files' names and of the tables in each."""

    profiles: dict[str, Profile] = field(default_factory=dict)
    missions: dict[str, Mission] = field(default_factory=dict)
    tactics: dict[str, Tactic] = field(default_factory=dict)
    pieces: dict[str, Shape] = field(default_factory=dict)
    troops: dict[str, Troop] = field(default_factory=dict)


@cache
def load() -> Library:
    """The library that ships, made once."""
    try:
        from ._compiled import LIBRARY  # type: ignore[import-not-found]
    except ImportError:
        from importlib import resources

        from .reading import load_from
        return load_from(resources.files(__package__))
    compiled: Library = LIBRARY
    return compiled
