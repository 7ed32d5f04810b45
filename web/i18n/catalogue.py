"""The text catalogue: maps keys to texts in five languages, with English as the fallback.

A catalogue is one flat table, merged from a language's files in `texts`: `first.<lang>.json` for the first page, then
`<lang>.json`, `cards.<lang>.json`, `peer.<lang>.json` (play with a remote person) and `solo.<lang>.json` (the computer
player, hints). Blanks like `{name}` are filled in. Fetching the files is left to the caller.
"""

from __future__ import annotations

import re

from eden_core.cards.printed import printed_words

__all__ = ["GIVEN", "LANGUAGES", "Words", "best_language", "files_of"]

LANGUAGES = {code: printed.name for code, printed in printed_words().items()}
# Default names of players and computer players in all languages. `Words.given` translates such a name, whatever the
# language in which the match was set up. Not joined by `|`: that is in the rest of the interpreter, for which a start
# would wait.
GIVEN = {
    **{f"{printed.names['player']} {n}": ("ui.setup.name", n) for printed in printed_words().values() for n in (1, 2)},
    **{
        name: (f"solo.level.{level}", 0)
        for printed in printed_words().values()
        for level, name in printed.names.items()
        if level != "player"
    },
}
_BLANK = re.compile(r"\{(\w+)\}")


def files_of(language: str, whole: bool = True) -> tuple[str, ...]:
    """Return the paths of a language's text files: only the first page's file unless `whole`."""
    first = f"texts/first.{language}.json"
    return (
        (first, *(f"texts/{name}{language}.json" for name in ("cards.", "", "peer.", "solo."))) if whole else (first,)
    )


def best_language(wanted: list[str]) -> str:
    """Return the first supported language of a list of language tags like `fr-CH`, or English."""
    for language in wanted:
        if language[:2].lower() in LANGUAGES:
            return language[:2].lower()
    return "en"


class Words:
    """The texts of one language."""

    def __init__(self, language: str, *tables: dict[str, str]) -> None:
        """Merge the tables; later ones take precedence, so pass English first."""
        self.language = language
        self.table: dict[str, str] = {}
        for table in tables:
            self.table.update(table)

    def has(self, key: str) -> bool:
        """Return whether there is a text for a key."""
        return key in self.table

    def __call__(self, key: str, **values: object) -> str:
        """Return the text for a key with its blanks filled, or the key itself if it has no text."""
        text = self.table.get(key)
        if text is None:
            return key
        return _BLANK.sub(lambda blank: str(values.get(blank[1], blank[0])), text) if "{" in text else text

    def first(self, *keys: str, **values: object) -> str:
        """Return the text of the first key that has one, or the last key itself."""
        for key in keys:
            if key in self.table:
                return self(key, **values)
        return keys[-1]

    def name_of(self, id: str, printed: str) -> str:
        """Return a fighter's name: translated for a shipped card, else the printed name."""
        return self.table.get(f"profile.{id}.name") or printed

    def given(self, name: str) -> str:
        """Return a player's displayed name: a default name in this language, any other name unchanged."""
        key, number = GIVEN.get(name, ("", 0))
        return self(key, n=number) if key in self.table else name

    def cm(self, units: int) -> str:
        """Format a length in units of 0.1 mm as centimetres with one decimal, rounded up (against the mover)."""
        tenths = -(-units // 10)
        point = "." if self.language == "en" else ","
        return f"{tenths // 10}{point}{tenths % 10} cm"

    def join(self, parts: list[str]) -> str:
        """Join the parts to a list in words, like "a, b and c"."""
        if len(parts) < 2:
            return "".join(parts)
        return ", ".join(parts[:-1]) + self("and") + parts[-1]
