"""The same-device journey: a whole match from the first page to the winner, by real clicks and taps, in both
browsers.
"""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.browser.access import Listener
from tests.browser.conftest import ON_CHROMIUM, SHOTS, OpenPage
from tests.browser.drivers import DESKTOP, PHONE, Page
from tests.web.playing import Numbers

HOSTILE = "<img src=x onerror=alert(1)>"
LONGEST = 700.0  # seconds for a match on a busy machine
DOUBLE_TAP = 0.5  # seconds within which two taps may be one double tap
SMALL_PHONE = (360, 640)

# All that the journey must know to go on, in one question.
STATE = """async () => {
    const root = document.documentElement.dataset, prompt = document.querySelector("#prompt");
    const isComing = () => root.screen !== "match" || !prompt.dataset.kind;
    while (root.busy || isComing()) await new Promise((done) => setTimeout(done, 5)); // it comes, or is being kept
    const list = (what) => [...document.querySelectorAll(`#prompt [data-do=${what}]`)]
        .filter((e) => e.getAttribute("aria-disabled") !== "true").map((e) => e.dataset.option);
    return {
        curtain: root.curtain === "down", over: document.querySelector("#dialog [data-winner]") !== null,
        kind: prompt.dataset.kind, owner: Number(prompt.dataset.owner), fighter: prompt.dataset.fighter,
        refused: prompt.dataset.refused ?? "", choose: list("choose"), aim: list("aim"), help: list("help"),
        commit: list("commit").length > 0, decline: list("decline").length > 0, look: list("look").length > 0,
        unlook: list("unlook").length > 0, asks: list("asks"),
        places: Object.fromEntries([...document.querySelectorAll("[data-fighter][data-at]")]
            .map((e) => [e.dataset.fighter, e.dataset.at.split(" ").map(Number)])),
    };
}"""
# A field point in pixels of the window.
POINT = """async (x, y) => {
    const canvas = document.querySelector("#field"), box = canvas.getBoundingClientRect();
    while (!canvas.dataset.camera) await new Promise((done) => setTimeout(done, 5));     // nothing is drawn yet
    const [left, top, scale, height] = canvas.dataset.camera.split(" ").map(Number);
    return [box.left + left + x * scale, box.top + top + (height - y) * scale];
}"""
# The dice, the cards and who is asked first, alike in every run.
SEEDED = """(seed) => {
    let state = seed;
    crypto.getRandomValues = (array) => {
        for (let i = 0; i < array.length; i++) {
            state = (Math.imul(state, 1103515245) + 12345) >>> 0;
            array[i] = state >>> 16;
        }
        return array;
    };
}"""

# What of the prompt's controls can't be brought to where both its ends can be tapped, and which part of the prompt
# does not fit its width; `[]` is as it should be. A finger scrolls only what scrolls.
OUT_OF_REACH = """() => {
    const found = [];
    for (const element of document.querySelectorAll("#prompt :is(button, .toggle)")) {
        for (const end of ["start", "end"]) {
            element.scrollIntoView({block: end, inline: "nearest", behavior: "instant"});
            const box = element.getBoundingClientRect(), y = end === "start" ? box.top + 6 : box.bottom - 6;
            const hit = document.elementFromPoint(box.left + Math.min(box.width, innerWidth - box.left) / 2, y);
            if (!element.contains(hit)) {
                found.push(`the ${end} of ${element.textContent} is under ${hit?.tagName}.${hit?.className}`);
            }
        }
    }
    const parts = document.querySelectorAll(".asked, .acts, .refusal, .note");
    for (const part of [document.querySelector("#prompt"), ...parts]) {
        if (part.scrollWidth > part.clientWidth + 1) found.push(`${part.id}.${part.className} is too wide`);
    }
    for (const button of document.querySelectorAll("#prompt .acts .button")) {
        const box = button.getBoundingClientRect();
        if (box.height < 44 || box.bottom > innerHeight || box.right > innerWidth)
            found.push(`${button.textContent} is cut`);
    }
    for (const part of document.querySelectorAll("#prompt, .asked, .options, .helpers")) part.scrollTo(0, 0);
    return found;
}"""


