"""Drawings of built objects: tankers, barrels, containers, crates, rails, beacons, idols, lamp posts and plain
slabs.
"""

from __future__ import annotations

from math import cos, pi, sin

from web.field.drawing.frame import PieceFrame
from web.field.drawing.palette import alpha, mix
from web.field.drawing.pens import TAU, XY, blob, disc, polygon, polyline, ring, smooth, star
from web.field.terrain.masonry import snow

__all__ = ["barrels", "beacon", "container", "crates", "idol", "lamp_post", "roller_coaster", "slab", "tanker"]


def tanker(frame: PieceFrame) -> None:
    """Draw a tank trailer and its cab, with hoops, hatches and a warning sign."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    for u in (-0.86, -0.70, -0.54, 0.30, 0.70):
        for v in (-0.9, 0.9):
            frame.sheet(frame.box(u - 0.055, v - 0.08, u + 0.055, v + 0.08), palette.oil, 3)
    frame.sheet(
        frame.shape((0.48, -0.86), (0.86, -0.86), (0.98, -0.5), (0.98, 0.5), (0.86, 0.86), (0.48, 0.86)),
        mix(palette.oxide, palette.soot, 0.15),
        10,
    )
    ctx.fillStyle = palette.oil
    polygon(ctx, frame.shape((0.80, -0.70), (0.92, -0.48), (0.92, 0.48), (0.80, 0.70)))
    ctx.fill()
    frame.sheet(frame.box(0.50, -0.66, 0.74, 0.66), mix(palette.oxide, palette.light, 0.12), 5)
    tank = frame.shape(
        (-0.97, -0.55),
        (-0.93, -0.82),
        (-0.86, -0.90),
        (0.28, -0.90),
        (0.35, -0.82),
        (0.37, -0.55),
        (0.37, 0.55),
        (0.35, 0.82),
        (0.28, 0.90),
        (-0.86, 0.90),
        (-0.93, 0.82),
        (-0.97, 0.55),
    )
    frame.sheet(tank, palette.steel, 14)
    ctx.save()
    polygon(ctx, tank)
    ctx.clip()
    lit = (
        frame.at(0, -1)
        if frame.at(0, -1)[1] + frame.at(0, -1)[0] < frame.at(0, 1)[1] + frame.at(0, 1)[0]
        else frame.at(0, 1)
    )
    dark = (2 * frame.x - lit[0], 2 * frame.y - lit[1])
    round_fill = ctx.createLinearGradient(*lit, *dark)
    for place, colour in (
        (0.0, palette.steel),
        (0.28, mix(palette.steel_pale, palette.light, 0.55)),
        (0.45, palette.steel_pale),
        (0.8, mix(palette.steel, palette.shadow, 0.35)),
        (1.0, mix(palette.steel, palette.shadow, 0.6)),
    ):
        round_fill.addColorStop(place, colour)
    ctx.fillStyle = round_fill
    ctx.fill()
    for _ in range(9):
        x, y = frame.within(0.95)
        ctx.fillStyle = alpha(palette.oxide, noise.between(0.2, 0.5))
        smooth(
            ctx,
            blob(
                noise,
                x,
                y,
                frame.cm * noise.between(0.1, 0.9),
                frame.cm * noise.between(0.1, 0.5),
                8,
                0.5,
                frame.turn + pi / 2,
            ),
        )
        ctx.fill()
    for u in (-0.66, -0.40, -0.14, 0.12):
        for off, colour in ((0.0, alpha(palette.shadow, 0.5)), (-0.012, alpha(palette.light, 0.4))):
            ctx.lineWidth = max(1.0, frame.cm * 0.07)
            ctx.strokeStyle = colour
            polyline(ctx, frame.shape((u + off, -0.95), (u + off, 0.95)))
            ctx.stroke()
    ctx.restore()
    for u in (-0.53, -0.27, -0.01):
        x, y = frame.at(u, 0)
        disc(ctx, x + frame.cm * 0.05, y + frame.cm * 0.06, frame.across * 0.2)
        ctx.fillStyle = alpha(palette.shadow, 0.5)
        ctx.fill()
        disc(ctx, x, y, frame.across * 0.2)
        ctx.fillStyle = mix(palette.steel_pale, palette.light, 0.2)
        ctx.fill()
        disc(ctx, x, y, frame.across * 0.11)
        ctx.fillStyle = palette.steel
        ctx.fill()
    ctx.fillStyle = palette.amber
    polygon(ctx, frame.shape((-0.82, -0.30), (-0.74, 0.0), (-0.82, 0.30), (-0.90, 0.0)))
    ctx.fill()
    ctx.fillStyle = palette.oil
    polygon(ctx, frame.shape((-0.82, -0.16), (-0.78, 0.0), (-0.82, 0.16), (-0.86, 0.0)))
    ctx.fill()
    snow(frame, *frame.at(0.22, -0.2), frame.along * 0.07, frame.across * 0.4)


def barrels(frame: PieceFrame) -> None:
    """Draw a group of drums in a puddle of toxic liquid."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    size = min(frame.along, frame.across)
    ctx.fillStyle = alpha(palette.poison, 0.55)
    smooth(ctx, blob(noise, frame.x, frame.y, frame.along * 0.9, frame.across * 0.8, 12, 0.3, frame.turn))
    ctx.fill()
    count = max(3, min(9, round(frame.along * frame.across / (size * size) * 3)))
    wide = size * (0.40 if count <= 4 else 0.36)
    for index in range(count):
        angle = frame.turn + TAU * index / count
        x = (
            frame.x
            + cos(angle) * (frame.along - wide) * 0.92 * cos(frame.turn) ** 2
            + cos(angle) * (frame.across - wide) * 0.92 * sin(frame.turn) ** 2
        )
        y = frame.y + sin(angle) * (min(frame.along, frame.across) - wide) * 0.92
        paint = mix(
            (palette.poison, palette.oxide, palette.steel)[noise.whole(3)], palette.soot, noise.between(0.05, 0.3)
        )
        rim = [(x + wide * cos(TAU * k / 20), y + wide * sin(TAU * k / 20)) for k in range(20)]
        frame.sheet(rim, paint, 12)
        for scale, strength in ((0.82, 0.45), (0.74, 0.25)):
            disc(ctx, x, y, wide * scale)
            ctx.lineWidth = max(0.8, wide * 0.07)
            ctx.strokeStyle = alpha(palette.shadow, strength)
            ctx.stroke()
        disc(ctx, x + wide * 0.4, y - wide * 0.3, wide * 0.14)
        ctx.fillStyle = palette.oil
        ctx.fill()
        for third in range(3):  # the trefoil
            ring(ctx, x, y, wide * 0.36, third * TAU / 3, third * TAU / 3 + 1.0)
            ctx.lineWidth = wide * 0.26
            ctx.strokeStyle = alpha(palette.oil, 0.75)
            ctx.stroke()


