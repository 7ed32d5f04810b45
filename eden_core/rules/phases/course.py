"""The course of a match: preparation, rounds, the end and the winner (RND)."""

from __future__ import annotations

from eden_core.engine.match import DRAW, Match, opponent
from eden_core.engine.messages import Decision, Open
from eden_core.engine.procedures import DONE, Call, Frame, Goto, Result, procedure, step
from eden_core.rules import effects
from eden_core.rules.cards import missions
from eden_core.rules.cards.abilities import run_triggers
from eden_core.rules.cards.tactics import TacticalPhase
from eden_core.rules.phases.activation import ActivationPhase
from eden_core.rules.phases.first_player import ChooseFirstPlayer, NameFirstPlayer, is_opening
from eden_core.rules.phases.intendancy import Intendancy, Scoring, standing
from eden_core.rules.phases.preparation import Preparation

__all__ = ["PlayMatch"]


@procedure
class PlayMatch(Frame):
    """RND: the whole match, from the preparation to its winner."""

    at_fault: int = 0  # the player whose opened mission proves a fault; 3: both

    @step("PREP-1")
    def prepare(self, match: Match) -> Result:
        return Call(Preparation())

    @step("RND-1", "RND-3")
    def begin_round(self, match: Match) -> Result:
        effects.start_round(match, match.table.round + 1)
        effects.fall_due(match, "round_begins", "")
        return run_triggers(match)

    @step("RND-3", "RND-4")
    def find_first_player(self, match: Match) -> Result:
        effects.set_phase(match, "first_player", "RND-4")
        before = match.table.round - 1
        fell = [player for player in (1, 2) if before and match.sides[player].leader_fell == before]
        if len(fell) == 1:
            return Call(NameFirstPlayer(opponent(fell[0]), "RND-4"))
        return Call(ChooseFirstPlayer("RND-4"))

    @step("RND-3", "TAC-1")
    def play_tactical_phase(self, match: Match) -> Result:
        effects.set_phase(match, "tactical", "TAC-1")
        return Call(TacticalPhase())

    @step("RND-3", "ACT-1")
    def play_activation_phase(self, match: Match) -> Result:
        effects.set_phase(match, "activation", "ACT-1")
        return Call(ActivationPhase())

    @step("RND-3", "ITD-1")
    def play_intendancy_phase(self, match: Match) -> Result:
        effects.set_phase(match, "intendancy", "ITD-1")
        return Call(Intendancy())

    @step("RND-1", "ITD-12", "ITD-13")
    def end_round(self, match: Match) -> Result:
        match.emit("round_ended", "ITD-12", round=match.table.round)
        sides = {fighter.player for fighter in standing(match)}
        if match.table.round < match.table.rounds and len(sides) == 2:
            for fighter in match.fighters.values():
                effects.new_limits(match, fighter.id)
            return Goto("begin_round")
        return Call(Scoring("end"))

    @step("PREP-5", "ITD-12")
    def open_missions(self, match: Match) -> Result:
        owners = tuple(player for player in (1, 2) if match.sides[player].sealed_mission)
        return Decision("open", owners, "PREP-5", card="mission", into="shown") if owners else None

    def shown(self, match: Match, player: int, given: Open) -> None:
        """Takes one player's opened mission: a card this troop may not use, or a false claim, is a proved fault."""
        side = match.sides[player]
        card = missions.find(match, str(given.value))
        honest = (
            is_opening(match, player, given)
            and card is not None
            and not card.revealed
            and card.deployment == side.deployment
            and missions.usable(match, player, card.symbol)
            and missions.audit(match, player, card)
        )
        if honest:
            effects.reveal_mission(match, player, str(given.value), side.deployment, "PREP-5")
        else:
            effects.prove_fault(match, player, "PREP-5", str(given.value))
            self.at_fault = player if not self.at_fault else 3

    @step("RND-2")
    def name_winner(self, match: Match) -> Result:
        if self.at_fault:
            effects.end_match(match, DRAW if self.at_fault == 3 else opponent(self.at_fault), "PREP-5", self.at_fault)
            return DONE
        one, two = match.sides[1].vp, match.sides[2].vp
        effects.end_match(match, DRAW if one == two else 1 if one > two else 2, "RND-2")
        return DONE
