"""The basics of Territory management: prices, sizes, notation, outlines, and each edition's ready-made pieces."""

from __future__ import annotations

import math
import shutil
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eden_core.cards.equipment import LANGUAGES, folded
from eden_core.cards.library import Library
from eden_core.cards.records import Shape
from eden_core.cards.scenery_rules import (
    DEVASTATED,
    RULES,
    SIZES,
    WORDS,
    price,
    rule_from,
    rule_text,
    size_of,
    why_not_outline,
    why_not_rules,
)
from eden_core.cards.shipped import load
from eden_core.cards.toml import LIKES, compiled_source, load_from
from eden_core.errors import Illegal, Malformed
from eden_core.geometry.plane import Point, box_of, inside, moved
from eden_core.ruleset import EDITIONS

FOLDER = Path(str(resources.files("eden_core") / "content"))
Outline = tuple[Point, ...]


def rectangle(width: int, height: int) -> Outline:
    """Return the outline of a rectangle given in mm, in units."""
    return (0, 0), (width * 10, 0), (width * 10, height * 10), (0, height * 10)


def askew(outline: Outline) -> Outline:
    """Rotate an outline exactly, by the angle of a 3-4-5 triangle; coordinates must be multiples of 5."""
    return tuple(((3 * x - 4 * y) // 5, (4 * x + 3 * y) // 5) for x, y in outline)


def rules(*texts: str) -> tuple[tuple[str, int], ...]:
    """Parse special rules from their notation."""
    return tuple(map(rule_from, texts))


# --- prices ---


@pytest.mark.parametrize(
    ("rule", "cost"),
    [
        ("Corrosion", 2),
        ("Destruction (1)", 0),
        ("Destruction (6)", 5),
        ("Hiding (1)", 1),
        ("Hiding (2)", 2),
        ("Elevation", 2),
        ("Climbing (1)", 2),
        ("Climbing (6)", 2),
        ("Crossing", -1),
        ("Impenetrable", 2),
        ("Flammable", 1),
        ("Obstacle (3)", 3),
        ("Obstruction (2)", 2),
        ("Occupation", -2),
        ("Swimming (4)", 2),
        ("Hostile presence (3)", 3),
        ("Jump (4)", 3),
        ("Mephitic vapours (2)", 3),
    ],
)
def test_what_a_special_rule_costs(rule: str, cost: int) -> None:
    """TER-2's table, on an imposing piece, so that no minimum price applies."""
    assert price("imposing", [rule_from(rule)]) == 7 + cost


def test_what_a_piece_costs() -> None:
    """TER-2: the price of its size and all its rules, at least 1."""
    assert [price(size, ()) for size in ("small", "medium", "large", "imposing")] == [1, 2, 4, 7]
    assert price("small", rules("Flammable", "Destruction (3)", "Obstacle (1)")) == 5
    assert price("small", rules("Occupation", "Crossing")) == 1
    assert {price(size, DEVASTATED) - cost for size, cost in SIZES.items()} == {0}


# --- sizes ---

BARRELS: Outline = (
    (0, 40),
    (40, 0),
    (210, 0),
    (250, 40),
    (420, 30),
    (450, 70),
    (450, 230),
    (410, 260),
    (390, 400),
    (350, 440),
    (180, 440),
    (140, 400),
    (130, 260),
    (40, 250),
    (0, 210),
)
ROLLER_COASTER: Outline = (
    (0, 120),
    (180, 120),
    (200, 0),
    (560, 0),
    (580, 120),
    (860, 160),
    (860, 440),
    (580, 480),
    (560, 600),
    (200, 600),
    (180, 480),
    (0, 480),
)


def test_the_books_examples_of_sizes() -> None:
    """TER-2, rules.md section 13: toxic barrels, the start of the roller coaster, the tanker."""
    assert (size_of(BARRELS), size_of(ROLLER_COASTER)) == ("small", "medium")
    assert size_of(load().pieces["tanker"].outline) == "large"


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [
        (63, 48, "small"),
        (63, 49, "medium"),  # the base above it on the card
        (23, 88, "small"),
        (24, 88, "medium"),  # beside it
        (23, 89, "large"),
        (63, 88, "medium"),
        (64, 88, "large"),
        (63, 89, "large"),
        (126, 88, "large"),
        (151, 63, "large"),
        (127, 88, "imposing"),
        (126, 89, "imposing"),
        (152, 63, "imposing"),
        (151, 64, "imposing"),
        (200, 200, "imposing"),
        (100, 5, "medium"),
        (104, 5, "large"),
        (108, 1, "large"),
        (155, 4, "large"),
        (164, 4, "imposing"),  # askew
    ],
)
def test_sizes_to_the_millimetre(width: int, height: int, size: str) -> None:
    """TER-2: the size does not depend on a rectangle's orientation."""
    outline = rectangle(width, height)
    assert size_of(outline) == size_of(outline[::-1]) == size_of(rectangle(height, width)) == size
    assert size_of(moved(outline, (-371, 22))) == size_of(askew(outline)) == size
    assert size_of(askew(moved(outline[::-1], (50, -15)))) == size


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [
        (235, 635, "small"),  # 19.5 and 4.5 mm from the base's centre
        (236, 635, "medium"),
        (235, 640, "medium"),
    ],
)
def test_a_base_in_the_opposite_corner(width: int, height: int, size: str) -> None:
    """TER-2: the base fits neither above nor beside the piece, but past its corner."""
    for x, y in ((width, height), (height, width)):
        assert size_of(((0, 0), (x, 0), (x, y), (0, y))) == size
    assert size_of(askew(((0, 0), (235, 0), (235, 635), (0, 635)))) == "small"
    assert size_of(askew(((0, 0), (235, 0), (235, 640), (0, 640)))) == "medium"


