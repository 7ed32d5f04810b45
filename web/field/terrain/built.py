"""Drawings of pieces made by players (TER-2) that resemble no known kind: each shows the effect of the piece's rules.

Also draws the damage of pieces that attacks destroy (TER-DES). `web.field.terrain.pieces` chooses the drawing.
"""

from __future__ import annotations

from math import cos, sin

from web.field.drawing.frame import PieceFrame
from web.field.drawing.palette import alpha, mix
from web.field.drawing.pens import TAU, blob, disc, hard, polygon, polyline, rounded, smooth, soft, star
from web.field.terrain.masonry import snow
from web.field.terrain.nature import bushes

__all__ = ["acid", "draw_damage", "nest", "platform", "rampart", "rubble", "thicket", "vents"]

MOST_PIPS = 12


def platform(frame: PieceFrame) -> None:
    """Draw an elevation: a deck of planks on a stone wall, with steps at one end."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    frame.sheet(frame.inset(0.97), mix(palette.stone, palette.soot, 0.35), 10)
    frame.sheet(frame.inset(0.86), mix(palette.bark, palette.stone_pale, 0.25), 20)
    ctx.save()
    polygon(ctx, frame.inset(0.86))
    ctx.clip()
    count = max(5, round(frame.along / frame.cm * 2.6))
    for index in range(count):
        u = -1 + 2 * index / count
        ctx.fillStyle = alpha(mix(palette.bark, palette.stone_pale, noise.between(0.1, 0.6)), 0.9)
        polygon(ctx, frame.box(u + 0.006, -1, u + 2 / count - 0.006, 1))
        ctx.fill()
    ctx.restore()
    polygon(ctx, frame.inset(0.86))
    ctx.lineWidth = max(1.2, frame.cm * 0.10)
    ctx.strokeStyle = mix(palette.light, palette.bark, 0.35)
    ctx.stroke()
    for step in range(3):
        u = 0.80 + step * 0.06
        frame.sheet(frame.box(u, -0.34, u + 0.07, 0.34), mix(palette.stone_pale, palette.stone, step * 0.4), 4)


def thicket(frame: PieceFrame) -> None:
    """Draw a hiding place: bushes to the edge under a camouflage net."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    bushes(frame)
    ctx.save()
    frame.trace()
    ctx.clip()
    ctx.lineWidth = max(0.7, frame.cm * 0.05)
    ctx.strokeStyle = alpha(palette.oil, 0.75)
    ctx.beginPath()
    gap = 0.9 * frame.cm
    rows, columns = round(frame.across * 2 / gap) + 1, round(frame.along * 2 / gap) + 1
    for index in range(rows + columns):
        far = -1 + 2 * index / max(1, columns)
        ctx.moveTo(*frame.at(far, -1))
        ctx.lineTo(*frame.at(far - 2 * frame.across / frame.along, 1))
        ctx.moveTo(*frame.at(far - 2 * frame.across / frame.along, -1))
        ctx.lineTo(*frame.at(far, 1))
    ctx.stroke()
    for x, y in frame.apart(0.9, 7):
        ctx.fillStyle = alpha(mix(palette.pine, palette.bark, noise.part()), 0.9)
        smooth(ctx, blob(noise, x, y, frame.cm * 0.5, frame.cm * 0.32, 6, 0.6, noise.between(0, TAU)))
        ctx.fill()
    ctx.restore()


