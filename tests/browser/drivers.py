"""Two browsers behind one small interface: Chromium (Playwright) and stock Firefox (BiDi over a web socket).

A test asks a `Browser` for a `Page`; each page stands alone (its own storage and service workers), keeps what went
wrong on it (`faults`) and all it asked the network for (`requests`). Clicks, taps and keys are real input at real
points: an element must be visible and on top where it is hit. Selectors are CSS, optionally narrowed by a text.
"""

from __future__ import annotations

import atexit
import base64
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright
from websockets.sync.client import connect

from web.build.tools import browser_path

__all__ = ["DESKTOP", "PHONE", "Browser", "Chromium", "Firefox", "Page", "Trouble"]

DESKTOP = (1280, 800)
PHONE = (390, 844)
TIMEOUT = 90.0  # seconds; what a page takes longer for, on a busy machine, has failed
ANSWER = 2 * TIMEOUT  # seconds; a promise that a page keeps for longer is none
POLL = 0.02

# Runs before the page's own scripts: what the browsers' own reports don't tell alike. And no ash falls on the first
# page,
# which takes a whole core where there is no graphics card.
WATCH = """
{
  const calm = new CSSStyleSheet();
  calm.replaceSync(".ashfall { animation: none !important; }");
  document.adoptedStyleSheets.push(calm);
}
addEventListener("securitypolicyviolation", (event) => {
  (globalThis.__faults ??= []).push(`policy: ${event.violatedDirective} ${event.blockedURI}`);
});
"""
# The first element that fits and can be hit, as [x, y, width, height], or a word for why there is none.
FIND = """
((selector, text, scroll) => {
  const all = [...document.querySelectorAll(selector)].filter((e) => text === null || e.textContent.includes(text));
  if (!all.length) return "absent";
  const seen = all.filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: false }));
  if (!seen.length) return "hidden";
  const element = seen[0];
  if (element.disabled) return "disabled";
  let box = element.getBoundingClientRect();
  const hit = () => document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const isHit = (at) =>
    at && (element.contains(at) || at.contains(element) || at.closest("label")?.control === element);
  const isOut = box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth;
  if (scroll && (isOut || !isHit(hit()))) {           // out of the window, or under what is fixed to it
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    box = element.getBoundingClientRect();
  }
  if (!box.width || !box.height) return "without size";
  const there = hit();
  if (scroll && !isHit(there))
    return `covered by ${there ? there.tagName + "#" + there.id + "." + there.className : "nothing"}`;
  return [box.left, box.top, box.width, box.height];
})
"""
# Key names as in the DOM → WebDriver's code points.
KEYS = {
    "Alt": "\ue00a", "ArrowDown": "\ue015", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "ArrowUp": "\ue013",
    "Backspace": "\ue003", "Control": "\ue009", "Delete": "\ue017", "End": "\ue010", "Enter": "\ue007",
    "Escape": "\ue00c", "Home": "\ue011", "PageDown": "\ue00f", "PageUp": "\ue00e", "Shift": "\ue008",
    "Space": " ", "Tab": "\ue004",
}  # fmt: skip


class Trouble(AssertionError):
    """A page that did not do what was asked of it."""


class Moved(Trouble):
    """The page went elsewhere while it was asked something."""


