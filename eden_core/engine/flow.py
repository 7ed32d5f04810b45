"""Run procedures, hold the one pending question, and take its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from eden_core.engine.match import Match
from eden_core.engine.messages import Answer, Decision, Event, Pick, Roll, check_shape
from eden_core.engine.procedures import Call, Frame, Goto
from eden_core.errors import Illegal, Malformed

__all__ = ["advance", "answer", "can", "kind_of", "options", "roll", "why_not"]


# --- kinds of decisions: what may be answered ---


class Kind(NamedTuple):
    """The options of a decision of one kind, and the verdict on an answer to it."""

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
    """Return whether this answer to the pending decision is legal."""
    return why_not(match, player, given) is None


# --- running ---


def answer(match: Match, player: int, given: Answer) -> tuple[Event, ...]:
    """Give a player's answer, run on, and return the events that followed.

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
    value: object = given.value if isinstance(given, Pick) else given
    if _is_shared(question):
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
    """Give chance's answer, one face a die, run on, and return the events that followed.

    Raises `Malformed` for a wrong number of dice or a face.
    """
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
    values: dict[str, object] = {"reason": question.reason, "fighter": question.fighter, "dice": faces}
    if question.read == "successes":
        result: int | tuple[int, ...] = sum(face >= question.difficulty for face in faces)
        values["difficulty"], values["successes"] = question.difficulty, result
    else:
        result = faces[0] if question.read == "face" else faces
    match.emit("rolled", question.rule, **values)
    setattr(match.frames[-1], question.into, result)
    advance(match)
    return tuple(match.events)


def _is_shared(question: Decision) -> bool:
    """Return whether each owner answers a decision; a method of the procedure takes each answer as it comes."""
    return len(question.owners) > 1 or question.kind in ("bid", "open")


def _check_into(frame: Frame, question: Decision | Roll) -> None:
    """Raise `TypeError` for a question whose answer its procedure has no field, or no method, to take into."""
    if not (isinstance(question, Decision) and _is_shared(question)):
        frame.check_field(question.into)
    elif not callable(getattr(frame, question.into, None)):
        raise TypeError(f"{type(frame).__name__} has no method {question.into!r} to take the owners' answers")


def advance(match: Match) -> None:
    """Run steps until a question is pending or nothing is left.

    Raises `TypeError` for a step that takes an answer into a field that its procedure does not have.
    """
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
            if result.into:
                frame.check_field(result.into)
            result.frame.into = result.into
            frames.append(result.frame)
        elif isinstance(result, (Decision, Roll)):
            _check_into(frame, result)
            match.pending = result
