"""The port for signatures (Ed25519) and what is checked of keys and signatures before any backend sees them.

Backends differ on points that no honest signer makes: small order, a coordinate written too large, a part of small
order added. All of these are refused here, so that whatever is verified, every backend verifies alike.
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
    """Signs for one player of one match."""

    def sign(self, data: bytes) -> bytes:
        """The signature, 64 bytes."""


class Verifier(Protocol):
    """Checks signatures."""

    def verify(self, key: bytes, signature: bytes, data: bytes) -> bool:
        """Whether the key's owner signed this."""


def _point(data: bytes) -> Extended | None:
    """A point from its 32 bytes; None if it is none, or is not written as it must be."""
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
    """Whether these are the bytes of a point of the prime-order group, and not of its identity."""
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
    """Whether a public key is one that every backend takes alike."""
    return _is_in_the_group(key)


def is_sound_signature(signature: bytes) -> bool:
    """Whether a signature's two halves are written as they must be: a point of the group, a number below its order."""
    return (
        len(signature) == SIGNATURE_SIZE
        and int.from_bytes(signature[32:], "little") < ORDER
        and _is_in_the_group(signature[:32])
    )
