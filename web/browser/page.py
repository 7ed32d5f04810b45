"""The browser's page, all of it that the client uses (`protocol.Page`): elements, events, tasks, scripts.

Nothing outside this folder imports js or pyodide; what the device and the address offer is offered here too.

One listener for each kind of event serves the whole page (`data-do` says what a control does), so no proxy is made
anew while playing. Trees of elements are put on the page by `mount.py`.
"""

from __future__ import annotations

import asyncio
import json
import traceback
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

from js import (  # type: ignore[import-not-found]
    Error,
    IntersectionObserver,
    Object,
    ResizeObserver,
    document,
    window,
)
from js import fetch as js_fetch
from pyodide.ffi import JsBuffer, JsException, create_proxy, to_js  # type: ignore[import-not-found]

from web.browser.address import address, address_part, entry_depth, go_back, go_to, home, replace_address, stamp_entry
from web.browser.device import (
    can_share,
    chosen_file,
    copy,
    dice,
    download,
    fresh_name,
    in_app,
    is_secure,
    keep_storage,
    languages,
    mark,
    now,
    prefers,
    random_bytes,
    recall,
    remember,
    seconds,
    share,
)
from web.browser.protocol import ScriptFault

__all__ = [
    "ScriptFault",
    "Worker",
    "address",
    "address_part",
    "apply_update",
    "ask",
    "bring",
    "by_id",
    "call",
    "callback",
    "can_share",
    "chosen_file",
    "copy",
    "covered",
    "dice",
    "download",
    "eden",
    "entry_depth",
    "fetch_json",
    "focus",
    "focus_quietly",
    "frames",
    "fresh_name",
    "go_back",
    "go_to",
    "home",
    "in_app",
    "is_focus_lost",
    "is_on_control",
    "is_secure",
    "is_typing",
    "keep_storage",
    "languages",
    "listen",
    "load",
    "make_canvas",
    "mark",
    "new_element",
    "new_text",
    "now",
    "on_controls",
    "on_resize",
    "on_seen",
    "prefers",
    "random_bytes",
    "recall",
    "remember",
    "replace_address",
    "root_attribute",
    "scroll_to_end",
    "scroll_to_start",
    "scroll_up",
    "seconds",
    "set_inert",
    "set_text",
    "set_variable",
    "share",
    "show_at",
    "site_state",
    "sprite",
    "stamp_entry",
    "start",
    "start_worker",
    "style_sheet",
    "wait",
]

SVG = "http://www.w3.org/2000/svg"
SVG_TAGS = frozenset(("svg", "use", "path", "circle", "rect", "line", "g", "polyline", "polygon", "text"))
TYPED = ("INPUT", "SELECT", "TEXTAREA")  # what a value is entered in
_kept: list[Any] = []  # proxies that live as long as the page


# --- elements ---


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


def covered(element: Any, other: Any) -> float:
    """How many CSS pixels of an element's lower part another element lies over."""
    below, above = element.getBoundingClientRect(), other.getBoundingClientRect()
    beside = above.left >= below.right - 1 or above.right <= below.left + 1
    return 0.0 if beside else max(0.0, float(below.bottom - above.top))


def set_variable(element: Any, name: str, value: str) -> None:
    """Sets what an element's style sheet knows by a name such as `--covered`."""
    element.style.setProperty(name, value)


def set_text(place: str, text: str) -> None:
    """Says something in a live region."""
    element = document.getElementById(place)
    if element.textContent != text:
        element.textContent = text


def set_inert(places: tuple[str, ...], inert: bool) -> None:
    """Shuts parts of the page, by their ids, to keys and screen readers while a sheet covers them."""
    for place in places:
        document.getElementById(place).toggleAttribute("inert", inert)


def is_on_control() -> bool:
    """Whether the focus is on something that Enter and Space press by themselves."""
    active = document.activeElement
    return bool(active) and active.tagName in ("BUTTON", "A", "SELECT", "INPUT", "TEXTAREA", "SUMMARY")


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
    return bool(active) and active.tagName in TYPED


def show_at(place: str) -> None:
    """Scrolls to an element and moves the focus there."""
    element = document.getElementById(place)
    if element:
        element.scrollIntoView()
        focus_quietly(element)


def scroll_to_start(place: str) -> None:
    """Shows the beginning of a scrolling element."""
    document.getElementById(place).scrollTop = 0


def scroll_up() -> None:
    """Shows the beginning of the page: another screen is another page."""
    window.scrollTo(0, 0)


def scroll_to_end(place: str) -> None:
    """Shows the end of a scrolling element."""
    element = document.getElementById(place)
    element.scrollTop = element.scrollHeight


@cache
def sprite() -> str:
    """Where the icons are."""
    return str(document.getElementById("sprite").href)


def _base() -> str:
    """The folder of this release, which holds the icons as `art/icons.svg`."""
    return sprite().removesuffix("art/icons.svg")


def style_sheet(name: str) -> str:
    """Where a style sheet of this release is."""
    return f"{_base()}style/{name}.css"


