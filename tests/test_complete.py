"""Checks of completeness: rules are carried out and shown, switches set both ways, cards played, codes worded.

`python -m tests.test_complete` writes `tests/rules.md`, the table of rules, steps and tests. The rule numbers are
those of the specification's sections 1 to 12. `test_architecture.py` checks that each switch is read in one module.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import eden_core
from eden_core.cards.shipped import load
from eden_core.engine.procedures import PROCEDURES
from eden_core.rules.cards.card_effects import markers_in_contact
from eden_core.ruleset import EDITIONS, Ruleset
from eden_core.scenarios.running import Outcome, Scenario, read_scenario
from tests.web import codes
from web.i18n.catalogue import LANGUAGES, files_of

CORE = Path(eden_core.__file__).parent
TESTS = Path(__file__).parent
SCENARIOS = TESTS / "scenarios"
TABLE = TESTS / "rules.md"
LIBRARY = load()

# Chapter -> its last number.
CHAPTERS = {
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
}
# The optional chapters: the numbers are as the specification has them, with gaps, and scenery's special rules by word.
SCENERY = ("COR", "DES", "HID", "ELE", "CLI", "CRO", "IMP", "FLA", "OBS", "OBT", "OCC", "SWI", "HOS", "JUM", "VAP")
OPTIONAL = [
    "PREP-6b",
    *(f"TER-{number}" for number in range(1, 7)),
    *(f"TER-{word}" for word in SCENERY),
    *(f"NPF-{number}" for number in range(1, 7)),
    *(f"WEA-{number}" for number in (1, 2, 3, 4, 6, 8, 10, 12, 13)),
]
RULES = [f"{chapter}-{number}" for chapter, last in CHAPTERS.items() for number in range(1, last + 1)] + OPTIONAL
# What a scenario can't show: rule -> the test that shows it.
ELSEWHERE = {rule: "cards/test_profiles.py::test_a_troop_is_checked" for rule in ("MAT-7", "TRP-1", "TRP-3", "TRP-4")}
# Notions: no procedure's step and no refusal, but a query whose docstring names the number.
NOTIONS = {
    "MAT-5",
    "MAT-6",
    "ROLL-3",
    "LOS-1",
    "LOS-2",
    "LOS-5",
    "MOVE-2",
    "CON-1",
    "CON-2",
    "CON-3",
    "WND-4",
    "GEN-1",
    "BLA-2",
    "EQP-1",
    "EQP-3",
    "STA-6",
    "TER-4",
    "TER-6",
    "TER-IMP",
    "TER-OBS",
    "TER-OBT",
    "TER-OCC",
    "NPF-3",
}
# What holds without a line of code: neither size nor facing nor a marker is asked about in a line of sight; NPFs have
# their abilities as any fighter has.
REMARKS = {"LOS-4", "LOS-6", "NPF-6"}
# What editions play differently: switch -> the rules it belongs to.
DIFFERENCES = {
    "heal_needs_a_wound": "WND-2",
    "move_brushes_past_enemies": "ACN-2",
    "failed_charge_ends_activation": "ACN-5",
    "shot_spends_every_success": "SHT-4",
    "poison_and_slowdown_weapons": "EQP-6",
    "scenery_points": "TER-1",
    "piece_builder": "TER-2",
    "elevation_bonus": "TER-ELE",
    "climb_and_swim_cost": "TER-CLI TER-SWI",
    "climbing_lands_anywhere": "TER-CLI",
    "crossing_steps_back": "TER-CRO",
    "impenetrable_cuts_as_scenery": "TER-IMP",
    "hiding_by_base": "TER-HID",
    "hiding_may_move": "TER-HID",
    "hiding_stands_still": "TER-HID",
    "hiding_ends_by_contact": "TER-HID",
    "hostile_presence_at_end": "TER-HOS",
    "burning_expels": "TER-FLA",
    "jump_between_raised": "TER-JUM",
    "npf_charge_is_forced": "NPF-4",
    "npf_charges_the_closest": "NPF-4",
    "headwind_slows_all": "WEA-3",
    "fog_hides": "WEA-4",
    "mist_forbids_measuring": "WEA-8",
}
# What groups may play otherwise in any edition: switch -> the rule.
RULINGS = {
    "blast_length": "BLA-2",
    "blast_near_width": "BLA-2",
    "blast_far_width": "BLA-2",
    "explosion_radius": "BLA-2",
    "tactic_cost": "TAC-1",
    "weapon_marks_on_success": "EQP-9",
    "own_ground_counts": "LOS-3",
    "npf_ripostes": "NPF-5",
}
# The rulebooks' worked examples (section 13) -> the scenario that plays each.
EXAMPLES = {
    "dice 1 4 5 6 against 5": "rolls/characteristic",
    "CBT 4 against 7": "rolls/difficulty_above_six",
    "7 against 8": "rolls/opposition",
    "7 against 9": "rolls/opposition_fr3",
    "location 5 shifted to 6 on Elenia": "rolls/location_shift",
    "PSI 3 halved": "preparation/psi_halved",
    "a helmet": "wounds/helmet",
    "5 cm of slow ground": "moving/slow_ground",
    "Yûri's first two CP": "material/limbs",
    "2/round": "actions/attacks",
    "3/match with 1/round": "equipment/both_limits",
    "Confrontation against Ambush": "preparation/whole",
    "the shooter's options": "sight/shooters_options",
    "Retreat to the Contaminated Zones": "rounds/shorter_by_mission",
    "Contaminated Area": "cards/tactics/contaminated_area",
    "5 cm of Obstruction 2": "territory/obstruction",
    "barrels small, start medium, tanker large": "territory/sizes",
    "infestation 3": "preparation/with_every_option",
    "out of range under Mist": "weather/mist_shot",
}

NUMBER = re.compile(r"[A-Z]{3,4}-(?:\d+b?|[A-Z]{3})\b")
RANGE = re.compile(r"([A-Z]{3,4})-(\d+) to (?:[A-Z]{3,4}-)?(\d+)")


# --- what there is ---


@cache
def scenarios() -> dict[str, Scenario]:
    """Return every scenario by its path without suffix."""
    return {
        path.relative_to(SCENARIOS).with_suffix("").as_posix(): read_scenario(path.read_text(encoding="utf-8"))
        for path in sorted(SCENARIOS.rglob("*.toml"))
    }


def shown(rule: str) -> list[str]:
    """Return the names of the scenarios that list a rule."""
    return [name for name, scenario in scenarios().items() if rule in scenario.rules]


class Places(NamedTuple):
    """The places in the engine that deal with a rule."""

    steps: list[str]
    refusals: list[str]
    queries: list[str]


@cache
def places() -> dict[str, Places]:
    """Return for each rule its steps, the codes of its refusals, and the functions and classes that name it."""
    found = {rule: Places([], [], []) for rule in RULES}
    # Not in the order of their registration: it depends on the module that was imported first.
    for frame in sorted(PROCEDURES.values(), key=lambda frame: (frame.__module__, frame.__name__)):
        for step in frame.steps:
            for rule in step.rules:
                _note(found, rule, 0, f"{frame.__module__.rpartition('.')[2]}.{frame.__name__}.{step.__name__}")
    for path in sorted(CORE.rglob("*.py")):
        if path.parent.name in ("cli", "scenarios") or path.stem in ("_compiled", "_words"):
            continue
        module = path.parent.name if path.stem == "__init__" else path.stem
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _called(node) in ("Illegal", "Malformed", "fault"):
                arguments: list[ast.expr] = node.args[_called(node) == "fault" :]
                first, after = arguments[:1], arguments[1:]
                for rule in (word for argument in after for word in _texts(argument) if NUMBER.fullmatch(word)):
                    for code in sorted(set().union(*map(_texts, first))) or [f"({module})"]:
                        _note(found, rule, 1, code)
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                for rule in _named(ast.get_docstring(node) or ""):
                    _note(found, rule, 2, f"{module}.{node.name}")
    return found


def _note(found: dict[str, Places], rule: str, part: int, what: str) -> None:
    if rule in found and what not in found[rule][part]:
        found[rule][part].append(what)


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _texts(node: ast.expr) -> set[str]:
    """Return the strings in an expression: a constant, or those of a conditional's branches; none for a name."""
    parts = [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]
    return {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def _named(text: str) -> Iterator[str]:
    """Return the rules that a docstring names, singly or as a range."""
    yield from NUMBER.findall(text)
    for chapter, first, last in RANGE.findall(text):
        yield from (f"{chapter}-{number}" for number in range(int(first), int(last) + 1))


# --- rules ---


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_shown_by_a_scenario(rule: str) -> None:
    assert bool(shown(rule)) != (rule in ELSEWHERE), "a scenario, or else a test named in ELSEWHERE"


def test_tests_named_elsewhere_exist() -> None:
    for rule, named in ELSEWHERE.items():
        file, _, test = named.partition("::")
        assert f"def {test}(" in (TESTS / file).read_text(encoding="utf-8"), rule


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_carried_out(rule: str) -> None:
    """A rule has a step or a refusal; a notion has a query whose docstring names it."""
    steps, refusals, queries = places()[rule]
    if rule in REMARKS:
        assert not steps and not refusals and not queries
    elif rule in NOTIONS:
        assert not steps and queries
    else:
        assert steps or refusals


def test_every_worked_example_is_played() -> None:
    assert [example for example, name in EXAMPLES.items() if name not in scenarios()] == []


def test_numbers_in_the_core_are_rules() -> None:
    """A step's tag is a rule's number."""
    tags = {rule for frame in PROCEDURES.values() for step in frame.steps for rule in step.rules}
    assert tags <= set(RULES)


def test_contact_with_one_of_overlapping_markers_is_contact_with_all() -> None:
    """MOVE-3: the touched marker comes first, then those that overlap, one leading to the next."""
    match = scenarios()["moving/overlapping_markers"].match
    assert markers_in_contact(match, match.fighters["a"]) == ("m", "n", "o")
    assert markers_in_contact(match, match.fighters["c"]) == ()


# --- switches and editions ---

SWITCHES = DIFFERENCES | RULINGS


def depends(name: str, switch: str, value: int) -> bool:
    """Return whether a scenario fails if a switch has another value."""
    text = (SCENARIOS / f"{name}.toml").read_text(encoding="utf-8")
    text, given = re.subn(rf"\b{switch} = \w+", f"{switch} = {value}", text)
    if not given and "\noptions = {" in text:
        text = text.replace("\noptions = {", f"\noptions = {{ {switch} = {value},", 1)
    elif not given:
        text = text.replace("[match]", f"[match]\noptions = {{ {switch} = {value} }}", 1)
    scenario = read_scenario(text)
    assert getattr(scenario.match.ruleset, switch) == value
    return bool(scenario.run().failed)


def test_every_switch_has_a_rule() -> None:
    assert set(SWITCHES) == {field.name for field in fields(Ruleset)} - {"edition", "factions"}
    assert {scenario.match.ruleset.edition for scenario in scenarios().values()} == set(EDITIONS)


@pytest.mark.parametrize(
    ("switch", "rule"), [(switch, rule) for switch, rules in SWITCHES.items() for rule in rules.split()]
)
def test_a_switch_is_shown_both_ways(switch: str, rule: str) -> None:
    """The rule's scenarios use at least two values, and for each value one scenario depends on it."""
    found: dict[int, list[str]] = {}
    for name in shown(rule):
        found.setdefault(getattr(scenarios()[name].match.ruleset, switch), []).append(name)
    assert len(found) > 1
    for value, names in found.items():
        assert any(depends(name, switch, other) for other in found if other != value for name in names), value


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_shows_what_it_plays_differently(edition: str) -> None:
    """For each switch that editions set differently, a scenario of the edition depends on its value."""
    differing = {
        field.name
        for field in fields(Ruleset)
        if len({getattr(ruleset, field.name) for ruleset in EDITIONS.values()}) > 1
    }
    assert differing - {"edition", "factions"} == set(DIFFERENCES), "factions are test_profile.py's business (MAT-7)"
    own = {name for name, scenario in scenarios().items() if scenario.match.ruleset == EDITIONS[edition]}
    unshown = []
    for switch, rules in DIFFERENCES.items():
        others = {getattr(ruleset, switch) for ruleset in EDITIONS.values()} - {getattr(EDITIONS[edition], switch)}
        for rule in rules.split():
            if not any(depends(name, switch, other) for name in sorted(own & set(shown(rule))) for other in others):
                unshown.append((switch, rule))
    assert unshown == []


# --- cards ---

CARDS: dict[str, Collection[str]] = {
    "abilities": LIBRARY.abilities,
    "missions": LIBRARY.missions,
    "tactics": LIBRARY.tactics,
}


@cache
def outcome(name: str) -> Outcome:
    """Return the outcome of a scenario."""
    return scenarios()[name].run()


@pytest.mark.parametrize("kind", CARDS)
def test_every_card_has_a_scenario_of_its_name(kind: str) -> None:
    assert {name.rpartition("/")[2] for name in scenarios() if name.startswith(f"cards/{kind}/")} == set(CARDS[kind])


@pytest.mark.parametrize("card", LIBRARY.abilities)
def test_an_ability_is_used_in_its_scenario(card: str) -> None:
    """The ability is in the match and is used, if it has effects or triggers."""
    ability, end = LIBRARY.abilities[card], outcome(f"cards/abilities/{card}")
    assert card in end.match.abilities
    assert not end.failed, "\n".join(map(str, end.failed))
    used = [event for event in end.events if event.code == "ability_used" and event.get("ability") == card]
    assert bool(used) == bool(ability.effects or ability.triggers)


@pytest.mark.parametrize("card", LIBRARY.missions)
def test_a_mission_scores_in_its_scenario(card: str) -> None:
    """The mission is open at the end, and its side has VP."""
    end = outcome(f"cards/missions/{card}")
    assert not end.failed, "\n".join(map(str, end.failed))
    assert end.match.table.fault == 0
    assert [side for side in end.match.sides.values() if side.mission == card and side.vp]


@pytest.mark.parametrize("card", LIBRARY.tactics)
def test_a_tactical_card_is_played_in_its_scenario(card: str) -> None:
    """The card is played more often than it is cancelled."""
    end = outcome(f"cards/tactics/{card}")
    assert not end.failed, "\n".join(map(str, end.failed))
    told = [event.code for event in end.events if event.get("card") == card]
    assert told.count("tactic_played") > told.count("tactic_cancelled")


# --- texts ---

ANSWERED_UNASKED = {"claim", "open"}  # decisions that the client answers by itself


def _keys() -> set[str]:
    """Return every key that needs a text: codes of the engine, and names and texts of cards."""
    found = {f"event.{code}" for code in codes.events()} | {f"error.{code}" for code in codes.errors()}
    found |= {f"ask.{kind}" for kind in codes.decisions() - ANSWERED_UNASKED}
    found |= {f"roll.{reason}" for reason in codes.rolls()}
    for kind in ("profiles", "troops", "missions", "tactics"):
        found |= {f"{kind[:-1]}.{id}.{part}" for id in getattr(LIBRARY, kind) for part in ("name", "text")}
    found |= {f"ability.{id}{part}" for id in LIBRARY.abilities for part in ("", ".text")}
    return found | {f"piece.{id}" for id in LIBRARY.pieces}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_words(language: str) -> None:
    """Events, decisions, refusals, rolls and cards have texts in each of the five languages, in their own file."""
    words: dict[str, str] = {}
    for file in files_of(language):
        words |= json.loads((TESTS.parent / "web" / file).read_text(encoding="utf-8"))
    assert sorted(key for key in _keys() if not words.get(key, "").strip()) == []


# --- the table ---


def table() -> str:
    """Return the Markdown table of rules, the steps and refusals that carry them out, and the tests that show them."""
    lines = [
        "# Rules, steps, tests",
        "",
        "Written by `python -m tests.test_complete`; not to be edited. *Steps* are procedures' steps tagged with",
        "the rule, or else the queries that answer for it; *refusals* the codes that name it.",
        "",
        "| rule | steps | refusals | scenarios and tests |",
        "| --- | --- | --- | --- |",
    ]
    for rule in RULES:
        steps, refusals, queries = places()[rule]
        cells = (steps or queries, sorted(refusals), shown(rule) or [ELSEWHERE[rule]])
        lines.append(f"| {rule} | " + " | ".join(", ".join(f"`{part}`" for part in cell) for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def test_the_table_is_up_to_date() -> None:
    assert TABLE.read_text(encoding="utf-8") == table(), "run python -m tests.test_complete"


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
