"""The same-device journey: a whole match from the first page to the winner, by real clicks and taps, in both browsers."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.browser.conftest import SHOTS, OpenPage
from tests.browser.drivers import DESKTOP, PHONE, Page
from tests.web.playing import Numbers

HOSTILE = "<img src=x onerror=alert(1)>"
LONGEST = 600.0  # seconds for a match on a busy machine

# All that the journey must know to go on, in one question.
STATE = """() => {
    const root = document.documentElement.dataset, prompt = document.querySelector("#prompt");
    const list = (what) => [...document.querySelectorAll(`#prompt [data-do=${what}]`)]
        .filter((e) => e.getAttribute("aria-disabled") !== "true").map((e) => e.dataset.option);
    return {
        curtain: root.curtain === "down", over: document.querySelector("#dialog [data-winner]") !== null,
        kind: prompt.dataset.kind, owner: Number(prompt.dataset.owner), fighter: prompt.dataset.fighter,
        refused: prompt.dataset.refused ?? "", choose: list("choose"), aim: list("aim"), help: list("help"),
        commit: list("commit").length > 0, decline: list("decline").length > 0, look: list("look").length > 0,
        places: Object.fromEntries([...document.querySelectorAll("[data-fighter][data-at]")]
            .map((e) => [e.dataset.fighter, e.dataset.at.split(" ").map(Number)])),
    };
}"""
# A field point in pixels of the window.
POINT = """(x, y) => {
    const canvas = document.querySelector("#field"), box = canvas.getBoundingClientRect();
    const [left, top, scale, height] = canvas.dataset.camera.split(" ").map(Number);
    return [box.left + left + x * scale, box.top + top + (height - y) * scale];
}"""


class Players:
    """Two people at one screen, who press what the page shows them."""

    def __init__(self, page: Page, name: str, seed: int) -> None:
        self.page, self.name, self.numbers = page, name, Numbers(seed)
        self.state: dict[str, Any] = {}
        self.seen: dict[str, int] = {}
        self.by_field: set[str] = set()  # what was done on the canvas itself

    def look(self) -> dict[str, Any]:
        """What the page shows now."""
        self.state = self.page.evaluate(STATE)
        return self.state

    def press(self, what: str, option: str = "") -> dict[str, Any]:
        """Presses a button of the prompt and looks again."""
        which = f'[data-option="{option}"]' if option else ""
        self.page.click(f"#prompt [data-do={what}]{which}")
        return self.look()

    def tap(self, x: int, y: int) -> dict[str, Any]:
        """Taps a place on the field and looks again."""
        self.page.click(at=tuple(self.page.evaluate(POINT, x, y)))
        return self.look()

    def some(self, options: list[str]) -> str:
        """One of them."""
        return options[self.numbers.below(len(options))]

    def play(self) -> None:
        """To the end of the match."""
        end = time.monotonic() + LONGEST
        while not self.look()["over"]:
            assert time.monotonic() < end, f"no winner: {self.state} {self.seen}"
            self.step()

    def step(self) -> None:
        """One answer, the curtain, or a throw hurried on."""
        state = self.state
        if state["curtain"]:
            self.page.click("#raise")
            return
        kind = state["kind"]
        if kind not in self.seen:
            self.page.screenshot(SHOTS / f"{self.name}-{kind}.png")
        self.seen[kind] = self.seen.get(kind, 0) + 1
        if kind == "roll":
            self.page.key("x")
        else:
            getattr(self, f"_{kind}")(state)

    def _take(self, state: dict[str, Any]) -> None:
        self.press("choose", self.some(state["choose"]))
        self.press("commit")

    def _at_once(self, state: dict[str, Any]) -> None:
        self.press("choose", self.some(state["choose"]))

    _leader = _mission = _half = _designate = _take
    _first_player = _reaction = _shift = _strike = _at_once

    def _bid(self, state: dict[str, Any]) -> None:
        self.press("choose", self.some(state["choose"][:4]))
        self.press("commit")

    def _place(self, state: dict[str, Any]) -> None:
        self.press("help", "place")
        self.press("commit")

    def _deploy(self, state: dict[str, Any]) -> None:
        if len(state["choose"]) == 1 or "deploy" in self.by_field:
            self.press("help", "deploy_all")
            return
        for x, y in ((3000, 3000), (700, 700), (5300, 5300), (5300, 700), (700, 5300)):
            state = self.tap(x, y)
            if state["commit"]:
                self.by_field.add("deploy")
                self.press("commit")
                return
            assert state["refused"] == "PREP-7"
            self.seen["refused"] = self.seen.get("refused", 0) + 1

    def _hand(self, state: dict[str, Any]) -> None:
        self.press("help", "hand")
        self.press("commit")

    def _tactic(self, state: dict[str, Any]) -> None:
        if state["look"]:
            self.press("look" if self.numbers.below(2) else "decline")
            return
        if state["choose"]:
            state = self.press("choose", self.some(state["choose"]))
            if state["aim"]:
                state = self.press("aim", self.some(state["aim"]))
            elif "zone" in state["help"]:
                state = self.press("help", "zone")
        self.press("commit" if state["commit"] else "decline")

    def _cancel(self, state: dict[str, Any]) -> None:
        if self.numbers.below(2):
            self.press("choose", "cancel")
        else:
            self.press("decline")

    def _interrupt(self, state: dict[str, Any]) -> None:
        if self.numbers.below(4):
            self.press("decline")
        else:
            self._take(state)

    def _remove_rage(self, state: dict[str, Any]) -> None:
        self.press("commit")

    _order = _remove_rage

    def _action(self, state: dict[str, Any]) -> None:
        attacks = [o for o in state["choose"] if o.split(":")[0] in ("attack", "shoot", "charge", "blast", "throw")]
        if attacks and self.numbers.below(8):
            choice = attacks[0] if self.numbers.below(3) else self.some(attacks)
            state = self.press("choose", choice)
            if state["aim"]:
                state = self.press("aim", state["aim"][0])
            if state["commit"]:
                self.seen[choice.split(":")[0]] = self.seen.get(choice.split(":")[0], 0) + 1
                self.press("commit")
                return
        if "move" not in state["choose"]:
            self.press("choose", "end")
            return
        if not self._walk_by_tap(state):
            state = self.press("choose", "move")
            toward = next((o for o in state["help"] if o.startswith("toward:")), "toward_centre")
            state = self.press("help", toward)
            if state["commit"]:
                self.press("commit")
            else:
                self.press("choose", "end")

    def _walk_by_tap(self, state: dict[str, Any]) -> bool:
        """A move by two taps on the field: the place, then the ghost that stands there."""
        if state["fighter"] not in state["places"] or self.numbers.below(3):
            return False
        if self.press("choose", "move")["refused"]:
            return False
        x, y = state["places"][state["fighter"]]
        dx, dy = 3000 - x, 3000 - y
        far = max(1.0, (dx * dx + dy * dy) ** 0.5)
        there = round(x + dx / far * 700), round(y + dy / far * 700)
        state = self.tap(*there)
        if not state["commit"]:
            return False
        self.tap(*there)
        self.by_field.add("move")
        return True


@pytest.mark.parametrize(("size", "touch"), [(DESKTOP, False), (PHONE, True)], ids=["desktop", "phone"])
def test_a_match_from_the_first_page_to_the_winner(open_page: OpenPage, size: tuple[int, int], touch: bool) -> None:
    """Set-up, bids behind the curtain, leaders, missions, deployment, five rounds or fewer, the winner, a rematch."""
    page = open_page(size=size, touch=touch)
    name = f"same-device-{page.browser.name}-{'phone' if touch else 'desktop'}"
    page.screenshot(SHOTS / f"{name}-first.png")
    page.click("#to-setup")
    for place, typed in (("#name-1", "Ana"), ("#name-2", HOSTILE)):
        page.click(place)
        page.type(typed)
    page.screenshot(SHOTS / f"{name}-setup.png")
    page.click("#start")
    players = Players(page, name, seed=3 if touch else 1)
    players.play()
    page.screenshot(SHOTS / f"{name}-end.png")
    seen = players.seen
    assert {"bid", "leader", "mission", "half", "deploy", "hand", "tactic", "designate", "action", "roll"} <= set(seen)
    assert seen.get("attack", 0) + seen.get("charge", 0) + seen.get("shoot", 0) > 2
    assert players.by_field == {"deploy", "move"}
    assert page.evaluate("document.querySelectorAll('img').length") == 0
    assert HOSTILE[:24] in page.evaluate("document.body.textContent")
    page.click("#rematch")
    assert page.wait_for("document.documentElement.dataset.curtain === 'down'")
    assert not page.shows("#dialog .sheet")


def test_a_click_before_python_is_there_counts(open_page: OpenPage) -> None:
    """"Play now" works at once: pressed while Python loads, the match begins by itself."""
    page = open_page(started=False)
    page.click("#play")
    assert page.wait_for("document.documentElement.dataset.screen === 'match'", timeout=60)
    page.place("#raise")


def test_secrets_are_not_on_the_page_while_the_curtain_is_down(open_page: OpenPage) -> None:
    """Between two players nothing of the question is in the document: no bid, no mission, no hand."""
    page = open_page("#play")
    page.place("#raise")
    players = Players(page, f"secrets-{page.browser.name}", 5)
    for _ in range(200):
        state = players.look()
        if state["kind"] == "half":
            break
        if state["curtain"]:
            assert state["choose"] == [] and not page.evaluate("document.querySelector('#prompt').textContent.trim()")
        players.step()
    assert players.seen["bid"] >= 2 and players.seen["mission"] == 2


def test_the_language_changes_in_the_middle_of_a_match(open_page: OpenPage) -> None:
    """Every panel speaks the new language, the page says so, and the match goes on where it was."""
    page = open_page("#play", language="fr")
    page.place("#raise")
    assert page.evaluate("document.documentElement.lang") == "fr"
    assert "Passez l’appareil" in page.text("#curtain")
    page.click("#raise")
    assert "votre mise" in page.text("#prompt")
    page.click("[data-do=menu]")
    page.place("#dialog select")
    page.evaluate("""() => {
        const select = document.querySelector("#dialog select");
        select.value = "en";
        select.dispatchEvent(new Event("input", {bubbles: true}));
    }""")
    page.wait_for("document.documentElement.lang === 'en'")
    page.click("#dialog [data-do=close]")
    assert "your bid" in page.text("#prompt")


def test_keys_alone_play(open_page: OpenPage) -> None:
    """Bids, leaders and the rest by keyboard: numbers choose, Enter does the orange action, Escape steps back."""
    page = open_page("#play")
    page.place("#raise")
    for _ in range(60):
        state = page.evaluate(STATE)
        if state["kind"] == "deploy":
            break
        if state["curtain"]:
            page.key("Enter")
            page.wait_for("document.documentElement.dataset.curtain !== 'down'")
        elif state["kind"] == "roll":
            page.key("x")
        else:
            page.key("1")
            if page.evaluate(STATE)["commit"]:
                page.key("Enter")
    assert state["kind"] == "deploy"
    page.evaluate("document.querySelector('#field').focus()")
    page.key("ArrowUp")
    assert "cm" in page.text("#say")
