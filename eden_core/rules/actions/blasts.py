"""Blasts: attacks on all whom a template covers, without a roll to hit (BLA)."""

from __future__ import annotations

from eden_core.cards.equipment import Mode
from eden_core.engine.match import FEAR, ON_FIELD, Fighter, Match, fighters_gap, on_field
from eden_core.engine.messages import Blast, Point
from eden_core.engine.procedures import DONE, Call, Frame, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.geometry.plane import blast_template, disc_hits_polygon
from eden_core.rules import effects
from eden_core.rules.actions.options import Action, Offer, register
from eden_core.rules.cards.scenery_damage import hit_scenery, pieces_under
from eden_core.rules.common.costs import ATTACK_COST, pay_attack
from eden_core.rules.common.decider import in_order
from eden_core.rules.common.hiding import can_target
from eden_core.rules.common.weapons import count_weapon, give_markers, mode_of, tell_failure, why_not_ranged
from eden_core.rules.common.weather import may_measure, why_not_in_fog
from eden_core.rules.common.wounds import hurt_everywhere

__all__ = [
    "Blasting",
    "blast_outline",
    "blast_point",
    "blast_reach",
    "blast_targets",
    "blast_victims",
    "why_not_blast",
]


def blast_outline(match: Match, fighter_id: str, toward: Point) -> tuple[Point, ...]:
    """The blast template laid against a fighter's base, pointing at a point (BLA-1, BLA-2)."""
    fighter, rules = match.fighters[fighter_id], match.ruleset
    return blast_template(
        fighter.at, fighter.radius, toward, rules.blast_length, rules.blast_near_width, rules.blast_far_width
    )


def blast_reach(match: Match) -> int:
    """Return how far a blast goes from the base's edge, in units (BLA-2)."""
    return match.ruleset.blast_length


def blast_victims(match: Match, fighter_id: str, toward: Point) -> tuple[str, ...]:
    """Everyone partly covered but the attacker, in the order of GEN-8 (BLA-1)."""
    outline = blast_outline(match, fighter_id, toward)
    return in_order(
        match, [f for f in on_field(match) if f.id != fighter_id and disc_hits_polygon(f.at, f.radius, outline)]
    )


def _closest_enemies(match: Match, fighter: Fighter) -> list[str]:
    near = [
        (fighters_gap(fighter, enemy), enemy.id)
        for enemy in on_field(match)
        if enemy.player != fighter.player and can_target(match, fighter, enemy)
    ]
    return [name for gap, name in near if gap == min(near)[0]]


