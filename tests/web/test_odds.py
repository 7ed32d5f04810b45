"""Odds before an attack, against counting every way the dice can fall."""

from __future__ import annotations

from itertools import product

import pytest

from tests.web.playing import Person, new_session
from web.odds import melee_odds, shot_odds, spread


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("difficulty", range(1, 10))
def test_spread_counts_every_throw(dice: int, difficulty: int) -> None:
    """ROLL-1 to ROLL-3."""
    real = max(0, dice - max(0, difficulty - 6))
    counts = [0] * (real + 1)
    for faces in product(range(1, 7), repeat=real):
        counts[sum(face >= min(6, difficulty) for face in faces)] += 1
    assert spread(dice, difficulty) == pytest.approx([count / 6**real for count in counts])


def test_odds_are_chances_in_order() -> None:
    """To take down is at most to wound, to wound at most to hit; nearly dead is easier to take down."""
    session = new_session()
    Person(session, 1).play(until="designate")
    match = session.match
    attacker, target = match.fighters["vladd.1"], match.fighters["juma.2"]
    fresh = melee_odds(match, attacker, target)
    assert 0 <= fresh.down <= fresh.wound <= fresh.hit <= 1 and fresh.wound > 0.5
    hurt = target._replace(lost=tuple(limb.white + limb.red - 1 for limb in target.profile.limbs))
    match.fighters[target.id] = hurt
    assert melee_odds(match, attacker, hurt).down == pytest.approx(melee_odds(match, attacker, hurt).wound)
    shooter = match.fighters["yuri.1"]
    shot = shot_odds(match, shooter, hurt, "Throwing knives")
    assert 0 <= shot.down <= shot.wound <= shot.hit <= 1
