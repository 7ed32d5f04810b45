"""The rest of the interpreter: it is asked for until it is there."""

from __future__ import annotations

import json

from tests.web.boot.node import WEB, played

FOLLOW = """
const marks = [], waits = [], asked = [], warned = [];
performance.mark = (name) => marks.push(name);
console.warn = (...words) => warned.push(words.join(" "));
define("setTimeout", () => (act, wait) => { waits.push(wait); act(); });
const answers = [
    () => { throw new TypeError("no network"); },
    () => ({ ok: false, status: 404 }),
    () => ({ ok: true, arrayBuffer: async () => new ArrayBuffer(7) }),
];
define("fetch", () => async (url) => {
    asked.push(url.href.split("/").pop());
    return answers[asked.length - 1]();
});
const joined = [];
WebAssembly.instantiate = async (module, imports) =>
    ({ exports: { _call: () => module, "eden:whole": { value: 0 }, "eden:own": 1 } });
WebAssembly.compile = async (bytes) => ({ bytes: bytes.byteLength });
WebAssembly.Instance = class { constructor(rest, { eden }) { joined.push([rest.bytes, Object.keys(eden).length]); } };
const { begin, follow } = await import(%s);
await follow();                                                   // there is no interpreter yet: nothing to bring
const { exports } = await begin("first part", {});
await follow();
await follow();                                                   // it is whole
tell({ marks, waits, asked, joined, warned: warned.length, exports: Object.keys(exports) });
"""


def test_a_rest_that_does_not_come_is_asked_for_again() -> None:
    """After one second and then two; what Pyodide gets has none of the names that the two parts share."""
    told = played(FOLLOW % json.dumps((WEB / "boot" / "rest.mjs").as_uri()))
    assert told == {
        "marks": ["eden-rest"],
        "waits": [1000, 2000],
        "asked": ["pyodide.rest.wasm"] * 3,
        "joined": [[7, 3]],
        "warned": 2,
        "exports": ["_call"],
    }
