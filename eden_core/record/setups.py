"""The record of a set-up: shipped cards by id, any other whole, and only what differs from the usual."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_args, get_origin, get_type_hints

from eden_core.cards.library import Library
from eden_core.cards.records import Ability, Mission, Profile, Shape, Troop
from eden_core.cards.records import Tactic as TacticCard
from eden_core.cards.shipped import load
from eden_core.engine.codec import ruleset_data
from eden_core.engine.field import Piece
from eden_core.engine.match import Setup
from eden_core.engine.messages import Point
from eden_core.errors import Malformed
from eden_core.ruleset import EDITIONS, Ruleset

__all__ = [
    "rebuilt",
    "setup_data",
    "setup_from",
    "troop_data",
    "troop_from",
]


MOST_CARDS = 300  # of a kind in a set-up


def _by_id(item: Any, shipped: dict[str, Any]) -> Any:
    """A card that ships by its id, any other whole."""
    return item.id if shipped.get(item.id) == item else item


def setup_data(setup: Setup, library: Library) -> tuple[Any, ...]:
    plain = EDITIONS[setup.ruleset.edition]
    changed = {
        name: value
        for (name, value), (_, usual) in zip(ruleset_data(setup.ruleset), ruleset_data(plain))
        if value != usual
    }
    troops = tuple(troop_data(troop, library) for troop in setup.troops)
    missions_ = (
        ()
        if setup.missions == tuple(library.missions.values())
        else tuple(_by_id(card, library.missions) for card in setup.missions) or 0
    )
    tactics = (
        ()
        if setup.tactics == tuple(library.tactics.values())
        else tuple(_by_id(card, library.tactics) for card in setup.tactics) or 0
    )
    abilities = (
        ()
        if setup.abilities == library.abilities_of(setup.troops, setup.missions, setup.npfs)
        else tuple(_by_id(card, library.abilities) for card in setup.abilities) or 0
    )
    npfs = (
        ()
        if setup.npfs == tuple(library.npfs.values())
        else tuple(_by_id(card, library.npfs) for card in setup.npfs) or 0
    )
    shapes = _shapes(library, setup.territory)
    pool = (
        0 if setup.territory and setup.pool == library.terrain else tuple(_by_id(shape, shapes) for shape in setup.pool)
    )
    return (
        setup.ruleset.edition,
        changed,
        troops,
        missions_,
        tactics,
        abilities,
        setup.field,
        setup.rounds,
        setup.budget,
        pool,
        tuple(_piece_data(piece) for piece in setup.pieces),
        setup.names,
        setup.nonce,
        setup.territory,
        setup.infestation,
        npfs,
        setup.weather,
    )


def _shapes(library: Library, territory: int) -> dict[str, Shape]:
    """The shapes that ship, by id: those of Territory management (TER-1), or of the basic rules (PREP-6)."""
    return {shape.id: shape for shape in library.terrain} if territory else library.pieces


def _piece_data(piece: Piece) -> tuple[Any, ...]:
    """A piece without what it has by default at its end."""
    plain = Piece("", "", ())
    return piece[: 1 + max(index for index, value in enumerate(piece) if index < 3 or value != plain[index])]


def _piece_from(data: Any) -> Piece:
    if not isinstance(data, tuple) or len(data) < 3:
        raise Malformed("not_a_card", "MAT-3", kind="Piece")
    piece: Piece = rebuilt(Piece, data + Piece("", "", ())[len(data) :])
    return piece


def troop_data(troop: Troop, library: Library) -> Any:
    """A troop that ships by its id, any other with its profiles."""
    for name, shipped in library.troops.items():
        if shipped == troop:
            return name
    return (troop.name, troop.composed, troop.symbol, tuple(_by_id(p, library.profiles) for p in troop.profiles))


def troop_from(data: Any, library: Library) -> Troop:
    """The inverse of `troop_data`."""
    if isinstance(data, str):
        troop: Troop = _from(data, library.troops, Troop)
        return troop
    name, composed, symbol, profiles = data
    if len(profiles) > MOST_CARDS:
        raise Malformed("too_many_cards", most=MOST_CARDS)
    return Troop(
        rebuilt(str, name),
        rebuilt(str, composed),
        rebuilt(str, symbol),
        tuple(_from(profile, library.profiles, Profile) for profile in profiles),
    )


def _from(data: Any, shipped: dict[str, Any], cls: Any) -> Any:
    if isinstance(data, str):
        if data not in shipped:
            raise Malformed("no_such_card", "MAT-3", card=data)
        return shipped[data]
    return rebuilt(cls, data)


def rebuilt(cls: Any, data: Any) -> Any:
    """A nested record from its plain tuples, by the record's own annotations. Raises `Malformed` for another shape."""
    if hasattr(cls, "_fields"):
        hints = get_type_hints(cls)
        if not isinstance(data, tuple) or len(data) != len(cls._fields):
            raise Malformed("not_a_card", "MAT-3", kind=cls.__name__)
        return cls(*(rebuilt(hints[name], item) for name, item in zip(cls._fields, data)))
    if get_origin(cls) is tuple:
        args = get_args(cls)
        if not isinstance(data, tuple):
            raise Malformed("not_a_card", "MAT-3")
        kinds = [args[0]] * len(data) if len(args) == 2 and args[1] is Ellipsis else list(args)
        if len(kinds) != len(data):
            raise Malformed("not_a_card", "MAT-3")
        return tuple(rebuilt(kind, item) for kind, item in zip(kinds, data))
    if type(data) is not cls:
        raise Malformed("not_a_card", "MAT-3", expected=cls.__name__)
    return data


