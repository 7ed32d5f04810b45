"""Being moved by an effect (MOVE-4): straight, along the ground, as far as the base fits; no disengagement."""

from __future__ import annotations

from math import isqrt

from eden_core.engine.characteristics import has
from eden_core.engine.match import Match
from eden_core.engine.messages import Point
from eden_core.geometry import routing
from eden_core.geometry.plane import nearest
from eden_core.rules import effects
from eden_core.rules.common.hiding import look_again
from eden_core.rules.common.paths import obstacles, why_not_end
from eden_core.rules.common.zones import cross_zones

__all__ = ["push"]

FINE = 10  # a tenth of a centimetre: how finely the end of a push is looked for


def push(match: Match, name: str, source: str, distance: int) -> None:
    """A fighter moved straight away from another one, or (below 0) toward it, up to a distance in units (MOVE-4).

    Ruling: it ends at the last place, by millimetres, where the base fits on no fighter, scenery or marker (MOVE-1,
    MOVE-3); contact with enemies may be made and broken so.
    """
    moved, by = match.fighters[name], match.fighters[source]
    if not moved.at or not by.at or name == source or not distance or has(match, moved, "immovable"):
        return
    around = obstacles(match, moved, "charge")
    (x, y), (cx, cy) = moved.at, by.at
    dx, dy = x - cx, y - cy
    apart = isqrt(dx * dx + dy * dy) or 1
    sign = 1 if distance > 0 else -1
    for far in range(abs(distance) // FINE * FINE, 0, -FINE):
        to: Point = (x + nearest(sign * dx * far, apart), y + nearest(sign * dy * far, apart))
        if (
            (dx * dx + dy * dy > far * far or sign > 0)
            and to != moved.at
            and routing.leg_clear(around, moved.at, to)
            and why_not_end(match, moved, to) is None
        ):
            effects.walk(match, name, (to,), "pushed", "MOVE-4")
            cross_zones(match, name, (moved.at, to))
            look_again(match)
            return
