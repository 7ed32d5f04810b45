"""The laws of the house: imports run downward, the core stands on the standard library alone, no floats, no edition
in rules.
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import eden_core
from eden_core.cards.scenery_rules import RULES as TERRAIN_RULES
from eden_core.cards.shipped import load
from eden_core.ruleset import EDITIONS, Ruleset

ROOT = Path(eden_core.__file__).parents[1]
CORE, WEB = ROOT / "eden_core", ROOT / "web"
MODULES = sorted(CORE.rglob("*.py"))
WEB_MODULES = [path for path in sorted(WEB.rglob("*.py")) if "node_modules" not in path.parts]
SCRIPTS = [
    path
    for ending in ("js", "mjs", "html")
    for path in sorted(WEB.rglob(f"*.{ending}"))
    if "node_modules" not in path.parts
]
FULL = 12  # Python modules that a folder may hold

# The floors of each house, lowest first. A package imports only from those before it; what shares a floor imports
# nothing
# of its neighbours. `web.build` runs on the maker's machine, and the core's `__init__` is nobody's.
FLOORS: dict[str, tuple[str | tuple[str, ...], ...]] = {
    "": ("eden_core", "web"),
    "eden_core": (
        "errors",
        "geometry",
        "ruleset",
        "cards",
        "engine",
        "rules",
        ("analysis", "record", "scenarios"),
        ("ai", "sync"),
        "cli",
        "__main__",
    ),
    "eden_core.rules": ("effects", "common", "cards", "actions", "npfs", "phases", "start"),
    "eden_core.sync": (("wire", "keys", "links", "rules_id_source"), "rules_id", "chain", "proofs", "peer"),
    "web": (
        ("browser", "i18n", "field"),
        ("ports", "ui"),
        "setup",
        "match",
        ("peer", "planning", "local"),
        ("saves", "prompts"),
        "table",
        "rulebook",
        "app",
        "main",
    ),
}


@cache
def tree(path: Path) -> ast.Module:
    """A file's syntax tree, parsed once for all laws."""
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    """A file's dotted name; a package's is that of its folder."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


HOUSE = {name_of(path): path for path in (*MODULES, *WEB_MODULES) if WEB / "build" not in path.parents}


@cache
def imports(path: Path) -> tuple[tuple[str, int], ...]:
    """The full names that a file imports, with their lines: lazy imports and those for types included."""
    package = name_of(path).split(".")[: None if path.name == "__init__.py" else -1]
    found: list[tuple[str, int]] = []
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            whole = ".".join(base + ([node.module] if node.module else []))
            for alias in node.names:
                deeper = f"{whole}.{alias.name}"
                found.append((deeper if deeper in HOUSE else whole, node.lineno))
    return tuple(found)


def floors() -> dict[str, int]:
    """The floor of each package and module that `FLOORS` names."""
    return {
        f"{house}.{name}".lstrip("."): level
        for house, rows in FLOORS.items()
        for level, row in enumerate(rows)
        for name in ((row,) if isinstance(row, str) else row)
    }


def running_up() -> Iterator[str]:
    """The imports that run up, or to a neighbour on the importer's own floor."""
    level = floors()
    for name, path in HOUSE.items():
        for other, line in imports(path):
            mine, theirs = name.split("."), other.split(".")
            if theirs[0] not in FLOORS[""]:
                continue
            shared = next((at for at, (a, b) in enumerate(zip(mine, theirs)) if a != b), min(len(mine), len(theirs)))
            one, two = (".".join(parts[: shared + 1]) for parts in (mine, theirs))
            if one in level and two in level and level[two] >= level[one] and one != two:
                yield f"{path.relative_to(ROOT)}:{line}: {name} imports {other}"


