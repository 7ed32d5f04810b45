"""The field view under CPython: camera, gestures, animation, contours, and drawing into a recording context."""

from __future__ import annotations

import ast
from collections.abc import Callable
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eden_core.cards.shipped import load
from eden_core.cards.toml import LIKES
from eden_core.engine.field import Marker, Piece, Zone, outline_at
from eden_core.engine.match import INCAPACITATED, ON_FIELD, Fighter, Match, Setup, Side
from eden_core.engine.messages import Event
from eden_core.geometry.plane import blast_template
from eden_core.ruleset import EDITIONS, FACTIONS
from web.field import bases
from web.field.animate import Animator
from web.field.canvas import PULSE_FOR, SETTLED, FieldView
from web.field.drawing import contour, emblems, noise, overlay, palette, sightlines
from web.field.gestures import Gestures
from web.field.projection import Camera
from web.field.state import MODES, Area, SightLine, Ui
from web.field.terrain import pieces as scenery

VIEW = Path(palette.__file__).parents[1]


class Measure:
    """The result of `measureText`."""

    def __init__(self, width: float) -> None:
        self.width = width


class Shade:
    """A gradient."""

    def addColorStop(self, place: float, colour: str) -> None:
        assert 0 <= place <= 1
        assert colour.startswith(("#", "rgba("))


class Context:
    """A canvas context that records its calls and raises on what a browser would refuse."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self.depth = 0
        self.font = "10px sans-serif"

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
        if name not in ("canvas", "calls", "depth"):
            self.calls.append((name, (value,)))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)

        def call(*given: Any) -> Any:
            self.calls.append((name, given))
            for value in given:
                assert value == value, f"{name}: not a number"
            if name in ("arc", "ellipse"):
                assert given[2] >= 0, "a radius below 0"
            if name in ("createLinearGradient", "createRadialGradient"):
                return Shade()
            if name == "measureText":
                return Measure(len(given[0]) * 7.0)
            self.depth += {"save": 1, "restore": -1}.get(name, 0)
            assert self.depth >= 0, "restore without save"
            return None

        return call

    def texts(self) -> list[str]:
        return [given[0] for name, given in self.calls if name == "fillText"]


class Canvas:
    """A canvas with a recording context."""

    def __init__(self, width: int = 300, height: int = 150) -> None:
        assert width > 0 and height > 0
        self.width, self.height = width, height
        self.context = Context(self)

    def getContext(self, kind: str) -> Context:
        assert kind == "2d"
        return self.context


class Maker:
    """A factory that makes canvases and keeps them."""

    def __init__(self) -> None:
        self.made: list[Canvas] = []

    def __call__(self, width: int, height: int) -> Canvas:
        self.made.append(Canvas(width, height))
        return self.made[-1]

    def calls(self) -> int:
        return sum(len(canvas.context.calls) for canvas in self.made)


PLACES = {
    1: [(1000, 1100), (1900, 1400), (2400, 700), (2080, 2850), (600, 2300), (3000, 1500)],
    2: [(3500, 5200), (4100, 4600), (3250, 3650), (2800, 5300), (5300, 4100), (1200, 5300)],
}
PIECES = [
    ("tree", (1400, 4200), 0),
    ("tree", (4700, 3600), 0),
    ("low_wall", (2600, 2200), 30),
    ("low_wall", (3600, 4100), 105),
    ("bushes", (1500, 2400), 15),
    ("bushes", (4400, 1500), 0),
    ("ruined_wall", (3000, 3000), 0),
    ("ruined_wall", (800, 3300), 90),
    ("oil_slick", (4900, 4900), 30),
    ("tanker", (2300, 4700), 165),
    ("collapsed_house", (5100, 2600), 45),
    ("devastated_zone", (3300, 900), 0),
]


def a_match(match_id: bytes = b"view") -> Match:
    """Return a match with twelve fighters, twelve pieces, a marker and a zone."""
    library = load()
    troops = list(library.troops.values())[:2]
    pieces = []
    for index, (name, at, turn) in enumerate(PIECES):
        shape = library.pieces[name]
        pieces.append(
            Piece(
                f"{name}_{index}",
                shape.like,
                outline_at(shape.outline, at, turn),
                0,
                shape.low,
                shape.flat,
                shape.passable,
                shape.slow,
            )
        )
    match = Match(Setup(EDITIONS["fr3"], (troops[0], troops[1]), pieces=tuple(pieces)), match_id)
    for player, places in PLACES.items():
        for index, at in enumerate(places):
            name = f"{player}{'abcdef'[index]}"
            profiles = troops[player - 1].profiles
            match.fighters[name] = Fighter(name, player, profiles[index % len(profiles)], at, ON_FIELD, 3)
    match.fighters["1b"] = match.fighters["1b"]._replace(lost=(1, 0, 1, 0), markers=(1, 1, 1, 2, 1), activated=1, ap=0)
    match.sides = {1: Side(leader="1a"), 2: Side(leader="2a")}
    match.markers["m"] = Marker("m", "centre", 0, (3000, 2000))
    match.zones["z"] = Zone(
        "z", "contaminated_area", 2, outline_at(((-315, -440), (315, -440), (315, 440), (-315, 440)), (4200, 2500), 30)
    )
    return match


def a_view(match: Match | None = None, ui: Ui | None = None) -> tuple[FieldView, Canvas, Maker]:
    """Return a view that has drawn its first frame."""
    canvas, maker = Canvas(), Maker()
    view = FieldView(canvas, maker)
    view.resize(900, 800, 2)
    view.update(match or a_match(), ui or Ui(viewer=1))
    view.draw(0)
    return view, canvas, maker


def busy_ui(match: Match) -> Ui:
    """Return a state with everything that a drag shows at once."""
    here = match.fighters["1d"]
    ghost = (2700, 2560)
    assert here.at
    lines = tuple(
        SightLine(
            ghost,
            here.radius,
            enemy.at or ghost,
            enemy.radius,
            index % 2 == 0,
            ("ruined_wall_6",) if index % 2 else (),
            ("tree_1", "1c") if not index % 2 else (),
        )
        for index, enemy in enumerate(match.fighters.values())
        if enemy.player == 2
    )
    return Ui(
        viewer=1,
        selected="1d",
        mode="move",
        ghost=ghost,
        ghost_path=(here.at, (2500, 2600), ghost),
        ghost_length=742,
        ghost_label="1 AP",
        sight_lines=lines,
        targets=frozenset({"2c"}),
        may_act=frozenset({"1a", "1b", "1c", "1d"}),
        bands=[
            ((x, y), abs(x - 2080) + abs(y - 2850))
            for x in range(1080, 3081, 50)
            for y in range(1850, 3851, 50)
            if abs(x - 2080) + abs(y - 2850) <= 1000
        ],
    )


# --- architecture ---


@pytest.mark.parametrize("path", sorted(VIEW.rglob("*.py")), ids=lambda path: path.name)
def test_a_module_of_the_view_knows_no_browser_no_chance_no_clock_and_no_rule(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        names = (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
        for name in names:
            assert name.split(".")[0] not in ("js", "pyodide", "pyscript", "random", "time")
            assert not name.startswith("eden_core.rules")


# --- palette ---


def luminance(colour: str) -> float:
    """Return a colour's relative luminance (WCAG)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours (WCAG)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [palette.DARK, palette.LIGHT], ids=["dark", "light"])
