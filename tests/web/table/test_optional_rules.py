"""The optional rules on the match screen: over and at scenery (TER), NPFs (NPF), weather and what mist hides (WEA)."""

from __future__ import annotations

from itertools import product

import pytest

from eden_core.engine import flow
from eden_core.engine.match import INCAPACITATED, Match
from eden_core.engine.messages import Attack, Climb, Event, Hide, Jump, Move, Npf, Roll, Shoot, Swim, Throw
from eden_core.rules.common.paths import move_length
from eden_core.ruleset import EDITIONS
from tests.web.playing import Person, new_session, words
from tests.web.table.test_cards_in_play import EN, at_action, choice, one, prompt_of, session_at, shown
from web.i18n.catalogue import LANGUAGES
from web.match.session import Line, Session
from web.match.wording import log_lines, said, thing_name
from web.planning import suggestions as suggest
from web.planning.planner import Planner
from web.setup.agreed import Agreed, make_setup
from web.table.panel.cards import npf_cards, troop_cards
from web.table.panel.pieces import about_piece
from web.table.panel.top import field_tools, top_bar
from web.table.panel.weather import RULES, effect_text, weather_told
from web.ui.nodes import Node, find, text_of

BOX = "[[14, 20], [20, 20], [20, 40], [14, 40]]"
OTHER = "[[11, 40], [13, 40], [13, 42], [11, 42]]"


def piece(id: str, *rules: str, outline: str = BOX, more: str = "") -> str:
    """A piece of Territory management."""
    listed = ", ".join(f'"{rule}"' for rule in rules)
    return f'[[scenery]]\nid = "{id}"\noutline = {outline}\nrules = [{listed}]\n{more}\n'


def beside(scenery: str, a: str = "", lines: str = "", edition: str = "fr3", more: str = "") -> tuple[Session, Planner]:
    """`a` touches the box from the left and acts; `b` is far away."""
    fighters = one("a", 1, "at = [12.5, 30]", a, lines) + one("b", 2, "at = [50, 30]")
    return session_at(
        f'edition = "{edition}"\n[match]\nphase = "activation"\nactive = "a"\n'
        f"options = {{ territory = true }}\n{more}\n"
        f"{fighters}\n{scenery}"
    )


# --- over and up ---


def test_a_climb_is_two_presses_with_its_dice_told() -> None:
    """TER-CLI: the one piece is taken, the ghost stands where it would get up, the chances are said; then it is
    climbed.
    """
    session, planner = beside(piece("hut", "Elevation", "Climbing (4)"))
    planner.choose("climb")
    prompt, ui = prompt_of(session, planner), shown(session, planner)
    assert (
        planner.preview.answer == Climb("hut")
        and planner.preview.is_ready
        and prompt.primary
        and prompt.primary.enabled
    )
    assert choice(prompt, "climb").cost == "1 AP" and "4 dice" in prompt.note and "94 %" in prompt.note
    assert ui.targets == {"hut"} and ui.ghost == planner.crossing.landing(planner.plan) and ui.ghost_fighter == "a"
    planner.commit()
    assert isinstance(session.match.pending, Roll) and session.match.pending.reason == "climb"


def test_where_the_edition_lets_it_a_climb_ends_where_one_taps() -> None:
    """TER-CLI: en1 lands anywhere on top; fr3 at the nearest place only."""
    _, planner = beside(piece("hut", "Elevation", "Climbing (4)"), edition="en1")
    planner.choose("climb")
    assert (
        planner.tap((1800, 3400), "hut")
        and planner.preview.answer == Climb("hut", (1800, 3400))
        and planner.preview.is_ready
    )
    _session, planner = beside(piece("hut", "Elevation", "Climbing (4)"))
    planner.choose("climb")
    planner.tap((1800, 3400), "hut")
    assert planner.preview.answer == Climb("hut")


