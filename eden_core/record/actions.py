"""The record of an action of the active fighter: its number and its fields, each as a small number.

A field is written by its name (`_FIELDS`), so that an action made of such fields needs nothing here. The others have a
form of their own: a Move is its destination, with corners only where `route` would go otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from eden_core.engine.match import Match
from eden_core.engine.messages import Answer, Blast, Charge, End, Extinguish, Move, Point, Throw, Use
from eden_core.errors import Malformed
from eden_core.record.numbers import far, index_of, name_at, near, path_data, path_from, unfar, unnear
from eden_core.rules.actions.options import Action, action_of
from eden_core.rules.cards.abilities import action_abilities
from eden_core.rules.common.paths import charge_path, route
from eden_core.rules.start import ACTIONS

__all__ = ["action_data", "action_from"]


class _Scene(NamedTuple):
    """The state that an action answers: its names are written by their index, its places from the fighter's own."""

    match: Match
    name: str
    start: Point

    @property
    def targets(self) -> tuple[str, ...]:
        """The fighters and pieces that an action may be aimed at."""
        return (*self.match.fighters, *self.match.pieces)

    @property
    def pieces(self) -> tuple[str, ...]:
        return tuple(self.match.pieces)

    @property
    def gear(self) -> tuple[str, ...]:
        return tuple(gear.name for gear in self.match.fighters[self.name].profile.gear)

    @property
    def abilities(self) -> tuple[str, ...]:
        return tuple(ability.id for ability in action_abilities(self.match, self.match.fighters[self.name]))


class _Form(NamedTuple):
    """The form of a field, or of a whole action: how to write it and how to read it."""

    write: Callable[[_Scene, Any], Any]
    read: Callable[[_Scene, Any], Any]


# A field of an answer, by its name -> how it is written. A last field that says nothing (an empty place) is left out.
_FIELDS: dict[str, _Form] = {
    "target": _Form(lambda at, value: index_of(at.targets, value), lambda at, data: name_at(at.targets, data)),
    "piece": _Form(lambda at, value: index_of(at.pieces, value), lambda at, data: name_at(at.pieces, data)),
    "weapon": _Form(lambda at, value: index_of(at.gear, value), lambda at, data: name_at(at.gear, data)),
    "at": _Form(lambda at, value: near(at.start, value), lambda at, data: unnear(at.start, data)),
    "to": _Form(lambda at, value: near(at.start, value), lambda at, data: unnear(at.start, data)),
}


# --- forms of their own ---


def _move_data(at: _Scene, given: Move) -> Any:
    if given.path and route(at.match, at.name, given.path[-1]) == given.path:
        return 2 + near(at.start, given.path[-1])
    return path_data(at.start, given.path)


def _move_from(at: _Scene, data: Any) -> Move:
    if type(data) is int:
        to = unnear(at.start, data - 2)
        return Move(route(at.match, at.name, to) or (to,))
    return Move(path_from(at.start, tuple(data)))


def _charge_data(at: _Scene, given: Charge) -> tuple[int, ...]:
    usual = charge_path(at.match, at.name, given.target) == given.path
    way = () if usual else path_data(at.start, given.path)
    return (index_of(at.targets, given.target), index_of(at.gear, given.weapon), *way)


def _charge_from(at: _Scene, data: Any) -> Charge:
    target, weapon, *way = data
    foe = name_at(at.targets, target)
    usual = (charge_path(at.match, at.name, foe) or ()) if foe and not way else ()
    return Charge(path_from(at.start, tuple(way)) if way else usual, foe, name_at(at.gear, weapon))


def _aim_data(at: _Scene, given: Throw | Blast) -> tuple[int, ...]:
    if given.target:
        return (index_of(at.gear, given.weapon), index_of(at.targets, given.target))
    return (index_of(at.gear, given.weapon), 0, far(at.start, given.at))  # type: ignore[arg-type]


def _aim_from(made: type[Throw | Blast]) -> Callable[[_Scene, Any], Throw | Blast]:
    def read(at: _Scene, data: Any) -> Throw | Blast:
        weapon, target, *point = data
        spot = unfar(at.start, point[0]) if point else ()
        return made(name_at(at.gear, weapon), name_at(at.targets, target), spot)

    return read


def _use_data(at: _Scene, given: Use) -> tuple[int, ...]:
    aim = (index_of(at.abilities, given.ability), index_of(at.targets, given.target))
    return (*aim, far(at.start, given.at), given.turn) if given.at else aim


def _use_from(at: _Scene, data: Any) -> Use:
    ability, target, *spot = data
    aim = (unfar(at.start, spot[0]), spot[1]) if spot else ()
    return Use(name_at(at.abilities, ability), name_at(at.targets, target), *aim)


_FORMS: dict[type[Any], _Form] = {
    Move: _Form(_move_data, _move_from),
    Charge: _Form(_charge_data, _charge_from),
    Throw: _Form(_aim_data, _aim_from(Throw)),
    Blast: _Form(_aim_data, _aim_from(Blast)),
    Use: _Form(_use_data, _use_from),
    End: _Form(lambda at, given: 0, lambda at, data: End()),
    Extinguish: _Form(lambda at, given: 1, lambda at, data: Extinguish()),
}


# --- any action ---


def _scene(match: Match, name: str) -> _Scene:
    start = match.fighters[name].at
    assert start
    return _Scene(match, name, start)


def action_data(match: Match, name: str, given: Answer) -> Any:
    """Write an action of the active fighter: one number for the commonest, else its number and what it says."""
    action, at = action_of(given), _scene(match, name)
    assert action is not None
    form = _FORMS.get(type(given))
    data = form.write(at, given) if form is not None else _fields_data(at, given)
    return (action.number, *data) if isinstance(data, tuple) else data


def _fields_data(at: _Scene, given: Any) -> tuple[Any, ...]:
    said = given if given[-1] != () else given[:-1]
    return tuple(_FIELDS[field].write(at, value) for field, value in zip(given._fields, said))


def action_from(match: Match, name: str, data: Any) -> Answer:
    """Read an action of the active fighter: the inverse of `action_data`. Raises `Malformed` for anything else."""
    at = _scene(match, name)
    if type(data) is int:
        simple: Answer = _FORMS[(End, Extinguish)[data] if 0 <= data < 2 else Move].read(at, data)
        return simple
    number, *said = data
    action = next((entry for entry in ACTIONS if entry.number == number), None)
    if action is None or not action.number:
        raise Malformed("not_an_action", kind=number)
    form = _FORMS.get(action.answer)
    given: Answer = form.read(at, said) if form is not None else _fields_from(at, action, said)
    return given


def _fields_from(at: _Scene, action: Action, said: list[Any]) -> Any:
    fields = action.answer._fields
    if not len(fields) - (fields[-1] == "at") <= len(said) <= len(fields):
        raise Malformed("not_an_action", kind=action.number)
    return action.answer(*(_FIELDS[field].read(at, value) for field, value in zip(fields, said)))
