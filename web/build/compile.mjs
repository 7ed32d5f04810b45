// Compiles trees of Python sources with the very interpreter that will read them, so that no browser has to.
//
//   node compile.mjs <folder of the pyodide package> <job.json>
//
// The job is {"library": path | null, "trees": [{"from", "to", "shown", "strip"}], "imports": [names]}; each tree's
// `.py` become `.pyc` (unchecked, hash-based: the right magic number and nothing to look up), `shown` is the folder
// that tracebacks name, `strip` says what nobody reads at run time: "docstrings", "annotations" (of functions; those
// of classes make dataclasses and named tuples). Asserts stay, and so do the lines of tracebacks; columns go, which
// are of no use where there are no sources to show. `library` is the standard library to start with, `imports` are
// modules that must import with it. The answer is one line of JSON on standard output.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, jobFile] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobFile, "utf8"));
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")).href);
const options = { indexURL: resolve(folder), stdout: () => {}, env: { PYTHONNODEBUGRANGES: "1" } };
if (job.library) options.stdLibURL = resolve(job.library);
const python = await loadPyodide(options);

job.trees.forEach((tree, number) => {
  for (const side of ["from", "to"]) {
    python.FS.mkdirTree(`/${side}${number}`);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: resolve(tree[side]) }, `/${side}${number}`);
  }
});

const answer = python.runPython(`
import ast, importlib, json, marshal, os, sys
from importlib._bootstrap_external import _code_to_hash_pyc

FUNCTIONS = ast.FunctionDef, ast.AsyncFunctionDef

def without_docstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, *FUNCTIONS)) and ast.get_docstring(node, clean=False) is not None:
            if len(node.body) > 1:
                del node.body[0]
            else:
                node.body[0] = ast.copy_location(ast.Pass(), node.body[0])

def without_annotations(tree):
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None

STRIPPERS = {"docstrings": without_docstrings, "annotations": without_annotations}

def compiled(job):
    faults, count = [], 0
    for number, tree in enumerate(job["trees"]):
        root = f"/from{number}"
        for folder, _, names in sorted(os.walk(root)):
            for name in sorted(names):
                if not name.endswith(".py"):
                    continue
                path = os.path.join(folder, name)
                inner = os.path.relpath(path, root)
                with open(path, "rb") as file:
                    source = file.read()
                try:
                    parsed = ast.parse(source, inner)
                    for kind in tree["strip"]:
                        STRIPPERS[kind](parsed)
                    code = compile(parsed, tree["shown"] + inner, "exec", dont_inherit=True)
                except SyntaxError as error:
                    faults.append(f"{inner}:{error.lineno}: {error.msg}")
                    continue
                to = os.path.join(f"/to{number}", inner + "c")
                os.makedirs(os.path.dirname(to), exist_ok=True)
                with open(to, "wb") as file:
                    file.write(_code_to_hash_pyc(code, bytes(8), False))
                count += 1
    for name in job["imports"]:
        try:
            importlib.import_module(name)
        except BaseException as error:
            faults.append(f"import {name}: {type(error).__name__}: {error}")
    return json.dumps({"compiled": count, "faults": faults, "cache_tag": sys.implementation.cache_tag,
                       "version": sys.version.split()[0], "builtin": list(sys.builtin_module_names)})

compiled(json.loads(job))
`, { globals: python.toPy({ job: JSON.stringify(job) }) });
process.stdout.write(answer + "\n");
