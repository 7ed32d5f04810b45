"""Canonical encoding: everything written reads back, nothing else is read, and damage to records is detected."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eden_core.cards.shipped import load
from eden_core.cli.games import Game, ready_setup
from eden_core.engine import flow
from eden_core.engine.cbor import MAX_DEPTH, decode, encode
from eden_core.engine.codec import restore, setup_id, state_bytes, state_hash
from eden_core.engine.field import Piece
from eden_core.engine.match import ROLLED, Match, Setup
from eden_core.engine.messages import Answer, Attack, Build, Climb, Decision, Event, Hide, Jump, Move, Npf, Swim
from eden_core.errors import EdenError, Malformed
from eden_core.record.packing import answer_data, answer_from
from eden_core.record.record import VERSION, Dice, Given, Record, deflated, inflated, read, replay, write
from eden_core.record.setups import setup_data, setup_from
from eden_core.rules.phases.setup import why_not_setup
from eden_core.scenarios import running as scenario
from eden_core.scenarios.position import document, read_position
from tests.playing import drawn_game

PLAIN = st.recursive(
    st.integers(-(1 << 64), (1 << 64) - 1) | st.binary(max_size=40) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=5).map(tuple)
        | st.dictionaries(st.integers(-300, 300) | st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(PLAIN)
@settings(max_examples=200, deadline=None)
def test_what_is_written_comes_back(value: Any) -> None:
    written = encode(value)
    assert decode(written) == value
    assert encode(decode(written)) == written


@given(st.binary(max_size=40))
@settings(max_examples=500, deadline=None)
def test_the_decoder_takes_only_what_would_encode_back(data: bytes) -> None:
    try:
        value = decode(data)
    except Malformed:
        return
    assert encode(value) == data


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("1800", "not_the_shortest_form"),
        ("190010", "not_the_shortest_form"),
        ("1b0000000000000001", "not_the_shortest_form"),
        ("f4", "kind_not_allowed"),
        ("f6", "kind_not_allowed"),
        ("f93c00", "kind_not_allowed"),
        ("c001", "kind_not_allowed"),
        ("9f01ff", "kind_not_allowed"),
        ("0000", "bytes_left_over"),
        ("", "cut_short"),
        ("42ff", "cut_short"),
        ("62c328", "not_utf8"),
        ("a2010001 00", "keys_out_of_order"),
        ("a202000100", "keys_out_of_order"),
        ("9b00000fffffffffff", "cut_short"),
        ("81" * 30 + "00", "nested_too_deep"),
    ],
)
def test_each_irregular_form_is_refused(data: str, code: str) -> None:
    with pytest.raises(Malformed) as refused:
        decode(bytes.fromhex(data.replace(" ", "")))
    assert refused.value.code == code
    assert refused.value.where or code == "too_large"


@pytest.mark.parametrize("value", [1.5, None, {1, 2}, object()])
def test_no_other_kind_is_written(value: Any) -> None:
    with pytest.raises(TypeError):
        encode(value)


def test_depth_is_capped() -> None:
    value: Any = 0
    for _ in range(MAX_DEPTH + 2):
        value = (value,)
    with pytest.raises(OverflowError):
        encode(value)


def _played(seed: int, questions: int) -> Game:
    game = drawn_game(seed)
    for _ in range(questions):
        if game.match.pending is None:
            break
        game.step()
    return game


def test_a_state_comes_back_whole_at_any_question() -> None:
    for questions in range(0, 300, 7):
        match = _played(2, questions).match
        twin = restore(state_bytes(match), match.setup)
        assert state_hash(twin) == state_hash(match)
        assert twin.pending == match.pending


def test_a_state_of_another_match_is_refused() -> None:
    one, other = _played(1, 30).match, ready_setup(2)
    with pytest.raises(Malformed) as refused:
        restore(state_bytes(one), other)
    assert refused.value.code == "state_of_another_match"


def test_a_state_damaged_anywhere_is_refused_or_another_state() -> None:
    match = _played(1, 120).match
    good = state_bytes(match)
    for at in range(0, len(good), 3):
        bad = good[:at] + bytes((good[at] ^ 0x15,)) + good[at + 1 :]
        try:
            twin = restore(bad, match.setup)
            assert state_bytes(twin) != good
        except (EdenError, OverflowError, TypeError):
            continue


def test_the_id_depends_on_every_part_of_the_set_up() -> None:
    setup = ready_setup(1)
    others = [
        setup._replace(rounds=4),
        setup._replace(budget=150),
        setup._replace(names=("a", "b")),
        setup._replace(nonce=b"2"),
        setup._replace(field=(6000, 9000)),
        setup._replace(pool=setup.pool[1:]),
        setup._replace(troops=setup.troops[::-1]),
        setup._replace(territory=1),
        setup._replace(infestation=3),
        setup._replace(npfs=tuple(load().npfs.values())[:1]),
        setup._replace(weather=1),
    ]
    ids = {setup_id(one) for one in (setup, *others)}
    assert len(ids) == len(others) + 1


# --- what is in a record ---

FILES = sorted((Path(__file__).parents[1] / "scenarios").rglob("*.toml"))
MODULES = [file for file in FILES if file.parent.name in ("territory", "infestation", "weather")]


@pytest.mark.parametrize(
    "file", dict.fromkeys(MODULES + FILES[::7]), ids=lambda file: f"{file.parent.name}-{file.stem}"
)
def test_answers_and_states_of_scenarios_come_back(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Encode and decode each answer as in records and each state as between peers."""
    answer = flow.answer

    def checked(match: Match, player: int, given: Answer) -> tuple[Event, ...]:
        if flow.why_not(match, player, given) is None:
            data = decode(encode(answer_data(match, given, None)))
            assert answer_from(match, player, data, None) == given
        twin = restore(state_bytes(match), match.setup)
        assert state_hash(twin) == state_hash(match) and twin.fighters == match.fighters and twin.pieces == match.pieces
        return answer(match, player, given)

    monkeypatch.setattr(scenario.flow, "answer", checked)
    scenario.read_scenario(file.read_text(encoding="utf-8")).run()