def test_text_has_contrast_aa_on_panels_and_lines_on_the_table(theme: palette.Palette) -> None:
    signals = ("ice", "ember", "rust", "amber", "lichen")
    for surface in (theme.slate, theme.slate_raised):
        for name in ("bone", "ash", *signals):
            assert contrast(getattr(theme, name), surface) >= 4.5, name
    for name in ("bone", "ash"):
        assert contrast(getattr(theme, name), theme.night) >= 4.5, name
    for name in signals:
        assert contrast(getattr(theme, name), theme.night) >= 3, name  # lines, not text


@pytest.mark.parametrize("theme", [palette.DARK, palette.LIGHT], ids=["dark", "light"])
def test_players_differ_in_lightness_too(theme: palette.Palette) -> None:
    assert contrast(theme.player_1, theme.player_2) >= 1.6


def test_the_style_sheet_is_given_every_colour_by_name() -> None:
    variables = palette.css_variables(palette.DARK)
    assert variables["--player-1"] == palette.DARK.player_1
    assert all(name.startswith("--") and "_" not in name and value.startswith("#") for name, value in variables.items())


def test_a_mix_lies_between() -> None:
    assert palette.mix("#000000", "#ffffff", 0.5) == "#808080"
    assert palette.alpha("#102030", 0.5) == "rgba(16,32,48,0.500)"


# --- projection ---


def test_the_whole_field_is_fitted_with_y_up() -> None:
    camera = Camera((6000, 6000), 900, 800)
    x0, y0 = camera.to_screen((0, 0))
    x1, y1 = camera.to_screen((6000, 6000))
    assert 0 < x0 < x1 < 900
    assert 0 < y1 < y0 < 800
    assert x1 - x0 == pytest.approx(y0 - y1)


@given(st.integers(0, 6000), st.integers(0, 9000), st.floats(0.2, 8), st.floats(0, 900), st.floats(0, 700))
def test_a_point_comes_back_from_the_screen(x: int, y: int, zoom: float, at_x: float, at_y: float) -> None:
    camera = Camera((6000, 9000), 900, 700, 2)
    camera.zoom(zoom, at_x, at_y)
    back = camera.to_field(*camera.to_screen((x, y)))
    assert back == (x, y)
    assert all(isinstance(value, int) for value in back)


def test_what_is_under_the_pointer_stays_there_while_zooming() -> None:
    camera = Camera((6000, 6000), 800, 800)
    before = camera.to_field(420, 380)
    camera.zoom(3, 420, 380)
    after = camera.to_field(420, 380)
    assert hypot(before[0] - after[0], before[1] - after[1]) <= 5


def test_the_field_is_never_lost_by_panning() -> None:
    camera = Camera((6000, 6000), 800, 600)
    camera.zoom(4, 400, 300)
    camera.pan(1e6, -1e6)
    x0, y0, x1, y1 = camera.visible()
    assert x1 > x0 and y1 > y0
    camera.zoom(0.0001, 0, 0)
    assert camera.fitted and camera.scale == pytest.approx(camera.fit_scale())


