"""Previews agree with the verdict: options, targets, paths, reach and painted zones are exactly what is accepted.

At questions of drawn matches everything that a client may show as possible is passed to `why_not`, and everything
the verdict accepts must have been offered. A charge is offered if a straight one would reach the target; whether a
path exists is decided by `charge_path`. A swim is offered across a piece; `beside` knows the exits. While mist forbids
measuring, every enemy is offered at any distance, and every clear path (WEA-8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from math import isqrt
from typing import Any, NamedTuple

import pytest

from eden_core.cards.records import Profile
from eden_core.cards.scenery_rules import RULES, why_not_outline, why_not_rules
from eden_core.cli.games import Game, SeededNumbers
from eden_core.engine import flow
from eden_core.engine.field import touches_piece
from eden_core.engine.match import NPF, Fighter, Match, contacts, fighters_gap, on_field
from eden_core.engine.messages import (
    PASS,
    Answer,
    Attack,
    Blast,
    Build,
    Charge,
    Climb,
    Decision,
    End,
    Extinguish,
    Hide,
    Jump,
    Move,
    Npf,
    Pick,
    PickMany,
    Place,
    Point,
    Shoot,
    Swim,
    Throw,
    Use,
)
from eden_core.engine.vault import Vault
from eden_core.geometry.plane import gap, overlap, segment_dist2_below, touching
from eden_core.rules.actions.options import ActionOption
from eden_core.rules.cards import missions
from eden_core.rules.common.ground import beside
from eden_core.rules.common.paths import MOVE_LENGTH, charge_path, length_of, reach, route, why_not_stand
from eden_core.rules.common.weapons import melee_weapons
from eden_core.rules.common.weather import may_measure
from eden_core.rules.npfs.behaviour import npf_actions, picks_none
from eden_core.rules.npfs.placing import npf_somewhere
from eden_core.rules.phases.placing import piece_from, place_somewhere, why_not_place
from eden_core.rules.phases.preparation import KEPT_FROM_CENTRE, deploy_somewhere, hand_size, why_not_deploy
from eden_core.rules.phases.territory import build_cost, built_piece, territory_piece, territory_somewhere
from tests.playing import drawn_game, one_of, wild_answers
from web.table.preview import half_outline

MATCHES = 40
SEEDS = range(40_000, 40_000 + MATCHES)
MOST = {"action": 400}  # examined states of a kind, spread over the matches; 120 for other kinds
PLACES = 4  # examined points of a reach in each state
TRIED = 2  # one in so many actions is tried with all sorts of answers
# Weather that some states are put into, where it is another than was rolled; and what scenery is stood beside for.
PUT = ((), ("mist",), (), ("headwind",), (), ("dense_fog",), (), ("mist", "headwind"))
USES = ("climbing", "swimming", "jump", "hiding", "destruction", "flammable")
# Questions that are answered by something other than a pick, or by a sealed answer.
OTHERWISE = {"action", "bid", "deploy", "hand", "mission", "npf", "open", "order", "place", "remove_rage", "tactic"}
OVER = {"climb": Climb, "jump": Jump, "hide": Hide}  # actions that name only a piece of scenery


class Asked(NamedTuple):
    """A question of a match: the match at that moment, the player asked, their vault, and the game it is from."""

    match: Match
    player: int
    vault: Vault
    game: Game

    @property
    def question(self) -> Decision:
        """The pending decision."""
        assert isinstance(self.match.pending, Decision)
        return self.match.pending

    @property
    def fighter(self) -> Fighter:
        """The acting fighter."""
        return self.match.fighters[self.question.fighter]

    def takes(self, given: Answer) -> bool:
        """Return whether the verdict accepts an answer and the engine then takes it."""
        if flow.why_not(self.match, self.player, given) is not None:
            return False
        flow.answer(self.match.copy(), self.player, given)
        return True


@pytest.fixture(scope="module")
def questions() -> dict[str, list[Asked]]:
    """Return questions of drawn matches, by kind."""
    found: dict[str, list[Asked]] = {}
    for seed in SEEDS:
        game = drawn_game(seed)
        here: dict[str, list[Asked]] = {}
        while game.match.pending is not None:
            question = game.match.pending
            if isinstance(question, Decision):
                player = question.owners[0]
                here.setdefault(question.kind, []).append(
                    Asked(game.match.copy(), player, game.vaults[player].copy(), game)
                )
            game.step()
        for kind, asked in here.items():
            found.setdefault(kind, []).extend(asked[:: max(1, len(asked) * MATCHES // MOST.get(kind, 120))])
        found["action"] += _beside_scenery(here.get("action", []))
    for kind in ("action", "npf"):
        for number, each in enumerate(found[kind]):
            if PUT[number % len(PUT)]:
                each.match.table = each.match.table._replace(weather=PUT[number % len(PUT)])
    return found


def _beside_scenery(actions: list[Asked]) -> list[Asked]:
    """Return some actions again with fresh fighters, put beside pieces that they can interact with."""
    found = []
    for number, word in enumerate(USES):
        pieces = [piece for piece in actions[0].match.pieces.values() if piece.amount(word)] if actions else []
        asked = actions[number * len(actions) // len(USES)] if pieces else None
        for at in beside(pieces[-1], asked.fighter.radius, asked.fighter.at) if asked else ():  # type: ignore[arg-type]
            fresh = asked.fighter._replace(at=at, ap=3, moves=0, attacks=0)  # type: ignore[union-attr]
            match = asked.match.copy()  # type: ignore[union-attr]
            match.fighters[fresh.id] = fresh
            if why_not_stand(match, fresh, at) is None and not contacts(match, fresh):
                found.append(asked._replace(match=match))  # type: ignore[union-attr]
                break
    return found


def test_what_may_be_picked_is_accepted_and_nothing_else(questions: dict[str, list[Asked]]) -> None:
    """Each option of a finite question is accepted, and nothing else is."""
    kinds = set(questions) - OTHERWISE
    assert len(kinds) >= 8
    for kind in sorted(kinds):
        for asked in questions[kind]:
            offered = flow.options(asked.match)
            for option in offered:
                assert asked.takes(Pick(option)), (asked.question, option)
            others: list[str | int] = [
                *asked.match.fighters,
                *range(-9, 10),
                PASS,
                "pass",
                "passive",
                "dodge",
                "riposte",
                "cancel",
                "pay",
                "left",
                "top",
            ]
            for other in others:
                if other not in offered:
                    assert not asked.takes(Pick(other)), (asked.question, other)


def test_bids_missions_hands_and_lists_are_accepted(questions: dict[str, list[Asked]]) -> None:
    """Everything a question offers to seal, or to pick several of, is accepted."""
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
            index for index, _ in asked.vault.hand(asked.match)
        )
    for asked in questions.get("order", []):
        assert asked.takes(PickMany(tuple(map(str, reversed(asked.question.options)))))
    for asked in questions["remove_rage"]:
        angry = tuple(map(str, asked.question.options))
        for count in range(len(angry) + 1):
            assert asked.takes(PickMany(angry[:count]))


# --- actions ---


def _answer(option: ActionOption, target: str) -> Answer:
    """Return the answer that uses an action on a target."""
    made: dict[str, Any] = {
        "attack": Attack(target),
        "shoot": Shoot(target, option.weapon),
        "throw": Throw(option.weapon, target),
        "blast": Blast(option.weapon, target),
        "ability": Use(option.weapon, target),
        "extinguish": Extinguish(),
        "end": End(),
        **{kind: cls(target) for kind, cls in OVER.items()},
    }
    answer: Answer = made[option.kind]
    return answer


def _needs_a_place(match: Match, option: ActionOption) -> bool:
    """Return whether an action is aimed at a point on the field, not only at a fighter."""
    if option.kind == "ability":
        return bool(match.abilities[option.weapon].place)
    return option.kind in ("move", "swim") or (option.kind == "throw" and not option.targets)


def test_every_action_offered_is_accepted_on_each_target(questions: dict[str, list[Asked]]) -> None:
    """Attacks, shots, throws, blasts and abilities are accepted on all listed targets, at the stated cost."""
    seen: dict[str, int] = {}
    for asked in questions["action"]:
        fighter = asked.fighter
        for option in flow.options(asked.match):
            assert option.ap <= fighter.ap and option.rule, option
            if option.kind == "charge" or _needs_a_place(asked.match, option):
                continue
            for target in option.targets or ("",):
                assert asked.takes(_answer(option, target)), (
                    option,
                    target,
                    flow.why_not(asked.match, asked.player, _answer(option, target)),
                )
                at = " a piece" if target in asked.match.pieces and option.kind not in OVER else ""
                seen[option.kind + at] = seen.get(option.kind + at, 0) + 1
                if option.kind == "attack":
                    best = [name for name, burn in _best(fighter) if not at or _suffers(asked.match, target, burn)]
                    for weapon in (piece.name for piece in fighter.profile.gear):
                        assert asked.takes(Attack(target, weapon)) == (weapon in best), (target, weapon)
    assert {
        "attack",
        "attack a piece",
        "blast",
        "climb",
        "end",
        "extinguish",
        "hide",
        "jump",
        "shoot",
        "shoot a piece",
        "throw",
    } <= set(seen), seen


def _best(fighter: Fighter) -> list[tuple[str, int]]:
    """Return the best melee weapons and the burn markers they give (EQP-4)."""
    return [(name, mode.burn) for name, mode in melee_weapons(fighter)]


def _suffers(match: Match, piece: str, burn: int) -> bool:
    """Return whether an attack with so many burn markers affects a piece (TER-DES, TER-FLA)."""
    return bool(match.pieces[piece].amount("destruction") or (burn and match.pieces[piece].amount("flammable")))


def test_whoever_may_swim_has_a_place_to_get_out(questions: dict[str, list[Asked]]) -> None:
    """TER-SWI: an offered piece has accepted exits, any other piece has none."""
    found = {True: 0, False: 0}
    for asked in questions["action"]:
        match, fighter = asked.match, asked.fighter
        offered = [piece for option in flow.options(match) if option.kind == "swim" for piece in option.targets]
        for piece in match.pieces.values():
            if piece.id in offered or piece.amount("swimming"):
                ends = list(beside(piece, fighter.radius, fighter.at))  # type: ignore[arg-type]
                exits = [Swim(piece.id, at) for at in ends]
                looked_at = exits if piece.id in offered else exits[1 :: len(exits) // 5 or 1]
                assert any(map(asked.takes, looked_at)) == (piece.id in offered), (fighter, piece)
                found[piece.id in offered] += 1
    assert min(found.values()), found


def test_nothing_is_accepted_that_is_not_offered(questions: dict[str, list[Asked]]) -> None:
    """An accepted answer is one of the actions offered, on one of its targets."""
    kinds = {
        Move: "move",
        Charge: "charge",
        Attack: "attack",
        Shoot: "shoot",
        Throw: "throw",
        Blast: "blast",
        Use: "ability",
        Extinguish: "extinguish",
        End: "end",
        Climb: "climb",
        Swim: "swim",
        Jump: "jump",
        Hide: "hide",
    }
    accepted = 0
    for asked in questions["action"][::TRIED]:
        offered: dict[tuple[str, str], ActionOption] = {
            (option.kind, option.weapon): option for option in flow.options(asked.match)
        }
        for given in _tries(asked):
            kind = kinds.get(type(given))
            if kind is None or flow.why_not(asked.match, asked.player, given) is not None:
                continue
            accepted += 1
            weapon = getattr(given, "ability", getattr(given, "weapon", "")) if kind not in ("attack", "charge") else ""
            option = offered.get((kind, weapon))
            assert option is not None, (given, sorted(offered))
            target = getattr(given, "piece", getattr(given, "target", ""))
            # A throw may fall on a friend or a piece, a blast cover more than the closest: aimed as at a place.
            if target and (kind not in ("throw", "blast") or (kind == "throw" and target in _enemies(asked))):
                assert target in option.targets, (given, option)
    assert accepted > 10 * MATCHES


def _enemies(asked: Asked) -> list[str]:
    return [fighter.id for fighter in on_field(asked.match) if fighter.player != asked.player]


def _tries(asked: Asked) -> Iterable[Answer]:
    """Yield answers to an action: random ones, and each weapon and ability on each fighter."""
    match, fighter = asked.match, asked.fighter
    yield from wild_answers(asked.game, match, asked.question, asked.player)
    yield from (Extinguish(), End())
    way = route(match, fighter.id, _a_step_away(match, fighter))
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
    for name in match.pieces:
        yield from (Attack(name), Climb(name), Jump(name), Hide(name))
        for gear in fighter.profile.gear:
            yield from (Attack(name, gear.name), Shoot(name, gear.name))
    yield from (Use(ability) for ability in match.abilities)


def _a_step_away(match: Match, fighter: Fighter) -> Point:
    """Return a point 3 cm away, toward the middle of the field."""
    (x, y), (width, height) = fighter.at, match.setup.field  # type: ignore[misc]
    return x + (300 if 2 * x < width else -300), y + (10 if 2 * y < height else -10)


def test_a_charge_offered_has_a_way_or_is_blocked(questions: dict[str, list[Asked]]) -> None:
    """ACN-4: paths of `charge_path` are accepted, and it finds one if a straight one is legal."""
    found = 0
    for asked in questions["action"]:
        name = asked.question.fighter
        for option in flow.options(asked.match):
            if option.kind != "charge":
                continue
            for target in option.targets:
                path = charge_path(asked.match, name, target)
                straight = Charge((_contact(asked.match.fighters[name], asked.match.fighters[target]),), target)
                # In mist a way that may not end there is declared too: it is cut as it is walked (TER-CRO).
                assert path is not None or not may_measure(asked.match) or not asked.takes(straight), straight
                if path is not None:
                    assert asked.takes(Charge(path, target)), (target, path)
                    found += 1
    assert found >= MATCHES // 4


def _contact(fighter: Fighter, target: Fighter) -> Point:
    """Return the end of a straight charge: at the target's base, on the line between the two."""
    (ax, ay), (bx, by) = fighter.at, target.at  # type: ignore[misc]
    length = isqrt((ax - bx) ** 2 + (ay - by) ** 2)
    apart = fighter.radius + target.radius + 2
    return bx + (ax - bx) * apart // length, by + (ay - by) * apart // length


