"""Behaviour of non-player fighters: what they must or may do, and the verdict on it (NPF-4, STA-7).

`activating.py` carries it out, `placing.py` puts them down; their reaction to an attack is the business of `melee.py`,
the player who decides for them that of `decider.py`.
"""

from __future__ import annotations

from typing import NamedTuple

from eden_core.engine.characteristics import has
from eden_core.engine.flow import kind_of
from eden_core.engine.match import FEAR, NPF, ON_FIELD, Fighter, Match, enemies_in_contact, fighters_gap, on_field
from eden_core.engine.messages import Answer, Decision, Npf, Point
from eden_core.errors import Illegal
from eden_core.geometry import routing
from eden_core.geometry.plane import CONTACT, segment_dist2_below, touching
from eden_core.rules.common.hiding import can_target
from eden_core.rules.common.paths import (
    PROWL_LENGTH,
    charge_length,
    charge_path,
    headwind,
    length_of,
    obstacles,
    why_not_end,
)
from eden_core.rules.common.sight import can_see
from eden_core.rules.common.weather import may_measure

__all__ = ["NpfOption", "charge_way", "npf_actions", "npfs_left", "picks_none", "prowl_length", "why_not_npf"]


class NpfOption(NamedTuple):
    """An action that an NPF must do, or may where it prowls.

    Its targets (several: its player's choice), and how far it goes (units).
    """

    action: str
    targets: tuple[str, ...] = ()
    reach: int = 0


def npfs_left(match: Match) -> tuple[str, ...]:
    """The NPFs on the field still to be activated this round (ITD-2)."""
    return tuple(f.id for f in on_field(match) if f.player == NPF and not f.activated)


def prowl_length(match: Match) -> int:
    """Return how far an NPF may prowl, in units (NPF-4, WEA-3)."""
    return PROWL_LENGTH - headwind(match)


def npf_actions(match: Match, npf: str) -> tuple[NpfOption, ...]:
    """Return the actions of an NPF if it is activated now (NPF-4, STA-7).

    It attacks a fighter that it touches, else charges one that it reaches, else prowls; frightened, it only prowls.
    """
    fighter = match.fighters[npf]
    if not fighter.markers[FEAR]:
        touched = enemies_in_contact(match, fighter)
        if touched:
            return (NpfOption("attack", tuple(enemy.id for enemy in touched)),)
        targets = _charge_targets(match, fighter)
        if targets:
            return (NpfOption("charge", targets, charge_length(match, fighter)),)
    return (NpfOption("prowl", (), prowl_length(match)),)


def _charge_targets(match: Match, npf: Fighter) -> tuple[str, ...]:
    """Return the fighters that a free NPF may charge (NPF-4).

    The closest of those that it can be moved into contact with; by the edition any, and only those in sight.
    """
    if has(match, npf, "cant_charge"):
        return ()
    near = sorted((fighters_gap(npf, enemy), enemy.id) for enemy in on_field(match) if enemy.player != NPF)
    found: list[str] = []
    closest = 0
    for gap, name in near:
        if match.ruleset.npf_charges_the_closest and found and gap > closest:
            break
        if _can_charge(match, npf, match.fighters[name]):
            found.append(name)
            closest = gap
    return tuple(name for name in match.fighters if name in found)


def _can_charge(match: Match, npf: Fighter, target: Fighter) -> bool:
    """Tell if an NPF can be moved into contact with a fighter, whoever else is closer (NPF-4)."""
    gap, limit = fighters_gap(npf, target), charge_length(match, npf)
    if match.ruleset.npf_charge_is_forced:
        if gap > limit + CONTACT:
            return False
    elif gap > limit or not can_see(match, npf.id, target.id):
        return False
    return can_target(match, npf, target) and charge_way(match, npf, target.id) is not None


def charge_way(match: Match, npf: Fighter, target: str) -> tuple[Point, ...] | None:
    """The shortest way of a charge (NPF-4)."""
    return charge_path(match, npf.id, target, charge_length(match, npf))


def picks_none(match: Match, player: int, option: NpfOption) -> bool:
    """Tell if the player who activates an NPF picks none of its targets (GEN-4).

    The first player then orders those equally close.
    """
    return bool(
        option.action == "charge"
        and len(option.targets) > 1
        and match.ruleset.npf_charges_the_closest
        and player != match.table.first_player
    )


