"""The engine: questions, refusals that change nothing, secrets, and set-ups that are refused."""

from __future__ import annotations

from typing import Any

import pytest

from eden_core.cards.shipped import load
from eden_core.cli.games import Game, ready_setup
from eden_core.engine import flow
from eden_core.engine.cbor import encode
from eden_core.engine.characteristics import characteristic_sum, characteristic_terms
from eden_core.engine.codec import state_bytes, state_hash
from eden_core.engine.field import Piece
from eden_core.engine.match import Match, Setup
from eden_core.engine.messages import (
    Attack,
    Blast,
    Decision,
    End,
    Hand,
    Move,
    Open,
    Pick,
    Place,
    Roll,
    Seal,
    Tactic,
    Throw,
)
from eden_core.engine.procedures import PROCEDURES
from eden_core.engine.vault import Vault
from eden_core.errors import Illegal, Malformed
from eden_core.record.record import VERSION, read
from eden_core.record.setups import setup_data
from eden_core.rules.phases import preparation
from eden_core.rules.phases.placing import piece_from
from eden_core.rules.phases.setup import why_not_setup
from eden_core.rules.start import new_match


def _at(kind: str, seed: int = 3, **wanted: Any) -> Game:
    """Return a game, of the first suitable seed, played until a question of the given kind is pending."""
    game = Game(ready_setup(seed), ("random", "random"), seed)
    while True:
        question = game.match.pending
        if question is None:
            assert seed < 20, f"no {kind} in these matches"
            return _at(kind, seed + 1, **wanted)
        name = question.kind if isinstance(question, Decision) else "roll"
        if name == kind and all(getattr(question, key) == value for key, value in wanted.items()):
            return game
        game.step()


def test_a_roll_is_answered_by_dice_alone() -> None:
    match = _at("roll").match
    before = state_bytes(match)
    with pytest.raises(Illegal) as refused:
        flow.answer(match, 1, End())
    assert refused.value.rule
    question = match.pending
    assert isinstance(question, Roll)
    for faces in (
        (),
        (0,) * question.dice,
        (7,) * question.dice,
        (1,) * (question.dice + 1),
        (True,) * question.dice,
        ("1",) * question.dice,
    ):
        with pytest.raises(Malformed) as wrong:
            flow.roll(match, faces)  # type: ignore[arg-type]
        assert wrong.value.rule == "ROLL-1"
    assert state_bytes(match) == before


def test_a_decision_is_not_rolled() -> None:
    match = _at("action").match
    before = state_bytes(match)
    with pytest.raises(Malformed):
        flow.roll(match, (1,))
    assert state_bytes(match) == before


def test_only_the_owner_decides() -> None:
    match = _at("designate").match
    question = match.pending
    assert isinstance(question, Decision)
    with pytest.raises(Illegal) as refused:
        flow.answer(match, 3 - question.owners[0], Pick(question.options[0]))
    assert (refused.value.code, refused.value.rule) == ("not_your_decision", "ACT-1")


def test_bids_may_come_in_either_order_and_lead_to_the_same_state() -> None:
    hashes = set()
    for order in ((1, 2), (2, 1)):
        match = new_match(ready_setup(1))
        vaults = {player: Vault(player, bytes((player,)) * 32) for player in (1, 2)}
        for player in order:
            flow.answer(match, player, vaults[player].seal_bid(match, 2 + player))
        for player in reversed(order):
            flow.answer(match, player, vaults[player].open(match))
        assert isinstance(match.pending, Decision) and match.pending.kind == "first_player"
        assert match.pending.owners == (2,)
        hashes.add(state_hash(match))
    assert len(hashes) == 1


def test_nothing_shows_of_a_bid_before_both_are_in() -> None:
    """The states after a bid of 0 and one of 5 differ only in the digest, which the nonce hides."""
    states = []
    for bid in (0, 5):
        match = new_match(ready_setup(1))
        vault = Vault(1, bytes(32))
        seal = vault.seal_bid(match, bid)
        flow.answer(match, 1, seal)
        states.append(state_bytes(match).replace(seal.digest, b"digest"))
    assert states[0] == states[1]


