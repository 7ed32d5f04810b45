"""The asked player's planned answer: chosen, aimed and judged before it is given. Pure Python, no js.

Taps on the field, buttons and keys all end here; the core judges the plan (`preview.py`), so the preview allows
exactly what the rules allow.
"""

from __future__ import annotations

from typing import cast

from eden_core.cards.records import Ability
from eden_core.engine import flow
from eden_core.engine.match import Fighter, Match, are_enemies
from eden_core.engine.messages import PASS, Answer, Decision, End, Event, Extinguish, Pick, PickMany, Point, Throw, Use
from eden_core.errors import Illegal
from eden_core.rules.actions.options import ActionOption
from eden_core.rules.cards.abilities import action_abilities, why_not_use
from eden_core.rules.common.paths import charge_length, charge_path, route
from eden_core.rules.phases.preparation import hand_size
from web.match.session import Session
from web.planning.crossing import Crossing
from web.planning.npf import Roaming
from web.planning.plan import OVER, Plan, needs
from web.planning.preview import Preview

__all__ = ["CARDS", "DIRECT", "Planner"]

# Decisions answered by a single choice without confirmation.
DIRECT = frozenset(("first_player", "reaction", "shift", "strike", "cancel", "pay"))
AIMED = frozenset(("move", "throw", "blast", "deploy", "place", "tactic", "ability"))  # modes that may take a place
CARDS = ("tactic", "ability")  # modes in which a card determines the target and the place
AT_ONCE = ("attack", "shoot", "charge", "blast", "ability", *OVER)  # modes that take a single target unasked


