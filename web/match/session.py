"""One match on one device: the match, each player's vault, the record of answers, and whose secrets may be shown.

Pure Python, no js. A session gives the answers that leave no choice (`open`, an honest `claim`), tells which
questions pass by themselves (`passing`), keeps each player's secrets behind the curtain, and can take answers back
until dice fall or a secret is sealed.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from eden_core.cards.vocabulary import MOMENTS
from eden_core.engine import flow
from eden_core.engine.characteristics import characteristic
from eden_core.engine.match import INCAPACITATED, UNDECIDED, VIG, Fighter, Match, Setup
from eden_core.engine.messages import PASS, Answer, Decision, Event, Open, Pick, PickMany, Roll, Tactic
from eden_core.engine.vault import Vault
from eden_core.rules.actions.melee import dodge_dice, melee_cbt
from eden_core.rules.cards import missions, tactics
from eden_core.rules.start import new_match
from web.i18n.catalogue import Words
from web.match.names import fighter_name, player_name
from web.ui.nodes import Node

__all__ = ["ALWAYS", "CHOICE", "PRIVATE", "WAIVED", "Line", "Recorder", "Session"]

PRIVATE = frozenset(("bid", "mission", "hand"))  # asked behind the curtain, like any question while the hand is shown
CHOICE, WAIVED, ALWAYS = "choice", "waived", "always"  # when a player wants to be asked to interrupt or react
ANSWERED = {"interrupt": PASS, "strike": PASS, "reaction": "passive"}  # questions that may pass, with what answer


class Recorder(Protocol):
    """A journal of a match of this device, so that the match can be stored."""

    @property
    def is_kept(self) -> bool:
        """Return whether the store holds all that was written."""

    def answered(self, player: int, given: Answer) -> None:
        """Write an answer."""

    def thrown(self, faces: tuple[int, ...]) -> None:
        """Write dice that fell."""

    def taken_back(self, count: int) -> None:
        """Remove all entries after the first `count`."""


class Line(NamedTuple):
    """A line of the log: an event, and the roll that it answers, if any."""

    event: Event
    roll: Roll | None = None


class _Before(NamedTuple):
    """The state before an answer: everything that the answer changes."""

    match: Match
    vaults: dict[int, Vault]
    lines: int
    record: int
    scores: int


class Session:
    """A match under way between two players at one screen."""

    def __init__(self, setup: Setup, secrets: tuple[bytes, bytes]) -> None:
        self._start(new_match(setup), {1: Vault(1, secrets[0]), 2: Vault(2, secrets[1])})
        self.settle()

    def _start(self, match: Match, vaults: dict[int, Vault]) -> None:
        self.match, self.vaults = match, vaults
        self.lines: list[Line] = []
        self.record: list[tuple[int, Answer | tuple[int, ...]]] = []  # player (0: dice) and answer
        self.eyes = 0  # the player whose secrets the screen may show
        self.looking = False  # the asked player looks at the hand
        self.peeking = 0  # the player who wants to see their own mission and hand again
        self.waived: dict[int, int] = {1: -1, 2: -1}  # the round in which a player neither interrupts nor reacts
        self.always: dict[int, bool] = {1: False, 2: False}  # wants to be asked even if an answer has no effect
        self.is_sending = False  # an answer is on its way to be signed and stored
        self.journal: Recorder | None = None  # its journal, if it is stored
        self.decided: tuple[int, ...] | None = None  # dice that fell and are stored, but not shown yet
        self.scores: list[tuple[int, int]] = []  # VP at each round's end
        self.hints = False  # whether hints for newcomers are shown
        self.folded: set[str] = set()  # kinds of question whose hint was read
        self.looks: dict[str, str] = {}  # the looks of bought pieces when they were placed (TER-1)
        self.words = Words("en")  # the player's language; without any texts names are as printed
        self._before: list[_Before] = []
        self._note(tuple(self.match.events))

    # --- who is asked ---

    @property
    def decision(self) -> Decision | None:
        """The pending decision, if it is one."""
        return self.match.pending if isinstance(self.match.pending, Decision) else None

    @property
    def question(self) -> Decision | None:
        """The public question that the match waits for, whichever player is asked."""
        return self.match.pending if isinstance(self.match.pending, Decision) else None

    @property
    def roll_due(self) -> Roll | None:
        """The pending roll, if it is one."""
        return self.match.pending if isinstance(self.match.pending, Roll) else None

    def roll_shown(self) -> Roll | None:
        """Return the pending roll as it is shown.

        A burn's dice wound on results above VIG (ITD-3), so VIG + 1 is shown as their difficulty.
        """
        roll = self.roll_due
        if roll is not None and roll.reason == "burn":
            return roll._replace(difficulty=characteristic(self.match, self.match.fighters[roll.fighter], VIG) + 1)
        return roll

    @property
    def asked(self) -> int:
        """The player whose answer is awaited, the first player before the other; 0 for nobody."""
        decision = self.decision
        if decision is None:
            return 0
        first = self.match.table.first_player
        return first if first in decision.owners else decision.owners[0]

    @property
    def turn(self) -> int:
        """The player whose answer the match waits for, at this screen or elsewhere; 0 for nobody."""
        return self.asked

    @property
    def viewer(self) -> int:
        """The player from whose view the field is shown; 0 for nobody."""
        return self.asked

    @property
    def is_private(self) -> bool:
        """Return whether only the asked player may see the question."""
        decision = self.decision
        return decision is not None and (decision.kind in PRIVATE or self.looking)

    @property
    def may_look(self) -> bool:
        """Return whether the asked player may look at the hand to play a card now (TAC-1, TAC-3).

        Only public facts decide, never the hand itself, so that looking, or being able to, reveals nothing.
        """
        decision, player = self.decision, self.asked
        if decision is None or decision.kind == "tactic":
            return decision is not None
        return (
            decision.kind in MOMENTS
            and tactics.may_play(self.match, player)
            and any(
                decision.kind in card.when
                and missions.usable(self.match, player, card.symbol)
                and card.id not in self.match.sides[player].played
                for card in self.match.setup.tactics
            )
        )

    @property
    def is_curtain_down(self) -> bool:
        """Return whether the device must change hands before the question is shown."""
        return bool(self.peeking) or (self.is_private and self.eyes != self.asked)

    @property
    def is_over(self) -> bool:
        """Return whether the match has ended."""
        return self.match.table.winner != UNDECIDED

    @property
    def winner(self) -> int:
        """The winner: 1, 2, `DRAW` or `UNDECIDED`."""
        return self.match.table.winner

    @property
    def is_elsewhere(self) -> bool:
        """Return whether the other player uses another screen."""
        return False

    @property
    def ended_by(self) -> str:
        """The reason if the match did not end by its rules: "resigned" or "agreed"; "" otherwise."""
        return ""

    @property
    def goes_on(self) -> bool:
        """Return whether the match continues without input: dice are due, or a question passes by itself."""
        return self.roll_due is not None or self.passing() is not None

    def rest(self) -> None:
        """Signal that nothing moves on the screen any more, so that a machine player may think now."""

    def take_back(self) -> bool:
        """Go back to the point that both players agreed on; return whether there was anything to take back."""
        return False

    @property
    def has_news(self) -> bool:
        """Return whether something came from elsewhere that the screen has not shown yet."""
        return False

    def next_step(self) -> tuple[Event, ...]:
        """Apply the next step that came from elsewhere and return its events."""
        return ()

    def due_faces(self) -> tuple[int, ...] | None:
        """Return the dice that fall next if they are already decided; None if they are to be rolled here."""
        return self.decided

    def decide(self, faces: tuple[int, ...]) -> None:
        """Store dice rolled on this device that nobody has seen yet."""
        self.decided = faces
        if self.journal is not None:
            self.journal.thrown(faces)

    @property
    def by_letter(self) -> bool:
        """Return whether the players exchange letters."""
        return False

    @property
    def has_letter(self) -> bool:
        """Return whether a letter is ready to be sent."""
        return False

    def still_to_send(self, words: Words) -> str:
        """Return a note that a letter must be sent although the match has ended; "" if there is none."""
        return ""

    def waiting(self, words: Words) -> tuple[str, str] | None:
        """Return a text that names the awaited player elsewhere, and a remark; None if nobody else is needed."""
        return None

    @property
    def other(self) -> int:
        """The player at another screen; 0 for none."""
        return 0

    def badge(self, words: Words) -> Node | None:
        """Return the state of the connection to the other player, for the field's corner; None on one device."""
        return None

    def request(self, words: Words) -> Node | None:
        """Return the other player's request out of turn, or one's own request to them; None for none."""
        return None

    def may_peek(self, player: int) -> bool:
        """Return whether a player's own mission and hand may be requested at this screen."""
        return True

    def raise_curtain(self) -> None:
        """Raise the curtain: the player it asks for now holds the device."""
        self.eyes = self.peeking or self.asked

    def look(self, wanted: bool) -> None:
        """Start showing the hand to the asked player (behind the curtain), or stop."""
        self.looking = wanted
        self.eyes = 0

    def peek(self, player: int) -> None:
        """Start showing a player's own mission and hand to them (behind the curtain); 0 stops."""
        self.peeking, self.eyes = player, 0

    def secrets(self) -> tuple[str, list[tuple[int, str]]] | None:
        """Return the mission and hand of the player who peeks, once they hold the device; else None."""
        player = self.peeking
        if not player or self.eyes != player:
            return None
        vault = self.vaults[player]
        mission = self.match.sides[player].mission or (str(vault.mission.value) if vault.mission else "")
        return mission, vault.hand(self.match)

    def options(self) -> tuple[object, ...]:
        """Return the possible answers; a bid is limited by the asked player's own reserve."""
        decision = self.decision
        if decision is not None and decision.kind == "bid":
            return tuple(range(self.match.sides[self.asked].sp + 1))
        return flow.options(self.match)

    def hand(self) -> list[tuple[int, str]]:
        """Return the cards that may be shown now, as index and id; none unless the asked player is looking."""
        player = self.asked
        return self.vaults[player].hand(self.match) if player and self.eyes == player else []

    # --- answers ---

    def answer(self, given: Answer) -> tuple[Event, ...]:
        """Give the asked player's answer and run on to the next question that needs a person or dice.

        Raises `Illegal` and changes nothing if the answer is refused.
        """
        before = self._snapshot()
        was_private = self.is_private
        events = self._give(self.asked, given)
        if was_private:
            self._before.clear()
            self.eyes = 0
        else:
            self._before.append(before)
        self.looking = False
        return events + self.settle()

    def seal(self, value: object) -> tuple[Event, ...]:
        """Answer a private question: seal a bid, a secret mission or a hand; simply pick a revealed mission."""
        decision, player = self.decision, self.asked
        assert decision is not None and not self.is_curtain_down
        vault = self.vaults[player]
        if decision.kind == "bid":
            return self.answer(vault.seal_bid(self.match, int(str(value))))
        if decision.kind == "hand":
            assert isinstance(value, tuple)
            return self.answer(vault.seal_hand(self.match, value))
        mission = missions.find(self.match, str(value))
        if mission is None or mission.revealed:
            return self.answer(Pick(str(value)))
        return self.answer(vault.seal_mission(self.match, mission))

    def throw(self, faces: tuple[int, ...]) -> tuple[Event, ...]:
        """Answer the due roll with these faces and run on; nothing before it can be taken back any more."""
        if self.decided is None:
            self.decide(faces)
        roll = self.roll_shown()
        events = flow.roll(self.match, faces)
        self.record.append((0, faces))
        self.decided = None
        self._before.clear()
        self._note(events, roll)
        return events + self.settle()

    def again(self, player: int, given: Answer) -> None:
        """Give an earlier answer again while a stored match is resumed; what could be taken back still can."""
        decision = self.decision
        hidden = not isinstance(given, (Pick, PickMany)) and (
            isinstance(given, (Tactic, Open)) or (decision is not None and decision.kind in PRIVATE)
        )
        if hidden:
            self._before.clear()
        elif player == self.asked:
            self._before.append(self._snapshot())
        self._give(player, given)
        self.settle()

    def settle(self) -> tuple[Event, ...]:
        """Give all answers that leave no choice, until a person or dice are needed."""
        events: tuple[Event, ...] = ()
        while True:
            given = self._own_answer()
            if given is None:
                return events
            events += self._give(*given)

    def passing(self) -> Answer | None:
        """Return the answer by which the pending question passes by itself; None if it does not.

        It passes if its player waived it for the round, or if it can have no effect and the player did not choose
        always to be asked. The client gives this answer after a fixed delay, so that the delay reveals nothing.
        """
        decision = self.decision
        if decision is None or decision.kind not in ANSWERED or self.looking:
            return None
        player = decision.owners[0]
        if (decision.kind != "strike" and self.waived[player] == self.match.table.round) or (
            not self.always[player] and not self.may_look and self._is_idle(decision)
        ):
            return Pick(ANSWERED[decision.kind])
        return None

    def _is_idle(self, decision: Decision) -> bool:
        """Return whether a reaction or a strike can have no effect because no dice are left (ROLL-2, ROLL-3)."""
        match = self.match
        if decision.kind == "strike":
            leaving = match.fighters[decision.target]
            lost = max(0, characteristic(match, leaving, VIG) - 6)
            return all(
                melee_cbt(match, match.fighters[str(name)], "", leaving) <= lost
                for name in decision.options
                if name != PASS
            )
        if decision.kind != "reaction" or "riposte" in decision.options:
            return False
        target, attacker = match.fighters[decision.fighter], match.fighters[decision.target]
        return dodge_dice(match, target) <= max(0, melee_cbt(match, attacker, "", target) - 6)

    def pass_by(self) -> tuple[Event, ...]:
        """Let the pending question pass by itself; the answer before it can still be taken back."""
        given, decision = self.passing(), self.decision
        assert given is not None and decision is not None
        return self._give(decision.owners[0], given) + self.settle()

    def _own_answer(self) -> tuple[int, Answer] | None:
        decision = self.decision
        if decision is None:
            return None
        player = decision.owners[0]
        if decision.kind == "open":
            self._before.clear()
            return player, self.vaults[player].open(self.match)
        if decision.kind == "claim":
            return player, Pick(missions.true_claim(self.match, player, self.vaults[player], decision.card))
        return None

    def _give(self, player: int, given: Answer) -> tuple[Event, ...]:
        events = flow.answer(self.match, player, given)
        self.record.append((player, given))
        if self.journal is not None:
            self.journal.answered(player, given)
        self._note(events)
        return events

    def _note(self, events: tuple[Event, ...], roll: Roll | None = None) -> None:
        for event in events:
            self.lines.append(Line(event, roll if event.code == "rolled" else None))
            if event.code == "round_ended":
                self.scores.append((self._vp(1), self._vp(2)))
            elif event.code == "piece_bought":
                self.looks[str(event.get("piece"))] = str(event.get("like"))

    def _vp(self, player: int) -> int:
        """Return a player's VP according to the log so far; the state may be ahead of the log."""
        scored = (
            line.event
            for line in reversed(self.lines)
            if line.event.code == "scored" and line.event.get("player") == player
        )
        return next((int(str(event.get("total"))) for event in scored), 0)

    # --- taking back ---

    @property
    def can_undo(self) -> bool:
        """Return whether the last answer can be taken back.

        It can if no dice fell and nothing secret was sealed or shown since.
        """
        return bool(self._before)

    def undo(self) -> None:
        """Take the last answer back."""
        before = self._before.pop()
        self.match = before.match
        self.vaults = before.vaults
        del self.lines[before.lines :], self.record[before.record :], self.scores[before.scores :]
        if self.journal is not None:
            self.journal.taken_back(before.record)
        self.eyes, self.looking, self.peeking = 0, False, 0

    def _snapshot(self) -> _Before:
        vaults = {player: vault.copy() for player, vault in self.vaults.items()}
        return _Before(self.match.copy(), vaults, len(self.lines), len(self.record), len(self.scores))

    # --- queries of the panels ---

    def player_name(self, player: int) -> str:
        """Return a player's name; "" for nobody."""
        return player_name(self.words, self.match.setup, player)

    def name(self, fighter_id: str) -> str:
        """Return a fighter's name."""
        return fighter_name(self.words, self.match, fighter_id)

    def troop(self, player: int) -> list[Fighter]:
        """Return a player's fighters in the troop's order (0: the NPFs), including the fallen."""
        return [fighter for fighter in self.match.fighters.values() if fighter.player == player]

    def acting(self) -> tuple[str, ...]:
        """Return the fighters that the asked player may pick now."""
        decision = self.decision
        if decision is None or self.is_curtain_down:
            return ()
        if decision.kind in ("action", "reaction"):
            return (decision.fighter,)
        if decision.kind in ("designate", "interrupt", "strike", "leader", "remove_rage", "npf"):
            return tuple(str(option) for option in decision.options if option in self.match.fighters)
        return tuple(map(str, self.options())) if decision.kind == "deploy" else ()

    def fallen(self, player: int) -> int:
        """Return the number of a player's fighters that are incapacitated."""
        return sum(fighter.status == INCAPACITATED for fighter in self.troop(player))

    def asks(self, player: int) -> str:
        """Return when a player is asked to interrupt or react: CHOICE, WAIVED or ALWAYS."""
        if self.waived[player] == self.match.table.round:
            return WAIVED
        return ALWAYS if self.always[player] else CHOICE

    def ask_when(self, player: int, wanted: str) -> None:
        """Set when a player is asked to interrupt or react.

        WAIVED: not in the rest of the round; ALWAYS: every time; CHOICE: where there is a choice.
        """
        self.waived[player] = self.match.table.round if wanted == WAIVED else -1
        self.always[player] = wanted == ALWAYS
