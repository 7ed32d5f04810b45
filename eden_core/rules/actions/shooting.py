"""Attacks at range with a Shooting weapon (SHT)."""

from __future__ import annotations

from eden_core.cards.equipment import Mode
from eden_core.engine.characteristics import bonus, bonus_terms, characteristic, characteristic_terms, has
from eden_core.engine.flow import kind_of
from eden_core.engine.match import (
    CBT,
    FEAR,
    ON_FIELD,
    SPD,
    VIG,
    Fighter,
    Match,
    contacts,
    fighters_gap,
    is_free,
    on_field,
)
from eden_core.engine.messages import Answer, Decision, PickMany, Roll, Shoot
from eden_core.engine.procedures import Call, Frame, Goto, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.rules import effects
from eden_core.rules.actions.demolition import Demolition, is_scenery, shoot_pieces, why_not_shoot_piece
from eden_core.rules.actions.melee import outcome_falls_due, shifts, strike, tell_outcome, tell_shift
from eden_core.rules.actions.options import Action, Offer, register
from eden_core.rules.cards.abilities import run_triggers
from eden_core.rules.cards.explosions import Explosion
from eden_core.rules.common.costs import ATTACK_COST, pay_attack
from eden_core.rules.common.hiding import can_target, why_hidden
from eden_core.rules.common.sight import is_open, sight
from eden_core.rules.common.weapons import (
    count_weapon,
    give_markers,
    marks_now,
    mode_of,
    reach_of,
    tell_failure,
    why_not_ranged,
)
from eden_core.rules.common.weather import fog_limit, may_measure, why_not_in_fog

__all__ = [
    "Shooting",
    "kept_hits",
    "odd_hit_finds",
    "shoot_dice",
    "shoot_dice_terms",
    "shoot_targets",
    "shot_strength",
    "why_not_shoot",
]

HARD_TO_HIT_BEYOND = 1500  # GEN-3: what the property `hard_to_hit` says, 15 cm


def shoot_targets(match: Match, fighter: Fighter, range_: int) -> tuple[str, ...]:
    """SHT-1: the legal targets; WEA-8: any enemy while nothing may be measured."""
    if not may_measure(match):
        return tuple(enemy.id for enemy in on_field(match) if enemy.player != fighter.player)
    fog = fog_limit(match)
    return _closest(match, fighter, range_ if fog is None else min(range_, fog))


def _closest(match: Match, fighter: Fighter, limit: int, named: str = "") -> tuple[str, ...]:
    """Return the enemies within a limit and in sight, but for fog, with no free such enemy closer (SHT-1).

    `named` counts among them even if it is hidden.
    """
    near = sorted(
        (fighters_gap(fighter, enemy), index, enemy)
        for index, enemy in enumerate(on_field(match))
        if enemy.player != fighter.player
    )
    found: list[str] = []
    closest_free = limit
    any_will_do = has(match, fighter, "marksman")
    for gap, _, enemy in near:
        if gap > closest_free:
            break
        # TER-HID: a hidden fighter is skipped when the closest enemy is looked for.
        if (
            _is_in_reach(match, enemy, gap)
            and (enemy.id == named or can_target(match, fighter, enemy))
            and is_open(match, fighter.id, enemy.id)
        ):
            found.append(enemy.id)
            if is_free(match, enemy) and not any_will_do:
                closest_free = gap
    return tuple(found)


def _is_in_reach(match: Match, enemy: Fighter, gap: int) -> bool:
    """Some can't be shot at from far (GEN-3)."""
    return gap <= HARD_TO_HIT_BEYOND or not has(match, enemy, "hard_to_hit")


def why_not_shoot(match: Match, fighter: Fighter, given: Shoot) -> Illegal | None:
    """The rule against a shot (ACN-6, SHT-1, EQP-2, EQP-8, STA-2, WEA-4), the first in the rules' order.

    WEA-8: what is measured is checked after the cost while nothing may be measured in advance.
    """
    target = match.fighters.get(given.target)
    refusal = why_not_ranged(match, fighter, given.weapon, "shooting")
    if refusal is not None and refusal.rule == "ACN-6":
        return refusal
    if target is None or target.status != ON_FIELD or target.player == fighter.player:
        return Illegal("not_an_enemy", "SHT-1", target=given.target)
    mode = mode_of(fighter, given.weapon, "shooting")
    measured = mode is not None and may_measure(match)
    out_of_reach = _why_not_reach(match, fighter, target, mode) if measured else None  # type: ignore[arg-type]
    if out_of_reach is not None:
        return out_of_reach
    if refusal is None and fighter.markers[FEAR]:
        return Illegal("frightened", "STA-2", fighter=fighter.id)
    return refusal or (_why_unseen(match, fighter, target) if measured else None)


