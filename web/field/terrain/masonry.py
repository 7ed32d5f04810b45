"""Drawings of walls: low, tall, crumbling and ruined ones; and the snow that lies on built scenery."""

from __future__ import annotations

from math import cos, sin

from web.field.drawing.frame import PieceFrame, contains
from web.field.drawing.palette import alpha, mix
from web.field.drawing.pens import TAU, XY, blob, hard, polygon, smooth, soft, star

__all__ = ["crumbling_wall", "low_wall", "ruined_wall", "snow", "wall"]


def snow(frame: PieceFrame, x: float, y: float, wide: float, high: float, strength: float = 0.75) -> None:
    """Draw a small snowdrift around (x, y), with half its width and height in CSS pixels."""
    ctx = frame.ctx
    ctx.fillStyle = alpha(frame.palette.frost, strength)
    smooth(ctx, blob(frame.noise, x, y, wide, high, 8, 0.35, frame.turn))
    ctx.fill()


def low_wall(frame: PieceFrame) -> None:
    """Draw a low wall: one or two courses of stone, a few stones missing."""
    courses(frame, 2 if frame.across > frame.cm * 0.42 else 1, 0.06, 5)


def wall(frame: PieceFrame) -> None:
    """Draw a tall brick wall from above: narrow courses with a pale coping along the middle."""
    palette = frame.palette
    courses(frame, max(3, min(5, round(frame.across / frame.cm * 7))), 0.0, 14, brick(frame))
    noise, tiles = frame.noise, max(3, round(frame.along / frame.cm * 1.1))
    for index in range(tiles):
        u = -1 + 2 * index / tiles
        tile = frame.box(u + 0.008, -0.34, u + 2 / tiles - 0.008, 0.34)
        if all(contains(point, frame.outline) for point in tile):
            frame.sheet(tile, mix(palette.stone_pale, palette.frost, noise.between(0.1, 0.5)), 4)


def crumbling_wall(frame: PieceFrame) -> None:
    """Draw a crumbling brick wall with gaps and fallen bricks."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    tone = brick(frame)
    for shade in (tone, mix(tone, palette.soot, 0.4), palette.stone_pale):
        ctx.fillStyle = shade
        ctx.beginPath()
        for _ in range(26):
            x, y = frame.within(0.99)
            polygon(ctx, star(noise, x, y, frame.cm * noise.between(0.10, 0.24), 4, 0.75), begin=False)
        ctx.fill()
    courses(frame, max(3, min(16, round(frame.across / frame.cm * 4.2))), 0.34, 12, tone)


def brick(frame: PieceFrame) -> str:
    """Return the colour of weathered brick."""
    return mix(mix(frame.palette.oxide, frame.palette.stone, 0.35), frame.palette.rust, 0.12)


def ruined_wall(frame: PieceFrame) -> None:
    """Draw the ruin of a house: broken masonry, rubble and bent iron."""
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    for shade, count in ((palette.stone, 40), (palette.bark, 16), (palette.stone_pale, 22)):
        ctx.fillStyle = mix(shade, palette.soot, 0.25)
        ctx.beginPath()
        for _ in range(count):
            x, y = frame.within(0.99)
            polygon(ctx, star(noise, x, y, frame.cm * noise.between(0.08, 0.28), 4, 0.7), begin=False)
        ctx.fill()
    courses(frame, max(2, round(frame.across / frame.cm * 2.6)), 0.20, 10)
    ctx.lineCap = "round"
    ctx.lineWidth = max(1.0, frame.cm * 0.06)
    ctx.strokeStyle = palette.oxide
    for _ in range(3):
        x, y = frame.within(0.8)
        angle = noise.between(0, TAU)
        ctx.beginPath()
        ctx.moveTo(x, y)
        ctx.quadraticCurveTo(
            x + cos(angle) * frame.cm * 0.5,
            y + sin(angle) * frame.cm * 0.5,
            x + cos(angle + 0.8) * frame.cm * 0.8,
            y + sin(angle + 0.8) * frame.cm * 0.8,
        )
        ctx.stroke()


def courses(frame: PieceFrame, rows: int, gone: float, lift: float, paint: str = "") -> None:
    """Draw rows of stones along a piece (bricks, if `paint` is given), each with its own length and tone.

    `gone` is the share of missing stones (0 to 1). Stones of one tone are drawn together to save canvas calls.
    """
    palette, noise, ctx = frame.palette, frame.noise, frame.ctx
    high = 2 / rows
    unit = max(frame.cm * (0.62 if paint else 1.15) / max(frame.along, 1), rows * 0.012)  # limits the number of stones
    gap = min(0.05, 0.01 * rows) * high
    tones: dict[str, list[list[XY]]] = {}
    drifts: list[tuple[XY, float]] = []
    for row in range(rows):
        v0 = -1 + row * high
        u = -1.0 - (unit / 2 if row % 2 else 0)
        while u < 0.995:
            end = min(1.0, u + unit * noise.between(0.75, 1.3))
            end = 1.0 if end > 0.96 else end
            start = max(-1.0, u)
            chance, shade, kind = noise.part(), noise.whole(5), noise.whole(6)
            u = end
            if (
                chance < gone
                or end - start <= 0.02
                or not (
                    contains(frame.at(start * 0.8 + end * 0.2, v0 + high / 2), frame.outline)
                    or contains(frame.at(start * 0.2 + end * 0.8, v0 + high / 2), frame.outline)
                )
            ):
                continue
            tone = mix(paint or palette.stone, palette.stone_pale, shade * (0.09 if paint else 0.2))
            if kind == 1 and not paint:
                tone = mix(palette.stone, palette.oxide, 0.34)
            tones.setdefault(tone, []).append(
                frame.shape(
                    (start + 0.006, v0 + gap * 2),
                    (end - 0.006, v0 + gap),
                    (end - 0.008, v0 + high - gap * 2),
                    (start + 0.008, v0 + high - gap),
                )
            )
            if kind == 0:
                drifts.append((frame.at((start + end) / 2, v0 + high * 0.42), (end - start) * frame.along * 0.3))
    height = lift * frame.cm / 100
    for tone, stones in tones.items():
        soft(ctx, alpha(palette.shadow, 0.62), height * 1.3 * frame.dpr, height * frame.dpr, height * 1.15 * frame.dpr)
        ctx.fillStyle = tone
        ctx.beginPath()
        for stone in stones:
            polygon(ctx, stone, begin=False)
        ctx.fill()
        hard(ctx)
    every = [stone for stones in tones.values() for stone in stones]
    ct, st = cos(frame.turn), sin(frame.turn)
    sides = [(0, (st, -ct)), (1, (ct, st)), (2, (-st, ct)), (3, (-ct, -st))]  # each side's outward normal
    ctx.lineWidth = 1
    for lit, colour in ((True, alpha(palette.light, 0.42)), (False, alpha(palette.shadow, 0.42))):
        ctx.strokeStyle = colour
        ctx.beginPath()
        for index, (nx, ny) in sides:
            if (nx + ny < 0) == lit:
                for stone in every:
                    ctx.moveTo(*stone[index])
                    ctx.lineTo(*stone[(index + 1) % 4])
        ctx.stroke()
    for (x, y), wide in drifts:
        snow(frame, x, y, wide, high * frame.across * 0.2, 0.7)
