"""Many matches between players of the core: each bout by itself, by one process or several, and what the results say.

A bout depends on its own seed alone and results come in the bouts' order, so that any number of processes finds the
same.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from eden_core.cards.shipped import load
from eden_core.cli.games import Game, ready_setup, with_modules
from eden_core.engine.messages import Decision
from eden_core.record.record import Dice, deflated, write

__all__ = ["ANY", "Bout", "Played", "pair_of", "play", "played_by", "wilson"]

ANY = "any"
SURE = 1.959964  # of a normal distribution, 95 % lie so many deviations from the middle


class Bout(NamedTuple):
    """One match to play: `players` of whom the first plays the second side when `swapped`."""

    seed: int
    players: tuple[str, str]
    swapped: bool
    edition: str
    troops: tuple[str, ...]
    territory: bool = False
    infestation: int = 0
    weather: int = 0
    nodes: int = 0
    folder: Path | None = None
    measured: bool = False  # whether the record's size is asked for


class Played(NamedTuple):
    """A bout's result: the winner (1 or 2 among the bout's players, 0 for a draw), its length, and its cost.

    `asked` and `took` are the decisions of each player and the processor time of them, in seconds.
    """

    winner: int
    rounds: int
    decisions: int
    rolls: int
    size: int
    asked: tuple[int, int]
    took: tuple[float, float]


def pair_of(seed: int, edition: str) -> tuple[str, str]:
    """Two ready troops of equal points, by the seed."""
    troops = load(edition).troops
    worth = {name: sum(profile.value for profile in troop.profiles) for name, troop in troops.items()}
    pairs = [pair for pair in combinations(troops, 2) if worth[pair[0]] == worth[pair[1]]]
    return pairs[seed * 7919 % len(pairs)]


def play(bout: Bout) -> Played:
    """Play a bout to its end."""
    names = (bout.players[1], bout.players[0]) if bout.swapped else bout.players
    one, two = pair_of(bout.seed, bout.edition) if bout.troops == (ANY,) else bout.troops
    setup = with_modules(
        ready_setup(bout.seed, bout.edition, (one, two)), bout.territory, bout.infestation, bout.weather
    )
    asked, took = [0, 0], [0.0, 0.0]
    if bout.folder is not None:
        from eden_core.cli.recording import SignedGame

        signed = SignedGame(setup, names, bout.seed, nodes=bout.nodes)
        signed.play()
        bout.folder.mkdir(parents=True, exist_ok=True)
        name = f"match-{bout.seed}{'-swapped' if bout.swapped else ''}.eden"
        (bout.folder / name).write_bytes(signed.link().encode() + b"\n")
        match, entries, record = signed.match, list(signed.entries), signed.record()
        asked, took = signed.asked, signed.took
    else:
        game = Game(setup, names, bout.seed, bout.nodes)
        while (question := game.match.pending) is not None:
            start = time.process_time()
            game.step()
            if isinstance(question, Decision):
                asked[question.owners[0] - 1] += 1
                took[question.owners[0] - 1] += time.process_time() - start
        match, entries, record = game.match, list(game.entries), game.record()
    rolls = sum(isinstance(entry, Dice) for entry in entries)
    winner = match.table.winner
    if bout.swapped:
        asked.reverse()
        took.reverse()
        winner = 3 - winner if winner else 0
    return Played(
        winner,
        match.table.round,
        len(entries) - rolls,
        rolls,
        len(deflated(write(record))) if bout.measured else 0,
        (asked[0], asked[1]),
        (took[0], took[1]),
    )


def played_by(bouts: Sequence[Bout], workers: int) -> Iterator[Played]:
    """The bouts' results in their order, played by so many processes."""
    if workers == 1:
        yield from map(play, bouts)
        return
    with get_context("spawn").Pool(min(workers, len(bouts)), signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap(play, bouts)


def wilson(wins: int, draws: int, matches: int) -> tuple[float, float]:
    """The bounds of the 95 % interval of a share of points (Wilson), a draw counted as half."""
    share, z = (wins + draws / 2) / matches, SURE * SURE / matches
    middle = (share + z / 2) / (1 + z)
    off = sqrt(z * (share * (1 - share) + z / 4)) / (1 + z)
    return middle - off, middle + off
