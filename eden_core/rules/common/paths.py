"""Ways: where a base fits and how it gets there (MOVE, ACN-2 to ACN-5, TER-3); `actions/moving.py` walks them.

`why_not_move` and `why_not_charge` are the engine's verdict; `route`, `charge_path` and `reach` find legal ways and
are checked by them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

from eden_core.engine.characteristics import CM, bonus, has
from eden_core.engine.field import Piece
from eden_core.engine.match import NPF, ON_FIELD, Fighter, Match, enemies_in_contact, fighters_gap, on_field
from eden_core.engine.messages import Charge, Move, Point
from eden_core.errors import Illegal
from eden_core.geometry import routing
from eden_core.geometry.contact import meeting_places, straight_ahead
from eden_core.geometry.plane import CONTACT, dist2, distance_up, nearest, overlap, segment_dist2_below, touching
from eden_core.geometry.reach import reach_stepwise as reach_from
from eden_core.geometry.routing import Obstacles
from eden_core.rules.common.costs import ATTACKS_A_ROUND
from eden_core.rules.common.ground import bars_ending, depth_in, lets_through, overlaps, slow_ground
from eden_core.rules.common.hiding import can_target, may_hide_in, why_hidden
from eden_core.rules.common.weapons import why_not_fight
from eden_core.rules.common.weather import is_weather, may_measure

__all__ = [
    "CHARGES_A_ROUND",
    "CHARGE_COST",
    "MOVES_A_ROUND",
    "MOVE_COST",
    "MOVE_LENGTH",
    "PROWL_LENGTH",
    "as_far_as",
    "charge_length",
    "charge_path",
    "charge_targets",
    "headwind",
    "length_of",
    "move_length",
    "obstacles",
    "reach",
    "reach_stepwise",
    "route",
    "touches_enemy",
    "why_not_charge",
    "why_not_end",
    "why_not_move",
    "why_not_stand",
    "why_not_way",
]

MOVE_LENGTH = 1000  # ACN-2, ACN-4: 10 cm
PROWL_LENGTH = 500  # NPF-4: 5 cm
HEADWIND = 200  # WEA-3: 2 cm
ANY_LENGTH = 20_000  # WEA-8: longer than any way on a field
MOVE_COST, MOVES_A_ROUND = 1, 3
CHARGE_COST, CHARGES_A_ROUND = 2, 1


def move_length(match: Match, fighter: Fighter) -> int:
    """Return the length of a Move, in units, with what cards add (ACN-2, GEN-3)."""
    return max(0, MOVE_LENGTH - headwind(match, 1) + bonus(match, fighter, "move") * CM)


def headwind(match: Match, of_a_move: int = 0) -> int:
    """WEA-3: by how much a movement is shorter now, in units; 0 where the edition slows only Moves and this is none."""
    return HEADWIND if is_weather(match, "headwind") and (of_a_move or match.ruleset.headwind_slows_all) else 0


def charge_length(match: Match, fighter: Fighter) -> int:
    """Return the length of a Charge, in units, with what cards add (ACN-4).

    A headwind shortens it where the edition says so (WEA-3).
    """
    return max(0, MOVE_LENGTH - headwind(match) + bonus(match, fighter, "charge") * CM)


def _may_plan(match: Match, length: int) -> int:
    """Return the length that a way may be planned (WEA-8).

    Any while nothing may be measured, since the way is cut when walked.
    """
    return length if may_measure(match) else ANY_LENGTH


# --- what is in the way ---


def obstacles(
    match: Match, fighter: Fighter, kind: str = "move", held: Sequence[str] = (), onto: str = ""
) -> Obstacles:
    """Return all that a base may not overlap on its way (MOVE-1, MOVE-2, TER-3).

    In a Move it is also what the base may not touch (ACN-2); for the kind "stand", what it may not stand on. `held` are
    the enemies in contact at the start: these are left, not brushed. `onto` as `lets_through` takes it.
    """
    radius = fighter.radius
    keeps_off = kind == "move" and not _may_brush(match, fighter)
    discs = []
    for other in match.fighters.values():
        if other.status == ON_FIELD and other.id != fighter.id:
            x, y = other.at
            reach = radius + other.radius
            if keeps_off and other.player != fighter.player and other.id not in held:
                reach += CONTACT
            discs.append((x, y, reach))
    polygons = []
    slow = []
    for piece in match.pieces.values():
        if piece.can_be_stood_on if kind == "stand" else lets_through(fighter, piece, onto):
            if piece.slows > 1:
                slow.append((piece.shape, piece.slows))
        elif piece.radius:
            discs.append((*piece.outline[0], piece.radius + radius))
        else:
            polygons.append((piece.outline, radius))
    return Obstacles(match.setup.field, radius, tuple(discs), tuple(polygons), tuple(slow))


def _may_brush(match: Match, fighter: Fighter) -> bool:
    """Tell if only the end of a Move counts, by the edition or by a card (ACN-2, GEN-3)."""
    return bool(match.ruleset.move_brushes_past_enemies) or has(match, fighter, "brushes_past")


def why_not_stand(match: Match, fighter: Fighter, at: Point) -> Illegal | None:
    """The rule against a base at a place: off the field, on a fighter, scenery or a marker (MOVE-1, MOVE-3)."""
    if not routing.point_clear(obstacles(match, fighter, "stand"), at):
        return Illegal("no_room", "MOVE-1", fighter=fighter.id)
    return why_not_end(match, fighter, at)


def why_not_end(match: Match, fighter: Fighter, at: Point, onto: str = "") -> Illegal | None:
    """No move ends on a marker, even in part; TER-3, TER-CRO: nor in scenery that is not to be occupied (MOVE-3)."""
    for marker in match.markers.values():
        if overlap(at, fighter.radius, marker.at, marker.radius):
            return Illegal("ends_on_marker", "MOVE-3", marker=marker.id)
    for piece in bars_ending(match, fighter, onto):
        if overlaps(at, fighter.radius, piece) and not _comes_nearer_the_edge(match, fighter, piece, at):
            return Illegal("ends_in_scenery", "TER-CRO" if piece.amount("crossing") else "TER-3", piece=piece.id)
    return None


def _comes_nearer_the_edge(match: Match, fighter: Fighter, piece: Piece, at: Point) -> bool:
    """TER-3. Ruling: who is so deep in a piece that no Move leads off it may end in it, if it ends nearer its edge."""
    deep = depth_in(fighter.at, piece)
    far = PROWL_LENGTH - headwind(match) if fighter.player == NPF else move_length(match, fighter)
    return deep + fighter.radius > far and depth_in(at, piece) < deep


def _why_not_walk(
    match: Match, fighter: Fighter, path: Sequence[Point], onto: str = "", steps_back: bool = True
) -> Illegal | None:
    """The rule against a path (MOVE-1), then against its end (MOVE-3, TER-3).

    From its end a move that falls short may step back (TER-CRO).
    """
    if any(a == b for a, b in zip((fighter.at, *path), path)):
        return Illegal("leg_of_no_length", "MOVE-1", fighter=fighter.id)
    blocked = obstacles(match, fighter, "charge", onto=onto)
    if not routing.path_clear(blocked, (fighter.at, *path)):
        return Illegal("way_is_blocked", "MOVE-1", fighter=fighter.id)
    refusal = why_not_end(match, fighter, path[-1], onto) if path else None
    if steps_back and refusal is not None and refusal.rule == "TER-CRO" and match.ruleset.crossing_steps_back:
        return None
    return refusal


def as_far_as(
    match: Match, fighter: Fighter, path: tuple[Point, ...], limit: int, onto: str = "", into_contact: bool = False
) -> tuple[Point, ...]:
    """Return the part of a way that is walked; () when there is none (TER-CRO, WEA-8).

    It is no longer than `limit`, and goes back from there to the last place, by tenths of a millimetre, where it may
    end.
    """

    def may_end(at: Point, way: tuple[Point, ...]) -> bool:
        return (
            why_not_end(match, fighter, at, onto) is None
            and length_of(match, fighter, way) <= limit
            and (into_contact or not touches_enemy(match, fighter, at))
        )

    if not path or may_end(path[-1], path):
        return path
    walked = _cut(match, fighter, path, limit)
    around = obstacles(match, fighter, "charge", onto=onto)
    while walked:
        start: Point = walked[-2] if len(walked) > 1 else fighter.at
        end = walked[-1]
        steps = isqrt((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2)
        for back in range(steps + 1):
            at = _between(start, end, steps - back, steps)
            # A place in between is rounded to whole units: it may be off a leg that just passes by.
            if at != start and may_end(at, (*walked[:-1], at)) and routing.leg_clear(around, start, at):
                return (*walked[:-1], at)
        walked = walked[:-1]
    return ()


def _cut(match: Match, fighter: Fighter, path: tuple[Point, ...], limit: int) -> tuple[Point, ...]:
    """The legs of a way that a length reaches, the last one shortened to it."""
    for count in range(1, len(path) + 1):
        if length_of(match, fighter, path[:count]) <= limit:
            continue
        start, end = path[count - 2] if count > 1 else fighter.at, path[count - 1]
        steps = isqrt((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2)
        low, high = 0, steps
        while low < high:
            middle = (low + high + 1) // 2
            at = _between(start, end, middle, steps)
            if length_of(match, fighter, (*path[: count - 1], at)) <= limit:
                low = middle
            else:
                high = middle - 1
        at = _between(start, end, low, steps)
        return path[: count - 1] if at == start else (*path[: count - 1], at)
    return path


def _between(start: Point, end: Point, part: int, whole: int) -> Point:
    """A place on the way from one point to another, to the nearest unit."""
    if not whole:
        return end
    return (
        start[0] + nearest((end[0] - start[0]) * part, whole),
        start[1] + nearest((end[1] - start[1]) * part, whole),
    )


def length_of(match: Match, fighter: Fighter, path: Sequence[Point]) -> int:
    """A way's length, each cm on ground that slows at its cost (MOVE-1, MOVE-2, TER-OBT); units, rounded up once."""
    return routing.weighted_length((fighter.at, *path), fighter.radius, slow_ground(match))