def test_a_new_size_keeps_the_whole_field_or_the_middle() -> None:
    camera = Camera((6000, 6000), 800, 800)
    camera.resize(390, 500, 3)
    assert camera.fitted and camera.to_screen((6000, 0))[0] < 390
    camera.zoom(5, 195, 250)
    middle = camera.to_field(195, 250)
    camera.resize(500, 390, 3)
    assert hypot(*(a - b for a, b in zip(camera.to_field(250, 195), middle))) <= 3


def lowest(camera: Camera) -> float:
    """Return the y of the field's lower edge on the canvas."""
    return camera.to_screen((0, 0))[1]


def test_the_whole_field_is_fitted_above_a_prompt_that_lies_over_the_canvas() -> None:
    camera = Camera((6000, 6000), 870, 606)
    whole = camera.scale
    camera.cover(98)
    assert camera.fitted and lowest(camera) + camera.margin <= 606 - 98 + 0.01 and whole > camera.scale > 0.8 * whole
    camera.cover(342)  # a mission to choose: what is on the field is not asked for
    assert camera.scale > 0.8 * whole
    camera.cover(198)
    assert camera.fitted and camera.scale == pytest.approx(0.8 * whole)
    phone = Camera((6000, 6000), 360, 310)
    whole = phone.scale
    phone.cover(96)
    assert 0.044 <= phone.scale > 0.8 * whole, "smaller than that the bases can't be made out"


@pytest.mark.parametrize("size", [(870, 606), (806, 382), (390, 390), (360, 310)])
@pytest.mark.parametrize("zoom", [1, 3])
def test_every_place_can_be_panned_out_from_under_a_prompt(size: tuple[int, int], zoom: float) -> None:
    camera = Camera((6000, 6000), *size)
    camera.zoom(zoom, 100, 100)
    camera.cover(size[1] * 0.55)
    camera.pan(0, -1e6)
    assert lowest(camera) + camera.margin <= camera.free + 0.01
    for point in ((0, 0), (3000, 0), (6000, 0), (3000, 6000), (100, 3000)):
        camera.reveal(point)
        assert camera.sees(point, 20), f"{point} is revealed, but not where it is seen"


def test_the_picture_does_not_jump_when_a_prompt_grows_and_shrinks() -> None:
    camera = Camera((6000, 6000), 390, 390)
    camera.cover(124)
    key = camera.key
    for pixels in (9, 60, 171, 0, 124, 40):
        camera.cover(pixels)
        assert camera.key == key, "the whole field stays as it is fitted"
    camera.zoom(4, 200, 100)
    camera.cover(171)
    camera.pan(0, -1e6)
    key = camera.key
    for pixels in (0, 124, 171, 20):
        camera.cover(pixels)
        camera.pan(0, 0)
        assert camera.key == key, "so does what was zoomed and panned to"


def test_a_fitted_field_that_was_panned_up_is_whole_again_once_there_is_room() -> None:
    camera = Camera((6000, 6000), 360, 310)
    camera.cover(143)
    top = camera.top
    assert camera.reveal((3000, 100)) and camera.top < top
    camera.cover(133)
    assert camera.top < top
    camera.cover(9)
    assert camera.top == top and camera.fitted


def test_the_field_is_fitted_anew_when_the_canvas_is_resized_and_nothing_covers_it() -> None:
    camera = Camera((6000, 6000), 390, 390)
    camera.cover(124)
    camera.resize(520, 285, 3, 0)
    assert camera.fitted and camera.scale == pytest.approx((285 - 2 * camera.margin) / 6000)


def test_a_field_that_was_only_out_of_sight_is_as_it_was() -> None:
    """A field that was hidden is not fitted again, whatever earlier prompts covered."""
    camera = Camera((6000, 6000), 736, 532)
    for pixels in (100, 17):
        camera.cover(pixels)
    before = camera.key
    camera.resize(736, 532, 1, 17)
    assert camera.key == before
    camera.resize(736, 530, 1, 17)
    assert camera.key != before


def test_the_camera_pans_only_as_far_as_a_place_needs() -> None:
    camera = Camera((6000, 6000), 600, 600)
    camera.zoom(4, 300, 300)
    assert camera.reveal((200, 200))
    assert not camera.reveal((200, 200))


# --- chance for pictures ---


def test_chance_is_the_same_for_the_same_seed_and_spread_over_its_range() -> None:
    one, two, other = noise.Noise(5), noise.Noise(5), noise.Noise(6)
    first = [one.whole(1000) for _ in range(200)]
    assert first == [two.whole(1000) for _ in range(200)] != [other.whole(1000) for _ in range(200)]
    assert min(first) < 60 and max(first) > 940
    assert noise.seed_of(b"match") == noise.seed_of("match") != noise.seed_of("hctam")


# --- contours ---


def area_of(loop: list[tuple[float, float]]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, loop[1:] + loop[:1])) / 2


def test_a_square_of_cells_has_one_outline_of_its_size() -> None:
    cells = [((x, y), 0) for x in range(0, 501, 50) for y in range(0, 301, 50)]
    loops = contour.contours(dict(cells), 1000, contour.grid_step(cells))
    assert contour.grid_step(cells) == 50 and len(loops) == 1
    assert 500 * 300 <= abs(area_of(loops[0])) <= (500 + 2 * 50 * contour.EDGE) * (300 + 2 * 50 * contour.EDGE) + 1


