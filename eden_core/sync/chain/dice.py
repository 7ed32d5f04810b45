"""Dice made by both players (protocol.md): a hash chain for each, and the faces that follow from two reveals.

A chain is `x[k] = SHA-256(domain, salt, player, k, x[k + 1])`; both are fixed before the match, as the tip `x[0]` is
part of the genesis. The reveal of segment i is `x[i]`: nobody can predict it from earlier reveals, and its owner can't
replace it by another value. One reveal of each player determines all dice until the next decision.
"""

from __future__ import annotations

from hashlib import sha256

from eden_core.errors import Malformed

__all__ = ["LENGTH", "Chain", "Faces", "links_to", "wound_back"]

LENGTH = 4096  # reveals in a chain; a renewal follows one that runs low
STRIDE = 64  # how many links stand between two that are kept
FAIR = 252  # bytes from here on are thrown away: the largest multiple of six


def _link(salt: bytes, player: int, k: int, after: bytes) -> bytes:
    """Return x[k], given x[k + 1]."""
    return sha256(b"eden/chain/1" + salt + bytes((player,)) + k.to_bytes(4, "big") + after).digest()


class Chain:
    """A player's own chain, made from a 32-byte seed: `length` reveals after `base` (the index of its tip)."""

    def __init__(self, seed: bytes, salt: bytes, player: int, length: int = LENGTH, base: int = 0) -> None:
        self.salt, self.player, self.length, self.base = salt, player, length, base
        self._kept: dict[int, bytes] = {}
        value = sha256(b"eden/seed/1" + seed + base.to_bytes(4, "big")).digest()
        for k in range(base + length, base - 1, -1):
            if k != base + length:
                value = _link(salt, player, k, value)
            if (k - base) % STRIDE == 0 or k == base + length:
                self._kept[k] = value
        self.tip = value

    def reveal(self, k: int) -> bytes:
        """Return x[k], for base < k <= base + length."""
        if not self.base < k <= self.base + self.length:
            raise Malformed("chain_is_used_up", index=k)
        at = next(index for index in range(k, self.base + self.length + 1) if index in self._kept)
        return wound_back(self.salt, self.player, at, self._kept[at], k)


def wound_back(salt: bytes, player: int, k: int, value: bytes, to: int) -> bytes:
    """Return x[to] from x[k], for to <= k."""
    for index in range(k - 1, to - 1, -1):
        value = _link(salt, player, index, value)
    return value


def links_to(salt: bytes, player: int, k: int, before: bytes, shown: bytes) -> bool:
    """Return whether `shown` is x[k], given x[k - 1]."""
    return _link(salt, player, k - 1, shown) == before


class Faces:
    """The dice of one segment, in the order in which they are rolled."""

    def __init__(self, match_id: bytes, segment: int, one: bytes, two: bytes) -> None:
        self._seed = sha256(b"eden/dice/1" + match_id + segment.to_bytes(4, "big") + one + two).digest()
        self._counter = 0
        self._bytes: list[int] = []

    def throw(self, dice: int) -> tuple[int, ...]:
        """Return the next faces, each from 1 to 6 with equal probability."""
        faces: list[int] = []
        while len(faces) < dice:
            if not self._bytes:
                self._bytes = list(sha256(self._seed + self._counter.to_bytes(4, "big")).digest())
                self._counter += 1
            byte = self._bytes.pop(0)
            if byte < FAIR:
                faces.append(byte % 6 + 1)
        return tuple(faces)
