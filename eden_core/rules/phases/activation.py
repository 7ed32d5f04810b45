"""The activation phase: designating, interrupting, and what an activated fighter does (ACT, ACN)."""

from __future__ import annotations

from collections.abc import Iterator

from eden_core.engine.characteristics import CM, characteristic, has
from eden_core.engine.flow import kind_of
from eden_core.engine.match import BURN, COUNTS_AS_ACTIVATED, ON_FIELD, SPD, Fighter, Match, can_be_activated, opponent
from eden_core.engine.messages import PASS, Answer, Decision, End, Extinguish, Pick, Tactic, Use
from eden_core.engine.procedures import DONE, Call, Frame, Goto, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.rules import effects
from eden_core.rules.actions.moving import may_move
from eden_core.rules.actions.options import Action, Offer, action_of, action_options, register
from eden_core.rules.cards.abilities import UseAbility, ability_targets, action_abilities, run_triggers, why_not_use
from eden_core.rules.cards.tactics import ask_or_play, may_play_at, play_card, why_not_tactic
from eden_core.rules.common.hazards import suffer
from eden_core.rules.common.zones import cross_zones

__all__ = ["Activation", "ActivationPhase"]


def has_a_choice(match: Match, fighter: Fighter) -> bool:
    """Tell that anything but ending is open, without working out targets: a Move almost always is."""
    if may_move(match, fighter):
        return True
    # ACT-6: at 0 AP only free abilities are left.
    return bool(fighter.ap > 0 or action_abilities(match, fighter)) and len(action_options(match, fighter)) > 1


def _check_action(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    if isinstance(given, Tactic):
        return why_not_tactic(match, decision, player, given)
    action = action_of(given)
    if action is None:
        return Illegal("not_this_question", "ACN-1", asked=decision.kind)
    return action.why_not(match, match.fighters[decision.fighter], given)


kind_of("action", lambda match, decision: action_options(match, match.fighters[decision.fighter]), _check_action)


def _uses(match: Match, fighter: Fighter, enemies: list[Fighter]) -> Iterator[Offer]:
    for ability in action_abilities(match, fighter):
        targets = ability_targets(match, fighter, ability)
        if targets is not None:
            yield Offer(ability.ap, ability.id, targets, ability.range * CM)


def _use(match: Match, name: str, given: Use) -> Result:
    return Call(UseAbility(name, given.ability, given.target, given.at, given.turn))


register(Action("ability", Use, "ABI-2", order=90, number=7, why_not=why_not_use, begin=_use, offers=_uses))


def _fires(match: Match, fighter: Fighter, enemies: list[Fighter]) -> tuple[Offer, ...]:
    return (Offer(1),) if fighter.markers[BURN] and fighter.ap >= 1 else ()


def _why_not_extinguish(match: Match, fighter: Fighter, given: Extinguish) -> Illegal | None:
    if fighter.ap and fighter.markers[BURN]:
        return None
    return Illegal("nothing_to_put_out", "ACN-8", fighter=fighter.id)


def _extinguish(match: Match, name: str, given: Extinguish) -> Result:
    effects.pay_ap(match, name, 1, "ACN-8")
    effects.unmark(match, name, BURN, 1, "ACN-8")
    return None


register(
    Action(
        "extinguish",
        Extinguish,
        "ACN-8",
        order=100,
        number=0,
        why_not=_why_not_extinguish,
        begin=_extinguish,
        offers=_fires,
    )
)
register(
    Action(
        "end",
        End,
        "ACT-8",
        order=110,
        number=0,
        why_not=lambda match, fighter, given: None,
        begin=lambda match, name, given: Goto("suffer_hazards"),
        offers=lambda match, fighter, enemies: (Offer(),),
    )
)


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
    """Designate, interrupt, activate, by turns (ACT-1 to ACT-7)."""

    designated: str | Tactic = ""
    interrupter: str | Tactic = ""
    chain: tuple[str, ...] = ()  # who was designated since the last activation

    @step("ACT-1", "ACT-4", "ACT-5", "ACT-6")
    def designate(self, match: Match) -> Result:
        first = match.table.first_player
        mine = tuple(f.id for f in match.fighters.values() if f.player == first and can_be_activated(f))
        if not mine:
            if not any(can_be_activated(f) for f in match.fighters.values()):
                return Goto("pass_first_player")
            self.designated = PASS
            return None
        choices = (*mine, PASS) if match.table.activations else mine
        question = Decision("designate", (first,), "ACT-1", options=choices, into="designated")
        return ask_or_play(match, self, question)

    @step("TAC-3")
    def play_card(self, match: Match) -> Result:
        return play_card(match.table.first_player, self.designated)

    @step("TAC-3", "ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        return run_triggers(match)

    @step("ACT-1", "ACT-4", "ACT-5")
    def accept_designation(self, match: Match) -> Result:
        if isinstance(self.designated, Tactic):
            return Goto("designate")
        first = match.table.first_player
        if self.designated == PASS:
            effects.count_pass(match, first, match.table.passes + 1)
            effects.set_first_player(match, opponent(first), "ACT-4")
            return Goto("pass_first_player" if match.table.passes == 2 else "designate")
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
    def play_card_between(self, match: Match) -> Result:
        return play_card(opponent(match.fighters[self._name].player), self.interrupter)

    @step("TAC-3", "ABI-1")
    def trigger_abilities_between(self, match: Match) -> Result:
        return run_triggers(match)

    @step("ACT-1")
    def accept_interruption(self, match: Match) -> Result:
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
    def pass_first_player(self, match: Match) -> Result:
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
    """One fighter's actions, one by one (ACT-8)."""

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
    def trigger_abilities_at_start(self, match: Match) -> Result:
        effects.fall_due(match, "activated", self.fighter)
        return run_triggers(match)

    @step("ACT-8", "ACN-1")
    def choose(self, match: Match) -> Result:
        fighter = match.fighters[self.fighter]
        if fighter.status != ON_FIELD or not (
            has_a_choice(match, fighter) or may_play_at(match, fighter.player, "action")
        ):
            return Goto("suffer_hazards")
        return Decision("action", (fighter.player,), "ACT-8", fighter=self.fighter, into="choice")

    @step("ACN-1", "ACN-2", "ACN-4", "ACN-6", "ACN-7", "ACN-8", "TAC-3", "TER-HID", "TER-DES")
    def act(self, match: Match) -> Result:
        given, self.choice = self.choice, 0
        if isinstance(given, Tactic):
            return play_card(match.fighters[self.fighter].player, given)
        action = action_of(given)
        return action.begin(match, self.fighter, given) if action is not None else Goto("suffer_hazards")

    @step("ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        return run_triggers(match)

    @step("ACT-8", "ACN-5")
    def choose_again(self, match: Match) -> Result:
        return None if self.ended else Goto("choose")

    @step("ACT-8", "TER-HOS")
    def suffer_hazards(self, match: Match) -> Result:
        return suffer(match, self.fighter, "activation_ended")

    @step("ACT-8", "ABI-1")
    def end(self, match: Match) -> Result:
        effects.end_activation(match)
        effects.fall_due(match, "activation_ended", self.fighter)
        return run_triggers(match)
