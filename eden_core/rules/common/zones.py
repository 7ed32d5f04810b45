"""A card's place on the field: where it may lie and whom it hurts (GEN-3)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from eden_core.engine.field import SPACING, Piece, gap_to_edge, outline_at
from eden_core.engine.match import ON_FIELD, Match, on_field
from eden_core.engine.messages import Point
from eden_core.errors import Illegal
from eden_core.geometry.plane import CONTACT, disc_hits_polygon, polygon_gap, segments_near
from eden_core.rules.common.wounds import hurt_everywhere

__all__ = ["CARD", "cross_zones", "meets", "why_not_zone", "zone_outline"]

CARD = ((-315, -440), (315, -440), (315, 440), (-315, 440))  # 63 x 88 mm, around the origin


def zone_outline(at: Point, turn: int) -> tuple[Point, ...]:
    """A zone the size of a card."""
    return outline_at(CARD, at, turn)


def why_not_zone(match: Match, player: int, card: str, at: Point, turn: int) -> Illegal | None:
    """Wholly on the field, 5 cm or more from every enemy and marker (GEN-3, MAT-1)."""
    outline = zone_outline(at, turn)
    if gap_to_edge(Piece("", "", outline), match.setup.field) < 0:
        return Illegal("off_the_field", "MAT-1", card=card)
    for enemy in on_field(match):
        if enemy.player != player and polygon_gap(enemy.at, enemy.radius, outline) < SPACING:
            return Illegal("too_close_to_enemy", "GEN-3", card=card, enemy=enemy.id)
    for marker in match.markers.values():
        if polygon_gap(marker.at, marker.radius, outline) < SPACING:
            return Illegal("too_close_to_marker", "GEN-3", card=card, marker=marker.id)
    return None


def cross_zones(match: Match, fighter: str, path: Sequence[Point]) -> None:
    """A card's zone hurts whoever crosses or touches it, once a move; `path` includes the start (GEN-3)."""
    for zone in match.zones.values():
        mover = match.fighters[fighter]
        if mover.status == ON_FIELD and meets(path, mover.radius, zone.outline):
            match.emit("zone_entered", "GEN-3", fighter=fighter, card=zone.card)
            hurt_everywhere(match, fighter, zone.amount, "WND-1", "lost_cp")


def meets(path: Sequence[Point], radius: int, outline: tuple[Point, ...]) -> bool:
    """Tell if a base on its way touches or crosses a zone (GEN-3)."""
    if any(disc_hits_polygon(at, radius + CONTACT, outline) for at in path):
        return True
    corners = (*outline, outline[0])
    return any(
        segments_near(a, b, c, d, radius + CONTACT)
        for a, b in itertools.pairwise(path)
        for c, d in itertools.pairwise(corners)
    )