def test_every_place_that_reach_paints_is_a_legal_move(questions: dict[str, list[Asked]]) -> None:
    """ACN-2: `route` finds an accepted path to each painted point, at the stated cost."""
    numbers = SeededNumbers(1)
    looked_at = 0
    for asked in questions["action"]:
        fighter = asked.fighter
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


def test_no_way_goes_farther_than_its_option_says(questions: dict[str, list[Asked]]) -> None:
    """ACN-2, ACN-4, WEA-3, WEA-8: a straight Move or Charge slightly too long is refused; in mist it is cut."""
    numbers = SeededNumbers(4)
    refused = taken = 0
    for asked in questions["action"]:
        match, fighter = asked.match, asked.fighter
        for option in flow.options(match):
            if option.kind == "move":
                (x, y), (dx, dy) = fighter.at, one_of(numbers, ((1, 0), (-1, 0), (0, 1), (0, -1)))  # type: ignore[misc]
                by = option.reach + 1 + numbers.below(200)
                ways: list[tuple[Answer, int]] = [(Move(((x + dx * by, y + dy * by),)), by)]
            elif option.kind == "charge":
                ends = [(name, _contact(fighter, match.fighters[name])) for name in option.targets]
                ways = [(Charge((at,), name), length_of(match, fighter, (at,))) for name, at in ends]
            else:
                continue
            for given, length in ways:
                if length > option.reach:
                    took = asked.takes(given)
                    assert not took or not may_measure(match), (given, length, option)
                    refused, taken = refused + (not took), taken + took
    assert refused > 2 * MATCHES and taken > MATCHES // 4, (refused, taken)


