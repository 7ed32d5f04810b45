"""The openings of a match with a person elsewhere: hosted, joined, watched, or opened again."""

from __future__ import annotations

from typing import Any

from eden_core.cards.records import Troop
from eden_core.engine.match import Setup
from eden_core.errors import EdenError, Malformed
from eden_core.sync.chain.dice import LENGTH
from eden_core.sync.chain.genesis import OPEN, QUICK, STRICT, Half, Invite, Reply, read_invite
from eden_core.sync.chain.secrets import Own, half_of
from eden_core.sync.peer import restoring as saving
from eden_core.sync.peer.peer import Peer
from eden_core.sync.rules_id import rules_id
from web.peer.meeting.link_data import invite_parts, kept_parts, name_of, sdp_of
from web.peer.meeting.meeting import Meeting
from web.ports.protocol import PortError, Ports

__all__ = ["host", "join", "open_invite", "reopen", "watch"]


async def host(ports: Ports, setup: Setup, way: str, quick: bool, home: str, is_open: bool = False) -> Meeting:
    """Open a match for a guest to come, who may field another troop if it `is_open`. Raises the ports' errors."""
    secret, nonce, link_secret, draft = (ports.random_bytes(size) for size in (32, 16, 16, 16))
    key_name = "host-" + draft.hex()
    key = await ports.keys.make(key_name)
    mode, setup = (QUICK if quick else STRICT) | (OPEN if is_open else STRICT), setup._replace(nonce=b"")
    salt = Invite(b"", mode, LENGTH, setup, Half(b"", b"", b"", nonce)).salt()
    invite = Invite(rules_id(), mode, LENGTH, setup, half_of(1, secret, key, nonce, salt, LENGTH))
    peer = Peer(1, invite, key, Own(1, secret, invite), None, link_secret)
    meeting = Meeting(ports, peer, name_of(invite.data()), way, home, key_name, ports.own_relays())
    await meeting.begin()
    return meeting


def invite_of(data: bytes) -> tuple[bytes, bytes, Invite, list[Any]]:
    """Return a link's secret, the invitation's bytes, the invitation, and what else it holds. Raises `EdenError`."""
    link_secret, invite_data, more = invite_parts(data)
    return link_secret, invite_data, read_invite(invite_data), more


async def open_invite(ports: Ports, data: bytes) -> Invite | None:
    """Return the invitation, where it leaves the guest a choice not made yet. Raises `EdenError`, the ports' errors."""
    _, invite_data, invite, _ = invite_of(data)
    return invite if invite.is_open and await ports.store.get(name_of(invite_data)) is None else None


async def join(ports: Ports, data: bytes, way: str, home: str, name: str = "", troop: Troop | None = None) -> Meeting:
    """Take an invitation's seat; `data` is what its link holds. Raises `EdenError` or the ports' errors."""
    link_secret, invite_data, invite, more = invite_of(data)
    known, sdp = name_of(invite_data), sdp_of(more) if way == "hand" else ""
    if await ports.store.get(known) is not None:
        meeting = await reopen(ports, known, home)
        if meeting.peer.player == 1 and not (
            sdp and meeting.peer.is_agreed
        ):  # by hand the guest too may offer, after a loss
            meeting.end()
            raise Malformed("your_own_invitation", where="link")
        if way == "link" and meeting.way == "letter" and meeting.is_held:
            meeting.go_live()
    else:
        key_name = "guest-" + known
        secret, nonce = ports.random_bytes(32), ports.random_bytes(16)
        key = await ports.keys.make(key_name)
        half = half_of(2, secret, key, nonce, invite.salt(), invite.length)
        peer = Peer(2, invite, key, Own(2, secret, invite), Reply(half, name, troop), link_secret)
        relays = ports.sound_relays(more[0]) if more and way == "link" else ()
        meeting = Meeting(ports, peer, known, way, home, key_name, relays)
        await meeting.begin()
    if sdp:
        await meeting.by_hand.take_offer(sdp)
    return meeting


async def watch(ports: Ports, data: bytes, home: str) -> Meeting:
    """Watch a live match. Raises `EdenError`."""
    link_secret, invite_data, invite, more = invite_of(data)
    meeting = Meeting(
        ports,
        Peer(0, invite, b"", None, None, link_secret),
        "watch-" + name_of(invite_data),
        "link",
        home,
        relays=ports.sound_relays(more[0]) if more else (),
    )
    meeting.start_clock()
    await meeting.connect()
    return meeting


async def reopen(ports: Ports, name: str, home: str, must_hear: bool = False, takes: bool = False) -> Meeting:
    """Open a match that is kept here; `takes` it from another tab. Raises `EdenError` or the ports' errors."""
    hold = await ports.store.hold(name, takes)  # before it is read: nobody else writes it meanwhile
    try:
        data = await ports.store.get(name)
        if data is None:
            raise Malformed("no_such_match", where="store")
        way, key, save, relays, is_watched = kept_parts(data)
        meeting = Meeting(ports, saving.restore(save, must_hear), name, way, home, key, relays)
    except (EdenError, PortError):
        if hold is not None:
            hold.release()
        raise
    meeting.peer.is_watched = is_watched
    await meeting.start(hold)
    if is_watched and meeting.is_held:
        ports.start(meeting.spectators.reopen())
    return meeting
