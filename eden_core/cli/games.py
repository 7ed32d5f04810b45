"""Games between players of the core: numbers from a seed, ready set-ups, and a match played to its end."""

from __future__ import annotations

from random import Random

from eden_core.ai.player import Player
from eden_core.ai.players import chosen_player
from eden_core.cards.shipped import load
from eden_core.engine import flow
from eden_core.engine.match import Match, Setup
from eden_core.engine.messages import Event, Roll
from eden_core.engine.vault import Vault
from eden_core.record.record import Dice, Entry, Given, Record
from eden_core.rules.start import new_match
from eden_core.ruleset import EDITIONS

__all__ = ["Game", "SeededNumbers", "ready_setup", "with_modules"]


class SeededNumbers:
    """Numbers from a seed, the same on any machine."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, n: int) -> int:
        """One of 0 to n - 1."""
        return int(self._random.random() * n)


def ready_setup(
    seed: int = 0, edition: str = "fr3", names: tuple[str, str] = ("jokers_starter", "bamaka_starter")
) -> Setup:
    """Two ready troops on a field whose scenery is placed by turns; the seed makes the match's nonce."""
    library = load(edition)
    troops = (library.troops[names[0]], library.troops[names[1]])
    missions = tuple(library.missions.values())
    return Setup(
        EDITIONS[edition],
        troops,
        missions,
        tuple(library.tactics.values()),
        abilities=library.abilities_of(troops, missions),
        pool=tuple(library.pieces.values()),
        nonce=seed.to_bytes(16, "big"),
    )


def with_modules(setup: Setup, territory: bool, infestation: int, weather: int) -> Setup:
    """TER, NPF, WEA: a set-up with optional modules: on or off, a level (0: none, `ROLLED`), so many rolls."""
    library = load(setup.ruleset.edition)
    npfs = tuple(library.npfs.values()) if infestation else ()
    return setup._replace(
        territory=int(territory),
        pool=library.terrain if territory else setup.pool,
        infestation=infestation,
        npfs=npfs,
        weather=weather,
        abilities=library.abilities_of(setup.troops, setup.missions, npfs),
    )


class Game:
    """A match under way between two players of the core; `step` answers one question."""

    def __init__(self, setup: Setup, players: tuple[str, str], seed: int, nodes: int = 0) -> None:
        self.numbers = SeededNumbers(seed)
        self.match = new_match(setup)
        self.secrets = tuple(bytes(self.numbers.below(256) for _ in range(32)) for _ in players)
        self.vaults = {player: Vault(player, secret) for player, secret in enumerate(self.secrets, 1)}
        self.players: dict[int, Player] = {
            player: chosen_player(name, player, self.numbers, nodes) for player, name in enumerate(players, 1)
        }
        self.entries: list[Entry] = []

    def step(self) -> tuple[Event, ...]:
        """Answer the pending question and return the events that followed."""
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
        """Play to the end."""
        while self.match.pending is not None:
            self.step()
        return self.match

    def record(self) -> Record:
        """The match so far."""
        one, two = self.secrets
        return Record(self.match.setup, (one, two), tuple(self.entries))
