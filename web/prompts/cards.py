"""The prompts for the hand and the tactical cards, and for the missing target or place of a card or an ability."""

from __future__ import annotations

from eden_core.engine import flow
from eden_core.engine.match import on_field
from eden_core.engine.messages import Decision
from eden_core.rules.cards import tactics
from eden_core.rules.common.weather import tactic_cost
from eden_core.rules.phases.preparation import hand_size
from web.match.wording import refusal_text
from web.prompts.prompt import Asker, Prompt
from web.ui.controls import Choice

__all__ = ["aim", "cancel", "hand", "hand_open", "tactic"]


def hand(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt to choose the hand: as many cards as the leader's PSI (PREP-8)."""
    words, size = asker.words, hand_size(asker.match, asker.owner)
    choices = tuple(_card(asker, name, name, name in asker.plan.many) for name in map(str, asker.session.options()))
    left = size - len(asker.plan.many)
    primary = asker.go(words("ask.hand.left", n=left) if left else words("ask.hand.go", n=size), icon="card")
    about = {**asker.about(decision), "n": size, "cost": tactic_cost(asker.match)}
    return asker.make(
        decision,
        title=words("ask.hand", **about),
        why=words("ask.hand.why", **about),
        choices=choices,
        layout="hand",
        primary=primary,
        others=(Choice("hand", words("help.hand"), do="help"),),
    )


def _card(asker: Asker, id: str, name: str, pressed: bool, refusal: str = "") -> Choice:
    """Return a tactical card as a choice: name, keywords, the reason if it cannot be played now, text."""
    words, card = asker.words, tactics.find(asker.match, name)
    keys = []
    if card is not None:
        keys = [
            words(f"keyword.{word}")
            for word, on in (("tactical", card.tactical), ("first_round", card.first_round))
            if on
        ]
        keys += [words(f"when.{moment}") for moment in card.when]
        keys += [words("keyword.cancel", n=card.cancel)] if card.cancel else []
    return Choice(
        id,
        words(f"tactic.{name}.name"),
        words(f"tactic.{name}.text"),
        pressed=pressed,
        keys=" · ".join([*keys, refusal] if refusal else keys),
        enabled=not refusal,
    )


def tactic(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt to play no card or to look at the hand (TAC-1)."""
    return asker.make(
        decision,
        why=_reserve(asker, decision),
        others=(Choice("look", asker.words("ask.tactic.look"), do="look", icon="eye"),),
        primary=Choice("pass", asker.words("ask.tactic.pass"), do="decline"),
    )


def _reserve(asker: Asker, decision: Decision) -> str:
    left = sum(map(bool, asker.match.sides[asker.owner].hand))
    return asker.words("ask.tactic.why", **asker.about(decision), cost=tactic_cost(asker.match), n=left)


def hand_open(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt with the open hand, for its owner's eyes only: card, target, place (TAC-1, TAC-3)."""
    words, session, plan = asker.words, asker.session, asker.plan
    choices = tuple(
        _card(asker, str(index), name, index == plan.index, _why_not_now(asker, index))
        for index, name in session.hand()
        if plan.index in (-1, index)
    )  # once a card is chosen, only that one is shown
    card = tactics.find(asker.match, plan.what) if plan.index >= 0 else None
    note, primary = "", None
    helpers: tuple[Choice, ...] = ()
    if card is not None:
        note, helpers = aim(asker, card.target, card.place)
        primary = asker.go(
            words("ask.tactic.go", card=words(f"tactic.{card.id}.name")),
            words("sp.n", n=tactic_cost(asker.match)),
            "card",
        )
    passes = (Choice("pass", words("ask.tactic.pass"), do="decline"),) if decision.kind == "tactic" else ()
    return asker.make(
        decision,
        kind="tactic",
        title=words("ask.tactic", **asker.about(decision)),
        why=_reserve(asker, decision),
        rule="TAC-1" if decision.kind == "tactic" else "TAC-3",
        choices=choices,
        layout="hand",
        note=note,
        helpers=helpers,
        primary=primary,
        others=(*passes, Choice("unlook", words("ask.tactic.lay_down"), do="unlook")),
    )


def aim(asker: Asker, target: str, place: str) -> tuple[str, tuple[Choice, ...]]:
    """Return a note on the missing target or place of a card or an ability, and buttons to choose it."""
    words, plan = asker.words, asker.plan
    note = (
        words("ask.tactic.target")
        if target and not plan.target
        else (words("ask.tactic.where") if place and not plan.at else "")
    )
    helpers: tuple[Choice, ...] = ()
    if target:
        action = asker.planner.action()
        allowed = (
            action.targets
            if action is not None
            else tuple(
                f.id
                for f in on_field(asker.match)
                if target == "any" or (f.player == asker.owner) == (target == "ally")
            )
        )
        helpers = tuple(
            Choice(name, asker.session.name(name), do="aim", pressed=name == plan.target) for name in allowed
        )
    if place:
        helpers += (Choice("zone", words("help.place"), do="help"),)
    if place == "zone":
        helpers += (
            Choice("left", words("help.turn_left"), do="turn", icon="left"),
            Choice("right", words("help.turn_right"), do="turn", icon="right"),
        )
    return note, helpers


def _why_not_now(asker: Asker, index: int) -> str:
    """Return why a card cannot be played now, whatever its target; "" if it can."""
    session, match = asker.session, asker.match
    vault = session.vaults[asker.owner]
    refusal = flow.why_not(match, asker.owner, vault.play(match, index))
    card = tactics.find(match, str(vault.cards[index].value))
    if refusal is None or card is None or (refusal.code == "not_a_place" and card.place):
        return ""
    if refusal.code == "not_a_target" and card.target:
        if card.place or any(flow.can(match, asker.owner, vault.play(match, index, f.id)) for f in on_field(match)):
            return ""
        return asker.words("ask.action.no_target")
    return refusal_text(asker.words, session, refusal)


def cancel(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt to cancel the opponent's card, with its effect and the cost (TAC-2)."""
    words, card = asker.words, tactics.find(asker.match, decision.card)
    cost = card.cancel if card else 0
    about = {
        **asker.about(decision),
        "card": words(f"tactic.{decision.card}.name"),
        "text": words(f"tactic.{decision.card}.text"),
        "n": cost,
    }
    return asker.make(
        decision,
        title=words("ask.cancel", **about),
        why=words("ask.cancel.why", **about),
        choices=(Choice("cancel", words("ask.cancel.go"), cost=words("sp.n", n=cost), icon="cancel"),),
        primary=Choice("pass", words("ask.cancel.pass"), do="decline"),
    )
