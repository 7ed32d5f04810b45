"""The field view with the optional modules: pieces by their rules, fire, NPFs, weather, and the bands when placing."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from eden_core.cards.toml import LIKES
from eden_core.cards.vocabulary import WEATHER
from eden_core.engine.field import Piece
from eden_core.engine.match import ON_FIELD, Fighter, Match
from eden_core.engine.messages import Event
from eden_core.rules.common.weather import SEEN_IN_FOG
from tests.web.field.test_drawing import Canvas, Context, Maker, a_match, a_view
from web.field import ambience, bases
from web.field.canvas import PULSE_FOR, FieldView
from web.field.drawing import palette
from web.field.state import Ui
from web.field.terrain import pieces as scenery
from web.field.terrain.pieces import Traits
from web.field.weather import LAYERS, ORDER

WORDS = sorted(set(WEATHER.values()))
SQUARE = ((1000, 1000), (1600, 1000), (1600, 1600), (1000, 1600))
Calls = list[tuple[str, tuple[Any, ...]]]


def a_piece(like: str = "tree", **changes: Any) -> Piece:
    """Return a piece of Territory management."""
    return Piece(changes.pop("id", "p"), like, SQUARE, territory=1, **changes)


def drawn(like: str, traits: Traits = Traits(), name: str = "p", cm: float = 30.0) -> Calls:
    """Return the calls that draw a piece."""
    context = Canvas().getContext("2d")
    scenery.draw_piece(context, name, like, [(0, 0), (200, 0), (190, 120), (0, 110)], 0, palette.DARK, cm, 1.0, traits)
    assert context.depth == 0
    return context.calls


def with_npf(match: Match, level: int = 3) -> Fighter:
    """Return a match with an NPF added."""
    profile = match.fighters["2a"].profile._replace(faction="npf", level=level, value=0)
    match.fighters["n"] = npf = Fighter("n", 0, profile, (3600, 3300), ON_FIELD)
    return npf


def frame(view: FieldView, canvas: Canvas, now: float) -> Calls:
    """Return the calls of one more frame on the canvas."""
    before = len(canvas.context.calls)
    view.touch()
    view.draw(now)
    assert canvas.context.depth == 0
    return canvas.context.calls[before:]


# --- scenery ---


def test_no_two_kinds_of_ready_made_pieces_are_drawn_alike() -> None:
    """Each kind has its own shapes and colours in both themes, even lake and deep river."""
    assert len({str([call for call in drawn(like) if "Shade" not in str(call)]) for like in LIKES}) == len(LIKES)
    functions = {like: scenery.KINDS[like] for like in LIKES}
    assert len({id(function) for function in functions.values()}) == len(LIKES)


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        ((("swimming", 3),), "lake"),
        ((("jump", 2),), "chasm"),
        ((("elevation", 1), ("climbing", 2), ("obstacle", 1)), "platform"),
        ((("hiding", 1), ("crossing", 1)), "thicket"),
        ((("vapours", 2), ("occupation", 1)), "vents"),
        ((("corrosion", 1),), "acid"),
        ((("hostile_presence", 1),), "nest"),
        ((("impenetrable", 1),), "rampart"),
        ((("obstruction", 2),), "rubble"),
        ((("obstacle", 2),), ""),
        ((), ""),
        ((("swimming", 0), ("hiding", 1)), "thicket"),
    ],
)
def test_a_piece_of_ones_own_is_drawn_by_its_rules(rules: tuple[tuple[str, int], ...], kind: str) -> None:
    """The most surprising rule decides, unless the piece is like a known kind."""
    assert scenery.kind_of("built", "", rules) == kind
    assert scenery.kind_of("built_2", "pond", rules) == "pond"
    assert drawn("", Traits(rules=rules))


def test_a_destroyed_piece_looks_devastated_whatever_it_was_called() -> None:
    """TER-DES: the piece keeps its id, but its look decides."""
    assert scenery.kind_of("tree_2", "devastated_zone") == "devastated_zone"
    assert scenery.kind_of("tanker", "vehicle_wreck") == "tanker"


def test_where_one_may_stand_the_edge_is_broken_and_where_one_may_only_pass_dotted() -> None:
    """TER-CRO, TER-OCC, TER-SWI, and traits of pieces without rules; a fire closes a piece (TER-FLA)."""

    def dashes(piece: Piece) -> tuple[float, ...]:
        return next(
            (
                tuple(given[0])
                for name, given in reversed(drawn("low_wall", scenery.traits_of(piece)))
                if name == "setLineDash" and given[0]
            ),
            (),
        )

    solid, crossed, stood = a_piece(), a_piece(rules=(("crossing", 1),)), a_piece(rules=(("occupation", 1),))
    assert dashes(solid) == ()
    assert dashes(crossed) != () != dashes(stood) != dashes(crossed)
    assert dashes(a_piece(rules=(("occupation", 1), ("swimming", 2)))) == ()
    assert dashes(stood._replace(burn=1)) == ()
    assert dashes(Piece("q", "low_wall", SQUARE, passable=1)) == dashes(stood)


def test_what_hinders_no_sight_throws_a_shorter_shadow() -> None:
    """TER-OBS, TER-IMP: the rules decide the shadow, not the name."""

    def shadow(*rules: tuple[str, int]) -> float:
        traits = scenery.traits_of(a_piece("", rules=rules))
        return next(given[0] for name, given in drawn("", traits) if name == "shadowOffsetX")

    assert shadow(("crossing", 1)) == shadow(("obstacle", 1)) < shadow(("obstacle", 2)) == shadow(("impenetrable", 1))


def test_attacks_suffered_are_told_of_those_endured() -> None:
    """TER-DES: a pip for each, with burn markers if the piece can burn; none while it is whole."""
    rules = (("destruction", 4), ("flammable", 1))
    whole, hit, burnt = (
        scenery.traits_of(a_piece(rules=rules, **more)) for more in ({}, {"attacks": 1}, {"attacks": 1, "burn": 2})
    )
    assert (whole.suffered, hit.suffered, burnt.suffered, hit.endures) == (0, 1, 3, 4)
    assert scenery.traits_of(a_piece(rules=(("destruction", 4),), burn=2)).suffered == 0
    pips = [sum(name == "rect" for name, _ in drawn("low_wall", traits)) for traits in (whole, hit, burnt)]
    assert pips == [0, 4, 4]
    assert drawn("low_wall", hit) != drawn("low_wall", burnt)


def test_a_hit_piece_is_drawn_anew_and_the_others_are_not() -> None:
    match = a_match()
    view, canvas, maker = a_view(match)
    frame(view, canvas, 500)
    made, calls = len(maker.made), maker.calls()
    name = next(iter(match.pieces))
    match.pieces[name] = match.pieces[name]._replace(territory=1, rules=(("destruction", 3),), attacks=1)
    frame(view, canvas, 600)
    assert len(maker.made) == made + 1 and maker.calls() > calls


# --- fire ---


def burning(count: int) -> tuple[FieldView, Canvas, Maker]:
    """Return a view of a field with one burning piece, where nothing else moves."""
    match = a_match()
    match.pieces = {"p": a_piece("bushes", rules=(("flammable", 1),), burn=count)}
    return a_view(match)


def flames(calls: Calls) -> Calls:
    """Return the calls that draw flames, which are cut out of a strip."""
    return [call for call in calls if call[0] == "drawImage" and len(call[1]) == 9]


def test_a_piece_burns_by_its_markers_inside_its_outline() -> None:
    """TER-FLA: more markers give more flames, all inside the piece; the number is shown."""
    counts = []
    for count in (1, 3):
        view, canvas, maker = burning(count)
        licks = flames(frame(view, canvas, 100))
        counts.append(len(licks))
        for _, (_, _, _, _, _, x, y, wide, high) in licks:
            place = view.camera.to_field(x + wide / 2, y + high * 0.86)
            assert all(1000 <= part <= 1600 for part in place)
        assert any(str(count) in made.context.texts() for made in maker.made)
    assert 0 < counts[0] < counts[1]


def test_flames_flicker_a_while_and_stand_still_under_reduced_motion() -> None:
    view, canvas, _ = burning(2)
    assert view.draw(100)
    one, two = flames(frame(view, canvas, 200)), flames(frame(view, canvas, 700))
    assert one != two
    assert not view.draw(PULSE_FOR + 5000)
    view.ui.reduced_motion = True
    one, two = flames(frame(view, canvas, 90_000)), flames(frame(view, canvas, 90_700))
    assert one == two and one
    assert not view.draw(90_716)


# --- fighters ---


def base(radius: float = 20, **changes: Any) -> Context:
    context = Canvas().getContext("2d")
    look = bases.Look(1, "jokers", "Yû", ((4, 0),) * 4, 3, (0,) * 5, False, False)._replace(**changes)
    bases.draw_base(context, 200, 200, radius, look, palette.DARK)
    return context


def test_an_npf_shows_its_level_where_a_fighter_shows_its_ap() -> None:
    match = a_match()
    look = bases.look_of(with_npf(match, 7), False)
    assert (look.player, look.level, look.faction) == (0, 7, "npf")
    assert bases.look_of(match.fighters["1a"], False).level == 0
    assert bases.look_of(match.fighters["1a"], False, name="Chien de cendre").letters == "CD"
    for radius in (8, 20, 40):
        assert "7" in base(radius, player=0, faction="npf", level=7, ap=0).texts()
    names = [[name for name, _ in base(player=0, faction="npf", level=7, ap=ap).calls] for ap in (0, 3)]
    assert names[0] == names[1]
    view, _, _ = a_view(match)
    assert view.hit(*view.camera.to_screen((3600, 3300))) == "n"


@pytest.mark.parametrize("radius", [7, 20, 40])
def test_hidden_and_raised_are_signs_not_only_shades(radius: float) -> None:
    """TER-HID, TER-ELE: each adds a sign; hidden has a dashed ring, raised a longer shadow."""
    plain, hidden, raised = base(radius), base(radius, hidden=True), base(radius, raised=True)

    def fills(context: Context) -> int:
        return sum(call == ("fill", ("evenodd",)) for call in context.calls)

    assert fills(hidden) == fills(raised) == fills(plain) + 1
    assert any(name == "setLineDash" and given[0] for name, given in hidden.calls)
    assert not any(name == "setLineDash" and given[0] for name, given in raised.calls)
    lifts = [max(given[0] for name, given in context.calls if name == "shadowOffsetX") for context in (plain, raised)]
    assert lifts[1] > 2 * lifts[0]
    match = a_match()
    looks = [
        bases.look_of(match.fighters["1a"]._replace(**change), False)
        for change in ({}, {"hidden": "p"}, {"raised": "p"})
    ]
    assert [(look.hidden, look.raised) for look in looks] == [(False, False), (True, False), (False, True)]


# --- weather ---


def under(*words: str, **ui: Any) -> tuple[FieldView, Canvas, Maker]:
    """Return a view of a field under some weather."""
    match = a_match()
    match.table = match.table._replace(weather=words)
    return a_view(match, Ui(viewer=1, **ui))


def test_every_weather_is_known_to_the_view() -> None:
    assert set(LAYERS) == set(ORDER) == ambience.WORDS == set(WORDS)


@pytest.mark.parametrize("light", [False, True], ids=["dark", "light"])
@pytest.mark.parametrize("word", WORDS)
def test_weather_is_seen_moves_and_costs_little(word: str, light: bool) -> None:
    """Every weather is drawn in both themes with a few calls per frame, moves, and reuses its tiles."""
    plain_view, plain_canvas, _ = a_view(ui=Ui(viewer=1, light=light))
    plain = len(frame(plain_view, plain_canvas, 4000))
    view, canvas, maker = under(word, light=light)
    first = frame(view, canvas, 4000)
    made, calls = len(maker.made), maker.calls()
    second = frame(view, canvas, 5300)
    assert plain < len(first) < plain + 120
    assert first != second
    assert len(maker.made) == made and maker.calls() == calls


@pytest.mark.parametrize("word", WORDS)
def test_weather_rests_between_frames_ends_by_itself_and_is_still_under_reduced_motion(word: str) -> None:
    view, canvas, _ = under(word)
    view.draw(100)
    count = len(canvas.context.calls)
    assert view.draw(116) and len(canvas.context.calls) == count  # another frame is requested, but not painted yet
    assert view.draw(200) and len(canvas.context.calls) > count
    view.draw(PULSE_FOR + 300)
    assert not view.draw(PULSE_FOR + 400)
    view, canvas, _ = under(word, reduced_motion=True)
    assert frame(view, canvas, 4000) == frame(view, canvas, 5300)
    assert not view.draw(5400)


def test_combined_weather_lies_over_each_other() -> None:
    one, all_of_it = under("acid_rain"), under(*WORDS)

    def patterns(shown: tuple[FieldView, Canvas, Maker]) -> int:
        return sum(name == "createPattern" for name, _ in frame(shown[0], shown[1], 4000))

    assert (
        patterns(all_of_it)
        == sum(len(layers) for layers in LAYERS.values())
        > patterns(one)
        == len(LAYERS["acid_rain"])
    )


def test_bases_lie_over_the_weather() -> None:
    """After the first base only bases and marks are drawn."""
    view, canvas, _ = under(*WORDS)
    calls = frame(view, canvas, 4000)
    last = max(index for index, (name, _) in enumerate(calls) if name == "createPattern")
    shown = [index for index, (name, given) in enumerate(calls) if name == "drawImage" and len(given) == 5]
    assert sum(index > last for index in shown) == len(a_match().fighters)


def test_fog_leaves_fifteen_centimetres_round_whoever_looks() -> None:
    """WEA-4: the veil begins at the range of the selected fighter, or of its ghost; bases beyond are dimmed."""

    def seen(**ui: Any) -> tuple[set[float], set[float]]:
        view, canvas, _ = under("dense_fog", **ui)
        calls = frame(view, canvas, 4000)
        reach = view.camera.length(SEEN_IN_FOG + a_match().fighters["1d"].radius)
        arcs = {round(given[0]) for name, given in calls if name == "arc" and abs(given[2] - reach) < 0.01}
        return arcs, {given[0] for name, given in calls if name == "globalAlpha"}

    nobody, here, there = (
        seen(),
        seen(selected="1d", fog_seen=SEEN_IN_FOG),
        seen(selected="1d", ghost=(2600, 2850), fog_seen=SEEN_IN_FOG),
    )
    assert nobody[0] == set() and ambience.DIMMED not in nobody[1]
    assert here[0] and there[0] and here[0] != there[0]
    assert ambience.DIMMED in here[1]
    view, canvas, _ = under("dense_fog", "mist", selected="1d", fog_seen=0)  # WEA-8: no distance is shown
    reach = view.camera.length(SEEN_IN_FOG + a_match().fighters["1d"].radius)
    calls = frame(view, canvas, 4000)
    assert not [given for name, given in calls if name == "arc" and abs(given[2] - reach) < 0.01]
    assert ambience.DIMMED not in {given[0] for name, given in calls if name == "globalAlpha"}
    match = a_match()
    sky = ambience.Ambience(Maker())
    match.table = match.table._replace(weather=("dense_fog",))
    near = match.fighters["1d"].at
    assert near
    enemy = match.fighters["2c"]
    limit = SEEN_IN_FOG + match.fighters["1d"].radius + enemy.radius
    view, canvas, _ = a_view(match)
    ui = Ui(selected="1d", fog_seen=SEEN_IN_FOG)
    sky.draw(canvas.context, view.camera, match, ui, palette.DARK, 0)
    at_the_edge, beyond = (enemy._replace(at=(near[0] + limit + more, near[1])) for more in (0, 1))
    assert sky.opacity(at_the_edge, ui) == 1 > sky.opacity(beyond, ui)


def test_a_view_of_a_plain_match_fetches_no_weather_and_no_rare_drawing() -> None:
    """Modules that a first visit does not need are imported when first used."""
    code = (
        "import sys; from web.field import canvas\n"
        "print(sorted(name for name in sys.modules if name.startswith('web.field.')))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "web.field.terrain.pieces" in told
    for late in ("weather", "fires", "drawing.spacing", "terrain.built", "terrain.water", "terrain.wrecks"):
        assert f"web.field.{late}'" not in told


# --- placing ---


def test_the_band_that_a_piece_keeps_from_everything_is_shown_while_it_is_placed() -> None:
    """PREP-6: 5 cm around every piece, marker and edge; cached while only the ghost moves."""
    match = a_match()
    view, canvas, maker = a_view(match, Ui(viewer=1, keep_apart="piece"))
    wide = 2 * view.camera.length(500)
    layer = next(
        made for made in maker.made if ("globalCompositeOperation", ("destination-out",)) in made.context.calls
    )
    strokes = [given[0] for name, given in layer.context.calls if name == "lineWidth"]
    assert sum(abs(value - wide) < 0.01 for value in strokes) == len(match.pieces) + 1
    arcs = [given[2] for name, given in layer.context.calls if name == "arc"]
    assert any(abs(value - view.camera.length(match.markers["m"].radius + 500)) < 0.01 for value in arcs)
    calls = maker.calls()
    view.ui.ghost = (2000, 2000)
    frame(view, canvas, 500)
    assert maker.calls() == calls


def test_npfs_keep_fifteen_centimetres_from_each_other() -> None:
    """NPF-2: a band around each NPF, none around fighters; the ghost is the NPF's base with its level."""
    match = a_match()
    npf = with_npf(match, 9)
    view, canvas, maker = a_view(match, Ui(viewer=1, keep_apart="npf", ghost=(1000, 5000), ghost_profile=npf.profile))
    layer = next(
        made for made in maker.made if ("globalCompositeOperation", ("destination-out",)) in made.context.calls
    )
    away = view.camera.length(npf.radius + 1500)
    assert [given[:2] for name, given in layer.context.calls if name == "arc" and abs(given[2] - away) < 0.01] == [
        view.camera.to_screen((3600, 3300))
    ]
    assert sum("9" in made.context.texts() for made in maker.made) >= 1
    shown = [given for name, given in canvas.context.calls if name == "drawImage" and len(given) == 5]
    x, y = view.camera.to_screen((1000, 5000))
    assert any(abs(given[1] + given[3] / 2 - x) < 1 and abs(given[2] + given[4] / 2 - y) < 1 for given in shown)


