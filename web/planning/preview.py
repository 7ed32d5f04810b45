"""A judged preview of the plan: the resulting answer, the rule against it, the path, its length and the odds.

A preview is made once for each change of the plan; panels and field read the same one. Pure Python, no js.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from eden_core.analysis.attack_odds import Odds, attack_odds
from eden_core.engine import flow
from eden_core.engine.match import Fighter
from eden_core.engine.messages import Answer, Attack, Blast, Charge, Point, Shoot, Spot
from eden_core.errors import Illegal
from eden_core.rules.actions.blasts import blast_point
from eden_core.rules.actions.throwing import aim
from eden_core.rules.common.paths import as_far_as, length_of, move_length
from eden_core.rules.common.weather import may_measure
from eden_core.rules.phases.preparation import hand_size
from web.match.session import Session
from web.planning.plan import Plan, candidate

__all__ = ["Preview"]


class Preview:
    """A plan at one moment of a match; each part of the preview is computed when it is first read."""

    def __init__(self, session: Session, plan: Plan) -> None:
        self._session, self._match, self._plan = session, session.match, replace(plan)
        self._moment = _moment_of(session)

    def is_of(self, session: Session, plan: Plan) -> bool:
        """Return whether this is still the preview of a plan."""
        return self._match is session.match and self._plan == plan and self._moment == _moment_of(session)

    @cached_property
    def answer(self) -> Answer | None:
        """The answer that the plan results in; None while a choice is missing or the answer is secret."""
        return candidate(self._session, self._plan)

    @cached_property
    def refusal(self) -> Illegal | None:
        """The rule against the plan; None when it is legal or nothing is planned yet."""
        return None if self.answer is None else flow.why_not(self._match, self._session.asked, self.answer)

    @cached_property
    def is_ready(self) -> bool:
        """Return whether the plan is a legal answer."""
        session, plan, decision = self._session, self._plan, self._session.decision
        if decision is None or session.is_curtain_down:
            return False
        if decision.kind == "bid":
            return 0 <= plan.number <= self._match.sides[session.asked].sp
        if decision.kind == "mission":
            return bool(plan.what)
        if decision.kind == "hand":
            return len(plan.many) == hand_size(self._match, session.asked)
        return self.answer is not None and self.refusal is None

    @property
    def actor(self) -> Fighter | None:
        """The fighter that the plan moves: the active one, the one to deploy, or the NPF."""
        decision = self._session.decision
        if decision is None:
            return None
        name = {"deploy": self._plan.what, "npf": self._plan.what, "action": decision.fighter}.get(decision.kind, "")
        return self._match.fighters.get(name)

    @cached_property
    def walked(self) -> tuple[Point, ...]:
        """The part of the planned path that will be walked: a Move steps back from where it may not end (TER-CRO)."""
        plan, actor, match = self._plan, self.actor, self._match
        if (
            plan.mode != "move"
            or not plan.path
            or actor is None
            or not any(piece.amount("crossing") for piece in match.pieces.values())
            or not may_measure(match)
            or self.refusal is not None
        ):
            return plan.path
        return as_far_as(match, actor, plan.path, move_length(match, actor))

    @cached_property
    def length(self) -> int:
        """The length of the walked path in units, slow ground counted twice; 0 if measuring is forbidden (WEA-8)."""
        actor = self.actor
        if actor is None or not actor.at or not self.walked or not may_measure(self._match):
            return 0
        return length_of(self._match, actor, self.walked)

    @cached_property
    def point(self) -> Spot:
        """The point that a throw or a blast is aimed at; () for none yet."""
        plan, actor, match = self._plan, self.actor, self._match
        if plan.mode == "blast" and actor is not None and (plan.target or plan.at):
            return blast_point(match, actor, Blast(plan.weapon, plan.target, plan.at))
        target = match.fighters.get(plan.target)
        if target is None and plan.target in match.pieces and actor is not None:
            return aim(match, plan.target, (), actor.at)
        return target.at if target is not None else plan.at

    @cached_property
    def odds(self) -> Odds | None:
        """The exact odds of the planned attack; None if none is planned, or if it needs no roll to hit."""
        given, match = self.answer, self._match
        if not isinstance(given, (Attack, Charge, Shoot)) or self.refusal is not None:
            return None
        if given.target in match.pieces or (not isinstance(given, Attack) and not may_measure(match)):
            return None  # TER-DES: no dice; WEA-8: the odds would tell a distance
        return attack_odds(match, given)


def _moment_of(session: Session) -> tuple[int, int, bool, int, int]:
    """Return the parts of the session on which a preview depends besides the plan."""
    return session.match.answers, session.asked, session.looking, session.eyes, session.peeking
