"""Strict deterministic CBOR (RFC 8949, section 4.2.1) for canonical bytes.

It knows integers, bytes, text, arrays and maps. The decoder refuses whatever would not encode back to the same bytes:
longer heads than needed, unordered or repeated keys, floats, tags, simple values, indefinite lengths, bytes left over,
nesting or size past the caps.
"""

from __future__ import annotations

from typing import Any

from eden_core.errors import Malformed

__all__ = ["MAX_BYTES", "MAX_DEPTH", "decode", "encode"]

MAX_DEPTH = 24
MAX_BYTES = 1 << 20
_INT, _NEG, _BYTES, _TEXT, _ARRAY, _MAP = range(6)


def encode(value: Any) -> bytes:
    """Return the canonical bytes of nested integers, bytes, text, tuples or lists, and dicts.

    Raises `TypeError` for anything else.
    """
    out = bytearray()
    _put(out, value, 0)
    return bytes(out)


def _head(out: bytearray, major: int, n: int) -> None:
    if n < 24:
        out.append(major << 5 | n)
    elif n < 0x100:
        out.append(major << 5 | 24)
        out.append(n)
    elif n < 0x10000:
        out.append(major << 5 | 25)
        out += n.to_bytes(2, "big")
    elif n < 0x100000000:
        out.append(major << 5 | 26)
        out += n.to_bytes(4, "big")
    elif n < 1 << 64:
        out.append(major << 5 | 27)
        out += n.to_bytes(8, "big")
    else:
        raise OverflowError("an integer of more than 64 bits")


def _put(out: bytearray, value: Any, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise OverflowError("nested too deep")
    kind = type(value)
    if kind is int:
        if value >= 0:
            _head(out, _INT, value)
        else:
            _head(out, _NEG, -1 - value)
    elif kind is str:
        raw = value.encode()
        _head(out, _TEXT, len(raw))
        out += raw
    elif isinstance(value, (tuple, list)):
        _head(out, _ARRAY, len(value))
        for item in value:
            _put(out, item, depth + 1)
    elif kind is bytes:
        _head(out, _BYTES, len(value))
        out += value
    elif kind is dict:
        pairs = sorted((encode(key), item) for key, item in value.items())
        _head(out, _MAP, len(pairs))
        for key, item in pairs:
            out += key
            _put(out, item, depth + 1)
    else:
        raise TypeError(f"no canonical form for {kind.__name__}")


def decode(data: bytes) -> Any:
    """The value of canonical bytes, arrays as tuples. Raises `Malformed` naming the byte at fault."""
    if len(data) > MAX_BYTES:
        raise Malformed("too_large", bytes=len(data), limit=MAX_BYTES)
    value, at = _take(data, 0, 0)
    if at != len(data):
        raise Malformed("bytes_left_over", where=f"byte {at}")
    return value


def _length(data: bytes, at: int) -> tuple[int, int, int]:
    """Major type, argument, and where it goes on."""
    if at >= len(data):
        raise Malformed("cut_short", where=f"byte {at}")
    first = data[at]
    major, low = first >> 5, first & 31
    if major > _MAP:
        raise Malformed("kind_not_allowed", where=f"byte {at}")
    if low < 24:
        return major, low, at + 1
    if low > 27:
        raise Malformed("kind_not_allowed", where=f"byte {at}")
    size = 1 << (low - 24)
    raw = data[at + 1 : at + 1 + size]
    if len(raw) < size:
        raise Malformed("cut_short", where=f"byte {at}")
    n = int.from_bytes(raw, "big")
    if n < (24 if size == 1 else 1 << (4 * size)):
        raise Malformed("not_the_shortest_form", where=f"byte {at}")
    return major, n, at + 1 + size


def _take(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    if depth > MAX_DEPTH:
        raise Malformed("nested_too_deep", where=f"byte {at}")
    start = at
    major, n, at = _length(data, at)
    if major == _INT:
        return n, at
    if major == _NEG:
        return -1 - n, at
    if n > len(data) - at:  # every item is a byte at the least
        raise Malformed("cut_short", where=f"byte {start}")
    if major == _BYTES:
        return data[at : at + n], at + n
    if major == _TEXT:
        try:
            return data[at : at + n].decode(), at + n
        except UnicodeDecodeError:
            raise Malformed("not_utf8", where=f"byte {start}") from None
    if major == _ARRAY:
        items = []
        for _ in range(n):
            item, at = _take(data, at, depth + 1)
            items.append(item)
        return tuple(items), at
    pairs: dict[Any, Any] = {}
    last = b""
    for _ in range(n):
        begin = at
        key, at = _take(data, at, depth + 1)
        raw = data[begin:at]
        if raw <= last or not isinstance(key, (int, str, bytes)):
            raise Malformed("keys_out_of_order", where=f"byte {begin}")
        last = raw
        pairs[key], at = _take(data, at, depth + 1)
    return pairs, at
