"""Gestures out of plain numbers: tap, hover, drag, pan, pinch, wheel, long press, and the keyboard's cursor.

The shell feeds pointer, wheel and key events in canvas pixels; this calls back in field units. A drag begins on what
`may_drag` says can be dragged; anywhere else the field is panned. The shell keeps the page from scrolling.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot

from web.field.projection import Camera
from web.field.state import Point, Spot

__all__ = ["Gestures"]

Hit = Callable[[float, float, float], str]
SLIP = {"mouse": 4.0, "pen": 6.0, "touch": 9.0}  # pixels a pointer may wander and still tap
FINGER = 10.0  # pixels more round a base for a finger
LONG = 520.0  # ms
SNAP = 14.0  # pixels


def _nothing(*_: object) -> None:
    """The call of a gesture that nobody listens to."""


class Gestures:
    """The recogniser; the shell sets the `on_…` callbacks it wants."""

    def __init__(self, camera: Camera, hit: Hit) -> None:
        self.camera = camera
        self.hit = hit
        self.on_tap: Callable[[Point, str], None] = _nothing
        self.on_info: Callable[[Point, str], None] = _nothing  # long press, or the right button on something
        self.on_back: Callable[[], None] = _nothing  # Escape, or the right button on nothing
        self.on_hover: Callable[[Spot, str], None] = _nothing  # () when the pointer leaves
        self.on_drag: Callable[[Point, Point, str], None] = _nothing  # start, where it is now, what was seized
        self.on_drag_end: Callable[[Point, Point, str], None] = _nothing
        self.on_drag_cancel: Callable[[], None] = _nothing
        self.on_change: Callable[[], None] = _nothing  # the camera has moved
        self.on_cursor: Callable[[Point], None] = _nothing
        self.on_enter: Callable[[Point, str], None] = _nothing  # Enter at the cursor
        self.may_drag: Callable[[Point, str], bool] = lambda _, hit: bool(hit)
        self.snaps: Sequence[Point] = ()  # where the cursor may snap to
        self.cursor: Spot = ()
        self._down: dict[int, tuple[float, float]] = {}
        self._first: tuple[float, float] = (0.0, 0.0)
        self._seized = ""
        self._kind = "mouse"
        self._pressed_at = 0.0
        self._state = ""  # "", press, drag, pan, pinch, done
        self._draggable = False

    @property
    def dragging(self) -> bool:
        """Whether something is being dragged."""
        return self._state == "drag"

    # --- pointers ---

    def pointer_down(
        self, pointer: int, x: float, y: float, kind: str = "mouse", button: int = 0, now: float = 0.0
    ) -> None:
        """A button or a finger goes down; `kind` mouse, pen or touch; `button` as the DOM counts them."""
        self._kind = kind if kind in SLIP else "mouse"
        if button == 2:
            what = self._hit(x, y)
            if self._state == "drag":
                self._cancel_drag()
            elif what:
                self.on_info(self.camera.to_field(x, y), what)
            else:
                self.on_back()
            return
        self._down[pointer] = (x, y)
        if len(self._down) == 2:
            if self._state == "drag":
                self._cancel_drag()
            self._state = "pinch"
        elif len(self._down) == 1:
            self._first, self._pressed_at = (x, y), now
            self._seized = self._hit(x, y)
            self._draggable = button == 0 and self.may_drag(self.camera.to_field(x, y), self._seized)
            self._state = "press" if button == 0 else "pan"

    def pointer_move(self, pointer: int, x: float, y: float, now: float = 0.0) -> None:
        """A pointer has moved; one that is not down hovers."""
        if pointer not in self._down:
            if not self._down:
                self.on_hover(self.camera.to_field(x, y), self._hit(x, y))
            return
        old = self._down[pointer]
        if self._state == "pinch":
            self._pinch(pointer, x, y)
            return
        self._down[pointer] = (x, y)
        if self._state == "press" and hypot(x - self._first[0], y - self._first[1]) > SLIP[self._kind]:
            self._state = "drag" if self._draggable else "pan"
            old = self._first
        if self._state == "drag":
            self.on_drag(self.camera.to_field(*self._first), self.camera.to_field(x, y), self._seized)
        elif self._state == "pan":
            self.camera.pan(x - old[0], y - old[1])
            self.on_change()

    def pointer_up(self, pointer: int, x: float, y: float, now: float = 0.0) -> None:
        """A button or a finger comes up."""
        if pointer not in self._down:
            return
        del self._down[pointer]
        state, self._state = self._state, ("done" if self._down else "")
        if state == "press":
            self.on_tap(self.camera.to_field(x, y), self._seized)
        elif state == "drag":
            self.on_drag_end(self.camera.to_field(*self._first), self.camera.to_field(x, y), self._seized)
        elif state == "pinch" and self._down:
            self._state = "pan"  # one finger left: go on panning with it

    def pointer_cancel(self, pointer: int) -> None:
        """The system has taken the pointer away."""
        self._down.pop(pointer, None)
        if self._state == "drag":
            self._cancel_drag()
        self._state = "done" if self._down else ""

    def pointer_leave(self) -> None:
        """The pointer has left the canvas."""
        if not self._down:
            self.on_hover((), "")

    def tick(self, now: float) -> None:
        """The time, once a frame while a pointer is down: a long press asks for information."""
        if self._state == "press" and self._kind != "mouse" and now - self._pressed_at >= LONG:
            self._state = "done"
            self.on_info(self.camera.to_field(*self._first), self._seized)

    def wheel(self, x: float, y: float, delta: float, mode: int = 0, fine: bool = False) -> None:
        """Zoom about the pointer; `delta` pixels (mode 0), lines (1) or pages (2); `fine` a trackpad's pinch."""
        step = delta * (1, 24, 240)[mode if mode in (0, 1, 2) else 0]
        step = max(-240.0, min(240.0, step))
        self.camera.zoom(1.0018 ** (-step * (4.0 if fine else 1.0)), x, y)
        self.on_change()

    def _pinch(self, pointer: int, x: float, y: float) -> None:
        other = next(place for name, place in self._down.items() if name != pointer)
        old = self._down[pointer]
        self._down[pointer] = (x, y)
        before, after = hypot(old[0] - other[0], old[1] - other[1]), hypot(x - other[0], y - other[1])
        middle = ((x + other[0]) / 2, (y + other[1]) / 2)
        factor = after / before if before > 8 and after > 8 else 1.0
        self.camera.pinch(factor, *middle, (x - old[0]) / 2, (y - old[1]) / 2)
        self.on_change()

    def _cancel_drag(self) -> None:
        self._state = "done"
        self.on_drag_cancel()

    def _hit(self, x: float, y: float) -> str:
        return self.hit(x, y, FINGER if self._kind == "touch" else 0.0)

    # --- keyboard ---

    def key(self, name: str, shift: bool = False, ctrl: bool = False) -> bool:
        """A key as the DOM names it; whether it was one of ours. Arrows go 1 cm, with shift 1 mm, with ctrl to the
        next place to snap to; Enter answers at the cursor; plus, minus and 0 zoom; Escape backs out."""
        if name in _ARROWS:
            self._arrow(_ARROWS[name], shift, ctrl)
        elif name == "Enter" and self.cursor:
            self.on_enter(self.cursor, self._hit(*self.camera.to_screen(self.cursor)))
        elif name in ("+", "=", "-") and not ctrl:
            at = self.camera.to_screen(self.cursor) if self.cursor else self.camera.middle()
            self.camera.zoom(0.8 if name == "-" else 1.25, *at)
            self.on_change()
        elif name == "0" and not ctrl:
            self.camera.fit()
            self.on_change()
        elif name == "Escape":
            if self._state == "drag":
                self._cancel_drag()
            else:
                self.on_back()
        else:
            return False
        return True

    def set_cursor(self, point: Spot) -> None:
        """Put the cursor somewhere (or take it away) without telling anybody but the camera."""
        self.cursor = point
        if point and self.camera.reveal(point):
            self.on_change()

    def _arrow(self, way: Point, shift: bool, ctrl: bool) -> None:
        width, height = self.camera.size
        if not self.cursor:
            point: Point = self.camera.to_field(*self.camera.middle())
            point = (round(point[0] / 100) * 100, round(point[1] / 100) * 100)
        elif ctrl:
            point = self._next_snap(self.cursor, way)
        else:
            step = 10 if shift else 100
            point = (self.cursor[0] + way[0] * step, self.cursor[1] + way[1] * step)
        point = (min(width, max(0, point[0])), min(height, max(0, point[1])))
        self.set_cursor(point)
        self.on_cursor(point)

    def _next_snap(self, cursor: Point, way: Point) -> Point:
        """The nearest place to snap to that lies more that way than aside."""
        best, least = cursor, 1 << 60
        for point in self.snaps:
            dx, dy = point[0] - cursor[0], point[1] - cursor[1]
            ahead = dx * way[0] + dy * way[1]
            aside = abs(dx * way[1]) + abs(dy * way[0])
            if ahead > 0 and ahead >= aside and ahead * ahead + 4 * aside * aside < least:
                best, least = point, ahead * ahead + 4 * aside * aside
        return best

    def snapped(self, point: Point) -> Point:
        """A place, or the place to snap to if one is near enough on the screen."""
        reach = SNAP / self.camera.scale
        near = [(hypot(s[0] - point[0], s[1] - point[1]), s) for s in self.snaps]
        away, best = min(near, default=(reach + 1, point))
        return best if away <= reach else point


_ARROWS: dict[str, Point] = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, 1), "ArrowDown": (0, -1)}
