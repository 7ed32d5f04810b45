"""Scenery as cut paper: each kind its own drawing inside its true outline, with a short shadow to one side.

The outline is what the rules go by, so it is always seen: a plate of its exact shape lies under the drawing (flat
pieces have no shadow, passable ones a broken edge). The kinds' drawings are in `nature`, `masonry` and `works`.
"""

from __future__ import annotations

from typing import Sequence

from . import masonry, nature, works
from .frame import Frame, frame_of
from .noise import seed_of
from .palette import Palette, alpha, mix
from .pens import XY, Context, hard, soft

__all__ = ["KINDS", "draw_piece", "kind_of"]

KINDS = {
    "tree": nature.tree, "dark_wood": nature.wood, "bushes": nature.bushes, "pond": nature.pond, "lake": nature.pond,
    "river": nature.pond, "deep_river": nature.pond, "oil_slick": nature.oil_slick, "devastated_zone": nature.devastated,
    "waste_pile": nature.waste, "vehicle_wreck": works.wreck, "car_wreck": works.wreck, "low_wall": masonry.low_wall,
    "wall": masonry.low_wall, "ruined_wall": masonry.ruined_wall, "crumbling_wall": masonry.ruined_wall,
    "tanker": works.tanker, "toxic_barrels": works.barrels, "container": works.container,
    "roller_coaster": works.roller_coaster, "energy_beacon": works.beacon, "quarterist_idol": works.idol,
    "lamp_post": works.lamp_post, "crates": works.crates,
}
FLAT = ("oil_slick", "devastated_zone", "pond", "lake", "river", "deep_river")
PLATES = {"tree": "bark", "dark_wood": "bark", "bushes": "bark", "oil_slick": "oil", "pond": "ice_sheet",
          "lake": "ice_sheet", "river": "ice_sheet", "deep_river": "ice_sheet", "devastated_zone": "ground_deep"}
ALIKE = (("wall", "low_wall"), ("ruin", "ruined_wall"), ("wreck", "vehicle_wreck"), ("car", "vehicle_wreck"),
         ("truck", "tanker"), ("tank", "tanker"), ("barrel", "toxic_barrels"), ("bush", "bushes"), ("wood", "dark_wood"),
         ("tree", "tree"), ("slick", "oil_slick"), ("coaster", "roller_coaster"), ("crate", "crates"))


def kind_of(name: str, like: str) -> str:
    """The drawing for a piece: of its own name, of what it is like, of the nearest word; "" for a slab."""
    own = name.rstrip("0123456789").rstrip("_-. ")
    if own in KINDS:
        return own
    if like in KINDS:
        return like
    return next((kind for word, kind in ALIKE if word in like), "")


def draw_piece(ctx: Context, name: str, like: str, outline: Sequence[XY], radius: float, palette: Palette, cm: float,
               dpr: float = 1.0, low: bool = False, flat: bool = False, passable: bool = False) -> None:
    """Draw one piece; outline in CSS pixels (a disc's: its centre), `cm` pixels a centimetre; `name` seeds it."""
    kind = kind_of(name, like)
    frame = frame_of(ctx, palette, seed_of(name), dpr, cm, outline, radius)
    is_flat = flat or kind in FLAT
    ctx.save()
    ctx.lineJoin = "round"
    _plate(frame, kind, is_flat, low)
    frame.trace()
    ctx.save()
    if is_flat or kind in ("bushes", "waste_pile", "ruined_wall"):
        ctx.clip()
    KINDS.get(kind, works.slab)(frame)
    ctx.restore()
    _edge(frame, passable or is_flat)
    ctx.restore()


def _plate(frame: Frame, kind: str, is_flat: bool, low: bool) -> None:
    """The board a piece is mounted on: exactly its outline."""
    ctx, palette = frame.ctx, frame.palette
    colour = getattr(palette, PLATES.get(kind, "soot"))
    if not is_flat:
        lift = (0.10 if low else 0.22) * frame.cm * frame.dpr
        soft(ctx, alpha(palette.shadow, 0.65), lift * 1.4, lift, lift * 1.2)
    frame.trace()
    ctx.fillStyle = alpha(colour, 0.80) if is_flat else mix(colour, palette.ground, 0.38)
    ctx.fill()
    hard(ctx)


def _edge(frame: Frame, broken: bool) -> None:
    """The true outline, thin: lit, or broken where one may walk in."""
    ctx, palette = frame.ctx, frame.palette
    frame.trace()
    ctx.lineWidth = 2.4
    ctx.strokeStyle = alpha(palette.shadow, 0.45)
    ctx.stroke()
    if broken:
        ctx.setLineDash([5, 4])
    ctx.lineWidth = 1.1
    ctx.strokeStyle = alpha(palette.light, 0.55)
    ctx.stroke()
    ctx.setLineDash([])
