"""Canonical bytes: what is written comes back, and nothing else is read; records survive no damage unseen."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eden_core import flow
from eden_core.cbor import MAX_DEPTH, decode, encode
from eden_core.cli.simulate import Game, ready_setup
from eden_core.codec import restore, setup_id, state_bytes, state_hash
from eden_core.errors import EdenError, Malformed
from eden_core.record import Dice, Given, Record, deflated, inflated, read, replay, write

from .playing import drawn_game

PLAIN = st.recursive(
    st.integers(-(1 << 64), (1 << 64) - 1) | st.binary(max_size=40) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5).map(tuple) | st.dictionaries(
        st.integers(-300, 300) | st.text(max_size=4), inner, max_size=4), max_leaves=20)


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


@pytest.mark.parametrize(("data", "code"), [
    ("1800", "not_the_shortest_form"), ("190010", "not_the_shortest_form"), ("1b0000000000000001",
                                                                            "not_the_shortest_form"),
    ("f4", "kind_not_allowed"), ("f6", "kind_not_allowed"), ("f93c00", "kind_not_allowed"),
    ("c001", "kind_not_allowed"), ("9f01ff", "kind_not_allowed"), ("0000", "bytes_left_over"), ("", "cut_short"),
    ("42ff", "cut_short"), ("62c328", "not_utf8"), ("a2010001 00", "keys_out_of_order"),
    ("a202000100", "keys_out_of_order"), ("9b00000fffffffffff", "cut_short"), ("81" * 30 + "00", "nested_too_deep"),
])
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
        bad = good[:at] + bytes((good[at] ^ 0x15,)) + good[at + 1:]
        try:
            twin = restore(bad, match.setup)
            assert state_bytes(twin) != good
        except (EdenError, OverflowError, TypeError):
            continue


def test_the_id_depends_on_every_part_of_the_set_up() -> None:
    setup = ready_setup(1)
    others = [setup._replace(rounds=4), setup._replace(budget=150), setup._replace(names=("a", "b")),
              setup._replace(nonce=b"2"), setup._replace(field=(6000, 9000)), setup._replace(pool=setup.pool[1:]),
              setup._replace(troops=setup.troops[::-1])]
    ids = {setup_id(one) for one in (setup, *others)}
    assert len(ids) == len(others) + 1


# --- records -----------------------------------------------------------------------------------------------------------

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
        bad = written[:at] + bytes((written[at] ^ 0x21,)) + written[at + 1:]
        try:
            assert write(read(bad)) == bad                # another record, but a whole one
        except EdenError as error:
            assert error.code


def test_a_changed_die_is_another_match(finished: Game) -> None:
    """Dice matter: a forged one mostly leads to another state, or to an entry that no longer fits (misses stay misses)."""
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
    """A bid that its own vault can't explain is written as it was sealed and opened."""
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
    from eden_core.__main__ import main
    assert main(["simulate", "--matches", "2", "--seed", "3", "--players", "random,random", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["matches"] == 2 and sum(found["wins"]) + found["draws"] == 2 and found["decisions"] > 200
    assert main(["simulate", "--matches", "1", "--players", "random,nobody"]) == 2
