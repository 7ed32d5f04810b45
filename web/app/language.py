"""The player's language: the first page's texts are fetched first, the remaining ones when they are needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from web.i18n.catalogue import LANGUAGES, Words, files_of

if TYPE_CHECKING:
    from web.browser.protocol import Page

__all__ = ["Language"]


class Language:
    """The texts of one language.

    `changed` is called with the new texts, `unreachable` when they can't be fetched.
    """

    def __init__(self, page: Page, changed: Callable[[Words], None], unreachable: Callable[[], None]) -> None:
        self._page, self._changed, self._unreachable = page, changed, unreachable
        self.words = Words("en")
        self._wanted = "en"
        self._tables: dict[str, dict[str, str]] = {}  # by file
        self._is_whole = False  # whether all texts are there, not the first page's alone
        self._waiting: Callable[[], None] | None = None  # what was pressed before they were

    async def speak(self, language: str, whole: bool = False) -> None:
        """Load a language: all of its texts, or the first page's. Raises `ConnectionError`."""
        self._wanted = language = language if language in LANGUAGES else "en"
        names = [name for wanted in dict.fromkeys(("en", language)) for name in files_of(wanted, whole)]
        for name in names:
            if name not in self._tables:
                self._tables[name] = {key: str(text) for key, text in (await self._page.fetch_json(name)).items()}
        if language != self._wanted or (self._is_whole and not whole):
            return  # another was chosen meanwhile
        self._is_whole = whole
        self.words = Words(language, *(self._tables[name] for name in names))
        self._page.root_attribute("lang", language)
        self._changed(self.words)

    async def complete(self) -> None:
        """Fetch all texts of the language that are not there yet. Raises `ConnectionError`."""
        if not self._is_whole:
            await self.speak(self._wanted, True)

    async def change(self, language: str) -> None:
        """Change to another language, or keep the current one if the other can't be fetched."""
        before = self._wanted
        try:
            await self.speak(language, True)
        except ConnectionError:
            self._wanted = before
            self._unreachable()

    def when_whole(self, act: Callable[[], None]) -> None:
        """Call `act` at once, or as soon as all texts are there.

        Of several presses until then, only the last counts.
        """
        if self._is_whole:
            act()
        else:
            first, self._waiting = self._waiting is None, act
            if first:
                self._page.start(self._read_on())

    async def _read_on(self) -> None:
        act = None
        try:
            while not self._is_whole:
                await self.speak(self._wanted, True)
            act = self._waiting
        except ConnectionError:
            self._unreachable()
        finally:
            self._waiting = None
        if act is not None:
            act()
