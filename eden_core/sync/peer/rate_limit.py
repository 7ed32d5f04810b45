"""How often a head is answered: what is sent can be the whole match, so nobody is to have it over and over."""

from __future__ import annotations

__all__ = ["Pace"]

AGAIN = 1_000  # ms between two answers to what is no news


class Pace:
    """Of the answers on one channel."""

    def __init__(self) -> None:
        self._seq, self._at = -1, 0

    def may_answer(self, seq: int, now: int) -> bool:
        """Whether a head at slot `seq` is answered `now`, in ms: further on than the last one, or a while after it."""
        if seq <= self._seq and now - self._at < AGAIN:
            return False
        self._seq, self._at = seq, now
        return True
