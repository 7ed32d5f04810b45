"""The client imports under CPython: only `web/browser`, the ports made of it, and PyScript's way in need a browser."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

import web

ROOT = Path(web.__file__).parents[1]
IN_BROWSER = ("web.browser", "web.ports", "web.main", "web.build")
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "web").rglob("*.py")
    if "node_modules" not in path.parts
)


def needs_a_browser(name: str) -> bool:
    """Return whether a module belongs to what only runs on the page, or to the build."""
    return any(name == room or name.startswith(f"{room}.") for room in IN_BROWSER)


@pytest.mark.parametrize("name", [name for name in MODULES if not needs_a_browser(name)])
def test_it_imports_without_a_browser(name: str) -> None:
    importlib.import_module(name)
    assert "js" not in sys.modules
    assert "web.browser.page" not in sys.modules