def setup_from(data: Any) -> Setup:
    (
        edition,
        changed,
        troops,
        missions_,
        tactics,
        abilities,
        field,
        rounds,
        budget,
        pool,
        pieces,
        names,
        nonce,
        territory,
        infestation,
        npfs,
        weather,
    ) = data
    if edition not in EDITIONS or not isinstance(changed, dict):
        raise Malformed("no_such_edition", edition=edition)
    library = load(edition)
    known = {f.name: getattr(EDITIONS[edition], f.name) for f in fields(Ruleset)}
    for name, value in changed.items():
        if name not in known or name in ("edition", "factions") or type(value) is not int:
            raise Malformed("unknown_switch", switch=name)
    if any(isinstance(part, tuple) and len(part) > MOST_CARDS for part in data):
        raise Malformed("too_many_cards", most=MOST_CARDS)
    ruleset = Ruleset(**{**known, **changed})
    one, two = (troop_from(troop, library) for troop in troops)
    cards = (
        tuple(library.missions.values())
        if missions_ == ()
        else tuple(_from(card, library.missions, Mission) for card in missions_ or ())
    )
    hand = (
        tuple(library.tactics.values())
        if tactics == ()
        else tuple(_from(card, library.tactics, TacticCard) for card in tactics or ())
    )
    roaming = (
        tuple(library.npfs.values()) if npfs == () else tuple(_from(card, library.npfs, Profile) for card in npfs or ())
    )
    able = (
        library.abilities_of((one, two), cards, roaming)
        if abilities == ()
        else tuple(_from(card, library.abilities, Ability) for card in abilities or ())
    )
    shapes = _shapes(library, rebuilt(int, territory))
    scenery = (
        library.terrain if type(pool) is int and territory else tuple(_from(shape, shapes, Shape) for shape in pool)
    )
    return Setup(
        ruleset,
        (one, two),
        cards,
        hand,
        rebuilt(Point, field),
        rebuilt(int, rounds),
        rebuilt(int, budget),
        able,
        scenery,
        tuple(_piece_from(piece) for piece in pieces),
        rebuilt(tuple[str, str], names),
        rebuilt(bytes, nonce),
        territory,
        rebuilt(int, infestation),
        roaming,
        rebuilt(int, weather),
    )
