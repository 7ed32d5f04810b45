"""A match against the machine: the person's view of it, and the machine's answers.

The machine thinks elsewhere (`thinking.py`); its answer comes in as the next step, is stored, and is then shown like
any other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from eden_core.ai.player import Reason
from eden_core.engine.match import Setup
from eden_core.engine.messages import Answer, Decision, Event, Open, Tactic
from eden_core.record.record import Given, Vaults
from web.i18n.catalogue import Words
from web.match.one_seat import Seated
from web.ui.nodes import Node, h, icon

__all__ = ["Machine", "Said", "SoloSession"]

MOST_SAID = 12  # reasons kept for display at most


class Machine(NamedTuple):
    """The machine as an opponent: its player number and its level."""

    player: int
    level: str  # one of `MACHINES`


class Said(NamedTuple):
    """The machine's reason for an answer."""

    kind: str
    round: int
    fighter: str
    reason: Reason
    slot: int  # the answer's number among all entries


class SoloSession(Seated):
    """A match under way between the person at this screen and the machine."""

    def __init__(self, setup: Setup, secrets: tuple[bytes, bytes], machine: Machine) -> None:
        self.machine, self.me = machine, 3 - machine.player
        self.coming: tuple[Answer, Reason | None] | None = None  # the machine's answer, before it is shown
        self.said: list[Said] = []
        self.failed = ""  # the error that stopped the machine's thinking
        self.wake: Callable[[], None] = lambda: None  # called when it may be the machine's turn to answer
        super().__init__(setup, secrets)

    # --- who is asked ---

    @property
    def decision(self) -> Decision | None:
        """The pending decision, if it is the person's."""
        pending = self.question
        return pending if pending is not None and self.me in pending.owners and not self.has_news else None

    @property
    def asked(self) -> int:
        return self.me if self.decision is not None else 0

    @property
    def turn(self) -> int:
        pending = self.question
        return 0 if pending is None else self.me if self.me in pending.owners else self.machine.player

    @property
    def is_machines(self) -> bool:
        """Return whether the match waits for the machine, which has not answered yet."""
        return self.question is not None and self.turn == self.machine.player and not self.has_news

    @property
    def goes_on(self) -> bool:
        return self.has_news or super().goes_on

    def rest(self) -> None:
        if self.is_machines:
            self.wake()

    def waiting(self, words: Words) -> tuple[str, str] | None:
        if not self.is_machines:
            return None
        name = self.player_name(self.machine.player)
        if self.failed:
            return words("solo.failed", name=name), self.failed
        return words("solo.thinks", name=name), ""

    def badge(self, words: Words) -> Node | None:
        """Return a button with the machine's level that shows whether it thinks and leads to its reasons."""
        level = words(f"solo.level.{self.machine.level}")
        thinks = self.is_machines and not self.failed
        return h(
            "button",
            {
                "type": "button",
                "class": f"button quiet solo-badge{' is-thinking' if thinks else ''}",
                "data-do": "why",
                "title": words("solo.why.title"),
                "data-thinking": "yes" if thinks else "no",
            },
            icon("help"),
            h("span", None, f"{level} · {words('solo.why')}"),
        )

    # --- answers ---

    @property
    def has_news(self) -> bool:
        return self.coming is not None

    def next_step(self) -> tuple[Event, ...]:
        """Give the machine's answer; what it played from its hand or opened cannot be taken back."""
        assert self.coming is not None
        (given, reason), self.coming = self.coming, None
        question, player = self.question, self.machine.player
        assert question is not None
        if reason is not None:
            self.said = [
                *self.said,
                Said(question.kind, self.match.table.round, question.fighter, reason, len(self.record)),
            ][-MOST_SAID:]
        self._remember(given)
        events = self._give(player, given)
        if isinstance(given, (Tactic, Open)):
            self._before.clear()
        return events + self.settle()

    def _remember(self, given: Answer) -> None:
        """Remember what the machine sealed, so that it can be opened here when the rules require it."""
        player = self.machine.player
        vaults = Vaults((b"", b""))
        vaults.vaults[player] = self.vaults[player]
        vaults.remember(self.match, Given(player, given))

    def undo(self) -> None:
        self.coming = None
        super().undo()
        self.said = [said for said in self.said if said.slot < len(self.record)]
