"""The cards that ship: what the rulebooks print of them, totals, variety, texts, and what a broken file says."""

from __future__ import annotations

import json
import shutil
from importlib import resources
from itertools import combinations
from pathlib import Path

import pytest

from eden_core.content import Library, load
from eden_core.content.reading import COUNTS, EFFECTS, SIZES, compiled_source, load_from
from eden_core.errors import Malformed
from eden_core.geometry import box_of
from eden_core.profile import Effect, Limb, Mission, MissionMarker, Profile, Score, Tactic, check_troop
from eden_core.rules import missions, tactics
from eden_core.ruleset import EDITIONS

FOLDER = Path(str(resources.files("eden_core.content")))
TEXTS = Path(__file__).parent.parent / "web" / "texts"
LIBRARY = load()


def values(profile: Profile) -> list[tuple[int, int]]:
    """The four characteristics, normal and wounded."""
    return [(limb.normal, limb.wounded) for limb in profile.limbs]


# --- the rulebooks' facts ----------------------------------------------------------------------------------------

def test_yuri_is_as_the_rulebooks_print_him() -> None:
    """MAT-3, MAT-4: section 13's worked example."""
    yuri = LIBRARY.profiles["yuri"]
    assert (yuri.name, yuri.faction, yuri.stigma, yuri.types) == ("Yûri", "jokers", "chaos", ("human",))
    assert (yuri.base, yuri.value, yuri.level) == (30, 25, 0)
    assert yuri.limbs[0] == Limb(white=2, red=2, normal=4, wounded=3, faces=(1,))
    assert [limb.normal for limb in yuri.limbs] == [4, 4, 4, 5]
    assert [(gear.name, gear.modes[0].category) for gear in yuri.gear] == [
        ("Molotov", "throwing"), ("Throwing knives", "shooting"),
    ]


def test_other_fighters_are_as_the_rulebooks_print_them() -> None:
    """Section 13: Vlädd, Elenia, Anton, Abama, Ngobo."""
    cards = LIBRARY.profiles
    assert (cards["vladd"].limbs[0].normal, cards["vladd"].limbs[1].normal) == (3, 6)
    assert [gear.modes[0].category for gear in cards["vladd"].gear][0] == "blast"
    assert (5 in cards["elenia"].limbs[2].faces, cards["elenia"].limbs[3].faces) == (True, (6,))
    assert (cards["anton"].value, cards["anton"].gear) == (10, ())
    assert values(cards["anton"])[:2] == [(1, 1), (5, 4)] and values(cards["anton"])[3] == (2, 1)
    assert cards["anton"].limbs[2].normal == 3
    assert cards["abama"].limbs[1].normal == 4
    assert cards["abama"].limbs[2].normal == max(card.limbs[2].normal for card in cards.values())
    assert (values(cards["ngobo"])[1], cards["ngobo"].limbs[3].normal) == ((5, 4), 6)


def test_the_worked_examples_of_cards() -> None:
    """MAT-8, MAT-9: Retreat to the Contaminated Zones; Contaminated Area."""
    mission = LIBRARY.missions["retreat_to_the_contaminated_zones"]
    assert (mission.symbol, mission.revealed, mission.deployment, mission.rounds) == ("bamaka", 1, "confrontation", -1)
    assert LIBRARY.tactics["contaminated_area"] == Tactic(
        "contaminated_area", "bamaka", tactical=1, first_round=1, cancel=0, target="", place="zone",
        effects=(Effect("zone", 1, "", "place", "match"),),
    )


# --- what ships --------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("faction", ["jokers", "bamaka"])
def test_a_faction_is_five_fighters_of_100_points(faction: str) -> None:
    """TRP-2: exactly five with a total of 100; the ready-made troop is legal in all editions."""
    cards = [card for card in LIBRARY.profiles.values() if card.faction == faction]
    troop = LIBRARY.troops[f"{faction}_starter"]
    assert troop.profiles == tuple(cards) and len(cards) == 5
    assert sum(card.value for card in cards) == 100
    for ruleset in EDITIONS.values():
        assert check_troop(ruleset, troop, 100) == []


@pytest.mark.parametrize("faction", ["jokers", "bamaka"])
def test_a_faction_has_something_of_everything(faction: str) -> None:
    """EQP: a shooter, a thrower, a blaster, weapons of melee, protections; both bases (MAT-2)."""
    cards = [card for card in LIBRARY.profiles.values() if card.faction == faction]
    found = {mode.category for card in cards for gear in card.gear for mode in gear.modes}
    assert found >= {"melee", "shooting", "throwing", "blast", "protection"}
    assert {card.base for card in cards} == {30, 40}


def test_the_lists() -> None:
    """What this release holds, by id."""
    assert set(LIBRARY.profiles) == {
        "yuri", "vladd", "elenia", "anton", "big_mirko", "abama", "ngobo", "makena", "sefu", "juma",
    }
    assert set(LIBRARY.missions) == {
        "crossing", "headhunt", "breakthrough", "endure", "retreat_to_the_contaminated_zones", "mayhem",
    }
    assert set(LIBRARY.tactics) == {
        "second_wind", "field_dressing", "cold_snap", "dread", "boost", "scavenged_plans", "steady_hand", "dig_in",
        "foul_water", "frenzy", "contaminated_area",
    }


