"""Moving: where a base fits and how it gets there (MOVE, ACN-2 to ACN-5), disengaging (DIS).

`why_not_move` and `why_not_charge` are the engine's verdict; `route`, `charge_path` and `reach` find legal ways and
are checked by them.
"""

from __future__ import annotations

from math import isqrt
from typing import Iterator, Sequence

from .. import routing
from ..errors import Illegal
from ..flow import DONE, Call, Frame, Goto, Result, procedure, step
from ..geometry import CONTACT, disc_hits_polygon, overlap, segment_dist2_below, segments_near, touching
from ..match import FEAR, ON_FIELD, SPD, Fighter, Match, characteristic, enemies_in_contact, fighters_gap, on_field
from ..messages import PASS, Charge, Decision, Move, Point, Spot
from ..reach import reach_stepwise as reach_from
from ..routing import Obstacles
from ..standing import CM, bonus, has
from . import effects
from .costs import ATTACK_COST, ATTACKS_A_ROUND, pay_attack
from .weapons import why_not_fight
from .zones import cross_zones

__all__ = ["CHARGE_COST", "MOVE_LENGTH", "Charging", "Disengaging", "Moving", "charge_length", "charge_path",
           "move_length", "obstacles", "reach",
           "route", "why_not_charge", "why_not_move", "why_not_stand"]

MOVE_LENGTH = 1000            # ACN-2, ACN-4: 10 cm
MOVE_COST, MOVES_A_ROUND = 1, 3
CHARGE_COST, CHARGES_A_ROUND = 2, 1


def move_length(match: Match, fighter: Fighter) -> int:
    """ACN-2: how far a Move goes, in units, with what cards add (GEN-3)."""
    return max(0, MOVE_LENGTH + bonus(match, fighter, "move") * CM)


def charge_length(match: Match, fighter: Fighter) -> int:
    """ACN-4: how far a Charge goes, likewise."""
    return max(0, MOVE_LENGTH + bonus(match, fighter, "charge") * CM)


# --- what is in the way ------------------------------------------------------------------------------------------------

def obstacles(match: Match, fighter: Fighter, kind: str = "move", held: Sequence[str] = ()) -> Obstacles:
    """All that a base may not overlap on its way (MOVE-1, MOVE-2) and, in a Move, what it may not touch (ACN-2).

    `held` are the enemies in contact at the start: these are left, not brushed.
    """
    radius = fighter.radius
    keeps_off = kind == "move" and not _may_brush(match, fighter)
    discs = []
    for other in match.fighters.values():
        if other.status == ON_FIELD and other.id != fighter.id:
            x, y = other.at  # type: ignore[misc]
            reach = radius + other.radius
            if keeps_off and other.player != fighter.player and other.id not in held:
                reach += CONTACT
            discs.append((x, y, reach))
    polygons = []
    slow = []
    for piece in match.pieces.values():
        if piece.passable:
            if piece.slow:
                slow.append((piece.shape, 2))
        elif piece.radius:
            discs.append((*piece.outline[0], piece.radius + radius))
        else:
            polygons.append((piece.outline, radius))
    return Obstacles(match.setup.field, radius, tuple(discs), tuple(polygons), tuple(slow))


def _may_brush(match: Match, fighter: Fighter) -> bool:
    """ACN-2: whether only the end of a Move counts, by the edition or by a card (GEN-3)."""
    return bool(match.ruleset.move_brushes_past_enemies) or has(match, fighter, "brushes_past")


def why_not_stand(match: Match, fighter: Fighter, at: Point) -> Illegal | None:
    """MOVE-1, MOVE-3: whether a base fits at a place: inside the field, on no fighter, scenery or marker."""
    if not routing.point_clear(obstacles(match, fighter, "stand"), at):
        return Illegal("no_room", "MOVE-1", fighter=fighter.id)
    return why_not_end(match, fighter, at)


