"""Carrying out the effects of cards: abilities, tactical cards (GEN-3, ABI-3), and what would change nothing (ACN-1).

Each word of `vocabulary.EFFECTS` is one function here, or steps of `ResolveEffects` where it rolls or calls another.
"""

from __future__ import annotations

from collections.abc import Callable

from eden_core.cards.equipment import LIMBS
from eden_core.cards.records import Effect
from eden_core.cards.vocabulary import CHARACTERISTICS
from eden_core.engine.characteristics import CM, characteristic, has, holds
from eden_core.engine.field import Zone
from eden_core.engine.match import (
    FEAR,
    MARKERS,
    NPF,
    ON_FIELD,
    VIG,
    Fighter,
    Match,
    are_enemies,
    fighters_gap,
    on_field,
    opponent,
)
from eden_core.engine.messages import Roll, Spot
from eden_core.engine.procedures import DONE, Call, Frame, Goto, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.geometry.plane import overlap, touching
from eden_core.rules import effects
from eden_core.rules.cards.explosions import Explosion
from eden_core.rules.cards.pushing import push
from eden_core.rules.common.costs import ATTACKS_A_ROUND, count_spent
from eden_core.rules.common.decider import in_order
from eden_core.rules.common.states import give
from eden_core.rules.common.wounds import can_be_healed, limb_at, wound
from eden_core.rules.common.zones import zone_outline

__all__ = [
    "ABILITY",
    "EFFECTS",
    "STARTS",
    "TACTIC",
    "ResolveEffects",
    "can_attack",
    "markers_in_contact",
    "starts",
    "whom",
    "why_not_on",
    "would_change",
]

ABILITY, TACTIC = -1, -2  # which part of a card is carried out, where it is no trigger's


# --- whom ---


def whom(
    match: Match,
    effect: Effect,
    player: int,
    source: str,
    target: str,
    other: str,
    part: int = ABILITY,
    place: Spot = (),
) -> tuple[str, ...]:
    """Return the fighters that an effect is carried out on, in GEN-8's order.

    An ability's user is among them only where it says so (ABI-3). `place` is where a source that left the field stood.
    """
    owner = match.fighters.get(source)
    if effect.on in ("self", "target", "other"):
        name = {"self": source, "target": target, "other": other}[effect.on]
        found = [match.fighters[name]] if name else []
    else:
        found = [f for f in on_field(match) if effect.on == "all" or (f.player == player) == (effect.on == "allies")]
        if not effect.itself and part != TACTIC:
            found = [f for f in found if f.id != source]
        if effect.within and owner is not None:
            owner = owner if owner.at else owner._replace(at=place)
            found = [f for f in found if f.id == source or (owner.at and fighters_gap(owner, f) <= effect.within * CM)]
    return in_order(match, [f for f in found if f.status == ON_FIELD and holds(match, effect.where, f)])


def _limbs(effect: Effect) -> list[int]:
    return [LIMBS.index(effect.what)] if effect.what else list(range(len(LIMBS)))


# --- what would change nothing ---


def markers_in_contact(match: Match, fighter: Fighter) -> tuple[str, ...]:
    """The markers that a base touches, and those that overlap them, one leading to the next (CON-3, MOVE-3)."""
    found = [
        m
        for m in match.markers.values()
        if touching(fighter.at, fighter.radius, m.at, m.radius) or overlap(fighter.at, fighter.radius, m.at, m.radius)
    ]
    for marker in found:
        found += [
            m for m in match.markers.values() if m not in found and overlap(m.at, m.radius, marker.at, marker.radius)
        ]
    return tuple(m.id for m in found)


def _within_grasp(match: Match, fighter: Fighter) -> list[str]:
    """The markers in contact that are not the other side's (CON-3)."""
    return [name for name in markers_in_contact(match, fighter) if match.markers[name].owner in (0, fighter.player)]


