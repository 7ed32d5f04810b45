"""A position: a match cut at one moment, read from a scenario's TOML (design/scenario.md, "Position").

Centimetres are read exactly, never as binary floats. What breaks a rule of place is refused, so is every key that is
not known; what the optional modules would need is refused as not in this version.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, Collection, NamedTuple

from . import content
from .content.reading import LIKES
from .cbor import encode
from .codec import setup_id
from .errors import Malformed
from .field import Marker, Piece, are_closer, gap_to_edge, touches_piece
from .flow import Frame, advance
from .geometry import inside, overlap, simple
from .match import MARKERS, ON_FIELD, WAITING, Fighter, Match, Setup
from .messages import Point
from .profile import LIMBS, Fields, Profile, Shape, Troop, profile_from_card
from .rules import missions
from .rules.activation import Activation, ActivationPhase
from .rules.round import Course
from .ruleset import EDITIONS, Ruleset, with_options
from .vault import Vault

__all__ = ["Decimals", "Position", "document", "length", "listed", "point", "read_position"]

PHASES = ("preparation", "first_player", "tactical", "activation", "intendancy")
SIDES = {"right": (1, 0), "left": (-1, 0), "up": (0, 1), "down": (0, -1)}
TRAITS = ("low", "flat", "passable", "slow")
# Test secrets: a scenario hides nothing from whoever runs it.
SECRETS = {1: b"\x01" * 32, 2: b"\x02" * 32}
_CENTIMETRES = re.compile(r"[+-]?(\d(?:_?\d)*)(?:\.(\d{1,2}))?")
_IDENTITY = re.compile(r"[^\s.]{1,60}")


class Decimals(NamedTuple):
    """A number with a point, as it is written."""

    text: str


class Position(NamedTuple):
    """A match at rest, each player's vault, and the events of reaching it."""

    match: Match
    vaults: dict[int, Vault]


def document(text: str) -> dict[str, Any]:
    """A TOML text as tables, numbers with a point unread."""
    try:
        return tomllib.loads(text, parse_float=Decimals)
    except (ValueError, RecursionError) as error:     # TOML's own, a number too long, brackets too deep
        raise Malformed("not_toml", says=str(error)) from None


# --- lengths ---------------------------------------------------------------------------------------------------------

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


def _flag(fields: Fields, field: str) -> int:
    """`true` or `false`, or 1 or 0."""
    value = fields.take(field, 0)
    if not isinstance(value, int) or value not in (0, 1):
        raise fields.fault(field, "true_or_false_expected", found=value)
    return int(value)


def _not_yet(fields: Fields, field: str, what: str, rule: str) -> Malformed:
    return fields.fault(field, "not_in_this_version", rule, found=what)


# --- what stands on the field ----------------------------------------------------------------------------------------

def _profile(fields: Fields, player: int, name: str, edition: str) -> Profile:
    if "profile" in fields.left and "card" in fields.left:
        raise fields.fault("card", "profile_or_card", "MAT-3")
    if "profile" in fields.left:
        profiles = content.load(edition).profiles
        return profiles[known(fields, "profile", fields.take("profile"), profiles, "MAT-3")]
    profile = profile_from_card(fields.take("card", {}), fields.path("card"), player, name)
    for index, ability in enumerate(profile.abilities):
        known(fields, f"card.abilities[{index}]", ability, content.load().abilities, "ABI-1")
    return profile


def _fighter(fields: Fields, taken: Collection[str], placed: bool, edition: str) -> tuple[Fighter, tuple[str, str] | None]:
    """A fighter, and whom it touches at which side, if it is placed so."""
    name = _identity(fields, "id", taken)
    player = fields.number("player", 0, 2)
    if not player:
        raise _not_yet(fields, "player", "NPF", "NPF-1")
    profile = _profile(fields, player, name, edition)
    by: tuple[str, str] | None = None
    at: Point | tuple[()] = ()
    if "touching" in fields.left:
        by = str(fields.take("touching")), fields.word("side", SIDES)
        if "at" in fields.left:
            raise fields.fault("at", "at_or_touching")
    elif "at" in fields.left or placed:
        at = point(fields.take("at"), fields.path("at"))
    if not placed:
        at, by = (), None
    lost, limbs = [0, 0, 0, 0], Fields(fields.take("lost", {}), fields.path("lost"), "MAT-5")
    for index, limb in enumerate(profile.limbs):
        lost[index] = limbs.number(LIMBS[index], 0, limb.white + limb.red - 1, 0, "WND-3")
    limbs.done()
    kinds = Fields(fields.take("markers", {}), fields.path("markers"), "EQP-6")
    markers = tuple(kinds.number(kind, 0, 99, 0) for kind in MARKERS)
    kinds.done()
    for state in ("raised", "hidden"):
        if _flag(fields, state):
            raise _not_yet(fields, state, "Territory", "TER-ELE" if state == "raised" else "TER-HID")
    fighter = Fighter(
        name, player, profile, at, ON_FIELD if placed else WAITING,
        ap=fields.number("ap", 0, 99, 3 if placed else 0), lost=tuple(lost), markers=markers,
        activated=_flag(fields, "activated"), attacks=fields.number("attacks", 0, 99, 0, "ACN-6"),
        moves=fields.number("moves", 0, 99, 0, "ACN-2"),
    )
    fields.done()
    return fighter, by