def test_a_round_piece_in_hand_is_drawn_round_and_by_its_rules() -> None:
    """TER-2: a built disc is drawn as a ghost, and redrawn if its rules change."""
    ui = Ui(viewer=1, ghost=(2000, 2000), ghost_outline=((0, 0),), ghost_radius=300, ghost_rules=(("swimming", 2),))
    view, canvas, maker = a_view(ui=ui)
    wide = view.camera.length(300)
    assert any(name == "arc" and abs(given[2] - wide) < 0.01 for name, given in canvas.context.calls)
    calls = maker.calls()
    frame(view, canvas, 300)
    assert maker.calls() == calls
    ui.ghost_rules = (("jump", 2),)
    frame(view, canvas, 400)
    assert maker.calls() > calls


def test_motion_still_comes_first_in_a_storm() -> None:
    """A move under weather is drawn at the full frame rate, not at that of the weather."""
    view, canvas, _ = under("snowstorm")
    match = view.match
    assert match is not None
    walk = Event("moved", "ACN-2", (("fighter", "1a"), ("path", ((1000, 1100), (2000, 1100)))))
    view.animate(match, Ui(viewer=1), [walk], 1000)
    view.draw(1000)
    for now in (1016, 1032, 1048):
        count = len(canvas.context.calls)
        view.draw(now)
        assert len(canvas.context.calls) > count


