"""The table of presses: which method of a controller answers a control, named by the control's `data-do`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

__all__ = ["Handler", "Values", "on", "pressed_names", "presses_of"]

Values = dict[str, str]  # a control's `data-` values, and `value`, what was entered
Handler = Callable[[Values], None]
Method = TypeVar("Method", bound=Callable[..., None])

_names: dict[object, tuple[str, ...]] = {}  # by the function of the method


def on(*names: str) -> Callable[[Method], Method]:
    """Mark a method as the answer to the controls with one of these names."""

    def mark(method: Method) -> Method:
        _names[method] = names
        return method

    return mark


def pressed_names(controller: type) -> dict[str, str]:
    """Return the names that a class answers, each with the method that does so. Raises `ValueError` for one twice."""
    found: dict[str, str] = {}
    for kind in reversed(controller.__mro__):
        for attribute, member in vars(kind).items():
            for name in _names.get(member, ()) if callable(member) else ():
                if name in found:
                    raise ValueError(f"{name}: {found[name]} and {attribute}")
                found[name] = attribute
    return found


def presses_of(controller: object) -> dict[str, Handler]:
    """Return the table of one controller."""
    return {name: getattr(controller, method) for name, method in pressed_names(type(controller)).items()}
