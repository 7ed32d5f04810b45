"""Determinism: processes with different hash seeds reach the same states, bit for bit."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from eden_core.engine import flow
from eden_core.engine.codec import state_hash
from eden_core.engine.match import Match
from eden_core.record.record import Dice
from eden_core.rules.start import new_match
from tests.playing import drawn_game
from tests.soaking import record_from, record_text

ROOT = Path(__file__).resolve().parents[2]
SEEDS = range(30_000, 30_006)
HASH_SEEDS = ("0", "1", "4294967295")


def course(text: str) -> list[str]:
    """Return a record's match as lines, one a question: hashes of the state, the options and the preceding events."""
    record = record_from(text)
    match = new_match(record.setup)
    lines = [_line(match)]
    for entry in record.entries:
        if isinstance(entry, Dice):
            flow.roll(match, entry.faces)
        else:
            flow.answer(match, entry.player, entry.answer)
        lines.append(_line(match))
    return lines


def _line(match: Match) -> str:
    said = repr((flow.options(match), match.events))
    return f"{state_hash(match).hex()} {sha256(said.encode()).hexdigest()}"


def test_another_hash_seed_leads_to_the_same_states() -> None:
    """Three processes replay records and play drawn matches; states, options, events and records are equal."""
    games = [drawn_game(seed) for seed in SEEDS]
    for game in games:
        game.play()
    texts = [record_text(game.record()) for game in games]
    here = [line for text in texts for line in course(text)]
    assert len(set(here)) == len(here) > 100 * len(texts)
    for seed in HASH_SEEDS:
        done = subprocess.run(
            [sys.executable, "-m", "tests.engine.test_hashing"],
            input="\n".join(texts),
            text=True,
            cwd=ROOT,
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        found = done.stdout.splitlines()
        assert found[0] != str(hash("eden")), "the same hash seed as here"
        assert found[1:] == [*here, *texts]


def main() -> None:
    """Print, in the other process, hashes of the records on standard input and records of drawn matches."""
    print(hash("eden"))
    for text in sys.stdin.read().split():
        print("\n".join(course(text)))
    for seed in SEEDS:
        game = drawn_game(seed)
        game.play()
        print(record_text(game.record()))


if __name__ == "__main__":
    main()