def test_in_mist_all_are_offered_whatever_their_distance(questions: dict[str, list[Asked]]) -> None:
    """WEA-8: an attack or a charge is offered on every enemy, and every declared target is legal."""
    named = dict.fromkeys(("charge", "shoot", "throw", "blast"), 0)
    for asked in questions["action"]:
        match, fighter = asked.match, asked.fighter
        if may_measure(match):
            continue
        for option in flow.options(match):
            if option.kind not in named:
                continue
            enemies = [name for name in option.targets if name not in match.pieces]
            assert enemies == _enemies(asked), option
            named[option.kind] += 1
            modes = [mode for gear in fighter.profile.gear if gear.name == option.weapon for mode in gear.modes]
            burn = max((mode.burn for mode in modes if mode.category == "shooting"), default=0)
            if option.kind == "shoot" and fighter.profile.faction != "matriarchy":
                assert set(option.targets) - set(enemies) == {
                    piece for piece in match.pieces if _suffers(match, piece, burn)
                }, option
    assert all(named.values()), named


# --- non-player fighters ---


def test_an_npf_does_what_is_offered_and_nothing_else(questions: dict[str, list[Asked]]) -> None:
    """NPF-4, GEN-4: each offered action of each NPF is accepted on each target, and nothing else is."""
    seen = dict.fromkeys(("attack", "charge", "prowl", "none picked", "refused"), 0)
    for asked in questions["npf"]:
        match, offered = asked.match, flow.options(asked.match)
        for name in (*match.fighters, "nobody"):
            options = npf_actions(match, name) if name in offered else ()
            for action in ("attack", "charge", "prowl", "end"):
                option = next((option for option in options if option.action == action), None)
                targets = set(option.targets or ("",)) if option else set()
                if option and picks_none(match, asked.player, option):
                    targets.add("")
                    seen["none picked"] += 1
                for target in ("", *match.fighters, *match.pieces):
                    legal = target in targets
                    assert asked.takes(Npf(name, action, target)) == legal, (name, action, target, options)
                    seen[action if legal else "refused"] += 1
    assert seen["attack"] and seen["charge"] and seen["prowl"] and seen["refused"], seen


