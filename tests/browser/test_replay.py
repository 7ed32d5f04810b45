"""The same record leads to the same states, hash for hash, in CPython and in Pyodide in both browsers."""

from __future__ import annotations

import base64
import json

from eden_core.engine.codec import state_hash
from eden_core.engine.match import Match
from eden_core.record.record import read, replay, write
from tests.browser.conftest import OpenPage
from tests.playing import drawn_game

SEEDS = (2, 5, 10, 12, 21, 35)

# Runs in the page's own interpreter, on the wheel that the site ships.
CODE = """
import base64, json
from eden_core.engine.codec import state_hash
from eden_core.record.record import read, replay
record = read(base64.b64decode(DATA))
hashes = []
match = replay(record, lambda match: hashes.append(state_hash(match).hex()))
hashes.append(state_hash(match).hex())
json.dumps(hashes)
"""
RUN = """async (code, data) => {
    const address = performance.getEntriesByType("resource").map((entry) => entry.name)
        .find((name) => name.endsWith("/python.mjs"));
    const python = await (await import(address)).loadPyodide({});
    const names = python.toPy({DATA: data});
    return JSON.parse(python.runPython(code, {globals: names}));
}"""


def _hashes(written: bytes) -> list[str]:
    found: list[str] = []

    def watch(match: Match) -> None:
        found.append(state_hash(match).hex())

    found.append(state_hash(replay(read(written), watch)).hex())
    return found


def test_states_agree_with_cpython(open_page: OpenPage) -> None:
    """Every state of several matches, the reader's and the replay's work included."""
    page = open_page()
    states = 0
    for seed in SEEDS:
        game = drawn_game(seed)
        game.play()
        written = write(game.record())
        there = page.evaluate(RUN, CODE, base64.b64encode(written).decode())
        here = _hashes(written)
        states += len(here)
        assert there == here, json.dumps(
            {"seed": seed, "first": next(i for i, pair in enumerate(zip(here, there)) if pair[0] != pair[1])}
        )
    assert states > 1000 and len({game.match.ruleset.edition for game in map(drawn_game, SEEDS)}) > 2
