"""Reads cards from TOML: those that ship, at build or in the source tree, and those that players bring.

Each file may hold `[[profile]]`, `[[npf]]`, `[[ability]]`, `[[troop]]`, `[[mission]]`, `[[tactic]]`, `[[piece]]` and
`[[terrain]]` tables. All names are checked on load against the registries; a fault's `where` is `file:line:field`.
Names and texts for players are in `web/texts`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import NamedTuple, TypeVar

from eden_core.cards.fields import Fields
from eden_core.cards.library import Library
from eden_core.cards.profile_reading import profile_from_card
from eden_core.cards.reading import ability_from, is_action_alone, mission_from, tactic_from
from eden_core.cards.records import HIGHEST_LEVEL, NPF_FACTION, Ability, Mission, Profile, Shape, Tactic, Troop
from eden_core.cards.scenery_rules import (
    CORNERS,
    LONGEST_SIDE,
    SIZES,
    price,
    rule_from,
    size_of,
    why_not_outline,
    why_not_rules,
)
from eden_core.cards.troops import check_troop
from eden_core.cards.vocabulary import SYMBOLS
from eden_core.errors import Malformed
from eden_core.geometry.plane import Point, area2
from eden_core.ruleset import EDITIONS, Ruleset

__all__ = ["LIKES", "compiled_source", "load_from"]

# What a piece of scenery may be like (TER's ready-made pieces).
LIKES = frozenset(
    {
        "tree",
        "bushes",
        "vehicle_wreck",
        "low_wall",
        "ruined_wall",
        "oil_slick",
        "devastated_zone",
        "car_wreck",
        "wall",
        "crumbling_wall",
        "dark_wood",
        "pond",
        "energy_beacon",
        "quarterist_idol",
        "waste_pile",
        "lake",
        "deep_river",
    }
)


class _TroopCard(NamedTuple):
    """A troop as written: its profiles by id."""

    id: str
    name: str
    composed: str
    symbol: str
    profiles: tuple[str, ...]


def _profile(table: object) -> Profile:
    """MAT-3; a fighter's value is a multiple of five between 10 and 50."""
    card = dict(table) if isinstance(table, dict) else table
    if isinstance(card, dict):
        for edition, value in _reprints(card.pop("values", {})).items():
            _check_value(value, f"values.{edition}")
    profile = profile_from_card(card, "", complete=True)
    _check_value(profile.value, "value")
    return profile


def _npf(table: object) -> Profile:
    """MAT-3, NPF-2: a level from 1 to 5 in place of the value; the stigma may be ""."""
    card = profile_from_card(table, "", player=0, complete=True)
    if card.faction != NPF_FACTION:
        raise Malformed("unknown_word", "MAT-7", "faction", found=card.faction, allowed=[NPF_FACTION])
    if not 1 <= card.level <= HIGHEST_LEVEL:
        raise Malformed("number_out_of_bounds", "MAT-3", "level", found=card.level, low=1, high=HIGHEST_LEVEL)
    return card


def _check_value(value: int, where: str) -> None:
    if value not in range(10, 51, 5):
        raise Malformed("value_in_fives_from_10_to_50", "MAT-3", where, found=value)


def _reprints(table: object) -> dict[str, int]:
    """MAT-3: a fighter's value in the editions that print another."""
    fields = Fields(table, "values", "MAT-3")
    found = {edition: fields.number(edition, 1, 200) for edition in EDITIONS if edition in fields.left}
    fields.done()
    return found


def _troop(table: object) -> _TroopCard:
    """TRP-1, TRP-2."""
    fields = Fields(table, "", "TRP-1")
    card = _TroopCard(
        id=fields.name("id"),
        name=fields.text("name"),
        composed=fields.word("composed", ("faction", "stigma")),
        symbol=fields.word("symbol", SYMBOLS),
        profiles=tuple(fields.named("profiles", name) for name in fields.items("profiles")),
    )
    fields.done()
    return card


def _piece(table: object) -> Shape:
    """A shape of scenery with the traits of the basic rules (LOS-5, MOVE-2) and its size (TER-2)."""
    fields = Fields(table, "", "TER-2")
    id, like, size = fields.name("id"), fields.word("like", LIKES), fields.word("size", SIZES)
    shape = Shape(
        id,
        like,
        _outline(fields),
        size,
        low=fields.flag("low"),
        flat=fields.flag("flat"),
        passable=fields.flag("passable"),
        slow=fields.flag("slow"),
    )
    fields.done()
    least = size_of(shape.outline)
    if size != least:
        raise fields.fault("size", "size_by_the_cards", found=size, least=least)
    if shape.slow and not shape.passable:
        raise fields.fault("slow", "slow_is_for_passable", "MOVE-2")
    return shape