def why_not_move(match: Match, fighter: Fighter, given: Move) -> Illegal | None:
    """The rule against a Move (MOVE-1 to MOVE-3, ACN-1, ACN-2), the first in the rules' order."""
    path = given.path
    refusal = _why_not_walk(match, fighter, path)
    if refusal is not None:
        return refusal
    if not path and not may_hide_in(match, fighter):
        return Illegal("changes_nothing", "ACN-1", fighter=fighter.id)
    if fighter.ap < MOVE_COST or fighter.moves >= MOVES_A_ROUND:
        return Illegal("no_move_left", "ACN-2", fighter=fighter.id)
    return _why_not_so_far(match, fighter, path)


def why_not_way(match: Match, fighter: Fighter, path: Sequence[Point]) -> Illegal | None:
    """The rule against a Move's way itself (MOVE-1 to MOVE-3, ACN-2)."""
    return _why_not_walk(match, fighter, path) or _why_not_so_far(match, fighter, path)


def _why_not_so_far(match: Match, fighter: Fighter, path: Sequence[Point]) -> Illegal | None:
    """The length of a Move, and its contacts (ACN-2)."""
    length, limit = length_of(match, fighter, path), move_length(match, fighter)
    if length > _may_plan(match, limit):
        rule = _why_so_short(match, fighter, path, limit, headwind(match, 1), "ACN-2")
        return Illegal("too_far", rule, length=length, limit=limit)
    at, may_brush = path[-1] if path else fighter.at, _may_brush(match, fighter)
    for enemy in on_field(match):
        if enemy.player == fighter.player:
            continue
        if touching(at, fighter.radius, enemy.at, enemy.radius):
            return Illegal("ends_in_contact", "ACN-2", enemy=enemy.id)
        if not may_brush and _brushes(fighter, path, enemy):
            return Illegal("enters_contact", "ACN-2", enemy=enemy.id)
    return None


