"""Abilities (ABI): using those that are actions, and hearing what happened for those that wait for it.

What happened falls due (`effects.fall_due`); a procedure resolves the triggers (`run_triggers`) at the moments its rule
allows. Conditions, properties and what changes numbers as long as it stands are in `engine/characteristics.py`,
effects in `card_effects.py`.
"""

from __future__ import annotations

from eden_core.cards.records import Ability, Trigger
from eden_core.engine.characteristics import CM, abilities_of, holds, why_not_now
from eden_core.engine.flow import kind_of
from eden_core.engine.match import FEAR, ON_FIELD, Due, Fighter, Match, are_enemies, fighters_gap, on_field
from eden_core.engine.messages import PASS, Decision, PickMany, Point, Spot, Use
from eden_core.engine.procedures import DONE, Call, Frame, Goto, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.geometry.plane import distance_up, touching
from eden_core.rules import effects
from eden_core.rules.cards import missions
from eden_core.rules.cards.card_effects import ABILITY, ResolveEffects, why_not_on, would_change
from eden_core.rules.common.costs import count_spent
from eden_core.rules.common.decider import rank
from eden_core.rules.common.hiding import why_hidden
from eden_core.rules.common.sight import is_open, sight, sight_of_point
from eden_core.rules.common.weather import may_measure, why_not_in_fog
from eden_core.rules.common.zones import why_not_zone

__all__ = ["ResolveTriggers", "UseAbility", "ability_targets", "action_abilities", "run_triggers", "why_not_use"]


# --- action abilities ---


def action_abilities(match: Match, fighter: Fighter) -> list[Ability]:
    """Return the action abilities of a fighter (ABI-2).

    Its card's come first, then those that its side's revealed mission gives (MAT-8).
    """
    found = [ability for ability in abilities_of(match, fighter) if ability.action]
    card = missions.find(match, match.sides[fighter.player].mission) if fighter.player else None
    if card is not None and card.abilities and missions.may_fulfil(fighter, card.symbol):
        found += [match.abilities[name] for name in card.abilities if match.abilities[name] not in found]
    return found


def _left(match: Match, fighter: Fighter, ability: Ability) -> Illegal | None:
    """The limits of an ability (GEN-7)."""
    key = f"ability:{ability.id}"
    for limit, used in ((ability.per_round, fighter.used_round), (ability.per_match, fighter.used_match)):
        if limit and dict(used).get(key, 0) >= limit:
            return Illegal("ability_used_up", "GEN-7", ability=ability.id, limit=limit)
    return None


def _why_not_pay(match: Match, fighter: Fighter, ap: int, sp: int, ability: str) -> Illegal | None:
    """The cost (ACN-1)."""
    if fighter.ap < ap:
        return Illegal("too_few_ap", "ACN-1", ability=ability, cost=ap)
    if sp and (not fighter.player or match.sides[fighter.player].sp < sp):
        return Illegal("too_few_sp", "ACN-1", ability=ability, cost=sp)
    return None


def why_not_use(match: Match, fighter: Fighter, given: Use) -> Illegal | None:
    """The rule against using an action ability (ACN-1, ABI-2, ABI-3, GEN-7, STA-2, WEA-4), the first that fails.

    WEA-8: range and sight are checked after the cost while nothing may be measured in advance.
    """
    ability = next((each for each in action_abilities(match, fighter) if each.id == given.ability), None)
    if ability is None:
        return Illegal("no_such_ability", "ABI-2", ability=given.ability)
    refusal = (
        _why_not_at_all(match, fighter, ability)
        or _why_not_aimed(match, fighter, ability, given)
        or _why_not_idle(match, fighter, ability, given.target)
    )
    if refusal is None and fighter.markers[FEAR]:
        refusal = Illegal("frightened", "STA-2", fighter=fighter.id)
    return refusal or (_why_unseen(match, fighter, ability, given.target, given.at) if may_measure(match) else None)


