"""The canvas on the page: its size, input passed to the gestures, frames drawn only while something moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from eden_core.analysis.measuring import measure
from eden_core.engine.messages import Event, Point
from eden_core.rules.common.paths import move_length, reach_stepwise
from web.field.canvas import FieldView
from web.field.gestures import Gestures
from web.field.state import Ui
from web.match.session import Session

if TYPE_CHECKING:
    from web.browser.protocol import Page

__all__ = ["Stage"]

SLICE = 8.0  # ms of computing a reach before the browser gets its turn
EDGE = 24.0  # CSS pixels: a place nearer to the prompt or an edge does not count as seen
ENOUGH = 6000.0  # ms after which unfinished bands are given up
LOOKED = 0.9  # seconds before the reach of further moves is computed


class Stage:
    """The field on the screen. The owner sets the callbacks; `show` passes the match to be shown."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.canvas, self.prompt = page.by_id("field"), page.by_id("prompt")
        self.view = FieldView(self.canvas, page.make_canvas)
        self.gestures = Gestures(self.view.camera, self.view.hit)
        self.ui = Ui()
        self.session: Session | None = None
        self.measuring = False
        self.on_measured: Callable[[int], None] = lambda _: None
        self._measure_from: tuple[Point, str] | None = None
        self._bands: tuple[str, int, list[tuple[Point, int]]] = ("", -1, [])
        self._bands_wanted = ("", -1)
        self._told: tuple[float, ...] = ()
        self._at_hand: tuple[Point, ...] = ()
        self.wake = page.frames(self._frame)
        self.gestures.on_change = self.touch
        _listen(page, self.canvas, self.gestures, self.wake)
        page.on_resize(self.canvas, self._resize)
        page.on_resize(self.prompt, lambda *_: self.attend(self._at_hand))

    def _resize(self, width: float, height: float, ratio: float) -> None:
        seen = self._seen(self._at_hand)
        self.view.resize(width, height, ratio, self._covered())
        self._reveal(seen)
        self.wake()

    def _covered(self) -> float:
        """Return how many CSS pixels of the canvas the prompt covers.

        The dice and the tools beside it move out of the way (table.css).
        """
        pixels = self.page.covered(self.canvas, self.prompt)
        if pixels != self.view.camera.covered:
            self.page.set_variable(self.canvas.parentElement, "--covered", f"{pixels}px")
        return pixels

    def _seen(self, points: tuple[Point, ...]) -> list[Point]:
        return [point for point in points if self.view.camera.sees(point, EDGE)]

    def _reveal(self, points: list[Point]) -> None:
        for point in points:
            if not self.view.camera.sees(point, EDGE):
                self.view.camera.reveal(point)

    def attend(self, points: tuple[Point, ...]) -> None:
        """Keep places that concern the player in the uncovered part of the canvas; the last one matters most.

        This is done for new places and for those that were visible. If the player has moved the view away from a place,
        the view stays.
        """
        seen = self._seen(self._at_hand)
        wanted = [point for point in points if point in seen or point not in self._at_hand]
        self._at_hand = points
        self.view.camera.cover(self._covered())
        self._reveal(wanted)
        if self.view.camera.key != self._told:
            self.touch()
            self._tell()

    def _frame(self, now: float) -> bool:
        self.gestures.tick(now)
        wants = self.view.draw(now)
        if self.view.camera.key != self._told:
            self._tell()
        return wants or self.gestures.dragging

    def _tell(self) -> None:
        """Publish where the field lies on the canvas: left, top, pixels per unit, height.

        This serves programs that control the page from outside.
        """
        camera = self.view.camera
        self._told = camera.key
        self.canvas.setAttribute("data-camera", f"{camera.left} {camera.top} {camera.scale} {camera.size[1]}")

    def touch(self) -> None:
        """Redraw the field after a change."""
        self.view.touch()
        self.wake()

    def show(self, session: Session, events: tuple[Event, ...] = ()) -> None:
        """Show the match as it stands, animating the events."""
        self.session = session
        if events:
            self.view.animate(session.match, self.ui, events, self.page.now())
        else:
            self.view.update(session.match, self.ui)
        self.wake()

    def skip(self) -> None:
        """End all motion at once."""
        self.view.animator.skip()
        self.touch()

    def fit(self) -> None:
        """Show the whole field."""
        self.view.camera.fit()
        self.touch()

    # --- reach ---

    def want_bands(self, fighter: str, moves: int) -> None:
        """Request a fighter's reach in so many moves ("" for none).

        It is computed in slices and kept until the next answer.
        """
        match = self.session.match if self.session else None
        if not fighter or match is None or moves <= 0:
            self._bands_wanted = ("", -1)
            self.ui.bands = []
            return
        wanted = (f"{fighter}/{moves}", match.answers)
        self.ui.band_length = move_length(match, match.fighters[fighter]) or 1
        if self._bands[:2] == wanted:
            self.ui.bands = self._bands[2]
            self._bands_wanted = wanted
        elif self._bands_wanted != wanted:
            self._bands_wanted = wanted
            self.ui.bands = []
            self.page.start(self._reach(fighter, moves, wanted))

    async def _reach(self, fighter: str, moves: int, wanted: tuple[str, int]) -> None:
        """Show the reach of one move at once, that of all moves left after the player has looked for a while."""
        for count, grid in ((1, 50), (moves, 100)):
            found = await self._reached(fighter, count * self.ui.band_length, grid, wanted)
            if found is None:
                return
            self.ui.bands = found
            self.touch()
            if moves == 1:
                break
            if count == 1:
                await self.page.wait(LOOKED)
        self._bands = (*wanted, self.ui.bands)

    async def _reached(
        self, fighter: str, limit: int, grid: int, wanted: tuple[str, int]
    ) -> list[tuple[Point, int]] | None:
        """Return the places within a limit, computed in slices; None once something else is wanted."""
        assert self.session is not None
        match = self.session.match
        found: list[tuple[Point, int]] = []
        first = began = self.page.now()
        if self._bands_wanted != wanted:
            return None
        for part in reach_stepwise(match, fighter, limit, grid):
            found.extend(part)
            if self.page.now() - began > SLICE:
                await self.page.wait(0)
                began = self.page.now()
                if self._bands_wanted != wanted or self.session is None or self.session.match is not match:
                    return None
                if began - first > ENOUGH:
                    return None  # too slow on this field; a Move is judged without it
        return found

    # --- measuring (GEN-1) ---

    def measure(self, wanted: bool) -> None:
        """Take the measuring tape, or put it away."""
        self.measuring, self._measure_from = wanted, None
        self.ui.measure, self.ui.measure_length = (), -1
        self.touch()

    def measure_tap(self, point: Point, what: str, done: bool = True) -> None:
        """Set an end of the measuring tape; `what` stands there."""
        if self._measure_from is None:
            if done:
                self._measure_from = (point, what)
            return
        assert self.session is not None
        start, from_what = self._measure_from
        laid = measure(self.session.match, start, from_what, point, what)
        self.ui.measure, self.ui.measure_length = (laid.start, laid.end), laid.length
        if done:
            self.on_measured(laid.length)
            self._measure_from = None
        self.touch()


