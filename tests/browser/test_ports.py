"""What reaches beyond the page: keys, storage, locks, channels through a relay, by hand and between tabs, QR codes."""

from __future__ import annotations

import ast
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import BROWSERS, STARTED
from tests.browser.drivers import Browser, Page
from tests.browser.relay import Relay
from web.build.serving import Site

SAME = [("chromium", "chromium"), ("firefox", "firefox")]
MIXED = [("chromium", "firefox"), ("firefox", "chromium")]
CARRIED = 18  # seconds
# Runs Python in the page's own interpreter, in one namespace for the page's life.
RUN = """async (code, values) => {
    const address = performance.getEntriesByType("resource").map((entry) => entry.name)
        .find((name) => name.endsWith("/python.mjs"));
    const python = await (await import(address)).loadPyodide({});
    globalThis.__names ??= python.toPy({ first: true });
    const names = python.toPy(values);
    globalThis.__names.update(names);
    return JSON.parse(await python.runPythonAsync(code, { globals: globalThis.__names }));
}"""
BEGIN = """
import json
from eden_core.sync.wire import FRAME
from web.browser import page
from web.ports import ports, settings
from web.ports.settings import Settings
from web.ports.ports import Keys, PortError, Store
keys, store = Keys(), Store()
channels, got, ended, said = [], [], [], []
def take(channel, peer=""):
    channels.append(channel)
    channel.on_message = lambda data: got.append([len(data), sum(data)])
    channel.on_close = ended.append
async def code_of(task):
    try:
        await task
    except PortError as fault:
        return fault.code
"""
EXTRACTABLE = """async (name) => {
    const result = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const base = await result(indexedDB.open("eden"));
    const { privateKey } = await result(base.transaction("keys").objectStore("keys").get(name));
    const exports = ["pkcs8", "jwk", "raw"].map((format) => crypto.subtle.exportKey(format, privateKey));
    const formats = await Promise.allSettled(exports);
    base.close();
    return privateKey.extractable || formats.some((format) => format.status === "fulfilled");
}"""
SOCKETS = """(() => {
    globalThis.sockets = [];
    const Plain = WebSocket;
    globalThis.WebSocket = class extends Plain { constructor(...rest) { super(...rest); sockets.push(this); } };
})()"""

Start = Callable[[str], Page]


@pytest.fixture(scope="module")
def running() -> Iterator[Callable[[str], Browser]]:
    """Browsers by name, each started once, when first asked for."""
    found: dict[str, Browser] = {}

    def get(name: str) -> Browser:
        if name not in found:
            found[name] = BROWSERS[name]()
        return found[name]

    yield get
    for browser in found.values():
        browser.close()


@pytest.fixture
def start(running: Callable[[str], Browser], site: Site, pages: list[Page]) -> Start:
    """Opens the site in a page of a browser and gets Python ready there."""
    return lambda name: ready(running(name).page(), site.address, pages)


@pytest.fixture(scope="module")
def relay() -> Iterator[Relay]:
    """A relay on loopback."""
    with Relay() as process:
        yield process


def ready(page: Page, address: str, pages: list[Page]) -> Page:
    """A page with the site open and Python's names for the tests."""
    if page not in pages:
        pages.append(page)
    page.open(address).wait_for(STARTED, timeout=60)
    run(page, BEGIN)
    return page


