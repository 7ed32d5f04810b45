"""The benches in a browser still measure what they say: each once, with little of it; no figure is judged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from build import BENCHES
from tests.bench.clicks import clicks_in
from tests.bench.frames import frames_in
from tests.bench.kept import reopened_in
from tests.bench.machine import machine_in
from tests.bench.memory import memory_in
from tests.browser.conftest import ON_CHROMIUM, OpenPage

SMALL: dict[str, tuple[Callable[..., dict[str, float]], dict[str, Any]]] = {
    "frames": (frames_in, {"fields": 1, "steps": 30, "runs": 1}),
    "clicks": (clicks_in, {"answers": 5}),
    "machine": (machine_in, {"levels": ("warlord",), "most": 6, "repeats": 1}),
    "kept": (reopened_in, {"runs": 1}),
    "memory": (memory_in, {"matches": 2, "settled": 1, "most": 10}),
}


@ON_CHROMIUM
def test_each_bench_measures(open_page: OpenPage) -> None:
    """Each has figures that can be, on a page of its own."""
    for name, (measure, less) in SMALL.items():
        found = measure(open_page(), **less)
        assert name in BENCHES and found and all(value >= 0 for value in found.values()), name
