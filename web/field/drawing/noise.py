"""Chance for pictures only: a hash of integers, the same on every machine; never anything a rule reads.

`random` is not used: two heads must draw the same ground for the same match.
"""

from __future__ import annotations

__all__ = ["Noise", "seed_of"]

_MASK = 0xFFFFFFFF


def seed_of(data: bytes | str) -> int:
    """A whole number from a match's id or a piece's id (FNV-1a)."""
    value = 0x811C9DC5
    for byte in data.encode() if isinstance(data, str) else data:
        value = ((value ^ byte) * 0x01000193) & _MASK
    return value


class Noise:
    """A stream of numbers from a seed (xorshift32 over a mixed seed)."""

    __slots__ = ("state",)

    def __init__(self, seed: int, stream: int = 0) -> None:
        mixed = (seed ^ (stream * 0x9E3779B9)) & _MASK
        for _ in range(2):
            mixed = ((mixed ^ (mixed >> 16)) * 0x45D9F3B) & _MASK
        self.state = (mixed ^ (mixed >> 16)) or 1

    def whole(self, below: int) -> int:
        """0 up to below - 1."""
        state = self.state
        state ^= (state << 13) & _MASK
        state ^= state >> 17
        state ^= (state << 5) & _MASK
        self.state = state
        return state % below

    def part(self) -> float:
        """From 0 to 1."""
        return self.whole(65536) / 65536

    def between(self, low: float, high: float) -> float:
        """From low to high."""
        return low + (high - low) * self.whole(65536) / 65536
