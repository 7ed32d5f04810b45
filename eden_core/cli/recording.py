"""`simulate --record`: the AI's matches as two people would play them, signed by both, to try tools on many.

Keys, match secrets and dice chains come from the seed: the same seed leads to the same bytes.
"""

from __future__ import annotations

import time
from hashlib import sha256

from eden_core.ai.player import Player
from eden_core.ai.players import chosen_player
from eden_core.cli.games import SeededNumbers
from eden_core.cli.signing import Key
from eden_core.engine.codec import state_hash
from eden_core.engine.match import Match, Setup
from eden_core.engine.messages import Event
from eden_core.record.record import Record
from eden_core.sync.chain import stored
from eden_core.sync.chain.dice import LENGTH
from eden_core.sync.chain.entries import head_statement
from eden_core.sync.chain.genesis import STRICT, Half, Invite, Reply, genesis_of
from eden_core.sync.chain.ledger import Ledger, Step
from eden_core.sync.chain.secrets import MatchSecrets, half_of
from eden_core.sync.chain.stored import Signature
from eden_core.sync.links import MATCH, link_of
from eden_core.sync.rules_id import rules_id

__all__ = ["SignedGame"]


class SignedGame:
    """A match under way between two players of the core with keys of their own. Raises `NoCryptography`."""

    def __init__(self, setup: Setup, players: tuple[str, str], seed: int, length: int = LENGTH, nodes: int = 0) -> None:
        numbers = SeededNumbers(seed)
        keys = {player: Key(_bytes(seed, player, "key")) for player in (1, 2)}
        secrets = {player: _bytes(seed, player, "secret") for player in (1, 2)}
        nonces = {player: _bytes(seed, player, "nonce")[:16] for player in (1, 2)}
        setup = setup._replace(nonce=b"")
        salt = Invite(b"", STRICT, length, setup, Half(b"", b"", b"", nonces[1])).salt()
        host, guest = (
            half_of(player, secrets[player], keys[player].public, nonces[player], salt, length) for player in (1, 2)
        )
        invite = Invite(rules_id(), STRICT, length, setup, host)
        self.ledger = Ledger(genesis_of(invite, Reply(guest)))
        self.keys, self.secrets = keys, secrets
        self.own = {player: MatchSecrets(player, secrets[player], invite) for player in (1, 2)}
        self._players: dict[int, Player] = {
            player: chosen_player(name, player, numbers, nodes) for player, name in enumerate(players, 1)
        }
        self.asked, self.took = [0, 0], [0.0, 0.0]  # what each player decided, and the processor time of it
        self._signed: dict[int, tuple[int, Match]] = {}
        for player in (1, 2):
            self.sign(player)

    @property
    def match(self) -> Match:
        """The match so far."""
        return self.ledger.match

    @property
    def entries(self) -> list[Step]:
        """The entries played: answers and dice."""
        return self.ledger.steps

    def step(self) -> tuple[Event, ...]:
        """One player writes all slots that are theirs in a row, and signs the last; the events that followed."""
        ledger, told = self.ledger, len(self.ledger.events)
        due = ledger.due()
        assert due is not None
        writer, own = due.writer, self.own[due.writer]
        while due is not None and due.writer == writer:
            if own.write_forced(ledger) is None:
                start = time.process_time()
                given = self._players[writer].decide(ledger.match, own.vault)
                self.asked[writer - 1] += 1
                self.took[writer - 1] += time.process_time() - start
                ledger.answer(given, own.reveal)
            due = ledger.due()
        self.sign(writer)
        return tuple(event for events in ledger.events[told:] for event in events)

    def sign(self, player: int) -> None:
        """Let a player vouch for the present head.

        Only the latest signature is made, when it is asked for: a ledger plays each entry on a copy, so the match stays
        as it is here.
        """
        self._signed[player] = self.ledger.seq, self.match

    def play(self) -> Match:
        """Play to the end and open both match secrets."""
        while self.ledger.due() is not None:
            self.step()
        return self.match

    def record(self) -> Record:
        """The match so far, without signatures."""
        return Record(self.match.setup, (self.secrets[1], self.secrets[2]), tuple(self.entries))

    def stored(self) -> bytes:
        """The match so far in its stored form, with both signatures."""
        return stored.write(self.ledger, {}, self.signatures())

    def signatures(self) -> dict[int, Signature]:
        """Both players' latest signatures."""
        ledger, signed = self.ledger, {}
        for player, (seq, match) in self._signed.items():
            state = state_hash(match)[:8]
            statement = head_statement(ledger.genesis.id, seq, ledger.ids[seq], state)
            signed[player] = Signature(seq, state, self.keys[player].sign(statement))
        return signed

    def link(self) -> str:
        """The match as a link."""
        return link_of(MATCH, self.stored())


def _bytes(seed: int, player: int, what: str) -> bytes:
    return sha256(f"eden/simulate/1 {seed} {player} {what}".encode()).digest()