ON_SCENERY = """
edition = "en1"
[match]
active = "a"
[[fighter]]
id = "a"
player = 1
at = [30, 30]
[[fighter]]
id = "b"
player = 2
at = [50, 50]
[[scenery]]
id = "hut"
outline = [[31.5, 25], [36, 25], [36, 35], [31.5, 35]]
rules = ["Elevation", "Climbing (2)", "Hiding (1)", "Destruction (3)"]
[[scenery]]
id = "lake"
outline = [[20, 25], [28.5, 25], [28.5, 35], [20, 35]]
rules = ["Swimming (2)"]
[[scenery]]
id = "pit"
outline = [[28.6, 24], [31.4, 24], [31.4, 28.5], [28.6, 28.5]]
rules = ["Jump (2)"]
"""


@pytest.mark.parametrize(
    "given",
    [
        Climb("hut"),
        Climb("hut", (3400, 3000)),
        Swim("lake", (1849, 3000)),
        Jump("pit"),
        Hide("hut"),
        Attack("hut"),
        Move(()),
    ],
)
def test_answers_about_scenery_come_back(given: Answer) -> None:
    match = read_position(document(ON_SCENERY)).match
    assert flow.why_not(match, 1, given) is None
    data = decode(encode(answer_data(match, given, None)))
    assert answer_from(match, 1, data, None) == given
    assert len(encode(data)) <= 9


@pytest.mark.parametrize("rules", [(), (("jump", 20), ("quarterist_idol", 1), ("corrosion", 1))])
@pytest.mark.parametrize(("outline", "radius"), [(((300, 200),), 400), (((0, 0), (1200, -7), (9999, 12000)), 0)])
@pytest.mark.parametrize("like", ["", "tree", "devastated_zone"])
def test_a_piece_of_ones_own_making_comes_back(rules: Any, outline: Any, radius: int, like: str) -> None:
    """A built piece survives encoding, legal or not; which looks are allowed is checked elsewhere."""
    match = _buying().match
    given = Build(rules, outline, radius, like)
    data = decode(encode(answer_data(match, given, None)))
    assert answer_from(match, 1, data, None) == given


def _buying() -> Game:
    setup = ready_setup(1)._replace(territory=1, pool=load().terrain)
    game = Game(setup, ("random", "random"), 1)
    while not (isinstance(game.match.pending, Decision) and game.match.pending.rule == "TER-1"):
        game.step()
    return game


