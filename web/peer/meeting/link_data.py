"""The data of a match between peers in links and in the store, and the names that follow from an invitation."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from eden_core.engine.cbor import decode
from eden_core.errors import Malformed

__all__ = ["answer_parts", "invite_parts", "kept_parts", "name_of", "room_of", "sdp_of"]


def name_of(invite: bytes) -> str:
    """Return the name under which the key and the save of an invitation's match are kept."""
    return sha256(b"eden/name/1" + invite).hexdigest()[:32]


def room_of(secret: bytes, what: str) -> tuple[str, str]:
    """Return name and password of a room that only those who have the link can find."""
    return tuple(sha256(f"eden/{what}/{part}".encode() + secret).hexdigest()[:40] for part in ("room", "password"))  # type: ignore[return-value]


def invite_parts(data: bytes) -> tuple[bytes, bytes, list[Any]]:
    """Return the link's secret, the invitation's bytes, and what else a link holds. Raises `Malformed`."""
    link_secret, invite, *more = _parts(data, 2, 3)
    if type(link_secret) is not bytes or type(invite) is not bytes:
        raise Malformed("link_is_damaged", where="link")
    return link_secret, invite, more


def sdp_of(more: list[Any]) -> str:
    """Return the description that a link holds beside the invitation. Raises `Malformed`."""
    if len(more) != 1 or type(more[0]) is not str:
        raise Malformed("link_is_damaged", where="link")
    return more[0]


def answer_parts(data: bytes) -> tuple[str, str]:
    """Return the match's name and the description that an answer by hand holds. Raises `Malformed`."""
    name, sdp = _parts(data, 2, 2)
    if type(name) is not str or type(sdp) is not str:
        raise Malformed("link_is_damaged", where="link")
    return name, sdp


def kept_parts(data: bytes) -> tuple[str, str, bytes, tuple[str, ...], bool]:
    """Return way, key's name, save and relays of a kept match, and if spectators are let in. Raises `Malformed`."""
    parts = decode(data)
    if (
        not isinstance(parts, tuple)
        or [type(part) for part in parts[:4]] != [str, str, bytes, tuple]
        or parts[4:] not in ((), (1,))
    ):
        raise Malformed("not_a_save", where="store")
    way, key, save, relays, *watched = parts
    return way, key, save, relays, bool(watched)


def _parts(data: bytes, least: int, most: int) -> tuple[Any, ...]:
    parts = decode(data)
    if not isinstance(parts, tuple) or not least <= len(parts) <= most:
        raise Malformed("link_is_damaged", where="link")
    return parts
