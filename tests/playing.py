"""Random matches for tests: drawn set-ups, players that also try what is illegal, and counts of all that happens."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, Iterator

from eden_core import flow
from eden_core.cli.simulate import Game, SeededNumbers, ready_setup
from eden_core.codec import state_bytes
from eden_core.content import load
from eden_core.errors import Illegal
from eden_core.match import Match, Setup, on_field
from eden_core.messages import (
    PASS, Answer, Attack, Blast, Charge, Decision, End, Extinguish, Hand, Move, Open, Pick, PickMany, Place, Roll,
    Seal, Shoot, Tactic, Throw,
)
from eden_core.position import document, read_position
from eden_core.ruleset import EDITIONS
from eden_core.rules.preparation import piece_from
from eden_core.vault import digest_of, nonce_of

COMMON = ("action", "shift", "bid", "open")
FIELDS = ((6000, 6000), (9000, 6000), (6000, 12000))


def drawn_setup(seed: int) -> Setup:
    """A set-up drawn from a seed: edition, field, and a pool of scenery of which some stands already."""
    numbers = SeededNumbers(seed * 7919 + 1)
    setup = ready_setup(seed, sorted(EDITIONS)[numbers.below(5)] if seed % 3 == 0 else "fr3")
    if seed % 5 == 0:
        setup = setup._replace(field=FIELDS[numbers.below(3)])
    if seed % 4 == 0:
        setup = setup._replace(troops=(setup.troops[1], setup.troops[0]))
    if seed % 6 == 0:
        setup = setup._replace(troops=(setup.troops[0], setup.troops[0]))
    if seed % 7 == 0:
        one = setup.troops[numbers.below(2)]
        mixed = replace_troop(one, "stigma")
        setup = setup._replace(troops=(mixed, setup.troops[1]))
    if seed % 10 == 7:
        # Both in ambush: they may deploy at the centre line, next to each other.
        setup = setup._replace(missions=tuple(card for card in setup.missions if card.deployment == "ambush"))
    if seed % 8 == 3:
        # Few cards: each is played often, and Second Wind gives moves beyond the third's cost.
        few = ("second_wind", "frenzy", "contaminated_area", "field_dressing")
        setup = setup._replace(tactics=tuple(card for card in setup.tactics if card.id in few))
    if seed % 2:
        # A crowded middle: fights start early, sight is cut.
        keep = setup.pool[:2]
        passable = setup.pool[4]
        setup = setup._replace(pool=keep, pieces=(
            piece_from(passable, (1300 + 40 * numbers.below(5), 2600 + 100 * numbers.below(9)), 15),)
            if setup.field == (6000, 6000) else (), ruleset=replace(
                setup.ruleset, weapon_marks_on_success=numbers.below(2)))
    return setup


def replace_troop(troop: Any, composed: str) -> Any:
    """A troop of the fighters of one stigma, from all that ships."""
    profiles = load().profiles.values()
    stigma = troop.profiles[0].stigma
    chosen: list[Any] = []
    for profile in profiles:
        if profile.stigma == stigma and sum(p.value for p in chosen) + profile.value <= 100:
            chosen.append(profile)
    return troop._replace(composed=composed, symbol=stigma, profiles=tuple(chosen))


TRIANGLE = """
[match]
phase = "activation"
active = "s"
sp = [6, 6]
leaders = ["s", "t"]
missions = ["crossing", "endure"]
[[fighter]]
id = "s"
player = {player}
profile = "{shooter}"
at = [30, 12]
ap = 6
[[fighter]]
id = "t"
player = {other}
at = [30, 24]
[[fighter]]
id = "a"
player = {player}
profile = "elenia"
at = [27.6, 25.8]
[[fighter]]
id = "b"
player = {player}
profile = "anton"
at = [32.4, 25.8]
[[fighter]]
id = "u"
player = {other}
profile = "ngobo"
at = [10, 50]
"""


class Cheat:
    """A player of random answers that lies now and then about what the other side can't see."""

    def __init__(self, honest: Any, numbers: SeededNumbers) -> None:
        self.honest = honest
        self.numbers = numbers

    def decide(self, match: Match, vault: Any) -> Answer:
        question = match.pending
        assert isinstance(question, Decision)
        if question.kind == "claim":
            return Pick(question.options[self.numbers.below(len(question.options))])
        if question.kind == "bid" and not self.numbers.below(9):
            seal: Answer = vault.seal_bid(match, match.sides[vault.player].sp + 5)
            return seal
        answer: Answer = self.honest.decide(match, vault)
        return answer