def why_not_end(match: Match, fighter: Fighter, at: Point) -> Illegal | None:
    """MOVE-3: no move ends on a marker, even in part."""
    for marker in match.markers.values():
        if overlap(at, fighter.radius, marker.at, marker.radius):
            return Illegal("ends_on_marker", "MOVE-3", marker=marker.id)
    return None


def _why_not_walk(match: Match, fighter: Fighter, path: Sequence[Point]) -> Illegal | None:
    """MOVE-1 along a path, then MOVE-3 at its end."""
    if any(a == b for a, b in zip((fighter.at, *path), path)):
        return Illegal("leg_of_no_length", "MOVE-1", fighter=fighter.id)
    blocked = obstacles(match, fighter, "charge")
    if not routing.path_clear(blocked, (fighter.at, *path)):  # type: ignore[arg-type]
        return Illegal("way_is_blocked", "MOVE-1", fighter=fighter.id)
    return why_not_end(match, fighter, path[-1]) if path else None


def length_of(match: Match, fighter: Fighter, path: Sequence[Point]) -> int:
    """A way's length, ground that slows counted twice (MOVE-1, MOVE-2); units, rounded up once."""
    slow = tuple((piece.shape, 2) for piece in match.pieces.values() if piece.passable and piece.slow)
    return routing.weighted_length((fighter.at, *path), fighter.radius, slow)  # type: ignore[arg-type]


def why_not_move(match: Match, fighter: Fighter, given: Move) -> Illegal | None:
    """The rule against a Move (MOVE-1 to MOVE-3, ACN-1, ACN-2), the first in the rules' order."""
    path = given.path
    refusal = _why_not_walk(match, fighter, path)
    if refusal is not None:
        return refusal
    if not path:
        return Illegal("changes_nothing", "ACN-1", fighter=fighter.id)
    if fighter.ap < MOVE_COST or fighter.moves >= MOVES_A_ROUND:
        return Illegal("no_move_left", "ACN-2", fighter=fighter.id)
    return _why_not_so_far(match, fighter, path)


def _why_not_way(match: Match, fighter: Fighter, path: Sequence[Point]) -> Illegal | None:
    """The rule against a Move's way itself (MOVE-1 to MOVE-3, ACN-2)."""
    return _why_not_walk(match, fighter, path) or _why_not_so_far(match, fighter, path)


def _why_not_so_far(match: Match, fighter: Fighter, path: Sequence[Point]) -> Illegal | None:
    """ACN-2: the length of a Move, and its contacts."""
    length, limit = length_of(match, fighter, path), move_length(match, fighter)
    if length > limit:
        return Illegal("too_far", "ACN-2", length=length, limit=limit)
    at, may_brush = path[-1], _may_brush(match, fighter)
    for enemy in on_field(match):
        if enemy.player == fighter.player:
            continue
        if touching(at, fighter.radius, enemy.at, enemy.radius):  # type: ignore[arg-type]
            return Illegal("ends_in_contact", "ACN-2", enemy=enemy.id)
        if not may_brush and _brushes(fighter, path, enemy):
            return Illegal("enters_contact", "ACN-2", enemy=enemy.id)
    return None


def _brushes(fighter: Fighter, path: Sequence[Point], enemy: Fighter) -> bool:
    """Whether a way enters contact with an enemy; a contact held at the start counts once it was broken."""
    near = fighter.radius + enemy.radius + CONTACT
    leaving = touching(fighter.at, fighter.radius, enemy.at, enemy.radius)  # type: ignore[arg-type]
    at = fighter.at
    for point in path:
        if not leaving and segment_dist2_below(enemy.at, at, point, near):  # type: ignore[arg-type]
            return True
        # A straight leg nears and then leaves (the distance is convex): only its end can break the contact for good.
        leaving = leaving and touching(point, fighter.radius, enemy.at, enemy.radius)  # type: ignore[arg-type]
        at = point
    return False


