"""Cards as records: profiles, troops and their legality, missions, tactical cards, outlines of scenery (MAT, TRP).

A record holds whole numbers, texts and tuples only, so that it can stand in the state as it is; "", 0 and () mean none.
`Fields` reads a card from what a TOML file or a browser hands over, and names each fault's place, field and rule. The
notation of equipment is `equipment.py`'s business, abilities, missions and tactical cards are read by `cards.py`, the
cards that ship are `content`'s.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, NamedTuple, Protocol

from eden_core.cards.equipment import HIDDEN, LIMBS, Gear, Mode, gear_text, parse_gear
from eden_core.cards.vocabulary import CHARACTERISTICS
from eden_core.errors import Illegal, Malformed
from eden_core.ruleset import FACTIONS, STIGMAS

__all__ = [
    "CHARACTERISTICS",
    "COMPOSED",
    "HIGHEST_LEVEL",
    "LIMBS",
    "Ability",
    "Condition",
    "Effect",
    "Fields",
    "Gear",
    "Limb",
    "Mission",
    "MissionMarker",
    "Mode",
    "Profile",
    "Score",
    "Shape",
    "Standing",
    "Tactic",
    "Trigger",
    "Troop",
    "check_troop",
    "gear_text",
    "is_id",
    "is_name",
    "parse_gear",
    "profile_from_card",
]

COMPOSED = ("faction", "stigma")
HIGHEST_LEVEL = 5  # NPF-2: of an NPF
BASES = (30, 40)
MOST_POINTS = 200  # TRP-2
NPF_FACTION = "npf"


class Limb(NamedTuple):
    """MAT-4: CP, the characteristic's two values, and the faces of the D6 that hit it."""

    white: int
    red: int
    normal: int
    wounded: int
    faces: tuple[int, ...]


class Profile(NamedTuple):
    """MAT-3: a fighter's card. An NPF has a level and no value, a fighter a value and no level."""

    id: str
    name: str
    faction: str
    stigma: str
    types: tuple[str, ...]
    base: int  # MAT-2: diameter in mm, 30 or 40
    value: int
    level: int
    limbs: tuple[Limb, Limb, Limb, Limb]  # in the order of LIMBS
    gear: tuple[Gear, ...]
    abilities: tuple[str, ...]


class Troop(NamedTuple):
    """TRP-2: who fights together, and by which symbol they were chosen."""

    name: str
    composed: str  # "faction" or "stigma"
    symbol: str
    profiles: tuple[Profile, ...]


class MissionMarker(NamedTuple):
    """A marker that a mission puts on a fixed spot."""

    kind: str
    where: str  # a word of `vocabulary.SPOTS`


class Score(NamedTuple):
    """VP of a mission: `vp` for each full `per` of a count, taken each round (ITD-10) or at the end (ITD-12)."""

    when: str  # "round" or "end"
    count: str  # type: ignore[assignment]  # a word of `vocabulary.COUNTS`
    vp: int
    per: int


class Mission(NamedTuple):
    """MAT-8: a mission card."""

    id: str
    symbol: str  # a faction, a stigma, or "" for all
    revealed: int
    deployment: str  # "confrontation" or "ambush" (PREP-7)
    rounds: int  # added to the match's five
    markers: tuple[MissionMarker, ...]
    abilities: tuple[str, ...]  # what it gives to those who may fulfil it, once revealed
    scores: tuple[Score, ...]


class Condition(NamedTuple):
    """Something that a card asks of a fighter: a word of `vocabulary.CONDITIONS`."""

    word: str
    what: str = ""
    amount: int = 0
    other: int = 0  # asked of the other fighter
    negated: int = 0


class Effect(NamedTuple):
    """One thing that a card does: a word of `vocabulary.EFFECTS`."""

    do: str
    amount: int
    what: str  # a marker's kind, a characteristic, a limb; "" for all of them
    on: str  # "target", "allies", "enemies", "player", "place" ...
    until: str  # "" at once, "round", "match"
    within: int = 0  # allies, enemies, all: so near the source, in cm; 0: anywhere
    itself: int = 0  # allies, all: the ability's user too (ABI-3)
    where: tuple[Condition, ...] = ()  # asked of each fighter that it would be carried out on
    test: str = ""  # a characteristic that each of them rolls: one success and it is spared
    difficulty: int = 0


class Standing(NamedTuple):
    """A permanent change of a characteristic, or of what stands beside it, as long as its conditions hold (ABI-1)."""

    what: str  # a word of `vocabulary.MODIFIED`
    amount: int
    on: str  # "self", "allies", "enemies"
    within: int  # allies, enemies: so near, in cm; 0: anywhere
    conditions: tuple[Condition, ...]  # asked of the ability's owner; other: of whom it is on
    where: tuple[Condition, ...]  # asked of whom it is on


