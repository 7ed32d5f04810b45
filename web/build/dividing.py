"""Splits Pyodide's interpreter in two (split.mjs): functions that are called while starting and playing, and the rest.

Compiling the interpreter takes most of the start-up time, and five of six of its functions are never called. The file
called.txt lists those that are; `python3 build.py profile` writes it. A function missing there still works, but is
loaded later. Exports that only compiled extension modules need are removed, as Eden has no such modules.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from web.build.tools import NPM, STATE, WEB, Failure, make_if_changed, node, run

__all__ = ["INTERPRETER", "interpreter", "read_called", "trimmed", "write_called"]

CALLED = WEB / "build" / "called.txt"
SPLIT = WEB / "build" / "split.mjs"
PYODIDE = NPM / "node_modules" / "pyodide"
SOURCE = PYODIDE / "pyodide.asm.wasm"
INTERPRETER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.rest.wasm")
WIDTH = 118
# The code with which Pyodide's script takes each export of the interpreter, declares them all, and registers them for
# extension modules.
TAKEN = re.compile(r'(_\w+)=Module\["\1"\]=wasmExports\["(\w+)"\](?:\.value>>>0)?;?')
DECLARED = re.compile(r"var _\w+(?:,\w+){1000,};")
PLACES = "updateGOT(origExports);"


def ranges(numbers: Iterable[int]) -> Iterator[str]:
    """Yield the ranges of some numbers as text: "3" and "5-7" for 3, 5, 6 and 7."""
    for _, run_of in groupby(enumerate(sorted(numbers)), lambda item: item[1] - item[0]):
        found = [number for _, number in run_of]
        yield f"{found[0]}-{found[-1]}" if len(found) > 1 else str(found[0])


def write_called(names: Iterable[str]) -> None:
    """Write called.txt from the numbers of the called functions of the current interpreter."""
    lines = [
        f"# What is called of this interpreter while people start and play: python3 build.py profile\n{source_digest()}"
    ]
    for one in ranges(map(int, names)):
        if len(lines) == 1 or len(lines[-1]) + len(one) >= WIDTH:
            lines.append(one)
        else:
            lines[-1] += f" {one}"
    CALLED.write_text("\n".join(lines) + "\n")


def source_digest() -> str:
    """Return the interpreter's SHA-256 in hexadecimal."""
    return hashlib.sha256(SOURCE.read_bytes()).hexdigest()


def read_called() -> list[str]:
    """Return the numbers of the functions listed in called.txt.

    Raises:
        Failure: called.txt was written for another interpreter, whose functions have other numbers.
    """
    _, digest, *lines = CALLED.read_text().splitlines()
    if digest != source_digest():
        raise Failure(f"{CALLED.name} was made with another interpreter; make it anew: python3 build.py profile")
    numbers: list[int] = []
    for one in " ".join(lines).split():
        low, _, high = one.partition("-")
        numbers += range(int(low), int(high or low) + 1)
    return [str(number) for number in numbers]


def trimmed(script: str, other: str) -> str:
    """Return Pyodide's script without the exports that nothing uses.

    Args:
        script: the text of pyodide.asm.mjs
        other: the text of pyodide.mjs, which uses the exports

    Raises:
        Failure: the script does not have the expected form.
    """
    known = Counter(re.findall(r"\w+", TAKEN.sub("", script))) + Counter(re.findall(r"\w+", other))
    spare = {
        name for name, outer in TAKEN.findall(script) if known[name] == 1 and not known[outer]
    }  # declared and not used

    def declared(match: re.Match[str]) -> str:
        return "var " + ",".join(name for name in match[0][4:-1].split(",") if name not in spare) + ";"

    script, lists = DECLARED.subn(declared, script)
    script = TAKEN.sub(lambda match: "" if match[1] in spare else match[0], script)
    if lists != 1 or script.count(PLACES) != 1 or len(spare) < 1000:
        raise Failure(
            "pyodide.asm.mjs: what the interpreter hands out is not taken as it was; look again at how it starts"
        )
    return script.replace(PLACES, "")


def interpreter(*, counting: bool = False) -> Path:
    """Build the interpreter's two parts and their scripts if out of date; return their folder.

    Args:
        counting: put the whole interpreter into the first part, with a global for each function that records whether
            it was called
    """
    folder = STATE / ("counting" if counting else "interpreter")

    def make() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        other = (PYODIDE / "pyodide.mjs").read_text(encoding="utf-8")
        script = trimmed((PYODIDE / "pyodide.asm.mjs").read_text(encoding="utf-8"), other)
        (folder / "pyodide.mjs").write_text(other, encoding="utf-8")
        (folder / "pyodide.asm.mjs").write_text(script, encoding="utf-8")
        runner, _ = node()
        with tempfile.TemporaryDirectory(prefix="eden-split-") as place:
            job = Path(place) / "job.json"
            job.write_text(
                json.dumps(
                    {
                        "called": None if counting else read_called(),
                        "words": sorted(set(re.findall(r"\w+", script + other))),
                        "first": str(folder / "pyodide.asm.wasm"),
                        "rest": str(folder / "pyodide.rest.wasm"),
                    }
                )
            )
            run(
                [*runner, SPLIT, NPM / "node_modules" / "binaryen" / "index.js", SOURCE, job],
                "dividing the interpreter",
            )

    inputs: list[Path | bytes] = [SOURCE, NPM / "package-lock.json", SPLIT, Path(__file__)]
    make_if_changed(folder.name, inputs if counting else [*inputs, CALLED], folder / "pyodide.rest.wasm", make)
    return folder
