"""The panels of a match between peers while it is played: badge, connection, requests, letters, the frozen match."""

from __future__ import annotations

from eden_core.engine.messages import Decision
from web.i18n.catalogue import Words
from web.match.session import Session
from web.peer.panel.lobby import hand_steps, name_of, warnings, way_name
from web.peer.panel.refusals import told
from web.peer.status import ConnectionStatus
from web.ui.controls import p_class
from web.ui.forms import act
from web.ui.nodes import Child, Node, h, icon
from web.ui.share import Matrix, link_box, paste_box
from web.ui.sheets import notice, peer_style, refusal, sheet, step

__all__ = [
    "badge",
    "badge_state",
    "connection_sheet",
    "frozen_sheet",
    "letter_panel",
    "letter_sheet",
    "request_banner",
    "resign_sheet",
    "waiting_line",
    "waiting_note",
]

# What the badge shows: its icon. The words are `peer.badge.<state>`.
BADGES = {
    "verified": "connected",
    "checking": "wait",
    "waiting": "wait",
    "lost": "lost",
    "cut": "lost",
    "offline": "lost",
    "letter": "letter",
    "watching": "eye",
    "frozen": "frozen",
    "over": "laurels",
}


def _other(status: ConnectionStatus) -> int:
    """The player at the other end; for a spectator the host."""
    return 1 if status.role != 1 else 2


def badge_state(status: ConnectionStatus) -> str:
    """Which of the badge's states it is."""
    if status.phase == "frozen":
        return "frozen"
    if status.role == 0 and status.phase != "over" and status.connection not in ("connected", "no_relay", "failed"):
        return "lost"  # the host is looked for until they are here
    if status.connection == "lost" and status.phase != "over":
        return "cut" if status.way == "hand" else "lost"
    if status.way == "hand" and status.connection == "none" and status.phase == "agreed" and status.role:
        return "cut"  # nothing comes back by itself
    if status.role == 0 and (status.connection == "connected" or status.phase == "over"):
        return "watching"
    if status.phase == "over":
        return "over"
    if status.way == "letter" and status.connection != "connected":
        return "letter"
    if status.connection == "connected":
        return "verified" if status.verified else "checking"
    return "offline" if status.connection in ("no_relay", "failed") else "waiting"


def badge_about(words: Words, status: ConnectionStatus) -> str:
    """The badge's state in a sentence."""
    state, name = badge_state(status), name_of(words, status, _other(status))
    return words(f"peer.badge.{state}.{'watch' if (status.role, state) == (0, 'lost') else 'about'}", name=name)


def badge(words: Words, status: ConnectionStatus) -> Node:
    """The connection in the match's top bar: an icon, a word, the latency; a press opens the sheet."""
    state = badge_state(status)
    word = words(f"peer.badge.{state}")
    late = words("peer.ms", n=status.latency) if state == "verified" and status.latency >= 0 else ""
    said = ". ".join(filter(None, (badge_about(words, status), late)))
    heard = ". ".join((f"{word} {late}".strip(), badge_about(words, status)))  # what is seen, first
    asked = h("span", {"class": "dot", "aria-hidden": "true"}) if status.asked else None
    return h(
        "button",
        {
            "type": "button",
            "class": "button quiet peer-badge",
            "data-do": "connection",
            "data-state": state,
            "title": said,
            "aria-label": heard,
            "aria-haspopup": "dialog",
        },
        peer_style(),
        icon(BADGES[state]),
        h("span", {"class": "word"}, word),
        " " if late else None,
        h("small", None, late) if late else None,
        asked,
        key="peer-badge",
    )


# --- the sheet ---


def _heads(words: Words, status: ConnectionStatus) -> Node:
    """Both names and how far each is; the same, or who is behind. A spectator is no third side: how far they see."""
    if not status.role:
        return h("p", {"class": "heads-line"}, icon("eye"), h("span", None, words("peer.heads.watch", n=status.mine)))
    here = status.role
    slots = {here: status.mine, 3 - here: status.theirs}
    same = status.mine == status.theirs
    sides = [
        h(
            "div",
            {"class": f"head {p_class(player)}", "data-slot": slots[player]},
            h("b", None, name_of(words, status, player)),
            h("span", {"class": "tag"}, words("peer.here" if player == here else "peer.there")),
            h("p", None, words("peer.slot", n=slots[player])),
            key=str(player),
        )
        for player in (1, 2)
    ]
    line = words("peer.heads", mine=status.mine, theirs=status.theirs)
    more = words(
        f"peer.heads.{'same' if same else 'behind' if status.theirs < status.mine else 'ahead'}",
        name=name_of(words, status, 3 - here),
    )
    return h(
        "section",
        {"class": "heads", "aria-label": line, "data-same": str(same).lower()},
        sides,
        h("p", {"class": "heads-line"}, icon("verified" if same else "wait"), h("span", None, line, " · ", more)),
    )


