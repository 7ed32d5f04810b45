"""Attacks in contact and the three reactions to them (MEL), and what every attack shares."""

from __future__ import annotations

from typing import Any

from eden_core.cards.equipment import Mode
from eden_core.engine.characteristics import (
    bonus,
    bonus_terms,
    characteristic,
    characteristic_sum,
    characteristic_terms,
    has,
)
from eden_core.engine.flow import kind_of
from eden_core.engine.match import CBT, FEAR, NPF, ON_FIELD, SPD, VIG, Fighter, Match
from eden_core.engine.messages import Answer, Attack, Decision, Pick, Roll, Tactic
from eden_core.engine.procedures import DONE, Call, Frame, Goto, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.geometry.plane import touching
from eden_core.rules import effects
from eden_core.rules.actions.demolition import Demolition, attackable_in_contact, is_scenery, why_not_demolish
from eden_core.rules.actions.options import Action, Offer, register
from eden_core.rules.cards.abilities import run_triggers
from eden_core.rules.cards.card_effects import can_attack, starts
from eden_core.rules.cards.tactics import ask_or_play, play_card, why_not_tactic
from eden_core.rules.common.costs import ATTACK_COST, ATTACKS_A_ROUND, count_spent, may_attack, pay_attack
from eden_core.rules.common.decider import decider
from eden_core.rules.common.weapons import best_melee, count_weapon, give_markers, marks_now, mode_of, why_not_fight
from eden_core.rules.common.wounds import limb_at, wound

__all__ = [
    "Assault",
    "Melee",
    "Opposition",
    "dodge_dice",
    "melee_cbt",
    "melee_cbt_terms",
    "reactions",
    "tell_outcome",
    "why_not_attack",
]


def melee_cbt(match: Match, fighter: Fighter, weapon: str = "", against: Fighter | None = None) -> int:
    """CBT in melee: the sum of `melee_cbt_terms`; never below 0."""
    return _sum(melee_cbt_terms(match, fighter, weapon, against))


def melee_cbt_terms(
    match: Match, fighter: Fighter, weapon: str = "", against: Fighter | None = None
) -> list[tuple[str, int]]:
    """List what makes CBT in melee.

    The characteristic's terms, the best melee weapon by its name (EQP-4), `elevation` for standing higher than whom it
    is `against` (TER-ELE), and what cards add.
    """
    return _terms(match, fighter, *best_melee(fighter, weapon), against)


def cbt_with(match: Match, fighter: Fighter, weapon: str, against: Fighter) -> int:
    """CBT of a melee attack under way with this weapon, whose last use it may have been (EQP-4, EQP-8)."""
    return _sum(_terms(match, fighter, weapon, mode_of(fighter, weapon, "melee"), against))


def _terms(
    match: Match, fighter: Fighter, weapon: str, mode: Mode | None, against: Fighter | None
) -> list[tuple[str, int]]:
    terms = characteristic_terms(match, fighter, CBT)
    if mode is not None and mode.cbt:
        terms.append((weapon, mode.cbt))
    # TER-ELE: higher than somebody below.
    if against is not None and fighter.raised and not against.raised and match.ruleset.elevation_bonus:
        terms.append(("elevation", match.ruleset.elevation_bonus))
    return terms + bonus_terms(match, fighter, "melee")


def _sum(terms: list[tuple[str, int]]) -> int:
    return max(0, sum(by for _, by in terms))


def why_not_attack(match: Match, fighter: Fighter, given: Attack) -> Illegal | None:
    """The rule against a melee attack (ACN-6, MEL-1, EQP-4, STA-2)."""
    if fighter.ap < ATTACK_COST or fighter.attacks >= ATTACKS_A_ROUND:
        return Illegal("no_attack_left", "ACN-6", fighter=fighter.id)
    target = match.fighters.get(given.target)
    if target is None or target.status != ON_FIELD or target.player == fighter.player:
        return Illegal("not_an_enemy", "MEL-1", target=given.target)
    if not touching(fighter.at, fighter.radius, target.at, target.radius):
        return Illegal("not_in_contact", "MEL-1", target=given.target)
    return why_not_fight(fighter, given.weapon)


# --- reactions ---


