"""The script for any browser, however old: it names what a browser lacks, and parts that don't come."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.web.boot.node import WEB, played

# A page as far as the script needs one, with all features; `change` runs in it before the script.
PAGE = """
const source = readFileSync(%(path)s, "utf8"), given = %(given)s;
const attributes = {}, line = { attributes: {}, setAttribute(name, value) { this.attributes[name] = value; } };
const timers = [], listeners = {};
const context = vm.createContext({
    TransformStream, URL, attributes, line,
    navigator: { language: given.language },
    location: { hash: given.hash },
    localStorage: { getItem: (name) => given.kept[name] ?? null },
    document: {
        readyState: "loading",
        documentElement: { setAttribute: (name, value) => (attributes[name] = value) },
        getElementById: (id) => (id === "boot-text" ? line : null),
    },
    performance: { getEntriesByType: () => given.entries },
    setTimeout: (act, wait) => timers.push([act, wait]),
    addEventListener: (name, act) => (listeners[name] = act),
});
vm.runInContext("globalThis.window = globalThis; WebAssembly.compileStreaming ??= () => {};", context);
vm.runInContext(given.change, context);
vm.runInContext(source, context);
if (given.starts) context.eden = {};
if (given.late) timers.forEach(([act]) => act());
else listeners.load();
const waits = timers.map(([, wait]) => wait);
tell({ attributes, text: line.textContent ?? "", role: line.attributes.role ?? "", waits });
"""


def opened(change: str = "", **more: Any) -> dict[str, Any]:
    """Return what a page says and has once it is loaded, on which some things are otherwise."""
    given = {"language": "en", "hash": "", "kept": {}, "entries": [], "starts": False, "late": False}
    path = json.dumps(str(WEB / "boot" / "early.js"))
    return dict(played(PAGE % {"path": path, "given": json.dumps({**given, **more, "change": change})}))


@pytest.mark.parametrize(
    ("feature", "change"),
    [
        ("WebAssembly", "delete globalThis.WebAssembly;"),
        ("compileStreaming", "delete WebAssembly.compileStreaming;"),
        ("WebAssembly.Tag", "delete WebAssembly.Tag;"),
        ("BigInt", "delete globalThis.BigInt;"),
        ("FinalizationRegistry", "delete globalThis.FinalizationRegistry;"),
        ("TransformStream", "delete globalThis.TransformStream;"),
        ("Object.hasOwn", "delete Object.hasOwn;"),
    ],
)
def test_an_old_browser_is_told_what_it_lacks(feature: str, change: str) -> None:
    page = opened(change, starts=True)
    assert "too old" in page["text"] and feature in page["text"]
    assert page["role"] == "alert" and page["attributes"]["data-boot"] == "failed"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr-CA", "trop ancien"),
        ("de", "zu alt"),
        ("it", "troppo vecchio"),
        ("pt-BR", "antigo demais"),
        ("en", "too old"),
        ("nl", "too old"),
    ],
)
def test_an_old_browser_is_told_so_in_its_language(language: str, words: str) -> None:
    assert words in opened("delete Object.hasOwn;", language=language)["text"]


def test_a_page_that_has_started_says_nothing() -> None:
    page = opened(starts=True)
    assert page["text"] == "" and page["attributes"] == {}
    assert opened(starts=True, late=True)["text"] == ""


def test_what_the_site_does_not_have_is_named() -> None:
    entries = [
        {"name": "https://eden.example/v-1/python.mjs", "responseStatus": 404, "initiatorType": "script"},
        {"name": "https://eden.example/r-1/boot.js", "responseStatus": 200, "initiatorType": "script"},
        {"name": "https://eden.example/r-1/style/font.woff2", "responseStatus": 404, "initiatorType": "css"},
    ]
    page = opened(entries=entries)
    assert "missing from this site: python.mjs." in page["text"] and page["role"] == "alert"
    assert "missing from this site: boot.js." in opened()["text"], "where nothing is known of any file"


def test_a_first_script_that_does_not_come_is_named_after_a_while() -> None:
    page = opened(late=True)
    assert page["waits"] == [20_000]
    assert "taking long: boot.js" in page["text"] and page["attributes"]["data-boot"] == "slow"


def test_the_page_makes_room_for_what_it_will_show() -> None:
    assert opened(starts=True, hash="#1.j.00000000.AAAA")["attributes"] == {"data-invited": ""}
    assert opened(starts=True, kept={"eden.goes_on": "1"})["attributes"] == {"data-goes-on": ""}
    shut = "Object.defineProperty(globalThis, 'localStorage', { get() { throw new Error('shut'); } });"
    assert opened(shut, starts=True)["attributes"] == {}
