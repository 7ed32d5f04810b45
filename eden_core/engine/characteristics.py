"""What cards change as long as they stand: conditions, properties, and the numbers that add up (ABI-1, STA-6, GEN-3).

Pure queries on a match. Triggers and effects, which happen at a moment, are `rules/abilities.py`'s business.
"""

from __future__ import annotations

from collections.abc import Callable

from eden_core.cards.records import LIMBS, Ability, Condition
from eden_core.engine.field import gap_to_piece
from eden_core.engine.match import (
    MARKERS,
    ON_FIELD,
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

__all__ = ["CONDITIONS", "abilities_of", "bonus", "bonus_terms", "has", "holds", "is_in_enemy_half", "why_not_now"]

CM = 100  # units in a centimetre


def abilities_of(match: Match, fighter: Fighter) -> list[Ability]:
    """ABI-1: the abilities on a fighter's card, in the card's order."""
    return [match.abilities[name] for name in fighter.profile.abilities if name in match.abilities]


def has(match: Match, fighter: Fighter, word: str) -> bool:
    """Whether a fighter has a property (`vocabulary.PROPERTIES`), by its card or granted by an effect."""
    return (word in match.gives and any(word in ability.has for ability in abilities_of(match, fighter))) or any(
        m.fighter == fighter.id and m.what == word for m in match.modifiers
    )


# --- conditions ---


def is_in_enemy_half(match: Match, fighter: Fighter) -> bool:
    """PREP-7: whether a base lies wholly in the half in which the enemy deployed."""
    return _across(match, fighter, match.sides[fighter.player].half if fighter.player else "")


def is_in_own_half(match: Match, fighter: Fighter) -> bool:
    """PREP-7: whether a base lies wholly in the half in which its own side deployed."""
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
    """Whether all conditions hold of a fighter and, where they ask of it, of the other one (who must exist then)."""
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


def bonus(match: Match, fighter: Fighter, what: str) -> int:
    """What cards add to a number of a fighter's (`vocabulary.MODIFIED`; lengths in cm): effects and what stands."""
    if not match.modifiers and what not in match.stands:
        return 0
    return sum(amount for _, amount in bonus_terms(match, fighter, what))


def bonus_terms(match: Match, fighter: Fighter, what: str) -> list[tuple[str, int]]:
    """List the terms of `bonus`: ("card", amount) for each effect, (the ability's id, amount) for each ability."""
    terms = [("card", m.amount) for m in match.modifiers if m.what == what and m.fighter == fighter.id]
    return terms + _standing(match, fighter, what) if what in match.stands else terms


def _standing(match: Match, fighter: Fighter, what: str) -> list[tuple[str, int]]:
    """ABI-1, ABI-3: what the abilities of all on the field add to a fighter now."""
    found = []
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
    return found