class Players:
    """Two people at one screen, who press what the page shows them."""

    def __init__(self, page: Page, name: str, seed: int) -> None:
        self.page, self.name, self.numbers = page, name, Numbers(seed)
        self.state: dict[str, Any] = {}
        self.seen: dict[str, int] = {}
        self.by_field: set[str] = set()  # what was done on the canvas itself
        self.reached: set[tuple[str, bool]] = (
            set()
        )  # kinds of question, hand open or not, whose controls were all in reach

    def look(self) -> dict[str, Any]:
        """What the page shows now."""
        self.state = self.page.evaluate(STATE)
        return self.state

    def press(self, what: str, option: str = "") -> dict[str, Any]:
        """Presses a button of the prompt and looks again."""
        which = f'[data-option="{option}"]' if option else ""
        control = f"#prompt [data-do={what}]{which}"
        self.page.evaluate(
            "(s) => document.querySelector(s)?.scrollIntoView({block: 'nearest', inline: 'nearest'})", control
        )
        self.page.click(control)
        return self.look()

    def tap(self, x: int, y: int) -> dict[str, Any]:
        """Taps a place on the field and looks again."""
        self.page.click(at=tuple(self.page.evaluate(POINT, x, y)))
        return self.look()

    def raise_curtain(self) -> None:
        """Whoever the curtain calls for has the device."""
        self.page.click("#raise")

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
            self.raise_curtain()
            return
        kind = state["kind"]
        if (kind, bool(state["unlook"])) not in self.reached:
            self.reached.add((kind, bool(state["unlook"])))
            assert self.page.evaluate(OUT_OF_REACH) == [], kind
        if kind not in self.seen:
            self.page.screenshot(SHOTS / f"{self.name}-{kind}.png")
        if kind in ("interrupt", "reaction", "strike") and not state["choose"]:
            time.sleep(0.05)  # it passes by itself, in its own time
            return
        self.seen[kind] = self.seen.get(kind, 0) + 1
        if kind == "roll":
            self.page.key("x")
        elif kind in ("designate", "interrupt", "action", "reaction") and state["look"] and not self.numbers.below(4):
            self.press("look")  # perhaps a card may be played
        else:
            getattr(self, f"_{kind}")(state)

    def _take(self, state: dict[str, Any]) -> None:
        self.press("choose", self.some(state["choose"]))
        self.press("commit")

    def _at_once(self, state: dict[str, Any]) -> None:
        self.press("choose", self.some(state["choose"]))

    def _reaction(self, state: dict[str, Any]) -> None:
        if state["asks"] and not self.seen.get("asks"):
            self.seen["asks"] = 1
            self.press("asks", "always")
        self._at_once(state)

    def _pay(self, state: dict[str, Any]) -> None:
        if self.numbers.below(3):
            self.press("choose", "pay")
        else:
            self.press("decline")

    _leader = _mission = _half = _designate = _take
    _first_player = _shift = _strike = _at_once

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
            if state["kind"] != "deploy" or state["curtain"]:  # something else came meanwhile
                return
            assert state["refused"] in ("PREP-7", "")  # what comes meanwhile takes a refusal away
            self.seen["refused"] = self.seen.get("refused", 0) + bool(state["refused"])
        self.press("help", "deploy_all")  # none of these is open in this match

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
        if state["commit"]:
            self.seen["card"] = self.seen.get("card", 0) + 1
        self.press("commit" if state["commit"] else "unlook" if state["unlook"] else "decline")

    def _cancel(self, state: dict[str, Any]) -> None:
        if self.numbers.below(2):
            self.press("choose", "cancel")
        else:
            self.press("decline")

    def _interrupt(self, state: dict[str, Any]) -> None:
        if "waived" in state["asks"] and not self.numbers.below(4):
            self.press("asks", "waived")
            self.seen["waived"] = self.seen.get("waived", 0) + 1
        elif self.numbers.below(4):
            self.press("decline")
        else:
            self._take(state)

    def _remove_rage(self, state: dict[str, Any]) -> None:
        self.press("commit")

    _order = _remove_rage

    def _ability(self, state: dict[str, Any], choice: str) -> bool:
        """An action ability, on the first whom it may be used on; whether it was used."""
        state = self.press("choose", choice)
        if state["aim"]:
            state = self.press("aim", state["aim"][0])
        elif "zone" in state["help"]:
            state = self.press("help", "zone")
        if not state["commit"]:
            return False
        if not self.seen.get("ability"):
            self.page.screenshot(SHOTS / f"{self.name}-ability.png")
        self.seen["ability"] = self.seen.get("ability", 0) + 1
        self.press("commit")
        return True

    def _npf(self, state: dict[str, Any]) -> None:
        """An NPF that prowls goes toward somebody, or stays; one that must fight has perhaps several to choose from."""
        if not state["commit"] and state["aim"]:
            state = self.press("aim", self.some(state["aim"]))
        for choice in [option for option in state["help"] if option.startswith("toward")] + ["stay"]:
            if state["commit"] or choice not in state["help"]:
                break
            state = self.press("help", choice)
        self.press("commit")

    def _action(self, state: dict[str, Any]) -> None:
        abilities = [o for o in state["choose"] if o.startswith("ability:")]
        if abilities and self.numbers.below(3):
            if self._ability(state, self.some(abilities)):
                return
            state = self.look()  # another plan offers other choices
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
            # What is found aside changes the prompt: on a busy machine a press may have met the button beside "move".
            if "move" not in self.look()["choose"]:
                return
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


