"""Scenarios: a position, what is done, what must hold, run with scripted dice.

`position.py`, `plays.py` and `expectations.py` document the format. The runner is a player of both sides: it seals and
opens secrets by itself, hands out the scripted dice as a stream, and asks the core for every verdict.
"""

from __future__ import annotations

import contextlib
from typing import NamedTuple

from eden_core.cards.fields import Fields
from eden_core.cards.vocabulary import MOMENTS
from eden_core.engine import flow
from eden_core.engine.codec import state_hash
from eden_core.engine.match import Match
from eden_core.engine.messages import Answer, Decision, Event, Place, Roll
from eden_core.engine.vault import Vault
from eden_core.errors import Illegal, Malformed
from eden_core.scenarios.answers import answer_of
from eden_core.scenarios.expectations import Expectation, asked, failures, read_expectations
from eden_core.scenarios.placed import listed
from eden_core.scenarios.plays import ACTION_KINDS, OVER_SCENERY, RULE_NUMBER, UNASKED, Play, agreed_scenery, read_play
from eden_core.scenarios.position import document, read_position

__all__ = ["Outcome", "Scenario", "read_scenario"]


class Scenario(NamedTuple):
    """A scenario as read: the match at its first question, the vaults, the plays, the expectations at the end."""

    title: str
    rules: tuple[str, ...]
    match: Match
    vaults: dict[int, Vault]
    plays: tuple[Play, ...]
    expect: tuple[Expectation, ...]

    def run(self, until: int = 0) -> Outcome:
        """Play it on copies; `until` N stops before the Nth play (the first is 1), 0 plays all."""
        running = _Running(self.match.copy(), {player: vault.copy() for player, vault in self.vaults.items()})
        running.events.extend(self.match.events)
        running.open()
        whole = not until or until > len(self.plays)
        for play in self.plays if whole else self.plays[: until - 1]:
            if not running.play(play):
                return running.outcome()
        if whole and running.settled(0):
            running.expect(0, self.expect)
        return running.outcome()


class Outcome(NamedTuple):
    """The end of a scenario: the match, its events in order, the pending question, what failed (nothing: it holds)."""

    match: Match
    vaults: dict[int, Vault]
    events: tuple[Event, ...]
    pending: dict[str, object]
    failed: tuple[dict[str, object], ...]


# --- reading ---


def read_scenario(text: str) -> Scenario:
    """A scenario from its TOML. Raises `Malformed` (place, reason, rule) when it is none."""
    tables = document(text)
    title = tables.pop("title", "")
    if not isinstance(title, str):
        raise Malformed("text_expected", "", "title", found=title)
    rules = tables.pop("rules", [])
    if not isinstance(rules, list) or not all(isinstance(rule, str) and RULE_NUMBER.fullmatch(rule) for rule in rules):
        raise Malformed("rule_numbers_expected", "", "rules", found=rules)
    played = listed(Fields({"play": tables.pop("play", [])}, "", ""), "play")
    expect = tables.pop("expect", {})
    match, vaults = read_position(tables, agreed_scenery(played))
    plays = tuple(read_play(fields, number, match) for number, fields in enumerate(played, 1))
    return Scenario(title, tuple(rules), match, vaults, plays, read_expectations(expect, "expect", match))


# --- running ---