def _with_modules(seed: int, edition: str) -> Setup:
    setup, library = ready_setup(seed, edition), load(edition)
    npfs = tuple(library.npfs.values())
    standing = Piece("oil", "", ((1500, 1500),), 400, territory=1, rules=(("occupation", 1),))
    return setup._replace(
        territory=1,
        pool=library.terrain,
        infestation=(ROLLED, 3)[seed % 2],
        npfs=npfs,
        weather=seed % 4,
        pieces=(standing,),
        abilities=library.abilities_of(setup.troops, setup.missions, npfs),
    )


@pytest.mark.parametrize(("seed", "edition"), [(1, "fr3"), (2, "en1"), (3, "it1"), (4, "pt1"), (6, "de2")])
def test_a_match_with_every_module_comes_back(seed: int, edition: str) -> None:
    game = Game(_with_modules(seed, edition), ("random", "random"), seed)
    game.play()
    written = write(game.record())
    assert read(written) == game.record() and len(deflated(written)) <= 1600
    assert state_hash(replay(read(written))) == state_hash(game.match)
    assert any(isinstance(entry, Given) and isinstance(entry.answer, Npf) for entry in game.entries) or seed != 1


def test_set_ups_with_modules_come_back_and_are_short() -> None:
    library = load()
    plain, setup = ready_setup(1), _with_modules(1, "fr3")
    own = library.npfs["ash_hound"]._replace(id="own", name="Own")
    for one in (
        plain,
        setup,
        setup._replace(pool=library.terrain[:3]),
        setup._replace(npfs=(own,)),
        setup._replace(npfs=(), infestation=0),
        plain._replace(pieces=(Piece("a", "tree", ((0, 0),), 5, slow=1),)),
    ):
        data = decode(encode(setup_data(one, library)))
        assert setup_from(data) == one
    assert len(encode(setup_data(setup, library))) <= len(
        encode(setup_data(plain, library))
    )  # the catalogue by its name


@pytest.mark.parametrize(
    ("at", "bad"),
    [
        (9, 1),
        (9, "x"),
        (10, ((1, 2),)),
        (10, (("a", "tree", ((0, 0),), "5"),)),
        (13, "1"),
        (13, 1),
        (14, ()),
        (15, ("nobody",)),
        (15, ((1,),)),
        (16, b""),
        (10, (("a", "tree", ((0, 0),), 5, 0, 0, 0, 0, 1, ((1, "jump"),)),)),
    ],
)
def test_a_set_up_of_another_shape_is_malformed(at: int, bad: Any) -> None:
    data = list(setup_data(ready_setup(1), load()))
    data[at] = bad
    with pytest.raises(EdenError):
        read(encode((VERSION, tuple(data), (b"", b""), ())))


@pytest.mark.parametrize(
    "bad",
    [
        ((), (5,), 0, 0),
        ((-1,), (5,), 0, 0),
        ((999999,), (5,), 0, 0),
        (("jump",), (5,), 0, 0),
        ((), (), 0, 0),
        ((), (5,), 0, 99),
        ((), (5, "x"), 0, 0),
        ((), (5,), "r", 0),
        ((), (5,), 0),
        ((), (5, 1 << 60), 0, 0),
        ((33,), ("y",), 0, 0),
    ],
)
def test_a_built_piece_of_another_shape_is_malformed(bad: Any) -> None:
    game = _buying()
    whole = decode(write(game.record()))
    with pytest.raises(EdenError):
        read(encode((*whole[:3], (*whole[3], bad))))


# --- records ---


@pytest.fixture(scope="module")
def finished() -> Game:
    game = Game(ready_setup(11), ("random", "random"), 11)
    game.play()
    return game


def test_a_record_replays_to_the_same_state(finished: Game) -> None:
    written = write(finished.record())
    assert state_hash(replay(read(written))) == state_hash(finished.match)


def test_a_record_without_secrets_keeps_what_was_sealed(finished: Game) -> None:
    public = finished.record()._replace(secrets=(b"", b""))
    again = read(write(public))
    assert again == public
    assert state_hash(replay(again)) == state_hash(finished.match)


