"""The command line: the one place of the core with files, clocks, seeds and progress.

    python -m eden_core run | legal | sight | reach FILE …      scenarios (run.py)
    python -m eden_core simulate … [--record DIR]               matches of the AI (simulate.py, recording.py)
    python -m eden_core verify FILE|LINK …                      whether a match holds that was kept (verify.py)
    python -m eden_core show FILE|LINK                          the same match told in words (log.py, wording.py)

`verify` and `--record` need the package `cryptography` (signing.py); nothing else of the core does.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status (argparse ends with 2 where the command itself is wrong)."""
    from eden_core.cli import run, simulate
    from eden_core.cli import verify as checking

    parser = argparse.ArgumentParser(prog="eden", description="The rules of Eden, on the command line.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    run.add_parser(commands)
    simulate.add_parser(commands)
    checking.add_parsers(commands)
    chosen = parser.parse_args(arguments)
    status: int = chosen.main(chosen)
    return status
