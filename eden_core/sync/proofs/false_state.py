"""Proof that a player signed a state to which the rules do not lead: a small file that can be checked with the rules.

It holds the match and all entries up to the signed slot. The proof holds when the signature does and the entries lead
to another state, which a replay shows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from eden_core.engine.cbor import decode, encode
from eden_core.errors import Malformed, reading
from eden_core.sync.chain.entries import Entry, head_statement
from eden_core.sync.chain.genesis import Genesis, read_invite, read_reply
from eden_core.sync.chain.ledger import Ledger
from eden_core.sync.wire import MOST_ITEMS

__all__ = ["SIZE", "FalseState", "check_of", "is_one", "proof_bytes", "read_proof", "replayed"]

VERSION = 1
SIZE = 7  # parts of its file


class FalseState(NamedTuple):
    """A proof: match (the two halves of its genesis), signer, kinds and bodies of all entries, state and signature."""

    invite: bytes
    reply: bytes
    player: int
    entries: tuple[tuple[int, Any], ...]
    state: bytes
    signature: bytes


def is_one(data: bytes) -> bool:
    """Return whether bytes have the form of such a proof. Raises `Malformed` for bytes that are not canonical."""
    parts = decode(data)
    return isinstance(parts, tuple) and len(parts) == SIZE


def proof_bytes(proof: FalseState) -> bytes:
    """Return the bytes of a proof's file."""
    return encode((VERSION, *proof))


def read_proof(data: bytes) -> tuple[FalseState, Genesis]:
    """Return a proof from its bytes, still to be replayed and its signature to be verified. Raises `EdenError`."""
    with reading("proof", "not_a_proof"):
        version, invite, reply, player, entries, state, signature = decode(data)
        if version != VERSION:
            raise Malformed("other_protocol", theirs=str(version)[:20], ours=VERSION)
        _, genesis = read_reply(read_invite(invite), reply)
        if (
            type(player) is not int
            or player not in (1, 2)
            or not 0 < len(entries) <= MOST_ITEMS
            or type(state) is not bytes
            or len(state) != 8
            or type(signature) is not bytes
        ):
            raise Malformed("not_a_proof")
        proof = FalseState(invite, reply, player, tuple((kind, body) for kind, body in entries), state, signature)
        if proof_bytes(proof) != data:
            raise Malformed("not_canonical")
    return proof, genesis


def replayed(proof: FalseState, genesis: Genesis) -> Ledger:
    """Return the ledger after the entries.

    Raises `EdenError` where they break the rules, or lead to the state that was signed.
    """
    ledger = Ledger(genesis)
    for kind, body in proof.entries:
        due = ledger.due()
        if due is None:
            raise Malformed("match_is_closed", where=f"entry {ledger.seq + 1}")
        ledger.apply(Entry(due.writer, kind, body))
    if ledger.state() == proof.state:
        raise Malformed("proves_nothing", where="proof")
    return ledger


def check_of(proof: FalseState, ledger: Ledger) -> tuple[bytes, bytes, bytes]:
    """Return the signature that is still to be verified: key, signature, statement."""
    return (
        ledger.genesis.key(proof.player),
        proof.signature,
        head_statement(ledger.genesis.id, ledger.seq, ledger.head, proof.state),
    )
