"""The search for a fork when the other player shows another history, to prove who signed both."""

from __future__ import annotations

from collections.abc import Generator

from eden_core.errors import EdenError, Malformed
from eden_core.sync.chain.entries import Entry
from eden_core.sync.chain.ledger import Ledger
from eden_core.sync.chain.stored import Signature
from eden_core.sync.peer.effects import Request
from eden_core.sync.peer.jobs import verify
from eden_core.sync.proofs import fork
from eden_core.sync.wire import Batch

__all__ = ["find_fork"]


def find_fork(
    invite: bytes, reply: bytes, ledger: Ledger, signatures: dict[int, Signature], batch: Batch, slot: int
) -> Generator[Request, object, fork.Proof]:
    """Return the proof that a player signed two histories after `slot`; within a job.

    `invite` and `reply` make the genesis in the proof; `signatures` are those that this side holds. Raises `Malformed`
    where it can be proved of nobody.
    """
    genesis = ledger.genesis
    if not any(signed.player in signatures and signed.seq > slot for signed in batch.signed):
        raise Malformed("another_history", where=f"slot {slot + 1}")  # no signature covers it
    theirs: list[Entry] = []
    trial = Ledger(genesis)
    for entry in ledger.entries[:slot]:
        trial.apply(entry)
    for kind, body in batch.entries[slot - batch.base :]:
        due = trial.due()
        if due is None:
            break
        theirs.append(Entry(due.writer, kind, body))
        try:
            trial.apply(theirs[-1])
        except EdenError:
            break
    for signed in batch.signed:
        ours = signatures.get(signed.player)
        count = signed.seq - slot
        if ours is None or ours.seq <= slot or not 0 < count <= len(theirs):
            continue
        proof = fork.Proof(
            invite,
            reply,
            signed.player,
            slot,
            ledger.ids[slot],
            fork.Branch(tuple(ledger.entries[slot : ours.seq]), ours.state, ours.bytes),
            fork.Branch(tuple(theirs[:count]), signed.state, signed.signature),
        )
        key, signature, sworn = fork.checks_of(proof, genesis)[1]
        if (yield from verify(key, signature, sworn)):
            return proof
    raise Malformed("another_history", where=f"slot {slot + 1}")
