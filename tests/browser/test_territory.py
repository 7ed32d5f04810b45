"""Scenery bought, built and placed, then NPFs: with the keyboard alone, and with a finger on a phone (TER-1, TER-2,
NPF-2); then a match among them.
"""

from __future__ import annotations

import time
from typing import Any

from tests.browser.access import Listener
from tests.browser.conftest import ON_CHROMIUM, SHOTS, OpenPage
from tests.browser.drivers import PHONE, Page
from tests.browser.test_same_device import LONGEST, OUT_OF_REACH, SEEDED, Players
from tests.browser.test_setup import enter, press

POINTS = """(kind) => Object.fromEntries([...document.querySelectorAll(`#prompt .purse[data-kind=${kind}] .coin`)]
    .map((e) => [e.dataset.player, Number(e.dataset.points)]))"""
FOCUSED = "(selector) => document.activeElement.matches(selector)"
# How much of the field the prompt hides, in pixels.
HIDDEN = """() => document.querySelector("#stage").getBoundingClientRect().bottom
    - document.querySelector("#prompt").getBoundingClientRect().top"""


def to_the_shop(page: Page, name: str) -> Players:
    """A match with Territory management and two levels of infestation, at its first piece."""
    press(page, "[data-do=scenery][data-option=territory]")
    enter(page, "#infestation", "2")
    press(page, "#start")
    page.place("#raise")
    players = Players(page, name, seed=7)
    while players.look()["kind"] != "place":
        players.step()
    return players


def tab_to(page: Page, selector: str, key: str = "Tab") -> None:
    """Moves the focus to a control by the Tab key alone, the field lying before the prompt."""
    for _ in range(80):
        if page.evaluate(FOCUSED, selector):
            return
        page.key(key)
    raise AssertionError(f"Tab never comes to {selector}")


@ON_CHROMIUM
def test_the_keyboard_alone_places_scenery(open_page: OpenPage) -> None:
    """A ready-made piece, then one that is drawn corner by corner; each refusal is heard."""
    page = open_page("#setup")
    players = to_the_shop(page, f"territory-{page.browser.name}-keys")
    buyer = str(players.state["owner"])
    tab_to(page, "#prompt [data-option=tree]")
    page.key("Enter")
    page.wait_for("document.querySelector('#prompt .placing') !== null")
    tab_to(page, "#field", "Shift+Tab")
    for _ in range(28):
        page.key("ArrowLeft")
    refused = "Closer than 5 cm to the edge"
    assert refused in page.text("#prompt .refusal") and refused in page.evaluate(
        "document.querySelector('#say').textContent"
    )
    page.key("Enter")
    assert page.evaluate(POINTS, "scenery")[buyer] == 30, "nothing is placed where it may not stand"
    for _ in range(12):
        page.key("ArrowRight")
    page.key("r")
    page.key("Enter")
    page.wait_for("(owner) => document.querySelector('#prompt').dataset.owner !== owner", buyer)
    assert page.evaluate(POINTS, "scenery")[buyer] == 25

    builder = str(players.look()["owner"])
    for part in ("design:", "form:free", "rule:obstacle", "x:obstacle 2"):
        tab_to(page, f"#prompt [data-option='build:{part}']")
        page.key("Enter")
    tab_to(page, "#prompt .acts [data-option='build:field:']")
    page.key("Enter")
    page.wait_for("document.querySelector('#prompt [data-option=\"build:close:\"]') !== null")
    tab_to(page, "#field", "Shift+Tab")
    for way, steps in (("ArrowUp", 12), ("ArrowRight", 5), ("ArrowDown", 4)):
        for _ in range(steps):
            page.key(way)
        page.key("Enter")
    tab_to(page, "#prompt [data-option='build:close:']")
    page.key("Enter")
    page.wait_for("document.querySelector('#prompt [data-do=commit]:not([aria-disabled])') !== null")
    tab_to(page, "#prompt [data-do=commit]")
    page.key("Enter")
    page.wait_for("(owner) => document.querySelector('#prompt').dataset.owner !== owner", builder)
    assert page.evaluate(POINTS, "scenery")[builder] == 30 - 1 - 2


@ON_CHROMIUM
def test_a_finger_builds_scenery_and_places_npfs(open_page: OpenPage) -> None:
    """On a phone the whole field is in sight while something is placed, and every control can be reached."""
    page = open_page("#setup", size=PHONE, touch=True)
    players = to_the_shop(page, f"territory-{page.browser.name}-phone")
    builder = str(players.state["owner"])
    press(page, "#prompt [data-option='build:design:']")
    for part in ("form:disc", "rule:climbing"):
        press(page, f"#prompt [data-option='build:{part}']")
    assert page.text("#prompt .wrongs .rule") == "TER-2"
    assert page.evaluate(OUT_OF_REACH) == []
    page.screenshot(SHOTS / f"{players.name}-workshop.png")
    press(page, "#prompt [data-option='build:rule:elevation']")
    enter(page, "#prompt input[data-option='build:width:']", "800")
    page.wait_for("document.querySelector('#prompt .total').dataset.cost === '8'")  # large 4, and 2 each
    press(page, "#prompt .acts [data-option='build:field:']")
    assert page.evaluate(HIDDEN) <= 0
    assert players.tap(300, 300)["refused"] == "PREP-6"
    assert players.tap(1500, 4300)["commit"]
    page.screenshot(SHOTS / f"{players.name}-built.png")
    players.press("commit")
    assert page.evaluate(POINTS, "scenery")[builder] == 22

    players.press("help", "place_all")
    page.wait_for("document.querySelector('#prompt .purse[data-kind=npf]') !== null")
    assert page.evaluate(OUT_OF_REACH) == []
    first = str(players.look()["owner"])
    assert (
        page.evaluate("document.querySelector('#prompt [data-option=pack_mother]').getAttribute('aria-disabled')")
        == "true"
    )
    players.press("choose", "ash_hound")
    assert page.evaluate(HIDDEN) <= 0
    players.press("help", "place")
    page.screenshot(SHOTS / f"{players.name}-npf.png")
    players.press("commit")
    assert page.evaluate(POINTS, "npf")[first] == 1
    players.press("help", "place_all")
    page.wait_for("document.querySelector('#prompt').dataset.kind === 'half'")


