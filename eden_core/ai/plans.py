"""Plans for the active fighter's whole activation: actions in a row, valued by expectation (ACT-8, ACN).

A plan is attacks and abilities where the fighter stands, then Moves; or Moves, then attacks and abilities; or a
Charge, from where it stands or after a Move. Only its first action is answered: after the dice the player plans
anew. Ways are the engine's own.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import isqrt
from typing import NamedTuple

from eden_core.ai.action_values import AGAIN, Deed, Series, deeds, series
from eden_core.ai.estimates import Outlook
from eden_core.ai.positions import Places
from eden_core.analysis import odds
from eden_core.analysis.odds import WHOLE
from eden_core.engine.characteristics import characteristic, has
from eden_core.engine.match import SPD, Fighter, Match, enemies_in_contact, fighters_gap
from eden_core.engine.messages import Answer, Charge, End, Hide, Move, Point
from eden_core.geometry.routing import Obstacles, leg_clear
from eden_core.rules.actions.options import ActionOption, action_options
from eden_core.rules.cards.missions import HELD_WITHIN
from eden_core.rules.common.costs import ATTACKS_A_ROUND
from eden_core.rules.common.paths import (
    MOVES_A_ROUND,
    as_far_as,
    charge_length,
    charge_path,
    length_of,
    obstacles,
    route,
    touches_enemy,
    why_not_end,
    why_not_way,
)
from eden_core.rules.common.zones import meets

__all__ = ["Plan", "Planner", "Steps", "goals"]

# Directions as (x, y) over 1000, by 22.5 degrees.
AROUND = (
    (1000, 0),
    (707, 707),
    (0, 1000),
    (-707, 707),
    (-1000, 0),
    (-707, -707),
    (0, -1000),
    (707, -707),
    (924, 383),
    (383, 924),
    (-383, 924),
    (-924, 383),
    (-924, -383),
    (-383, -924),
    (383, -924),
    (924, -383),
)


class Plan(NamedTuple):
    """A plan: its worth, its first action, and what to say of it.

    Also where it ends, with how many AP, and what its attacks take.
    """

    value: int
    answer: Answer
    code: str
    target: str = ""
    gain: int = 0
    at: Point = (0, 0)
    ap: int = 0
    hit: int = 0  # the part of the target's worth that its attacks take, in thousandths


Steps = Generator[int, None, list[Plan]]


def goals(
    outlook: Outlook, fighter: Fighter, places: Places, length: int, moves: int, quick: bool = False
) -> list[Point]:
    """Places to go to: all around at some distances, toward and about the missions' spots and markers."""
    x, y = fighter.at
    width, height = outlook.match.setup.field
    radius = fighter.radius
    found: list[Point] = []
    for far in (length // 2, *(length * count - 10 for count in range(1, moves + 1))):
        found += [(x + dx * far // 1000, y + dy * far // 1000) for dx, dy in (AROUND[:8] if quick else AROUND)]
    reach = length * moves
    for sx, sy, within, *_ in [*places.spots, *((cx, cy, 1000, 0) for cx, cy, *_ in places.clear)]:
        found += _toward(x, y, sx, sy, max(0, within + radius - 60), reach)
        if within <= HELD_WITHIN + 200:
            found += [(sx + dx * 450 // 1000, sy + dy * 450 // 1000) for dx, dy in AROUND[:8]]
    for mx, my, around, *_ in places.markers:
        near = around + radius + 2
        found += _toward(x, y, mx, my, near, reach)
        found += [(mx + dx * near // 1000, my + dy * near // 1000) for dx, dy in AROUND[:8]]
    return list(
        dict.fromkeys(
            (min(max(px, radius), width - radius), min(max(py, radius), height - radius))
            for px, py in found
            if (px - x) ** 2 + (py - y) ** 2 <= reach * reach
        )
    )


def _toward(x: int, y: int, tx: int, ty: int, stop: int, reach: int) -> list[Point]:
    """The place on the way to a point that is `stop` short of it, and as far as one goes."""
    length = isqrt((tx - x) ** 2 + (ty - y) ** 2)
    if length <= stop:
        return []
    far = min(reach - 10, length - stop)
    return [(x + (tx - x) * far // length, y + (ty - y) * far // length)]


class Planner:
    """Plans for one fighter; `width` says how many places are looked at closely.

    `quick` ones know straight ways alone, and their answers are not meant to be given.
    """

    def __init__(
        self, match: Match, outlook: Outlook, fighter: Fighter, places: Places, width: int = 4, quick: bool = False
    ) -> None:
        self.match = match
        self.outlook = outlook
        self.fighter = fighter
        self.places = places
        self.width = width
        self.quick = quick
        self._bends = 2 * width  # how many ways round something are looked for
        self._around: dict[str, Obstacles] = {}
        self._ways: dict[Point, tuple[tuple[Point, ...], int] | None] = {}

    def steps(self, options: Sequence[ActionOption] | None = None) -> Steps:
        """Work plans out, yielding now and then, and return them, the best first."""
        match, fighter = self.match, self.fighter
        if options is None:
            options = action_options(match, fighter)
        kinds = {option.kind: option for option in options}
        found = deeds(match, self.outlook, fighter, options)
        yield 1
        rows = series(found, fighter.ap, ATTACKS_A_ROUND - fighter.attacks)
        plans = [self._ended(row, fighter.at, fighter.ap) for row in rows]
        if "hide" in kinds:
            at: Point = fighter.at
            plans.append(
                Plan(
                    self.places.worth(at, 1) + self.places.danger(at, 1) // 2,
                    Hide(kinds["hide"].targets[0]),
                    "hide",
                    "",
                    0,
                    at,
                    fighter.ap - 1,
                )
            )
        if "charge" in kinds:
            yield from self._charges(kinds["charge"].targets, plans)
        if "move" in kinds:
            yield from self._moves(kinds["move"].reach, rows, plans)
            if not enemies_in_contact(match, fighter):
                yield from self._long_charges(kinds["move"].reach, plans)
        plans.sort(key=lambda plan: -plan.value)
        return plans

    def singles(self, options: Sequence[ActionOption] | None = None) -> Steps:
        """Plans of one action each, unsorted: a deed, a Charge, a Move, or the end."""
        match, fighter = self.match, self.fighter
        options = action_options(match, fighter) if options is None else options
        kinds = {option.kind: option for option in options}
        rows = [
            Series(),
            *(Series(deed.gain, 0, deed, deed.target, 0) for deed in deeds(match, self.outlook, fighter, options)[:3]),
        ]
        yield 1
        plans = [self._ended(row, fighter.at, 1) for row in rows]
        if "charge" in kinds:
            charges: list[Plan] = []
            yield from self._charges(kinds["charge"].targets, charges)
            plans += [plan for plan in charges if plan.ap == fighter.ap - 2]
        if "move" in kinds:
            length = kinds["move"].reach
            ranked = sorted(
                (
                    (self.places.worth(goal, 1), 1, goal)
                    for goal in goals(self.outlook, fighter, self.places, length, 1)
                ),
                key=lambda item: -item[0],
            )
            yield 1
            yield from self._then_go(ranked, [Series()], length, 1, self._leaving(), plans)
        return plans

    def _ended(self, row: Series, at: Point, ap: int, before: Answer | None = None, cost: int = 0) -> Plan:
        """A plan that ends at a place after a row of deeds; `before` is the answer that comes first, if any."""
        left = ap - row.ap
        value = row.gain - cost + self.places.worth(at, min(1, left), row.took)
        share = 0
        if row.target and row.hit > 0:
            target = self.match.fighters[row.target]
            share = min(900, 1000 * row.hit // max(1, self.outlook.worth(target)[0]))
            value += self.places.threat_of(row.target, at, min(1, left)) * share // 1000
        first = row.first
        if before is not None:
            return Plan(value, before, "move", row.target or (first.target if first else ""), row.gain, at, left, share)
        if first is None:
            return Plan(value, End(), "end", "", 0, at, left)
        return Plan(value, first.answer, first.code, first.target, row.gain, at, left, share)

    # --- charges ---

    def _charges(self, targets: Sequence[str], plans: list[Plan]) -> Steps:
        match, fighter, outlook = self.match, self.fighter, self.outlook
        far = charge_length(match, fighter)
        room = ATTACKS_A_ROUND - fighter.attacks
        ranked = sorted(
            ((outlook.trade(fighter, match.fighters[name], match.fighters[name].ap), name) for name in targets),
            key=lambda pair: -pair[0],
        )
        for gain, name in ranked[: self.width]:
            target = match.fighters[name]
            if gain <= 0 or fighters_gap(fighter, target) > far + 5:
                continue
            way = self._to_contact(target, far)
            yield 1
            if way is None or self._hurts(way):
                continue
            left, total = fighter.ap - 2, gain
            rows = [Series(total, 2, Deed(total, 2, Charge(way, name), "charge", name), name, total)]
            if left >= 1 and room >= 2:
                more = gain * AGAIN // 1000
                rows.append(rows[0]._replace(gain=total + more, ap=3, hit=total + more))
            end = way[-1] if way else fighter.at
            plans += [self._ended(row, end, fighter.ap) for row in rows]
        return plans

    def _long_charges(self, length: int, plans: list[Plan]) -> Steps:
        """A Move that brings an enemy within reach of a Charge."""
        match, fighter, outlook = self.match, self.fighter, self.outlook
        if (
            fighter.ap < 3
            or fighter.charges
            or fighter.attacks >= ATTACKS_A_ROUND
            or has(match, fighter, "cant_charge")
        ):
            return plans
        far = charge_length(match, fighter)
        ranked = []
        for enemy in outlook.fighters:
            if enemy.player != fighter.player and far < fighters_gap(fighter, enemy) <= far + length - 60:
                gain = outlook.trade(fighter, enemy, enemy.ap)
                if gain > 0:
                    ranked.append((gain, enemy.id))
        ranked.sort(key=lambda pair: -pair[0])
        for gain, name in ranked[: self.width]:
            way = self._to_contact(match.fighters[name], far + length - 60)
            yield 1
            if way is None:
                continue
            walk = length_of(match, fighter, way) if not self.quick else 0
            part = (
                as_far_as(match, fighter, way, min(length, max(walk - far + 40, length // 4)))
                if not self.quick
                else way
            )
            if not part or (not self.quick and why_not_way(match, fighter, part) is not None):
                continue
            row = Series(gain, 3, Deed(gain, 3, Move(part), "move", name), name, gain)
            plans.append(self._ended(row, way[-1], fighter.ap, Move(part), 20))
        return plans

    # --- moves ---

    def _way(self, goal: Point, length: int, moves: int) -> tuple[tuple[Point, ...], int] | None:
        """The first Move's way toward a goal and how many Moves it takes; None where it takes too many."""
        if goal not in self._ways:
            self._ways[goal] = self._found(goal, length, moves)
        return self._ways[goal]

    def _found(self, goal: Point, length: int, moves: int) -> tuple[tuple[Point, ...], int] | None:
        match, fighter = self.match, self.fighter
        if why_not_end(match, fighter, goal) is not None or touches_enemy(match, fighter, goal):
            return None
        far = isqrt((goal[0] - fighter.at[0]) ** 2 + (goal[1] - fighter.at[1]) ** 2)
        way: tuple[Point, ...] | None = (goal,)
        if not self._straight(goal, "move"):
            if self.quick or self._bends <= 0:
                return None
            self._bends -= 1
            way = route(match, fighter.id, goal, length * moves - (0 if moves == 1 else 30))
        if self.quick:
            return (goal,), -(-far // length)
        if not way or self._hurts(way):
            return None
        walk = length_of(match, fighter, way)
        if walk <= length:
            return way, 1
        part = as_far_as(match, fighter, way, length)
        steps = (walk + 20 + length - 1) // length
        return (part, steps) if part and steps <= moves and why_not_way(match, fighter, part) is None else None

    def _straight(self, goal: Point, kind: str) -> bool:
        """Return whether nothing stands on the straight way to a place."""
        around = self._around.get(kind)
        if around is None:
            held = [enemy.id for enemy in enemies_in_contact(self.match, self.fighter)]
            around = self._around[kind] = obstacles(self.match, self.fighter, kind, held)
        return leg_clear(around, self.fighter.at, goal)

    def _to_contact(self, target: Fighter, limit: int) -> tuple[Point, ...] | None:
        """A way of a Charge, no longer than a limit."""
        match, fighter = self.match, self.fighter
        if not self.quick:
            return charge_path(match, fighter.id, target.id, limit)
        (x, y), (tx, ty) = fighter.at, target.at
        far, near = isqrt((x - tx) ** 2 + (y - ty) ** 2) or 1, fighter.radius + target.radius + 3
        at = tx + (x - tx) * near // far, ty + (y - ty) * near // far
        return (at,) if far - near <= limit and self._straight(at, "charge") else None

    def _hurts(self, way: tuple[Point, ...]) -> bool:
        """Return whether a card's zone lies on a way that starts off it (GEN-3)."""
        at: Point = self.fighter.at
        return any(
            meets((at, *way), self.fighter.radius, zone.outline) and not meets((at,), self.fighter.radius, zone.outline)
            for zone in self.match.zones.values()
        )

    def _leaving(self) -> int:
        """The harm of leaving those in contact, at the worst (DIS)."""
        match, fighter = self.match, self.fighter
        holding = enemies_in_contact(match, fighter)
        if not holding or has(match, fighter, "slips_away"):
            return 0
        spd = max(characteristic(match, enemy, SPD) for enemy in holding)
        held = WHOLE - odds.chance_of(characteristic(match, fighter, SPD), spd)
        blows = sum(
            self.outlook.blow(enemy, fighter)
            for enemy in holding
            if not enemy.markers[1] and (enemy.player == 0 or (enemy.ap and enemy.attacks < ATTACKS_A_ROUND))
        )
        return blows * held // WHOLE

    def _moves(self, length: int, rows: list[Series], plans: list[Plan]) -> Steps:
        _match, fighter, places = self.match, self.fighter, self.places
        moves = min(fighter.ap, MOVES_A_ROUND - fighter.moves)
        x, y = fighter.at
        cost = self._leaving()
        room = ATTACKS_A_ROUND - fighter.attacks
        ranked: list[tuple[int, int, Point]] = []
        hopes: list[tuple[int, int, Point]] = []
        guns = (
            [
                (gun, enemy)
                for enemy in self.outlook.fighters
                if enemy.player != fighter.player
                for gun in self.outlook.guns(fighter, enemy)
                if gun.uses > 0
            ]
            if room and not fighter.markers[1]
            else []
        )
        for count, goal in enumerate(goals(self.outlook, fighter, places, length, moves, self.quick)):
            if count % 40 == 39:
                yield 1
            far = isqrt((goal[0] - x) ** 2 + (goal[1] - y) ** 2)
            steps = max(1, -(-far // length))
            left = fighter.ap - steps
            if steps > moves:
                continue
            value = places.worth(goal, min(1, left))
            ranked.append((value, steps, goal))
            if left < 1:
                continue
            hope = 0
            for gun, enemy in guns:
                gap = isqrt((goal[0] - enemy.at[0]) ** 2 + (goal[1] - enemy.at[1]) ** 2) - fighter.radius - enemy.radius
                if gap <= gun.reach:
                    hope = max(hope, gun.value * (AGAIN + 1000 if min(left, room, gun.uses) > 1 else 1000) // 1000)
            if places.markers and any(
                (goal[0] - mx) ** 2 + (goal[1] - my) ** 2 <= (around + fighter.radius + 5) ** 2
                for mx, my, around, *_ in places.markers
            ):
                hope += 2000
            if hope:
                hopes.append((value + hope, steps, goal))
        ranked.sort(key=lambda item: -item[0])
        yield from self._then_go(ranked, rows, length, moves, cost, plans)
        hopes.sort(key=lambda item: -item[0])
        yield from self._then_do(hopes, length, moves, cost, plans)
        return plans

    def _then_go(
        self,
        ranked: list[tuple[int, int, Point]],
        rows: list[Series],
        length: int,
        moves: int,
        cost: int,
        plans: list[Plan],
    ) -> Steps:
        """Deeds here, then Moves: the best places that a way leads to, for what AP are left after each row."""
        fighter = self.fighter
        for row in rows:
            left = fighter.ap - row.ap
            if left < 1 or (row.first is not None and row.first.ap == 0):
                continue
            seen = tried = 0
            for _, steps, goal in ranked:
                if (
                    steps > min(left, moves)
                    or seen >= (self.width if row.first is None else 2)
                    or tried > 3 * self.width
                ):
                    continue
                tried += goal not in self._ways
                way = self._way(goal, length, moves)
                yield 1
                if way is None or way[1] > left:
                    continue
                seen += 1
                rest = Series(row.gain, row.ap + way[1], row.first, row.target, row.hit, row.took)
                plans.append(self._ended(rest, goal, fighter.ap, Move(way[0]) if row.first is None else None, cost))
        return plans

    def _then_do(
        self, hopes: list[tuple[int, int, Point]], length: int, moves: int, cost: int, plans: list[Plan]
    ) -> Steps:
        """Moves, then deeds: the engine says what is open from there."""
        fighter, match = self.fighter, self.match
        seen = tried = 0
        for _, _, goal in hopes:
            if seen >= self.width or tried > 2 * self.width:
                break
            tried += 1
            way = self._way(goal, length, moves)
            yield 1
            if way is None or fighter.ap - way[1] < 1:
                continue
            seen += 1
            ghost = match.copy()
            moved = fighter._replace(at=goal, ap=fighter.ap - way[1], moves=fighter.moves + way[1])
            ghost.fighters[fighter.id] = moved
            found = deeds(
                ghost,
                self.outlook,
                moved,
                [option for option in action_options(ghost, moved) if option.kind != "charge"],
            )
            yield 1
            for row in series(found, moved.ap, ATTACKS_A_ROUND - fighter.attacks)[1:]:
                plans.append(self._ended(row, goal, moved.ap, Move(way[0]), cost))
        return plans
