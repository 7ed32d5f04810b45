"""`python -m eden_core simulate`: whole matches between players of the core, with seeds."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from .. import flow
from ..ai import Player, chosen_player
from ..content import load
from ..match import ROLLED, Match, Setup
from ..messages import Event, Roll
from ..record import Dice, Entry, Given, Record, deflated, write
from ..rules import new_match
from ..ruleset import EDITIONS
from ..vault import Vault
from .signing import NoCryptography

if TYPE_CHECKING:
    from .recording import SignedGame

__all__ = ["Game", "SeededNumbers", "add_parser", "main", "ready_setup", "with_modules"]


class SeededNumbers:
    """Numbers from a seed, the same on any machine."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, n: int) -> int:
        """One of 0 to n - 1."""
        return int(self._random.random() * n)


def ready_setup(seed: int = 0, edition: str = "fr3") -> Setup:
    """The two ready troops on a field whose scenery is placed by turns; the seed makes the match's nonce."""
    library = load(edition)
    troops = (library.troops["jokers_starter"], library.troops["bamaka_starter"])
    missions = tuple(library.missions.values())
    return Setup(EDITIONS[edition], troops, missions, tuple(library.tactics.values()),
                 abilities=library.abilities_of(troops, missions), pool=tuple(library.pieces.values()), nonce=seed.to_bytes(16, "big"))


def with_modules(setup: Setup, territory: bool, infestation: int, weather: int) -> Setup:
    """TER, NPF, WEA: a set-up with optional modules: on or off, a level (0: none, `ROLLED`), so many rolls."""
    library = load(setup.ruleset.edition)
    npfs = tuple(library.npfs.values()) if infestation else ()
    return setup._replace(
        territory=int(territory), pool=library.terrain if territory else setup.pool, infestation=infestation, npfs=npfs,
        weather=weather, abilities=library.abilities_of(setup.troops, setup.missions, npfs))


class Game:
    """A match under way between two players of the core; `step` answers one question."""

    def __init__(self, setup: Setup, players: tuple[str, str], seed: int) -> None:
        self.numbers = SeededNumbers(seed)
        self.match = new_match(setup)
        self.secrets = tuple(bytes(self.numbers.below(256) for _ in range(32)) for _ in players)
        self.vaults = {player: Vault(player, secret) for player, secret in enumerate(self.secrets, 1)}
        self.players: dict[int, Player] = {
            player: chosen_player(name, player, self.numbers) for player, name in enumerate(players, 1)}
        self.entries: list[Entry] = []

    def step(self) -> tuple[Event, ...]:
        """Answers the pending question; the events that followed."""
        match, question = self.match, self.match.pending
        assert question is not None
        if isinstance(question, Roll):
            faces = tuple(1 + self.numbers.below(6) for _ in range(question.dice))
            self.entries.append(Dice(faces))
            return flow.roll(match, faces)
        player = question.owners[0]
        answer = self.players[player].decide(match, self.vaults[player])
        self.entries.append(Given(player, answer))
        return flow.answer(match, player, answer)

    def play(self) -> Match:
        """Plays to the end."""
        while self.match.pending is not None:
            self.step()
        return self.match

    def record(self) -> Record:
        """The match so far."""
        one, two = self.secrets
        return Record(self.match.setup, (one, two), tuple(self.entries))


def add_parser(commands: Any) -> None:
    """Adds `simulate` to the command line."""
    parser = commands.add_parser("simulate", help="play whole matches between players of the core")
    parser.add_argument("--matches", type=int, default=10, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first match's seed; the next ones follow")
    parser.add_argument("--players", default="random,random", metavar="A,B")
    parser.add_argument("--edition", default="fr3", choices=sorted(EDITIONS))
    parser.add_argument("--territory", action="store_true", help="with Territory management (TER)")
    parser.add_argument("--infestation", type=int, default=0, choices=range(ROLLED + 1), metavar="LEVEL",
                        help=f"NPFs of a level from 1 to 10, or {ROLLED}: rolled (NPF)")
    parser.add_argument("--weather", type=int, default=0, choices=range(4), metavar="ROLLS", help="1 to 3 rolls combined (WEA)")
    parser.add_argument("--record", type=Path, metavar="DIR",
                        help="play as two people would, signed by both with dice by both, and leave each match in a file of DIR")
    parser.add_argument("--json", action="store_true", help="one JSON object in place of the summary")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Plays, shows a bar on a terminal, prints the summary."""
    names = args.players.split(",")
    if len(names) != 2 or any(name != "random" for name in names):
        print(f"--players takes two of: random (not {args.players!r})", file=sys.stderr)
        return 2
    if args.matches < 1 or args.seed < 0:
        print("--matches is 1 or more, --seed 0 or more", file=sys.stderr)
        return 2
    wins: Counter[int] = Counter()
    rounds: Counter[int] = Counter()
    decisions = rolls = size = 0
    start = time.perf_counter()
    for number in range(args.matches):
        seed = args.seed + number
        setup = with_modules(ready_setup(seed, args.edition), args.territory, args.infestation, args.weather)
        try:
            game = _game(setup, (names[0], names[1]), seed, args.record)
        except (NoCryptography, OSError) as error:
            print(f"--record: {error}", file=sys.stderr)
            return 2
        match = game.match
        wins[match.table.winner] += 1
        rounds[match.table.round] += 1
        rolled = sum(isinstance(entry, Dice) for entry in game.entries)
        rolls += rolled
        decisions += len(game.entries) - rolled
        size = max(size, len(deflated(write(game.record())))) if args.json else size
        _show_progress(number + 1, args.matches)
    elapsed = time.perf_counter() - start
    found = {"matches": args.matches, "seed": args.seed, "players": names, "edition": args.edition,
             "wins": [wins[1], wins[2]], "draws": wins[0], "rounds": dict(sorted(rounds.items())),
             "decisions": decisions, "rolls": rolls}
    if args.json:
        print(json.dumps({**found, "largest_record": size}))
        return 0
    print(f"{args.matches} matches, {decisions} decisions, {rolls} rolls in {elapsed:.1f} s "
          f"({decisions / elapsed:.0f} decisions a second)")
    print(f"player 1 ({names[0]}) won {wins[1]}, player 2 ({names[1]}) won {wins[2]}, {wins[0]} drawn")
    return 0


def _game(setup: Setup, players: tuple[str, str], seed: int, folder: Path | None) -> Game | SignedGame:
    """A match played to its end; with a folder for records, one between players with keys, left there."""
    if folder is None:
        plain = Game(setup, players, seed)
        plain.play()
        return plain
    from .recording import SignedGame
    game = SignedGame(setup, players, seed)
    game.play()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"match-{seed}.eden").write_bytes(game.link().encode() + b"\n")
    return game


def _show_progress(done: int, of: int) -> None:
    if not sys.stderr.isatty():
        return
    full = 30 * done // of
    end = "\n" if done == of else ""
    print(f"\r[{'#' * full}{'.' * (30 - full)}] {done}/{of}", end=end, file=sys.stderr, flush=True)
