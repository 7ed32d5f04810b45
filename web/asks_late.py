"""The prompts of activations, attacks and the intendancy phase, one function a kind of decision."""

from __future__ import annotations

from eden_core.match import RAGE, SPD, characteristic, enemies_in_contact, is_free, on_field
from eden_core.messages import PASS, Decision
from eden_core.profile import LIMBS
from eden_core.rules.explosions import explosion_victims
from eden_core.rules.melee import limb_at
from eden_core.rules.sight import sight
from eden_core.rules.throwing import blast_victims

from .asking import Asker, Choice, Prompt
from .odds import Odds, melee_odds, shot_odds

__all__ = ["KINDS"]


def _faster(asker: Asker, decision: Decision) -> tuple[Choice, ...]:
    """The fighters among the options, with their SPD."""
    return tuple(Choice(str(name), asker.session.name(str(name)), asker.words("ask.designate.option", spd=asker.spd(str(name))),
                        pressed=name == asker.plan.what) for name in decision.options if name != PASS)


def designate(asker: Asker, decision: Decision) -> Prompt:
    """ACT-1: who acts, with the SPD that it is named by."""
    words = asker.words
    others = (Choice("pass", words("ask.designate.pass"), do="decline"),) if PASS in decision.options else ()
    label = words("ask.designate.go", name=asker.session.name(asker.plan.what)) if asker.plan.what else words("ui.confirm")
    return asker.make(decision, choices=_faster(asker, decision), others=others, primary=asker.go(label))


def interrupt(asker: Asker, decision: Decision) -> Prompt:
    """ACT-1: who is faster; letting it be is the one primary action until somebody is chosen."""
    words = asker.words
    about = {**asker.about(decision), "spd": asker.spd(decision.fighter)}
    if asker.plan.what:
        primary = asker.go(words("ask.interrupt.go", name=asker.session.name(asker.plan.what)))
        others: tuple[Choice, ...] = (Choice("pass", words("ask.interrupt.pass", **about), do="decline"),)
    else:
        primary, others = Choice("pass", words("ask.interrupt.pass", **about), do="decline"), ()
    return asker.make(decision, why=words("ask.interrupt.why", **about), choices=_faster(asker, decision), primary=primary,
                      others=others, toggle=words("ask.interrupt.waive"),
                      toggled=asker.session.waived[asker.owner] == asker.match.table.round)


def action(asker: Asker, decision: Decision) -> Prompt:
    """ACT-8: what the active fighter may do, and how the action chosen would go."""
    words, plan, session = asker.words, asker.plan, asker.session
    fighter = asker.match.fighters[decision.fighter]
    choices = tuple(
        Choice(f"{option.kind}:{option.weapon}" if option.weapon else option.kind, words(f"action.{option.kind}"),
               option.weapon, option.kind, words("ap.n", n=option.ap) if option.ap else "",
               (option.kind, option.weapon) == (plan.mode, plan.weapon) if option.kind not in ("end", "extinguish") else None)
        for option in asker.planner.actions())
    about = {**asker.about(decision), "ap": fighter.ap, "weapon": plan.weapon}
    if not plan.mode:
        return asker.make(decision, title=words("ask.action", **about), choices=choices)
    why = words(f"ask.action.{plan.mode}.why", **about)
    if plan.mode == "move" and not is_free(asker.match, fighter):
        hardest = max(characteristic(asker.match, enemy, SPD) for enemy in enemies_in_contact(asker.match, fighter))
        why = words("ask.action.move.leave", name=session.name(fighter.id), spd=asker.spd(fighter.id), difficulty=hardest)
    title = words("ask.action", **about) if plan.mode == "move" and not plan.at else words(f"ask.action.{plan.mode}", **about)
    chosen = asker.planner.action()
    note, odds = _outlook(asker, decision)
    return asker.make(decision, title=title, why=why, choices=choices, note=note, odds=odds, helpers=_aims(asker, decision),
                      rule=chosen.rule if chosen else decision.rule, primary=_act(asker, chosen.ap if chosen else 0))


def _act(asker: Asker, ap: int) -> Choice | None:
    """The one primary action: what the plan amounts to, and its cost."""
    words, plan = asker.words, asker.plan
    if asker.planner.candidate() is None:
        return None
    name = asker.session.name(plan.target)
    key = "throw_at" if plan.mode == "throw" and plan.target else plan.mode
    label = words(f"ask.action.go.{key}", name=name, length=words.cm(asker.planner.length()), n="")
    return asker.go(label.strip(), words("ap.n", n=ap), plan.mode)


