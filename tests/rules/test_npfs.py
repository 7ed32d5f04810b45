"""Infestation (NPF-1 to NPF-6): placing, activating and fighting non-player fighters, and scoring their kills.

Positions are built by hand here to inspect each step of the procedures; scenarios/infestation plays them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from eden_core.cards.equipment import parse_gear
from eden_core.cards.records import Ability, Effect, Limb, Profile, Tactic, Trigger
from eden_core.cli.games import ready_setup
from eden_core.engine import flow
from eden_core.engine.field import Marker, Piece, Zone
from eden_core.engine.match import (
    INCAPACITATED,
    NPF,
    ON_FIELD,
    RAGE,
    ROLLED,
    SLOWDOWN,
    TORSO,
    Fighter,
    Match,
    Modifier,
    Table,
)
from eden_core.engine.messages import (
    PASS,
    Answer,
    Attack,
    Blast,
    Decision,
    Event,
    Move,
    Npf,
    Pick,
    PickMany,
    Place,
    Roll,
    Shoot,
    Throw,
)
from eden_core.engine.procedures import Frame
from eden_core.errors import Illegal
from eden_core.rules import effects
from eden_core.rules.actions.melee import Melee
from eden_core.rules.actions.moving import Disengaging
from eden_core.rules.cards import missions
from eden_core.rules.cards.card_effects import ABILITY, TACTIC, ResolveEffects
from eden_core.rules.common.decider import decider
from eden_core.rules.npfs.activating import ActivateNpfs
from eden_core.rules.npfs.behaviour import NpfOption, npf_actions, npfs_left, prowl_length, why_not_npf
from eden_core.rules.npfs.placing import Infestation, npf_somewhere
from eden_core.rules.phases.activation import Activation
from eden_core.rules.phases.intendancy import Intendancy, standing
from eden_core.rules.phases.preparation import why_not_deploy

FACES = ((1,), (2, 3), (4, 5), (6,))
CLOSE = 302  # centre to centre of two small bases in contact


def card(id: str, npf: int = 0, base: int = 30, abilities: tuple[str, ...] = ()) -> Profile:
    """Return a plain card: 4 everywhere, 2 white and 2 red CP a limb; with a level it is an NPF's."""
    limbs = tuple(Limb(2, 2, 4, 4, faces) for faces in FACES)
    return Profile(
        id,
        id,
        "npf" if npf else "jokers",
        "" if npf else "chaos",
        ("human",),
        base,
        0 if npf else 20,
        npf,
        limbs,
        (),
        abilities,
    )  # type: ignore[arg-type]


def npf(id: str, *at: int, **changes: Any) -> Fighter:
    """Return an NPF of level 3 on the field."""
    new = Fighter(id, NPF, changes.pop("profile", card(id, 3)), at, ON_FIELD)  # type: ignore[arg-type]
    return new._replace(**changes)


def fighter(id: str, player: int, *at: int, **changes: Any) -> Fighter:
    """Return a troop's fighter on the field with 3 AP."""
    new = Fighter(id, player, changes.pop("profile", card(id)), at, ON_FIELD, 3)  # type: ignore[arg-type]
    return new._replace(**changes)


def field(
    *fighters: Fighter,
    edition: str = "fr3",
    abilities: tuple[Ability, ...] = (),
    weather: tuple[str, ...] = (),
    modifiers: tuple[Modifier, ...] = (),
    **switches: int,
) -> Match:
    """Return a match in the intendancy phase of round 1, with player 1 as the first player."""
    setup = ready_setup(edition=edition)
    ruleset = replace(setup.ruleset, **switches)  # type: ignore[arg-type]
    match = Match(setup._replace(ruleset=ruleset, abilities=abilities), b"")
    match.fighters = {each.id: each for each in fighters}
    match.modifiers = modifiers
    match.table = Table(round=1, phase="intendancy", first_player=1, weather=weather)
    return match


def under_way(match: Match, frame: Frame) -> Match:
    """Return a match with a procedure in progress, at its first question."""
    match.frames.append(frame)
    flow.advance(match)
    return match


def roaming(*fighters: Fighter, **about: Any) -> Match:
    """Return a match in which the NPFs are being activated, at its first question."""
    return under_way(field(*fighters, **about), ActivateNpfs())


def does(do: str, amount: int, what: str = "", on: str = "self") -> Effect:
    """Return an immediate effect."""
    return Effect(do, amount, what, on, "")


def when(on: str, *does: Effect, ap: int = 0) -> Trigger:
    """Return a trigger."""
    return Trigger(on, (), ap, 0, 0, does)


def ability(id: str, *triggers: Trigger, effects: tuple[Effect, ...] = ()) -> Ability:
    """Return an ability with triggers, or an action ability on any fighter."""
    action = int(bool(effects))
    return Ability(id, action, action, 0, 0, 0, "any" * action, 0, 0, "", (), (), (), triggers, effects)


def asked(match: Match) -> Decision:
    """Return the pending decision."""
    assert isinstance(match.pending, Decision)
    return match.pending


