"""A scenario's expectations of a match, and which of them hold (design/scenario.md, "Expectations").

The pending question in readable form is here too, as expectations, the command line and bug reports show it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from eden_core.cards import shipped as content
from eden_core.cards.equipment import LIMBS
from eden_core.cards.vocabulary import CHARACTERISTICS
from eden_core.engine import flow
from eden_core.engine.characteristics import characteristic
from eden_core.engine.match import MARKERS, UNDECIDED, Fighter, Match, on_field, opponent
from eden_core.engine.messages import PASS, Decision, Roll
from eden_core.engine.vault import Vault
from eden_core.errors import Malformed
from eden_core.rules.cards.tactics import find, may_play, why_not_aimed
from eden_core.rules.common.decider import decider
from eden_core.scenarios.placed import point
from eden_core.scenarios.position import PHASES

__all__ = ["Expectation", "asked", "failures", "is_fighter_to_come", "is_piece_to_come", "read_expectations"]


class Expectation(NamedTuple):
    """One key and the value that it must have."""

    key: str
    value: object


# --- what plays put down ---

_NUMBERED = re.compile(r"_([2-9]|[1-9][0-9]+)$")


def is_fighter_to_come(match: Match, name: str) -> bool:
    """Return whether an id may be an NPF's that a play places: its card's, or that one numbered."""
    cards = {profile.id for profile in match.setup.npfs} | set(content.load().npfs)
    return name in cards or _NUMBERED.sub("", name) in cards


def is_piece_to_come(match: Match, name: str) -> bool:
    """Return whether an id may be a piece's that a play puts down; what is bought or built is numbered."""
    shapes = {shape.id for shape in match.setup.pool}
    if match.setup.territory and match.setup.pool:
        return name in shapes or _NUMBERED.sub("", name) in shapes | {"built"}
    return name in shapes


# --- reading ---


