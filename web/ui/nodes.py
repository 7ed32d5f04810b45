"""Trees of elements as plain values: panels return them and `browser.Mount` puts them on the page. No js here.

A tree is built from the match and the texts, so a panel can be tested without a browser. Texts only ever become text
nodes: nothing that a player types can turn into markup.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Union

__all__ = ["Child", "Node", "find", "h", "icon", "text_of"]


class Node(NamedTuple):
    """An element: its tag, attributes and children; `key` identifies it while its siblings change."""

    tag: str
    attrs: dict[str, str]
    children: tuple[Tree, ...]
    key: str = ""


Tree = Union[Node, str]
Child = Union[Node, str, None, "Sequence[Child]"]


def h(tag: str, attrs: Mapping[str, object] | None = None, *children: Child, key: str = "") -> Node:
    """Return an element; an attribute that is None or False is left out, True is written empty.

    None is allowed among the children too, and left out.
    """
    made = {
        name: "" if value is True else str(value)
        for name, value in (attrs or {}).items()
        if value is not None and value is not False
    }
    return Node(tag, made, tuple(_flat(children)), key)


def _flat(children: Sequence[Child]) -> list[Tree]:
    found: list[Tree] = []
    for child in children:
        if child is None or child == "":
            continue
        if isinstance(child, (Node, str)):
            found.append(child)
        else:
            found.extend(_flat(child))
    return found


def icon(name: str, title: str = "", **attrs: object) -> Node:
    """Return an icon of the sprite; without a title it is decoration and hidden from a screen reader."""
    about: dict[str, object] = {"role": "img", "aria-label": title} if title else {"aria-hidden": "true"}
    return h("svg", {"class": "icon", **about, **attrs}, h("use", {"data-icon": name}))


def text_of(tree: Tree) -> str:
    """Return all text within, as a screen reader reads it."""
    return tree if isinstance(tree, str) else " ".join(filter(None, map(text_of, tree.children)))


def find(tree: Tree, **attrs: str) -> list[Node]:
    """Return every element within whose attributes have these values (`data_option` means `data-option`)."""
    if isinstance(tree, str):
        return []
    wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attrs.items()}
    here = [tree] if all(tree.attrs.get(name) == value for name, value in wanted.items()) else []
    return here + [node for child in tree.children for node in find(child, **attrs)]