def _blast_aim(match: Match, fighter: Fighter, target: Fighter) -> Point | tuple[()]:
    """Return the point to turn the template to so that it covers a fighter; () when no aim does (BLA-1, BLA-2).

    Straight at it, else turned so that a corner of the far end, which reaches farther, comes to it.
    """
    (ax, ay), (bx, by) = fighter.at, target.at
    length, half = fighter.radius + match.ruleset.blast_length, match.ruleset.blast_far_width // 2
    dx, dy = bx - ax, by - ay
    if fighters_gap(fighter, target) > match.ruleset.blast_length + half:
        return ()
    for side in (0, half, -half, half // 2, -half // 2):
        aim = (ax + dx - dy * side // length, ay + dy + dx * side // length)
        if target.id in blast_victims(match, fighter.id, aim):
            return aim
    return ()


def blast_targets(match: Match, fighter: Fighter) -> tuple[str, ...]:
    """BLA-1, BLA-2, WEA-4: the closest enemies whom a blast can cover; WEA-8: any while nothing may be measured."""
    if not may_measure(match):
        return tuple(enemy.id for enemy in on_field(match) if enemy.player != fighter.player)
    return tuple(
        name
        for name in _closest_enemies(match, fighter)
        if _blast_aim(match, fighter, match.fighters[name]) and _why_not_in_fog(match, fighter, name) is None
    )


def _why_not_in_fog(match: Match, fighter: Fighter, closest: str) -> Illegal | None:
    """A blast needs no sight, only a target near enough (WEA-4)."""
    return why_not_in_fog(match, fighters_gap(fighter, match.fighters[closest]), by_sight=False)


def blast_point(match: Match, fighter: Fighter, given: Blast) -> Point | tuple[()]:
    """The point that a blast is turned toward: as given, or the aim that covers the fighter given; () for neither."""
    if not given.target:
        return given.at
    target = match.fighters.get(given.target)
    if target is None or target.status != ON_FIELD or target.id == fighter.id:
        return ()
    return _blast_aim(match, fighter, target) or target.at


def why_not_blast(match: Match, fighter: Fighter, given: Blast) -> Illegal | None:
    """The rule against a blast (ACN-6, BLA-1, BLA-2, EQP-2, EQP-8, STA-2, WEA-4).

    WEA-8: whom it covers is checked after the cost while nothing may be measured in advance.
    """
    refusal = why_not_ranged(match, fighter, given.weapon, "blast")
    if refusal is not None and refusal.rule == "ACN-6":
        return refusal
    point = blast_point(match, fighter, given)
    if (
        not point
        or point == fighter.at
        or not all(0 <= value <= limit for value, limit in zip(given.at, match.setup.field))
    ):
        return Illegal("no_such_point", "BLA-1")
    astray = _why_astray(match, fighter, point) if may_measure(match) else None
    if astray is not None and astray.rule != "WEA-4":
        return astray
    if refusal is None and fighter.markers[FEAR]:
        return Illegal("frightened", "STA-2", fighter=fighter.id)
    return refusal or astray


def _why_astray(match: Match, fighter: Fighter, toward: Point) -> Illegal | None:
    """Why a blast that points so is none: the closest enemy is not covered, or is lost in the fog (BLA-1, WEA-4)."""
    closest = _closest_enemies(match, fighter)
    covered = blast_victims(match, fighter.id, toward)
    if not any(name in covered for name in closest):
        return Illegal("closest_enemy_not_covered", "BLA-1", closest=", ".join(closest))
    return _why_not_in_fog(match, fighter, closest[0])


@procedure
class Blasting(Frame):
    """One wound to each limb of everyone covered, then the weapon's effects (BLA-1)."""

    initiator: str
    weapon: str
    toward: Point

    @step("BLA-1", "ACN-6", "WEA-8")
    def pay(self, match: Match) -> Result:
        pay_attack(match, self.initiator, ATTACK_COST)
        count_weapon(match, self.initiator, self.weapon, mode_of(match.fighters[self.initiator], self.weapon, "blast"))
        astray = None if may_measure(match) else _why_astray(match, match.fighters[self.initiator], self.toward)
        if astray is not None:
            tell_failure(match, self.initiator, "", astray)
            return DONE
        return None

    @step("BLA-1", "GEN-4", "EQP-9", "WND-3")
    def take_effect(self, match: Match) -> Result:
        victims = blast_victims(match, self.initiator, self.toward)
        match.emit("blasted", "BLA-1", fighter=self.initiator, weapon=self.weapon, at=self.toward, fighters=victims)
        for victim in victims:
            hurt_everywhere(match, victim, 1, "BLA-1")
            effects.fall_due(match, "wounded", victim, self.initiator)
        for victim in victims:
            give_markers(match, mode_of(match.fighters[self.initiator], self.weapon, "blast"), victim)
        outline, mode = (
            blast_outline(match, self.initiator, self.toward),
            mode_of(match.fighters[self.initiator], self.weapon, "blast"),
        )
        for piece in pieces_under(match, outline):
            hit_scenery(match, self.initiator, piece, mode.burn if mode else 0)
        effects.remove_fallen(match, self.initiator)
        return None


def _blast(match: Match, fighter: Fighter, weapon: str, mode: Mode) -> Offer | None:
    targets = blast_targets(match, fighter)
    return Offer(ATTACK_COST, weapon, targets, blast_reach(match)) if targets else None


def _begin(match: Match, name: str, given: Blast) -> Result:
    point = blast_point(match, match.fighters[name], given)
    assert point
    return Call(Blasting(name, given.weapon, point))


register(
    Action(
        "blast",
        Blast,
        "BLA-1",
        order=40,
        number=6,
        why_not=why_not_blast,
        begin=_begin,
        category="blast",
        offer=_blast,
    )
)
