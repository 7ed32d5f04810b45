"""The shipped cards: facts printed in the rulebooks, totals, variety, texts, and errors in broken files."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from eden_core.cards import vocabulary
from eden_core.cards.library import Library
from eden_core.cards.reading import is_sound
from eden_core.cards.records import (
    Ability,
    Condition,
    Effect,
    Limb,
    Mission,
    MissionMarker,
    Profile,
    Score,
    Tactic,
    Trigger,
)
from eden_core.cards.scenery_rules import SIZES
from eden_core.cards.shipped import load
from eden_core.cards.toml import compiled_source, load_from
from eden_core.cards.troops import check_troop
from eden_core.errors import Malformed
from eden_core.geometry.plane import box_of
from eden_core.ruleset import EDITIONS, STIGMAS

FOLDER = Path(str(resources.files("eden_core") / "content"))
TEXTS = Path(__file__).parents[2] / "web" / "texts"
LIBRARY = load()
FACTIONS = ("jokers", "bamaka", "isc", "matriarchy")
BEARERS = [*LIBRARY.profiles.values(), *LIBRARY.npfs.values()]


def values(profile: Profile) -> list[tuple[int, int]]:
    """Return the four characteristics, normal and wounded."""
    return [(limb.normal, limb.wounded) for limb in profile.limbs]


# --- the rulebooks' facts ---


def test_yuri_is_as_the_rulebooks_print_him() -> None:
    """MAT-3, MAT-4: the worked example of section 13."""
    yuri = LIBRARY.profiles["yuri"]
    assert (yuri.name, yuri.faction, yuri.stigma, yuri.types) == ("Yûri", "jokers", "chaos", ("human",))
    assert (yuri.base, yuri.value, yuri.level) == (30, 25, 0)
    assert yuri.limbs[0] == Limb(white=2, red=2, normal=4, wounded=3, faces=(1,))
    assert [limb.normal for limb in yuri.limbs] == [4, 4, 4, 5]
    assert [(gear.name, gear.modes[0].category) for gear in yuri.gear] == [
        ("Molotov", "throwing"),
        ("Throwing knives", "shooting"),
    ]


def test_other_fighters_are_as_the_rulebooks_print_them() -> None:
    """Section 13: Vlädd, Elenia, Anton, Abama, Ngobo; the sisters, the Matriarchy's men, the Blue Rikishi."""
    cards = LIBRARY.profiles
    assert (cards["vladd"].limbs[0].normal, cards["vladd"].limbs[1].normal) == (3, 6)
    assert next(gear.modes[0].category for gear in cards["vladd"].gear) == "blast"
    assert (5 in cards["elenia"].limbs[2].faces, cards["elenia"].limbs[3].faces) == (True, (6,))
    assert (cards["anton"].value, cards["anton"].gear) == (10, ())
    assert values(cards["anton"])[:2] == [(1, 1), (5, 4)] and values(cards["anton"])[3] == (2, 1)
    assert (cards["anton"].limbs[2].normal, cards["anton"].abilities) == (3, ())
    assert cards["abama"].limbs[1].normal == 4
    assert cards["abama"].limbs[2].normal == max(card.limbs[2].normal for card in cards.values())
    assert (values(cards["ngobo"])[1], cards["ngobo"].limbs[3].normal) == ((5, 4), 6)
    assert all("sister" in cards[name].types for name in ("ilona", "yliss"))
    assert (cards["berserk_man"].base, cards["blue_rikishi"].base) == (40, 40)
    assert [cards[name].faction for name in ("ilona", "yliss", "berserk_man", "suffering_man")] == ["matriarchy"] * 4
    assert cards["blue_rikishi"].faction == "isc"


def test_the_worked_examples_of_cards() -> None:
    """MAT-8, MAT-9: Retreat to the Contaminated Zones; Contaminated Area."""
    mission = LIBRARY.missions["retreat_to_the_contaminated_zones"]
    assert (mission.symbol, mission.revealed, mission.deployment, mission.rounds) == ("bamaka", 1, "confrontation", -1)
    assert LIBRARY.tactics["contaminated_area"] == Tactic(
        "contaminated_area",
        "bamaka",
        tactical=1,
        when=(),
        first_round=1,
        cancel=0,
        target="",
        place="zone",
        conditions=(),
        effects=(Effect("zone", 1, "", "place", "match"),),
    )


# --- fighters and troops ---


def of_symbol(symbol: str) -> list[Profile]:
    """Return all fighters with the symbol of a faction or a stigma."""
    return [card for card in LIBRARY.profiles.values() if symbol in (card.faction, card.stigma)]


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_faction_is_eight_fighters_of_three_stigmas_or_more(faction: str) -> None:
    """MAT-7, TRP-2: among them a cheap fighter, a leader, both base sizes or a kind of its own."""
    cards = of_symbol(faction)
    assert len(cards) == 8 and len({card.stigma for card in cards}) >= 3
    assert min(card.value for card in cards) <= 15 and max(card.value for card in cards) >= 30
    assert max(card.limbs[0].normal for card in cards) >= 4
    assert {card.base for card in cards} == {30, 40}


