"""The client as a whole: its screens, language and theme; passes each press of a control to its controller."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

from web.app.first_page import first_page
from web.app.language import Language
from web.app.menu import Menu
from web.app.presses import known_presses
from web.app.screens import Screens
from web.app.set_up import SetUp
from web.i18n.catalogue import Words, best_language
from web.ports.last_match import LINKS, LastMatch
from web.rulebook.over import Reading
from web.setup.agreed import Agreed
from web.ui.nodes import Tree
from web.ui.presses import Handler, Values, on, presses_of

__all__ = ["Client"]

if TYPE_CHECKING:
    from eden_core.engine.match import Setup
    from web.browser.protocol import Page
    from web.local.controller import LocalPlay
    from web.match.session import Session
    from web.peer.controller import PeerPlay
    from web.ports.protocol import Ports
    from web.saves.controller import Matches
    from web.setup.controller import Preparing
    from web.table.controller import Play

PREPARING = ("cards", "card", "troop_text")  # the sheets of `preparing`
ELSEWHERE = ("invite", "matches", "promises", "take_link", "relays")  # presses possible before anybody has connected
# The press that an address with one of these endings makes at once.
WAYS_IN = {"play": "play", "device": "start_device", "setup": "setup", "go-on": "go_on"}
LOOKS = ("language", "theme")  # presses that do not interrupt anything in progress
WARM = 0.05  # seconds of rest after the first page, before the rest is loaded
# The first page needs none of these: they come in this order while the player reads it, or with the first press.
LATER = (
    "eden_core.rules.start",
    "eden_core.cards.shipped",
    "web.match.session",
    "web.setup.controller",
    "web.field.canvas",
    "web.table.controller",
    "web.app.sheets",
)


async def shipped_ports() -> Ports:
    """Return the browser's own keys, store and channels."""
    from web.ports import bundle

    return bundle.Ports()


