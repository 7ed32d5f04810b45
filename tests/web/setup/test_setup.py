"""The set-up page: what may be agreed on makes a legal match, what may not is said with its rule, all is kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from dataclasses import fields
from typing import Any

import pytest

from eden_core.cards import shipped
from eden_core.cards.records import check_troop
from eden_core.engine.match import ROLLED, Match
from eden_core.rules.start import why_not_setup
from eden_core.ruleset import EDITIONS, Ruleset
from tests.web.playing import Numbers, new_session, words
from tests.web.table.test_panels import walk
from web.i18n.catalogue import Words
from web.setup.agreed import (
    BUDGETS,
    LEVELS,
    MACHINES,
    OWN,
    SCENERY,
    SIDES,
    Agreed,
    Draft,
    faults_of,
    make_setup,
    ready_pieces,
    troop_of,
)
from web.setup.controller import Preparing
from web.setup.library import KINDS, Look, library_sheet, profile_card
from web.setup.page import setup_page
from web.setup.troop_builder import builder_page, text_sheet
from web.ui.editions import RULES, differences, differences_list, modules_now, switch_text
from web.ui.nodes import Node, find, text_of
from web.ui.scenery import rule_name, rule_text

BOARDS = [(width, height) for width in SIDES for height in SIDES]


class Machine:
    """A port that keeps what is remembered, throws known dice and never copies."""

    def __init__(self, kept: dict[str, str] | None = None) -> None:
        self.kept = {} if kept is None else kept
        self.focused: list[str] = []
        self.copied: list[str] = []
        numbers = Numbers(7)
        self.dice = lambda count: tuple(1 + numbers.below(6) for _ in range(count))

    def remember(self, name: str, value: str) -> None:
        self.kept[name] = value

    def recall(self, name: str) -> str:
        return self.kept.get(name, "")

    async def copy(self, text: str) -> bool:
        self.copied.append(text)
        return False

    def start(self, task: Awaitable[Any]) -> None:
        asyncio.run(task)  # type: ignore[arg-type]

    def focus(self, selector: str) -> None:
        self.focused.append(selector)


def prepare(machine: Machine | None = None) -> Preparing:
    """The set-up as the shell has it, with sheets that only note their names."""
    sheets: list[str] = []
    made = Preparing(Agreed(), machine or Machine(), lambda: None, sheets.append)
    made.words = words()
    made.restore()
    return made


# --- what is agreed on ---


@pytest.mark.parametrize("scenery", SCENERY)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_board_and_scenery_may_start(edition: str, scenery: str) -> None:
    """MAT-1, PREP-6, TER-1: the core has nothing against any board; a ready field keeps its distances on all of
    them.
    """
    for field in BOARDS if edition == "fr3" else BOARDS[::16]:
        setup = make_setup(Agreed(("A", "B"), scenery=scenery, edition=edition, field=field, budget=BUDGETS[-1]), b"n")
        assert why_not_setup(setup) == [], field
        assert setup.field == (field[0] * 100, field[1] * 100) and setup.ruleset == EDITIONS[edition]
        assert bool(setup.pieces) == (scenery == "ready") and setup.territory == int(scenery == "territory")
        pools = {
            "ready": (),
            "turns": shipped.load().pieces,
            "territory": [piece.id for piece in shipped.load(edition).terrain],
        }
        assert {shape.id for shape in setup.pool} == set(pools[scenery])


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_optional_rules_make_a_legal_set_up(edition: str) -> None:
    """TER-1, NPF-1, WEA-1: alone and together; who may be placed comes with all that their abilities name."""
    for scenery, infestation, weather in (
        ("territory", 0, 0),
        ("ready", 4, 0),
        ("turns", 0, 1),
        ("territory", ROLLED, 3),
    ):
        setup = make_setup(
            Agreed(("A", "B"), scenery=scenery, edition=edition, infestation=infestation, weather=weather), b"n"
        )
        assert why_not_setup(setup) == []
        assert (setup.infestation, setup.weather) == (infestation, weather)
        assert len(setup.npfs) == (len(shipped.load().npfs) if infestation else 0)
        named = {name for profile in setup.npfs for name in profile.abilities}
        assert named <= {ability.id for ability in setup.abilities} and bool(named) == bool(infestation)
    assert LEVELS[-1] == ROLLED


def test_the_page_offers_the_optional_rules() -> None:
    """Each with its rule's number and what it adds; Territory management says what the edition plays."""
    made = prepare()
    made.press_scenery({"option": "territory"})
    made.press_infestation({"value": "4"})
    made.press_weather({"option": "2"})
    assert (made.agreed.territory, made.agreed.infestation, made.agreed.weather) == (True, 4, 2)
    for edition, says in (("fr3", ("30 scenery points", "or built")), ("en1", ("8 scenery points", "from the list"))):
        made.press_edition({"option": edition})
        page = made.page(words(), False)
        told = text_of(find(page[0], class_="setup-scenery")[0])
        assert all(part in told for part in says)
        rules = {node.attrs["data-rule"] for node in find(page[0], data_do="rule")}
        assert {"TER-1", "NPF-1", "WEA-1"} <= rules
        assert text_of(find(page[1], class_="setup-sum")[0]).endswith(
            "60 × 60 cm · Territory management · Infestation 4 · Weather × 2"
        )
        assert find(page[0], id="infestation")[0].attrs["value"] == "4" and made.may_start()
    made.press_scenery({"option": "turns"})
    assert (
        "PREP-6" in text_of(find(made.page(words(), False)[0], class_="setup-scenery")[0]) and not made.agreed.territory
    )