class _Running:
    """A scenario under way."""

    def __init__(self, match: Match, vaults: dict[int, Vault]) -> None:
        self.match = match
        self.vaults = vaults
        self.events: list[Event] = []
        self.failed: list[dict[str, object]] = []
        self.dice: tuple[int, ...] = ()

    def outcome(self) -> Outcome:
        """Its state now."""
        return Outcome(self.match, self.vaults, tuple(self.events), asked(self.match, self.vaults), tuple(self.failed))

    def fail(self, number: int, reason: str, **about: object) -> bool:
        """Note a failure; nothing after it can be played."""
        self.failed.append({"play": number, "reason": reason, **about})
        return False

    def expect(self, number: int, expected: tuple[Expectation, ...]) -> None:
        """Note the expectations that don't hold."""
        self.failed.extend({"play": number, **failure} for failure in failures(self.match, self.vaults, expected))

    def play(self, play: Play) -> bool:
        """One play and its expectations; False when the rest can't be played."""
        if play.dice:
            self.dice += play.dice
            self.roll()
            played = not self.dice or isinstance(self.match.pending, Roll) or self.settled(play.number)
        elif play.key:
            played = self.settled(play.number) and self.answer(play)
        else:
            played = True
        if played:
            self.expect(play.number, play.expect)
        return played

    def settled(self, number: int) -> bool:
        """Return whether no die is left over when an answer is due."""
        if not self.dice:
            return True
        question = self.match.pending
        if isinstance(question, Roll):
            return self.fail(number, "dice_missing", needed=question.dice, given=list(self.dice))
        return self.fail(number, "dice_left_over", dice=list(self.dice), pending=asked(self.match, self.vaults)["kind"])

    def roll(self) -> None:
        """Hand the dice out to the rolls that are due, as far as they go."""
        while isinstance(self.match.pending, Roll) and len(self.dice) >= self.match.pending.dice:
            count = self.match.pending.dice
            faces, self.dice = self.dice[:count], self.dice[count:]
            self.events.extend(flow.roll(self.match, faces))
            self.open()

    def open(self) -> None:
        """Open what was sealed, as soon as it is asked for."""
        while isinstance(self.match.pending, Decision) and self.match.pending.kind == "open":
            player = self.match.pending.owners[0]
            self.events.extend(flow.answer(self.match, player, self.vaults[player].open(self.match)))

    def answer(self, play: Play) -> bool:
        """One answer, accepted or refused as the play says."""
        given, refusal = self.verdict(play)
        if play.refused:
            return self.refused(play, given, refusal)
        if refusal is not None:
            return self.fail(play.number, "refused", rule=refusal.rule, why=str(refusal))
        assert given is not None
        self.events.extend(flow.answer(self.match, play.by, given))
        self.open()
        return True

    def refused(self, play: Play, given: Answer | None, refusal: Illegal | None) -> bool:
        """A play that must be refused by its rule and change nothing."""
        if refusal is None:
            return self.fail(play.number, "not_refused", expected=play.refused)
        if play.refused not in _rules_of(refusal, play.key):
            return self.fail(
                play.number, "refused_by_another_rule", expected=play.refused, found=refusal.rule, why=str(refusal)
            )
        before = state_hash(self.match)
        if given is not None:
            with contextlib.suppress(Illegal):
                flow.answer(self.match, play.by, given)
            if state_hash(self.match) != before:
                return self.fail(play.number, "refused_but_changed", rule=play.refused)
        return True

    def verdict(self, play: Play) -> tuple[Answer | None, Illegal | None]:
        """The answer that a play gives, and the rule against it; no answer where its question isn't asked."""
        question = self.match.pending
        kinds: tuple[str, ...] = ("action",) if play.key in ACTION_KINDS else (play.key,)
        if play.key == "pass":
            kinds = ("designate", "interrupt", "place", "deploy", "tactic")
        elif play.key == "tactic" and play.value is not None:
            kinds = ("tactic", *MOMENTS)  # TAC-3
        is_npf = isinstance(play.value, Place) and play.key == "place"
        if (
            not isinstance(question, Decision)
            or question.kind not in kinds
            or (play.key == "place" and (is_npf != (question.rule == "NPF-2")))
        ):
            rules = UNASKED["place npf" if is_npf else play.key]
            kind = asked(self.match, self.vaults)["kind"]
            return None, Illegal(
                "not_asked", play.refused if play.refused in rules else rules[0], asked=kind, given=play.key
            )
        if play.by not in question.owners:
            return None, Illegal("not_your_decision", question.rule, player=play.by)
        if play.fighter and question.kind != "strike" and question.fighter and play.fighter != question.fighter:
            return None, Illegal("not_this_fighter", question.rule, fighter=play.fighter)
        given = answer_of(self.match, self.vaults[play.by], play, question)
        if isinstance(given, Illegal):
            return None, given
        return given, flow.why_not(self.match, play.by, given)


# Refusals that a second rule states as well: it may stand for them in `refused`.
ALSO = {
    "too_far": "ACN-2",
    "no_move_left": "ACN-1",
    "no_attack_left": "ACN-1",
    "no_charge_left": "ACN-1",
    "activated_already": "ACT-6",
    "too_close_to_edge": "TER-3",
    "too_close_to_scenery": "TER-3",
    "too_close_to_marker": "TER-3",
}


def _rules_of(refusal: Illegal, key: str) -> tuple[str, ...]:
    """The rules that may stand for a refusal; what a way over scenery costs is its own rule's word too."""
    own = OVER_SCENERY.get(key, refusal.rule) if refusal.code == "no_move_left" else refusal.rule
    return (refusal.rule, ALSO.get(refusal.code, refusal.rule), own)
