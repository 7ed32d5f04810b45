"""The handshake of two peers.

It exchanges the greetings on a channel, the guest's half of the match, and both halves for a spectator.
"""

from __future__ import annotations

from eden_core.errors import Malformed
from eden_core.sync.chain.genesis import read_reply
from eden_core.sync.chain.ledger import Ledger
from eden_core.sync.chain.stored import Signature
from eden_core.sync.peer.channel_auth import Greeting
from eden_core.sync.peer.effects import Job, Sign
from eden_core.sync.peer.jobs import sign, verify
from eden_core.sync.peer.presence import Presence
from eden_core.sync.peer.state import PeerState
from eden_core.sync.wire import Hello, Join, Welcome

__all__ = ["Handshake"]


class Handshake:
    """One end of the handshake, with its own greeting."""

    def __init__(self, state: PeerState, presence: Presence) -> None:
        self._state, self._presence = state, presence
        self.greeting = Greeting(state.invite, state.player, state.key, state.link_secret)

    def take(self, message: Hello | Join | Welcome) -> Job:
        """Take a message about the other peer or the match."""
        if isinstance(message, Hello):
            yield from self._take_hello(message)
        elif isinstance(message, Join):
            yield from self._take_join(message)
        else:
            self._take_welcome(message)

    def greet(self) -> Job:
        """Send this end's greeting on the channel that is open now."""
        state = self._state
        signature: object = b""
        statement = self.greeting.statement()
        if state.player:
            signature = yield lambda token: Sign(token, statement)
        if not isinstance(signature, bytes):
            raise Malformed("no_signature", where="key")
        if statement == self.greeting.statement():  # otherwise another channel has been opened, with its own greeting
            state.send(self.greeting.hello(signature))

    def _take_hello(self, hello: Hello) -> Job:
        """Check the other's greeting and go on to the match."""
        state = self._state
        if not (state.player or hello.role):
            state.notify("turned_away")  # another spectator
            return
        if state.player and not hello.role:
            raise Malformed("another_seat", where="hello")  # spectators have a room of their own
        key = None if state.ledger is None else state.ledger.genesis.key(hello.role) if hello.role else None
        self.greeting.check(hello, key)
        statement = self.greeting.theirs(hello.role)
        holds = not hello.role or (yield from verify(hello.key, hello.signature, statement))
        if statement != self.greeting.theirs(hello.role) or not state.is_connected:
            return  # it is a greeting on a channel that is closed
        if not holds:
            raise Malformed("signature_does_not_hold", where="hello")
        state.is_greeted, self.greeting.other_key = True, hello.key
        if state.player == 2 and not state.is_agreed:
            yield from self.join()
        elif state.player and state.ledger is not None:
            state.send_head()
        state.notify("greeted")

    def join(self) -> Job:
        """Sign the genesis as the guest and send this half to the host."""
        state = self._state
        assert state.ledger is not None and state.reply is not None
        if 2 not in state.signatures:
            signature = yield from sign(state.ledger.statement())
            signed = {**state.signatures, 2: Signature(0, state.ledger.state(), signature)}
            yield from state.store(state.ledger, signed)
            state.signatures = signed
        state.send(Join(state.reply.data(state.invite.setup.ruleset.edition), state.signatures[2].bytes))

    def _take_join(self, joined: Join) -> Job:
        """Seat the guest; the first to come gets the seat."""
        state = self._state
        if state.player != 1:
            raise Malformed("not_expected", where="join")
        reply, genesis = read_reply(state.invite, joined.reply)
        if state.is_connected and self.greeting.other_key != reply.guest.key:
            raise Malformed("another_key", where="join")
        if state.ledger is not None and state.ledger.genesis.id != genesis.id:
            raise Malformed("seat_is_taken", where="join")
        if state.ledger is None:
            ledger = Ledger(genesis)
            if not (yield from verify(reply.guest.key, joined.signature, ledger.statement())):
                raise Malformed("signature_does_not_hold", where="join")
            signature = yield from sign(ledger.statement())
            signed = {2: Signature(0, ledger.state(), joined.signature), 1: Signature(0, ledger.state(), signature)}
            state.reply = reply
            yield from state.store(ledger, signed)
            state.ledger, state.signatures = ledger, signed
            state.notify("joined")
        if self._presence.may_answer(0):
            state.send(state.batch(0))
        yield from state.write(None)

    def _take_welcome(self, welcome: Welcome) -> None:
        """Take both halves of the genesis as a spectator; this happens again when the host comes back."""
        state = self._state
        if state.player:
            raise Malformed("not_expected", where="welcome")
        if welcome.invite != state.invite.data():
            raise Malformed("another_match", where="welcome")
        reply, genesis = read_reply(state.invite, welcome.reply)
        if state.ledger is None:
            state.reply, state.ledger = reply, Ledger(genesis)
            state.notify("joined")
        elif state.ledger.genesis.id != genesis.id:
            raise Malformed("another_match", where="welcome")
