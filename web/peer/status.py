"""The state of a match with a person elsewhere: plain data, made by `meeting.summary`, shown by the panels."""

from __future__ import annotations

from dataclasses import dataclass

from eden_core.errors import EdenError

__all__ = ["ConnectionStatus"]


@dataclass(frozen=True)
class ConnectionStatus:
    """The connection's state as the panels show it."""

    way: str  # "link" (relays), "hand" (offer and answer), "letter"
    quick: bool = False  # by letter: reveals travel ahead, "peekable dice"
    role: int = 1  # 1 host, 2 guest, 0 spectator
    phase: str = "invite"  # "invite", "join", "answer" (by hand), "agreed", "over", "frozen"
    connection: str = "none"  # "none", "searching", "no_relay", "connecting", "connected", "lost", "failed"
    latency: int = -1  # ms
    mine: int = 0  # the last slot here
    theirs: int = 0  # the last one that the other is known to hold
    verified: bool = False  # both ends proved who they are, and heads were compared
    waits: str = ""  # "you", "them", "their_roll", "letter"
    names: tuple[str, str] = ("", "")
    link: str = ""  # what is to be sent now: invitation, offer, answer or letter, a whole address
    watch_link: str = ""
    watchers: int = 0
    asked: str = ""  # what the other asks: "undo", "draw"
    asked_about: str = ""  # for an undo: what would be taken back
    asking: str = ""  # what one asked oneself
    declined: str = ""  # what came of it: "undo", "draw" declined; "void", for play went on
    can_undo: bool = False
    resigning: bool = False
    error: EdenError | None = None
    error_is_theirs: bool = False
    is_secure: bool = True
    keeps: bool = True
    is_held: bool = True  # this tab may play; else another one does
    in_app: bool = False
    is_open: bool = False  # the guest may bring another troop
    may_ask: bool = True  # an undo or a draw; by letter where it is for the other to decide something
    is_closed: bool = False  # over, its secrets are open, and nothing of it is to be sent
    trouble: EdenError | None = None  # what froze the match
    is_late: bool = False  # a guest has looked for the host for long: the seat may be another's
