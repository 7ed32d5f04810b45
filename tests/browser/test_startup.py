"""The site starts, from a sub-path, in both browsers; a later visit needs no network; what fails is said in words."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest

from tests.browser.conftest import SHOTS, STARTED, OpenPage
from tests.browser.drivers import DESKTOP, PHONE, Browser, Page
from tests.browser.releases import altered
from tests.browser.test_same_device import SEEDED
from tests.browser.test_solo import IN_MATCH, PYTHON, Opponent, play
from web.build.serving import Site

SHOWN = """(() => {
    const bar = document.querySelector("#boot-progress");
    return bar ? Number(bar.getAttribute("aria-valuenow") ?? 0) : 100;
})()"""
SAYS = '(words) => document.querySelector("#boot-text").textContent.includes(words)'
PLAY = """(() => {
    const { left, top } = document.querySelector("#play").getBoundingClientRect();
    return `${Math.round(left)} ${Math.round(top)}`;
})()"""
OFFLINE = 'document.documentElement.dataset.offline === "ready"'


def test_starts_below_a_path(open_page: OpenPage, site: Site) -> None:
    """The first page comes up without a fault, without a violation of the policy, from its own origin alone."""
    page = open_page()
    page.wait_for(OFFLINE)
    assert page.evaluate('document.querySelector("meta[http-equiv=Content-Security-Policy]") !== null')
    assert page.evaluate("eden.release").startswith("r-")
    assert page.faults() == []
    assert page.strangers(site.address) == []
    page.screenshot(SHOTS / f"startup-{page.browser.name}.png")


def test_starts_on_a_phone(open_page: OpenPage) -> None:
    """The same by touch at 390 × 844."""
    page = open_page(size=PHONE, touch=True)
    assert page.evaluate("[innerWidth, innerHeight]") == list(PHONE)
    page.screenshot(SHOTS / f"startup-{page.browser.name}-phone.png")


def test_progress_is_told(open_page: OpenPage) -> None:
    """While it loads, bar and words are there for eyes and for screen readers, and the bar only grows."""
    page = open_page(started=False)
    values = []
    end = time.monotonic() + 60
    while not page.evaluate(STARTED) and time.monotonic() < end:
        values.append(page.evaluate(SHOWN))
    values.append(page.evaluate(SHOWN))
    assert values == sorted(values)
    assert values[-1] == 100


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_moves_that_may_be_pressed_while_it_loads(open_page: OpenPage, size: tuple[int, int]) -> None:
    """ "Play now" lies where it was, before Python has come and once all is told, in another language too."""
    page = open_page(size=size, touch=size == PHONE, language="de", started=False)
    page.wait_for("document.readyState === 'complete' && document.fonts.status === 'loaded'")
    seen = {page.evaluate(PLAY)}
    page.place(".first-kept", timeout=60)
    seen.add(page.evaluate(PLAY))
    assert len(seen) == 1, seen


def test_whoever_is_invited_has_nothing_else_to_press(open_page: OpenPage) -> None:
    """ "Play now" would take the invitation's place in the address."""
    page = open_page("#1.j.00000000.AAAA", started=False)
    page.wait_for(
        "() => [...document.querySelectorAll('a#play')].every((one) => getComputedStyle(one).visibility === 'hidden')"
    )
    page.place("[data-error=link_is_damaged]", timeout=60)


def test_second_visit_without_network(browser: Browser, pages: list[Page], dist: Path) -> None:
    """After one visit everything comes from the service worker: the server is gone."""
    with Site(dist, below="/elsewhere/") as server:
        page = browser.page()
        pages.append(page)
        page.open(server.address).wait_for(STARTED, timeout=60)
        page.wait_for(OFFLINE)
        port = server.server_port
    page.open(f"http://127.0.0.1:{port}/elsewhere/?any=query#any-fragment")
    page.wait_for(STARTED, timeout=60)
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    assert page.evaluate("eden.extras().then((micropip) => String(micropip.__name__))") == "micropip"


