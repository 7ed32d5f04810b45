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
from ..messages import PASS, Charge, Decision, Move, Point
from ..routing import Obstacles
from . import effects
from .weapons import why_not_fight
from .wounds import hurt_everywhere

__all__ = ["CHARGE_COST", "MOVE_LENGTH", "Charging", "Disengaging", "Moving", "charge_path", "obstacles", "reach",
           "route", "why_not_charge", "why_not_move", "why_not_stand"]

MOVE_LENGTH = 1000            # ACN-2, ACN-4: 10 cm
MOVE_COST, MOVES_A_ROUND = 1, 3
CHARGE_COST, CHARGES_A_ROUND = 2, 1


# --- what is in the way ------------------------------------------------------------------------------------------------

def obstacles(match: Match, fighter: Fighter, kind: str = "move", held: Sequence[str] = ()) -> Obstacles:
    """All that a base may not overlap on its way (MOVE-1, MOVE-2) and, in a Move, what it may not touch (ACN-2).

    `held` are the enemies in contact at the start: these are left, not brushed.
    """
    radius = fighter.radius
    keeps_off = kind == "move" and not match.ruleset.move_brushes_past_enemies
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
    length = length_of(match, fighter, path)
    if length > MOVE_LENGTH:
        return Illegal("too_far", "ACN-2", length=length, limit=MOVE_LENGTH)
    at = path[-1]
    for enemy in on_field(match):
        if enemy.player == fighter.player:
            continue
        if touching(at, fighter.radius, enemy.at, enemy.radius):  # type: ignore[arg-type]
            return Illegal("ends_in_contact", "ACN-2", enemy=enemy.id)
        if not match.ruleset.move_brushes_past_enemies and _brushes(fighter, path, enemy):
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
    if fighter.ap < CHARGE_COST or fighter.charges >= CHARGES_A_ROUND:
        return Illegal("no_charge_left", "ACN-4", fighter=fighter.id)
    if fighter.attacks >= 2:
        return Illegal("no_attack_left", "ACN-4", fighter=fighter.id)
    if enemies_in_contact(match, fighter):
        return Illegal("not_free", "ACN-4", fighter=fighter.id)
    length = length_of(match, fighter, path)
    if length > MOVE_LENGTH:
        return Illegal("too_far", "ACN-4", length=length, limit=MOVE_LENGTH)
    target = match.fighters.get(given.target)
    if target is None or target.status != ON_FIELD or target.player == fighter.player:
        return Illegal("not_an_enemy", "ACN-4", target=given.target)
    at = path[-1] if path else fighter.at
    if not touching(at, fighter.radius, target.at, target.radius):  # type: ignore[arg-type]
        return Illegal("charge_falls_short", "ACN-4", target=given.target)
    return why_not_fight(fighter, given.weapon)


def charge_targets(match: Match, fighter: Fighter) -> tuple[str, ...]:
    """ACN-4: the enemies whose edge is within reach in a straight line."""
    return tuple(enemy.id for enemy in on_field(match)
                 if enemy.player != fighter.player and fighters_gap(fighter, enemy) <= MOVE_LENGTH)


# --- finding the way ---------------------------------------------------------------------------------------------------

def route(match: Match, fighter_id: str, to: Point, limit: int = MOVE_LENGTH) -> tuple[Point, ...] | None:
    """A legal way of a Move to a place, the points after the start, or None (ACN-2)."""
    fighter = match.fighters[fighter_id]
    if why_not_end(match, fighter, to) is not None or _touches_enemy(match, fighter, to):
        return None
    held = enemies_in_contact(match, fighter)
    around = obstacles(match, fighter, "move", [enemy.id for enemy in held])
    path = routing.route(around, fighter.at, to, limit)  # type: ignore[arg-type]
    if path is None or not any(_brushes(fighter, path, enemy) for enemy in held):
        return path
    return _way_out(match, fighter, to, limit)


