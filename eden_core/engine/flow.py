"""Frames and steps: the engine that runs procedures, holds one pending question, and takes its answer.

A rule that takes time is a procedure: a class whose fields are all that it remembers and whose methods, in the
rulebook's order, are its steps, each tagged with the numbers of the rules it carries out. A step returns nothing (next
step), a `Decision` or `Roll` (a question), a `Call` (push a procedure), a `Goto`, or `DONE`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar, Union, dataclass_transform

from eden_core.engine.messages import Answer, Decision, Event, Pick, Roll, check_shape, dice_left
from eden_core.errors import Illegal, Malformed

if TYPE_CHECKING:
    from eden_core.engine.match import Match

__all__ = [
    "DONE",
    "PROCEDURES",
    "Call",
    "Frame",
    "Goto",
    "advance",
    "answer",
    "can",
    "kind_of",
    "options",
    "procedure",
    "roll",
    "step",
    "why_not",
]


class Call(NamedTuple):
    """Push a procedure; what it leaves in its `result` goes into the caller's field `into`."""

    frame: Frame
    into: str = ""


class Goto(NamedTuple):
    """Go on at another step of this procedure."""

    step: str


DONE = Goto("")
Result = Union[None, Decision, Roll, Call, Goto]
Step = Callable[[Any, "Match"], Result]
S = TypeVar("S", bound=Step)
F = TypeVar("F", bound="type[Frame]")

PROCEDURES: dict[str, type[Frame]] = {}


class Frame:
    """One procedure under way. `at` is the index of its next step; a resting match lies between two steps."""

    at: int = 0
    into: str = ""  # the caller's field that takes `result`
    result: Any = 0
    steps: ClassVar[list[Step]]
    places: ClassVar[dict[str, int]]
    remembers: ClassVar[tuple[str, ...]]

    def copy(self) -> Frame:
        """An independent copy."""
        new: Frame = object.__new__(type(self))
        new.__dict__ = self.__dict__.copy()
        return new

    def ask(self, kind: str, owner: int, options: Iterable[Any], into: str, rule: str, **about: Any) -> Decision | None:
        """A decision among finite options; a single one is taken unasked (it must depend on public state alone)."""
        choices = tuple(options)
        if len(choices) == 1:
            setattr(self, into, choices[0])
            return None
        return Decision(kind, (owner,), rule, options=choices, into=into, **about)

    def roll(
        self, reason: str, dice: int, difficulty: int, into: str, rule: str, fighter: str = "", target: str = ""
    ) -> Roll | None:
        """A characteristic roll; difficulty above 6 costs dice, no dice fail unasked (ROLL-1, ROLL-2, ROLL-3)."""
        dice, difficulty = dice_left(dice, difficulty)
        if dice <= 0:
            setattr(self, into, 0)
            return None
        return Roll(reason, dice, rule, "successes", difficulty, fighter, target, into)


def step(*rules: str) -> Callable[[S], S]:
    """Mark a method as a step that carries out these rules."""

    def mark(function: S) -> S:
        function.rules = rules  # type: ignore[attr-defined]
        return function

    return mark


@dataclass_transform()
def procedure(cls: F) -> F:
    """Register a frame class; its steps are its marked methods in order, its dataclass fields what it remembers."""
    made: type[Frame] = dataclass(eq=False)(cls)
    made.steps = [f for f in vars(cls).values() if hasattr(f, "rules")]
    made.places = {f.__name__: i for i, f in enumerate(made.steps)}
    made.remembers = tuple(field.name for field in fields(made))  # type: ignore[arg-type]
    assert made is cls and made.steps and cls.__name__ not in PROCEDURES
    assert not {"at", "into", "result"} & set(made.remembers), "a frame's own"
    PROCEDURES[cls.__name__] = made
    return cls


# --- kinds of decisions: what may be answered ---


class Kind(NamedTuple):
    """How a decision of one kind lists its options and judges an answer."""

    options: Callable[[Match, Decision], tuple[Any, ...]]
    why_not: Callable[[Match, Decision, int, Answer], Illegal | None]


KINDS: dict[str, Kind] = {}


def _listed(match: Match, decision: Decision) -> tuple[Any, ...]:
    return decision.options


