"""The ports that a meeting needs, together: keys, store, channels, chance, time."""

from __future__ import annotations

from eden_core.errors import Malformed
from web.browser import page as browser
from web.ports.ports import SETTINGS, Keys, Store, join_room, make_offer, open_tabs, take_offer
from web.ports.settings import RELAYS, SettingError, checked_relays

__all__ = ["Ports"]


class Ports:
    """The machine's part of a match between peers (`protocol.Ports`); a test gives its own."""

    join_room = staticmethod(join_room)
    make_offer = staticmethod(make_offer)
    take_offer = staticmethod(take_offer)
    open_tabs = staticmethod(open_tabs)
    random_bytes = staticmethod(browser.random_bytes)
    start = staticmethod(browser.start)
    wait = staticmethod(browser.wait)
    now = staticmethod(browser.now)

    @staticmethod
    def own_relays() -> tuple[str, ...]:
        """Return the player's own relays, which an invitation has to name; () for the usual ones."""
        found = SETTINGS.relays()
        return () if found == RELAYS else found

    @staticmethod
    def sound_relays(named: object) -> tuple[str, ...]:
        """Return the relays that a link names. Raises `Malformed` for what can be none."""
        try:
            if not isinstance(named, tuple) or not all(type(url) is str for url in named):
                raise SettingError("bad_relay")
            return checked_relays(named)
        except SettingError:
            raise Malformed("link_is_damaged", where="relays") from None

    def __init__(self) -> None:
        self.keys, self.store = Keys(), Store()
