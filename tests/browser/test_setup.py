"""The set-up in a browser: a troop by hand, a refusal in place, all in reach; cards by keys; every language on a small
phone. What needs no browser to be seen is in tests/web/setup.
"""

from __future__ import annotations

import pytest

from tests.browser.conftest import SHOTS, STARTED, OpenPage
from tests.browser.drivers import DESKTOP, PHONE, Page
from tests.browser.test_same_device import Players
from web.i18n.catalogue import LANGUAGES

ENTER = """(selector, value) => {
    const control = document.querySelector(selector);
    control.value = value;
    control.dispatchEvent(new Event("input", {bubbles: true}));
}"""
TOTAL = "Number(document.querySelector('.builder-total .points').dataset.total)"
FOCUSED = "document.activeElement.dataset.do ?? ''"
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# What can be hit by a finger, but is smaller than 24 pixels one way (WCAG 2.2, target size); a rule's number has a
# finger's worth of room around it.
SMALL = """[...document.querySelectorAll("#setup button:not(.rule), #setup input, #setup select")]
    .filter((e) => e.checkVisibility()).map((e) => [e.dataset.do, e.getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.width, box.height) < 24).map(([name]) => name)"""


def reach(page: Page, selector: str) -> None:
    """Scrolls to a control, clear of the bar at the bottom."""
    page.wait_for("(selector) => document.querySelector(selector) !== null", selector)
    page.evaluate("(selector) => document.querySelector(selector).scrollIntoView({block: 'center'})", selector)


STILL = """async (selector) => {
    const place = () => {
        const { left, top } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
        return `${left} ${top}`;
    };
    const before = place();
    await new Promise((done) => setTimeout(done, 40));
    return before === place();
}"""


def press(page: Page, selector: str) -> None:
    """Scrolls to a control and clicks it once it lies still: what was pressed before may yet move it."""
    reach(page, selector)
    page.place(selector)
    page.wait_for(STILL, selector)
    page.click(selector)


def enter(page: Page, selector: str, value: str) -> None:
    """Takes a select's option, or fills a field at once."""
    reach(page, selector)
    page.place(selector)
    page.evaluate(ENTER, selector, value)


def build_until_too_dear(page: Page) -> None:
    """Recruits one card after the other until the budget is broken."""
    for _ in range(12):
        if page.evaluate(TOTAL) > 100:
            return
        press(page, "[data-do=recruit]")
    raise AssertionError("a hundred points are never broken")


