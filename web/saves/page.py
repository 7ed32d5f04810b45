"""Matches that are kept: the list, opening one from a link or a file, what comes of verifying a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from eden_core.errors import EdenError
from web.i18n.catalogue import Words
from web.ui.controls import p_class, rule_link
from web.ui.forms import act
from web.ui.nodes import Child, Node, h, icon
from web.ui.share import paste_box
from web.ui.sheets import error_text, notice, peer_style, refusal, sheet

__all__ = ["CHECKS", "Checked", "Kept", "matches_page", "remove_sheet", "verified_sheet", "when"]

CHECKS = ("signatures", "chain", "rules", "dice", "secrets")
LACKING = {"so_far": "peer.check.later", "unopened": "peer.check.never"}
HERE = ("device", "solo")  # ways to play at this device alone
MINUTE, HOUR, DAY = 60, 3600, 86_400


class Kept(NamedTuple):
    """A match in the list."""

    name: str  # what the store calls it
    names: tuple[str, str]
    way: str  # "device", "solo", "link", "hand", "letter", "quick"
    edition: str
    state: str  # "invite", "agreed", "resigned" (the other does not know yet), "over", "frozen"
    role: int = 1  # 1, 2, or 0 for one that was watched
    turn: str = ""  # "you", "them", ""
    round: int = 0
    rounds: int = 5
    winner: int = 0  # 1, 2, or 0 for a draw or none yet
    played: int = 0  # when it was last played, seconds


class Checked(NamedTuple):
    """The result of verifying a record: which checks hold, the first that does not, its entry, reason and rule."""

    holds: tuple[str, ...]
    fault: EdenError | None = None  # `where` names the entry
    names: tuple[str, str] = ("", "")
    result: str = ""  # how the match ended, in words
    broken: str = ""  # which check does not hold
    is_proof: bool = False  # of two histories: there is no match in it to be checked
    lacks: str = ""  # where secrets are not open: "so_far", it is not over; "unopened", it is


def when(words: Words, played: int, now: int) -> str:
    """Say how long ago something was, roughly."""
    past = max(0, now - played)
    for size, unit in ((DAY, "days"), (HOUR, "hours"), (MINUTE, "minutes")):
        if past >= size:
            count = past // size
            return words(f"peer.ago.{unit}.1" if count == 1 else f"peer.ago.{unit}", n=count)
    return words("peer.ago.now")


def _state(words: Words, kept: Kept) -> tuple[str, str]:
    """An icon and a word for how a match stands."""
    if kept.state == "over":
        if kept.winner not in (1, 2):
            return "laurels", words("end.draw")
        return "laurels", words(
            "end.wins", player=words.given(kept.names[kept.winner - 1]) or words("ui.setup.name", n=kept.winner)
        )
    other = words.given(kept.names[1 if kept.role == 1 else 0])
    if kept.state == "agreed" and kept.turn:
        return ("turn" if kept.turn == "you" else "wait"), words(f"peer.turn.{kept.turn}", name=other)
    sign = {"invite": "wait", "resigned": "wait", "frozen": "frozen"}.get(kept.state, "connected")
    return sign, words(f"peer.kept.{kept.state}", name=other or words("ui.setup.name", n=3 - kept.role))


def _row(words: Words, kept: Kept, now: int) -> Node:
    sign, state = _state(words, kept)
    names = [words.given(kept.names[place]) or words("ui.setup.name", n=place + 1) for place in (0, 1)]
    title = words("peer.against", one=names[0], two=names[1])
    about = [
        words(f"edition.{kept.edition}.short"),
        words(f"peer.mode.{kept.way}"),
        words("ui.top.round", n=kept.round, of=kept.rounds) if kept.round else words("phase.preparation"),
        when(words, kept.played, now),
    ]
    tone = "primary" if kept.turn == "you" and kept.state == "agreed" else ""
    ended = kept.state in ("resigned", "over", "frozen")
    open_it = words("peer.open.watch" if kept.role == 0 else "peer.open.look" if ended else "peer.open.go")
    return h(
        "li",
        {"class": "kept", "data-match": kept.name, "data-state": kept.state, "data-turn": kept.turn},
        h(
            "div",
            {"class": "kept-about"},
            h(
                "h2",
                None,
                h("span", {"class": p_class(1)}, names[0]),
                h("i", None, words("peer.versus")),
                h("span", {"class": p_class(2)}, names[1]),
            ),
            h("p", {"class": "kept-state"}, icon(sign), h("b", None, state)),
            h("p", {"class": "small"}, " · ".join(about)),
        ),
        h(
            "div",
            {"class": "kept-acts"},
            act("open_match", open_it, tone=tone, data_option=kept.name, aria_label=f"{open_it}: {title}"),
            act(
                "export_match",
                icon("save"),
                tone="tool",
                data_option=kept.name,
                title=words("peer.export"),
                aria_label=f"{words('peer.export')}: {title}",
            ),
            act(
                "remove_match",
                icon("cancel"),
                tone="tool",
                data_option=kept.name,
                title=words("peer.remove"),
                aria_label=f"{words('peer.remove')}: {title}",
            ),
        ),
        key=kept.name,
    )


def matches_page(
    words: Words, kept: Sequence[Kept], now: int, fault: EdenError | None = None, keeps: bool = True
) -> list[Node]:
    """The list, newest first, and the ways to open one that is not in it; `keeps`: whether this browser keeps any."""
    listed = sorted(kept, key=lambda one: (one.state == "agreed" and one.turn == "you", one.played), reverse=True)
    rows: Child = (
        h("ul", {"class": "kept-list"}, [_row(words, one, now) for one in listed])
        if listed
        else h("p", {"class": "lead-in"}, words("peer.kept.none"))
    )
    return [
        h(
            "div",
            {"class": "matches peer"},
            peer_style(),
            h("header", {"class": "lobby-head"}, h("h1", None, words("peer.matches"))),
            h(
                "div",
                {"class": "lobby-body"},
                h(
                    "section",
                    {"class": "lobby-way", "aria-label": words("peer.matches")},
                    None
                    if keeps
                    else notice("cancel", words("peer.warn.not_kept"), tone="is-warning", name="not_kept"),
                    rows,
                    h(
                        "div",
                        {"class": "lobby-acts"},
                        act("home", words("ui.back"), tone="big"),
                        act("setup", words("ui.setup.title"), tone="big"),
                    ),
                ),
                h(
                    "section",
                    {"class": "lobby-match", "aria-label": words("peer.open")},
                    h("h2", None, words("peer.open")),
                    refusal(words, fault),
                    paste_box(words, words("peer.open.link"), words("peer.open.help")),
                    h(
                        "label",
                        {"class": "button file"},
                        icon("open"),
                        words("peer.open.file"),
                        h(
                            "input",
                            {
                                "type": "file",
                                "class": "unseen",
                                "data-do": "import_file",
                                "accept": ".eden,application/octet-stream",
                            },
                        ),
                    ),
                    act("promises", icon("help"), words("peer.promises"), tone="quiet"),
                ),
            ),
        )
    ]


def remove_sheet(words: Words, kept: Kept) -> Node:
    """Removing can't be undone; a match of this device alone has no key that goes with it."""
    about = "about" if kept.state not in ("agreed", "resigned") else "here" if kept.way in HERE else "played"
    names = [words.given(kept.names[place]) or words("ui.setup.name", n=place + 1) for place in (0, 1)]
    return sheet(
        words("peer.remove.title"),
        h("p", None, words("peer.against", one=names[0], two=names[1])),
        h("p", None, words(f"peer.remove.{about}")),
        acts=[
            act("export_match", icon("save"), words("peer.export"), tone="quiet", data_option=kept.name),
            act("remove_sure", words("peer.remove"), tone="danger", data_option=kept.name),
            act("close", words("peer.remove.keep"), tone="primary"),
        ],
    )


