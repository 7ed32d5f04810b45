"""What ten matches against the machine leave behind in one tab: the interpreter's memory, its objects, JavaScript's
heap.

Nobody clicks: what a random player would answer is given to the page's own `Play`, which stores it, shows it, throws
the dice and waits for the worker, as after a click. Motion is reduced and questions pass at once. Each match ends
with its sheet and the way back to the first page. Only Chromium tells how much JavaScript holds.
"""

from __future__ import annotations

from tests.bench.page import run, save_of
from tests.browser.drivers import Page
from tests.browser.test_same_device import SEEDED
from web.match.solo import Machine
from web.setup.agreed import Agreed, make_setup

__all__ = ["memory_in"]

MATCHES, SETTLED = 10, 2  # matches in all; after so many all is loaded and nothing more need come
CODE = """
import asyncio
from web.table import playback
from eden_core.engine.messages import Hand, Seal
from eden_core.record.record import Given, Vaults
from web.match.journal import restored
from web.match.solo import Machine
from web.local.thinking import Asked, Thinker, asked_of, told_of

playback.PASSING = playback.STEP = playback.TUMBLE = playback.REST = 0.005

# Pauses of less than 4 ms are none for Pyodide: whoever waits in such a loop keeps the page from all else.
async def played():
    local, thinker = shell.here(), Thinker()
    before, given_here = local.session, 0
    local.begin(restored(bytes.fromhex(SAVE), "").match.setup, Machine(2, "recruit"))
    while local.session is before or shell.play is None or shell.play.session is not local.session:  # kept first
        await asyncio.sleep(0.01)
    session, play = local.session, shell.play.shown
    play.stage.ui.reduced_motion = True
    while not session.is_over and given_here < MOST:
        if play.falling or session.is_sending or session.decision is None:
            assert not session.failed, session.failed
            await asyncio.sleep(0.01)
            continue
        journal, me = session.journal, session.me
        asked = Asked(journal.setup, me, session.vaults[me].secret, "random", tuple(journal.raw))
        given = told_of(await thinker.answer(asked_of(asked)))[0]
        if isinstance(given, (Seal, Hand)):
            vaults = Vaults((b"", b""))
            vaults.vaults = session.vaults
            vaults.remember(session.match, Given(me, given))
        play._give(given)
        given_here += 1
    while play.falling:
        await asyncio.sleep(0.01)
    await frame()
    over, count = session.is_over, len(session.record)
    shell.do_home({})
    await frame()
    return [over, count]

json.dumps(await played())
"""
HELD = """
for _ in range(3):
    gc.collect()
json.dumps([window.edenPython._module.HEAPU8.byteLength, len(gc.get_objects())])
"""


def _script_heap(page: Page) -> float:
    """Bytes that JavaScript holds after its collection; 0 where the browser does not tell."""
    if page.browser.name != "chromium":
        return 0
    page.wire.send("HeapProfiler.collectGarbage")  # type: ignore[attr-defined]
    return float(page.wire.send("Runtime.getHeapUsage")["usedSize"])  # type: ignore[attr-defined]


def memory_in(page: Page, matches: int = MATCHES, settled: int = SETTLED, most: int = 10_000) -> dict[str, float]:
    """Bytes and objects after the last match, and over those when all was settled; at most so many answers a match."""
    page.evaluate(SEEDED, 5)
    rows: list[list[float]] = []
    for number in range(matches):
        setup = make_setup(Agreed(names=("Ana", "Bob")), number.to_bytes(16, "big"))  # what "Play now" begins
        run(page, CODE, SAVE=save_of(setup, Machine(2, "recruit")), MOST=most)
        memory, objects = run(page, HELD)
        rows.append([memory, _script_heap(page), objects])
    before, after = rows[settled - 1], rows[-1]
    found = {f"interpreter's memory after {matches} matches": after[0]}
    if after[1]:
        found["JavaScript's heap after them"] = after[1]
    found[f"both over those after {settled} matches"] = (after[0] + after[1]) / (before[0] + before[1])
    found["Python's objects over those after the same"] = after[2] / before[2]
    return found
