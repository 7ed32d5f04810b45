"""What the asked player is about to answer: chosen, aimed and judged before it is given. Pure Python, no js.

A tap on the field, a button and the keyboard all end here; `candidate` makes the answer, the core's own `why_not`
judges it, so what the preview allows is what the rules allow.
"""

from __future__ import annotations

from typing import cast

from eden_core import flow
from eden_core.errors import Illegal
from eden_core.match import Fighter, are_enemies
from eden_core.messages import PASS, Answer, Blast, Decision, End, Event, Extinguish, Pick, PickMany, Point, Spot
from eden_core.rules.activation import ActionOption
from eden_core.rules.move import charge_path, length_of, route
from eden_core.rules.preparation import hand_size
from eden_core.rules.throwing import blast_point

from .plan import Plan, candidate, card_needs
from .session import Session

__all__ = ["DIRECT", "Planner"]

# Decisions that a single choice answers: what follows is small, or the choice itself is the confirmation.
DIRECT = frozenset(("first_player", "reaction", "shift", "strike", "cancel"))
AIMED = frozenset(("move", "throw", "blast", "deploy", "place", "tactic"))     # modes that take a place on the field


class Planner:
    """The asked player's plan, kept in step with the session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.plan = Plan()
        self.refusal: Illegal | None = None
        self.stuck = False          # no place was found: declining is offered, and the core judges it
        self.stamp = -1
        self.refresh()

    # --- the question ----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Starts a new plan when the question is a new one."""
        decision = self.session.decision
        stamp = hash((self.session.match.answers, self.session.asked, self.session.is_private, self.session.eyes))
        if stamp == self.stamp:
            return
        self.stamp = stamp
        self.plan = Plan()
        self.refusal, self.stuck = None, False
        if decision is None or self.session.is_curtain_down:
            return
        if decision.kind == "action":
            kinds = [option.kind for option in self.actions()]
            self.plan.mode = "move" if "move" in kinds else ""
        elif decision.kind == "place":
            self.plan.mode, self.plan.what = "place", str(self.session.options()[0])
        elif decision.kind == "deploy":
            self.plan.mode, self.plan.what = "deploy", str(self.session.options()[0])
        elif decision.kind == "order":
            self.plan.many = tuple(map(str, decision.options))

    def actions(self) -> tuple[ActionOption, ...]:
        """What the active fighter may do, when that is the question."""
        decision = self.session.decision
        return cast("tuple[ActionOption, ...]", self.session.options()) if decision and decision.kind == "action" else ()

    def action(self) -> ActionOption | None:
        """The action chosen."""
        for option in self.actions():
            if option.kind == self.plan.mode and option.weapon == self.plan.weapon:
                return option
        return None

    def actor(self) -> Fighter | None:
        """The fighter that the plan moves: the active one, or the one to deploy."""
        decision = self.session.decision
        if decision is None:
            return None
        name = self.plan.what if decision.kind == "deploy" else decision.fighter if decision.kind == "action" else ""
        return self.session.match.fighters.get(name)

    # --- choosing ----------------------------------------------------------------------------------------------------

    def choose(self, option: str) -> Answer | None:
        """Takes a button's choice; an answer when the choice is the whole of it."""
        decision = self.session.decision
        assert decision is not None
        kind, plan = decision.kind, self.plan
        self.refusal = None
        if kind in DIRECT:
            value: str | int = int(option) if kind in ("first_player", "shift") else option
            return Pick(value)
        if kind == "bid":
            plan.number = int(option)
        elif kind in ("designate", "interrupt", "leader", "mission", "half"):
            plan.what = "" if plan.what == option and kind != "mission" else option
        elif kind in ("place", "deploy"):
            self.plan = Plan(mode=kind, what=option, turn=plan.turn)
        elif kind in ("hand", "remove_rage"):
            chosen = option in plan.many
            room = kind == "remove_rage" or len(plan.many) < hand_size(self.session.match, self.session.asked)
            if chosen or room:
                plan.many = tuple(m for m in plan.many if m != option) if chosen else (*plan.many, option)
        elif kind == "order":
            plan.many = (option, *(name for name in plan.many if name != option))
        elif kind == "tactic":
            self._take_card(int(option))
        elif kind == "action":
            mode, _, weapon = option.partition(":")
            if mode == "end":
                return End()
            if mode == "extinguish":
                return Extinguish()
            self.plan = Plan(mode=mode, weapon=weapon)
            action = self.action()
            if action and len(action.targets) == 1 and mode in ("attack", "shoot", "charge", "blast"):
                self.aim_at(action.targets[0])
        return None

    def _take_card(self, index: int) -> None:
        held = dict(self.session.hand())
        if index in held:
            self.plan = Plan(mode="tactic", what=held[index], index=index)

    def aim_at(self, fighter_id: str) -> None:
        """Takes a fighter as whom the plan is about."""
        plan, decision = self.plan, self.session.decision
        self.refusal = None
        if decision is None:
            return
        if decision.kind in ("designate", "interrupt", "leader"):
            plan.what = fighter_id
        elif plan.mode == "charge":
            plan.target = fighter_id
            plan.path = charge_path(self.session.match, decision.fighter, fighter_id) or ()
        elif plan.mode in ("attack", "shoot", "throw", "blast"):
            plan.target, plan.at = fighter_id, ()
        elif plan.mode == "tactic":
            plan.target = fighter_id

    def tap(self, point: Point, fighter_id: str = "", pin: bool = True) -> bool:
        """A place on the field is pointed at (or, with `pin`, taken); whether anything changed.

        `fighter_id` is who stands there.
        """
        decision, plan = self.session.decision, self.plan
        if decision is None or self.session.is_curtain_down:
            return False
        if pin:
            self.refusal = None
        if fighter_id and pin and self._tap_fighter(decision, fighter_id):
            return True
        if plan.mode not in AIMED or (plan.pinned and not pin):
            return False
        if plan.mode == "tactic" and not card_needs(self.session, self.plan)[1]:
            return False
        if not pin and plan.mode in ("throw", "blast") and plan.target:
            return False
        plan.at, plan.pinned = point, pin
        if plan.mode in ("throw", "blast"):
            plan.target = ""
        if plan.mode == "move":
            self._find_way(decision)
        return True

    def _tap_fighter(self, decision: Decision, fighter_id: str) -> bool:
        match, plan = self.session.match, self.plan
        fighter = match.fighters[fighter_id]
        if decision.kind in ("designate", "interrupt", "leader"):
            if fighter_id in decision.options:
                plan.what = fighter_id
                return True
            self.refusal = flow.why_not(match, self.session.asked, Pick(fighter_id))
            return True
        if decision.kind == "strike":
            return False
        if plan.mode == "tactic" and card_needs(self.session, self.plan)[0]:
            plan.target = fighter_id
            return True
        if decision.kind != "action":
            return False
        actor = match.fighters[decision.fighter]
        if not are_enemies(actor, fighter):
            if plan.mode in ("throw",):
                self.aim_at(fighter_id)
                return True
            return False
        if plan.mode in ("move", ""):
            self._turn_on(fighter_id)
        if plan.mode in ("charge", "attack", "shoot", "throw", "blast"):
            self.aim_at(fighter_id)
        return True

    def _turn_on(self, enemy: str) -> None:
        """An enemy is tapped with no attack chosen: the attack that reaches is taken."""
        for kind in ("attack", "shoot", "blast", "charge", "throw"):
            for option in self.actions():
                if option.kind == kind and enemy in option.targets:
                    self.plan = Plan(mode=kind, weapon=option.weapon)
                    if kind != "charge" or charge_path(self.session.match, self.session.match.table.active, enemy):
                        return

    def _find_way(self, decision: Decision) -> None:
        plan = self.plan
        point = cast(Point, plan.at)
        plan.path = route(self.session.match, decision.fighter, point) or (point,)

    def turn_by(self, degrees: int) -> None:
        """Turns a piece or a card that is being placed."""
        if self.plan.mode in ("place", "tactic"):
            self.plan.turn = (self.plan.turn + degrees) % 360

    def back(self) -> bool:
        """Steps back: first the aim, then the choice; whether there was anything to step back from."""
        plan, decision = self.plan, self.session.decision
        had = self.refusal is not None
        self.refusal = None
        if plan.pinned or plan.target or (plan.at and plan.mode in AIMED):
            plan.pinned, plan.target, plan.at, plan.path = False, "", (), ()
            return True
        if decision and decision.kind == "action" and plan.mode != "move" and any(
                option.kind == "move" for option in self.actions()):
            self.plan = Plan(mode="move")
            return True
        if plan.index >= 0 or (decision and decision.kind in ("designate", "interrupt", "leader", "half") and plan.what):
            self.plan = Plan()
            return True
        return had

    # --- the answer --------------------------------------------------------------------------------------------------

    def candidate(self) -> Answer | None:
        """The answer that the plan amounts to; None while something is still to be chosen, or while it is secret."""
        return candidate(self.session, self.plan)

    def why_not(self) -> Illegal | None:
        """The rule against the plan as it stands; None when it is legal or nothing is planned yet."""
        given = self.candidate()
        return flow.why_not(self.session.match, self.session.asked, given) if given is not None else None

    def is_ready(self) -> bool:
        """Whether the plan is a legal answer."""
        decision, plan = self.session.decision, self.plan
        if decision is None or self.session.is_curtain_down:
            return False
        if decision.kind == "bid":
            return 0 <= plan.number <= self.session.match.sides[self.session.asked].sp
        if decision.kind == "mission":
            return bool(plan.what)
        if decision.kind == "hand":
            return len(plan.many) == hand_size(self.session.match, self.session.asked)
        given = self.candidate()
        return given is not None and flow.can(self.session.match, self.session.asked, given)

    def point(self) -> Spot:
        """Where a throw or a blast is aimed; () when nowhere yet."""
        plan, actor, match = self.plan, self.actor(), self.session.match
        if plan.mode == "blast" and actor is not None and (plan.target or plan.at):
            return blast_point(match, actor, Blast(plan.weapon, plan.target, plan.at))
        target = match.fighters.get(plan.target)
        return target.at if target is not None else plan.at

    def length(self) -> int:
        """The planned way's length in units, slow ground counted twice."""
        actor = self.actor()
        if actor is None or not actor.at or not self.plan.path:
            return 0
        return length_of(self.session.match, actor, self.plan.path)

    def commit(self) -> tuple[Event, ...]:
        """Gives the planned answer. Raises `Illegal` and changes nothing if it is refused."""
        decision, plan = self.session.decision, self.plan
        assert decision is not None
        secret: dict[str, object] = {"bid": plan.number, "mission": plan.what, "hand": plan.many}
        if decision.kind in secret:
            return self.session.seal(secret[decision.kind])
        given = self.candidate()
        return self.session.answer(given) if given is not None else ()

    def next_fighter(self, selected: str) -> str:
        """Goes on to the next fighter who may act, and chooses it where that is the question; whose card to show."""
        acting, decision = self.session.acting(), self.session.decision
        now = self.plan.what or selected
        if not acting or decision is None:
            return selected
        following = acting[(acting.index(now) + 1) % len(acting)] if now in acting else acting[0]
        if decision.kind not in ("designate", "interrupt", "leader", "deploy"):
            return following
        if following != self.plan.what:
            self.choose(following)
        return selected

    def decline(self) -> tuple[Event, ...]:
        """Passes: no interrupt, no card, no strike, nobody designated, nothing to place, no rage removed."""
        decision = self.session.decision
        if decision is not None and decision.kind == "remove_rage":
            return self.session.answer(PickMany(()))
        return self.session.answer(Pick(PASS))