@pytest.mark.parametrize(
    ("radius", "size"),
    [
        (1, "small"),
        (200, "small"),
        (257, "small"),
        (258, "medium"),
        (315, "medium"),
        (316, "large"),
        (440, "large"),
        (441, "imposing"),
        (1000, "imposing"),
    ],
)
def test_sizes_of_discs(radius: int, size: str) -> None:
    """TER-2: in a card's corner with a large base in the opposite one; on one card; on two side by side."""
    assert size_of(((3000, 3000),), radius) == size


def lies_in(long: int, short: int, length: int, width: int, tenth: int) -> bool:
    """Return whether a rectangle fits in another at one of many angles, with a margin in tenths of a millimetre."""
    for step in range(2001):
        sin, cos = math.sin(step * math.pi / 4000), math.cos(step * math.pi / 4000)
        if long * cos + short * sin <= length + tenth and long * sin + short * cos <= width + tenth:
            return True
    return False


@given(st.integers(80, 165), st.integers(1, 95))
def test_a_card_holds_what_can_be_laid_on_it(long: int, short: int) -> None:
    """TER-2: the exact result agrees with a thousand trials, up to half a millimetre."""
    if short > long:
        return
    size = size_of(rectangle(long, short))
    for cards, sizes in (
        ([(880, 630)], ("small", "medium")),
        ([(880, 630), (1260, 880), (1510, 630)], ("small", "medium", "large")),
    ):
        if size in sizes:
            assert any(lies_in(long * 10, short * 10, *card, 5) for card in cards)
        else:
            assert not any(lies_in(long * 10, short * 10, *card, -5) for card in cards)


POINTS = st.tuples(st.integers(-900, 900), st.integers(-900, 900))


