"""Drawings of water (the frozen pond, the lake, the river) and of the chasm."""

from __future__ import annotations

from math import cos, sin

from web.field.drawing.frame import PieceFrame
from web.field.drawing.palette import alpha, mix
from web.field.drawing.pens import TAU, XY, blob, polyline, smooth, star

__all__ = ["chasm", "lake", "pond", "river"]


def pond(frame: PieceFrame) -> None:
    """Draw a frozen pond: shelves of ice, cracks, and dead reeds along the edge."""
    palette, ctx = frame.palette, frame.ctx
    for part, colour, strength in (
        (0.97, palette.frost, 0.35),
        (0.86, palette.ice_sheet, 0.75),
        (0.56, mix(palette.ice_sheet, palette.oil, 0.35), 0.6),
    ):
        ctx.fillStyle = alpha(colour, strength)
        smooth(ctx, frame.inset(part))
        ctx.fill()
    _cracks(frame, 7)
    _reeds(frame, 9)


def lake(frame: PieceFrame) -> None:
    """Draw a lake: open dark water with a little swell, and ice along the shore."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    deep = mix(palette.ice_sheet, palette.oil, 0.72)
    rough = 0.03 * frame.across
    for part, colour, strength in (
        (1.0, palette.frost, 0.55),
        (0.88, mix(palette.ice_sheet, palette.oil, 0.3), 0.95),
        (0.78, deep, 1.0),
    ):
        ctx.fillStyle = alpha(colour, strength)
        smooth(
            ctx, [(x + noise.between(-rough, rough), y + noise.between(-rough, rough)) for x, y in frame.inset(part)]
        )
        ctx.fill()
    for part, strength in ((0.66, 0.30), (0.48, 0.24), (0.30, 0.18)):
        smooth(ctx, frame.inset(part))
        ctx.lineWidth = max(0.8, frame.cm * 0.06)
        ctx.strokeStyle = alpha(palette.ice_sheet, strength)
        ctx.stroke()
    _swell(frame, 12)
    _floes(frame, 5, 0.55)


def river(frame: PieceFrame) -> None:
    """Draw a river along the piece: streaks of current between icy banks, and floes."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    ctx.fillStyle = mix(palette.ice_sheet, palette.oil, 0.68)
    frame.trace()
    ctx.fill()
    ctx.lineJoin = "round"
    for wide, strength in ((0.9, 0.35), (0.45, 0.6)):  # the banks
        frame.trace()
        ctx.lineWidth = frame.cm * wide
        ctx.strokeStyle = alpha(palette.frost, strength)
        ctx.stroke()
    ctx.lineCap = "round"
    for tone, strength, count in ((palette.ice_sheet, 0.55, 16), (palette.light, 0.45, 9)):
        ctx.strokeStyle = alpha(tone, strength)
        ctx.lineWidth = max(0.8, frame.cm * (0.10 if count > 10 else 0.05))
        ctx.beginPath()
        for _ in range(count):
            u, v, long = noise.between(-0.95, 0.7), noise.between(-0.62, 0.62), noise.between(0.12, 0.4)
            bend = noise.between(-0.10, 0.10)
            ctx.moveTo(*frame.at(u, v))
            ctx.bezierCurveTo(
                *frame.at(u + long / 3, v + bend), *frame.at(u + long * 2 / 3, v - bend), *frame.at(u + long, v)
            )
        ctx.stroke()
    ctx.strokeStyle = alpha(palette.light, 0.7)  # chevrons show the direction of flow
    ctx.lineWidth = max(1.0, frame.cm * 0.07)
    for u in (-0.5, 0.0, 0.5):
        polyline(ctx, frame.shape((u - 0.05, -0.26), (u + 0.05, 0.0), (u - 0.05, 0.26)))
        ctx.stroke()
    _floes(frame, 4, 0.5)


