"""The prompts of activations, attacks and the intendancy phase, one function a kind of decision."""

from __future__ import annotations

from eden_core.analysis.attack_odds import Odds, percent
from eden_core.cards.records import LIMBS, Ability
from eden_core.engine.characteristics import CM, abilities_of, has
from eden_core.engine.match import (
    FEAR,
    NPF,
    RAGE,
    SPD,
    Fighter,
    are_enemies,
    characteristic,
    enemies_in_contact,
    is_free,
    on_field,
)
from eden_core.engine.messages import PASS, Decision
from eden_core.errors import Illegal
from eden_core.geometry.plane import disc_hits_polygon
from eden_core.rules.actions.blasts import blast_victims
from eden_core.rules.actions.melee import dodge_cost, reactions
from eden_core.rules.actions.options import ActionOption
from eden_core.rules.cards.explosions import explosion_victims
from eden_core.rules.common.sight import sight
from eden_core.rules.common.weather import may_measure
from eden_core.rules.common.wounds import limb_at
from eden_core.rules.common.zones import zone_outline
from web.match.wording import ability_left, ability_name, ability_text, refusal_text, term_name
from web.planning.plan import OVER
from web.prompts.preparation import aim
from web.prompts.prompt import Asker, Choice, Prompt

__all__ = ["KINDS"]

NEAREST = 3  # NPFs offered as goals of a way


def _faster(asker: Asker, decision: Decision) -> tuple[Choice, ...]:
    """The fighters among the options, with their SPD."""
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
    """ACT-1: who acts, with the SPD that it is named by."""
    words = asker.words
    others = (Choice("pass", words("ask.designate.pass"), do="decline"),) if PASS in decision.options else ()
    label = (
        words("ask.designate.go", name=asker.session.name(asker.plan.what)) if asker.plan.what else words("ui.confirm")
    )
    return asker.make(
        decision, choices=_faster(asker, decision), others=(*others, *asker.look()), primary=asker.go(label)
    )


def interrupt(asker: Asker, decision: Decision) -> Prompt:
    """ACT-1: who is faster; letting it be is the one primary action until somebody is chosen."""
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
    """ACT-8: what the active fighter may do, and how the action chosen would go."""
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
    note, odds = _outlook(asker, decision)
    return asker.make(
        decision,
        title=title,
        why=why,
        choices=choices,
        note=note,
        odds=odds,
        helpers=_aims(asker, decision),
        warning=_warning(asker, fighter),
        rule=chosen.rule if chosen else decision.rule,
        primary=_act(asker, chosen.ap if chosen else 0),
        others=asker.look(),
    )


def _option(asker: Asker, option: ActionOption) -> Choice:
    """An action as a button: an ability with what is left of it, a charge that nobody can be reached by greyed."""
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
    """Why an ability can't be used, with the rule; one that only wants a target has none."""
    needs = asker.match.abilities[ability].target
    text = (
        asker.words("ask.action.no_target")
        if needs and refusal.code == "not_a_target"
        else refusal_text(asker.words, asker.session, refusal)
    )
    return f"{text} ({refusal.rule})"


def _ability(asker: Asker, decision: Decision, choices: tuple[Choice, ...], about: dict[str, object]) -> Prompt:
    """ABI-2: the ability chosen: what it does, on whom, where, what it costs."""
    words, plan = asker.words, asker.plan
    ability = asker.match.abilities[plan.weapon]
    note, helpers = aim(asker, ability.target, ability.place)
    if not note:
        note = _under(asker, ability)
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
    """How far it goes."""
    if not ability.range:
        return asker.words("ask.action.ability.contact") if ability.target else ""
    key = "ask.action.ability.sight" if ability.sight else "ask.action.ability.range"
    return asker.words(key, length=asker.words.cm(CM * ability.range))


def _under(asker: Asker, ability: Ability) -> str:
    """Who is under what an ability brings about at a place."""
    words, plan, match = asker.words, asker.plan, asker.match
    hits: list[str] = []
    at = plan.at or (match.fighters[plan.target].at if plan.target in match.fighters else ())
    if not at or not any(effect.do in ("explode", "zone") for effect in ability.effects):
        return ""
    for effect in ability.effects:
        if effect.do == "explode":
            hits += explosion_victims(match, at)
        elif effect.do == "zone":
            outline = zone_outline(at, plan.turn)
            hits += [f.id for f in on_field(match) if disc_hits_polygon(f.at, f.radius, outline)]
    names = [asker.session.name(name) for name in dict.fromkeys(hits)]
    return words("ask.action.hits", names=words.join(names)) if names else words("ask.action.hits_none")


