"""Two people at two screens: whole matches over a relay on loopback and by hand, cut, closed and reloaded on the
way. What needs no browser to be seen is in tests/web/peer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from eden_core.cli import main
from eden_core.sync import links
from tests.browser.conftest import BROWSERS, SHOTS, STARTED
from tests.browser.drivers import DESKTOP, PHONE, Browser, Page
from tests.browser.relay import Relay
from tests.browser.test_same_device import LONGEST, Players
from web.build.serving import Site

PAIRS = [("chromium", "chromium"), ("chromium", "firefox")]
EACH = pytest.mark.parametrize("two", [PAIRS[1]], ids=["chromium-firefox"], indirect=True)  # one of each is enough
# What each browser does while an answer is carried differs most between two of a kind.
BY_HAND = [PAIRS[1], ("firefox", "firefox")]
CARRIED = 7  # seconds; Firefox would give up after five
KEEP = "(name, value) => localStorage.setItem('eden.' + name, value)"
# Collects the connections that the page makes, so that a test can cut them as a dead network does.
COLLECT = """(() => {
    globalThis.connections = [];
    const Plain = RTCPeerConnection;
    globalThis.RTCPeerConnection = class extends Plain {
        constructor(...rest) { super(...rest); connections.push(this); }
    };
})()"""
CUT = "connections.splice(0).forEach((one) => one.close())"
BADGE = "document.querySelector('.peer-badge')?.dataset.state"

Sit = Callable[..., Page]


class Friend(Players):
    """One of two people, at a screen of their own."""

    def step(self) -> None:
        if self.state["kind"] in ("wait", "letter", "curtain", None):
            time.sleep(0.05)
        else:
            super().step()


def play(
    friends: tuple[Friend, Friend], until: Callable[[], bool], between: Callable[[int], None] | None = None
) -> None:
    """Both answer what they are asked, in turn, until something is so."""
    end, count = time.monotonic() + LONGEST, 0
    while not until():
        assert time.monotonic() < end, f"no end: {[(friend.state, friend.seen) for friend in friends]}"
        for friend in friends:
            if not friend.look()["over"]:
                friend.step()
        count += 1
        if between is not None:
            between(count)


@pytest.fixture(scope="module")
def relay() -> Iterator[Relay]:
    """A relay on loopback."""
    with Relay() as running:
        yield running


@pytest.fixture(scope="module", params=PAIRS, ids=["-".join(pair) for pair in PAIRS])
def two(request: pytest.FixtureRequest) -> Iterator[tuple[Browser, Browser]]:
    """Two browsers, or one that serves for both."""
    one, other = request.param
    with BROWSERS[one]() as first:
        if one == other:
            yield first, first
        else:
            with BROWSERS[other]() as second:
                yield first, second


@pytest.fixture
def sit(site: Site, relay: Relay, pages: list[Page]) -> Sit:
    """Opens the site for a player, with the relay on loopback as the only way to meet."""

    def opened(browser: Browser, fragment: str = "", size: tuple[int, int] = DESKTOP, touch: bool = False) -> Page:
        page = browser.page(size, touch=touch)
        pages.append(page)
        page.open(site.address).wait_for(STARTED)
        page.evaluate(KEEP, "relays", f'["{relay.address}"]')
        page.evaluate(KEEP, "servers", "[]")
        page.open("about:blank")
        page.open(site.address + fragment).wait_for(STARTED)
        page.evaluate(COLLECT)
        return page

    return opened


def invited(page: Page, way: str, name: str = "Ana") -> str:
    """The link that a host gets from the set-up page."""
    page.click("#to-setup")
    page.click("#name-1")
    page.type(name)
    page.click(f"[data-do=invite][data-option={way}]")
    return str(page.wait_for("document.querySelector('#peer-link')?.value"))


def in_match(*pages: Page) -> None:
    """Waits until the match is on the table of all."""
    for page in pages:
        page.wait_for(
            "document.documentElement.dataset.screen === 'match' && document.querySelector('#prompt').dataset.kind"
        )


def fragment(link: str) -> str:
    """What follows # in an address, with it."""
    return "#" + link.partition("#")[2]


