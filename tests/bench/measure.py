"""What `build.py bench` prints, side by side: the budgets of the client in both browsers, the engine beside
python-chess, records, and how strong the machine's levels are.

Start-up is measured in turns: stock `loadPyodide()` and `1 + 1` with an empty cache, then Eden's first visit with an
empty cache, then two later visits, each in a browser just started on the same profile: nothing is left in memory.
Times run from navigation to the mark that each page sets; what counts is the median of each, over stock's.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.browser.drivers import Browser, Chromium, Firefox
from web.build.laying import DIST
from web.build.serving import Site
from web.build.tools import NPM, say

Figure = dict[str, float | str]
MARK = "eden-first-prompt"
WHEN = f'performance.getEntriesByName("{MARK}")[0]?.startTime ?? 0'
KEPT = 'document.documentElement.dataset.offline === "ready"'
LATER = 2  # visits after the first
# The bars: first visit, later visits, over stock with an empty cache; transfer over stock's.
BARS = (0.65, 0.35, 1.0)
REACH_BAR = LATENCY_BAR = CLICK_BAR = 100  # milliseconds
SLICE_BAR = 8
FRAME_BARS = {"": 8, "slowed": 16}  # milliseconds of script, 95 of 100
DECISION_BAR = 3_000  # milliseconds of the warlord, 95 of 100
GAP_BAR = 50  # milliseconds that the thinking may add to a frame's gap
GROWTH_BAR = 1.1

STOCK_PAGE = """<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<script type="module" src="stock.mjs"></script>
"""
STOCK_SCRIPT = f"""
import {{ loadPyodide }} from "./pyodide.mjs";
const python = await loadPyodide();
python.runPython("1 + 1");
performance.mark("{MARK}");
"""
STOCK_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


@contextmanager
def stock() -> Iterator[Site]:
    """Pyodide as npm has it, with the least page around it."""
    with tempfile.TemporaryDirectory(prefix="eden-stock-") as folder:
        for name in STOCK_FILES:
            shutil.copy(NPM / "node_modules" / "pyodide" / name, folder)
        (Path(folder) / "index.html").write_text(STOCK_PAGE)
        (Path(folder) / "stock.mjs").write_text(STOCK_SCRIPT)
        with Site(Path(folder), policy=False) as site:
            yield site


def visit(start: Callable[[Path], Browser], profile: Path, address: str, *, keep: bool) -> tuple[float, list[str]]:
    """Milliseconds to the first prompt in a browser just started on a profile, and what was fetched until then."""
    with start(profile) as browser:
        page = browser.page()
        page.open(address).wait_for(WHEN, timeout=120)
        when, fetched = float(page.evaluate(WHEN)), list(page.requests)
        faults = page.faults()
        if faults:
            raise SystemExit(f"{browser.name}: the page has faults: {faults}")
        if keep:
            page.wait_for(KEPT, timeout=120)
        page.close()
    return when, fetched


def packed(folder: Path, base: str, urls: list[str]) -> int:
    """Bytes of what was fetched, as a host that compresses sends them."""
    names = {url.removeprefix(base).split("?")[0].split("#")[0] or "index.html" for url in urls if url.startswith(base)}
    return sum(len(gzip.compress((folder / name).read_bytes(), 6)) for name in names)


def startup(runs: int) -> dict[str, Figure]:
    """Start-up in both browsers."""
    figures: dict[str, Figure] = {}
    browsers: list[tuple[str, Callable[[Path], Browser]]] = [("Chromium", Chromium), ("Firefox", Firefox)]
    with ExitStack() as stack:
        plain = stack.enter_context(stock())
        # A copy: building again meanwhile must change nothing.
        copy = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="eden-site-"))) / "dist"
        eden = stack.enter_context(Site(Path(shutil.copytree(DIST, copy)), below="/games/eden/"))
        for name, start in browsers:
            times: dict[str, list[float]] = {"stock": [], "first": [], "later": []}
            sizes = (0, 0)
            for run in range(runs):
                say(f"  {name}: start-up, run {run + 1} of {runs} …")
                with tempfile.TemporaryDirectory(prefix="eden-bench-", ignore_cleanup_errors=True) as folder:
                    when, stock_urls = visit(start, Path(folder) / "stock", plain.address, keep=False)
                    times["stock"].append(when)
                    when, eden_urls = visit(start, Path(folder) / "eden", eden.address, keep=True)
                    times["first"].append(when)
                    for _ in range(LATER):
                        times["later"].append(visit(start, Path(folder) / "eden", eden.address, keep=True)[0])
                if not run:
                    sizes = packed(plain.folder, plain.address, stock_urls), packed(copy, eden.address, eden_urls)
            middle = {kind: statistics.median(values) for kind, values in times.items()}
            figures[f"{name}: stock loadPyodide(), empty cache"] = figure(middle["stock"], "ms")
            for kind, words, bar in (("first", "first visit", BARS[0]), ("later", "later visits", BARS[1])):
                figures[f"{name}: {words} to first prompt"] = figure(middle[kind], "ms")
                figures[f"{name}: {words} over stock"] = figure(middle[kind] / middle["stock"], "x", bar)
            figures[f"{name}: first visit, bytes compressed"] = figure(sizes[1], "bytes")
            figures[f"{name}: the same over stock"] = figure(sizes[1] / sizes[0], "x", BARS[2])
    return figures


def reaching() -> dict[str, Figure]:
    """Reach bands in both browsers (tests/bench/browser.py)."""
    figures: dict[str, Figure] = {}
    reach_in = importlib.import_module("tests.bench.browser").reach_in
    with Site(DIST, below="/games/eden/") as eden:
        for name, start in (("Chromium", Chromium), ("Firefox", Firefox)):
            say(f"  {name}: reach …")
            with start() as browser:
                page = browser.page().open(eden.address)
                page.wait_for(WHEN, timeout=120)
                for words, value in reach_in(page).items():
                    figures[f"{name}: {words}"] = figure(value, "ms", SLICE_BAR if "slice" in words else REACH_BAR)
                page.close()
    return figures


def meeting() -> dict[str, Figure]:
    """A press on one side to drawn on the other, between two pages (tests/bench/peers.py)."""
    figures: dict[str, Figure] = {}
    peers = importlib.import_module("tests.bench.peers")
    with Site(DIST, below="/games/eden/") as eden:
        for name, start in (("Chromium", Chromium), ("Firefox", Firefox)):
            say(f"  {name}: two players …")
            with start() as browser:
                times = peers.latency_in(browser, eden)
                figures[f"{name}: press to drawn on the other side, median"] = figure(
                    statistics.median(times or [float("inf")]), "ms"
                )
                figures[f"{name}: press to drawn on the other side, 95 of 100"] = figure(
                    peers.p95(times), "ms", LATENCY_BAR
                )
    return figures


def on_a_page(what: str, measure: str, rate: Callable[[str, float], Figure]) -> dict[str, Figure]:
    """What a function of a bench (`module.function`) finds on a page of the site, in both browsers; `rate` makes a
    row of each.
    """
    module, _, name = measure.partition(".")
    found_in = getattr(importlib.import_module(f"tests.bench.{module}"), name)
    figures: dict[str, Figure] = {}
    with Site(DIST, below="/games/eden/") as eden:
        for browser_name, start in (("Chromium", Chromium), ("Firefox", Firefox)):
            say(f"  {browser_name}: {what} …")
            with start() as browser:
                page = browser.page().open(eden.address)
                page.wait_for(WHEN, timeout=120)
                for words, value in found_in(page).items():
                    figures[f"{browser_name}: {words}"] = rate(words, value)
                faults = page.faults()
                if faults:
                    raise SystemExit(f"{browser_name}: the page has faults: {faults}")
                page.close()
    return figures


def frames() -> dict[str, Figure]:
    """A frame while a fighter is dragged (tests/bench/frames.py); the bar is on the least of each step's runs."""
    return on_a_page(
        "frames of a drag",
        "frames.frames_in",
        lambda words, value: figure(
            value, "ms", None if "every" in words else FRAME_BARS["slowed" if "slowed" in words else ""]
        ),
    )


