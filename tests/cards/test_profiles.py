"""The notation of equipment, inline cards and the legality of troops: tables of literal cases (MAT, TRP, EQP)."""

from __future__ import annotations

import pytest

from eden_core.cards.equipment import LANGUAGES, WORDS, Gear, Mode, folded, gear_text, parse_gear
from eden_core.cards.profile_reading import profile_from_card
from eden_core.cards.records import Limb, Profile, Troop
from eden_core.cards.shipped import load
from eden_core.cards.troops import check_troop
from eden_core.errors import Malformed
from eden_core.ruleset import EDITIONS

# --- EQP: the notation ---

RIFLE = Mode("shooting", cbt=1, strength=3, range=3000, per_match=3)
MOLOTOV = Mode("throwing", range=1500, burn=1, explosive=2, per_match=1)
FLAMER = Mode("blast", burn=2, fear=1, per_round=1)
HELMET = Mode("protection", protects=(1, 0, 0, 0))
ARMOUR = Mode("protection", protects=(1, 1, 1, 1))
GREAVES = Mode("protection", protects=(0, 1, 2, 1))
DART = Mode("shooting", cbt=-1, strength=1, range=2500, poison=1, slowdown=2)

READ = [
    # en
    ("Rifle (Shooting): CBT +1 - Str (3), Range (30), 3/match", "Rifle", RIFLE),
    ("Molotov (Throwing): - Burn (1), Explosive (2), Range (15), 1/match", "Molotov", MOLOTOV),
    ("Molotov (Projectile): Burn (1), Explosive (2), Range (15), 1/match", "Molotov", MOLOTOV),
    ("Flamer (Blast): - Burn (2), Fear (1), 1/round", "Flamer", FLAMER),
    ("Helmet (PR): head + 1", "Helmet", HELMET),
    ("Gyromagnetic Field (Pr): complete +1", "Gyromagnetic Field", ARMOUR),
    ("Greaves (Pr): arms, legs +1, torso +2", "Greaves", GREAVES),
    ("Dart (Shooting): CBT -1 - Str (1), Range (25), Poison (1), Slowdown (2)", "Dart", DART),
    ("Machete: CBT +1", "Machete", Mode("melee", cbt=1)),
    ("Chain: - Fear (1), 2/match", "Chain", Mode("melee", fear=1, per_match=2)),
    ("Scanner (Tech)", "Scanner", Mode("tech")),
    ("Bellows (Blast)", "Bellows", Mode("blast")),
    # fr
    ("Fusil (Tir) : CBT +1 - Pui (3), Portée (30), 3/partie", "Fusil", RIFLE),
    ("Cocktail (Jet) : Portée (15), Brûlure (1), Explosif (2), 1/partie", "Cocktail", MOLOTOV),
    ("Lance-flammes (Souffle) : - Brûlure (2), Effrayant (1), 1/tour", "Lance-flammes", FLAMER),
    ("Casque (Pr) : Tête +1", "Casque", HELMET),
    ("Armure (Pr) : Complète +1", "Armure", ARMOUR),
    ("Plaques (Pr) : bras et jambes +1, torse +2", "Plaques", GREAVES),
    ("Sarbacane (Tir) : CBT -1 - Pui (1), Portée (25), Empoisonné (1), Incapacitant (2)", "Sarbacane", DART),
    # de, with the scan's lost umlauts too
    ("Gewehr (Schuss): KAT +1 - STÄ (3), Reichweite (30), 3/Spiel", "Gewehr", RIFLE),
    ("Gewehr (Schuß): KAT +1 - STA (3), Reichweite (30), 3/ Spiel", "Gewehr", RIFLE),
    ("Brandflasche (Wurf): - Brand (1), Explosiv (2), Reichweite (15), 1/Spiel", "Brandflasche", MOLOTOV),
    ("Flammenwerfer (Fläche): - Brand (2), Furcht (1), 1/Runde", "Flammenwerfer", FLAMER),
    ("Helm (RS): Kopf +1", "Helm", HELMET),
    ("Panzer (RS): Alle +1", "Panzer", ARMOUR),
    ("Schienen (RS): Arme und Beine +1, Rumpf +2", "Schienen", GREAVES),
    # it
    ("Fucile (Tiro): CBT +1 - For (3), Gittata (30), 3/Partita", "Fucile", RIFLE),
    (
        "Bottiglia molotov (Proiettile): - Bruciare (1), Esplosivo (2), Gittata (15), 1 / Partita",
        "Bottiglia molotov",
        MOLOTOV,
    ),
    ("Lanciafiamme (Esplosione): - Bruciare (2), Paura (1), 1/Turno", "Lanciafiamme", FLAMER),
    ("Casco (PR): testa + 1", "Casco", HELMET),
    ("Corazza (Pr): completo +1", "Corazza", ARMOUR),
    ("Piastre (Pr): braccia e gambe +1, torso +2", "Piastre", GREAVES),
    # pt
    ("Rifle (Tiro): CBT+1 - Pot (3), Alcance (30), 3/partida", "Rifle", RIFLE),
    ("Garrafa (Arremesso): - Queimadura (1), Explosivo (2), Alcance (15), 1/partida", "Garrafa", MOLOTOV),
    ("Lança-chamas (Sopro): - Queimadura (2), Aterrorizante (1), 1/turno", "Lança-chamas", FLAMER),
    ("Capacete (PR): Cabeça+1", "Capacete", HELMET),
    ("Campo giromagnético (Pr): Completa+1", "Campo giromagnético", ARMOUR),
    ("Placas (Pr): braços e pernas +1, torso +2", "Placas", GREAVES),
    # spacing, case, dashes, wrapped lines, accents typed apart
    ("  RIFLE  (shooting):cbt+1-str(3),range(30),3 / MATCH  ", "RIFLE", RIFLE),
    ("Rifle (Shooting): CBT + 1 – Str (3), Range (30), 3/match", "Rifle", RIFLE),
    ("Rifle (Shooting):\nCBT +1 —\nStr (3),\nRange (30), 3/match.", "Rifle", RIFLE),
    ("Dart (Shooting): CBT −1 ‑ Str (1), Range (25), Poison (1), Slowdown (2)", "Dart", DART),
    ("Cocktail (Jet) : - Porte\u0301e (15), Bru\u0302lure (1), Explosif (2), 1/partie", "Cocktail", MOLOTOV),
]


