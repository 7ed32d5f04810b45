"""Charges into contact, compared with a fine sampling of all legal ones (ACN-4, NPF-4)."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from random import Random

from eden_core.cli.games import ready_setup
from eden_core.engine.field import Marker, Piece, touches_piece
from eden_core.engine.match import NPF, ON_FIELD, Fighter, Match
from eden_core.engine.messages import Charge, Point
from eden_core.geometry.plane import CONTACT, gap, overlap, touching
from eden_core.geometry.routing import leg_clear, point_clear, route
from eden_core.rules.common.paths import MOVE_LENGTH, charge_path, length_of, obstacles, why_not_charge, why_not_end

FIELDS = 90
DIRECTIONS, DEPTHS = 720, range(CONTACT)
SPARSE = 12  # for one in so many sampled points a path around corners is computed
LONGER = 25  # units (2.5 mm) by which a path found may exceed the shortest sampled one


def thronged(seed: int) -> Match:
    """Return a match with a target close to other fighters, pieces and a marker, and a charger some way off."""
    numbers, match = Random(seed), Match(ready_setup(), b"")
    profiles = [profile for troop in match.setup.troops for profile in troop.profiles]
    cx, cy = numbers.choice((160, 500, 3000)), numbers.choice((200, 3000))
    kinds = [
        numbers.choice(("disc", "box", "post", "slow", "base", "base", "marker"))
        for _ in range(numbers.randrange(2, 9))
    ]
    for i, kind in enumerate(("target", "npf", *kinds)):
        profile = numbers.choice(profiles)
        for _ in range(400):
            spread = 0 if kind == "target" else numbers.choice((350, 500, 900))
            at = cx + numbers.randint(-spread, spread), cy + numbers.randint(-spread, spread)
            if kind in ("target", "npf", "base"):
                at = max(profile.base * 5, at[0]), max(profile.base * 5, at[1])
                if _is_free(match, at, profile.base * 5):
                    player = {"target": 2, "npf": NPF}.get(kind, 1)
                    match.fighters[f"{kind}{i}"] = Fighter(f"{kind}{i}", player, profile, at, ON_FIELD, 3)
                    break
            elif kind == "marker":
                match.markers[f"{i}"] = Marker(f"{i}", "mission", 0, at)
                break
            else:
                w, h = numbers.choice(((60, 400), (400, 60), (250, 250)))
                piece = Piece(
                    f"{i}",
                    "",
                    (
                        (at,)
                        if kind in ("disc", "post")
                        else (
                            at,
                            (at[0] + w, at[1] + numbers.randrange(60)),
                            (at[0] + w, at[1] + h),
                            (at[0], at[1] + h),
                        )
                    ),
                    {"disc": 200, "post": 60}.get(kind, 0),
                    passable=int(kind == "slow"),
                    slow=int(kind == "slow"),
                )
                if kind == "slow" or not any(touches_piece(f.at, f.radius, piece) for f in match.fighters.values()):  # type: ignore[arg-type]
                    match.pieces[piece.id] = piece
                    break
    return match


def _is_free(match: Match, at: Point, radius: int) -> bool:
    return not any(overlap(at, radius, f.at, f.radius) for f in match.fighters.values()) and not any(  # type: ignore[arg-type]
        touches_piece(at, radius, piece) for piece in match.pieces.values() if not piece.can_be_stood_on
    )


def sampled(match: Match, npf: Fighter, target: Fighter) -> Iterator[Point]:
    """Return legal positions in contact around a target, at each depth of contact."""
    around, (x, y) = obstacles(match, npf, "charge"), target.at  # type: ignore[misc]
    for depth in DEPTHS:
        out = npf.radius + target.radius + depth
        for part in range(DIRECTIONS):
            angle = 2 * pi * part / DIRECTIONS
            at = round(x + out * cos(angle)), round(y + out * sin(angle))
            if (
                touching(at, npf.radius, (x, y), target.radius)
                and point_clear(around, at)
                and why_not_end(match, npf, at) is None
            ):
                yield at


def lengths(match: Match, npf: Fighter, places: list[Point]) -> Iterator[int]:
    """Return the lengths of paths to some points: straight ones to all, paths around corners to a few."""
    around, start = obstacles(match, npf, "charge"), npf.at
    assert start
    for at in places:
        if leg_clear(around, start, at):
            yield length_of(match, npf, (at,))
    for at in places[::SPARSE]:
        way = route(around, start, at, MOVE_LENGTH)
        if way is not None:
            yield length_of(match, npf, way)


def test_no_way_into_contact_is_missed() -> None:
    """NPF-4: if the sampling finds a path of 10 cm into contact, the engine finds one too.

    Its path is legal and hardly longer than the shortest sampled one, and a player's charge finds one too (ACN-4).
    """
    found = hard = 0
    for seed in range(FIELDS):
        match = thronged(seed)
        npf, target = match.fighters["npf1"], match.fighters["target0"]
        path = charge_path(match, npf.id, target.id, MOVE_LENGTH)
        best = min(
            (n for n in lengths(match, npf, list(sampled(match, npf, target))) if n <= MOVE_LENGTH), default=None
        )
        if best is not None:
            assert path is not None, (seed, best)
            assert length_of(match, npf, path) <= best + LONGER, (seed, best, path)
        assert (path is None) == (charge_path(match, npf.id, target.id) is None), seed
        if path is not None:
            free = npf._replace(player=1, charges=0)
            refusal = why_not_charge(match, free, Charge(path, target.id))
            assert refusal is None or refusal.code == "not_free", (seed, refusal)
            found += 1
            hard += len(path) > 1 or length_of(match, npf, path) > best_straight(npf, target)
    assert found > FIELDS // 2 and hard > FIELDS // 6, (found, hard)


def best_straight(npf: Fighter, target: Fighter) -> int:
    """Return the length of the best straight charge, in units."""
    return gap(npf.at, npf.radius, target.at, target.radius)  # type: ignore[arg-type]
