"""What is shown of a match with a person elsewhere: every state in every language, every control, names as texts
only.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from eden_core.engine.messages import Decision
from eden_core.errors import Desync, EdenError, Illegal, Malformed
from eden_core.sync import links
from eden_core.sync.chain import stored
from eden_core.sync.chain.entries import resignation_statement
from tests.sync.matches import Game
from tests.sync.peers import Keys
from tests.web import codes
from tests.web.playing import Person, new_session, words
from web.i18n.catalogue import LANGUAGES, Words
from web.peer.panel.connection import (
    BADGES,
    badge,
    badge_state,
    connection_sheet,
    frozen_sheet,
    letter_panel,
    letter_sheet,
    request_banner,
    resign_sheet,
    waiting_line,
    waiting_note,
)
from web.peer.panel.guest_choice import choosing_page
from web.peer.panel.lobby import lobby, refused_sheet, unopened
from web.peer.panel.promises import promises_sheet
from web.peer.panel.relays import relays_sheet
from web.peer.status import ConnectionStatus
from web.saves.page import CHECKS, Checked, Kept, matches_page, remove_sheet, verified_sheet, when
from web.saves.records import checked
from web.setup.agreed import Agreed, Draft, make_setup
from web.setup.ways import WAYS, ways
from web.ui.nodes import Node, Tree, find, text_of
from web.ui.share import MOST_QR, link_box, qr_picture
from web.ui.sheets import error_text

WEB = Path(__file__).resolve().parents[3] / "web"
HOSTILE = "<img src=x onerror=alert(1)>"
QR = [[True, False, True], [False, False, False], [True, True, True]]
SETUP = make_setup(Agreed(names=("Mara", "Jonas"), infestation=2, weather=1, scenery="territory"), b"nonce")
LOBBY = ConnectionStatus(
    "link", names=("Mara", "Jonas"), link="https://eden.example/#1.j.00000000.AAAA", connection="searching"
)
PLAYED = replace(
    LOBBY,
    phase="agreed",
    connection="connected",
    verified=True,
    latency=42,
    mine=41,
    theirs=41,
    waits="them",
    can_undo=True,
)
CONNECTIONS = ("none", "searching", "no_relay", "connecting", "connected", "lost", "failed")
ERRORS: tuple[EdenError | None, ...] = (
    None,
    Malformed("other_rules"),
    Malformed("seat_is_taken"),
    Malformed("too_far", "MOVE-1"),
    Malformed(HOSTILE),
    Illegal("not_the_next_reveal", "ROLL-1"),
)
KEPT = (
    Kept("a", ("Mara", "Jonas"), "link", "fr3", "agreed", 1, "you", 2, 5, 0, 1000),
    Kept("b", ("Eve", "Mara"), "letter", "de2", "agreed", 2, "them"),
    Kept("c", ("Mara", "Tom"), "hand", "en1", "over", 1, "", 5, 5, 1),
    Kept("d", ("Mara", ""), "quick", "it1", "invite"),
    Kept("g", ("Mara", ""), "link", "fr3", "resigned", 1, "them", 2),
    Kept("e", ("Mara", "Tom"), "device", "pt1", "frozen", 0),
    Kept("f", ("Mara", "Tom"), "link", "fr3", "over"),
)
# Every control that the client answers to, but for those of the set-up page, and where a player finds it.
CONTROLS = {
    "invite",
    "copy_link",
    "share_link",
    "show_qr",
    "watch_link",
    "cancel_invite",
    "take_link",
    "consent",
    "refuse",
    "ask",
    "guest_chooses",
    "join_as",
    "resign",
    "resign_sure",
    "connection",
    "reconnect",
    "to_letter",
    "to_live",
    "play_here",
    "matches",
    "open_match",
    "remove_match",
    "remove_sure",
    "export_match",
    "import_file",
    "promises",
    "relays",
    "save_relays",
    "relays_typed",
    "ice_typed",
    "relays_default",
    "save_proof",
}
BORN = {
    "article",
    "b",
    "button",
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
    "p",
    "path",
    "rect",
    "section",
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


class Strict(Words):
    """Fails for a key without words, and for a blank that is not filled."""

    def __call__(self, key: str, **values: object) -> str:
        assert key in self.table, key
        said = super().__call__(key, **values)
        assert not set(re.findall(r"\{(\w+)\}", self.table[key])) - set(values), key
        return said


def strict(language: str) -> Strict:
    """A language's texts, its own alone."""
    return Strict(language, words(language).table)


