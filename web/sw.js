// The service worker: keeps one whole release for offline play and never replaces it during a match. build.py fills in
// {{...}}, so each release has its own worker.
//
// A new release is fetched completely, with each file checked against its digest. It then waits until all tabs of the
// old release are closed, or until the player agrees to the update in the only open tab (offline.js, applyUpdate).

const RELEASE = "{{release}}";
/** @type {Record<string, string>} path from the site's root → SHA-256 */
const FILES = JSON.parse('{{files}}');
const ROOT = new URL("./", self.location.href);
const PREFIX = `eden ${ROOT.pathname} `; // an origin may host several copies of Eden
const CACHE = PREFIX + RELEASE;
const SNAPSHOT = "/snapshot.gz";

async function fill() {
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map((request) => request.url));
  const keep = async ([path, digest]) => {
    const url = new URL(path, ROOT).href;
    if (kept.has(url)) return;
    // Files in folders named by hash never change, so the previous release's copy can be used.
    let response = null;
    if (path.includes("/")) for (const name of older) response ??= (await (await caches.open(name)).match(url)) ?? null;
    response ??= await fetch(url, { integrity: `sha256-${digest}`, cache: path.includes("/") ? "default" : "no-cache" });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    // Some hosts redirect /index.html to /, and browsers reject a redirected response for a navigation.
    if (response.redirected) response = new Response(response.body, { headers: response.headers });
    // Unpacked once here and not at each start (snapshot.mjs). Browsers that can't do this start without the snapshot.
    if (url.endsWith(SNAPSHOT)) {
      if (!globalThis.DecompressionStream) return;
      response = new Response(response.body.pipeThrough(new DecompressionStream("gzip")));
    }
    await cache.put(url, response);
  };
  await Promise.all(Object.entries(FILES).map(keep));
  if (!(await caches.has(CACHE))) throw new Error("another release took over meanwhile");
}

async function drop() {
  // A newer release may still need the old files; it deletes other caches when it is activated.
  const isLast = !self.registration.installing && !self.registration.waiting;
  for (const name of isLast ? await caches.keys() : [])
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

/** @type {Promise<Cache> | null} the cache, opened once */
let opened = null;

/** @param {string} url */
async function kept(url) {
  try {
    return await (await (opened ??= caches.open(CACHE))).match(url);
  } catch {
    opened = null; // tried again at the next request; this one uses the network
  }
}

/** @param {Request} request */
async function answer(request) {
  const url = new URL(request.url);
  const page = url.pathname === ROOT.pathname || url.pathname === `${ROOT.pathname}index.html`;
  return (await kept(page ? new URL("index.html", ROOT).href : url.href)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(drop()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== ROOT.origin || !url.pathname.startsWith(ROOT.pathname)) return;
  event.respondWith(answer(event.request));
});
self.addEventListener("message", (event) => {
  if (event.data === "release") event.ports[0]?.postMessage(RELEASE);
  if (event.data !== "take over") return;
  event.waitUntil(
    (async () => {
      const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const ours = tabs.filter((tab) => new URL(tab.url).pathname.startsWith(ROOT.pathname));
      event.ports[0]?.postMessage(ours.length > 1 ? "others" : "reloading");
      if (ours.length <= 1) await self.skipWaiting();
    })(),
  );
});
