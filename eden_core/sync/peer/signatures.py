"""Who vouches for what a peer sent: the signatures of a batch, and those inside its entries."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from eden_core.errors import Desync, Malformed
from eden_core.sync.chain.ledger import Claim, Ledger, head_statement
from eden_core.sync.chain.stored import Signature
from eden_core.sync.proofs import false_state
from eden_core.sync.wire import Batch

if TYPE_CHECKING:
    from eden_core.sync.peer.peer import Peer

__all__ = ["check_claims", "check_signatures"]


def check_signatures(
    peer: Peer, batch: Batch, trial: Ledger, states: dict[int, bytes]
) -> Generator[Any, Any, dict[int, Signature]]:
    """The signatures of a batch that are news, verified. A state that is not ours is a desync, found at once."""
    signatures = dict(peer.signatures)
    for signed in batch.signed:
        known = signatures.get(signed.player)
        if (known is not None and known.seq >= signed.seq) or signed.seq not in states:
            continue
        statement = head_statement(trial.genesis.id, signed.seq, trial.ids[signed.seq], signed.state)
        if not (yield from peer.verify(trial.genesis.key(signed.player), signed.signature, statement)):
            raise Malformed("signature_does_not_hold", where=f"slot {signed.seq}")
        if signed.state != states[signed.seq]:
            assert peer.reply is not None
            peer.proof = false_state.proof_bytes(
                false_state.FalseState(
                    peer.invite.data(),
                    peer.reply.data(trial.genesis.setup.ruleset.edition),
                    signed.player,
                    tuple((entry.kind, entry.body) for entry in trial.entries[: signed.seq]),
                    signed.state,
                    signed.signature,
                )
            )
            raise Desync(
                "states_differ", where=f"slot {signed.seq}", theirs=signed.state.hex(), ours=states[signed.seq].hex()
            )
        signatures[signed.player] = Signature(signed.seq, signed.state, signed.signature)
    return signatures


def check_claims(peer: Peer, trial: Ledger, claims: list[Claim]) -> Generator[Any, Any, None]:
    """The consents and resignations inside entries, verified. Raises `Malformed` for one that does not hold."""
    for claim in claims:
        if not (yield from peer.verify(trial.genesis.key(claim.player), claim.signature, claim.statement)):
            raise Malformed("consent_does_not_hold", where=f"entry {trial.seq}")
