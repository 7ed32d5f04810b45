// The interpreter module that PyScript is given in place of Pyodide's own: the same interpreter, but started by
// boot.js while PyScript itself is still loading, with our compiled library and our own lock file.
import { loadPyodide as load, version } from "./pyodide.mjs";
import { begin as instantiated, follow } from "./rest.mjs";
import { restored } from "./snapshot.mjs";

export { follow, version };

/** @type {{stdout: (line: string) => void, stderr: (line: string) => void}} */
const sinks = { stdout: (line) => console.log(line), stderr: (line) => console.error(line) };
/** @type {Promise<any> | null} */
let started = null;

/**
 * Compiles the interpreter while its bytes come. Pyodide by itself begins with that when its scripts have come too and,
 * where there is one, the snapshot.
 * @param {{fault: (error: Error) => void}} told
 * @returns {{create: Promise<any>, done: () => void}} Pyodide's maker of interpreters, and what ends this: streams are
 *   instantiated as ever
 */
function compileEarly(told) {
  const own = WebAssembly.instantiateStreaming;
  const compiled = globalThis.edenAhead ?? WebAssembly.compileStreaming(fetch(new URL("pyodide.asm.wasm", import.meta.url)));
  compiled.catch(told.fault); // Pyodide itself would only write it to the console, and wait for ever
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiled;
    return { module, instance: await instantiated(module, imports) };
  };
  const create = import("./pyodide.asm.mjs").then((module) => module.default);
  create.catch(() => {});
  return { create, done: () => (WebAssembly.instantiateStreaming = own) };
}

/**
 * Starts the interpreter, once.
 * @param {{lockFileURL: string, stdLibURL: string, env: Record<string, string>}} options where the release's own parts are
 * @param {string[]} wheels addresses of wheels of compiled modules; they are put on the path as they are, since
 *   installing them would have to be waited for
 * @param {Promise<{packed: Promise<ArrayBuffer>} | null>} snapshot memory to start from, or none
 * @param {{fault: (error: Error) => void, plain: (error: Error) => void}} told hears of what main.py raised (PyScript itself only
 *   writes it to the console), and of a snapshot that is of no use
 * @returns {Promise<any>} the interpreter
 */
export function start(options, wheels, snapshot, told) {
  started ??= (async () => {
    const { create, done } = compileEarly(told);
    const bytes = wheels.map(async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer()));
    const places = wheels.map((url) => `/lib/${url.split("/").pop()}`);
    const begin = (more) =>
      load({
        indexURL: new URL(".", import.meta.url).href,
        fsInit: async (FS) => (await Promise.all(bytes)).forEach((wheel, index) => FS.writeFile(places[index], wheel)),
        stdout: (line) => sinks.stdout(line),
        stderr: (line) => sinks.stderr(line),
        ...options,
        env: { ...options.env, PYTHONPATH: places.join(":") },
        ...more,
      });
    let python;
    try {
      const kept = await snapshot;
      python = kept && (await begin(restored(await create, kept.packed)));
      // Whoever starts from the same memory would throw the same "random" numbers.
      python?.runPython("import random; random.seed()");
    } catch (error) {
      python = null;
      told.plain(error);
    }
    python ??= await begin({});
    done();
    // PyScript writes the sources of its package into the home folder at each start; a wheel has them compiled.
    python.runPython("import sys; sys.path.remove('')");
    const run = python.runPythonAsync;
    python.runPythonAsync = async (...parameters) => {
      try {
        return await run.apply(python, parameters);
      } catch (error) {
        told.fault(error);
        throw error;
      }
    };
    return python;
  })();
  return started;
}

/**
 * What PyScript calls; it gets the interpreter that is under way.
 * @param {{stdout?: (line: string) => void, stderr?: (line: string) => void}} options PyScript's own sinks
 * @returns {Promise<any>} the interpreter
 */
export function loadPyodide(options) {
  if (options.stdout) sinks.stdout = options.stdout;
  if (options.stderr) sinks.stderr = options.stderr;
  if (!started) throw new Error("boot.js has not started the interpreter");
  return started;
}
