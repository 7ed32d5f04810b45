"""What links and the store hold of a match with a person elsewhere, taken apart; the names that follow from an
invitation.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from eden_core.engine.cbor import decode
from eden_core.errors import Malformed

__all__ = ["answer_parts", "invite_parts", "kept_parts", "name_of", "room_of", "sdp_of"]


def name_of(invite: bytes) -> str:
    """The name under which a match's key and save are kept: of its invitation."""
    return sha256(b"eden/name/1" + invite).hexdigest()[:32]


def room_of(secret: bytes, what: str) -> tuple[str, str]:
    """Name and password of a room that only those who have the link can find."""
    return tuple(sha256(f"eden/{what}/{part}".encode() + secret).hexdigest()[:40] for part in ("room", "password"))  # type: ignore[return-value]


def invite_parts(data: bytes) -> tuple[bytes, bytes, list[Any]]:
    """The link's secret, the invitation's bytes, and what else a link holds. Raises `Malformed`."""
    link_secret, invite, *more = _parts(data, 2, 3)
    if type(link_secret) is not bytes or type(invite) is not bytes:
        raise Malformed("link_is_damaged", where="link")
    return link_secret, invite, more


def sdp_of(more: list[Any]) -> str:
    """The description that a link holds beside the invitation. Raises `Malformed`."""
    if len(more) != 1 or type(more[0]) is not str:
        raise Malformed("link_is_damaged", where="link")
    return more[0]


def answer_parts(data: bytes) -> tuple[str, str]:
    """The match's name and the description that an answer by hand holds. Raises `Malformed`."""
    name, sdp = _parts(data, 2, 2)
    if type(name) is not str or type(sdp) is not str:
        raise Malformed("link_is_damaged", where="link")
    return name, sdp


def kept_parts(data: bytes) -> tuple[str, str, bytes, tuple[str, ...], bool]:
    """Way, key's name, save and relays of what the store keeps, and whether spectators are let in. Raises
    `Malformed`.
    """
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
