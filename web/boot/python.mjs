// The interpreter module that PyScript is given in place of Pyodide's own: the same interpreter, but started by
// boot.js while PyScript itself is still loading, with our compiled library and our own lock file.
import { loadPyodide as load, version } from "./pyodide.mjs";

export { version };

/** @type {{stdout: (line: string) => void, stderr: (line: string) => void}} */
const sinks = { stdout: (line) => console.log(line), stderr: (line) => console.error(line) };
/** @type {Promise<any> | null} */
let started = null;

/**
 * Starts the interpreter, once.
 * @param {{lockFileURL: string, stdLibURL: string}} options where the release's own parts are
 * @param {string[]} wheels addresses of wheels of compiled modules; they are put on the path as they are, since
 *   installing them would have to be waited for
 * @param {(error: Error) => void} onFault told of what app.py raised; PyScript itself only writes it to the console
 * @returns {Promise<any>} the interpreter
 */
export function start(options, wheels, onFault) {
  started ??= (async () => {
    const bytes = wheels.map(async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer()));
    const places = wheels.map((url) => `/lib/${url.split("/").pop()}`);
    const python = await load({
      indexURL: new URL(".", import.meta.url).href,
      // Nothing is compiled twice, so nothing need be written beside the sources.
      env: { HOME: "/home/eden", PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: places.join(":") },
      fsInit: async (FS) => (await Promise.all(bytes)).forEach((wheel, index) => FS.writeFile(places[index], wheel)),
      stdout: (line) => sinks.stdout(line),
      stderr: (line) => sinks.stderr(line),
      ...options,
    });
    // PyScript writes the sources of its package into the home folder at each start; a wheel has them compiled.
    python.runPython("import sys; sys.path.remove('')");
    const run = python.runPythonAsync;
    python.runPythonAsync = async (...parameters) => {
      try {
        return await run.apply(python, parameters);
      } catch (error) {
        onFault(error);
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
