// The interpreter comes in two parts (web/build/split.mjs): what is called until one plays and while one plays, and the
// rest, which follows once the page is there. Whatever is called of the rest before that brings it at once.

const REST = new URL("pyodide.rest.wasm", import.meta.url);
const OURS = "eden:";
const LONGEST = 60_000; // milliseconds between two tries

/** @type {BufferSource | null} the rest, once it is here */
let here = null;

/** @type {{join: (rest: WebAssembly.Module) => void, isWhole: () => boolean} | null} the interpreter that was begun last */
let begun = null;

/**
 * The bytes of the rest, with everything else waiting: there is no other way in the middle of a call of Python.
 * @returns {Uint8Array<ArrayBuffer>}
 * @throws {Error} they can't be had
 */
function atOnce() {
  let fault = null;
  for (const way of ["", "", "?from-the-site"]) { // the last one past the service worker, which keeps no such address
    try {
      const request = new XMLHttpRequest();
      request.open("GET", REST.href + way, false);
      request.overrideMimeType("text/plain; charset=x-user-defined"); // a page may not ask for bytes in this way
      request.send();
      if (request.status !== 200) throw new Error(`${REST.pathname.split("/").pop()}: ${request.status}`);
      return Uint8Array.from(request.responseText, (character) => character.charCodeAt(0) & 0xff);
    } catch (error) {
      fault = error;
    }
  }
  // A page that is being left may ask for nothing; should anybody come back to it, it begins anew.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  throw fault;
}

/**
 * Begins the interpreter.
 * @param {WebAssembly.Module} module its first part
 * @param {WebAssembly.Imports} imports
 * @param {() => BufferSource} bytes of the rest, at once
 * @returns {Promise<WebAssembly.Instance>} what the whole one would be
 */
export async function begin(module, imports, bytes = () => here ?? atOnce()) {
  /** @type {Record<string, any>} */
  let own = {};
  const isWhole = () => own["eden:whole"].value === 1;
  /** @param {WebAssembly.Module} rest */
  const join = (rest) => {
    if (isWhole()) return;
    new WebAssembly.Instance(rest, { ...imports, eden: own });
    own["eden:whole"].value = 1;
    here = null;
    performance.mark("eden-rest");
  };
  const bring = () => {
    performance.mark("eden-rest-at-once");
    join(new WebAssembly.Module(bytes()));
  };
  own = (await WebAssembly.instantiate(module, { ...imports, eden: { rest: bring } })).exports;
  begun = { join, isWhole };
  // What the two parts share is no business of Pyodide's: it would give each function a place in C's table.
  return { exports: Object.fromEntries(Object.entries(own).filter(([name]) => !name.startsWith(OURS))) };
}

/** Brings the rest while the page goes on; tries until it is there. Its bytes come first: a page that is being left may not
 * wait for any. */
export async function follow() {
  for (let wait = 1000; begun && !begun.isWhole(); wait = Math.min(LONGEST, 2 * wait)) {
    try {
      if (!here) {
        const response = await fetch(REST);
        if (!response.ok) throw new Error(`${response.status}`);
        here = await response.arrayBuffer();
      }
      begun.join(await WebAssembly.compile(here));
    } catch (error) {
      here = null;
      console.warn("the rest of Python is not here yet:", error);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
