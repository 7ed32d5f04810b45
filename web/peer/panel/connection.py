"""A match with a person elsewhere, while it is played: the badge, the connection sheet, requests, letters, the
frozen match.
"""

from __future__ import annotations

from eden_core.engine.messages import Decision
from web.i18n.catalogue import Words
from web.match.session import Session
from web.peer.panel.lobby import hand_steps, name_of, warnings, way_name
from web.peer.panel.refusals import told
from web.peer.status import Standing
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


def _other(standing: Standing) -> int:
    """The player at the other end; for a spectator the host."""
    return 1 if standing.role != 1 else 2


def badge_state(standing: Standing) -> str:
    """Which of the badge's states it is."""
    if standing.phase == "frozen":
        return "frozen"
    if (
        standing.role == 0
        and standing.phase != "over"
        and standing.connection not in ("connected", "no_relay", "failed")
    ):
        return "lost"  # the host is looked for until they are here
    if standing.connection == "lost" and standing.phase != "over":
        return "cut" if standing.way == "hand" else "lost"
    if standing.way == "hand" and standing.connection == "none" and standing.phase == "agreed" and standing.role:
        return "cut"  # nothing comes back by itself
    if standing.role == 0 and (standing.connection == "connected" or standing.phase == "over"):
        return "watching"
    if standing.phase == "over":
        return "over"
    if standing.way == "letter" and standing.connection != "connected":
        return "letter"
    if standing.connection == "connected":
        return "verified" if standing.verified else "checking"
    return "offline" if standing.connection in ("no_relay", "failed") else "waiting"


def badge_about(words: Words, standing: Standing) -> str:
    """The badge's state in a sentence."""
    state, name = badge_state(standing), name_of(words, standing, _other(standing))
    return words(f"peer.badge.{state}.{'watch' if (standing.role, state) == (0, 'lost') else 'about'}", name=name)


def badge(words: Words, standing: Standing) -> Node:
    """The connection in the match's top bar: an icon, a word, the latency; a press opens the sheet."""
    state = badge_state(standing)
    word = words(f"peer.badge.{state}")
    late = words("peer.ms", n=standing.latency) if state == "verified" and standing.latency >= 0 else ""
    said = ". ".join(filter(None, (badge_about(words, standing), late)))
    heard = ". ".join((f"{word} {late}".strip(), badge_about(words, standing)))  # what is seen, first
    asked = h("span", {"class": "dot", "aria-hidden": "true"}) if standing.asked else None
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


def _heads(words: Words, standing: Standing) -> Node:
    """Both names and how far each is; the same, or who is behind. A spectator is no third side: how far they see."""
    if not standing.role:
        return h("p", {"class": "heads-line"}, icon("eye"), h("span", None, words("peer.heads.watch", n=standing.mine)))
    here = standing.role
    slots = {here: standing.mine, 3 - here: standing.theirs}
    same = standing.mine == standing.theirs
    sides = [
        h(
            "div",
            {"class": f"head {p_class(player)}", "data-slot": slots[player]},
            h("b", None, name_of(words, standing, player)),
            h("span", {"class": "tag"}, words("peer.here" if player == here else "peer.there")),
            h("p", None, words("peer.slot", n=slots[player])),
            key=str(player),
        )
        for player in (1, 2)
    ]
    line = words("peer.heads", mine=standing.mine, theirs=standing.theirs)
    more = words(
        f"peer.heads.{'same' if same else 'behind' if standing.theirs < standing.mine else 'ahead'}",
        name=name_of(words, standing, 3 - here),
    )
    return h(
        "section",
        {"class": "heads", "aria-label": line, "data-same": str(same).lower()},
        sides,
        h("p", {"class": "heads-line"}, icon("verified" if same else "wait"), h("span", None, line, " · ", more)),
    )


