"""Against the machine, and nothing lost: two clicks to a match played to its end, in both browsers; pages killed on
the way.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.browser.conftest import ON_CHROMIUM, SHOTS, STARTED, OpenPage
from tests.browser.drivers import PHONE, Browser, Chromium, Firefox, Page
from tests.browser.test_same_device import LONGEST, POINT, SEEDED, SMALL_PHONE, Players
from web.build.serving import Site

KILLS = 20  # of pages, in both browsers and both kinds of match
WITH_PROFILE: dict[str, Callable[[Path], Browser]] = {"chromium": Chromium, "firefox": Firefox}
IN_MATCH = "document.documentElement.dataset.screen === 'match' && document.querySelector('#prompt').dataset.kind"
# Python of the page: `session` is the match on the screen.
PYTHON = """async (code) => {
    const address = performance.getEntriesByType("resource").map((entry) => entry.name)
        .find((name) => name.endsWith("/python.mjs"));
    const { loadPyodide, follow } = await import(address);
    const python = await loadPyodide({});
    await follow();             // what tests ask for is not what the first part of the interpreter was made for
    const globals = python.toPy({});
    python.runPython(`
import gc
from web.app.client import Client
shell = next(one for one in gc.get_objects() if isinstance(one, Client))
session = shell.play.session if shell.play else None`, { globals });
    return String(python.runPython(code, { globals }));
}"""
# The state after so many of the entries that the store holds, by a save of just those.
THERE = """
from eden_core.engine.cbor import decode, encode
from eden_core.engine.codec import state_hash
from web.match.journal import begun, restored
def there(count):
    assert count <= len(session.journal.kept), f"{count} of {len(session.journal.kept)}"
    version, setup, secrets, machine, raw, (rules, _, _) = decode(session.journal.data())
    first = begun(session.match.setup, secrets, getattr(session, "machine", None))
    reached = rules, 0, state_hash(first.match)[:8]
    kept = encode((version, setup, secrets, machine, session.journal.kept[:count], reached))
    return state_hash(restored(kept, "").match).hex()
there(COUNT)
"""
# How much is stored, and the state that it leads to (dice that fall are stored before they show).
WRITTEN = THERE.replace("there(COUNT)", """f"{len(session.journal.kept)} {there(len(session.journal.kept))}" """)
# What is stored entry by entry, and the state that it leads to; what the page asks, of whom, and the possible answers.
ENTRIES = THERE.replace(
    "there(COUNT)", """f"{','.join(one.hex() for one in session.journal.kept)} {there(len(session.journal.kept))}" """
)
# What is met at a place of the window; where the planned place is.
THERE_IS = "(x, y) => document.elementFromPoint(x, y)?.closest('[id]')?.id"
GHOST = "'{} {}'.format(*shell.play.stage.ui.ghost)"
ASKED = """[document.querySelector('#prompt-title').textContent,
    ...[...document.querySelectorAll('#prompt [data-do=choose]')].map((one) => one.textContent)]"""
SAVED = """
import json
from eden_core.sync import links
json.dumps([session.journal.name, len(session.journal.kept), links.link_of(links.SAVE, session.journal.data())])
"""
SHOWN = "from eden_core.engine.codec import state_hash; state_hash(session.match).hex()"


class Opponent(Players):
    """A person against the machine: waits while it thinks."""

    def step(self) -> None:
        if self.state["kind"] in ("wait", None):
            time.sleep(0.05)
        else:
            super().step()


def play(person: Opponent, until: Any = None) -> None:
    """To the end of the match, or until something is so."""
    end = time.monotonic() + LONGEST
    while not person.look()["over"]:
        assert time.monotonic() < end, f"no end: {person.state} {person.seen}"
        if until is not None and until():
            return
        person.step()


def end_processes_of(folder: str) -> None:
    """Ends all processes of the browser with this profile, at once."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and folder.encode() in (entry / "cmdline").read_bytes():
            with suppress(ProcessLookupError):
                os.kill(int(entry.name), signal.SIGKILL)


