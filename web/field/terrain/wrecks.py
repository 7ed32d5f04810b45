"""Drawings of wrecks: the car and the lorry."""

from __future__ import annotations

from web.field.drawing.frame import PieceFrame
from web.field.drawing.palette import alpha, mix
from web.field.drawing.pens import blob, disc, polygon, polyline, smooth
from web.field.terrain.masonry import snow

__all__ = ["car", "lorry"]


def car(frame: PieceFrame) -> None:
    """Draw a rusty, burnt-out car with one wheel missing and its bonnet sprung."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    paint = (
        mix(palette.steel, palette.ice, 0.22),
        mix(palette.oxide, palette.soot, 0.25),
        mix(palette.pine, palette.steel, 0.4),
        mix(palette.bone, palette.oxide, 0.45),
    )[noise.whole(4)]
    missing = noise.whole(4)
    for index, (u, v) in enumerate(((-0.60, -0.86), (-0.60, 0.86), (0.58, -0.86), (0.58, 0.86))):
        if index != missing:
            frame.sheet(frame.box(u - 0.16, v - 0.12, u + 0.16, v + 0.12), palette.oil, 3)
    body = frame.shape(
        (-0.97, -0.50),
        (-0.90, -0.74),
        (-0.55, -0.84),
        (0.55, -0.84),
        (0.86, -0.72),
        (0.97, -0.40),
        (0.97, 0.40),
        (0.86, 0.72),
        (0.55, 0.84),
        (-0.55, 0.84),
        (-0.90, 0.74),
        (-0.97, 0.50),
    )
    frame.sheet(body, paint, 9)
    ctx.save()
    polygon(ctx, body)
    ctx.clip()
    for _ in range(7):  # rust
        x, y = frame.within(1.0)
        ctx.fillStyle = alpha(mix(palette.oxide, palette.soot, noise.between(0, 0.5)), 0.75)
        smooth(ctx, blob(noise, x, y, frame.cm * noise.between(0.3, 1.1), frame.cm * noise.between(0.2, 0.7), 8, 0.5))
        ctx.fill()
    ctx.lineWidth = max(0.8, frame.cm * 0.035)  # seams
    ctx.strokeStyle = alpha(palette.shadow, 0.55)
    for line in (
        [(0.42, -0.84), (0.46, 0.0), (0.42, 0.84)],
        [(-0.62, -0.84), (-0.66, 0.0), (-0.62, 0.84)],
        [(-0.08, -0.84), (-0.08, -0.64)],
        [(-0.08, 0.64), (-0.08, 0.84)],
    ):
        polyline(ctx, frame.shape(*line))
        ctx.stroke()
    ctx.restore()
    bonnet = frame.shape((0.48, -0.62), (0.90, -0.58), (0.96, 0.46), (0.52, 0.68))
    frame.sheet(bonnet, mix(paint, palette.light, 0.10), 8)
    for glass in (
        frame.shape((0.24, -0.58), (0.44, -0.70), (0.48, 0.0), (0.44, 0.70), (0.24, 0.58), (0.28, 0.0)),
        frame.shape((-0.50, -0.56), (-0.62, -0.66), (-0.66, 0.0), (-0.62, 0.66), (-0.50, 0.56), (-0.52, 0.0)),
        frame.box(-0.42, -0.76, 0.18, -0.62),
        frame.box(-0.42, 0.62, 0.18, 0.76),
    ):
        ctx.fillStyle = palette.oil
        polygon(ctx, glass)
        ctx.fill()
    roof = frame.shape((-0.48, -0.60), (0.22, -0.60), (0.27, 0.0), (0.22, 0.60), (-0.48, 0.60), (-0.51, 0.0))
    frame.sheet(roof, mix(paint, palette.light, 0.16), 6)
    snow(frame, *frame.at(-0.2, -0.1), frame.along * 0.22, frame.across * 0.36, 0.8)
    snow(frame, *frame.at(0.72, 0.1), frame.along * 0.12, frame.across * 0.3, 0.5)
    ctx.fillStyle = alpha(palette.light, 0.8)
    for v in (-0.55, 0.55):
        polygon(ctx, frame.box(0.92, v - 0.12, 0.965, v + 0.12))
        ctx.fill()


def lorry(frame: PieceFrame) -> None:
    """Draw a wrecked lorry: its cab askew, torn canvas over bare hoops, drums on its bed."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    for u in (-0.78, -0.55, 0.20, 0.72):
        for v in (-0.86, 0.86):
            if noise.whole(6):
                frame.sheet(frame.box(u - 0.10, v - 0.12, u + 0.10, v + 0.12), palette.oil, 3)
    bed = frame.box(-0.97, -0.80, 0.36, 0.80)
    frame.sheet(bed, mix(palette.bark, palette.soot, 0.35), 10)
    boards = 9
    for index in range(boards):  # planks across, some missing
        u = -0.94 + 1.27 * index / boards
        if noise.whole(5):
            frame.sheet(
                frame.box(u, -0.66, u + 1.1 / boards, 0.66),
                mix(mix(palette.bark, palette.stone_pale, 0.35), palette.soot, noise.between(0, 0.4)),
                2,
            )
    for v in (-0.76, 0.76):  # the sides
        frame.sheet(frame.box(-0.97, v - 0.07, 0.36, v + 0.07), mix(palette.oxide, palette.soot, 0.2), 6)
    ctx.lineCap = "round"
    for u in (-0.70, -0.38, -0.06, 0.26):  # the hoops of its canvas
        for wide, colour in ((0.20, alpha(palette.shadow, 0.55)), (0.11, palette.steel_pale)):
            ctx.lineWidth = max(1.0, frame.cm * wide)
            ctx.strokeStyle = colour
            polyline(ctx, frame.shape((u, -0.80), (u + 0.03, 0.0), (u, 0.80)))
            ctx.stroke()
    rag = frame.shape(
        (-0.97, -0.82), (-0.52, -0.82), (-0.46, -0.40), (-0.58, -0.08), (-0.50, 0.30), (-0.70, 0.50), (-0.97, 0.34)
    )
    frame.sheet(rag, mix(palette.pine, palette.stone_pale, 0.35), 7)
    snow(frame, *frame.at(-0.78, -0.2), frame.along * 0.13, frame.across * 0.3, 0.75)
    for u, v in ((0.10, -0.25), (0.02, 0.32)):
        x, y = frame.at(u, v)
        wide = min(frame.across * 0.26, frame.along * 0.1)
        disc(ctx, x + wide * 0.2, y + wide * 0.25, wide)
        ctx.fillStyle = alpha(palette.shadow, 0.5)
        ctx.fill()
        disc(ctx, x, y, wide)
        ctx.fillStyle = mix(palette.poison, palette.oxide, 0.5)
        ctx.fill()
        disc(ctx, x, y, wide * 0.66)
        ctx.lineWidth = max(0.7, wide * 0.12)
        ctx.strokeStyle = alpha(palette.shadow, 0.6)
        ctx.stroke()
    paint = mix(palette.oxide, palette.rust, 0.25)
    cab = frame.shape((0.46, -0.70), (0.84, -0.78), (0.97, -0.56), (0.97, 0.48), (0.86, 0.72), (0.48, 0.78))
    frame.sheet(cab, paint, 13)
    ctx.fillStyle = palette.oil
    polygon(ctx, frame.shape((0.80, -0.64), (0.90, -0.50), (0.90, 0.44), (0.82, 0.60)))
    ctx.fill()
    roof = frame.shape((0.50, -0.54), (0.76, -0.58), (0.78, 0.54), (0.52, 0.58))
    frame.sheet(roof, mix(paint, palette.light, 0.18), 6)
    for _ in range(4):
        x, y = frame.at(noise.between(0.5, 0.76), noise.between(-0.5, 0.5))
        ctx.fillStyle = alpha(palette.soot, 0.55)
        smooth(ctx, blob(noise, x, y, frame.cm * noise.between(0.15, 0.4), frame.cm * noise.between(0.1, 0.3), 7, 0.5))
        ctx.fill()
