"""The choice of the next fighter in a step of the intendancy phase (ITD-3)."""

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
    """Set a fighter's burn markers, as an ability would while a burn is resolved."""
    fighter = match.fighters[name]
    match.fighters[name] = fighter._replace(markers=(burn, *fighter.markers[BURN + 1 :]))


def _asked(match: Match) -> str:
    assert isinstance(match.pending, Roll) and match.pending.reason == "burn"
    return match.pending.fighter


def test_who_catches_fire_meanwhile_is_still_picked() -> None:
    """ITD-3: a fighter marked during the step is picked next by the other player; none is picked twice."""
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
    """ITD-3: a fighter whose last marker was removed during the step is not picked."""
    match = _burning()
    _mark(match, "a2", 0)
    flow.roll(match, (1, 1, 1, 1))
    assert match.table.round == 2
