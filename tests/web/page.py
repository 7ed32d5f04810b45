"""A browser's page for CPython: elements as plain objects, storage, an address, a clock that is stepped, frames run by
hand. The entire client runs on it, without a browser.
"""

from __future__ import annotations

import asyncio
import json
import selectors
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import web
from web.browser.protocol import ScriptFault, Worker

__all__ = ["Browser", "Element", "FakePage", "Ports"]

WEB = Path(web.__file__).parent
HOME = "https://eden.example/"
SIZE = (1200, 800)  # CSS pixels of every element
# The ids of `index.html`, each within the page's body.
PLACES = (
    *("first", "setup", "rules", "peer", "table", "top", "left", "stage", "tray", "tools", "tape", "ticker", "about"),
    *("right", "prompt", "log", "tabs", "curtain", "dialog", "say"),
)


# --- time ---


class _Clock(selectors.SelectSelector):
    """A selector that waits for nothing: the time it would have waited has passed."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        self.now += timeout or 0.0
        return super().select(0)


class _Loop(asyncio.SelectorEventLoop):
    """An event loop whose time passes only while something is waited for, and at once."""

    def __init__(self) -> None:
        self.clock = _Clock()
        super().__init__(self.clock)

    def time(self) -> float:
        return self.clock.now


# --- elements ---


class Pen:
    """A canvas's context that takes everything and draws nothing."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *given: Any) -> Any:
        return self

    width = 7.0


class Element:
    """An element, or (without a tag) a text."""

    def __init__(self, tag: str = "", text: str = "") -> None:
        self.tag, self.text = tag, text
        self.attributes: dict[str, str] = {}
        self.children: list[Element] = []
        self.parent: Element | None = None
        self.value, self.checked = "", False
        self.style = SimpleNamespace(cssText="", setProperty=lambda name, value: None)
        self.width, self.height = SIZE
        self.clientWidth, self.clientHeight = SIZE
        self.scrollTop = 0

    # The names of the DOM, as far as the client uses them.

    @property
    def parentElement(self) -> Element | None:
        return self.parent

    @property
    def firstChild(self) -> Element | None:
        return self.children[0] if self.children else None

    @property
    def nextSibling(self) -> Element | None:
        assert self.parent is not None
        place = self.parent.children.index(self) + 1
        return self.parent.children[place] if place < len(self.parent.children) else None

    @property
    def id(self) -> str:
        return self.attributes.get("id", "")

    def isSameNode(self, other: Element) -> bool:
        return self is other

    def setAttribute(self, name: str, value: str) -> None:
        self.attributes[name] = str(value)

    def getAttribute(self, name: str) -> str | None:
        return self.attributes.get(name)

    def removeAttribute(self, name: str) -> None:
        self.attributes.pop(name, None)

    def appendChild(self, child: Element) -> None:
        self.insertBefore(child, None)

    def insertBefore(self, child: Element, before: Element | None) -> None:
        child.remove()
        place = len(self.children) if before is None else self.children.index(before)
        self.children.insert(place, child)
        child.parent = self

    def remove(self) -> None:
        if self.parent is not None:
            self.parent.children.remove(self)
            self.parent = None

    def replaceChildren(self) -> None:
        for child in list(self.children):
            child.remove()

    def getContext(self, kind: str) -> Pen:
        return Pen()

    def setPointerCapture(self, pointer: int) -> None:
        pass

    @property
    def textContent(self) -> str:
        return self.text + "".join(child.textContent for child in self.children)

    @textContent.setter
    def textContent(self, text: str) -> None:
        self.text = text

    # What a test asks.

    def all(self) -> Iterator[Element]:
        """Yield this element and all within it, in the page's order."""
        yield self
        for child in self.children:
            yield from child.all()

    @property
    def data(self) -> dict[str, str]:
        """The `data-` values, by their names without it."""
        return {name[5:]: value for name, value in self.attributes.items() if name.startswith("data-")}

    @property
    def read(self) -> str:
        """All that is written in it, with single blanks."""
        return " ".join(" ".join(one.text for one in self.all()).split())

    @property
    def is_disabled(self) -> bool:
        """Whether it can't be pressed."""
        return self.attributes.get("aria-disabled") == "true"