def container(frame: PieceFrame) -> None:
    """Draw a ribbed steel container."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    paint = mix((palette.oxide, palette.steel, palette.pine)[noise.whole(3)], palette.soot, 0.1)
    frame.sheet(frame.box(-0.98, -0.96, 0.98, 0.96), paint, 16)
    ribs = max(6, round(frame.along / frame.cm * 2.4))
    for index in range(1, ribs):
        u = -0.98 + 1.96 * index / ribs
        for off, colour in ((0.0, alpha(palette.shadow, 0.45)), (-0.35 / ribs, alpha(palette.light, 0.22))):
            ctx.lineWidth = max(0.8, frame.cm * 0.06)
            ctx.strokeStyle = colour
            polyline(ctx, frame.shape((u + off, -0.9), (u + off, 0.9)))
            ctx.stroke()
    snow(frame, *frame.at(-0.5, 0.2), frame.along * 0.3, frame.across * 0.4)


def crates(frame: PieceFrame) -> None:
    """Draw a row of wooden crates."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    for index in range(max(2, round(frame.along / frame.across * 2))):
        u = -1 + (index + 0.5) * 2 / max(2, round(frame.along / frame.across * 2))
        half = frame.across / frame.along * 0.62
        box = frame.box(
            max(-0.97, u - half), -0.8 + noise.between(-0.1, 0.1), min(0.97, u + half), 0.8 + noise.between(-0.1, 0.1)
        )
        frame.sheet(box, mix(palette.bark, palette.stone_pale, noise.between(0.2, 0.5)), 9)
        ctx.lineWidth = max(0.8, frame.cm * 0.04)
        ctx.strokeStyle = alpha(palette.shadow, 0.45)
        polyline(ctx, [box[0], box[2]])
        ctx.stroke()
        polyline(ctx, [box[1], box[3]])
        ctx.stroke()


