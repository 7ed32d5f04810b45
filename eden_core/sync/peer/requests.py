"""The messages out of turn: requests for an undo or a draw, consents to them, and resignations.

Each request is signed and bound to a head; it enters the chain in a slot of the next writer, so that a slot never has
two writers. A resignation can also stand outside the chain.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from eden_core.engine.match import opponent
from eden_core.errors import EdenError, Malformed
from eden_core.sync.chain.entries import DRAWN, UNDO, Entry, request_statement, resignation_statement
from eden_core.sync.chain.ledger import Ledger
from eden_core.sync.peer.effects import Job
from eden_core.sync.peer.jobs import sign, verify
from eden_core.sync.peer.state import PeerState
from eden_core.sync.wire import Ask, Consent, Decline, Resigned

__all__ = ["Requests"]


class Requests:
    """The requests of both players of one match, and their resignations."""

    def __init__(self, state: PeerState) -> None:
        self._state = state

    def take(self, message: Ask | Consent | Decline | Resigned) -> Job:
        """Take a message that the other player sent out of turn."""
        if isinstance(message, Ask):
            yield from self._take_ask(message)
        elif isinstance(message, Consent):
            yield from self._take_consent(message)
        elif isinstance(message, Decline):
            yield from self._take_decline(message)
        else:
            yield from self._take_resigned(message)

    def _statement(self, what: str, player: int, to: int) -> bytes:
        """Return what a player signs for a request at the present head, or for the consent to it."""
        state = self._state
        assert state.ledger is not None
        return request_statement(state.ledger.genesis.id, what, player, state.ledger.seq, state.ledger.head, to)

    def ask(self, what: str, to: int) -> Job:
        """Ask for an "undo" back to slot `to`, or offer a "draw"."""
        state = self._state
        ledger = state.ledger
        if ledger is None or state.is_over or state.trouble is not None:
            raise Malformed("nothing_to_ask", where="request")
        if what == "undo" and to not in ledger.may_undo_to():
            raise Malformed("nothing_to_take_back", "GEN-4", where="request")
        signature = yield from sign(self._statement(what, state.player, to))
        state.asking, state.declined = Ask(what, ledger.seq, to, signature), ""
        yield from self._keep()
        state.send(state.asking)
        state.notify("asking")

    def _take_ask(self, ask: Ask) -> Job:
        """Take the other player's request, or decline one that was made at another head."""
        state = self._state
        ledger = state.ledger
        if (
            ledger is None
            or ledger.is_over
            or ask.seq != ledger.seq
            or (ask.what == "undo" and ask.to not in ledger.may_undo_to())
        ):
            state.send(Decline(ask.what, ask.seq))  # it was made at another head
            return
        other = opponent(state.player)
        if not (yield from verify(ledger.genesis.key(other), ask.signature, self._statement(ask.what, other, ask.to))):
            raise Malformed("signature_does_not_hold", where="request")
        state.asked = ask
        yield from self._keep()
        state.notify("asked")

    def consent(self) -> Job:
        """Consent: at once in this player's own slot, else by a signed message for the other's slot.

        The message needs the connection.
        """
        state = self._state
        ask, ledger = state.asked, state.ledger
        if ask is None or ledger is None or ask.seq != ledger.seq:
            return
        due = ledger.due()
        if due is not None and due.writer == state.player:
            yield from state.write(_agreed(state.player, ask, ask.signature))
            return
        if not state.is_greeted:
            return
        signature = yield from sign(self._statement(ask.what, state.player, ask.to))
        state.asked = None
        state.send(Consent(ask.what, ask.seq, ask.to, signature))

    def _take_consent(self, consent: Consent) -> Job:
        """Write the other player's consent into this player's own slot."""
        state = self._state
        asking, ledger = state.asking, state.ledger
        if (
            asking is None
            or ledger is None
            or (asking.what, asking.seq, asking.to) != (consent.what, consent.seq, consent.to)
            or (ledger.seq != consent.seq)
        ):
            return
        other = opponent(state.player)
        signed = self._statement(consent.what, other, consent.to)
        if not (yield from verify(ledger.genesis.key(other), consent.signature, signed)):
            raise Malformed("signature_does_not_hold", where="consent")
        yield from state.write(_agreed(state.player, asking, consent.signature))

    def decline(self) -> Job:
        """Decline the other player's request; in play by letter, playing on declines it."""
        state = self._state
        if state.asked is not None:
            state.send(Decline(state.asked.what, state.asked.seq))
            state.asked = None
            yield from self._keep()

    def _take_decline(self, decline: Decline) -> Job:
        """Take the other player's refusal."""
        state = self._state
        if state.asking is not None and (state.asking.what, state.asking.seq) == (decline.what, decline.seq):
            state.asking, state.declined = None, decline.what
            yield from self._keep()
            state.notify("declined")

    def resign(self) -> Job:
        """Resign: in this player's own slot, or by a message that the other's slot includes."""
        state = self._state
        ledger = state.ledger
        if ledger is None or state.is_over or not state.player:
            return
        if state.must_hear:  # the stored match may be newer than this one, and must not be lost
            raise Malformed("must_hear_the_other", where="save")
        state.resigning = yield from sign(resignation_statement(ledger.genesis.id, state.player))
        yield from state.store(ledger, state.signatures)
        state.send(Resigned(state.resigning))
        yield from state.write(None)
        state.notify("resigning")

    def _take_resigned(self, resigned: Resigned) -> Job:
        """Take the other player's resignation."""
        state = self._state
        ledger, other = state.ledger, opponent(state.player)
        if ledger is None or ledger.is_over or not state.player:
            return
        if not (
            yield from verify(
                ledger.genesis.key(other), resigned.signature, resignation_statement(ledger.genesis.id, other)
            )
        ):
            raise Malformed("signature_does_not_hold", where="resignation")
        state.given_up = resigned.signature  # until a slot holds the resignation
        yield from state.store(ledger, state.signatures)
        state.notify("moved")
        yield from state.write(None)

    def _keep(self) -> Job:
        """Store the requests with the match.

        Where nothing can be stored the request is made all the same, as long as the page is open.
        """
        state = self._state
        with suppress(EdenError):
            yield from state.store(state.ledger, state.signatures)


def _agreed(writer: int, ask: Ask, signature: bytes) -> Callable[[Ledger], object]:
    """Return a function that writes an agreement; it writes only at the head that was signed."""
    entry = Entry(writer, UNDO, (ask.to, signature)) if ask.what == "undo" else Entry(writer, DRAWN, (signature,))

    def act(trial: Ledger) -> None:
        if trial.seq != ask.seq:
            raise Malformed("consent_does_not_hold", where="request")
        trial.apply(entry)

    return act
