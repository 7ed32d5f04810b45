"""A position: a match cut at one moment, read from a scenario's TOML.

What stands on the field is `placed.py`'s business. What breaks a rule of place is refused, so is every key that is
not known.
"""

from __future__ import annotations

import tomllib
from typing import Any, NamedTuple

from eden_core.cards import shipped as content
from eden_core.cards.fields import Fields
from eden_core.cards.records import Profile, Shape, Troop
from eden_core.cards.vocabulary import WEATHER
from eden_core.engine.cbor import encode
from eden_core.engine.codec import setup_id
from eden_core.engine.flow import advance
from eden_core.engine.match import ROLLED, Fighter, Match, Setup
from eden_core.engine.procedures import Frame
from eden_core.engine.vault import Vault
from eden_core.errors import Malformed
from eden_core.rules.cards import missions
from eden_core.rules.phases.activation import Activation, ActivationPhase
from eden_core.rules.phases.course import PlayMatch
from eden_core.ruleset import EDITIONS, Ruleset, with_options
from eden_core.scenarios.placed import (
    Decimals,
    check_places,
    fighters_from,
    flag,
    footprint,
    known,
    length,
    listed,
    marker_from,
    pieces_from,
    point,
    special_rules,
)

__all__ = [
    "Decimals",
    "Position",
    "document",
    "footprint",
    "length",
    "listed",
    "point",
    "read_position",
    "special_rules",
]

STEPS = {  # phase -> the step of the match that begins it
    "preparation": "prepare",
    "first_player": "find_first_player",
    "tactical": "play_tactical_phase",
    "activation": "play_activation_phase",
    "intendancy": "play_intendancy_phase",
}
PHASES = tuple(STEPS)
MOST_LEVELS, MOST_ROLLS = 10, 3  # NPF-1, WEA-1
# Test secrets: a scenario hides nothing from whoever runs it.
SECRETS = {1: b"\x01" * 32, 2: b"\x02" * 32}


class Position(NamedTuple):
    """A match at rest, each player's vault, and the events of reaching it."""

    match: Match
    vaults: dict[int, Vault]


def document(text: str) -> dict[str, Any]:
    """A TOML text as tables, numbers with a point unread."""
    try:
        return tomllib.loads(text, parse_float=Decimals)
    except (ValueError, RecursionError) as error:  # TOML's own, a number too long, brackets too deep
        raise Malformed("not_toml", says=str(error)) from None


# --- the whole ---


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
    ruleset, modules = _options(table, edition, placed)
    size = point(table.take("field", [60, 60]), "match.field")
    if not all(6000 <= side <= 12000 for side in size):
        raise table.fault("field", "field_is_60_to_120_cm", "MAT-1")
    rounds = table.number("rounds", 1, 10, 5, "RND-1")
    composed = _pair(table, "composed", ["faction", "faction"])
    standing = pieces_from(pieces, edition, modules.territory)
    found = fighters_from(fighters, placed, edition, standing)
    library = content.load(edition)
    troops = (_troop(table, 1, composed[0], found), _troop(table, 2, composed[1], found))
    npfs = _npfs(found, placed, tuple(library.npfs.values()) if modules.infestation else ())
    missions_ = tuple(library.missions.values())
    pool = library.terrain if modules.territory else tuple(library.pieces.values()) if agreed is None else agreed
    setup = Setup(
        ruleset,
        troops,
        missions_,
        tuple(library.tactics.values()),
        size,
        rounds,
        abilities=library.abilities_of(troops, missions_, npfs),
        pool=() if placed else pool,
        pieces=standing,
        nonce=encode(tuple(found)),
        territory=modules.territory,
        infestation=modules.infestation,
        npfs=npfs,
        weather=modules.weather,
    )
    match = Match(setup, setup_id(setup))
    match.fighters = {name: fighter for name, fighter in found.items() if fighter.player or placed}
    for fields in markers:
        marker = marker_from(fields, match.markers)
        match.markers[marker.id] = marker
    check_places(match)
    vaults = {player: Vault(player, SECRETS[player]) for player in (1, 2)}
    match.table = match.table._replace(weather=_weather(table), infestation=modules.infestation if placed else 0)
    match.frames = _frames(match, table, phase, vaults)
    table.done()
    advance(match)
    return Position(match, vaults)


def _npfs(found: dict[str, Fighter], placed: bool, shipped: tuple[Profile, ...]) -> tuple[Profile, ...]:
    """The NPFs of the match (NPF-2).

    In the preparation those of the file are what may be placed, by their ids there; without any, and while they stand
    already, those that ship.
    """
    given = {}
    for fighter in found.values():
        if not fighter.player:
            profile = fighter.profile if placed else fighter.profile._replace(id=fighter.id)
            given[profile.id] = profile
    if given and not placed:
        return tuple(given.values())
    return (*given.values(), *(profile for profile in shipped if profile.id not in given))


class _Modules(NamedTuple):
    """The optional modules in play: as the fields of `Setup`."""

    territory: int
    infestation: int
    weather: int


def _options(table: Fields, edition: str, placed: bool) -> tuple[Ruleset, _Modules]:
    """`options`: the optional modules, and switches by name."""
    options = Fields(table.take("options", {}), "match.options", "")
    territory = flag(options, "territory")
    rolled = not placed and options.left.get("infestation") == "rolled"
    if rolled:
        del options.left["infestation"]
    level = ROLLED if rolled else options.number("infestation", 0, MOST_LEVELS, 0, "NPF-1")
    rolls = options.number("weather", 0, MOST_ROLLS, 0, "WEA-1")
    return with_options(EDITIONS[edition], options.left, "match.options"), _Modules(territory, level, rolls)


def _weather(table: Fields) -> tuple[str, ...]:
    """WEA-1: a word, or those of several weathers combined."""
    words = dict.fromkeys(WEATHER.values())
    given = table.take("weather", [])
    named = {known(table, "weather", word, words, "WEA-1") for word in (given if isinstance(given, list) else [given])}
    return tuple(word for word in words if word in named)


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
    course = PlayMatch()
    active = table.take("active", "")
    if active and phase != "activation":
        raise table.fault("active", "only_in_the_activation_phase", "ACT-2")
    if active:
        known(table, "active", active, {name for name, fighter in match.fighters.items() if fighter.player})
    round = table.number("round", 1, match.setup.rounds, 1, "RND-1")
    first = table.number("first_player", 1, 2, match.fighters[str(active)].player if active else 1)
    _sides(match, table, phase, vaults)
    if phase == "preparation":
        return [course]
    match.table = match.table._replace(
        round=round,
        first_player=first,
        phase=phase,
        activations=sum(fighter.activated for fighter in match.fighters.values() if fighter.player),
    )
    course.at = course.places[STEPS[phase]]
    if not active:
        return [course]
    fighter = match.fighters[str(active)]
    match.fighters[fighter.id] = fighter._replace(activated=1)
    match.table = match.table._replace(
        active=fighter.id, last_activated_by=fighter.player, activations=match.table.activations + 1 - fighter.activated
    )
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
