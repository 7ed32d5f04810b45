"""What the two players agree on before a match: names, troops, scenery; made into the core's `Setup`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:                      # the first page needs the choices, not yet the engine
    from eden_core.field import Piece
    from eden_core.match import Setup

__all__ = ["READY_FIELD", "Agreed", "make_setup", "ready_pieces"]

# Where the eight pieces of a ready field stand (units, then degrees): cover on both sides, the middle left to markers.
READY_FIELD = {
    "tanker": ((3150, 4050), 15),
    "collapsed_house": ((1350, 3300), 90),
    "devastated_zone": ((4700, 2450), 75),
    "ruined_wall": ((2000, 1500), 15),
    "bushes": ((4850, 4450), 135),
    "oil_slick": ((1800, 4950), 0),
    "tree": ((3950, 1150), 0),
    "low_wall": ((3150, 1950), 165),
}


@dataclass
class Agreed:
    """The choices of the set-up page."""

    names: tuple[str, str] = ("", "")
    troops: tuple[str, str] = ("jokers_starter", "bamaka_starter")
    scenery: str = "ready"              # "ready" or "turns"
    edition: str = "fr3"


def ready_pieces() -> tuple[Piece, ...]:
    """The pieces of a ready field."""
    from eden_core import content
    from eden_core.rules.preparation import piece_from

    shapes = content.load().pieces
    return tuple(piece_from(shapes[name], at, turn) for name, (at, turn) in READY_FIELD.items())


def make_setup(agreed: Agreed, nonce: bytes) -> Setup:
    """The match's first entry; `nonce` makes its id its own."""
    from eden_core import content
    from eden_core.match import Setup
    from eden_core.ruleset import EDITIONS

    library = content.load()
    turns = agreed.scenery == "turns"
    one, two = (library.troops[name] for name in agreed.troops)
    return Setup(
        ruleset=EDITIONS[agreed.edition], troops=(one, two), missions=tuple(library.missions.values()),
        tactics=tuple(library.tactics.values()), pool=tuple(library.pieces.values()) if turns else (),
        pieces=() if turns else ready_pieces(), names=agreed.names, nonce=nonce,
    )
