"""How a record writes its set-up and each answer: as small as the state it answers allows.

Shipped cards by id, a choice as its index, dice as one number in base 6, a move as its destination with corners only
where `route` would go otherwise. `record.py` reads and writes whole records with it.
"""

from __future__ import annotations

import itertools
from dataclasses import fields
from typing import Any, get_args, get_origin, get_type_hints

from eden_core.cards.library import Library
from eden_core.cards.records import Ability, Mission, Profile, Shape, Troop
from eden_core.cards.records import Tactic as TacticCard
from eden_core.cards.scenery_rules import RULES
from eden_core.cards.shipped import load
from eden_core.cards.vocabulary import MOMENTS
from eden_core.engine import flow
from eden_core.engine.codec import ruleset_data
from eden_core.engine.field import Piece
from eden_core.engine.match import Match, Setup
from eden_core.engine.messages import (
    PASS,
    Answer,
    Attack,
    Blast,
    Build,
    Charge,
    Climb,
    Decision,
    End,
    Extinguish,
    Hand,
    Hide,
    Jump,
    Move,
    Npf,
    Open,
    Pick,
    PickMany,
    Place,
    Point,
    Seal,
    Shoot,
    Swim,
    Tactic,
    Throw,
    Use,
)
from eden_core.engine.vault import Vault
from eden_core.errors import Malformed
from eden_core.rules.cards import missions
from eden_core.rules.cards.abilities import action_abilities
from eden_core.rules.common.paths import charge_path, route
from eden_core.ruleset import EDITIONS, Ruleset

__all__ = [
    "answer_data",
    "answer_from",
    "base6",
    "faces_of",
    "rebuilt",
    "setup_data",
    "setup_from",
    "troop_data",
    "troop_from",
]

MOST_CARDS = 300  # of a kind in a set-up
LONG = 24  # dice whose faces fit 64 bits; more are written as bytes

_MOVE, _CHARGE, _ATTACK, _SHOOT, _THROW, _BLAST, _USE, _TACTIC, _CLIMB, _SWIM, _JUMP, _HIDE = range(1, 13)
_RULES, _MOST_X = tuple(RULES), 32
_OF_AN_NPF = ("attack", "charge", "prowl")


# --- set-up ---


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


# --- answers ---


def base6(faces: tuple[int, ...]) -> int | bytes:
    if len(faces) > LONG:
        return bytes(faces)
    number = 0
    for face in faces:
        number = number * 6 + face - 1
    return number


def faces_of(number: Any, dice: int) -> tuple[int, ...]:
    if dice > LONG and type(number) is bytes and len(number) == dice:
        return tuple(number)
    if type(number) is not int or dice > LONG or not 0 <= number < 6**dice:
        raise Malformed("wrong_dice", "ROLL-1", expected=dice)
    faces = []
    for _ in range(dice):
        number, face = divmod(number, 6)
        faces.append(face + 1)
    return tuple(reversed(faces))


def _index(names: tuple[str, ...], name: str) -> int:
    return names.index(name) + 1 if name in names else 0


def _name(names: tuple[str, ...], index: Any) -> str:
    if type(index) is not int or not 0 <= index <= len(names):
        raise Malformed("no_such_index", index=index)
    return names[index - 1] if index else ""


def _delta(start: Point, at: Point) -> int:
    """A place relative to another as one number (a field is 12,000 units at the most)."""
    return (at[0] - start[0] + 16384) * 32768 + at[1] - start[1] + 16384


def _undelta(start: Point, number: Any) -> Point:
    if type(number) is not int or not 0 <= number < 1 << 30:
        raise Malformed("not_a_place")
    return start[0] + number // 32768 - 16384, start[1] + number % 32768 - 16384


def _near(start: Point, at: Point) -> int:
    """The same for a way's point, most often within 10 cm: shorter, told apart by its size."""
    dx, dy = at[0] - start[0] + 1024, at[1] - start[1] + 1024
    return dx * 2048 + dy if 0 <= dx < 2048 and 0 <= dy < 2048 else _delta(start, at) + (1 << 22)