def rolled(match: Match) -> Roll:
    """Return the pending roll."""
    assert isinstance(match.pending, Roll)
    return match.pending


def refusal(match: Match, given: Answer) -> tuple[str, str] | None:
    """Return code and rule of the refusal of an answer to the pending decision."""
    found = flow.why_not(match, asked(match).owners[0], given)
    return None if found is None else (found.code, found.rule)


def answered(match: Match, given: Answer) -> tuple[Event, ...]:
    """Give an answer by the player who is asked; return the events."""
    return flow.answer(match, asked(match).owners[0], given)


def codes(events: tuple[Event, ...]) -> list[str]:
    return [event.code for event in events]


# --- NPF-1, NPF-2: the level, placing ---

HOUND, GIANT = card("hound", 1), card("giant", 4, base=40)


def infested(level: int, **changes: Any) -> Match:
    """Return a match at the first question of PREP-6b."""
    match = field()
    match.setup = match.setup._replace(infestation=level, npfs=(HOUND, GIANT), **changes)
    return under_way(match, Infestation())


def test_each_player_has_as_many_points_as_the_level() -> None:
    match = infested(4)
    assert match.table.infestation == 4 and [match.sides[player].npf_points for player in (1, 2)] == [4, 4]
    question = asked(match)
    assert (question.kind, question.rule, question.owners) == ("place", "NPF-2", (1,))
    assert flow.options(match) == ("hound", "giant")


@pytest.mark.parametrize("faces, level", [((1, 1), 1), ((1, 2), 1), ((1, 3), 2), ((6, 6), 10)])
def test_a_level_may_be_rolled(faces: tuple[int, int], level: int) -> None:
    match = infested(ROLLED)
    assert (rolled(match).reason, rolled(match).dice) == ("infestation", 2)
    flow.roll(match, faces)
    assert match.table.infestation == level == match.sides[2].npf_points


def test_npfs_are_paid_and_placed_by_turns_until_nobody_can_pay() -> None:
    match = infested(2)
    turns = []
    for at in ((1000, 1000), (1000, 5000), (5000, 1000), (5000, 5000)):
        turns.append(asked(match).owners[0])
        assert flow.options(match) == ("hound",)
        answered(match, Place("hound", at))
    assert turns == [1, 2, 1, 2] and not match.frames
    assert list(match.fighters) == ["hound", "hound_2", "hound_3", "hound_4"]
    assert all(f.player == NPF and f.status == ON_FIELD and not f.ap for f in match.fighters.values())
    assert [match.sides[player].npf_points for player in (1, 2)] == [0, 0]


def test_whoever_has_no_points_left_is_skipped() -> None:
    match = infested(4)
    answered(match, Place("giant", (1000, 1000)))
    turns = []
    for at in ((5000, 1000), (5000, 5000), (1000, 5000), (3000, 3000)):
        turns.append(asked(match).owners[0])
        answered(match, Place("hound", at))
    assert turns == [2, 2, 2, 2] and not match.frames


@pytest.mark.parametrize(
    "given, code",
    [
        (Place("wolf", (3000, 3000)), "not_an_npf_to_place"),
        (Place("hound", (3000, 3000), 15), "not_an_npf_to_place"),
        (Place("giant", (3000, 3000)), "too_few_npf_points"),
        (Place("hound", (149, 3000)), "off_the_field"),
        (Place("hound", (3000, 5851)), "off_the_field"),
        (Place("hound", (2799, 1000)), "too_close_to_npf"),
        (Place("hound", (2800, 1000)), None),
        (Place("hound", (5000, 5449)), "on_scenery"),
        (Place("hound", (5000, 5450)), None),
        (Place("hound", (5000, 1299)), "on_marker"),
        (Place("hound", (5000, 1300)), None),
        (Place("hound", (3000, 5000)), "no_room"),
        (Pick(PASS), "an_npf_still_fits"),
        (Attack("hound"), "not_this_question"),
    ],
)
def test_where_an_npf_may_be_placed(given: Answer, code: str | None) -> None:
    """NPFs are placed on nothing, not even passable ground, and 15 cm or more apart, edge to edge."""
    match = infested(3)
    answered(match, Place("hound", (1000, 1000)))
    answered(match, Place("hound", (1000, 5000)))
    match.pieces["pond"] = Piece("pond", "", ((5000, 5000),), radius=300, flat=1, passable=1)
    match.markers["m"] = Marker("m", "mission", 0, (5000, 1000), 150)
    match.fighters["a"] = fighter("a", 1, 3000, 5000)
    assert refusal(match, given) == (None if code is None else (code, "NPF-2"))


def test_passing_is_for_whoever_finds_no_room_and_lasts() -> None:
    match = infested(6, field=(6000, 6000))
    match.pieces["all"] = Piece("all", "", ((0, 0), (6000, 0), (6000, 6000), (0, 6000)))
    assert npf_somewhere(match, 1) is None
    assert refusal(match, Pick(PASS)) is None
    answered(match, Pick(PASS))
    assert asked(match).owners == (2,)
    answered(match, Pick(PASS))
    assert not match.frames


