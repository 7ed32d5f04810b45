"""Every scenario in tests/scenarios holds, and together with named tests they cover the basic rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from eden_core.scenario import read_scenario

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.rglob("*.toml"))


def numbers(chapter: str, last: int) -> list[str]:
    return [f"{chapter}-{number}" for number in range(1, last + 1)]


# rules.md, sections 1 to 6, 8 and 9.
RULES = [
    *numbers("MAT", 9), *numbers("ROLL", 6), *numbers("LOS", 6), *numbers("MOVE", 4), *numbers("CON", 3),
    *numbers("WND", 4), *numbers("GEN", 8), *numbers("TRP", 4), *numbers("PREP", 9), *numbers("RND", 4),
    *numbers("TAC", 3), *numbers("ACT", 8), *numbers("ITD", 13), *numbers("ACN", 8), *numbers("DIS", 2),
    *numbers("MEL", 5), *numbers("SHT", 6), "THR-1", *numbers("BLA", 2), *numbers("EQP", 9), *numbers("STA", 7),
]
# What a scenario can't show: rule -> the test that shows it.
ELSEWHERE = {rule: "test_profile.py::test_a_troop_is_checked" for rule in ("MAT-7", "TRP-1", "TRP-3", "TRP-4")}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER).with_suffix("")))
def test_holds(file: Path) -> None:
    scenario = read_scenario(file.read_text(encoding="utf-8"))
    outcome = scenario.run()
    assert not outcome.failed, "\n".join(map(str, outcome.failed))
    assert scenario.title and scenario.rules, "a scenario names itself and the rules that it covers"


def test_every_basic_rule_is_covered() -> None:
    covered = {rule for file in FILES for rule in read_scenario(file.read_text(encoding="utf-8")).rules}
    assert [rule for rule in RULES if rule not in covered and rule not in ELSEWHERE] == []


def test_tests_named_elsewhere_exist() -> None:
    for rule, named in ELSEWHERE.items():
        file, _, test = named.partition("::")
        assert f"def {test}(" in (Path(__file__).parent / file).read_text(encoding="utf-8"), rule


def test_rules_named_by_scenarios_are_rules() -> None:
    for file in FILES:
        assert set(read_scenario(file.read_text(encoding="utf-8")).rules) <= {*RULES, "WEA-8", "TER-OBT"}, file.name
