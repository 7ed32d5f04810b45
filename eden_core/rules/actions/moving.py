"""Moves and Charges carried out (ACN-2 to ACN-5), and disengaging (DIS).

`common/paths.py` says which way is legal.
"""

from __future__ import annotations

from eden_core.engine.characteristics import characteristic, has
from eden_core.engine.match import FEAR, NPF, ON_FIELD, SPD, Fighter, Match, enemies_in_contact, on_field
from eden_core.engine.messages import NOWHERE, PASS, Charge, Decision, Move, Point
from eden_core.engine.procedures import DONE, Call, Frame, Goto, Result, procedure, step
from eden_core.geometry.plane import overlap, touching
from eden_core.rules import effects
from eden_core.rules.actions.melee import Assault, Melee
from eden_core.rules.actions.options import Action, Offer, register
from eden_core.rules.cards.abilities import run_triggers
from eden_core.rules.common.costs import ATTACK_COST, ATTACKS_A_ROUND, pay_attack
from eden_core.rules.common.hazards import has_moved
from eden_core.rules.common.hiding import hide_after_move, look_again
from eden_core.rules.common.paths import (
    CHARGE_COST,
    CHARGES_A_ROUND,
    MOVE_COST,
    MOVES_A_ROUND,
    as_far_as,
    charge_length,
    charge_targets,
    move_length,
    why_not_charge,
    why_not_move,
    why_not_way,
)

__all__ = [
    "Charging",
    "Disengaging",
    "Moving",
    "may_move",
]


