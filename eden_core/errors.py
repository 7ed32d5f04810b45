"""The error tree: what can be wrong with something that came from outside, each with a code and a rule's number.

Texts live in `web/texts` (five languages); `str()` of an error is the plain English of the command line.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["Desync", "EdenError", "Illegal", "Malformed", "reading"]


class EdenError(Exception):
    """Something from outside was refused; nothing has changed.

    `code` is the text's key, `rule` a number of the rules ("" if none), `where` a place in a file or message,
    `values` what the text is filled with.
    """

    def __init__(self, code: str, rule: str = "", where: str = "", **values: object) -> None:
        super().__init__(code, rule, where, values)
        self.code = code
        self.rule = rule
        self.where = where
        self.values = values

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.code, self.rule, self.where, self.values)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        rule = f" [{self.rule}]" if self.rule else ""
        detail = ", ".join(f"{key} {value}" for key, value in self.values.items())
        return f"{place}{self.code.replace('_', ' ')}{f' ({detail})' if detail else ''}{rule}"


def _again(cls: type[EdenError], code: str, rule: str, where: str, values: dict[str, object]) -> EdenError:
    """An error as it was, on the other side of a process."""
    return cls(code, rule, where, **values)


class Malformed(EdenError):
    """Not a message, card, record or scenario at all."""


class Illegal(EdenError):
    """Well formed, but against the rules: `rule` says which."""

    def __init__(self, code: str, rule: str, where: str = "", **values: object) -> None:
        super().__init__(code, rule, where, **values)


class Desync(EdenError):
    """Two records or peers disagree about the state."""


@contextmanager
def reading(where: str, code: str) -> Iterator[None]:
    """Reads something from outside: a refusal gets its place, and whatever else breaks on it is `Malformed(code)`."""
    try:
        yield
    except EdenError as error:
        error.where = error.where or where
        raise
    except Exception as error:  # of whatever shape it was: it is not what it should be
        raise Malformed(code, where=where, detail=f"{type(error).__name__} {error}"[:80]) from None
