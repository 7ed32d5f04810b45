"""The vocabulary of cards (architecture.md, "Cards as data").

Every word that an ability, a mission or a tactical card may use, with what may stand beside it. What a word does is
one function of that name in `rules/` or `engine/characteristics.py`; a test holds both to each other.
"""

from __future__ import annotations

from typing import NamedTuple

from eden_core.cards.equipment import LIMBS
from eden_core.ruleset import FACTIONS, STIGMAS

__all__ = [
    "CONDITIONS",
    "COUNTS",
    "EFFECTS",
    "MODIFIED",
    "MOMENTS",
    "PROPERTIES",
    "SPOTS",
    "TRIGGERS",
    "WEATHER",
    "EffectWord",
]

CHARACTERISTICS = ("psi", "cbt", "vig", "spd")  # each at its limb's index (MAT-4)
MARKS = ("burn", "fear", "poison", "rage", "slowdown")
SYMBOLS = ("", *FACTIONS, *STIGMAS)

# What a card may change by a number: characteristics, and what stands beside them (lengths in cm).
MODIFIED = (
    *CHARACTERISTICS,
    "move",  # the length of a Move (ACN-2)
    "charge",  # the length of a Charge (ACN-4)
    "range",  # of shooting and throwing equipment (EQP-8)
    "strength",  # dice of the strength roll (SHT-5)
    "melee",  # CBT in melee attacks, ripostes included (MEL)
    "shooting",  # dice of a shot (SHT-2)
    "dodge",  # dice of a dodge (MEL-4)
    "protection",  # wounds taken off on every limb (EQP-5)
)

# Passive permissions: properties that a rule asks about, each in one place.
PROPERTIES = frozenset(
    {
        "ignores_burn",
        "ignores_fear",
        "ignores_poison",
        "ignores_slowdown",  # takes no such markers (EQP-6)
        "sure_shot",  # its shots never stray (SHT-3)
        "marksman",  # need not shoot at the closest (SHT-1)
        "clear_eye",  # obstacles take no dice off its shots (SHT-2)
        "shoots_in_contact",  # need not be free to attack at range (ACN-6)
        "slips_away",  # disengages without a roll (DIS-1)
        "brushes_past",  # may brush past enemies on a Move (ACN-2)
        "cant_be_dodged",  # whoever it attacks in melee can't dodge (MEL-4)
        "cant_be_riposted",  # whoever it attacks in melee can't riposte (MEL-3)
        "dodges_for_free",  # a dodge costs it no AP (MEL-4)
        "immovable",  # no effect moves it (MOVE-4)
        "cant_be_interrupted",  # its designation can't be interrupted (ACT-1)
        "always_interrupts",  # interrupts whatever the SPD (ACT-1)
        "cant_charge",  # a drawback (ACN-4)
        "hard_to_hit",  # can't be shot at from more than 15 cm (SHT-1)
    }
)

# When a trigger works. "Other" is whom it is about besides the ability's owner.
TRIGGERS = frozenset(
    {
        "activated",  # the owner's activation begins (ACT-2)
        "activation_ended",  # and ends (ACT-8)
        "moved",  # after its Move (ACN-2)
        "disengaged",  # after its roll of DIS-1 succeeded
        "charged",  # after its Charge's movement, before the attack (ACN-4); other: the target
        "was_charged",  # the same for the target; other: the charger
        "attacks",  # it starts an attack in melee or shoots (MEL-1, SHT-1); other: the target
        "attacked",  # the same for the target; other: the attacker
        "hits",  # its attack was a success (MEL-5, SHT-6); other: whom it hit
        "misses",  # its attack was a failure (MEL-5, SHT-6); other: the target
        "wounded",  # an attack cost it CP (WND-1); other: the attacker
        "dodged",  # its dodge cancelled every success (MEL-4); other: the attacker
        "takes_down",  # its attack incapacitated other (WND-3)
        "falls",  # it is incapacitated (WND-3); other: who attacked it, if anyone
        "ally_falls",  # one of its side is; other: that fighter
        "enemy_falls",  # one of the other side is; other: that fighter
        "round_begins",  # RND-3
        "intendancy",  # ITD-1
    }
)

# What a card may ask; each may be turned round by "not", and asked of the other fighter by "other". The value says what
# follows: nothing, a number within bounds, or one of some words.
CONDITIONS: dict[str, tuple[int, int] | tuple[str, ...] | None] = {
    "free": None,  # CON-2
    "in_contact": (1, 6),  # with so many enemies or more (CON-2)
    "hurt": None,  # a CP is ticked (MAT-5)
    "limb_wounded": LIMBS,  # that limb is wounded (MAT-5)
    "leader": None,  # PREP-4
    "round": (1, 10),  # it is this round
    "first_player": None,  # its player is first player
    "behind": None,  # its player has fewer VP
    "sp": (1, 20),  # its player has so many SP or more
    "ally_within": (0, 60),  # another fighter of its side so near, in cm
    "enemy_within": (0, 60),
    "scenery_within": (0, 60),
    "marked": MARKS,  # has such a marker
    "type": (),  # is of a type (any id)
    "symbol": SYMBOLS[1:],  # bears a faction's or stigma's symbol
    "large": None,  # stands on a large base (MAT-2)
    "activated": None,  # was activated this round (ACT-6)
    "charged": None,  # charged this round (ACN-4)
    "enemy_half": None,  # stands wholly in the enemy's half (PREP-7)
    "carries": None,  # carries a marker
    "tech": None,  # has Tech equipment (EQP-3)
    "melee": None,  # the attack under way is one in melee
    "shooting": None,  # or a shot
}

