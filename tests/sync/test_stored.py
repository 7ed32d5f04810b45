"""The stored form of a match and its check: sizes, what is read back, every byte damaged, and each way to cheat found out."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from eden_core import flow
from eden_core.cbor import decode, encode
from eden_core.cli.recording import SignedGame
from eden_core.cli.simulate import ready_setup, with_modules
from eden_core.errors import EdenError, Illegal
from eden_core.match import opponent
from eden_core.messages import Answer, Hand, Open, Pick
from eden_core.profile import Mission
from eden_core.record import write as write_record
from eden_core.rules import missions
from eden_core.sync import fork, stored
from eden_core.sync.genesis import Reply
from eden_core.sync.ledger import DRAWN, UNDO, Entry, Ledger
from eden_core.sync.stored import Signature
from eden_core.sync.verifying import PARTS, Examination, Report, examine, kind_of_bytes, verify

from .matches import VERIFIER, Game, short, whole

CHUNKS, MATCHES = 4, 26       # over 100 in all
LINK_MEDIAN, LINK_MOST = 2_000, 2_953
ROUNDS = 5


def checked(game: SignedGame) -> Report:
    """The report on a match as it was stored."""
    return verify("m", game.stored(), VERIFIER)


def parts(report: Report) -> dict[str, bool | None]:
    return dict(zip(PARTS, report.parts))


def said(report: Report) -> tuple[str, str, str]:
    """The fault: where, what, which rule."""
    assert report.fault is not None
    return report.fault.where, report.fault.code, report.fault.rule


# --- sizes -------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_whole_match_with_both_signatures_fits_a_link(chunk: int, record_property: Callable[[str, object], None]) -> None:
    """Five rounds in 2,000 characters at the median, and never more than one QR code holds; the first is verified too."""
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
            assert report.holds and all(report.parts) and report.ended == "rules" and report.winner == match.table.winner
        seed += 1
    record_property("link_median", statistics.median(five))
    record_property("link_most", max(all_sizes))
    print(f"{len(five)} matches of five rounds: median {statistics.median(five)}, most {max(five)} characters; "
          f"of all {len(all_sizes)}: most {max(all_sizes)}")
    assert statistics.median(five) <= LINK_MEDIAN and max(all_sizes) <= LINK_MOST


# --- written and read ----------------------------------------------------------------------------------------------------

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
    """TER, NPF, WEA, and another edition's own rules: a match in full holds, one with territories in its first rounds."""
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
            writer = game.ledger.due().writer                           # type: ignore[union-attr]
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
                assert said(report) == (f"entry {at}", "consent_does_not_hold", "") and parts(report)["signatures"] is False


# --- damage --------------------------------------------------------------------------------------------------------------

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
        for other in (0, -1, 1 << 63, b"", b"\xff" * 70_000, "", "\u202e" * 30, (), (1, 2, 3), ((),) * 3, {}, {1: (0, ())},
                      {100: (9, b"")}):
            if other != parts_[index]:
                never_passes(encode((*parts_[:index], other, *parts_[index + 1:])))
    never_passes(encode(parts_[:-1]))
    never_passes(encode((*parts_[:-1], (*parts_[-1], (1, bytes(64))))))     # a third signature


def test_an_illegal_answer_is_named_with_its_entry_and_rule() -> None:
    """Somebody's move goes across the whole field: the rules refuse it where it stands."""
    game = Game(1)
    game.until("deploy")
    with pytest.raises(Illegal):
        flow.answer(game.match.copy(), game.ledger.due().writer, Pick(1))   # type: ignore[union-attr]
    number, total = game.ledger.seq + 1, 0
    game.write()
    game.resign()
    data = decode(game.stored())
    items = list(data[9])
    for index, item in enumerate(items):
        if isinstance(item, tuple) and len(item) in (2, 3) and all(type(each) is int for each in item) and item[1] > 1 << 20:
            total = index                                       # the last place that was written
    items[total] = (items[total][0], (3000 + 16384) * 32768 + 3000 + 16384)
    report = verify("m", encode((*data[:9], tuple(items), *data[10:])), VERIFIER)
    assert said(report) == (f"entry {number}", "outside_the_half", "PREP-7")
    assert parts(report) == {"signatures": None, "chain": None, "rules": False, "dice": None, "secrets": None}


# --- signatures ----------------------------------------------------------------------------------------------------------

def with_signatures(game: Game, signatures: dict[int, Signature]) -> Report:
    return verify("m", stored.write(game.ledger, {}, signatures), VERIFIER)


def test_each_entry_needs_its_writers_signature() -> None:
    game = short()
    signatures = game.signatures()
    assert said(with_signatures(game, {})) == ("genesis", "not_signed", "")
    assert said(with_signatures(game, {1: signatures[1]})) == ("genesis", "not_signed", "")
    last = game.ledger.seq
    # What the guest signed before the last entry is no signature for the last entry, nor for another place of the chain.
    state = signatures[1].state
    game.sign(2)
    assert with_signatures(game, game.signatures()).holds
    earlier = Signature(last - 1, state, game.keys[2].sign(b"something else"))
    assert said(with_signatures(game, {**signatures, 2: earlier}))[1] == "signature_does_not_hold"
    assert said(with_signatures(game, {**signatures, 2: signatures[1]}))[1] == "signature_does_not_hold"
    assert said(with_signatures(game, {1: signatures[2], 2: signatures[1]}))[1] == "signature_does_not_hold"


