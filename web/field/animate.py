"""Animations of the engine's events: walks along paths, shakes, fades, blast rings and shot streaks.

The animator is given events and the time, and answers where and how each base is drawn at that time. It never waits:
`skip` ends all animations at once, and with reduced motion none is queued. Times are in milliseconds.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from math import hypot, pi, sin
from typing import Any, NamedTuple

from eden_core.engine.field import Piece
from eden_core.engine.match import Fighter
from eden_core.engine.messages import Event
from web.field.state import Point

__all__ = ["Animator", "Flash", "Pose"]

WALK_LEAST, WALK_CM, WALK_MOST = 180.0, 38.0, 900.0  # duration of a walk: minimum, per centimetre, maximum
SHAKE, FALL, RING, STREAK, DROP, GLOW = 300.0, 520.0, 520.0, 240.0, 260.0, 460.0
# The events that move a base along a path, and the factor on the duration of the walk.
WALKS = {
    "moved": 1.0,
    "charged": 0.65,
    "pushed": 0.5,
    "put_back": 0.8,
    "climbed": 1.4,
    "swum": 1.3,
    "jumped": 0.8,
    "prowled": 1.0,
    "expelled": 0.5,
}
AT_ARMS_LENGTH = 600  # field units between the centres of base and piece; an attack from farther away is a shot
LATEST = 4000.0  # longest delay before a new animation begins


class Pose(NamedTuple):
    """Position (field units), sideways offset (base radii), opacity and size factor of a base during an animation."""

    at: tuple[float, float]
    nudge: float = 0.0
    opacity: float = 1.0
    size: float = 1.0


class Flash(NamedTuple):
    """A short-lived effect; `kind` is ring, streak, spark or glow, `part` the elapsed share of its time (0 to 1)."""

    kind: str
    at: Point
    to: Point
    part: float


class _Motion(NamedTuple):
    kind: str
    fighter: str
    start: float
    time: float
    path: tuple[Point, ...] = ()
    to: Point = (0, 0)


class Animator:
    """The queue of running and coming animations."""

    def __init__(self) -> None:
        self.reduced = False
        self._motions: list[_Motion] = []
        self._places: dict[str, Point] = {}  # last known position of each fighter
        self._pieces: dict[str, Point] = {}  # centre of each piece of scenery
        self._records: dict[str, tuple[Fighter, float]] = {}  # earlier record to show, and until when
        self._now = 0.0
        self._end = 0.0

    # --- input ---

    def know(self, fighters: Iterable[Fighter]) -> None:
        """Set the fighters' positions without animation, for a new match or an undo."""
        self._places = {fighter.id: fighter.at for fighter in fighters if fighter.at}

    def know_pieces(self, pieces: Iterable[Piece]) -> None:
        """Set the positions of the scenery."""
        self._pieces = {
            piece.id: (
                sum(x for x, _ in piece.outline) // len(piece.outline),
                sum(y for _, y in piece.outline) // len(piece.outline),
            )
            for piece in pieces
        }

    def play(self, events: Sequence[Event], now: float, before: dict[str, Fighter] | None = None) -> None:
        """Queue animations for the events.

        `before` holds the fighters' records from before the events; each is shown until its animation begins.
        """
        self._now = max(self._now, now)
        if self.reduced:
            self._follow(events)
            return
        at = max(now, min(self._end, now + LATEST))
        for event in events:
            at = self._queue(event, at, before or {})
        self._end = max(self._end, at)

    def skip(self) -> None:
        """End all animations at once."""
        self._motions.clear()
        self._records.clear()
        self._end = self._now

    def frame(self, now: float) -> bool:
        """Set the current time and return whether any animation is left."""
        self._now = now
        if self._motions:
            self._motions = [motion for motion in self._motions if now < motion.start + motion.time]
        if self._records:
            self._records = {name: kept for name, kept in self._records.items() if now < kept[1]}
        return bool(self._motions)

    @property
    def busy(self) -> bool:
        """Return whether any animation is left."""
        return bool(self._motions)

    # --- output ---

    def record(self, fighter: Fighter) -> Fighter:
        """Return the record to draw: the earlier one while the animation of the fighter's wound is still to come."""
        kept = self._records.get(fighter.id)
        return kept[0] if kept and self._now < kept[1] else fighter

    def pose(self, fighter: str, at: Point | tuple[()]) -> Pose | None:
        """Return the pose of a fighter's base, or `None` if it is not visible; `at` is its position in the match."""
        place: tuple[float, float] | None = at if at else None
        nudge, opacity, size = 0.0, 1.0, 1.0
        walking = False
        for motion in self._motions:
            if motion.fighter != fighter:
                continue
            part = (self._now - motion.start) / motion.time
            if motion.kind == "walk" and part < 1 and not walking:  # later walks have not begun
                place, walking = _along(motion.path, _eased(max(0.0, part))), True
            elif motion.kind == "shake" and 0 <= part < 1:
                nudge += sin(part * pi * 5) * (1 - part) * 0.22
            elif motion.kind == "fall":
                place = place if walking else motion.to
                gone = min(1.0, max(0.0, part))
                opacity, size = 1 - gone * gone, 1 - 0.16 * gone
            elif motion.kind == "drop":
                opacity = min(1.0, max(0.0, part * 1.6))
                size = 1 + 0.35 * (1 - _eased(min(1.0, max(0.0, part))))
        return Pose(place, nudge, opacity, size) if place is not None else None

    def flashes(self) -> list[Flash]:
        """Return the rings, streaks, sparks and glows visible now."""
        return [
            Flash(m.kind, m.path[0], m.to, (self._now - m.start) / m.time)
            for m in self._motions
            if m.kind in ("ring", "streak", "spark", "glow") and m.start <= self._now < m.start + m.time
        ]

    def falling(self) -> list[str]:
        """Return the ids of fighters that have left the field and are still fading."""
        return [motion.fighter for motion in self._motions if motion.kind == "fall"]

    # --- events ---

    def _queue(self, event: Event, at: float, before: dict[str, Fighter]) -> float:
        values: dict[str, Any] = dict(event.values)
        code = event.code
        name = str(values.get("fighter", ""))
        if code in WALKS:
            path: tuple[Point, ...] = tuple(values.get("path", ()))
            if len(path) < 2 or (path[0] == path[-1] and len(path) == 2):
                return at
            length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(path)) / 100
            time = min(WALK_MOST, max(WALK_LEAST, length * WALK_CM)) * WALKS[code]
            self._motions.append(_Motion("walk", name, at, time, path))
            self._places[name] = path[-1]
            return at + time
        if code in ("deployed", "npf_placed"):
            self._places[name] = values["at"]
            self._motions.append(_Motion("drop", name, at, DROP))
            return at
        if code in ("wounded", "lost_cp"):
            self._hold(name, at, before)
            self._motions.append(_Motion("shake", name, at, SHAKE))
            self._spark(name, at)
            return at + SHAKE * 0.5
        if code == "ability_used":
            return self._use(name, str(values.get("target", "")), values.get("at"), at)
        if code in ("incapacitated", "removed"):
            self._hold(name, at, before)
            self._motions.append(_Motion("fall", name, at, FALL, (), values["at"]))
            self._places.pop(name, None)
            return at + FALL * 0.4
        if code in ("shot", "attacked", "struck_at"):
            return self._strike(name, str(values.get("target", "")), at, code == "shot")
        if code == "scenery_attacked":
            return self._strike_piece(name, str(values.get("piece", "")), at)
        if code in ("piece_hit", "piece_destroyed"):
            there = self._pieces.get(str(values.get("piece", "")))
            if there is not None:
                kind, time = ("spark", SHAKE) if code == "piece_hit" else ("ring", RING)
                self._motions.append(_Motion(kind, "", at, time, (there,), there))
                at += time * 0.4
            return at
        if code in ("thrown", "exploded", "blasted"):
            place = values.get("at")
            if code != "exploded" and name in self._places and place:
                self._motions.append(_Motion("streak", "", at, STREAK, (self._places[name],), place))
                at += STREAK
            if code != "thrown" and place:
                self._motions.append(_Motion("ring", "", at, RING, (place,), place))
                at += RING * 0.4
        return at

    def _strike(self, name: str, target: str, at: float, is_shot: bool) -> float:
        if name not in self._places or target not in self._places:
            return at
        return self._aim(name, self._places[target], at, is_shot)

    def _strike_piece(self, name: str, piece: str, at: float) -> float:
        if name not in self._places or piece not in self._pieces:
            return at
        here, there = self._places[name], self._pieces[piece]
        return self._aim(name, there, at, hypot(there[0] - here[0], there[1] - here[1]) > AT_ARMS_LENGTH)

    def _aim(self, name: str, there: Point, at: float, is_shot: bool) -> float:
        """Queue a streak for a shot or a lunge for a blow; return the time at which it lands."""
        here = self._places[name]
        if is_shot:
            self._motions.append(_Motion("streak", "", at, STREAK, (here,), there))
            return at + STREAK
        toward = (round(here[0] + (there[0] - here[0]) * 0.22), round(here[1] + (there[1] - here[1]) * 0.22))
        self._motions.append(_Motion("walk", name, at, 200.0, (here, toward, here)))
        return at + 110.0

    def _use(self, name: str, target: str, place: Point | None, at: float) -> float:
        """Queue a glow around the ability's user, then around its target or place; return the time afterwards."""
        for there in (self._places.get(name), place or self._places.get(target)):
            if there:
                self._motions.append(_Motion("glow", "", at, GLOW, (there,), there))
                at += GLOW * 0.4
        return at

    def _spark(self, name: str, at: float) -> None:
        if name in self._places:
            self._motions.append(_Motion("spark", "", at, SHAKE, (self._places[name],), self._places[name]))

    def _hold(self, name: str, until: float, before: dict[str, Fighter]) -> None:
        if name in before and name not in self._records:
            self._records[name] = (before[name], until)

    def _follow(self, events: Sequence[Event]) -> None:
        """Update the known positions without animation, for reduced motion."""
        for event in events:
            values: dict[str, Any] = dict(event.values)
            if values.get("path"):
                self._places[str(values["fighter"])] = values["path"][-1]
            elif event.code in ("deployed", "npf_placed"):
                self._places[str(values["fighter"])] = values["at"]


def _eased(part: float) -> float:
    """Ease in and out (smoothstep)."""
    return part * part * (3 - 2 * part)


def _along(path: Sequence[Point], part: float) -> tuple[float, float]:
    """Return the point at a share (0 to 1) of a path's length."""
    legs = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(path)]
    left = sum(legs) * part
    for (a, b), leg in zip(itertools.pairwise(path), legs):
        if left <= leg and leg > 0:
            return a[0] + (b[0] - a[0]) * left / leg, a[1] + (b[1] - a[1]) * left / leg
        left -= leg
    return float(path[-1][0]), float(path[-1][1])
