"""Values of single actions and of the effects of cards, where the fighter stands (ACN-6, ACN-7, GEN-3, MAT-9).

Attacks by exact odds, against the target's best reaction; the effects of abilities and tactical cards by their
words, whatever the card. How they are put together with moves is `plans`' business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from eden_core.ai.estimates import VP, Outlook, health
from eden_core.analysis import odds
from eden_core.analysis.odds import WHOLE
from eden_core.cards.equipment import LIMBS
from eden_core.cards.records import Effect
from eden_core.cards.vocabulary import CHARACTERISTICS
from eden_core.engine.characteristics import characteristic, has
from eden_core.engine.match import BURN, ON_FIELD, VIG, Fighter, Match, can_be_activated, contacts, fighters_gap
from eden_core.engine.messages import Answer, Attack, Blast, Extinguish, Point, Shoot, Spot, Throw, Use
from eden_core.rules.actions.blasts import blast_point, blast_victims
from eden_core.rules.actions.options import ActionOption
from eden_core.rules.actions.shooting import shoot_dice
from eden_core.rules.cards.card_effects import ABILITY, whom
from eden_core.rules.cards.explosions import explosion_victims
from eden_core.rules.cards.missions import may_fulfil
from eden_core.rules.common.sight import is_open
from eden_core.rules.common.weapons import mode_of, reach_of

__all__ = ["AGAIN", "SP_WORTH", "Deed", "Series", "deeds", "effects_worth", "series", "shots", "take_worth"]

SP_WORTH = 90  # a strategy point
AGAIN = 750  # a second attack on one target: the first may have done, in thousandths
# What one more of a number is worth to a fighter, as a part of its own worth: a divisor.
MODIFIED = {
    "cbt": 12,
    "vig": 10,
    "spd": 20,
    "psi": 60,
    "melee": 14,
    "shooting": 14,
    "strength": 20,
    "range": 40,
    "move": 40,
    "charge": 40,
    "dodge": 20,
    "protection": 8,
}


class Deed(NamedTuple):
    """An action without a move: what it is worth, its cost, the answer, and what to say of it."""

    gain: int
    ap: int
    answer: Answer
    code: str
    target: str = ""
    attack: bool = True
    again: bool = True  # whether it may be done twice


def deeds(match: Match, outlook: Outlook, fighter: Fighter, options: Sequence[ActionOption]) -> list[Deed]:
    """The attacks, abilities and the like that are open to the active fighter, the best first."""
    found: list[Deed] = []
    for option in options:
        if option.kind == "attack":
            for name in option.targets:
                target = match.fighters.get(name)
                if target is not None:
                    gain = outlook.trade(fighter, target, target.ap)
                    found.append(Deed(gain, option.ap, Attack(name), "attack", name))
        elif option.kind == "shoot":
            found += shots(match, outlook, fighter, option.weapon, option.targets)
        elif option.kind == "throw":
            found += _throws(match, outlook, fighter, option)
        elif option.kind == "blast":
            for name in option.targets:
                given = Blast(option.weapon, name)
                point = blast_point(match, fighter, given)
                if point:
                    found.append(
                        Deed(_blast(match, outlook, fighter, option.weapon, point), option.ap, given, "blast", name)
                    )
        elif option.kind == "ability":
            found += _uses(match, outlook, fighter, option)
        elif option.kind == "extinguish":
            gain = outlook.mark_worth(fighter, "burn")
            found.append(Deed(gain, 1, Extinguish(), "extinguish", attack=False, again=fighter.markers[BURN] > 1))
    return sorted((deed for deed in found if deed.gain > 0), key=lambda deed: -deed.gain)


def _sign(outlook: Outlook, fighter: Fighter) -> int:
    return -1 if fighter.player == outlook.player else 1


def shots(match: Match, outlook: Outlook, fighter: Fighter, weapon: str, targets: Sequence[str]) -> list[Deed]:
    """SHT: a weapon on each of its targets, obstacles considered; an odd hit may stray (SHT-3)."""
    mode = mode_of(fighter, weapon, "shooting")
    assert mode is not None
    reach = reach_of(match, fighter, mode)
    limits = [
        limit
        for limit in (mode.per_round, mode.per_match and mode.per_match - dict(fighter.used_match).get(weapon, 0))
        if limit
    ]
    found = []
    for name in targets:
        target = match.fighters.get(name)
        if target is None or fighters_gap(fighter, target) > reach:
            continue
        dice = shoot_dice(match, fighter, name, weapon)
        gain = outlook.shot(fighter, target, mode, dice)
        near = [other for other in contacts(match, target) if other.id != fighter.id]
        if near and any(other.player != target.player for other in near) and not has(match, fighter, "sure_shot"):
            victim = min(near, key=lambda other: fighters_gap(fighter, other))
            gain = (gain + _sign(outlook, victim) * outlook.shot(fighter, victim, mode, dice)) // 2
        if mode.explosive:
            for victim in (match.fighters[other] for other in explosion_victims(match, target.at) if other != name):
                gain += _sign(outlook, victim) * outlook.everywhere(victim) // 3
        found.append(Deed(gain, 1, Shoot(name, weapon), "shoot", name, again=not limits or min(limits) > 1))
    return found


def _throws(match: Match, outlook: Outlook, fighter: Fighter, option: ActionOption) -> list[Deed]:
    """THR: on each target, and between two enemies whom one template covers."""
    mode = mode_of(fighter, option.weapon, "throwing")
    assert mode is not None
    aims: list[tuple[str, Point]] = [
        (name, match.fighters[name].at) for name in option.targets if name in match.fighters
    ]
    found = []
    for name, at in aims:
        if fighters_gap(fighter, match.fighters[name]) > option.reach or not is_open(match, fighter.id, name):
            continue
        gain = 0
        for victim in explosion_victims(match, at) if mode.explosive else (name,):
            other = match.fighters[victim]
            value = outlook.mode_marks(mode, other)
            if mode.explosive:
                value += (
                    outlook.everywhere(other)
                    * odds.chance_of(mode.explosive, characteristic(match, other, VIG))
                    // WHOLE
                )
            gain += _sign(outlook, other) * value
        found.append(Deed(gain, option.ap, Throw(option.weapon, name), "throw", name))
    return found


def _blast(match: Match, outlook: Outlook, fighter: Fighter, weapon: str, point: Point) -> int:
    mode = mode_of(fighter, weapon, "blast")
    assert mode is not None
    return sum(
        _sign(outlook, other) * (outlook.everywhere(other) + outlook.mode_marks(mode, other))
        for other in (match.fighters[name] for name in blast_victims(match, fighter.id, point))
    )


def _uses(match: Match, outlook: Outlook, fighter: Fighter, option: ActionOption) -> list[Deed]:
    ability = match.abilities[option.weapon]
    found = []
    spots: list[Spot] = [()]
    if ability.place:
        spots = [
            f.at
            for f in outlook.fighters
            if f.player != fighter.player and (not ability.range or fighters_gap(fighter, f) <= option.reach)
        ]
    for name in option.targets or ("",):
        for at in spots:
            gain = effects_worth(outlook, ability.effects, fighter.player, fighter.id, name, at) - SP_WORTH * ability.sp
            takes = any(effect.do == "take" for effect in ability.effects)
            again = bool(option.ap) and not ability.per_round and ability.per_match != 1 and not takes
            found.append(
                Deed(
                    gain,
                    option.ap,
                    Use(option.weapon, name, at),
                    "take" if takes else "ability",
                    name or option.weapon,
                    False,
                    again,
                )
            )
    return found


# --- effects ---


def effects_worth(
    outlook: Outlook,
    effects: Sequence[Effect],
    player: int,
    source: str,
    target: str,
    at: Spot = (),
    part: int = ABILITY,
    other: str = "",
) -> int:
    """The expected worth of a card's effects to the outlook's side (GEN-3)."""
    match, total = outlook.match, 0
    for effect in effects:
        if effect.on in ("player", "opponent"):
            amount = {"gain_sp": SP_WORTH, "lose_sp": -SP_WORTH, "score": VP}.get(effect.do, 0) * effect.amount
            if effect.do == "first_player":
                amount = 150
            total += amount if (effect.on == "player") == (player == outlook.player) else -amount
        elif effect.do == "explode":
            total += _explosion(outlook, effect, match.fighters.get(source), match.fighters.get(target), at)
        elif effect.do == "zone":
            total += 120
        else:
            for name in whom(match, effect, player, source, target, other, part):
                victim = match.fighters[name]
                value = _effect_on(outlook, effect, victim, match.fighters.get(source))
                if effect.test:
                    index = CHARACTERISTICS.index(effect.test)
                    spared = odds.chance_of(characteristic(match, victim, index), effect.difficulty)
                    value = value * (WHOLE - spared) // WHOLE
                total += value if victim.player == outlook.player else -value
    return total


def _explosion(outlook: Outlook, effect: Effect, source: Fighter | None, target: Fighter | None, at: Spot) -> int:
    match = outlook.match
    centre = (
        at if effect.on == "place" else target.at if effect.on == "target" and target else source.at if source else ()
    )
    if not centre:
        return 0
    total = 0
    for name in explosion_victims(match, centre):
        other = match.fighters[name]
        total += (
            _sign(outlook, other)
            * outlook.everywhere(other)
            * odds.chance_of(effect.amount, characteristic(match, other, VIG))
            // WHOLE
        )
    return total


def _healed(outlook: Outlook, fighter: Fighter, effect: Effect, by: int) -> int:
    """The worth that CP healed (by 1) or lost (by -1) give back or take."""
    limbs = (LIMBS.index(effect.what),) if effect.what else range(4)
    lost = tuple(max(0, n - by * effect.amount) if limb in limbs else n for limb, n in enumerate(fighter.lost))
    return outlook.worth(fighter)[0] * (health(fighter, lost) - health(fighter, fighter.lost)) // 1000


def _wounded(outlook: Outlook, fighter: Fighter, effect: Effect) -> int:
    table = outlook.table(fighter)
    limbs = (LIMBS.index(effect.what),) * 6 if effect.what else outlook.faces(fighter)
    if effect.do == "wound":
        return sum(table[limb][min(effect.amount, len(table[limb]) - 1)] for limb in limbs) // 6
    chances = odds.shares(effect.amount, characteristic(outlook.match, fighter, VIG))
    return sum(
        share * table[limb][min(wounds, len(table[limb]) - 1)] for limb in limbs for wounds, share in enumerate(chances)
    ) // (6 * WHOLE)


def _effect_on(outlook: Outlook, effect: Effect, fighter: Fighter, source: Fighter | None) -> int:
    """The worth of an effect to a fighter's side (below 0: it takes from it)."""
    do, amount = effect.do, effect.amount
    whole = outlook.worth(fighter)[0]
    waits = can_be_activated(fighter) or outlook.match.table.active == fighter.id
    if do in ("gain_ap", "lose_ap"):
        each = max(outlook.ap_worth(fighter), (40 + whole // 25) if waits else 0)
        return each * amount if do == "gain_ap" else -each * min(amount, fighter.ap)
    if do == "mark":
        if effect.what == "rage":
            return whole * amount // 40 if waits else 0
        return -outlook.mark_worth(fighter, effect.what) * min(amount, 2)
    if do == "unmark":
        held = fighter.markers[("burn", "fear", "poison", "rage", "slowdown").index(effect.what)]
        if not held or effect.what == "rage":
            return 0
        return whole // 10 if effect.what != "burn" else outlook.mark_worth(fighter, "burn")
    if do in ("heal", "lose_cp"):
        return _healed(outlook, fighter, effect, 1 if do == "heal" else -1)
    if do in ("wound", "strike"):
        return -_wounded(outlook, fighter, effect)
    if do == "modify":
        times = 1 if effect.until == "round" else outlook.left
        return whole * amount * times // MODIFIED.get(effect.what, 40)
    if do == "attack":
        return -outlook.trade(source, fighter, fighter.ap) if source is not None and source.status == ON_FIELD else 0
    if do == "take":
        return take_worth(outlook, fighter)
    if do == "ready":
        return whole // 5 if fighter.activated else 0
    if do == "remove":
        return -whole * health(fighter, fighter.lost) // 1000
    if do in ("push", "pull"):
        return -whole // 40 if effect.on in ("target", "enemies") else 0
    return {"grant": whole // 20, "refresh": whole // 15 if fighter.attacks else 0}.get(do, 0)


def take_worth(outlook: Outlook, fighter: Fighter) -> int:
    """The worth of a mission's marker in a fighter's hands to its side."""
    total = 0
    for belief in outlook.known:
        if belief.side == fighter.player and may_fulfil(fighter, belief.card.symbol):
            for score in belief.card.scores:
                if score.count == "carries":
                    total += belief.weight * score.vp
                elif score.count == "carries_home":
                    total += belief.weight * score.vp * 7 // 10
    return total


class Series(NamedTuple):
    """Deeds in a row, where the fighter stands.

    Their gain and AP, the first of them, the target that they hit and how hard, and whether a marker was taken.
    """

    gain: int = 0
    ap: int = 0
    first: Deed | None = None
    target: str = ""
    hit: int = 0
    took: bool = False


def series(found: Sequence[Deed], ap: int, room: int) -> list[Series]:
    """The best rows of deeds of each cost, none among them; `room` is how many attacks are left."""
    rows = [Series()]
    for first in found[:4]:
        if first.ap > ap or (first.attack and not room):
            continue
        row = Series(
            first.gain, first.ap, first, first.target if first.attack else "", first.gain, first.code == "take"
        )
        rows.append(row)
        best: Series | None = None
        for then in found[:5]:
            same = then is first or (then.attack and first.attack and then.target == first.target)
            if (
                (then is first and not first.again)
                or row.ap + then.ap > ap
                or (first.attack + then.attack > room and then.attack)
            ):
                continue
            gain = then.gain * AGAIN // 1000 if same else then.gain
            if best is None or row.gain + gain > best.gain:
                best = row._replace(
                    gain=row.gain + gain,
                    ap=row.ap + then.ap,
                    hit=row.hit + (gain if same else 0),
                    took=row.took or then.code == "take",
                )
        if best is not None:
            rows.append(best)
    return rows
