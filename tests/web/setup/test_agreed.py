"""What players agree on makes a legal set-up; places found for them are legal and spread out."""

from __future__ import annotations

import pytest

from eden_core.cards import shipped
from eden_core.rules.start import why_not_setup
from tests.web.playing import Person, new_session
from web.planning import suggestions
from web.planning.planner import Planner
from web.setup.agreed import SCENERY, Agreed, make_setup


@pytest.mark.parametrize("scenery", SCENERY)
@pytest.mark.parametrize("troops", (("jokers_starter", "bamaka_starter"), ("bamaka_starter", "bamaka_starter")))
def test_every_choice_is_legal(scenery: str, troops: tuple[str, str]) -> None:
    """The core has nothing against it: a ready field keeps PREP-6's distances and the middle clear."""
    assert why_not_setup(make_setup(Agreed(("A", "B"), troops, scenery), b"n")) == []


def test_a_ready_field_has_every_piece() -> None:
    """Eight pieces, none to place."""
    setup = make_setup(Agreed(), b"n")
    assert {piece.id for piece in setup.pieces} == set(shipped.load().pieces) and not setup.pool


def test_scenery_is_spread_over_the_field() -> None:
    """PREP-6: pieces placed for the players do not crowd one corner."""
    session = new_session(scenery="turns")
    Person(session, 2).play(until="place")
    suggestions.all_of_it(Planner(session))
    xs = [sum(x for x, _ in piece.outline) // len(piece.outline) for piece in session.match.pieces.values()]
    ys = [sum(y for _, y in piece.outline) // len(piece.outline) for piece in session.match.pieces.values()]
    assert len(xs) == 8 and max(xs) - min(xs) > 2000 and max(ys) - min(ys) > 2000


def test_moves_found_are_legal_and_go_where_they_say() -> None:
    """ACN-2: toward an enemy is nearer than before, away is farther."""
    session = new_session()
    Person(session, 2).play(until="action")
    match, mover = session.match, session.decision.fighter  # type: ignore[union-attr]
    fighter = match.fighters[mover]
    goal = (3000, 3000)
    way = suggestions.toward(match, mover, goal)
    assert way is not None
    before = (fighter.at[0] - goal[0]) ** 2 + (fighter.at[1] - goal[1]) ** 2  # type: ignore[misc]
    assert (way[-1][0] - goal[0]) ** 2 + (way[-1][1] - goal[1]) ** 2 < before
    planner = Planner(session)
    planner.tap(way[-1])
    assert planner.preview.is_ready and planner.preview.length <= 1000
    assert suggestions.away(match, mover) is not None


def test_a_place_beyond_reach_is_refused_with_its_rule() -> None:
    """A tap too far away plans a path in red: why, and by which rule."""
    session = new_session()
    Person(session, 2).play(until="action")
    planner = Planner(session)
    fighter = session.match.fighters[session.decision.fighter]  # type: ignore[union-attr]
    x, y = fighter.at  # type: ignore[misc]
    planner.tap((x, 3000 if abs(y - 3000) > 1500 else y + 2500))
    refusal = planner.preview.refusal
    assert refusal is not None and refusal.rule.startswith(("ACN", "MOVE")) and not planner.preview.is_ready
    assert planner.back() and planner.preview.refusal is None
