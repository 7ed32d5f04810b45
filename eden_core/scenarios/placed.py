"""Fighters, scenery and markers that a position puts on the field (design/scenario.md, "Position").

They are read from a scenario's tables, and may be refused where they stand. Centimetres are read exactly, never as
binary floats.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from eden_core.cards import shipped as content
from eden_core.cards.equipment import LIMBS
from eden_core.cards.fields import Fields
from eden_core.cards.profile_reading import profile_from_card
from eden_core.cards.records import Profile
from eden_core.cards.scenery_rules import rule_from, why_not_rules
from eden_core.cards.toml import LIKES
from eden_core.engine.field import Marker, Piece, are_closer, gap_to_edge, touches_piece
from eden_core.engine.match import MARKERS, NPF, ON_FIELD, WAITING, Fighter, Match
from eden_core.engine.messages import NOWHERE, Point
from eden_core.errors import Malformed
from eden_core.geometry.plane import inside, overlap, simple, touching
from eden_core.rules.common.ground import is_in_contact, overlaps

__all__ = [
    "Decimals",
    "check_places",
    "fighters_from",
    "flag",
    "footprint",
    "known",
    "length",
    "listed",
    "marker_from",
    "pieces_from",
    "point",
    "special_rules",
]

SIDES = {"right": (1, 0), "left": (-1, 0), "up": (0, 1), "down": (0, -1)}
TRAITS = ("low", "flat", "passable", "slow")
_CENTIMETRES = re.compile(r"[+-]?(\d(?:_?\d)*)(?:\.(\d{1,2}))?")
_IDENTITY = re.compile(r"[^\s.]{1,60}")


class Decimals(NamedTuple):
    """A number with a point, as it is written."""

    text: str


# --- lengths ---


def length(value: object, where: str) -> int:
    """Centimetres, two decimals at most, in units of 0.1 mm."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 10_000:
        return value * 100
    found = _CENTIMETRES.fullmatch(value.text) if isinstance(value, Decimals) else None
    if found is None or len(found[1]) > 6:
        raise Malformed("centimetres_expected", "", where, found=getattr(value, "text", value), decimals=2)
    units = int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))
    return -units if found[0].startswith("-") else units


def point(value: object, where: str) -> Point:
    """Two lengths, `[x, y]`."""
    if not isinstance(value, list) or len(value) != 2:
        raise Malformed("point_expected", "", where, found=value)
    return length(value[0], f"{where}[0]"), length(value[1], f"{where}[1]")


def listed(fields: Fields, field: str) -> list[Fields]:
    """The tables of a `[[field]]`, none if it is left out."""
    return [Fields(table, f"{field}[{number}]", "") for number, table in enumerate(fields.items(field, [], 5000), 1)]


def known(fields: Fields, field: str, value: object, allowed: Collection[str], rule: str = "") -> str:
    """A value as one of some ids."""
    if not isinstance(value, str) or value not in allowed:
        raise fields.fault(field, "unknown_id", rule, found=value)
    return value


def _identity(fields: Fields, field: str, taken: Collection[str]) -> str:
    value = fields.take(field)
    if not isinstance(value, str) or not _IDENTITY.fullmatch(value):
        raise fields.fault(field, "id_expected", found=value)
    if value in taken:
        raise fields.fault(field, "id_twice", found=value)
    return value


def flag(fields: Fields, field: str) -> int:
    """`true` or `false`, or 1 or 0."""
    value = fields.take(field, 0)
    if not isinstance(value, int) or value not in (0, 1):
        raise fields.fault(field, "true_or_false_expected", found=value)
    return int(value)


# --- what stands on the field ---


class _Unplaced(NamedTuple):
    """A fighter as its table has it, before it is known where the others and the scenery are."""

    fields: Fields
    fighter: Fighter
    touching: str  # whom it touches, at which side
    side: str
    on_scenery: tuple[str, ...]  # "raised", "hidden"


def _profile(fields: Fields, player: int, name: str, edition: str) -> Profile:
    if "profile" in fields.left and "card" in fields.left:
        raise fields.fault("card", "profile_or_card", "MAT-3")
    if "profile" in fields.left:
        library = content.load(edition)
        profiles = library.profiles if player else library.npfs
        return profiles[known(fields, "profile", fields.take("profile"), profiles, "MAT-3")]
    profile = profile_from_card(fields.take("card", {}), fields.path("card"), player, name)
    for index, ability in enumerate(profile.abilities):
        known(fields, f"card.abilities[{index}]", ability, content.load().abilities, "ABI-1")
    return profile


