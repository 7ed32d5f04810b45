"""Coming back to a match, and not being able to: the client on a page of CPython's own."""

from __future__ import annotations

import pytest

from tests.web.test_client import LONG, Tab
from tests.web.visits import Visits, leave, name_of, press, screen
from web.match.solo import SoloSession


def agreed(tab: Tab) -> tuple[object, ...]:
    """Return what the match on the screen was set up as."""
    session = tab.client.session
    assert screen(tab) == "match" and isinstance(session, SoloSession)
    setup = session.match.setup
    return setup.ruleset.edition, session.machine.level, setup.infestation, setup.troops


def test_what_is_set_up_counts_for_play_now_and_a_rematch_is_the_same_again(visit: Visits) -> None:
    """After a reload too; the machine's level can be chosen."""
    tab = visit()
    press(tab, "first", "setup")
    press(tab, "setup", "machine", option="veteran")
    press(tab, "setup", "edition", option="en1")
    press(tab, "setup", "start")
    played = agreed(tab)
    assert played[:2] == ("en1", "veteran")
    name = name_of(tab)
    tab = visit()
    assert name_of(tab) == name and agreed(tab) == played
    tab.page.press("rematch")
    tab.page.run(2.0)
    assert name_of(tab) != name and agreed(tab) == played
    leave(tab)
    tab = visit()
    press(tab, "first", "play")
    assert agreed(tab) == played


def test_what_is_pressed_while_a_match_comes_back_counts(visit: Visits) -> None:
    """The match does not take the set-up's place a moment later; it is in the list."""
    name = name_of(visit("device"))
    visit.browser.delay = 0.1
    tab = visit(seconds=0)
    while not tab.page.controls("first", "setup"):
        tab.page.run(visit.browser.delay / 4)
    assert screen(tab) == "first"
    tab.page.click(tab.page.controls("first", "setup")[0])
    tab.page.run(LONG)
    assert screen(tab) == "setup" and tab.page.controls("setup", "start") and tab.client.session is None
    press(tab, "setup", "home")
    press(tab, "first", "matches")
    press(tab, "peer", "open_match")
    assert name_of(tab) == name


def test_a_match_that_is_gone_or_over_is_not_offered(visit: Visits) -> None:
    """The first page offers what was played last, for as long as it is kept; "Play now" begins another."""
    tab = visit("device", language="de")
    name = name_of(tab)
    leave(tab)
    assert [one.textContent for one in tab.page.controls("first", "go_on")] == ["Weiterspielen"]
    assert "primary" not in tab.page.controls("first", "play")[0].attributes["class"]
    tab = visit(language="de")
    press(tab, "first", "go_on")
    assert name_of(tab) == name and tab.page.root["data-curtain"] == "down"
    leave(tab)
    assert name_of(visit("go-on", language="de")) == name  # as the link before Python does
    tab = visit(language="de")
    leave(tab)
    press(tab, "first", "play")
    assert name_of(tab) != name
    leave(tab)
    press(tab, "first", "matches")
    while tab.page.controls("peer", "remove_match"):
        tab.page.click(tab.page.controls("peer", "remove_match")[0])
        press(tab, "dialog", "remove_sure")
    press(tab, "peer", "home")
    assert tab.page.controls("first", "play") and not tab.page.controls("first", "go_on")


def test_two_presses_open_a_match_once(visit: Visits) -> None:
    """It is not found "open in another tab", where there is none."""
    tab = visit("play")
    name = name_of(tab)
    leave(tab)
    press(tab, "first", "matches")
    (control,) = tab.page.controls("peer", "open_match")
    visit.browser.delay = 0.1
    tab.page.click(control)
    tab.page.click(control)  # before the match has come
    assert screen(tab) == "peer"
    while screen(tab) != "match":
        assert not [one for one in tab.page.body.all() if "error" in one.data]
        tab.page.run(visit.browser.delay / 4)
    tab.page.run(2.0)
    assert name_of(tab) == name
    assert not [one for one in tab.page.body.all() if "error" in one.data]


def test_a_match_that_cannot_go_on_is_told_once(visit: Visits) -> None:
    """It stays in the list; later visits begin at the first page."""
    name = name_of(visit("device"))
    visit.browser.kept[name] = (b"of another time", visit.browser.kept[name][1])
    tab = visit()
    assert screen(tab) == "peer" and [one.data["error"] for one in tab.page.find("peer", error="*")] == ["cut_short"]
    assert [one.data["option"] for one in tab.page.controls("peer", "open_match")] == [name]
    tab = visit()
    assert screen(tab) == "first" and tab.page.controls("first", "play") and tab.client.session is None


@pytest.mark.parametrize(
    ("ending", "what"),
    [(".de.json", "language"), ("figures.json", "rules"), ("solo.en.json", "play"), ("peer.en.json", "matches")],
)
def test_what_cannot_be_fetched_is_told(visit: Visits, ending: str, what: str) -> None:
    """Another language, the rules, all that a match or the list of them says: a sheet tells it, and the page is as
    it was.
    """
    visit.browser.missing.add(ending)
    visit.browser.local["kept"] = "yes"
    tab = visit()
    if what == "language":
        press(tab, "first", what, "de")
    else:
        press(tab, "first", what)
    assert tab.page.classed("dialog", "unreachable")
    press(tab, "dialog", "close")
    assert screen(tab) == "first" and tab.page.root["lang"] == "en" and tab.page.part == ""
    assert tab.page.controls("first", "play") and not tab.page.controls("dialog")
    visit.browser.missing.clear()
    if what == "language":
        press(tab, "first", what, "de")
        assert tab.page.root["lang"] == "de"
    else:
        press(tab, "first", what)
        assert screen(tab) == {"rules": "rules", "play": "match", "matches": "peer"}[what]


def test_an_invitation_that_could_not_be_read_is_there_after_a_reload(visit: Visits) -> None:
    visit.browser.missing.add("peer.en.json")
    tab = visit("1.j.00000000.AAAA")
    assert tab.page.classed("dialog", "unreachable")
    address = tab.page.part
    assert address == "1.j.00000000.AAAA"
    visit.browser.missing.clear()
    tab = visit(address)
    assert tab.page.find("peer", error="link_is_damaged")
