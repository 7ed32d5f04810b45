"""The camera: from field units (0.1 mm, y up) to the canvas's CSS pixels (y down) and back; fit, zoom, pan, pinch.

The canvas's bottom may be covered (by the prompt, which grows over it): what is fitted, revealed or panned to comes
into what is free, and the picture stays where it is when that changes, unless the whole field can be shown again.
`key` changes whenever a picture made through the camera is out of date. Nothing here draws.
"""

from __future__ import annotations

from math import ceil

__all__ = ["Camera"]

CLOSEST = 1.4  # CSS pixels a unit: a centimetre of 140 px
MARGIN = 26.0  # room for the centimetre scale, in CSS pixels
LEAST = 0.8  # the whole field is made no smaller, for what is covered, than this share of what the canvas has room for
SMALLEST = 0.044  # CSS pixels a unit: nor, for that, so small that a base of 3 cm is less than 13 px
SHARE = 0.35  # of the canvas: a prompt that covers more is read and answered, and the field is not fitted to it
STRIDE = 1 / 6  # of the canvas: so that the fitted field is not made a little smaller at prompt after prompt


class Camera:
    """What part of the field is seen, and how large."""

    __slots__ = (
        "covered",
        "dpr",
        "fitted",
        "height",
        "kept",
        "left",
        "margin",
        "most",
        "scale",
        "size",
        "top",
        "width",
    )

    def __init__(
        self, size: tuple[int, int] = (6000, 6000), width: float = 600, height: float = 600, dpr: float = 1.0
    ) -> None:
        self.size = size
        self.width, self.height, self.dpr = float(width), float(height), float(dpr)
        self.margin = MARGIN
        self.covered = 0.0  # CSS pixels at the canvas's bottom that something lies over
        self.most = 0.0  # the most that was covered since the field was last fitted: so far up it may be panned
        self.kept = 0.0  # the same without what `SHARE` leaves out: so much the fitted field keeps free, in strides
        self.scale = 1.0  # CSS pixels a unit
        self.left = 0.0  # where the field's left edge is on the canvas
        self.top = 0.0  # where its upper edge is
        self.fitted = True  # whether the whole field is shown and stays so when the canvas is resized
        self.fit()

    @property
    def key(self) -> tuple[float, ...]:
        """Everything that decides what a picture looks like."""
        return (self.scale, self.left, self.top, self.width, self.height, self.dpr, *self.size)

    @property
    def px_per_cm(self) -> float:
        """CSS pixels a centimetre."""
        return self.scale * 100

    @property
    def free(self) -> float:
        """The height of what is not covered, in CSS pixels."""
        return self.height - self.covered

    # --- projection ---

    def to_screen(self, point: tuple[float, float]) -> tuple[float, float]:
        """A field point in CSS pixels."""
        return self.left + point[0] * self.scale, self.top + (self.size[1] - point[1]) * self.scale

    def to_field(self, x: float, y: float) -> tuple[int, int]:
        """A place on the canvas as a field point, whole units; it may lie outside the field."""
        return round((x - self.left) / self.scale), round(self.size[1] - (y - self.top) / self.scale)

    def length(self, units: float) -> float:
        """A length in CSS pixels."""
        return units * self.scale

    def visible(self) -> tuple[int, int, int, int]:
        """The field's part that is seen: x0, y0, x1, y1 in units, inside the field."""
        x0, y1 = self.to_field(0, 0)
        x1, y0 = self.to_field(self.width, self.height)
        return max(0, x0), max(0, y0), min(self.size[0], x1), min(self.size[1], y1)

    # --- changes ---

    def fit_scale(self) -> float:
        """The scale at which the whole field and its margin are seen, above what is covered if that is not too much."""
        whole = min((self.width - 2 * self.margin) / self.size[0], (self.height - 2 * self.margin) / self.size[1])
        above = (self.height - self.kept - 2 * self.margin) / self.size[1]
        return max(0.005, min(whole, max(above, LEAST * whole, SMALLEST)))

    def fit(self) -> None:
        """Show the whole field, centred."""
        self.margin = MARGIN if min(self.width, self.height) >= 480 else 21.0
        self.most = self.kept = 0.0
        self._count()
        self.scale = self.fit_scale()
        self.fitted = True
        self.top = self._rest()
        self._clamp()

    def resize(self, width: float, height: float, dpr: float = 1.0, covered: float = 0.0) -> None:
        """The canvas has another size: keep the whole field, or else the middle of what is free, in place. One that
        was only out of sight shows what it showed.
        """
        middle, before = self.to_field(*self.middle()), (self.width, self.height, self.dpr)
        self.width, self.height, self.dpr = max(1.0, float(width)), max(1.0, float(height)), max(0.5, float(dpr))
        if (self.width, self.height, self.dpr) == before:
            self.cover(covered)
            return
        self.covered = min(covered, self.height)
        if self.fitted:
            self.fit()
        else:
            self.most = self.kept = 0.0
            self._count()
            self.scale = min(CLOSEST, max(self.fit_scale(), self.scale))
            self.centre(middle)

    def cover(self, pixels: float) -> None:
        """So many CSS pixels at the canvas's bottom are covered now. The picture stays, but that the whole field is
        shown again where it was fitted; it is made smaller for a prompt only when none before took as much.
        """
        self.covered = min(pixels, self.height)
        before = self.kept
        self._count()
        if self.fitted:
            if self.kept > before:
                self.scale = self.fit_scale()
            rest = self._rest()
            if self.kept > before or rest + self.length(self.size[1]) <= self.free:
                self.top = rest
            self._clamp()

    def _count(self) -> None:
        self.most = max(self.most, self.covered)
        if self.margin < self.covered <= SHARE * self.height:
            stride = STRIDE * self.height
            self.kept = max(self.kept, ceil(self.covered / stride) * stride)

    def set_field(self, size: tuple[int, int]) -> None:
        """Another match, another field."""
        if size != self.size:
            self.size = size
            self.fit()

    def pan(self, dx: float, dy: float) -> None:
        """Move the picture by CSS pixels."""
        self.left += dx
        self.top += dy
        self._clamp()

    def zoom(self, factor: float, x: float, y: float) -> None:
        """Larger or smaller about a place on the canvas, which stays where it is."""
        old = self.scale
        fit = self.fit_scale()
        self.scale = min(CLOSEST, max(fit, old * factor))
        self.fitted = self.scale <= fit * 1.0001
        ratio = self.scale / old
        self.left = x - (x - self.left) * ratio
        self.top = y - (y - self.top) * ratio
        self._clamp()

    def pinch(self, factor: float, x: float, y: float, dx: float, dy: float) -> None:
        """Two fingers: zoom about their middle and pan by how far it went."""
        self.left += dx
        self.top += dy
        self.zoom(factor, x, y)

    def middle(self) -> tuple[float, float]:
        """The middle of what is free on the canvas."""
        return self.width / 2, self.free / 2

    def centre(self, point: tuple[float, float]) -> None:
        """Bring a field point to the middle of what is free, as far as the edges allow."""
        (x, y), (to_x, to_y) = self.to_screen(point), self.middle()
        self.pan(to_x - x, to_y - y)

    def sees(self, point: tuple[float, float], room: float = 0.0) -> bool:
        """Whether a field point lies in what is free, so many CSS pixels from its edges."""
        x, y = self.to_screen(point)
        return room <= x <= self.width - room and room <= y <= self.free - room

    def reveal(self, point: tuple[float, float], room: float = 48.0) -> bool:
        """Pan no more than needed for a field point to be seen; whether anything changed."""
        x, y = self.to_screen(point)
        room = min(room, self.free / 2)
        dx = max(room - x, 0.0) + min(self.width - room - x, 0.0)
        dy = max(room - y, 0.0) + min(self.free - room - y, 0.0)
        before = self.key
        if dx or dy:
            self.pan(dx, dy)
        return self.key != before

    def _rest(self) -> float:
        """Where the field's upper edge is when the field is panned down: it is centred while it fits."""
        return max(self.margin, (self.height - self.kept - self.length(self.size[1])) / 2)

    def _clamp(self) -> None:
        """Keep the field on the canvas: centred while it fits, else no emptier than its margin, or what was covered."""
        wide, high = self.length(self.size[0]), self.length(self.size[1])
        if wide + 2 * self.margin <= self.width + 0.01:
            self.left = (self.width - wide) / 2
        else:
            self.left = min(self.margin, max(self.width - self.margin - wide, self.left))
        rest = self._rest()
        self.top = min(rest, max(self.height - self.most - self.margin - high, self.top))