def _why_unseen(match: Match, fighter: Fighter, target: Fighter) -> Illegal | None:
    """The rule of an optional module against a target: hidden, or lost in the fog (TER-HID, WEA-4)."""
    return why_hidden(match, fighter, target) or why_not_in_fog(match, fighters_gap(fighter, target))


def _why_not_reach(match: Match, fighter: Fighter, target: Fighter, mode: Mode) -> Illegal | None:
    """The rule against a shot by what is measured, but for the fog: range, sight, the closest target (SHT-1)."""
    distance, limit = fighters_gap(fighter, target), reach_of(match, fighter, mode)
    if not _is_in_reach(match, target, distance):
        return Illegal("out_of_range", "GEN-3", distance=distance, limit=HARD_TO_HIT_BEYOND)
    if distance > limit:
        return Illegal("out_of_range", "SHT-1", distance=distance, limit=limit)
    if not is_open(match, fighter.id, target.id):
        return Illegal(
            "not_seen", "SHT-1", target=target.id, blocker=", ".join(sight(match, fighter.id, target.id).blockers)
        )
    if target.id not in _closest(match, fighter, limit, target.id):
        return Illegal("not_the_closest", "SHT-1", target=target.id)
    return None


def _why_in_vain(match: Match, fighter: Fighter, target: Fighter, mode: Mode | None) -> Illegal | None:
    """Why a shot at a target named before anything was measured fails; None when it goes on (WEA-8)."""
    if may_measure(match) or mode is None:
        return None
    return _why_not_reach(match, fighter, target, mode) or _why_unseen(match, fighter, target)


def shoot_dice(match: Match, fighter: Fighter, target: str, weapon: str) -> int:
    """SHT-2: the dice of a shot: the sum of `shoot_dice_terms`; 0 or less fail (STA-6, ROLL-3)."""
    return sum(by for _, by in shoot_dice_terms(match, fighter, target, weapon))


def shoot_dice_terms(match: Match, fighter: Fighter, target: str, weapon: str) -> list[tuple[str, int]]:
    """List what makes the dice of a shot (SHT-2).

    CBT's terms, the weapon by its name, what cards add, and `obstacle`, one less for each; a `target` of "" stands for
    one with a clear view.
    """
    mode = mode_of(fighter, weapon, "shooting")
    terms = characteristic_terms(match, fighter, CBT)
    if mode is not None and mode.cbt:
        terms.append((weapon, mode.cbt))
    terms += bonus_terms(match, fighter, "shooting")
    hindered = len(sight(match, fighter.id, target).obstacles) if target and not has(match, fighter, "clear_eye") else 0
    return [*terms, ("obstacle", -hindered)] if hindered else terms


def odd_hit_finds(match: Match, shooter: Fighter, target: Fighter) -> tuple[str, ...]:
    """SHT-3: the fighters in contact with a target, equally close to the shooter, whom an odd count of successes finds.

    Empty where no shot strays: the target is free, or the shooter's card forbids it.
    """
    if is_free(match, target) or has(match, shooter, "sure_shot"):
        return ()
    near = [(fighters_gap(shooter, other), other.id) for other in contacts(match, target) if other.id != shooter.id]
    return tuple(name for gap, name in near if gap == min(near)[0])


def kept_hits(match: Match) -> int:
    """SHT-4: the successes that may not be spent on the location die."""
    return 0 if match.ruleset.shot_spends_every_success else 1


def shot_strength(match: Match, fighter: Fighter, mode: Mode | None) -> int:
    """SHT-5: the dice of the strength roll before the successes left are added."""
    return (mode.strength if mode else 0) + bonus(match, fighter, "strength")


