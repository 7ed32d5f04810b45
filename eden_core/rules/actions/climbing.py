"""Climbing, swimming, jumping: Move actions across scenery that no base can walk over (TER-CLI, TER-SWI, TER-JUM)."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from eden_core.engine.characteristics import characteristic, characteristic_sum
from eden_core.engine.field import Piece, gap_to_piece, grown_box, pieces_gap
from eden_core.engine.match import HEAD, ON_FIELD, SPD, VIG, Fighter, Match, enemies_in_contact
from eden_core.engine.messages import Climb, Hide, Jump, Point, Spot, Swim
from eden_core.engine.procedures import Call, Frame, Goto, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.geometry import routing
from eden_core.geometry.plane import ceil_div, dist2, inside, nearest, overlap
from eden_core.rules.actions.moving import Disengaging
from eden_core.rules.cards.abilities import settle
from eden_core.rules.common.ground import bars_ending, is_in_contact, nearest_of, overlaps, touched_pieces
from eden_core.rules.common.hazards import has_moved
from eden_core.rules.common.hiding import may_hide_in
from eden_core.rules.common.paths import (
    MOVE_COST,
    MOVE_LENGTH,
    MOVES_A_ROUND,
    obstacles,
    touches_enemy,
    why_not_end,
    why_not_stand,
)
from eden_core.rules.common.weather import may_measure
from eden_core.rules.common.wounds import hurt_everywhere
from eden_core.rules.effects import table as effects

__all__ = [
    "Climbing",
    "Jumping",
    "Swimming",
    "climb_place",
    "climbable",
    "hideable",
    "jump_place",
    "jumpable",
    "strain",
    "swim_dice",
    "swimmable",
    "why_not_climb",
    "why_not_hide",
    "why_not_jump",
    "why_not_swim",
]

SWUM = 2000  # TER-SWI: 20 cm
GRID = 20  # units: how finely the places on a piece are looked at
STEP = 10  # units: how finely a landing is looked for, then to the unit


def strain(match: Match) -> int:
    """TER-CLI, TER-SWI: the AP of a climb or a swim."""
    return match.ruleset.climb_and_swim_cost


def _no_piece(match: Match, name: str, word: str, rule: str) -> Illegal | None:
    """The rule against a Move action over a piece that has no such special rule."""
    piece = match.pieces.get(name)
    return None if piece is not None and piece.amount(word) else Illegal("no_such_piece", rule, piece=name)


def _why_not_pay(fighter: Fighter, cost: int) -> Illegal | None:
    """ACN-2: AP and Moves left."""
    if fighter.ap < cost or fighter.moves >= MOVES_A_ROUND:
        return Illegal("no_move_left", "ACN-2", fighter=fighter.id)
    return None


def _why_not_touch(fighter: Fighter, piece: Piece, rule: str) -> Illegal | None:
    if is_in_contact(fighter.at, fighter.radius, piece):
        return None
    return Illegal("not_in_contact", rule, target=piece.id)


# --- climbing ---


def _room_up(match: Match, fighter: Fighter, piece: Piece) -> Callable[[Point], bool]:
    """TER-CLI: whether a base fits at a place on top: its centre on the piece, on no other fighter, scenery or
    marker, touching no enemy.
    """
    around, barred = obstacles(match, fighter, "charge", onto=piece.id), bars_ending(match, fighter, piece.id)

    def fits(at: Point) -> bool:
        on_it = dist2(at, piece.outline[0]) <= piece.radius**2 if piece.radius else inside(at, piece.outline)
        return (
            on_it
            and routing.point_clear(around, at)
            and not any(overlap(at, fighter.radius, marker.at, marker.radius) for marker in match.markers.values())
            and not any(overlaps(at, fighter.radius, other) for other in barred)
            and not touches_enemy(match, fighter, at)
        )

    return fits


def climb_place(match: Match, fighter: Fighter, piece: Piece) -> Spot:
    """TER-CLI: the place on top nearest to where a fighter stands, looked for by 2 mm; () when there is no room."""
    x, y = fighter.at
    left, bottom, right, top = grown_box(piece, 0)
    places = [(px, py) for px in range(left, right + 1, GRID) for py in range(bottom, top + 1, GRID)]
    places.sort(key=lambda p: ((p[0] - x) ** 2 + (p[1] - y) ** 2, p))
    return next(filter(_room_up(match, fighter, piece), places), ())


def why_not_climb(match: Match, fighter: Fighter, given: Climb) -> Illegal | None:
    """The rule against a climb (TER-CLI, TER-ELE, ACN-2)."""
    refusal = _no_piece(match, given.piece, "climbing", "TER-CLI") or _no_piece(
        match, given.piece, "elevation", "TER-ELE"
    )
    if refusal is not None:
        return refusal
    piece = match.pieces[given.piece]
    if fighter.raised == piece.id:
        return Illegal("raised_already", "TER-CLI", piece=piece.id)
    refusal = _why_not_pay(fighter, strain(match)) or _why_not_touch(fighter, piece, "TER-CLI")
    if refusal is not None:
        return refusal
    if given.at and match.ruleset.climbing_lands_anywhere:
        fits = _room_up(match, fighter, piece)(given.at)
        return None if fits else Illegal("no_room_up_there", "TER-CLI", piece=piece.id)
    if given.at or not climb_place(match, fighter, piece):
        return Illegal("lands_at_the_nearest" if given.at else "no_room_up_there", "TER-CLI", piece=piece.id)
    return None


def climbable(match: Match, fighter: Fighter) -> tuple[str, ...]:
    """TER-CLI: the pieces that a fighter may climb now."""
    return tuple(
        piece.id
        for piece in touched_pieces(match, fighter)
        if piece.amount("climbing") and why_not_climb(match, fighter, Climb(piece.id)) is None
    )


def _pay(match: Match, name: str, cost: int) -> None:
    effects.pay_ap(match, name, cost, "ACN-2")
    effects.count_action(match, name, "moves")


def _is_there_yet(match: Match, name: str, piece_id: str, word: str) -> bool:
    """Ruling: whom an effect moved away while it disengaged, or whose piece is no longer what it was, stays where it
    is.
    """
    fighter, piece = match.fighters[name], match.pieces[piece_id]
    if fighter.status != ON_FIELD:
        return False
    there = bool(piece.amount(word)) and is_in_contact(fighter.at, fighter.radius, piece)
    if not there:
        match.emit("stayed", "MOVE-1", fighter=name)
    return there


def _arrive(match: Match, name: str, to: Point, code: str, rule: str, raised: str = "") -> Call | None:
    """The end of a Move action over scenery: where the base stands now, and what comes of it (TER-6)."""
    start = match.fighters[name].at
    effects.walk(match, name, (to,), code, rule)
    if raised:
        effects.raise_up(match, name, raised)
    return has_moved(match, name, (start, to), hides=True)


def _settled(match: Match, name: str, arrived: int) -> Call | None:
    """ABI-1: abilities hear of a Move action that was carried out."""
    if arrived and match.fighters[name].status == ON_FIELD:
        effects.fall_due(match, "moved", name)
    return settle(match)


def _leave(match: Match, name: str) -> Call | None:
    """ACN-3: who is not free disengages first."""
    return Call(Disengaging(name)) if enemies_in_contact(match, match.fighters[name]) else None


@procedure
class Climbing(Frame):
    """TER-CLI: a SPD roll to get up; failing that a VIG roll not to fall."""

    fighter: str
    piece: str
    place: Spot = ()
    up: int = 0
    held: int = 0
    arrived: int = 0

    @step("TER-CLI", "ACN-2")
    def pay(self, match: Match) -> Result:
        _pay(match, self.fighter, strain(match))
        return _leave(match, self.fighter)

    @step("TER-CLI", "ROLL-1")
    def roll_to_climb(self, match: Match) -> Result:
        if not _is_there_yet(match, self.fighter, self.piece, "climbing"):
            return Goto("heard")
        fighter = match.fighters[self.fighter]
        match.emit("climbs", "TER-CLI", fighter=self.fighter, piece=self.piece)
        return self.roll(
            "climb", characteristic(match, fighter, SPD), self._difficulty(match), "up", "TER-CLI", self.fighter
        )

    @step("TER-CLI", "ROLL-1")
    def roll_to_hold_on(self, match: Match) -> Result:
        if self.up:
            return Goto("arrive")
        vigour = characteristic(match, match.fighters[self.fighter], VIG)
        return self.roll("hold_on", vigour, self._difficulty(match), "held", "TER-CLI", self.fighter)

    @step("TER-CLI", "WND-1")
    def fall(self, match: Match) -> Result:
        match.emit("climb_failed", "TER-CLI", fighter=self.fighter, piece=self.piece)
        if not self.held:
            hurt_everywhere(match, self.fighter, 1, "TER-CLI")
            effects.remove_fallen(match)
        return Goto("heard")

    @step("TER-CLI", "TER-ELE")
    def arrive(self, match: Match) -> Result:
        fighter, piece = match.fighters[self.fighter], match.pieces[self.piece]
        chosen = self.place and _room_up(match, fighter, piece)(self.place)
        at = self.place if chosen else climb_place(match, fighter, piece)
        if not at:  # an effect took the room meanwhile
            match.emit("climb_failed", "TER-CLI", fighter=self.fighter, piece=self.piece)
            return Goto("heard")
        self.arrived = 1
        return _arrive(match, self.fighter, at, "climbed", "TER-CLI", self.piece)

    @step("ABI-1")
    def heard(self, match: Match) -> Result:
        return _settled(match, self.fighter, self.arrived)

    def _difficulty(self, match: Match) -> int:
        return match.pieces[self.piece].amount("climbing")


# --- swimming ---


def swim_dice(match: Match, fighter: Fighter) -> int:
    """TER-SWI: VIG, one less for each piece of equipment; a complete protection counts as two."""
    load = sum(1 + any(all(mode.protects) for mode in gear.modes) for gear in fighter.profile.gear)
    return characteristic_sum(match, fighter, VIG) - load


def _stays_afloat(match: Match, fighter: Fighter, piece: Piece) -> bool:
    """TER-SWI, ROLL-2: whether any die is left to a swim; without one it can't be made."""
    return swim_dice(match, fighter) > max(0, piece.amount("swimming") - 6)


