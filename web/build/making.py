"""Fetches npm packages and wheels, and compiles Python's library, the engine and the client with Pyodide."""

from __future__ import annotations

import ast
import base64
import hashlib
import io
import json
import shutil
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from web.build.tools import NPM, ROOT, STATE, WEB, Failure, files_of, make_if_changed, node, pip, run

__all__ = ["application", "fetch_vendored", "library", "segno"]

# Wheels of PyPI, with their SHA-256.
WHEELS = {
    "micropip": ("0.11.1", "768de165adb8e66906039d8fec4127a57f522dfdf8e6fbff877a4616941ecfd3"),
    "segno": ("1.6.6", "28c7d081ed0cf935e0411293a465efd4d500704072cdb039778a2ab8736190c7"),
}
# The files of segno that encode QR codes; the rest (image writers, command line) would need much of Python's library.
SEGNO = ("segno/encoder.py", "segno/consts.py", "segno-1.6.6.dist-info/licenses/LICENSE")
# Modules of Python's library that are in neither archive.
LEFT_OUT = (
    "_pyrepl/",
    "pydoc_data/",
    "antigravity",
    "this.",
    "__hello__",
    "__phello__",
)
# Modules that exist only in the browser, or that the site has besides the library.
BROWSER_MODULES = {"js", "pyodide_js", "pyscript", "polyscript", *WHEELS}
PYSCRIPT_UNUSED = ("fs.py", "media.py", "web.py")  # of PyScript's package, which itself imports none of them
CARDS, PRINTED, RELEASE = (  # written by the build
    "eden_core/cards/_compiled.py",
    "eden_core/cards/_words.py",
    "eden_core/_release.py",
)
NOT_IN_BROWSER = (
    "cli/",
    "__main__.py",
    "sync/rules_id_source.py",
)


def zip_of(entries: dict[str, bytes]) -> bytes:
    """Return a reproducible zip archive, which depends on its entries only."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(entries.items()):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()


def wheel_of(name: str, version: str, entries: dict[str, bytes]) -> tuple[str, bytes]:
    """Return the file name and bytes of a wheel with the given entries."""
    info = f"{name}-{version}.dist-info"
    entries = {
        **entries,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: {version}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: build.py\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = [
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}"
        for path, data in entries.items()
    ]
    entries[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    return f"{name}-{version}-py3-none-any.whl", zip_of(entries)


def fetch_vendored() -> tuple[Path, dict[str, Path]]:
    """Fetch the npm packages and wheels; return the path of node_modules and the wheels by name."""
    sources = [WEB / "package.json", WEB / "package-lock.json", WEB / ".npmrc"]

    def fetch_npm() -> None:
        _, npm = node()
        NPM.mkdir(parents=True, exist_ok=True)
        for source in sources:
            shutil.copy(source, NPM)
        run(
            [*npm, "ci", "--ignore-scripts", "--include=dev"],
            "fetching npm's packages",
            hint="Is the npm registry reachable from here? (npm's own settings apply.)",
            cwd=NPM,
        )

    make_if_changed("npm", sources, NPM / "node_modules", fetch_npm)
    wheels = STATE / "wheels"

    lines = [f"{name}=={version} --hash=sha256:{digest}\n" for name, (version, digest) in WHEELS.items()]

    def fetch_wheels() -> None:
        shutil.rmtree(wheels, ignore_errors=True)
        wheels.mkdir(parents=True)
        wanted = STATE / "wheels.txt"
        wanted.write_text("".join(lines))
        pip(
            [
                "download",
                "--quiet",
                "--no-deps",
                "--require-hashes",
                "--python-version",
                "3.14",
                "--only-binary=:all:",
                "-d",
                wheels,
                "-r",
                wanted,
            ],
            "fetching wheels",
        )

    make_if_changed("wheels", lines, wheels, fetch_wheels)
    return NPM / "node_modules", {name: next(wheels.glob(f"{name}-*.whl")) for name in WHEELS}


def compile_sources(
    trees: list[dict[str, Any]], *, library: Path | None = None, imports: Iterable[str] = (), task: str
) -> dict[str, Any]:
    """Compile folders of sources with Pyodide (web/build/compile.mjs) and return its answer.

    Raises:
        Failure: a source doesn't compile or a module can't be imported; its text lists all faults.
    """
    runner, _ = node()
    with tempfile.TemporaryDirectory(prefix="eden-compile-") as folder:
        job = Path(folder) / "job.json"
        job.write_text(json.dumps({"library": library and str(library), "trees": trees, "imports": list(imports)}))
        command = [*runner, WEB / "build" / "compile.mjs", NPM / "node_modules" / "pyodide", job]
        answer: dict[str, Any] = json.loads(run(command, task).splitlines()[-1])
    if answer["faults"]:
        raise Failure(f"{task}:\n" + "\n".join(f"    {fault}" for fault in answer["faults"]))
    return answer


def modules_of(names: Iterable[str]) -> set[str]:
    """Return the module names of paths like `json/decoder.pyc`."""
    return {
        name.rsplit(".", 1)[0].removesuffix("/__init__").replace("/", ".")
        for name in names
        if name.endswith((".py", ".pyc"))
    }


def is_kept(module: str, wanted: Iterable[str]) -> bool:
    """Return whether a module of Python's library is needed at the start, according to the lines of library.txt."""

    def is_meant(line: str) -> bool:
        return module == line or (line.endswith(".*") and f"{module}.".startswith(line[:-1]))

    return any(map(is_meant, wanted)) and f"-{module}" not in wanted


