"""Soak test: random whole matches over all shipped content, with illegal answers and checks at every question.

Run it with `python3 build.py soak`; `test_soak.py` plays a few hundred of its matches. A fault is reported with the
match's seed and its record as a line of text, which `--replay` plays again with the same checks.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import sys
import time
import traceback
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

import eden_core
from eden_core.cards.vocabulary import MOMENTS
from eden_core.cli.games import Game
from eden_core.engine import flow
from eden_core.engine.cbor import encode
from eden_core.engine.codec import restore, state_bytes
from eden_core.engine.field import SPACING, are_closer, gap_to_edge, touches_piece
from eden_core.engine.match import ON_FIELD, Match, on_field
from eden_core.engine.messages import Decision, End, Event, Roll
from eden_core.engine.procedures import PROCEDURES
from eden_core.errors import EdenError, Illegal, Malformed
from eden_core.geometry.plane import overlap
from eden_core.record.record import Record, deflated, inflated, read, replay, write
from eden_core.rules.cards import tactics
from eden_core.rules.common.costs import ATTACKS_A_ROUND
from eden_core.rules.common.paths import CHARGES_A_ROUND, MOVES_A_ROUND
from tests.playing import dishonest_hands, drawn_game, wild_answers

__all__ = ["ELSEWHERE", "Fault", "Report", "Soak", "check", "main", "never", "record_from", "record_text", "run"]

CORE = Path(eden_core.__file__).parent
LONGEST = 6000  # maximum answers in a match; far more than any match has
MOST_AP = 60  # invented cards may add up to many AP; shipped ones stay far below
SHOWN = 3  # faults printed in full; a soak stops early once it has found as many
COMMON = ("action", "shift", "bid", "open")  # kinds of questions asked so often that few of them are probed
# Questions that have several answers with a single option, or an answer that only the owner can give.
NOT_PICKED = ("bid", "open", "deploy", "place", "npf", "hand", "mission", "remove_rage", "tactic")


# --- invariants ---


def check(match: Match, moved: bool = True) -> None:
    """Check the invariants of an unfinished match; `moved`: whether positions have changed since the last check."""
    question = match.pending
    assert question is not None and match.answers < LONGEST, "no end"
    if isinstance(question, Decision):
        assert question.owners and set(question.owners) <= {1, 2}, question
        may_play = question.kind in MOMENTS and tactics.may_play(match, question.owners[0])
        assert len(flow.options(match)) > 1 or question.kind in NOT_PICKED or may_play, question
    else:
        assert question.dice > 0 and 0 <= question.difficulty <= 6, question
    for player, side in match.sides.items():
        assert side.sp >= 0 and side.vp >= 0, (player, side)
    _check_counts(match)
    if moved:
        _check_field(match)


def _check_counts(match: Match) -> None:
    for fighter in match.fighters.values():
        assert 0 <= fighter.ap <= MOST_AP and min(fighter.markers) >= 0, fighter
        # ACN-5: outside the default edition a failed charge counts as a Move even after three.
        assert fighter.moves <= MOVES_A_ROUND + 1 and fighter.attacks <= ATTACKS_A_ROUND, fighter
        assert fighter.charges <= CHARGES_A_ROUND, fighter
        limbs = zip(fighter.lost, fighter.profile.limbs)
        assert all(0 <= lost <= limb.white + limb.red for lost, limb in limbs), fighter
        assert (fighter.status == ON_FIELD) == bool(fighter.at), fighter


def _check_field(match: Match) -> None:
    """Check that bases are inside the field and overlap nothing (MAT-1, MOVE-1); check the pieces' spacing (PREP-6)."""
    standing = on_field(match)
    width, height = match.setup.field
    # Who stands in a piece that catches fire may stay in it (TER-FLA), and whoever is raised stands on one (TER-ELE).
    solid = [
        piece
        for piece in match.pieces.values()
        if not (piece.can_be_stood_on or piece.burn or piece.amount("elevation"))
    ]
    for index, one in enumerate(standing):
        x, y = one.at  # type: ignore[misc]
        assert one.radius <= x <= width - one.radius and one.radius <= y <= height - one.radius, one
        for other in standing[index + 1 :]:
            assert not overlap(one.at, one.radius, other.at, other.radius), (one.id, other.id)  # type: ignore[arg-type]
        for piece in solid:
            assert not touches_piece((x, y), one.radius, piece), (one.id, piece.id)
    if match.table.phase == "preparation":
        pieces = list(match.pieces.values())
        for index, piece in enumerate(pieces):
            assert gap_to_edge(piece, match.setup.field) >= SPACING, piece.id
            assert not any(are_closer(piece, other, SPACING) for other in pieces[index + 1 :]), piece.id


