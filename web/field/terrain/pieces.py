"""Scenery drawn as cut paper: chooses the drawing of each piece and draws it inside the piece's true outline.

The rules apply to the outline, so it is always visible: a plate of its exact shape lies under the drawing. Flat pieces
have no shadow; the edge is dashed if fighters may stand on the piece and dotted if they may only walk through. The
drawings are in `nature`, `masonry` and `works`; modules with rarer ones are imported at first use.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple

from eden_core.engine.field import Piece
from web.field.drawing.frame import PieceFrame, frame_of
from web.field.drawing.noise import seed_of
from web.field.drawing.palette import Palette, alpha, mix
from web.field.drawing.pens import XY, Context, hard, soft
from web.field.terrain import masonry, nature, works

__all__ = ["KINDS", "Traits", "built_kind", "draw_piece", "kind_of", "traits_of"]

Rules = Sequence[tuple[str, int]]


class Traits(NamedTuple):
    """Properties of a piece that its drawing depends on, besides its kind."""

    low: bool = False
    flat: bool = False  # lies on the ground: no shadow
    stand: bool = False  # fighters may stop on it
    cross: bool = False  # fighters may walk through it
    territory: bool = False  # TER-3: its special rules replace its traits
    rules: Rules = ()
    suffered: int = 0  # TER-DES: attacks suffered, including burn markers
    endures: int = 0  # TER-DES: attacks that destroy it
    burnt: bool = False


def _later(module: str, name: str) -> Callable[[PieceFrame], None]:
    """Return a drawing function that imports its module at first use."""

    def draw(frame: PieceFrame) -> None:
        getattr(import_module(f"{__package__}.{module}"), name)(frame)

    return draw


KINDS: dict[str, Callable[[PieceFrame], None]] = {
    "tree": nature.tree,
    "dark_wood": nature.wood,
    "bushes": nature.bushes,
    "pond": _later("water", "pond"),
    "lake": _later("water", "lake"),
    "river": _later("water", "river"),
    "deep_river": _later("water", "river"),
    "oil_slick": nature.oil_slick,
    "devastated_zone": nature.devastated,
    "waste_pile": nature.waste,
    "vehicle_wreck": _later("wrecks", "lorry"),
    "car_wreck": _later("wrecks", "car"),
    "low_wall": masonry.low_wall,
    "wall": masonry.wall,
    "ruined_wall": masonry.ruined_wall,
    "crumbling_wall": masonry.crumbling_wall,
    "tanker": works.tanker,
    "toxic_barrels": works.barrels,
    "container": works.container,
    "roller_coaster": works.roller_coaster,
    "energy_beacon": works.beacon,
    "quarterist_idol": works.idol,
    "lamp_post": works.lamp_post,
    "crates": works.crates,
    "chasm": _later("water", "chasm"),
    "platform": _later("built", "platform"),
    "thicket": _later("built", "thicket"),
    "vents": _later("built", "vents"),
    "acid": _later("built", "acid"),
    "nest": _later("built", "nest"),
    "rubble": _later("built", "rubble"),
    "rampart": _later("built", "rampart"),
}
FLAT = ("oil_slick", "devastated_zone", "pond", "lake", "river", "deep_river", "chasm", "acid", "rubble")
CLIPPED = ("bushes", "waste_pile", "ruined_wall", "crumbling_wall", "thicket", "vents", "nest")
PLATES = {
    "tree": "bark",
    "dark_wood": "bark",
    "bushes": "bark",
    "oil_slick": "oil",
    "pond": "ice_sheet",
    "lake": "ice_sheet",
    "river": "ice_sheet",
    "deep_river": "ice_sheet",
    "devastated_zone": "ground_deep",
    "thicket": "bark",
    "nest": "bark",
    "rubble": "bark",
    "platform": "stone",
    "chasm": "oil",
}
ALIKE = (
    ("wall", "low_wall"),
    ("ruin", "ruined_wall"),
    ("wreck", "vehicle_wreck"),
    ("car", "car_wreck"),
    ("truck", "vehicle_wreck"),
    ("tank", "tanker"),
    ("barrel", "toxic_barrels"),
    ("bush", "bushes"),
    ("wood", "dark_wood"),
    ("tree", "tree"),
    ("slick", "oil_slick"),
    ("coaster", "roller_coaster"),
    ("crate", "crates"),
)
# The drawing of a piece that resembles no kind is that of its first rule in this order, most surprising rule first.
BUILT = (
    ("swimming", "lake"),
    ("jump", "chasm"),
    ("corrosion", "acid"),
    ("vapours", "vents"),
    ("elevation", "platform"),
    ("gyromagnetic_field", "energy_beacon"),
    ("quarterist_idol", "quarterist_idol"),
    ("hiding", "thicket"),
    ("hostile_presence", "nest"),
    ("impenetrable", "rampart"),
    ("obstruction", "rubble"),
)


def kind_of(name: str, like: str, rules: Rules = ()) -> str:
    """Return the kind whose drawing a piece uses, or "" for a plain slab.

    Tried in this order: the piece's own name, the kind it is `like`, a known word within `like`, its rules.
    """
    own = name.rstrip("0123456789").rstrip("_-. ")
    if like == "devastated_zone":  # a destroyed piece keeps its name (TER-DES)
        return like
    if own in KINDS:
        return own
    if like in KINDS:
        return like
    return next((kind for word, kind in ALIKE if word in like), "") or built_kind(rules)


def built_kind(rules: Rules) -> str:
    """Return the kind of drawing for a piece made by a player, from its rules, or "" for a plain slab."""
    words = {word for word, x in rules if x}
    return next((kind for word, kind in BUILT if word in words), "")


def traits_of(piece: Piece) -> Traits:
    """Return the properties that a piece's drawing depends on: its traits, or its current special rules (TER-3)."""
    if not piece.territory:
        return Traits(bool(piece.low), bool(piece.flat), piece.can_be_stood_on, piece.is_ground)
    tall = bool(piece.amount("impenetrable") or piece.amount("elevation"))
    suffered = piece.attacks + (piece.burn if piece.amount("flammable") else 0)
    low = not tall and piece.amount("obstacle") < 2
    return Traits(
        low,
        False,
        piece.can_be_stood_on,
        piece.is_ground,
        True,
        piece.rules,
        suffered,
        piece.amount("destruction"),
        bool(piece.burn),
    )


