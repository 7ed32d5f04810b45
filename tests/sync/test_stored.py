"""The stored form of a match: sizes, what is read back, every byte damaged, what the two signatures must cover."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from random import Random

import pytest

from eden_core.cli.games import ready_setup, with_modules
from eden_core.cli.log import log_of
from eden_core.cli.recording import SignedGame
from eden_core.engine import flow
from eden_core.engine.cbor import decode, encode
from eden_core.engine.match import opponent
from eden_core.engine.messages import Pick
from eden_core.errors import Illegal
from eden_core.sync.chain import stored
from eden_core.sync.chain.entries import DRAWN, UNDO, Entry, resignation_statement
from eden_core.sync.chain.stored import Signature
from eden_core.sync.proofs.verifying import Examination, Report, examine, kind_of_bytes, verify
from tests.sync.matches import VERIFIER, Game, checked, parts, said, short, whole

CHUNKS, MATCHES = 4, 26  # over 100 in all
LINK_MEDIAN, LINK_MOST = 2_000, 2_953
ROUNDS = 5


# --- sizes ---


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_whole_match_with_both_signatures_fits_a_link(
    chunk: int, record_property: Callable[[str, object], None]
) -> None:
    """Five rounds in 2,000 characters at the median, and never more than one QR code holds; the first is verified
    too.
    """
    five: list[int] = []
    seed, all_sizes = 1000 * chunk, []
    while len(five) < MATCHES:
        game = SignedGame(ready_setup(seed), ("random", "random"), seed)
        match = game.play()
        all_sizes.append(len(game.link()))
        if match.table.round == ROUNDS:
            five.append(all_sizes[-1])
        if not seed % 1000:
            report = checked(game)
            assert (
                report.holds and all(report.parts) and report.ended == "rules" and report.winner == match.table.winner
            )
        seed += 1
    record_property("link_median", statistics.median(five))
    record_property("link_most", max(all_sizes))
    print(
        f"{len(five)} matches of five rounds: median {statistics.median(five)}, most {max(five)} characters; "
        f"of all {len(all_sizes)}: most {max(all_sizes)}"
    )
    assert statistics.median(five) <= LINK_MEDIAN and max(all_sizes) <= LINK_MOST


# --- written and read ---


@pytest.mark.parametrize("known", [(), (1,), (2,), (1, 2)])
@pytest.mark.parametrize("steps", [0, 1, 3, 9, 40])
def test_what_is_written_is_read_back(steps: int, known: tuple[int, ...]) -> None:
    """At any moment, whichever secrets may stand in it: the same chain, states and bytes."""
    game = Game(steps)
    for _ in range(steps):
        game.step()
    data = stored.write(game.ledger, {player: game.secrets[player] for player in known}, game.signatures())
    read = stored.read(data)
    assert read.ledger.ids == game.ledger.ids and read.ledger.state() == game.ledger.state()
    assert read.signatures == game.signatures() and set(read.secrets) == set(known)
    assert stored.write(read.ledger, read.secrets, read.signatures) == data
    report = verify("m", data, VERIFIER)
    assert said(report) == (f"entry {game.ledger.seq}" if game.ledger.seq else "genesis", "secrets_not_open", "")
    assert parts(report) == {"signatures": True, "chain": True, "rules": True, "dice": True, "secrets": None}
    assert report.ended == "" and kind_of_bytes(data) == "m"


def test_with_all_optional_modules() -> None:
    """TER, NPF, WEA, and another edition's own rules: a match in full holds, one with territories in its first
    rounds.
    """
    for seed, edition, territory in ((3, "en1", False), (4, "fr3", True)):
        game = Game(seed, with_modules(ready_setup(seed, edition), territory, 11, 2), 4096)
        while game.match.pending is not None and not (territory and game.match.table.round > 1):
            game.step()
        if territory:
            game.resign()
        game.play()
        assert checked(game).holds, edition


def test_consents_are_checked() -> None:
    """An undo and a draw hold with the other's signature of just that, and with no other."""
    for what, kind in (("undo", UNDO), ("draw", DRAWN)):
        for honest in (True, False):
            game = Game(2)
            game.until("action")
            while not game.ledger.may_undo_to():
                game.write()
            writer = game.ledger.due().writer  # type: ignore[union-attr]
            other, to = opponent(writer), game.ledger.may_undo_to()[0]
            key = game.keys[other if honest else writer]
            consent = key.sign(game.ledger.request(what, other, to if what == "undo" else 0))
            game.ledger.apply(Entry(writer, kind, (to, consent) if what == "undo" else (consent,)))
            game.sign(writer)
            at = game.ledger.seq
            if what == "undo":
                game.resign()
            game.play()
            report = checked(game)
            assert report.ended == ("drawn" if what == "draw" else "resigned")
            if honest:
                assert report.holds
            else:
                assert (
                    said(report) == (f"entry {at}", "consent_does_not_hold", "")
                    and parts(report)["signatures"] is False
                )


