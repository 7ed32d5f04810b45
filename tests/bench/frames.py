"""A frame while a fighter is dragged: ghost, path and sight among twelve fighters and twelve pieces.

A match of the page is taken to a fighter's action, then its field is one of `fields.py`; the fighter is dragged
along a spiral, a step a frame. What counts is script: the pointer's handler and the drawing of the frame. Others may
use the machine meanwhile, so each spiral is dragged some times, a hair apart for no step to be known already, and
the least of each step counts; the same over all frames stands beside it.
"""

from __future__ import annotations

import json
import time
from math import cos, pi, sin
from typing import Any

from eden_core.engine.field import Piece
from eden_core.engine.match import Match
from eden_core.rules.common.weapons import ranged_weapons
from tests.bench.page import p95, run
from tests.browser.drivers import Page
from tests.fields import crowded
from tests.web.playing import Person, new_session
from web.match.journal import Journal

__all__ = ["frames_in"]

FIELDS = 2  # seeds; each without and with Territory management
RUNS = 3
STEPS = 100  # of a spiral, in three turns
FARTHEST = 2400  # units from where the fighter stands
BEGIN = """
from eden_core.cards.shipped import load
from eden_core.engine.field import Marker, Piece
from eden_core.engine.match import ON_FIELD, Fighter
from web.match.journal import restored

def points(outline):
    return tuple(tuple(point) for point in outline)

shell.leave_match()
session = restored(bytes.fromhex(SAVE), "")
session.journal, match, library = None, session.match, load()
fighters, pieces, markers = json.loads(FIELD)
for places in (match.fighters, match.pieces, match.markers):
    places.clear()
for id, player, profile, at in fighters:
    match.fighters[id] = Fighter(id, player, library.profiles[profile], tuple(at), ON_FIELD, 3)
for id, like, outline, *rest in pieces:
    given = (points(item) if isinstance(item, list) else item for item in rest)
    match.pieces[id] = Piece(id, like, points(outline), *given)
for id, kind, owner, at, radius in markers:
    match.markers[id] = Marker(id, kind, owner, tuple(at), radius)
shell.enter(session)
shell.play.shown._press_choose({"option": "move"})
await frame()
view, shown = shell.play.stage.view, [0, 0, 0]
if not hasattr(shell, "drawn"):
    shell.drawn = view.draw

def counted(now):
    ui = shell.play.stage.ui
    shown[0] += 1
    shown[1] += len(ui.ghost_path) > 1
    shown[2] += bool(ui.sight_lines)
    return shell.drawn(now)

view.draw, shell.shown = counted, shown
json.dumps([session.decision.kind, len(match.fighters), len(match.pieces)])
"""
SHOWN = "json.dumps(shell.shown)"  # frames, those with a way, those with lines of sight
BANDS = "json.dumps(shell.play.stage._bands[:2] == shell.play.stage._bands_wanted)"
# A step at the head of each frame; what Python does in frames is timed by wrapping what it asks for.
DRAG = """async (places) => {
    const canvas = document.querySelector("#field"), box = canvas.getBoundingClientRect();
    const [left, top, scale, height] = canvas.dataset.camera.split(" ").map(Number);
    canvas.setPointerCapture = () => {};
    const own = globalThis.ownFrame ??= requestAnimationFrame.bind(window);
    let spent = 0;
    const timed = (act) => {
        const began = performance.now();
        act();
        spent += performance.now() - began;
    };
    window.requestAnimationFrame = (act) => own((now) => timed(() => act(now)));
    const fire = (type, [x, y]) => timed(() => canvas.dispatchEvent(new PointerEvent(type, {
        pointerId: 1, pointerType: "mouse", isPrimary: true, button: type === "pointermove" ? -1 : 0,
        buttons: type === "pointerup" ? 0 : 1,
        clientX: box.left + left + x * scale, clientY: box.top + top + (height - y) * scale,
        bubbles: true, cancelable: true })));
    const next = () => new Promise((done) => own(done));
    fire("pointerdown", places[0]);
    const found = [];
    for (const place of places.slice(1)) {
        await next();
        found.push(spent);
        spent = 0;
        fire("pointermove", place);
    }
    await next();
    found.push(spent);
    window.requestAnimationFrame = own;
    return found.slice(1);
}"""
DROP = """() => document.querySelector("#field").dispatchEvent(
    new PointerEvent("pointercancel", { pointerId: 1, bubbles: true }))"""


