"""The rules' id computed from the files of the source tree, and the module into which a build writes it."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

__all__ = ["id_of_files", "id_of_source", "release_source"]

# The packages and modules of the core that decide a match. All else plays, talks or shows.
DECIDING = ("cards", "content", "engine", "errors.py", "geometry", "record", "rules", "ruleset.py")
LEFT_OUT = frozenset(("__pycache__", "_compiled.py", "_words.py"))


def id_of_source() -> bytes:
    """Return the id of the rules in the source tree: 32 bytes, over all files that decide a match."""
    return id_of_files(entry for name in DECIDING for entry in _read(files("eden_core").joinpath(name), name))


def release_source() -> str:
    """Return the text of `_release.py`."""
    return f'"""The rules\' id, written by a build."""\n\nRULES = "{id_of_source().hex()}"\n'


def id_of_files(found: Iterable[tuple[str, bytes]]) -> bytes:
    """Return the hash over names and contents, in the order of the names, independent of line endings."""
    whole = sha256(b"eden/rules/1")
    for name, data in sorted(found):
        data = data.replace(b"\r\n", b"\n")
        whole.update(len(name.encode()).to_bytes(4, "big") + name.encode() + len(data).to_bytes(8, "big") + data)
    return whole.digest()


def _read(entry: Traversable, path: str) -> Iterable[tuple[str, bytes]]:
    if entry.name in LEFT_OUT:
        return
    if entry.is_dir():
        for inner in entry.iterdir():
            yield from _read(inner, f"{path}/{inner.name}")
    elif entry.name.endswith((".py", ".toml")):
        yield path, entry.read_bytes()
