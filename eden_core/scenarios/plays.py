"""A scenario's plays as they are read from TOML (design/scenario.md, "Plays").

Each is one answer named after its question, dice, or expectations alone; `answers.py` gives them to the core.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from eden_core.cards import shipped as content
from eden_core.cards.fields import Fields
from eden_core.cards.records import Shape
from eden_core.cards.toml import LIKES
from eden_core.engine.match import Match
from eden_core.engine.messages import (
    LONGEST_PATH,
    PASS,
    Answer,
    Attack,
    Blast,
    Build,
    Climb,
    Hide,
    Jump,
    Move,
    Npf,
    Place,
    Point,
    Shoot,
    Swim,
    Tactic,
    Throw,
    Use,
)
from eden_core.rules.start import ACTIONS
from eden_core.scenarios.expectations import Expectation, is_fighter_to_come, is_piece_to_come, read_expectations
from eden_core.scenarios.placed import footprint, point, special_rules

__all__ = ["ACTION_KINDS", "OVER_SCENERY", "RULE_NUMBER", "UNASKED", "Play", "Ready", "agreed_scenery", "read_play"]

RULE_NUMBER = re.compile(r"[A-Z]{2,4}-[0-9A-Z]+b?")
ACTION_KINDS = {action.kind: action for action in ACTIONS}
OVER_SCENERY = {kind: action.rule for kind, action in ACTION_KINDS.items() if action.rule.startswith("TER-")}
# The rules by which an answer is out of place when its question is not asked; the first is the question's own.
UNASKED: dict[str, tuple[str, ...]] = {
    "bid": ("GEN-6", "PREP-3", "RND-4"),
    "first_player": ("PREP-3", "RND-4"),
    "leader": ("PREP-4",),
    "mission": ("PREP-5",),
    "half": ("PREP-7",),
    "deploy": ("PREP-7",),
    "hand": ("PREP-8",),
    "place": ("PREP-6", "TER-1", "TER-2"),
    "place npf": ("NPF-2",),
    "npf": ("NPF-4",),
    "tactic": ("TAC-1", "TAC-3", "MAT-9"),
    "pay": ("ABI-1", "ACN-1"),
    "cancel": ("TAC-2", "MAT-9"),
    "interrupt": ("ACT-1", "ACT-6"),
    "designate": ("ACT-1", "ACT-3", "ACT-4", "ACT-6"),
    "pass": ("ACT-4", "ACT-5", "PREP-6", "PREP-7", "TER-1", "NPF-2"),
    "reaction": ("MEL-1", "MEL-3", "MEL-4", "STA-2"),
    "shift": ("ROLL-6", "MEL-2", "SHT-4"),
    "strike": ("DIS-2", "STA-2"),
    "remove_rage": ("ITD-6",),
    "order": ("GEN-4", "GEN-8"),
    "claim": ("ITD-10",),
    **{action: ("ACT-8", "ACT-6") for action in ACTION_KINDS},
    "ability": ("ABI-2", "ACT-8", "ACT-6"),
    **{action: (rule, "ACT-8", "ACT-6") for action, rule in OVER_SCENERY.items()},
}


class Play(NamedTuple):
    """One play: an answer (`key` and `value`), dice, or expectations alone."""

    number: int
    by: int = 0
    fighter: str = ""
    key: str = ""
    value: Any = None
    dice: tuple[int, ...] = ()
    refused: str = ""
    expect: tuple[Expectation, ...] = ()


def agreed_scenery(played: list[Fields]) -> tuple[Shape, ...] | None:
    """The scenery that was agreed on (PREP-6).

    It is what the plays put down, where they go on to PREP-6b or PREP-7; else the default.
    """
    if not any("half" in fields.left or _places_npf(fields) for fields in played):
        return None
    shapes: list[Shape] = []
    for fields in played:
        place = fields.left.get("place")
        if isinstance(place, dict) and "refused" not in fields.left:
            shape = _shape(place.get("like"))
            if shape is not None:
                count = sum(other.like == shape.like for other in shapes)
                shapes.append(shape._replace(id=f"{shape.id}_{count + 1}") if count else shape)
    return tuple(shapes)


def _places_npf(fields: Fields) -> bool:
    place = fields.left.get("place")
    return isinstance(place, dict) and "npf" in place


def _shape(like: object) -> Shape | None:
    pieces = content.load().pieces
    for shape in pieces.values():
        if like in (shape.id, shape.like):
            return shape
    return None


def read_play(fields: Fields, number: int, match: Match) -> Play:
    """One `[[play]]`, checked as far as it can be without playing."""
    expect = read_expectations(fields.take("expect", {}), fields.path("expect"), match)
    if "dice" in fields.left:
        dice = tuple(fields.bounded("dice", face, 1, 6, "ROLL-1") for face in fields.items("dice", most=500))
        fields.done()
        return Play(number, dice=dice, expect=expect)
    if not fields.left:
        return Play(number, expect=expect)
    by = fields.number("by", 1, 2)
    fighter = _fighter(fields, "fighter", match) if "fighter" in fields.left else ""
    refused = fields.text("refused") if "refused" in fields.left else ""
    if refused and not RULE_NUMBER.fullmatch(refused):
        raise fields.fault("refused", "rule_number_expected", found=refused)
    keys = [key for key in fields.left if key in READERS]
    if len(keys) != 1:
        fields.done()
        raise fields.fault("", "one_answer_expected", found=sorted(keys))
    value = READERS[keys[0]](fields, keys[0], match)
    fields.done()
    return Play(number, by, fighter, keys[0], value, (), refused, expect)


Reader = Callable[[Fields, str, Match], Any]


def _fighter(fields: Fields, key: str, match: Match) -> str:
    value = fields.take(key)
    if not isinstance(value, str) or (value not in match.fighters and not is_fighter_to_come(match, value)):
        raise fields.fault(key, "unknown_id", found=value)
    return value


def _piece(fields: Fields, key: str, match: Match) -> str:
    value = fields.take(key)
    if not isinstance(value, str) or (value not in match.pieces and not is_piece_to_come(match, value)):
        raise fields.fault(key, "unknown_id", found=value)
    return value


def _target(fields: Fields, match: Match) -> str:
    """A fighter or a piece."""
    value = fields.left.get("target")
    if isinstance(value, str) and (value in match.pieces or is_piece_to_come(match, value)):
        return _piece(fields, "target", match)
    return _fighter(fields, "target", match)


def _inner(fields: Fields, key: str) -> Fields:
    return Fields(fields.take(key), fields.path(key), "")


def _inside(read: Callable[[Fields, Match], Any]) -> Reader:
    """Read a table of fields, and refuse what is left in it."""

    def reader(fields: Fields, key: str, match: Match) -> Any:
        inner = _inner(fields, key)
        answer = read(inner, match)
        inner.done()
        return answer

    return reader


def _path(fields: Fields) -> tuple[Point, ...]:
    return tuple(
        point(at, fields.path(f"path[{index}]")) for index, at in enumerate(fields.items("path", most=LONGEST_PATH))
    )


def _is_true(fields: Fields, key: str, match: Match) -> bool:
    if fields.take(key) is not True:
        raise fields.fault(key, "true_expected")
    return True


def _plainly(answer: Answer) -> Reader:
    """Read an answer that says nothing but itself: `end = true`."""
    return lambda fields, key, match: _is_true(fields, key, match) and answer


def _yes_or_no(fields: Fields, key: str, match: Match) -> bool:
    return bool(fields.flag(key))


def _whole(fields: Fields, key: str, match: Match) -> int:
    return fields.number(key, -999, 999)


def _word(fields: Fields, key: str, match: Match) -> str:
    return fields.text(key)


def _words(fields: Fields, key: str, match: Match) -> tuple[str, ...]:
    return tuple(fields.plain(key, word, 60) for word in fields.items(key))


def _id_or_false(fields: Fields, key: str, match: Match) -> str:
    return PASS if fields.left.get(key) is False and fields.left.pop(key) is False else _fighter(fields, key, match)


def _deploy(fields: Fields, key: str, match: Match) -> Place:
    inner = _inner(fields, key)
    answer = Place(_fighter(inner, "fighter", match), point(inner.take("at"), inner.path("at")))
    inner.done()
    return answer


def _tactic(fields: Fields, key: str, match: Match) -> Tactic | None:
    if fields.left.get(key) is False and fields.left.pop(key) is False:
        return None
    inner = _inner(fields, key)
    card = inner.text("play")
    if card not in content.load().tactics:
        raise inner.fault("play", "unknown_id", "MAT-9", found=card)
    at = point(inner.take("at"), inner.path("at")) if "at" in inner.left else ()
    target = _fighter(inner, "target", match) if "target" in inner.left else ""
    answer = Tactic(card, -1, bytes(32), target, at, inner.number("turn", -360, 360, 0) % 360)
    inner.done()
    return answer


@_inside
def _move(inner: Fields, match: Match) -> Move:
    return Move(_path(inner))


@_inside
def _charge(inner: Fields, match: Match) -> tuple[tuple[Point, ...] | None, str, str]:
    """Path (None: the core's own way), target, weapon."""
    return _path(inner) if "path" in inner.left else None, _target(inner, match), _weapon(inner)


def _weapon(fields: Fields) -> str:
    return fields.text("with") if "with" in fields.left else ""


@_inside
def _attack(inner: Fields, match: Match) -> Attack:
    return Attack(_target(inner, match), _weapon(inner))


@_inside
def _shoot(inner: Fields, match: Match) -> Shoot:
    return Shoot(_target(inner, match), _weapon(inner))


@_inside
def _throw(inner: Fields, match: Match) -> Throw:
    if ("at" in inner.left) == ("target" in inner.left):
        raise inner.fault("at", "at_or_target", "THR-1")
    weapon = _weapon(inner)
    if "at" in inner.left:
        return Throw(weapon, at=point(inner.take("at"), inner.path("at")))
    return Throw(weapon, _target(inner, match))


@_inside
def _blast(inner: Fields, match: Match) -> Blast:
    weapon = _weapon(inner)
    if isinstance(inner.left.get("toward"), str):
        return Blast(weapon, _fighter(inner, "toward", match))
    return Blast(weapon, at=point(inner.take("toward"), inner.path("toward")))


@_inside
def _ability(inner: Fields, match: Match) -> Use:
    use = inner.text("use")
    if use not in match.abilities and use not in content.load().abilities:
        raise inner.fault("use", "unknown_id", "ABI-2", found=use)
    target = _fighter(inner, "target", match) if "target" in inner.left else ""
    at = point(inner.take("at"), inner.path("at")) if "at" in inner.left else ()
    return Use(use, target, at, inner.number("turn", -360, 360, 0) % 360)


@_inside
def _climb(inner: Fields, match: Match) -> Climb:
    return Climb(_piece(inner, "on", match), point(inner.take("at"), inner.path("at")) if "at" in inner.left else ())


@_inside
def _swim(inner: Fields, match: Match) -> Swim:
    return Swim(_piece(inner, "across", match), point(inner.take("to"), inner.path("to")))


@_inside
def _jump(inner: Fields, match: Match) -> Jump:
    return Jump(_piece(inner, "over", match))


@_inside
def _hide(inner: Fields, match: Match) -> Hide:
    return Hide(_piece(inner, "in", match))


def _npf(fields: Fields, key: str, match: Match) -> Npf:
    inner = _inner(fields, key)
    name = _fighter(inner, "activate", match)
    given = [action for action in ("attack", "charge", "prowl") if action in inner.left]
    if len(given) != 1:
        raise fields.fault(key, "one_answer_expected", "NPF-4", found=given)
    if given[0] == "prowl":
        answer = Npf(name, "prowl", at=point(inner.take("prowl"), inner.path("prowl")))
    else:
        answer = Npf(name, given[0], _fighter(inner, given[0], match))
    inner.done()
    return answer


class Ready(NamedTuple):
    """A ready-made piece put down: what it is like, or its shape's id."""

    like: str
    at: Point
    turn: int


def _place(fields: Fields, key: str, match: Match) -> Ready | Build | Place:
    """A ready-made piece, one of one's own making, or an NPF."""
    inner = _inner(fields, key)
    answer: Ready | Build | Place
    if "npf" in inner.left:
        name = inner.text("npf")
        if all(name != profile.id for profile in match.setup.npfs) and name not in content.load().npfs:
            raise inner.fault("npf", "unknown_id", "NPF-2", found=name)
        answer = Place(name, point(inner.take("at"), inner.path("at")))
    elif {"rules", "outline", "disc"} & set(inner.left):
        outline, radius = footprint(inner, LONGEST_PATH)
        answer = Build(special_rules(inner), outline, radius, inner.text("like") if "like" in inner.left else "")
    else:
        like = inner.text("like")
        known = like in LIKES or _shape(like) is not None
        if not known and all(like not in (shape.id, shape.like) for shape in match.setup.pool):
            raise inner.fault("like", "unknown_id", "PREP-6", found=like)
        answer = Ready(like, point(inner.take("at"), inner.path("at")), inner.number("turn", -360, 360, 0) % 360)
    inner.done()
    return answer


READERS: dict[str, Reader] = {
    "bid": _whole,
    "first_player": _whole,
    "leader": _fighter,
    "mission": _word,
    "half": _word,
    "deploy": _deploy,
    "hand": _words,
    "tactic": _tactic,
    "cancel": _yes_or_no,
    "designate": _fighter,
    "interrupt": _id_or_false,
    "pass": _is_true,
    "move": _move,
    "charge": _charge,
    "attack": _attack,
    "shoot": _shoot,
    "throw": _throw,
    "blast": _blast,
    **{kind: _plainly(action.answer()) for kind, action in ACTION_KINDS.items() if not action.answer._fields},
    "reaction": _word,
    "shift": _whole,
    "strike": _yes_or_no,
    "pay": _yes_or_no,
    "ability": _ability,
    "remove_rage": _words,
    "order": _words,
    "claim": _whole,
    "place": _place,
    "climb": _climb,
    "swim": _swim,
    "jump": _jump,
    "hide": _hide,
    "npf": _npf,
}
