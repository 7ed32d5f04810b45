// Storage in IndexedDB of signing keys, which can't be extracted, and of matches; and the locks that decide which tab of
// this browser plays a match.
import { Fault } from "./fault.js";

const DATABASE = "eden";
const KEYS = "keys"; // name → a pair of CryptoKeys
const BYTES = "matches"; // name → bytes
const SHOWN = "shown"; // name → summary of a match for lists
const ED25519 = "Ed25519";
const PATIENCE = 10; // seconds without response after which storage counts as missing; one second from then on

// ---- the database

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @param {any} error of IndexedDB */
function storageFault(error) {
  if (error instanceof Fault) return error;
  return new Fault(error?.name === "QuotaExceededError" ? "quota" : "no_storage", error);
}

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      for (const name of [KEYS, BYTES, SHOWN]) request.result.createObjectStore(name);
    };
    request.onsuccess = () => {
      const base = request.result;
      // A later release in another tab may upgrade the database, and the browser may remove it.
      base.onversionchange = () => base.close();
      base.onclose = () => (opened = null);
      resolve(base);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Fault("no_storage"));
  });
  opened.catch(() => (opened = null));
  return opened;
}

let patience = PATIENCE;

/**
 * Waits for some work of IndexedDB; throws `no_storage` if it doesn't respond. Time in which the page sleeps doesn't
 * count.
 * @param {Promise<any>} work
 * @returns {Promise<any>}
 */
async function answered(work) {
  let ticks = 0;
  let timer;
  const silence = new Promise((_, reject) => {
    timer = setInterval(() => {
      if (++ticks < patience) return;
      patience = 1;
      reject(new Fault("no_storage"));
    }, 1000);
  });
  try {
    const found = await Promise.race([work, silence]);
    patience = PATIENCE;
    return found;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs a transaction.
 * @param {"readonly" | "readwrite"} mode
 * @param {(store: (name: string) => IDBObjectStore) => IDBRequest | void} work
 * @returns {Promise<any>} the result of the request that `work` returns, once the transaction is complete
 */
async function within(mode, work) {
  const run = async () => {
    const transaction = (await database()).transaction([KEYS, BYTES, SHOWN], mode, { durability: "strict" });
    return new Promise((resolve, reject) => {
      const request = work((name) => transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error ?? request?.error);
    });
  };
  try {
    return await answered(run());
  } catch (error) {
    throw storageFault(error);
  }
}

// ---- keys

function algorithms() {
  if (!globalThis.isSecureContext || !crypto.subtle) throw new Fault("insecure");
  return crypto.subtle;
}

/** @param {CryptoKey} key @returns {Promise<Uint8Array>} */
async function raw(key) {
  return new Uint8Array(await algorithms().exportKey("raw", key));
}

/**
 * Returns the public key of a name; generates the pair if there is none yet.
 * @param {string} name
 * @returns {Promise<Uint8Array>} 32 bytes
 */
export async function makeKey(name) {
  const kept = await findKey(name);
  if (kept) return kept;
  /** @type {CryptoKeyPair} */
  let pair;
  try {
    pair = await algorithms().generateKey(ED25519, false, ["sign", "verify"]);
  } catch (error) {
    throw error instanceof Fault ? error : new Fault("no_ed25519", error);
  }
  // Another tab may have stored a pair meanwhile; the first one stays.
  await within("readwrite", (store) => {
    const request = store(KEYS).get(name);
    request.onsuccess = () => request.result ?? store(KEYS).put(pair, name);
  });
  return /** @type {Promise<Uint8Array>} */ (findKey(name));
}

/**
 * @param {string} name
 * @returns {Promise<Uint8Array | undefined>} the public key, if the pair is stored
 */
export async function findKey(name) {
  algorithms();
  const pair = await within("readonly", (store) => store(KEYS).get(name));
  return pair && raw(pair.publicKey);
}

/** @type {Map<string, CryptoKey>} cache of private keys, as a match signs often */
const used = new Map();

/** @param {string} name */
export async function dropKey(name) {
  used.delete(name);
  await within("readwrite", (store) => store(KEYS).delete(name));
}

/**
 * @param {string} name
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>} 64 bytes
 */
export async function sign(name, bytes) {
  algorithms();
  let key = used.get(name);
  if (!key) {
    const pair = await within("readonly", (store) => store(KEYS).get(name));
    if (!pair) throw new Fault("no_key");
    used.set(name, (key = pair.privateKey));
  }
  return new Uint8Array(await algorithms().sign(ED25519, key, bytes));
}

/**
 * @param {Uint8Array} publicKey checked for weak points by the caller: browsers differ in what they let pass
 * @param {Uint8Array} signature
 * @param {Uint8Array} bytes
 * @returns {Promise<boolean>}
 */
export async function verify(publicKey, signature, bytes) {
  const subtle = algorithms();
  try {
    const key = await subtle.importKey("raw", publicKey, ED25519, false, ["verify"]);
    return await subtle.verify(ED25519, key, signature, bytes);
  } catch (error) {
    if (/** @type {any} */ (error)?.name === "NotSupportedError") throw new Fault("no_ed25519", error);
    return false; // the key is not a point of the curve
  }
}

// ---- matches

/**
 * Stores a match, replacing an earlier one of the name in one transaction.
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {string} about summary for lists
 */
export async function put(name, bytes, about) {
  await within("readwrite", (store) => {
    store(SHOWN).put({ about, size: bytes.byteLength, changed: Date.now() }, name);
    store(BYTES).put(bytes, name);
  });
}

/**
 * @param {string} name
 * @returns {Promise<Uint8Array | undefined>}
 */
export function get(name) {
  return within("readonly", (store) => store(BYTES).get(name));
}

/** @returns {Promise<{ name: string, about: string, size: number, changed: number }[]>} all matches without their bytes, ordered by name */
export async function list() {
  /** @type {any[]} */
  const found = [];
  await within("readonly", (store) => {
    const request = store(SHOWN).openCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      found.push({ name: cursor.key, ...cursor.value });
      cursor.continue();
    };
  });
  return found;
}

/** @param {string} name */
export async function remove(name) {
  await within("readwrite", (store) => {
    store(SHOWN).delete(name);
    store(BYTES).delete(name);
  });
}

/** @returns {Promise<boolean>} whether the browser agrees not to clear the storage by itself; it may ask the player */
export async function persist() {
  return (await navigator.storage?.persist?.()) ?? false;
}

// ---- one tab

const LETS_GO = 5000; // ms for another tab to release a match

/**
 * Holds a match's lock for this tab until it is released or the tab ends.
 * @param {string} name
 * @param {boolean} takes whether to ask the tab that holds the lock to release it
 * @param {() => void} [asked] called when another tab asks this one
 * @returns {Promise<{ release: () => void } | undefined>} undefined if another tab holds it
 */
export function hold(name, takes, asked) {
  if (!navigator.locks) return Promise.reject(new Fault("insecure"));
  const channel = new BroadcastChannel(`eden match ${name}`);
  const patience = new AbortController();
  return new Promise((resolve, reject) => {
    const held = (lock) =>
      lock &&
      new Promise((release) => {
        channel.onmessage = () => asked?.();
        resolve({ release: () => release(undefined) });
      });
    const options = takes ? { signal: patience.signal } : { ifAvailable: true };
    if (takes) {
      channel.postMessage("let go");
      setTimeout(() => patience.abort(), LETS_GO);
    }
    navigator.locks
      .request(channel.name, options, held)
      .catch((error) => patience.signal.aborted || reject(error))
      .then(() => channel.close())
      .then(() => resolve(undefined)); // no effect if the lock was obtained
  });
}
