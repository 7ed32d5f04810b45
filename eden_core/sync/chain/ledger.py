"""The deterministic machine of a match between peers: the writer of the next slot, and the effect of each entry.

Both players, every spectator and whoever verifies the match later hold the same ledger after the same entries. Each
slot has exactly one writer. A refused entry changes nothing. Signatures inside entries (a consent to an undo or a draw,
a resignation) are added to `claims`, for the caller to verify.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple, Union

from eden_core.engine import flow
from eden_core.engine.cbor import encode
from eden_core.engine.codec import state_hash
from eden_core.engine.match import DRAW, UNDECIDED, Match, opponent
from eden_core.engine.messages import PASS, Answer, Decision, Event, Hand, Open, Pick, Roll, Seal, Tactic
from eden_core.errors import EdenError, Illegal, Malformed
from eden_core.record.packing import answer_data, answer_from
from eden_core.record.record import Dice, Given
from eden_core.rules.start import new_match
from eden_core.sync.chain.dice import Chain, Faces, links_to, wound_back
from eden_core.sync.chain.entries import (
    ANSWER,
    DRAWN,
    ORDER,
    RENEW,
    RESIGN,
    REVEAL,
    SECRET,
    TAPE,
    UNDO,
    Claim,
    Due,
    Entry,
    Order,
    Reveal,
    byte_strings,
    check_all_used,
    head_statement,
    request_statement,
    resignation_statement,
    reveals_from,
)
from eden_core.sync.chain.genesis import Genesis, commitment_of

__all__ = ["FARTHEST", "LOW", "Ledger", "Step"]

LOW = 16  # reveals left in a chain when its renewal may stand
FARTHEST = 16  # reveals that a tape may be ahead (by letter, quick)
MOST_REVEALS = 32  # in one entry
MOST_ENTRIES = 1 << 16
MOST_ORDERED = 64  # fighters in a standing order
MOST_ORDERS = 4  # standing orders one after the other, with nothing played in between
REACTIONS = ("passive",)


Step = Union[Given, Dice]


class _Kept(NamedTuple):
    """A state to which an undo may return: that right after slot `seq`."""

    seq: int
    match: Match
    steps: int


class Ledger:
    """A match in progress, as its chain records it."""

    def __init__(self, genesis: Genesis) -> None:
        self.genesis = genesis
        self.match = new_match(genesis.setup)
        self.entries: list[Entry] = []
        self.raw: list[bytes] = []  # kind and body of each, encoded: as saves hold them
        self.ids: list[bytes] = [genesis.id]  # ids[n]: of slot n; the genesis is slot 0
        self.steps: list[Step] = []  # what was played, without what was taken back
        self.events: list[tuple[Event, ...]] = [tuple(self.match.events)]
        self.segment = 1  # of the next dice
        self.shown: dict[int, bytes] = {1: genesis.tip(1), 2: genesis.tip(2)}  # each chain's latest link
        self.at: dict[int, int] = {1: 0, 2: 0}  # and its index: `segment` once revealed for it, or ahead
        self.base: dict[int, int] = {1: 0, 2: 0}  # index of the chain's tip
        self.next_tip: dict[int, bytes] = {1: b"", 2: b""}
        self.ended_chains: dict[int, tuple[bytes, ...]] = {1: (), 2: ()}  # the last link of each chain that is used up
        self.orders: dict[int, Order] = {1: Order(), 2: Order()}
        self.secrets: dict[int, bytes] = {1: b"", 2: b""}
        self.resigned = 0
        self.is_drawn = False
        self.claims: list[Claim] = []  # of the last entry
        self.renewed: dict[int, tuple[bytes, ...]] = {1: (), 2: ()}  # the tips of all later chains
        self._kept: list[_Kept] = [_Kept(0, self.match.copy(), 0)]
        self._salt = genesis.invite.salt()
        self._state = b""

    def copy(self) -> Ledger:
        """Return an independent copy."""
        new: Ledger = object.__new__(Ledger)
        new.__dict__ = {
            name: value.copy() if isinstance(value, (list, dict, Match)) else value
            for name, value in self.__dict__.items()
        }
        return new

    # --- queries ---

    @property
    def seq(self) -> int:
        """The number of the last slot; 0 for the genesis alone."""
        return len(self.entries)

    @property
    def head(self) -> bytes:
        """The id of the last slot."""
        return self.ids[-1]

    @property
    def is_over(self) -> bool:
        """Return whether play has ended: by the rules, a resignation or a draw."""
        return bool(self.resigned) or self.is_drawn or self.match.table.winner != UNDECIDED

    @property
    def winner(self) -> int:
        """The winner: 1, 2, `DRAW` or `UNDECIDED`."""
        if self.resigned:
            return opponent(self.resigned)
        return DRAW if self.is_drawn else self.match.table.winner

    def due(self) -> Due | None:
        """Return who writes the next slot, and what; None once both secrets are open."""
        if self.is_over:
            left = [player for player in (1, 2) if not self.secrets[player]]
            return Due(left[0], "secret") if left else None
        question = self.match.pending
        if isinstance(question, Roll):
            return Due(1 if self.at[1] < self.segment else 2, "reveal")
        assert isinstance(question, Decision)
        return Due(question.owners[0], "answer")

    def statement(self) -> bytes:
        """Return the statement that a player signs for the current head."""
        return head_statement(self.genesis.id, self.seq, self.head, self.state())

    def state(self) -> bytes:
        """Return the first 8 bytes of the state's hash, the part that signatures cover."""
        if not self._state:
            self._state = state_hash(self.match)[:8]
        return self._state

    def left(self, player: int) -> int:
        """Return the number of reveals left in a player's chain."""
        return self.base[player] + self.genesis.invite.length - self.at[player]

    def committed(self, player: int) -> int:
        """Return the last index up to which a player's chains are fixed.

        The opponent must not reveal beyond it, because the player could then choose the next chain to suit the dice.
        """
        return self.base[player] + self.genesis.invite.length * (2 if self.next_tip[player] else 1)

    def may_undo_to(self) -> list[int]:
        """Return the slots to which an undo may go back: since then nothing was revealed, sealed or shown."""
        return [] if self.is_over else [kept.seq for kept in self._kept[:-1]]

    def body_of(self, given: Answer) -> Any:
        """Return the form in which an entry holds an answer to the pending decision."""
        return answer_data(self.match, given, None)

    # --- writing ---

    def apply(self, entry: Entry) -> None:
        """Apply the next entry. Raises `EdenError` naming the slot; then nothing has changed."""
        self._try(lambda: self._taken(entry))

    def answer(self, given: Answer, reveal: Reveal) -> Entry:
        """Write an answer into the next slot, with the reveals that it needs; `reveal(k)` gives the writer's x[k]."""

        def work() -> Entry:
            due = self._due(ANSWER)
            used: list[bytes] = []

            def shown(k: int) -> bytes:
                used.append(reveal(k))
                return used[-1]

            refusal = flow.why_not(self.match, due.writer, given)
            if refusal is not None:
                raise refusal
            data = answer_data(self.match, given, None)
            self._answer(due.writer, given, shown)
            return Entry(due.writer, ANSWER, (data, *used))

        return self._try(work)

    def reveal(self, reveal: Reveal) -> Entry:
        """Write the reveals that are due into the next slot."""

        def work() -> Entry:
            due = self._due(REVEAL)
            used: list[bytes] = []

            def shown(k: int) -> bytes:
                used.append(reveal(k))
                return used[-1]

            self._play(due.writer, shown)
            self._bar()
            return Entry(due.writer, REVEAL, tuple(used))

        return self._try(work)

    def _try(self, work: Callable[[], Entry]) -> Entry:
        before = self.__dict__
        self.__dict__ = self.copy().__dict__
        self.claims, self._state = [], b""
        try:
            entry = work()
            data = encode((self.genesis.id, self.seq + 1, self.head, entry.writer, entry.kind, entry.body))
        except EdenError as error:
            self.__dict__ = before
            error.where = error.where or f"entry {self.seq + 1}"
            raise
        except Exception as error:  # answers of any shape are tried; one that raises is malformed
            self.__dict__ = before
            raise Malformed(
                "not_an_answer", where=f"entry {self.seq + 1}", detail=f"{type(error).__name__} {error}"[:80]
            ) from None
        self.entries.append(entry)
        self.raw.append(encode((entry.kind, entry.body)))
        self.ids.append(sha256(b"eden/entry/1" + data).digest())
        return entry

    def _due(self, kind: int) -> Due:
        due = self.due()
        if due is None:
            raise Malformed("match_is_closed")
        if self.seq >= MOST_ENTRIES:
            raise Malformed("too_many_entries", most=MOST_ENTRIES)
        if type(kind) is not int or kind not in _ALLOWED[due.what]:
            raise Malformed("not_this_slot", kind=str(kind)[:8], due=due.what)
        return due

    def _taken(self, entry: Entry) -> Entry:
        due = self._due(entry.kind)
        if entry.writer != due.writer:
            raise Malformed("not_your_slot", writer=str(entry.writer)[:8], due=due.writer)
        _TAKES[entry.kind](self, entry)
        return entry

    def _bar(self) -> None:
        """Rule out undoing anything up to and including the slot that is being written."""
        self._kept = [_Kept(self.seq + 1, self.match.copy(), len(self.steps))]

    def _take_answer(self, entry: Entry) -> None:
        if not isinstance(entry.body, tuple) or not entry.body:
            raise Malformed("not_an_answer")
        data, *shown = entry.body
        given = answer_from(self.match, entry.writer, data, None)
        if encode(answer_data(self.match, given, None)) != encode(data):
            raise Malformed("not_canonical")
        queue = byte_strings(tuple(shown), MOST_REVEALS)
        self._answer(entry.writer, given, reveals_from(queue))
        check_all_used(queue)

    def _take_reveal(self, entry: Entry) -> None:
        queue = byte_strings(entry.body, MOST_REVEALS)
        self._play(entry.writer, reveals_from(queue))
        check_all_used(queue)
        self._bar()

    def _answer(self, player: int, given: Answer, reveal: Reveal) -> None:
        question, segment, shown = self.match.pending, self.segment, self.at[player]
        assert isinstance(question, Decision)
        self._give(player, given)
        self._play(player, reveal)
        if (
            self.segment != segment
            or self.at[player] != shown
            or question.kind in BARRED
            or isinstance(given, (Seal, Hand, Open, Tactic))
        ):
            self._bar()
        else:
            self._kept.append(_Kept(self.seq + 1, self.match.copy(), len(self.steps)))

    def _give(self, player: int, given: Answer) -> None:
        self.events.append(flow.answer(self.match, player, given))
        self.steps.append(Given(player, given))

    def _play(self, writer: int, reveal: Reveal | None) -> None:
        """Play on until a player has to decide: take the writer's reveals, roll, and answer by standing orders.

        Without `reveal` only the reveals that a tape has already shown are used.
        """
        while (question := self.match.pending) is not None:
            if isinstance(question, Decision):
                given = self._ordered(question)
                if given is None:
                    return
                self._give(question.owners[0], given)
                continue
            if self.at[writer] < self.segment:
                if reveal is None:
                    return
                self._show(writer, reveal(self.at[writer] + 1))
            if self.at[opponent(writer)] < self.segment:
                return
            self._throw()

    def _show(self, player: int, value: bytes) -> None:
        """Take one reveal x[at + 1], whose hash must be the link shown last."""
        if not self.left(player):
            raise Malformed("chain_is_used_up", index=self.at[player])
        if not links_to(self._salt, player, self.at[player] + 1, self.shown[player], value):
            raise Malformed("not_the_next_reveal", "ROLL-1", player=player, segment=self.segment)
        self._move_on(player, self.at[player] + 1, value)

    def _move_on(self, player: int, at: int, value: bytes) -> None:
        self.at[player], self.shown[player] = at, value
        if not self.left(player) and self.next_tip[player]:
            self.ended_chains[player] = (*self.ended_chains[player], value)
            self.base[player], self.shown[player], self.next_tip[player] = at, self.next_tip[player], b""

    def _link(self, player: int) -> bytes:
        """Return a player's x[segment]; a tape may be ahead of it, and a new chain may have begun right after it."""
        if self.base[player] >= self.segment:
            return wound_back(self._salt, player, self.base[player], self.ended_chains[player][-1], self.segment)
        return wound_back(self._salt, player, self.at[player], self.shown[player], self.segment)

    def _throw(self) -> None:
        """Roll all dice until the next decision, now that both players have revealed."""
        faces = Faces(self.genesis.id, self.segment, self._link(1), self._link(2))
        while isinstance(self.match.pending, Roll):
            thrown = faces.throw(self.match.pending.dice)
            self.events.append(flow.roll(self.match, thrown))
            self.steps.append(Dice(thrown))
        self.segment += 1

    def _open_secret(self, entry: Entry) -> None:
        if type(entry.body) is not bytes or len(entry.body) != 32:
            raise Malformed("secret_is_32_bytes")
        if commitment_of(entry.body, self.genesis.key(entry.writer)) != self.genesis.commitment(entry.writer):
            raise Illegal("not_the_secret", "GEN-6", player=entry.writer)
        length = self.genesis.invite.length
        for number, tip in enumerate((self.genesis.tip(entry.writer), *self.renewed[entry.writer])):
            if Chain(entry.body, self._salt, entry.writer, length, number * length).tip != tip:
                raise Illegal("not_the_chain", "ROLL-1", player=entry.writer)
        self.secrets[entry.writer] = entry.body

    def _renew(self, entry: Entry) -> None:
        player = entry.writer
        if type(entry.body) is not bytes or len(entry.body) != 32:
            raise Malformed("tip_is_32_bytes")
        if self.left(player) > LOW or self.next_tip[player]:
            raise Malformed("renewed_too_early", left=self.left(player))
        if self.at[opponent(player)] > self.committed(player):  # a chain made now could be chosen to suit the dice
            raise Malformed("chain_is_used_up", index=self.at[player])
        self.next_tip[player] = entry.body
        self.renewed[player] = (*self.renewed[player], entry.body)
        if not self.left(player):
            self._move_on(player, self.at[player], self.shown[player])

    # --- by letter ---

    def _order(self, entry: Entry) -> None:
        """Take a standing order: from now until its round ends, the ledger itself gives the answers."""
        round_, interrupt, fighters = entry.body
        names = tuple(self.match.fighters)
        if (
            type(round_) is not int
            or round_ not in (-1, self.match.table.round)
            or interrupt not in (0, 1)
            or not isinstance(fighters, tuple)
            or list(fighters) != sorted(set(fighters))
            or len(fighters) > MOST_ORDERED
            or not all(type(index) is int and 0 <= index < len(names) for index in fighters)
        ):
            raise Malformed("not_an_order")
        if len(self.entries) >= MOST_ORDERS and all(last.kind == ORDER for last in self.entries[-MOST_ORDERS:]):
            raise Malformed("too_many_entries", most=MOST_ORDERS)
        chosen = tuple(names[index] for index in fighters)
        if any(self.match.fighters[name].player != entry.writer for name in chosen):
            raise Illegal("not_your_fighter", "ACT-1")
        self.orders[entry.writer] = Order(round_, interrupt, chosen)
        self._bar()

    def order_body(self, order: Order) -> Any:
        """Return the form in which an entry holds a standing order."""
        names = tuple(self.match.fighters)
        return order.round, order.interrupt, tuple(sorted(names.index(name) for name in order.fighters))

    def _ordered(self, question: Decision) -> Answer | None:
        order = self.orders[question.owners[0]]
        if order.round != self.match.table.round or len(question.owners) > 1:
            return None
        if question.kind == "interrupt" and order.interrupt:
            given: Answer = Pick(PASS)
        elif question.kind == "reaction" and question.fighter in order.fighters:
            given = Pick(REACTIONS[0])
        else:
            return None
        return given if flow.can(self.match, question.owners[0], given) else None

    def _tape(self, entry: Entry) -> None:
        """Take a reveal sent ahead, from which those before it follow; only for letters in the quick mode."""
        if not self.genesis.invite.is_quick:
            raise Malformed("no_tape_in_this_mode")
        ahead, value = entry.body
        player = entry.writer
        if (
            type(ahead) is not int
            or type(value) is not bytes
            or len(value) != 32
            or not self.at[player]
            < ahead
            <= min(
                self.segment + FARTHEST,
                self.base[player] + self.genesis.invite.length,
                self.committed(opponent(player)),
            )
        ):
            raise Malformed("tape_out_of_bounds")
        if wound_back(self._salt, player, ahead, value, self.at[player]) != self.shown[player]:
            raise Malformed("not_the_next_reveal", "ROLL-1", player=player, segment=self.segment)
        self._move_on(player, ahead, value)
        if isinstance(self.match.pending, Roll):
            self._play(player, None)
            self._bar()

    # --- out of turn ---

    def request(self, what: str, player: int, to: int = 0) -> bytes:
        """Return the statement that a player signs for a request at the current head, or for a consent to it.

        A request is for an "undo" back to slot `to` or for a "draw".
        """
        return request_statement(self.genesis.id, what, player, self.seq, self.head, to)

    def _undo(self, entry: Entry) -> None:
        """Go back by agreement of both players; the chain itself grows and is never truncated."""
        to, signature = entry.body
        if type(to) is not int or to not in self.may_undo_to():
            raise Illegal("nothing_to_take_back", "GEN-4", slot=str(to)[:8])
        byte_strings((signature,), 1)
        other = opponent(entry.writer)
        self.claims.append(Claim(other, self.request("undo", other, to), signature))
        while self._kept[-1].seq != to:
            self._kept.pop()
        kept = self._kept[-1]
        self.match = kept.match.copy()
        del self.steps[kept.steps :], self.events[kept.steps + 1 :]

    def _draw(self, entry: Entry) -> None:
        """End the match in a draw by agreement of both players."""
        (signature,) = byte_strings(entry.body, 1)
        other = opponent(entry.writer)
        self.claims.append(Claim(other, self.request("draw", other), signature))
        self.is_drawn = True

    def _resign(self, entry: Entry) -> None:
        """Take a resignation: the writer's own, or the opponent's, which carries a signature."""
        player, signature = entry.body
        if type(player) is not int or player not in (1, 2) or type(signature) is not bytes or len(signature) > 64:
            raise Malformed("not_a_resignation")
        if player != entry.writer:
            self.claims.append(Claim(player, resignation_statement(self.genesis.id, player), signature))
        elif signature:
            raise Malformed("not_canonical")
        self.resigned = player


BARRED = frozenset(("bid", "mission", "hand", "open", "claim"))
_ALLOWED = {
    "answer": (ANSWER, RENEW, ORDER, TAPE, UNDO, DRAWN, RESIGN),
    "reveal": (REVEAL, RENEW, TAPE, RESIGN),
    "secret": (SECRET,),
}
_TAKES: dict[int, Callable[[Ledger, Entry], None]] = {
    ANSWER: Ledger._take_answer,
    REVEAL: Ledger._take_reveal,
    SECRET: Ledger._open_secret,
    RENEW: Ledger._renew,
    ORDER: Ledger._order,
    TAPE: Ledger._tape,
    UNDO: Ledger._undo,
    DRAWN: Ledger._draw,
    RESIGN: Ledger._resign,
}
