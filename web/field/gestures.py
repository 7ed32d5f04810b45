"""Gesture recognition: tap, hover, drag, pan, pinch, wheel, long press, and the keyboard's cursor.

The caller passes in pointer, wheel and key events in canvas pixels and receives callbacks in field units. A drag
starts on what `may_drag` accepts; anywhere else the field is panned. Preventing the page from scrolling is left to
the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot

from web.field.projection import Camera
from web.field.state import Point, Spot

__all__ = ["Gestures"]

Hit = Callable[[float, float, float], str]
SLIP = {"mouse": 4.0, "pen": 6.0, "touch": 9.0}  # pixels a pointer may move during a tap
FINGER = 10.0  # pixels added around a base for a finger
LONG = 520.0  # ms of a long press
SNAP = 14.0  # pixels from a point at which a place snaps to it


def _nothing(*_: object) -> None:
    """Do nothing; the default of every callback."""


class Gestures:
    """The gesture recogniser; the owner assigns the `on_…` callbacks it needs."""

    def __init__(self, camera: Camera, hit: Hit) -> None:
        self.camera = camera
        self.hit = hit
        self.on_tap: Callable[[Point, str], None] = _nothing
        self.on_info: Callable[[Point, str], None] = _nothing  # long press, or right button on something
        self.on_back: Callable[[], None] = _nothing  # Escape, or right button on empty ground
        self.on_hover: Callable[[Spot, str], None] = _nothing  # () when the pointer leaves
        self.on_drag: Callable[[Point, Point, str], None] = _nothing  # start, current point, id of what is dragged
        self.on_drag_end: Callable[[Point, Point, str], None] = _nothing
        self.on_drag_cancel: Callable[[], None] = _nothing
        self.on_change: Callable[[], None] = _nothing  # the camera has moved
        self.on_cursor: Callable[[Point], None] = _nothing
        self.on_enter: Callable[[Point, str], None] = _nothing  # Enter at the cursor
        self.may_drag: Callable[[Point, str], bool] = lambda _, hit: bool(hit)
        self.snaps: Sequence[Point] = ()  # points that the cursor may snap to
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
        """Return whether a drag is in progress."""
        return self._state == "drag"

    # --- pointers ---

    def pointer_down(
        self, pointer: int, x: float, y: float, kind: str = "mouse", button: int = 0, now: float = 0.0
    ) -> None:
        """Handle a pointer going down; `kind` is mouse, pen or touch, `button` the DOM's number of the button."""
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
        """Handle a pointer's movement: a hover if it is not down."""
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
        """Handle a pointer going up."""
        if pointer not in self._down:
            return
        del self._down[pointer]
        state, self._state = self._state, ("done" if self._down else "")
        if state == "press":
            self.on_tap(self.camera.to_field(x, y), self._seized)
        elif state == "drag":
            self.on_drag_end(self.camera.to_field(*self._first), self.camera.to_field(x, y), self._seized)
        elif state == "pinch" and self._down:
            self._state = "pan"  # the remaining finger continues panning

    def pointer_cancel(self, pointer: int) -> None:
        """Handle a pointer that the system has cancelled."""
        self._down.pop(pointer, None)
        if self._state == "drag":
            self._cancel_drag()
        self._state = "done" if self._down else ""

    def pointer_leave(self) -> None:
        """Handle the pointer leaving the canvas."""
        if not self._down:
            self.on_hover((), "")

    def tick(self, now: float) -> None:
        """Detect a long press; call it once a frame while a pointer is down, with the time in ms."""
        if self._state == "press" and self._kind != "mouse" and now - self._pressed_at >= LONG:
            self._state = "done"
            self.on_info(self.camera.to_field(*self._first), self._seized)

    def wheel(self, x: float, y: float, delta: float, mode: int = 0, fine: bool = False) -> None:
        """Zoom around the pointer.

        `delta` is in pixels (mode 0), lines (mode 1) or pages (mode 2); `fine` marks a pinch on a trackpad.
        """
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
        """Handle a key, by its DOM name; return whether it was handled.

        Arrows move the cursor by 1 cm, with shift by 1 mm, with ctrl to the next snap point. Enter answers at the
        cursor; plus, minus and 0 zoom; Escape cancels.
        """
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
        """Move the cursor, or remove it with `()`, without calling `on_cursor`; the camera reveals it."""
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
        """Return the nearest snap point whose distance in the given direction exceeds that to the side."""
        best, least = cursor, 1 << 60
        for point in self.snaps:
            dx, dy = point[0] - cursor[0], point[1] - cursor[1]
            ahead = dx * way[0] + dy * way[1]
            aside = abs(dx * way[1]) + abs(dy * way[0])
            if ahead > 0 and ahead >= aside and ahead * ahead + 4 * aside * aside < least:
                best, least = point, ahead * ahead + 4 * aside * aside
        return best

    def snapped(self, point: Point) -> Point:
        """Return the nearest snap point within `SNAP` pixels on the screen, else the point itself."""
        reach = SNAP / self.camera.scale
        near = [(hypot(s[0] - point[0], s[1] - point[1]), s) for s in self.snaps]
        away, best = min(near, default=(reach + 1, point))
        return best if away <= reach else point


_ARROWS: dict[str, Point] = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, 1), "ArrowDown": (0, -1)}