@pytest.mark.parametrize(
    ("browser", "size", "touch"),
    [("firefox", DESKTOP, False), ("chromium", PHONE, True)],
    indirect=["browser"],
    ids=["firefox-desktop", "chromium-phone"],
)
def test_a_match_from_the_first_page_to_the_winner(open_page: OpenPage, size: tuple[int, int], touch: bool) -> None:
    """Set-up, bids behind the curtain, leaders, missions, deployment, five rounds or fewer, the winner, a rematch."""
    page = open_page(size=size, touch=touch)
    name = f"same-device-{page.browser.name}-{'phone' if touch else 'desktop'}"
    page.screenshot(SHOTS / f"{name}-first.png")
    page.click("#to-setup")
    for place, typed in (("#name-1", "Ana"), ("#name-2", HOSTILE)):
        page.click(place)
        page.type(typed)
        # Both fields come to lie at one point of the window, where Chromium takes two quick taps as a double tap,
        # whatever was scrolled between them: nobody is that quick.
        time.sleep(DOUBLE_TAP)
    typed_in = "[...document.querySelectorAll('#setup [data-do=name]')].map((field) => field.value)"
    assert page.evaluate(typed_in) == ["Ana", HOSTILE[:24]]
    page.screenshot(SHOTS / f"{name}-setup.png")
    page.evaluate(SEEDED, 3 if touch else 1)  # matches in which they do all that is asked for below
    page.click("#start")
    page.place("#raise")
    players = Players(page, name, seed=3 if touch else 1)
    players.play()
    page.screenshot(SHOTS / f"{name}-end.png")
    seen = players.seen
    assert {"bid", "leader", "mission", "half", "deploy", "hand", "tactic", "designate", "action", "roll"} <= set(seen)
    assert seen.get("attack", 0) + seen.get("charge", 0) + seen.get("shoot", 0) > 2
    assert seen.get("ability", 0) > 0 and seen.get("card", 0) > 0
    assert players.by_field == {"deploy", "move"}
    assert page.evaluate("document.querySelectorAll('img').length") == 0
    assert HOSTILE[:24] in page.evaluate("document.body.textContent")
    page.click("#rematch")
    assert page.wait_for("document.documentElement.dataset.curtain === 'down'")
    assert not page.shows("#dialog .sheet")


