"""The only importer of js and pyodide: elements, events, storage, true chance, time.

One listener for each kind of event serves the whole page (`data-do` says what a control does), so no proxy is made
anew while playing. Trees of elements are put on the page by `mount.py`.
"""

from __future__ import annotations

import asyncio
import json
import traceback
from functools import cache
from typing import Any, Awaitable, Callable

from js import (  # type: ignore[import-not-found]
    Error, Object, ResizeObserver, Uint8Array, crypto, document, localStorage, performance, window,
)
from js import fetch as js_fetch
from pyodide.ffi import create_proxy, to_js  # type: ignore[import-not-found]

__all__ = ["Pause", "address_part", "by_id", "dice", "eden", "fetch_json", "focus", "focus_quietly", "frames", "is_focus_lost", "is_on_control", "is_typing",
           "languages", "listen", "make_canvas", "mark", "new_element", "new_text", "now", "on_controls", "on_resize", "prefers",
           "random_bytes", "recall", "remember", "root_attribute", "scroll_to_end", "set_text", "sprite", "start", "wait"]

SVG = "http://www.w3.org/2000/svg"
SVG_TAGS = frozenset(("svg", "use", "path", "circle", "rect", "line", "g", "polyline", "polygon", "text"))
_kept: list[Any] = []          # proxies that live as long as the page


# --- elements ----------------------------------------------------------------------------------------------------------

def new_element(tag: str) -> Any:
    """An element that is not on the page yet."""
    return document.createElementNS(SVG, tag) if tag in SVG_TAGS else document.createElement(tag)


def new_text(text: str) -> Any:
    """A text that is not on the page yet."""
    return document.createTextNode(text)


def by_id(place: str) -> Any:
    """The element with an id."""
    return document.getElementById(place)


def root_attribute(name: str, value: str) -> None:
    """Sets an attribute of the whole page: `lang`, `data-theme`, `data-screen`."""
    document.documentElement.setAttribute(name, value)


def focus(selector: str) -> None:
    """Moves the focus to the first element that matches, if there is one."""
    found = document.querySelector(selector)
    if found:
        found.focus()


def set_text(place: str, text: str) -> None:
    """Says something in a live region."""
    element = document.getElementById(place)
    if element.textContent != text:
        element.textContent = text


def is_on_control() -> bool:
    """Whether the focus is on something that Enter and Space press by themselves."""
    active = document.activeElement
    return bool(active) and active.tagName in ("BUTTON", "A", "SELECT", "INPUT", "SUMMARY")


def focus_quietly(element: Any) -> None:
    """Moves the focus to an element without scrolling to it."""
    element.focus(to_js({"preventScroll": True}, dict_converter=Object.fromEntries))


def is_focus_lost() -> bool:
    """Whether what had the focus has left the page."""
    active = document.activeElement
    return not active or active.tagName == "BODY"


def is_typing() -> bool:
    """Whether the focus is where letters are typed."""
    active = document.activeElement
    return bool(active) and active.tagName in ("INPUT", "SELECT", "TEXTAREA")


@cache
def sprite() -> str:
    """Where the icons are."""
    return str(document.getElementById("sprite").href)


def _base() -> str:
    """The folder of this release, which holds the icons as `art/icons.svg`."""
    return sprite().removesuffix("art/icons.svg")


# --- events ----------------------------------------------------------------------------------------------------------

def listen(target: Any, event: str, handler: Callable[[Any], Any], passive: bool = True) -> None:
    """Calls the handler on each event of the page's life; `target` is an element or "window", "document"."""
    proxy = create_proxy(handler)
    _kept.append(proxy)
    where = {"window": window, "document": document}[target] if isinstance(target, str) else target
    if passive:
        where.addEventListener(event, proxy)
    else:
        where.addEventListener(event, proxy, to_js({"passive": False}, dict_converter=Object.fromEntries))


def on_controls(handler: Callable[[str, dict[str, str]], Any]) -> None:
    """Calls the handler with what a control does (`data-do`) and its `data-` values, `value` being what was entered."""
    def _values(node: Any) -> dict[str, str]:
        values = {name: str(getattr(node.dataset, name)) for name in node.dataset.object_keys()}
        if node.tagName in ("INPUT", "SELECT"):
            values["value"] = str(node.value)
        return values

    def clicked(event: Any) -> None:
        node = event.target.closest("[data-do]")
        if node and node.tagName not in ("INPUT", "SELECT", "FORM") and node.getAttribute("aria-disabled") != "true":
            handler(str(node.dataset.do), _values(node))

    def entered(event: Any) -> None:
        node = event.target
        if node.tagName in ("INPUT", "SELECT") and node.dataset.do:
            handler(str(node.dataset.do), _values(node))

    listen("document", "click", clicked)
    listen("document", "input", entered)


