// Starts Python, shows the progress, and explains a failure to the player. build.py fills in {{...}}. The page uses this
// script through the global `eden` (see below).
import { follow, start } from "../{{vendor}}/python.mjs";
import { keptSnapshot } from "../{{vendor}}/snapshot.mjs";
import { wordsFor } from "./words.js";

const release = "{{release}}";
const here = new URL(".", import.meta.url);
const vendor = new URL("../{{vendor}}/", here);
const root = new URL("../", here);
/** @type {Record<string, number>} sizes in bytes of the files that the start waits for, by file name */
const SIZES = JSON.parse('{{sizes}}');
/** @type {Record<string, [string, string]>} package → file and digest of a wheel that is loaded later */
const LATER = JSON.parse('{{later}}');
const QUIET = 20_000; // milliseconds without progress before the page says so
const words = wordsFor(navigator.languages);

// May be null at first, as this script doesn't wait until the page is parsed.
const bar = () => document.getElementById("boot-progress");
const line = () => document.getElementById("boot-text");
const total = Object.values(SIZES).reduce((sum, size) => sum + size, 0);
/** @type {Record<string, number>} */
const seen = {};
let stage = "";
let shown = 0;
let over = false;
let failed = false;
let lastSign = performance.now();

/** @param {number} share progress from 0 to 1; a smaller value than before is ignored */
function advance(share) {
  lastSign = performance.now();
  shown = Math.max(shown, Math.min(100, Math.round(share * 100)));
  bar()?.setAttribute("value", String(shown));
  bar()?.setAttribute("aria-valuenow", String(shown));
}

/**
 * Shows a text as soon as its element exists.
 * @param {string} text
 * @param {string} role ARIA role of the element
 */
function say(text, role = "status") {
  const place = line();
  if (place) {
    place.setAttribute("role", role);
    place.textContent = text;
  } else if (document.readyState === "loading") {
    addEventListener("DOMContentLoaded", () => say(text, role), { once: true });
  }
}

/** @param {string} code the stage, a key of words.js */
function enter(code) {
  if (failed || over) return;
  stage = code;
  lastSign = performance.now();
  say(words[code]);
}

/**
 * Shows why the start failed; only the first failure is shown.
 * @param {string} code a key of words.js
 * @param {string} detail the file or message concerned
 */
function fail(code, detail) {
  if (failed || over || document.documentElement.dataset.boot === "failed") return; // early.js has shown a better explanation
  failed = true;
  distrust();
  document.documentElement.dataset.boot = "failed";
  say(words[code].replace("{detail}", detail), "alert");
}

// If a start from the snapshot fails for any reason, this release is started without it from then on.
const PLAIN = "eden.plain";
let fromSnapshot = false;

function distrust() {
  try {
    if (fromSnapshot) localStorage.setItem(PLAIN, release);
  } catch {
    // without storage there is no snapshot either
  }
}

function trusted() {
  try {
    return localStorage.getItem(PLAIN) !== release;
  } catch {
    return true;
  }
}

function count(name, bytes) {
  seen[name] = Math.min(SIZES[name], bytes);
  advance(0.8 * Object.values(seen).reduce((sum, size) => sum + size, 0) / total);
}

/**
 * Wraps a response to count its bytes as they arrive.
 * @param {Response} response
 * @param {string} name
 */
function counted(response, name) {
  let bytes = 0;
  const tap = new TransformStream({
    transform(chunk, controller) {
      count(name, (bytes += chunk.length));
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(tap), { status: 200, headers: response.headers });
}

/** @type {Record<string, Promise<Response>>} pending requests by file name */
const asked = {};

// While Python loads, fetch checks the status and type of its files and, on a first visit, counts their bytes. (On later
// visits the service worker has all files, and browsers cache compiled wasm only for unmodified responses.)
const plainFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : String(input), location.href);
  const name = url.pathname.split("/").pop() ?? "";
  if (!(name in SIZES)) return plainFetch(input, init);
  if (!name.endsWith(".wasm")) return watched(name, input, init);
  // Pyodide requests the interpreter again although it is already being compiled (python.mjs, ahead.js).
  return (asked[name] ??= globalThis.edenAhead ? ahead(name) : watched(name, input, init));
};

