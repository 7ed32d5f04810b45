"""The prompt of the intendancy phase."""

from __future__ import annotations

from eden_core.engine.match import (
    RAGE,
)
from eden_core.engine.messages import Decision
from web.prompts.prompt import Asker, Prompt
from web.ui.controls import Choice

__all__ = ["remove_rage"]


def remove_rage(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt to choose fighters whose rage is removed (ITD-6)."""
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
