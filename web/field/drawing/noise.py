"""Pseudo-random numbers for drawings, identical on every machine; the rules never use them.

`random` is not used because all players must see the same ground for the same match.
"""

from __future__ import annotations

__all__ = ["Noise", "seed_of"]

_MASK = 0xFFFFFFFF


def seed_of(data: bytes | str) -> int:
    """Return a seed from a match's or piece's id (32-bit FNV-1a)."""
    value = 0x811C9DC5
    for byte in data.encode() if isinstance(data, str) else data:
        value = ((value ^ byte) * 0x01000193) & _MASK
    return value


class Noise:
    """A stream of pseudo-random numbers (xorshift32 over a mixed seed)."""

    __slots__ = ("state",)

    def __init__(self, seed: int, stream: int = 0) -> None:
        mixed = (seed ^ (stream * 0x9E3779B9)) & _MASK
        for _ in range(2):
            mixed = ((mixed ^ (mixed >> 16)) * 0x45D9F3B) & _MASK
        self.state = (mixed ^ (mixed >> 16)) or 1

    def whole(self, below: int) -> int:
        """Return an integer from 0 to `below` - 1."""
        state = self.state
        state ^= (state << 13) & _MASK
        state ^= state >> 17
        state ^= (state << 5) & _MASK
        self.state = state
        return state % below

    def part(self) -> float:
        """Return a number from 0 (inclusive) to 1 (exclusive)."""
        return self.whole(65536) / 65536

    def between(self, low: float, high: float) -> float:
        """Return a number from `low` (inclusive) to `high` (exclusive)."""
        return low + (high - low) * self.whole(65536) / 65536
