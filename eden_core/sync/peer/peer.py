"""One player's side of a match between peers, sans-I/O: bytes and answers in, effects out (protocol.md).

Signing, verifying and storing are asynchronous: an effect with a token goes out, `complete` brings its result, and
one job at a time waits for it. What is played is stored before it is sent, and sent before it is shown. Whatever a
peer sends is either taken in whole or refused with a reason, and then nothing has changed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from typing import Any

from eden_core.engine.match import UNDECIDED, opponent
from eden_core.engine.messages import Answer
from eden_core.errors import Desync, EdenError, Malformed
from eden_core.sync.chain import stored
from eden_core.sync.chain.genesis import Invite, Reply, read_reply
from eden_core.sync.chain.ledger import ANSWER, DRAWN, ORDER, RESIGN, UNDO, Entry, Ledger, Order
from eden_core.sync.chain.secrets import Own
from eden_core.sync.chain.stored import Signature, covers
from eden_core.sync.keys import is_sound_signature
from eden_core.sync.peer import handshake as joining
from eden_core.sync.peer import requests
from eden_core.sync.peer import restoring as saving
from eden_core.sync.peer.channel_auth import Greeting
from eden_core.sync.peer.divergence import parted
from eden_core.sync.peer.effects import Effect, Job, Send, Show, Sign, Store, Verify
from eden_core.sync.peer.rate_limit import Pace
from eden_core.sync.peer.signatures import check_claims, check_signatures
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
    message_of,
)

__all__ = ["Peer"]

MOST_WAITING = 64  # messages that wait for their turn: more is a flood
QUIET, EVERY = 12_000, 2_500  # ms: without a word the connection is lost; between two pings
STRANGE = 8_000  # ms until it is clear who is there
PRESSED = 2_000, 2_000, 4_000  # the same while somebody else waits, by player: else each may close what the other takes
LONGEST_TICK = 2_000  # ms: what counts of the time between two looks at the clock


class Peer:
    """A player (1 host, 2 guest) or a spectator (0) of one match. Take what comes out with `take()` after every
    call.
    """

    def __init__(
        self,
        player: int,
        invite: Invite,
        key: bytes,
        own: Own | None = None,
        reply: Reply | None = None,
        link_secret: bytes = b"",
    ) -> None:
        self.player, self.invite, self.key, self.own, self.reply = player, invite, key, own, reply
        self.greeting = Greeting(invite, player, key, link_secret)
        self.ledger: Ledger | None = None
        self.signatures: dict[int, Signature] = {}
        self.peer_seq = 0  # the last slot that the other is known to hold
        self.is_connected = self.is_greeted = False
        self.is_watched = False
        self.must_hear = False  # a save of unknown age: nothing is written before the other's head is known
        self.heard: Head | None = None  # what the other said of its head on this channel
        self.trouble: EdenError | None = None  # why the match is frozen
        self.proof = b""  # of two histories, or of a state that the rules do not lead to
        self.resigning = b""  # one's own resignation, until a slot holds it
        self.given_up = b""  # the other's, which stands alone where they own the slot and write no more
        self.asked: Ask | None = None  # what the other asks
        self.asking: Ask | None = None  # what one asks oneself
        self.declined = ""  # what came of it: "undo" or "draw" was declined, or "void", for play went on
        self.latency = -1
        self._silence = self.last_ping = self._clock = 0
        self._pinged = (0, 0)
        self.pace = Pace()
        self._effects: list[Effect] = []
        self._jobs: deque[Job] = deque()
        self._waiting = 0
        self._token = 0
        if reply is not None:
            self.ledger = Ledger(read_reply(invite, reply.data(invite.setup.ruleset.edition))[1])

    # --- queries ---

    @property
    def is_busy(self) -> bool:
        """Whether something waits for a signature or for the store."""
        return bool(self._jobs)

    @property
    def is_agreed(self) -> bool:
        """Whether both signed the genesis or something after it."""
        return self.ledger is not None and len(self.signatures) == 2

    @property
    def is_settled(self) -> bool:
        """Whether the other end of the channel is the other player, in the seat; for a spectator, the host."""
        return self.is_greeted and (self.is_agreed or not self.player)

    @property
    def is_over(self) -> bool:
        """Whether play has ended, if only because the other gave up and left."""
        return bool(self.given_up) or (self.ledger is not None and self.ledger.is_over)

    @property
    def winner(self) -> int:
        """1, 2, `DRAW` or `UNDECIDED`."""
        if self.given_up:
            return self.player
        return self.ledger.winner if self.ledger is not None else UNDECIDED

    def record(self) -> bytes:
        """The match in its stored form: a resignation that nobody wrote stands in it alone. Its genesis must be
        known.
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
        """Whether the next slot is one's own to answer."""
        due = self.ledger.due() if self.ledger is not None and self.trouble is None and not self.must_hear else None
        return due is not None and due.writer == self.player

    def take(self) -> list[Effect]:
        """What is to be done now; each effect once."""
        effects, self._effects = self._effects, []
        return effects

    # --- what comes in ---

    def complete(self, token: int, result: object) -> None:
        """The result of a `Sign`, `Verify` or `Store`. One that nobody waits for is ignored."""
        if token == self._waiting and self._jobs:
            self._waiting = 0
            self._run(result)

    def connected(self, mine: bytes = b"", theirs: bytes = b"") -> None:
        """A channel is open; both ends' fingerprints, b"" where the channel has none."""
        self.is_connected, self.is_greeted, self.heard = True, False, None
        self.greeting.at(mine, theirs)
        self._silence, self.pace = 0, Pace()
        self._start(joining.greet(self))

    def disconnected(self) -> None:
        """The channel is gone; what waits for a signature or the store goes on."""
        self.is_connected = self.is_greeted = False
        self.asked = None
        self.latency = -1
        self.show("lost")

    def received(self, data: bytes, now: int = -1) -> None:
        """A message of the other's, and when it came, in ms."""
        if len(self._jobs) >= MOST_WAITING:
            self._refuse(Malformed("flood", where="message"))
            return
        if self.is_settled:  # a stranger's words keep no place
            self._silence = 0
        try:
            message = message_from(data)
            if not self.is_connected and not isinstance(message, BY_LETTER):
                raise Malformed("not_expected", where="letter")
            if not isinstance(message, (Ping, Pong)):
                self._start(self._guarded(message))
            elif self.is_greeted:
                self._pong(message, now)
        except EdenError as error:
            self._refuse(error)

    def tick(self, now: int, is_pressed: bool = False) -> None:
        """Time, in ms: asks whether the other is still there. A page that was frozen has not waited meanwhile.
        `is_pressed`: somebody else waits, in case whoever is there is a stranger.
        """
        self._silence += min(max(0, now - self._clock), LONGEST_TICK)
        self._clock = now
        if self.is_connected and self.is_greeted and now - self.last_ping >= EVERY:
            self.last_ping = now
            self._pinged = (self._pinged[0] + 1, now)
            self.send(Ping(self._pinged[0]))
        if self.is_connected and self._silence >= (
            QUIET if self.is_settled else PRESSED[self.player] if is_pressed else STRANGE
        ):
            self.disconnected()

    def answer(self, given: Answer) -> None:
        """One's own answer to the pending decision; once that is answered it is refused."""
        steps = len(self.ledger.steps) if self.ledger is not None else 0

        def answered(ledger: Ledger) -> object:
            if len(ledger.steps) != steps:
                raise Malformed("answered_already", "GEN-4")
            return ledger.answer(given, self._mine().reveal)

        self._try(self.write(answered))

    def order(self, order: Order) -> None:
        """A standing order of one's own, written before the answer that is due."""
        self._try(self.write(lambda ledger: ledger.apply(Entry(self.player, ORDER, ledger.order_body(order)))))

    def tape(self, ahead: int) -> None:
        """By letter, quick: lets one's next reveals, up to index `ahead`, travel with the letter."""
        self._try(self.write(lambda ledger: self._mine().write_tape(ledger, ahead)))

    def join(self) -> None:
        """By letter: signs the genesis, so that a letter may hold it."""
        self._try(joining.join(self))

    def go_on(self) -> None:
        """Writes what is due and needs nobody: call it after a restart."""
        self._try(self.write(None))

    def keep(self) -> None:
        """Keeps the match anew: something beside it that is kept along is another."""

        def job() -> Job:
            yield from self.store(self.ledger, self.signatures)  # as it stands when its turn comes

        self._try(job())

    def ask(self, what: str, to: int = 0) -> None:
        """Asks for an "undo" back to slot `to`, or offers a "draw"."""
        self._try(requests.ask(self, what, to))

    def consent(self) -> None:
        """Consents to what the other asks."""
        self._try(requests.consent(self))

    def decline(self) -> None:
        """Declines it."""
        self._try(requests.decline(self))

    def resign(self) -> None:
        """Gives the match up."""
        self._try(requests.resign(self))

    # --- jobs ---

    def _start(self, job: Job) -> None:
        self._jobs.append(job)
        if len(self._jobs) == 1:
            self._run(None)

    def _run(self, result: object) -> None:
        """Runs jobs until one waits."""
        while self._jobs:
            try:
                effect = self._jobs[0].send(result)
            except StopIteration:
                self._jobs.popleft()
                result = None
                continue
            except BaseException:
                self._jobs.popleft()  # a fault of ours: it is told, and nothing waits for it
                raise
            self._token += 1
            self._waiting = self._token
            self._effects.append(effect(self._token))
            return

    def _guarded(self, message: Message) -> Job:
        """What the other sent: both are told of a refusal. Whoever is refused as the other player is shown the door."""
        try:
            yield from self._take(message)
        except Desync as error:
            self.freeze(error)
            with suppress(EdenError):  # where it can't be kept, it is frozen as long as this page is open
                yield from self.store(self.ledger, self.signatures)
        except EdenError as error:
            self._refuse(error)
            if isinstance(message, (Hello, Join)) and self.is_connected and not self.is_settled:
                self.show("turned_away")
        except Exception as error:  # a message of any shape was tried: whatever broke on it was none
            self._refuse(Malformed("not_a_message", where="message", detail=f"{type(error).__name__} {error}"[:80]))

    def _try(self, job: Job) -> None:
        """What the player wants, or what is due: a refusal is nobody else's business."""

        def tried() -> Job:
            try:
                yield from job
            except EdenError as error:
                self.show("not_done", error)

        self._start(tried())

    def verify(self, key: bytes, signature: bytes, data: bytes) -> Generator[Any, Any, bool]:
        """Whether the key's owner signed this; within a job."""
        if not is_sound_signature(signature):
            return False
        return bool((yield lambda token: Verify(token, key, signature, data)))

    def sign(self, data: bytes) -> Generator[Any, Any, bytes]:
        """One's own signature; within a job. Raises `Malformed` where the key is out of reach."""
        signature: bytes = yield lambda token: Sign(token, data)
        if len(signature) != 64:
            raise Malformed("no_signature", where="key")
        return signature

    def store(self, ledger: Ledger | None, signatures: dict[int, Signature]) -> Generator[Any, Any, None]:
        """Keeps the match as it shall be; within a job. Raises `Malformed` when it can't be kept."""
        if self.own is None:
            return
        data = saving.save(self, ledger, signatures)
        if not (yield lambda token: Store(token, data, ledger)):
            raise Malformed("not_stored", where="store")

    # --- messages ---

    def _take(self, message: Message) -> Job:
        elsewhere: dict[type, Callable[[Peer, Any], Job]] = {
            Hello: joining.take_hello,
            Join: joining.take_join,
            Welcome: joining.take_welcome,
            Ask: requests.take_ask,
            Consent: requests.take_consent,
            Decline: requests.take_decline,
            Resigned: requests.take_resigned,
        }
        handlers: dict[type, Callable[[Any], Job]] = {
            Head: self._take_head,
            Batch: self._take_batch,
            Refuse: self._take_refuse,
        }
        if not isinstance(message, (Hello, Refuse)) and self.is_connected and not self.is_greeted:
            raise Malformed("not_greeted", where=type(message).__name__.lower())
        if type(message) in elsewhere:
            yield from elsewhere[type(message)](self, message)
        else:
            yield from handlers[type(message)](message)

    def send_head(self) -> None:
        """Says how far one is."""
        assert self.ledger is not None
        self.send(Head(self.ledger.seq, self.ledger.head))

    def _take_head(self, head: Head) -> Job:
        """Heads are compared: whoever is ahead sends what the other lacks."""
        ledger = self.ledger
        if ledger is None:
            raise Malformed("not_expected", where="head")
        self.heard = head
        if head.seq > ledger.seq:
            return  # theirs is on its way: they compare with ours too
        answers = self.may_answer(head.seq)
        if ledger.ids[head.seq] != head.id:
            if answers:
                self.send(self.batch(0))  # somewhere before, the histories part: let it be proved
            return
        self.peer_seq, self.must_hear = head.seq, False
        if answers and (head.seq < ledger.seq or not head.seq):
            self.send(self.batch(head.seq))
        if self.resigning:
            self.send(Resigned(self.resigning))
        if self.asking is not None and self.asking.seq == ledger.seq:
            self.send(self.asking)  # it may have been asked, or got lost, while there was no channel
        self.show("in_step")
        yield from self.write(None)

    # --- entries ---

    def batch(self, base: int) -> Batch:
        """All entries after a slot, with the latest signatures."""
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
        """Writes into one's own slots: what is chosen, and then whatever leaves no choice; signs, stores, sends,
        shows.
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
        signature = yield from self.sign(trial.statement())
        signatures = {**self.signatures, self.player: Signature(trial.seq, trial.state(), signature)}
        yield from self.store(trial, signatures)
        if act is not None:
            self.declined = ""
        self._commit(trial, signatures)
        self.send(self.batch(base))
        self.show("moved")

    def _write_forced(self, trial: Ledger) -> None:
        own, due = self._mine(), trial.due()
        if due is not None and due.writer == self.player and due.what != "secret":
            if self.given_up:
                trial.apply(Entry(self.player, RESIGN, (opponent(self.player), self.given_up)))
            elif self.resigning:
                trial.apply(Entry(self.player, RESIGN, (self.player, b"")))
        while own.write_forced(trial) is not None:
            pass

    def _commit(self, trial: Ledger, signatures: dict[int, Signature]) -> None:
        base = self.ledger.seq if self.ledger is not None else 0
        self.ledger, self.signatures = trial, signatures
        self.asked = self.asking = None
        if self.is_watched:
            self._effects.append(Send(message_of(self.batch(base)), True))

    def _take_batch(self, batch: Batch) -> Job:
        ledger = self.ledger
        if ledger is None or self.trouble is not None:
            raise self.trouble or Malformed("not_expected", where="batch")
        if batch.base > ledger.seq:
            if not self.is_connected:
                raise Malformed("earlier_letter_is_missing", where="letter")
            self.send_head()  # something before it is missing: ask for it
            return
        if batch.prev != ledger.ids[batch.base][:8]:
            raise Malformed("another_history", where=f"slot {batch.base}")
        held = ledger.entries[batch.base :]
        for number, (entry, (kind, body)) in enumerate(zip(held, batch.entries)):
            if (entry.kind, entry.body) != (kind, body):
                yield from parted(self, batch, batch.base + number)
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
        signatures = yield from check_signatures(self, batch, trial, states)
        missing = covers(trial, signatures, ledger.seq)
        if missing:
            raise Malformed("not_signed", where=f"entry {missing}")
        yield from check_claims(self, trial, claims)
        self.peer_seq = max(
            [self.peer_seq, *(kept.seq for player, kept in signatures.items() if player != self.player)]
        )
        news = trial.seq > ledger.seq or len(signatures) > len(self.signatures)
        if news:
            if self.own is not None and any(entry.writer == self.player for entry in trial.entries[ledger.seq :]):
                yield from self.store(trial, signatures)  # one's own, that this store had lost
                self.own.relearn(trial)
            self._go_by(trial.entries[ledger.seq :])
            self._commit(trial, signatures)
            self.show("moved")  # at once: should this page end now, the other has it still
        if (
            self.is_connected
            and self.heard is not None
            and trial.ids[self.heard.seq : self.heard.seq + 1] == [self.heard.id]
        ):
            self.must_hear = False  # else it may be something of long ago
        yield from self.write(None)
        if news and self.ledger is trial:
            yield from self.store(trial, signatures)

    def _go_by(self, news: Sequence[Entry]) -> None:
        """What came in agrees to what one asks, or goes past it; an answer goes past what was said of that, too."""
        if self.asking is not None and news:
            self.declined = "" if any(entry.kind in (UNDO, DRAWN) for entry in news) else "void"
        elif any(entry.kind == ANSWER for entry in news):
            self.declined = ""

    def may_answer(self, seq: int) -> bool:
        """Whether what comes after slot `seq` is sent once more on this channel."""
        return self.pace.may_answer(seq, self._clock)

    # --- telling ---

    def _mine(self) -> Own:
        assert self.own is not None
        return self.own

    def send(self, message: Message) -> None:
        """A message to the other, while there is a channel."""
        if self.is_connected:
            self._effects.append(Send(message_of(message)))

    def show(self, what: str, error: EdenError | None = None) -> None:
        """Something for the player."""
        self._effects.append(Show(what, error))

    def _refuse(self, error: EdenError) -> None:
        """Tells both: nothing has changed."""
        self.send(Refuse(error.code[:200], error.where[:200], error.rule[:200]))
        self.show("refused", error)

    def _take_refuse(self, refuse: Refuse) -> Job:
        self.show("was_refused", Malformed(refuse.code, refuse.rule, where=refuse.where))
        return
        yield

    def freeze(self, error: EdenError) -> None:
        """The match can't go on: it is kept as it is."""
        self.trouble = error
        self.send(Refuse(error.code[:200], error.where[:200], error.rule[:200]))
        self.show("frozen", error)

    def _pong(self, message: Ping | Pong, now: int) -> None:
        if isinstance(message, Ping):
            self.send(Pong(message.number))
        elif message.number == self._pinged[0]:
            self.latency = max(now, self._clock) - self._pinged[1]
