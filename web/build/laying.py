"""Assembles the site in dist/: folders named by content hash, placeholders filled in, Pyodide's lock file written."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import posixpath
import re
import shutil
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from web.build.dividing import INTERPRETER, interpreter
from web.build.making import application, fetch_vendored, library, segno
from web.build.serving import POLICY
from web.build.snapshot import ENVIRONMENT, snapshot
from web.build.tools import NPM, ROOT, STATE, WEB, Failure, digest_of, files_of, make_if_changed, say

__all__ = ["DIST", "build"]

DIST = ROOT / "dist"
# Our scripts that are stored beside the interpreter because they change only with it.
BESIDE = ("ahead.js", "python.mjs", "rest.mjs", "snapshot.mjs")
# npm packages for connecting through relays (web/ports/relays.js): path in the v- folder, path in node_modules.
TRYSTERO = {
    "trystero/nostr.mjs": "@trystero-p2p/nostr/dist/index.mjs",
    "trystero/secp256k1.js": "@noble/secp256k1/index.js",
    "trystero/LICENSE": "@trystero-p2p/nostr/LICENSE",
    "trystero/secp256k1-LICENSE": "@noble/secp256k1/LICENSE",
}
BARE = {"@trystero-p2p/core": "./core/index.mjs", "@noble/secp256k1": "./secp256k1.js"}
# Changes to trystero: file, old text, new text.
TRYSTERO_CHANGES = (
    # A match has few peers, and twenty prepared connections are too many for a phone.
    ("trystero/core/offer-pool.mjs", "const poolSize = 20;", "const poolSize = 2;"),
    # A click on a mailto: link must not leave the room.
    (
        "trystero/core/room.mjs",
        "if (isBrowser) unregisterBeforeUnloadCleanup",
        "if (false) unregisterBeforeUnloadCleanup",
    ),
)
# PyScript writes the sources of its Python package into the interpreter's file system at each start; we ship them
# compiled in a wheel.
PYSCRIPT_SOURCES = rb'\("\.",\{pyscript:\{.*?\}\}\)(?=,\w+\.push\("import pyscript as _pyscript"\))'
# It also waits for a store of its own, for packages that it fetches (here: none), and for ever where storage is shut.
PYSCRIPT_STORE = (
    rb"(this\.#\w+=this\.#\w+\.entries\(\)\.then\(\w+=>\{for\(const\[\w+,\w+\]of \w+\)super\.set\(\w+,\w+\)\}\)"
    rb"|(?<=async close\(\)\{)await this\.#\w+,await this\.#\w+\.close\(\)(?=\}async sync))"
)
PLUGINS = ("codemirror", "deprecations-manager", "donkey", "error", "py-editor", "py-game", "py-terminal")


def filled(text: str, values: dict[str, str]) -> str:
    """Return a text with its `{{placeholders}}` filled in.

    Raises:
        Failure: a placeholder has no value.
    """

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            raise Failure(f"unknown placeholder {match[0]}")
        return values[match[1]]

    return re.sub(r"\{\{(\w+)\}\}", value, text)


def lock_entry(path: Path, name: str, imports: list[str], folder: str = "") -> dict[str, Any]:
    """Return the entry of a wheel in Pyodide's lock file."""
    return {
        "depends": [],
        "file_name": folder + path.name,
        "imports": imports,
        "install_dir": "site",
        "name": name,
        "package_type": "package",
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "unvendored_tests": False,
        "version": path.name.split("-")[1],
    }


def build(*, counting: bool = False) -> None:
    """Build the site in dist/ if it is out of date.

    Args:
        counting: use an interpreter that records which functions are called (dividing.py)
    """
    modules, wheels = fetch_vendored()
    wheels["segno"] = segno(wheels["segno"])
    parts = interpreter(counting=counting)
    lib = library()
    app = application()
    page = [
        path
        for path in files_of(WEB)
        if path.suffix != ".py"
        and not path.is_relative_to(WEB / "build")
        and not path.is_relative_to(WEB / "figures")
        and path.name not in ("package.json", "package-lock.json", ".npmrc")
    ]
    inputs = [*page, *files_of(app, "*.whl"), *files_of(lib, "*.zip"), *files_of(WEB / "build", "*.py", "*.mjs")]
    inputs += files_of(WEB / "figures", "*")
    inputs += files_of(parts)
    inputs += [WEB / "main.py", NPM / "package-lock.json", *wheels.values()]
    make_if_changed("site", inputs, DIST / "index.html", lambda: lay_out(page, modules, wheels, parts, lib, app))