def test_who_plays_whom_is_chosen_first_and_always_said() -> None:
    """Two at one device, or a level of the machine: what a start leads to stands beside it."""
    made = prepare()
    page = made.page(words(), False)
    assert page[0].children[1] is find(page[0], class_="setup-machine")[0]
    assert text_of(find(page[1], class_="setup-sum")[0]).startswith("Two at this device · French 3rd")
    for level, said in zip(MACHINES, ("Against the Recruit", "Against the Veteran", "Against the Warlord")):
        made.press_machine({"option": level})
        assert text_of(find(made.page(words(), False)[1], class_="setup-sum")[0]).startswith(f"{said} · ")


def test_two_players_of_one_name_are_told_apart() -> None:
    """The set-up says so as soon as it is typed, not against the machine; the match numbers them, whoever gave the
    names.
    """
    made = prepare()
    shown: list[bool] = []
    made.show = lambda: shown.append(bool(find(made.page(words(), False)[0], class_="about same-name")))
    for player, typed in ((1, "Ana"), (2, "An"), (2, "ana "), (2, "ana B")):
        made.press_name({"player": str(player), "value": typed})
    assert shown == [True, False]
    made.press_name({"player": "2", "value": "Ana"})
    made.press_machine({"option": "veteran"})
    assert shown[2:] == [True, False]
    assert [new_session(("Ana", "Ana")).player_name(player) for player in (0, 1, 2)] == ["", "Ana (1)", "Ana (2)"]
    assert [new_session(("Ana", "Bob")).player_name(player) for player in (1, 2)] == ["Ana", "Bob"]
    twins = new_session(("", ""), troops=("jokers_starter", "jokers_starter"))
    assert twins.player_name(1) != twins.player_name(2)


def test_a_match_says_its_optional_rules_as_they_stand() -> None:
    """NPF-1, WEA-1: agreed on at first; then the level that was rolled, and the weather that came of it."""
    setup = make_setup(Agreed(("A", "B"), scenery="territory", infestation=ROLLED, weather=2), b"n")
    match = Match(setup, b"")
    assert modules_now(words(), match) == ["Territory management", "Infestation", "Weather × 2"]
    match.table = match.table._replace(infestation=6, weather=("mist", "headwind"))
    assert modules_now(words(), match) == ["Territory management", "Infestation 6", "Mist", "Headwind"]
    match.table = match.table._replace(weather=(), first_player=1)
    assert modules_now(words(), match)[-1] == "Normal weather"
    assert modules_now(words(), Match(make_setup(Agreed(("A", "B")), b"n"), b"")) == []


