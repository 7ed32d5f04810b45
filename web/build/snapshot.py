"""Makes the snapshot that later visits start from: the interpreter's memory, with the rules and most of the client
in it.

It is tied to the interpreter, the library and the wheels that it was made with, and so lies in the release's folder.
The browser's own things are not in it: what imports `js` is imported by each page anew.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from web.build.making import application, library
from web.build.tools import STATE, WEB, files_of, made, node, run

__all__ = ["ENVIRONMENT", "MODULES", "make_snapshot", "snapshot"]

# Python's environment on the page (web/boot/python.mjs); PYTHONPATH comes with the wheels. Nothing is compiled twice,
# so nothing need be written beside the sources.
ENVIRONMENT = {"HOME": "/home/eden", "PYTHONDONTWRITEBYTECODE": "1"}
# What is in the snapshot: what the first page needs, then what is loaded while the player reads it (web/app/client.py);
# `html` is PyScript's.
MODULES = (
    "asyncio",
    "html",
    "json",
    "traceback",
    "pyodide.ffi",
    "pyodide.webloop",
    "web.app.client",
    "web.app.first_page",
    "eden_core.rules.start",
    "eden_core.cards.shipped",
    "web.match.session",
    "web.setup.controller",
    "web.field.canvas",
    "web.table.controller",
    "web.app.sheets",
    "web.local.controller",
    "web.local.thinking",
)
RUN = "from eden_core.cards.shipped import load; load()"


def make_snapshot(parts: Path, lock: bytes, out: Path) -> None:
    """Writes it.

    Args:
        parts: the folder of the interpreter
        lock: the site's lock file for Pyodide
        out: the file

    Raises:
        Failure: it can't be made, or nothing starts from what was made.
    """
    lib, wheels = library(), sorted(application().glob("*.whl"))
    runner, _ = node()
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="eden-snapshot-") as folder:
        job, lock_file = Path(folder) / "job.json", Path(folder) / "lock.json"
        lock_file.write_bytes(lock)
        # One seed for all, so that the same sources make the same snapshot: hashes of texts are no secret on a page.
        environment = {
            **ENVIRONMENT,
            "PYTHONHASHSEED": "0",
            "PYTHONPATH": ":".join(f"/lib/{wheel.name}" for wheel in wheels),
        }
        job.write_text(
            json.dumps(
                {
                    "library": str(lib / "library.zip"),
                    "wheels": [str(wheel) for wheel in wheels],
                    "lock": str(lock_file),
                    "env": environment,
                    "modules": MODULES,
                    "run": RUN,
                    "boot": str(WEB / "boot"),
                    "out": str(out),
                }
            )
        )
        run(
            [*runner, WEB / "build" / "snapshot.mjs", parts, job],
            "starting Eden once, for the snapshot",
            env={"TZ": "UTC", "LANG": "C"},
        )


def snapshot(parts: Path, lock: bytes) -> Path:
    """Makes it unless it is there; returns its file."""
    out = STATE / "snapshot" / "snapshot.gz"
    scripts = [WEB / "build" / "snapshot.mjs", WEB / "boot" / "snapshot.mjs", WEB / "boot" / "rest.mjs"]
    inputs: list[Path | bytes] = [Path(__file__), *scripts, *files_of(parts), library() / "library.zip", lock]
    inputs += sorted(application().glob("*.whl"))
    made("snapshot", inputs, out, lambda: make_snapshot(parts, lock, out))
    return out
