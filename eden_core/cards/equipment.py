"""Equipment as the cards print it, read and written in five languages (rules.md, section 8).

    Name (Category): bonus or penalty - effect, effect        Rifle (Shooting): CBT +1 - Str (3), Range (30), 3/match
    Name (Category/Category): first - effects / second - effects                                       (EQP-1, two)
    Name: CBT +1 - effects                                                           (EQP-4, a weapon of melee)
    Name (Pr): limb, limb +1, limb +2        Name (Pr): complete +1                  (EQP-5)

Spacing, case, accents, kinds of dash and line breaks don't matter, and the languages' words may be mixed; all else is
strict. What a category can't use is refused, so that a typing error can't pass as a weaker weapon. What the modes do
is the business of `rules/`.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from eden_core.cards.printed import printed_words
from eden_core.errors import Malformed

__all__ = ["CATEGORIES", "LANGUAGES", "LIMBS", "PLAIN_LETTERS", "Gear", "Mode", "gear_text", "parse_gear"]

LIMBS = ("head", "arms", "torso", "legs")
LANGUAGES = tuple(printed_words())
CATEGORIES = ("melee", "shooting", "throwing", "blast", "protection", "tech")
LONGEST_TEXT = 300
LONGEST_NAME = 60
LARGEST_BONUS = 20
LARGEST_RANGE = 200


class Mode(NamedTuple):
    """One category of a piece of equipment; 0 means none, or no limit."""

    category: str  # one of CATEGORIES
    cbt: int = 0  # EQP-4: bonus or penalty to CBT
    strength: int = 0  # EQP-8
    range: int = 0  # EQP-8, in units of 0.1 mm: 30 cm is 3000
    per_round: int = 0  # EQP-8, GEN-7
    per_match: int = 0
    burn: int = 0  # EQP-6: markers given
    fear: int = 0
    poison: int = 0
    slowdown: int = 0
    explosive: int = 0  # EQP-7: dice
    protects: tuple[int, ...] = (0, 0, 0, 0)  # EQP-5, in the order of LIMBS


class Gear(NamedTuple):
    """A piece of equipment: its name, its one or two modes, and its text as printed or typed."""

    name: str
    modes: tuple[Mode, ...]
    text: str


# The words of the books by language, of each first the one that `gear_text` writes.
WORDS = {language: printed.equipment for language, printed in printed_words().items()}
_EFFECTS = ("burn", "fear", "poison", "slowdown")
_LIMITS = ("per_round", "per_match")
# What each category can use, in the order in which it is written.
_ALLOWED: dict[str, tuple[str, ...]] = {
    "melee": ("cbt", *_EFFECTS, *_LIMITS),
    "shooting": ("cbt", "strength", "range", *_EFFECTS, "explosive", *_LIMITS),
    "throwing": ("cbt", "range", *_EFFECTS, "explosive", *_LIMITS),
    "blast": ("cbt", *_EFFECTS, *_LIMITS),
    "protection": (),
    "tech": (),
}
_NEEDED = {"shooting": ("range",), "throwing": ("range",)}
_RULE = {
    "cbt": "EQP-4",
    "strength": "EQP-8",
    "range": "EQP-8",
    "per_round": "EQP-8",
    "per_match": "EQP-8",
    "explosive": "EQP-7",
    "burn": "EQP-6",
    "fear": "EQP-6",
    "poison": "EQP-6",
    "slowdown": "EQP-6",
}
PLAIN_LETTERS = {
    letter: plain
    for plain, letters in {
        "a": "àáâãä",
        "c": "ç",
        "e": "èéêë",
        "i": "ìíîï",
        "n": "ñ",
        "o": "òóôõö",
        "u": "ùúûü",
    }.items()
    for letter in letters
}
_ACCENTS = str.maketrans(
    {
        **PLAIN_LETTERS,
        "ß": "ss",
        **{chr(mark): None for mark in range(0x300, 0x370)},  # accents typed apart
    }
)


def folded(word: str) -> str:
    """A word without case, accents or double spaces, as keywords are compared."""
    return " ".join(word.lower().translate(_ACCENTS).split())


_MEANING = {folded(form): sense for words in WORDS.values() for sense, forms in words.items() for form in forms}
_DASHES = "-\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_TOKEN = re.compile(rf"[^\W\d_]+(?:[\u0300-\u036f][^\W\d_]*)*|[0-9]+|[{_DASHES}]|\n+|\S")

HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")  # what a name can't hold


class _Token(NamedTuple):
    """A word, a number or a sign; `sense` is what a keyword means, `sign` a number's or dash's plain form."""

    text: str
    sense: str
    column: int


def _tokens(text: str, start: int, lines: bool) -> list[_Token]:
    """The tokens of `text` from index `start`; columns count from 1 in the whole text.

    With `lines` a line break that is no mere wrapping becomes a token.
    """
    found: list[_Token] = []
    for match in _TOKEN.finditer(text, start):
        word = match.group()
        if word.isascii() and word.isdecimal():
            sense = "number"
        elif word in _DASHES:
            sense = "-"
        elif word[0] == "\n":
            if not lines or not found or found[-1].sense in (",", "-", "("):
                continue
            sense = "break"
        else:
            sense = _MEANING.get(folded(word), word)
        found.append(_Token(word, sense, match.start() + 1))
    found.append(_Token("", "end", len(text) + 1))
    return found


class _Parser:
    """Reads what stands after the colon, category by category."""

    def __init__(self, text: str, start: int, where: str, lines: bool) -> None:
        self.where = where
        self.tokens = _tokens(text, start, lines)
        self.index = 0

    @property
    def token(self) -> _Token:
        return self.tokens[self.index]

    def fail(self, code: str, rule: str, token: _Token | None = None, **values: object) -> Malformed:
        """The error at a token, or at the present one."""
        token = token or self.token
        return _malformed(code, rule, self.where, token.column, found=token.text, **values)

    def take(self, *senses: str) -> _Token | None:
        """The present token if it is one of these; then the next becomes present."""
        token = self.token
        if token.sense not in senses:
            return None
        self.index += 1
        return token

    def need(self, sense: str, code: str, rule: str) -> _Token:
        """`take`, or the error."""
        token = self.take(sense)
        if token is None:
            raise self.fail(code, rule)
        return token

    def number(self, rule: str, low: int, high: int) -> int:
        """A whole number within bounds."""
        token = self.need("number", "number_expected", rule)
        value = int(token.text) if len(token.text) < 6 else high + 1
        if not low <= value <= high:
            raise self.fail("number_out_of_bounds", rule, token, low=low, high=high)
        return value

    def signed(self, rule: str) -> int:
        """A bonus or penalty: a sign and a number."""
        sign = self.take("+", "-")
        if sign is None:
            raise self.fail("signed_number_expected", rule)
        value = self.number(rule, 1, LARGEST_BONUS)
        return value if sign.sense == "+" else -value

    def mode(self, category: str, named: bool) -> Mode:
        """Bonus or penalty, then effects, of one category (EQP-1)."""
        if category == "protection":
            return Mode(category, protects=self.protection())
        found: dict[str, int] = {}
        if self.take("cbt"):
            found["cbt"] = self.signed("EQP-4")
        dash = self.take("-")
        if dash or (not found and self.token.sense not in ("/", "break", "end")):
            self.effect(category, found)
            while self.take(","):
                self.effect(category, found)
            if self.token.sense == "number" or (self.token.sense in _RULE and self.token.sense != "cbt"):
                raise self.fail("comma_expected", "EQP-1")
        for sense in _NEEDED.get(category, ()):
            if sense not in found:
                raise self.fail("effect_missing", "EQP-8", category=category, effect=sense)
        if not found and not named:
            raise self.fail("nothing_said", "EQP-1")
        values: dict[str, Any] = dict(found)
        return Mode(category, **values)

    def effect(self, category: str, found: dict[str, int]) -> None:
        """`Burn (1)`, `Range (30)` or `3/match`, into `found`."""
        start = self.token
        if self.token.sense == "number":
            value = self.number("EQP-8", 1, 99)
            self.need("/", "slash_expected", "EQP-8")
            token = self.take(*_LIMITS)
            if token is None:
                raise self.fail("round_or_match_expected", "EQP-8")
            sense = token.sense
        else:
            sense = start.sense
            if sense not in _RULE or sense in ("cbt", *_LIMITS):
                raise self.fail("unknown_effect", "EQP-1")
            self.index += 1
            self.need("(", "bracket_expected", _RULE[sense])
            value = self.number(_RULE[sense], 1, LARGEST_RANGE if sense == "range" else LARGEST_BONUS)
            self.need(")", "bracket_expected", _RULE[sense])
        if sense not in _ALLOWED[category]:
            raise self.fail("effect_not_of_category", _RULE[sense], start, category=category, effect=sense)
        if sense in found:
            raise self.fail("said_twice", _RULE[sense], start, effect=sense)
        found[sense] = value * 100 if sense == "range" else value

    def protection(self) -> tuple[int, ...]:
        """`head +1`, `head, arms +1, torso +2` or `complete +1` (EQP-5); penalties don't exist."""
        protects = [0, 0, 0, 0]
        while True:
            limbs = [self.limb()]
            while self.take(",", "and", "/"):
                limbs.append(self.limb())
            sign = self.token
            value = self.signed("EQP-5")
            if value < 0:
                raise self.fail("protection_is_a_bonus", "EQP-5", sign)
            for limb in limbs:
                for name in LIMBS if limb.sense == "complete" else (limb.sense,):
                    if protects[LIMBS.index(name)]:
                        raise self.fail("said_twice", "EQP-5", limb, limb=name)
                    protects[LIMBS.index(name)] = value
            if not self.take(",", "and"):
                return tuple(protects)

    def limb(self) -> _Token:
        """A limb's name, or `complete`."""
        token = self.take(*LIMBS, "complete")
        if token is None:
            raise self.fail("limb_expected", "EQP-5")
        return token