def clicks() -> dict[str, Figure]:
    """A click to what it did on the screen (tests/bench/clicks.py)."""
    return on_a_page(
        "clicks",
        "clicks.clicks_in",
        lambda words, value: figure(value, "ms", CLICK_BAR if words.endswith("95 of 100") else None),
    )


def machine() -> dict[str, Figure]:
    """The machine's decisions, and how it is stopped (tests/bench/machine.py)."""

    def rate(words: str, value: float) -> Figure:
        bar = GAP_BAR if "gap" in words else DECISION_BAR if words.startswith("warlord") and "95" in words else None
        return figure(value, "ms", bar)

    return on_a_page("the machine", "machine.machine_in", rate)


def kept() -> dict[str, Figure]:
    """A match that is opened again (tests/bench/kept.py)."""
    return on_a_page("kept matches", "kept.reopened_in", lambda words, value: figure(value, "ms"))


def memory() -> dict[str, Figure]:
    """What ten matches leave behind (tests/bench/memory.py)."""

    def rate(words: str, value: float) -> Figure:
        return (
            figure(value, "x", GROWTH_BAR if words.startswith("both") else None)
            if "over" in words
            else figure(value, "bytes")
        )

    return on_a_page("ten matches", "memory.memory_in", rate)


def strength() -> dict[str, Figure]:
    """Which level of the machine beats which (tests/bench/strength.py)."""
    say("  the machine's levels against each other …")
    return {words: figure(*row) for words, row in importlib.import_module("tests.bench.strength").measure().items()}