class OnTheLine(Cheat):
    """A player who deploys right at the centre line, where the enemy may stand in contact."""

    def decide(self, match: Match, vault: Any) -> Answer:
        question = match.pending
        assert isinstance(question, Decision)
        if question.kind == "deploy":
            what = flow.options(match)[0]
            radius, (width, height) = match.fighters[what].radius, match.setup.field
            along = self.numbers.below(max(width, height))
            at = {"left": (width // 2 - radius, along), "right": (width // 2 + radius, along),
                  "bottom": (along, height // 2 - radius), "top": (along, height // 2 + radius)}
            given = Place(what, at[match.sides[vault.player].half])
            if flow.can(match, vault.player, given):
                return given
        answer: Answer = self.honest.decide(match, vault)
        return answer


def drawn_game(seed: int) -> Game:
    """A game of two random players drawn from a seed: one in 20 from a triangle round a target, one in 20 cheats."""
    game = Game(drawn_setup(seed), ("random", "random"), seed)
    if seed % 20 == 10:
        text = TRIANGLE.format(player=1, other=2, shooter="yuri")
        position = read_position(document(text))
        game.match, game.vaults = position.match, position.vaults
        game.secrets = tuple(vault.secret for vault in position.vaults.values())
    if seed % 20 == 5:
        game.players[1] = Cheat(game.players[1], game.numbers)
    if seed % 10 == 7:
        game.players[2] = OnTheLine(game.players[2], game.numbers)
    return game


class Counting:
    """Counts every step, question, answer, refusal and event of the matches played while it is on."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._kept: list[tuple[Any, list[Any]]] = []

    def __enter__(self) -> Counting:
        for cls in flow.PROCEDURES.values():
            self._kept.append((cls, cls.steps))
            cls.steps = [self._counted(cls.__name__, step) for step in cls.steps]
        return self

    def __exit__(self, *_: object) -> None:
        for cls, steps in self._kept:
            cls.steps = steps

    def _counted(self, name: str, step: Any) -> Any:
        key, counts = f"step {name}.{step.__name__}", self.counts

        def run(frame: Any, match: Match) -> Any:
            counts[key] += 1
            return step(frame, match)
        return run

    def play(self, game: Game, probe: int = 30) -> Match:
        """A match to its end, with illegal tries at one common question in `probe`, and at more of the rare ones."""
        match, counts = game.match, self.counts
        for event in match.events:
            counts[f"event {event.code}"] += 1
        while match.pending is not None:
            question = match.pending
            if isinstance(question, Roll):
                counts[f"roll {question.reason}"] += 1
                if probe and not game.numbers.below(3 * probe):
                    counts[f"refusal {flow.why_not(match, 1, End()).code}"] += 1  # type: ignore[union-attr]
            else:
                counts[f"decision {question.kind}"] += 1
                worn = question.kind == "action" and match.fighters[question.fighter].moves == 3
                often = 1 if question.kind == "order" or worn else probe if question.kind in COMMON else 4
                if probe and not game.numbers.below(often):
                    self.probe(game, match, question)
            for event in game.step():
                counts[f"event {event.code}"] += 1
        assert not match.frames
        counts[f"winner {match.table.winner}"] += 1
        return match

    def probe(self, game: Game, match: Match, question: Decision) -> None:
        """Tries what may be illegal: each refusal is counted, and nothing has changed after it."""
        player = question.owners[0]
        before = state_bytes(match)
        for given in wild_answers(game, match, question, player):
            try:
                refusal = flow.why_not(match, player, given)
                if refusal is not None:
                    flow.answer(match, player, given)
                    raise AssertionError(f"refused, then taken: {given}")
            except Illegal as error:
                assert error.rule, error
                self.counts[f"refusal {error.code}"] += 1
        other = flow.why_not(match, 3 - player, Pick(PASS)) if 3 - player not in question.owners else None
        if other is not None:
            self.counts[f"refusal {other.code}"] += 1
        assert state_bytes(match) == before


def wild_answers(game: Game, match: Match, question: Decision, player: int) -> Iterator[Answer]:
    """Answers of every kind, drawn with no regard for the rules but of the right types."""
    below = game.numbers.below
    everyone = [*match.fighters, "nobody"]
    there = [f.id for f in on_field(match)] or everyone
    width, height = match.setup.field

    def one(items: Any) -> Any:
        return items[below(len(items))]

    def spot() -> Any:
        return below(width + 400) - 200, below(height + 400) - 200

    yield Pick(one(everyone))
    yield Pick(one([-7, 3, 99]))
    yield Pick(PASS)
    yield Pick(one(["riposte", "dodge", "up", "crossing", "headhunt", *(card.id for card in match.setup.missions)]))
    yield Pick(one([-2, -1, 1, 2, 4]))
    yield one([End(), Extinguish(), PickMany((one(everyone),)), PickMany((one(there), one(there))),
               PickMany((there[0], there[0]))])
    yield Place(one([*everyone, *match.pool]), spot(), one([0, 0, 15, 7]))
    if question.kind == "deploy":
        waiting = one(flow.options(match))
        for _ in range(6):
            yield Place(waiting, spot())
        centre = (width // 2, height // 2)
        yield Place(waiting, centre)
        for placed in on_field(match, player):
            yield Place(waiting, placed.at)  # type: ignore[arg-type]
        for enemy in on_field(match, 3 - player):
            (ex, ey), apart = enemy.at, enemy.radius + match.fighters[waiting].radius + 2  # type: ignore[misc]
            for dx, dy in ((0, 0), (apart, 0), (-apart, 0), (0, apart), (0, -apart)):
                yield Place(waiting, (ex + dx, ey + dy))
    if question.kind in ("designate", "interrupt"):
        yield from (Pick(name) for name in match.fighters)
    if question.kind in ("reaction", "mission", "remove_rage"):
        yield Pick("riposte")
        yield Pick("dodge")
        yield Pick(match.sides[3 - player].mission)
        yield PickMany((one(question.options or everyone),) * 2)
    if question.kind == "place":
        for _ in range(4):
            yield Place(one(match.pool), spot(), 15 * below(24))
    if question.kind in ("bid", "mission", "hand", "open", "tactic"):
        yield Seal(bytes(32), one(["", "ambush", "nowhere"]))
        yield Hand((bytes(32),))
        yield Open(3, bytes(32))
        yield Tactic("dread", one([0, 1, 9]), bytes(32))
    if question.kind == "tactic":
        yield from _wild_tactics(game, match, player, one, spot)
    if question.kind != "action":
        return
    fighter = match.fighters[question.fighter]
    x, y = fighter.at  # type: ignore[misc]
    gear = [g.name for g in fighter.profile.gear] + ["Spoon"]
    yield Move(())
    yield Move((spot(),))
    yield Move(((x + below(800) - 400, y + below(800) - 400),))
    yield Move(((x + below(300) - 150, y + below(300) - 150), (x + below(2000) - 1000, y + below(2000) - 1000)))
    for other in on_field(match):
        ox, oy = other.at  # type: ignore[misc]
        away = fighter.radius + other.radius + 2
        for dx, dy in ((away, 0), (-away, 0), (0, away)):
            yield Move(((ox + dx, oy + dy),))
            yield Charge(((ox + dx, oy + dy),), other.id)
        aside = away + 30
        yield Move(((ox + away, oy - aside), (ox + away, oy + aside)))
        yield Move(((ox - aside, oy + away), (ox + aside, oy + away)))
        yield Charge(((x + (ox - x) // 2, y + (oy - y) // 2),), other.id)
        yield Attack(other.id, one(["", "", *gear]))
        yield Shoot(other.id, one(gear))
        yield Throw(one(gear), other.id)
        yield Blast(one(gear), other.id)
    for marker in match.markers.values():
        yield Move((marker.at,))
    yield Attack("nobody")
    yield Shoot("nobody", one(gear))
    yield Throw(one(gear), at=spot())
    yield Throw(one(gear))
    yield Blast(one(gear), at=spot())
    yield Blast(one(gear), at=(x, y))


def _wild_tactics(game: Game, match: Match, player: int, one: Any, spot: Any) -> Iterator[Answer]:
    vault = game.vaults[player]
    side = match.sides[player]
    for index, _ in vault.hand(match):
        places = [(), spot(), spot(), *(f.at for f in on_field(match)), *(m.at for m in match.markers.values())]
        yield vault.play(match, index, one([*match.fighters, ""]), one(places), one([0, 15, 4]))
        yield vault.play(match, index, "", one(places), 0)
        for enemy in on_field(match, 3 - player):
            yield vault.play(match, index, "", enemy.at, 0)
    # A dishonest hand: cards sealed that it may not hold, or holds twice.
    kept = vault.copy()
    for index, digest in enumerate(side.hand):
        if digest:
            for card in ("contaminated_area", "frenzy", "no_such_card", *side.played):
                number = side.hand_seal + index
                nonce = nonce_of(vault.secret, match.id, player, number)
                forged = match.copy()
                hand = list(side.hand)
                hand[index] = digest_of(match.id, player, number, nonce, card)
                forged.sides[player] = side._replace(hand=tuple(hand))
                yield _Forged(forged, Tactic(card, index, nonce))
            break
    game.vaults[player] = kept


def _Forged(match: Match, given: Tactic) -> Answer:
    """A card played from a hand that was sealed dishonestly: refused in its own match, counted as that refusal."""
    refusal = flow.why_not(match, match.pending.owners[0], given)  # type: ignore[union-attr]
    FORGED[refusal.code if refusal is not None else "legal"] += 1
    return given


FORGED: Counter[str] = Counter()
