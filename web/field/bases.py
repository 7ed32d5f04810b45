"""Fighters' bases: a bevelled disc in the player's colour and pattern, with the fighter's wounds, AP and states.

Each base is drawn once into a small canvas and cached while its appearance stays the same (`Bases`). No information is
given by colour alone: the rim of player 1 is solid, that of player 2 notched and that of NPFs dashed; states have
signs; an activated base loses its AP notches. NPFs have no AP and show their level instead.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any, NamedTuple

from eden_core.engine.match import MARKERS, Fighter
from web.field.drawing.emblems import CROWN, EMBLEMS, STANCES, STATES, trace_sign
from web.field.drawing.palette import Palette, alpha, is_pale, mix
from web.field.drawing.pens import TAU, Context, disc, hard, letters, polygon, polyline, ring, rounded, soft, surface

__all__ = ["Bases", "Look", "draw_base", "initials", "look_of"]

NOTCHES = 12
STATE_COLOURS = {"burn": "burn", "fear": "fear", "poison": "toxic", "rage": "rage", "slowdown": "slow"}
A_FRAME = 4  # pictures redrawn per frame
SMALL, LARGE = 15.0, 29.0  # radii in pixels: below SMALL only letters, from LARGE emblem above letters


class Look(NamedTuple):
    """All values that a base's appearance depends on."""

    player: int
    faction: str
    letters: str
    limbs: tuple[tuple[int, int], ...]  # CP and lost CP of each limb
    ap: int
    markers: tuple[int, ...]
    leader: bool
    activated: bool
    lifted: bool = False
    carried: int = 0
    level: int = 0  # of an NPF
    hidden: bool = False  # TER-HID
    raised: bool = False  # TER-ELE


def initials(name: str) -> str:
    """Return two letters for a name: the initials of its first two words, or its first two letters."""
    words = [word for word in name.replace("-", " ").split() if word[:1].isalnum()]
    if len(words) > 1:
        return (words[0][0] + words[1][0]).upper()
    return words[0][:2].upper() if words else "?"


def look_of(fighter: Fighter, leader: bool, lifted: bool = False, name: str = "") -> Look:
    """Return the appearance of a fighter's base; `name` replaces the printed name by a translated one."""
    profile = fighter.profile
    limbs = tuple((limb.white + limb.red, lost) for limb, lost in zip(profile.limbs, fighter.lost))
    return Look(
        fighter.player,
        profile.faction,
        initials(name or profile.name),
        limbs,
        fighter.ap,
        fighter.markers,
        leader,
        bool(fighter.activated),
        lifted,
        len(fighter.carries),
        0 if fighter.player else profile.level,
        bool(fighter.hidden),
        bool(fighter.raised),
    )


class Bases:
    """A cache of pictures of bases; at another scale they are stretched until redrawn, a few per frame."""

    def __init__(self, make_canvas: Callable[[int, int], Any]) -> None:
        self._make = make_canvas
        self._kept: dict[tuple[Look, int], tuple[Any, float, float]] = {}  # canvas, half its side, radius of the base
        self._state: tuple[Any, ...] = ()
        self._left = 0
        self.complete = True  # whether no picture was stretched since `begin`

    def begin(self, dpr: float, palette: Palette, moving: bool) -> None:
        """Begin a frame; while the camera is moving no picture is redrawn."""
        state = (dpr, palette.night)
        if state != self._state or len(self._kept) > 240:
            self._kept.clear()
            self._state = state
        self._left = 0 if moving else A_FRAME
        self.complete = True

    def draw(
        self,
        ctx: Context,
        x: float,
        y: float,
        look: Look,
        size: int,
        radius: float,
        dpr: float,
        palette: Palette,
        grown: float = 1.0,
    ) -> None:
        """Draw a base with a radius of `size` field units or `radius` CSS pixels; `grown` is an extra size factor."""
        kept = self._kept.get((look, size))
        if kept is None or (kept[2] != radius and self._left > 0):
            self._left -= 1
            half = radius * 1.75 + 12
            canvas = self._make(1, 1)
            draw_base(surface(canvas, half * 2, half * 2, dpr), half, half, radius, look, palette, dpr)
            kept = self._kept[look, size] = (canvas, half, radius)
        elif kept[2] != radius:
            self.complete = False
        half = kept[1] * grown * radius / kept[2]
        ctx.drawImage(kept[0], x - half, y - half, half * 2, half * 2)


