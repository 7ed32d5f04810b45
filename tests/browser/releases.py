"""Copies of the built site in which something is otherwise: a file, or the whole release."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

__all__ = ["NEXT", "altered", "renew"]

NEXT = "r-0123456789ab"  # the name of a release that comes after the built one


def altered(dist: Path, folder: Path, changed: dict[str, str | None]) -> Path:
    """A copy of the site in which files, by their names, have other contents, or are not there (None); returns its
    folder.
    """
    for path in dist.rglob("*"):
        target = folder / path.relative_to(dist)
        if path.is_dir() or changed.get(path.name, "") is None:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.name in changed:
            target.write_text(str(changed[path.name]), encoding="utf-8")
        else:
            target.symlink_to(path)
    sign(folder)
    return folder


def renew(dist: Path, folder: Path, keep: bool = True, to: str = NEXT) -> None:
    """Puts the next release into a copy of the site, as a host does: the old one's own folder stays, or goes."""
    old = next(path for path in dist.glob("r-*"))
    (folder / to).mkdir()
    for path in old.rglob("*"):
        target = folder / to / path.relative_to(old)
        if path.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(path)
    for name in ("index.html", "sw.js", f"{to}/boot.js"):
        text = (dist / name.replace(to, old.name)).read_text(encoding="utf-8").replace(old.name, to)
        (folder / name).unlink()
        (folder / name).write_text(text, encoding="utf-8")
    sign(folder)
    if not keep:
        (folder / old.name).rename(folder / "gone")


def sign(folder: Path) -> None:
    """Writes the digests of the files that are there into the service worker."""
    worker = (folder / "sw.js").read_text(encoding="utf-8")
    match = re.search(r"FILES = JSON\.parse\('(.*)'\)", worker)
    assert match
    names = [name for name in json.loads(match[1]) if (folder / name).is_file()]
    files = {name: base64.b64encode(hashlib.sha256((folder / name).read_bytes()).digest()).decode() for name in names}
    (folder / "sw.js").unlink()
    (folder / "sw.js").write_text(worker.replace(match[1], json.dumps(files)), encoding="utf-8")
