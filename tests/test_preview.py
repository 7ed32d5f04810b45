"""What is offered is accepted: options, targets, ways, reach and painted zones agree with the verdict on an answer.

At questions of drawn matches, each thing that a client may show as possible is given to `why_not`; and what the
verdict accepts must have been offered. A charge is offered toward whom it would reach in a straight line; whether there
is a way, `charge_path` knows.
"""

from __future__ import annotations

from itertools import combinations
from math import isqrt
from typing import Any, Iterable, NamedTuple

import pytest

from eden_core import flow
from eden_core.cli.simulate import Game, SeededNumbers
from eden_core.match import Fighter, Match, fighters_gap, on_field
from eden_core.messages import (
    PASS, Answer, Attack, Blast, Charge, Decision, End, Extinguish, Move, Pick, PickMany, Place, Point, Shoot, Throw,
    Use,
)
from eden_core.rules import missions
from eden_core.rules.activation import ActionOption
from eden_core.rules.move import MOVE_LENGTH, charge_path, length_of, reach, route
from eden_core.rules.preparation import (
    KEPT_FROM_CENTRE, deploy_somewhere, hand_size, piece_from, place_somewhere, why_not_deploy, why_not_place,
)
from eden_core.rules.weapons import melee_weapons
from eden_core.vault import Vault
from web.showing import half_outline

from .playing import drawn_game, one_of, wild_answers

MATCHES = 40
SEEDS = range(40_000, 40_000 + MATCHES)
MOST = {"action": 480}        # states of a kind looked at, spread over the matches; of other kinds 120
PLACES = 4                    # of those that a reach paints, looked at in each state
# Questions that something else than a pick answers, or a sealed one.
OTHERWISE = {"action", "bid", "deploy", "hand", "mission", "open", "order", "place", "remove_rage", "tactic"}


class Asked(NamedTuple):
    """A question of a match: the match at that moment, who is asked, their vault, the game it is from."""
    match: Match
    player: int
    vault: Vault
    game: Game

    @property
    def question(self) -> Decision:
        """The pending decision."""
        assert isinstance(self.match.pending, Decision)
        return self.match.pending

    def takes(self, given: Answer) -> bool:
        """Whether the verdict is for an answer, and the engine then takes it."""
        if flow.why_not(self.match, self.player, given) is not None:
            return False
        flow.answer(self.match.copy(), self.player, given)
        return True


