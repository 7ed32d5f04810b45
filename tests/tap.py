"""Count what a tap on the field passes through: `python -m tests.tap`.

A match stands at its first action on a ready field. One tap plans a move, and the panels show it; a second one confirms
it. For each of them: the files of ours that are entered, the calls from one of these files into another (hops), and all
calls. Frames drawn afterwards, and what goes on by itself later, don't count. The page is a fake; motion is reduced.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType, ModuleType, SimpleNamespace
from typing import Any, NamedTuple

from eden_core.engine.messages import Point
from tests.web.playing import Person, new_session, words

ROOT = Path(__file__).resolve().parents[1]
OURS = tuple(f"{ROOT / folder}/" for folder in ("eden_core", "web"))
AROUND = [(dx, dy) for far in (400, 250) for dx, dy in ((far, 0), (-far, 0), (0, far), (0, -far), (far, far))]


class Walk(NamedTuple):
    """The way of one tap through our files."""

    files: int
    hops: int
    calls: int


class Element:
    """An element, or whatever else of the page, that takes everything and has one size."""

    firstChild = None
    value = textContent = ""
    clientWidth = clientHeight = 800
    href = "art/icons.svg"

    def __init__(self) -> None:
        self.handlers: dict[str, Callable[[Any], Any]] = {}
        self.style = SimpleNamespace(setProperty=self.ignore)

    def addEventListener(self, event: str, handler: Callable[[Any], Any], *_: object) -> None:
        self.handlers[event] = handler

    def getBoundingClientRect(self) -> Any:
        return SimpleNamespace(left=0.0, right=800.0, top=0.0, bottom=800.0)

    @property
    def parentElement(self) -> Element:
        return Element()

    def ignore(self, *_: object) -> None:
        """Do nothing."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.ignore


class Document(Element):
    """A document that makes an element for each id that is asked for."""

    activeElement = None

    def __init__(self) -> None:
        super().__init__()
        self.places: dict[str, Element] = {}
        self.documentElement = Element()

    def getElementById(self, place: str) -> Element:
        return self.places.setdefault(place, Element())

    def querySelector(self, selector: str) -> Element:
        return Element()

    def createElement(self, tag: str) -> Element:
        return Element()

    def createElementNS(self, space: str, tag: str) -> Element:
        return Element()

    def createTextNode(self, text: str) -> Element:
        return Element()


def put_on_a_fake_page() -> Document:
    """Let `web.browser` find a page where there is none; return its document."""
    document = Document()
    window = Element()
    window.matchMedia = lambda query: SimpleNamespace(matches="reduced-motion" in query)  # type: ignore[attr-defined]
    window.devicePixelRatio = 1.0  # type: ignore[attr-defined]
    observer = SimpleNamespace(new=lambda *_: Element())
    js, ffi = ModuleType("js"), ModuleType("pyodide.ffi")
    vars(js).update(
        {name: Element() for name in ("Error", "Object", "Uint8Array", "crypto", "fetch")},
        document=document,
        window=window,
        performance=SimpleNamespace(now=lambda: 0.0, mark=lambda name: None),
        ResizeObserver=observer,
        IntersectionObserver=observer,
    )
    vars(ffi).update(
        JsBuffer=bytes, JsException=OSError, create_proxy=lambda function: function, to_js=lambda value, **_: value
    )
    sys.modules.update({"js": js, "pyodide": ModuleType("pyodide"), "pyodide.ffi": ffi})
    return document


class Table:
    """A match at its first action, on the fake page's table."""

    def __init__(self, document: Document) -> None:
        from web.table.controller import Play

        self.session = new_session()
        Person(self.session, 1).play("action")
        self.play = Play(words(), True, lambda: None, self._keep)
        self.play.begin(self.session)
        self.canvas = document.getElementById("field")

    async def _keep(self, _: object) -> None:
        """Keep nothing."""

    def tap(self, point: Point) -> Walk:
        """Tap on a place of the field, and follow the tap."""
        x, y = self.play.stage.view.camera.to_screen(point)
        event = SimpleNamespace(pointerId=1, pointerType="mouse", button=0, offsetX=x, offsetY=y)

        def act() -> None:
            self.canvas.handlers["pointerdown"](event)
            self.canvas.handlers["pointerup"](event)

        self.canvas.setPointerCapture = Element.ignore  # type: ignore[attr-defined]
        return followed(act)

    def ready_place(self) -> Point:
        """Return a place beside the active fighter that a first tap plans a move to."""
        assert self.play.planner is not None
        actor = self.play.planner.actor()
        assert actor is not None
        x, y = actor.at
        for dx, dy in AROUND:
            self.tap((x + dx, y + dy))
            plan = self.play.planner.plan
            if plan.mode == "move" and plan.at and plan.pinned and self.play.planner.is_ready():
                return (x + dx, y + dy)
        raise AssertionError("no move is possible")


def followed(act: Callable[[], None]) -> Walk:
    """Do something, and return what it passed through."""
    files: set[str] = set()
    hops = calls = 0

    def follow(frame: FrameType, event: str, _: object) -> None:
        nonlocal hops, calls
        name = frame.f_code.co_filename
        if event != "call" or not name.startswith(OURS):
            return
        files.add(name)
        calls += 1
        caller = frame.f_back
        while caller is not None and not caller.f_code.co_filename.startswith(OURS):
            caller = caller.f_back
        hops += caller is not None and caller.f_code.co_filename != name

    sys.setprofile(follow)
    try:
        act()
    finally:
        sys.setprofile(None)
    return Walk(len(files), hops, calls)


async def walks() -> dict[str, Walk]:
    """Return the walks of both taps; a first match finds the place, and loads what is loaded late."""
    document = put_on_a_fake_page()
    place = Table(document).ready_place()
    table = Table(document)
    answers = table.session.match.answers
    found = {"tap": table.tap(place)}
    assert table.session.match.answers == answers, "the first tap answered"
    found["confirming tap"] = table.tap(place)
    assert table.session.match.answers > answers, "the second tap did not answer"
    return found


def main() -> None:
    """Print a line a tap."""
    for name, walk in asyncio.run(walks()).items():
        print(f"{name:15} {walk.files:3} files {walk.hops:6,} hops {walk.calls:6,} calls")


if __name__ == "__main__":
    main()