def test_a_larger_ready_field_has_more_cover_and_favours_nobody() -> None:
    """More pieces on more ground; all beyond the first eight come in pairs turned about the centre."""
    counts = [len(ready_pieces((width * 100, height * 100))) for width, height in ((60, 60), (90, 80), (120, 120))]
    assert counts[0] == 8 and counts == sorted(counts) and counts[2] == 16
    for width, height in ((9000, 8000), (12000, 12000)):
        extra = ready_pieces((width, height))[8:]
        assert extra
        for one, other in zip(extra[::2], extra[1::2]):
            turned = sorted((width - x, height - y) for x, y in one.outline)
            for (x, y), (u, v) in zip(turned, sorted(other.outline)):
                assert abs(x - u) <= 1 and abs(y - v) <= 1  # a turn rounds corners to whole units


def test_troops_may_share_names() -> None:
    """TRP-3: both sides may field the same fighters."""
    draft = Draft("Twins", "faction", "jokers", ("vladd", "yuri"))
    assert not faults_of(Agreed(troops=(OWN, OWN), own=(draft, draft)))


def test_an_illegal_troop_is_said_with_its_rule() -> None:
    """TRP-1, TRP-2, MAT-7: every fault is listed on its own side, with number and edition; other editions differ."""
    mixed = Draft("", "faction", "jokers", ("vladd", "yuri", "big_mirko", "elenia", "abama"))
    agreed = Agreed(troops=(OWN, "bamaka_starter"), own=(mixed, Draft()))
    faults = faults_of(agreed)
    assert [(fault.code, fault.rule) for fault in faults.troops[0]] == [
        ("symbol_not_shared", "TRP-1"),
        ("troop_too_dear", "TRP-2"),
    ]
    assert not faults.troops[1] and not faults.whole
    page = setup_page(words(), agreed, False, refused=True)[0]
    sides = find(page, data_side="1")[0], find(page, data_side="2")[0]
    lines = [node for node in find(sides[0], data_rule="TRP-2") if node.tag == "li"]
    assert len(lines) == 1 and "120 points; 100 are allowed." in text_of(lines[0]) and "TRP-2" in text_of(lines[0])
    assert "French, third edition" in text_of(find(sides[0], role="alert")[0]) and not find(sides[1], role="alert")


def test_a_faction_out_of_play_is_refused_by_name() -> None:
    """MAT-7: a faction that an edition does not have is named in words, not by its id."""
    horde = shipped.load().profiles["vladd"]._replace(id="gor", name="Gor", faction="horde")
    from eden_core.cards.records import Troop
    from web.ui.forms import fault_text

    faults = check_troop(EDITIONS["en1"], Troop("H", "faction", "horde", (horde,)), 100)
    said = [fault_text(words("fr"), fault) for fault in faults]
    assert [fault.rule for fault in faults] == ["MAT-7", "MAT-7"] and any("Horde" in text for text in said)


# --- editions ---


@pytest.mark.parametrize("language", ("en", "fr"))
def test_every_switch_that_differs_has_words_and_a_rule(language: str) -> None:
    """Section 14: each difference between two editions is said, with the number of the rule that asks it."""
    catalogue = words(language)
    for edition in EDITIONS:
        for name, value in differences(edition):
            assert RULES[name] and not switch_text(catalogue, name, value).startswith("switch."), (name, value)
            assert "{" not in switch_text(catalogue, name, value)
        assert catalogue.has(f"edition.{edition}.about") and catalogue.has(f"edition.{edition}.short")


