"""The activation phase: designating, interrupting, and what an activated fighter does (ACT, ACN)."""

from __future__ import annotations

from typing import NamedTuple

from eden_core.engine.characteristics import CM, characteristic, has
from eden_core.engine.flow import kind_of
from eden_core.engine.match import (
    BURN,
    COUNTS_AS_ACTIVATED,
    FEAR,
    ON_FIELD,
    SPD,
    Fighter,
    Match,
    can_be_activated,
    enemies_in_contact,
    opponent,
)
from eden_core.engine.messages import (
    PASS,
    Answer,
    Attack,
    Blast,
    Charge,
    Climb,
    Decision,
    End,
    Extinguish,
    Hide,
    Jump,
    Move,
    Pick,
    Shoot,
    Swim,
    Tactic,
    Throw,
    Use,
)
from eden_core.engine.procedures import DONE, Call, Frame, Goto, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.rules import effects
from eden_core.rules.actions.blasts import Blasting, blast_point, blast_reach, blast_targets, why_not_blast
from eden_core.rules.actions.climbing import Climbing, climbable, why_not_climb
from eden_core.rules.actions.demolition import (
    Demolishing,
    attackable_in_contact,
    shoot_pieces,
    why_not_demolish,
    why_not_shoot_piece,
)
from eden_core.rules.actions.hiding import hideable, why_not_hide
from eden_core.rules.actions.jumping import Jumping, jumpable, why_not_jump
from eden_core.rules.actions.melee import Melee, why_not_attack
from eden_core.rules.actions.moving import Charging, Moving
from eden_core.rules.actions.over_scenery import strain
from eden_core.rules.actions.shooting import Shooting, shoot_targets, why_not_shoot
from eden_core.rules.actions.swimming import Swimming, swimmable, why_not_swim
from eden_core.rules.actions.throwing import Throwing, aim, throw_targets, why_not_throw
from eden_core.rules.cards.abilities import Using, ability_targets, action_abilities, settle, why_not_use
from eden_core.rules.cards.tactics import PlayingTactic, may_play_at, why_not_tactic
from eden_core.rules.common.costs import ATTACK_COST, ATTACKS_A_ROUND, pay_attack
from eden_core.rules.common.hazards import suffer
from eden_core.rules.common.paths import (
    CHARGE_COST,
    CHARGES_A_ROUND,
    MOVE_COST,
    MOVES_A_ROUND,
    charge_length,
    charge_targets,
    move_length,
    why_not_charge,
    why_not_move,
)
from eden_core.rules.common.weapons import ranged_weapons, reach_of, why_not_weapon
from eden_core.rules.common.zones import cross_zones

__all__ = ["ActionOption", "Activation", "ActivationPhase", "action_options"]


class ActionOption(NamedTuple):
    """Something the active fighter may do: its cost, its weapon or ability, whom it may be used on, how far it goes
    (units)."""

    kind: str
    ap: int = 0
    weapon: str = ""
    targets: tuple[str, ...] = ()
    reach: int = 0
    rule: str = ""


def _affordable(fighter: Fighter, cost: int, used: int, limit: int) -> bool:
    return fighter.ap >= cost and used < limit


def _may_move(match: Match, fighter: Fighter) -> bool:
    """ACN-2: AP and Moves left, and cards that leave a way to go (GEN-3)."""
    return _affordable(fighter, MOVE_COST, fighter.moves, MOVES_A_ROUND) and move_length(match, fighter) > 0


