"""Node for the page's scripts that are plain JavaScript: what they would do in a browser, without one."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import web
from web.build.tools import node

__all__ = ["WEB", "played"]

WEB = Path(web.__file__).parent
LIMIT = 60.0  # seconds
# Scripts get at what a browser has by globals; each test says what there is.
HEAD = """
import vm from "node:vm";
import { readFileSync } from "node:fs";
const define = (name, get) => Object.defineProperty(globalThis, name, { configurable: true, get });
const tell = (value) => console.log(JSON.stringify(value));
"""


def played(script: str) -> Any:
    """Return what a module of JavaScript tells (`tell`), as Python has it; fail if it ends with an error."""
    runner, _ = node()
    command = [str(part) for part in runner] + ["--input-type=module", "--eval", HEAD + script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)