def why_not_charge(match: Match, fighter: Fighter, given: Charge) -> Illegal | None:
    """The rule against a Charge (MOVE-1, ACN-4, STA-2)."""
    path = given.path
    refusal = _why_not_walk(match, fighter, path)
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
    if length > limit:
        return Illegal("too_far", "ACN-4", length=length, limit=limit)
    target = match.fighters.get(given.target)
    if target is None or target.status != ON_FIELD or target.player == fighter.player:
        return Illegal("not_an_enemy", "ACN-4", target=given.target)
    at = path[-1] if path else fighter.at
    if not touching(at, fighter.radius, target.at, target.radius):  # type: ignore[arg-type]
        return Illegal("charge_falls_short", "ACN-4", target=given.target)
    return why_not_fight(fighter, given.weapon)


def charge_targets(match: Match, fighter: Fighter) -> tuple[str, ...]:
    """ACN-4: the enemies whose edge is within reach in a straight line."""
    limit = charge_length(match, fighter)
    return tuple(enemy.id for enemy in on_field(match)
                 if enemy.player != fighter.player and fighters_gap(fighter, enemy) <= limit + CONTACT)


# --- finding the way ---------------------------------------------------------------------------------------------------

def route(match: Match, fighter_id: str, to: Point, limit: int | None = None) -> tuple[Point, ...] | None:
    """A legal way of a Move to a place, the points after the start, or None (ACN-2); no limit means the Move's."""
    fighter = match.fighters[fighter_id]
    if why_not_end(match, fighter, to) is not None or _touches_enemy(match, fighter, to):
        return None
    around, leaving = _ways(match, fighter)
    far = move_length(match, fighter) if limit is None else limit
    return routing.route(around, fighter.at, to, far, leaving)  # type: ignore[arg-type]


def _ways(match: Match, fighter: Fighter) -> tuple[Obstacles, Obstacles | None]:
    """What binds a Move, and what binds its first leg instead: a straight leg breaks a contact once and for all."""
    held = [enemy.id for enemy in enemies_in_contact(match, fighter)]
    leaves = held and not _may_brush(match, fighter)
    return obstacles(match, fighter), obstacles(match, fighter, "move", held) if leaves else None


def _touches_enemy(match: Match, fighter: Fighter, at: Point) -> bool:
    return any(touching(at, fighter.radius, other.at, other.radius)  # type: ignore[arg-type]
               for other in on_field(match) if other.player != fighter.player)


def reach(match: Match, fighter_id: str, limit: int | None = None, step: int = 50) -> list[tuple[Point, int]]:
    """Places that a Move of `limit` reaches, on a grid around the fighter, each with its cost (units)."""
    return [place for part in reach_stepwise(match, fighter_id, limit, step) for place in part]


def reach_stepwise(match: Match, fighter_id: str, limit: int | None = None,
                   step: int = 50) -> Iterator[list[tuple[Point, int]]]:
    """The same, in parts, so that a browser can stay fluent."""
    fighter = match.fighters[fighter_id]
    around, leaving = _ways(match, fighter)
    far = move_length(match, fighter) if limit is None else limit
    ends = [(*marker.at, fighter.radius + marker.radius) for marker in match.markers.values()]
    ends += [(*enemy.at, fighter.radius + enemy.radius + CONTACT)
             for enemy in on_field(match) if enemy.player != fighter.player]
    return reach_from(around, fighter.at, far, step, ends, leaving)  # type: ignore[arg-type]


# Directions in which a charger may stand around its target, as (x, y) over 1000.
_AROUND = ((1000, 0), (924, 383), (707, 707), (383, 924), (0, 1000), (-383, 924), (-707, 707), (-924, 383),
           (-1000, 0), (-924, -383), (-707, -707), (-383, -924), (0, -1000), (383, -924), (707, -707), (924, -383))


def charge_path(match: Match, fighter_id: str, target_id: str) -> tuple[Point, ...] | None:
    """A legal way of a Charge into contact with a target, the points after the start, or None (ACN-4)."""
    fighter, target = match.fighters[fighter_id], match.fighters[target_id]
    around = obstacles(match, fighter, "charge")
    limit = charge_length(match, fighter)
    for at in _contact_places(fighter, target, limit):
        if routing.point_clear(around, at) and why_not_end(match, fighter, at) is None:
            path = routing.route(around, fighter.at, at, limit)  # type: ignore[arg-type]
            if path is not None:
                return path
    return None