def _facts(words: Words, status: ConnectionStatus) -> Node:
    other = name_of(words, status, _other(status))
    late = words("peer.ms", n=status.latency) if status.latency >= 0 else words("peer.latency.none")
    verified = "yes" if status.verified else "letter" if status.way == "letter" and status.role else "no"
    rows: list[tuple[str, Child]] = [(words("peer.fact.way"), way_name(words, status))]
    if status.way != "letter":
        rows.append((words("peer.latency"), late))
    about = words(f"peer.verified.{verified}.{'about' if status.role else 'watch'}", name=other)
    rows.append((words("peer.verified"), [h("b", None, words(f"peer.verified.{verified}")), " ", about]))
    return h("dl", {"class": "facts"}, [[h("dt", None, label), h("dd", None, value)] for label, value in rows])


def _seen(words: Words, status: ConnectionStatus) -> Node:
    """Return what the other side may see, and what it may not."""
    other = name_of(words, status, _other(status))
    seen = ["play", *(["address"] if status.way != "letter" else []), "time"] if status.role else ["watch", "address"]
    unseen = ["secrets", *(["dice"] if not status.quick else [])] if status.role else ["watch"]
    return h(
        "section",
        {"class": "seen"},
        h("h3", None, words("peer.seen", name=other)),
        h(
            "ul",
            None,
            [h("li", None, icon("eye"), h("span", None, words(f"peer.seen.{name}"))) for name in seen],
            [
                h("li", {"class": "unseen-by"}, icon("verified"), h("span", None, words(f"peer.unseen.{name}")))
                for name in unseen
            ],
        ),
    )


def _watch(words: Words, status: ConnectionStatus, qr: Matrix | None, note: str, can_share: bool) -> Node | None:
    """The link for spectators, and how many there are."""
    if status.role != 1 or status.phase != "agreed" or status.way == "letter" or not status.is_held:
        return None  # the room is the host's, and of the tab that plays
    count = ""
    if status.watch_link:
        count = words("peer.watchers.1" if status.watchers == 1 else "peer.watchers", n=status.watchers)
    return h(
        "section",
        {"class": "watch"},
        h("h3", None, words("peer.watch")),
        h("p", None, words("peer.watch.about"), " ", h("b", None, count) if count else None),
        link_box(words, status.watch_link, words("peer.watch.link"), qr, note, can_share)
        if status.watch_link and not status.link  # by hand an offer goes first
        else h("div", {"class": "link-acts"}, act("watch_link", icon("eye"), words("peer.watch.copy"))),
    )


def _owed(words: Words, status: ConnectionStatus) -> Node | None:
    """Return who owes what, when the other side is gone, and what can be done."""
    if status.waits != "their_roll" or status.connection == "connected":
        return None
    return notice(
        "wait", words("peer.owes", name=name_of(words, status, _other(status))), tone="is-warning", name="owes"
    )


def _plays(status: ConnectionStatus) -> bool:
    """Return True if the match goes on, and it is this tab that plays it."""
    return status.role != 0 and status.phase == "agreed" and status.is_held


def _asks(words: Words, status: ConnectionStatus, lost: bool = False) -> list[Child]:
    """Return what can be asked of the other side, or why not now, and the other way to play on.

    `lost`: that way was offered already.
    """
    if not _plays(status):
        return []
    may_undo = status.can_undo and status.may_ask
    by_letter = status.way == "letter"
    other_way = (
        act("to_live", icon("connected"), words("peer.to_live"))
        if by_letter and status.connection != "connected"
        else (act("to_letter", icon("letter"), words("peer.to_letter")) if not by_letter and not lost else None)
    )
    if status.resigning:
        return [h("div", {"class": "link-acts"}, other_way)] if other_way is not None else []
    why = "" if may_undo else "peer.ask.undo.not" if status.may_ask else "peer.ask.by_letter"
    return [
        h(
            "div",
            {"class": "link-acts asks"},
            act(
                "ask",
                icon("undo"),
                words("peer.ask.undo"),
                data_option="undo",
                aria_disabled=None if may_undo else "true",
            ),
            act("ask", words("peer.ask.draw"), data_option="draw", aria_disabled=None if status.may_ask else "true"),
            other_way,
            act("resign", words("peer.resign"), tone="danger"),
        ),
        h("p", {"class": "small"}, words(why, name=name_of(words, status, _other(status)))) if why else None,
    ]


