"""How the tests are run: one that hangs or kills its process fails by name, and nothing else is lost by it."""

from __future__ import annotations

import re
import subprocess
import sys
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
from pathlib import Path

def test_fails_once(tmp_path_factory):
    mark = Path(__file__).with_name("mark")
    again = mark.exists()
    mark.touch()
    assert again

def test_fails_always(): assert 3 == 4
def test_holds(): pass
"""


def test_a_test_that_hangs_or_kills_its_process_fails_and_the_others_go_on(tmp_path: Path) -> None:
    """Also while it is taken down, after it has failed; it is told at once, with the place where it hung."""
    settings = (ROOT / "tests/conftest.py").read_text()
    shorter = re.sub(r"^LONGEST = \d+\.0 ", "LONGEST = 5.0 ", settings, flags=re.MULTILINE)
    assert shorter != settings
    (tmp_path / "conftest.py").write_text(shorter)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    for name in ("test_one.py", "test_two.py"):
        (tmp_path / name).write_text(SAMPLE if name == "test_one.py" else "def test_other(): pass\n")
    journeys = tmp_path / "tests" / "browser" / "test_three.py"
    journeys.parent.mkdir(parents=True)
    journeys.write_text(JOURNEYS)
    command = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadfile", "-v", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    for name in ("one.py::test_before", "one.py::test_between", "one.py::test_after", "two.py::test_other"):
        assert f"PASSED test_{name}" in done.stdout, done.stdout
    assert "4 failed, 6 passed" in done.stdout  # the first of them fails, and then hangs
    for name, last in (("fails_once", "PASSED"), ("fails_always", "FAILED")):
        test = f"tests/browser/test_three.py::test_{name}"
        assert f"{last} {test}" in done.stdout and f"TRIED AGAIN {test}" in done.stdout
        assert f"{test} was tried again, for it failed in its call" in done.stdout
    assert "TRIED AGAIN tests/browser/test_three.py::test_holds" not in done.stdout
    assert "test_fails_and_its_end_hangs failed in its call: assert 1 == 2" in done.stdout
    assert "test_fails_and_its_end_hangs hangs after 5 s" in done.stderr
    assert "in stuck" in done.stderr
