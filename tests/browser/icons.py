"""Draws the icons of the installed game out of `web/art/mark.svg`: python -m tests.browser.icons

They are checked in, for a build needs no browser. A maskable icon is cut to any shape by its system: its ground goes to
the edges and the mark keeps to the middle; so does Apple's, whose corners are rounded.
"""

from __future__ import annotations

import base64
from pathlib import Path

from tests.browser.drivers import Chromium

ART = Path(__file__).parents[2] / "web" / "art"
# file → side in pixels, part of it that the mark takes, whether the ground fills the rest
ICONS = {
    "icon-192.png": (192, 1.0, False),
    "icon-512.png": (512, 1.0, False),
    "icon-maskable-512.png": (512, 0.72, True),
    "icon-apple-180.png": (180, 0.8, True),
}
DRAW = """async (address, side, part, fill) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(side, side), pen = canvas.getContext("2d"), size = side * part;
    if (fill) { pen.fillStyle = "#171c20"; pen.fillRect(0, 0, side, side); }
    pen.drawImage(image, (side - size) / 2, (side - size) / 2, size, size);
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
}"""


def main() -> None:
    """Writes them."""
    mark = (ART / "mark.svg").read_text().replace("<svg ", '<svg width="1024" height="1024" ')
    address = "data:image/svg+xml;base64," + base64.b64encode(mark.encode()).decode()
    with Chromium() as browser:
        page = browser.page()
        for name, (side, part, fill) in ICONS.items():
            (ART / name).write_bytes(base64.b64decode(page.evaluate(DRAW, address, side, part, fill)))


if __name__ == "__main__":
    main()