def _fighter(fields: Fields, taken: Collection[str], placed: bool, edition: str) -> _Unplaced:
    name = _identity(fields, "id", taken)
    player = fields.number("player", NPF, 2)
    profile = _profile(fields, player, name, edition)
    other = side = ""
    at = NOWHERE
    if "touching" in fields.left:
        other, side = str(fields.take("touching")), fields.word("side", SIDES)
        if "at" in fields.left:
            raise fields.fault("at", "at_or_touching")
    elif "at" in fields.left or placed:
        at = point(fields.take("at"), fields.path("at"))
    lost, limbs = [0, 0, 0, 0], Fields(fields.take("lost", {}), fields.path("lost"), "MAT-5")
    for index, limb in enumerate(profile.limbs):
        lost[index] = limbs.number(LIMBS[index], 0, limb.white + limb.red - 1, 0, "WND-3")
    limbs.done()
    kinds = Fields(fields.take("markers", {}), fields.path("markers"), "EQP-6")
    markers = tuple(kinds.number(kind, 0, 99, 0) for kind in MARKERS)
    kinds.done()
    on_scenery = tuple(state for state in ("raised", "hidden") if flag(fields, state))
    fighter = Fighter(
        name,
        player,
        profile,
        at if placed else NOWHERE,
        ON_FIELD if placed else WAITING,
        ap=fields.number("ap", 0, 99, 3 if placed else 0) if player else fields.number("ap", 0, 0, 0, "NPF-4"),
        lost=tuple(lost),
        markers=markers,
        activated=flag(fields, "activated"),
        attacks=fields.number("attacks", 0, 99, 0, "ACN-6"),
        moves=fields.number("moves", 0, 99, 0, "ACN-2"),
    )
    fields.done()
    return _Unplaced(fields, fighter, other, side, on_scenery) if placed else _Unplaced(fields, fighter, "", "", ())


def fighters_from(tables: list[Fields], placed: bool, edition: str, pieces: Collection[Piece]) -> dict[str, Fighter]:
    """All fighters in the file's order; those that touch another are put at its side, with no gap."""
    read: dict[str, _Unplaced] = {}
    for fields in tables:
        each = _fighter(fields, read, placed, edition)
        read[each.fighter.id] = each
    found = {name: each.fighter for name, each in read.items()}
    beside = {name: each for name, each in read.items() if each.touching}
    while beside:
        ready = [name for name, each in beside.items() if each.touching in found and each.touching not in beside]
        if not ready:
            each = next(iter(beside.values()))
            raise each.fields.fault(
                "touching", "touches_in_a_circle" if each.touching in found else "unknown_id", found=each.touching
            )
        for name in ready:
            each = beside.pop(name)
            (x, y), (dx, dy) = found[each.touching].at, SIDES[each.side]
            reach = found[each.touching].radius + found[name].radius
            found[name] = found[name]._replace(at=(x + dx * reach, y + dy * reach))
    for name, each in read.items():
        for state in each.on_scenery:
            piece = _held_by(each.fields, state, found[name], pieces)
            fighter = found[name]
            found[name] = fighter._replace(raised=piece) if state == "raised" else fighter._replace(hidden=piece)
    return found


def _held_by(fields: Fields, state: str, fighter: Fighter, pieces: Collection[Piece]) -> str:
    """TER-ELE, TER-HID: the piece that a fighter stands up on (the one under its centre first), or is hidden by."""
    at, radius = fighter.at, fighter.radius
    assert at
    if state == "hidden":
        holding = [piece for piece in pieces if piece.amount("hiding") and is_in_contact(at, radius, piece)]
    else:
        holding = [piece for piece in pieces if piece.amount("elevation") and overlaps(at, radius, piece)]
        holding.sort(key=lambda piece: not overlaps(at, 1, piece))
    if not holding:
        raise fields.fault(state, "no_such_piece", "TER-HID" if state == "hidden" else "TER-ELE")
    return holding[0].id


def footprint(fields: Fields, most: int = 200) -> tuple[tuple[Point, ...], int]:
    """A piece's `outline`, or its `disc` as centre and radius, as they are written."""
    if "disc" not in fields.left:
        return tuple(
            point(corner, fields.path(f"outline[{index}]"))
            for index, corner in enumerate(fields.items("outline", most=most))
        ), 0
    disc = fields.items("disc")
    if len(disc) != 3:
        raise fields.fault("disc", "x_y_radius_expected", found=disc)
    return (point(disc[:2], fields.path("disc")),), length(disc[2], fields.path("disc[2]"))


def special_rules(fields: Fields) -> tuple[tuple[str, int], ...]:
    """A piece's `rules`, in the printed notation (TER-2)."""
    return tuple(
        rule_from(fields.plain("rules", text, 60), fields.path(f"rules[{index}]"))
        for index, text in enumerate(fields.items("rules", []))
    )


def _ready_made(edition: str, like: str) -> tuple[tuple[str, int], ...]:
    """TER: the special rules of a ready-made piece, by the edition's own list or else by the first that has it."""
    library = content.load(edition)
    lists = (library.terrain, *library.scenery_lists.values())
    return next(shape.rules for shapes in lists for shape in shapes if shape.like == like)


