"""The greeting by which the two ends of a channel authenticate each other.

Protocol and rules must be the same, the keys the expected ones, and nobody may be in between. Each end signs the
fingerprints that it sees of the channel: its own and the other's. A relay in between would end two channels with
different pairs of fingerprints, and can sign for neither player. A greeting also proves knowledge of the link, which
identifies a stranger who only found the room.
"""

from __future__ import annotations

from hashlib import sha256

from eden_core.engine.cbor import encode
from eden_core.errors import Malformed
from eden_core.sync.chain.genesis import VERSION, Invite
from eden_core.sync.keys import is_sound_key
from eden_core.sync.wire import Hello

__all__ = ["Greeting"]


class Greeting:
    """One end's greeting."""

    def __init__(self, invite: Invite, player: int, key: bytes, link_secret: bytes) -> None:
        self._invite, self.player, self.key, self.link_secret = invite, player, key, link_secret
        self._name = sha256(b"eden/invite/1" + invite.data()).digest()
        self._mine = self._theirs = b""
        self.other_key = b""

    def at(self, mine: bytes, theirs: bytes) -> None:
        """Bind the greeting to a new channel, by both its fingerprints."""
        self._mine, self._theirs = mine, theirs

    def statement(self) -> bytes:
        """Return what this end signs."""
        return b"eden/hello/1" + encode((self._name, self.player, self._mine, self._theirs))

    def theirs(self, role: int) -> bytes:
        """Return what the other end signed, if nobody stands in between."""
        return b"eden/hello/1" + encode((self._name, role, self._theirs, self._mine))

    def _proof(self, statement: bytes) -> bytes:
        return sha256(b"eden/proof/1" + self.link_secret + statement).digest()

    def hello(self, signature: bytes) -> Hello:
        """Return this end's greeting."""
        return Hello(VERSION, self._invite.rules, self.player, self.key, signature, self._proof(self.statement()))

    def check(self, hello: Hello, key: bytes | None) -> None:
        """Check a greeting, but for its signature. Raises `Malformed` where it is not as expected."""
        if hello.version != VERSION:
            raise Malformed("other_protocol", where="hello", theirs=hello.version, ours=VERSION)
        if hello.rules != self._invite.rules:
            raise Malformed(
                "other_rules", where="hello", theirs=hello.rules[:4].hex(), ours=self._invite.rules[:4].hex()
            )
        if (
            hello.role == self.player
            or (self.player == 0 and hello.role != 1)
            or (self.player == 2 and hello.role != 1)
        ):
            raise Malformed("another_seat", where="hello", role=hello.role)
        expected = self._invite.host.key if hello.role == 1 else key
        if hello.role and (not is_sound_key(hello.key) or (expected is not None and hello.key != expected)):
            raise Malformed("another_key" if expected is None or hello.role == 1 else "seat_is_taken", where="hello")
        if hello.proof != self._proof(self.theirs(hello.role)):
            raise Malformed("without_the_link", where="hello")