def walk(tree: Tree) -> list[Node]:
    """Every element."""
    return [] if isinstance(tree, str) else [tree, *(node for child in tree.children for node in walk(child))]


def lobbies(base: ConnectionStatus) -> Iterator[ConnectionStatus]:
    """Every state of the page before a match."""
    for way, role, connection, quick in product(("link", "hand", "letter"), (1, 2), CONNECTIONS, (False, True)):
        phase = "join" if role == 2 else "answer" if way == "hand" else "invite"
        yield replace(base, way=way, role=role, phase=phase, connection=connection, quick=quick and way == "letter")
    yield from (
        replace(base, way=way, role=role, link="", connection="none") for way in ("link", "hand") for role in (1, 2)
    )
    yield replace(base, is_open=True)
    yield replace(base, role=2, phase="join", is_late=True)
    yield replace(base, role=0, phase="join")
    yield from (replace(base, error=error, error_is_theirs=theirs) for error in ERRORS for theirs in (False, True))
    yield replace(base, is_secure=False, in_app=True, keeps=False)


def matches(base: ConnectionStatus) -> Iterator[ConnectionStatus]:
    """Every state of a match under way, or over."""
    phases = ("agreed", "over", "frozen")
    for way, role, connection, phase in product(("link", "hand", "letter"), (0, 1, 2), CONNECTIONS, phases):
        yield replace(base, way=way, role=role, connection=connection, phase=phase, quick=way == "letter" and role == 2)
    requests = ("", "undo", "draw")
    yield from (replace(base, declined=declined) for declined in ("undo", "draw", "void"))
    for waits, asked, asking in product(("you", "them", "their_roll", "letter", ""), requests, requests):
        yield replace(
            base,
            waits=waits,
            asked=asked,
            asked_about=HOSTILE if asked else "",
            asking=asking,
            connection="lost",
            link="",
        )
    yield replace(base, verified=False, latency=-1, theirs=39, can_undo=False, resigning=True)
    yield replace(base, resigning=True, way="letter", waits="letter", connection="none")
    yield replace(base, is_held=False, error=Malformed("open_in_another_tab"))
    yield from (replace(base, may_ask=False, can_undo=can, way="letter", connection="none") for can in (False, True))
    yield replace(base, theirs=43, watch_link="https://eden.example/#1.w.0.A", watchers=1)
    yield from (
        replace(base, phase="frozen", error=error)
        for error in (Desync("states_differ"), Malformed("two_histories"), *ERRORS)
    )