def _facts(words: Words, standing: Standing) -> Node:
    other = name_of(words, standing, _other(standing))
    late = words("peer.ms", n=standing.latency) if standing.latency >= 0 else words("peer.latency.none")
    verified = "yes" if standing.verified else "letter" if standing.way == "letter" and standing.role else "no"
    rows: list[tuple[str, Child]] = [(words("peer.fact.way"), way_name(words, standing))]
    if standing.way != "letter":
        rows.append((words("peer.latency"), late))
    about = words(f"peer.verified.{verified}.{'about' if standing.role else 'watch'}", name=other)
    rows.append((words("peer.verified"), [h("b", None, words(f"peer.verified.{verified}")), " ", about]))
    return h("dl", {"class": "facts"}, [[h("dt", None, label), h("dd", None, value)] for label, value in rows])


def _seen(words: Words, standing: Standing) -> Node:
    """What the other side may see, and what it may not."""
    other = name_of(words, standing, _other(standing))
    seen = (
        ["play", *(["address"] if standing.way != "letter" else []), "time"] if standing.role else ["watch", "address"]
    )
    unseen = ["secrets", *(["dice"] if not standing.quick else [])] if standing.role else ["watch"]
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


def _watch(words: Words, standing: Standing, qr: Matrix | None, note: str, can_share: bool) -> Node | None:
    """The link for spectators, and how many there are."""
    if standing.role != 1 or standing.phase != "agreed" or standing.way == "letter" or not standing.is_held:
        return None  # the room is the host's, and of the tab that plays
    count = ""
    if standing.watch_link:
        count = words("peer.watchers.1" if standing.watchers == 1 else "peer.watchers", n=standing.watchers)
    return h(
        "section",
        {"class": "watch"},
        h("h3", None, words("peer.watch")),
        h("p", None, words("peer.watch.about"), " ", h("b", None, count) if count else None),
        link_box(words, standing.watch_link, words("peer.watch.link"), qr, note, can_share)
        if standing.watch_link and not standing.link  # by hand an offer goes first
        else h("div", {"class": "link-acts"}, act("watch_link", icon("eye"), words("peer.watch.copy"))),
    )


def _owed(words: Words, standing: Standing) -> Node | None:
    """Who owes what, when the other side is gone, and what can be done."""
    if standing.waits != "their_roll" or standing.connection == "connected":
        return None
    return notice(
        "wait", words("peer.owes", name=name_of(words, standing, _other(standing))), tone="is-warning", name="owes"
    )


def _plays(standing: Standing) -> bool:
    """Whether the match goes on, and it is this tab that plays it."""
    return standing.role != 0 and standing.phase == "agreed" and standing.is_held


def _asks(words: Words, standing: Standing, lost: bool = False) -> list[Child]:
    """What can be asked of the other side, and why not now; the other way to play on (`lost`: it was offered
    already).
    """
    if not _plays(standing):
        return []
    may_undo = standing.can_undo and standing.may_ask
    by_letter = standing.way == "letter"
    other_way = (
        act("to_live", icon("connected"), words("peer.to_live"))
        if by_letter and standing.connection != "connected"
        else (act("to_letter", icon("letter"), words("peer.to_letter")) if not by_letter and not lost else None)
    )
    if standing.resigning:
        return [h("div", {"class": "link-acts"}, other_way)] if other_way is not None else []
    why = "" if may_undo else "peer.ask.undo.not" if standing.may_ask else "peer.ask.by_letter"
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
            act("ask", words("peer.ask.draw"), data_option="draw", aria_disabled=None if standing.may_ask else "true"),
            other_way,
            act("resign", words("peer.resign"), tone="danger"),
        ),
        h("p", {"class": "small"}, words(why, name=name_of(words, standing, _other(standing)))) if why else None,
    ]