def check_alone(match: Match) -> Match:
    """Check that a copy is independent and that the match can be restored from its bytes; return the restored match."""
    before = state_bytes(match)
    copy = match.copy()
    for part in (copy.fighters, copy.pieces, copy.markers, copy.zones, copy.sides):
        part.clear()  # type: ignore[attr-defined]
    for frame in copy.frames:
        for name in frame.remembers:
            setattr(frame, name, -1)
        frame.at = 0
    copy.frames.clear()
    assert state_bytes(match) == before, "a copy is not independent"
    twin = restore(before, match.setup)
    assert state_bytes(twin) == before, "the state does not come back"
    assert twin.pending == match.pending and flow.options(twin) == flow.options(match), "other options after a restore"
    return twin


def check_plain(event: Event) -> None:
    """Check that an event has only integers, strings, bytes and tuples of them as values, and names its rule."""
    assert event.code and event.rule, event
    encode(event.values)  # raises for any other type
    names = [name for name, _ in event.values]
    assert len(set(names)) == len(names) and not any(_has_other(value) for _, value in event.values), event


def _has_other(value: object) -> bool:
    if type(value) is tuple:
        return any(_has_other(part) for part in value)
    return type(value) not in (int, str, bytes)


# --- playing ---


class Soak:
    """Plays matches and, as a context manager, counts steps, questions, events, refusals and winners."""

    def __init__(self, probe: int = 30, alone: int = 5) -> None:
        """Set how often matches are probed.

        Illegal answers are tried at one of `probe` common questions, and at more of the rare ones; copies and restored
        matches are checked at one of `alone` questions (0: never).
        """
        self.probe, self.alone = probe, alone
        self.counts: Counter[str] = Counter()
        self._kept: list[tuple[Any, list[Any]]] = []

    def __enter__(self) -> Soak:
        for cls in PROCEDURES.values():
            self._kept.append((cls, cls.steps))
            cls.steps = [self._counted(cls.__name__, step) for step in cls.steps]
        return self

    def __exit__(self, *_: object) -> None:
        for cls, steps in self._kept:
            cls.steps = steps

    def _counted(self, name: str, step: Any) -> Any:
        key, counts = f"step {name}.{step.__name__}", self.counts

        def run(frame: Any, match: Match) -> Any:
            counts[key] += 1
            return step(frame, match)

        return run

    def play(self, game: Game) -> Match:
        """Play a match to its end with all checks."""
        match, counts = game.match, self.counts
        self._tell(match.events)
        stood: object = None
        while match.pending is not None:
            stands = [fighter.at for fighter in match.fighters.values()]
            check(match, stands != stood or match.table.phase == "preparation")
            stood = stands
            others = [match.copy(), check_alone(match)] if self.alone and not game.numbers.below(self.alone) else []
            question = match.pending
            if isinstance(question, Roll):
                counts[f"roll {question.reason}"] += 1
            else:
                counts[f"decision {question.kind}"] += 1
            if not game.numbers.below(self._how_often(match)):
                self._probe(game)
            events = game.step()
            self._tell(events)
            for other in others:
                assert _repeated(other, game) == events and state_bytes(other) == state_bytes(match), "another way"
        assert not match.frames and flow.options(match) == (), "over, but something is left"
        counts["matches"] += 1
        counts[f"winner {match.table.winner}"] += 1
        counts["answers"] += match.answers
        return match

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            check_plain(event)
            self.counts[f"event {event.code}"] += 1

    def _how_often(self, match: Match) -> int:
        question = match.pending
        if isinstance(question, Roll):
            return 3 * self.probe
        assert question is not None
        worn = question.kind == "action" and match.fighters[question.fighter].moves == MOVES_A_ROUND
        return 1 if question.kind == "order" or worn else self.probe if question.kind in COMMON else 4

    def _probe(self, game: Game) -> None:
        """Try answers that may be illegal; each refusal is counted, must name its rule and must change nothing."""
        match, question = game.match, game.match.pending
        before = state_bytes(match)
        if isinstance(question, Roll):
            self._refuse(match, 1, End())
            for faces in ((), (7,) * question.dice, (1,) * (question.dice + 1)):
                try:
                    flow.roll(match, faces)
                    raise AssertionError(f"wrong dice were taken: {faces}")
                except Malformed:
                    pass
        else:
            assert question is not None
            player = question.owners[0]
            for given in wild_answers(game, match, question, player):
                self._refuse(match, player, given)
            if 3 - player not in question.owners:
                self._refuse(match, 3 - player, End())
            if question.kind == "tactic":
                for forged, given in dishonest_hands(game, match, player):
                    self._refuse(forged, player, given)
        assert state_bytes(match) == before, "a refused answer changed something"

    def _refuse(self, match: Match, player: int, given: Any) -> None:
        """Give an answer if it is illegal."""
        refusal = flow.why_not(match, player, given)
        if refusal is None:
            return
        try:
            flow.answer(match, player, given)
            raise AssertionError(f"refused, then taken: {given}")
        except Illegal as error:
            assert error.code and error.rule and not _has_other(tuple(error.values.values())), error
            self.counts[f"refusal {error.code}"] += 1