def _why_not_at_all(match: Match, fighter: Fighter, ability: Ability) -> Illegal | None:
    """The rule against a use with any target (GEN-3, GEN-7, ACN-1)."""
    refusal = why_not_now(match, ability.conditions, fighter, None, ability.id) if not ability.target else None
    return refusal or _left(match, fighter, ability) or _why_not_pay(match, fighter, ability.ap, ability.sp, ability.id)


def _why_not_aimed(match: Match, fighter: Fighter, ability: Ability, given: Use) -> Illegal | None:
    if ability.target:
        refusal = _why_not_target(match, fighter, ability, given.target)
        if refusal is not None:
            return refusal
    elif given.target:
        return Illegal("not_a_target", "ABI-2", card=ability.id, target=given.target)
    if not ability.place:
        return Illegal("not_a_place", "ABI-2", card=ability.id) if given.at or given.turn else None
    if not given.at or given.turn % 15 or not all(0 <= v <= most for v, most in zip(given.at, match.setup.field)):
        return Illegal("not_a_place", "ABI-2", card=ability.id)
    if may_measure(match):
        refusal = _why_not_reach_place(match, fighter, ability, given.at)
        if refusal is not None:
            return refusal
    return why_not_zone(match, fighter.player, ability.id, given.at, given.turn) if ability.place == "zone" else None


def _why_not_target(match: Match, fighter: Fighter, ability: Ability, name: str) -> Illegal | None:
    target = match.fighters.get(name)
    if target is None or target.status != ON_FIELD:
        return Illegal("not_a_target", "ABI-2", card=ability.id, target=name)
    if target.id == fighter.id:
        return Illegal("not_its_own_user", "ABI-3", ability=ability.id)
    if ability.target != "any" and are_enemies(fighter, target) != (ability.target == "enemy"):
        return Illegal("not_a_target", "ABI-2", card=ability.id, target=name)
    if not ability.range and not touching(fighter.at, fighter.radius, target.at, target.radius):
        return Illegal("not_in_contact", "ABI-2", target=name)
    refusal = _why_not_reach(match, fighter, ability, target) if may_measure(match) else None
    # Ruling: mist changes nothing in a card's own conditions.
    return refusal or why_not_now(match, ability.conditions, fighter, target, ability.id)


# --- what is measured ---


def _why_not_reach(match: Match, fighter: Fighter, ability: Ability, target: Fighter) -> Illegal | None:
    """Range and sight of a target, but for the fog (ABI-2)."""
    distance = fighters_gap(fighter, target)
    if ability.range and distance > ability.range * CM:
        return Illegal("out_of_range", "ABI-2", distance=distance, limit=ability.range * CM)
    if ability.sight and not is_open(match, fighter.id, target.id):
        return Illegal(
            "not_seen", "ABI-2", target=target.id, blocker=", ".join(sight(match, fighter.id, target.id).blockers)
        )
    return None


def _why_not_reach_place(match: Match, fighter: Fighter, ability: Ability, at: Point) -> Illegal | None:
    """Range and sight of a place, but for the fog (ABI-2)."""
    distance = _far(fighter, at)
    if ability.range and distance > ability.range * CM:
        return Illegal("out_of_range", "ABI-2", distance=distance, limit=ability.range * CM)
    if ability.sight and sight_of_point(match, fighter.id, at).blockers:
        return Illegal("point_not_seen", "ABI-2")
    return None


def _far(fighter: Fighter, at: Point) -> int:
    """From a base's edge to a point (GEN-1)."""
    return max(0, distance_up(fighter.at, at) - fighter.radius)


def _why_unseen(match: Match, fighter: Fighter, ability: Ability, target: str, at: Spot) -> Illegal | None:
    """The rule against a use whose target or place is hidden or lost in the fog (TER-HID, WEA-4)."""
    aimed = match.fighters.get(target)
    hidden = why_hidden(match, fighter, aimed) if aimed is not None and are_enemies(fighter, aimed) else None
    if hidden is not None:
        return hidden
    distance = fighters_gap(fighter, match.fighters[target]) if target else _far(fighter, at) if at else 0
    return why_not_in_fog(match, distance, bool(ability.sight))


