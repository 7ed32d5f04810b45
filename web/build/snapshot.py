"""Builds the snapshot that later visits start from: the interpreter's memory with the engine and most of the client.

The snapshot is valid only for the interpreter, library and wheels it was made with, so it is part of the release's
folder. Modules that import `js` are not in it; each page imports them itself.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from web.build.making import application, library
from web.build.tools import STATE, WEB, files_of, make_if_changed, node, run

__all__ = ["ENVIRONMENT", "MODULES", "make_snapshot", "snapshot"]

# Python's environment on the page (web/boot/python.mjs); PYTHONPATH depends on the wheels. All code is compiled
# already, so no bytecode needs to be written.
ENVIRONMENT = {"HOME": "/home/eden", "PYTHONDONTWRITEBYTECODE": "1"}
# The modules in the snapshot: those of the first page, then those loaded while the player reads it
# (web/app/client.py), if they can be imported without a browser. PyScript needs `html`.
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
    """Write the snapshot.

    Args:
        parts: the folder of the interpreter
        lock: the content of the site's lock file for Pyodide
        out: the file to write

    Raises:
        Failure: the snapshot can't be made, or starting from it fails.
    """
    lib, wheels = library(), sorted(application().glob("*.whl"))
    runner, _ = node()
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="eden-snapshot-") as folder:
        job, lock_file = Path(folder) / "job.json", Path(folder) / "lock.json"
        lock_file.write_bytes(lock)
        # A fixed hash seed makes the snapshot reproducible; a page has no secret that depends on string hashes.
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
    """Build the snapshot if it is out of date; return its path."""
    out = STATE / "snapshot" / "snapshot.gz"
    scripts = [WEB / "build" / "snapshot.mjs", WEB / "boot" / "snapshot.mjs", WEB / "boot" / "rest.mjs"]
    inputs: list[Path | bytes] = [Path(__file__), *scripts, *files_of(parts), library() / "library.zip", lock]
    inputs += sorted(application().glob("*.whl"))
    make_if_changed("snapshot", inputs, out, lambda: make_snapshot(parts, lock, out))
    return out