/** @param {string} name a file that ahead.js has requested */
async function ahead(name) {
  count(name, SIZES[name]);
  return new Response();
}

/**
 * Fetches a file that the start waits for and reports its faults.
 * @param {string} name
 * @param {RequestInfo | URL} input
 * @param {RequestInit | undefined} init
 * @returns {Promise<Response>}
 */
async function watched(name, input, init) {
  let response;
  try {
    response = await plainFetch(input, init);
  } catch (error) {
    fail("unreachable", name);
    throw error;
  }
  const type = response.headers.get("content-type") ?? "";
  if (!response.ok) fail("missing", `${name} (${response.status})`);
  else if (name.endsWith(".wasm") && !/^application\/wasm\s*(;|$)/i.test(type)) fail("wrongType", `${name}: ${type || "?"}`);
  else if (navigator.serviceWorker?.controller || !response.body) count(name, SIZES[name]);
  else return counted(response, name);
  return response;
}

const watchdog = setInterval(() => {
  if (!over && !failed && performance.now() - lastSign > QUIET) {
    distrust();
    const late = Object.keys(SIZES).filter((name) => (seen[name] ?? 0) < SIZES[name]);
    say(words.slow.replace("{detail}", late.join(", ") || words[stage].replace("…", "")));
  }
}, 1000);

/** @param {any} error the last line of a Python error is shown; the console has the rest */
function broken(error) {
  if (globalThis.WebAssembly && error instanceof WebAssembly.CompileError) return fail("refused", error.message);
  fail("broken", String(error?.message ?? error).trim().split("\n").pop() ?? "");
}
/**
 * Returns whether a fault comes from storage: PyScript's own store is not needed, so its failure is ignored.
 * @param {any} reason
 */
function isOfStorage(reason) {
  if (reason instanceof Event) return reason.target instanceof IDBRequest;
  return reason instanceof DOMException && ["SecurityError", "InvalidStateError", "UnknownError", "QuotaExceededError"].includes(reason.name);
}
/** @param {ErrorEvent | PromiseRejectionEvent} event */
const onFault = (event) => {
  const reason = "reason" in event ? event.reason : event.error ?? event.message;
  if (!isOfStorage(reason)) broken(reason);
};
addEventListener("error", onFault);
addEventListener("unhandledrejection", onFault);
document.addEventListener("securitypolicyviolation", (event) => fail("broken", `${event.violatedDirective}: ${event.blockedURI}`));

addEventListener("py:progress", (event) => {
  if (/** @type {CustomEvent} */ (event).detail === "Loaded interpreter") {
    advance(0.9);
    enter("opening");
  }
});

new PerformanceObserver((list) => {
  if (over || !list.getEntriesByName("eden-first-prompt").length) return;
  advance(1);
  over = true;
  globalThis.fetch = plainFetch;
  clearInterval(watchdog);
  removeEventListener("error", onFault);
  removeEventListener("unhandledrejection", onFault);
  Object.assign(document.documentElement.dataset, { boot: "done", start: fromSnapshot ? "snapshot" : "plain" });
  follow();
  keepOffline();
}).observe({ type: "mark", buffered: true });

// ---- the global `eden`

/** @type {any} the keeper of offline.js: offline copy and updates */
let kept = null;
const keepOffline = () =>
  import(new URL("offline.js", here).href)
    .then(({ keeper }) => (kept = keeper(release, root, () => dispatchEvent(new CustomEvent("eden-update")))))
    .catch((error) => console.warn("not kept for offline play:", error));

/** @type {Promise<any> | null} */
let extras = null;