def _at_an_action() -> tuple[str, str, int]:
    """A match at a fighter's action as it is kept; which fighter, whose."""
    session = new_session()
    session.journal = Journal(session, "")
    Person(session).play(until="action")
    decision = session.decision
    assert decision is not None
    return session.journal.data().hex(), decision.fighter, session.match.fighters[decision.fighter].player


def _plain(match: Match, name: str, player: int) -> tuple[list[Any], tuple[int, int]]:
    """A field on which a shooter has the name, and is the player's; where it stands."""
    first = next(
        fighter
        for fighter in match.fighters.values()
        if any(mode.category == "shooting" for _, mode in ranged_weapons(fighter))
    )
    fighters = [
        (name if f.id == first.id else f.id, player if f.player == first.player else 3 - player, f.profile.id, f.at)
        for f in match.fighters.values()
    ]
    pieces: list[Piece] = list(match.pieces.values())
    x, y = first.at
    return [fighters, pieces, list(match.markers.values())], (x, y)


def _spiral(start: tuple[int, int], steps: int, aside: int) -> list[tuple[int, int]]:
    places = [start]
    for step in range(steps):
        far, turn = 150 + (FARTHEST - 150) * step / steps + aside, 6 * pi * step / steps
        x, y = start[0] + far * cos(turn), start[1] + far * sin(turn)
        places.append((round(min(5900, max(100, x))), round(min(5900, max(100, y)))))
    return places


def _drag(page: Page, start: tuple[int, int], steps: int, runs: int) -> tuple[list[float], list[float]]:
    """Milliseconds of script: the least of each step, and of every frame."""
    found: list[list[float]] = []
    for number in range(runs):
        found.append(page.evaluate(DRAG, _spiral(start, steps, 7 * number)))
        page.evaluate(DROP)
        run(page, "shell.play.shown.planner.back(); shell.play.shown.changed(); json.dumps(0)")
    frames, ways, sights = run(page, SHOWN)
    assert ways > runs * steps / 3 and sights, f"of {frames} frames {ways} show a way, {sights} sight"
    return [min(step) for step in zip(*found, strict=True)], [one for row in found for one in row]


def frames_in(page: Page, fields: int = FIELDS, steps: int = STEPS, runs: int = RUNS) -> dict[str, float]:
    """95 of 100 frames of a drag on an open page of the site; in Chromium once more with the processor slowed four
    times.
    """
    data, name, player = _at_an_action()
    rates = (1, 4) if page.browser.name == "chromium" else (1,)
    least: dict[int, list[float]] = {rate: [] for rate in rates}
    every: dict[int, list[float]] = {rate: [] for rate in rates}
    for territory in (False, True):
        for seed in range(1, fields + 1):
            field, start = _plain(crowded(seed, territory=territory), name, player)
            assert run(page, BEGIN, SAVE=data, FIELD=json.dumps(field)) == ["action", 12, 12]
            end = time.monotonic() + 30
            while not run(page, BANDS) and time.monotonic() < end:  # the reach has a bar of its own
                time.sleep(0.2)
            for rate in rates:
                if rate > 1:
                    page.wire.send("Emulation.setCPUThrottlingRate", {"rate": rate})  # type: ignore[attr-defined]
                some, all_of_them = _drag(page, start, steps, runs)
                if rate > 1:
                    page.wire.send("Emulation.setCPUThrottlingRate", {"rate": 1})  # type: ignore[attr-defined]
                least[rate] += some
                every[rate] += all_of_them
    found = {}
    for rate in rates:
        words = "frame of a drag, script" + (", processor slowed 4 x" if rate > 1 else "")
        found[f"{words}, 95 of 100"] = p95(least[rate])
        found["the same over every frame" + (", slowed 4 x" if rate > 1 else "")] = p95(every[rate])
    return found
