"""`verify` and `show`: a match that was kept, as a file or a link, checked by anyone or told in words.

A file holds a link's text (as the client saves it), a match's bytes, or these deflated. Exit 0: all holds; 1: it
does not (the entry, the reason, the rule), or not yet, while a secret is not open; 2: the command is wrong, a file
is missing, or the package that verifies signatures is.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from eden_core.cli.log import log_of, log_of_letter
from eden_core.cli.signing import NoCryptography, Signatures
from eden_core.cli.wording import plain
from eden_core.engine.match import DRAW
from eden_core.errors import EdenError, Malformed
from eden_core.record.record import inflated
from eden_core.sync.links import FORK, LETTER, MATCH, MOST_CHARACTERS, RECORD, opened
from eden_core.sync.proofs.verifying import PARTS, Examination, Report, examine, kind_of_bytes, verify

__all__ = ["add_parsers", "found_in", "main", "show"]

HOLDS, FAILS, WRONG = 0, 1, 2
MOST_BYTES = max(1 << 20, 2 * MOST_CHARACTERS)
LINK = re.compile(r"\s*(\S*#|\d+\.[a-z]\.)")
ENDINGS = {
    "rules": "by the rules",
    "resigned": "by resignation",
    "drawn": "by agreement",
    "fault": "by a secret that was proved false",
}

# What links of other kinds are, and who opens them.
OTHERS = {
    "a": "an answer to an offer; the page that made the offer takes it",
    "i": "an invitation; the page opens it",
    "j": "an invitation; the page opens it",
    "l": "a letter; `show` tells it, the page of its match takes it",
    "o": "an offer; the page opens it",
    "s": "a match of one device that is not over; the page opens it",
    "w": "an invitation to watch; the page opens it",
}


class Found(NamedTuple):
    """The content of a file or a link: its kind, and its bytes."""

    kind: str
    data: bytes


class Missing(Exception):
    """There is no such file."""


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add both to the command line."""
    for name, about, main_ in (
        (
            "verify",
            "check signatures, chain, rules, dice and secrets of matches, or a proof that one player signed two "
            "histories",
            main,
        ),
        ("show", "tell a match, round by round", show),
    ):
        parser: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about)
        parser.add_argument(
            "found",
            nargs="+" if name == "verify" else 1,
            metavar="FILE|LINK",
            help="a file with a match or a link in it, or the link itself",
        )
        parser.set_defaults(main=main_)
        if name == "verify":
            parser.add_argument("--json", action="store_true", help="one JSON object a line in place of words")


def main(arguments: argparse.Namespace) -> int:
    """Verify each file or link and return the worst exit status."""
    try:
        verifier = Signatures()
    except NoCryptography as error:
        print(error, file=sys.stderr)
        return WRONG
    status = HOLDS
    for argument in arguments.found:
        label = _label(argument)
        try:
            found = found_in(argument)
            report = verify(found.kind, found.data, verifier)
        except Missing as error:
            print(f"{label}: {error}", file=sys.stderr)
            status = WRONG
            continue
        except EdenError as error:
            report = Report("", (None,) * len(PARTS), error)
        print(
            json.dumps(_plain(label, report), ensure_ascii=False) if arguments.json else "\n".join(_told(label, report))
        )
        status = max(status, HOLDS if report.holds else FAILS)
    return status


def show(arguments: argparse.Namespace) -> int:
    """Tell one match."""
    (argument,) = arguments.found
    label = _label(argument)
    try:
        found = found_in(argument)
        if found.kind == LETTER:
            print("\n".join(log_of_letter(found.data)))
            return HOLDS
        examined = examine(found.kind, found.data)
    except Missing as error:
        print(f"{label}: {error}", file=sys.stderr)
        return WRONG
    except EdenError as error:
        print(f"{label}: {_reason(error)}", file=sys.stderr)
        return FAILS
    if _is_nothing(examined):
        assert examined.found.fault is not None
        print(f"{label}: {_reason(examined.found.fault)}", file=sys.stderr)
        return FAILS
    for line in log_of(examined):
        print(line)
    return HOLDS


