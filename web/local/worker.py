"""The machine's web worker, started when it is first needed; without one, the page itself thinks in slices.

A worker that breaks is restarted once; after that the page does the thinking, so a match never stops for lack of a
worker.
"""

from __future__ import annotations

import asyncio

from web.browser.protocol import Page, ScriptFault, Worker
from web.local.thinking import Asked, Thinker, asked_of

__all__ = ["Brain"]

LONGEST = 60  # seconds after which a silent worker counts as broken
LOOK = 2  # seconds between two looks at whether it does
SCRIPT = "thinker.js"


class Brain:
    """One place where the machine thinks."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._worker: Worker | None = None
        self._here = Thinker()
        self._number = 0
        self._answers: dict[int, asyncio.Future[bytes]] = {}
        self._looks = 0  # number of looks since the last question to the worker
        self._watching = False
        self.broke = 0  # workers that failed

    def warm(self) -> None:
        """Start the worker in advance."""
        if self._worker is None and self.broke < 2:
            try:
                self._worker = self._page.start_worker(SCRIPT, self._heard, self._failed)
            except ScriptFault as fault:  # no workers here
                self._failed(str(fault))

    async def answer(self, asked: Asked) -> bytes:
        """Return the machine's answer as bytes; b"" if it was cancelled. Raises the error that broke the thinking."""
        self.cancel()
        self.warm()
        worker, data = self._worker, asked_of(asked)
        if worker is None:
            return await self._here.answer(data)
        self._number += 1
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._answers[self._number] = answer
        worker.send([self._number, data])
        self._looks = 0
        if not self._watching:
            self._watching = True
            self._page.start(self._watch())
        try:
            return await answer
        except RuntimeError:
            return await self._here.answer(data)

    async def _watch(self) -> None:
        """Give up a worker that does not respond.

        One watch serves all answers, because a timer of each would be kept until it is due. Looks are counted instead
        of seconds, because worker and watch both stop while the device sleeps.
        """
        while self._answers:
            await self._page.wait(LOOK)
            self._looks += 1
            if self._answers and self._looks * LOOK >= LONGEST:
                self._failed("no answer")
        self._watching = False

    def cancel(self) -> None:
        """Cancel the current thinking."""
        self._here.cancel()
        waiting, self._answers = self._answers, {}
        for answer in waiting.values():
            if not answer.done():
                answer.set_result(b"")
        if waiting and self._worker is not None:
            self._worker.send("cancel")

    def end(self) -> None:
        """Stop the worker at once, whatever it is doing."""
        self.cancel()
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()

    def _heard(self, message: list[object]) -> None:
        number = message[0]
        if number == "failed":
            self._failed(str(message[1]))
        answer = self._answers.pop(number, None) if isinstance(number, int) else None
        if answer is not None and not answer.done():
            if isinstance(message[1], bytes):
                answer.set_result(message[1])
            else:
                answer.set_exception(RuntimeError(str(message[1])))

    def _failed(self, why: str) -> None:
        self.broke += 1
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()
        waiting, self._answers = self._answers, {}
        for answer in waiting.values():
            if not answer.done():
                answer.set_exception(RuntimeError(why))