def circles() -> list[list[str]]:
    """The sets of modules that import one another (Tarjan's strongly connected components of two or more)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in {other for other, _ in imports(HOUSE[name]) if other in HOUSE and other != name}:
            if other not in index:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == index[name]:
            at = stack.index(name)
            if len(stack) > at + 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for name in HOUSE:
        if name not in index:
            visit(name)
    return found


def test_imports_run_downward() -> None:
    assert not (found := list(running_up())), "\n".join(found)


def test_no_modules_import_one_another() -> None:
    assert not (found := circles()), "\n".join(map(str, found))


def test_every_room_has_its_floor() -> None:
    """A package or module at the root of a house that `FLOORS` names stands in that list."""
    level = floors()
    for house in FLOORS:
        if house:
            folder = ROOT.joinpath(*house.split("."))
            rooms = {
                path.stem if path.suffix else path.name
                for path in folder.iterdir()
                if path.suffix == ".py" or (path / "__init__.py").exists()
            } - {"__init__", "build"}
            assert rooms == {name.rpartition(".")[2] for name in level if name.rpartition(".")[0] == house}, house


def test_a_folder_holds_few_modules() -> None:
    rooms = Counter(path.parent for path in HOUSE.values() if path.name != "__init__.py")
    assert not {str(folder.relative_to(ROOT)): count for folder, count in rooms.items() if count > FULL}


def test_the_core_needs_the_standard_library_alone() -> None:
    clock_chance_and_files = {"random", "secrets", "time", "datetime", "os", "pathlib", "socket", "subprocess"}
    for path in MODULES:
        roots = {name.split(".")[0] for name, _ in imports(path)}
        assert roots <= sys.stdlib_module_names | {"eden_core"}, path
        if not is_outside(path):
            assert not roots & clock_chance_and_files, path


def is_outside(path: Path) -> bool:
    """Whether a file of the core is part of the command line, where files, clocks and seeds have their place."""
    return path.relative_to(CORE).parts[0] in ("cli", "__main__.py")


def test_no_float_comes_near_the_state() -> None:
    for path in MODULES:
        if is_outside(path):
            continue
        for node in ast.walk(tree(path)):
            where = f"{path}:{getattr(node, 'lineno', 0)}"
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), where
            assert not (isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div)), where
            if isinstance(node, ast.ImportFrom) and node.module == "math":
                assert {alias.name for alias in node.names} <= {"isqrt", "comb"}, where
            assert not (isinstance(node, ast.Import) and any(alias.name == "math" for alias in node.names)), where


def test_nothing_runs_text() -> None:
    """No `eval` and its like, in the core or on the page."""
    for path in (*MODULES, *WEB_MODULES):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("eval", "exec", "compile", "__import__"), f"{path}:{node.lineno}"


def test_rules_name_no_edition_and_no_card() -> None:
    library = load()
    cards = {*library.profiles, *library.missions, *library.tactics} - set(TERRAIN_RULES)
    for path in (CORE / "rules").rglob("*.py"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in EDITIONS and node.value not in cards, f"{path}:{node.lineno}: {node.value}"


def test_each_switch_is_read_in_one_module() -> None:
    read: dict[str, set[str]] = {}
    for path in MODULES:
        if path.relative_to(CORE).parts[0] in ("ruleset.py", "cli", "ai"):
            continue
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Attribute) and not isinstance(
                node.value, ast.Subscript
            ):  # `sides[1]` is no ruleset
                read.setdefault(node.attr, set()).add(str(path.relative_to(CORE)))
    for field in fields(Ruleset):
        if field.name != "edition":
            assert len(read.get(field.name, set())) == 1, (field.name, read.get(field.name))


def test_only_effects_change_a_match() -> None:
    """Assignments to a match's parts stand in `rules/effects` alone, and in `rules/start` where a match is made."""
    parts = {"fighters", "pieces", "markers", "zones", "sides", "table", "modifiers", "pool"}
    for path in (CORE / "rules").rglob("*.py"):
        if path.parent.name == "effects" or path == CORE / "rules" / "start.py":
            continue
        for node in ast.walk(tree(path)):
            targets = (
                node.targets
                if isinstance(node, ast.Assign)
                else [node.target]
                if isinstance(node, (ast.AugAssign, ast.AnnAssign))
                else []
            )
            for target in targets:
                if isinstance(target, ast.Subscript):
                    target = target.value
                assert not (
                    isinstance(target, ast.Attribute)
                    and target.attr in parts
                    and isinstance(target.value, ast.Name)
                    and target.value.id == "match"
                ), f"{path}:{node.lineno}"


def test_the_web_keeps_its_border() -> None:
    """`web/browser` alone speaks to JavaScript; text never becomes markup or code."""
    for path in WEB_MODULES:
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", path.read_text(encoding="utf-8")
        ), path
        for name, line in imports(path):
            root = name.split(".")[0]
            if root in ("js", "pyodide", "pyscript", "pyodide_js"):
                assert path.parent == WEB / "browser" or path == WEB / "main.py", f"{path}:{line} imports {name}"
            # Python's own chance may come out of a snapshot; ours is the browser's (`web/browser`).
            assert root not in ("random", "secrets", "uuid"), f"{path}:{line} imports {name}"


def test_no_markup_from_text_and_no_eval_in_scripts() -> None:
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text), (
            path
        )
        assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>\s*\S", text), f"{path}: an inline script"


def test_all_names_offered_exist() -> None:
    for path in MODULES:
        if path.name == "__main__.py":
            continue
        loaded = importlib.import_module(name_of(path))
        for name in getattr(loaded, "__all__", ()):
            assert hasattr(loaded, name), f"{loaded.__name__}.{name}"


def test_python_in_texts_imports_what_exists() -> None:
    """Tests and benches send Python to a page as text: its imports name modules of the house."""
    imported = re.compile(r"(?:from|import)\s+((?:eden_core|web)(?:\.\w+)*)(?:[ \t]+import[ \t]+(\w+))?")
    for path in (*sorted((ROOT / "tests").rglob("*.py")), *WEB_MODULES):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "import" in node.value:
                for module, name in imported.findall(node.value):
                    where = f"{path.relative_to(ROOT)}:{node.lineno}: {module} {name}"
                    assert module in HOUSE, where
                    if name and HOUSE[module].name == "__init__.py":
                        assert f"{module}.{name}" in HOUSE or HOUSE[module].stat().st_size, where