def panels(said: Words, names: tuple[str, str] = ("Mara", "Jonas")) -> list[Node]:
    """All of them, in all states."""
    found = [ways(said, False), ways(said, True)]
    for way, troops, faults in (
        ("link", ("jokers_starter", "bamaka_starter"), ()),
        ("letter", ("own", "own"), (Illegal("no_leader", "TRP-2"),)),
    ):
        agreed = Agreed(names=(names[0], names[1]), troops=troops, own=(Draft(), Draft(fighters=("maka",))))
        found += choosing_page(
            said, replace(LOBBY, way=way, role=2, phase="join", names=names), SETUP, agreed, faults, bool(faults)
        )
    for status in lobbies(replace(LOBBY, names=names)):
        found += lobby(said, status, SETUP, QR if status.role == 1 else None, names[0], status.role == 1)
    found += [
        *lobby(said, LOBBY, None),
        *unopened(said, Malformed("link_is_damaged")),
        refused_sheet(said, Malformed("link_is_damaged")),
    ]
    for status in matches(replace(PLAYED, names=names)):
        found += [
            badge(said, status),
            connection_sheet(said, status, QR),
            resign_sheet(said, status),
            letter_panel(said, status),
            letter_sheet(said, status, QR, names[1]),
            frozen_sheet(said, status),
        ]
        found += [banner for banner in [request_banner(said, status)] if banner is not None]
    kept = [one._replace(names=(names[0] and one.names[0], names[1])) for one in KEPT]
    found += [*matches_page(said, kept, 10**6, Malformed("link_is_damaged"), False), *matches_page(said, [], 0)]
    found += [remove_sheet(said, one) for one in kept]
    found += [
        verified_sheet(said, Checked(CHECKS, None, names, names[0])),
        verified_sheet(said, Checked((), None, names, "", is_proof=True)),
        *(verified_sheet(said, Checked(CHECKS[:4], None, names, lacks=lacks)) for lacks in ("so_far", "unopened")),
    ]
    found += [
        verified_sheet(said, Checked(CHECKS[:place], Malformed("not_signed", "ROLL-1", where=where), names))
        for place, where in enumerate(("", "entry 12", "slot 4", "stored match", HOSTILE))
    ]
    found += [promises_sheet(said, way) for way in ("", *WAYS)]
    return [
        *found,
        relays_sheet(said, "", ""),
        relays_sheet(said, names[0], names[1], {1: "bad_relay", 2: "none"}, {1: "unheard_of"}, names[0]),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_has_words(language: str) -> None:
    """No key without words, no blank unfilled, in any state."""
    assert len(panels(strict(language), ("", ""))) > 500


def test_hostile_names_stay_texts() -> None:
    """A name full of markup becomes no element, no handler and no address."""
    seen = 0
    for panel in panels(words(), (HOSTILE, HOSTILE)):
        for node in walk(panel):
            assert node.tag in BORN, node.tag
            assert not any(name.startswith("on") or name in ("srcdoc", "href", "src") for name in node.attrs)
            seen += sum(HOSTILE in child for child in node.children if isinstance(child, str))
    assert seen > 100


def test_every_control_can_be_reached() -> None:
    """Whatever the client answers to is on some panel; each button has a type, and a name that can be read out."""
    found: set[str] = set()
    for node in (node for panel in panels(words()) for node in walk(panel)):
        found.add(node.attrs.get("data-do", ""))
        if node.tag == "button":
            assert node.attrs.get("data-do") and node.attrs.get("type") == "button", node
            assert text_of(node).strip() or node.attrs.get("aria-label"), node
        if node.tag == "textarea":
            assert node.attrs.get("id"), node
    assert found >= CONTROLS
    assert found - CONTROLS <= {
        "",
        "start_device",
        "close",
        "home",
        "setup",
        "rule",
        "troop",
        "build",
        "random",
        "read",
        "name",
    }


def test_fields_have_labels() -> None:
    """Every field to type in is named by a label."""
    for panel in panels(words()):
        labels = {node.attrs.get("for") for node in walk(panel) if node.tag == "label"}
        assert {node.attrs["id"] for node in walk(panel) if node.tag == "textarea"} <= labels


def test_icons_named_are_in_the_sprite() -> None:
    sprite = (WEB / "art" / "icons.svg").read_text(encoding="utf-8")
    there = set(re.findall(r'<symbol id="([\w-]+)"', sprite))
    assert {
        node.attrs["data-icon"] for panel in panels(words()) for node in walk(panel) if "data-icon" in node.attrs
    } <= there


def test_the_ways_lead_where_they_say() -> None:
    """Each way is one press; the quick one bears its badge."""
    made = ways(words(), False)
    assert [node.attrs.get("data-option") for node in find(made, data_do="invite")] == list(WAYS)
    assert len(find(made, data_do="start_device")) == 1
    assert words()("peer.peekable") in text_of(find(made, data_option="quick")[0])


def test_without_a_relay_there_is_a_way_out() -> None:
    """No spinner: what to do, and the buttons for it."""
    (made,) = lobby(words(), replace(LOBBY, connection="no_relay"), SETUP)
    assert {node.attrs["data-option"] for node in find(made, data_do="invite")} == {"hand", "letter"}
    assert find(made, data_do="reconnect") and find(made, data_do="relays") and not find(made, data_do="copy_link")
    (guest,) = lobby(words(), replace(LOBBY, role=2, connection="failed"), SETUP)
    assert not find(guest, data_do="invite") and "Mara" in text_of(guest)


def test_the_guest_sees_what_is_offered() -> None:
    """Who invites, edition, board, budget, optional rules, both troops."""
    (made,) = lobby(words(), replace(LOBBY, role=2, phase="join", link=""), SETUP)
    said = text_of(made)
    for part in (
        "Mara invites you",
        "French, third edition",
        "60 × 60 cm",
        "100 points",
        "Infestation 2",
        "Weather",
        "Territory management",
    ):
        assert part in said, part
    assert len(find(made, data_side="1")) == len(find(made, data_side="2")) == 1


@pytest.mark.parametrize(("role", "steps"), [(1, ["now", "now", ""]), (2, ["done", "now", ""])])
@pytest.mark.parametrize("way", ["hand", "letter"])
def test_by_hand_there_are_three_steps(way: str, role: int, steps: list[str]) -> None:
    """Offer, answer, play; the one that is due is marked, and never by colour alone."""
    status = replace(LOBBY, way=way, role=role, phase="answer" if role == 1 else "join", connection="none")
    (made,) = lobby(words(), status, SETUP)
    shown = [node for node in walk(made) if node.tag == "li" and "data-step" in node.attrs]
    assert [node.attrs["class"].removeprefix("step").strip() for node in shown] == steps
    assert [node.attrs.get("aria-current") for node in shown] == ["step" if state == "now" else None for state in steps]
    assert bool(find(made, data_do="take_link")) == (role == 1 or way == "letter")


def test_a_qr_code_is_drawn_whole() -> None:
    """Each dark module once, within a quiet zone of four; black on white whatever the theme."""
    made = qr_picture(words(), QR)
    assert made.attrs["viewBox"] == "0 0 11 11" and made.attrs["role"] == "img" and made.attrs["aria-label"]
    (path,) = (node for node in walk(made) if node.tag == "path")
    assert path.attrs["d"] == "M4 4h1v1h-1zM6 4h1v1h-1zM4 6h3v1h-3z" and path.attrs["fill"] == "#000"
    assert [node.attrs["fill"] for node in walk(made) if node.tag == "rect"] == ["#fff"]


def test_a_link_too_long_for_a_qr_code_is_sent_otherwise() -> None:
    made = link_box(words(), "x" * (MOST_QR + 1), "", QR, "", False)
    assert find(made, data_do="show_qr")[0].attrs["aria-disabled"] == "true"
    assert not [node for node in walk(made) if node.tag == "path"] and str(MOST_QR + 1) in text_of(made)
    assert not find(made, data_do="share_link"), "this browser can't"


def test_errors_of_the_other_side_come_without_values() -> None:
    """What a text would fill in is not sent along: then it is told with the rule alone, and never with a bare blank."""
    said = strict("en")
    for code in codes.errors():
        told = error_text(said, Malformed(code, "MOVE-1"))
        assert told and "{" not in told and ("_" not in code or code not in told)
    assert "MOVE-1" in error_text(said, Malformed("too_far", "MOVE-1"))
    assert HOSTILE.replace("_", " ")[:60] in error_text(said, Malformed(HOSTILE))


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({}, "verified"),
        ({"verified": False}, "checking"),
        ({"connection": "searching"}, "waiting"),
        ({"connection": "lost"}, "lost"),
        ({"connection": "lost", "way": "hand"}, "cut"),
        ({"connection": "no_relay"}, "offline"),
        ({"way": "letter", "connection": "none"}, "letter"),
        ({"role": 0}, "watching"),
        ({"role": 0, "connection": "searching"}, "lost"),
        ({"role": 0, "connection": "lost"}, "lost"),
        ({"role": 0, "connection": "no_relay"}, "offline"),
        ({"role": 0, "phase": "over", "connection": "searching"}, "watching"),
        ({"phase": "frozen"}, "frozen"),
        ({"phase": "over", "connection": "lost"}, "over"),
    ],
)
def test_the_badge_says_how_it_stands(changes: dict[str, object], state: str) -> None:
    """A word and an icon for each state; the latency where there is one."""
    status = replace(PLAYED, **changes)  # type: ignore[arg-type]
    made = badge(words(), status)
    assert badge_state(status) == made.attrs["data-state"] == state
    assert words()(f"peer.badge.{state}") in text_of(made) and find(made, data_icon=BADGES[state])
    assert ("42 ms" in text_of(made)) == (state == "verified")


