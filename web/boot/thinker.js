// The worker in which the computer player thinks: a second Python with the same library and wheels as the page.
// build.py fills in {{...}}. The page sends [number, bytes] to be answered, or "cancel"; the worker replies
// [number, bytes] (empty if cancelled), [number, text of a fault], or ["failed", text]. The format of the bytes is in
// web/local/thinking.py.
import { follow, start } from "../{{vendor}}/python.mjs";
import { keptSnapshot } from "../{{vendor}}/snapshot.mjs";

const here = new URL(".", import.meta.url);
const root = new URL("../", here);
/** @type {string[]} */
const wheels = JSON.parse('{{wheels}}');

/** @param {any} error of a Python error only the last line is used */
const text = (error) => String(error?.message ?? error).trim().split("\n").pop();
/** @param {any} error */
const failed = (error) => postMessage(["failed", text(error)]);

const thinker = start(
  { lockFileURL: new URL("lock.json", here).href, stdLibURL: new URL("../{{vendor}}/library.zip", here).href, env: JSON.parse('{{environment}}') },
  wheels.map((name) => new URL(name, here).href),
  keptSnapshot(new URL("snapshot.gz", here).href, `eden ${root.pathname} {{release}}`).catch(() => null),
  { fault: failed, plain: (error) => console.warn("thinking starts without the snapshot:", error) },
).then((python) => ({ python, thinks: python.pyimport("web.local.thinking").Thinker() }));
thinker.then(follow, failed);

/** @param {MessageEvent<"cancel" | [number, Uint8Array]>} event */
self.onmessage = async ({ data }) => {
  const { python, thinks } = await thinker;
  if (data === "cancel") return thinks.cancel();
  const [number, asked] = data;
  try {
    const answer = await thinks.answer(python.toPy(asked));
    postMessage([number, answer.toJs()]);
    answer.destroy();
  } catch (error) {
    postMessage([number, text(error)]);
  }
};
