"""The worker in which the machine thinks: none, one that hangs, one that is ended in the middle of a thought."""

from __future__ import annotations

from tests.browser.conftest import ON_CHROMIUM, OpenPage
from tests.browser.test_solo import IN_MATCH, PYTHON, Opponent, play

HANGS = """() => {
    const script = URL.createObjectURL(new Blob(["onmessage = () => { for (;;); }"]));
    globalThis.Worker = class extends Worker { constructor() { super(script); } };
}"""
# Each thought takes a while longer; how many workers were ended.
PENSIVE = """() => {
    globalThis.ended = 0;
    globalThis.Worker = class extends Worker {
        postMessage(message) {
            const copy = structuredClone(message);
            setTimeout(() => super.postMessage(copy), message === "cancel" ? 0 : 1500);
        }
        terminate() { globalThis.ended += 1; super.terminate(); }
    };
}"""
THINKS = "shell.here()._thinks"
KEPT = "len(session.journal.kept)"


def test_where_the_worker_does_not_come_the_page_thinks_by_itself(open_page: OpenPage) -> None:
    """A worker that can't be fetched says so without a word for why."""
    page = open_page()
    page.evaluate("""() => {
        globalThis.Worker = class {
            constructor() { setTimeout(() => this.onerror?.(new Event("error", { cancelable: true })), 20); }
            postMessage() {}
            terminate() {}
        };
    }""")
    page.click("#play")
    page.wait_for(IN_MATCH)
    person = Opponent(page, f"alone-{page.browser.name}", seed=4)
    play(person, lambda: person.seen.get("leader", 0) > 0)


@ON_CHROMIUM
def test_a_worker_that_hangs_is_given_up(open_page: OpenPage) -> None:
    """The page thinks for it; a second one is tried, and no third."""
    page = open_page()
    page.evaluate(HANGS)
    page.evaluate(PYTHON, "from web.local import worker; worker.LONGEST = 4")
    page.click("#play")
    page.wait_for(IN_MATCH)
    person = Opponent(page, f"hung-{page.browser.name}", seed=4)
    play(person, lambda: person.seen.get("deploy", 0) > 0)
    assert page.evaluate(PYTHON, "shell.here().brain.broke") == "2"


@ON_CHROMIUM
def test_a_thought_that_is_left_ends_and_is_thought_again(open_page: OpenPage) -> None:
    """The match is left while the machine thinks: the worker ends with it; opened again, the machine answers as
    ever.
    """
    page = open_page()
    page.evaluate(PENSIVE)
    page.click("#play")
    page.wait_for(IN_MATCH)
    person = Opponent(page, f"left-{page.browser.name}", seed=4)
    play(person, lambda: page.evaluate(PYTHON, THINKS) == "true")
    page.click("#tools [data-do=menu]")
    page.click("#dialog [data-do=leave]")
    page.click("#to-matches")
    page.place("[data-do=open_match]")
    assert page.evaluate("globalThis.ended") == 1
    page.click("[data-do=open_match]")
    page.wait_for(IN_MATCH)
    thought = int(page.evaluate(PYTHON, KEPT))
    play(person, lambda: int(page.evaluate(PYTHON, KEPT)) > thought + 4)
    assert page.evaluate(PYTHON, "shell.here().brain.broke") == "0"