# --- damage ---


def never_passes(data: bytes) -> None:
    report = verify("m", data, VERIFIER)
    assert not report.holds and report.fault is not None and report.fault.where


def test_no_damaged_byte_passes() -> None:
    """A byte in three of a short match flipped in one of its bits, then the whole cut, then something appended."""
    data, numbers = short().stored(), Random(5)
    assert verify("m", data, VERIFIER).holds
    for at in range(numbers.randrange(3), len(data), 3):
        damaged = bytearray(data)
        damaged[at] ^= 1 << numbers.randrange(8)
        never_passes(bytes(damaged))
    for at in range(0, len(data), 3):
        never_passes(data[:at])
    never_passes(data + b"\x00")


def test_no_damaged_byte_of_a_whole_match_passes() -> None:
    """A sample of the bytes of a match to its end."""
    data, numbers = whole().stored(), Random(6)
    for _ in range(5):
        damaged = bytearray(data)
        damaged[numbers.randrange(len(data))] ^= 1 << numbers.randrange(8)
        never_passes(bytes(damaged))


def test_any_other_shape_is_refused() -> None:
    """Each part of a stored match replaced by something else altogether."""
    parts_ = decode(short().stored())
    for index in range(len(parts_)):
        for other in (
            0,
            -1,
            1 << 63,
            b"",
            b"\xff" * 70_000,
            "",
            "\u202e" * 30,
            (),
            (1, 2, 3),
            ((),) * 3,
            {},
            {1: (0, ())},
            {100: (9, b"")},
        ):
            if other != parts_[index]:
                never_passes(encode((*parts_[:index], other, *parts_[index + 1 :])))
    never_passes(encode(parts_[:-1]))
    never_passes(encode((*parts_[:-1], (*parts_[-1], (1, bytes(64))))))  # a third signature


def test_an_illegal_answer_is_named_with_its_entry_and_rule() -> None:
    """Somebody's move goes across the whole field: the rules refuse it where it stands."""
    game = Game(1)
    game.until("deploy")
    with pytest.raises(Illegal):
        flow.answer(game.match.copy(), game.ledger.due().writer, Pick(1))  # type: ignore[union-attr]
    number, total = game.ledger.seq + 1, 0
    game.write()
    game.resign()
    data = decode(game.stored())
    items = list(data[9])
    for index, item in enumerate(items):
        if (
            isinstance(item, tuple)
            and len(item) in (2, 3)
            and all(type(each) is int for each in item)
            and item[1] > 1 << 20
        ):
            total = index  # the last place that was written
    items[total] = (items[total][0], (3000 + 16384) * 32768 + 3000 + 16384)
    report = verify("m", encode((*data[:9], tuple(items), *data[10:])), VERIFIER)
    assert said(report) == (f"entry {number}", "outside_the_half", "PREP-7")
    assert parts(report) == {"signatures": None, "chain": None, "rules": False, "dice": None, "secrets": None}


# --- signatures ---


def with_signatures(game: Game, signatures: dict[int, Signature]) -> Report:
    return verify("m", stored.write(game.ledger, {}, signatures), VERIFIER)


