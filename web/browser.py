"""The only importer of js and pyodide: elements, events, storage, true chance, time.

Panels hand trees (`dom.py`) to a `Mount`, which changes on the page only what has changed, so that the focus stays
where it is. One listener for each kind of event serves the whole page (`data-do` says what a control does), so no
proxy is made anew while playing.
"""

from __future__ import annotations

import asyncio
from typing import Any, Awaitable, Callable

from js import Uint8Array, crypto, document, localStorage, performance, window  # type: ignore[import-not-found]
from pyodide.ffi import create_proxy  # type: ignore[import-not-found]

from .dom import Node, Tree

__all__ = ["Mount", "by_id", "dice", "every_frame", "is_narrow", "languages", "later", "listen", "mark", "now",
           "on_controls", "prefers", "random_bytes", "recall", "remember", "root_attribute", "start", "wait"]

SVG = "http://www.w3.org/2000/svg"
SVG_TAGS = frozenset(("svg", "use", "path", "circle", "rect", "line", "g", "polyline", "polygon", "text"))
_kept: list[Any] = []          # proxies that live as long as the page


# --- elements --------------------------------------------------------------------------------------------------------

class Live:
    """A node as it stands on the page."""

    __slots__ = ("tree", "element", "children")

    def __init__(self, tree: Tree, element: Any, children: list[Live]) -> None:
        self.tree = tree
        self.element = element
        self.children = children


def _attribute(element: Any, node: Node, name: str, value: str) -> None:
    if name == "value" and node.tag in ("input", "select", "textarea"):
        if element.value != value:
            element.value = value
    elif name == "checked":
        element.checked = True
    elif name == "style":
        element.style.cssText = value        # set by script: the page's policy allows no style in markup
    elif name == "data-icon":
        element.setAttribute("href", f"{_sprite()}#{value}")
    else:
        element.setAttribute(name, value)


def _create(tree: Tree) -> Live:
    if isinstance(tree, str):
        return Live(tree, document.createTextNode(tree), [])
    element = document.createElementNS(SVG, tree.tag) if tree.tag in SVG_TAGS else document.createElement(tree.tag)
    children = [_create(child) for child in tree.children]
    for child in children:
        element.appendChild(child.element)
    for name, value in tree.attrs.items():    # after the children: a select's value needs its options
        _attribute(element, tree, name, value)
    return Live(tree, element, children)


def _alike(old: Tree, new: Tree) -> bool:
    if isinstance(old, str) or isinstance(new, str):
        return isinstance(old, str) and isinstance(new, str)
    return old.tag == new.tag and old.key == new.key


def _patch(live: Live, new: Tree) -> None:
    old = live.tree
    if old == new:
        return
    live.tree = new
    if isinstance(old, str) or isinstance(new, str):
        live.element.textContent = new
        return
    for name in old.attrs:
        if name not in new.attrs:
            if name == "checked":
                live.element.checked = False
            live.element.removeAttribute(name)
    for name, value in new.attrs.items():
        if old.attrs.get(name) != value or name == "value":
            _attribute(live.element, new, name, value)
    _children(live, new.children)


def _children(live: Live, wanted: tuple[Tree, ...]) -> None:
    old = live.children
    keyed = {child.tree.key: child for child in old if isinstance(child.tree, Node) and child.tree.key}
    rest = [child for child in old if not (isinstance(child.tree, Node) and child.tree.key)]
    made: list[Live] = []
    for tree in wanted:
        found = None
        if isinstance(tree, Node) and tree.key:
            found = keyed.get(tree.key)
            if found is not None and _alike(found.tree, tree):
                del keyed[tree.key]
            else:
                found = None
        elif rest and _alike(rest[0].tree, tree):
            found = rest.pop(0)
        if found is None:
            found = _create(tree)
        else:
            _patch(found, tree)
        made.append(found)
    kept = {id(child) for child in made}
    for child in old:
        if id(child) not in kept:
            child.element.remove()
    before = live.element.firstChild
    for child in made:
        if before is not None and before.isSameNode(child.element):
            before = before.nextSibling
        else:
            live.element.insertBefore(child.element, before)
    live.children = made


class Mount:
    """A place on the page, by its id, that shows the tree it was last given."""

    def __init__(self, place: str) -> None:
        self.element = document.getElementById(place)
        self.live = Live(Node("div", {}, ()), self.element, [])
        self.element.replaceChildren()

    def show(self, *trees: Tree | None) -> None:
        """Changes the page to show these."""
        wanted = Node("div", {}, tuple(tree for tree in trees if tree is not None))
        if wanted != self.live.tree:
            self.live.tree = wanted
            _children(self.live, wanted.children)


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


def is_typing() -> bool:
    """Whether the focus is where letters are typed."""
    active = document.activeElement
    return bool(active) and active.tagName in ("INPUT", "SELECT", "TEXTAREA")


_sprites: list[str] = []


def _sprite() -> str:
    if not _sprites:
        link = document.getElementById("sprite")
        _sprites.append(link.getAttribute("href") if link else "art/icons.svg")
    return _sprites[0]


# --- events ----------------------------------------------------------------------------------------------------------

def listen(target: Any, event: str, handler: Callable[[Any], Any], **options: bool) -> None:
    """Calls the handler on each event of the page's life; `target` is an element or "window", "document"."""
    proxy = create_proxy(handler)
    _kept.append(proxy)
    where = {"window": window, "document": document}.get(target, target) if isinstance(target, str) else target
    where.addEventListener(event, proxy, **options) if options else where.addEventListener(event, proxy)


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


def every_frame(draw: Callable[[float], Any]) -> None:
    """Calls `draw` with the time in milliseconds before each frame, for the page's life."""
    def frame(time: float) -> None:
        draw(time)
        window.requestAnimationFrame(proxy)

    proxy = create_proxy(frame)
    _kept.append(proxy)
    window.requestAnimationFrame(proxy)


def start(task: Awaitable[Any]) -> None:
    """Runs a coroutine beside the rest."""
    job = asyncio.ensure_future(task)
    _kept.append(job)
    job.add_done_callback(_kept.remove)


async def wait(seconds: float) -> None:
    """Lets time pass."""
    await asyncio.sleep(seconds)


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


def is_narrow() -> bool:
    """Whether the page is a phone's."""
    return bool(window.matchMedia("(max-width: 860px)").matches)


def now() -> float:
    """Milliseconds since the page began."""
    return float(performance.now())


def mark(name: str) -> None:
    """A named moment for whoever measures."""
    performance.mark(name)
