"""Odds before an attack, against counting every way the dice can fall."""

from __future__ import annotations

from itertools import product

import pytest

from eden_core.analysis.attack_odds import Odds, attack_odds
from eden_core.analysis.odds import Chance, spread
from eden_core.engine import flow
from eden_core.engine.match import INCAPACITATED, Match
from eden_core.engine.messages import Attack, Charge, Decision, Pick, PickMany, Roll, Shoot
from eden_core.rules.actions.options import action_options
from eden_core.rules.common.paths import charge_path
from eden_core.scenarios.position import document, read_position


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("difficulty", range(1, 10))
def test_spread_counts_every_throw(dice: int, difficulty: int) -> None:
    """ROLL-1 to ROLL-3."""
    real = max(0, dice - max(0, difficulty - 6))
    counts = [0] * (real + 1)
    for faces in product(range(1, 7), repeat=real):
        counts[sum(face >= min(6, difficulty) for face in faces)] += 1
    assert spread(dice, difficulty) == tuple(counts)


# --- every way that an attack can go, in the engine itself ---

FIELD = """
edition = "{edition}"
[match]
phase = "activation"
active = "a"
"""
FIGHTER = """
[[fighter]]
id = "{id}"
player = {player}
{place}
{lines}
[fighter.card]
{card}
"""


def position(fighters: dict[str, tuple[int, str, str, str]], edition: str = "fr3") -> Match:
    """A match at `a`'s action: by id the player, where it stands, other lines, and the card's."""
    text = FIELD.format(edition=edition) + "".join(
        FIGHTER.format(id=name, player=player, place=place, lines=lines, card=card)
        for name, (player, place, lines, card) in fighters.items()
    )
    return read_position(document(text))[0]


def ways(roll: Roll) -> list[tuple[float, tuple[int, ...]]]:
    """Every throw of a roll: dice that are counted go by how many succeed, one die by its face."""
    if roll.read != "successes":
        assert roll.dice == 1
        return [(1 / 6, (face,)) for face in range(1, 7)]
    hit, miss = 6, 1
    if roll.difficulty <= 1:
        return [(1.0, (hit,) * roll.dice)]
    throws = spread(roll.dice, roll.difficulty)
    return [(part / sum(throws), (hit,) * count + (miss,) * (roll.dice - count)) for count, part in enumerate(throws)]


def best(match: Match, target: str, aim: str, seen: tuple[bool, bool] = (False, False)) -> float:
    """The chance of an aim, the location die moved in the best way for it, played to the attack's end by the engine."""
    asked = match.pending
    if isinstance(asked, Roll):
        total = 0.0
        for part, faces in ways(asked):
            there = match.copy()
            events = flow.roll(there, faces)
            codes = [event.code for event in events]
            hit = asked.reason == "hit" and sum(face >= asked.difficulty for face in faces) > 0
            total += part * best(there, target, aim, (seen[0] or hit, seen[1] or "strayed" in codes))
        return total
    if isinstance(asked, Decision) and asked.kind == "shift":
        return max(_after(match, asked, Pick(by), target, aim, seen) for by in flow.options(match))
    if isinstance(asked, Decision) and asked.kind == "reaction":
        return _after(match, asked, Pick("passive"), target, aim, seen)
    if isinstance(asked, Decision) and asked.kind == "order":
        return _after(match, asked, PickMany(tuple(map(str, asked.options))), target, aim, seen)
    fighter = match.fighters[target]
    return float(
        {
            "hit": seen[0] and not seen[1],
            "wound": fighter.hurt > 0 and not seen[1],
            "down": fighter.status == INCAPACITATED,
        }[aim]
    )


def _after(
    match: Match, asked: Decision, given: Pick | PickMany, target: str, aim: str, seen: tuple[bool, bool]
) -> float:
    there = match.copy()
    events = flow.answer(there, asked.owners[0], given)
    return best(there, target, aim, (seen[0], seen[1] or any(event.code == "strayed" for event in events)))


def shown(odds: Odds) -> tuple[float, ...]:
    """The chances to hit, to wound and to take down, from 0 to 1."""
    return tuple(chance.ways / chance.all for chance in (odds.hit, odds.wound, odds.down))


def counted(match: Match, given: Attack | Charge | Shoot) -> tuple[float, float, float]:
    """The same three chances as `attack_odds`, by playing."""
    assert flow.can(match, 1, given), flow.why_not(match, 1, given)
    there = match.copy()
    flow.answer(there, 1, given)
    return tuple(best(there, given.target, aim) for aim in ("hit", "wound", "down"))  # type: ignore[return-value]


TOUCHING = 'touching = "a"\nside = "right"'
WEAK = "cbt = [2, 1]\nvig = [3, 2]"
TARGET = "vig = [3, 2]\nspd = [3, 2]\n"
KNIVES = 'equipment = ["Knives (Shooting): - Str (1), Range (30)"]'
MELEE = {
    "bare": position({"a": (1, "at = [20, 30]", "", WEAK), "b": (2, TOUCHING, "", TARGET)}),
    "nearly down": position(
        {"a": (1, "at = [20, 30]", "", WEAK), "b": (2, TOUCHING, "lost = { head = 3, torso = 3, legs = 1 }", TARGET)}
    ),
    "armour and a blade": position(
        {
            "a": (1, "at = [20, 30]", "", WEAK + '\nequipment = ["Blade: CBT +1"]'),
            "b": (2, TOUCHING, "", TARGET + 'equipment = ["Plate (Pr): torso, arms +1", "Cap (Pr): head +2"]'),
        }
    ),
    "rage against stone": position(
        {"a": (1, "at = [20, 30]", "markers = { rage = 2 }", WEAK), "b": (2, TOUCHING, "", "vig = [8, 8]")}
    ),
    "a brother beside it": position(
        {
            "a": (1, "at = [20, 30]", "", WEAK + '\nabilities = ["blood_brother"]'),
            "c": (1, "at = [16, 30]", "", WEAK),
            "b": (2, TOUCHING, "", TARGET),
        }
    ),
    "no dice": position({"a": (1, "at = [20, 30]", "", "cbt = [1, 1]"), "b": (2, TOUCHING, "", "vig = [9, 9]")}),
}


