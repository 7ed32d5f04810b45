"""Opening a match again: whole matches of two at one device, as the store holds them, until their first frame is
drawn.
"""

from __future__ import annotations

import statistics

from tests.bench.page import run
from tests.browser.drivers import Page
from tests.web.playing import SECRETS, Person
from web.match.journal import Journal, journal_of
from web.match.session import Session
from web.setup.agreed import Agreed, make_setup

__all__ = ["reopened_in"]

RUNS = 5
PLAIN = Agreed(names=("Ana", "Bob"))
WITH_ALL = Agreed(names=("Ana", "Bob"), scenery="territory", infestation=3, weather=2)
CODE = """
import asyncio

async def times():
    local, found = shell.here(), []
    ports = await local.ports()
    await ports.store.put("local-bench", bytes.fromhex(SAVE), json.loads(ABOUT))
    for _ in range(RUNS):
        began = now()
        await local.resume("local-bench")
        await frame()
        found.append(now() - began)
        shell.do_home({})
        while (hold := await ports.store.hold("local-bench")) is None:      # it is being put away
            await asyncio.sleep(0.05)
        hold.release()
    await ports.store.remove("local-bench")
    return found

json.dumps(await times())
"""


def _played(agreed: Agreed) -> Session:
    """A whole match."""
    session = Session(make_setup(agreed, b"nonce"), SECRETS)
    session.journal = Journal(session, "")
    Person(session, 3).play()
    return session


def reopened_in(page: Page, runs: int = RUNS) -> dict[str, float]:
    """Milliseconds on an open page of the site."""
    import json

    found = {}
    for words, agreed in (("a whole match", PLAIN), ("one with all modules", WITH_ALL)):
        session = _played(agreed)
        journal = journal_of(session)
        assert journal is not None
        times = run(page, CODE, SAVE=journal.data().hex(), ABOUT=json.dumps(journal.about()), RUNS=runs)
        found[f"opened again: {words}, {len(session.record)} entries"] = statistics.median(times)
    return found