def action_options(match: Match, fighter: Fighter) -> tuple[ActionOption, ...]:
    """ACN-2 to ACN-8: what the active fighter may do now; `end` is always among it (ACT-8)."""
    found: list[ActionOption] = []
    if _may_move(match, fighter):
        found.append(ActionOption("move", MOVE_COST, reach=move_length(match, fighter), rule="ACN-2"))
    enemies = enemies_in_contact(match, fighter)
    brave = not fighter.markers[FEAR]
    can_attack = brave and _affordable(fighter, ATTACK_COST, fighter.attacks, ATTACKS_A_ROUND)
    if (
        brave
        and not enemies
        and fighter.attacks < ATTACKS_A_ROUND
        and _affordable(fighter, CHARGE_COST, fighter.charges, CHARGES_A_ROUND)
        and not has(match, fighter, "cant_charge")
    ):
        targets = charge_targets(match, fighter)
        if targets:
            found.append(ActionOption("charge", CHARGE_COST, "", targets, charge_length(match, fighter), "ACN-4"))
    if can_attack:
        in_contact = tuple(enemy.id for enemy in enemies) + attackable_in_contact(match, fighter)
        if in_contact:
            found.append(ActionOption("attack", ATTACK_COST, "", in_contact, 0, "ACN-6"))
    if can_attack and (not enemies or has(match, fighter, "shoots_in_contact")):
        for gear, mode in ranged_weapons(fighter):
            if why_not_weapon(fighter, gear.name, mode) is not None:
                continue
            if mode.category == "shooting":
                targets = shoot_targets(match, fighter, reach_of(match, fighter, mode)) + shoot_pieces(
                    match, fighter, mode
                )
                if targets:
                    found.append(
                        ActionOption("shoot", ATTACK_COST, gear.name, targets, reach_of(match, fighter, mode), "SHT-1")
                    )
            elif mode.category == "throwing":
                found.append(
                    ActionOption(
                        "throw",
                        ATTACK_COST,
                        gear.name,
                        throw_targets(match, fighter, mode),
                        reach_of(match, fighter, mode),
                        "THR-1",
                    )
                )
            else:
                targets = blast_targets(match, fighter)
                if targets:
                    found.append(ActionOption("blast", ATTACK_COST, gear.name, targets, blast_reach(match), "BLA-1"))
    found += _over_scenery(match, fighter)
    for ability in action_abilities(match, fighter):
        usable = ability_targets(match, fighter, ability)
        if usable is not None:
            found.append(ActionOption("ability", ability.ap, ability.id, usable, ability.range * CM, "ABI-2"))
    if fighter.markers[BURN] and fighter.ap >= 1:
        found.append(ActionOption("extinguish", 1, rule="ACN-8"))
    found.append(ActionOption("end", rule="ACT-8"))
    return tuple(found)


def _over_scenery(match: Match, fighter: Fighter) -> list[ActionOption]:
    """TER-CLI, TER-SWI, TER-JUM, TER-HID: the Move actions that scenery allows."""
    if not any(piece.rules for piece in match.pieces.values()):
        return []
    found = [
        ("climb", strain(match), climbable, "TER-CLI"),
        ("swim", strain(match), swimmable, "TER-SWI"),
        ("jump", MOVE_COST, jumpable, "TER-JUM"),
        ("hide", MOVE_COST, hideable, "TER-HID"),
    ]
    return [
        ActionOption(kind, cost, "", pieces, 0, rule)
        for kind, cost, which, rule in found
        if (pieces := which(match, fighter))
    ]


def has_a_choice(match: Match, fighter: Fighter) -> bool:
    """Whether anything but ending is open, without working out targets: a Move almost always is."""
    if _may_move(match, fighter):
        return True
    # ACT-6: at 0 AP only free abilities are left.
    return bool(fighter.ap > 0 or action_abilities(match, fighter)) and len(action_options(match, fighter)) > 1


def _is_piece(match: Match, name: str) -> bool:
    """TER-DES: whether an attack is aimed at scenery; a fighter of that id comes first."""
    return name in match.pieces and name not in match.fighters


