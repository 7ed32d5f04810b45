"""The players: each finishes matches of every edition legally, the same seed plays the same, nobody peeks, thinking
in slices changes nothing, reasons are of the listed kinds.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import eden_core
from eden_core.ai.player import REASONS, thinking, why
from eden_core.ai.players import NAMES, chosen_player
from eden_core.cli.games import Game, SeededNumbers, ready_setup, with_modules
from eden_core.cli.tournament import pair_of
from eden_core.engine import flow
from eden_core.engine.codec import state_hash
from eden_core.engine.match import Match
from eden_core.engine.messages import Decision
from eden_core.engine.vault import Vault
from eden_core.record.record import write
from eden_core.ruleset import EDITIONS

NODES = 300
THINKERS = tuple(name for name in NAMES if name != "random")


def game(players: tuple[str, str], seed: int, edition: str = "fr3", modules: bool = False, rounds: int = 5) -> Game:
    """A game between two players of ready troops, with all modules or none."""
    setup = ready_setup(seed, edition, pair_of(seed, edition))._replace(rounds=rounds)
    if modules:
        setup = with_modules(setup, True, 3, 2)
    return Game(setup, players, seed, NODES)


@pytest.mark.parametrize("edition", sorted(EDITIONS))
@pytest.mark.parametrize("name", THINKERS)
def test_finishes_matches_of_every_edition_with_all_modules(name: str, edition: str) -> None:
    """Each answer is legal, or the engine would refuse it; hardly any is left to chance; each has a reason of the
    list.
    """
    played = game((name, "recruit"), len(edition) + len(name) + ord(edition[0]), edition, modules=True, rounds=2)
    spare = 0
    while (question := played.match.pending) is not None:
        played.step()
        if isinstance(question, Decision):
            reason = why(played.players[question.owners[0]])
            assert reason is not None and reason.code in REASONS
            spare += reason.code == "legal"
    assert played.match.table.winner >= 0 and spare <= 4


@pytest.mark.parametrize("name", THINKERS)
def test_one_seed_plays_one_match(name: str) -> None:
    first, second = (game((name, "veteran"), 11, rounds=2) for _ in range(2))
    first.play()
    second.play()
    assert write(first.record()) == write(second.record())


@dataclass
class Watched:
    """Lets a player answer, and asks another that knows nothing more in a world where the other side keeps other
    secrets.
    """

    player: Any
    side: int
    name: str
    asked: int = 0

    def decide(self, match: Match, vault: Vault) -> Any:
        """The answer; the same as in the other world."""
        other = match.copy()
        theirs = other.sides[3 - self.side]
        other.sides[3 - self.side] = theirs._replace(
            sealed_mission=theirs.sealed_mission and bytes(32), hand=tuple(card and bytes(32) for card in theirs.hand)
        )
        numbers = SeededNumbers(self.asked)
        here = chosen_player(self.name, self.side, numbers, NODES).decide(match, vault.copy())
        there = chosen_player(self.name, self.side, SeededNumbers(self.asked), NODES).decide(other, vault.copy())
        self.asked += 1
        assert here == there
        return chosen_player(self.name, self.side, SeededNumbers(self.asked), NODES).decide(match, vault)


@pytest.mark.parametrize("name", THINKERS)
def test_nobody_peeks(name: str) -> None:
    """What the other side keeps face down changes no answer: its digests alone stand in the match, and any will do."""
    played = game((name, "recruit"), 21, rounds=2)
    played.players[1] = watched = Watched(None, 1, name)
    played.play()
    assert watched.asked > 20


@pytest.mark.parametrize("name", ("random", *THINKERS))
def test_thinking_in_slices_is_deciding(name: str) -> None:
    """In slices the answer is the same; cut short, nothing has changed."""
    played = game((name, "random"), 8, rounds=2)
    most = 0
    while (question := played.match.pending) is not None:
        if (
            isinstance(question, Decision)
            and question.owners[0] == 1
            and question.kind in ("action", "designate", "interrupt")
        ):
            before = state_hash(played.match), played.match.answers, dict(played.vaults[1].__dict__)
            cut = thinking(chosen_player(name, 1, SeededNumbers(5), NODES), played.match, played.vaults[1])
            next(cut, None)
            cut.close()
            steps = thinking(chosen_player(name, 1, SeededNumbers(5), NODES), played.match, played.vaults[1])
            slices = 0
            while True:
                try:
                    slices += next(steps) > 0
                except StopIteration as done:
                    answer = done.value
                    break
            assert (state_hash(played.match), played.match.answers, dict(played.vaults[1].__dict__)) == before
            assert answer == chosen_player(name, 1, SeededNumbers(5), NODES).decide(played.match, played.vaults[1])
            assert flow.can(played.match, 1, answer)
            most = max(most, slices)
        played.step()
    assert most >= 3 or name == "random"


def test_every_reason_is_listed_and_given() -> None:
    """The codes that the players say are those of `REASONS`, all of them."""
    places = {"say": 0, "Plan": 2, "Deed": 3}  # of the code among a call's arguments
    said: set[str] = set()
    for path in Path(eden_core.__file__).parent.joinpath("ai").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in places and len(node.args) > places[name]:
                    code = node.args[places[name]]
                    texts = [part.value for part in ast.walk(code) if isinstance(part, ast.Constant)]
                    said.update(text for text in texts if isinstance(text, str))
    assert said == set(REASONS)


def test_an_unknown_name_is_none() -> None:
    for name in ("nobody", "random-blind", "-blind", "veteran-blind-blind"):
        with pytest.raises(KeyError):
            chosen_player(name, 1, SeededNumbers(1))


def test_a_budget_bounds_the_search() -> None:
    """With one node, no more than one fighter's plans are looked at, and no reply; with more nodes, more."""
    played = game(("recruit", "recruit"), 4)
    while not (
        isinstance(question := played.match.pending, Decision)
        and question.kind == "designate"
        and played.match.table.round == 2
    ):
        played.step()
    side = question.owners[0]
    taken = []
    for nodes in (1, 100_000):
        steps = thinking(chosen_player("warlord", side, SeededNumbers(1), nodes), played.match, played.vaults[side])
        taken.append(sum(steps))
    assert len(question.options) > 2 and taken[0] * 2 < taken[1]
