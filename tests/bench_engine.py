"""Engine figures for `build.py bench`, side by side in one run: medians of five."""

from __future__ import annotations

import statistics
import time
from random import Random
from typing import Any, Callable

from eden_core.cli.simulate import Game, ready_setup
from eden_core.codec import state_hash
from eden_core.messages import Roll
from eden_core.record import deflated, read, write

RUNS = 5
MATCHES = 12


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

    return {
        "simulate, decisions": figure(decisions, "/s"),
        "python-chess, random plies": figure(plies, "/s"),
        "decisions over plies": figure(ratio, "x", ">= 0.1", ratio >= 0.1),
        "Match.copy()": figure(copying, "us", "<= 40", copying <= 40),
        "state_hash": figure(hashing, "us"),
        "record, deflated, largest of 20": figure(largest, "bytes", "<= 1600", largest <= 1600),
        "record read and replayed": figure(reading / 1000, "ms"),
    }


if __name__ == "__main__":
    for name, row in measure().items():
        print(f"{name:34} {row['value']:>12} {row['unit']:6} {row['bar']:10} {row['ok']}")
