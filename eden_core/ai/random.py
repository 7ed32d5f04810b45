"""A player that answers with legal answers drawn at random: for tests, measurements, and as the weakest opponent.

It fights: whoever can be attacked usually is, and half of the moves go toward an enemy. Destinations are drawn from
real routes round whatever stands in the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import isqrt
from typing import TypeVar

from eden_core.ai.player import Numbers
from eden_core.cards.scenery_rules import RULES
from eden_core.engine.flow import can, options
from eden_core.engine.match import Fighter, Match, fighters_gap, on_field, opponent
from eden_core.engine.messages import (
    PASS,
    Answer,
    Build,
    Charge,
    Decision,
    End,
    Move,
    Npf,
    Pick,
    PickMany,
    Place,
    Point,
    Spot,
    Swim,
    Throw,
    Use,
)
from eden_core.engine.vault import Vault
from eden_core.rules.actions.options import ActionOption, aimed
from eden_core.rules.cards import missions, tactics
from eden_core.rules.common.ground import beside, is_close
from eden_core.rules.common.paths import MOVE_LENGTH, charge_path, route
from eden_core.rules.npfs.behaviour import npf_actions
from eden_core.rules.npfs.placing import npf_somewhere
from eden_core.rules.phases.placing import place_somewhere
from eden_core.rules.phases.preparation import deploy_somewhere, hand_size
from eden_core.rules.phases.territory import territory_somewhere

__all__ = ["RandomPlayer"]

T = TypeVar("T")

TRIES = 60
BUILDABLE = tuple(word for word, rule in RULES.items() if rule.builder)


class RandomPlayer:
    """Answers for `player` with numbers from `numbers`."""

    def __init__(self, player: int, numbers: Numbers) -> None:
        self.player = player
        self.numbers = numbers

    def decide(self, match: Match, vault: Vault) -> Answer:
        """A legal answer to the pending decision."""
        question = match.pending
        assert isinstance(question, Decision)
        special = getattr(self, f"_{question.kind}", None)
        if special is not None:
            answer: Answer = special(match, vault, question)
            return answer
        return Pick(self._one(options(match)))

    def _one(self, choices: Sequence[T]) -> T:
        return choices[self.numbers.below(len(choices))]

    # --- secrets ---

    def _bid(self, match: Match, vault: Vault, question: Decision) -> Answer:
        return vault.seal_bid(match, self.numbers.below(min(match.sides[self.player].sp, 4) + 1))

    def _open(self, match: Match, vault: Vault, question: Decision) -> Answer:
        return vault.open(match)

    def _mission(self, match: Match, vault: Vault, question: Decision) -> Answer:
        card = missions.find(match, self._one(options(match)))
        assert card is not None
        return Pick(card.id) if card.revealed else vault.seal_mission(match, card)

    def _hand(self, match: Match, vault: Vault, question: Decision) -> Answer:
        cards = list(options(match))
        size = hand_size(match, self.player)
        return vault.seal_hand(match, [cards.pop(self.numbers.below(len(cards))) for _ in range(size)])

    def _claim(self, match: Match, vault: Vault, question: Decision) -> Answer:
        return Pick(missions.true_claim(match, self.player, vault, question.card))

    # --- places ---

    def _place(self, match: Match, vault: Vault, question: Decision) -> Answer:
        width, height = match.setup.field
        if question.rule == "TER-1" and match.ruleset.piece_builder and not self.numbers.below(3):
            for _ in range(8):
                built = self._build(match)
                if can(match, self.player, built):
                    return built
        choices = options(match)
        for _ in range(TRIES // 4 if choices else 0):
            turn = 0 if question.rule == "NPF-2" else 15 * self.numbers.below(24)
            answer = Place(self._one(choices), (self.numbers.below(width), self.numbers.below(height)), turn)
            if can(match, self.player, answer):
                return answer
        if question.rule == "TER-1":
            return territory_somewhere(match, self.player) or Pick(PASS)
        if question.rule == "NPF-2":
            return npf_somewhere(match, self.player) or Pick(PASS)
        return place_somewhere(match) or Pick(PASS)

    def _build(self, match: Match) -> Build:
        """TER-2: a rectangle or a disc with one to three special rules, legal or not."""
        width, height = match.setup.field
        x, y = self.numbers.below(width), self.numbers.below(height)
        words = list(dict.fromkeys(self._one(BUILDABLE) for _ in range(1 + self.numbers.below(3))))
        if "climbing" in words and "elevation" not in words:
            words.append("elevation")
        rules = tuple((word, 1 + self.numbers.below(4) if RULES[word].takes_x else 1) for word in words)
        w, h = 200 + self.numbers.below(1300), 200 + self.numbers.below(1300)
        if not self.numbers.below(4):
            return Build(rules, ((x, y),), w // 2)
        return Build(rules, ((x, y), (x + w, y), (x + w, y + h), (x, y + h)))

    def _deploy(self, match: Match, vault: Vault, question: Decision) -> Answer:
        width, height = match.setup.field
        what = self._one(options(match))
        for _ in range(4 * TRIES):
            answer = Place(what, (self.numbers.below(width), self.numbers.below(height)))
            if can(match, self.player, answer):
                return answer
        return deploy_somewhere(match, self.player) or Pick(PASS)

    def _tactic(self, match: Match, vault: Vault, question: Decision) -> Answer:
        return self._card(match, vault) or Pick(PASS)

    def _card(self, match: Match, vault: Vault) -> Answer | None:
        """A card of the hand, drawn at random, if it may be played now (MAT-9, TAC-3)."""
        hand = vault.hand(match)
        if not hand or not tactics.may_play(match, self.player):
            return None
        index, name = self._one(hand)
        card = tactics.find(match, name)
        assert card is not None
        width, height = match.setup.field
        for _ in range(8):
            target = self._one([f.id for f in on_field(match)]) if card.target else ""
            at: Spot = (self.numbers.below(width), self.numbers.below(height)) if card.place else ()
            answer = vault.play(match, index, target, at, 15 * self.numbers.below(24) if at else 0)
            if can(match, self.player, answer):
                return answer
        return None

    # --- turns ---

    def _designate(self, match: Match, vault: Vault, question: Decision) -> Answer:
        choices = [choice for choice in question.options if choice != PASS]
        card = self._card(match, vault) if not self.numbers.below(4) else None
        if card is not None:
            return card
        if PASS in question.options and not self.numbers.below(12):
            return Pick(PASS)
        return Pick(self._one(choices))

    def _interrupt(self, match: Match, vault: Vault, question: Decision) -> Answer:
        card = self._card(match, vault) if not self.numbers.below(4) else None
        return card or Pick(str(self._one(question.options)))

    _reaction = _interrupt

    def _npf(self, match: Match, vault: Vault, question: Decision) -> Answer:
        """NPF-4: one of the NPFs left does what it must, or prowls somewhere."""
        name = str(self._one(question.options))
        fighter = match.fighters[name]
        must = npf_actions(match, name)
        fights = [Npf(name, option.action, target) for option in must for target in option.targets]
        if fights:
            return self._one(fights)
        x, y = fighter.at
        for _ in range(8):
            answer = Npf(name, "prowl", "", (x + self.numbers.below(601) - 300, y + self.numbers.below(601) - 300))
            if can(match, self.player, answer):
                return answer
        return Npf(name, "prowl", "", fighter.at)

    def _remove_rage(self, match: Match, vault: Vault, question: Decision) -> Answer:
        return PickMany(tuple(str(name) for name in question.options if self.numbers.below(2)))

    def _order(self, match: Match, vault: Vault, question: Decision) -> Answer:
        names = [str(name) for name in question.options]
        return PickMany(tuple(names.pop(self.numbers.below(len(names))) for _ in question.options))

    def _action(self, match: Match, vault: Vault, question: Decision) -> Answer:
        card = self._card(match, vault) if not self.numbers.below(6) else None
        if card is not None:
            return card
        choices: list[ActionOption] = list(options(match))
        fights = [
            choice for choice in choices if choice.kind in ("charge", "attack", "shoot", "blast", "throw", "ability")
        ]
        while choices:
            chosen: ActionOption = self._one(fights if fights and self.numbers.below(4) else choices)
            if chosen.kind == "end" and len(choices) > 1 and self.numbers.below(3):
                continue
            answer = self._do(match, question.fighter, chosen)
            if answer is not None:
                return answer
            choices.remove(chosen)
            if chosen in fights:
                fights.remove(chosen)
        return End()

    def _do(self, match: Match, name: str, chosen: ActionOption) -> Answer | None:
        fighter = match.fighters[name]
        if chosen.kind == "move":
            path = self._way(match, name)
            return Move(path) if path else None
        if chosen.kind == "throw" and not chosen.targets:
            if self.numbers.below(4):
                return None
            x, y = fighter.at
            answer = Throw(chosen.weapon, at=(x + self.numbers.below(1000) - 500, y + self.numbers.below(1000) - 500))
            return answer if can(match, self.player, answer) else None
        if chosen.kind == "ability":
            return self._use(match, fighter, chosen)
        target = self._one(chosen.targets) if chosen.targets else ""
        if chosen.kind == "jump" and self.numbers.below(3):
            return None
        if chosen.kind == "swim":
            piece = match.pieces[target]
            places = [
                at for at in beside(piece, fighter.radius, fighter.at) if can(match, self.player, Swim(target, at))
            ]
            return Swim(target, self._one(places)) if places else None
        if chosen.kind == "charge":
            way = charge_path(match, name, target)
            return Charge(way, target) if way is not None else None
        answer = aimed(chosen, target)
        return answer  # type: ignore[no-any-return]

    def _use(self, match: Match, fighter: Fighter, chosen: ActionOption) -> Answer | None:
        """An action ability on one of its targets, at a place drawn at random where it needs one."""
        target = self._one(chosen.targets) if chosen.targets else ""
        x, y = fighter.at
        for _ in range(8):
            spot = (x + self.numbers.below(2401) - 1200, y + self.numbers.below(2401) - 1200)
            at = spot if match.abilities[chosen.weapon].place else ()
            answer = Use(chosen.weapon, target, at)
            if can(match, self.player, answer):
                return answer
        return None

    def _beside_scenery(self, match: Match, fighter: Fighter) -> list[Point]:
        """Places in contact with a piece of Territory management near by, so that what it does comes about (TER)."""
        near = [piece for piece in match.pieces.values() if piece.rules and is_close(fighter.at, MOVE_LENGTH, piece)]
        if not near or self.numbers.below(2):
            return []
        return list(islice(beside(self._one(near), fighter.radius, fighter.at), 8))

    def _way(self, match: Match, name: str) -> tuple[Point, ...] | None:
        """A legal way to a place drawn at random, half of the time toward the nearest enemy."""
        fighter = match.fighters[name]
        ax, ay = fighter.at
        enemies = on_field(match, opponent(self.player))
        width, height = match.setup.field
        radius = fighter.radius
        for attempt in range(4):
            if attempt == 0 and enemies and self.numbers.below(2):
                near = min(enemies, key=lambda enemy: fighters_gap(fighter, enemy))
                bx, by = near.at
                length = isqrt((ax - bx) ** 2 + (ay - by) ** 2) or 1
                far = min(MOVE_LENGTH - 10, max(0, length - radius - near.radius - 60))
                at = (ax + (bx - ax) * far // length, ay + (by - ay) * far // length)
            elif attempt == 1 and (places := self._beside_scenery(match, fighter)):
                at = self._one(places)
            else:
                at = (ax + self.numbers.below(1401) - 700, ay + self.numbers.below(1401) - 700)
            at = (min(max(at[0], radius), width - radius), min(max(at[1], radius), height - radius))
            if at == fighter.at:
                continue
            way = route(match, name, at)
            if way:
                return way
        return None
