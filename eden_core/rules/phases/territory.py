"""Territory management (TER-1, TER-2): scenery bought and placed by turns, ready-made or of one's own making.

What the special rules do on the field stands where the rule is that they change: see `rules/common`, `rules/actions`
and `rules/cards/scenery_damage.py`.
"""

from __future__ import annotations

from eden_core.cards.records import Shape
from eden_core.cards.scenery_rules import price, size_of, why_not_look, why_not_outline, why_not_rules
from eden_core.engine.field import Piece, outline_at
from eden_core.engine.match import Match, opponent
from eden_core.engine.messages import PASS, Answer, Build, Decision, Pick, Place
from eden_core.engine.procedures import DONE, Frame, Goto, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.rules import effects
from eden_core.rules.phases.placing import first_place, why_not_place

__all__ = [
    "TerritoryManagement",
    "affordable",
    "build_cost",
    "built_piece",
    "check_territory",
    "territory_piece",
    "territory_somewhere",
]


def affordable(match: Match, player: int) -> tuple[str, ...]:
    """The ready-made pieces that a player can still pay for, in the list's order (TER-1)."""
    return tuple(shape.id for shape in match.setup.pool if shape.cost <= match.sides[player].scenery_points)


def _free_id(match: Match, name: str) -> str:
    """The name itself, then numbered."""
    number, found = 1, name
    while found in match.pieces:
        number += 1
        found = f"{name}_{number}"
    return found


def territory_piece(match: Match, shape: Shape, place: Place) -> Piece:
    """A ready-made piece put down, under a name of its own."""
    return Piece(
        _free_id(match, shape.id),
        shape.like,
        outline_at(shape.outline, place.at, place.turn),
        territory=1,
        rules=shape.rules,
    )


def built_piece(match: Match, given: Build) -> Piece:
    """A piece of a player's own making, under a name of its own (TER-2)."""
    return Piece(_free_id(match, "built"), given.like, given.outline, given.radius, territory=1, rules=given.rules)


def build_cost(given: Build) -> int:
    """Return the cost of a piece of one's own making: its size and its special rules (TER-2)."""
    return price(size_of(given.outline, given.radius), given.rules)


def _shape(match: Match, name: str) -> Shape | None:
    return next((shape for shape in match.setup.pool if shape.id == name), None)


def check_territory(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    """The rule against buying and placing a piece, or against passing (TER-1, TER-2, PREP-6)."""
    points = match.sides[player].scenery_points
    if isinstance(given, Pick) and given.value == PASS:
        fits = territory_somewhere(match, player)
        return None if fits is None else Illegal("a_piece_still_fits", "TER-1", piece=fits.what)
    if isinstance(given, Build):
        if not match.ruleset.piece_builder:
            return Illegal("no_builder", "TER-2")
        refusal = (
            why_not_outline(given.outline, given.radius)
            or why_not_rules(given.rules)
            or why_not_look(given.like, given.rules, match.setup.pool)
        )
        if refusal is not None:
            return refusal
        if build_cost(given) > points:
            return Illegal("too_dear", "TER-1", cost=build_cost(given), points=points)
        return why_not_place(match, built_piece(match, given))
    if not isinstance(given, Place):
        return Illegal("not_this_question", "TER-1", asked=decision.kind)
    shape = _shape(match, given.what)
    if shape is None:
        return Illegal("not_in_the_pool", "TER-1", piece=given.what)
    if shape.cost > points:
        return Illegal("too_dear", "TER-1", cost=shape.cost, points=points)
    if given.turn % 15:
        return Illegal("turn_is_a_multiple_of_15", "PREP-6", turn=given.turn)
    return why_not_place(match, territory_piece(match, shape, given))


def territory_somewhere(match: Match, player: int) -> Place | None:
    """The first place where a ready-made piece that can be paid for fits, or None: then a player may pass (TER-1).

    Ruling: what one could still build is not looked for.
    """
    return first_place(match, [shape for shape in match.setup.pool if shape.cost <= match.sides[player].scenery_points])


@procedure
class TerritoryManagement(Frame):
    """By turns, first player first, until all points are spent or nothing more can be placed (TER-1)."""

    turn: int = 0
    passes: int = 0
    placed: Place | Build | str = PASS

    @step("TER-1")
    def give_points(self, match: Match) -> Result:
        for player in (match.table.first_player, opponent(match.table.first_player)):
            effects.gain_scenery_points(match, player, match.ruleset.scenery_points)
        return None

    @step("TER-1")
    def ask_piece(self, match: Match) -> Result:
        player = self._player(match)
        if self.passes == 2:
            return DONE
        if not affordable(match, player):
            self.placed = PASS
            return None
        return Decision("place", (player,), "TER-1", into="placed")

    @step("TER-1", "TER-2", "TER-3", "PREP-6")
    def place(self, match: Match) -> Result:
        player, given = self._player(match), self.placed
        if isinstance(given, Place):
            shape = _shape(match, given.what)
            assert shape is not None
            effects.buy_piece(match, player, territory_piece(match, shape, given), shape.cost)
        elif isinstance(given, Build):
            effects.buy_piece(match, player, built_piece(match, given), build_cost(given))
        self.passes = self.passes + 1 if given == PASS else 0
        self.turn = 1 - self.turn
        return Goto("ask_piece")

    def _player(self, match: Match) -> int:
        first = match.table.first_player
        return opponent(first) if self.turn else first
