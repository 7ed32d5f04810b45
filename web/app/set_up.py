"""The set-up on the client: its page, the choices made, and the matches of this device that begin from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from web.setup.agreed import MACHINES, Agreed, make_setup
from web.ui.presses import Values, on

if TYPE_CHECKING:
    from eden_core.engine.match import Setup
    from web.local.controller import LocalPlay
    from web.match.host import MatchHost
    from web.setup.controller import Preparing

__all__ = ["SetUp"]


class SetUp:
    """The set-up on this device.

    `show` redraws the client, `when_whole` calls a function once all texts are there, `here` begins matches.
    """

    def __init__(
        self,
        host: MatchHost,
        show: Callable[[], None],
        when_whole: Callable[[Callable[[], None]], None],
        here: Callable[[], LocalPlay],
    ) -> None:
        self._host, self._show, self._when_whole, self._here = host, show, when_whole, here
        self.agreed = Agreed()
        self.preparing: Preparing | None = None  # what the page shows; a guest's own choice while that lasts

    def agreed_setup(self) -> Setup | None:
        """Return the chosen set-up; if it is not legal, show its page with the reasons and return None."""
        if not self.prepare().may_start():
            self._open_setup()
            self._host.page.focus("#setup .faults")
            return None
        return make_setup(self._named(), b"")

    def my_name(self) -> str:
        """The player's name on this device; "" for none yet."""
        self.prepare().restore()
        return next(filter(None, (name.strip() for name in self.agreed.names)), "")

    @on("setup")
    def press_setup(self, values: Values) -> None:
        """Open the set-up page."""
        self._when_whole(self._open_setup)

    def _open_setup(self) -> None:
        self._host.leave_match()
        self.prepare().restore()
        self._host.show_screen("setup")

    @on("cards")
    def press_cards(self, values: Values) -> None:
        """Show all cards for reading."""
        self.prepare().press_cards(values)

    @on("read")
    def press_read(self, values: Values) -> None:
        """Show one fighter's card for reading."""
        self.prepare().press_read(values)

    def prepare(self) -> Preparing:
        """Return everything needed before a match, loaded when it is first needed."""
        if self.preparing is None:
            from web.setup.controller import Preparing

            self.preparing = Preparing(self.agreed, self._host.page, self._show, self._host.open_sheet)
        return self.preparing

    @on("play")
    def press_play(self, values: Values) -> None:
        """Begin a match against the machine at once, with the current set-up."""
        self._when_whole(lambda: self._start(True))

    @on("start")
    def press_start(self, values: Values) -> None:
        """Begin the match with the current set-up."""
        self._when_whole(self._start)

    @on("start_device")
    def press_start_device(self, values: Values) -> None:
        """Begin a match between two people at this screen, whoever is set to play the second side."""
        self._when_whole(lambda: self._start(level=""))

    def _start(self, alone: bool = False, level: str | None = None) -> None:
        """Begin a match; refuse an illegal set-up on its page, with the reasons in place.

        `alone`: against the machine in any case; `level`: the machine's level, "" for a person, if it differs from the
        set-up's.
        """
        from web.match.solo import Machine

        self.prepare().restore()
        if not self.prepare().may_start():
            self._open_setup()
            self._host.page.focus("#setup .faults")
            return
        if level is None:
            level = self.agreed.machine or (MACHINES[0] if alone else "")
        agreed = self._named()
        if level:
            agreed = replace(agreed, names=(agreed.names[0], self._host.words(f"solo.level.{level}")))
        self._here().begin(make_setup(agreed, self._host.page.random_bytes(16)), Machine(2, level) if level else None)

    @on("rematch")
    def press_rematch(self, values: Values) -> None:
        """Begin the match that was played again, even if the set-up has been changed meanwhile."""
        from web.match.solo import SoloSession

        session = self._here().session
        if session is not None:
            setup = session.match.setup._replace(nonce=self._host.page.random_bytes(16))
            self._here().begin(setup, session.machine if isinstance(session, SoloSession) else None)

    def _named(self) -> Agreed:
        """Return the chosen set-up with a name for every player and every custom troop."""
        agreed, words = self.agreed, self._host.words
        names = [name.strip() or words("ui.setup.name", n=place) for place, name in enumerate(agreed.names, 1)]
        own = [
            draft._replace(name=draft.name.strip() or words(f"{draft.composed}.{draft.symbol}")) for draft in agreed.own
        ]
        return replace(agreed, names=(names[0], names[1]), own=(own[0], own[1]))