class Page:
    """One tab, alone in its context. A browser's own class fills in what starts with `_`."""

    def __init__(self, browser: Browser, size: tuple[int, int], touch: bool) -> None:
        self.browser, self.size, self.touch = browser, size, touch
        self.requests: list[str] = []
        self.console: list[str] = []
        self._faults: list[str] = []

    # what a browser fills in

    def open(self, url: str) -> Page:
        """Goes to an address and waits until its document is there."""
        raise NotImplementedError

    def reload(self) -> Page:
        """Loads the page again."""
        raise NotImplementedError

    def close(self) -> None:
        """Closes the tab and, with the last one of its context, forgets the storage."""
        raise NotImplementedError

    def sibling(self) -> Page:
        """A second tab beside this one, with the same storage."""
        raise NotImplementedError

    def picture(self, path: Path) -> Path:
        """Writes a PNG of what is in view."""
        raise NotImplementedError

    def resize(self, width: int, height: int) -> None:
        """Makes the window as large as another."""
        raise NotImplementedError

    def mouse(self, *points: tuple[float, float], button: int = 0, hold: float = 0.0) -> None:
        """Presses at the first point, moves over the others, lets go at the last; `hold` seconds pass before that."""
        raise NotImplementedError

    def hover(self, x: float, y: float) -> None:
        """Moves the mouse."""
        raise NotImplementedError

    def wheel(self, x: float, y: float, dy: float) -> None:
        """Turns the wheel over a point."""
        raise NotImplementedError

    def fingers(self, *paths: Sequence[tuple[float, float]], hold: float = 0.0) -> None:
        """Touches with one finger a path, moves them together (paths of one length), lifts them."""
        raise NotImplementedError

    def key(self, name: str) -> None:
        """Presses a key, named as in the DOM, with modifiers before a plus: "Enter", "a", "Shift+Tab"."""
        raise NotImplementedError

    def _evaluate(self, script: str) -> str | None:
        """The string, or nothing, that a promise for it gives."""
        raise NotImplementedError

    def _settle(self) -> None:
        """Takes in what the browser reported meanwhile."""

    # what all share

    def evaluate(self, expression: str, *values: Any) -> Any:
        """The value, by way of JSON, of an expression, of a function (then called with the values) or of a promise."""
        script = f"""(async () => {{
            let value = ({expression}), timer;
            if (typeof value === "function") value = value(...{json.dumps(values)});
            if (typeof value?.then === "function") {{
                const late = new Promise((_, reject) => {{
                    timer = setTimeout(() => reject(new Error("no answer within {ANSWER:.0f} s")), {ANSWER * 1000:.0f});
                }});
                try {{ value = await Promise.race([value, late]); }} finally {{ clearTimeout(timer); }}
            }}
            return JSON.stringify(value);
        }})()"""
        answer = self._evaluate(script)
        return None if answer is None else json.loads(answer)

    def screenshot(self, path: Path) -> None:
        """Writes a PNG of what is in view if pictures are wanted."""
        if self.browser.pictures:
            self.picture(path)

    def wait_for(self, expression: str, *values: Any, timeout: float = TIMEOUT) -> Any:
        """Waits until an expression is true and returns its value."""
        end = time.monotonic() + timeout
        while True:
            value = None
            with suppress(Moved):
                value = self.evaluate(expression, *values)
            if value:
                return value
            if time.monotonic() > end:
                raise Trouble(f"{self.browser.name}: not within {timeout:.0f} s: {expression}{self._context()}")
            time.sleep(POLL)

    def _context(self) -> str:
        faults = self.faults()
        seen = str(self.evaluate("document.body?.innerText ?? ''")).strip()
        return "".join(f"\n  fault: {fault}" for fault in faults) + f"\n  on the page: {seen[:600]!r}"

    def place(
        self, selector: str, text: str | None = None, *, timeout: float = TIMEOUT
    ) -> tuple[float, float, float, float]:
        """Waits for an element that can be hit; returns its left, top, width and height in the window."""
        end = time.monotonic() + timeout
        while True:
            box = "on its way"
            with suppress(Moved):
                box = self.evaluate(FIND, selector, text, True)
            if isinstance(box, list):
                return box[0], box[1], box[2], box[3]
            if time.monotonic() > end:
                wanted = selector + (f" with {text!r}" if text is not None else "")
                raise Trouble(f"{self.browser.name}: {wanted} is {box} after {timeout:.0f} s{self._context()}")
            time.sleep(POLL)

    def shows(self, selector: str, text: str | None = None) -> bool:
        """Is such an element to be seen now?"""
        return isinstance(self.evaluate(FIND, selector, text, False), list)

    def click(
        self,
        selector: str | None = None,
        text: str | None = None,
        *,
        at: tuple[float, float] | None = None,
        button: int = 0,
        timeout: float = TIMEOUT,
    ) -> None:
        """Clicks, by touch taps, the middle of an element, or a point: of the window, or within the element."""
        x, y = at or (0.0, 0.0)
        if selector is not None:
            left, top, width, height = self.place(selector, text, timeout=timeout)
            x, y = (left + x, top + y) if at else (left + width / 2, top + height / 2)
        if self.touch and button == 0:
            self.fingers([(x, y)])
        else:
            self.mouse((x, y), button=button)

    def drag(self, *points: tuple[float, float]) -> None:
        """Drags, with mouse or finger, along points of the window."""
        if self.touch:
            self.fingers(points)
        else:
            self.mouse(*points)

    def pinch(self, x: float, y: float, before: float, after: float) -> None:
        """Two fingers, level, `before` pixels apart around a point, come to be `after` apart."""
        steps = [before + (after - before) * step / 6 for step in range(7)]
        self.fingers([(x - gap / 2, y) for gap in steps], [(x + gap / 2, y) for gap in steps])

    def type(self, text: str) -> None:
        """Types a text into what has the focus."""
        for character in text:
            self.key("Space" if character == " " else character)

    def text(self, selector: str) -> str:
        """The text of the first such element, as shown; waits until there is one."""
        found = self.wait_for(
            "(selector) => [document.querySelector(selector)?.innerText].filter((t) => t != null)", selector
        )
        return str(found[0])

    def faults(self) -> list[str]:
        """Uncaught errors, errors on the console and violations of the policy so far."""
        with suppress(Exception):
            for fault in self.evaluate("(globalThis.__faults ?? []).splice(0)") or []:
                self._faults.append(fault)
        self._settle()
        return list(self._faults)

    def forgive(self, *words: str) -> None:
        """Drops the faults that hold one of the words ("" is in all): a test that provokes them says so."""
        kept = [fault for fault in self.faults() if not any(word in fault for word in words)]
        self._faults[:] = kept

    def strangers(self, origin: str) -> list[str]:
        """What was asked of any other origin."""
        self._settle()
        home = urlsplit(origin)[:2]
        return [
            url
            for url in self.requests
            if not url.startswith(("data:", "blob:", "about:")) and urlsplit(url)[:2] != home
        ]


