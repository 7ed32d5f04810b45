"""Paths toward enemies as buttons, for use with the keyboard."""

from __future__ import annotations

from eden_core.engine.match import (
    NPF,
    Fighter,
    are_enemies,
    on_field,
)
from eden_core.rules.common.weather import may_measure
from web.prompts.prompt import Asker
from web.ui.controls import Choice

__all__ = ["toward"]


NEAREST = 3  # NPFs offered as goals of a path


def toward(asker: Asker, fighter: Fighter) -> tuple[Choice, ...]:
    """Return paths toward enemies as choices, the nearest first; unsorted if measuring is forbidden (WEA-8)."""
    enemies = [f for f in on_field(asker.match) if are_enemies(f, fighter)]
    if may_measure(asker.match):
        enemies.sort(key=lambda f: (f.at[0] - fighter.at[0]) ** 2 + (f.at[1] - fighter.at[1]) ** 2)
        npfs = [f.id for f in enemies if f.player == NPF][:NEAREST]
        enemies = [f for f in enemies if f.player != NPF or f.id in npfs]
    return tuple(
        Choice(f"toward:{f.id}", asker.words("help.toward", name=asker.session.name(f.id)), do="help") for f in enemies
    )