def test_water_is_left_where_one_taps_or_a_button_says() -> None:
    """TER-SWI: the tap goes to the nearest exit; across is the farthest; the keyboard's cursor finds the exits."""
    session, planner = beside(piece("lake", "Swimming (4)"), 'equipment = ["Helmet (Pr): head +1"]')
    planner.choose("swim")
    assert planner.preview.answer is None and "Tap where to get out" in prompt_of(session, planner).note
    assert planner.tap((2400, 3500))
    given = planner.preview.answer
    assert isinstance(given, Swim) and planner.preview.is_ready and given.to[0] > 2000 and abs(given.to[1] - 3500) < 30
    assert shown(session, planner).ghost_path == ((1250, 3000), given.to)
    assert "VIG: 3 dice" in prompt_of(session, planner).note
    planner.back()
    assert planner.plan.target == "lake" and not planner.plan.at
    suggest.follow(planner, "across")
    assert (
        planner.preview.is_ready
        and planner.plan.at
        and planner.plan.at[0] > 2000
        and abs(planner.plan.at[1] - 3000) < 30
    )
    exits = planner.crossing.exits(planner.plan)
    assert exits and all((x - 1250) ** 2 + (y - 3000) ** 2 <= 2000**2 for x, y in exits)


def test_a_jump_warns_of_what_failing_means() -> None:
    """TER-JUM: where it lands is shown; without a success the fighter is incapacitated, and that is said before."""
    session, planner = beside(piece("pit", "Jump (3)"))
    planner.choose("jump")
    prompt = prompt_of(session, planner)
    assert planner.preview.answer == Jump("pit") and shown(session, planner).ghost == (2150, 3000)
    assert "incapacitated" in prompt.warning and "1 %" in prompt.warning
    assert prompt.primary is not None and prompt.primary.icon == "jump"


def test_a_fighter_hides_and_its_card_says_so() -> None:
    """TER-HID: a Move of no length; then the state is on the card and in the log."""
    session, planner = beside(piece("wreck", "Hiding (2)"))
    planner.choose("hide")
    assert planner.preview.answer == Hide("wreck") and prompt_of(session, planner).primary
    planner.commit()
    assert session.match.fighters["a"].hidden == "wreck"
    card = troop_cards(EN, session, 1, "")
    assert find(card, class_="state hidden") and "hidden: Built piece" in text_of(card)
    assert any("hides" in line.text for line in log_lines(EN, session, session.lines))


def test_who_is_in_contact_disengages_before_it_climbs() -> None:
    """ACN-3: the prompt says so."""
    fighters = one("a", 1, "at = [12.5, 30]") + one("b", 2, 'touching = "a"\nside = "left"')
    session, planner = session_at(
        f'[match]\nphase = "activation"\nactive = "a"\noptions = {{ territory = true }}\n{fighters}'
        + piece("hut", "Elevation", "Climbing (4)")
    )
    planner.choose("climb")
    assert "disengage" in prompt_of(session, planner).why


def test_a_tap_on_scenery_takes_the_action_that_is_open_or_tells_of_it() -> None:
    """In a Move a piece that can't be walked into is climbed, swum, jumped, attacked; where nothing goes it is asked
    about.
    """
    _, planner = beside(piece("wall", "Destruction (2)") + piece("rock", "Obstacle", outline=OTHER))
    planner.tap((1195, 4100), pin=False)  # the pointer came over it
    assert not planner.tap((1200, 4100), "rock") and planner.plan.mode == "move" and not planner.plan.at
    assert planner.tap((1700, 3000), "wall") and planner.preview.answer == Attack("wall")
    _session, planner = beside(piece("oil", "Occupation"))
    assert planner.tap((1500, 3000), "oil") and isinstance(planner.preview.answer, Move)


# --- at scenery ---


