"""Coming back to a match, and not being able to: what is pressed meanwhile counts, what can't go on is told once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.conftest import STARTED, OpenPage
from tests.browser.drivers import Browser, Page
from tests.browser.test_solo import IN_MATCH, PYTHON
from tests.browser.test_startup import with_first_script
from web.build.serving import Handler, Site

PLACES = """["#go-on", "#play"].map((id) => document.querySelector(id).getBoundingClientRect())
    .map(({ left, top }) => `${Math.round(left)} ${Math.round(top)}`).join()"""
SCREEN = "document.documentElement.dataset.screen"
NO_WORKER = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined });"
SHUT = "indexedDB.open = () => { throw new DOMException('shut', 'SecurityError'); };"
PRESSED_AT_ONCE = """() => new Promise((done) => {
    const timer = setInterval(() => {
        const button = document.querySelector("button#to-setup");
        if (!button && document.documentElement.dataset.screen === "first") return;
        clearInterval(timer);
        button?.click();
        done(button !== null);
    }, 1);
})"""
SPOILED = """
from web.browser import page as browser
async def spoil():
    store = (await shell.here().ports()).store
    await store.put(session.journal.name, b"of another time", session.journal.about())
    browser.root_attribute("data-spoiled", "yes")
browser.start(spoil())
"""
AGREED = """
setup = session.match.setup
f"{setup.ruleset.edition} {session.machine.level} {setup.infestation} {[troop.name for troop in setup.troops]}"
"""
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


def test_what_is_set_up_counts_for_play_now_and_a_rematch_is_the_same_again(open_page: OpenPage) -> None:
    """After a reload too; the machine's level can be chosen."""
    page = open_page()
    page.click("#to-setup")
    page.click("[data-do=machine][data-option=veteran]")
    page.click("[data-do=edition][data-option=en1]")
    page.click("#start")
    page.wait_for(IN_MATCH)
    agreed = page.evaluate(PYTHON, AGREED)
    assert agreed.startswith("en1 veteran")
    page.reload().wait_for(STARTED)
    page.wait_for(IN_MATCH)
    name = page.evaluate(PYTHON, "session.journal.name")
    page.evaluate(PYTHON, "shell.set_up.press_rematch({})")
    other = f"async (python, name) => ![name, ''].includes(await ({PYTHON})(python))"
    page.wait_for(other, "session.journal.name if session else ''", name)
    assert page.evaluate(PYTHON, AGREED) == agreed
    page.click("#tools [data-do=menu]")
    page.click("#dialog [data-do=leave]")
    page.reload().wait_for(STARTED)
    page.click("#play")
    page.wait_for(IN_MATCH)
    assert page.evaluate(PYTHON, AGREED) == agreed


def test_what_is_pressed_while_a_match_comes_back_counts(open_page: OpenPage) -> None:
    """The match does not take the set-up's place a moment later; it is in the list."""
    page = open_page("#device")
    page.wait_for(IN_MATCH)
    page.reload()
    assert page.evaluate(PRESSED_AT_ONCE)
    page.place("#start")
    time.sleep(SETTLED)
    assert page.evaluate(SCREEN) == "setup"
    page.click("[data-do=home]")
    page.click("#to-matches")
    page.click("[data-do=open_match]")
    page.wait_for(IN_MATCH)


def test_the_first_page_offers_to_go_on(open_page: OpenPage) -> None:
    """With what was played last, from the page before Python on; not with what is over or gone, and "Play now"
    begins another.
    """
    page = open_page("#device", language="de")
    page.wait_for(IN_MATCH)
    name = page.evaluate(PYTHON, "session.journal.name")
    for press in (
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
        page.evaluate(press)
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


def test_two_presses_open_a_match_once(open_page: OpenPage) -> None:
    """It is not found "open in another tab", where there is none."""
    page = open_page("#play")
    page.wait_for(IN_MATCH)
    page.click("#tools [data-do=menu]")
    page.click("#dialog [data-do=leave]")
    page.click("#to-matches")
    page.place("[data-do=open_match]")
    page.evaluate("(() => { const one = document.querySelector('[data-do=open_match]'); one.click(); one.click(); })()")
    page.wait_for(IN_MATCH)
    time.sleep(0.5)
    assert page.evaluate(IN_MATCH) and not page.evaluate("document.querySelector('.peer-refusal')?.dataset.error")


def test_a_match_that_cannot_go_on_is_told_once(open_page: OpenPage) -> None:
    """It stays in the list; later visits begin at the first page."""
    page = open_page("#device")
    page.wait_for(IN_MATCH)
    page.evaluate(PYTHON, SPOILED)
    page.wait_for("document.documentElement.dataset.spoiled")
    page.reload().wait_for(STARTED)
    page.place(".peer-refusal")
    page.place("[data-do=open_match]")
    page.reload().wait_for(STARTED)
    assert settled(page) == "first"


def test_where_nothing_is_kept_a_reload_leads_to_the_first_page(
    browser: Browser, pages: list[Page], dist: Path, tmp_path: Path
) -> None:
    """Not to the lobby of a friend who was never there."""
    with Site(with_first_script(dist, tmp_path, SHUT)) as server:
        page = browser.page()
        pages.append(page)
        page.open(server.address).wait_for(STARTED)
        page.click("#play")
        page.click("#dialog .not-kept [data-do=close]")
        page.wait_for(IN_MATCH)
        page.reload().wait_for(STARTED)
        assert settled(page) == "first"
        page.forgive("shut", "SecurityError", "open")


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
@pytest.mark.parametrize(
    ("ending", "what"),
    [(".de.json", "language"), ("figures.json", "rules"), ("solo.en.json", "play"), ("peer.en.json", "matches")],
)
def test_what_cannot_be_fetched_is_told(
    browser: Browser, pages: list[Page], dist: Path, tmp_path: Path, ending: str, what: str
) -> None:
    """Another language, the rules, all that a match or the list of them says: a sheet tells it, and the page is as
    it was.
    """
    with lacking(with_first_script(dist, tmp_path, NO_WORKER), [ending]) as server:
        page = browser.page()
        pages.append(page)
        page.open(server.address).wait_for(STARTED)
        if what == "matches":
            page.evaluate("() => localStorage.setItem('eden.kept', 'yes')")
            page.reload().wait_for(STARTED)
        if what == "language":
            page.evaluate("""() => {
                const pick = document.querySelector("[data-do=language]");
                pick.value = "de";
                pick.dispatchEvent(new Event("input", { bubbles: true }));
            }""")
        else:
            page.click("#play" if what == "play" else f"#to-{what}")
        page.click("#dialog .unreachable [data-do=close]")
        assert page.evaluate(SCREEN) == "first" and page.evaluate("document.documentElement.lang") == "en"
        assert page.evaluate("location.hash") == ""
        page.place("#play")
        page.forgive("503", "Failed to load")


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_an_invitation_that_could_not_be_read_is_there_after_a_reload(
    browser: Browser, pages: list[Page], dist: Path, tmp_path: Path
) -> None:
    missing = ["peer.en.json"]
    with lacking(with_first_script(dist, tmp_path, NO_WORKER), missing) as server:
        page = browser.page()
        pages.append(page)
        page.open(server.address + "#1.j.00000000.AAAA")
        page.place("#dialog .unreachable", timeout=60)
        assert page.evaluate("location.hash") == "#1.j.00000000.AAAA"
        missing.clear()
        page.reload()
        page.place("[data-error=link_is_damaged]", timeout=60)
        page.forgive("503", "Failed to load")
