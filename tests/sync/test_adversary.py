"""What a peer may try who keeps to nothing: each is refused with a place and a reason, changes nothing of the honest
side, and leaves it able to go on, or with a transcript that names who owes what.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from eden_core.engine.cbor import encode
from eden_core.engine.match import opponent
from eden_core.engine.messages import Decision, Open
from eden_core.errors import EdenError
from eden_core.sync import links
from eden_core.sync.chain import stored
from eden_core.sync.chain.dice import Chain
from eden_core.sync.chain.entries import (
    ANSWER,
    DRAWN,
    ORDER,
    RENEW,
    RESIGN,
    REVEAL,
    SECRET,
    TAPE,
    UNDO,
    Entry,
    head_statement,
    request_statement,
    resignation_statement,
)
from eden_core.sync.chain.genesis import QUICK, STRICT, Half, Reply, genesis_of, read_invite, read_reply
from eden_core.sync.chain.ledger import Ledger
from eden_core.sync.chain.secrets import MatchSecrets
from eden_core.sync.keys import ORDER as GROUP_ORDER
from eden_core.sync.keys import is_sound_key, is_sound_signature
from eden_core.sync.peer import channel_auth as greeting
from eden_core.sync.peer import restoring
from eden_core.sync.peer.effects import Sign, Store, Verify
from eden_core.sync.peer.peer import MOST_WAITING, Peer
from eden_core.sync.peer.rate_limit import RateLimit
from eden_core.sync.proofs import false_state, fork, verifying
from eden_core.sync.wire import (
    FRAME,
    MOST_BYTES,
    Ask,
    Assembly,
    Batch,
    Consent,
    Decline,
    Head,
    Hello,
    Join,
    Ping,
    Refuse,
    Resigned,
    Signed,
    Welcome,
    frames_of,
    message_from,
    message_of,
)
from tests.sync.peers import Keys, Side, Table, invitation, pair
from tests.sync.small import SEED, begun, copied, secret_of, small_setup

# --- how it is tried ---


def meeting(mode: int = STRICT, segment: int = 2, answers: int = 0, rounds: int = 2) -> Table:
    """A match under way, both connected and in step."""
    table = copied(begun(mode, segment, answers, rounds=rounds))
    for side in table.sides.values():
        side.peer.own.relearn(side.peer.ledger)  # type: ignore[union-attr, arg-type]
    table.connect()
    table.settle()
    for side in table.sides.values():
        side.shown.clear()
    return table


def parties(table: Table) -> tuple[Side, Side]:
    """The honest side, and the other whose slot it is."""
    due = held(table.sides[1]).due()
    assert due is not None
    return table.sides[opponent(due.writer)], table.sides[due.writer]


def held(side: Side) -> Ledger:
    """A side's ledger."""
    assert side.peer.ledger is not None
    return side.peer.ledger


def image(side: Side) -> tuple[object, ...]:
    """All that must not change by what is refused."""
    ledger, peer = side.peer.ledger, side.peer
    own = peer.own
    assert own is not None
    return (
        side.stored,
        dict(peer.signatures),
        peer.resigning,
        peer.given_up,
        peer.trouble,
        peer.proof,
        peer.must_hear,
        own.vault.__dict__.copy(),
        None if ledger is None else (ledger.seq, ledger.head, ledger.state(), dict(ledger.at), list(ledger.steps)),
    )


def told(side: Side, message: object) -> list[str]:
    """Hands a side a message, carries all out; the codes of what it shows as refused, each with its place."""
    side.shown.clear()
    data: Any = message
    side.peer.received(data if isinstance(data, bytes) else message_of(data))
    side.run()
    errors = [shown.error for shown in side.shown if shown.error is not None]
    assert all(error.where and error.code for error in errors), errors
    assert all(shown.error is not None for shown in side.shown if shown.what in ("refused", "frozen"))
    return [error.code for error in errors]


@contextmanager
def unchanged(side: Side) -> Iterator[None]:
    """Nothing of it is changed within."""
    before = image(side)
    yield
    assert image(side) == before


def refused(side: Side, message: object, *codes: str) -> None:
    """A message is refused for one of these reasons, both are told, and nothing has changed."""
    side.collect()
    side.out.clear()
    with unchanged(side):
        found = told(side, message)
    assert found and set(found) <= set(codes), found
    words = [message_from(data) for data in side.out]
    assert any(isinstance(word, Refuse) and word.code in codes for word in words), words


def goes_on(table: Table, answers: int = 2) -> None:
    """After a new connection both are in step, and play goes on."""
    table.cut()
    table.connect()
    table.play(answers)
    table.settle()
    one, two = held(table.sides[1]), held(table.sides[2])
    assert (one.head, one.state()) == (two.head, two.state())


def forged(side: Side, *entries: Entry, state: bytes = b"", since: int = -1, keys: Keys | None = None) -> Batch:
    """A batch of entries of a side's own making after slot `since`, signed as well as it can be."""
    ledger = held(side)
    base = ledger.seq if since < 0 else since
    head = fork.head_of(ledger.genesis.id, base, ledger.ids[base], entries)
    if not state:
        trial = Ledger(ledger.genesis)
        for entry in ledger.entries[:base]:
            trial.apply(entry)
        try:
            for entry in entries:
                trial.apply(entry)
        except EdenError:
            pass
        state = trial.state()
    seq = base + len(entries)
    signature = (keys or side.keys).sign(head_statement(ledger.genesis.id, seq, head, state))
    return Batch(
        base,
        ledger.ids[base][:8],
        tuple((entry.kind, entry.body) for entry in entries),
        (Signed(side.player, seq, state, signature),),
    )


def written(side: Side) -> Entry:
    """A legal answer of a side's as an entry, which it does not send."""
    ledger, own = held(side).copy(), side.peer.own
    assert own is not None
    return ledger.answer(side.ai.decide(ledger.match, own.vault), own.reveal)


def until(table: Table, wanted: Callable[[Ledger], bool], most: int = 60) -> None:
    """Plays on until a ledger at rest is as wanted."""
    for _ in range(most):
        table.settle()
        if wanted(held(table.sides[1])):
            return
        assert table.play(1), "the match ended before"
    raise AssertionError("it did not come to it")


# --- every entry ---


def test_entries_replayed_reordered_dropped_cut_and_pasted_change_nothing() -> None:
    table = meeting(STRICT, 1)
    stranger = pair(SEED + 1, small_setup(SEED + 1), STRICT, 32)
    stranger.connect()
    stranger.settle()
    strange = message_of(stranger.sides[1].peer.batch(0))
    past: dict[int, list[bytes]] = {1: [], 2: []}
    tried = truths = 0
    for number in range(8):
        table.sides[held(table.sides[1]).due().writer].play()  # type: ignore[union-attr]
        busy = True
        while busy:
            busy = False
            for player in (1, 2):
                side, other = table.sides[player], table.sides[opponent(player)]
                side.run()
                if not side.out:
                    continue
                busy = True
                true = side.out.popleft()
                message = message_from(true)
                if isinstance(message, Batch):
                    other.run()
                    kept = list(other.out)
                    tried += 1
                    for broken in _broken(true, message, number):
                        before = image(other)
                        told(other, broken)
                        if image(other) != before:  # the truth in spite of all: what was damaged was known
                            assert held(side).ids[: held(other).seq + 1] == held(other).ids, broken
                            truths += 1
                    with unchanged(other):
                        told(other, strange)
                        for old in past[player][-3:] + past[player][:1]:
                            told(other, old)
                    other.out.clear()
                    other.out.extend(kept)
                    past[player].append(true)
                other.peer.received(true)
                other.run()
    assert tried >= 8 and truths < tried // 2
    goes_on(table)


