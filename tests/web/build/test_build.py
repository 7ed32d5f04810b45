"""The build: errors for wrong command lines, code stripped from compiled modules, and the size of a first visit."""

from __future__ import annotations

import gzip
import posixpath
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.bench.measure import BARS, STOCK_FILES
from web.build import dividing
from web.build.dividing import interpreter, read_called, trimmed, write_called
from web.build.laying import DIST
from web.build.making import compile_sources, is_kept, library, zip_of
from web.build.snapshot import make_snapshot
from web.build.tools import NPM, Failure, files_of

BUILD = Path(__file__).parents[3] / "build.py"
SAMPLE = '''"""A module."""
from dataclasses import dataclass


@dataclass
class Pair:
    """Two."""

    one: int
    two: "int | None" = None


def fails(value: int, *more: int, named: str = "") -> None:
    """Refuses all but a whole number."""
    assert value % 1 == 0, "whole"


async def documented(value: int) -> None:
    """No more than this."""
'''
CHECKS = """import traceback
import sample

faults = []
try:
    sample.fails(0.5)
except AssertionError as error:
    last = traceback.extract_tb(error.__traceback__)[-1]
    if (last.filename, last.lineno, last.name) != ("eden/sample.py", 15, "fails"):
        faults.append(f"a traceback names {last}")
else:
    faults.append("asserts are gone")
for thing in (sample, sample.Pair, sample.fails, sample.documented):
    if "." in (thing.__doc__ or ""):
        faults.append(f"{thing} has its docstring")
for function in (sample.fails, sample.documented):
    if function.__annotations__:
        faults.append(f"{function} has annotations")
if sample.Pair(1, two=2) != sample.Pair(1, 2) or list(sample.Pair.__annotations__) != ["one", "two"]:
    faults.append("a dataclass is broken")
if any(column is not None for *_, column in sample.fails.__code__.co_positions()):
    faults.append("columns are there")
if faults:
    raise ValueError("; ".join(faults))
"""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "--port", "99999"], "a whole number from 0 to 65535, not '99999'"),
        (["play", "--port", "-1"], "--port"),
        (["play", "--port", "web"], "not 'web'"),
        (["bench", "--runs", "0"], "a whole number from 1 to 100, not '0'"),
        (["tset"], "invalid choice: 'tset'"),
        (["build", "--fast"], "--fast"),
        ([], "required"),
    ],
)
def test_a_wrong_command_line_is_told_in_a_line(arguments: list[str], says: str) -> None:
    ended = subprocess.run([sys.executable, str(BUILD), *arguments], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert says in ended.stderr and "Traceback" not in ended.stderr


def run_checks(folder: Path, strip: list[str]) -> None:
    """Compile the sample, and have Pyodide import a module that checks it."""
    (folder / "in").mkdir()
    (folder / "out").mkdir()
    (folder / "in" / "sample.py").write_text(SAMPLE)
    (folder / "in" / "checks.py").write_text(CHECKS)
    tree = {"from": str(folder / "in"), "to": str(folder / "out"), "shown": "eden/", "strip": strip}
    compile_sources([tree], library=library() / "library.zip", task="compiling a sample")
    with zipfile.ZipFile(library() / "library.zip") as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    entries |= {path.name: path.read_bytes() for path in files_of(folder / "out", "*.pyc")}
    (folder / "library.zip").write_bytes(zip_of(entries))
    compile_sources([], library=folder / "library.zip", imports=["checks"], task="checking a sample")


def test_what_nobody_reads_is_stripped(tmp_path: Path) -> None:
    """Docstrings, annotations of functions and columns go; asserts, dataclasses and line numbers stay."""
    run_checks(tmp_path, ["docstrings", "annotations"])


def test_nothing_is_stripped_unasked(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="fails.* has its docstring.*fails.* has annotations") as failure:
        run_checks(tmp_path, [])
    assert "traceback" not in str(failure.value) and "columns" not in str(failure.value)


@pytest.mark.parametrize(
    ("module", "kept"),
    [
        ("json", True),
        ("json.tool", False),
        ("asyncio", True),
        ("asyncio.tasks", True),
        ("asyncio.tools", False),
        ("asynchat", False),
    ],
)
def test_a_line_of_the_library_takes_in_or_leaves_out(module: str, kept: bool) -> None:
    assert is_kept(module, ["json", "asyncio.*", "-asyncio.tools"]) is kept


def first_visit() -> dict[str, bytes]:
    """Return all files that the page may fetch before its first prompt: those it names, and those they name."""
    if not (DIST / "index.html").exists():
        pytest.fail("no dist/: run `python3 build.py build`")
    page = (DIST / "index.html").read_text(encoding="utf-8")
    names = {"index.html", *re.findall(r'(?:href|src)="([^"#]+)"', page)}
    for name in [name for name in names if name.endswith(".css")]:
        for target in re.findall(r"""url\(["']?([^"'#)]+)""", (DIST / name).read_text(encoding="utf-8")):
            if not target.startswith("data:"):
                names.add(posixpath.normpath(posixpath.join(posixpath.dirname(name), target)))
    return {name: (DIST / name).read_bytes() for name in names}


def packed(contents: list[bytes]) -> int:
    """Return bytes compressed as hosts send them."""
    return sum(len(gzip.compress(data, 6)) for data in contents)


def test_a_first_visit_transfers_no_more_than_pyodide_alone() -> None:
    files = first_visit()
    kinds = {name.rpartition("/")[2].partition("-")[0] for name in files}
    assert {"eden_core", "eden_web", "library.zip", "pyodide.asm.wasm", "core"} <= kinds, "the page names it all"
    stock = packed([(NPM / "node_modules" / "pyodide" / name).read_bytes() for name in STOCK_FILES])
    assert packed(list(files.values())) <= BARS[2] * stock


def test_what_comes_later_is_of_the_same_release() -> None:
    """All but the page and its worker is in folders named by hash, and the worker keeps every file."""
    worker = (DIST / "sw.js").read_text(encoding="utf-8")
    (release,) = re.findall(r'const RELEASE = "(r-[0-9a-f]{12})"', worker)
    (vendor,) = {path.name for path in DIST.iterdir() if path.name.startswith("v-")}
    names = {path.relative_to(DIST).as_posix() for path in DIST.rglob("*") if path.is_file()}
    assert {name.partition("/")[0] for name in names} == {"index.html", "sw.js", release, vendor}
    assert set(re.findall(r'"([^"]+)": "[\w+/]{43}="', worker)) == names - {"sw.js"}


def test_the_same_sources_make_the_same_snapshot(tmp_path: Path) -> None:
    """The snapshot is reproducible, so a site that is built again is the same release."""
    kept = next(DIST.glob("r-*/snapshot.gz")).read_bytes()
    lock = next(DIST.glob("r-*/lock.json")).read_bytes()
    make_snapshot(interpreter(), lock, tmp_path / "again.gz")
    assert (tmp_path / "again.gz").read_bytes() == kept
    assert str(BUILD.parent).encode() not in gzip.decompress(kept), "nor where it was built"


# ---- the interpreter in two parts

SCRIPT = (
    "var _few,{names},_many;".format(names=",".join(f"_Py{number}" for number in range(2000)))
    + "".join(
        f'{name}=Module["{name}"]=wasmExports["{name[1:]}"];'
        for name in ["_few", "_many", *(f"_Py{number}" for number in range(2000))]
    )
    + "updateGOT(origExports);call(_few);Module._Py7();"
)


def test_names_that_nothing_asks_for_are_left_out() -> None:
    """The exports that Pyodide's scripts use are kept, under any of their names."""
    assert trimmed(SCRIPT, 'API._Py8();"Py9"') == (
        'var _few,_Py7,_Py8,_Py9;_few=Module["_few"]=wasmExports["few"];_Py7=Module["_Py7"]=wasmExports["Py7"];'
        '_Py8=Module["_Py8"]=wasmExports["Py8"];_Py9=Module["_Py9"]=wasmExports["Py9"];call(_few);Module._Py7();'
    )


@pytest.mark.parametrize("old", ["var _few", "updateGOT", "=wasmExports"])
def test_a_script_of_another_make_is_told(old: str) -> None:
    """A later Pyodide with other scripts fails the build."""
    with pytest.raises(Failure, match="look again"):
        trimmed(SCRIPT.replace(old, "other"), "")


def test_what_is_called_is_kept_and_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The file has numbers and ranges, valid for one interpreter."""
    monkeypatch.setattr(dividing, "CALLED", tmp_path / "called.txt")
    names = [str(number) for number in [*range(5), 7, *range(100, 1000, 3), 2000, 2001]]
    write_called(reversed(names))
    assert read_called() == names
    assert max(map(len, (tmp_path / "called.txt").read_text().splitlines())) <= 120
    text = (tmp_path / "called.txt").read_text()
    (tmp_path / "called.txt").write_text(text.replace(text.splitlines()[1], "0" * 64))
    with pytest.raises(Failure, match="build.py profile"):
        read_called()


def test_a_start_waits_for_a_part_of_the_interpreter() -> None:
    """The rest is as large as the first part; together they are hardly larger than the whole."""
    first, rest, whole = (
        path.stat().st_size
        for path in (
            interpreter() / "pyodide.asm.wasm",
            interpreter() / "pyodide.rest.wasm",
            NPM / "node_modules/pyodide/pyodide.asm.wasm",
        )
    )
    assert first < 0.55 * whole and first + rest < 1.05 * whole
