"""A choice under way, and the answer that results from it. Pure Python, no js."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from eden_core.engine.messages import (
    Answer,
    Attack,
    Blast,
    Charge,
    Climb,
    Hide,
    Jump,
    Move,
    Npf,
    Pick,
    PickMany,
    Place,
    Point,
    Shoot,
    Spot,
    Swim,
    Throw,
    Use,
)
from eden_core.rules.cards import tactics
from web.match.session import Session

if TYPE_CHECKING:  # loaded when a piece of scenery is first built
    from web.planning.scenery_draft import Draft

__all__ = ["OVER", "Plan", "candidate", "needs"]

OVER = ("climb", "swim", "jump", "hide")  # actions over, up or in a piece of scenery


@dataclass
class Plan:
    """A choice under way; parts not chosen yet are empty."""

    mode: str = ""  # an action's kind, `deploy`, `place`, `tactic` or `npf`
    weapon: str = ""  # or the ability, or what an NPF does
    what: str = ""  # the fighter, mission, half, piece or card chosen
    index: int = -1  # of a card in hand
    target: str = ""  # a fighter or a piece of scenery
    at: Spot = ()
    turn: int = 0
    path: tuple[Point, ...] = ()
    many: tuple[str, ...] = ()
    number: int = -1
    pinned: bool = False  # the place was tapped, not just pointed at
    held: bool = False  # it is being dragged
    draft: Draft | None = None  # a piece of scenery that is being built (TER-2)


def needs(session: Session, plan: Plan) -> tuple[str, str]:
    """Return the target ("", "ally", "enemy", "any") and place ("", "point", "zone") of the chosen card or ability."""
    card = (
        tactics.find(session.match, plan.what)
        if plan.mode == "tactic"
        else (session.match.abilities.get(plan.weapon) if plan.mode == "ability" else None)
    )
    return (card.target, card.place) if card is not None else ("", "")


def candidate(session: Session, plan: Plan) -> Answer | None:
    """Return the answer that a plan results in; None while a choice is missing or the answer is secret."""
    decision = session.decision
    if decision is None:
        return None
    if plan.mode == "tactic":
        return _tactic(session, plan)
    if session.looking:
        return None
    if plan.draft is not None:
        return plan.draft.build(plan.at, plan.turn) if plan.at else None
    if decision.kind in ("place", "deploy"):
        return (
            Place(plan.what, plan.at, plan.turn if decision.kind == "place" else 0) if plan.what and plan.at else None
        )
    if decision.kind in ("designate", "interrupt", "leader", "half"):
        return Pick(plan.what) if plan.what else None
    if decision.kind in ("remove_rage", "order"):
        return PickMany(plan.many)
    if decision.kind == "npf":
        return _npf(plan)
    return _action(session, plan) if decision.kind == "action" else None


def _is_aimed(session: Session, plan: Plan) -> bool:
    """Return whether every target and place that a card or ability needs is chosen."""
    target, place = needs(session, plan)
    return bool((plan.target or not target) and (plan.at or not place))


def _tactic(session: Session, plan: Plan) -> Answer | None:
    if plan.index < 0 or not _is_aimed(session, plan):
        return None
    vault = session.vaults[session.asked]
    return vault.play(session.match, plan.index, plan.target, plan.at, plan.turn if plan.at else 0)


def _npf(plan: Plan) -> Answer | None:
    if plan.weapon == "prowl":
        return Npf(plan.what, "prowl", "", plan.at) if plan.at else None
    # Pinned without a target: the first player picks it (GEN-4).
    return Npf(plan.what, plan.weapon, plan.target) if plan.weapon and (plan.target or plan.pinned) else None


def _over_scenery(plan: Plan) -> Answer | None:
    if plan.mode == "climb":
        return Climb(plan.target, plan.at)
    if plan.mode == "swim":
        return Swim(plan.target, plan.at) if plan.at else None
    return Jump(plan.target) if plan.mode == "jump" else Hide(plan.target)


def _action(session: Session, plan: Plan) -> Answer | None:
    if plan.mode == "ability":
        aimed = _is_aimed(session, plan)
        return Use(plan.weapon, plan.target, plan.at, plan.turn if plan.at else 0) if aimed else None
    if plan.mode == "move" and plan.at:
        return Move(plan.path)
    if plan.mode == "throw" and (plan.target or plan.at):
        return Throw(plan.weapon, plan.target, plan.at)
    if plan.mode == "blast" and (plan.target or plan.at):
        return Blast(plan.weapon, plan.target, plan.at)
    if not plan.target:
        return None
    if plan.mode in OVER:
        return _over_scenery(plan)
    if plan.mode == "charge":
        return Charge(plan.path, plan.target)
    if plan.mode == "attack":
        return Attack(plan.target)
    return Shoot(plan.target, plan.weapon) if plan.mode == "shoot" else None