def why_not_swim(match: Match, fighter: Fighter, given: Swim) -> Illegal | None:
    """The rule against a swim (TER-SWI, ACN-2, MOVE-1, MOVE-3)."""
    refusal = _no_piece(match, given.piece, "swimming", "TER-SWI")
    if refusal is not None:
        return refusal
    piece = match.pieces[given.piece]
    in_it = overlaps(given.to, fighter.radius, piece)
    refusal = (
        (None if in_it else why_not_stand(match, fighter, given.to))
        or _why_not_pay(fighter, strain(match))
        or _why_not_touch(fighter, piece, "TER-SWI")
    )
    if refusal is not None:
        return refusal
    if not _stays_afloat(match, fighter, piece):
        return Illegal("would_drown", "TER-SWI", fighter=fighter.id)
    if given.to == fighter.at:
        return Illegal("changes_nothing", "ACN-1", fighter=fighter.id)
    if may_measure(match) and _is_too_far(fighter, given.to):
        return Illegal("too_far_across", "TER-SWI", limit=SWUM)
    if in_it or not is_in_contact(given.to, fighter.radius, piece):
        return Illegal("exit_is_at_the_edge", "TER-SWI", piece=piece.id)
    if touches_enemy(match, fighter, given.to):
        return Illegal("ends_in_contact", "TER-SWI", fighter=fighter.id)
    return None


