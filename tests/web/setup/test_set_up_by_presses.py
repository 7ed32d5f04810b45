"""The set-up by presses, from its page to the match: optional rules, a troop as text, cards within a match."""

from __future__ import annotations

from tests.web.page import Element
from tests.web.test_client import Tab
from tests.web.visits import Visits, press, screen


def one(tab: Tab, place: str, name: str) -> Element:
    """Return the one element of a class in a place."""
    (found,) = tab.page.classed(place, name)
    return found


def field(tab: Tab, place: str) -> Element:
    """Return the element with an id, which must be there."""
    found: Element | None = tab.page.by_id(place)
    assert found is not None, place
    return found


def test_the_optional_rules_are_switched_on(visit: Visits) -> None:
    """Territory management, infestation and weather: said with their rules, kept, named in the match; scenery to
    read.
    """
    tab = visit("setup")
    press(tab, "setup", "scenery", option="territory")
    assert "30 scenery points" in tab.page.classed("setup", "ruled")[0].read
    assert [rule.data["rule"] for rule in one(tab, "setup", "setup-scenery").all() if "rule" in rule.data] == ["TER-1"]
    press(tab, "setup", "edition", option="en1")
    assert " 8 scenery points" in tab.page.classed("setup", "ruled")[0].read
    press(tab, "setup", "infestation", "4")
    press(tab, "setup", "weather", option="2")
    summed = "Two at this device · English 1st · 60 × 60 cm · Territory management · Infestation 4 · Weather × 2"
    assert one(tab, "setup", "setup-sum").read == summed

    press(tab, "setup", "cards")
    press(tab, "dialog", "seek_kind", option="npfs")
    assert len(tab.page.find("dialog", profile="*")) == 12
    press(tab, "dialog", "seek_kind", option="scenery")
    press(tab, "dialog", "seek", "en1", option="edition")
    (river,) = tab.page.find("dialog", card="scenery-deep_river")
    assert "2 AP" in river.read and "TER-SWI" in [rule.data.get("rule") for rule in river.all()]
    press(tab, "dialog", "close")

    tab = visit("setup")  # kept
    assert one(tab, "setup", "setup-sum").read == summed
    press(tab, "setup", "start")
    assert screen(tab) == "match" and tab.page.controls("curtain", "raise")
    named = "Territory management · Infestation 4"
    assert one(tab, "top", "modules").read.startswith(named)
    press(tab, "curtain", "raise")
    press(tab, "tools", "menu")
    assert named in one(tab, "dialog", "board-line").read


def test_a_troop_is_copied_and_pasted_as_text(visit: Visits) -> None:
    """What is unclear is said with its line and changes nothing; a clear text is the troop."""
    tab = visit("setup")
    press(tab, "setup", "build", player="2")
    press(tab, "setup", "troop_text")
    assert field(tab, "troop-text").value == "faction: bamaka\n" and tab.page.focused == "#troop-text"
    press(tab, "dialog", "text_typed", "Pack\nfaction: jokers\nVladd\nBob")
    press(tab, "dialog", "take_text")
    (alert,) = tab.page.classed("dialog", "faults")
    assert alert.attributes["role"] == "alert" and "Line 4: Nobody is called “Bob”." in alert.read
    assert not tab.page.classed("setup", "members")[0].children
    press(tab, "dialog", "text_typed", "Pack\nfaction: jokers\nVladd\nbig_mirko")
    press(tab, "dialog", "take_text")
    assert not tab.page.controls("dialog") and tab.page.find("setup", legal="true")
    assert one(tab, "setup", "members").read == "Vlädd 30 Big Mirko 20"
    press(tab, "setup", "troop_text")
    text = "Pack\nfaction: jokers\nVlädd (30)\nBig Mirko (20)\n"
    assert field(tab, "troop-text").value == text and not tab.page.classed("dialog", "note")[0].read
    press(tab, "dialog", "copy_text")
    assert tab.page.copied == [text] and tab.page.classed("dialog", "note")[0].read


def test_a_fighters_card_is_read_within_a_match(visit: Visits) -> None:
    """The whole card, and from it all cards; the match goes on where it was."""
    tab = visit("device")
    press(tab, "curtain", "raise")
    choices = [choice.data for choice in tab.page.controls("prompt", "choose")]
    tab.page.click(tab.page.controls("left", "select")[0])
    press(tab, "left", "read")
    assert len(tab.page.find("dialog", profile="*")) == 1 and tab.page.find("dialog", limb="legs")
    assert "table" in tab.page.inert and tab.page.root["data-dialog"] == "open"
    press(tab, "dialog", "cards")
    assert field(tab, "search").tag == "input" and tab.page.focused == "#search"
    press(tab, "dialog", "close")
    assert tab.page.root["data-dialog"] == "" and "table" not in tab.page.inert
    assert choices and [choice.data for choice in tab.page.controls("prompt", "choose")] == choices


def test_cards_are_searched_and_filtered(visit: Visits) -> None:
    """What lies behind is shut; Escape gives the focus back."""
    tab = visit("setup")
    press(tab, "setup", "cards")
    assert tab.page.focused == "#search" and {"setup", "table"} <= tab.page.inert
    press(tab, "dialog", "seek", "vladd", option="search")
    (vladd,) = tab.page.find("dialog", profile="*")
    assert vladd.data["profile"] == "vladd" and "Flamethrower" in vladd.read
    press(tab, "dialog", "seek", "bamaka", option="faction")
    assert one(tab, "dialog", "library-count").read.startswith("0")
    press(tab, "dialog", "seek", "", option="search")
    assert tab.page.find("dialog", profile="abama") and not tab.page.find("dialog", profile="vladd")
    press(tab, "dialog", "seek_kind", option="tactics")
    assert tab.page.find("dialog", card="*")
    tab.page.key("Escape")
    assert tab.page.root["data-dialog"] == "" and tab.page.focused.startswith("[data-do=cards]")
    assert not tab.page.inert
