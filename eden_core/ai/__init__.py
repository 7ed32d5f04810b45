"""Players: something that answers the questions of a match for one side, with its own vault and a source of numbers.

The core has no chance of its own: `Numbers` comes from the command line, a test or the browser.
"""

from __future__ import annotations

from typing import Protocol

from ..match import Match
from ..messages import Answer
from ..vault import Vault

__all__ = ["Numbers", "Player", "chosen_player"]


class Numbers(Protocol):
    """A source of numbers: `below(n)` is one of 0 to n - 1."""

    def below(self, n: int) -> int: ...


class Player(Protocol):
    """Answers the pending decision for its side."""

    def decide(self, match: Match, vault: Vault) -> Answer: ...


def chosen_player(name: str, player: int, numbers: Numbers) -> Player:
    """A player by its name (`random`). Raises `KeyError` for an unknown one."""
    from .random import RandomPlayer
    return {"random": RandomPlayer}[name](player, numbers)
