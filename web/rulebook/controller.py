"""The open rules page: fetches its texts, filters and searches, draws figures as they come into view.

The page has an address of its own (`#rules/ACN-2`), so the browser's back button leads out of it. All access to the
browser goes through a port, which a test replaces. No js.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Protocol

from eden_core.ruleset import EDITIONS
from web.i18n.catalogue import Words
from web.rulebook.index import ALL, Index, file_of, read_index
from web.rulebook.page import Shown, figures_of, rule_entry, rules_page
from web.ui.nodes import Node, Tree
from web.ui.presses import Values, on

if TYPE_CHECKING:
    from web.rulebook.figures import Painter

__all__ = ["Port", "RulesPage"]

SHARPEST = 2.0  # the most screen pixels per CSS pixel for figures


class Port(Protocol):
    """The functions of the browser that the page needs."""

    def by_id(self, place: str) -> Any: ...
    async def fetch_json(self, name: str) -> dict[str, Any]: ...
    def focus(self, selector: str) -> None: ...
    def make_canvas(self, width: int, height: int) -> Any: ...
    def start(self, task: Awaitable[Any]) -> None: ...
    async def wait(self, seconds: float) -> None: ...
    def on_seen(self, within: str, handler: Callable[[Any], None]) -> Callable[[Any], None]: ...
    def show_at(self, place: str) -> None: ...
    def scroll_to_start(self, place: str) -> None: ...
    def entry_depth(self) -> int: ...
    def stamp_entry(self, depth: int) -> None: ...
    def go_back(self, steps: int) -> None: ...


class Place(Protocol):
    """The place on the screen where the page is shown."""

    def show(self, *trees: Tree | None) -> None: ...


class RulesPage:
    """The rules page, one as long as the client runs; the search is kept while the page is closed."""

    def __init__(self, port: Port, place: Place, words: Words, light: bool, leave: Callable[[], None]) -> None:
        """Make the page; `leave` closes it if it was the first page opened, without any to go back to."""
        self.port, self.place, self.words, self.light, self.leave = port, place, words, light, leave
        self.tables: dict[str, dict[str, Any]] = {}
        self.index: Index | None = None
        self.figures: dict[str, dict[str, Any]] = {}
        self.edition, self.of_match, self.query = next(iter(EDITIONS)), "", ""
        self.depth = 0  # the page's entries in the browser's history, up to the current one
        self.is_open = False
        self.is_first = False  # opened by its address, so that there is no page of the client to go back to
        self._facts: dict[str, dict[str, str]] = {}
        self._entries: dict[str, tuple[object, Node]] = {}
        self._waiting: list[str] = []
        self._drawing = False
        self._painter: Painter | None = None
        self._watch = port.on_seen("rules", self._seen)

    # --- opening and leaving ---

    async def open(self, part: str, edition: str, in_match: bool) -> None:
        """Show the page at `rules/PLACE`: a rule, a chapter, or its beginning.

        `edition` is that of the match under way or of the set-up; going on within the page keeps the one chosen.
        """
        depth = self.port.entry_depth()
        if depth < 0:
            depth = self.depth + 1
            self.port.stamp_entry(depth)
        self.depth = depth
        if not self.is_open:
            self.is_open = True
            self.edition, self.of_match = edition, edition if in_match else ""
        await self._fetch()
        self.show(part.partition("/")[2])

    def close(self) -> None:
        """Go back to where the player came from."""
        if self.is_first:
            self.leave()
        else:
            self.port.go_back(self.depth)

    def left(self) -> None:
        """Reset the page once it is no longer shown."""
        self.depth, self.is_open, self.is_first = 0, False, False
        self._waiting.clear()
        self.place.show()

    async def _fetch(self) -> None:
        for language in dict.fromkeys(("en", self.words.language)):
            if language not in self.tables:
                self.tables[language] = await self.port.fetch_json(file_of(language))
        if not self.figures:
            self.figures = await self.port.fetch_json("figures.json")
        if self.index is None:
            self.index = read_index(self.tables["en"], self.tables[self.words.language])

    def speak(self, words: Words) -> None:
        """Change the language."""
        if words.language != self.words.language:
            self.words, self.index = words, None
            self._entries.clear()
            self.port.start(self._translate())

    async def _translate(self) -> None:
        await self._fetch()
        drawn = list(self._facts)
        self._facts.clear()
        self.render()
        self._queue(drawn)

    def relight(self, light: bool) -> None:
        """Change the theme."""
        if light != self.light:
            self.light = light
            self._queue(list(self._facts))

    # --- pressing ---

    @on("rules_close")
    def press_close(self, values: Values) -> None:
        """Close the page."""
        self.close()

    @on("rules_edition")
    def press_edition(self, values: Values) -> None:
        """Show the rules of one edition, or of all."""
        if values["value"] in (*EDITIONS, ALL):
            self.edition = values["value"]
            self.render()

    @on("rules_search")
    def press_search(self, values: Values) -> None:
        """Search for a text."""
        self.query = values.get("value", "")
        self.render()
        self.port.scroll_to_start("rules")

    @on("rules_clear")
    def press_clear(self, values: Values) -> None:
        """Clear the search and show all rules."""
        self.press_search({})
        self.port.focus("#rules-search")

    def key(self, name: str, typing: bool) -> bool:
        """Handle a key; return whether the page uses it."""
        if name == "/" and not typing:
            self.port.focus("#rules-search")
        elif name == "Escape" and self.query:
            self.press_clear({})
        elif name == "Escape":
            self.close()
        else:
            return False
        return True

    # --- showing ---

    def show(self, place: str) -> None:
        """Show a rule or a chapter; the beginning of the page for any other place."""
        if self.index is None:
            return
        chapters = {chapter for section in self.index.sections for chapter, _ in section.chapters}
        target = "rules-title"
        if place in chapters:
            self.query, target = "", f"chapter-{place}"
        elif place in self.index.rules:
            target = f"rule-{place}"
            if place not in self.index.search(self.query, self.edition):
                self.query = ""
        self.render()
        self.port.show_at(target)

    def render(self) -> None:
        """Show the current state of the page."""
        index = self.index
        if index is None or not self.is_open:
            return
        shown = Shown(self.edition, self.query, self.of_match, self.light, self.figures, self._facts)
        found = index.search(self.query, self.edition)
        entries = {number: self._entry(index, number, shown) for number in found}
        self.place.show(*rules_page(self.words, index, shown, entries))
        for number in found:
            for name in figures_of(number, shown):
                canvas = self.port.by_id(f"figure-{name}")
                if canvas and not canvas.getAttribute("data-state"):
                    canvas.setAttribute("data-state", "waiting")
                    self._watch(canvas)

    def _entry(self, index: Index, number: str, shown: Shown) -> Node:
        """Return a rule as a node, the same object until its contents change, so that it need not be compared."""
        facts = [str(self._facts.get(name)) for name in figures_of(number, shown)]
        key = (shown.edition, shown.query, self.words.language, *facts)
        kept = self._entries.get(number)
        if kept is None or kept[0] != key:
            kept = self._entries[number] = (key, rule_entry(self.words, index, index.rules[number], shown))
        return kept[1]

    # --- figures ---

    def _seen(self, canvas: Any) -> None:
        self._queue([str(canvas.id).removeprefix("figure-")])

    def _queue(self, names: list[str]) -> None:
        self._waiting += [name for name in names if name not in self._waiting]
        if self._waiting and not self._drawing:
            self._drawing = True
            self.port.start(self._draw())

    async def _draw(self) -> None:
        """Draw the waiting figures one after the other, so that the page stays responsive."""
        from web.rulebook.figures import Painter

        try:
            while self._waiting:
                await self.port.wait(0)
                self._painter = self._painter or Painter(self.port.make_canvas)
                if self._waiting:
                    self._draw_one(self._painter, self._waiting.pop(0))
        finally:
            self._drawing = False

    def _draw_one(self, painter: Painter, name: str) -> None:
        from web.rulebook.figures import illustrate

        canvas = self.port.by_id(f"figure-{name}")
        if not canvas or not canvas.clientWidth:
            return
        picture = illustrate(self.figures[name]["toml"], self.figures[name], self.words)
        ratio = min(SHARPEST, max(1.0, float(canvas.ownerDocument.defaultView.devicePixelRatio)))
        painter.paint(canvas, picture, self.light, (canvas.clientWidth, canvas.clientHeight), ratio)
        canvas.setAttribute("data-state", "drawn")
        if self._facts.get(name) != picture.facts:
            self._facts[name] = picture.facts
            self.render()