def _aims(asker: Asker, decision: Decision) -> tuple[Choice, ...]:
    """The same places and targets as buttons: for the keyboard, and for whoever likes them."""
    words, plan, session = asker.words, asker.plan, asker.session
    fighter = asker.match.fighters[decision.fighter]
    enemies = sorted((f for f in on_field(asker.match, 3 - fighter.player)),
                     key=lambda f: (f.at[0] - fighter.at[0]) ** 2 + (f.at[1] - fighter.at[1]) ** 2)  # type: ignore[misc]
    if plan.mode == "move":
        return (*(Choice(f"toward:{f.id}", words("help.toward", name=session.name(f.id)), do="help") for f in enemies),
                Choice("toward_centre", words("help.toward_centre"), do="help"), Choice("away", words("help.away"), do="help"))
    action = asker.planner.action()
    if action is None:
        return ()
    return tuple(Choice(name, session.name(name), do="aim", pressed=name == plan.target) for name in action.targets)


def _outlook(asker: Asker, decision: Decision) -> tuple[str, Odds | None]:
    """Before confirming: the odds, what is in the way, who is under a template."""
    words, plan, match = asker.words, asker.plan, asker.match
    fighter = match.fighters[decision.fighter]
    target = match.fighters.get(plan.target)
    if plan.mode in ("attack", "charge") and target:
        return "", melee_odds(match, fighter, target)
    if plan.mode == "shoot" and target:
        ways = len(sight(match, fighter.id, target.id).obstacles)
        return words("odds.obstacles", n=ways) if ways else "", shot_odds(match, fighter, target, plan.weapon)
    point = asker.planner.point()
    if plan.mode in ("blast", "throw") and point:
        hits = blast_victims(match, fighter.id, point) if plan.mode == "blast" else explosion_victims(match, point)
        names = [asker.session.name(name) for name in hits]
        return words("ask.action.hits", names=words.join(names)) if names else words("ask.action.hits_none"), None
    return "", None


def reaction(asker: Asker, decision: Decision) -> Prompt:
    """MEL-1: the reactions open, and what they cost."""
    words = asker.words
    about = {**asker.about(decision), "ap": asker.match.fighters[decision.fighter].ap}
    choices = tuple(Choice(str(word), words(f"reaction.{word}"), words(f"reaction.{word}.help"), str(word),
                           words("ap.n", n=1) if word != "passive" else "") for word in asker.session.options())
    return asker.make(decision, why=words("ask.reaction.why", **about), choices=choices)


def shift(asker: Asker, decision: Decision) -> Prompt:
    """ROLL-6: where the location die may go, the limb it then hits, and what that costs."""
    words, target = asker.words, asker.match.fighters[decision.target]
    face = int(decision.card)
    choices = []
    for by in sorted((int(str(option)) for option in asker.session.options()), key=lambda by: (by != 0, by)):
        limb = words(f"limb.{LIMBS[limb_at(target, face + by)]}")
        label = words("ask.shift.option", face=face + by, limb=limb) if by else words("ask.shift.stay", limb=limb)
        choices.append(Choice(str(by), label, words("ask.shift.cost", n=abs(by)) if by else ""))
    about = {**asker.about(decision), "face": face, "limb": words(f"limb.{LIMBS[limb_at(target, face)]}")}
    return asker.make(decision, why=words("ask.shift.why", **about), choices=tuple(choices))


def strike(asker: Asker, decision: Decision) -> Prompt:
    """DIS-2: who strikes at the one who failed to leave."""
    words = asker.words
    choices = tuple(Choice(str(name), words("ask.strike.go", name=asker.session.name(str(name))), icon="strike",
                           cost=words("ap.n", n=1)) for name in decision.options if name != PASS)
    return asker.make(decision, choices=choices, others=(
        Choice("pass", words("ask.strike.pass", **asker.about(decision)), do="decline"),))


def remove_rage(asker: Asker, decision: Decision) -> Prompt:
    """ITD-6: whose rage is calmed."""
    words = asker.words
    choices = tuple(Choice(str(name), asker.session.name(str(name)), words(
        "ask.remove_rage.option", n=asker.match.fighters[str(name)].markers[RAGE]), "rage", pressed=name in asker.plan.many)
        for name in decision.options)
    label = words("ask.remove_rage.go", n=len(asker.plan.many)) if asker.plan.many else words("ask.remove_rage.none")
    return asker.make(decision, choices=choices, primary=asker.go(label))


def order(asker: Asker, decision: Decision) -> Prompt:
    """GEN-4: in which order; a press puts one first."""
    words = asker.words
    choices = tuple(Choice(name, f"{place}. {asker.session.name(name)}") for place, name in enumerate(asker.plan.many, 1))
    label = words("ask.order.go", name=asker.session.name(asker.plan.many[0])) if asker.plan.many else words("ui.confirm")
    return asker.make(decision, choices=choices, primary=asker.go(label))


KINDS = {function.__name__: function for function in (
    designate, interrupt, action, reaction, shift, strike, remove_rage, order)}
