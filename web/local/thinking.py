"""The machine's thinking, wherever it runs, with questions and answers as bytes. No js.

The machine gets what its player could see: the set-up, the open answers, its own secret, and nothing of the other's. It
keeps the match in step between two questions; the same question always gets the same answer.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from hashlib import sha256
from typing import Any, NamedTuple

from eden_core.ai.player import Reason, thinking, why
from eden_core.ai.players import chosen_player
from eden_core.engine import flow
from eden_core.engine.cbor import decode, encode
from eden_core.engine.match import Match
from eden_core.engine.messages import Answer, Hand, Seal
from eden_core.engine.vault import Vault
from eden_core.record.record import Given, Vaults
from eden_core.record.setups import setup_from
from eden_core.rules.start import new_match
from web.match.entries import answer_of, entry_of, plain

__all__ = ["Asked", "Thinker", "asked_of", "told_of"]

SLICE = 0.025  # seconds of thinking between two looks at whether it is still wanted
NODES = {"warlord": 0}  # the page's bounds of the search, where they are not the level's own


class Asked(NamedTuple):
    """A question to the machine: to answer for `player`, whose secret this is, after these entries (`entries.py`)."""

    setup: Any
    player: int
    secret: bytes
    level: str
    raw: tuple[bytes, ...]


class _Numbers:
    """Pseudo-random numbers from a seed: the same question gets the same answer on any machine."""

    def __init__(self, seed: bytes) -> None:
        self._seed, self._count = seed, 0

    def below(self, n: int) -> int:
        self._count += 1
        return int.from_bytes(sha256(self._seed + self._count.to_bytes(8, "big")).digest()[:8], "big") % n


def asked_of(asked: Asked) -> bytes:
    """Return the question as bytes."""
    return encode(tuple(asked))


def told_of(data: bytes) -> tuple[Answer, Reason | None]:
    """Return the answer in some bytes, with its reason. Raises `EdenError`."""
    given, reason = decode(data)
    return answer_of(given), Reason(reason[0], dict(reason[1])) if reason else None


class Thinker:
    """The thinking itself; one instance for each place where it runs."""

    def __init__(self) -> None:
        self._about: tuple[Any, ...] = ()
        self._raw: list[bytes] = []
        self._match: Match | None = None
        self._vaults = Vaults((b"", b""))
        self._turn = 0  # all but the latest thinking ends

    def cancel(self) -> None:
        """Cancel the current thinking, if there is any."""
        self._turn += 1

    async def answer(self, data: bytes) -> bytes:
        """Return the answer to a question; b"" if it was cancelled. Other tasks may run between its slices."""
        self.cancel()
        turn = self._turn
        work, end = self.thinking(data), time.monotonic() + SLICE
        while True:
            try:
                next(work)
            except StopIteration as done:
                return bytes(done.value)
            if time.monotonic() >= end:
                await asyncio.sleep(0)
                if turn != self._turn:
                    work.close()
                    return b""
                end = time.monotonic() + SLICE

    def thinking(self, data: bytes) -> Generator[int, None, bytes]:
        """Work out the answer to a question in slices, as `answer` does."""
        asked = Asked(*decode(bytes(data)))
        match, vault = self._followed(asked)
        seed = sha256(b"eden/thinking/1" + asked.secret + match.id + len(asked.raw).to_bytes(4, "big")).digest()
        player = chosen_player(asked.level, asked.player, _Numbers(seed), NODES.get(asked.level, 0))
        given = yield from thinking(player, match, vault.copy())
        reason = why(player)
        told = (
            ()
            if reason is None
            else (reason.code, tuple((name, value) for name, value in sorted(reason.values.items())))
        )
        return encode((plain(given), told))

    def _followed(self, asked: Asked) -> tuple[Match, Vault]:
        """Return the match after the entries, and the player's vault."""
        about = asked.setup, asked.player, asked.secret
        if self._match is None or about != self._about or list(asked.raw[: len(self._raw)]) != self._raw:
            self._about, self._raw = about, []
            self._match = new_match(setup_from(asked.setup))
            secrets = (asked.secret, b"") if asked.player == 1 else (b"", asked.secret)
            self._vaults = Vaults(secrets)
        match, vault = self._match, self._vaults.of(asked.player)
        assert vault is not None
        for raw in asked.raw[len(self._raw) :]:
            player, given = entry_of(raw)
            if not player:
                flow.roll(match, given)  # type: ignore[arg-type]
            else:
                if player == asked.player and isinstance(given, (Seal, Hand)):
                    self._vaults.remember(match, Given(player, given))
                flow.answer(match, player, given)  # type: ignore[arg-type]
            self._raw.append(raw)
        return match, vault