def _contact_places(fighter: Fighter, target: Fighter, limit: int) -> list[Point]:
    """Places where the fighter's base touches the target's: straight ahead, then all around, the nearest first."""
    (ax, ay), (bx, by) = fighter.at, target.at  # type: ignore[misc]
    # Two units out: inside contact's five, and clear of overlap whatever the rounding to whole units.
    distance = fighter.radius + target.radius + 2
    length = isqrt((ax - bx) ** 2 + (ay - by) ** 2) or 1
    places = [(bx + _nearest((ax - bx) * distance, length), by + _nearest((ay - by) * distance, length))]
    ring = [(bx + _nearest(dx * distance, 1000), by + _nearest(dy * distance, 1000)) for dx, dy in _AROUND]
    ring.sort(key=lambda p: ((p[0] - ax) ** 2 + (p[1] - ay) ** 2, p))
    return [p for p in places + ring if touching(p, fighter.radius, target.at, target.radius)  # type: ignore[arg-type]
            and (p[0] - ax) ** 2 + (p[1] - ay) ** 2 <= limit ** 2]


def _nearest(n: int, d: int) -> int:
    return (2 * n + d) // (2 * d)


# --- what a way does ---------------------------------------------------------------------------------------------------

def _settle(match: Match) -> Call | None:
    from .abilities import settle
    return settle(match)


@procedure
class Moving(Frame):
    """ACN-2: a Move, disengaging first where it must (ACN-3)."""
    fighter: str
    path: tuple[Point, ...]
    start: Spot = ()

    @step("ACN-1", "ACN-2")
    def pay(self, match: Match) -> Result:
        self.start = match.fighters[self.fighter].at
        effects.pay_ap(match, self.fighter, MOVE_COST, "ACN-2")
        effects.count_action(match, self.fighter, "moves")
        return None

    @step("ACN-3")
    def disengage(self, match: Match) -> Result:
        if enemies_in_contact(match, match.fighters[self.fighter]):
            return Call(Disengaging(self.fighter))
        return None

    @step("MOVE-1", "MOVE-4", "DIS-2")
    def walk(self, match: Match) -> Result:
        fighter = match.fighters[self.fighter]
        if fighter.status == ON_FIELD:
            start = fighter.at
            # Ruling: whom an effect moved before the first step walks on only if the way is legal from there too.
            if start != self.start and _why_not_way(match, fighter, self.path) is not None:
                match.emit("stayed", "MOVE-1", fighter=self.fighter)
                return None
            effects.walk(match, self.fighter, self.path, "moved", "ACN-2")
            cross_zones(match, self.fighter, (start, *self.path))  # type: ignore[arg-type]
            effects.remove_fallen(match)
            effects.fall_due(match, "moved", self.fighter)
        return _settle(match)


