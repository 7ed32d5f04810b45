"""Throwing: an attack on a place, without a roll to hit (THR)."""

from __future__ import annotations

from eden_core.cards.equipment import Mode
from eden_core.engine.match import FEAR, ON_FIELD, Fighter, Match, fighters_gap, on_field
from eden_core.engine.messages import Point, Spot, Throw
from eden_core.engine.procedures import DONE, Call, Frame, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.geometry.plane import distance_up, overlap
from eden_core.rules import effects
from eden_core.rules.actions.options import Action, Offer, register
from eden_core.rules.cards.explosions import Explosion
from eden_core.rules.cards.scenery_damage import hit_pieces_at
from eden_core.rules.common.costs import ATTACK_COST, pay_attack
from eden_core.rules.common.decider import in_order
from eden_core.rules.common.ground import nearest_of
from eden_core.rules.common.hiding import why_hidden
from eden_core.rules.common.sight import is_open, sight_of_piece, sight_of_point
from eden_core.rules.common.weapons import count_weapon, give_markers, mode_of, reach_of, tell_failure, why_not_ranged
from eden_core.rules.common.weather import may_measure, why_not_in_fog

__all__ = [
    "Throwing",
    "throw_targets",
    "why_not_throw",
]


def aim(match: Match, target: str, at: Spot, start: Spot) -> Spot:
    """Return the point that a throw is aimed at; () for none.

    The point given, the centre of the base of a fighter on the field, or the place of a piece that is nearest to
    `start`.
    """
    fighter = match.fighters.get(target)
    if fighter is not None and fighter.status == ON_FIELD:
        return fighter.at
    if target in match.pieces and start:
        return nearest_of(start, match.pieces[target])
    return at if not target else ()


def why_not_throw(match: Match, fighter: Fighter, given: Throw) -> Illegal | None:
    """The rule against a throw (ACN-6, THR-1, EQP-2, EQP-8, STA-2, WEA-4).

    WEA-8: range and sight are checked after the cost while nothing may be measured in advance.
    """
    refusal = why_not_ranged(match, fighter, given.weapon, "throwing")
    if refusal is not None and refusal.rule == "ACN-6":
        return refusal
    point = aim(match, given.target, given.at, fighter.at)
    if not point or not all(0 <= value <= limit for value, limit in zip(point, match.setup.field)):
        return Illegal("no_such_point", "THR-1")
    mode = mode_of(fighter, given.weapon, "throwing")
    measured = mode is not None and may_measure(match)
    out_of_reach = _why_not_reach(match, fighter, given.target, point, mode) if measured else None  # type: ignore[arg-type]
    if out_of_reach is not None:
        return out_of_reach
    if refusal is None and fighter.markers[FEAR]:
        return Illegal("frightened", "STA-2", fighter=fighter.id)
    return refusal or (_why_unseen(match, fighter, given.target, point) if measured else None)


def _why_unseen(match: Match, fighter: Fighter, target: str, point: Point) -> Illegal | None:
    """The rule of an optional module against a target: hidden, or lost in the fog (TER-HID, WEA-4)."""
    enemy = match.fighters.get(target)
    hidden = why_hidden(match, fighter, enemy) if enemy is not None and enemy.player != fighter.player else None
    return hidden or why_not_in_fog(match, _far(match, fighter, target, point))


def _why_not_reach(match: Match, fighter: Fighter, target: str, point: Point, mode: Mode) -> Illegal | None:
    """The rule against a throw by what is measured, but for the fog: range and sight (THR-1)."""
    distance, limit = _far(match, fighter, "", point), reach_of(match, fighter, mode)
    if distance > limit:
        return Illegal("out_of_range", "THR-1", distance=distance, limit=limit)
    if target in match.pieces and target not in match.fighters:
        seen = not sight_of_piece(match, fighter.id, target).blockers
    elif target and target != fighter.id:
        seen = is_open(match, fighter.id, target)
    else:
        seen = distance == 0 or not sight_of_point(match, fighter.id, point).blockers
    return None if seen else Illegal("not_seen", "THR-1", target=target)


def _far(match: Match, fighter: Fighter, target: str, point: Point) -> int:
    """Return the distance of a throw's aim (GEN-1).

    To a fighter it is measured edge to edge, else from the thrower's edge to the point.
    """
    if target in match.fighters:
        return fighters_gap(fighter, match.fighters[target])
    return max(0, distance_up(fighter.at, point) - fighter.radius)


def throw_targets(match: Match, fighter: Fighter, mode: Mode) -> tuple[str, ...]:
    """Return the enemies on whom a throw may be aimed (THR-1): any while nothing may be measured (WEA-8).

    Besides them any point in range and sight will do.
    """
    return tuple(
        enemy.id
        for enemy in on_field(match)
        if enemy.player != fighter.player
        and (not may_measure(match) or _why_in_vain(match, fighter, enemy.id, enemy.at, mode) is None)
    )


def _why_in_vain(match: Match, fighter: Fighter, target: str, point: Point, mode: Mode) -> Illegal | None:
    """Why a throw does not reach its aim (THR-1, WEA-4)."""
    return _why_not_reach(match, fighter, target, point, mode) or _why_unseen(match, fighter, target, point)


@procedure
class Throwing(Frame):
    """An explosion, or the weapon's markers on who stands at the point (THR-1)."""

    initiator: str
    weapon: str
    point: Point
    target: str = ""  # the fighter or piece named, if any

    @step("THR-1", "ACN-6", "WEA-8")
    def pay(self, match: Match) -> Result:
        pay_attack(match, self.initiator, ATTACK_COST)
        count_weapon(match, self.initiator, self.weapon, self._mode(match))
        match.emit("thrown", "THR-1", fighter=self.initiator, weapon=self.weapon, at=self.point)
        if not may_measure(match):
            vain = _why_in_vain(match, match.fighters[self.initiator], self.target, self.point, self._mode(match))
            if vain is not None:
                tell_failure(match, self.initiator, self.target, vain)
                return DONE
        return None

    @step("THR-1", "EQP-7", "EQP-9", "TER-DES", "TER-FLA")
    def take_effect(self, match: Match) -> Result:
        mode = self._mode(match)
        if mode.explosive:
            return Call(Explosion(self.initiator, self.weapon, "throwing", self.point))
        for victim in in_order(match, [f for f in on_field(match) if overlap(f.at, f.radius, self.point, 0)]):
            give_markers(match, mode, victim)
        hit_pieces_at(match, self.initiator, self.point, mode.burn)
        effects.remove_fallen(match, self.initiator)
        return None

    def _mode(self, match: Match) -> Mode:
        mode = mode_of(match.fighters[self.initiator], self.weapon, "throwing")
        assert mode is not None
        return mode


def _throw(match: Match, fighter: Fighter, weapon: str, mode: Mode) -> Offer:
    return Offer(ATTACK_COST, weapon, throw_targets(match, fighter, mode), reach_of(match, fighter, mode))


def _begin(match: Match, name: str, given: Throw) -> Result:
    point = aim(match, given.target, given.at, match.fighters[name].at)
    assert point
    return Call(Throwing(name, given.weapon, point, given.target))


register(
    Action(
        "throw",
        Throw,
        "THR-1",
        order=40,
        number=5,
        why_not=why_not_throw,
        begin=_begin,
        category="throwing",
        offer=_throw,
    )
)
