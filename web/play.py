"""A match on the screen: hands presses, taps and keys to the plan, throws the dice, and keeps the table in step."""

from __future__ import annotations

from typing import Any, Callable

from eden_core import flow
from eden_core.errors import Illegal
from eden_core.match import ON_FIELD
from eden_core.messages import Answer, Event, Move, Point

from . import browser, suggest
from .panels import overlays
from .planning import Planner
from .session import Session
from .showing import fill
from .stage import Stage
from .table import Table
from .words import Words

__all__ = ["Play"]

TUMBLE, REST, AT_ONCE = 0.34, 0.25, 0.01    # seconds: dice fall and settle; they lie before the next throw
NEAR = 16                                   # pixels: a tap so near a ghost means the ghost


class Play:
    """One screen of play; a new session may be begun on it again and again."""

    def __init__(self, words: Words, light: bool, on_end: Callable[[], None]) -> None:
        self.session: Session | None = None
        self.planner: Planner | None = None
        self.selected = ""
        self.falling = False
        self.on_end = on_end
        self.pause = browser.Pause()
        self.table = Table(words)
        self.stage = Stage()
        self.stage.ui.light = light
        self.stage.ui.reduced_motion = browser.prefers("prefers-reduced-motion: reduce")
        self.stage.on_measured = self._measured
        gestures = self.stage.gestures
        gestures.on_tap = self._tap
        gestures.on_hover = self._hover
        gestures.on_back = self._back
        gestures.on_info = lambda point, what: self._select(what)
        gestures.on_drag = lambda start, point, what: self._point_at(point, False)
        gestures.on_drag_end = lambda start, point, what: self._point_at(point, True)
        gestures.on_cursor = self._cursor
        gestures.on_enter = self._tap
        gestures.may_drag = self._may_drag

    # --- life ----------------------------------------------------------------------------------------------------------

    def begin(self, session: Session) -> None:
        """Shows a new match."""
        self.session, self.planner = session, Planner(session)
        self.table.clear()
        self._new_question()

    def close(self) -> None:
        """Leaves the match."""
        self.session = self.planner = None
        self.pause.hurry()
        self.table.clear()

    def speak(self, words: Words) -> None:
        """Another language."""
        self.table.words = words
        self.canvas_label()

    def canvas_label(self) -> None:
        """Names the canvas for a screen reader."""
        if self.session is not None:
            width, height = self.session.match.setup.field
            self.stage.canvas.setAttribute("aria-label", self.table.words("ui.field", w=width // 100, h=height // 100))

    def relight(self, light: bool) -> None:
        """Another theme."""
        self.stage.ui.light = light
        self.stage.touch()

    def end_sheet(self) -> Any:
        """The winner and how it came."""
        return overlays.end_sheet(self.table.words, self.session) if self.session and self.session.is_over else None

    def render(self) -> None:
        """Shows everything as it stands."""
        if self.session is not None and self.planner is not None:
            self.table.render(self.session, self.planner, self.selected, self.stage.measuring)

    # --- answers -------------------------------------------------------------------------------------------------------

    def _do(self, act: Callable[[], tuple[Event, ...]]) -> None:
        """Does something that the rules may refuse; a refusal is shown and changes nothing."""
        assert self.session and self.planner
        if self.falling:
            self.pause.hurry()
            return
        try:
            events = act()
        except Illegal as refusal:
            self.planner.refusal = refusal
            self.render()
            return
        self._after(events)
        if self.session.roll_due:
            self.falling = True
            browser.start(self._throw())

    def _after(self, events: tuple[Event, ...]) -> None:
        """Shows what came of an answer or of dice."""
        assert self.session and self.planner
        self.table.tell(self.session, events)
        self.planner.refresh()
        self.selected = ""
        self._fill()
        self.stage.show(self.session, events)
        self.render()
        if self.session.is_over:
            self.on_end()
        elif self.session.is_curtain_down:
            browser.focus("#raise")
        elif browser.is_focus_lost():
            browser.focus("#prompt")

    async def _throw(self) -> None:
        """Throws all dice that are due, one throw after the other; a tap or a key hurries them."""
        session, first = self.session, True
        while session is not None and session is self.session:
            roll = session.roll_shown()
            if roll is None:
                break
            faces = browser.dice(roll.dice)
            self.table.throw(roll, faces, first)
            first = False
            self.render()
            await self.pause.wait(AT_ONCE if self.stage.ui.reduced_motion else TUMBLE)
            if session is not self.session:
                break
            events = session.throw(faces)
            self.table.settle(events, session)
            self.falling = session.roll_due is not None
            self._after(events)
            if self.falling:
                await self.pause.wait(REST)
        self.falling = False

    def press(self, what: str, values: dict[str, str]) -> None:
        """A control of the table was pressed."""
        act: Callable[[dict[str, str]], None] | None = getattr(self, f"_press_{what}", None)
        if self.session is not None and self.planner is not None and act is not None:
            act(values)

    def _press_choose(self, values: dict[str, str]) -> None:
        assert self.session and self.planner
        if self.falling:
            self.pause.hurry()
            return
        given = self.planner.choose(values["option"])
        if given is None:
            self._changed()
        else:
            self._give(given)

    def _give(self, given: Answer) -> None:
        session = self.session
        assert session
        self._do(lambda: session.answer(given))

    def _press_commit(self, values: dict[str, str]) -> None:
        assert self.planner
        self._do(self.planner.commit)

    def _press_decline(self, values: dict[str, str]) -> None:
        assert self.planner
        self._do(self.planner.decline)

    def _press_aim(self, values: dict[str, str]) -> None:
        assert self.planner
        self.planner.aim_at(values["option"])
        self._changed()

    def _press_turn(self, values: dict[str, str]) -> None:
        assert self.planner
        self.planner.turn_by(15 if values["option"] == "left" else -15)
        self._changed()

    def _press_look(self, values: dict[str, str]) -> None:
        assert self.session
        self.session.look(True)
        self._new_question()

    def _press_unlook(self, values: dict[str, str]) -> None:
        assert self.session
        if self.session.peeking:
            self.session.peek(0)
        else:
            self.session.look(False)
        self._new_question()

    def _press_peek(self, values: dict[str, str]) -> None:
        assert self.session
        if not self.falling:
            self.session.peek(int(values["player"]))
            self._new_question()

    def _press_raise(self, values: dict[str, str]) -> None:
        assert self.session
        self.session.raise_curtain()
        self._new_question()

    def _press_waive(self, values: dict[str, str]) -> None:
        assert self.session
        self.session.waive_interrupts(self.session.asked, self.session.waived[self.session.asked] < 0)
        self.render()

    def _press_unwaive(self, values: dict[str, str]) -> None:
        assert self.session
        self.session.waive_interrupts(int(values["player"]), False)
        self.render()

    def _press_undo(self, values: dict[str, str]) -> None:
        assert self.session
        if self.session.can_undo and not self.falling:
            self.session.undo()
            self._new_question()

    def _press_back(self, values: dict[str, str]) -> None:
        self._back()

    def _press_select(self, values: dict[str, str]) -> None:
        self._select(values["option"])

    def _press_help(self, values: dict[str, str]) -> None:
        assert self.session and self.planner
        what, planner = values["option"], self.planner
        if what in ("deploy_all", "place_all"):
            self._do(lambda: suggest.all_of_it(planner))
            return
        planner.refusal = None
        if what == "hand":
            planner.plan.many = suggest.hand(self.session)
        elif what in ("deploy", "place", "zone"):
            suggest.put(planner)
        else:
            self._way_to(what)
        self._changed()

    def _way_to(self, what: str) -> None:
        assert self.session and self.planner and self.session.decision
        match, plan, mover = self.session.match, self.planner.plan, self.session.decision.fighter
        width, height = match.setup.field
        if what == "away":
            way = suggest.away(match, mover)
        else:
            goal = match.fighters[what.partition(":")[2]].at if what.startswith("toward:") else (width // 2, height // 2)
            way = suggest.toward(match, mover, goal)  # type: ignore[arg-type]
        if way is None:
            self.planner.refusal = flow.why_not(match, self.session.asked, Move(()))
        else:
            plan.at, plan.path, plan.pinned = way[-1], way, True

    def _press_log(self, values: dict[str, str]) -> None:
        self._press_tab({"option": "field" if self.table.log_open else "log"})

    def _press_tab(self, values: dict[str, str]) -> None:
        self.table.tab = values["option"]
        self.table.log_open = self.table.tab == "log"
        self.render()
        browser.scroll_to_end("log")

    def _press_fit(self, values: dict[str, str]) -> None:
        self.stage.fit()

    def _press_measure(self, values: dict[str, str]) -> None:
        self.stage.measure(not self.stage.measuring)
        if self.stage.measuring:
            self.table.say(self.table.words("ui.measure.start"))
        self.render()

    def _measured(self, length: int) -> None:
        self.table.say(self.table.words("ui.measured", length=self.table.words.cm(length)))

    # --- the field -----------------------------------------------------------------------------------------------------

    def _tap(self, point: Point, what: str) -> None:
        if self.session is None or self.planner is None:
            return
        if self.stage.measuring:
            self.stage.measure_tap(point, what)
            return
        if self.falling:
            self.pause.hurry()
            self.stage.skip()
            return
        fighter = what if what in self.session.match.fighters else ""
        plan = self.planner.plan
        if plan.pinned and plan.at and self._near(point, plan.at) and self.planner.is_ready():
            self._press_commit({})
            return
        if not self.planner.tap(point, fighter) and fighter:
            self.selected = "" if self.selected == fighter else fighter
        self._changed()

    def _near(self, one: Point, other: Point) -> bool:
        reach = NEAR / self.stage.view.camera.scale
        return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 <= reach * reach

    def _hover(self, point: Any, what: str) -> None:
        if self.session is None or self.planner is None:
            return
        fighter = what if what in self.session.match.fighters else ""
        self.stage.ui.hover = fighter
        plan = self.planner.plan
        if self.stage.measuring:
            if point:
                self.stage.measure_tap(point, what, done=False)
        elif self.session.decision is not None and not self.falling and not plan.pinned:
            if not point or fighter:
                if plan.at and not plan.target:
                    plan.at, plan.path = (), ()
                    self._fill()
            elif self.planner.tap(point, pin=False):
                self._fill()
        self.stage.touch()

    def _point_at(self, point: Point, pin: bool) -> None:
        if self.planner is None or self.session is None or self.falling:
            return
        self.planner.plan.pinned = False
        if self.planner.tap(point, pin=pin):
            self._fill()
            self.stage.touch()
            if pin:
                self.render()

    def _may_drag(self, point: Point, what: str) -> bool:
        if self.session is None or self.planner is None or self.falling or self.stage.measuring:
            return False
        plan, actor = self.planner.plan, self.planner.actor()
        if plan.mode not in ("move", "deploy", "place", "tactic", "blast", "throw"):
            return False
        return bool(plan.at and self._near(point, plan.at)) or (actor is not None and what == actor.id and plan.mode == "move")

    def _cursor(self, point: Point) -> None:
        self.stage.ui.cursor = point
        self._point_at(point, True)
        words = self.table.words
        refusal = self.planner.why_not() if self.planner else None
        here = words("ui.cursor", x=point[0] // 100, y=point[1] // 100)
        self.table.say(f"{here} {words('error.' + refusal.code, **refusal.values)}" if refusal else here)
        self.stage.touch()

    def _select(self, what: str) -> None:
        if self.session is None or what not in self.session.match.fighters:
            return
        self.selected = "" if self.selected == what else what
        fighter = self.session.match.fighters[what]
        if self.selected and fighter.status == ON_FIELD and fighter.at:
            self.stage.view.camera.reveal(fighter.at)
        self._changed()

    def _back(self) -> None:
        if self.planner is None or self.falling:
            return
        if self.stage.measuring:
            self.stage.measure(False)
        elif not self.planner.back():
            self.selected = ""
        self._changed()

    def key(self, name: str, shift: bool) -> bool:
        """A key of the page; whether it was one of ours."""
        if self.session is None or self.planner is None or self.session.is_curtain_down:
            return False
        if self.falling:
            self.pause.hurry()
            return name in (" ", "Enter")
        prompt = self.table.prompt(self.session, self.planner)
        on_control = browser.is_on_control()
        if name.isdigit() and name != "0" and prompt and int(name) <= len(prompt.choices):
            choice = prompt.choices[int(name) - 1]
            if choice.enabled:
                browser.focus("#prompt")
                self.press(choice.do, {"option": choice.id})
            return True
        if name == "Enter" and not on_control and prompt and prompt.primary and prompt.primary.enabled:
            self.press(prompt.primary.do, {"option": prompt.primary.id})
            return True
        keys: dict[str, Callable[[], None]] = {
            "escape": self._back, " ": self._next_fighter, "u": lambda: self._press_undo({}), "l": lambda: self._press_log({}),
            "m": lambda: self._press_measure({}), "r": lambda: self._press_turn({"option": "right" if shift else "left"}),
            "0": self.stage.fit}
        act = keys.get(name.lower())
        if act is None or (name == " " and on_control):
            return False
        act()
        return True

    def _next_fighter(self) -> None:
        assert self.session and self.planner
        acting = self.session.acting()
        if not acting:
            return
        now = self.planner.plan.what or self.selected
        following = acting[(acting.index(now) + 1) % len(acting)] if now in acting else acting[0]
        decision = self.session.decision
        if decision and decision.kind in ("designate", "interrupt", "leader", "deploy"):
            if following != self.planner.plan.what:
                self.planner.choose(following)
        else:
            self.selected = following
        self._changed()

    # --- showing -------------------------------------------------------------------------------------------------------

    def _new_question(self) -> None:
        assert self.session and self.planner
        self.planner.refresh()
        self.selected = ""
        self.canvas_label()
        self._fill()
        self.stage.show(self.session)
        self.render()
        browser.focus("#raise, #curtain .primary" if self.session.is_curtain_down else "#prompt")

    def _changed(self) -> None:
        self._fill()
        self.stage.touch()
        self.render()

    def _fill(self) -> None:
        assert self.session and self.planner
        fill(self.stage.ui, self.table.words, self.session, self.planner, self.selected)
        self.stage.ui.decimal = "." if self.table.words.language == "en" else ","
        decision, plan, match = self.session.decision, self.planner.plan, self.session.match
        width, height = match.setup.field
        places = [fighter.at for fighter in match.fighters.values() if fighter.at] + [marker.at for marker in match.markers.values()]
        self.stage.gestures.snaps = [*places, (width // 2, height // 2)]
        name = ""
        if decision is not None and decision.kind == "action" and plan.mode == "move":
            name = decision.fighter
        elif decision is not None and decision.kind in ("designate", "interrupt"):
            name = plan.what or self.selected
        fighter = match.fighters.get(name)
        if fighter is None or fighter.status != ON_FIELD:
            self.stage.want_bands("", 0)
        else:
            self.stage.want_bands(name, min(3 - fighter.moves, fighter.ap))
