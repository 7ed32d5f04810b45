"""Matches of one device: kept after each answer and gone on with, against the machine, whose thinking needs no
browser.
"""

from __future__ import annotations

import asyncio
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from eden_core.engine.cbor import decode, encode
from eden_core.engine.codec import state_hash
from eden_core.engine.messages import Open
from eden_core.errors import EdenError
from eden_core.sync import links
from eden_core.sync.proofs import verifying
from tests.web.playing import SECRETS, Person, new_session, words
from web.i18n.catalogue import LANGUAGES
from web.local.panel import not_kept_sheet, why_sheet
from web.local.thinking import Asked, Thinker, asked_of, told_of
from web.match.journal import Journal, begun, restored
from web.match.session import Session
from web.match.solo import Machine, SoloSession
from web.saves.records import export_local_match, from_text
from web.setup.agreed import MACHINES, Agreed, make_setup
from web.setup.opponent import played_by
from web.ui.nodes import find, text_of
from web.ui.sheets import error_text

ALL = Agreed(names=("Ana", "Bob"), scenery="territory", infestation=3, weather=2)


def kept(session: Session) -> Session:
    """With a journal."""
    session.journal = Journal(session, "test")
    return session


def against(level: str = "recruit", agreed: Agreed = Agreed(names=("Ana", ""))) -> SoloSession:
    """A match against the machine."""
    session = begun(make_setup(agreed, b"nonce"), SECRETS, Machine(2, level))
    assert isinstance(session, SoloSession)
    kept(session)
    return session


def asked(session: SoloSession) -> Asked:
    """What the machine is asked now."""
    assert session.journal is not None
    player = session.machine.player
    return Asked(
        session.journal.setup, player, session.vaults[player].secret, session.machine.level, tuple(session.journal.raw)
    )


def answered(thinker: Thinker, question: Asked) -> bytes:
    """The machine's answer, in slices."""
    return asyncio.run(thinker.answer(asked_of(question)))


def machine_plays(session: SoloSession, thinker: Thinker) -> None:
    """The machine's answer is taken as the page takes it."""
    session.coming = told_of(answered(thinker, asked(session)))
    session.next_step()


def same(one: Session, other: Session) -> None:
    """Both show the same match."""
    assert state_hash(one.match) == state_hash(other.match)
    assert one.lines == other.lines and one.scores == other.scores and one.record == other.record
    assert [vars(vault) for vault in one.vaults.values()] == [vars(vault) for vault in other.vaults.values()]


@pytest.mark.parametrize("agreed", [Agreed(names=("Ana", "Bob")), ALL], ids=["plain", "modules"])
def test_a_match_goes_on_where_it_was_after_every_answer(agreed: Agreed) -> None:
    """Bids, secrets, hands, moves, dice: what comes back is what was there, and can be taken back as before."""
    session = kept(Session(make_setup(agreed, b"nonce"), SECRETS))
    person, count = Person(session, 3), 0
    while not session.is_over:
        person.step()
        count += 1
        if count % 50 == 0 or count in (1, 2, 5, 9):
            assert session.journal is not None
            again = restored(session.journal.data(), "test")
            same(session, again)
            assert again.journal is not None and again.journal.is_kept
    again = restored(session.journal.data(), "test")  # type: ignore[union-attr]
    same(session, again)
    assert again.journal.about() == session.journal.about() and again.is_over  # type: ignore[union-attr]


def test_dice_that_fell_are_written_before_they_show() -> None:
    session = kept(new_session())
    person = Person(session, 3)
    while session.roll_due is None:
        person.step()
    faces = tuple(1 for _ in range(session.roll_due.dice))
    session.decide(faces)
    assert session.due_faces() == faces
    again = restored(session.journal.data(), "test")  # type: ignore[union-attr]
    assert again.record[-1] == (0, faces) or (0, faces) in again.record[-4:]
    session.throw(faces)
    same(session, again)


def test_what_is_taken_back_is_not_kept() -> None:
    session = kept(new_session())
    person = Person(session, 3)
    while not session.can_undo:
        person.step()
    session.undo()
    same(session, restored(session.journal.data(), "test"))  # type: ignore[union-attr]