# Effects that may change nothing -> whether they would change this fighter.
_CHANGES: dict[str, Callable[[Match, Effect, Fighter, str], bool]] = {
    "heal": lambda match, e, f, source: any(f.lost[limb] for limb in _limbs(e)),
    "unmark": lambda match, e, f, source: f.markers[MARKERS.index(e.what)] > 0,
    "mark": lambda match, e, f, source: not has(match, f, f"ignores_{e.what}"),
    "lose_ap": lambda match, e, f, source: f.ap > 0,
    "grant": lambda match, e, f, source: not has(match, f, e.what),
    "refresh": lambda match, e, f, source: bool(f.attacks or f.moves or f.charges),
    "ready": lambda match, e, f, source: f.player != NPF and f.activated > 0 and match.table.active != f.id,
    "gain_ap": lambda match, e, f, source: f.player != NPF,
    "push": lambda match, e, f, source: not has(match, f, "immovable"),
    "pull": lambda match, e, f, source: not has(match, f, "immovable"),
    "take": lambda match, e, f, source: bool(_within_grasp(match, f)),
    "attack": lambda match, e, f, source: can_attack(match, source, f),
}


def can_attack(match: Match, source: str, victim: Fighter) -> bool:
    """Allow a free attack, which skips the cost, not the limit (ACN-6, STA-2)."""
    attacker = match.fighters.get(source)
    return (
        attacker is not None
        and attacker.status == ON_FIELD
        and attacker.attacks < ATTACKS_A_ROUND
        and not attacker.markers[FEAR]
        and are_enemies(attacker, victim)
        and touching(attacker.at, attacker.radius, victim.at, victim.radius)
    )


def why_not_on(match: Match, found: tuple[Effect, ...], source: str, target: Fighter) -> Illegal | None:
    """The rule against healing or attacking a target by effects.

    Where the edition says so, a fighter without ticked CP can't be healed (WND-2); a fighter that the source can't
    attack now is no target of an attack (ACN-6).
    """
    done = [effect.do for effect in found if effect.on == "target"]
    if "heal" in done and not can_be_healed(match, target):
        return Illegal("nothing_to_heal", "WND-2", target=target.id)
    if "attack" in done and not can_attack(match, source, target):
        return Illegal("cant_attack_it", "ACN-6", fighter=source, target=target.id)
    return None


def would_change(
    match: Match, found: tuple[Effect, ...], player: int, source: str, target: str, other: str, place: Spot = ()
) -> bool:
    """Tell if effects would change anything (ACN-1)."""
    for effect in found:
        if effect.on in ("player", "opponent") and player == NPF:
            continue
        if effect.on in ("player", "opponent", "place") or effect.do == "explode":
            return True
        changes = _CHANGES.get(effect.do)
        for name in whom(match, effect, player, source, target, other, ABILITY, place):
            if changes is None or changes(match, effect, match.fighters[name], source):
                return True
    return False


# --- effects ---


def _gain_ap(match: Match, name: str, effect: Effect, source: str) -> None:
    if match.fighters[name].player != NPF:  # an NPF has none
        effects.gain_ap(match, name, effect.amount, "GEN-3")


def _ready(match: Match, name: str, effect: Effect, source: str) -> None:
    if match.fighters[name].player != NPF:  # one action a round (NPF-4)
        effects.ready(match, name)


def _lose_ap(match: Match, name: str, effect: Effect, source: str) -> None:
    if match.fighters[name].ap:
        effects.pay_ap(match, name, effect.amount, "GEN-3")
        count_spent(match, name)  # ACT-6


def _heal(match: Match, name: str, effect: Effect, source: str) -> None:
    for limb in _limbs(effect):
        effects.heal(match, name, limb, effect.amount, "WND-2")


def _lose_cp(match: Match, name: str, effect: Effect, source: str) -> None:
    for limb in _limbs(effect):
        effects.lose_cp(match, name, limb, effect.amount, "WND-1", "lost_cp")


