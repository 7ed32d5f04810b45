"""Finds out which functions of the interpreter are called while people start and play: `python3 build.py profile`.

In both browsers, with an interpreter that counts (web/build/split.mjs): a first visit, a later one, matches against
the machine, which thinks on the page in one, one of two at one device, the rules, what fails, and one of two
browsers by hand.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser import drivers
from tests.browser.conftest import STARTED
from tests.browser.drivers import Browser, Chromium, Firefox, Page
from tests.browser.test_peers import KEEP, Friend, fragment, in_match, invited, paste
from tests.browser.test_peers import play as play_apart
from tests.browser.test_same_device import SEEDED, Players
from tests.browser.test_solo import IN_MATCH, PYTHON, Opponent
from tests.browser.test_solo import play as play_alone
from tests.browser.test_startup import OFFLINE
from web.build.dividing import write_called
from web.build.laying import DIST
from web.build.serving import Site
from web.build.tools import say

# Keeps what is instantiated where it can be asked, on every page before all else.
INSTANCES = """{
    const own = WebAssembly.instantiate;
    WebAssembly.instantiate = async (...given) => {
        const made = await own.apply(WebAssembly, given);
        if (made.exports?.["eden:whole"]) (globalThis.interpreters ??= []).push(made);
        return made;
    };
}"""
CALLED = """interpreters.flatMap(({ exports }) => Object.entries(exports)
    .filter(([name, one]) => name.startsWith("eden:called:") && one.value)
    .map(([name]) => name.split(":")[2]))"""
# Each kind of error of Python's and of JavaScript's, in Python and out of it.
WRONG = """
import asyncio, js, traceback
from pyodide.code import run_js
def fails(code):
    try:
        exec(code)
    except BaseException as error:
        return traceback.format_exc() + "".join(traceback.format_exception(error)) + repr(error)
for code in ("1 / 0", "int('x')", "{}['k']", "[][1]", "None.x", "x", "'x' + 1", "import nowhere",
             "assert 1 == 2, 'no'", "(", "raise Exception",
             "next(iter(()))", "a, b = 1", "b'\\xff'.decode()", "open('nowhere')",
             "raise ValueError('a') from KeyError('b')", "len(1)",
             "js.nothing.x", "js.JSON.parse('(')", "run_js('throw new Error(1)')", "run_js('throw 1')",
             "raise KeyboardInterrupt"):
    assert fails(code)
async def late(how):
    await run_js(how)
async def gathered():
    ways = ("Promise.reject(new Error('x'))", "Promise.reject(1)", "Promise.reject(null)",
            "new Promise((_, no) => setTimeout(no, 5))")
    await asyncio.gather(*(late(how) for how in ways), return_exceptions=True)
    task = asyncio.ensure_future(asyncio.sleep(9))
    await asyncio.sleep(0)
    task.cancel()
    asyncio.ensure_future(late(ways[0]))
asyncio.ensure_future(gathered())
"""
# Objects of all kinds in circles, alive and then lost: when Python collects them depends on how much there is of them.
CIRCLES = """
import abc, array, asyncio, collections, contextvars, datetime, enum, functools, gc, io, itertools, js, json, operator
import random, re, struct, types, weakref
from pyodide.ffi import create_once_callable, create_proxy, to_js
class Kind(abc.ABC):
    slots = 1
    @property
    def one(self):
        return self
class Slotted:
    __slots__ = ("a", "__weakref__")
class Colour(enum.Enum):
    RED = 1
def generator():
    yield locals()
async def coroutine():
    await asyncio.sleep(0)
async def generated():
    yield 1
def closed(one):
    return lambda: one
def fault():
    try:
        raise ValueError from KeyError()
    except ValueError as error:
        return error
