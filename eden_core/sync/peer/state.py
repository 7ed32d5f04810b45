"""The state of one player's side: the match, its signatures and requests, and how they are written, stored and sent.

The message handlers (`handshake`, `requests`) work on it; `Peer` decides which one handles a message.
"""

from __future__ import annotations

from collections.abc import Callable

from eden_core.engine.cbor import encode
from eden_core.engine.match import UNDECIDED, opponent
from eden_core.errors import EdenError, Malformed
from eden_core.sync.chain import stored
from eden_core.sync.chain.entries import RESIGN, Entry
from eden_core.sync.chain.genesis import Invite, Reply, read_reply
from eden_core.sync.chain.ledger import Ledger
from eden_core.sync.chain.secrets import MatchSecrets
from eden_core.sync.chain.stored import Signature
from eden_core.sync.peer.effects import Job, Send, Show, Store
from eden_core.sync.peer.jobs import JobQueue, sign
from eden_core.sync.wire import Ask, Batch, Head, Message, Refuse, Signed, message_of

__all__ = ["VERSION", "PeerState"]

VERSION = 1  # of the bytes that `PeerState.save` makes


class PeerState:
    """A match from the view of a player (1 host, 2 guest) or a spectator (0)."""

    def __init__(
        self, player: int, invite: Invite, key: bytes, own: MatchSecrets | None, reply: Reply | None, link_secret: bytes
    ) -> None:
        self.player, self.invite, self.key, self.own, self.reply = player, invite, key, own, reply
        self.link_secret = link_secret
        self.ledger: Ledger | None = None
        self.signatures: dict[int, Signature] = {}
        self.peer_seq = 0  # the last slot that the other is known to hold
        self.is_connected = self.is_greeted = False
        self.is_watched = False
        self.must_hear = False  # a save of unknown age: nothing is written before the other's head is known
        self.trouble: EdenError | None = None  # why the match is frozen
        self.proof = b""  # of two histories, or of a state that the rules do not lead to
        self.resigning = b""  # this player's own resignation, until a slot holds it
        self.given_up = b""  # the other's, outside the chain as long as no slot holds it
        self.asked: Ask | None = None  # the other player's request
        self.asking: Ask | None = None  # this player's own request
        self.declined = ""  # its outcome: "undo" or "draw" was declined, or "void" because play went on
        self.jobs = JobQueue()
        if reply is not None:
            self.ledger = Ledger(read_reply(invite, reply.data(invite.setup.ruleset.edition))[1])

    @property
    def is_agreed(self) -> bool:
        """Return whether both players signed the genesis or something after it."""
        return self.ledger is not None and len(self.signatures) == 2

    @property
    def is_over(self) -> bool:
        """Return whether play has ended, also by a resignation outside the chain."""
        return bool(self.given_up) or (self.ledger is not None and self.ledger.is_over)

    @property
    def winner(self) -> int:
        """The winner: 1, 2, `DRAW` or `UNDECIDED`."""
        if self.given_up:
            return self.player
        return self.ledger.winner if self.ledger is not None else UNDECIDED

    def record(self) -> bytes:
        """Return the match in its stored form.

        It includes a resignation outside the chain. The genesis must be known.
        """
        assert self.ledger is not None
        alone = (
            (opponent(self.player), self.given_up)
            if self.given_up
            else (self.player, self.resigning)
            if self.resigning
            else None
        )
        return stored.write(self.ledger, {}, self.signatures, None if self.ledger.is_over else alone)

    @property
    def may_write(self) -> bool:
        """Return whether the next slot is this player's own to answer."""
        due = self.ledger.due() if self.ledger is not None and self.trouble is None and not self.must_hear else None
        return due is not None and due.writer == self.player

    def save(self, ledger: Ledger | None, signatures: dict[int, Signature]) -> bytes:
        """Return the bytes to store, with the given ledger and signatures.

        They include the match secret, so they must never leave the device.
        """
        assert self.own is not None
        reply = b"" if self.reply is None else self.reply.data(self.invite.setup.ruleset.edition)
        entries = () if ledger is None else tuple(ledger.raw)
        signed = tuple((player, *kept) for player, kept in sorted(signatures.items()))
        return encode(
            (
                VERSION,
                self.player,
                self.invite.data(),
                reply,
                self.key,
                self.own.secret,
                self.link_secret,
                entries,
                signed,
                self.peer_seq,
                self.resigning,
                self.proof,
                self.given_up,
                *(b"" if each is None else message_of(each) for each in (self.asking, self.asked)),
            )
        )

    def store(self, ledger: Ledger | None, signatures: dict[int, Signature]) -> Job:
        """Store the match with the given ledger and signatures; within a job.

        Raises `Malformed` when it can't be stored.
        """
        if self.own is None:
            return
        data = self.save(ledger, signatures)
        if not (yield lambda token: Store(token, data, ledger)):
            raise Malformed("not_stored", where="store")

    def batch(self, base: int) -> Batch:
        """Return all entries after slot `base`, with the latest signatures."""
        assert self.ledger is not None
        ledger = self.ledger
        entries = ledger.entries[base:]
        writers = {entry.writer for entry in entries} or {self.player}
        signed = tuple(
            Signed(player, kept.seq, kept.state, kept.bytes)
            for player, kept in sorted(self.signatures.items())
            if player in writers or kept.seq == 0
        )
        return Batch(base, ledger.ids[base][:8], tuple((entry.kind, entry.body) for entry in entries), signed)

    def write(self, act: Callable[[Ledger], object] | None) -> Job:
        """Write into this player's own slots: the chosen entry, then all that need no decision.

        `act` writes the chosen entry into a trial; None for no entry. The trial is signed, stored, committed and sent.
        """
        if self.ledger is None or not self.own or (not self.is_agreed and self.player == 1):
            return
        if self.trouble is not None or self.must_hear:
            if act is not None:
                raise self.trouble or Malformed("must_hear_the_other", where="save")
            return
        trial = self.ledger.copy()
        base = trial.seq
        self._write_forced(trial)
        if act is not None:
            due = trial.due()
            if due is None or due.writer != self.player:
                raise Malformed("not_your_slot", "GEN-4")
            act(trial)
            self._write_forced(trial)
        if trial.seq == base:
            return
        assert trial.seq > max(kept.seq for kept in self.signatures.values()) or base == 0
        signature = yield from sign(trial.statement())
        signatures = {**self.signatures, self.player: Signature(trial.seq, trial.state(), signature)}
        yield from self.store(trial, signatures)
        if act is not None:
            self.declined = ""
        self.commit(trial, signatures)
        self.send(self.batch(base))
        self.notify("moved")

    def _write_forced(self, trial: Ledger) -> None:
        own, due = self.own_secrets(), trial.due()
        if due is not None and due.writer == self.player and due.what != "secret":
            if self.given_up:
                trial.apply(Entry(self.player, RESIGN, (opponent(self.player), self.given_up)))
            elif self.resigning:
                trial.apply(Entry(self.player, RESIGN, (self.player, b"")))
        while own.write_forced(trial) is not None:
            pass

    def commit(self, trial: Ledger, signatures: dict[int, Signature]) -> None:
        """Make a trial the match; pending requests become void, and spectators get the news."""
        base = self.ledger.seq if self.ledger is not None else 0
        self.ledger, self.signatures = trial, signatures
        self.asked = self.asking = None
        if self.is_watched:
            self.jobs.emit(Send(message_of(self.batch(base)), True))

    def send_head(self) -> None:
        """Send the head of this side's chain."""
        assert self.ledger is not None
        self.send(Head(self.ledger.seq, self.ledger.head))

    def own_secrets(self) -> MatchSecrets:
        """Return this player's own secrets; a spectator has none."""
        assert self.own is not None
        return self.own

    def send(self, message: Message) -> None:
        """Send a message to the other peer, while there is a channel."""
        if self.is_connected:
            self.jobs.emit(Send(message_of(message)))

    def notify(self, what: str, error: EdenError | None = None) -> None:
        """Queue a `Show` effect for the user interface."""
        self.jobs.emit(Show(what, error))

    def freeze(self, error: EdenError) -> None:
        """Freeze the match in its current state, and report the reason to both sides."""
        self.trouble = error
        self.send(Refuse(error.code[:200], error.where[:200], error.rule[:200]))
        self.notify("frozen", error)
