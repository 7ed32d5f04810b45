"""The rules page in a browser: its figures drawn, its rules brought into view, the browser's own way back. What needs
no browser to be seen is in tests/web/rulebook.
"""

from __future__ import annotations

import time

import pytest

from tests.browser.conftest import SHOTS, OpenPage
from tests.browser.drivers import PHONE, Page
from tests.browser.test_same_device import Players

ON = "document.documentElement.dataset.screen === 'rules' && document.querySelectorAll('#rules .rule-entry').length > 0"
# How many figures in view are drawn, and how many colours the poorest of them has; nothing while one is missing.
DRAWN = """(name) => {
    const seen = [...document.querySelectorAll("#rules canvas")].filter((c) => {
        const box = c.getBoundingClientRect();
        return box.top < innerHeight - 20 && box.bottom > 120;
    });
    if (!seen.some((c) => c.id === `figure-${name}`) || seen.some((c) => c.dataset.state !== "drawn")) return 0;
    return Math.min(...seen.map((c) => {
        const data = new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer);
        return new Set(data).size;
    }));
}"""
# Where the top of a rule is, and whether the focus is on it.
AT = """(number) => {
    const entry = document.getElementById(`rule-${number}`), box = entry?.getBoundingClientRect();
    return entry && document.activeElement === entry && box.top > 40 && box.top < innerHeight / 2;
}"""
# Two frames later: what was just shown has its place.
RESTS = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
TABLE = """() => ({
    kind: document.querySelector("#prompt").dataset.kind, refused: document.querySelector("#prompt").dataset.refused,
    prompt: document.querySelector("#prompt").innerText, camera: document.querySelector("#field").dataset.camera,
    log: document.querySelectorAll("#log li").length,
})"""


def until(players: Players, kind: str) -> None:
    """Plays on to a question."""
    end = time.monotonic() + 120
    while players.look().get("kind") != kind or players.state["curtain"]:
        assert time.monotonic() < end
        if players.state.get("kind"):  # the match is on the screen
            players.step()


def read_figure(page: Page, name: str) -> None:
    """Scrolls to a figure, waits until it is drawn with more than a few colours; its caption then has no blank left."""
    page.evaluate("(name) => document.getElementById(`figure-${name}`).scrollIntoView({ block: 'center' })", name)
    assert page.wait_for(DRAWN, name) > 100
    assert "…" not in page.text(f"[data-figure={name}] figcaption")


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_reading_searching_and_filtering(open_page: OpenPage) -> None:
    """Two presses from the first page to any rule; words, numbers, editions; figures as they come; the way back."""
    page = open_page()
    loaded = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert not [name for name in loaded if "figures" in name or ("rules." in name and name.endswith(".json"))]
    page.click("#to-rules")
    page.wait_for(ON)
    name = f"rules-{page.browser.name}"
    page.screenshot(SHOTS / f"{name}.png")
    assert page.evaluate("document.querySelectorAll('#rules .rule-entry').length") > 120
    page.click("#rules-search")
    page.type("dodge cancels")
    page.wait_for("document.querySelectorAll('#rules .rule-entry').length < 5")
    assert page.evaluate("document.activeElement.id") == "rules-search"
    assert "dodge" in page.text("#rule-MEL-4 mark").lower()
    page.click("#rule-MEL-4 a.ref", "ROLL-2")
    page.wait_for(AT, "ROLL-2")
    page.evaluate("void (location.hash = 'rules/ACN-2')")
    page.wait_for(AT, "ACN-2")
    read_figure(page, "brushing")
    page.screenshot(SHOTS / f"{name}-move.png")
    page.evaluate("""(() => {
        const pick = document.querySelector("#rules-edition");
        pick.value = "en1";
        pick.dispatchEvent(new Event("input", { bubbles: true }));
    })()""")
    page.wait_for("!document.querySelector('[data-figure=brushing]')")
    read_figure(page, "brushing_allowed")
    page.click("#rules [data-do=rules_close]")
    page.wait_for("document.documentElement.dataset.screen === 'first' && location.hash === ''")
    page.place("#play")


@pytest.mark.parametrize("browser", ["firefox"], indirect=True)
def test_refusals_and_the_log_lead_to_the_rule_and_back(open_page: OpenPage) -> None:
    """The number beside a refusal opens the page at it; the browser's back button returns to the match as it was."""
    page = open_page("#device", size=PHONE, touch=True)
    players = Players(page, f"rules-match-{page.browser.name}", seed=2)
    until(players, "deploy")
    players.tap(3000, 3000)
    page.wait_for(RESTS)  # the field makes room for the prompt that grew
    before = page.evaluate(TABLE)
    assert before["refused"] == "PREP-7"
    page.click("#prompt .refusal button.rule")
    page.wait_for(ON)
    page.wait_for(AT, "PREP-7")
    assert page.evaluate("location.hash") == "#rules/PREP-7"
    page.screenshot(SHOTS / f"rules-{page.browser.name}-refusal.png")
    page.evaluate("history.back()")
    page.wait_for("document.documentElement.dataset.screen === 'match' && location.hash === ''")
    assert page.evaluate(TABLE) == before
    page.click("#tabs [data-option=log]")
    number = page.text("#log li:nth-last-child(-n+4) button.rule")
    page.click("#log li:nth-last-child(-n+4) button.rule")
    page.wait_for(ON)
    page.wait_for(AT, number)
    page.key("Escape")
    page.wait_for("document.documentElement.dataset.screen === 'match'")
    assert page.evaluate(TABLE)["kind"] == "deploy" and page.shows("#log li")
    players.press("help", "deploy_all")
    assert page.wait_for("document.querySelector('#prompt').dataset.kind !== ''")
