"""Cards on the match screen: abilities as actions, paid and ordered ones, tactical cards at other moments, what is
greyed and why, what passes by itself.
"""

from __future__ import annotations

from typing import Any

import pytest

from eden_core.analysis.measuring import measure
from eden_core.engine.messages import Event, Pick, PickMany, Tactic
from eden_core.errors import Illegal
from eden_core.scenarios.position import document, read_position
from tests.web.playing import new_session, words
from web.field.state import Ui
from web.match.session import ALWAYS, CHOICE, WAIVED, Line, Session
from web.match.wording import refusal_text, said
from web.planning import suggestions as suggest
from web.planning.planner import Planner
from web.prompts.current import ask
from web.prompts.prompt import Prompt
from web.table.panel.cards import fighter_card
from web.table.panel.prompt import prompt_bar
from web.table.preview import fill
from web.ui.controls import Choice
from web.ui.nodes import Node, find, text_of

EN = words()


def session_at(text: str) -> tuple[Session, Planner]:
    """A session that stands at a position."""
    session = new_session()
    session.match, session.vaults = read_position(document(text))
    session.lines.clear()
    session.settle()
    return session, Planner(session)


def at_action(fighters: str, more: str = "") -> tuple[Session, Planner]:
    """`a` of player 1 is active."""
    return session_at(f'[match]\nphase = "activation"\nactive = "a"\n{more}\n{fighters}')


def one(name: str, player: int, at: str, card: str = "", lines: str = "") -> str:
    """A fighter."""
    return f'[[fighter]]\nid = "{name}"\nplayer = {player}\n{at}\n{lines}\n[fighter.card]\n{card}\n'


def prompt_of(session: Session, planner: Planner) -> Prompt:
    """The prompt, its bar put together too."""
    made = ask(EN, session, planner)
    assert Node("div", {}, tuple(prompt_bar(EN, session, made, True, True)))
    return made


def choice(prompt: Prompt, id: str) -> Choice:
    """A choice by its id."""
    return next(choice for choice in prompt.choices if choice.id == id)


def shown(session: Session, planner: Planner) -> Ui:
    """What the field shows."""
    ui = Ui()
    fill(ui, EN, session, planner, "")
    return ui


# --- abilities as actions ---


def test_an_action_ability_is_an_action_with_cost_limit_and_targets() -> None:
    """It costs what it costs, says what is left, rings its targets, and once used up is greyed with the rule."""
    session, planner = at_action(
        one("a", 1, "at = [20, 30]", 'abilities = ["taunt"]')
        + one("b", 2, "at = [20, 40]")
        + one("c", 2, "at = [20, 55]")
    )
    offered = choice(prompt_of(session, planner), "ability:taunt")
    assert (offered.label, offered.cost, offered.detail, offered.enabled) == (
        "Taunt",
        "1 AP",
        "1 of 1 left this round",
        True,
    )
    planner.choose("ability:taunt")
    prompt = prompt_of(session, planner)
    assert EN("ability.taunt.text") in prompt.why and prompt.rule == "ABI-2"
    assert planner.plan.target == "b" and prompt.primary and prompt.primary.enabled  # the only one within 20 cm
    ui = shown(session, planner)
    assert ui.targets == {"b"} and ui.ranges == (((2000, 3000), 2150),) and ui.sight_lines[0].clear
    planner.aim_at("c")
    assert prompt_of(session, planner).refusal[1] == "ABI-2" and not planner.preview.is_ready
    planner.aim_at("b")
    planner.commit()
    assert session.roll_due is not None and session.roll_due.reason == "test"
    session.throw((1,) * session.roll_due.dice)
    events = [line.event.code for line in session.lines]
    assert "ability_used" in events and "pushed" in events
    planner.refresh()
    spent = choice(prompt_of(session, planner), "ability:taunt")
    assert not spent.enabled and spent.detail == "Taunt is used up. (GEN-7)"
    card = fighter_card(EN, session, session.match.fighters["a"], True, False)
    assert find(card, data_ability="taunt", class_="ability is-spent")