@pytest.mark.parametrize(("text", "name", "mode"), READ)
def test_a_card_is_read_as_printed(text: str, name: str, mode: Mode) -> None:
    """EQP-1, 2, 3, 4, 5, 6, 7, 8: the words of the five languages."""
    assert parse_gear(text) == Gear(name, (mode,), text)


AXE = (Mode("melee", cbt=1), Mode("throwing", range=1000, burn=1))

READ_TWO = [
    ("Axe (Melee/Throwing): CBT +1 / - Range (10), Burn (1)", AXE),
    ("Axe (Melee / Throwing) CBT +1 / Range (10), Burn (1)", AXE),
    ("Axe (Melee/Throwing)\nCBT +1\n- Range (10),\nBurn (1)", AXE),
    ("Hache (Mêlée/Jet) :\nCBT +1\n/ - Portée (10), Brûlure (1)", AXE),
    (
        "Bow (Shooting/Throwing): CBT +1 - Str (2), Range (20) CBT -1 - Range (10)",
        (Mode("shooting", cbt=1, strength=2, range=2000), Mode("throwing", cbt=-1, range=1000)),
    ),
    ("Shield (Pr/Tech): arms +1", (Mode("protection", protects=(0, 1, 0, 0)), Mode("tech"))),
    ("Visor (Tech/Pr): head +1", (Mode("tech"), Mode("protection", protects=(1, 0, 0, 0)))),
    (
        "Horn (Pr/Blast): head +2 / - Fear (1), 1/round",
        (Mode("protection", protects=(2, 0, 0, 0)), Mode("blast", fear=1, per_round=1)),
    ),
    ("Chainsaw (Tech): CBT +2 - Fear (1)", (Mode("melee", cbt=2, fear=1), Mode("tech"))),
]


