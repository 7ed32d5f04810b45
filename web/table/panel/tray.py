"""The dice tray, where dice fall, settle and show their result, and the banner over the field."""

from __future__ import annotations

from web.i18n.catalogue import Words
from web.match.wording import Said
from web.ui.controls import p_class
from web.ui.nodes import Node, h

__all__ = ["banner", "tray"]

# The places of the pips on a face, in a box of 32.
PIPS = {
    1: ((16, 16),),
    2: ((8, 8), (24, 24)),
    3: ((7, 7), (16, 16), (25, 25)),
    4: ((8, 8), (24, 8), (8, 24), (24, 24)),
    5: ((7, 7), (25, 7), (16, 16), (7, 25), (25, 25)),
    6: ((8, 7), (24, 7), (8, 16), (24, 16), (8, 25), (24, 25)),
}


def _die(face: int, hit: bool, judged: bool, falls: bool, key: str) -> Node:
    style = " falls" if falls else ""
    if judged:
        style += " hit" if hit else " miss"
    pips = [h("circle", {"cx": x, "cy": y, "r": "3.4", "fill": "currentColor"}) for x, y in PIPS[face]]
    return h("span", {"class": f"die{style}", "data-face": face}, h("svg", {"viewBox": "0 0 32 32"}, pips), key=key)


def tray(words: Words, said: Said, number: int, difficulty: int, falls: bool, settled: bool, old: bool) -> Node:
    """Return one roll of dice; each `number` makes a new element."""
    judged = settled and difficulty > 0
    dice = [_die(face, hit, judged, falls, f"{number}.{place}") for place, (face, hit) in enumerate(said.faces)]
    need = words("roll.difficulty", d=difficulty) if difficulty else ""
    return h(
        "div",
        {
            "class": f"throw {p_class(said.player)}{' is-old' if old else ''}",
            "data-throw": number,
            "data-settled": str(settled).lower(),
        },
        h("p", None, h("b", None, said.text), f" · {need}" if need else ""),
        h(
            "div",
            {"class": "dice"},
            dice,
            h("span", {"class": "result"}, said.result) if settled and said.result else None,
        ),
        key=f"throw{number}",
    )


def banner(text: str, small: str, number: int) -> Node:
    """Return a line that appears over the field for a while."""
    return h("div", {"class": "banner"}, text, h("small", None, small) if small else None, key=f"banner{number}")