def test_missions() -> None:
    """MAT-8: each mission's record, literally."""
    assert list(LIBRARY.missions.values()) == [
        Mission("retreat_to_the_contaminated_zones", "bamaka", 1, "confrontation", -1, (), (
            Score("end", "own_on_field", 1, 1, 0), Score("end", "enemy_value_down", 1, 20, 0))),
        Mission("mayhem", "jokers", 0, "ambush", 0, (), (Score("round", "enemies_hurt", 1, 1, 0),)),
        Mission("crossing", "", 1, "confrontation", 0, (MissionMarker("crossing", "centre"),), (
            Score("round", "holds_centre", 2, 1, 0),)),
        Mission("headhunt", "", 0, "ambush", 0, (), (Score("end", "enemy_value_down", 1, 10, 0),)),
        Mission("breakthrough", "", 0, "confrontation", 0, (), (Score("end", "own_in_enemy_half", 2, 1, 0),)),
        Mission("endure", "", 1, "ambush", 0, (), (
            Score("end", "own_on_field", 1, 1, 0), Score("end", "enemies_down", 1, 1, 0))),
    ]


def test_any_hand_can_be_filled() -> None:
    """PREP-8: open cards, and a faction's own, are more than any leader's PSI."""
    cards = [tactic for tactic in LIBRARY.tactics.values() if tactic.symbol == ""]
    assert len(cards) >= max(card.limbs[0].normal for card in LIBRARY.profiles.values())


def test_registries_hold_no_more_than_is_described() -> None:
    """Cards as data: the names that other modules implement."""
    assert {score.count for mission in LIBRARY.missions.values() for score in mission.scores} <= COUNTS
    assert {effect.do for tactic in LIBRARY.tactics.values() for effect in tactic.effects} <= EFFECTS


def test_every_registered_name_is_carried_out_by_the_rules() -> None:
    """Cards as data: `rules/` has each count and each effect, and no other."""
    assert COUNTS == set(missions.COUNTS)
    assert EFFECTS == {*tactics.EFFECTS, "gain_sp", "score", "zone"}


# --- scenery -----------------------------------------------------------------------------------------------------

def test_two_pieces_of_each_size() -> None:
    """PREP-6, TER-2."""
    sizes = [shape.size for shape in LIBRARY.pieces.values()]
    assert sorted(sizes) == sorted([*SIZES, *SIZES])
    assert all(len(shape.outline) > 4 for shape in LIBRARY.pieces.values()), "not only rectangles"


def test_all_pieces_fit_on_the_field_unturned() -> None:
    """PREP-6: in two rows, 5 cm from each other and the edges, on 60 x 60."""
    rows = (("collapsed_house", "devastated_zone", "oil_slick"), ("tanker", "bushes", "ruined_wall", "tree"),
            ("low_wall",))
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
    assert all(one[2] + 500 <= two[0] or two[2] + 500 <= one[0] or one[3] + 500 <= two[1] or two[3] + 500 <= one[1]
               for one, two in combinations(placed, 2))


# --- texts -------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_card_has_its_texts(language: str) -> None:
    """Texts for players: every id, no key more, nothing empty."""
    texts = json.loads((TEXTS / f"cards.{language}.json").read_text(encoding="utf-8"))
    expected = {f"{kind}.{id}.{part}" for kind, ids in (
        ("profile", LIBRARY.profiles), ("troop", LIBRARY.troops), ("mission", LIBRARY.missions),
        ("tactic", LIBRARY.tactics),
    ) for id in ids for part in ("name", "text")}
    expected |= {f"piece.{id}" for id in LIBRARY.pieces} | {f"size.{size}" for size in SIZES}
    expected |= {f"faction.{name}" for name in (*EDITIONS["fr3"].factions, "npf")}
    expected |= {f"stigma.{name}" for name in ("destruction", "order", "evolution", "protection", "chaos")}
    expected |= {f"type.{name}" for card in LIBRARY.profiles.values() for name in card.types}
    expected |= {f"marker.{marker.kind}" for mission in LIBRARY.missions.values() for marker in mission.markers}
    assert set(texts) == expected
    assert all(isinstance(text, str) and text.strip() for text in texts.values())


# --- broken files ------------------------------------------------------------------------------------------------

def broken(folder: Path, name: str, old: str, new: str) -> tuple[Malformed, int]:
    """The fault of a copy of the content with one change, and the line of the change."""
    for file in FOLDER.glob("*.toml"):
        shutil.copy(file, folder)
    text = (folder / name).read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(Malformed) as refused:
        load_from(folder)
    return refused.value, text[:text.index(old)].count("\n") + 1


