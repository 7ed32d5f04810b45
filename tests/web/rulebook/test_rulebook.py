"""The rules page: every rule has texts, every reference has a target, every figure shows what it says."""

from __future__ import annotations

import ast
import asyncio
import itertools
import json
import re
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from eden_core.cards.scenery_rules import RULES as SPECIAL
from eden_core.cards.scenery_rules import rule_text
from eden_core.cards.shipped import load
from eden_core.ruleset import EDITIONS
from eden_core.scenarios.running import read_scenario
from tests.web.field.test_drawing import Canvas
from tests.web.playing import words
from web.i18n.catalogue import LANGUAGES
from web.rulebook.controller import RulesPage
from web.rulebook.figures import Painter, Picture, illustrate
from web.rulebook.index import ALL, Index, Ref, file_of, folded, read_index
from web.rulebook.page import Shown, rule_entry, rules_page
from web.ui.controls import rule_link
from web.ui.nodes import Node, Tree, find, text_of
from web.ui.presses import presses_of

ROOT = Path(__file__).resolve().parents[3]
WEB, CORE = ROOT / "web", ROOT / "eden_core"
OTHERS = tuple(language for language in LANGUAGES if language != "en")
# Every number of sections 1 to 12 of the rules.
LAST = {
    "MAT": 9,
    "ROLL": 6,
    "LOS": 6,
    "MOVE": 4,
    "CON": 3,
    "WND": 4,
    "GEN": 8,
    "TRP": 4,
    "PREP": 9,
    "RND": 4,
    "TAC": 3,
    "ACT": 8,
    "ITD": 13,
    "ACN": 8,
    "DIS": 2,
    "MEL": 5,
    "SHT": 6,
    "THR": 1,
    "BLA": 2,
    "ABI": 3,
    "EQP": 9,
    "STA": 7,
    "TER": 6,
    "NPF": 6,
}
SCENERY = {
    "corrosion": "COR",
    "destruction": "DES",
    "hiding": "HID",
    "elevation": "ELE",
    "climbing": "CLI",
    "crossing": "CRO",
    "impenetrable": "IMP",
    "flammable": "FLA",
    "obstacle": "OBS",
    "obstruction": "OBT",
    "occupation": "OCC",
    "swimming": "SWI",
    "hostile_presence": "HOS",
    "jump": "JUM",
    "vapours": "VAP",
}
WEATHERS = (1, 2, 3, 4, 6, 8, 10, 12, 13)
NUMBERS = (
    {f"{chapter}-{number}" for chapter, last in LAST.items() for number in range(1, last + 1)}
    | {"PREP-6b"}
    | {f"TER-{code}" for code in SCENERY.values()}
    | {f"WEA-{number}" for number in WEATHERS}
)
NUMBER = re.compile(r"\b[A-Z]{2,4}-(?:\d+b?|[A-Z]{3})\b")