def _malformed(code: str, rule: str, where: str, column: int, **values: object) -> Malformed:
    """An error at a column of the text; `where` names the text's own place."""
    return Malformed(code, rule, f"{where}:{column}" if where else str(column), **values)


def parse_gear(text: str, where: str = "") -> Gear:
    """A piece of equipment from its printed notation (EQP-1 to EQP-9).

    `where` names the text's place; an error's `where` is it and the column, counted from 1. Raises `Malformed`.
    """
    if len(text) > LONGEST_TEXT:
        raise _malformed("too_long", "EQP-1", where, LONGEST_TEXT + 1, most=LONGEST_TEXT)
    head = re.match(r"\s*([^(:\n]*)(?:\(([^()]*)\))?\s*(:?)", text)
    assert head is not None, "every part may be empty"
    name = " ".join(head[1].split())
    if not name:
        raise _malformed("name_missing", "EQP-1", where, head.end(1) + 1)
    if len(name) > LONGEST_NAME:
        raise _malformed("too_long", "EQP-1", where, head.start(1) + LONGEST_NAME + 1, most=LONGEST_NAME)
    if HIDDEN.search(name):
        raise _malformed("not_printable", "EQP-1", where, head.start(1) + 1)
    named = head[2] is not None
    categories = _categories(head[2], head.start(2), where) if named else ["melee"]
    parser = _Parser(text, head.end(), where, lines=len(categories) == 2)
    if not head[3] and len(categories) == 1 and parser.token.sense != "end":
        raise parser.fail("colon_expected", "EQP-1")
    modes: list[Mode] = []
    for category in categories:
        if category != "tech":
            modes.append(parser.mode(category, named))
        elif len(categories) == 1 and parser.token.sense != "end":
            modes += [parser.mode("melee", named), Mode("tech")]  # EQP-4: with a bonus it is a weapon of melee too
        else:
            modes.append(Mode("tech"))  # EQP-3: says nothing
        if len(modes) < len(categories):
            parser.take("break")
            parser.take("/")
    parser.take("break")
    parser.take(".")
    if parser.token.sense != "end":
        raise parser.fail("nothing_more_expected", "EQP-1")
    return Gear(name, tuple(modes), text)


