"""The verification of what a peer sent: the signatures of a batch, and those inside its entries."""

from __future__ import annotations

from collections.abc import Generator

from eden_core.errors import Desync, Malformed
from eden_core.sync.chain.entries import Claim, head_statement
from eden_core.sync.chain.ledger import Ledger
from eden_core.sync.chain.stored import Signature
from eden_core.sync.peer.effects import Job, Request
from eden_core.sync.peer.jobs import verify
from eden_core.sync.wire import Batch, Signed

__all__ = ["FalseStateSigned", "check_claims", "check_signatures"]


class FalseStateSigned(Desync):
    """A signature of a player over a state to which our replay of the same entries does not lead."""

    def __init__(self, signed: Signed, ours: bytes) -> None:
        super().__init__("states_differ", where=f"slot {signed.seq}", theirs=signed.state.hex(), ours=ours.hex())
        self.signed, self._ours = signed, ours

    def __reduce__(self) -> tuple[type[FalseStateSigned], tuple[Signed, bytes]]:
        return type(self), (self.signed, self._ours)


def check_signatures(
    known: dict[int, Signature], batch: Batch, trial: Ledger, states: dict[int, bytes]
) -> Generator[Request, object, dict[int, Signature]]:
    """Return the known signatures together with the new ones of a batch, verified; within a job.

    Raises `FalseStateSigned` for a state that is not ours, `Malformed` for a signature that does not hold.
    """
    signatures = dict(known)
    for signed in batch.signed:
        last = signatures.get(signed.player)
        if (last is not None and last.seq >= signed.seq) or signed.seq not in states:
            continue
        statement = head_statement(trial.genesis.id, signed.seq, trial.ids[signed.seq], signed.state)
        if not (yield from verify(trial.genesis.key(signed.player), signed.signature, statement)):
            raise Malformed("signature_does_not_hold", where=f"slot {signed.seq}")
        if signed.state != states[signed.seq]:
            raise FalseStateSigned(signed, states[signed.seq])
        signatures[signed.player] = Signature(signed.seq, signed.state, signed.signature)
    return signatures


def check_claims(trial: Ledger, claims: list[Claim]) -> Job:
    """Verify the consents and resignations inside entries. Raises `Malformed` for one that does not hold."""
    for claim in claims:
        if not (yield from verify(trial.genesis.key(claim.player), claim.signature, claim.statement)):
            raise Malformed("consent_does_not_hold", where=f"entry {trial.seq}")