class Trigger(NamedTuple):
    """An ability's effects at a moment; one with a cost is its player's choice (ABI-1)."""

    on: str  # a word of `vocabulary.TRIGGERS`
    conditions: tuple[Condition, ...]
    ap: int
    sp: int
    ordered: int  # GEN-8: its order among its like may matter
    effects: tuple[Effect, ...]


class Ability(NamedTuple):
    """ABI: an ability card; `action` ones are used in their owner's activation (ABI-2), at `ap` and `sp`."""

    id: str
    action: int
    ap: int
    sp: int
    per_round: int  # GEN-7; 0: no limit
    per_match: int
    target: str  # action: "", "ally", "enemy", "any"
    range: int  # action: edge to edge, in cm; 0: in contact
    sight: int  # action: the target must be seen
    place: str  # action: "", "point", "zone"
    has: tuple[str, ...]  # words of `vocabulary.PROPERTIES`
    standing: tuple[Standing, ...]
    conditions: tuple[Condition, ...]  # action: when it may be used; other: of its target
    triggers: tuple[Trigger, ...]
    effects: tuple[Effect, ...]  # action: what it does


class Tactic(NamedTuple):
    """MAT-9: a tactical card."""

    id: str
    symbol: str
    tactical: int  # only in the tactical phase
    when: tuple[str, ...]  # TAC-3: without `tactical`, the decisions at which it may be played
    first_round: int  # only in round 1
    cancel: int  # SP that cancel it; 0: it can't be
    target: str  # "", "ally", "enemy", "any"
    place: str  # "", "zone", "point"
    conditions: tuple[Condition, ...]  # asked of the target
    effects: tuple[Effect, ...]


class Shape(NamedTuple):
    """A piece of scenery to place: outline in units of 0.1 mm about its own origin, traits of LOS-5 and MOVE-2, or the
    special rules and the cost in scenery points of Territory management (TER-2)."""

    id: str
    like: str
    outline: tuple[tuple[int, int], ...]
    size: str  # TER-2: "small", "medium", "large", "imposing"
    low: int = 0
    flat: int = 0
    passable: int = 0
    slow: int = 0
    rules: tuple[tuple[str, int], ...] = ()
    cost: int = 0


class HasFactions(Protocol):
    """The part of a ruleset that troops ask about (MAT-7)."""

    @property
    def factions(self) -> tuple[str, ...]: ...


def check_troop(ruleset: HasFactions, troop: Troop, budget: int) -> list[Illegal]:
    """Everything that is wrong with a troop (MAT-7, TRP-1 to TRP-4), nothing if it is legal; `budget` in points."""
    found: list[Illegal] = []
    total = sum(profile.value for profile in troop.profiles)
    if len(troop.profiles) > MOST_POINTS:  # each is worth a point or more: not looked at one by one
        return [Illegal("troop_too_dear", "TRP-2", total=total, budget=budget)]
    if troop.composed not in COMPOSED:
        found.append(Illegal("composed_by_faction_or_stigma", "TRP-2", composed=troop.composed))
    elif troop.symbol not in (ruleset.factions if troop.composed == "faction" else STIGMAS):
        found.append(Illegal("symbol_not_in_play", "MAT-7", symbol=troop.symbol))
    if not troop.profiles:
        found.append(Illegal("troop_is_empty", "TRP-1"))
    names: list[str] = []
    for profile in troop.profiles:
        if profile.level or profile.faction == NPF_FACTION:
            found.append(Illegal("npf_in_a_troop", "TRP-4", fighter=profile.name))
            continue
        symbol = profile.faction if troop.composed == "faction" else profile.stigma
        if symbol != troop.symbol:
            found.append(Illegal("symbol_not_shared", "TRP-1", fighter=profile.name, symbol=troop.symbol))
        if profile.faction not in ruleset.factions:
            found.append(Illegal("faction_not_in_play", "MAT-7", fighter=profile.name, faction=profile.faction))
        if profile.name in names:
            found.append(Illegal("name_twice", "TRP-3", fighter=profile.name))
        names.append(profile.name)
    if not 100 <= budget <= MOST_POINTS:
        found.append(Illegal("budget_out_of_bounds", "TRP-2", budget=budget, low=100, high=MOST_POINTS))
    if total > budget:
        found.append(Illegal("troop_too_dear", "TRP-2", total=total, budget=budget))
    return found


# --- reading ---

_ID = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")


def is_id(text: str) -> bool:
    """Whether a text is an id of cards."""
    return len(text) <= 60 and bool(_ID.fullmatch(text))


def is_name(text: str) -> bool:
    """Whether a text is a name: a line of 60 letters at the most, nothing hidden in it."""
    return len(text) <= 60 and bool(text.strip()) and not HIDDEN.search(text)