def _is_too_far(fighter: Fighter, to: Point) -> bool:
    """TER-SWI: whether an exit is more than 20 cm away; WEA-8: found out after the cost while nothing may be
    measured.
    """
    return dist2(fighter.at, to) > SWUM * SWUM


def swimmable(match: Match, fighter: Fighter) -> tuple[str, ...]:
    """TER-SWI: the pieces that a fighter may swim now."""
    if _why_not_pay(fighter, strain(match)) is not None:
        return ()
    return tuple(
        piece.id
        for piece in touched_pieces(match, fighter)
        if piece.amount("swimming") and _stays_afloat(match, fighter, piece)
    )


@procedure
class Swimming(Frame):
    """TER-SWI: VIG rolls until one succeeds; each failure is a wound to the head."""

    fighter: str
    piece: str
    to: Point
    over: int = 0
    arrived: int = 0

    @step("TER-SWI", "ACN-2")
    def pay(self, match: Match) -> Result:
        _pay(match, self.fighter, strain(match))
        return _leave(match, self.fighter)

    @step("TER-SWI")
    def set_out(self, match: Match) -> Result:
        if not _is_there_yet(match, self.fighter, self.piece, "swimming"):
            return Goto("heard")
        # Ruling: whom a blow on leaving left too weak, or who was named an exit too far in mist, does not swim.
        fighter = match.fighters[self.fighter]
        if not _stays_afloat(match, fighter, match.pieces[self.piece]) or _is_too_far(fighter, self.to):
            match.emit("stayed", "TER-SWI", fighter=self.fighter)
            return Goto("heard")
        match.emit("swims", "TER-SWI", fighter=self.fighter, piece=self.piece)
        return None

    @step("TER-SWI", "ROLL-1")
    def roll_to_swim(self, match: Match) -> Result:
        dice = swim_dice(match, match.fighters[self.fighter])
        return self.roll("swim", dice, match.pieces[self.piece].amount("swimming"), "over", "TER-SWI", self.fighter)

    @step("TER-SWI", "WND-1")
    def arrive(self, match: Match) -> Result:
        if not self.over:
            effects.lose_cp(match, self.fighter, HEAD, 1, "TER-SWI")
            effects.remove_fallen(match)
            return Goto("roll_to_swim" if match.fighters[self.fighter].status == ON_FIELD else "heard")
        fighter = match.fighters[self.fighter]
        if why_not_stand(match, fighter, self.to) is not None:  # somebody was moved there meanwhile: it turns back
            match.emit("stayed", "MOVE-1", fighter=self.fighter)
            return None
        self.arrived = 1
        return _arrive(match, self.fighter, self.to, "swum", "TER-SWI")

    @step("ABI-1")
    def heard(self, match: Match) -> Result:
        return _settled(match, self.fighter, self.arrived)