def _unnear(start: Point, number: Any) -> Point:
    if type(number) is not int or number < 0:
        raise Malformed("not_a_place")
    if number < 1 << 22:
        return start[0] + number // 2048 - 1024, start[1] + number % 2048 - 1024
    return _undelta(start, number - (1 << 22))


def _path_data(start: Point, path: tuple[Point, ...]) -> tuple[int, ...]:
    points = (start, *path)
    return tuple(_near(a, b) for a, b in itertools.pairwise(points))


def _path_from(start: Point, data: tuple[Any, ...]) -> tuple[Point, ...]:
    path: list[Point] = []
    at = start
    for number in data:
        at = _unnear(at, number)
        path.append(at)
    return tuple(path)


def _gear_names(match: Match, fighter: str) -> tuple[str, ...]:
    return tuple(gear.name for gear in match.fighters[fighter].profile.gear)


def _ability_names(match: Match, fighter: str) -> tuple[str, ...]:
    return tuple(ability.id for ability in action_abilities(match, match.fighters[fighter]))


def _tactic_data(match: Match, given: Tactic, vault: Vault | None) -> tuple[Any, ...]:
    aim = (
        given.index,
        _index(tuple(match.fighters), given.target),
        *((_delta((0, 0), given.at), given.turn) if given.at else ()),
    )
    if (
        vault is not None
        and vault.cards
        and vault.play(match, given.index, given.target, given.at, given.turn) == given
    ):
        return (aim,)
    return (aim, given.card, given.nonce)


def _tactic_from(match: Match, data: Any, vault: Vault | None) -> Tactic:
    (index, target, *at), *clear = data
    spot = _undelta((0, 0), at[0]) if at else ()
    turn: int = at[1] if at else 0
    aim = _name(tuple(match.fighters), target)
    if vault is not None and not clear:
        return vault.play(match, index, aim, spot, turn)
    card, nonce = clear
    return Tactic(card, index, nonce, aim, spot, turn)


def _action_data(match: Match, name: str, given: Answer) -> Any:
    """An action of the active fighter; one number for the commonest."""
    ids, gear, start = _targets(match), _gear_names(match, name), match.fighters[name].at
    assert start
    if isinstance(given, End):
        return 0
    if isinstance(given, Extinguish):
        return 1
    if isinstance(given, Move):
        if given.path and route(match, name, given.path[-1]) == given.path:
            return 2 + _near(start, given.path[-1])
        return (_MOVE, *_path_data(start, given.path))
    if isinstance(given, Charge):
        way = () if charge_path(match, name, given.target) == given.path else _path_data(start, given.path)
        return (_CHARGE, _index(ids, given.target), _index(gear, given.weapon), *way)
    if isinstance(given, Attack):
        return (_ATTACK, _index(ids, given.target), _index(gear, given.weapon))
    if isinstance(given, (Climb, Swim, Jump, Hide)):
        return _over_scenery_data(match, start, given)
    if isinstance(given, Use):
        names = _ability_names(match, name)
        return (
            _USE,
            _index(names, given.ability),
            _index(ids, given.target),
            *((_delta(start, given.at), given.turn) if given.at else ()),
        )
    if isinstance(given, Shoot):
        return (_SHOOT, _index(ids, given.target), _index(gear, given.weapon))
    assert isinstance(given, (Throw, Blast))
    aimed = (_index(ids, given.target),) if given.target else (0, _delta(start, given.at))  # type: ignore[arg-type]
    return (_THROW if isinstance(given, Throw) else _BLAST, _index(gear, given.weapon), *aimed)


def _targets(match: Match) -> tuple[str, ...]:
    """Whom and what an action may be aimed at."""
    return (*match.fighters, *match.pieces)


