"""Secrecy: a player's secrets change nothing that the opponent can see until they are opened.

A played match is played again in another "world", in which a player's vault has another secret and keeps other
contents that can't be distinguished: bids of another height, another face-down mission with the same deployment, other
cards in place of those never shown. Everything the opponent sees, the questions included, must be the same.

While mist forbids measuring (WEA-8), distances are secret too: if a fighter is nearer or farther, everything offered
and refused is the same until the cost is paid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import isqrt
from typing import Any, NamedTuple

import pytest

from eden_core.ai.players import chosen_player
from eden_core.cards.records import Ability
from eden_core.cli.games import Game, SeededNumbers
from eden_core.engine import flow
from eden_core.engine.codec import state_bytes
from eden_core.engine.match import Fighter, Match, contacts, on_field
from eden_core.engine.messages import (
    Answer,
    Blast,
    Charge,
    Decision,
    Event,
    Hand,
    Hide,
    Move,
    Open,
    Point,
    Seal,
    Shoot,
    Throw,
    Use,
)
from eden_core.engine.vault import Vault, nonce_of
from eden_core.geometry.plane import CONTACT, segment_dist2_below
from eden_core.record.record import Dice, Entry
from eden_core.rules import effects
from eden_core.rules.actions.options import ActionOption, action_options
from eden_core.rules.cards import missions
from eden_core.rules.common.ground import beside
from eden_core.rules.common.paths import why_not_stand
from eden_core.rules.common.weather import may_measure
from eden_core.rules.start import new_match
from tests.playing import drawn_game, drawn_setup, one_of

MATCHES = 20
Choice = Callable[[Match, str, Any], Any]  # (match, kind of question, original content) -> new content


class Played(NamedTuple):
    """A played match: its game, and the content of each sealed answer by its entry's number."""

    game: Game
    clear: dict[int, Any]


def played(seed: int) -> Played:
    """Play a drawn match to its end."""
    game = drawn_game(seed)
    clear: dict[int, Any] = {}
    while game.match.pending is not None:
        question = game.match.pending
        game.step()
        entry = game.entries[-1]
        if not isinstance(entry, Dice) and isinstance(entry.answer, (Seal, Hand)):
            assert isinstance(question, Decision)
            vault = game.vaults[entry.player]
            kept = vault.bid if question.kind == "bid" else vault.mission
            hidden = [card.value for card in vault.cards] if isinstance(entry.answer, Hand) else kept and kept.value
            clear[len(game.entries) - 1] = hidden
    return Played(game, clear)


class World:
    """A match in progress in which one player has another vault; `choose` decides what it keeps."""

    def __init__(self, match: Match, vault: Vault, choose: Choice) -> None:
        self.match = match
        self.vault = vault
        self.choose = choose
        self.digests: list[bytes] = []  # digests that others see, in the order of sealing
        self.events: tuple[Event, ...] = ()
        self.differs = False

    def fork(self, choose: Choice) -> World:
        """Return a copy of this world."""
        world = World(self.match.copy(), self.vault.copy(), choose)
        world.digests = list(self.digests)
        return world

    def give(self, entry: Entry, clear: Any) -> None:
        """Give an entry as this world has it: secrets sealed and opened with its own vault, all else unchanged."""
        if isinstance(entry, Dice):
            self.events = flow.roll(self.match, entry.faces)
            return
        given = self._own(entry.answer, clear) if entry.player == self.vault.player else entry.answer
        self.events = flow.answer(self.match, entry.player, given)

    def _own(self, given: Any, clear: Any) -> Answer:
        match, vault, question = self.match, self.vault, self.match.pending
        assert isinstance(question, Decision)
        if isinstance(given, Open):
            return vault.open(match)
        if isinstance(given, (Seal, Hand)):
            value = self.choose(match, question.kind, clear)
            self.differs = self.differs or value != clear
            sealed = seal(match, vault, question.kind, value)
            self.digests += sealed.digests if isinstance(sealed, Hand) else [sealed.digest]
            return sealed
        if hasattr(given, "nonce"):
            # A card of the hand is shown: the same card, opened with this world's nonce.
            number = vault.cards[given.index].number
            nonce = nonce_of(vault.secret, match.id, vault.player, number)
            return given._replace(nonce=nonce)  # type: ignore[no-any-return]
        return given  # type: ignore[no-any-return]

    def marks(self) -> list[bytes]:
        """Return all digests and nonces of sealed answers."""
        vault = self.vault
        return self.digests + [
            nonce_of(vault.secret, self.match.id, vault.player, number)
            for number in range(self.match.sides[vault.player].seals)
        ]