def test_climbs_swims_jumps_and_prowls_walk_and_scenery_is_struck() -> None:
    """New ways of moving follow their path; attacks on pieces are animated too.

    A blow lunges, a shot streaks, and a destroyed piece shows a ring.
    """
    for code in ("climbed", "swum", "jumped", "prowled", "expelled"):
        view, _, _ = a_view()
        assert view.match is not None
        path = Event(code, "X", (("fighter", "1a"), ("path", ((1000, 1100), (2000, 1100)))))
        view.animate(view.match, Ui(), [path], 0)
        view.draw(90)
        pose = view.animator.pose("1a", (2000, 1100))
        assert pose is not None and 1000 < pose.at[0] < 2000, code
    match = a_match()
    match.pieces["p"], match.pieces["q"] = (
        a_piece(id="p"),
        a_piece(id="q")._replace(outline=((4000, 4000), (4200, 4000), (4100, 4300))),
    )
    for piece, kind in (("p", ""), ("q", "streak")):
        view, _, _ = a_view(match)
        strike = Event("scenery_attacked", "TER-DES", (("fighter", "1a"), ("piece", piece), ("weapon", "club")))
        fall = [Event(code, "TER-DES", (("piece", piece),)) for code in ("piece_hit", "piece_destroyed", "piece_burns")]
        view.animate(match, Ui(), [strike, *fall, Event("piece_hit", "TER-DES", (("piece", "gone"),))], 0)
        seen = set()
        for now in range(0, 1500, 20):
            view.draw(now)
            seen |= {flash.kind for flash in view.animator.flashes()}
        assert seen == {"spark", "ring", *filter(None, (kind,))}


def test_an_npf_that_is_placed_comes_down() -> None:
    match = a_match()
    view, _, _ = a_view(match)
    npf = with_npf(match)
    view.animate(
        match, Ui(), [Event("npf_placed", "NPF-2", (("player", 1), ("fighter", "n"), ("at", npf.at), ("level", 3)))], 10
    )
    view.draw(20)
    pose = view.animator.pose("n", npf.at)
    assert pose is not None and pose.size > 1