def test_a_hole_is_an_outline_of_its_own_turned_the_other_way() -> None:
    cells = {(x, y): 0 for x in range(0, 1001, 50) for y in range(0, 1001, 50) if hypot(x - 500, y - 500) > 220}
    loops = contour.contours(cells, 1000, 50)
    assert len(loops) == 2
    assert area_of(loops[0]) * area_of(loops[1]) < 0


def test_the_outline_runs_where_the_cost_crosses_the_limit() -> None:
    cells = {(x, y): round(hypot(x - 2000, y - 2000)) for x in range(0, 4001, 50) for y in range(0, 4001, 50)}
    for loop in contour.contours(cells, 1000, 50):
        for x, y in loop:
            assert abs(hypot(x - 2000, y - 2000) - 1000) < 3
    assert contour.contours(cells, -1, 50) == []


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=40))
def test_no_outline_goes_beyond_a_legal_centre(cells: set[tuple[int, int]]) -> None:
    legal = {(x * 50, y * 50): 0 for x, y in cells}
    for loop in contour.contours(legal, 10, 50):
        for x, y in loop:
            assert min(abs(x - cx) + abs(y - cy) for cx, cy in legal) <= 50 * contour.EDGE + 1e-9


# --- signs, bases, scenery, sight ---


@pytest.mark.parametrize(
    "path", [*emblems.EMBLEMS.values(), *emblems.STATES.values(), *emblems.STANCES.values(), emblems.CROWN]
)
def test_a_sign_stays_in_its_box(path: str) -> None:
    context = Canvas().getContext("2d")
    emblems.trace_sign(context, path, 100, 100, 24)
    for name, given_ in context.calls:
        if name in ("moveTo", "lineTo", "bezierCurveTo", "quadraticCurveTo"):
            assert all(87.9 <= value <= 112.1 for value in given_)


def test_every_faction_has_an_emblem_of_its_own() -> None:
    assert set(emblems.EMBLEMS) == {*FACTIONS, "npf"}
    assert len(set(emblems.EMBLEMS.values())) == len(FACTIONS) + 1


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Yûri", "YÛ"), ("Abama Big-Belly", "AB"), ("Berserk-Man", "BM"), ("", "?"), ("<b>x", "?"), ("ngobo", "NG")],
)
def test_initials(name: str, letters: str) -> None:
    assert bases.initials(name) == letters


def test_players_are_told_apart_by_pattern_not_by_colour_alone() -> None:
    strokes = {}
    for player in (0, 1, 2):
        context = Canvas().getContext("2d")
        look = bases.Look(player, "jokers", "Yû", ((4, 0),) * 4, 3, (0,) * 5, False, False)
        bases.draw_base(context, 50, 50, 20, look, palette.DARK)
        strokes[player] = sum(name == "stroke" for name, _ in context.calls)
    assert strokes[0] > strokes[2] > strokes[1]


@pytest.mark.parametrize("radius", [6, 9, 20, 40, 90])
def test_everything_counted_on_a_fighter_is_seen_at_any_size(radius: float) -> None:
    def drawn(**changes: Any) -> list[tuple[str, tuple[Any, ...]]]:
        context = Canvas().getContext("2d")
        look = bases.Look(1, "jokers", "Yû", ((4, 0),) * 4, 3, (0,) * 5, False, False)._replace(**changes)
        bases.draw_base(context, 200, 200, radius, look, palette.DARK)
        return context.calls

    plain = drawn()
    for changes in (
        {"ap": 2},
        {"ap": 5},
        {"limbs": ((4, 1), (4, 0), (4, 0), (4, 0))},
        {"markers": (0, 0, 1, 0, 0)},
        {"leader": True},
        {"activated": True},
        {"letters": "An"},
    ):
        assert drawn(**changes) != plain, changes


def test_every_kind_of_scenery_has_its_own_drawing() -> None:
    for like in LIKES:
        assert scenery.kind_of("", like), like
    assert scenery.kind_of("tanker", "vehicle_wreck") == "tanker"
    assert scenery.kind_of("tanker_2", "vehicle_wreck") == "tanker"
    assert scenery.kind_of("collapsed_house", "ruined_wall") == "ruined_wall"
    assert scenery.kind_of("x", "nothing known") == ""


@pytest.mark.parametrize("like", [*scenery.KINDS, "unknown"])
@pytest.mark.parametrize("cm", [6.0, 60.0])
def test_a_drawing_fits_any_outline(like: str, cm: float) -> None:
    for outline, radius in (
        ([(100.0, 100.0)], 20.0),
        ([(0, 0), (200, 0), (200, 30), (0, 30)], 0.0),
        ([(0, 0), (90, 10), (60, 80), (55, 20), (5, 60)], 0.0),
    ):
        context = Canvas().getContext("2d")
        scenery.draw_piece(context, "a", like, outline, radius, palette.DARK, cm, 1.5)
        assert context.depth == 0 and len(context.calls) < 4000
        again = Canvas().getContext("2d")
        scenery.draw_piece(again, "a", like, outline, radius, palette.DARK, cm, 1.5)
        assert [name for name, _ in again.calls] == [name for name, _ in context.calls]