def frames(draw: Callable[[float], bool]) -> Callable[[], None]:
    """What asks for a frame: `draw` gets the time in milliseconds, and another frame as long as it says True."""
    waiting = [False]

    def frame(time: float) -> None:
        waiting[0] = False
        if draw(time):
            wake()

    def wake() -> None:
        if not waiting[0]:
            waiting[0] = True
            window.requestAnimationFrame(proxy)

    proxy = create_proxy(frame)
    _kept.append(proxy)
    return wake


def on_resize(element: Any, handler: Callable[[float, float, float], Any]) -> None:
    """Calls the handler with the element's width and height in CSS pixels and the screen's ratio, now and on each change."""
    def changed(*_: Any) -> None:
        if element.clientWidth and element.clientHeight:
            handler(element.clientWidth, element.clientHeight, min(3.0, float(window.devicePixelRatio)))

    proxy = create_proxy(changed)
    observer = ResizeObserver.new(proxy)
    observer.observe(element)
    _kept.extend((proxy, observer))
    changed()


def make_canvas(width: int, height: int) -> Any:
    """A canvas that is not on the page."""
    canvas = document.createElement("canvas")
    canvas.width, canvas.height = width, height
    return canvas


def start(task: Awaitable[Any]) -> None:
    """Runs a coroutine beside the rest; its fault is told to the console like any other."""
    def over(job: asyncio.Future[Any]) -> None:
        _kept.remove(job)
        fault = None if job.cancelled() else job.exception()
        if fault is not None:
            text = "".join(traceback.format_exception(fault))
            window.reportError(Error.new(text))

    job = asyncio.ensure_future(task)
    _kept.append(job)
    job.add_done_callback(over)


async def wait(seconds: float) -> None:
    """Lets time pass."""
    await asyncio.sleep(seconds)


class Pause:
    """Waits that a person may cut short."""

    def __init__(self) -> None:
        self._hurry = asyncio.Event()

    async def wait(self, seconds: float) -> None:
        """Lets time pass, or until `hurry`."""
        self._hurry.clear()
        try:
            await asyncio.wait_for(self._hurry.wait(), seconds)
        except asyncio.TimeoutError:
            pass

    def hurry(self) -> None:
        """Ends the wait under way."""
        self._hurry.set()


async def fetch_json(name: str) -> dict[str, Any]:
    """A file of this release as a table; {} when it is not there."""
    response = await js_fetch(_base() + name)
    return dict(json.loads(await response.text())) if response.ok else {}


# --- the machine -----------------------------------------------------------------------------------------------------

def random_bytes(count: int) -> bytes:
    """True chance of the platform."""
    array = Uint8Array.new(count)
    crypto.getRandomValues(array)
    return bytes(array.to_py())


def dice(count: int) -> tuple[int, ...]:
    """Fair D6: bytes of 252 and more are thrown away, for 252 is the largest multiple of six."""
    faces: list[int] = []
    while len(faces) < count:
        faces.extend(byte % 6 + 1 for byte in random_bytes(2 * count + 8) if byte < 252)
    return tuple(faces[:count])


def remember(name: str, value: str) -> None:
    """Keeps a choice (language, theme) for the next visit, where the browser lets us."""
    try:
        localStorage.setItem(f"eden.{name}", value)
    except Exception:  # storage is shut in some private windows
        pass


def recall(name: str) -> str:
    """A kept choice, or ""."""
    try:
        return str(localStorage.getItem(f"eden.{name}") or "")
    except Exception:
        return ""


def languages() -> list[str]:
    """The browser's languages, best first."""
    return [str(language) for language in window.navigator.languages]


def prefers(query: str) -> bool:
    """Whether a media query holds, such as `prefers-reduced-motion: reduce`."""
    return bool(window.matchMedia(f"({query})").matches)


def now() -> float:
    """Milliseconds since the page began."""
    return float(performance.now())


def mark(name: str) -> None:
    """A named moment for whoever measures."""
    performance.mark(name)


def address_part() -> str:
    """What follows # in the page's address; taken away once read."""
    part = str(window.location.hash)[1:]
    if part:
        window.history.replaceState(None, "", window.location.pathname + window.location.search)
    return part


def scroll_to_end(place: str) -> None:
    """Shows the end of a scrolling element."""
    element = document.getElementById(place)
    element.scrollTop = element.scrollHeight


def eden() -> Any:
    """What `boot.js` offers: the release, and its updates."""
    return getattr(window, "eden", None)
