// Keeps this release on the device for play without a network, and offers the next one (sw.js does the work). It is
// brought after the first prompt.

const PATIENCE = 3000; // ms for the new release's worker to take the page over

/**
 * Whether the service worker that answers this page is of another release: an old page that a cache kept was opened just
 * when its site had changed.
 * @param {ServiceWorker | null} worker
 * @param {string} release the page's
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
 * @param {string} release the page's
 * @param {URL} root of the site
 * @param {() => void} changed told when something below has changed
 */
export function keeper(release, root, changed) {
  /** @type {ServiceWorker | null} */
  let waiting = null;
  const self = {
    /** Of the game on this device: "" while it is not known, "ready", "none" (the browser can't), "failed". */
    offline: "",
    /** Of a new release: "", "ready", "others" (other tabs are open, and may be in a match). */
    update: "",
    /**
     * Goes over to the waiting release and reloads. Only ever called when the player agrees and no match is under way.
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
          // Chromium now and then leaves the new one waiting for minutes, while the old one, idle, is being stopped. As the
          // page goes it looks again.
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

  /** @param {ServiceWorker | null} worker an update that is ready and waits for the end of the match */
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
    await null; // whoever asked has this first
    try {
      // Some private windows have no service workers, or shut what they keep things in; without a secure address there is
      // neither in any browser.
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
      // Without a network, or with a site that changes just now, what was kept before still is.
      const shut = error instanceof DOMException && error.name === "SecurityError";
      tell(navigator.serviceWorker?.controller ? "ready" : shut ? "none" : "failed");
    }
  })();
  return self;
}