def _over_scenery_data(match: Match, start: Point, given: Climb | Swim | Jump | Hide) -> tuple[int, ...]:
    piece = _index(tuple(match.pieces), given.piece)
    if isinstance(given, Climb):
        return (_CLIMB, piece, _near(start, given.at)) if given.at else (_CLIMB, piece)
    if isinstance(given, Swim):
        return (_SWIM, piece, _near(start, given.to))
    return (_JUMP if isinstance(given, Jump) else _HIDE, piece)


def _over_scenery_from(match: Match, start: Point, kind: int, rest: list[Any]) -> Climb | Swim | Jump | Hide:
    index, *at = rest
    piece = _name(tuple(match.pieces), index)
    if kind == _CLIMB:
        return Climb(piece, _unnear(start, at[0]) if at else ())
    if kind == _SWIM:
        return Swim(piece, _unnear(start, at[0]))
    return Jump(piece) if kind == _JUMP else Hide(piece)


def _action_from(match: Match, name: str, data: Any) -> Answer:
    ids, gear, start = _targets(match), _gear_names(match, name), match.fighters[name].at
    assert start
    if type(data) is int:
        if data < 2:
            return Extinguish() if data else End()
        to = _unnear(start, data - 2)
        return Move(route(match, name, to) or (to,))
    kind, *rest = data
    if kind == _MOVE:
        return Move(_path_from(start, tuple(rest)))
    if kind == _CHARGE:
        target, weapon, *way = rest
        foe = _name(ids, target)
        path = _path_from(start, tuple(way)) if way else (charge_path(match, name, foe) or ()) if foe else ()
        return Charge(path, foe, _name(gear, weapon))
    if kind == _ATTACK:
        target, weapon = rest
        return Attack(_name(ids, target), _name(gear, weapon))
    if kind == _SHOOT:
        target, weapon = rest
        return Shoot(_name(ids, target), _name(gear, weapon))
    if kind in (_THROW, _BLAST):
        weapon, target, *at = rest
        cls = Throw if kind == _THROW else Blast
        return cls(_name(gear, weapon), _name(ids, target), _undelta(start, at[0]) if at else ())
    if kind in (_CLIMB, _SWIM, _JUMP, _HIDE):
        return _over_scenery_from(match, start, kind, rest)
    if kind == _USE:
        ability, target, *spot = rest
        return Use(
            _name(_ability_names(match, name), ability),
            _name(ids, target),
            *((_undelta(start, spot[0]), spot[1]) if spot else ()),
        )
    raise Malformed("not_an_action", kind=kind)


# --- Territory management and infestation ---


def _likes(match: Match) -> tuple[str, ...]:
    """What a piece of one's own making may look like (TER-2)."""
    return tuple(dict.fromkeys(shape.like for shape in match.setup.pool if shape.like))


def _build_data(match: Match, given: Build) -> tuple[Any, ...]:
    """A piece of one's own making: each special rule as one number, the outline as a way from its first corner."""
    first, *others = given.outline
    return (
        tuple(_RULES.index(word) * _MOST_X + x for word, x in given.rules),
        (_delta((0, 0), first), *_path_data(first, tuple(others))),
        given.radius,
        _index(_likes(match), given.like),
    )