def test_a_place_is_found_wherever_the_grid_has_one() -> None:
    """`npf_somewhere`, which skips columns, finds the same point as trying each one."""
    match = infested(10)
    for at in (
        (700, 700),
        (2750, 900),
        (4900, 1000),
        (900, 2800),
        (3100, 3130),
        (5200, 3300),
        (1500, 5000),
        (4000, 5200),
    ):
        if refusal(match, Place("hound", at)) is None:
            answered(match, Place("hound", at))
        found = npf_somewhere(match, asked(match).owners[0])
        places = ((x, y) for y in range(150, 5851, 100) for x in range(150, 5851, 100))
        first = next((at for at in places if refusal(match, Place("hound", at)) is None), None)
        assert (found.at if found else None) == first


def test_no_fighter_deploys_in_contact_with_an_npf() -> None:
    match = field(npf("n", 1000, 1000), fighter("a", 1))
    match.sides[1] = match.sides[1]._replace(half="left", deployment="ambush")
    refused = why_not_deploy(match, match.fighters["a"], (1000 + CLOSE, 1000))
    assert refused is not None and (refused.code, refused.rule) == ("in_contact", "PREP-7")
    assert why_not_deploy(match, match.fighters["a"], (1400, 1000)) is None


# --- NPF-4: turns, and what an NPF does ---


def test_npfs_are_activated_by_turns_each_once() -> None:
    match = roaming(npf("m", 1000, 1000), npf("n", 1000, 3000), npf("o", 1000, 5000))
    turns = []
    for name in ("n", "m", "o"):
        turns.append((asked(match).owners, asked(match).options))
        events = answered(match, Npf(name, "prowl"))
        assert codes(events)[:2] == ["npf_activated", "prowled"]
    assert turns == [((1,), ("m", "n", "o")), ((2,), ("m", "o")), ((1,), ("o",))]
    assert not match.frames and not npfs_left(match) and (match.table.npf, match.table.npf_player) == ("", 0)


def test_an_activated_npf_is_not_activated_again() -> None:
    match = roaming(npf("m", 1000, 1000), npf("n", 1000, 3000), npf("o", 1000, 5000))
    answered(match, Npf("m", "prowl"))
    assert refusal(match, Npf("m", "prowl")) == ("activated_already", "NPF-4")
    assert refusal(match, Npf("x", "prowl")) == ("not_an_npf", "NPF-4")
    assert refusal(match, Pick("n")) == ("not_this_question", "NPF-4")
    assert refusal(match, Npf("n", "sleep")) == refusal(match, Npf("n", "prowl", "o")) == ("not_an_option", "NPF-4")


def test_it_must_attack_whom_it_touches() -> None:
    match = roaming(
        npf("n", 3000, 3000),
        fighter("a", 1, 3000 + CLOSE, 3000),
        fighter("b", 2, 3000 - CLOSE, 3000),
        fighter("c", 2, 3000, 3700),
    )
    assert npf_actions(match, "n") == (NpfOption("attack", ("a", "b")),)
    assert refusal(match, Npf("n", "prowl")) == refusal(match, Npf("n", "charge", "c")) == ("must_attack", "NPF-4")
    assert refusal(match, Npf("n", "attack", "c")) == ("not_in_contact", "NPF-4")
    assert refusal(match, Npf("n", "attack", "x")) == ("not_an_enemy", "NPF-4")
    events = answered(match, Npf("n", "attack", "b"))
    assert codes(events) == ["npf_activated", "attacked"]
    question = asked(match)
    assert (question.kind, question.owners, question.options) == ("reaction", (2,), ("passive", "riposte", "dodge"))


def test_one_npf_with_one_thing_to_do_is_not_asked_about() -> None:
    match = roaming(npf("n", 3000, 3000), fighter("a", 1, 3000 + CLOSE, 3000))
    assert asked(match).kind == "reaction" and (match.table.npf, match.table.npf_player) == ("n", 1)


@pytest.mark.parametrize("far, reached", [(1300, True), (1302, True), (1310, False)])
def test_it_charges_up_to_10_cm(far: int, reached: bool) -> None:
    match = field(npf("n", 1000, 3000), fighter("a", 1, 1000 + far, 3000))
    assert npf_actions(match, "n")[0].action == ("charge" if reached else "prowl")