def figure(value: float, unit: str, bar: float | None = None, least: bool = False) -> Figure:
    """A row of the table; the bar is the most that is allowed, or the least."""
    holds = bar is None or (value >= bar if least else value <= bar)
    return {
        "value": round(value, 3) if value < 10 else round(value, 1) if unit == "%" else round(value),
        "unit": unit,
        "bar": "" if bar is None else f"{'>=' if least else '<='} {bar}",
        "ok": "yes" if holds else "NO",
    }


def engine() -> dict[str, Figure]:
    """The engine's figures (tests/bench/engine.py)."""
    say("  the engine …")
    rows: dict[str, Figure] = importlib.import_module("tests.bench.engine").measure()
    return rows


def records() -> dict[str, Figure]:
    """What is kept of a match between peers: sizes, and how long its check takes (tests/bench/sync.py)."""
    say("  records …")
    rows: dict[str, Figure] = importlib.import_module("tests.bench.sync").measure()
    return rows


def main() -> int:
    """Measures, prints, and fails if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--runs", type=int, default=5)
    parts: dict[str, Callable[[], dict[str, Figure]]] = {
        "startup": lambda: startup(arguments.runs),
        "reach": reaching,
        "frames": frames,
        "clicks": clicks,
        "machine": machine,
        "kept": kept,
        "memory": memory,
        "engine": engine,
        "records": records,
        "peers": meeting,
        "strength": strength,
    }
    parser.add_argument("--only", choices=list(parts))
    arguments = parser.parse_args()
    figures: dict[str, Any] = {}
    for name, measured in parts.items():
        if arguments.only in (None, name):
            rows = measured()
            assert not figures.keys() & rows.keys(), "two rows of one name: one would be lost"
            figures |= rows
            figures[f"load of the machine's cores after: {name}"] = figure(
                os.getloadavg()[0] / (os.cpu_count() or 1), "x"
            )
    if arguments.json:
        print(json.dumps(figures, indent=1))
    else:
        width = max(map(len, figures))
        for name, row in figures.items():
            bar = f"{row['bar']:<8} {row['ok']}" if row["bar"] else ""
            print(f"{name:<{width}} {row['value']:>12} {row['unit']:<6} {bar}".rstrip())
    missed = [name for name, row in figures.items() if row["ok"] != "yes"]
    if missed:
        say("missed: " + "; ".join(missed))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
