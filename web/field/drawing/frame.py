"""The frame of reference in which a piece of scenery is drawn: outline, long axis and local coordinates (u, v).

u runs along the long axis and v across it, each from -1 to 1, which makes a drawing fit any outline.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, sin

from web.field.drawing.noise import Noise
from web.field.drawing.palette import Palette
from web.field.drawing.pens import TAU, XY, Context, disc, paper, polygon

__all__ = ["PieceFrame", "contains", "frame_of"]


class PieceFrame:
    """A piece of scenery to draw; all lengths are in CSS pixels."""

    __slots__ = ("across", "along", "cm", "ctx", "dpr", "noise", "outline", "palette", "radius", "turn", "x", "y")

    def __init__(
        self,
        ctx: Context,
        palette: Palette,
        noise: Noise,
        dpr: float,
        cm: float,
        outline: Sequence[XY],
        centre: XY,
        along: float,
        across: float,
        turn: float,
        radius: float,
    ) -> None:
        self.ctx, self.palette, self.noise, self.dpr, self.cm = ctx, palette, noise, dpr, cm
        self.outline = outline  # of a disc: a polygon around it
        self.x, self.y = centre
        self.along, self.across = along, across  # half the length and half the width
        self.turn = turn  # angle of the long axis on the screen, in radians
        self.radius = radius  # of a disc, else 0

    def at(self, u: float, v: float) -> XY:
        """Convert local coordinates to a point on the screen."""
        du, dv = u * self.along, v * self.across
        ct, st = cos(self.turn), sin(self.turn)
        return self.x + du * ct - dv * st, self.y + du * st + dv * ct

    def shape(self, *places: XY) -> list[XY]:
        """Convert several local points to the screen."""
        return [self.at(u, v) for u, v in places]

    def box(self, u0: float, v0: float, u1: float, v1: float) -> list[XY]:
        """Return the corners of a rectangle given in local coordinates."""
        return self.shape((u0, v0), (u1, v0), (u1, v1), (u0, v1))

    def within(self, part: float = 0.9, tries: int = 24) -> XY:
        """Return a random point inside the outline, scaled toward the centre by `part`; the centre if none is found."""
        for _ in range(tries):
            place = self.at(self.noise.between(-1, 1), self.noise.between(-1, 1))
            if contains(place, self.outline):
                return self.x + (place[0] - self.x) * part, self.y + (place[1] - self.y) * part
        return self.x, self.y

    def apart(self, part: float, count: int) -> list[XY]:
        """Return random points inside the outline that are spread apart."""
        made = [self.within(part)]
        while len(made) < count:
            tries = [self.within(part) for _ in range(4)]
            made.append(max(tries, key=lambda p: min((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 for q in made)))
        return made

    def inset(self, part: float) -> list[XY]:
        """Return the outline scaled toward the centre by `part`."""
        return [(self.x + (x - self.x) * part, self.y + (y - self.y) * part) for x, y in self.outline]

    def trace(self) -> None:
        """Begin a path along the true outline."""
        if self.radius:
            disc(self.ctx, self.x, self.y, self.radius)
        else:
            polygon(self.ctx, self.outline)

    def sheet(
        self, points: Sequence[XY], colour: str, lift: float = 0.0, round_off: bool = False, edge: float = 0.45
    ) -> None:
        """Draw a paper sheet with a shadow for a height of `lift` hundredths of a centimetre; see `pens.paper`."""
        paper(self.ctx, points, colour, self.palette, lift * self.cm / 100, self.dpr, round_off, edge)


def frame_of(
    ctx: Context, palette: Palette, seed: int, dpr: float, cm: float, outline: Sequence[XY], radius: float
) -> PieceFrame:
    """Return the frame of a piece, with the long axis of its smallest bounding box along one of its sides."""
    noise = Noise(seed, 5)
    if radius:
        x, y = outline[0]
        rim = [(x + radius * cos(TAU * i / 28), y + radius * sin(TAU * i / 28)) for i in range(28)]
        return PieceFrame(ctx, palette, noise, dpr, cm, rim, (x, y), radius, radius, noise.between(0, TAU), radius)
    best: tuple[float, float, XY, float, float] | None = None
    for index, (x, y) in enumerate(outline):
        nx, ny = outline[(index + 1) % len(outline)]
        turn = atan2(ny - y, nx - x)
        if hypot(nx - x, ny - y) < 0.01:
            continue
        ct, st = cos(turn), sin(turn)
        us = [px * ct + py * st for px, py in outline]
        vs = [py * ct - px * st for px, py in outline]
        wide, high = max(us) - min(us), max(vs) - min(vs)
        if best is None or wide * high < best[0] - 0.01:
            mu, mv = (max(us) + min(us)) / 2, (max(vs) + min(vs)) / 2
            best = (wide * high, turn, (mu * ct - mv * st, mu * st + mv * ct), wide / 2, high / 2)
    assert best is not None
    _, turn, centre, along, across = best
    if across > along:
        turn, along, across = turn + TAU / 4, across, along
    ct, st = cos(turn), sin(turn)
    if sum((px - centre[0]) * ct + (py - centre[1]) * st for px, py in outline) < -0.01 * along:
        turn += TAU / 2  # the end with more corners is the front
    return PieceFrame(ctx, palette, noise, dpr, cm, outline, centre, along, across, turn, 0.0)


def contains(place: XY, outline: Sequence[XY]) -> bool:
    """Return whether a point lies inside a polygon."""
    x, y = place
    odd = False
    for index, (ax, ay) in enumerate(outline):
        bx, by = outline[index - 1]
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd
