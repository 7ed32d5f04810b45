// The interpreter's memory as build.py left it (web/build/snapshot.mjs): a start from it does without most of Python's
// own. It is large, so a first visit does without it; the service worker brings it for the later ones.

const MARK = 0x4e454445;
const HEAD = 20;

/**
 * The snapshot if it was kept with this release.
 * @param {string} url where it is
 * @param {string} cache the cache of this release
 * @returns {Promise<{packed: Promise<ArrayBuffer>} | null>} known at once, read meanwhile
 */
export async function keptSnapshot(url, cache) {
  const kept = await globalThis.caches?.match(url, { cacheName: cache });
  if (!kept) return null;
  const packed = kept.arrayBuffer();
  packed.catch(() => {}); // whoever waits for it says so
  return { packed };
}

/**
 * What has Pyodide start from a snapshot. Its own way would wait for the snapshot before it does anything else.
 * @param {(settings: any) => Promise<any>} create Pyodide's maker of interpreters
 * @param {Promise<ArrayBuffer>} packed
 * @returns {any} options of loadPyodide
 */
export const restored = (create, packed) => ({
  _loadSnapshot: new Uint8Array(), // says that there is one
  createPyodideModule: async (settings) => {
    const module = await create(settings);
    const bytes = await packed;
    module.API.restoreSnapshot = () => restore(bytes, module.HEAP8);
    return module;
  },
});

/**
 * Makes an interpreter's memory what it was.
 * @param {ArrayBuffer} packed five numbers (a mark, the memory's length, that of a block, how many runs of blocks hold
 *   something, the length of what follows them), each run's first block and count, the table of JavaScript's things that
 *   Python holds, and the runs
 * @param {Int8Array} heap the memory
 * @returns {any} that table, for Pyodide
 * @throws {Error} when it is no snapshot, or one of another interpreter
 */
function restore(packed, heap) {
  const [mark, length, block, runs, table] = new Uint32Array(packed, 0, 5);
  if (mark !== MARK || length !== heap.length) throw new Error("no snapshot of this interpreter");
  const places = new Uint32Array(packed, HEAD, 2 * runs);
  let at = HEAD + places.byteLength;
  const things = JSON.parse(new TextDecoder().decode(new Uint8Array(packed, at, table)));
  at += table;
  let end = 0;
  for (let run = 0; run < runs; run++) {
    const [start, size] = [places[2 * run] * block, places[2 * run + 1] * block];
    heap.fill(0, end, start);
    heap.set(new Int8Array(packed, at, size), start);
    at += size;
    end = start + size;
  }
  if (at !== packed.byteLength) throw new Error("a snapshot cut short");
  heap.fill(0, end);
  return things;
}
