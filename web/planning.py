"""What the asked player is about to answer: chosen, aimed and judged before it is given. Pure Python, no js.

A tap on the field, a button and the keyboard all end here; `candidate` makes the answer, the core's own `why_not`
judges it, so what the preview allows is what the rules allow.
"""

from __future__ import annotations

from typing import cast

from eden_core import flow
from eden_core.errors import Illegal
from eden_core.match import Fighter, are_enemies
from eden_core.messages import (
    PASS, Answer, Attack, Blast, Charge, Decision, End, Event, Extinguish, Pick, PickMany, Point, Shoot, Spot, Use,
)
from eden_core.profile import Ability
from eden_core.rules.abilities import action_abilities, why_not_use
from eden_core.rules.activation import ActionOption
from eden_core.rules.move import charge_length, charge_path, length_of, route
from eden_core.rules.preparation import hand_size
from eden_core.rules.throwing import blast_point

from .odds import Odds, attack_odds
from .plan import Plan, candidate, needs
from .session import Session

__all__ = ["CARDS", "DIRECT", "Planner"]

# Decisions that a single choice answers: what follows is small, or the choice itself is the confirmation.
DIRECT = frozenset(("first_player", "reaction", "shift", "strike", "cancel", "pay"))
AIMED = frozenset(("move", "throw", "blast", "deploy", "place", "tactic", "ability"))    # modes that may take a place
CARDS = ("tactic", "ability")                    # modes in which a card says whom and where


class Planner:
    """The asked player's plan, kept in step with the session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.plan = Plan()
        self.refusal: Illegal | None = None
        self.stuck = False          # no place was found: declining is offered, and the core judges it
        self.stamp = -1
        self._ways: dict[str, tuple[Point, ...] | None] = {}      # of charges, as far as they were looked for
        self._odds: tuple[Answer, Odds] | None = None
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
        self._ways, self._odds = {}, None
        if decision is None or self.session.is_curtain_down or self.session.looking:
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
        if decision is None or decision.kind != "action" or self.session.looking:
            return ()
        return cast("tuple[ActionOption, ...]", self.session.options())

    def idle_abilities(self) -> list[tuple[Ability, Illegal]]:
        """ABI-2: the active fighter's action abilities that can't be used now, and the rule against each."""
        fighter, match = self.actor(), self.session.match
        if fighter is None or not self.actions():
            return []
        usable = {option.weapon for option in self.actions() if option.kind == "ability"}
        refused = [(ability, why_not_use(match, fighter, Use(ability.id)))
                   for ability in action_abilities(match, fighter) if ability.id not in usable]
        return [(ability, refusal) for ability, refusal in refused if refusal is not None]

    # --- charges: the options go by straight distance, whether a way leads there is looked for one by one -------------

    def look_for_way(self) -> bool:
        """Looks for the way of one charge not looked at yet; whether there was one."""
        decision = self.session.decision
        for option in self.actions():
            for name in option.targets if option.kind == "charge" else ():
                if name not in self._ways and decision is not None:
                    self._ways[name] = charge_path(self.session.match, decision.fighter, name)
                    return True
        return False

    def way_to(self, enemy: str) -> tuple[Point, ...] | None:
        """The way of a charge at an enemy; None where none leads there."""
        decision = self.session.decision
        if enemy not in self._ways and decision is not None:
            self._ways[enemy] = charge_path(self.session.match, decision.fighter, enemy)
        return self._ways.get(enemy)

    def is_out_of_reach(self, enemy: str) -> bool:
        """Whether it is known that no way of a charge leads to an enemy."""
        return enemy in self._ways and self._ways[enemy] is None

    def no_way(self) -> Illegal:
        """The refusal of a charge that no way leads to."""
        fighter = self.actor()
        return Illegal("no_way_there", "ACN-4", limit=charge_length(self.session.match, fighter) if fighter else 0)

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
        if self.session.looking:
            self._take_card(int(option))
        elif kind in DIRECT:
            value: str | int = int(option) if kind in ("first_player", "shift") else option
            return Pick(value)
        elif kind == "bid":
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
        elif kind == "action":
            mode, _, weapon = option.partition(":")
            if mode == "end":
                return End()
            if mode == "extinguish":
                return Extinguish()
            self.plan = Plan(mode=mode, weapon=weapon)
            action = self.action()
            if action and len(action.targets) == 1 and mode in ("attack", "shoot", "charge", "blast", "ability"):
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
        if plan.mode in CARDS:
            plan.target = fighter_id
        elif decision.kind in ("designate", "interrupt", "leader"):
            plan.what = fighter_id
        elif plan.mode == "charge":
            way = self.way_to(fighter_id)
            if way is None:
                self.refusal = self.no_way()
            else:
                plan.target, plan.path = fighter_id, way
        elif plan.mode in ("attack", "shoot", "throw", "blast"):
            plan.target, plan.at = fighter_id, ()

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
        if plan.mode in CARDS and not needs(self.session, plan)[1]:
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
        if plan.mode in CARDS:
            if needs(self.session, plan)[0]:
                plan.target = fighter_id
                return True
            return False
        if self.session.looking:
            return False
        if decision.kind in ("designate", "interrupt", "leader"):
            if fighter_id in decision.options:
                plan.what = fighter_id
                return True
            self.refusal = flow.why_not(match, self.session.asked, Pick(fighter_id))
            return True
        if decision.kind == "strike":
            return False
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
                    if kind != "charge" or self.way_to(enemy) is not None:
                        return

    def _find_way(self, decision: Decision) -> None:
        plan = self.plan
        point = cast(Point, plan.at)
        plan.path = route(self.session.match, decision.fighter, point) or (point,)

    def turn_by(self, degrees: int) -> None:
        """Turns a piece or a card that is being placed."""
        if self.plan.mode in ("place", *CARDS):
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

    def odds(self) -> Odds | None:
        """The exact odds of the attack planned; None where nothing is, or where it takes no roll to hit."""
        given = self.candidate()
        if not isinstance(given, (Attack, Charge, Shoot)) or not flow.can(self.session.match, self.session.asked, given):
            return None
        if self._odds is None or self._odds[0] != given:
            self._odds = (given, attack_odds(self.session.match, given))
        return self._odds[1]

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
        assert not (self.session.looking and decision is not None and decision.kind != "tactic")
        return self.session.answer(Pick(PASS))