def _check_action(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    fighter = match.fighters[decision.fighter]
    if isinstance(given, Move):
        return why_not_move(match, fighter, given)
    if isinstance(given, Charge):
        return why_not_charge(match, fighter, given)
    if isinstance(given, Attack):
        return (why_not_demolish if _is_piece(match, given.target) else why_not_attack)(match, fighter, given)
    if isinstance(given, Climb):
        return why_not_climb(match, fighter, given)
    if isinstance(given, Swim):
        return why_not_swim(match, fighter, given)
    if isinstance(given, Jump):
        return why_not_jump(match, fighter, given)
    if isinstance(given, Hide):
        return why_not_hide(match, fighter, given)
    if isinstance(given, Shoot):
        return (why_not_shoot_piece if _is_piece(match, given.target) else why_not_shoot)(match, fighter, given)
    if isinstance(given, Throw):
        return why_not_throw(match, fighter, given)
    if isinstance(given, Blast):
        return why_not_blast(match, fighter, given)
    if isinstance(given, Use):
        return why_not_use(match, fighter, given)
    if isinstance(given, Tactic):
        return why_not_tactic(match, decision, player, given)
    if isinstance(given, Extinguish):
        return (
            None if fighter.ap and fighter.markers[BURN] else Illegal("nothing_to_put_out", "ACN-8", fighter=fighter.id)
        )
    return None if isinstance(given, End) else Illegal("not_this_question", "ACN-1", asked=decision.kind)


kind_of("action", lambda match, decision: action_options(match, match.fighters[decision.fighter]), _check_action)


def _check_designate(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    if isinstance(given, Tactic):
        return why_not_tactic(match, decision, player, given)
    if isinstance(given, Pick) and given.value in decision.options:
        return None
    if isinstance(given, Pick) and given.value == PASS:
        return Illegal("no_pass_at_first", "ACT-4")
    fighter = match.fighters.get(str(given.value)) if isinstance(given, Pick) else None
    if fighter is None or fighter.player != player:
        return Illegal("not_your_fighter", "ACT-1", given=getattr(given, "value", ""))
    if fighter.activated == COUNTS_AS_ACTIVATED or (
        fighter.status == ON_FIELD and not fighter.activated and not fighter.ap
    ):
        return Illegal("counts_as_activated", "ACT-6", fighter=fighter.id)
    if decision.kind == "interrupt" and can_be_activated(fighter):
        return Illegal("not_faster", "ACT-1", fighter=fighter.id)
    return Illegal("activated_already", "ACT-1", fighter=fighter.id)


kind_of("designate", why_not=_check_designate)
kind_of("interrupt", why_not=_check_designate)


@procedure
class ActivationPhase(Frame):
    """ACT-1 to ACT-7: designate, interrupt, activate, by turns."""

    designated: str | Tactic = ""
    interrupter: str | Tactic = ""
    chain: tuple[str, ...] = ()  # who was designated since the last activation

    @step("ACT-1", "ACT-4", "ACT-5", "ACT-6")
    def designate(self, match: Match) -> Result:
        first = match.table.first_player
        mine = tuple(f.id for f in match.fighters.values() if f.player == first and can_be_activated(f))
        if not mine:
            if not any(can_be_activated(f) for f in match.fighters.values()):
                return Goto("over")
            self.designated = PASS
            return None
        choices = (*mine, PASS) if match.table.activations else mine
        if may_play_at(match, first, "designate"):
            return Decision("designate", (first,), "ACT-1", options=choices, into="designated")
        return self.ask("designate", first, choices, "designated", "ACT-1")

    @step("TAC-3")
    def card_first(self, match: Match) -> Result:
        played = self.designated
        return Call(PlayingTactic(match.table.first_player, played)) if isinstance(played, Tactic) else None

    @step("TAC-3", "ABI-1")
    def card_heard(self, match: Match) -> Result:
        return settle(match)

    @step("ACT-1", "ACT-4", "ACT-5")
    def heard(self, match: Match) -> Result:
        if isinstance(self.designated, Tactic):
            return Goto("designate")
        first = match.table.first_player
        if self.designated == PASS:
            effects.count_pass(match, first, match.table.passes + 1)
            effects.set_first_player(match, opponent(first), "ACT-4")
            return Goto("over" if match.table.passes == 2 else "designate")
        self.chain = (self.designated,)
        effects.count_pass(match, 0, 0)
        match.emit("designated", "ACT-1", fighter=self.designated, spd=self._spd(match))
        return None

    @step("ACT-1", "GEN-3")
    def interrupt(self, match: Match) -> Result:
        designated = match.fighters[self._name]
        other = opponent(designated.player)
        # Ruling: nobody is designated twice in one chain, so that those who always interrupt can't go on for ever.
        faster = tuple(
            f.id
            for f in match.fighters.values()
            if f.player == other
            and can_be_activated(f)
            and f.id not in self.chain
            and (characteristic(match, f, SPD) > self._spd(match) or has(match, f, "always_interrupts"))
        )
        if not can_be_activated(designated):
            return Goto("designate")
        if not faster or has(match, designated, "cant_be_interrupted"):
            return Goto("activate")
        return Decision("interrupt", (other,), "ACT-1", fighter=self._name, options=(*faster, PASS), into="interrupter")

    @step("TAC-3")
    def card_between(self, match: Match) -> Result:
        played = self.interrupter
        player = opponent(match.fighters[self._name].player)
        return Call(PlayingTactic(player, played)) if isinstance(played, Tactic) else None

    @step("TAC-3", "ABI-1")
    def between_heard(self, match: Match) -> Result:
        return settle(match)

    @step("ACT-1")
    def interrupted(self, match: Match) -> Result:
        if isinstance(self.interrupter, Tactic):
            return Goto("interrupt")
        if self.interrupter == PASS:
            return None
        match.emit("interrupted", "ACT-1", fighter=self.designated, by=self.interrupter)
        self.designated = self.interrupter
        self.chain += (self.interrupter,)
        return Goto("interrupt")

    @step("ACT-2")
    def activate(self, match: Match) -> Result:
        effects.set_first_player(match, match.fighters[self._name].player, "ACT-2")
        return Call(Activation(self._name))

    @step("ACT-3")
    def next_player(self, match: Match) -> Result:
        effects.set_first_player(match, opponent(match.fighters[self._name].player), "ACT-3")
        return Goto("designate")

    @step("ACT-7")
    def over(self, match: Match) -> Result:
        if match.table.last_activated_by:
            effects.set_first_player(match, match.table.last_activated_by, "ACT-7")
        return DONE

    def _spd(self, match: Match) -> int:
        return characteristic(match, match.fighters[self._name], SPD)

    @property
    def _name(self) -> str:
        assert isinstance(self.designated, str)
        return self.designated


@procedure
class Activation(Frame):
    """ACT-8: one fighter's actions, one by one."""

    fighter: str
    choice: Answer | int = 0
    ended: int = 0  # ACN-5: a failed charge may end the activation

    @step("ACT-2", "GEN-3")
    def begin(self, match: Match) -> Result:
        effects.activate(match, self.fighter)
        at = match.fighters[self.fighter].at
        cross_zones(match, self.fighter, (at,))
        effects.remove_fallen(match)
        return suffer(match, self.fighter, "activated")

    @step("ACT-2", "ABI-1")
    def begun(self, match: Match) -> Result:
        effects.fall_due(match, "activated", self.fighter)
        return settle(match)

    @step("ACT-8", "ACN-1")
    def choose(self, match: Match) -> Result:
        fighter = match.fighters[self.fighter]
        if fighter.status != ON_FIELD or not (
            has_a_choice(match, fighter) or may_play_at(match, fighter.player, "action")
        ):
            return Goto("over")
        return Decision("action", (fighter.player,), "ACT-8", fighter=self.fighter, into="choice")

    @step("ACN-1", "ACN-2", "ACN-4", "ACN-6", "ACN-7", "ACN-8", "TAC-3", "TER-HID", "TER-DES")
    def act(self, match: Match) -> Result:
        given, self.choice = self.choice, 0
        name = self.fighter
        if isinstance(given, Move):
            return Call(Moving(name, given.path))
        if isinstance(given, Charge):
            return Call(Charging(name, given.path, given.target, given.weapon), into="ended")
        if isinstance(given, Climb):
            return Call(Climbing(name, given.piece, given.at))
        if isinstance(given, Swim):
            return Call(Swimming(name, given.piece, given.to))
        if isinstance(given, Jump):
            return Call(Jumping(name, given.piece))
        if isinstance(given, Hide):
            return Call(Moving(name, ()))
        if isinstance(given, Attack):
            if _is_piece(match, given.target):
                return Call(Demolishing(name, given.target, given.weapon))
            pay_attack(match, name, ATTACK_COST)
            return Call(Melee(name, given.target, given.weapon))
        if isinstance(given, Shoot) and _is_piece(match, given.target):
            return Call(Demolishing(name, given.target, given.weapon, "shooting"))
        if isinstance(given, Shoot):
            return Call(Shooting(name, given.target, given.weapon))
        if isinstance(given, Throw):
            at = aim(match, given.target, given.at, match.fighters[name].at)
            return Call(Throwing(name, given.weapon, at, given.target))  # type: ignore[arg-type]
        if isinstance(given, Blast):
            return Call(Blasting(name, given.weapon, blast_point(match, match.fighters[name], given)))  # type: ignore[arg-type]
        if isinstance(given, Use):
            return Call(Using(name, given.ability, given.target, given.at, given.turn))
        if isinstance(given, Tactic):
            return Call(PlayingTactic(match.fighters[name].player, given))
        if isinstance(given, Extinguish):
            effects.pay_ap(match, name, 1, "ACN-8")
            effects.unmark(match, name, BURN, 1, "ACN-8")
            return None
        return Goto("over")

    @step("ABI-1")
    def heard(self, match: Match) -> Result:
        return settle(match)

    @step("ACT-8", "ACN-5")
    def again(self, match: Match) -> Result:
        return None if self.ended else Goto("choose")

    @step("ACT-8", "TER-HOS")
    def over(self, match: Match) -> Result:
        return suffer(match, self.fighter, "activation_ended")

    @step("ACT-8", "ABI-1")
    def ended_now(self, match: Match) -> Result:
        effects.end_activation(match)
        effects.fall_due(match, "activation_ended", self.fighter)
        return settle(match)
