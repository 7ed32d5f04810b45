"""Two honest peers and a network at its worst, driven by one byte-string, so that any failure is a seed.

Each byte is a step: a message delivered, doubled, held back or lost, the line cut, a page killed between signing,
storing and sending, an old save put back, a player's word of any kind. After every step what the protocol promises
is checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from random import Random
from unittest import mock

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from eden_core.engine import flow
from eden_core.engine.codec import state_hash
from eden_core.engine.match import opponent
from eden_core.engine.messages import Roll
from eden_core.engine.vault import nonce_of
from eden_core.record.record import Given
from eden_core.rules.start import new_match
from eden_core.sync.chain import ledger
from eden_core.sync.chain.dice import Faces
from eden_core.sync.chain.entries import Order
from eden_core.sync.chain.genesis import QUICK, STRICT
from eden_core.sync.chain.ledger import Ledger
from eden_core.sync.peer import jobs, restoring
from eden_core.sync.peer.effects import Sign, Store, Verify
from tests.sync.peers import Keys, Side, Table
from tests.sync.small import begun, copied

IMPOSSIBLE = {
    "two_histories",
    "states_differ",
    "consent_does_not_hold",
    "signature_does_not_hold",
    "not_signed",
    "not_the_next_reveal",
    "not_canonical",
    "match_is_closed",
    "not_a_message",
    "another_match",
}
STARTS = ((0, 0, 2), (1, 3, 2), (2, 0, 2), (14, 0, 8))  # segment of dice, answers given, rounds

verified = cache(Keys.verify)


class World:
    """Two sides, their line, and all that was ever seen of them."""

    def __init__(self, table: Table, mode: int, seed: int) -> None:
        self.table, self.mode = table, mode
        self.sides = table.sides
        self.old: dict[int, list[bytes]] = {player: [side.stored] for player, side in self.sides.items()}
        self.chains: dict[int, list[bytes]] = {1: [], 2: []}  # the ids up to each player's latest signature
        self.agreed: list[bytes] = []  # the ids that both signed for
        self.seen: dict[int, Ledger | None] = {1: None, 2: None}
        self.lines = 0
        self.now = 0
        self.connected = False
        self.listens = True
        self.steps = {
            number: step
            for number, step in enumerate(
                (
                    self.deliver,
                    self.deliver,
                    self.deliver,
                    self.run,
                    self.run,
                    self.agree,
                    self.play,
                    self.play,
                    self.play,
                    self.flow,
                    self.flow,
                    self.flow,
                    self.carry_out,
                    self.carry_out,
                    self.double,
                    self.reorder,
                    self.drop,
                    self.cut,
                    self.join,
                    self.kill,
                    self.kill_after_store,
                    self.old_save,
                    self.undo,
                    self.draw,
                    self.consent,
                    self.consent,
                    self.decline,
                    self.resign,
                    self.order,
                    self.tape,
                    self.tick,
                    self.twice,
                )
            )
        }

    # --- steps ---

    def step(self, byte: int) -> None:
        """One byte's step: five bits say what, one says who."""
        if not self.connected and byte & 7 == 7:
            self.join(1)
        self.steps[byte & 31](1 + (byte >> 5 & 1))
        self.check()

    def deliver(self, player: int) -> None:
        self.table.deliver(player)

    def run(self, player: int) -> None:
        side = self.sides[player]
        while self.carry_out(player):
            pass
        side.collect()

    def flow(self, player: int) -> None:
        """The network for once as it should be."""
        for _ in range(4):
            for each in (player, opponent(player)):
                self.run(each)
                self.table.deliver(each)

    def carry_out(self, player: int) -> bool:
        side = self.sides[player]
        side.collect()
        if not side.waiting:
            return False
        effect = side.waiting[0]
        if isinstance(effect, Verify):
            side.waiting.popleft()
            side.peer.complete(effect.token, verified(effect.key, effect.signature, effect.data))
        else:
            side.carry_out()
            if isinstance(effect, Store):
                self.old[player].append(side.stored)
        self.collect(player)
        return True

    def collect(self, player: int) -> None:
        """Takes up what a side sends, and looks through it for what it must keep to itself."""
        side = self.sides[player]
        before = len(side.out)
        side.collect()
        secrets = self.secrets(player) if len(side.out) > before else ()
        for message in list(side.out)[before:]:
            assert not any(secret in message for secret in secrets)

    def secrets(self, player: int) -> tuple[bytes, ...]:
        peer, found = self.sides[player].peer, [b"-" * 32]
        ledger, own = peer.ledger, peer.own
        assert own is not None
        at = 0 if ledger is None else ledger.at[player]
        if ledger is None or not ledger.secrets[player]:
            found += [own.secret, own.reveal(at + 1), own.reveal(at + 2), own.reveal(at + 17)]
        if ledger is not None:
            table = ledger.match.sides[player]
            hidden = [table.hand_seal + index for index, digest in enumerate(table.hand) if digest]
            if table.sealed_mission and not table.mission:
                hidden.append(table.mission_seal)
            found += [nonce_of(own.secret, ledger.match.id, player, number) for number in hidden]
        return tuple(found)

    def play(self, player: int) -> None:
        side = self.sides[player]
        if side.can_play():
            side.play()

    def twice(self, player: int) -> None:
        """An impatient hand: the same answer given twice."""
        side = self.sides[player]
        if side.can_play():
            assert side.peer.ledger is not None and side.peer.own is not None
            given = side.ai.decide(side.peer.ledger.match, side.peer.own.vault)
            side.peer.answer(given)
            side.peer.answer(given)

    def double(self, player: int) -> None:
        out = self.sides[player].out
        if out:
            out.append(out[0])
            self.table.deliver(player)

    def reorder(self, player: int) -> None:
        self.sides[player].out.rotate(1)

    def drop(self, player: int) -> None:
        if self.sides[player].out:
            self.sides[player].out.popleft()

    def cut(self, player: int) -> None:
        self.table.cut()
        self.connected = False

    def join(self, player: int) -> None:
        """A new line; one that is still open is replaced."""
        self.lines += 1
        self.connected = True
        for side in self.sides.values():
            side.out.clear()
            ends = [b"line %d end %d" % (self.lines, each) for each in (side.player, 3 - side.player)]
            side.peer.connected(*ends)

    def kill(self, player: int) -> None:
        """The page is gone, with whatever was not stored."""
        self.cut(player)
        self.restart(player)

    def restart(self, player: int, must_hear: bool = False) -> None:
        side = self.sides[player]
        if side.peer.must_hear:
            must_hear = True  # what the page knew of its save's age went with it
        side.out.clear()
        side.waiting.clear()
        side.peer = restoring.restore(side.stored, must_hear and self.listens)
        side.peer.go_on()
        self.collect(player)

    def kill_after_store(self, player: int) -> None:
        """The page is gone between the store and the first word about it."""
        side = self.sides[player]
        side.collect()
        while side.waiting and isinstance(side.waiting[0], (Sign, Verify)):
            self.carry_out(player)
        if side.waiting:
            effect = side.waiting[0]
            assert isinstance(effect, Store)
            side.stored = effect.data
            self.old[player].append(side.stored)
        self.kill(player)

    def old_save(self, player: int) -> None:
        """An old save is put back, and said to be of unknown age. Only one side at a time: what both lost, nobody
        knows.
        """
        side, other = self.sides[player], self.sides[opponent(player)]
        if other.peer.must_hear or other.peer.ledger is None or side.peer.ledger is None:
            return
        self.cut(player)
        saves = self.old[player]
        side.stored = saves[len(saves) // 2]
        del saves[len(saves) // 2 + 1 :]  # later ones went with the store: they are of a history that is no more
        self.restart(player, must_hear=True)
        # What was signed and never arrived was never anybody's: it went with the store.
        self.chains[player] = []
        self.note(other, player)

    def undo(self, player: int) -> None:
        ledger = self.sides[player].peer.ledger
        if ledger is not None and ledger.may_undo_to():
            self.sides[player].peer.ask("undo", ledger.may_undo_to()[-1])

    def draw(self, player: int) -> None:
        self.sides[player].peer.ask("draw")

    def consent(self, player: int) -> None:
        """A draw ends too many matches to be agreed to each time."""
        asked = self.sides[player].peer.asked
        if asked is not None and (asked.what == "undo" or self.lines % 3 == 1):
            self.sides[player].peer.consent()

    def agree(self, player: int) -> None:
        """Something is asked and consented to while the network is kind."""
        self.flow(player)
        if self.lines % 5 == 4:
            self.draw(player)
        else:
            self.undo(player)
        self.flow(player)
        self.sides[opponent(player)].peer.consent()
        self.flow(opponent(player))

    def decline(self, player: int) -> None:
        self.sides[player].peer.decline()

    def resign(self, player: int) -> None:
        if self.lines % 4 == 2:
            self.sides[player].peer.resign()

    def order(self, player: int) -> None:
        side = self.sides[player]
        if side.can_play():
            assert side.peer.ledger is not None
            match = side.peer.ledger.match
            mine = tuple(name for name, fighter in match.fighters.items() if fighter.player == player)
            side.peer.order(Order(match.table.round, self.now % 2, mine))

    def tape(self, player: int) -> None:
        side = self.sides[player]
        if self.mode == QUICK and side.can_play():
            assert side.peer.ledger is not None
            side.peer.tape(side.peer.ledger.segment + 3 + self.now % 13)

    def tick(self, player: int) -> None:
        self.now += 2600
        self.sides[player].peer.tick(self.now)

    # --- what holds at all times ---

    def check(self) -> None:
        """All promises; what has not changed since the last step is not looked at again."""
        for player, side in self.sides.items():
            self.collect(player)
            peer = side.peer
            codes = {shown.error.code for shown in side.shown if shown.error is not None}
            assert peer.trouble is None and not peer.proof and not codes & IMPOSSIBLE, codes
            side.shown.clear()
            ledger = peer.ledger
            if ledger is self.seen[player] or ledger is None:
                continue
            self.seen[player] = ledger
            self.note(side, 1)
            self.note(side, 2)
            if self.mode == STRICT:  # no reveal travels before the last choice that bears on the roll
                waits = isinstance(ledger.match.pending, Roll)
                assert all(at < ledger.segment + waits for at in ledger.at.values())

    def note(self, side: Side, signer: int) -> None:
        """Heads signed by one player lie on one chain; heads signed by both are the same for everybody."""
        ledger, signatures = side.peer.ledger, side.peer.signatures
        if ledger is None or signer not in signatures:
            return
        held, chain = ledger.ids[: signatures[signer].seq + 1], self.chains[signer]
        common = min(len(held), len(chain))
        assert held[:common] == chain[:common], f"player {signer} signed two histories"
        if len(held) > len(chain):
            self.chains[signer] = held
        if len(signatures) == 2:
            both = ledger.ids[: min(kept.seq for kept in signatures.values()) + 1]
            common = min(len(both), len(self.agreed))
            assert both[:common] == self.agreed[:common], "two agreed heads at one slot"
            self.agreed = max(both, self.agreed, key=len)

    # --- at the end ---

    def heal(self, answers: int) -> None:
        """The network is whole again: both come to one head, and play goes on."""
        self.cut(1)
        self.join(1)
        self.settle()
        for _ in range(answers):
            self.same()
            able = [side for side in self.sides.values() if side.can_play()]
            if not able:
                assert self.ledger(1).due() is None, "nobody can go on"
                break
            able[0].play()
            self.settle()
        self.same()
        for side in self.sides.values():
            shown = side.peer.ledger
            assert shown is not None
            match = new_match(shown.genesis.setup)
            for step in shown.steps:
                if isinstance(step, Given):
                    flow.answer(match, step.player, step.answer)
                else:
                    flow.roll(match, step.faces)
            assert state_hash(match) == state_hash(shown.match)
            again = restoring.restore(side.stored)
            assert again.ledger is not None and (again.ledger.head, again.ledger.state()) == (shown.head, shown.state())

    def ledger(self, player: int) -> Ledger:
        ledger = self.sides[player].peer.ledger
        assert ledger is not None
        return ledger

    def same(self) -> None:
        one, two = self.ledger(1), self.ledger(2)
        assert (one.seq, one.head, one.state()) == (two.seq, two.head, two.state())
        assert one.steps == two.steps and self.sides[1].peer.signatures == self.sides[2].peer.signatures

    def settle(self) -> None:
        busy = True
        while busy:
            for player in (1, 2):
                self.run(player)
            self.check()
            busy = self.table.deliver(1) | self.table.deliver(2)


@contextmanager
def watched() -> Iterator[None]:
    """The dice of a segment follow from the same two reveals in every history that anybody ever tries."""
    seen: dict[tuple[bytes, int], tuple[bytes, bytes]] = {}

    def faces(match_id: bytes, segment: int, one: bytes, two: bytes) -> Faces:
        assert seen.setdefault((match_id, segment), (one, two)) == (one, two), f"the dice of segment {segment} changed"
        return Faces(match_id, segment, one, two)

    with (
        mock.patch.object(ledger, "Faces", faces),
        mock.patch.object(jobs, "is_sound_signature", lambda one: len(one) == 64),
    ):
        yield


def played(data: bytes, mode: int, listens: bool = True) -> World:
    """Carries a byte-string out: two bytes to begin with, then a step each."""
    where, seed = data[0], data[1]
    segment, answers, rounds = STARTS[where % len(STARTS)]
    with watched():
        world = World(copied(begun(mode, segment, answers, rounds=rounds), seed), mode, seed)
        world.listens = listens
        world.check()
        if where & 128:
            world.join(1)
        for byte in data[2:]:
            world.step(byte)
        world.heal(200 if where & 124 == 0 else 3)
    return world


STRINGS = st.binary(min_size=24, max_size=110)
often = partial(
    settings,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.parametrize("mode", (STRICT, QUICK))
def test_whatever_happens_on_the_way_the_promises_hold(mode: int) -> None:
    @given(STRINGS)
    @often(max_examples=60)
    @example(bytes((131, 7)) + bytes((9, 6)) * 40)
    @example(bytes((128, 7)) + bytes((9, 6, 43, 38)) * 20)
    def holds(data: bytes) -> None:
        played(data, mode)

    holds()


def test_a_peer_that_writes_before_it_has_heard_is_found_out() -> None:
    """That the promises are looked at: a player who goes on from an old save at once signs two histories."""
    numbers = Random(1)
    with pytest.raises(AssertionError, match="two histories|two agreed|changed|two_histories"):
        for _ in range(80):
            played(numbers.randbytes(90), STRICT, listens=False)


def test_a_byte_string_is_played_alike_each_time() -> None:
    data = Random(2).randbytes(80)
    one, two = played(data, STRICT), played(data, STRICT)
    assert one.ledger(1).ids == two.ledger(1).ids and one.sides[2].stored == two.sides[2].stored