def test_scenery_is_a_target_like_another() -> None:
    """TER-DES: ringed, in sight, named; no odds, but how much of it is left."""
    session, planner = beside(
        piece("wall", "Destruction (2)", "Obstacle"), 'equipment = ["Rifle (Shooting): - Str (3), Range (60)"]'
    )
    assert "wall" in shown(session, planner).targets
    planner.choose("shoot:Rifle")
    planner.aim_at("wall")
    prompt, ui = prompt_of(session, planner), shown(session, planner)
    assert (
        planner.preview.answer == Shoot("wall", "Rifle") and planner.preview.is_ready and planner.preview.odds is None
    )
    assert "Attack 1 of 2" in prompt.note and "without any dice" in prompt.why
    assert len(ui.sight_lines) == 1 and ui.sight_lines[0].clear
    assert prompt.primary and "Built piece" in prompt.primary.label
    planner.commit()
    told = [line.text for line in log_lines(EN, session, session.lines)]
    assert "a attacks scenery: Built piece." in told and "Attacks suffered (Built piece): 1." in told
    card = about_piece(EN, session, session.match.pieces["wall"], True)
    assert (
        card.attrs["class"] == "about-piece is-right is-high"
    )  # the other side of the field, where it leaves it in sight
    assert find(card, role="img")[0].attrs["aria-label"] == "1 of 2 attacks suffered"
    planner.refresh()
    planner.choose("attack")
    planner.aim_at("wall")
    planner.commit()
    assert session.match.pieces["wall"].like == "devastated_zone"
    assert any("destroyed" in line.text for line in log_lines(EN, session, session.lines))


def test_a_throw_at_scenery_names_it() -> None:
    """THR-1, TER-DES: what can suffer it is its target, other scenery is a mere point."""
    gear = 'equipment = ["Bomb (Throwing): - Range (15), Explosive (1)"]'
    session, planner = beside(piece("wall", "Destruction (2)"), gear)
    weapon = next((option.weapon for option in planner.actions() if option.kind == "throw"), "")
    assert weapon
    planner.choose(f"throw:{weapon}")
    assert planner.tap((1700, 3000), "wall") and planner.preview.answer == Throw(weapon, "wall")
    assert shown(session, planner).template


def test_the_ghost_steps_back_where_a_move_may_not_end() -> None:
    """TER-CRO: what is shown is what will be walked."""
    session, planner = beside(piece("bushes", "Crossing"))
    planner.tap((1600, 3000))
    ui = shown(session, planner)
    assert planner.preview.is_ready and planner.preview.answer == Move(((1600, 3000),))
    at = ui.ghost
    assert "can’t end in that piece" in prompt_of(session, planner).note
    planner.commit()
    assert session.match.fighters["a"].at == at


def test_two_pieces_of_a_kind_are_numbered() -> None:
    """A name tells which; a piece of special look goes by it."""
    session, _ = beside(
        piece("tree", "Destruction (3)", more='like = "tree"')
        + piece("tree_2", "Destruction (3)", outline=OTHER, more='like = "tree"')
    )
    assert [thing_name(EN, session, name) for name in ("tree", "tree_2")] == ["Tree 1", "Tree 2"]
    session.match.pieces.pop("tree_2")
    assert thing_name(EN, session, "tree") == "Tree"


def test_a_burning_piece_tells_what_fire_changes() -> None:
    """TER-FLA: burn markers, and the special rules that it lost or got."""
    session, _ = beside(piece("bushes", "Flammable", "Destruction (3)", "Crossing"))
    match = session.match
    match.pieces["bushes"] = burning = match.pieces["bushes"]._replace(burn=1)
    text = text_of(about_piece(EN, session, burning, False))
    assert "burning 1" in text and "Crossing" not in text and "Obstacle" in text