# --- jumping ---


def jump_difficulty(match: Match, fighter: Fighter, piece: Piece) -> int:
    """TER-JUM: X of the piece jumped over; from one raised piece to another the gap in cm, halved and rounded up."""
    if _is_leap(match, fighter, piece):
        return ceil_div(pieces_gap(match.pieces[fighter.raised], piece), 200)
    return piece.amount("jump")


def _is_leap(match: Match, fighter: Fighter, piece: Piece) -> bool:
    return bool(
        match.ruleset.jump_between_raised
        and fighter.raised
        and fighter.raised != piece.id
        and piece.amount("elevation")
    )


def jump_place(match: Match, fighter: Fighter, piece: Piece) -> Spot:
    """TER-JUM: where a jump lands: the nearest clear place straight across, at right angles to the side it starts
    from, or the nearest place on the other raised piece; () when there is none within 10 cm.
    """
    at = fighter.at
    assert at
    if _is_leap(match, fighter, piece):
        if gap_to_piece(at, 0, piece) > MOVE_LENGTH:
            return ()
        place = climb_place(match, fighter, piece)
        return place if place and dist2(at, place) <= MOVE_LENGTH * MOVE_LENGTH else ()
    toward = nearest_of(at, piece)
    dx, dy = toward[0] - at[0], toward[1] - at[1]
    length = isqrt(dx * dx + dy * dy)
    if not length:
        return ()
    stand = obstacles(match, fighter, "stand")

    def lands(far: int) -> Spot:
        """The place so far on, if the base may land there."""
        to = (at[0] + nearest(dx * far, length), at[1] + nearest(dy * far, length))
        clear = dist2(at, to) <= MOVE_LENGTH * MOVE_LENGTH and routing.point_clear(stand, to)
        return to if clear and why_not_end(match, fighter, to) is None and not touches_enemy(match, fighter, to) else ()

    far = next((far for far in range(length + STEP, MOVE_LENGTH + STEP, STEP) if lands(far)), 0)
    to = next((to for back in range(far - STEP + 1, far + 1) if (to := lands(back))), ()) if far else ()
    around = obstacles(match, fighter, "charge", onto=piece.id)
    return to if to and routing.leg_clear(around, at, to) else ()


