"""Coming back to a match in a browser, from the page before Python on, and a browser that refuses. What needs no
browser to be seen is in tests/web/saves.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.conftest import STARTED, OpenPage
from tests.browser.drivers import Browser, Page
from tests.browser.test_setup import press
from tests.browser.test_solo import IN_MATCH, PYTHON
from tests.browser.test_startup import with_first_script
from web.build.serving import Handler, Site

PLACES = """["#go-on", "#play"].map((id) => document.querySelector(id).getBoundingClientRect())
    .map(({ left, top }) => `${Math.round(left)} ${Math.round(top)}`).join()"""
SCREEN = "document.documentElement.dataset.screen"
NO_WORKER = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined });"
SHUT = "indexedDB.open = () => { throw new DOMException('shut', 'SecurityError'); };"
NO_MEMORY = """() => {
    Storage.prototype.setItem = Storage.prototype.getItem = () => { throw new DOMException("shut"); };
}"""
SETTLED = 2.5  # seconds in which what comes by itself would have come


def settled(page: Page) -> str:
    """The screen once nothing comes by itself any more."""
    page.place("#first .first-kept")
    time.sleep(SETTLED)
    return str(page.evaluate(SCREEN))


@contextmanager
def lacking(folder: Path, missing: list[str]) -> Iterator[Site]:
    """The site of a folder, without the files that end so, for as long as they are in the list."""

    class Without(Handler):
        def do_GET(self) -> None:
            if self.path.endswith(tuple(missing)):
                self.send_error(503)
            else:
                super().do_GET()

    with Site(folder) as server:
        server.RequestHandlerClass = Without
        yield server


def test_the_first_page_offers_to_go_on(open_page: OpenPage) -> None:
    """With what was played last, from the page before Python on; not with what is over or gone, and "Play now"
    begins another.
    """
    page = open_page("#device", language="de")
    page.wait_for(IN_MATCH)
    name = page.evaluate(PYTHON, "session.journal.name")
    for again in (
        "document.querySelector('#go-on').click()",
        "location.hash = '#go-on'",
    ):  # as the link before Python does
        page.click("#curtain [data-do=menu]")
        page.click("#dialog [data-do=leave]")
        assert page.text("#go-on").upper() == "WEITERSPIELEN" and "primary" not in page.evaluate(
            "document.querySelector('#play').className"
        )
        page.reload()
        page.wait_for("document.readyState === 'complete' && document.fonts.status === 'loaded'")
        seen = {page.evaluate(PLACES)}
        page.wait_for(STARTED)
        page.wait_for("!!document.querySelector('.first-kept')", timeout=60)
        seen.add(page.evaluate(PLACES))
        assert len(seen) == 1, seen
        page.evaluate(again)
        page.wait_for(IN_MATCH)
        assert page.evaluate(PYTHON, "session.journal.name") == name
        page.wait_for("document.documentElement.dataset.curtain === 'down'")
    page.click("#curtain [data-do=menu]")
    page.click("#dialog [data-do=leave]")
    page.click("#to-matches")
    page.click("[data-do=remove_match]")
    page.click("[data-do=remove_sure]")
    page.wait_for("!document.querySelector('[data-match]')")
    page.click("[data-do=home]")
    page.place("#play")
    assert not page.shows("#go-on")


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_where_the_browser_refuses_the_page_plays_all_the_same(
    browser: Browser, pages: list[Page], dist: Path, tmp_path: Path
) -> None:
    """Where nothing is kept a reload leads to the first page, not to the lobby of a friend who was never there; what
    can't be fetched is told; where even small things can't be remembered, a match begins.
    """
    with lacking(with_first_script(dist, tmp_path, SHUT + NO_WORKER), ["figures.json"]) as server:
        page = browser.page()
        pages.append(page)
        page.open(server.address).wait_for(STARTED)
        page.click("#play")
        page.click("#dialog .not-kept [data-do=close]")
        page.wait_for(IN_MATCH)
        page.reload().wait_for(STARTED)
        assert settled(page) == "first"
        page.click("#to-rules")
        page.click("#dialog .unreachable [data-do=close]")
        assert page.evaluate(SCREEN) == "first" and page.evaluate("location.hash") == ""
        page.evaluate(NO_MEMORY)
        page.click("#to-setup")
        press(page, "[data-do=random][data-player='1']")
        press(page, "#start")
        page.click("#dialog .not-kept [data-do=close]")
        page.place("#raise")
        page.forgive("shut", "SecurityError", "open", "503", "Failed to load")
