"""Whole random matches (`soaking.py`): no check fails, matches end, and everything that can happen happens."""

from __future__ import annotations

import json
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

from eden_core.cards.shipped import load
from eden_core.cli.games import Game
from eden_core.engine.match import Match, on_field
from eden_core.engine.procedures import Frame
from eden_core.rules import effects
from eden_core.ruleset import EDITIONS
from tests import soaking
from tests.playing import drawn_game, drawn_setup, triangle_game
from tests.soaking import Report, Soak, check, never, record_from, record_text, run

MATCHES = 80
MORE, PART = 160, 20  # matches for what is rare, played as long as something is missing
OFTEN = 1


def _more(first: int) -> Counter[str]:
    """Play further matches without copies, one in five with a shot that may stray to either of two fighters (SHT-3)."""
    with Soak(probe=10, alone=0) as soak:
        for seed in range(first, first + PART):
            soak.play(drawn_game(seed) if seed % 5 else triangle_game(seed))
    return soak.counts


@pytest.fixture(scope="module")
def soaked() -> Report:
    """Return the counts of the drawn matches, and of as many more as the rare cases need, played on every core."""
    report = run(MATCHES)
    workers = os.cpu_count() or 1
    with ProcessPoolExecutor(workers) as pool:
        for first in range(MATCHES + 1, MATCHES + 1 + MORE, PART * workers):
            if report.faults or not any(never(report.counts, OFTEN).values()):
                break
            for counts in pool.map(_more, range(first, first + PART * workers, PART)):
                report.counts.update(counts)
    return report


def test_nothing_breaks(soaked: Report) -> None:
    """Copies, restored states, records and replays agree, invariants hold, and refusals change nothing."""
    faults = [f"seed {fault.seed}\n{fault.told}record {fault.record}" for fault in soaked.faults]
    assert not faults, "\n".join(faults)
    assert soaked.counts["matches"] >= MATCHES


def test_all_end_with_a_winner_or_a_draw(soaked: Report) -> None:
    """Each way to end a match occurs (RND-2)."""
    ends = [soaked.counts[f"winner {who}"] for who in (0, 1, 2)]
    assert sum(ends) == soaked.counts["matches"] and min(ends) > MATCHES // 30


def test_they_fight(soaked: Report) -> None:
    """Random players attack, so that most rules are covered."""
    for event, least in (("attacked", 2), ("charged", 1), ("shot", 1), ("wounded", 4), ("incapacitated", 1)):
        assert soaked.counts[f"event {event}"] >= least * MATCHES, event


@pytest.mark.parametrize("kind", ["step", "decision", "event", "refusal"])
def test_all_that_can_happen_happens(soaked: Report, kind: str) -> None:
    """Every step is taken, every kind of decision asked, every event emitted, every refusal met."""
    assert len(soaking.occurrences()[kind]) > 15
    assert never(soaked.counts, OFTEN)[kind] == []


def test_every_edition_every_symbol_and_every_card_is_drawn() -> None:
    """The matches cover all shipped content."""
    setups = [drawn_setup(seed) for seed in range(1, 1 + MATCHES)]
    library = load()
    assert {setup.ruleset.edition for setup in setups} == set(EDITIONS)
    symbols = {profile.faction for profile in library.profiles.values()} | {
        profile.stigma for profile in library.profiles.values()
    }
    assert {troop.symbol for setup in setups for troop in setup.troops} >= symbols
    troops = [troop for setup in setups for troop in setup.troops]
    assert {profile.id for troop in troops for profile in troop.profiles} >= set(library.profiles)
    assert {card.id for setup in setups for card in setup.missions} == set(library.missions)
    assert {card.id for setup in setups for card in setup.tactics} > set(library.tactics), "invented ones besides"
    assert any(setup.pieces for setup in setups) and any(setup.pool for setup in setups)
    assert min(min(setup.field) for setup in setups) == 6000 and max(max(setup.field) for setup in setups) > 11_000


# --- the soak itself notices what it is there for ---


def _heedless(name: str) -> Any:
    """Return a broken implementation of an effect, by its name."""

    def walk_into_somebody(match: Match, fighter: str, path: Any, code: str, rule: str, target: str = "") -> None:
        other = next(other for other in on_field(match) if other.id != fighter)
        match.fighters[fighter] = match.fighters[fighter]._replace(at=other.at)
        match.emit(code, rule, fighter=fighter, path=path)

    def pay_too_much(match: Match, player: int, amount: int, rule: str) -> None:
        match.sides[player] = match.sides[player]._replace(sp=-1)

    def tell_a_truth(match: Match, fighter: str) -> None:
        match.table = match.table._replace(active="")
        match.emit("activation_ended", "ACT-8", fighter=fighter, done=True)

    return {"walk": walk_into_somebody, "pay_sp": pay_too_much, "end_activation": tell_a_truth}[name]


@pytest.mark.parametrize("effect", ["walk", "pay_sp", "end_activation"])
def test_a_broken_effect_is_a_fault(effect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault names its seed, and its record replays to the moment before the fault."""
    monkeypatch.setattr(effects, effect, _heedless(effect))
    with Soak() as soak:
        faults = [fault for fault in (soaking.soak_one(soak, seed) for seed in range(12)) if fault is not None]
    assert faults and faults[0].told.count("Traceback") >= 1
    monkeypatch.undo()
    assert record_from(faults[0].record.split()[0]).entries


def test_a_frame_shared_by_a_copy_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy that shares its frames is not independent."""
    monkeypatch.setattr(Frame, "copy", lambda frame: frame)
    with pytest.raises(AssertionError, match="independent"):
        soaking.check_alone(drawn_game(1).match)


def test_a_record_as_text_replays_with_the_same_checks(capsys: pytest.CaptureFixture[str]) -> None:
    """`soak --replay` plays a record with the checks."""
    game = Game(drawn_setup(3), ("random", "random"), 3)
    for _ in range(40):
        check(game.match)
        game.step()
    assert soaking.main(["--replay", record_text(game.record())]) == 0
    assert capsys.readouterr().out.startswith("40 answers hold")
    for bad in ("x", "AAAA", " ", "!", record_text(game.record())[:-8]):
        assert soaking.main(["--replay", bad]) == 2
        assert "no record of a match" in capsys.readouterr().err


def test_the_command_tells_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    """`soak --json` prints counts, what never occurred and faults; progress goes to standard error."""
    assert soaking.main(["--matches", "2", "--seed", "7", "--workers", "1", "--json"]) == 0
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert found["matches"] == 2 and found["faults"] == [] and found["counts"]["answers"] > 20
    assert set(found["never"]) == {"step", "decision", "event", "refusal"} and "2/2 matches" in said.err
    with pytest.raises(SystemExit):
        soaking.main(["--matches", "0"])