def test_an_opening_must_match_its_seal() -> None:
    for change in ({"value": 4}, {"nonce": bytes(32)}, {"value": "3"}):
        match = new_match(ready_setup(1))
        vaults = {player: Vault(player, bytes((player,)) * 32) for player in (1, 2)}
        for player in (1, 2):
            flow.answer(match, player, vaults[player].seal_bid(match, 3))
        forged = vaults[1].open(match)._replace(**change)  # type: ignore[arg-type]
        flow.answer(match, 1, forged)
        flow.answer(match, 2, vaults[2].open(match))
        assert (match.table.winner, match.table.fault) == (2, 1)


@pytest.mark.parametrize(
    "given",
    [
        None,
        3,
        "pass",
        (),
        Pick(10**5000),
        Pick(None),
        Pick("\ud800"),
        Pick("x" * 200),
        Pick(True),
        Move(None),  # type: ignore[arg-type]
        Move("x"),
        Move(((1, 2, 3),)),
        Move([[1, 2]]),
        Move(((1.0, 2),)),
        Move(((0, 1),) * 100),
        Attack([]),  # type: ignore[arg-type]
        Throw("Molotov", at=(269.0, 1354.0)),
        Throw("Molotov", []),
        Blast("Flamethrower", at=[1, 2]),  # type: ignore[arg-type]
        Seal("x" * 32),
        Seal([1] * 32),
        Seal(bytes(31)),
        Hand(None),
        Hand(("x" * 32,)),
        Open(None, bytes(32)),  # type: ignore[arg-type]
        Open(3, b"short"),
        Tactic("dread", True, bytes(32)),
        Tactic("dread", 0, bytes(33)),
        Tactic("dread", 0, bytes(32), turn=-15),
        Place("yuri.1", (1, 2), None),
        Place("yuri.1", None),  # type: ignore[arg-type]
        Place("tree", (1, 2), 15 * 10**30),
        Place("tree", (1, 10**9)),
    ],
)
def test_what_is_no_answer_is_malformed_and_changes_nothing(given: Any) -> None:
    for kind in ("place", "action", "bid"):
        match = _at(kind).match
        before = state_bytes(match)
        with pytest.raises(Malformed):
            flow.answer(match, match.pending.owners[0], given)  # type: ignore[union-attr]
        with pytest.raises(Malformed):
            flow.why_not(match, 1, given)
        assert state_bytes(match) == before


def test_a_bid_above_the_reserve_is_a_proved_fault() -> None:
    match = new_match(ready_setup(1))
    vaults = {player: Vault(player, bytes((player,)) * 32) for player in (1, 2)}
    flow.answer(match, 1, vaults[1].seal_bid(match, match.sides[1].sp + 1))
    flow.answer(match, 2, vaults[2].seal_bid(match, 0))
    for player in (1, 2):
        events = flow.answer(match, player, vaults[player].open(match))
    assert match.is_finished and (match.table.winner, match.table.fault) == (2, 1)
    assert events[-1].code == "match_ended" and events[-1].rule == "GEN-6"


def test_a_false_claim_loses_the_match() -> None:
    for seed in range(40):
        game = Game(ready_setup(seed), ("random", "random"), seed)
        lied = 0
        while game.match.pending is not None:
            question = game.match.pending
            if isinstance(question, Decision) and question.kind == "claim" and not lied:
                lied = question.owners[0]
                honest = game.players[lied].decide(game.match, game.vaults[lied])
                assert isinstance(honest, Pick)
                false = [option for option in question.options if option != honest.value]
                flow.answer(game.match, lied, Pick(false[0]))
                continue
            game.step()
        if lied:
            assert game.match.table.fault == lied and game.match.table.winner == 3 - lied
            return
    raise AssertionError("nobody laid a mission face down")


