"""The machine in a browser: how long its decisions take, whether the page's frames go on meanwhile, how it is stopped.

Each level plays a seeded match through the page's own `Brain`, a worker beside the page, against a recruit whose
thinking is the page's and is not timed. A frame's gap counts while the worker thinks; the page's gaps at rest are
taken after each decision for as long, for whatever else the machine does slows both.
"""

from __future__ import annotations

from eden_core.cli.games import ready_setup
from tests.bench.page import p95, run, save_of
from tests.browser.drivers import Page
from web.match.solo import Machine
from web.setup.agreed import MACHINES

__all__ = ["machine_in"]

LONGEST = 25.0  # seconds of a level's own thinking; what of the match is left then is not measured
REPEATS = 5  # of stopping the machine
SEED = 5
GAPS = """(() => {
    const gaps = globalThis.gaps = { began: 0, last: 0, longest: 0, begin: null, end: null };
    gaps.begin = () => { gaps.longest = 0; gaps.last = performance.now(); gaps.began = 1; };
    gaps.end = () => {
        gaps.longest = Math.max(gaps.longest, performance.now() - gaps.last);
        gaps.began = 0;
        return gaps.longest;
    };
    const frame = () => {
        const now = performance.now();
        if (gaps.began) gaps.longest = Math.max(gaps.longest, now - gaps.last);
        gaps.last = now;
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
})()"""
BEFORE = """
import asyncio
from eden_core.engine.messages import Hand, Seal
from eden_core.record.record import Given, Vaults
from web.local.worker import Brain
from web.match.journal import restored
from web.local.thinking import Asked, Thinker, asked_of, told_of

session, seed = restored(bytes.fromhex(SAVE), ""), [SEED]

def asked(player, level):
    return Asked(session.journal.setup, player, session.vaults[player].secret, level, tuple(session.journal.raw))

def throw():
    faces = []
    for _ in range(session.roll_due.dice):
        seed[0] = (seed[0] * 6364136223846793005 + 1442695040888963407) % 2**64
        faces.append(1 + (seed[0] >> 33) % 6)
    session.throw(tuple(faces))

async def other_answers(thinker):
    given = told_of(await thinker.answer(asked_of(asked(session.me, "recruit"))))[0]
    if isinstance(given, (Seal, Hand)):
        vaults = Vaults((b"", b""))
        vaults.vaults = session.vaults
        vaults.remember(session.match, Given(session.me, given))
    session.answer(given)
"""
PLAY = (
    BEFORE
    + """
async def play():
    brain, recruit, level = Brain(shell.page), Thinker(), session.machine.level
    times, gaps, idle, longest = [], [], [], (0, None)
    while not session.is_over and sum(times) < 1000 * LONGEST and len(times) < MOST:
        if session.roll_due is not None:
            throw()
        elif session.is_machines:
            question = asked(session.machine.player, level)
            await frame()
            window.gaps.begin()
            began = now()
            answer = await brain.answer(question)
            took = now() - began
            gaps.append(window.gaps.end())
            await frame()
            window.gaps.begin()
            await asyncio.sleep(min(1, took / 1000))
            idle.append(window.gaps.end())
            times.append(took)
            if took > longest[0] and len(times) > 1:
                longest = took, question
            session.coming = told_of(answer)
            session.next_step()
        else:
            await other_answers(recruit)
    broke = brain.broke
    brain.end()
    shell.bench_question = longest[1]
    return {"times": times, "gaps": gaps, "idle": idle, "broke": broke, "over": session.is_over}

json.dumps(await play())
"""
)
STOP = """
import asyncio
from web.local.worker import Brain

async def stop():
    long = shell.bench_question
    short = long._replace(level="recruit")
    found = {"start": [], "alone": [], "cancelled": [], "ended": []}
    for _ in range(REPEATS):
        brain = Brain(shell.page)
        began = now()
        await brain.answer(short)
        found["start"].append(now() - began)
        for kind in ("alone", "cancelled", "ended"):
            await brain.answer(short)
            thinking = asyncio.ensure_future(brain.answer(long)) if kind != "alone" else None
            await asyncio.sleep(0.1)
            began = now()
            if kind == "ended":
                brain.end()
            await brain.answer(short)
            found[kind].append(now() - began)
            if thinking is not None:
                await thinking
        assert not brain.broke
        brain.end()
    return {kind: sorted(times)[len(times) // 2] for kind, times in found.items()}

json.dumps(await stop())
"""


def machine_in(
    page: Page, levels: tuple[str, ...] = MACHINES, most: int = 1000, repeats: int = REPEATS
) -> dict[str, float]:
    """Milliseconds on an open page of the site, at most so many decisions of each level."""
    page.evaluate(GAPS)
    found: dict[str, float] = {}
    for level in levels:
        save = save_of(ready_setup(SEED), Machine(1, level))
        made = run(page, PLAY, SAVE=save, SEED=SEED, LONGEST=LONGEST, MOST=most)
        assert not made["broke"], "the worker broke"
        times = sorted(made["times"][1:])  # the first one waits for the worker's start
        part = "" if made["over"] else ", in part"
        found[f"{level}: decision, median of {len(times)}{part}"] = times[len(times) // 2]
        found[f"{level}: decision, 95 of 100"] = p95(times)
        found[f"{level}: decision, longest"] = times[-1]
        found[f"{level}: longest gap of frames, over the page's at rest"] = max(
            0.0, max(made["gaps"][1:]) - max(made["idle"])
        )
    stopped = run(page, STOP, REPEATS=repeats)
    page.forgive("uncaught exception: undefined")  # Firefox says so of each worker that is ended while it thinks
    found["worker started, first answer there"] = stopped["start"]
    found["a recruit's answer alone"] = stopped["alone"]
    found["the same after cancelling"] = stopped["cancelled"]
    found["the same after ending and starting the worker"] = stopped["ended"]
    return found
