"""Tactical cards: playing, cancelling, and what they do (MAT-9, TAC)."""

from __future__ import annotations

from typing import Callable

from ..errors import Illegal
from ..field import SPACING, Zone, gap_to_edge, outline_at, Piece
from ..flow import DONE, Call, Frame, Goto, Result, kind_of, procedure, step
from ..geometry import polygon_gap
from ..match import MARKERS, ON_FIELD, Match, on_field, opponent
from ..messages import PASS, Answer, Decision, Pick, Point, Spot, Tactic as Play
from ..profile import CHARACTERISTICS, LIMBS, Effect, Tactic
from ..vault import digest_of
from . import effects
from .missions import usable
from .wounds import can_be_healed

__all__ = ["CARD", "EFFECTS", "PlayingTactic", "TacticalPhase", "find", "may_play", "why_not_tactic"]

CARD = ((-315, -440), (315, -440), (315, 440), (-315, 440))   # 63 x 88 mm, around the origin


def find(match: Match, card: str) -> Tactic | None:
    """A tactical card of this match by its id."""
    for tactic in match.setup.tactics:
        if tactic.id == card:
            return tactic
    return None


def may_play(match: Match, player: int) -> bool:
    """TAC-1: whether a player is asked: SP, the leader on the field, a card left in hand; all public."""
    side = match.sides[player]
    leader = match.fighters.get(side.leader)
    return (side.sp >= match.ruleset.tactic_cost and leader is not None and leader.status == ON_FIELD
            and any(side.hand))


def zone_outline(at: Point, turn: int) -> tuple[Point, ...]:
    """A zone the size of a card."""
    return outline_at(CARD, at, turn)


def why_not_aimed(match: Match, player: int, card: Tactic, target: str, at: Spot, turn: int) -> Illegal | None:
    """GEN-3, MAT-9: whether a card may be played here and now, on this target, at this place."""
    outline = zone_outline(at, turn) if card.place and at and not turn % 15 else ()
    if outline and gap_to_edge(Piece("", "", outline), match.setup.field) < 0:
        return Illegal("off_the_field", "MAT-1", card=card.id)
    if not usable(match, player, card.symbol):
        return Illegal("not_your_symbol", "MAT-8", card=card.id)
    if card.first_round and match.table.round != 1:
        return Illegal("only_in_the_first_round", "MAT-9", card=card.id)
    if card.id in match.sides[player].played:
        return Illegal("played_already", "MAT-9", card=card.id)
    if card.target:
        fighter = match.fighters.get(target)
        if fighter is None or fighter.status != ON_FIELD or (
                card.target != "any" and (fighter.player == player) != (card.target == "ally")):
            return Illegal("not_a_target", "GEN-3", card=card.id, target=target)
        heals = [effect for effect in card.effects if effect.do == "heal"]
        if heals and not can_be_healed(match, fighter):
            return Illegal("nothing_to_heal", "WND-2", target=target)
    elif target:
        return Illegal("not_a_target", "GEN-3", card=card.id, target=target)
    if not card.place:
        return Illegal("not_a_place", "GEN-3", card=card.id) if at or turn else None
    if not outline:
        return Illegal("not_a_place", "GEN-3", card=card.id)
    for enemy in on_field(match, opponent(player)):
        if polygon_gap(enemy.at, enemy.radius, outline) < SPACING:  # type: ignore[arg-type]
            return Illegal("too_close_to_enemy", "GEN-3", card=card.id, enemy=enemy.id)
    for marker in match.markers.values():
        if polygon_gap(marker.at, marker.radius, outline) < SPACING:
            return Illegal("too_close_to_marker", "GEN-3", card=card.id, marker=marker.id)
    return None


