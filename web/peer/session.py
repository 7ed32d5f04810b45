"""A match with a person elsewhere, as the table shows it: what the ledger holds, one step after the other.

The ledger runs ahead: what came in is a queue of steps (answers, dice) that the screen takes at its own pace.
Answers go out through `send`; they come back as steps once they are signed, stored and on their way, so that nothing
is shown that could still be lost.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from eden_core.engine import flow
from eden_core.engine.match import ON_FIELD, Match
from eden_core.engine.messages import Answer, Decision, Event, Pick
from eden_core.record.record import Dice
from eden_core.rules.start import new_match
from eden_core.sync.chain.ledger import ANSWER, Ledger, Order, Step
from eden_core.sync.peer.peer import Peer
from web.i18n.catalogue import Words
from web.match.one_seat import Seated
from web.match.session import WAIVED, Line
from web.peer.status import ConnectionStatus
from web.ui.nodes import Node, h

__all__ = ["RemoteSession"]


UNASKED = frozenset(("open", "claim"))  # what the peer answers by itself


class Elsewhere(Protocol):
    """The `Meeting` of a session, as far as it needs one."""

    way: str

    @property
    def may_ask(self) -> bool: ...
    def answer(self, given: Answer) -> None: ...
    def ask_undo(self, slot: int) -> None: ...
    def order(self, order: Order) -> None: ...
    def status(self) -> ConnectionStatus: ...


class _Shown(NamedTuple):
    """The screen's state after so many steps, to go back to."""

    steps: int
    match: Match
    lines: int
    scores: int


