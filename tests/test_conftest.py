"""How the tests are run: one that hangs or kills its process fails by name, and nothing else is lost by it."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
SAMPLE = """
import os, time, pytest

@pytest.fixture
def stuck():
    yield
    time.sleep(600)

def test_before(): pass
def test_fails_and_its_end_hangs(stuck): assert 1 == 2
def test_between(): pass
def test_kills_its_process(): os._exit(3)
def test_after(): pass
"""

JOURNEYS = """
import os
from pathlib import Path

def test_fails_once(tmp_path_factory):
    mark = Path(__file__).with_name("mark")
    again = mark.exists()
    mark.touch()
    assert again

def test_fails_always(): assert 3 == 4
def test_kills_its_process_once():
    mark = Path(__file__).with_name("killed")
    if not mark.exists():
        mark.touch()
        os._exit(3)
def test_holds(): pass
"""


def test_a_test_that_hangs_or_kills_its_process_fails_and_the_others_go_on(tmp_path: Path) -> None:
    """Also while it is taken down, after it has failed; it is told at once, with the place where it hung."""
    settings = (ROOT / "tests/conftest.py").read_text()
    shorter = re.sub(r"^PAUSE = \d+\.0 ", "PAUSE = 0.1 ", settings, flags=re.MULTILINE)
    assert shorter != settings
    (tmp_path / "conftest.py").write_text(shorter)
    options = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    assert options["timeout"] and options["timeout_method"] == "thread"
    (tmp_path / "pytest.ini").write_text(
        f"[pytest]\naddopts = {' '.join(options['addopts'])}\ntimeout = 5\ntimeout_method = thread\n"
    )
    for name in ("test_one.py", "test_two.py"):
        (tmp_path / name).write_text(SAMPLE if name == "test_one.py" else "def test_other(): pass\n")
    journeys = tmp_path / "tests" / "browser" / "test_three.py"
    journeys.parent.mkdir(parents=True)
    journeys.write_text(JOURNEYS)
    command = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadfile", "-v", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    told = done.stdout + done.stderr
    assert done.returncode == 1, told
    for test in ("one.py::test_before", "one.py::test_between", "one.py::test_after", "two.py::test_other"):
        assert f"PASSED test_{test}" in told, told
    assert "4 failed, 7 passed" in told, told  # the first of them fails, and then hangs
    assert "FAILED test_one.py::test_fails_and_its_end_hangs - assert 1 == 2\n" in told, told
    for name in ("fails_and_its_end_hangs", "kills_its_process"):
        assert f"crashed while running 'test_one.py::test_{name}" in told, told
    assert "Timeout" in told and "in stuck" in told, told
    at_once, _, at_the_end = told.partition("rerun test summary info")
    for name, last in (("fails_once", "PASSED"), ("fails_always", "FAILED"), ("kills_its_process_once", "PASSED")):
        test = f"tests/browser/test_three.py::test_{name}"
        assert f"{last} {test}" in at_once and f"RERUN {test}" in at_the_end, told
    assert "assert again" in at_the_end and "assert 1 == 2" in at_once, told
    assert "RERUN tests/browser/test_three.py::test_holds" not in told
