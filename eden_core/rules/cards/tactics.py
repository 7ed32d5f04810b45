"""Tactical cards: playing, cancelling, and what they do (MAT-9, TAC)."""

from __future__ import annotations

from eden_core.cards.records import Tactic
from eden_core.engine.characteristics import why_not_now
from eden_core.engine.flow import kind_of
from eden_core.engine.match import NPF, ON_FIELD, Match, opponent
from eden_core.engine.messages import PASS, Answer, Decision, Pick, Point, Spot
from eden_core.engine.messages import Tactic as Play
from eden_core.engine.procedures import DONE, Call, Frame, Goto, Result, procedure, step
from eden_core.engine.vault import digest_of
from eden_core.errors import Illegal
from eden_core.rules import effects
from eden_core.rules.cards.abilities import run_triggers
from eden_core.rules.cards.card_effects import TACTIC, ResolveEffects, why_not_on
from eden_core.rules.cards.missions import usable
from eden_core.rules.common.weather import tactic_cost
from eden_core.rules.common.zones import why_not_zone, zone_outline

__all__ = [
    "PlayTactic",
    "TacticalPhase",
    "ask_or_play",
    "find",
    "may_play",
    "may_play_at",
    "play_card",
    "why_not_tactic",
]


def find(match: Match, card: str) -> Tactic | None:
    """A tactical card of this match by its id."""
    for tactic in match.setup.tactics:
        if tactic.id == card:
            return tactic
    return None


def may_play(match: Match, player: int) -> bool:
    """SP (WEA-12), the leader on the field, a card left in hand, none played this round; all public (TAC-1, TAC-3)."""
    side = match.sides[player]
    leader = match.fighters.get(side.leader)
    return (
        side.sp >= tactic_cost(match)
        and not side.played_now
        and leader is not None
        and leader.status == ON_FIELD
        and any(side.hand)
    )


def may_play_at(match: Match, player: int, moment: str) -> bool:
    """Tell if a player may have a card to play at a moment (`vocabulary.MOMENTS`), as far as all know (TAC-3).

    It may play one, and some card in play that it has not shown yet names the moment.
    """
    return (
        player != NPF
        and may_play(match, player)
        and any(
            moment in card.when
            and card.id not in match.sides[player].played
            and usable(match, player, card.symbol)
            and not (card.first_round and match.table.round != 1)
            for card in match.setup.tactics
            if not card.tactical
        )
    )


def why_not_aimed(
    match: Match, player: int, card: Tactic, target: str, at: Spot, turn: int, moment: str
) -> Illegal | None:
    """The rule against a card at this decision, on this target, at this place (GEN-3, MAT-9, TAC-3).

    Ruling: mist (WEA-8) changes nothing here, for a card's own condition is checked as it is laid.
    """
    if not usable(match, player, card.symbol):
        return Illegal("not_your_symbol", "MAT-8", card=card.id)
    if card.tactical != (moment == "tactic") or (not card.tactical and moment not in card.when):
        return Illegal("not_at_this_moment", "MAT-9" if card.tactical else "TAC-3", card=card.id)
    if card.first_round and match.table.round != 1:
        return Illegal("only_in_the_first_round", "MAT-9", card=card.id)
    if card.id in match.sides[player].played:
        return Illegal("played_already", "MAT-9", card=card.id)
    return _why_not_target(match, player, card, target) or _why_not_at(match, player, card, at, turn)


def _why_not_target(match: Match, player: int, card: Tactic, target: str) -> Illegal | None:
    if not card.target:
        return Illegal("not_a_target", "GEN-3", card=card.id, target=target) if target else None
    fighter = match.fighters.get(target)
    if (
        fighter is None
        or fighter.status != ON_FIELD
        or (card.target != "any" and (fighter.player == player) != (card.target == "ally"))
    ):
        return Illegal("not_a_target", "GEN-3", card=card.id, target=target)
    leader = match.sides[player].leader
    return why_not_now(match, card.conditions, fighter, None, card.id) or why_not_on(
        match, card.effects, leader, fighter
    )


