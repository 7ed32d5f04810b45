"""Procedures: the frames that hold a rule under way, their steps, and what a step may return.

A rule that takes time is a procedure: a class whose fields are all that it remembers and whose methods, in the
rulebook's order, are its steps, each tagged with the numbers of the rules it carries out. A step returns nothing (next
step), a `Decision` or `Roll` (a question), a `Call` (push a procedure), a `Goto`, or `DONE`.

`into` names, as text, the field that takes an answer or a result, so no type checker sees it. Two checks stand in for
one: the tests read the source of every procedure (`tests/engine/test_procedures.py`), since a class at run time doesn't
tell which of its texts are such names; and a step that asks or calls with another name is refused when it does so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, Union, cast, dataclass_transform

from eden_core.engine.messages import Decision, Roll, dice_left

__all__ = ["DONE", "PROCEDURES", "Call", "Frame", "Goto", "Result", "Step", "procedure", "step"]


class Call(NamedTuple):
    """Push a procedure; what it leaves in its `result` goes into the caller's field `into`."""

    frame: Frame
    into: str = ""


class Goto(NamedTuple):
    """Go on at another step of this procedure."""

    step: str


DONE = Goto("")


Result = Union[None, Decision, Roll, Call, Goto]


class Step(Protocol):
    """A marked method: it takes its frame and the match (which is made of frames, so its type is not known here)."""

    rules: tuple[str, ...]
    __name__: str

    def __call__(self, frame: Any, match: Any, /) -> Result: ...


S = TypeVar("S", bound=Callable[[Any, Any], Result])


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

    def check_field(self, name: str) -> None:
        """Raise `TypeError` if the procedure has no field of this name for an answer or a result to go into."""
        if name not in self.remembers:
            raise TypeError(f"{type(self).__name__} has no field {name!r} to take an answer or a result into")

    def ask(self, kind: str, owner: int, options: Iterable[Any], into: str, rule: str, **about: Any) -> Decision | None:
        """A decision among finite options; a single one is taken unasked (it must depend on public state alone)."""
        self.check_field(into)
        choices = tuple(options)
        if len(choices) == 1:
            setattr(self, into, choices[0])
            return None
        return Decision(kind, (owner,), rule, options=choices, into=into, **about)

    def roll(
        self, reason: str, dice: int, difficulty: int, into: str, rule: str, fighter: str = "", target: str = ""
    ) -> Roll | None:
        """A characteristic roll; difficulty above 6 costs dice, no dice fail unasked (ROLL-1, ROLL-2, ROLL-3)."""
        self.check_field(into)
        dice, difficulty = dice_left(dice, difficulty)
        if dice <= 0:
            setattr(self, into, 0)
            return None
        return Roll(reason, dice, rule, "successes", difficulty, fighter, target, into)


def step(*rules: str) -> Callable[[S], S]:
    """Mark a method as a step that carries out these rules."""

    def mark(function: S) -> S:
        cast(Step, function).rules = rules
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
