"""The check of what is kept of a match: each way to cheat with secrets found out by its rule; proofs; unsigned
records.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from eden_core.cards.records import Mission
from eden_core.engine import flow
from eden_core.engine.cbor import decode, encode
from eden_core.engine.match import opponent
from eden_core.engine.messages import Answer, Hand, Open, Pick
from eden_core.errors import EdenError
from eden_core.record.record import write as write_record
from eden_core.rules.cards import missions
from eden_core.sync.chain.entries import UNDO, Entry
from eden_core.sync.chain.genesis import Reply
from eden_core.sync.chain.ledger import Ledger
from eden_core.sync.proofs import fork
from eden_core.sync.proofs.verifying import examine, kind_of_bytes, verify
from tests.sync.matches import VERIFIER, Game, checked, parts, said, whole

# --- secrets ---


def sealed_by_another_secret(game: Game, kind: str) -> Answer:
    """A bid, mission or hand that the pledged secret does not explain."""
    game.until(kind, 1)
    vault = game.stranger(1)
    options = flow.options(game.match)
    if kind == "bid":
        return vault.seal_bid(game.match, 1)
    if kind == "hand":
        return vault.seal_hand(game.match, options[: len(hand_of(game).digests)])
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
        game.write()  # the other's bid; then the stranger's vault must open it
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
        card = next(
            card
            for card in game.match.setup.missions
            if (card.id in options) is usable and (card.revealed or not usable)
        )
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
    assert (
        said(report) == (f"entry {at}", "sealed_otherwise", "GEN-6") and report.ended == "fault" and report.winner == 2
    )


def false_claims() -> list[tuple[Game, int]]:
    """A match in which somebody with a face-down mission claims what it does not score, and the entry of the claim."""
    for seed in range(30):
        game = Game(seed)
        question = game.until("mission")
        if not any(
            not card.revealed for card in map(partial(missions.find, game.match), flow.options(game.match)) if card
        ):
            continue
        card = secret_mission(game, flow.options(game.match))
        player = question.owners[0]
        game.write(game.vault(player).seal_mission(game.match, card))
        while game.match.pending is not None:
            asked = game.match.pending
            if getattr(asked, "kind", "") == "claim" and asked.owners[0] == player:  # type: ignore[union-attr]
                true = missions.true_claim(game.match, player, game.vault(player), asked.card)  # type: ignore[union-attr]
                others = [value for value in asked.options if value != true]  # type: ignore[union-attr]
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
    writer = game.ledger.due().writer  # type: ignore[union-attr]
    other, to = opponent(writer), game.ledger.may_undo_to()[0]
    game.ledger.apply(Entry(writer, UNDO, (to, game.keys[other].sign(game.ledger.request("undo", other, to)))))
    game.sign(writer)
    question = game.until("bid", 1)  # the next round's
    assert question.kind == "bid"
    game.write(game.stranger(1).seal_bid(game.match, 0))
    at = game.ledger.seq
    assert said(checked(game.resign())) == (f"entry {at}", "sealed_otherwise", "GEN-6")


# --- proofs and unsigned records ---


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
    return fork.proof_bytes(
        fork.Proof(
            invite.data(), Reply(genesis.guest).data(genesis.setup.ruleset.edition), due.writer, base, prev, *branches
        )
    )


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
