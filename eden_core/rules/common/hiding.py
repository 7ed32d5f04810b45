"""Hiding in scenery, and standing up on it: what a fighter's place says of it after any movement (TER-HID, TER-ELE)."""

from __future__ import annotations

from eden_core.engine.field import Piece
from eden_core.engine.match import Fighter, Match, enemies_in_contact, fighters_gap, on_field
from eden_core.engine.messages import Point
from eden_core.errors import Illegal
from eden_core.geometry.plane import dist2, edges, inside, segment_dist2_below
from eden_core.rules import effects
from eden_core.rules.common.ground import is_in_contact, overlaps
from eden_core.rules.common.weather import may_measure

__all__ = [
    "can_target",
    "hide_after_move",
    "hiding_place",
    "look_again",
    "may_hide_in",
    "piece_that_hides",
    "why_hidden",
]

SEEN_WITHIN = 500  # TER-HID: 5 cm
FAR_ENOUGH = 1500  # TER-HID: 15 cm
LARGE = 40


def can_target(match: Match, fighter: Fighter, enemy: Fighter) -> bool:
    """Tell if a fighter may aim at an enemy: not at one hidden more than 5 cm away (TER-HID)."""
    return not enemy.hidden or fighters_gap(fighter, enemy) <= SEEN_WITHIN


def why_hidden(match: Match, fighter: Fighter, enemy: Fighter) -> Illegal | None:
    """The refusal of an action whose target is hidden; its own rules come first (TER-HID)."""
    return None if can_target(match, fighter, enemy) else Illegal("hidden", "TER-HID", target=enemy.id)


def _hides(match: Match, fighter: Fighter, piece: Piece) -> bool:
    """Tell if a piece hides this base where it stands.

    It is in contact, or (where the edition says so) wholly inside.
    """
    x = piece.amount("hiding")
    if not x or not fighter.at or not is_in_contact(fighter.at, fighter.radius, piece):
        return False
    if match.ruleset.hiding_by_base:
        return x > 1 or fighter.profile.base < LARGE
    return not _is_inside(fighter, piece)


def _is_inside(fighter: Fighter, piece: Piece) -> bool:
    """Tell if the whole base is in the piece."""
    at, radius = fighter.at, fighter.radius
    assert at
    if piece.radius:
        return piece.radius >= radius and dist2(at, piece.outline[0]) <= (piece.radius - radius) ** 2
    return inside(at, piece.outline) and not any(segment_dist2_below(at, a, b, radius) for a, b in edges(piece.outline))


def piece_that_hides(match: Match, fighter: Fighter) -> str:
    """The piece in contact that hides such a base, "" for none, wherever the enemies are (TER-HID)."""
    return next((piece.id for piece in match.pieces.values() if _hides(match, fighter, piece)), "")


def may_hide_in(match: Match, fighter: Fighter) -> str:
    """Return the piece in which a Move of no length may be tried to hide; "" for none (TER-HID).

    That every enemy is far enough is found out after the cost while nothing may be measured (WEA-8).
    """
    if fighter.hidden:
        return ""
    return hiding_place(match, fighter) if may_measure(match) else piece_that_hides(match, fighter)


def hiding_place(match: Match, fighter: Fighter) -> str:
    """Return the piece that would hide a fighter by a Move that ends where it stands; "" for none (TER-HID).

    It must be more than 15 cm from every enemy.
    """
    place = piece_that_hides(match, fighter)
    return place if place and _is_far_off(match, fighter) else ""


def _is_far_off(match: Match, fighter: Fighter) -> bool:
    """Tell if a fighter is more than 15 cm from every enemy (TER-HID)."""
    return all(fighters_gap(fighter, enemy) > FAR_ENOUGH for enemy in on_field(match) if enemy.player != fighter.player)


def hide_after_move(match: Match, name: str, start: Point) -> None:
    """Settle if a fighter is hidden, still hidden or no longer, after a Move action from `start` (TER-HID).

    A fighter that starts in contact and far enough from every enemy is hidden from there on, as long as it keeps the
    contact.
    """
    look_again(match)
    fighter = match.fighters[name]
    if fighter.hidden and match.ruleset.hiding_may_move:
        return
    place = ""
    if fighter.at == start or not match.ruleset.hiding_stands_still:
        place = hiding_place(match, fighter) or _hidden_from(match, fighter, fighter._replace(at=start))
    if place != fighter.hidden:
        effects.hide(match, name, place)


def _hidden_from(match: Match, fighter: Fighter, before: Fighter) -> str:
    """The piece that hid a fighter where its Move started and still does, "" for none (TER-HID)."""
    if not before.at or not _is_far_off(match, before):
        return ""
    return next(
        (piece.id for piece in match.pieces.values() if _hides(match, before, piece) and _hides(match, fighter, piece)),
        "",
    )


def look_again(match: Match) -> None:
    """After any movement: who has left its piece is hidden no more (TER-HID), or has come down from it (TER-ELE)."""
    for fighter in on_field(match):
        if fighter.hidden:
            piece = match.pieces.get(fighter.hidden)
            if (
                piece is None
                or not _hides(match, fighter, piece)
                or (match.ruleset.hiding_ends_by_contact and enemies_in_contact(match, fighter))
            ):
                effects.hide(match, fighter.id, "")
        if fighter.raised:
            piece = match.pieces.get(fighter.raised)
            if piece is None or not piece.amount("elevation") or not overlaps(fighter.at, fighter.radius, piece):
                effects.raise_up(match, fighter.id, "")