def _fighters(tables: list[Fields], placed: bool, edition: str) -> dict[str, Fighter]:
    """All fighters in the file's order; those that touch another are put at its side, with no gap."""
    found: dict[str, Fighter] = {}
    beside: dict[str, tuple[Fields, str, str]] = {}
    for fields in tables:
        fighter, by = _fighter(fields, found, placed, edition)
        found[fighter.id] = fighter
        if by:
            beside[fighter.id] = (fields, *by)
    while beside:
        ready = [name for name, (_, other, _) in beside.items() if other in found and other not in beside]
        if not ready:
            fields, other, _ = next(iter(beside.values()))
            raise fields.fault("touching", "touches_in_a_circle" if other in found else "unknown_id", found=other)
        for name in ready:
            _, other, side = beside.pop(name)
            (x, y), (dx, dy) = found[other].at, SIDES[side]  # type: ignore[misc]
            reach = found[other].radius + found[name].radius
            found[name] = found[name]._replace(at=(x + dx * reach, y + dy * reach))
    return found


def _piece(fields: Fields, taken: Collection[str]) -> Piece:
    name = _identity(fields, "id", taken)
    if "rules" in fields.left:
        raise _not_yet(fields, "rules", "Territory", "TER-2")
    like = fields.word("like", LIKES) if "like" in fields.left else ""
    radius = 0
    outline: tuple[Point, ...]
    if "disc" in fields.left:
        disc = fields.items("disc")
        if len(disc) != 3:
            raise fields.fault("disc", "x_y_radius_expected", found=disc)
        outline, radius = (point(disc[:2], fields.path("disc")),), length(disc[2], fields.path("disc[2]"))
        if radius <= 0:
            raise fields.fault("disc", "radius_expected")
    else:
        outline = tuple(point(corner, fields.path(f"outline[{index}]"))
                        for index, corner in enumerate(fields.items("outline", most=200)))
        if not simple(outline):
            raise fields.fault("outline", "not_a_simple_outline", "LOS-5")
    traits = [fields.flag(trait) for trait in TRAITS]
    for count in ("attacks", "burn"):
        if fields.number(count, 0, 99, 0):
            raise _not_yet(fields, count, "Territory", "TER-DES" if count == "attacks" else "TER-FLA")
    fields.done()
    return Piece(name, like, outline, radius, *traits)


def _marker(fields: Fields, taken: Collection[str]) -> Marker:
    marker = Marker(_identity(fields, "id", taken), fields.text("kind", "marker"), fields.number("owner", 0, 2, 0),
                    point(fields.take("at"), fields.path("at")), 5 * fields.number("base", 1, 200, 30))
    fields.done()
    return marker


def _check_places(match: Match) -> None:
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
        (x, y), r, where = fighter.at, fighter.radius, f"fighter {fighter.id}"  # type: ignore[misc]
        if not (r <= x <= width - r and r <= y <= height - r):
            raise Malformed("off_the_field", "MOVE-1", where)
        for before in standing[:index]:
            if overlap((x, y), r, before.at, before.radius):  # type: ignore[arg-type]
                raise Malformed("overlap", "MOVE-1", where, other=before.id)
        for piece in pieces:
            if not piece.passable and touches_piece((x, y), r, piece):
                raise Malformed("overlap", "MOVE-1", where, other=piece.id)
        for marker in match.markers.values():
            if overlap((x, y), r, marker.at, marker.radius):
                raise Malformed("overlap", "MOVE-3", where, other=marker.id)


