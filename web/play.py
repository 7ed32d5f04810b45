"""A match on the screen: hands presses, taps and keys to the plan, throws the dice, and keeps every panel in step."""

from __future__ import annotations

from typing import Any, Callable

from eden_core import flow
from eden_core.errors import Illegal
from eden_core.match import ON_FIELD
from eden_core.messages import Event, Move, Point, Roll

from . import browser, suggest
from .describe import Said, log_lines, said, throw_said
from .mount import Mount
from .panels import overlays
from .panels.cards import troop_cards
from .panels.log import log_panel
from .panels.prompt import prompt_bar, spoken
from .panels.top import field_tools, tabs, top_bar
from .panels.tray import banner, tray
from .planning import Planner
from .prompts import Prompt, ask
from .session import Session
from .showing import fill
from .stage import Stage
from .words import Words

__all__ = ["Play"]

TUMBLE, REST = 0.34, 0.22       # seconds: dice fall and settle; they lie before the next throw
KEPT_THROWS = 3


class Play:
    """One screen of play; a new session may be begun on it again and again."""

    def __init__(self, words: Words, light: bool, on_end: Callable[[], None]) -> None:
        self.words = words
        self.session: Session | None = None
        self.planner: Planner | None = None
        self.selected = ""
        self.tab = "field"
        self.log_open = False
        self.throws: list[tuple[int, Roll, tuple[int, ...], Said]] = []
        self.thrown = 0
        self.falling = False
        self.banner = ("", "", 0)
        self.heard = ""
        self.on_end = on_end
        self.pause = browser.Pause()
        self.mounts = {name: Mount(name) for name in ("top", "left", "right", "prompt", "log", "tabs", "tray", "tools", "ticker", "curtain")}
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
        self.selected, self.throws, self.banner = "", [], ("", "", self.banner[2])
        self.stage.show(session)
        self.render()
        browser.focus("#raise, #prompt .button")

    def close(self) -> None:
        """Leaves the match."""
        self.session = self.planner = None
        for mount in self.mounts.values():
            mount.show()
        browser.root_attribute("data-curtain", "")

    def speak(self, words: Words) -> None:
        """Another language."""
        self.words = words

    def relight(self, light: bool) -> None:
        """Another theme."""
        self.stage.ui.light = light
        self.stage.touch()

    def end_sheet(self) -> Any:
        """The winner and how it came."""
        return overlays.end_sheet(self.words, self.session) if self.session and self.session.is_over else None

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
            browser.start(self._throw())

    def _after(self, events: tuple[Event, ...]) -> None:
        assert self.session and self.planner
        self._tell(events)
        self.planner.refresh()
        self.selected = ""
        self._fill()
        self.stage.show(self.session, events)
        self.render()
        if self.session.is_over:
            self.on_end()

    async def _throw(self) -> None:
        """Throws all dice that are due, one throw after the other."""
        session = self.session
        self.falling = True
        while session is self.session and session is not None and session.roll_due:
            roll = session.roll_due
            faces = browser.dice(roll.dice)
            self.thrown += 1
            shown = throw_said(self.words, session, roll, faces)
            self.throws = [*self.throws[1 - KEPT_THROWS:], (self.thrown, roll, faces, shown)]
            self.render()
            await self.pause.wait(0.01 if self.stage.ui.reduced_motion else TUMBLE)
            if session is not self.session:
                break
            events = session.throw(faces)
            self.falling = session.roll_due is not None
            self._after(events)
            if session.roll_due:
                await self.pause.wait(REST)
        self.falling = False

    def press(self, what: str, values: dict[str, str]) -> None:
        """A control of the table was pressed."""
        if self.session is None or self.planner is None:
            return
        act: Callable[[dict[str, str]], None] | None = getattr(self, f"_press_{what}", None)
        if act is not None:
            act(values)

    def _press_choose(self, values: dict[str, str]) -> None:
        assert self.session and self.planner
        if self.falling:
            self.pause.hurry()
            return
        given = self.planner.choose(values["option"])
        if given is not None:
            session = self.session
            self._do(lambda: session.answer(given))
        else:
            self._changed()

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
        self.session.look(False)
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
        what, session, planner = values["option"], self.session, self.planner
        if what == "hand":
            planner.plan.many = suggest.hand(planner, len(session.match.sides[session.asked].hand) or suggest.size(session))
        elif what in ("deploy_all", "place_all"):
            self._do(lambda: suggest.all_of_it(planner))
            return
        elif what in ("deploy", "place", "zone"):
            suggest.put(planner)
        else:
            self._way_to(what)
        self._changed()

    def _way_to(self, what: str) -> None:
        assert self.session and self.planner
        match, plan = self.session.match, self.planner.plan
        decision = self.session.decision
        assert decision is not None
        width, height = match.setup.field
        if what == "away":
            way = suggest.away(match, decision.fighter)
        else:
            goal = match.fighters[what.partition(":")[2]].at if what.startswith("toward:") else (width // 2, height // 2)
            way = suggest.toward(match, decision.fighter, goal)  # type: ignore[arg-type]
        if way is None:
            self.planner.refusal = flow.why_not(match, self.session.asked, Move(()))
            return
        plan.at, plan.path, plan.pinned = way[-1], way, True

    def _press_log(self, values: dict[str, str]) -> None:
        self.log_open = not self.log_open
        self.tab = "log" if self.log_open else "field"
        self.render()
        browser.scroll_to_end("log")

    def _press_tab(self, values: dict[str, str]) -> None:
        self.tab = values["option"]
        self.log_open = self.tab == "log"
        self.render()
        browser.scroll_to_end("log")

    def _press_fit(self, values: dict[str, str]) -> None:
        self.stage.fit()

    def _press_measure(self, values: dict[str, str]) -> None:
        self.stage.measure(not self.stage.measuring)
        self.render()

    def _measured(self, length: int) -> None:
        self.heard = self.words("ui.measured", length=self.words.cm(length))
        self.render()

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
        reach = 16 / self.stage.view.camera.scale
        return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 <= reach * reach

    def _hover(self, point: Any, what: str) -> None:
        if self.session is None or self.planner is None:
            return
        self.stage.ui.hover = what if what in self.session.match.fighters else ""
        if self.stage.measuring:
            if point:
                self.stage.measure_tap(point, what, done=False)
            return
        if self.falling or not self.session.decision:
            return
        if not point:
            if self.planner.plan.at and not self.planner.plan.pinned:
                self.planner.plan.at, self.planner.plan.path = (), ()
        elif what in self.session.match.fighters:
            self.stage.touch()
            return
        elif not self.planner.tap(point, pin=False):
            self.stage.touch()
            return
        self._fill()
        self.stage.touch()

    def _point_at(self, point: Point, pin: bool) -> None:
        if self.planner is None or self.falling:
            return
        self.planner.plan.pinned = False
        if self.planner.tap(point, pin=pin):
            self._changed() if pin else (self._fill(), self.stage.touch())

    def _may_drag(self, point: Point, what: str) -> bool:
        if self.session is None or self.planner is None or self.falling or self.stage.measuring:
            return False
        plan, actor = self.planner.plan, self.planner.actor()
        if plan.mode not in ("move", "deploy", "place", "tactic", "blast", "throw"):
            return False
        return bool(plan.at and self._near(point, plan.at)) or (actor is not None and what == actor.id and plan.mode == "move")

    def _cursor(self, point: Point) -> None:
        self.stage.ui.cursor = point
        self.heard = self.words("ui.cursor", x=point[0] // 100, y=point[1] // 100)
        self._point_at(point, False)
        self.stage.touch()
        self._say(self.heard)

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
        if self.session is None or self.planner is None:
            return False
        if self.falling:
            self.pause.hurry()
            return name in (" ", "Enter")
        prompt = self._prompt()
        if name.isdigit() and name != "0" and prompt and int(name) <= len(prompt.choices):
            choice = prompt.choices[int(name) - 1]
            if choice.enabled:
                self.press(choice.do, {"option": choice.id})
            return True
        keys: dict[str, Callable[[], None]] = {
            "Escape": self._back, " ": self._next_fighter, "u": lambda: self._press_undo({}), "l": lambda: self._press_log({}),
            "m": lambda: self._press_measure({}), "r": lambda: self._press_turn({"option": "right" if shift else "left"}),
            "0": self.stage.fit}
        if name == "Enter" and not browser.is_on_control() and prompt and prompt.primary and prompt.primary.enabled:
            self.press(prompt.primary.do, {"option": prompt.primary.id})
            return True
        act = keys.get(name if len(name) > 1 else name.lower())
        if act is None or (name == " " and browser.is_on_control()):
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
        self._fill()
        self.stage.show(self.session)
        self.render()
        browser.focus("#raise" if self.session.is_curtain_down else "#prompt .button")

    def _changed(self) -> None:
        self._fill()
        self.stage.touch()
        self.render()

    def _fill(self) -> None:
        assert self.session and self.planner
        fill(self.stage.ui, self.words, self.session, self.planner, self.selected)
        self.stage.ui.decimal = "." if self.words.language == "en" else ","
        self._want_bands()

    def _want_bands(self) -> None:
        assert self.session and self.planner
        decision, match = self.session.decision, self.session.match
        name = ""
        if decision is not None and decision.kind == "action" and self.planner.plan.mode == "move":
            name = decision.fighter
        elif decision is not None and decision.kind in ("designate", "interrupt"):
            name = self.planner.plan.what or self.selected
        fighter = match.fighters.get(name)
        if fighter is None or fighter.status != ON_FIELD:
            self.stage.want_bands("", 0)
        else:
            self.stage.want_bands(name, min(3 - fighter.moves, fighter.ap))

    def _prompt(self) -> Prompt | None:
        if self.session is None or self.planner is None or self.session.is_curtain_down:
            return None
        return ask(self.words, self.session, self.planner)

    def render(self) -> None:
        """Shows everything as it stands."""
        session, planner, words = self.session, self.planner, self.words
        if session is None or planner is None:
            return
        mounts, down = self.mounts, session.is_curtain_down
        browser.root_attribute("data-curtain", "down" if down else "")
        browser.root_attribute("data-log", "open" if self.log_open else "")
        browser.root_attribute("data-tab", self.tab)
        mounts["curtain"].show(overlays.curtain(words, session) if down else None)
        mounts["top"].show(*top_bar(words, session))
        mounts["left"].show(troop_cards(words, session, 1, self.selected or self._shown()))
        mounts["right"].show(troop_cards(words, session, 2, self.selected or self._shown()))
        mounts["tabs"].show(*tabs(words, session, self.tab))
        mounts["ticker"].show(banner(*self.banner) if self.banner[0] else None)
        self._render_tools()
        mounts["log"].show(*log_panel(words, log_lines(words, session, session.lines)) if self.log_open else ())
        self._render_prompt()

    def _shown(self) -> str:
        assert self.session
        return self.session.match.table.active

    def _render_tools(self) -> None:
        assert self.session
        last = len(self.throws) - 1
        trees = [tray(self.words, throw_said(self.words, self.session, roll, faces), number, roll.difficulty,
                      place == last, not (self.falling and place == last and self.session.roll_due is roll))
                 for place, (number, roll, faces, _) in enumerate(self.throws)]
        self.mounts["tray"].show(*trees)
        self.mounts["tools"].show(*field_tools(self.words, self.stage.measuring, self.log_open))

    def _render_prompt(self) -> None:
        assert self.session and self.planner
        session, prompt, mount = self.session, self._prompt(), self.mounts["prompt"]
        if prompt is None:
            mount.show()
            mount.attributes(data_kind="curtain", data_owner=str(session.asked), class_=f"p{session.asked}", data_fighter="")
            return
        mount.attributes(data_kind=prompt.kind, data_owner=str(prompt.owner), class_=f"p{prompt.owner}", data_fighter=prompt.fighter,
                         data_refused=prompt.refusal[1])
        mount.show(*prompt_bar(self.words, session, prompt, session.can_undo, self._can_back()))
        text = " ".join(filter(None, (self.heard, spoken(prompt))))
        self.heard = ""
        self._say(text)

    def _can_back(self) -> bool:
        assert self.planner
        plan = self.planner.plan
        return bool(plan.pinned or plan.target or plan.index >= 0 or self.planner.refusal)

    def _say(self, text: str) -> None:
        browser.set_text("say", text)

    def _tell(self, events: tuple[Event, ...]) -> None:
        """Keeps for the ear all that happened, and for the eye the most important of it."""
        from .session import Line
        assert self.session
        session, words = self.session, self.words
        told = [said(words, session, Line(event)).text for event in events if event.code not in ("rolled", "ap_gained", "ap_lost")]
        self.heard = " ".join(told[-8:])
        for event in events:
            text, small = self._headline(event)
            if text:
                self.banner = (text, small, self.banner[2] + 1)

    def _headline(self, event: Event) -> tuple[str, str]:
        assert self.session
        session, words = self.session, self.words
        if event.code == "round_began":
            return words("banner.round", n=event.get("round")), ""
        if event.code == "phase_began" and words.has(f"banner.phase.{event.get('phase')}"):
            return words(f"banner.phase.{event.get('phase')}"), ""
        if event.code == "bid":
            a, b = event.get("bids")  # type: ignore[misc]
            return words("banner.bids", one=session.player_name(1), two=session.player_name(2), a=a, b=b), ""
        if event.code == "tactic_played":
            player = session.player_name(int(str(event.get("player"))))
            return words("banner.card", player=player, card=words(f"tactic.{event.get('card')}.name")), words(f"tactic.{event.get('card')}.text")
        if event.code == "incapacitated":
            return words("banner.down", name=session.name(str(event.get("fighter")))), ""
        return "", ""
