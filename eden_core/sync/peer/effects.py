"""The effects that a `Peer` requests; `Sign`, `Verify` and `Store` return a result, identified by a token."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, NamedTuple, Union

from eden_core.errors import EdenError

if TYPE_CHECKING:
    from eden_core.sync.chain.ledger import Ledger

__all__ = ["Effect", "Job", "Request", "Send", "Show", "Sign", "Store", "Verify"]


class Sign(NamedTuple):
    """Sign `data` with the player's key; the result is the signature, b"" if it can't be had."""

    token: int
    data: bytes


class Verify(NamedTuple):
    """Check whether `signature` is the key's over `data`; the result is True or False."""

    token: int
    key: bytes
    signature: bytes
    data: bytes


class Store(NamedTuple):
    """Store `data` under the match's name in place of the earlier bytes; the result is whether it was stored.

    `ledger` is the match as it will be then.
    """

    token: int
    data: bytes
    ledger: Ledger | None = None


class Send(NamedTuple):
    """Send a message to the other player, or to the spectators."""

    data: bytes
    to_watchers: bool = False


class Show(NamedTuple):
    """Show something to the player: `what` is a word, `error` the reason where there is one."""

    what: str
    error: EdenError | None = None


Effect = Union[Sign, Verify, Store, Send, Show]
Request = Callable[[int], Union[Sign, Verify, Store]]  # returns the effect, given the token of its result
Job = Generator[Request, object, None]
