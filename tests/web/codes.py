"""Every code that the core can send to a player, read from its sources: nothing is run, nothing is missed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

__all__ = ["decisions", "errors", "events", "rolls"]

CORE = Path(__file__).resolve().parents[2] / "eden_core"


@cache
def _trees() -> tuple[ast.Module, ...]:
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in sorted(CORE.rglob("*.py")))


def _calls(*names: str) -> Iterator[ast.Call]:
    for tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                function = node.func
                name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
                if name in names:
                    yield node


def _texts(node: ast.expr) -> set[str]:
    """The texts that an expression may be: a constant, or the branches of a condition."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return _texts(node.body) | _texts(node.orelse)
    return set()


def _defaults(parameter: str) -> set[str]:
    """The texts handed over for a parameter by its name or as its default."""
    found: set[str] = set()
    for tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                named = node.args.args[len(node.args.args) - len(node.args.defaults) :]
                for argument, default in zip(named, node.args.defaults, strict=True):
                    if argument.arg == parameter:
                        found |= _texts(default)
    return found


def _last_text(node: ast.expr) -> str:
    """A text that can be an event's code: a rule's number can't."""
    return next((text for text in _texts(node) if text.islower()), "")


def events() -> set[str]:
    """Codes of events: what `emit` is given, and what effects that take a code are given."""
    found = {code for call in _calls("emit") for code in _texts(call.args[0])}
    taken = {code for call in _calls("walk", "lose_cp", "hurt_everywhere") for code in map(_last_text, call.args[3:])}
    return found | taken - {""} | _defaults("code")


def errors() -> set[str]:
    """Codes of errors."""
    found = {code for call in _calls("Illegal", "Malformed", "Desync") if call.args for code in _texts(call.args[0])}
    named = (
        call
        for call in _calls("fault")
        if len(call.args) > 1 and ast.unparse(call.args[0]) != "error" and not isinstance(call.args[0], ast.Call)
    )  # an error that is made there is found by its class
    return found | {code for call in named for code in _texts(call.args[1])}


def decisions() -> set[str]:
    """Kinds of decisions."""
    return {kind for call in _calls("kind_of") for kind in _texts(call.args[0])}


def rolls() -> set[str]:
    """Reasons of rolls."""
    return {reason for call in _calls("Roll", "roll") if call.args for reason in _texts(call.args[0])}
