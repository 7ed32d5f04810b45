// First script of the page: starts Python, says how far it is, and says in words what went wrong if it doesn't come.
// {{...}} is filled in by build.py. Afterwards `eden` is what the page has from here (see below).
import { follow, start } from "../{{vendor}}/python.mjs";
import { keptSnapshot } from "../{{vendor}}/snapshot.mjs";
import { wordsFor } from "./words.js";

const release = "{{release}}";
const here = new URL(".", import.meta.url);
const vendor = new URL("../{{vendor}}/", here);
const root = new URL("../", here);
/** @type {Record<string, number>} bytes of what is waited for, by file name */
const SIZES = JSON.parse('{{sizes}}');
/** @type {Record<string, [string, string]>} package → file and digest of a wheel for later */
const LATER = JSON.parse('{{later}}');
const QUIET = 20_000; // milliseconds without a sign of life before the page says so
const words = wordsFor(navigator.languages);

// These may not be there yet: this script doesn't wait for the page to be read.
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

/** @param {number} share of the way, 0 to 1; never goes back */
function advance(share) {
  lastSign = performance.now();
  shown = Math.max(shown, Math.min(100, Math.round(share * 100)));
  bar()?.setAttribute("value", String(shown));
  bar()?.setAttribute("aria-valuenow", String(shown));
}

/**
 * @param {string} text shown and told as soon as there is a place for it
 * @param {string} role of the place
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

/** @param {string} code of a stage, a key of words.js */
function enter(code) {
  if (failed || over) return;
  stage = code;
  lastSign = performance.now();
  say(words[code]);
}

/**
 * Says what went wrong; the first fault is the one that counts.
 * @param {string} code a key of words.js
 * @param {string} detail what it concerns
 */
function fail(code, detail) {
  if (failed || over || document.documentElement.dataset.boot === "failed") return; // early.js knew better what is wrong
  failed = true;
  distrust();
  document.documentElement.dataset.boot = "failed";
  say(words[code].replace("{detail}", detail), "alert");
}

// A start from the snapshot that didn't come to the prompt, for whatever reason, was the last one of its release.
const PLAIN = "eden.plain";
let fromSnapshot = false;

function distrust() {
  try {
    if (fromSnapshot) localStorage.setItem(PLAIN, release);
  } catch {
    // no storage: then there is no snapshot either
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
 * A response whose bytes are counted as they pass.
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

/** @type {Record<string, Promise<Response>>} what was asked for, by name */
const asked = {};

// While Python loads, fetch watches over its files: state, type, and bytes on a first visit. (On later visits the
// service worker has them all, and a browser keeps compiled wasm only for responses that it is handed untouched.)
const plainFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : String(input), location.href);
  const name = url.pathname.split("/").pop() ?? "";
  if (!(name in SIZES)) return plainFetch(input, init);
  if (!name.endsWith(".wasm")) return watched(name, input, init);
  // Pyodide asks for the interpreter once more, though it is on its way and compiled from there (python.mjs, ahead.js).
  return (asked[name] ??= globalThis.edenAhead ? ahead(name) : watched(name, input, init));
};

/** @param {string} name of what is on its way since the first script */
async function ahead(name) {
  count(name, SIZES[name]);
  return new Response();
}

/**
 * @param {string} name of a file that is waited for
 * @param {RequestInfo | URL} input
 * @param {RequestInit | undefined} init
 * @returns {Promise<Response>} it, with its faults told
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

/** @param {any} error of Python's the last line says what it is; the rest is on the console */
function broken(error) {
  if (globalThis.WebAssembly && error instanceof WebAssembly.CompileError) return fail("refused", error.message);
  fail("broken", String(error?.message ?? error).trim().split("\n").pop() ?? "");
}
/**
 * PyScript opens a store of its own that the game does without: where storage is shut, that is no fault of the start.
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

// ---- what the page has from here

/** @type {any} offline.js: what is kept on this device, and updates */
let kept = null;
const keepOffline = () =>
  import(new URL("offline.js", here).href)
    .then(({ keeper }) => (kept = keeper(release, root, () => dispatchEvent(new CustomEvent("eden-update")))))
    .catch((error) => console.warn("not kept for offline play:", error));

/** @type {Promise<any> | null} */
let extras = null;

globalThis.eden = {
  release,
  /** Of a new release, and of the game on this device (offline.js); the event `eden-update` says that one changed. */
  get update() {
    return kept?.update ?? "";
  },
  get offline() {
    return kept?.offline ?? "";
  },
  /** @returns {Promise<string>} see offline.js */
  applyUpdate: async () => kept?.applyUpdate() ?? "none",
  /**
   * A script of this release that is not needed for the first prompt.
   * @param {string} name such as `net/transport.js`
   * @returns {Promise<any>} the module
   */
  load: (name) => import(new URL(name, here).href),
  /**
   * Puts a wheel that is not needed for the first prompt on Python's path. (Pyodide's own way needs much of Python's
   * library, which is not there yet.)
   * @param {string} name of its package
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
   * Brings the rest of Python's library and micropip, for what players add.
   * @returns {Promise<any>} the micropip module
   */
  extras() {
    extras ??= (async () => {
      const python = await started;
      const response = await fetch(new URL("library-rest.zip", vendor));
      if (!response.ok) throw new Error(`library-rest.zip: ${response.status}`);
      python.FS.writeFile("/lib/library-rest.zip", new Uint8Array(await response.arrayBuffer()));
      // Packages that are in both archives are told to look in both.
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

// ---- off we go

enter("loading");
setTimeout(() => (document.documentElement.dataset.boot ??= "long"), 2500); // then there is time to paint the field
/** @type {string[]} */
const wheels = JSON.parse('{{wheels}}');
// On a first visit there is none to look for.
const snapshot =
  navigator.serviceWorker?.controller && trusted()
    ? keptSnapshot(new URL("snapshot.gz", here).href, `eden ${root.pathname} ${release}`)
    : Promise.resolve(null);
snapshot.then((found) => (fromSnapshot = found !== null), () => (fromSnapshot = true));
/** @param {any} error why the snapshot is of no use */
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
// PyScript asks for this only when Python is there; now it need not wait for the network then.
plainFetch(new URL("main.py", here)).then((response) => response.text()).catch(() => {});
// Python is on its way before the page is read to its end; PyScript looks for its script there.
if (document.readyState === "loading") await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve, { once: true }));
// PyScript brings plugins for MicroPython too unless told otherwise; what it may do for Python stands in the page.
const micro = document.createElement("mpy-config");
micro.hidden = true;
micro.setAttribute("type", "json");
micro.textContent = JSON.stringify({ plugins: JSON.parse('{{plugins}}') });
document.body.append(micro);
import("../{{vendor}}/pyscript/core.js").catch(broken);