def test_it_charges_the_closest_that_it_can_be_moved_to() -> None:
    """The closest reachable fighter of either troop is charged, then attacked for free."""
    match = roaming(
        npf("n", 3000, 3000),
        npf("o", 1000, 1000),
        fighter("a", 1, 3600, 3000),
        fighter("b", 2, 3000, 3900),
        fighter("far", 1, 5000, 3000),
    )
    assert npf_actions(match, "n") == (NpfOption("charge", ("a",), 1000),)
    assert refusal(match, Npf("n", "prowl")) == ("must_charge", "NPF-4")
    assert refusal(match, Npf("n", "charge", "b")) == ("npf_charges_the_closest", "NPF-4")
    assert refusal(match, Npf("n", "charge", "far")) == ("npf_cant_reach", "NPF-4")
    assert refusal(match, Npf("n", "charge", "")) == ("not_an_enemy", "NPF-4")
    match.pieces["wall"] = Piece("wall", "", ((3200, 2000), (3300, 2000), (3300, 4000), (3200, 4000)))
    assert npf_actions(match, "n") == (NpfOption("charge", ("b",), 1000),)
    del match.pieces["wall"]
    events = answered(match, Npf("n", "charge", "a"))
    assert codes(events) == ["npf_activated", "charged", "attacked"]
    assert match.fighters["n"].at == (3298, 3000) and match.fighters["n"].ap == 0
    assert asked(match).kind == "reaction" and asked(match).fighter == "a"


def test_the_first_player_picks_among_the_equally_close() -> None:
    """GEN-4: by the answer for their own NPF, by an order if the other player activates it."""
    fighters = npf("n", 3000, 3000), npf("m", 1000, 1000), fighter("a", 1, 3600, 3000), fighter("b", 2, 2400, 3000)
    match = roaming(*fighters)
    assert refusal(match, Npf("n", "charge", "a")) is refusal(match, Npf("n", "charge", "b")) is None
    assert refusal(match, Npf("n", "charge")) == ("not_an_enemy", "NPF-4")
    answered(match.copy(), Npf("n", "charge", "b"))
    answered(match, Npf("m", "prowl"))
    # One NPF left, and nothing for its player to say: the first player is asked at once.
    question = asked(match)
    assert (question.kind, question.rule, question.owners, question.options) == ("order", "GEN-4", (1,), ("a", "b"))
    answered(match, PickMany(("b", "a")))
    assert asked(match).fighter == "b" and match.fighters["n"].at == (2702, 3000)


def test_another_picks_no_target_among_the_equally_close() -> None:
    match = roaming(
        npf("n", 3000, 3000),
        npf("m", 1000, 1000),
        npf("o", 5000, 5000),
        fighter("a", 1, 3600, 3000),
        fighter("b", 2, 2400, 3000),
    )
    answered(match, Npf("m", "prowl"))
    assert refusal(match, Npf("n", "charge")) is refusal(match, Npf("n", "charge", "a")) is None
    answered(match, Npf("n", "charge", "a"))
    assert asked(match).kind == "order"
    answered(match, PickMany(("b", "a")))
    assert asked(match).fighter == "b"


WALL = Piece("wall", "", ((3200, 2840), (3250, 2840), (3250, 3160), (3200, 3160)))


@pytest.mark.parametrize(
    "edition, targets",
    [("fr3", ("a",)), ("pt1", ("b",)), ("en1", ("b", "c")), ("it1", ("b", "c")), ("de2", ("b", "c"))],
)
def test_whom_the_editions_let_it_charge(edition: str, targets: tuple[str, ...]) -> None:
    """Fighter `a` is closest but hidden by a wall, `b` is closer than `c`."""
    match = field(
        npf("n", 3000, 3000),
        fighter("a", 1, 3500, 3000),
        fighter("b", 2, 3000, 3700),
        fighter("c", 2, 3000, 2200),
        edition=edition,
    )
    match.pieces["wall"] = WALL
    assert npf_actions(match, "n")[0].targets == targets


@pytest.mark.parametrize(
    "forced, closest, targets", [(1, 1, ("a",)), (1, 0, ("a", "b", "c")), (0, 1, ("b",)), (0, 0, ("b", "c"))]
)
def test_the_switches_of_a_charge(forced: int, closest: int, targets: tuple[str, ...]) -> None:
    match = field(
        npf("n", 3000, 3000),
        fighter("a", 1, 3500, 3000),
        fighter("b", 2, 3000, 3700),
        fighter("c", 2, 3000, 2200),
        npf_charge_is_forced=forced,
        npf_charges_the_closest=closest,
    )
    match.pieces["wall"] = WALL
    assert npf_actions(match, "n")[0].targets == targets


def test_the_choice_is_the_activating_players_where_it_need_not_be_the_closest() -> None:
    match = roaming(
        npf("m", 1000, 1000),
        npf("n", 3000, 3000),
        fighter("a", 1, 3600, 3000),
        fighter("b", 2, 2400, 3000),
        edition="en1",
    )
    answered(match, Npf("m", "prowl"))
    assert asked(match).owners == (2,)
    answered(match, Npf("n", "charge", "a"))
    assert (asked(match).kind, asked(match).fighter) == ("reaction", "a")