def test_a_vault_belongs_to_its_match() -> None:
    one, other = new_match(ready_setup(1)), new_match(ready_setup(2))
    vault = Vault(1, bytes(32))
    assert vault.seal_bid(one, 3) != vault.seal_bid(other, 3)
    with pytest.raises(Malformed):
        Vault(1, b"short")


def test_frames_and_records_are_copied_apart() -> None:
    game = _at("reaction")
    copy = game.match.copy()
    before = state_bytes(game.match)
    flow.answer(copy, copy.pending.owners[0], Pick("passive"))  # type: ignore[union-attr]
    assert state_bytes(game.match) == before != state_bytes(copy)


@pytest.mark.parametrize(
    ("change", "code", "rule"),
    [
        ({"field": (5900, 6000)}, "field_is_60_to_120_cm", "MAT-1"),
        ({"field": (6000, 12100)}, "field_is_60_to_120_cm", "MAT-1"),
        ({"budget": 90}, "budget_out_of_bounds", "TRP-2"),
        ({"budget": 210}, "budget_out_of_bounds", "TRP-2"),
        ({"rounds": 0}, "rounds_are_1_to_10", "RND-1"),
    ],
)
def test_a_set_up_outside_the_rules_does_not_begin(change: dict[str, Any], code: str, rule: str) -> None:
    setup: Setup = ready_setup(1)._replace(**change)
    assert (code, rule) in [(fault.code, fault.rule) for fault in why_not_setup(setup)]
    with pytest.raises(Illegal):
        new_match(setup)


def test_scenery_that_may_not_stand_so_does_not_begin() -> None:
    setup = ready_setup(1)
    tree = piece_from(setup.pool[0], (1500, 3000), 0)
    setup = setup._replace(pool=setup.pool[2:], pieces=(tree,))
    assert why_not_setup(setup) == []
    bow_tie = ((0, 0), (400, 400), (400, 0), (0, 400))
    for pieces, code in (
        ((tree, tree), "piece_twice"),
        ((tree, tree._replace(id="other")), "too_close_to_scenery"),
        ((piece_from(ready_setup(1).pool[0], (300, 3000), 0),), "too_close_to_edge"),
        ((tree._replace(outline=bow_tie),), "not_a_simple_outline"),
    ):
        assert code in [fault.code for fault in why_not_setup(setup._replace(pieces=pieces))]


def _profile(setup: Setup, **change: Any) -> Setup:
    one = setup.troops[0]
    changed = one.profiles[0]._replace(**change)
    return setup._replace(troops=(one._replace(profiles=(changed, *one.profiles[1:])), setup.troops[1]))


def _limb(setup: Setup, **change: Any) -> Setup:
    limbs = setup.troops[0].profiles[0].limbs
    return _profile(setup, limbs=(limbs[0]._replace(**change), *limbs[1:]))


def _mission(setup: Setup, **change: Any) -> Setup:
    return setup._replace(missions=(setup.missions[0]._replace(**change), *setup.missions[1:]))