def test_an_npf_prowls_where_nothing_is_in_the_way(questions: dict[str, list[Asked]]) -> None:
    """NPF-4, WEA-3, WEA-8: a prowl through the open is accepted up to its stated length.

    A longer one is accepted only in mist; a prowl into contact or to a point without room is refused.
    """
    numbers = SeededNumbers(5)
    judged = {True: 0, False: 0}
    for asked in questions["npf"]:
        match = asked.match
        for name in flow.options(match):
            (option,) = npf_actions(match, name)
            if option.action != "prowl":
                continue
            (x, y), npf = match.fighters[name].at, match.fighters[name]  # type: ignore[misc]
            for _ in range(PLACES):
                at = x + numbers.below(1201) - 600, y + numbers.below(1201) - 600
                took = asked.takes(Npf(name, "prowl", "", at))
                judged[took] += 1
                length = length_of(match, npf, (at,))
                if took:
                    assert length <= option.reach or not may_measure(match), (npf, at)
                    assert at == npf.at or why_not_stand(match, npf, at) is None, (npf, at)
                    assert not any(
                        touching(at, npf.radius, other.at, other.radius)  # type: ignore[arg-type]
                        for other in on_field(match)
                        if other.id != name
                    ), (npf, at)
                elif length <= option.reach:
                    assert _something_is_near(match, npf, at), (npf, at)
    assert min(judged.values()) > MATCHES // 4, judged


