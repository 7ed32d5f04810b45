"""Links: `1.<kind>.<crc32>.<base64url of raw-deflated bytes>`, the part of an address after #.

The checksum covers the text after it, which distinguishes a link that a chat program cut or changed from one that was
made wrongly. A damaged link is refused, never repaired.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from zlib import crc32

from eden_core.errors import Malformed
from eden_core.record.record import deflated, inflated

__all__ = ["KINDS", "MOST_CHARACTERS", "link_of", "opened"]

VERSION = "1"
JOIN, INVITE, LETTER, MATCH, RECORD, OFFER, ANSWER, WATCH, FORK, SAVE = KINDS = "jilmroawfs"
MOST_CHARACTERS = 200_000


def link_of(kind: str, data: bytes) -> str:
    """Return the part of an address after #, for bytes of a kind."""
    assert kind in KINDS
    text = urlsafe_b64encode(deflated(len(data).to_bytes(4, "big") + data)).decode().rstrip("=")
    return f"{VERSION}.{kind}.{_checksum(kind, text)}.{text}"


def opened(text: str) -> tuple[str, bytes]:
    """Return kind and bytes of a link, or of an address that ends in one. Raises `Malformed` for a damaged one."""
    text = "".join(text.split()).rpartition("#")[2]
    if len(text) > MOST_CHARACTERS:
        raise Malformed("link_too_long", where="link", characters=len(text), most=MOST_CHARACTERS)
    version, *parts = text.split(".")
    if len(parts) != 3:
        raise Malformed("not_a_link", where="link")
    kind, checksum, body = parts
    if version != VERSION:
        raise Malformed("link_of_another_version", where="link", version=version[:8])
    if len(kind) != 1 or kind not in KINDS:
        raise Malformed("link_of_unknown_kind", where="link", kind=kind[:8])
    if checksum != _checksum(kind, body):
        raise Malformed("link_is_damaged", where="link")
    try:
        packed = urlsafe_b64decode(body + "=" * (-len(body) % 4))
        if urlsafe_b64encode(packed).decode().rstrip("=") != body:
            raise ValueError
    except ValueError:
        raise Malformed("link_is_damaged", where="link") from None
    data = inflated(packed)
    if len(data) < 4 or int.from_bytes(data[:4], "big") != len(data) - 4:
        raise Malformed("link_is_damaged", where="link")
    return kind, data[4:]


def _checksum(kind: str, text: str) -> str:
    return f"{crc32(f'{VERSION}.{kind}.{text}'.encode(errors='replace')):08x}"
