"""The exceptions for invalid input from outside, each with a code and, where it applies, a rule's number.

The client's texts for the codes are in `web/texts` (five languages); `str()` of an error is English for the command
line.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["Desync", "EdenError", "Illegal", "Malformed", "reading"]


class EdenError(Exception):
    """Base class: input from outside was refused, and no state has changed.

    `code` is the key of the text, `rule` the number of a rule or "", `where` a place in a file or message, and
    `values` fill the blanks of the text.
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
    """Rebuild an error when it is unpickled."""
    return cls(code, rule, where, **values)


class Malformed(EdenError):
    """The input is not a well-formed message, card, record or scenario."""


class Illegal(EdenError):
    """The input is well formed but breaks a rule, given by `rule`."""

    def __init__(self, code: str, rule: str, where: str = "", **values: object) -> None:
        super().__init__(code, rule, where, **values)


class Desync(EdenError):
    """Two records or peers disagree about the state."""


@contextmanager
def reading(where: str, code: str) -> Iterator[None]:
    """Set the place of errors raised while reading input from outside.

    An `EdenError` without a place gets `where`; any other exception becomes `Malformed(code)`.
    """
    try:
        yield
    except EdenError as error:
        error.where = error.where or where
        raise
    except Exception as error:  # input of any shape can break the reader anywhere
        raise Malformed(code, where=where, detail=f"{type(error).__name__} {error}"[:80]) from None