@pytest.mark.parametrize(
    ("mode", "rules", "reason"),
    [
        ("climb", ("Elevation", "Climbing (4)"), "climb"),
        ("swim", ("Swimming (5)",), "swim"),
        ("jump", ("Jump (3)",), "jump"),
    ],
)
def test_the_risk_is_what_the_dice_say(mode: str, rules: tuple[str, ...], reason: str) -> None:
    """Against every throw of the engine's own rolls: the first one's success, and the worst that may come of it."""
    session, planner = beside(piece("over", *rules), lines="lost = { head = 1 }" if mode == "swim" else "")
    planner.choose(mode)
    if mode == "swim":
        planner.tap((2400, 3000))
    risk, given = planner.crossing.risk(planner.plan), planner.preview.answer
    assert risk is not None and given is not None
    there = session.match.copy()
    flow.answer(there, 1, given)
    roll = there.pending
    assert (
        isinstance(roll, Roll)
        and roll.reason == reason
        and (roll.dice, roll.difficulty) == (risk.dice, risk.difficulty)
    )
    assert risk.success.ways / risk.success.all == pytest.approx(sum(part for part, got in _throws(roll) if got))
    assert risk.harm.ways / risk.harm.all == pytest.approx(_harmed(there, "a"))


def _throws(roll: Roll) -> list[tuple[float, int]]:
    """Every count of successes of a roll, with its chance, dice by dice."""
    counts: dict[int, float] = {}
    for faces in product(range(1, 7), repeat=roll.dice):
        got = sum(face >= roll.difficulty for face in faces)
        counts[got] = counts.get(got, 0.0) + 1 / 6**roll.dice
    return [(part, got) for got, part in counts.items()]


def _harmed(match: Match, name: str) -> float:
    """The chance that a fighter falls, or is wounded by a fall."""
    roll = match.pending
    if not isinstance(roll, Roll) or roll.reason not in ("climb", "hold_on", "swim", "jump"):
        fighter = match.fighters[name]
        return float(fighter.status == INCAPACITATED or all(fighter.lost))
    total = 0.0
    for part, got in _throws(roll):
        there = match.copy()
        flow.roll(there, (6,) * got + (1,) * (roll.dice - got))
        total += part * _harmed(there, name)
    return total


# --- non-player fighters ---


def roaming(fighters: str, more: str = "", edition: str = "fr3") -> tuple[Session, Planner]:
    """The NPFs are being activated."""
    return session_at(f'edition = "{edition}"\n[match]\nphase = "intendancy"\n{more}\n{fighters}')


FAR = (
    one("n", 0, "at = [10, 10]")
    + one("m", 0, "at = [10, 50]")
    + one("a", 1, "at = [50, 30]")
    + one("b", 2, "at = [50, 40]")
)


def test_a_prowl_is_a_short_ghost_in_the_direction_tapped() -> None:
    """NPF-4: a tap far away is cut to 5 cm; a button lets it stay, others go toward somebody."""
    session, planner = roaming(FAR)
    prompt = prompt_of(session, planner)
    assert (prompt.kind, prompt.fighter, planner.plan.weapon) == (
        "npf",
        "n",
        "prowl",
    ) and "reaches nobody" in prompt.why
    assert planner.preview.answer is None and not (prompt.primary and prompt.primary.enabled)
    planner.tap((4000, 1000))
    given, ui = planner.preview.answer, shown(session, planner)
    assert isinstance(given, Npf) and given == Npf("n", "prowl", "", (1500, 1000)) and planner.preview.is_ready
    assert ui.ghost_path == ((1000, 1000), (1500, 1000)) and ui.ghost_length == 500 and ui.selected == "n"
    suggest.follow(planner, "stay")
    assert planner.preview.answer == Npf("n", "prowl", "", (1000, 1000)) and planner.preview.is_ready
    assert (made := prompt_of(session, planner).primary) and "stays" in made.label
    suggest.follow(planner, "toward:a")
    assert planner.preview.is_ready and planner.plan.at and planner.plan.at[0] > 1400
    planner.choose("m")
    assert planner.plan.what == "m"
    assert planner.next_fighter("") == "" and planner.plan.what == "n"  # the space bar goes round
    planner.tap((1000, 2000))
    planner.commit()
    assert session.match.fighters["n"].at == (1000, 1500)


