"""The record of an answer: as small as the state that it answers allows.

A choice is its index, a secret what it hides where the vault is known. `record.py` reads and writes whole records with
this; set-ups are written by `setups.py`, actions by `actions.py`.
"""

from __future__ import annotations

from typing import Any

from eden_core.cards.scenery_rules import RULES
from eden_core.cards.vocabulary import MOMENTS
from eden_core.engine import flow
from eden_core.engine.match import Match
from eden_core.engine.messages import (
    PASS,
    Answer,
    Build,
    Decision,
    Hand,
    Npf,
    Open,
    Pick,
    PickMany,
    Place,
    Seal,
    Tactic,
)
from eden_core.engine.vault import Vault
from eden_core.record.actions import action_data, action_from
from eden_core.record.numbers import far, index_of, name_at, near, path_data, path_from, unfar, unnear
from eden_core.rules.cards import missions

__all__ = [
    "answer_data",
    "answer_from",
]


_TACTIC = 8  # among the numbers of actions: a card played instead of one
_RULES, _MOST_X = tuple(RULES), 32
_OF_AN_NPF = ("attack", "charge", "prowl")


def _tactic_data(match: Match, given: Tactic, vault: Vault | None) -> tuple[Any, ...]:
    aim = (
        given.index,
        index_of(tuple(match.fighters), given.target),
        *((far((0, 0), given.at), given.turn) if given.at else ()),
    )
    if (
        vault is not None
        and vault.cards
        and vault.play(match, given.index, given.target, given.at, given.turn) == given
    ):
        return (aim,)
    return (aim, given.card, given.nonce)


def _tactic_from(match: Match, data: Any, vault: Vault | None) -> Tactic:
    (index, target, *at), *clear = data
    spot = unfar((0, 0), at[0]) if at else ()
    turn: int = at[1] if at else 0
    aim = name_at(tuple(match.fighters), target)
    if vault is not None and not clear:
        return vault.play(match, index, aim, spot, turn)
    card, nonce = clear
    return Tactic(card, index, nonce, aim, spot, turn)


def _likes(match: Match) -> tuple[str, ...]:
    """Return the looks that a piece of one's own making may have (TER-2)."""
    return tuple(dict.fromkeys(shape.like for shape in match.setup.pool if shape.like))


def _build_data(match: Match, given: Build) -> tuple[Any, ...]:
    """A piece of one's own making: each special rule as one number, the outline as a way from its first corner."""
    first, *others = given.outline
    return (
        tuple(_RULES.index(word) * _MOST_X + x for word, x in given.rules),
        (far((0, 0), first), *path_data(first, tuple(others))),
        given.radius,
        index_of(_likes(match), given.like),
    )


def _build_from(match: Match, data: tuple[Any, ...]) -> Build:
    rules, (first, *others), radius, like = data
    start = unfar((0, 0), first)
    return Build(
        tuple((_RULES[rule // _MOST_X], rule % _MOST_X) for rule in rules),
        (start, *path_from(start, tuple(others))),
        radius,
        name_at(_likes(match), like),
    )


def _npf_data(match: Match, npfs: tuple[Any, ...], given: Npf) -> tuple[int, ...]:
    aim = (
        (near(match.fighters[given.npf].at, given.at),)
        if given.at
        else ((index_of(tuple(match.fighters), given.target),) if given.target else ())
    )
    return (npfs.index(given.npf), _OF_AN_NPF.index(given.action), *aim)


def _npf_from(match: Match, npfs: tuple[Any, ...], data: Any) -> Npf:
    index, action, *aim = data
    npf, word = npfs[index], _OF_AN_NPF[action]
    if not aim:
        return Npf(npf, word)
    if word == "prowl":
        return Npf(npf, word, at=unnear(match.fighters[npf].at, aim[0]))
    return Npf(npf, word, name_at(tuple(match.fighters), aim[0]))


def answer_data(match: Match, given: Answer, vault: Vault | None) -> Any:
    question = match.pending
    assert isinstance(question, Decision)
    kind = question.kind
    if isinstance(given, Tactic):
        data = _tactic_data(match, given, vault)
        return data if kind == "tactic" else (_TACTIC, data)
    if kind == "action":
        return action_data(match, question.fighter, given)
    if isinstance(given, Pick):
        return flow.options(match).index(given.value) if given.value != PASS else -1
    if isinstance(given, PickMany):
        names = [str(option) for option in question.options]
        return tuple(names.index(name) for name in given.values)
    if isinstance(given, Place):
        return (flow.options(match).index(given.what), far((0, 0), given.at), *((given.turn,) if given.turn else ()))
    if isinstance(given, Build):
        return _build_data(match, given)
    if isinstance(given, Npf):
        return _npf_data(match, question.options, given)
    if isinstance(given, Open):
        return (given.value, given.nonce)
    if vault is not None:
        clear = _clear_secret(match, given, vault)
        if clear is not None:
            return clear
    return (given.digest, given.deployment) if isinstance(given, Seal) else given.digests  # type: ignore[union-attr]


def _clear_secret(match: Match, given: Answer, vault: Vault) -> Any:
    """Return what a sealed answer hides, for its own vault: kept there just before."""
    if isinstance(given, Hand):
        cards = flow.options(match)
        if len(vault.cards) != len(given.digests):
            return None
        return tuple(cards.index(str(kept.value)) for kept in vault.cards)
    kept = vault.bid if match.pending.kind == "bid" else vault.mission  # type: ignore[union-attr]
    if kept is None:
        return None  # sealed with another secret, or a value it may not hold: written as it is
    return kept.value if isinstance(kept.value, int) else (flow.options(match).index(kept.value), 0)


def answer_from(match: Match, player: int, data: Any, vault: Vault | None) -> Answer:
    question = match.pending
    assert isinstance(question, Decision)
    kind, choices = question.kind, flow.options(match) if question.kind != "action" else ()
    if kind in MOMENTS and isinstance(data, tuple) and data[:1] == (_TACTIC,):
        return _tactic_from(match, data[1], vault)
    if kind == "action":
        return action_from(match, question.fighter, data)
    if kind == "npf":
        return _npf_from(match, choices, data)
    if kind == "place" and isinstance(data, tuple) and isinstance(data[0], tuple):
        return _build_from(match, data)
    if kind in ("place", "deploy") and isinstance(data, tuple):
        what, where, *turned = data
        return Place(choices[what], unfar((0, 0), where), *turned)
    if kind in ("remove_rage", "order"):
        return PickMany(tuple(choices[i] for i in data))
    if kind == "open":
        return Open(*data)
    if kind == "tactic" and isinstance(data, tuple):
        return _tactic_from(match, data, vault)
    if kind == "bid":
        if vault is None or isinstance(data, tuple):
            _forget(vault, "bid")
            return Seal(*data)
        return vault.seal_bid(match, data)
    if kind == "mission" and isinstance(data, tuple):
        if vault is None or isinstance(data[0], bytes):
            _forget(vault, "mission")
            return Seal(*data)
        card = missions.find(match, choices[data[0]])
        assert card is not None
        return vault.seal_mission(match, card)
    if kind == "hand":
        if vault is None or any(isinstance(item, bytes) for item in data):
            return Hand(data)
        return vault.seal_hand(match, [choices[i] for i in data])
    return Pick(choices[data] if data != -1 else PASS)


def _forget(vault: Vault | None, what: str) -> None:
    """Forget a secret that a vault can't explain: it does not open it."""
    if vault is not None:
        setattr(vault, what, None)