def seal(match: Match, vault: Vault, kind: str, value: Any) -> Seal | Hand:
    """Return a player's answer that seals a value at a question of the given kind."""
    if kind == "bid":
        return vault.seal_bid(match, value)
    if kind == "hand":
        return vault.seal_hand(match, value)
    card = missions.find(match, value)
    assert card is not None
    return vault.seal_mission(match, card)


def seen(world: World, real: World, deep: bool) -> tuple[Any, ...]:
    """Return everything the opponent can see in a world, with digests and nonces replaced by the original ones."""
    match, same = world.match, dict(zip(world.marks(), real.marks()))
    state = state_bytes(match)
    for other, one in same.items():
        state = state.replace(other, one)
    return state, _renamed((match.pending, world.events, flow.options(match)), same), _previews(match) if deep else ()


def _renamed(value: Any, same: dict[bytes, bytes]) -> Any:
    if isinstance(value, tuple):
        return tuple(_renamed(item, same) for item in value)
    return same.get(value, value) if isinstance(value, bytes) else value


def _previews(match: Match) -> tuple[Any, ...]:
    """Return the previews that a client computes for each fighter and each player."""
    return (
        tuple(action_options(match, fighter) for fighter in on_field(match)),
        tuple(
            (missions.counts(match, player), missions.claims(match, player, when))
            for player in (1, 2)
            for when in ("round", "end")
        ),
    )


def other_contents(play: Played, hider: int, numbers: SeededNumbers) -> Choice:
    """Return other sealed contents: another mission of the same deployment, other cards never shown, equal bids.

    Bids are equal because their effect is visible.
    """
    shown = play.game.match.sides[hider].played

    def choose(match: Match, kind: str, clear: Any) -> Any:
        if kind == "mission":
            card = missions.find(match, clear)
            assert card is not None
            alike = [
                other.id
                for other in match.setup.missions
                if not other.revealed
                and other.id != clear
                and other.deployment == card.deployment
                and missions.usable(match, hider, other.symbol)
            ]
            return one_of(numbers, alike) if alike else clear
        if kind == "hand":
            left = [card for card in flow.options(match) if card not in shown]
            return [card if card in shown else left.pop(numbers.below(len(left))) for card in clear]
        return clear

    return choose


def compare(play: Played, hider: int, seed: int) -> Counter[str]:
    """Compare a match with other worlds; count how often their contents differ, by kind."""
    game, numbers, other = play.game, SeededNumbers(seed), 3 - hider
    real = World(new_match(game.match.setup), Vault(hider, game.secrets[hider - 1]), lambda match, kind, clear: clear)
    twin = World(real.match.copy(), Vault(hider, bytes((seed % 256,)) * 32), other_contents(play, hider, numbers))
    watcher = Vault(other, game.secrets[other - 1])
    bids: list[World] = []  # worlds that are compared until the bid is opened
    found: Counter[str] = Counter()
    for number, entry in enumerate(game.entries):
        question, clear = real.match.pending, play.clear.get(number)
        if isinstance(question, Decision) and not isinstance(entry, Dice):
            if entry.player == hider and question.kind == "bid":
                bids = [
                    real.fork(lambda match, kind, clear, bid=bid: bid)  # type: ignore[misc]
                    for bid in sorted({0, real.match.sides[hider].sp} - {clear})
                ]
                found["bid"] += len(bids)
            elif entry.player == hider and question.kind == "open":
                bids = []
                if question.card != "bid":
                    return found  # the mission lies open
            elif entry.player == other and not numbers.below(4):
                minds = {
                    repr(chosen_player("random", other, SeededNumbers(number)).decide(world.match, watcher.copy()))
                    for world in (real, twin, *bids)
                }
                assert len(minds) == 1, (number, minds)
            if entry.player == other and clear is not None:
                seal(real.match, watcher, question.kind, clear)
        for world in (real, twin, *bids):
            before = world.differs
            world.give(entry, clear)
            if world is twin and twin.differs and not before and isinstance(question, Decision):
                found[question.kind] += 1
        deep = bool(real.match.table.round) and not numbers.below(6)
        expected = seen(real, real, deep)
        for world in (twin, *bids):
            assert seen(world, real, deep) == expected, (number, question)
    assert state_bytes(real.match) == state_bytes(game.match)
    return found


