"""Vector paths of small signs: faction emblems, states, stances and the leader's crown, in a box of 24 × 24, y down.

A path is a string like that of SVG: `M x y`, `L x y`, `C x y x y x y`, `Q x y x y`, `O x y r` (a circle, our
addition) and `Z`, with absolute coordinates. Overlapping parts cut each other out (even-odd), which makes holes.
"""

from __future__ import annotations

from functools import lru_cache

from web.field.drawing.pens import TAU, Context

__all__ = ["CROWN", "EMBLEMS", "STANCES", "STATES", "trace_sign"]

EMBLEMS: dict[str, str] = {
    # a fool in rags: a three-pointed cap with its bells
    "jokers": "M 5 17.4 L 3.2 8.6 C 6.6 8.6 8 10.6 8.8 13.4 L 11.2 6 L 12.8 6 L 15.2 13.4 "
    "C 16 10.6 17.4 8.6 20.8 8.6 L 19 17.4 Z "
    "M 5.2 18.8 L 18.8 18.8 L 18.8 21.2 L 5.2 21.2 Z O 3.2 6.6 1.9 O 12 4 2 O 20.8 6.6 1.9",
    # a horned mask with two slits
    "bamaka": "M 12 2.6 C 15.7 5.2 17.4 9 17.2 13.2 C 17 17.4 14.8 20 12 21.6 C 9.2 20 7 17.4 6.8 13.2 "
    "C 6.6 9 8.3 5.2 12 2.6 Z "
    "M 8.6 11.3 L 11.2 12.9 L 11.2 14.6 L 8.6 13.2 Z M 15.4 11.3 L 12.8 12.9 L 12.8 14.6 L 15.4 13.2 Z "
    "M 10 17 L 14 17 L 14 18.3 L 10 18.3 Z "
    "M 5.6 13.9 C 2.3 12.3 1.3 7.3 3.6 3.3 C 3.7 6.5 4.6 8.5 6.5 9.7 C 5.9 11 5.6 12.4 5.6 13.9 Z "
    "M 18.4 13.9 C 21.7 12.3 22.7 7.3 20.4 3.3 C 20.3 6.5 19.4 8.5 17.5 9.7 C 18.1 11 18.4 12.4 18.4 13.9 Z",
    # a rising sun behind a closed visor
    "isc": "M 3 14 L 21 14 L 21 16.6 L 3 16.6 Z M 5 18 L 19 18 L 16.6 21.4 L 7.4 21.4 Z "
    "M 5.4 12.6 C 5.8 8.8 8.6 6.4 12 6.4 C 15.4 6.4 18.2 8.8 18.6 12.6 Z M 11 2 L 13 2 L 12.7 5 L 11.3 5 Z "
    "M 4 4.6 L 5.8 3.6 L 7.6 6.4 L 6.6 7.2 Z M 20 4.6 L 18.2 3.6 L 16.4 6.4 L 17.4 7.2 Z",
    # a flower of five thorns round an open eye
    "matriarchy": "M 12 1.8 L 14.4 7.4 L 20.8 6.6 L 17.4 12 L 20.4 17.6 L 14.4 16.8 L 12 22.2 L 9.6 16.8 "
    "L 3.6 17.6 L 6.6 12 L 3.2 6.6 L 9.6 7.4 Z "
    "M 7.4 12 Q 12 7.6 16.6 12 Q 12 16.4 7.4 12 Z O 12 12 1.9",
    # a wheel with its chain broken
    "convoy": "O 12 12 9.6 O 12 12 6.8 O 12 12 2.4 M 11 2.6 L 13 2.6 L 13 9.4 L 11 9.4 Z "
    "M 11 14.6 L 13 14.6 L 13 21.4 L 11 21.4 Z "
    "M 2.6 11 L 9.4 11 L 9.4 13 L 2.6 13 Z M 14.6 11 L 21.4 11 L 21.4 13 L 14.6 13 Z",
    # an arrow that breaks through a bar
    "resistance": "M 12 1.8 L 19 10 L 14.6 10 L 14.6 22 L 9.4 22 L 9.4 10 L 5 10 Z "
    "M 2.6 14 L 8 14 L 8 17 L 2.6 17 Z M 16 14 L 21.4 14 L 21.4 17 L 16 17 Z",
    # a jaw with four tusks
    "horde": "M 3 6 C 8 3.6 16 3.6 21 6 L 20 13 L 17.6 9.6 L 16 19.6 L 13.4 10.4 L 12 14 L 10.6 10.4 L 8 19.6 "
    "L 6.4 9.6 L 4 13 Z O 9 7.4 1 O 15 7.4 1",
    # two spears crossed before a shield
    "askaris": "M 12 4.4 L 18 7 L 17 15 L 12 20 L 7 15 L 6 7 Z "
    "M 12 7.6 L 9.4 8.8 L 10 13.8 L 12 16 L 14 13.8 L 14.6 8.8 Z "
    "M 2.4 2.4 L 5.6 3.4 L 4.6 5.2 L 3.4 5 Z M 21.6 2.4 L 18.4 3.4 L 19.4 5.2 L 20.6 5 Z "
    "M 3 20 L 5 22 L 7.2 18.2 L 6 17.2 Z M 21 20 L 19 22 L 16.8 18.2 L 18 17.2 Z",
    # what belongs to nobody: the marks of three claws
    "npf": "M 6.2 2.5 C 9 8 9.2 14 4.6 21.5 C 3 15 3.2 8.4 6.2 2.5 Z "
    "M 12.8 2 C 15.8 8 15.8 15 11 22.2 C 9.2 15 9.4 8 12.8 2 Z "
    "M 19 2.8 C 21.8 8.4 21.8 14.4 17.4 21.2 C 15.6 15 15.8 8.6 19 2.8 Z",
}

