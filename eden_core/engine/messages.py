"""All that crosses the border of a match: questions (Decision, Roll), answers, and events.

A match at rest waits for exactly one question. Everything here is plain and serialisable; texts for people live in
`web/texts` under the codes used here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Union, cast

from eden_core.errors import Malformed

__all__ = [
    "NOBODY",
    "NOWHERE",
    "PASS",
    "Answer",
    "Attack",
    "Blast",
    "Build",
    "Charge",
    "Climb",
    "Decision",
    "End",
    "Event",
    "Extinguish",
    "Hand",
    "Hide",
    "Jump",
    "Move",
    "Npf",
    "Open",
    "Pick",
    "PickMany",
    "Place",
    "Point",
    "Question",
    "Roll",
    "Seal",
    "Shoot",
    "Swim",
    "Tactic",
    "Throw",
    "Use",
    "check_shape",
]

Point = tuple[int, int]
Spot = Union[Point, tuple[()]]  # a place on the field, or () for none
NOWHERE = cast(Point, ())  # where a fighter or NPF stands that is not on the field: `on_field` says which
NOBODY = ""
PASS = ""  # the answer that declines: pass, no interrupt, no card, not cancelled


class Decision(NamedTuple):
    """A question to one player, or to several at once when it is secret (`owners` are those still to answer).

    `kind` is the question's name, the one that a scenario's plays use (`eden_core.scenarios.plays`); `open` besides:
    show what was sealed. `fighter` is whom it is about, `target` whom it is against, `card` the tactical card, `rule`
    why it is asked.
    """

    kind: str
    owners: tuple[int, ...]
    rule: str
    fighter: str = NOBODY
    target: str = NOBODY
    card: str = ""
    options: tuple[str, ...] | tuple[int, ...] = ()  # finite choices kept in the question; else worked out when read
    into: str = ""  # the frame's field that takes the answer


class Roll(NamedTuple):
    """A question to chance: `dice` D6, read as `successes` against a difficulty, a `face`, or `faces` (raw).

    `fighter` rolls (or is rolled for), `reason` names the roll (`hit`, `location`, `strength`, `dodge`,
    `opposition`, `disengage`, `burn`, `fear`, `explosion`, `first_player`, `test`), `target` the other side.
    Difficulty 0: not read so.
    """

    reason: str
    dice: int
    rule: str
    read: str = "successes"
    difficulty: int = 0
    fighter: str = NOBODY
    target: str = NOBODY
    into: str = ""


def dice_left(dice: int, difficulty: int) -> tuple[int, int]:
    """ROLL-2: the dice and the difficulty of a roll after each point of difficulty above 6 has cost a die."""
    return (dice - (difficulty - 6), 6) if difficulty > 6 else (dice, difficulty)


Question = Union[Decision, Roll]


# --- answers ---


class Pick(NamedTuple):
    """One of the finite options: an id, a word or a number; PASS declines."""

    value: str | int


class PickMany(NamedTuple):
    """Several of the options in an order: `remove_rage`, `order`."""

    values: tuple[str, ...]


class Seal(NamedTuple):
    """A secret answer: the digest of what is kept in the vault; a face-down mission shows its deployment type."""

    digest: bytes
    deployment: str = ""


class Hand(NamedTuple):
    """The hand of tactical cards, each card sealed by itself (PREP-8)."""

    digests: tuple[bytes, ...]


class Open(NamedTuple):
    """Shows what was sealed: the clear value and its nonce."""

    value: str | int
    nonce: bytes


class Place(NamedTuple):
    """`deploy` (what = fighter's id) and `place` (what = the shape's id); turn in degrees, a multiple of 15."""

    what: str
    at: Point
    turn: int = 0


class Build(NamedTuple):
    """A piece of one's own making (TER-2).

    Its special rules, its outline on the field (or a disc's centre, with its radius), and what it looks like ("" for
    nothing).
    """

    rules: tuple[tuple[str, int], ...]
    outline: tuple[Point, ...]
    radius: int = 0
    like: str = ""


class Tactic(NamedTuple):
    """Plays card `index` of the hand: its id, nonce, and what it aims at."""

    card: str
    index: int  # type: ignore[assignment]
    nonce: bytes
    target: str = NOBODY
    at: Spot = ()
    turn: int = 0


class Move(NamedTuple):
    """ACN-2: the points after the start."""

    path: tuple[Point, ...]


class Charge(NamedTuple):
    """ACN-4: the points after the start, and who is attacked at its end."""

    path: tuple[Point, ...]
    target: str
    weapon: str = ""


class Climb(NamedTuple):
    """TER-CLI: onto a piece in contact; `at` where the edition lets the player choose, else ()."""

    piece: str
    at: Spot = ()


class Swim(NamedTuple):
    """TER-SWI: across a piece in contact, to a place in contact with it."""

    piece: str
    to: Point


class Jump(NamedTuple):
    """TER-JUM: over a piece in contact, or from a raised place onto another raised piece."""

    piece: str


class Hide(NamedTuple):
    """TER-HID: a Move of no length that hides in a piece in contact."""

    piece: str


class Npf(NamedTuple):
    """NPF-4: activates an NPF; `action` is "attack" or "charge" (on `target`), or "prowl" (to the place `at`)."""

    npf: str
    action: str
    target: str = NOBODY
    at: Spot = ()


class Attack(NamedTuple):
    """An attack on an enemy in contact (ACN-6, melee) or on a piece (TER-DES).

    `weapon` is one of the best melee weapons; "" takes the best.
    """

    target: str
    weapon: str = ""


class Shoot(NamedTuple):
    """SHT-1."""

    target: str
    weapon: str


class Throw(NamedTuple):
    """THR-1: a point, or a fighter standing on it."""

    weapon: str
    target: str = NOBODY
    at: Spot = ()


class Blast(NamedTuple):
    """BLA-1: the template turned toward a point (a fighter means its base's centre)."""

    weapon: str
    target: str = NOBODY
    at: Spot = ()


class Use(NamedTuple):
    """ABI-2: an action ability, on a fighter, at a place, or neither; turn in degrees, a multiple of 15."""

    ability: str
    target: str = NOBODY
    at: Spot = ()
    turn: int = 0


class Extinguish(NamedTuple):
    """ACN-8."""


class End(NamedTuple):
    """ACT-8: the activation is over."""


Answer = Union[
    Pick,
    PickMany,
    Seal,
    Hand,
    Open,
    Place,
    Build,
    Tactic,
    Move,
    Charge,
    Climb,
    Swim,
    Jump,
    Hide,
    Attack,
    Shoot,
    Throw,
    Blast,
    Use,
    Extinguish,
    Npf,
    End,
]


# --- what is an answer at all ---

LONGEST_PATH = 64  # points of a way: far more than anybody walks
LONGEST_NAME = 100
LARGEST_NUMBER = 1 << 20


def _is_number(value: object) -> bool:
    return type(value) is int and -LARGEST_NUMBER <= value <= LARGEST_NUMBER


def _is_name(value: object) -> bool:
    if type(value) is not str or len(value) > LONGEST_NAME:
        return False
    return value.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in value)


