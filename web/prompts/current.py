"""The current prompt: the player asked, the question and its reason, the choices, the primary action. No elements."""

from __future__ import annotations

from collections.abc import Callable

from eden_core.engine.messages import Decision
from web.i18n.catalogue import Words
from web.match.session import Session
from web.match.wording import refusal_text, roll_text
from web.planning.planner import Planner
from web.prompts import activation, cards, combat, intendancy, npf, preparation
from web.prompts.prompt import Asker, Prompt
from web.ui.controls import Choice

__all__ = ["Prompt", "ask"]

Asking = Callable[[Asker, Decision], Prompt]

# The prompt of each kind of decision.
KINDS: dict[str, Asking] = {
    "bid": preparation.bid,
    "first_player": preparation.first_player,
    "leader": preparation.leader,
    "mission": preparation.mission,
    "place": preparation.place,
    "half": preparation.half,
    "deploy": preparation.deploy,
    "hand": cards.hand,
    "tactic": cards.tactic,
    "cancel": cards.cancel,
    "designate": activation.designate,
    "interrupt": activation.interrupt,
    "action": activation.action,
    "reaction": combat.reaction,
    "pay": combat.pay,
    "shift": combat.shift,
    "strike": combat.strike,
    "order": combat.order,
    "remove_rage": intendancy.remove_rage,
    "npf": npf.npf,
}


def _asking(decision: Decision) -> Asking:
    """Return the function that makes the prompt of a decision.

    It depends on the kind, and on the rule where something paid for is placed (optional rules, which are loaded with
    the first of their questions).
    """
    if decision.kind == "place" and decision.rule != "PREP-6":
        from web.prompts import placing

        return placing.infestation if decision.rule == "NPF-2" else placing.territory
    return KINDS[decision.kind]


def ask(words: Words, session: Session, planner: Planner) -> Prompt:
    """Return the current prompt; the curtain must be up."""
    decision = session.decision
    if session.is_over:
        to_send, result = (
            session.still_to_send(words),
            Choice("result", words("end.result"), do="result", icon="laurels"),
        )
        title = (
            words("ask.end.wins", player=session.player_name(session.winner))
            if session.winner > 0
            else words("ask.end.draw")
        )
        if to_send:
            return Prompt("end", 0, title, to_send, "", primary=_letters(words), others=(result,))
        rematch = Choice("rematch", words("end.rematch"), do="rematch") if not session.is_elsewhere else None
        others = (result, _letters(words)) if session.by_letter else (result,)
        return Prompt("end", 0, title, "", "RND-2", primary=rematch, others=others)
    if decision is None:
        waits = session.waiting(words)
        if waits is None:
            return _roll(words, session)
        return Prompt(
            "letter" if session.has_letter else "wait",
            session.turn,
            *waits,
            "",
            primary=_letters(words) if session.by_letter else None,
        )
    asker = Asker(words, session, planner)
    if session.passing() is not None:
        return Prompt(
            decision.kind,
            session.asked,
            words("ask.passing", player=session.player_name(session.asked)),
            "",
            decision.rule,
        )
    made = (cards.hand_open if session.looking else _asking(decision))(asker, decision)
    if session.hints and words.has(f"hint.{decision.kind}"):
        made = made._replace(hint=words(f"hint.{decision.kind}"), is_hint_folded=decision.kind in session.folded)
    refusal = planner.refusal or planner.preview.refusal
    return made if refusal is None else made._replace(refusal=(refusal_text(words, session, refusal), refusal.rule))


def _letters(words: Words) -> Choice:
    return Choice("letters", words("peer.letters"), do="letters", icon="letter")


def _roll(words: Words, session: Session) -> Prompt:
    """Return the prompt shown while dice fall: the rolling fighter, the dice and their difficulty."""
    roll = session.roll_shown()
    if roll is None:
        return Prompt("roll", 0, words("ask.roll"), "", "")
    roller = session.match.fighters.get(roll.fighter)
    dice = words("odds.dice", n=roll.dice, d=roll.difficulty) if roll.difficulty else words("d6", n=roll.dice)
    return Prompt(
        "roll", roller.player if roller else 0, roll_text(words, session, roll), dice, roll.rule, roll.fighter
    )