@pytest.mark.parametrize("symbol", [*FACTIONS, *STIGMAS])
def test_a_symbol_makes_troops_of_100_points(symbol: str) -> None:
    """TRP-2: three to six fighters make 100 points, and nearly 100 in several ways."""
    totals = Counter(
        sum(card.value for card in troop) for count in range(3, 7) for troop in combinations(of_symbol(symbol), count)
    )
    assert totals[100] >= 1 and totals[100] + totals[95] >= 2


def test_ready_made_troops() -> None:
    """TRP-1, TRP-2: two for each faction and one for each stigma, of 100 points, legal in all editions."""
    made = Counter((troop.composed, troop.symbol) for troop in LIBRARY.troops.values())
    assert made == {**{("faction", name): 2 for name in FACTIONS}, **{("stigma", name): 1 for name in STIGMAS}}
    for troop in LIBRARY.troops.values():
        assert sum(card.value for card in troop.profiles) == 100 and 3 <= len(troop.profiles) <= 6, troop.name
        for ruleset in EDITIONS.values():
            assert check_troop(ruleset, troop, 100) == []
    assert len({troop.name for troop in LIBRARY.troops.values()}) == len(LIBRARY.troops)
    assert {card.id for troop in LIBRARY.troops.values() for card in troop.profiles} == set(LIBRARY.profiles)


def test_equipment_of_every_kind() -> None:
    """EQP: every category, every effect, bonus and penalty, limits, two categories in one weapon."""
    gear = [piece for card in LIBRARY.profiles.values() for piece in card.gear]
    modes = [mode for piece in gear for mode in piece.modes]
    assert {mode.category for mode in modes} == {"melee", "shooting", "throwing", "blast", "protection", "tech"}
    for effect in ("strength", "range", "per_round", "per_match", "burn", "fear", "poison", "slowdown", "explosive"):
        assert any(getattr(mode, effect) for mode in modes), effect
    assert {mode.cbt > 0 for mode in modes if mode.cbt} == {True, False}
    assert any(len(piece.modes) == 2 and "tech" not in {mode.category for mode in piece.modes} for piece in gear)
    assert any(len(set(mode.protects)) == 1 and mode.protects[0] for mode in modes), "complete"


def test_a_faction_has_somebody_for_each_distance() -> None:
    """ACN-6: a shooter, another ranged attack or a second shooter, melee weapons."""
    for faction in FACTIONS:
        found = Counter(mode.category for card in of_symbol(faction) for gear in card.gear for mode in gear.modes)
        assert found["shooting"] and found["melee"] and found["protection"], faction
        assert found["throwing"] + found["blast"] + found["shooting"] >= 3, faction


# --- non-player fighters ---

# Moments that never come for an NPF: it neither disengages nor dodges (NPF-4, NPF-5).
NOT_HEARD_BY_NPFS = {"disengaged", "dodged"}
# What asks of a player, of AP or of actions: never so of an NPF (conditions), or nothing to it (properties, numbers).
NOT_OF_NPFS = {
    "leader",
    "first_player",
    "behind",
    "sp",
    "enemy_half",
    "carries",
    "dodges_for_free",
    "slips_away",
    "brushes_past",
    "sure_shot",
    "marksman",
    "clear_eye",
    "shoots_in_contact",
    "cant_be_interrupted",
    "always_interrupts",
    "move",
    "range",
    "strength",
    "shooting",
    "dodge",
}


def test_twelve_npfs_of_every_level() -> None:
    """MAT-3, NPF-2: a level and no value, the faction's symbol, some without a stigma."""
    cards = LIBRARY.npfs.values()
    assert Counter(card.level for card in cards) == {1: 3, 2: 3, 3: 2, 4: 2, 5: 2}
    assert all((card.faction, card.value) == ("npf", 0) for card in cards)
    assert len({card.stigma for card in cards} - {""}) >= 4 and any(not card.stigma for card in cards)
    assert {card.base for card in cards} == {30, 40} and {card.base for card in cards if card.level == 5} == {40}
    assert not set(LIBRARY.npfs) & set(LIBRARY.profiles)
    assert len({card.name for card in BEARERS}) == len(BEARERS)


def test_npfs_fight_in_melee_and_differ() -> None:
    """NPF-4: nothing to shoot or throw; burns, fear, poison, slowdown, armour; no two alike."""
    cards = list(LIBRARY.npfs.values())
    modes = [mode for card in cards for gear in card.gear for mode in gear.modes]
    assert {mode.category for mode in modes} == {"melee", "protection"}
    assert all(any(mode.category == "melee" for gear in card.gear for mode in gear.modes) for card in cards)
    for effect in ("burn", "fear", "poison", "slowdown"):
        assert any(getattr(mode, effect) for mode in modes), effect
    assert len({(card.limbs, card.gear, card.abilities) for card in cards}) == len(cards)
    assert len({card.abilities for card in cards}) >= 11