def why_not_reaction(match: Match, target: Fighter, initiator: Fighter, reaction: str) -> Illegal | None:
    """The rule against a reaction (MEL-2 to MEL-4, STA-2, GEN-3)."""
    word = {"riposte": "cant_be_riposted", "dodge": "cant_be_dodged"}.get(reaction, "")
    if word and has(match, initiator, word):
        return Illegal(word, "GEN-3", fighter=initiator.id)
    if reaction == "riposte":
        if target.ap < 1 or target.attacks >= ATTACKS_A_ROUND:
            return Illegal("no_reaction_left", "MEL-3", fighter=target.id)
        if target.markers[FEAR]:
            return Illegal("frightened", "STA-2", fighter=target.id)
    elif reaction == "dodge":
        if target.ap < dodge_cost(match, target):
            return Illegal("no_reaction_left", "MEL-4", fighter=target.id)
    elif reaction != "passive":
        return Illegal("not_an_option", "MEL-1", given=reaction)
    return None


def dodge_cost(match: Match, target: Fighter) -> int:
    """The AP of a dodge (MEL-4)."""
    return 0 if has(match, target, "dodges_for_free") else 1


def dodge_dice(match: Match, target: Fighter) -> int:
    """MEL-4: the dice of a dodge: SPD, and what cards add; never below 0 (STA-6)."""
    return max(0, characteristic_sum(match, target, SPD) + bonus(match, target, "dodge"))


def reactions(match: Match, target: Fighter, initiator: Fighter) -> tuple[str, ...]:
    """Return the reactions that a target may announce to an attacker (MEL-1).

    An NPF ripostes, for free and without limit, unless its fear (STA-7) or the attacker's card forbids it (NPF-5).
    """
    if target.player == NPF:
        ripostes = (
            match.ruleset.npf_ripostes and not target.markers[FEAR] and not has(match, initiator, "cant_be_riposted")
        )
        return ("riposte",) if ripostes else ("passive",)
    return tuple(
        word for word in ("passive", "riposte", "dodge") if why_not_reaction(match, target, initiator, word) is None
    )


