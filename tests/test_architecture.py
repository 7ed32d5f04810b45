"""What the architecture promises of the code: the arrows, the standard library alone, no floats, no edition in rules."""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import fields
from pathlib import Path

import pytest

import eden_core
from eden_core.content import load
from eden_core.ruleset import EDITIONS, Ruleset
from eden_core.terrain import RULES

CORE = Path(eden_core.__file__).parent
WEB = CORE.parent / "web"
MODULES = sorted(CORE.rglob("*.py"))
WEB_MODULES = [path for path in sorted(WEB.rglob("*.py")) if "node_modules" not in path.parts]

# Imports run one way. A module may import from its own layer and from those before it.
LAYERS = (
    ("errors",), ("cbor", "geometry", "grid", "lengths", "routing", "meeting", "reach", "ruleset", "messages", "equipment"), ("vocabulary", "terrain"),
    ("profile", "field"), ("cards",), ("match", "standing"), ("flow", "vault", "content"), ("codec",), ("rules",), ("record", "packing", "occupants", "position", "ai", "sync"),
    ("plays", "expectations", "scenario"), ("cli", "__main__"),
)
LAYER = {name: index for index, names in enumerate(LAYERS) for name in names}
# What runs only at the moment of a call, or for types alone, may point the other way.
LATE = {("match", "flow"), ("match", "standing"), ("rules", "codec"), ("flow", "match")}


def _name(path: Path) -> str:
    return path.relative_to(CORE).parts[0].removesuffix(".py")


def _imports(path: Path) -> set[str]:
    """The top modules of the core that a file imports, and "." + name for those of the library."""
    found: set[str] = set()
    depth = len(path.relative_to(CORE).parts) - 1
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            if node.level <= depth:
                continue                                  # within its own folder
            names = [node.module] if node.module else [alias.name for alias in node.names]
            found.update(name.split(".")[0] for name in names if name)
        elif isinstance(node, ast.ImportFrom):
            found.add("." + (node.module or "").split(".")[0])
        elif isinstance(node, ast.Import):
            found.update("." + alias.name.split(".")[0] for alias in node.names)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(CORE)))
def test_imports_run_one_way(path: Path) -> None:
    own = _name(path)
    if own == "__init__":
        return
    for other in _imports(path):
        if not other.startswith(".") and (own, other) not in LATE:
            assert LAYER[other] <= LAYER[own], f"{own} imports {other}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(CORE)))
def test_the_core_needs_the_standard_library_alone(path: Path) -> None:
    outside = {name[1:] for name in _imports(path) if name.startswith(".")} - sys.stdlib_module_names - {"eden_core"}
    assert not outside
    if _name(path) not in ("cli", "__main__"):
        clock_chance_and_files = {"random", "secrets", "time", "datetime", "os", "pathlib", "socket", "subprocess"}
        assert not {name[1:] for name in _imports(path) if name.startswith(".")} & clock_chance_and_files


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(CORE)))
def test_no_float_comes_near_the_state(path: Path) -> None:
    if _name(path) in ("cli", "__main__"):
        return
    for node in ast.walk(ast.parse(path.read_text())):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), node.lineno
        assert not (isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div)), node.lineno
        if isinstance(node, ast.ImportFrom) and node.module == "math":
            assert {alias.name for alias in node.names} == {"isqrt"}
        assert not (isinstance(node, ast.Import) and any(alias.name == "math" for alias in node.names))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(CORE)))
def test_nothing_runs_what_it_is_given(path: Path) -> None:
    _no_eval(path)


def _no_eval(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("eval", "exec", "compile", "__import__"), node.lineno


@pytest.mark.parametrize("path", sorted((CORE / "rules").glob("*.py")), ids=lambda path: path.name)
def test_rules_name_no_edition_and_no_card(path: Path) -> None:
    library = load()
    cards = {*library.profiles, *library.missions, *library.tactics} - set(RULES)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert node.value not in EDITIONS and node.value not in cards, node.value


def test_each_switch_is_read_in_one_module() -> None:
    read: dict[str, set[str]] = {}
    for path in MODULES:
        if _name(path) in ("ruleset", "cli", "ai"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and not isinstance(node.value, ast.Subscript):   # `sides[1]` is no ruleset
                read.setdefault(node.attr, set()).add(str(path.relative_to(CORE)))
    for field in fields(Ruleset):
        if field.name != "edition":
            assert len(read.get(field.name, set())) == 1, (field.name, read.get(field.name))


def test_only_effects_change_a_match() -> None:
    """Assignments to a match's parts stand in `effects.py` and `field_effects.py` alone (and where states are made)."""
    parts = {"fighters", "pieces", "markers", "zones", "sides", "table", "modifiers", "pool"}
    for path in (CORE / "rules").glob("*.py"):
        if path.name in ("effects.py", "field_effects.py", "__init__.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(
                node, (ast.AugAssign, ast.AnnAssign)) else []
            for target in targets:
                if isinstance(target, ast.Subscript):
                    target = target.value
                assert not (isinstance(target, ast.Attribute) and target.attr in parts
                            and isinstance(target.value, ast.Name) and target.value.id == "match"), (path.name, node.lineno)


@pytest.mark.parametrize("path", WEB_MODULES, ids=lambda path: str(path.relative_to(WEB)))
def test_the_web_keeps_its_border(path: Path) -> None:
    """Only browser.py speaks to JavaScript; text never becomes markup or code."""
    text = path.read_text()
    _no_eval(path)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", text)
    for node in ast.walk(ast.parse(text)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else (
            [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else [])
        for name in names:
            if name.split(".")[0] in ("js", "pyodide", "pyscript", "pyodide_js"):
                assert path.name in ("browser.py", "app.py"), f"{path.name} imports {name}"
            # Python's own chance may come out of a snapshot; ours is the browser's (browser.random_bytes).
            assert name.split(".")[0] not in ("random", "secrets", "uuid"), f"{path.name} imports {name}"


@pytest.mark.parametrize("path", [path for ending in ("js", "mjs", "html") for path in sorted(WEB.rglob(f"*.{ending}"))
                                  if "node_modules" not in path.parts], ids=lambda path: path.name)
def test_no_markup_from_text_and_no_eval_in_scripts(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>\s*\S", text), "an inline script"


def test_all_names_offered_exist() -> None:
    import importlib
    for path in MODULES:
        module = ".".join(("eden_core", *path.relative_to(CORE).with_suffix("").parts)).removesuffix(".__init__")
        if module.endswith("__main__"):
            continue
        loaded = importlib.import_module(module)
        for name in getattr(loaded, "__all__", ()):
            assert hasattr(loaded, name), f"{module}.{name}"
