"""The languages that Eden reads and writes, with the words of their books and the names that Eden gives players.

A language is a file `content/words/<language>.toml`, and the texts of the client (`web/texts`).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

__all__ = ["Printed", "printed_source", "printed_words"]


class Printed(NamedTuple):
    """The words of one language: of each the form that is written, then others that are read."""

    name: str  # of the language, in itself
    names: dict[str, str]  # that Eden gives: `player`, before a number, and the machine's by its level
    equipment: dict[str, tuple[str, ...]]
    scenery: dict[str, tuple[str, ...]]  # the special rules (TER-2)


@cache
def printed_words() -> dict[str, Printed]:
    """Return the words of each language by its code, English first; made once."""
    try:
        from eden_core.cards._words import WORDS  # type: ignore[import-not-found]
    except ModuleNotFoundError:
        return _read()
    compiled: dict[str, Printed] = WORDS
    return compiled


def printed_source() -> str:
    """Return Python that makes the words without reading TOML: the site's `cards/_words.py`."""
    return f"from eden_core.cards.printed import Printed\n\nWORDS = {printed_words()!r}\n"


def _read() -> dict[str, Printed]:
    import tomllib
    from importlib import resources

    found: list[tuple[int, str, Printed]] = []
    for entry in resources.files("eden_core").joinpath("content", "words").iterdir():
        if entry.name.endswith(".toml"):
            table = tomllib.loads(entry.read_text(encoding="utf-8"))
            equipment, scenery = (
                {word: tuple(forms) for word, forms in table[section].items()} for section in ("equipment", "scenery")
            )
            printed = Printed(table["name"], table["names"], equipment, scenery)
            found.append((table["order"], entry.name.removesuffix(".toml"), printed))
    return {code: printed for _, code, printed in sorted(found)}
