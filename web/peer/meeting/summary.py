"""A summary of a match with a person elsewhere: for the list of matches, and for the panels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eden_core.engine.messages import Decision
from web.peer.status import ConnectionStatus

if TYPE_CHECKING:
    from eden_core.sync.chain.ledger import Ledger
    from eden_core.sync.peer.peer import Peer

__all__ = ["connection_status", "list_entry"]


def list_entry(peer: Peer, way: str, ledger: Ledger | None = None) -> dict[str, Any]:
    """Return what a list of matches shows of one; `ledger`: the match as it will be once this is kept."""
    ledger = peer.ledger if ledger is None else ledger
    setup = peer.invite.setup if ledger is None else ledger.genesis.setup
    due = ledger.due() if ledger is not None else None
    return {
        "names": list(setup.names),
        "troops": [troop.name for troop in setup.troops],
        "edition": setup.ruleset.edition,
        "round": ledger.match.table.round if ledger is not None else 0,
        "rounds": setup.rounds,
        "way": way,
        "role": peer.player,
        "agreed": peer.is_agreed,
        "frozen": peer.trouble is not None,
        "quick": way == "letter" and peer.invite.is_quick,
        "over": bool(peer.given_up) or (ledger is not None and ledger.is_over),
        "resigned": bool(peer.resigning),
        "winner": peer.winner if peer.given_up or ledger is None else ledger.winner,
        "turn": due.writer if due is not None else 0,
    }


def connection_status(peer: Peer, way: str, letter_is_due: bool, hand_link: str) -> ConnectionStatus:
    """Return the connection's state as far as the peer knows it; the meeting adds what it knows itself.

    Args:
        peer: this side of the match
        way: "link", "hand" or "letter"
        letter_is_due: whether something is to be sent by letter
        hand_link: the offer or the answer that is to be sent by hand
    """
    ledger = peer.ledger
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
        if way == "hand" and hand_link
        else "invite"
    )
    is_posted = way == "letter" and letter_is_due
    return ConnectionStatus(
        way,
        peer.invite.is_quick,
        peer.player,
        phase,
        latency=peer.latency,
        mine=ledger.seq if ledger is not None else 0,
        theirs=peer.peer_seq,
        verified=peer.is_greeted,
        waits="letter" if is_posted else _waits(peer),  # after the end too: the other learns of it, and of secrets
        names=setup.names,
        asked=peer.asked.what if peer.asked is not None else "",
        asking=peer.asking.what if peer.asking is not None else "",
        declined=peer.declined,
        resigning=bool(peer.resigning),
        is_open=peer.invite.is_open,
        trouble=peer.trouble,
        is_closed=peer.is_over and ledger is not None and ledger.due() is None and not is_posted,
    )


def _waits(peer: Peer) -> str:
    """Return which side the match waits for, and for what, where that is no letter."""
    ledger = peer.ledger
    due = ledger.due() if ledger is not None else None
    if due is None or ledger is None or peer.is_over:
        return ""
    if due.writer == peer.player:
        return "you"
    return "them" if isinstance(ledger.match.pending, Decision) else "their_roll"
