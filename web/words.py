"""The text catalogue: codes of the core to words for a player, in five languages, English where one is missing.

A catalogue is one flat table of a language's `texts/<lang>.json` and `texts/cards.<lang>.json`; `{name}` is filled in.
"""

from __future__ import annotations

import json
import re
from typing import Any

__all__ = ["LANGUAGES", "Words", "best_language"]

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch", "it": "Italiano", "pt": "Português"}
_BLANK = re.compile(r"\{(\w+)\}")


def _read(name: str) -> dict[str, Any]:
    """A text file that lies beside this module, wherever modules are kept; {} when there is none."""
    loader = __spec__.loader  # type: ignore[name-defined]
    path = __file__.rpartition("/")[0] + "/texts/" + name
    try:
        return dict(json.loads(loader.get_data(path).decode()))
    except OSError:
        return {}


def best_language(wanted: list[str]) -> str:
    """The first of these languages (`fr-CH`, `en`) that Eden speaks, or English."""
    for language in wanted:
        if language[:2].lower() in LANGUAGES:
            return language[:2].lower()
    return "en"


class Words:
    """What Eden says in one language."""

    tables: dict[str, dict[str, str]] = {}      # by language, read when first spoken

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in LANGUAGES else "en"
        self.table = {**self._table("en"), **self._table(self.language)}

    @classmethod
    def _table(cls, language: str) -> dict[str, str]:
        if language not in cls.tables:
            cls.tables[language] = {**_flat(_read(f"cards.{language}.json")), **_flat(_read(f"{language}.json"))}
        return cls.tables[language]

    def has(self, key: str) -> bool:
        """Whether there are words for a key."""
        return key in self.table

    def __call__(self, key: str, **values: object) -> str:
        """The words for a key, its blanks filled; the key itself where there are none (a test forbids it)."""
        text = self.table.get(key)
        if text is None:
            return key
        return _BLANK.sub(lambda blank: str(values.get(blank[1], blank[0])), text) if "{" in text else text

    def first(self, *keys: str, **values: object) -> str:
        """The words of the first key that has any."""
        for key in keys:
            if key in self.table:
                return self(key, **values)
        return keys[-1]

    def cm(self, units: int) -> str:
        """A length in units of 0.1 mm as centimetres with one decimal, rounded up against the mover."""
        tenths = -(-units // 10)
        point = "." if self.language == "en" else ","
        return f"{tenths // 10}{point}{tenths % 10} cm"

    def join(self, parts: list[str]) -> str:
        """A list in words: a, b and c."""
        if len(parts) < 2:
            return "".join(parts)
        return ", ".join(parts[:-1]) + self("and") + parts[-1]


def _flat(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            found.update(_flat(value, f"{prefix}{key}."))
        else:
            found[prefix + key] = str(value)
    return found