def _take(match: Match, name: str, effect: Effect, source: str) -> None:
    for marker in _within_grasp(match, match.fighters[name])[:1]:
        effects.take(match, name, marker)


# What is done at once to a fighter, by its word; `wound`, `strike`, `explode` take steps of `ResolveEffects`, those
# of `STARTS` a procedure of their own.
EFFECTS: dict[str, Callable[[Match, str, Effect, str], None]] = {
    "gain_ap": _gain_ap,
    "lose_ap": _lose_ap,
    "mark": lambda match, name, e, source: give(match, name, MARKERS.index(e.what), e.amount, "GEN-3"),
    "unmark": lambda match, name, e, source: effects.unmark(match, name, MARKERS.index(e.what), e.amount, "GEN-3"),
    "heal": _heal,
    "lose_cp": _lose_cp,
    "modify": lambda match, name, e, source: effects.modify(match, name, e.what, e.amount, e.until),
    "grant": lambda match, name, e, source: effects.grant(match, name, e.what, e.until),
    "push": lambda match, name, e, source: push(match, name, source, e.amount * CM),
    "pull": lambda match, name, e, source: push(match, name, source, -e.amount * CM),
    "refresh": lambda match, name, e, source: effects.refresh(match, name),
    "ready": _ready,
    "remove": lambda match, name, e, source: effects.remove(match, name),
    "take": _take,
}

# Word -> the procedure begun by a source against a fighter, or None where there is nothing to begin.
Start = Callable[[Match, str, str], Frame | None]
STARTS: dict[str, Start] = {}


def starts(word: str) -> Callable[[Start], Start]:
    """Register how an effect's word begins a procedure: done by the chapter that knows the procedure."""

    def register(start: Start) -> Start:
        STARTS[word] = start
        return start

    return register


