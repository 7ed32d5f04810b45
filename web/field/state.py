"""The state that the field view shows besides the match itself: selection, plan, measurements and settings.

Lengths are in units of 0.1 mm; points are field points with y up. `()` and "" mean none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Union

from eden_core.cards.records import Profile

__all__ = ["MODES", "Area", "Point", "SightLine", "Spot", "Ui"]

Point = tuple[int, int]
Spot = Union[Point, tuple[()]]
Disc = tuple[Point, int]

MODES = ("", "deploy", "place", "move", "charge", "attack", "shoot", "throw", "blast", "tactic", "ability")


class SightLine(NamedTuple):
    """A line of sight to draw: centre and base radius of both ends, and the engine's verdict on it."""

    start: Point
    start_radius: int
    end: Point
    end_radius: int = 0
    clear: bool = True
    blockers: tuple[str, ...] = ()  # ids of fighters and pieces, drawn in red
    obstacles: tuple[str, ...] = ()  # ids, drawn in amber with their -1


class Area(NamedTuple):
    """An allowed area: a polygon or a disc, minus an optional disc (the centre point in Ambush)."""

    outline: tuple[Point, ...] = ()
    disc: tuple[Point, int] | tuple[()] = ()
    hole: tuple[Point, int] | tuple[()] = ()


@dataclass(slots=True)
class Ui:
    """Everything drawn that is not part of the match.

    Callers change the fields freely and then call a method of `FieldView` that redraws.
    """

    viewer: int = 0  # the player at this screen; 0 for a spectator
    selected: str = ""
    hover: str = ""
    may_act: frozenset[str] = frozenset()  # fighters that pulse
    targets: frozenset[str] = frozenset()  # fighters and pieces ringed as legal
    mode: str = ""  # one of MODES
    # the ghost: a preview of what is being moved, deployed or placed, at its new position
    ghost: Spot = ()
    ghost_fighter: str = ""  # id of the fighter shown; "" is the selected fighter
    ghost_radius: int = 0  # radius of a base, or of a disc of scenery (its outline is one point)
    ghost_outline: tuple[Point, ...] = ()  # of scenery: around the origin, not rotated
    ghost_like: str = ""  # of scenery: the kind of its drawing
    ghost_rules: tuple[tuple[str, int], ...] = ()  # of scenery in Territory management: its special rules
    ghost_profile: Profile | None = None  # of an NPF that is being placed
    ghost_turn: int = 0  # degrees, counter-clockwise in the field
    ghost_path: tuple[Point, ...] = ()  # start first, ghost last
    ghost_length: int = 0
    ghost_label: str = ""  # shown beside the length: the cost, or the reason it is not allowed
    ghost_ok: bool = True
    # sight, reach and areas
    sight_lines: tuple[SightLine, ...] = ()
    bands: list[tuple[Point, int]] = field(default_factory=list)  # the engine's `reach`: legal centres and their cost
    band_length: int = 1000  # cost of one move
    zones_allowed: tuple[Area, ...] = ()
    fog_seen: int = 0  # range of sight of the selected fighter in dense fog; 0: not shown
    keep_apart: str = ""  # kind of what is being placed: "piece" (PREP-6) or "npf" (NPF-2)
    ranges: tuple[tuple[Point, int], ...] = ()  # weapon ranges: centre and radius, base radius included
    template: tuple[Point, ...] | Disc | tuple[()] = ()  # a polygon, or (centre, radius)
    template_ok: bool = True
    measure: tuple[Point, Point] | tuple[()] = ()
    measure_length: int = -1  # distance from edge to edge, from the engine; -1: distance between the points
    cursor: Spot = ()
    # settings
    reduced_motion: bool = False
    light: bool = False
    show_grid: bool = False  # a faint 10 cm grid
    decimal: str = "."  # decimal separator of the language
    called: Callable[[str, str], str] | None = None  # translates a profile's name, from its id and printed name
    unit: str = "cm"