def why_not_jump(match: Match, fighter: Fighter, given: Jump) -> Illegal | None:
    """The rule against a jump (TER-JUM, ACN-2)."""
    piece = match.pieces.get(given.piece)
    if piece is None or (not piece.amount("jump") and not _is_leap(match, fighter, piece)):
        return Illegal("no_such_piece", "TER-JUM", piece=given.piece)
    refusal = _why_not_pay(fighter, MOVE_COST)
    if refusal is None and not _is_leap(match, fighter, piece):
        refusal = _why_not_touch(fighter, piece, "TER-JUM")
    # WEA-8: whether a landing is within 10 cm is found out after the cost while nothing may be measured.
    if refusal is None and may_measure(match) and not jump_place(match, fighter, piece):
        return Illegal("nowhere_to_land", "TER-JUM", piece=piece.id, limit=MOVE_LENGTH)
    return refusal


def jumpable(match: Match, fighter: Fighter) -> tuple[str, ...]:
    """TER-JUM: the pieces that a fighter may jump over, or onto, now."""
    near = list(match.pieces.values()) if fighter.raised else touched_pieces(match, fighter)
    return tuple(
        piece.id
        for piece in near
        if (piece.amount("jump") or fighter.raised) and why_not_jump(match, fighter, Jump(piece.id)) is None
    )


@procedure
class Jumping(Frame):
    """TER-JUM: a SPD roll; without a success the fighter is incapacitated."""

    fighter: str
    piece: str
    landed: int = 0

    @step("TER-JUM", "ACN-2")
    def pay(self, match: Match) -> Result:
        _pay(match, self.fighter, MOVE_COST)
        return _leave(match, self.fighter)

    @step("TER-JUM", "ROLL-1")
    def roll_to_jump(self, match: Match) -> Result:
        fighter, piece = match.fighters[self.fighter], match.pieces.get(self.piece)
        # Ruling: who finds no place to land any more, moved by an effect on the way, does not jump.
        if fighter.status != ON_FIELD or piece is None:
            return Goto("heard")
        if not _is_leap(match, fighter, piece) and not _is_there_yet(match, self.fighter, self.piece, "jump"):
            return Goto("heard")
        if not jump_place(match, fighter, piece):
            match.emit("stayed", "MOVE-1", fighter=self.fighter)
            return Goto("heard")
        match.emit("jumps", "TER-JUM", fighter=self.fighter, piece=self.piece)
        return self.roll(
            "jump",
            characteristic(match, fighter, SPD),
            jump_difficulty(match, fighter, piece),
            "landed",
            "TER-JUM",
            self.fighter,
        )

    @step("TER-JUM", "WND-3")
    def land(self, match: Match) -> Result:
        fighter, piece = match.fighters[self.fighter], match.pieces[self.piece]
        if not self.landed:
            effects.incapacitate(match, self.fighter)
            return None
        to, onto = jump_place(match, fighter, piece), self.piece if _is_leap(match, fighter, piece) else ""
        return _arrive(match, self.fighter, to, "jumped", "TER-JUM", onto)  # type: ignore[arg-type]

    @step("ABI-1")
    def heard(self, match: Match) -> Result:
        return _settled(match, self.fighter, self.landed)


# --- hiding ---


def why_not_hide(match: Match, fighter: Fighter, given: Hide) -> Illegal | None:
    """The rule against a Move of no length that hides (TER-HID, ACN-2)."""
    refusal = _no_piece(match, given.piece, "hiding", "TER-HID")
    if refusal is not None:
        return refusal
    refusal = _why_not_pay(fighter, MOVE_COST) or _why_not_touch(fighter, match.pieces[given.piece], "TER-HID")
    if refusal is None and may_hide_in(match, fighter) != given.piece:
        return Illegal("cant_hide_here", "TER-HID", fighter=fighter.id, piece=given.piece)
    return refusal


def hideable(match: Match, fighter: Fighter) -> tuple[str, ...]:
    """TER-HID: the piece that a fighter may hide in by a Move of no length."""
    if _why_not_pay(fighter, MOVE_COST) is not None or enemies_in_contact(match, fighter):
        return ()
    place = may_hide_in(match, fighter)
    return (place,) if place else ()