@pytest.mark.parametrize("name", MELEE)
def test_a_melee_attack_is_counted_right(name: str) -> None:
    """MEL-2: to hit, to wound, to take down, as the engine plays it, in every way the dice can fall."""
    match = MELEE[name]
    odds = attack_odds(match, Attack("b"))
    assert shown(odds) == pytest.approx(counted(match, Attack("b")))


def test_a_charge_is_counted_where_it_ends() -> None:
    """ACN-4: what holds only in contact, or only near a friend, is asked of the place where the charge ends."""
    match = position(
        {
            "a": (1, "at = [20, 30]", "", WEAK + '\nabilities = ["blood_brother"]'),
            "b": (2, "at = [20, 38]", "", TARGET),
            "c": (1, "at = [15, 38]", "", WEAK),
        }
    )
    path = charge_path(match, "a", "b")
    assert path
    given = Charge(path, "b")
    odds = attack_odds(match, given)
    assert ("blood_brother", 1) in odds.terms and odds.dice == 3
    assert shown(odds) == pytest.approx(counted(match, given))


SHOTS = {
    "open": ({"a": (1, "at = [20, 30]", "", WEAK + "\n" + KNIVES), "b": (2, "at = [20, 40]", "", TARGET)}, "fr3"),
    "one success is kept": (
        {"a": (1, "at = [20, 30]", "", WEAK + "\n" + KNIVES), "b": (2, "at = [20, 40]", "", TARGET)},
        "de2",
    ),
    "armour, wounded": (
        {
            "a": (1, "at = [20, 30]", "", WEAK + "\n" + KNIVES),
            "b": (
                2,
                "at = [20, 40]",
                "lost = { torso = 3, arms = 3 }",
                TARGET + 'equipment = ["Plate (Pr): torso +1"]',
            ),
        },
        "fr3",
    ),
    "someone in the way": (
        {
            "a": (1, "at = [20, 30]", "", "cbt = [3, 2]\n" + KNIVES),
            "b": (2, "at = [20, 44]", "", TARGET),
            "c": (1, "at = [22, 37]", "", WEAK),
        },
        "fr3",
    ),
    "a clear eye": (
        {
            "a": (1, "at = [20, 30]", "", "cbt = [3, 2]\n" + KNIVES + '\nabilities = ["steady_aim"]'),
            "b": (2, "at = [20, 44]", "", TARGET),
            "c": (1, "at = [22, 37]", "", WEAK),
        },
        "fr3",
    ),
    "into a melee": (
        {
            "a": (1, "at = [20, 30]", "", "cbt = [3, 2]\n" + KNIVES),
            "b": (2, "at = [20, 40]", "", TARGET),
            "c": (1, 'touching = "b"\nside = "right"', "", WEAK),
        },
        "fr3",
    ),
    "a shell": (
        {
            "a": (
                1,
                "at = [20, 30]",
                "",
                WEAK + '\nequipment = ["Shells (Shooting): - Str (1), Range (30), Explosive (1)"]',
            ),
            "b": (2, "at = [20, 40]", "lost = { torso = 3 }", TARGET),
        },
        "fr3",
    ),
}


@pytest.mark.parametrize("name", SHOTS)
def test_a_shot_is_counted_right(name: str) -> None:
    """SHT-2 to SHT-5, EQP-7: likewise, with obstacles, strays, armour, and the edition's way with successes."""
    here = position(*SHOTS[name])
    option = next(option for option in action_options(here, here.fighters["a"]) if option.kind == "shoot")
    given = Shoot("b", option.weapon)
    odds = attack_odds(here, given)
    assert shown(odds) == pytest.approx(counted(here, given))
    assert {
        "open": odds.keeps == 0,
        "one success is kept": odds.keeps == 1,
        "into a melee": odds.strays_to == ("c",),
        "someone in the way": ("obstacle", -1) in odds.terms,
        "a clear eye": ("obstacle", -1) not in odds.terms,
        "a shell": odds.more_dice == 1,
        "armour, wounded": odds.saved == (("torso", 1),),
    }[name]


def test_odds_are_chances_in_order() -> None:
    """To take down is at most to wound, to wound at most to hit; nearly dead is easier to take down."""
    fresh, hurt = attack_odds(MELEE["bare"], Attack("b")), attack_odds(MELEE["nearly down"], Attack("b"))
    hit, wound, down = shown(fresh)
    assert 0 <= down < wound <= hit + 1e-9 < 1 and wound > 0.5
    assert shown(hurt)[2] > down
    nothing = attack_odds(MELEE["no dice"], Attack("b"))
    assert nothing[:2] == (0, 0) and shown(nothing) == (0, 0, 0)


def test_chances_are_exact() -> None:
    """One success in two dice against 4 or more: 27 of 36 ways; twice over, and along with its failing."""
    one = Chance(*Odds().hit)
    assert one == Chance(0, 1) and one.fails() == Chance(1, 1)
    one = Chance(sum(spread(2, 4)[1:]), sum(spread(2, 4)))
    assert one == Chance(27, 36) and one.times_over(2) == Chance(27**2, 36**2)
    assert one.along_with(one.fails()) == Chance(27 * 9, 36 * 36)
