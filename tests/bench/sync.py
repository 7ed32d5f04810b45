"""Figures of play between peers for `build.py bench`: what is kept of a match, its size as a link, and how long its
check takes.
"""

from __future__ import annotations

import statistics
import time

from eden_core.cli.games import ready_setup
from eden_core.cli.recording import SignedGame
from eden_core.cli.signing import Signatures
from eden_core.sync.links import MATCH, opened
from eden_core.sync.proofs.verifying import verify

MATCHES = 101
ROUNDS = 5
VERIFIED = 9  # matches whose check is timed, each the best of RUNS
RUNS = 3
LINK_MEDIAN, LINK_MOST = 2_000, 2_953  # characters: what chats leave whole; what one QR code holds
VERIFY_BAR = 1_000  # ms


def links(matches: int = MATCHES) -> list[str]:
    """So many simulated matches of five rounds, signed by both."""
    found: list[str] = []
    seed = 0
    while len(found) < matches:
        game = SignedGame(ready_setup(seed), ("random", "random"), seed)
        if game.play().table.round == ROUNDS:
            found.append(game.link())
        seed += 1
    return found


def milliseconds_to_verify(link: str) -> float:
    """From the link to the report, in time of this process; the best of some runs."""
    verifier, best = Signatures(), 1e9
    for _ in range(RUNS):
        start = time.process_time()
        assert verify(MATCH, opened(link)[1], verifier).holds
        best = min(best, time.process_time() - start)
    return best * 1000


def measure() -> dict[str, dict[str, float | str]]:
    """Each figure with its bar."""
    found = links()
    sizes = [len(link) for link in found]
    times = [milliseconds_to_verify(link) for link in found[:VERIFIED]]

    def figure(value: float, unit: str, bar: float) -> dict[str, float | str]:
        return {"value": round(value), "unit": unit, "bar": f"<= {bar}", "ok": "yes" if value <= bar else "NO"}

    return {
        f"link of a match, median of {len(sizes)}": figure(statistics.median(sizes), "chars", LINK_MEDIAN),
        "the same, longest": figure(max(sizes), "chars", LINK_MOST),
        "verify a whole match, median": figure(statistics.median(times), "ms", VERIFY_BAR),
        "the same, slowest": figure(max(times), "ms", VERIFY_BAR),
    }


if __name__ == "__main__":
    for name, row in measure().items():
        print(f"{name:48} {row['value']:>12} {row['unit']:6} {row['bar']:10} {row['ok']}")
