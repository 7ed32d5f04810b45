"""The prompt of a non-player fighter's activation."""

from __future__ import annotations

from eden_core.engine.match import (
    FEAR,
)
from eden_core.engine.messages import Decision
from web.prompts.aims import toward
from web.prompts.prompt import Asker, Prompt
from web.ui.controls import Choice

__all__ = ["npf"]


def npf(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt to choose the acting NPF, with the action it must or may take (NPF-4)."""
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
            *toward(asker, fighter),
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