def _tactic(setup: Setup, **change: Any) -> Setup:
    return setup._replace(tactics=(setup.tactics[0]._replace(**change), *setup.tactics[1:]))


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        (lambda s: _profile(s, value=-400), "not_a_card"),
        (lambda s: _profile(s, base=10**6), "not_a_card"),
        (lambda s: _profile(s, name=""), "not_a_card"),
        (lambda s: _profile(s, id=s.troops[0].profiles[1].id), "card_twice"),
        (lambda s: _limb(s, faces=()), "not_a_card"),
        (lambda s: _limb(s, normal=10**7), "not_a_card"),
        (lambda s: _limb(s, white=0, red=0), "not_a_card"),
        (lambda s: _profile(s, gear=(s.troops[0].profiles[0].gear[0]._replace(text="Club: CBT +9"),)), "not_a_card"),
        (lambda s: _mission(s, rounds=10**9), "not_a_card"),
        (lambda s: _mission(s, deployment="sky"), "not_a_card"),
        (lambda s: _mission(s, scores=(s.missions[0].scores[0]._replace(per=0),)), "not_a_card"),
        (lambda s: _mission(s, scores=(s.missions[0].scores[0]._replace(count="all"),)), "not_a_card"),
        (lambda s: _tactic(s, effects=(s.tactics[0].effects[0]._replace(do="win"),)), "not_a_card"),
        (lambda s: _tactic(s, tactical=0), "not_a_card"),
        (lambda s: s._replace(tactics=s.tactics * 2), "card_twice"),
        (lambda s: s._replace(missions=s.missions[:1] * 2), "card_twice"),
        (lambda s: s._replace(missions=()), "too_few_missions"),
        (lambda s: s._replace(pool=s.pool[:3]), "same_number_each"),
        (lambda s: s._replace(names=("x" * 99, "")), "name_too_long"),
    ],
)
def test_a_card_out_of_bounds_does_not_begin(changed: Any, code: str) -> None:
    setup = changed(ready_setup(1))
    assert code in [fault.code for fault in why_not_setup(setup)]
    assert all(fault.rule for fault in why_not_setup(setup))


def _all_modules() -> Setup:
    library = load()
    setup, npfs = ready_setup(1), tuple(library.npfs.values())
    return setup._replace(
        territory=1,
        pool=library.terrain,
        infestation=3,
        npfs=npfs,
        weather=1,
        abilities=library.abilities_of(setup.troops, setup.missions, npfs),
    )


def _npf(setup: Setup, **change: Any) -> Setup:
    return setup._replace(npfs=(setup.npfs[0]._replace(id="own", **change), *setup.npfs[1:]))


def _shape(setup: Setup, **change: Any) -> Setup:
    return setup._replace(pool=(setup.pool[0]._replace(**{"id": "own", **change}), *setup.pool[1:]))


def _standing(setup: Setup, **change: Any) -> Setup:
    oil = Piece("oil", "", ((1500, 1500),), 400, territory=1, rules=(("occupation", 1),))
    return setup._replace(pieces=(oil._replace(**change),))


@pytest.mark.parametrize(
    ("changed", "code", "rule"),
    [
        (lambda s: s._replace(territory=2), "territory_or_not", "TER-1"),
        (lambda s: _standing(s, like="tree"), "not_what_it_looks_like", "TER-2"),
        (lambda s: _shape(s, rules=(("jump", 6),)), "not_what_it_looks_like", "TER-2"),
        (lambda s: s._replace(infestation=12), "infestation_is_1_to_10", "NPF-1"),
        (lambda s: s._replace(infestation=-1), "infestation_is_1_to_10", "NPF-1"),
        (lambda s: s._replace(npfs=()), "no_npfs", "NPF-2"),
        (lambda s: s._replace(npfs=s.npfs * 300), "too_many_cards", "NPF-2"),
        (lambda s: s._replace(npfs=s.npfs * 2), "card_twice", "MAT-3"),
        (lambda s: s._replace(weather=4), "weather_is_0_to_3_rolls", "WEA-1"),
        (lambda s: s._replace(abilities=s.abilities[:3]), "ability_missing", "ABI-1"),
        (lambda s: _npf(s, level=6), "not_a_card", "MAT-3"),
        (lambda s: _npf(s, level=0), "not_a_card", "MAT-3"),
        (lambda s: _npf(s, value=5), "not_a_card", "MAT-3"),
        (lambda s: _npf(s, faction="jokers"), "not_a_card", "MAT-3"),
        (
            lambda s: s._replace(npfs=(s.npfs[0]._replace(base=40, name="Stronger"), *s.npfs[1:])),
            "another_card_of_this_id",
            "MAT-3",
        ),
        (lambda s: _profile(s, id="ash_hound"), "another_card_of_this_id", "MAT-3"),
        (lambda s: _profile(s, level=1), "npf_in_a_troop", "TRP-4"),
        (lambda s: _shape(s, id="tree", cost=1), "another_card_of_this_id", "MAT-3"),
        (lambda s: _shape(s, cost=0), "not_a_simple_outline", "PREP-6"),
        (lambda s: _shape(s, cost=61), "not_a_simple_outline", "PREP-6"),
        (lambda s: _shape(s, rules=(("luck", 1),)), "not_a_scenery_rule", "TER-2"),
        (lambda s: _shape(s, rules=(("climbing", 4),)), "climbing_needs_elevation", "TER-2"),
        (lambda s: _shape(s, low=1), "not_a_simple_outline", "PREP-6"),
        (lambda s: _standing(s, burn=1), "not_a_simple_outline", "PREP-6"),
        (lambda s: _standing(s, attacks=1), "not_a_simple_outline", "PREP-6"),
        (lambda s: _standing(s, territory=0), "not_a_simple_outline", "PREP-6"),
        (lambda s: _standing(s, rules=(("occupation", 2),)), "number_out_of_bounds", "TER-2"),
    ],
)
def test_optional_modules_out_of_bounds_do_not_begin(changed: Any, code: str, rule: str) -> None:
    """TER-1, TER-2, NPF-1, NPF-2, WEA-1: includes scenery with both special rules and traits."""
    setup = _all_modules()
    assert why_not_setup(setup) == why_not_setup(_standing(setup)) == why_not_setup(_shape(setup)) == []
    assert why_not_setup(_npf(setup)) == []
    assert (code, rule) in [(fault.code, fault.rule) for fault in why_not_setup(changed(setup))]


