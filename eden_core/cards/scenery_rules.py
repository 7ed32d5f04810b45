"""Territory management's words and prices (rules.md, section 10): special rules of scenery, a piece's size, its cost.

A special rule is written as the books print it, `Destruction (3)`, in five languages; case, accents and spaces don't
matter, and X left out is 1 (TER-4). What the rules do is the business of `rules/`, the ready-made pieces that of
`shipped`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from eden_core.cards.equipment import folded
from eden_core.cards.printed import printed_words
from eden_core.errors import Illegal, Malformed
from eden_core.geometry.plane import Point, convex_hull, edges, simple

__all__ = [
    "CORNERS",
    "DEVASTATED",
    "LONGEST_SIDE",
    "RULES",
    "SIZES",
    "WORDS",
    "Word",
    "price",
    "rule_from",
    "rule_text",
    "size_of",
    "why_not_look",
    "why_not_outline",
    "why_not_rules",
]

Rule = tuple[str, int]
"""A word of `RULES` and its X."""


class Word(NamedTuple):
    """A special rule of scenery and its price in scenery points (TER-2).

    The rule's number, the price as `base` + `per_x` times X, and the most that X may be.
    """

    rule: str
    base: int
    per_x: int = 0
    most: int = 1
    builder: bool = True  # whether a piece of a player's own making may have it

    @property
    def takes_x(self) -> bool:
        """Return whether it is printed with an X."""
        return self.most > 1


LARGEST_X = 20
RULES: dict[str, Word] = {
    "corrosion": Word("TER-COR", 2),
    "destruction": Word("TER-DES", -1, 1, LARGEST_X),
    "hiding": Word("TER-HID", 0, 1, 2),  # X says which bases
    "elevation": Word("TER-ELE", 2),
    "climbing": Word("TER-CLI", 2, 0, LARGEST_X),
    "crossing": Word("TER-CRO", -1),
    "impenetrable": Word("TER-IMP", 2),
    "flammable": Word("TER-FLA", 1),
    "obstacle": Word("TER-OBS", 0, 1, LARGEST_X),
    "obstruction": Word("TER-OBT", 0, 1, LARGEST_X),
    "occupation": Word("TER-OCC", -2),
    "swimming": Word("TER-SWI", 2, 0, LARGEST_X),
    "hostile_presence": Word("TER-HOS", 0, 1, LARGEST_X),
    "jump": Word("TER-JUM", -1, 1, LARGEST_X),
    "vapours": Word("TER-VAP", 1, 1, LARGEST_X),
    "gyromagnetic_field": Word("TER-5", 0, builder=False),  # the energy beacon's alone
    "quarterist_idol": Word("TER-5", 0, builder=False),  # the idol's alone
}
DEVASTATED: tuple[Rule, ...] = (("obstruction", 2), ("occupation", 1))
"""The special rules of a devastated zone (TER-DES)."""
SIZES = {"small": 1, "medium": 2, "large": 4, "imposing": 7}
"""TER-2: what each size costs, the least size first."""

# The notation by language, first the form that `rule_text` writes.
WORDS = {language: printed.scenery for language, printed in printed_words().items()}
_MEANING = {folded(form): word for words in WORDS.values() for word, forms in words.items() for form in forms}
_NOTATION = re.compile(r"([^()]*?)\s*(?:\(\s*([0-9]{1,4})\s*\))?\s*")
LONGEST_TEXT = 60


# --- notation ---


def rule_from(text: str, where: str = "") -> Rule:
    """A special rule from its printed notation (TER-2, TER-4); `where` names the text's place. Raises `Malformed`."""
    read = _NOTATION.fullmatch(text) if len(text) <= LONGEST_TEXT else None
    word = _MEANING.get(folded(read[1]), "") if read else ""
    if read is None or not word:
        raise Malformed("not_a_scenery_rule", "TER-2", where, found=text[:LONGEST_TEXT])
    if read[2] is None:
        return word, 1
    if not RULES[word].takes_x:
        raise Malformed("nothing_more_expected", "TER-2", where, found=f"({read[2]})")
    x, most = int(read[2]), RULES[word].most
    if not 1 <= x <= most:
        raise Malformed("number_out_of_bounds", "TER-2", where, found=x, low=1, high=most)
    return word, x


def rule_text(rule: Rule, language: str = "en") -> str:
    """A special rule in the printed notation of a language; `rule_from` reads it back."""
    word, x = rule
    printed = WORDS[language][word][0]
    return f"{printed} ({x})" if RULES[word].takes_x else printed


# --- special rules and their price ---


def price(size: str, rules: Sequence[Rule]) -> int:
    """The price of a piece in scenery points, its size and its special rules together; 1 at the least (TER-2)."""
    return max(1, SIZES[size] + sum(RULES[word].base + RULES[word].per_x * x for word, x in rules))


def why_not_rules(rules: Sequence[Rule], builder: bool = True) -> Illegal | None:
    """The fault in the special rules of a piece, ready-made if `builder` is unset (TER-2, TER-CLI)."""
    words = [word for word, _ in rules]
    for index, (word, x) in enumerate(rules):
        rule = RULES.get(word)
        if rule is None:
            return Illegal("not_a_scenery_rule", "TER-2", found=word)
        if word in words[:index]:
            return Illegal("scenery_rule_twice", "TER-2", word=word)
        if builder and not rule.builder:
            return Illegal("not_for_builders", "TER-2", word=word)
        if not 1 <= x <= rule.most:
            return Illegal("number_out_of_bounds", "TER-2", found=x, low=1, high=rule.most, word=word)
    if "climbing" in words and "elevation" not in words:
        return Illegal("climbing_needs_elevation", "TER-2")
    return None


