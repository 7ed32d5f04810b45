"""The prompts of an activation, one function for each kind of decision."""

from __future__ import annotations

from eden_core.cards.records import Ability
from eden_core.engine.characteristics import CM, characteristic
from eden_core.engine.match import SPD, enemies_in_contact, is_free
from eden_core.engine.messages import PASS, Decision
from eden_core.errors import Illegal
from eden_core.rules.actions.options import ActionOption
from eden_core.rules.common.weather import may_measure
from web.i18n.names import ability_name, ability_text
from web.match.wording import ability_left, refusal_text
from web.prompts.aims import toward
from web.prompts.cards import aim
from web.prompts.outlook import outlook, under, warning
from web.prompts.prompt import Asker, Prompt
from web.ui.controls import Choice

__all__ = ["action", "designate", "interrupt"]


def _faster(asker: Asker, decision: Decision) -> tuple[Choice, ...]:
    """Return the fighters among the options as choices, with their SPD."""
    return tuple(
        Choice(
            str(name),
            asker.session.name(str(name)),
            asker.words("ask.designate.option", spd=asker.spd(str(name))),
            pressed=name == asker.plan.what,
        )
        for name in decision.options
        if name != PASS
    )


def designate(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt to designate the fighter who acts, with each one's SPD (ACT-1)."""
    words = asker.words
    others = (Choice("pass", words("ask.designate.pass"), do="decline"),) if PASS in decision.options else ()
    label = (
        words("ask.designate.go", name=asker.session.name(asker.plan.what)) if asker.plan.what else words("ui.confirm")
    )
    return asker.make(
        decision, choices=_faster(asker, decision), others=(*others, *asker.look()), primary=asker.go(label)
    )


def interrupt(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt to interrupt with a faster fighter (ACT-1).

    Not to interrupt is the primary action until a fighter is chosen.
    """
    words = asker.words
    about = {**asker.about(decision), "spd": asker.spd(decision.fighter)}
    if asker.plan.what:
        primary = asker.go(words("ask.interrupt.go", name=asker.session.name(asker.plan.what)))
        others: tuple[Choice, ...] = (Choice("pass", words("ask.interrupt.pass", **about), do="decline"),)
    else:
        primary, others = Choice("pass", words("ask.interrupt.pass", **about), do="decline"), ()
    return asker.make(
        decision,
        why=words("ask.interrupt.why", **about),
        choices=_faster(asker, decision),
        primary=primary,
        others=(*others, *asker.look()),
        asks=asker.session.asks(asker.owner),
    )


def action(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt for the active fighter's actions, with the outlook of the chosen one (ACT-8)."""
    words, plan, session = asker.words, asker.plan, asker.session
    fighter = asker.match.fighters[decision.fighter]
    choices = tuple(_option(asker, option) for option in asker.planner.actions() if option.kind != "end")
    choices += tuple(
        Choice(
            f"ability:{ability.id}",
            ability_name(words, ability.id),
            _why_idle(asker, ability.id, refusal),
            "scroll",
            asker.cost(ability.ap, ability.sp),
            enabled=False,
        )
        for ability, refusal in asker.planner.idle_abilities()
    )
    choices += (Choice("end", words("action.end"), icon="end"),)
    about = {**asker.about(decision), "ap": fighter.ap, "weapon": plan.weapon}
    if not plan.mode:
        return asker.make(decision, title=words("ask.action", **about), choices=choices, others=asker.look())
    if plan.mode == "ability":
        return _ability(asker, decision, choices, about)
    chosen = asker.planner.action()
    about["reach"], about["piece"] = words.cm(chosen.reach) if chosen else "", asker.name(plan.target)
    why = words(f"ask.action.{plan.mode}.why", **about)
    if not may_measure(asker.match) and words.has(f"ask.action.{plan.mode}.unmeasured"):
        why = words(f"ask.action.{plan.mode}.unmeasured", **about)
    if plan.target in asker.match.pieces and plan.mode in ("attack", "shoot"):
        why = words("ask.action.attack.piece", **about)
    if plan.mode in ("move", "climb", "swim", "jump") and not is_free(asker.match, fighter):
        hardest = max(characteristic(asker.match, enemy, SPD) for enemy in enemies_in_contact(asker.match, fighter))
        why = words(
            "ask.action.move.leave", name=session.name(fighter.id), spd=asker.spd(fighter.id), difficulty=hardest
        )
    title = (
        words("ask.action", **about)
        if plan.mode == "move" and not plan.at
        else words(f"ask.action.{plan.mode}", **about)
    )
    note, odds = outlook(asker, decision)
    return asker.make(
        decision,
        title=title,
        why=why,
        choices=choices,
        note=note,
        odds=odds,
        helpers=_aims(asker, decision),
        warning=warning(asker, fighter),
        rule=chosen.rule if chosen else decision.rule,
        primary=_act(asker, chosen.ap if chosen else 0),
        others=asker.look(),
    )


def _option(asker: Asker, option: ActionOption) -> Choice:
    """Return an action as a button.

    An ability shows how often it may still be used; a charge that can reach nobody is disabled.
    """
    words, plan = asker.words, asker.plan
    pressed = (option.kind, option.weapon) == (plan.mode, plan.weapon)
    if option.kind == "ability":
        ability = asker.match.abilities[option.weapon]
        fighter = asker.planner.actor()
        left = ability_left(words, fighter, ability) if fighter else ""
        return Choice(
            f"ability:{ability.id}",
            ability_name(words, ability.id),
            left,
            "scroll",
            asker.cost(ability.ap, ability.sp) or words("ask.action.free"),
            pressed,
        )
    out = option.kind == "charge" and all(map(asker.planner.is_out_of_reach, option.targets))
    return Choice(
        f"{option.kind}:{option.weapon}" if option.weapon else option.kind,
        words(f"action.{option.kind}"),
        refusal_text(words, asker.session, asker.planner.no_way()) if out else option.weapon,
        option.kind,
        asker.cost(option.ap),
        pressed if option.kind not in ("end", "extinguish") else None,
        enabled=not out,
    )


def _why_idle(asker: Asker, ability: str, refusal: Illegal) -> str:
    """Return why an ability cannot be used, and the rule; one that only lacks a target has a text of its own."""
    needs = asker.match.abilities[ability].target
    text = (
        asker.words("ask.action.no_target")
        if needs and refusal.code == "not_a_target"
        else refusal_text(asker.words, asker.session, refusal)
    )
    return f"{text} ({refusal.rule})"


def _ability(asker: Asker, decision: Decision, choices: tuple[Choice, ...], about: dict[str, object]) -> Prompt:
    """Return the prompt for the chosen ability: its effect, target, place and cost (ABI-2)."""
    words, plan = asker.words, asker.plan
    ability = asker.match.abilities[plan.weapon]
    note, helpers = aim(asker, ability.target, ability.place)
    if not note:
        note = under(asker, ability)
    called, name = ability_name(words, ability.id), asker.name(plan.target)
    label = words("ask.action.go.ability_on" if plan.target else "ask.action.go.ability", ability=called, name=name)
    return asker.make(
        decision,
        title=words("ask.action.ability", **about, ability=called),
        rule="ABI-2",
        why=ability_text(words, ability.id) or _distance(asker, ability),
        choices=choices,
        note=note,
        helpers=helpers,
        primary=asker.go(label, asker.cost(ability.ap, ability.sp), "scroll"),
        others=asker.look(),
    )


def _distance(asker: Asker, ability: Ability) -> str:
    """Return the reach of an ability in words."""
    if not ability.range:
        return asker.words("ask.action.ability.contact") if ability.target else ""
    key = "ask.action.ability.sight" if ability.sight else "ask.action.ability.range"
    return asker.words(key, length=asker.words.cm(CM * ability.range))


def _act(asker: Asker, ap: int) -> Choice | None:
    """Return the primary action: the planned action and its cost."""
    words, plan = asker.words, asker.plan
    if asker.planner.preview.answer is None:
        return None
    name, measured = asker.name(plan.target), may_measure(asker.match)
    key = "throw_at" if plan.mode == "throw" and plan.target else plan.mode
    if plan.mode == "move" and not measured:
        key = "move_blind"
    label = words(f"ask.action.go.{key}", name=name, length=words.cm(asker.planner.preview.length))
    return asker.go(label, words("ap.n", n=ap) if ap else words("ask.action.free"), plan.mode)


def _aims(asker: Asker, decision: Decision) -> tuple[Choice, ...]:
    """Return the places and targets of the field as buttons, for use with the keyboard."""
    words, plan, _session = asker.words, asker.plan, asker.session
    fighter = asker.match.fighters[decision.fighter]
    centre = Choice("toward_centre", words("help.toward_centre"), do="help")
    if plan.mode == "move":
        return (*toward(asker, fighter), centre, Choice("away", words("help.away"), do="help"))
    action = asker.planner.action()
    if action is None:
        return ()
    far = asker.planner.is_out_of_reach if plan.mode == "charge" else (lambda _: False)
    aims = tuple(
        Choice(
            name,
            asker.name(name),
            words("ask.action.no_way") if far(name) else "",
            do="aim",
            pressed=name == plan.target,
            enabled=not far(name),
        )
        for name in action.targets
    )
    if plan.mode == "swim" and plan.target:
        return (
            *(aims if len(aims) > 1 else ()),
            Choice("across", words("help.across"), do="help"),
            centre,
            *toward(asker, fighter),
        )
    return aims