def test_a_whole_match_over_a_relay(two: tuple[Browser, Browser], sit: Sit) -> None:
    """One link, one click, both names, verified; cut, closed, reloaded in mid-roll: nothing is lost; a record that
    verifies.
    """
    host = sit(two[0])
    link = invited(host, "link")
    host.screenshot(SHOTS / f"peers-{two[1].name}-lobby.png")
    guest = sit(two[1], fragment(link), PHONE, True)
    in_match(host, guest)
    for page in (host, guest):
        page.wait_for(f"{BADGE} === 'verified'")
    friends = Friend(host, f"peers-host-{two[1].name}", 3), Friend(guest, f"peers-guest-{two[1].name}", 5)
    done: set[str] = set()

    def trouble(count: int) -> None:
        rolling = any(friend.state["kind"] == "roll" for friend in friends)
        if count > 10 and "cut" not in done:
            done.add("cut")
            host.evaluate(CUT)
        elif rolling and "reload" not in done:
            done.add("reload")
            guest.reload().wait_for(STARTED)
            in_match(guest)
        elif rolling and "reload" in done and "cut in a roll" not in done:
            done.add("cut in a roll")
            guest.evaluate("typeof connections === 'undefined' || connections.splice(0).forEach((one) => one.close())")
        elif count > 60 and "host reloads" not in done:
            done.add("host reloads")
            host.reload().wait_for(STARTED)
            in_match(host)

    play(friends, lambda: all(friend.state.get("over") for friend in friends), trouble)
    assert done == {"cut", "reload", "cut in a roll", "host reloads"}
    host.screenshot(SHOTS / f"peers-{two[1].name}-end.png")
    winners = [
        page.evaluate("document.querySelector('#dialog [data-winner]').dataset.winner") for page in (host, guest)
    ]
    assert winners[0] == winners[1]
    for page in (host, guest):
        page.forgive("WebSocket", "ICE", "fail", "connection", "Close called")  # what a cut makes browsers say


@pytest.mark.parametrize("two", BY_HAND, ids="-".join, indirect=True)
def test_by_hand_with_no_relay(two: tuple[Browser, Browser], sit: Sit, relay: Relay) -> None:
    """An offer and an answer, carried for a while and pasted; no relay is asked; the first answers travel both ways."""
    host = sit(two[0])
    offer = invited(host, "hand")
    guest = sit(two[1], fragment(offer))
    answer = str(guest.wait_for("document.querySelector('#peer-link')?.value"))
    time.sleep(CARRIED)
    assert not guest.evaluate("document.querySelector('.lobby-state.is-bad')?.textContent")
    paste(host, answer)
    in_match(host, guest)
    friends = Friend(host, "hand-host", 3), Friend(guest, "hand-guest", 5)
    read_meanwhile(host, friends[1])
    play(friends, lambda: sum(friend.seen.get("leader", 0) for friend in friends) >= 2)
    assert not [url for page in (host, guest) for url in page.requests if url.startswith("ws")]


def read_meanwhile(page: Page, other: Friend) -> None:
    """What the other one does throws nobody out of the rules; they close to the match, and open again."""
    for _ in range(2):
        page.evaluate("(() => { location.hash = 'rules/MEL-1'; })()")
        page.place("#rules [data-do=rules_close]")
        for _ in range(3):
            other.look()
            other.step()
        time.sleep(0.5)
        assert page.evaluate("document.documentElement.dataset.screen") == "rules"
        page.click("#rules [data-do=rules_close]")
        in_match(page)


def page_address(page: Page) -> str:
    """Where the site is that a page was opened from."""
    return next(url for url in page.requests if url.endswith("/")).partition("#")[0]


def paste(page: Page, text: str) -> None:
    """Pastes a link where links are taken."""
    page.place("#peer-paste")
    page.evaluate(
        """(text) => {
        const field = document.querySelector("#peer-paste");
        field.value = text;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }""",
        text,
    )


def letter(page: Page) -> str:
    """The letter that is ready on a page."""
    if page.shows("#dialog [data-winner]"):
        page.click("#dialog [data-do=letters]")
    elif not page.shows("#dialog #peer-link"):
        page.click(".peer-badge")
    return str(page.wait_for("document.querySelector('#dialog #peer-link')?.value"))


def opens_letter(page: Page, text: str) -> None:
    """Pastes the letter that came."""
    if page.shows("#dialog [data-do=close]"):
        page.click("#dialog [data-do=close]")
    if page.evaluate("document.documentElement.dataset.screen") == "match":
        page.click(".peer-badge")
    paste(page, text)
    in_match(page)
    page.wait_for("!document.querySelector('#dialog #peer-paste')")