def test_a_level_tells_an_npfs_strength() -> None:
    """NPF-2: an NPF of a higher level has more CP, and no less CBT and VIG together."""
    for one, other in combinations(LIBRARY.npfs.values(), 2):
        low, high = sorted((one, other), key=lambda card: card.level)
        if low.level < high.level:
            assert sum(limb.white + limb.red for limb in low.limbs) < sum(limb.white + limb.red for limb in high.limbs)
            assert values(low)[1][0] + values(low)[2][0] <= values(high)[1][0] + values(high)[2][0]


@pytest.mark.parametrize("card", LIBRARY.npfs.values(), ids=lambda card: card.id)
def test_an_npfs_abilities_work_without_a_player(card: Profile) -> None:
    """NPF-6: no action, cost, limit, order or mention of a player."""
    for name in card.abilities:
        ability = LIBRARY.abilities[name]
        assert is_sound(ability)
        assert not (ability.action or ability.ap or ability.sp or ability.effects)
        assert not any(trigger.ap or trigger.sp or trigger.ordered for trigger in ability.triggers)
        assert not {trigger.on for trigger in ability.triggers} & NOT_HEARD_BY_NPFS
        done = [effect for trigger in ability.triggers for effect in trigger.effects]
        assert not {effect.on for effect in done} & {"player", "opponent", "place"}
        assert not {effect.do for effect in done if effect.on != "other"} & {"gain_ap", "lose_ap", "ready", "take"}
        own = {part.word for part in parts(ability) if isinstance(part, Condition) and not part.other}
        own |= {part.what for part in ability.standing if part.on != "enemies"} | set(ability.has)
        assert not own & NOT_OF_NPFS


def test_a_set_up_has_the_abilities_of_its_npfs() -> None:
    """ABI-1, NPF-6: after those of the troops and missions, each once."""
    troop, npfs = LIBRARY.troops["jokers_starter"], LIBRARY.npfs.values()
    without = LIBRARY.abilities_of([troop], [])
    found = LIBRARY.abilities_of([troop], [], npfs)
    assert found[: len(without)] == without
    assert [ability.id for ability in found[len(without) :]] == list(
        dict.fromkeys(name for card in npfs for name in card.abilities)
    )


# --- the vocabulary ---


def parts(record: Any) -> Iterator[Any]:
    """Yield a card and all records within it."""
    if isinstance(record, tuple):
        yield record
        for part in record:
            yield from parts(part)


CARDS: list[Any] = [*LIBRARY.abilities.values(), *LIBRARY.missions.values(), *LIBRARY.tactics.values()]
PARTS = [part for card in CARDS for part in parts(card)]
EFFECTS = [part for part in PARTS if isinstance(part, Effect)]

# A registry -> the words that cards use. What no card uses yet would stand in UNUSED with its reason.
USED: dict[str, tuple[Any, set[str]]] = {
    "triggers": (vocabulary.TRIGGERS, {part.on for part in PARTS if isinstance(part, Trigger)}),
    "conditions": (vocabulary.CONDITIONS, {part.word for part in PARTS if isinstance(part, Condition)}),
    "properties": (
        vocabulary.PROPERTIES,
        {word for card in LIBRARY.abilities.values() for word in card.has}
        | {effect.what for effect in EFFECTS if effect.do == "grant"},
    ),
    "effects": (vocabulary.EFFECTS, {effect.do for effect in EFFECTS}),
    "modified": (
        vocabulary.MODIFIED,
        {effect.what for effect in EFFECTS if effect.do == "modify"}
        | {part.what for card in LIBRARY.abilities.values() for part in card.standing},
    ),
    "counts": (vocabulary.COUNTS, {part.count for part in PARTS if isinstance(part, Score)}),
    "spots": (vocabulary.SPOTS, {part.where for part in PARTS if isinstance(part, MissionMarker)}),
    "moments": (vocabulary.MOMENTS, {word for card in LIBRARY.tactics.values() for word in card.when}),
}
UNUSED: dict[str, set[str]] = {}


@pytest.mark.parametrize("registry", USED)
def test_every_word_is_on_a_card(registry: str) -> None:
    """Each word of the vocabulary is used by a shipped card."""
    words, used = USED[registry]
    assert set(words) - used == UNUSED.get(registry, set())


def test_every_shape_of_effect_is_on_a_card() -> None:
    """GEN-3: tests, filters, areas, the user included, effects until the end of the round and of the match."""
    assert {effect.on for effect in EFFECTS} == {
        "self",
        "target",
        "other",
        "allies",
        "enemies",
        "all",
        "player",
        "opponent",
        "place",
    }
    assert {effect.until for effect in EFFECTS} == {"", "round", "match"}
    assert {bool(effect.test) for effect in EFFECTS} == {bool(effect.where) for effect in EFFECTS} == {True, False}
    assert any(effect.within for effect in EFFECTS) and any(effect.itself for effect in EFFECTS)
    assert {part.negated for part in PARTS if isinstance(part, Condition)} == {0, 1}
    assert {part.other for part in PARTS if isinstance(part, Condition)} == {0, 1}
    assert {part.on for card in LIBRARY.abilities.values() for part in card.standing} == {"self", "allies", "enemies"}