@procedure
class Moving(Frame):
    """ACN-2: a Move, disengaging first where it must (ACN-3)."""

    fighter: str
    path: tuple[Point, ...]
    start: Point = NOWHERE

    @step("ACN-1", "ACN-2")
    def pay(self, match: Match) -> Result:
        self.start = match.fighters[self.fighter].at
        effects.pay_ap(match, self.fighter, MOVE_COST, "ACN-2")
        effects.count_action(match, self.fighter, "moves")
        return None

    @step("ACN-3")
    def disengage(self, match: Match) -> Result:
        if enemies_in_contact(match, match.fighters[self.fighter]):
            return Call(Disengaging(self.fighter))
        return None

    @step("MOVE-1", "MOVE-4", "DIS-2")
    def walk(self, match: Match) -> Result:
        fighter = match.fighters[self.fighter]
        if fighter.status == ON_FIELD:
            start = fighter.at
            # Ruling: whom an effect moved before the first step walks on only if the way is legal from there too.
            if start != self.start and why_not_way(match, fighter, self.path) is not None:
                match.emit("stayed", "MOVE-1", fighter=self.fighter)
                return DONE
            path = as_far_as(match, fighter, self.path, move_length(match, fighter))
            effects.walk(match, self.fighter, path, "moved", "ACN-2")
            return has_moved(match, self.fighter, (start, *path), hides=True)
        return DONE

    @step("ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        if match.fighters[self.fighter].status == ON_FIELD:
            effects.fall_due(match, "moved", self.fighter)
        return run_triggers(match)


@procedure
class Disengaging(Frame):
    """DIS: a SPD roll; on a failure each enemy in contact may strike."""

    fighter: str
    successes: int = 0
    struck: tuple[str, ...] = ()
    enemy: str = ""

    @step("DIS-1")
    def roll_to_leave(self, match: Match) -> Result:
        fighter = match.fighters[self.fighter]
        if has(match, fighter, "slips_away"):
            self.successes = 1
            return None
        enemies = enemies_in_contact(match, fighter)
        difficulty = max(characteristic(match, enemy, SPD) for enemy in enemies)
        return self.roll(
            "disengage",
            characteristic(match, fighter, SPD),
            difficulty,
            "successes",
            "DIS-1",
            self.fighter,
            enemies[0].id,
        )

    @step("DIS-1")
    def compare(self, match: Match) -> Result:
        if self.successes:
            match.emit("disengaged", "DIS-1", fighter=self.fighter)
            effects.fall_due(match, "disengaged", self.fighter)
            return DONE
        match.emit("disengage_failed", "DIS-2", fighter=self.fighter)
        return None

    @step("DIS-2")
    def offer(self, match: Match) -> Result:
        fighter = match.fighters[self.fighter]
        if fighter.status != ON_FIELD:
            return DONE
        able = [
            enemy
            for enemy in enemies_in_contact(match, fighter)
            if enemy.id not in self.struck
            and not enemy.markers[FEAR]
            and (enemy.player == NPF or (enemy.ap >= ATTACK_COST and enemy.attacks < ATTACKS_A_ROUND))
        ]
        if not able:
            return DONE
        return Decision(
            "strike",
            (3 - fighter.player,),
            "DIS-2",
            target=self.fighter,
            options=(*(enemy.id for enemy in able), PASS),
            into="enemy",
        )

    @step("DIS-2", "ABI-1")
    def strike(self, match: Match) -> Result:
        if self.enemy == PASS:
            return DONE
        self.struck += (self.enemy,)
        pay_attack(match, self.enemy, ATTACK_COST)
        match.emit("struck_at", "DIS-2", fighter=self.enemy, target=self.fighter)
        effects.fall_due(match, "attacks", self.enemy, self.fighter, "melee")
        effects.fall_due(match, "attacked", self.fighter, self.enemy, "melee")
        return run_triggers(match)

    @step("DIS-2")
    def hit(self, match: Match) -> Result:
        enemy, fighter = match.fighters[self.enemy], match.fighters[self.fighter]
        if enemy.status == fighter.status == ON_FIELD and touching(enemy.at, enemy.radius, fighter.at, fighter.radius):
            return Call(Assault(self.enemy, self.fighter))
        return None

    @step("DIS-2", "ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        return run_triggers(match)

    @step("DIS-2")
    def offer_next(self, match: Match) -> Result:
        return Goto("offer")


@procedure
class Charging(Frame):
    """A Charge and its free attack (ACN-4)."""

    fighter: str
    path: tuple[Point, ...]
    target: str
    weapon: str = ""
    start: Point = NOWHERE
    raised: str = ""
    hidden: str = ""
    arrived: int = 0

    @step("ACN-1", "ACN-4")
    def pay(self, match: Match) -> Result:
        effects.pay_ap(match, self.fighter, CHARGE_COST, "ACN-4")
        effects.count_action(match, self.fighter, "charges")
        return None

    @step("MOVE-1", "MOVE-4", "ACN-4")
    def walk(self, match: Match) -> Result:
        fighter, onto = match.fighters[self.fighter], match.fighters[self.target].raised
        self.start, self.raised, self.hidden = fighter.at, fighter.raised, fighter.hidden
        path = as_far_as(match, fighter, self.path, charge_length(match, fighter), onto, into_contact=True)
        effects.walk(match, self.fighter, path, "charged", "ACN-4", self.target)
        return has_moved(match, self.fighter, (self.start, *path))

    @step("ACN-4", "ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        if match.fighters[self.fighter].status != ON_FIELD:
            return DONE
        if not enemies_in_contact(match, match.fighters[self.fighter]):
            return None  # ACN-5: it charged nobody
        effects.fall_due(match, "charged", self.fighter, self.target)
        effects.fall_due(match, "was_charged", self.target, self.fighter)
        return run_triggers(match)

    @step("ACN-4", "ACN-5")
    def attack(self, match: Match) -> Result:
        fighter = match.fighters[self.fighter]
        if fighter.status != ON_FIELD:
            return DONE
        touched = [enemy.id for enemy in enemies_in_contact(match, fighter)]
        if not touched:
            return None
        self.arrived = 1
        if fighter.attacks >= ATTACKS_A_ROUND:
            return DONE  # used up by an ability in between
        pay_attack(match, self.fighter, 0)
        return Call(Melee(self.fighter, self.target if self.target in touched else touched[0], self.weapon))

    @step("ACN-5")
    def fall_short(self, match: Match) -> Result:
        fighter = match.fighters[self.fighter]
        if self.arrived or fighter.status != ON_FIELD:
            return DONE
        if fighter.moves < MOVES_A_ROUND or not match.ruleset.failed_charge_ends_activation:
            effects.charge_became_move(match, self.fighter, CHARGE_COST - MOVE_COST)
            hide_after_move(match, self.fighter, self.start)
            effects.fall_due(match, "moved", self.fighter)
            return run_triggers(match)
        # It stood there: only a base that an effect put in its place keeps it off.
        if self.start and not any(
            overlap(self.start, fighter.radius, other.at, other.radius)
            for other in on_field(match)
            if other.id != self.fighter
        ):
            effects.walk(match, self.fighter, (self.start,), "put_back", "ACN-5")
            effects.raise_up(match, self.fighter, self.raised)
            effects.hide(match, self.fighter, self.hidden)
            look_again(match)
        self.result = 1
        return DONE


def may_move(match: Match, fighter: Fighter) -> bool:
    """Tell if AP and Moves are left, and cards leave a way to go (ACN-2, GEN-3)."""
    return fighter.ap >= MOVE_COST and fighter.moves < MOVES_A_ROUND and move_length(match, fighter) > 0


def _moves(match: Match, fighter: Fighter, enemies: list[Fighter]) -> tuple[Offer, ...]:
    return (Offer(MOVE_COST, reach=move_length(match, fighter)),) if may_move(match, fighter) else ()


def _charges(match: Match, fighter: Fighter, enemies: list[Fighter]) -> tuple[Offer, ...]:
    if enemies or fighter.markers[FEAR] or fighter.attacks >= ATTACKS_A_ROUND or has(match, fighter, "cant_charge"):
        return ()
    if fighter.ap < CHARGE_COST or fighter.charges >= CHARGES_A_ROUND:
        return ()
    targets = charge_targets(match, fighter)
    return (Offer(CHARGE_COST, "", targets, charge_length(match, fighter)),) if targets else ()


register(
    Action(
        "move",
        Move,
        "ACN-2",
        order=10,
        number=1,
        why_not=why_not_move,
        begin=lambda match, name, given: Call(Moving(name, given.path)),
        offers=_moves,
    )
)
register(
    Action(
        "charge",
        Charge,
        "ACN-4",
        order=20,
        number=2,
        why_not=why_not_charge,
        begin=lambda match, name, given: Call(Charging(name, given.path, given.target, given.weapon), into="ended"),
        offers=_charges,
    )
)