@pytest.mark.parametrize(("text", "modes"), READ_TWO)
def test_two_categories_have_each_their_own(text: str, modes: tuple[Mode, ...]) -> None:
    """EQP-1, EQP-3, EQP-4: two categories; technology with a bonus is a melee weapon."""
    assert parse_gear(text).modes == modes


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [row[0] for row in READ]
    + [row[0] for row in READ_TWO]
    + [gear.text for profile in load().profiles.values() for gear in profile.gear],
)
def test_what_is_written_reads_back(text: str, language: str) -> None:
    """EQP-1: the notation of any language gives the same modes."""
    gear = parse_gear(text)
    written = gear_text(gear, language)
    assert parse_gear(written).modes == gear.modes
    assert gear_text(parse_gear(written), language) == written


def test_a_word_means_one_thing_in_all_languages() -> None:
    """EQP-1: the languages may be mixed."""
    meanings: dict[str, set[str]] = {}
    for words in WORDS.values():
        assert words.keys() == WORDS["en"].keys()
        for sense, forms in words.items():
            for form in forms:
                meanings.setdefault(folded(form), set()).add(sense)
    assert {form: senses for form, senses in meanings.items() if len(senses) > 1} == {}


REFUSED = [
    # text, code, rule, column
    ("", "name_missing", "EQP-1", 1),
    ("(Shooting): Str (3)", "name_missing", "EQP-1", 1),
    ("Molotov", "nothing_said", "EQP-1", 8),
    ("Machete:", "nothing_said", "EQP-1", 9),
    ("Rifle (Shooting) CBT +1", "colon_expected", "EQP-1", 18),
    ("Rifle (Shooting: CBT +1", "colon_expected", "EQP-1", 7),
    ("Rifle (Gun): CBT +1", "unknown_category", "EQP-1", 8),
    ("Rifle (): CBT +1", "unknown_category", "EQP-1", 8),
    ("Rifle (Shooting/Tir): CBT +1", "said_twice", "EQP-1", 17),
    ("Rifle (Shooting/Pr/Tech): CBT +1", "too_many_categories", "EQP-1", 20),
    ("Rifle (Shooting): CBT 1 - Str (3), Range (30)", "signed_number_expected", "EQP-4", 23),
    ("Rifle (Shooting): CBT +X - Str (3), Range (30)", "number_expected", "EQP-4", 24),
    ("Rifle (Shooting): CBT +0 - Str (3), Range (30)", "number_out_of_bounds", "EQP-4", 24),
    ("Rifle (Shooting): SPD +1 - Str (3), Range (30)", "unknown_effect", "EQP-1", 19),
    ("Rifle (Shooting): CBT +1 - Str (3)", "effect_missing", "EQP-8", 35),
    ("Rifle (Shooting): CBT +1 - Str 3, Range (30)", "bracket_expected", "EQP-8", 32),
    ("Rifle (Shooting): - Str (3, Range (30)", "bracket_expected", "EQP-8", 27),
    ("Rifle (Shooting): - Str (3) Range (30)", "comma_expected", "EQP-1", 29),
    ("Rifle (Shooting): - Str (3), Range (30), Range (20)", "said_twice", "EQP-8", 42),
    ("Rifle (Shooting): - Str (3), Range (30), 3/day", "round_or_match_expected", "EQP-8", 44),
    ("Rifle (Shooting): - Str (3), Range (30), 3 match", "slash_expected", "EQP-8", 44),
    ("Rifle (Shooting): - Str (3), Range (30), 0/match", "number_out_of_bounds", "EQP-8", 42),
    ("Rifle (Shooting): - Str (3), Range (30),", "unknown_effect", "EQP-1", 41),
    ("Rifle (Shooting): - Str (3), Range (30) extra", "nothing_more_expected", "EQP-1", 41),
    ("Rifle (Shooting): - Str (3), Range (30) / CBT +1", "nothing_more_expected", "EQP-1", 41),
    ("Rifle (Shooting): - Str (999), Range (30)", "number_out_of_bounds", "EQP-8", 26),
    ("Rifle (Shooting): - Str (3), Range (" + "9" * 200 + ")", "number_out_of_bounds", "EQP-8", 37),
    ("Rifle (Shooting): - Str (²), Range (30)", "number_expected", "EQP-8", 26),
    ("Rifle (Shooting): - Glow (1), Range (30)", "unknown_effect", "EQP-1", 21),
    ("Machete: CBT +1 - Range (10)", "effect_not_of_category", "EQP-8", 19),
    ("Molotov (Throwing): - Str (3), Range (15)", "effect_not_of_category", "EQP-8", 23),
    ("Flamer (Blast): - Explosive (2)", "effect_not_of_category", "EQP-7", 19),
    ("Flamer (Blast): - Burn (X)", "number_expected", "EQP-6", 25),
    ("Helmet (Pr):", "limb_expected", "EQP-5", 13),
    ("Helmet (Pr): nose +1", "limb_expected", "EQP-5", 14),
    ("Helmet (Pr): head", "signed_number_expected", "EQP-5", 18),
    ("Helmet (Pr): head 1", "signed_number_expected", "EQP-5", 19),
    ("Helmet (Pr): head -1", "protection_is_a_bonus", "EQP-5", 19),
    ("Helmet (Pr): head +1, tête +1", "said_twice", "EQP-5", 23),
    ("Helmet (Pr): complete +1, head +1", "said_twice", "EQP-5", 27),
    ("Helmet (Pr): head +1 - Burn (1)", "nothing_more_expected", "EQP-1", 22),
    ("A" * 61 + ": CBT +1", "too_long", "EQP-1", 61),
    ("A: CBT +1" + " " * 300, "too_long", "EQP-1", 301),
    ("Ri\u202efle: CBT +1", "not_printable", "EQP-1", 1),
]