def test_each_entry_needs_its_writers_signature() -> None:
    game = short()
    signatures = game.signatures()
    assert said(with_signatures(game, {})) == ("genesis", "not_signed", "")
    assert said(with_signatures(game, {1: signatures[1]})) == ("genesis", "not_signed", "")
    last = game.ledger.seq
    # What the guest signed before the last entry is no signature for the last entry, nor for another place of the
    # chain.
    state = signatures[1].state
    game.sign(2)
    assert with_signatures(game, game.signatures()).holds
    earlier = Signature(last - 1, state, game.keys[2].sign(b"something else"))
    assert said(with_signatures(game, {**signatures, 2: earlier}))[1] == "signature_does_not_hold"
    assert said(with_signatures(game, {**signatures, 2: signatures[1]}))[1] == "signature_does_not_hold"
    assert said(with_signatures(game, {1: signatures[2], 2: signatures[1]}))[1] == "signature_does_not_hold"


def test_a_resignation_that_stands_alone() -> None:
    """Whoever gave up wrote no more: it ends the match, with its signature; a forged or malformed one does not."""
    game = Game(9)
    for _ in range(9):
        game.step()
    signature = game.keys[2].sign(resignation_statement(game.ledger.genesis.id, 2))
    data = stored.write(game.ledger, {}, game.signatures(), (2, signature))
    report = verify("m", data, VERIFIER)
    assert said(report) == (f"entry {game.ledger.seq}", "secrets_not_open", "") and parts(report)["signatures"]
    assert (report.ended, report.winner) == ("resigned", 1) and kind_of_bytes(data) == "m"
    assert list(log_of(examine("m", data)))[-2].endswith("wins by a resignation that stands alone.")
    for forged in ((1, signature), (2, bytes(64)), (2, b"")):
        found = verify("m", stored.write(game.ledger, {}, game.signatures(), forged), VERIFIER)
        assert said(found)[1] == "consent_does_not_hold" and not parts(found)["signatures"]
    *others, signed = decode(data)
    for broken in ((3, signature), (2, "x"), (), 7):
        assert said(verify("m", encode((*others, (*signed[:2], broken))), VERIFIER))[1] in (
            "not_a_resignation",
            "not_a_match",
        )
    over = short()
    assert over.ledger.is_over
    assert (
        said(verify("m", stored.write(over.ledger, {}, over.signatures(), (2, signature)), VERIFIER))[1]
        == "not_a_resignation"
    )


def test_a_signature_that_covers_too_little_is_told() -> None:
    """The last entry was never signed by its writer."""
    game = Game(1)
    for _ in range(5):
        game.step()
    before = game.signatures()
    game.write()
    at, player = game.ledger.seq, game.ledger.entries[-1].writer
    report = verify("m", stored.write(game.ledger, {}, before), VERIFIER)
    assert said(report) == (f"entry {at}", "not_signed", "")
    assert report.fault is not None and report.fault.values["player"] == player


def test_a_signature_that_backends_may_judge_apart_counts_as_false() -> None:
    """A number not below the group's order, a point of small order: not even asked."""

    class Nobody:
        """A verifier that would say yes to anything."""

        def verify(self, key: bytes, signature: bytes, data: bytes) -> bool:
            return True

    game = short()
    good = game.signatures()
    order = 2**252 + 27742317777372353535851937790883648493
    large = int.from_bytes(good[1].bytes[32:], "little") + order
    for raw in (
        good[1].bytes[:32] + large.to_bytes(32, "little"),
        bytes((1,)) + bytes(31) + good[1].bytes[32:],
        b"",
        bytes(65),
    ):
        data = stored.write(game.ledger, {}, {**good, 1: good[1]._replace(bytes=raw)})
        assert said(verify("m", data, Nobody())) == (f"entry {good[1].seq}", "signature_does_not_hold", "")


def test_the_check_in_two_steps() -> None:
    """What a browser does: the signatures to verify first, the report of their results after."""
    game = whole()
    examined = examine("m", game.stored())
    assert isinstance(examined, Examination) and examined.ledger is not None and len(examined.checks) == 2
    assert examined.ledger.ids == game.ledger.ids
    assert examined.report([True, True]).holds
    report = examined.report([True, False])
    assert (
        said(report)[1] == "signature_does_not_hold" and parts(report)["signatures"] is False and parts(report)["rules"]
    )
