"""The menu of a match: the sheets that it opens and its actions at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from web.ui.nodes import Node
from web.ui.presses import Values, on

if TYPE_CHECKING:
    from web.match.host import MatchHost
    from web.table.controller import Play

__all__ = ["Menu"]


class Menu:
    """The menu.

    `show` redraws the client, `play` returns the table, if there is one, and `fault` the reason why the match of this
    device can't be kept ("" where it is kept).
    """

    def __init__(
        self,
        host: MatchHost,
        show: Callable[[], None],
        play: Callable[[], Play | None],
        fault: Callable[[], str],
    ) -> None:
        self._host, self._show, self._play, self._fault = host, show, play, fault

    def sheet(self, name: str) -> Node | None:
        """Return one of the sheets `menu`, `keys`, `leave`, `unreachable` and `end`."""
        from web.app.sheets import keys_sheet, leave_sheet, menu_sheet, unreachable_sheet

        words, session, play = self._host.words, self._host.session, self._play()
        if name == "menu":
            hints = session is not None and session.hints
            measures = play is not None and play.stage.measuring
            return menu_sheet(words, self._host.light, self._board_line(), hints, measures)
        if name == "end":
            return play.end_sheet() if play is not None else None
        sheets = {"keys": keys_sheet, "leave": leave_sheet, "unreachable": unreachable_sheet}
        return sheets[name](words) if name in sheets else None

    @on("menu")
    def press_menu(self, values: Values) -> None:
        """Open the menu."""
        self._host.open_sheet("menu")

    @on("measure")
    def press_measure(self, values: Values) -> None:
        """Start or end measuring with the tape."""
        self._to_the_field()
        if (play := self._play()) is not None:
            play.measure()

    @on("fit")
    def press_fit(self, values: Values) -> None:
        """Show the whole field."""
        self._to_the_field()
        if (play := self._play()) is not None:
            play.fit()

    def _to_the_field(self) -> None:
        """Close the menu so that the field can be seen."""
        if self._host.sheet == "menu":
            self._host.open_sheet("")

    @on("keys")
    def press_keys(self, values: Values) -> None:
        """Show the keys."""
        self._host.open_sheet("keys")

    @on("leave")
    def press_leave(self, values: Values) -> None:
        """Leave a match that is kept; ask first if it could not be kept."""
        if self._fault():
            self._host.open_sheet("leave")
        else:
            self._host.go_home()

    @on("result")
    def press_result(self, values: Values) -> None:
        """Show once more how the match ended."""
        self._host.open_sheet("end")

    @on("hints")
    def press_hints(self, values: Values) -> None:
        """Turn hints on or off."""
        if (session := self._host.session) is not None:
            session.hints = not session.hints
            self._host.page.remember("hints", "yes" if session.hints else "no")
        self._show()

    @on("save_record")
    def press_save_record(self, values: Values) -> None:
        """Save the match of this device as a file."""
        from web.saves.records import played_here

        if (session := self._host.session) is not None:
            self._host.page.download("match.eden", played_here(session, self._host.page.home()).rpartition("#")[2])

    def _board_line(self) -> str:
        from web.ui.editions import board_line, modules_now

        if (session := self._host.session) is None:
            return ""
        match = session.match
        return board_line(
            self._host.words, match.setup.ruleset.edition, match.setup.field, modules_now(self._host.words, match)
        )