def vents(frame: PieceFrame) -> None:
    """Draw hot vents: openings with a crust of sulphur and drifting vapour."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    frame.sheet(frame.inset(0.97), mix(palette.soot, palette.poison, 0.14), 4, edge=0.2)
    for x, y in frame.apart(0.72, max(3, min(7, round(frame.along * frame.across / (frame.cm * frame.cm) / 2)))):
        wide = min(frame.cm * noise.between(0.45, 0.8), frame.across * 0.35)
        crust = mix(palette.poison, palette.stone_pale, 0.3)
        for part, colour, strength in ((1.5, palette.poison, 0.45), (1.0, crust, 0.9), (0.62, palette.oil, 1.0)):
            ctx.fillStyle = alpha(colour, strength)
            smooth(ctx, blob(noise, x, y, wide * part, wide * part * 0.8, 9, 0.25))
            ctx.fill()
        for puff in range(3):
            px, py, size = x + wide * 0.5 * puff, y - wide * (0.5 + 0.8 * puff), wide * (0.45 + 0.25 * puff)
            ctx.fillStyle = alpha(mix(palette.toxic, palette.light, 0.45), 0.34 - 0.08 * puff)
            smooth(ctx, blob(noise, px, py, size, size * 0.8, 8, 0.2))
            ctx.fill()


def acid(frame: PieceFrame) -> None:
    """Draw a green pool of acid with bubbles and corroded metal plates."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    frame.sheet(frame.inset(0.97), mix(palette.soot, palette.oxide, 0.3), 3, edge=0.2)
    rough = 0.06 * frame.across
    pool = [(x + noise.between(-rough, rough), y + noise.between(-rough, rough)) for x, y in frame.inset(0.86)]
    for part, colour in (
        (1.0, mix(palette.poison, palette.soot, 0.35)),
        (0.86, palette.poison),
        (0.6, mix(palette.poison, palette.light, 0.25)),
    ):
        ctx.fillStyle = alpha(colour, 0.85)
        smooth(ctx, [(frame.x + (x - frame.x) * part, frame.y + (y - frame.y) * part) for x, y in pool])
        ctx.fill()
    for x, y in frame.apart(0.8, 3):
        size = min(frame.cm * 0.8, frame.across * 0.45)
        frame.sheet(star(noise, x, y, size, 5, 0.7), mix(palette.steel, palette.oxide, noise.between(0.1, 0.6)), 5)
    ctx.lineWidth = max(0.7, frame.cm * 0.05)
    for _ in range(14):
        x, y = frame.within(0.75)
        disc(ctx, x, y, frame.cm * noise.between(0.06, 0.18))
        ctx.fillStyle = alpha(palette.oil, 0.25)
        ctx.fill()
        ctx.strokeStyle = alpha(palette.light, 0.6)
        ctx.stroke()


def nest(frame: PieceFrame) -> None:
    """Draw a lair of thorns and bones, with eyes in its entrance."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    size = min(frame.along, frame.across)
    frame.sheet(frame.inset(0.96), mix(palette.bark, palette.oil, 0.5), 6, edge=0.2)
    for x, y in frame.outline:  # thorns pointing inward
        dx, dy = frame.x - x, frame.y - y
        for part in (0.10, 0.0, -0.10):
            ctx.fillStyle = mix(palette.light, palette.bark, noise.between(0.2, 0.6))
            polygon(
                ctx,
                (
                    (x + dx * 0.04 - dy * (part - 0.05), y + dy * 0.04 + dx * (part - 0.05)),
                    (x + dx * 0.04 - dy * (part + 0.05), y + dy * 0.04 + dx * (part + 0.05)),
                    (x + dx * 0.38 - dy * part * 0.5, y + dy * 0.38 + dx * part * 0.5),
                ),
            )
            ctx.fill()
    ctx.lineCap = "round"
    for x, y in frame.apart(0.85, 8):  # bones
        angle, long = noise.between(0, TAU), frame.cm * noise.between(0.25, 0.45)
        dx, dy = long * cos(angle), long * sin(angle)
        ctx.lineWidth = max(1.0, frame.cm * 0.12)
        ctx.strokeStyle = mix(palette.light, palette.stone_pale, 0.4)
        polyline(ctx, [(x - dx, y - dy), (x + dx, y + dy)])
        ctx.stroke()
    mouth = size * 0.36
    ctx.fillStyle = palette.oil
    smooth(ctx, blob(noise, frame.x, frame.y, mouth * 1.25, mouth, 10, 0.2))
    ctx.fill()
    for dx, dy in ((-0.42, -0.1), (0.42, -0.1), (-0.12, 0.28), (0.16, 0.30)):
        disc(ctx, frame.x + dx * mouth, frame.y + dy * mouth, mouth * (0.14 if dy < 0 else 0.09))
        ctx.fillStyle = palette.rust
        ctx.fill()


def rubble(frame: PieceFrame) -> None:
    """Draw difficult ground: mud, stones and broken slabs to the edge."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    ctx.fillStyle = alpha(mix(palette.bark, palette.ground_deep, 0.4), 0.9)
    smooth(ctx, frame.inset(0.97))
    ctx.fill()
    area = frame.along * frame.across * 4 / (frame.cm * frame.cm)
    for index in range(max(20, min(60, round(area * 1.2)))):
        x, y = frame.within(0.97)
        frame.sheet(
            star(noise, x, y, frame.cm * noise.between(0.12, 0.5), 4 + noise.whole(2), 0.8),
            mix(palette.stone if index % 3 else palette.bark, palette.stone_pale, noise.between(0, 0.7)),
            4,
            edge=0.3,
        )