def test_a_list_to_buy_from_may_be_odd() -> None:
    """PREP-6: only pieces placed in turns must be even in number; basic pieces have neither rules nor a price."""
    setup = _all_modules()
    assert why_not_setup(setup._replace(pool=setup.pool[:3])) == []
    plain = ready_setup(1)
    shapes = (plain.pool[0]._replace(id="own", cost=1), *plain.pool[1:])
    assert [fault.code for fault in why_not_setup(plain._replace(pool=shapes))] == ["not_a_simple_outline"]


def test_an_error_survives_another_process() -> None:
    import pickle

    error = Illegal("too_far", "ACN-2", "entry 3", limit=1000)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.values) == (Illegal, str(error), error.values)


def test_a_crowd_or_a_heap_is_refused_at_once() -> None:
    """Thousands of fighters or pieces are refused by their number, not compared with each other."""
    setup = ready_setup(1)
    one = setup.troops[0]
    crowd = one._replace(profiles=one.profiles[:1] * 20_000)
    assert [fault.code for fault in why_not_setup(setup._replace(troops=(crowd, setup.troops[1])))] == [
        "troop_too_dear"
    ]
    tree = piece_from(setup.pool[0], (3000, 1500), 0)
    heap = tuple(tree._replace(id=f"heap_{number}") for number in range(300))
    assert len(why_not_setup(setup._replace(pieces=heap))) == 1
    data = list(setup_data(setup, load()))
    data[2] = (("x", "faction", "jokers", ("yuri",) * 20_000), "bamaka_starter")
    with pytest.raises(Malformed) as refused:
        read(encode((VERSION, tuple(data), (b"", b""), ())))
    assert refused.value.code == "too_many_cards"


def test_a_troop_with_a_name_twice_does_not_begin() -> None:
    setup = ready_setup(1)
    one = setup.troops[0]
    twice = one._replace(profiles=(one.profiles[3], one.profiles[3]))
    assert {fault.rule for fault in why_not_setup(setup._replace(troops=(twice, setup.troops[1])))} == {"TRP-3"}


