"""The intendancy phase, in order (ITD), with the states it works off (STA)."""

from __future__ import annotations

from eden_core.engine.characteristics import characteristic
from eden_core.engine.flow import kind_of
from eden_core.engine.match import BURN, FEAR, NPF, POISON, PSI, RAGE, SLOWDOWN, VIG, Fighter, Match, on_field, opponent
from eden_core.engine.messages import Answer, Decision, PickMany, Roll
from eden_core.engine.procedures import DONE, Call, Frame, Goto, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.rules import effects
from eden_core.rules.cards import missions
from eden_core.rules.cards.abilities import run_triggers
from eden_core.rules.cards.scenery_damage import fire_spreads
from eden_core.rules.common.wounds import limb_at, wound
from eden_core.rules.npfs.activating import ActivateNpfs
from eden_core.rules.npfs.behaviour import npfs_left
from eden_core.rules.phases.preparation import AP_A_ROUND
from eden_core.rules.phases.weather_rolls import SufferStorms

__all__ = ["Intendancy", "Scoring"]

FEAR_DIFFICULTY = 5  # ITD-4


def next_in_turn(match: Match, marker: int, done: tuple[str, ...]) -> str:
    """Return the next fighter of those who have such markers now; "" when nobody is left (ITD-3, ITD-4).

    The players go by turns, first player first, each with its first not yet picked, then NPFs (STA-7).
    """
    first = match.table.first_player
    last = match.fighters[done[-1]].player if done else NPF
    order = (opponent(last), last, NPF) if last else (first, opponent(first), NPF)
    return next(
        (
            f.id
            for player in order
            for f in on_field(match)
            if f.player == player and f.markers[marker] and f.id not in done
        ),
        "",
    )