def _why_so_short(match: Match, fighter: Fighter, path: Sequence[Point], limit: int, against: int, rule: str) -> str:
    """Return the rule without which a way would not be too long.

    The weather's (WEA-3), the ground's (TER-OBT), or the action's.
    """
    if length_of(match, fighter, path) <= limit + against:
        return "WEA-3"
    plain = routing.weighted_length((fighter.at, *path), fighter.radius, ())
    return "TER-OBT" if plain <= limit and any(piece.amount("obstruction") for piece in match.pieces.values()) else rule


def _brushes(fighter: Fighter, path: Sequence[Point], enemy: Fighter) -> bool:
    """Tell if a way enters contact with an enemy; a contact held at the start counts once it was broken."""
    near = fighter.radius + enemy.radius + CONTACT
    leaving = touching(fighter.at, fighter.radius, enemy.at, enemy.radius)
    at = fighter.at
    for point in path:
        if not leaving and segment_dist2_below(enemy.at, at, point, near):
            return True
        # A straight leg nears and then leaves (the distance is convex): only its end can break the contact for good.
        leaving = leaving and touching(point, fighter.radius, enemy.at, enemy.radius)
        at = point
    return False


def why_not_charge(match: Match, fighter: Fighter, given: Charge) -> Illegal | None:
    """The rule against a Charge (MOVE-1, ACN-4, STA-2)."""
    path = given.path
    target = match.fighters.get(given.target)
    onto = target.raised if target is not None else ""
    refusal = _why_not_walk(match, fighter, path, onto, steps_back=not may_measure(match))
    if refusal is not None:
        return refusal
    if has(match, fighter, "cant_charge"):
        return Illegal("cant_charge", "GEN-3", fighter=fighter.id)
    if fighter.ap < CHARGE_COST or fighter.charges >= CHARGES_A_ROUND:
        return Illegal("no_charge_left", "ACN-4", fighter=fighter.id)
    if fighter.attacks >= ATTACKS_A_ROUND:
        return Illegal("no_attack_left", "ACN-4", fighter=fighter.id)
    if enemies_in_contact(match, fighter):
        return Illegal("not_free", "ACN-4", fighter=fighter.id)
    length, limit = length_of(match, fighter, path), charge_length(match, fighter)
    if length > _may_plan(match, limit):
        rule = _why_so_short(match, fighter, path, limit, headwind(match), "ACN-4")
        return Illegal("too_far", rule, length=length, limit=limit)
    if target is None or target.status != ON_FIELD or target.player == fighter.player:
        return Illegal("not_an_enemy", "ACN-4", target=given.target)
    at = path[-1] if path else fighter.at
    if not touching(at, fighter.radius, target.at, target.radius):
        return Illegal("charge_falls_short", "ACN-4", target=given.target)
    # WEA-8: how far a hidden enemy is would tell; once in contact it is near enough.
    return why_not_fight(fighter, given.weapon) or (why_hidden(match, fighter, target) if may_measure(match) else None)


