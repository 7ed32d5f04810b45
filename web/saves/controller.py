"""The list of the matches that this browser keeps: opened again, removed, saved as files, taken in, checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from eden_core.errors import EdenError, Malformed
from web.i18n.catalogue import Words
from web.local.controller import PREFIX
from web.peer.meeting import opening
from web.ports.protocol import PortError, Store
from web.saves.page import Checked, Kept, matches_page, remove_sheet, verified_sheet
from web.saves.records import MOST_FILE, checked, export_local_match, export_match, from_text, kept_of
from web.ui.nodes import Node
from web.ui.presses import on

if TYPE_CHECKING:
    from web.match.host import MatchHost
    from web.peer.controller import PeerPlay

__all__ = ["Matches"]


class Matches:
    """All matches, with people elsewhere and of this device alone."""

    def __init__(self, host: MatchHost, peers: PeerPlay) -> None:
        self.peers, self.host = peers, host
        self.kept: list[Kept] = []
        self.keeps = True
        self.about: Kept | None = None  # which one is to be removed
        self.checked: Checked | None = None
        self._opening = False  # one of the list is on its way to the table

    def sheet(self, name: str, words: Words) -> Node | None:
        """One of the sheets `remove` and `verified`."""
        if name == "remove" and self.about is not None:
            return remove_sheet(words, self.about)
        if name == "verified" and self.checked is not None:
            return verified_sheet(words, self.checked)
        return None

    def page(self) -> list[Node]:
        """Return the list."""
        return matches_page(self.peers.words, self.kept, self.host.page.seconds(), self.peers.error, self.keeps)

    async def _store(self) -> Store:
        return (await self.peers.ports()).store

    # --- the list ---

    @on("matches")
    def press_matches(self, values: dict[str, str]) -> None:
        """The list of matches."""
        self.host.leave_match()
        self.peers.error = None
        self.peers.attempt(self.list(True))

    async def list(self, show: bool = False) -> None:
        """Reads the list anew."""
        try:
            found = await (await self._store()).list()
            self.host.last_match.offer_newest(found)
            self.kept, self.keeps = kept_of(found), True
        except PortError:
            self.kept, self.keeps = [], False
        self.host.page.remember("kept", "yes" if self.kept else "")
        if show:
            self.peers.show("matches")
        self.host.refresh()

    @on("open_match")
    def press_open_match(self, values: dict[str, str]) -> None:
        """One of the list goes on."""
        if not self._opening:  # a second press while it comes would find it "open in another tab"
            self._opening = True
            self.peers.attempt(self._open(values["option"]))

    async def _open(self, name: str, takes: bool = False) -> None:
        try:
            await self._reopen(name, lambda: True, takes)
        finally:
            self._opening = False

    @on("play_here")
    def press_play_here(self, values: dict[str, str]) -> None:
        """The match at this screen goes on in this tab, not in the one that plays it."""
        if self.peers.meeting is not None and not self._opening:
            self._opening = True
            self.peers.attempt(self._open(self.peers.meeting.name, True))

    def go_on(self, name: str) -> None:
        """The match that the first page offers; where it can't go on, the list says why."""
        if not self._opening:
            self._opening = True
            self.host.page.start(self._go_on(name))

    async def _go_on(self, name: str) -> None:
        try:
            await self.resume(name, lambda: True)
        finally:
            self._opening = False

    async def _reopen(self, name: str, is_wanted: Callable[[], bool], takes: bool = False) -> None:
        if name.startswith(PREFIX):
            await self.host.resume_here(name, is_wanted)
            return
        if self.host.last_match.is_watched(name):
            if is_wanted():
                await self.peers.open(name)
            return
        meeting = await opening.reopen(await self.peers.ports(), name, self.host.page.home(), takes=takes)
        if not is_wanted():
            meeting.end()
            return
        self.peers.take_up(meeting)
        if meeting.way == "hand" and meeting.peer.player == 1 and meeting.session is None:
            await meeting.by_hand.make_offer()  # the one that was made closed with its page
        await meeting.connect()

    async def resume(self, name: str, is_wanted: Callable[[], bool]) -> None:
        """Resume what was under way when the page was closed.

        Not if another tab has taken it up, or the player wants something else meanwhile.
        """
        await self.peers.attempted(self._resume(name, is_wanted))

    async def _resume(self, name: str, is_wanted: Callable[[], bool]) -> None:
        try:
            await self._reopen(name, is_wanted)
        except (EdenError, PortError) as fault:
            error = fault if isinstance(fault, EdenError) else Malformed(fault.code, where="browser")
            # or it is gone, or of another release: the list tells
            self.host.last_match.clear(name, error.code == "open_in_another_tab")
            if error.code != "open_in_another_tab":
                self.host.last_match.mark_unresumable(name)
            if is_wanted():
                self.peers.error = error
                await self.list(True)

    # --- removing, saving, taking in ---

    @on("remove_match")
    def press_remove_match(self, values: dict[str, str]) -> None:
        """Asks first."""
        self.about = next((one for one in self.kept if one.name == values["option"]), None)
        self.host.open_sheet("remove")

    @on("remove_sure")
    def press_remove_sure(self, values: dict[str, str]) -> None:
        """Forgets it."""
        self.host.open_sheet("")
        self.peers.attempt(self.forget(values["option"]))

    async def forget(self, name: str) -> None:
        """Removes what is kept under a name."""
        await (await self._store()).remove(name)
        await self.list()

    @on("export_match")
    def press_export_match(self, values: dict[str, str]) -> None:
        """The record as a file; of a match of this device that is not over, all that it needs to go on elsewhere."""
        self.peers.attempt(self._export(values.get("option", "")))

    async def _export(self, name: str) -> None:
        if name.startswith(PREFIX):
            self.host.page.download(
                *export_local_match(await (await self._store()).get(name), name, self.host.page.home())
            )
            return
        meeting = self.peers.meeting
        if name and meeting is not None and meeting.name != name:
            meeting = None
        self.host.page.download(*await export_match(meeting, await self.peers.ports(), name, self.host.page.home()))

    @on("import_file")
    def press_import_file(self, values: dict[str, str]) -> None:
        """A file that was chosen."""
        self.peers.error = None
        self.peers.attempt(self._import())

    async def _import(self) -> None:
        await self.peers.open(from_text(await self.host.page.chosen_file("[data-do=import_file]", MOST_FILE + 1)))

    async def check(self, kind: str, data: bytes) -> None:
        """Show what of a record holds."""
        self.checked = await checked(kind, data, (await self.peers.ports()).keys.verify, self.peers.words)
        if self.host.screen not in ("peer", "match"):
            await self.list(True)
        self.host.open_sheet("verified")
