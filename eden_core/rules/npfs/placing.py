"""Infestation: its level, and the placing of non-player fighters (NPF-1, NPF-2, PREP-6b); `activating` moves them."""

from __future__ import annotations

from math import isqrt

from eden_core.cards.records import Profile
from eden_core.engine.field import KEPT_FROM_NPFS
from eden_core.engine.match import NPF, ON_FIELD, ROLLED, Fighter, Match, on_field, opponent
from eden_core.engine.messages import PASS, Answer, Decision, Pick, Place, Point, Roll
from eden_core.engine.procedures import DONE, Frame, Goto, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.geometry.plane import gap, overlap
from eden_core.rules import effects
from eden_core.rules.common.ground import overlaps

__all__ = ["Infestation", "npf_options", "npf_somewhere", "why_not_place_npf"]

GRAIN = 100  # how finely a place is looked for: 1 cm


def _affordable(match: Match, player: int) -> list[Profile]:
    """The NPFs that a player has the points for (NPF-2)."""
    points = match.sides[player].npf_points
    return [profile for profile in match.setup.npfs if profile.level <= points]


def npf_options(match: Match, decision: Decision) -> tuple[str, ...]:
    """The ids of the NPFs that the player asked can pay (NPF-2)."""
    return tuple(profile.id for profile in _affordable(match, decision.owners[0]))


def why_not_place_npf(match: Match, player: int, given: Answer) -> Illegal | None:
    """The rule against placing an NPF, or against passing while one that can be paid fits somewhere (NPF-2)."""
    if isinstance(given, Pick) and given.value == PASS:
        fits = npf_somewhere(match, player)
        return None if fits is None else Illegal("an_npf_still_fits", "NPF-2", npf=fits.what)
    if not isinstance(given, Place):
        return Illegal("not_this_question", "NPF-2", asked="place")
    profile = _profile(match, given.what)
    if profile is None or given.turn:
        return Illegal("not_an_npf_to_place", "NPF-2", npf=given.what)
    points = match.sides[player].npf_points
    if profile.level > points:
        return Illegal("too_few_npf_points", "NPF-2", npf=profile.id, level=profile.level, points=points)
    return _why_not_at(match, profile, given.at)


def _why_not_at(match: Match, profile: Profile, at: Point) -> Illegal | None:
    """The rule against an NPF there: off the field, on something, within 15 cm of another NPF (NPF-2)."""
    (x, y), radius = at, profile.base * 5
    width, height = match.setup.field
    if not (radius <= x <= width - radius and radius <= y <= height - radius):
        return Illegal("off_the_field", "NPF-2", fighter=profile.id)
    for other in on_field(match):
        if overlap(at, radius, other.at, other.radius):
            return Illegal("no_room", "NPF-2", fighter=profile.id)
    for marker in match.markers.values():
        if overlap(at, radius, marker.at, marker.radius):
            return Illegal("on_marker", "NPF-2", marker=marker.id)
    for piece in match.pieces.values():
        if overlaps(at, radius, piece):
            return Illegal("on_scenery", "NPF-2", piece=piece.id)
    for other in on_field(match):
        if other.player == NPF and gap(at, radius, other.at, other.radius) < KEPT_FROM_NPFS:
            return Illegal("too_close_to_npf", "NPF-2", npf=other.id)
    return None


def npf_somewhere(match: Match, player: int) -> Place | None:
    """Return the first place, on a grid of 1 cm, where an NPF that a player can pay fits (NPF-2).

    None: then the player may pass.
    """
    tried: set[int] = set()
    for profile in _affordable(match, player):
        if profile.base not in tried:
            tried.add(profile.base)
            at = _room(match, profile)
            if at is not None:
                return Place(profile.id, at)
    return None


def _room(match: Match, profile: Profile) -> Point | None:
    width, height = match.setup.field
    radius = profile.base * 5
    # How near the centre of a base is too near that of another NPF.
    npfs = [(*other.at, radius + KEPT_FROM_NPFS + other.radius - 1) for other in on_field(match) if other.player == NPF]
    for y in range(radius, height - radius + 1, GRAIN):
        beside = [(cx, isqrt(near * near - (y - cy) ** 2)) for cx, cy, near in npfs if abs(y - cy) <= near]
        x = radius
        while x <= width - radius:
            met = next((cx + aside for cx, aside in beside if abs(x - cx) <= aside), None)
            if met is None:
                if _why_not_at(match, profile, (x, y)) is None:
                    return x, y
                x += GRAIN
            else:
                x += (met - x) // GRAIN * GRAIN + GRAIN  # the next column beyond it
    return None


def _profile(match: Match, name: str) -> Profile | None:
    return next((profile for profile in match.setup.npfs if profile.id == name), None)


def _fighter_id(match: Match, profile: str) -> str:
    """The id of the next NPF of a profile: the profile's, numbered when it is taken."""
    name, number = profile, 1
    while name in match.fighters or name in match.pieces:
        number += 1
        name = f"{profile}_{number}"
    return name


@procedure
class Infestation(Frame):
    """The level, then NPFs placed by turns until neither player can pay or place (PREP-6b)."""

    faces: tuple[int, ...] = ()
    player: int = 0
    out: tuple[int, ...] = ()  # who found no room: it only gets less
    placed: Place | str = PASS

    @step("NPF-1")
    def roll_level(self, match: Match) -> Result:
        self.player = match.table.first_player
        if match.setup.infestation == ROLLED:
            return Roll("infestation", 2, "NPF-1", "faces", into="faces")
        return None

    @step("NPF-1")
    def take_points(self, match: Match) -> Result:
        # Ruling: a rolled level is the two dice less 2, at least 1, so that it is one of 1 to 10.
        effects.infest(match, max(1, sum(self.faces) - 2) if self.faces else match.setup.infestation)
        return None

    @step("NPF-2")
    def ask_npf(self, match: Match) -> Result:
        if not self._can_place(match, self.player):
            self.player = opponent(self.player)
            if not self._can_place(match, self.player):
                return DONE
        return Decision("place", (self.player,), "NPF-2", into="placed")

    @step("NPF-2")
    def place(self, match: Match) -> Result:
        if isinstance(self.placed, Place):
            profile = _profile(match, self.placed.what)
            assert profile is not None
            name = _fighter_id(match, profile.id)
            effects.place_npf(match, self.player, Fighter(name, NPF, profile, self.placed.at, ON_FIELD))
        else:
            self.out += (self.player,)
        self.player = opponent(self.player)
        return Goto("ask_npf")

    def _can_place(self, match: Match, player: int) -> bool:
        return player not in self.out and bool(_affordable(match, player))