def _repeated(match: Match, game: Game) -> tuple[Event, ...]:
    """Give the game's last answer to another match in the same state; return the events."""
    entry = game.entries[-1]
    return flow.roll(match, entry[0]) if len(entry) == 1 else flow.answer(match, *entry)


# --- records as text ---


def record_text(record: Record) -> str:
    """Return a record as one line of text."""
    return urlsafe_b64encode(deflated(write(record))).decode()


def record_from(text: str) -> Record:
    """Return the record that `record_text` wrote."""
    return read(inflated(urlsafe_b64decode(text)))


# --- many matches ---


class Fault(NamedTuple):
    """A match in which a check failed."""

    seed: int
    told: str
    record: str


class Report(NamedTuple):
    """The result of a soak: all counts, and the faults."""

    counts: Counter[str]
    faults: tuple[Fault, ...]


def soak_one(soak: Soak, seed: int) -> Fault | None:
    """Play a drawn match, its record and its replay; return the fault if a check failed."""
    game: Game | None = None
    try:
        game = drawn_game(seed)
        match = soak.play(game)
        record = game.record()
        again = record_from(record_text(record))
        assert again == record and state_bytes(replay(again)) == state_bytes(match), "the record leads elsewhere"
    except Exception:  # any exception is a fault
        return Fault(seed, traceback.format_exc(), _text_of(game))
    return None


def _text_of(game: Game | None) -> str:
    """Return a game's record as text, without the last answer if the record can't be written with it."""
    if game is None:
        return ""
    record = game.record()
    for entries, note in ((record.entries, ""), (record.entries[:-1], f"  then {record.entries[-1:]}")):
        try:
            return record_text(record._replace(entries=entries)) + note
        except Exception:  # writing the record may be what fails
            continue
    return ""


def _soak_some(seeds: range) -> Report:
    faults = []
    with Soak() as soak:
        for seed in seeds:
            fault = soak_one(soak, seed)
            if fault is not None:
                faults.append(fault)
    return Report(soak.counts, tuple(faults))