def _something_is_near(match: Match, fighter: Fighter, at: Point) -> bool:
    """Return whether a straight path comes near the field's edge, a fighter, a marker or a piece."""
    (ax, ay), (x, y), radius = fighter.at, at, fighter.radius  # type: ignore[misc]
    width, height = match.setup.field
    near = [(other.at, other.radius) for other in on_field(match) if other.id != fighter.id]
    near += [(marker.at, marker.radius) for marker in match.markers.values()]
    spots = [(x + (ax - x) * part // 8, y + (ay - y) * part // 8) for part in range(9)]
    return (
        not (radius <= x <= width - radius and radius <= y <= height - radius)
        or any(spot and segment_dist2_below(spot, (ax, ay), at, radius + by + 10) for spot, by in near)
        or any(touches_piece(spot, radius + 100, piece) for spot in spots for piece in match.pieces.values())
    )


def _length(asked: Asked) -> int:
    """Return the length of a Move as its option states it."""
    return next(int(option.reach) for option in flow.options(asked.match) if option.kind == "move")


# --- places ---

IN_THE_WAY = {"no_room", "ends_on_marker", "in_contact"}  # refusals whose reason the field shows


def test_where_deployment_is_painted_it_is_legal(questions: dict[str, list[Asked]]) -> None:
    """PREP-7: a base may stand in the painted zone unless something is in the way, and nowhere else."""
    numbers = SeededNumbers(2)
    inside = outside = 0
    for asked in questions["deploy"]:
        match, (width, height) = asked.match, asked.match.setup.field
        if width % 2 or height % 2:
            continue  # the centre line lies between two units
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


def _found(asked: Asked) -> Place | None:
    """Return the position that the engine finds for what is to be placed (PREP-6, TER-1, NPF-2, PREP-7)."""
    find: dict[str, Callable[[], Place | None]] = {
        "PREP-6": lambda: place_somewhere(asked.match),
        "PREP-7": lambda: deploy_somewhere(asked.match, asked.player),
        "TER-1": lambda: territory_somewhere(asked.match, asked.player),
        "NPF-2": lambda: npf_somewhere(asked.match, asked.player),
    }
    return find[asked.question.rule]()


def test_a_place_found_is_legal_and_passing_only_without(questions: dict[str, list[Asked]]) -> None:
    """PREP-6, PREP-7, TER-1, NPF-2: a position found is accepted; passing is only if none is found."""
    rules: set[str] = set()
    for asked in questions["deploy"] + questions["place"]:
        found = _found(asked)
        assert found is None or (found.what in flow.options(asked.match) and asked.takes(found)), found
        assert asked.takes(Pick(PASS)) == (found is None)
        rules.add(asked.question.rule)
    assert rules == {"PREP-6", "PREP-7", "TER-1", "NPF-2"}


def _placing(questions: dict[str, list[Asked]], rule: str) -> list[Asked]:
    """Return the questions about placing under a rule."""
    return [asked for asked in questions["place"] if asked.question.rule == rule]


def test_a_piece_painted_legal_is(questions: dict[str, list[Asked]]) -> None:
    """PREP-6, TER-1: a piece's ghost is judged as the piece is, and a piece not offered is refused."""
    numbers = SeededNumbers(3)
    for rule in ("PREP-6", "TER-1"):
        judged = {True: 0, False: 0}
        for asked in _placing(questions, rule):
            match, (width, height) = asked.match, asked.match.setup.field
            for shape in match.setup.pool:
                given = Place(shape.id, (numbers.below(width), numbers.below(height)), 15 * numbers.below(24))
                piece = (
                    territory_piece(match, shape, given) if rule == "TER-1" else piece_from(shape, given.at, given.turn)
                )
                legal = shape.id in flow.options(match) and why_not_place(match, piece) is None
                assert asked.takes(given) == legal, given
                judged[legal] += 1
        assert min(judged.values()) > MATCHES // 4, (rule, judged)


def test_a_piece_of_ones_own_is_taken_at_the_price_shown(questions: dict[str, list[Asked]]) -> None:
    """TER-1, TER-2: an allowed, affordable built piece far enough from everything is accepted."""
    numbers = SeededNumbers(6)
    judged = {True: 0, False: 0}
    for asked in _placing(questions, "TER-1"):
        match, (width, height) = asked.match, asked.match.setup.field
        points = match.sides[asked.player].scenery_points
        for _ in range(6):
            x, y = numbers.below(width), numbers.below(height)
            w, h = 100 + numbers.below(2100), 100 + numbers.below(1500)
            words = sorted({one_of(numbers, tuple(RULES)) for _ in range(2)})
            rules = tuple((word, 1 + numbers.below(2)) for word in words)
            given = Build(rules=rules, outline=((x, y), (x + w, y), (x + w, y + h), (x, y + h)))
            legal = (
                match.ruleset.piece_builder == 1
                and why_not_outline(given.outline, 0) is None
                and why_not_rules(given.rules) is None
                and build_cost(given) <= points
                and why_not_place(match, built_piece(match, given)) is None
            )
            assert asked.takes(given) == legal, (given, flow.why_not(match, asked.player, given))
            judged[legal] += 1
            if legal:
                after = match.copy()
                flow.answer(after, asked.player, given)
                left = after.sides[asked.player].scenery_points
                assert left == points - build_cost(given) and len(after.pieces) == len(match.pieces) + 1
    assert judged[True] and judged[False], judged


def test_an_npf_is_placed_wherever_there_is_room(questions: dict[str, list[Asked]]) -> None:
    """NPF-2: an offered NPF may be placed on nothing and 15 cm from other NPFs, and nowhere else."""
    numbers = SeededNumbers(7)
    judged = {True: 0, False: 0}
    for asked in _placing(questions, "NPF-2"):
        match, (width, height) = asked.match, asked.match.setup.field
        for profile in match.setup.npfs:
            for _ in range(3):
                at = numbers.below(width), numbers.below(height)
                legal = profile.id in flow.options(match) and _has_room(match, profile, at)
                assert asked.takes(Place(profile.id, at)) == legal, (profile.id, at)
                judged[legal] += 1
        assert not any(
            asked.takes(Place(name, (width // 2, height // 2)))
            for name in (*match.fighters, "nobody")
            if name not in flow.options(match)
        )
    assert min(judged.values()) > MATCHES // 4, judged


APART = 1500  # NPF-2: 15 cm


def _has_room(match: Match, npf: Profile, at: Point) -> bool:
    (x, y), radius, (width, height) = at, npf.base * 5, match.setup.field
    return (
        radius <= x <= width - radius
        and radius <= y <= height - radius
        and not any(
            overlap(at, radius, other.at, other.radius)
            or (
                other.player == NPF  # type: ignore[arg-type]
                and gap(at, radius, other.at, other.radius) < APART
            )  # type: ignore[arg-type]
            for other in on_field(match)
        )
        and not any(overlap(at, radius, marker.at, marker.radius) for marker in match.markers.values())
        and not any(touches_piece(at, radius, piece) for piece in match.pieces.values())
    )
