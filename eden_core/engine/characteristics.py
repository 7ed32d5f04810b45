"""A fighter's numbers and properties as they stand, and the conditions of cards (MAT-6, STA-6, ABI-1, GEN-3).

Pure queries on a match. Triggers and effects, which happen at a moment, are `rules/cards/abilities.py`'s business.
"""

from __future__ import annotations

from collections.abc import Callable

from eden_core.cards.equipment import LIMBS
from eden_core.cards.records import Ability, Condition
from eden_core.cards.vocabulary import CHARACTERISTICS
from eden_core.engine.field import gap_to_piece
from eden_core.engine.match import (
    CBT,
    MARKERS,
    ON_FIELD,
    POISON,
    PSI,
    RAGE,
    SPD,
    Fighter,
    Match,
    are_enemies,
    enemies_in_contact,
    fighters_gap,
    is_free,
    on_field,
    opponent,
)
from eden_core.errors import Illegal

__all__ = [
    "CONDITIONS",
    "abilities_of",
    "bonus",
    "bonus_terms",
    "characteristic",
    "characteristic_sum",
    "characteristic_terms",
    "has",
    "holds",
    "is_in_enemy_half",
    "limb_value",
    "why_not_now",
]

CM = 100  # units in a centimetre
IDOL_REACH = 1000  # 10 cm


def abilities_of(match: Match, fighter: Fighter) -> list[Ability]:
    """The abilities on a fighter's card, in the card's order (ABI-1)."""
    return [match.abilities[name] for name in fighter.profile.abilities if name in match.abilities]


def has(match: Match, fighter: Fighter, word: str) -> bool:
    """Return whether a fighter has a property (`vocabulary.PROPERTIES`), by its card or granted by an effect."""
    return (word in match.gives and any(word in ability.has for ability in abilities_of(match, fighter))) or any(
        m.fighter == fighter.id and m.what == word for m in match.modifiers
    )


# --- conditions ---


def is_in_enemy_half(match: Match, fighter: Fighter) -> bool:
    """Return whether a base lies wholly in the half in which the enemy deployed (PREP-7)."""
    return _across(match, fighter, match.sides[fighter.player].half if fighter.player else "")


def is_in_own_half(match: Match, fighter: Fighter) -> bool:
    """Return whether a base lies wholly in the half in which its own side deployed (PREP-7)."""
    return _across(match, fighter, match.sides[opponent(fighter.player)].half if fighter.player else "")


def _across(match: Match, fighter: Fighter, half: str) -> bool:
    if fighter.status != ON_FIELD:
        return False
    (x, y), radius = fighter.at, fighter.radius
    width, height = match.setup.field
    beyond = {
        "left": 2 * (x - radius) - width,
        "right": width - 2 * (x + radius),
        "bottom": 2 * (y - radius) - height,
        "top": height - 2 * (y + radius),
    }
    return beyond.get(half, -1) >= 0


def _near(match: Match, fighter: Fighter, cm: int, enemies: bool) -> bool:
    return fighter.status == ON_FIELD and any(
        other.id != fighter.id and are_enemies(other, fighter) == enemies and fighters_gap(fighter, other) <= cm * CM
        for other in on_field(match)
    )


def _near_scenery(match: Match, fighter: Fighter, cm: int) -> bool:
    return fighter.status == ON_FIELD and any(
        gap_to_piece(fighter.at, fighter.radius, piece) <= cm * CM for piece in match.pieces.values()
    )


def _limb_is_wounded(fighter: Fighter, limb: int) -> bool:
    card = fighter.profile.limbs[limb]
    return bool(card.red) and fighter.lost[limb] >= card.white


def _is_behind(match: Match, fighter: Fighter) -> bool:
    return bool(fighter.player) and match.sides[fighter.player].vp < match.sides[opponent(fighter.player)].vp


# A word of `vocabulary.CONDITIONS` -> whether it holds of a fighter; `attack` is the kind under way, "" for none.
CONDITIONS: dict[str, Callable[[Match, Fighter, Condition, str], bool]] = {
    "free": lambda match, f, c, attack: f.status == ON_FIELD and is_free(match, f),
    "in_contact": lambda match, f, c, attack: f.status == ON_FIELD and len(enemies_in_contact(match, f)) >= c.amount,
    "hurt": lambda match, f, c, attack: any(f.lost),
    "limb_wounded": lambda match, f, c, attack: _limb_is_wounded(f, LIMBS.index(c.what)),
    "leader": lambda match, f, c, attack: bool(f.player) and match.sides[f.player].leader == f.id,
    "round": lambda match, f, c, attack: match.table.round == c.amount,
    "first_player": lambda match, f, c, attack: match.table.first_player == f.player,
    "behind": lambda match, f, c, attack: _is_behind(match, f),
    "sp": lambda match, f, c, attack: bool(f.player) and match.sides[f.player].sp >= c.amount,
    "ally_within": lambda match, f, c, attack: _near(match, f, c.amount, enemies=False),
    "enemy_within": lambda match, f, c, attack: _near(match, f, c.amount, enemies=True),
    "scenery_within": lambda match, f, c, attack: _near_scenery(match, f, c.amount),
    "marked": lambda match, f, c, attack: f.markers[MARKERS.index(c.what)] > 0,
    "type": lambda match, f, c, attack: c.what in f.profile.types,
    "symbol": lambda match, f, c, attack: c.what in (f.profile.faction, f.profile.stigma),
    "large": lambda match, f, c, attack: f.profile.base == 40,
    "activated": lambda match, f, c, attack: f.activated > 0,
    "charged": lambda match, f, c, attack: f.charges > 0,
    "enemy_half": lambda match, f, c, attack: is_in_enemy_half(match, f),
    "carries": lambda match, f, c, attack: bool(f.carries),
    "tech": lambda match, f, c, attack: any(mode.category == "tech" for gear in f.profile.gear for mode in gear.modes),
    "melee": lambda match, f, c, attack: attack == "melee",
    "shooting": lambda match, f, c, attack: attack == "shooting",
}


