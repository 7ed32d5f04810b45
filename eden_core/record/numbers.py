"""Dice, names and places as the small numbers of a record."""

from __future__ import annotations

import itertools
from typing import Any

from eden_core.engine.messages import Point
from eden_core.errors import Malformed

__all__ = [
    "base6",
    "faces_of",
    "far",
    "index_of",
    "name_at",
    "near",
    "path_data",
    "path_from",
    "unfar",
    "unnear",
]


LONG = 24  # dice whose faces fit 64 bits; more are written as bytes


def base6(faces: tuple[int, ...]) -> int | bytes:
    if len(faces) > LONG:
        return bytes(faces)
    number = 0
    for face in faces:
        number = number * 6 + face - 1
    return number


def faces_of(number: Any, dice: int) -> tuple[int, ...]:
    if dice > LONG and type(number) is bytes and len(number) == dice:
        return tuple(number)
    if type(number) is not int or dice > LONG or not 0 <= number < 6**dice:
        raise Malformed("wrong_dice", "ROLL-1", expected=dice)
    faces = []
    for _ in range(dice):
        number, face = divmod(number, 6)
        faces.append(face + 1)
    return tuple(reversed(faces))


def index_of(names: tuple[str, ...], name: str) -> int:
    return names.index(name) + 1 if name in names else 0


def name_at(names: tuple[str, ...], index: Any) -> str:
    if type(index) is not int or not 0 <= index <= len(names):
        raise Malformed("no_such_index", index=index)
    return names[index - 1] if index else ""


def far(start: Point, at: Point) -> int:
    """A place relative to another as one number (a field is 12,000 units at the most)."""
    return (at[0] - start[0] + 16384) * 32768 + at[1] - start[1] + 16384


def unfar(start: Point, number: Any) -> Point:
    if type(number) is not int or not 0 <= number < 1 << 30:
        raise Malformed("not_a_place")
    return start[0] + number // 32768 - 16384, start[1] + number % 32768 - 16384


def near(start: Point, at: Point) -> int:
    """Write a way's point, most often within 10 cm: shorter than `far`, told apart by its size."""
    dx, dy = at[0] - start[0] + 1024, at[1] - start[1] + 1024
    return dx * 2048 + dy if 0 <= dx < 2048 and 0 <= dy < 2048 else far(start, at) + (1 << 22)


def unnear(start: Point, number: Any) -> Point:
    if type(number) is not int or number < 0:
        raise Malformed("not_a_place")
    if number < 1 << 22:
        return start[0] + number // 2048 - 1024, start[1] + number % 2048 - 1024
    return unfar(start, number - (1 << 22))


def path_data(start: Point, path: tuple[Point, ...]) -> tuple[int, ...]:
    points = (start, *path)
    return tuple(near(a, b) for a, b in itertools.pairwise(points))


def path_from(start: Point, data: tuple[Any, ...]) -> tuple[Point, ...]:
    path: list[Point] = []
    at = start
    for number in data:
        at = unnear(at, number)
        path.append(at)
    return tuple(path)