@given(st.lists(POINTS, min_size=3, max_size=8))
def test_a_larger_piece_is_of_no_smaller_size(corners: list[Point]) -> None:
    """TER-2: a piece that fits within another has no larger size; reflections and quarter turns change nothing."""
    order = list(SIZES)
    outline = tuple(corners)
    size = size_of(outline)
    assert size == size_of(tuple((-x, y) for x, y in outline)) == size_of(tuple((y, -x) for x, y in outline))
    assert order.index(size) <= order.index(size_of(tuple((x * 5 // 4 * 2, y * 5 // 4 * 2) for x, y in outline)))
    left, low, right, high = box_of(outline)
    around = (left, low), (right, low), (right, high), (left, high)
    if right > left and high > low:
        assert order.index(size_of(outline + around)) <= order.index(size_of(around))


# --- outlines ---


def test_outlines_that_may_be_built() -> None:
    """TER-1, TER-2: simple polygons and discs of up to 20 cm a side, at any rotation."""
    square = rectangle(200, 200)
    wall = rectangle(200, 5)
    for outline in (square, askew(square), square[::-1], moved(wall, (4000, 4000)), askew(wall)):
        assert why_not_outline(outline) is None
    assert why_not_outline(((3000, 3000),), 1000) is None
    right, left = [(x, x * x) for x in range(32)], [(x, 1 + x * x) for x in range(31, -1, -1)]
    assert why_not_outline((*right, *left)) is None


ZIGZAG = (*((x, x * x) for x in range(33)), *((x, 1 + x * x) for x in range(31, -1, -1)))


@pytest.mark.parametrize(
    ("outline", "radius", "code", "rule"),
    [
        ((), 0, "outline_has_3_to_64_corners", "TER-2"),
        (((0, 0), (100, 0)), 0, "outline_has_3_to_64_corners", "TER-2"),
        (ZIGZAG, 0, "outline_has_3_to_64_corners", "TER-2"),
        (((0, 0), (100, 0), (200, 0)), 0, "not_a_simple_outline", "TER-2"),
        (((0, 0), (100, 100), (100, 0), (0, 100)), 0, "not_a_simple_outline", "TER-2"),
        (((0, 0), (100, 0), (100, 0), (0, 100)), 0, "not_a_simple_outline", "TER-2"),
        (rectangle(201, 10), 0, "piece_is_20_cm_at_most", "TER-2"),
        (askew(rectangle(201, 10)), 0, "piece_is_20_cm_at_most", "TER-2"),
        (((0, 0),), 1001, "piece_is_20_cm_at_most", "TER-2"),
        (((0, 0),), -5, "not_a_simple_outline", "TER-2"),
        ((), 100, "not_a_simple_outline", "TER-2"),
        (rectangle(10, 10), 100, "not_a_simple_outline", "TER-2"),
    ],
)
def test_outlines_that_may_not(outline: Outline, radius: int, code: str, rule: str) -> None:
    """TER-1, TER-2."""
    fault = why_not_outline(outline, radius)
    assert isinstance(fault, Illegal) and (fault.code, fault.rule) == (code, rule)


# --- special rules of a piece ---


def test_rules_that_go_together() -> None:
    """TER-2: all rules may be combined, each once; those of two ready-made pieces are reserved."""
    assert why_not_rules(()) is None and why_not_rules(DEVASTATED) is None
    assert why_not_rules([(word, 1) for word, rule in RULES.items() if rule.builder]) is None
    assert why_not_rules([(word, 1) for word in RULES], builder=False) is None
    assert why_not_rules((("climbing", 4), ("elevation", 1))) is None


@pytest.mark.parametrize(
    ("given_rules", "code", "rule", "values"),
    [
        ((("hiding", 3),), "number_out_of_bounds", "TER-2", {"found": 3, "low": 1, "high": 2, "word": "hiding"}),
        (
            (("destruction", 0),),
            "number_out_of_bounds",
            "TER-2",
            {"found": 0, "low": 1, "high": 20, "word": "destruction"},
        ),
        ((("obstacle", 21),), "number_out_of_bounds", "TER-2", {"found": 21, "low": 1, "high": 20, "word": "obstacle"}),
        ((("crossing", 2),), "number_out_of_bounds", "TER-2", {"found": 2, "low": 1, "high": 1, "word": "crossing"}),
        ((("obstacle", 1), ("obstacle", 2)), "scenery_rule_twice", "TER-2", {"word": "obstacle"}),
        ((("invisible", 1),), "not_a_scenery_rule", "TER-2", {"found": "invisible"}),
        ((("gyromagnetic_field", 1),), "not_for_builders", "TER-2", {"word": "gyromagnetic_field"}),
        ((("quarterist_idol", 1),), "not_for_builders", "TER-2", {"word": "quarterist_idol"}),
        ((("climbing", 3),), "climbing_needs_elevation", "TER-2", {}),
    ],
)
def test_rules_that_do_not(
    given_rules: tuple[tuple[str, int], ...],
    code: str,
    rule: str,
    values: dict[str, object],
) -> None:
    """TER-2, TER-CLI."""
    fault = why_not_rules(given_rules)
    assert isinstance(fault, Illegal) and (fault.code, fault.rule, fault.values) == (code, rule, values)


# --- notation ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_notation_reads_back(language: str) -> None:
    """TER-2: every word with its minimum and maximum X, and every alternative form."""
    assert set(WORDS[language]) == set(RULES)
    for word, rule in RULES.items():
        for x in {1, rule.most}:
            assert rule_from(rule_text((word, x), language)) == (word, x)
        assert ("(" in rule_text((word, 1), language)) == rule.takes_x
        assert {rule_from(form) for form in WORDS[language][word]} == {(word, 1)}


def test_no_form_has_two_meanings() -> None:
    """TER-2: forms are unique across languages, so that languages may be mixed."""
    forms = {(folded(form), word) for words in WORDS.values() for word, found in words.items() for form in found}
    assert len({form for form, _ in forms}) == len(forms)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Destruction (3)", ("destruction", 3)),
        ("  destruction( 3 ) ", ("destruction", 3)),
        ("DESTRUCTION", ("destruction", 1)),
        ("Distruzione  (3)", ("destruction", 3)),
        ("Hostile\n presence (2)", ("hostile_presence", 2)),
        ("Présence Hostile (1)", ("hostile_presence", 1)),
        ("e\u0301le\u0301vation", ("elevation", 1)),
        ("Elevation", ("elevation", 1)),
        ("Nage (4)", ("swimming", 4)),
        ("Nuotare (5)", ("swimming", 5)),
        ("Nadar (4)", ("swimming", 4)),
        ("Saut", ("jump", 1)),
        ("Franchissement", ("crossing", 1)),
        ("Attraversabile", ("crossing", 1)),
        ("ZERSTÖRUNG (2)", ("destruction", 2)),
        ("Vapeurs mephitiques (20)", ("vapours", 20)),
        ("Hiding", ("hiding", 1)),
    ],
)
def test_notation_as_it_is_typed(text: str, rule: tuple[str, int]) -> None:
    """TER-2, TER-4."""
    assert rule_from(text) == rule


@pytest.mark.parametrize(
    ("text", "code", "values"),
    [
        ("", "not_a_scenery_rule", {"found": ""}),
        ("Destuction (3)", "not_a_scenery_rule", {"found": "Destuction (3)"}),
        ("hostile_presence (1)", "not_a_scenery_rule", {"found": "hostile_presence (1)"}),
        ("Destruction 3", "not_a_scenery_rule", {"found": "Destruction 3"}),
        ("Destruction (X)", "not_a_scenery_rule", {"found": "Destruction (X)"}),
        ("Destruction (-1)", "not_a_scenery_rule", {"found": "Destruction (-1)"}),
        ("Destruction (٣)", "not_a_scenery_rule", {"found": "Destruction (٣)"}),
        ("Destruction (3) (4)", "not_a_scenery_rule", {"found": "Destruction (3) (4)"}),
        ("Destruction (" + "1" * 100 + ")", "not_a_scenery_rule", {"found": "Destruction (" + "1" * 47}),
        ("Crossing (1)", "nothing_more_expected", {"found": "(1)"}),
        ("Destruction (0)", "number_out_of_bounds", {"found": 0, "low": 1, "high": 20}),
        ("Hiding (3)", "number_out_of_bounds", {"found": 3, "low": 1, "high": 2}),
    ],
)
def test_notation_that_is_none(text: str, code: str, values: dict[str, object]) -> None:
    """TER-2: the error quotes the faulty text."""
    with pytest.raises(Malformed) as refused:
        rule_from(text, "pieces[2]")
    fault = refused.value
    assert (fault.code, fault.rule, fault.where, fault.values) == (code, "TER-2", "pieces[2]", values)


# --- ready-made pieces ---

# As the books print them: cost, special rules and, with the builder, the size.
WITH_BUILDER = {
    "tree": (5, "Flammable, Destruction (3), Obstacle (1)", "small"),
    "bushes": (6, "Flammable, Destruction (3), Obstruction (2), Crossing", "medium"),
    "vehicle_wreck": (9, "Destruction (6), Obstacle (1), Hiding (1)", "medium"),
    "low_wall": (4, "Destruction (4), Obstacle (1), Crossing", "small"),
    "ruined_wall": (6, "Destruction (4), Obstacle (1)", "medium"),
    "oil_slick": (5, "Flammable, Obstruction (2), Occupation", "large"),
    **{f"devastated_zone_{size}": (cost, "Obstruction (2), Occupation", size) for size, cost in SIZES.items()},
}
WITHOUT = {
    "tree": (1, "Flammable, Destruction (3), Obstacle (1)"),
    "bushes": (1, "Flammable, Destruction (3), Obstruction (2), Crossing"),
    "car_wreck": (1, "Destruction (8), Obstacle (1)"),
    "wall": (1, "Destruction (4), Obstacle (1), Crossing"),
    "crumbling_wall": (1, "Destruction (4), Obstacle (1)"),
    "dark_wood": (2, "Flammable, Destruction (6), Obstruction (2), Hostile presence (1), Obstacle (3), Occupation"),
    "pond": (2, "Obstruction (2), Hostile presence (1), Occupation"),
    "devastated_area": (2, "Obstruction (2), Occupation"),
    "energy_beacon": (3, "Destruction (3), Obstacle (1), Gyromagnetic field"),
    "quarterist_idol": (3, "Destruction (2), Obstacle (1), Flammable, Quarterist idol"),
    "waste_pile": (3, "Obstacle (1), Flammable, Destruction (4), Obstruction (2), Occupation"),
    "lake": (4, "Hostile presence (1), Swimming (4)"),
    "deep_river": (5, "Swimming (5)"),
}
PRINTED = {
    "en1": WITHOUT,
    "de2": WITHOUT,
    "it1": {**WITHOUT, "bushes": (1, "Flammable, Destruction (3), Obstruction (2), Crossing, Obstacle (1)")},
    "pt1": {**WITHOUT, "tree": (1, "Crossing, Destruction (3), Obstacle (1)")},
}


def of_rules(text: str) -> dict[str, int]:
    """Format special rules one after another."""
    return dict(map(rule_from, text.split(",")))


def test_the_list_with_the_builder() -> None:
    """TER-2: printed prices are those of size and rules; devastated zones are what destroyed pieces become."""
    found = {shape.id: shape for shape in load("fr3").terrain}
    assert list(found) == list(WITH_BUILDER)
    for id, (cost, printed, size) in WITH_BUILDER.items():
        shape = found[id]
        assert (dict(shape.rules), shape.size) == (of_rules(printed), size), id
        assert shape.cost == cost == price(shape.size, shape.rules), id
        assert why_not_rules(shape.rules) is None
    assert all(shape.rules == DEVASTATED for shape in found.values() if shape.like == "devastated_zone")


@pytest.mark.parametrize("edition", PRINTED)
def test_the_lists_without(edition: str) -> None:
    """TER-1, TER-5: prices are fixed; bushes and trees differ between editions."""
    assert {shape.id: (shape.cost, dict(shape.rules)) for shape in load(edition).terrain} == {
        id: (cost, of_rules(printed)) for id, (cost, printed) in PRINTED[edition].items()
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_ready_made_pieces_are_sound(edition: str) -> None:
    """TER-1, TER-2: outlines are valid and different; every number of points can be spent."""
    pieces = load(edition).terrain
    assert len({shape.outline for shape in pieces}) == len(pieces)
    for shape in pieces:
        assert why_not_outline(shape.outline) is None and shape.size == size_of(shape.outline), shape.id
        assert why_not_rules(shape.rules, builder=False) is None
        left, low, right, high = box_of(shape.outline)
        assert abs(left + right) <= 50 and abs(low + high) <= 50, "about its own origin"
        assert (shape.low, shape.flat, shape.passable, shape.slow) == (0, 0, 0, 0)
        assert len(shape.outline) > 4 and shape.like in LIKES
        assert all(type(number) is int for rule in shape.rules for number in rule[1:])
    assert (
        min(shape.cost for shape in pieces) == 1
        and max(shape.cost for shape in pieces) <= EDITIONS[edition].scenery_points
    )


def test_water_is_wide_and_can_be_crossed() -> None:
    """TER-SWI: waters are the largest pieces of their list; a large base crosses within 20 cm."""
    found = {shape.id: shape for shape in load("en1").terrain}
    for id in ("lake", "deep_river"):
        outline = found[id].outline
        left, low, right, high = box_of(outline)
        assert found[id].size == "imposing" and right - left >= 1800
        assert (
            max(y for y in range(low, high) if inside((0, y), outline))
            - min(y for y in range(low, high) if inside((0, y), outline))
            + 2 * 200
            <= 2000
        )


def test_every_look_is_ready_made_somewhere() -> None:
    """TER-5: the allowed looks are those of ready-made pieces."""
    assert {shape.like for edition in EDITIONS for shape in load(edition).terrain} == LIKES


def test_what_a_build_compiles_has_every_list() -> None:
    """A compiled library has the lists of all editions, whichever it was built from."""
    for edition in ("fr3", "pt1"):
        names: dict[str, object] = {"__name__": "eden_core.cards._compiled"}
        exec(compile(compiled_source(load(edition)), "_compiled.py", "exec"), names)
        compiled = names["LIBRARY"]
        assert isinstance(compiled, Library)
        for other in EDITIONS:
            assert compiled.printed_in(other).terrain == load(other).terrain != ()


# --- broken files ---

PIECE = """[[terrain]]
id       = "cairn"
like     = "low_wall"
editions = ["fr3", "en1"]
rules    = ["Destruction (4)", "Crossing"]
outline  = [[0, 0], [20, 0], [20, 20], [0, 20]]
"""


def read(folder: Path, text: str) -> Library:
    """Read a folder with one file."""
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    return load_from(folder)


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    """TER-2: a missing cost is computed, and the size always is."""
    library = read(tmp_path, PIECE)
    square = (0, 0), (200, 0), (200, 200), (0, 200)
    rules_of_it = ("destruction", 4), ("crossing", 1)
    assert library.terrain == ()
    assert (
        library.printed_in("en1").terrain
        == library.printed_in("fr3").terrain
        == (Shape("cairn", "low_wall", square, "small", rules=rules_of_it, cost=3),)
    )
    assert library.printed_in("it1").terrain == ()
    assert read(tmp_path, PIECE + "cost = 9\n").printed_in("fr3").terrain[0].cost == 9


@pytest.mark.parametrize(
    ("old", "new", "code", "rule", "where"),
    [
        ('"Destruction (4)"', '"Destructoin (4)"', "not_a_scenery_rule", "TER-2", "5:rules[0]"),
        ('"Destruction (4)"', '"Destruction (40)"', "number_out_of_bounds", "TER-2", "5:rules[0]"),
        ('"Crossing"', '"Crossing (2)"', "nothing_more_expected", "TER-2", "5:rules[1]"),
        ('"Crossing"', "3", "text_expected", "TER-2", "5:rules[1]"),
        ('"Crossing"', '"Climbing (3)"', "climbing_needs_elevation", "TER-2", "5:rules"),
        ('"Crossing"', '"Destruction (1)"', "scenery_rule_twice", "TER-2", "5:rules"),
        ('["fr3", "en1"]', "[]", "field_missing", "TER-2", "4:editions"),
        ('["fr3", "en1"]', '["fr3", "en7"]', "unknown_word", "TER-2", "4:editions[1]"),
        ('["fr3", "en1"]', '["fr3", "fr3"]', "unknown_word", "TER-2", "4:editions[1]"),
        ('["fr3", "en1"]', '["fr3", ["fr3"]]', "unknown_word", "TER-2", "4:editions[1]"),
        ('"low_wall"', '"castle"', "unknown_word", "TER-2", "3:like"),
        ("[0, 20]]", "[0, 20]]\ncost = 0", "number_out_of_bounds", "TER-1", "7:cost"),
        ("[0, 20]]", '[0, 20]]\nsize = "small"', "unknown_field", "TER-2", "7:size"),
        ("[20, 20], [0, 20]", "[0, 20], [20, 20]", "outline_is_simple_and_counterclockwise", "TER-2", "6:outline"),
        ("[20, 20]", "[20, 101]", "number_out_of_bounds", "TER-2", "6:outline[2]"),
        ('id       = "cairn"\n', "", "field_missing", "TER-2", "1:id"),
    ],
)
def test_a_broken_piece_is_named_by_line_and_field(
    tmp_path: Path,
    old: str,
    new: str,
    code: str,
    rule: str,
    where: str,
) -> None:
    """The error has the place in the file."""
    assert PIECE.count(old) == 1
    with pytest.raises(Malformed) as refused:
        read(tmp_path, PIECE.replace(old, new))
    assert (refused.value.code, refused.value.rule, refused.value.where) == (code, rule, f"mine.toml:{where}")


def test_one_piece_of_a_name_in_an_edition(tmp_path: Path) -> None:
    """TER-5: a name may denote different pieces in different editions, but not in one."""
    again = PIECE.replace('["fr3", "en1"]', '["it1"]')
    assert len(read(tmp_path, PIECE + again).scenery_lists) == 3
    with pytest.raises(Malformed) as refused:
        read(tmp_path, PIECE + again.replace("it1", "en1"))
    assert (refused.value.code, refused.value.rule, refused.value.where) == ("id_twice", "TER-5", "mine.toml:8:id")


def test_the_shipped_file_with_a_wrong_word(tmp_path: Path) -> None:
    """The error of the shipped file gives the line of the piece."""
    for file in FOLDER.glob("*.toml"):
        shutil.copy(file, tmp_path)
    text = (FOLDER / "terrain.toml").read_text(encoding="utf-8")
    line = text[: text.index('"Swimming (5)"')].count("\n") + 1
    (tmp_path / "terrain.toml").write_text(text.replace('"Swimming (5)"', '"Drowning (5)"'), encoding="utf-8")
    with pytest.raises(Malformed) as refused:
        load_from(tmp_path)
    assert refused.value.where == f"terrain.toml:{line}:rules[0]"
