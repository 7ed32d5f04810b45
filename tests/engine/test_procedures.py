"""Procedures: where their answers and results go."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import eden_core
from eden_core.cli.games import ready_setup
from eden_core.engine import flow, procedures
from eden_core.engine.match import Match
from eden_core.engine.messages import Decision, Roll
from eden_core.engine.procedures import Call, Frame, Result, procedure, step
from eden_core.rules.phases.activation import Activation
from eden_core.rules.start import new_match

CORE = Path(eden_core.__file__).parent
# The places of `into` among the positional arguments of what asks or calls; a decision's is given by name alone.
PLACES = {"Decision": None, "Roll": 7, "Call": 1, "ask": 3, "roll": 3}
SHARED = ("bid", "open")  # decisions whose answers a method takes


def _makers(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """The calls in a tree that ask a question or push a procedure, by name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            of_frame = isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "self"
            if isinstance(node.func, ast.Name) and node.func.id in ("Decision", "Roll", "Call"):
                yield node.func.id, node
            elif of_frame and isinstance(node.func, ast.Attribute) and node.func.attr in ("ask", "roll"):
                yield node.func.attr, node


def _into(name: str, call: ast.Call) -> ast.expr | None:
    """The expression given as `into`, where one is."""
    place = PLACES[name]
    given = [keyword.value for keyword in call.keywords if keyword.arg == "into"]
    return given[0] if given else call.args[place] if place is not None and len(call.args) > place else None


def wrong_fields(tree: ast.Module, classes: dict[str, type[Frame]]) -> list[str]:
    """The questions and calls of a module whose `into` is no field, or no method, of their procedure."""
    wrong, inside = [], set()
    for node in tree.body:
        if not isinstance(node, ast.ClassDef):
            continue
        cls = classes.get(node.name)
        for name, call in _makers(node):
            inside.add(call)
            into = _into(name, call)
            if into is None and name == "Call":
                continue
            shared = name == "Decision" and isinstance(call.args[0], ast.Constant) and call.args[0].value in SHARED
            known = (
                isinstance(into, ast.Constant)
                and cls is not None
                and (callable(getattr(cls, into.value, None)) if shared else into.value in cls.remembers)
            )
            if not known:
                wrong.append(f"{node.name}, line {call.lineno}: {ast.unparse(call)}")
    for name, call in _makers(tree):
        into = _into(name, call)
        # A registered action begins in an activation, which takes its result.
        begins = name == "Call" and (
            into is None or (isinstance(into, ast.Constant) and into.value in Activation.remembers)
        )
        if call not in inside and not begins:
            wrong.append(f"outside of a procedure, line {call.lineno}: {ast.unparse(call)}")
    return wrong


def test_every_answer_has_a_field_to_go_into() -> None:
    looked_at = 0
    for path in sorted((CORE / "rules").rglob("*.py")):
        loaded = import_module(".".join(path.relative_to(CORE.parent).with_suffix("").parts))
        classes = {name: cls for name, cls in vars(loaded).items() if isinstance(cls, type) and issubclass(cls, Frame)}
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert not wrong_fields(tree, classes), path
        looked_at += sum(1 for _ in _makers(tree))
    assert looked_at > 90


@pytest.mark.parametrize(
    "asked",
    [
        'Decision("leader", (1,), "PREP-4", options=(1, 2), into="other")',
        'Decision("leader", (1,), "PREP-4", options=(1, 2))',
        'Decision("bid", (1, 2), "PREP-3", into="other")',
        'Roll("burn", 4, "ITD-3", "faces", 0, "", "", "other")',
        'Call(frame, "other")',
        "Call(frame, into=name)",
        'self.ask("leader", 1, (1, 2), "other", "PREP-4")',
        'self.roll("burn", 4, 5, into="other", rule="ITD-3")',
    ],
)
def test_an_unknown_field_is_found_in_the_source(asked: str) -> None:
    class Example(Frame):
        remembers = ("field",)

    def found(text: str) -> list[str]:
        return wrong_fields(
            ast.parse(f"class Example:\n    def first(self, match):\n        return {text}"), {"Example": Example}
        )

    assert found(asked)
    assert not found('self.ask("leader", 1, (1, 2), "field", "PREP-4")')


def _begun(frame: Frame) -> Match:
    """A match with this procedure alone under way."""
    match = new_match(ready_setup(1))
    match.frames, match.pending = [frame], None
    return match


@pytest.mark.parametrize(
    "asked",
    [
        lambda frame: Decision("leader", (1,), "PREP-4", options=(1, 2), into="other"),
        lambda frame: Decision("bid", (1, 2), "PREP-3", into="other"),
        lambda frame: Roll("burn", 4, "ITD-3", "faces", into="other"),
        lambda frame: Call(frame, "other"),
        lambda frame: frame.ask("leader", 1, (1,), "other", "PREP-4"),
        lambda frame: frame.roll("burn", 0, 5, "other", "ITD-3"),
    ],
)
def test_a_step_that_names_an_unknown_field_is_refused(asked: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(procedures, "PROCEDURES", {})

    @procedure
    class Misnamed(Frame):
        """Takes an answer into a field that it does not have."""

        field: int = 0

        @step("GEN-4")
        def first(self, match: Match) -> Result:
            result: Result = asked(self)  # type: ignore[operator]
            return result

    match = _begun(Misnamed())
    with pytest.raises(TypeError, match="Misnamed has no (field|method) 'other'"):
        flow.advance(match)
    assert match.pending is None
