"""Positions and plays of scenarios with the optional modules: the meaning of their tables."""

from __future__ import annotations

import pytest

from eden_core.cards.shipped import load
from eden_core.engine.match import NPF, ROLLED, Match
from eden_core.engine.messages import Build, Decision, Place, Roll
from eden_core.errors import Malformed
from eden_core.scenarios.position import document, read_position
from eden_core.scenarios.running import Outcome, read_scenario

TWO = """
[[fighter]]
id = "a"
player = 1
at = [10, 10]
[[fighter]]
id = "b"
player = 2
at = [50, 50]
"""


def position(text: str) -> Match:
    return read_position(document(text)).match


def run(text: str) -> Outcome:
    outcome = read_scenario(text).run()
    assert not outcome.failed, outcome.failed
    return outcome


# --- scenery ---


def piece(rest: str, edition: str = "fr3", territory: bool = True) -> tuple[int, dict[str, int]]:
    text = (
        f"edition = '{edition}'\n[match]\noptions = {{ territory = {str(territory).lower()} }}\n"
        + TWO
        + f"[[scenery]]\nid = 'x'\ndisc = [30, 30, 4]\n{rest}"
    )
    found = position(text).pieces["x"]
    return found.territory, dict(found.rules)


@pytest.mark.parametrize("territory", [True, False])
def test_rules_make_a_piece_of_territory_management(territory: bool) -> None:
    """TER-2, TER-4: rules in any language's notation; a missing X is 1."""
    assert piece("rules = ['Destruction (4)', 'obstacle', 'Occupation']", territory=territory) == (
        1,
        {"destruction": 4, "obstacle": 1, "occupation": 1},
    )
    assert piece("rules = ['Escalade (3)', 'Élévation']", territory=territory) == (1, {"climbing": 3, "elevation": 1})
    assert piece("rules = []", territory=territory) == (1, {})
    assert piece("rules = []\nlike = 'tree'", territory=territory) == (1, {})


@pytest.mark.parametrize(
    ("edition", "like", "rules"),
    [
        ("fr3", "tree", {"flammable": 1, "destruction": 3, "obstacle": 1}),
        ("pt1", "tree", {"crossing": 1, "destruction": 3, "obstacle": 1}),
        ("it1", "bushes", {"flammable": 1, "destruction": 3, "obstruction": 2, "crossing": 1, "obstacle": 1}),
        ("en1", "oil_slick", {"flammable": 1, "obstruction": 2, "occupation": 1}),  # only fr3's list has it
        ("fr3", "deep_river", {"swimming": 5}),
    ],
)
def test_a_like_means_the_ready_made_piece(edition: str, like: str, rules: dict[str, int]) -> None:
    """TER-5: of the edition's list, else of another; without the module only its look."""
    assert piece(f"like = '{like}'", edition) == (1, rules)
    assert piece(f"like = '{like}'", edition, territory=False) == (0, {})


def test_a_piece_of_nothing_special_is_bare_or_basic() -> None:
    """TER-3: without rules it is bare if the module is on, but keeps traits of the basic rules."""
    assert piece("") == (1, {})
    assert piece("low = true") == (0, {})
    assert piece("like = 'tree'\npassable = true") == (0, {})
    assert piece("", territory=False) == (0, {})


def test_what_a_piece_has_suffered() -> None:
    text = (
        "[match]\n"
        + TWO
        + """
[[scenery]]
id = "x"
disc = [30, 30, 4]
rules = ["Destruction (3)", "Flammable", "Occupation"]
attacks = 2
burn = 5
[[fighter]]
id = "c"
player = 1
at = [30, 30]
"""
    )  # inside: it lost Occupation only by burning
    found = position(text).pieces["x"]
    assert (found.attacks, found.burn) == (2, 5)
    run(text + "[expect]\n'scenery.x.attacks' = 2\n'scenery.x.burn' = 5\n'scenery.x.like' = ''\n")


# --- fighters on scenery ---


def test_raised_and_hidden_name_their_pieces() -> None:
    """TER-ELE, TER-HID: the piece under the fighter's centre; the hiding piece in contact."""
    text = """
[[fighter]]
id = "a"
player = 1
at = [20, 20]
raised = true
[[fighter]]
id = "b"
player = 1
at = [30, 20]
hidden = 1
[[fighter]]
id = "c"
player = 2
at = [50, 50]
raised = false
[[scenery]]
id = "beside"
outline = [[10, 15], [19, 15], [19, 25], [10, 25]]
rules = ["Elevation", "Occupation"]
[[scenery]]
id = "hut"
outline = [[19, 15], [26, 15], [26, 25], [19, 25]]
rules = ["Elevation", "Climbing (4)"]
[[scenery]]
id = "bushes"
outline = [[31.5, 15], [36, 15], [36, 25], [31.5, 25]]
rules = ["Hiding (1)"]
"""
    match = position(text)
    assert [(f.raised, f.hidden) for f in match.fighters.values()] == [("hut", ""), ("", "bushes"), ("", "")]
    run(text + "[expect]\n'a.raised' = true\n'a.hidden' = false\n'b.hidden' = true\n'c.raised' = false\n")
    with pytest.raises(Malformed, match="TER-HID"):
        position(text.replace('rules = ["Hiding (1)"]', "rules = []"))
    with pytest.raises(Malformed, match="MOVE-1"):
        position(text.replace("raised = true", "raised = false"))