def test_what_is_forced_is_planned_at_once_and_says_why() -> None:
    """NPF-4: whom it touches it attacks, whom it reaches it charges: one press."""
    session, planner = roaming(
        one("n", 0, "at = [10, 10]")
        + one("a", 1, 'touching = "n"\nside = "left"')
        + one("m", 0, "at = [30, 30]")
        + one("b", 2, "at = [36, 30]")
    )
    assert planner.preview.answer == Npf("n", "attack", "a") and "must attack" in prompt_of(session, planner).why
    assert planner.is_forced and not planner.back() and planner.preview.is_ready  # nothing to step back from
    planner.choose("m")
    prompt, ui = prompt_of(session, planner), shown(session, planner)
    assert (
        planner.preview.answer == Npf("m", "charge", "b")
        and planner.preview.is_ready
        and "must charge the closest" in prompt.why
    )
    assert (
        ui.targets == {"b"}
        and len(ui.ghost_path) == 2
        and [c.detail for c in prompt.choices] == ["must attack", "must charge"]
    )
    planner.commit()
    assert session.decision is not None and session.decision.kind == "reaction"


def test_among_several_the_player_picks_by_tap_or_button() -> None:
    """NPF-4: an attack on one of those in contact."""
    session, planner = roaming(
        one("n", 0, "at = [10, 10]")
        + one("a", 1, 'touching = "n"\nside = "left"')
        + one("b", 2, 'touching = "n"\nside = "right"')
        + one("m", 0, "at = [50, 50]")
    )
    assert planner.preview.answer is None and [c.id for c in prompt_of(session, planner).helpers] == ["a", "b"]
    at = session.match.fighters["b"].at
    assert at and planner.tap(at, "b") and planner.preview.answer == Npf("n", "attack", "b")
    planner.aim_at("a")
    assert planner.preview.answer == Npf("n", "attack", "a") and planner.preview.is_ready


def test_equally_close_ones_are_the_first_players_to_order() -> None:
    """GEN-4: who activates the NPF picks none; the order that follows names the NPF."""
    fighters = (
        one("n", 0, "at = [30, 30]")
        + one("m", 0, "at = [50, 50]")
        + one("a", 1, "at = [36, 30]", "", "ap = 0")
        + one("b", 2, "at = [24, 30]", "", "ap = 0")
        + one("c", 0, "at = [10, 50]")
    )
    session, planner = roaming(fighters, "first_player = 2")
    planner.choose("m")
    suggest.follow(planner, "stay")
    planner.commit()  # the second player, to whom the choice is not left
    planner.refresh()
    planner.choose("n")
    prompt = prompt_of(session, planner)
    assert planner.preview.answer == Npf("n", "charge") and planner.preview.is_ready and "says whom" in prompt.note
    planner.commit()
    planner.refresh()
    assert session.decision is not None and (session.decision.kind, session.asked) == ("order", 2)
    assert "n must charge the closest" in prompt_of(session, planner).why


def test_who_rolls_for_an_npf_is_told_for_whom() -> None:
    """NPF-5: moving its location die names it, and its strike at who fails to leave is free."""
    session, planner = at_action(
        one("a", 1, "at = [10, 10]") + one("n", 0, 'touching = "a"\nside = "left"') + one("b", 2, "at = [50, 50]")
    )
    planner.tap((1800, 1000))
    planner.commit()
    session.throw((1, 1, 1, 1))  # it fails to disengage
    planner.refresh()
    assert session.decision is not None and session.decision.kind == "strike" and session.asked == 2
    strike = choice(prompt_of(session, planner), "n")
    assert strike.label == "n strikes" and strike.cost == "free"
    given = planner.choose("n")
    assert given is not None
    session.answer(given)
    session.throw((6,) * (session.roll_due.dice if session.roll_due else 0))
    session.throw((3,))
    planner.refresh()
    assert prompt_of(session, planner).title == "player 2, move the location die for n?"


