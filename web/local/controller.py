"""Matches of this device, against the machine or between two at one screen: begun, kept and resumed.

The controller also lets the machine think. Every answer is stored before it is shown. Where nothing can be stored, the
player is told once and the match goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from eden_core.engine.match import Setup
from eden_core.errors import EdenError, Malformed
from web.local.thinking import Asked, told_of
from web.local.worker import Brain
from web.match.journal import Journal, begun, journal_of, restored
from web.match.session import Session
from web.match.solo import Machine, SoloSession
from web.ports.protocol import Hold, PortError, Ports

if TYPE_CHECKING:
    from web.match.host import MatchHost

__all__ = ["PREFIX", "LocalPlay"]

PREFIX = "local-"  # how the names of these matches begin in the store
ASK_TO_STAY = 24  # entries after which the browser is asked, once, never to clear the storage by itself


class LocalPlay:
    """The controller of the matches that are played at this device alone."""

    def __init__(self, host: MatchHost) -> None:
        self.host, self.page = host, host.page
        self.session: Session | None = None
        self.fault = ""  # why nothing can be kept, a word of the ports
        self._told = False  # and whether the player knows
        self._asked_to_stay = False
        self._begins = False
        self.brain = Brain(self.page)
        self._hold: Hold | None = None
        self._thinks = False

    async def ports(self) -> Ports:
        """Return store and locks, loaded when they are first needed."""
        return await self.host.ports()

    # --- its life ---

    def begin(self, setup: Setup, machine: Machine | None) -> None:
        """Begin a new match with random numbers from the platform, unless another one is beginning."""
        if self._begins:
            return
        session = begun(setup, (self.page.random_bytes(32), self.page.random_bytes(32)), machine)
        session.journal = Journal(session, PREFIX + self.page.fresh_name())
        self._begins = True
        self.page.start(self._begin(session))

    async def _begin(self, session: Session) -> None:
        """Store the match, then show it."""
        self._take_up(session)
        self.page.root_attribute("data-busy", "yes")
        try:
            await self.keep(session)
        finally:
            self._begins = False
            self.page.root_attribute("data-busy", "")
        if session is self.session:
            self._enter(session)
        else:
            await self.keep(session)  # it is not shown

    async def resume(self, name: str, is_wanted: Callable[[], bool] = lambda: True) -> None:
        """Resume a kept match if `is_wanted` still holds once it is read.

        Raises `EdenError` where it can't be resumed, and the ports' errors.
        """
        ports = await self.ports()
        hold = await ports.store.hold(name)  # before reading, so that no other tab writes it meanwhile
        if hold is None:
            raise Malformed("open_in_another_tab", where="store")
        try:
            data = await ports.store.get(name)
            if data is None:
                raise Malformed("no_such_match", where="store")
            session = restored(data, name)
        except (EdenError, PortError):
            hold.release()
            raise
        if not is_wanted():
            hold.release()
            return
        self._take_up(session)
        self._hold = hold
        self._enter(session)

    async def take_in(self, data: bytes) -> None:
        """Resume a match from a file saved on any device, under a new name. Raises `EdenError`."""
        name = PREFIX + self.page.fresh_name()
        session = restored(data, name)
        journal = journal_of(session)
        assert journal is not None
        journal.kept = None
        await self._begin(session)

    def _take_up(self, session: Session) -> None:
        self.host.leave_match()
        self.session, self.fault, self._told = session, "", False

    def _enter(self, session: Session) -> None:
        if isinstance(session, SoloSession):
            session.wake = self._wake
            self.brain.warm()
        journal = journal_of(session)
        if journal is not None and not self.fault:
            self.host.last_match.set_current(journal.name)
        self.host.enter(session)
        self.tell()

    def tell(self) -> None:
        """Tell the player once that nothing can be kept, if a match is on the screen."""
        if self.fault and not self._told and self.session is not None and self.host.screen == "match":
            self._told = True
            self.host.open_sheet("not_kept")

    def leave(self) -> None:
        """Leave the match; it is kept."""
        self.brain.end()
        session, hold = self.session, self._hold
        self.session = self._hold = None
        journal = journal_of(session) if session is not None else None
        if session is not None and journal is not None:
            self.host.last_match.clear(journal.name)
            journal.is_open = False
            self.page.start(self._put_away(session, hold))

    async def _put_away(self, session: Session, hold: Any) -> None:
        await self.keep(session)
        if hold is not None:
            hold.release()

    async def left_open(self) -> str:
        """Return the match that was on the screen when the browser ended; "" for none.

        A browser that crashes may lose what `remember` saved.
        """
        ports = await self.ports()
        try:
            found = await ports.store.list()
        except PortError:
            return ""
        if found:
            self.page.remember("kept", "yes")
        self.host.last_match.offer_newest(found)
        for one in sorted(found, key=lambda one: one.changed, reverse=True):
            if self.host.last_match.is_unresumable(one.name):
                continue
            if (
                one.about.get("open")
                and not one.about.get("over")
                and (hold := await ports.store.hold(one.name)) is not None
            ):
                hold.release()  # no other tab plays it
                return str(one.name)
        return ""

    # --- keeping ---

    async def keep(self, session: Session) -> None:
        """Store the latest events; tell the player the reason if that fails."""
        journal = journal_of(session)
        if journal is None:
            return
        ports = await self.ports()
        written = tuple(journal.raw)
        try:
            await self._take_hold(session, journal.name)
            if journal.kept is None and session is not self.session:
                return  # left before it was shown
            await ports.store.put(journal.name, journal.data(), journal.about())
            fault = ""
            self.page.remember("kept", "yes")
            self.host.last_match.offer_resume(journal.name, session.is_over)
        except PortError as broken:
            fault = broken.code
        journal.kept, journal.keeps = written, not fault
        if session is self.session:
            self.fault, self._told = fault, self._told and bool(fault)
            self.tell()
        if not fault and len(written) >= ASK_TO_STAY and not self._asked_to_stay:
            self._asked_to_stay = True
            self.page.start(self.page.keep_storage())

    async def _take_hold(self, session: Session, name: str) -> None:
        """Claim the match on the screen for this tab."""
        if self._hold is None and session is self.session:
            hold = await (await self.ports()).store.hold(name)
            if self._hold is None and session is self.session:
                self._hold = hold
            elif hold is not None:
                hold.release()

    # --- the machine ---

    def _wake(self) -> None:
        if (
            not self._thinks
            and isinstance(self.session, SoloSession)
            and self.session.is_machines
            and not self.session.failed
        ):
            self._thinks = True
            self.page.start(self._think(self.session))

    async def _think(self, session: SoloSession) -> None:
        """Let the machine answer; a decision that was undone meanwhile is not answered."""
        journal, match = journal_of(session), session.match
        assert journal is not None
        asked, player = tuple(journal.raw), session.machine.player
        try:
            answer = await self.brain.answer(
                Asked(journal.setup, player, session.vaults[player].secret, session.machine.level, asked)
            )
            if answer and session is self.session and session.match is match and tuple(journal.raw) == asked:
                session.coming = told_of(answer)
        except Exception as fault:  # an error in this program: the match stops, and the player is told
            session.failed = f"{type(fault).__name__}: {fault}"
            raise
        finally:
            self._thinks = False
            if session is not self.session:
                self._wake()  # another match came to the screen meanwhile
            else:
                self.host.arrived()

    @property
    def is_solo(self) -> bool:
        """Return whether the match on the screen is one against the machine."""
        return isinstance(self.session, SoloSession)
