"""Places for what is put down before round 1: fighters, scenery, non-player fighters (PREP-6, PREP-7, TER-1, NPF-2).

What is legal is the engine's verdict; here stands only what is wished.
"""

from __future__ import annotations

from eden_core.ai.estimates import Outlook
from eden_core.ai.positions import Places
from eden_core.analysis.places import spread_place
from eden_core.cards.records import Profile, Shape
from eden_core.engine.field import gap_to_piece
from eden_core.engine.flow import can, options
from eden_core.engine.match import Match, on_field, opponent
from eden_core.engine.messages import Place, Point
from eden_core.rules.phases.preparation import KEPT_FROM_CENTRE

__all__ = ["deployed", "npf_placed", "placed"]

TRIES = 40
SPOTS = 160  # looked at for a piece of scenery, for a field fills up
CROWD = 650  # own fighters so near share an explosion
MIDDLE = 6  # pieces placed within a share of the middle


def deployed(match: Match, player: int, outlook: Outlook) -> Place | None:
    """PREP-7: the dearest fighter first, at the place that is worth most to it."""
    waiting = [match.fighters[str(name)] for name in options(match)]
    fighter = max(waiting, key=lambda f: f.profile.value)
    grid = _grid(match, player, fighter.radius)
    fighter = fighter._replace(at=grid[len(grid) // 2])
    places = Places(outlook, fighter, cautious=500, eager=200)
    own = [f.at for f in on_field(match, player)]
    ranked = []
    for at in grid:
        x, y = at
        crowd = sum((x - ox) ** 2 + (y - oy) ** 2 < CROWD * CROWD for ox, oy in own)
        ranked.append((places.worth(at, 1) - 150 * crowd, at))
    ranked.sort(key=lambda pair: -pair[0])
    for _, at in ranked:
        given = Place(fighter.id, at)
        if can(match, player, given):
            return given
    return None


def _grid(match: Match, player: int, radius: int) -> list[Point]:
    """Places of the own half, by the distance kept from the centre: along the front, and behind it."""
    width, height = match.setup.field
    side = match.sides[player]
    along_x = side.half in ("top", "bottom")
    across, along = (height, width) if along_x else (width, height)
    front = across // 2 - radius - (KEPT_FROM_CENTRE if side.deployment == "confrontation" else 0)
    depths = [front - back for back in range(0, max(1, front - radius), 350)][:12]
    found = []
    for depth in depths:
        for share in range(radius, along - radius + 1, 300):
            across_at = depth if side.half in ("bottom", "left") else across - depth
            found.append((share, across_at) if along_x else (across_at, share))
    return found


def _shoots(profiles: tuple[Profile, ...]) -> int:
    return sum(
        mode.strength * min(mode.range, 3000)
        for profile in profiles
        for gear in profile.gear
        for mode in gear.modes
        if mode.category == "shooting"
    )


def placed(match: Match, player: int) -> Place | None:
    """The next piece of scenery and its place (PREP-6, TER-1).

    The better marksmen leave the middle open, the others fill it; the dearest or largest piece first.
    """
    mine, theirs = (_shoots(match.setup.troops[side - 1].profiles) for side in (player, opponent(player)))
    open_ = [str(name) for name in options(match)]
    shapes = [shape for shape in match.setup.pool if shape.id in open_]
    width, height = match.setup.field
    there = [piece.like for piece in match.pieces.values()]
    spots: list[tuple[int, Point, int]] = []
    for number in range(1, SPOTS):
        at = spread_place(number, (width, height))
        middle = abs(at[0] - width // 2) + abs(at[1] - height // 2)
        apart = min([gap_to_piece(at, 0, piece) for piece in match.pieces.values()] or [width])
        spots.append((min(apart, 1500) + (middle if mine > theirs else -middle) // 2, at, 15 * (number % 6)))
    spots.sort(key=lambda spot: -spot[0])
    for shape in sorted(shapes, key=lambda shape: (there.count(shape.like), -_size(shape))):
        for _, at, turn in spots:
            given = Place(shape.id, at, turn)
            if can(match, player, given):
                return given
    return None


def _size(shape: Shape) -> int:
    return shape.cost * 1_000_000 + sum(x * x + y * y for x, y in shape.outline) // max(1, len(shape.outline))


def npf_placed(match: Match, player: int) -> Place | None:
    """NPF-2: the strongest first, about the middle, where both may have to do with it."""
    levels = {profile.id: profile.level for profile in match.setup.npfs}
    names = sorted((str(name) for name in options(match)), key=lambda name: -levels.get(name, 0))
    width, height = match.setup.field
    best: tuple[int, Place] | None = None
    for name in names[:3]:
        for number in range(1, TRIES):
            at = spread_place(number, (width, height))
            worth = -abs(at[0] - width // 2) - abs(at[1] - height // 2)
            given = Place(name, at)
            if (best is None or worth > best[0]) and can(match, player, given):
                best = worth, given
        if best is not None:
            return best[1]
    return None