# --- events ---


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
        if node.tagName in TYPED:
            values["value"] = str(node.value)
        return values

    def clicked(event: Any) -> None:
        node = event.target.closest("[data-do]")
        if node and node.tagName not in (*TYPED, "FORM") and node.getAttribute("aria-disabled") != "true":
            handler(str(node.dataset.do), _values(node))

    def entered(event: Any) -> None:
        node = event.target
        if node.tagName in TYPED and node.dataset.do:
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
    """Calls the handler with the element's width and height in CSS pixels and the screen's ratio, now and on each
    change.
    """

    def changed(*_: Any) -> None:
        if element.clientWidth and element.clientHeight:
            handler(element.clientWidth, element.clientHeight, min(3.0, float(window.devicePixelRatio)))

    proxy = create_proxy(changed)
    observer = ResizeObserver.new(proxy)
    observer.observe(element)
    _kept.extend((proxy, observer))
    changed()


def on_seen(within: str, handler: Callable[[Any], None]) -> Callable[[Any], None]:
    """What watches an element: the handler is called with it, once, when it is about to scroll into view."""

    def seen(entries: Any, observer: Any) -> None:
        for entry in entries:
            if entry.isIntersecting:
                observer.unobserve(entry.target)
                handler(entry.target)

    options = to_js({"root": by_id(within), "rootMargin": "300px 0px"}, dict_converter=Object.fromEntries)
    proxy = create_proxy(seen)
    observer = IntersectionObserver.new(proxy, options)
    _kept.extend((proxy, observer))
    return lambda element: observer.observe(element)


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


async def fetch_json(name: str) -> dict[str, Any]:
    """A file of this release as a table. Raises `ConnectionError` when it can't be fetched, or something else came."""
    try:
        response = await js_fetch(_base() + name)
        if not response.ok:
            raise ConnectionError(f"{name}: {response.status}")
        return dict(json.loads(await response.text()))
    except (JsException, ValueError) as fault:
        raise ConnectionError(name) from fault


# --- scripts of ours ---


async def load(name: str) -> Any:
    """A script of this release that the first prompt does without. Raises `ConnectionError` when it can't be
    fetched.
    """
    try:
        return await eden().load(name)
    except JsException as fault:
        raise ConnectionError(name) from fault


async def bring(package: str) -> None:
    """Installs a package that the first prompt does without. Raises `ConnectionError` when it can't be fetched."""
    try:
        await eden().bring(package)
    except JsException as fault:
        raise ConnectionError(package) from fault


class Worker:
    """A script of this release that runs beside the page. Raises `ScriptFault` where there are no workers."""

    def __init__(self, name: str, heard: Callable[[list[Any]], Any], failed: Callable[[str], Any]) -> None:
        """`heard` gets each message (a list; bytes are bytes), `failed` what it broke on, if it does."""

        def message(event: Any) -> None:
            heard([_given(value) for value in event.data])

        def fault(event: Any) -> None:
            event.preventDefault()
            failed(str(getattr(event, "message", None) or name))  # where it can't be fetched there is none

        self._proxies = [create_proxy(message), create_proxy(fault)]
        try:
            self._worker = window.Worker.new(
                _base() + name, to_js({"type": "module"}, dict_converter=Object.fromEntries)
            )
        except (JsException, AttributeError) as error:
            raise ScriptFault(str(error)) from error
        self._worker.onmessage, self._worker.onerror = self._proxies

    def send(self, message: Any) -> None:
        """Text, or a list of numbers and bytes."""
        self._worker.postMessage(to_js(message))

    def end(self) -> None:
        """Stops it at once."""
        self._worker.terminate()
        for proxy in self._proxies:
            proxy.destroy()


def start_worker(name: str, heard: Callable[[list[Any]], Any], failed: Callable[[str], Any]) -> Worker:
    """Start a script beside the page. Raises `ScriptFault` where there are no workers."""
    return Worker(name, heard, failed)


def callback(function: Callable[..., Any]) -> Any:
    """What a script may call, with bytes where it gives bytes. Whoever made it says `destroy()` when it is over."""
    return create_proxy(lambda *values: function(*map(_given, values)))


def call(function: Any, *values: Any) -> Any:
    """What a script's function gives; bytes and tables go over and bytes come back. Raises `ScriptFault`."""
    try:
        return _given(function(*(to_js(value, dict_converter=Object.fromEntries) for value in values)))
    except JsException as fault:
        raise ScriptFault(str(fault.message)) from fault


async def ask(function: Any, *values: Any) -> Any:
    """The same of a function that answers later."""
    try:
        return _given(await call(function, *values))
    except JsException as fault:
        raise ScriptFault(str(fault.message)) from fault


def _given(value: Any) -> Any:
    return value.to_bytes() if isinstance(value, JsBuffer) else value


# --- this release ---


def site_state() -> tuple[str, str]:
    """Whether a new release is there ("", "ready", "others") and whether this one is kept on the device ("", "ready",
    "none", "failed"); web/boot/offline.js has what each means."""
    offered = eden()
    return (str(offered.update), str(offered.offline)) if offered else ("", "")


def apply_update() -> None:
    """Go over to the release that waits."""
    eden().applyUpdate()


def eden() -> Any:
    """What `boot.js` offers: the release, and its updates."""
    return getattr(window, "eden", None)