@procedure
class Disengaging(Frame):
    """DIS: a SPD roll; on a failure each enemy in contact may strike."""
    fighter: str
    successes: int = 0
    struck: tuple[str, ...] = ()
    enemy: str = ""

    @step("DIS-1")
    def roll_to_leave(self, match: Match) -> Result:
        fighter = match.fighters[self.fighter]
        if has(match, fighter, "slips_away"):
            self.successes = 1
            return None
        enemies = enemies_in_contact(match, fighter)
        difficulty = max(characteristic(match, enemy, SPD) for enemy in enemies)
        return self.roll("disengage", characteristic(match, fighter, SPD), difficulty, "successes", "DIS-1",
                         self.fighter, enemies[0].id)

    @step("DIS-1")
    def judge(self, match: Match) -> Result:
        if self.successes:
            match.emit("disengaged", "DIS-1", fighter=self.fighter)
            effects.fall_due(match, "disengaged", self.fighter)
            return DONE
        match.emit("disengage_failed", "DIS-2", fighter=self.fighter)
        return None

    @step("DIS-2")
    def offer(self, match: Match) -> Result:
        fighter = match.fighters[self.fighter]
        if fighter.status != ON_FIELD:
            return DONE
        able = [enemy for enemy in enemies_in_contact(match, fighter) if enemy.id not in self.struck
                and enemy.ap >= ATTACK_COST and enemy.attacks < ATTACKS_A_ROUND and not enemy.markers[FEAR]]
        if not able:
            return DONE
        return Decision("strike", (3 - fighter.player,), "DIS-2", target=self.fighter,
                        options=(*(enemy.id for enemy in able), PASS), into="enemy")

    @step("DIS-2", "ABI-1")
    def strike(self, match: Match) -> Result:
        if self.enemy == PASS:
            return DONE
        self.struck += (self.enemy,)
        pay_attack(match, self.enemy, ATTACK_COST)
        match.emit("struck_at", "DIS-2", fighter=self.enemy, target=self.fighter)
        effects.fall_due(match, "attacks", self.enemy, self.fighter, "melee")
        effects.fall_due(match, "attacked", self.fighter, self.enemy, "melee")
        return _settle(match)

    @step("DIS-2")
    def hit(self, match: Match) -> Result:
        from .melee import Assault
        enemy, fighter = match.fighters[self.enemy], match.fighters[self.fighter]
        if enemy.status == fighter.status == ON_FIELD and touching(enemy.at, enemy.radius, fighter.at, fighter.radius):  # type: ignore[arg-type]
            return Call(Assault(self.enemy, self.fighter))
        return None

    @step("DIS-2", "ABI-1")
    def heard(self, match: Match) -> Result:
        return _settle(match)

    @step("DIS-2")
    def again(self, match: Match) -> Result:
        return Goto("offer")


@procedure
class Charging(Frame):
    """ACN-4: a Charge and its free attack."""
    fighter: str
    path: tuple[Point, ...]
    target: str
    weapon: str = ""
    start: Spot = ()
    arrived: int = 0

    @step("ACN-1", "ACN-4")
    def pay(self, match: Match) -> Result:
        effects.pay_ap(match, self.fighter, CHARGE_COST, "ACN-4")
        effects.count_action(match, self.fighter, "charges")
        return None

    @step("MOVE-1", "MOVE-4", "ACN-4")
    def walk(self, match: Match) -> Result:
        start = match.fighters[self.fighter].at
        effects.walk(match, self.fighter, self.path, "charged", "ACN-4", self.target)
        cross_zones(match, self.fighter, (start, *self.path))  # type: ignore[arg-type]
        self.start = start
        effects.remove_fallen(match)
        if match.fighters[self.fighter].status != ON_FIELD:
            return DONE
        effects.fall_due(match, "charged", self.fighter, self.target)
        effects.fall_due(match, "was_charged", self.target, self.fighter)
        return _settle(match)

    @step("ACN-4", "ACN-5")
    def attack(self, match: Match) -> Result:
        from .melee import Melee
        fighter = match.fighters[self.fighter]
        if fighter.status != ON_FIELD:
            return DONE
        touched = [enemy.id for enemy in enemies_in_contact(match, fighter)]
        if not touched:
            return None
        self.arrived = 1
        if fighter.attacks >= ATTACKS_A_ROUND:
            return DONE                    # used up by an ability in between
        pay_attack(match, self.fighter, 0)
        return Call(Melee(self.fighter, self.target if self.target in touched else touched[0], self.weapon))

    @step("ACN-5")
    def falls_short(self, match: Match) -> Result:
        fighter = match.fighters[self.fighter]
        if self.arrived or fighter.status != ON_FIELD:
            return DONE
        if fighter.moves < MOVES_A_ROUND or not match.ruleset.failed_charge_ends_activation:
            effects.charge_became_move(match, self.fighter, CHARGE_COST - MOVE_COST)
        else:
            if self.start and routing.point_clear(obstacles(match, fighter, "stand"), self.start):
                effects.walk(match, self.fighter, (self.start,), "put_back", "ACN-5")
            self.result = 1
        return DONE
