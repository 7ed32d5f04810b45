"""What a page is asked about everyone's access: axe's findings, and what axe can't see (access.js).

A `Listener` looks at one page in state after state, at several sizes of the window and in both themes, and keeps
what it finds. axe comes from npm, for tests alone, and is put into the page as a test's own script: the page's
policy stays.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.browser.drivers import Page
from web.build.tools import NPM

__all__ = ["DESK", "PHONE", "SMALL", "ZOOMED", "Listener", "walk"]

DESK, PHONE = (1440, 900), (390, 844)
SMALL, ZOOMED = (360, 640), (640, 400)  # a small phone; 1280 x 800 at 200 %
THUMB, POINTER = 44, 24  # pixels that a main control must have on a phone; any control anywhere
AXE_IN = {DESK: "dark", PHONE: "light"}  # the theme in which axe looks; contrast is asked for in both


@cache
def _scripts() -> str:
    """Axe's script and ours."""
    axe = NPM / "node_modules" / "axe-core" / "axe.min.js"
    check = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
    return f"() => {{ {axe.read_text(encoding='utf-8')};\n{check} }}"


def _ask(page: Page) -> None:
    """Puts the scripts into a page that does not have them yet."""
    if not page.evaluate("typeof access === 'object'"):
        page.evaluate(_scripts())


class Listener:
    """Looks at a page and keeps what it finds."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: dict[str, dict[str, list[str]]] = {}  # what is wrong: at which element: in which states

    def look(self, state: str, *sizes: tuple[int, int], within: str = "") -> None:
        """Looks at the page as it stands, at each of the sizes and in both themes; then it is as before.

        Args:
            state: what the page shows, for the report
            sizes: of the window; all of them if none is named
            within: a selector of the part that axe, which takes its time, looks at alone; the rest it has seen
        """
        page, before = self.page, self.page.size
        _ask(page)
        for size in sizes or (DESK, PHONE, SMALL, ZOOMED):
            if page.size != size:
                page.resize(*size)
            main = THUMB if size in (PHONE, SMALL) else POINTER
            for theme, what, element in page.evaluate("access.all", main, size in AXE_IN, AXE_IN.get(size, ""), within):
                where = f"{state}, {size[0]} x {size[1]}{', ' + theme if theme else ''}"
                self.found.setdefault(what, {}).setdefault(element, []).append(where)
        if page.size != before:
            page.resize(*before)

    def assert_nothing(self) -> None:
        """What was found fails the test, with page, rule and element."""
        assert not self.found, "\n" + "\n".join(_said(what, elements) for what, elements in self.found.items())


def _said(what: str, elements: dict[str, list[str]]) -> str:
    """One kind of finding: at which elements, on which pages."""
    lines = [
        f"{element}\n          on {'; '.join(states[:2])}{f' and {len(states) - 2} more' if len(states) > 2 else ''}"
        for element, states in list(elements.items())[:4]
    ]
    return "\n      ".join(
        [f"  {what}", *lines, *([f"and {len(elements) - 4} more elements"] if len(elements) > 4 else [])]
    )


def walk(page: Page, within: str = "") -> None:
    """Presses Tab until it has been everywhere: each control must have had the focus, and with `within` nothing
    else.
    """
    _ask(page)
    count: int = page.evaluate("access.visit")
    for pressed in range(count + 9):
        if pressed >= count - 1 and not page.evaluate("access.unvisited", within)[0]:
            break
        page.key("Tab")  # once too often, and it is the browser's own controls that have the focus
    missed, elsewhere = page.evaluate("access.unvisited", within)
    assert not missed, f"Tab never comes to {missed}"
    assert not elsewhere, f"Tab leads to {elsewhere}"
