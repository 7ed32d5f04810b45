"""The warlord's search: over its fighters and their plans, and the other side's best reply to each (ACT-1 to ACT-8).

After a plan, by expectation, the other side activates whoever gains most by its own plans; what it gains is taken
off the plan's worth. The bound is a number of nodes, never a clock, so that a seed gives the same play everywhere.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

from eden_core.ai.estimates import Outlook
from eden_core.ai.plans import Plan, Planner
from eden_core.ai.positions import Places
from eden_core.engine.match import Match, can_be_activated, on_field, opponent

__all__ = ["Candidate", "Search", "distinct"]


class Candidate(NamedTuple):
    """A fighter, a plan for it, and what the plan gains over staying as things are."""

    fighter: str
    plan: Plan
    gain: int


class Search:
    """Weighs plans by the best reply to them, for at most so many nodes."""

    def __init__(self, outlook: Outlook, nodes: int, cautious: int, eager: int, width: int = 2) -> None:
        self.outlook = outlook
        self.match = outlook.match
        self.player = outlook.player
        self.left = nodes
        self.cautious, self.eager, self.width = cautious, eager, width

    def after(self, one: Candidate) -> Match:
        """The match once a plan was carried out, as far as places, AP and activation go."""
        ghost = self.match.copy()
        fighter, plan = ghost.fighters[one.fighter], one.plan
        ghost.fighters[one.fighter] = fighter._replace(at=plan.at, ap=max(0, plan.ap), activated=1)
        return ghost

    def plans(
        self, outlook: Outlook, names: Sequence[str], most: int = 1, quick: bool = False
    ) -> Generator[int, None, list[Candidate]]:
        """The best plans of each of a side's fighters, the best first.

        Where the nodes don't reach further they are those of some fighters alone.
        """
        match = outlook.match
        found: list[Candidate] = []
        for name in names:
            if found and self.left <= 0:
                break
            fighter = match.fighters[name]
            places = Places(outlook, fighter, self.cautious, self.eager)
            here = places.worth(fighter.at, 1)
            steps = Planner(match, outlook, fighter, places, self.width, quick).steps()
            while True:
                try:
                    self.left -= next(steps)
                    yield 1
                except StopIteration as done:
                    plans: list[Plan] = done.value
                    break
            found += [Candidate(name, plan, plan.value - here) for plan in distinct(plans)[:most]]
        found.sort(key=lambda one: -one.gain)
        return found

    def reply(self, one: Candidate) -> Generator[int, None, int]:
        """The other side's gain by its best activation after a plan; whom the plan hits gains less by as much."""
        other, match = opponent(self.player), self.after(one)
        names = [f.id for f in on_field(match, other) if can_be_activated(f)]
        found = yield from self.plans(self.outlook.after(match, other, one.fighter), names, quick=True)
        left = 1000 - one.plan.hit
        return max(
            (each.gain * left // 1000 if each.fighter == one.plan.target else each.gain for each in found), default=0
        )

    def best(self, candidates: Sequence[Candidate]) -> Generator[int, None, Candidate]:
        """The candidate that is worth most after the best reply, of those for which nodes are left.

        Without any nodes it is the first.
        """
        chosen, worth = candidates[0], 0
        for number, one in enumerate(candidates):
            if self.left <= 0:
                break
            reply = yield from self.reply(one)
            if not number or one.gain - max(0, reply) > worth:
                chosen, worth = one, one.gain - max(0, reply)
        return chosen


def distinct(plans: Sequence[Plan]) -> list[Plan]:
    """Plans that end at different places or begin differently, the best of each."""
    found: list[Plan] = []
    for plan in plans:
        if not any(
            plan.answer == other.answer
            or (
                (plan.code, plan.target) == (other.code, other.target)
                and abs(plan.at[0] - other.at[0]) + abs(plan.at[1] - other.at[1]) < 300
            )
            for other in found
        ):
            found.append(plan)
    return found