def _broken(true: bytes, batch: Batch, seed: int) -> Iterator[bytes]:
    """A true batch, damaged in every way that is not the truth."""
    for at in sorted({0, 1, 2, len(true) - 1, len(true) // 2, *range(3 + seed % 7, len(true), 23)}):
        yield true[:at]
        yield true[:at] + bytes((true[at] ^ 1 << seed % 8,)) + true[at + 1 :] if at < len(true) else true[:-1]
    yield true + b"\0"
    entries = batch.entries
    yield message_of(batch._replace(entries=entries[:-1]))
    yield message_of(batch._replace(entries=entries[1:]))
    yield message_of(batch._replace(entries=(*entries, entries[-1])))
    yield message_of(batch._replace(entries=(entries[0], *entries)))
    if entries[::-1] != entries:
        yield message_of(batch._replace(entries=entries[::-1]))
    yield message_of(batch._replace(base=batch.base + 1))
    yield message_of(batch._replace(base=max(0, batch.base - 1), prev=b"\0" * 8))
    yield message_of(batch._replace(signed=()))
    yield message_of(batch._replace(signed=tuple(each._replace(player=3 - each.player) for each in batch.signed)))
    yield message_of(batch._replace(signed=tuple(each._replace(seq=each.seq + 1) for each in batch.signed)))
    yield message_of(batch._replace(entries=tuple((kind ^ 1, body) for kind, body in entries)))


def test_a_peer_killed_at_every_step_resumes() -> None:
    table = meeting(STRICT, 2)
    kills = 0
    for _ in range(4):
        due = held(table.sides[1]).due()
        assert due is not None
        for player in (due.writer, opponent(due.writer)):
            for step in range(12):
                for after in (False, True):
                    if _killed_at(table, due.writer, player, step, after):
                        kills += 1
                table.cut()
                table.connect()
                table.settle()
                if held(table.sides[1]).due() != due:
                    break
        goes_on(table, 1)
    assert kills >= 16


def _killed_at(table: Table, writer: int, victim: int, step: int, after: bool) -> bool:
    """Lets the writer answer and kills the victim's page at its effect number `step`; whether it came so far."""
    if table.sides[writer].can_play():
        table.sides[writer].play()
    side, other = table.sides[victim], table.sides[opponent(victim)]
    for _ in range(200):
        side.collect()
        if side.waiting:
            if not step:
                if after and isinstance(side.waiting[0], Store):
                    side.stored = side.waiting[0].data
                table.cut()
                side.restart()
                table.connect()
                table.settle()
                assert held(table.sides[1]).head == held(table.sides[2]).head
                return True
            step -= 1
            side.carry_out()
            continue
        other.run()
        if not (table.deliver(1) | table.deliver(2)):
            return False
    raise AssertionError("no end of it")


def test_an_old_save_hears_the_other_before_it_writes() -> None:
    table = meeting(STRICT, 1)
    saves: dict[int, list[bytes]] = {1: [], 2: []}

    def keep(number: int) -> None:
        for side in table.sides.values():
            saves[side.player].append(side.stored)

    table.play(6, keep)
    table.settle()
    for player in (1, 2):
        side, head = table.sides[player], held(table.sides[player]).head
        for save in saves[player][::3]:
            table.cut()
            side.out.clear()
            side.peer = restoring.restore(save, must_hear=True)
            side.peer.go_on()
            side.run()
            assert not side.can_play() and not side.out and held(side).head in held(table.sides[opponent(player)]).ids
            if held(side).due().writer == player:  # type: ignore[union-attr]
                before = image(side)[-1]
                side.play()
                side.run()
                assert image(side)[-1] == before and not side.out
            table.connect()
            table.settle()
            assert held(side).head == head and not side.peer.must_hear
    goes_on(table)


def test_an_old_save_resigns_nothing_before_it_has_heard() -> None:
    """What it would store could be older than what is stored by then."""
    table = meeting(STRICT, 1, 3)
    side = table.sides[1]
    table.cut()
    side.restart(must_hear=True)
    with unchanged(side):
        side.peer.resign()
        side.run()
    assert [shown.error.code for shown in side.shown if shown.error] == ["must_hear_the_other"]


def test_an_old_save_is_not_taken_in_by_what_was_said_before() -> None:
    """Only the head that the other tells on this very channel says how far one was, not a batch of long ago."""
    table = meeting(STRICT, 1)
    save = table.sides[1].stored
    base = held(table.sides[1]).seq
    table.play(4)
    table.settle()
    old = message_of(
        table.sides[2]
        .peer.batch(max(0, base - 2))
        ._replace(
            entries=tuple((entry.kind, entry.body) for entry in held(table.sides[2]).entries[max(0, base - 2) : base]),
            signed=(),
        )
    )
    table.cut()
    side = table.sides[1]
    side.peer = restoring.restore(save, must_hear=True)
    table.connect()
    for each in table.sides.values():
        each.run()
    table.deliver(2)  # the other's greeting
    side.run()
    told(side, old)
    assert side.peer.must_hear


def test_an_old_letter_does_not_let_an_old_save_write() -> None:
    table = meeting(STRICT, 1)
    until(table, lambda ledger: ledger.due() is not None and ledger.due().writer == 2)  # type: ignore[union-attr]
    table.cut()
    side, other = table.sides[1], table.sides[2]
    save, base = side.stored, held(side).seq
    other.play()
    other.run()
    letter = other.peer.batch(base)
    told(side, letter)
    if side.can_play():
        side.play()  # and answers it: the other has this answer
        side.run()
    side.peer = restoring.restore(save, must_hear=True)
    told(side, letter)
    assert side.peer.must_hear


# --- withholding, two histories, illegal commands ---


def test_who_withholds_a_reveal_is_named_by_the_transcript() -> None:
    table = meeting(STRICT, 2)
    until(table, lambda ledger: _answer_with_reveal(table) is not None)
    entry = _answer_with_reveal(table)
    assert entry is not None
    honest, other = parties(table)[::-1]
    honest.peer.answer(_given(table, honest, entry))
    honest.run()
    ledger = held(honest)
    due = ledger.due()
    assert due is not None and (due.writer, due.what) == (other.player, "reveal") and not honest.can_play()
    again = restoring.restore(honest.stored)
    assert again.ledger is not None and again.ledger.due() == due
    for kind, body in ((UNDO, (ledger.seq, b"\0" * 64)), (DRAWN, (b"\0" * 64,)), (ANSWER, (0,)), (ORDER, (-1, 0, ()))):
        refused(
            honest, forged(other, *ledger.entries[held(other).seq :], Entry(other.player, kind, body)), "not_this_slot"
        )
    goes_on(table)


def _answer_with_reveal(table: Table) -> Entry | None:
    """The next answer of the side whose slot it is, if its reveal goes with it."""
    _, side = parties(table)
    numbers = side.ai.numbers._random.getstate()  # type: ignore[attr-defined]
    entry = written(side)
    side.ai.numbers._random.setstate(numbers)  # type: ignore[attr-defined]
    return entry if len(entry.body) > 1 else None


def _given(table: Table, side: Side, entry: Entry) -> Any:
    from eden_core.record.packing import answer_from

    return answer_from(held(side).match, side.player, entry.body[0], None)


@pytest.mark.parametrize("told_by", ("batch", "head"))
def test_two_histories_are_proved_and_freeze_the_match(told_by: str) -> None:
    table = meeting(STRICT, 1, 3)
    honest, other = parties(table)
    one, two = _two_answers(other)
    first, second = forged(other, one), forged(other, two)
    assert told(honest, first) == []
    seq, state = held(honest).seq, held(honest).state()
    honest.out.clear()
    if told_by == "head":
        head = fork.head_of(held(honest).genesis.id, second.base, held(other).head, (two,))
        told(honest, Head(second.base + 1, head))
        assert any(isinstance(message_from(data), Batch) for data in honest.out)
        told(
            honest,
            Batch(
                0,
                held(other).ids[0][:8],
                tuple((entry.kind, entry.body) for entry in (*held(other).entries, two)),
                second.signed,
            ),
        )
    else:
        told(honest, second)
    peer = honest.peer
    assert peer.trouble is not None and (peer.trouble.code, peer.trouble.where) == (
        "two_histories",
        f"slot {second.base + 1}",
    )
    assert (held(honest).seq, held(honest).state()) == (seq, state) and len(peer.proof) < 4096
    proof, agreed = fork.read_proof(peer.proof)
    assert proof.player == other.player and agreed.id == held(honest).genesis.id
    assert all(Keys.verify(*check) for check in fork.checks_of(proof, agreed))
    for message in (forged(other, one), Ask("draw", seq, 0, b"\0" * 64), first):  # frozen: whatever comes now
        told(honest, message)
    honest.play() if held(honest).due().writer == honest.player else None  # type: ignore[union-attr]
    honest.run()
    assert (held(honest).seq, held(honest).state()) == (seq, state)
    again = restoring.restore(honest.stored)
    assert again.proof == peer.proof and again.trouble is not None


def _two_answers(side: Side) -> tuple[Entry, Entry]:
    one = written(side)
    for _ in range(200):
        two = written(side)
        if two != one:
            return one, two
    raise AssertionError("there is but one answer")


def test_a_proof_that_proves_nothing_is_refused() -> None:
    table = meeting(STRICT, 1, 3)
    honest, other = parties(table)
    one, two = _two_answers(other)
    told(honest, forged(other, one))
    told(honest, forged(other, two))
    proof, agreed = fork.read_proof(honest.peer.proof)
    with pytest.raises(EdenError, match="proves_nothing|proves nothing"):
        fork.read_proof(fork.proof_bytes(proof._replace(two=proof.one)))
    framed = proof._replace(player=honest.player)
    assert not all(Keys.verify(*check) for check in fork.checks_of(framed, agreed))
    whole = honest.peer.proof
    for at in range(0, len(whole), 97):
        for broken in (whole[:at], whole[:at] + bytes((whole[at] ^ 1,)) + whole[at + 1 :]):
            try:
                found, match = fork.read_proof(broken)
            except EdenError as error:
                assert error.where and error.code
            else:
                assert match.id != agreed.id or not all(Keys.verify(*check) for check in fork.checks_of(found, match))


def test_another_history_unsigned_freezes_nothing() -> None:
    """Without a signature of theirs there is no proof, and so nothing happens but a refusal."""
    table = meeting(STRICT, 1, 3)
    honest, other = parties(table)
    one, two = _two_answers(other)
    told(honest, forged(other, one))
    refused(honest, forged(other, two)._replace(signed=()), "another_history")
    refused(honest, forged(other, two, keys=Keys(b"nobody")), "another_history")
    batch = forged(other, two)
    mine = held(honest)
    refused(
        honest,
        batch._replace(signed=(Signed(honest.player, batch.base + 1, b"\0" * 8, batch.signed[0].signature),)),
        "another_history",
    )
    assert mine is held(honest)


def test_a_deeply_nested_second_history_is_no_crash() -> None:
    table = meeting(STRICT, 1, 3)
    honest, other = parties(table)
    told(honest, forged(other, written(other)))
    deep: Any = 0
    for _ in range(21):
        deep = (deep,)
    told(honest, forged(other, Entry(other.player, ANSWER, deep)))
    assert honest.peer.trouble is not None or honest.shown
    assert not honest.peer.is_busy
    told(honest, Ping(1))
    assert any(type(message_from(data)).__name__ == "Pong" for data in honest.out)


def test_illegal_commands_are_refused_by_slot_and_reason() -> None:
    table = meeting(STRICT, 1, 3)
    honest, other = parties(table)
    slot = held(honest).seq + 1
    bodies: list[Any] = [
        (),
        0,
        b"",
        "move",
        (99,),
        ((),),
        ((1, 2, 3), b"\0" * 32),
        {1: 2},
        ("nobody",),
        (-1,),
        ((0, (1 << 63,)),),
    ]
    for body in bodies:
        batch = forged(other, Entry(other.player, ANSWER, body))
        honest.shown.clear()
        with unchanged(honest):
            assert told(honest, batch)
        assert all(shown.error.where == f"entry {slot}" for shown in honest.shown if shown.error), honest.shown
    for kind in (*range(1, 9), 9, 77, 1 << 31):
        with unchanged(honest):
            assert told(honest, forged(other, Entry(other.player, kind, ())))
    # The honest player's own slot, written by the other: nobody's signature covers it.
    legal = written(other)
    trial = held(other).copy()
    trial.apply(legal)
    if trial.due() is not None and trial.due().writer == honest.player:  # type: ignore[union-attr]
        refused(honest, forged(other, legal, Entry(honest.player, RESIGN, (honest.player, b""))), "not_signed")
    goes_on(table)


def test_a_state_that_differs_is_found_at_once() -> None:
    table = meeting(STRICT, 1, 3)
    honest, other = parties(table)
    head = held(honest).head
    told(honest, forged(other, written(other), state=b"\1" * 8))
    trouble = honest.peer.trouble
    assert trouble is not None and trouble.code == "states_differ" and trouble.values.keys() >= {"theirs", "ours"}
    assert held(honest).head == head and not honest.can_play()
    again = restoring.restore(honest.stored)  # a reload thaws nothing, and the evidence is kept
    assert again.proof == honest.peer.proof and again.trouble is not None and again.trouble.values == trouble.values
    report = verifying.verify(links.FORK, again.proof, Keys)
    assert (report.holds, report.proves, report.player, report.entries) == (
        True,
        "false_state",
        other.player,
        held(honest).seq + 1,
    )


def test_evidence_of_a_state_that_the_rules_lead_to_is_none() -> None:
    table = meeting(STRICT, 1, 3)
    honest, other = parties(table)
    told(honest, forged(other, written(other), state=b"\1" * 8))
    evidence, genesis = false_state.read_proof(honest.peer.proof)
    true = evidence._replace(state=false_state.replayed(evidence, genesis).state())
    report = verifying.verify(links.FORK, false_state.proof_bytes(true), Keys)
    assert report.fault is not None and report.fault.code == "proves_nothing"
    unsigned = verifying.verify(links.FORK, false_state.proof_bytes(evidence._replace(state=b"\2" * 8)), Keys)
    assert unsigned.fault is not None and unsigned.fault.code == "signature_does_not_hold"
    honest.peer.proof = false_state.proof_bytes(true)  # it was this side that erred: the match goes on
    again = restoring.restore(honest.peer.save(honest.peer.ledger, honest.peer.signatures))
    assert again.trouble is None and again.proof == b""


# --- floods, frames, forms ---


def test_a_flood_waits_in_no_queue() -> None:
    table = meeting(STRICT, 1, 3)
    honest, other = parties(table)
    batch = message_of(forged(other, written(other)))
    with unchanged(honest):
        for _ in range(1000):
            honest.peer.received(batch)
            honest.peer.received(message_of(Ping(7)))
        assert len(honest.peer.jobs) <= MOST_WAITING
        honest.collect()
    assert {shown.error.code for shown in honest.shown if shown.error} == {"flood"}
    honest.run()
    goes_on(table)


def test_the_match_is_not_sent_over_and_over() -> None:
    """A head is answered when it is further on than the last one on this channel, or a second later; a guest's half
    once.
    """
    table = meeting(STRICT, 1, 3)
    host, guest = table.sides[1], table.sides[2]
    join = Join(guest.peer.reply.data("fr3"), guest.peer.signatures[2].bytes)  # type: ignore[union-attr]

    def sent(*messages: object) -> int:
        host.collect()
        host.out.clear()
        for message in messages:
            told(host, message)
        return sum(isinstance(message_from(data), Batch) for data in host.out)

    table.cut()
    table.connect()
    table.settle()
    heads = [Head(seq, held(host).ids[seq]) for seq in range(3)]
    before = host.peer.ledger.seq  # type: ignore[union-attr]
    host.peer.presence.rate_limit = RateLimit()
    assert sent(*[heads[0]] * 20) == 1 and sent(*heads[::-1] * 20) == 1 and sent(*[join] * 20) == 0
    assert sent(*[Head(0, bytes(32))] * 20) == 0
    host.peer.tick(1000)
    assert sent(*heads * 20) == 3
    assert held(host).seq == before
    goes_on(table)


def test_frames_and_messages_too_large_are_refused() -> None:
    table = meeting(STRICT, 1)
    honest, _ = parties(table)
    assembly = Assembly()
    for frame in (b"", b"\0" * (FRAME + 1), b"\2abc", b"\0" * (1 << 18)):
        with pytest.raises(EdenError, match="frame"):
            assembly.take(frame)
    with pytest.raises(EdenError, match="frame"):
        for _ in range(1 + MOST_BYTES // (FRAME - 1)):
            assert assembly.take(b"\1" + b"x" * (FRAME - 1)) is None
    assert assembly.take(b"\0whole") == b"whole"
    whole = bytes(range(256)) * 300
    found = [assembly.take(frame) for frame in frames_of(whole)]
    assert found[-1] == whole and not any(found[:-1])
    refused(honest, b"\0" * (MOST_BYTES + 1), "too_large")
    refused(honest, encode((5, 0, b"\0" * 8, tuple((0, 0) for _ in range(1 << 15)), ())), "not_a_message")


@pytest.mark.parametrize(
    "data",
    (
        b"",
        b"\x81" * 1000,
        b"\x9f\xff",
        b"\xc0\x00",
        b"\xf5",
        b"\xfb" + b"\0" * 8,
        b"\x18\x05",
        b"\x82\x18\x09\x00",
        b"\x9b" + b"\xff" * 8,
        b"\x5a\xff\xff\xff\xff",
        b"\x82\x09\x1b\x00\x00\x00\x00\x00\x00\x00\x01",
        b"\x82\x09\x01\x00",
        b"\xa2\x02\x00\x01\x00",
        b"\x80",
        b"\x82\x20\x00",
        b"\x81\x61\xff",
        b"\x82\x09\x01" * 3,
    ),
)
def test_what_is_not_canonical_is_no_message(data: bytes) -> None:
    with pytest.raises(EdenError):
        message_from(data)


def test_messages_of_every_kind_with_values_of_every_form_change_nothing() -> None:
    table = meeting(STRICT, 1, 3)
    honest, _other = parties(table)
    values: list[Any] = [
        0,
        -1,
        1 << 40,
        b"",
        b"\0" * 32,
        b"\0" * 64,
        "",
        "undo",
        "a" * 300,
        (),
        ((),),
        ((0, 0),),
        {0: 0},
    ]
    with unchanged(honest):
        for kind in range(14):
            for count in range(7):
                for shift in range(len(values)):
                    told(honest, encode((kind, *(values[(shift + each * 5) % len(values)] for each in range(count)))))
    assert honest.peer.is_greeted
    goes_on(table)


def test_a_link_that_would_fill_the_memory_is_refused() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(b"\0" * (1 << 26)) + packer.flush()
    text = urlsafe_b64encode(bomb).decode().rstrip("=")
    for kind in links.KINDS:
        with pytest.raises(EdenError, match="large|long"):
            links.opened(f"1.{kind}.{links._checksum(kind, text)}.{text}")
    with pytest.raises(EdenError, match="long"):
        links.opened("1.l.00000000." + "A" * 300_000)


@pytest.mark.parametrize("name", ("a" * 500, "a\nb", "\u202eevil", "\u200bx", "\x1b[2J", " ", "\u2066x"))
def test_hostile_names_are_refused(name: str) -> None:
    invite, guest = invitation(SEED, small_setup(), length=32)
    data = Reply(guest, name).data("fr3")
    with pytest.raises(EdenError) as error:
        read_reply(invite, data)
    assert error.value.where and error.value.code
    hostile = invite._replace(setup=invite.setup._replace(names=(name, "")))
    with pytest.raises(EdenError):
        read_invite(hostile.data())


# --- meeting ---


def _fresh() -> Table:
    return copied(begun(STRICT, 0))


def _hello(side: Side, mine: bytes, theirs: bytes, keys: Keys | None = None, **changes: Any) -> Hello:
    """A greeting as a side would make it on a channel with these ends."""
    own = greeting.Greeting(side.peer.invite, side.player, (keys or side.keys).public, side.peer.greeting.link_secret)
    own.at(mine, theirs)
    return own.hello((keys or side.keys).sign(own.statement()))._replace(**changes)


def test_rules_or_protocol_that_differ_are_told() -> None:
    invite, _guest = invitation(SEED, small_setup(), length=32)
    for data, code in (
        (invite._replace(rules=b"\0" * 32).data(), "other_rules"),
        (encode((2, 0, 0, 0, 0, 0)), "other_protocol"),
        (invite._replace(mode=7).data(), "not_an_invitation"),
        (invite._replace(length=31).data(), "not_an_invitation"),
        (invite._replace(length=1 << 17).data(), "not_an_invitation"),
    ):
        with pytest.raises(EdenError) as error:
            read_invite(data)
        assert error.value.code == code and error.value.where
    table = _fresh()
    host, other = table.sides[1], table.sides[2]
    host.peer.connected(b"h", b"g")
    host.run()
    refused(host, _hello(other, b"g", b"h", rules=b"\0" * 32), "other_rules")
    refused(host, _hello(other, b"g", b"h", version=9), "other_protocol")
    assert not host.peer.is_greeted


def test_a_relay_in_the_middle_is_found() -> None:
    for knows_the_link in (False, True):
        table = _fresh()
        host, other = table.sides[1], table.sides[2]
        host.peer.connected(b"host", b"relay")  # the relay ends two channels, each with fingerprints of its own
        other.peer.connected(b"guest", b"relay")
        for side in (host, other):
            side.run()
        hello = message_from(other.out.popleft())
        assert isinstance(hello, Hello)
        if knows_the_link:
            proof = host.peer.greeting._proof(host.peer.greeting.theirs(2))
            hello = hello._replace(proof=proof)
        refused(host, hello, "without_the_link", "signature_does_not_hold")
        hello = message_from(host.out[0]) if host.out else None
        assert not host.peer.is_greeted
        refused(host, Join(other.peer.reply.data("fr3"), b"\0" * 64), "not_greeted")  # type: ignore[union-attr]


def test_nobody_joins_without_the_link_or_with_anothers_seat() -> None:
    table = _fresh()
    host, guest = table.sides[1], table.sides[2]
    host.peer.connected(b"h", b"g")
    host.run()
    refused(host, _hello(guest, b"g", b"h", proof=b"\0" * 32), "without_the_link")
    refused(host, _hello(guest, b"g", b"h", proof=b""), "without_the_link")
    refused(host, _hello(guest, b"g", b"h", role=1), "another_seat", "another_key")
    for key in UNSOUND_KEYS:
        refused(host, _hello(guest, b"g", b"h", key=key), "another_key", "seat_is_taken", "not_a_message")
    refused(host, message_of(host.peer.greeting.hello(b"\0" * 64)), "another_seat")  # its own, echoed
    for message in (
        Head(0, b"\0" * 32),
        Batch(0, b"\0" * 8, (), ()),
        Ask("draw", 0, 0, b"\0" * 64),
        Resigned(b"\0" * 64),
        Consent("draw", 0, 0, b"\0" * 64),
        Decline("draw", 0),
        Join(b"", b"\0" * 64),
        Welcome(b"", b""),
    ):
        refused(host, message, "not_greeted")
    table.connect()
    table.settle()
    assert host.peer.is_agreed and guest.peer.is_agreed

    # Another guest, who has the link too: the seat is taken.
    stranger = Keys(b"another guest")
    table.cut()
    host.peer.connected(b"h", b"g")
    host.run()
    refused(host, _hello(guest, b"g", b"h", stranger), "seat_is_taken")
    # And the guest meets only the host that it knows.
    guest.peer.connected(b"g", b"h")
    guest.run()
    refused(guest, _hello(host, b"h", b"g", stranger), "another_key")
    goes_on(table)


def test_a_second_guest_cannot_take_a_seat_by_joining() -> None:
    table = _fresh()
    host = table.sides[1]
    table.connect()
    table.settle()
    invite, _ = invitation(SEED, small_setup(), STRICT, 32)
    keys = Keys(b"second")
    half = Half(keys.public, b"\7" * 32, b"\7" * 32, b"\7" * 16)
    other = genesis_of(invite, Reply(half))
    join = Join(Reply(half).data("fr3"), keys.sign(Ledger(other).statement()))
    refused(host, join, "another_key")
    table.cut()  # by letter, where nobody greets
    with unchanged(host):
        assert told(host, join) == ["seat_is_taken"]


def test_a_greeting_holds_for_its_channel_alone() -> None:
    """A greeting still being verified when its channel is replaced opens nothing on the new one."""
    table = meeting(STRICT, 1)
    host, guest = table.sides[1], table.sides[2]
    table.cut()
    host.peer.connected(b"h1", b"g1")
    host.run()
    host.peer.received(message_of(_hello(guest, b"g1", b"h1")))
    host.collect()
    assert isinstance(host.waiting[0], Verify)
    host.peer.disconnected()
    host.peer.connected(b"h2", b"stranger")
    host.run()
    assert not host.peer.is_greeted
    refused(host, Head(0, held(host).ids[0]), "not_greeted")


def test_a_watcher_is_no_player() -> None:
    """A greeting as a spectator is not signed: it must not open the players' channel."""
    table = meeting(STRICT, 1)
    host = table.sides[1]
    table.cut()
    host.peer.connected(b"h", b"w")
    host.run()
    watcher = greeting.Greeting(host.peer.invite, 0, b"", host.peer.greeting.link_secret)
    watcher.at(b"w", b"h")
    told(host, watcher.hello(b""))
    refused(host, Head(0, held(host).ids[0]), "not_greeted")


# --- dice ---


def _reveal_due(table: Table) -> tuple[Side, Side]:
    """The honest side has chosen last and revealed; the other's reveal is due. (honest, other), the other not told."""
    until(table, lambda ledger: _answer_with_reveal(table) is not None)
    entry = _answer_with_reveal(table)
    assert entry is not None
    other, honest = parties(table)
    honest.peer.answer(_given(table, honest, entry))
    honest.run()
    batch = honest.out.popleft()
    other.peer.ledger = held(honest).copy()  # the other knows, and has not answered
    assert isinstance(message_from(batch), Batch)
    return honest, other


def test_only_the_one_next_reveal_is_taken() -> None:
    table = meeting(STRICT, 2)
    honest, other = _reveal_due(table)
    due = held(honest).due()
    assert due is not None and (due.writer, due.what) == (other.player, "reveal")
    own, mine = other.peer.own, honest.peer.own
    assert own is not None and mine is not None
    k = held(honest).at[other.player] + 1
    right = own.reveal(k)
    wrong: dict[str, Any] = {
        "none": (),
        "zeros": (b"\0" * 32,),
        "one too early": (own.reveal(k + 1),),
        "the last": (held(honest).shown[other.player],),
        "the other's": (mine.reveal(k),),
        "the other's shown": (held(honest).shown[honest.player],),
        "two": (right, own.reveal(k + 1)),
        "too many": (right,) * 40,
        "as one": right,
        "too long": (right + right,),
        "not bytes": (1,),
        "text": ("x" * 32,),
    }
    for name, body in wrong.items():
        with unchanged(honest):
            codes = told(honest, forged(other, Entry(other.player, REVEAL, body)))
        assert codes and set(codes) <= {"not_the_next_reveal", "reveal_is_missing", "reveal_too_many", "not_bytes"}, (
            name,
            codes,
        )
    assert told(honest, forged(other, Entry(other.player, REVEAL, (right,)))) == []
    assert held(honest).segment > k - 1 and held(honest).at[other.player] == k


def test_no_reveal_goes_with_an_answer_that_needs_none() -> None:
    table = meeting(STRICT, 1)
    until(table, lambda ledger: _answer_with_reveal(table) is None)
    honest, other = parties(table)
    entry, own = written(other), other.peer.own
    assert own is not None and len(entry.body) == 1
    early = Entry(other.player, ANSWER, (*entry.body, own.reveal(held(other).at[other.player] + 1)))
    refused(honest, forged(other, early), "reveal_too_many")


def test_a_copied_tip_or_key_makes_no_match() -> None:
    invite, guest = invitation(SEED, small_setup(), length=32)
    for half, code in (
        (guest._replace(tip=invite.host.tip), "same_tip_twice"),
        (guest._replace(key=invite.host.key), "same_key_twice"),
    ):
        with pytest.raises(EdenError) as error:
            genesis_of(invite, Reply(half))
        assert error.value.code == code
    # Even with equal seeds the chains differ, for each is bound to its player.
    assert Chain(b"s" * 32, invite.salt(), 1, 32).tip != Chain(b"s" * 32, invite.salt(), 2, 32).tip


class Bare:
    """A ledger and both players' own, driven without peers, so that a side may leave out what an honest one would
    do.
    """

    def __init__(self, seed: int, mode: int) -> None:
        invite, guest = invitation(seed, small_setup(seed, 3, 10), mode, 32)
        self.ledger = Ledger(genesis_of(invite, Reply(guest)))
        self.sides = {
            player: Side(player, seed, Peer(player, invite, b"", MatchSecrets(player, secret, invite)))
            for player, secret in ((each, _secret(seed, each)) for each in (1, 2))
        }

    def own(self, player: int) -> MatchSecrets:
        own = self.sides[player].peer.own
        assert own is not None
        return own

    def step(self, cheat: int) -> int:
        """Writes the next slot; the cheat renews no chain. The writer, 0 when the match is over."""
        ledger, due = self.ledger, self.ledger.due()
        if due is None or due.what == "secret":
            return 0
        own = self.own(due.writer)
        if due.writer != cheat:
            if own.write_forced(ledger) is not None:
                return due.writer
        elif due.what == "reveal":
            ledger.reveal(own.reveal)
            return due.writer
        given = own.forced(ledger.match)
        ledger.answer(given or self.sides[due.writer].ai.decide(ledger.match, own.vault), own.reveal)
        return due.writer


def _secret(seed: int, player: int) -> bytes:
    secret = pair(seed, small_setup(seed), STRICT, 32).sides[player].peer.own
    assert secret is not None
    return secret.secret


def _writer(ledger: Ledger) -> int:
    due = ledger.due()
    return 0 if due is None else due.writer


def _until(mode: int, cheat: int, wanted: Callable[[Ledger], bool]) -> Bare:
    """A ledger at rest as is wanted, from whatever seed leads there."""
    for seed in range(100, 140):
        bare = Bare(seed, mode)
        try:
            while not wanted(bare.ledger):
                if not bare.step(cheat):
                    break
            else:
                return bare
        except EdenError as error:
            assert error.code == "chain_is_used_up", error
    raise AssertionError("it did not come to it")


def test_a_chain_is_not_chosen_after_the_others_reveal_is_known() -> None:
    """Who lets their chain run out and then renews it, knowing the other's next reveal, could pick the dice:
    refused.
    """
    bare = _until(STRICT, 2, lambda ledger: not ledger.left(2) and ledger.at[1] > ledger.at[2])
    ledger = bare.ledger
    due, before = ledger.due(), ledger.statement()
    assert due is not None and (due.writer, due.what) == (2, "reveal")
    with pytest.raises(EdenError) as error:
        ledger.apply(Entry(2, RENEW, Chain(b"chosen" * 5 + b"!!", ledger._salt, 2, 32, 32).tip))
    assert error.value.code == "chain_is_used_up" and ledger.statement() == before
    ledger.apply(Entry(2, RESIGN, (2, b"")))  # whose fault it is, can but give up
    assert ledger.winner == 1


def test_a_tape_ends_where_the_others_chain_ends() -> None:
    """By letter, quick: reveals beyond the other's chain would let the other choose its next one."""
    bare = _until(QUICK, 2, lambda ledger: ledger.base[1] == 32 and _writer(ledger) == 1)
    ledger = bare.ledger
    assert ledger.committed(2) == 32 and ledger.at[1] == 32
    with pytest.raises(EdenError) as error:
        bare.own(1).write_tape(ledger, 33)
    assert error.value.code == "tape_out_of_bounds"
    ledger.next_tip[2] = b"n" * 32  # once the other's next chain is fixed, it may
    bare.own(1).write_tape(ledger, 33)


def test_tapes_out_of_bounds_or_in_another_mode_are_refused() -> None:
    for mode, code in ((STRICT, "no_tape_in_this_mode"), (QUICK, "tape_out_of_bounds")):
        bare = Bare(SEED, mode)
        ledger, own = bare.ledger, bare.own(1)
        before = ledger.statement()
        bodies: list[tuple[Any, str]] = [((ahead, b"\0" * 32), code) for ahead in (-1, 0, 18, 33, 1 << 31)]
        if mode == QUICK:
            bodies += [
                ((3, b"\0" * 32), "not_the_next_reveal"),
                ((3, own.reveal(4)), "not_the_next_reveal"),
                ((3, bare.own(2).reveal(3)), "not_the_next_reveal"),
                ((3, b"short"), code),
                (("3", b"\0" * 32), code),
            ]
        for body, expected in bodies:
            with pytest.raises(EdenError) as error:
                ledger.apply(Entry(1, TAPE, body))
            assert (error.value.code, error.value.where) == (expected, "entry 1") and ledger.statement() == before, body
        if mode == QUICK:
            ledger.apply(Entry(1, TAPE, (3, own.reveal(3))))


def test_orders_fill_no_chain() -> None:
    """Whoever need not answer yet must not write entries without end."""
    table = meeting(STRICT, 2)
    honest, other = parties(table)
    order = Entry(other.player, ORDER, (-1, 0, ()))
    assert told(honest, forged(other, *[order] * 4)) == []
    other.peer.ledger = held(honest).copy()
    refused(honest, forged(other, order), "too_many_entries")
    for body in (
        (5, 0, ()),
        (-1, 2, ()),
        (-1, 0, (0, 0)),
        (-1, 0, (99,)),
        (-1, 0, (-1,)),
        (-1, 0, (1, 0)),
        (-1, 0, 0),
        (),
        (-1, 0, ("a",)),
    ):
        refused(
            honest, forged(other, Entry(other.player, ORDER, body)), "not_an_order", "not_an_answer", "too_many_entries"
        )


# --- secrets ---


@pytest.mark.parametrize("cheat", ("value", "nonce", "above the reserve"))
def test_a_false_opening_is_a_proved_fault(cheat: str) -> None:
    table = copied(begun(STRICT, 0))
    table.connect()
    for side in table.sides.values():
        side.ai._bid = lambda match, vault, question: vault.seal_bid(match, 1)  # type: ignore[attr-defined, method-assign]
    table.settle()
    cheater, honest = table.sides[2], table.sides[1]
    own = cheater.peer.own
    assert own is not None
    true = own.vault.open

    def false(match: Any) -> Open:
        given = true(match)
        return {"value": given._replace(value=0), "nonce": given._replace(nonce=b"\0" * 32)}.get(cheat, given)

    if cheat == "above the reserve":
        cheater.ai._bid = lambda match, vault, question: vault.seal_bid(match, 99)  # type: ignore[attr-defined, method-assign]
    own.vault.open = false  # type: ignore[method-assign]
    own._remembers = lambda match: True  # type: ignore[method-assign]
    table.play(30)
    table.settle()
    ledger = held(honest)
    assert ledger.is_over and (ledger.winner, ledger.match.table.fault) == (1, 2) and ledger.head == held(cheater).head


def test_a_vault_that_kept_another_try_opens_what_was_sealed() -> None:
    """A second try that was refused must not make an honest player's opening false."""
    table = copied(begun(STRICT, 0))
    table.connect()
    table.settle()
    until(table, lambda ledger: isinstance(ledger.match.pending, Decision) and ledger.match.pending.kind == "bid")
    side = table.sides[held(table.sides[1]).due().writer]  # type: ignore[union-attr]
    own = side.peer.own
    assert own is not None
    side.peer.answer(own.vault.seal_bid(held(side).match, 2))
    own.vault.seal_bid(held(side).match, 3)  # tried, and never given
    table.play(3)
    table.settle()
    assert not held(side).is_over and held(side).match.table.fault == 0


def test_a_false_secret_is_refused_at_the_end() -> None:
    table = meeting(STRICT, 1, 3)
    host, _guest = table.sides[1], table.sides[2]
    due = held(host).due()
    assert due is not None
    loser, winner = table.sides[due.writer], table.sides[opponent(due.writer)]
    loser.peer.resign()
    loser.run()
    loser.out.clear()
    told(winner, loser.peer.batch(held(winner).seq))
    assert held(winner).is_over and held(winner).winner == winner.player
    due = held(winner).due()
    if due is None:
        return
    other = table.sides[due.writer]
    if other is winner:
        other.run()
        return
    other.peer.ledger = held(winner).copy()
    for body, code in (
        (b"\0" * 32, "not_the_secret"),
        (secret_of(winner), "not_the_secret"),
        (b"", "secret_is_32_bytes"),
        (7, "secret_is_32_bytes"),
    ):
        refused(winner, forged(other, Entry(other.player, SECRET, body)), code)
    assert restoring.restore(winner.stored).ledger.due() == due  # type: ignore[union-attr]
    assert told(winner, forged(other, Entry(other.player, SECRET, secret_of(other)))) == []


def test_a_chain_of_another_secret_is_found_at_the_end() -> None:
    bare = _until(STRICT, 2, lambda ledger: ledger.left(2) <= 16 and _writer(ledger) == 2)
    ledger = bare.ledger
    with pytest.raises(EdenError) as error:
        ledger.apply(Entry(2, RENEW, b"short"))
    assert error.value.code == "tip_is_32_bytes"
    ledger.apply(Entry(2, RENEW, Chain(b"another" * 4 + b"seed", ledger._salt, 2, 32, 32).tip))
    with pytest.raises(EdenError) as error:
        ledger.apply(Entry(2, RENEW, b"t" * 32))
    assert error.value.code == "renewed_too_early"
    ledger.apply(Entry(2, RESIGN, (2, b"")))
    ledger.apply(Entry(1, SECRET, bare.own(1).secret))
    with pytest.raises(EdenError) as error:
        ledger.apply(Entry(2, SECRET, bare.own(2).secret))
    assert error.value.code == "not_the_chain"


# --- keys and signatures ---

P = 2**255 - 19
SMALL = [
    bytes((1, *[0] * 31)),
    bytes(32),
    (P - 1).to_bytes(32, "little"),
    bytes((1, *[0] * 30, 128)),
    bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
]
NOT_CANONICAL = [(P + number).to_bytes(32, "little") for number in range(19)] + [b"\xff" * 32]
UNSOUND_KEYS = [*SMALL, *NOT_CANONICAL[:3], b"\2" + bytes(31)]


def _mixed(key: bytes) -> bytes:
    """A point with a part of order two added: (x, y) becomes (-x, -y)."""
    value = int.from_bytes(key, "little")
    y, odd = value & (1 << 255) - 1, value >> 255
    return (P - y | (1 - odd) << 255).to_bytes(32, "little")


@pytest.mark.parametrize("key", [*SMALL, *NOT_CANONICAL, b"", b"\1" * 31, _mixed(Keys(b"sound").public)])
def test_unsound_keys_are_refused(key: bytes) -> None:
    assert not is_sound_key(key)
    if len(key) == 32:
        invite, guest = invitation(SEED, small_setup(), length=32)
        with pytest.raises(EdenError) as error:
            read_reply(invite, Reply(guest._replace(key=key)).data("fr3"))
        assert error.value.code == "unsound_key" and error.value.where
        with pytest.raises(EdenError):
            read_invite(invite._replace(host=invite.host._replace(key=key)).data())


def test_unsound_signatures_are_refused_before_any_backend_sees_them() -> None:
    table = meeting(STRICT, 1, 3)
    honest, other = parties(table)
    batch = forged(other, written(other))
    good = batch.signed[0].signature
    assert is_sound_signature(good)
    number = int.from_bytes(good[32:], "little")
    for bad in (
        good[:32] + (number + GROUP_ORDER).to_bytes(32, "little"),
        _mixed(good[:32]) + good[32:],
        SMALL[0] + good[32:],
        NOT_CANONICAL[1] + good[32:],
        bytes(64),
        good[:32] + b"\xff" * 32,
    ):
        asked: list[object] = []
        honest.shown.clear()
        with unchanged(honest):
            honest.peer.received(message_of(batch._replace(signed=(batch.signed[0]._replace(signature=bad),))))
            asked = [effect for effect in honest.peer.take() if isinstance(effect, (Verify, Store, Sign))]
        assert not asked
    assert told(honest, batch) == []


# --- requests ---


def _may_undo(table: Table) -> int:
    """Plays until an undo is possible; the slot it goes back to."""
    until(table, lambda ledger: bool(ledger.may_undo_to()))
    return held(table.sides[1]).may_undo_to()[-1]


@pytest.mark.parametrize("what", ("undo", "draw"))
@pytest.mark.parametrize("asker", ("slot", "other"))
def test_what_both_agree_on_is_done_once_and_at_its_head(what: str, asker: str) -> None:
    table = meeting(STRICT, 1)
    to = _may_undo(table) if what == "undo" else 0
    honest, writer = parties(table)
    one, two = (writer, honest) if asker == "slot" else (honest, writer)
    one.peer.ask(what, to)
    table.settle()
    assert two.peer.asked is not None
    ask = two.peer.asked
    state = held(one)._kept[-2].match if what == "undo" else None
    two.peer.consent()
    table.settle()
    if what == "draw":
        assert held(one).is_drawn and held(two).is_drawn
        return
    assert state is not None and held(two).head == held(one).head and held(two).entries[-1].kind == UNDO
    assert held(two).match.pending == state.pending
    # Replayed at another head it is worth nothing.
    for side in (one, two):
        side.shown.clear()
        with unchanged(side):
            told(side, ask)
            told(side, Consent(ask.what, ask.seq, ask.to, ask.signature))
        assert side.peer.asked is None
    goes_on(table)


def test_forged_and_replayed_consents_are_refused() -> None:
    table = meeting(STRICT, 1)
    to = _may_undo(table)
    honest, other = parties(table)
    ledger = held(other)

    def by_the_honest(
        what: str = "undo",
        match: bytes = ledger.genesis.id,
        seq: int = ledger.seq,
        head: bytes = ledger.head,
        to: int = to,
    ) -> bytes:
        return honest.keys.sign(request_statement(match, what, honest.player, seq, head, to))

    signatures = {
        "none": b"",
        "zeros": bytes(64),
        "its own": other.keys.sign(ledger.request("undo", other.player, to)),
        "by its own key": other.keys.sign(ledger.request("undo", honest.player, to)),
        "of a draw": by_the_honest("draw", to=0),
        "of another match": by_the_honest(match=b"\0" * 32),
        "at another head": by_the_honest(seq=ledger.seq - 1, head=ledger.ids[-2]),
        "to another slot": by_the_honest(to=to + 1),
    }
    for name, signature in signatures.items():
        with unchanged(honest):
            codes = told(honest, forged(other, Entry(other.player, UNDO, (to, signature))))
            if name != "of a draw":
                codes += told(honest, forged(other, Entry(other.player, DRAWN, (signature,))))
        assert codes and set(codes) <= {"consent_does_not_hold", "not_bytes"}, (name, codes)
    goes_on(table)


def test_nothing_is_taken_back_past_a_reveal_or_a_seal() -> None:
    table = meeting(STRICT, 2)
    for _ in range(10):
        honest, other = parties(table)
        ledger = held(honest)
        barred = [seq for seq in range(ledger.seq + 2) if seq not in ledger.may_undo_to()]
        for to in barred[-3:] + barred[:2]:
            consent = honest.keys.sign(ledger.request("undo", honest.player, to))
            refused(honest, forged(other, Entry(other.player, UNDO, (to, consent))), "nothing_to_take_back")
        for slot in ledger.may_undo_to():
            after = ledger.entries[slot:]
            assert all(
                entry.kind in (ANSWER, RENEW, TAPE) and (entry.kind != ANSWER or len(entry.body) == 1)
                for entry in after
            )
        if not table.play(1):
            break
        table.settle()


def test_asking_for_what_is_not_there_asks_nobody() -> None:
    table = meeting(STRICT, 2)
    honest, other = parties(table)
    ledger = held(other)
    for ask in (
        Ask("undo", ledger.seq, 10**6, bytes(64)),
        Ask("draw", ledger.seq + 1, 0, bytes(64)),
        Ask("draw", 0, 0, bytes(64)),
    ):
        with unchanged(honest):
            told(honest, ask)
        assert honest.peer.asked is None
    refused(honest, Ask("draw", ledger.seq, 0, bytes(64)), "signature_does_not_hold")
    stolen = honest.keys.sign(ledger.request("draw", honest.player))
    refused(honest, Ask("draw", ledger.seq, 0, stolen), "signature_does_not_hold")
    for consent in (Consent("draw", ledger.seq, 0, stolen), Decline("draw", ledger.seq)):
        with unchanged(honest):
            told(honest, consent)


def test_a_resignation_is_its_authors_alone() -> None:
    table = meeting(STRICT, 1, 3)
    honest, other = parties(table)
    genesis_id = held(honest).genesis.id
    statement, elsewhere = (resignation_statement(each, honest.player) for each in (genesis_id, b"\0" * 32))
    for body, *codes in (
        ((honest.player, b""), "consent_does_not_hold"),
        ((honest.player, bytes(64)), "consent_does_not_hold"),
        ((honest.player, other.keys.sign(statement)), "consent_does_not_hold"),
        ((honest.player, honest.keys.sign(elsewhere)), "consent_does_not_hold"),
        ((other.player, bytes(64)), "not_canonical"),
        ((0, b""), "not_a_resignation"),
        ((), "not_an_answer"),
    ):
        refused(honest, forged(other, Entry(other.player, RESIGN, body)), *codes)
    refused(honest, Resigned(bytes(64)), "signature_does_not_hold")
    refused(
        honest, Resigned(other.keys.sign(resignation_statement(b"\0" * 32, other.player))), "signature_does_not_hold"
    )
    other.peer.resign()
    table.settle()
    assert held(honest).winner == honest.player == held(other).winner and held(honest).due() is None


def test_a_resignation_stands_alone() -> None:
    table = meeting(STRICT, 1, 3)
    honest, other = parties(table)
    told(honest, Resigned(other.keys.sign(resignation_statement(held(honest).genesis.id, other.player))))
    again = restoring.restore(honest.stored)
    assert again.ledger is not None and not again.ledger.is_over and again.is_over and again.winner == honest.player
    record = verifying.verify(links.MATCH, again.record(), Keys)
    assert record.ended == "resigned" and record.winner == honest.player and record.parts[:4] == (True,) * 4


@pytest.mark.parametrize("is_reopened", (False, True), ids=("open", "reopened"))
def test_a_resignation_that_stood_alone_enters_the_record_when_it_can(is_reopened: bool) -> None:
    """Who resigns out of turn and plays on has resigned: the next slot of the other's holds it, and the record shows
    it.
    """
    table = meeting(STRICT, 1, 3)
    honest, other = parties(table)
    told(honest, Resigned(other.keys.sign(resignation_statement(held(honest).genesis.id, other.player))))
    if is_reopened:
        table.cut()
        honest.restart()
        table.connect()
    while held(honest).due().writer == other.player:  # type: ignore[union-attr]
        assert not held(honest).is_over
        other.play()
        table.settle()
        if held(honest).is_over:
            break
    for side in (honest, other):
        assert held(side).resigned == other.player and held(side).winner == honest.player and held(side).due() is None
    record = verifying.verify(links.MATCH, stored.write(held(honest), {}, honest.peer.signatures), Keys)
    assert record.holds and record.ended == "resigned" and record.winner == honest.player


def test_a_request_made_while_cut_off_is_asked_when_heads_agree() -> None:
    """Also one that was lost with its channel; it is asked at its own head alone."""
    table = meeting(STRICT, 1)
    to = _may_undo(table)
    one, two = table.sides[1], table.sides[2]
    one.peer.ask("undo", to)
    one.run()
    table.cut()  # with the question on its way
    assert one.peer.asking is not None and two.peer.asked is None
    table.connect()
    table.settle()
    assert two.peer.asked == one.peer.asking
    table.cut()
    assert two.peer.asked is None
    one.peer.ask("draw")
    one.run()
    table.connect()
    table.settle()
    assert two.peer.asked is not None and two.peer.asked.what == "draw"
    table.cut()
    writer = next(side for side in table.sides.values() if side.can_play())
    writer.play()
    writer.run()
    table.connect()
    table.settle()
    assert one.peer.asking is None and two.peer.asked is None
    goes_on(table)


def test_an_answer_is_to_the_question_that_was_asked() -> None:
    """Given twice, the second one answers nothing else that is one's own by then."""
    table = meeting(STRICT, 1)
    for _ in range(40):
        side = next(side for side in table.sides.values() if side.can_play())
        before, writer = len(held(side).steps), side.player
        given = side.ai.decide(held(side).match, side.peer.own.vault)  # type: ignore[union-attr]
        side.shown.clear()
        side.peer.answer(given)
        side.peer.answer(given)
        side.run()
        due = held(side).due()
        assert [shown.error.code for shown in side.shown if shown.error] in (["answered_already"], ["not_your_slot"])
        assert {shown.what for shown in side.shown if shown.error} == {"not_done"}
        if due is not None and due.writer == writer and len(held(side).steps) == before + 1:
            break
        table.settle()
    else:
        raise AssertionError("nobody answered twice in a row")
