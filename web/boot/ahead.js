// Where the service worker has the interpreter, compiling it begins with the first script of the page: it takes longest.
// On a first visit boot.js begins with it, for it counts the bytes that come; so it does where it runs before this.
if (navigator.serviceWorker?.controller && globalThis.WebAssembly?.compileStreaming && !globalThis.eden) {
  const here = /** @type {HTMLScriptElement} */ (document.currentScript);
  globalThis.edenAhead = WebAssembly.compileStreaming(fetch(new URL("pyodide.asm.wasm", here.src)));
}
