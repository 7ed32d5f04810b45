"""The plan for a non-player fighter (NPF-4): its compulsory action, the target, or the prowl. Pure Python, no js."""

from __future__ import annotations

from eden_core.engine.messages import Decision, Point
from eden_core.rules.common.paths import as_far_as
from eden_core.rules.common.weather import may_measure
from eden_core.rules.npfs.behaviour import NpfOption, charge_way, npf_actions, picks_none, prowl_length
from web.match.session import Session
from web.planning.plan import Plan

__all__ = ["Roaming"]


class Roaming:
    """The possible actions of the NPFs at one question, each computed when it is first needed."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.known: dict[str, NpfOption] = {}

    def option(self, name: str) -> NpfOption:
        """Return the action that an NPF must take, or may take if it prowls."""
        if name not in self.known:
            (self.known[name],) = npf_actions(self.session.match, name)
        return self.known[name]

    def take(self, name: str) -> Plan:
        """Return the plan for an NPF just chosen; if it has only one possibility, that is planned."""
        option = self.option(name)
        plan = Plan(mode="npf", what=name, weapon=option.action)
        if len(option.targets) == 1:
            self.send(plan, option.targets[0])
        elif picks_none(self.session.match, self.session.asked, option):
            plan.pinned = True
        return plan

    def send(self, plan: Plan, target: str) -> None:
        """Set the target that the NPF attacks or charges."""
        match = self.session.match
        plan.target = target
        if plan.weapon == "charge":
            plan.path = charge_way(match, match.fighters[plan.what], target) or ()

    def prowl(self, plan: Plan, point: Point, pin: bool) -> bool:
        """Plan a prowl toward a place; return whether the plan is a prowl.

        It is no longer than allowed, unless nothing may be measured (WEA-8).
        """
        match = self.session.match
        if plan.weapon != "prowl" or (plan.pinned and not pin):
            return False
        npf = match.fighters[plan.what]
        walked = as_far_as(match, npf, (point,), prowl_length(match)) if may_measure(match) and point != npf.at else ()
        plan.at, plan.path, plan.pinned = walked[-1] if walked else point, walked or (point,), pin
        return True

    def tap(self, plan: Plan, decision: Decision, fighter: str) -> Plan | None:
        """Return the plan that tapping a fighter results in; None if it has no effect."""
        if fighter in self.option(plan.what).targets and not plan.pinned:
            self.send(plan, fighter)
            return plan
        return self.take(fighter) if fighter in decision.options else None