def verified_sheet(words: Words, checked: Checked) -> Node:
    """Return the sheet of what of a record holds, or of the entry where it breaks, the reason and the rule."""
    whole = checked.fault is None
    broken, rows = _broken(checked), []
    for name in CHECKS:
        holds = name in checked.holds
        sign = "verified" if holds else "cancel" if name == broken else "wait"
        said = (
            f"peer.check.{name}.about"
            if holds
            else "peer.check.broken"
            if name == broken
            else LACKING.get(checked.lacks, "peer.check.not_tried")
        )
        rows.append(
            h(
                "li",
                {"data-check": name, "data-holds": str(holds).lower()},
                icon(sign),
                h("span", None, h("b", None, words(f"peer.check.{name}")), " ", words(said)),
                key=name,
            )
        )
    fault = checked.fault
    told = (
        h(
            "div",
            {"class": "peer-refusal", "role": "alert", "data-error": fault.code},
            icon("cancel"),
            h(
                "p",
                None,
                h("b", None, words("peer.check.at", where=place_text(words, fault.where)), " ")
                if fault.where
                else None,
                error_text(words, fault),
                " ",
                rule_link(words, fault.rule),
            ),
        )
        if fault is not None
        else None
    )
    if checked.lacks:
        told = notice("wait", words(f"peer.check.{checked.lacks}.about"), name=checked.lacks)
    title = (
        "peer.check.fork.title"
        if checked.is_proof and whole
        else f"peer.check.{checked.lacks or 'whole'}"
        if whole
        else "peer.check.fails"
    )
    return sheet(
        words(title),
        h("p", None, words("peer.against", one=words.given(checked.names[0]), two=words.given(checked.names[1])))
        if all(checked.names)
        else None,
        h("p", {"class": "lead-in"}, checked.result) if checked.result else None,
        told,
        None if checked.is_proof else h("ul", {"class": "checks"}, rows),
        acts=[act("matches", words("peer.matches")), act("close", words("ui.close"), tone="primary")],
        classes="checked",
    )


def _broken(checked: Checked) -> str:
    """The check that does not hold: the one that the caller names, else the first that is missing."""
    if checked.broken:
        return checked.broken
    return next((name for name in CHECKS if name not in checked.holds), "") if checked.fault is not None else ""


def place_text(words: Words, where: str) -> str:
    """A place of the core's ("entry 12") in the player's language."""
    kind, _, number = where.partition(" ")
    key = f"peer.place.{kind}"
    return words(key, n=number) if number.isdigit() and words.has(key) else where
