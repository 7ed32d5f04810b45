"""Scenery bought and built by turns, and NPFs placed, as a player at the screen does it (TER-1, TER-2, NPF-2)."""

from __future__ import annotations

import pytest

from eden_core.cards.scenery_rules import RULES, price, why_not_outline
from eden_core.engine import flow
from eden_core.engine.field import Piece
from eden_core.engine.messages import Build, Place, Point
from eden_core.errors import Illegal
from eden_core.geometry.plane import area2
from tests.web.playing import SECRETS, Person, words
from web.field.state import Ui
from web.match.session import Session
from web.match.wording import piece_label
from web.planning import suggestions as suggest
from web.planning.planner import Planner
from web.planning.scenery_draft import FORMS, Draft, pressed
from web.prompts.current import ask
from web.prompts.prompt import Prompt
from web.setup.agreed import Agreed, make_setup
from web.table.panel.prompt import prompt_bar, spoken
from web.table.preview import fill
from web.ui.nodes import Node, find, h, text_of


def at_the_shop(edition: str = "fr3", infestation: int = 0) -> Planner:
    """The first question of Territory management."""
    person = Person(
        Session(
            make_setup(
                Agreed(names=("Ana", "Bob"), scenery="territory", edition=edition, infestation=infestation), b"nonce"
            ),
            SECRETS,
        )
    )
    person.play(until="place")
    person.planner.refresh()
    return person.planner


def asked(planner: Planner, language: str = "en") -> Prompt:
    """The prompt of the moment."""
    return ask(words(language), planner.session, planner)


def bar(planner: Planner) -> Node:
    """The prompt bar of the moment."""
    return h("div", None, *prompt_bar(words(), planner.session, asked(planner), False, False))


def place_here(planner: Planner) -> None:
    """Places what is chosen where a place is found."""
    suggest.put(planner)
    assert planner.preview.is_ready, planner.preview.refusal
    planner.commit()
    planner.refresh()


# --- the shop ---


@pytest.mark.parametrize("edition", ["fr3", "en1"])
def test_the_shop_lists_the_edition_s_pieces_with_their_costs(edition: str) -> None:
    planner = at_the_shop(edition)
    pool = planner.session.match.setup.pool
    prompt = asked(planner)
    wares = {choice.id: choice for choice in prompt.choices}
    assert {shape.id: str(shape.cost) for shape in pool} == {
        name: ware.cost for name, ware in wares.items() if not name.startswith("build:")
    }
    assert ("build:design:" in wares) == bool(planner.session.match.ruleset.piece_builder)
    assert prompt.primary is None and "Tree" in spoken(prompt)
    tree = text_of(find(bar(planner), data_option="tree")[0])
    assert "Flammable" in tree and "Small" in tree
    points = planner.session.match.ruleset.scenery_points
    assert prompt.purse == ((planner.session.asked, points), (3 - planner.session.asked, points))


def test_nothing_lands_on_the_field_before_a_piece_is_chosen() -> None:
    planner = at_the_shop()
    assert not planner.tap((2000, 2000)) and planner.preview.answer is None
    planner.choose("bushes")
    assert planner.tap((2000, 2000)) and planner.preview.answer == Place("bushes", (2000, 2000))
    meanings = text_of(bar(planner))
    assert all(part in meanings for part in ("can burn", "no move ends in it", "Each cm with the base"))


def test_a_piece_is_placed_turned_and_paid_and_the_other_player_is_asked() -> None:
    planner = at_the_shop()
    session = planner.session
    buyer = session.asked
    planner.choose("vehicle_wreck")
    planner.turn_by(45)
    planner.tap((1500, 1500))
    assert planner.preview.is_ready
    planner.commit()
    planner.refresh()
    assert session.asked == 3 - buyer and session.match.sides[buyer].scenery_points == 21
    assert "vehicle_wreck" in session.match.pieces and planner.plan.what == ""


def test_what_is_too_dear_can_t_be_chosen_and_says_why() -> None:
    planner = at_the_shop("en1")
    while planner.session.match.sides[planner.session.asked].scenery_points > 2:
        planner.choose("tree")
        place_here(planner)
    wares = {choice.id: choice for choice in asked(planner).choices}
    assert not wares["lake"].enabled and "4" in wares["lake"].keys and "2" in wares["lake"].keys
    assert wares["pond"].enabled
    assert find(bar(planner), data_option="lake")[0].attrs["aria-disabled"] == "true"


def test_refusals_name_their_rule() -> None:
    planner = at_the_shop()
    planner.choose("tree")
    planner.tap((100, 100))
    prompt = asked(planner)
    assert prompt.refusal[1] == "PREP-6" and "edge" in prompt.refusal[0] and not prompt.primary.enabled  # type: ignore[union-attr]


def test_stepping_back_goes_from_the_place_to_the_list() -> None:
    planner = at_the_shop()
    planner.choose("tree")
    planner.tap((1500, 1500))
    assert planner.back() and planner.plan.what == "tree" and not planner.plan.at
    assert planner.back() and planner.plan.what == "" and planner.plan.mode == "place"
    assert not planner.back()


