"""The player's language: the page's words and the language it says it speaks change together."""

from __future__ import annotations

from tests.web.page import Browser, Element, FakePage, Ports
from web.app.client import Client
from web.i18n.catalogue import LANGUAGES


class ReadOut(FakePage):
    """A page read out by a screen reader, which changes its voice as soon as `lang` has changed."""

    def __init__(self, browser: Browser, address: str) -> None:
        super().__init__(browser, address)
        self.heard: list[tuple[str, str]] = []  # the language, and the title at the end of the step that told it

    def root_attribute(self, name: str, value: str) -> None:
        super().root_attribute(name, value)
        if name == "lang":
            self.loop.call_soon(lambda: self.heard.append((self.root["lang"], self.title)))

    @property
    def title(self) -> str:
        """The set-up's heading; "" before there is one."""
        found = (element for element in self.places["setup"].all() if element.tag == "h1")
        return next(found, Element()).textContent


def test_the_language_is_told_at_once() -> None:
    """Whenever `lang` changes, the words have; each language has others."""
    browser = Browser()
    page, ports = ReadOut(browser, "setup"), Ports(browser)

    async def make_ports() -> Ports:
        return ports

    Client(page, make_ports).open()
    page.run(30.0)
    assert page.root["data-screen"] == "setup" and page.root["lang"] == "en"
    said = {page.title}
    for language in [*LANGUAGES][1:]:
        page.heard.clear()
        page.press("language", value=language)
        page.run(1.0)
        ((tag, title),) = page.heard
        assert tag == language and title and title not in said
        said.add(title)
    page.close()
