"""The secrets of one player: bids, a face-down mission, the hand; sealed in the match, clear only here.

A secret enters the match as a digest, its nonce derived from one 32-byte secret of the player, so that the state and
its hash are the same for owner, opponent and spectator (architecture.md, "Secrets").
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from eden_core.cards.records import Mission
from eden_core.engine.match import Match
from eden_core.engine.messages import Decision, Hand, Open, Seal, Spot, Tactic
from eden_core.errors import Malformed

__all__ = ["Vault", "digest_of", "nonce_of"]


def nonce_of(secret: bytes, match_id: bytes, player: int, number: int) -> bytes:
    """The nonce of a player's `number`th secret (from 0), 32 bytes."""
    return sha256(b"eden/nonce/1" + secret + match_id + bytes((player,)) + number.to_bytes(4, "big")).digest()


def digest_of(match_id: bytes, player: int, number: int, nonce: bytes, value: str | int) -> bytes:
    """The commitment to a value: SHA-256 over domain, match, player, number, nonce and value."""
    clear = b"i%d" % value if isinstance(value, int) else b"t" + value.encode()
    head = bytes((player,)) + number.to_bytes(4, "big") + len(clear).to_bytes(2, "big")
    return sha256(b"eden/seal/1" + match_id + head + nonce + clear).digest()


class Kept(NamedTuple):
    """A secret in the clear and its number."""

    number: int
    value: str | int


class Vault:
    """One player's secrets of one match. `secret` is 32 bytes of true randomness, made by the caller."""

    def __init__(self, player: int, secret: bytes) -> None:
        if len(secret) != 32:
            raise Malformed("secret_is_32_bytes", given=len(secret))
        self.player = player
        self.secret = secret
        self.bid: Kept | None = None
        self.mission: Kept | None = None
        self.cards: tuple[Kept, ...] = ()

    def copy(self) -> Vault:
        """An independent copy."""
        new: Vault = object.__new__(Vault)
        new.__dict__ = self.__dict__.copy()
        return new

    def _seal(self, match: Match, number: int, value: str | int) -> bytes:
        nonce = nonce_of(self.secret, match.id, self.player, number)
        return digest_of(match.id, self.player, number, nonce, value)

    def seal_bid(self, match: Match, value: int) -> Seal:
        """GEN-6's secret bid, sealed; remembered here until it is opened."""
        number = match.sides[self.player].seals
        self.bid = Kept(number, value)
        return Seal(self._seal(match, number, value))

    def seal_mission(self, match: Match, mission: Mission) -> Seal:
        """PREP-5: a secret mission laid face down; its deployment type shows."""
        number = match.sides[self.player].seals
        self.mission = Kept(number, mission.id)
        return Seal(self._seal(match, number, mission.id), mission.deployment)

    def seal_hand(self, match: Match, cards: Sequence[str]) -> Hand:
        """PREP-8: the hand, each card sealed by itself."""
        first = match.sides[self.player].seals
        self.cards = tuple(Kept(first + index, card) for index, card in enumerate(cards))
        return Hand(tuple(self._seal(match, kept.number, kept.value) for kept in self.cards))

    def find_hand(self, match: Match, hand: Hand, cards: Sequence[str]) -> None:
        """Find again which cards a sealed hand of one's own holds (after a restore)."""
        first = match.sides[self.player].seals
        self.cards = tuple(
            Kept(first + index, card)
            for index, digest in enumerate(hand.digests)
            for card in cards
            if self._seal(match, first + index, card) == digest
        )

    def hand(self, match: Match) -> list[tuple[int, str]]:
        """The cards still in hand, as (index, id)."""
        return [
            (index, str(self.cards[index].value))
            for index, digest in enumerate(match.sides[self.player].hand)
            if digest
        ]

    def play(self, match: Match, index: int, target: str = "", at: Spot = (), turn: int = 0) -> Tactic:
        """TAC-1: the answer that plays card `index` of the hand."""
        kept = self.cards[index]
        nonce = nonce_of(self.secret, match.id, self.player, kept.number)
        return Tactic(str(kept.value), index, nonce, target, at, turn)

    def open(self, match: Match) -> Open:
        """The answer to the pending `open`: the bid, or at the end the mission."""
        question = match.pending
        kept = self.bid if isinstance(question, Decision) and question.card == "bid" else self.mission
        if kept is None:
            raise Malformed("nothing_sealed", "GEN-6")
        return Open(kept.value, nonce_of(self.secret, match.id, self.player, kept.number))