@pytest.fixture(scope="module")
def matches() -> list[Played]:
    """Return some drawn matches, played."""
    return [played(seed) for seed in range(20_000, 20_000 + MATCHES)]


def test_what_is_kept_shows_nowhere_until_it_is_opened(matches: list[Played]) -> None:
    """State, questions, events, options, previews and the opponent's AI are the same, whatever is kept."""
    found: Counter[str] = Counter()
    for number, play in enumerate(matches):
        for hider in (1, 2):
            found.update(compare(play, hider, number))
    assert found["bid"] > 4 * MATCHES and found["hand"] > MATCHES // 5 and found["mission"] > MATCHES // 5, found


def _peeking(match: Match, decision: Decision) -> tuple[Any, ...]:
    """Return options that depend on a secret: whether a card's digest is even."""
    return tuple(index for index, digest in enumerate(match.sides[decision.owners[0]].hand) if digest and digest[0] % 2)


def _tattling(match: Match, player: int) -> None:
    """Emit a bid's digest as a number."""
    digests = match.frames[-1].digests  # type: ignore[attr-defined]
    match.emit("bid_sealed", "GEN-6", player=player, digest=digests[player - 1][0])
    match.sides[player] = match.sides[player]._replace(seals=match.sides[player].seals + 1)


@pytest.mark.parametrize("leak", ["options", "event"])
def test_a_leak_is_noticed(matches: list[Played], leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that use the sealed content fail the comparison."""
    if leak == "options":
        monkeypatch.setitem(flow.KINDS, "tactic", flow.KINDS["tactic"]._replace(options=_peeking))
    else:
        monkeypatch.setattr(effects, "use_seal", _tattling)
    with pytest.raises(AssertionError):
        for number, play in enumerate(matches):
            for hider in (1, 2):
                compare(play, hider, number)


# --- mist ---

MISTY = 20  # matches in mist
LOOKED_AT = 8  # one in so many actions is examined
# Where bases would overlap or touch is seen, not measured.
SEEN = {"way_is_blocked", "ends_on_marker", "ends_in_scenery", "enters_contact", "ends_in_contact"}
KINDS = {Blast: "blast", Charge: "charge", Hide: "hide", Move: "move", Shoot: "shoot", Throw: "throw", Use: "ability"}


class Pair(NamedTuple):
    """A match in mist at an action, and a copy in which a fighter who touches nobody stands elsewhere."""

    match: Match
    other: Match
    moved: str

    @property
    def active(self) -> Fighter:
        """Return the acting fighter."""
        assert isinstance(self.match.pending, Decision)
        return self.match.fighters[self.match.pending.fighter]


def _pair(match: Match, active: str, numbers: SeededNumbers) -> Pair | None:
    """Move a random fighter, perhaps hidden, elsewhere in a copy; return `None` if no position was found.

    Sometimes the acting fighter is put near a piece to hide in.
    """
    match = match.copy()
    _beside_cover(match, active, numbers)
    free = [f for f in on_field(match) if f.id != active and not f.raised and not contacts(match, f)]
    if not free:
        return None
    fighter, (width, height) = one_of(numbers, free), match.setup.field
    if match.pieces and not numbers.below(2):
        fighter = match.fighters[fighter.id] = fighter._replace(hidden=one_of(numbers, list(match.pieces)))
    for _ in range(20):
        there = fighter._replace(at=(numbers.below(width), numbers.below(height)))
        if why_not_stand(match, there, there.at) is None and not contacts(match, there):  # type: ignore[arg-type]
            other = match.copy()
            other.fighters[fighter.id] = there
            return Pair(match, other, fighter.id)
    return None


def _beside_cover(match: Match, active: str, numbers: SeededNumbers) -> None:
    """Put the acting fighter beside a piece that hides, if there is one."""
    fighter, pieces = match.fighters[active], [piece for piece in match.pieces.values() if piece.amount("hiding")]
    for at in beside(one_of(numbers, pieces), fighter.radius, fighter.at) if pieces else ():  # type: ignore[arg-type]
        there = fighter._replace(at=at)
        if why_not_stand(match, there, at) is None and not contacts(match, there):
            match.fighters[active] = there
            return


@pytest.fixture(scope="module")
def misty() -> list[Pair]:
    """Return actions of matches in which mist forbids measuring."""
    pairs: list[Pair] = []
    for seed in range(30_000, 30_000 + MISTY):
        setup, numbers = drawn_setup(seed, "fr3")._replace(weather=0), SeededNumbers(seed)
        game = Game(setup, ("random", "random"), seed)
        game.match.table = game.match.table._replace(weather=("mist",))
        while game.match.pending is not None:
            question = game.match.pending
            if isinstance(question, Decision) and question.kind == "action" and not numbers.below(LOOKED_AT):
                pair = _pair(game.match, question.fighter, numbers)
                pairs += [pair] if pair else []
            game.step()
    return pairs


def _tries(pair: Pair, numbers: SeededNumbers) -> Iterator[Answer]:
    """Yield answers to declare: any target, any point, and paths far from the moved fighter."""
    match, active, (width, height) = pair.match, pair.active, pair.match.setup.field
    start: Point = active.at  # type: ignore[assignment]
    spots = [(numbers.below(width), numbers.below(height)) for _ in range(4)]
    for gear in active.profile.gear:
        yield from (Shoot(name, gear.name) for name in (*match.fighters, *match.pieces))
        yield from (Throw(gear.name, name) for name in (*match.fighters, *match.pieces))
        yield from (Blast(gear.name, name) for name in match.fighters)
        for at in spots:
            yield from (Throw(gear.name, "", at), Blast(gear.name, "", at))
    for name in active.profile.abilities:
        if not _measures(match.abilities[name]):
            yield from (Use(name, target, at) for target in ("", *match.fighters) for at in ((), spots[0]))
    yield Move(())
    yield from (Hide(piece) for piece in match.pieces)
    # Short ways and long ones, as they come and to those who stand where they stood.
    spots += [(start[0] + numbers.below(1601) - 800, start[1] + numbers.below(1601) - 800) for _ in range(4)]
    places = [fighter.at for fighter in (pair.match.fighters[pair.moved], pair.other.fighters[pair.moved])]
    far = active.radius + match.fighters[pair.moved].radius + CONTACT
    for to in spots:
        if not any(segment_dist2_below(at, start, to, far) for at in places):  # type: ignore[arg-type]
            yield Move((to,))
            yield from (Charge((to,), name) for name in match.fighters)
    for enemy in on_field(match):
        to = _up_to(active, enemy)
        if not any(segment_dist2_below(at, start, to, far) for at in places):  # type: ignore[arg-type]
            yield Charge((to,), enemy.id)


def _up_to(active: Fighter, enemy: Fighter) -> Point:
    """Return the point at which a straight charge comes into contact."""
    (ax, ay), (bx, by), near = active.at, enemy.at, active.radius + enemy.radius + 2  # type: ignore[misc]
    length = isqrt((ax - bx) ** 2 + (ay - by) ** 2) or 1
    return bx + (ax - bx) * near // length, by + (ay - by) * near // length


def _measures(ability: Ability) -> bool:
    """Return whether a card's own condition asks for a distance, which mist does not affect."""
    asked = (
        *ability.conditions,
        *(condition for standing in ability.standing for condition in (*standing.conditions, *standing.where)),
    )
    return any(condition.word.endswith("_within") for condition in asked) or any(
        standing.within for standing in ability.standing
    )


def _offered(match: Match, fighter: Fighter) -> tuple[ActionOption, ...]:
    """Return the options offered, without those that overlapping bases bar or that a card's own measuring affects."""
    by_cards = any(ability.standing and _measures(ability) for ability in match.abilities.values())
    return tuple(
        option._replace(reach=0) if by_cards else option
        for option in action_options(match, fighter)
        if option.kind not in ("climb", "jump")
        and not (option.kind == "ability" and _measures(match.abilities[option.weapon]))
    )


def _until_paid(match: Match, player: int, given: Answer) -> tuple[Event, ...]:
    """Return the events of an answer up to its cost."""
    events = flow.answer(match.copy(), player, given)
    paid = [number for number, event in enumerate(events) if event.code in ("ap_lost", "ability_used")]
    return events[: paid[0] + 1 if paid else len(events)]


def _told_apart(pair: Pair, numbers: SeededNumbers, counts: Counter[str]) -> Iterator[tuple[Any, ...]]:
    """Return what only one of the matches offers, refuses or emits; `counts` counts what is equal and legal."""
    match, other, active, player = pair.match, pair.other, pair.active, pair.active.player
    here, there = _offered(match, active), _offered(other, active)
    if here != there:
        yield "options", here, there
    counts.update(option.kind for option in here)
    for given in _tries(pair, numbers):
        refusals = [
            world and (world.code, world.rule, world.values)
            for world in (flow.why_not(match, player, given), flow.why_not(other, player, given))
        ]
        if refusals[0] != refusals[1]:
            yield given, refusals
        elif refusals[0] is None:
            counts[f"legal {KINDS[type(given)]}"] += 1
            if not numbers.below(10) and _until_paid(match, player, given) != _until_paid(other, player, given):
                yield given, "told"
    enemy, there_too = match.fighters[pair.moved], other.fighters[pair.moved]
    charges = [
        flow.why_not(world, player, Charge((_up_to(active, one),), one.id))
        for world, one in ((match, enemy), (other, there_too))
    ]
    codes = {refusal and refusal.code for refusal in charges}
    if len(codes) > 1 and not codes & SEEN:
        yield "charge", charges
    counts["legal charge at whoever was moved"] += codes == {None}


def test_in_mist_no_distance_shows_until_it_is_paid(misty: list[Pair]) -> None:
    """WEA-8: options, refusals and the events up to the cost don't depend on a fighter's distance."""
    counts: Counter[str] = Counter()
    for number, pair in enumerate(misty):
        assert not may_measure(pair.match)
        found = list(_told_apart(pair, SeededNumbers(number), counts))
        assert not found, (pair.active, pair.match.fighters[pair.moved], pair.other.fighters[pair.moved], found[:3])
    assert all(counts[f"legal {kind}"] for kind in KINDS.values()), counts
    assert counts["legal charge at whoever was moved"] > MISTY // 4, counts


def test_without_mist_distances_show(misty: list[Pair]) -> None:
    """If measuring is allowed, the matches of a pair differ, so the comparison is effective."""
    apart: Counter[str] = Counter()
    for number, pair in enumerate(misty[::4]):
        for match in (pair.match, pair.other):
            match.table = match.table._replace(weather=())
        for found in _told_apart(pair, SeededNumbers(number), Counter()):
            apart[KINDS.get(type(found[0]), str(found[0]))] += 1
        for match in (pair.match, pair.other):
            match.table = match.table._replace(weather=("mist",))
    assert set(apart) >= {"blast", "charge", "options", "shoot", "throw"}, apart
