"""Matches of this device, against the machine or between two at one screen: begun, kept, opened again; who thinks for whom.

Every answer is stored before it is shown. Where nothing can be stored the player is told, once, and the match goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eden_core.errors import EdenError, Malformed
from eden_core.match import Setup

from . import browser
from .brain import Brain
from .journal import Journal, begun, restored
from .session import Session
from .solo import Machine, SoloSession
from .thinking import Asked, told_of

if TYPE_CHECKING:
    from .shell import Shell

__all__ = ["PREFIX", "LocalPlay"]

PREFIX = "local-"               # how the names of these matches begin in the store
ASK_TO_STAY = 24                # entries after which the browser is asked never to clear the storage by itself


class LocalPlay:
    """The controller of the matches that are played at this device alone."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.session: Session | None = None
        self.fault = ""                     # why nothing can be kept, a word of the ports
        self.brain = Brain()
        self._ports: Any = None
        self._hold: Any = None
        self._thinks = False

    async def ports(self) -> Any:
        """Store and locks, loaded when they are first needed."""
        if self._ports is None:
            from .net.bundle import Ports
            self._ports = Ports()
        return self._ports

    # --- its life ------------------------------------------------------------------------------------------------------

    def begin(self, setup: Setup, machine: Machine | None) -> None:
        """A new match, with chance of the platform's own."""
        session = begun(setup, (browser.random_bytes(32), browser.random_bytes(32)), machine)
        session.journal = Journal(session, PREFIX + browser.fresh_name())
        self.leave()
        self.session, self.fault = session, ""
        browser.root_attribute("data-busy", "yes")
        browser.start(self._begin(session))

    async def _begin(self, session: Session) -> None:
        await self.keep(session)
        browser.root_attribute("data-busy", "")
        if session is self.session:
            self._enter(session)

    async def resume(self, name: str) -> None:
        """A match that was kept goes on. Raises `EdenError` where it can't, and the ports' errors."""
        ports = await self.ports()
        data = await ports.store.get(name)
        if data is None:
            raise Malformed("no_such_match", where="store")
        hold = await ports.store.hold(name)
        if hold is None:
            raise Malformed("open_in_another_tab", where="store")
        try:
            session = restored(data, name)
        except EdenError:
            hold.release()
            raise
        self._take_up(session)
        self._hold = hold

    async def take_in(self, data: bytes) -> None:
        """A match of a device that was saved as a file goes on here, under a name of its own. Raises `EdenError`."""
        name = PREFIX + browser.fresh_name()
        session = restored(data, name)
        self._take_up(session)
        assert session.journal is not None
        session.journal.kept = None
        await self.keep(session)

    def _take_up(self, session: Session) -> None:
        self.leave()
        self.session, self.fault = session, ""
        self._enter(session)

    def _enter(self, session: Session) -> None:
        if isinstance(session, SoloSession):
            session.wake = self._wake
            self.brain.warm()
        if session.journal is not None:
            browser.remember("match", session.journal.name)
        self.shell.enter(session)
        if self.fault:
            self.shell.open_sheet("not_kept")

    def leave(self) -> None:
        """The match is left; it is kept."""
        self.brain.end()
        session, hold = self.session, self._hold
        self.session = self._hold = None
        if session is not None and session.journal is not None:
            browser.remember("match", "")
            session.journal.is_open = False
            browser.start(self._put_away(session, hold))

    async def _put_away(self, session: Session, hold: Any) -> None:
        await self.keep(session)
        if hold is not None:
            hold.release()

    async def left_open(self) -> str:
        """The match that was on the screen when the browser ended; "" for none. (A browser that crashes may forget what
        `remember` keeps.)"""
        ports = await self.ports()
        try:
            found = await ports.store.list()
        except ports.PortError:
            return ""
        if found:
            browser.remember("kept", "yes")
        for one in sorted(found, key=lambda one: one.changed, reverse=True):
            if one.about.get("open") and not one.about.get("over") and (hold := await ports.store.hold(one.name)) is not None:
                hold.release()                  # no other tab plays it
                return str(one.name)
        return ""

    # --- keeping -------------------------------------------------------------------------------------------------------

    async def keep(self, session: Session) -> None:
        """Stores what happened; says why where that can't be done."""
        journal = session.journal
        if journal is None:
            return
        ports = await self.ports()
        written = tuple(journal.raw)
        try:
            if self._hold is None and session is self.session:
                self._hold = await ports.store.hold(journal.name)
            await ports.store.put(journal.name, journal.data(), journal.about())
            journal.keeps = True
            browser.remember("kept", "yes")
        except ports.PortError as fault:
            journal.keeps = False
            first, self.fault = not self.fault, fault.code
            if first and self.shell.screen == "match":
                self.shell.open_sheet("not_kept")
        journal.kept = written
        if journal.keeps and len(written) == ASK_TO_STAY:
            browser.start(browser.keep_storage())

    # --- the machine ---------------------------------------------------------------------------------------------------

    def _wake(self) -> None:
        if not self._thinks and isinstance(self.session, SoloSession) and self.session.is_machines and not self.session.failed:
            self._thinks = True
            browser.start(self._think(self.session))

    async def _think(self, session: SoloSession) -> None:
        """Lets the machine answer. What was taken back meanwhile is not answered."""
        journal, match = session.journal, session.match
        assert journal is not None
        asked, player = tuple(journal.raw), session.machine.player
        try:
            answer = await self.brain.answer(Asked(journal.setup, player, session.vaults[player].secret, session.machine.level, asked))
            if answer and session is self.session and session.match is match and tuple(journal.raw) == asked:
                session.coming = told_of(answer)
        except Exception as fault:                  # a fault of ours: the match stands still, and says so
            session.failed = f"{type(fault).__name__}: {fault}"
            raise
        finally:
            self._thinks = False
            if session is self.session and self.shell.play is not None:
                self.shell.play.arrived()

    @property
    def is_solo(self) -> bool:
        """Whether the match on the screen is one against the machine."""
        return isinstance(self.session, SoloSession)