def test_a_signature_that_covers_too_little_is_told() -> None:
    """The last entry was never signed by its writer."""
    game = Game(1)
    for _ in range(5):
        game.step()
    before = game.signatures()
    game.write()
    at, player = game.ledger.seq, game.ledger.entries[-1].writer
    report = verify("m", stored.write(game.ledger, {}, before), VERIFIER)
    assert said(report) == (f"entry {at}", "not_signed", "") and report.fault.values["player"] == player  # type: ignore[union-attr]


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
    for raw in (good[1].bytes[:32] + large.to_bytes(32, "little"), bytes((1,)) + bytes(31) + good[1].bytes[32:], b"", bytes(65)):
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
    assert said(report)[1] == "signature_does_not_hold" and parts(report)["signatures"] is False and parts(report)["rules"]


# --- secrets -------------------------------------------------------------------------------------------------------------

def sealed_by_another_secret(game: Game, kind: str) -> Answer:
    """A bid, mission or hand that the pledged secret does not explain."""
    game.until(kind, 1)
    vault = game.stranger(1)
    options = flow.options(game.match)
    if kind == "bid":
        return vault.seal_bid(game.match, 1)
    if kind == "hand":
        return vault.seal_hand(game.match, options[:len(hand_of(game).digests)])
    return vault.seal_mission(game.match, secret_mission(game, options))


def hand_of(game: Game) -> Hand:
    """A hand of the size that is asked for."""
    given = game._players[1].decide(game.match, game.vault(1).copy())
    assert isinstance(given, Hand)
    return given


def secret_mission(game: Game, options: Any) -> Mission:
    found = [card for name in options if (card := missions.find(game.match, name)) is not None and not card.revealed]
    return found[0]


@pytest.mark.parametrize(("kind", "rule"), [("bid", "GEN-6"), ("mission", "PREP-5"), ("hand", "PREP-8")])
def test_what_the_secret_does_not_explain_is_found(kind: str, rule: str) -> None:
    """Sealed with another secret than the one pledged: found once the secrets are open."""
    game = Game(1)
    given = sealed_by_another_secret(game, kind)
    game.write(given)
    at = game.ledger.seq
    if kind == "bid":
        game.write()                                        # the other's bid; then the stranger's vault must open it
        report = checked(game.resign())
    else:
        report = checked(game.resign())
    assert said(report) == (f"entry {at}", "sealed_otherwise", rule)
    assert parts(report) == {"signatures": True, "chain": True, "rules": True, "dice": True, "secrets": False}


def test_a_hand_with_one_card_twice_is_found() -> None:
    """PREP-8: the rules can't see into a sealed hand; its secret can."""
    game = Game(1)
    game.until("hand", 1)
    size = len(hand_of(game).digests)
    options = flow.options(game.match)
    assert size > 1
    game.write(game.vault(1).seal_hand(game.match, (options[0],) * size))
    at = game.ledger.seq
    assert said(checked(game.resign())) == (f"entry {at}", "card_twice", "PREP-8")


def test_a_mission_that_may_not_be_laid_is_found() -> None:
    """PREP-5: one that is open by its card can't lie face down, and one of another faction's can't be chosen at all."""
    for usable, code in ((True, "not_an_option"), (False, "sealed_otherwise")):
        game = Game(1)
        game.until("mission", 1)
        options = flow.options(game.match)
        card = next(card for card in game.match.setup.missions if (card.id in options) is usable and (card.revealed or not usable))
        game.write(game.vault(1).seal_mission(game.match, card))
        at = game.ledger.seq
        assert said(checked(game.resign())) == (f"entry {at}", code, "PREP-5")


@pytest.mark.parametrize("player", [1, 2])
def test_a_false_opening_ends_the_match_and_is_read_back(player: int) -> None:
    """GEN-6: a bid opened as another than was sealed: its owner has lost, and the record tells why."""
    game = Game(1)
    game.until("open", player)
    true = game.vault(player).open(game.match)
    game.write(Open(int(true.value) + 1, true.nonce))
    at = game.ledger.seq
    game.play()
    report = checked(game)
    assert said(report) == (f"entry {at}", "opening_does_not_match", "GEN-6")
    assert report.ended == "fault" and report.winner == opponent(player)


def test_a_bid_above_the_reserve_is_found() -> None:
    """GEN-6: nobody's secret explains what nobody may bid."""
    game = Game(1)
    game.until("bid", 1)
    game.write(game.vault(1).seal_bid(game.match, game.match.sides[1].sp + 1))
    at = game.ledger.seq
    game.play()
    report = checked(game)
    assert said(report) == (f"entry {at}", "sealed_otherwise", "GEN-6") and report.ended == "fault" and report.winner == 2


