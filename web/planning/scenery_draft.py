"""A piece of scenery that a player designs (TER-2): special rules, form, corners. Pure Python, no js.

Each press is a word, `build:PART:VALUE`, which `Planner.choose` receives; `pressed` applies it to the draft.
"""

from __future__ import annotations

from typing import NamedTuple

from eden_core.cards.scenery_rules import (
    CORNERS,
    LONGEST_SIDE,
    RULES,
    SIZES,
    Rule,
    price,
    size_of,
    why_not_outline,
    why_not_rules,
)
from eden_core.engine.field import outline_at
from eden_core.engine.messages import Build, Point, Spot
from eden_core.errors import Illegal
from eden_core.geometry.plane import area2

__all__ = ["FORMS", "LENGTHS", "STEP", "Draft", "pressed"]

FORMS = ("rectangle", "disc", "ell", "free")
STEP = 50  # units: lengths go in steps of half a centimetre
LENGTHS: dict[str, tuple[str, ...]] = {
    "rectangle": ("width", "height"),
    "disc": ("width",),
    "ell": ("width", "height", "arm"),
    "free": (),
}


class Draft(NamedTuple):
    """The choices made so far; lengths in units of 0.1 mm.

    A draft is designed, then (a free form) drawn, then placed.
    """

    rules: tuple[Rule, ...] = ()
    form: str = "rectangle"
    width: int = 600  # a disc's diameter
    height: int = 400
    arm: int = 200  # the width of an L's arms
    corners: tuple[Point, ...] = ()  # of a free form, as they were tapped on the field
    loose: Spot = ()  # the place of the next corner while it is pointed at
    step: str = "design"  # or "draw", "place"

    @property
    def outline(self) -> tuple[Point, ...]:
        """The outline about its own origin; a disc's is its centre; () for a free form that is not drawn."""
        x, y = self.width // 2, self.height // 2
        if self.form == "rectangle":
            return (-x, -y), (x, -y), (x, y), (-x, y)
        if self.form == "disc":
            return ((0, 0),)
        if self.form == "ell":
            arm = min(self.arm, self.width - STEP, self.height - STEP)
            return (-x, -y), (x, -y), (x, arm - y), (arm - x, arm - y), (arm - x, y), (-x, y)
        if not self.corners:
            return ()
        cx, cy = self.origin
        return tuple((px - cx, py - cy) for px, py in self.corners)

    @property
    def origin(self) -> Point:
        """The middle of a free form where it was drawn."""
        xs, ys = zip(*self.corners)
        return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2

    @property
    def radius(self) -> int:
        """The radius of a disc; 0 for other forms."""
        return self.width // 2 if self.form == "disc" else 0

    def laid(self, at: Point, turn: int) -> tuple[Point, ...]:
        """Return the outline on the field.

        Turned corners are rounded, so a side of 20 cm may have to be shortened by a unit.
        """
        outline = self.outline
        laid = outline_at(outline, at, turn)
        if why_not_outline(laid, self.radius) is None or why_not_outline(outline, self.radius) is not None:
            return laid
        return outline_at(tuple((x - (x > 0) + (x < 0), y - (y > 0) + (y < 0)) for x, y in outline), at, turn)

    def build(self, at: Point, turn: int) -> Build:
        """Return the answer that the draft results in."""
        return Build(self.rules, self.laid(at, turn), self.radius)

    def size(self) -> str:
        """Return "small", "medium", "large" or "imposing" (TER-2); "" while there is no outline to measure."""
        return size_of(self.outline, self.radius) if why_not_outline(self.outline, self.radius) is None else ""

    def cost(self) -> int:
        """Return the cost in scenery points (TER-2); the rules with the least size while there is no outline."""
        return price(self.size() or next(iter(SIZES)), self.rules)

    def faults(self, points: int) -> list[Illegal]:
        """Return all faults that do not depend on the place; `points` are left to pay for the piece."""
        undrawn = self.form == "free" and self.step != "place" and len(self.corners) < CORNERS[0]
        found = [None if undrawn else why_not_outline(self.outline, self.radius), why_not_rules(self.rules)]
        if self.cost() > points:
            found.append(Illegal("too_dear", "TER-1", cost=self.cost(), points=points))
        return [fault for fault in found if fault is not None]

    def may_close(self) -> bool:
        """Return whether the corners form a valid outline."""
        return why_not_outline(self.outline) is None

    def back(self) -> Draft | None:
        """Return the draft one step back: a corner less, or the step before; None if building is given up."""
        if self.step == "draw" and self.corners:
            return self._replace(corners=self.corners[:-1], loose=())
        return self._replace(step="design", loose=()) if self.step != "design" else None


def pressed(draft: Draft, part: str, value: str) -> Draft:
    """Return the draft after a press.

    A press is `form:disc`, `width:650`, `rule:obstacle` (on or off), `x:obstacle 3`, `corner:X Y`, `uncorner:`,
    `field:` (to draw or place it), `close:`, `redraw:` or `design:` (back to rules and form).
    """
    if part == "form" and value in FORMS:
        return draft._replace(form=value)
    if part in ("width", "height", "arm") and value.lstrip("-").isdecimal():
        least = 2 * STEP if part != "arm" else STEP
        return draft._replace(**{part: max(least, min(LONGEST_SIDE, int(value) // STEP * STEP))})  # type: ignore[arg-type]
    if part == "rule" and value in RULES:
        kept = tuple(rule for rule in draft.rules if rule[0] != value)
        return draft._replace(rules=kept if len(kept) < len(draft.rules) else (*kept, (value, 1)))
    if part == "x":
        word, _, x = value.partition(" ")
        return draft._replace(
            rules=tuple(
                (name, max(1, min(RULES[name].most, int(x))) if name == word else old) for name, old in draft.rules
            )
        )
    if part == "corner" and len(draft.corners) < CORNERS[1]:
        px, py = (round(int(number) / STEP) * STEP for number in value.split())
        return draft if (px, py) in draft.corners else draft._replace(corners=(*draft.corners, (px, py)), loose=())
    if part == "uncorner":
        return draft._replace(corners=draft.corners[:-1])
    if part == "field":
        is_drawn = draft.form != "free" or draft.may_close()
        return draft._replace(step="place" if is_drawn else "draw")
    if part == "close" and draft.may_close():
        corners = (
            draft.corners if area2(draft.corners) > 0 else draft.corners[::-1]
        )  # counterclockwise, like all others
        return draft._replace(step="place", corners=corners, loose=())
    if part == "redraw":
        return draft._replace(step="draw", corners=())
    return draft._replace(step="design", loose=()) if part == "design" else draft