def test_heads_are_compared() -> None:
    """Both slots, and whether they are the same."""
    same, behind = (connection_sheet(words(), replace(PLAYED, theirs=theirs)) for theirs in (41, 39))
    assert "Slot 41 here, 41 there" in text_of(same) and find(same, data_same="true")
    assert "Slot 41 here, 39 there" in text_of(behind) and find(behind, data_same="false")


def test_a_request_has_two_answers() -> None:
    made = request_banner(words(), replace(PLAYED, asked="undo", asked_about="Yûri moves 8 cm"))
    assert made is not None and "Jonas asks to take back: Yûri moves 8 cm" in re.sub(" +", " ", text_of(made))
    assert find(made, data_do="consent") and find(made, data_do="refuse") and made.attrs["role"] == "alert"
    waits = request_banner(words(), replace(PLAYED, asking="draw"))
    assert waits is not None and not find(waits, data_do="consent")
    assert request_banner(words(), PLAYED) is None


def test_what_is_asked_is_answered_where_the_answer_arrives() -> None:
    """Without a connection it would reach nobody; by letter it goes with one."""
    for connection, way, off in (
        ("connected", "link", False),
        ("searching", "link", True),
        ("lost", "hand", True),
        ("none", "letter", False),
    ):
        made = request_banner(words(), replace(PLAYED, asked="draw", connection=connection, way=way))
        assert made is not None and ("once you are connected" in text_of(made)) == off
        for do in ("consent", "refuse"):
            assert (find(made, data_do=do)[0].attrs.get("aria-disabled") == "true") == off


