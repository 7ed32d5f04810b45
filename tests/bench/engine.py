"""Engine figures for `build.py bench`, side by side in one run: medians of five."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

from eden_core.cli.games import Game, ready_setup
from eden_core.engine.codec import state_hash
from eden_core.engine.match import Match
from eden_core.engine.messages import Move, Roll
from eden_core.record.record import deflated, read, write
from eden_core.rules.common.paths import MOVE_LENGTH, reach, reach_stepwise, route, why_not_move
from eden_core.rules.common.sight import sight
from tests.fields import crowded, in_contact

RUNS = 5
MATCHES = 12
FIELDS = 3  # crowded ones on which the geometry is timed


def _decisions_a_second(seed: int) -> float:
    decisions = 0
    start = time.perf_counter()
    for number in range(MATCHES):
        game = Game(ready_setup(seed + number), ("random", "random"), seed + number)
        while game.match.pending is not None:
            decisions += not isinstance(game.match.pending, Roll)
            game.step()
    return decisions / (time.perf_counter() - start)


def _plies_a_second(seed: int) -> float:
    import chess

    numbers = Random(seed)
    plies = 0
    start = time.perf_counter()
    while time.perf_counter() - start < 1.0:
        board = chess.Board()
        while not board.is_game_over() and plies % 300 != 299:
            board.push(numbers.choice(list(board.legal_moves)))
            plies += 1
        plies += 1
    return plies / (time.perf_counter() - start)


def _microseconds(work: Callable[[], Any], times: int) -> float:
    start = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - start) / times * 1e6


def _mid_match() -> Game:
    """A match in its third round, at a decision of an active fighter."""
    game = Game(ready_setup(7), ("random", "random"), 7)
    while game.match.table.round < 3 or game.match.table.active == "":
        game.step()
    return game


def _milliseconds(work: Callable[[], Any]) -> float:
    """The best of some runs, in time of this process: what else runs here does not count."""
    best = 1e9
    for _ in range(RUNS):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best * 1000


def _sights(match: Match, name: str) -> None:
    for other in match.fighters:
        if other != name:
            sight(match, name, other)


def _ways(match: Match) -> list[tuple[str, Move]]:
    """Moves of one to three legs, half of them to where they can't end."""
    found = []
    for name, fighter in match.fighters.items():
        x, y = fighter.at
        for dx, dy in ((600, 300), (-500, 500), (0, -800), (700, -600)):
            way = route(match, name, (x + dx, y + dy))
            found.append((name, Move(way if way and len(way) <= 3 else ((x + dx, y), (x + dx, y + dy)))))
    return found


def _longest_slice(match: Match, name: str) -> float:
    """The most milliseconds that a browser waits for while the bands of three moves are worked out."""
    longest, start = 0.0, time.process_time()
    for _ in reach_stepwise(match, name, 3 * MOVE_LENGTH, 100):
        longest, start = max(longest, time.process_time() - start), time.process_time()
    return longest * 1000


def geometry(territory: bool = False) -> dict[str, float]:
    """Milliseconds on crowded fields: twelve fighters, twelve pieces, with special rules in Territory management.
    Medians over fighters and fields; the bands of one, two and three moves come out of one sweep.
    """
    fields = [crowded(seed, territory=territory) for seed in range(1, FIELDS + 1)]
    ones = [(match, name) for match in fields for name in match.fighters]
    held = [in_contact(match, "f0") for match in fields]
    return {
        "sight of one fighter to all others": statistics.median(
            _milliseconds(lambda: _sights(match, name)) for match, name in ones
        ),
        "why_not_move, 1 to 3 legs": statistics.median(
            _milliseconds(lambda: why_not_move(match, match.fighters[name], way))
            for match in fields
            for name, way in _ways(match)
        ),
        "reach of 1 move, fine": statistics.median(
            _milliseconds(lambda: reach(match, name, MOVE_LENGTH, 50)) for match, name in ones
        ),
        "reach of 1, 2 and 3 moves": statistics.median(
            _milliseconds(lambda: reach(match, name, 3 * MOVE_LENGTH, 100)) for match, name in ones
        ),
        "the same, out of a contact": statistics.median(
            _milliseconds(lambda: reach(match, "f0", 3 * MOVE_LENGTH, 100)) for match in held
        ),
        "the same, longest slice": statistics.median(
            min(_longest_slice(match, "f0") for _ in range(RUNS)) for match in fields + held
        ),
    }


# The most that is allowed, in milliseconds; reach has its bar in the browser (browser.py).
GEOMETRY_BARS = {
    "sight of one fighter to all others": 3,
    "why_not_move, 1 to 3 legs": 0.3,
}


def measure() -> dict[str, dict[str, float | str]]:
    """Each figure with its bar: {name: {value, bar, unit, ok}}; ratios from runs taken in turn on the same core."""
    _decisions_a_second(1)
    pairs = [(_decisions_a_second(100 * run), _plies_a_second(run)) for run in range(RUNS)]
    decisions = statistics.median(pair[0] for pair in pairs)
    plies = statistics.median(pair[1] for pair in pairs)
    ratio = statistics.median(mine / theirs for mine, theirs in pairs)
    middle = _mid_match().match
    copying = statistics.median(_microseconds(middle.copy, 2000) for _ in range(RUNS))
    hashing = statistics.median(_microseconds(lambda: state_hash(middle), 200) for _ in range(RUNS))
    records = []
    for seed in range(20):
        game = Game(ready_setup(seed), ("random", "random"), seed)
        game.play()
        records.append(write(game.record()))
    largest = max(len(deflated(record)) for record in records)
    reading = statistics.median(_microseconds(lambda: read(records[0]), 1) for _ in range(RUNS))

    def figure(value: float, unit: str, bar: str = "", ok: bool = True) -> dict[str, float | str]:
        return {"value": round(value, 3), "unit": unit, "bar": bar, "ok": "yes" if ok else "NO"}

    places = {
        name + (" (territory)" if territory else ""): figure(
            value,
            "ms",
            f"<= {GEOMETRY_BARS[name]}" if name in GEOMETRY_BARS else "",
            value <= GEOMETRY_BARS.get(name, value),
        )
        for territory in (False, True)
        for name, value in geometry(territory).items()
    }
    return {
        "simulate, decisions": figure(decisions, "/s"),
        "python-chess, random plies": figure(plies, "/s"),
        "decisions over plies": figure(ratio, "x", ">= 0.15", ratio >= 0.15),
        "Match.copy()": figure(copying, "us", "<= 20", copying <= 20),
        "state_hash": figure(hashing, "us"),
        "record, deflated, largest of 20": figure(largest, "bytes", "<= 1600", largest <= 1600),
        "record read and replayed": figure(reading / 1000, "ms"),
        **places,
    }


if __name__ == "__main__":
    for name, row in measure().items():
        print(f"{name:48} {row['value']:>12} {row['unit']:6} {row['bar']:10} {row['ok']}")
