"""From a click to what it did, on the screen: a match between two at one device, each answer stored before it is
shown.

Real clicks of two people (`test_same_device.py`). The time runs from the click's own stamp to the end of the first
frame that shows the next question; where dice are thrown, to the frame in which they lie in the tray, before they
have tumbled. Presses that only shape an answer are not counted.
"""

from __future__ import annotations

import time

from tests.bench.page import p95
from tests.browser.drivers import Page, Trouble
from tests.browser.test_same_device import SEEDED, Players

__all__ = ["clicks_in"]

ANSWERS = 80  # that are measured
LONGEST = 240.0  # seconds for all of it
# An answer is what is being kept when its click is over. It is shown once that is done and the table has changed.
LISTEN = """(() => {
    globalThis.clicks = [];
    const root = document.documentElement;
    const prompt = document.querySelector("#prompt"), tray = document.querySelector("#tray");
    let pressed = 0, dice = 0;
    const thrown = () => Number(tray.lastElementChild?.dataset.throw ?? 0);
    addEventListener("click", (event) => {
        if (!pressed && root.dataset.busy) {
            pressed = event.timeStamp;
            dice = thrown();
        }
    });
    new MutationObserver(() => {
        if (!pressed || root.dataset.busy && thrown() === dice) return;
        if (prompt.dataset.kind === "roll" && thrown() === dice) return;      // its dice come next
        const began = pressed;
        pressed = 0;
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => clicks.push(performance.now() - began);
            port2.postMessage(0);
        });
    }).observe(document.querySelector("#table"),
        { subtree: true, childList: true, characterData: true, attributes: true });
})()"""


def clicks_in(page: Page, answers: int = ANSWERS) -> dict[str, float]:
    """Milliseconds on an open page of the site."""
    page.evaluate(SEEDED, 11)
    page.evaluate("location.hash = ''")
    page.click("#to-setup")
    page.click("#start")
    page.wait_for("document.documentElement.dataset.curtain === 'down'")
    page.evaluate(LISTEN)
    players, end = Players(page, "bench", seed=3), time.monotonic() + LONGEST
    players.look()
    while time.monotonic() < end and not players.state["over"] and page.evaluate("clicks.length") < answers:
        players.step()
        players.look()
    times = [float(one) for one in page.evaluate("clicks")]
    if len(times) < 3:
        raise Trouble(f"{page.browser.name}: only {len(times)} answers: {players.seen}")
    return {
        f"click to drawn, median of {len(times)}": sorted(times)[len(times) // 2],
        "the same, 95 of 100": p95(times),
    }