globalThis.eden = {
  release,
  /** State of a new release, and of the offline copy (offline.js); the event `eden-update` announces changes. */
  get update() {
    return kept?.update ?? "";
  },
  get offline() {
    return kept?.offline ?? "";
  },
  /** @returns {Promise<string>} see offline.js */
  applyUpdate: async () => kept?.applyUpdate() ?? "none",
  /**
   * Imports a script of this release that the first prompt doesn't need.
   * @param {string} name for example `ports/transport.js`
   * @returns {Promise<any>} the module
   */
  load: (name) => import(new URL(name, here).href),
  /**
   * Adds a wheel that the first prompt doesn't need to Python's path. (Pyodide's own loader needs parts of Python's
   * library that are not loaded yet.)
   * @param {string} name the package
   */
  async bring(name) {
    const python = await started;
    const [file, digest] = LATER[name];
    const response = await fetch(new URL(file, vendor), { integrity: `sha256-${digest}` });
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    python.FS.writeFile(`/lib/${file}`, new Uint8Array(await response.arrayBuffer()));
    python.runPython("import sys; place in sys.path or sys.path.append(place)", { globals: python.toPy({ place: `/lib/${file}` }) });
  },
  /**
   * Loads the rest of Python's library and micropip, for packages that players add.
   * @returns {Promise<any>} the micropip module
   */
  extras() {
    extras ??= (async () => {
      const python = await started;
      const response = await fetch(new URL("library-rest.zip", vendor));
      if (!response.ok) throw new Error(`library-rest.zip: ${response.status}`);
      python.FS.writeFile("/lib/library-rest.zip", new Uint8Array(await response.arrayBuffer()));
      // Packages with modules in both archives need both in their path.
      python.runPython(`
import importlib, sys
sys.path.append("/lib/library-rest.zip")
for name in names:
    importlib.import_module(name).__path__.append("/lib/library-rest.zip/" + name.replace(".", "/"))
`, { globals: python.toPy({ names: JSON.parse('{{split}}') }) });
      await python.loadPackage("micropip", { messageCallback: () => {} });
      return python.pyimport("micropip");
    })();
    extras.catch(() => (extras = null));
    return extras;
  },
};

// ---- start

enter("loading");
setTimeout(() => (document.documentElement.dataset.boot ??= "long"), 2500); // reveals the picture behind a long start
/** @type {string[]} */
const wheels = JSON.parse('{{wheels}}');
// A first visit has no snapshot.
const snapshot =
  navigator.serviceWorker?.controller && trusted()
    ? keptSnapshot(new URL("snapshot.gz", here).href, `eden ${root.pathname} ${release}`)
    : Promise.resolve(null);
snapshot.then((found) => (fromSnapshot = found !== null), () => (fromSnapshot = true));
/** @param {any} error the reason why the snapshot can't be used */
function startPlain(error) {
  console.warn("not from the snapshot:", error);
  distrust();
  fromSnapshot = false;
  enter("plain");
}
const started = start(
  { lockFileURL: new URL("lock.json", here).href, stdLibURL: new URL("library.zip", vendor).href, env: JSON.parse('{{environment}}') },
  wheels.map((name) => new URL(name, here).href),
  snapshot,
  { fault: broken, plain: startPlain },
);
started.then(() => performance.mark("eden-python"), broken);
// PyScript requests this only once Python is ready; fetching it now avoids waiting for the network then.
plainFetch(new URL("main.py", here)).then((response) => response.text()).catch(() => {});
// PyScript looks for its script in the page, so the page must be parsed first.
if (document.readyState === "loading") await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve, { once: true }));
// PyScript loads plugins for MicroPython too unless configured; the configuration for Python is in the page.
const micro = document.createElement("mpy-config");
micro.hidden = true;
micro.setAttribute("type", "json");
micro.textContent = JSON.stringify({ plugins: JSON.parse('{{plugins}}') });
document.body.append(micro);
import("../{{vendor}}/pyscript/core.js").catch(broken);
