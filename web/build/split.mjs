// Divides the interpreter: what was called while people started and played (called.txt), and the rest, which follows
// when the page is there (web/boot/rest.mjs). Or prepares it to be asked what was called.
//
//   node split.mjs <binaryen's index.js> <interpreter> <job.json>
//
// The job is {"called": names of functions | null, "words": all words of the scripts that start it, "first", "rest": the
// files to write}. A function's name is its number among those that the interpreter itself defines. Where none are given,
// the first file is the whole interpreter with a global `eden:called:NAME` for each, 1 once it was called, and the second
// an empty module.
//
// Both parts have one memory, the same tables, globals and tags: to Python, and to a snapshot, they are the interpreter
// they were. Of a function of the rest the first part has a stub, which calls it through the table `eden:rest`; while
// `eden:whole` is 0 it first calls `rest` of the imports, which must bring the rest at once.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [library, source, jobFile] = process.argv.slice(2);
const { default: binaryen } = await import(pathToFileURL(resolve(library)).href);
const job = JSON.parse(readFileSync(jobFile, "utf8"));
const { i32, none, Features } = binaryen;
// What the interpreter itself asks of a browser, and several tables.
const FEATURES =
  Features.MutableGlobals | Features.NontrappingFPToInt | Features.BulkMemory | Features.BulkMemoryOpt | Features.SignExt |
  Features.ExceptionHandling | Features.ReferenceTypes | Features.CallIndirectOverlong | Features.Multivalue;

const read = () => {
  const module = binaryen.readBinary(readFileSync(source));
  module.setFeatures(FEATURES);
  return module;
};
const listed = (count, at) => Array.from({ length: count }, (_, index) => at(index));
const functionsOf = (module) =>
  listed(module.getNumFunctions(), (index) => {
    const ref = module.getFunctionByIndex(index);
    return { ref, ...binaryen.getFunctionInfo(ref) };
  });
const globalsOf = (module) => listed(module.getNumGlobals(), (index) => binaryen.getGlobalInfo(module.getGlobalByIndex(index)));
const tablesOf = (module) => listed(module.getNumTables(), (index) => binaryen.getTableInfo(module.getTableByIndex(index)));
const exportsOf = (module) => listed(module.getNumExports(), (index) => binaryen.getExportInfo(module.getExportByIndex(index)));
const importsOf = (module) => [...functionsOf(module), ...globalsOf(module)].filter(({ module: from }) => from);
const segmentsOf = (module) =>
  listed(module.getNumElementSegments(), (index) => binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(index)));
const write = (module, out) => {
  if (!module.validate()) throw new Error(`${out} would be no module`);
  writeFileSync(out, module.emitBinary());
};

const first = read();
// What no script asks for is handed out for extensions that are compiled.
const words = new Set(job.words);
const wanted = new Set(importsOf(first).map(({ base }) => base));
for (const { name } of exportsOf(first))
  if (![name, `_${name}`].some((word) => words.has(word)) && !wanted.has(name)) first.removeExport(name);
const own = functionsOf(first).filter(({ module }) => !module);
if (!job.called) {
  for (const { ref, name, body, results } of own) {
    const global = `eden:called:${name}`;
    first.addGlobal(global, i32, true, first.i32.const(0));
    first.addGlobalExport(global, global);
    binaryen.Function.setBody(ref, first.block(null, [first.global.set(global, first.i32.const(1)), body], results));
  }
  first.addGlobal("eden:whole", i32, true, first.i32.const(1));
  first.addGlobalExport("eden:whole", "eden:whole");
  write(first, job.first);
  write(new binaryen.Module(), job.rest);
} else {
  const called = new Set(job.called);
  const [memory] = exportsOf(first).filter(({ kind }) => kind === binaryen.ExternalMemory);
  const tags = exportsOf(first).filter(({ kind }) => kind === binaryen.ExternalTag);

  // The rest has the bodies of what was not called, in a table, and takes all else that they need from the first part.
  const rest = read();
  for (const { name } of exportsOf(rest)) rest.removeExport(name);
  const others = own.filter(({ name }) => !called.has(name));
  for (const { name, params, results } of own) {
    if (!called.has(name)) continue;
    rest.removeFunction(name);
    rest.addFunctionImport(name, "eden", `eden:${name}`, params, results);
  }
  for (const { name } of segmentsOf(rest)) rest.removeElementSegment(name);
  for (const { name } of tablesOf(rest)) rest.addTableImport(name, "eden", `eden:table:${name}`);
  rest.addMemoryImport(memory.value, "eden", memory.name, false);
  for (const { name, module, type, mutable } of globalsOf(rest))
    if (!module) rest.addGlobalImport(name, "eden", `eden:${name}`, type, mutable);
  for (const { name, value } of tags) {
    const { params, results } = binaryen.getTagInfo(rest.getTag(value));
    rest.addTagImport(value, "eden", name, params, results);
  }
  rest.addTable("rest", others.length, others.length);
  rest.addTableImport("rest", "eden", "eden:rest");
  rest.addActiveElementSegment("rest", "rest", others.map(({ name }) => name), rest.i32.const(0));
  rest.runPasses(["remove-memory-init", "remove-unused-module-elements"]);

  for (const { name } of tablesOf(first)) first.addTableExport(name, `eden:table:${name}`);
  first.addTable("rest", others.length, others.length);
  first.addGlobal("eden:whole", i32, true, first.i32.const(0));
  first.addFunctionImport("bring", "eden", "rest", none, none);
  others.forEach(({ ref, params, results }, place) => {
    const given = binaryen.expandType(params).map((type, index) => first.local.get(index, type));
    const bring = first.if(first.i32.eqz(first.global.get("eden:whole", i32)), first.call("bring", [], none));
    const call = first.call_indirect("rest", first.i32.const(place), given, params, results);
    binaryen.Function.setBody(ref, first.block(null, [bring, call], results));
  });
  first.addTableExport("rest", "eden:rest");
  first.addGlobalExport("eden:whole", "eden:whole");
  for (const { name, module } of functionsOf(rest)) if (module === "eden") first.addFunctionExport(name, `eden:${name}`);
  for (const { name, module } of globalsOf(rest)) if (module === "eden") first.addGlobalExport(name, `eden:${name}`);
  first.runPasses(["remove-unused-module-elements"]); // stubs that only the rest would call
  write(first, job.first);
  write(rest, job.rest);
}
process.exit(0);
