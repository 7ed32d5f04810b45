"""The benches in a browser still measure what they say: each once, with little of it; the figures themselves are not
judged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from build import BENCHES
from tests.bench.clicks import clicks_in
from tests.bench.frames import frames_in
from tests.bench.kept import reopened_in
from tests.bench.machine import machine_in
from tests.bench.memory import memory_in
from tests.browser.conftest import OpenPage

SMALL: dict[str, tuple[Callable[..., dict[str, float]], dict[str, Any]]] = {
    "frames": (frames_in, {"fields": 1, "steps": 30, "runs": 1}),
    "clicks": (clicks_in, {"answers": 5}),
    "machine": (machine_in, {"levels": ("warlord",), "most": 6, "repeats": 1}),
    "kept": (reopened_in, {"runs": 1}),
    "memory": (memory_in, {"matches": 2, "settled": 1, "most": 10}),
}


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
@pytest.mark.parametrize("name", list(SMALL))
def test_a_bench_measures(open_page: OpenPage, name: str) -> None:
    measure, less = SMALL[name]
    found = measure(open_page(), **less)
    assert name in BENCHES and found and all(value >= 0 for value in found.values())