def rampart(frame: PieceFrame) -> None:
    """Draw a tall opaque wall of bolted steel plates."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    frame.sheet(frame.inset(0.98), mix(palette.steel, palette.soot, 0.2), 20)
    ctx.save()
    polygon(ctx, frame.inset(0.94))
    ctx.clip()
    count = max(3, round(frame.along / frame.cm))
    for index in range(count):
        u = -1 + 2 * index / count
        tone = mix(
            palette.steel, palette.oxide if noise.whole(3) == 0 else palette.steel_pale, noise.between(0.15, 0.6)
        )
        frame.sheet(frame.box(u + 0.01, -0.97, u + 2 / count - 0.01, 0.97), tone, 3)
        for v in (-0.8, 0.8):
            for at in (0.25, 0.75):
                disc(ctx, *frame.at(u + 2 * at / count, v), max(0.7, frame.cm * 0.06))
                ctx.fillStyle = alpha(palette.shadow, 0.7)
                ctx.fill()
        ctx.lineWidth = max(1.0, frame.cm * 0.12)
        ctx.strokeStyle = alpha(palette.light, 0.30)
        polyline(ctx, frame.shape((u + 0.02, 0.9), (u + 2 / count - 0.02, -0.9)))
        ctx.stroke()
    ctx.restore()
    snow(frame, *frame.at(-0.3, -0.2), frame.along * 0.2, frame.across * 0.3, 0.6)


def draw_damage(frame: PieceFrame, suffered: int, endures: int) -> None:
    """Draw the damage of a piece: cracks from the centre and a row of pips, open for each attack suffered (TER-DES).

    `endures` is the number of attacks that destroy the piece; at most `MOST_PIPS` pips are drawn.
    """
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    ctx.save()
    frame.trace()
    ctx.clip()
    ctx.lineCap = "round"
    for wide, colour in ((0.16, alpha(palette.light, 0.30)), (0.09, alpha(palette.oil, 0.9))):
        cracks = noise.state
        ctx.lineWidth = max(0.9, frame.cm * wide)
        ctx.strokeStyle = colour
        ctx.beginPath()
        for index in range(2 + 5 * suffered // max(1, endures)):
            x, y = frame.x, frame.y
            angle = TAU * index / 7 + noise.between(-0.4, 0.4)
            ctx.moveTo(x, y)
            for _ in range(4):
                angle += noise.between(-0.5, 0.5)
                x, y = x + cos(angle) * frame.along * 0.26, y + sin(angle) * frame.along * 0.26
                ctx.lineTo(x, y)
        ctx.stroke()
        noise.state = cracks  # the dark line follows the light one
    ctx.restore()
    shown = min(endures, MOST_PIPS)
    size = min(7.0, max(4.2, frame.cm * 0.24))
    wide = shown * size * 1.35 + size * 0.9
    x, y = frame.x - wide / 2, max(py for _, py in frame.outline) - size
    soft(ctx, alpha(palette.shadow, 0.6), 3 * frame.dpr, 0, frame.dpr)
    ctx.fillStyle = "#12161a"
    rounded(ctx, x, y - size * 0.2, wide, size * 1.9, size * 0.5)
    ctx.fill()
    hard(ctx)
    ctx.lineWidth = 1
    for index in range(shown):
        left = x + size * 0.62 + index * size * 1.35
        ctx.beginPath()
        ctx.rect(left, y + size * 0.25, size, size)
        ctx.fillStyle = ctx.strokeStyle = "#f3efe4" if index < shown - suffered else "#f0705c"
        if index < shown - suffered:
            ctx.fill()
        else:
            ctx.stroke()
            polyline(ctx, [(left, y + size * 0.25), (left + size, y + size * 1.25)])
            ctx.stroke()
