"""What one player of a match keeps to themselves: the match secret, and all that follows from it.

From the secret come the vault's nonces, the dice chains and their renewals; so it is all that a save needs. It is
opened when the match is over.
"""

from __future__ import annotations

from eden_core.engine import flow
from eden_core.engine.match import Match, opponent
from eden_core.engine.messages import Answer, Decision, Pick
from eden_core.engine.vault import Vault, digest_of, nonce_of
from eden_core.errors import Malformed
from eden_core.record.record import Given, Vaults
from eden_core.rules.cards import missions
from eden_core.rules.phases.first_player import is_opening
from eden_core.rules.start import new_match
from eden_core.sync.chain.dice import Chain
from eden_core.sync.chain.entries import RENEW, SECRET, TAPE, Due, Entry
from eden_core.sync.chain.genesis import Half, Invite, commitment_of
from eden_core.sync.chain.ledger import FARTHEST, LOW, Ledger

__all__ = ["MatchSecrets", "asks_somebody", "half_of"]

FORCED = ("open", "claim")  # questions that leave no choice (`MatchSecrets.forced`)


def half_of(player: int, secret: bytes, key: bytes, nonce: bytes, salt: bytes, length: int) -> Half:
    """A player's half of a match: key, tip of the first chain, commitment to the secret, nonce."""
    return Half(key, Chain(secret, salt, player, length).tip, commitment_of(secret, key), nonce)


class MatchSecrets:
    """One player's side of the chain."""

    def __init__(self, player: int, secret: bytes, invite: Invite, vault: Vault | None = None) -> None:
        self.player, self.secret, self._invite = player, secret, invite
        self.vault = vault or Vault(player, secret)
        self._chains: dict[int, Chain] = {}

    def _chain(self, base: int) -> Chain:
        if base not in self._chains:
            self._chains[base] = Chain(self.secret, self._invite.salt(), self.player, self._invite.length, base)
        return self._chains[base]

    def reveal(self, k: int) -> bytes:
        """One's own x[k]."""
        return self._chain((k - 1) // self._invite.length * self._invite.length).reveal(k)

    def forced(self, match: Match) -> Answer | None:
        """The answer to a pending question that leaves no choice: showing what was sealed, an honest claim (ITD-10)."""
        question = match.pending
        if not isinstance(question, Decision) or question.owners[0] != self.player:
            return None
        if question.kind == "open":
            return self.vault.open(match)
        if question.kind == "claim":
            return Pick(missions.true_claim(match, self.player, self.vault, question.card))
        return None

    def write_forced(self, ledger: Ledger) -> Entry | None:
        """Writes the next slot where it is one's own and nobody needs to be asked; None where it is not so."""
        due = ledger.due()
        if due is None or due.writer != self.player:
            return None
        if _is_low(ledger, due):
            entry = Entry(self.player, RENEW, self._chain(ledger.base[self.player] + self._invite.length).tip)
            ledger.apply(entry)
            return entry
        if ahead := _tape(ledger, due):
            return self.write_tape(ledger, ahead)
        if due.what == "reveal":
            return ledger.reveal(self.reveal)
        if due.what == "secret":
            entry = Entry(self.player, SECRET, self.secret)
            ledger.apply(entry)
            return entry
        if not self._remembers(ledger.match):
            self.relearn(ledger)
        given = self.forced(ledger.match)
        return None if given is None else ledger.answer(given, self.reveal)

    def _remembers(self, match: Match) -> bool:
        """Whether the vault holds what was sealed where it is asked for; it may hold what was tried last and
        refused.
        """
        question, mission = match.pending, self.vault.mission
        if not isinstance(question, Decision) or question.kind not in ("open", "claim"):
            return True
        if question.kind == "open" and question.card == "bid":
            return self.vault.bid is not None and is_opening(match, self.player, self.vault.open(match))
        nonce = nonce_of(self.secret, match.id, self.player, match.sides[self.player].mission_seal)
        return mission is not None and match.sides[self.player].sealed_mission == digest_of(
            match.id, self.player, mission.number, nonce, mission.value
        )

    def relearn(self, ledger: Ledger) -> None:
        """Finds again what one's own sealed answers hide, after a restore."""
        vaults = Vaults((self.secret if self.player == 1 else b"", self.secret if self.player == 2 else b""))
        match = new_match(ledger.genesis.setup)
        for step in ledger.steps:
            if isinstance(step, Given):
                if step.player == self.player:
                    vaults.remember(match, step)
                flow.answer(match, step.player, step.answer)
            else:
                flow.roll(match, step.faces)
        vault = vaults.of(self.player)
        assert vault is not None
        self.vault = vault

    def write_tape(self, ledger: Ledger, ahead: int) -> Entry:
        """Writes the reveals up to index `ahead`, for letters of the quick mode."""
        if ahead <= ledger.at[self.player]:
            raise Malformed("tape_out_of_bounds")
        entry = Entry(self.player, TAPE, (ahead, self.reveal(ahead)))
        ledger.apply(entry)
        return entry


def asks_somebody(ledger: Ledger) -> bool:
    """Whether the next slot waits for somebody to decide, so that its writer does not fill it unasked."""
    due = ledger.due()
    return (
        due is not None
        and due.what == "answer"
        and not _is_low(ledger, due)
        and not _tape(ledger, due)
        and isinstance(ledger.match.pending, Decision)
        and ledger.match.pending.kind not in FORCED
    )


def _is_low(ledger: Ledger, due: Due) -> bool:
    """Whether the writer's chain runs low, and the next is to be fixed."""
    return due.what != "secret" and ledger.left(due.writer) <= LOW and not ledger.next_tip[due.writer]


def _tape(ledger: Ledger, due: Due) -> int:
    """In the quick mode: up to which index the writer's reveals are to travel ahead now; 0 for not now."""
    invite = ledger.genesis.invite
    if due.what == "secret" or not invite.is_quick:
        return 0
    ahead = min(
        ledger.segment + FARTHEST, ledger.base[due.writer] + invite.length, ledger.committed(opponent(due.writer))
    )
    return ahead if ledger.at[due.writer] < min(ahead, ledger.segment + FARTHEST // 2) else 0