@pytest.mark.parametrize(
    "to, against",
    [
        ((3000, 3500), None),
        ((3000, 3501), ("too_far", "NPF-4")),
        ((3000, 3000), None),
        ((2700, 2600), None),
        ((3600, 3000), ("way_is_blocked", "MOVE-1")),
        ((2760, 3000), ("ends_on_marker", "MOVE-3")),
        ((2640, 3360), ("npf_enters_contact", "NPF-4")),
    ],
)
def test_it_prowls_straight_up_to_5_cm_into_no_contact(to: tuple[int, int], against: tuple[str, str] | None) -> None:
    match = roaming(npf("n", 3000, 3000, markers=(0, 1, 0, 0, 0)), fighter("a", 1, 2640, 3664))
    match.pieces["rock"] = Piece("rock", "", ((3400, 3000),), radius=100)
    match.markers["m"] = Marker("m", "mission", 0, (2500, 3000), 150)
    assert refusal(match, Npf("n", "prowl", at=to)) == against
    if against is None:
        answered(match, Npf("n", "prowl", at=to))
        assert match.fighters["n"].at == to


def test_passing_by_is_contact_too() -> None:
    match = roaming(npf("n", 3000, 3000), npf("o", 3200, 3303))
    assert refusal(match, Npf("n", "prowl", at=(3400, 3000))) == ("npf_enters_contact", "NPF-4")


@pytest.mark.parametrize("slows_all, length", [(1, 300), (0, 500)])
def test_a_headwind_slows_it_where_it_slows_all(slows_all: int, length: int) -> None:
    match = roaming(
        npf("n", 3000, 3000), fighter("a", 1, 3000, 5000), weather=("headwind",), headwind_slows_all=slows_all
    )
    assert prowl_length(match) == length
    assert refusal(match, Npf("n", "prowl", at=(3000, 3000 + length))) is None
    assert refusal(match, Npf("n", "prowl", at=(3000, 3001 + length))) == ("too_far", "WEA-3" if slows_all else "NPF-4")
    match.fighters["a"] = fighter("a", 1, 3000, 4200)
    assert npf_actions(match, "n")[0].action == ("prowl" if slows_all else "charge")


def test_a_forced_charge_measures_even_in_mist() -> None:
    """WEA-8 keeps players from measuring, but the rules decide which fighters an NPF reaches."""
    match = roaming(npf("n", 3000, 3000), fighter("a", 1, 3000, 4400), weather=("mist",))
    assert npf_actions(match, "n")[0].action == "prowl"
    answered(match, Npf("n", "prowl", at=(3000, 4000)))
    assert match.fighters["n"].at == (3000, 3500)


def test_a_frightened_npf_only_prowls() -> None:
    """STA-7: it neither attacks nor charges; it leaves a contact without disengaging, or stays."""
    match = roaming(npf("n", 3000, 3000, markers=(0, 1, 0, 0, 0)), fighter("a", 1, 3000 + CLOSE, 3000))
    assert npf_actions(match, "n") == (NpfOption("prowl", (), 500),)
    for action in ("attack", "charge"):
        assert refusal(match, Npf("n", action, "a")) == ("npf_is_frightened", "STA-7")
    assert refusal(match, Npf("n", "prowl", at=(2999, 3000))) == ("npf_enters_contact", "NPF-4")
    assert refusal(match, Npf("n", "prowl")) is None
    answered(match, Npf("n", "prowl", at=(2600, 3000)))
    assert match.fighters["n"].at == (2600, 3000) and not match.frames


def test_who_may_not_charge_prowls() -> None:
    match = roaming(
        npf("n", 3000, 3000), fighter("a", 1, 3600, 3000), modifiers=(Modifier("n", "cant_charge", 0, "match"),)
    )
    assert refusal(match, Npf("n", "charge", "a")) == ("cant_charge", "GEN-3")
    assert refusal(match, Npf("n", "prowl")) is None


def test_an_npf_that_falls_as_it_is_activated_does_nothing() -> None:
    """Effects of its activation come first: a zone's wounds, and abilities that change its action."""
    match = roaming(npf("m", 1000, 1000), npf("n", 3000, 3000, lost=(0, 0, 3, 0)), fighter("a", 1, 3600, 3000))
    match.zones["z"] = Zone("z", "card", 1, ((2900, 2900), (3100, 2900), (3100, 3100), (2900, 3100)), 1, "match")
    events = answered(match, Npf("n", "charge", "a"))
    assert "incapacitated" in codes(events) and "charged" not in codes(events) and "scored" not in codes(events)
    assert asked(match).options == ("m",)


def test_what_its_activation_brings_about_may_leave_another_action_to_it() -> None:
    dread = ability("dread", when("activated", does("mark", 1, "fear")))
    match = roaming(
        npf("n", 3000, 3000, profile=card("n", 3, abilities=("dread",))),
        npf("m", 1000, 1000),
        fighter("a", 1, 3600, 3000),
        abilities=(dread,),
    )
    answered(match, Npf("n", "charge", "a"))
    question = asked(match)
    assert (question.kind, question.owners, question.options) == ("npf", (1,), ("n",))
    assert refusal(match, Npf("m", "prowl")) == ("activated_already", "NPF-4")
    answered(match, Npf("n", "prowl"))
    assert asked(match).options == ("m",)


