"""A card's table, from a TOML file or a browser, read field by field; a fault names its place, field and rule."""

from __future__ import annotations

import re
from collections.abc import Collection

from eden_core.cards.equipment import HIDDEN
from eden_core.errors import Malformed

__all__ = ["Fields", "is_id", "is_name"]


_ID = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")


def is_id(text: str) -> bool:
    """Return whether a text is an id of cards."""
    return len(text) <= 60 and bool(_ID.fullmatch(text))


def is_name(text: str) -> bool:
    """Return whether a text is a name: a line of 60 letters at the most, nothing hidden in it."""
    return len(text) <= 60 and bool(text.strip()) and not HIDDEN.search(text)


class Fields:
    """A card as a table of fields: each is asked for once, then `done` refuses what is left.

    A fault's `where` is the table's own place and the field, as in `fighter[2].card.cp.head`; its rule is the field's
    or else the table's.
    """

    def __init__(self, table: object, where: str, rule: str) -> None:
        if not isinstance(table, dict):
            raise Malformed("table_expected", rule, where)
        self.left: dict[str, object] = dict(table)
        self.where = where
        self.rule = rule

    def path(self, field: str) -> str:
        """A field's place."""
        return f"{self.where}.{field}" if self.where else field

    def fault(self, field: str, code: str, rule: str = "", **values: object) -> Malformed:
        """The error at a field."""
        return Malformed(code, rule or self.rule, self.path(field), **values)

    def take(self, field: str, default: object = None) -> object:
        """A field's raw value; a fault if it is missing and has no default."""
        value = self.left.pop(field, default)
        if value is None:
            raise self.fault(field, "field_missing")
        return value

    def number(self, field: str, low: int, high: int, default: int | None = None, rule: str = "") -> int:
        """A whole number within bounds."""
        return self.bounded(field, self.take(field, default), low, high, rule)

    def bounded(self, field: str, value: object, low: int, high: int, rule: str = "") -> int:
        """A value as a whole number within bounds (a truth value is none)."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.fault(field, "whole_number_expected", rule, found=value)
        if not low <= value <= high:
            raise self.fault(field, "number_out_of_bounds", rule, found=value, low=low, high=high)
        return value

    def pair(self, field: str, default: list[object] | None, low: int) -> tuple[int, int]:
        """Two whole numbers, `[white, red]` or `[normal, wounded]`; `low` bounds the first."""
        value = self.items(field, default)
        if len(value) != 2:
            raise self.fault(field, "pair_expected", found=value)
        return self.bounded(field, value[0], low, 20), self.bounded(field, value[1], 0, 20)

    def flag(self, field: str) -> int:
        """`true` or `false` (left out: false), as 1 or 0."""
        value = self.take(field, False)
        if not isinstance(value, bool):
            raise self.fault(field, "true_or_false_expected", found=value)
        return int(value)

    def text(self, field: str, default: str | None = None) -> str:
        """A text of one line, not empty."""
        value = self.plain(field, self.take(field, default), 60)
        if not value.strip() or HIDDEN.search(value):
            raise self.fault(field, "text_expected", found=value)
        return value

    def plain(self, field: str, value: object, longest: int) -> str:
        """A value as a text."""
        if not isinstance(value, str) or len(value) > longest:
            raise self.fault(field, "text_expected", found=value, most=longest)
        return value

    def word(self, field: str, allowed: Collection[str], default: str | None = None, rule: str = "") -> str:
        """One of the words of a registry."""
        value = self.take(field, default)
        if not isinstance(value, str) or value not in allowed:
            raise self.fault(field, "unknown_word", rule, found=value, allowed=sorted(allowed))
        return value

    def name(self, field: str) -> str:
        """An id: small ASCII letters, digits and single underscores."""
        return self.named(field, self.take(field))

    def named(self, field: str, value: object) -> str:
        """A value as an id."""
        if not isinstance(value, str) or len(value) > 60 or not _ID.fullmatch(value):
            raise self.fault(field, "id_expected", found=value)
        return value

    def items(self, field: str, default: list[object] | None = None, most: int = 20) -> list[object]:
        """A list."""
        value = self.take(field, default)
        if not isinstance(value, list) or len(value) > most:
            raise self.fault(field, "list_expected", found=value, most=most)
        return value

    def tables(self, field: str, default: list[object] | None = None) -> list[Fields]:
        """A list of tables."""
        return [
            Fields(item, self.path(f"{field}[{index}]"), self.rule)
            for index, item in enumerate(self.items(field, default))
        ]

    def done(self) -> None:
        """Refuse the fields that nobody asked for."""
        for field in self.left:
            raise self.fault(str(field), "unknown_field")
