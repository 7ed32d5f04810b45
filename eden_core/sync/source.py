"""The rules' id worked out from the files of the source tree, and the module that a build writes it into."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

__all__ = ["id_of_files", "id_of_source", "release_source"]

LEFT_OUT = frozenset(("ai", "cli", "sync", "__main__.py", "__pycache__", "_release.py", "_compiled.py"))


def id_of_source() -> bytes:
    """The id of the rules in the source tree: 32 bytes. What plays, talks or shows is no rule and is left out."""
    return id_of_files(_walk(files("eden_core"), ""))


def release_source() -> str:
    """The text of `_release.py`."""
    return f'"""The rules\' id, written by a build."""\n\nRULES = "{id_of_source().hex()}"\n'


def id_of_files(found: Iterable[tuple[str, bytes]]) -> bytes:
    """The hash over names and contents, in the order of the names, whatever the ends of lines are."""
    whole = sha256(b"eden/rules/1")
    for name, data in sorted(found):
        data = data.replace(b"\r\n", b"\n")
        whole.update(len(name.encode()).to_bytes(4, "big") + name.encode() + len(data).to_bytes(8, "big") + data)
    return whole.digest()


def _walk(folder: Traversable, path: str) -> Iterable[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.name in LEFT_OUT:
            continue
        if entry.is_dir():
            yield from _walk(entry, f"{path}{entry.name}/")
        elif entry.name.endswith((".py", ".toml")):
            yield path + entry.name, entry.read_bytes()