def test_tangents_touch_both_bases() -> None:
    a, b = (0.0, 0.0), (100.0, 40.0)
    sides = sightlines.tangents(a, 15, b, 20)
    assert sides is not None
    for (ax, ay), (bx, by) in sides:
        assert hypot(ax, ay) == pytest.approx(15)
        assert hypot(bx - 100, by - 40) == pytest.approx(20)
        assert (bx - ax) * ax + (by - ay) * ay == pytest.approx(0, abs=1e-6)  # square to the radius
    assert sightlines.tangents(a, 50, (1.0, 1.0), 5) is None


def test_lengths_are_said_rounded_up_in_the_language_of_the_reader() -> None:
    assert overlay.format_length(742, Ui()) == "7.5 cm"
    assert overlay.format_length(1000, Ui(decimal=",")) == "10,0 cm"


# --- animation ---


def moved(name: str, *path: tuple[int, int]) -> Event:
    return Event("moved", "ACN-2", (("fighter", name), ("path", path)))


def test_a_move_walks_its_path_and_ends() -> None:
    animator = Animator()
    animator.play([moved("1a", (0, 0), (600, 0), (600, 600))], 1000)
    animator.frame(1000)
    assert animator.pose("1a", (600, 600)) == ((0, 0), 0, 1, 1)
    seen = set()
    for step in range(1, 60):
        busy = animator.frame(1000 + step * 16)
        pose = animator.pose("1a", (600, 600))
        assert pose is not None
        x, y = pose.at
        assert y == 0 or x == pytest.approx(600)  # never across the corner
        seen.add(round(x + y))
        if not busy:
            break
    assert len(seen) > 10 and not animator.busy
    pose = animator.pose("1a", (600, 600))
    assert pose is not None and pose.at == (600, 600)


def test_one_motion_waits_for_the_other_and_wounds_show_when_they_come() -> None:
    match = a_match()
    old = match.fighters["2a"]
    hurt = old._replace(lost=(1, 0, 0, 0))
    animator = Animator()
    animator.know(match.fighters.values())
    wound = Event("wounded", "WND-1", (("fighter", "2a"), ("limb", "head"), ("amount", 1), ("left", 3)))
    animator.play([moved("1a", (0, 0), (1000, 0)), wound], 0, {"2a": old})
    animator.frame(10)
    assert animator.record(hurt) is old
    animator.frame(600)
    assert animator.record(hurt) is hurt
    nudges = set()
    for now in range(380, 700, 10):
        animator.frame(now)
        pose = animator.pose("2a", old.at)
        assert pose is not None
        nudges.add(pose.nudge > 0)
    assert nudges == {True, False}


def test_the_fallen_fade_and_are_gone() -> None:
    match = a_match()
    view, _canvas, _ = a_view(match)
    fallen = match.copy()
    fallen.fighters["2a"] = match.fighters["2a"]._replace(status=INCAPACITATED, at=())
    view.animate(
        fallen,
        Ui(viewer=1),
        [Event("incapacitated", "WND-3", (("fighter", "2a"), ("at", (3500, 5200)), ("player", 2)))],
        100,
    )
    assert view.draw(116)
    assert view.animator.falling() == ["2a"]
    assert view.draw(300)
    pose = view.animator.pose("2a", ())
    assert pose is not None and 0 < pose.opacity < 1
    view.draw(5000)
    assert view.animator.falling() == [] and view.animator.pose("2a", ()) is None


def test_whoever_is_pushed_slides_and_whoever_is_removed_fades() -> None:
    """A fighter moved by a card follows its straight path; one removed by a card fades."""
    match = a_match()
    animator = Animator()
    animator.know(match.fighters.values())
    animator.play([Event("pushed", "MOVE-4", (("fighter", "1a"), ("path", ((1000, 1100), (1500, 1100)))))], 0)
    animator.frame(60)
    pose = animator.pose("1a", (1500, 1100))
    assert pose is not None and 1000 < pose.at[0] < 1500
    animator.play([Event("removed", "WND-3", (("fighter", "2a"), ("at", (3500, 5200)), ("player", 2)))], 1000)
    animator.frame(1100)
    assert animator.falling() == ["2a"]


def test_an_ability_glows_about_its_user_and_then_about_whom_it_is_used_on() -> None:
    """Both glow in turn, also for a point as target; nothing with reduced motion."""
    match = a_match()
    animator = Animator()
    animator.know(match.fighters.values())
    used = Event("ability_used", "ABI-2", (("fighter", "1a"), ("ability", "taunt"), ("target", "2a"), ("at", ())))
    animator.play([used], 0)
    seen = set()
    for now in range(0, 1200, 20):
        animator.frame(now)
        seen |= {(flash.kind, flash.at) for flash in animator.flashes()}
    assert seen == {("glow", match.fighters["1a"].at), ("glow", match.fighters["2a"].at)} and not animator.busy
    animator.reduced = True
    animator.play([used], 2000)
    assert not animator.busy


def test_a_carried_marker_is_on_the_base_and_a_marker_is_found_under_the_pointer() -> None:
    """A base shows its carried markers and their number; a marker on the ground is hit."""
    match = a_match()
    marker = match.markers["m"]
    plain, one, two = (
        bases.look_of(match.fighters["1a"]._replace(carries=(marker,) * count), False) for count in (0, 1, 2)
    )
    assert (plain.carried, one.carried, two.carried) == (0, 1, 2) and plain != one
    drawn = []
    for look in (plain, one, two):
        canvas = Canvas()
        bases.draw_base(canvas.context, 50, 50, 20, look, palette.DARK)
        drawn.append(canvas.context)
    assert len(drawn[0].calls) < len(drawn[1].calls) and "2" in drawn[2].texts() and "2" not in drawn[1].texts()
    view, _, _ = a_view(match)
    assert view.hit(*view.camera.to_screen(marker.at)) == "m"


