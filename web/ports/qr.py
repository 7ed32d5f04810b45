"""QR codes. The encoder (segno) comes when the first one is asked for."""

from __future__ import annotations

from web.browser import page as browser
from web.ports.protocol import PortError

__all__ = ["CHARACTERS", "qr_matrix"]

# Of the eight patterns that may be laid over a code, the one to take. To find the best takes a second for a large code,
# and
# a link is so much like noise that all are nearly as good.
MASK = 3
CHARACTERS = 2_953  # bytes that the largest code holds (version 40, level L)


async def qr_matrix(text: str) -> tuple[tuple[bool, ...], ...]:
    """The rows of a code's modules, True for dark, without the quiet zone of four modules that belongs around it.

    Raises:
        PortError: `too_long`, or `unreachable`: the encoder could not be fetched
    """
    data = text.encode()
    if len(data) > CHARACTERS:
        raise PortError("too_long")
    try:
        await browser.bring("segno")
    except ConnectionError as fault:
        raise PortError("unreachable") from fault
    from segno.encoder import encode  # type: ignore[import-not-found]

    # What the size leaves goes into error correction.
    code = encode(data, error="L", mode="byte", micro=False, boost_error=True, mask=MASK)
    return tuple(tuple(map(bool, row)) for row in code.matrix)