def library() -> Path:
    """Compile Python's library into library.zip, loaded at the start, and library-rest.zip; return their folder."""
    source, keep = NPM / "node_modules" / "pyodide" / "python_stdlib.zip", WEB / "build" / "library.txt"
    folder = STATE / "library"

    code = [source, Path(__file__), WEB / "build" / "compile.mjs"]

    def compile_all() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "out").mkdir(parents=True)
        with zipfile.ZipFile(source) as archive:
            for entry in archive.namelist():
                if entry.endswith(".py") and not entry.startswith(LEFT_OUT):
                    archive.extract(entry, folder / "in")
        tree = {
            "from": str(folder / "in"),
            "to": str(folder / "out"),
            "shown": "/lib/python314.zip/",
            "strip": ["docstrings"],
        }
        answer = compile_sources([tree], task="compiling Python's library with Pyodide (once)")
        (folder / "builtin.json").write_text(json.dumps(answer["builtin"]))

    def pack() -> None:
        wanted = [line.strip() for line in keep.read_text().splitlines() if line.strip() and not line.startswith("#")]
        first: dict[str, bytes] = {}
        rest: dict[str, bytes] = {}
        for path in files_of(folder / "out", "*.pyc"):
            entry = path.relative_to(folder / "out").as_posix()
            (module,) = modules_of([entry])
            (first if is_kept(module, wanted) else rest)[entry] = path.read_bytes()
        here = modules_of(first)
        absent = [want for want in wanted if want.strip("-").removesuffix(".*") not in here | modules_of(rest)]
        if absent:
            raise Failure(f"{keep.relative_to(ROOT)}: not in Python's library: {', '.join(absent)}")
        (folder / "library.zip").write_bytes(zip_of(first))
        (folder / "library-rest.zip").write_bytes(zip_of(rest))
        (folder / "modules.json").write_text(
            json.dumps(
                sorted(here | {"collections.abc", "os.path"} | set(json.loads((folder / "builtin.json").read_text())))
            )
        )
        compile_sources(
            [], library=folder / "library.zip", imports=sorted(here), task="trying every module of the trimmed library"
        )

    make_if_changed("library", code, folder / "builtin.json", compile_all)
    make_if_changed("library-packed", [*code, keep], folder / "modules.json", pack)
    return folder


def segno(wheel: Path) -> Path:
    """Build a compiled wheel of the part of segno that the site uses; return its path."""
    folder = STATE / "segno"

    def make() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        with zipfile.ZipFile(wheel) as archive:
            entries = {name: archive.read(name) for name in SEGNO}
        for side in ("in", "out"):
            (folder / side / "segno").mkdir(parents=True)
        (folder / "in" / "segno" / "__init__.py").touch()
        for name in [name for name in SEGNO if name.endswith(".py")]:
            (folder / "in" / name).write_bytes(entries.pop(name))
        tree = {"from": str(folder / "in"), "to": str(folder / "out"), "shown": "", "strip": ["docstrings"]}
        compile_sources([tree], task="compiling the QR encoder with Pyodide")
        for path in files_of(folder / "out", "*.pyc"):
            entries[path.relative_to(folder / "out").as_posix()] = path.read_bytes()
        name, data = wheel_of("segno", WHEELS["segno"][0], entries)
        (folder / name).write_bytes(data)

    make_if_changed("segno", [wheel, Path(__file__), WEB / "build" / "compile.mjs"], folder, make)
    return next(folder.glob("*.whl"))


