"""Small pictures of pieces of scenery, and prices as they are added."""

from __future__ import annotations

from eden_core.engine.messages import Point
from web.ui.nodes import Node, h

__all__ = ["outline_picture", "signed"]

AT_LEAST = 1100  # units a picture shows, however small the piece: a tree is not drawn as large as a lake


def signed(number: int) -> str:
    """Return a price as it is added, with its sign."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def outline_picture(outline: tuple[Point, ...], radius: int = 0, least: int = AT_LEAST) -> Node:
    """Return a piece from above, in a square `least` units wide or as wide as the piece."""
    xs, ys = [x for x, _ in outline], [-y for _, y in outline]
    left, right, top, bottom = min(xs) - radius, max(xs) + radius, min(ys) - radius, max(ys) + radius
    side = max(least, (right - left) * 9 // 8, (bottom - top) * 9 // 8)
    box = f"{(left + right - side) // 2} {(top + bottom - side) // 2} {side} {side}"
    if radius:
        drawn = h("circle", {"cx": outline[0][0], "cy": -outline[0][1], "r": radius, "stroke-width": side // 40})
    else:
        drawn = h("polygon", {"points": " ".join(f"{x},{y}" for x, y in zip(xs, ys)), "stroke-width": side // 40})
    return h("svg", {"class": "outline", "viewBox": box, "aria-hidden": "true"}, drawn)
