"""The other peer's presence on the channel: time since its last message, pings, and the limit on answers."""

from __future__ import annotations

from eden_core.sync.peer.rate_limit import RateLimit

__all__ = ["Presence"]

QUIET, EVERY = 12_000, 2_500  # ms: without a word the connection is lost; between two pings
STRANGE = 8_000  # ms until it is clear who is there
PRESSED = 2_000, 2_000, 4_000  # the same while somebody else waits, by player: else each may close what the other takes
LONGEST_TICK = 2_000  # ms: what counts of the time between two looks at the clock


class Presence:
    """The clock of one peer, in ms, and its findings about the other end."""

    def __init__(self) -> None:
        self.clock = 0
        self.latency = -1  # ms of the last ping and its answer; -1 while unknown
        self.rate_limit = RateLimit()
        self._silence = self._last_ping = 0
        self._pinged = (0, 0)  # the last ping's number and time

    def channel_opened(self) -> None:
        """Begin again on a new channel: silence and answers of the last one do not count."""
        self._silence, self.rate_limit = 0, RateLimit()

    def channel_lost(self) -> None:
        """Forget the latency."""
        self.latency = -1

    def heard(self) -> None:
        """Note that a message has arrived."""
        self._silence = 0

    def advance(self, now: int) -> None:
        """Move the clock on; time during which the page was frozen does not count as waiting."""
        self._silence += min(max(0, now - self.clock), LONGEST_TICK)
        self.clock = now

    def next_ping(self) -> int:
        """Return the number of the ping that is due now; 0 for none."""
        if self.clock - self._last_ping < EVERY:
            return 0
        self._last_ping = self.clock
        self._pinged = (self._pinged[0] + 1, self.clock)
        return self._pinged[0]

    def ponged(self, number: int, now: int) -> None:
        """Measure the latency by the answer to the last ping."""
        if number == self._pinged[0]:
            self.latency = max(now, self.clock) - self._pinged[1]

    def is_lost(self, player: int, is_settled: bool, is_pressed: bool) -> bool:
        """Return whether the silence has lasted too long for `player` to wait on."""
        return self._silence >= (QUIET if is_settled else PRESSED[player] if is_pressed else STRANGE)

    def may_answer(self, seq: int) -> bool:
        """Return whether the entries after slot `seq` are sent once more on this channel."""
        return self.rate_limit.may_answer(seq, self.clock)
