"""Types are checked strictly, everywhere; Ruff finds nothing and would format nothing anew."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def test_types() -> None:
    """mypy, strict, has nothing to say (pyproject.toml has its settings)."""
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("command", ["check", "format --check"])
def test_style(command: str) -> None:
    """Ruff's checks and its format hold (pyproject.toml has the settings)."""
    ruff = [sys.executable, "-m", "ruff", *command.split()]
    done = subprocess.run(ruff, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