def _why_in_vain(match: Match, fighter: Fighter, ability: Ability, target: str, at: Spot) -> Illegal | None:
    """Why a use does not reach what it is aimed at (ABI-2, WEA-4)."""
    refusal = _why_not_reach(match, fighter, ability, match.fighters[target]) if target else None
    if refusal is None and at:
        refusal = _why_not_reach_place(match, fighter, ability, at)
    return refusal or _why_unseen(match, fighter, ability, target, at)


# --- what may be used ---


def _why_not_idle(match: Match, fighter: Fighter, ability: Ability, target: str) -> Illegal | None:
    """ACN-1, WND-2: a use that would change nothing is not allowed, but for what only measuring would tell (WEA-8)."""
    if not may_measure(match) and any(effect.within for effect in ability.effects):
        return None
    refusal = why_not_on(match, ability.effects, fighter.id, match.fighters[target]) if target else None
    if refusal is None and not would_change(match, ability.effects, fighter.player, fighter.id, target, ""):
        refusal = Illegal("changes_nothing", "ACN-1", fighter=fighter.id)
    return refusal


def ability_targets(match: Match, fighter: Fighter, ability: Ability) -> tuple[str, ...] | None:
    """Return the fighters that an ability may be used on now (ABI-2).

    () where it needs nobody; None when it can't be used at all.
    """
    if fighter.markers[FEAR] or _why_not_at_all(match, fighter, ability) is not None:
        return None
    if ability.target:
        found = tuple(
            f.id
            for f in on_field(match)
            if _why_not_target(match, fighter, ability, f.id) is None
            and _why_not_idle(match, fighter, ability, f.id) is None
            and (not may_measure(match) or _why_unseen(match, fighter, ability, f.id, ()) is None)
        )
        return found or None
    return () if _why_not_idle(match, fighter, ability, "") is None else None


# --- triggers ---


def run_triggers(match: Match) -> Call | None:
    """Resolve the triggers of what has fallen due, before the caller's next step."""
    return Call(ResolveTriggers()) if match.due else None


def _affected(match: Match, due: Due) -> list[tuple[str, str]]:
    """Return the fighters whose abilities something may trigger, each with the other fighter it is about."""
    if due.on in ("round_begins", "intendancy"):
        return [(f.id, "") for f in on_field(match)]
    if due.on in ("ally_falls", "enemy_falls"):
        fallen = match.fighters[due.fighter]
        return [(f.id, fallen.id) for f in on_field(match) if are_enemies(f, fallen) == (due.on == "enemy_falls")]
    return [(due.fighter, due.other)]


Triggered = tuple[str, str, int, str, str, Spot]  # owner, ability, the trigger's index, other, kind of attack, place


