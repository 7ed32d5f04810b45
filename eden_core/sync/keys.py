"""The interface of signatures (Ed25519), and the checks of keys and signatures that come before any backend.

Backends disagree on values that no honest signer produces: points of small order, coordinates that are too large, and
points with a component of small order. All of these are refused here, so that every backend gives the same verdict.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

__all__ = ["KEY_SIZE", "SIGNATURE_SIZE", "Signer", "Verifier", "is_sound_key", "is_sound_signature"]

KEY_SIZE, SIGNATURE_SIZE = 32, 64
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)
Extended = tuple[int, int, int, int]


class Signer(Protocol):
    """A signer for one player of one match."""

    def sign(self, data: bytes) -> bytes:
        """Return the signature, 64 bytes."""


class Verifier(Protocol):
    """A verifier of signatures."""

    def verify(self, key: bytes, signature: bytes, data: bytes) -> bool:
        """Return whether the key's owner signed this."""


def _point(data: bytes) -> Extended | None:
    """Return the point in 32 bytes; None if they hold none, or not in its canonical form."""
    value = int.from_bytes(data, "little")
    y, odd = value & (1 << 255) - 1, value >> 255
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if (v * x * x - u) % P:
        if (v * x * x + u) % P:
            return None
        x = x * ROOT % P
    if x == 0 and odd:
        return None
    if x & 1 != odd:
        x = P - x
    return x, y, 1, x * y % P


def _double(point: Extended) -> Extended:
    x, y, z, _ = point
    a, b, c = x * x, y * y, 2 * z * z
    e, g, h = (x + y) * (x + y) - a - b, b - a, -a - b
    f = g - c
    return e * f % P, g * h % P, f * g % P, e * h % P


def _sum(one: Extended, two: Extended) -> Extended:
    a = (one[1] - one[0]) * (two[1] - two[0]) % P
    b = (one[1] + one[0]) * (two[1] + two[0]) % P
    c = 2 * D * one[3] * two[3] % P
    d = 2 * one[2] * two[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _is_in_the_group(data: bytes) -> bool:
    """Return whether the bytes are a point of the prime-order group other than its identity."""
    point = _point(data) if len(data) == KEY_SIZE else None
    if point is None or point[:2] == (0, 1):
        return False
    total: Extended = (0, 1, 1, 0)
    for bit in bin(ORDER)[2:]:
        total = _double(total)
        if bit == "1":
            total = _sum(total, point)
    return total[0] % P == 0 and (total[1] - total[2]) % P == 0


@lru_cache(maxsize=64)
def is_sound_key(key: bytes) -> bool:
    """Return whether every backend treats a public key alike."""
    return _is_in_the_group(key)


def is_sound_signature(signature: bytes) -> bool:
    """Return whether both halves of a signature are canonical: a point of the group, and a number below its order."""
    return (
        len(signature) == SIGNATURE_SIZE
        and int.from_bytes(signature[32:], "little") < ORDER
        and _is_in_the_group(signature[:32])
    )