def _figures() -> dict[str, Any]:
    """Return the figures of the rules as the build lays them in one file."""
    folder = WEB / "figures"
    shown = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    return {name: {**one, "toml": (folder / f"{name}.toml").read_text(encoding="utf-8")} for name, one in shown.items()}


# --- what outlives a page ---


@dataclass
class Stored:
    """What a list shows of something stored."""

    name: str
    about: dict[str, Any]
    size: int
    changed: float


class Ports:
    """The store of one browser, as far as matches of this device need it; what one page holds is let go with it."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.store = self
        browser.held.clear()

    async def put(self, name: str, data: bytes, about: dict[str, Any]) -> None:
        self.browser.kept[name] = (data, Stored(name, about, len(data), float(next(self.browser.numbers))))

    async def get(self, name: str) -> bytes | None:
        await asyncio.sleep(self.browser.delay)
        return self.browser.kept[name][0] if name in self.browser.kept else None

    async def list(self) -> tuple[Stored, ...]:
        return tuple(stored for _, stored in self.browser.kept.values())

    async def remove(self, name: str) -> None:
        self.browser.kept.pop(name, None)

    async def hold(self, name: str, takes: bool = False) -> Any:
        if name in self.browser.held:
            return None
        self.browser.held.add(name)
        return SimpleNamespace(release=lambda: self.browser.held.discard(name))


@dataclass
class Browser:
    """What a browser keeps when a page is reloaded."""

    local: dict[str, str] = field(default_factory=dict)
    tab: dict[str, str] = field(default_factory=dict)
    kept: dict[str, tuple[bytes, Stored]] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)
    numbers: Iterator[int] = field(default_factory=count)
    missing: set[str] = field(default_factory=set)  # how the names end of files that can't be fetched
    delay: float = 0.0  # seconds that each file and each read of the store takes


# --- the page ---


class FakePage:
    """A `Page` (web/browser/protocol.py) and what a test does with it."""

    def __init__(
        self, browser: Browser | None = None, address: str = "", loop: asyncio.AbstractEventLoop | None = None
    ) -> None:
        """`loop`: that of another page, whose time passes with this one's."""
        self.browser = browser or Browser()
        self.history: list[tuple[str, int]] = [(address, -1)]  # address and stamp of each entry up to the present one
        self.loop, self._shares = loop or _Loop(), loop is not None
        self.language = "en"
        self.copied: list[str] = []
        self.body = Element("body")
        self.root = {"data-screen": "first"}
        self.places = {name: Element("canvas" if name == "field" else "div") for name in (*PLACES, "field")}
        for name, element in self.places.items():
            element.setAttribute("id", name)
            self.body.appendChild(element)
        self.focused = ""  # the selector that the focus went to last
        self.inert: set[str] = set()
        self.downloads: list[tuple[str, str]] = []
        self.tasks: set[asyncio.Future[Any]] = set()
        self._handlers: dict[tuple[str, str], list[Callable[[Any], Any]]] = {}
        self._pressed: Callable[[str, dict[str, str]], Any] = lambda what, values: None
        self._frames: list[Callable[[float], bool]] = []
        self._woken: set[int] = set()

    # --- what a test does ---

    def run(self, seconds: float = 0.0) -> None:
        """Let time pass. Raises what a task broke on."""
        self.loop.run_until_complete(asyncio.sleep(seconds))
        for task in [task for task in self.tasks if task.done()]:
            self.tasks.discard(task)
            task.result()

    def draw(self) -> None:
        """Run the frames that were asked for."""
        waiting, self._woken = self._woken, set()
        for number in waiting:
            if self._frames[number](self.now()):
                self._woken.add(number)

    def controls(self, place: str = "", what: str = "") -> list[Element]:
        """Return what can be pressed within a place, of one kind (`data-do`) or of all."""
        return [
            element
            for element in (self.places[place] if place else self.body).all()
            if element.data.get("do") and not element.is_disabled and what in ("", element.data["do"])
        ]

    def click(self, element: Element) -> None:
        """Press a control."""
        self.press(element.data["do"], **{name: value for name, value in element.data.items() if name != "do"})

    def find(self, place: str, **data: str) -> list[Element]:
        """Return the elements within a place that have these `data-` values ("*" for any)."""
        wanted = {name.replace("_", "-"): value for name, value in data.items()}
        return [
            element
            for element in self.places[place].all()
            if all(name in element.data and value in ("*", element.data[name]) for name, value in wanted.items())
        ]

    def classed(self, place: str, name: str) -> list[Element]:
        """Return the elements of a class within a place."""
        return [one for one in self.places[place].all() if name in one.attributes.get("class", "").split()]

    def enter(self, element: Element, value: str) -> None:
        """Take a select's option, or fill a field."""
        self.press(
            element.data["do"], value=value, **{name: known for name, known in element.data.items() if name != "do"}
        )

    def press(self, what: str, **values: str) -> None:
        """Press a control by its name, and let what follows at once come."""
        self._pressed(what, values)
        self.run()

    def key(self, name: str) -> bool:
        """Press a key; return whether the client kept the browser from its own use of it."""
        prevented: list[bool] = []
        event = SimpleNamespace(
            key=name,
            ctrlKey=False,
            metaKey=False,
            altKey=False,
            shiftKey=False,
            preventDefault=lambda: prevented.append(True),
        )
        self.send("document", "keydown", event)
        self.run()
        return bool(prevented)

    def tap(self, x: float, y: float) -> None:
        """Tap on the field, at a place in the canvas's pixels."""
        event = SimpleNamespace(pointerId=1, offsetX=x, offsetY=y, pointerType="mouse", button=0)
        for name in ("pointermove", "pointerdown", "pointerup"):
            self.send("field", name, event)
        self.run()

    def send(self, target: str, event: str, what: Any = None) -> None:
        """Send an event to an element's or the page's listeners."""
        for handler in self._handlers.get((target, event), ()):
            handler(what)

    def close(self) -> None:
        """Close the page: whatever is under way ends, and the tab keeps what it has."""
        for task in self.tasks:
            task.cancel()
        self.loop.run_until_complete(asyncio.sleep(0))
        if not self._shares:
            self.loop.close()

    # --- elements ---

    def new_element(self, tag: str) -> Any:
        return Element(tag)

    def new_text(self, text: str) -> Any:
        return Element(text=text)

    def by_id(self, place: str) -> Any:
        found = (element for element in self.body.all() if element.attributes.get("id") == place)
        return next(found, None)

    def root_attribute(self, name: str, value: str) -> None:
        self.root[name] = value

    def focus(self, selector: str) -> None:
        self.focused = selector

    def covered(self, element: Any, other: Any) -> float:
        return 0.0

    def set_variable(self, element: Any, name: str, value: str) -> None:
        pass

    def set_text(self, place: str, text: str) -> None:
        self.places[place].text = text

    def set_inert(self, places: tuple[str, ...], inert: bool) -> None:
        self.inert = self.inert | set(places) if inert else self.inert - set(places)

    def is_on_control(self) -> bool:
        return False

    def focus_quietly(self, element: Any) -> None:
        pass

    def is_focus_lost(self) -> bool:
        return False

    def is_typing(self) -> bool:
        element = self.by_id(self.focused.removeprefix("#"))
        return element is not None and element.tag in ("input", "select", "textarea")

    def sprite(self) -> str:
        return "art/icons.svg"

    def style_sheet(self, name: str) -> str:
        return f"style/{name}.css"

    def make_canvas(self, width: int, height: int) -> Any:
        canvas = Element("canvas")
        canvas.width, canvas.height = width, height
        return canvas

    def show_at(self, place: str) -> None:
        self.focused = f"#{place}"

    def scroll_to_start(self, place: str) -> None:
        pass

    def scroll_to_end(self, place: str) -> None:
        pass

    def scroll_up(self) -> None:
        pass

    # --- events and tasks ---

    def listen(self, target: Any, event: str, handler: Callable[[Any], Any], passive: bool = True) -> None:
        name = target if isinstance(target, str) else target.attributes["id"]
        self._handlers.setdefault((name, event), []).append(handler)

    def on_controls(self, handler: Callable[[str, dict[str, str]], Any]) -> None:
        self._pressed = handler

    def frames(self, draw: Callable[[float], bool]) -> Callable[[], None]:
        number = len(self._frames)
        self._frames.append(draw)
        return lambda: self._woken.add(number)

    def on_resize(self, element: Any, handler: Callable[[float, float, float], Any]) -> None:
        handler(*SIZE, 1.0)

    def on_seen(self, within: str, handler: Callable[[Any], None]) -> Callable[[Any], None]:
        return lambda element: None

    def start(self, task: Awaitable[Any]) -> None:
        self.tasks.add(asyncio.ensure_future(task, loop=self.loop))

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def now(self) -> float:
        return self.loop.time() * 1000

    def mark(self, name: str) -> None:
        pass

    # --- scripts and files ---

    async def fetch_json(self, name: str) -> dict[str, Any]:
        path = WEB / name
        await asyncio.sleep(self.browser.delay)
        if name.endswith(tuple(self.browser.missing)):
            raise ConnectionError(name)
        if name == "figures.json":
            return _figures()
        if not path.exists():
            raise ConnectionError(name)
        return dict(json.loads(path.read_text(encoding="utf-8")))

    def start_worker(self, name: str, heard: Callable[[list[Any]], Any], failed: Callable[[str], Any]) -> Worker:
        raise ScriptFault("no workers")

    def site_state(self) -> tuple[str, str]:
        return "", ""

    def apply_update(self) -> None:
        pass

    # --- the device ---

    def random_bytes(self, count: int) -> bytes:
        return bytes((37 * next(self.browser.numbers) + 11) % 256 for _ in range(count))

    def fresh_name(self) -> str:
        return f"name{next(self.browser.numbers)}"

    def dice(self, count: int) -> tuple[int, ...]:
        return tuple(byte % 6 + 1 for byte in self.random_bytes(count))

    def remember(self, name: str, value: str, here: bool = False) -> None:
        (self.browser.tab if here else self.browser.local)[name] = value

    def recall(self, name: str, here: bool = False) -> str:
        return (self.browser.tab if here else self.browser.local).get(name, "")

    async def keep_storage(self) -> bool:
        return True

    async def copy(self, text: str) -> bool:
        self.copied.append(text)
        return True

    def is_secure(self) -> bool:
        return True

    def in_app(self) -> bool:
        return False

    def seconds(self) -> int:
        return int(self.loop.time())

    def can_share(self) -> bool:
        return False

    async def share(self, text: str) -> None:
        pass

    def download(self, name: str, text: str) -> None:
        self.downloads.append((name, text))

    async def chosen_file(self, selector: str, most: int) -> bytes:
        return b""

    def languages(self) -> list[str]:
        return [self.language]

    def prefers(self, query: str) -> bool:
        return "reduced-motion" in query

    # --- the address and the history ---

    def home(self) -> str:
        return HOME

    @property
    def part(self) -> str:
        """What follows # in the address."""
        return self.history[-1][0]

    def address_part(self) -> str:
        part = self.part
        self.replace_address("")
        return part

    def address(self) -> str:
        return self.part

    def go_to(self, part: str) -> None:
        if part != self.part:
            self.history.append((part, -1))
            self.send("window", "hashchange")

    def replace_address(self, part: str) -> None:
        self.history[-1] = part, -1

    def entry_depth(self) -> int:
        return self.history[-1][1]

    def stamp_entry(self, depth: int) -> None:
        self.history[-1] = self.part, depth

    def go_back(self, steps: int) -> None:
        del self.history[max(1, len(self.history) - steps) :]
        self.send("window", "hashchange")