_FIGHTERS = ("self", "target", "other", "allies", "enemies", "all")


class EffectWord(NamedTuple):
    """The company of an effect's word: `what`, whom it is `on`, bounds of its amount, how long it lasts."""

    what: tuple[str, ...] = ("",)
    on: tuple[str, ...] = _FIGHTERS
    amount: tuple[int, int] = (1, 9)
    until: tuple[str, ...] = ("",)


_LASTING = ("round", "match")
EFFECTS: dict[str, EffectWord] = {
    "gain_ap": EffectWord(),
    "lose_ap": EffectWord(),
    "mark": EffectWord(MARKS),  # EQP-6
    "unmark": EffectWord(MARKS),
    "heal": EffectWord(("", *LIMBS)),  # WND-2
    "lose_cp": EffectWord(("", *LIMBS)),  # WND-1: no wound, no protection
    "wound": EffectWord(("", *LIMBS)),  # WND-1, EQP-5; "": a location roll (ROLL-5)
    "strike": EffectWord(),  # a strength roll, each success a wound (SHT-5)
    "modify": EffectWord(MODIFIED, _FIGHTERS, (-9, 9), _LASTING),  # STA-6
    "grant": EffectWord(tuple(sorted(PROPERTIES)), _FIGHTERS, (0, 0), _LASTING),
    "push": EffectWord(amount=(1, 30)),  # MOVE-4: straight away from the source, in cm
    "pull": EffectWord(amount=(1, 30)),  # MOVE-4: straight toward it
    "attack": EffectWord(on=("target", "other"), amount=(0, 0)),  # a free melee attack in contact (ACN-1)
    "refresh": EffectWord(amount=(0, 0)),  # limits of actions start anew (GEN-7)
    "ready": EffectWord(amount=(0, 0)),  # may be activated again this round (ACT-6)
    "remove": EffectWord(amount=(0, 0)),  # WND-3: from the field, not incapacitated
    "explode": EffectWord(on=("self", "target", "other", "place")),  # EQP-7
    "zone": EffectWord(on=("place",), until=_LASTING),  # whoever touches it loses CP in each limb
    "take": EffectWord(on=("self",), amount=(0, 0)),  # picks up a marker in contact, not the enemy's (CON-3)
    "gain_sp": EffectWord(on=("player", "opponent")),
    "lose_sp": EffectWord(on=("player", "opponent")),
    "score": EffectWord(on=("player", "opponent"), amount=(-9, 9)),
    "first_player": EffectWord(on=("player",), amount=(0, 0)),
}

# Weather by the total of two dice (WEA-1); normal weather has no word.
WEATHER = {
    2: "ion_storm",
    3: "headwind",
    4: "dense_fog",
    5: "dense_fog",
    8: "mist",
    9: "mist",
    10: "acid_rain",
    11: "acid_rain",
    12: "snowstorm",
}

# When a tactical card without the keyword `Tactical` may be played (TAC-3): at these decisions of its owner.
MOMENTS = ("designate", "interrupt", "action", "reaction")

# Where a mission puts its markers (GEN-5).
SPOTS = ("centre", "sides")

# What a mission may count (MAT-8): for its player's own side, now or, where it says so, since the round or match began.
COUNTS = frozenset(
    {
        "holds_centre",  # 1 if the player has more fighters than the other within 5 cm of the centre's marker
        "holds_sides",  # the same for the spots of `sides`, each counted
        "keeps_centre_clear",  # 1 if no enemy is within 10 cm of the centre
        "carries",  # the mission's markers that own fighters carry
        "carries_home",  # those carried by fighters wholly in their own half
        "enemies_down",  # enemies incapacitated in the match
        "enemy_value_down",  # the sum of their values
        "enemy_leader_down",  # 1 if the enemy leader was incapacitated
        "enemy_dearest_down",  # 1 if an enemy of the highest value was incapacitated
        "enemies_hurt",  # enemies that lost CP in the round, incapacitated ones included
        "enemies_afraid",  # enemies on the field with fear markers
        "own_on_field",  # own fighters on the field
        "own_unhurt",  # own fighters on the field without a ticked CP
        "own_in_enemy_half",  # own fighters wholly in the half in which the enemy deployed
        "own_leader_up",  # 1 if the own leader is on the field
    }
)