def connection_sheet(
    words: Words, standing: Standing, qr: Matrix | None = None, note: str = "", can_share: bool = True
) -> Node:
    """All about the connection and what can be asked of the other side."""
    state, plays = badge_state(standing), _plays(standing)
    other = name_of(words, standing, _other(standing))
    lasts = plays or (standing.phase == "over" and standing.role != 0 and standing.is_held and not standing.is_closed)
    lost = standing.connection in ("lost", "no_relay", "failed", "none") and standing.way != "letter" and lasts
    way: list[Child] = []
    if lost and standing.role:
        way.append(
            h(
                "div",
                {"class": "link-acts"},
                act("reconnect", icon("connected"), words("peer.reconnect"), tone="primary"),
                act("to_letter", icon("letter"), words("peer.to_letter")),
            )
        )
        if standing.way == "hand" and standing.link:
            way.append(hand_steps(words, standing, qr, note, can_share))
        elif standing.way == "hand":
            way.append(paste_box(words, words("peer.hand.offer", name=other), words("peer.paste.help")))
    return sheet(
        words("peer.sheet") if standing.role else words("peer.lobby.watch", name=other),
        h(
            "p",
            {"class": "sheet-state", "role": "status", "data-state": state},
            icon(BADGES[state]),
            h("span", None, badge_about(words, standing)),
        ),
        told(words, standing),
        warnings(words, standing),
        request_banner(words, standing),
        _owed(words, standing),
        way,
        _heads(words, standing),
        _facts(words, standing),
        notice("eye", words("peer.peekable"), ": ", words("peer.quick.about"), name="peekable")
        if standing.quick
        else None,
        _asks(words, standing, lost),
        letter_panel(words, standing, qr, note, can_share) if standing.way == "letter" and lasts else None,
        _watch(words, standing, qr, note, can_share),
        _seen(words, standing),
        acts=[
            act("relays", words("peer.relays"), tone="quiet"),
            act("promises", icon("help"), words("peer.promises"), tone="quiet"),
            act("export_match", icon("save"), words("peer.export"), tone="quiet"),
            act("close", words("ui.close"), tone="primary"),
        ],
        classes="connection",
    )


# --- requests ---


