"""The actions of an activated fighter (ACN): one entry each, registered by its chapter, and what may be done now.

Options, verdict, execution, records and the random player read these entries. A new action registers an `Action` in the
module of its chapter; `start.py` imports that module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from eden_core.cards.equipment import Mode
from eden_core.engine.characteristics import has
from eden_core.engine.match import Fighter, Match, enemies_in_contact
from eden_core.engine.procedures import Result
from eden_core.errors import Illegal
from eden_core.rules.common.costs import may_attack
from eden_core.rules.common.weapons import ranged_weapons, why_not_weapon

__all__ = ["Action", "ActionOption", "Offer", "action_of", "action_options", "actions", "aimed", "register"]


class ActionOption(NamedTuple):
    """Something that the active fighter may do.

    Its cost, its weapon or ability, its possible targets, and how far it goes (units).
    """

    kind: str
    ap: int = 0
    weapon: str = ""
    targets: tuple[str, ...] = ()
    reach: int = 0
    rule: str = ""


class Offer(NamedTuple):
    """An option as its chapter gives it: without the kind and the rule, which its action adds."""

    ap: int = 0
    weapon: str = ""
    targets: tuple[str, ...] = ()
    reach: int = 0


class Action(NamedTuple):
    """One action: how it is answered, offered, judged, begun and recorded.

    `offers` takes the enemies in contact, worked out once for all actions. A ranged attack has `offer` instead, called
    for each weapon of its `category` whose limits are not used up.
    """

    kind: str  # the word of its options
    answer: type[Any]  # the class of the answer that chooses it
    rule: str
    order: int  # the place of its options among all; those of ranged attacks share one
    number: int  # its number in a record; 0: written in a way of its own
    why_not: Callable[[Match, Fighter, Any], Illegal | None]
    begin: Callable[[Match, str, Any], Result]
    offers: Callable[[Match, Fighter, list[Fighter]], Iterable[Offer]] | None = None
    category: str = ""
    offer: Callable[[Match, Fighter, str, Mode], Offer | None] | None = None


_BY_ANSWER: dict[type[Any], Action] = {}
_BY_CATEGORY: dict[str, Action] = {}
_IN_ORDER: list[Action] = []


def register(action: Action) -> None:
    """Enter an action in the list: done once, by the module of its chapter."""
    assert action.answer not in _BY_ANSWER, action.kind
    _BY_ANSWER[action.answer] = action
    if action.category:
        _BY_CATEGORY[action.category] = action
    _IN_ORDER.append(action)
    _IN_ORDER.sort(key=lambda entry: entry.order)


def actions() -> tuple[Action, ...]:
    """Return all actions, in the order of their options."""
    return tuple(_IN_ORDER)


def action_of(given: Any) -> Action | None:
    """Return the action that an answer chooses; None for any other answer."""
    return _BY_ANSWER.get(type(given))


def action_options(match: Match, fighter: Fighter) -> tuple[ActionOption, ...]:
    """Return the actions open to the active fighter now (ACN-2 to ACN-8); `end` is always among them (ACT-8)."""
    enemies = enemies_in_contact(match, fighter)
    found: list[ActionOption] = []
    weapons_done = False
    for action in _IN_ORDER:
        if action.offers is not None:
            for offer in action.offers(match, fighter, enemies):
                found.append(ActionOption(action.kind, *offer, action.rule))
        elif not weapons_done:
            weapons_done = True
            found += _ranged_options(match, fighter, enemies)
    return tuple(found)


def _ranged_options(match: Match, fighter: Fighter, enemies: list[Fighter]) -> list[ActionOption]:
    """The ranged attacks with each weapon, in the card's order (ACN-6, EQP-2)."""
    found: list[ActionOption] = []
    if not may_attack(fighter) or (enemies and not has(match, fighter, "shoots_in_contact")):
        return found
    for gear, mode in ranged_weapons(fighter):
        action = _BY_CATEGORY[mode.category]
        if action.offer is not None and why_not_weapon(fighter, gear.name, mode) is None:
            offer = action.offer(match, fighter, gear.name, mode)
            if offer is not None:
                found.append(ActionOption(action.kind, *offer, action.rule))
    return found


_FIELDS = {"target", "piece", "weapon"}


def aimed(option: ActionOption, target: str) -> Any:
    """Return the answer that chooses an option against one of its targets; None if an answer says more than that."""
    action = next(entry for entry in _IN_ORDER if entry.kind == option.kind)
    fields = action.answer._fields
    if not {name for name in fields if name not in action.answer._field_defaults} <= _FIELDS:
        return None
    given = {"target": target, "piece": target, "weapon": option.weapon}
    return action.answer(**{name: value for name, value in given.items() if name in fields})