@ON_CHROMIUM
def test_all_cards_are_in_reach_on_a_small_phone(open_page: OpenPage) -> None:
    """At 360 x 640 each card to pick from, each of the hand, and each answer before them can be tapped."""
    page = open_page("#device", size=SMALL_PHONE, touch=True)
    page.place("#raise")
    players = Players(page, f"small-{page.browser.name}", seed=3)
    players.by_field.add("deploy")  # the prompt may lie over the place to tap
    longest = 0
    for _ in range(200):
        state = players.look()
        if state["kind"] == "hand" and not state["curtain"]:
            longest = max(longest, page.evaluate("document.querySelector('.asked').scrollHeight"))
        if state["kind"] == "tactic" and state["look"]:
            break
        players.step()
    assert "hand" in {kind for kind, _ in players.reached} and longest > SMALL_PHONE[1]
    if players.press("look")["curtain"]:
        players.raise_curtain()
    page.place("#prompt .card")
    page.screenshot(SHOTS / f"{players.name}-hand-open.png")
    assert page.evaluate(OUT_OF_REACH) == []


def test_a_click_before_python_is_there_counts(open_page: OpenPage) -> None:
    """ "Play now" works at once: pressed while Python loads, the match begins by itself."""
    page = open_page(started=False)
    page.click("#play")
    assert page.wait_for("document.documentElement.dataset.screen === 'match'", timeout=60)
    page.place("#prompt [data-do=choose]")


@ON_CHROMIUM
def test_a_click_that_python_just_missed_counts(open_page: OpenPage) -> None:
    """The link that was pressed leads to #play only once Python has read the address and taken the link's place."""
    page = open_page()
    page.evaluate("(() => { location.hash = 'play'; })()")
    page.place("#prompt [data-do=choose]")
    assert page.evaluate("location.hash") == ""


@ON_CHROMIUM
def test_a_control_that_is_made_anew_while_it_is_held_down_is_pressed(open_page: OpenPage) -> None:
    """As "Play now" is when Python comes between the finger's coming and its going."""
    page = open_page()
    left, top, width, height = page.place("#play")
    mouse = page.tab.mouse  # type: ignore[attr-defined]
    mouse.move(left + width / 2, top + height / 2)
    mouse.down()
    page.evaluate("(() => { const one = document.querySelector('#play'); one.replaceWith(one.cloneNode(true)); })()")
    mouse.up()
    page.place("#prompt [data-do=choose]")


@ON_CHROMIUM
def test_secrets_are_not_on_the_page_while_the_curtain_is_down(open_page: OpenPage) -> None:
    """Between two players nothing of the question is in the document: no bid, no mission, no hand."""
    page = open_page("#device")
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


@ON_CHROMIUM
def test_the_curtain_has_a_way_out(open_page: OpenPage) -> None:
    """Whoever did not mean to hand the device over finds the menu, comes back to where they were, or leaves."""
    page = open_page("#device", size=SMALL_PHONE, touch=True)
    page.place("#raise")
    page.click("#curtain [data-do=menu]")
    page.click("#dialog [data-do=close]")
    page.wait_for("document.activeElement.id === 'raise'")
    page.click("#curtain [data-do=menu]")
    page.click("#dialog [data-do=leave]")
    page.place("#play")


@ON_CHROMIUM
def test_the_language_changes_in_the_middle_of_a_match(open_page: OpenPage) -> None:
    """Every panel speaks the new language, the page says so, and the match goes on where it was."""
    from tests.browser.test_solo import PYTHON  # which plays as this file does

    page = open_page("#device", language="fr")
    page.place("#raise")
    assert page.evaluate("document.documentElement.lang") == "fr"
    assert "Passez l’appareil" in page.text("#curtain")
    page.click("#raise")
    assert "votre mise" in page.text("#prompt")
    assert page.text("#top [data-side='1'] b").upper() == "JOUEUR 1"
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
    assert page.text("#top [data-side='1'] b").upper() == "PLAYER 1"
    assert page.evaluate(PYTHON, "shell.play.stage.ui.called('abama', '')") == "Abama Big-Belly"  # on the bases too


LOOKED_AT = ("reaction", "strike", "shift", "remove_rage", "cancel", "pay")  # the others in test_access.py