def _is_clear(value: object) -> bool:
    return _is_number(value) or _is_name(value)


def _is_digest(value: object) -> bool:
    return type(value) is bytes and len(value) == 32


def _is_point(value: object) -> bool:
    return type(value) is tuple and len(value) == 2 and _is_number(value[0]) and _is_number(value[1])


def _is_spot(value: object) -> bool:
    return value == () or _is_point(value)


def _is_rule(value: object) -> bool:
    return type(value) is tuple and len(value) == 2 and _is_name(value[0]) and _is_number(value[1])


def _is_turn(value: object) -> bool:
    return type(value) is int and 0 <= value < 360


def _all(check: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: type(value) is tuple and len(value) <= LONGEST_PATH and all(check(item) for item in value)


_SHAPES: dict[type, tuple[Callable[[object], bool], ...]] = {
    Pick: (_is_clear,),
    PickMany: (_all(_is_name),),
    Seal: (_is_digest, _is_name),
    Hand: (_all(_is_digest),),
    Open: (_is_clear, _is_digest),
    Place: (_is_name, _is_point, _is_turn),
    Build: (_all(_is_rule), _all(_is_point), _is_number, _is_name),
    Climb: (_is_name, _is_spot),
    Swim: (_is_name, _is_point),
    Jump: (_is_name,),
    Hide: (_is_name,),
    Npf: (_is_name, _is_name, _is_name, _is_spot),
    Tactic: (_is_name, _is_number, _is_digest, _is_name, _is_spot, _is_turn),
    Move: (_all(_is_point),),
    Charge: (_all(_is_point), _is_name, _is_name),
    Attack: (_is_name, _is_name),
    Shoot: (_is_name, _is_name),
    Throw: (_is_name, _is_name, _is_spot),
    Blast: (_is_name, _is_name, _is_spot),
    Use: (_is_name, _is_name, _is_spot, _is_turn),
    Extinguish: (),
    End: (),
}


def check_shape(given: object) -> None:
    """Raise `Malformed` for what is no answer at all: another class, or a field of another kind or size.

    Everything behind it, rules and codec, may then trust the types.
    """
    checks = _SHAPES.get(type(given))
    if checks is None:
        raise Malformed("not_an_answer", kind=type(given).__name__)
    answer = cast(Answer, given)
    for name, check, value in zip(answer._fields, checks, answer):
        if not check(value):
            raise Malformed("not_an_answer", where=f"{type(given).__name__.lower()}.{name}")


class Event(NamedTuple):
    """A fact that came about: a past participle, the rule's number, and values by name."""

    code: str
    rule: str
    values: tuple[tuple[str, object], ...]

    def get(self, name: str, default: object = "") -> object:
        """The value of one name."""
        for key, value in self.values:
            if key == name:
                return value
        return default