def _check_reaction(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    if isinstance(given, Tactic):
        return why_not_tactic(match, decision, player, given)
    if not isinstance(given, Pick):
        return Illegal("not_this_question", decision.rule, asked=decision.kind)
    return why_not_reaction(match, match.fighters[decision.fighter], match.fighters[decision.target], str(given.value))


kind_of("reaction", why_not=_check_reaction)


def _check_shift(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    if isinstance(given, Pick) and type(given.value) is int:
        if given.value in decision.options:
            return None
        # ROLL-6 forbids a face off the die; how many successes may be spent is the attack's own rule.
        face = int(decision.card) + given.value
        return Illegal(
            "die_stays_on_its_faces" if not 1 <= face <= 6 else "too_few_successes",
            "ROLL-6" if not 1 <= face <= 6 else decision.rule,
            shift=given.value,
        )
    return Illegal("not_this_question", decision.rule, asked=decision.kind)


kind_of("shift", why_not=_check_shift)
kind_of("strike")


def shifts(face: int, spend: int) -> tuple[int, ...]:
    """ROLL-6: the shifts that `spend` successes allow a location die, 0 among them."""
    return tuple(range(max(-spend, 1 - face), min(spend, 6 - face) + 1))


@procedure
class Melee(Frame):
    """An attack in contact; the target announces, then it is carried out (MEL-1)."""

    initiator: str
    target: str
    weapon: str = ""
    reaction: str | Tactic = "passive"
    first: int = 0

    @step("MEL-1", "ABI-1")
    def announce(self, match: Match) -> Result:
        match.emit("attacked", "MEL-1", fighter=self.initiator, target=self.target)
        effects.fall_due(match, "attacks", self.initiator, self.target, "melee")
        effects.fall_due(match, "attacked", self.target, self.initiator, "melee")
        return run_triggers(match)

    @step("MEL-1")
    def ask_reaction(self, match: Match) -> Result:
        if not self._in_contact(match):
            match.emit("missed", "MEL-1", fighter=self.initiator, target=self.target)
            return DONE
        target = match.fighters[self.target]
        options = reactions(match, target, match.fighters[self.initiator])
        question = Decision(
            "reaction",
            (target.player,),
            "MEL-1",
            options=options,
            into="reaction",
            fighter=self.target,
            target=self.initiator,
        )
        return ask_or_play(match, self, question)

    @step("TAC-3")
    def play_card(self, match: Match) -> Result:
        played = play_card(match.fighters[self.target].player, self.reaction)
        if played is None:
            return Goto("react")
        self.reaction = "passive"
        return played

    @step("TAC-3", "ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        return run_triggers(match)

    @step("TAC-3")
    def ask_again(self, match: Match) -> Result:
        return Goto("ask_reaction")

    @step("MEL-2", "MEL-3", "MEL-4")
    def react(self, match: Match) -> Result:
        match.emit(
            "reacted",
            {"riposte": "MEL-3", "dodge": "MEL-4"}.get(str(self.reaction), "MEL-2"),
            fighter=self.target,
            reaction=str(self.reaction),
        )
        if self.reaction == "riposte":
            pay_attack(match, self.target, 1)
            return Call(Opposition(self.initiator, self.target, self.weapon), into="first")
        if self.reaction == "dodge":
            effects.pay_ap(match, self.target, dodge_cost(match, match.fighters[self.target]), "MEL-4")
            count_spent(match, self.target)
        self.first = 1
        return Call(Assault(self.initiator, self.target, self.weapon, int(self.reaction == "dodge")))

    @step("MEL-3")
    def strike_first(self, match: Match) -> Result:
        if self.reaction != "riposte":
            return DONE
        return Call(self._blow(self.first == 1))

    @step("MEL-3")
    def strike_second(self, match: Match) -> Result:
        # Ruling: whoever an effect moved out of contact in between is out of the blow's reach.
        return Call(self._blow(self.first != 1)) if self._in_contact(match) else None

    def _in_contact(self, match: Match) -> bool:
        one, other = match.fighters[self.initiator], match.fighters[self.target]
        return one.status == other.status == ON_FIELD and touching(one.at, one.radius, other.at, other.radius)

    def _blow(self, initiator: bool) -> Frame:
        if initiator:
            return Assault(self.initiator, self.target, self.weapon)
        return Assault(self.target, self.initiator, answering=1)


@starts("attack")
def _free_attack(match: Match, source: str, victim: str) -> Frame | None:
    """Begin an attack that a card gives (GEN-3, ACN-6)."""
    if not can_attack(match, source, match.fighters[victim]):
        return None
    pay_attack(match, source, 0)
    if match.fighters[source].player == NPF:
        # Ruling: an NPF's ripostes are without limit (NPF-5), the attacks that a card gives it are not.
        effects.count_action(match, source, "attacks")
    return Melee(source, victim)


@procedure
class Opposition(Frame):
    """An opposition roll on CBT; its result is 1 when the first fighter wins, else 2 (ROLL-4)."""

    one: str
    other: str
    weapon: str = ""
    faces: tuple[int, ...] = ()

    @step("ROLL-4", "MEL-3")
    def roll_both(self, match: Match) -> Result:
        return Roll("opposition", 2, "ROLL-4", "faces", 0, self.one, self.other, "faces")

    @step("ROLL-4")
    def compare(self, match: Match) -> Result:
        one, other = match.fighters[self.one], match.fighters[self.other]
        mine, theirs = melee_cbt(match, one, self.weapon, other), melee_cbt(match, other, "", one)
        totals = (mine + self.faces[0], theirs + self.faces[1])
        match.emit("opposed", "ROLL-4", fighter=self.one, target=self.other, totals=totals)
        if totals[0] == totals[1] and mine == theirs:
            return Goto("roll_both")
        self.result = 1 if (totals[0], mine) > (totals[1], theirs) else 2
        return None


@procedure
class Assault(Frame):
    """A blow against a passive target (MEL-2); a riposte calls it twice, a dodge (MEL-4) adds a roll."""

    initiator: str
    target: str
    weapon: str = ""
    dodging: int = 0
    answering: int = 0  # a riposte's blow (MEL-3)
    hits: int = 0
    face: int = 0
    shift: int = 0
    dodged: int = 0

    @step("MEL-2", "ROLL-1", "EQP-4")
    def roll_to_hit(self, match: Match) -> Result:
        initiator = match.fighters[self.initiator]
        name, mode = best_melee(initiator, self.weapon)
        self.weapon = name
        dice = melee_cbt(match, initiator, name, match.fighters[self.target])
        count_weapon(match, self.initiator, name, mode)
        return self.roll(
            "hit",
            dice,
            characteristic(match, match.fighters[self.target], VIG),
            "hits",
            "MEL-2",
            self.initiator,
            self.target,
        )

    @step("MEL-2", "ROLL-5")
    def roll_location(self, match: Match) -> Result:
        if not self.hits:
            tell_outcome(match, self.initiator, self.target, 0, "MEL-2", "melee")
            return Goto("trigger_abilities")
        return Roll("location", 1, "ROLL-5", "face", 0, self.initiator, self.target, "face")

    @step("MEL-2", "ROLL-6")
    def shift_location(self, match: Match) -> Result:
        return self.ask(
            "shift",
            decider(match, self.initiator, self.target, self.answering),
            shifts(self.face, self.hits - 1),
            "shift",
            "MEL-2",
            fighter=self.initiator,
            target=self.target,
            card=str(self.face),
        )

    @step("MEL-4")
    def dodge(self, match: Match) -> Result:
        tell_shift(match, self)
        self.hits -= abs(self.shift)
        if not self.dodging:
            return None
        target = match.fighters[self.target]
        difficulty = cbt_with(match, match.fighters[self.initiator], self.weapon, target)
        return self.roll("dodge", dodge_dice(match, target), difficulty, "dodged", "MEL-4", self.target, self.initiator)

    @step("MEL-2", "MEL-5", "WND-1", "EQP-9")
    def inflict_wounds(self, match: Match) -> Result:
        self.result = strike(match, self.target, self.face + self.shift, self.hits - self.dodged, "MEL-2")
        tell_outcome(match, self.initiator, self.target, self.result, "MEL-5", "melee")
        if marks_now(match, self.result > 0):
            give_markers(match, mode_of(match.fighters[self.initiator], self.weapon, "melee"), self.target)
        if self.dodging and self.dodged >= self.hits:
            effects.fall_due(match, "dodged", self.target, self.initiator, "melee")
        effects.remove_fallen(match, self.initiator)
        return None

    @step("ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        return run_triggers(match)


def tell_outcome(match: Match, initiator: str, target: str, lost: int, rule: str, attack: str) -> None:
    """Tell by how many CP an attack succeeded, or that it missed; abilities hear of it (MEL-5, SHT-6)."""
    if not lost:
        match.emit("missed", rule, fighter=initiator, target=target)
    outcome_falls_due(match, initiator, target, lost > 0, attack)


def outcome_falls_due(match: Match, initiator: str, target: str, success: bool, attack: str) -> None:
    """Let an attack's outcome fall due for abilities (MEL-5, SHT-6)."""
    effects.fall_due(match, "hits" if success else "misses", initiator, target, attack)
    if success:
        effects.fall_due(match, "wounded", target, initiator, attack)


def strike(match: Match, target: str, face: int, wounds: int, rule: str, ranged: bool = False) -> int:
    """Wounds to the limb that a location face hits; the CP lost (WND-1)."""
    return wound(match, target, limb_at(match.fighters[target], face), wounds, rule, ranged) if wounds > 0 else 0


def tell_shift(match: Match, frame: Any) -> None:
    """Tell where a location die went, and the limb it hits (ROLL-6)."""
    limb = limb_at(match.fighters[frame.target], frame.face + frame.shift)
    match.emit("located", "ROLL-5", fighter=frame.target, face=frame.face, shift=frame.shift, limb=limb)


def _attacks(match: Match, fighter: Fighter, enemies: list[Fighter]) -> tuple[Offer, ...]:
    if not may_attack(fighter):
        return ()
    targets = tuple(enemy.id for enemy in enemies) + attackable_in_contact(match, fighter)
    return (Offer(ATTACK_COST, "", targets),) if targets else ()


def _why_not(match: Match, fighter: Fighter, given: Attack) -> Illegal | None:
    return (why_not_demolish if is_scenery(match, given.target) else why_not_attack)(match, fighter, given)


def _begin(match: Match, name: str, given: Attack) -> Result:
    if is_scenery(match, given.target):
        return Call(Demolition(name, given.target, given.weapon))
    pay_attack(match, name, ATTACK_COST)
    return Call(Melee(name, given.target, given.weapon))


register(Action("attack", Attack, "ACN-6", order=30, number=3, why_not=_why_not, begin=_begin, offers=_attacks))
