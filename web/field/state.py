"""The state of the field view besides the match itself, as it is told what to show: plain values, no rule.

Lengths are units of 0.1 mm, places are field points, y up. `()` and "" mean none.
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
    """One corridor to draw: its two ends (centre and base radius) and what the core's `sight()` said of it."""

    start: Point
    start_radius: int
    end: Point
    end_radius: int = 0
    clear: bool = True
    blockers: tuple[str, ...] = ()  # ids of fighters and pieces: red
    obstacles: tuple[str, ...] = ()  # amber, each with its -1


class Area(NamedTuple):
    """Where something is allowed: a polygon or a disc, less a disc (Ambush keeps clear of the centre point)."""

    outline: tuple[Point, ...] = ()
    disc: tuple[Point, int] | tuple[()] = ()
    hole: tuple[Point, int] | tuple[()] = ()


@dataclass(slots=True)
class Ui:
    """Everything drawn that is not in the match. The shell changes fields freely, then calls `FieldView.update`."""

    viewer: int = 0  # the player who looks; 0 for a spectator
    selected: str = ""
    hover: str = ""
    may_act: frozenset[str] = frozenset()  # fighters that pulse
    targets: frozenset[str] = frozenset()  # fighters and pieces ringed as legal
    mode: str = ""  # one of MODES
    # the ghost: what would be moved, deployed or placed, where it would stand
    ghost: Spot = ()
    ghost_fighter: str = ""  # whose base to show; "" is the selected fighter
    ghost_radius: int = 0  # a disc of scenery (its outline is one point), or a base's radius
    ghost_outline: tuple[Point, ...] = ()  # scenery: round the origin, unturned
    ghost_like: str = ""  # scenery: which drawing
    ghost_rules: tuple[tuple[str, int], ...] = ()  # scenery of Territory management: its special rules
    ghost_profile: Profile | None = None  # an NPF that is being placed
    ghost_turn: int = 0  # degrees, counter-clockwise in the field
    ghost_path: tuple[Point, ...] = ()  # start first, ghost last
    ghost_length: int = 0
    ghost_label: str = ""  # beside the length: what it costs, or why not
    ghost_ok: bool = True
    # what it would see, where one may go
    sight_lines: tuple[SightLine, ...] = ()
    bands: list[tuple[Point, int]] = field(default_factory=list)  # the core's `reach`: legal centres and their cost
    band_length: int = 1000  # one move
    zones_allowed: tuple[Area, ...] = ()
    fog_seen: int = 0  # in dense fog, how far whoever is selected sees; 0: not shown
    keep_apart: str = ""  # what is being placed: "piece" (PREP-6), "npf" (NPF-2)
    ranges: tuple[tuple[Point, int], ...] = ()  # circles, edge to edge already added: weapon ranges on demand
    template: tuple[Point, ...] | Disc | tuple[()] = ()  # a polygon, or (centre, radius)
    template_ok: bool = True
    measure: tuple[Point, Point] | tuple[()] = ()
    measure_length: int = -1  # edge to edge as the core has it; -1: between the points
    cursor: Spot = ()
    # how
    reduced_motion: bool = False
    light: bool = False
    show_grid: bool = False  # a faint 10 cm grid
    decimal: str = "."  # of the language
    called: Callable[[str, str], str] | None = None  # a profile's name in it, by id and printed name
    unit: str = "cm"