def test_npfs_stand_on_cards_of_their_own() -> None:
    """A level, no AP; boxes once they are hurt; several of a name are numbered; a screen reader's names are those."""
    session, _planner = roaming(FAR)
    cards = npf_cards(EN, session, "")
    assert cards is not None
    made = find(cards, data_fighter="n")[0]
    assert "level" in text_of(made) and not find(made, class_="limbs") and "data-ap" not in made.attrs
    session.match.fighters["n"] = session.match.fighters["n"]._replace(lost=(1, 0, 0, 0))
    assert find(npf_cards(EN, session, "") or Node("p", {}, ()), class_="limbs")
    assert session.acting() == ("n", "m")
    assert npf_cards(EN, new_session(), "") is None


def test_a_riposte_of_an_npf_is_announced() -> None:
    """NPF-5: before it is attacked, the player knows that it strikes back for free."""
    session, planner = at_action(
        one("a", 1, "at = [10, 10]") + one("n", 0, 'touching = "a"\nside = "left"') + one("b", 2, "at = [50, 50]")
    )
    planner.choose("attack")
    assert planner.preview.answer == Attack("n") and "ripostes for free" in prompt_of(session, planner).note


# --- weather ---

MIST = 'weather = "mist"'


def misty(weather: str = MIST) -> tuple[Session, Planner]:
    """`a` has a rifle, `b` is far out of range, `c` near."""
    return at_action(
        one("a", 1, "at = [10, 10]", 'equipment = ["Rifle (Shooting): - Str (3), Range (20)"]')
        + one("b", 2, "at = [50, 50]")
        + one("c", 2, "at = [17, 10]"),
        weather,
    )


def test_mist_shows_no_distance_before_it_is_paid() -> None:
    """WEA-8: no rings, bands, sight lines, odds; every enemy may be named; nothing is greyed."""
    session, planner = misty()
    ui = shown(session, planner)
    assert not ui.targets and not ui.ranges
    planner.choose("shoot:Rifle")
    ui = shown(session, planner)
    assert ui.targets == {"b", "c"} and not ui.ranges and not ui.sight_lines
    planner.aim_at("b")
    prompt = prompt_of(session, planner)
    assert (
        planner.preview.is_ready
        and planner.preview.odds is None
        and prompt.odds is None
        and not shown(session, planner).sight_lines
    )
    assert "nothing is measured" in prompt.why
    assert [c.id for c in prompt.helpers] == ["b", "c"]  # troop order, not by distance
    planner.commit()
    told = log_lines(EN, session, session.lines)
    assert any("fails: out of range" in line.text for line in told)
    assert planner.session.match.fighters["a"].ap == 2


def test_a_misty_move_goes_as_far_as_it_goes_and_tells_no_length() -> None:
    """WEA-8: the way planned may be longer than a Move; neither ghost nor button says how long it is."""
    session, planner = misty()
    planner.tap((1000, 4500))
    ui, prompt = shown(session, planner), prompt_of(session, planner)
    assert planner.preview.is_ready and ui.ghost == (1000, 4500) and ui.ghost_length == 0 and not ui.sight_lines
    assert prompt.primary and "cm" not in prompt.primary.label
    assert all("cm" not in c.label for c in prompt.helpers)
    suggest.follow(planner, "toward:b")
    there = planner.plan.at
    assert planner.preview.is_ready and there and abs(there[0] - 5000) < 800 and abs(there[1] - 5000) < 800
    suggest.follow(planner, "away")
    assert planner.preview.is_ready and planner.plan.at
    assert max(abs(x - y) for x, y in zip(planner.plan.at, (1000, 1000))) > move_length(
        session.match, session.match.fighters["a"]
    )


def test_the_same_view_in_clear_weather_measures() -> None:
    """What mist takes away is there without it."""
    session, planner = misty("")
    planner.choose("shoot:Rifle")
    planner.aim_at("c")
    assert shown(session, planner).ranges and shown(session, planner).sight_lines and planner.preview.odds is not None
    assert find(field_tools(EN, False, False, False)[2], title=EN("error.nothing_is_measured"))
    assert find(field_tools(EN, False, False, True)[2], title=EN("ui.measure"))


