"""Every scenario in tests/scenarios holds; `test_complete.py` checks that they cover the rules and cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from eden_core.scenarios.running import read_scenario
from tests.test_complete import RULES

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.rglob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER).with_suffix("")))
def test_holds(file: Path) -> None:
    scenario = read_scenario(file.read_text(encoding="utf-8"))
    outcome = scenario.run()
    assert not outcome.failed, "\n".join(map(str, outcome.failed))
    assert scenario.title and scenario.rules, "a scenario names itself and the rules that it covers"
    assert set(scenario.rules) <= set(RULES)
