"""Everyone's access: every page and sheet under axe and under what axe can't see; the keyboard's way, language, motion.

The prompts of a whole match are looked at where one is played by keys alone (test_same_device.py).
"""

from __future__ import annotations

import time
from pathlib import Path

from eden_core.cli import main
from tests.browser.access import DESK, PHONE, Listener, walk
from tests.browser.conftest import ON_CHROMIUM, STARTED, OpenPage
from tests.browser.drivers import Browser, ChromiumPage, Page
from tests.browser.relay import Relay
from tests.browser.test_peers import KEEP, Friend, fragment, in_match, invited, paste
from tests.browser.test_rules import ON
from tests.browser.test_same_device import SEEDED
from tests.browser.test_setup import build_until_too_dear, enter, press
from tests.browser.test_solo import PYTHON
from tests.browser.test_territory import Settlers
from web.build.serving import Site

PATIENCE = 120.0  # seconds for a busy machine to come to an action
# A match with a person elsewhere is found to be one that can't go on.
FREEZE = """
from eden_core.errors import Malformed
peers = shell.elsewhere()
peers.meeting.peer.trouble = Malformed("CODE", where="save")
peers._changed()
"""
SHOWS_KIND = "(kind) => document.querySelector('[data-do=seek_kind][aria-checked=true]').dataset.option === kind"


def test_before_a_match(open_page: OpenPage) -> None:
    """First page, rules, set-up with all that it can hold, cards of each kind, builder, troop as text. In Firefox a
    part.
    """
    page = open_page(size=DESK)
    listener, whole = Listener(page), page.browser.name == "chromium"
    listener.look("first page")
    page.click("#to-rules")
    page.wait_for(ON)
    page.click("#rules-search")
    page.type("dodge")
    page.wait_for("document.querySelectorAll('#rules .rule-entry').length < 20")
    listener.look("rules")
    page.click("#rules [data-do=rules_close]")
    page.click("#to-setup")
    page.place("#start")
    if whole:
        listener.look("set-up")
    press(page, "[data-do=scenery][data-option=territory]")
    enter(page, "#infestation", "4")
    press(page, "[data-do=weather][data-option='2']")
    press(page, "[data-do=edition][data-option=en1]")
    press(page, "[data-do=fold]")
    listener.look("set-up with optional rules")
    press(page, "#setup [data-do=cards]")
    page.place("#search")
    for kind in (
        ("npfs", "missions", "tactics", "abilities", "scenery", "fighters") if whole else ("tactics", "fighters")
    ):
        press(page, f"[data-do=seek_kind][data-option={kind}]")
        page.wait_for(SHOWS_KIND, kind)
        listener.look(f"cards: {kind}", within="#dialog")
    press(page, "#dialog [data-do=close]")
    press(page, "[data-side='1'] .roster .link")
    page.place("#dialog [data-profile]")
    if whole:
        listener.look("a fighter's card", within="#dialog")
    press(page, "#dialog [data-do=close]")
    press(page, "[data-do=build][data-player='1']")
    press(page, "[data-do=symbol][data-option=jokers]")
    build_until_too_dear(page)
    listener.look("builder")
    press(page, "[data-do=troop_text]")
    enter(page, "#troop-text", "Pack\nfaction: jokers\nVladd\nBob")
    press(page, "[data-do=take_text]")
    page.place("#dialog [role=alert]")
    if whole:
        listener.look("troop as text", within="#dialog")
    press(page, "#dialog [data-do=close]")
    press(page, "#built")
    press(page, "#start")
    page.place("[data-side='1'] [role=alert]")
    listener.look("set-up refused")
    listener.assert_nothing()


class Looked(Settlers):
    """Two people who look at every question that is new to them, and at what may be opened beside it."""

    def __init__(self, page: Page, name: str, seed: int) -> None:
        super().__init__(page, name, seed)
        self.listener = Listener(page)
        self.met: set[str] = set()

    def look_once(self, state: str, *sizes: tuple[int, int], within: str = "#prompt") -> None:
        """Looks, unless it has been looked at."""
        if state not in self.met:
            self.met.add(state)
            self.listener.look(state, *(sizes or (() if not within else (DESK, PHONE))), within=within)

    def step(self) -> None:
        state = self.state
        if state["curtain"]:
            self.look_once("curtain", within="#curtain")
        elif state["kind"] != "roll":
            within = "" if state["kind"] in ("bid", "designate") else "#prompt"  # the whole table now and then
            self.look_once(f"{state['kind']}{', hand open' if state['unlook'] else ''}", within=within)
        super().step()

    def _build(self) -> None:
        self.press("choose", "build:design:")
        self.press("choose", "build:form:disc")
        self.press("choose", "build:rule:elevation")
        self.look_once("workshop")
        press(self.page, "#prompt .acts [data-option='build:field:']")
        self.press("help", "place")
        self.look_once("a piece to place")
        self.press("commit")

    def _deploy(self, state: dict[str, object]) -> None:
        if self.tap(3000, 3000)["refused"]:
            self.look_once("deploy, refused")
        self.press("help", "deploy_all")

    def around(self) -> None:
        """A planned move, and what may be opened at an action."""
        page = self.page
        self.press("choose", "move")
        self.press("help", "toward_centre")
        self.look_once("action, planned")
        page.click("#top [data-do=told]")
        page.click("#right .fighter-head")
        page.place("#right .detail")
        self.look_once("weather told, a fighter's card open", within="")
        page.click("#tools [data-do=log]")
        page.place("#log")
        self.look_once("log", DESK, within="#log")
        page.click("#log [data-do=log]")
        page.click("#tools [data-do=menu]")
        page.place("#dialog .choices")
        self.look_once("menu", within="#dialog")
        page.click("#dialog [data-do=keys]")
        page.place("#dialog dl")
        self.look_once("keys", within="#dialog")
        page.click("#dialog [data-do=close]")
        page.resize(*PHONE)
        for tab in ("left", "right", "log"):
            page.click(f"#tabs [data-option={tab}]")
            self.look_once(f"tab {tab}", PHONE, within=f"#{tab}")


