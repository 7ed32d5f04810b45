"""The ports that a meeting needs, together: keys, store, channels, chance, time."""

from __future__ import annotations

from .. import browser
from .ports import Keys, PortError, Store, join_room, make_offer, take_offer

__all__ = ["Ports"]


class Ports:
    """What of the machine a `Meeting` uses; a test gives its own."""

    PortError = PortError
    join_room = staticmethod(join_room)
    make_offer = staticmethod(make_offer)
    take_offer = staticmethod(take_offer)
    random_bytes = staticmethod(browser.random_bytes)
    start = staticmethod(browser.start)
    wait = staticmethod(browser.wait)
    now = staticmethod(browser.now)

    def __init__(self) -> None:
        self.keys, self.store = Keys(), Store()
