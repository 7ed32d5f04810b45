"""Tournaments: who beats whom, intervals, the command line, and the same result for any number of processes."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from eden_core.cli import main
from eden_core.cli.tournament import Bout, Played, pair_of, play, played_by, wilson
from tests.bench.measure import figure
from tests.bench.strength import measure


def bouts(one: str, other: str, seeds: range) -> list[Bout]:
    """Each seed twice, the players on either side."""
    return [
        Bout(seed, (one, other), swapped, "fr3", ("any",), nodes=200) for seed in seeds for swapped in (False, True)
    ]


def score(played: list[Played]) -> float:
    """The first player's share of the points, a draw counted as half."""
    return sum({1: 1.0, 0: 0.5}.get(one.winner, 0.0) for one in played) / len(played)


def test_recruits_beat_chance() -> None:
    assert score([play(bout) for bout in bouts("recruit", "random", range(3))]) >= 0.9


def test_who_plays_for_missions_beats_who_does_not() -> None:
    """The ablation: the same player, blind to missions."""
    assert score([play(bout) for bout in bouts("veteran", "veteran-blind", range(100, 103))]) >= 0.6


def _timeless(played: Played) -> Played:
    return played._replace(took=(0.0, 0.0))


def test_any_number_of_processes_finds_the_same() -> None:
    few = bouts("recruit", "random", range(1))
    alone, together = ([_timeless(one) for one in played_by(few, workers)] for workers in (1, 2))
    assert alone == together


def test_wilson() -> None:
    """Against the formula worked out by hand: 8 of 10, and 5 wins with 10 draws of 20."""
    assert wilson(8, 0, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(5, 10, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert wilson(0, 0, 5)[0] == pytest.approx(0.0, abs=1e-9)


def test_pairs_have_equal_points() -> None:
    from eden_core.cards.shipped import load

    for edition in ("fr3", "en1"):
        worth = {name: sum(profile.value for profile in troop.profiles) for name, troop in load(edition).troops.items()}
        found = [pair_of(seed, edition) for seed in range(40)]
        assert all(worth[one] == worth[other] and one != other for one, other in found) and len(set(found)) > 10


def test_the_command_line_tells_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--players", "recruit,random", "--matches", "2", "--seed", "3"]
    assert main([*arguments, "--swap", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["matches"] == 4 and found["players"] == ["recruit", "random"] and found["swap"] is True
    assert found["score"] == (found["wins"][0] + found["draws"] / 2) / 4
    assert found["interval"] == [round(bound, 4) for bound in wilson(found["wins"][0], found["draws"], 4)]
    assert main([*arguments, "--troops", "any"]) == 0
    out = capsys.readouterr().out
    assert "95 % interval" in out and "a draw counted as half" in out and "recruit decides in a mean of" in out


def test_ctrl_c_tells_what_was_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stopped(asked: list[Bout], workers: int) -> Iterator[Played]:
        yield play(asked[0])
        raise KeyboardInterrupt

    monkeypatch.setattr("eden_core.cli.simulate.played_by", stopped)
    assert main(["simulate", "--matches", "3"]) == 130
    told = capsys.readouterr()
    assert "stopped after 1 of 3 matches" in told.err and told.out.startswith("1 matches")


def test_the_bench_measures_strength() -> None:
    """A row for the score, its lower bound and the time of each pair; a bound that is missed is told."""
    rows = {words: figure(*row) for words, row in measure((("random", "recruit", 1, 95),)).items()}
    assert [row["unit"] for row in rows.values()] == ["%", "%", "ms"] and [row["ok"] for row in rows.values()] == [
        "yes",
        "NO",
        "yes",
    ]


WRONG = [
    (["--players", "recruit"], "--players takes two of"),
    (["--players", "recruit,nobody"], "--players takes two of"),
    (["--players", "random-blind,random"], "--players takes two of"),
    (["--workers", "0"], "--workers is 1 or more"),
    (["--budget", "-1"], "--budget 0 or more"),
    (["--matches", "0"], "--matches is 1 or more"),
    (["--troops", "jokers_starter"], "--troops takes two of"),
    (["--troops", "jokers_starter,nobody"], "--troops takes two of"),
    (["--seed", str(1 << 128)], "2 to the power of 128"),
    (["--seed", "-1"], "--seed 0 or more"),
]


@pytest.mark.parametrize(("more", "said"), WRONG)
def test_what_is_wrong_is_named(more: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *more]) == 2
    assert said in capsys.readouterr().err