def false_claims() -> list[tuple[Game, int]]:
    """A match in which somebody with a face-down mission claims what it does not score, and the entry of the claim."""
    for seed in range(30):
        game = Game(seed)
        question = game.until("mission")
        card = next((card for name in flow.options(game.match) if (card := missions.find(game.match, name)) and not card.revealed),
                    None)
        if card is None:
            continue
        player = question.owners[0]
        game.write(game.vault(player).seal_mission(game.match, card))
        while game.match.pending is not None:
            asked = game.match.pending
            if getattr(asked, "kind", "") == "claim" and asked.owners[0] == player:             # type: ignore[union-attr]
                true = missions.true_claim(game.match, player, game.vault(player), asked.card)   # type: ignore[union-attr]
                others = [value for value in asked.options if value != true]                     # type: ignore[union-attr]
                if others:
                    game.write(Pick(others[0]))
                    return [(game, game.ledger.seq)]
            game.write()
    return []


def test_a_false_claim_is_found() -> None:
    """ITD-10: even where the match is resigned before its mission opens."""
    ((game, at),) = false_claims()
    report = checked(game.resign())
    assert said(report) == (f"entry {at}", "false_claim", "ITD-10") and report.ended == "resigned"


def test_a_fault_that_an_undo_moved_is_named_by_its_own_entry() -> None:
    """Entries that were taken back count: the number is the slot's."""
    game = Game(2)
    game.until("action")
    while not game.ledger.may_undo_to():
        game.write()
    writer = game.ledger.due().writer                                   # type: ignore[union-attr]
    other, to = opponent(writer), game.ledger.may_undo_to()[0]
    game.ledger.apply(Entry(writer, UNDO, (to, game.keys[other].sign(game.ledger.request("undo", other, to)))))
    game.sign(writer)
    question = game.until("bid", 1)                                     # the next round's
    assert question.kind == "bid"
    game.write(game.stranger(1).seal_bid(game.match, 0))
    at = game.ledger.seq
    assert said(checked(game.resign())) == (f"entry {at}", "sealed_otherwise", "GEN-6")


# --- proofs and unsigned records -------------------------------------------------------------------------------------------

def proof_of(game: Game, second_key: int = 0) -> bytes:
    """The next writer signs two ways to go on."""
    due = game.ledger.due()
    assert due is not None
    invite, genesis, base, prev = game.ledger.genesis.invite, game.ledger.genesis, game.ledger.seq, game.ledger.head
    branches = []
    for number, seal in enumerate((1, 2)):
        trial: Ledger = game.ledger.copy()
        entry = trial.answer(game.vault(due.writer).copy().seal_bid(trial.match, seal), game.own[due.writer].reveal)
        key = game.keys[second_key if second_key and number else due.writer]
        branches.append(fork.Branch((entry,), trial.state(), key.sign(trial.statement())))
    return fork.proof_bytes(fork.Proof(invite.data(), Reply(genesis.guest).data(genesis.setup.ruleset.edition), due.writer, base,
                                       prev, *branches))


def test_a_proof_of_two_histories() -> None:
    """It holds with two signatures of the same player, and no other way."""
    game = Game(1)
    game.until("bid", 1)
    data = proof_of(game)
    report = verify("f", data, VERIFIER)
    assert report.holds and report.player == 1 and report.entries == game.ledger.seq and kind_of_bytes(data) == "f"
    forged = verify("f", proof_of(game, 2), VERIFIER)
    assert said(forged) == (f"entry {game.ledger.seq + 1}", "signature_does_not_hold", "")
    parts_ = decode(data)
    same = verify("f", encode((*parts_[:-1], parts_[-2])), VERIFIER)
    assert said(same)[1] == "proves_nothing"
    for at in range(0, len(data), 7):
        damaged = bytearray(data)
        damaged[at] ^= 4
        assert not verify("f", bytes(damaged), VERIFIER).holds
        assert not verify("f", data[:at], VERIFIER).holds


def test_an_unsigned_record_replays_but_nobody_vouches_for_it() -> None:
    game = whole()
    data = write_record(game.record())
    report = verify("r", data, VERIFIER)
    assert said(report) == ("record", "record_not_signed", "") and kind_of_bytes(data) == "r"
    assert parts(report) == {"signatures": False, "chain": None, "rules": True, "dice": None, "secrets": True}
    assert report.winner == game.ledger.winner and report.ended == "rules"
    cut = verify("r", data[:-3], VERIFIER)
    assert not cut.holds and parts(cut)["chain"] is False


def test_what_holds_no_match_is_told() -> None:
    for kind in "jiloawx":
        with pytest.raises(EdenError, match="not a match"):
            examine(kind, b"\x80")
    for data in (b"\x80", b"", b"\x01", encode((1,) * 5)):
        with pytest.raises(EdenError):
            kind_of_bytes(data)