class Planner:
    """The asked player's plan, kept in step with the session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.plan = Plan()
        self.refusal: Illegal | None = None
        self.stuck = False  # no place was found: declining is offered, and the core judges it
        self.stamp = -1
        self._ways: dict[str, tuple[Point, ...] | None] = {}  # charge paths by enemy, as far as they were searched for
        self._options: tuple[Match, int, tuple[ActionOption, ...]] | None = (
            None  # the options of an action, which are slow to find
        )
        self._preview = Preview(session, self.plan)
        self.roaming, self.crossing = Roaming(session), Crossing(session)  # NPFs; climbs, swims and jumps
        self.refresh()

    # --- the question ---

    def refresh(self) -> None:
        """Start a new plan if the question is a new one."""
        decision = self.session.decision
        stamp = hash(
            (
                self.session.match.answers,
                self.session.asked,
                self.session.is_private,
                self.session.looking,
                self.session.eyes,
            )
        )
        if stamp == self.stamp:
            return
        self.stamp = stamp
        self.plan = Plan()
        self.refusal, self.stuck = None, False
        self._ways, self._options = {}, None
        self.roaming, self.crossing = Roaming(self.session), Crossing(self.session)
        if decision is None or self.session.is_curtain_down or self.session.looking:
            return
        if decision.kind == "action":
            kinds = [option.kind for option in self.actions()]
            self.plan.mode = "move" if "move" in kinds else ""
        elif decision.kind == "place":
            self.plan.mode = "place"
            if decision.rule == "PREP-6":  # pieces that cost points are not preselected
                self.plan.what = str(self.session.options()[0])
        elif decision.kind == "deploy":
            self.plan.mode, self.plan.what = "deploy", str(self.session.options()[0])
        elif decision.kind == "order":
            self.plan.many = tuple(map(str, decision.options))
        elif decision.kind == "npf":
            self.plan = self.roaming.take(str(decision.options[0]))

    def actions(self) -> tuple[ActionOption, ...]:
        """Return the actions open to the active fighter, if that is the question."""
        decision = self.session.decision
        if decision is None or decision.kind != "action" or self.session.looking:
            return ()
        match, known = self.session.match, self._options
        if known is None or known[0] is not match or known[1] != match.answers:
            known = self._options = match, match.answers, cast("tuple[ActionOption, ...]", self.session.options())
        return known[2]

    def idle_abilities(self) -> list[tuple[Ability, Illegal]]:
        """Return the active fighter's unusable action abilities, and the rule against each (ABI-2)."""
        fighter, match = self.actor(), self.session.match
        if fighter is None or not self.actions():
            return []
        usable = {option.weapon for option in self.actions() if option.kind == "ability"}
        refused = [
            (ability, why_not_use(match, fighter, Use(ability.id)))
            for ability in action_abilities(match, fighter)
            if ability.id not in usable
        ]
        return [(ability, refusal) for ability, refusal in refused if refusal is not None]

    # --- charges: options are found by straight distance, then their paths are searched for one by one ---

    def look_for_way(self) -> bool:
        """Find the next missing charge path, or the next NPF's action; return whether one was missing."""
        decision = self.session.decision
        if decision is not None and decision.kind == "npf":
            left = [str(name) for name in decision.options if name not in self.roaming.known]
            return bool(left and self.roaming.option(left[0]))
        for option in self.actions():
            for name in option.targets if option.kind == "charge" else ():
                if name not in self._ways and decision is not None:
                    self._ways[name] = charge_path(self.session.match, decision.fighter, name)
                    return True
        return False

    def way_to(self, enemy: str) -> tuple[Point, ...] | None:
        """Return the path of a charge at an enemy; None if there is none."""
        decision = self.session.decision
        if enemy not in self._ways and decision is not None:
            self._ways[enemy] = charge_path(self.session.match, decision.fighter, enemy)
        return self._ways.get(enemy)

    def is_out_of_reach(self, enemy: str) -> bool:
        """Return whether it is known that no charge path leads to an enemy."""
        return enemy in self._ways and self._ways[enemy] is None

    def no_way(self) -> Illegal:
        """Return the refusal of a charge that no path leads to."""
        fighter = self.actor()
        return Illegal("no_way_there", "ACN-4", limit=charge_length(self.session.match, fighter) if fighter else 0)

    def action(self) -> ActionOption | None:
        """Return the action chosen."""
        for option in self.actions():
            if option.kind == self.plan.mode and option.weapon == self.plan.weapon:
                return option
        return None

    def actor(self) -> Fighter | None:
        """Return the fighter that the plan moves: the active one, the one to deploy, or the NPF."""
        return self.preview.actor

    @property
    def preview(self) -> Preview:
        """The judged preview of the current plan; the same object until the plan changes."""
        if not self._preview.is_of(self.session, self.plan):
            self._preview = Preview(self.session, self.plan)
        return self._preview

    def _tap_piece(self, decision: Decision, piece_id: str, point: Point) -> bool:
        """Handle a tap on a piece: aim the plan at it, or choose the action open in contact with it."""
        plan, piece = self.plan, self.session.match.pieces[piece_id]
        if decision.kind != "action" or self.session.looking or plan.mode in CARDS:
            return False
        if plan.mode in ("move", "") and not piece.is_ground:
            for kind in (*OVER, "attack"):
                if any(option.kind == kind and piece_id in option.targets for option in self.actions()):
                    self.plan = Plan(mode=kind)
                    break
            else:
                return False
        if self.plan.mode == "climb" and piece_id == plan.target and self.session.match.ruleset.climbing_lands_anywhere:
            plan.at, plan.pinned = point, True
            return True
        if self.plan.mode == "throw":
            aimed = Throw(plan.weapon, piece_id)
            if not flow.can(self.session.match, self.session.asked, aimed) or not piece.amount("destruction"):
                return False
        elif self.plan.mode not in ("attack", "shoot", *OVER):
            return False
        self.aim_at(piece_id)
        return True

    # --- choosing ---

    def choose(self, option: str) -> Answer | None:
        """Apply a button's choice; return an answer if the choice is complete."""
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
        elif kind == "place" and option.startswith("build:"):
            self._build(option)
        elif kind in ("place", "deploy"):
            self.plan = Plan(mode=kind, what=option, turn=plan.turn)
        elif kind in ("hand", "remove_rage"):
            chosen = option in plan.many
            room = kind == "remove_rage" or len(plan.many) < hand_size(self.session.match, self.session.asked)
            if chosen or room:
                plan.many = tuple(m for m in plan.many if m != option) if chosen else (*plan.many, option)
        elif kind == "order":
            plan.many = (option, *(name for name in plan.many if name != option))
        elif kind == "npf":
            self.plan = self.roaming.take(option)
        elif kind == "action":
            mode, _, weapon = option.partition(":")
            if mode == "end":
                return End()
            if mode == "extinguish":
                return Extinguish()
            self.plan = Plan(mode=mode, weapon=weapon)
            action = self.action()
            if action and len(action.targets) == 1 and mode in AT_ONCE:
                self.aim_at(action.targets[0])
        return None

    def _build(self, option: str) -> None:
        """Handle a press in the workshop, the first of which opens it (TER-2).

        A form that was just drawn is placed where it was drawn.
        """
        from web.planning.scenery_draft import Draft, pressed

        plan, (_, part, value) = self.plan, option.split(":")
        draft = pressed(plan.draft or Draft(), part, value)
        self.plan = Plan(mode="place", turn=plan.turn, draft=draft)
        if draft.step == "place" and draft.form == "free" and part == "close":
            self.plan.at, self.plan.pinned, self.plan.turn = draft.origin, True, 0

    @property
    def draws(self) -> bool:
        """Return whether taps on the field are the corners of a piece being built."""
        return self.plan.draft is not None and self.plan.draft.step == "draw"

    def _take_card(self, index: int) -> None:
        held = dict(self.session.hand())
        if index in held:
            self.plan = Plan(mode="tactic", what=held[index], index=index)

    def aim_at(self, fighter_id: str) -> None:
        """Aim the plan at a fighter or a piece of scenery."""
        plan, decision = self.plan, self.session.decision
        self.refusal = None
        if decision is None:
            return
        if plan.mode in CARDS:
            plan.target = fighter_id
        elif decision.kind in ("designate", "interrupt", "leader"):
            plan.what = fighter_id
        elif plan.mode == "npf":
            self.roaming.send(plan, fighter_id)
        elif plan.mode == "charge":
            way = self.way_to(fighter_id)
            if way is None:
                self.refusal = self.no_way()
            else:
                plan.target, plan.path = fighter_id, way
        elif plan.mode in ("attack", "shoot", "throw", "blast", *OVER):
            plan.target, plan.at, plan.pinned = fighter_id, (), False

    def tap(self, point: Point, what: str = "", pin: bool = True) -> bool:
        """Point the plan at a place on the field (or, with `pin`, fix it there); return whether anything changed.

        `what` is the fighter or the piece that stands there.
        """
        decision, plan = self.session.decision, self.plan
        if decision is None or self.session.is_curtain_down:
            return False
        if pin:
            self.refusal = None
        if plan.draft is not None and self.draws:
            plan.draft = plan.draft._replace(loose=point)  # the next corner, once it is taken
            return True
        if plan.mode == "place" and not plan.what and (plan.draft is None or plan.draft.step != "place"):
            return False
        if what in self.session.match.fighters and pin and self._tap_fighter(decision, what):
            return True
        if what in self.session.match.pieces and pin:
            if self._tap_piece(decision, what, point):
                return True
            if plan.mode == "move" and self.is_shut(what):
                plan.at, plan.path, plan.pinned = (), (), False
                return False
        if plan.mode == "npf":
            return self.roaming.prowl(plan, point, pin)
        if plan.mode == "swim":
            return (pin or not plan.pinned) and self.crossing.get_out(plan, point, pin)
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
        if decision.kind == "npf":
            made = self.roaming.tap(plan, decision, fighter_id)
            self.plan = made or plan
            return made is not None
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
        """Choose the attack that reaches a tapped enemy when none is chosen."""
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

    def is_shut(self, piece_id: str) -> bool:
        """Return whether a piece with special rules cannot be entered (TER-3), so that a tap opens its card."""
        piece = self.session.match.pieces[piece_id]
        return bool(piece.territory) and not piece.is_ground

    def turn_by(self, degrees: int) -> None:
        """Turn a piece or a card that is being placed, in degrees."""
        decision = self.session.decision
        if self.plan.mode in ("place", *CARDS) and (decision is None or decision.rule != "NPF-2"):
            self.plan.turn = (self.plan.turn + degrees) % 360

    @property
    def is_forced(self) -> bool:
        """Return whether the chosen NPF has a single possibility (NPF-4), so that no step back is possible."""
        plan = self.plan
        return (
            plan.mode == "npf"
            and plan.weapon != "prowl"
            and (plan.pinned or len(self.roaming.option(plan.what).targets) == 1)
        )

    def back(self) -> bool:
        """Step back, first from the aim, then from the choice; return whether there was anything to step back from."""
        plan, decision = self.plan, self.session.decision
        had = self.refusal is not None
        self.refusal = None
        if self.is_forced:
            return had
        if plan.mode in OVER and plan.at:
            plan.at, plan.pinned = (), False  # another exit, another place on top
            return True
        if plan.pinned or plan.target or (plan.at and plan.mode in AIMED):
            plan.pinned, plan.target, plan.at, plan.path = False, "", (), ()
            return True
        if decision and decision.kind == "place" and decision.rule != "PREP-6" and (plan.what or plan.draft):
            draft = plan.draft.back() if plan.draft else None
            self.plan = Plan(mode="place", turn=plan.turn, draft=draft)
            return True
        if (
            decision
            and decision.kind == "action"
            and plan.mode != "move"
            and any(option.kind == "move" for option in self.actions())
        ):
            self.plan = Plan(mode="move")
            return True
        if plan.index >= 0 or (
            decision and decision.kind in ("designate", "interrupt", "leader", "half") and plan.what
        ):
            self.plan = Plan()
            return True
        return had

    # --- the answer ---

    def commit(self) -> tuple[Event, ...]:
        """Give the planned answer. Raises `Illegal` and changes nothing if it is refused."""
        decision, plan = self.session.decision, self.plan
        assert decision is not None
        secret: dict[str, object] = {"bid": plan.number, "mission": plan.what, "hand": plan.many}
        if decision.kind in secret:
            return self.session.seal(secret[decision.kind])
        given = self.preview.answer
        return self.session.answer(given) if given is not None else ()

    def next_fighter(self, selected: str) -> str:
        """Go on to the next fighter who may act; return the fighter whose card to show.

        If the question is which fighter to choose, it is chosen.
        """
        acting, decision = self.session.acting(), self.session.decision
        now = self.plan.what or selected
        if not acting or decision is None:
            return selected
        following = acting[(acting.index(now) + 1) % len(acting)] if now in acting else acting[0]
        if decision.kind not in ("designate", "interrupt", "leader", "deploy", "npf"):
            return following
        if following != self.plan.what:
            self.choose(following)
        return selected

    def decline(self) -> tuple[Event, ...]:
        """Pass: no interrupt, no card, no strike, nobody designated, nothing to place, no rage removed."""
        decision = self.session.decision
        if decision is not None and decision.kind == "remove_rage":
            return self.session.answer(PickMany(()))
        assert not (self.session.looking and decision is not None and decision.kind != "tactic")
        return self.session.answer(Pick(PASS))
