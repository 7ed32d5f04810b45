"""A whole match through the client's plan; secrets behind the curtain; taking back; waived interrupts."""

from __future__ import annotations

import re

import pytest

from eden_core.engine.codec import state_hash
from eden_core.engine.match import INCAPACITATED, on_field
from eden_core.engine.messages import Pick
from eden_core.errors import Illegal
from eden_core.record.record import read, replay
from eden_core.sync import links
from eden_core.sync.proofs import verifying
from tests.web.playing import Numbers, Person, new_session, words
from tests.web.table.test_panels import walk
from web.match.session import WAIVED, Session
from web.match.wording import log_lines
from web.planning.planner import Planner
from web.prompts.current import ask
from web.saves.records import played_here
from web.table.panel.cards import fighter_card
from web.table.panel.overlays import curtain, end_sheet, secrets_sheet
from web.table.panel.prompt import prompt_bar, spoken
from web.ui.nodes import Node, find, text_of

# A key or a blank that no words were found for.
UNSAID = re.compile(
    r"\{\w+\}|\b(?:ask|ui|event|roll|error|property|modified|condition|effect|term|ability|marker|tactic|odds)\.[a-z_]+"
)
TROOPS = (
    ("jokers_starter", "bamaka_starter"),
    ("isc_starter", "matriarchy_starter"),
    ("jokers_fireworks", "isc_firing_line"),
    ("bamaka_rage", "matriarchy_penitents"),
)


@pytest.mark.parametrize("seed", range(4))
def test_a_match_plays_to_its_winner(seed: int) -> None:
    """Every question of a match can be answered by what the prompt offers, and every prompt has its words."""
    catalogue = words("fr" if seed == 2 else "en")

    def watch(session: Session, planner: Planner) -> None:
        if session.is_curtain_down:
            assert curtain(catalogue, session)
            return
        prompt = ask(catalogue, session, planner)
        bar = Node("div", {}, tuple(prompt_bar(catalogue, session, prompt, session.can_undo, False)))
        assert prompt.title and not UNSAID.search(text_of(bar)), UNSAID.search(text_of(bar))
        assert spoken(prompt)

    person = Person(new_session(scenery="turns" if seed == 1 else "ready", troops=TROOPS[seed]), seed, watch)
    person.play()
    session = person.session
    assert session.match.table.winner in (0, 1, 2)
    assert text_of(end_sheet(catalogue, session))
    assert {"bid", "leader", "mission", "half", "deploy", "hand", "designate", "action", "tactic"} <= set(person.seen)
    assert person.seen["attack"] + person.seen["charge"] + person.seen["shoot"] > 3
    assert len(session.scores) == session.match.table.round
    for line in log_lines(catalogue, session, session.lines):
        assert not UNSAID.search(line.text), line.text
    cards = Node(
        "div", {}, tuple(fighter_card(catalogue, session, f, True, False) for f in session.match.fighters.values())
    )
    assert not UNSAID.search(text_of(cards)), UNSAID.search(text_of(cards))