def draw_base(ctx: Context, x: float, y: float, radius: float, look: Look, palette: Palette, dpr: float = 1.0) -> None:
    """Draw one base completely."""
    colour = palette.player(look.player)
    if look.activated:
        colour = mix(colour, palette.ground_deep, 0.52)
    if look.hidden:
        ctx.globalAlpha = 0.62
    _body(ctx, x, y, radius, colour, look, palette, dpr)
    _rim(ctx, x, y, radius, colour, look, palette)
    _face(ctx, x, y, radius, colour, look, palette)
    if look.hidden:
        ctx.globalAlpha = 1
        _cover(ctx, x, y, radius, palette)
    _wounds(ctx, x, y, radius, look, palette)
    if look.level:
        _level(ctx, x, y, radius, look.level)
    elif look.player and not look.activated:
        _action_points(ctx, x, y, radius, look, palette)
    if look.leader:
        _crown(ctx, x, y, radius, palette.player(look.player), palette)
    if look.carried:
        _pennant(ctx, x, y, radius, look.carried, palette)
    for stance, shown, down in (("raised", look.raised, -0.76), ("hidden", look.hidden, 0.80)):
        if shown:
            away = 1.0 if radius >= SMALL else 1.3
            _stance(ctx, x - radius * 0.80 * away, y + radius * down * away, max(6.8, radius * 0.27), stance)
    _states(ctx, x, y, radius, look, palette)


def _body(
    ctx: Context, x: float, y: float, radius: float, colour: str, look: Look, palette: Palette, dpr: float
) -> None:
    """Draw the disc and its shadow, which is longer for a selected base and longest on an elevation (TER-ELE)."""
    lift = radius * (0.15 + 0.19 * look.lifted + 0.30 * look.raised) * dpr
    soft(ctx, alpha(palette.shadow, 0.75), lift * 1.5 + 1, lift, lift * 1.25)
    ctx.fillStyle = mix(colour, palette.shadow, 0.55)
    disc(ctx, x, y, radius)
    ctx.fill()
    hard(ctx)


def _rim(ctx: Context, x: float, y: float, radius: float, colour: str, look: Look, palette: Palette) -> None:
    """Draw the bevelled rim: solid, notched or dashed."""
    wide = radius * _rim_part(radius)
    bevel = ctx.createLinearGradient(x - radius * 0.75, y - radius * 0.75, x + radius * 0.75, y + radius * 0.75)
    bevel.addColorStop(0, mix(colour, "#ffffff", 0.50))
    bevel.addColorStop(0.42, colour)
    bevel.addColorStop(1, mix(colour, palette.shadow, 0.45))
    ctx.lineWidth = wide
    ctx.strokeStyle = bevel
    ctx.lineCap = "butt"
    disc(ctx, x, y, radius - wide / 2)
    ctx.stroke()
    if look.player != 1:
        count = NOTCHES if look.player == 2 else NOTCHES * 2
        half = (0.26 if look.player == 2 else 0.45) * pi / count
        ctx.lineWidth = wide * 0.62
        ctx.strokeStyle = mix(palette.player_2 if look.player == 2 else palette.neutral, "#0b0d10", 0.82)
        for index in range(count):
            middle = TAU * (index + 0.5) / count - pi / 2
            ring(ctx, x, y, radius - wide * 0.32, middle - half, middle + half)
            ctx.stroke()
    ctx.lineWidth = max(0.8, radius * 0.035)
    ctx.strokeStyle = alpha("#0b0d10", 0.85)
    disc(ctx, x, y, radius - ctx_half(radius))
    ctx.stroke()


def _rim_part(radius: float) -> float:
    """Return the rim's share of the radius, larger on small bases to keep the player's colour visible."""
    return 0.24 if radius >= SMALL else 0.24 + 0.10 * (SMALL - radius) / SMALL * 2


def ctx_half(radius: float) -> float:
    """Return half the width of the outer line, the inset that makes it end at the base's edge."""
    return max(0.8, radius * 0.035) / 2