def test_a_place_is_found_for_the_piece_that_is_chosen() -> None:
    planner = at_the_shop()
    for shape in planner.session.match.setup.pool:
        planner.choose(shape.id)
        suggest.put(planner)
        assert planner.plan.what == shape.id and planner.preview.is_ready


@pytest.mark.parametrize("edition", ["fr3", "en1"])
def test_all_can_be_placed_at_once_until_nothing_more_fits(edition: str) -> None:
    planner = at_the_shop(edition, infestation=5)
    session = planner.session
    suggest.all_of_it(planner)
    assert session.decision is not None and session.decision.rule == "NPF-2"
    assert all(session.match.sides[player].scenery_points <= 4 for player in (1, 2))
    assert len({piece.like for piece in session.match.pieces.values()}) > 4, "the field is varied"


# --- the workshop ---


def build(planner: Planner, *parts: str) -> Draft:
    """Presses in the workshop."""
    for part in ("design:", *parts):
        planner.choose(f"build:{part}")
    assert planner.plan.draft is not None
    return planner.plan.draft


def test_the_running_cost_is_the_core_s() -> None:
    draft = build(at_the_shop(), "width:850", "height:600", "rule:obstacle", "x:obstacle 3", "rule:crossing")
    assert draft.size() == "medium" and draft.cost() == 2 + 3 - 1 == price("medium", draft.rules)
    assert pressed(draft, "rule", "crossing").rules == (("obstacle", 3),)


def test_every_rule_can_be_taken_and_its_x_stays_within_bounds() -> None:
    draft = Draft()
    for word, rule in RULES.items():
        draft = pressed(pressed(draft, "rule", word), "x", f"{word} 99")
        assert dict(draft.rules)[word] == rule.most
        assert dict(pressed(draft, "x", f"{word} 0").rules)[word] == 1