def run(
    matches: int,
    seed: int = 1,
    workers: int = 0,
    progress: Callable[[int, Report], None] | None = None,
    most_faults: int = SHOWN,
) -> Report:
    """Soak `matches` matches with consecutive seeds, on all cores by default.

    `progress` is called after each part. The run stops early at `most_faults` faults.
    """
    workers = workers or os.cpu_count() or 1
    size = max(1, min(10, matches // (4 * workers)))
    parts = [range(first, min(first + size, seed + matches)) for first in range(seed, seed + matches, size)]
    total: Counter[str] = Counter()
    faults: list[Fault] = []
    done = 0
    with ProcessPoolExecutor(workers) as pool:
        waiting = {pool.submit(_soak_some, part): len(part) for part in parts}
        for future in as_completed(waiting):
            if future.cancelled():
                continue
            found = future.result()
            total.update(found.counts)
            faults += found.faults
            done += waiting[future]
            if progress is not None:
                progress(done, Report(total, tuple(faults)))
            if len(faults) >= most_faults:
                for other in waiting:
                    other.cancel()
    return Report(total, tuple(sorted(faults)))


# --- what did not occur ---

# What no question of a drawn match gives: refusals of a set-up or of a record, and cases tested by themselves.
ELSEWHERE = {
    "refusal": {
        "field_is_60_to_120_cm",
        "rounds_are_1_to_10",
        "piece_twice",
        "not_a_simple_outline",
        "card_twice",
        "name_too_long",
        "not_a_card",
        "same_number_each",
        "too_few_missions",
        "abilities_as_named",
        "ability_missing",
        "not_an_edition",
        "another_card_of_this_id",
        "infestation_is_1_to_10",
        "no_npfs",
        "territory_or_not",
        "too_many_cards",
        "too_many_corners",
        "weather_is_0_to_3_rolls",
        # Seldom met by chance; each has its scenario.
        "idol_is_sacred",
        "would_drown",
        "nowhere_to_land",
        "lands_at_the_nearest",
        "hidden",
        "no_room_up_there",
        "npf_charges_the_closest",
        "npf_is_frightened",
        "raised_already",
        "exit_is_at_the_edge",
        "too_far_across",
    },
    "event": {
        "left_out",  # no room to deploy: test_engine
        "stayed",
        "charge_became_move",  # moved by a card in the midst of its own move: scenarios
        "climb_failed",
    },
    "decision": set(),
    "step": {"Climbing.fall"},
}


def _literals(name: str) -> set[str]:
    """Return the string literals that are the first argument of calls of `name` in the rules."""
    found: set[str] = set()
    for path in (*CORE.glob("rules/**/*.py"), CORE / "engine" / "flow.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and node.args
                and name in (getattr(node.func, "attr", ""), getattr(node.func, "id", ""))
            ):
                found.update(
                    literal.value
                    for literal in ast.walk(node.args[0])
                    if isinstance(literal, ast.Constant) and isinstance(literal.value, str) and literal.value
                )
    return found


def occurrences() -> dict[str, set[str]]:
    """Return all that can occur in a match: steps, kinds of decisions, codes of events and of refusals."""
    return {
        "step": {f"{name}.{step.__name__}" for name, cls in PROCEDURES.items() for step in cls.steps},
        "decision": set(flow.KINDS),
        "event": {code for code in _literals("emit") if code.islower()},
        "refusal": {code for code in _literals("Illegal") if code.islower()},
    }


def never(counts: Counter[str], least: int = 1) -> dict[str, list[str]]:
    """Return, by kind, what occurred fewer than `least` times."""
    return {
        kind: sorted(name for name in names - ELSEWHERE[kind] if counts[f"{kind} {name}"] < least)
        for kind, names in occurrences().items()
    }


# --- command line ---


def _show(done: int, of: int, began: float, faults: int) -> None:
    """Print progress: redrawn on a terminal, else every tenth time."""
    spent = time.monotonic() - began
    line = f"{done}/{of} matches, {spent:.0f} s, {spent / done * (of - done):.0f} s to go, {faults} faults"
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="\n" if done == of else "", file=sys.stderr, flush=True)
    elif done == of or done * 10 // of != (done - 10) * 10 // of:
        print(line, file=sys.stderr, flush=True)


def _replayed(text: str) -> int:
    """Play a record from its text with the checks at each question."""
    try:
        record = record_from("".join(text.split()[:1]))
    except (EdenError, ValueError) as error:
        print(f"--replay: no record of a match ({error})", file=sys.stderr)
        return 2

    def watch(match: Match) -> None:
        check(match)
        check_alone(match)

    match = replay(record, watch)
    print(f"{len(record.entries)} answers hold; pending: {match.pending}; winner: {match.table.winner}")
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the arguments of `soak`."""
    made = argparse.ArgumentParser(prog="soak", description="Random whole matches over everything that ships.")
    made.add_argument("--matches", type=int, default=300, metavar="N")
    made.add_argument("--seed", type=int, default=1, metavar="S", help="the first match's seed; the next ones follow")
    made.add_argument("--workers", type=int, default=0, metavar="W", help="processes (0: one a core)")
    made.add_argument("--json", action="store_true", help="one JSON object in place of the summary")
    made.add_argument("--replay", default="", metavar="TEXT", help="check the match of a fault's record instead")
    return made


def main(arguments: list[str] | None = None) -> int:
    """Run the soak, print progress, faults and what never occurred; return 1 if there is a fault."""
    made = parser()
    args = made.parse_args(arguments)
    if args.matches < 1 or args.seed < 0 or args.workers < 0:
        made.error("--matches is 1 or more, --seed and --workers 0 or more")
    if args.replay:
        return _replayed(args.replay)
    began = time.monotonic()
    report = run(
        args.matches, args.seed, args.workers, lambda done, so_far: _show(done, args.matches, began, len(so_far.faults))
    )
    missing = never(report.counts)
    if args.json:
        print(
            json.dumps(
                {
                    "matches": report.counts["matches"],
                    "seed": args.seed,
                    "never": missing,
                    "faults": [fault._asdict() for fault in report.faults],
                    "counts": dict(sorted(report.counts.items())),
                }
            )
        )
        return int(bool(report.faults))
    for fault in report.faults[:SHOWN]:
        print(f"seed {fault.seed}\n{fault.told}record {fault.record}\n")
    counts = report.counts
    print(
        f"{counts['matches']} matches, {counts['answers']} answers in {time.monotonic() - began:.0f} s; won "
        f"{counts['winner 1']} and {counts['winner 2']}, {counts['winner 0']} drawn; {len(report.faults)} faults"
    )
    for kind, names in missing.items():
        if names:
            print(f"never: {kind} {', '.join(names)}")
    return int(bool(report.faults))


if __name__ == "__main__":
    sys.exit(main())
