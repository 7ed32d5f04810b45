"""What the device has: chance, storage, the clipboard, files, time, and what its player prefers."""

from __future__ import annotations

from contextlib import suppress

from js import Object, Uint8Array, crypto, document, performance, window  # type: ignore[import-not-found]
from pyodide.ffi import to_js  # type: ignore[import-not-found]

__all__ = [
    "can_share",
    "chosen_file",
    "copy",
    "dice",
    "download",
    "fresh_name",
    "in_app",
    "is_secure",
    "keep_storage",
    "languages",
    "mark",
    "now",
    "prefers",
    "random_bytes",
    "recall",
    "remember",
    "seconds",
    "share",
]


def random_bytes(count: int) -> bytes:
    """True chance of the platform."""
    array = Uint8Array.new(count)
    crypto.getRandomValues(array)
    return bytes(array.to_py())


def fresh_name() -> str:
    """A name that nothing else has."""
    try:
        return str(crypto.randomUUID())
    except AttributeError:  # only pages that came over HTTPS or from this machine have it
        return random_bytes(16).hex()


def dice(count: int) -> tuple[int, ...]:
    """Fair D6: bytes of 252 and more are thrown away, for 252 is the largest multiple of six."""
    faces: list[int] = []
    while len(faces) < count:
        faces.extend(byte % 6 + 1 for byte in random_bytes(2 * count + 8) if byte < 252)
    return tuple(faces[:count])


def remember(name: str, value: str, here: bool = False) -> None:
    """Keeps a choice (language, theme) for the next visit, or, `here`, for this tab alone, where the browser lets
    us.
    """
    with suppress(Exception):  # storage is shut in some private windows: even to name it is refused
        (window.sessionStorage if here else window.localStorage).setItem(f"eden.{name}", value)


def recall(name: str, here: bool = False) -> str:
    """A kept choice, or ""."""
    try:
        return str((window.sessionStorage if here else window.localStorage).getItem(f"eden.{name}") or "")
    except Exception:
        return ""


async def keep_storage() -> bool:
    """Asks the browser not to clear away what is kept here (it may ask the player): once a match is worth it."""
    try:
        return bool(await window.navigator.storage.persist())
    except Exception:  # older browsers don't know it, and it is shut without a secure address
        return False


async def copy(text: str) -> bool:
    """Puts a text on the clipboard; whether the browser let us."""
    try:
        await window.navigator.clipboard.writeText(text)
    except Exception:  # no clipboard without a secure address or the player's leave
        return False
    return True


def is_secure() -> bool:
    """Whether the browser lets us have keys and locks: over HTTPS or from this machine."""
    return bool(window.isSecureContext)


def in_app() -> bool:
    """Whether this looks like a browser inside another app, which may forget what it keeps."""
    agent = str(window.navigator.userAgent)
    return any(
        word in agent
        for word in ("FBAN", "FBAV", "Instagram", "Line/", "MicroMessenger", "; wv)", "TikTok", "Snapchat")
    )


def seconds() -> int:
    """Seconds since 1970."""
    return int(window.Date.now() // 1000)


def can_share() -> bool:
    """Whether the device offers ways to share a link."""
    return bool(getattr(window.navigator, "share", None))


async def share(text: str) -> None:
    """Offers the device's ways to share a link; the player may think better of it."""
    with suppress(Exception):
        await window.navigator.share(to_js({"url": text}, dict_converter=Object.fromEntries))


def download(name: str, text: str) -> None:
    """Gives a text to the player as a file."""
    link = document.createElement("a")
    blob = window.Blob.new(
        to_js([text]), to_js({"type": "application/octet-stream"}, dict_converter=Object.fromEntries)
    )
    link.href, link.download = window.URL.createObjectURL(blob), name
    link.click()
    window.URL.revokeObjectURL(link.href)


async def chosen_file(selector: str, most: int) -> bytes:
    """What the file holds that the player chose, its first `most` bytes; b"" for none."""
    files = document.querySelector(selector).files
    if not files.length:
        return b""
    return bytes((await files.item(0).slice(0, most).arrayBuffer()).to_bytes())


def languages() -> list[str]:
    """The browser's languages, best first."""
    return [str(language) for language in window.navigator.languages]


def prefers(query: str) -> bool:
    """Whether a media query holds, such as `prefers-reduced-motion: reduce`."""
    return bool(window.matchMedia(f"({query})").matches)


def now() -> float:
    """Milliseconds since the page began."""
    return float(performance.now())


def mark(name: str) -> None:
    """A named moment for whoever measures."""
    performance.mark(name)
