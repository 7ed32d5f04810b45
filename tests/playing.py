"""Random matches for tests: drawn set-ups, random players and answers of every kind, most of them illegal.

Everything is drawn from a seed and from the shipped content, so new cards are played without a change here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from math import isqrt
from typing import Any, TypeVar, get_args, get_type_hints

from eden_core.cards.records import Troop
from eden_core.cards.scenery_rules import RULES
from eden_core.cards.shipped import load
from eden_core.cards.troops import check_troop
from eden_core.cli.games import Game, SeededNumbers, ready_setup
from eden_core.engine import flow
from eden_core.engine.field import Marker, Piece, gap_to_piece
from eden_core.engine.match import Fighter, Match, Setup, is_free, on_field
from eden_core.engine.messages import (
    PASS,
    Answer,
    Attack,
    Blast,
    Build,
    Charge,
    Climb,
    Decision,
    Hide,
    Jump,
    Move,
    Npf,
    Pick,
    PickMany,
    Place,
    Seal,
    Shoot,
    Spot,
    Swim,
    Tactic,
    Throw,
    Use,
)
from eden_core.engine.vault import digest_of, nonce_of
from eden_core.geometry.plane import touching
from eden_core.rules.common.ground import beside, is_in_contact, nearest_of
from eden_core.rules.common.paths import MOVE_LENGTH, route
from eden_core.rules.phases.placing import piece_from, why_not_place
from eden_core.rules.phases.setup import why_not_setup
from eden_core.ruleset import EDITIONS, Ruleset, with_options
from eden_core.scenarios.position import document, read_position
from tests.fields import SPECIAL
from tests.inventing import with_inventions

__all__ = ["dishonest_hands", "drawn_game", "drawn_setup", "triangle_game", "wild_answers"]

T = TypeVar("T")
RARELY = ("climbing", "jump", "hiding", "swimming")
RARE = (
    (("jump", 3),),
    (("elevation", 1), ("climbing", 3)),
    (("jump", 5), ("obstacle", 1)),
    (("elevation", 1), ("climbing", 5), ("hiding", 1)),
)


def one_of(numbers: SeededNumbers, items: Sequence[T]) -> T:
    """Draw an item."""
    return items[numbers.below(len(items))]


def some_of(numbers: SeededNumbers, items: Sequence[T], least: int) -> tuple[T, ...]:
    """Draw some of the items in their order: all, half of them or a few, but at least `least`."""
    wanted = one_of(numbers, (len(items), len(items) // 2, least + numbers.below(3)))
    left = list(range(len(items)))
    while len(left) > max(wanted, least):
        left.pop(numbers.below(len(left)))
    return tuple(items[index] for index in left)


# --- set-ups ---


def drawn_setup(seed: int, edition: str = "") -> Setup:
    """Draw a set-up: edition, switches, field, troops, cards, and scenery that stands or is still to be placed."""
    numbers = SeededNumbers(seed * 7919 + 1)
    setup = ready_setup(seed, edition or one_of(numbers, (*sorted(EDITIONS), "fr3")))
    setup = setup._replace(
        field=_drawn_field(numbers), rounds=one_of(numbers, (5, 5, 5, 1, 2, 7)), budget=100 + numbers.below(101)
    )
    if numbers.below(3):
        one, two = (drawn_troop(numbers, setup.ruleset, setup.budget) for _ in range(2))
        setup = setup._replace(troops=(one, two if numbers.below(8) else one))
    if not edition and not numbers.below(4):
        setup = setup._replace(ruleset=_other_switches(numbers, setup.ruleset))
    setup = setup._replace(tactics=some_of(numbers, setup.tactics, 0), pool=(), pieces=())
    # All sorts; or both in ambush, so that they may deploy next to each other; or what is about things on the field.
    few = one_of(
        numbers,
        (
            some_of(numbers, setup.missions, 2),
            some_of(numbers, setup.missions, 2),
            tuple(card for card in setup.missions if card.deployment == "ambush"),
            tuple(card for card in setup.missions if card.abilities)
            + tuple(card for card in setup.missions if card.markers and not card.abilities)[:1],
        ),
    )
    if not why_not_setup(setup._replace(missions=few)):
        setup = setup._replace(missions=few)
    setup = _with_modules(numbers, setup)
    setup = setup._replace(abilities=load(setup.ruleset.edition).abilities_of(setup.troops, setup.missions, setup.npfs))
    if not edition and not numbers.below(4):
        setup = with_inventions(numbers.below, setup)
    setup = _with_scenery(numbers, setup)
    assert not why_not_setup(setup), (seed, why_not_setup(setup))
    return setup


def _drawn_field(numbers: SeededNumbers) -> tuple[int, int]:
    """Draw a field size of 60 to 120 cm a side (MAT-1), mostly small, sometimes not in whole centimetres."""
    if numbers.below(2):
        return 6000, 6000
    grain = one_of(numbers, (1, 100, 1000))
    width, height = (6000 + numbers.below(6000 // grain + 1) * grain for _ in range(2))
    return (width, height) if numbers.below(2) else (width, width)


def drawn_troop(numbers: SeededNumbers, ruleset: Ruleset, budget: int) -> Troop:
    """Draw a legal troop of a faction or a stigma, up to the budget or of a few fighters (TRP-1, TRP-2)."""
    composed = one_of(numbers, ("faction", "faction", "stigma"))
    library = load(ruleset.edition)
    profiles = [profile for profile in library.profiles.values() if profile.faction in ruleset.factions]
    symbol = one_of(numbers, sorted({str(getattr(profile, composed)) for profile in profiles}))
    left = [profile for profile in profiles if getattr(profile, composed) == symbol]
    most = len(left) if numbers.below(4) else 1 + numbers.below(4)
    troop = Troop(symbol, composed, symbol, ())
    while left and len(troop.profiles) < most:
        larger = troop._replace(profiles=(*troop.profiles, left.pop(numbers.below(len(left)))))
        if not check_troop(ruleset, larger, budget):
            troop = larger
    return troop


def _with_modules(numbers: SeededNumbers, setup: Setup) -> Setup:
    """Add each optional module (TER, NPF, WEA) to one of three set-ups, with few or many NPFs."""
    library = load(setup.ruleset.edition)
    if not numbers.below(3):
        setup = setup._replace(territory=1, pool=some_of(numbers, library.terrain, 3))
    if not numbers.below(3):
        setup = setup._replace(
            infestation=one_of(numbers, (1, 2, 3, 5, 10, 11)), npfs=some_of(numbers, tuple(library.npfs.values()), 2)
        )
    return setup._replace(weather=one_of(numbers, (0, 0, 0, 1, 2, 3)))


def _other_switches(numbers: SeededNumbers, ruleset: Ruleset) -> Ruleset:
    """Draw all flags among the switches anew."""
    return with_options(
        ruleset, {field.name: numbers.below(2) for field in fields(Ruleset) if getattr(ruleset, field.name) in (0, 1)}
    )


def _with_scenery(numbers: SeededNumbers, setup: Setup) -> Setup:
    """Add scenery: pieces that stand, and an even number to place in turns (PREP-6) or pieces to buy (TER-1)."""
    width, height = setup.field
    shapes = list(load().pieces.values())
    shapes = [shapes.pop(numbers.below(len(shapes))) for _ in range(len(shapes))]
    standing = Match(setup, b"")
    for _ in range(one_of(numbers, (0, 6, 24, 24) if setup.territory else (0, 0, 6, 24))):
        at, turn = (numbers.below(width), numbers.below(height)), 15 * numbers.below(24)
        if numbers.below(4) and shapes:
            piece = piece_from(shapes[-1], at, turn)
        else:
            piece = Piece(f"boulder_{len(setup.pieces)}", "tree", (at,), radius=50 + numbers.below(400))
        if setup.territory:
            rules = one_of(numbers, SPECIAL + RARE * 3)
            small = min(piece.radius, 200) if rules in RARE else piece.radius  # to be jumped over within 10 cm
            piece = Piece(piece.id, "", piece.outline, small, territory=1, rules=rules)
        larger = setup._replace(pieces=(*setup.pieces, piece))
        if why_not_place(standing, piece) is None and not why_not_setup(larger):
            setup = larger
            standing.pieces[piece.id] = piece
            shapes = [shape for shape in shapes if shape.id != piece.id]
    if setup.territory:
        return setup
    many = one_of(numbers, (0, 1, 2, 4))
    return setup._replace(pool=tuple(shapes[: min(2 * many, len(shapes) // 2 * 2)]))


# --- players ---


@dataclass
class Cheat:
    """A random player that sometimes lies about what the other side can't see."""

    honest: Any
    numbers: SeededNumbers

    def decide(self, match: Match, vault: Any) -> Answer:
        """An answer that is taken, but may be found out later."""
        question = match.pending
        assert isinstance(question, Decision)
        if question.kind == "claim":
            return Pick(one_of(self.numbers, tuple(option for option in question.options if isinstance(option, int))))
        if question.kind == "bid" and not self.numbers.below(9):
            seal: Answer = vault.seal_bid(match, match.sides[vault.player].sp + 5)
            return seal
        answer: Answer = self.honest.decide(match, vault)
        return answer