def test_a_record_is_small(finished: Game) -> None:
    for seed in range(10):
        game = Game(ready_setup(seed), ("random", "random"), seed)
        game.play()
        assert len(deflated(write(game.record()))) <= 1600


def test_a_record_cut_anywhere_is_refused_or_shorter(finished: Game) -> None:
    written = write(finished.record())
    for end in range(0, len(written), 37):
        with pytest.raises(EdenError):
            read(written[:end])


def test_a_record_damaged_anywhere_never_breaks_the_reader(finished: Game) -> None:
    written = write(finished.record())
    for at in range(0, len(written), 41):
        bad = written[:at] + bytes((written[at] ^ 0x21,)) + written[at + 1 :]
        try:
            assert write(read(bad)) == bad  # another record, but a whole one
        except EdenError as error:
            assert error.code


def test_a_changed_die_is_another_match(finished: Game) -> None:
    """A changed die mostly leads to another state or to an entry that is refused (misses stay misses)."""
    numbers = [i for i, entry in enumerate(finished.entries) if isinstance(entry, Dice)][:24]
    harmless = 0
    for number in numbers:
        entries = list(finished.entries)
        entries[number] = Dice(tuple(7 - face for face in entries[number].faces))  # type: ignore[union-attr]
        try:
            forged = replay(Record(finished.match.setup, finished.record().secrets, tuple(entries)))
            harmless += state_hash(forged) == state_hash(finished.match)
        except EdenError as error:
            assert error.where.startswith("entry ")
    assert harmless * 3 < len(numbers) * 2


def test_an_entry_out_of_place_names_itself(finished: Game) -> None:
    entries = [entry for entry in finished.entries if isinstance(entry, Given)]
    with pytest.raises(EdenError) as refused:
        replay(Record(finished.match.setup, finished.record().secrets, tuple(entries)))
    assert refused.value.where.startswith("entry ")


@pytest.mark.parametrize("secrets", [True, False])
def test_a_proved_fault_is_recorded(secrets: bool) -> None:
    """A bid that its own vault can't explain is recorded as it was sealed and opened."""
    game = Game(ready_setup(1), ("random", "random"), 1)
    match = game.match
    entries = []
    for player, bid in ((1, 500), (2, 1)):
        entries.append(Given(player, game.vaults[player].seal_bid(match, bid)))
        flow.answer(match, *entries[-1])
    for player in (1, 2):
        entries.append(Given(player, game.vaults[player].open(match)))
        flow.answer(match, *entries[-1])
    assert match.table.fault == 1
    record = Record(match.setup, game.record().secrets if secrets else (b"", b""), tuple(entries))
    assert read(write(record)) == record
    assert state_hash(replay(read(write(record)))) == state_hash(match)


def test_a_bomb_is_not_inflated() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(bytes(50_000_000)) + packer.flush()
    with pytest.raises(Malformed):
        inflated(bomb)
    with pytest.raises(Malformed):
        inflated(b"\xff\xff\xff")
    assert inflated(deflated(b"a match")) == b"a match"


def test_simulate_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    from eden_core.cli import main

    assert main(["simulate", "--matches", "2", "--seed", "3", "--players", "random,random", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["matches"] == 2 and sum(found["wins"]) + found["draws"] == 2 and found["decisions"] > 200
    assert main(["simulate", "--matches", "1", "--players", "random,nobody"]) == 2


def test_many_corners_are_refused_at_once() -> None:
    """PREP-6: a short link can't make the reader check thousands of corners; an error names a bad special rule."""
    pool = load().terrain
    many = tuple((x, 10 * (x % 2)) for x in range(0, 600, 10))
    shapes = tuple(pool[0]._replace(id=f"own_{i}", outline=(*many, (600, 900), (0, 900))) for i in range(40))
    setup = ready_setup(1)._replace(territory=1, pool=shapes)
    assert [fault.code for fault in why_not_setup(setup)] == ["too_many_corners"]
    odd = ready_setup(1)._replace(territory=1, pool=(pool[0]._replace(id="own", rules=(("jump", 99),)),))
    assert [(fault.code, fault.rule) for fault in why_not_setup(odd)] == [("number_out_of_bounds", "TER-2")]