def imports_of(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the absolute names of the modules that a source imports, with lines, except under `TYPE_CHECKING`."""

    def walk(node: ast.AST) -> Iterator[ast.AST]:
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            return
        yield node
        for child in ast.iter_child_nodes(node):
            yield from walk(child)

    for found in walk(ast.parse(path.read_bytes(), str(path))):
        if isinstance(found, ast.Import):
            yield from ((alias.name, found.lineno) for alias in found.names)
        elif isinstance(found, ast.ImportFrom) and not found.level:
            yield str(found.module), found.lineno


def application() -> Path:
    """Compile eden_core and web and build their wheels; return the folder.

    Raises:
        Failure: a module imports something that the browser's Python would not find.
    """
    folder, version = (
        STATE / "application",
        str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]),
    )
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
        from eden_core.cards.printed import printed_source
        from eden_core.cards.shipped import load
        from eden_core.cards.toml import compiled_source
        from eden_core.sync.rules_id_source import release_source

        known = set(json.loads((lib / "modules.json").read_text())) | modules_of(
            name for names in (*sources.values(), (CARDS, PRINTED, RELEASE)) for name in names
        )
        faults = [
            f"    {path.relative_to(ROOT)}:{line}: {name} is neither ours nor in web/build/library.txt"
            for path in every
            if path.suffix == ".py"
            for name, line in imports_of(path)
            if name not in known and name.split(".")[0] not in BROWSER_MODULES
        ]
        if faults:
            raise Failure("imports that the browser's Python would not find:\n" + "\n".join(faults))
        shutil.rmtree(folder, ignore_errors=True)
        for name, path in (
            (name, path) for kind in sources.values() for name, path in kind.items() if path.suffix == ".py"
        ):
            target = folder / "in" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
        written = ((CARDS, compiled_source(load())), (PRINTED, printed_source()), (RELEASE, release_source()))
        for name, text in written:
            (folder / "in" / name).write_text(text, encoding="utf-8")
        unused = shutil.ignore_patterns(*PYSCRIPT_UNUSED)
        shutil.copytree(modules / "@pyscript/core/src/stdlib/pyscript", folder / "pyscript-in", ignore=unused)
        trees: list[dict[str, Any]] = [
            {
                "from": str(folder / "in"),
                "to": str(folder / "out"),
                "shown": "",
                "strip": ["docstrings", "annotations"],
            },
            {
                "from": str(folder / "pyscript-in"),
                "to": str(folder / "pyscript"),
                "shown": "pyscript/",
                "strip": ["docstrings"],
            },
        ]
        for tree in trees:
            Path(str(tree["from"])).mkdir(parents=True, exist_ok=True)
            Path(str(tree["to"])).mkdir(parents=True, exist_ok=True)
        compile_sources(trees, library=lib / "library.zip", task="compiling Eden with Pyodide")
        for name, paths in sources.items():
            # The wheel has the cards compiled, not as TOML.
            entries = {e: path.read_bytes() for e, path in paths.items() if path.suffix not in (".py", ".toml")}
            for path in files_of(folder / "out" / name, "*.pyc"):
                entries[path.relative_to(folder / "out").as_posix()] = path.read_bytes()
            if name == "web":
                entries |= {
                    f"pyscript/{path.name}": path.read_bytes() for path in files_of(folder / "pyscript", "*.pyc")
                }
            file, data = wheel_of({"web": "eden_web"}.get(name, name), version, entries)
            (folder / file).write_bytes(data)

    make_if_changed(
        "application",
        [*every, lib / "library.zip", Path(__file__), WEB / "build" / "compile.mjs", version],
        folder,
        make,
    )
    return folder