def test_extras_come_after_the_first_prompt(open_page: OpenPage) -> None:
    """Micropip and the rest of the library are not fetched for the first prompt, and come when asked for."""
    page = open_page()
    assert not [url for url in page.requests if "micropip" in url or "library-rest" in url]
    assert page.evaluate("eden.extras().then((micropip) => String(micropip.__name__))") == "micropip"


@pytest.mark.parametrize(
    ("types", "changed", "words"),
    [
        ({".wasm": "application/octet-stream"}, {}, "application/wasm"),
        ({}, {"library.zip": None}, "library.zip (404)"),
        ({}, {"pyodide.asm.wasm": None}, "pyodide.asm.wasm (404)"),
        ({}, {"pyodide.asm.wasm": "no such thing"}, "the file is damaged"),
        ({}, {"main.py": "raise ValueError('no dice')"}, "ValueError: no dice"),
        ({}, {"boot.js": None}, "missing from this site: boot.js"),
        ({}, {"python.mjs": None}, "missing from this site: python.mjs"),
    ],
    ids=["wrong type", "no library", "no interpreter", "damaged interpreter", "broken client", "no boot", "no script"],
)
def test_says_what_is_wrong(
    browser: Browser,
    pages: list[Page],
    dist: Path,
    tmp_path: Path,
    types: dict[str, str],
    changed: dict[str, str | None],
    words: str,
) -> None:
    """A host that serves a part wrongly, or not at all, is told so on the page; so is an error of the client."""
    with Site(altered(dist, tmp_path, changed), types=types) as server:
        page = browser.page()
        pages.append(page)
        page.open(server.address)
        page.wait_for(SAYS, words)
        assert page.evaluate('document.querySelector("#boot-text").getAttribute("role")') == "alert"
        page.open("about:blank")
        page.forgive("")


# What runs before all else on a page of a browser that lacks something.
LACKING = {
    "WebAssembly": "delete globalThis.WebAssembly;",
    "FinalizationRegistry": "delete globalThis.FinalizationRegistry;",
}


def with_first_script(dist: Path, folder: Path, script: str) -> Path:
    """A copy of the site whose page runs a script before all others."""
    page = (dist / "index.html").read_text(encoding="utf-8")
    altered(dist, folder, {"index.html": page.replace("<title>", '<script src="before.js"></script><title>', 1)})
    (folder / "before.js").write_text(script, encoding="utf-8")
    return folder


@pytest.mark.parametrize("feature", LACKING)
def test_an_old_browser_is_told_so(
    browser: Browser, pages: list[Page], dist: Path, tmp_path: Path, feature: str
) -> None:
    """What it lacks is named, and what to take instead."""
    with Site(with_first_script(dist, tmp_path, LACKING[feature])) as server:
        page = browser.page(language="de")
        pages.append(page)
        page.open(server.address)
        page.wait_for(SAYS, "zu alt")
        assert feature in page.text("#boot-text")
        page.open("about:blank")
        page.forgive("")


@pytest.mark.parametrize("late", ["library.zip", "boot.js"])
def test_a_file_that_never_comes_is_named(
    browser: Browser, pages: list[Page], dist: Path, tmp_path: Path, late: str
) -> None:
    """After a while without a sign of life the page says what it waits for."""
    quick = {name: next(dist.glob(f"r-*/{name}")).read_text(encoding="utf-8") for name in ("boot.js", "early.js")}
    quick = {name: re.sub(r"QUIET = 20_?000", "QUIET = 1000", text) for name, text in quick.items()}
    folder = altered(dist, tmp_path, {**quick, late: None})
    os.mkfifo(
        next(path for path in folder.glob("?-*") if path.name[0] == ("v" if late == "library.zip" else "r")) / late
    )
    with Site(folder) as server:
        page = browser.page()
        pages.append(page)
        page.open(server.address)
        page.wait_for(SAYS, late)
        assert "taking long" in page.text("#boot-text")
        page.close()
        pages.remove(page)


# ---- the snapshot

