"""The site starts, from a sub-path, in both browsers; a later visit needs no network; what fails is said in words."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import time
from pathlib import Path

import pytest

from tests.browser.conftest import SHOTS, STARTED, OpenPage
from tests.browser.drivers import PHONE, Browser, Page
from web.build.serving import Site

SHOWN = """(() => {
    const bar = document.querySelector("#boot-progress");
    return bar ? Number(bar.getAttribute("aria-valuenow") ?? 0) : 100;
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
    """micropip and the rest of the library are not fetched for the first prompt, and come when asked for."""
    page = open_page()
    assert not [url for url in page.requests if "micropip" in url or "library-rest" in url]
    assert page.evaluate("eden.extras().then((micropip) => String(micropip.__name__))") == "micropip"


@pytest.mark.parametrize(
    ("types", "changed", "words"),
    [
        ({".wasm": "application/octet-stream"}, {}, "application/wasm"),
        ({}, {"library.zip": None}, "library.zip (404)"),
        ({}, {"pyodide.asm.wasm": None}, "pyodide.asm.wasm (404)"),
        ({}, {"app.py": "raise ValueError('no dice')"}, "ValueError: no dice"),
    ],
    ids=["wrong type", "no library", "no interpreter", "broken client"],
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
    for path in dist.rglob("*"):
        target = tmp_path / path.relative_to(dist)
        if path.is_dir() or changed.get(path.name, "") is None:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.name in changed:
            target.write_text(str(changed[path.name]))
        else:
            target.symlink_to(path)
    with Site(tmp_path, types=types) as server:
        page = browser.page()
        pages.append(page)
        page.open(server.address)
        page.wait_for('(words) => document.querySelector("#boot-text").textContent.includes(words)', words)
        assert page.evaluate('document.querySelector("#boot-text").getAttribute("role")') == "alert"
        page.open("about:blank")
        page.forgive("")


def test_update_waits_for_the_player(browser: Browser, pages: list[Page], dist: Path, tmp_path: Path) -> None:
    """A new release is fetched whole, waits, is told to the page, and comes only when the player agrees."""
    folder = tmp_path / "site"
    folder.mkdir()
    for path in dist.iterdir():
        (folder / path.name).symlink_to(path)
    with Site(folder) as server:
        page = browser.page()
        pages.append(page)
        page.open(server.address).wait_for(STARTED, timeout=60)
        page.wait_for(OFFLINE)
        old = page.evaluate("eden.release")
        new = "r-0123456789ab"
        for name in ("index.html", "sw.js"):
            text = (dist / name).read_text().replace(old, new)
            (folder / name).unlink()
            (folder / name).write_text(text)
        (folder / new).mkdir()
        for path in (dist / old).iterdir():
            (folder / new / path.name).symlink_to(path)
        boot = (dist / old / "boot.js").read_text().replace(old, new)
        (folder / new / "boot.js").unlink()
        (folder / new / "boot.js").write_text(boot)
        _sign(folder)
        page.open(server.address + "#again").reload().wait_for(STARTED, timeout=60)
        assert page.evaluate("eden.release") == old, "an update must not come by itself"
        page.wait_for("eden.updateReady")
        assert page.evaluate("eden.applyUpdate()") == "reloading"
        page.wait_for("(name) => globalThis.eden?.release === name", new, timeout=60)
        page.wait_for(STARTED, timeout=60)


def _sign(folder: Path) -> None:
    """Writes the digests of changed files into a service worker."""
    worker = (folder / "sw.js").read_text()
    match = re.search(r"JSON\.parse\('(.*)'\)", worker)
    assert match
    files = json.loads(match[1])
    for name in files:
        files[name] = base64.b64encode(hashlib.sha256((folder / name).read_bytes()).digest()).decode()
    (folder / "sw.js").write_text(worker.replace(match[1], json.dumps(files)))