def _check_remove_rage(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    if not isinstance(given, PickMany):
        return Illegal("not_this_question", "ITD-6", asked=decision.kind)
    if len(set(given.values)) != len(given.values):
        return Illegal("one_marker_each", "ITD-6")
    for name in given.values:
        if name not in decision.options:
            return Illegal("no_rage_to_remove", "ITD-6", fighter=name)
    return None


kind_of("remove_rage", why_not=_check_remove_rage)


@procedure
class Intendancy(Frame):
    """ITD-1 to ITD-11."""

    done: tuple[str, ...] = ()  # who was picked in this step, the last one last
    faces: tuple[int, ...] = ()
    successes: int = 0
    turn: int = 0
    calm: PickMany = PickMany(())

    @step("ITD-1", "ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        effects.fall_due(match, "intendancy", "")
        return run_triggers(match)

    @step("ITD-2", "NPF-4")
    def activate_npfs(self, match: Match) -> Result:
        return Call(ActivateNpfs()) if npfs_left(match) else None

    @step("ITD-3", "STA-1")
    def find_who_burns(self, match: Match) -> Result:
        self.done = ()
        return None

    @step("ITD-3", "STA-1")
    def roll_burn(self, match: Match) -> Result:
        name = next_in_turn(match, BURN, self.done)
        if not name:
            return Goto("spread_fire")
        self.done += (name,)
        return Roll("burn", 4, "ITD-3", "faces", fighter=name, into="faces")

    @step("ITD-3", "EQP-5", "WND-1")
    def burn(self, match: Match) -> Result:
        name = self.done[-1]
        fighter = match.fighters[name]
        vigour = characteristic(match, fighter, VIG)
        wound(match, name, limb_at(fighter, self.faces[3]), sum(face > vigour for face in self.faces[:3]), "ITD-3")
        effects.unmark(match, name, BURN, 1, "ITD-3")
        effects.remove_fallen(match)
        return run_triggers(match)

    @step("ITD-3", "ABI-1")
    def take_next_to_burn(self, match: Match) -> Result:
        return Goto("roll_burn")

    @step("ITD-3", "TER-FLA", "TER-DES")
    def spread_fire(self, match: Match) -> Result:
        fire_spreads(match)
        return run_triggers(match)

    @step("ITD-4", "STA-2")
    def find_who_is_afraid(self, match: Match) -> Result:
        self.done = ()
        return None

    @step("ITD-4", "STA-2", "ROLL-1")
    def roll_courage(self, match: Match) -> Result:
        name = next_in_turn(match, FEAR, self.done)
        if not name:
            return Goto("lose_poison")
        self.done += (name,)
        return self.roll(
            "fear", characteristic(match, match.fighters[name], PSI), FEAR_DIFFICULTY, "successes", "ITD-4", name
        )

    @step("ITD-4")
    def take_courage(self, match: Match) -> Result:
        effects.unmark(match, self.done[-1], FEAR, self.successes, "ITD-4")
        return Goto("roll_courage")

    @step("ITD-5", "STA-3")
    def lose_poison(self, match: Match) -> Result:
        for fighter in on_field(match):
            effects.unmark(match, fighter.id, POISON, 1, "ITD-5")
        self.turn = 0
        return None

    @step("ITD-6", "STA-4", "STA-7")
    def ask_rage(self, match: Match) -> Result:
        first = match.table.first_player
        whose = (first, opponent(first), NPF)[self.turn]
        player = whose or first
        angry = tuple(f.id for f in on_field(match) if f.player == whose and f.markers[RAGE])
        self.calm = PickMany(())
        if not angry:
            return None
        return Decision("remove_rage", (player,), "ITD-6", options=angry, into="calm")

    @step("ITD-6", "STA-4")
    def calm_down(self, match: Match) -> Result:
        for name in self.calm.values:
            effects.unmark(match, name, RAGE, 1, "ITD-6")
        self.turn += 1
        return Goto("ask_rage") if self.turn < 3 else None

    @step("ITD-7", "ITD-8", "ITD-9", "STA-5")
    def give_action_points(self, match: Match) -> Result:
        for fighter in on_field(match):
            if fighter.player != NPF:
                effects.pay_ap(match, fighter.id, fighter.ap, "ITD-7")
                effects.gain_ap(match, fighter.id, AP_A_ROUND, "ITD-8")
            if fighter.markers[SLOWDOWN]:
                effects.pay_ap(match, fighter.id, 1, "ITD-9")
                effects.unmark(match, fighter.id, SLOWDOWN, 1, "ITD-9")
        return None

    @step("ITD-10")
    def score(self, match: Match) -> Result:
        return Call(Scoring("round"))

    @step("ITD-11", "WEA-13")
    def suffer_storms(self, match: Match) -> Result:
        return Call(SufferStorms()) if match.table.weather else None

    @step("ITD-11", "MAT-9")
    def end_effects(self, match: Match) -> Result:
        effects.end_round_effects(match)
        return None


@procedure
class Scoring(Frame):
    """Each mission scores, the first player's first; a face-down one by claim (ITD-10, ITD-12)."""

    when: str
    turn: int = 0
    claimed: int = 0

    @step("ITD-10", "ITD-12")
    def count(self, match: Match) -> Result:
        player = self._player(match)
        side = match.sides[player]
        card = missions.find(match, side.mission)
        if card is not None:
            effects.score(match, player, missions.score_now(match, player, card, self.when), "ITD-10", card.id)
            return Goto("next_player")
        if not side.sealed_mission:
            return Goto("next_player")
        return self.ask("claim", player, missions.claims(match, player, self.when), "claimed", "ITD-10", card=self.when)

    @step("ITD-10")
    def score_claim(self, match: Match) -> Result:
        player = self._player(match)
        effects.claim(match, player, self.claimed, missions.counts(match, player), int(self.when == "end"))
        effects.score(match, player, self.claimed, "ITD-10")
        return None

    @step("ITD-10", "ITD-12")
    def next_player(self, match: Match) -> Result:
        self.turn += 1
        return Goto("count") if self.turn < 2 else DONE

    def _player(self, match: Match) -> int:
        first = match.table.first_player
        return opponent(first) if self.turn else first


def standing(match: Match) -> list[Fighter]:
    """Return the fighters left on the field, NPFs left out (RND-1)."""
    return [f for f in on_field(match) if f.player]
