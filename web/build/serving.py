"""An HTTP server on loopback that behaves like a static host, with the site's MIME types and security policy."""

from __future__ import annotations

import http.server
import re
import sys
import threading
from pathlib import Path, PurePosixPath
from typing import Any

__all__ = ["POLICY", "Site"]

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".whl": "application/zip",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
# PyScript needs 'unsafe-eval' and workers from blob:. Nothing is loaded from other origins except sockets to relays,
# which the player chooses (web/ports/settings.py); relays on this machine may be unencrypted.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'; worker-src 'self' blob:; "
    "connect-src 'self' wss: ws://127.0.0.1:* ws://localhost:*; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)


class Site(http.server.ThreadingHTTPServer):
    """A server for a folder on loopback, below a sub-path.

    As a context manager it serves in a thread until the block ends.

    Args:
        folder: the folder to serve
        port: the port, or 0 for any free one
        below: the sub-path, "/" or for example "/games/eden/"
        types: MIME types by suffix that replace the correct ones (for tests)
        policy: send the Content-Security-Policy as a header too
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(
        self, folder: Path, port: int = 0, below: str = "/", types: dict[str, str] | None = None, policy: bool = True
    ) -> None:
        self.below, self.types, self.policy = below, {**TYPES, **(types or {})}, policy
        self.log: list[tuple[int, str]] = []
        self.folder = folder
        super().__init__(("127.0.0.1", port), Handler)

    @property
    def address(self) -> str:
        """The URL of the site's first page."""
        return f"http://127.0.0.1:{self.server_port}{self.below}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore connections closed by the browser; report any other error."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def __enter__(self) -> Site:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.shutdown()
        self.server_close()


class Handler(http.server.SimpleHTTPRequestHandler):
    """A request to a `Site`."""

    server: Site
    protocol_version = "HTTP/1.1"
    wbufsize = 64 * 1024
    is_found = True  # whether the response may be cached permanently

    def __init__(self, request: Any, address: Any, server: Site) -> None:
        super().__init__(request, address, server, directory=str(server.folder))

    def translate_path(self, path: str) -> str:
        path = path.split("?")[0].split("#")[0]
        if not path.startswith(self.server.below):
            return str(self.server.folder / "no such file")
        return super().translate_path("/" + path[len(self.server.below) :])

    def guess_type(self, path: Any) -> str:
        return self.server.types.get(PurePosixPath(str(path)).suffix, "application/octet-stream")

    def send_response(self, code: int, message: str | None = None) -> None:
        self.is_found = code < 400
        super().send_response(code, message)

    def end_headers(self) -> None:
        hashed = self.is_found and re.search(r"/[rv]-[0-9a-f]{12}/", self.path)
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if hashed else "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        if self.server.policy:
            self.send_header("Content-Security-Policy", POLICY + "; frame-ancestors 'none'")
        super().end_headers()

    def list_directory(self, path: Any) -> None:
        self.send_error(404)

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        self.server.log.append((int(code), self.path))

    def log_message(self, format: str, *arguments: Any) -> None:
        """Print nothing."""
