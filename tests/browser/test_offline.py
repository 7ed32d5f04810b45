"""After one visit Eden needs no network; a new release waits for the player; nothing of it ever lands in a match."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from pathlib import Path

from tests.browser.conftest import ON_CHROMIUM, STARTED
from tests.browser.drivers import Browser, Page, Trouble
from tests.browser.releases import NEXT, altered, renew
from tests.browser.test_peers import Friend
from tests.browser.test_setup import press
from tests.browser.test_startup import OFFLINE, with_first_script
from web.build.serving import Handler, Site

OFFER = "#first [data-do=update]"
RELEASE = "globalThis.eden?.release"
# What must be kept: every file of the page's release and of what it was made with, as the service worker has them.
KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys())
        found.push(...(await (await caches.open(name)).keys()).map(({ url }) => url));
    return found.map((url) => new URL(url).pathname);
}"""


def some_decisions(page: Page, count: int = 6) -> None:
    """A person answers a few questions, whatever they are; the machine those that are its own."""
    person = Friend(page, f"offline-{page.browser.name}", 3)
    end = time.monotonic() + 90
    while sum(person.seen.values()) < count:
        assert time.monotonic() < end, person.state
        person.look()
        person.step()


class Clean(Handler):
    """As hosts that leave names of files out of addresses."""

    def do_GET(self) -> None:
        if self.path.endswith("/index.html"):
            self.send_response(308)
            self.send_header("Location", "./")
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            super().do_GET()


def test_one_visit_is_enough(browser: Browser, pages: list[Page], dist: Path) -> None:
    """The server is gone: the page starts, a match is set up and played, a friend is invited by link and QR code.

    The host was one that leads from /index.html to /; what is kept opens the page nevertheless.
    """
    with Site(dist, below="/elsewhere/") as server:
        server.RequestHandlerClass = Clean
        first = browser.page()
        pages.append(first)
        first.open(server.address).wait_for(STARTED)
        first.wait_for(OFFLINE)
        first.place("#first [data-kept=ready]")
        kept = set(first.evaluate(KEPT))
        address = server.address
    assert kept == {
        f"/elsewhere/{path.relative_to(dist).as_posix()}"
        for path in dist.rglob("*")
        if path.is_file() and path.name != "sw.js"
    }
    page = first.sibling()
    pages.append(page)
    page.open(address).wait_for(STARTED)
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    page.click("#play")
    page.wait_for("document.documentElement.dataset.screen === 'match'")
    some_decisions(page)
    page.click("[data-do=menu]")
    page.click("#dialog [data-do=leave]")
    page.click("#to-setup")
    press(page, "[data-do=invite][data-option=letter]")
    assert str(page.wait_for("document.querySelector('#peer-link')?.value")).startswith(f"{address}#")
    press(page, "[data-do=show_qr]")
    page.place("svg.qr")
    page.forgive(
        "Failed to load", "fetch", "ERR_CONNECTION_REFUSED", "NetworkError"
    )  # a new release is looked for in vain


def test_old_and_new_side_by_side(browser: Browser, pages: list[Page], dist: Path, tmp_path: Path) -> None:
    """A match goes on under its own release; the next one is offered elsewhere alone, and taken when no other tab is
    open.
    """
    with Site(altered(dist, tmp_path, {}), below="/games/eden/") as server:
        match = browser.page()
        pages.append(match)
        match.open(server.address).wait_for(STARTED)
        match.wait_for(OFFLINE)
        old = match.evaluate(RELEASE)
        match.click("#play")
        match.wait_for("document.documentElement.dataset.screen === 'match'")
        renew(dist, tmp_path, keep=False)
        other = match.sibling()
        pages.append(other)
        other.open(server.address).wait_for(STARTED)
        other.place("#peer", "open in another tab")  # the match itself
        while not other.shows("#play"):  # what is listed may yet move the button
            other.click("[data-do=home]")
            time.sleep(0.5)
        assert other.evaluate(RELEASE) == old, "an update must not come by itself"
        other.place(OFFER)
        some_decisions(match, 3)
        assert match.evaluate(RELEASE) == old and not match.shows("[data-do=update]")
        other.click(OFFER)
        other.place("#first .note", "Another tab")
        assert other.evaluate(RELEASE) == old
        match.close()
        pages.remove(match)
        other.click(OFFER)
        other.wait_for(f"{RELEASE} === '{NEXT}'")
        other.wait_for(STARTED)
        other.wait_for(OFFLINE)
        assert not other.shows(OFFER)


