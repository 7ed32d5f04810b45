"""The rules in a player's language, from `texts/rules.<lang>.json`: by number, by edition, by search.

A file's `sections` name the chapters in their order, `rules` the texts by number, `figures` the captions. Each
language overrides English, so an incomplete one falls back to it; a new chapter needs data only. No js.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from eden_core.cards.equipment import PLAIN_LETTERS

__all__ = ["ALL", "Caption", "Index", "Note", "Ref", "Rule", "Section", "file_of", "folded", "read_index"]

ALL = "all"  # instead of an edition: their differences are shown side by side
SHORTEST = 2  # letters: shorter words of a query are ignored
_NUMBER = re.compile(r"\b[A-Z]{2,4}-(?:\d+b?|[A-Z]{3})(?![\w-])")
_PLAIN = str.maketrans("".join(PLAIN_LETTERS) + "’", "".join(PLAIN_LETTERS.values()) + "'")


class Ref(NamedTuple):
    """A rule's number within a text."""

    number: str


class Note(NamedTuple):
    """A note that holds in some editions only."""

    editions: tuple[str, ...]
    text: str


class Rule(NamedTuple):
    """A rule as a player reads it."""

    number: str
    title: str
    text: str
    ruling: str = ""
    notes: tuple[Note, ...] = ()

    @property
    def chapter(self) -> str:
        """The chapter that the rule's number begins with."""
        return self.number.partition("-")[0]

    def notes_in(self, edition: str) -> tuple[Note, ...]:
        """Return the notes that hold in an edition; all of them for `ALL`."""
        return tuple(note for note in self.notes if edition == ALL or edition in note.editions)


class Section(NamedTuple):
    """Chapters under one heading: each chapter's id and name."""

    name: str
    chapters: tuple[tuple[str, str], ...]


class Caption(NamedTuple):
    """The caption of a figure, with blanks to fill in, and its text alternative."""

    caption: str
    alt: str


def file_of(language: str) -> str:
    """Return the name of a language's rules file."""
    return f"texts/rules.{language}.json"


def folded(text: str) -> str:
    """Return a text as it is searched: lower case without accents, letter for letter, so that positions agree."""
    return "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text).translate(_PLAIN)


class Index:
    """All rules of one language."""

    def __init__(self, sections: tuple[Section, ...], rules: dict[str, Rule], captions: dict[str, Caption]) -> None:
        self.sections, self.rules, self.captions = sections, rules, captions
        self._folded: dict[tuple[str, str], tuple[str, str]] = {}

    def of_chapter(self, chapter: str) -> list[Rule]:
        """Return a chapter's rules in order."""
        return [rule for rule in self.rules.values() if rule.chapter == chapter]

    def parts(self, text: str) -> list[str | Ref]:
        """Split a text at the numbers of existing rules."""
        found: list[str | Ref] = []
        last = 0
        for match in _NUMBER.finditer(text):
            if match[0] in self.rules:
                found += [text[last : match.start()], Ref(match[0])]
                last = match.end()
        return [part for part in (*found, text[last:]) if part]

    def search(self, query: str, edition: str) -> list[str]:
        """Return the numbers of the rules that contain every word of the query, in order; all for an empty one."""
        words = words_of(query)
        return [number for number in self.rules if all(self._holds(number, word, edition) for word in words)]

    def _holds(self, number: str, word: str, edition: str) -> bool:
        key = (number, edition)
        if key not in self._folded:
            rule = self.rules[number]
            text = " ".join((rule.title, rule.text, rule.ruling, *(note.text for note in rule.notes_in(edition))))
            self._folded[key] = (folded(number), folded(text))
        name, text = self._folded[key]
        return name.startswith(word) or word in text


def words_of(query: str) -> list[str]:
    """Return the words that a query searches for."""
    return [word for word in folded(query).split() if len(word) >= SHORTEST]


def read_index(*tables: Mapping[str, Any]) -> Index:
    """Return the rules of a language; each of the `tables` overrides those before, English first.

    A number keeps its place in English.
    """
    names: dict[str, str] = {}
    rules: dict[str, Rule] = {}
    captions: dict[str, Caption] = {}
    order: list[tuple[str, tuple[str, ...]]] = []
    for table in tables:
        for section in table.get("sections", ()):
            chapters = tuple(section["chapters"])
            known = next((at for at, (_, there) in enumerate(order) if set(there) & set(chapters)), len(order))
            if known == len(order):
                order.append((section["name"], chapters))
            else:
                order[known] = (section["name"], order[known][1])
            names.update(section["chapters"])
        for number, entry in table.get("rules", {}).items():
            notes = tuple(Note(tuple(note["in"]), note["text"]) for note in entry.get("editions", ()))
            rules[number] = Rule(number, entry["title"], entry["text"], entry.get("ruling", ""), notes)
        for name, entry in table.get("figures", {}).items():
            captions[name] = Caption(entry["caption"], entry["alt"])
    sections = [Section(name, tuple((chapter, names[chapter]) for chapter in chapters)) for name, chapters in order]
    return Index(tuple(sections), rules, captions)