def _piece(fields: Fields, taken: Collection[str], edition: str, territory: int) -> Piece:
    name = _identity(fields, "id", taken)
    ruled = "rules" in fields.left
    rules = special_rules(fields)
    refusal = why_not_rules(rules, builder=False)
    if refusal is not None and refusal.code != "climbing_needs_elevation":  # a climb's own refusal
        raise fields.fault("rules", refusal.code, refusal.rule, **refusal.values)
    like = fields.word("like", LIKES) if "like" in fields.left else ""
    is_disc = "disc" in fields.left
    outline, radius = footprint(fields)
    if is_disc and radius <= 0:
        raise fields.fault("disc", "radius_expected")
    if not is_disc and not simple(outline):
        raise fields.fault("outline", "not_a_simple_outline", "LOS-5")
    low, flat, passable, slow = (fields.flag(trait) for trait in TRAITS)
    # With the module a piece that the basic rules say nothing of is one of Territory management, bare or ready-made.
    managed = int(ruled or (territory and not (low or flat or passable or slow)))
    if managed and like and not ruled:
        rules = _ready_made(edition, like)
    amounts = dict(rules)
    attacks = fields.number("attacks", 0, max(0, amounts.get("destruction", 0) - 1), 0, "TER-DES")
    burn = fields.number("burn", 0, 99 if "flammable" in amounts else 0, 0, "TER-FLA")
    fields.done()
    return Piece(name, like, outline, radius, low, flat, passable, slow, managed, rules, attacks, burn)


def marker_from(fields: Fields, taken: Collection[str]) -> Marker:
    """A `[[marker]]`."""
    marker = Marker(
        _identity(fields, "id", taken),
        fields.text("kind", "marker"),
        fields.number("owner", 0, 2, 0),
        point(fields.take("at"), fields.path("at")),
        5 * fields.number("base", 1, 200, 30),
    )
    fields.done()
    return marker


def pieces_from(tables: list[Fields], edition: str, territory: int) -> tuple[Piece, ...]:
    """The pieces of `[[scenery]]`; `territory` unset, what a piece is like is a mere look."""
    found: dict[str, Piece] = {}
    for fields in tables:
        piece = _piece(fields, found, edition, territory)
        found[piece.id] = piece
    return tuple(found.values())


def check_places(match: Match) -> None:
    """MOVE-1, MOVE-3: nothing sticks out of the field, nothing overlaps that may not."""
    width, height = match.setup.field
    pieces = list(match.pieces.values())
    for index, piece in enumerate(pieces):
        if gap_to_edge(piece, match.setup.field) < 0:
            raise Malformed("off_the_field", "MOVE-1", f"scenery {piece.id}")
        for other in pieces[:index]:
            if _share_ground(piece, other):
                raise Malformed("overlap", "MOVE-1", f"scenery {piece.id}", other=other.id)
    for marker in match.markers.values():
        if gap_to_edge(Piece("", "", (marker.at,), marker.radius), match.setup.field) < 0:
            raise Malformed("off_the_field", "MOVE-1", f"marker {marker.id}")
    standing = [fighter for fighter in match.fighters.values() if fighter.status == ON_FIELD]
    for index, fighter in enumerate(standing):
        (x, y), r, where = fighter.at, fighter.radius, f"fighter {fighter.id}"
        if not (r <= x <= width - r and r <= y <= height - r):
            raise Malformed("off_the_field", "MOVE-1", where)
        for before in standing[:index]:
            if overlap((x, y), r, before.at, before.radius):
                raise Malformed("overlap", "MOVE-1", where, other=before.id)
        for piece in pieces:
            if overlaps((x, y), r, piece) and not _may_stand(fighter, piece, standing):
                raise Malformed("overlap", "MOVE-1", where, other=piece.id)
        for marker in match.markers.values():
            if overlap((x, y), r, marker.at, marker.radius):
                raise Malformed("overlap", "MOVE-3", where, other=marker.id)


def _may_stand(fighter: Fighter, piece: Piece, standing: list[Fighter]) -> bool:
    """Return whether a fighter may be in a piece (MOVE-2, TER-OCC, TER-FLA, TER-ELE).

    It is one to stand on, even if it burns by now, one that it is raised on, or one on which somebody in contact with
    it is.
    """
    return piece._replace(burn=0).can_be_stood_on or any(
        other.raised == piece.id and touching(fighter.at, fighter.radius, other.at, other.radius) for other in standing
    )


def _share_ground(one: Piece, other: Piece) -> bool:
    """Return whether two pieces overlap; a common side is none (a corner or a piece of side inside is)."""
    if not are_closer(one, other, 1):
        return False
    if one.radius:
        return touches_piece(one.outline[0], one.radius, other)
    if other.radius:
        return touches_piece(other.outline[0], other.radius, one)
    halves = [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in zip(one.outline, one.outline[1:] + one.outline[:1])]
    return (
        set(one.outline) == set(other.outline)
        or any(inside(p, one.outline) for p in other.outline)
        or any(inside(p, other.outline) for p in (*one.outline, *halves))
    )
