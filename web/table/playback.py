"""The steps of a match that run by themselves: dice fall, questions pass, answers come in, one after the other.

Each step is stored before it is shown; until then nothing may be pressed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from eden_core.engine.messages import Event
from web.match.session import Session
from web.planning import suggestions

if TYPE_CHECKING:
    from web.browser.protocol import Page
    from web.table.screen import Screen

__all__ = ["Pause", "Playback"]

TUMBLE, REST, AT_ONCE = 0.34, 0.25, 0.01  # seconds: dice fall; they rest before the next roll; with reduced motion
STEP = 0.35  # seconds between two answers that came from elsewhere
PASSING = 0.6  # seconds that a question takes to pass by itself: always the same, so that it reveals nothing
ON_ITS_WAY = 0.1  # seconds before an answer is shown as still being signed and stored


class Pause:
    """Waits that a person may cut short."""

    def __init__(self) -> None:
        self._hurry = asyncio.Event()

    async def wait(self, seconds: float) -> None:
        """Wait for a time, or until `hurry` is called."""
        self._hurry.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), seconds)

    def hurry(self) -> None:
        """End the wait under way."""
        self._hurry.set()


class Playback:
    """The course of one match on the screen; `keep` stores it."""

    def __init__(self, page: Page, screen: Screen, keep: Callable[[Session], Awaitable[None]]) -> None:
        self.page, self.screen, self.keep = page, screen, keep
        self.falling = False  # something happens by itself
        self.is_keeping = False
        self.helping = ""  # kind and rule of the question whose answers are all given automatically
        self.pause = Pause()

    @property
    def is_busy(self) -> bool:
        """Return whether nothing may be answered now."""
        return self.falling or self.is_keeping

    # --- keeping ---

    def _must_keep(self, session: Session) -> bool:
        return session.journal is not None and not session.journal.is_kept

    async def _kept(self, session: Session) -> bool:
        """Store the course of the match; return whether the match is still the one on the screen afterwards."""
        if self._must_keep(session):
            self._set_keeping(True)
            try:
                await self.keep(session)
            finally:
                self._set_keeping(False)
        return self.screen.is_shown

    def _set_keeping(self, keeping: bool) -> None:
        self.is_keeping = keeping
        if self.screen.is_shown:
            self.page.root_attribute("data-busy", "yes" if keeping else "")

    def show(self, session: Session, events: tuple[Event, ...]) -> None:
        """Show the result of an answer as soon as it may be shown."""
        if session.is_sending:  # it is sent first, and shown when it comes back as a step
            self.page.root_attribute("data-busy", "yes")
            self.page.start(self._show_sending(session))
        elif self._must_keep(session):
            self._set_keeping(True)
            self.page.start(self._show_kept(session, events))
        else:
            self.screen.after(events)
            self.go_on()

    async def _show_kept(self, session: Session, events: tuple[Event, ...]) -> None:
        if await self._kept(session):
            self.screen.after(events)
            self.go_on()

    async def _show_sending(self, session: Session) -> None:
        """Show that an answer is on its way, if that takes longer than a moment."""
        await self.page.wait(ON_ITS_WAY)
        if self.screen.is_shown and session.is_sending:
            self.screen.after(())
        self._set_keeping(self.is_keeping)

    def undone(self, session: Session) -> None:
        """Show the state after an answer was taken back."""
        if self._must_keep(session):
            self._set_keeping(True)
            self.page.start(self._show_undone(session))
        else:
            self.screen.new_question()

    async def _show_undone(self, session: Session) -> None:
        if await self._kept(session):
            self.screen.new_question()

    # --- going on ---

    def go_on(self) -> None:
        """Roll the dice that are due, and let questions pass that pass by themselves."""
        session = self.screen.session
        if self.is_busy:
            return
        if session.goes_on:
            self.falling = True
            self.page.start(self._run(session))
        else:
            session.rest()

    async def _run(self, session: Session) -> None:
        """Run all steps that happen by themselves, one after the other.

        These are rolls that are due, which a tap or a key hurries, answers from elsewhere, and questions that pass.
        """
        screen, first = self.screen, True
        while screen.is_shown and session.goes_on:
            roll = session.roll_shown()
            if session.has_news and session.due_faces() is None:  # an answer that came from elsewhere
                events, first = session.next_step(), True
                if not await self._shown(session, events):
                    break
                if session.has_news:
                    await self.pause.wait(AT_ONCE if screen.stage.ui.reduced_motion else STEP)
            elif roll is None:
                await self.page.wait(PASSING)
                if screen.is_shown and session.passing() is not None:
                    events, first = session.pass_by(), True
                    await self._shown(session, events)
            else:
                faces = session.due_faces()
                if faces is None:
                    faces = self.page.dice(roll.dice)
                    session.decide(faces)
                    if not await self._kept(session):
                        break
                screen.panels.throw(roll, faces, first)
                first = False
                screen.render()
                await self.pause.wait(AT_ONCE if screen.stage.ui.reduced_motion else TUMBLE)
                if not screen.is_shown:
                    break
                events = session.throw(faces)
                screen.panels.settle(events, session)
                if await self._shown(session, events) and session.roll_due is not None:
                    await self.pause.wait(REST)
        self.falling = False
        if screen.is_shown:
            session.rest()
            self._help_on()

    async def _shown(self, session: Session, events: tuple[Event, ...]) -> bool:
        """Store and show one step; return whether the match is still the one on the screen."""
        if not await self._kept(session):
            return False
        self.falling = session.goes_on
        self.screen.after(events)
        return True

    # --- several answers at a press ---

    def help_to_the_end(self) -> None:
        """Place or deploy everything that is left; one by one if each answer must be sent before the next."""
        planner = self.screen.planner
        self.helping = self._asked_for()
        self.screen.do(lambda: suggestions.all_of_it(planner))
        self._help_on()

    def _asked_for(self) -> str:
        decision = self.screen.session.decision
        return f"{decision.kind} {decision.rule}" if decision is not None else ""

    def _help_on(self) -> None:
        session, planner = self.screen.session, self.screen.planner
        if not self.helping or not self.screen.is_shown or session.is_sending or self.is_busy:
            return
        if session.other and planner.refusal is None and self.helping == self._asked_for():
            self.screen.do(lambda: suggestions.all_of_it(planner))
        else:
            self.helping = ""