def _is_listed(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    if isinstance(given, Pick) and any(
        given.value == option and type(given.value) is type(option)
        for option in KINDS[decision.kind].options(match, decision)
    ):
        return None
    return Illegal("not_an_option", decision.rule, given=_clear(given))


def _clear(given: Answer) -> str:
    return str(given.value) if isinstance(given, Pick) else type(given).__name__.lower()


def kind_of(
    name: str,
    options: Callable[[Match, Decision], tuple[Any, ...]] = _listed,
    why_not: Callable[[Match, Decision, int, Answer], Illegal | None] = _is_listed,
) -> None:
    """Register a kind of decision; finite ones need only their name."""
    assert name not in KINDS
    KINDS[name] = Kind(options, why_not)


def options(match: Match) -> tuple[Any, ...]:
    """The pending decision's options: complete for finite choices, else what bounds them; () for a roll or the end."""
    question = match.pending
    return KINDS[question.kind].options(match, question) if isinstance(question, Decision) else ()


def why_not(match: Match, player: int, given: Answer) -> Illegal | None:
    """The rule against this answer to the pending decision, or None when it is legal.

    Raises `Malformed` for what is no answer at all.
    """
    check_shape(given)
    question = match.pending
    if not isinstance(question, Decision):
        return Illegal("nothing_to_decide", "GEN-4")
    if player not in question.owners:
        return Illegal("not_your_decision", question.rule, player=player)
    return KINDS[question.kind].why_not(match, question, player, given)


def can(match: Match, player: int, given: Answer) -> bool:
    """Whether this answer to the pending decision is legal."""
    return why_not(match, player, given) is None


# --- running ---


def answer(match: Match, player: int, given: Answer) -> tuple[Event, ...]:
    """Give a player's answer and run on; the events that followed.

    Raises `Illegal` for one against the rules and `Malformed` for what is no answer; then nothing has changed.
    """
    refusal = why_not(match, player, given)
    if refusal is not None:
        raise refusal
    question = match.pending
    assert isinstance(question, Decision)
    frame = match.frames[-1]
    match.events = []
    match.answers += 1
    value: Any = given.value if isinstance(given, Pick) else given
    if len(question.owners) > 1 or question.kind in ("bid", "open"):
        getattr(frame, question.into)(match, player, value)
        left = tuple(owner for owner in question.owners if owner != player)
        match.pending = question._replace(owners=left) if left else None
        if left:
            return tuple(match.events)
    else:
        setattr(frame, question.into, value)
        match.pending = None
    advance(match)
    return tuple(match.events)


def roll(match: Match, faces: tuple[int, ...]) -> tuple[Event, ...]:
    """Give chance's answer, one face a die, and run on. Raises `Malformed` for a wrong number of dice or a face."""
    question = match.pending
    if not isinstance(question, Roll):
        raise Malformed("no_roll_is_due", "ROLL-1")
    if (
        type(faces) is not tuple
        or len(faces) != question.dice
        or not all(type(face) is int and 1 <= face <= 6 for face in faces)
    ):
        raise Malformed("wrong_dice", "ROLL-1", expected=question.dice)
    match.events = []
    match.answers += 1
    match.pending = None
    values: dict[str, Any] = {"reason": question.reason, "fighter": question.fighter, "dice": faces}
    if question.read == "successes":
        result: Any = sum(face >= question.difficulty for face in faces)
        values["difficulty"], values["successes"] = question.difficulty, result
    else:
        result = faces[0] if question.read == "face" else faces
    match.emit("rolled", question.rule, **values)
    setattr(match.frames[-1], question.into, result)
    advance(match)
    return tuple(match.events)


def advance(match: Match) -> None:
    """Run steps until a question is pending or nothing is left."""
    frames = match.frames
    while frames and match.pending is None:
        frame = frames[-1]
        at = frame.at
        if at == len(frame.steps):
            frames.pop()
            if frame.into:
                setattr(frames[-1], frame.into, frame.result)
            continue
        frame.at = at + 1
        result = frame.steps[at](frame, match)
        if result is None:
            continue
        if type(result) is Goto:
            frame.at = frame.places[result.step] if result.step else len(frame.steps)
        elif type(result) is Call:
            result.frame.into = result.into
            frames.append(result.frame)
        else:
            match.pending = result  # type: ignore[assignment]
