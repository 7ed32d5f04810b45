"""Effects on a player's side: points, missions, cards, secrets."""

from __future__ import annotations

from eden_core.engine.match import Match
from eden_core.engine.messages import Point
from eden_core.rules.effects.writing import change_side

__all__ = [
    "choose_half",
    "claim",
    "gain_sp",
    "lay_mission",
    "name_leader",
    "pay_sp",
    "reveal_mission",
    "score",
    "show_tactic",
    "take_hand",
    "use_seal",
]


def gain_sp(match: Match, player: int, amount: int, rule: str) -> None:
    """Strategy points gained."""
    if amount:
        change_side(match, player, sp=match.sides[player].sp + amount)
        match.emit("sp_gained", rule, player=player, amount=amount, sp=match.sides[player].sp)


def pay_sp(match: Match, player: int, amount: int, rule: str) -> None:
    """Strategy points spent or lost."""
    if amount:
        change_side(match, player, sp=match.sides[player].sp - amount)
        match.emit("sp_lost", rule, player=player, amount=amount, sp=match.sides[player].sp)


def score(match: Match, player: int, vp: int, rule: str, card: str = "") -> None:
    """Victory points scored or lost; ITD-10: a score below 0 becomes 0 at once."""
    total = max(0, match.sides[player].vp + vp)
    if total != match.sides[player].vp:
        change_side(match, player, vp=total)
        match.emit("scored", rule, player=player, vp=vp, total=total, card=card)


def name_leader(match: Match, player: int, fighter: str) -> None:
    """Name a player's leader (PREP-4)."""
    change_side(match, player, leader=fighter)
    match.emit("leader_named", "PREP-4", player=player, fighter=fighter)


def use_seal(match: Match, player: int) -> None:
    """A bid is sealed; each secret has its own number, hence nonce (GEN-6)."""
    change_side(match, player, seals=match.sides[player].seals + 1)
    match.emit("bid_sealed", "GEN-6", player=player)


def lay_mission(match: Match, player: int, digest: bytes, deployment: str) -> None:
    """A mission face down; its deployment type shows (PREP-5)."""
    side = match.sides[player]
    change_side(
        match, player, sealed_mission=digest, deployment=deployment, mission_seal=side.seals, seals=side.seals + 1
    )
    match.emit("mission_chosen", "PREP-5", player=player, deployment=deployment)


def reveal_mission(match: Match, player: int, mission: str, deployment: str, rule: str) -> None:
    """A mission shown: chosen face up (PREP-5), or opened at the end."""
    change_side(match, player, mission=mission, deployment=deployment, sealed_mission=b"")
    match.emit("mission_revealed", rule, player=player, mission=mission, deployment=deployment)


def claim(match: Match, player: int, vp: int, counts: tuple[int, ...], when: int) -> None:
    """Keep a claim for a face-down mission, with the counts for the audit (ITD-10)."""
    change_side(match, player, claims=(*match.sides[player].claims, (when, vp, *counts)))
    match.emit("claimed", "ITD-10", player=player, vp=vp)


def choose_half(match: Match, player: int, half: str) -> None:
    """Give a player its half of the field (PREP-7)."""
    change_side(match, player, half=half)
    match.emit("half_chosen", "PREP-7", player=player, half=half)


def take_hand(match: Match, player: int, digests: tuple[bytes, ...]) -> None:
    """The tactical cards, each sealed by itself (PREP-8)."""
    side = match.sides[player]
    change_side(match, player, hand=digests, hand_seal=side.seals, seals=side.seals + len(digests))
    match.emit("hand_taken", "PREP-8", player=player, cards=len(digests))


def show_tactic(match: Match, player: int, index: int, card: str, target: str, outline: tuple[Point, ...]) -> None:
    """A card leaves the hand and is seen, with what it aims at: a fighter, or the outline of a place (TAC-1)."""
    side = match.sides[player]
    hand = (*side.hand[:index], b"", *side.hand[index + 1 :])
    change_side(match, player, hand=hand, played=(*side.played, card), played_now=1)
    match.emit("tactic_played", "TAC-1", player=player, card=card, target=target, outline=outline)
