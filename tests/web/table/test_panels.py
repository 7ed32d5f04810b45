"""Panels as trees: hostile names stay text, controls carry what tests and keyboards need, cards show their limbs."""

from __future__ import annotations

import re
from pathlib import Path

from tests.web.playing import Person, new_session, words
from web.app.first_page import first_page
from web.app.sheets import keys_sheet, leave_sheet, menu_sheet
from web.field.drawing.palette import DARK, LIGHT, css_variables
from web.match.wording import log_lines
from web.planning.planner import Planner
from web.prompts.current import ask
from web.setup.agreed import OWN, Agreed, Draft
from web.setup.library import KINDS, Look, card_sheet, library_sheet
from web.setup.page import setup_page
from web.setup.troop_builder import builder_page, text_sheet
from web.setup.troops import TextFault
from web.table.panel.cards import troop_cards
from web.table.panel.log import log_panel
from web.table.panel.overlays import curtain, end_sheet
from web.table.panel.prompt import prompt_bar
from web.table.panel.top import field_tools, tabs, tape, top_bar
from web.ui.nodes import Node, Tree, find, h, icon, text_of

WEB = Path(__file__).resolve().parents[3] / "web"
HOSTILE = "<img src=x onerror=alert(1)>"
TAGS = {
    "article",
    "aside",
    "b",
    "button",
    "circle",
    "dd",
    "div",
    "dl",
    "dt",
    "h1",
    "h2",
    "h3",
    "header",
    "i",
    "input",
    "label",
    "li",
    "link",
    "ol",
    "option",
    "p",
    "section",
    "select",
    "small",
    "span",
    "svg",
    "table",
    "tbody",
    "td",
    "textarea",
    "th",
    "thead",
    "tr",
    "ul",
    "use",
}


def walk(tree: Tree) -> list[Node]:
    """Every element."""
    return [] if isinstance(tree, str) else [tree, *(node for child in tree.children for node in walk(child))]


def all_panels(name: str = HOSTILE) -> list[Node]:
    """Every panel of a match between two players of such a name."""
    catalogue = words()
    session = new_session((name, name))
    found = [curtain(catalogue, session)]
    person = Person(session, 3)
    person.play(until="action")
    planner = Planner(session)
    prompt = ask(catalogue, session, planner)
    found += prompt_bar(catalogue, session, prompt, True, True)
    found += [troop_cards(catalogue, session, player, next(iter(session.match.fighters))) for player in (1, 2)]
    found += top_bar(catalogue, session) + tabs(catalogue, session, "field") + field_tools(catalogue, False, True)
    found += log_panel(catalogue, log_lines(catalogue, session, session.lines))
    draft = Draft(name, "faction", "jokers", ("yuri", "abama"))
    agreed = Agreed(names=(name, name), troops=(OWN, "bamaka_starter"), own=(draft, draft))
    found += setup_page(catalogue, agreed, False, unfolded=True, refused=True) + first_page(catalogue, True, "others")
    found += [
        *builder_page(catalogue, agreed, 1, False),
        text_sheet(catalogue, name, [TextFault(1, "unknown_fighter", name)], name),
    ]
    found += [library_sheet(catalogue, Look(kind, search=search)) for kind in KINDS for search in ("", name)]
    found.append(card_sheet(catalogue, next(iter(session.match.fighters.values())).profile, 1))
    person.play()
    return [
        *found,
        end_sheet(catalogue, session),
        keys_sheet(catalogue),
        leave_sheet(catalogue),
        menu_sheet(catalogue, False),
    ]


def test_hostile_names_are_text_only() -> None:
    """A name full of markup is a text or an attribute's value; no element and no handler comes of it."""
    seen = 0
    for panel in all_panels():
        for node in walk(panel):
            assert node.tag in TAGS, node.tag
            assert not any(name.startswith("on") or name in ("srcdoc", "href", "src") for name in node.attrs)
            seen += sum(HOSTILE in child for child in node.children if isinstance(child, str))
    assert seen >= 8


def test_every_button_says_what_it_does() -> None:
    """A control has an act, a type and a name that can be read out."""
    for panel in all_panels("Ana"):
        for node in walk(panel):
            if node.tag == "button":
                assert node.attrs.get("data-do") and node.attrs.get("type") == "button", node
                assert text_of(node).strip() or node.attrs.get("aria-label"), node


def test_whoever_measures_sees_it_and_the_way_out() -> None:
    catalogue = words()
    line = tape(catalogue)
    assert text_of(find(line, data_do="measure")[0]) == catalogue("ui.measure.end") and catalogue(
        "ui.measure.start"
    ) in text_of(line)
    for measuring in (False, True):
        entry = find(menu_sheet(catalogue, False, measuring=measuring), data_do="measure")[0]
        assert entry.attrs["aria-pressed"] == str(measuring).lower()


