"""The site starts, from a sub-path, in both browsers; a later visit needs no network; what fails is said in words."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path

from tests.browser.conftest import ON_CHROMIUM, SHOTS, STARTED, OpenPage
from tests.browser.drivers import PHONE, Browser, Chromium, Page
from tests.browser.releases import altered
from tests.browser.test_same_device import SEEDED
from tests.browser.test_solo import IN_MATCH, PYTHON, Opponent, play
from web.build.serving import Site

SHOWN = """(() => {
    const bar = document.querySelector("#boot-progress");
    return bar ? Number(bar.getAttribute("aria-valuenow") ?? 0) : 100;
})()"""
# Where "Play now" lies, once the page is laid out.
PLAY = """(() => {
    if (document.readyState !== "complete" || document.fonts.status !== "loaded") return "";
    const { left, top } = document.querySelector("#play").getBoundingClientRect();
    return `${Math.round(left)} ${Math.round(top)}`;
})()"""
START = "document.documentElement.dataset.start"
REST = "performance.getEntriesByName('eden-rest').length"  # 1 once the rest of the interpreter is there
AT_ONCE = "performance.getEntriesByName('eden-rest-at-once').length"  # how often a call could not wait for it
OFFLINE = 'document.documentElement.dataset.offline === "ready"'


def start_watched(page: Page) -> None:
    """Watch a page start: the bar only grows to its end, and "Play now" lies where it was, in another language too."""
    shown, places = [], set()
    end = time.monotonic() + 60
    while not page.evaluate(STARTED) and time.monotonic() < end:
        shown.append(page.evaluate(SHOWN))
        places.add(page.evaluate(PLAY))
    shown.append(page.evaluate(SHOWN))
    assert shown == sorted(shown)
    assert shown[-1] == 100
    page.place(".first-kept", timeout=60)
    places.add(page.wait_for(PLAY))
    assert len(places - {""}) == 1, places


def test_starts_below_a_path(open_page: OpenPage, site: Site) -> None:
    """The first page comes up without a fault, a stranger's file or a violation of the policy, and can be installed.

    Python starts, on a first visit and on later ones, with the part of it that is called at starts; the rest of the
    interpreter follows by itself, micropip and the rest of the library when asked for. The same by touch at 390 × 844.
    """
    phone = open_page(size=PHONE, touch=True, language="de", started=False)
    start_watched(phone)
    assert phone.evaluate("[innerWidth, innerHeight]") == list(PHONE)
    assert not phone.strangers(site.address)
    phone.screenshot(SHOTS / f"startup-{phone.browser.name}-phone.png")
    page = open_page(language="de", started=False)
    start_watched(page)
    asked = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert asked and not [url for url in asked if "micropip" in url or "library-rest" in url]
    page.wait_for(f"{REST} === 1")
    page.wait_for(OFFLINE)
    assert page.evaluate('document.querySelector("meta[http-equiv=Content-Security-Policy]") !== null')
    assert page.evaluate("eden.release").startswith("r-")
    assert page.faults() == []
    assert page.strangers(site.address) == []
    page.screenshot(SHOTS / f"startup-{page.browser.name}.png")
    assert_installable(page, site.address)
    for _ in range(2):
        assert page.evaluate(AT_ONCE) == 0
        page.reload().wait_for(f"{STARTED} && {START} === 'snapshot'")
        page.wait_for(f"{REST} === 1")
    assert page.evaluate(AT_ONCE) == 0
    assert page.evaluate(PYTHON, f"{RARE}\nsaid") == rare()
    assert page.evaluate("eden.extras().then((micropip) => String(micropip.__name__))") == "micropip"
    assert page.strangers(site.address) == []


def assert_installable(page: Page, address: str) -> None:
    """Hold that the manifest leads to the site's root, whatever its path; Chromium has nothing against it."""
    found = page.evaluate("""async () => {
        const address = document.querySelector("link[rel=manifest]").href, told = await (await fetch(address)).json();
        const icons = await Promise.all(told.icons.map(async (icon) => {
            const image = new Image();
            image.src = new URL(icon.src, address).href;
            await image.decode();
            return [`${image.naturalWidth}x${image.naturalHeight}`, icon.sizes, icon.purpose];
        }));
        return { icons, start: new URL(told.start_url, address).href,
            scope: new URL(told.scope, address).href, display: told.display };
    }""")
    assert found["start"] == found["scope"] == address and found["display"] == "standalone"
    assert all(size == sizes or sizes == "any" for size, sizes, _ in found["icons"])
    assert {(sizes, purpose) for _, sizes, purpose in found["icons"]} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    if isinstance(page.browser, Chromium):
        wire = page.wire  # type: ignore[attr-defined]
        assert wire.send("Page.getAppManifest")["errors"] == []
        faults = wire.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [fault["errorId"] for fault in faults if fault["errorId"] != "in-incognito"] == []


# ---- what fails