def test_an_ability_without_a_target_is_confirmed() -> None:
    """Chosen, it waits for the confirmation; what costs nothing says so."""
    session, planner = at_action(
        one("a", 1, "at = [20, 30]", 'abilities = ["flagellation"]') + one("b", 2, "at = [20, 40]")
    )
    assert choice(prompt_of(session, planner), "ability:flagellation").cost == "free"
    planner.choose("ability:flagellation")
    assert prompt_of(session, planner).primary == Choice(
        "commit", f"Use {EN('ability.flagellation')}", do="commit", icon="scroll"
    )
    planner.commit()
    assert session.match.fighters["a"].lost[2] == 1 and session.match.fighters["a"].ap == 4
    assert session.can_undo
    session.undo()
    assert session.match.fighters["a"].ap == 3


def test_an_ability_with_nobody_to_use_it_on_is_greyed() -> None:
    """The reason stands beside it."""
    session, planner = at_action(one("a", 1, "at = [20, 30]", 'abilities = ["taunt"]') + one("b", 2, "at = [20, 55]"))
    assert choice(prompt_of(session, planner), "ability:taunt").detail == "Nobody to use it on. (ABI-2)"


def test_an_ability_at_a_point_shows_its_explosion_and_why_not() -> None:
    """A point in range shows who is under it; one out of range says so; a place is found for whoever asks."""
    session, planner = at_action(
        one("a", 1, "at = [20, 30]", 'abilities = ["seeker_drone"]') + one("b", 2, "at = [20, 50]")
    )
    planner.choose("ability:seeker_drone")
    assert not planner.preview.is_ready and prompt_of(session, planner).note == EN("ask.tactic.where")
    planner.tap((2000, 4900))
    assert planner.preview.is_ready and prompt_of(session, planner).note == "Hits b"
    assert shown(session, planner).template == ((2000, 4900), session.match.ruleset.explosion_radius)
    planner.tap((5500, 5500))
    ui = shown(session, planner)
    assert not planner.preview.is_ready and not ui.template_ok and "Out of range" in ui.ghost_label
    suggest.put(planner)
    assert planner.preview.is_ready and planner.plan.at == session.match.fighters["b"].at
    planner.commit()
    assert session.roll_due is not None and session.roll_due.reason == "explosion"


def test_a_longer_move_shows_its_length() -> None:
    """What cards add to a length is in the reach, the words and the card."""
    session, planner = at_action(
        one("a", 1, "at = [20, 30]", 'abilities = ["jump_jets"]') + one("b", 2, "at = [20, 58]")
    )
    action = planner.action()
    assert action is not None and action.reach == 1200
    assert "12.0 cm" in prompt_of(session, planner).why
    planner.tap((3190, 3000))
    assert planner.preview.is_ready and planner.preview.length == 1190
    planner.tap((3210, 3000))
    assert "at most 12.0 cm" in prompt_of(session, planner).refusal[0]
    assert "Move in cm +2 (Jump Jets)" in text_of(fighter_card(EN, session, session.match.fighters["a"], True, False))


def test_a_card_sums_up_what_abilities_add() -> None:
    """A characteristic's sum names the ability by name."""
    session, _ = at_action(
        one("a", 1, "at = [20, 30]", "psi = [4, 3]") + one("b", 2, "at = [20, 36]", 'abilities = ["wail"]')
    )
    shown_card = fighter_card(EN, session, session.match.fighters["a"], True, False)
    assert f"PSI 3 = 4 (limb, normal) − 1 ({EN('ability.wail')})" in text_of(shown_card)


# --- charges ---


def test_a_charge_that_no_way_leads_to_is_greyed() -> None:
    """The core's list goes by straight distance; a wall between makes the button grey once it is known."""
    wall = "".join(one(f"w{n}", 1, f"at = [{x}, 33]", "base = 40") for n, x in enumerate((10, 14, 18, 22, 26, 30)))
    session, planner = at_action(one("a", 1, "at = [20, 30]") + one("b", 2, "at = [20, 37]") + wall)
    assert choice(prompt_of(session, planner), "charge").enabled  # not looked for yet
    while planner.look_for_way():
        pass
    charge = choice(prompt_of(session, planner), "charge")
    assert not charge.enabled and charge.detail == "No way leads there within 10.0 cm."
    planner.choose("charge")
    prompt = prompt_of(session, planner)
    assert prompt.refusal == (charge.detail, "ACN-4") and planner.preview.answer is None
    assert prompt.helpers == (Choice("b", "b", "no way there", do="aim", pressed=False, enabled=False),)