def test_after_a_loss_by_hand_either_side_may_offer() -> None:
    """Whoever made the offer takes the answer in; the other sends one; who did neither yet has a field for an offer."""
    lost = replace(PLAYED, way="hand", connection="lost", role=2)
    offer, answer, nothing = (
        connection_sheet(words(), replace(lost, link=link))
        for link in ("https://eden.example/#1.o.0.A", "https://eden.example/#1.a.0.A", "")
    )
    assert "Send the offer" in text_of(offer) and len(find(offer, data_do="take_link")) == 1
    assert "Send your answer back" in text_of(answer) and not find(answer, data_do="take_link")
    assert "An offer from Mara" in text_of(nothing) and find(nothing, data_do="take_link")
    assert find(nothing, data_do="reconnect")


def test_nothing_can_be_asked_by_a_spectator() -> None:
    made = connection_sheet(words(), replace(PLAYED, role=0))
    assert not {"ask", "resign", "watch_link", "to_letter", "reconnect"} & {
        node.attrs.get("data-do") for node in walk(made)
    }


def test_a_seat_that_is_taken_is_told_to_each_side() -> None:
    """To the second guest, for whom nothing is looked for any more; to the host, whose seat it isn't; a guess after
    a while.
    """
    said, taken = strict("en"), Malformed("seat_is_taken")
    guest = replace(LOBBY, role=2, phase="join", link="")
    (told,) = lobby(said, replace(guest, error=taken, error_is_theirs=True), SETUP)
    assert "Ask for a new invitation" in text_of(told) and not find(told, data_connection="searching")
    (late,) = lobby(said, replace(guest, is_late=True), SETUP)
    assert "somebody else has taken the seat" in text_of(late) and find(late, data_connection="searching")
    host = letter_sheet(said, replace(PLAYED, way="letter", error=taken))
    assert "one invitation is for one guest" in text_of(host) and "Ask for a new invitation" not in text_of(host)


def test_the_letters_lead_on_to_the_rest() -> None:
    """With a letter ready the badge opens them: what only the connection's sheet holds is a press away."""
    assert find(letter_sheet(words(), replace(PLAYED, way="letter")), data_do="connection", data_option="all")


def test_a_spectator_is_told_what_is_true_of_them() -> None:
    """No side of theirs, no name or troop that anybody could see, no match that begins for them."""
    said = strict("en")
    here, away = (
        text_of(connection_sheet(said, replace(PLAYED, role=0, connection=connection)))
        for connection in ("connected", "searching")
    )
    for told in (here, away):
        assert "Watching Mara’s match" in told and "as far as slot 41" in told
        assert "Your name" not in told and said("peer.here") not in told and "Your bid" not in told
    assert "Mara is away" in away and "Mara is away" not in here
    (made,) = lobby(said, replace(LOBBY, role=0, phase="join", link=""), SETUP)
    assert "The match appears here" in text_of(made) and "begins" not in text_of(made)


def test_the_link_to_watch_is_shown_once_it_is_made() -> None:
    """To be copied by hand, where the clipboard refuses."""
    link = "https://eden.example/#1.w.0.A"
    before, after = (
        connection_sheet(words(), replace(PLAYED, link="", watch_link=address), note="Select the link")
        for address in ("", link)
    )
    assert find(before, data_do="watch_link") and not find(before, id="peer-link")
    assert find(after, id="peer-link")[0].attrs["value"] == link and "Select the link" in text_of(after)
    assert find(after, data_do="copy_link") and not find(after, data_do="watch_link")