def test_a_match_changed_in_place_is_still_animated_from_where_it_was() -> None:
    match = a_match()
    view, _, _ = a_view(match)
    match.fighters["1a"] = match.fighters["1a"]._replace(at=(1500, 1100), lost=(1, 0, 0, 0))
    wound = Event("wounded", "WND-1", (("fighter", "1a"), ("limb", "head"), ("amount", 1), ("left", 3)))
    view.animate(match, Ui(), [moved("1a", (1000, 1100), (1500, 1100)), wound], 50)
    view.draw(60)
    pose = view.animator.pose("1a", (1500, 1100))
    assert pose is not None and pose.at[0] < 1100
    assert view.animator.record(match.fighters["1a"]).lost == (0, 0, 0, 0)


def test_everything_can_be_skipped_and_reduced_motion_keeps_still() -> None:
    view, _, _ = a_view()
    events = [
        moved("1a", (1000, 1100), (2000, 1100)),
        Event("exploded", "EQP-7", (("at", (3000, 3000)), ("fighters", ()))),
    ]
    view.animate(a_match(), Ui(), events, 10)
    assert view.draw(20)
    assert view.animator.busy
    view.animator.skip()
    assert not view.draw(30)
    view.animate(a_match(), Ui(reduced_motion=True, may_act=frozenset({"1a"})), events, 40)
    assert not view.draw(50) and not view.animator.busy


@pytest.mark.parametrize(
    "code",
    [
        "shot",
        "attacked",
        "struck_at",
        "thrown",
        "blasted",
        "exploded",
        "put_back",
        "deployed",
        "charged",
        "lost_cp",
        "scored",
        "pushed",
        "removed",
        "ability_used",
        "anything",
    ],
)
def test_no_event_is_too_much(code: str) -> None:
    view, canvas, _ = a_view()
    values = (("fighter", "1a"), ("target", "2a"), ("at", (2000, 2000)), ("path", ((1000, 1100), (1200, 1100))))
    view.animate(
        a_match(),
        Ui(),
        [Event(code, "X", values), Event(code, "X", ())]
        if code not in ("deployed", "removed")
        else [Event(code, "X", values)],
        10,
    )
    for now in range(20, 3000, 50):
        view.draw(now)
    assert not view.animator.busy and canvas.context.depth == 0


# --- the view ---


def test_nothing_is_drawn_unless_something_has_changed() -> None:
    view, canvas, _maker = a_view()
    assert not view.draw(16)
    count = len(canvas.context.calls)
    assert not view.draw(32) and len(canvas.context.calls) == count
    view.touch()
    view.draw(48)
    assert len(canvas.context.calls) > count


def test_whoever_may_act_pulses_for_a_while_only() -> None:
    view, _canvas, _ = a_view(ui=Ui(may_act=frozenset({"1a"})))
    assert view.draw(100)
    assert not view.draw(PULSE_FOR + 1000)


def test_ground_and_scenery_are_drawn_once_while_something_is_dragged() -> None:
    match = a_match()
    ui = busy_ui(match)
    view, canvas, maker = a_view(match, ui)
    view.draw(16)
    kept = maker.calls()
    counts = []
    for index in range(20):
        before = len(canvas.context.calls)
        ui.ghost = (2700 + index * 7, 2560)
        ui.ghost_path = (*ui.ghost_path[:-1], ui.ghost)
        view.touch()
        view.draw(32 + index * 16)
        counts.append(len(canvas.context.calls) - before)
    assert maker.calls() == kept
    assert max(counts) < 1100
    assert canvas.context.depth == 0


def test_the_picture_is_coarser_while_the_camera_moves_and_sharp_soon_after() -> None:
    view, _canvas, maker = a_view()
    made = len(maker.made)
    view.camera.zoom(2, 450, 400)
    assert view.draw(1000)
    assert len(maker.made) == made
    now = 1000.0
    frames = 0
    while view.draw(now):
        now += SETTLED
        frames += 1
        assert frames < 20
    assert len(maker.made) > made


def test_the_same_match_has_the_same_ground_and_another_another() -> None:
    def ground(match_id: bytes) -> list[Any]:
        _, _, maker = a_view(a_match(match_id))
        largest = max(maker.made, key=lambda canvas: canvas.width if canvas.width == canvas.height else 0)
        return [call for call in largest.context.calls if call[0] in ("lineTo", "rect")]

    assert ground(b"one") == ground(b"one") != ground(b"two")


def test_a_base_is_found_before_the_piece_it_stands_by_and_a_finger_finds_more() -> None:
    view, _, _ = a_view()
    x, y = view.camera.to_screen((1000, 1100))
    assert view.hit(x, y) == "1a"
    edge = view.camera.length(a_match().fighters["1a"].radius) + 5
    assert view.hit(x + edge, y) == "" and view.hit(x + edge, y, 10) == "1a"
    assert view.hit(*view.camera.to_screen((2300, 4700))) == "tanker_9"
    assert view.hit(*view.camera.to_screen((100, 5900))) == ""


