"""Where a charge ends, against a fine sampling of all that is legal (ACN-4, NPF-4)."""

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
SPARSE = 12  # of the places sampled, one in so many is asked for a way round corners
LONGER = 25  # units: 2.5 mm; a way found may be so much longer than the shortest of those sampled


def thronged(seed: int) -> Match:
    """A fighter to be charged, close to other fighters, pieces and a marker, some way from who charges it."""
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
    """Legal places of contact all around a target, at each depth of contact."""
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
    """The lengths of the ways to some places: straight to all of them, round corners to a few."""
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
    """NPF-4: wherever a sampling finds a way of 10 cm into contact, one is found, and hardly longer than the
    shortest; it is legal, and the players' charges find one too (ACN-4).
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
    """The length of a charge straight ahead (units)."""
    return gap(npf.at, npf.radius, target.at, target.radius)  # type: ignore[arg-type]