# --- NPF-5: fighting ---


def test_an_npf_attacks_for_free_and_its_activating_player_rolls() -> None:
    match = roaming(npf("n", 3000, 3000), npf("m", 1000, 1000), fighter("a", 1, 3000 + CLOSE, 3000, ap=0))
    answered(match, Npf("n", "attack", "a"))
    assert (rolled(match).reason, rolled(match).fighter) == ("hit", "n")
    flow.roll(match, (6, 6, 1, 1))
    flow.roll(match, (4,))
    question = asked(match)
    assert (question.kind, question.owners) == ("shift", (1,))
    answered(match, Pick(0))
    n = match.fighters["n"]
    assert match.fighters["a"].lost[TORSO] == 2 and (n.ap, n.attacks, n.activated) == (0, 0, 1)
    assert match.fighters["a"].activated == 0


def test_the_opponent_rolls_when_they_activate_it() -> None:
    match = roaming(npf("n", 3000, 3000), npf("m", 1000, 1000), fighter("b", 2, 3000 + CLOSE, 3000, ap=0))
    answered(match, Npf("m", "prowl"))
    flow.roll(match, (6, 6, 1, 1))
    flow.roll(match, (4,))
    assert asked(match).owners == (2,)


def attack_on(*fighters: Fighter, switch: int = 1, **about: Any) -> Match:
    """Let fighter `a` of player 1 attack the NPF `n`."""
    return under_way(field(*fighters, npf_ripostes=switch, **about), Melee("a", "n"))


HERO = fighter("a", 1, 3000 + CLOSE, 3000)


def test_an_npf_ripostes_for_free_each_time_and_the_other_player_rolls() -> None:
    match = attack_on(npf("n", 3000, 3000), HERO)
    for _ in range(3):
        assert rolled(match).reason == "opposition"
        flow.roll(match, (1, 6))
        assert (rolled(match).reason, rolled(match).fighter) == ("hit", "n")
        flow.roll(match, (6, 6, 1, 1))
        flow.roll(match, (4,))
        assert (asked(match).kind, asked(match).owners, asked(match).fighter) == ("shift", (2,), "n")
        answered(match, Pick(-1))
        flow.roll(match, (1, 1, 1, 1))
        assert not match.frames and match.fighters["n"].attacks == 0
        match.fighters["a"] = HERO
        under_way(match, Melee("a", "n"))


@pytest.mark.parametrize(
    "switch, markers, word",
    [(0, (0, 0, 0, 0, 0), ""), (1, (0, 1, 0, 0, 0), ""), (1, (0, 0, 0, 0, 0), "cant_be_riposted")],
)
def test_when_an_npf_does_not_riposte(switch: int, markers: tuple[int, ...], word: str) -> None:
    """By the ruleset's switch, in fear (STA-7), or if the attacker's card forbids it."""
    match = attack_on(
        npf("n", 3000, 3000, markers=markers), HERO, switch=switch, modifiers=(Modifier("a", word, 0, "match"),)
    )
    assert (rolled(match).reason, rolled(match).fighter) == ("hit", "a")


def test_a_fighter_may_attack_and_charge_an_npf_and_is_not_free_beside_it() -> None:
    match = under_way(field(npf("n", 3000, 3000), HERO, fighter("far", 1, 4000, 3000)), Activation("a"))
    assert [option.kind for option in flow.options(match)] == ["move", "attack", "end"]
    assert refusal(match, Attack("n")) is None
    assert refusal(match, Move(((4100, 3600),))) is None
    answered(match, Move(((3700, 3600),)))
    assert rolled(match).reason == "disengage"


def test_npfs_set_the_difficulty_and_strike_for_free_when_one_fails_to_leave() -> None:
    plain = card("n", 3)
    head, arms, torso, legs = plain.limbs
    quick = plain._replace(limbs=(head, arms, torso, legs._replace(normal=6)))
    match = under_way(
        field(
            npf("n", 3000, 3000, profile=quick),
            npf("o", 3000 + 2 * CLOSE, 3000),
            npf("scared", 3000 + CLOSE, 3000 + CLOSE, markers=(0, 1, 0, 0, 0)),
            HERO,
        ),
        Disengaging("a"),
    )
    assert rolled(match).difficulty == 6
    flow.roll(match, (1, 1, 1, 1))
    question = asked(match)
    assert (question.kind, question.owners, question.options) == ("strike", (2,), ("n", "o", PASS))
    answered(match, Pick("n"))
    flow.roll(match, (6, 6, 1, 1))
    flow.roll(match, (4,))
    assert (asked(match).kind, asked(match).owners) == ("shift", (2,))
    answered(match, Pick(0))
    assert asked(match).options == ("o", PASS)
    assert match.fighters["n"].attacks == 0 and match.fighters["n"].activated == 0


# --- NPF-3: who scores ---

DYING = npf("n", 3000, 3000, lost=(3, 3, 3, 3))