def test_the_odds_are_shown_before_a_charge() -> None:
    """With the sum that makes the dice and the target's protection."""
    session, planner = at_action(
        one("a", 1, "at = [20, 30]", 'cbt = [3, 2]\nabilities = ["blood_brother"]\nequipment = ["Axe: CBT +1"]')
        + one("c", 1, "at = [16, 37]")
        + one("b", 2, "at = [20, 37]", 'vig = [3, 2]\nequipment = ["Cap (Pr): head +1"]')
    )
    planner.choose("charge")
    prompt = prompt_of(session, planner)
    assert prompt.odds is not None and prompt.odds.dice == 5
    assert prompt.note == f"Dice: 3 (limb, normal) + 1 (Axe) + 1 ({EN('ability.blood_brother')}) · Protection: head −1"


@pytest.mark.parametrize(("cbt", "vig", "hit"), [(9, 2, "> 99 %"), (1, 6, "17 %"), (2, 1, "100 %")])
def test_what_is_not_certain_does_not_read_so(cbt: int, vig: int, hit: str) -> None:
    """Chances are rounded, but never up to certainty."""
    session, planner = at_action(
        one("a", 1, "at = [20, 30]", f"cbt = [{cbt}, 1]")
        + one("b", 2, 'touching = "a"\nside = "right"', f"vig = [{vig}, 1]")
    )
    planner.choose("attack")
    bar = Node("div", {}, tuple(prompt_bar(EN, session, prompt_of(session, planner), False, False)))
    assert hit in text_of(bar)


def test_dice_lost_to_a_high_difficulty_are_said() -> None:
    """ROLL-2: the sum of the terms and the dice rolled differ by what is above 6."""
    session, planner = at_action(
        one("a", 1, "at = [20, 30]", "cbt = [4, 3]")
        + one("b", 2, 'touching = "a"\nside = "right"', "vig = [8, 7]\npsi = [1, 1]")
    )
    planner.choose("attack")
    prompt = prompt_of(session, planner)
    assert prompt.odds is not None and (prompt.odds.dice, prompt.odds.difficulty) == (2, 6)
    assert prompt.note == "difficulty above 6: 2 fewer"


# --- paid and ordered ---


def test_an_ability_that_is_paid_for_is_asked_of_its_owner() -> None:
    """Who, what it does, what it costs, against whom; and it may be let be."""
    fighters = one("a", 1, "at = [20, 30]") + one("b", 2, "at = [20, 37]", 'abilities = ["vow_of_steel"]')
    session, planner = at_action(fighters)
    planner.choose("charge")
    planner.commit()
    planner.refresh()
    prompt = prompt_of(session, planner)
    assert prompt.kind == "pay" and prompt.owner == 2 and prompt.fighter == "b"
    assert (
        EN("ability.vow_of_steel") in prompt.title
        and "against a" in prompt.why
        and choice(prompt, "pay").cost == "1 AP"
    )
    assert planner.choose("pay") == Pick("pay")
    planner.decline()
    assert session.decision is not None and session.decision.kind == "reaction"
    assert not any(line.event.code == "ability_used" for line in session.lines)


def test_abilities_at_the_same_moment_are_put_in_order() -> None:
    """The first player puts one first; each stands with its ability."""
    cp = "head = [1, 0]\narms = [1, 0]\ntorso = [1, 0]\nlegs = [1, 0]"
    tank = f'abilities = ["fuel_tank"]\nvig = [2, 2]\n[fighter.card.cp]\n{cp}'
    session, planner = at_action(
        one("a", 1, "at = [20, 30]", 'abilities = ["seeker_drone"]')
        + one("b", 2, "at = [20, 49]", tank)
        + one("c", 2, "at = [23, 49]", tank)
    )
    planner.choose("ability:seeker_drone")
    planner.tap((2150, 4900))
    planner.commit()
    while session.roll_due is not None:
        session.throw((6,) * session.roll_due.dice)
    planner.refresh()
    prompt = prompt_of(session, planner)
    assert prompt.kind == "order" and [c.detail for c in prompt.choices] == [EN("ability.fuel_tank")] * 2
    planner.choose("c")
    assert planner.preview.answer == PickMany(("c", "b"))


