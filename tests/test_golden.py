"""Golden matches: one of each edition, question by question, in `tests/golden/<edition>.txt`.

Some editions have a second match with all optional rules, in `<edition>-optional.txt`. A file begins with the match's
record, so the comparison covers the rules and not the players. After an intended change of the rules,
`python -m tests.test_golden` draws and writes the matches anew; the diff shows what changed.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest

from eden_core.cards.shipped import load
from eden_core.cli.games import Game
from eden_core.engine import flow
from eden_core.engine.codec import state_hash
from eden_core.engine.match import Match, Setup
from eden_core.engine.messages import Decision, Event, Roll
from eden_core.errors import EdenError
from eden_core.record.record import Dice, Entry, Record
from eden_core.rules.start import new_match
from eden_core.ruleset import EDITIONS
from tests.playing import Restless, drawn_setup
from tests.soaking import record_from, record_text

FOLDER = Path(__file__).parent / "golden"
HASHED = 10  # questions between two recorded state hashes
DRAWN = 12  # seeds from which an edition's match is chosen
WIDTH = 118
OPTIONAL = "-optional"  # the file of a match with all optional rules on
NAMES = (*sorted(EDITIONS), *(edition + OPTIONAL for edition in ("en1", "fr3", "pt1")))


def shown(value: Any) -> str:
    """Return a value in short form: records by name, points as x/y, digests by their first bytes."""
    if isinstance(value, bytes):
        return f"#{value[:3].hex()}" if value else "-"
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        parts = [
            f"{name}={shown(part)}"
            for name, part in zip(value._fields, value)
            if part not in ("", (), 0) or name == value._fields[0]
        ]
        return f"{type(value).__name__.lower()}({' '.join(parts)})"
    if isinstance(value, tuple):
        if len(value) == 2 and all(type(part) is int for part in value):
            return f"{value[0]}/{value[1]}"
        return f"[{' '.join(map(shown, value))}]"
    return str(value) if value != "" else "-"


def option(value: Any) -> str:
    """Return an option as text; an action with its weapon and targets."""
    if not hasattr(value, "_fields"):
        return shown(value)
    return ":".join([value.kind, *(shown(part) for part in (value.weapon, value.targets) if part)])


def asked(match: Match, number: int) -> str:
    """Return the pending question as text: its kind, owner, subject and options."""
    question = match.pending
    if isinstance(question, Roll):
        about = f" at {question.difficulty}" if question.difficulty else ""
        return f"{number} roll {question.reason} {question.dice}D6{about} {question.fighter} {question.target}".rstrip()
    assert isinstance(question, Decision)
    about = " ".join(part for part in (question.fighter, question.target, question.card) if part)
    options = flow.options(match)
    listed = f"0..{options[-1]}" if question.kind == "bid" else " ".join(map(option, options))
    owners = "+".join(map(str, question.owners))
    return f"{number} {question.kind} by {owners} {question.rule} {about}".rstrip() + f" | {listed}"


def told(event: Event) -> str:
    """Return an event as text: its code, rule and values."""
    return f"{event.code} {event.rule}" + "".join(f" {name}={shown(value)}" for name, value in event.values)


def wrapped(text: str, indent: str = "") -> list[str]:
    """Wrap a text into lines, all but the first indented further."""
    return wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + "      ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def dump(record: Record) -> list[str]:
    """Return a match as lines: each question, answer and its events, and the state's hash at intervals."""
    match, setup = new_match(record.setup), record.setup
    lines = [f"edition {setup.ruleset.edition}, field {shown(setup.field)}, {setup.rounds} rounds"]
    if setup.territory or setup.infestation or setup.weather:
        lines += [f"territory {setup.territory}, infestation {setup.infestation}, weather {setup.weather}"]
    for troop in setup.troops:
        lines += wrapped(f"{troop.name} by {troop.composed}: {' '.join(profile.id for profile in troop.profiles)}")
    lines += [*map(told, match.events), ""]
    for number, entry in enumerate(record.entries, 1):
        lines += wrapped(asked(match, number))
        lines += wrapped(f"-> {_answered(entry)}", "   ")
        for event in _given(match, entry):
            lines += wrapped(told(event), "   ")
        if number % HASHED == 0 or match.pending is None:
            lines.append(f"== {state_hash(match).hex()[:32]}")
    return lines