def roller_coaster(frame: PieceFrame) -> None:
    """Draw a section of a roller coaster: rails over sleepers, and one faded car."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    frame.sheet(frame.box(-0.97, -0.94, 0.97, 0.94), mix(palette.bark, palette.stone, 0.4), 8)
    ties = max(7, round(frame.along / frame.cm * 2.2))
    for index in range(ties):
        u = -0.93 + 1.86 * index / (ties - 1)
        if noise.whole(8):
            frame.sheet(
                frame.box(u - 0.5 / ties, -0.62, u + 0.5 / ties, 0.62),
                mix(palette.bark, palette.soot, noise.between(0.1, 0.5)),
                3,
            )
    for v in (-0.36, 0.36):
        ctx.lineWidth = max(1.4, frame.cm * 0.16)
        ctx.strokeStyle = palette.oxide
        polyline(ctx, frame.shape((-0.97, v), (0.97, v)))
        ctx.stroke()
        ctx.lineWidth = max(0.7, frame.cm * 0.05)
        ctx.strokeStyle = alpha(palette.light, 0.6)
        polyline(ctx, frame.shape((-0.97, v - 0.02), (0.97, v - 0.02)))
        ctx.stroke()
    car = frame.shape((-0.45, -0.52), (0.05, -0.52), (0.22, -0.2), (0.22, 0.2), (0.05, 0.52), (-0.45, 0.52))
    frame.sheet(car, mix(palette.rust, palette.soot, 0.25), 12)
    for u in (-0.34, -0.08):
        frame.sheet(frame.box(u - 0.08, -0.36, u + 0.08, 0.36), palette.oil, 2)
    ctx.fillStyle = palette.bone
    polygon(ctx, star(noise, *frame.at(0.12, 0), frame.across * 0.16, 5, 0.45))
    ctx.fill()


def beacon(frame: PieceFrame) -> None:
    """Draw an energy beacon: a hexagonal base with a glowing core."""
    palette, ctx = frame.palette, frame.ctx
    size = min(frame.along, frame.across)
    for part, colour, lift in ((0.92, palette.steel, 12), (0.66, palette.steel_pale, 8)):
        frame.sheet(
            [(frame.x + size * part * cos(TAU * k / 6), frame.y + size * part * sin(TAU * k / 6)) for k in range(6)],
            colour,
            lift,
        )
    glow = ctx.createRadialGradient(frame.x, frame.y, 0, frame.x, frame.y, size * 0.8)
    glow.addColorStop(0, alpha(palette.light, 1.0))
    glow.addColorStop(0.25, alpha(palette.ice, 0.9))
    glow.addColorStop(1, alpha(palette.ice, 0.0))
    ctx.fillStyle = glow
    disc(ctx, frame.x, frame.y, size * 0.8)
    ctx.fill()


def idol(frame: PieceFrame) -> None:
    """Draw a carved head in a ring of stones."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    size = min(frame.along, frame.across)
    for index in range(9):
        angle = TAU * index / 9
        frame.sheet(
            blob(
                noise,
                frame.x + size * 0.78 * cos(angle),
                frame.y + size * 0.78 * sin(angle),
                size * 0.17,
                size * 0.14,
                7,
                0.3,
            ),
            mix(palette.stone, palette.stone_pale, noise.part()),
            6,
            True,
        )
    frame.sheet(
        [
            (frame.x + u * size, frame.y + v * size)
            for u, v in (
                (-0.55, -0.5),
                (-0.28, -0.22),
                (0.28, -0.22),
                (0.55, -0.5),
                (0.4, 0.1),
                (0.2, 0.5),
                (-0.2, 0.5),
                (-0.4, 0.1),
            )
        ],
        palette.bark,
        12,
    )
    ctx.fillStyle = palette.rust
    for u in (-0.14, 0.14):
        disc(ctx, frame.x + u * size, frame.y + 0.04 * size, size * 0.06)
        ctx.fill()


def lamp_post(frame: PieceFrame) -> None:
    """Draw a lamp post and its arm from above."""
    palette, ctx = frame.palette, frame.ctx
    size = min(frame.along, frame.across)
    disc(ctx, frame.x, frame.y, size * 0.8)
    ctx.fillStyle = palette.stone
    ctx.fill()
    frame.sheet(frame.box(-0.2, -0.16, 0.9, 0.16), palette.steel_pale, 14)
    frame.sheet(
        [(frame.x + size * 0.4 * cos(TAU * k / 12), frame.y + size * 0.4 * sin(TAU * k / 12)) for k in range(12)],
        palette.steel,
        8,
    )


def slab(frame: PieceFrame) -> None:
    """Draw a cracked concrete slab, the drawing of pieces of no known kind."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    frame.sheet(frame.inset(0.96), palette.stone, 12)
    frame.sheet(frame.inset(0.72), mix(palette.stone, palette.stone_pale, 0.5), 7)
    points: list[XY] = [frame.at(-0.8, noise.between(-0.5, 0.5))]
    for step in range(1, 7):
        points.append(frame.at(-0.8 + step * 0.27, noise.between(-0.6, 0.6)))
    ctx.lineWidth = max(1.0, frame.cm * 0.05)
    ctx.strokeStyle = alpha(palette.shadow, 0.6)
    polyline(ctx, points)
    ctx.stroke()
    snow(frame, *frame.at(-0.2, -0.1), frame.along * 0.3, frame.across * 0.25, 0.6)