def test_a_fighters_attack_that_kills_an_npf_scores_its_level_at_once() -> None:
    match = attack_on(DYING, HERO)
    flow.roll(match, (6, 1))
    flow.roll(match, (6, 1, 1, 1))
    events = flow.roll(match, (4,))
    assert ("scored", "NPF-3") in [(event.code, event.rule) for event in events]
    assert (match.sides[1].vp, match.sides[2].vp) == (3, 0) and match.fighters["n"].status == INCAPACITATED


def test_a_riposte_that_kills_the_npf_scores() -> None:
    match = roaming(DYING, HERO)
    answered(match, Pick("riposte"))
    flow.roll(match, (1, 6))
    assert rolled(match).fighter == "a"
    flow.roll(match, (6, 1, 1, 1))
    flow.roll(match, (4,))
    assert match.sides[1].vp == 3 and not match.frames and not match.table.npf


def test_no_vp_for_a_fighter_killed_by_an_npf_nor_for_an_npf_that_fire_kills() -> None:
    match = roaming(npf("n", 3000, 3000), fighter("b", 2, 3000 + CLOSE, 3000, ap=0, lost=(3, 3, 3, 3)))
    flow.roll(match, (6, 1, 1, 1))
    flow.roll(match, (4,))
    assert match.fighters["b"].status == INCAPACITATED and match.sides[1].vp == match.sides[2].vp == 0
    burning = DYING._replace(markers=(1, 0, 0, 0, 0), activated=1)
    match = under_way(field(burning, fighter("a", 1, 1000, 1000)), Intendancy())
    flow.roll(match, (6, 6, 6, 4))
    assert match.fighters["n"].status == INCAPACITATED and match.sides[1].vp == match.sides[2].vp == 0


@pytest.mark.parametrize("source, scores", [("a", 3), ("o", 0)])
def test_an_ability_that_kills_is_its_users_own_kill(source: str, scores: int) -> None:
    blow = ability("blow", effects=(does("wound", 2, "torso", on="target"),))
    match = field(DYING, HERO, npf("o", 1000, 1000), abilities=(blow,))
    under_way(match, ResolveEffects(match.fighters[source].player, "blow", ABILITY, source, "n"))
    assert match.fighters["n"].status == INCAPACITATED and match.sides[1].vp == scores


def test_the_explosion_of_an_ability_is_its_users_own() -> None:
    burst = ability("burst", effects=(does("explode", 4),))
    match = field(DYING, HERO, abilities=(burst,))
    under_way(match, ResolveEffects(1, "burst", ABILITY, "a"))
    flow.roll(match, (1, 1, 1, 1))
    flow.roll(match, (6, 1, 1, 1))
    assert match.fighters["n"].status == INCAPACITATED and match.sides[1].vp == 3


@pytest.mark.parametrize(
    "weapon, given",
    [
        ("Grenade (Throwing): Explosive (4), Range (20)", Throw("Grenade", "n")),
        ("Flamer (Blast): CBT +1", Blast("Flamer", "n")),
        ("Rifle (Shooting): Str (4), Range (30)", Shoot("n", "Rifle")),
    ],
)
def test_a_ranged_attack_that_kills_an_npf_scores(weapon: str, given: Answer) -> None:
    match = field(DYING, fighter("a", 1, 3700, 3000, profile=card("a")._replace(gear=(parse_gear(weapon),))))
    under_way(match, Activation("a"))
    answered(match, given)
    while isinstance(match.pending, Roll):
        flow.roll(match, (6,) * match.pending.dice)
        if isinstance(match.pending, Decision) and match.pending.kind == "shift":
            answered(match, Pick(0))
    assert match.fighters["n"].status == INCAPACITATED and match.sides[1].vp == 3


def test_no_fighter_makes_a_tactical_cards_kill() -> None:
    bomb = Tactic("bomb", "", 1, (), 0, 0, "any", "", (), (does("wound", 2, "torso", on="target"),))
    match = field(DYING, HERO)
    match.setup = match.setup._replace(tactics=(bomb,))
    under_way(match, ResolveEffects(1, "bomb", TACTIC, "a", "n"))
    assert match.fighters["n"].status == INCAPACITATED and match.sides[1].vp == 0


# --- NPF-6, and what else has no player ---


def test_the_abilities_of_an_npf_work_but_nobodys_points_are_changed() -> None:
    greedy = ability(
        "greedy",
        when(
            "attacks",
            does("mark", 1, "burn", "other"),
            does("gain_sp", 3, on="player"),
            does("gain_sp", 3, on="opponent"),
            does("first_player", 0, on="player"),
        ),
    )
    match = roaming(
        npf("n", 3000, 3000, profile=card("n", 3, abilities=("greedy",))),
        fighter("b", 2, 3000 + CLOSE, 3000),
        abilities=(greedy,),
    )
    assert match.fighters["b"].markers[0] == 1 and [match.sides[player].sp for player in (1, 2)] == [0, 0]
    assert match.table.first_player == 1


