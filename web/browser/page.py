"""The browser's page as the client uses it (`protocol.Page`): elements, events, tasks and scripts.

Nothing outside this folder imports js or pyodide; the functions of `device` and `address` are offered here too.

One listener for each kind of event serves the whole page (`data-do` says what a control does), so no proxy is created
during play. `mount.py` puts trees of elements on the page.
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
    """Return a new element that is not on the page yet."""
    return document.createElementNS(SVG, tag) if tag in SVG_TAGS else document.createElement(tag)


def new_text(text: str) -> Any:
    """Return a new text node that is not on the page yet."""
    return document.createTextNode(text)


def by_id(place: str) -> Any:
    """Return the element with an id."""
    return document.getElementById(place)


def root_attribute(name: str, value: str) -> None:
    """Set an attribute of the whole page: `lang`, `data-theme`, `data-screen`."""
    document.documentElement.setAttribute(name, value)


def focus(selector: str) -> None:
    """Move the focus to the first element that matches, if there is one."""
    found = document.querySelector(selector)
    if found:
        found.focus()


def covered(element: Any, other: Any) -> float:
    """Return how many CSS pixels of an element's lower part another element covers."""
    below, above = element.getBoundingClientRect(), other.getBoundingClientRect()
    beside = above.left >= below.right - 1 or above.right <= below.left + 1
    return 0.0 if beside else max(0.0, float(below.bottom - above.top))


def set_variable(element: Any, name: str, value: str) -> None:
    """Set a style sheet variable of an element, such as `--covered`."""
    element.style.setProperty(name, value)


def set_text(place: str, text: str) -> None:
    """Put a text into a live region."""
    element = document.getElementById(place)
    if element.textContent != text:
        element.textContent = text


def set_inert(places: tuple[str, ...], inert: bool) -> None:
    """Make parts of the page, given by their ids, inert to keys and screen readers while a sheet covers them."""
    for place in places:
        document.getElementById(place).toggleAttribute("inert", inert)


def is_on_control() -> bool:
    """Return whether the focus is on a control that Enter and Space press by themselves."""
    active = document.activeElement
    return bool(active) and active.tagName in ("BUTTON", "A", "SELECT", "INPUT", "TEXTAREA", "SUMMARY")


def focus_quietly(element: Any) -> None:
    """Move the focus to an element without scrolling to it."""
    element.focus(to_js({"preventScroll": True}, dict_converter=Object.fromEntries))


def is_focus_lost() -> bool:
    """Return whether the element that had the focus has left the page."""
    active = document.activeElement
    return not active or active.tagName == "BODY"


def is_typing() -> bool:
    """Return whether the focus is in a field for typing."""
    active = document.activeElement
    return bool(active) and active.tagName in TYPED


def show_at(place: str) -> None:
    """Scroll to an element and move the focus there."""
    element = document.getElementById(place)
    if element:
        element.scrollIntoView()
        focus_quietly(element)


def scroll_to_start(place: str) -> None:
    """Scroll an element to its beginning."""
    document.getElementById(place).scrollTop = 0


def scroll_up() -> None:
    """Scroll the page to its beginning, after a change of screen."""
    window.scrollTo(0, 0)


def scroll_to_end(place: str) -> None:
    """Scroll an element to its end."""
    element = document.getElementById(place)
    element.scrollTop = element.scrollHeight


@cache
def sprite() -> str:
    """Return the address of the icons."""
    return str(document.getElementById("sprite").href)


def _base() -> str:
    """Return the folder of this release, which holds the icons as `art/icons.svg`."""
    return sprite().removesuffix("art/icons.svg")


def style_sheet(name: str) -> str:
    """Return the address of a style sheet of this release."""
    return f"{_base()}style/{name}.css"


# --- events ---


def listen(target: Any, event: str, handler: Callable[[Any], Any], passive: bool = True) -> None:
    """Call the handler on each event during the page's life; `target` is an element, "window" or "document"."""
    proxy = create_proxy(handler)
    _kept.append(proxy)
    where = {"window": window, "document": document}[target] if isinstance(target, str) else target
    if passive:
        where.addEventListener(event, proxy)
    else:
        where.addEventListener(event, proxy, to_js({"passive": False}, dict_converter=Object.fromEntries))