def test_a_tab_that_only_watches_offers_nothing_that_signs_or_stores() -> None:
    said = strict("en")
    for way, connection in product(("link", "hand", "letter"), CONNECTIONS):
        status = replace(PLAYED, way=way, connection=connection, is_held=False)
        offered = {node.attrs.get("data-do") for node in walk(connection_sheet(said, status))}
        assert not offered & {"ask", "resign", "to_letter", "reconnect", "watch_link", "take_link"}


def test_where_a_letter_takes_no_question_along_it_is_said_why() -> None:
    said = strict("en")
    for may_ask, can_undo in product((False, True), repeat=2):
        tree = connection_sheet(said, replace(PLAYED, way="letter", may_ask=may_ask, can_undo=can_undo))
        asks = {
            node.attrs["data-option"]: node.attrs.get("aria-disabled") != "true"
            for node in walk(tree)
            if node.attrs.get("data-do") == "ask"
        }
        assert asks == {"undo": may_ask and can_undo, "draw": may_ask}
        assert (said("peer.ask.by_letter", name=PLAYED.names[1]) in text_of(tree)) != may_ask


def test_what_the_other_lacks_when_a_match_is_over_can_still_be_brought() -> None:
    """By whichever way the match is played; once nothing is left, no way is offered."""
    for way, closed in product(("link", "hand", "letter"), (False, True)):
        status = replace(
            PLAYED, way=way, phase="over", connection="none" if way == "letter" else "lost", is_closed=closed
        )
        offered = {node.attrs.get("data-do") for node in walk(connection_sheet(words(), status))}
        wanted = {"copy_link"} if way == "letter" else {"reconnect", "to_letter"}
        assert (wanted <= offered) != closed and not offered & {"ask", "resign"}


def test_by_hand_an_answer_that_closed_with_its_page_can_be_made_again() -> None:
    """From the same offer; while the answer is there, it is shown."""
    for link in ("", LOBBY.link):
        made = lobby(words(), replace(LOBBY, way="hand", role=2, phase="join", connection="none", link=link), None)
        found = {node.attrs.get("data-do") for tree in made for node in walk(tree)}
        assert ("take_link" in found, "copy_link" in found) == (not link, bool(link))


def test_by_hand_nothing_comes_back_by_itself() -> None:
    """A match that is opened again says so."""
    assert badge_state(replace(PLAYED, way="hand", connection="none")) == "cut"
    assert badge_state(replace(PLAYED, way="link", connection="none")) == "waiting"


def test_two_histories_can_be_proved() -> None:
    """The proof is offered where there is one."""
    for code, offered in (("two_histories", True), ("states_differ", True), ("another_history", False)):
        made = frozen_sheet(words(), replace(PLAYED, phase="frozen", trouble=Malformed(code)))
        assert bool(find(made, data_do="save_proof")) == offered and find(made, data_do="export_match")


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_is_waited_for_is_told_with_what_for(language: str) -> None:
    """Every question of a whole match, and every kind that there is, as the other side sees it."""
    said, session, kinds = strict(language), new_session(("Mara", "Jonas")), set()
    person = Person(session, 3, lambda now, _: kinds.add(line(said, now.match.pending)))

    def line(catalogue: Words, pending: object) -> str:
        owner = pending.owners[0] if isinstance(pending, Decision) else 2
        return waiting_line(catalogue, replace(PLAYED, role=3 - owner), session)

    person.play()
    assert len(kinds) > 12
    for kind in codes.decisions():
        assert said.has(f"peer.waits.{kind}"), kind
    for waits in ("their_roll", "letter"):
        assert "Jonas" in waiting_line(said, replace(PLAYED, waits=waits), session)
    for connection in CONNECTIONS:
        waiting_note(said, replace(PLAYED, connection=connection))
    assert waiting_note(said, replace(PLAYED, way="letter", connection="none"))


def test_a_secret_question_says_its_kind_alone() -> None:
    """Bids, missions and hands: who is waited for, and not a word of what is chosen among."""
    session = new_session(("Mara", "Jonas"))
    for kind, said in (("bid", "seals a bid"), ("mission", "chooses a mission"), ("hand", "picks tactical cards")):
        Person(session, 3).play(until=kind)
        line = waiting_line(words(), replace(PLAYED, role=3 - session.asked), session)
        assert line == f"{session.player_name(session.asked)} {said}"