@pytest.mark.parametrize(
    ("browser", "size", "touch"),
    [("chromium", DESKTOP, False), ("firefox", PHONE, True)],
    ids=["chromium-desktop", "firefox-phone"],
    indirect=["browser"],
)
def test_any_legal_troop_in_any_edition(open_page: OpenPage, size: tuple[int, int], touch: bool) -> None:
    """English rules on 90 x 70; a troop by hand, first too dear and refused by its rule, one at random; the match."""
    page = open_page(size=size, touch=touch)
    name = f"setup-{page.browser.name}-{'phone' if touch else 'desktop'}"
    page.click("#to-setup")
    press(page, "[data-do=edition][data-option=en1]")
    press(page, "[data-do=fold]")
    assert "ACN-2" in page.text("#differences") and "SHT-4" not in page.text("#differences")
    enter(page, "#board_width", "90")
    enter(page, "#board_height", "70")
    page.screenshot(SHOTS / f"{name}.png")

    press(page, "[data-do=build][data-player='1']")
    press(page, "[data-do=symbol][data-option=jokers]")
    build_until_too_dear(page)
    press(page, "#troop-name")
    page.type("Ash Dogs")
    assert page.shows("[data-fault=troop_too_dear][data-rule='TRP-2']") and not page.shows("[data-legal]")
    page.screenshot(SHOTS / f"{name}-builder.png")
    assert page.evaluate(SIDEWAYS) <= 0 and page.evaluate(SMALL) == []
    press(page, "#built")

    press(page, "#start")
    assert page.text("[data-side='1'] [role=alert] .rule") == "TRP-2"
    assert "English, first edition" in page.text("[data-side='1'] [role=alert]")
    assert page.evaluate("document.documentElement.dataset.screen") == "setup"
    assert page.evaluate("document.activeElement.classList.contains('faults')")
    page.screenshot(SHOTS / f"{name}-refused.png")
    assert page.evaluate(SIDEWAYS) <= 0 and page.evaluate(SMALL) == []

    press(page, "[data-do=build][data-player='1']")
    while page.evaluate(TOTAL) > 100:
        press(page, ".members [data-do=dismiss]")
    assert page.text("[data-legal]").startswith("Legal: English, first edition")
    press(page, "#built")
    press(page, "[data-do=random][data-player='2']")
    other = page.text("[data-side='2'] .roster-head h2")

    page.reload().wait_for(STARTED, timeout=60)
    page.click("#to-setup")
    page.place("#start")
    assert page.text("[data-side='1'] .roster-head h2") == "Ash Dogs"
    assert page.text("[data-side='2'] .roster-head h2") == other
    assert page.text(".setup-sum") == "Two at this device · English 1st · 90 × 70 cm"

    press(page, "#start")
    page.place("#raise")
    assert page.evaluate("document.querySelector('[data-troop=\"1\"] h2').textContent") == "Ash Dogs"
    assert page.evaluate("document.querySelector('#top .board-line').textContent") == "English 1st · 90 × 70 cm"
    players = Players(page, name, seed=4)
    while players.look()["kind"] != "deploy":
        players.step()
    assert players.tap(4500, 3500)["refused"] == "PREP-7"
    assert page.text("#prompt .refusal .rule") == "PREP-7" and page.text("#prompt .refusal small") == "English 1st"


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_cards_are_read_by_keyboard(open_page: OpenPage) -> None:
    """From the set-up: search, filter, another kind of card; what lies behind is shut; Escape gives the focus back."""
    page = open_page("#setup")
    page.place("#start")
    page.evaluate("document.querySelector('#setup [data-do=cards]').focus()")
    page.key("Enter")
    page.wait_for("document.activeElement.id === 'search'")
    assert page.evaluate("document.querySelector('#setup').inert && document.querySelector('#table').inert")
    page.type("vladd")
    page.wait_for("document.querySelectorAll('#dialog [data-profile]').length === 1")
    assert "Flamethrower" in page.text("#dialog [data-profile=vladd]")
    page.screenshot(SHOTS / f"cards-{page.browser.name}.png")
    enter(page, "#dialog [data-option=faction]", "bamaka")
    page.wait_for("document.querySelector('.library-count').textContent.startsWith('0')")
    enter(page, "#search", "")
    page.wait_for("document.querySelector('#dialog [data-profile=abama]') !== null")
    assert not page.shows("#dialog [data-profile=vladd]")
    press(page, "[data-do=seek_kind][data-option=tactics]")
    page.place("#dialog [data-card]")
    page.key("Escape")
    page.wait_for("document.documentElement.dataset.dialog === ''")
    assert page.evaluate(FOCUSED) == "cards" and not page.evaluate("document.querySelector('#setup').inert")


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_every_language_fits_a_small_phone(open_page: OpenPage) -> None:
    """At 360 pixels nothing is cut off at the side or too small for a finger, in any language: set-up with all
    optional rules, builder, cards of fighters and of scenery.
    """
    page = open_page("#setup", size=(360, 780), touch=True)
    press(page, "[data-do=fold]")
    press(page, "[data-do=scenery][data-option=territory]")
    enter(page, "#infestation", "4")
    press(page, "[data-do=weather][data-option='2']")
    for language in LANGUAGES:
        enter(page, "#setup [data-do=language]", language)
        page.wait_for("(language) => document.documentElement.lang === language", language)
        assert page.evaluate(SIDEWAYS) <= 0 and page.evaluate(SMALL) == [], language
        press(page, "[data-do=build][data-player='1']")
        page.place("#troop-name")
        assert page.evaluate(SIDEWAYS) <= 0 and page.evaluate(SMALL) == [], language
        press(page, "#built")
        press(page, "#setup [data-do=cards]")
        for kind in ("fighters", "scenery"):
            press(page, f"[data-do=seek_kind][data-option={kind}]")
            page.place("#search")
            assert page.evaluate(SIDEWAYS.replace("documentElement", "querySelector('#dialog')")) <= 0, language
        page.click("#dialog [data-do=close]")
