"""The client as a whole: its screens, language and theme; hands every control's press to whom it concerns."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Callable

from . import browser
from .agreed import Agreed, make_setup
from .mount import Mount
from .panels.first import first_page
from .words import LANGUAGES, Words, best_language, files_of

__all__ = ["Shell"]

if TYPE_CHECKING:
    from .play import Play

WARM = 0.05                 # seconds of rest after the first page, before the rest is loaded
# The first page needs none of these: they come in this order while the player reads it, or with the first press.
LATER = ("eden_core.rules", "eden_core.content", "web.session", "web.panels.setup", "web.view.canvas", "web.play",
         "web.panels.overlays")


class Shell:
    """The page. Everything a press can do is a method `do_…`."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[str, str]] = {}
        self.words = Words("en")
        self.screen = "first"
        self.agreed = Agreed()
        self.light = False
        self.sheet = ""
        self.play: Play | None = None
        self.first: Mount | None = None
        self.setup: Mount | None = None
        self.dialog: Mount | None = None

    def open(self) -> None:
        """Begins: texts first, then the first page comes alive."""
        browser.start(self._open())

    async def _open(self) -> None:
        theme = browser.recall("theme")
        self._set_theme(theme == "light" or (not theme and browser.prefers("prefers-color-scheme: light")))
        await self._speak(browser.recall("language") or best_language(browser.languages()))
        self.first, self.setup, self.dialog = Mount("first"), Mount("setup"), Mount("dialog")
        browser.on_controls(self._press)
        browser.listen("document", "keydown", self._key)
        browser.listen("window", "eden-update", lambda _: self._render())
        wanted = browser.address_part()
        self._render()
        browser.mark("eden-first-prompt")
        if wanted == "play":
            self.do_play({})
        elif wanted == "setup":
            self.do_setup({})
        else:
            for name in LATER:
                await browser.wait(WARM)
                import_module(name)
            import_module("eden_core.content").load()

    # --- language and theme ------------------------------------------------------------------------------------------

    async def _speak(self, language: str) -> None:
        for wanted in dict.fromkeys(("en", language if language in LANGUAGES else "en")):
            if wanted not in self.tables:
                table: dict[str, Any] = {}
                for name in files_of(wanted):
                    table.update(await browser.fetch_json(name))
                self.tables[wanted] = {key: str(text) for key, text in table.items()}
        language = language if language in self.tables else "en"
        self.words = Words(language, self.tables["en"], self.tables[language])
        browser.root_attribute("lang", language)
        if self.play is not None:
            self.play.speak(self.words)

    def do_language(self, values: dict[str, str]) -> None:
        """Another language, at any time."""
        browser.remember("language", values["value"])
        browser.start(self._change_language(values["value"]))

    async def _change_language(self, language: str) -> None:
        await self._speak(language)
        self._render()

    def _set_theme(self, light: bool) -> None:
        self.light = light
        browser.root_attribute("data-theme", "light" if light else "dark")
        if self.play is not None:
            self.play.relight(light)

    def do_theme(self, values: dict[str, str]) -> None:
        """Daylight or dark."""
        self._set_theme(not self.light)
        browser.remember("theme", "light" if self.light else "dark")
        self._render()

    def do_update(self, values: dict[str, str]) -> None:
        """Goes over to a waiting release; only offered on the first page, where no match is under way."""
        browser.eden().applyUpdate()

    # --- screens -----------------------------------------------------------------------------------------------------

    def _show_screen(self, name: str) -> None:
        self.screen = name
        self.sheet = ""
        browser.root_attribute("data-screen", name)
        self._render()

    def _render(self) -> None:
        assert self.first and self.setup and self.dialog
        offer = browser.eden()
        self.first.show(*(first_page(self.words, self.light, bool(offer and offer.updateReady)) if self.screen == "first" else ()))
        if self.screen == "setup":
            from .panels.setup import setup_page
            self.setup.show(*setup_page(self.words, self.agreed, self.light))
        else:
            self.setup.show()
        if self.play is not None:
            self.play.render()
        self._render_sheet()

    def _render_sheet(self) -> None:
        assert self.dialog
        self.dialog.show(made := self._sheet() if self.sheet else None)
        browser.root_attribute("data-dialog", "open" if made else "")

    def _sheet(self) -> Any:
        from .panels.overlays import keys_sheet, leave_sheet, menu_sheet
        sheets: dict[str, Callable[[], Any]] = {
            "menu": lambda: menu_sheet(self.words, self.light), "keys": lambda: keys_sheet(self.words), "leave": lambda: leave_sheet(self.words),
            "end": lambda: self.play.end_sheet() if self.play else None}
        return sheets[self.sheet]()

    def _open_sheet(self, name: str) -> None:
        self.sheet = name
        self._render_sheet()
        browser.focus("#dialog .primary" if name else "#prompt")

    def do_menu(self, values: dict[str, str]) -> None:
        """Opens the menu."""
        self._open_sheet("menu")

    def do_keys(self, values: dict[str, str]) -> None:
        """Shows the keys."""
        self._open_sheet("keys")

    def do_leave(self, values: dict[str, str]) -> None:
        """Asks before a match is left."""
        self._open_sheet("leave")

    def do_close(self, values: dict[str, str]) -> None:
        """Closes what covers the table."""
        self._open_sheet("")

    def do_result(self, values: dict[str, str]) -> None:
        """Shows how the match ended, once more."""
        self._open_sheet("end")

    def do_home(self, values: dict[str, str]) -> None:
        """Back to the first page."""
        if self.play is not None:
            self.play.close()
        self._show_screen("first")

    # --- set-up --------------------------------------------------------------------------------------------------------

    def do_setup(self, values: dict[str, str]) -> None:
        """The set-up page."""
        if self.play is not None:
            self.play.close()
        self._show_screen("setup")

    def do_name(self, values: dict[str, str]) -> None:
        """A player's name is typed."""
        names = list(self.agreed.names)
        names[int(values["player"]) - 1] = values["value"][:24]
        self.agreed.names = (names[0], names[1])

    def do_troop(self, values: dict[str, str]) -> None:
        """A player takes a troop."""
        troops = list(self.agreed.troops)
        troops[int(values["player"]) - 1] = values["option"]
        self.agreed.troops = (troops[0], troops[1])
        self._render()

    def do_scenery(self, values: dict[str, str]) -> None:
        """A ready field, or pieces placed by turns."""
        self.agreed.scenery = values["option"]
        self._render()

    def do_play(self, values: dict[str, str]) -> None:
        """Straight into a match as it is set up."""
        self.do_start(values)

    def do_start(self, values: dict[str, str]) -> None:
        """The match begins."""
        from .play import Play
        from .session import Session
        session = Session(make_setup(self._named(), browser.random_bytes(16)), (browser.random_bytes(32), browser.random_bytes(32)))
        if self.play is None:
            self.play = Play(self.words, self.light, lambda: self._open_sheet("end"))
        self._show_screen("match")
        self.play.begin(session)

    def do_rematch(self, values: dict[str, str]) -> None:
        """The same again."""
        self.do_start(values)

    def _named(self) -> Agreed:
        names = tuple(name.strip() or self.words("ui.setup.name", n=place) for place, name in enumerate(self.agreed.names, 1))
        return Agreed((names[0], names[1]), self.agreed.troops, self.agreed.scenery, self.agreed.edition)

    # --- presses -------------------------------------------------------------------------------------------------------

    def _press(self, what: str, values: dict[str, str]) -> None:
        own = getattr(self, f"do_{what}", None)
        if own is not None:
            own(values)
        elif self.play is not None and self.screen == "match":
            self.play.press(what, values)

    def _key(self, event: Any) -> None:
        if self.screen != "match" or self.play is None or event.ctrlKey or event.metaKey or event.altKey:
            return
        if event.key == "Escape" and self.sheet and self.sheet != "end":
            self._open_sheet("")
        elif not self.sheet and not browser.is_typing() and self.play.key(str(event.key), bool(event.shiftKey)):
            event.preventDefault()
