"""Weather and fire, drawn over the ground and under the bases so that the bases stay legible.

The modules that draw them are imported when a match first has weather or fire. With reduced motion both are still.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

from eden_core.cards.vocabulary import WEATHER
from eden_core.engine.match import Fighter, Match
from web.field.drawing.palette import Palette
from web.field.drawing.pens import Context
from web.field.projection import Camera
from web.field.state import Ui

__all__ = ["Ambience"]

DIMMED = 0.74  # opacity of a base too far off to be a target in fog
WORDS = frozenset(WEATHER.values())


class Ambience:
    """The weather and the fires of the displayed match."""

    def __init__(self, make_canvas: Callable[[int, int], Any]) -> None:
        self._make = make_canvas
        self._weather: Any = None
        self._fires: Any = None
        self._fog: tuple[float, float, float] | None = None  # centre and base radius of the selected fighter
        self._seen = 0  # its range of sight in fog, in field units

    def moves(self, match: Match) -> bool:
        """Return whether the match has weather or fire to animate."""
        return any(word in WORDS for word in match.table.weather) or any(piece.burn for piece in match.pieces.values())

    def draw(self, ctx: Context, camera: Camera, match: Match, ui: Ui, palette: Palette, now: float) -> None:
        """Draw the weather, then the fires on top of it.

        `now` is in milliseconds; pass the same value for every frame to get a still picture.
        """
        words = [word for word in match.table.weather if word in WORDS]
        self._fog, self._seen = None, 0
        if "dense_fog" in words:
            self._fog, self._seen = _eye(match, ui) if ui.fog_seen else None, ui.fog_seen
        if words:
            if self._weather is None:
                from web.field.weather import Weather

                self._weather = Weather(self._make)
            eye = self._fog
            clear = (*camera.to_screen(eye[:2]), camera.length(self._seen + eye[2])) if eye else None
            self._weather.draw(ctx, camera, words, palette, now, match.id, clear)
        burning = [piece for piece in match.pieces.values() if piece.burn]
        if burning:
            if self._fires is None:
                from web.field.fires import Fires

                self._fires = Fires(self._make)
            self._fires.draw(ctx, camera, burning, palette, now)

    def opacity(self, fighter: Fighter, ui: Ui) -> float:
        """Return the opacity of a base: reduced if fog hides it from the selected fighter (WEA-4)."""
        if self._fog is None or not fighter.at or fighter.id == ui.selected:
            return 1.0
        x, y, radius = self._fog
        gap = hypot(fighter.at[0] - x, fighter.at[1] - y) - radius - fighter.radius
        return 1.0 if gap <= self._seen else DIMMED


def _eye(match: Match, ui: Ui) -> tuple[float, float, float] | None:
    """Return position and base radius of the selected fighter, at its planned position if it has one."""
    fighter = match.fighters.get(ui.ghost_fighter or ui.selected)
    if fighter is None:
        return None
    at = ui.ghost if ui.ghost and not ui.ghost_outline else fighter.at
    return (*at, fighter.radius) if at else None
