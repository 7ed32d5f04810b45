"""Input on the field by finger, mouse or the keyboard's cursor: taps, hovers and drags that shape the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eden_core.engine.messages import Point
from web.match.wording import piece_label, refusal_text

if TYPE_CHECKING:
    from web.table.screen import Screen

__all__ = ["Pointer"]

NEAR = 16  # pixels: a tap within this distance of a ghost counts as on it
DRAGGED = ("move", "deploy", "place", "tactic", "ability", "blast", "throw", "npf", "swim")


def _nothing(*_: object) -> None:
    """Ignore a gesture while no match is shown."""


class Pointer:
    """The handler of the stage's gestures for a match on the screen."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        gestures = screen.stage.gestures
        gestures.on_tap = self._tap
        gestures.on_hover = self._hover
        gestures.on_back = screen.back
        gestures.on_info = lambda point, what: screen.select(what)
        gestures.on_drag = lambda start, point, what: self._point_at(point, False)
        gestures.on_drag_end = lambda start, point, what: self._point_at(point, True)
        gestures.on_cursor = self._cursor
        gestures.on_enter = self._tap
        gestures.may_drag = self._may_drag

    def end(self) -> None:
        """Stop handling gestures."""
        gestures = self.screen.stage.gestures
        gestures.on_tap = gestures.on_hover = gestures.on_back = gestures.on_info = _nothing
        gestures.on_drag = gestures.on_drag_end = gestures.on_cursor = gestures.on_enter = _nothing
        gestures.may_drag = lambda *_: False

    def _tap(self, point: Point, what: str) -> None:
        screen = self.screen
        if screen.stage.measuring:
            screen.stage.measure_tap(point, what)
            return
        if screen.falling:
            screen.hurry()
            screen.stage.skip()
            return
        fighter = what if what in screen.session.match.fighters else ""
        plan = screen.planner.plan
        if plan.draft is not None and screen.planner.draws:
            closes = plan.draft.may_close() and self._near(point, plan.draft.corners[0])
            screen.planner.choose("build:close:" if closes else f"build:corner:{point[0]} {point[1]}")
            screen.changed()
            return
        if plan.pinned and plan.at and self._near(point, plan.at) and screen.planner.preview.is_ready:
            screen.commit()
            return
        if not screen.planner.tap(point, what) and (fighter or self._tells(what)):
            screen.selected = "" if screen.selected == what else what
        screen.changed()

    def _tells(self, what: str) -> bool:
        """Return whether this is a piece of scenery with special rules to show (TER-3)."""
        piece = self.screen.session.match.pieces.get(what)
        return piece is not None and bool(piece.territory)

    def _near(self, one: Point, other: Point) -> bool:
        reach = NEAR / self.screen.stage.view.camera.scale
        return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 <= reach * reach

    def _hover(self, point: Any, what: str) -> None:
        screen = self.screen
        fighter = what if what in screen.session.match.fighters else ""
        screen.stage.ui.hover = fighter
        screen.point_out(what if self._tells(what) else "")
        plan = screen.planner.plan
        if screen.stage.measuring:
            if point:
                screen.stage.measure_tap(point, what, done=False)
        elif screen.session.decision is not None and not screen.falling and not plan.pinned:
            if not point or fighter or (plan.mode == "move" and self._tells(what) and screen.planner.is_shut(what)):
                if plan.at and not plan.target:
                    plan.at, plan.path = (), ()
                    screen.fill()
            else:
                plan.held = False
                if screen.planner.tap(point, pin=False):
                    screen.fill()
        screen.stage.touch()

    def _point_at(self, point: Point, pin: bool) -> None:
        screen = self.screen
        if screen.falling:
            return
        screen.planner.plan.pinned, screen.planner.plan.held = False, not pin
        if screen.planner.tap(point, pin=pin):
            screen.fill()
            screen.stage.touch()
            if pin:
                screen.render()

    def _may_drag(self, point: Point, what: str) -> bool:
        screen = self.screen
        if screen.falling or screen.stage.measuring:
            return False
        plan, actor = screen.planner.plan, screen.planner.actor()
        if plan.mode not in DRAGGED:
            return False
        return bool(plan.at and self._near(point, plan.at)) or (
            actor is not None and what == actor.id and plan.mode in ("move", "npf")
        )

    def _cursor(self, point: Point) -> None:
        screen = self.screen
        screen.stage.ui.cursor = point
        words = screen.panels.words
        here = words("ui.cursor", x=point[0] // 100, y=point[1] // 100)
        if screen.stage.measuring:
            camera = screen.stage.view.camera
            screen.stage.measure_tap(point, screen.stage.view.hit(*camera.to_screen(point)), done=False)
            screen.panels.say(f"{here} {words.cm(screen.stage.ui.measure_length)}" if screen.stage.ui.measure else here)
            return
        self._point_at(point, True)
        refusal = screen.planner.preview.refusal
        told = refusal_text(words, screen.session, refusal) if refusal else ""
        screen.panels.say(" ".join(filter(None, (here, self._what_is_at(point), told))))
        screen.stage.touch()

    def _what_is_at(self, point: Point) -> str:
        """Return in words the fighter, or the piece with its special rules, at the cursor."""
        session, view = self.screen.session, self.screen.stage.view
        what = view.hit(*view.camera.to_screen(point))
        if not what:
            return ""
        piece = session.match.pieces.get(what)
        if piece is not None:
            return f"{piece_label(self.screen.panels.words, piece)}."
        return f"{session.name(what)}." if what in session.match.fighters else ""

    def measured(self, length: int) -> None:
        """Say a measured length to a screen reader."""
        screen = self.screen
        screen.panels.say(screen.panels.words("ui.measured", length=screen.panels.words.cm(length)))
