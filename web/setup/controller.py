"""Before the match: what is agreed on, the troops that are built, the cards that are read. No js: a port is given.

What was agreed stays with the browser.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

from eden_core.cards import shipped
from eden_core.cards.records import COMPOSED
from eden_core.engine.match import Setup
from eden_core.ruleset import EDITIONS, FACTIONS, STIGMAS
from web.i18n.catalogue import Words
from web.setup.agreed import BUDGETS, LEVELS, MACHINES, OWN, SCENERY, SIDES, WEATHERS, Agreed, Draft, faults_of
from web.setup.library import Look, card_sheet, library_sheet
from web.setup.page import setup_page
from web.setup.troop_builder import builder_page, text_sheet
from web.setup.troops import (
    NAME,
    Dice,
    TextFault,
    draft_text,
    random_draft,
    random_of_any,
    read_draft,
    symbols,
)
from web.ui.nodes import Node
from web.ui.presses import on

__all__ = ["Port", "Preparing"]

KEPT = "setup"  # where the browser keeps what was agreed
MOST = 40  # fighters in a draft


class Port(Protocol):
    """The machine as the set-up needs it: the browser's page, or a test's own."""

    @property
    def dice(self) -> Dice: ...
    @property
    def remember(self) -> Callable[[str, str], None]: ...
    @property
    def recall(self) -> Callable[[str], str]: ...
    @property
    def copy(self) -> Callable[[str], Awaitable[bool]]: ...
    @property
    def start(self) -> Callable[[Awaitable[Any]], None]: ...
    @property
    def focus(self) -> Callable[[str], None]: ...


class Preparing:
    """The set-up page and what opens from it; `show` puts all of it on the page, `open_sheet` a sheet over it."""

    def __init__(
        self, agreed: Agreed, port: Port, show: Callable[[], None], open_sheet: Callable[[str], None], kept: str = KEPT
    ) -> None:
        self.agreed, self.port, self.show, self.open_sheet, self.kept = agreed, port, show, open_sheet, kept
        self.words = Words("en")
        self.building = 0  # whose troop is being built
        self.unfolded = False
        self.refused = False  # a start was tried in vain
        self.look = Look()
        self.card = ("", 0)  # the fighter that is read alone, and whose it is
        self.text, self.note = "", ""
        self.text_faults: list[TextFault] = []
        self.opener = ""  # where the focus goes when a sheet closes
        self._restored = False

    # --- what is shown ---

    def page(self, words: Words, light: bool) -> list[Node]:
        """The set-up page, or the builder."""
        self.words = words
        if self.building:
            return builder_page(words, self.agreed, self.building, light)
        return setup_page(words, self.agreed, light, self.unfolded, self.refused)

    def sheet(self, name: str, words: Words, played: Setup | None = None) -> Node | None:
        """Return one of the sheets `cards`, `card` and `troop_text`.

        Within a match (`played`) a card is as it is played there.
        """
        self.words = words
        if name == "cards":
            return library_sheet(words, self.look)
        if name == "card":
            library = shipped.load(self.agreed.edition)
            known = {**library.npfs, **library.profiles}
            if played is not None:
                troop = played.troops[self.card[1] - 1].profiles if self.card[1] else played.npfs
                known = {profile.id: profile for profile in troop}
            profile = known.get(self.card[0])
            return card_sheet(words, profile, self.card[1]) if profile else None
        return text_sheet(words, self.text, self.text_faults, self.note)

    def may_start(self) -> bool:
        """Return True if the match can begin (PREP-1); if not, the page says why, and the focus goes there."""
        self.refused = bool(faults_of(self.agreed))
        self.building = 0
        return not self.refused

    # --- the set-up ---

    def _changed(self) -> None:
        self.refused = False
        self._keep()
        self.show()

    @on("name")
    def press_name(self, values: dict[str, str]) -> None:
        """A player's name is typed."""
        names, shared = list(self.agreed.names), self.agreed.share_a_name
        names[int(values["player"]) - 1] = values["value"][:24]
        self.agreed.names = (names[0], names[1])
        self._keep()
        if self.agreed.share_a_name != shared:
            self.show()

    @on("edition")
    def press_edition(self, values: dict[str, str]) -> None:
        """Another edition."""
        self.agreed.edition = values["option"]
        self._changed()

    @on("fold")
    def press_fold(self, values: dict[str, str]) -> None:
        """Shows or hides what the edition plays differently."""
        self.unfolded = not self.unfolded
        self.show()

    @on("board_width")
    def press_board_width(self, values: dict[str, str]) -> None:
        """MAT-1: the board's width."""
        self.agreed.field = (int(values["value"]), self.agreed.field[1])
        self._changed()

    @on("board_height")
    def press_board_height(self, values: dict[str, str]) -> None:
        """MAT-1: the board's height."""
        self.agreed.field = (self.agreed.field[0], int(values["value"]))
        self._changed()

    @on("budget")
    def press_budget(self, values: dict[str, str]) -> None:
        """TRP-2: points for each troop."""
        self.agreed.budget = int(values["value"])
        self._changed()

    @on("scenery")
    def press_scenery(self, values: dict[str, str]) -> None:
        """A ready field, pieces placed by turns, or Territory management."""
        self.agreed.scenery = values["option"]
        self._changed()

    @on("infestation")
    def press_infestation(self, values: dict[str, str]) -> None:
        """NPF-1: the level of infestation, none, or one to be rolled."""
        self.agreed.infestation = int(values["value"])
        self._changed()

    @on("weather")
    def press_weather(self, values: dict[str, str]) -> None:
        """WEA-1: how many rolls decide the weather."""
        self.agreed.weather = int(values["option"])
        self._changed()

    @on("machine")
    def press_machine(self, values: dict[str, str]) -> None:
        """Choose who plays the second side at this device: a person, or the machine at a level."""
        self.agreed.machine = values["option"] if values["option"] in MACHINES else ""
        self._changed()

    @on("guest_chooses")
    def press_guest_chooses(self, values: dict[str, str]) -> None:
        """TRP-1: whether somebody who is invited may field another troop than the one proposed."""
        self.agreed.guest_chooses = not self.agreed.guest_chooses
        self._changed()

    @on("troop")
    def press_troop(self, values: dict[str, str]) -> None:
        """A player takes a ready troop or their own; an own one that is still empty is built first."""
        player, chosen = int(values["player"]), values["option"]
        if chosen == OWN and not self.agreed.own[player - 1].fighters:
            self.press_build(values)
        else:
            self._take(player, chosen)
            self._changed()

    def _take(self, player: int, chosen: str) -> None:
        troops = list(self.agreed.troops)
        troops[player - 1] = chosen
        self.agreed.troops = (troops[0], troops[1])

    @on("random")
    def press_random(self, values: dict[str, str]) -> None:
        """A random legal troop by any symbol."""
        made = random_of_any(EDITIONS[self.agreed.edition], self.agreed.budget, self.port.dice)
        self._draft(made, int(values["player"]))

    # --- the builder ---

    def _draft(self, draft: Draft, player: int = 0) -> None:
        """A player's own troop is another, and is what they field."""
        player = player or self.building
        own = list(self.agreed.own)
        own[player - 1] = draft
        self.agreed.own = (own[0], own[1])
        self._take(player, OWN)
        self._changed()

    @property
    def draft(self) -> Draft:
        """The draft that is being built."""
        return self.agreed.own[self.building - 1]

    @on("build")
    def press_build(self, values: dict[str, str]) -> None:
        """Opens the builder; whoever has no troop of their own begins with the symbol of the ready one."""
        player = int(values["player"])
        draft, chosen = self.agreed.own[player - 1], self.agreed.troops[player - 1]
        if chosen != OWN and not draft.fighters:
            troop = shipped.load().troops[chosen]
            own = list(self.agreed.own)
            own[player - 1] = draft._replace(composed=troop.composed, symbol=troop.symbol)
            self.agreed.own = (own[0], own[1])
        self.building = player
        self.show()
        self.port.focus("#troop-name")

    @on("built")
    def press_built(self, values: dict[str, str]) -> None:
        """Back to the set-up page."""
        player, self.building = self.building, 0
        self.show()
        self.port.focus(f"[data-do=build][data-player='{player}']")

    @on("compose")
    def press_compose(self, values: dict[str, str]) -> None:
        """TRP-2: by faction or by stigma."""
        offered = symbols(EDITIONS[self.agreed.edition], values["option"])
        if values["option"] != self.draft.composed:
            known = [shipped.load().profiles[name] for name in self.draft.fighters[:1]]
            own = [profile.faction if values["option"] == "faction" else profile.stigma for profile in known]
            symbol = next((name for name in (*own, *offered) if name in offered), self.draft.symbol)
            self._draft(self.draft._replace(composed=values["option"], symbol=symbol))

    @on("symbol")
    def press_symbol(self, values: dict[str, str]) -> None:
        """TRP-1: the symbol that all share."""
        self._draft(self.draft._replace(symbol=values["option"]))

    @on("recruit")
    def press_recruit(self, values: dict[str, str]) -> None:
        """A fighter joins."""
        if len(self.draft.fighters) < MOST:
            self._draft(self.draft._replace(fighters=(*self.draft.fighters, values["option"])))

    @on("dismiss")
    def press_dismiss(self, values: dict[str, str]) -> None:
        """A fighter leaves."""
        left = tuple(name for name in self.draft.fighters if name != values["option"])
        self._draft(self.draft._replace(fighters=left))

    @on("random_here")
    def press_random_here(self, values: dict[str, str]) -> None:
        """A random legal troop by the chosen symbol."""
        draft, ruleset = self.draft, EDITIONS[self.agreed.edition]
        made = random_draft(ruleset, draft.composed, draft.symbol, self.agreed.budget, self.port.dice)
        self._draft(made._replace(name=draft.name))

    @on("empty_troop")
    def press_empty_troop(self, values: dict[str, str]) -> None:
        """Nobody is left."""
        self._draft(self.draft._replace(fighters=()))

    @on("troop_name")
    def press_troop_name(self, values: dict[str, str]) -> None:
        """The troop's name is typed."""
        self._draft(self.draft._replace(name=values["value"][:NAME]))

    # --- a troop as text ---

    @on("troop_text")
    def press_troop_text(self, values: dict[str, str]) -> None:
        """Shows the troop as text."""
        self.text, self.text_faults, self.note = draft_text(self.draft), [], ""
        self._open("troop_text", "[data-do=troop_text]", "#troop-text")

    @on("text_typed")
    def press_text_typed(self, values: dict[str, str]) -> None:
        """The text is typed or pasted over."""
        self.text = values["value"]

    @on("take_text")
    def press_take_text(self, values: dict[str, str]) -> None:
        """The text becomes the troop, or says what is unclear in it."""
        read = read_draft(self.text, self.words)
        if isinstance(read, Draft):
            self.open_sheet("")
            self._draft(read)
        else:
            self.text_faults, self.note = read, ""
            self.show()

    @on("copy_text")
    def press_copy_text(self, values: dict[str, str]) -> None:
        """The text goes to the clipboard, where the browser lets us."""
        self.port.start(self._copy())

    async def _copy(self) -> None:
        copied = await self.port.copy(self.text)
        self.note = self.words("ui.troop.copied") if copied else self.words("ui.troop.not_copied")
        self.show()
        if not copied:
            self.port.focus("#troop-text")

    # --- cards to read ---

    def _open(self, sheet: str, opener: str, focus: str = "") -> None:
        self.opener = opener
        self.open_sheet(sheet)
        if focus:
            self.port.focus(focus)

    def press_cards(self, values: dict[str, str]) -> None:
        """All cards."""
        self._open("cards", self.opener if self.card[0] and self.opener else "[data-do=cards]", "#search")
        self.card = ("", 0)

    def press_read(self, values: dict[str, str]) -> None:
        """One fighter's card in full."""
        self.card = (values["option"], int(values.get("player", 0)))
        self._open("card", f"[data-do=read][data-option='{values['option']}']")

    @on("seek")
    def press_seek(self, values: dict[str, str]) -> None:
        """A search or a filter is another."""
        setattr(self.look, values["option"], values["value"])
        self.look.opened = ""
        self.show()

    @on("seek_kind")
    def press_seek_kind(self, values: dict[str, str]) -> None:
        """Another kind of card."""
        self.look.kind = values["option"]
        self.show()

    @on("seek_card")
    def press_seek_card(self, values: dict[str, str]) -> None:
        """A card of the list is opened."""
        self.look.opened = values["option"]
        self.show()

    # --- kept with the browser ---

    def _keep(self) -> None:
        a = self.agreed
        kept = {
            "names": a.names,
            "troops": a.troops,
            "scenery": a.scenery,
            "edition": a.edition,
            "field": a.field,
            "budget": a.budget,
            "infestation": a.infestation,
            "weather": a.weather,
            "guest_chooses": a.guest_chooses,
            "machine": a.machine,
            "own": [draft._asdict() for draft in a.own],
        }
        self.port.remember(self.kept, json.dumps(kept))

    def restore(self) -> None:
        """Once: takes over what was agreed on the last time, as far as it still makes sense."""
        if self._restored:
            return
        self._restored = True
        try:
            kept = json.loads(self.port.recall(self.kept) or "{}")
        except ValueError:
            return
        if isinstance(kept, dict):
            with suppress(TypeError, ValueError, KeyError, AttributeError):  # kept by another release
                read_agreed(kept, self.agreed)


