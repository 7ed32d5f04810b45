"""Cards as records: profiles, troops, missions, abilities, tactical cards, outlines of scenery (MAT).

A record holds whole numbers, texts and tuples only, so that it can stand in the state as it is; "", 0 and () mean none.
Profiles are read in `profile_reading.py`, the other cards in `reading.py`; the notation of equipment is
`equipment.py`'s, the legality of troops `troops.py`'s, and the cards that ship are the TOML files beside them.
"""

from __future__ import annotations

from typing import NamedTuple

from eden_core.cards.equipment import LIMBS, Gear, Mode, gear_text, parse_gear
from eden_core.cards.vocabulary import CHARACTERISTICS

__all__ = [
    "CHARACTERISTICS",
    "COMPOSED",
    "HIGHEST_LEVEL",
    "LIMBS",
    "Ability",
    "Condition",
    "Effect",
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
    "gear_text",
    "parse_gear",
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
    """The fighters of one side, and the symbol by which they were chosen (TRP-2)."""

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
    """A piece of scenery to place.

    Its outline in units of 0.1 mm about its own origin, the traits of LOS-5 and MOVE-2, or the special rules and the
    cost in scenery points of Territory management (TER-2).
    """

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
