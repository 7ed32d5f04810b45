"""The camera: conversion between field units (0.1 mm, y up) and CSS pixels (y down), with fit, zoom, pan and pinch.

The prompt may cover the bottom of the canvas. Fitting, revealing and panning use the free part above it; when the
covered height changes, the picture stays in place unless the whole field can be shown again. `key` changes whenever a
picture drawn through the camera is out of date.
"""

from __future__ import annotations

from math import ceil

__all__ = ["Camera"]

CLOSEST = 1.4  # maximum scale in CSS pixels per unit (140 px per centimetre)
MARGIN = 26.0  # room for the centimetre scale, in CSS pixels
LEAST = 0.8  # the fitted field keeps at least this share of its size on an uncovered canvas
SMALLEST = 0.044  # minimum scale of the fitted field in CSS pixels per unit: a base of 3 cm keeps 13 px
SHARE = 0.35  # of the canvas's height: the field is not fitted above a prompt that covers more than this
STRIDE = 1 / 6  # of the canvas's height: the kept height grows in such steps, so the field seldom changes size


class Camera:
    """The visible part of the field and its scale."""

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
        self.covered = 0.0  # height at the canvas's bottom that is covered, in CSS pixels
        self.most = 0.0  # greatest covered height since the last fit; the field may be panned up that far
        self.kept = 0.0  # height that the fitted field leaves free, in strides; ignores prompts above `SHARE`
        self.scale = 1.0  # CSS pixels per unit
        self.left = 0.0  # x of the field's left edge on the canvas
        self.top = 0.0  # y of the field's upper edge on the canvas
        self.fitted = True  # whether the whole field is shown, and stays so when the canvas is resized
        self.fit()

    @property
    def key(self) -> tuple[float, ...]:
        """All values that a picture drawn through the camera depends on."""
        return (self.scale, self.left, self.top, self.width, self.height, self.dpr, *self.size)

    @property
    def px_per_cm(self) -> float:
        """CSS pixels per centimetre."""
        return self.scale * 100

    @property
    def free(self) -> float:
        """Height of the part of the canvas that is not covered, in CSS pixels."""
        return self.height - self.covered

    # --- projection ---

    def to_screen(self, point: tuple[float, float]) -> tuple[float, float]:
        """Convert a field point to CSS pixels."""
        return self.left + point[0] * self.scale, self.top + (self.size[1] - point[1]) * self.scale

    def to_field(self, x: float, y: float) -> tuple[int, int]:
        """Convert CSS pixels to a field point in whole units, which may lie outside the field."""
        return round((x - self.left) / self.scale), round(self.size[1] - (y - self.top) / self.scale)

    def length(self, units: float) -> float:
        """Convert a length in field units to CSS pixels."""
        return units * self.scale

    def visible(self) -> tuple[int, int, int, int]:
        """Return the visible part of the field as (x0, y0, x1, y1) in units, clipped to the field."""
        x0, y1 = self.to_field(0, 0)
        x1, y0 = self.to_field(self.width, self.height)
        return max(0, x0), max(0, y0), min(self.size[0], x1), min(self.size[1], y1)

    # --- changes ---

    def fit_scale(self) -> float:
        """Return the scale that shows the whole field and its margin, above the covered height where possible."""
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
        """Set the canvas's size and its covered height in CSS pixels.

        A fitted field is fitted again; otherwise the centre of the free part stays in place. If the size is the one it
        had before (the canvas was only hidden), the picture stays.
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
        """Set how many CSS pixels at the bottom of the canvas are covered.

        The picture stays in place, except that a fitted field is shown whole again. It shrinks only if no earlier
        prompt covered as much.
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
        """Set the size of the field in units and fit it if the size is new."""
        if size != self.size:
            self.size = size
            self.fit()

    def pan(self, dx: float, dy: float) -> None:
        """Move the picture by an offset in CSS pixels."""
        self.left += dx
        self.top += dy
        self._clamp()

    def zoom(self, factor: float, x: float, y: float) -> None:
        """Zoom by a factor around a place on the canvas, which stays in place."""
        old = self.scale
        fit = self.fit_scale()
        self.scale = min(CLOSEST, max(fit, old * factor))
        self.fitted = self.scale <= fit * 1.0001
        ratio = self.scale / old
        self.left = x - (x - self.left) * ratio
        self.top = y - (y - self.top) * ratio
        self._clamp()

    def pinch(self, factor: float, x: float, y: float, dx: float, dy: float) -> None:
        """Zoom around the midpoint of two fingers and pan by the distance it moved."""
        self.left += dx
        self.top += dy
        self.zoom(factor, x, y)

    def middle(self) -> tuple[float, float]:
        """Return the centre of the free part of the canvas, in CSS pixels."""
        return self.width / 2, self.free / 2

    def centre(self, point: tuple[float, float]) -> None:
        """Pan a field point to the centre of the free part, as far as the field's edges allow."""
        (x, y), (to_x, to_y) = self.to_screen(point), self.middle()
        self.pan(to_x - x, to_y - y)

    def sees(self, point: tuple[float, float], room: float = 0.0) -> bool:
        """Return whether a field point lies in the free part, at least `room` CSS pixels from its edges."""
        x, y = self.to_screen(point)
        return room <= x <= self.width - room and room <= y <= self.free - room

    def reveal(self, point: tuple[float, float], room: float = 48.0) -> bool:
        """Pan just far enough to show a field point; return whether the camera moved."""
        x, y = self.to_screen(point)
        room = min(room, self.free / 2)
        dx = max(room - x, 0.0) + min(self.width - room - x, 0.0)
        dy = max(room - y, 0.0) + min(self.free - room - y, 0.0)
        before = self.key
        if dx or dy:
            self.pan(dx, dy)
        return self.key != before

    def _rest(self) -> float:
        """Return the lowest position of the field's upper edge: centred if the field fits, else at the margin."""
        return max(self.margin, (self.height - self.kept - self.length(self.size[1])) / 2)

    def _clamp(self) -> None:
        """Centre the field along an axis in which it fits; otherwise keep its edges within the margins."""
        wide, high = self.length(self.size[0]), self.length(self.size[1])
        if wide + 2 * self.margin <= self.width + 0.01:
            self.left = (self.width - wide) / 2
        else:
            self.left = min(self.margin, max(self.width - self.margin - wide, self.left))
        rest = self._rest()
        self.top = min(rest, max(self.height - self.most - self.margin - high, self.top))