def _is_nothing(examined: Examination) -> bool:
    return examined.ledger is None and examined.record is None and examined.proof is None


# --- what is read ---


def found_in(argument: str) -> Found:
    """The content of a file or a link.

    Raises `Missing` for no file, `EdenError` for a file or link that holds no match.
    """
    if LINK.match(argument) and not _is_file(argument):
        return Found(*opened(argument))
    try:
        with Path(argument).open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Missing(f"no file and no link ({getattr(error, 'strerror', None) or error})") from None
    if len(raw) > MOST_BYTES:
        raise Malformed("too_large", bytes=len(raw), limit=MOST_BYTES)
    return _in_bytes(raw)


def _is_file(argument: str) -> bool:
    try:
        return Path(argument).is_file()
    except (OSError, ValueError):
        return False


def _in_bytes(raw: bytes) -> Found:
    """The content of a file's bytes.

    They are a link's text, a match, or a match deflated with or without its length before it.
    """
    try:
        text = raw.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        text = ""
    if text and text.isprintable():
        return Found(*opened(text))
    try:
        return Found(kind_of_bytes(raw), raw)
    except EdenError as error:
        try:
            data = inflated(raw)
        except EdenError:
            raise error from None
    if len(data) >= 4 and int.from_bytes(data[:4], "big") == len(data) - 4:
        data = data[4:]
    return Found(kind_of_bytes(data), data)


# --- what is said ---


def _label(argument: str) -> str:
    """A file by its name, a link by its beginning."""
    return plain(
        f"{argument[:40]}…" if len(argument) > 40 and LINK.match(argument) and not _is_file(argument) else argument
    )


def _reason(error: EdenError) -> str:
    other = OTHERS.get(str(error.values.get("kind")), "") if error.code == "not_a_match" else ""
    return plain(str(error)) + (f": {other}" if other else "")


def _told(label: str, report: Report) -> Sequence[str]:
    """A report in words."""
    good, bad, open_ = (
        [part for part, holds in zip(PARTS, report.parts) if holds is value] for value in (True, False, None)
    )
    names = tuple(map(plain, report.names))
    if report.kind == FORK and report.holds:
        did = (
            "signed two histories after"
            if report.proves == "two_histories"
            else "signed a state that the rules do not lead to at"
        )
        return [
            f"{label}: proved: player {report.player} ({names[report.player - 1]}) {did} "
            f"entry {report.entries} of one match"
        ]
    so_far = (
        ("holds as far as it can be checked: " if report.ended else "holds so far: ") if report.holds_so_far else ""
    )
    lines = [f"{label}: holds" if report.fault is None else f"{label}: {so_far}{_reason(report.fault)}"]
    parts = [
        f"{what} {', '.join(those)}"
        for what, those in (("holds:", good), ("does not hold:", bad), ("not known:", open_))
        if those
    ]
    if report.kind in (MATCH, RECORD, FORK):
        lines.append(f"  {'; '.join(parts)}")
    if report.kind in (MATCH, RECORD) and report.entries:
        lines.append(f"  {names[0]} against {names[1]}: {_end(report, names)}; {report.entries} entries")
    return lines


def _end(report: Report, names: Sequence[str]) -> str:
    score = f"{report.vp[0]} to {report.vp[1]}"
    if not report.ended:
        return f"not over, {score} in round {report.round}"
    how = ENDINGS[report.ended]
    if report.winner == DRAW:
        return f"a draw {how}, {score} in round {report.round}"
    return f"{names[report.winner - 1]} won {how}, {score} in round {report.round}"


def _plain(label: str, report: Report) -> dict[str, object]:
    """A report as JSON has it."""
    fault = report.fault
    return {
        "file": label,
        "kind": report.kind,
        "holds": report.holds,
        "parts": dict(zip(PARTS, report.parts)),
        "fault": None
        if fault is None
        else {"code": fault.code, "where": fault.where, "rule": fault.rule, "says": _reason(fault)},
        "names": list(report.names),
        "ended": report.ended,
        "winner": report.winner if report.ended else None,
        "vp": list(report.vp),
        "round": report.round,
        "entries": report.entries,
    }