ALONE = {"activated", "activation_ended", "moved", "disengaged", "round_begins", "intendancy"}
IN_AN_ATTACK = {"attacks", "attacked", "hits", "misses", "wounded", "dodged"}


@pytest.mark.parametrize("name", LIBRARY.abilities)
def test_a_trigger_speaks_of_those_who_are_there(name: str) -> None:
    """ABI-1: triggers refer to another fighter or to the kind of attack only at moments that have them."""
    for trigger in LIBRARY.abilities[name].triggers:
        conditions = trigger.conditions
        if trigger.on in ALONE:
            assert not any(condition.other for condition in conditions)
            assert all(effect.on != "other" for effect in trigger.effects)
        if trigger.on not in IN_AN_ATTACK:
            assert not {condition.word for condition in conditions} & {"melee", "shooting"}


# --- abilities, missions, tactical cards ---


def test_abilities_are_somebodys() -> None:
    """ABI: each ability is on a card; most fighters have one, some two, a few none, like Anton (section 13)."""
    had = Counter(len(card.abilities) for card in LIBRARY.profiles.values())
    assert max(had) == 2 and had[1] > had[2] > had[0] == 1
    borne = Counter(name for card in BEARERS for name in card.abilities)
    borne.update(name for mission in LIBRARY.missions.values() for name in mission.abilities)
    assert set(borne) == set(LIBRARY.abilities)


def test_abilities_of_every_kind() -> None:
    """ABI-1, ABI-2, ACN-1, GEN-8: permanent, standing, triggered (free or not) and action abilities, and limits."""
    cards = list(LIBRARY.abilities.values())
    triggers = [trigger for card in cards for trigger in card.triggers]
    assert any(card.has and not card.standing and not card.triggers for card in cards)
    assert any(card.standing and not card.action for card in cards)
    assert {trigger.ordered for trigger in triggers} == {0, 1}
    assert any(trigger.ap for trigger in triggers) and any(trigger.sp for trigger in triggers)
    actions = [card for card in cards if card.action]
    assert {card.target for card in actions} == {"", "ally", "enemy"} and {card.place for card in actions} == {
        "",
        "point",
    }
    for field in ("ap", "sp", "per_round", "per_match", "range", "sight", "conditions"):
        assert {bool(getattr(card, field)) for card in actions} == {True, False}, field


def test_missions() -> None:
    """MAT-8: the records of all twelve missions, literally."""
    assert list(LIBRARY.missions.values()) == [
        Mission(
            "retreat_to_the_contaminated_zones",
            "bamaka",
            1,
            "confrontation",
            -1,
            (),
            (),
            (Score("end", "own_on_field", 1, 1), Score("end", "enemy_value_down", 1, 20)),
        ),
        Mission("mayhem", "jokers", 0, "ambush", 0, (), (), (Score("round", "enemies_hurt", 1, 1),)),
        Mission(
            "reign_of_terror",
            "matriarchy",
            0,
            "confrontation",
            0,
            (),
            (),
            (Score("round", "enemies_afraid", 1, 1), Score("end", "enemies_down", 1, 1)),
        ),
        Mission(
            "crossing",
            "",
            1,
            "confrontation",
            0,
            (MissionMarker("crossing", "centre"),),
            (),
            (Score("round", "holds_centre", 2, 1),),
        ),
        Mission("headhunt", "", 0, "ambush", 0, (), (), (Score("end", "enemy_value_down", 1, 10),)),
        Mission("breakthrough", "", 0, "confrontation", 0, (), (), (Score("end", "own_in_enemy_half", 2, 1),)),
        Mission(
            "endure",
            "",
            1,
            "ambush",
            0,
            (),
            (),
            (Score("end", "own_on_field", 1, 1), Score("end", "enemies_down", 1, 1)),
        ),
        Mission(
            "two_fronts",
            "",
            1,
            "ambush",
            0,
            (MissionMarker("outpost", "sides"),),
            (),
            (Score("round", "holds_sides", 1, 1),),
        ),
        Mission(
            "salvage",
            "",
            1,
            "confrontation",
            0,
            (MissionMarker("salvage", "centre"), MissionMarker("salvage", "sides")),
            ("pick_up",),
            (Score("end", "carries", 2, 1), Score("end", "carries_home", 2, 1)),
        ),
        Mission(
            "decapitation",
            "",
            0,
            "confrontation",
            0,
            (),
            (),
            (Score("end", "enemy_leader_down", 4, 1), Score("end", "enemy_dearest_down", 3, 1)),
        ),
        Mission("no_mans_land", "", 0, "ambush", 0, (), (), (Score("round", "keeps_centre_clear", 1, 1),)),
        Mission(
            "unbroken",
            "protection",
            1,
            "confrontation",
            0,
            (),
            (),
            (Score("end", "own_unhurt", 2, 1), Score("end", "own_leader_up", 2, 1)),
        ),
    ]