class Client:
    """The client."""

    def __init__(self, page: Page, make_ports: Callable[[], Awaitable[Ports]] = shipped_ports) -> None:
        self.page, self._make_ports = page, make_ports
        self._ports: Ports | None = None
        self.last_match = LastMatch(page)
        self.language = Language(page, self._spoken, lambda: self.open_sheet("unreachable"))
        pages = {"first": self._first_page, "setup": self._setup_page, "peer": self._peer_page}
        self.screens = Screens(page, pages, self._sheet)
        self.light = False
        self.goes_on = ""  # the match that the first page offers, for as long as it is shown
        self.presses = 0  # number of presses; automatic actions give way to them
        self.play: Play | None = None
        self.peers: PeerPlay | None = None
        self.matches: Matches | None = None
        self.local: LocalPlay | None = None
        self.set_up = SetUp(self, self._render, self.language.when_whole, self.here)
        self.menu = Menu(self, self._render, lambda: self.play, self._why_not_kept)
        self._own_presses = {**presses_of(self), **presses_of(self.set_up), **presses_of(self.menu)}
        self.rules = Reading(self, self._rules_closed)

    def open(self) -> None:
        """Start the client: load its texts, then the first page; everything else is loaded later."""
        self.page.start(self._open())

    async def _open(self) -> None:
        theme = self.page.recall("theme")
        self._set_theme(theme == "light" or (not theme and self.page.prefers("prefers-color-scheme: light")))
        await self.language.speak(self.page.recall("language") or best_language(self.page.languages()))
        self.screens.take_over()
        self.page.on_controls(self._press)
        self.page.listen("document", "keydown", self._key)
        self.page.listen("window", "eden-update", lambda _: self._render())
        self.page.listen("window", "hashchange", lambda _: self._address_changed())
        wanted, presses = self.page.address_part(), self.presses
        self.goes_on = self.last_match.offered()
        self._render()
        self.page.mark("eden-first-prompt")
        if wanted in WAYS_IN:
            self._press(WAYS_IN[wanted], {})
        elif wanted.startswith(LINKS):
            await self._open_link(wanted)
        elif wanted.partition("/")[0] == "rules":
            await self._come_back(lambda: presses == self.presses)
            self.page.replace_address(wanted)
            await self.rules.open(wanted, True)
        elif not await self._come_back(lambda: presses == self.presses):
            for name in LATER:
                await self.page.wait(WARM)
                import_module(name)
            import_module("eden_core.cards.shipped").load()
            with suppress(ConnectionError):  # the page is being left, or offline: a press fetches them again
                await self.speak_whole()
                lost = await self.here().left_open()
                if lost and presses == self.presses:
                    await self.list_of_matches().resume(lost, lambda: presses == self.presses)
                elif self.screen == "first":
                    self._render()

    async def _come_back(self, is_wanted: Callable[[], bool]) -> bool:
        """Resume the match that was in progress here when the tab was closed or reloaded; return whether there was one.

        It is not resumed if something else is pressed meanwhile.
        """
        if name := self.last_match.current():
            try:
                await self.speak_whole()
            except ConnectionError:
                self.open_sheet("unreachable")
                return True
            await self.list_of_matches().resume(name, is_wanted)
        return bool(name)

    # --- language and theme ---

    @property
    def words(self) -> Words:
        """The texts of the player's language."""
        return self.language.words

    def _spoken(self, words: Words) -> None:
        """Apply another language, or more texts of the current one."""
        if self.play is not None:
            self.play.speak(words)
        self.rules.speak(words)

    async def speak_whole(self) -> None:
        """Fetch all texts of the player's language that are not there yet. Raises `ConnectionError`."""
        await self.language.complete()

    @on("language")
    def do_language(self, values: Values) -> None:
        """Change the language."""
        self.page.remember("language", values["value"])
        self.page.start(self._change_language(values["value"]))

    async def _change_language(self, language: str) -> None:
        await self.language.change(language)
        self._render()

    def _set_theme(self, light: bool) -> None:
        self.light = light
        self.page.root_attribute("data-theme", "light" if light else "dark")
        if self.play is not None:
            self.play.relight(light)
        self.rules.relight(light)

    @on("theme")
    def do_theme(self, values: Values) -> None:
        """Change between the light and the dark theme."""
        self._set_theme(not self.light)
        self.page.remember("theme", "light" if self.light else "dark")
        self._render()

    @on("update")
    def do_update(self, values: Values) -> None:
        """Switch to a waiting release; only offered on the first page, where no match is in progress."""
        self.page.apply_update()

    # --- screens ---

    @property
    def screen(self) -> str:
        """The screen that is displayed."""
        return self.screens.screen

    @property
    def sheet(self) -> str:
        """The sheet over the screen; "" for none."""
        return self.screens.sheet

    def show_screen(self, name: str) -> None:
        """Go to a screen."""
        self.screens.go(name)
        self.goes_on = self.last_match.offered()
        self._render()

    def _render(self) -> None:
        self.screens.render()
        if self.play is not None:
            self.play.render()
        self.screens.render_sheet()

    def _first_page(self) -> Iterable[Tree]:
        update, offline = self.page.site_state()
        kept = bool(self.page.recall("kept"))
        return first_page(self.words, self.light, update, kept, offline, bool(self.goes_on))

    def _setup_page(self) -> Iterable[Tree]:
        return self.set_up.prepare().page(self.words, self.light)

    def _peer_page(self) -> Iterable[Tree]:
        peers = self.elsewhere()
        return self.list_of_matches().page() if peers.page_name == "matches" else peers.page()

    def _sheet(self, name: str) -> Tree | None:
        if self.peers is not None and (made := self.peers.sheet(name)) is not None:
            return made
        if self.matches is not None and (made := self.matches.sheet(name, self.words)) is not None:
            return made
        if name in PREPARING:
            played = self.session if self.screen == "match" else None
            return self.set_up.prepare().sheet(name, self.words, played.match.setup if played is not None else None)
        if name in ("why", "not_kept"):
            from web.local.panel import not_kept_sheet, why_sheet

            session = self.local.session if self.local is not None else None
            return (
                why_sheet(self.words, session)
                if name == "why"
                else not_kept_sheet(self.words, self.local.fault if self.local else "")
            )
        return self.menu.sheet(name)

    def open_sheet(self, name: str) -> None:
        """Open a sheet over the screen; "" closes it."""
        opener = self.preparing.opener if self.preparing and self.sheet in PREPARING else ""
        self.screens.open_sheet(name, opener)

    @on("close")
    def do_close(self, values: Values) -> None:
        """Close whatever covers the table."""
        self.open_sheet("")

    @on("home")
    def do_home(self, values: Values) -> None:
        """Go back to the first page."""
        self.go_home()

    def go_home(self) -> None:
        """Leave the match and go to the first page."""
        self.leave_match()
        self.show_screen("first")

    def leave_match(self) -> None:
        """Leave whatever is on the table, and keep what can be kept."""
        if self.play is not None:
            self.play.close()
        if self.peers is not None:
            self.peers.leave()
        if self.local is not None:
            self.local.leave()

    @property
    def session(self) -> Session | None:
        """The match on the screen."""
        return self.play.session if self.play is not None else None

    def arrived(self) -> None:
        """Show news from elsewhere for the match on the screen."""
        if self.play is not None:
            self.play.arrived()

    async def ports(self) -> Ports:
        """Return keys, store and channels, loaded when they are first needed."""
        if self._ports is None:
            self._ports = await self._make_ports()
        return self._ports

    # --- matches of this device ---

    def here(self) -> LocalPlay:
        """Return the controller of matches on this device, loaded when it is first needed."""
        if self.local is None:
            from web.local.controller import LocalPlay

            self.local = LocalPlay(self)
        return self.local

    async def resume_here(self, name: str, is_wanted: Callable[[], bool]) -> None:
        """Resume a match of this device that was kept. Raises `EdenError` and the ports' errors."""
        await self.here().resume(name, is_wanted)

    async def take_in(self, data: bytes) -> None:
        """Resume a match of this device that was saved as a file. Raises `EdenError`."""
        await self.here().take_in(data)

    def _why_not_kept(self) -> str:
        return self.local.fault if self.local is not None and self.local.session is not None else ""

    async def _keep(self, session: Session) -> None:
        if self.local is not None:
            await self.local.keep(session)

    @on("why")
    def do_why(self, values: Values) -> None:
        """Show the machine's reasons for its answers."""
        self.open_sheet("why")

    # --- what is set up ---

    @property
    def agreed(self) -> Agreed:
        """The set-up on this device."""
        return self.set_up.agreed

    @property
    def preparing(self) -> Preparing | None:
        """The data of the set-up page; None until it is first needed."""
        return self.set_up.preparing

    @preparing.setter
    def preparing(self, preparing: Preparing | None) -> None:
        self.set_up.preparing = preparing

    def agreed_setup(self) -> Setup | None:
        """Return the chosen set-up; if it is not legal, show its page with the reasons and return None."""
        return self.set_up.agreed_setup()

    def my_name(self) -> str:
        """Return the player's name on this device; "" for none yet."""
        return self.set_up.my_name()

    # --- play with a person elsewhere ---

    def elsewhere(self) -> PeerPlay:
        """Return the controller of play with people elsewhere, loaded when it is first needed."""
        if self.peers is None:
            from web.peer.controller import PeerPlay

            self.peers = PeerPlay(self)
        return self.peers

    def list_of_matches(self) -> Matches:
        """Return the list of all kept matches, loaded when it is first needed."""
        if self.matches is None:
            from web.saves.controller import Matches

            self.matches = Matches(self, self.elsewhere())
        return self.matches

    async def check_record(self, kind: str, data: bytes) -> None:
        """Show the result of checking a record."""
        await self.list_of_matches().check(kind, data)

    async def forget(self, name: str) -> None:
        """Remove the match kept under a name."""
        await self.list_of_matches().forget(name)

    async def _open_link(self, text: str) -> None:
        try:
            await self.speak_whole()
        except ConnectionError:
            self.page.replace_address(text)  # so that a reload finds it
            self.open_sheet("unreachable")
            return
        self.elsewhere().open_address(text)

    def enter(self, session: Session) -> None:
        """Show a match at the table."""
        from web.table.controller import Play

        if self.play is None:
            self.play = Play(self.page, self.words, self.light, self._ended, self._keep)
        self.rules.give_way()
        session.hints = self.page.recall("hints") == "yes" or (
            not self.page.recall("hints") and self.local is not None and self.local.is_solo
        )
        self.show_screen("match")
        self.play.begin(session)

    def _ended(self) -> None:
        self.rules.hides_the_end = self.screen == "rules"
        if not self.rules.hides_the_end:
            self.open_sheet("end")

    def refresh(self) -> None:
        """Show the current state of everything."""
        if self.play is not None and self.screen == "match":
            self.play.renew()
        self._render()

    # --- rules ---

    def _rules_closed(self) -> None:
        if self.local is not None:
            self.local.tell()

    @on("rules")
    def do_rules(self, values: Values) -> None:
        """Open the rules."""
        self.page.go_to("rules")

    @on("rule")
    def do_rule(self, values: Values) -> None:
        """Open the rules at the rule whose number was pressed."""
        self.page.go_to(f"rules/{values['rule']}")

    def _address_changed(self) -> None:
        part = self.page.address()
        if part in WAYS_IN and self.screen == "first":  # a link of the page before Python, followed just too late
            self.page.replace_address("")
            self._press(WAYS_IN[part], {})
        elif part.startswith(LINKS):
            self.page.replace_address("")
            self.page.start(self._open_link(part))
        elif part.partition("/")[0] == "rules":
            self.page.start(self.rules.open(part))
        elif self.rules.is_open:
            self.rules.leave()

    @on("go_on")
    def do_go_on(self, values: Values) -> None:
        """Resume the match that was played last."""
        if name := self.goes_on:
            self.language.when_whole(lambda: self.list_of_matches().go_on(name))

    # --- presses ---

    def _press(self, what: str, values: Values) -> None:
        """Pass a press to its controller; ignore it if it came too late for its page.

        Raises `LookupError` for a control that no controller knows.
        """
        self.presses += what not in LOOKS
        taker = self._taker(what)
        if taker is not None:
            taker(values)
        elif what not in known_presses(type(self)):
            raise LookupError(f"nobody answers the control {what!r}")

    def _taker(self, what: str) -> Handler | None:
        """Return the handler of a press among the controllers that are loaded and active."""
        if what in self._own_presses:
            return self._own_presses[what]
        if self.preparing is not None and (prepared := presses_of(self.preparing).get(what)) is not None:
            return prepared
        if (elsewhere := self._elsewhere_presses(what).get(what)) is not None:
            return lambda values: self.language.when_whole(lambda: elsewhere(values))
        if self.screen == "match" and self.play is not None:
            return self.play.taker(what)
        if self.rules.is_open and self.rules.page is not None:
            return presses_of(self.rules.page).get(what)
        return None

    def _elsewhere_presses(self, what: str) -> dict[str, Handler]:
        """Return the presses of play with people elsewhere; some may come before anybody has connected."""
        if self.peers is None and what not in ELSEWHERE:
            return {}
        return {**self.elsewhere().presses(), **presses_of(self.list_of_matches())}

    def _key(self, event: Any) -> None:
        if event.ctrlKey or event.metaKey or event.altKey:
            return
        if event.key == "Escape" and self.sheet and self.sheet != "end":
            self.open_sheet("")
        elif self.rules.is_open and self.rules.page is not None:
            if self.rules.page.key(str(event.key), self.page.is_typing()):
                event.preventDefault()
        elif self.screen != "match" or self.play is None:
            return
        elif not self.sheet and not self.page.is_typing() and self.play.key(str(event.key), bool(event.shiftKey)):
            event.preventDefault()