def test_what_the_end_of_the_match_scores_is_none_of_the_last_rounds() -> None:
    """RND-1: both come of the same answer, yet the result tells them apart."""
    scored_at_end = 0
    for seed in (3, 13):
        session = new_session(troops=TROOPS[seed % 4])
        Person(session, seed).play()
        late = [line.event for line in session.lines]
        late = late[max(place for place, event in enumerate(late) if event.code == "round_ended") :]
        cells = [text_of(node) for node in walk(end_sheet(words(), session)) if node.tag == "td"]
        rows = [*zip(cells[len(cells) // 2 - 2 :: len(cells) // 2], cells[len(cells) // 2 - 1 :: len(cells) // 2])]
        for player in (1, 2):
            gained = sum(
                int(str(event.get("vp"))) for event in late if event.code == "scored" and event.get("player") == player
            )
            vp = session.match.sides[player].vp
            assert session.scores[-1][player - 1] == vp - gained and rows[player - 1] == (str(gained), str(vp))
            scored_at_end += gained
    assert scored_at_end


def test_a_match_says_who_won_and_why_it_ended_early() -> None:
    """RND-1, RND-2: in the prompt too; where one side has nobody left before the last round, the result says whose."""
    for seed in range(2, 30):  # chance decides which match ends early
        session = new_session(troops=TROOPS[2])
        Person(session, seed).play()
        match = session.match
        if match.table.round < 5 and match.table.winner > 0:
            break
    won, lost = session.player_name(match.table.winner), session.player_name(1 if on_field(match, 2) else 2)
    assert ask(words(), session, Planner(session)).title == f"The match is over: {won} wins"
    assert f"Over after round {match.table.round} of 5: {lost} has nobody left on the field." in text_of(
        end_sheet(words(), session)
    )
    for fighter in on_field(match):
        match.fighters[fighter.id] = fighter._replace(status=INCAPACITATED)
    match.table = match.table._replace(winner=0)
    assert ask(words(), session, Planner(session)).title == "The match is over: a draw"
    assert "nobody is left on the field" in text_of(end_sheet(words(), session))
    match.table = match.table._replace(round=5)
    assert not find(end_sheet(words(), session), class_="end-early")


def test_the_record_tells_the_match_again() -> None:
    """The answers and dice kept, given anew, lead to the same end."""
    from eden_core.engine import flow
    from eden_core.rules.start import new_match

    person = Person(new_session(), 4)
    person.play()
    match = new_match(person.session.match.setup)
    for player, given in person.session.record:
        if player:
            flow.answer(match, player, given)  # type: ignore[arg-type]
        else:
            flow.roll(match, given)  # type: ignore[arg-type]
    assert match.table == person.session.match.table
    assert match.sides == person.session.match.sides


def test_no_secret_shows_to_the_other() -> None:
    """While the curtain is down neither options nor hand are handed out; the hand is there for its owner's eyes
    only.
    """
    session = new_session()
    assert session.is_curtain_down and session.decision and session.decision.kind == "bid"
    person = Person(session)
    person.play(until="tactic")
    player = session.asked
    assert not session.is_private and session.hand() == []
    session.look(True)
    assert session.is_curtain_down and session.hand() == []
    session.raise_curtain()
    names = [name for _, name in session.hand()]
    assert names and not session.is_curtain_down
    prompt = ask(words(), session, Planner(session))
    assert {choice.label for choice in prompt.choices} == {words()(f"tactic.{name}.name") for name in names}
    session.look(False)
    assert session.hand() == [] and not session.is_curtain_down
    planner = Planner(session)
    planner.decline()
    assert session.eyes == 0 and (session.asked != player or not session.is_private)


def test_own_secrets_can_be_seen_again() -> None:
    """A player may look at mission and hand at any time, behind the curtain; the question waits."""
    session = new_session()
    Person(session, 1).play(until="designate")
    player = 3 - session.asked
    session.peek(player)
    assert session.is_curtain_down and session.secrets() is None and secrets_sheet(words(), session) is None
    session.raise_curtain()
    shown = session.secrets()
    assert shown is not None and shown[0] and shown[1] == session.vaults[player].hand(session.match)
    sheet = secrets_sheet(words(), session)
    assert sheet is not None and words()(f"mission.{shown[0]}.name") in text_of(sheet)
    session.peek(0)
    assert not session.is_curtain_down and session.secrets() is None and session.eyes == 0


def test_a_curtain_comes_down_between_two_secrets() -> None:
    """Both bid; after the first seal the device must change hands before the second player's question shows."""
    session = new_session()
    first = session.asked
    session.raise_curtain()
    session.seal(1)
    assert session.asked == 3 - first and session.is_curtain_down
    assert not session.can_undo


def test_answers_can_be_taken_back_until_dice_or_secrets() -> None:
    """A designation can be taken back, and the match is as it was; past a throw of dice nothing can."""
    person = Person(new_session(), 2)
    person.play(until="designate")
    session = person.session
    before = (session.match.answers, dict(session.match.fighters), len(session.lines))
    planner = Planner(session)
    planner.choose(str(session.decision.options[0]))  # type: ignore[union-attr]
    planner.commit()
    assert session.can_undo
    session.undo()
    assert (session.match.answers, dict(session.match.fighters), len(session.lines)) == before
    while session.roll_due is None:
        person.step()
    session.throw(tuple(1 + Numbers(3).below(6) for _ in range(session.roll_due.dice)))
    assert not session.can_undo


def test_a_refusal_changes_nothing() -> None:
    """An answer against the rules raises and leaves match, record and log as they were."""
    person = Person(new_session(), 2)
    person.play(until="designate")
    session = person.session
    before = (session.match.answers, len(session.record), len(session.lines), session.can_undo)
    with pytest.raises(Illegal):
        session.answer(Pick("nobody"))
    assert (session.match.answers, len(session.record), len(session.lines), session.can_undo) == before


def test_interrupts_can_be_waived_for_a_round() -> None:
    """Whoever waives them is not asked until the next round."""
    person = Person(new_session(), 6)
    person.play(until="interrupt")
    session = person.session
    player, number = session.asked, session.match.table.round
    session.ask_when(player, WAIVED)
    assert session.passing() == Pick("")
    session.pass_by()
    asked: list[int] = []
    person.watch = lambda s, p: (
        asked.append(s.asked)
        if (s.decision and s.decision.kind in ("interrupt", "reaction") and s.passing() is None)
        else None
    )
    while session.match.table.round == number and not session.is_over:
        person.step()
    assert player not in asked


def test_a_finished_match_of_one_device_is_a_record_that_replays() -> None:
    """Saved as a link of kind r: the same end when it is read, and honestly said to be signed by nobody."""
    session = new_session()
    Person(session).play()
    kind, data = links.opened(played_here(session, "https://eden.example/"))
    record = read(data)
    assert kind == links.RECORD and state_hash(replay(record)) == state_hash(session.match)
    fault = verifying.examine(kind, data).found.fault
    assert fault is not None and fault.code == "record_not_signed"