def charge_targets(match: Match, fighter: Fighter) -> tuple[str, ...]:
    """ACN-4: the enemies whose edge is within reach in a straight line; any while nothing may be measured (WEA-8)."""
    limit, may_tell = _may_plan(match, charge_length(match, fighter)), may_measure(match)
    return tuple(
        enemy.id
        for enemy in on_field(match)
        if enemy.player != fighter.player
        and (not may_tell or (fighters_gap(fighter, enemy) <= limit + CONTACT and can_target(match, fighter, enemy)))
    )


# --- finding the way ---


def route(match: Match, fighter_id: str, to: Point, limit: int | None = None) -> tuple[Point, ...] | None:
    """A legal way of a Move to a place, the points after the start, or None (ACN-2); no limit means the Move's."""
    fighter = match.fighters[fighter_id]
    if why_not_end(match, fighter, to) is not None or touches_enemy(match, fighter, to):
        return None
    around, leaving = _ways(match, fighter)
    far = _may_plan(match, move_length(match, fighter)) if limit is None else limit
    return routing.route(around, fighter.at, to, far, leaving)


def _ways(match: Match, fighter: Fighter) -> tuple[Obstacles, Obstacles | None]:
    """Return the obstacles that bind a Move, and those that bind its first leg instead.

    A straight leg breaks a contact once and for all.
    """
    held = [enemy.id for enemy in enemies_in_contact(match, fighter)]
    leaves = held and not _may_brush(match, fighter)
    return obstacles(match, fighter), obstacles(match, fighter, "move", held) if leaves else None


