#!/usr/bin/env python3
"""Builds, serves, tests and measures Eden, with Python 3.11 or later and its standard library alone.

    python3 build.py play [--port N] [--no-open]   build if need be, serve on this machine, open the browser
    python3 build.py build                         leave the static site in dist/
    python3 build.py test [--no-browser] [pytest arguments]
    python3 build.py bench [--json] [--only PART]  all figures that have a bar, side by side in one run
    python3 build.py profile                       find out anew what of Pyodide's interpreter comes first
    python3 build.py soak [--matches N] [--seed S] [--workers W] [--json] [--replay TEXT]   random matches, checked

Each command does its own set-up and is quick when nothing changed. What it makes stands in .build/ and dist/; both
may be deleted at any time. The site is made so (what people need first comes first):

- Pyodide and PyScript come from npm (web/package-lock.json), as does what lets players meet; micropip and segno
  (QR codes) come from PyPI by their hashes; nothing is fetched from elsewhere when the site runs.
- Pyodide's interpreter is divided: what is called while people start and play comes first (web/build/called.txt).
- Python's library is trimmed to web/build/library.txt, and it, eden_core and web are compiled by Pyodide itself,
  without what nobody reads at run time (web/build/compile.mjs); asserts and the lines of tracebacks stay.
- All but index.html and sw.js lies in folders named after their content: v-… (vendored) and r-… (this release).
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from web.build.laying import DIST, build
from web.build.serving import Site
from web.build.tools import (
    ROOT,
    Failure,
    build_lock,
    ensure_browsers,
    ensure_environment,
    install_requirements,
    say,
    venv_tool,
)

__all__ = ["DIST", "Site", "build", "main"]

BENCHES = (
    "startup",
    "reach",
    "frames",
    "clicks",
    "machine",
    "kept",
    "memory",
    "engine",
    "records",
    "peers",
    "strength",
)
MOST_WORKERS = 4  # that run tests: each may have a browser open


def play(arguments: argparse.Namespace) -> int:
    """Builds if need be, serves, opens the browser."""
    with build_lock():
        build()
    try:
        site = Site(DIST, arguments.port)
    except OSError as error:
        raise Failure(
            f"port {arguments.port}: {error.strerror}. Choose another with --port, or 0 for any free one."
        ) from error
    with site:
        print(f"Eden is at {site.address}  (Ctrl-C ends it)", flush=True)
        if not arguments.no_open:
            webbrowser.open(site.address)
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()
    return 0


def test(arguments: argparse.Namespace) -> int:
    """Runs everything: rules, scenarios and, unless told otherwise, browsers."""
    with build_lock(), ThreadPoolExecutor(1) as beside:
        ensure_environment()
        installed = beside.submit(
            install_requirements
        )  # mostly waits for the network, what else is made mostly computes
        if not arguments.no_browser:
            ensure_browsers()
        build()
        installed.result()
    # One more than cores: journeys in browsers now and then wait. tests/conftest.py says which worker does what.
    workers = min(1 + (os.cpu_count() or 1), MOST_WORKERS)
    command: list[str | Path] = [venv_tool("python"), "-m", "pytest", "-n", str(workers), "--dist", "loadfile"]
    if arguments.no_browser:
        say("  without the browsers, as asked")
        command += ["--ignore", ROOT / "tests" / "browser"]
    return subprocess.call([str(part) for part in command + arguments.pytest], cwd=ROOT)


def bench(arguments: argparse.Namespace) -> int:
    """Measures what design has a bar for (tests/bench/measure.py)."""
    with build_lock():
        install_requirements()
        ensure_browsers()
        build()
    command = [venv_tool("python"), "-m", "tests.bench.measure", "--runs", str(arguments.runs)]
    if arguments.only:
        command += ["--only", arguments.only]
    return subprocess.call([str(part) for part in command] + ["--json"] * arguments.json, cwd=ROOT)


def profile(_: argparse.Namespace) -> int:
    """Finds out which functions of the interpreter are called (tests/profiling.py), whenever Pyodide is another."""
    with build_lock():
        install_requirements()
        ensure_browsers()
        build(counting=True)
        told = subprocess.call([str(venv_tool("python")), "-m", "tests.profiling"], cwd=ROOT)
        build()  # nobody should put the site that counts on a host
    return told


def soak(arguments: argparse.Namespace) -> int:
    """Plays random whole matches over everything that ships, on all cores, checking at every question."""
    command = [
        sys.executable,
        "-m",
        "tests.soaking",
        "--matches",
        str(arguments.matches),
        "--seed",
        str(arguments.seed),
        "--workers",
        str(arguments.workers),
        "--replay",
        arguments.replay,
    ]
    return subprocess.call(command + ["--json"] * arguments.json, cwd=ROOT)


def between(low: int, high: int) -> Callable[[str], int]:
    """What reads a whole number from low to high on the command line."""

    def whole_number(text: str) -> int:
        if not text.isdecimal() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"a whole number from {low} to {high}, not {text!r}")
        return int(text)

    return whole_number


def main() -> int:
    """Reads the command line and carries it out."""
    parser = argparse.ArgumentParser(description="Builds, serves, tests and measures Eden.")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("play", help="build if need be, serve on this machine and open the browser")
    one.add_argument(
        "--port", type=between(0, 65535), default=8000, help="the port to serve on (8000; 0 for any free one)"
    )
    one.add_argument("--no-open", action="store_true", help="don't open a browser")
    commands.add_parser("build", help="leave the static site in dist/")
    one = commands.add_parser("test", help="run all tests; what isn't known here goes to pytest")
    one.add_argument("--no-browser", action="store_true", help="leave the browsers out")
    one = commands.add_parser("bench", help="measure start-up, play in browsers, and the engine")
    one.add_argument("--json", action="store_true", help="print JSON instead of a table")
    one.add_argument(
        "--runs", type=between(1, 100), default=5, help="how often each is measured; the median counts (5)"
    )
    one.add_argument("--only", default="", choices=BENCHES, help="one part of it")
    commands.add_parser("profile", help="find out what of Pyodide's interpreter is called (after a change of Pyodide)")
    one = commands.add_parser("soak", help="play random whole matches, checking at every question")
    one.add_argument("--matches", type=between(1, 10**7), default=1000, help="how many (1000)")
    one.add_argument("--seed", type=between(0, 10**9), default=1, help="the first match's; the next ones follow (1)")
    one.add_argument("--workers", type=between(0, 1000), default=0, help="processes (0: one a core)")
    one.add_argument("--json", action="store_true", help="print JSON instead of a summary")
    one.add_argument("--replay", default="", metavar="TEXT", help="check the record of a fault instead")
    arguments, rest = parser.parse_known_args()
    if rest and arguments.command != "test":
        parser.error(f"unknown arguments: {' '.join(rest)}")
    arguments.pytest = [argument for argument in rest if argument != "--"]
    if arguments.command != "build":
        return {"play": play, "test": test, "bench": bench, "profile": profile, "soak": soak}[arguments.command](
            arguments
        )
    with build_lock():
        build()
    print(f"The site is in {DIST.relative_to(ROOT)}/")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        say(f"\n{failure}")
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
