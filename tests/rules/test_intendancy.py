"""Who is still to be picked while a step of the intendancy phase goes on (ITD-3)."""

from __future__ import annotations

from eden_core.engine import flow
from eden_core.engine.match import BURN, Match
from eden_core.engine.messages import Roll
from eden_core.scenarios.position import document, read_position

BURNING = """
[match]
phase = "intendancy"
[[fighter]]
id = "a"
player = 1
at = [20, 30]
markers = { burn = 1 }
[[fighter]]
id = "a2"
player = 1
at = [20, 40]
markers = { burn = 2 }
[[fighter]]
id = "b"
player = 2
at = [40, 30]
"""


def _burning() -> Match:
    return read_position(document(BURNING)).match


def _mark(match: Match, name: str, burn: int) -> None:
    """As an ability would while a burn is worked out."""
    fighter = match.fighters[name]
    match.fighters[name] = fighter._replace(markers=(burn, *fighter.markers[BURN + 1 :]))


def _asked(match: Match) -> str:
    assert isinstance(match.pending, Roll) and match.pending.reason == "burn"
    return match.pending.fighter


def test_who_catches_fire_meanwhile_is_still_picked() -> None:
    """ITD-3: the other player picks next, one who got its marker during the step; who was picked is not picked
    again.
    """
    match = _burning()
    assert _asked(match) == "a"
    _mark(match, "b", 1)
    _mark(match, "a", 2)
    flow.roll(match, (1, 1, 1, 1))
    assert _asked(match) == "b"
    flow.roll(match, (1, 1, 1, 1))
    assert _asked(match) == "a2"
    flow.roll(match, (1, 1, 1, 1))
    assert match.table.round == 2 and match.fighters["a"].markers[BURN] == 1


def test_who_burns_no_longer_rolls_no_more() -> None:
    """ITD-3: whose last marker was removed meanwhile is not picked."""
    match = _burning()
    _mark(match, "a2", 0)
    flow.roll(match, (1, 1, 1, 1))
    assert match.table.round == 2
