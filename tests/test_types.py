"""Static checks: mypy in strict mode, and Ruff's linter and formatter."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def test_types() -> None:
    """Mypy in strict mode finds nothing (settings in pyproject.toml)."""
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("command", ["check", "format --check"])
def test_style(command: str) -> None:
    """Ruff's linter and formatter find nothing (settings in pyproject.toml)."""
    ruff = [sys.executable, "-m", "ruff", *command.split()]
    done = subprocess.run(ruff, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