def _check_order(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    if isinstance(given, PickMany) and sorted(given.values) == sorted(str(o) for o in decision.options):
        return None
    return Illegal("not_an_order", "GEN-4", asked=decision.kind)


kind_of("order", why_not=_check_order)


@procedure
class Shooting(Frame):
    """SHT: hit, who is hit, where, how hard."""

    initiator: str
    target: str
    weapon: str
    hits: int = 0
    face: int = 0
    shift: int = 0
    wounds: int = 0
    tied: PickMany = PickMany(())

    @step("SHT-1", "ACN-6", "WEA-8")
    def pay(self, match: Match) -> Result:
        pay_attack(match, self.initiator, ATTACK_COST)
        count_weapon(match, self.initiator, self.weapon, self._mode(match))
        match.emit("shot", "SHT-1", fighter=self.initiator, target=self.target, weapon=self.weapon)
        effects.fall_due(match, "attacks", self.initiator, self.target, "shooting")
        effects.fall_due(match, "attacked", self.target, self.initiator, "shooting")
        fighter, target = match.fighters[self.initiator], match.fighters[self.target]
        vain = _why_in_vain(match, fighter, target, self._mode(match))
        if vain is not None:
            tell_failure(match, self.initiator, self.target, vain)
            outcome_falls_due(match, self.initiator, self.target, False, "shooting")
            return Goto("trigger_abilities")
        return run_triggers(match)

    @step("SHT-2", "ROLL-1", "LOS-3")
    def roll_to_hit(self, match: Match) -> Result:
        shooter = match.fighters[self.initiator]
        if shooter.status != ON_FIELD or match.fighters[self.target].status != ON_FIELD:
            return None
        return self.roll(
            "hit",
            shoot_dice(match, shooter, self.target, self.weapon),
            characteristic(match, match.fighters[self.target], SPD),
            "hits",
            "SHT-2",
            self.initiator,
            self.target,
        )

    @step("SHT-3")
    def find_who_is_hit(self, match: Match) -> Result:
        if not self.hits:
            tell_outcome(match, self.initiator, self.target, 0, "SHT-2", "shooting")
            return Goto("trigger_abilities")
        target = match.fighters[self.target]
        shooter = match.fighters[self.initiator]
        closest = odd_hit_finds(match, shooter, target) if self.hits % 2 else ()
        if not closest:
            return None
        self.tied = PickMany(closest)
        if len(closest) > 1:
            return Decision(
                "order",
                (match.table.first_player,),
                "GEN-4",
                fighter=self.initiator,
                target=self.target,
                options=closest,
                into="tied",
            )
        return None

    @step("SHT-3", "SHT-4", "ROLL-5")
    def roll_location(self, match: Match) -> Result:
        if self.tied.values:
            self.target = self.tied.values[0]
            match.emit("strayed", "SHT-3", fighter=self.initiator, target=self.target)
        return Roll("location", 1, "ROLL-5", "face", 0, self.initiator, self.target, "face")

    @step("SHT-4", "ROLL-6")
    def shift_location(self, match: Match) -> Result:
        return self.ask(
            "shift",
            match.fighters[self.initiator].player,
            shifts(self.face, self.hits - kept_hits(match)),
            "shift",
            "SHT-4",
            fighter=self.initiator,
            target=self.target,
            card=str(self.face),
        )

    @step("SHT-5", "ROLL-2")
    def roll_strength(self, match: Match) -> Result:
        tell_shift(match, self)
        strength = shot_strength(match, match.fighters[self.initiator], self._mode(match))
        return self.roll(
            "strength",
            strength + self.hits - abs(self.shift),
            characteristic(match, match.fighters[self.target], VIG),
            "wounds",
            "SHT-5",
            self.initiator,
            self.target,
        )

    @step("SHT-5", "SHT-6", "WND-1", "EQP-9")
    def inflict_wounds(self, match: Match) -> Result:
        lost = strike(match, self.target, self.face + self.shift, self.wounds, "SHT-5", ranged=True)
        mode = self._mode(match)
        tell_outcome(match, self.initiator, self.target, lost, "SHT-6", "shooting")
        if mode is not None and mode.explosive:
            # Ruling: a shot that hits explodes on the base's centre of whoever was hit, whose wounds are of that
            # moment.
            return Call(Explosion(self.initiator, self.weapon, "shooting", match.fighters[self.target].at))
        if marks_now(match, lost > 0):
            give_markers(match, mode, self.target)
        effects.remove_fallen(match, self.initiator)
        return None

    @step("ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        return run_triggers(match)

    def _mode(self, match: Match) -> Mode | None:
        return mode_of(match.fighters[self.initiator], self.weapon, "shooting")


def _shot(match: Match, fighter: Fighter, weapon: str, mode: Mode) -> Offer | None:
    reach = reach_of(match, fighter, mode)
    targets = shoot_targets(match, fighter, reach) + shoot_pieces(match, fighter, mode)
    return Offer(ATTACK_COST, weapon, targets, reach) if targets else None


def _why_not(match: Match, fighter: Fighter, given: Shoot) -> Illegal | None:
    return (why_not_shoot_piece if is_scenery(match, given.target) else why_not_shoot)(match, fighter, given)


def _begin(match: Match, name: str, given: Shoot) -> Result:
    if is_scenery(match, given.target):
        return Call(Demolition(name, given.target, given.weapon, "shooting"))
    return Call(Shooting(name, given.target, given.weapon))


register(
    Action(
        "shoot", Shoot, "SHT-1", order=40, number=4, why_not=_why_not, begin=_begin, category="shooting", offer=_shot
    )
)
