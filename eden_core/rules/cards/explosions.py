"""Explosions, whatever brings them about (EQP-7)."""

from __future__ import annotations

from eden_core.cards.equipment import Mode
from eden_core.engine.characteristics import characteristic
from eden_core.engine.match import VIG, Match, on_field
from eden_core.engine.messages import Point
from eden_core.engine.procedures import DONE, Frame, Goto, Result, procedure, step
from eden_core.geometry.plane import overlap
from eden_core.rules import effects
from eden_core.rules.cards.scenery_damage import hit_scenery, pieces_under
from eden_core.rules.common.decider import in_order
from eden_core.rules.common.weapons import give_markers, mode_of
from eden_core.rules.common.wounds import hurt_everywhere

__all__ = [
    "Explosion",
    "explosion_victims",
]


def explosion_victims(match: Match, point: Point) -> tuple[str, ...]:
    """Everyone even partly under the explosion template, in the order of GEN-8 (EQP-7)."""
    radius = match.ruleset.explosion_radius
    return in_order(match, [f for f in on_field(match) if overlap(f.at, f.radius, point, radius)])


@procedure
class Explosion(Frame):
    """A roll for each fighter under the template, one wound to each limb, then the weapon's other effects (EQP-7)."""

    initiator: str
    weapon: str
    category: str
    point: Point
    dice: int = 0  # a card's explosion: no weapon, so many dice
    source: str = ""  # and whose ability it is (NPF-3)
    victims: tuple[str, ...] = ()
    index: int = 0
    successes: int = 0

    @step("EQP-7", "GEN-8")
    def find_victims(self, match: Match) -> Result:
        self.victims = explosion_victims(match, self.point)
        match.emit("exploded", "EQP-7", at=self.point, fighters=self.victims)
        return None

    @step("EQP-7", "ROLL-2")
    def roll_strength(self, match: Match) -> Result:
        if self.index == len(self.victims):
            return Goto("give_markers")
        victim = match.fighters[self.victims[self.index]]
        mode = self._mode(match)
        return self.roll(
            "explosion",
            mode.explosive if mode else self.dice,
            characteristic(match, victim, VIG),
            "successes",
            "EQP-7",
            self.initiator,
            victim.id,
        )

    @step("EQP-7", "GEN-4")
    def inflict_wounds(self, match: Match) -> Result:
        if self.successes:
            hurt_everywhere(match, self.victims[self.index], 1, "EQP-7")
            if self.weapon:
                effects.fall_due(match, "wounded", self.victims[self.index], self.initiator)
        self.index += 1
        return Goto("roll_strength")

    @step("EQP-6", "EQP-9", "TER-DES", "WND-3")
    def give_markers(self, match: Match) -> Result:
        mode = self._mode(match)
        for victim in self.victims:
            give_markers(match, mode, victim)
        # TER-6: each template over a piece counts as one attack on it.
        for piece in pieces_under(match, (self.point, match.ruleset.explosion_radius)):
            hit_scenery(match, self.initiator, piece, mode.burn if mode else 0)
        effects.remove_fallen(match, self.initiator if self.weapon else "", self.source)
        return DONE

    def _mode(self, match: Match) -> Mode | None:
        return mode_of(match.fighters[self.initiator], self.weapon, self.category) if self.weapon else None
