"""Reading abilities, missions and tactical cards from tables (ABI, MAT-8, MAT-9), in the words of `vocabulary.py`.

A card that came as a record (from a link, a peer, a save) is sound when its table reads back as the same record:
`is_sound` holds those to the bounds of what ships. Conditions are written as words: `"not other marked fear"`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from eden_core.cards.fields import Fields
from eden_core.cards.records import Ability, Condition, Effect, Mission, MissionMarker, Score, Standing, Tactic, Trigger
from eden_core.cards.vocabulary import (
    CHARACTERISTICS,
    CONDITIONS,
    COUNTS,
    EFFECTS,
    MODIFIED,
    MOMENTS,
    PROPERTIES,
    SPOTS,
    SYMBOLS,
    TRIGGERS,
)
from eden_core.errors import Malformed

__all__ = ["ability_from", "as_table", "condition_text", "is_action_alone", "is_sound", "mission_from", "tactic_from"]

TARGETS = ("", "ally", "enemy", "any")
PLACES = ("", "zone", "point")
_AREAS = ("allies", "enemies", "all")
_NEAR = 120  # cm: no field is longer
_LONGEST = 12  # parts of a list on a card


# --- conditions ---


def _conditions(fields: Fields, field: str, two: bool) -> tuple[Condition, ...]:
    """A list of conditions; only where there are `two` fighters may one ask of the other."""
    found = []
    for index, text in enumerate(fields.items(field, [], _LONGEST)):
        found.append(_condition(fields, f"{field}[{index}]", text, two))
    return tuple(found)


def _condition(fields: Fields, field: str, text: object, two: bool) -> Condition:
    words = fields.plain(field, text, 60).split()
    negated = words[:1] == ["not"]
    words = words[negated:]
    other = two and words[:1] == ["other"]
    words = words[other:]
    if not words or words[0] not in CONDITIONS:
        raise fields.fault(field, "unknown_word", found=text, allowed=sorted(CONDITIONS))
    follows = CONDITIONS[words[0]]
    if len(words) != 1 + (follows is not None):
        raise fields.fault(field, "condition_needs", found=text, needs="" if follows is None else str(follows))
    if follows is None:
        return Condition(words[0], "", 0, int(other), int(negated))
    if follows and isinstance(follows[0], int):
        low, high = follows
        if not (words[1].isascii() and words[1].isdecimal() and len(words[1]) < 4):
            raise fields.fault(field, "whole_number_expected", found=words[1])
        return Condition(
            words[0], "", fields.bounded(field, int(words[1]), int(low), int(high)), int(other), int(negated)
        )
    what = fields.named(field, words[1])
    if follows and what not in follows:
        raise fields.fault(field, "unknown_word", found=what, allowed=sorted(map(str, follows)))
    return Condition(words[0], what, 0, int(other), int(negated))


def condition_text(condition: Condition) -> str:
    """A condition as it is written."""
    words = ["not"] * condition.negated + ["other"] * condition.other + [condition.word]
    return " ".join(words + [condition.what or str(condition.amount)] * (CONDITIONS[condition.word] is not None))


# --- effects ---


def _effects(fields: Fields, on: tuple[str, ...]) -> tuple[Effect, ...]:
    """The `effects` of a card that may say `on` whom."""
    found = tuple(_effect(entry, on) for entry in fields.tables("effects"))
    if len(found) > _LONGEST:
        raise fields.fault("effects", "list_expected", most=_LONGEST)
    return found


def _effect(fields: Fields, allowed: tuple[str, ...]) -> Effect:
    do = fields.word("do", EFFECTS)
    word = EFFECTS[do]
    on = fields.word("on", [name for name in word.on if name in allowed])
    low, high = word.amount
    needed = word.what if "" not in word.what else ()
    effect = Effect(
        do=do,
        amount=fields.number("amount", low, high, None if high else 0),
        what=fields.word("what", word.what, None if needed else ""),
        on=on,
        until=fields.word("until", word.until, None if "" not in word.until else ""),
        within=fields.number("within", 0, _NEAR, 0) if on in _AREAS else 0,
        itself=fields.flag("itself") if on in _AREAS else 0,
        where=_conditions(fields, "where", two=False),
        test=fields.word("test", ("", *CHARACTERISTICS), ""),
        difficulty=fields.number("difficulty", 0, 9, 0),
    )
    fields.done()
    if bool(effect.test) != bool(effect.difficulty):
        raise fields.fault("difficulty", "test_and_difficulty_go_together", "ROLL-1")
    if (effect.test or effect.where) and on in ("player", "opponent", "place"):
        raise fields.fault("test" if effect.test else "where", "asked_of_fighters")
    if do in ("modify", "score") and not effect.amount:
        raise fields.fault("amount", "number_out_of_bounds", found=0, low=low, high=high)
    return effect


def _aims(target: str, place: str) -> tuple[str, ...]:
    """The words of `on` for the effects of a card with such a target and place."""
    return ("self", *_AREAS, "player", "opponent", *(["target"] if target else []), *(["place"] if place else []))


def _check_place(fields: Fields, place: str, effects: tuple[Effect, ...]) -> None:
    if (place == "zone") != any(effect.do == "zone" for effect in effects):
        raise fields.fault("place", "zone_and_place_go_together")


# --- cards ---


def ability_from(table: object, where: str = "") -> Ability:
    """ABI: an ability card. Raises `Malformed` with the field."""
    fields = Fields(table, where, "ABI-1")
    id, action = fields.name("id"), fields.flag("action")
    target, place = fields.word("target", TARGETS, ""), fields.word("place", PLACES, "")
    ability = Ability(
        id=id,
        action=action,
        ap=fields.number("ap", 0, 3, 0),
        sp=fields.number("sp", 0, 20, 0),
        per_round=fields.number("per_round", 0, 9, 0, "GEN-7"),
        per_match=fields.number("per_match", 0, 9, 0, "GEN-7"),
        target=target,
        range=fields.number("range", 0, 60, 0),
        sight=fields.flag("sight"),
        place=place,
        has=tuple(str(word) for word in _words(fields, "has", PROPERTIES)),
        standing=tuple(map(_standing, fields.tables("standing", []))),
        conditions=_conditions(fields, "if", bool(target)),
        triggers=tuple(map(_trigger, fields.tables("triggers", []))),
        effects=_effects(fields, _aims(target, place)) if action else (),
    )
    fields.done()
    _check_place(fields, place, ability.effects)
    if action and not ability.effects:
        raise fields.fault("effects", "nothing_done", "ABI-2")
    if not action and (
        ability.ap or ability.sp or target or place or ability.range or ability.sight or ability.conditions
    ):
        raise fields.fault("action", "only_an_action_says_so", "ABI-2")
    if not (ability.has or ability.standing or ability.triggers or ability.effects):
        raise fields.fault("", "nothing_done")
    if not target and not place and (ability.sight or ability.range):
        raise fields.fault("range", "range_is_for_a_target")
    if not (ability.per_round or ability.per_match) and _may_go_on(ability):
        raise fields.fault("per_round", "free_without_limit", "ACN-1")
    return ability


# Moments that come so often at the most as there are fighters to fall, or turns in a round.
_RARE = ("activated", "takes_down", "falls", "ally_falls", "enemy_falls", "round_begins", "intendancy")


def _may_go_on(ability: Ability) -> bool:
    """Return whether an ability could be used for ever (ACN-1).

    It has no limit, and is a free action or gives back what limits it.
    """
    gives = {effect.do for effect in ability.effects}
    for trigger in ability.triggers:
        gives |= {effect.do for effect in trigger.effects if effect.do == "ready" or trigger.on not in _RARE}
    return bool((ability.action and not ability.ap and not ability.sp) or gives & {"gain_ap", "refresh", "ready"})


def is_action_alone(ability: Ability) -> bool:
    """Return whether an ability is an action alone, as a mission may give it: it neither stands nor waits (MAT-8)."""
    return bool(ability.action) and not (ability.has or ability.standing or ability.triggers)


def _words(fields: Fields, field: str, allowed: Collection[str]) -> list[object]:
    words = fields.items(field, [], _LONGEST)
    for index, word in enumerate(words):
        if word not in allowed or words.count(word) > 1:
            raise fields.fault(f"{field}[{index}]", "unknown_word", found=word, allowed=sorted(allowed))
    return words


def _standing(fields: Fields) -> Standing:
    on = fields.word("on", ("self", "allies", "enemies"), "self")
    standing = Standing(
        what=fields.word("what", MODIFIED),
        amount=fields.number("amount", -6, 6),
        on=on,
        within=fields.number("within", 0, _NEAR, 0) if on != "self" else 0,
        conditions=_conditions(fields, "if", two=on != "self"),
        where=_conditions(fields, "where", two=False) if on != "self" else (),
    )
    fields.done()
    return standing


def _trigger(fields: Fields) -> Trigger:
    trigger = Trigger(
        on=fields.word("on", TRIGGERS),
        conditions=_conditions(fields, "if", two=True),
        ap=fields.number("ap", 0, 3, 0),
        sp=fields.number("sp", 0, 20, 0),
        ordered=fields.flag("ordered"),
        effects=_effects(fields, ("self", "other", *_AREAS, "player", "opponent")),
    )
    fields.done()
    if not trigger.effects:
        raise fields.fault("effects", "nothing_done")
    return trigger


def mission_from(table: object, where: str = "") -> Mission:
    """MAT-8: a mission card. Raises `Malformed` with the field."""
    fields = Fields(table, where, "MAT-8")
    mission = Mission(
        id=fields.name("id"),
        symbol=fields.word("symbol", SYMBOLS, ""),
        revealed=fields.flag("revealed"),
        deployment=fields.word("deployment", ("confrontation", "ambush")),
        rounds=fields.number("rounds", -4, 5, 0),
        markers=tuple(map(_marker, fields.tables("markers", []))),
        abilities=tuple(fields.named("abilities", word) for word in fields.items("abilities", [], 4)),
        scores=tuple(map(_score, fields.tables("scores"))),
    )
    fields.done()
    if not mission.scores:
        raise fields.fault("scores", "nothing_scored")
    if len(mission.markers) > 2:
        raise fields.fault("markers", "list_expected", "GEN-5", most=2)
    if not mission.revealed:
        for field in ("rounds", "markers", "abilities"):
            if getattr(mission, field):
                raise fields.fault(field, "a_secret_shows_nothing")
    return mission


def _marker(fields: Fields) -> MissionMarker:
    marker = MissionMarker(kind=fields.name("kind"), where=fields.word("where", SPOTS))
    fields.done()
    return marker


def _score(fields: Fields) -> Score:
    """ITD-10, ITD-12."""
    score = Score(
        when=fields.word("when", ("round", "end")),
        count=fields.word("count", COUNTS),
        vp=fields.number("vp", -10, 10),
        per=fields.number("per", 1, 200, 1),
    )
    fields.done()
    return score


def tactic_from(table: object, where: str = "") -> Tactic:
    """MAT-9, TAC: a tactical card. Raises `Malformed` with the field."""
    fields = Fields(table, where, "MAT-9")
    target, place = fields.word("target", TARGETS, ""), fields.word("place", PLACES, "")
    tactic = Tactic(
        id=fields.name("id"),
        symbol=fields.word("symbol", SYMBOLS, ""),
        tactical=fields.flag("tactical"),
        when=tuple(str(word) for word in _words(fields, "when", MOMENTS)),
        first_round=fields.flag("first_round"),
        cancel=fields.number("cancel", 0, 20, 0),
        target=target,
        place=place,
        conditions=_conditions(fields, "if", two=False),
        effects=_effects(fields, _aims(target, place)),
    )
    fields.done()
    if not tactic.effects:
        raise fields.fault("effects", "nothing_done")
    if bool(tactic.when) == bool(tactic.tactical):
        raise fields.fault("when", "tactical_or_when", "TAC-3")
    if any(effect.on == "self" for effect in tactic.effects):
        raise fields.fault("effects", "a_card_has_no_self")
    if tactic.conditions and not target:
        raise fields.fault("if", "asked_of_a_target")
    _check_place(fields, place, tactic.effects)
    return tactic


# --- records ---

_NAMED = {"conditions": "if"}


def as_table(card: Any) -> dict[str, Any]:
    """A card's record as the table that reads back as it; what says nothing is left out."""
    table: dict[str, Any] = {}
    flags = {"action", "sight", "ordered", "itself", "tactical", "first_round", "revealed"}
    for name, value in zip(card._fields, card):
        if isinstance(value, tuple) and value and isinstance(value[0], Condition):
            value = [condition_text(condition) for condition in value]
        elif isinstance(value, tuple):
            value = [as_table(part) if hasattr(part, "_fields") else part for part in value]
        elif name in flags and value in (0, 1) and type(value) is int:
            value = bool(value)
        if value not in ("", 0, []) or (name in ("deployment", "scores", "effects", "vp") and value != []):
            table[_NAMED.get(name, name)] = value
    return table


_READ: dict[type, Callable[[object], Any]] = {Ability: ability_from, Mission: mission_from, Tactic: tactic_from}


def is_sound(card: Any) -> bool:
    """Return whether a card's record is one that a table could give: known words, numbers within bounds."""
    try:
        return bool(_READ[type(card)](as_table(card)) == card)
    except (Malformed, KeyError, TypeError, AttributeError):
        return False
