"""What is said out of turn: requests for an undo or a draw, the consent to them, resignations (protocol.md, "Record").

Each is signed and bound to a head; it enters the chain in a slot of whoever writes the next one, so that a slot
never has two writers. A resignation stands alone.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from eden_core.engine.match import opponent
from eden_core.errors import EdenError, Malformed
from eden_core.sync.chain.ledger import DRAWN, UNDO, Entry, Ledger, request_statement, resignation_statement
from eden_core.sync.peer.effects import Job
from eden_core.sync.wire import Ask, Consent, Decline, Resigned

if TYPE_CHECKING:
    from eden_core.sync.peer.peer import Peer

__all__ = ["ask", "consent", "decline", "resign", "take_ask", "take_consent", "take_decline", "take_resigned"]


def statement(peer: Peer, what: str, player: int, to: int) -> bytes:
    """What a player signs for a request at the present head, or for the consent to it."""
    assert peer.ledger is not None
    return request_statement(peer.ledger.genesis.id, what, player, peer.ledger.seq, peer.ledger.head, to)


def ask(peer: Peer, what: str, to: int) -> Job:
    """Asks for an "undo" back to slot `to`, or offers a "draw"."""
    ledger = peer.ledger
    if ledger is None or peer.is_over or peer.trouble is not None:
        raise Malformed("nothing_to_ask", where="request")
    if what == "undo" and to not in ledger.may_undo_to():
        raise Malformed("nothing_to_take_back", "GEN-4", where="request")
    signature = yield from peer.sign(statement(peer, what, peer.player, to))
    peer.asking, peer.declined = Ask(what, ledger.seq, to, signature), ""
    yield from _keep(peer)
    peer.send(peer.asking)
    peer.show("asking")


def take_ask(peer: Peer, ask: Ask) -> Job:
    """What the other asks; one that was meant for another head is declined."""
    ledger = peer.ledger
    if (
        ledger is None
        or ledger.is_over
        or ask.seq != ledger.seq
        or (ask.what == "undo" and ask.to not in ledger.may_undo_to())
    ):
        peer.send(Decline(ask.what, ask.seq))  # it was meant for another head
        return
    other = opponent(peer.player)
    if not (yield from peer.verify(ledger.genesis.key(other), ask.signature, statement(peer, ask.what, other, ask.to))):
        raise Malformed("signature_does_not_hold", where="request")
    peer.asked = ask
    yield from _keep(peer)
    peer.show("asked")


def consent(peer: Peer) -> Job:
    """Consents: in one's own slot at once, else by a signed word for the other's, which needs the connection."""
    ask, ledger = peer.asked, peer.ledger
    if ask is None or ledger is None or ask.seq != ledger.seq:
        return
    due = ledger.due()
    if due is not None and due.writer == peer.player:
        yield from peer.write(_agreed(peer.player, ask, ask.signature))
        return
    if not peer.is_greeted:
        return
    signature = yield from peer.sign(statement(peer, ask.what, peer.player, ask.to))
    peer.asked = None
    peer.send(Consent(ask.what, ask.seq, ask.to, signature))


def take_consent(peer: Peer, consent: Consent) -> Job:
    """The other consents: one's own slot takes it in."""
    asking, ledger = peer.asking, peer.ledger
    if (
        asking is None
        or ledger is None
        or (asking.what, asking.seq, asking.to) != (consent.what, consent.seq, consent.to)
        or (ledger.seq != consent.seq)
    ):
        return
    other = opponent(peer.player)
    signed = statement(peer, consent.what, other, consent.to)
    if not (yield from peer.verify(ledger.genesis.key(other), consent.signature, signed)):
        raise Malformed("signature_does_not_hold", where="consent")
    yield from peer.write(_agreed(peer.player, asking, consent.signature))


def decline(peer: Peer) -> Job:
    """Declines what the other asks; by letter by playing on."""
    if peer.asked is not None:
        peer.send(Decline(peer.asked.what, peer.asked.seq))
        peer.asked = None
        yield from _keep(peer)


def take_decline(peer: Peer, decline: Decline) -> Job:
    """The other declines."""
    if peer.asking is not None and (peer.asking.what, peer.asking.seq) == (decline.what, decline.seq):
        peer.asking, peer.declined = None, decline.what
        yield from _keep(peer)
        peer.show("declined")


def resign(peer: Peer) -> Job:
    """Gives the match up: in one's own slot, or by a word that the other's slot takes in."""
    ledger = peer.ledger
    if ledger is None or peer.is_over or not peer.player:
        return
    if peer.must_hear:  # what is kept may be newer than this, and must not be lost
        raise Malformed("must_hear_the_other", where="save")
    peer.resigning = yield from peer.sign(resignation_statement(ledger.genesis.id, peer.player))
    yield from peer.store(ledger, peer.signatures)
    peer.send(Resigned(peer.resigning))
    yield from peer.write(None)
    peer.show("resigning")


def take_resigned(peer: Peer, resigned: Resigned) -> Job:
    """The other gives up."""
    ledger, other = peer.ledger, opponent(peer.player)
    if ledger is None or ledger.is_over or not peer.player:
        return
    if not (
        yield from peer.verify(
            ledger.genesis.key(other), resigned.signature, resignation_statement(ledger.genesis.id, other)
        )
    ):
        raise Malformed("signature_does_not_hold", where="resignation")
    peer.given_up = resigned.signature  # should they never write it, this stands for it until a slot of one's own
    yield from peer.store(ledger, peer.signatures)
    peer.show("moved")
    yield from peer.write(None)


def _keep(peer: Peer) -> Job:
    """Keeps what is asked with the match; where nothing can be kept it is asked all the same, as long as the page is
    open.
    """
    with suppress(EdenError):
        yield from peer.store(peer.ledger, peer.signatures)


def _agreed(writer: int, ask: Ask, signature: bytes) -> Callable[[Ledger], object]:
    """What both agreed on, as the slot's writer writes it: at the head that it was signed for, or not at all."""
    entry = Entry(writer, UNDO, (ask.to, signature)) if ask.what == "undo" else Entry(writer, DRAWN, (signature,))

    def act(trial: Ledger) -> None:
        if trial.seq != ask.seq:
            raise Malformed("consent_does_not_hold", where="request")
        trial.apply(entry)

    return act