@pytest.mark.parametrize("form", [form for form in FORMS if form != "free"])
@pytest.mark.parametrize("length", [100, 2000])
def test_every_form_is_legal_from_the_least_to_the_largest_however_it_is_turned(form: str, length: int) -> None:
    """Turned corners are rounded, and yet 20 cm a side stay 20 cm."""
    draft = Draft(form=form, width=length, height=length, arm=max(50, length // 3))
    for turn in range(0, 360, 15):
        given = draft.build((3000, 3000), turn)
        assert why_not_outline(given.outline, given.radius) is None, turn


def test_the_workshop_says_what_is_wrong_and_mends_it() -> None:
    planner = at_the_shop()
    build(
        planner,
        "rule:climbing",
        "width:2000",
        "height:2000",
        "rule:destruction",
        "x:destruction 20",
        "rule:obstacle",
        "x:obstacle 20",
    )
    prompt = asked(planner)
    assert {rule for _, rule in prompt.faults} == {"TER-2", "TER-1"} and not prompt.primary.enabled  # type: ignore[union-attr]
    assert "Elevation" in text_of(bar(planner))
    build(planner, "rule:elevation", "rule:obstacle", "x:destruction 2")
    assert not asked(planner).faults


@pytest.mark.parametrize("form", [form for form in FORMS if form != "free"])
def test_a_piece_of_one_s_own_is_built_turned_and_paid(form: str) -> None:
    planner = at_the_shop()
    session = planner.session
    buyer, points = session.asked, session.match.sides[session.asked].scenery_points
    build(planner, f"form:{form}", "width:700", "height:500", "rule:hiding", "x:hiding 2", "field:")
    planner.turn_by(30)
    planner.tap((1500, 1600))
    given = planner.preview.answer
    assert isinstance(given, Build) and planner.preview.is_ready, planner.preview.refusal
    ui = Ui()
    fill(ui, words(), session, planner, "")
    assert ui.ghost == (1500, 1600) and ui.ghost_rules == (("hiding", 2),) and ui.keep_apart == "piece"
    assert bool(ui.ghost_radius) == (form == "disc") == (len(ui.ghost_outline) == 1)
    planner.commit()
    piece = session.match.pieces["built"]
    assert (piece.outline, piece.radius, piece.rules) == (given.outline, given.radius, (("hiding", 2),))
    assert session.match.sides[buyer].scenery_points == points - price(
        "medium" if form != "disc" else "large", given.rules
    )


def test_a_free_form_is_drawn_corner_by_corner() -> None:
    """Clockwise as it was tapped, it is turned round; it stands where it was drawn, and can still be moved."""
    planner = at_the_shop()
    build(planner, "form:free", "rule:obstacle", "field:")
    assert planner.draws and planner.tap((1234, 1000), pin=False)
    corners: tuple[Point, ...] = ((1000, 1000), (1000, 1600), (1400, 1600), (1700, 1000))
    for x, y in corners:
        planner.choose(f"build:corner:{x + 12} {y - 9}")
    assert asked(planner).primary.enabled  # type: ignore[union-attr]
    planner.choose("build:corner:1400 1600")
    assert planner.plan.draft is not None and planner.plan.draft.corners == corners, "twice the same corner"
    ui = Ui()
    fill(ui, words(), planner.session, planner, "")
    assert ui.template == corners and ui.template_ok
    planner.choose("build:close:")
    given = planner.preview.answer
    assert isinstance(given, Build) and set(given.outline) == set(corners) and area2(given.outline) > 0
    planner.tap((4000, 4000))
    assert planner.preview.is_ready, planner.preview.refusal
    planner.commit()
    assert planner.session.match.pieces["built"].outline[0] not in corners


def test_a_corner_can_be_taken_back_and_crossing_lines_can_t_be_closed() -> None:
    planner = at_the_shop()
    build(
        planner, "form:free", "field:", "corner:1000 1000", "corner:1500 1500", "corner:1500 1000", "corner:1000 1500"
    )
    planner.choose("build:field:")
    assert planner.draws and not asked(planner).primary.enabled  # type: ignore[union-attr]
    planner.choose("build:close:")
    assert planner.draws
    assert planner.back()
    assert planner.plan.draft is not None and len(planner.plan.draft.corners) == 3 and planner.plan.draft.may_close()


def test_a_place_is_found_for_what_was_built() -> None:
    planner = at_the_shop()
    for form in ("disc", "ell"):
        build(planner, f"form:{form}", "width:900", "field:")
        place_here(planner)
    assert {"built", "built_2"} <= set(planner.session.match.pieces)


def test_stepping_back_leads_out_of_the_workshop() -> None:
    planner = at_the_shop()
    build(planner, "field:")
    assert planner.back() and planner.plan.draft is not None and planner.plan.draft.step == "design"
    assert planner.back() and planner.plan.draft is None


def test_no_workshop_where_the_edition_has_none() -> None:
    planner = at_the_shop("en1")
    build(planner, "field:")
    planner.tap((1500, 1500))
    refusal = planner.preview.refusal
    assert isinstance(refusal, Illegal) and refusal.rule == "TER-2"


# --- NPFs ---


def test_npfs_are_chosen_by_level_placed_by_turns_and_kept_apart() -> None:
    planner = at_the_shop(infestation=3)
    session = planner.session
    suggest.all_of_it(planner)
    planner.refresh()
    prompt = asked(planner)
    levels = [int(choice.cost) for choice in prompt.choices]
    assert levels == sorted(levels) and [choice.enabled for choice in prompt.choices] == [
        level <= 3 for level in levels
    ]
    assert prompt.purse == ((session.asked, 3), (3 - session.asked, 3))
    planner.choose("pack_mother")
    assert words()("ability.den_mother") in text_of(bar(planner))
    first = session.asked
    suggest.put(planner)
    at = planner.plan.at
    assert at
    ui = Ui()
    fill(ui, words(), session, planner, "")
    assert (
        ui.keep_apart == "npf"
        and ui.ghost_profile is not None
        and ui.ghost_profile.id == "pack_mother"
        and ui.ghost == at
    )
    planner.turn_by(15)
    assert planner.plan.turn == 0, "a base is not turned"
    planner.commit()
    planner.refresh()
    assert session.asked == 3 - first and session.match.sides[first].npf_points == 0
    planner.choose("ash_hound")
    planner.tap((at[0] + 1000, at[1]) if at[0] < 3000 else (at[0] - 1000, at[1]))
    assert asked(planner).refusal[1] == "NPF-2" and "15 cm" in asked(planner).refusal[0]
    suggest.all_of_it(planner)
    assert session.decision is not None and session.decision.kind == "half"
    for one in session.match.fighters.values():
        assert one.player or flow.options(session.match)


def test_passing_is_offered_only_once_no_place_was_found() -> None:
    planner = at_the_shop()
    match = planner.session.match
    match.pieces["all"] = Piece("all", "", ((0, 0), (6000, 0), (6000, 6000), (0, 6000)), territory=1)
    planner.choose("tree")
    assert "decline" not in {choice.do for choice in asked(planner).others}
    suggest.put(planner)
    prompt = asked(planner)
    assert planner.stuck and "decline" in {choice.do for choice in prompt.others} and prompt.note
    buyer = planner.session.asked
    planner.decline()
    assert planner.session.asked == 3 - buyer


# --- a piece in words ---


def test_a_piece_in_a_line_tells_how_it_stands() -> None:
    piece = Piece(
        "car_wreck",
        "car_wreck",
        ((0, 0), (1, 0), (0, 1)),
        territory=1,
        rules=(("destruction", 6), ("obstacle", 1), ("hiding", 1)),
        attacks=2,
    )
    assert piece_label(words(), piece) == "Car wreck: Destruction 6 (2 suffered), Obstacle 1, Hiding 1"
    burning = piece._replace(burn=2, rules=(("flammable", 1), ("crossing", 1)), attacks=0)
    assert piece_label(words(), burning) == "Car wreck: Flammable, Obstacle 1; burning 2", (
        "what fire takes away and adds"
    )
    assert piece_label(words(), piece._replace(like="")).startswith("Built piece")
    assert piece_label(words("fr"), piece).startswith("Épave") or "2 subies" in piece_label(words("fr"), piece)
