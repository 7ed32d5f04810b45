"""Composing a troop: who can be recruited, a random legal troop, a troop as a text to copy and read back (TRP). No js.

A draft may be illegal while it is made; `check_troop` of the core says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from eden_core.cards import shipped
from eden_core.cards.equipment import HIDDEN, folded
from eden_core.cards.records import COMPOSED, NPF_FACTION, Profile
from eden_core.ruleset import STIGMAS, Ruleset
from web.i18n.catalogue import Words
from web.setup.agreed import Draft

__all__ = [
    "NAME",
    "Dice",
    "TextFault",
    "below",
    "draft_text",
    "random_draft",
    "random_of_any",
    "read_draft",
    "recruits",
    "symbols",
    "total",
]

FEWEST = 2  # fighters that a symbol needs to be offered: a troop of one is legal, but nothing to choose
NAME = 40  # letters of a troop's name
NEAR = 10  # points by which troops of a random symbol may fall short of the dearest
LONGEST = 4000  # letters of a text that is read
LINES = 60
Dice = Callable[[int], tuple[int, ...]]  # that many D6


class TextFault(NamedTuple):
    """A fault in a line, counted from 1, of a troop's text; `code` is the text's key."""

    line: int
    code: str
    found: str = ""


def recruits(ruleset: Ruleset, composed: str, symbol: str) -> list[Profile]:
    """TRP-1, TRP-4, MAT-7: all who bear a symbol and are in play, the dearest first."""
    found = [
        profile
        for profile in shipped.load(ruleset.edition).profiles.values()
        if symbol == (profile.faction if composed == "faction" else profile.stigma)
        and profile.faction in ruleset.factions
        and profile.faction != NPF_FACTION
        and not profile.level
    ]
    return sorted(found, key=lambda profile: (-profile.value, profile.name))


def symbols(ruleset: Ruleset, composed: str) -> list[str]:
    """The symbols that a troop can be composed by, in the edition's order: those with fighters enough."""
    return [
        symbol
        for symbol in (ruleset.factions if composed == "faction" else STIGMAS)
        if len({profile.name for profile in recruits(ruleset, composed, symbol)}) >= FEWEST
    ]


def total(draft: Draft, edition: str) -> int:
    """The sum of the values, in points, as an edition prints them (TRP-2)."""
    profiles = shipped.load(edition).profiles
    return sum(profiles[name].value for name in draft.fighters if name in profiles)


# --- chance ---


def below(limit: int, dice: Dice) -> int:
    """A fair number from 0 to `limit` - 1 out of D6: each die a digit to the base six, too large ones thrown again."""
    digits = 1
    while 6**digits < limit:
        digits += 1
    fair = 6**digits - 6**digits % limit
    while True:
        number = 0
        for face in dice(digits):
            number = number * 6 + face - 1
        if number < fair:
            return number % limit


def _shuffled(profiles: Sequence[Profile], dice: Dice) -> list[Profile]:
    """In any order, each as likely, and no name twice (TRP-3)."""
    left = list(profiles)
    found: dict[str, Profile] = {}
    while left:
        profile = left.pop(below(len(left), dice))
        found.setdefault(profile.name, profile)
    return list(found.values())


def random_draft(ruleset: Ruleset, composed: str, symbol: str, budget: int, dice: Dice) -> Draft:
    """A random legal troop that comes as near to the budget as any can (TRP-1 to TRP-4).

    `reach[i]` has a bit for each sum that the fighters from the `i`th on can make: so whoever may join without losing
    the best sum joins in the order of chance.
    """
    pool = _shuffled(recruits(ruleset, composed, symbol), dice)
    reach = [1]
    for profile in reversed(pool):
        reach.append(reach[-1] | reach[-1] << profile.value)
    reach.reverse()
    left = (reach[0] & ((1 << budget + 1) - 1)).bit_length() - 1
    chosen = []
    for place, profile in enumerate(pool):
        if left >= profile.value and reach[place + 1] >> (left - profile.value) & 1:
            chosen.append(profile)
            left -= profile.value
    chosen.sort(key=lambda profile: (-profile.value, profile.name))
    return Draft("", composed, symbol, tuple(profile.id for profile in chosen))


