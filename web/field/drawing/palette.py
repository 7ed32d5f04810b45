"""The colours of the field and the page, in two themes.

The page's style sheet repeats them as `--name` variables (`css_variables`); a test compares the two. Colours are
strings `#rrggbb`; `alpha` makes one translucent and `mix` blends two.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache

__all__ = ["DARK", "LIGHT", "Palette", "alpha", "css_variables", "is_pale", "mix", "palette_of"]


@dataclass(frozen=True, slots=True)
class Palette:
    """A colour theme; the signals (ice, ember, rust, amber, lichen) keep their meaning everywhere."""

    # surfaces and text
    night: str  # behind everything, outside the field
    slate: str  # panels
    slate_raised: str  # cards on panels, plates on the field
    line: str  # hairlines between things
    bone: str  # text
    ash: str  # secondary text
    # signals
    ice: str  # information: sight, measure, cursor
    ember: str  # the primary action; fire
    rust: str  # wounds, refusals, blockers
    amber: str  # an obstacle and its -1
    lichen: str  # allowed
    # players: distinguished by hue, lightness and pattern (solid rim, notched rim)
    player_1: str
    player_2: str
    neutral: str  # NPFs
    # ground
    ground: str
    ground_deep: str
    ground_pale: str
    frost: str
    ice_sheet: str
    soot: str
    light: str  # edges lit from the upper left
    shadow: str  # shadows and unlit edges
    # scenery papers
    pine: str
    pine_pale: str
    bark: str
    stone: str
    stone_pale: str
    steel: str
    steel_pale: str
    oxide: str
    oil: str
    poison: str
    # states
    burn: str
    fear: str
    toxic: str
    rage: str
    slow: str
    vignette: float  # darkness of the field's corners, 0 to 1

    def player(self, number: int) -> str:
        """Return the colour of player 1 or 2, or the neutral colour for any other number."""
        return (self.neutral, self.player_1, self.player_2)[number if number in (1, 2) else 0]


DARK = Palette(
    night="#0e1215",
    slate="#171c20",
    slate_raised="#222a30",
    line="#3a454d",
    bone="#ece7db",
    ash="#a9b1b3",
    ice="#8fd0ec",
    ember="#f08a3c",
    rust="#e86d58",
    amber="#f2b84b",
    lichen="#a3c76d",
    player_1="#ecc94b",
    player_2="#a48cf2",
    neutral="#b9bfc0",
    ground="#4a5359",
    ground_deep="#363e44",
    ground_pale="#69747a",
    frost="#a5b4ba",
    ice_sheet="#6f8c9b",
    soot="#22272b",
    light="#e3edf0",
    shadow="#07090b",
    pine="#33483f",
    pine_pale="#5f7c6c",
    bark="#52463c",
    stone="#7a7b78",
    stone_pale="#a3a39d",
    steel="#56626b",
    steel_pale="#8b979e",
    oxide="#96573a",
    oil="#131519",
    poison="#b7c24a",
    burn="#ff8a3a",
    fear="#c9b6ff",
    toxic="#b5d94c",
    rage="#ff6f5e",
    slow="#8fd0ec",
    vignette=0.62,
)

LIGHT = Palette(
    night="#d5d9d8",
    slate="#eef0ed",
    slate_raised="#ffffff",
    line="#b3bbbc",
    bone="#1a2024",
    ash="#4d585d",
    ice="#0a6086",
    ember="#9c4106",
    rust="#ad2c19",
    amber="#7f5300",
    lichen="#42660f",
    player_1="#f0c42c",
    player_2="#6a4cd0",
    neutral="#6d7678",
    ground="#a9b2b4",
    ground_deep="#929c9f",
    ground_pale="#c3cacb",
    frost="#eef3f3",
    ice_sheet="#b4cdd8",
    soot="#6e7678",
    light="#ffffff",
    shadow="#20282c",
    pine="#47655a",
    pine_pale="#7d9d8c",
    bark="#66564a",
    stone="#8d8e8a",
    stone_pale="#bbbbb4",
    steel="#74818a",
    steel_pale="#aab5ba",
    oxide="#a9613f",
    oil="#24272c",
    poison="#8f9a1c",
    burn="#bf4c08",
    fear="#6a4cd0",
    toxic="#5d7d08",
    rage="#b4271a",
    slow="#0a6086",
    vignette=0.30,
)


def palette_of(light: bool) -> Palette:
    """Return the light or the dark theme."""
    return LIGHT if light else DARK


def css_variables(palette: Palette) -> dict[str, str]:
    """Return the palette as CSS variables: `player_1` becomes `--player-1`."""
    return {
        "--" + field.name.replace("_", "-"): getattr(palette, field.name)
        for field in fields(palette)
        if field.name != "vignette"
    }


@lru_cache(maxsize=1024)
def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(maxsize=4096)
def alpha(colour: str, part: float) -> str:
    """Return the colour as `rgba(…)` with an opacity from 0 to 1."""
    red, green, blue = _channels(colour)
    return f"rgba({red},{green},{blue},{part:.3f})"


@lru_cache(maxsize=4096)
def mix(one: str, other: str, part: float) -> str:
    """Blend two colours: a `part` of 0 gives the first, 1 the second."""
    mixed = [round(a + (b - a) * part) for a, b in zip(_channels(one), _channels(other))]
    return f"#{mixed[0]:02x}{mixed[1]:02x}{mixed[2]:02x}"


def is_pale(colour: str) -> bool:
    """Return whether dark text is more legible on the colour than light text."""
    red, green, blue = _channels(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue > 118