def connection_sheet(
    words: Words, status: ConnectionStatus, qr: Matrix | None = None, note: str = "", can_share: bool = True
) -> Node:
    """All about the connection and what can be asked of the other side."""
    state, plays = badge_state(status), _plays(status)
    other = name_of(words, status, _other(status))
    lasts = plays or (status.phase == "over" and status.role != 0 and status.is_held and not status.is_closed)
    lost = status.connection in ("lost", "no_relay", "failed", "none") and status.way != "letter" and lasts
    way: list[Child] = []
    if lost and status.role:
        way.append(
            h(
                "div",
                {"class": "link-acts"},
                act("reconnect", icon("connected"), words("peer.reconnect"), tone="primary"),
                act("to_letter", icon("letter"), words("peer.to_letter")),
            )
        )
        if status.way == "hand" and status.link:
            way.append(hand_steps(words, status, qr, note, can_share))
        elif status.way == "hand":
            way.append(paste_box(words, words("peer.hand.offer", name=other), words("peer.paste.help")))
    return sheet(
        words("peer.sheet") if status.role else words("peer.lobby.watch", name=other),
        h(
            "p",
            {"class": "sheet-state", "role": "status", "data-state": state},
            icon(BADGES[state]),
            h("span", None, badge_about(words, status)),
        ),
        told(words, status),
        warnings(words, status),
        request_banner(words, status),
        _owed(words, status),
        way,
        _heads(words, status),
        _facts(words, status),
        notice("eye", words("peer.peekable"), ": ", words("peer.quick.about"), name="peekable")
        if status.quick
        else None,
        _asks(words, status, lost),
        letter_panel(words, status, qr, note, can_share) if status.way == "letter" and lasts else None,
        _watch(words, status, qr, note, can_share),
        _seen(words, status),
        acts=[
            act("relays", words("peer.relays"), tone="quiet"),
            act("promises", icon("help"), words("peer.promises"), tone="quiet"),
            act("export_match", icon("save"), words("peer.export"), tone="quiet"),
            act("close", words("ui.close"), tone="primary"),
        ],
        classes="connection",
    )


# --- requests ---


def request_banner(words: Words, status: ConnectionStatus) -> Node | None:
    """Return the request of the other side with both answers, or what came of one's own.

    Or that one has resigned.
    """
    other = name_of(words, status, _other(status))
    if _has_resigned(status):
        return h(
            "div",
            {"class": "request is-mine", "role": "status", "data-resigning": "true"},
            peer_style(),
            icon("wait"),
            h("p", None, h("b", None, words("peer.resigning"), "."), " ", _resigning_about(words, status)),
            key="request",
        )
    if status.asked:
        about = status.asked_about
        off = None if status.way == "letter" or status.connection == "connected" else "true"  # it would reach nobody
        return h(
            "div",
            {"class": "request", "role": "alert", "data-asked": status.asked},
            peer_style(),
            icon("undo" if status.asked == "undo" else "hand"),
            h(
                "p",
                None,
                h("b", None, words(f"peer.asked.{status.asked}", name=other)),
                f" {about}" if about else None,
                f" {words('peer.asked.offline')}" if off else None,
            ),
            h(
                "div",
                {"class": "link-acts"},
                act("refuse", words("peer.refuse"), aria_disabled=off),
                act("consent", words("peer.consent"), tone="primary", aria_disabled=off),
            ),
            key="request",
        )
    if status.asking:
        return h(
            "div",
            {"class": "request is-mine", "role": "status", "data-asking": status.asking},
            peer_style(),
            icon("wait"),
            h(
                "p",
                None,
                words(f"peer.asking.{status.asking}", name=other),
                f" {words('peer.asking.by_letter')}" if status.link and status.way == "letter" else None,
            ),
            key="request",
        )
    if status.declined and status.phase == "agreed":
        return h(
            "div",
            {"class": "request is-mine", "role": "status", "data-declined": status.declined},
            peer_style(),
            icon("cancel"),
            h("p", None, words(f"peer.declined.{status.declined}", name=other)),
            key="request",
        )
    return None


def _has_resigned(status: ConnectionStatus) -> bool:
    """Return True if the match was given up here, and the other side does not know yet."""
    return status.resigning and status.phase == "agreed"


def _resigning_about(words: Words, status: ConnectionStatus) -> str:
    """Say in which way the other side will learn of it."""
    return words(
        f"peer.resigning.{'letter' if status.way == 'letter' else 'about'}",
        name=name_of(words, status, _other(status)),
    )