def trystero_files(modules: Path) -> dict[str, bytes]:
    """Return the files of trystero and its dependencies, by path in the v- folder.

    Browsers can't resolve package names, so imports of packages become relative paths.

    Raises:
        Failure: a text of `TRYSTERO_CHANGES` does not occur exactly once.
    """
    paths = {place: modules / name for place, name in TRYSTERO.items()}
    for path in sorted((modules / "@trystero-p2p/core/dist").glob("*.mjs")):
        paths[f"trystero/core/{path.name}"] = path
    files = {}
    for place, path in paths.items():
        files[place] = path.read_bytes()
        if path.suffix in (".js", ".mjs"):
            found = re.sub(r"""(?<=\bfrom ")[^"./][^"]*(?=";)""", lambda match: BARE[match[0]], files[place].decode())
            files[place] = found.encode()
    for place, old, new in TRYSTERO_CHANGES:
        if files[place].count(old.encode()) != 1:
            raise Failure(f"{place}: {old!r} is not there once; look again at what is changed in trystero")
        files[place] = files[place].replace(old.encode(), new.encode())
    return files


def vendor_files(modules: Path, wheels: dict[str, Path], parts: Path, lib: Path) -> dict[str, bytes]:
    """Return all third-party files of the site, by path in the v- folder."""
    pyscript = modules / "@pyscript" / "core"
    paths = {name: parts / name for name in INTERPRETER}
    paths |= {name: lib / name for name in ("library.zip", "library-rest.zip")}
    paths |= {wheel.name: wheel for wheel in wheels.values()}
    paths |= {name: WEB / "boot" / name for name in BESIDE}
    # Only the core of PyScript: editors, terminals and games are left out (PLUGINS).
    for path in sorted((pyscript / "dist").glob("*.js")):
        if path.name.startswith(("core.", "core-", "error-")):
            paths[f"pyscript/{path.name}"] = path
    paths["pyscript/LICENSE"] = pyscript / "LICENSE"
    files = {name: path.read_bytes() for name, path in paths.items()} | trystero_files(modules)
    for name in files:
        if name.startswith("pyscript/core-"):
            files[name], count = re.subn(PYSCRIPT_SOURCES, b'(".",{})', files[name], flags=re.DOTALL)
            if count != 1:
                raise Failure(
                    f"{name}: the sources of PyScript's package are not there once; look again at how it starts"
                )
            files[name], count = re.subn(PYSCRIPT_STORE, rb"\1.catch(()=>{})", files[name])
            if not count:
                raise Failure(
                    f"{name}: PyScript's store is not made as it was; look again at how it starts without storage"
                )
        if name.endswith(("js", "mjs")):
            files[name] = re.sub(rb"\n//# sourceMappingURL=[^\n]*", b"", files[name])
    return files


def figures() -> bytes:
    """Return the figures of the rules page as one JSON file: the entries of index.json with their scenarios' text."""
    folder = WEB / "figures"
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    whole = {
        name: {**shown, "toml": (folder / f"{name}.toml").read_text(encoding="utf-8")} for name, shown in index.items()
    }
    return json.dumps(whole, ensure_ascii=False).encode()


def split_packages(lib: Path) -> list[str]:
    """Return the packages of Python's library that have modules in both archives."""
    folders = []
    for name in ("library.zip", "library-rest.zip"):
        with zipfile.ZipFile(lib / name) as archive:
            folders.append({entry.rpartition("/")[0] for entry in archive.namelist()} - {""})
    return sorted(folder.replace("/", ".") for folder in folders[0] & folders[1])


def fonts(styles: Iterable[bytes], modules: Path) -> dict[str, bytes]:
    """Return the font files that the styles refer to (`../fonts/...`) and their licences, from npm's font packages.

    Raises:
        Failure: no package has the font.
    """
    found: dict[str, bytes] = {}
    for style in styles:
        for name in re.findall(r"\.\./fonts/([\w.-]+)", style.decode()):
            path = next((modules / "@fontsource").glob(f"*/files/{name}"), None)
            if path is None:
                raise Failure(f"a style names the font {name}, which no font package of web/package.json has")
            found[f"fonts/{name}"] = path.read_bytes()
            found[f"fonts/{path.parents[1].name}-LICENSE.txt"] = (path.parents[1] / "LICENSE").read_bytes()
    return found


def check_references(files: dict[str, bytes]) -> None:
    """Check that every file that the page or a style refers to exists.

    Raises:
        Failure: some are missing; its text lists them all.
    """
    faults = []
    for name, data in files.items():
        if not name.endswith((".html", ".css")):
            continue
        for target in re.findall(r"""(?:href|src|url)(?:=|\()["']?([^"'#)\s>]+)""", data.decode()):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
            if not target.startswith(("data:", "#")) and path not in files:
                faults.append(f"    {name}: {target}")
    if faults:
        raise Failure("files that the site names but doesn't have:\n" + "\n".join(faults))


def digest_in_base64(data: bytes) -> str:
    """Return a SHA-256 in base64, as in integrity attributes."""
    return base64.b64encode(hashlib.sha256(data).digest()).decode()