def test_missions_leave_a_choice() -> None:
    """MAT-8: eight are open to all; there are secret and revealed ones, of both deployments.

    Some secret missions score in each round.
    """
    open_to_all = [card for card in LIBRARY.missions.values() if not card.symbol]
    assert len(open_to_all) == 8
    assert Counter((card.revealed, card.deployment) for card in open_to_all) == {
        (revealed, deployment): 2 for revealed in (0, 1) for deployment in ("confrontation", "ambush")
    }
    assert sum(not card.revealed and card.scores[0].when == "round" for card in LIBRARY.missions.values()) >= 2
    # A face-down mission shows its deployment type: each type must leave the opponent guessing (PREP-5).
    assert Counter(card.deployment for card in open_to_all if not card.revealed) == {"confrontation": 2, "ambush": 2}
    assert all(set(card.abilities) <= set(LIBRARY.abilities) for card in LIBRARY.missions.values())


def test_tactical_cards() -> None:
    """MAT-9: cards by symbol; each keyword occurs; some lack `Tactical`."""
    cards = list(LIBRARY.tactics.values())
    assert {card.id for card in cards if not card.symbol} == {
        "second_wind",
        "field_dressing",
        "cold_snap",
        "dread",
        "boost",
        "scavenged_plans",
        "steady_hand",
        "dig_in",
        "foul_water",
        "feint",
        "leaders_blow",
        "crossfire",
        "evacuation",
        "plant_the_flag",
    }
    assert {(card.id, card.symbol) for card in cards if card.symbol} == {
        ("frenzy", "jokers"),
        ("sleight_of_hand", "jokers"),
        ("contaminated_area", "bamaka"),
        ("sermon_of_pain", "matriarchy"),
        ("targeting_uplink", "isc"),
        ("mortar_shell", "destruction"),
        ("crackdown", "order"),
        ("adrenaline", "evolution"),
        ("brace", "protection"),
        ("bedlam", "chaos"),
    }
    for field in ("tactical", "first_round", "cancel", "target", "place", "conditions"):
        assert {bool(getattr(card, field)) for card in cards} == {True, False}, field
    assert sum(not card.tactical for card in cards) >= 3
    assert {card.place for card in cards} == {"", "zone", "point"}


def test_any_hand_can_be_filled() -> None:
    """PREP-8: there are more open cards than any leader's PSI."""
    cards = [tactic for tactic in LIBRARY.tactics.values() if tactic.symbol == ""]
    assert len(cards) >= 2 * max(card.limbs[0].normal for card in LIBRARY.profiles.values())


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_card_reads_back_from_its_record(card: Any) -> None:
    """A card's record can be sent in a link or by a peer."""
    assert is_sound(card)


# --- scenery ---


def test_two_pieces_of_each_size() -> None:
    """PREP-6, TER-2."""
    sizes = [shape.size for shape in LIBRARY.pieces.values()]
    assert sorted(sizes) == sorted([*SIZES, *SIZES])
    assert all(len(shape.outline) > 4 for shape in LIBRARY.pieces.values()), "not only rectangles"


def test_all_pieces_fit_on_the_field_unturned() -> None:
    """PREP-6: in two rows, 5 cm from each other and the edges, on 60 x 60 cm."""
    rows = (
        ("collapsed_house", "devastated_zone", "oil_slick"),
        ("tanker", "bushes", "ruined_wall", "tree"),
        ("low_wall",),
    )
    placed: list[tuple[int, int, int, int]] = []
    bottom = 500
    for row in rows:
        left, top = 500, bottom
        for id in row:
            x0, y0, x1, y1 = box_of(LIBRARY.pieces[id].outline)
            placed.append((left, bottom, left + x1 - x0, bottom + y1 - y0))
            left, top = placed[-1][2] + 500, max(top, placed[-1][3])
        bottom = top + 500
    assert len(placed) == 8
    assert all(box[2] <= 5500 and box[3] <= 5500 for box in placed)
    assert all(
        one[2] + 500 <= two[0] or two[2] + 500 <= one[0] or one[3] + 500 <= two[1] or two[3] + 500 <= one[1]
        for one, two in combinations(placed, 2)
    )


# --- texts ---


