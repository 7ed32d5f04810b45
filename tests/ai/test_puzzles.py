"""Tactical puzzles: literal positions in which one thing is clearly right."""

from __future__ import annotations

import pytest

from eden_core.ai.player import why
from eden_core.ai.players import chosen_player
from eden_core.cli.games import SeededNumbers
from eden_core.engine.match import fighters_gap
from eden_core.engine.messages import Answer, Attack, Blast, Charge, End, Move, Pick, Shoot, Throw, Use
from eden_core.scenarios.position import Position, document, read_position

PLANNERS = ("veteran", "warlord")
ALL = ("recruit", *PLANNERS)


def position(text: str) -> Position:
    return read_position(document(text))


def answered(text: str, name: str, player: int = 1) -> tuple[Answer, Position]:
    """What a player answers to the position's question."""
    there = position(text)
    return chosen_player(name, player, SeededNumbers(1), 600).decide(there.match, there.vaults[player]), there


SURE_KILL = """
[match]
active = "a"
round = 2
missions = ["headhunt", "endure"]
[[fighter]]
id = "a"
player = 1
at = [30, 30]
card = { cbt = [6, 5] }
[[fighter]]
id = "weak"
player = 2
at = [33, 30]
lost = { torso = 3 }
card = { vig = [2, 2] }
[[fighter]]
id = "strong"
player = 2
at = [27, 30]
card = { vig = [6, 6], value = 20 }
"""


@pytest.mark.parametrize("name", ALL)
def test_takes_the_sure_kill(name: str) -> None:
    """Two enemies in contact: one all but down, one hard to hurt."""
    given, _ = answered(SURE_KILL, name)
    assert isinstance(given, Attack) and given.target == "weak"


HOLD = """
[match]
active = "holder"
round = 5
first_player = 1
missions = ["crossing", "endure"]
[[marker]]
id = "crossing"
kind = "crossing"
owner = 1
at = [30, 30]
[[fighter]]
id = "holder"
player = 1
at = [30, 34.5]
[[fighter]]
id = "prey"
player = 2
at = [44, 36]
ap = 0
card = { vig = [5, 5], cbt = [2, 2], value = 10 }
"""


@pytest.mark.parametrize("name", ALL)
def test_holds_the_objective_in_the_last_round(name: str) -> None:
    """The centre scores 2 VP now; an enemy that could be chased stands 14 cm away."""
    there = position(HOLD)
    player = chosen_player(name, 1, SeededNumbers(1), 600)
    from eden_core.engine import flow

    while there.match.pending is not None and there.match.table.active == "holder":
        question = there.match.pending
        given = player.decide(there.match, there.vaults[1])
        assert not isinstance(given, Charge), question
        flow.answer(there.match, 1, given)
    assert there.match.sides[1].vp >= 2


POINTLESS = """
[match]
active = "meek"
round = 4
missions = ["endure", "headhunt"]
[[fighter]]
id = "meek"
player = 1
at = [10, 30]
card = { cbt = [1, 1], vig = [2, 2], value = 40 }
[[fighter]]
id = "brute"
player = 2
at = [18, 30]
card = { cbt = [6, 6], vig = [6, 6], spd = [2, 2] }
"""


@pytest.mark.parametrize("name", PLANNERS)
def test_a_meek_fighter_keeps_away(name: str) -> None:
    """One that can't hurt the brute beside it neither charges nor stays in its reach."""
    given, there = answered(POINTLESS, name)
    assert isinstance(given, Move)
    fighters = there.match.fighters
    moved = fighters["meek"]._replace(at=given.path[-1])
    assert fighters_gap(moved, fighters["brute"]) > fighters_gap(fighters["meek"], fighters["brute"])


FIRE = """
[match]
active = "lone"
round = 3
missions = ["endure", "retreat_to_the_contaminated_zones"]
[[fighter]]
id = "lone"
player = 1
at = [6, 22]
card = { cbt = [2, 2], vig = [3, 3], value = 30 }
[[fighter]]
id = "rifle"
player = 2
at = [6, 46]
card = { cbt = [4, 4], equipment = ["Rifle (Shooting): - Str (3), Range (30)"] }
[[fighter]]
id = "rifle_two"
player = 2
at = [10, 46]
card = { cbt = [4, 4], equipment = ["Rifle (Shooting): CBT +1 - Str (4), Range (30)"] }
"""


