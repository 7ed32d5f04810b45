"""A verifier that shares no code with the core: its own reading of CBOR, hash chain, dice chains, dice and signatures.

It sees what travels between two players: both halves of the genesis, the entries in their sealed form, both
signatures. From these, and from the protocol's formulas alone, which are stated here once more, it finds the match's
id, each entry's id, who revealed what, the faces of each roll, the commitments and what they hide; the core must have
found the same.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

import cbor2
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from eden_core.engine import cbor
from eden_core.engine.messages import Hand, Open, Seal, Tactic
from eden_core.errors import Malformed
from eden_core.record.record import Dice, Given
from eden_core.sync.chain.entries import Entry
from eden_core.sync.chain.genesis import Reply
from eden_core.sync.chain.ledger import Ledger
from eden_core.sync.wire import Batch, Signed, message_of
from tests.sync.matches import Game, whole

ANSWER, REVEAL, SECRET = 0, 1, 2
SEEDS = (1, 8)


def hashed(domain: str, *parts: bytes) -> bytes:
    return sha256(domain.encode() + b"".join(parts)).digest()


def canonical(value: Any) -> bytes:
    return cbor2.dumps(value, canonical=True)


class Wire(NamedTuple):
    """What travelled: the guest's view of a whole match."""

    invite: bytes
    reply: bytes
    batch: bytes
    writers: tuple[int, ...]  # the core says who writes each slot


def wire_of(game: Game) -> Wire:
    """A match as messages would carry it."""
    genesis, ledger = game.ledger.genesis, game.ledger
    signed = tuple(
        Signed(player, kept.seq, kept.state, kept.bytes) for player, kept in sorted(game.signatures().items())
    )
    batch = Batch(0, ledger.ids[0][:8], tuple((entry.kind, entry.body) for entry in ledger.entries), signed)
    edition = genesis.setup.ruleset.edition
    return Wire(
        genesis.invite.data(),
        Reply(genesis.guest).data(edition),
        message_of(batch),
        tuple(entry.writer for entry in ledger.entries),
    )