def resign_sheet(words: Words, status: ConnectionStatus) -> Node:
    """Before a match is given up; or that it was, and the other side does not know yet."""
    other = name_of(words, status, _other(status))
    if status.resigning:
        return sheet(
            words("peer.resigning"),
            h("p", None, _resigning_about(words, status)),
            acts=act("close", words("ui.close"), tone="primary"),
        )
    return sheet(
        words("peer.resign.title"),
        h("p", None, words("peer.resign.about", name=other)),
        acts=[
            act("resign_sure", words("peer.resign"), tone="danger"),
            act("close", words("peer.resign.stay"), tone="primary"),
        ],
    )


# --- who is waited for ---


def waiting_line(words: Words, status: ConnectionStatus, session: Session) -> str:
    """Say whom the match waits for when it is not this side's turn: the public question and no more."""
    other = name_of(words, status, _other(status))
    decision = session.question
    if _has_resigned(status):
        return words("peer.resigning")
    if status.waits == "letter":
        return words("peer.waits.letter", name=other)
    if status.waits == "their_roll" or not isinstance(decision, Decision):
        return words("peer.waits.roll", player=other)
    owner = next((owner for owner in decision.owners if owner != status.role), decision.owners[0])
    player = session.player_name(owner)
    fighter = session.name(decision.fighter) if decision.fighter in session.match.fighters else ""
    key = f"peer.waits.{'infest' if (decision.kind, decision.rule) == ('place', 'NPF-2') else decision.kind}"
    return words(
        key if fighter or not words.has(f"{key}.someone") else f"{key}.someone", player=player, fighter=fighter
    )


def waiting_note(words: Words, status: ConnectionStatus) -> str:
    """Say what may stand under it: that the other side is there, or is not."""
    other = name_of(words, status, _other(status))
    if status.way == "letter" and status.connection != "connected":
        return _resigning_about(words, status) if _has_resigned(status) else words("peer.waits.by_letter", name=other)
    state = badge_state(status)
    return badge_about(words, status) if state in ("lost", "cut", "offline", "waiting", "checking") else ""


# --- letters ---


def letter_panel(
    words: Words, status: ConnectionStatus, qr: Matrix | None = None, note: str = "", can_share: bool = True
) -> Node:
    """By letter: the one that is ready, and where the one that came is pasted."""
    other = name_of(words, status, _other(status))
    ready = bool(status.link)
    send = step(
        1,
        words("peer.letter.send", name=other),
        words("peer.letter.send.about" if ready else "peer.letter.not_yet", name=other),
        link_box(words, status.link, words("peer.letter.link"), qr, note, can_share) if ready else None,
        state="now" if ready else "",
    )
    take = step(
        2,
        words("peer.letter.take", name=other),
        "",
        paste_box(words, words("peer.letter.paste"), words("peer.paste.help")),
        state="" if ready else "now",
    )
    return h(
        "section",
        {"class": "letters", "aria-label": words("peer.letters")},
        peer_style(),
        h("ol", {"class": "steps"}, send, take),
    )


def letter_sheet(
    words: Words, status: ConnectionStatus, qr: Matrix | None = None, note: str = "", can_share: bool = True
) -> Node:
    """The letters as a sheet of their own, with what goes along with them."""
    return sheet(
        words("peer.letters"),
        told(words, status),
        request_banner(words, status),
        letter_panel(words, status, qr, note, can_share),
        _asks(words, status),
        acts=[
            act("connection", icon("connected"), words("peer.sheet"), tone="quiet", data_option="all"),
            act("promises", icon("help"), words("peer.promises"), tone="quiet"),
            act("close", words("ui.close"), tone="primary"),
        ],
    )


# --- frozen ---


def frozen_sheet(words: Words, status: ConnectionStatus) -> Node:
    """A match that can't go on: what was found, what it means, what is left to do."""
    error = status.trouble or status.error
    code = error.code if error is not None else ""
    kind = code if code in ("states_differ", "two_histories") else "other"
    proof, other = kind != "other", name_of(words, status, _other(status))
    return sheet(
        words(f"peer.frozen.{kind}"),
        h("p", {"class": "frozen-what", "data-frozen": kind}, words(f"peer.frozen.{kind}.about", name=other)),
        refusal(words, error, status.error_is_theirs) if kind == "other" else None,
        h("p", None, words("peer.frozen.heads", mine=status.mine, theirs=status.theirs)),
        notice("verified", words(f"peer.frozen.proof.{kind}" if proof else "peer.frozen.kept"), name="kept"),
        acts=[
            act("save_proof", icon("save"), words("peer.frozen.save_proof"), tone="primary") if proof else None,
            act("export_match", icon("save"), words("peer.export"), tone="" if proof else "primary"),
            act("close", words("peer.frozen.look")),
        ],
        classes="frozen",
    )
