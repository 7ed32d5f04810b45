"""Proof that one player signed two histories of one match: a small file that can be checked without the rules.

Both branches start from the same slot; each consists of its entries and the player's signature over its head. The proof
holds when both signatures do and the branches differ in their first entry: an honest player never signs a head that
does not follow from the last one signed.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, NamedTuple

from eden_core.engine.cbor import decode, encode
from eden_core.errors import Malformed, reading
from eden_core.sync.chain.entries import Entry, head_statement
from eden_core.sync.chain.genesis import Genesis, read_invite, read_reply
from eden_core.sync.wire import MOST_ITEMS

__all__ = ["Branch", "Proof", "checks_of", "head_of", "proof_bytes", "read_proof"]

VERSION = 1


class Branch(NamedTuple):
    """One of two histories: the entries after the common slot, the state at its head, and the signature."""

    entries: tuple[Entry, ...]
    state: bytes
    signature: bytes


class Proof(NamedTuple):
    """A proof: signer, match (as the two halves of its genesis), last common slot, and both branches."""

    invite: bytes
    reply: bytes
    player: int
    base: int
    prev: bytes
    one: Branch
    two: Branch


def head_of(genesis_id: bytes, seq: int, head: bytes, entries: tuple[Entry, ...]) -> bytes:
    """Return the id of the last of some entries after slot `seq`."""
    for entry in entries:
        seq += 1
        head = sha256(b"eden/entry/1" + encode((genesis_id, seq, head, *entry))).digest()
    return head


def proof_bytes(proof: Proof) -> bytes:
    """Return the bytes of a proof's file."""
    return encode((VERSION, *proof))


def read_proof(data: bytes) -> tuple[Proof, Genesis]:
    """Return a proof from its bytes, its signatures still to be verified (`checks_of`). Raises `EdenError`."""
    with reading("proof", "not_a_proof"):
        version, invite_data, reply_data, player, base, prev, one, two = decode(data)
        if version != VERSION:
            raise Malformed("other_protocol", theirs=str(version)[:20], ours=VERSION)
        _, genesis = read_reply(read_invite(invite_data), reply_data)
        if (
            player not in (1, 2)
            or type(player) is not int
            or type(base) is not int
            or not 0 <= base < 1 << 31
            or type(prev) is not bytes
            or len(prev) != 32
        ):
            raise Malformed("not_a_proof")
        proof = Proof(invite_data, reply_data, player, base, prev, _branch(one), _branch(two))
        if proof_bytes(proof) != data:
            raise Malformed("not_canonical")
        if proof.one.entries[0] == proof.two.entries[0]:
            raise Malformed("proves_nothing")
    return proof, genesis


def _branch(data: Any) -> Branch:
    entries, state, signature = data
    if (
        not 0 < len(entries) <= MOST_ITEMS
        or type(state) is not bytes
        or len(state) != 8
        or type(signature) is not bytes
    ):
        raise Malformed("not_a_proof")
    return Branch(tuple(Entry(*entry) for entry in entries), state, signature)


def checks_of(proof: Proof, genesis: Genesis) -> tuple[tuple[bytes, bytes, bytes], ...]:
    """Return the two signatures that are still to be verified: (key, signature, statement) twice."""
    return tuple(
        (
            genesis.key(proof.player),
            branch.signature,
            head_statement(
                genesis.id,
                proof.base + len(branch.entries),
                head_of(genesis.id, proof.base, proof.prev, branch.entries),
                branch.state,
            ),
        )
        for branch in (proof.one, proof.two)
    )