# --- size ---

CARD = 630, 880  # MAT: in units of 0.1 mm
BASE = 200  # the radius of a large base
# What two cards side by side hold: both lengths touch, or one's width lies along the other's length.
PAIRS = (880, 1260), (630, 1510)
LONGEST_SIDE = 2000  # TER-1: 20 cm
CORNERS = 3, 64


class _Box(NamedTuple):
    """A rectangle, its sides as whole multiples of 1/√n units; the shorter is no longer than the longer."""

    short: int
    long: int
    n: int

    def fits(self, width: int, length: int) -> bool:
        """Return whether it lies within a rectangle (`width` <= `length`), along its sides or askew.

        Askew, a box p x q longer than the rectangle a x b, p >= q and a >= b >= q, fits if
        b (p² + q²) - 2 a p q >= (p² - q²) √(p² + q² - a²).
        """
        p, q, n = self.long, self.short, self.n
        if q * q > width * width * n:
            return False
        if p * p <= length * length * n:
            return True
        whole = p * p + q * q
        room = width * whole - 2 * length * p * q
        return room >= 0 and room * room * n >= (p * p - q * q) ** 2 * (whole - length * length * n)

    def leaves_room_for_base(self) -> bool:
        """Return whether a card holds it along its sides and a large base in the opposite corner, the two apart.

        The base's centre, (u, v) from the card's corner where the box lies, is clear of the box p x q beside it, above
        it, or if (u s - p)² + (v s - q)² >= (radius s)², s being √n.
        """
        u, v = CARD[0] - BASE, CARD[1] - BASE
        for p, q in ((self.short, self.long), (self.long, self.short)):
            if p * p > CARD[0] ** 2 * self.n or q * q > CARD[1] ** 2 * self.n:
                continue
            if p * p <= (u - BASE) ** 2 * self.n or q * q <= (v - BASE) ** 2 * self.n:
                return True
            if p * p <= u * u * self.n and q * q <= v * v * self.n:
                rest, double = (u * u + v * v - BASE * BASE) * self.n + p * p + q * q, 2 * (u * p + v * q)
                if rest * rest >= double * double * self.n:
                    return True
        return False


def _boxes(outline: Sequence[Point]) -> Iterator[_Box]:
    """The rectangles around an outline along each side of its hull; the least of them is one of these."""
    hull = convex_hull(outline)
    for (ax, ay), (bx, by) in edges(hull):
        dx, dy = bx - ax, by - ay
        along = [x * dx + y * dy for x, y in hull]
        across = [dx * y - dy * x for x, y in hull]
        one, other = max(along) - min(along), max(across) - min(across)
        yield _Box(min(one, other), max(one, other), dx * dx + dy * dy)


def size_of(outline: Sequence[Point], radius: int = 0) -> str:
    """TER-2: the least size of a piece, an outline in units or a disc, by the cards that hold it however it is laid.

    A card alone, it and a large base, or two cards with one full side touching. Ruling: an outline counts as the
    rectangle around it, along whichever side of its hull makes the piece smallest.
    """
    if radius:
        if 2 * radius > CARD[0]:
            return "large" if 2 * radius <= PAIRS[0][0] else "imposing"
        u, v = CARD[0] - BASE - radius, CARD[1] - BASE - radius  # between the centres, in opposite corners
        return "small" if u * u + v * v >= (BASE + radius) ** 2 else "medium"
    boxes = list(_boxes(outline))
    if any(box.leaves_room_for_base() for box in boxes):
        return "small"
    if any(box.fits(*CARD) for box in boxes):
        return "medium"
    return "large" if any(box.fits(*pair) for box in boxes for pair in PAIRS) else "imposing"


class _Made(Protocol):
    """A ready-made piece, which a look is held to (`records.Shape`)."""

    @property
    def like(self) -> str: ...
    @property
    def rules(self) -> tuple[Rule, ...]: ...


def why_not_look(like: str, rules: Sequence[Rule], ready: Iterable[_Made]) -> Illegal | None:
    """The fault in a piece's look (TER-2).

    Ruling: a piece looks like a ready-made one only with that one's special rules, so that a look never deceives.
    """
    if not like or any(shape.like == like and set(shape.rules) == set(rules) for shape in ready):
        return None
    return Illegal("not_what_it_looks_like", "TER-2", piece=like)


def why_not_outline(outline: Sequence[Point], radius: int = 0) -> Illegal | None:
    """The fault in a piece's outline: a simple polygon or a disc, up to 20 cm a side (TER-1, TER-2).

    Ruling: the sides are those of the rectangle around the piece along a side of its hull, not of the upright one:
    turning a piece on the field makes it no larger.
    """
    if radius:
        if radius < 0 or len(outline) != 1:
            return Illegal("not_a_simple_outline", "TER-2")
        return None if 2 * radius <= LONGEST_SIDE else _too_long()
    low, high = CORNERS
    if not low <= len(outline) <= high:
        return Illegal("outline_has_3_to_64_corners", "TER-2", corners=len(outline), low=low, high=high)
    if not simple(tuple(outline)):
        return Illegal("not_a_simple_outline", "TER-2")
    if not any(box.long**2 <= LONGEST_SIDE**2 * box.n for box in _boxes(outline)):
        return _too_long()
    return None


def _too_long() -> Illegal:
    return Illegal("piece_is_20_cm_at_most", "TER-2", most=LONGEST_SIDE // 100)
