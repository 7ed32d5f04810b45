"""Motion: moves and pushes walk their path, a hit shakes the base once, the fallen fade, blasts ring out, shots streak.

Handed the core's events and the time; says where a base is shown and how. Nothing here waits: `skip` ends all of it at
once, and under reduced motion nothing is queued at all. Times are in milliseconds.
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

WALK_LEAST, WALK_CM, WALK_MOST = 180.0, 38.0, 900.0  # a leg's time: least, a centimetre, most
SHAKE, FALL, RING, STREAK, DROP, GLOW = 300.0, 520.0, 520.0, 240.0, 260.0, 460.0
# What goes along a path, and its time's part.
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
AT_ARMS_LENGTH = 600  # units from a base's centre to a piece's: farther off, it is shot at
LATEST = 4000.0  # never more than this is queued


class Pose(NamedTuple):
    """How a base is shown for the moment: place in field units, a nudge in radii, opacity, size."""

    at: tuple[float, float]
    nudge: float = 0.0
    opacity: float = 1.0
    size: float = 1.0


class Flash(NamedTuple):
    """Something seen for a moment that is no base: `kind` ring, streak, spark, glow; `part` of its time gone (0 to
    1).
    """

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
    """What moves, and when it is over."""

    def __init__(self) -> None:
        self.reduced = False
        self._motions: list[_Motion] = []
        self._places: dict[str, Point] = {}  # where everybody was last known to stand
        self._pieces: dict[str, Point] = {}  # the middles of the scenery
        self._records: dict[str, tuple[Fighter, float]] = {}  # shown as it was until its time comes
        self._now = 0.0
        self._end = 0.0

    # --- being told ---

    def know(self, fighters: Iterable[Fighter]) -> None:
        """Where everybody stands; call it when nothing is being told (a new match, an undo)."""
        self._places = {fighter.id: fighter.at for fighter in fighters if fighter.at}

    def know_pieces(self, pieces: Iterable[Piece]) -> None:
        """Where the scenery is."""
        self._pieces = {
            piece.id: (
                sum(x for x, _ in piece.outline) // len(piece.outline),
                sum(y for _, y in piece.outline) // len(piece.outline),
            )
            for piece in pieces
        }

    def play(self, events: Sequence[Event], now: float, before: dict[str, Fighter] | None = None) -> None:
        """Queue what the events tell; `before` are the fighters' records as they were, shown until their turn."""
        self._now = max(self._now, now)
        if self.reduced:
            self._follow(events)
            return
        at = max(now, min(self._end, now + LATEST))
        for event in events:
            at = self._queue(event, at, before or {})
        self._end = max(self._end, at)

    def skip(self) -> None:
        """End everything at once."""
        self._motions.clear()
        self._records.clear()
        self._end = self._now

    def frame(self, now: float) -> bool:
        """Set the time; whether anything is still moving."""
        self._now = now
        if self._motions:
            self._motions = [motion for motion in self._motions if now < motion.start + motion.time]
        if self._records:
            self._records = {name: kept for name, kept in self._records.items() if now < kept[1]}
        return bool(self._motions)

    @property
    def busy(self) -> bool:
        """Whether anything moves."""
        return bool(self._motions)

    # --- being asked ---

    def record(self, fighter: Fighter) -> Fighter:
        """The fighter as it is to be shown now: as it was, while its wound has not come yet."""
        kept = self._records.get(fighter.id)
        return kept[0] if kept and self._now < kept[1] else fighter

    def pose(self, fighter: str, at: Point | tuple[()]) -> Pose | None:
        """Where and how a base is shown; None when it is not."""
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
        """Rings, streaks, sparks and glows seen now."""
        return [
            Flash(m.kind, m.path[0], m.to, (self._now - m.start) / m.time)
            for m in self._motions
            if m.kind in ("ring", "streak", "spark", "glow") and m.start <= self._now < m.start + m.time
        ]

    def falling(self) -> list[str]:
        """Those no longer on the field who are still seen."""
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
        """A shot streaks there, a blow lunges at it."""
        here = self._places[name]
        if is_shot:
            self._motions.append(_Motion("streak", "", at, STREAK, (here,), there))
            return at + STREAK
        toward = (round(here[0] + (there[0] - here[0]) * 0.22), round(here[1] + (there[1] - here[1]) * 0.22))
        self._motions.append(_Motion("walk", name, at, 200.0, (here, toward, here)))
        return at + 110.0

    def _use(self, name: str, target: str, place: Point | None, at: float) -> float:
        """An ability glows about its user, then about whom, or where, it is used."""
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
        """Under reduced motion: only remember where everybody is."""
        for event in events:
            values: dict[str, Any] = dict(event.values)
            if values.get("path"):
                self._places[str(values["fighter"])] = values["path"][-1]
            elif event.code in ("deployed", "npf_placed"):
                self._places[str(values["fighter"])] = values["at"]


def _eased(part: float) -> float:
    """Start and stop softly."""
    return part * part * (3 - 2 * part)


def _along(path: Sequence[Point], part: float) -> tuple[float, float]:
    """A place on a path by the part of its length."""
    legs = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(path)]
    left = sum(legs) * part
    for (a, b), leg in zip(itertools.pairwise(path), legs):
        if left <= leg and leg > 0:
            return a[0] + (b[0] - a[0]) * left / leg, a[1] + (b[1] - a[1]) * left / leg
        left -= leg
    return float(path[-1][0]), float(path[-1][1])
