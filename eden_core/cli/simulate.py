"""`python -m eden_core simulate`: whole matches between players of the core, with seeds."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path

from eden_core.ai.players import NAMES
from eden_core.cards.shipped import load
from eden_core.cli.signing import NoCryptography
from eden_core.cli.tournament import ANY, Bout, Played, played_by, wilson
from eden_core.engine.match import ROLLED
from eden_core.ruleset import EDITIONS

__all__ = ["add_parser", "main"]

STOPPED = 130  # the exit status of what was ended by Ctrl-C
MOST_SEED = 1 << 128  # a match's nonce has 16 bytes


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `simulate` to the command line."""
    parser = commands.add_parser("simulate", help="play whole matches between players of the core")
    parser.add_argument("--matches", type=int, default=10, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first match's seed; the next ones follow")
    parser.add_argument("--players", default="random,random", metavar="A,B")
    parser.add_argument("--edition", default="fr3", choices=sorted(EDITIONS))
    parser.add_argument("--territory", action="store_true", help="with Territory management (TER)")
    parser.add_argument(
        "--infestation",
        type=int,
        default=0,
        choices=range(ROLLED + 1),
        metavar="LEVEL",
        help=f"NPFs of a level from 1 to 10, or {ROLLED}: rolled (NPF)",
    )
    parser.add_argument(
        "--weather", type=int, default=0, choices=range(4), metavar="ROLLS", help="1 to 3 rolls combined (WEA)"
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="DIR",
        help="play as two people would, signed by both with dice by both, and leave each match in a file of DIR",
    )
    parser.add_argument("--swap", action="store_true", help="play each seed twice, the players on either side")
    parser.add_argument(
        "--troops",
        default="jokers_starter,bamaka_starter",
        metavar="A,B",
        help=f"two of the ready troops, or {ANY}: two of equal points for each seed",
    )
    parser.add_argument(
        "--workers", type=int, default=1, metavar="W", help="processes; the results are the same for any number"
    )
    parser.add_argument(
        "--budget", type=int, default=0, metavar="NODES", help="bounds the warlord's search (0: its own bound)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object in place of the summary")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Plays, shows a bar on a terminal, prints the summary."""
    wrong = _why_wrong(args)
    if wrong:
        print(wrong, file=sys.stderr)
        return 2
    names = args.players.split(",")
    start = time.perf_counter()
    bouts = [
        Bout(
            seed,
            (names[0], names[1]),
            swapped,
            args.edition,
            tuple(args.troops.split(",")),
            args.territory,
            args.infestation,
            args.weather,
            args.budget,
            args.record,
            bool(args.json),
        )
        for seed in range(args.seed, args.seed + args.matches)
        for swapped in (False, True)[: 2 if args.swap else 1]
    ]
    played: list[Played] = []
    try:
        for one in played_by(bouts, args.workers):
            played.append(one)
            _show_progress(len(played), len(bouts))
    except (NoCryptography, OSError) as error:
        print(f"--record: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"\nstopped after {len(played)} of {len(bouts)} matches", file=sys.stderr)
        if not played:
            return STOPPED
    _tell(args, names, played, time.perf_counter() - start)
    return 0 if len(played) == len(bouts) else STOPPED


def _why_wrong(args: argparse.Namespace) -> str:
    """The fault in the options, "" if there is none."""
    names = args.players.split(",")
    known = [*NAMES, *(f"{name}-blind" for name in NAMES if name != "random")]
    unknown = [name for name in names if name not in known]
    if len(names) != 2 or unknown:
        return f"--players takes two of: {', '.join(known)} (not {args.players!r})"
    if args.matches < 1 or args.seed < 0 or args.seed + args.matches > MOST_SEED:
        return "--matches is 1 or more, --seed 0 or more, and both together at most 2 to the power of 128"
    if args.workers < 1 or args.budget < 0:
        return "--workers is 1 or more, --budget 0 or more"
    troops = args.troops.split(",")
    ready = load(args.edition).troops
    if args.troops != ANY and (len(troops) != 2 or any(name not in ready for name in troops)):
        return f"--troops takes two of: {', '.join(ready)}; or {ANY} (not {args.troops!r})"
    return ""


def _tell(args: argparse.Namespace, names: list[str], played: list[Played], elapsed: float) -> None:
    """Print the summary."""
    wins = Counter(one.winner for one in played)
    rounds = Counter(one.rounds for one in played)
    decisions, rolls = sum(one.decisions for one in played), sum(one.rolls for one in played)
    low, high = wilson(wins[1], wins[0], len(played))
    score = (wins[1] + wins[0] / 2) / len(played)
    found = {
        "matches": len(played),
        "seed": args.seed,
        "players": names,
        "edition": args.edition,
        "troops": args.troops,
        "swap": args.swap,
        "wins": [wins[1], wins[2]],
        "draws": wins[0],
        "rounds": dict(sorted(rounds.items())),
        "decisions": decisions,
        "rolls": rolls,
        "score": round(score, 4),
        "interval": [round(low, 4), round(high, 4)],
    }
    if args.json:
        print(json.dumps({**found, "largest_record": max(one.size for one in played)}))
        return
    print(
        f"{len(played)} matches, {decisions} decisions, {rolls} rolls in {elapsed:.1f} s "
        f"({decisions / elapsed:.0f} decisions a second)"
    )
    who = ("", "") if args.swap else ("player 1 ", "player 2 ")
    print(f"{who[0]}({names[0]}) won {wins[1]}, {who[1]}({names[1]}) won {wins[2]}, {wins[0]} drawn")
    print(f"{names[0]} scores {score:.1%}, a draw counted as half; 95 % interval {low:.1%} to {high:.1%}")
    for side, name in enumerate(names):
        many, took = sum(one.asked[side] for one in played), sum(one.took[side] for one in played)
        print(f"{name} decides in a mean of {1000 * took / max(1, many):.1f} ms (processor time)")


def _show_progress(done: int, of: int) -> None:
    if not sys.stderr.isatty():
        return
    full = 30 * done // of
    end = "\n" if done == of else ""
    print(f"\r[{'#' * full}{'.' * (30 - full)}] {done}/{of}", end=end, file=sys.stderr, flush=True)