def _way_out(match: Match, fighter: Fighter, to: Point, limit: int) -> tuple[Point, ...] | None:
    """A way that first breaks the contacts held, then keeps off everybody (ACN-2)."""
    around = obstacles(match, fighter, "charge")
    apart = obstacles(match, fighter, "move")
    ax, ay = fighter.at  # type: ignore[misc]
    for dx, dy in _AROUND:
        out = (ax + dx * 12 // 1000, ay + dy * 12 // 1000)
        if routing.leg_clear(around, fighter.at, out) and routing.point_clear(apart, out):  # type: ignore[arg-type]
            rest = routing.route(apart, out, to, limit - 13)
            if rest is not None and length_of(match, fighter, (out, *rest)) <= limit:
                return (out, *rest)
    return None


def _touches_enemy(match: Match, fighter: Fighter, at: Point) -> bool:
    return any(touching(at, fighter.radius, other.at, other.radius)  # type: ignore[arg-type]
               for other in on_field(match) if other.player != fighter.player)


def reach(match: Match, fighter_id: str, limit: int = MOVE_LENGTH, step: int = 50) -> list[tuple[Point, int]]:
    """Places that a Move of `limit` reaches, on a grid around the fighter, each with its cost (units)."""
    return [place for part in reach_stepwise(match, fighter_id, limit, step) for place in part]


def reach_stepwise(match: Match, fighter_id: str, limit: int = MOVE_LENGTH,
                   step: int = 50) -> Iterator[list[tuple[Point, int]]]:
    """The same, in parts, so that a browser can stay fluent."""
    fighter = match.fighters[fighter_id]
    held = [enemy.id for enemy in enemies_in_contact(match, fighter)]
    around = obstacles(match, fighter, "move", held)
    for part in routing.reach_stepwise(around, fighter.at, limit, step):  # type: ignore[arg-type]
        places = [(at, cost) for at, cost in part
                  if why_not_end(match, fighter, at) is None and not _touches_enemy(match, fighter, at)]
        if held:
            found = [_found(match, fighter, around, place, limit) for place in places]
            places = [place for place in found if place is not None]
        yield places


def _found(match: Match, fighter: Fighter, around: Obstacles, place: tuple[Point, int],
           limit: int) -> tuple[Point, int] | None:
    """A place with what its way costs, if `route` finds one that does not brush an enemy left before."""
    if routing.leg_clear(around, fighter.at, place[0]) and length_of(match, fighter, (place[0],)) <= limit:  # type: ignore[arg-type]
        return place                                      # a straight leg leaves a contact once and for all
    path = route(match, fighter.id, place[0], limit)
    return None if path is None else (place[0], length_of(match, fighter, path))


# Directions in which a charger may stand around its target, as (x, y) over 1000.
_AROUND = ((1000, 0), (924, 383), (707, 707), (383, 924), (0, 1000), (-383, 924), (-707, 707), (-924, 383),
           (-1000, 0), (-924, -383), (-707, -707), (-383, -924), (0, -1000), (383, -924), (707, -707), (924, -383))


def charge_path(match: Match, fighter_id: str, target_id: str) -> tuple[Point, ...] | None:
    """A legal way of a Charge into contact with a target, the points after the start, or None (ACN-4)."""
    fighter, target = match.fighters[fighter_id], match.fighters[target_id]
    around = obstacles(match, fighter, "charge")
    for at in _contact_places(fighter, target):
        if routing.point_clear(around, at) and why_not_end(match, fighter, at) is None:
            path = routing.route(around, fighter.at, at, MOVE_LENGTH)  # type: ignore[arg-type]
            if path is not None:
                return path
    return None


def _contact_places(fighter: Fighter, target: Fighter) -> list[Point]:
    """Places where the fighter's base touches the target's: straight ahead, then all around, the nearest first."""
    (ax, ay), (bx, by) = fighter.at, target.at  # type: ignore[misc]
    # Two units out: inside contact's five, and clear of overlap whatever the rounding to whole units.
    distance = fighter.radius + target.radius + 2
    length = isqrt((ax - bx) ** 2 + (ay - by) ** 2) or 1
    places = [(bx + _nearest((ax - bx) * distance, length), by + _nearest((ay - by) * distance, length))]
    ring = [(bx + _nearest(dx * distance, 1000), by + _nearest(dy * distance, 1000)) for dx, dy in _AROUND]
    ring.sort(key=lambda p: ((p[0] - ax) ** 2 + (p[1] - ay) ** 2, p))
    return [p for p in places + ring if touching(p, fighter.radius, target.at, target.radius)  # type: ignore[arg-type]
            and (p[0] - ax) ** 2 + (p[1] - ay) ** 2 <= MOVE_LENGTH ** 2]


def _nearest(n: int, d: int) -> int:
    return (2 * n + d) // (2 * d)


# --- what a way does ---------------------------------------------------------------------------------------------------

def cross_zones(match: Match, fighter: str, path: Sequence[Point]) -> None:
    """GEN-3: a card's zone hurts whoever crosses or touches it, once a move; `path` includes the start."""
    for zone in match.zones.values():
        mover = match.fighters[fighter]
        if mover.status == ON_FIELD and _meets(path, mover.radius, zone.outline):
            card = next(card for card in match.setup.tactics if card.id == zone.card)
            amount = sum(effect.amount for effect in card.effects if effect.do == "zone")
            match.emit("zone_entered", "GEN-3", fighter=fighter, card=zone.card)
            hurt_everywhere(match, fighter, amount, "WND-1", "lost_cp")


def _meets(path: Sequence[Point], radius: int, outline: tuple[Point, ...]) -> bool:
    if any(disc_hits_polygon(at, radius + CONTACT, outline) for at in path):
        return True
    corners = (*outline, outline[0])
    return any(segments_near(a, b, c, d, radius + CONTACT)
               for a, b in zip(path, path[1:]) for c, d in zip(corners, corners[1:]))


@procedure
class Moving(Frame):
    """ACN-2: a Move, disengaging first where it must (ACN-3)."""
    fighter: str
    path: tuple[Point, ...]

    @step("ACN-1", "ACN-2")
    def pay(self, match: Match) -> Result:
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
            effects.walk(match, self.fighter, self.path, "moved", "ACN-2")
            cross_zones(match, self.fighter, (start, *self.path))  # type: ignore[arg-type]
            effects.remove_fallen(match)
        return None


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
        enemies = enemies_in_contact(match, fighter)
        difficulty = max(characteristic(match, enemy, SPD) for enemy in enemies)
        return self.roll("disengage", characteristic(match, fighter, SPD), difficulty, "successes", "DIS-1",
                         self.fighter, enemies[0].id)

    @step("DIS-1")
    def judge(self, match: Match) -> Result:
        if self.successes:
            match.emit("disengaged", "DIS-1", fighter=self.fighter)
            return DONE
        match.emit("disengage_failed", "DIS-2", fighter=self.fighter)
        return None

    @step("DIS-2")
    def offer(self, match: Match) -> Result:
        fighter = match.fighters[self.fighter]
        if fighter.status != ON_FIELD:
            return DONE
        able = [enemy for enemy in enemies_in_contact(match, fighter) if enemy.id not in self.struck
                and enemy.ap >= 1 and enemy.attacks < 2 and not enemy.markers[FEAR]]
        if not able:
            return DONE
        return Decision("strike", (3 - fighter.player,), "DIS-2", target=self.fighter,
                        options=(*(enemy.id for enemy in able), PASS), into="enemy")

    @step("DIS-2")
    def strike(self, match: Match) -> Result:
        from .melee import Assault, pay_attack
        if self.enemy == PASS:
            return DONE
        self.struck += (self.enemy,)
        pay_attack(match, self.enemy, 1)
        match.emit("struck_at", "DIS-2", fighter=self.enemy, target=self.fighter)
        return Call(Assault(self.enemy, self.fighter))

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
        effects.remove_fallen(match)
        return None if match.fighters[self.fighter].status == ON_FIELD else DONE

    @step("ACN-4")
    def attack(self, match: Match) -> Result:
        from .melee import Melee, pay_attack
        pay_attack(match, self.fighter, 0)
        return Call(Melee(self.fighter, self.target, self.weapon))
