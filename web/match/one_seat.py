"""A match seen by one person whose opponent is elsewhere or is the machine.

There is no curtain; the person's own secrets are always available.
"""

from __future__ import annotations

from web.match.session import Session

__all__ = ["Seated"]


class Seated(Session):
    """A match as one player, or a spectator (`me` 0), sees it."""

    me: int

    @property
    def viewer(self) -> int:
        return self.me

    @property
    def is_private(self) -> bool:
        return False

    @property
    def is_curtain_down(self) -> bool:
        return bool(self.peeking)

    @property
    def other(self) -> int:
        return 3 - self.me if self.me else 2

    def may_peek(self, player: int) -> bool:
        return player == self.me

    def look(self, wanted: bool) -> None:
        self.looking = wanted

    def peek(self, player: int) -> None:
        self.peeking = player if player == self.me else 0

    def raise_curtain(self) -> None:
        """Do nothing: there is no curtain."""

    def secrets(self) -> tuple[str, list[tuple[int, str]]] | None:
        self.eyes = self.me
        return super().secrets()

    def hand(self) -> list[tuple[int, str]]:
        return self.vaults[self.me].hand(self.match) if self.me in self.vaults else []
