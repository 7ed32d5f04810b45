"""Weather (WEA-1 to WEA-13): rolls, effects at the end of a round, fog, and mist that forbids measuring.

Positions are built by hand here to inspect each step of the procedures; scenarios/weather plays them.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from eden_core.cards.equipment import parse_gear
from eden_core.cards.records import Ability, Effect, Limb, Profile, Trigger
from eden_core.cards.vocabulary import WEATHER
from eden_core.cli.games import ready_setup
from eden_core.engine import flow
from eden_core.engine.field import Piece
from eden_core.engine.match import INCAPACITATED, NPF, ON_FIELD, POISON, RAGE, TORSO, Fighter, Match, Table
from eden_core.engine.messages import Answer, Blast, Decision, Event, Pick, Place, Roll, Shoot, Throw, Use
from eden_core.engine.procedures import Frame
from eden_core.rules import effects
from eden_core.rules.actions.options import ActionOption, action_options
from eden_core.rules.cards.tactics import may_play
from eden_core.rules.common.sight import can_see, sight, sight_of_piece, sight_of_point
from eden_core.rules.common.weather import fog_limit, may_measure, shown_in_fog, sight_limit, tactic_cost
from eden_core.rules.phases.activation import Activation
from eden_core.rules.phases.intendancy import Intendancy
from eden_core.rules.phases.preparation import Preparation
from eden_core.rules.phases.weather_rolls import RollWeather, SufferStorms

GEAR = tuple(
    parse_gear(text)
    for text in (
        "Rifle (Shooting): - Str (3), Range (30), 2/match",
        "Knives (Throwing): - Range (20), Poison (1)",
        "Flamethrower (Blast): - Burn (1)",
    )
)
FAR_CALL, NEAR_SHOUT, SULKING = (
    Ability("call", 1, 1, 0, 1, 0, "any", 20, 0, "", (), (), (), (), (Effect("mark", 1, "rage", "target", ""),)),
    Ability(
        "shout", 1, 1, 0, 0, 0, "", 0, 0, "", (), (), (), (), (Effect("mark", 1, "fear", "enemies", "", within=5),)
    ),
    Ability(
        "sulking",
        0,
        0,
        0,
        0,
        0,
        "",
        0,
        0,
        "",
        (),
        (),
        (),
        (Trigger("misses", (), 0, 0, 0, (Effect("mark", 1, "rage", "self", ""),)),),
        (),
    ),
)
WALL = Piece("wall", "", ((2500, 2000), (2600, 2000), (2600, 4000), (2500, 4000)))


def fighter(id: str, player: int, *at: int, vig: int = 4, **changes: object) -> Fighter:
    """Return a fighter on the field with 3 AP and plain characteristics; with player 0 it is an NPF."""
    limbs = tuple(Limb(2, 2, value, value, faces) for value, faces in zip((4, 4, vig, 4), ((1,), (2, 3), (4, 5), (6,))))
    profile = Profile(
        id,
        id,
        "jokers" if player else "npf",
        "chaos",
        ("human",),
        30,
        20 if player else 0,
        0 if player else 3,
        limbs,
        GEAR,
        ("call", "shout", "sulking"),
    )  # type: ignore[arg-type]
    return Fighter(id, player, profile, at, ON_FIELD, 3 if player else 0)._replace(**changes)  # type: ignore[arg-type]


def field(
    *fighters: Fighter,
    weather: tuple[str, ...] = (),
    edition: str = "fr3",
    pieces: tuple[Piece, ...] = (),
    **switches: int,
) -> Match:
    """Return a match in round 1, with player 1 as the first player."""
    setup = ready_setup(edition=edition)
    ruleset = replace(setup.ruleset, **switches)  # type: ignore[arg-type]
    match = Match(setup._replace(ruleset=ruleset, abilities=(FAR_CALL, NEAR_SHOUT, SULKING), pieces=pieces), b"")
    match.fighters = {each.id: each for each in fighters}
    match.table = Table(round=1, phase="activation", first_player=1, weather=weather)
    return match


def under_way(match: Match, frame: Frame) -> Match:
    """Return a match with a procedure in progress, at its first question."""
    match.frames.append(frame)
    flow.advance(match)
    return match


def acting(
    *fighters: Fighter,
    weather: tuple[str, ...] = (),
    edition: str = "fr3",
    pieces: tuple[Piece, ...] = (),
    **switches: int,
) -> Match:
    """Return a match in which `a` is active, at its first question."""
    return under_way(field(*fighters, weather=weather, edition=edition, pieces=pieces, **switches), Activation("a"))


def rolled(match: Match) -> tuple[str, str, int]:
    """Return reason, fighter and number of dice of the pending roll."""
    assert isinstance(match.pending, Roll)
    return match.pending.reason, match.pending.fighter, match.pending.dice


def refusal(match: Match, given: Answer) -> tuple[str, str] | None:
    """Return code and rule of the refusal of an answer by player 1."""
    found = flow.why_not(match, 1, given)
    return None if found is None else (found.code, found.rule)


def option(match: Match, kind: str) -> ActionOption | None:
    """Return the option of `a` of a kind."""
    return next((each for each in action_options(match, match.fighters["a"]) if each.kind == kind), None)


def told(events: tuple[Event, ...], code: str) -> list[Event]:
    return [event for event in events if event.code == code]


# --- WEA-1, WEA-6: rolling it ---


@pytest.mark.parametrize("total", range(2, 13))
def test_two_dice_say_the_weather(total: int) -> None:
    match = under_way(field(), RollWeather(1))
    assert rolled(match) == ("weather", "", 2)
    (event,) = told(flow.roll(match, (total // 2, total - total // 2)), "weather_rolled")
    word = WEATHER.get(total)
    assert match.table.weather == ((word,) if word else ()) and match.is_finished
    assert (event.rule, event.get("total"), event.get("weather")) == ("WEA-1", total, word or "normal")


def test_weathers_are_combined_each_once_in_the_table_s_order() -> None:
    match = under_way(field(), RollWeather(3))
    for faces in ((6, 6), (2, 2), (2, 3)):
        flow.roll(match, faces)
    assert match.table.weather == ("dense_fog", "snowstorm") and match.is_finished


def test_it_is_rolled_as_the_troops_are_revealed() -> None:
    match = field()
    match.setup = match.setup._replace(weather=2)
    under_way(match, Preparation())
    assert [event.code for event in match.events][-1] == "troop_revealed" and rolled(match)[0] == "weather"
    flow.roll(match, (3, 3))
    flow.roll(match, (5, 5))
    assert match.table.weather == ("acid_rain",)
    assert isinstance(match.pending, Decision) and match.pending.kind == "bid"


def test_without_weather_nothing_is_rolled_and_a_given_one_stays() -> None:
    match = under_way(field(weather=("mist",)), Preparation())
    assert isinstance(match.pending, Decision) and match.table.weather == ("mist",)


# --- WEA-2, WEA-10, WEA-13: as a round ends ---


def storming(*fighters: Fighter, weather: tuple[str, ...], first_player: int = 1) -> Match:
    """Return a match at its first roll against the storms."""
    match = field(*fighters, weather=weather)
    match.table = match.table._replace(first_player=first_player)
    return under_way(match, SufferStorms())


def test_an_ion_storm_hurts_the_torso_of_whoever_has_no_success() -> None:
    match = storming(
        fighter("n", NPF, 5000, 1000),
        fighter("a", 1, 1000, 1000),
        fighter("b", 2, 4000, 1000, vig=3),
        weather=("ion_storm",),
        first_player=2,
    )
    assert rolled(match) == ("ion_storm", "b", 3)  # the first player's, then the other's; no NPF
    (hurt,) = told(flow.roll(match, (5, 5, 5)), "wounded")  # difficulty 6
    assert hurt.rule == "WEA-2" and match.fighters["b"].lost[TORSO] == 1
    assert rolled(match)[1] == "a"
    assert not told(flow.roll(match, (1, 1, 1, 6)), "wounded") and match.is_finished


def test_no_protection_helps_against_an_ion_storm() -> None:
    suit = parse_gear("Suit (Pr): complete +3")
    one = fighter("a", 1, 1000, 1000)
    match = storming(one._replace(profile=one.profile._replace(gear=(suit,))), weather=("ion_storm",))
    flow.roll(match, (1, 1, 1, 1))
    assert match.fighters["a"].lost == (0, 0, 1, 0)


def test_acid_rain_poisons_the_free_npfs_too() -> None:
    match = storming(
        fighter("a", 1, 1000, 1000),
        fighter("b", 2, 1302, 1000),
        fighter("c", 2, 4000, 1000),
        fighter("n", NPF, 5000, 1000),
        fighter("m", NPF, 5302, 1000),
        fighter("k", NPF, 4000, 698),
        weather=("acid_rain",),
    )
    assert rolled(match) == ("acid_rain", "n", 4)  # a and b, c and k touch an enemy; n and m only each other
    flow.roll(match, (5, 1, 1, 1))
    assert rolled(match)[1] == "m"
    flow.roll(match, (4, 4, 4, 4))
    assert match.is_finished and [f.id for f in match.fighters.values() if f.markers[POISON]] == ["m"]


def test_no_dice_are_no_success_and_both_storms_come_one_after_the_other() -> None:
    match = field(fighter("a", 1, 1000, 1000, vig=0), weather=("ion_storm", "acid_rain"))
    under_way(match, SufferStorms())
    assert match.is_finished and match.fighters["a"].lost[TORSO] == 1 and match.fighters["a"].markers[POISON] == 1


def test_who_falls_leaves_after_all_rolls_and_scores_for_nobody() -> None:
    dying = {"lost": (0, 0, 3, 0)}
    match = storming(
        fighter("a", 1, 1000, 1000, **dying), fighter("b", 2, 4000, 1000, **dying), weather=("ion_storm", "acid_rain")
    )
    flow.roll(match, (1, 1, 1, 1))
    assert match.fighters["a"].status == ON_FIELD
    fallen = flow.roll(match, (1, 1, 1, 1))
    assert [event.get("fighter") for event in told(fallen, "incapacitated")] == ["a", "b"]
    assert match.is_finished, "nobody is left for the acid rain"
    assert [side.vp for side in match.sides.values()] == [0, 0] and not told(fallen, "scored")


def test_storms_come_after_the_missions_and_before_effects_end() -> None:
    match = field(fighter("a", 1, 1000, 1000), fighter("b", 2, 4000, 1000), weather=("ion_storm",))
    effects.modify(match, "a", "vig", 2, "round")
    under_way(match, Intendancy())
    assert rolled(match) == ("ion_storm", "a", 6)
    flow.roll(match, (6, 1, 1, 1, 1, 1))
    flow.roll(match, (6, 1, 1, 1))
    assert match.is_finished and not match.modifiers


# --- WEA-4: dense fog ---

FOG = ("dense_fog",)


def test_where_fog_hides_nothing_farther_than_15_cm_is_seen() -> None:
    match = field(
        fighter("a", 1, 1000, 1000),
        fighter("b", 2, 2800, 1000),
        fighter("c", 2, 1000, 2801),
        weather=FOG,
        edition="en1",
    )
    assert can_see(match, "a", "b") and sight(match, "a", "b").clear
    assert not can_see(match, "a", "c")
    assert sight(match, "a", "c")[:2] == (0, ()) and sight(match, "a", "c").fogged
    assert sight_of_point(match, "a", (2650, 1000)).clear and not sight_of_point(match, "a", (2651, 1000)).clear
    assert (sight_limit(match), fog_limit(match), fog_limit(match, by_sight=False)) == (1500, 1500, None)


def test_elsewhere_fog_hides_nothing_but_is_too_far_for_any_target() -> None:
    match = field(fighter("a", 1, 1000, 1000), fighter("c", 2, 1000, 2801), weather=FOG)
    assert can_see(match, "a", "c") and not sight(match, "a", "c").fogged
    assert (sight_limit(match), fog_limit(match), fog_limit(match, by_sight=False)) == (None, 1500, 1500)
    assert fog_limit(field(edition="fr3")) is fog_limit(field(edition="en1")) is None


def test_scenery_is_hidden_by_its_nearest_point() -> None:
    match = field(fighter("a", 1, 850, 3000), fighter("far", 1, 849, 3500), weather=FOG, edition="en1", pieces=(WALL,))
    assert sight_of_piece(match, "a", "wall").clear and not sight_of_piece(match, "far", "wall").clear


@pytest.mark.parametrize("edition", ["fr3", "en1"])
def test_shots_in_fog(edition: str) -> None:
    match = acting(
        fighter("a", 1, 1000, 1000),
        fighter("b", 2, 1000, 2801),
        fighter("c", 2, 4301, 1000),
        weather=FOG,
        edition=edition,
    )
    assert refusal(match, Shoot("b", "Rifle")) == ("in_the_fog", "WEA-4")
    assert refusal(match, Shoot("c", "Rifle")) == ("out_of_range", "SHT-1"), "its own range comes first"
    assert option(match, "shoot") is None
    match.fighters["b"] = match.fighters["b"]._replace(at=(1000, 2800))
    assert refusal(match, Shoot("b", "Rifle")) is None
    assert option(match, "shoot") == ActionOption("shoot", 1, "Rifle", ("b",), 3000, "SHT-1")


def test_a_shot_that_would_be_illegal_without_fog_is_refused_as_such() -> None:
    match = acting(
        fighter("a", 1, 1000, 1000),
        fighter("b", 2, 1000, 2500),
        fighter("c", 2, 3000, 1000),
        fighter("d", 2, 2850, 3000),
        fighter("e", 2, 1000, 2900),
        weather=FOG,
    )
    assert refusal(match, Shoot("e", "Rifle")) == ("not_seen", "SHT-1")
    assert refusal(match, Shoot("c", "Rifle")) == ("not_the_closest", "SHT-1")
    assert refusal(match, Shoot("b", "Rifle")) is None


@pytest.mark.parametrize("edition", ["fr3", "en1"])
def test_throws_in_fog(edition: str) -> None:
    match = acting(
        fighter("a", 1, 1000, 1000),
        fighter("b", 2, 1000, 2800),
        fighter("c", 2, 2801, 1000),
        weather=FOG,
        edition=edition,
    )
    assert refusal(match, Throw("Knives", "", (2650, 1000))) is None
    assert refusal(match, Throw("Knives", "", (2651, 1000))) == ("in_the_fog", "WEA-4")
    assert refusal(match, Throw("Knives", "", (3151, 1000))) == ("out_of_range", "THR-1")
    assert refusal(match, Throw("Knives", "b")) is None, "edge to edge"
    assert refusal(match, Throw("Knives", "c")) == ("in_the_fog", "WEA-4")
    thrown = option(match, "throw")
    assert thrown is not None and thrown.targets == ("b",)


def test_abilities_in_fog() -> None:
    """Fog that hides targets does not affect abilities that need no sight."""
    one, near, far = fighter("a", 1, 1000, 1000), fighter("b", 2, 1000, 2800), fighter("c", 2, 2801, 1000)
    match = acting(one, near, far, weather=FOG)
    assert refusal(match, Use("call", "c")) == ("in_the_fog", "WEA-4")
    assert refusal(match, Use("call", "b")) is None
    used = option(match, "ability")
    assert used is not None and used.targets == ("b",)
    match = acting(one, near, far, weather=FOG, edition="en1")
    assert refusal(match, Use("call", "c")) is None
    match = acting(one, near, far, weather=FOG, edition="en1")
    match.abilities["call"] = FAR_CALL._replace(sight=1)
    assert refusal(match, Use("call", "c")) == ("in_the_fog", "WEA-4")


@pytest.mark.parametrize("hides, refused", [(0, ("in_the_fog", "WEA-4")), (1, None)])
def test_a_long_blast_in_fog(hides: int, refused: tuple[str, str] | None) -> None:
    """A blast needs a target, but no sight of it."""
    match = acting(
        fighter("a", 1, 1000, 1000), fighter("b", 2, 2801, 1000), weather=FOG, blast_length=2000, fog_hides=hides
    )
    assert refusal(match, Blast("Flamethrower", "b")) == refused
    assert (option(match, "blast") is None) == bool(refused)


# --- WEA-8: mist ---

MIST = ("mist",)


@pytest.mark.parametrize("edition", ["fr3", "en1"])
def test_in_mist_fighters_are_deployed_by_turns(edition: str) -> None:
    fighters = [fighter(name, int(name[1]))._replace(status=0, at=(), ap=0) for name in ("a1", "b1", "c1", "a2")]
    match = field(*fighters, weather=MIST, edition=edition)
    for player, half in ((1, "left"), (2, "right")):
        match.sides[player] = match.sides[player]._replace(deployment="confrontation", half=half, leader=f"a{player}")
    frame = Preparation()
    frame.at = Preparation.places["ask_deploy"]
    under_way(match, frame)
    order = []
    for at in ((500, 1000), (5500, 1000), (500, 2000), (500, 3000)):
        question = match.pending
        assert isinstance(question, Decision) and question.kind == "deploy"
        name = flow.options(match)[0]
        order.append(name)
        flow.answer(match, question.owners[0], Place(name, at))
    assert order == ["a1", "a2", "b1", "c1"]
    assert isinstance(match.pending, Decision) and match.pending.kind == "hand" and match.pending.owners == (1,)


def test_without_room_one_leaves_out_its_own_alone() -> None:
    fighters = [fighter(name, int(name[1]))._replace(status=0, at=(), ap=0) for name in ("a1", "b1", "a2", "b2")]
    match = field(*fighters, weather=MIST)
    match.setup = match.setup._replace(field=(600, 600))  # no place is 20 cm from the centre line
    for player, half in ((1, "left"), (2, "right")):
        match.sides[player] = match.sides[player]._replace(deployment="confrontation", half=half, leader=f"a{player}")
    frame = Preparation()
    frame.at = Preparation.places["ask_deploy"]
    under_way(match, frame)
    flow.answer(match, 1, Pick(""))
    assert isinstance(match.pending, Decision) and (match.pending.kind, match.pending.owners) == ("deploy", (2,))
    assert match.fighters["b1"].status != 0 and match.fighters["b2"].status == 0


@pytest.mark.parametrize("switch", [0, 1])
def test_mist_forbids_measuring_where_the_edition_says_so(switch: int) -> None:
    fighters = fighter("a", 1, 1000, 1000), fighter("b", 2, 4301, 1000)
    match = acting(*fighters, weather=MIST, mist_forbids_measuring=switch)
    assert may_measure(match) == (not switch)
    assert shown_in_fog(match) == (0 if switch else 1500)
    assert refusal(match, Shoot("b", "Rifle")) == (None if switch else ("out_of_range", "SHT-1"))
    assert may_measure(field(mist_forbids_measuring=switch))


def test_in_mist_any_enemy_on_the_field_may_be_named() -> None:
    match = acting(
        fighter("a", 1, 1000, 1000),
        fighter("b", 2, 2500, 1000),
        fighter("c", 2, 5500, 5500),
        fighter("out", 2)._replace(status=INCAPACITATED, at=()),
        fighter("n", NPF, 1000, 5000),
        weather=MIST,
    )
    offered = action_options(match, match.fighters["a"])
    found = {each.weapon if each.kind == "ability" else each.kind: each for each in offered}
    for kind in ("charge", "shoot", "throw", "blast"):
        assert found[kind].targets == ("b", "c", "n"), kind
    ranges = {kind: found[kind].reach for kind in ("charge", "shoot", "throw", "blast")}
    assert ranges == {"charge": 1000, "shoot": 3000, "throw": 2000, "blast": 800}, "as printed"
    assert found["call"].targets == ("b", "c", "n")
    for given in (Shoot("out", "Rifle"), Shoot("a", "Rifle")):
        assert refusal(match, given) == ("not_an_enemy", "SHT-1")


@pytest.mark.parametrize(
    "at, wall, why, rule",
    [
        ((4301, 3000), False, "out_of_range", "SHT-1"),
        ((4000, 3000), True, "not_seen", "SHT-1"),
        ((3000, 4500), False, "not_the_closest", "SHT-1"),
    ],
)
def test_a_shot_in_mist_is_paid_then_fails(at: tuple[int, int], wall: bool, why: str, rule: str) -> None:
    near = fighter("near", 2, 1000, 5000)  # as far as may be
    match = acting(fighter("a", 1, 1000, 3000), fighter("b", 2, *at), near, weather=MIST, pieces=(WALL,) * wall)
    events = flow.answer(match, 1, Shoot("b", "Rifle"))
    (failed,) = told(events, "attack_failed")
    assert (failed.rule, *(failed.get(key) for key in ("fighter", "target", "why"))) == (rule, "a", "b", why)
    shooter = match.fighters["a"]
    assert (shooter.ap, shooter.attacks, dict(shooter.used_match)["Rifle"]) == (2, 1, 1)
    assert isinstance(match.pending, Decision) and match.pending.kind == "action"


def test_a_failed_shot_is_a_miss_for_abilities() -> None:
    match = acting(fighter("a", 1, 1000, 1000), fighter("b", 2, 4301, 1000), weather=MIST)
    flow.answer(match, 1, Shoot("b", "Rifle"))
    assert [f.markers[RAGE] for f in match.fighters.values()] == [1, 0]


def test_a_good_shot_in_mist_goes_on() -> None:
    match = acting(fighter("a", 1, 1000, 1000), fighter("b", 2, 4300, 1000), weather=MIST)
    assert not told(flow.answer(match, 1, Shoot("b", "Rifle")), "attack_failed")
    assert rolled(match)[:2] == ("hit", "a")


def test_mist_and_fog_are_checked_together() -> None:
    match = acting(fighter("a", 1, 1000, 1000), fighter("b", 2, 1000, 2801), weather=("dense_fog", "mist"))
    assert refusal(match, Shoot("b", "Rifle")) is None
    (failed,) = told(flow.answer(match, 1, Shoot("b", "Rifle")), "attack_failed")
    assert (failed.rule, failed.get("why")) == ("WEA-4", "in_the_fog")


@pytest.mark.parametrize(
    "given, why",
    [
        (Throw("Knives", "", (4000, 1000)), "out_of_range"),
        (Throw("Knives", "b"), "not_seen"),
        (Throw("Knives", "", (2700, 3000)), "not_seen"),
    ],
)
def test_a_throw_in_mist_is_paid_then_fails(given: Throw, why: str) -> None:
    match = acting(fighter("a", 1, 2000, 3000), fighter("b", 2, 3500, 3000), weather=MIST, pieces=(WALL,))
    assert refusal(match, given) is None
    (failed,) = told(flow.answer(match, 1, given), "attack_failed")
    assert (failed.rule, failed.get("target"), failed.get("why")) == ("THR-1", given.target, why)
    assert match.fighters["b"].markers[POISON] == 0 and match.fighters["a"].ap == 2 and match.fighters["a"].attacks == 1


def test_a_good_throw_in_mist_takes_effect() -> None:
    match = acting(fighter("a", 1, 1000, 1000), fighter("b", 2, 3000, 1000), weather=MIST)
    assert not told(flow.answer(match, 1, Throw("Knives", "b")), "attack_failed")
    assert match.fighters["b"].markers[POISON] == 1


@pytest.mark.parametrize(
    "given, hurt",
    [
        (Blast("Flamethrower", "b"), ("b",)),
        (Blast("Flamethrower", "", (2500, 1000)), ("b",)),
        (Blast("Flamethrower", "c"), ()),
        (Blast("Flamethrower", "", (1000, 50)), ()),
    ],
)
def test_a_blast_in_mist_must_still_cover_the_closest(given: Blast, hurt: tuple[str, ...]) -> None:
    match = acting(fighter("a", 1, 1000, 1000), fighter("b", 2, 1700, 1000), fighter("c", 2, 1000, 1900), weather=MIST)
    assert refusal(match, given) is None
    events = flow.answer(match, 1, given)
    why = [event.get("why") for event in told(events, "attack_failed")]
    assert why == ([] if hurt else ["closest_enemy_not_covered"])
    assert tuple(f.id for f in match.fighters.values() if any(f.lost)) == hurt
    assert match.fighters["a"].ap == 2


def test_an_ability_in_mist_is_paid_then_fails() -> None:
    match = acting(fighter("a", 1, 1000, 1000), fighter("b", 2, 3301, 1000), weather=MIST)
    (failed,) = told(flow.answer(match, 1, Use("call", "b")), "ability_failed")
    assert (failed.rule, *(failed.get(key) for key in ("fighter", "ability", "target", "why"))) == (
        "ABI-2",
        "a",
        "call",
        "b",
        "out_of_range",
    )
    assert match.fighters["a"].ap == 2 and not any(match.fighters["b"].markers)
    assert refusal(match, Use("call", "b")) == ("ability_used_up", "GEN-7")


@pytest.mark.parametrize("x, marked", [(1800, 1), (1801, 0)])
def test_whom_an_ability_around_its_user_reaches_is_not_told_in_mist(x: int, marked: int) -> None:
    match = acting(fighter("a", 1, 1000, 1000), fighter("b", 2, x, 1000), weather=MIST)
    assert refusal(match, Use("shout")) is None
    flow.answer(match, 1, Use("shout"))
    assert match.fighters["a"].ap == 2 and sum(match.fighters["b"].markers) == marked
    clear = acting(fighter("a", 1, 1000, 1000), fighter("b", 2, x, 1000))
    assert refusal(clear, Use("shout")) == (None if marked else ("changes_nothing", "ACN-1"))


# --- WEA-12: snowstorm ---


@pytest.mark.parametrize("weather, cost", [((), 2), (("snowstorm",), 3), (("mist", "snowstorm"), 3), (("mist",), 2)])
def test_a_tactical_card_costs_more_in_a_snowstorm(weather: tuple[str, ...], cost: int) -> None:
    match = field(fighter("a", 1, 1000, 1000), weather=weather)
    assert tactic_cost(match) == cost
    for sp in (2, 3):
        match.sides[1] = match.sides[1]._replace(sp=sp, leader="a", hand=(b"card",))
        assert may_play(match, 1) == (sp >= cost)