# --- cards at other moments ---


def with_hands(one_hand: str, other: str = "") -> tuple[Session, Planner]:
    """Both with a leader, SP and a hand, at `a`'s action."""
    return at_action(
        one("a", 1, "at = [20, 30]") + one("b", 2, "at = [20, 40]"),
        f'sp = [6, 6]\nleaders = ["a", "b"]\nhands = [[{one_hand}], [{other}]]',
    )


def test_a_card_may_be_played_in_an_activation() -> None:
    """The hand is shown behind the curtain; the card that says so may be played, the others say why not."""
    session, planner = with_hands('"feint", "second_wind"')
    prompt = prompt_of(session, planner)
    assert Choice("look", "Play a card", do="look", icon="card") in prompt.others
    session.look(True)
    planner.refresh()
    assert session.is_curtain_down and session.hand() == [] and planner.actions() == ()
    session.raise_curtain()
    planner.refresh()
    prompt = prompt_of(session, planner)
    assert prompt.kind == "tactic" and prompt.rule == "TAC-3" and not any(c.do == "decline" for c in prompt.others)
    feint, wind = prompt.choices
    assert feint.enabled and EN("when.action") in feint.keys
    assert not wind.enabled and EN("error.not_at_this_moment") in wind.keys
    planner.choose(feint.id)
    assert not planner.preview.is_ready
    planner.tap((2000, 3000), "a")
    given = planner.preview.answer
    assert isinstance(given, Tactic) and given.target == "a" and planner.preview.is_ready
    planner.commit()
    assert session.eyes == 0 and not session.looking and not session.can_undo
    assert session.decision is not None and session.decision.kind == "action"
    assert not session.may_look  # one a round
    assert "property" not in text_of(fighter_card(EN, session, session.match.fighters["a"], True, False))
    assert EN("property.cant_be_dodged") in text_of(fighter_card(EN, session, session.match.fighters["a"], True, False))


def test_that_a_card_might_be_played_betrays_nothing() -> None:
    """The same prompt whatever the hand holds; and the hand can be put away unplayed, with nothing changed."""
    session, planner = with_hands('"feint"')
    other, others = with_hands('"second_wind"')
    assert prompt_of(session, planner) == prompt_of(other, others)
    before = session.match.answers
    session.look(True)
    session.raise_curtain()
    planner.refresh()
    session.look(False)
    planner.refresh()
    assert session.match.answers == before and not session.is_curtain_down and planner.plan.mode == "move"
    empty, none = with_hands("")
    assert not empty.may_look and not any(c.do == "look" for c in prompt_of(empty, none).others)


# --- what passes by itself ---


def attacked(card: str, lines: str = "") -> tuple[Session, Planner]:
    """`a` has attacked `b`, who may react."""
    session, planner = at_action(
        one("a", 1, "at = [20, 30]", "cbt = [9, 9]") + one("b", 2, 'touching = "a"\nside = "right"', card, lines)
    )
    planner.choose("attack")
    planner.commit()
    planner.refresh()
    assert session.decision is not None and session.decision.kind == "reaction"
    return session, planner


def test_a_reaction_that_can_come_to_nothing_passes_by_itself() -> None:
    """No dice are left to a dodge, and fear bars the riposte: passive, unless its player wants to be asked always."""
    session, planner = attacked("spd = [2, 2]", "markers = { fear = 1 }")
    assert session.passing() == Pick("passive") and prompt_of(session, planner).choices == ()
    session.ask_when(2, ALWAYS)
    assert session.passing() is None and session.asks(2) == ALWAYS
    assert [c.id for c in prompt_of(session, planner).choices] == ["passive", "dodge"]
    session.ask_when(2, CHOICE)
    session.pass_by()
    assert session.roll_due is not None and session.roll_due.reason == "hit" and session.can_undo