@pytest.fixture(scope="module")
def questions() -> dict[str, list[Asked]]:
    """Questions of drawn matches, by kind."""
    found: dict[str, list[Asked]] = {}
    for seed in SEEDS:
        game = drawn_game(seed)
        here: dict[str, list[Asked]] = {}
        while game.match.pending is not None:
            question = game.match.pending
            if isinstance(question, Decision):
                player = question.owners[0]
                here.setdefault(question.kind, []).append(
                    Asked(game.match.copy(), player, game.vaults[player].copy(), game))
            game.step()
        for kind, asked in here.items():
            found.setdefault(kind, []).extend(asked[::max(1, len(asked) * MATCHES // MOST.get(kind, 120))])
    return found


def test_what_may_be_picked_is_accepted_and_nothing_else(questions: dict[str, list[Asked]]) -> None:
    """Each option of a finite question is taken; whoever and whatever else there is, is refused."""
    kinds = set(questions) - OTHERWISE
    assert len(kinds) >= 8
    for kind in sorted(kinds):
        for asked in questions[kind]:
            offered = flow.options(asked.match)
            for option in offered:
                assert asked.takes(Pick(option)), (asked.question, option)
            others: list[str | int] = [*asked.match.fighters, *range(-9, 10), PASS, "pass", "passive", "dodge",
                                       "riposte", "cancel", "pay", "left", "top"]
            for other in others:
                if other not in offered:
                    assert not asked.takes(Pick(other)), (asked.question, other)


def test_bids_missions_hands_and_lists_are_accepted(questions: dict[str, list[Asked]]) -> None:
    """What a question offers to seal, or to pick several of, is taken."""
    for asked in questions["bid"]:
        for bid in set(flow.options(asked.match)) & set(range(asked.match.sides[asked.player].sp + 1)):
            assert asked.takes(asked.vault.copy().seal_bid(asked.match, bid))
    for asked in questions["mission"]:
        for name in flow.options(asked.match):
            card = missions.find(asked.match, name)
            assert card is not None
            laid = Pick(name) if card.revealed else asked.vault.copy().seal_mission(asked.match, card)
            assert asked.takes(laid), name
    for asked in questions["hand"]:
        for cards in list(combinations(flow.options(asked.match), hand_size(asked.match, asked.player)))[:10]:
            assert asked.takes(asked.vault.copy().seal_hand(asked.match, cards))
    for asked in questions["tactic"]:
        assert asked.takes(Pick(PASS)) and flow.options(asked.match)[:-1] == tuple(
            index for index, _ in asked.vault.hand(asked.match))
    for asked in questions.get("order", []):
        assert asked.takes(PickMany(tuple(map(str, reversed(asked.question.options)))))
    for asked in questions["remove_rage"]:
        angry = tuple(map(str, asked.question.options))
        for count in range(len(angry) + 1):
            assert asked.takes(PickMany(angry[:count]))


# --- actions ---------------------------------------------------------------------------------------------------------

def _answer(option: ActionOption, target: str) -> Answer:
    """What uses an action on a target."""
    made: dict[str, Any] = {"attack": Attack(target), "shoot": Shoot(target, option.weapon),
                            "throw": Throw(option.weapon, target), "blast": Blast(option.weapon, target),
                            "ability": Use(option.weapon, target), "extinguish": Extinguish(), "end": End()}
    answer: Answer = made[option.kind]
    return answer


def _needs_a_place(match: Match, option: ActionOption) -> bool:
    """Whether an action is aimed at a place on the field, not (only) at a fighter."""
    if option.kind == "ability":
        return bool(match.abilities[option.weapon].place)
    return option.kind == "move" or option.kind == "throw" and not option.targets


def test_every_action_offered_is_accepted_on_each_target(questions: dict[str, list[Asked]]) -> None:
    """Attacks, shots, throws, blasts, abilities on whom they list; each at the cost that it says."""
    seen: dict[str, int] = {}
    for asked in questions["action"]:
        fighter = asked.match.fighters[asked.question.fighter]
        for option in flow.options(asked.match):
            assert option.ap <= fighter.ap and option.rule, option
            if option.kind == "charge" or _needs_a_place(asked.match, option):
                continue
            for target in option.targets or ("",):
                assert asked.takes(_answer(option, target)), (option, target, flow.why_not(
                    asked.match, asked.player, _answer(option, target)))
                seen[option.kind] = seen.get(option.kind, 0) + 1
            if option.kind == "attack":
                best = [name for name, _ in melee_weapons(fighter)]
                for weapon in (piece.name for piece in fighter.profile.gear):
                    assert asked.takes(Attack(option.targets[0], weapon)) == (weapon in best), weapon
    assert {"attack", "blast", "end", "extinguish", "shoot", "throw"} <= set(seen), seen


def test_nothing_is_accepted_that_is_not_offered(questions: dict[str, list[Asked]]) -> None:
    """An answer that the verdict accepts is one of the actions offered, on one of its targets."""
    kinds = {Move: "move", Charge: "charge", Attack: "attack", Shoot: "shoot", Throw: "throw", Blast: "blast",
             Use: "ability", Extinguish: "extinguish", End: "end"}
    accepted = 0
    for asked in questions["action"]:
        offered: dict[tuple[str, str], ActionOption] = {
            (option.kind, option.weapon): option for option in flow.options(asked.match)}
        for given in _tries(asked):
            kind = kinds.get(type(given))
            if kind is None or flow.why_not(asked.match, asked.player, given) is not None:
                continue
            accepted += 1
            weapon = getattr(given, "ability", getattr(given, "weapon", "")) if kind not in ("attack", "charge") else ""
            option = offered.get((kind, weapon))
            assert option is not None, (given, sorted(offered))
            target = getattr(given, "target", "")
            # A throw may fall on a friend, a blast cover more than the closest: those are aimed as at a place.
            if target and (kind not in ("throw", "blast") or kind == "throw" and target in _enemies(asked)):
                assert target in option.targets, (given, option)
    assert accepted > 20 * MATCHES


def _enemies(asked: Asked) -> list[str]:
    return [fighter.id for fighter in on_field(asked.match) if fighter.player != asked.player]


def _tries(asked: Asked) -> Iterable[Answer]:
    """Answers to an action: wild ones, and what each weapon and ability could do to each fighter."""
    match, fighter = asked.match, asked.match.fighters[asked.question.fighter]
    yield from wild_answers(asked.game, match, asked.question, asked.player)
    yield from (Extinguish(), End())
    way = route(match, fighter.id, _beside(match, fighter))
    if way:
        yield Move(way)
    for enemy in _enemies(asked):
        near = fighters_gap(fighter, match.fighters[enemy]) <= 2 * MOVE_LENGTH
        path = charge_path(match, fighter.id, enemy) if near else None
        if path is not None:
            yield Charge(path, enemy)
    for name in match.fighters:
        yield Attack(name)
        for piece in fighter.profile.gear:
            yield from (Shoot(name, piece.name), Throw(piece.name, name), Blast(piece.name, name))
        yield from (Use(ability, name) for ability in match.abilities)
    yield from (Use(ability) for ability in match.abilities)


def _beside(match: Match, fighter: Fighter) -> Point:
    """A place 3 cm away, toward the middle of the field."""
    (x, y), (width, height) = fighter.at, match.setup.field  # type: ignore[misc]
    return x + (300 if 2 * x < width else -300), y + (10 if 2 * y < height else -10)


def test_a_charge_offered_has_a_way_or_is_blocked(questions: dict[str, list[Asked]]) -> None:
    """ACN-4: the way that `charge_path` finds is accepted, and it finds one wherever a straight one is legal."""
    found = 0
    for asked in questions["action"]:
        name = asked.question.fighter
        for option in flow.options(asked.match):
            if option.kind != "charge":
                continue
            for target in option.targets:
                path = charge_path(asked.match, name, target)
                straight = Charge((_contact(asked.match.fighters[name], asked.match.fighters[target]),), target)
                assert path is not None or not asked.takes(straight), straight
                if path is not None:
                    assert asked.takes(Charge(path, target)), (target, path)
                    found += 1
    assert found >= MATCHES // 4


def _contact(fighter: Fighter, target: Fighter) -> Point:
    """Where a straight charge ends: at the target's base, on the line between the two."""
    (ax, ay), (bx, by) = fighter.at, target.at  # type: ignore[misc]
    length = isqrt((ax - bx) ** 2 + (ay - by) ** 2)
    apart = fighter.radius + target.radius + 2
    return bx + (ax - bx) * apart // length, by + (ay - by) * apart // length


def test_every_place_that_reach_paints_is_a_legal_move(questions: dict[str, list[Asked]]) -> None:
    """ACN-2: `route` finds a way to a painted place, round what is in between for what it said, and it is accepted."""
    numbers = SeededNumbers(1)
    looked_at = 0
    for asked in questions["action"]:
        fighter = asked.match.fighters[asked.question.fighter]
        if not any(option.kind == "move" for option in flow.options(asked.match)):
            continue
        painted = reach(asked.match, fighter.id, _length(asked), 100)
        for _ in range(min(PLACES, len(painted))):
            at, cost = one_of(numbers, painted)
            if at == fighter.at:
                continue
            way = route(asked.match, fighter.id, at, _length(asked))
            assert way is not None and way[-1] == at, (fighter, at, cost)
            # A straight way is taken wherever it is short enough, though one round slow ground may cost less.
            most = cost if len(way) > 1 else _length(asked)
            assert length_of(asked.match, fighter, way) <= most and cost <= _length(asked), (fighter, at, cost, way)
            assert asked.takes(Move(way)), (fighter, way, flow.why_not(asked.match, asked.player, Move(way)))
            looked_at += 1
    assert looked_at > 4 * MATCHES


def _length(asked: Asked) -> int:
    """How far a Move goes, as its option says."""
    return next(int(option.reach) for option in flow.options(asked.match) if option.kind == "move")


# --- places ----------------------------------------------------------------------------------------------------------

IN_THE_WAY = {"no_room", "ends_on_marker", "in_contact"}         # what the field itself shows


def test_where_deployment_is_painted_it_is_legal(questions: dict[str, list[Asked]]) -> None:
    """PREP-7: a base wholly within the painted zone may stand there unless something is in the way; no other may."""
    numbers = SeededNumbers(2)
    inside = outside = 0
    for asked in questions["deploy"]:
        match, (width, height) = asked.match, asked.match.setup.field
        if width % 2 or height % 2:
            continue                                      # the centre line lies between two units
        side = match.sides[asked.player]
        confrontation = side.deployment == "confrontation"
        (left, bottom), _, (right, top), _ = half_outline(match, side.half, KEPT_FROM_CENTRE if confrontation else 0)
        for name in flow.options(match):
            fighter = match.fighters[name]
            radius = fighter.radius
            for _ in range(12):
                x, y = at = numbers.below(width), numbers.below(height)
                within = left <= x - radius and x + radius <= right and bottom <= y - radius and y + radius <= top
                if within and not confrontation:
                    within = (x - width // 2) ** 2 + (y - height // 2) ** 2 >= (KEPT_FROM_CENTRE + radius) ** 2
                refusal = why_not_deploy(match, fighter, at)
                assert within == (refusal is None or refusal.code in IN_THE_WAY), (name, at, refusal)
                assert (refusal is None) == asked.takes(Place(name, at))
                inside, outside = inside + within, outside + (not within)
    assert inside > 4 * MATCHES and outside > 4 * MATCHES


def test_a_place_found_is_legal_and_passing_only_without(questions: dict[str, list[Asked]]) -> None:
    """PREP-6, PREP-7: what the core finds for scenery and fighters is accepted; then, and only then, passing is not."""
    for kind in ("deploy", "place"):
        for asked in questions[kind]:
            found = place_somewhere(asked.match) if kind == "place" else deploy_somewhere(asked.match, asked.player)
            assert found is None or asked.takes(found), found
            assert asked.takes(Pick(PASS)) == (found is None)


def test_a_piece_painted_legal_is(questions: dict[str, list[Asked]]) -> None:
    """PREP-6: the ghost of a piece is judged as the piece put down is."""
    numbers = SeededNumbers(3)
    judged = {True: 0, False: 0}
    for asked in questions["place"]:
        match, (width, height) = asked.match, asked.match.setup.field
        for shape in match.setup.pool:
            if shape.id in match.pool:
                at, turn = (numbers.below(width), numbers.below(height)), 15 * numbers.below(24)
                legal = why_not_place(match, piece_from(shape, at, turn)) is None
                assert asked.takes(Place(shape.id, at, turn)) == legal
                judged[legal] += 1
    assert min(judged.values()) > MATCHES // 2, judged