STATES: dict[str, str] = {
    # a flame, with its heart cut out
    "burn": "M 12 1.5 C 13 6 18.8 8.8 18.8 14.6 C 18.8 19 15.8 22.2 12 22.2 C 8.2 22.2 5.2 19 5.2 14.6 "
    "C 5.2 12 6.6 9.8 8 8.4 C 8.2 10.2 9 11.2 10 11.6 "
    "C 9.6 8 10.2 4.4 12 1.5 Z M 12 13.4 C 13.6 15 14.8 16.2 14.8 17.8 C 14.8 19.4 13.6 20.4 12 20.4 "
    "C 10.4 20.4 9.2 19.4 9.2 17.8 C 9.2 16.2 10.4 15 12 13.4 Z",
    # a mouth and two eyes wide open
    "fear": "M 12 2 C 17.4 2 20.6 5.8 20.6 11 C 20.6 17 16.4 22 12 22 C 7.6 22 3.4 17 3.4 11 "
    "C 3.4 5.8 6.6 2 12 2 Z O 8.4 9.4 2.3 O 15.6 9.4 2.3 "
    "M 12 13 C 14 13 15 14.8 15 16.6 C 15 18.4 13.6 19.6 12 19.6 C 10.4 19.6 9 18.4 9 16.6 C 9 14.8 10 13 12 13 Z",
    # a drop
    "poison": "M 12 1.8 C 14 6.6 19 10.2 19 15.2 C 19 19.2 16 22 12 22 C 8 22 5 19.2 5 15.2 "
    "C 5 10.2 10 6.6 12 1.8 Z O 9.4 15.2 1.7 O 14.2 17.2 1.4 O 13.4 12.4 1.1",
    # a fist of three strokes upward
    "rage": "M 13.8 1.5 L 5 13.4 L 10.6 13.4 L 8.6 22.5 L 19 9.6 L 12.8 9.6 Z",
    # a snail's house
    "slowdown": "O 13.6 11 7.6 O 13.6 11 5.4 O 13.6 11 3 M 2.4 20 C 4.6 20 5 17 5 13 L 7.2 13 "
    "C 7.2 17 8.2 18 11 18.2 L 22 19 L 22 21.6 L 2.4 21.6 Z "
    "M 3.4 13.4 L 2.2 8.6 L 3.8 8.4 L 5 13 Z",
}

STANCES: dict[str, str] = {
    # an eye struck out
    "hidden": "M 1.6 12 C 5 6.8 8.4 5 12 5 C 15.6 5 19 6.8 22.4 12 C 19 17.2 15.6 19 12 19 "
    "C 8.4 19 5 17.2 1.6 12 Z O 12 12 3.4 "
    "M 3 19 L 19 3 L 21 5 L 5 21 Z",
    # an arrow up from the ground
    "raised": "M 12 1.4 L 20.6 10.4 L 15.2 10.4 L 15.2 16.4 L 8.8 16.4 L 8.8 10.4 L 3.4 10.4 Z "
    "M 2.6 18.8 L 21.4 18.8 L 21.4 22.4 L 2.6 22.4 Z",
}

CROWN = "M 2.5 6.5 L 7.5 11.5 L 12 3.5 L 16.5 11.5 L 21.5 6.5 L 19.6 18 L 4.4 18 Z"


@lru_cache(maxsize=64)
def _parsed(path: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    made: list[tuple[str, tuple[float, ...]]] = []
    verb = ""
    numbers: list[float] = []
    for word in path.split():
        if word.isalpha():
            if verb:
                made.append((verb, tuple(numbers)))
            verb, numbers = word, []
        else:
            numbers.append(float(word))
    made.append((verb, tuple(numbers)))
    return tuple(made)


def trace_sign(ctx: Context, path: str, x: float, y: float, size: float) -> None:
    """Begin a path along a sign centred at (x, y) in a box of width `size`; fill it with "evenodd"."""
    k = size / 24
    ox, oy = x - size / 2, y - size / 2
    ctx.beginPath()
    for verb, n in _parsed(path):
        if verb == "M":
            ctx.moveTo(ox + n[0] * k, oy + n[1] * k)
        elif verb == "L":
            ctx.lineTo(ox + n[0] * k, oy + n[1] * k)
        elif verb == "C":
            ctx.bezierCurveTo(ox + n[0] * k, oy + n[1] * k, ox + n[2] * k, oy + n[3] * k, ox + n[4] * k, oy + n[5] * k)
        elif verb == "Q":
            ctx.quadraticCurveTo(ox + n[0] * k, oy + n[1] * k, ox + n[2] * k, oy + n[3] * k)
        elif verb == "O":
            ctx.moveTo(ox + (n[0] + n[2]) * k, oy + n[1] * k)
            ctx.arc(ox + n[0] * k, oy + n[1] * k, n[2] * k, 0, TAU)
        else:
            ctx.closePath()