def _outline(fields: Fields) -> tuple[Point, ...]:
    """An outline, written in mm, counterclockwise, about its own origin (TER-1, TER-2)."""
    outline = []
    reach = LONGEST_SIDE // 20
    for index, corner in enumerate(fields.items("outline", most=CORNERS[1])):
        if not isinstance(corner, list) or len(corner) != 2:
            raise fields.fault(f"outline[{index}]", "pair_expected", found=corner)
        x, y = (fields.bounded(f"outline[{index}]", number, -reach, reach) for number in corner)
        outline.append((x * 10, y * 10))
    if why_not_outline(outline) or area2(tuple(outline)) <= 0:
        raise fields.fault("outline", "outline_is_simple_and_counterclockwise")
    return tuple(outline)


class _TerrainCard(NamedTuple):
    """A ready-made piece of Territory management as written, and the editions that print it so."""

    shape: Shape
    editions: tuple[str, ...]


def _terrain(table: object) -> _TerrainCard:
    """TER-2, TER-4: special rules as printed; a list with prices of its own says the cost, else it is worked out."""
    fields = Fields(table, "", "TER-2")
    id, like, outline = fields.name("id"), fields.word("like", LIKES), _outline(fields)
    editions = fields.items("editions")
    if not editions:
        raise fields.fault("editions", "field_missing")
    for index, edition in enumerate(editions):
        if not isinstance(edition, str) or edition not in EDITIONS or edition in editions[:index]:
            raise fields.fault(f"editions[{index}]", "unknown_word", found=edition, allowed=sorted(EDITIONS))
    rules = tuple(
        rule_from(fields.plain(f"rules[{index}]", text, 60), fields.path(f"rules[{index}]"))
        for index, text in enumerate(fields.items("rules"))
    )
    illegal = why_not_rules(rules, builder=False)
    if illegal is not None:
        raise fields.fault("rules", illegal.code, illegal.rule, **illegal.values)
    size = size_of(outline)
    cost = fields.number("cost", 1, 30, price(size, rules), "TER-1")
    fields.done()
    return _TerrainCard(Shape(id, like, outline, size, rules=rules, cost=cost), tuple(map(str, editions)))


# --- files ---

_LONGEST_FILE = 200_000
_Read = TypeVar("_Read")
_Card = TypeVar("_Card", Profile, Ability, Mission, Tactic, Shape, _TroopCard)


@dataclass(frozen=True)
class _File:
    """A file of cards: its name, its text, its tables by kind."""

    name: str
    text: str
    tables: dict[str, object]

    def line(self, kind: str, index: int, path: str = "") -> int:
        """The line, from 1, where a field of the `index`th table of a kind stands, or else what holds it.

        The files are written a field a line; in a list over several lines, an entry a line.
        """
        lines = [line.strip() for line in self.text.split("\n")]
        heads = [number for number, line in enumerate(lines) if line.startswith(f"[[{kind}]]")]
        if index >= len(heads):
            return _line_of(self.text, kind)
        at = heads[index]
        end = _next(lines, at, "[[")
        for step in path.split(":")[0].replace("[", ".").replace("]", "").split("."):
            if step.isdecimal():
                entries = [number for number in range(at + 1, end) if lines[number][:1] in ("{", '"', "[")]
                return 1 + (entries[int(step)] if lines[at].endswith("[") and int(step) < len(entries) else at)
            found = [
                number
                for number in range(at + 1, end)
                if lines[number] == f"[{kind}.{step}]" or _key(lines[number]) == step
            ]
            if not found:
                break
            at = found[0]
            end = min(end, _next(lines, at, "[")) if lines[at].startswith("[") else end
        return at + 1

    def fault(self, error: Malformed, kind: str, index: int) -> Malformed:
        """An error in a table as an error in this file."""
        line = self.line(kind, index, error.where)
        place = f"{self.name}:{line}:{error.where or kind}"
        return Malformed(error.code, error.rule, place, **error.values)


def _next(lines: list[str], at: int, start: str) -> int:
    """The next line after `at` that starts so, or the end."""
    return next((number for number in range(at + 1, len(lines)) if lines[number].startswith(start)), len(lines))


def _key(line: str) -> str:
    """The text before the equals sign of a line."""
    return line.split("=")[0].strip() if "=" in line else ""


def _read(entry: Traversable) -> _File:
    """A file of the folder as tables; `Malformed` names the line where it is no TOML."""
    text = entry.read_text(encoding="utf-8")
    if len(text) > _LONGEST_FILE:
        raise Malformed("too_long", "", entry.name, most=_LONGEST_FILE)
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Malformed("not_toml", "", entry.name, says=str(error)) from None
    file = _File(entry.name, text, tables)
    for kind, listed in tables.items():
        if kind not in ("profile", "npf", "ability", "troop", "mission", "tactic", "piece", "terrain"):
            raise Malformed("unknown_kind", "", f"{file.name}:{_line_of(text, kind)}:{kind}")
        if not isinstance(listed, list):
            raise Malformed("list_expected", "", f"{file.name}:{_line_of(text, kind)}:{kind}")
    return file