class Found:
    """All that can be found from the wire without knowing any rule of the game."""

    def __init__(self, wire: Wire) -> None:
        version, rules, mode, self.length, setup, host = cbor2.loads(wire.invite)
        _, guest, _, _ = cbor2.loads(wire.reply)
        self.keys, self.tips, self.commitments, nonces = ({1: a, 2: b} for a, b in zip(host, guest))
        self.salt = hashed("eden/salt/1", nonces[1])
        self.id = hashed("eden/genesis/1", canonical([version, rules, mode, self.length, setup, host, guest]))
        _, base, prev, entries, signed = cbor2.loads(wire.batch)
        assert base == 0 and prev == self.id[:8]
        self.ids = [self.id]
        self.at = {1: 0, 2: 0}
        self.links = {player: [self.tips[player]] for player in (1, 2)}
        self.reveals: list[tuple[int, int, bytes]] = []  # player, segment, link
        self.secrets: dict[int, bytes] = {}
        for seq, ((kind, body), writer) in enumerate(zip(entries, wire.writers, strict=True), 1):
            self.ids.append(hashed("eden/entry/1", canonical([self.id, seq, self.ids[-1], writer, kind, body])))
            self._take(kind, body, writer)
        self.signed = [(player, seq, state, signature) for player, seq, state, signature in signed]

    def _take(self, kind: int, body: Any, writer: int) -> None:
        shown = body[1:] if kind == ANSWER else body if kind == REVEAL else []
        for link in shown:
            before = self.links[writer][-1]
            k = len(self.links[writer])
            assert hashed("eden/chain/1", self.salt, bytes([writer]), (k - 1).to_bytes(4, "big"), link) == before
            self.links[writer].append(link)
        if kind == SECRET:
            assert hashed("eden/secret/1", self.keys[writer], body) == self.commitments[writer]
            self.secrets[writer] = body

    def segments(self) -> int:
        """How many rolls both revealed for."""
        return min(map(len, self.links.values())) - 1

    def faces(self, segment: int, dice: int) -> tuple[int, ...]:
        """Rejection-sampled: bytes below 252, modulo six."""
        seed = hashed(
            "eden/dice/1", self.id, segment.to_bytes(4, "big"), self.links[1][segment], self.links[2][segment]
        )
        stream = b"".join(sha256(seed + counter.to_bytes(4, "big")).digest() for counter in range(1 + dice // 16))
        return tuple(byte % 6 + 1 for byte in stream if byte < 252)[:dice]

    def tip(self, player: int) -> bytes:
        """The tip of the chain that a secret leads to."""
        link = hashed("eden/seed/1", self.secrets[player], bytes(4))
        for k in range(self.length - 1, -1, -1):
            link = hashed("eden/chain/1", self.salt, bytes([player]), k.to_bytes(4, "big"), link)
        return link

    def is_signed(self) -> bool:
        """Whether both signatures are over the heads that they are said to be over."""
        for player, seq, state, signature in self.signed:
            statement = b"eden/head/1" + canonical([self.id, seq, self.ids[seq], state])
            try:
                Ed25519PublicKey.from_public_bytes(self.keys[player]).verify(signature, statement)
            except InvalidSignature:
                return False
        return {player for player, *_ in self.signed} == {1, 2}

    def seal(self, table: bytes, player: int, number: int, value: str | int) -> bytes:
        """The digest of what a player kept, its nonce made from their secret. `table`: the hash of the set-up with
        all cards in full and the genesis' id as its nonce; the one thing that needs the cards.
        """
        nonce = hashed("eden/nonce/1", self.secrets[player], table, bytes([player]), number.to_bytes(4, "big"))
        clear = f"i{value}".encode() if isinstance(value, int) else b"t" + value.encode()
        head = bytes([player]) + number.to_bytes(4, "big") + len(clear).to_bytes(2, "big")
        return hashed("eden/seal/1", table, head, nonce, clear)


@pytest.fixture(scope="module", params=SEEDS)
def played(request: pytest.FixtureRequest) -> tuple[Game, Found]:
    game = whole(request.param)
    return game, Found(wire_of(game))


def test_the_chain(played: tuple[Game, Found]) -> None:
    """The match's id, the id of every entry, the tips that the secrets lead to, the commitments, both signatures."""
    game, found = played
    assert found.id == game.ledger.genesis.id == game.match.setup.nonce
    assert found.ids == game.ledger.ids and len(found.ids) > 200
    assert found.secrets == game.secrets
    assert {player: found.tip(player) for player in (1, 2)} == found.tips
    assert found.is_signed()


def test_the_dice(played: tuple[Game, Found]) -> None:
    """The faces of every roll, in the order in which they fell; one pair of reveals feeds all rolls up to a
    decision.
    """
    game, found = played
    rolls: list[list[tuple[int, ...]]] = []
    for before, step in zip([None, *game.ledger.steps], game.ledger.steps):
        if isinstance(step, Dice):
            if not isinstance(before, Dice):
                rolls.append([])
            rolls[-1].append(step.faces)
    assert len(rolls) == found.segments() > 5
    for segment, faces in enumerate(rolls, 1):
        flat = tuple(face for roll in faces for face in roll)
        assert found.faces(segment, len(flat)) == flat, segment


def test_the_secrets(played: tuple[Game, Found]) -> None:
    """Every sealed answer hides something that its owner's secret explains, and what was opened is that."""
    game, found = played
    setup = game.match.setup
    words = [card.id for card in setup.missions] + [card.id for card in setup.tactics]
    sealed: dict[int, list[str | int]] = {1: [], 2: []}
    for step in game.ledger.steps:
        if not isinstance(step, Given):
            continue
        answer, player = step.answer, step.player
        if isinstance(answer, (Seal, Hand)):
            for digest in answer.digests if isinstance(answer, Hand) else (answer.digest,):
                number = len(sealed[player])
                meant = [
                    value
                    for value in (*range(30), *words)
                    if found.seal(game.match.id, player, number, value) == digest
                ]
                assert len(meant) == 1
                sealed[player] += meant
        elif isinstance(answer, Open):
            assert answer.value in sealed[player]
        elif isinstance(answer, Tactic):
            assert answer.card in sealed[player]
    assert all(len(values) > 5 for values in sealed.values())


def test_dice_are_fair() -> None:
    """The sampling throws bytes from 252 on away: each face equally often among all 256 values, and roughly so in
    play.
    """
    kept = [byte % 6 + 1 for byte in range(256) if byte < 252]
    assert {kept.count(face) for face in range(1, 7)} == {42}
    counted = [0] * 7
    for seed in SEEDS:
        found = Found(wire_of(whole(seed)))
        for segment in range(1, found.segments() + 1):
            for face in found.faces(segment, 400):
                counted[face] += 1
    total = sum(counted)
    chi = sum((count - total / 6) ** 2 for count in counted[1:]) / (total / 6)
    assert chi < 25.7  # five degrees of freedom: once in 10,000


def test_any_change_on_the_wire_is_noticed() -> None:
    """An entry changed, dropped, doubled, swapped with its neighbour or pasted from another match breaks chain or
    signature.
    """
    game, other = whole(SEEDS[0]), whole(SEEDS[1])
    wire = wire_of(game)
    kind, base, prev, entries, signed = cbor2.loads(wire.batch)
    foreign = cbor2.loads(wire_of(other).batch)[3]
    numbers = Random(4)
    for _ in range(5):
        at = numbers.randrange(len(entries) - 3)
        for changed in (
            entries[:at] + entries[at + 1 :],
            entries[:at] + entries[at : at + 1] + entries[at:],
            [*entries[:at], entries[at + 1], entries[at], *entries[at + 2 :]],
            [*entries[:at], foreign[at], *entries[at + 1 :]],
        ):
            if changed == entries:
                continue
            writers = (wire.writers + wire.writers)[: len(changed)]
            batch = canonical([kind, base, prev, changed, signed])
            with suppress(AssertionError, IndexError, TypeError):  # the chain of links or ids broke before
                assert not Found(wire._replace(batch=batch, writers=writers)).is_signed()
            trial = Ledger(game.ledger.genesis)
            try:
                for kind_, body in cbor.decode(batch)[3]:
                    due = trial.due()
                    if due is None:
                        break
                    trial.apply(Entry(due.writer, kind_, body))
            except Exception as error:
                assert type(error).__name__ in ("Malformed", "Illegal"), error
            assert trial.ids != game.ledger.ids


# --- the codec, against another one ---


def random_value(numbers: Random, depth: int = 0) -> Any:
    """Something that canonical bytes can hold."""
    kind = numbers.randrange(8 if depth < 4 else 5)
    if kind == 0:
        return numbers.randrange(-(2 ** numbers.choice((4, 8, 16, 32, 63))), 2 ** numbers.choice((5, 8, 16, 32, 64)))
    if kind == 1:
        return numbers.randbytes(numbers.choice((0, 1, 23, 24, 255, 256, 300)))
    if kind in (2, 3):
        return "".join(numbers.choice("aé𝄞\u202e\0\n") for _ in range(numbers.choice((0, 3, 24, 100))))
    if kind == 4:
        return numbers.randrange(24)
    if kind in (5, 6):
        return [random_value(numbers, depth + 1) for _ in range(numbers.randrange(6))]
    return {random_value(numbers, 9): random_value(numbers, depth + 1) for _ in range(numbers.randrange(5))}


def as_lists(value: Any) -> Any:
    """Arrays as the other codec has them."""
    if isinstance(value, tuple):
        return [as_lists(item) for item in value]
    if isinstance(value, dict):
        return {key: as_lists(item) for key, item in value.items()}
    return value


def test_another_codec_writes_and_reads_the_same() -> None:
    """cbor2 in its canonical form, on made-up values and on all bytes of a match."""
    numbers = Random(7)
    for _ in range(400):
        value = random_value(numbers)
        data = cbor.encode(value)
        assert as_lists(cbor.decode(data)) == value == cbor2.loads(data)
        assert canonical(value) == data or has_mixed_keys(value)
    game = whole()
    wire = wire_of(game)
    for data in (wire.invite, wire.reply, wire.batch, game.stored()):
        assert as_lists(cbor.decode(data)) == cbor2.loads(data)


def has_mixed_keys(value: Any) -> bool:
    """Keys in whose order RFC 8949 (bytewise) and RFC 7049 (the shorter first) differ."""
    if isinstance(value, list):
        return any(map(has_mixed_keys, value))
    if isinstance(value, dict):
        keys = [cbor.encode(key) for key in value]
        return sorted(keys) != sorted(keys, key=lambda key: (len(key), key)) or any(map(has_mixed_keys, value.values()))
    return False


def test_what_another_codec_takes_is_not_canonical_or_the_same() -> None:
    """Where the core reads some bytes, the other codec reads the same; what only the other takes is refused with a
    reason.
    """
    numbers = Random(9)
    taken = 0
    for _ in range(3000):
        data = bytearray(cbor.encode(random_value(numbers)))
        for _ in range(numbers.randrange(1, 3)):
            data[numbers.randrange(len(data))] = numbers.randrange(256)
        try:
            value = cbor.decode(bytes(data))
        except Malformed as error:
            assert error.code and error.where
            continue
        taken += 1
        assert cbor.encode(value) == bytes(data) and as_lists(value) == cbor2.loads(bytes(data))
    assert taken > 300
