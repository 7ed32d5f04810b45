"""The copy for play without a network, as far as it is plain JavaScript: browsers that can keep none, and answers."""

from __future__ import annotations

import json

import pytest

from tests.web.boot.node import WEB, played

KEEPER = """
const document = { documentElement: { dataset: {} } };
define("document", () => document);
define("navigator", () => ({ serviceWorker: { register: () => { throw new Error("not asked for"); } } }));
define("caches", () => ({ has: async () => false }));
console.warn = () => {};
%s
const { keeper } = await import(%s);
const seen = [];
const kept = keeper("r-1", new URL("https://eden.example/"), () => seen.push(kept.offline));
await new Promise((done) => setTimeout(done));
tell([kept.offline, seen, document.documentElement.dataset.offline, await kept.applyUpdate()]);
"""


@pytest.mark.parametrize(
    ("change", "state"),
    [
        ('define("navigator", () => ({}));', "none"),
        ('define("caches", () => undefined);', "none"),
        ('define("caches", () => { throw new DOMException("shut", "SecurityError"); });', "none"),
        ("", "failed"),
    ],
    ids=["no worker", "no cache", "all shut", "refused"],
)
def test_nothing_can_be_kept(change: str, state: str) -> None:
    """A private window, or one that shuts all storage: the page is told so, and nothing is ever to be renewed."""
    told = played(KEEPER % (change, json.dumps((WEB / "boot" / "offline.js").as_uri())))
    assert told == [state, [state], state, "none"]


WORKER = """
const source = readFileSync(%s, "utf8").replace("{{release}}", "r-1").replace("{{files}}", "{}");
const handlers = {}, opened = [], fetched = [];
let shut = true;
const cache = { match: async (url) => (/(index.html|boot.js)$/.test(url) ? `kept ${url}` : undefined) };
const self = {
    location: { href: "https://eden.example/games/sw.js" },
    addEventListener: (name, act) => (handlers[name] = act),
};
const caches = { open: async (name) => { opened.push(name); if (shut) throw new Error("shut"); return cache; } };
const fetch = async ({ url }) => { fetched.push(url); return `fetched ${url}`; };
vm.runInNewContext(source, { self, caches, fetch, URL, Map, Set });
const ask = async (url, method = "GET") => {
    let answer = "nobody's";
    handlers.fetch({ request: { url, method }, respondWith: (given) => (answer = given) });
    return await answer;
};
const root = "https://eden.example/games/";
const told = [await ask(root)];
shut = false;
for (const name of ["", "index.html?query", "r-1/boot.js", "other"]) told.push(await ask(root + name));
for (const url of ["https://eden.example/elsewhere", "https://other.example/games/"]) told.push(await ask(url));
told.push(await ask(root, "POST"));
tell([told, opened, fetched]);
"""


def test_what_can_not_be_opened_now_comes_by_the_network() -> None:
    """And from the device again as soon as that opens; what is not of the site is nobody's."""
    told, opened, fetched = played(WORKER % json.dumps(str(WEB / "sw.js")))
    root = "https://eden.example/games/"
    page = f"kept {root}index.html"
    assert told == [
        f"fetched {root}", page, page, f"kept {root}r-1/boot.js", f"fetched {root}other", *["nobody's"] * 3,
    ]  # fmt: skip
    assert opened == ["eden /games/ r-1"] * 2, "what is open stays open"
    assert fetched == [root, f"{root}other"]
