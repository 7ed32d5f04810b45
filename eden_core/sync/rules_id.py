"""The rules' id: one hash over rules code, rulesets and cards, the same in the source tree and on the page.

Two peers with different ids may disagree about a state, so they are warned before they begin. A build writes the id
into `_release.py`, because the page's code is compiled; in the source tree it is computed from the files
(`rules_id_source.py`).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

__all__ = ["rules_id"]


@cache
def rules_id() -> bytes:
    """Return the rules' id, 32 bytes."""
    try:
        return bytes.fromhex(import_module("eden_core._release").RULES)
    except ModuleNotFoundError:
        source = import_module("eden_core.sync.rules_id_source")
        found: bytes = source.id_of_source()
        return found
