"""A Nostr relay on loopback: PyPI's `nostr-relay` in a process and a folder of its own, for tests that meet through
one.

    python -m tests.browser.relay PORT FOLDER

is that process; tests use `Relay`.
"""

from __future__ import annotations

import importlib.util
import logging
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import types
from pathlib import Path

__all__ = ["Relay"]

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 20.0  # seconds for the process to open its port


class Relay:
    """A relay that runs; `with` ends it."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="eden-relay-"))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def address(self) -> str:
        """Where browsers reach it."""
        return f"ws://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it, again at the same port after `stop`.

        Raises:
            AssertionError: it does not come; what it said is in the text.
        """
        log = self._folder / "log.txt"
        with log.open("ab") as output:
            command = [sys.executable, "-m", "tests.browser.relay", str(self.port), str(self._folder)]
            self._process = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=output, stdin=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if self._process.poll() is not None or time.monotonic() > end:
                    said = log.read_text(errors="replace")[-2000:]
                    self.close()
                    raise AssertionError(f"the relay does not start:\n{said}") from None
                time.sleep(0.05)

    def stop(self) -> None:
        """Ends it; connections to it are cut."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        """Ends it for good."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Relay:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def stand_in_for_coincurve() -> None:
    """Where there is no wheel of the library that checks events' signatures (Python 3.14), they are not checked."""
    if importlib.util.find_spec("coincurve") is None:
        module = types.ModuleType("coincurve")
        anything = type("Anything", (), {"__init__": lambda self, *_: None, "verify": lambda self, *_: True})
        module.PrivateKey = module.PublicKeyXOnly = anything  # type: ignore[attr-defined]
        sys.modules["coincurve"] = module


def serve(port: int, folder: Path) -> None:
    """Runs the relay until the process is ended."""
    stand_in_for_coincurve()
    import uvicorn
    from nostr_relay.config import Config  # type: ignore[import-untyped]
    from nostr_relay.storage import get_metadata  # type: ignore[import-untyped]
    from nostr_relay.web import create_app  # type: ignore[import-untyped]
    from sqlalchemy import create_engine

    base = folder / "events.sqlite3"
    Config._is_loaded = True  # its file of settings is not wanted: these are all
    Config.logging = {"version": 1, "root": {"level": "WARNING"}}
    checks = ("is_not_too_large", "is_signed", "is_recent")
    Config.storage = {
        "sqlalchemy.url": f"sqlite+aiosqlite:///{base}",
        "validators": [f"nostr_relay.validators.{check}" for check in checks],
    }
    Config.max_event_size = 16_384
    get_metadata().create_all(create_engine(f"sqlite:///{base}"))
    logging.disable(logging.INFO)
    uvicorn.run(
        create_app(), host="127.0.0.1", port=port, log_level="warning", ws="websockets", loop="asyncio", http="h11"
    )


if __name__ == "__main__":
    serve(int(sys.argv[1]), Path(sys.argv[2]))
