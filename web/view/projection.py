"""The camera: from field units (0.1 mm, y up) to the canvas's CSS pixels (y down) and back; fit, zoom, pan, pinch.

`key` changes whenever a picture made through the camera is out of date. Nothing here draws.
"""

from __future__ import annotations

__all__ = ["Camera"]

CLOSEST = 1.4          # CSS pixels a unit: a centimetre of 140 px
MARGIN = 26.0          # room for the centimetre scale, in CSS pixels


class Camera:
    """What part of the field is seen, and how large."""

    __slots__ = ("size", "width", "height", "dpr", "scale", "left", "top", "margin", "fitted")

    def __init__(self, size: tuple[int, int] = (6000, 6000), width: float = 600, height: float = 600,
                 dpr: float = 1.0) -> None:
        self.size = size
        self.width, self.height, self.dpr = float(width), float(height), float(dpr)
        self.margin = MARGIN
        self.scale = 1.0             # CSS pixels a unit
        self.left = 0.0              # where the field's left edge is on the canvas
        self.top = 0.0               # where its upper edge is
        self.fitted = True           # whether the whole field is shown and stays so when the canvas is resized
        self.fit()

    @property
    def key(self) -> tuple[float, ...]:
        """Everything that decides what a picture looks like."""
        return (self.scale, self.left, self.top, self.width, self.height, self.dpr, *self.size)

    @property
    def px_per_cm(self) -> float:
        """CSS pixels a centimetre."""
        return self.scale * 100

    # --- projection ----------------------------------------------------------------------------------------------

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

    # --- changes -------------------------------------------------------------------------------------------------

    def fit_scale(self) -> float:
        """The scale at which the whole field and its margin are seen."""
        return max(0.005, min((self.width - 2 * self.margin) / self.size[0],
                              (self.height - 2 * self.margin) / self.size[1]))

    def fit(self) -> None:
        """Show the whole field, centred."""
        self.margin = MARGIN if min(self.width, self.height) >= 480 else 21.0
        self.scale = self.fit_scale()
        self.fitted = True
        self._clamp()

    def resize(self, width: float, height: float, dpr: float = 1.0) -> None:
        """The canvas has another size: keep the whole field, or else the middle of the picture, in place."""
        middle = self.to_field(self.width / 2, self.height / 2)
        self.width, self.height, self.dpr = max(1.0, float(width)), max(1.0, float(height)), max(0.5, float(dpr))
        if self.fitted:
            self.fit()
        else:
            self.scale = min(CLOSEST, max(self.fit_scale(), self.scale))
            self.centre(middle)

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

    def centre(self, point: tuple[float, float]) -> None:
        """Bring a field point to the middle, as far as the edges allow."""
        x, y = self.to_screen(point)
        self.pan(self.width / 2 - x, self.height / 2 - y)

    def reveal(self, point: tuple[float, float], room: float = 48.0) -> bool:
        """Pan no more than needed for a field point to be seen; whether anything changed."""
        x, y = self.to_screen(point)
        dx = max(room - x, 0.0) + min(self.width - room - x, 0.0)
        dy = max(room - y, 0.0) + min(self.height - room - y, 0.0)
        before = self.key
        if dx or dy:
            self.pan(dx, dy)
        return self.key != before

    def _clamp(self) -> None:
        """Keep the field on the canvas: centred while it fits, else no emptier than its margin."""
        self.left = _kept(self.left, self.size[0] * self.scale, self.width, self.margin)
        self.top = _kept(self.top, self.size[1] * self.scale, self.height, self.margin)


def _kept(start: float, extent: float, room: float, margin: float) -> float:
    if extent + 2 * margin <= room + 0.01:
        return (room - extent) / 2
    return min(margin, max(room - margin - extent, start))