def touches_enemy(match: Match, fighter: Fighter, at: Point) -> bool:
    """Tell if a base would touch an enemy at a place (CON-1)."""
    return any(
        touching(at, fighter.radius, other.at, other.radius)
        for other in on_field(match)
        if other.player != fighter.player
    )


def reach(match: Match, fighter_id: str, limit: int | None = None, step: int = 50) -> list[tuple[Point, int]]:
    """Places that a Move of `limit` reaches, on a grid around the fighter, each with its cost (units)."""
    return [place for part in reach_stepwise(match, fighter_id, limit, step) for place in part]


def reach_stepwise(
    match: Match, fighter_id: str, limit: int | None = None, step: int = 50
) -> Iterator[list[tuple[Point, int]]]:
    """Work out `reach` in parts, so that a browser can stay fluent."""
    fighter = match.fighters[fighter_id]
    around, leaving = _ways(match, fighter)
    far = move_length(match, fighter) if limit is None else limit
    ends = _ends(match, fighter)
    touching_enemies = [
        (*enemy.at, fighter.radius + enemy.radius + CONTACT)
        for enemy in on_field(match)
        if enemy.player != fighter.player
    ]
    return reach_from(around, fighter.at, far, step, (*ends.discs, *touching_enemies), leaving, closed=ends.polygons)


def charge_path(match: Match, fighter_id: str, target_id: str, within: int | None = None) -> tuple[Point, ...] | None:
    """Return a legal way of a Charge into contact with a target, or None (ACN-4).

    It is the points after the start: straight ahead where that is possible, else the shortest found. With `within`, no
    longer than that (units) even while nothing may be measured, and the shortest found though the ground straight ahead
    be slow (NPF-4).
    """
    fighter, target = match.fighters[fighter_id], match.fighters[target_id]
    onto = target.raised
    around = obstacles(match, fighter, "charge", onto=onto)
    limit = _may_plan(match, charge_length(match, fighter)) if within is None else within
    start, other, near = fighter.at, target.at, fighter.radius + target.radius
    assert start and other

    ends = _ends(match, fighter, onto)

    def may_end(at: Point) -> bool:
        return (
            dist2(start, at) <= limit * limit
            and touching(at, fighter.radius, other, target.radius)
            and routing.point_clear(around, at)
            and (routing.point_clear(ends, at) or why_not_end(match, fighter, at, onto) is None)
        )

    ahead = straight_ahead(start, other, near)
    straight: tuple[Point, ...] | None = None
    for at in filter(may_end, ahead):
        if routing.leg_clear(around, start, at) and length_of(match, fighter, (at,)) <= limit:
            straight = (at,)
            if within is None or length_of(match, fighter, straight) == distance_up(start, at):
                return straight
            limit = length_of(match, fighter, straight)
    goals = (*filter(may_end, ahead), *meeting_places(around, ends, start, other, near, may_end))
    return routing.route_to_any(around, start, goals, (other, near + CONTACT), limit) or straight


def _ends(match: Match, fighter: Fighter, onto: str = "") -> Obstacles:
    """Return the obstacles that no move may end in (MOVE-3, TER-3, TER-CRO)."""
    barred = bars_ending(match, fighter, onto)
    discs = [(*marker.at, marker.radius + fighter.radius) for marker in match.markers.values()]
    discs += [(*piece.outline[0], piece.radius + fighter.radius) for piece in barred if piece.radius]
    return Obstacles(
        match.setup.field,
        fighter.radius,
        discs,
        [(piece.outline, fighter.radius) for piece in barred if not piece.radius],
    )