BROKEN = [
    # file, what is replaced, by what, code, rule, field, lines from the change to the place named
    ("jokers.toml", "psi       = [4, 3]", "psi       = [4]", "pair_expected", "MAT-3", "psi", 0),
    ("jokers.toml", "psi       = [1, 1]", "psi       = [1, 1.5]", "whole_number_expected", "MAT-3", "psi", 0),
    ("jokers.toml", "value     = 30", "value     = 31", "value_in_fives_from_10_to_50", "MAT-3", "value", 0),
    ("jokers.toml", 'faction   = "jokers"', 'faction   = "joker"', "unknown_word", "MAT-7", "faction", 0),
    ("jokers.toml", "torso = [5]", "torso = [4, 5]", "faces_share_out_1_to_6", "MAT-4", "faces", -3),
    ("jokers.toml", "torso = [5]", "torso = [5, 8]", "number_out_of_bounds", "MAT-4", "faces.torso", 0),
    ("jokers.toml", "legs  = [3, 1]", "leg   = [3, 1]", "field_missing", "MAT-4", "cp.legs", -4),
    ("jokers.toml", '"Welder\'s mask (Pr): head +1"', '"Welder\'s mask (Pr): nose +1"', "limb_expected", "EQP-5",
     "equipment[1]:21", 0),
    ("jokers.toml", 'equipment = ["Twin razors: CBT +1"]', 'equipment = ["Twin razors: CBT 1"]',
     "signed_number_expected", "EQP-4", "equipment[0]:18", 0),
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
    ("open.toml", 'what = "spd", on = "target", until = "round"', 'what = "spd", on = "target"', "field_missing",
     "MAT-9", "effects[0].until", 0),
    ("open.toml", 'target   = "ally"', 'target   = ""', "unknown_word", "MAT-9", "effects[0].on", 1),
    ("open.toml", "cancel   = 1", "cancel   = -1", "number_out_of_bounds", "MAT-9", "cancel", 0),
    ("bamaka.toml", 'place       = "zone"\n', "", "zone_and_place_go_together", "MAT-9", "place", -5),
    ("scenery.toml", 'size    = "small"', 'size    = "medium"', "size_by_the_cards", "TER-2", "size", 0),
    ("scenery.toml", 'like    = "tree"', 'like    = "oak"', "unknown_word", "TER-2", "like", 0),
    ("scenery.toml", "[[-9, -22], [9, -22],", "[[9, -22], [-9, -22],", "outline_is_simple_and_counterclockwise",
     "TER-2", "outline", 0),
    ("scenery.toml", "passable = true\n", "", "slow_is_for_passable", "MOVE-2", "slow", 0),
]


@pytest.mark.parametrize(("name", "old", "new", "code", "rule", "field", "lines"), BROKEN)
def test_a_broken_card_is_named_by_file_line_field_and_rule(
    tmp_path: Path, name: str, old: str, new: str, code: str, rule: str, field: str, lines: int | None,
) -> None:
    """Cards as data: the error says where."""
    fault, line = broken(tmp_path, name, old, new)
    assert (fault.code, fault.rule) == (code, rule)
    if lines is None:
        assert fault.where.startswith(f"{name}:") and fault.where.endswith(f":{field}")
    else:
        assert fault.where == f"{name}:{line + lines}:{field}"


@pytest.mark.parametrize(("text", "code", "where"), [
    ("[[profile]\n", "not_toml", "bad.toml"),
    ("\n[[profil]]\n", "unknown_kind", "bad.toml:2:profil"),
    ("profile = 3\n", "list_expected", "bad.toml:1:profile"),
    ("profile = [3]\n", "table_expected", "bad.toml:1:profile"),
    ("[[piece]]\n\n[[profile]]\n", "field_missing", "bad.toml:3:id"),
    ("#" * 200_001, "too_long", "bad.toml"),
])
def test_a_file_that_holds_no_cards_is_refused(tmp_path: Path, text: str, code: str, where: str) -> None:
    """Cards as data."""
    (tmp_path / "bad.toml").write_text(text, encoding="utf-8")
    with pytest.raises(Malformed) as refused:
        load_from(tmp_path)
    assert (refused.value.code, refused.value.where) == (code, where)


def test_an_empty_folder_is_an_empty_library(tmp_path: Path) -> None:
    """Cards as data; and the library that ships is read once."""
    assert load_from(tmp_path) == Library()
    assert load() is load()


def test_records_hold_whole_numbers_texts_and_tuples_only() -> None:
    """Architecture: fit to stand in the state."""
    def check(value: object) -> None:
        if isinstance(value, tuple):
            for item in value:
                check(item)
        else:
            assert type(value) in (int, str), value

    for records in (LIBRARY.profiles, LIBRARY.missions, LIBRARY.tactics, LIBRARY.pieces, LIBRARY.troops):
        for record in records.values():
            check(record)


def test_what_a_build_compiles_is_the_same_library() -> None:
    """The site's module, run as the browser's Python runs it, makes equal cards without reading TOML."""
    names: dict[str, object] = {"__package__": "eden_core.content", "__name__": "eden_core.content._compiled"}
    exec(compile(compiled_source(load()), "_compiled.py", "exec"), names)
    assert names["LIBRARY"] == load()
