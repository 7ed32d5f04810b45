"""Matches small enough to be played by the hundred, and peers copied out of the middle of one."""

from __future__ import annotations

from functools import cache

from eden_core.cards.shipped import load
from eden_core.cli.games import ready_setup
from eden_core.engine.match import Setup
from eden_core.sync.chain.secrets import MatchSecrets
from eden_core.sync.peer.peer import Peer
from tests.sync.peers import Side, Table, pair

__all__ = ["SEED", "begun", "copied", "secret_of", "small_setup"]

SEED = 5
LENGTH = 32  # the shortest chain: renewed from its 16th reveal on


def small_setup(seed: int = SEED, fighters: int = 2, rounds: int = 2, weather: int = 0) -> Setup:
    """Both ready troops cut down to their cheapest fighters, no scenery."""
    setup = ready_setup(seed)
    library = load(setup.ruleset.edition)
    one, two = (
        troop._replace(profiles=tuple(sorted(troop.profiles, key=lambda profile: profile.value)[:fighters]))
        for troop in setup.troops
    )
    return setup._replace(
        troops=(one, two),
        rounds=rounds,
        pool=(),
        weather=weather,
        abilities=library.abilities_of((one, two), setup.missions),
    )


def secret_of(side: Side) -> bytes:
    """A side's match secret."""
    assert side.peer.own is not None
    return side.peer.own.secret


def copied(table: Table, seed: int = SEED) -> Table:
    """The same two sides once more, as if both pages were loaded again, nobody connected; quicker than reading a
    save.
    """
    return Table(_copied(table.sides[1], seed), _copied(table.sides[2], seed))


def _copied(side: Side, seed: int) -> Side:
    old = side.peer
    assert old.own is not None
    peer = Peer(
        old.player,
        old.invite,
        old.key,
        MatchSecrets(old.player, old.own.secret, old.invite, old.own.vault.copy()),
        None,
        old.greeting.link_secret,
    )
    peer.reply, peer.ledger, peer.peer_seq = old.reply, None if old.ledger is None else old.ledger.copy(), old.peer_seq
    peer.signatures, peer.resigning = dict(old.signatures), old.resigning
    new = Side(old.player, SEED, peer)
    new.ai.numbers = type(new.ai.numbers)(seed * 2 + old.player)  # type: ignore[attr-defined, call-arg]
    new.stored, new.keys = side.stored, side.keys
    return new


@cache
def begun(mode: int, segment: int, answers: int = 0, fighters: int = 2, rounds: int = 2, weather: int = 0) -> Table:
    """Two sides that agreed on a match and played it until so many segments of dice and answers; copy it, don't
    change it.
    """
    for seed in range(SEED, SEED + 40):  # the dice hang on every byte of the rules: not every match goes so far
        table = pair(seed, small_setup(seed, fighters, rounds, weather), mode, LENGTH)
        for side in table.sides.values():
            side.stored = side.peer.save(side.peer.ledger, {})
        if not segment:
            return table
        table.connect()
        table.settle()
        count = 0
        while count < answers or table.sides[1].peer.ledger.segment < segment:  # type: ignore[union-attr]
            if not table.play(1):
                break
            count += 1
        else:
            table.settle()
            table.cut()
            return table
    raise AssertionError("no match goes so far")
