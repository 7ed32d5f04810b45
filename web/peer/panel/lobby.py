"""The lobby: an invitation on its way, by link, by hand or by letter, as host and guest see it."""

from __future__ import annotations

from eden_core.cards.records import Troop
from eden_core.engine.match import Setup
from eden_core.errors import EdenError
from web.i18n.catalogue import Words
from web.match.names import troop_called
from web.peer.panel.refusals import told
from web.peer.status import ConnectionStatus
from web.ui.controls import disc, p_class
from web.ui.editions import modules
from web.ui.forms import act
from web.ui.nodes import Child, Node, h, icon
from web.ui.share import Matrix, link_box, paste_box
from web.ui.sheets import notice, peer_style, refusal, sheet, step

__all__ = [
    "hand_steps",
    "lobby",
    "name_of",
    "offers",
    "refused_sheet",
    "state_line",
    "unopened",
    "warnings",
    "way_name",
    "what_is_played",
]

STATE_SIGNS = {"no_relay": "lost", "failed": "lost", "lost": "lost", "connected": "connected"}


def name_of(words: Words, status: ConnectionStatus, player: int) -> str:
    """Return a player's name; one who is still to come has none."""
    return words.given(status.names[player - 1]) or words("ui.setup.name", n=player)


def way_name(words: Words, status: ConnectionStatus) -> str:
    """Return the name of the way in which the match is played."""
    return words(f"peer.mode.{'quick' if status.way == 'letter' and status.quick else status.way}")


# --- on the set-up page ---


# --- what is played ---


def _troop(words: Words, status: ConnectionStatus, player: int, troop: Troop, edition: str) -> Node:
    value = sum(profile.value for profile in troop.profiles)
    fighters = ", ".join(words.name_of(profile.id, profile.name) for profile in troop.profiles)
    mine = words("peer.you") if status.role == player else ""
    is_open = player == 2 and status.is_open and status.role == 1 and status.phase in ("invite", "answer")
    return h(
        "div",
        {"class": f"lobby-troop {p_class(player)}", "data-side": player},
        disc(troop.symbol, player),
        h(
            "div",
            None,
            h("b", None, name_of(words, status, player)),
            h("span", {"class": "tag"}, mine) if mine else None,
            h("p", None, f"{troop_called(words, troop, edition)} · {words('ui.setup.value', value=value)}"),
            h("p", {"class": "small"}, fighters),
            h("p", {"class": "small is-open"}, words("peer.lobby.open")) if is_open else None,
        ),
        key=f"troop-{player}",
    )


def what_is_played(words: Words, status: ConnectionStatus, setup: Setup) -> Node:
    """Return edition, board, budget, optional rules and both troops, as agreed on or offered."""
    edition = setup.ruleset.edition
    more = modules(words, setup)
    facts = (
        ("ui.setup.edition", words(f"edition.{edition}")),
        ("peer.fact.board", f"{setup.field[0] // 100} × {setup.field[1] // 100} cm"),
        ("ui.setup.budget", words("ui.setup.value", value=setup.budget)),
        ("peer.fact.rounds", str(setup.rounds)),
        ("peer.fact.modules", " · ".join(more) or words("peer.fact.basic")),
        ("peer.fact.way", way_name(words, status)),
    )
    return h(
        "section",
        {"class": "lobby-match", "aria-label": words("peer.played")},
        h("h2", None, words("peer.played")),
        h("dl", {"class": "facts"}, [[h("dt", None, words(label)), h("dd", None, value)] for label, value in facts]),
        [_troop(words, status, player, troop, edition) for player, troop in enumerate(setup.troops, 1)],
    )


# --- the lobby ---


