"""Rolls for the weather (WEA-1), and its effect on fighters as a round ends (WEA-13)."""

from __future__ import annotations

from eden_core.engine.characteristics import characteristic
from eden_core.engine.match import NPF, POISON, TORSO, VIG, Match, is_free, on_field
from eden_core.engine.messages import Roll
from eden_core.engine.procedures import DONE, Frame, Goto, Result, procedure, step
from eden_core.rules import effects
from eden_core.rules.cards.abilities import run_triggers
from eden_core.rules.common.decider import in_order
from eden_core.rules.common.states import give
from eden_core.rules.common.weather import is_weather

__all__ = ["RollWeather", "SufferStorms"]

STORMS = ("ion_storm", "acid_rain")
IONS, ACID = 6, 5  # WEA-2, WEA-10: the difficulty of the VIG roll


@procedure
class RollWeather(Frame):
    """Two dice for each of the weathers that are combined (WEA-1)."""

    left: int
    faces: tuple[int, ...] = ()

    @step("WEA-1")
    def roll_weather(self, match: Match) -> Result:
        if not self.left:
            return DONE
        self.left -= 1
        return Roll("weather", 2, "WEA-1", "faces", into="faces")

    @step("WEA-1", "WEA-6")
    def set_weather(self, match: Match) -> Result:
        effects.set_weather(match, self.faces)
        return Goto("roll_weather")


@procedure
class SufferStorms(Frame):
    """Each storm's rolls, all of one worked out before anyone is removed; whoever falls scores for nobody (WEA-13)."""

    storms: tuple[str, ...] = ()
    queue: tuple[str, ...] = ()
    successes: int = 0

    @step("WEA-13")
    def find_storms(self, match: Match) -> Result:
        self.storms = tuple(word for word in STORMS if is_weather(match, word))
        return None

    @step("WEA-2", "WEA-10", "GEN-8")
    def find_victims(self, match: Match) -> Result:
        if not self.storms:
            return DONE
        self.queue = in_order(match, [f for f in on_field(match) if _is_exposed(match, f.id, self.storms[0])])
        return None

    @step("WEA-2", "WEA-10", "ROLL-1")
    def roll_to_withstand(self, match: Match) -> Result:
        if not self.queue:
            return Goto("remove_fallen")
        name, ions = self.queue[0], self.storms[0] == "ion_storm"
        return self.roll(
            "ion_storm" if ions else "acid_rain",
            characteristic(match, match.fighters[name], VIG),
            IONS if ions else ACID,
            "successes",
            "WEA-2" if ions else "WEA-10",
            name,
        )

    @step("WEA-2", "WEA-10", "WND-1")
    def suffer(self, match: Match) -> Result:
        name, self.queue = self.queue[0], self.queue[1:]
        if not self.successes and self.storms[0] == "ion_storm":
            effects.lose_cp(match, name, TORSO, 1, "WEA-2")
        elif not self.successes:
            give(match, name, POISON, 1, "WEA-10")
        return Goto("roll_to_withstand")

    @step("WEA-13", "WND-3", "ABI-1")
    def remove_fallen(self, match: Match) -> Result:
        self.storms = self.storms[1:]
        effects.remove_fallen(match, unscored=1)
        return run_triggers(match)

    @step("WEA-13")
    def next_storm(self, match: Match) -> Result:
        return Goto("find_victims")


def _is_exposed(match: Match, name: str, storm: str) -> bool:
    """WEA-2: NPFs are immune to an ion storm; WEA-10: acid rain falls on whoever is free."""
    fighter = match.fighters[name]
    return fighter.player != NPF if storm == "ion_storm" else is_free(match, fighter)