def _build_from(match: Match, data: tuple[Any, ...]) -> Build:
    rules, (first, *others), radius, like = data
    start = _undelta((0, 0), first)
    return Build(
        tuple((_RULES[rule // _MOST_X], rule % _MOST_X) for rule in rules),
        (start, *_path_from(start, tuple(others))),
        radius,
        _name(_likes(match), like),
    )


def _npf_data(match: Match, npfs: tuple[Any, ...], given: Npf) -> tuple[int, ...]:
    aim = (
        (_near(match.fighters[given.npf].at, given.at),)
        if given.at
        else ((_index(tuple(match.fighters), given.target),) if given.target else ())
    )
    return (npfs.index(given.npf), _OF_AN_NPF.index(given.action), *aim)


def _npf_from(match: Match, npfs: tuple[Any, ...], data: Any) -> Npf:
    index, action, *aim = data
    npf, word = npfs[index], _OF_AN_NPF[action]
    if not aim:
        return Npf(npf, word)
    if word == "prowl":
        return Npf(npf, word, at=_unnear(match.fighters[npf].at, aim[0]))
    return Npf(npf, word, _name(tuple(match.fighters), aim[0]))


# --- any answer ---


def answer_data(match: Match, given: Answer, vault: Vault | None) -> Any:
    question = match.pending
    assert isinstance(question, Decision)
    kind = question.kind
    if isinstance(given, Tactic):
        data = _tactic_data(match, given, vault)
        return data if kind == "tactic" else (_TACTIC, data)
    if kind == "action":
        return _action_data(match, question.fighter, given)
    if isinstance(given, Pick):
        return flow.options(match).index(given.value) if given.value != PASS else -1
    if isinstance(given, PickMany):
        names = [str(option) for option in question.options]
        return tuple(names.index(name) for name in given.values)
    if isinstance(given, Place):
        return (flow.options(match).index(given.what), _delta((0, 0), given.at), *((given.turn,) if given.turn else ()))
    if isinstance(given, Build):
        return _build_data(match, given)
    if isinstance(given, Npf):
        return _npf_data(match, question.options, given)
    if isinstance(given, Open):
        return (given.value, given.nonce)
    if vault is not None:
        clear = _clear_secret(match, given, vault)
        if clear is not None:
            return clear
    return (given.digest, given.deployment) if isinstance(given, Seal) else given.digests  # type: ignore[union-attr]


def _clear_secret(match: Match, given: Answer, vault: Vault) -> Any:
    """What a sealed answer hides, for its own vault: kept there just before."""
    if isinstance(given, Hand):
        cards = flow.options(match)
        if len(vault.cards) != len(given.digests):
            return None
        return tuple(cards.index(str(kept.value)) for kept in vault.cards)
    kept = vault.bid if match.pending.kind == "bid" else vault.mission  # type: ignore[union-attr]
    if kept is None:
        return None  # sealed with another secret, or a value it may not hold: written as it is
    return kept.value if isinstance(kept.value, int) else (flow.options(match).index(kept.value), 0)


def answer_from(match: Match, player: int, data: Any, vault: Vault | None) -> Answer:
    question = match.pending
    assert isinstance(question, Decision)
    kind, choices = question.kind, flow.options(match) if question.kind != "action" else ()
    if kind in MOMENTS and isinstance(data, tuple) and data[:1] == (_TACTIC,):
        return _tactic_from(match, data[1], vault)
    if kind == "action":
        return _action_from(match, question.fighter, data)
    if kind == "npf":
        return _npf_from(match, choices, data)
    if kind == "place" and isinstance(data, tuple) and isinstance(data[0], tuple):
        return _build_from(match, data)
    if kind in ("place", "deploy") and isinstance(data, tuple):
        what, where, *turned = data
        return Place(choices[what], _undelta((0, 0), where), *turned)
    if kind in ("remove_rage", "order"):
        return PickMany(tuple(choices[i] for i in data))
    if kind == "open":
        return Open(*data)
    if kind == "tactic" and isinstance(data, tuple):
        return _tactic_from(match, data, vault)
    if kind == "bid":
        if vault is None or isinstance(data, tuple):
            _forget(vault, "bid")
            return Seal(*data)
        return vault.seal_bid(match, data)
    if kind == "mission" and isinstance(data, tuple):
        if vault is None or isinstance(data[0], bytes):
            _forget(vault, "mission")
            return Seal(*data)
        card = missions.find(match, choices[data[0]])
        assert card is not None
        return vault.seal_mission(match, card)
    if kind == "hand":
        if vault is None or any(isinstance(item, bytes) for item in data):
            return Hand(data)
        return vault.seal_hand(match, [choices[i] for i in data])
    return Pick(choices[data] if data != -1 else PASS)


def _forget(vault: Vault | None, what: str) -> None:
    """What a vault can't explain it does not open."""
    if vault is not None:
        setattr(vault, what, None)