@ON_CHROMIUM
def test_at_the_table(open_page: OpenPage) -> None:
    """A match with all optional rules up to its first actions: each question, and all that opens beside."""
    page = open_page("#setup", size=DESK)
    page.place("#start")
    page.evaluate(SEEDED, 20132)
    press(page, "[data-do=scenery][data-option=territory]")
    enter(page, "#infestation", "2")
    press(page, "[data-do=weather][data-option='1']")
    press(page, "#start")
    page.place("#raise")
    players = Looked(page, f"access-{page.browser.name}", seed=11)
    end = time.monotonic() + PATIENCE
    while players.look()["kind"] != "action" or players.state["curtain"]:
        assert time.monotonic() < end, f"no action: {players.met}"
        players.step()
    players.look_once("action")
    players.around()
    players.listener.assert_nothing()
    assert {"curtain", "bid", "leader"} <= players.met


@ON_CHROMIUM
def test_with_a_person_elsewhere(open_page: OpenPage, site: Site, tmp_path: Path) -> None:
    """The lobby three ways, the guest's choice, the connection, requests, promises, relays, the end, kept matches, a
    check.
    """

    def sit(part: str = "", size: tuple[int, int] = DESK) -> Page:
        page = open_page("sw.js", size=size, started=False)  # a place to keep things at, without the page
        page.evaluate(KEEP, "relays", f'["{relay.address}"]')
        page.evaluate(KEEP, "servers", "[]")
        page.forgive("favicon")
        page.open(site.address + part).wait_for(STARTED)
        return page

    with Relay() as relay:
        host = sit()
        at_host = Listener(host)
        invited(host, "hand")
        at_host.look("lobby, by hand")
        host.click("[data-do=cancel_invite]")
        invited(host, "letter")
        at_host.look("lobby, by letter")
        host.click("[data-do=promises]")
        host.place("#dialog .promised")
        at_host.look("promises", within="#dialog")
        host.click("#dialog [data-do=close]")
        host.click("[data-do=cancel_invite]")
        host.click("#to-setup")
        host.click(".ways-open")
        host.click("[data-do=invite][data-option=link]")
        link = str(host.wait_for("document.querySelector('#peer-link')?.value"))
        host.click("[data-do=show_qr]")
        host.place(".qr")
        at_host.look("lobby, by link")
        guest = sit(fragment(link), PHONE)
        at_guest = Listener(guest)
        guest.place("[data-do=join_as]")
        at_guest.look("guest's choice")
        guest.click("[data-do=join_as]")
        in_match(host, guest)
        at_guest.look("match elsewhere")
        host.click(".peer-badge")
        host.place("#dialog .heads")
        at_host.look("connection", within="#dialog")
        host.click("#dialog [data-do=ask][data-option=draw]")
        guest.place(".request")
        at_guest.look("a request", within="#top, #prompt")
        if not host.shows("#dialog .heads"):
            host.click(".peer-badge")
        host.click("#dialog [data-do=relays]")
        host.place("#relays-text")
        at_host.look("relays", within="#dialog")
        host.click("#dialog [data-do=close]")
        if not host.shows("#dialog [data-do=resign]"):
            host.click(".peer-badge")
        host.click("#dialog [data-do=resign]")
        host.place("#dialog [data-do=resign_sure]")
        at_host.look("resign?", PHONE, within="#dialog")
        host.click("#dialog [data-do=resign_sure]")
        guest.place("#dialog [data-winner]")
        at_guest.look("end", within="#dialog")
        guest.click("#dialog [data-do=close]")
        guest.click("#tabs [data-do=menu]")
        guest.click("#dialog [data-do=leave]")
        guest.click("#to-matches")
        guest.place("#peer .kept")
        at_guest.look("kept matches")
        assert (
            main(["simulate", "--matches", "1", "--seed", "4", "--players", "random,random", "--record", str(tmp_path)])
            == 0
        )
        paste(guest, next(tmp_path.glob("*.eden")).read_text().strip())
        guest.place("#dialog [data-check=secrets][data-holds=true]", timeout=60)
        at_guest.look("a record checked", within="#dialog")
        for page in (host, guest):
            page.forgive("WebSocket", "ICE", "fail", "connection")
    at_host.assert_nothing()
    at_guest.assert_nothing()


