"""Finds out which functions of the interpreter are called while people start and play: `python3 build.py profile`.

In both browsers, with an interpreter that counts (web/build/split.mjs): a first visit, a later one, a match against the
machine that thinks on the page, one of two at one device, the rules, what fails, and one of two browsers by hand.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser import drivers
from tests.browser.conftest import STARTED
from tests.browser.drivers import Browser, Chromium, Firefox, Page
from tests.browser.test_peers import KEEP, Friend, fragment, in_match, invited, paste
from tests.browser.test_peers import play as play_apart
from tests.browser.test_same_device import SEEDED, Players
from tests.browser.test_solo import IN_MATCH, PYTHON, Opponent
from tests.browser.test_solo import play as play_alone
from tests.browser.test_startup import OFFLINE
from web.build.dividing import keep_called
from web.build.laying import DIST
from web.build.serving import Site
from web.build.tools import say

# Keeps what is instantiated where it can be asked, on every page before all else.
INSTANCES = """{
    const own = WebAssembly.instantiate;
    WebAssembly.instantiate = async (...given) => {
        const made = await own.apply(WebAssembly, given);
        if (made.exports?.["eden:whole"]) (globalThis.interpreters ??= []).push(made);
        return made;
    };
}"""
CALLED = """interpreters.flatMap(({ exports }) => Object.entries(exports)
    .filter(([name, one]) => name.startsWith("eden:called:") && one.value)
    .map(([name]) => name.split(":")[2]))"""
# Each kind of error of Python's and of JavaScript's, in Python and out of it.
WRONG = """
import asyncio, js, traceback
from pyodide.code import run_js
def fails(code):
    try:
        exec(code)
    except BaseException as error:
        return traceback.format_exc() + "".join(traceback.format_exception(error)) + repr(error)
for code in ("1 / 0", "int('x')", "{}['k']", "[][1]", "None.x", "x", "'x' + 1", "import nowhere", "assert 1 == 2, 'no'", "(", "raise Exception",
             "next(iter(()))", "a, b = 1", "b'\\xff'.decode()", "open('nowhere')", "raise ValueError('a') from KeyError('b')", "len(1)",
             "js.nothing.x", "js.JSON.parse('(')", "run_js('throw new Error(1)')", "run_js('throw 1')", "raise KeyboardInterrupt"):
    assert fails(code)
async def late(how):
    await run_js(how)
async def gathered():
    ways = ("Promise.reject(new Error('x'))", "Promise.reject(1)", "Promise.reject(null)", "new Promise((_, no) => setTimeout(no, 5))")
    await asyncio.gather(*(late(how) for how in ways), return_exceptions=True)
    task = asyncio.ensure_future(asyncio.sleep(9))
    await asyncio.sleep(0)
    task.cancel()
    asyncio.ensure_future(late(ways[0]))
asyncio.ensure_future(gathered())
"""
# The machine thinks on the page, where it can be watched.
NO_WORKER = """() => { globalThis.Worker = class {
    constructor() { setTimeout(() => this.onerror?.(new Event("error", { cancelable: true })), 20); }
    postMessage() {}
    terminate() {}
}; }"""


# And as in its worker (web/boot/thinker.js), which nobody can ask: bytes go in, bytes or a fault come out.
AS_WORKER = """async () => {
    const address = performance.getEntriesByType("resource").map((entry) => entry.name).find((name) => name.endsWith("/python.mjs"));
    const python = await (await import(address)).loadPyodide({});
    const thinks = python.pyimport("web.thinking").Thinker();
    thinks.cancel();
    await thinks.answer(python.toPy(new Uint8Array([1, 2, 3]))).catch((error) => String(error?.message));
    const told = python.runPython(`
async def told(asked):
    return bytes(asked)
told`);
    const answer = await told(python.toPy(new Uint8Array([1, 2, 3])));
    answer.toJs();
    answer.destroy();
}"""


@contextmanager
def opened(browser: Browser, site: Site, found: set[str], address: str = "") -> Iterator[Page]:
    """A page whose calls count."""
    page = browser.page()
    page.open(site.address + address).wait_for(STARTED)
    yield page
    found.update(page.evaluate(CALLED))
    page.close()


def visits(browser: Browser, site: Site, found: set[str]) -> None:
    """A first and a later one, then a match against the machine."""
    with opened(browser, site, found) as page:
        found.update(page.evaluate(CALLED))
        page.wait_for(OFFLINE)
        for _ in range(2):
            page.reload().wait_for(STARTED)
            found.update(page.evaluate(CALLED))
        page.evaluate(NO_WORKER)
        page.evaluate(SEEDED, 11)
        page.click("#play")
        page.wait_for(IN_MATCH)
        play_alone(Opponent(page, "called", seed=4))
        page.evaluate(AS_WORKER)


def same_device(browser: Browser, site: Site, found: set[str]) -> None:
    """A match of two at one device, opened again in the middle; then the rules."""
    with opened(browser, site, found, "#device") as page:
        page.evaluate(SEEDED, 3)
        page.wait_for(IN_MATCH)
        players = Players(page, "called", seed=3)
        play_alone(Opponent(page, "called", seed=3), lambda: page.evaluate("document.querySelector('#prompt').dataset.kind") == "action")
        found.update(page.evaluate(CALLED))
        page.reload().wait_for(STARTED)
        page.wait_for(IN_MATCH)
        players.play()
    with opened(browser, site, found, "#rules") as page:
        page.place("#rules-search")


def faults(browser: Browser, site: Site, found: set[str]) -> None:
    """What fails: the network, in the ways in which browsers say so, and Python's own errors, caught, told and not awaited."""
    for fault in ("new TypeError('no network')", "new DOMException('left', 'AbortError')", "'no reason'"):
        with opened(browser, site, found) as page:
            page.evaluate(f"() => {{ globalThis.fetch = () => Promise.reject({fault}); }}")
            page.evaluate("(() => { location.hash = 'rules'; })()")
            page.wait_for("document.querySelector('#rules-search, #dialog [data-do=close]') !== null")
            page.evaluate(PYTHON, WRONG)
            page.forgive("")


def by_hand(browser: Browser, site: Site, found: set[str]) -> None:
    """The first answers of a match between two pages, signed and sent."""
    with opened(browser, site, found) as host, opened(browser, site, found) as guest:
        for page in (host, guest):
            page.evaluate(KEEP, "servers", "[]")
        offer = invited(host, "hand")
        guest.evaluate("(to) => { location.hash = to; }", fragment(offer))
        paste(host, str(guest.wait_for("document.querySelector('#peer-link')?.value")))
        in_match(host, guest)
        friends = Friend(host, "called", 3), Friend(guest, "called", 5)
        play_apart(friends, lambda: any(friend.seen.get("roll", 0) > 3 for friend in friends))


def main() -> int:
    """Writes web/build/called.txt."""
    drivers.WATCH += INSTANCES
    found: set[str] = set()
    with tempfile.TemporaryDirectory(prefix="eden-called-") as folder:
        with Site(Path(shutil.copytree(DIST, Path(folder) / "dist"))) as site:
            for kind in (Chromium, Firefox):
                with kind() as browser:
                    for play in (visits, same_device, faults, by_hand):
                        play(browser, site, found)
                        say(f"  {browser.name}, {play.__name__}: {len(found)} functions")
    keep_called(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