def test_a_snowstorm_makes_cards_dearer_where_it_is_told() -> None:
    """WEA-12: 3 SP."""
    session, _planner = session_at(
        '[match]\nphase = "tactical"\nweather = "snowstorm"\nsp = [5, 5]\n'
        + one("a", 1, "at = [10, 10]")
        + one("b", 2, "at = [50, 50]")
    )
    assert effect_text(EN, session.match.ruleset, "snowstorm") == "A tactical card costs 3 SP."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_weather_tells_what_it_does(edition: str, language: str) -> None:
    """A badge, and on a press its effect in this edition with the rule's number."""
    catalogue = words(language)
    session = new_session()
    session.match.setup = session.match.setup._replace(ruleset=EDITIONS[edition])
    session.match.table = session.match.table._replace(weather=tuple(RULES))
    for weather in RULES:
        bar = top_bar(catalogue, session, weather)
        badges = [node for part in bar for node in find(part, data_do="told")]
        assert [node.attrs["data-option"] for node in badges] == list(RULES)
        told = weather_told(catalogue, session.match, weather)
        assert told is not None and find(told, data_rule=RULES[weather])
        assert effect_text(catalogue, EDITIONS[edition], weather) in text_of(
            told
        ) and f"weather.{weather}" not in text_of(told)
    assert ("2 cm" in effect_text(catalogue, EDITIONS[edition], "headwind")) and not weather_told(
        catalogue, session.match, ""
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happens_over_scenery_reads_as_a_sentence(language: str) -> None:
    """Every event, its blanks filled: no brace and no key is left."""
    catalogue = words(language)
    session, _ = beside(piece("hut", "Elevation", "Climbing (4)", "Destruction (2)", more='like = "tree"'))
    about = {
        "fighter": "a",
        "piece": "hut",
        "player": 1,
        "attacks": 1,
        "burn": 1,
        "amount": 1,
        "like": "tree",
        "target": "hut",
        "weapon": "Rifle",
        "why": "not_seen",
        "path": ((0, 0), (300, 400)),
        "faces": (3, 6),
        "total": 9,
        "weather": "mist",
        "ability": "x",
    }
    for code in (
        "climbs",
        "climb_failed",
        "climbed",
        "raised",
        "came_down",
        "swims",
        "swum",
        "jumps",
        "jumped",
        "hidden",
        "found",
        "scenery_bit",
        "scenery_attacked",
        "piece_hit",
        "piece_burns",
        "piece_destroyed",
        "expelled",
        "npf_activated",
        "prowled",
        "attack_failed",
        "ability_failed",
        "weather_rolled",
    ):
        text = said(catalogue, session, Line(Event(code, "TER-1", tuple(about.items())))).text
        assert "{" not in text and not text.startswith("event.") and "scenery." not in text and "why." not in text, (
            code,
            text,
        )


# --- whole matches ---


@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_with_all_optional_rules_is_played_through_the_plan(seed: int) -> None:
    """Territory, infestation and weather together, to the end; every prompt is put together on the way."""
    agreed = Agreed(names=("Ana", "Bob"), scenery="territory", infestation=6, weather=2)
    session = Session(make_setup(agreed, b"nonce" + bytes([seed])), (bytes(32), bytes(range(32))))
    asked: set[str] = set()

    def watch(session: Session, planner: Planner) -> None:
        if session.decision is not None and not session.is_curtain_down and session.passing() is None:
            asked.add(session.decision.kind)
            prompt_of(session, planner)
            shown(session, planner)

    Person(session, seed, watch).play()
    assert session.is_over and "npf" in asked
    for line in log_lines(EN, session, session.lines):
        assert "{" not in line.text and not line.text.startswith(("event.", "roll.")), line