def state_line(words: Words, status: ConnectionStatus) -> Node:
    """Say who or what is waited for; a screen reader is told whenever it changes."""
    other = name_of(words, status, 2 if status.role == 1 else 1)
    side = "host" if status.role == 1 else "late" if status.is_late else "guest"
    connection = status.connection
    sign = STATE_SIGNS.get(connection, "wait")
    busy = connection in ("searching", "connecting", "lost") or (connection == "none" and not status.link)
    return h(
        "div",
        {
            "class": f"lobby-state {'is-bad' if connection in ('no_relay', 'failed') else ''}".strip(),
            "role": "status",
            "data-connection": connection,
        },
        icon(sign, **{"class": "icon turns" if busy else "icon"}),
        h("p", None, words.first(f"peer.state.{connection}.{side}", f"peer.state.{connection}", name=other)),
    )


def _way_out(words: Words, status: ConnectionStatus) -> Node | None:
    """Offer what can be done where no connection comes about."""
    if status.connection not in ("no_relay", "failed"):
        return None
    none = status.connection == "no_relay"
    others: list[Child] = [act("reconnect", words("peer.try_again"), tone="primary")]
    if status.role == 1:
        others += [
            act("invite", words("peer.way.hand"), data_option="hand") if none else None,
            act("invite", words("peer.way.letter"), data_option="letter"),
        ]
    side = "host" if status.role == 1 else "guest"
    return h(
        "div",
        {"class": "way-out"},
        h("p", None, words(f"peer.way_out.{status.connection}.{side}", name=name_of(words, status, 1))),
        h("div", {"class": "link-acts"}, others, act("relays", words("peer.relays"), tone="quiet")),
        key="way-out",
    )


def warnings(words: Words, status: ConnectionStatus) -> list[Node]:
    """Warn of what this browser or page can't do, before it matters."""
    found = (("insecure", not status.is_secure), ("in_app", status.in_app), ("not_kept", not status.keeps))
    return [
        notice("cancel", words(f"peer.warn.{name}"), tone="is-warning", name=name) for name, wrong in found if wrong
    ]


def offers(status: ConnectionStatus) -> bool:
    """Return True if this side sends first: the host, or after a loss by hand the maker of the new offer."""
    if status.way == "hand" and status.phase == "agreed" and status.link:
        return status.link.rpartition("#")[2].split(".")[1:2] == ["o"]
    return status.role == 1


def hand_steps(words: Words, status: ConnectionStatus, qr: Matrix | None, note: str, can_share: bool) -> Node:
    """By hand or by letter: what is sent, what comes back, and then play; for the host or the guest."""
    letter, host = status.way == "letter", offers(status)
    kind = "letter" if letter else "hand"
    other = name_of(words, status, 2 if status.role == 1 else 1)

    def said(number: int, part: str = "") -> str:
        return words(f"peer.{kind}.{'host' if host else 'guest'}.{number}{part}", name=other)

    label = words(f"peer.{kind}.{'host' if host else 'guest'}.link")
    sending = link_box(words, status.link, label, qr, note, can_share)
    met = status.connection in ("connecting", "connected")
    if host:
        steps = [
            step(1, said(1), said(1, ".about"), sending if not met else None, state="done" if met else "now"),
            step(
                2,
                said(2),
                said(2, ".about"),
                None
                if met
                else paste_box(
                    words, words(f"peer.{kind}.host.paste"), words(f"peer.paste.{'help' if letter else 'here'}")
                ),
                state="done" if met else "now" if status.link else "",
            ),
            step(3, said(3), said(3, ".about"), state="now" if met else ""),
        ]
    else:
        lost = (
            not letter and not status.link and not met and status.connection == "none"
        )  # the answer closed with its page
        steps = [
            step(
                1,
                words("peer.hand.guest.again", name=other),
                "",
                paste_box(words, words("peer.hand.offer", name=other), words("peer.paste.help")),
                state="now",
            )
            if lost
            else step(1, said(1), said(1, ".about"), state="done"),
            step(
                2,
                said(2),
                said(2, ".about"),
                None if met or lost else sending,
                state="done" if met else "" if lost else "now",
            ),
            step(
                3,
                said(3),
                said(3, ".about"),
                paste_box(words, words("peer.letter.paste"), words("peer.paste.help")) if letter else None,
                state="now" if met else "",
            ),
        ]
    return h("ol", {"class": "steps"}, steps, key="steps")