AFTER, LATER = "r-abcdef012344", "r-abcdef012345"  # the releases after the next
WORKERS = """async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.getRegistration();
    return [installing?.state, waiting?.state, active?.state, await caches.keys(),
        document.querySelector("#first")?.textContent];
}"""


class Slow(Handler):
    """A host that holds a part of the newest release back for a while."""

    gate = threading.Event()

    def do_GET(self) -> None:
        if f"/{LATER}/figures.json" in self.path:
            self.gate.wait(60)
        super().do_GET()


@ON_CHROMIUM
def test_a_release_is_taken_while_a_newer_one_comes(
    browser: Browser, pages: list[Page], dist: Path, tmp_path: Path
) -> None:
    """Neither loses a file to the other; in the end the newest is here whole, and nothing else is kept.

    Before that the site changes between the page and its service worker: the page plays on, and is offered the new
    release.
    """
    Slow.gate.clear()
    with Site(altered(dist, tmp_path, {}), below="/games/eden/") as server:
        server.RequestHandlerClass = Slow
        page = browser.page()
        pages.append(page)
        page.open(server.address)
        renew(dist, tmp_path)
        page.wait_for(STARTED)
        page.place(OFFER)
        assert page.evaluate(RELEASE) != NEXT
        page.click(OFFER)
        page.wait_for(f"{RELEASE} === '{NEXT}'")
        page.wait_for(STARTED)
        page.wait_for(OFFLINE)
        renew(dist, tmp_path, to=AFTER)
        page.reload().wait_for(STARTED)
        page.place(OFFER)
        renew(dist, tmp_path, to=LATER)
        page.evaluate("navigator.serviceWorker.getRegistration().then((one) => void one.update())")
        page.wait_for(f"caches.keys().then((names) => names.some((name) => name.endsWith('{LATER}')))")
        page.click(OFFER)
        page.wait_for(f"{RELEASE} === '{AFTER}'")
        page.wait_for(STARTED)
        Slow.gate.set()
        end = time.monotonic() + 90
        release = ""
        while release != LATER:
            assert time.monotonic() < end, (release, page.evaluate(WORKERS))
            with suppress(Trouble):  # it may be on its way
                release = page.evaluate(RELEASE)
                if release == AFTER and page.shows(OFFER):
                    page.click(OFFER, timeout=1)
            time.sleep(0.2)
        page.wait_for(STARTED)
        page.wait_for("caches.keys().then((names) => names.length === 1)")
        kept = set(page.evaluate(KEPT))
        server.folder = tmp_path / "nowhere"
        page.reload().wait_for(STARTED)
    files = {
        path.relative_to(dist).as_posix().replace(next(dist.glob("r-*")).name, LATER)
        for path in dist.rglob("*")
        if path.is_file() and path.name != "sw.js"
    }
    assert kept == {f"/games/eden/{name}" for name in files}
    page.forgive("Failed to load", "fetch", "NetworkError", "not kept", "404")


SHUT = """for (const name of ['localStorage', 'caches']) Object.defineProperty(globalThis, name,
    { get: () => { throw new DOMException('shut', 'SecurityError'); } });"""


@ON_CHROMIUM
def test_nothing_can_be_kept(browser: Browser, pages: list[Page], dist: Path, tmp_path: Path) -> None:
    """A private window that shuts all storage: the page says so, and the game plays.

    Browsers without service workers or caches: tests/web/boot/test_offline.py.
    """
    with Site(with_first_script(dist, tmp_path, SHUT)) as server:
        page = browser.page()
        pages.append(page)
        page.open(server.address).wait_for(STARTED)
        page.place("#first [data-kept=none]")
        page.click("#play")
        page.wait_for("document.querySelector('#prompt')?.dataset.kind")