@pytest.mark.parametrize(
    ("browser", "touch"),
    [("firefox", True), ("chromium", False)],
    indirect=["browser"],
    ids=["firefox-phone", "chromium-desktop"],
)
def test_two_clicks_to_a_match_against_the_machine(open_page: OpenPage, touch: bool) -> None:
    """Play now, with hints, to the winner; the machine says why; the match is in the list, and its record can be
    checked.
    """
    page = open_page(size=PHONE, touch=True) if touch else open_page()
    page.evaluate(SEEDED, 11)
    page.click("#play")
    page.wait_for(IN_MATCH)
    page.place("#prompt .hint")
    name = f"solo-{page.browser.name}-{'phone' if touch else 'desktop'}"
    person = Opponent(page, name, seed=4)
    play(person, lambda: person.seen.get("designate", 0) > 1)
    page.click(".solo-badge")
    page.place("#dialog .whys li")
    page.screenshot(SHOTS / f"{name}-why.png")
    page.click("#dialog [data-do=close]")
    play(person)
    page.screenshot(SHOTS / f"{name}-end.png")
    assert {"bid", "leader", "mission", "deploy", "designate", "action"} <= set(person.seen)
    page.click("#dialog [data-do=close]")
    page.click("[data-do=menu]")
    page.click("#dialog [data-do=leave]")
    page.click("#to-matches")
    row = page.wait_for("document.querySelector('[data-match][data-state=over]')?.textContent")
    assert "Recruit" in str(row)


@pytest.mark.parametrize("size", [SMALL_PHONE, (1366, 650)], ids=["phone", "low-desktop"])
@ON_CHROMIUM
def test_the_prompt_never_lies_over_whoever_acts(open_page: OpenPage, size: tuple[int, int]) -> None:
    """Where the prompt takes most of the field's room: the fighter, and the place planned, are in what it leaves
    free.
    """
    page = open_page("#play", size=size, touch=size == SMALL_PHONE)
    page.wait_for(IN_MATCH)
    person = Opponent(page, f"prompt-{page.browser.name}", seed=6)
    looked = 0
    while looked < 4:
        play(person, lambda: person.state["kind"] == "action" and "move" in person.state["choose"])
        assert not person.state["over"]
        state = person.state
        at = page.evaluate(POINT, *state["places"][state["fighter"]])
        assert page.evaluate(THERE_IS, *at) == "field", f"{state['fighter']} is hidden"
        state = person.press("choose", "move")
        toward = next((option for option in state["help"] if option.startswith("toward:")), "")
        if toward and person.press("help", toward)["commit"]:
            looked += 1
            ghost = str(page.evaluate(PYTHON, GHOST)).split()
            assert page.evaluate(THERE_IS, *page.evaluate(POINT, *map(int, ghost))) == "field", (
                "the planned place is hidden"
            )
            person.press("commit")
        else:
            person.press("choose", "end")
    play(person, lambda: person.state["kind"] == "action")
    assert not page.shows("#prompt .hint"), "it was read, and takes no more room"
    page.click("#prompt [data-do=hint]")
    page.place("#prompt .hint")


@pytest.mark.parametrize("size", [SMALL_PHONE, (844, 390)], ids=["phone", "sideways"])
@ON_CHROMIUM
def test_a_phone_measures_from_the_menu_and_says_so(open_page: OpenPage, size: tuple[int, int]) -> None:
    """The menu makes way for the field; two taps measure, and move nobody, until it is ended; the sign of the
    machine is in nobody's way.
    """
    page = open_page("#play", size=size, touch=True)
    page.wait_for(IN_MATCH)
    person = Opponent(page, f"tape-{page.browser.name}-{size[0]}", seed=6)
    play(person, lambda: person.state["kind"] == "action" and "move" in person.state["choose"])
    page.click("#tabs [data-option=left]")
    page.click("#left .peek")
    page.click("#curtain [data-do=unlook]")
    page.click("#tabs [data-option=log]")
    page.place("#prompt-title")
    page.click("#log [data-do=log]")
    page.click("#tabs [data-option=left]")
    page.click("#tabs [data-do=menu]")
    page.click("#dialog [data-do=measure]")
    page.place("#tape .tape")
    assert not page.shows("#dialog") and page.shows("#field")
    x, y = person.look()["places"][person.state["fighter"]]
    for _ in range(2):
        assert not person.tap(x, y)["commit"], "a tap measures"
    page.click("#tabs [data-do=menu]")
    assert page.shows("#dialog [data-do=measure][aria-pressed=true]")
    page.click("#dialog [data-do=fit]")
    assert not page.shows("#dialog")
    page.click("#tape [data-do=measure]")
    assert not page.shows("#tape .tape")