def _fails(match: Match, condition: Condition, me: Fighter, other: Fighter | None, attack: str) -> bool:
    of = other if condition.other else me
    return of is None or CONDITIONS[condition.word](match, of, condition, attack) == bool(condition.negated)


def holds(
    match: Match, conditions: tuple[Condition, ...], me: Fighter, other: Fighter | None = None, attack: str = ""
) -> bool:
    """Return whether all conditions hold of a fighter and, where they ask of it, of the other one.

    A condition that asks of the other one fails without one.
    """
    return not any(_fails(match, condition, me, other, attack) for condition in conditions)


def why_not_now(
    match: Match, conditions: tuple[Condition, ...], me: Fighter, other: Fighter | None, card: str
) -> Illegal | None:
    """The refusal that names the first condition that fails (GEN-3)."""
    for condition in conditions:
        if _fails(match, condition, me, other, ""):
            return Illegal(
                "condition_fails",
                "GEN-3",
                card=card,
                condition=condition.word,
                what=condition.what,
                amount=condition.amount,
                negated=condition.negated,
                other=condition.other,
            )
    return None


# --- numbers ---


def limb_value(fighter: Fighter, limb: int) -> int:
    """The printed number that stands, white or red (MAT-5, MAT-6)."""
    card = fighter.profile.limbs[limb]
    return card.normal if fighter.lost[limb] < card.white or not card.red else card.wounded


def characteristic(match: Match, fighter: Fighter, index: int) -> int:
    """The value of a characteristic: limb, poison, rage and cards added, never below 0 (MAT-6, STA-3, STA-4, STA-6)."""
    value = characteristic_sum(match, fighter, index)
    return value if value > 0 else 0


def characteristic_sum(match: Match, fighter: Fighter, index: int) -> int:
    """A characteristic's sum, which may be below 0 (STA-6), for a bonus of a weapon or a place to be added.

    It counts what `characteristic_terms` lists; it does not make that list, for players ask it thousands of times
    a decision (a test holds the two together).
    """
    value = limb_value(fighter, index)
    markers = fighter.markers
    if markers[POISON]:
        value -= 1
    if markers[RAGE]:
        value += markers[RAGE] if index in (CBT, SPD) else -markers[RAGE]
    if index == PSI and match.pieces and _has_an_idol(match, fighter):
        value += 1
    if match.modifiers or match.stands:
        value += bonus(match, fighter, CHARACTERISTICS[index])
    return value


def characteristic_terms(match: Match, fighter: Fighter, index: int) -> list[tuple[str, int]]:
    """The terms of `characteristic_sum`: `normal` or `wounded`, then `poison`, `rage`, `card`, and ids of abilities."""
    card = fighter.profile.limbs[index]
    normal = fighter.lost[index] < card.white or not card.red
    terms = [("normal" if normal else "wounded", limb_value(fighter, index))]
    if fighter.markers[POISON]:
        terms.append(("poison", -1))
    if fighter.markers[RAGE]:
        terms.append(("rage", fighter.markers[RAGE] if index in (CBT, SPD) else -fighter.markers[RAGE]))
    if index == PSI and _has_an_idol(match, fighter):
        terms.append(("quarterist_idol", 1))
    return terms + bonus_terms(match, fighter, CHARACTERISTICS[index])


def _has_an_idol(match: Match, fighter: Fighter) -> bool:
    """Return whether a Sister stands within 10 cm of a Quarterist idol (TER, the list of special rules)."""
    return (
        bool(fighter.at)
        and "sister" in fighter.profile.types
        and any(
            piece.amount("quarterist_idol") and gap_to_piece(fighter.at, fighter.radius, piece) <= IDOL_REACH
            for piece in match.pieces.values()
        )
    )


def bonus(match: Match, fighter: Fighter, what: str) -> int:
    """The sum that cards add to a number of a fighter's (a word of `vocabulary.MODIFIED`; lengths in cm)."""
    if what not in match.stands and not match.modifiers:
        return 0  # nearly always so, and asked for each characteristic
    return sum(amount for _, amount in bonus_terms(match, fighter, what))


def bonus_terms(match: Match, fighter: Fighter, what: str) -> list[tuple[str, int]]:
    """The terms of `bonus`: ("card", amount) for each effect, (the ability's id, amount) for each standing ability."""
    found = [("card", m.amount) for m in match.modifiers if m.what == what and m.fighter == fighter.id]
    if what in match.stands:
        _add_standing(match, fighter, what, found)
    return found


def _add_standing(match: Match, fighter: Fighter, what: str, found: list[tuple[str, int]]) -> None:
    """Add the terms that the abilities of all on the field give a fighter now (ABI-1, ABI-3)."""
    for owner in match.fighters.values():
        if owner.status != ON_FIELD or not owner.profile.abilities:
            continue
        for ability in abilities_of(match, owner):
            for standing in ability.standing:
                if standing.what != what:
                    continue
                if standing.on == "self":
                    reached = owner.id == fighter.id
                else:
                    reached = (
                        owner.id != fighter.id
                        and are_enemies(owner, fighter) == (standing.on == "enemies")
                        and fighter.status == ON_FIELD
                        and (not standing.within or fighters_gap(owner, fighter) <= standing.within * CM)
                    )
                if (
                    reached
                    and holds(match, standing.conditions, owner, fighter)
                    and holds(match, standing.where, fighter)
                ):
                    found.append((ability.id, standing.amount))