def read_agreed(kept: dict[str, Any], agreed: Agreed) -> None:
    """Takes over what is known of the kept choices; raises `TypeError` and its like at what is no choice at all."""
    library = shipped.load()
    own = []
    for player, draft in enumerate(kept.get("own", [])[:2]):
        composed = draft["composed"] if draft["composed"] in COMPOSED else "faction"
        known = FACTIONS if composed == "faction" else STIGMAS
        fighters = tuple(dict.fromkeys(name for name in draft["fighters"][:MOST] if name in library.profiles))
        own.append(
            Draft(
                str(draft["name"])[:NAME],
                composed,
                draft["symbol"] if draft["symbol"] in known else known[player],
                fighters,
            )
        )
    if len(own) == 2:
        agreed.own = (own[0], own[1])
    names, troops, field = (kept.get(name, ()) for name in ("names", "troops", "field"))
    if len(names) == 2:
        agreed.names = (str(names[0])[:24], str(names[1])[:24])
    if len(troops) == 2:
        one, two = (new if new == OWN or new in library.troops else old for new, old in zip(troops, agreed.troops))
        agreed.troops = (one, two)
    if len(field) == 2 and all(side in SIDES for side in field):
        agreed.field = (field[0], field[1])
    agreed.budget = kept["budget"] if kept.get("budget") in BUDGETS else agreed.budget
    agreed.machine = kept["machine"] if kept.get("machine") in MACHINES else ""
    agreed.guest_chooses = kept.get("guest_chooses") is True
    agreed.edition = kept["edition"] if kept.get("edition") in EDITIONS else agreed.edition
    agreed.scenery = kept["scenery"] if kept.get("scenery") in SCENERY else agreed.scenery
    agreed.infestation = int(kept["infestation"]) if kept.get("infestation") in LEVELS else agreed.infestation
    agreed.weather = int(kept["weather"]) if kept.get("weather") in WEATHERS else agreed.weather