def _share_ground(one: Piece, other: Piece) -> bool:
    """Whether two pieces overlap; a common side is none (a corner or a piece of side inside is)."""
    if not are_closer(one, other, 1):
        return False
    if one.radius:
        return touches_piece(one.outline[0], one.radius, other)
    if other.radius:
        return touches_piece(other.outline[0], other.radius, one)
    halves = [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in zip(one.outline, one.outline[1:] + one.outline[:1])]
    return (set(one.outline) == set(other.outline) or any(inside(p, one.outline) for p in other.outline)
            or any(inside(p, other.outline) for p in (*one.outline, *halves)))


# --- the whole -------------------------------------------------------------------------------------------------------

def read_position(tables: dict[str, Any], agreed: tuple[Shape, ...] | None = None) -> Position:
    """The position of a scenario's `edition`, `match`, `fighter`, `scenery` and `marker`, run to its first question.

    `agreed` is the scenery still to be placed (PREP-6); left out, two pieces of each size, as the content has them.
    Raises `Malformed` with the place and the reason.
    """
    top = Fields(tables, "", "")
    edition = top.word("edition", EDITIONS, "fr3")
    table = Fields(top.take("match", {}), "match", "")
    fighters, pieces, markers = (listed(top, kind) for kind in ("fighter", "scenery", "marker"))
    top.done()
    phase = table.word("phase", PHASES, "activation")
    placed = phase != "preparation"
    ruleset = _ruleset(table, edition)
    size = point(table.take("field", [60, 60]), "match.field")
    if not all(6000 <= side <= 12000 for side in size):
        raise table.fault("field", "field_is_60_to_120_cm", "MAT-1")
    rounds = table.number("rounds", 1, 10, 5, "RND-1")
    composed = _pair(table, "composed", ["faction", "faction"])
    found = _fighters(fighters, placed, edition)
    library = content.load(edition)
    troops = (_troop(table, 1, composed[0], found), _troop(table, 2, composed[1], found))
    missions_ = tuple(library.missions.values())
    setup = Setup(
        ruleset, troops, missions_, tuple(library.tactics.values()), size, rounds,
        abilities=library.abilities_of(troops, missions_),
        pool=() if placed else tuple(library.pieces.values()) if agreed is None else agreed,
        pieces=_all_pieces(pieces), nonce=encode(tuple(found)),
    )
    match = Match(setup, setup_id(setup))
    match.fighters = found
    for fields in markers:
        marker = _marker(fields, match.markers)
        match.markers[marker.id] = marker
    _check_places(match)
    vaults = {player: Vault(player, SECRETS[player]) for player in (1, 2)}
    match.frames = _frames(match, table, phase, vaults)
    table.done()
    advance(match)
    return Position(match, vaults)


def _all_pieces(tables: list[Fields]) -> tuple[Piece, ...]:
    found: dict[str, Piece] = {}
    for fields in tables:
        piece = _piece(fields, found)
        found[piece.id] = piece
    return tuple(found.values())


def _ruleset(table: Fields, edition: str) -> Ruleset:
    weather = table.take("weather", [])
    if weather:
        raise _not_yet(table, "weather", str(weather), "WEA-1")
    options = table.take("options", {})
    if not isinstance(options, dict):
        raise table.fault("options", "table_expected")
    for module, rule in (("territory", "TER-1"), ("infestation", "NPF-1")):
        if options.get(module):
            raise _not_yet(table, f"options.{module}", module, rule)
    switches = {name: value for name, value in options.items() if name not in ("territory", "infestation")}
    return with_options(EDITIONS[edition], switches, "match.options")


def _pair(table: Fields, field: str, default: list[object]) -> list[Any]:
    value = table.items(field, default)
    if len(value) != 2:
        raise table.fault(field, "pair_expected", found=value)
    return value


def _troop(table: Fields, player: int, composed: object, fighters: dict[str, Fighter]) -> Troop:
    """TRP-1: a position's troop; its symbol is that of its first fighter. Budgets and names don't matter here."""
    if composed not in ("faction", "stigma"):
        raise table.fault("composed", "unknown_word", "TRP-2", found=composed)
    profiles = tuple(fighter.profile for fighter in fighters.values() if fighter.player == player)
    symbol = ""
    if profiles:
        symbol = profiles[0].faction if composed == "faction" else profiles[0].stigma
    for fighter in fighters.values():
        if fighter.player == player and symbol not in (fighter.profile.faction, fighter.profile.stigma):
            raise table.fault("composed", "symbol_not_shared", "TRP-1", fighter=fighter.id)
    return Troop(f"player {player}", str(composed), symbol, profiles)


