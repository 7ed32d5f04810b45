"""Signed matches for the tests of what is kept of a match: short ones, and ones in which somebody cheats."""

from __future__ import annotations

from functools import cache

from eden_core.cli.games import ready_setup
from eden_core.cli.recording import SignedGame
from eden_core.cli.signing import Signatures
from eden_core.engine.match import Setup
from eden_core.engine.messages import Answer, Decision
from eden_core.engine.vault import Vault
from eden_core.sync.chain.entries import RESIGN, Entry
from eden_core.sync.proofs.verifying import PARTS, Report, verify

__all__ = ["SHORT", "VERIFIER", "Game", "checked", "parts", "said", "short", "whole"]

SHORT = 64  # reveals in a chain: enough for a few entries, and quick
VERIFIER = Signatures()


class Game(SignedGame):
    """A signed match in the test's hand: any answer can be given, by anyone's vault."""

    def __init__(self, seed: int = 1, setup: Setup | None = None, length: int = SHORT) -> None:
        super().__init__(setup or ready_setup(seed), ("random", "random"), seed, length)

    def write(self, given: Answer | None = None) -> Entry:
        """The next slot, with this answer or as its writer would, and signed."""
        due = self.ledger.due()
        assert due is not None
        own = self.own[due.writer]
        entry = self.ledger.answer(given, own.reveal) if given is not None else own.write_forced(self.ledger)
        if entry is None:
            entry = self.ledger.answer(self._players[due.writer].decide(self.match, own.vault), own.reveal)
        self.sign(due.writer)
        return entry

    def until(self, kind: str, player: int = 0, card: str = "") -> Decision:
        """Goes on until a question of this kind is pending (to a player, about a card)."""
        while True:
            question = self.match.pending
            assert question is not None, kind
            if (
                isinstance(question, Decision)
                and question.kind == kind
                and question.owners[0] in (player or question.owners[0],)
                and question.card == (card or question.card)
            ):
                return question
            self.write()

    def resign(self) -> Game:
        """Whoever is to write gives up; then both secrets open."""
        due = self.ledger.due()
        assert due is not None
        self.ledger.apply(Entry(due.writer, RESIGN, (due.writer, b"")))
        self.sign(due.writer)
        self.play()
        return self

    def vault(self, player: int) -> Vault:
        """A player's vault."""
        return self.own[player].vault

    def stranger(self, player: int) -> Vault:
        """A vault of the player's with another secret than the one pledged."""
        return Vault(player, bytes(32))


def short(steps: int = 14, seed: int = 1) -> Game:
    """A match that is resigned early: bids, missions, some scenery."""
    game = Game(seed)
    for _ in range(steps):
        game.step()
    return game.resign()


@cache
def whole(seed: int = 1) -> Game:
    """A match to its end. Shared: not to be written to."""
    game = Game(seed, length=4096)
    game.play()
    return game


def checked(game: SignedGame) -> Report:
    """The report on a match as it was stored."""
    return verify("m", game.stored(), VERIFIER)


def parts(report: Report) -> dict[str, bool | None]:
    """What holds, by name."""
    return dict(zip(PARTS, report.parts))


def said(report: Report) -> tuple[str, str, str]:
    """The fault: where, what, which rule."""
    assert report.fault is not None
    return report.fault.where, report.fault.code, report.fault.rule
