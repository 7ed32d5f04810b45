"""Drawings of trees, bushes, woods, oil, waste and devastated ground."""

from __future__ import annotations

from math import cos, sin

from web.field.drawing.frame import PieceFrame
from web.field.drawing.palette import alpha, mix
from web.field.drawing.pens import TAU, blob, disc, polygon, smooth, star

__all__ = ["bushes", "devastated", "oil_slick", "tree", "waste", "wood"]


def tree(frame: PieceFrame) -> None:
    """Draw a frozen pine from above, with snow on the lit side."""
    crown(frame, frame.x, frame.y, min(frame.along, frame.across) * 0.98)


def crown(frame: PieceFrame, x: float, y: float, radius: float, gloom: float = 0.0) -> None:
    """Draw a tree's crown in three storeys; `gloom` (0 to 1) darkens it and removes its snow."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    turn = noise.between(0, TAU)
    for storey, (size, spikes, pale) in enumerate(((1.0, 13, 0.0), (0.74, 11, 0.34), (0.47, 8, 0.68))):
        shift = -storey * radius * 0.035
        points = star(noise, x + shift, y + shift, radius * size, spikes, 0.62, turn + storey)
        frame.sheet(
            points,
            mix(mix(palette.pine, palette.pine_pale, pale), palette.oil, gloom),
            radius * 7 / max(frame.cm, 1) * (0.9 if storey else 0.5),
            edge=0.34,
        )
        ctx.lineWidth = max(0.6, radius * 0.02)
        ctx.strokeStyle = alpha(palette.shadow, 0.30)
        ctx.beginPath()
        for index in range(0, len(points), 2):
            ctx.moveTo(x + shift, y + shift)
            ctx.lineTo(x + (points[index][0] - x) * 0.9, y + (points[index][1] - y) * 0.9)
        ctx.stroke()
        ctx.fillStyle = alpha(palette.frost, (0.62 + 0.1 * storey) * (1 - gloom))  # snow
        ctx.beginPath()
        for index in range(0, len(points), 2):
            px, py = points[index]
            if (px - x) + (py - y) < radius * size * 0.35:
                side = points[index - 1]
                ctx.moveTo(px, py)
                ctx.lineTo(px + (side[0] - px) * 0.62, py + (side[1] - py) * 0.62)
                ctx.lineTo(px + (x - px) * 0.36, py + (y - py) * 0.36)
                ctx.closePath()
        ctx.fill()
    frame.sheet(
        star(noise, x - radius * 0.12, y - radius * 0.12, radius * 0.17, 6, 0.5),
        mix(palette.frost, palette.pine, gloom),
        radius * 5 / max(frame.cm, 1),
    )


def wood(frame: PieceFrame) -> None:
    """Draw a dark wood: dead branches between dark pines, and a few pairs of eyes."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    size = min(frame.along, frame.across)
    ctx.fillStyle = alpha(palette.oil, 0.72)
    smooth(ctx, frame.inset(0.93))
    ctx.fill()
    ctx.lineCap = "round"
    ctx.strokeStyle = mix(palette.bark, palette.stone_pale, 0.4)
    ctx.lineWidth = max(0.9, frame.cm * 0.08)
    ctx.beginPath()
    for _ in range(9):  # dead branches on the floor
        x, y = frame.within(0.85)
        angle, long = noise.between(0, TAU), frame.cm * noise.between(0.5, 1.2)
        for turn, part in ((0.0, 1.0), (0.7, 0.5), (-0.6, 0.4)):
            ctx.moveTo(x, y)
            ctx.lineTo(x + long * part * cos(angle + turn), y + long * part * sin(angle + turn))
    ctx.stroke()
    for x, y in frame.apart(0.70, max(6, min(11, round(frame.along * frame.across / (frame.cm * frame.cm) * 0.55)))):
        crown(frame, x, y, min(size * 0.42, frame.cm * noise.between(1.1, 1.7)), 0.5)
    for x, y in frame.apart(0.6, 3):  # eyes
        eye = max(0.9, frame.cm * 0.07)
        ctx.fillStyle = palette.rust
        for side in (-1, 1):
            disc(ctx, x + side * eye * 2.1, y, eye)
            ctx.fill()


