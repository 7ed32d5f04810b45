"""Crowded fields, reproducible from a seed: twelve fighters among twelve pieces of scenery, and fighters in contact."""

from __future__ import annotations

from random import Random

from eden_core.cards.records import Shape
from eden_core.cli.games import ready_setup
from eden_core.engine.field import Marker, Piece, are_closer, gap_to_edge, outline_at, touches_piece
from eden_core.engine.match import ON_FIELD, Fighter, Match, enemies_in_contact
from eden_core.engine.messages import NOWHERE, Point
from eden_core.geometry.plane import overlap
from eden_core.rules.common.paths import why_not_stand

__all__ = ["crowded", "in_contact"]

ASIDE = ((302, 0), (214, 214), (0, 302), (-214, 214), (-302, 0), (-214, -214), (0, -302), (214, -214))


# Special rules for the twelve pieces of a field with Territory management.
SPECIAL: tuple[tuple[tuple[str, int], ...], ...] = (
    (("flammable", 1), ("destruction", 3), ("obstacle", 1)),
    (("destruction", 4), ("obstacle", 1), ("crossing", 1)),
    (("obstruction", 2), ("crossing", 1), ("flammable", 1)),
    (("impenetrable", 1), ("destruction", 4)),
    (("obstruction", 2), ("occupation", 1), ("flammable", 1)),
    (("destruction", 6), ("obstacle", 1), ("hiding", 1)),
    (("elevation", 1), ("climbing", 4), ("obstacle", 2)),
    (("obstruction", 2), ("occupation", 1)),
    (("obstruction", 3), ("occupation", 1), ("hostile_presence", 1)),
    (("swimming", 4),),
    (("jump", 4), ("vapours", 1)),
    (("crossing", 1), ("hiding", 2)),
)


def crowded(seed: int, slow: bool = True, territory: bool = False) -> Match:
    """Return a match with eight pieces of the library, four discs and six fighters a side at random legal positions.

    With `territory` each piece has special rules.
    """
    numbers, setup = Random(seed), ready_setup()
    match = Match(setup, b"")
    library: tuple[Shape, ...] = setup.pool
    kinds: list[tuple[str, tuple[Point, ...], int, Shape]] = [(kind.id, kind.outline, 0, kind) for kind in library]
    kinds += [(f"disc{i}", ((0, 0),), 200 + 100 * i, library[0]) for i in range(4)]
    for name, outline, radius, shape in kinds:
        match.pieces[name] = _placed(
            match,
            numbers,
            Piece(
                name,
                shape.like,
                outline,
                radius,
                shape.low,
                shape.flat,
                int(shape.passable and slow),
                int(shape.slow and slow),
            ),
        )
    if territory:
        for (name, piece), rules in zip(list(match.pieces.items()), SPECIAL, strict=True):
            match.pieces[name] = Piece(name, piece.like, piece.outline, piece.radius, territory=1, rules=rules)
    profiles = [profile for troop in setup.troops for profile in troop.profiles]
    for i in range(12):
        fighter = Fighter(f"f{i}", 1 + i % 2, profiles[i % len(profiles)], NOWHERE, ON_FIELD, 3)
        match.fighters[fighter.id] = fighter._replace(at=_free(match, numbers, fighter.radius))
    for i in range(3):
        match.markers[f"m{i}"] = Marker(f"m{i}", "mission", 0, _free(match, numbers, 150))
    return match


def _placed(match: Match, numbers: Random, piece: Piece) -> Piece:
    while True:
        at = numbers.randrange(300, 5700), numbers.randrange(300, 5700)
        placed = piece._replace(outline=outline_at(piece.outline, at, 15 * numbers.randrange(24)))
        if gap_to_edge(placed, match.setup.field) >= 300 and not any(
            are_closer(placed, other, 300) for other in match.pieces.values()
        ):
            return placed


def _free(match: Match, numbers: Random, radius: int) -> Point:
    while True:
        at = numbers.randrange(radius, 6000 - radius), numbers.randrange(radius, 6000 - radius)
        bases = [(fighter.at, fighter.radius) for fighter in match.fighters.values()]
        bases += [(marker.at, marker.radius) for marker in match.markers.values()]
        walls = [piece for piece in match.pieces.values() if not piece.can_be_stood_on]
        if not any(touches_piece(at, radius, piece) for piece in walls) and not any(
            overlap(at, radius + 10, other, size) for other, size in bases if other
        ):
            return at


def in_contact(match: Match, name: str, enemies: int = 1, seed: int = 0) -> Match:
    """Return a copy of a match with one to `enemies` enemies moved beside a fighter with a base of 30 mm."""
    match, numbers = match.copy(), Random(seed)
    fighter = match.fighters[name]
    others = [f for f in match.fighters.values() if f.player != fighter.player and f.radius == 150]
    for enemy in others[:enemies]:
        for dx, dy in numbers.sample(ASIDE, len(ASIDE)):
            x, y = fighter.at
            moved = enemy._replace(at=(x + dx, y + dy))
            if why_not_stand(match, moved, (x + dx, y + dy)) is None:
                match.fighters[enemy.id] = moved
                break
    assert enemies_in_contact(match, fighter)
    return match
