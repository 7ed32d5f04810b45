"""What a finger, a mouse or the keyboard's cursor does on the field: taps, hovers and drags that shape the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eden_core.engine.messages import Point
from web.match.wording import piece_label, refusal_text

if TYPE_CHECKING:
    from web.table.controller import Play

__all__ = ["Pointing"]

NEAR = 16  # pixels: a tap so near a ghost means the ghost
DRAGGED = ("move", "deploy", "place", "tactic", "ability", "blast", "throw", "npf", "swim")


class Pointing:
    """Listens to the stage's gestures for a match on the screen."""

    def __init__(self, play: Play) -> None:
        self.play = play
        gestures = play.stage.gestures
        gestures.on_tap = self._tap
        gestures.on_hover = self._hover
        gestures.on_back = play.back
        gestures.on_info = lambda point, what: play.select(what)
        gestures.on_drag = lambda start, point, what: self._point_at(point, False)
        gestures.on_drag_end = lambda start, point, what: self._point_at(point, True)
        gestures.on_cursor = self._cursor
        gestures.on_enter = self._tap
        gestures.may_drag = self._may_drag

    def _tap(self, point: Point, what: str) -> None:
        play = self.play
        if play.session is None or play.planner is None:
            return
        if play.stage.measuring:
            play.stage.measure_tap(point, what)
            return
        if play.falling:
            play.course.pause.hurry()
            play.stage.skip()
            return
        fighter = what if what in play.session.match.fighters else ""
        plan = play.planner.plan
        if plan.draft is not None and play.planner.draws:
            closes = plan.draft.may_close() and self._near(point, plan.draft.corners[0])
            play.planner.choose("build:close:" if closes else f"build:corner:{point[0]} {point[1]}")
            play.changed()
            return
        if plan.pinned and plan.at and self._near(point, plan.at) and play.planner.is_ready():
            play.commit()
            return
        if not play.planner.tap(point, what) and (fighter or self._tells(what)):
            play.selected = "" if play.selected == what else what
        play.changed()

    def _tells(self, what: str) -> bool:
        """Whether there is a piece of scenery with special rules to tell of (TER-3)."""
        piece = self.play.session.match.pieces.get(what) if self.play.session is not None else None
        return piece is not None and bool(piece.territory)

    def _near(self, one: Point, other: Point) -> bool:
        reach = NEAR / self.play.stage.view.camera.scale
        return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 <= reach * reach

    def _hover(self, point: Any, what: str) -> None:
        play = self.play
        if play.session is None or play.planner is None:
            return
        fighter = what if what in play.session.match.fighters else ""
        play.stage.ui.hover = fighter
        play.point_out(what if self._tells(what) else "")
        plan = play.planner.plan
        if play.stage.measuring:
            if point:
                play.stage.measure_tap(point, what, done=False)
        elif play.session.decision is not None and not play.falling and not plan.pinned:
            if not point or fighter or (plan.mode == "move" and self._tells(what) and play.planner.is_shut(what)):
                if plan.at and not plan.target:
                    plan.at, plan.path = (), ()
                    play.fill()
            else:
                plan.held = False
                if play.planner.tap(point, pin=False):
                    play.fill()
        play.stage.touch()

    def _point_at(self, point: Point, pin: bool) -> None:
        play = self.play
        if play.planner is None or play.session is None or play.falling:
            return
        play.planner.plan.pinned, play.planner.plan.held = False, not pin
        if play.planner.tap(point, pin=pin):
            play.fill()
            play.stage.touch()
            if pin:
                play.render()

    def _may_drag(self, point: Point, what: str) -> bool:
        play = self.play
        if play.session is None or play.planner is None or play.falling or play.stage.measuring:
            return False
        plan, actor = play.planner.plan, play.planner.actor()
        if plan.mode not in DRAGGED:
            return False
        return bool(plan.at and self._near(point, plan.at)) or (
            actor is not None and what == actor.id and plan.mode in ("move", "npf")
        )

    def _cursor(self, point: Point) -> None:
        play = self.play
        play.stage.ui.cursor = point
        words = play.table.words
        here = words("ui.cursor", x=point[0] // 100, y=point[1] // 100)
        if play.stage.measuring:
            camera = play.stage.view.camera
            play.stage.measure_tap(point, play.stage.view.hit(*camera.to_screen(point)), done=False)
            play.table.say(f"{here} {words.cm(play.stage.ui.measure_length)}" if play.stage.ui.measure else here)
            return
        self._point_at(point, True)
        refusal = play.planner.why_not() if play.planner else None
        told = refusal_text(words, play.session, refusal) if refusal else ""
        play.table.say(" ".join(filter(None, (here, self._what_is_at(point), told))))
        play.stage.touch()

    def _what_is_at(self, point: Point) -> str:
        """Whose base, or which piece with its special rules, the cursor is on: in words."""
        session, view = self.play.session, self.play.stage.view
        what = view.hit(*view.camera.to_screen(point))
        if session is None or not what:
            return ""
        piece = session.match.pieces.get(what)
        if piece is not None:
            return f"{piece_label(self.play.table.words, piece)}."
        return f"{session.name(what)}." if what in session.match.fighters else ""

    def measured(self, length: int) -> None:
        """Says a length that was measured."""
        play = self.play
        play.table.say(play.table.words("ui.measured", length=play.table.words.cm(length)))