class Typists(Players):
    """The same two people, who touch neither mouse nor screen; what they meet late in a match is looked at for all."""

    def __init__(self, page: Page, name: str, seed: int) -> None:
        super().__init__(page, name, seed)
        self.listener = Listener(page)

    def step(self) -> None:
        kind = self.state["kind"]
        if kind in LOOKED_AT and kind not in self.seen and self.state["choose"] and not self.state["curtain"]:
            self.listener.look(kind, within="#prompt")
        super().step()

    def raise_curtain(self) -> None:
        assert self.page.evaluate("document.activeElement?.id") == "raise"
        self.page.key("Enter")

    def press(self, what: str, option: str = "") -> dict[str, Any]:
        which = f'[data-option="{option}"]' if option else ""
        selector = f"#prompt [data-do={what}]{which}"
        key = self.page.evaluate("(s) => document.querySelector(s)?.getAttribute('aria-keyshortcuts') ?? ''", selector)
        if what == "decline":
            self.page.key("p")
        elif what == "choose" and self.state["kind"] == "bid":
            for digit in option:
                self.page.key(digit)
        elif what == "choose" and key:
            self.page.key(key)
        elif what == "commit" and self.page.evaluate("document.activeElement?.id") == "prompt":
            self.page.key("Enter")
        elif what == "aim":
            for _ in range(12):
                if (
                    self.page.evaluate("(s) => document.querySelector(s)?.getAttribute('aria-pressed')", selector)
                    == "true"
                ):
                    break
                self.page.key("t")
        else:
            self.tab_to(selector)
            self.page.key("Space" if what == "asks" else "Enter")
        return self.look()

    def tab_to(self, selector: str, key: str = "Tab") -> None:
        """Moves the focus by Tab alone until it is on an element."""
        for _ in range(200):
            if self.page.evaluate("(s) => document.activeElement?.matches(s) ?? false", selector):
                return
            self.page.key(key)
        raise AssertionError(f"Tab does not lead to {selector}")

    def _deploy(self, state: dict[str, Any]) -> None:
        self.press("help", "deploy_all")

    def _walk_by_tap(self, state: dict[str, Any]) -> bool:
        """A move by the cursor: to a fighter's own place, then as far as it may go toward the middle."""
        if "cursor" in self.by_field or state["fighter"] not in state["places"]:
            return False
        self.press("choose", "move")
        self.tab_to("#field", "Shift+Tab")
        x, y = state["places"][state["fighter"]]
        for _ in range(40):
            self.page.key("ArrowLeft" if x < 3000 else "ArrowRight")
            at = [int(part) for part in self.page.text("#say").split("at ")[1].split(" cm")[0].split(", ")]
            state = self.look()
            if state["commit"] and abs(at[0] * 100 - x) < 900:
                self.page.key("Enter")
                self.by_field.add("cursor")
                return True
            if abs(at[1] * 100 - y) > 200:
                self.page.key("ArrowUp" if at[1] * 100 < y else "ArrowDown")
        return False


@ON_CHROMIUM
def test_keys_alone_play_a_whole_match(open_page: OpenPage) -> None:
    """From the first page to the winner without mouse or touch: digits choose, Enter does the orange action, T aims, P
    passes, Tab reaches everything else, the cursor walks; the dice are seeded."""
    page = open_page()
    page.evaluate(SEEDED, 20131)
    players = Typists(page, f"keys-{page.browser.name}", 7)
    players.tab_to("#to-setup")
    page.key("Enter")
    page.place("#start")
    players.tab_to("#start")
    page.key("Enter")
    page.place("#raise")
    players.play()
    players.listener.look("end", within="#dialog")
    players.listener.assert_nothing()
    seen = players.seen
    asked = {
        "bid",
        "leader",
        "mission",
        "half",
        "deploy",
        "hand",
        "tactic",
        "designate",
        "interrupt",
        "action",
        "reaction",
    }
    assert asked <= set(seen)
    assert seen.get("ability", 0) > 0 and players.by_field == {"cursor"}
    assert page.evaluate("document.activeElement?.id") == "rematch"
    page.key("Enter")
    assert page.wait_for("document.documentElement.dataset.curtain === 'down'")
