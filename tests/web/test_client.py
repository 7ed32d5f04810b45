"""The entire client on a page of CPython's own: matches begun from the first page, played by presses, reloaded."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import web
from tests.web.page import Browser, Element, FakePage, Ports
from web.app.client import Client
from web.app.presses import known_presses

LONG = 30.0  # seconds in which all that is loaded in the background has come


class Tab:
    """The client in one tab of a browser."""

    def __init__(
        self,
        browser: Browser,
        address: str = "",
        seconds: float = LONG,
        language: str = "en",
        ports: Any = None,
        loop: Any = None,
    ) -> None:
        """`seconds`: how much time passes before anything is pressed; `ports`: others than those of the browser;
        `loop`: that of other tabs, whose time passes with this one's.
        """
        self.page = FakePage(browser, address, loop)
        self.page.language = language
        found = ports or Ports(browser)

        async def make_ports() -> Any:
            return found

        self.client = Client(self.page, make_ports)
        self.client.open()
        self.page.run(seconds)

    def step(self) -> None:
        """Press what leads on: the curtain up, help with all that is to be placed, the first of the choices."""
        page = self.page
        for place, what in (("curtain", "raise"), ("prompt", "commit"), ("prompt", "help"), ("prompt", "choose")):
            found = [one for one in page.controls(place, what) if one.attributes.get("aria-pressed") != "true"]
            if found:
                page.click(next(filter(_places_all, found), found[0]))
                break
        else:
            page.click(page.controls("prompt", "decline")[0])
        page.run(2.0)

    def play(self, until: Callable[[Client], bool]) -> None:
        """Press on until something is so."""
        for _ in range(400):
            if until(self.client):
                return
            self.step()
        raise AssertionError("it never comes")


def _places_all(element: Element) -> bool:
    return element.data.get("option") in ("place_all", "deploy_all")


def _round(client: Client) -> int:
    return client.session.match.table.round if client.session is not None else 0


@pytest.fixture
def open_tab() -> Iterator[Callable[..., Tab]]:
    browser, tabs = Browser(), []

    def opened(address: str = "", **given: Any) -> Tab:
        tabs.append(Tab(browser, address, **given))
        return tabs[-1]

    yield opened
    for tab in tabs:
        if not tab.page.loop.is_closed():
            tab.page.close()


def test_two_at_one_device_play_reload_and_come_back(open_tab: Callable[..., Tab]) -> None:
    tab = open_tab()
    assert tab.page.root["data-screen"] == "first"
    tab.page.press("start_device")
    tab.page.run(1.0)
    assert tab.page.root["data-screen"] == "match" and tab.client.session is not None
    tab.play(
        lambda client: _round(client) == 1 and client.session is not None and bool(client.session.match.table.active)
    )
    entries = list(tab.client.session.record)
    assert all(fighter.at for fighter in tab.client.session.match.fighters.values())
    tab.page.draw()
    tab.page.close()

    again = open_tab()
    assert again.page.root["data-screen"] == "match" and again.client.session is not None
    assert again.client.session.record == entries
    again.step()
    assert len(again.client.session.record) >= len(entries)


def test_a_tap_plans_a_place_and_the_second_takes_it(open_tab: Callable[..., Tab]) -> None:
    tab = open_tab()
    tab.page.press("start_device")
    tab.page.run(1.0)
    tab.play(lambda client: client.session is not None and getattr(client.session.decision, "kind", "") == "deploy")
    play, session = tab.client.play, tab.client.session
    assert play is not None and play.shown is not None and session is not None
    tab.page.press("help", option="deploy")  # a legal place
    place = play.stage.view.camera.to_screen(play.shown.planner.plan.at)
    tab.page.press("back")
    assert not play.stage.ui.ghost
    name, answers = play.shown.planner.plan.what, session.match.answers
    tab.page.tap(*place)
    assert play.stage.ui.ghost and play.shown.planner.plan.pinned and session.match.answers == answers
    ghost = play.stage.ui.ghost
    tab.page.tap(*place)
    tab.page.run(1.0)
    assert session.match.fighters[name].at == ghost


def test_a_match_against_the_machine_begins_at_a_press(open_tab: Callable[..., Tab]) -> None:
    tab = open_tab()
    tab.page.press("play")
    tab.page.run(5.0)
    assert tab.client.local is not None and tab.client.local.is_solo
    assert tab.page.controls("top", "why")
    tab.page.press("home")
    assert tab.page.root["data-screen"] == "first" and tab.client.session is None


def test_a_sheet_lies_over_the_first_page(open_tab: Callable[..., Tab]) -> None:
    tab = open_tab()
    tab.page.press("menu")
    assert tab.page.controls("dialog", "close")
    tab.page.key("Escape")
    assert not tab.page.controls("dialog")


# --- presses ---


def _names_in_panels() -> set[str]:
    """Return each name that stands as a control's `data-do` in a panel, and each that a choice of a prompt has."""
    found = set()
    for path in Path(web.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Dict):
                pairs = [(k.value, v) for k, v in zip(node.keys, node.values) if isinstance(k, ast.Constant)]
                found |= {v.value for k, v in pairs if k == "data-do" and isinstance(v, ast.Constant)}
            elif isinstance(node, ast.Call):
                found |= {k.value.value for k in node.keywords if k.arg == "do" and isinstance(k.value, ast.Constant)}
    return {str(name) for name in found if re.fullmatch(r"\w+", str(name))}


@pytest.mark.parametrize("name", sorted(_names_in_panels()))
def test_somebody_answers_each_control(name: str) -> None:
    assert name in known_presses(Client)


def test_a_control_that_nobody_knows_is_an_error(open_tab: Callable[..., Tab]) -> None:
    tab = open_tab()
    with pytest.raises(LookupError, match="no_such_control"):
        tab.page.press("no_such_control")
    tab.page.press("undo")  # the table's, which is not there: a press that came too late