def test_differences_are_worked_out() -> None:
    """A switch is listed if it is not as in the default edition; the default lists all in which any other differs."""
    default = Ruleset()
    for edition, ruleset in EDITIONS.items():
        apart = {
            field.name for field in fields(Ruleset) if getattr(ruleset, field.name) != getattr(default, field.name)
        }
        if edition != "fr3":
            assert {name for name, _ in differences(edition)} == apart - {"edition"}
    assert ("shot_spends_every_success", 0) in differences("de2") and "factions" in dict(differences("fr3"))
    assert "shot_spends_every_success" not in dict(differences("en1"))


def test_the_optional_rules_differences_stand_apart() -> None:
    """Section 14: those of the basic rules first, then a heading for each optional rule; every switch once."""
    shown = differences_list(words(), "pt1")
    assert [text_of(node) for node in shown.children if isinstance(node, Node) and node.tag == "h3"] == [
        "Territory management",
        "Infestation",
        "Weather",
    ]
    assert all(len(find(shown, data_switch=name)) == 1 for name, _ in differences("pt1"))
    assert "+2 CBT" in text_of(find(shown, data_switch="elevation_bonus")[0])
    assert "8 scenery points" in text_of(find(shown, data_switch="scenery_points")[0])


# --- the controller ---


def test_a_troop_built_by_hand() -> None:
    """Composed, recruited, one too many, one taken out: the page says at each step whether it is legal."""
    made = prepare()
    made.press_edition({"option": "en1"})
    made.press_build({"player": "2"})
    assert made.building == 2 and made.draft.symbol == "bamaka"
    made.press_compose({"option": "stigma"})
    made.press_symbol({"option": "protection"})
    for name in ("abama", "makena"):
        made.press_recruit({"option": name})
    made.press_troop_name({"value": "Hide and Spore"})
    page = builder_page(words(), made.agreed, 2, False)[0]
    assert find(page, data_legal="true") and find(page, data_total="50")
    assert troop_of(made.agreed, 2).name == "Hide and Spore"
    made.press_compose({"option": "faction"})
    assert made.draft.symbol == "bamaka"
    made.press_symbol({"option": "jokers"})
    page = builder_page(words(), made.agreed, 2, False)[0]
    assert len([node for node in find(page, data_fault="symbol_not_shared") if node.attrs["data-rule"] == "TRP-1"]) == 2
    assert not made.may_start() and made.refused and made.building == 0
    made.press_build({"player": "2"})
    made.press_symbol({"option": "bamaka"})
    made.press_dismiss({"option": "abama"})
    assert made.draft.fighters == ("makena",) and made.may_start()


def test_what_was_agreed_is_kept() -> None:
    """A reload finds names, edition, board, budget and troops again; where nothing may be kept, defaults stand."""
    kept: dict[str, str] = {}
    made = prepare(Machine(kept))
    made.press_name({"player": "1", "value": "Ana"})
    made.press_edition({"option": "de2"})
    made.press_board_width({"value": "90"})
    made.press_board_height({"value": "70"})
    made.press_budget({"value": "150"})
    made.press_scenery({"option": "territory"})
    made.press_infestation({"value": str(ROLLED)})
    made.press_weather({"option": "3"})
    made.press_random({"player": "1"})
    again = prepare(Machine(kept)).agreed
    assert (again.scenery, again.infestation, again.weather) == ("territory", ROLLED, 3)
    assert again == made.agreed and again.troops[0] == OWN and again.field == (90, 70)
    assert prepare(Machine()).agreed == Agreed()