SHOWN: dict[str, dict[str, Any]] = {
    "ghost": {"ghost": (2000, 2000), "selected": "1a"},
    "refused": {"ghost": (2000, 2000), "selected": "1a", "ghost_ok": False},
    "piece": {
        "ghost": (2000, 2000),
        "ghost_outline": ((-60, -30), (60, -30), (60, 30)),
        "ghost_like": "tree",
        "ghost_turn": 45,
    },
    "label": {"ghost": (2000, 2000), "selected": "1a", "ghost_label": "<img onerror=x>", "ghost_length": 300},
    "area": {"zones_allowed": (Area(((0, 0), (6000, 0), (6000, 1000), (0, 1000)), hole=((3000, 3000), 2000)),)},
    "disc": {"zones_allowed": (Area(disc=((3000, 3000), 2000)),)},
    "ranges": {"ranges": (((1000, 1000), 2000),)},
    "blast": {"template": blast_template((1000, 1100), 150, (3000, 3000))},
    "explosion": {"template": ((3000, 3000), 300)},
    "measure": {"measure": ((0, 0), (3000, 4000))},
    "cursor": {"cursor": (3000, 3000)},
    "hover": {"hover": "2a"},
    "targets": {"targets": frozenset({"2a", "tree_0"})},
    "grid": {"show_grid": True},
    "light": {"light": True},
    "sight": {
        "sight_lines": (SightLine((1000, 1100), 150, (3500, 5200), 150, False, ("2b", "tanker_9"), ("tree_0",)),)
    },
}


@pytest.mark.parametrize("name", SHOWN)
def test_all_that_the_shell_asks_for_is_seen(name: str) -> None:
    view, canvas, maker = a_view(ui=Ui(selected="1a"))
    before = len(canvas.context.calls)
    view.touch()
    view.draw(10)
    plain = len(canvas.context.calls) - before
    marks = maker.calls()
    before = len(canvas.context.calls)
    assert view.match is not None
    view.update(view.match, Ui(**({"selected": "1a"} | SHOWN[name])))
    view.draw(10)
    shown = len(canvas.context.calls) - before
    assert shown > plain or maker.calls() > marks
    assert canvas.context.depth == 0


def test_words_are_drawn_as_text_and_no_letter_is_too_small() -> None:
    _view, canvas, _maker = a_view(
        ui=Ui(
            selected="1a",
            ghost=(2000, 2000),
            ghost_label="<img onerror=x>",
            ghost_length=742,
            cursor=(3000, 3000),
            measure=((0, 0), (3000, 4000)),
        )
    )
    texts = canvas.context.texts()
    assert "7.5 cm · <img onerror=x>" in texts and "50.0 cm" in texts and "30.0  30.0" in texts


def test_the_measure_says_what_the_core_measured() -> None:
    _, canvas, _ = a_view(ui=Ui(measure=((0, 0), (3000, 4000)), measure_length=4700, decimal=","))
    assert "47,0 cm" in canvas.context.texts()


def test_only_what_lowers_an_attack_is_tagged() -> None:
    line = SightLine((1000, 1100), 150, (3500, 5200), 150, True, (), ("tree_0", "1c"))
    _, canvas, _ = a_view(ui=Ui(sight_lines=(line, line)))
    assert canvas.context.texts().count("−1") == 2
    _, canvas, _ = a_view(ui=Ui(sight_lines=(line._replace(clear=False, blockers=("tanker_9",)),)))
    assert canvas.context.texts().count("−1") == 0


def test_modes_are_known() -> None:
    assert Ui().mode in MODES


# --- gestures ---


class Log:
    """Gestures with recorded calls; everything left of 100 px is "1a"."""

    def __init__(self) -> None:
        self.camera = Camera((6000, 6000), 800, 800)
        self.calls: list[tuple[Any, ...]] = []
        self.gestures = Gestures(self.camera, lambda x, y, slack: "1a" if x < 100 + slack else "")
        for name in (
            "on_tap",
            "on_info",
            "on_back",
            "on_hover",
            "on_drag",
            "on_drag_end",
            "on_drag_cancel",
            "on_change",
            "on_cursor",
            "on_enter",
        ):
            setattr(self.gestures, name, self.listener(name[3:]))

    def listener(self, name: str) -> Any:
        return lambda *given: self.calls.append((name, *given))

    def names(self) -> list[str]:
        return [call[0] for call in self.calls]


def test_a_press_that_hardly_wanders_is_a_tap() -> None:
    log = Log()
    log.gestures.pointer_down(1, 50, 50)
    log.gestures.pointer_move(1, 52, 51)
    log.gestures.pointer_up(1, 52, 51)
    assert log.calls == [("tap", log.camera.to_field(52, 51), "1a")]


def test_what_is_seized_is_dragged_from_where_it_was_seized() -> None:
    log = Log()
    log.gestures.pointer_down(1, 50, 50)
    log.gestures.pointer_move(1, 80, 50)
    assert log.gestures.dragging
    log.gestures.pointer_move(1, 200, 90)
    log.gestures.pointer_up(1, 200, 90)
    start = log.camera.to_field(50, 50)
    assert log.calls == [
        ("drag", start, log.camera.to_field(80, 50), "1a"),
        ("drag", start, log.camera.to_field(200, 90), "1a"),
        ("drag_end", start, log.camera.to_field(200, 90), "1a"),
    ]
    assert not log.gestures.dragging