# A client that tells what chance there is, of Python and of ours.
CHANCE = """
import os, random, js
from web.app.client import Client
from web.browser import page
js.chance = ";".join((str(random.random()), os.urandom(8).hex(), page.random_bytes(8).hex()))
js.known = "eden_core.rules.start" in __import__("sys").modules
Client(page).open()
"""
START = "document.documentElement.dataset.start"


def test_later_visits_start_from_the_snapshot(browser: Browser, pages: list[Page], dist: Path, tmp_path: Path) -> None:
    """The rules are in it; chance is not: no two starts throw alike. A damaged one is left, in words, for the plain
    start.
    """
    with Site(altered(dist, tmp_path, {"main.py": CHANCE})) as server:
        page = browser.page()
        pages.append(page)
        page.open(server.address).wait_for(STARTED)
        page.wait_for(OFFLINE)
        assert page.evaluate(START) == "plain"
        chances = []
        for _ in range(2):
            page.reload().wait_for(f"{STARTED} && {START} === 'snapshot'")
            assert page.evaluate("known")
            chances += page.evaluate("chance").split(";")
        assert len(set(chances)) == 6
        page.evaluate("""async () => {
            for (const name of await caches.keys()) {
                const cache = await caches.open(name);
                for (const { url } of await cache.keys()) {
                    if (url.endsWith("/snapshot.gz")) await cache.put(url, new Response(new Uint8Array(5000)));
                }
            }
        }""")
        page.reload().wait_for(f"{STARTED} && {START} === 'plain'")
        assert [line for line in page.console if "not from the snapshot" in line]
        page.console.clear()
        page.reload().wait_for(f"{STARTED} && {START} === 'plain'")
        assert not [line for line in page.console if "not from the snapshot" in line], "it must not be tried again"


# ---- the rest of the interpreter

REST = "performance.getEntriesByName('eden-rest').length"
AT_ONCE = "performance.getEntriesByName('eden-rest-at-once').length"
FOLLOW = "export async function follow() {"
NEVER = f"{FOLLOW}\n  return;"
# Much that nobody needs for a match, and what CPython says to it.
RARE = """
import cmath, hashlib, itertools, math, re, unicodedata
said = [complex(1, 2) ** 3, cmath.sqrt(-2), math.gamma(3.5), math.erf(0.3), hashlib.sha3_256(b"x").hexdigest(),
        re.findall("(?i)(?<=a)b+", "abABBc"), unicodedata.normalize("NFKD", "\u00e9").encode().hex(), "\u00df".upper(),
        list(itertools.permutations("abc", 2))[3], int("12345678901234567890" * 5) // 7**70, f"{1234.5678:,.2e}",
        bytearray(b"abcabc").translate(None, b"b"), frozenset("ab") ^ frozenset("bc"), b"%05d" % 7,
        memoryview(b"abcd")[::2].tolist(),
        float.fromhex("0x1.8p3"), "{:>10}|{!r:^8}".format("x", "y"), slice(1, 9, 2).indices(5), divmod(-7, 2),
        (7).to_bytes(2, "little")]
said = str([sorted(one) if isinstance(one, frozenset) else one for one in said])
"""


def rare() -> str:
    """What CPython says to what is rare."""
    known: dict[str, str] = {}
    exec(RARE, known)
    return known["said"]


def test_nothing_of_the_rest_is_needed_to_start(open_page: OpenPage) -> None:
    """Python starts with what is called at starts, on a first visit and on later ones; the rest follows by itself."""
    page = open_page()
    page.wait_for(f"{REST} === 1")
    page.wait_for(OFFLINE)
    for _ in range(2):
        assert page.evaluate(AT_ONCE) == 0
        page.reload().wait_for(STARTED)
        page.wait_for(f"{REST} === 1")
    assert page.evaluate(AT_ONCE) == 0
    assert page.evaluate(PYTHON, f"{RARE}\nsaid") == rare()