def texts_of(language: str) -> dict[str, str]:
    """Return the cards' texts in a language."""
    found: dict[str, str] = json.loads((TEXTS / f"cards.{language}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("language", ["en", "fr", "de", "it", "pt"])
def test_every_card_has_its_texts(language: str) -> None:
    """Every id has texts, none is superfluous or empty."""
    texts = texts_of(language)
    expected = {
        f"{kind}.{id}.{part}"
        for kind, ids in (
            ("profile", LIBRARY.profiles),
            ("profile", LIBRARY.npfs),
            ("troop", LIBRARY.troops),
            ("mission", LIBRARY.missions),
            ("tactic", LIBRARY.tactics),
        )
        for id in ids
        for part in ("name", "text")
    }
    expected |= {f"ability.{id}{part}" for id in LIBRARY.abilities for part in ("", ".text")}
    expected |= {f"piece.{id}" for id in LIBRARY.pieces} | {f"size.{size}" for size in SIZES}
    expected |= {f"faction.{name}" for name in (*EDITIONS["fr3"].factions, "npf")}
    expected |= {f"stigma.{name}" for name in STIGMAS}
    expected |= {f"type.{name}" for card in BEARERS for name in card.types}
    expected |= {f"marker.{marker.kind}" for mission in LIBRARY.missions.values() for marker in mission.markers}
    assert set(texts) == expected
    assert all(isinstance(text, str) and text.strip() for text in texts.values())


@pytest.mark.parametrize("language", ["en", "fr", "de", "it", "pt"])
def test_names_tell_cards_apart(language: str) -> None:
    """MAT-9, TRP-3: cards of a kind have different names."""
    texts = texts_of(language)
    for kind, ids in (
        ("profile", [card.id for card in BEARERS]),
        ("mission", LIBRARY.missions),
        ("tactic", LIBRARY.tactics),
    ):
        assert len({texts[f"{kind}.{id}.name"] for id in ids}) == len(ids)
    assert len({texts[f"ability.{id}"] for id in LIBRARY.abilities}) == len(LIBRARY.abilities)


def test_english_names_are_those_on_the_cards() -> None:
    """MAT-3."""
    texts = texts_of("en")
    assert all(texts[f"profile.{card.id}.name"] == card.name for card in BEARERS)
    assert all(texts[f"troop.{id}.name"] == troop.name for id, troop in LIBRARY.troops.items())


# Costs, limits, lengths, tests as the texts say them.
SAID = {
    "en": {
        "ap": "{} AP",
        "sp": "{} SP",
        "per_round": "{}/round",
        "per_match": "{}/match",
        "cm": "{} cm",
        "test": "{} roll, difficulty {}",
        "action": "ction",
        "vp": "{} VP",
    },
    "fr": {
        "ap": "{} PA",
        "sp": "{} PS",
        "per_round": "{}/tour",
        "per_match": "{}/partie",
        "cm": "{} cm",
        "test": "jet de {}, difficulté {}",
        "action": "ction",
        "vp": "{} PV",
    },
}
CHARACTERISTICS = {
    "en": {"psi": "PSI", "cbt": "CBT", "vig": "VIG", "spd": "SPD"},
    "fr": {"psi": "PSI", "cbt": "CBT", "vig": "VIG", "spd": "RAP"},
}

# Numbers in a text that are the rules', not the card's: how near holds, keeps clear; how far is too far (in cm).
RULES = {
    "crossing": {5},
    "two_fronts": {5},
    "no_mans_land": {10},
    "still_hunter": {15},
    "underfoot": {15},
    "contaminated_area": {5},
}


def promised(card: Any, language: str) -> Iterator[str]:
    """Yield the phrases that a card's text must contain: costs, limits, lengths, tests, numbers."""
    said = SAID[language]
    if isinstance(card, Ability) and card.action:
        yield said["action"]
    for part in parts(card):
        for field in ("ap", "sp", "per_round", "per_match"):
            if getattr(part, field, 0):
                yield said[field].format(getattr(part, field))
        for field in ("within", "range"):
            if getattr(part, field, 0):
                yield said["cm"].format(getattr(part, field))
        if isinstance(part, Condition) and part.word.endswith("_within"):
            yield said["cm"].format(part.amount)
        if isinstance(part, Score):
            yield said["vp"].format(part.vp)
        if isinstance(part, Effect) and part.test:
            yield said["test"].format(CHARACTERISTICS[language][part.test], part.difficulty)
        if isinstance(part, Effect) and part.do in ("push", "pull"):
            yield said["cm"].format(part.amount)
        if isinstance(part, Effect) and part.do == "explode":
            yield f"({part.amount})"
        if isinstance(part, Effect) and part.do in ("gain_ap", "lose_ap"):
            yield said["ap"].format(part.amount)
        if isinstance(part, Effect) and part.do in ("gain_sp", "lose_sp"):
            yield said["sp"].format(part.amount)
        if isinstance(part, Effect) and part.do == "modify" and part.what in CHARACTERISTICS[language]:
            yield f"{part.amount:+d}"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_text_says_the_cards_numbers(card: Any, language: str) -> None:
    """GEN-3: a card's text overrides the rules, so it must state what the data does."""
    kind = {Ability: "ability", Mission: "mission", Tactic: "tactic"}[type(card)]
    text = texts_of(language)[f"{kind}.{card.id}.text"]
    assert [words for words in promised(card, language) if words not in text] == []
    has = {abs(number) for part in parts(card) for number in part if isinstance(number, int)}
    assert {int(number) for number in re.findall(r"[0-9]+", text)} - RULES.get(card.id, set()) <= has


# --- broken files ---


def broken(folder: Path, name: str, old: str, new: str) -> tuple[Malformed, int]:
    """Return the error of a copy of the content with one change, and the line of the change."""
    for file in FOLDER.glob("*.toml"):
        shutil.copy(file, folder)
    text = (folder / name).read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(Malformed) as refused:
        load_from(folder)
    return refused.value, text[: text.index(old)].count("\n") + 1


BROKEN = [
    # file, what is replaced, by what, code, rule, field, lines from the change to the place named
    ("jokers.toml", "psi       = [4, 3]", "psi       = [4]", "pair_expected", "MAT-3", "psi", 0),
    ("jokers.toml", "psi       = [1, 1]", "psi       = [1, 1.5]", "whole_number_expected", "MAT-3", "psi", 0),
    ("jokers.toml", "value     = 30", "value     = 31", "value_in_fives_from_10_to_50", "MAT-3", "value", 0),
    ("jokers.toml", 'faction   = "jokers"', 'faction   = "joker"', "unknown_word", "MAT-7", "faction", 0),
    ("jokers.toml", "torso = [5]", "torso = [4, 5]", "faces_share_out_1_to_6", "MAT-4", "faces", -3),
    ("jokers.toml", "torso = [5]", "torso = [5, 8]", "number_out_of_bounds", "MAT-4", "faces.torso", 0),
    ("jokers.toml", "legs  = [3, 1]", "leg   = [3, 1]", "field_missing", "MAT-4", "cp.legs", -4),
    (
        "jokers.toml",
        '"Welder\'s mask (Pr): head +1"',
        '"Welder\'s mask (Pr): nose +1"',
        "limb_expected",
        "EQP-5",
        "equipment[1]:21",
        0,
    ),
    (
        "jokers.toml",
        'equipment = ["Twin razors: CBT +1"]',
        'equipment = ["Twin razors: CBT 1"]',
        "signed_number_expected",
        "EQP-4",
        "equipment[0]:18",
        0,
    ),
    ("jokers.toml", 'id        = "anton"', 'id        = "yuri"', "id_twice", "TRP-3", "id", 0),
    ("jokers.toml", "value     = 10\n", "", "field_missing", "MAT-3", "value", -7),
    ("jokers.toml", "value     = 10", "value     = 10\nworth = 10", "unknown_field", "MAT-3", "worth", 1),
    ("jokers.toml", '"anton", "big_mirko"]', '"anton", "big_mirco"]', "unknown_profile", "TRP-1", "profiles", 0),
    ("jokers.toml", "value     = 15", "value     = 20", "troop_too_dear", "TRP-2", "profiles", None),
    ("open.toml", 'count = "holds_centre"', 'count = "holds_center"', "unknown_word", "MAT-8", "scores[0].count", 0),
    ("open.toml", 'deployment = "ambush"', 'deployment = "ambushed"', "unknown_word", "MAT-8", "deployment", 0),
    ("open.toml", 'where = "centre"', 'where = "corner"', "unknown_word", "MAT-8", "markers[0].where", 0),
    ("open.toml", 'do = "gain_ap"', 'do = "gain_hp"', "unknown_word", "MAT-9", "effects[0].do", 0),
    ("open.toml", 'what = "slowdown"', 'what = "frost"', "unknown_word", "MAT-9", "effects[0].what", 0),
    (
        "open.toml",
        'what = "spd", on = "target", until = "round"',
        'what = "spd", on = "target"',
        "field_missing",
        "MAT-9",
        "effects[0].until",
        0,
    ),
    ("open.toml", 'target   = "ally"', 'target   = ""', "unknown_word", "MAT-9", "effects[0].on", 1),
    ("open.toml", "cancel   = 1", "cancel   = -1", "number_out_of_bounds", "MAT-9", "cancel", 0),
    ("bamaka.toml", 'place       = "zone"\n', "", "unknown_word", "MAT-9", "effects[0].on", 0),
    (
        "bamaka.toml",
        'do = "zone", amount = 1',
        'do = "explode", amount = 1',
        "unknown_word",
        "MAT-9",
        "effects[0].until",
        0,
    ),
    ("bamaka.toml", '"quick_hand"]', '"quick_hands"]', "unknown_ability", "ABI-1", "abilities", 0),
    ("bamaka.toml", '"ally_within 3"', '"ally_within"', "condition_needs", "ABI-1", "standing[0].if[0]", 0),
    ("jokers.toml", '"in_contact 2"', '"in_contact 9"', "number_out_of_bounds", "ABI-1", "standing[0].if[0]", 0),
    ("jokers.toml", '"slips_away", "brushes_past"', '"slips_away", "slips_away"', "unknown_word", "ABI-1", "has[0]", 0),
    ("jokers.toml", 'if = ["behind"]', 'if = ["ahead"]', "unknown_word", "ABI-1", "triggers[1].if[0]", 0),
    ("jokers.toml", "ordered = true", 'ordered = "yes"', "true_or_false_expected", "ABI-1", "triggers[0].ordered", 0),
    ("jokers.toml", "amount = 8,", "amount = 80,", "number_out_of_bounds", "ABI-1", "effects[0].amount", 0),
    (
        "matriarchy.toml",
        'test = "spd", difficulty = 4',
        'test = "spd"',
        "test_and_difficulty_go_together",
        "ROLL-1",
        "triggers[0].effects[0].difficulty",
        0,
    ),
    (
        "matriarchy.toml",
        'where = ["type penitent"]',
        'where = ["type Penitent"]',
        "id_expected",
        "ABI-1",
        "standing[0].where[0]",
        0,
    ),
    ("isc.toml", 'what = "charge"', 'what = "charges"', "unknown_word", "ABI-1", "standing[1].what", 0),
    (
        "isc.toml",
        '"not other large"], effects = [{ do = "push"',
        '"not other large"], effects = [{ do = "shove"',
        "unknown_word",
        "ABI-1",
        "triggers[1].effects[0].do",
        0,
    ),
    ("isc.toml", 'range     = 25\nplace     = "point"', "range     = 25", "unknown_word", "ABI-1", "effects[0].on", 1),
    (
        "open.toml",
        'when    = ["action"]\ntarget  = "ally"\neffects',
        'target  = "ally"\neffects',
        "tactical_or_when",
        "TAC-3",
        "when",
        -2,
    ),
    ("open.toml", 'if       = ["free"]', 'if       = ["melee", "free now"]', "condition_needs", "MAT-9", "if[1]", 0),
    ("open.toml", '"pick_up"]', '"pick_it_up"]', "unknown_ability", "ABI-1", "abilities", 0),
    ("npf.toml", 'faction   = "npf"', 'faction   = "bamaka"', "unknown_word", "MAT-7", "faction", 0),
    ("npf.toml", "level     = 5", "level     = 6", "number_out_of_bounds", "MAT-3", "level", 0),
    ("npf.toml", "level     = 1", "value     = 10", "field_missing", "MAT-3", "level", -7),
    ("npf.toml", 'id        = "bloater"', 'id        = "anton"', "id_twice", "TRP-3", "id", 0),
    ("npf.toml", 'id        = "bloater"', 'id        = "starveling"', "id_twice", "TRP-3", "id", 0),
    ("npf.toml", '"foul_burst"]', '"foul_bursts"]', "unknown_ability", "ABI-1", "abilities", 0),
    ("scenery.toml", 'size    = "small"', 'size    = "medium"', "size_by_the_cards", "TER-2", "size", 0),
    ("scenery.toml", 'like    = "tree"', 'like    = "oak"', "unknown_word", "TER-2", "like", 0),
    (
        "scenery.toml",
        "[[-9, -22], [9, -22],",
        "[[9, -22], [-9, -22],",
        "outline_is_simple_and_counterclockwise",
        "TER-2",
        "outline",
        0,
    ),
    ("scenery.toml", "passable = true\n", "", "slow_is_for_passable", "MOVE-2", "slow", 0),
]


@pytest.mark.parametrize(("name", "old", "new", "code", "rule", "field", "lines"), BROKEN)
def test_a_broken_card_is_named_by_file_line_field_and_rule(
    tmp_path: Path,
    name: str,
    old: str,
    new: str,
    code: str,
    rule: str,
    field: str,
    lines: int | None,
) -> None:
    """The error has the place in the file."""
    fault, line = broken(tmp_path, name, old, new)
    assert (fault.code, fault.rule) == (code, rule)
    if lines is None:
        assert fault.where.startswith(f"{name}:") and fault.where.endswith(f":{field}")
    else:
        assert fault.where == f"{name}:{line + lines}:{field}"


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ("[[profile]\n", "not_toml", "bad.toml"),
        ("\n[[profil]]\n", "unknown_kind", "bad.toml:2:profil"),
        ("profile = 3\n", "list_expected", "bad.toml:1:profile"),
        ("profile = [3]\n", "table_expected", "bad.toml:1:profile"),
        ("[[piece]]\n\n[[profile]]\n", "field_missing", "bad.toml:3:id"),
        ("#" * 200_001, "too_long", "bad.toml"),
    ],
)
def test_a_file_that_holds_no_cards_is_refused(tmp_path: Path, text: str, code: str, where: str) -> None:
    """A TOML file without cards is an error."""
    (tmp_path / "bad.toml").write_text(text, encoding="utf-8")
    with pytest.raises(Malformed) as refused:
        load_from(tmp_path)
    assert (refused.value.code, refused.value.where) == (code, where)


def test_an_empty_folder_is_an_empty_library(tmp_path: Path) -> None:
    """An empty folder is valid, and the shipped library is read once."""
    assert load_from(tmp_path) == Library()
    assert load() is load()


def test_records_hold_whole_numbers_texts_and_tuples_only() -> None:
    """Records can be part of the state."""

    def check(value: object) -> None:
        if isinstance(value, tuple):
            for item in value:
                check(item)
        else:
            assert type(value) in (int, str), value

    for records in (
        LIBRARY.profiles,
        LIBRARY.npfs,
        LIBRARY.abilities,
        LIBRARY.missions,
        LIBRARY.tactics,
        LIBRARY.pieces,
        LIBRARY.troops,
    ):
        for record in records.values():
            check(record)


def test_what_a_build_compiles_is_the_same_library() -> None:
    """The compiled module, run as in the browser, yields equal cards without reading TOML."""
    names: dict[str, object] = {"__name__": "eden_core.cards._compiled"}
    exec(compile(compiled_source(load()), "_compiled.py", "exec"), names)
    assert names["LIBRARY"] == load()