def _line_of(text: str, word: str) -> int:
    """The first line that starts with a word, brackets left out."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip().lstrip("[").startswith(word):
            return number
    return 1


def _read_all(files: list[_File], kind: str, read: Callable[[object], _Read]) -> Iterator[tuple[_Read, _File, int]]:
    """All cards of a kind, each with the file and the index of its table."""
    for file in files:
        listed = file.tables.get(kind, [])
        assert isinstance(listed, list), "checked when read"
        for index, table in enumerate(listed):
            try:
                card = read(table)
            except Malformed as error:
                raise file.fault(error, kind, index) from None
            yield card, file, index


def _cards(files: list[_File], kind: str, read: Callable[[object], _Card]) -> dict[str, tuple[_Card, _File, int]]:
    """All cards of a kind by id, each with the file and the index of its table."""
    found: dict[str, tuple[_Card, _File, int]] = {}
    for card, file, index in _read_all(files, kind, read):
        if card.id in found:
            error = Malformed("id_twice", "TRP-3" if kind in ("profile", "npf") else "", "id", found=card.id)
            raise file.fault(error, kind, index)
        found[card.id] = (card, file, index)
    return found


def _scenery_lists(files: list[_File]) -> dict[str, tuple[Shape, ...]]:
    """TER-5: the ready-made pieces of each edition, in the files' order; one may differ between editions."""
    lists: dict[str, dict[str, Shape]] = {}
    for card, file, index in _read_all(files, "terrain", _terrain):
        for edition in card.editions:
            listed = lists.setdefault(edition, {})
            if card.shape.id in listed:
                raise file.fault(Malformed("id_twice", "TER-5", "id", found=card.shape.id), "terrain", index)
            listed[card.shape.id] = card.shape
    return {edition: tuple(listed.values()) for edition, listed in lists.items()}


def _resolved(card: _TroopCard, profiles: dict[str, Profile]) -> Troop:
    """A troop with its profiles, legal at 100 points in the default edition."""
    for name in card.profiles:
        if name not in profiles:
            raise Malformed("unknown_profile", "TRP-1", "profiles", found=name)
    troop = Troop(card.name, card.composed, card.symbol, tuple(profiles[name] for name in card.profiles))
    for illegal in check_troop(Ruleset(), troop, 100):
        raise Malformed(illegal.code, illegal.rule, "profiles", **illegal.values)
    return troop


def load_from(folder: Traversable) -> Library:
    """The library in the TOML files of a folder (a `pathlib.Path` will do); `Malformed` at the first fault."""
    entries = {entry.name: entry for entry in folder.iterdir() if entry.name.endswith(".toml")}
    files = [_read(entries[name]) for name in sorted(entries)]
    abilities = {id: card for id, (card, _, _) in _cards(files, "ability", ability_from).items()}
    profiles = _with_abilities(_cards(files, "profile", _profile), "profile", abilities)
    npfs = _cards(files, "npf", _npf)
    for id, (_, file, index) in npfs.items():
        if id in profiles:
            error = Malformed("id_twice", "TRP-3", "id", found=id)
            raise file.fault(error, "npf", index)
    reprints: dict[str, dict[str, int]] = {}
    for file in files:
        listed = file.tables.get("profile", [])
        assert isinstance(listed, list)
        for table in listed:
            for edition, value in _reprints(table.get("values", {})).items():
                reprints.setdefault(edition, {})[table["id"]] = value
    troops: dict[str, Troop] = {}
    for id, (card, file, index) in _cards(files, "troop", _troop).items():
        try:
            troops[id] = _resolved(card, profiles)
        except Malformed as error:
            raise file.fault(error, "troop", index) from None
    return Library(
        profiles=profiles,
        abilities=abilities,
        missions=_with_abilities(_cards(files, "mission", mission_from), "mission", abilities),
        tactics={id: card for id, (card, _, _) in _cards(files, "tactic", tactic_from).items()},
        pieces={id: card for id, (card, _, _) in _cards(files, "piece", _piece).items()},
        troops=troops,
        npfs=_with_abilities(npfs, "npf", abilities),
        reprints=reprints,
        scenery_lists=_scenery_lists(files),
    )


_Able = TypeVar("_Able", Profile, Mission)


def _with_abilities(
    found: dict[str, tuple[_Able, _File, int]], kind: str, abilities: dict[str, Ability]
) -> dict[str, _Able]:
    """Cards whose abilities are all known (ABI-1)."""
    for card, file, index in found.values():
        for name in card.abilities:
            if name not in abilities:
                raise file.fault(Malformed("unknown_ability", "ABI-1", "abilities", found=name), kind, index)
            if kind == "mission" and not is_action_alone(abilities[name]):
                raise file.fault(Malformed("a_mission_gives_actions", "MAT-8", "abilities", found=name), kind, index)
    return {id: card for id, (card, _, _) in found.items()}


def compiled_source(library: Library) -> str:
    """Python that makes a library without reading TOML: the site's `cards/_compiled.py`."""
    return (
        "from eden_core.cards.library import Library\nfrom eden_core.cards.records import ("
        "Ability, Condition, Effect, Gear, Limb, Mission, "
        "MissionMarker, Mode, Profile, Score, Shape, Standing, Tactic, Trigger, Troop)\n\n"
        f"LIBRARY = {library!r}\n"
    )
