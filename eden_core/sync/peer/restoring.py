"""Restoring a `Peer` from stored bytes (`PeerState.save`), so that it goes on where it was."""

from __future__ import annotations

from collections.abc import Iterable

from eden_core.engine.cbor import decode
from eden_core.errors import Desync, EdenError, Malformed, reading
from eden_core.sync.chain.entries import Entry
from eden_core.sync.chain.genesis import read_invite, read_reply
from eden_core.sync.chain.ledger import Ledger
from eden_core.sync.chain.secrets import MatchSecrets
from eden_core.sync.chain.stored import Signature
from eden_core.sync.peer.peer import Peer
from eden_core.sync.peer.state import VERSION
from eden_core.sync.proofs import false_state
from eden_core.sync.wire import Ask, message_from

__all__ = ["restore"]


def restore(data: bytes, must_hear: bool = False) -> Peer:
    """Return a peer in its stored state. Raises `EdenError`.

    `must_hear`: nothing is written before the other peer's head is known, because the save may be old.
    """
    with reading("save", "not_a_save"):
        (
            version,
            player,
            invite_data,
            reply_data,
            key,
            secret,
            link_secret,
            entries,
            signed,
            peer_seq,
            resigning,
            proof,
            given_up,
            *asks,
        ) = decode(data)  # what is asked was not always kept
        if version != VERSION:
            raise Malformed("other_protocol", theirs=str(version)[:20], ours=VERSION)
        invite = read_invite(invite_data)
        reply = read_reply(invite, reply_data)[0] if reply_data else None
        own = MatchSecrets(player, secret, invite)
        peer = Peer(player, invite, key, own, reply, link_secret)
        replay(peer.ledger, entries)
        peer.signatures = {each[0]: Signature(*each[1:]) for each in signed}
        peer.peer_seq, peer.resigning, peer.proof, peer.must_hear = peer_seq, resigning, proof, must_hear
        peer.given_up = given_up
        if asks:
            peer.asking, peer.asked = (_still(each, peer) for each in asks)
        if peer.ledger is not None:
            own.relearn(peer.ledger)
        if proof:
            _keep_frozen(peer)
    return peer


def _still(kept: bytes, peer: Peer) -> Ask | None:
    """Return the stored request, if play has not gone on since."""
    ask = message_from(kept) if kept else None
    return ask if isinstance(ask, Ask) and peer.ledger is not None and ask.seq == peer.ledger.seq else None


def _keep_frozen(peer: Peer) -> None:
    """Freeze the match again for its earlier reason.

    If a state turns out to be as signed after all, the match is released, because this side was wrong.
    """
    if false_state.is_one(peer.proof):
        evidence, genesis = false_state.read_proof(peer.proof)
        try:
            ledger = false_state.replayed(evidence, genesis)
        except EdenError:
            peer.proof = b""
            return
        peer.trouble = Desync(
            "states_differ", where=f"slot {ledger.seq}", theirs=evidence.state.hex(), ours=ledger.state().hex()
        )
    else:
        peer.trouble = Malformed("two_histories", where="save")


def replay(ledger: Ledger | None, entries: Iterable[bytes]) -> None:
    """Apply stored entries again."""
    for raw in entries:
        kind, body = decode(raw)
        due = ledger.due() if ledger is not None else None
        if ledger is None or due is None:
            raise Malformed("match_is_closed")
        ledger.apply(Entry(due.writer, kind, body))
