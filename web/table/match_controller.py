"""One match on the screen: passes presses, taps and keys to the plan, gives the answers, shows their results."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from eden_core.engine.match import NPF, ON_FIELD
from eden_core.engine.messages import Answer, Event, Point
from eden_core.errors import Illegal
from eden_core.rules.common.weather import may_measure
from web.i18n.catalogue import Words
from web.match.session import CHOICE, Session
from web.planning import suggestions
from web.planning.planner import Planner
from web.prompts.prompt import Prompt
from web.table.panel import overlays
from web.table.panels import Panels
from web.table.playback import Playback
from web.table.pointer import Pointer
from web.table.preview import fill
from web.table.stage import Stage
from web.ui.controls import Choice
from web.ui.presses import Handler, Values, on, presses_of

if TYPE_CHECKING:
    from web.browser.protocol import Page

__all__ = ["MatchController"]

ASIDE = 0.02  # seconds between two path searches while the player reads
# Presses that plan or give an answer; ignored while another answer is on its way. (Others hurry the dice.)
ANSWERING = frozenset(("aim", "turn", "look", "unlook", "help", "asks", "undo"))
EXITS = 12  # every so many exits from the water, the keyboard's cursor has a place to jump to


class MatchController:
    """A match while it is shown: the `Screen` of its parts."""

    def __init__(
        self,
        page: Page,
        panels: Panels,
        stage: Stage,
        session: Session,
        on_end: Callable[[], None],
        keep: Callable[[Session], Awaitable[None]],
    ) -> None:
        self.page, self.panels, self.stage, self.session = page, panels, stage, session
        self.planner = Planner(session)
        self.selected = ""
        self.pointed = ""  # a piece of scenery under the pointer
        self.ended = False
        self.on_end = on_end
        self.is_shown = True
        self.playback = Playback(page, self, keep)
        self.pointer = Pointer(self)
        self.stage.on_measured = self.pointer.measured
        self.presses = presses_of(self)

    @property
    def falling(self) -> bool:
        """Return whether nothing may be answered now.

        This is so while something happens by itself, or is being stored or sent.
        """
        return self.playback.is_busy or self.session.is_sending

    # --- life ---

    def begin(self) -> None:
        """Show the match."""
        self.page.root_attribute("data-busy", "")
        self.session.words = self.panels.words
        self.panels.clear()
        self.stage.measure(False)
        self.new_question()

    def end(self) -> None:
        """Stop showing the match."""
        self.is_shown = False
        self.page.root_attribute("data-busy", "")
        self.pointer.end()
        self.hurry()

    def arrived(self) -> None:
        """Show news from elsewhere step by step, or the state after something was taken back."""
        self.session.is_sending = False
        if self.session.take_back():
            self.new_question()
        self.playback.go_on()
        self.renew()

    def renew(self) -> None:
        """Show the current question or the awaited player anew, unless something is moving."""
        if self.falling:
            return
        self.planner.refresh()
        self.fill()
        self.render()
        if self.session.is_over and not self.ended:
            self.ended = True
            self.on_end()

    def speak(self, words: Words) -> None:
        """Change the language, on the field too; a step under way is shown in it when it is complete."""
        self.session.words = words
        self.canvas_label()
        if not self.falling:
            self.changed()

    def canvas_label(self) -> None:
        """Name the canvas for a screen reader."""
        width, height = self.session.match.setup.field
        self.stage.canvas.setAttribute("aria-label", self.panels.words("ui.field", w=width // 100, h=height // 100))

    def end_sheet(self) -> Any:
        """Return the sheet with the winner and the result; None before the match has ended."""
        return overlays.end_sheet(self.panels.words, self.session) if self.session.is_over else None

    def render(self) -> None:
        """Show everything as it stands."""
        self.panels.render(self.session, self.planner, self.selected, self.stage.measuring, self.pointed)
        self.stage.attend(self._at_hand())

    # --- answers ---

    def do(self, act: Callable[[], tuple[Event, ...]]) -> None:
        """Do something that the rules may refuse; a refusal is shown and changes nothing."""
        if self.falling:
            self.hurry()
            return
        if self.session.is_sending:
            return
        asked = self.session.decision
        try:
            events = act()
        except Illegal as refusal:
            self.planner.refusal = refusal
            self.render()
            return
        if asked is not None:
            self.session.folded.add(asked.kind)
        self.playback.show(self.session, events)

    def hurry(self) -> None:
        """Cut short the pause before the next step that happens by itself."""
        self.playback.pause.hurry()

    def after(self, events: tuple[Event, ...]) -> None:
        """Show the result of an answer or of dice."""
        self.panels.tell(self.session, events)
        self.planner.refresh()
        self.selected = ""
        self.fill()
        self.stage.show(self.session, events)
        self.render()
        if self.session.is_over:
            self.ended = True
            self.on_end()
        elif self.session.is_curtain_down:
            self.page.focus("#raise")
        elif self.page.is_focus_lost():
            self.page.focus("#prompt")
        self._look_aside()

    def _look_aside(self) -> None:
        """Search for charge paths or NPF actions while the player reads the other options."""
        if self.planner.plan.mode == "npf" or any(option.kind == "charge" for option in self.planner.actions()):
            self.page.start(self._look_for_ways(self.planner.stamp))

    async def _look_for_ways(self, stamp: int) -> None:
        planner = self.planner
        await self.page.wait(ASIDE)
        while self.is_shown and planner.stamp == stamp and planner.look_for_way():
            await self.page.wait(ASIDE)
        if self.is_shown and planner.stamp == stamp:
            self.changed()

    def taker(self, what: str) -> Handler | None:
        """Return the handler of a press; None if the match has none."""
        if what not in self.presses:
            return None
        return lambda values: self.press(what, values)

    def press(self, what: str, values: Values) -> None:
        """Carry out a control's action, unless an answer is still on its way."""
        if not (what in ANSWERING and (self.playback.is_keeping or self.session.is_sending)):
            self.presses[what](values)

    def _take(self, choice: Choice) -> None:
        """Carry out a choice of the prompt chosen by key, unless it leads away from the match."""
        if choice.do in self.presses:
            self.press(choice.do, {"option": choice.id})

    @on("choose")
    def _press_choose(self, values: Values) -> None:
        if self.falling:
            self.hurry()
            return
        given = self.planner.choose(values["option"] + values.get("value", ""))  # a slider's value follows its option
        if given is None:
            self.changed()
            if self.page.is_focus_lost():  # the pressed control is gone
                self.page.focus("#prompt")
        else:
            self._give(given)

    def _give(self, given: Answer) -> None:
        self.do(lambda: self.session.answer(given))

    @on("commit")
    def _press_commit(self, values: Values) -> None:
        self.commit()

    def commit(self) -> None:
        """Give the planned answer."""
        self.do(self.planner.commit)

    @on("decline")
    def _press_decline(self, values: Values) -> None:
        self.do(self.planner.decline)

    @on("aim")
    def _press_aim(self, values: Values) -> None:
        self.planner.aim_at(values["option"])
        self.changed()

    @on("turn")
    def _press_turn(self, values: Values) -> None:
        self.planner.turn_by(15 if values["option"] == "left" else -15)
        self.changed()

    @on("look")
    def _press_look(self, values: Values) -> None:
        self.session.look(True)
        self.new_question()

    @on("unlook")
    def _press_unlook(self, values: Values) -> None:
        if self.session.peeking:
            self.session.peek(0)
        else:
            self.session.look(False)
        self.new_question()

    @on("hint")
    def _press_hint(self, values: Values) -> None:
        """Unfold the hint of this question until it is answered."""
        if self.session.decision is not None:
            self.session.folded.discard(self.session.decision.kind)
            self.render()
            self.page.focus("#prompt")  # the pressed icon is gone

    @on("peek")
    def _press_peek(self, values: Values) -> None:
        if not self.falling:
            self.session.peek(int(values["player"]))
            self.new_question()

    @on("raise")
    def _press_raise(self, values: Values) -> None:
        self.session.raise_curtain()
        self.new_question()

    @on("asks")
    def _press_asks(self, values: Values) -> None:
        player, wanted = self.session.asked, values["option"]
        self.session.ask_when(player, CHOICE if self.session.asks(player) == wanted else wanted)
        self.render()
        self.page.focus("#prompt")  # a ticked box would keep the keyboard focus
        self.playback.go_on()

    @on("unwaive")
    def _press_unwaive(self, values: Values) -> None:
        self.session.ask_when(int(values["player"]), CHOICE)
        self.render()

    @on("undo")
    def _press_undo(self, values: Values) -> None:
        if self.session.can_undo and not self.falling:
            self.session.undo()
            self.playback.undone(self.session)

    @on("back")
    def _press_back(self, values: Values) -> None:
        self.back()

    @on("select")
    def _press_select(self, values: Values) -> None:
        self.select(values["option"])

    @on("help")
    def _press_help(self, values: Values) -> None:
        what, planner = values["option"], self.planner
        if what in ("deploy_all", "place_all"):
            self.playback.help_to_the_end()
        else:
            suggestions.follow(planner, what)
            self.changed()

    @on("log")
    def _press_log(self, values: Values) -> None:
        self._press_tab({"option": "field" if self.panels.log_open else "log"})

    @on("tab")
    def _press_tab(self, values: Values) -> None:
        self.panels.tab = values["option"]
        self.panels.log_open = self.panels.tab == "log"
        self.render()
        self.page.scroll_to_end("log")

    def fit(self) -> None:
        """Show the whole field."""
        self.panels.tab = "field"
        self.stage.fit()
        self.render()

    @on("told")
    def _press_told(self, values: Values) -> None:
        self.panels.weather = "" if self.panels.weather == values["option"] else values["option"]
        self.render()

    def measure(self) -> None:
        """Take the measuring tape, or put it away."""
        if not may_measure(self.session.match):
            self.planner.refusal = Illegal("nothing_is_measured", "WEA-8")
            self.render()
            return
        self.stage.measure(not self.stage.measuring)
        if self.stage.measuring:
            self.panels.tab, plan = "field", self.planner.plan
            if not plan.pinned and not plan.target:  # the place was only pointed at
                plan.at, plan.path = (), ()
                self.fill()
            self.selected = (
                self.selected if self.selected in self.session.match.fighters else ""
            )  # a piece's card would cover the tape's panel
        self.render()
        if self.stage.measuring:
            self.panels.say(self.panels.words("ui.measure.start"))

    # --- selecting, keys ---

    def select(self, what: str) -> None:
        """Open a fighter's or a piece's card and find the fighter on the field; close it if it is open."""
        fighter, piece = self.session.match.fighters.get(what), self.session.match.pieces.get(what)
        if fighter is None and (piece is None or not piece.territory):
            return
        self.selected = "" if self.selected == what else what
        self.changed()

    def point_out(self, what: str) -> None:
        """Show the card of the piece under the pointer, or none."""
        if what != self.pointed:
            self.pointed = what
            self.panels.render_piece(self.session, self.selected, what)

    def back(self) -> None:
        """Step back from the action begun last."""
        if self.falling:
            return
        if self.stage.measuring:
            self.stage.measure(False)
        elif self.panels.weather:
            self.panels.weather = ""
        elif not self.planner.back():
            self.selected = ""
        self.changed()

    def key(self, name: str, shift: bool) -> bool:
        """Handle a key; return whether the match uses it."""
        if self.session.is_curtain_down:
            return False
        if self.falling:
            self.hurry()
            return name in (" ", "Enter")
        prompt = self.panels.prompt(self.session, self.planner)
        on_control = self.page.is_on_control()
        if name.isdigit() and prompt and prompt.layout == "bids":
            self._type_bid(int(name), len(prompt.choices))
            return True
        if name.isdigit() and name != "0" and prompt and int(name) <= len(prompt.choices):
            choice = prompt.choices[int(name) - 1]
            if choice.enabled:
                self.page.focus("#prompt")
                self._take(choice)
            return True
        if name == "Enter" and not on_control and prompt and prompt.primary and prompt.primary.enabled:
            self._take(prompt.primary)
            return True
        keys: dict[str, Callable[[], None]] = {
            "escape": self.back,
            " ": self._next_fighter,
            "u": lambda: self._press_undo({}),
            "l": lambda: self._press_log({}),
            "m": self.measure,
            "r": lambda: self._press_turn({"option": "right" if shift else "left"}),
            "0": self.stage.fit,
            "t": lambda: self._next_target(prompt),
            "p": lambda: self._pass(prompt),
        }
        act = keys.get(name.lower())
        if act is None or (name == " " and on_control):
            return False
        act()
        return True

    def _type_bid(self, digit: int, count: int) -> None:
        """Type a digit of a bid; it is appended to the previous digits if the reserve allows that."""
        both = 10 * max(0, self.planner.plan.number) + digit
        self.press("choose", {"option": str(both if digit <= both < count else digit)})

    def _next_target(self, prompt: Prompt | None) -> None:
        """Aim the plan at the next possible target."""
        aims = [choice for choice in prompt.helpers if choice.do == "aim" and choice.enabled] if prompt else []
        if aims:
            now = next((place for place, choice in enumerate(aims) if choice.pressed), -1)
            self.press("aim", {"option": aims[(now + 1) % len(aims)].id})

    def _pass(self, prompt: Prompt | None) -> None:
        """Pass, if the prompt allows it."""
        choices = (prompt.primary, *prompt.others) if prompt else ()
        if any(choice is not None and choice.do == "decline" for choice in choices):
            self.press("decline", {})

    def _next_fighter(self) -> None:
        self.selected = self.planner.next_fighter(self.selected)
        self.changed()

    # --- showing ---

    def new_question(self) -> None:
        self.planner.refresh()
        self.selected = ""
        self.canvas_label()
        self.fill()
        self.stage.show(self.session)
        self.render()
        self.page.focus("#raise, #curtain .primary" if self.session.is_curtain_down else "#prompt")
        self._look_aside()
        self.playback.go_on()

    def changed(self) -> None:
        """Show the changed plan on the field and in the panels."""
        self.fill()
        self.stage.touch()
        self.render()

    def fill(self) -> None:
        """Pass the plan to the field."""
        fill(self.stage.ui, self.panels.words, self.session, self.planner, self.selected)
        self.stage.ui.decimal = "." if self.panels.words.language == "en" else ","
        self.stage.ui.called = self.panels.words.name_of
        decision, plan, match = self.session.decision, self.planner.plan, self.session.match
        width, height = match.setup.field
        places = [fighter.at for fighter in match.fighters.values() if fighter.at] + [
            marker.at for marker in match.markers.values()
        ]
        places += [self._middle(piece.outline) for piece in match.pieces.values() if piece.territory]
        self.stage.gestures.snaps = self.planner.crossing.exits(plan)[::EXITS] or [*places, (width // 2, height // 2)]
        name = ""
        if decision is not None and decision.kind == "action" and plan.mode == "move":
            name = decision.fighter
        elif decision is not None and decision.kind in ("designate", "interrupt") and not self.session.looking:
            name = plan.what or self.selected
        fighter = match.fighters.get(name)
        if fighter is None or fighter.status != ON_FIELD or fighter.player == NPF or not may_measure(match):
            self.stage.want_bands("", 0)
        else:
            self.stage.want_bands(name, min(3 - fighter.moves, fighter.ap))

    def _at_hand(self) -> tuple[Point, ...]:
        """Return the places that the player is concerned with.

        These are the zones to deploy in, the acting or selected fighter, the target, and the planned place.
        """
        match, ui, plan = self.session.match, self.stage.ui, self.planner.plan
        places = [self._middle(area.outline) for area in ui.zones_allowed if area.outline]
        for name in (self.selected or ui.selected, plan.target):
            fighter = match.fighters.get(name)
            if fighter is not None and fighter.status == ON_FIELD and fighter.at:
                places.append(fighter.at)
        planned = ui.ghost or plan.at
        if planned and (plan.pinned or plan.target):
            places.append(planned)
        return tuple(places)

    @staticmethod
    def _middle(outline: tuple[Point, ...]) -> Point:
        return sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline)
