"""The set-up on the client: its page, what is agreed on, and the matches of this device that begin from it."""

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
    """What is set up on this device.

    `show` shows the client as it stands, `when_whole` does something once all texts are there, `here` begins matches.
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
        """What was agreed on; None, and its page with the reasons, where no match may begin so."""
        if not self.prepare().may_start():
            self._open_setup()
            self._host.page.focus("#setup .faults")
            return None
        return make_setup(self._named(), b"")

    def my_name(self) -> str:
        """What the player is called on this device; "" for nothing yet."""
        self.prepare().restore()
        return next(filter(None, (name.strip() for name in self.agreed.names)), "")

    @on("setup")
    def press_setup(self, values: Values) -> None:
        """The set-up page."""
        self._when_whole(self._open_setup)

    def _open_setup(self) -> None:
        self._host.leave_match()
        self.prepare().restore()
        self._host.show_screen("setup")

    @on("cards")
    def press_cards(self, values: Values) -> None:
        """All cards, to read."""
        self.prepare().press_cards(values)

    @on("read")
    def press_read(self, values: Values) -> None:
        """One fighter's card, to read."""
        self.prepare().press_read(values)

    def prepare(self) -> Preparing:
        """All that comes before a match, loaded when it is first needed."""
        if self.preparing is None:
            from web.setup.controller import Preparing

            self.preparing = Preparing(self.agreed, self._host.page, self._show, self._host.open_sheet)
        return self.preparing

    @on("play")
    def press_play(self, values: Values) -> None:
        """Straight into a match against the machine, as it is set up."""
        self._when_whole(lambda: self._start(True))

    @on("start")
    def press_start(self, values: Values) -> None:
        """The match begins as it is set up."""
        self._when_whole(self._start)

    @on("start_device")
    def press_start_device(self, values: Values) -> None:
        """Two at this screen, whoever would play the second side."""
        self._when_whole(lambda: self._start(level=""))

    def _start(self, alone: bool = False, level: str | None = None) -> None:
        """An illegal set-up is refused on its page, with the reasons in place. `alone`: against the machine in any
        case; `level`: its own, "" for a person, where it is not what was agreed.
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
        """The same again: the match that was played, whatever is set up meanwhile."""
        from web.match.solo import SoloSession

        session = self._here().session
        if session is not None:
            setup = session.match.setup._replace(nonce=self._host.page.random_bytes(16))
            self._here().begin(setup, session.machine if isinstance(session, SoloSession) else None)

    def _named(self) -> Agreed:
        """What was agreed, every player and every own troop with a name."""
        agreed, words = self.agreed, self._host.words
        names = [name.strip() or words("ui.setup.name", n=place) for place, name in enumerate(agreed.names, 1)]
        own = [
            draft._replace(name=draft.name.strip() or words(f"{draft.composed}.{draft.symbol}")) for draft in agreed.own
        ]
        return replace(agreed, names=(names[0], names[1]), own=(own[0], own[1]))