def _listen(page: Page, canvas: Any, gestures: Gestures, wake: Callable[[], None]) -> None:
    """Pass pointer, wheel and key input on the canvas to the gestures; it never scrolls the page."""

    def down(event: Any) -> None:
        page.focus_quietly(canvas)
        if event.button != 2:
            canvas.setPointerCapture(event.pointerId)
        gestures.pointer_down(
            event.pointerId, event.offsetX, event.offsetY, event.pointerType, event.button, page.now()
        )
        wake()

    def move(event: Any) -> None:
        gestures.pointer_move(event.pointerId, event.offsetX, event.offsetY, page.now())
        wake()

    def up(event: Any) -> None:
        gestures.pointer_up(event.pointerId, event.offsetX, event.offsetY, page.now())
        wake()

    def wheel(event: Any) -> None:
        event.preventDefault()
        gestures.wheel(event.offsetX, event.offsetY, event.deltaY, event.deltaMode, event.ctrlKey)

    def key(event: Any) -> None:
        if not event.altKey and not event.metaKey and gestures.key(event.key, event.shiftKey, event.ctrlKey):
            event.preventDefault()
            event.stopPropagation()
            wake()

    page.listen(canvas, "pointerdown", down)
    page.listen(canvas, "pointermove", move)
    page.listen(canvas, "pointerup", up)
    page.listen(canvas, "pointercancel", lambda event: gestures.pointer_cancel(event.pointerId))
    page.listen(canvas, "pointerleave", lambda event: gestures.pointer_leave())
    page.listen(canvas, "contextmenu", lambda event: event.preventDefault())
    page.listen(canvas, "wheel", wheel, passive=False)
    page.listen(canvas, "keydown", key)