@pytest.mark.parametrize(
    "text",
    (
        "nonsense",
        "[]",
        "3",
        '{"own": 7}',
        '{"own": [{"name": "x"}]}',
        '{"field": [10, 60]}',
        '{"names": 5, "budget": "x"}',
        '{"scenery": "sea", "infestation": 12, "weather": 4}',
        '{"infestation": "4", "weather": []}',
        '{"troops": ["gone", ["own"]], "edition": "fr9", "budget": 1000}',
        '{"own": [{"name": 1, "composed": [], "symbol": {}, "fighters": [[]]}]}',
    ),
)
def test_kept_nonsense_is_passed_over(text: str) -> None:
    """What another release or a hand left in the storage never stops the page; what it says wrongly stays as it was."""
    made = prepare(Machine({"setup": text}))
    assert made.agreed == Agreed() and made.page(words(), False) and made.may_start()


def test_fighters_gone_from_the_library_are_left_out() -> None:
    """A kept troop may name a card that this release lacks."""
    draft = {"name": "Old", "composed": "faction", "symbol": "jokers", "fighters": ["yuri", "gone", "yuri"]}
    kept = {"setup": json.dumps({"own": [draft, draft], "troops": ["own", "own"]})}
    assert prepare(Machine(kept)).agreed.own[0] == Draft("Old", "faction", "jokers", ("yuri",))


def test_a_pasted_text_becomes_the_troop_or_says_why_not() -> None:
    """A clear text is taken; an unclear one leaves the troop as it was and names the line."""
    machine = Machine()
    made = prepare(machine)
    made.press_build({"player": "1"})
    made.press_text_typed({"value": "Pack\nfaction: jokers\nYuri\nNobody"})
    made.press_take_text({})
    sheet = text_sheet(words(), made.text, made.text_faults, made.note)
    assert "Line 4: Nobody is called “Nobody”." in text_of(find(sheet, data_line="4")[0])
    assert made.draft.fighters == ()
    made.press_text_typed({"value": "Pack\nfaction: jokers\nYuri\n"})
    made.press_take_text({})
    assert made.draft == Draft("Pack", "faction", "jokers", ("yuri",))
    made.press_troop_text({})
    made.press_copy_text({})
    assert machine.copied == ["Pack\nfaction: jokers\nYûri (25)\n"]
    assert made.note and machine.focused[-1] == "#troop-text"


# --- cards to read ---


def _shown(catalogue: Words, look: Look) -> set[str]:
    sheet = library_sheet(catalogue, look)
    found: set[str] = set()
    for profile in shipped.load().profiles:
        if find(sheet, data_profile=profile) or find(sheet, data_option=profile):
            found.add(profile)
    return found


def test_fighters_are_searched_and_filtered() -> None:
    """By words without accents and case, equipment too; by faction, stigma and edition."""
    catalogue, profiles = words(), shipped.load().profiles
    assert _shown(catalogue, Look()) == set(profiles)
    assert _shown(catalogue, Look(search="yuri")) == {"yuri"}
    assert "sefu" in _shown(catalogue, Look(search="BLOWGUN poison"))
    jokers = _shown(catalogue, Look(faction="jokers"))
    assert jokers == {name for name, profile in profiles.items() if profile.faction == "jokers"}
    assert _shown(catalogue, Look(faction="jokers", stigma="chaos")) == {
        name for name in jokers if profiles[name].stigma == "chaos"
    }
    assert _shown(catalogue, Look(edition="en1")) == {
        name for name, profile in profiles.items() if profile.faction in EDITIONS["en1"].factions
    }


@pytest.mark.parametrize("kind", KINDS)
def test_every_card_can_be_read(kind: str) -> None:
    """Each mission, tactical card and ability stands in its list once, in both whole languages."""
    library = shipped.load()
    ids: dict[str, Any] = {
        "fighters": {},
        "missions": library.missions,
        "tactics": library.tactics,
        "abilities": library.abilities,
        "npfs": {},
        "scenery": [shape.id for shape in library.terrain],
    }
    for language in ("en", "fr"):
        sheet = library_sheet(words(language), Look(kind=kind))
        for name in ids[kind]:
            single = {"missions": "mission", "tactics": "tactic", "abilities": "ability"}.get(kind, kind)
            assert len(find(sheet, data_card=f"{single}-{name}")) == 1, name


