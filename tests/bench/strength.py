"""Who of the machine's levels beats whom, in matches of ready troops of equal points, sides swapped; and how long
each thinks.

The seeds are none of those by which the players were made. A draw counts as half; the bound is Wilson's.
"""

from __future__ import annotations

import os

from eden_core.cli.tournament import ANY, Bout, played_by, wilson

__all__ = ["MEAN_BAR", "PAIRS", "measure"]

# Who plays whom, over how many seeds (each twice), and the bar on the lower bound of the score, in 100.
PAIRS = (("veteran", "recruit", 400, 58), ("warlord", "veteran", 500, 58), ("recruit", "random", 400, 95))
FIRST_SEED = 200_000
MEAN_BAR = 150  # milliseconds of processor time that a decision of any level takes in the mean


def measure(pairs: tuple[tuple[str, str, int, int], ...] = PAIRS) -> dict[str, tuple[float, str, float | None, bool]]:
    """Value, unit, bar if any, and whether it is the least allowed, of each row."""
    rows: dict[str, tuple[float, str, float | None, bool]] = {}
    for one, other, seeds, bar in pairs:
        bouts = [
            Bout(FIRST_SEED + seed, (one, other), swapped, "fr3", (ANY,))
            for seed in range(seeds)
            for swapped in (False, True)
        ]
        played = list(played_by(bouts, os.cpu_count() or 1))
        wins, draws = (sum(match.winner == who for match in played) for who in (1, 0))
        low, _ = wilson(wins, draws, len(played))
        name = f"{one} against {other}, {len(played)} matches"
        rows[f"{name}: score"] = 100 * (wins + draws / 2) / len(played), "%", None, False
        rows[f"{name}: lower bound of its 95 % interval"] = 100 * low, "%", bar, True
        mean = 1000 * sum(match.took[0] for match in played) / sum(match.asked[0] for match in played)
        rows[f"{name}: {one} decides in a mean of"] = mean, "ms", MEAN_BAR, False
    return rows
