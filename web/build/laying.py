"""Lays the site out in dist/: folders named after their content, placeholders filled in, the lock file written."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import shutil
from pathlib import Path
from typing import Any

from .making import application, library, vendored
from .serving import POLICY
from .tools import ROOT, STATE, WEB, Failure, digest_of, files_of, made, say

__all__ = ["DIST", "build"]

DIST = ROOT / "dist"
PLUGINS = ("codemirror", "deprecations-manager", "donkey", "error", "py-editor", "py-game", "py-terminal")


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
