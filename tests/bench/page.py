"""What the benches in a browser share: Python of the page itself, run from outside; the clock of its frames; saves."""

from __future__ import annotations

import statistics
from typing import Any

from eden_core.engine.match import Setup
from tests.browser.drivers import Page
from web.match.journal import Journal, begun
from web.match.solo import Machine

__all__ = ["SECRETS", "STARTED", "p95", "run", "save_of"]

SECRETS = (bytes(range(32)), bytes(range(1, 33)))
STARTED = 'performance.getEntriesByName("eden-first-prompt").length > 0'
# `shell` is the page's own; `now` its clock in milliseconds.
BEFORE = """
import gc, json
from js import performance, window
from web.app.client import Client
shell = next(one for one in gc.get_objects() if isinstance(one, Client))
now = performance.now
async def frame():
    await window.edenFrame()
"""
RUN = """async (before, code, values) => {
    globalThis.edenFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const address = performance.getEntriesByType("resource").map((entry) => entry.name)
        .find((name) => name.endsWith("/python.mjs"));
    const python = await (await import(address)).loadPyodide({});
    globalThis.edenPython = python;
    const globals = python.toPy(values);
    python.runPython(before, { globals });
    const made = await python.runPythonAsync(code, { globals });
    globals.destroy();
    return JSON.parse(made);
}"""


def run(page: Page, code: str, **values: Any) -> Any:
    """What Python of the page makes of the code: the last line is the JSON of it. `values` are plain, by name."""
    return page.evaluate(RUN, BEFORE, code, values)


def save_of(setup: Setup, machine: Machine | None = None) -> str:
    """A match at its first question as it is kept, in hexadecimal."""
    return Journal(begun(setup, SECRETS, machine), "").data().hex()


def p95(values: list[float]) -> float:
    """The value that 95 of 100 stay below."""
    return statistics.quantiles(values, n=20)[-1] if len(values) > 1 else float("inf")
