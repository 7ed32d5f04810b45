"""Records and kept matches: what the list shows, what a file holds, what of a record holds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from eden_core.engine.match import DRAW
from eden_core.errors import EdenError, Malformed
from eden_core.record.record import Dice, Given, Record, write
from eden_core.sync import links
from eden_core.sync.peer import restoring as saving
from eden_core.sync.proofs import verifying
from web.i18n.catalogue import Words
from web.match.journal import restored
from web.match.session import Session
from web.peer.meeting.link_data import kept_parts
from web.peer.meeting.meeting import Meeting
from web.peer.meeting.summary import list_entry
from web.ports.protocol import Ports, Stored
from web.saves.page import Checked, Kept

__all__ = [
    "MOST_FILE",
    "checked",
    "export_local_match",
    "export_match",
    "exported",
    "from_text",
    "kept_of",
    "played_here",
]

MOST_FILE = 1 << 19  # bytes: more than any link or record has
# What is wrong with a link, said of a file that holds it.
OF_A_FILE = {
    "not_a_link": "not_a_file",
    "link_too_long": "file_too_large",
    "link_of_another_version": "file_of_another_version",
    "link_of_unknown_kind": "file_of_another_version",
}


def kept_of(found: Iterable[Stored]) -> list[Kept]:
    """Return the entries of the store as the list shows them."""
    listed = []
    for one in found:
        about = one.about
        over, role = bool(about.get("over")), int(about.get("role", 1))
        turn = int(about.get("turn", 0))
        if about.get("way") == "device":
            role = turn  # whoever is asked sits here
        names = [*list(map(str, about.get("names", ("", "")))), "", ""]
        listed.append(
            Kept(
                one.name,
                (names[0], names[1]),
                "quick" if about.get("quick") else str(about.get("way", "link")),
                str(about.get("edition", "fr3")),
                "frozen"
                if about.get("frozen")
                else "over"
                if over
                else "resigned"
                if about.get("resigned")
                else "agreed"
                if about.get("agreed")
                else "invite",
                role,
                "" if over or not turn else "you" if turn == role else "them",
                int(about.get("round", 0)),
                int(about.get("rounds", 5)),
                max(0, int(about.get("winner", 0))),
                int(one.changed // 1000),
            )
        )
    return listed


def exported(data: bytes | None, home: str) -> tuple[str, dict[str, Any]]:
    """Return a kept match as an address with its record, and what the list says of it. Raises `EdenError`."""
    if data is None:
        raise Malformed("no_such_match", where="store")
    save = kept_parts(data)[2]
    peer = saving.restore(save, True)
    if peer.ledger is None:
        raise Malformed("nothing_played_yet", where="store")
    names = list(peer.ledger.genesis.setup.names)
    return f"{home}#{links.link_of(links.MATCH, peer.record())}", {"names": names}


async def export_match(meeting: Meeting | None, ports: Ports, name: str, home: str) -> tuple[str, str]:
    """Return file name and text of the match at this screen, or of one kept under a name. Raises `EdenError`."""
    text, said = (
        (meeting.match_link(), list_entry(meeting.peer, meeting.way))
        if meeting is not None
        else exported(await ports.store.get(name), home)
    )
    return f"{'-'.join(filter(None, said['names'])) or 'match'}.eden", text.rpartition("#")[2]


def export_local_match(data: bytes | None, name: str, home: str) -> tuple[str, str]:
    """Return file name and text of a local match: its record when finished, its save otherwise.

    Another release may open a save that this one can't. Raises `EdenError` where there is none.
    """
    if data is None:
        raise Malformed("no_such_match", where="store")
    try:
        session = restored(data, name)
    except EdenError:
        return "match.eden", links.link_of(links.SAVE, data)
    text = played_here(session, home) if session.is_over else links.link_of(links.SAVE, data)
    return f"{'-'.join(session.player_name(player) for player in (1, 2))}.eden", text.rpartition("#")[2]


def played_here(session: Session, home: str) -> str:
    """Return a finished match of this device as an address: replayed by anyone, signed by nobody."""
    entries = tuple(Given(player, given) if player else Dice(given) for player, given in session.record)  # type: ignore[arg-type]
    setup, vaults = session.match.setup, session.vaults
    return f"{home}#{links.link_of(links.RECORD, write(Record(setup, (vaults[1].secret, vaults[2].secret), entries)))}"


def from_text(data: bytes) -> str:
    """Return the link that a file holds. Raises `Malformed`, which speaks of a file."""
    if len(data) > MOST_FILE:
        raise Malformed("file_too_large", where="file")
    try:
        text = data.decode().strip()
        links.opened(text)
        return text
    except UnicodeDecodeError:
        try:
            return links.link_of(verifying.kind_of_bytes(data), data)
        except EdenError:
            raise Malformed("not_a_file", where="file") from None
    except Malformed as fault:
        version = str(fault.values.get("version", "1"))  # or the first word of any text with three dots
        raise Malformed(
            OF_A_FILE.get(fault.code, "file_is_damaged") if version.isdecimal() else "not_a_file", where="file"
        ) from None


async def checked(
    kind: str, data: bytes, verify: Callable[[bytes, bytes, bytes], Awaitable[bool]], words: Words
) -> Checked:
    """Return what of a record holds, replayed and verified. Raises `EdenError` for what is no record at all."""
    examined = verifying.examine(kind, data)
    results = [
        verifying.is_worth_verifying(check) and await verify(check.key, check.signature, check.statement)
        for check in examined.checks
    ]
    report = examined.report(results)
    holds = tuple(name for name, part in zip(verifying.PARTS, report.parts) if part)
    broken = next((name for name, part in zip(verifying.PARTS, report.parts) if part is False), "")
    fault = None if report.holds_so_far else report.fault
    lacks = "" if report.holds or fault is not None else "unopened" if report.ended else "so_far"
    return Checked(holds, fault, report.names, _result(words, report), broken, kind == links.FORK, lacks)


def _result(words: Words, report: verifying.Report) -> str:
    if report.kind == links.FORK:
        return words(f"peer.check.{report.proves}", n=report.player) if report.holds else ""
    if not report.ended:
        return words("peer.check.unfinished", n=report.round)
    if report.winner == DRAW:
        return words("end.draw")
    name = words.given(report.names[report.winner - 1]) or words("ui.setup.name", n=report.winner)
    return words("end.wins", player=name)