def _frames(match: Match, table: Fields, phase: str, vaults: dict[int, Vault]) -> list[Frame]:
    """The procedures under way at a phase, and what `[match]` says of both sides."""
    course = Course()
    active = table.take("active", "")
    if active and phase != "activation":
        raise table.fault("active", "only_in_the_activation_phase", "ACT-2")
    if active:
        known(table, "active", active, match.fighters)
    round = table.number("round", 1, match.setup.rounds, 1, "RND-1")
    first = table.number("first_player", 1, 2, match.fighters[str(active)].player if active else 1)
    _sides(match, table, phase, vaults)
    if phase == "preparation":
        return [course]
    match.table = match.table._replace(
        round=round, first_player=first, phase=phase,
        activations=sum(fighter.activated for fighter in match.fighters.values()),
    )
    course.at = course.places[phase]
    if not active:
        return [course]
    fighter = match.fighters[str(active)]
    match.fighters[fighter.id] = fighter._replace(activated=1)
    match.table = match.table._replace(active=fighter.id, last_activated_by=fighter.player,
                                       activations=match.table.activations + 1 - fighter.activated)
    designating, acting = ActivationPhase(designated=fighter.id), Activation(fighter.id)
    course.at += 1
    designating.at = designating.places["activate"] + 1
    acting.at = acting.places["choose"]
    return [course, designating, acting]


def _sides(match: Match, table: Fields, phase: str, vaults: dict[int, Vault]) -> None:
    """Reserves, scores, leaders, missions, hands and cards played; in the preparation PREP-2 to PREP-8 make them."""
    sp = [table.bounded("sp", value, 0, 999) for value in _pair(table, "sp", [10, 10])]
    vp = [table.bounded("vp", value, 0, 999) for value in _pair(table, "vp", [0, 0])]
    given = {field: _pair(table, field, ["", ""]) for field in ("leaders", "missions", "hands", "played")}
    if phase == "preparation":
        for field, pair in given.items():
            if any(pair):
                raise table.fault(field, "comes_after_the_preparation", "PREP-1")
        return
    for player in (1, 2):
        index, vault = player - 1, vaults[player]
        leader = given["leaders"][index]
        if leader and match.fighters[known(table, "leaders", leader, match.fighters, "PREP-4")].player != player:
            raise table.fault("leaders", "not_your_fighter", "PREP-4", found=leader)
        side = match.sides[player]._replace(sp=sp[index], vp=vp[index], leader=leader)
        tactics = content.load().tactics
        played = tuple(known(table, "played", card, tactics, "MAT-9") for card in _some(table, "played", given, index))
        match.sides[player] = side = side._replace(played=played)
        named = _some(table, "missions", given, index)
        if len(named) > 1:
            raise table.fault("missions", "one_mission_each", "PREP-5", found=named)
        for name in named:
            card = missions.find(match, known(table, "missions", name, content.load().missions, "MAT-8"))
            assert card is not None
            if not missions.usable(match, player, card.symbol):
                raise table.fault("missions", "not_your_symbol", "MAT-8", found=name)
            side = side._replace(deployment=card.deployment)
            if card.revealed and any(other.mission == card.id for other in match.sides.values()):
                raise table.fault("missions", "mission_is_taken", "PREP-5", found=name)
            if card.revealed:
                side = side._replace(mission=card.id)
            else:
                seal = vault.seal_mission(match, card)
                side = side._replace(sealed_mission=seal.digest, mission_seal=side.seals, seals=side.seals + 1)
            match.sides[player] = side
        cards = [known(table, "hands", card, tactics, "MAT-9") for card in _some(table, "hands", given, index)]
        if len(set(cards)) < len(cards):
            raise table.fault("hands", "name_twice", "MAT-9")
        if cards:
            hand = vault.seal_hand(match, cards)
            match.sides[player] = side._replace(hand=hand.digests, hand_seal=side.seals, seals=side.seals + len(cards))


def _some(table: Fields, field: str, given: dict[str, list[Any]], index: int) -> list[Any]:
    """One player's ids: a list, or a single one."""
    value = given[field][index]
    return value if isinstance(value, list) else [value] if value else []
