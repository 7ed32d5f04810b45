"""The parts common to all prompts: the prompt as a value, and helpers to make one from match and plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from eden_core.analysis.attack_odds import Odds
from eden_core.engine.characteristics import characteristic
from eden_core.engine.match import SPD, Match
from eden_core.engine.messages import Decision
from web.i18n.catalogue import Words
from web.match.session import Session
from web.match.wording import thing_name
from web.planning.planner import Planner
from web.ui.controls import Choice

if TYPE_CHECKING:
    from web.planning.scenery_draft import Draft

__all__ = ["Asker", "Prompt", "no_room"]


class Prompt(NamedTuple):
    """The contents of the prompt bar."""

    kind: str
    owner: int
    title: str
    why: str
    rule: str
    fighter: str = ""
    choices: tuple[Choice, ...] = ()
    layout: str = "row"  # "row", "bids", "hand"; "shop", "build" and "place" (`panels.shop`)
    primary: Choice | None = None
    others: tuple[Choice, ...] = ()
    helpers: tuple[Choice, ...] = ()
    note: str = ""
    odds: Odds | None = None
    warning: str = ""  # the risk of the planned answer, shown beside its button
    refusal: tuple[str, str] = ("", "")
    purse: tuple[tuple[int, int], ...] = ()  # players and the points they have left for placing
    draft: Draft | None = None  # the piece of scenery being built; its faults are texts and rule numbers
    faults: tuple[tuple[str, str], ...] = ()
    hint: str = ""  # a hint for newcomers
    is_hint_folded: bool = False  # whether it was read and only its icon is shown
    asks: str = ""  # when the player is asked to interrupt or react (`session`); "" where it can't be chosen


class Asker:
    """The material of a prompt: words, session and plan of one moment, and the asked player."""

    def __init__(self, words: Words, session: Session, planner: Planner) -> None:
        self.words, self.session, self.planner = words, session, planner
        self.match: Match = session.match
        self.plan = planner.plan
        self.owner = session.asked

    def make(self, decision: Decision, **more: object) -> Prompt:
        """Return the prompt for a kind of decision with its texts filled in; `more` replaces the defaults."""
        words, kind = self.words, decision.kind
        values = self.about(decision)
        base = Prompt(
            kind,
            self.owner,
            words(f"ask.{kind}", **values),
            words(f"ask.{kind}.why", **values),
            decision.rule,
            decision.fighter,
        )
        return base._replace(**more)  # type: ignore[arg-type]

    def about(self, decision: Decision) -> dict[str, object]:
        """Return the values that most texts need: players' names, reserve, fighter and target."""
        session, side = self.session, self.match.sides[self.owner]
        return {
            "player": session.player_name(self.owner),
            "other": session.player_name(3 - self.owner),
            "sp": side.sp,
            "name": session.name(decision.fighter),
            "target": session.name(decision.target),
        }

    def name(self, what: str) -> str:
        """Return the name of a fighter or a piece of scenery."""
        return thing_name(self.words, self.session, what)

    def go(self, label: str, cost: str = "", icon: str = "") -> Choice:
        """Return the button that gives the planned answer; it is disabled until the plan is legal."""
        return Choice("commit", label, do="commit", cost=cost, icon=icon, enabled=self.planner.preview.is_ready)

    def look(self) -> tuple[Choice, ...]:
        """Return the button that shows the hand, if a card might be played now (TAC-3).

        It does not depend on the cards in the hand.
        """
        if not self.session.may_look:
            return ()
        return (Choice("look", self.words("ask.tactic.also"), do="look", icon="card"),)

    def cost(self, ap: int, sp: int = 0) -> str:
        """Return a cost in words."""
        parts = [self.words(f"{name}.n", n=n) for name, n in (("ap", ap), ("sp", sp)) if n]
        return " + ".join(parts)

    def spd(self, fighter: str) -> int:
        """Return a fighter's current SPD."""
        return characteristic(self.match, self.match.fighters[fighter], SPD)


def no_room(asker: Asker, decision: Decision) -> tuple[Choice, ...]:
    """Return the button to decline after no place was found; the core decides whether that is allowed."""
    return (Choice("pass", asker.words(f"ask.{decision.kind}.pass"), do="decline"),) if asker.planner.stuck else ()
