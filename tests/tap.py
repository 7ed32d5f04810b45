"""Count what a tap on the field passes through: `python -m tests.tap`.

A match stands at its first action on a ready field. One tap plans a move, and the panels show it; a second one confirms
it. For each of them: the files of ours that are entered, the calls from one of these files into another (hops), and all
calls. Frames drawn afterwards, and what goes on by itself later, don't count. The page is a fake; motion is reduced.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import NamedTuple

from eden_core.engine.messages import Point
from tests.web.page import FakePage
from tests.web.playing import Person, new_session, words
from web.table.controller import Play

ROOT = Path(__file__).resolve().parents[1]
OURS = tuple(f"{ROOT / folder}/" for folder in ("eden_core", "web"))
AROUND = [(dx, dy) for far in (400, 250) for dx, dy in ((far, 0), (-far, 0), (0, far), (0, -far), (far, far))]


class Walk(NamedTuple):
    """The way of one tap through our files."""

    files: int
    hops: int
    calls: int


class Shown:
    """A match at its first action, on the table of a page of CPython's own."""

    def __init__(self) -> None:
        self.page = FakePage()
        self.page.prefers = lambda query: "reduced-motion" in query  # type: ignore[method-assign]
        self.session = new_session()
        Person(self.session, 1).play("action")
        self.play = Play(self.page, words(), True, lambda: None, _keep_nothing)
        self.play.begin(self.session)
        assert self.play.shown is not None
        self.planner = self.play.shown.planner

    def tap(self, point: Point) -> Walk:
        """Tap on a place of the field, and follow the tap."""
        x, y = self.play.stage.view.camera.to_screen(point)
        event = SimpleNamespace(pointerId=1, pointerType="mouse", button=0, offsetX=x, offsetY=y)

        def act() -> None:
            self.page.send("field", "pointerdown", event)
            self.page.send("field", "pointerup", event)

        return followed(act)

    def ready_place(self) -> Point:
        """Return a place beside the active fighter that a first tap plans a move to."""
        actor = self.planner.actor()
        assert actor is not None
        x, y = actor.at
        for dx, dy in AROUND:
            self.tap((x + dx, y + dy))
            plan = self.planner.plan
            if plan.mode == "move" and plan.at and plan.pinned and self.planner.preview.is_ready:
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


async def _keep_nothing(_: object) -> None:
    """Keep no match."""


def walks() -> dict[str, Walk]:
    """Return the walks of both taps; a first match finds the place, and loads what is loaded late."""
    first, shown = Shown(), Shown()
    place = first.ready_place()
    answers = shown.session.match.answers
    found = {"tap": shown.tap(place)}
    assert shown.session.match.answers == answers, "the first tap answered"
    found["confirming tap"] = shown.tap(place)
    assert shown.session.match.answers > answers, "the second tap did not answer"
    for one in (first, shown):
        one.page.run()
        one.page.close()
    return found


def main() -> None:
    """Print a line a tap."""
    for name, walk in walks().items():
        print(f"{name:15} {walk.files:3} files {walk.hops:6,} hops {walk.calls:6,} calls")


if __name__ == "__main__":
    main()
