"""Reach bands in a browser: the fields of `engine.py`, worked out by the site's own Python.

Each field goes over as plain lists; the page builds the match from its own cards and takes the time by the browser's
clock, the best of some runs for each fighter, then the median over fighters and fields.
"""

from __future__ import annotations

import json
import statistics

from eden_core.engine.match import Match
from tests.bench.engine import FIELDS
from tests.browser.drivers import Page
from tests.fields import crowded, in_contact

__all__ = ["reach_in"]

RUNS = 3
CODE = """
import json, time
from eden_core.cards.shipped import load
from eden_core.engine.field import Marker, Piece
from eden_core.engine.match import ON_FIELD, Fighter, Match, Setup
from eden_core.rules.common.paths import MOVE_LENGTH, reach_stepwise
from eden_core.ruleset import EDITIONS

def points(outline):
    return tuple(tuple(point) for point in outline)

library = load()
troops = library.troops["jokers_starter"], library.troops["bamaka_starter"]
missions = tuple(library.missions.values())
found = []
for fighters, pieces, markers, names in json.loads(DATA):
    match = Match(Setup(EDITIONS["fr3"], troops, missions, abilities=library.abilities_of(troops, missions)), b"")
    for id, player, profile, at in fighters:
        match.fighters[id] = Fighter(id, player, library.profiles[profile], tuple(at), ON_FIELD, 3)
    for id, like, outline, *rest in pieces:
        given = (points(item) if isinstance(item, list) else item for item in rest)
        match.pieces[id] = Piece(id, like, points(outline), *given)
    for id, kind, owner, at, radius in markers:
        match.markers[id] = Marker(id, kind, owner, tuple(at), radius)
    for name in names:
        best, longest = 1e9, 1e9
        for _ in range(RUNS):
            whole, slices, start = 0.0, [0.0], time.perf_counter()
            for _part in reach_stepwise(match, name, 3 * MOVE_LENGTH, 100):
                now = time.perf_counter()
                slices.append(now - start)
                whole, start = whole + now - start, now
            best, longest = min(best, whole), min(longest, max(slices))
        found.append((best * 1000, longest * 1000))
json.dumps(found)
"""
RUN = """async (code, data, runs) => {
    const address = performance.getEntriesByType("resource").map((entry) => entry.name)
        .find((name) => name.endsWith("/python.mjs"));
    const python = await (await import(address)).loadPyodide({});
    return JSON.parse(python.runPython(code, {globals: python.toPy({DATA: data, RUNS: runs})}));
}"""


def _plain(match: Match, names: list[str]) -> list[object]:
    fighters = [(f.id, f.player, f.profile.id, f.at) for f in match.fighters.values()]
    return [fighters, list(match.pieces.values()), list(match.markers.values()), names]


def reach_in(page: Page) -> dict[str, float]:
    """Milliseconds on an open page of the site: the bands of one, two and three moves, and their longest slice; half of
    the fields with Territory management."""
    fields = [crowded(seed, territory=territory) for territory in (False, True) for seed in range(1, FIELDS + 1)]
    free = [_plain(match, list(match.fighters)[:4]) for match in fields]
    held = [_plain(in_contact(match, "f0"), ["f0"]) for match in fields]
    one, two = (page.evaluate(RUN, CODE, json.dumps(data), RUNS) for data in (free, held))
    return {
        "reach of 1, 2 and 3 moves": statistics.median(whole for whole, _ in one),
        "the same, out of a contact": statistics.median(whole for whole, _ in two),
        "the same, longest slice": statistics.median(slice for _, slice in one + two),
    }