@pytest.mark.parametrize("fragment", ["#play", "#device"])
def test_a_page_killed_at_any_moment_goes_on_there(open_page: OpenPage, fragment: str) -> None:
    """Reloaded at moments drawn anew in each run, in mid-reaction and mid-roll too: what was written is what comes
    back.
    """
    page = open_page(fragment)
    page.wait_for(IN_MATCH)
    person = Opponent(page, f"killed-{page.browser.name}{fragment[1:]}", seed=9)
    seed, kinds, answers = secrets.randbits(32), set(), 0
    moments = Random(seed)
    for kill in range(KILLS // 4):
        answers, end = answers + moments.randrange(1, 9), time.monotonic() + LONGEST
        while not person.look()["over"] and sum(person.seen.values()) < answers:
            assert time.monotonic() < end, f"no end: {person.state} {person.seen}"
            person.step()
        time.sleep(moments.choice((0.0, 0.05, 0.2, 0.6)))
        kinds.add(str(page.evaluate("document.querySelector('#prompt').dataset.kind")))
        count, state = str(page.evaluate(PYTHON, WRITTEN)).split()
        page.reload().wait_for(STARTED)
        page.wait_for(IN_MATCH)
        assert page.evaluate(PYTHON, THERE.replace("COUNT", count)) == state, f"kill {kill} of seed {seed}, {kinds}"
    assert len(kinds) > 1


def test_a_page_killed_in_mid_reaction_and_in_mid_roll(open_page: OpenPage) -> None:
    """No die is thrown again, and who was asked is asked the same again: by what is stored and by what the page
    says.
    """
    page = open_page()
    page.evaluate(SEEDED, 3)
    page.evaluate("(() => { location.hash = 'device'; })()")
    page.wait_for(IN_MATCH)
    person = Opponent(page, f"mid-{page.browser.name}", seed=9)
    for kind in ("reaction", "roll"):
        play(
            person, lambda kind=kind: person.state["kind"] == kind and (kind == "roll" or bool(person.state["choose"]))
        )
        assert person.state["kind"] == kind
        asked = page.evaluate(ASKED)
        entries, state = str(page.evaluate(PYTHON, ENTRIES)).split()
        page.reload().wait_for(STARTED)
        page.wait_for(IN_MATCH)
        again, _ = str(page.evaluate(PYTHON, ENTRIES)).split()
        count = entries.count(",") + 1
        assert again.split(",")[:count] == entries.split(",")
        assert page.evaluate(PYTHON, THERE.replace("COUNT", str(count))) == state
        if kind == "reaction":
            if person.look()["curtain"]:
                person.raise_curtain()
                person.look()
            assert person.state["kind"] == kind and page.evaluate(ASKED) == asked


def test_a_browser_killed_in_mid_match_loses_nothing(site: Site, browser: Any) -> None:
    """The process is ended at once; a new one on the same profile shows the match as it was."""
    before = ""
    with tempfile.TemporaryDirectory(prefix="eden-kill-", ignore_cleanup_errors=True) as folder:
        with suppress(Exception), WITH_PROFILE[browser.name](Path(folder)) as first:  # it can't end well
            page = first.page()
            page.open(site.address + "#device").wait_for(STARTED, timeout=60)
            page.wait_for(IN_MATCH)
            person = Opponent(page, "process", seed=2)
            for _ in range(14):
                person.look()
                person.step()
            person.look()
            before = str(page.evaluate(PYTHON, WRITTEN)).split()[1]
            end_processes_of(folder)
        assert before
        with WITH_PROFILE[browser.name](Path(folder)) as second:
            page = second.page()
            page.open(site.address).wait_for(STARTED, timeout=60)
            page.wait_for(IN_MATCH)
            assert page.evaluate(PYTHON, SHOWN) == before
            page.close()


@pytest.mark.parametrize(
    ("broken", "text"),
    [
        ("indexedDB.open = () => { throw new DOMException('shut', 'SecurityError'); }", "store nothing"),
        ("IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }", "full"),
        (
            "IDBDatabase.prototype.transaction = () => ({ objectStore: () => ({ put: () => ({}), get: () => ({}) }) })",
            "store nothing",
        ),
    ],
    ids=["shut", "full", "silent"],
)
@ON_CHROMIUM
def test_where_nothing_can_be_kept_the_player_is_told_and_plays_on(open_page: OpenPage, broken: str, text: str) -> None:
    page = open_page()
    page.evaluate(f"(() => {{ {broken} }})()")
    page.click("#play")
    page.place("#dialog .not-kept")
    assert text in page.text("#dialog")
    page.click("#dialog [data-do=close]")
    person = Opponent(page, f"unkept-{page.browser.name}", seed=4)
    play(person, lambda: person.seen.get("deploy", 0) > 0)
    page.click("#tabs [data-do=menu], #tools [data-do=menu]")
    page.click("#dialog [data-do=leave]")
    page.place("#dialog [data-do=home]")  # leaving would lose it: asked first
    page.forgive("SecurityError", "QuotaExceeded", "shut", "full")


# A file of this text is chosen where the list takes one in.
CHOOSE = """(text) => {
    const input = document.querySelector("[data-do=import_file]"), chosen = new DataTransfer();
    chosen.items.add(new File([text], "some.eden"));
    input.files = chosen.files;
    input.dispatchEvent(new Event("input", {bubbles: true}));
}"""


@ON_CHROMIUM
def test_a_match_goes_from_one_browser_to_another_as_a_file(open_page: OpenPage) -> None:
    """Saved from the list, taken in elsewhere, gone on with where it was; a file that can't be read changes nothing."""
    page = open_page("#device")
    page.wait_for(IN_MATCH)
    person = Opponent(page, f"moved-{page.browser.name}", seed=3)
    play(person, lambda: person.seen.get("half", 0) > 0)
    page.wait_for("!document.documentElement.dataset.busy")
    state = page.evaluate(PYTHON, SHOWN)
    page.click("#tools [data-do=menu]")
    page.click("#dialog [data-do=leave]")
    page.click("#to-matches")
    page.place("[data-do=export_match]")
    page.evaluate("""(() => {
        globalThis.saved = "";
        const plain = URL.createObjectURL;
        URL.createObjectURL = (blob) => { blob.text().then((text) => (globalThis.saved = text)); return plain(blob); };
    })()""")
    page.click("[data-do=export_match]")
    text = str(page.wait_for("globalThis.saved"))
    for broken, code in (
        ("hello world", "not_a_file"),
        ("a" * 600_000, "file_too_large"),
        (text[:-5], "file_is_damaged"),
    ):
        page.evaluate(CHOOSE, broken)
        page.place(f"#peer [data-error={code}]")
        assert page.shows("[data-match]")
    page.click("[data-do=remove_match]")
    page.click("[data-do=remove_sure]")
    page.wait_for("!document.querySelector('[data-match]')")
    page.evaluate(CHOOSE, text)
    page.wait_for(IN_MATCH)
    assert page.evaluate(PYTHON, SHOWN) == state


@ON_CHROMIUM
def test_two_matches_side_by_side_and_two_tabs(open_page: OpenPage, site: Site, pages: list[Page]) -> None:
    """Each goes on where it was; a second tab is told that the first one plays it."""
    page = open_page("#device")
    page.wait_for(IN_MATCH)
    first = page.evaluate(PYTHON, "session.journal.name")
    page.click("[data-do=raise]")
    page.wait_for("!document.querySelector('#raise')")
    page.open("about:blank")
    page.open(site.address + "#play").wait_for(STARTED)
    page.wait_for(IN_MATCH)
    second = page.evaluate(PYTHON, "session.journal.name")
    assert first != second
    page.wait_for("!document.documentElement.dataset.busy")
    other = page.sibling()
    pages.append(other)
    other.open(site.address).wait_for(STARTED)
    other.wait_for(
        "document.documentElement.dataset.screen === 'peer' && document.querySelectorAll('[data-match]').length === 2"
    )
    other.place(".peer-refusal")
    assert other.evaluate("document.querySelector('.peer-refusal').dataset.error") == "open_in_another_tab"
    other.click(f"[data-do=open_match][data-option='{first}']")
    other.wait_for(IN_MATCH)
    for tab, name in ((page, second), (other, first), (page, second)):
        tab.reload().wait_for(STARTED)
        tab.wait_for(IN_MATCH)
        assert tab.evaluate(PYTHON, "session.journal.name") == name, "each tab has its own"


@ON_CHROMIUM
def test_a_match_that_begins_twice_is_one(open_page: OpenPage) -> None:
    """A second press while it begins; the tab holds no match that is on nobody's screen."""
    page = open_page()
    page.evaluate("(() => { const play = document.querySelector('#play'); play.click(); play.click(); })()")
    page.wait_for(IN_MATCH)
    name = page.evaluate(PYTHON, "session.journal.name")
    page.click("#tools [data-do=menu]")
    page.click("#dialog [data-do=leave]")
    page.click("#to-matches")
    page.wait_for("document.querySelectorAll('[data-match]').length === 1")
    page.click("[data-do=open_match]")
    page.wait_for(IN_MATCH)
    assert page.evaluate(PYTHON, "session.journal.name") == name


@ON_CHROMIUM
def test_a_match_under_the_rules_is_there_after_a_reload(open_page: OpenPage) -> None:
    """The rules come back, and the match lies under them."""
    page = open_page("#play")
    page.wait_for(IN_MATCH)
    name = page.evaluate(PYTHON, "session.journal.name")
    for _ in range(2):
        page.evaluate("(() => { location.hash = 'rules/MEL-1'; })()")
        page.place("#rules [data-do=rules_close]")
        page.reload().wait_for(STARTED)
        page.click("#rules [data-do=rules_close]")
        page.wait_for(IN_MATCH)
        assert page.evaluate(PYTHON, "session.journal.name") == name


@ON_CHROMIUM
def test_a_saved_match_opened_over_another_one_takes_its_place(open_page: OpenPage) -> None:
    """While the machine thinks and dice may fall; the machine plays on in the new one."""
    page = open_page("#play")
    page.wait_for(IN_MATCH)
    person = Opponent(page, f"over-{page.browser.name}", seed=6)
    play(person, lambda: "deploy" in person.seen)
    kind = page.wait_for("[document.querySelector('#prompt').dataset.kind].find((kind) => kind && kind !== 'wait')")
    first, count, link = json.loads(page.evaluate(PYTHON, SAVED))
    play(person, lambda: person.seen.get("action", 0) > 0)
    page.evaluate("(link) => { location.hash = link; }", link)
    end = time.monotonic() + LONGEST
    while page.evaluate(PYTHON, "session.journal.name if session else ''") in (
        "",
        first,
    ):  # until then the old one is played
        assert time.monotonic() < end, "the saved match was not opened"
    page.wait_for(f"{IN_MATCH} === '{kind}'")
    person.seen.clear()
    play(person, lambda: person.seen.get("action", 0) > 2)
    assert page.evaluate(PYTHON, "session.journal.name") != first
    assert int(page.evaluate(PYTHON, "len(session.journal.kept)")) > count
