"""The agreement on a match: the host's invitation, the guest's reply, and the genesis made from both.

The genesis holds the protocol's version, the rules' id, the set-up with all cards that are not part of the program, and
both players' public keys, tips of dice chains, commitments to match secrets, and nonces. Its hash is the match's id,
which becomes the set-up's nonce, so that everything in the core is bound to it too.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, NamedTuple

from eden_core.cards.records import Troop
from eden_core.cards.shipped import load
from eden_core.engine.cbor import decode, encode
from eden_core.engine.match import Setup
from eden_core.errors import Malformed, reading
from eden_core.record.setups import setup_data, setup_from, troop_data, troop_from
from eden_core.rules.phases.setup import why_not_setup
from eden_core.sync.keys import is_sound_key
from eden_core.sync.rules_id import rules_id

__all__ = [
    "OPEN",
    "QUICK",
    "STRICT",
    "Genesis",
    "Half",
    "Invite",
    "Reply",
    "commitment_of",
    "genesis_of",
    "is_mode",
    "read_invite",
    "read_reply",
]

VERSION = 1
# How a match is played: QUICK, reveals may travel ahead ("peekable dice"); OPEN, the guest may field another troop.
STRICT, QUICK, OPEN = 0, 1, 2
SHORTEST, LONGEST = 32, 1 << 16
OPEN_SETUP_NONCE = b""


class Half(NamedTuple):
    """One player's contribution: public key, tip of a dice chain, commitment to the match secret, and nonce."""

    key: bytes
    tip: bytes
    commitment: bytes
    nonce: bytes


class Invite(NamedTuple):
    """The host's half: everything that the guest needs to know, and the set-up that the host proposes."""

    rules: bytes
    mode: int
    length: int  # of the dice chains
    setup: Setup
    host: Half

    @property
    def is_quick(self) -> bool:
        """Return whether reveals may be sent ahead."""
        return bool(self.mode & QUICK)

    @property
    def is_open(self) -> bool:
        """Return whether the guest may field another troop than the host proposes."""
        return bool(self.mode & OPEN)

    def data(self) -> bytes:
        """Return the canonical bytes."""
        return encode((VERSION, self.rules, self.mode, self.length, _setup(self.setup), tuple(self.host)))

    def salt(self) -> bytes:
        """Return the salt of both dice chains, which is known before either is made."""
        return sha256(b"eden/salt/1" + self.host.nonce).digest()


class Reply(NamedTuple):
    """The guest's half and name, and the guest's troop if it is not the one that the host proposed."""

    guest: Half
    name: str = ""
    troop: Troop | None = None

    def data(self, edition: str) -> bytes:
        """Return the canonical bytes."""
        troop: Any = 0 if self.troop is None else troop_data(self.troop, load(edition))
        return encode((VERSION, tuple(self.guest), self.name, troop))


class Genesis(NamedTuple):
    """A match that both players agreed on; the nonce of `setup` is the id of the genesis."""

    id: bytes
    invite: Invite
    setup: Setup
    guest: Half

    def key(self, player: int) -> bytes:
        """Return a player's public key."""
        return (self.invite.host if player == 1 else self.guest).key

    def tip(self, player: int) -> bytes:
        """Return the tip of a player's first dice chain."""
        return (self.invite.host if player == 1 else self.guest).tip

    def commitment(self, player: int) -> bytes:
        """Return the commitment to a player's match secret."""
        return (self.invite.host if player == 1 else self.guest).commitment


def is_mode(mode: object) -> bool:
    """Return whether `mode` is one of the ways to play, or two of them together."""
    return type(mode) is int and not mode & ~(QUICK | OPEN)


def commitment_of(secret: bytes, key: bytes) -> bytes:
    """Return the commitment to a match secret; it includes the owner's key, so that nobody else can reuse it."""
    return sha256(b"eden/secret/1" + key + secret).digest()


def _setup(setup: Setup) -> tuple[Any, ...]:
    return setup_data(setup._replace(nonce=OPEN_SETUP_NONCE), load(setup.ruleset.edition))


def genesis_of(invite: Invite, reply: Reply) -> Genesis:
    """Return the match made from an invitation and a reply. Raises `EdenError` when they make none."""
    host, guest = invite.host, reply.guest
    if host.key == guest.key:
        raise Malformed("same_key_twice", where="reply")
    if host.tip == guest.tip:
        raise Malformed("same_tip_twice", where="reply")
    setup = invite.setup
    if reply.name:
        setup = setup._replace(names=(setup.names[0], reply.name))
    if reply.troop is not None:
        if not invite.is_open:
            raise Malformed("troop_was_not_open", where="reply")
        troops = (setup.troops[0], reply.troop)
        abilities = load(setup.ruleset.edition).abilities_of(troops, setup.missions, setup.npfs)
        setup = setup._replace(troops=troops, abilities=abilities)
    data = encode((VERSION, invite.rules, invite.mode, invite.length, _setup(setup), tuple(host), tuple(guest)))
    id = sha256(b"eden/genesis/1" + data).digest()
    setup = setup._replace(nonce=id)
    for fault in why_not_setup(setup):
        fault.where = fault.where or "set-up"
        raise fault
    return Genesis(id, invite, setup, guest)


def read_invite(data: bytes) -> Invite:
    """Return the invitation in some bytes.

    Raises `EdenError`, with codes of their own for another protocol version and for other rules.
    """
    with reading("invitation", "not_an_invitation"):
        _version, rules, mode, length, setup, host = _first(decode(data), "invitation")
        if type(rules) is not bytes or rules != rules_id():
            raise Malformed("other_rules", where="invitation", theirs=_hex(rules), ours=_hex(rules_id()))
        if not is_mode(mode) or type(length) is not int or not SHORTEST <= length <= LONGEST:
            raise Malformed("not_an_invitation", where="mode")
        invite = Invite(rules, mode, length, setup_from(setup), _half(host))
        for fault in why_not_setup(invite.setup):
            raise fault
        if invite.data() != data:
            raise Malformed("not_canonical", where="invitation")
    return invite


def read_reply(invite: Invite, data: bytes) -> tuple[Reply, Genesis]:
    """Return the guest's reply and the match that it makes. Raises `EdenError`."""
    edition = invite.setup.ruleset.edition
    with reading("reply", "not_a_reply"):
        _, guest, name, troop = _first(decode(data), "reply")
        if type(name) is not str:
            raise Malformed("not_a_reply", where="name")
        reply = Reply(_half(guest), name, None if troop == 0 else troop_from(troop, load(edition)))
        if reply.data(edition) != data:
            raise Malformed("not_canonical", where="reply")
        return reply, genesis_of(invite, reply)


def _first(parts: Any, where: str) -> Any:
    """Return the parts of an invitation or a reply, after checking its version."""
    if not isinstance(parts, tuple) or not parts:
        raise Malformed("not_an_invitation" if where == "invitation" else "not_a_reply", where=where)
    if parts[0] != VERSION:
        raise Malformed("other_protocol", where=where, theirs=str(parts[0])[:20], ours=VERSION)
    return parts


def _half(data: Any) -> Half:
    if (
        not isinstance(data, tuple)
        or len(data) != 4
        or not all(type(part) is bytes for part in data)
        or [len(part) for part in data] != [32, 32, 32, 16]
    ):
        raise Malformed("not_a_player", where="keys")
    half = Half(*data)
    if not is_sound_key(half.key):
        raise Malformed("unsound_key", where="keys")
    return half


def _hex(rules: object) -> str:
    return rules[:4].hex() if isinstance(rules, bytes) else "?"
