"""The limit on how often a head is answered, because an answer can be the whole match."""

from __future__ import annotations

__all__ = ["RateLimit"]

AGAIN = 1_000  # ms between two answers to a head that is not new


class RateLimit:
    """The limit on the answers on one channel."""

    def __init__(self) -> None:
        self._seq, self._at = -1, 0

    def may_answer(self, seq: int, now: int) -> bool:
        """Return whether to answer a head at slot `seq` at the time `now`, in ms.

        It is answered if it is further on, or a while after the last.
        """
        if seq <= self._seq and now - self._at < AGAIN:
            return False
        self._seq, self._at = seq, now
        return True