def _act(asker: Asker, ap: int) -> Choice | None:
    """The one primary action: what the plan amounts to, and its cost."""
    words, plan = asker.words, asker.plan
    if asker.planner.candidate() is None:
        return None
    name, measured = asker.name(plan.target), may_measure(asker.match)
    key = "throw_at" if plan.mode == "throw" and plan.target else plan.mode
    if plan.mode == "move" and not measured:
        key = "move_blind"
    label = words(f"ask.action.go.{key}", name=name, length=words.cm(asker.planner.length()))
    return asker.go(label, words("ap.n", n=ap) if ap else words("ask.action.free"), plan.mode)


def _aims(asker: Asker, decision: Decision) -> tuple[Choice, ...]:
    """The same places and targets as buttons: for the keyboard, and for whoever likes them."""
    words, plan, _session = asker.words, asker.plan, asker.session
    fighter = asker.match.fighters[decision.fighter]
    centre = Choice("toward_centre", words("help.toward_centre"), do="help")
    if plan.mode == "move":
        return (*_toward(asker, fighter), centre, Choice("away", words("help.away"), do="help"))
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
            *_toward(asker, fighter),
        )
    return aims


def _toward(asker: Asker, fighter: Fighter) -> tuple[Choice, ...]:
    """Ways toward enemies, the nearest first; in no telling order while nothing may be measured (WEA-8)."""
    enemies = [f for f in on_field(asker.match) if are_enemies(f, fighter)]
    if may_measure(asker.match):
        enemies.sort(key=lambda f: (f.at[0] - fighter.at[0]) ** 2 + (f.at[1] - fighter.at[1]) ** 2)
        npfs = [f.id for f in enemies if f.player == NPF][:NEAREST]
        enemies = [f for f in enemies if f.player != NPF or f.id in npfs]
    return tuple(
        Choice(f"toward:{f.id}", asker.words("help.toward", name=asker.session.name(f.id)), do="help") for f in enemies
    )


def _warning(asker: Asker, fighter: Fighter) -> str:
    """TER-JUM: what failing to jump means."""
    risk = asker.planner.crossing.risk(asker.plan) if asker.plan.mode == "jump" else None
    return (
        asker.words("ask.action.jump.risk", name=asker.session.name(fighter.id), part=percent(risk.harm))
        if risk
        else ""
    )


def _outlook(asker: Asker, decision: Decision) -> tuple[str, Odds | None]:
    """Before confirming: the odds, what is in the way, who is under a template."""
    words, plan, match = asker.words, asker.plan, asker.match
    fighter = match.fighters[decision.fighter]
    odds = asker.planner.odds()
    if odds is not None:
        return _made_of(asker, odds, fighter), odds
    if plan.mode in OVER:
        return _over(asker), None
    if plan.target in match.pieces:
        return _on_scenery(asker), None
    if plan.mode == "move" and asker.planner.walked() != plan.path:
        return words("ask.action.steps_back"), None
    point = asker.planner.point()
    if plan.mode in ("blast", "throw") and point and may_measure(match):
        hits = blast_victims(match, fighter.id, point) if plan.mode == "blast" else explosion_victims(match, point)
        names = [asker.session.name(name) for name in hits]
        return words("ask.action.hits", names=words.join(names)) if names else words("ask.action.hits_none"), None
    return "", None


def _over(asker: Asker) -> str:
    """The dice of a climb, a swim or a jump, and what is still to be chosen."""
    words, plan, match = asker.words, asker.plan, asker.match
    risk = asker.planner.crossing.risk(plan)
    if not plan.target:
        return words("ask.action.which_piece")
    if risk is None:
        return ""
    about = {
        "n": risk.dice,
        "d": risk.difficulty,
        "part": percent(risk.success),
        "hold": risk.hold,
        "harm": percent(risk.harm),
    }
    parts = [words(f"odds.{plan.mode}", **about)]
    if plan.mode == "swim" and not plan.at:
        parts.insert(0, words("ask.action.swim.where"))
    elif plan.mode == "climb" and match.ruleset.climbing_lands_anywhere and not plan.at:
        parts.insert(0, words("ask.action.climb.where"))
    return " · ".join(parts)


def _on_scenery(asker: Asker) -> str:
    """TER-DES, TER-FLA: how much of a piece is left."""
    piece = asker.match.pieces[asker.plan.target]
    most = piece.amount("destruction")
    suffered = piece.attacks + (piece.burn if piece.amount("flammable") else 0)
    return asker.words("odds.scenery", n=min(suffered + 1, most), of=most) if most else asker.words("odds.scenery.fire")


