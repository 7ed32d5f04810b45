"""How two peers come together: the greetings on a channel, the guest's half of the match, both halves for a
spectator.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eden_core.errors import Malformed
from eden_core.sync.chain.genesis import read_reply
from eden_core.sync.chain.ledger import Ledger
from eden_core.sync.chain.stored import Signature
from eden_core.sync.peer.effects import Job, Sign
from eden_core.sync.wire import Hello, Join, Welcome

if TYPE_CHECKING:
    from eden_core.sync.peer.peer import Peer

__all__ = ["greet", "join", "take_hello", "take_join", "take_welcome"]


def greet(peer: Peer) -> Job:
    """Says who one is, on the channel that is open now."""
    signature, statement = b"", peer.greeting.statement()
    if peer.player:
        signature = yield lambda token: Sign(token, statement)
    if statement == peer.greeting.statement():  # else another channel is open by now, and greets for itself
        peer.send(peer.greeting.hello(signature))


def take_hello(peer: Peer, hello: Hello) -> Job:
    """The other's greeting."""
    if not (peer.player or hello.role):
        peer.show("turned_away")  # somebody else who watches
        return
    if peer.player and not hello.role:
        raise Malformed("another_seat", where="hello")  # spectators have a room of their own
    key = None if peer.ledger is None else peer.ledger.genesis.key(hello.role) if hello.role else None
    peer.greeting.check(hello, key)
    statement = peer.greeting.theirs(hello.role)
    holds = not hello.role or (yield from peer.verify(hello.key, hello.signature, statement))
    if statement != peer.greeting.theirs(hello.role) or not peer.is_connected:
        return  # it greeted on a channel that is gone
    if not holds:
        raise Malformed("signature_does_not_hold", where="hello")
    peer.is_greeted, peer.greeting.other_key = True, hello.key
    if peer.player == 2 and not peer.is_agreed:
        yield from join(peer)
    elif peer.player and peer.ledger is not None:
        peer.send_head()
    peer.show("greeted")


def join(peer: Peer) -> Job:
    """The guest signs the genesis and hands its half over."""
    assert peer.ledger is not None and peer.reply is not None
    if 2 not in peer.signatures:
        signature = yield from peer.sign(peer.ledger.statement())
        signed = {**peer.signatures, 2: Signature(0, peer.ledger.state(), signature)}
        yield from peer.store(peer.ledger, signed)
        peer.signatures = signed
    peer.send(Join(peer.reply.data(peer.invite.setup.ruleset.edition), peer.signatures[2].bytes))


def take_join(peer: Peer, joined: Join) -> Job:
    """The guest's half: the first to come has the seat."""
    if peer.player != 1:
        raise Malformed("not_expected", where="join")
    reply, genesis = read_reply(peer.invite, joined.reply)
    if peer.is_connected and peer.greeting.other_key != reply.guest.key:
        raise Malformed("another_key", where="join")
    if peer.ledger is not None and peer.ledger.genesis.id != genesis.id:
        raise Malformed("seat_is_taken", where="join")
    if peer.ledger is None:
        ledger = Ledger(genesis)
        if not (yield from peer.verify(reply.guest.key, joined.signature, ledger.statement())):
            raise Malformed("signature_does_not_hold", where="join")
        signature = yield from peer.sign(ledger.statement())
        signed = {2: Signature(0, ledger.state(), joined.signature), 1: Signature(0, ledger.state(), signature)}
        peer.reply = reply
        yield from peer.store(ledger, signed)
        peer.ledger, peer.signatures = ledger, signed
        peer.show("joined")
    if peer.may_answer(0):
        peer.send(peer.batch(0))
    yield from peer.write(None)


def take_welcome(peer: Peer, welcome: Welcome) -> Job:
    """For a spectator: both halves of the genesis; once more when the host comes back."""
    if peer.player:
        raise Malformed("not_expected", where="welcome")
    if welcome.invite != peer.invite.data():
        raise Malformed("another_match", where="welcome")
    reply, genesis = read_reply(peer.invite, welcome.reply)
    if peer.ledger is None:
        peer.reply, peer.ledger = reply, Ledger(genesis)
        peer.show("joined")
    elif peer.ledger.genesis.id != genesis.id:
        raise Malformed("another_match", where="welcome")
    return
    yield