class RemoteSession(Seated):
    """A match between peers as one player, or a spectator (`me` 0), sees it."""

    def __init__(self, peer: Peer, line: Elsewhere) -> None:
        assert peer.ledger is not None
        self.peer, self.me, self.line = peer, peer.player, line
        self.done: list[Step] = []  # the steps that the screen has shown
        self._kept: list[_Shown] = []
        match = new_match(peer.ledger.genesis.setup)
        own = {self.me: peer.own.vault} if peer.own is not None else {}
        self._start(match, own)
        self._keep()

    @property
    def ledger(self) -> Ledger:
        """The ledger, which both players hold."""
        assert self.peer.ledger is not None
        return self.peer.ledger

    # --- who is asked ---

    @property
    def decision(self) -> Decision | None:
        """The pending decision, once it is one's own and the screen has caught up."""
        if self.is_sending or self.has_news or not self.peer.may_write or self.peer.is_over:
            return None
        decision = super().decision
        return None if decision is not None and decision.kind in UNASKED else decision

    @property
    def asked(self) -> int:
        return self.me if self.decision is not None else 0

    @property
    def turn(self) -> int:
        question = self.match.pending
        if self.peer.is_over and not self.has_news:
            return 0
        return question.owners[0] if isinstance(question, Decision) else 0

    @property
    def is_over(self) -> bool:
        return self.peer.is_over and not self.has_news

    @property
    def winner(self) -> int:
        return self.peer.winner

    @property
    def is_elsewhere(self) -> bool:
        return True

    @property
    def ended_by(self) -> str:
        if self.ledger.resigned or self.peer.given_up:
            return "resigned"
        return "agreed" if self.ledger.is_drawn else ""

    # --- answers ---

    def answer(self, given: Answer) -> tuple[Event, ...]:
        """Sends an answer on its way: it is shown when it is signed and stored. Raises `Illegal` for a refused one."""
        refusal = flow.why_not(self.match, self.me, given)
        if refusal is not None:
            raise refusal
        self.is_sending, self.looking = True, False
        self.line.answer(given)
        return ()

    def pass_by(self) -> tuple[Event, ...]:
        given = self.passing()
        assert isinstance(given, Pick)
        return self.answer(given)

    def ask_when(self, player: int, wanted: str) -> None:
        """By letter a waiver goes along as a standing order, so that no letter is needed for each pass."""
        super().ask_when(player, wanted)
        if self.line.way == "letter" and self.decision is not None:
            fighters = tuple(fighter.id for fighter in self.troop(player) if fighter.status == ON_FIELD)
            waived = wanted == WAIVED
            self.line.order(Order(self.match.table.round if waived else -1, int(waived), fighters if waived else ()))

    @property
    def by_letter(self) -> bool:
        return bool(self.me) and self.line.way == "letter"

    @property
    def has_letter(self) -> bool:
        return self.by_letter and self.line.status().waits == "letter"

    def still_to_send(self, words: Words) -> str:
        return words("peer.waits.last_letter", name=self.player_name(3 - self.me)) if self.has_letter else ""

    def waiting(self, words: Words) -> tuple[str, str] | None:
        from web.peer.panel.connection import waiting_line, waiting_note

        if self.has_news:
            return None
        status = self.line.status()
        return waiting_line(words, status, self), waiting_note(words, status)

    def badge(self, words: Words) -> Node | None:
        from web.peer.panel.connection import badge

        return badge(words, self.line.status())

    def request(self, words: Words) -> Node | None:
        from web.peer.panel.connection import request_banner
        from web.peer.panel.refusals import told
        from web.ui.sheets import peer_style

        status = self.line.status()
        refused, asked = told(words, status), request_banner(words, status)
        return asked if refused is None else h("div", None, peer_style(), refused, asked, key="told")

    def settle(self) -> tuple[Event, ...]:
        """The peer writes by itself what leaves no choice."""
        return ()

    # --- what comes in ---

    @property
    def has_news(self) -> bool:
        """True if the ledger holds steps that were not shown yet."""
        return len(self.ledger.steps) > len(self.done)

    @property
    def goes_on(self) -> bool:
        return self.has_news or self.passing() is not None

    def take_back(self) -> bool:
        """Go back to where the ledger went back to; return False where it did not."""
        steps = self.ledger.steps
        if len(steps) >= len(self.done) and (not self.done or steps[len(self.done) - 1] is self.done[-1]):
            return False
        common = 0
        for one, other in zip(steps, self.done):
            if one is not other:
                break
            common += 1
        while len(self._kept) > 1 and self._kept[-1].steps > common:
            self._kept.pop()
        kept = self._kept[-1]
        self.match = kept.match.copy()
        del self.done[kept.steps :], self.lines[kept.lines :], self.scores[kept.scores :]
        del self.record[kept.steps :]
        self.looking, self.peeking = False, 0
        while len(self.done) < common:
            self.next_step()
        return True

    def due_faces(self) -> tuple[int, ...] | None:
        """The dice that fall next, if the next step is a throw."""
        step = self.ledger.steps[len(self.done)] if self.has_news else None
        return step.faces if isinstance(step, Dice) else None

    def next_step(self) -> tuple[Event, ...]:
        """Shows the next step."""
        step = self.ledger.steps[len(self.done)]
        if isinstance(step, Dice):
            return self.throw(step.faces)
        self.done.append(step)
        events = self._give(step.player, step.answer)
        self._keep()
        return events

    def throw(self, faces: tuple[int, ...]) -> tuple[Event, ...]:
        """Shows the throw that is the next step."""
        roll = self.roll_shown()
        self.done.append(self.ledger.steps[len(self.done)])
        events = flow.roll(self.match, faces)
        self.record.append((0, faces))
        self._note(events, roll)
        self._kept.clear()
        self._keep()
        return events

    def catch_up(self) -> None:
        """Shows everything at once, when a match is opened again."""
        while self.has_news:
            self.next_step()

    def _keep(self) -> None:
        self._kept.append(_Shown(len(self.done), self.match.copy(), len(self.lines), len(self.scores)))

    # --- taking back ---

    def undo_slot(self) -> int:
        """Return the slot to go back to so that one's own last answer is taken back; -1 where that can't be asked."""
        ledger, last = self.ledger, 0
        for seq in range(ledger.seq, 0, -1):
            entry = ledger.entries[seq - 1]
            if entry.kind == ANSWER and entry.writer == self.me:
                last = seq
                break
        return max((slot for slot in ledger.may_undo_to() if slot < last), default=-1)

    @property
    def can_undo(self) -> bool:
        return (
            bool(self.me) and self.line.may_ask and not self.is_sending and not self.has_news and self.undo_slot() >= 0
        )

    def undo(self) -> None:
        """Asks the other to consent."""
        self.line.ask_undo(self.undo_slot())

    def lines_since(self, slot: int) -> list[Line]:
        """Return what an undo back to a slot would take back, as lines of the log."""
        answers = sum(entry.kind == ANSWER for entry in self.ledger.entries[slot:])
        kept = [shown for shown in self._kept if shown.steps <= max(0, len(self.done) - answers)]
        return self.lines[kept[-1].lines :] if kept else []
