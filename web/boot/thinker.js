// The worker in which the machine thinks: Python once more, with the same library and wheels, beside the page.
// {{...}} is filled in by build.py. The page sends [number, bytes] to be answered, or "cancel"; what comes back is
// [number, bytes] (empty: cancelled), [number, text of a fault], or ["ready"]. What is asked and answered: web/thinking.py.
import { start } from "../{{vendor}}/python.mjs";

const here = new URL(".", import.meta.url);
/** @type {string[]} */
const wheels = JSON.parse('{{wheels}}');
const thinker = start(
  { lockFileURL: new URL("lock.json", here).href, stdLibURL: new URL("../{{vendor}}/library.zip", here).href },
  wheels.map((name) => new URL(name, here).href),
  () => {},
).then((python) => ({ python, thinks: python.pyimport("web.thinking").Thinker() }));

/** @param {MessageEvent<"cancel" | [number, Uint8Array]>} event */
self.onmessage = async ({ data }) => {
  try {
    const { python, thinks } = await thinker;
    if (data === "cancel") return thinks.cancel();
    const [number, asked] = data;
    try {
      const answer = await thinks.answer(python.toPy(asked));
      postMessage([number, answer.toJs()]);
      answer.destroy();
    } catch (error) {
      postMessage([number, String(error?.message ?? error).trim().split("\n").pop()]);
    }
  } catch (error) {
    postMessage(["failed", String(error?.message ?? error).trim().split("\n").pop()]);
  }
};
thinker.then(() => postMessage(["ready"]), (error) => postMessage(["failed", String(error?.message ?? error).trim().split("\n").pop()]));
