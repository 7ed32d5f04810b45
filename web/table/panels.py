"""The panels of a match on the page: they show session and plan, and keep the last rolls and messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from eden_core.engine.match import Match
from eden_core.engine.messages import Event, Roll
from eden_core.rules.common.weather import may_measure
from web.i18n.catalogue import Words
from web.i18n.names import ability_name, ability_text
from web.match.session import Line, Session
from web.match.wording import log_lines, said, throw_said
from web.planning.planner import Planner
from web.prompts.current import ask
from web.prompts.prompt import Prompt
from web.table.panel import overlays
from web.table.panel.cards import npf_cards, troop_cards
from web.table.panel.log import log_panel
from web.table.panel.prompt import prompt_bar, spoken
from web.table.panel.top import field_tools, tabs, tape, top_bar
from web.table.panel.tray import banner, tray
from web.ui.mount import Mount

if TYPE_CHECKING:
    from web.browser.protocol import Page

__all__ = ["Panels"]

KEPT_THROWS = 3
PLACES = ("top", "left", "right", "prompt", "log", "tabs", "tray", "tools", "tape", "ticker", "about", "curtain")
UNDER_CURTAIN = ("top", "left", "stage", "right", "prompt", "log", "tabs")  # inert while it is down
UNHEARD = frozenset(("rolled", "ap_gained", "ap_lost"))


class Thrown(NamedTuple):
    """A roll in the tray."""

    number: int
    roll: Roll
    faces: tuple[int, ...]
    settled: bool
    outcome: str = ""  # the result of an opposed roll


def _board(match: Match) -> tuple[object, ...]:
    """Return all parts of a match that cards and top bar show: records, the same objects until they change."""
    return (
        *match.fighters.values(),
        *match.pieces.values(),
        *match.markers.values(),
        *match.zones.values(),
        *match.sides.values(),
        match.table,
        match.modifiers,
    )


class Panels:
    """All panels round the field."""

    def __init__(self, page: Page, words: Words) -> None:
        self.page, self.words = page, words
        self.mounts = {name: Mount(page, name) for name in PLACES}
        self.shown: dict[str, tuple[object, ...]] = {}  # by place: the values from which its nodes were made
        self.throws: tuple[Thrown, ...] = ()
        self.number = 0
        self.banner = ("", "", 0)
        self.heard = ""
        self.weather = ""  # the weather whose effect is shown
        self.tab = "field"
        self.log_open = False

    def clear(self) -> None:
        """Remove everything from the page."""
        self.shown.clear()
        self.throws, self.banner, self.heard, self.weather = (), ("", "", self.banner[2]), "", ""
        for mount in self.mounts.values():
            mount.show()
        self.page.root_attribute("data-curtain", "")
        self.page.set_inert(UNDER_CURTAIN, False)

    # --- dice and news ---

    def throw(self, roll: Roll, faces: tuple[int, ...], first: bool) -> None:
        """Show dice that begin to fall; the `first` of a series of rolls clears the tray."""
        self.number += 1
        kept = () if first else self.throws[1 - KEPT_THROWS :]
        self.throws = (*kept, Thrown(self.number, roll, faces, False))

    def settle(self, events: tuple[Event, ...], session: Session) -> None:
        """Show the last roll settled, with the result if it was opposed."""
        outcome = "".join(said(self.words, session, Line(event)).text for event in events if event.code == "opposed")
        if self.throws:
            self.throws = (*self.throws[:-1], self.throws[-1]._replace(settled=True, outcome=outcome))

    def tell(self, session: Session, events: tuple[Event, ...]) -> None:
        """Keep the events for a screen reader, and the most important one for the banner."""
        told = [said(self.words, session, Line(event)).text for event in events if event.code not in UNHEARD]
        self.heard = " ".join(told[-8:])
        for event in events:
            text, small = self._headline(session, event)
            if text:
                self.banner = (text, small, self.banner[2] + 1)

    def _headline(self, session: Session, event: Event) -> tuple[str, str]:
        words = self.words
        if event.code == "round_began":
            return words("banner.round", n=event.get("round")), ""
        if event.code == "phase_began" and words.has(f"banner.phase.{event.get('phase')}"):
            return words(f"banner.phase.{event.get('phase')}"), ""
        if event.code == "bid":
            bids: tuple[int, int] = event.get("bids")  # type: ignore[assignment]
            return words(
                "banner.bids", one=session.player_name(1), two=session.player_name(2), a=bids[0], b=bids[1]
            ), ""
        if event.code == "tactic_played":
            card = f"tactic.{event.get('card')}"
            player = session.player_name(int(str(event.get("player"))))
            return words("banner.card", player=player, card=words(f"{card}.name")), words(f"{card}.text")
        if event.code == "ability_used":
            ability, name = str(event.get("ability")), session.name(str(event.get("fighter")))
            return (
                words("banner.ability", name=name, ability=ability_name(words, ability)),
                ability_text(words, ability),
            )
        if event.code == "weather_rolled":
            return words(f"weather.{event.get('weather')}"), self._effect(session, str(event.get("weather")))
        if event.code == "incapacitated":
            return words("banner.down", name=session.name(str(event.get("fighter")))), ""
        if event.code == "scored":
            player = session.player_name(int(str(event.get("player"))))
            return words("banner.scored", player=player, vp=f"{event.get('vp'):+d}"), ""
        return "", ""

    def _effect(self, session: Session, weather: str) -> str:
        """Return the effect of a weather; "" for normal weather."""
        if not self.words.has(f"weather.{weather}.text"):
            return ""
        from web.table.panel.weather import effect_text

        return effect_text(self.words, session.match.ruleset, weather)

    # --- showing ---

    def prompt(self, session: Session, planner: Planner) -> Prompt | None:
        """Return the current prompt; None while the curtain is down."""
        return None if session.is_curtain_down else ask(self.words, session, planner)

    def render(self, session: Session, planner: Planner, selected: str, measuring: bool, pointed: str = "") -> None:
        """Show everything as it stands."""
        words, mounts, down = self.words, self.mounts, session.is_curtain_down
        self.page.root_attribute("data-curtain", "down" if down else "")
        self.page.set_inert(UNDER_CURTAIN, down)
        self.page.root_attribute("data-log", "open" if self.log_open else "")
        self.page.root_attribute("data-tab", self.tab)
        mounts["curtain"].show(
            (overlays.secrets_sheet(words, session) or overlays.curtain(words, session)) if down else None
        )
        self._render_troops(session, selected)
        for place, player in (("left", 1), ("right", 2)):
            mounts[place].attributes(aria_label=session.player_name(player))
        self.render_piece(session, selected, pointed)
        mounts["tabs"].show(*tabs(words, session, self.tab))
        mounts["tools"].show(*field_tools(words, measuring, self.log_open, may_measure(session.match)))
        mounts["tape"].show(tape(words) if measuring and not down else None)
        mounts["ticker"].show(banner(*self.banner) if self.banner[0] else None)
        mounts["log"].show(*log_panel(words, log_lines(words, session, session.lines)) if self.log_open else ())
        self._render_tray(session)
        self._render_prompt(session, planner)

    def _render_troops(self, session: Session, selected: str) -> None:
        """Show top bar and cards, rebuilt only if their contents have changed: most presses change only the plan."""
        words, match, badge = self.words, session.match, session.badge(self.words)
        board = (words, session, *_board(match))
        if self._changes("top", (self.weather, badge, session.turn, *session.waived.values(), *board)):
            self.mounts["top"].show(*top_bar(words, session, self.weather, badge, session.other))
        opened = selected if selected in match.fighters else match.table.active or match.table.npf
        peeks = (session.is_over, session.may_peek(1), session.may_peek(2))
        if self._changes("cards", (opened, *peeks, *session.acting(), *board)):
            self.mounts["left"].show(troop_cards(words, session, 1, opened))
            self.mounts["right"].show(troop_cards(words, session, 2, opened), npf_cards(words, session, opened))

    def _changes(self, place: str, made_of: tuple[object, ...]) -> bool:
        """Return whether the contents of a panel differ from the last time, and remember them."""
        before, self.shown[place] = self.shown.get(place), made_of
        return before != made_of

    def render_piece(self, session: Session, selected: str, pointed: str) -> None:
        """Show the card of a piece of scenery: the selected one, else the one pointed at."""
        piece = session.match.pieces.get(selected) or session.match.pieces.get(pointed)
        if piece is None or session.is_curtain_down:
            self.mounts["about"].show(None)
            return
        from web.table.panel.pieces import about_piece

        self.mounts["about"].show(about_piece(self.words, session, piece, piece.id == selected))

    def _render_tray(self, session: Session) -> None:
        last = len(self.throws) - 1
        trees: list[Any] = []
        for place, thrown in enumerate(self.throws):
            shown = throw_said(self.words, session, thrown.roll, thrown.faces)
            if thrown.outcome:
                shown = shown._replace(result=thrown.outcome)
            trees.append(
                tray(
                    self.words,
                    shown,
                    thrown.number,
                    thrown.roll.difficulty,
                    place == last,
                    thrown.settled,
                    place < last,
                )
            )
        self.mounts["tray"].show(*trees)
        over = bool(self.throws) and self.throws[-1].settled and session.roll_due is None
        self.mounts["tray"].attributes(data_over=str(over).lower())

    def _render_prompt(self, session: Session, planner: Planner) -> None:
        prompt, mount = self.prompt(session, planner), self.mounts["prompt"]
        if prompt is None:
            mount.show()
            mount.attributes(
                data_kind="curtain",
                data_owner=str(session.asked),
                class_=f"p{session.asked}",
                data_fighter="",
                data_refused="",
            )
            return
        mount.attributes(
            data_kind=prompt.kind,
            data_owner=str(prompt.owner),
            class_=f"p{prompt.owner}",
            data_fighter=prompt.fighter,
            data_refused=prompt.refusal[1],
        )
        plan = planner.plan
        can_back = bool((not planner.is_forced and (plan.pinned or plan.target or plan.index >= 0)) or planner.refusal)
        mount.show(
            session.request(self.words),
            *prompt_bar(self.words, session, prompt, session.can_undo and session.roll_due is None, can_back),
        )
        self.say(" ".join(filter(None, (self.heard, spoken(prompt)))))
        self.heard = ""

    def say(self, text: str) -> None:
        """Say a text to a screen reader."""
        self.page.set_text("say", text)
