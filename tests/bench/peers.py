"""From a player's press to the screen of the other: two pages of one browser, joined by hand, no relay between them."""

from __future__ import annotations

import statistics
import time

from tests.browser.drivers import Browser, Page
from tests.browser.test_peers import Friend, fragment, in_match, invited, paste
from web.build.serving import Site

__all__ = ["latency_in", "p95"]

ANSWERS = 40  # that are measured
LONGEST = 240.0  # seconds for all of it
STARTED = 'performance.getEntriesByName("eden-first-prompt").length > 0'
# When answers were pressed, and when the page was drawn anew, on one clock for all pages of the machine.
LISTEN = """(() => {
    const now = () => performance.timeOrigin + performance.now();
    globalThis.pressed = []; globalThis.drawn = [];
    addEventListener("click", (event) => {
        const answer = "[data-do=commit], [data-do=choose], [data-do=decline], [data-do=help]";
        if (event.target.closest(answer)) pressed.push(now());
    }, true);
    new MutationObserver(() => requestAnimationFrame(() => drawn.push(now())))
        .observe(document.querySelector("#table"), { subtree: true, childList: true, characterData: true });
})()"""


def _opened(browser: Browser, site: Site, part: str = "") -> Page:
    page = browser.page()
    page.open(site.address).wait_for(STARTED, timeout=120)
    page.evaluate("localStorage.setItem('eden.servers', '[]')")
    page.open("about:blank")
    page.open(site.address + part).wait_for(STARTED, timeout=120)
    return page


def latency_in(browser: Browser, site: Site) -> list[float]:
    """Milliseconds from press to drawn, one for each answer that the other side was shown."""
    host = _opened(browser, site)
    guest = _opened(browser, site, fragment(invited(host, "hand")))
    paste(host, str(guest.wait_for("document.querySelector('#peer-link')?.value", timeout=120)))
    in_match(host, guest)
    pages = host, guest
    for page in pages:
        page.evaluate(LISTEN)
    friends = Friend(host, "bench-host", 3), Friend(guest, "bench-guest", 5)
    found: list[float] = []
    end = time.monotonic() + LONGEST
    while len(found) < ANSWERS and time.monotonic() < end:
        for one, friend in enumerate(friends):
            if friend.look()["over"] or friend.state["kind"] in ("wait", "roll", None):
                continue
            for page in pages:
                page.evaluate("pressed.length = drawn.length = 0")
            other = pages[1 - one]
            friend.step()
            time.sleep(0.25)
            times, shown = pages[one].evaluate("pressed"), other.evaluate("drawn")
            after = [when for when in shown if times and when > times[-1]]
            if after and friend.look()["kind"] in ("wait", "roll"):
                found.append(after[0] - times[-1])
    for page in pages:
        page.close()
    return found


def p95(values: list[float]) -> float:
    """The value that 95 of 100 stay below."""
    return statistics.quantiles(values, n=20)[-1] if len(values) > 1 else float("inf")
