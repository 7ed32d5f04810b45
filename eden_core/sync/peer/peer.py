"""One player's side of a match between peers without I/O: bytes and answers in, effects out (protocol.md).

Signing, verifying and storing are asynchronous: an effect with a token goes out, `complete` brings its result, and one
job at a time waits for it. A move is stored before it is sent, and sent before it is shown. A peer's message is either
accepted as a whole or refused with a reason, and then nothing has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from eden_core.engine.messages import Answer
from eden_core.errors import Desync, EdenError, Malformed
from eden_core.sync.chain.entries import ANSWER, DRAWN, ORDER, UNDO, Entry, Order
from eden_core.sync.chain.genesis import Invite, Reply
from eden_core.sync.chain.ledger import Ledger
from eden_core.sync.chain.secrets import MatchSecrets
from eden_core.sync.chain.stored import covers
from eden_core.sync.peer.channel_auth import Greeting
from eden_core.sync.peer.divergence import find_fork
from eden_core.sync.peer.effects import Effect, Job
from eden_core.sync.peer.handshake import Handshake
from eden_core.sync.peer.presence import Presence
from eden_core.sync.peer.requests import Requests
from eden_core.sync.peer.signatures import FalseStateSigned, check_claims, check_signatures
from eden_core.sync.peer.state import PeerState
from eden_core.sync.proofs import false_state, fork
from eden_core.sync.wire import (
    BY_LETTER,
    Ask,
    Batch,
    Consent,
    Decline,
    Head,
    Hello,
    Join,
    Message,
    Ping,
    Pong,
    Refuse,
    Resigned,
    Signed,
    Welcome,
    message_from,
)

__all__ = ["Peer"]

MOST_WAITING = 64  # messages that wait for their turn: more is a flood


class Peer(PeerState):
    """A player (1 host, 2 guest) or a spectator (0) of one match.

    Call `take()` after every other call to get the effects.
    """

    def __init__(
        self,
        player: int,
        invite: Invite,
        key: bytes,
        own: MatchSecrets | None = None,
        reply: Reply | None = None,
        link_secret: bytes = b"",
    ) -> None:
        super().__init__(player, invite, key, own, reply, link_secret)
        self.heard: Head | None = None  # what the other said of its head on this channel
        self.presence = Presence()
        self._handshake = Handshake(self, self.presence)
        self._requests = Requests(self)

    # --- queries ---

    @property
    def is_busy(self) -> bool:
        """Return whether a job waits for a signature or for the store."""
        return bool(self.jobs)

    @property
    def is_settled(self) -> bool:
        """Return whether the other end of the channel is the seated other player; for a spectator, the host."""
        return self.is_greeted and (self.is_agreed or not self.player)

    @property
    def greeting(self) -> Greeting:
        """This end's greeting on the channel."""
        return self._handshake.greeting

    @property
    def latency(self) -> int:
        """The time in ms between the last ping and its answer; -1 while unknown."""
        return self.presence.latency

    def take(self) -> list[Effect]:
        """Return the effects to carry out now, each once."""
        return self.jobs.take()

    # --- what comes in ---

    def complete(self, token: int, result: object) -> None:
        """Bring the result of a `Sign`, `Verify` or `Store`; a result that no job waits for is ignored."""
        self.jobs.complete(token, result)

    def connected(self, mine: bytes = b"", theirs: bytes = b"") -> None:
        """Begin on an open channel, with both ends' fingerprints, b"" where it has none."""
        self.is_connected, self.is_greeted, self.heard = True, False, None
        self.presence.channel_opened()
        self.greeting.at(mine, theirs)
        self.jobs.start(self._handshake.greet())

    def disconnected(self) -> None:
        """Give up the channel; jobs that wait for a signature or the store go on."""
        self.is_connected = self.is_greeted = False
        self.asked = None
        self.presence.channel_lost()
        self.notify("lost")

    def received(self, data: bytes, now: int = -1) -> None:
        """Take a message of the other peer, with its time of arrival in ms."""
        if len(self.jobs) >= MOST_WAITING:
            self._refuse(Malformed("flood", where="message"))
            return
        if self.is_settled:  # messages of a stranger do not count as presence
            self.presence.heard()
        try:
            message = message_from(data)
            if not self.is_connected and not isinstance(message, BY_LETTER):
                raise Malformed("not_expected", where="letter")
            if not isinstance(message, (Ping, Pong)):
                self.jobs.start(self._guarded(message))
            elif self.is_greeted:
                self._pong(message, now)
        except EdenError as error:
            self._refuse(error)

    def tick(self, now: int, is_pressed: bool = False) -> None:
        """Set the clock to `now`, in ms, and check whether the other peer is still there.

        `is_pressed`: somebody else is waiting to connect, in case the present peer is a stranger.
        """
        self.presence.advance(now)
        if self.is_connected and self.is_greeted and (number := self.presence.next_ping()):
            self.send(Ping(number))
        if self.is_connected and self.presence.is_lost(self.player, self.is_settled, is_pressed):
            self.disconnected()

    def answer(self, given: Answer) -> None:
        """Answer the pending decision; a second answer is refused."""
        steps = len(self.ledger.steps) if self.ledger is not None else 0

        def answered(ledger: Ledger) -> object:
            if len(ledger.steps) != steps:
                raise Malformed("answered_already", "GEN-4")
            return ledger.answer(given, self.own_secrets().reveal)

        self._try(self.write(answered))

    def order(self, order: Order) -> None:
        """Write one of the player's own standing orders before the answer that is due."""
        self._try(self.write(lambda ledger: ledger.apply(Entry(self.player, ORDER, ledger.order_body(order)))))

    def tape(self, ahead: int) -> None:
        """Send the player's next reveals, up to index `ahead`, with a quick letter."""
        self._try(self.write(lambda ledger: self.own_secrets().write_tape(ledger, ahead)))

    def join(self) -> None:
        """Sign the genesis, so that a letter may include the signature."""
        self._try(self._handshake.join())

    def go_on(self) -> None:
        """Write the slots that are due and need no decision; call it after a restart."""
        self._try(self.write(None))

    def keep(self) -> None:
        """Store the match again, because something stored with it has changed."""

        def job() -> Job:
            yield from self.store(self.ledger, self.signatures)  # in its state when this job's turn comes

        self._try(job())

    def ask(self, what: str, to: int = 0) -> None:
        """Ask for an "undo" back to slot `to`, or offer a "draw"."""
        self._try(self._requests.ask(what, to))

    def consent(self) -> None:
        """Consent to the other player's request."""
        self._try(self._requests.consent())

    def decline(self) -> None:
        """Decline the other player's request."""
        self._try(self._requests.decline())

    def resign(self) -> None:
        """Resign the match."""
        self._try(self._requests.resign())

    # --- jobs ---

    def _guarded(self, message: Message) -> Job:
        """Take a message and report a refusal to both sides; a refused stranger is disconnected."""
        try:
            yield from self._take(message)
        except Desync as error:
            self.freeze(error)
            with suppress(EdenError):  # where it can't be kept, it is frozen as long as this page is open
                yield from self.store(self.ledger, self.signatures)
        except EdenError as error:
            self._refuse(error)
            if isinstance(message, (Hello, Join)) and self.is_connected and not self.is_settled:
                self.notify("turned_away")
        except Exception as error:  # messages of any shape are tried; one that raises is malformed
            self._refuse(Malformed("not_a_message", where="message", detail=f"{type(error).__name__} {error}"[:80]))

    def _try(self, job: Job) -> None:
        """Start a job of this player's own; a refusal is reported to this side alone."""

        def tried() -> Job:
            try:
                yield from job
            except EdenError as error:
                self.notify("not_done", error)

        self.jobs.start(tried())

    # --- messages ---

    def _take(self, message: Message) -> Job:
        if not isinstance(message, (Hello, Refuse)) and self.is_connected and not self.is_greeted:
            raise Malformed("not_greeted", where=type(message).__name__.lower())
        if isinstance(message, (Hello, Join, Welcome)):
            yield from self._handshake.take(message)
        elif isinstance(message, (Ask, Consent, Decline, Resigned)):
            yield from self._requests.take(message)
        elif isinstance(message, Head):
            yield from self._take_head(message)
        elif isinstance(message, Batch):
            yield from self._take_batch(message)
        elif isinstance(message, Refuse):
            self.notify("was_refused", Malformed(message.code, message.rule, where=message.where))

    def _take_head(self, head: Head) -> Job:
        """Compare the heads; whichever side is ahead sends the entries that the other lacks."""
        ledger = self.ledger
        if ledger is None:
            raise Malformed("not_expected", where="head")
        self.heard = head
        if head.seq > ledger.seq:
            return  # the other side sends its entries when it compares the heads
        answers = self.presence.may_answer(head.seq)
        if ledger.ids[head.seq] != head.id:
            if answers:
                self.send(self.batch(0))  # the histories differ at an earlier slot: let the other side prove it
            return
        self.peer_seq, self.must_hear = head.seq, False
        if answers and (head.seq < ledger.seq or not head.seq):
            self.send(self.batch(head.seq))
        if self.resigning:
            self.send(Resigned(self.resigning))
        if self.asking is not None and self.asking.seq == ledger.seq:
            self.send(self.asking)  # it may have been asked, or got lost, while there was no channel
        self.notify("in_step")
        yield from self.write(None)

    # --- entries ---

    def _take_batch(self, batch: Batch) -> Job:
        ledger = self.ledger
        if ledger is None or self.trouble is not None:
            raise self.trouble or Malformed("not_expected", where="batch")
        if batch.base > ledger.seq:
            if not self.is_connected:
                raise Malformed("earlier_letter_is_missing", where="letter")
            self.send_head()  # earlier entries are missing: ask for them
            return
        if batch.prev != ledger.ids[batch.base][:8]:
            raise Malformed("another_history", where=f"slot {batch.base}")
        held = ledger.entries[batch.base :]
        for number, (entry, (kind, body)) in enumerate(zip(held, batch.entries)):
            if (entry.kind, entry.body) != (kind, body):
                yield from self._part(batch, batch.base + number)
                return
        trial, claims = ledger.copy(), []
        wanted = {signed.seq for signed in batch.signed}
        states = {ledger.seq: ledger.state()} if ledger.seq in wanted else {}
        for kind, body in batch.entries[len(held) :]:
            due = trial.due()
            if due is None:
                raise Malformed("match_is_closed", where=f"entry {trial.seq + 1}")
            trial.apply(Entry(due.writer, kind, body))
            claims += trial.claims
            if trial.seq in wanted:
                states[trial.seq] = trial.state()
        try:
            signatures = yield from check_signatures(self.signatures, batch, trial, states)
        except FalseStateSigned as error:
            self.proof = self._false_state(error.signed, trial)
            raise
        missing = covers(trial, signatures, ledger.seq)
        if missing:
            raise Malformed("not_signed", where=f"entry {missing}")
        yield from check_claims(trial, claims)
        self.peer_seq = max(
            [self.peer_seq, *(kept.seq for player, kept in signatures.items() if player != self.player)]
        )
        news = trial.seq > ledger.seq or len(signatures) > len(self.signatures)
        if news:
            if self.own is not None and any(entry.writer == self.player for entry in trial.entries[ledger.seq :]):
                yield from self.store(trial, signatures)  # this player's own entries, which this store had lost
                self.own.relearn(trial)
            self._go_by(trial.entries[ledger.seq :])
            self.commit(trial, signatures)
            self.notify("moved")  # before storing: if the page ends now, the other side still has it
        if (
            self.is_connected
            and self.heard is not None
            and trial.ids[self.heard.seq : self.heard.seq + 1] == [self.heard.id]
        ):
            self.must_hear = False  # otherwise it may be an old message
        yield from self.write(None)
        if news and self.ledger is trial:
            yield from self.store(trial, signatures)

    def _part(self, batch: Batch, slot: int) -> Job:
        """Freeze the match if the other peer shows another history after `slot` that somebody signed."""
        assert self.ledger is not None and self.reply is not None
        proof = yield from find_fork(self.invite.data(), self._reply_data(), self.ledger, self.signatures, batch, slot)
        self.proof = fork.proof_bytes(proof)
        self.freeze(Malformed("two_histories", where=f"slot {slot + 1}", player=proof.player))
        yield from self.store(self.ledger, self.signatures)

    def _false_state(self, signed: Signed, trial: Ledger) -> bytes:
        """Return the proof that a player signed a state to which the rules do not lead."""
        entries = tuple((entry.kind, entry.body) for entry in trial.entries[: signed.seq])
        return false_state.proof_bytes(
            false_state.FalseState(
                self.invite.data(), self._reply_data(), signed.player, entries, signed.state, signed.signature
            )
        )

    def _reply_data(self) -> bytes:
        assert self.reply is not None
        return self.reply.data(self.invite.setup.ruleset.edition)

    def _go_by(self, news: Sequence[Entry]) -> None:
        """Note whether new entries agree to this player's request or overtake it."""
        if self.asking is not None and news:
            self.declined = "" if any(entry.kind in (UNDO, DRAWN) for entry in news) else "void"
        elif any(entry.kind == ANSWER for entry in news):
            self.declined = ""

    # --- telling ---

    def _refuse(self, error: EdenError) -> None:
        """Report a refusal, after which nothing has changed, to both sides."""
        self.send(Refuse(error.code[:200], error.where[:200], error.rule[:200]))
        self.notify("refused", error)

    def _pong(self, message: Ping | Pong, now: int) -> None:
        if isinstance(message, Ping):
            self.send(Pong(message.number))
        else:
            self.presence.ponged(message.number, now)
