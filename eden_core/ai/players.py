"""Players: something that answers the questions of a match for one side, with its own vault and a source of numbers.

The core has no chance of its own: `Numbers` comes from the command line, a test or the browser. `random` answers
anything legal; `recruit`, `veteran` and `warlord` play to win (`commander.py`); a name with `-blind` plays as if
there were no missions.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple, Protocol

from eden_core.engine.match import Match
from eden_core.engine.messages import Answer
from eden_core.engine.vault import Vault

__all__ = ["NAMES", "REASONS", "Numbers", "Player", "Reason", "chosen_player", "thinking", "why"]

NAMES = ("random", "recruit", "veteran", "warlord")
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
    """Why a player did what it did: a code of `REASONS`, and values by name (ids, numbers, words of the rules)."""

    code: str
    values: dict[str, str | int]


Thinking = Generator[int, None, Answer]


def chosen_player(name: str, player: int, numbers: Numbers, nodes: int = 0) -> Player:
    """A player by its name: one of `NAMES`, but for `random` with or without `-blind`; `nodes` bounds the warlord's
    search (0: its own bound). Raises `KeyError` for an unknown one.
    """
    from eden_core.ai.commander import STYLES, Commander
    from eden_core.ai.random import RandomPlayer

    if name == "random":
        return RandomPlayer(player, numbers)
    plain = name.removesuffix(BLIND)
    style = STYLES[plain]
    return Commander(
        player, numbers, style._replace(blind=int(plain != name), nodes=style.nodes and (nodes or style.nodes))
    )


def thinking(player: Player, match: Match, vault: Vault) -> Thinking:
    """A player's thinking in slices: yields the nodes looked at since the last time, now and then, and returns the
    answer; closing it leaves match and vault as they were.
    """
    own = getattr(player, "thinking", None)
    if own is None:
        return player.decide(match, vault)
    answer: Answer = yield from own(match, vault)
    return answer


def why(player: Player) -> Reason | None:
    """Why a player answered as it did the last time, where it can say."""
    own = getattr(player, "why", None)
    reason: Reason | None = own() if own is not None else None
    return reason