# --- the verdict ---


def why_not_npf(match: Match, player: int, given: Npf) -> Illegal | None:
    """The rule against an NPF's action, were it activated now by this player (NPF-4, STA-7, MOVE-1, MOVE-3)."""
    npf = match.fighters.get(given.npf)
    if npf is None or npf.player != NPF or npf.status != ON_FIELD:
        return Illegal("not_an_npf", "NPF-4", npf=given.npf)
    if (
        given.action not in ("attack", "charge", "prowl")
        or (bool(given.target) and given.action == "prowl")
        or (bool(given.at) and given.action != "prowl")
    ):
        return Illegal("not_an_option", "NPF-4", given=given.action)
    (option,) = npf_actions(match, npf.id)
    if given.action != option.action:
        return _why_not_action(match, npf, given, option)
    if given.action == "prowl":
        return _why_not_prowl(match, npf, given.at or npf.at)
    if given.target in option.targets or (not given.target and picks_none(match, player, option)):
        return None
    return _why_not_target(match, npf, given)


def _why_not_action(match: Match, npf: Fighter, given: Npf, option: NpfOption) -> Illegal:
    if option.action != "prowl":
        attacks = option.action == "attack"
        return Illegal(
            "must_attack" if attacks else "must_charge", "NPF-4", npf=npf.id, targets=", ".join(option.targets)
        )
    if npf.markers[FEAR]:
        return Illegal("npf_is_frightened", "STA-7", npf=npf.id)
    return _why_not_target(match, npf, given)


def _why_not_target(match: Match, npf: Fighter, given: Npf) -> Illegal:
    """Why an NPF can't attack or charge a fighter."""
    target = match.fighters.get(given.target)
    if target is None or target.status != ON_FIELD or target.player == NPF:
        return Illegal("not_an_enemy", "NPF-4", target=given.target)
    if given.action == "attack":
        return Illegal("not_in_contact", "NPF-4", target=given.target)
    if has(match, npf, "cant_charge"):
        return Illegal("cant_charge", "GEN-3", fighter=npf.id)
    if not can_target(match, npf, target):
        return Illegal("hidden", "TER-HID", target=given.target)
    if _can_charge(match, npf, target):
        return Illegal("npf_charges_the_closest", "NPF-4", npf=npf.id, target=given.target)
    return Illegal("npf_cant_reach", "NPF-4", npf=npf.id, target=given.target)


def _why_not_prowl(match: Match, npf: Fighter, at: Point) -> Illegal | None:
    """Straight, up to 5 cm, into no contact; staying where it is is a prowl of 0 (NPF-4)."""
    if at == npf.at:
        return None
    if not routing.leg_clear(obstacles(match, npf, "charge"), npf.at, at):
        return Illegal("way_is_blocked", "MOVE-1", fighter=npf.id)
    refusal = why_not_end(match, npf, at)
    if refusal is not None:
        return refusal
    for other in on_field(match):
        if other.id != npf.id and _enters_contact(npf, at, other):
            return Illegal("npf_enters_contact", "NPF-4", npf=npf.id, target=other.id)
    length, limit = length_of(match, npf, (at,)), prowl_length(match)
    if length > limit and may_measure(match):
        return Illegal("too_far", "WEA-3" if length <= PROWL_LENGTH else "NPF-4", length=length, limit=limit)
    return None


def _enters_contact(npf: Fighter, at: Point, other: Fighter) -> bool:
    """Tell if a prowl to a place comes into contact with a fighter, or keeps the contact it starts in."""
    if touching(npf.at, npf.radius, other.at, other.radius):
        return touching(at, npf.radius, other.at, other.radius)
    return segment_dist2_below(other.at, npf.at, at, npf.radius + other.radius + CONTACT)


def _check_npf(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    if not isinstance(given, Npf):
        return Illegal("not_this_question", "NPF-4", asked=decision.kind)
    npf = match.fighters.get(given.npf)
    if npf is not None and npf.player == NPF and npf.status == ON_FIELD and npf.id not in decision.options:
        return Illegal("activated_already", "NPF-4", fighter=npf.id)
    return why_not_npf(match, player, given)


kind_of("npf", why_not=_check_npf)