@procedure
class ResolveTriggers(Frame):
    """ABI-1: the abilities that waited for what happened, one by one (GEN-4, GEN-8)."""

    queue: tuple[Triggered, ...] = ()
    order: PickMany = PickMany(())
    paid: str = PASS

    @step("ABI-1", "GEN-4", "GEN-8")
    def collect(self, match: Match) -> Result:
        found: list[Triggered] = []
        for due in effects.take_due(match):
            for owner, other in _affected(match, due):
                for ability in abilities_of(match, match.fighters[owner]):
                    for index, trigger in enumerate(ability.triggers):
                        triggered = (owner, ability.id, index, other, due.attack, due.at)
                        if trigger.on == due.on and self._works(match, ability, trigger, triggered):
                            found.append(triggered)
        self.queue = tuple(sorted(found, key=lambda triggered: rank(match, match.fighters[triggered[0]])))
        self.order = PickMany(())
        asked = tuple(
            dict.fromkeys(triggered[0] for triggered in self.queue if self._trigger(match, triggered).ordered)
        )
        if len(asked) > 1:
            return Decision("order", (match.table.first_player,), "GEN-4", options=asked, into="order")
        return None

    @step("GEN-4")
    def arrange(self, match: Match) -> Result:
        if self.order.values:
            places = self.order.values
            ordered = sorted(
                (triggered for triggered in self.queue if self._trigger(match, triggered).ordered),
                key=lambda triggered: places.index(triggered[0]),
            )
            rest = [triggered for triggered in self.queue if not self._trigger(match, triggered).ordered]
            self.queue = (*ordered, *rest)
        return None

    @step("ABI-1", "GEN-7")
    def offer(self, match: Match) -> Result:
        if not self.queue:
            return Goto("collect") if match.due else DONE
        owner, name, index, other, _, _ = self.queue[0]
        ability, trigger = match.abilities[name], match.abilities[name].triggers[index]
        self.paid = PASS
        if not self._works(match, ability, trigger, self.queue[0]):
            self.queue = self.queue[1:]
            return Goto("offer")
        if not trigger.ap and not trigger.sp:
            self.paid = "pay"
            return None
        return Decision(
            "pay",
            (match.fighters[owner].player,),
            "ABI-1",
            fighter=owner,
            target=other,
            card=name,
            options=("pay", PASS),
            into="paid",
        )

    @step("ABI-1", "ACN-1")
    def resolve(self, match: Match) -> Result:
        (owner, name, index, other, _, at), self.queue = self.queue[0], self.queue[1:]
        if self.paid == PASS:
            return None
        trigger = match.abilities[name].triggers[index]
        _pay(match, owner, trigger.ap, trigger.sp)
        effects.use_ability(match, owner, name, other, ())
        return Call(ResolveEffects(match.fighters[owner].player, name, index, owner, "", other, origin=at))

    @step("ABI-1")
    def take_next(self, match: Match) -> Result:
        return Goto("offer")

    def _trigger(self, match: Match, triggered: Triggered) -> Trigger:
        return match.abilities[triggered[1]].triggers[triggered[2]]

    def _works(self, match: Match, ability: Ability, trigger: Trigger, triggered: Triggered) -> bool:
        """On the field (or fallen just now), within its limits, its conditions hold, it can pay (ABI-1)."""
        owner, _, _, other, attack, at = triggered
        fighter = match.fighters[owner]
        beside = match.fighters.get(other)
        return (
            (fighter.status == ON_FIELD or trigger.on == "falls")
            and _left(match, fighter, ability) is None
            and _why_not_pay(match, fighter, trigger.ap, trigger.sp, ability.id) is None
            and holds(match, trigger.conditions, fighter, beside, attack)
            and would_change(match, trigger.effects, fighter.player, owner, "", other, at)
        )


def _pay(match: Match, fighter: str, ap: int, sp: int) -> None:
    """ACN-1; whoever is left with 0 AP before its activation counts as activated (ACT-6)."""
    effects.pay_ap(match, fighter, ap, "ACN-1")
    if sp:
        effects.pay_sp(match, match.fighters[fighter].player, sp, "ACN-1")
    if ap:
        count_spent(match, fighter)


kind_of("pay")


@procedure
class UseAbility(Frame):
    """An action ability announced, paid, carried out (ABI-2)."""

    fighter: str
    ability: str
    target: str
    spot: Spot = ()
    turn: int = 0

    @step("ABI-2", "ACN-1", "ACN-7", "WEA-8")
    def announce(self, match: Match) -> Result:
        fighter, ability = match.fighters[self.fighter], match.abilities[self.ability]
        _pay(match, self.fighter, ability.ap, ability.sp)
        effects.use_ability(match, self.fighter, self.ability, self.target, self.spot)
        vain = None if may_measure(match) else _why_in_vain(match, fighter, ability, self.target, self.spot)
        if vain is not None:
            match.emit(
                "ability_failed",
                vain.rule,
                fighter=self.fighter,
                ability=self.ability,
                target=self.target,
                why=vain.code,
            )
            return DONE
        return Call(
            ResolveEffects(
                match.fighters[self.fighter].player,
                self.ability,
                ABILITY,
                self.fighter,
                self.target,
                "",
                self.spot,
                self.turn,
            )
        )