def on_controls(handler: Callable[[str, dict[str, str]], Any]) -> None:
    """Call the handler with a control's action (`data-do`) and its `data-` values; `value` is what was entered."""

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
    """Return a function that requests a frame.

    `draw` gets the time in milliseconds; another frame follows as long as it returns True.
    """
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
    """Call the handler with the element's width and height and the screen's pixel ratio, now and on each change.

    Width and height are in CSS pixels.
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
    """Return a function that watches an element.

    The handler is called with the element, once, when it is about to scroll into view.
    """

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
    """Return a new canvas that is not on the page."""
    canvas = document.createElement("canvas")
    canvas.width, canvas.height = width, height
    return canvas


def start(task: Awaitable[Any]) -> None:
    """Run a coroutine in the background; an exception in it is reported to the console like any other."""

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
    """Wait for a number of seconds."""
    await asyncio.sleep(seconds)


async def fetch_json(name: str) -> dict[str, Any]:
    """Fetch a JSON file of this release. Raises `ConnectionError` when it can't be fetched or is no table."""
    try:
        response = await js_fetch(_base() + name)
        if not response.ok:
            raise ConnectionError(f"{name}: {response.status}")
        return dict(json.loads(await response.text()))
    except (JsException, ValueError) as fault:
        raise ConnectionError(name) from fault


# --- scripts of ours ---


async def load(name: str) -> Any:
    """Load a script of this release that the first prompt does not need.

    Raises `ConnectionError` when it can't be fetched.
    """
    try:
        return await eden().load(name)
    except JsException as fault:
        raise ConnectionError(name) from fault


async def bring(package: str) -> None:
    """Install a package that the first prompt does not need. Raises `ConnectionError` when it can't be fetched."""
    try:
        await eden().bring(package)
    except JsException as fault:
        raise ConnectionError(package) from fault


class Worker:
    """A script of this release in a web worker. Raises `ScriptFault` where there are no workers."""

    def __init__(self, name: str, heard: Callable[[list[Any]], Any], failed: Callable[[str], Any]) -> None:
        """Start the script.

        `heard` gets each message (a list, in which bytes are bytes), `failed` the error if the script breaks.
        """

        def message(event: Any) -> None:
            heard([_given(value) for value in event.data])

        def fault(event: Any) -> None:
            event.preventDefault()
            failed(str(getattr(event, "message", None) or name))  # a script that could not be fetched gives no message

        self._proxies = [create_proxy(message), create_proxy(fault)]
        try:
            self._worker = window.Worker.new(
                _base() + name, to_js({"type": "module"}, dict_converter=Object.fromEntries)
            )
        except (JsException, AttributeError) as error:
            raise ScriptFault(str(error)) from error
        self._worker.onmessage, self._worker.onerror = self._proxies

    def send(self, message: Any) -> None:
        """Send a text, or a list of numbers and bytes."""
        self._worker.postMessage(to_js(message))

    def end(self) -> None:
        """Stop the worker at once."""
        self._worker.terminate()
        for proxy in self._proxies:
            proxy.destroy()


def start_worker(name: str, heard: Callable[[list[Any]], Any], failed: Callable[[str], Any]) -> Worker:
    """Start a script in a web worker. Raises `ScriptFault` where there are no workers."""
    return Worker(name, heard, failed)


def callback(function: Callable[..., Any]) -> Any:
    """Return a proxy of a function that scripts can call; bytes from the script arrive as bytes.

    The caller has to call `destroy()` on the proxy when it is no longer needed.
    """
    return create_proxy(lambda *values: function(*map(_given, values)))


def call(function: Any, *values: Any) -> Any:
    """Return the result of a script's function. Raises `ScriptFault`.

    Bytes and tables are converted for the script, and bytes in its result are converted back.
    """
    try:
        return _given(function(*(to_js(value, dict_converter=Object.fromEntries) for value in values)))
    except JsException as fault:
        raise ScriptFault(str(fault.message)) from fault


async def ask(function: Any, *values: Any) -> Any:
    """Return the result of an asynchronous function of a script, as `call` does."""
    try:
        return _given(await call(function, *values))
    except JsException as fault:
        raise ScriptFault(str(fault.message)) from fault


def _given(value: Any) -> Any:
    return value.to_bytes() if isinstance(value, JsBuffer) else value


# --- this release ---


def site_state() -> tuple[str, str]:
    """Return the states of the update and of the offline copy.

    The first says whether a new release is there ("", "ready", "others"), the second whether this one is kept on the
    device ("", "ready", "none", "failed"); web/boot/offline.js explains each.
    """
    offered = eden()
    return (str(offered.update), str(offered.offline)) if offered else ("", "")


def apply_update() -> None:
    """Switch to the waiting release."""
    eden().applyUpdate()


def eden() -> Any:
    """Return the object that `boot.js` provides: the release and its updates."""
    return getattr(window, "eden", None)