def _face(ctx: Context, x: float, y: float, radius: float, colour: str, look: Look, palette: Palette) -> None:
    """Draw the face: a dark well in the player's tint with emblem and letters."""
    well = radius * (1.01 - _rim_part(radius))
    small = radius < SMALL
    tint = mix(palette.player(look.player), "#14181c", 0.80 if look.player != 2 else 0.70)
    if small:
        tint = mix(colour, "#14181c", 0.08 if not look.activated else 0.35)  # a plain disc is legible from afar
    fill = ctx.createLinearGradient(x - well, y - well, x + well, y + well)
    fill.addColorStop(0, tint if small else mix(tint, "#050608", 0.35))
    fill.addColorStop(1, mix(tint, "#14181c", 0.22) if small else mix(tint, "#8d979c", 0.12))
    ctx.fillStyle = fill
    disc(ctx, x, y, well)
    ctx.fill()
    ctx.lineWidth = max(0.7, radius * 0.03)
    ctx.strokeStyle = alpha("#000000", 0.65)
    ctx.stroke()
    bone = "#f3efe4" if not look.activated else "#a7adae"
    emblem = EMBLEMS.get(look.faction, "")
    if small:
        letters(ctx, max(11.0, radius * 1.24), 700)
        ctx.fillStyle = "#0d1013" if is_pale(tint) else "#fdf8ea"
        ctx.fillText(look.letters, x, y + max(11.0, radius * 1.24) * 0.35)
        return
    apart = radius >= LARGE
    if emblem:
        trace_sign(ctx, emblem, x, y - radius * (0.22 if apart else 0.0), radius * (0.74 if apart else 1.36))
        ctx.fillStyle = alpha(mix(colour, "#ffffff", 0.25), 0.95 if apart else 0.46)
        ctx.fill("evenodd")
    size = max(14.0, radius * 0.48) if apart and emblem else radius * 0.84
    letters(ctx, size, 700)
    ctx.fillStyle = bone
    drop = radius * (0.46 if apart and emblem else 0.0)
    ctx.lineWidth = max(1.6, radius * 0.09)
    ctx.lineJoin = "round"
    ctx.strokeStyle = alpha("#0b0d10", 0.65)
    ctx.strokeText(look.letters, x, y + drop + size * 0.35)
    ctx.fillText(look.letters, x, y + drop + size * 0.35)


def _wounds(ctx: Context, x: float, y: float, radius: float, look: Look, palette: Palette) -> None:
    """Draw the ring of CP: an arc for each limb, with a stroke for each CP; lost CP are red."""
    at = radius * 0.70
    total_lost = sum(lost for _, lost in look.limbs)
    wide = max(1.5, radius * 0.085)
    ctx.lineCap = "butt"
    whole = alpha("#f3efe4", 0.75 if not look.activated else 0.4)
    if not total_lost:
        if radius >= SMALL:
            ctx.lineWidth = max(0.9, radius * 0.04)
            ctx.strokeStyle = whole
            for limb in range(4):
                ring(ctx, x, y, at, *_part(limb))
                ctx.stroke()
        return
    if radius < SMALL:
        at = radius * 0.80
        wide = 2.4
    for limb, (points, lost) in enumerate(look.limbs):
        start, end = _part(limb)
        each = (end - start) / max(1, points)
        slit = min(0.07, each * 0.25)
        for index in range(points):
            here = start + each * index
            gone = index >= points - lost
            ctx.lineWidth = wide
            ctx.strokeStyle = palette.rust if gone else whole
            ring(ctx, x, y, at, here + slit, here + each - slit)
            if gone:
                ctx.lineWidth = wide * 1.5
            ctx.stroke()


def _part(limb: int) -> tuple[float, float]:
    """Return start and end angle of a limb's arc: head on top, arms right, torso left, legs at the bottom."""
    middle = (-pi / 2, 0.0, pi, pi / 2)[limb]
    return middle - pi / 4 + 0.10, middle + pi / 4 - 0.10


def _action_points(ctx: Context, x: float, y: float, radius: float, look: Look, palette: Palette) -> None:
    """Draw a notch in the lower rim for each AP, at least three; a spent one is dark."""
    count = max(3, look.ap)
    wide = max(3.2, radius * 0.24)
    each = 0.40 if count == 3 else 1.2 / count
    start = pi / 2 + each * count / 2
    ctx.lineCap = "butt"
    ctx.lineWidth = wide
    ctx.strokeStyle = "#0b0d10"
    ring(ctx, x, y, radius - wide / 2, start - each * count - 0.06, start + 0.06)
    ctx.stroke()
    for index in range(count):
        here = start - each * (index + 1)
        full = index < look.ap
        ctx.lineWidth = wide * (0.62 if full else 0.30)
        ctx.strokeStyle = "#fdf8ea" if full else alpha("#fdf8ea", 0.35)
        ring(ctx, x, y, radius - wide / 2, here + 0.05, here + each - 0.05)
        ctx.stroke()


def _level(ctx: Context, x: float, y: float, radius: float, level: int) -> None:
    """Draw an NPF's level on a plate at the lower rim."""
    size = max(11.0, radius * 0.46)
    cy = y + radius * (0.94 if radius >= SMALL else 1.16)
    half = size * (0.62 if level < 10 else 0.86)
    polygon(
        ctx,
        [(x + u * half, cy + v * size) for u, v in ((-1, -0.5), (1, -0.5), (1.25, 0), (1, 0.5), (-1, 0.5), (-1.25, 0))],
    )
    ctx.fillStyle = "#0b0d10"
    ctx.fill()
    ctx.lineWidth = max(1.0, size * 0.08)
    ctx.strokeStyle = "#d4d9da"
    ctx.stroke()
    letters(ctx, size, 700)
    ctx.fillStyle = "#fdf8ea"
    ctx.fillText(str(level), x, cy + size * 0.35)