def random_of_any(ruleset: Ruleset, budget: int, dice: Dice) -> Draft:
    """A random legal troop by any symbol whose best one is about as dear as any other's: a match for the other side."""
    drafts = [
        random_draft(ruleset, composed, symbol, budget, dice)
        for composed in COMPOSED
        for symbol in symbols(ruleset, composed)
    ]
    most = max(total(draft, ruleset.edition) for draft in drafts)
    near = [draft for draft in drafts if total(draft, ruleset.edition) >= most - NEAR]
    return near[below(len(near), dice)]


# --- text ---

_VALUE = re.compile(r"\s*\(\d+\)$")
_SYMBOL = re.compile(r"([^:]+?)\s*:\s*(.+)")


def draft_text(draft: Draft) -> str:
    """A troop to copy: its name, its symbol, a fighter a line with the value. The same in every language."""
    profiles = shipped.load().profiles
    by_name = _by_name()
    lines = [draft.name] if draft.name else []
    lines.append(f"{draft.composed}: {draft.symbol}")
    for name in draft.fighters:
        profile = profiles[name]  # a draft holds known fighters only
        shown = profile.name if by_name[folded(profile.name)] == [name] else name
        lines.append(f"{shown} ({profile.value})")
    return "\n".join(lines) + "\n"


def _by_name() -> dict[str, list[str]]:
    """The ids of all fighters by how they may be written: id, or name without case and accents."""
    found: dict[str, list[str]] = {}
    for profile in shipped.load().profiles.values():
        if profile.faction != NPF_FACTION:
            for written in dict.fromkeys((folded(profile.name), profile.id)):
                found.setdefault(written, []).append(profile.id)
    return found


def read_draft(text: str, words: Words) -> Draft | list[TextFault]:
    """A troop from its text, or all that is unclear in it. Whether it is legal is another question.

    Fighters may be named as printed, as this language calls them, or by id; the symbol by id or in this language.
    """
    if len(text) > LONGEST or text.count("\n") > LINES:
        return [TextFault(1, "too_long")]
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    parts = [_symbol_line(line, words) for _, line in lines]
    place = next((place for place, found in enumerate(parts) if found), -1)
    if place < 0:
        return [TextFault(lines[0][0] if lines else 1, "no_symbol")]
    faults = [TextFault(number, "name_is_one_line", line) for number, line in lines[1:place]]
    composed, symbol = parts[place] or ("", "")
    if not symbol:
        faults.append(TextFault(lines[place][0], "unknown_symbol", lines[place][1]))
    fighters = []
    for number, line in lines[place + 1 :]:
        ids = _named(_VALUE.sub("", line), words)
        if len(ids) == 1:
            fighters.append(ids[0])
        else:
            faults.append(TextFault(number, "several_fighters" if ids else "unknown_fighter", line))
    name = HIDDEN.sub("", lines[0][1])[:NAME] if place else ""
    return faults or Draft(name, composed, symbol, tuple(fighters))


def _symbol_line(line: str, words: Words) -> tuple[str, str] | None:
    """A line `faction: jokers` as its two parts, the symbol "" where it is unknown; None when it is none."""
    parts = _SYMBOL.fullmatch(line)
    if parts is None:
        return None
    written = folded(parts[1])
    composed = next((kind for kind in COMPOSED if written in (kind, folded(words(f"ui.troop.{kind}")))), "")
    if not composed:
        return None
    known = Ruleset().factions if composed == "faction" else STIGMAS
    wanted = folded(parts[2])
    return composed, next((name for name in known if wanted in (name, folded(words(f"{composed}.{name}")))), "")


def _named(line: str, words: Words) -> list[str]:
    """The ids of the fighters that a line may mean."""
    wanted = folded(line)
    found = _by_name().get(wanted, [])
    return found or [name for name in shipped.load().profiles if folded(words(f"profile.{name}.name")) == wanted]