def _answered(entry: Entry) -> str:
    return shown(entry.faces) if isinstance(entry, Dice) else f"{entry.player} {shown(entry.answer)}"


def _given(match: Match, entry: Entry) -> tuple[Event, ...]:
    return flow.roll(match, entry.faces) if isinstance(entry, Dice) else flow.answer(match, *entry)


def text_of(record: Record) -> str:
    """Return the content of a match's file: its record, then its dump."""
    text = record_text(record)
    return "\n".join(
        [
            f"record {text[:WIDTH]}",
            *(text[at : at + WIDTH] for at in range(WIDTH, len(text), WIDTH)),
            "",
            *dump(record),
            "",
        ]
    )


def drawn(name: str) -> Record:
    """Return the match for a file: of `DRAWN` drawn ones, the one in which the most different things happen."""
    best: tuple[int, Record] | None = None
    first = 1 + DRAWN * NAMES.index(name)
    for seed in range(first, first + DRAWN):
        game = Game(_setup(seed, name), ("random", "random"), seed)
        if name.endswith(OPTIONAL):  # who climb, jump and hide wherever they may
            game.players = {player: Restless(honest, game.numbers) for player, honest in game.players.items()}
        met: Counter[str] = Counter(event.code for event in game.match.events)
        while game.match.pending is not None:
            met[_kind(game.match)] += 1
            met.update(event.code for event in game.step())
        if best is None or len(met) > best[0]:
            best = len(met), game.record()
    assert best is not None
    return best[1]


def _setup(seed: int, name: str) -> Setup:
    """Draw a set-up on a small field for 3 rounds, with all optional rules or none."""
    edition = name.removesuffix(OPTIONAL)
    setup, library = drawn_setup(seed, edition)._replace(field=(6000, 6000), rounds=3, pieces=()), load(edition)
    if name == edition:
        pool = () if setup.territory else setup.pool
        setup = setup._replace(territory=0, pool=pool, infestation=0, npfs=(), weather=0)
    else:
        npfs = tuple(library.npfs.values())
        setup = setup._replace(territory=1, pool=library.terrain, infestation=4, npfs=npfs, weather=2)
    return setup._replace(abilities=library.abilities_of(setup.troops, setup.missions, setup.npfs))


def _kind(match: Match) -> str:
    question = match.pending
    assert question is not None
    return f"asked {question.kind}" if isinstance(question, Decision) else f"rolled {question.reason}"


@pytest.mark.parametrize("name", NAMES)
def test_the_match_goes_as_it_went(name: str) -> None:
    """Every question, option, event and hash of the match is as recorded."""
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    head, _, rest = written.partition("\n\n")
    try:
        record = record_from("".join(head.removeprefix("record ").split()))
        lines = dump(record)
    except EdenError as error:
        pytest.fail(f"the match is refused now, {error.where}: {error}. If that is meant: python -m tests.test_golden")
    optional, setup = name.endswith(OPTIONAL), record.setup
    assert setup.ruleset.edition == name.removesuffix(OPTIONAL)
    assert bool(setup.territory) == bool(setup.infestation) == bool(setup.weather) == optional
    expected = rest.splitlines()
    for number, (found, wanted) in enumerate(zip(lines, expected), 1):
        assert found == wanted, f"line {number}; if the change is meant: python -m tests.test_golden"
    assert len(lines) == len(expected)


def test_the_optional_rules_are_met() -> None:
    """The events of the optional rules (TER, NPF, WEA) occur in the recorded matches."""
    texts = [(FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in NAMES if name.endswith(OPTIONAL)]
    for code in ("piece_bought TER-1", "npf_placed NPF-2", "weather_rolled WEA-1"):
        assert all(f"   {code}" in text for text in texts), code
    for code in ("prowled NPF-4", "charged NPF-4", "climbs TER-CLI", "jumps TER-JUM", "riposte"):
        assert any(code in text for text in texts), code


def test_each_edition_has_a_match_and_they_differ() -> None:
    """No file is missing or superfluous, and no two matches take the same course."""
    names = {path.stem: path.read_text(encoding="utf-8").partition("\n\n")[0] for path in FOLDER.glob("*.txt")}
    assert set(names) == set(NAMES) and len(set(names.values())) == len(names)


def main() -> int:
    """Write the files anew."""
    FOLDER.mkdir(exist_ok=True)
    for name in NAMES:
        text = text_of(drawn(name))
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"{name}: {text.count(chr(10))} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
