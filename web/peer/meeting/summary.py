"""What a match with a person elsewhere says of itself: to the list of matches, and to the panels."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from eden_core.engine.messages import Decision
from web.peer.status import Standing

if TYPE_CHECKING:
    from eden_core.sync.chain.ledger import Ledger
    from web.peer.meeting.meeting import Meeting

__all__ = ["about", "standing"]


def about(meeting: Meeting, ledger: Ledger | None = None) -> dict[str, Any]:
    """What a list of matches shows; `ledger`: the match as it will be once this is kept."""
    peer = meeting.peer
    ledger = peer.ledger if ledger is None else ledger
    setup = peer.invite.setup if ledger is None else ledger.genesis.setup
    due = ledger.due() if ledger is not None else None
    return {
        "names": list(setup.names),
        "troops": [troop.name for troop in setup.troops],
        "edition": setup.ruleset.edition,
        "round": ledger.match.table.round if ledger is not None else 0,
        "rounds": setup.rounds,
        "way": meeting.way,
        "role": peer.player,
        "agreed": peer.is_agreed,
        "frozen": peer.trouble is not None,
        "quick": meeting.way == "letter" and peer.invite.is_quick,
        "over": bool(peer.given_up) or (ledger is not None and ledger.is_over),
        "resigned": bool(peer.resigning),
        "winner": peer.winner if peer.given_up or ledger is None else ledger.winner,
        "turn": due.writer if due is not None else 0,
    }


def standing(meeting: Meeting) -> Standing:
    """How all of it stands."""
    peer, ledger = meeting.peer, meeting.peer.ledger
    setup = peer.invite.setup if ledger is None else ledger.genesis.setup
    phase = (
        "frozen"
        if peer.trouble is not None
        else "over"
        if peer.is_over
        else "agreed"
        if peer.is_agreed or (not peer.player and ledger is not None)
        else "join"
        if peer.player != 1
        else "answer"
        if meeting.way == "hand" and meeting.by_hand.to_send
        else "invite"
    )
    return replace(
        Standing(meeting.way, peer.invite.is_quick, peer.player, phase),
        connection=meeting.word,
        latency=peer.latency,
        mine=ledger.seq if ledger is not None else 0,
        theirs=peer.peer_seq,
        verified=peer.is_greeted,
        waits=_waits(meeting),
        names=setup.names,
        link=meeting.link,
        watch_link=meeting.gallery.link,
        watchers=meeting.gallery.count,
        asked=peer.asked.what if peer.asked is not None else "",
        asked_about=_asked_about(meeting),
        asking=peer.asking.what if peer.asking is not None else "",
        declined=peer.declined,
        can_undo=meeting.session is not None and meeting.session.can_undo,
        is_held=meeting.is_held,
        resigning=bool(peer.resigning),
        error=meeting.error,
        error_is_theirs=meeting.error_is_theirs,
        keeps=meeting.keeps,
        is_open=peer.invite.is_open,
        may_ask=meeting.may_ask,
        trouble=peer.trouble,
        is_late=meeting.is_late,
        is_closed=peer.is_over
        and ledger is not None
        and ledger.due() is None
        and not (meeting.way == "letter" and meeting.has_letter),
    )


def _asked_about(meeting: Meeting) -> str:
    """What an undo that is asked for would take back, in words."""
    ask = meeting.peer.asked
    if ask is None or ask.what != "undo" or meeting.session is None:
        return ""
    return meeting.describe(meeting.session.lines_since(ask.to))


def _waits(meeting: Meeting) -> str:
    """Whom the match waits for."""
    peer, ledger = meeting.peer, meeting.peer.ledger
    due = ledger.due() if ledger is not None else None
    if meeting.way == "letter" and meeting.has_letter:
        return "letter"  # after the end too: the other learns of it, and of what was secret
    if due is None or ledger is None or peer.is_over:
        return ""
    if due.writer == peer.player:
        return "you"
    return "them" if isinstance(ledger.match.pending, Decision) else "their_roll"