def why_not_tactic(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    """The rule against playing a card (TAC-1, MAT-9), or None; passing is always legal."""
    if isinstance(given, Pick) and given.value == PASS:
        return None
    if not isinstance(given, Play):
        return Illegal("not_this_question", "TAC-1", asked=decision.kind)
    side = match.sides[player]
    if not 0 <= given.index < len(side.hand) or not side.hand[given.index]:
        return Illegal("not_in_hand", "MAT-9" if given.card in side.played else "TAC-1", card=given.card)
    if digest_of(match.id, player, side.hand_seal + given.index, given.nonce, given.card) != side.hand[given.index]:
        return Illegal("opening_does_not_match", "PREP-8", card=given.card)
    card = find(match, given.card)
    if card is None:
        return Illegal("no_such_card", "MAT-9", card=given.card)
    return why_not_aimed(match, player, card, given.target, given.at, given.turn)


def _hand_left(match: Match, decision: Decision) -> tuple[int | str, ...]:
    hand = match.sides[decision.owners[0]].hand
    return (*(index for index, digest in enumerate(hand) if digest), PASS)


kind_of("tactic", _hand_left, why_not_tactic)
kind_of("cancel")


# --- effects -----------------------------------------------------------------------------------------------------------

def _gain_ap(match: Match, fighter: str, effect: Effect) -> None:
    effects.gain_ap(match, fighter, effect.amount, "GEN-3")


def _mark(match: Match, fighter: str, effect: Effect) -> None:
    effects.mark(match, fighter, MARKERS.index(effect.what), effect.amount, "GEN-3")


def _limbs(effect: Effect) -> list[int]:
    return [LIMBS.index(effect.what)] if effect.what else list(range(len(LIMBS)))


def _heal(match: Match, fighter: str, effect: Effect) -> None:
    for limb in _limbs(effect):
        effects.heal(match, fighter, limb, effect.amount, "WND-2")


def _lose_cp(match: Match, fighter: str, effect: Effect) -> None:
    for limb in _limbs(effect):
        effects.lose_cp(match, fighter, limb, effect.amount, "WND-1", "lost_cp")


def _modify(match: Match, fighter: str, effect: Effect) -> None:
    effects.modify(match, fighter, CHARACTERISTICS.index(effect.what), effect.amount, effect.until or "round")


# What a card does to a fighter, by name; `gain_sp`, `score` and `zone` concern the player or the field.
EFFECTS: dict[str, Callable[[Match, str, Effect], None]] = {
    "gain_ap": _gain_ap, "mark": _mark, "heal": _heal, "lose_cp": _lose_cp, "modify": _modify,
}


def carry_out(match: Match, player: int, card: Tactic, target: str, at: Spot, turn: int) -> None:
    """A card's effects, in its order; whoever falls is removed after all of them (GEN-4)."""
    for effect in card.effects:
        if effect.do == "gain_sp":
            effects.gain_sp(match, player, effect.amount, "GEN-3")
        elif effect.do == "score":
            effects.score(match, player, effect.amount, "GEN-3", card.id)
        elif effect.do == "zone":
            effects.add_zone(match, Zone(f"{card.id}.{player}", card.id, player, zone_outline(at, turn)))  # type: ignore[arg-type]
        else:
            whom = {"target": [target] if target else [],
                    "allies": [f.id for f in on_field(match, player)],
                    "enemies": [f.id for f in on_field(match, opponent(player))]}
            for fighter in whom[effect.on]:
                EFFECTS[effect.do](match, fighter, effect)
    effects.remove_fallen(match)


@procedure
class TacticalPhase(Frame):
    """TAC-1: the first player may play one card, then the other one."""
    turn: int = 0
    played: Play | str = PASS

    @step("TAC-1")
    def offer(self, match: Match) -> Result:
        player = self._player(match)
        self.played = PASS
        if not may_play(match, player):
            return Goto("next_player")
        return Decision("tactic", (player,), "TAC-1", into="played")

    @step("TAC-1")
    def play(self, match: Match) -> Result:
        return Call(PlayingTactic(self._player(match), self.played)) if isinstance(self.played, Play) else None

    @step("TAC-1")
    def next_player(self, match: Match) -> Result:
        self.turn += 1
        return Goto("offer") if self.turn < 2 else DONE

    def _player(self, match: Match) -> int:
        first = match.table.first_player
        return opponent(first) if self.turn else first


@procedure
class PlayingTactic(Frame):
    """TAC-1, TAC-2: paid, shown, perhaps cancelled, then carried out."""
    player: int
    play: Play
    cancelled: str = PASS

    @step("TAC-1")
    def pay(self, match: Match) -> Result:
        effects.pay_sp(match, self.player, match.ruleset.tactic_cost, "TAC-1")
        effects.show_tactic(match, self.player, self.play.index, self.play.card, self.play.target,
                            zone_outline(self.play.at, self.play.turn) if self.play.at else ())
        return None

    @step("TAC-2")
    def offer_cancel(self, match: Match) -> Result:
        card = find(match, self.play.card)
        other = opponent(self.player)
        if card is None or not card.cancel or match.sides[other].sp < card.cancel:
            return None
        return Decision("cancel", (other,), "TAC-2", card=card.id, options=("cancel", PASS), into="cancelled")

    @step("TAC-2", "GEN-3")
    def take_effect(self, match: Match) -> Result:
        card = find(match, self.play.card)
        assert card is not None
        if self.cancelled:
            other = opponent(self.player)
            effects.pay_sp(match, other, card.cancel, "TAC-2")
            match.emit("tactic_cancelled", "TAC-2", player=other, card=card.id)
            return None
        carry_out(match, self.player, card, self.play.target, self.play.at, self.play.turn)
        return None