def test_whoever_fights_a_raised_one_may_be_in_its_piece() -> None:
    """TER-ELE: only a fighter in contact across the edge may be in the piece."""
    text = """
[[fighter]]
id = "a"
player = 1
at = [20, 20]
raised = true
[[fighter]]
id = "b"
player = 2
touching = "a"
side = "left"
[[scenery]]
id = "hut"
disc = [20, 20, 4]
rules = ["Elevation"]
"""
    assert position(text).fighters["b"].at == (1700, 2000)
    with pytest.raises(Malformed, match="MOVE-1"):
        position(text.replace('touching = "a"\nside = "left"', "at = [16, 20]"))


# --- NPFs, weather, options ---


def test_npfs_of_a_position() -> None:
    """NPF-1: given by an inline card with a level or by a shipped card; without AP and activating player."""
    match = position(
        "[match]\noptions = { infestation = 4 }\n"
        + TWO
        + """
[[fighter]]
id = "n"
player = 0
at = [30, 30]
card = { level = 3 }
[[fighter]]
id = "m"
player = 0
touching = "n"
side = "up"
profile = "ash_hound"
"""
    )
    one, other = match.fighters["n"], match.fighters["m"]
    assert (one.player, one.ap, one.profile.level, one.profile.value, one.profile.faction) == (NPF, 0, 3, 0, "npf")
    assert other.profile == load().npfs["ash_hound"] and other.at == (3000, 3300)
    assert match.table.infestation == match.setup.infestation == 4
    assert {"n", *load().npfs} == {profile.id for profile in match.setup.npfs}
    assert match.table.active == "a"
    assert set(other.profile.abilities) <= set(match.abilities)


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("'mist'", ("mist",)),
        ("['snowstorm', 'mist', 'mist']", ("mist", "snowstorm")),
        ("[]", ()),
    ],
)
def test_weather_is_given_in_any_phase(written: str, words: tuple[str, ...]) -> None:
    """WEA-1: in the order of the dice, each once, and no dice are rolled for it."""
    for phase in ("preparation", "activation", "intendancy"):
        match = position(f"[match]\nphase = '{phase}'\nweather = {written}\n" + TWO)
        assert match.table.weather == words and match.setup.weather == 0


def test_options_of_the_preparation() -> None:
    match = position(
        "[match]\nphase = 'preparation'\noptions = { infestation = 'rolled', weather = 2, territory = true }\n" + TWO
    )
    setup = match.setup
    assert (setup.infestation, setup.weather, setup.territory) == (ROLLED, 2, 1) and match.table.infestation == 0
    assert setup.pool == load().terrain and setup.npfs == tuple(load().npfs.values())
    question = match.pending
    assert isinstance(question, Roll) and question.rule == "WEA-1"


# --- plays ---

PREPARATION = """
[match]
phase = "preparation"
options = { OPTIONS }
[[fighter]]
id = "a"
player = 1
[[fighter]]
id = "b"
player = 2
NPFS
[[play]]
by = 1
bid = 1
[[play]]
by = 2
bid = 0
[[play]]
by = 1
first_player = 1
[[play]]
by = 1
mission = "crossing"           # a marker in the centre
[[play]]
by = 2
mission = "headhunt"
"""


def preparation(options: str, edition: str = "fr3", npfs: str = "") -> str:
    return f"edition = '{edition}'" + PREPARATION.replace("OPTIONS", options).replace("NPFS", npfs)


def play(text: str, player: int = 1) -> str:
    return f"[[play]]\nby = {player}\n{text}\n"


def test_territory_is_bought_by_like_or_id() -> None:
    """TER-1: the first affordable piece of the list; the options name the affordable ones."""
    text = preparation("territory = true, scenery_points = 9") + play(
        'place = { like = "devastated_zone", at = [20, 20] }'
    )
    text += play('place = { like = "devastated_zone_large", at = [40, 40], turn = 90 }', 2)
    text += play('place = { like = "tree", at = [40, 20] }')
    outcome = run(
        text
        + """
[expect]
"pending.by" = 2
"pending.options" = ["devastated_zone", "low_wall", "oil_slick", "tree"]
"scenery.devastated_zone_small.like" = "devastated_zone"
"scenery.devastated_zone_large.attacks" = 0
"scenery.tree.like" = "tree"
"""
    )
    assert set(outcome.match.pieces) == {"devastated_zone_small", "devastated_zone_large", "tree"}
    assert all(found.territory for found in outcome.match.pieces.values())