def request_banner(words: Words, standing: Standing) -> Node | None:
    """What the other side asks, with both answers; or what one asked oneself, and what came of it; or that one has
    resigned.
    """
    other = name_of(words, standing, _other(standing))
    if _has_resigned(standing):
        return h(
            "div",
            {"class": "request is-mine", "role": "status", "data-resigning": "true"},
            peer_style(),
            icon("wait"),
            h("p", None, h("b", None, words("peer.resigning"), "."), " ", _resigning_about(words, standing)),
            key="request",
        )
    if standing.asked:
        about = standing.asked_about
        off = (
            None if standing.way == "letter" or standing.connection == "connected" else "true"
        )  # it would reach nobody
        return h(
            "div",
            {"class": "request", "role": "alert", "data-asked": standing.asked},
            peer_style(),
            icon("undo" if standing.asked == "undo" else "hand"),
            h(
                "p",
                None,
                h("b", None, words(f"peer.asked.{standing.asked}", name=other)),
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
    if standing.asking:
        return h(
            "div",
            {"class": "request is-mine", "role": "status", "data-asking": standing.asking},
            peer_style(),
            icon("wait"),
            h(
                "p",
                None,
                words(f"peer.asking.{standing.asking}", name=other),
                f" {words('peer.asking.by_letter')}" if standing.link and standing.way == "letter" else None,
            ),
            key="request",
        )
    if standing.declined and standing.phase == "agreed":
        return h(
            "div",
            {"class": "request is-mine", "role": "status", "data-declined": standing.declined},
            peer_style(),
            icon("cancel"),
            h("p", None, words(f"peer.declined.{standing.declined}", name=other)),
            key="request",
        )
    return None


def _has_resigned(standing: Standing) -> bool:
    """Whether the match was given up here, and the other side does not know yet."""
    return standing.resigning and standing.phase == "agreed"


def _resigning_about(words: Words, standing: Standing) -> str:
    """How the other side will learn of it."""
    return words(
        f"peer.resigning.{'letter' if standing.way == 'letter' else 'about'}",
        name=name_of(words, standing, _other(standing)),
    )


def resign_sheet(words: Words, standing: Standing) -> Node:
    """Before a match is given up; or that it was, and the other side does not know yet."""
    other = name_of(words, standing, _other(standing))
    if standing.resigning:
        return sheet(
            words("peer.resigning"),
            h("p", None, _resigning_about(words, standing)),
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


def waiting_line(words: Words, standing: Standing, session: Session) -> str:
    """Whom the match waits for and what for, when it is not this side's turn: the public question and no more."""
    other = name_of(words, standing, _other(standing))
    decision = session.question
    if _has_resigned(standing):
        return words("peer.resigning")
    if standing.waits == "letter":
        return words("peer.waits.letter", name=other)
    if standing.waits == "their_roll" or not isinstance(decision, Decision):
        return words("peer.waits.roll", player=other)
    owner = next((owner for owner in decision.owners if owner != standing.role), decision.owners[0])
    player = session.player_name(owner)
    fighter = session.name(decision.fighter) if decision.fighter in session.match.fighters else ""
    key = f"peer.waits.{'infest' if (decision.kind, decision.rule) == ('place', 'NPF-2') else decision.kind}"
    return words(
        key if fighter or not words.has(f"{key}.someone") else f"{key}.someone", player=player, fighter=fighter
    )


def waiting_note(words: Words, standing: Standing) -> str:
    """What may be said under it: whether the other side is there at all."""
    other = name_of(words, standing, _other(standing))
    if standing.way == "letter" and standing.connection != "connected":
        return (
            _resigning_about(words, standing) if _has_resigned(standing) else words("peer.waits.by_letter", name=other)
        )
    state = badge_state(standing)
    return badge_about(words, standing) if state in ("lost", "cut", "offline", "waiting", "checking") else ""


# --- letters ---


def letter_panel(
    words: Words, standing: Standing, qr: Matrix | None = None, note: str = "", can_share: bool = True
) -> Node:
    """By letter: the one that is ready, and where the one that came is pasted."""
    other = name_of(words, standing, _other(standing))
    ready = bool(standing.link)
    send = step(
        1,
        words("peer.letter.send", name=other),
        words("peer.letter.send.about" if ready else "peer.letter.not_yet", name=other),
        link_box(words, standing.link, words("peer.letter.link"), qr, note, can_share) if ready else None,
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
    words: Words, standing: Standing, qr: Matrix | None = None, note: str = "", can_share: bool = True
) -> Node:
    """The letters as a sheet of their own, with what goes along with them."""
    return sheet(
        words("peer.letters"),
        told(words, standing),
        request_banner(words, standing),
        letter_panel(words, standing, qr, note, can_share),
        _asks(words, standing),
        acts=[
            act("connection", icon("connected"), words("peer.sheet"), tone="quiet", data_option="all"),
            act("promises", icon("help"), words("peer.promises"), tone="quiet"),
            act("close", words("ui.close"), tone="primary"),
        ],
    )


# --- frozen ---


def frozen_sheet(words: Words, standing: Standing) -> Node:
    """A match that can't go on: what was found, what it means, what is left to do."""
    error = standing.trouble or standing.error
    code = error.code if error is not None else ""
    kind = code if code in ("states_differ", "two_histories") else "other"
    proof, other = kind != "other", name_of(words, standing, _other(standing))
    return sheet(
        words(f"peer.frozen.{kind}"),
        h("p", {"class": "frozen-what", "data-frozen": kind}, words(f"peer.frozen.{kind}.about", name=other)),
        refusal(words, error, standing.error_is_theirs) if kind == "other" else None,
        h("p", None, words("peer.frozen.heads", mine=standing.mine, theirs=standing.theirs)),
        notice("verified", words(f"peer.frozen.proof.{kind}" if proof else "peer.frozen.kept"), name="kept"),
        acts=[
            act("save_proof", icon("save"), words("peer.frozen.save_proof"), tone="primary") if proof else None,
            act("export_match", icon("save"), words("peer.export"), tone="" if proof else "primary"),
            act("close", words("peer.frozen.look")),
        ],
        classes="frozen",
    )
