"""A scenario's plays turned into the core's answers (design/scenario.md, "Plays").

Secrets are sealed here, and those that their own player would not seal are refused by the rule's number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eden_core.engine import flow
from eden_core.engine.match import Match
from eden_core.engine.messages import PASS, Answer, Charge, Decision, Pick, PickMany, Place, Tactic
from eden_core.engine.vault import Vault
from eden_core.errors import Illegal
from eden_core.rules.cards import missions
from eden_core.rules.common.paths import charge_path
from eden_core.rules.common.weapons import ranged_weapons
from eden_core.rules.phases.preparation import hand_size
from eden_core.scenarios.plays import ACTION_KINDS, Play, Ready

__all__ = ["answer_of"]


def answer_of(match: Match, vault: Vault, play: Play, question: Decision) -> Answer | Illegal:
    """The core's answer for a play, or what its own player would refuse to do in secret."""
    key, value = play.key, play.value
    if key in _SECRETS:
        return _SECRETS[key](match, vault, value)
    if key == "tactic":
        return _card(match, vault, value)
    if key == "charge":
        path, target, weapon = value
        if path is None:
            path = charge_path(match, question.fighter, target) if target in match.fighters else ()
        return Charge(path or (), target, weapon)
    if key in ACTION_KINDS and ACTION_KINDS[key].category:
        weapon = value.weapon or _only_weapon(match, question.fighter, ACTION_KINDS[key].category)
        with_weapon: Answer = value._replace(weapon=weapon)
        return with_weapon
    if key == "strike":
        return Pick(_striker(play, question) if value else PASS)
    if key in ("cancel", "pay"):
        return Pick(key if value else PASS)
    if isinstance(value, Ready):
        return Place(_left_in_pool(match, value.like), value.at, value.turn)
    if key in ("remove_rage", "order"):
        return PickMany(value)
    if key in ("deploy", "place", "npf") or key in ACTION_KINDS:
        answer: Answer = value
        return answer
    return Pick(PASS if key == "pass" else value)


def _striker(play: Play, question: Decision) -> str:
    able = [str(option) for option in question.options if option != PASS]
    return play.fighter or able[0]


def _only_weapon(match: Match, fighter: str, category: str) -> str:
    names = [gear.name for gear, mode in ranged_weapons(match.fighters[fighter]) if mode.category == category]
    return names[0] if len(names) == 1 else ""


def _left_in_pool(match: Match, like: str) -> str:
    """The first piece of a like, or the one of an id, that is left or can be paid for; else the first that isn't."""
    named = [shape.id for shape in match.setup.pool if like in (shape.id, shape.like)]
    named.sort(key=lambda shape: shape != like)
    open_ = flow.options(match)
    return next((shape for shape in named if shape in open_), named[0] if named else like)


def _card(match: Match, vault: Vault, play: Tactic | None) -> Answer:
    if play is None:
        return Pick(PASS)
    for index, card in vault.hand(match):
        if card == play.card:
            return vault.play(match, index, play.target, play.at, play.turn)
    return play


def _bid(match: Match, vault: Vault, value: int) -> Answer | Illegal:
    if not 0 <= value <= match.sides[vault.player].sp:
        return Illegal("bid_above_the_reserve", "GEN-6", bid=value, reserve=match.sides[vault.player].sp)
    return vault.seal_bid(match, value)


def _mission(match: Match, vault: Vault, value: str) -> Answer | Illegal:
    card = missions.find(match, value)
    if card is None or card.revealed:
        return Pick(value)
    if not missions.usable(match, vault.player, card.symbol):
        return Illegal("not_your_symbol", "MAT-8", mission=value)
    return vault.seal_mission(match, card)


def _hand(match: Match, vault: Vault, value: tuple[str, ...]) -> Answer | Illegal:
    if len(set(value)) < len(value):
        return Illegal("name_twice", "MAT-9")
    for card in value:
        if card not in flow.options(match):
            return Illegal("no_such_card", "MAT-9", card=card)
    if len(value) != hand_size(match, vault.player):
        return Illegal("wrong_hand_size", "PREP-8", expected=hand_size(match, vault.player), given=len(value))
    return vault.seal_hand(match, value)


_SECRETS: dict[str, Callable[[Match, Vault, Any], Answer | Illegal]] = {"bid": _bid, "mission": _mission, "hand": _hand}