def test_a_real_choice_is_asked_until_it_is_waived() -> None:
    """Not this round: passive by itself; a new round asks again."""
    session, planner = attacked("spd = [6, 6]")
    assert session.passing() is None and prompt_of(session, planner).asks == CHOICE
    session.ask_when(2, WAIVED)
    assert session.passing() == Pick("passive") and session.asks(1) == CHOICE
    session.match.table = session.match.table._replace(round=session.match.table.round + 1)
    assert session.passing() is None


def test_a_pass_by_itself_is_taken_back_with_the_answer_before() -> None:
    """Undo leads to the person's last answer."""
    session, _ = attacked("spd = [2, 2]", "markers = { fear = 1 }")
    session.pass_by()
    session.undo()
    assert session.decision is not None and session.decision.kind == "action"
    assert not session.match.fighters["a"].attacks


# --- words, tape ---


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"condition": "ally_within", "amount": 3}, "Only if: a friend within 3 cm."),
        ({"condition": "limb_wounded", "what": "torso", "negated": 1}, "Only if: not wounded: torso."),
        ({"condition": "marked", "what": "fear", "other": 1}, "Only if of the other: has a marker: fear."),
    ],
)
def test_a_condition_that_fails_is_said(values: dict[str, Any], text: str) -> None:
    """GEN-3: which, of whom, turned round or not."""
    refusal = Illegal(
        "condition_fails", "GEN-3", **{"card": "taunt", "what": "", "amount": 0, "negated": 0, "other": 0, **values}
    )
    assert refusal_text(EN, None, refusal) == text


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Event("withstood", "GEN-3", (("fighter", "a"), ("what", "push"))), "a withstands it: a push."),
        (Event("withstood", "GEN-3", (("fighter", "a"), ("what", "burn"))), "a withstands it: burn."),
        (
            Event("modified", "GEN-3", (("fighter", "a"), ("what", "move"), ("amount", -2), ("until", "round"))),
            "a: Move in cm −2 until the end of the round.",
        ),
        (
            Event("granted", "GEN-3", (("fighter", "a"), ("what", "cant_be_dodged"), ("until", "match"))),
            "a can’t be dodged for the rest of the match.",
        ),
        (Event("pushed", "MOVE-4", (("fighter", "a"), ("path", ((0, 0), (500, 0))))), "a is moved 5.0 cm."),
        (
            Event("ability_used", "ABI-2", (("fighter", "a"), ("ability", "taunt"), ("target", "b"), ("at", ()))),
            "a uses Taunt: b.",
        ),
    ],
)
def test_what_cards_do_is_told(event: Event, text: str) -> None:
    """In the log, with the words of this match."""
    session, _ = at_action(one("a", 1, "at = [20, 30]") + one("b", 2, "at = [20, 40]"))
    assert said(EN, session, Line(event)).text == text


def test_the_tape_measures_between_any_two_things() -> None:
    """Edge to edge: bases, markers, outlines, the bare ground; 0 within one thing."""
    session = new_session()
    match = session.match
    match.fighters["yuri.1"] = match.fighters["yuri.1"]._replace(at=(1000, 1000), status=1)
    match.fighters["vladd.1"] = match.fighters["vladd.1"]._replace(at=(2000, 1000), status=1)
    assert measure(match, (1010, 1000), "yuri.1", (1990, 1000), "vladd.1") == ((1000, 1000), (2000, 1000), 700)
    assert measure(match, (1000, 1000), "yuri.1", (3000, 1000), "").length == 1850
    assert measure(match, (10, 0), "", (40, 40), "").length == 50
    assert measure(match, (1000, 1000), "yuri.1", (1010, 1000), "yuri.1").length == 0
    tanker, wall = match.pieces["tanker"], match.pieces["low_wall"]
    low = min(y for _, y in tanker.outline)
    at = next(x for x, y in tanker.outline if y == low), low - 350
    match.fighters["yuri.1"] = match.fighters["yuri.1"]._replace(at=at)
    assert measure(match, at, "yuri.1", (3150, 4050), "tanker").length == 200
    both = measure(match, tanker.outline[0], "tanker", wall.outline[0], "low_wall")
    assert both.length == measure(match, wall.outline[0], "low_wall", tanker.outline[0], "tanker").length > 500
    assert (both.start, both.end) == (tanker.outline[0], wall.outline[0])