@pytest.mark.parametrize("name", PLANNERS)
def test_flees_from_fire(name: str) -> None:
    """Two rifles in reach and nothing to gain: away."""
    given, _there = answered(FIRE, name)
    assert isinstance(given, Move) and given.path[-1][1] < 2200


PICK_UP = """
[match]
active = "a"
round = 2
missions = ["salvage", "endure"]
[[marker]]
id = "salvage"
kind = "salvage"
owner = 1
at = [30, 30]
[[fighter]]
id = "a"
player = 1
at = [30, 33]
[[fighter]]
id = "b"
player = 2
at = [5, 55]
"""


@pytest.mark.parametrize("name", ALL)
def test_takes_what_its_mission_asks_for(name: str) -> None:
    """A marker of the mission in contact, nobody near."""
    given, _ = answered(PICK_UP, name)
    assert isinstance(given, Use)
    blind, _ = answered(PICK_UP, f"{name}-blind")
    assert not isinstance(blind, Use)


ACROSS = """
[match]
active = "runner"
round = 5
missions = ["breakthrough", "endure"]
[[fighter]]
id = "runner"
player = 1
at = [30, 12]
[[fighter]]
id = "far"
player = 2
at = [5, 55]
"""


@pytest.mark.parametrize("name", PLANNERS)
def test_a_face_down_mission_is_played_for(name: str) -> None:
    """Its owner knows its own vault: the last round is the time to be in the enemy's half."""
    there = position(ACROSS)
    for player, half in ((1, "bottom"), (2, "top")):
        there.match.sides[player] = there.match.sides[player]._replace(half=half)
    given = chosen_player(name, 1, SeededNumbers(1), 600).decide(there.match, there.vaults[1])
    assert isinstance(given, Move) and given.path[-1][1] > 1900


ADVANTAGE = """
[match]
active = "gunner"
round = 2
missions = ["headhunt", "endure"]
[[fighter]]
id = "gunner"
player = 1
at = [20, 30]
card = { cbt = [5, 4], equipment = ["Rifle (Shooting): CBT +1 - Str (4), Range (30)"] }
[[fighter]]
id = "mark"
player = 2
at = [42, 30]
lost = { head = 3, arms = 3 }
card = { spd = [2, 2], vig = [2, 2] }
"""


@pytest.mark.parametrize("name", ALL)
def test_shoots_what_it_can_bring_down(name: str) -> None:
    """A good shot at one who is nearly down."""
    given, _ = answered(ADVANTAGE, name)
    assert isinstance(given, Shoot) and given.target == "mark"


REACTION = """
[match]
active = "striker"
round = 2
first_player = 2
missions = ["endure", "headhunt"]
[[fighter]]
id = "nimble"
player = 1
at = [30, 30]
card = { cbt = [1, 1], vig = [2, 2], spd = [6, 5] }
[[fighter]]
id = "striker"
player = 2
at = [33, 30]
card = { cbt = [4, 4], vig = [5, 5] }
"""


@pytest.mark.parametrize("name", ALL)
def test_the_nimble_dodge(name: str) -> None:
    """No good at ripostes, fast enough to dodge, with AP that are of no other use any more."""
    from eden_core.engine import flow

    there = position(REACTION)
    nimble = there.match.fighters["nimble"]
    there.match.fighters["nimble"] = nimble._replace(activated=1, ap=2)
    flow.answer(there.match, 2, Attack("nimble"))
    player = chosen_player(name, 1, SeededNumbers(1), 600)
    assert player.decide(there.match, there.vaults[1]) == Pick("dodge")
    reason = why(player)
    assert reason is not None and reason.code == "reaction" and reason.values["reaction"] == "dodge"


FRIENDS = """
[match]
active = "bomber"
round = 2
missions = ["headhunt", "endure"]
[[fighter]]
id = "bomber"
player = 1
at = [30, 20]
card = { cbt = [1, 1], equipment = ["Bomb (Throwing): - Range (15), Explosive (5)"] }
[[fighter]]
id = "friend"
player = 1
at = [30, 31]
card = { value = 60, vig = [2, 2] }
[[fighter]]
id = "foe"
player = 2
at = [30, 34]
card = { value = 10, vig = [6, 6] }
"""


@pytest.mark.parametrize("name", ALL)
def test_no_bomb_among_friends(name: str) -> None:
    """The template would cover a dear friend and a cheap foe."""
    given, _ = answered(FRIENDS, name)
    assert not isinstance(given, (Throw, Blast))
    assert given != End() or name == "recruit"