def test_the_list_begins_with_what_waits_for_oneself() -> None:
    (made,) = matches_page(words(), KEPT, 10**6)
    listed = [node.attrs["data-match"] for node in walk(made) if "data-match" in node.attrs]
    assert listed[0] == "a" and set(listed) == {one.name for one in KEPT}
    for do in ("open_match", "export_match", "remove_match"):
        assert {node.attrs["data-option"] for node in find(made, data_do=do)} == set(listed)


def test_what_a_removed_match_loses_is_said_as_it_is() -> None:
    """The key goes with a match against a person elsewhere; one of this device has none, and goes on from its file."""
    for way, has_key in (("device", False), ("solo", False), ("link", True), ("letter", True), ("quick", True)):
        told = text_of(remove_sheet(words(), KEPT[0]._replace(way=way, state="agreed")))
        assert ("your key" in told) == has_key and ("go on some day" in told) != has_key
        assert (
            text_of(remove_sheet(words(), KEPT[0]._replace(way=way, state="over"))).count(
                "Save it as a file first if you want"
            )
            == 1
        )


@pytest.mark.parametrize(
    ("past", "said"),
    [(0, "just now"), (60, "1 minute ago"), (7199, "1 hour ago"), (86_400 * 3, "3 days ago"), (-5, "just now")],
)
def test_how_long_ago(past: int, said: str) -> None:
    assert when(words(), 10**9 - past, 10**9) == said


def test_a_record_that_breaks_says_where() -> None:
    """The entry, the reason, the rule; what holds until then, and what was not tried any more."""
    fault = Malformed("not_the_next_reveal", "ROLL-1", where="entry 212", player=1)
    made = verified_sheet(words(), Checked(("signatures", "chain", "rules"), fault, ("Mara", "Jonas")))
    assert "Entry 212:" in text_of(made) and find(made, data_rule="ROLL-1")
    holds = {node.attrs["data-check"]: node.attrs["data-holds"] for node in walk(made) if "data-check" in node.attrs}
    assert holds == {"signatures": "true", "chain": "true", "rules": "true", "dice": "false", "secrets": "false"}
    assert words()("peer.check.broken") in text_of(find(made, data_check="dice")[0])
    assert words()("peer.check.not_tried") in text_of(find(made, data_check="secrets")[0])


@pytest.mark.parametrize(
    ("resigns", "title", "about"),
    [(False, "This match holds so far", "later"), (True, "What can be checked holds", "never")],
)
def test_secrets_that_are_not_open_are_no_fault(resigns: bool, title: str, about: str) -> None:
    """A match that is not over, or that somebody left before their secret was opened: nothing is said not to hold."""
    game = Game(1)
    for _ in range(9):
        game.step()
    if resigns:
        player = 3 - game.ledger.due().writer  # type: ignore[union-attr]
        data = stored.write(
            game.ledger,
            {},
            game.signatures(),
            (player, game.keys[player].sign(resignation_statement(game.ledger.genesis.id, player))),
        )
    else:
        data = game.stored()

    async def verify(key: bytes, signature: bytes, statement: bytes) -> bool:
        return Keys.verify(key, signature, statement)

    made = verified_sheet(words(), asyncio.run(checked(links.MATCH, data, verify, words())))
    assert text_of(find(made, data_check="secrets")[0]).endswith(words()(f"peer.check.{about}")) and title in text_of(
        made
    )
    assert not find(made, role="alert") and not find(made, data_icon="cancel")
    assert len(find(made, data_holds="true")) == 4


def test_each_wrong_address_is_named_by_its_line() -> None:
    made = relays_sheet(words(), "wss://a\nhttp://b", "", {2: "bad_relay"})
    assert [node.attrs["data-fault"] for node in find(made, data_line="2")] == ["bad_relay"]
    assert find(made, id="relays-text")[0].attrs["aria-invalid"] == "true"
    assert "aria-invalid" not in find(made, id="ice-text")[0].attrs


def test_no_text_is_small_and_the_sheet_comes_late() -> None:
    """Nothing under 14 px; the style comes with the first panel, never with the page."""
    style = (WEB / "style" / "peer.css").read_text(encoding="utf-8")
    sizes = [float(size) for size in re.findall(r"(?:font-size:|font: \d+) ?([\d.]+)px", style)]
    assert len(sizes) > 20 and min(sizes) >= 14
    assert "style/peer.css" not in (WEB / "index.html").read_text(encoding="utf-8")