def lobby(
    words: Words,
    status: ConnectionStatus,
    setup: Setup | None,
    qr: Matrix | None = None,
    note: str = "",
    can_share: bool = True,
) -> list[Node]:
    """The whole page before the match begins; `note`: what was just done ("Copied.")."""
    host = status.role == 1
    title = (
        words(f"peer.lobby.{status.way}")
        if host
        else words("peer.lobby.watch" if status.role == 0 else "peer.lobby.guest", name=name_of(words, status, 1))
    )
    live = status.way == "link"
    side = ("watch", "host", "guest")[status.role]
    lead = (
        words(f"peer.lobby.{side}.about", name=name_of(words, status, 1))
        if live
        else words(f"peer.way.{'quick' if status.quick else status.way}.about")
    )
    shows_link = host and status.connection != "no_relay"  # nobody could be found by it
    if live:
        way: Child = [
            link_box(words, status.link, words("peer.link.invitation"), qr, note, can_share) if shows_link else None,
            notice("wait", words("peer.lobby.keep_open"), name="keep-open") if shows_link and status.link else None,
        ]
    else:
        way = hand_steps(words, status, qr, note, can_share)
    is_taken = status.role == 2 and status.error is not None and status.error.code == "seat_is_taken"
    shows_state = (not is_taken and live) or status.connection not in ("none", "searching")
    return [
        h(
            "div",
            {"class": "lobby peer", "data-way": status.way, "data-phase": status.phase, "data-role": status.role},
            peer_style(),
            h(
                "header",
                {"class": "lobby-head"},
                h("p", {"class": "kicker"}, way_name(words, status)),
                h("h1", None, title),
            ),
            h(
                "div",
                {"class": "lobby-body"},
                h(
                    "section",
                    {"class": "lobby-way", "aria-label": way_name(words, status)},
                    h("h2", {"class": "unseen"}, way_name(words, status)),
                    None if is_taken else h("p", {"class": "lead-in"}, lead),
                    warnings(words, status),
                    told(words, status),
                    state_line(words, status) if shows_state else None,
                    _way_out(words, status),
                    way,
                    notice("eye", words("peer.quick.about"), name="peekable") if status.quick else None,
                    h(
                        "div",
                        {"class": "lobby-acts"},
                        act("home", words("ui.back")) if status.way == "letter" and host else None,
                        act("cancel_invite", words("peer.cancel.host" if host else "peer.cancel.guest")),
                        act("promises", icon("help"), words("peer.promises"), tone="quiet"),
                    ),
                ),
                what_is_played(words, status, setup) if setup is not None else None,
            ),
        )
    ]


def refused_sheet(words: Words, error: EdenError) -> Node:
    """Over a match that goes on: why what was opened can't be."""
    return sheet(words("peer.unopened"), refusal(words, error), acts=act("close", words("ui.close"), tone="primary"))


def unopened(words: Words, error: EdenError) -> list[Node]:
    """In the lobby's place where what was opened holds no match: why, and where to paste what does."""
    return [
        h(
            "div",
            {"class": "lobby peer", "data-phase": "unopened"},
            peer_style(),
            h("header", {"class": "lobby-head"}, h("h1", None, words("peer.unopened"))),
            h(
                "div",
                {"class": "lobby-body"},
                h(
                    "section",
                    {"class": "lobby-way", "aria-label": words("peer.unopened")},
                    refusal(words, error),
                    paste_box(words, words("peer.open.link"), words("peer.open.help")),
                    h(
                        "div",
                        {"class": "lobby-acts"},
                        act("cancel_invite", words("peer.cancel.guest")),
                        act("promises", icon("help"), words("peer.promises"), tone="quiet"),
                    ),
                ),
            ),
        )
    ]