@pytest.mark.parametrize(("text", "code", "rule", "column"), REFUSED)
def test_a_typing_error_is_named_with_its_place(text: str, code: str, rule: str, column: int) -> None:
    """EQP-1 to EQP-8: the error gives the fault, the rule and the column."""
    with pytest.raises(Malformed) as refused:
        parse_gear(text, "card")
    assert (refused.value.code, refused.value.rule, refused.value.where) == (code, rule, f"card:{column}")


def test_without_a_place_the_column_stands_alone() -> None:
    """EQP-1: the error of a text without a place gives the column only."""
    with pytest.raises(Malformed) as refused:
        parse_gear("Helmet (Pr): nose +1")
    assert str(refused.value) == "14: limb expected (found nose) [EQP-5]"


# --- MAT: inline cards ---


def test_an_empty_card_has_the_defaults_of_scenarios() -> None:
    """MAT-2, MAT-3, MAT-4: the defaults of positions in scenarios."""
    assert profile_from_card({}, "a", id="a") == Profile(
        id="a",
        name="a",
        faction="jokers",
        stigma="chaos",
        types=("human",),
        base=30,
        value=20,
        level=0,
        limbs=(Limb(2, 2, 4, 4, (1,)), Limb(2, 2, 4, 4, (2, 3)), Limb(2, 2, 4, 4, (4, 5)), Limb(2, 2, 4, 4, (6,))),
        gear=(),
        abilities=(),
    )
    second = profile_from_card({}, "b", player=2)
    assert (second.faction, second.value, second.level) == ("bamaka", 20, 0)
    npf = profile_from_card({}, "n", player=0)
    assert (npf.faction, npf.stigma, npf.value, npf.level) == ("npf", "", 0, 1)


