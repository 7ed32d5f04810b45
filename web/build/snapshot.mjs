// Starts Python as the page does, imports what needs no browser, and keeps the interpreter's memory.
//
//   node snapshot.mjs <folder of the interpreter> <job.json>
//
// The job is {"library", "wheels", "lock", "env", "modules", "run", "boot", "out"}: paths of the archives and of the
// lock file, the environment's variables, what is imported and run, the folder of web/boot, the file to write.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [folder, jobFile] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobFile, "utf8"));
process.argv[1] = "eden"; // Python would know by what path it was started, on whose machine
const load = (...place) => import(pathToFileURL(resolve(...place)).href);
const { loadPyodide } = await load(folder, "pyodide.mjs");
const { begin: instantiated } = await load(job.boot, "rest.mjs");
const { instantiate } = WebAssembly;
const isBegin = (imports) => imports?.["GOT.func"] && !imports.eden;
WebAssembly.instantiate = async (what, imports) => {
  if (!isBegin(imports)) return instantiate.call(WebAssembly, what, imports);
  const module = await WebAssembly.compile(what);
  return { module, instance: await instantiated(module, imports, () => readFileSync(resolve(folder, "pyodide.rest.wasm"))) };
};
const begin = (more) =>
  loadPyodide({
    indexURL: resolve(folder),
    stdLibURL: resolve(job.library),
    lockFileContents: JSON.parse(readFileSync(job.lock, "utf8")),
    env: job.env,
    fsInit: async (FS) => job.wheels.forEach((wheel) => FS.writeFile(`/lib/${basename(wheel)}`, readFileSync(wheel))),
    stdout: () => {},
    ...more,
  });
// Nothing of the moment goes in, no time and no chance: the same sources make the same snapshot. (Whoever starts from it
// has Python's chance seeded anew, and ours comes from the browser.)
const { now } = Date;
Object.defineProperty(performance, "now", { value: () => 0, configurable: true });
Date.now = () => Date.UTC(2020, 0);
const python = await begin({ _makeSnapshot: true });
python.runPython(
  `
import gc, importlib, random, sys
sys.path.remove("")
for name in modules:
    importlib.import_module(name)
exec(run)
random.seed(0)
gc.collect()
gc.freeze()     # all of it lives as long as the page: nobody need look through it again
`,
  { globals: python.toPy({ modules: job.modules, run: job.run }) },
);
const made = python.makeMemorySnapshot();

// Pyodide's own form: twelve numbers (the second is where the memory begins, the third the table's length), the table
// of JavaScript's things that Python holds, the memory.
const [, start, length] = new Uint32Array(made.buffer, made.byteOffset, 3);
const table = Buffer.from(made.buffer, made.byteOffset + 48, length);
const memory = Buffer.from(made.buffer, made.byteOffset + start, made.length - start);

// Most of the memory is still empty: only blocks that hold something are kept (the reader knows the form).
const BLOCK = 1024;
const zero = Buffer.alloc(BLOCK);
/** @type {[number, number][]} */
const runs = [];
for (let block = 0; block * BLOCK < memory.length; block++) {
  if (memory.subarray(block * BLOCK, (block + 1) * BLOCK).equals(zero)) continue;
  const last = runs.at(-1);
  if (last && last[0] + last[1] === block) last[1]++;
  else runs.push([block, 1]);
}
const numbers = Uint32Array.from([0x4e454445, memory.length, BLOCK, runs.length, table.length, ...runs.flat()]);
const parts = runs.map(([first, count]) => memory.subarray(first * BLOCK, (first + count) * BLOCK));
const packed = Buffer.concat([Buffer.from(numbers.buffer), table, ...parts]);

// It must start again, and know what was imported.
Date.now = now;
const { restored } = await load(job.boot, "snapshot.mjs");
const { default: create } = await load(folder, "pyodide.asm.mjs");
const buffer = packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.length);
const again = await begin(restored(create, Promise.resolve(buffer)));
again.runPython("import sys; assert sys.modules.keys() >= set(modules), 'not from the snapshot'", {
  globals: again.toPy({ modules: job.modules }),
});
writeFileSync(job.out, gzipSync(packed, { level: 9 }));
process.stdout.write(JSON.stringify({ memory: memory.length, packed: packed.length }) + "\n");
process.exit(0);
