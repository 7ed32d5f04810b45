"""The text catalogue: codes of the core to words for a player, in five languages, English where one is missing.

A catalogue is one flat table of a language's files in `texts`: `first.<lang>.json` for the first page, then
`<lang>.json`, `cards.<lang>.json`, `peer.<lang>.json` (play with a person elsewhere) and `solo.<lang>.json` (the
machine, hints) for all the rest; `{name}` is filled in. Whoever starts the client fetches them; nothing is read
here.
"""

from __future__ import annotations

import re

from eden_core.cards.printed import printed_words

__all__ = ["GIVEN", "LANGUAGES", "Words", "best_language", "files_of"]

LANGUAGES = {code: printed.name for code, printed in printed_words().items()}
# What Eden calls players who gave no name, and the machine, in all its languages: whoever meets such a name meets it in
# their own, whatever language the match began in.
GIVEN = {
    f"{printed.names['player']} {n}": ("ui.setup.name", n) for printed in printed_words().values() for n in (1, 2)
} | {
    name: (f"solo.level.{level}", 0)
    for printed in printed_words().values()
    for level, name in printed.names.items()
    if level != "player"
}
_BLANK = re.compile(r"\{(\w+)\}")


def files_of(language: str, whole: bool = True) -> tuple[str, ...]:
    """A language's text files; all that the first page says is in the first of them."""
    first = f"texts/first.{language}.json"
    return (
        (first, *(f"texts/{name}{language}.json" for name in ("cards.", "", "peer.", "solo."))) if whole else (first,)
    )


def best_language(wanted: list[str]) -> str:
    """The first of these languages (`fr-CH`, `en`) that Eden speaks, or English."""
    for language in wanted:
        if language[:2].lower() in LANGUAGES:
            return language[:2].lower()
    return "en"


class Words:
    """What Eden says in one language."""

    def __init__(self, language: str, *tables: dict[str, str]) -> None:
        """`tables` are laid over each other: English first, then what the language has."""
        self.language = language
        self.table: dict[str, str] = {}
        for table in tables:
            self.table.update(table)

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

    def name_of(self, id: str, printed: str) -> str:
        """A fighter's name: the language's own for a card that ships, else what is printed."""
        return self.table.get(f"profile.{id}.name") or printed

    def given(self, name: str) -> str:
        """A player's name as it is shown: one that Eden gave in this language, any other as it was typed."""
        key, number = GIVEN.get(name, ("", 0))
        return self(key, n=number) if key in self.table else name

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
