"""What build.py says to a wrong command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BUILD = Path(__file__).parents[1] / "build.py"


@pytest.mark.parametrize(("arguments", "says"), [
    (["play", "--port", "99999"], "a whole number from 0 to 65535, not '99999'"),
    (["play", "--port", "-1"], "--port"),
    (["play", "--port", "web"], "not 'web'"),
    (["bench", "--runs", "0"], "a whole number from 1 to 100, not '0'"),
    (["tset"], "invalid choice: 'tset'"),
    (["build", "--fast"], "--fast"),
    ([], "required"),
])
def test_a_wrong_command_line_is_told_in_a_line(arguments: list[str], says: str) -> None:
    ended = subprocess.run([sys.executable, str(BUILD), *arguments], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert says in ended.stderr and "Traceback" not in ended.stderr