def run(page: Page, code: str, **values: Any) -> Any:
    """Runs Python on a page; the value of the expression that it ends with, if it does."""
    tree = compile(code, "code", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    last = tree.body[-1]
    if isinstance(last, ast.Expr):
        head = code.splitlines()[: last.lineno - 1]
        code = "\n".join([*head, f"_last = {ast.get_source_segment(code, last)}"])
    else:
        code += "\n_last = None"
    return page.evaluate(RUN, code + "\njson.dumps(_last)", values)


def wait(page: Page, expression: str) -> Any:
    """Waits until a Python expression is true."""
    return page.wait_for(RUN, f"json.dumps({expression})", {})


def exchange(one: Page, other: Page) -> None:
    """Frames of one byte and of the full size, both ways."""
    for page in (one, other):
        run(page, "got.clear()")
    for page in (one, other):
        assert run(page, "[channels[-1].send(b'a'), channels[-1].send(b'z' * FRAME)]") == [True, True]
    for page in (one, other):
        wait(page, "len(got) == 2")
        assert run(page, "got") == [[1, 97], [16_000, 16_000 * 122]]
    assert run(one, "channels[-1].buffered()") == 0


def close(one: Page, other: Page) -> None:
    """One side closes; both are told once, and nothing more can be sent."""
    run(one, "channels[-1].close()")
    for page in (one, other):
        wait(page, "bool(ended)")
        assert run(page, "[ended, channels[-1].is_open, channels[-1].send(b'a')]") == [["closed"], False, False]


@pytest.mark.parametrize("name", BROWSERS)
def test_what_a_browser_keeps(running: Callable[[str], Browser], pages: list[Page], dist: Path, name: str) -> None:
    """Keys sign and stay, and can't be taken out; bytes are kept, listed and removed; all that outlives the page.

    The browser has been here once and has no network by then: there are QR codes up to the largest, settings are kept,
    and tabs find each other.
    """
    with Site(dist, below="/elsewhere/") as server:
        page = ready(running(name).page(), server.address, pages)
        made = make_keys(page)
        page.wait_for('document.documentElement.dataset.offline === "ready"')
        address = server.address
    ready(page, f"{address}?again", pages)
    check_keys(page, made)
    check_codes(page)
    check_settings(page)
    check_tabs(page, address, pages)


def make_keys(page: Page) -> list[Any]:
    """Make a key and a signature, and store bytes under two names; return the key and the signature, in hexadecimal."""
    made = run(
        page,
        """
key = await keys.make("me")
signature = await keys.sign("me", b"words")
await store.put("small", b"\\x00\\x01", {"with": "Vlädd"})
await store.put("large", bytes(range(256)) * 16_384, {})
await store.put("small", b"\\x00\\x02\\x03", {"with": "Sönke"})
[len(key), len(signature), key.hex(), signature.hex()]
""",
    )
    assert made[:2] == [32, 64]
    return list(made[2:])


def check_keys(page: Page, made: list[Any]) -> None:
    """Hold that what `make_keys` left is there on a later page."""
    facts = run(
        page,
        """
key, signature = bytes.fromhex(key), bytes.fromhex(signature)
listed = await store.list()
[
    await keys.find("me") == key == await keys.make("me"), await keys.find("you"),
    await keys.verify(key, signature, b"words"), await keys.verify(key, signature, b"swords"),
    await keys.verify(key, signature[:-1], b"words"), await keys.verify(b"short", signature, b"words"),
    await keys.verify(await keys.make("you"), await keys.sign("me", b""), b""),
    await keys.verify(bytes.fromhex(known), bytes.fromhex(known_signature), b"\\x72"),
    (await store.get("small")).hex(), await store.get("large") == bytes(range(256)) * 16_384, await store.get("none"),
    [[one.name, one.about, one.size, one.changed > 1e12] for one in listed],
    await code_of(keys.sign("nobody", b"")),
]
""",
        key=made[0],
        signature=made[1],
        known="3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",  # RFC 8032, 7.1, test 2
        known_signature="92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    )
    assert facts == [
        True, None, True, False, False, False, False, True, "000203", True, None,
        [["large", {}, 4_194_304, True], ["small", {"with": "Sönke"}, 3, True]], "no_key",
    ]  # fmt: skip
    assert page.evaluate(EXTRACTABLE, "me") is False
    assert run(
        page,
        """
await keys.drop("me")
await store.remove("small")
[await keys.find("me"), await code_of(keys.sign("me", b"")), await store.get("small"), len(await store.list())]
""",
    ) == [None, "no_key", None, 1]


def check_codes(page: Page) -> None:
    """Hold that QR codes come in all sizes up to the largest."""
    assert not [url for url in page.requests if "segno" in url]
    sizes = run(
        page,
        """
from web.ports.qr import CHARACTERS, qr_matrix
small, large = await qr_matrix("#1.j.0badcafe.AbC_-"), await qr_matrix("aB_-" * 738 + "x")
[[len(small), {len(row) for row in small} == {len(small)}], [len(large), len(large[176])],
 [int(large[0][column]) for column in range(9)], CHARACTERS, await code_of(qr_matrix("x" * 2_954))]
""",
    )
    assert sizes == [[25, True], [177, 177], [1, 1, 1, 1, 1, 1, 1, 0, sizes[2][8]], 2_953, "too_long"]


def check_settings(page: Page) -> None:
    """Hold that relays and servers are kept, and come back as shipped."""
    assert run(
        page,
        """
kept = Settings(page)
before = [kept.relays() == settings.RELAYS, kept.servers() == settings.SERVERS]
kept.save_relays([" wss://relay.example/path ", "ws://127.0.0.1:7000", "ws://127.0.0.1:7000"])
kept.save_servers([settings.Server("turn:turn.example:3478?transport=tcp", "me", "secret")])
after = [list(kept.relays()), [server.table() for server in kept.servers()]]
kept.reset()
[before, after, kept.relays() == settings.RELAYS]
""",
    ) == [
        [True, True],
        [
            ["wss://relay.example/path", "ws://127.0.0.1:7000"],
            [{"urls": "turn:turn.example:3478?transport=tcp", "username": "me", "credential": "secret"}],
        ],
        True,
    ]


def check_tabs(one: Page, address: str, pages: list[Page]) -> None:
    """Hold that one tab holds a match until it is asked for it; that tabs find each other and see each other go."""
    two = ready(one.sibling(), address, pages)
    assert run(one, "hold = await store.hold('m')\nhold is not None")
    assert run(two, "[await store.hold('m') is None, await store.hold('other') is not None]") == [True, True]
    assert run(two, "await store.hold('m', takes=True) is None")  # it does not let go
    run(one, "import asyncio\nhold.on_asked = lambda: asyncio.get_running_loop().call_soon(hold.release)")
    assert run(two, "hold = await store.hold('m', takes=True)\nhold is not None")
    assert run(one, "await store.hold('m') is None")
    for page in (one, two):
        run(page, "tabs = await ports.open_tabs('m', take)")
    for page in (one, two):
        wait(page, "len(channels) == 1")
    exchange(one, two)
    assert run(one, "channels[0].fingerprints()") is None
    two.close()
    pages.remove(two)
    wait(one, "ended == ['lost']")
    assert run(one, "await store.hold('m', takes=True) is not None")
    two = ready(one.sibling(), address, pages)
    run(one, "ended.clear()")
    run(two, "tabs = await ports.open_tabs('m', take)")
    wait(one, "len(channels) == 2")
    wait(two, "len(channels) == 1")
    close(two, one)


@pytest.mark.parametrize("names", MIXED, ids="-".join)
def test_by_hand(start: Start, names: tuple[str, str]) -> None:
    """An offer and an answer, carried by hand, join two browsers without any relay; each of them offers once.

    Two of one kind: `test_an_answer_is_carried_for_a_while`.
    """
    one, two = map(start, names)
    offer = run(
        one,
        """
offer = await ports.make_offer([])
take(offer.channel)
offer.channel.on_open = lambda: said.append("open")
offer.sdp
""",
    )
    answer = run(two, "answer, channel = await ports.take_offer(offer, [])\ntake(channel)\nanswer", offer=offer)
    assert len(offer) < 2_000 and len(answer) < 2_000
    assert (
        run(
            one,
            """
wrong = "", "v=0", answer.replace("a=", "b="), answer + "m=audio 9 X 0", "m" * 9_000
bad = [await code_of(offer.take_answer(sdp)) for sdp in wrong]
await offer.take_answer(answer)
bad
""",
            answer=answer,
        )
        == ["bad_sdp"] * 5
    )
    assert (
        run(
            two,
            """
wrong = "", "nonsense\\nm=application \\n"
[await code_of(ports.take_offer(sdp, [])) for sdp in wrong]
""",
        )
        == ["bad_sdp"] * 2
    )
    for page in (one, two):
        wait(page, "channels[0].is_open")
    wait(one, "said == ['open']")
    exchange(one, two)
    prints = [run(page, "channels[0].fingerprints()") for page in (one, two)]
    assert prints[0] == prints[1][::-1] and prints[0][0] != prints[0][1] and len(prints[0][0]) == 64
    assert run(
        one,
        """
try:
    channels[0].send(bytes(16_001))
except PortError as fault:
    said.append(fault.code)
said
""",
    ) == ["open", "too_long"]
    close(two, one)


def test_an_answer_is_carried_for_a_while(start: Start) -> None:
    """Whoever answers finds nobody meanwhile, and keeps trying: Firefox by itself gives up after five seconds, Chromium
    after fifteen; and a router would let in only whom one has called lately."""
    joined = []
    for names in SAME:
        one, two = map(start, names)
        offer = run(one, "offer = await ports.make_offer([])\ntake(offer.channel)\noffer.sdp")
        called = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        called.connect(("203.0.113.1", 9))  # sends nothing: tells which address leads outward
        place = called.getsockname()[0]
        called.close()
        called = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        called.bind((place, 0))
        lines = [line for line in offer.splitlines() if not line.startswith("a=candidate")]
        silent = "\r\n".join([*lines, f"a=candidate:1 1 UDP 2122187007 {place} {called.getsockname()[1]} typ host", ""])
        answer = run(two, "answer, channel = await ports.take_offer(offer, [])\ntake(channel)\nanswer", offer=silent)
        joined.append((one, two, answer, called))
    time.sleep(CARRIED)
    for one, two, answer, called in joined:
        called.setblocking(False)
        with suppress(BlockingIOError):
            while called.recv(2000):  # what came until now
                pass
        called.settimeout(15)
        assert called.recv(2000)
        called.close()
        assert run(two, "ended") == []
        run(one, "await offer.take_answer(answer)", answer=answer)
        wait(one, "channels[0].is_open")
        wait(two, "channels[0].is_open")
        exchange(one, two)


PLAIN = """
    globalThis.plain ??= Object.getOwnPropertyDescriptor(RTCPeerConnection.prototype, "remoteDescription").get;
    const { plain } = globalThis;
"""
# The description of the other side comes into force when the test says so.
LATE = (
    f"() => {{{PLAIN}"
    + """
    let late = null;
    Object.defineProperty(RTCPeerConnection.prototype, "remoteDescription", { configurable: true, get() {
        late = this;
        return null;
    } });
    globalThis.inForce = () => {
        Object.defineProperty(RTCPeerConnection.prototype, "remoteDescription", { configurable: true, get: plain });
        late.dispatchEvent(new Event("signalingstatechange"));
    };
}"""
)
# The other side shows a second fingerprint.
SECOND = (
    f"() => {{{PLAIN}"
    + """
    const second = `a=fingerprint:sha-256 ${"AA:".repeat(31)}AA\\r\\n`;
    Object.defineProperty(RTCPeerConnection.prototype, "remoteDescription", { get() {
        const { type, sdp } = plain.call(this) ?? {};
        return type && { type, sdp: sdp + second };
    } });
}"""
)


def test_a_line_opens_once_it_is_known_who_is_there(start: Start) -> None:
    """A line may open before its description is in force, in Chromium: the channel waits until it can tell who it is.

    A channel of two fingerprints never opens: a peer could show one of them and use the other, and nobody could tell
    who sits in between.
    """
    one, two = start("chromium"), start("chromium")

    def called() -> None:
        """Offer, answer, and take the answer."""
        offer = run(one, "offer = await ports.make_offer([])\ntake(offer.channel)\noffer.sdp")
        answer = run(two, "answer, channel = await ports.take_offer(offer, [])\ntake(channel)\nanswer", offer=offer)
        run(one, "await offer.take_answer(answer)", answer=answer)

    one.evaluate(LATE)
    called()
    wait(two, "channels[0].is_open")
    time.sleep(0.5)
    assert run(one, "[ended, channels[0].is_open]") == [[], False]
    one.evaluate("inForce()")
    wait(one, "channels[0].is_open")
    exchange(one, two)
    close(one, two)
    for page in (one, two):
        run(page, "ended.clear()\nchannels.clear()")
    one.evaluate(SECOND)
    called()
    wait(one, "ended == ['failed']")
    assert run(one, "[channels[0].is_open, channels[0].send(b'a'), channels[0].fingerprints()]") == [False, False, None]
    wait(two, "ended == ['closed']")


JOIN = "room = await ports.join_room(name, 'secret', take, said.append, [relay], [])"


def test_through_a_relay(start: Start, relay: Relay) -> None:
    """Two browsers that know a room meet there, leave it, and are still connected; and again in the same room."""
    one, two = map(start, BROWSERS)
    for page in (one, two):
        assert not [url for url in page.requests if "trystero" in url or "transport.js" in url], "only when needed"
        page.evaluate(SOCKETS)
        run(page, JOIN, name="room", relay=relay.address)
    for page in (one, two):
        wait(page, "len(channels) == 1")
        assert run(page, "await room.leave()\nsaid") == ["searching", "found"]
        page.wait_for("sockets.length === 1 && sockets[0].readyState > 1")
    prints = [run(page, "channels[0].fingerprints()") for page in (one, two)]
    assert prints[0] == prints[1][::-1] and prints[0][0] != prints[0][1]
    exchange(one, two)
    close(one, two)
    for page in (one, two):
        run(page, f"ended.clear()\n{JOIN}")
    for page in (one, two):
        wait(page, "len(channels) == 2")
    exchange(two, one)
    one.open("about:blank")  # whoever goes is seen to go
    wait(two, "bool(ended)")
    two.open("about:blank")
    two.forgive("ICE failed")  # how Firefox may put it


def test_a_relay_that_comes_back(start: Start) -> None:
    """Whoever waits is told that no relay can be reached, and is found once one can.

    The policy lets sockets through to relays, on other machines only encrypted; and nothing else.
    """
    with Relay() as relay:
        one, two = start("chromium"), start("chromium")
        relay.stop()
        run(one, JOIN, name="back", relay=relay.address)
        wait(one, "said == ['searching', 'no_relay']")
        relay.start()
        run(two, JOIN, name="back", relay=relay.address)
        for page in (one, two):
            wait(page, "len(channels) == 1")
            run(page, "await room.leave()")
        exchange(one, two)
        one.forgive("WebSocket", "ERR_CONNECTION")
        blocked = one.evaluate(
            """async (relay) => {
            const found = [];
            addEventListener("securitypolicyviolation", (event) => found.push(event.blockedURI));
            const opened = new Promise((resolve) => (new WebSocket(relay).onopen = () => resolve("open")));
            for (const url of ["ws://192.0.2.1/", "https://192.0.2.1/"])
                try { url.startsWith("ws") ? new WebSocket(url) : await fetch(url); } catch {}
            return [await opened, ...found];
        }""",
            relay.address,
        )
        assert blocked[0] == "open" and set(blocked[1:]) == {"ws://192.0.2.1/", "https://192.0.2.1/"}
        one.forgive("policy", "Content Security Policy", "ERR_")