def test_an_npf_pays_for_no_ability_and_gains_no_ap() -> None:
    ready = ability(
        "ready",
        when("activation_ended", does("ready", 0), does("gain_ap", 2)),
        when("activated", does("mark", 1, "rage"), ap=1),
    )
    match = roaming(
        npf("n", 3000, 3000, profile=card("n", 3, abilities=("ready",))), npf("m", 1000, 1000), abilities=(ready,)
    )
    answered(match, Npf("n", "prowl"))
    assert asked(match).options == ("m",)
    n = match.fighters["n"]
    assert (n.ap, n.activated, n.markers[RAGE]) == (0, 1, 0)


def test_npfs_get_no_action_points_and_keep_their_markers_turn() -> None:
    """STA-7: the first player removes rage after both troops; ITD-8 gives an NPF nothing."""
    match = field(
        npf("n", 3000, 3000, activated=1, markers=(0, 0, 0, 2, 1)),
        fighter("a", 1, 1000, 1000, markers=(0, 0, 0, 1, 0)),
        fighter("b", 2, 1000, 5000, markers=(0, 0, 0, 1, 1)),
    )
    under_way(match, Intendancy())
    turns = []
    while isinstance(match.pending, Decision) and match.pending.kind == "remove_rage":
        turns.append((match.pending.owners, match.pending.options))
        answered(match, PickMany(tuple(str(name) for name in match.pending.options)))
    assert turns == [((1,), ("a",)), ((2,), ("b",)), ((1,), ("n",))]
    n = match.fighters["n"]
    assert n.ap == 0 and n.markers[RAGE] == 1 and n.markers[SLOWDOWN] == 0 and match.fighters["b"].ap == 2


def test_a_fallen_npf_counts_for_no_mission() -> None:
    match = field(fighter("a", 1, 1000, 1000), fighter("b", 2, 1000, 5000), npf("n", 3000, 3000))
    match.fighters["n"] = match.fighters["n"]._replace(status=INCAPACITATED, at=(), hurt=3, markers=(0, 1, 0, 0, 0))
    for player in (1, 2):
        for count in ("enemies_down", "enemy_value_down", "enemies_hurt", "enemies_afraid", "enemy_dearest_down"):
            assert missions.COUNTS[count](match, player, "") == 0


def test_intendancy_activates_npfs_after_what_is_due() -> None:
    match = under_way(field(npf("n", 3000, 3000), fighter("a", 1, 1000, 1000)), Intendancy())
    assert (asked(match).kind, asked(match).rule, asked(match).owners) == ("npf", "NPF-4", (1,))


def test_npfs_alone_do_not_go_on_fighting() -> None:
    assert standing(field(npf("n", 3000, 3000))) == []


def test_each_npf_acts_anew_each_round() -> None:
    match = field(npf("n", 3000, 3000, activated=1))
    effects.new_limits(match, "n")
    assert npfs_left(match) == ("n",)


@pytest.mark.parametrize("on", ["attacks", "attacked", "hits", "misses"])
@pytest.mark.parametrize("face", [1, 6])
def test_an_npf_that_attacks_by_a_card_comes_to_an_end(on: str, face: int) -> None:
    """ACN-1, GEN-7: ripostes are unlimited, but attacks given by a card are not, so no chain is endless."""
    grim = ability("grim", when(on, does("attack", 0, on="other")))
    match = field(
        npf("n", 1000, 1000, profile=card("n", 3, abilities=("grim",))), fighter("a", 1, 1302, 1000), abilities=(grim,)
    )
    under_way(match, ActivateNpfs())
    for _ in range(200):
        question = match.pending
        if question is None:
            break
        if isinstance(question, Roll):
            flow.roll(match, (face,) * question.dice)
        else:
            flow.answer(match, question.owners[0], Pick(flow.options(match)[0]))
        assert len(match.frames) < 60
    assert match.pending is None


def test_a_riposte_of_the_npf_is_rolled_by_the_attackers_opponent() -> None:
    """NPF-5: also if the NPF is the one being activated."""
    match = field(npf("n", 1000, 1000), fighter("a", 1, 1302, 1000))
    match.table = match.table._replace(npf="n", npf_player=1)
    assert (decider(match, "n", "a"), decider(match, "n", "a", 1)) == (1, 2)


def test_an_npf_deep_in_a_piece_gets_out() -> None:
    """TER-3, NPF-4: a prowl may end in the piece it leaves, nearer to its edge."""
    match = field(npf("n", 3000, 3000), fighter("a", 1, 1302, 1000))
    match.pieces["hut"] = Piece(
        "hut", "", ((2550, 2000), (4550, 2000), (4550, 4000), (2550, 4000)), territory=1, rules=(("elevation", 1),)
    )
    assert why_not_prowl(match, (2600, 3000)) is None and why_not_prowl(match, (3400, 3000)) is not None


def why_not_prowl(match: Match, at: tuple[int, int]) -> Illegal | None:
    """Return the rule that forbids a prowl of `n`."""
    return why_not_npf(match, 1, Npf("n", "prowl", "", at))