def name_of(prefix: str, files: dict[str, bytes]) -> str:
    """Return a folder's name: the prefix and a hash of its files' names and content."""
    return prefix + digest_of(part for item in sorted(files.items()) for part in item)[:12]


def lay_out(page: list[Path], modules: Path, wheels: dict[str, Path], parts: Path, lib: Path, app: Path) -> None:
    """Write dist/.

    Args:
        page: the files of web/ that are part of the site
        modules: npm's node_modules
        wheels: third-party wheels by name, loaded after the first page
        parts: the folder of the split interpreter
        lib: the folder of Python's compiled library
        app: the folder of Eden's wheels
    """
    say("  laying out the site …")
    vendor = vendor_files(modules, wheels, parts, lib)
    v = name_of("v-", vendor)

    core, client = next(app.glob("eden_core-*.whl")), next(app.glob("eden_web-*.whl"))
    packages = {
        "eden-core": lock_entry(core, "eden-core", ["eden_core"]),
        "eden-web": lock_entry(client, "eden-web", ["web"]),
        "micropip": lock_entry(wheels["micropip"], "micropip", ["micropip"], f"../{v}/"),
    }
    info = json.loads((modules / "pyodide" / "pyodide-lock.json").read_text())["info"]
    release = {
        core.name: core.read_bytes(),
        client.name: client.read_bytes(),
        "main.py": (WEB / "main.py").read_bytes(),
    }
    release["lock.json"] = json.dumps({"info": info, "packages": packages}).encode()
    for path in page:
        name = path.relative_to(WEB).as_posix().removeprefix("boot/")
        if name not in ("index.html", "sw.js", *BESIDE):
            release[name] = path.read_bytes()
    release["snapshot.gz"] = snapshot(parts, release["lock.json"]).read_bytes()
    release["figures.json"] = figures()
    release |= fonts([data for name, data in release.items() if name.endswith(".css")], modules)
    # The hash covers everything a release is made of, so that any change reaches returning visitors.
    made_with = {
        name: (WEB / name).read_bytes() for name in ("index.html", "sw.js", "build/laying.py", "build/serving.py")
    }
    r = name_of("r-", {**release, **made_with, "vendor": v.encode()})

    plugins = [f"!{plugin}" for plugin in PLUGINS]
    waited_for = {core.name: core.read_bytes(), client.name: client.read_bytes()}
    waited_for |= {name: vendor[name] for name in ("library.zip", "pyodide.asm.wasm")}
    # In the order in which they are needed, which is the order in which the service worker serves them.
    scripts = ["python.mjs", "pyodide.mjs", "rest.mjs", "snapshot.mjs", "pyodide.asm.mjs"]
    scripts += [name for name in sorted(vendor) if name.startswith("pyscript/") and name.endswith(".js")]
    first = [f"{r}/boot.js", f"{r}/words.js", *(f"{v}/{name}" for name in scripts)]
    early = [f"{v}/library.zip", f"{r}/{core.name}", f"{r}/{client.name}", f"{r}/lock.json"]

    def preloaded(paths: list[str]) -> list[str]:
        return [f'<link rel="preload" as="fetch" crossorigin href="{path}">' for path in paths]

    values = {
        "vendor": v,
        "split": json.dumps(split_packages(lib)),
        "release": r,
        "sizes": json.dumps({name: len(data) for name, data in waited_for.items()}),
        "wheels": json.dumps([core.name, client.name]),
        "later": json.dumps({"segno": [wheels["segno"].name, digest_in_base64(wheels["segno"].read_bytes())]}),
        "environment": json.dumps(ENVIRONMENT),
        "plugins": json.dumps(plugins),
        "preload": "\n    ".join(
            preloaded([f"{v}/pyodide.asm.wasm"])
            + [f'<link rel="modulepreload" href="{path}">' for path in first]
            + preloaded(early)
        ),
        "config": html.escape(json.dumps({"interpreter": f"./{v}/python.mjs", "plugins": plugins})),
        "csp": html.escape(POLICY),
    }
    for name in ("boot.js", "thinker.js", "ports/relays.js"):
        release[name] = filled(release[name].decode(), values).encode()

    files = {f"{v}/{name}": data for name, data in vendor.items()}
    files |= {f"{r}/{name}": data for name, data in release.items()}
    files["index.html"] = filled((WEB / "index.html").read_text(), values).encode()
    check_references(files)
    digests = {name: digest_in_base64(data) for name, data in sorted(files.items())}
    files["sw.js"] = filled((WEB / "sw.js").read_text(), {**values, "files": json.dumps(digests)}).encode()
    fresh = STATE / "dist"
    shutil.rmtree(fresh, ignore_errors=True)
    for name, data in files.items():
        (fresh / name).parent.mkdir(parents=True, exist_ok=True)
        (fresh / name).write_bytes(data)
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.move(fresh, DIST)
