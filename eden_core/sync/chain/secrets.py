"""The match secret of one player and everything that is derived from it.

The vault's nonces, the dice chains and their renewals follow from the secret, so a save needs nothing else. It is
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
    """Return a player's half of a match: key, tip of the first chain, commitment to the secret, and nonce."""
    return Half(key, Chain(secret, salt, player, length).tip, commitment_of(secret, key), nonce)


class MatchSecrets:
    """The secrets of one player of the chain."""

    def __init__(self, player: int, secret: bytes, invite: Invite, vault: Vault | None = None) -> None:
        self.player, self.secret, self._invite = player, secret, invite
        self.vault = vault or Vault(player, secret)
        self._chains: dict[int, Chain] = {}

    def _chain(self, base: int) -> Chain:
        if base not in self._chains:
            self._chains[base] = Chain(self.secret, self._invite.salt(), self.player, self._invite.length, base)
        return self._chains[base]

    def reveal(self, k: int) -> bytes:
        """Return the player's own x[k]."""
        return self._chain((k - 1) // self._invite.length * self._invite.length).reveal(k)

    def forced(self, match: Match) -> Answer | None:
        """Return the answer to a pending question without a choice: opening a seal, or an honest claim (ITD-10)."""
        question = match.pending
        if not isinstance(question, Decision) or question.owners[0] != self.player:
            return None
        if question.kind == "open":
            return self.vault.open(match)
        if question.kind == "claim":
            return Pick(missions.true_claim(match, self.player, self.vault, question.card))
        return None

    def write_forced(self, ledger: Ledger) -> Entry | None:
        """Write the next slot if it is the player's own and needs no decision; else return None."""
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
        """Return whether the vault holds the sealed value that is asked for.

        It may hold one from the latest attempt instead, which was refused.
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
        """Rebuild the contents of the player's own sealed answers after a restore."""
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
        """Write the reveals up to index `ahead`, for letters in the quick mode."""
        if ahead <= ledger.at[self.player]:
            raise Malformed("tape_out_of_bounds")
        entry = Entry(self.player, TAPE, (ahead, self.reveal(ahead)))
        ledger.apply(entry)
        return entry


def asks_somebody(ledger: Ledger) -> bool:
    """Return whether the next slot waits for a player's decision, so that it is not filled automatically."""
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
    """Return whether the writer's chain is nearly used up and the next one still has to be fixed."""
    return due.what != "secret" and ledger.left(due.writer) <= LOW and not ledger.next_tip[due.writer]


def _tape(ledger: Ledger, due: Due) -> int:
    """Return the index up to which the writer's reveals are to be sent ahead now, in the quick mode; 0 for none."""
    invite = ledger.genesis.invite
    if due.what == "secret" or not invite.is_quick:
        return 0
    ahead = min(
        ledger.segment + FARTHEST, ledger.base[due.writer] + invite.length, ledger.committed(opponent(due.writer))
    )
    return ahead if ledger.at[due.writer] < min(ahead, ledger.segment + FARTHEST // 2) else 0
