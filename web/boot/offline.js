// Registers the service worker (sw.js), which keeps this release for offline play, and offers updates to the player.
// Loaded after the first prompt.

const PATIENCE = 3000; // ms for the new release's worker to take the page over

/**
 * Returns whether the page's service worker belongs to another release, as when a cached old page was opened just after
 * an update of the site.
 * @param {ServiceWorker | null} worker
 * @param {string} release the page's release
 * @returns {Promise<boolean>}
 */
function differs(worker, release) {
  return new Promise((resolve) => {
    if (!worker) return resolve(false);
    const channel = new MessageChannel();
    channel.port1.onmessage = ({ data }) => resolve(data !== release);
    worker.postMessage("release", [channel.port2]);
  });
}

/**
 * Starts to keep the release for offline play.
 * @param {string} release the page's release
 * @param {URL} root the site's root
 * @param {() => void} changed called when `offline` or `update` has changed
 */
export function keeper(release, root, changed) {
  /** @type {ServiceWorker | null} */
  let waiting = null;
  const self = {
    /** State of the offline copy: "" (not known yet), "ready", "none" (not supported by the browser) or "failed". */
    offline: "",
    /** State of a new release: "" (none), "ready" or "others" (other tabs are open and may be in a match). */
    update: "",
    /**
     * Activates the waiting release and reloads; call it only if the player agrees and no match is in progress.
     * @returns {Promise<string>} "reloading", "none" or "others"
     */
    applyUpdate() {
      return new Promise((resolve) => {
        if (!self.update) return resolve("none");
        const reload = () => location.reload();
        if (!waiting) {
          resolve("reloading");
          return reload();
        }
        const channel = new MessageChannel();
        navigator.serviceWorker.addEventListener("controllerchange", reload);
        channel.port1.onmessage = ({ data }) => {
          // Chromium sometimes leaves the new worker waiting for minutes while it stops the idle old one; a reload makes
          // it check again.
          if (data === "reloading") setTimeout(reload, PATIENCE);
          else {
            navigator.serviceWorker.removeEventListener("controllerchange", reload);
            self.update = data;
            changed();
          }
          resolve(data);
        };
        waiting.postMessage("take over", [channel.port2]);
      });
    },
  };

  /** @param {ServiceWorker | null} worker an installed update, to be activated after the match */
  function offer(worker) {
    if (!worker || waiting === worker || !navigator.serviceWorker.controller) return;
    waiting = worker;
    self.update = "ready";
    changed();
  }

  /** @param {string} state */
  function tell(state) {
    self.offline = document.documentElement.dataset.offline = state;
    changed();
  }

  (async () => {
    await null; // lets the caller receive `self` before `changed` is called
    try {
      // Some private windows have no service workers or block the cache; insecure pages have neither.
      if (!navigator.serviceWorker || !globalThis.caches) return tell("none");
      await caches.has("eden");
      const options = /** @type {RegistrationOptions} */ ({ scope: root.pathname, updateViaCache: "none" });
      const registration = await navigator.serviceWorker.register(new URL("sw.js", root), options);
      offer(registration.waiting);
      registration.addEventListener("updatefound", () => {
        const worker = registration.installing;
        worker?.addEventListener("statechange", () => {
          if (worker.state === "installed") offer(worker);
          else if (worker.state === "redundant" && !registration.active) tell("failed");
        });
      });
      await navigator.serviceWorker.ready;
      tell("ready");
      const check = async () => {
        if (!(await differs(navigator.serviceWorker.controller, release)) || self.update) return;
        self.update = "ready";
        changed();
      };
      navigator.serviceWorker.addEventListener("controllerchange", check);
      await check();
    } catch (error) {
      console.warn("not kept for offline play:", error);
      // Without a network, or during an update of the site, the earlier copy still exists.
      const shut = error instanceof DOMException && error.name === "SecurityError";
      tell(navigator.serviceWorker?.controller ? "ready" : shut ? "none" : "failed");
    }
  })();
  return self;
}