@dataclass
class OnTheLine:
    """A random player that deploys at the centre line, where enemies may stand in contact."""

    honest: Any
    numbers: SeededNumbers

    def decide(self, match: Match, vault: Any) -> Answer:
        """A place at the line, where it is allowed."""
        question = match.pending
        assert isinstance(question, Decision)
        if question.kind == "deploy":
            what = flow.options(match)[0]
            radius, (width, height) = match.fighters[what].radius, match.setup.field
            along = self.numbers.below(max(width, height))
            at = {
                "left": (width // 2 - radius, along),
                "right": (width // 2 + radius, along),
                "bottom": (along, height // 2 - radius),
                "top": (along, height // 2 + radius),
            }
            given = Place(what, at[match.sides[vault.player].half])
            if flow.can(match, vault.player, given):
                return given
        answer: Answer = self.honest.decide(match, vault)
        return answer


@dataclass
class Restless:
    """A random player whose fighters leave contacts and move up to the mission's markers and to scenery.

    There they interact with it: climb, swim, jump or hide.
    """

    honest: Any
    numbers: SeededNumbers

    def decide(self, match: Match, vault: Any) -> Answer:
        """A Move where there is a reason for one."""
        question = match.pending
        assert isinstance(question, Decision)
        if question.kind == "action" and self.numbers.below(4):
            fighter = match.fighters[question.fighter]
            x, y = fighter.at
            ways = [
                self._beside(fighter, marker)
                for marker in match.markers.values()
                if not touching(fighter.at, fighter.radius, marker.at, marker.radius)
            ]
            over = [option for option in flow.options(match) if option.kind in ("climb", "jump", "hide")]
            if over and self.numbers.below(2):
                kind, piece = one_of(self.numbers, over).kind, one_of(self.numbers, over[0].targets)
                given: Answer = Climb(piece) if kind == "climb" else Jump(piece) if kind == "jump" else Hide(piece)
                if flow.can(match, vault.player, given):
                    return given
            near = [
                piece
                for piece in match.pieces.values()
                if any(piece.amount(word) for word in RARELY) and not is_in_contact((x, y), fighter.radius, piece)
            ]
            near.sort(key=lambda piece: (not piece.amount("jump"), gap_to_piece((x, y), fighter.radius, piece)))
            ways += [
                next(beside(piece, fighter.radius, (x, y)))
                for piece in near
                if gap_to_piece((x, y), fighter.radius, piece) < MOVE_LENGTH
            ][:2]
            if not is_free(match, fighter):
                ways += [(x + self.numbers.below(1201) - 600, y + self.numbers.below(1201) - 600)]
            if ways and any(option.kind == "move" for option in flow.options(match)):
                way = route(match, fighter.id, one_of(self.numbers, ways))
                if way:
                    return Move(way)
        answer: Answer = self.honest.decide(match, vault)
        return answer

    def _beside(self, fighter: Fighter, marker: Marker) -> tuple[int, int]:
        """Return a position in contact with a marker, or as far toward it as a Move goes."""
        (ax, ay), (bx, by) = fighter.at, marker.at
        length = isqrt((ax - bx) ** 2 + (ay - by) ** 2) or 1
        far = min(MOVE_LENGTH - 10, length - fighter.radius - marker.radius - 2)
        return ax + (bx - ax) * far // length, ay + (by - ay) * far // length


def drawn_game(seed: int, edition: str = "") -> Game:
    """Return a game of two random players from a drawn set-up.

    In one of 20 games a player cheats, in two of 5 some are restless, in one of 5 somebody deploys at the centre line.
    """
    game = Game(drawn_setup(seed, edition), ("random", "random"), seed)
    if seed % 20 == 5:
        game.players[1] = Cheat(game.players[1], game.numbers)
    if seed % 5 == 2:
        game.players[2] = OnTheLine(game.players[2], game.numbers)
    if seed % 5 in (3, 4):
        game.players[seed % 2 + 1] = Restless(game.players[seed % 2 + 1], game.numbers)
    return game


_TRIANGLE = """
[match]
phase = "activation"
active = "s"
sp = [6, 6]
leaders = ["s", "t"]
missions = ["crossing", "endure"]
[[fighter]]
id = "s"
player = 1
profile = "yuri"
at = [30, 12]
ap = 6
[[fighter]]
id = "t"
player = 2
at = [30, 24]
[[fighter]]
id = "a"
player = 1
profile = "elenia"
at = [27.6, 25.8]
[[fighter]]
id = "b"
player = 1
profile = "anton"
at = [32.4, 25.8]
[[fighter]]
id = "u"
player = 2
profile = "ngobo"
at = [10, 50]
"""


def triangle_game(seed: int) -> Game:
    """Return a random game in which a shot that strays has two fighters equally close (SHT-3)."""
    game = Game(ready_setup(seed), ("random", "random"), seed)
    position = read_position(document(_TRIANGLE))
    game.match, game.vaults = position.match, position.vaults
    game.secrets = tuple(vault.secret for vault in position.vaults.values())
    return game


# --- answers with no regard for the rules ---


class Wild:
    """Draws values for the fields of answers: of the right types, right or wrong."""

    def __init__(self, numbers: SeededNumbers, match: Match) -> None:
        self.numbers = numbers
        self.match = match
        self.everyone = [*match.fighters, "nobody"]
        self.there = [fighter.id for fighter in on_field(match)] or self.everyone
        setup = match.setup
        gear = [piece.name for troop in setup.troops for profile in troop.profiles for piece in profile.gear]
        abilities = [name for troop in setup.troops for profile in troop.profiles for name in profile.abilities]
        cards = [*(card.id for card in setup.missions), *(card.id for card in setup.tactics)]
        self.pieces = [*match.pieces, "nothing"]
        self.names = [
            *self.everyone,
            *self.pieces,
            *cards,
            *(profile.id for profile in setup.npfs),
            *match.pool,
            *gear,
            *abilities,
            "riposte",
            "dodge",
            "up",
            "Spoon",
            PASS,
        ]

    def one(self, items: Sequence[T]) -> T:
        """Draw an item."""
        return one_of(self.numbers, items)

    def spot(self) -> tuple[int, int]:
        """Draw a point on the field or up to 2 cm off it."""
        width, height = self.match.setup.field
        return self.numbers.below(width + 400) - 200, self.numbers.below(height + 400) - 200

    def rules(self) -> tuple[tuple[str, int], ...]:
        """Draw special rules, some repeated or undefined (TER-2)."""
        words = [*RULES, "spoon"]
        return tuple((self.one(words), self.one((1, 1, 2, 4, 0, 99))) for _ in range(self.numbers.below(4)))

    def outline(self) -> tuple[tuple[int, int], ...]:
        """Draw a rectangle, or corners that form no simple polygon."""
        x, y = self.spot()
        w, h = 100 + self.numbers.below(2400), 100 + self.numbers.below(1500)
        square = (x, y), (x + w, y), (x + w, y + h), (x, y + h)
        return self.one((square, square, square[:1], square[:2], (square[0], square[2], square[1], square[3])))

    def answer(self, cls: Any) -> Answer:
        """Draw an answer of a class, each field by its name or its type."""
        hints = get_type_hints(cls)
        drawn: Answer = cls(*(self._field(name, hints[name]) for name in cls._fields))
        return drawn

    def _field(self, name: str, hint: Any) -> Any:
        byname: dict[str, Any] = {
            "path": lambda: tuple(self.spot() for _ in range(self.numbers.below(3))),
            "at": lambda: self.one((self.spot(), self.spot(), *(f.at for f in on_field(self.match)))),
            "turn": lambda: self.one((0, 0, 15, 7)),
            "target": lambda: self.one((*self.everyone, *self.pieces, "")),
            "to": self.spot,
            "piece": lambda: self.one(self.pieces),
            "npf": lambda: self.one(self.everyone),
            "action": lambda: self.one(("attack", "charge", "prowl", "sleep")),
            "rules": self.rules,
            "outline": self.outline,
            "radius": lambda: self.one((0, 0, 0, 300, -5)),
            "like": lambda: self.one(("", "tree", "lake", "Spoon")),
            "digests": lambda: (bytes(32),) * self.numbers.below(4),
            "values": lambda: tuple(self.one(self.everyone) for _ in range(self.numbers.below(4))),
            "deployment": lambda: self.one(("", "ambush", "nowhere")),
            "value": lambda: self.one((*self.names, -7, -1, 1, 3, 99)),
        }
        if name in byname:
            return byname[name]()
        if hint is bytes:
            return bytes(32)
        return self.numbers.below(10) - 1 if hint is int else self.one(self.names)


def wild_answers(game: Game, match: Match, question: Decision, player: int) -> Iterator[Answer]:
    """Yield answers of every kind, then some near the border between legal and illegal."""
    wild = Wild(game.numbers, match)
    for cls in get_args(Answer):
        yield wild.answer(cls)
    yield from (Pick(PASS), Pick(wild.one(wild.everyone)), Pick(wild.one((-2, -1, 1, 2, 4))))
    for aimed in _AIMED.get(question.kind, ()):
        yield from aimed(game, match, question, player, wild)


def _wild_choice(game: Game, match: Match, question: Decision, player: int, wild: Wild) -> Iterator[Answer]:
    yield from (Pick("riposte"), Pick("dodge"), Pick(match.sides[3 - player].mission))
    yield from (Pick(card.id) for card in match.setup.missions)
    yield PickMany((wild.one(tuple(map(str, question.options)) or wild.everyone),) * 2)
    yield PickMany((wild.there[0], wild.there[0]))


def _wild_designation(game: Game, match: Match, question: Decision, player: int, wild: Wild) -> Iterator[Answer]:
    yield from (Pick(name) for name in match.fighters)


def _wild_seal(game: Game, match: Match, question: Decision, player: int, wild: Wild) -> Iterator[Answer]:
    yield from (Seal(bytes(32), deployment) for deployment in ("ambush", "nowhere"))


def _wild_piece(game: Game, match: Match, question: Decision, player: int, wild: Wild) -> Iterator[Answer]:
    width, height = match.setup.field
    if question.rule == "TER-1":
        yield from (wild.answer(Build) for _ in range(6))
    names = tuple(map(str, flow.options(match))) or ("none",)
    places = [wild.spot(), wild.spot(), wild.spot(), (width // 2 + 400, height // 2), (300, height // 2)]
    places += [piece.outline[0] for piece in match.pieces.values()]
    places += [fighter.at for fighter in on_field(match) if fighter.at] + [
        marker.at for marker in match.markers.values()
    ]
    yield from (
        Place(wild.one(names), at, 0 if question.rule == "NPF-2" else 15 * game.numbers.below(24)) for at in places
    )
    yield from (Place(shape.id, wild.spot()) for shape in match.setup.pool)
    yield from (Place(profile.id, wild.spot()) for profile in match.setup.npfs)
    yield from (Place(names[0], (other.at[0] + 400, other.at[1])) for other in on_field(match))
    yield Place(names[0], wild.spot(), 7)


def _wild_npf(game: Game, match: Match, question: Decision, player: int, wild: Wild) -> Iterator[Answer]:
    for name in wild.there:
        x, y = match.fighters[name].at
        far = wild.one((100, 480, 900))
        yield from (
            Npf(name, "prowl", "", (x + dx * far, y + dy * far)) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        )
        for other in wild.everyone:
            yield from (Npf(name, "attack", other), Npf(name, "charge", other))
        for other in on_field(match):  # type: ignore[assignment]
            ox, oy = other.at  # type: ignore[attr-defined]
            away = match.fighters[name].radius + other.radius + 2  # type: ignore[attr-defined]
            yield Npf(name, "prowl", "", (ox + away, oy))
        yield from (Npf(name, "prowl", "", marker.at) for marker in match.markers.values())


def _wild_deployment(game: Game, match: Match, question: Decision, player: int, wild: Wild) -> Iterator[Answer]:
    waiting = wild.one(flow.options(match))
    width, height = match.setup.field
    yield from (Place(waiting, wild.spot()) for _ in range(6))
    yield Place(waiting, (width // 2, height // 2))
    yield from (Place(waiting, placed.at) for placed in on_field(match, player))
    for enemy in on_field(match, 3 - player):
        (ex, ey), apart = enemy.at, enemy.radius + match.fighters[waiting].radius + 2
        for dx, dy in ((0, 0), (apart, 0), (-apart, 0), (0, apart), (0, -apart)):
            yield Place(waiting, (ex + dx, ey + dy))


def _wild_tactic(game: Game, match: Match, question: Decision, player: int, wild: Wild) -> Iterator[Answer]:
    vault = game.vaults[player]
    for index, _ in vault.hand(match):
        places: list[Spot] = [(), wild.spot(), wild.spot(), *(f.at for f in on_field(match))]
        places += [marker.at for marker in match.markers.values()]
        yield vault.play(match, index, wild.one([*match.fighters, ""]), wild.one(places), wild.one([0, 15, 4]))
        yield vault.play(match, index, "", wild.one(places), 0)
        yield from (vault.play(match, index, fighter.id) for fighter in on_field(match))
        yield from (vault.play(match, index, "", enemy.at) for enemy in on_field(match, 3 - player))


def _wild_action(game: Game, match: Match, question: Decision, player: int, wild: Wild) -> Iterator[Answer]:
    below = game.numbers.below
    fighter = match.fighters[question.fighter]
    x, y = fighter.at
    gear = [piece.name for piece in fighter.profile.gear] + ["Spoon"]
    yield Move(())
    yield Move(((x + below(800) - 400, y + below(800) - 400),))
    yield Move(((x + below(300) - 150, y + below(300) - 150), (x + below(2000) - 1000, y + below(2000) - 1000)))
    for other in on_field(match):
        ox, oy = other.at
        away = fighter.radius + other.radius + 2
        aside = away + 30
        for dx, dy in ((away, 0), (-away, 0), (0, away)):
            yield Move(((ox + dx, oy + dy),))
            yield Charge(((ox + dx, oy + dy),), other.id)
        yield Move(((ox + away, oy - aside), (ox + away, oy + aside)))
        yield Move(((ox - aside, oy + away), (ox + aside, oy + away)))
        yield Charge(((x + (ox - x) // 2, y + (oy - y) // 2),), other.id)
        yield from (Attack(other.id), Attack(other.id, wild.one(gear)), Shoot(other.id, wild.one(gear)))
        yield from (Throw(wild.one(gear), other.id), Blast(wild.one(gear), other.id))
    yield from (Move((marker.at,)) for marker in match.markers.values())
    pieces = sorted(match.pieces.values(), key=lambda piece: gap_to_piece((x, y), 0, piece))[:2]
    pieces += [wild.one(tuple(match.pieces.values()))] if pieces else []
    for piece in pieces:
        yield from (
            Climb(piece.id),
            Climb(piece.id, piece.outline[0]),
            Jump(piece.id),
            Hide(piece.id),
            Attack(piece.id),
        )
        yield from (Swim(piece.id, at) for at in (wild.spot(), (x, y), piece.outline[0]))
        yield from (Swim(piece.id, at) for at in islice(beside(piece, fighter.radius, (x, y)), 1, 40, 20))
        yield from (Shoot(piece.id, wild.one(gear)), Throw(wild.one(gear), piece.id), Attack(piece.id, wild.one(gear)))
        yield Move((nearest_of((x, y), piece),))
        bx, by = nearest_of((x, y), piece)
        yield Move(((bx + (bx - x) // 8, by + (by - y) // 8),))
    for weapon in gear:
        yield from (Attack("nobody", weapon), Shoot("nobody", weapon), Throw(weapon), Throw(weapon, at=wild.spot()))
        yield from (Blast(weapon, at=wild.spot()), Blast(weapon, at=(x, y)))
    for ability in fighter.profile.abilities:
        yield from (Use(ability), Use(ability, at=wild.spot()), Use(ability, at=(x, y), turn=wild.one((0, 15, 7))))
        yield from (Use(ability, name) for name in wild.everyone)
        # Behind somebody or something, where it may be near enough but out of sight.
        behind = [other.at for other in on_field(match)] + [piece.outline[0] for piece in match.pieces.values()]
        for bx, by in behind:
            at = (bx + (bx - x) // 4, by + (by - y) // 4)
            yield from (Use(ability, name, at) for name in ("", wild.one(wild.there), wild.one(wild.there)))


_AIMED: dict[str, tuple[Any, ...]] = {
    "action": (_wild_action, _wild_tactic),
    "bid": (_wild_seal,),
    "deploy": (_wild_deployment,),
    "designate": (_wild_designation, _wild_tactic),
    "hand": (_wild_seal,),
    "interrupt": (_wild_designation, _wild_tactic),
    "mission": (_wild_choice,),
    "place": (_wild_piece,),
    "npf": (_wild_npf,),
    "reaction": (_wild_choice, _wild_tactic),
    "remove_rage": (_wild_choice,),
    "tactic": (_wild_tactic,),
}


def dishonest_hands(game: Game, match: Match, player: int) -> Iterator[tuple[Match, Answer]]:
    """Yield copies of a match in which a player sealed a forbidden or a duplicate card, with that card's play."""
    vault, side = game.vaults[player], match.sides[player]
    index = next((index for index, digest in enumerate(side.hand) if digest), None)
    if index is None:
        return
    number = side.hand_seal + index
    nonce = nonce_of(vault.secret, match.id, player, number)
    for card in (*(card.id for card in match.setup.tactics), "no_such_card"):
        forged = match.copy()
        hand = (*side.hand[:index], digest_of(match.id, player, number, nonce, card), *side.hand[index + 1 :])
        forged.sides[player] = side._replace(hand=hand)
        yield forged, Tactic(card, index, nonce)
