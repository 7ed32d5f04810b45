"""The agreement of two players before a match, made into a `Setup`.

Edition, board, budget, names, troops, scenery, the optional rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # the first page needs the choices, not yet the engine
    from eden_core.cards.records import Troop
    from eden_core.engine.field import Piece
    from eden_core.engine.match import Setup
    from eden_core.engine.messages import Point
    from eden_core.errors import Illegal

__all__ = [
    "BUDGETS",
    "LEVELS",
    "MACHINES",
    "OWN",
    "READY_FIELD",
    "SCENERY",
    "SIDES",
    "WEATHERS",
    "Agreed",
    "Draft",
    "Faults",
    "faults_of",
    "make_setup",
    "ready_pieces",
    "troop_of",
]

SIDES = range(60, 121, 10)  # MAT-1: cm a side
BUDGETS = range(100, 201, 25)  # TRP-2: points
SCENERY = ("ready", "turns", "territory")  # how it comes to stand; Territory management replaces PREP-6 (TER-1)
LEVELS = range(12)  # NPF-1: of infestation; 0 without, the last (`match.ROLLED`) by dice
WEATHERS = range(4)  # WEA-1: rolls that are combined
MACHINES = ("recruit", "veteran", "warlord")  # levels of the machine
OWN = "own"  # in place of a ready troop's id: the player's own draft

# Where the eight pieces of a ready field of 60 x 60 stand (units, then degrees): cover on both sides, the middle left
# to markers. On a larger board they stand further apart, and more of them in between.
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
SQUARE = 6000  # units: the side of the field that `READY_FIELD` is for
PLENTY = 16  # pieces on the largest ready field
TRIES = 60  # places looked at for each further pair of pieces


class Draft(NamedTuple):
    """A troop as a player composes it, legal or not; its fighters by their profiles' ids."""

    name: str = ""
    composed: str = "faction"  # or "stigma"
    symbol: str = "jokers"
    fighters: tuple[str, ...] = ()


@dataclass
class Agreed:
    """The choices of the set-up page."""

    names: tuple[str, str] = ("", "")
    troops: tuple[str, str] = ("jokers_starter", "bamaka_starter")  # ids of ready troops, or OWN
    scenery: str = "ready"  # one of `SCENERY`
    edition: str = "fr3"
    field: tuple[int, int] = (60, 60)  # cm, width and height
    budget: int = 100
    own: tuple[Draft, Draft] = (Draft(), Draft(symbol="bamaka"))
    infestation: int = 0  # one of `LEVELS`
    weather: int = 0  # one of `WEATHERS`
    machine: str = ""  # the level at which the machine plays the second side; "" for a person
    guest_chooses: bool = False  # whether somebody who is invited may field another troop than the second

    @property
    def territory(self) -> bool:
        """True if scenery is bought (TER)."""
        return self.scenery == "territory"

    @property
    def share_a_name(self) -> bool:
        """True if two persons have typed the same name."""
        one, two = (name.strip().casefold() for name in self.names)
        return bool(one) and one == two and not self.machine


class Faults(NamedTuple):
    """All that stands against a start: of the whole set-up, and of either player's troop."""

    whole: list[Illegal]
    troops: tuple[list[Illegal], list[Illegal]]

    def __bool__(self) -> bool:
        return bool(self.whole or any(self.troops))


def troop_of(agreed: Agreed, player: int) -> Troop:
    """Return a player's troop; fighters of a draft that no card is known of are left out."""
    from eden_core.cards import shipped
    from eden_core.cards.records import Troop

    library, chosen = shipped.load(agreed.edition), agreed.troops[player - 1]
    if chosen != OWN:
        return library.troops[chosen]
    draft = agreed.own[player - 1]
    return Troop(
        draft.name,
        draft.composed,
        draft.symbol,
        tuple(library.profiles[name] for name in draft.fighters if name in library.profiles),
    )