def _why_not_at(match: Match, player: int, card: Tactic, at: Spot, turn: int) -> Illegal | None:
    if not card.place:
        return Illegal("not_a_place", "GEN-3", card=card.id) if at or turn else None
    if not at or turn % 15 or not all(0 <= value <= most for value, most in zip(at, match.setup.field)):
        return Illegal("not_a_place", "GEN-3", card=card.id)
    return why_not_zone(match, player, card.id, at, turn) if card.place == "zone" else None


def why_not_tactic(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    """The rule against playing a card (TAC-1, MAT-9), or None; passing is always legal."""
    if isinstance(given, Pick) and given.value == PASS:
        return None
    if not isinstance(given, Play):
        return Illegal("not_this_question", "TAC-1", asked=decision.kind)
    side = match.sides[player]
    if decision.kind != "tactic" and not may_play(match, player):
        return Illegal("no_card_now", "TAC-3" if side.played_now else "TAC-1", card=given.card)
    if not 0 <= given.index < len(side.hand) or not side.hand[given.index]:
        return Illegal("not_in_hand", "MAT-9" if given.card in side.played else "TAC-1", card=given.card)
    if digest_of(match.id, player, side.hand_seal + given.index, given.nonce, given.card) != side.hand[given.index]:
        return Illegal("opening_does_not_match", "PREP-8", card=given.card)
    card = find(match, given.card)
    if card is None:
        return Illegal("no_such_card", "MAT-9", card=given.card)
    return why_not_aimed(match, player, card, given.target, given.at, given.turn, decision.kind)


def _hand_left(match: Match, decision: Decision) -> tuple[int | str, ...]:
    hand = match.sides[decision.owners[0]].hand
    return (*(index for index, digest in enumerate(hand) if digest), PASS)


kind_of("tactic", _hand_left, why_not_tactic)
kind_of("cancel")


@procedure
class TacticalPhase(Frame):
    """The first player may play one card, then the other one (TAC-1)."""

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
        return play_card(self._player(match), self.played)

    @step("ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        return run_triggers(match)

    @step("TAC-1")
    def next_player(self, match: Match) -> Result:
        self.turn += 1
        return Goto("offer") if self.turn < 2 else DONE

    def _player(self, match: Match) -> int:
        first = match.table.first_player
        return opponent(first) if self.turn else first


@procedure
class PlayTactic(Frame):
    """Paid, shown, perhaps cancelled, then carried out (TAC-1, TAC-2)."""

    player: int
    play: Play
    cancelled: str = PASS

    @step("TAC-1", "WEA-12")
    def pay(self, match: Match) -> Result:
        effects.pay_sp(match, self.player, tactic_cost(match), "TAC-1")
        effects.show_tactic(match, self.player, self.play.index, self.play.card, self.play.target, self._outline(match))
        return None

    def _outline(self, match: Match) -> tuple[Point, ...]:
        """Return the outline that a card lays down, for all to see."""
        card, at = find(match, self.play.card), self.play.at
        return zone_outline(at, self.play.turn) if at and card is not None and card.place == "zone" else ()

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
        return Call(
            ResolveEffects(
                self.player,
                card.id,
                TACTIC,
                match.sides[self.player].leader,
                self.play.target,
                "",
                self.play.at,
                self.play.turn,
            )
        )


# --- a card played in place of an answer ---


def ask_or_play(match: Match, frame: Frame, question: Decision) -> Decision | None:
    """Ask a question at whose moment a card may be played instead (TAC-3).

    A single option is taken unasked only where no card may be played.
    """
    if len(question.options) != 1 or may_play_at(match, question.owners[0], question.kind):
        return question
    return frame.ask(question.kind, question.owners[0], question.options, question.into, question.rule)


def play_card(player: int, given: object) -> Call | None:
    """Play the card that was given in place of an answer; None where it is an answer (TAC-3)."""
    return Call(PlayTactic(player, given)) if isinstance(given, Play) else None