def test_the_field_is_panned_where_nothing_is_seized() -> None:
    log = Log()
    log.camera.zoom(4, 400, 400)
    left = log.camera.left
    log.gestures.pointer_down(1, 400, 400)
    log.gestures.pointer_move(1, 430, 400)
    log.gestures.pointer_up(1, 430, 400)
    assert log.camera.left == left + 30 and log.names() == ["change"]


def test_escape_and_the_right_button_give_a_drag_up() -> None:
    ways: list[Callable[[Gestures], object]] = [
        lambda gestures: gestures.key("Escape"),
        lambda gestures: gestures.pointer_down(1, 60, 60, "mouse", 2),
        lambda gestures: gestures.pointer_cancel(1),
    ]
    for give_up in ways:
        log = Log()
        log.gestures.pointer_down(1, 50, 50)
        log.gestures.pointer_move(1, 150, 50)
        give_up(log.gestures)
        log.gestures.pointer_up(1, 150, 50)
        assert log.names() == ["drag", "drag_cancel"]


def test_the_right_button_asks_about_something_and_backs_out_elsewhere() -> None:
    log = Log()
    log.gestures.pointer_down(1, 50, 50, "mouse", 2)
    log.gestures.pointer_down(1, 500, 50, "mouse", 2)
    assert log.names() == ["info", "back"]


def test_two_fingers_pinch_and_a_drag_ends_with_the_second() -> None:
    log = Log()
    scale = log.camera.scale
    log.gestures.pointer_down(1, 50, 300, "touch")
    log.gestures.pointer_move(1, 90, 300)
    log.gestures.pointer_down(2, 190, 300, "touch")
    for x in range(200, 400, 20):
        log.gestures.pointer_move(2, x, 300)
    assert log.names()[:2] == ["drag", "drag_cancel"]
    assert log.camera.scale == pytest.approx(scale * 2.9, rel=0.01)
    log.gestures.pointer_up(2, 390, 300)
    log.gestures.pointer_move(1, 95, 300)
    log.gestures.pointer_up(1, 95, 300)
    assert "tap" not in log.names()


def test_a_long_press_asks_and_is_no_tap() -> None:
    log = Log()
    log.gestures.pointer_down(1, 105, 50, "touch", now=1000)
    log.gestures.tick(1300)
    log.gestures.tick(1600)
    log.gestures.pointer_up(1, 105, 50)
    assert log.calls == [("info", log.camera.to_field(105, 50), "1a")]  # a finger finds what is near it


def test_hovering_and_leaving() -> None:
    log = Log()
    log.gestures.pointer_move(1, 50, 60)
    log.gestures.pointer_leave()
    assert log.calls == [("hover", log.camera.to_field(50, 60), "1a"), ("hover", (), "")]


def test_the_wheel_zooms_about_the_pointer() -> None:
    log = Log()
    before = log.camera.to_field(300, 200)
    log.gestures.wheel(300, 200, -300)
    after = log.camera.to_field(300, 200)
    assert log.camera.scale > log.camera.fit_scale() and hypot(before[0] - after[0], before[1] - after[1]) < 40
    log.gestures.wheel(300, 200, 5, mode=1)
    log.gestures.wheel(300, 200, 5000, mode=2)
    log.gestures.wheel(300, 200, 9000)
    assert log.names() == ["change"] * 4


def test_the_cursor_goes_by_centimetres_by_millimetres_and_stays_on_the_field() -> None:
    log = Log()
    log.gestures.set_cursor((500, 500))
    assert log.gestures.key("ArrowRight") and log.gestures.cursor == (600, 500)
    assert log.gestures.key("ArrowUp", shift=True) and log.gestures.cursor == (600, 510)
    for _ in range(9):
        log.gestures.key("ArrowLeft")
    assert log.gestures.cursor == (0, 510)
    assert log.gestures.key("Enter")
    assert log.calls[-1] == ("enter", (0, 510), "1a")
    assert not log.gestures.key("x")


def test_the_first_arrow_brings_the_cursor_to_the_middle() -> None:
    log = Log()
    log.gestures.key("ArrowLeft")
    assert log.gestures.cursor == (3000, 3000)


def test_the_cursor_snaps_that_way() -> None:
    log = Log()
    log.gestures.snaps = [(1000, 1000), (2000, 1100), (900, 3000)]
    log.gestures.set_cursor((500, 1000))
    log.gestures.key("ArrowRight", ctrl=True)
    assert log.gestures.cursor == (1000, 1000)
    log.gestures.key("ArrowRight", ctrl=True)
    assert log.gestures.cursor == (2000, 1100)
    log.gestures.key("ArrowRight", ctrl=True)
    assert log.gestures.cursor == (2000, 1100)
    assert log.gestures.snapped((1010, 1010)) == (1000, 1000)
    assert log.gestures.snapped((4000, 4000)) == (4000, 4000)


def test_keys_zoom_and_fit() -> None:
    log = Log()
    fit = log.camera.scale
    log.gestures.key("+")
    assert log.camera.scale > fit
    log.gestures.key("0")
    assert log.camera.scale == fit and log.camera.fitted