def circle():
    some, told = [1, 2], {"a": 1}
    kind, slotted, begun, waits = Kind(), Slotted(), generator(), coroutine()
    slotted.a = kind
    next(begun)
    waits.close()
    view = memoryview(bytearray(9))
    many = collections.OrderedDict(told)
    around = [
        kind, slotted, begun, waits, generated(), generator(), closed(kind), fault(), Colour, Colour.RED, view,
        view[2:], view.cast("B", (3, 3)), b"ab", bytearray(3),
        iter(some), iter(()), iter(""), iter(b""), iter(bytearray(1)), iter(set()), iter(told), told.keys(),
        told.items(), told.values(), iter(told.items()), iter(told.values()),
        reversed(some), reversed(told), enumerate(some), zip(some, some), map(len, some), filter(None, some), range(9),
        iter(range(9)), iter(int, 1), slice(some), {1}, frozenset({2}),
        property(len), staticmethod(len), classmethod(len), super(Kind, kind), kind.__init__, kind.__str__,
        Kind.__dict__, Kind.one, some.append, list.append, str.join, len, int.__add__,
        functools.partial(len, some), functools.lru_cache(closed), functools.cmp_to_key(closed)(1),
        functools.partialmethod(len), functools.cached_property(len),
        collections.deque(some), iter(collections.deque(some)), reversed(collections.deque(some)),
        collections.defaultdict(list), many, iter(many), collections.Counter("a"), collections.ChainMap(told),
        *itertools.tee(some), itertools.chain(some), itertools.chain.from_iterable([some]), itertools.count(),
        itertools.cycle(some), itertools.islice(some, 1), itertools.groupby(some),
        itertools.product(some), itertools.permutations(some), itertools.combinations(some, 1),
        itertools.combinations_with_replacement(some, 1), itertools.repeat(some), itertools.starmap(len, some),
        itertools.takewhile(len, some), itertools.dropwhile(len, some), itertools.accumulate(some),
        itertools.compress(some, some), itertools.zip_longest(some), itertools.pairwise(some),
        itertools.batched(some, 1), itertools.filterfalse(None, some), operator.itemgetter(0),
        operator.attrgetter("a"), operator.methodcaller("a"),
        re.compile("a(b)"), re.match("a", "a"), re.finditer("a", "aa"), re.compile("a").scanner("a"), io.BytesIO(b"a"),
        io.StringIO("a"), io.BytesIO(b"a").getbuffer(), io.TextIOWrapper(io.BytesIO()), io.BufferedReader(io.BytesIO()),
        weakref.ref(kind), weakref.proxy(kind), weakref.WeakKeyDictionary({kind: 1}),
        weakref.WeakValueDictionary({1: kind}), weakref.WeakSet([kind]),
        weakref.WeakMethod(kind.__init__) if hasattr(kind.__init__, "__func__") else None,
        types.SimpleNamespace(a=1), types.MappingProxyType(told), types.ModuleType("m"), types.MethodType(len, some),
        types.GenericAlias(list, int), list[int] | None, contextvars.copy_context(), contextvars.ContextVar("a"),
        asyncio.get_event_loop(), asyncio.Event(), asyncio.Lock(), asyncio.Queue(), struct.Struct("i"),
        array.array("i", [1]), iter(array.array("i")), datetime.datetime(2020, 1, 1), datetime.timedelta(1),
        random.Random(1), json.JSONDecoder(), json.JSONEncoder(), js.document, js.Array.new(), js.Object.new(),
        js.Promise.resolve(1), js.Uint8Array.new(3), js.fetch, iter(to_js([1])), to_js({"a": 1}),
        create_proxy(some), create_once_callable(len), compile("1", "", "eval"), Kind, type(kind), ValueError("a",
        some), ExceptionGroup("a", [ValueError()]), StopIteration(some), KeyError("a"), OSError(1, "a"),
        UnicodeDecodeError("utf-8", b"", 0, 1, "a"), ImportError("a", name="b"),
        SyntaxError("a"), NameError("a", name="b"), AttributeError("a", name="b", obj=some),
        asyncio.ensure_future(coroutine()), asyncio.get_event_loop().create_future(), complex(1), 1.5, 2**99, Ellipsis,
        object(),
    ]
    some.append(around)
    told["around"] = around
    kind.around = around
    around.append(around)
    return around
for generation in (0, 1, 2, 2):
    kept = circle()
    gc.collect(generation)
    del kept
    gc.collect(generation)