def _made_of(asker: Asker, odds: Odds, fighter: Fighter) -> str:
    """What the odds are made of: the sum of the dice, strength, protection, where a shot may stray, what may be
    shifted.
    """
    words, plan = asker.words, asker.plan
    parts = []
    if len(odds.terms) > 1:
        parts.append(
            words(
                "odds.sum",
                terms=" ".join(
                    f"{'' if not place else '+ ' if by >= 0 else '− '}{abs(by)} ({term_name(words, name)})"
                    for place, (name, by) in enumerate(odds.terms)
                ),
            )
        )
    above = sum(by for _, by in odds.terms) - odds.dice
    if above > 0 and odds.dice:
        parts.append(words("odds.above", n=above))
    if plan.mode == "shoot":
        parts.append(words("odds.strength", n=odds.strength))
        parts.append(words("odds.shift.one" if odds.keeps else "odds.shift.all"))
        ways = len(sight(asker.match, fighter.id, plan.target).obstacles)
        if ways and has(asker.match, fighter, "clear_eye"):
            parts.append(words("odds.clear_eye", n=ways))
        if has(asker.match, fighter, "sure_shot"):
            parts.append(words("odds.sure_shot"))
    if odds.strays_to:
        parts.append(words("odds.strays", names=words.join([asker.session.name(name) for name in odds.strays_to])))
    if odds.more_dice:
        parts.append(words("odds.explodes", n=odds.more_dice))
    if odds.saved:
        parts.append(words("odds.saved", limbs=", ".join(f"{words('limb.' + limb)} −{by}" for limb, by in odds.saved)))
    target = asker.match.fighters[plan.target]
    if target.player == NPF and plan.mode != "shoot" and "riposte" in reactions(asker.match, target, fighter):
        parts.append(words("odds.ripostes", name=asker.session.name(target.id)))
    return " · ".join(parts)


def reaction(asker: Asker, decision: Decision) -> Prompt:
    """MEL-1: the reactions open, and what they cost."""
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
    """ABI-1: an ability that works when its player pays for it."""
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
    """ROLL-6: where the location die may go, the limb it then hits, and what that costs."""
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
    """DIS-2: who strikes at the one who failed to leave."""
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


def remove_rage(asker: Asker, decision: Decision) -> Prompt:
    """ITD-6: whose rage is calmed."""
    words = asker.words
    choices = tuple(
        Choice(
            str(name),
            asker.session.name(str(name)),
            words("ask.remove_rage.option", n=asker.match.fighters[str(name)].markers[RAGE]),
            "rage",
            pressed=name in asker.plan.many,
        )
        for name in decision.options
    )
    label = words("ask.remove_rage.go", n=len(asker.plan.many)) if asker.plan.many else words("ask.remove_rage.none")
    return asker.make(decision, choices=choices, primary=asker.go(label))


def order(asker: Asker, decision: Decision) -> Prompt:
    """GEN-4: in which order; a press puts one first. Of abilities that are due at once, or of whom a stray shot
    finds.
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


def npf(asker: Asker, decision: Decision) -> Prompt:
    """NPF-4: which non-player fighter acts, and what it must do, or may."""
    words, plan, session, match = asker.words, asker.plan, asker.session, asker.match
    known = asker.planner.roaming.known
    choices = tuple(
        Choice(
            str(name),
            session.name(str(name)),
            words(f"npf.{known[str(name)].action}") if name in known else "",
            "skull",
            pressed=name == plan.what,
        )
        for name in decision.options
    )
    option, fighter = asker.planner.roaming.option(plan.what), match.fighters[plan.what]
    about = {
        **asker.about(decision),
        "name": session.name(fighter.id),
        "level": fighter.profile.level,
        "length": words.cm(option.reach),
        "target": session.name(plan.target),
    }
    reason = "fear" if option.action == "prowl" and fighter.markers[FEAR] else option.action
    if reason == "charge" and not match.ruleset.npf_charge_is_forced:
        reason = "charge.sight"
    note = ""
    helpers: tuple[Choice, ...] = ()
    if option.action == "prowl":
        note = "" if plan.at else words("ask.npf.where")
        helpers = (
            Choice("stay", words("help.stay"), do="help"),
            *_toward(asker, fighter),
            Choice("toward_centre", words("help.toward_centre"), do="help"),
        )
    elif len(option.targets) > 1:
        note = (
            words("ask.npf.first_player", other=about["other"])
            if plan.pinned
            else ""
            if plan.target
            else words("ask.npf.whom")
        )
        helpers = (
            tuple(Choice(name, session.name(name), do="aim", pressed=name == plan.target) for name in option.targets)
            if not plan.pinned
            else ()
        )
    key = (
        "charge_some"
        if plan.pinned and option.action == "charge"
        else ("stay" if plan.at and plan.at == fighter.at else option.action)
    )
    return asker.make(
        decision,
        title=words("ask.npf", **about),
        why=words(f"ask.npf.why.{reason}", **about),
        fighter=plan.what,
        choices=choices,
        note=note,
        helpers=helpers,
        primary=asker.go(words(f"ask.npf.go.{key}", **about)),
    )


KINDS = {
    function.__name__: function
    for function in (designate, interrupt, action, reaction, pay, shift, strike, remove_rage, order, npf)
}
