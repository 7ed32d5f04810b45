"""The rules over the first page and over a match: by their address, by the keys, from a refusal and the log."""

from __future__ import annotations

from tests.web.page import Element
from tests.web.test_client import Tab
from tests.web.visits import Visits, press, screen

MANY = 120  # rules that are there when nothing is searched for, at the least


def rules(tab: Tab) -> list[Element]:
    """Return the rules that are shown."""
    assert screen(tab) == "rules"
    return tab.page.classed("rules", "rule-entry")


def rule(tab: Tab, number: str) -> Element:
    """Return one rule, to which the page has just gone with the focus."""
    found: Element | None = tab.page.by_id(f"rule-{number}")
    assert found is not None and tab.page.focused == f"#rule-{number}" and screen(tab) == "rules"
    return found


def table(tab: Tab) -> tuple[object, ...]:
    """Return the table as it is shown: question, refusal, where the field lies, how much is in the log."""
    page = tab.page
    return (
        dict(page.places["prompt"].attributes),
        page.places["prompt"].read,
        page.places["field"].data.get("camera"),
        len(page.places["log"].read),
    )


def to_deploy(tab: Tab) -> None:
    """Play on to where the first fighter is placed."""
    tab.play(lambda client: client.session is not None and getattr(client.session.decision, "kind", "") == "deploy")


def test_reading_searching_and_filtering(visit: Visits) -> None:
    """Words, numbers, editions, references; the way back."""
    tab = visit()
    press(tab, "first", "rules")
    assert len(rules(tab)) > MANY
    press(tab, "rules", "rules_search", "dodge cancels")
    assert 0 < len(rules(tab)) < 5
    found = tab.page.by_id("rule-MEL-4")
    assert "dodge" in next(one.read for one in found.all() if one.tag == "mark").lower()
    tab.page.go_to("rules/ROLL-2")
    tab.page.run(1.0)
    rule(tab, "ROLL-2")
    tab.page.go_to("rules/ACN-2")
    tab.page.run(1.0)
    rule(tab, "ACN-2")
    assert tab.page.find("rules", figure="brushing")
    press(tab, "rules", "rules_edition", "en1")
    assert not tab.page.find("rules", figure="brushing") and tab.page.find("rules", figure="brushing_allowed")
    press(tab, "rules", "rules_close")
    assert screen(tab) == "first" and tab.page.part == "" and tab.page.controls("first", "play")


def test_refusals_and_the_log_lead_to_the_rule_and_back(visit: Visits) -> None:
    """The number beside a refusal opens the page at it; back in the history is the match as it was."""
    tab = visit("device")
    to_deploy(tab)
    assert tab.client.play is not None
    tab.page.tap(*tab.client.play.stage.view.camera.to_screen((3000, 3000)))
    before = table(tab)
    assert tab.page.places["prompt"].data["refused"] == "PREP-7"
    (refusal,) = tab.page.classed("prompt", "refusal")
    (number,) = [one for one in refusal.all() if one.data.get("do") == "rule"]
    tab.page.click(number)
    tab.page.run(1.0)
    rule(tab, "PREP-7")
    assert tab.page.part == "rules/PREP-7"
    tab.page.go_back(1)
    tab.page.run(1.0)
    assert screen(tab) == "match" and tab.page.part == "" and table(tab) == before
    press(tab, "tools", "log")
    entry = tab.page.controls("log", "rule")[-1]
    tab.page.click(entry)
    tab.page.run(1.0)
    rule(tab, entry.data["rule"])
    tab.page.key("Escape")
    tab.page.run(1.0)
    assert screen(tab) == "match" and tab.page.places["prompt"].data["kind"] == "deploy"
    press(tab, "prompt", "help", option="deploy_all")
    assert tab.client.session is not None and any(one.at for one in tab.client.session.match.fighters.values())


def test_a_rules_address_opens_it(visit: Visits) -> None:
    """A link to a rule opens the page there, in French too; closing leads to the first page, and on to a match."""
    tab = visit("rules/LOS-3", language="fr")
    found = rule(tab, "LOS-3")
    assert tab.page.root["lang"] == "fr"
    (text,) = [one for one in found.all() if one.attributes.get("class") == "rules-text"]
    assert "obstacle" in text.read
    assert any("Arbitrage" in one.read for one in found.all() if "ruling-tag" in one.attributes.get("class", ""))
    assert "obstacles" in [one.data.get("figure") for one in found.all()]
    tab.page.key("Escape")
    tab.page.run(1.0)
    assert screen(tab) == "first" and tab.page.part == ""
    press(tab, "first", "play")
    assert screen(tab) == "match" and tab.page.controls("prompt", "choose")


def test_the_keyboard_alone_reads_the_rules(visit: Visits) -> None:
    """Slash to the search, Escape to clear it and to leave: focus is always somewhere."""
    tab = visit()
    press(tab, "first", "rules")
    assert tab.page.focused == "#rules-title"
    assert tab.page.key("/") and tab.page.focused == "#rules-search"  # kept from the browser's own search
    assert not tab.page.key("/")  # typed
    press(tab, "rules", "rules_search", "disengage before")
    assert [one.id for one in rules(tab)] == ["rule-ACN-3"]
    (told,) = [one for one in tab.page.places["rules"].all() if one.attributes.get("role") == "status"]
    assert told.read.startswith("1 ")
    (link,) = [one for one in tab.page.by_id("rule-ACN-3").all() if one.attributes.get("href") == "#rules/DIS-1"]
    assert link.tag == "a"
    tab.page.go_to(link.attributes["href"][1:])
    tab.page.run(1.0)
    rule(tab, "DIS-1")  # not among what was found: the search gives way
    assert len(rules(tab)) > MANY
    tab.page.key("/")
    press(tab, "rules", "rules_search", "fear")
    assert len(rules(tab)) < 20
    tab.page.key("Escape")
    assert len(rules(tab)) > MANY and tab.page.focused == "#rules-search"
    tab.page.key("Escape")
    tab.page.run(1.0)
    assert screen(tab) == "first" and tab.page.part == "" and tab.page.focused == "#to-rules"