class Browser:
    """A browser that runs; `with` ends it."""

    name = ""
    pictures = True  # whether `screenshot` writes any

    def page(self, size: tuple[int, int] = DESKTOP, *, touch: bool = False, language: str = "en") -> Page:
        """A new page in a context of its own."""
        raise NotImplementedError

    def close(self) -> None:
        """Ends the browser."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def executable(name: str) -> str:
    """Where a browser is; a test without it fails."""
    path = browser_path(name)
    if path is None:
        raise Trouble(f"no {name} on this machine; `python3 build.py test` installs it or says how")
    return str(path)


# ---- Chromium

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--mute-audio",
]

# Playwright has Chromium share memory through files on the disk, for containers without room in /dev/shm; where there
# is
# room that is only slower, and a disk that is full crashes pages.
SHARED = Path("/dev/shm")
ENOUGH = 1 << 30  # bytes
# After a crash: without the compilers that optimise, in case one of them is at fault.
CAREFUL = "--js-flags=--liftoff-only --no-maglev"
LOG = Path(tempfile.gettempdir()) / f"eden-chromium-{os.getpid()}.log"
USUAL = ("dbus", "process did exit", "cpufreq")  # in lines of Chromium's that say nothing of a crash


@cache
def playwright() -> Any:
    """Playwright, of which a process can have but one; it ends with the process. It writes down what Chromium says."""
    os.environ.update(DEBUG="pw:browser", DEBUG_FILE=str(LOG))
    started = sync_playwright().start()
    atexit.register(LOG.unlink, missing_ok=True)
    atexit.register(started.stop)
    return started


def circumstances() -> str:
    """What may end a browser that has no fault of its own: how much memory and disk is left, which processor it is."""
    said = {"free on disk": f"{shutil.disk_usage(tempfile.gettempdir()).free >> 20} MiB"}
    for place, wanted in (("meminfo", ("MemTotal", "MemAvailable", "Shmem")), ("cpuinfo", ("model name",))):
        with suppress(OSError):
            for line in Path("/proc", place).read_text().splitlines():
                name, _, value = map(str.strip, line.partition(":"))
                if name in wanted:
                    said[name] = value
    return ", ".join(f"{name} {value}" for name, value in said.items())


def last_words() -> str:
    """The last that Chromium said."""
    with suppress(OSError):
        lines = [
            line[:300]
            for line in LOG.read_text(errors="replace").splitlines()
            if not any(word in line for word in USUAL)
        ]
        return " / ".join(lines[-12:])
    return ""


class Chromium(Browser):
    """Chromium by way of Playwright."""

    name = "chromium"

    def __init__(self, profile: Path | None = None) -> None:
        """Starts it; with a profile, its one context lives there, and stays for the next start."""
        self._playwright = playwright()
        self._started: dict[str, Any] = {"executable_path": executable(self.name), "args": QUIET}
        if SHARED.exists() and shutil.disk_usage(SHARED).free > ENOUGH:
            self._started["ignore_default_args"] = ["--disable-dev-shm-usage"]
        self._browser: Any = None
        self._lasting: Any = None
        self._wire: Any = None
        self._crashes: list[str] = []
        if profile is None:
            self._launch()
        else:
            self._lasting = self._playwright.chromium.launch_persistent_context(
                str(profile), viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, **self._started
            )

    def _launch(self) -> None:
        self._browser = self._playwright.chromium.launch(**self._started)
        self._wire = self._browser.new_browser_cdp_session()
        self._wire.on("Target.targetCrashed", self._crashed)
        self._wire.send("Target.setDiscoverTargets", {"discover": True})

    def _crashed(self, event: dict[str, Any]) -> None:
        # Playwright says no more than that a page crashed.
        self._crashes.append(f"{event['status']} by signal {event['errorCode']}, {circumstances()}")

    def crashes(self) -> str:
        """How pages of this browser that crashed did so, and under what circumstances."""
        if self._wire is not None:
            self._wire.send("Browser.getVersion")  # what it says of the crash comes before the answer
        if not self._crashes:
            return ""
        time.sleep(1)  # the log comes by another way
        return f"{'; '.join(self._crashes)}, Chromium said: {last_words()}"

    def page(self, size: tuple[int, int] = DESKTOP, *, touch: bool = False, language: str = "en") -> Page:
        if self._crashes:  # a new and careful browser, for the fault may be the browser's
            self._crashes.clear()
            self._browser.close()
            self._started["args"] = [*QUIET, CAREFUL]
            self._launch()
        context = self._lasting or self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            device_scale_factor=2 if touch else 1,
            locale=language,
        )
        context.set_default_timeout(TIMEOUT * 1000)
        context.add_init_script(WATCH)
        return ChromiumPage(self, size, touch, context)

    def close(self) -> None:
        (self._lasting or self._browser).close()


class ChromiumPage(Page):
    """A page of Chromium."""

    def __init__(self, browser: Browser, size: tuple[int, int], touch: bool, context: Any) -> None:
        super().__init__(browser, size, touch)
        self._tab_context = context
        self.tab = context.new_page()
        self.tab.on("pageerror", lambda error: self._faults.append(f"uncaught: {error}"))
        self.tab.on("console", self._heard)
        self.tab.on("request", lambda request: self.requests.append(request.url))
        self._wire: Any = None

    def _heard(self, message: Any) -> None:
        self.console.append(f"{message.type}: {message.text}")
        if message.type == "error":
            self._faults.append(f"console: {message.text} ({message.location.get('url', '')})")

    @property
    def wire(self) -> Any:
        """The DevTools connection, for what Playwright has no word for."""
        if self._wire is None:
            self._wire = self._tab_context.new_cdp_session(self.tab)
        return self._wire

    def open(self, url: str) -> Page:
        self.tab.goto(url, wait_until="domcontentloaded")
        return self

    def reload(self) -> Page:
        self.tab.reload(wait_until="domcontentloaded")
        return self

    def close(self) -> None:
        self.tab.close()
        # A profile's context ends with its browser.
        if self._tab_context.browser is not None and not self._tab_context.pages:
            self._tab_context.close()

    def sibling(self) -> Page:
        return ChromiumPage(self.browser, self.size, self.touch, self._tab_context)

    def picture(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.tab.screenshot(path=str(path))
        return path

    def resize(self, width: int, height: int) -> None:
        self.size = width, height
        self.tab.set_viewport_size({"width": width, "height": height})

    def mouse(self, *points: tuple[float, float], button: int = 0, hold: float = 0.0) -> None:
        kind = ("left", "middle", "right")[button]
        self.tab.mouse.move(*points[0])
        self.tab.mouse.down(button=kind)
        for x, y in points[1:]:
            self.tab.mouse.move(x, y)
        time.sleep(hold)
        self.tab.mouse.up(button=kind)

    def hover(self, x: float, y: float) -> None:
        self.tab.mouse.move(x, y)

    def wheel(self, x: float, y: float, dy: float) -> None:
        self.tab.mouse.move(x, y)
        self.tab.mouse.wheel(0, dy)

    def fingers(self, *paths: Sequence[tuple[float, float]], hold: float = 0.0) -> None:
        for step, points in enumerate(zip(*paths, strict=True)):
            touches = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
            kind = "touchMove" if step else "touchStart"
            self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
        time.sleep(hold)
        self.wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def key(self, name: str) -> None:
        self.tab.keyboard.press(name)

    def _evaluate(self, script: str) -> str | None:
        try:
            answer = self.tab.evaluate(script)
        except PlaywrightError as error:
            raise (Moved if "context was destroyed" in str(error) else Trouble)(f"Chromium: {error}") from None
        return None if answer is None else str(answer)

    def _settle(self) -> None:
        try:
            self.tab.evaluate("0")
        except PlaywrightError as error:
            if "crashed" not in str(error):
                raise
            assert isinstance(self.browser, Chromium)
            self._faults.append(f"it crashed: {self.browser.crashes()}")


# ---- Firefox

PREFERENCES = {
    "apz.max_tap_time": 30000,  # ms; by default a tap that a busy machine takes more than 300 over is none
    "app.normandy.enabled": False,
    "app.update.auto": False,
    "browser.aboutConfig.showWarning": False,
    "browser.newtabpage.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage": "about:blank",
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": False,
    "dom.ipc.processPrelaunch.enabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "extensions.update.enabled": False,
    "media.volume_scale": "0",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.dns.disablePrefetch": True,
    "network.prefetch-next": False,
    "remote.active-protocols": 1,
    "services.settings.server": "data:,",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


class Firefox(Browser):
    """Stock Firefox over WebDriver BiDi."""

    name = "firefox"

    def __init__(self, profile: Path | None = None) -> None:
        """Starts it; a profile that is named stays, and its pages share one context."""
        self.lasting = profile is not None
        self._profile = profile or Path(tempfile.mkdtemp(prefix="eden-firefox-"))
        self._profile.mkdir(parents=True, exist_ok=True)
        said = self._profile / "WebDriverBiDiServer.json"
        said.unlink(missing_ok=True)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (self._profile / "user.js").write_text("\n".join(lines))
        command = [executable(self.name), "--headless", "--no-remote", "--profile", str(self._profile)]
        self._process = subprocess.Popen(
            [*command, "--remote-debugging-port", "0"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._open = ExitStack()
        self._last = 0
        self._pages: dict[str, FirefoxPage] = {}
        try:
            address = f"ws://127.0.0.1:{self._port(said)}/session"
            self._socket = self._open.enter_context(connect(address, max_size=None, open_timeout=TIMEOUT, proxy=None))
            self.send("session.new", {"capabilities": {}})
            self.send("session.subscribe", {"events": ["log.entryAdded", "network.beforeRequestSent"]})
            self.send("script.addPreloadScript", {"functionDeclaration": f"() => {{ {WATCH} }}"})
        except BaseException:
            self.close()
            raise

    def _port(self, said: Path) -> int:
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end and self._process.poll() is None:
            with suppress(OSError, ValueError, KeyError):
                return int(json.loads(said.read_text())["ws_port"])
            time.sleep(POLL)
        raise Trouble("Firefox did not open its remote port")

    def send(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """Gives a command and returns its result; events that come first go to their pages."""
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": parameters}))
        while True:
            try:
                message = json.loads(self._socket.recv(timeout=ANSWER + 10))
            except TimeoutError:
                raise Trouble(f"Firefox did not answer {method}") from None
            if message.get("id") == self._last:
                if message["type"] == "error":
                    raise Trouble(f"Firefox: {method}: {message['error']}: {message['message']}")
                result: dict[str, Any] = message["result"]
                return result
            if message.get("type") == "event":
                self._event(message["method"], message["params"])

    def _event(self, method: str, parameters: dict[str, Any]) -> None:
        place = parameters.get("context") or parameters.get("source", {}).get("context")
        page = self._pages.get(place or "")
        if page is not None:
            page.heard(method, parameters)

    def page(self, size: tuple[int, int] = DESKTOP, *, touch: bool = False, language: str = "en") -> Page:
        user = "default" if self.lasting else self.send("browser.createUserContext", {})["userContext"]
        return FirefoxPage(self, size, touch, language, user)

    def close(self) -> None:
        with suppress(Exception):
            self.send("browser.close", {})
        with suppress(Exception):
            self._open.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
        if not self.lasting:
            shutil.rmtree(self._profile, ignore_errors=True)


class FirefoxPage(Page):
    """A page of Firefox."""

    browser: Firefox

    def __init__(self, browser: Firefox, size: tuple[int, int], touch: bool, language: str, user: str) -> None:
        super().__init__(browser, size, touch)
        self.language, self.user = language, user
        self.was_left = False  # a page before this one was left
        made = browser.send("browsingContext.create", {"type": "tab", "userContext": user})
        self.context: str = made["context"]
        browser._pages[self.context] = self
        self.resize(*size)
        with suppress(Trouble):  # newer than some Firefox
            browser.send("emulation.setLocaleOverride", {"locale": language, "contexts": [self.context]})
        if touch:
            with suppress(Trouble):
                browser.send("emulation.setTouchOverride", {"maxTouchPoints": 5, "contexts": [self.context]})

    def heard(self, method: str, parameters: dict[str, Any]) -> None:
        """Takes in an event of this page."""
        if method == "network.beforeRequestSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "log.entryAdded":
            text = parameters.get("text") or ""
            self.console.append(f"{parameters['level']}: {text}")
            if parameters["level"] == "error":
                kind = "uncaught" if parameters["type"] == "javascript" else "console"
                if not (self.was_left and "intercepted the request" in text):  # what was under way as it was left
                    self._faults.append(f"{kind}: {text}")

    def open(self, url: str) -> Page:
        self.was_left = bool(self.requests)
        self.browser.send("browsingContext.navigate", {"context": self.context, "url": url, "wait": "interactive"})
        return self

    def reload(self) -> Page:
        self.was_left = True
        self.browser.send("browsingContext.reload", {"context": self.context, "wait": "interactive"})
        return self

    def close(self) -> None:
        self.browser._pages.pop(self.context, None)
        self.browser.send("browsingContext.close", {"context": self.context})
        if self.user != "default" and all(page.user != self.user for page in self.browser._pages.values()):
            self.browser.send("browser.removeUserContext", {"userContext": self.user})

    def sibling(self) -> Page:
        return FirefoxPage(self.browser, self.size, self.touch, self.language, self.user)

    def picture(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        answer = self.browser.send("browsingContext.captureScreenshot", {"context": self.context})
        path.write_bytes(base64.b64decode(answer["data"]))
        return path

    def resize(self, width: int, height: int) -> None:
        self.size = width, height
        viewport, ratio = {"width": width, "height": height}, 2 if self.touch else 1
        self.browser.send(
            "browsingContext.setViewport", {"context": self.context, "viewport": viewport, "devicePixelRatio": ratio}
        )

    def _act(self, *sources: dict[str, Any]) -> None:
        self.browser.send("input.performActions", {"context": self.context, "actions": list(sources)})

    def mouse(self, *points: tuple[float, float], button: int = 0, hold: float = 0.0) -> None:
        actions: list[dict[str, Any]] = [_move(*points[0]), {"type": "pointerDown", "button": button}]
        actions += [_move(x, y) for x, y in points[1:]]
        actions += [{"type": "pause", "duration": round(hold * 1000)}, {"type": "pointerUp", "button": button}]
        self._act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions})

    def hover(self, x: float, y: float) -> None:
        self._act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [_move(x, y)]})

    def wheel(self, x: float, y: float, dy: float) -> None:
        turn = {"type": "scroll", "x": round(x), "y": round(y), "deltaX": 0, "deltaY": round(dy)}
        self._act({"type": "wheel", "id": "wheel", "actions": [turn]})

    def fingers(self, *paths: Sequence[tuple[float, float]], hold: float = 0.0) -> None:
        sources = []
        for finger, points in enumerate(paths):
            actions = [_move(*points[0]), {"type": "pointerDown", "button": 0}]
            actions += [_move(x, y, 16) for x, y in points[1:]]
            actions += [{"type": "pause", "duration": round(hold * 1000)}, {"type": "pointerUp", "button": 0}]
            touch = {"pointerType": "touch"}
            sources.append({"type": "pointer", "id": f"finger{finger}", "parameters": touch, "actions": actions})
        self._act(*sources)

    def key(self, name: str) -> None:
        parts = [KEYS.get(part, part) for part in (name.split("+") if len(name) > 1 else [name])]
        actions = [{"type": "keyDown", "value": part} for part in parts]
        actions += [{"type": "keyUp", "value": part} for part in reversed(parts)]
        self._act({"type": "key", "id": "keyboard", "actions": actions})

    def _evaluate(self, script: str) -> str | None:
        parameters = {"expression": script, "target": {"context": self.context}, "awaitPromise": True}
        try:
            answer = self.browser.send("script.evaluate", parameters)
        except Trouble as trouble:
            gone = ("no such frame", "Actor", "unloaded", "destroyed", "AbortError")
            raise (Moved if any(word in str(trouble) for word in gone) else Trouble)(str(trouble)) from None
        if answer["type"] == "exception":
            raise Trouble(f"Firefox: {answer['exceptionDetails']['text']}")
        value = answer["result"].get("value")
        return None if value is None else str(value)

    def _settle(self) -> None:
        self.browser.send("session.status", {})


def _move(x: float, y: float, duration: int = 0) -> dict[str, Any]:
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": duration}