@ON_CHROMIUM
def test_what_seldom_shows(open_page: OpenPage) -> None:
    """By letter: the letter to send, and the sheet of it; a match that can't go on, in each way; what fails.

    Whoever is invited has nothing else to press while the page loads: "Play now" would take the invitation's place in
    the address. A match against the machine: its first question, with its hint, and the machine's reasons.
    """
    host, guest = (open_page(size=DESK) for _ in range(2))
    listener = Listener(host)
    guest.evaluate("(to) => { location.hash = to; }", fragment(invited(host, "letter")))
    paste(host, str(guest.wait_for("document.querySelector('#peer-link')?.value")))
    in_match(host)
    writer = Friend(host, "access-letter", 3)
    while writer.look()["kind"] != "letter":
        writer.step()
    listener.look("a letter to send")
    host.click(".peer-badge")
    host.place("#dialog #peer-link")
    listener.look("letters", within="#dialog")
    host.click("#dialog [data-do=close]")
    for code in ("two_histories", "states_differ", "bad_signature"):
        host.evaluate(PYTHON, FREEZE.replace("CODE", code))
        host.place("#dialog [data-frozen]")
        listener.look(f"frozen: {code}", within="#dialog")
        host.click("#dialog [data-do=close]")
    damaged = open_page("#1.j.00000000.AAAA", size=DESK, started=False)
    damaged.wait_for(
        "() => [...document.querySelectorAll('a#play')].every((one) => getComputedStyle(one).visibility === 'hidden')"
    )
    damaged.place("[data-error=link_is_damaged]", timeout=60)
    at_damaged = Listener(damaged)
    at_damaged.look("what can't be opened")
    at_damaged.assert_nothing()
    alone = open_page("#play", size=DESK)
    alone.place("#prompt [data-do=choose]")
    at_alone = Listener(alone)
    at_alone.look("against the machine")
    alone.click("#top .solo-badge")
    alone.place("#dialog [data-do=close]")
    at_alone.look("the machine's reasons", within="#dialog")
    at_alone.assert_nothing()
    for sheet in ("not_kept", "unreachable"):
        host.evaluate(PYTHON, f"shell.open_sheet('{sheet}')")
        host.place("#dialog [data-do=close]")
        listener.look(sheet, within="#dialog")
        host.click("#dialog [data-do=close]")
    listener.assert_nothing()


def test_tab_goes_everywhere(open_page: OpenPage) -> None:
    """From any page's beginning to its end, and round a sheet without ever leaving it."""
    page = open_page(size=DESK)
    walk(page)
    page.click("#to-setup")
    page.place("#start")
    walk(page)
    press(page, "#setup [data-do=promises]")
    page.place("#dialog [data-do=close]")
    walk(page, "#dialog")
    page.click("#dialog [data-do=close]")
    press(page, "#start")
    page.place("#raise")
    walk(page, "#curtain")
    page.click("#raise")
    walk(page)


MOVES = """document.getAnimations()
    .filter((one) => one.playState === "running" && one.effect.getComputedTiming().activeDuration > 20)
    .map(({ animationName, transitionProperty, effect: { target } }) =>
        `${animationName ?? transitionProperty} of ${target.tagName}.${target.className}`)"""
DRAWN = "document.querySelector('#field').toDataURL()"


@ON_CHROMIUM
def test_motion_is_reduced(browser: Browser, site: Site, pages: list[Page]) -> None:
    """Where the player wants no motion nothing moves: no page, no panel, no dice, not the field."""
    page = browser.page(DESK)
    pages.append(page)
    assert isinstance(page, ChromiumPage)
    page.tab.emulate_media(reduced_motion="reduce")
    page.open(site.address).wait_for(STARTED)
    assert page.evaluate(MOVES) == []
    page.click("#to-setup")
    page.place("#start")
    assert page.evaluate(MOVES) == []
    page.evaluate(SEEDED, 3)
    page.click("#start")
    page.place("#raise")
    players = Settlers(page, "still", seed=3)
    end = time.monotonic() + PATIENCE
    while players.look()["kind"] != "designate" or players.state["curtain"]:
        assert time.monotonic() < end
        players.step()
        assert page.evaluate(MOVES) == []
    before = page.evaluate(DRAWN)
    time.sleep(0.3)
    assert page.evaluate(DRAWN) == before
