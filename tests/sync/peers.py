"""Two peers in one process: keys, stores, and a network of one's own making, every step in the test's hand."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from eden_core.ai.players import chosen_player
from eden_core.cli.games import SeededNumbers, ready_setup
from eden_core.engine.match import Setup
from eden_core.sync.chain.dice import LENGTH
from eden_core.sync.chain.genesis import STRICT, Half, Invite, Reply
from eden_core.sync.chain.secrets import MatchSecrets, half_of
from eden_core.sync.peer import restoring
from eden_core.sync.peer.effects import Effect, Send, Show, Sign, Store, Verify
from eden_core.sync.peer.peer import Peer
from eden_core.sync.rules_id import rules_id

__all__ = ["Keys", "Side", "Table", "invitation", "pair"]


class Keys:
    """An Ed25519 key pair from a seed."""

    def __init__(self, seed: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(sha256(seed).digest())
        self.public = self._key.public_key().public_bytes_raw()

    def sign(self, data: bytes) -> bytes:
        return self._key.sign(data)

    @staticmethod
    def verify(key: bytes, signature: bytes, data: bytes) -> bool:
        try:
            Ed25519PublicKey.from_public_bytes(key).verify(signature, data)
        except (InvalidSignature, ValueError):
            return False
        return True


def _bytes(*parts: object) -> bytes:
    return sha256(repr(parts).encode()).digest()


def invitation(seed: int, setup: Setup | None = None, mode: int = STRICT, length: int = LENGTH) -> tuple[Invite, Half]:
    """An invitation, and the guest's half that goes with it."""
    setup = (setup or ready_setup(seed))._replace(nonce=b"")
    nonces = [_bytes(seed, player, "nonce")[:16] for player in (1, 2)]
    salt = Invite(b"", mode, length, setup, Half(b"", b"", b"", nonces[0])).salt()
    host, guest = (
        half_of(
            player, _bytes(seed, player, "secret"), Keys(_bytes(seed, player)).public, nonces[player - 1], salt, length
        )
        for player in (1, 2)
    )
    return Invite(rules_id(), mode, length, setup, host), guest


class Side:
    """A player with keys and a store; `run` carries its peer's effects out."""

    def __init__(self, player: int, seed: int, peer: Peer) -> None:
        self.player, self.peer = player, peer
        self.keys = Keys(_bytes(seed, player))
        self.stored = b""
        self.out: deque[bytes] = deque()
        self.shown: list[Show] = []
        self.watched: list[bytes] = []
        self.waiting: deque[Effect] = deque()  # effects that are not carried out yet, where the test wants it so
        self.ai = chosen_player("random", player, SeededNumbers(seed * 2 + player))

    def collect(self) -> None:
        """Takes the peer's effects up: what is sent and shown at once, the rest waits."""
        for effect in self.peer.take():
            if isinstance(effect, Send):
                (self.watched if effect.to_watchers else self.out).append(effect.data)
            elif isinstance(effect, Show):
                self.shown.append(effect)
            else:
                self.waiting.append(effect)

    def carry_out(self) -> bool:
        """Completes the effect that waits longest; whether there was one."""
        self.collect()
        if not self.waiting:
            return False
        effect = self.waiting.popleft()
        if isinstance(effect, Sign):
            self.peer.complete(effect.token, self.keys.sign(effect.data))
        elif isinstance(effect, Verify):
            self.peer.complete(effect.token, Keys.verify(effect.key, effect.signature, effect.data))
        else:
            assert isinstance(effect, Store)
            self.stored = effect.data
            self.peer.complete(effect.token, True)
        self.collect()
        return True

    def run(self) -> None:
        """Carries everything out."""
        while self.carry_out():
            pass

    def restart(self, must_hear: bool = False) -> None:
        """The page is loaded again: only what was stored is left."""
        self.out.clear()
        self.waiting.clear()
        self.peer = restoring.restore(self.stored, must_hear)
        self.peer.go_on()

    def can_play(self) -> bool:
        """Whether this side is asked something."""
        ledger = self.peer.ledger
        return (
            ledger is not None
            and not self.peer.is_busy
            and self.peer.is_agreed
            and self.peer.may_write
            and not ledger.is_over
        )

    def play(self) -> None:
        """Answers what it is asked, at random."""
        assert self.peer.ledger is not None and self.peer.own is not None
        self.peer.answer(self.ai.decide(self.peer.ledger.match, self.peer.own.vault))


class Table:
    """Two sides and the channel between them."""

    def __init__(self, one: Side, two: Side) -> None:
        self.sides = {1: one, 2: two}

    def connect(self) -> None:
        """Opens a channel."""
        for side in self.sides.values():
            side.out.clear()
            side.peer.connected(b"a" * side.player, b"a" * (3 - side.player))

    def cut(self) -> None:
        """The channel is gone, with what was on its way."""
        for side in self.sides.values():
            side.collect()
            side.out.clear()
            if side.peer.is_connected:
                side.peer.disconnected()

    def deliver(self, player: int) -> bool:
        """Hands the player's oldest message over; whether there was one."""
        side, other = self.sides[player], self.sides[3 - player]
        side.collect()
        if not side.out:
            return False
        other.peer.received(side.out.popleft())
        return True

    def settle(self) -> None:
        """Until nothing is under way."""
        busy = True
        while busy:
            for side in self.sides.values():
                side.run()
            busy = self.deliver(1) | self.deliver(2)

    def play(self, most: int = 10_000, between: Callable[[int], None] | None = None) -> int:
        """Lets both play to the end, or so many answers; `between` is called before each. Returns how many it took."""
        for number in range(most):
            self.settle()
            if between is not None:
                between(number)
                self.settle()
            able = [side for side in self.sides.values() if side.can_play()]
            if not able:
                return number
            able[0].play()
        return most


def pair(seed: int = 0, setup: Setup | None = None, mode: int = STRICT, length: int = LENGTH) -> Table:
    """A host and a guest who are not connected yet."""
    invite, guest = invitation(seed, setup, mode, length)
    secrets = [_bytes(seed, player, "secret") for player in (1, 2)]
    host = Peer(1, invite, invite.host.key, MatchSecrets(1, secrets[0], invite), None, b"the link")
    other = Peer(2, invite, guest.key, MatchSecrets(2, secrets[1], invite), Reply(guest), b"the link")
    return Table(Side(1, seed, host), Side(2, seed, other))