def _cover(ctx: Context, x: float, y: float, radius: float, palette: Palette) -> None:
    """Draw the dashed ring around a hidden fighter (TER-HID)."""
    disc(ctx, x, y, radius + 1.5)
    for wide, colour in ((4.0, alpha("#0b0d10", 0.7)), (1.8, "#f3efe4")):
        ctx.lineWidth = wide
        ctx.setLineDash([max(3.0, radius * 0.22), max(3.0, radius * 0.20)])
        ctx.strokeStyle = colour
        ctx.stroke()
    ctx.setLineDash([])


def _stance(ctx: Context, x: float, y: float, size: float, stance: str) -> None:
    """Draw the sign for "hidden" or "raised" on a pale plate, which sets it apart from the dark signs of states."""
    rounded(ctx, x - size, y - size, size * 2, size * 2, size * 0.4)
    ctx.fillStyle = "#f3efe4"
    ctx.fill()
    ctx.lineWidth = max(1.0, size * 0.16)
    ctx.strokeStyle = "#12161a"
    ctx.stroke()
    trace_sign(ctx, STANCES[stance], x, y, size * 1.6)
    ctx.fillStyle = "#12161a"
    ctx.fill("evenodd")


def _crown(ctx: Context, x: float, y: float, radius: float, colour: str, palette: Palette) -> None:
    """Draw the leader's crown over the upper rim."""
    size = max(10.5, radius * 0.72)
    trace_sign(ctx, CROWN, x, y - radius * 1.04 - (2.5 if radius < SMALL else 0.0), size)
    ctx.lineJoin = "round"
    ctx.lineWidth = max(2.4, size * 0.2)
    ctx.strokeStyle = "#0b0d10"
    ctx.stroke()
    ctx.fillStyle = mix(colour, "#ffffff", 0.55)
    ctx.fill()


def _pennant(ctx: Context, x: float, y: float, radius: float, count: int, palette: Palette) -> None:
    """Draw the token of carried markers at the left of the base, with their number if there are several."""
    size = max(5.6, radius * 0.36)
    px, py = x - radius * 0.98, y + radius * 0.10
    disc(ctx, px, py, size)
    ctx.fillStyle = "#12161a"
    ctx.fill()
    ctx.lineWidth = max(1.0, size * 0.18)
    ctx.strokeStyle = palette.bone
    ctx.stroke()
    ctx.lineCap = "round"
    ctx.strokeStyle = ctx.fillStyle = "#f3efe4"
    polyline(ctx, [(px - size * 0.28, py + size * 0.55), (px - size * 0.28, py - size * 0.6)])
    ctx.stroke()
    polygon(
        ctx,
        [
            (px - size * 0.22, py - size * 0.6),
            (px + size * 0.55, py - size * 0.25),
            (px - size * 0.22, py + size * 0.08),
        ],
    )
    ctx.fill()
    if count > 1:
        letters(ctx, max(11.0, size), 700)
        ctx.lineWidth = 3
        ctx.strokeStyle = "#12161a"
        ctx.strokeText(str(count), px - size * 0.9, py + size * 1.05)
        ctx.fillStyle = "#ffffff"
        ctx.fillText(str(count), px - size * 0.9, py + size * 1.05)


def _states(ctx: Context, x: float, y: float, radius: float, look: Look, palette: Palette) -> None:
    """Draw the fighter's state markers: small dark discs with a sign, from the upper right to the lower right."""
    present = [(name, count) for name, count in zip(MARKERS, look.markers) if count]
    size = max(5.6, radius * 0.34)
    away = radius * 1.02 if radius >= SMALL else radius + size * 0.45
    step = 2.1 * size / away
    angle = -pi / 4 - (step * 0.5 if len(present) > 3 else 0)
    for name, count in present:
        px, py = x + cos(angle) * away, y + sin(angle) * away
        disc(ctx, px, py, size)
        ctx.fillStyle = "#12161a"
        ctx.fill()
        colour = getattr(palette, STATE_COLOURS[name])
        bright = mix(colour, "#ffffff", 0.0 if palette.vignette > 0.5 else 0.45)
        ctx.lineWidth = max(1.0, size * 0.16)
        ctx.strokeStyle = bright
        ctx.stroke()
        trace_sign(ctx, STATES[name], px, py, size * 1.36)
        ctx.fillStyle = bright
        ctx.fill("evenodd")
        if count > 1:
            letters(ctx, max(11.0, size * 0.95), 700)
            ctx.lineWidth = 3
            ctx.strokeStyle = "#12161a"
            ctx.strokeText(str(count), px + size * 0.9, py + size * 1.05)
            ctx.fillStyle = "#ffffff"
            ctx.fillText(str(count), px + size * 0.9, py + size * 1.05)
        angle += step
