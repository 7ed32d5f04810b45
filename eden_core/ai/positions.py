"""The worth of a place to a fighter: for missions, its next activation, and the danger there (MAT-8, ACN-4, SHT-1).

A rough sum of distances, quick enough for hundreds of places: nothing here looks for a way or a line of sight.
"""

from __future__ import annotations

from math import isqrt

from eden_core.ai.estimates import SECOND, Outlook
from eden_core.engine.characteristics import has
from eden_core.engine.field import gap_to_piece
from eden_core.engine.match import FEAR, NPF, Fighter, can_be_activated
from eden_core.engine.messages import Point
from eden_core.rules.cards import missions
from eden_core.rules.cards.missions import CLEAR_WITHIN, HELD_WITHIN, MARKER_RADIUS
from eden_core.rules.common.paths import CHARGES_A_ROUND, charge_length, move_length

__all__ = ["Places", "Threat", "presence"]

ROUND_TRAVEL = 2500  # how far a fighter gets in a round, with an AP to spare
TRAPS = ("hostile_presence", "vapours", "corrosion")


def presence(gap: int, waiting: bool) -> int:
    """The share that a fighter counts for, so many units away from being counted, in thousandths."""
    if gap <= 0:
        return 1000
    if waiting:
        if gap <= 3000:
            return 780 - gap * 380 // 3000
        return max(0, 400 - (gap - 3000) // 10)
    return max(0, 400 - gap * 400 // 6000)


class Threat:
    """The harm that one fighter may do to another at its next activation, by the distance between their edges."""

    __slots__ = ("contact", "far", "guns", "name", "near", "one", "radius", "share", "two", "x", "y")

    def __init__(self, outlook: Outlook, one: Fighter, other: Fighter, ap: int) -> None:
        match = outlook.match
        self.x, self.y = one.at
        self.radius = one.radius
        now = can_be_activated(one)
        has_ap = (one.ap if now else 3) if one.player != NPF else 2
        trade = max(0, outlook.trade(one, other, ap)) if not one.markers[FEAR] else 0
        self.name = one.id
        charge = charge_length(match, one)
        charges = has_ap >= 2 and not has(match, one, "cant_charge") and (not now or one.charges < CHARGES_A_ROUND)
        self.near = charge if charges else -1
        self.far = charge + move_length(match, one) * (has_ap - 2) if charges else -1
        self.two = trade * SECOND // 1000 if has_ap >= 3 else trade
        self.one = trade
        self.contact = trade * SECOND // 1000 if has_ap >= 2 else trade if has_ap else 0
        self.guns = []
        if one.player != NPF and not one.markers[FEAR]:
            for gun in outlook.guns(one, other):
                shots = min(gun.uses, has_ap)
                if shots > 0:
                    value = gun.value * (SECOND if shots > 1 else 1000) // 1000
                    self.guns.append((gun.reach, value, gun.reach + 1000 * (has_ap - 1), gun.value))
        self.share = 1000 if now or one.player == NPF else 450

    def at(self, x: int, y: int, radius: int) -> int:
        """The harm to the other at a place."""
        gap = isqrt((x - self.x) ** 2 + (y - self.y) ** 2) - radius - self.radius
        if gap <= 5:
            value = self.contact
        elif gap <= self.near:
            value = self.two
        elif gap <= self.far:
            value = self.one
        else:
            value = 0
        if gap > 5:
            for reach, full, far, once in self.guns:
                shot = full if gap <= reach else once if gap <= far else 0
                value = max(value, shot * 650 // 1000)
        return value * self.share // 1000


class Places:
    """The worth of places to one fighter, everybody else standing where they do."""

    def __init__(self, outlook: Outlook, fighter: Fighter, cautious: int = 700, eager: int = 350) -> None:
        self.outlook = outlook
        self.fighter = fighter
        self.radius = fighter.radius
        self.eager = eager if outlook.left > 1 else 0
        self.spots: list[tuple[int, int, int, int, int, int]] = []
        self.clear: list[tuple[int, int, int, int]] = []
        self.halves: list[tuple[str, int, bool]] = []
        self.markers: list[tuple[int, int, int, int, int]] = []
        self.threats: dict[int, list[Threat]] = {}
        self.cautious = cautious
        self._enemies = [f for f in outlook.fighters if f.player != fighter.player]
        self._prospects = [self._prospect(enemy) for enemy in self._enemies]
        self._traps = [
            piece
            for piece in outlook.match.pieces.values()
            if piece.burn or (piece.rules and any(piece.amount(word) for word in TRAPS))
        ]
        self._trap = max(60, outlook.worth(fighter)[0] // 12)
        self._read_missions()

    def _prospect(self, enemy: Fighter) -> tuple[int, int, int, int, int, int]:
        outlook, fighter = self.outlook, self.fighter
        trade = 0 if fighter.markers[FEAR] else max(0, outlook.trade(fighter, enemy, min(1, enemy.ap)))
        x, y = enemy.at
        best = (0, 0)
        for gun in outlook.guns(fighter, enemy):
            if gun.uses > 0:
                best = max(best, (gun.value, gun.reach))
        return x, y, enemy.radius + self.radius, trade, best[0], best[1]

    # --- missions ---

    def _read_missions(self) -> None:
        outlook, fighter = self.outlook, self.fighter
        match, side = outlook.match, fighter.player
        for belief in outlook.known:
            card, owner = belief.card, belief.side
            sign = 1 if owner == side else -1
            for score in card.scores:
                later = (outlook.left - 1) * 600 if score.when == "round" else 0
                vp = belief.weight * score.vp * (1000 + later) // (1000 * score.per)
                if score.count in ("holds_centre", "holds_sides"):
                    where = "centre" if score.count == "holds_centre" else "sides"
                    self._hold(owner, card.symbol, missions.where_marked(match, owner, where), sign * vp)
                elif score.count == "keeps_centre_clear" and owner != side:
                    ((x, y),) = missions.spots(match.setup.field, "centre")
                    others = max(
                        (
                            self._presence(f, x, y, CLEAR_WITHIN)
                            for f in outlook.fighters
                            if f.player == side and f.id != fighter.id
                        ),
                        default=0,
                    )
                    self.clear.append((x, y, others, vp))
                elif owner == side and missions.may_fulfil(fighter, card.symbol):
                    if score.count == "own_in_enemy_half":
                        self.halves.append((match.sides[side].half, vp, True))
                    elif score.count == "carries_home" and fighter.carries:
                        self.halves.append((match.sides[3 - side].half, vp * len(fighter.carries), False))
                    elif score.count in ("carries", "carries_home") and not fighter.carries and card.abilities:
                        self._to_carry(owner, card.symbol, vp)

    def _presence(self, fighter: Fighter, x: int, y: int, within: int) -> int:
        gap = isqrt((fighter.at[0] - x) ** 2 + (fighter.at[1] - y) ** 2) - fighter.radius - within
        return presence(gap, can_be_activated(fighter))

    def _hold(self, owner: int, symbol: str, spots: tuple[Point, ...], vp: int) -> None:
        outlook, fighter = self.outlook, self.fighter
        if fighter.player == owner and not missions.may_fulfil(fighter, symbol):
            return
        for x, y in spots:
            balance = 0
            for f in outlook.fighters:
                if f.id == fighter.id or (f.player == owner and not missions.may_fulfil(f, symbol)) or f.player == NPF:
                    continue
                here = self._presence(f, x, y, HELD_WITHIN + MARKER_RADIUS)
                balance += here if f.player == owner else -here
            self.spots.append((x, y, HELD_WITHIN + MARKER_RADIUS, balance, 1 if fighter.player == owner else -1, vp))

    def _to_carry(self, owner: int, symbol: str, vp: int) -> None:
        """The own markers that lie about, and how well each is already looked after by others."""
        outlook, fighter = self.outlook, self.fighter
        markers = [m for m in outlook.match.markers.values() if m.owner == owner]
        others = [
            f
            for f in outlook.fighters
            if f.player == owner and f.id != fighter.id and not f.carries and missions.may_fulfil(f, symbol)
        ]
        pairs = sorted((self._far(f, m.at), number, f.id) for number, m in enumerate(markers) for f in others)
        served: dict[int, int] = {}
        busy: set[str] = set()
        for far, number, name in pairs:
            if number not in served and name not in busy:
                served[number] = far
                busy.add(name)
        for number, marker in enumerate(markers):
            x, y = marker.at
            taken = self._carry_share(served[number]) if number in served else 0
            self.markers.append((x, y, marker.radius, taken, vp))

    def _far(self, fighter: Fighter, at: Point) -> int:
        return isqrt((fighter.at[0] - at[0]) ** 2 + (fighter.at[1] - at[1]) ** 2)

    def _carry_share(self, far: int) -> int:
        return max(0, 850 - far * 750 // 8000)

    # --- worth ---

    def mission(self, at: Point, took: bool = False) -> int:
        """The worth of a place to the missions; `took`: the fighter has no need of a marker any more."""
        x, y = at
        radius = self.radius
        total = 0
        for sx, sy, within, balance, way, vp in self.spots:
            here = presence(isqrt((x - sx) ** 2 + (y - sy) ** 2) - radius - within, False)
            held = balance + way * here
            total += vp * (max(0, min(1000, held)) + held // 12) // 1000
        for sx, sy, others, vp in self.clear:
            here = presence(isqrt((x - sx) ** 2 + (y - sy) ** 2) - radius - CLEAR_WITHIN, False)
            total += vp * (max(others, here) + here // 12) // 1000
        for half, vp, forward in self.halves:
            total += vp * self._over(x, y, half, forward) // 1000
        if self.markers and not took:
            best = 0
            for sx, sy, around, taken, vp in self.markers:
                here = self._carry_share(isqrt((x - sx) ** 2 + (y - sy) ** 2) - radius - around)
                best = max(best, vp * (max(0, here - taken) + here // 10) // 1000)
            total += best
        return total

    def _over(self, x: int, y: int, half: str, forward: bool) -> int:
        """The certainty that a base ends wholly beyond the centre line, seen from a half, in thousandths."""
        width, height = self.outlook.match.setup.field
        short = {
            "left": width // 2 + self.radius - x,
            "right": x - width // 2 + self.radius,
            "bottom": height // 2 + self.radius - y,
            "top": y - height // 2 + self.radius,
        }.get(half, 0)
        if short <= 0:
            return 1000
        can = ROUND_TRAVEL * (self.outlook.left - 1)
        if short <= can:
            return 900 - 350 * short // 6000 - (0 if forward else 100)
        return max(0, 250 - 250 * short // 6000)

    def danger(self, at: Point, ap: int) -> int:
        """The harm that the enemies may do to the fighter at a place, with so many AP left to react."""
        x, y = at
        values = sorted((threat.at(x, y, self.radius) for threat in self._threats(ap)), reverse=True)
        total = sum(value * share for value, share in zip(values, (1000, 600, 300))) // 1000
        half = self.outlook.worth(self.fighter)[0] // 2
        # More than half of all that there is to lose comes ever more slowly: two such dangers are still worse than one.
        return total if total <= half else half + half * (total - half) // max(1, total)

    def _threats(self, ap: int) -> list[Threat]:
        threats = self.threats.get(ap)
        if threats is None:
            threats = self.threats[ap] = [Threat(self.outlook, enemy, self.fighter, ap) for enemy in self._enemies]
        return threats

    def prospect(self, at: Point) -> int:
        """The worth of what the fighter may do from a place next time."""
        x, y = at
        best = 0
        for ex, ey, both, trade, shot, reach in self._prospects:
            gap = isqrt((x - ex) ** 2 + (y - ey) ** 2) - both
            if gap <= 1000:
                value = trade * SECOND // 1000
            elif gap <= 2000:
                value = trade
            else:
                value = trade * max(0, 5500 - gap) // 6000
            if shot:
                value = max(value, shot if gap <= reach else shot * max(0, 6000 - gap + reach) // 8000)
            best = max(best, value)
        return best

    def threat_of(self, name: str, at: Point, ap: int) -> int:
        """The part of the danger that comes from one enemy."""
        for threat in self._threats(ap):
            if threat.name == name:
                return threat.at(at[0], at[1], self.radius) * self.cautious // 1000
        return 0

    def worth(self, at: Point, ap: int, took: bool = False) -> int:
        """All of it."""
        total = self.mission(at, took)
        if self.cautious:
            total -= self.danger(at, ap) * self.cautious // 1000
        if self.eager:
            total += self.prospect(at) * self.eager // 1000
        for piece in self._traps:
            if gap_to_piece(at, self.radius, piece) <= 5:
                total -= self._trap
        return total