def test_a_card_says_what_differs() -> None:
    """MAT-3, MAT-4: a card may set each limb by itself."""
    profile = profile_from_card(
        {
            "psi": [4, 3],
            "cp": {"head": [1, 0]},
            "faces": {"arms": [2], "torso": [5, 3, 4]},
            "base": 40,
            "value": 35,
            "faction": "horde",
            "stigma": "order",
            "types": ["sister", "human"],
            "abilities": ["berserk"],
            "equipment": ["Machete: CBT +1", "Helmet (Pr): head +1"],
            "name": "Sister Ilona",
        },
        "card",
    )
    assert profile.limbs[0] == Limb(1, 0, 4, 3, (1,))
    assert profile.limbs[1].faces == (2,) and profile.limbs[2].faces == (3, 4, 5)
    assert (profile.base, profile.value, profile.name) == (40, 35, "Sister Ilona")
    assert [gear.name for gear in profile.gear] == ["Machete", "Helmet"]
    assert profile.types == ("sister", "human") and profile.abilities == ("berserk",)


BAD_CARDS: list[tuple[object, str, str, str]] = [
    (7, "table_expected", "MAT-3", "card"),
    ({"strength": [1, 1]}, "unknown_field", "MAT-3", "card.strength"),
    ({"id": "x"}, "unknown_field", "MAT-3", "card.id"),
    ({"level": 2}, "unknown_field", "MAT-3", "card.level"),
    ({"cbt": 4}, "list_expected", "MAT-3", "card.cbt"),
    ({"cbt": [4]}, "pair_expected", "MAT-3", "card.cbt"),
    ({"cbt": [4, True]}, "whole_number_expected", "MAT-3", "card.cbt"),
    ({"cbt": [4, 3.0]}, "whole_number_expected", "MAT-3", "card.cbt"),
    ({"cbt": [4, -1]}, "number_out_of_bounds", "MAT-3", "card.cbt"),
    ({"cp": [2, 2]}, "table_expected", "MAT-4", "card.cp"),
    ({"cp": {"head": [0, 2]}}, "number_out_of_bounds", "MAT-4", "card.cp.head"),
    ({"cp": {"tail": [1, 2]}}, "unknown_field", "MAT-4", "card.cp.tail"),
    ({"faces": {"head": [1, 2]}}, "faces_share_out_1_to_6", "MAT-4", "card.faces"),
    ({"faces": {"head": []}}, "faces_share_out_1_to_6", "MAT-4", "card.faces"),
    ({"faces": {"head": [7]}}, "number_out_of_bounds", "MAT-4", "card.faces.head"),
    ({"faces": {"head": "1"}}, "list_expected", "MAT-4", "card.faces.head"),
    ({"base": 35}, "base_is_small_or_large", "MAT-2", "card.base"),
    ({"value": 0}, "number_out_of_bounds", "MAT-3", "card.value"),
    ({"faction": "npf"}, "unknown_word", "MAT-7", "card.faction"),
    ({"faction": []}, "unknown_word", "MAT-7", "card.faction"),
    ({"stigma": "love"}, "unknown_word", "MAT-7", "card.stigma"),
    ({"types": []}, "types_differ_and_are_some", "MAT-3", "card.types"),
    ({"types": ["human", "human"]}, "types_differ_and_are_some", "MAT-3", "card.types"),
    ({"types": ["Hu man"]}, "id_expected", "MAT-3", "card.types"),
    ({"name": " "}, "text_expected", "MAT-3", "card.name"),
    ({"name": "a\nb"}, "text_expected", "MAT-3", "card.name"),
    ({"equipment": ["Machete: CBT +1", 3]}, "text_expected", "MAT-3", "card.equipment[1]"),
    ({"equipment": ["Helmet (Pr): nose +1"]}, "limb_expected", "EQP-5", "card.equipment[0]:14"),
    ({"equipment": ["Machete: CBT +1", "Machete: CBT +2"]}, "name_twice", "EQP-1", "card.equipment"),
    ({"abilities": "fly"}, "list_expected", "MAT-3", "card.abilities"),
]