"""
# The machine thinks on the page, where it can be watched.
NO_WORKER = """() => { globalThis.Worker = class {
    constructor() { setTimeout(() => this.onerror?.(new Event("error", { cancelable: true })), 20); }
    postMessage() {}
    terminate() {}
}; }"""


# And as in its worker (web/boot/thinker.js), which nobody can ask: bytes go in, bytes or a fault come out.
AS_WORKER = """async () => {
    const address = performance.getEntriesByType("resource").map((entry) => entry.name)
        .find((name) => name.endsWith("/python.mjs"));
    const python = await (await import(address)).loadPyodide({});
    const thinks = python.pyimport("web.local.thinking").Thinker();
    thinks.cancel();
    await thinks.answer(python.toPy(new Uint8Array([1, 2, 3]))).catch((error) => String(error?.message));
    const told = python.runPython(`
async def told(asked):
    return bytes(asked)
told`);
    const answer = await told(python.toPy(new Uint8Array([1, 2, 3])));
    answer.toJs();
    answer.destroy();
}"""


@contextmanager
def opened(browser: Browser, site: Site, found: set[str], address: str = "") -> Iterator[Page]:
    """A page whose calls count."""
    page = browser.page()
    page.open(site.address + address).wait_for(STARTED)
    yield page
    found.update(page.evaluate(CALLED))
    page.close()


def visits(browser: Browser, site: Site, found: set[str]) -> None:
    """A first and a later one, then matches against the machine."""
    with opened(browser, site, found) as page:
        found.update(page.evaluate(CALLED))
        page.wait_for(OFFLINE)
        for _ in range(2):
            page.reload().wait_for(STARTED)
            found.update(page.evaluate(CALLED))
        page.evaluate(NO_WORKER)
        page.evaluate(SEEDED, 11)
        page.click("#play")
        page.wait_for(IN_MATCH)
        play_alone(Opponent(page, "called", seed=4))
        page.evaluate(AS_WORKER)
    for seed in (12, 13):
        with opened(browser, site, found) as page:
            page.evaluate(SEEDED, seed)
            page.click("#play")
            page.wait_for(IN_MATCH)
            play_alone(Opponent(page, "called", seed=seed))


def same_device(browser: Browser, site: Site, found: set[str]) -> None:
    """A match of two at one device, opened again in the middle; then the rules."""
    with opened(browser, site, found, "#device") as page:
        page.evaluate(SEEDED, 3)
        page.wait_for(IN_MATCH)
        players = Players(page, "called", seed=3)
        play_alone(
            Opponent(page, "called", seed=3),
            lambda: page.evaluate("document.querySelector('#prompt').dataset.kind") == "action",
        )
        found.update(page.evaluate(CALLED))
        page.reload().wait_for(STARTED)
        page.wait_for(IN_MATCH)
        players.play()
    with opened(browser, site, found, "#rules") as page:
        page.place("#rules-search")


def faults(browser: Browser, site: Site, found: set[str]) -> None:
    """What fails: the network, in the ways in which browsers say so, and Python's own errors, caught, told and not
    awaited.
    """
    for fault in ("new TypeError('no network')", "new DOMException('left', 'AbortError')", "'no reason'"):
        with opened(browser, site, found) as page:
            page.evaluate(f"() => {{ globalThis.fetch = () => Promise.reject({fault}); }}")
            page.evaluate("(() => { location.hash = 'rules'; })()")
            page.wait_for("document.querySelector('#rules-search, #dialog [data-do=close]') !== null")
            page.evaluate(PYTHON, WRONG)
            page.evaluate(PYTHON, CIRCLES)
            page.forgive("")


def by_hand(browser: Browser, site: Site, found: set[str]) -> None:
    """The first answers of a match between two pages, signed and sent."""
    with opened(browser, site, found) as host, opened(browser, site, found) as guest:
        for page in (host, guest):
            page.evaluate(KEEP, "servers", "[]")
        offer = invited(host, "hand")
        guest.evaluate("(to) => { location.hash = to; }", fragment(offer))
        paste(host, str(guest.wait_for("document.querySelector('#peer-link')?.value")))
        in_match(host, guest)
        friends = Friend(host, "called", 3), Friend(guest, "called", 5)
        play_apart(friends, lambda: any(friend.seen.get("roll", 0) > 3 for friend in friends))


def main() -> int:
    """Writes web/build/called.txt."""
    drivers.WATCH += INSTANCES
    found: set[str] = set()
    with tempfile.TemporaryDirectory(prefix="eden-called-") as folder:  # noqa: SIM117 - the site stands in the folder
        with Site(Path(shutil.copytree(DIST, Path(folder) / "dist"))) as site:
            for kind in (Chromium, Firefox):
                with kind() as browser:
                    for play in (visits, same_device, faults, by_hand):
                        play(browser, site, found)
                        say(f"  {browser.name}, {play.__name__}: {len(found)} functions")
    write_called(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