def _whole(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Malformed("whole_number_expected", "", where, found=value)
    return value


def _truth(value: object, where: str) -> int:
    if not isinstance(value, int) or value not in (0, 1):
        raise Malformed("true_or_false_expected", "", where, found=value)
    return int(value)


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise Malformed("text_expected", "", where, found=value)
    return value


def _phase(value: object, where: str) -> str:
    if value not in (*PHASES, "finished"):
        raise Malformed("unknown_phase", "", where, found=value)
    return str(value)


def _numbers(value: object, where: str) -> list[int]:
    if not isinstance(value, list) or len(value) != 2:
        raise Malformed("pair_expected", "", where, found=value)
    return [_whole(item, where) for item in value]


def _choices(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise Malformed("list_expected", "", where, found=value)
    return value


def _owner(value: object, where: str) -> object:
    return _numbers(value, where) if isinstance(value, list) else _whole(value, where)


Reader = Callable[[object, str], object]
_OF_A_FIGHTER: dict[str, Reader] = {
    "at": point,
    "ap": _whole,
    "on_field": _truth,
    "activated": _truth,
    "hidden": _truth,
    "raised": _truth,
    "attacks": _whole,
    "moves": _whole,
    **{f"lost.{limb}": _whole for limb in LIMBS},
    **{f"markers.{kind}": _whole for kind in MARKERS},
    **{name: _whole for name in CHARACTERISTICS},
}
_OF_A_PIECE: dict[str, Reader] = {"burn": _whole, "attacks": _whole, "like": _text}
_OF_THE_TABLE: dict[str, Reader] = {
    "sp": _numbers,
    "vp": _numbers,
    "round": _whole,
    "phase": _phase,
    "first_player": _whole,
    "winner": _whole,
    "pending": _text,
    "pending.by": _owner,
    "pending.options": _choices,
    "pending.dice": _whole,
}


def read_expectations(table: object, where: str, match: Match) -> tuple[Expectation, ...]:
    """An `[expect]` table; `Malformed` for a key that is none, an unknown id or a value of another kind."""
    if not isinstance(table, dict):
        raise Malformed("table_expected", "", where)
    found = []
    for key, value in _flat(table, ""):
        reader = _reader(key, match)
        if reader is None:
            raise Malformed("unknown_expectation", "", f"{where}.{key}")
        found.append(Expectation(key, reader(value, f"{where}.{key}")))
    return tuple(found)


def _flat(table: dict[str, Any], before: str) -> Iterator[tuple[str, object]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield before + key, value


def _reader(key: str, match: Match) -> Reader | None:
    if key in _OF_THE_TABLE:
        return _OF_THE_TABLE[key]
    name, _, what = key.partition(".")
    if name in match.fighters or is_fighter_to_come(match, name):
        return _OF_A_FIGHTER.get(what)
    if name == "scenery":
        piece, _, what = what.rpartition(".")
        return _OF_A_PIECE.get(what) if piece in match.pieces or is_piece_to_come(match, piece) else None
    return None


# --- judging ---


def failures(match: Match, vaults: dict[int, Vault], expected: tuple[Expectation, ...]) -> list[dict[str, object]]:
    """Those that don't hold: key, what was expected and what was found."""
    found = []
    for key, value in expected:
        stands = _value(match, vaults, key)
        wanted = list(value) if isinstance(value, tuple) else value
        if stands != wanted or isinstance(stands, bool) != isinstance(wanted, bool):
            found.append({"key": key, "expected": wanted, "found": stands})
    return found


def _value(match: Match, vaults: dict[int, Vault], key: str) -> object:
    name, _, what = key.partition(".")
    if name in match.fighters:
        return _of_fighter(match, match.fighters[name], what)
    if name == "scenery":
        piece, _, what = what.rpartition(".")
        return getattr(match.pieces[piece], what) if piece in match.pieces else None
    if name == "pending":
        pending = asked(match, vaults)
        return pending.get(what or "kind")
    table = match.table
    if is_fighter_to_come(match, name):
        return 0 if what == "on_field" else None
    if name == "winner":
        return None if table.winner == UNDECIDED else table.winner
    if name in ("sp", "vp"):
        return [getattr(match.sides[player], name) for player in (1, 2)]
    return getattr(table, name)


def _of_fighter(match: Match, fighter: Fighter, what: str) -> object:
    name, _, part = what.partition(".")
    if name == "at":
        return list(fighter.at)
    if name == "lost":
        return fighter.lost[LIMBS.index(part)]
    if name == "markers":
        return fighter.markers[MARKERS.index(part)]
    if name in CHARACTERISTICS:
        return characteristic(match, fighter, CHARACTERISTICS.index(name))
    stands = getattr(fighter, name)
    return int(bool(stands)) if _OF_A_FIGHTER[name] is _truth else int(stands)


# --- the pending question ---


def asked(match: Match, vaults: dict[int, Vault]) -> dict[str, object]:
    """The pending question: its kind, who answers, whom it is about, its options as the answers name them."""
    question = match.pending
    if question is None:
        return {"kind": "end"}
    if isinstance(question, Roll):
        roller = match.fighters.get(question.fighter)
        by = decider(match, roller.id, question.target) if roller else 0
        return {
            "kind": "roll",
            "by": by,
            "reason": question.reason,
            "dice": question.dice,
            "difficulty": question.difficulty,
            "fighter": question.fighter,
            "target": question.target,
            "rule": question.rule,
        }
    owners = question.owners
    return {
        "kind": question.kind,
        "by": owners[0] if len(owners) == 1 else list(owners),
        "rule": question.rule,
        "fighter": question.fighter,
        "target": question.target,
        "options": _options(match, vaults, question),
    }


def _options(match: Match, vaults: dict[int, Vault], question: Decision) -> list[object]:
    listed: Any = flow.options(match)
    if question.kind == "action":
        listed = {option.kind for option in listed}
    elif question.kind == "tactic":
        listed = _playable(match, question.owners[0], vaults)
    elif question.kind in ("cancel", "pay"):
        listed = [True]
    elif question.kind == "place" and question.rule != "NPF-2":
        listed = {shape.like for shape in match.setup.pool if shape.id in listed}
    return sorted(option for option in listed if option != PASS)


def _playable(match: Match, player: int, vaults: dict[int, Vault]) -> list[str]:
    """The cards in hand that may be played now on some target.

    For a card that needs a place, whether there is one is not asked.
    """
    if not may_play(match, player):
        return []
    found = []
    for _, name in vaults[player].hand(match):
        card = find(match, name)
        assert card is not None
        whom = {"ally": on_field(match, player), "enemy": on_field(match, opponent(player)), "any": on_field(match)}
        targets = [fighter.id for fighter in whom[card.target]] if card.target else [""]
        aimed = card._replace(place="")
        if any(why_not_aimed(match, player, aimed, target, (), 0, "tactic") is None for target in targets):
            found.append(name)
    return found