def _halton(index: int, base: int, length: int) -> int:
    """Return the place of the `index`th of a row of well spread ones on a length, in units."""
    place, share = 0, length
    while index:
        index, digit = divmod(index, base)
        share //= base
        place += digit * share
    return place


@cache
def ready_pieces(field: Point = (SQUARE, SQUARE)) -> tuple[Piece, ...]:
    """The pieces of a ready field (width and height in units), each where PREP-6 lets it stand.

    What a larger board has besides comes in pairs, turned about its centre, so that neither half is favoured.
    """
    from eden_core.cards import shipped
    from eden_core.cards.records import Troop
    from eden_core.engine.field import Marker
    from eden_core.engine.match import Match, Setup
    from eden_core.rules.phases.preparation import piece_from, why_not_place
    from eden_core.ruleset import Ruleset

    shapes, (width, height) = shipped.load().pieces, field
    nobody = Troop("", "faction", "", ())
    table = Match(Setup(Ruleset(), (nobody, nobody), field=field), b"")
    table.markers["centre"] = Marker("centre", "centre", 0, (width // 2, height // 2))  # a mission's may stand there
    for name, ((x, y), turn) in READY_FIELD.items():
        piece = piece_from(shapes[name], (x * width // SQUARE, y * height // SQUARE), turn)
        table.pieces[piece.id] = piece
    names = list(READY_FIELD)
    wanted = min(PLENTY, len(names) * width * height // SQUARE**2 // 2 * 2)
    tried = 0
    while len(table.pieces) < wanted and tried < TRIES * len(names):
        shape = shapes[names[len(table.pieces) // 2 % len(names)]]
        tried += 1
        at, turn = (_halton(tried, 2, width), _halton(tried, 3, height)), tried * 75 % 180
        one = piece_from(shape, at, turn)._replace(id=f"{shape.id}_{len(table.pieces)}")
        other = piece_from(shape, (width - at[0], height - at[1]), turn + 180)._replace(
            id=f"{shape.id}_{len(table.pieces) + 1}"
        )
        if why_not_place(table, one) is None:
            table.pieces[one.id] = one
            if why_not_place(table, other) is None:
                table.pieces[other.id] = other
            else:
                del table.pieces[one.id]
    return tuple(table.pieces.values())


def make_setup(agreed: Agreed, nonce: bytes) -> Setup:
    """Return the match's first entry; `nonce` makes its id its own."""
    from eden_core.cards import shipped
    from eden_core.engine.match import Setup
    from eden_core.ruleset import EDITIONS

    library = shipped.load(agreed.edition)
    bought = library.terrain if agreed.territory else ()
    placed = tuple(library.pieces[name] for name in READY_FIELD) if agreed.scenery == "turns" else ()
    npfs = tuple(library.npfs.values()) if agreed.infestation else ()
    field = agreed.field[0] * 100, agreed.field[1] * 100
    troops, missions = (troop_of(agreed, 1), troop_of(agreed, 2)), tuple(library.missions.values())
    return Setup(
        ruleset=EDITIONS[agreed.edition],
        troops=troops,
        missions=missions,
        abilities=library.abilities_of(troops, missions, npfs),
        tactics=tuple(library.tactics.values()),
        field=field,
        budget=agreed.budget,
        pool=bought or placed,
        pieces=ready_pieces(field) if agreed.scenery == "ready" else (),
        names=agreed.names,
        nonce=nonce,
        territory=int(agreed.territory),
        infestation=agreed.infestation,
        npfs=npfs,
        weather=agreed.weather,
    )


def faults_of(agreed: Agreed, whole: bool = True) -> Faults:
    """Why the match can't begin so (PREP-1); nothing if it can. Without `whole` only the troops are looked at."""
    from eden_core.cards.records import check_troop
    from eden_core.rules.start import why_not_setup
    from eden_core.ruleset import EDITIONS

    one, two = (check_troop(EDITIONS[agreed.edition], troop_of(agreed, player), agreed.budget) for player in (1, 2))
    return Faults([] if one or two or not whole else why_not_setup(make_setup(agreed, b"")), (one, two))