def draw_piece(
    ctx: Context,
    name: str,
    like: str,
    outline: Sequence[XY],
    radius: float,
    palette: Palette,
    cm: float,
    dpr: float = 1.0,
    traits: Traits = Traits(),
) -> None:
    """Draw a piece of scenery.

    `outline` and `radius` are in CSS pixels (the outline of a disc is its centre), `cm` is the number of CSS pixels
    per centimetre; `name` seeds the drawing's random details.
    """
    kind = kind_of(name, like, traits.rules)
    frame = frame_of(ctx, palette, seed_of(name), dpr, cm, outline, radius)
    lies = traits.flat or kind in FLAT
    ctx.save()
    ctx.lineJoin = "round"
    _plate(frame, kind, lies, traits.low)
    frame.trace()
    ctx.save()
    if lies or kind in CLIPPED:
        ctx.clip()
    KINDS.get(kind, works.slab)(frame)
    ctx.restore()
    if traits.burnt:
        frame.trace()
        ctx.fillStyle = alpha(palette.oil, 0.42)
        ctx.fill()
    _edge(frame, traits.stand or (lies and not traits.territory), traits.cross)
    if traits.suffered and traits.endures:
        import_module(f"{__package__}.built").draw_damage(frame, traits.suffered, traits.endures)
    ctx.restore()


def _plate(frame: PieceFrame, kind: str, lies: bool, low: bool) -> None:
    """Draw the plate under a piece, in the exact shape of its outline."""
    ctx, palette = frame.ctx, frame.palette
    colour = getattr(palette, PLATES.get(kind, "soot"))
    if not lies:
        lift = (0.10 if low else 0.22) * frame.cm * frame.dpr
        soft(ctx, alpha(palette.shadow, 0.65), lift * 1.4, lift, lift * 1.2)
    frame.trace()
    ctx.fillStyle = alpha(colour, 0.80) if lies else mix(colour, palette.ground, 0.38)
    ctx.fill()
    hard(ctx)


def _edge(frame: PieceFrame, stand: bool, cross: bool) -> None:
    """Draw the outline: dashed if fighters may stand there, dotted if they may only walk through, else solid."""
    ctx, palette = frame.ctx, frame.palette
    frame.trace()
    ctx.lineWidth = 2.4
    ctx.strokeStyle = alpha(palette.shadow, 0.45)
    ctx.stroke()
    if stand:
        ctx.setLineDash([5, 4])
    elif cross:
        ctx.setLineDash([1.6, 3.2])
    ctx.lineWidth = 1.1 if stand or not cross else 1.6
    ctx.strokeStyle = alpha(palette.light, 0.55 if stand or not cross else 0.75)
    ctx.stroke()
    ctx.setLineDash([])
