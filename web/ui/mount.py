"""Mounting of element trees on the page: only what has changed is changed, so that the focus stays where it is.

Every text becomes a text node and every attribute is set by name: nothing is ever parsed as markup.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from web.ui.nodes import Node, Tree

if TYPE_CHECKING:
    from web.browser.protocol import Page

__all__ = ["Mount"]


class Live:
    """A node as it stands on the page."""

    __slots__ = ("children", "element", "tree")

    def __init__(self, tree: Tree, element: Any, children: list[Live]) -> None:
        self.tree = tree
        self.element = element
        self.children = children


def _attribute(page: Page, element: Any, node: Node, name: str, value: str) -> None:
    if name == "value" and node.tag in ("input", "select", "textarea"):
        if element.value != value:
            element.value = value
    elif name == "checked":
        element.checked = True
    elif name == "style":
        element.style.cssText = value  # set by script: the page's policy allows no style in markup
    elif name == "data-icon":
        element.setAttribute("href", f"{page.sprite()}#{value}")
    elif name == "data-style":
        element.setAttribute("href", page.style_sheet(value))
    else:
        element.setAttribute(name, value)


def _create(page: Page, tree: Tree) -> Live:
    if isinstance(tree, str):
        return Live(tree, page.new_text(tree), [])
    element = page.new_element(tree.tag)
    children = [_create(page, child) for child in tree.children]
    for child in children:
        element.appendChild(child.element)
    for name, value in tree.attrs.items():  # after the children: a select's value needs its options
        _attribute(page, element, tree, name, value)
    return Live(tree, element, children)


def _alike(old: Tree, new: Tree) -> bool:
    if isinstance(old, str) or isinstance(new, str):
        return isinstance(old, str) and isinstance(new, str)
    return old.tag == new.tag and old.key == new.key


def _patch(page: Page, live: Live, new: Tree) -> None:
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
            _attribute(page, live.element, new, name, value)
    _children(page, live, new.children)


def _children(page: Page, live: Live, wanted: tuple[Tree, ...]) -> None:
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
            found = _create(page, tree)
        else:
            _patch(page, found, tree)
        made.append(found)
    kept = {id(child) for child in made}
    for child in old:
        if id(child) not in kept:
            child.element.remove()
    before = live.element.firstChild
    for child in made:
        if before and before.isSameNode(child.element):
            before = before.nextSibling
        else:
            live.element.insertBefore(child.element, before)
    live.children = made


class Mount:
    """A place on the page, given by its id, that shows the latest tree passed to it."""

    def __init__(self, page: Page, place: str) -> None:
        self.page, self.element = page, page.by_id(place)
        self.live = Live(Node("div", {}, ()), self.element, [])
        self.element.replaceChildren()

    def attributes(self, **values: str) -> None:
        """Set attributes of the place itself: `data_kind` means `data-kind`; "" removes one."""
        for name, value in values.items():
            name = name.rstrip("_").replace("_", "-")
            if value:
                self.element.setAttribute(name, value)
            else:
                self.element.removeAttribute(name)

    def show(self, *trees: Tree | None) -> None:
        """Change the page to show these nodes."""
        wanted = Node("div", {}, tuple(tree for tree in trees if tree is not None))
        if wanted != self.live.tree:
            self.live.tree = wanted
            _children(self.page, self.live, wanted.children)
