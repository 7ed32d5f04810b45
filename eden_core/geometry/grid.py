"""A grid of places around a base, and which of them it could end at; `reach` finds the ways there (MOVE-1, MOVE-3)."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from eden_core.geometry.lengths import grown
from eden_core.geometry.plane import Point, Polygon, box_of, ceil_div, edges, segment_dist2_below

__all__ = ["Grid"]


class Grid:
    """Places on rows and columns of `step` units through a start, no farther from it than `far`, inside the field.

    `open` holds 1 for each place that is left, row by row. All in units.
    """

    __slots__ = ("columns", "open", "rows", "step", "x0", "y0")

    def __init__(self, start: Point, far: int, step: int, bounds: Point, radius: int) -> None:
        (sx, sy), (width, height), count = start, bounds, far // step
        left, low = min(count, (sx - radius) // step), min(count, (sy - radius) // step)
        right, high = min(count, (width - radius - sx) // step), min(count, (height - radius - sy) // step)
        self.step, self.x0, self.y0 = step, sx - left * step, sy - low * step
        self.columns, self.rows = left + right + 1, low + high + 1
        self.open = bytearray(self.columns * self.rows)
        for row in range(self.rows):
            y = self.y0 + row * step - sy
            half = isqrt(far * far - y * y)
            self._fill(row, sx - half, sx + half, b"\1")

    def _fill(self, row: int, low: int, high: int, value: bytes) -> None:
        """Set the places of a row from x = low to high, both included."""
        first = max(0, ceil_div(low - self.x0, self.step))
        end = min(self.columns, (high - self.x0) // self.step + 1)
        if first < end:
            base = row * self.columns
            self.open[base + first : base + end] = value * (end - first)

    def rows_within(self, low: int, high: int) -> range:
        """Return the rows from y = low to high, both included."""
        return range(max(0, ceil_div(low - self.y0, self.step)), min(self.rows, (high - self.y0) // self.step + 1))

    def opened(self, row: int, low: int, high: int) -> Iterator[int]:
        """Yield the numbers of the places left in a row from x = low to high, both included."""
        base = row * self.columns
        end = base + min(self.columns, (high - self.x0) // self.step + 1)
        i = base + max(0, ceil_div(low - self.x0, self.step))
        while i < end and (i := self.open.find(1, i, end)) >= 0:
            yield i
            i += 1

    def place(self, i: int) -> Point:
        """Return the place of a number."""
        row, column = divmod(i, self.columns)
        return self.x0 + column * self.step, self.y0 + row * self.step

    def close_disc(self, x: int, y: int, reach: int) -> None:
        """Leave out all places closer than `reach` to (x, y)."""
        for row in self.rows_within(y - reach + 1, y + reach - 1):
            dy = self.y0 + row * self.step - y
            half = isqrt(reach * reach - dy * dy - 1)
            self._fill(row, x - half, x + half, b"\0")

    def close_polygon(self, poly: Polygon, keep: int) -> None:
        """Leave out all places inside a polygon or closer than `keep` > 0 to it."""
        _, bottom, _, top = grown(box_of(poly), keep)
        sides = edges(poly)
        for row in self.rows_within(bottom, top):
            y = self.y0 + row * self.step
            # Crossings rounded to units: what that may add or miss is closer than `keep` to the outline.
            crossed = sorted(_at_height(a, b, y) for a, b in sides if (a[1] > y) != (b[1] > y))
            for low, high in zip(crossed[::2], crossed[1::2]):
                self._fill(row, low, high, b"\0")
        for a, b in sides:
            (ax, ay), (bx, by) = (a, b) if a[1] <= b[1] else (b, a)
            for row in self.rows_within(ay - keep + 1, by + keep - 1):
                y = self.y0 + row * self.step
                # Only the part of the side that is near the row's height can be near the row's places.
                low, high = max(ay, y - keep), min(by, y + keep)
                ends = (ax, bx) if ay == by else (_at_height(a, b, low), _at_height(a, b, high))
                for i in self.opened(row, min(ends) - keep, max(ends) + keep + 1):
                    if segment_dist2_below(self.place(i), a, b, keep):
                        self.open[i] = 0


def _at_height(a: Point, b: Point, y: int) -> int:
    """Return the x at which the line ab, not level, is at height y, rounded down."""
    return a[0] + (y - a[1]) * (b[0] - a[0]) // (b[1] - a[1])
