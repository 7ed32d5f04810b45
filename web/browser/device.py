"""The device's services: random numbers, storage, the clipboard, files, time and the player's preferences."""

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
    """Return random bytes from the platform's secure source."""
    array = Uint8Array.new(count)
    crypto.getRandomValues(array)
    return bytes(array.to_py())


def fresh_name() -> str:
    """Return a new unique name."""
    try:
        return str(crypto.randomUUID())
    except AttributeError:  # only pages that came over HTTPS or from this machine have it
        return random_bytes(16).hex()


def dice(count: int) -> tuple[int, ...]:
    """Return fair D6 rolls: bytes from 252 up are discarded, because 252 is the largest multiple of six."""
    faces: list[int] = []
    while len(faces) < count:
        faces.extend(byte % 6 + 1 for byte in random_bytes(2 * count + 8) if byte < 252)
    return tuple(faces[:count])


def remember(name: str, value: str, here: bool = False) -> None:
    """Save a choice (language, theme) for the next visit, if the browser allows it.

    With `here`, save it for this tab alone.
    """
    with suppress(Exception):  # some private windows refuse all access to storage, even to its name
        (window.sessionStorage if here else window.localStorage).setItem(f"eden.{name}", value)


def recall(name: str, here: bool = False) -> str:
    """Return a saved choice, or ""."""
    try:
        return str((window.sessionStorage if here else window.localStorage).getItem(f"eden.{name}") or "")
    except Exception:
        return ""


async def keep_storage() -> bool:
    """Ask the browser not to clear this site's storage; call it once there is a match worth keeping.

    The browser may ask the player.
    """
    try:
        return bool(await window.navigator.storage.persist())
    except Exception:  # older browsers lack it, and it needs a secure address
        return False


async def copy(text: str) -> bool:
    """Copy a text to the clipboard; return whether the browser allowed it."""
    try:
        await window.navigator.clipboard.writeText(text)
    except Exception:  # the clipboard needs a secure address and the player's permission
        return False
    return True


def is_secure() -> bool:
    """Return whether the browser allows keys and locks: over HTTPS or from this machine."""
    return bool(window.isSecureContext)


def in_app() -> bool:
    """Return whether the page seems to run in a browser inside another app, which may lose its storage."""
    agent = str(window.navigator.userAgent)
    return any(
        word in agent
        for word in ("FBAN", "FBAV", "Instagram", "Line/", "MicroMessenger", "; wv)", "TikTok", "Snapchat")
    )


def seconds() -> int:
    """Return the number of seconds since 1970."""
    return int(window.Date.now() // 1000)


def can_share() -> bool:
    """Return whether the device can share a link."""
    return bool(getattr(window.navigator, "share", None))


async def share(text: str) -> None:
    """Open the device's dialogue for sharing a link; the player may cancel it."""
    with suppress(Exception):
        await window.navigator.share(to_js({"url": text}, dict_converter=Object.fromEntries))


def download(name: str, text: str) -> None:
    """Offer a text to the player as a file to download."""
    link = document.createElement("a")
    blob = window.Blob.new(
        to_js([text]), to_js({"type": "application/octet-stream"}, dict_converter=Object.fromEntries)
    )
    link.href, link.download = window.URL.createObjectURL(blob), name
    link.click()
    window.URL.revokeObjectURL(link.href)


async def chosen_file(selector: str, most: int) -> bytes:
    """Return the first `most` bytes of the file that the player chose; b"" for none."""
    files = document.querySelector(selector).files
    if not files.length:
        return b""
    return bytes((await files.item(0).slice(0, most).arrayBuffer()).to_bytes())


def languages() -> list[str]:
    """Return the browser's languages, best first."""
    return [str(language) for language in window.navigator.languages]


def prefers(query: str) -> bool:
    """Return whether a media query holds, such as `prefers-reduced-motion: reduce`."""
    return bool(window.matchMedia(f"({query})").matches)


def now() -> float:
    """Return the number of milliseconds since the page was opened."""
    return float(performance.now())


def mark(name: str) -> None:
    """Record a named moment for performance measurements."""
    performance.mark(name)
