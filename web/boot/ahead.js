// The page's first script: starts to compile the interpreter, which takes longest, if the service worker has it cached.
// On a first visit, or if boot.js runs earlier, boot.js starts this, since it counts the bytes received.
if (navigator.serviceWorker?.controller && globalThis.WebAssembly?.compileStreaming && !globalThis.eden) {
  const here = /** @type {HTMLScriptElement} */ (document.currentScript);
  globalThis.edenAhead = WebAssembly.compileStreaming(fetch(new URL("pyodide.asm.wasm", here.src)));
}