@cache
def table(language: str) -> dict[str, Any]:
    """Return a language's own file."""
    return json.loads((WEB / file_of(language)).read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@cache
def index(language: str = "en") -> Index:
    """Return the rules as the client loads them."""
    return read_index(table("en"), table(language))


@cache
def figures() -> dict[str, dict[str, Any]]:
    """Return the entries of the figures, with their scenarios' text."""
    folder = WEB / "figures"
    shown = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    return {
        name: {**entry, "toml": (folder / f"{name}.toml").read_text(encoding="utf-8")} for name, entry in shown.items()
    }


def picture(name: str, language: str = "en") -> Picture:
    """Return a figure's picture."""
    return illustrate(figures()[name]["toml"], figures()[name], words(language))


def said_by_the_core() -> set[str]:
    """Return all rule numbers in the engine's sources: steps, refusals, events, questions."""
    found: set[str] = set()
    for path in CORE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and NUMBER.fullmatch(node.value):
                found.add(node.value)
    return found


def texts_of(entry: dict[str, Any]) -> list[str]:
    """Return all texts of a rule's entry."""
    notes = [note["text"] for note in entry.get("editions", ())]
    return [entry["title"], entry["text"], entry.get("ruling", ""), *notes]


# --- texts ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_text(language: str) -> None:
    """Exactly the numbers of the rules have texts, and so has every number used by the engine."""
    own, named = table(language)["rules"], said_by_the_core()
    assert set(own) == NUMBERS
    assert len(named) > 90 and named - set(own) == set()
    for number, entry in own.items():
        assert 1 <= len(entry["title"].split()) <= 6, number
        assert 1 <= len(re.findall(r"[.!?](?= |$)", entry["text"])) <= 5, number
        assert all(text == text.strip() and "  " not in text for text in texts_of(entry)), number


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_chapter(language: str) -> None:
    """Chapters are named once each, in the order of English, and contain all rules."""
    chapters = [chapter for section in index(language).sections for chapter, _ in section.chapters]
    assert len(chapters) == len(set(chapters))
    assert chapters == [chapter for section in index().sections for chapter, _ in section.chapters]
    assert {rule.chapter for rule in index(language).rules.values()} == set(chapters)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reference_leads_to_a_rule(language: str) -> None:
    """Each number within a text becomes a link."""
    seen = 0
    for number, rule in index(language).rules.items():
        for text in (rule.text, rule.ruling, *(note.text for note in rule.notes)):
            parts = index(language).parts(text)
            for part in parts:
                seen += isinstance(part, Ref)
                assert isinstance(part, Ref) or not NUMBER.search(part), (number, part)
            assert "".join(part.number if isinstance(part, Ref) else part for part in parts) == text
    assert seen > 30


@pytest.mark.parametrize("language", OTHERS)
def test_languages_say_the_same(language: str) -> None:
    """Each language has the chapters, rulings, notes and references of English, and the same blanks in captions."""
    english, own = table("en"), table(language)
    one, two = ([list(section["chapters"]) for section in each["sections"]] for each in (english, own))
    assert one == two
    assert list(english["rules"]) == list(own["rules"]) and list(english["figures"]) == list(own["figures"])
    for number, entry in english["rules"].items():
        other = own["rules"][number]
        assert set(entry) == set(other), number
        of_one, of_two = ([note["in"] for note in each.get("editions", ())] for each in (entry, other))
        assert of_one == of_two, number
        one, two = (sorted(NUMBER.findall(" ".join(texts_of(each)))) for each in (entry, other))
        assert one == two, number
    for name, entry in english["figures"].items():
        one, two = (sorted(re.findall(r"\{(\w+)\}", each["caption"])) for each in (entry, own["figures"][name]))
        assert one == two, name


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    """Every text is translated; only a title may be the same word."""
    english, own = table("en"), table(language)
    for number, entry in english["rules"].items():
        assert not set(texts_of(entry)[1:]) & set(texts_of(own["rules"][number])[1:]) - {""}, number
    for name, entry in english["figures"].items():
        assert entry["caption"] != own["figures"][name]["caption"] and entry["alt"] != own["figures"][name]["alt"], name


@pytest.mark.parametrize("language", OTHERS)
def test_languages_say_the_same_numbers(language: str) -> None:
    """Lengths, costs, limits and dice: numbers written in figures in English are so in each language."""
    for number, entry in table("en")["rules"].items():
        one, two = (
            [sorted(re.findall(r"\d+", NUMBER.sub("", text))) for text in texts_of(each)]
            for each in (entry, table(language)["rules"][number])
        )
        assert one == two, number


def test_a_language_that_has_only_begun_borrows_from_english() -> None:
    """A missing rule, chapter or caption is taken from English; a new chapter is data only."""
    begun = {
        "sections": [{"name": "Bewegung", "chapters": {"MOVE": "Bewegen"}}],
        "rules": {"MOVE-1": {"title": "Ein Weg", "text": "Siehe MOVE-2."}},
    }
    more = {
        "sections": [{"name": "At home", "chapters": {"HOUSE": "House rules"}}],
        "rules": {"HOUSE-1": {"title": "Rolling", "text": "2D6."}},
    }
    found = read_index(table("en"), begun, more)
    assert found.rules["MOVE-1"].title == "Ein Weg" and found.rules["MOVE-2"] == index().rules["MOVE-2"]
    names = {chapter: name for section in found.sections for chapter, name in section.chapters}
    assert names["MOVE"] == "Bewegen" and names["LOS"] == "Line of sight" and names["HOUSE"] == "House rules"
    assert list(names)[-1] == "HOUSE" and found.of_chapter("HOUSE")[0].text == "2D6."


def test_notes_follow_the_rulesets() -> None:
    """The notes of two editions on a rule differ exactly if their rulesets do."""
    switches: dict[str, Callable[[Any], object]] = {
        "ACN-2": lambda rules: rules.move_brushes_past_enemies,
        "WND-2": lambda rules: rules.heal_needs_a_wound,
        "SHT-4": lambda rules: rules.shot_spends_every_success,
        "MAT-7": lambda rules: rules.factions,
        "EQP-6": lambda rules: rules.poison_and_slowdown_weapons,
        "ACN-5": lambda rules: rules.failed_charge_ends_activation,
        "TER-1": lambda rules: rules.scenery_points,
        "TER-2": lambda rules: rules.piece_builder,
        "TER-HID": lambda rules: (
            rules.hiding_by_base,
            rules.hiding_may_move,
            rules.hiding_stands_still,
            rules.hiding_ends_by_contact,
        ),
        "TER-ELE": lambda rules: rules.elevation_bonus,
        "TER-CLI": lambda rules: (rules.climb_and_swim_cost, rules.climbing_lands_anywhere),
        "TER-CRO": lambda rules: rules.crossing_steps_back,
        "TER-IMP": lambda rules: (rules.piece_builder, rules.impenetrable_cuts_as_scenery),
        "TER-FLA": lambda rules: rules.burning_expels,
        "TER-SWI": lambda rules: rules.climb_and_swim_cost,
        "TER-HOS": lambda rules: (rules.piece_builder, rules.hostile_presence_at_end),
        "TER-JUM": lambda rules: rules.jump_between_raised,
        "NPF-4": lambda rules: (rules.npf_charge_is_forced, rules.npf_charges_the_closest),
        "WEA-3": lambda rules: rules.headwind_slows_all,
        "WEA-4": lambda rules: rules.fog_hides,
        "WEA-8": lambda rules: rules.mist_forbids_measuring,
    }
    for number, switch in switches.items():
        rule = index().rules[number]
        for one in EDITIONS:
            for two in EDITIONS:
                alike = rule.notes_in(one) == rule.notes_in(two)
                assert alike == (switch(EDITIONS[one]) == switch(EDITIONS[two])), (number, one, two)
    for language in LANGUAGES:
        for edition in EDITIONS:
            (note,) = index(language).rules["MAT-7"].notes_in(edition)
            listed = note.text.partition(": ")[2].removesuffix(".").replace(words(language)("and"), ", ").split(", ")
            assert set(listed) == {words(language)(f"faction.{name}") for name in EDITIONS[edition].factions}
    for rule in index().rules.values():
        for note in rule.notes:
            assert note.editions and set(note.editions) <= set(EDITIONS), rule.number


@pytest.mark.parametrize("language", LANGUAGES)
def test_special_rules_are_named_and_priced_as_they_are_played(language: str) -> None:
    """Each special rule has the name of its notation, with X and price (TER-2)."""
    prices = {-1: "X − 1", 0: "X", 1: "X + 1"}
    for word, code in SCENERY.items():
        rule, about = index(language).rules[f"TER-{code}"], SPECIAL[word]
        assert rule.title == rule_text((word, 1), language).replace("(1)", "(X)"), word
        assert rule.title.endswith("(X)") == about.takes_x, word
        printed = re.search(r": (\S+( [+−] \S+)?) \w+\.$", rule.notes_in("fr3")[-1].text)
        expected = prices[about.base] if about.per_x else str(about.base).replace("-", "−")
        assert printed and printed[1] == expected, word
    assert set(SCENERY) == {word for word, about in SPECIAL.items() if about.builder}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_amounts_of_the_modules_are_the_editions(language: str, edition: str) -> None:
    """Scenery points, the list and its prices, a raised fighter's bonus, the AP of climbing and swimming."""
    notes = {
        number: " ".join(note.text for note in rule.notes_in(edition)) for number, rule in index(language).rules.items()
    }
    ruleset = EDITIONS[edition]

    def first(number: str) -> int:
        found = re.search(r"\d+", notes[number])
        assert found, (number, notes[number])
        return int(found[0])

    assert first("TER-1") == ruleset.scenery_points and first("TER-ELE") == ruleset.elevation_bonus
    assert first("TER-CLI") == first("TER-SWI") == ruleset.climb_and_swim_cost
    groups = re.split(r"[,;] " if edition == "fr3" else "; ", folded(notes["TER-5"].partition(". ")[0]))
    pieces = load(edition).terrain
    assert len(pieces) > 5
    for shape in pieces:
        name = folded(words(language)(f"scenery.{shape.like}"))
        held = [group for group in groups if re.search(rf"\b{name}\b", group)]
        if edition == "fr3" and shape.like == "devastated_zone":
            assert name in folded(notes["TER-5"])  # it costs what its size does
        else:
            assert len(held) == 1 and re.findall(r"\d+", held[0]) == [str(shape.cost)], (name, shape.cost, held)


# --- search ---


def test_a_search_finds_words_numbers_and_accents() -> None:
    """All words must match; numbers match by prefix; accents and case are ignored; editions are not."""
    assert index().search("", "fr3") == list(index().rules)
    assert index().search("acn-2", "fr3")[0] == "ACN-2"
    assert set(index().search("SHT", "fr3")) >= {f"SHT-{n}" for n in range(1, 7)}
    assert "DIS-1" in index().search("highest SPD", "fr3") and "ACN-1" not in index().search("highest SPD", "fr3")
    plain = index("fr").search("desengager", "fr3")
    assert plain and index("fr").search("DÉSENGAGER", "fr3") == plain
    assert "ACN-2" in index().search("brush past", "en1") and "ACN-2" not in index().search("brush past", "fr3")
    assert not index().search("xylophone", ALL)
    assert len(folded("Épée ßŒ İ")) == len("Épée ßŒ İ")


# --- figures ---


def test_figures_and_their_captions_belong_together() -> None:
    """Each figure has a scenario, captions, a rule that the scenario names, and an edition."""
    assert len(figures()) >= 14
    assert set(figures()) == {path.stem for path in (WEB / "figures").glob("*.toml")} == set(table("en")["figures"])
    for name, shown in figures().items():
        assert shown["rule"] in NUMBERS and shown["rule"] in read_scenario(shown["toml"]).rules, name
        assert set(shown) <= {"rule", "play", "reach", "measure", "rings", "in", "square", "toml"}, name
        assert set(shown.get("in", EDITIONS)) <= set(EDITIONS)


@pytest.mark.parametrize("name", sorted(figures()))
def test_what_a_figure_claims_holds(name: str) -> None:
    """Its scenario holds, the verdict drawn is the expected one, and the caption has no blank left."""
    shown = figures()[name]
    scenario = read_scenario(shown["toml"])
    outcome = scenario.run()
    assert not outcome.failed, "\n".join(map(str, outcome.failed))
    for edition in shown.get("in", ()):
        without = re.sub(r"^edition.*\n", "", shown["toml"], flags=re.MULTILINE)
        assert not read_scenario(f'edition = "{edition}"\n{without}').run().failed, edition
    for language in LANGUAGES:
        drawn = picture(name, language)
        refused = scenario.plays[shown["play"] - 1].refused if shown.get("play") else ""
        assert (drawn.refusal.rule if drawn.refusal else "") == refused
        assert drawn.ui.ghost_ok == drawn.ui.template_ok == (not refused)
        caption = index(language).captions[name]
        assert set(re.findall(r"\{(\w+)\}", caption.caption)) <= set(drawn.facts), drawn.facts
        assert len(caption.alt) > 30


# Facts that captions are filled with, worked out by hand from the positions.
FACTS = {
    "distances": {"length": "5.0 cm"},
    "contact": {"length": "0.3 cm"},
    "obstacles": {"obstacles": "2", "dice": "3"},
    "own_ground": {"obstacles": "1"},
    "low_and_flat": {"obstacles": "1"},
    "corridor": {"dice": "4", "obstacles": "0"},
    "slow_ground": {"straight": "4.5 cm", "length": "7.7 cm"},
    "brushing_allowed": {"length": "9.0 cm"},
    "disengaging": {"dice": "4", "difficulty": "5"},
    "stray_shot": {"hits": "3", "victim": "F"},
    "blast": {"victims": "B and C"},
    "throwing": {"victims": "C and D", "length": "10.2 cm"},
    "explosion": {"victims": "B, C and D"},
    "spacing": {"length": "3.1 cm"},
    "charge": {"length": "7.0 cm"},
    "one_obstacle": {"obstacles": "1", "dice": "3"},
    "in_the_wood": {"straight": "5.5 cm", "length": "9.5 cm"},
    "steps_back": {"length": "3.0 cm"},
    "climbing": {"dice": "4", "difficulty": "3"},
    "swimming": {"dice": "3", "difficulty": "4"},
    "npf_spacing": {"length": "12.5 cm"},
    "npf_charge": {"length": "4.1 cm"},
    "fog": {"length": "16.2 cm"},
}


@pytest.mark.parametrize("name", sorted(FACTS))
def test_a_figures_facts_are_right(name: str) -> None:
    """The numbers and names in a caption are those of the position."""
    assert {key: picture(name).facts[key] for key in FACTS[name]} == FACTS[name]


def test_what_lies_over_a_figure_is_the_cores() -> None:
    """Sight, blockers, targets, templates, reach and areas are those of the engine."""
    (line,) = picture("obstacles").ui.sight_lines
    assert line.clear and set(line.obstacles) == {"C", "tree"}
    (line,) = picture("blocked_sight").ui.sight_lines
    assert not line.clear and line.blockers == ("wall",)
    assert picture("behind_a_large_base").ui.sight_lines[0].blockers == ("C",)
    assert picture("own_ground").ui.sight_lines[0].obstacles == ("far",)
    assert picture("closest").ui.targets == {"B", "C"} and picture("closest").ui.ranges
    assert picture("charge").ui.targets == {"B"} and picture("stray_shot").ui.targets == {"F"}
    reached = dict(picture("reach").ui.bands)
    assert (2800, 3950) in reached and (3100, 3300) not in reached and (3100, 2700) not in reached
    assert picture("ambush").ui.zones_allowed[0].hole == ((3000, 3000), 2000)
    assert picture("confrontation").ui.zones_allowed[0].outline[1][0] == 1000
    assert picture("explosion").ui.template == ((3100, 3100), 300)
    assert len(picture("round_a_wall").ui.ghost_path) == 9


def test_what_scenery_npfs_and_fog_do_is_drawn_as_the_core_has_it() -> None:
    """Ends of moves, climbs, swims, fires and charges, rings around active fighters, and sight."""
    (line,) = picture("one_obstacle").ui.sight_lines
    assert line.clear and line.obstacles == ("tree",)
    ends = {"steps_back": (2650, 3000), "hiding": (2700, 2750), "swimming": (4150, 3000), "fire": (3852, 3000)}
    assert {name: picture(name).ui.ghost for name in ends} == ends
    assert picture("climbing").ui.ghost[0] >= 2800  # its centre is on top
    assert picture("fire").ui.ghost_fighter == "B" and picture("fire").ui.targets == {"bushes"}
    assert picture("hiding").ui.ranges == (((2700, 2750), 1650), ((2700, 2750), 650))
    assert picture("fog").ui.ranges == (((2100, 3000), 1650),)
    charge = picture("npf_charge").ui
    assert charge.ghost_fighter == "N" and charge.targets == {"A"}
    spacing = picture("npf_spacing").ui
    assert spacing.ghost_profile and not spacing.ghost_ok and spacing.keep_apart == "npf"


def test_a_figure_is_painted_by_the_field_view() -> None:
    """One painter serves all figures: each canvas gets its size, the picture and its bases."""
    painter = Painter(Canvas)
    for name in ("obstacles", "ambush", "spacing", "blast", "fire", "npf_spacing", "fog"):
        canvas, drawn = Canvas(), picture(name)
        painter.paint(canvas, drawn, False, (480, 300), 2.0)
        assert (canvas.width, canvas.height) == (960, 600)
        assert [call for call, _ in canvas.context.calls].count("drawImage") == 1
        x0, y0, x1, y1 = drawn.box
        left, top = painter.view.camera.to_screen((x0, y1))
        right, bottom = painter.view.camera.to_screen((x1, y0))
        assert -1 <= left < right <= 481 and -1 <= top < bottom <= 301, name


# --- the page ---


def page(language: str = "en", **shown: Any) -> Node:
    """Return the whole page as one tree."""
    view = Shown(**{"edition": "fr3", "figures": figures(), **shown})
    found = index(language).search(view.query, view.edition)
    said, rules = words(language), index(language)
    entries = {number: rule_entry(said, rules, rules.rules[number], view) for number in found}
    return Node("main", {}, tuple(rules_page(said, rules, view, entries)))


def nodes(tree: Tree) -> list[Node]:
    """Yield every element."""
    return [] if isinstance(tree, str) else [tree, *(node for child in tree.children for node in nodes(child))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_holds_together(language: str) -> None:
    """Ids are unique, links have targets, figures have labels, and heading levels have no gaps."""
    every = nodes(page(language))
    ids = [node.attrs["id"] for node in every if "id" in node.attrs]
    assert len(ids) == len(set(ids)) and {f"rule-{number}" for number in NUMBERS} <= set(ids)
    for node in every:
        target = node.attrs.get("href", "").removeprefix("#rules/")
        assert not target or {f"rule-{target}", f"chapter-{target}"} & set(ids), node
        label = node.attrs.get("aria-labelledby")
        assert label is None or label in ids
        assert node.tag != "canvas" or (node.attrs["role"] == "img" and node.attrs["aria-label"])
        assert node.tag not in ("button", "a", "input", "select") or text_of(node) or node.attrs.get("aria-label")
    levels = [int(node.tag[1]) for node in every if re.fullmatch(r"h[1-6]", node.tag)]
    assert levels[0] == 1 and all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_the_chosen_edition_decides_what_is_shown() -> None:
    """Notes and figures of other editions are absent; a comparison has them all, each marked."""
    third, first, every = page(edition="fr3"), page(edition="en1"), page(edition=ALL)
    assert find(third, data_figure="brushing") and not find(third, data_figure="brushing_allowed")
    assert find(first, data_figure="brushing_allowed") and not find(first, data_figure="brushing")
    assert find(every, data_figure="brushing") and find(every, data_figure="brushing_allowed")
    assert "may brush past enemies" in text_of(first) and "may brush past enemies" not in text_of(third)
    assert find(find(every, data_figure="brushing")[0], class_="edition-tag")
    assert not find(find(third, data_figure="brushing")[0], class_="edition-tag")
    notes = [node for node in nodes(every) if "data-editions" in node.attrs]
    assert len(notes) == sum(len(rule.notes) for rule in index().rules.values())
    assert all(len(find(node, class_="edition-tag")) == len(node.attrs["data-editions"].split()) for node in notes)
    assert "this match" in text_of(page(edition="en1", of_match="en1"))


def test_what_was_searched_for_is_marked() -> None:
    """Only rules with the words remain, with the words marked and counted; an empty result offers to clear."""
    found = page(query="dodge")
    marks = [text_of(node) for node in nodes(found) if node.tag == "mark"]
    assert marks and all(folded(mark) == "dodge" for mark in marks)
    assert not find(found, id="rule-MAT-1") and find(found, id="rule-MEL-4")
    count = len(index().search("dodge", "fr3"))
    assert text_of(find(found, role="status")[0]) == words()("ui.rules.found", n=count)
    none = page(query="xylophone")
    assert find(none, data_do="rules_clear") and text_of(find(none, role="status")[0]) == words()("ui.rules.nothing")


def test_a_rules_number_is_a_way_to_its_text() -> None:
    """A rule's number in the log and beside a refusal is a button; without a rule there is none."""
    link = rule_link(words(), "ACN-2")
    assert link is not None and link.tag == "button"
    assert (link.attrs["data-do"], link.attrs["data-rule"]) == ("rule", "ACN-2")
    assert "ACN-2" in link.attrs["aria-label"] and rule_link(words(), "") is None


def test_the_first_page_waits_for_nothing_of_it() -> None:
    """Code that runs before the first page imports the rules page's modules only in functions."""
    for path in (
        WEB / name
        for name in (
            "main.py",
            "app/client.py",
            "setup/agreed.py",
            "ui/mount.py",
            "i18n/catalogue.py",
            "app/first_page.py",
        )
    ):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                assert not re.search(r"rulebook\.(index|figures|page|controller)", ast.unparse(node)), path.name


# --- open ---


class Element:
    """A canvas on the page without a size, on which nothing is drawn."""

    clientWidth = clientHeight = 0

    def __init__(self, place: str) -> None:
        self.id, self.attributes = place, {}  # type: ignore[var-annotated]

    def getAttribute(self, name: str) -> str:
        return str(self.attributes.get(name, ""))

    def setAttribute(self, name: str, value: str) -> None:
        self.attributes[name] = value


class Desk:
    """A fake browser, and the element that shows the page."""

    def __init__(self) -> None:
        self.history: list[int | None] = [None]  # stamps of the entries; the last is the current one
        self.elements: dict[str, Element] = {}
        self.seen: Callable[[Any], None] = lambda _: None
        self.watched: list[str] = []
        self.focused, self.at, self.back = "", "", 0
        self.tree = Node("main", {}, ())

    def show(self, *trees: Tree | None) -> None:
        self.tree = Node("main", {}, tuple(tree for tree in trees if tree is not None))

    def by_id(self, place: str) -> Any:
        return self.elements.setdefault(place, Element(place))

    async def fetch_json(self, name: str) -> dict[str, Any]:
        if name == "figures.json":
            return figures()
        path = WEB / name
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}  # type: ignore[no-any-return]

    def focus(self, selector: str) -> None:
        self.focused = selector

    def make_canvas(self, width: int, height: int) -> Any:
        return Canvas(width, height)

    def start(self, task: Awaitable[Any]) -> None:
        asyncio.run(task)  # type: ignore[arg-type]

    async def wait(self, seconds: float) -> None:
        pass

    def on_seen(self, within: str, handler: Callable[[Any], None]) -> Callable[[Any], None]:
        assert within == "rules"
        self.seen = handler
        return lambda element: self.watched.append(element.id)

    def show_at(self, place: str) -> None:
        self.at = place

    def scroll_to_start(self, place: str) -> None:
        self.at = f"start of {place}"

    def entry_depth(self) -> int:
        stamp = self.history[-1]
        return -1 if stamp is None else stamp

    def stamp_entry(self, depth: int) -> None:
        self.history[-1] = depth

    def go_back(self, steps: int) -> None:
        self.back = steps


def opened(part: str = "rules", edition: str = "fr3", in_match: bool = False) -> tuple[Desk, RulesPage]:
    """Return a page that was just opened."""
    desk = Desk()
    rules = RulesPage(desk, desk, words(), False, lambda: setattr(desk, "back", -1))
    go(desk, rules, part, edition, in_match)
    return desk, rules


def go(desk: Desk, rules: RulesPage, part: str, edition: str = "fr3", in_match: bool = False) -> None:
    """Navigate to another address."""
    desk.history.append(None)
    asyncio.run(rules.open(part, edition, in_match))


def test_an_address_opens_at_its_rule() -> None:
    """A rule, a chapter or the beginning; a search that hides the rule is cleared."""
    desk, rules = opened("rules/ACN-2")
    assert desk.at == "rule-ACN-2" and find(desk.tree, id="rule-ACN-2")
    presses_of(rules)["rules_search"]({"value": "dodge"})
    assert not find(desk.tree, id="rule-ACN-2") and desk.at == "start of rules"
    go(desk, rules, "rules/MEL-4")
    assert desk.at == "rule-MEL-4" and rules.query == "dodge"
    go(desk, rules, "rules/ACN-2")
    assert desk.at == "rule-ACN-2" and not rules.query and find(desk.tree, id="rule-ACN-2")
    go(desk, rules, "rules/LOS")
    assert desk.at == "chapter-LOS"
    go(desk, rules, "rules/NO-9")
    assert desk.at == "rules-title"


def test_closing_goes_back_past_all_that_was_read() -> None:
    """After any number of followed links and steps back, closing returns to where the player came from."""
    desk, rules = opened("rules/ACN-2", "en1", in_match=True)
    go(desk, rules, "rules/DIS-1", "en1", in_match=True)
    go(desk, rules, "rules/ROLL-1", "en1", in_match=True)
    desk.history.pop()
    asyncio.run(rules.open("rules/DIS-1", "en1", True))
    presses_of(rules)["rules_edition"]({"value": ALL})
    desk.history.pop()
    asyncio.run(rules.open("rules/ACN-2", "en1", True))
    assert rules.edition == ALL  # the choice is kept while the page is open
    go(desk, rules, "rules/CON-1", "en1", in_match=True)
    assert rules.key("Escape", False) and desk.back == 2
    rules.left()
    assert not desk.tree.children
    go(desk, rules, "rules", "it1", in_match=True)
    assert rules.edition == rules.of_match == "it1" and rules.depth == 1


def test_a_page_opened_by_its_address_leads_to_the_first_page() -> None:
    """The history has no entry of ours before it."""
    desk, rules = opened("rules/ACN-2")
    rules.is_first = True
    presses_of(rules)["rules_close"]({})
    assert desk.back == -1


def test_keys_of_the_page() -> None:
    """A slash focuses the search, Escape clears it first; letters typed there have no other effect."""
    desk, rules = opened()
    assert rules.key("/", False) and desk.focused == "#rules-search"
    presses_of(rules)["rules_search"]({"value": "fear"})
    assert not rules.key("/", True) and not rules.key("a", False)
    assert rules.key("Escape", True) and not rules.query and not desk.back
    assert rules.key("Escape", False) and desk.back == 1


def test_another_language_and_unknown_editions() -> None:
    """Texts change at once and the position stays; an unknown edition changes nothing."""
    desk, rules = opened("rules/ACN-2")
    presses_of(rules)["rules_edition"]({"value": "xx9"})
    assert rules.edition == "fr3"
    rules.speak(words("fr"))
    assert "Déplacement" in text_of(find(desk.tree, id="rule-ACN-2")[0])
    rules.speak(words("de"))
    assert "Bewegen" in text_of(find(desk.tree, id="rule-ACN-2")[0])
    rules.left()
    rules.speak(words("fr"))
    assert not desk.tree.children  # a closed page gets no content


def test_figures_are_drawn_when_they_come_into_view() -> None:
    """Nothing is drawn before; each canvas is observed once; then its caption is filled in."""
    desk, rules = opened()
    third = [name for name, shown in figures().items() if "fr3" in shown.get("in", EDITIONS)]
    assert sorted(desk.watched) == sorted(f"figure-{name}" for name in third)
    assert "…" in text_of(find(desk.tree, data_figure="distances")[0])
    canvas = Canvas()
    element: Any = canvas
    element.id, element.clientWidth, element.clientHeight = "figure-distances", 400, 250
    element.attributes = {}
    element.setAttribute = element.attributes.__setitem__
    element.getAttribute = element.attributes.get
    element.ownerDocument = type("D", (), {"defaultView": type("W", (), {"devicePixelRatio": 1.5})})
    desk.elements["figure-distances"] = element
    watched = len(desk.watched)
    desk.seen(element)
    assert element.attributes["data-state"] == "drawn" and (canvas.width, canvas.height) == (600, 375)
    assert "5.0 cm" in text_of(find(desk.tree, data_figure="distances")[0])
    assert len(desk.watched) == watched
    rules.relight(True)
    assert [name for name, _ in canvas.context.calls].count("drawImage") == 2
