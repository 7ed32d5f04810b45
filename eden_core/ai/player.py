"""A player as the rest of the code sees it: it decides for one side, with a vault and a source of numbers.

The core has no chance of its own: `Numbers` come from the command line, a test or the browser. The players themselves
are made in `players.py`.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple, Protocol

from eden_core.engine.match import Match
from eden_core.engine.messages import Answer
from eden_core.engine.vault import Vault

__all__ = ["BLIND", "REASONS", "Numbers", "Player", "Reason", "Thinking", "thinking", "why"]


BLIND = "-blind"


# The codes of `Reason`, for whoever words them.
REASONS = (
    "ability",
    "attack",
    "bid",
    "blast",
    "cancel",
    "card",
    "charge",
    "claim",
    "deploy",
    "designate",
    "end",
    "extinguish",
    "first_player",
    "half",
    "hand",
    "hide",
    "hold",
    "interrupt",
    "leader",
    "legal",
    "mission",
    "move",
    "no_cancel",
    "no_card",
    "no_interrupt",
    "no_pay",
    "no_strike",
    "npf",
    "open",
    "order",
    "pass",
    "pay",
    "place",
    "reaction",
    "remove_rage",
    "shift",
    "shoot",
    "strike",
    "take",
    "throw",
)


class Numbers(Protocol):
    """A source of numbers: `below(n)` is one of 0 to n - 1."""

    def below(self, n: int) -> int: ...


class Player(Protocol):
    """Answers the pending decision for its side."""

    def decide(self, match: Match, vault: Vault) -> Answer: ...


class Reason(NamedTuple):
    """The reason for an answer: a code of `REASONS`, and values by name (ids, numbers, words of the rules)."""

    code: str
    values: dict[str, str | int]


Thinking = Generator[int, None, Answer]


def thinking(player: Player, match: Match, vault: Vault) -> Thinking:
    """Let a player think in slices: yield the nodes looked at since the last time, return the answer.

    Closing the generator leaves match and vault as they were.
    """
    own = getattr(player, "thinking", None)
    if own is None:
        return player.decide(match, vault)
    answer: Answer = yield from own(match, vault)
    return answer


def why(player: Player) -> Reason | None:
    """A player's reason for its last answer, where it can say."""
    own = getattr(player, "why", None)
    reason: Reason | None = own() if own is not None else None
    return reason
