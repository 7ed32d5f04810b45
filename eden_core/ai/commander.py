"""The players that mean to win: `recruit`, `veteran`, `warlord`; one class, told apart by its `Style`.

The recruit takes the best single action, the veteran plans a fighter's whole activation, the warlord searches over
whom to activate and the replies. What a decision without search is answered stands in `choices.py`, plans in
`plans.py`, the search in `search.py`. Whatever any of them finds is put to the engine's own verdict; where nothing
is found the answer is drawn at random among the legal ones. A vault other than the player's own is never read.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from eden_core.ai.activation_order import designated, greedy, interrupted
from eden_core.ai.choices import CHOICES, best_card
from eden_core.ai.estimates import Outlook, beliefs
from eden_core.ai.plans import Plan, Planner
from eden_core.ai.player import Numbers, Reason, Thinking
from eden_core.ai.positions import Places
from eden_core.ai.random import RandomPlayer
from eden_core.ai.search import Candidate, Search, distinct
from eden_core.engine.flow import can
from eden_core.engine.match import Match
from eden_core.engine.messages import PASS, Answer, Decision, End, Pick
from eden_core.engine.vault import Vault

__all__ = ["STYLES", "Commander", "Style"]


class Style(NamedTuple):
    """A player's way of thinking."""

    depth: str  # "action" or "activation"
    width: int  # places and targets looked at closely
    cautious: int  # what danger weighs, in thousandths
    eager: int  # what the next activation's prospects weigh
    nodes: int = 0  # the bound of a search over replies; 0: no such search
    choosy: int = 0  # the missions drawn from: those that promise so much of the best, in thousandths
    blind: int = 0  # as if there were no missions


STYLES = {
    "recruit": Style("action", 2, 150, 500),
    "veteran": Style("activation", 4, 500, 350),
    "warlord": Style("activation", 5, 500, 350, 3000, 700),
}


class Commander:
    """Answers for `player` with numbers from `numbers`, in a style."""

    def __init__(self, player: int, numbers: Numbers, style: Style) -> None:
        self.player = player
        self.numbers = numbers
        self.style = style
        self._spare = RandomPlayer(player, numbers)
        self._reason: Reason | None = None

    def decide(self, match: Match, vault: Vault) -> Answer:
        """A legal answer to the pending decision."""
        steps = self.thinking(match, vault)
        while True:
            try:
                next(steps)
            except StopIteration as done:
                answer: Answer = done.value
                return answer

    def why(self) -> Reason | None:
        """The reason for its last answer."""
        return self._reason

    def say(self, code: str, **values: str | int) -> None:
        """Remember the reason for the answer."""
        self._reason = Reason(code, values)

    @property
    def choosy(self) -> int:
        """The least promise of a mission to be drawn, in thousandths of the best."""
        return self.style.choosy

    def outlook(self, match: Match, vault: Vault) -> Outlook:
        """Its view of the match now."""
        return Outlook(match, self.player, () if self.style.blind else beliefs(match, self.player, vault))

    def thinking(self, match: Match, vault: Vault) -> Thinking:
        """Decide in slices: yield the nodes looked at since the last time, return the answer of `decide`."""
        question = match.pending
        assert isinstance(question, Decision)
        self._reason = None
        answer = yield from self._wished(match, vault, question)
        if answer is not None and can(match, self.player, answer):
            return answer
        self.say("legal")
        return self._spare.decide(match, vault)

    def _wished(self, match: Match, vault: Vault, question: Decision) -> Generator[int, None, Answer | None]:
        if question.kind == "action":
            return (yield from self._act(match, vault, question))
        if question.kind == "designate":
            return (yield from self._designate(match, vault, question))
        if question.kind == "interrupt":
            return (yield from self._interrupt(match, vault, question))
        choice = CHOICES.get(question.kind)
        return choice(self, match, vault, question) if choice is not None else None

    def _places(self, outlook: Outlook, name: str) -> Places:
        return Places(outlook, outlook.match.fighters[name], self.style.cautious, self.style.eager)

    def _search(self, outlook: Outlook) -> Search:
        return Search(outlook, self.style.nodes, self.style.cautious, self.style.eager)

    # --- the active fighter ---

    def _act(self, match: Match, vault: Vault, question: Decision) -> Generator[int, None, Answer | None]:
        card = best_card(self, match, vault, "action")
        if card is not None:
            return card
        outlook = self.outlook(match, vault)
        places = self._places(outlook, question.fighter)
        planner = Planner(match, outlook, match.fighters[question.fighter], places, self.style.width)
        plans = yield from (greedy(planner) if self.style.depth == "action" else planner.steps())
        if self.style.nodes:
            search = self._search(outlook)
            here = places.worth(planner.fighter.at, 1)
            candidates = [
                Candidate(question.fighter, plan, plan.value - here)
                for plan in distinct(plans)[: self.style.width]
                if can(match, self.player, plan.answer)
            ]
            if len(candidates) > 1:
                chosen = yield from search.best(candidates)
                plans = [chosen.plan, *plans]
        for plan in plans[:6]:
            if can(match, self.player, plan.answer):
                self._tell(plan, places)
                return plan.answer
        self.say("end")
        return End()

    def _tell(self, plan: Plan, places: Places) -> None:
        values: dict[str, str | int] = {"worth": plan.gain, "vp": places.mission(plan.at) // 10}
        if plan.target:
            values["target"] = plan.target
        self.say("hold" if plan.code == "end" and places.mission(plan.at) > 0 else plan.code, **values)

    # --- whom to activate ---

    def _designate(self, match: Match, vault: Vault, question: Decision) -> Generator[int, None, Answer | None]:
        card = best_card(self, match, vault, "designate")
        if card is not None:
            return card
        names = [str(option) for option in question.options if option != PASS]
        outlook, style = self.outlook(match, vault), self.style
        if style.nodes:
            search = self._search(outlook)
            candidates = yield from search.plans(outlook, names, 2)
            name, plan, gain = yield from search.best(candidates[: style.width + 1])
        else:
            name, gain, plan = yield from designated(match, outlook, names, self._places, style.depth, style.width)
        if PASS in question.options and style.depth != "action" and gain < 15:
            self.say("pass")
            return Pick(PASS)
        self.say("designate", fighter=name, plan=plan.code, target=plan.target, worth=gain)
        return Pick(name)

    def _interrupt(self, match: Match, vault: Vault, question: Decision) -> Generator[int, None, Answer | None]:
        card = best_card(self, match, vault, "interrupt")
        if card is not None:
            return card
        names = [str(option) for option in question.options if option != PASS]
        outlook = self.outlook(match, vault)
        name = yield from interrupted(
            match, outlook, names, question.fighter, self._places, self.style.depth, self.style.width
        )
        self.say("interrupt" if name else "no_interrupt", fighter=name, target=question.fighter)
        return Pick(name or PASS)
