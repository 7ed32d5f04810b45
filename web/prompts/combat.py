"""The prompts of an attack and of its consequences, one function for each kind of decision."""

from __future__ import annotations

from eden_core.cards.equipment import LIMBS
from eden_core.engine.characteristics import abilities_of
from eden_core.engine.match import (
    NPF,
)
from eden_core.engine.messages import PASS, Decision
from eden_core.rules.actions.melee import dodge_cost
from eden_core.rules.common.wounds import limb_at
from web.i18n.names import ability_name, ability_text
from web.match.wording import ability_left
from web.prompts.prompt import Asker, Prompt
from web.ui.controls import Choice

__all__ = ["order", "pay", "reaction", "shift", "strike"]


def reaction(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt for the reactions and their costs (MEL-1)."""
    words = asker.words
    about = {**asker.about(decision), "ap": asker.match.fighters[decision.fighter].ap}
    costs = {"riposte": 1, "dodge": dodge_cost(asker.match, asker.match.fighters[decision.fighter])}
    choices = tuple(
        Choice(
            str(word),
            words(f"reaction.{word}"),
            words(f"reaction.{word}.help"),
            str(word),
            asker.cost(costs[str(word)]) or words("ask.action.free") if word in costs else "",
        )
        for word in asker.session.options()
    )
    return asker.make(
        decision,
        why=words("ask.reaction.why", **about),
        choices=choices,
        others=asker.look(),
        asks=asker.session.asks(asker.owner),
    )


def pay(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt to pay for an ability that takes effect only if paid for (ABI-1)."""
    words, ability = asker.words, asker.match.abilities[decision.card]
    name = ability_name(words, ability.id)
    costs = [(trigger.ap, trigger.sp) for trigger in ability.triggers if trigger.ap or trigger.sp]
    cost = asker.cost(*costs[0]) if costs else ""
    about = {**asker.about(decision), "ability": name, "cost": cost}
    against = words("ask.pay.against", **about) if decision.target else ""
    left = ability_left(words, asker.match.fighters[decision.fighter], ability)
    return asker.make(
        decision,
        title=words("ask.pay", **about),
        why=" ".join(filter(None, (ability_text(words, ability.id), against))),
        choices=(Choice("pay", words("ask.pay.go", **about), left, "scroll", cost),),
        primary=Choice("pass", words("ask.pay.pass", **about), do="decline"),
    )


def shift(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt to shift a location die: the possible faces, the limb hit, the cost (ROLL-6)."""
    words, target = asker.words, asker.match.fighters[decision.target]
    face = int(decision.card)
    choices = []
    for by in sorted((int(str(option)) for option in asker.session.options()), key=lambda by: (by != 0, by)):
        limb = words(f"limb.{LIMBS[limb_at(target, face + by)]}")
        label = words("ask.shift.option", face=face + by, limb=limb) if by else words("ask.shift.stay", limb=limb)
        choices.append(Choice(str(by), label, words("ask.shift.cost", n=abs(by)) if by else ""))
    about = {**asker.about(decision), "face": face, "limb": words(f"limb.{LIMBS[limb_at(target, face)]}")}
    acts_for = asker.match.fighters[decision.fighter].player == NPF
    return asker.make(
        decision,
        title=words("ask.shift.npf" if acts_for else "ask.shift", **about),
        why=words("ask.shift.why", **about),
        choices=tuple(choices),
    )


def strike(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt to strike at a fighter who failed to leave (DIS-2)."""
    words = asker.words
    choices = tuple(
        Choice(
            str(name),
            words("ask.strike.go", name=asker.session.name(str(name))),
            icon="strike",
            cost=words("ask.action.free") if asker.match.fighters[str(name)].player == NPF else words("ap.n", n=1),
        )
        for name in decision.options
        if name != PASS
    )
    return asker.make(
        decision,
        choices=choices,
        others=(Choice("pass", words("ask.strike.pass", **asker.about(decision)), do="decline"),),
    )


def order(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt to choose an order, in which a press puts a fighter first (GEN-4).

    The order is that of abilities due at the same time, or of those whom a stray shot may hit.
    """
    words, match = asker.words, asker.match
    due = {
        name: words.join(
            [
                ability_name(words, ability.id)
                for ability in abilities_of(match, match.fighters[name])
                if any(trigger.ordered for trigger in ability.triggers)
            ]
        )
        if not decision.fighter
        else ""
        for name in asker.plan.many
    }
    choices = tuple(
        Choice(name, f"{place}. {asker.session.name(name)}", due[name]) for place, name in enumerate(asker.plan.many, 1)
    )
    label = (
        words("ask.order.go", name=asker.session.name(asker.plan.many[0])) if asker.plan.many else words("ui.confirm")
    )
    npf = decision.fighter and match.fighters[decision.fighter].player == NPF
    key = "ask.order.npf" if npf else "ask.order.stray" if decision.fighter else "ask.order.why"
    return asker.make(decision, why=words(key, **asker.about(decision)), choices=choices, primary=asker.go(label))