OVER = ("climb", "swim", "jump", "hide")
# What stands on the page of a match with the optional rules.
MODULES = """() => ({
    round: Number(document.querySelector("#top .rounds").dataset.round),
    modules: document.querySelector("#top .modules")?.textContent ?? "",
    weather: document.querySelectorAll("#top [data-do=told]").length,
})"""


class Settlers(Players):
    """Two people who build, populate and play over a territory."""

    def _place(self, state: dict[str, Any]) -> None:
        """Each player builds a piece, then has one placed, then all that is left; of NPFs one, then all that are
        left.
        """
        kind = self.page.evaluate("document.querySelector('#prompt .purse').dataset.kind")
        done = f"{kind} of {state['owner']}"
        self.seen[done] = turn = self.seen.get(done, 0) + 1
        if kind == "scenery" and turn == 1:
            self._build()
        elif turn == (2 if kind == "scenery" else 1):
            self.press("choose", self.some([option for option in state["choose"] if not option.startswith("build:")]))
            self.press("help", "place")
            self.page.screenshot(SHOTS / f"{self.name}-{kind}-placed.png")
            self.press("commit")
        else:
            self.page.screenshot(SHOTS / f"{self.name}-{kind}-points.png")
            self.press("help", "place_all")

    def _build(self) -> None:
        """A round rise that can be climbed, by the workshop, put where there is room."""
        for part in ("design:", "form:disc", "rule:elevation", "rule:climbing"):
            self.press("choose", f"build:{part}")
        self.page.screenshot(SHOTS / f"{self.name}-workshop.png")
        press(self.page, "#prompt .acts [data-option='build:field:']")
        self.press("help", "place")
        self.page.screenshot(SHOTS / f"{self.name}-built.png")
        self.press("commit")

    def _action(self, state: dict[str, Any]) -> None:
        """Until NPFs act, each walks once; then over a piece of scenery, where one may be climbed, swum, jumped or
        hidden in; else as in any match.
        """
        if "npf" not in self.seen:  # so that all of them are still there to act
            walked = f"{state['fighter']} walks"
            self.seen[walked] = self.seen.get(walked, 0) + 1
            if self.seen[walked] == 1 and "move" in state["choose"]:
                self.press("choose", "move")
                state = self.press("help", "toward_centre")
                if state["commit"]:
                    self.press("commit")
                    return
            self.press("choose", "end")
            return
        over = [option for option in state["choose"] if option in OVER]
        if not over or self.numbers.below(3):
            super()._action(state)
            return
        choice = self.some(over)
        state = self.press("choose", choice)
        if state["aim"]:
            state = self.press("aim", self.some(state["aim"]))
        if "across" in state["help"]:
            state = self.press("help", "across")
        if choice not in self.seen:
            self.page.screenshot(SHOTS / f"{self.name}-{choice}.png")
        if not state["commit"]:
            super()._action(state)
            return
        self.seen[choice] = self.seen.get(choice, 0) + 1
        self.press("commit")


class Watched(Settlers):
    """Two people who look, once, at the questions that NPFs bring."""

    def step(self) -> None:
        kind = str(self.state["kind"])
        if kind.startswith("npf") and f"{kind}, looked at" not in self.seen:
            self.seen[f"{kind}, looked at"] = 1
            listener = Listener(self.page)
            listener.look(kind, PHONE, within="#prompt")
            listener.assert_nothing()
        super().step()


@ON_CHROMIUM
def test_two_rounds_are_played_in_a_territory(open_page: OpenPage) -> None:
    """From the set-up on: scenery bought and built, NPFs, weather rolled; then two rounds, in which the NPFs act."""
    page = open_page("#setup", size=PHONE, touch=True)
    page.evaluate(SEEDED, 20132)
    players = Watched(page, f"territory-{page.browser.name}-match", seed=11)
    press(page, "[data-do=scenery][data-option=territory]")
    enter(page, "#infestation", "5")
    press(page, "[data-do=weather][data-option='1']")
    page.screenshot(SHOTS / f"{players.name}-setup.png")
    press(page, "#start")
    page.place("#raise")
    end, told = time.monotonic() + LONGEST, page.evaluate(MODULES)
    while not players.look()["over"] and (told := page.evaluate(MODULES))["round"] < 3:
        assert time.monotonic() < end, f"not two rounds: {players.state} {players.seen}"
        players.step()
    assert told["round"] == 3
    if players.state["curtain"]:
        players.raise_curtain()
    page.click("#top [data-do=told]")
    page.wait_for("document.querySelector('#weather-told') !== null")
    page.screenshot(SHOTS / f"{players.name}-round-3.png")
    assert told["modules"].startswith("Territory management · Infestation 5") and told["weather"] == 1
    seen = players.seen
    assert {
        "scenery of 1",
        "scenery of 2",
        "npf of 1",
        "npf of 2",
        "npf",
        "npf, looked at",
        "deploy",
        "action",
        "roll",
    } <= set(seen)
    assert seen.get("attack", 0) + seen.get("charge", 0) + seen.get("shoot", 0) > 0
