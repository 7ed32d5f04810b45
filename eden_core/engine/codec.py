"""Canonical bytes of a match: its id, its whole state and that state's hash.

`state_bytes` and `restore` are exact inverses; equal states have equal bytes on any machine. The record of a match
(set-up and answers) is in `record.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from hashlib import sha256
from typing import Any

from eden_core.engine import messages
from eden_core.engine.cbor import decode, encode
from eden_core.engine.field import Marker, Piece, Zone
from eden_core.engine.match import NPF, Due, Fighter, Match, Modifier, Setup, Side, Table
from eden_core.engine.procedures import PROCEDURES, Frame
from eden_core.errors import Malformed
from eden_core.ruleset import Ruleset

__all__ = ["restore", "ruleset_data", "setup_bytes", "setup_id", "state_bytes", "state_hash"]

# What may stand in a frame or be pending besides plain values, by name.
_RECORDS: dict[str, Any] = {
    name: getattr(messages, name) for name in messages.__all__ if hasattr(getattr(messages, name), "_fields")
}
_NO_NAMES: Mapping[str, str] = {}


def ruleset_data(ruleset: Ruleset) -> tuple[Any, ...]:
    """A ruleset whole, switch by switch, by name."""
    return tuple((field.name, getattr(ruleset, field.name)) for field in fields(ruleset))


def setup_bytes(setup: Setup) -> bytes:
    """The canonical bytes of a set-up, all cards in full."""
    return encode((ruleset_data(setup.ruleset), *setup[1:]))


def setup_id(setup: Setup) -> bytes:
    """The match's id: 32 bytes."""
    return sha256(b"eden/setup/1" + setup_bytes(setup)).digest()


def state_hash(match: Match, names: Mapping[str, str] = _NO_NAMES) -> bytes:
    """The hash of all that a match is at this moment: 32 bytes, the same for owner, opponent and spectator.

    With `names` it is the hash that a release made in which procedures, and fields for answers, had other names: these
    by today's.
    """
    return sha256(b"eden/state/1" + state_bytes(match, names)).digest()


def state_bytes(match: Match, names: Mapping[str, str] = _NO_NAMES) -> bytes:
    """The canonical bytes of a match's whole state (its set-up by id)."""
    pending = match.pending
    if pending is not None and pending.into in names:
        pending = pending._replace(into=names[pending.into])
    return encode(
        (
            match.id,
            match.table,
            match.sides[1],
            match.sides[2],
            tuple((f.id, f.player, f.profile.id, *f[3:]) for f in match.fighters.values()),
            tuple(match.pieces.values()),
            tuple(match.markers.values()),
            tuple(match.zones.values()),
            match.modifiers,
            match.pool,
            match.due,
            tuple(_frame_data(frame, names) for frame in match.frames),
            _tagged(pending) if pending is not None else (),
            match.answers,
        )
    )


def restore(data: bytes, setup: Setup) -> Match:
    """The match that `state_bytes` wrote, given its set-up. Raises `Malformed` when they don't belong together."""
    try:
        (
            match_id,
            table,
            one,
            two,
            fighters,
            pieces,
            markers,
            zones,
            modifiers,
            pool,
            due,
            frames,
            pending,
            answers,
        ) = decode(data)
        match = Match(setup, match_id)
        if match_id != setup_id(setup):
            raise Malformed("state_of_another_match")
        profiles = {
            (player, profile.id): profile for player, troop in enumerate(setup.troops, 1) for profile in troop.profiles
        }
        profiles.update(((NPF, profile.id), profile) for profile in setup.npfs)
        match.table = Table(*table)
        match.sides = {1: Side(*one), 2: Side(*two)}
        for name, player, profile, *rest in fighters:
            rest[-1] = tuple(Marker(*marker) for marker in rest[-1])
            match.fighters[name] = Fighter(name, player, profiles[player, profile], *rest)
        match.pieces = {piece[0]: Piece(*piece) for piece in pieces}
        match.markers = {marker[0]: Marker(*marker) for marker in markers}
        match.zones = {zone[0]: Zone(*zone) for zone in zones}
        match.modifiers = tuple(Modifier(*modifier) for modifier in modifiers)
        match.pool = pool
        match.due = tuple(Due(*each) for each in due)
        match.frames = [_frame_from(frame) for frame in frames]
        match.pending = _untagged(pending) if pending else None
        match.answers = answers
        if match.pending is not None and (
            not match.frames or match.pending.into not in {*match.frames[-1].remembers, "sealed", "shown"}
        ):
            raise Malformed("not_a_state", where="pending")
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, AssertionError) as error:
        raise Malformed("not_a_state", detail=str(error)) from None
    return match


def _tagged(value: Any) -> Any:
    """A value with every record named: {name: fields}; plain values as they are."""
    if isinstance(value, tuple):
        items = tuple(_tagged(item) for item in value)
        return {type(value).__name__: items} if hasattr(value, "_fields") else items
    return value


def _untagged(value: Any) -> Any:
    if isinstance(value, dict):
        ((name, items),) = value.items()
        return _RECORDS[name](*_untagged(items))
    return tuple(_untagged(item) for item in value) if isinstance(value, tuple) else value


def _frame_data(frame: Frame, names: Mapping[str, str]) -> tuple[Any, ...]:
    name = type(frame).__name__
    return (
        names.get(name, name),
        frame.at,
        frame.into,
        _tagged(frame.result),
        *(_tagged(getattr(frame, name)) for name in frame.remembers),
    )


def _frame_from(data: tuple[Any, ...]) -> Frame:
    name, at, into, result, *values = data
    cls = PROCEDURES[name]
    if len(values) != len(cls.remembers) or not 0 <= at <= len(cls.steps):
        raise Malformed("not_a_state", frame=name)
    frame = object.__new__(cls)
    frame.__dict__.update(zip(cls.remembers, (_untagged(value) for value in values)))
    frame.at, frame.into, frame.result = at, into, _untagged(result)
    return frame