def test_one_too_dear_is_the_cores_to_refuse() -> None:
    run(
        preparation("territory = true, scenery_points = 5")
        + play("refused = 'TER-1'\nplace = { like = 'bushes', at = [9, 9] }")
        + play("refused = 'NPF-2'\nplace = { npf = 'ash_hound', at = [9, 9] }")
        + play("refused = 'PREP-6'\nplace = { like = 'tree', at = [6, 30] }")
        + play("refused = 'TER-1'\npass = true")
    )
    run(
        preparation("territory = true", "en1")
        + play("refused = 'TER-1'\nplace = { like = 'oil_slick', at = [9, 9] }")
        + play("refused = 'TER-2'\nplace = { rules = ['Obstacle'], disc = [20, 20, 2] }")
    )


def test_pieces_of_ones_own_making_are_put_down_and_named() -> None:
    """TER-2: built pieces are named built, built_2, …, even before they stand."""
    built = read_scenario(
        preparation("territory = true")
        + play("place = { rules = ['Jump (2)', 'Obstacle'], outline = [[20, 20], [24, 20], [24, 22]] }")
        + play("place = { rules = [], disc = [40, 40, 2.5] }", 2)
        + play("end = true\nrefused = 'ACT-8'")
        + play("jump = { over = 'built_2' }\nrefused = 'TER-JUM'")
        + "[expect]\n'scenery.built.burn' = 0\n'scenery.built_2.burn' = 0\n"
    )
    outcome = built.run()
    assert not outcome.failed
    first, second = outcome.match.pieces.values()
    assert first[1:4] == ("", ((2000, 2000), (2400, 2000), (2400, 2200)), 0)
    assert first.rules == (("jump", 2), ("obstacle", 1)) and (second.outline, second.radius) == (((4000, 4000),), 250)


def test_npfs_are_placed_by_their_ids_in_the_file() -> None:
    """NPF-2: those of a file in preparation are what may be placed, each as often as is paid."""
    npfs = (
        "[[fighter]]\nid = 'n'\nplayer = 0\ncard = { level = 2 }\n"
        "[[fighter]]\nid = 'm'\nplayer = 0\nprofile = 'ash_hound'"
    )
    text = preparation("infestation = 2", npfs=npfs)
    text += "[[play]]\nexpect = { 'pending.options' = ['m', 'n'], 'm.on_field' = false }\n"
    text += play("place = { npf = 'n', at = [10, 10] }") + play("place = { npf = 'm', at = [10, 40] }", 2)
    text += play("place = { npf = 'm', at = [40, 40] }\nexpect = { 'm_2.at' = [40, 40], 'm_2.on_field' = true }", 2)
    outcome = run(text)
    assert [f.id for f in outcome.match.fighters.values() if not f.player] == ["n", "m", "m_2"]
    assert isinstance(outcome.match.pending, Decision) and outcome.match.pending.kind == "half"


def test_an_npf_question_lists_the_npfs() -> None:
    text = (
        "[match]\nphase = 'intendancy'\n"
        + TWO
        + """
[[fighter]]
id = "n"
player = 0
at = [30, 30]
[[fighter]]
id = "m"
player = 0
at = [30, 45]
[[play]]
by = 2
npf = { activate = "n", prowl = [30, 32] }
refused = "NPF-4"
[[play]]
by = 1
npf = { activate = "m", prowl = [30, 50] }
[expect]
"m.at" = [30, 50]
"m.activated" = true
pending = "npf"
"pending.by" = 2
"pending.options" = ["n"]
"""
    )
    run(text.replace('refused = "NPF-4"', 'refused = "NPF-4"\nexpect = { "pending.options" = ["m", "n"] }'))


def test_the_roll_of_an_npf_is_its_players() -> None:
    """NPF-5: the player who activated an NPF rolls for it and is asked."""
    run(
        "[match]\nphase = 'intendancy'\nfirst_player = 2\n"
        + TWO
        + """
[[fighter]]
id = "n"
player = 0
touching = "a"
side = "up"
[[play]]
expect = { pending = "reaction", "pending.by" = 1 }
[[play]]
by = 1
reaction = "passive"
expect = { pending = "roll", "pending.by" = 2 }
"""
    )


def test_answers_keep_to_their_kinds() -> None:
    plays = read_scenario(
        "[match]\noptions = { territory = true }\n"
        + TWO
        + """
[[scenery]]
id = "lake"
like = "lake"
disc = [30, 30, 5]
[[play]]
by = 1
swim = { across = "lake", to = [30, 23.5] }
[[play]]
by = 1
climb = { on = "lake", at = [1, 2] }
[[play]]
by = 1
place = { npf = "rat_swarm", at = [1, 2] }
[[play]]
by = 1
place = { outline = [[1, 1], [2, 2], [3, 1]] }
"""
    ).plays
    assert [tuple(each.value) for each in plays[:2]] == [("lake", (3000, 2350)), ("lake", (100, 200))]
    assert plays[2].value == Place("rat_swarm", (100, 200))
    assert plays[3].value == Build((), ((100, 100), (200, 200), (300, 100)))