def test_nothing_of_the_rest_is_needed_to_play(browser: Browser, pages: list[Page], dist: Path, tmp_path: Path) -> None:
    """Nor by the machine's worker, on a first visit and a later one: whoever leaves while the rest is on its way
    misses nothing.
    """
    text = next(dist.glob("v-*/rest.mjs")).read_text(encoding="utf-8")
    told = text.replace(FOLLOW, NEVER).replace(
        'performance.mark("eden-rest-at-once");', 'console.error("called of the rest");'
    )
    assert told.count("console.error") == 1
    with Site(altered(dist, tmp_path, {"rest.mjs": told})) as server:
        page = browser.page()
        pages.append(page)
        page.open(server.address).wait_for(STARTED)
        page.wait_for(OFFLINE)
        page.reload().wait_for(STARTED)
        page.evaluate(SEEDED, 11)  # a match as in tests/profiling.py
        page.click("#play")
        page.wait_for(IN_MATCH)
        person = Opponent(page, f"first-part-{browser.name}", seed=4)
        play(person, lambda: person.seen.get("deploy", 0) > 0)
        assert page.evaluate(REST) == 0


def test_what_is_called_of_the_rest_brings_it_at_once(
    browser: Browser, pages: list[Page], dist: Path, tmp_path: Path
) -> None:
    """By way of the network and, on a later visit, of the service worker, whose site is gone by then."""
    text = next(dist.glob("v-*/rest.mjs")).read_text(encoding="utf-8")
    never = text.replace(FOLLOW, NEVER)
    assert never != text
    with Site(altered(dist, tmp_path, {"rest.mjs": never}), below="/elsewhere/") as server:
        page = browser.page()
        pages.append(page)
        page.open(server.address).wait_for(STARTED)
        assert page.evaluate(PYTHON, f"{RARE}\nsaid") == rare()
        assert page.evaluate(AT_ONCE) == page.evaluate(REST) == 1
        page.wait_for(OFFLINE)
        address = f"http://127.0.0.1:{server.server_port}/elsewhere/"
    page.open(address).wait_for(STARTED)
    assert page.evaluate(f"{REST} + {AT_ONCE}") == 0
    assert page.evaluate(PYTHON, f"{RARE}\nsaid") == rare()
    assert page.evaluate(AT_ONCE) == page.evaluate(REST) == 1


def test_the_first_script_may_come_late(browser: Browser, pages: list[Page], dist: Path, tmp_path: Path) -> None:
    """Both of the page's first scripts come as they may; whichever runs first compiles the interpreter, and no
    other.
    """
    (ahead,) = dist.glob("v-*/ahead.js")
    place = ahead.relative_to(dist).as_posix()
    late = f"""const wait = setInterval(() => {{
        if (!globalThis.eden) return;
        clearInterval(wait);
        document.head.append(Object.assign(document.createElement("script"), {{ src: "{place}" }}));
    }}, 1);"""
    page_text = (dist / "index.html").read_text(encoding="utf-8")
    tag = f'<script async src="{place}"></script>'
    assert page_text.count(tag) == 1
    (tmp_path / "before.js").write_text(late, encoding="utf-8")
    altered(dist, tmp_path, {"index.html": page_text.replace(tag, '<script src="before.js"></script>')})
    with Site(tmp_path) as server:
        page = browser.page()
        pages.append(page)
        page.open(server.address).wait_for(STARTED)
        page.wait_for(OFFLINE)
        page.reload().wait_for(STARTED)
        page.wait_for(f"{REST} === 1")
        assert page.evaluate(START) == "snapshot"


def test_a_rest_that_does_not_come_is_asked_for_again(
    browser: Browser, pages: list[Page], dist: Path, tmp_path: Path
) -> None:
    """The page plays on meanwhile."""
    folder = altered(dist, tmp_path, {"pyodide.rest.wasm": None})
    with Site(folder) as server:
        page = browser.page()
        pages.append(page)
        page.open(server.address).wait_for(STARTED)
        page.click("#play")
        page.wait_for(IN_MATCH)
        assert page.evaluate(REST) == 0
        (part,) = dist.glob("v-*/pyodide.rest.wasm")
        (folder / part.relative_to(dist)).symlink_to(part)
        page.wait_for(f"{REST} === 1")
        assert page.evaluate(AT_ONCE) == 0
        page.forgive("rest")