def test_npfs_are_read_as_cards() -> None:
    """NPF-2: all of them, the level in place of the value, the lowest first; a faction's filter does not touch them."""
    sheet, npfs = library_sheet(words(), Look("npfs", faction="jokers", edition="en1")), shipped.load().npfs
    cards = find(sheet, class_="profile")
    assert [node.attrs["data-profile"] for node in cards] == sorted(
        npfs, key=lambda name: (npfs[name].level, npfs[name].name)
    )
    assert next(text_of(find(node, class_="card-value")[0]) for node in cards) == "level 1"
    assert len(find(sheet, data_do="seek")) == 2  # the search and the stigma


def test_a_card_in_a_match_is_as_it_is_played_there() -> None:
    """Whatever the set-up page says meanwhile: the edition's own values, troops' and NPFs'."""
    made = prepare()
    setup = make_setup(Agreed(("A", "B"), edition="en1", infestation=3), b"n")
    made.press_read({"option": "yuri", "player": "1"})
    values = [
        text_of(find(sheet, class_="card-value")[0])
        for sheet in (made.sheet("card", words()), made.sheet("card", words(), setup))
        if sheet is not None
    ]
    assert made.agreed.edition == "fr3" and values == ["25", "20"]
    made.press_read({"option": setup.npfs[0].id, "player": "0"})
    assert (
        made.sheet("card", words(), setup) is not None and made.sheet("card", words(), setup._replace(npfs=())) is None
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_catalogue_of_scenery_is_the_editions(edition: str) -> None:
    """TER-2, TER-5: every piece with size, cost and its special rules as the edition plays them."""
    sheet = library_sheet(words(), Look("scenery", edition=edition))
    pieces = shipped.load(edition).terrain
    assert len(find(sheet, class_="text-card terrain-card")) == len(pieces) > 5
    for shape in pieces:
        card = find(sheet, data_card=f"scenery-{shape.id}")[0]
        told = text_of(card)
        assert f"Scenery points: {shape.cost}" in told and words()(f"size.{shape.size}") in told
        assert [node.attrs["data-word"] for node in walk(card) if "data-word" in node.attrs] == [
            word for word, _ in shape.rules
        ]
        assert "terrain." not in told and "{" not in told


def test_a_special_rule_is_said_as_the_edition_plays_it() -> None:
    """TER-4, TER-HID, TER-CLI, TER-HOS: X, bonus and AP are filled in."""
    said = {
        name: [
            rule_text(words(), EDITIONS[name], word, 1)
            for word in ("elevation", "climbing", "hiding", "hostile_presence")
        ]
        for name in ("fr3", "en1")
    }
    assert "+1 CBT" in said["fr3"][0] and "+2 CBT" in said["en1"][0]
    assert "1 AP" in said["fr3"][1] and "2 AP" in said["en1"][1]
    assert "Small bases only." in said["fr3"][2] and "Small" not in said["en1"][2]
    assert "ending a move" in said["fr3"][3] and "ending an activation" in said["en1"][3]
    assert [rule_name(words("fr"), EDITIONS[name], "hiding", 2) for name in said] == [
        "Dissimulation (2)",
        "Dissimulation",
    ]


def test_a_card_shows_all_that_is_printed() -> None:
    """MAT-3, MAT-4: value, base, each limb's two numbers, CP and faces, equipment in the language."""
    card = profile_card(words("fr"), shipped.load().profiles["vladd"])
    text = text_of(card)
    assert all(part in text for part in ("30", "tête +1", "Souffle", "socle de 30 mm"))
    arms = find(card, data_limb="arms")[0]
    assert arms.attrs["aria-label"] == "bras : CBT 6, blessé 4 ; 2 PC blancs et 3 rouges ; touché sur 2, 3"
    assert len(find(arms, class_="cp")) == 2 and len(find(arms, class_="cp red")) == 3