def _categories(text: str, start: int, where: str) -> list[str]:
    """One or two different categories (EQP-1), from what stands in the brackets."""
    found: list[str] = []
    column = start + 1
    for word in text.split("/"):
        sense = _MEANING.get(folded(word), "")
        if sense not in CATEGORIES:
            raise _malformed("unknown_category", "EQP-1", where, column, found=word.strip())
        if sense in found:
            raise _malformed("said_twice", "EQP-1", where, column, category=sense)
        if len(found) == 2:
            raise _malformed("too_many_categories", "EQP-1", where, column, most=2)
        found.append(sense)
        column += len(word) + 1
    return found


def gear_text(gear: Gear, language: str = "en") -> str:
    """The piece in the printed notation of a language; the name stays. `parse_gear` reads it back."""
    words = {sense: forms[0] for sense, forms in WORDS[language].items()}
    colon = " : " if language == "fr" else ": "
    modes = [mode for mode in gear.modes if mode.category != "tech"]
    categories = [mode.category for mode in gear.modes]
    said = " / ".join(_mode_text(mode, words) for mode in modes)
    if categories == ["melee"] and said:
        return f"{gear.name}{colon}{said}"
    if categories == ["melee", "tech"]:
        categories = ["tech"]
    printed = "/".join(words[category] for category in categories)
    return f"{gear.name} ({printed})" + (f"{colon}{said}" if said else "")


def _mode_text(mode: Mode, words: dict[str, str]) -> str:
    """Bonus or penalty, and effects, of one mode."""
    if mode.category == "protection":
        if len(set(mode.protects)) == 1:
            return f"{words['complete']} +{mode.protects[0]}"
        return ", ".join(f"{words[limb]} +{value}" for limb, value in zip(LIMBS, mode.protects) if value)
    effects = []
    for sense in _ALLOWED[mode.category]:
        value = int(getattr(mode, sense))
        if value and sense in _LIMITS:
            effects.append(f"{value}/{words[sense]}")
        elif value and sense != "cbt":
            effects.append(f"{words[sense]} ({value // 100 if sense == 'range' else value})")
    bonus = f"{words['cbt']} {mode.cbt:+d}" if mode.cbt else ""
    return f"{bonus} - {', '.join(effects)}".strip() if effects else bonus