def test_a_hint_that_was_read_is_folded_to_its_sign() -> None:
    session = new_session()
    Person(session, 3).play(until="action")
    session.hints, catalogue, planner = True, words(), Planner(session)
    for folded, hints, signs in ((set(), 1, 0), ({"deploy"}, 1, 0), ({"action"}, 0, 1)):
        session.folded = folded
        bar = Node("div", {}, tuple(prompt_bar(catalogue, session, ask(catalogue, session, planner), False, False)))
        assert (len(find(bar, class_="hint")), len(find(bar, data_do="hint"))) == (hints, signs)


def test_a_card_shows_limbs_and_sums() -> None:
    """CP boxes white and red, ticked ones crossed; a changed characteristic with the sum that makes it."""
    session = new_session()
    Person(session, 3).play(until="designate")
    name = next(iter(session.match.fighters))
    fighter = session.match.fighters[name]._replace(lost=(3, 0, 0, 0), markers=(0, 0, 1, 0, 0))
    session.match.fighters[name] = fighter
    cards = troop_cards(words(), session, fighter.player, name)
    head = find(cards, data_limb="head")[0]
    boxes = [node.attrs["class"] for node in walk(head) if node.tag == "i"]
    assert boxes == ["cp ticked", "cp ticked", "cp red ticked", "cp red"]
    assert "PSI 2 = 3 (limb, wounded) − 1 (poison)" in head.attrs["title"]
    assert find(cards, data_fighter=name)[0].attrs["data-ap"] == str(fighter.ap)


def test_a_match_names_troops_and_nameless_players_in_the_readers_language() -> None:
    """A ready troop as the set-up has it, an own one as it was typed; the record stays as it was."""
    session = new_session(("Joueur 1", ""), troops=("jokers_fireworks", "bamaka_rage"))
    one, two = session.match.setup.troops
    session.match.setup = session.match.setup._replace(troops=(one, two._replace(name="Red Moon Rising")))
    session.words = words("de")
    heads = [
        text_of(find(troop_cards(session.words, session, player, ""), class_="troop-head")[0].children[0])
        for player in (1, 2)
    ]  # type: ignore[arg-type]
    assert heads == ["Feuerwerk", "Red Moon Rising"]
    assert [session.player_name(player) for player in (1, 2)] == ["Spieler 1", "Red Moon Rising"]
    assert session.match.setup.names == ("Joueur 1", "") and one.name != heads[0]


def test_a_tree_leaves_out_what_is_nothing() -> None:
    """None and False attributes and children vanish; an icon without a title is hidden from a reader."""
    made = h("p", {"a": None, "b": False, "c": True, "d": 3}, None, "", ["x", None], h("b"))
    assert made.attrs == {"c": "", "d": "3"} and made.children == ("x", Node("b", {}, ()))
    assert icon("burn").attrs["aria-hidden"] == "true" and icon("burn", "Burn").attrs["aria-label"] == "Burn"


def test_the_style_sheet_has_the_palette() -> None:
    """The page's colours are those of the field."""
    style = (WEB / "style" / "base.css").read_text(encoding="utf-8")
    light, dark = css_variables(LIGHT), css_variables(DARK)
    pairs = re.findall(r"(--[\w-]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\);", style)
    known = {name: (light[name], dark[name]) for name, _, _ in pairs if name in light}
    assert len(known) > 15
    assert known == {name: (day, night) for name, day, night in pairs if name in light}


def test_nothing_is_parsed_as_markup_and_nothing_is_evaluated() -> None:
    """No innerHTML and its like, no eval, no inline handler, in any source of the client; js in one module only."""
    for path in WEB.rglob("*"):
        if path.suffix not in (".py", ".js", ".mjs", ".html") or "node_modules" in path.parts or "build" in path.parts:
            continue
        source = path.read_text(encoding="utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|\bexec\(|srcdoc", source
        ), path
        assert not re.search(r"<[^>]+\son\w+=", source) or path.suffix != ".html", path
        if path.suffix == ".py" and path.parent.name != "browser":
            assert not re.search(r"^\s*(from|import) (js|pyodide|pyscript|pyodide_js)\b", source, re.M), path


def test_icons_named_are_in_the_sprite() -> None:
    """Every icon that a panel asks for exists."""
    sprite = (WEB / "art" / "icons.svg").read_text(encoding="utf-8")
    there = set(re.findall(r'<symbol id="([\w-]+)"', sprite))
    wanted = {node.attrs["data-icon"] for panel in all_panels() for node in walk(panel) if "data-icon" in node.attrs}
    kinds = {
        "move",
        "charge",
        "attack",
        "shoot",
        "throw",
        "blast",
        "extinguish",
        "end",
        "passive",
        "riposte",
        "dodge",
        "strike",
    }
    assert wanted | kinds | {"burn", "fear", "poison", "rage", "slowdown"} <= there
