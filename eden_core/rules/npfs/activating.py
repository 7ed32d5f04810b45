"""Activating the non-player fighters by turns: their attacks, charges and prowls (ITD-2, NPF-4)."""

from __future__ import annotations

from eden_core.engine.match import FEAR, ON_FIELD, Match, enemies_in_contact, opponent
from eden_core.engine.messages import Decision, Npf, PickMany, Point
from eden_core.engine.procedures import DONE, Call, Frame, Goto, Result, procedure, step
from eden_core.rules import effects
from eden_core.rules.actions.melee import Melee
from eden_core.rules.cards.abilities import run_triggers
from eden_core.rules.common.hazards import has_moved, suffer
from eden_core.rules.common.paths import as_far_as
from eden_core.rules.common.zones import cross_zones
from eden_core.rules.npfs.behaviour import charge_way, npf_actions, npfs_left, picks_none, prowl_length, why_not_npf

__all__ = ["ActivateNpfs", "NpfCharge", "NpfProwl"]


@procedure
class ActivateNpfs(Frame):
    """The players by turns, first player first, each activate an NPF, until all have been (ITD-2)."""

    player: int = 0
    given: Npf | int = 0
    order: PickMany = PickMany(())

    @step("ITD-2")
    def begin(self, match: Match) -> Result:
        self.player = match.table.first_player
        return None

    @step("ITD-2", "NPF-4")
    def choose(self, match: Match) -> Result:
        left = npfs_left(match)
        if not left:
            return DONE
        return self._ask(match, left)

    @step("NPF-4", "GEN-3")
    def activate(self, match: Match) -> Result:
        npf = self._given.npf
        effects.activate_npf(match, npf, self.player)
        cross_zones(match, npf, (match.fighters[npf].at,))
        effects.remove_fallen(match)
        return suffer(match, npf, "activated")

    @step("NPF-4", "ABI-1")
    def trigger_abilities_at_start(self, match: Match) -> Result:
        if match.fighters[self._given.npf].status == ON_FIELD:
            effects.fall_due(match, "activated", self._given.npf)
        return run_triggers(match)

    @step("NPF-4")
    def choose_again(self, match: Match) -> Result:
        if match.fighters[self._given.npf].status != ON_FIELD:
            return Goto("end_activation")
        # Ruling: what its activation brought about may leave another action to it.
        if why_not_npf(match, self.player, self._given) is not None:
            return self._ask(match, (self._given.npf,))
        return None

    @step("NPF-4", "GEN-4")
    def order_targets(self, match: Match) -> Result:
        (option,) = npf_actions(match, self._given.npf)
        self.order = PickMany(())
        if picks_none(match, self.player, option):
            return Decision(
                "order",
                (match.table.first_player,),
                "GEN-4",
                fighter=self._given.npf,
                options=option.targets,
                into="order",
            )
        return None

    @step("NPF-4", "NPF-5")
    def act(self, match: Match) -> Result:
        npf, action, target, at = self._given
        if action == "attack":
            return Call(Melee(npf, target))
        if action == "charge":
            return Call(NpfCharge(npf, self.order.values[0] if self.order.values else target))
        return Call(NpfProwl(npf, at or match.fighters[npf].at))

    @step("ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        return run_triggers(match)

    @step("NPF-4")
    def end_activation(self, match: Match) -> Result:
        npf = self._given.npf
        effects.end_npf_activation(match)
        effects.fall_due(match, "activation_ended", npf)
        return suffer(match, npf, "activation_ended")

    @step("ABI-1")
    def trigger_abilities_at_end(self, match: Match) -> Result:
        return run_triggers(match)

    @step("ITD-2")
    def next_player(self, match: Match) -> Result:
        self.player = opponent(self.player)
        return Goto("choose")

    def _ask(self, match: Match, npfs: tuple[str, ...]) -> Decision | None:
        """Which NPF does what; a single possible answer is taken unasked."""
        if len(npfs) == 1:
            (option,) = npf_actions(match, npfs[0])
            if len(option.targets) == 1 or picks_none(match, self.player, option):
                self.given = Npf(npfs[0], option.action, option.targets[0])
                return None
        return Decision("npf", (self.player,), "NPF-4", options=npfs, into="given")

    @property
    def _given(self) -> Npf:
        assert isinstance(self.given, Npf)
        return self.given


@procedure
class NpfCharge(Frame):
    """An NPF goes into contact by the shortest way and attacks (NPF-4)."""

    npf: str
    target: str

    @step("NPF-4", "MOVE-4")
    def walk(self, match: Match) -> Result:
        npf = match.fighters[self.npf]
        path = charge_way(match, npf, self.target)
        assert path is not None
        effects.count_action(match, self.npf, "charges")
        effects.walk(match, self.npf, path, "charged", "NPF-4", self.target)
        return has_moved(match, self.npf, (npf.at, *path))

    @step("NPF-4", "ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        if match.fighters[self.npf].status != ON_FIELD:
            return DONE
        effects.fall_due(match, "charged", self.npf, self.target)
        effects.fall_due(match, "was_charged", self.target, self.npf)
        return run_triggers(match)

    @step("NPF-4", "STA-7")
    def attack(self, match: Match) -> Result:
        npf = match.fighters[self.npf]
        touched = [enemy.id for enemy in enemies_in_contact(match, npf)] if npf.status == ON_FIELD else []
        if not touched or npf.markers[FEAR]:
            return DONE
        return Call(Melee(self.npf, self.target if self.target in touched else touched[0]))


@procedure
class NpfProwl(Frame):
    """An NPF goes straight to a place, or stays (NPF-4)."""

    npf: str
    to: Point

    @step("NPF-4", "MOVE-4")
    def walk(self, match: Match) -> Result:
        npf = match.fighters[self.npf]
        path = as_far_as(match, npf, (self.to,), prowl_length(match)) if self.to != npf.at else ()
        effects.walk(match, self.npf, path, "prowled", "NPF-4")
        if not path:
            return DONE
        return has_moved(match, self.npf, (npf.at, *path))

    @step("ABI-1")
    def trigger_abilities(self, match: Match) -> Result:
        if match.fighters[self.npf].status == ON_FIELD:
            effects.fall_due(match, "moved", self.npf)
        return run_triggers(match)