def chasm(frame: PieceFrame) -> None:
    """Draw a chasm: broken edges, and walls that descend into the dark."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    rough = max(0.6, min(frame.across, frame.cm) * 0.10)
    for part, colour in (
        (1.0, palette.stone),
        (0.93, mix(palette.stone, palette.oil, 0.45)),
        (0.84, mix(palette.stone, palette.oil, 0.75)),
        (0.72, palette.oil),
        (0.5, "#050607"),
    ):
        points: list[XY] = []
        ring = frame.inset(part)
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
            for step in range(3):
                points.append(
                    (
                        ax + (bx - ax) * step / 3 + noise.between(-rough, rough) * (part < 1),
                        ay + (by - ay) * step / 3 + noise.between(-rough, rough) * (part < 1),
                    )
                )
        ctx.fillStyle = colour
        ctx.beginPath()
        ctx.moveTo(*points[0])
        for x, y in points[1:]:
            ctx.lineTo(x, y)
        ctx.closePath()
        ctx.fill()
    ctx.lineWidth = max(0.7, frame.cm * 0.04)
    ctx.strokeStyle = alpha(palette.light, 0.28)
    ctx.beginPath()
    for x, y in frame.outline:  # clefts that run down from the edge
        reach = noise.between(0.66, 0.84)
        ctx.moveTo(x, y)
        ctx.lineTo(frame.x + (x - frame.x) * reach + rough, frame.y + (y - frame.y) * reach - rough)
    ctx.stroke()


# --- parts ---


def _cracks(frame: PieceFrame, count: int) -> None:
    noise, ctx = frame.noise, frame.ctx
    ctx.strokeStyle = alpha(frame.palette.light, 0.6)
    ctx.lineWidth = max(0.7, frame.cm * 0.03)
    for _ in range(count):
        points = [frame.within(0.8)]
        angle = noise.between(0, TAU)
        for _ in range(5):
            angle += noise.between(-0.7, 0.7)
            points.append((points[-1][0] + cos(angle) * frame.cm * 0.7, points[-1][1] + sin(angle) * frame.cm * 0.7))
        polyline(ctx, points)
        ctx.stroke()


def _reeds(frame: PieceFrame, count: int) -> None:
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    ctx.lineCap = "round"
    ctx.lineWidth = max(0.8, frame.cm * 0.06)
    ctx.strokeStyle = mix(palette.bark, palette.poison, 0.35)
    ctx.beginPath()
    for _ in range(count):
        x, y = frame.outline[noise.whole(len(frame.outline))]
        x, y = frame.x + (x - frame.x) * 0.86, frame.y + (y - frame.y) * 0.86
        for _ in range(3):
            lean = noise.between(-0.25, 0.25)
            ctx.moveTo(x + lean * frame.cm, y + frame.cm * 0.1)
            ctx.lineTo(x + lean * frame.cm * 2.2, y - frame.cm * noise.between(0.25, 0.5))
    ctx.stroke()


def _swell(frame: PieceFrame, count: int) -> None:
    noise, ctx = frame.noise, frame.ctx
    ctx.lineCap = "round"
    ctx.lineWidth = max(0.8, frame.cm * 0.06)
    ctx.strokeStyle = alpha(frame.palette.light, 0.42)
    ctx.beginPath()
    for _ in range(count):
        x, y = frame.within(0.66)
        long = frame.cm * noise.between(0.25, 0.5)
        ctx.moveTo(x - long, y)
        ctx.quadraticCurveTo(x - long / 2, y - long * 0.5, x, y)
        ctx.quadraticCurveTo(x + long / 2, y + long * 0.5, x + long, y)
    ctx.stroke()


def _floes(frame: PieceFrame, count: int, part: float) -> None:
    palette, noise = frame.palette, frame.noise
    for x, y in frame.apart(part, count):
        size = min(frame.cm * noise.between(0.2, 0.5), frame.across * 0.3)
        points = star(noise, x, y, size, 4, 0.85) if noise.whole(2) else blob(noise, x, y, size, size * 0.7, 6, 0.3)
        frame.sheet(points, mix(palette.frost, palette.ice_sheet, noise.between(0.0, 0.5)), 3, edge=0.3)