# What is wrong with a site: types of its files, files that are otherwise or not there; and what the page says of it.
FAULTS: dict[str, tuple[dict[str, str], dict[str, str | None], str]] = {
    "wrong type": ({".wasm": "application/octet-stream"}, {}, "application/wasm"),
    "no library": ({}, {"library.zip": None}, "library.zip (404)"),
    "no interpreter": ({}, {"pyodide.asm.wasm": None}, "pyodide.asm.wasm (404)"),
    "damaged interpreter": ({}, {"pyodide.asm.wasm": "no such thing"}, "the file is damaged"),
    "broken client": ({}, {"main.py": "raise ValueError('no dice')"}, "ValueError: no dice"),
    "no boot": ({}, {"boot.js": None}, "missing from this site: boot.js"),
    "no script": ({}, {"python.mjs": None}, "missing from this site: python.mjs"),
}


def says(words: str) -> str:
    """Return the expression that is true once the page says the words."""
    return f'document.querySelector("#boot-text").textContent.includes({json.dumps(words)})'


def test_says_what_is_wrong(browser: Browser, pages: list[Page], dist: Path, tmp_path: Path) -> None:
    """A host that serves a part wrongly, or not at all, is told so on the page; so is an error of the client."""
    page = browser.page()
    pages.append(page)
    for name, (types, changed, words) in FAULTS.items():
        with Site(altered(dist, tmp_path / name, changed), types=types) as server:
            page.open(server.address)
            page.wait_for(says(words))
            assert page.evaluate('document.querySelector("#boot-text").getAttribute("role")') == "alert", name
            page.open("about:blank")
            page.forgive("")


# What runs before all else on a page of a browser that lacks something.
LACKING = {
    "WebAssembly": "delete globalThis.WebAssembly;",
    "FinalizationRegistry": "delete globalThis.FinalizationRegistry;",
}


def with_first_script(dist: Path, folder: Path, script: str) -> Path:
    """Return the folder, made a copy of the site whose page runs a script before all others."""
    page = (dist / "index.html").read_text(encoding="utf-8")
    altered(dist, folder, {"index.html": page.replace("<title>", '<script src="before.js"></script><title>', 1)})
    (folder / "before.js").write_text(script, encoding="utf-8")
    return folder


@ON_CHROMIUM
def test_says_what_it_lacks_or_waits_for(browser: Browser, pages: list[Page], dist: Path, tmp_path: Path) -> None:
    """An old browser is told what it lacks; a file that never comes is named after a while without a sign of life.

    Each feature and each language: tests/web/boot/test_early.py.
    """
    page = browser.page(language="de")
    pages.append(page)
    for feature, script in LACKING.items():
        with Site(with_first_script(dist, tmp_path / feature, script)) as server:
            page.open(server.address)
            page.wait_for(says("zu alt"))
            assert feature in page.text("#boot-text")
            page.open("about:blank")
            page.forgive("")
    quick = {name: next(dist.glob(f"r-*/{name}")).read_text(encoding="utf-8") for name in ("boot.js", "early.js")}
    quick = {name: re.sub(r"QUIET = 20_?000", "QUIET = 1000", text) for name, text in quick.items()}
    for late in ("library.zip", "boot.js"):
        folder = altered(dist, tmp_path / late, {**quick, late: None})
        (place,) = (path.relative_to(dist) for path in dist.rglob(late))
        os.mkfifo(folder / place)
        with Site(folder) as server:
            page = browser.page()
            pages.append(page)
            page.open(server.address)
            page.wait_for(says(late))
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
# Appends the script that runs ahead once boot.js has run.
LATE = """const wait = setInterval(() => {
    if (!globalThis.eden) return;
    clearInterval(wait);
    document.head.append(Object.assign(document.createElement("script"), { src: %s }));
}, 1);"""


def test_later_visits_start_from_the_snapshot(browser: Browser, pages: list[Page], dist: Path, tmp_path: Path) -> None:
    """The rules are in it; no two starts throw alike. A damaged one is left, in words, for a plain start.

    Both of the page's first scripts come as they may: here the one that runs ahead elsewhere comes late; whichever runs
    first compiles the interpreter, and no other.
    """
    (ahead,) = dist.glob("v-*/ahead.js")
    place = ahead.relative_to(dist).as_posix()
    page_text = (dist / "index.html").read_text(encoding="utf-8")
    tag = f'<script async src="{place}"></script>'
    assert page_text.count(tag) == 1
    late = page_text.replace(tag, '<script src="before.js"></script>')
    altered(dist, tmp_path, {"main.py": CHANCE, "index.html": late})
    (tmp_path / "before.js").write_text(LATE % json.dumps(place), encoding="utf-8")
    with Site(tmp_path) as server:
        page = browser.page()
        pages.append(page)
        page.open(server.address).wait_for(STARTED)
        page.wait_for(OFFLINE)
        assert page.evaluate(START) == "plain"
        chances = []
        for _ in range(2):
            page.reload().wait_for(f"{STARTED} && {START} === 'snapshot'")
            page.wait_for(f"{REST} === 1")
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


@ON_CHROMIUM
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
    page.open(f"{address}?any=query#any-fragment").wait_for(STARTED)
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    assert page.evaluate(f"{REST} + {AT_ONCE}") == 0
    assert page.evaluate(PYTHON, f"{RARE}\nsaid") == rare()
    assert page.evaluate(AT_ONCE) == page.evaluate(REST) == 1
    assert page.evaluate("eden.extras().then((micropip) => String(micropip.__name__))") == "micropip"
