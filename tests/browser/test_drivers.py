"""What the tests see of a browser that fails."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error as PlaywrightError

from tests.browser.drivers import Chromium, ChromiumPage


def test_of_a_page_that_crashed_is_told_how_and_the_next_has_a_new_browser() -> None:
    """By which signal, under what circumstances: CI shows nothing else of it."""
    with Chromium() as browser:
        page = browser.page()
        assert isinstance(page, ChromiumPage)
        with suppress(PlaywrightError):
            page.open("chrome://crash")
        told = page.faults()[-1]
        for word in ("crashed by signal 11", "free on disk", "Intentionally crashing"):
            assert word in told
        assert "MemAvailable" in told or not Path("/proc/meminfo").exists()
        page.close()
        other = browser.page()
        other.open("about:blank")
        assert other.evaluate("1 + 1") == 2
        assert other.faults() == [] and browser.crashes() == ""
