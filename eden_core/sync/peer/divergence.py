"""What is done when the other shows another history: whoever signed both is proved to have, and the match freezes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eden_core.errors import EdenError, Malformed
from eden_core.sync.chain.ledger import Entry, Ledger
from eden_core.sync.peer.effects import Job
from eden_core.sync.proofs import fork
from eden_core.sync.wire import Batch

if TYPE_CHECKING:
    from eden_core.sync.peer.peer import Peer

__all__ = ["parted"]


def parted(peer: Peer, batch: Batch, slot: int) -> Job:
    """The other shows another history than ours after `slot`: whoever signed both is proved to have."""
    assert peer.ledger is not None and peer.reply is not None
    ledger, genesis = peer.ledger, peer.ledger.genesis
    if not any(signed.player in peer.signatures and signed.seq > slot for signed in batch.signed):
        raise Malformed("another_history", where=f"slot {slot + 1}")  # nobody vouches for it
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
        ours = peer.signatures.get(signed.player)
        count = signed.seq - slot
        if ours is None or ours.seq <= slot or not 0 < count <= len(theirs):
            continue
        proof = fork.Proof(
            peer.invite.data(),
            peer.reply.data(genesis.setup.ruleset.edition),
            signed.player,
            slot,
            ledger.ids[slot],
            fork.Branch(tuple(ledger.entries[slot : ours.seq]), ours.state, ours.bytes),
            fork.Branch(tuple(theirs[:count]), signed.state, signed.signature),
        )
        key, signature, statement = fork.checks_of(proof, genesis)[1]
        if (yield from peer.verify(key, signature, statement)):
            peer.proof = fork.proof_bytes(proof)
            peer.freeze(Malformed("two_histories", where=f"slot {slot + 1}", player=signed.player))
            yield from peer.store(ledger, peer.signatures)
            return
    raise Malformed("another_history", where=f"slot {slot + 1}")
