"""A fighter's profile read from a card's table (MAT-2 to MAT-4)."""

from __future__ import annotations

from typing import TypeVar

from eden_core.cards.equipment import LIMBS, parse_gear
from eden_core.cards.fields import Fields
from eden_core.cards.records import BASES, NPF_FACTION, Limb, Profile
from eden_core.cards.vocabulary import CHARACTERISTICS
from eden_core.ruleset import FACTIONS, STIGMAS

__all__ = ["profile_from_card"]

T = TypeVar("T")


def profile_from_card(card: object, where: str, player: int = 1, id: str = "card", complete: bool = False) -> Profile:
    """A profile from an inline card (`design/scenario.md`, MAT-2 to MAT-4); what is left out has its default.

    `player` 0 is an NPF's, `id` the fighter's in the scenario; a `complete` card (the content's, a pack's) names its
    own id and leaves out equipment and abilities at most. Raises `Malformed`; `where` names the card's place.
    """

    def default(value: T) -> T | None:
        return None if complete else value

    fields = Fields(card, where, "MAT-3")
    npf = player == 0
    id = fields.name("id") if complete else id
    name = fields.text("name", default(id))
    faction = fields.word(
        "faction",
        (*FACTIONS, NPF_FACTION) if npf else FACTIONS,
        default((NPF_FACTION, "jokers", "bamaka")[player]),
        "MAT-7",
    )
    stigma = fields.word("stigma", (*STIGMAS, "") if npf else STIGMAS, default("" if npf else "chaos"), "MAT-7")
    types = tuple(fields.named("types", kind) for kind in fields.items("types", default(_TYPES)))
    if not types or len(set(types)) < len(types):
        raise fields.fault("types", "types_differ_and_are_some")
    base = fields.number("base", 0, 1000, default(30), "MAT-2")
    if base not in BASES:
        raise fields.fault("base", "base_is_small_or_large", "MAT-2", found=base, allowed=list(BASES))
    value = 0 if npf else fields.number("value", 1, 200, default(20))
    level = fields.number("level", 1, 10, default(1)) if npf else 0
    limbs = _limbs(fields, complete)
    gear = tuple(
        parse_gear(fields.plain(f"equipment[{index}]", text, 300), fields.path(f"equipment[{index}]"))
        for index, text in enumerate(fields.items("equipment", []))
    )
    if len({piece.name for piece in gear}) < len(gear):
        raise fields.fault("equipment", "name_twice", "EQP-1")
    abilities = tuple(fields.named("abilities", ability) for ability in fields.items("abilities", []))
    fields.done()
    return Profile(id, name, faction, stigma, types, base, value, level, limbs, gear, abilities)


_TYPES: list[object] = ["human"]
_CP: list[object] = [2, 2]


_VALUES: list[object] = [4, 4]


_FACES: dict[str, list[object]] = {"head": [1], "arms": [2, 3], "torso": [4, 5], "legs": [6]}


def _limbs(fields: Fields, complete: bool) -> tuple[Limb, Limb, Limb, Limb]:
    """The four limbs of a card (MAT-4): each may be left out by itself; together they share out the faces 1-6."""

    def default(value: T) -> T | None:
        return None if complete else value

    cp = Fields(fields.take("cp", default({})), fields.path("cp"), "MAT-4")
    faces = Fields(fields.take("faces", default({})), fields.path("faces"), "MAT-4")
    found = []
    for limb, characteristic in zip(LIMBS, CHARACTERISTICS):
        white, red = cp.pair(limb, default(_CP), low=1)
        normal, wounded = fields.pair(characteristic, default(_VALUES), low=0)
        hit = [faces.bounded(limb, face, 1, 6) for face in faces.items(limb, default(_FACES[limb]))]
        found.append(Limb(white, red, normal, wounded, tuple(sorted(hit))))
    cp.done()
    faces.done()
    if sorted(face for limb in found for face in limb.faces) != [1, 2, 3, 4, 5, 6]:
        raise fields.fault("faces", "faces_share_out_1_to_6", "MAT-4")
    head, arms, torso, legs = found
    return head, arms, torso, legs