@pytest.mark.parametrize(("card", "code", "rule", "where"), BAD_CARDS)
def test_a_bad_card_is_refused_at_its_field(card: object, code: str, rule: str, where: str) -> None:
    """MAT-2, MAT-3, MAT-4, MAT-7: the error names the field."""
    with pytest.raises(Malformed) as refused:
        profile_from_card(card, "card")
    assert (refused.value.code, refused.value.rule, refused.value.where) == (code, rule, where)


def test_a_complete_card_has_no_defaults() -> None:
    """MAT-3: a shipped card must set every field."""
    with pytest.raises(Malformed) as refused:
        profile_from_card({"id": "a", "name": "A"}, "", complete=True)
    assert (refused.value.code, refused.value.where) == ("field_missing", "faction")


# --- TRP: troops ---


def fighter(name: str, player: int = 1, **card: object) -> Profile:
    """Return the profile of an inline card."""
    return profile_from_card({"name": name, **card}, name, player)


A, B, C = fighter("A"), fighter("B", value=50), fighter("C", faction="convoy", stigma="order")
N = fighter("N", player=0)

TROOPS = [
    # edition, composed, symbol, profiles, budget, refusals
    ("fr3", "faction", "jokers", (A, B), 100, []),
    ("fr3", "stigma", "chaos", (A, B, fighter("D", faction="isc")), 100, []),
    ("fr3", "faction", "jokers", (A, C), 100, [("symbol_not_shared", "TRP-1")]),
    ("fr3", "stigma", "chaos", (A, C), 100, [("symbol_not_shared", "TRP-1")]),
    ("fr3", "faction", "jokers", (), 100, [("troop_is_empty", "TRP-1")]),
    ("fr3", "faction", "jokers", (B, fighter("E", value=50)), 100, []),
    ("fr3", "faction", "jokers", (A, B, fighter("E", value=50)), 100, [("troop_too_dear", "TRP-2")]),
    ("fr3", "faction", "jokers", (A, B, fighter("E", value=50)), 120, []),
    ("fr3", "faction", "jokers", (A,), 205, [("budget_out_of_bounds", "TRP-2")]),
    ("fr3", "faction", "jokers", (A,), 95, [("budget_out_of_bounds", "TRP-2")]),
    (
        "fr3",
        "colour",
        "jokers",
        (A,),
        100,
        [("composed_by_faction_or_stigma", "TRP-2"), ("symbol_not_shared", "TRP-1")],
    ),
    ("fr3", "faction", "chaos", (A,), 100, [("symbol_not_in_play", "MAT-7"), ("symbol_not_shared", "TRP-1")]),
    ("fr3", "faction", "jokers", (A, B, A), 100, [("name_twice", "TRP-3")]),
    ("fr3", "faction", "jokers", (A, N), 100, [("npf_in_a_troop", "TRP-4")]),
    ("fr3", "faction", "convoy", (C,), 100, []),
    ("it1", "faction", "convoy", (C,), 100, []),
    ("en1", "faction", "convoy", (C,), 100, [("symbol_not_in_play", "MAT-7"), ("faction_not_in_play", "MAT-7")]),
    ("en1", "stigma", "order", (C,), 100, [("faction_not_in_play", "MAT-7")]),
]


@pytest.mark.parametrize(("edition", "composed", "symbol", "profiles", "budget", "refusals"), TROOPS)
def test_a_troop_is_checked(
    edition: str,
    composed: str,
    symbol: str,
    profiles: tuple[Profile, ...],
    budget: int,
    refusals: list[object],
) -> None:
    """TRP-1, TRP-2, TRP-3, TRP-4, MAT-7: each edition has its factions."""
    found = check_troop(EDITIONS[edition], Troop("t", composed, symbol, profiles), budget)
    assert [(illegal.code, illegal.rule) for illegal in found] == refusals