def bushes(frame: PieceFrame) -> None:
    """Draw thorn bushes: low rosettes over bare twigs, with a few berries."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    cm = frame.cm
    ctx.lineWidth = max(0.7, cm * 0.05)
    ctx.strokeStyle = mix(palette.bark, palette.stone_pale, 0.35)
    ctx.beginPath()
    for _ in range(26):
        x, y = frame.within(0.95)
        angle, long = noise.between(0, TAU), cm * noise.between(0.4, 1.1)
        ctx.moveTo(x, y)
        ctx.quadraticCurveTo(
            x + long * cos(angle),
            y + long * sin(angle),
            x + long * cos(angle + 0.6) * 1.3,
            y + long * sin(angle + 0.6) * 1.3,
        )
    ctx.stroke()
    area = frame.along * frame.across * 4 / (cm * cm)
    count = max(6, min(20, round(area / 1.7)))
    for index, (x, y) in enumerate(frame.apart(0.88, count)):
        size = cm * noise.between(0.6, 1.05)
        tone = mix(palette.pine, palette.bark, noise.between(0.0, 0.45))
        frame.sheet(star(noise, x, y, size, 7, 0.62), tone, 6, edge=0)
        for part, shade in ((0.66, mix(tone, palette.pine_pale, 0.55)), (0.30, alpha(palette.frost, 0.75))):
            ctx.fillStyle = shade
            polygon(ctx, star(noise, x - size * (1 - part) * 0.25, y - size * (1 - part) * 0.28, size * part, 6, 0.55))
            ctx.fill()
        if index % 3 == 0:
            ctx.fillStyle = palette.rust
            for _ in range(3):
                disc(ctx, x + size * noise.between(-0.6, 0.6), y + size * noise.between(-0.6, 0.6), max(0.8, cm * 0.07))
                ctx.fill()


def oil_slick(frame: PieceFrame) -> None:
    """Draw a slick of iridescent black oil with a rim of ice."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    size = max(frame.along, frame.across)
    fill = ctx.createRadialGradient(
        frame.x - size * 0.3, frame.y - size * 0.3, size * 0.05, frame.x, frame.y, size * 1.05
    )
    for place, colour, strength in (
        (0.0, palette.ice_sheet, 0.62),
        (0.20, palette.player_2, 0.36),
        (0.36, palette.rust, 0.24),
        (0.52, palette.amber, 0.16),
        (0.68, palette.pine_pale, 0.16),
        (0.88, palette.oil, 0.5),
    ):
        fill.addColorStop(place, alpha(mix(colour, palette.oil, 0.55), strength))
    ctx.fillStyle = palette.oil
    ctx.fill()
    ctx.fillStyle = fill
    smooth(ctx, frame.inset(0.94))
    ctx.fill()
    for index in range(4):  # nested bands of colour
        part = 0.82 - index * 0.17
        points = [
            (x + noise.between(-0.03, 0.03) * size, y + noise.between(-0.03, 0.03) * size) for x, y in frame.inset(part)
        ]
        smooth(ctx, points)
        ctx.lineWidth = size * 0.035
        ctx.strokeStyle = alpha((palette.player_2, palette.ice, palette.amber, palette.rust)[index], 0.11)
        ctx.stroke()
    for _ in range(5):
        x, y = frame.within(0.75)
        ctx.lineWidth = max(1.0, frame.cm * noise.between(0.05, 0.12))
        ctx.lineCap = "round"
        ctx.strokeStyle = alpha(palette.light, 0.30)
        ctx.beginPath()
        ctx.arc(x, y, frame.cm * noise.between(0.5, 1.4), 3.5, 4.6)
        ctx.stroke()
    frame.trace()
    ctx.lineWidth = frame.cm * 0.34
    ctx.strokeStyle = alpha(palette.frost, 0.26)
    ctx.stroke()


def devastated(frame: PieceFrame) -> None:
    """Draw ground ploughed up by shells: clods, craters and splinters."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    size = min(frame.along, frame.across)
    for tone, strength in (
        (palette.bark, 0.42),
        (palette.ground_deep, 0.6),
        (palette.stone, 0.20),
        (palette.soot, 0.55),
    ):
        ctx.fillStyle = alpha(tone, strength)
        ctx.beginPath()
        for _ in range(7):
            x, y = frame.within(0.9)
            smooth(
                ctx,
                blob(noise, x, y, size * noise.between(0.2, 0.5), size * noise.between(0.15, 0.4), 7, 0.45),
                begin=False,
            )
        ctx.fill()
    for x, y in frame.apart(0.8, 7):
        wide = size * noise.between(0.12, 0.28)
        pit = ctx.createRadialGradient(x - wide * 0.2, y - wide * 0.25, wide * 0.1, x, y, wide)
        pit.addColorStop(0, alpha(palette.shadow, 0.95))
        pit.addColorStop(0.62, alpha(palette.soot, 0.9))
        pit.addColorStop(0.8, alpha(palette.ground_pale, 0.55))
        pit.addColorStop(1, alpha(palette.ground_pale, 0.0))
        ctx.fillStyle = pit
        smooth(ctx, blob(noise, x, y, wide * 1.1, wide, 10, 0.18))
        ctx.fill()
    for _ in range(26):
        x, y = frame.within(0.95)
        frame.sheet(
            star(noise, x, y, frame.cm * noise.between(0.10, 0.34), 4, 0.6),
            mix(palette.stone, palette.bark, noise.part()),
            4,
            edge=0,
        )


def waste(frame: PieceFrame) -> None:
    """Draw a heap of metal sheets and boards, with tyres and a drum on top."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    tones = (palette.steel, palette.oxide, palette.bark, palette.stone, palette.pine, palette.steel_pale)
    area = frame.along * frame.across * 4 / (frame.cm * frame.cm)
    count = max(18, min(44, round(area)))
    for index in range(count):
        x, y = frame.within(1.0 - 0.55 * index / count)
        long, wide = frame.cm * noise.between(0.4, 1.2), frame.cm * noise.between(0.25, 0.6)
        turn = noise.between(0, TAU)
        ct, st = cos(turn), sin(turn)
        corners = [(-1, -1), (1, -0.8), (0.9, 1), (-1, 0.9)]
        points = [(x + u * long * ct - v * wide * st, y + u * long * st + v * wide * ct) for u, v in corners]
        frame.sheet(points, mix(tones[noise.whole(len(tones))], palette.soot, noise.between(0, 0.4)), 7, index % 5 == 0)
    for x, y in frame.apart(0.7, 4):  # tyres
        wide = min(frame.cm * 0.55, frame.across * 0.3)
        disc(ctx, x, y, wide)
        ctx.lineWidth = wide * 0.55
        ctx.strokeStyle = palette.oil
        ctx.stroke()
        disc(ctx, x, y, wide * 1.2)
        ctx.lineWidth = max(0.6, wide * 0.08)
        ctx.strokeStyle = alpha(palette.light, 0.35)
        ctx.stroke()
    x, y = frame.within(0.3)
    frame.sheet(
        blob(
            noise,
            x,
            y,
            min(frame.cm, frame.across * 0.5),
            min(frame.cm * 0.5, frame.across * 0.3),
            12,
            0.02,
            noise.between(0, TAU),
        ),
        mix(palette.poison, palette.oxide, 0.35),
        9,
        True,
    )
