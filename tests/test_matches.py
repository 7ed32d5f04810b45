"""Whole random matches: they end, they fight, all that can happen happens, and each state stands alone."""

from __future__ import annotations

import ast
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

import eden_core
from eden_core import flow
from eden_core.cli.simulate import Game
from eden_core.codec import restore, state_bytes
from eden_core.geometry import overlap
from eden_core.match import ON_FIELD, Match, on_field
from eden_core.messages import Decision, Roll
from eden_core.record import read, replay, write

from .playing import FORGED, Counting, drawn_game, drawn_setup

MATCHES = 2000
WATCHED = 150
CHUNK = 50
OFTEN = 20                    # each kind of thing happens at least so often among the 2,000
CORE = Path(eden_core.__file__).parent


def _calls(name: str) -> set[str]:
    """The first arguments, where they are literal, of all calls of `name` in the rules."""
    found: set[str] = set()
    for path in (*CORE.glob("rules/*.py"), CORE / "flow.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args and (
                    getattr(node.func, "attr", "") == name or getattr(node.func, "id", "") == name):
                first = node.args[0]
                for literal in ast.walk(first):
                    if isinstance(literal, ast.Constant) and isinstance(literal.value, str) and literal.value:
                        found.add(literal.value)
    return found


# Refusals of a set-up or a message, which no question of a match gives: tested by themselves.
ELSEWHERE = {"field_is_60_to_120_cm", "rounds_are_1_to_10", "piece_twice", "not_a_simple_outline", "card_twice",
             "name_too_long", "not_a_card", "same_number_each", "too_few_missions"}


def _play(first: int) -> Counter[str]:
    with Counting() as counting:
        for seed in range(first, first + CHUNK):
            counting.play(drawn_game(seed))
        for code, count in FORGED.items():
            counting.counts[f"refusal {code}"] += count
        FORGED.clear()
    return counting.counts


@pytest.fixture(scope="module")
def counts() -> Counter[str]:
    """What happened in 2,000 matches, played on every core."""
    total: Counter[str] = Counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for part in pool.map(_play, range(0, MATCHES, CHUNK)):
            total.update(part)
    return total


def test_all_end_with_a_winner_or_a_draw(counts: Counter[str]) -> None:
    assert sum(counts[f"winner {who}"] for who in (0, 1, 2)) == MATCHES
    assert min(counts["winner 0"], counts["winner 1"], counts["winner 2"]) > MATCHES // 100


def test_they_fight(counts: Counter[str]) -> None:
    for event, least in (("attacked", 4), ("charged", 2), ("shot", 2), ("wounded", 8), ("incapacitated", 1)):
        assert counts[f"event {event}"] >= least * MATCHES, event


def test_every_step_is_taken(counts: Counter[str]) -> None:
    steps = {f"step {name}.{step.__name__}" for name, cls in flow.PROCEDURES.items() for step in cls.steps}
    assert {step: counts[step] for step in steps if counts[step] < OFTEN} == {}


def test_every_decision_is_asked(counts: Counter[str]) -> None:
    assert {kind: counts[f"decision {kind}"] for kind in flow.KINDS if counts[f"decision {kind}"] < OFTEN} == {}


def test_every_event_is_told(counts: Counter[str]) -> None:
    codes = _calls("emit") - {"left_out"}                 # no room to deploy: test_engine
    assert len(codes) > 40
    assert {code: counts[f"event {code}"] for code in codes if counts[f"event {code}"] < OFTEN} == {}


def test_every_refusal_is_met(counts: Counter[str]) -> None:
    codes = _calls("Illegal") - ELSEWHERE
    codes = {code for code in codes if not code.isupper() and "-" not in code}
    assert len(codes) > 40
    assert {code: counts[f"refusal {code}"] for code in codes if counts[f"refusal {code}"] < OFTEN} == {}


# --- at every question -----------------------------------------------------------------------------------------------

def _check(match: Match) -> None:
    """What must hold whenever a match rests."""
    question = match.pending
    assert question is not None
    before = state_bytes(match)
    twin = restore(before, match.setup)
    assert state_bytes(twin) == before
    if isinstance(question, Decision):
        assert question.owners and all(owner in (1, 2) for owner in question.owners)
        offered = flow.options(match)
        assert flow.options(twin) == offered
        assert len(offered) > 1 or question.kind in ("open", "deploy", "place", "hand", "mission", "remove_rage"), question
    else:
        assert question.dice > 0 and 0 <= question.difficulty <= 6
    copy = match.copy()
    copy.sides[1] = copy.sides[1]._replace(vp=999)
    copy.fighters.clear()
    for frame in copy.frames:
        frame.at = 0
    assert state_bytes(match) == before
    standing = on_field(match)
    width, height = match.setup.field
    for index, one in enumerate(standing):
        x, y = one.at  # type: ignore[misc]
        assert one.radius <= x <= width - one.radius and one.radius <= y <= height - one.radius
        for other in standing[index + 1:]:
            assert not overlap(one.at, one.radius, other.at, other.radius), (one.id, other.id)  # type: ignore[arg-type]
    for fighter in match.fighters.values():
        assert 0 <= fighter.ap <= 12 and min(fighter.markers) >= 0
        assert fighter.moves <= 3 and fighter.attacks <= 2 and fighter.charges <= 1
        assert all(0 <= lost <= limb.white + limb.red for lost, limb in zip(fighter.lost, fighter.profile.limbs))
        assert (fighter.status == ON_FIELD) == bool(fighter.at)
    assert all(side.sp >= 0 and side.vp >= 0 for side in match.sides.values())


def _watch(first: int) -> int:
    seen = 0
    for seed in range(first, first + 10):
        game = Game(drawn_setup(seed), ("random", "random"), seed)
        while game.match.pending is not None:
            _check(game.match)
            copy = game.match.copy()
            question = copy.pending
            events = game.step()
            entry = game.entries[-1]
            # The copy, given the same answer, goes the same way.
            if isinstance(question, Roll):
                assert flow.roll(copy, entry.faces) == events  # type: ignore[union-attr]
            else:
                assert flow.answer(copy, entry.player, entry.answer) == events  # type: ignore[union-attr]
            assert state_bytes(copy) == state_bytes(game.match)
            seen += 1
        written = write(game.record())
        record = read(written)
        assert record == game.record() and write(record) == written
        assert state_bytes(replay(record)) == state_bytes(game.match)
    return seen


def test_each_state_stands_alone() -> None:
    """150 matches: copies are independent, a restored state has the same options, bases never overlap, counts hold."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        assert sum(pool.map(_watch, range(50_000, 50_000 + WATCHED, 10))) > WATCHED * 150
