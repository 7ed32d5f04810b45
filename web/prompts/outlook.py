"""The outlook of a planned action before it is confirmed: odds, obstacles, fighters affected."""

from __future__ import annotations

from eden_core.analysis.attack_odds import Odds
from eden_core.cards.records import Ability
from eden_core.engine.characteristics import has
from eden_core.engine.match import (
    NPF,
    Fighter,
    on_field,
)
from eden_core.engine.messages import Decision
from eden_core.geometry.plane import disc_hits_polygon
from eden_core.rules.actions.blasts import blast_victims
from eden_core.rules.actions.melee import reactions
from eden_core.rules.cards.explosions import explosion_victims
from eden_core.rules.common.sight import sight
from eden_core.rules.common.weather import may_measure
from eden_core.rules.common.zones import zone_outline
from web.match.wording import percent, term_name
from web.planning.plan import OVER
from web.prompts.prompt import Asker

__all__ = ["outlook", "under", "warning"]


def outlook(asker: Asker, decision: Decision) -> tuple[str, Odds | None]:
    """Return a note on a planned action (obstacles, fighters under a template), and its odds if it is an attack."""
    words, plan, match = asker.words, asker.plan, asker.match
    fighter = match.fighters[decision.fighter]
    odds = asker.planner.preview.odds
    if odds is not None:
        return _made_of(asker, odds, fighter), odds
    if plan.mode in OVER:
        return _over(asker), None
    if plan.target in match.pieces:
        return _on_scenery(asker), None
    if plan.mode == "move" and asker.planner.preview.walked != plan.path:
        return words("ask.action.steps_back"), None
    point = asker.planner.preview.point
    if plan.mode in ("blast", "throw") and point and may_measure(match):
        hits = blast_victims(match, fighter.id, point) if plan.mode == "blast" else explosion_victims(match, point)
        names = [asker.session.name(name) for name in hits]
        return words("ask.action.hits", names=words.join(names)) if names else words("ask.action.hits_none"), None
    return "", None


def _over(asker: Asker) -> str:
    """Return the dice of a climb, a swim or a jump in words, and the choices still to be made."""
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
    """Return in words how much of a piece an attack leaves (TER-DES, TER-FLA)."""
    piece = asker.match.pieces[asker.plan.target]
    most = piece.amount("destruction")
    suffered = piece.attacks + (piece.burn if piece.amount("flammable") else 0)
    return asker.words("odds.scenery", n=min(suffered + 1, most), of=most) if most else asker.words("odds.scenery.fire")


def _made_of(asker: Asker, odds: Odds, fighter: Fighter) -> str:
    """Return the components of the odds in words.

    These are the sum of the dice, strength, protection, stray targets and shifts of the location die.
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


def warning(asker: Asker, fighter: Fighter) -> str:
    """Return a warning of the risk of a failed jump (TER-JUM); "" for other actions."""
    risk = asker.planner.crossing.risk(asker.plan) if asker.plan.mode == "jump" else None
    return (
        asker.words("ask.action.jump.risk", name=asker.session.name(fighter.id), part=percent(risk.harm))
        if risk
        else ""
    )


def under(asker: Asker, ability: Ability) -> str:
    """Return in words the fighters affected by an ability's explosion or zone at the planned place."""
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