@procedure
class ResolveEffects(Frame):
    """GEN-3: the effects of a card, in its order; whoever falls is removed after all of them (GEN-4)."""

    player: int
    card: str
    part: int  # a trigger's index, ABILITY or TACTIC
    source: str  # the ability's user; a tactical card's is the leader
    target: str = ""
    other: str = ""
    spot: Spot = ()
    turn: int = 0
    origin: Spot = ()  # where the source stands, or last stood
    index: int = 0
    victims: tuple[str, ...] = ()
    spared: int = 0
    face: int = 0
    wounds: int = 0

    @step("GEN-3", "GEN-8", "ABI-3")
    def find_victims(self, match: Match) -> Result:
        if self.index == len(self._effects(match)):
            return Goto("remove_fallen")
        effect, source = self._effect(match), match.fighters.get(self.source)
        self.origin = source.at if source is not None and source.at else self.origin
        if effect.do == "explode":
            return Goto("explode")
        if effect.on in ("player", "opponent", "place"):
            self._for_the_table(match, effect)
            self.index += 1
            return Goto("find_victims")
        self.victims = whom(match, effect, self.player, self.source, self.target, self.other, self.part, self.origin)
        return Goto("next_victim")

    @step("EQP-7")
    def explode(self, match: Match) -> Result:
        effect = self._effect(match)
        at = self._place(match, effect)
        return Call(Explosion(self.source, "", "", at, dice=effect.amount, source=self._user)) if at else None

    @step("GEN-3")
    def end_explosion(self, match: Match) -> Result:
        self.index += 1
        return Goto("find_victims")

    @step("GEN-3")
    def next_victim(self, match: Match) -> Result:
        if not self.victims:
            self.index += 1
            return Goto("find_victims")
        return None

    @step("GEN-3", "ROLL-1")
    def roll_test(self, match: Match) -> Result:
        self.spared = 0
        effect, victim = self._effect(match), match.fighters[self.victims[0]]
        if not effect.test:
            return None
        changes = _CHANGES.get(effect.do)
        if changes is not None and not changes(match, effect, victim, self.source):
            self.spared = 1
            return None
        dice = characteristic(match, victim, CHARACTERISTICS.index(effect.test))
        return self.roll("test", dice, effect.difficulty, "spared", "GEN-3", victim.id, self.source)

    @step("GEN-3", "MOVE-4")
    def apply(self, match: Match) -> Result:
        effect, victim = self._effect(match), self.victims[0]
        if self.spared:
            match.emit("withstood", "GEN-3", fighter=victim, what=effect.do)
        elif effect.do in ("wound", "strike"):
            if not effect.what:
                return Roll("location", 1, "ROLL-5", "face", 0, self.source, victim, "face")
            return None
        elif effect.do in STARTS:
            started = STARTS[effect.do](match, self.source, victim)
            if started is not None:
                self.victims = self.victims[1:]
                return Call(started, into="spared")
        else:
            EFFECTS[effect.do](match, victim, effect, self.source)
        self.victims = self.victims[1:]
        return Goto("next_victim")

    @step("SHT-5", "ROLL-2")
    def roll_strength(self, match: Match) -> Result:
        effect = self._effect(match)
        if effect.do not in ("wound", "strike") or not self.victims or self.spared:
            return Goto("next_victim")
        self.wounds = effect.amount
        if effect.do == "wound":
            return None
        vigour = characteristic(match, match.fighters[self.victims[0]], VIG)
        return self.roll("strength", effect.amount, vigour, "wounds", "SHT-5", self.source, self.victims[0])

    @step("WND-1", "EQP-5")
    def inflict_wounds(self, match: Match) -> Result:
        effect, victim = self._effect(match), self.victims[0]
        limb = LIMBS.index(effect.what) if effect.what else limb_at(match.fighters[victim], self.face)
        wound(match, victim, limb, self.wounds, "WND-1")
        self.victims = self.victims[1:]
        return Goto("next_victim")

    @step("GEN-4", "WND-3")
    def remove_fallen(self, match: Match) -> Result:
        effects.remove_fallen(match, source=self._user)
        return DONE

    @property
    def _user(self) -> str:
        """The fighter whose doing it is; nobody's is what a tactical card does (NPF-3)."""
        return self.source if self.part != TACTIC else ""

    def _effects(self, match: Match) -> tuple[Effect, ...]:
        if self.part == TACTIC:
            return next(card.effects for card in match.setup.tactics if card.id == self.card)
        ability = match.abilities[self.card]
        return ability.effects if self.part == ABILITY else ability.triggers[self.part].effects

    def _effect(self, match: Match) -> Effect:
        return self._effects(match)[self.index]

    def _place(self, match: Match, effect: Effect) -> Spot:
        """Return the place of an effect.

        The point given, or the base's centre of the fighter it is on, or the place where its source fell.
        """
        if effect.on == "place":
            return self.spot
        name = {"self": self.source, "target": self.target, "other": self.other}[effect.on]
        return match.fighters[name].at or (self.origin if name == self.source else ()) if name else ()

    def _for_the_table(self, match: Match, effect: Effect) -> None:
        if self.player == NPF and effect.on != "place":
            return  # an NPF is nobody's
        player = opponent(self.player) if effect.on == "opponent" else self.player
        if effect.do == "gain_sp":
            effects.gain_sp(match, player, effect.amount, "GEN-3")
        elif effect.do == "lose_sp":
            effects.pay_sp(match, player, min(effect.amount, match.sides[player].sp), "GEN-3")
        elif effect.do == "score":
            effects.score(match, player, effect.amount, "GEN-3", self.card)
        elif effect.do == "first_player":
            effects.set_first_player(match, player, "GEN-3")
        elif effect.do == "zone":
            outline = zone_outline(self.spot, self.turn)  # type: ignore[arg-type]
            name, number = f"{self.card}.{self.player}", 0
            while name in match.zones:
                number += 1
                name = f"{self.card}.{self.player}.{number}"
            effects.add_zone(match, Zone(name, self.card, self.player, outline, effect.amount, effect.until))
