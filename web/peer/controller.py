"""Play with a person elsewhere, on the page: the lobby, what the table adds, the list of matches, records, links.

Ports are loaded when they are first needed.
"""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from eden_core.engine.match import Setup
from eden_core.errors import EdenError, Malformed
from eden_core.sync import links
from web.i18n.catalogue import Words
from web.match.session import Line
from web.match.wording import said
from web.peer.guest_choice import Choosing
from web.peer.meeting import opening
from web.peer.meeting.letters import addressee
from web.peer.meeting.meeting import Meeting
from web.peer.panel import connection, promises
from web.peer.panel.lobby import lobby, refused_sheet, unopened
from web.peer.relay_settings import RelayLists
from web.peer.status import ConnectionStatus
from web.ports.protocol import PortError, Ports
from web.ui.nodes import Node
from web.ui.presses import Handler, on, presses_of

if TYPE_CHECKING:
    from eden_core.cards.records import Troop
    from web.match.host import MatchHost

__all__ = ["SHEETS", "PeerPlay"]

SHEETS = ("connection", "letters", "promises", "relays", "resign", "frozen", "refused")
WAYS = {"link": ("link", False), "hand": ("hand", False), "letter": ("letter", False), "quick": ("letter", True)}


class PeerPlay:
    """The controller of play with people elsewhere."""

    def __init__(self, host: MatchHost) -> None:
        self.host = host
        self.meeting: Meeting | None = None
        self.choosing: Choosing | None = None  # a guest's choice that an invitation leaves open
        self.page_name = ""  # "lobby", "choose", "matches"
        self.error: EdenError | None = None  # of what was opened last
        self.note = ""
        self.qr: Any = None
        self.promised = ""
        self.relays = RelayLists(self.host)

    # --- what is shown ---

    @property
    def words(self) -> Words:
        """The texts of the player's language."""
        return self.host.words

    def status(self) -> ConnectionStatus:
        """Return the state of the match and of this browser, as the panels show it."""
        status = self.meeting.status() if self.meeting is not None else ConnectionStatus("link")
        return replace(status, is_secure=self.host.page.is_secure(), in_app=self.host.page.in_app())

    def page(self) -> list[Node]:
        """Return the page before a match."""
        if self.choosing is not None:
            return self.choosing.page(self.words, self.host.light)
        if self.meeting is None:
            return (
                lobby(self.words, ConnectionStatus("link", role=2, phase="join", connection="searching"), None)
                if self.error is None
                else unopened(self.words, self.error)
            )
        return lobby(self.words, self.status(), self._setup(), self.qr, self.note, self.host.page.can_share())

    def _setup(self) -> Setup:
        assert self.meeting is not None
        ledger = self.meeting.peer.ledger
        return self.meeting.peer.invite.setup if ledger is None else ledger.genesis.setup

    def sheet(self, name: str) -> Node | None:
        """Return the sheet of a name, which covers the table or the page; None for one of another controller."""
        words, status = self.words, self.status()
        if name == "connection":
            return connection.connection_sheet(words, status, self.qr, self.note, self.host.page.can_share())
        if name == "letters":
            return connection.letter_sheet(words, status, self.qr, self.note, self.host.page.can_share())
        if name == "promises":
            return promises.promises_sheet(words, self.promised)
        if name == "resign":
            return connection.resign_sheet(words, status)
        if name == "frozen":
            return connection.frozen_sheet(words, status)
        if name == "refused" and self.error is not None:
            return refused_sheet(words, self.error)
        return self.relays.sheet(words) if name == "relays" else None

    def presses(self) -> dict[str, Handler]:
        """Return the table of what can be pressed here."""
        return {**presses_of(self), **presses_of(self.relays)}

    def show(self, page: str) -> None:
        """Go to one of the pages."""
        self.page_name, self.note, self.qr = page, "", None
        self.host.show_screen("peer")

    # --- meetings ---

    async def ports(self) -> Ports:
        """Return keys, store and channels, loaded when they are first needed."""
        return await self.host.ports()

    def attempt(self, task: Awaitable[None]) -> None:
        """Begin what may be refused or not be possible here."""
        self.host.page.start(self.attempted(task))

    async def attempted(self, task: Awaitable[None]) -> None:
        """Do what may be refused or not be possible here."""
        try:
            await task
        except PortError as fault:
            self.error = Malformed(fault.code, where="browser")
        except EdenError as error:
            self.error = error
        else:
            return
        if self.meeting is not None:
            self.meeting.error, self.meeting.error_is_theirs = self.error, False
        elif self.host.screen == "match":
            self.host.open_sheet("refused")
        if self.host.screen not in ("peer", "match"):
            self.show("lobby")
        self.host.refresh()

    def take_up(self, meeting: Meeting) -> None:
        """Take up a match that is now at this screen."""
        if self.meeting is not None and self.meeting is not meeting:
            self.meeting.end()
        self.meeting, self.error = meeting, None
        meeting.arrived, meeting.changed, meeting.describe = self._arrived, self._changed, self._describe
        if meeting.session is not None:
            self._enter()
        else:
            if meeting.peer.player:
                self.host.last_match.set_current(meeting.name)  # who waits may reload the page, too
            self.show("lobby")

    def _enter(self) -> None:
        """Show the match, begun or resumed, at the table."""
        assert self.meeting is not None and self.meeting.session is not None
        self.note, self.qr = "", None
        if self.meeting.peer.player:
            self.host.last_match.set_current(self.meeting.name)
            self.host.page.remember("kept", "yes")
            self.host.last_match.offer_resume(self.meeting.name, self.meeting.peer.is_over)
        self.host.enter(self.meeting.session)
        if self.meeting.peer.trouble is not None:
            self.host.open_sheet("frozen")

    def _arrived(self) -> None:
        assert self.meeting is not None and self.meeting.session is not None
        if self.host.session is self.meeting.session:
            self.host.arrived()
        else:
            self._enter()

    def _changed(self) -> None:
        meeting = self.meeting
        if (
            meeting is not None
            and meeting.peer.trouble is not None
            and self.host.sheet != "frozen"
            and self.host.screen == "match"
        ):
            self.host.open_sheet("frozen")
        self.host.refresh()

    def _describe(self, lines: list[Line]) -> str:
        assert self.meeting is not None and self.meeting.session is not None
        return " ".join(filter(None, (said(self.words, self.meeting.session, line).text for line in lines[:6])))

    def leave(self) -> None:
        """Leave the table or the lobby; the match is kept."""
        self._end_choosing()
        if self.meeting is not None:
            self.meeting.end()
            self.host.last_match.clear(self.meeting.name)
            if self.meeting.peer.is_over:
                self.host.last_match.offer_resume(self.meeting.name, True)
        self.meeting, self.note, self.qr = None, "", None

    # --- invitations ---

    @on("invite")
    def press_invite(self, values: dict[str, str]) -> None:
        """Opens a match for somebody to come."""
        setup = self.host.agreed_setup()
        if setup is not None:
            way, quick = WAYS[values["option"]]
            self.attempt(self._invite(setup, way, quick))

    async def _invite(self, setup: Setup, way: str, quick: bool) -> None:
        meeting = await opening.host(
            await self.ports(), setup, way, quick, self.host.page.home(), self.host.agreed.guest_chooses
        )
        self.take_up(meeting)
        if way == "hand":
            await meeting.by_hand.make_offer()
        await meeting.connect()

    @on("take_link")
    def press_take_link(self, values: dict[str, str]) -> None:
        """Whatever was pasted: an invitation, an offer, an answer, a letter, a match."""
        text = values.get("value", "").strip()
        if text:
            self.open_address(text)

    def open_address(self, text: str) -> None:
        """Opens what a link holds."""
        self.error = None
        self.attempt(self.open(text))

    async def open(self, text: str) -> None:
        kind, data = links.opened(text)
        ports, home, meeting = await self.ports(), self.host.page.home(), self.meeting
        if kind == links.SAVE:
            await self.host.take_in(data)
        elif kind in (links.MATCH, links.RECORD, links.FORK):
            await self.host.check_record(kind, data)
        elif kind == links.LETTER:
            await self._take_letter(data)
        elif kind == links.ANSWER and meeting is not None:
            await meeting.by_hand.take_answer(data)
        elif kind == links.OFFER and meeting is not None and meeting.session is not None:
            await meeting.by_hand.take_offer_of(data)
            self.host.open_sheet("connection")
        elif kind in (links.JOIN, links.INVITE, links.OFFER):
            way = {links.JOIN: "link", links.INVITE: "letter", links.OFFER: "hand"}[kind]
            self.host.leave_match()
            self.show("lobby")
            invite = await opening.open_invite(ports, data)
            if invite is None:
                await self._join(data, way, self.host.my_name(), None)
            else:
                self.choosing = Choosing(self.host, invite, data, way)
                self.show("choose")
        elif kind == links.WATCH:
            self.host.leave_match()
            self.show("lobby")
            self.take_up(await opening.watch(ports, data, home))
            self.host.last_match.set_watched(links.link_of(kind, data))
        else:
            raise Malformed("answer_needs_its_tab", where="answer")

    async def _join(self, data: bytes, way: str, name: str, troop: Troop | None) -> None:
        joined = await opening.join(await self.ports(), data, way, self.host.page.home(), name, troop)
        self.take_up(joined)
        if joined.session is not None and joined.by_hand.to_send:
            self.host.open_sheet("connection")  # by hand, after a loss: the answer is to be sent back
        await joined.connect()

    @on("join_as")
    def press_join_as(self, values: dict[str, str]) -> None:
        """Takes the seat with what was chosen, where that is legal."""
        choosing = self.choosing
        taken = choosing.taken() if choosing is not None else None
        if choosing is None or taken is None:
            self.host.refresh()
            self.host.page.focus("#peer .faults")
            return
        self._end_choosing()
        self.show("lobby")
        self.attempt(self._join(choosing.data, choosing.way, *taken))

    def _end_choosing(self) -> None:
        if self.choosing is not None:
            self.choosing.end()
            self.choosing = None

    async def _take_letter(self, data: bytes) -> None:
        """A letter goes to the match it belongs to, wherever it is kept."""
        name = addressee(data)
        if self.meeting is None or self.meeting.name != name or not self.meeting.is_held:
            found = await opening.reopen(
                await self.ports(), name, self.host.page.home(), takes=True
            )  # it was opened here
            self.host.leave_match()
            self.take_up(found)
        assert self.meeting is not None
        await self.meeting.letters.take(data)
        if self.host.sheet == "letters":
            self.host.open_sheet("")
        self.note, self.qr = "", None
        self.host.refresh()

    @on("cancel_invite")
    def press_cancel_invite(self, values: dict[str, str]) -> None:
        """The invitation, or the way into one, is given up."""
        meeting = self.meeting
        self.leave()
        if meeting is not None and meeting.session is None and meeting.peer.player == 1:
            self.attempt(self.host.forget(meeting.name))
        self.host.go_home()

    # --- sending ---

    def _to_send(self, watch: bool = False) -> str:
        status = self.status()
        return status.watch_link if watch or not status.link else status.link

    @on("copy_link")
    def press_copy_link(self, values: dict[str, str]) -> None:
        """On the clipboard."""
        self.host.page.start(self._copy(self._to_send("watch" in values.get("option", ""))))

    async def _copy(self, text: str) -> None:
        self.note = self.words("peer.link.copied" if await self.host.page.copy(text) else "peer.link.not_copied")
        self.host.refresh()

    @on("share_link")
    def press_share_link(self, values: dict[str, str]) -> None:
        """By whatever the device shares with."""
        self.host.page.start(self.host.page.share(self._to_send("watch" in values.get("option", ""))))

    @on("show_qr")
    def press_show_qr(self, values: dict[str, str]) -> None:
        """As a picture, or no more."""
        if self.qr is not None:
            self.qr = None
            self.host.refresh()
        else:
            self.attempt(self._draw_qr())

    async def _draw_qr(self) -> None:
        from web.ports.qr import qr_matrix

        self.qr = await qr_matrix(self._to_send())
        self.host.refresh()

    # --- at the table ---

    @on("connection")
    def press_connection(self, values: dict[str, str]) -> None:
        """All about the connection; by letter, the letters, which lead on to the rest."""
        self.note, self.qr = "", None
        status = self.status()
        self.host.open_sheet(
            "frozen"
            if status.phase == "frozen"
            else "letters"
            if status.waits == "letter" and not values.get("option")
            else "connection"
        )

    @on("letters")
    def press_letters(self, values: dict[str, str]) -> None:
        """The letters."""
        self.host.open_sheet("letters")

    @on("watch_link")
    def press_watch_link(self, values: dict[str, str]) -> None:
        """Lets spectators in."""
        if self.meeting is not None:
            self.attempt(self._let_in(self.meeting))

    async def _let_in(self, meeting: Meeting) -> None:
        await self._copy(await meeting.spectators.open())
        if self.host.page.is_focus_lost():  # the button has made room for the link
            self.host.page.focus("#copy-link")

    @on("consent")
    def press_consent(self, values: dict[str, str]) -> None:
        """Consents to what the other asks."""
        if self.meeting is not None:
            self.meeting.consent()
            self._goes_along(self.meeting)

    @on("refuse")
    def press_refuse(self, values: dict[str, str]) -> None:
        """Declines it."""
        if self.meeting is not None:
            self.meeting.decline()
            self.host.refresh()

    @on("ask")
    def press_ask(self, values: dict[str, str]) -> None:
        """Asks for an undo or offers a draw."""
        meeting = self.meeting
        if meeting is None or meeting.session is None:
            return
        if values["option"] == "draw":
            meeting.offer_draw()
        elif meeting.session.can_undo:
            meeting.session.undo()
        self._goes_along(meeting)

    def _goes_along(self, meeting: Meeting) -> None:
        """By letter, what was asked or consented to, or that one resigned, is on its way when the letter is."""
        self.note, self.qr = "", None
        self.host.open_sheet("letters" if meeting.session is not None and meeting.session.by_letter else "")

    @on("resign")
    def press_resign(self, values: dict[str, str]) -> None:
        """Asks whether the match is given up."""
        self.host.open_sheet("resign")

    @on("resign_sure")
    def press_resign_sure(self, values: dict[str, str]) -> None:
        """The match is given up."""
        if self.meeting is not None:
            self.attempt(self._resign(self.meeting))
            self._goes_along(self.meeting)

    async def _resign(self, meeting: Meeting) -> None:
        meeting.resign()

    @on("reconnect")
    def press_reconnect(self, values: dict[str, str]) -> None:
        """Looks for the other at once; by hand, makes a new offer."""
        meeting = self.meeting
        if meeting is None:
            return
        if meeting.way == "hand":
            self.attempt(meeting.by_hand.make_offer())
        meeting.reconnect()

    @on("to_letter")
    def press_to_letter(self, values: dict[str, str]) -> None:
        """Goes on by letter."""
        if self.meeting is not None:
            self.attempt(self._to_letter(self.meeting))

    async def _to_letter(self, meeting: Meeting) -> None:
        meeting.go_by_letter()
        self.host.open_sheet("letters")

    @on("to_live")
    def press_to_live(self, values: dict[str, str]) -> None:
        """Looks for the other again, live."""
        if self.meeting is not None:
            self.attempt(self._to_live(self.meeting))

    async def _to_live(self, meeting: Meeting) -> None:
        meeting.go_live()
        self.host.open_sheet("")

    @on("save_proof")
    def press_save_proof(self, values: dict[str, str]) -> None:
        """The proof of two histories, as a file."""
        if self.meeting is not None and self.meeting.peer.proof:
            self.host.page.download("proof.eden", links.link_of(links.FORK, self.meeting.peer.proof))

    # --- promises and settings ---

    @on("promises")
    def press_promises(self, values: dict[str, str]) -> None:
        """Open the sheet of what each way to play promises."""
        status = self.status()
        self.promised = (
            "" if self.meeting is None else "quick" if status.quick and status.way == "letter" else status.way
        )
        self.host.open_sheet("promises")
