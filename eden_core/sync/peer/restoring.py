"""How a match between peers is kept on one's own device: all that its `Peer` needs to go on where it was.

The match secret stands in it, so it never leaves the device; what is shared is the stored form (`stored.py`) or a
letter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eden_core.engine.cbor import decode, encode
from eden_core.errors import Desync, EdenError, Malformed, reading
from eden_core.sync.chain.genesis import read_invite, read_reply
from eden_core.sync.chain.ledger import Entry, Ledger
from eden_core.sync.chain.secrets import Own
from eden_core.sync.chain.stored import Signature
from eden_core.sync.proofs import false_state
from eden_core.sync.wire import Ask, message_from, message_of

if TYPE_CHECKING:
    from eden_core.sync.peer.peer import Peer

__all__ = ["restore", "save"]

VERSION = 1


def save(peer: Peer, ledger: Ledger | None, signatures: dict[int, Signature]) -> bytes:
    """The bytes to keep, with the ledger as it shall be."""
    assert peer.own is not None
    reply = b"" if peer.reply is None else peer.reply.data(peer.invite.setup.ruleset.edition)
    entries = () if ledger is None else tuple(ledger.raw)
    signed = tuple((player, *kept) for player, kept in sorted(signatures.items()))
    return encode(
        (
            VERSION,
            peer.player,
            peer.invite.data(),
            reply,
            peer.key,
            peer.own.secret,
            peer.greeting.link_secret,
            entries,
            signed,
            peer.peer_seq,
            peer.resigning,
            peer.proof,
            peer.given_up,
            *(b"" if each is None else message_of(each) for each in (peer.asking, peer.asked)),
        )
    )


def restore(data: bytes, must_hear: bool = False) -> Peer:
    """A peer as it was kept. `must_hear`: nothing is written before the other's head is known, for the save may be old.

    Raises `EdenError`.
    """
    from eden_core.sync.peer.peer import Peer

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
        peer = Peer(player, invite, key, Own(player, secret, invite), reply, link_secret)
        replay(peer.ledger, entries)
        peer.signatures = {each[0]: Signature(*each[1:]) for each in signed}
        peer.peer_seq, peer.resigning, peer.proof, peer.must_hear = peer_seq, resigning, proof, must_hear
        peer.given_up = given_up
        if asks:
            peer.asking, peer.asked = (_still(each, peer) for each in asks)
        if peer.ledger is not None:
            peer.own.relearn(peer.ledger)  # type: ignore[union-attr]
        if proof:
            _keep_frozen(peer)
    return peer


def _still(kept: bytes, peer: Peer) -> Ask | None:
    """What was asked, where play has not gone on since."""
    ask = message_from(kept) if kept else None
    return ask if isinstance(ask, Ask) and peer.ledger is not None and ask.seq == peer.ledger.seq else None


def _keep_frozen(peer: Peer) -> None:
    """What froze the match still does; but a state that comes out as signed after all, for it was this side that
    erred.
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


def replay(ledger: Ledger | None, entries: Any) -> None:
    """Takes kept entries in again."""
    for raw in entries:
        kind, body = decode(raw)
        due = ledger.due() if ledger is not None else None
        if ledger is None or due is None:
            raise Malformed("match_is_closed")
        ledger.apply(Entry(due.writer, kind, body))