class Fields:
    """A card as a table of fields: each is asked for once, then `done` refuses what is left.

    A fault's `where` is the table's own place and the field, as in `fighter[2].card.cp.head`; its rule is the field's
    or else the table's.
    """

    def __init__(self, table: object, where: str, rule: str) -> None:
        if not isinstance(table, dict):
            raise Malformed("table_expected", rule, where)
        self.left: dict[str, object] = dict(table)
        self.where = where
        self.rule = rule

    def path(self, field: str) -> str:
        """A field's place."""
        return f"{self.where}.{field}" if self.where else field

    def fault(self, field: str, code: str, rule: str = "", **values: object) -> Malformed:
        """The error at a field."""
        return Malformed(code, rule or self.rule, self.path(field), **values)

    def take(self, field: str, default: object = None) -> object:
        """A field's raw value; a fault if it is missing and has no default."""
        value = self.left.pop(field, default)
        if value is None:
            raise self.fault(field, "field_missing")
        return value

    def number(self, field: str, low: int, high: int, default: int | None = None, rule: str = "") -> int:
        """A whole number within bounds."""
        return self.bounded(field, self.take(field, default), low, high, rule)

    def bounded(self, field: str, value: object, low: int, high: int, rule: str = "") -> int:
        """A value as a whole number within bounds (a truth value is none)."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.fault(field, "whole_number_expected", rule, found=value)
        if not low <= value <= high:
            raise self.fault(field, "number_out_of_bounds", rule, found=value, low=low, high=high)
        return value

    def pair(self, field: str, default: list[object] | None, low: int) -> tuple[int, int]:
        """Two whole numbers, `[white, red]` or `[normal, wounded]`; `low` bounds the first."""
        value = self.items(field, default)
        if len(value) != 2:
            raise self.fault(field, "pair_expected", found=value)
        return self.bounded(field, value[0], low, 20), self.bounded(field, value[1], 0, 20)

    def flag(self, field: str) -> int:
        """`true` or `false` (left out: false), as 1 or 0."""
        value = self.take(field, False)
        if not isinstance(value, bool):
            raise self.fault(field, "true_or_false_expected", found=value)
        return int(value)

    def text(self, field: str, default: str | None = None) -> str:
        """A text of one line, not empty."""
        value = self.plain(field, self.take(field, default), 60)
        if not value.strip() or HIDDEN.search(value):
            raise self.fault(field, "text_expected", found=value)
        return value

    def plain(self, field: str, value: object, longest: int) -> str:
        """A value as a text."""
        if not isinstance(value, str) or len(value) > longest:
            raise self.fault(field, "text_expected", found=value, most=longest)
        return value

    def word(self, field: str, allowed: Collection[str], default: str | None = None, rule: str = "") -> str:
        """One of the words of a registry."""
        value = self.take(field, default)
        if not isinstance(value, str) or value not in allowed:
            raise self.fault(field, "unknown_word", rule, found=value, allowed=sorted(allowed))
        return value

    def name(self, field: str) -> str:
        """An id: small ASCII letters, digits and single underscores."""
        return self.named(field, self.take(field))

    def named(self, field: str, value: object) -> str:
        """A value as an id."""
        if not isinstance(value, str) or len(value) > 60 or not _ID.fullmatch(value):
            raise self.fault(field, "id_expected", found=value)
        return value

    def items(self, field: str, default: list[object] | None = None, most: int = 20) -> list[object]:
        """A list."""
        value = self.take(field, default)
        if not isinstance(value, list) or len(value) > most:
            raise self.fault(field, "list_expected", found=value, most=most)
        return value

    def tables(self, field: str, default: list[object] | None = None) -> list[Fields]:
        """A list of tables."""
        return [
            Fields(item, self.path(f"{field}[{index}]"), self.rule)
            for index, item in enumerate(self.items(field, default))
        ]

    def done(self) -> None:
        """Refuses the fields that nobody asked for."""
        for field in self.left:
            raise self.fault(str(field), "unknown_field")


def profile_from_card(card: object, where: str, player: int = 1, id: str = "card", complete: bool = False) -> Profile:
    """A profile from a card given as a table (MAT-2 to MAT-4); what is left out has its default.

    `player` 0 is an NPF's, `id` the fighter's in the scenario; a `complete` card (the content's, a pack's) names its
    own id and leaves out equipment and abilities at most. Raises `Malformed`; `where` names the card's place.
    """

    def default(value: Any) -> Any:
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
    types = tuple(fields.named("types", kind) for kind in fields.items("types", default(["human"])))
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


_CP: list[object] = [2, 2]
_VALUES: list[object] = [4, 4]
_FACES: dict[str, list[object]] = {"head": [1], "arms": [2, 3], "torso": [4, 5], "legs": [6]}


def _limbs(fields: Fields, complete: bool) -> tuple[Limb, Limb, Limb, Limb]:
    """The four limbs of a card (MAT-4): each may be left out by itself; together they share out the faces 1-6."""

    def default(value: Any) -> Any:
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