def test_a_match_that_is_not_over_is_saved_as_a_file_and_taken_in() -> None:
    """All that it needs to go on; once over, the record that anybody can check."""
    session = against()
    thinker, person = Thinker(), Person(session, 5)
    for _ in range(30):
        machine_plays(session, thinker) if session.is_machines else person.step()
    assert session.journal is not None
    _, text = export_local_match(session.journal.data(), "local-x", "https://eden.example/")
    kind, data = links.opened(from_text(text.encode()))
    assert kind == links.SAVE
    same(session, restored(data, "local-y"))
    while not session.is_over:
        machine_plays(session, thinker) if session.is_machines else person.step()
    name, text = export_local_match(session.journal.data(), "local-x", "https://eden.example/")
    kind, data = links.opened(text)
    examined = verifying.examine(kind, data)
    assert (
        name == "Ana-Bamaka.eden"
        and kind == links.RECORD
        and examined.record is not None
        and examined.found.winner == session.winner
    )


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not_a_file"),
        (b"hello world", "not_a_file"),
        (b"One. Two. Three. Four", "not_a_file"),
        (bytes(range(256)) * 40, "not_a_file"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(200)), "not_a_file"),
        (b"a" * 300_000, "file_too_large"),
        (b"\xff" * 600_000, "file_too_large"),
        (b"2.s.00000000.AAAA", "file_of_another_version"),
        (b"1.z.00000000.AAAA", "file_of_another_version"),
        (links.link_of(links.SAVE, bytes(500)).encode()[:-9], "file_is_damaged"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_as_a_file(data: bytes, code: str) -> None:
    """Whatever was chosen in its place; a link is not spoken of."""
    with pytest.raises(EdenError) as refused:
        from_text(data)
    assert refused.value.code == code
    for language in LANGUAGES:
        assert words(language).has(f"error.{code}")
    assert "link" not in error_text(words(), refused.value)


def test_a_broken_save_is_refused_and_says_where() -> None:
    session = kept(new_session())
    Person(session, 3).play("designate")
    assert session.journal is not None
    data = session.journal.data()
    parts = list(decode(data))
    raw = list(parts[4])
    broken: list[tuple[Any, str]] = [
        (b"", "byte 0"),
        (b"\x80", "save"),
        (encode((9, *parts[1:])), "save"),
        (encode((*parts[:3], (2, "oracle"), *parts[4:])), "machine"),
        (encode((*parts[:2], ("x" * 32, "y" * 32), *parts[3:])), "save"),
        (encode((*parts[:4], (*raw[:4], raw[5], *raw[5:]), parts[5])), "entry 5"),
        (encode((*parts[:4], (*raw, encode((0, (1, 2)))), parts[5])), f"entry {len(raw) + 1}"),
        (encode((*parts[:5], (*parts[5][:2], bytes(8)))), "state"),
    ]
    for bad, where in broken:
        with pytest.raises(EdenError) as refused:
            restored(bad, "test")
        assert refused.value.where == where


def test_a_match_of_another_release_goes_on_if_it_is_the_same_there_and_is_else_refused() -> None:
    """By the state that it had reached; what can't go on here can still be saved as a file, as it is kept."""
    session = kept(new_session())
    Person(session, 3).play("designate")
    assert session.journal is not None
    *parts, (rules, count, state) = decode(session.journal.data())
    same(session, restored(encode((*parts, (bytes(8), count, state))), "test"))
    for other in (
        (*parts, (bytes(8), count, bytes(8))),
        (*parts[:4], parts[4][:3] + parts[4][4:], (bytes(8), count, state)),
    ):
        with pytest.raises(EdenError) as refused:
            restored(encode(other), "test")
        assert refused.value.code == "save_of_other_rules" and refused.value.values == {
            "theirs": "00000000",
            "ours": rules[:4].hex(),
        }
        assert links.opened(export_local_match(encode(other), "local-x", "https://eden.example/")[1]) == (
            links.SAVE,
            encode(other),
        )


def test_a_match_that_a_former_release_kept_goes_on_under_todays_names() -> None:
    """It waits for a reaction: frames stand in its hash that were named otherwise then (Course, now PlayMatch)."""
    data = b64decode(Path(__file__).with_name("save_of_a_former_release.txt").read_bytes())
    session = restored(data, "kept")
    assert [type(frame).__name__ for frame in session.match.frames] == [
        "PlayMatch",
        "ActivationPhase",
        "Activation",
        "Melee",
    ]
    assert session.decision is not None and session.decision.kind == "reaction"
    Person(session, 3).play()
    assert session.is_over
    version, *parts, (rules, count, state) = decode(data)
    other = encode((version, *parts, (rules, count, bytes(len(state)))))
    with pytest.raises(EdenError, match="save of other rules"):
        restored(other, "kept")


def test_what_the_machine_opened_cannot_be_unseen() -> None:
    """Neither its bid nor its mission: no answer before that is taken back."""
    session, thinker = against(), Thinker()
    person, opened = Person(session, 5), 0
    while not session.is_over:
        if session.is_machines:
            before = len(session.record)
            machine_plays(session, thinker)
            if any(
                player == session.machine.player and isinstance(given, Open)
                for player, given in session.record[before:]
            ):
                opened += 1
                assert not session.can_undo and not restored(session.journal.data(), "test").can_undo  # type: ignore[union-attr]
        else:
            person.step()
    assert opened > 2


@pytest.mark.parametrize("agreed", [Agreed(names=("Ana", "")), ALL], ids=["plain", "modules"])
def test_a_whole_match_against_the_machine(agreed: Agreed) -> None:
    """It answers all that it is asked, says why, and is never asked with the person's secret."""
    session, thinker = against(agreed=agreed), Thinker()
    person, codes = Person(session, 5), set()
    for _ in range(3000):
        if session.is_over:
            break
        if session.is_machines:
            assert session.decision is None and session.asked == 0
            assert SECRETS[0] not in asked_of(asked(session))
            machine_plays(session, thinker)
            codes |= {said.reason.code for said in session.said}
        else:
            person.step()
    assert session.is_over and len(codes) > 6
    same(session, restored(session.journal.data(), "test"))  # type: ignore[union-attr]
    for language in LANGUAGES:
        sheet = why_sheet(words(language), session)
        assert (
            sum(len(find(sheet, data_because=code)) for code in {said.reason.code for said in session.said})
            == len(session.said)
            and "{" not in text_of(sheet)
            and "solo." not in text_of(sheet)
        )


@pytest.mark.parametrize("level", MACHINES)
def test_the_same_question_gets_the_same_answer(level: str) -> None:
    """From a thinker that followed, and from one that was just started; an undo sends it back."""
    session, followed = against(level), Thinker()
    person = Person(session, 5)
    asked_again = 0
    while asked_again < 4:
        if session.is_machines:
            question = asked(session)
            answer = answered(followed, question)
            assert answer and answered(Thinker(), question) == answer
            machine_plays(session, followed)
            asked_again += 1
        else:
            person.step()


def test_thinking_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two slices; a question that comes later is answered as if nothing had been."""
    monkeypatch.setattr("web.local.thinking.SLICE", 0.0)
    session, thinker = against("warlord"), Thinker()
    person = Person(session, 5)
    while session.question is None or session.question.kind != "designate" or not session.is_machines:
        machine_plays(session, thinker) if session.is_machines else person.step()

    async def cancelled() -> tuple[bytes, bytes]:
        first = asyncio.ensure_future(thinker.answer(asked_of(asked(session))))
        await asyncio.sleep(0)
        thinker.cancel()
        return await first, await thinker.answer(asked_of(asked(session)))

    before = state_hash(session.match)
    first, second = asyncio.run(cancelled())
    assert first == b"" and second == answered(Thinker(), asked(session)) and state_hash(session.match) == before


def test_an_answer_of_ones_own_can_be_taken_back_after_the_machines() -> None:
    session, thinker = against(), Thinker()
    person = Person(session, 5)
    for _ in range(2000):
        if session.is_machines:
            machine_plays(session, thinker)
            if session.can_undo and session.question is not None and session.question.kind == "deploy":
                break
        else:
            person.step()
    told = list(session.said)
    session.undo()
    assert not session.is_machines and session.decision is not None
    assert (
        session.said == [said for said in told if said.slot < len(session.record)] != told
    )  # nor are its reasons left
    same(session, restored(session.journal.data(), "test"))  # type: ignore[union-attr]


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_have_words(language: str) -> None:
    said = words(language)
    for made in (
        not_kept_sheet(said, "quota"),
        not_kept_sheet(said, "no_storage"),
        why_sheet(said, None),
        played_by(said, Agreed()),
    ):
        assert "solo." not in text_of(made)