@EACH
def test_by_letter(two: tuple[Browser, Browser], sit: Sit, pages: list[Page]) -> None:
    """An invitation, and letters that go to and fro, pasted, until both have a leader; then a draw goes with one, from
    another tab."""
    host = sit(two[0])
    invitation = invited(host, "letter")
    guest = sit(two[1], fragment(invitation))
    reply = str(guest.wait_for("document.querySelector('#peer-link')?.value"))
    paste(host, reply)
    in_match(host)
    sides, letters, turn = [host, guest], 1, 0
    friends = Friend(host, "letter-host", 3), Friend(guest, "letter-guest", 5)
    end = time.monotonic() + LONGEST
    offer = "#dialog [data-do=ask][data-option=draw]:not([aria-disabled])"
    while True:
        friend = friends[turn]
        while friend.look()["kind"] != "letter":
            assert time.monotonic() < end, [friend.state for friend in friends]
            friend.step()
        sent = letter(sides[turn])
        if sum(friend.seen.get("leader", 0) for friend in friends) == 2 and sides[turn].shows(offer):
            break
        letters += 1
        turn = 1 - turn
        opens_letter(sides[turn], sent)
    assert letters < 40
    asker, other = sides[turn], sides[1 - turn]
    tab = asker.sibling()  # a new tab of the same browser takes the match over
    pages.append(tab)
    tab.open(asker.evaluate("location.href.split('#')[0]")).wait_for(STARTED)
    tab.place("#prompt [data-error=open_in_another_tab]")
    tab.screenshot(SHOTS / "letter-tab.png")
    tab.click("#prompt [data-do=play_here]")
    tab.wait_for(
        "document.querySelector('#prompt').dataset.kind === 'letter'"
        " && !document.querySelector('#prompt [data-do=play_here]')"
    )
    asker.click("#dialog [data-do=close]")
    asker.place("#prompt [data-error=open_in_another_tab]")
    asker = tab
    assert letter(asker) == sent
    asker.click(offer)
    asker.place("#dialog [data-asking=draw]")
    asker.wait_for(f"document.querySelector('#dialog #peer-link').value !== '{sent}'")
    asker.screenshot(SHOTS / "letter-draw.png")
    opens_letter(other, letter(asker))
    other.click("[data-asked=draw] [data-do=consent]")
    other.place("#dialog [data-winner='0']")
    other.screenshot(SHOTS / "letter-last.png")
    opens_letter(asker, letter(other))
    asker.place("#dialog [data-winner='0']")
    opens_letter(other, letter(asker))


@EACH
def test_a_record_made_elsewhere_holds_on_the_page(two: tuple[Browser, Browser], sit: Sit, tmp_path: Path) -> None:
    """Played and signed by CPython, checked in the page hash for hash; one byte changed is found out."""
    assert (
        main(["simulate", "--matches", "1", "--seed", "4", "--players", "random,random", "--record", str(tmp_path)])
        == 0
    )
    text = next(tmp_path.glob("*.eden")).read_text().strip()
    page = sit(two[1], f"#{text}")
    page.place("#dialog [data-check=secrets][data-holds=true]", timeout=60)
    assert page.evaluate("document.querySelectorAll('#dialog [data-holds=true]').length") == 5
    page.screenshot(SHOTS / f"peers-{two[1].name}-verified.png")
    kind, data = links.opened(text)
    at = data.rindex(b"\x58\x40") + 20  # within the last signature
    page.open("about:blank")
    page.open(page_address(page) + "#" + links.link_of(kind, data[:at] + bytes((data[at] ^ 1,)) + data[at + 1 :]))
    page.place("#dialog [data-check=signatures][data-holds=false]", timeout=60)


@EACH
def test_a_spectator_sees_the_match_and_no_secret(two: tuple[Browser, Browser], sit: Sit, site: Site) -> None:
    """A read-only link to a live match; it goes on when the spectator's page is reloaded, and when the host's is."""
    host = sit(two[0])
    guest = sit(two[1], fragment(invited(host, "link")))
    in_match(host, guest)
    host.evaluate("navigator.clipboard.writeText = (text) => { globalThis.copied = text; return Promise.resolve(); }")
    host.click(".peer-badge")
    host.click("#dialog [data-do=watch_link]")
    link = str(host.wait_for("globalThis.copied"))
    assert host.wait_for("document.querySelector('#dialog .watch #peer-link')?.value") == link
    assert host.wait_for("document.querySelector('#dialog .watch [role=status]').textContent")
    host.screenshot(SHOTS / "peers-watch-link.png")
    host.click("#dialog [data-do=close]")
    watcher = sit(two[1], fragment(link))
    in_match(watcher)
    watcher.reload().wait_for(STARTED)
    in_match(watcher)
    host.open("about:blank")
    watcher.wait_for(f"{BADGE} === 'lost'")
    host.open(site.address).wait_for(STARTED)
    in_match(host)
    watcher.wait_for(f"{BADGE} === 'watching'", timeout=60)
    for page in (host, guest):
        page.wait_for(f"{BADGE} === 'verified'")
    friends = Friend(host, "watched-host", 3), Friend(guest, "watched-guest", 5)
    play(friends, lambda: sum(friend.seen.get("leader", 0) for friend in friends) >= 2)
    watcher.wait_for("document.querySelector('#prompt').dataset.kind === 'wait'")
    state: dict[str, Any] = Friend(watcher, "watcher", 1).look()
    assert not state["choose"] and not state["commit"]
    for page in (host, guest, watcher):
        page.forgive("WebSocket", "ICE", "fail", "connection", "Close called")