def test_whoever_finds_no_room_to_deploy_is_left_out() -> None:
    """PREP-7: with 20 fighters on large bases the strip is full before all of them stand."""
    setup = ready_setup(1)
    one = setup.troops[0]
    crowd = tuple(one.profiles[3]._replace(id=f"anton{i}", name=f"Anton {i}", base=40) for i in range(20))
    revealed = tuple(card for card in setup.missions if card.id in ("crossing", "retreat_to_the_contaminated_zones"))
    extra = revealed[0]._replace(id="again", symbol="")
    setup = setup._replace(
        troops=(one._replace(profiles=crowd), setup.troops[1]),
        budget=200,
        pool=(),
        missions=(extra, extra._replace(id="and_again", markers=()), extra._replace(id="third", markers=())),
    )
    match = new_match(setup)
    vaults = {player: Vault(player, bytes((player,)) * 32) for player in (1, 2)}
    flow.answer(match, 1, vaults[1].seal_bid(match, 1))
    flow.answer(match, 2, vaults[2].seal_bid(match, 0))
    for player in (1, 2):
        flow.answer(match, player, vaults[player].open(match))
    flow.answer(match, 1, Pick(1))
    flow.answer(match, 1, Pick("anton0.1"))
    flow.answer(match, 2, Pick("abama.2"))
    flow.answer(match, 1, Pick("third"))
    flow.answer(match, 2, Pick("and_again"))
    flow.answer(match, 1, Pick("left"))
    refusal = flow.why_not(match, 1, Pick(""))
    assert refusal is not None and refusal.code == "there_is_room"
    # In the middle of the strip, 5.2 cm from centre to centre: no other base fits between two of them.
    for index, y in enumerate(range(200, 5800, 520)):
        flow.answer(match, 1, Place(f"anton{index}.1", (500, y)))
    left = flow.options(match)
    while flow.why_not(match, 1, Pick("")) is not None:
        place = preparation.deploy_somewhere(match, 1)
        assert place is not None
        flow.answer(match, 1, place)
        left = flow.options(match)
    assert left
    flow.answer(match, 1, Pick(""))
    assert [match.fighters[name].on_field for name in left] == [False] * len(left)
    question = match.pending
    assert isinstance(question, Decision) and (question.kind, question.owners) == ("deploy", (2,))


def test_a_hand_of_the_wrong_size_is_refused() -> None:
    match = _at("hand").match
    player = match.pending.owners[0]  # type: ignore[union-attr]
    refusal = flow.why_not(match, player, Hand((bytes(32),)))
    assert refusal is not None and (refusal.code, refusal.rule) == ("wrong_hand_size", "PREP-8")
    assert flow.why_not(match, player, Seal(bytes(32))) is not None


def test_every_step_names_its_rules() -> None:
    import re

    for cls in PROCEDURES.values():
        assert cls.__doc__
        for step in cls.steps:
            rules = step.rules
            assert rules and all(re.fullmatch(r"[A-Z]{2,5}-(\d+b?|[A-Z]{3})", rule) for rule in rules), step


def test_a_characteristic_is_the_sum_of_its_terms() -> None:
    """The number that play counts on and the terms that a player is shown are worked out apart, for speed."""
    kinds: set[str] = set()
    for seed in (4, 5):
        game = Game(ready_setup(seed), ("random", "random"), seed)
        while game.match.pending is not None:
            game.step()
            for fighter in game.match.fighters.values():
                for index in range(4):
                    terms = characteristic_terms(game.match, fighter, index)
                    kinds |= {name for name, _ in terms}
                    assert characteristic_sum(game.match, fighter, index) == sum(amount for _, amount in terms)
    assert kinds >= {"normal", "wounded", "poison", "rage", "card"}


def test_the_same_seed_plays_the_same_match() -> None:
    hashes = set()
    for _ in range(2):
        game = Game(ready_setup(21), ("random", "random"), 21)
        hashes.add(state_hash(game.play()))
    assert len(hashes) == 1


def test_matches_end_with_nothing_pending() -> None:
    match: Match = Game(ready_setup(5), ("random", "random"), 5).play()
    assert match.is_finished and flow.options(match) == () and not match.frames
