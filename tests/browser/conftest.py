"""What tests in browsers share: the site on a sub-path, the two browsers, pages that are checked when a test ends."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import Error as PlaywrightError

from tests.browser.drivers import DESKTOP, Browser, Chromium, Firefox, Page
from web.build.laying import DIST
from web.build.serving import Site
from web.build.tools import STATE

SHOTS = STATE / "shots"
BROWSERS: dict[str, type[Browser]] = {"chromium": Chromium, "firefox": Firefox}
# A journey in which nothing differs by engine.
ON_CHROMIUM = pytest.mark.parametrize("browser", ["chromium"], indirect=True)
STARTED = 'performance.getEntriesByName("eden-first-prompt").length > 0'


def pytest_configure(config: pytest.Config) -> None:
    """Pictures of what goes well take a tenth of a journey's time and are for people: only when asked for."""
    Browser.pictures = config.getoption("--shots")


class OpenPage(Protocol):
    """Opens a page of the site; see `open_page`."""

    def __call__(self, fragment: str = "", *, size: tuple[
        int, int
    ] = DESKTOP, touch: bool = False,
    language: str = "en", started: bool = True) -> Page: ...  # fmt: skip


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the built site, so that building again meanwhile changes nothing."""
    if not (DIST / "index.html").exists():
        pytest.fail("no dist/: run `python3 build.py test`, which builds it")
    return Path(shutil.copytree(DIST, tmp_path_factory.mktemp("site") / "dist"))


@pytest.fixture(scope="session")
def site(dist: Path) -> Iterator[Site]:
    """The built site, served below a path as a static host would."""
    with Site(dist, below="/games/eden/") as server:
        yield server


@pytest.fixture(scope="session", params=list(BROWSERS))
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Each browser in turn."""
    with BROWSERS[request.param]() as running:
        yield running


@pytest.fixture
def pages(request: pytest.FixtureRequest) -> Iterator[list[Page]]:
    """The pages that a test opened; when it ends they must have no fault. One that failed leaves pictures."""
    request.node.failed = False  # also when it is tried again
    opened: list[Page] = []
    yield opened
    faults = []
    for number, page in enumerate(opened):
        found = page.faults()
        faults += found
        if found or getattr(request.node, "failed", False):
            name = "".join(c if c.isalnum() else "-" for c in request.node.name)
            with suppress(PlaywrightError):  # of a page that crashed there is none
                page.picture(SHOTS / f"failed-{name}-{number}.png")
        page.close()
    assert not faults, "on the page:\n" + "\n".join(faults)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Lets fixtures know that a test failed."""
    report = yield
    if report.failed:  # type: ignore[attr-defined]
        item.failed = True  # type: ignore[attr-defined]
    return report


@pytest.fixture
def open_page(browser: Browser, site: Site, pages: list[Page]) -> OpenPage:
    """A function that opens the site in a page of its own and, unless told otherwise, waits for the first prompt.

    When the test ends, its pages must have had no error, and must have asked no other origin for anything.
    """

    def opened(
        fragment: str = "",
        *,
        size: tuple[int, int] = DESKTOP,
        touch: bool = False,
        language: str = "en",
        started: bool = True,
    ) -> Page:
        page = browser.page(size, touch=touch, language=language)
        pages.append(page)
        page.open(site.address + fragment)
        if started:
            page.wait_for(STARTED, timeout=60)
            assert not page.strangers(site.address)
        return page

    return opened
