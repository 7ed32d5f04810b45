"""The top bar with players, VP, SP, first player, round and phase; the field's tools; the tabs of a phone."""

from __future__ import annotations

from web.i18n.catalogue import Words
from web.match.session import Session
from web.table.panel.weather import weather_badges, weather_told
from web.ui.controls import disc, p_class
from web.ui.editions import board_line, modules_now
from web.ui.nodes import Node, h, icon

__all__ = ["field_tools", "tabs", "tape", "top_bar"]


def _side(words: Words, session: Session, player: int, badge: Node | None) -> Node:
    match = session.match
    side, troop = match.sides[player], match.setup.troops[player - 1]
    first = match.table.first_player == player
    note = words("ui.top.first") if first else ""
    waived = session.waived[player] == match.table.round and match.table.phase == "activation"
    return h(
        "div",
        {
            "class": f"side {p_class(player)}" + " is-asked" * (session.turn == player) + " is-first" * bool(first),
            "data-side": player,
        },
        disc(troop.symbol, player),
        h(
            "div",
            {"class": "side-name"},
            h("b", None, session.player_name(player)),
            h("span", {"class": "first"}, note) if note else None,
        ),
        h("span", {"class": "count vp", "data-vp": side.vp}, str(side.vp), h("small", None, words("vp"))),
        h("span", {"class": "count", "data-sp": side.sp}, str(side.sp), h("small", None, words("sp"))),
        h(
            "button",
            {"type": "button", "class": "button quiet", "data-do": "unwaive", "data-player": player},
            words("ask.interrupt.again"),
        )
        if waived
        else None,
        badge,
    )


def top_bar(words: Words, session: Session, told: str = "", badge: Node | None = None, beside: int = 2) -> list[Node]:
    """Return the three parts of the bar, and the effect of the weather `told`, if any.

    A `badge` describes the player that it is `beside`.
    """
    table = session.match.table
    track = [
        h("i", {"class": "past" if place < table.round else "now" if place == table.round else ""})
        for place in range(1, table.rounds + 1)
    ]
    setup, shown = session.match.setup, {words(f"weather.{name}") for name in table.weather}  # shown as badges
    more = " · ".join(name for name in modules_now(words, session.match) if name not in shown)
    label = words("ui.top.round", n=table.round, of=table.rounds) if table.round else words("phase.preparation")
    middle = h(
        "div",
        {"class": "rounds", "data-round": table.round, "data-phase": table.phase},
        h("b", None, words(f"phase.{table.phase}")),
        h("span", {"class": "track", "role": "img", "aria-label": label, "title": label}, track),
        h("small", {"class": "board-line"}, board_line(words, setup.ruleset.edition, setup.field)),
        h("small", {"class": "board-line modules", "title": more}, more) if more else None,
        weather_badges(words, session.match, told),
    )
    effect = weather_told(words, session.match, told)
    sides = [_side(words, session, player, badge if beside == player else None) for player in (1, 2)]
    return [sides[0], middle, sides[1], *([effect] if effect else [])]


def field_tools(words: Words, measuring: bool, log_open: bool, measured: bool = True) -> list[Node]:
    """Return the tools in the field's corner; the tape is inactive unless distances may be `measured` (WEA-8)."""

    def tool(do: str, sign: str, label: str, pressed: bool | None = None, idle: bool = False) -> Node:
        return h(
            "button",
            {
                "type": "button",
                "class": f"button tool{' is-idle' if idle else ''}",
                "data-do": do,
                "title": label,
                "aria-label": label,
                "aria-pressed": None if pressed is None else str(pressed).lower(),
            },
            icon(sign),
            key=do,
        )

    return [
        tool("menu", "menu", words("ui.menu")),
        tool("log", "scroll", words("ui.log"), log_open),
        tool(
            "measure",
            "ruler",
            words("ui.measure" if measured else "error.nothing_is_measured"),
            measuring,
            not measured,
        ),
        tool("fit", "fit", words("ui.zoom.fit")),
    ]


def tape(words: Words) -> Node:
    """Return the panel over the field while measuring: what a tap does, and a button to stop."""
    return h(
        "div",
        {"class": "tape"},
        icon("ruler"),
        h("span", None, words("ui.measure.start")),
        h("button", {"type": "button", "class": "button", "data-do": "measure"}, words("ui.measure.end")),
    )


def tabs(words: Words, session: Session, chosen: str) -> list[Node]:
    """Return the tabs shown on a phone."""
    names = (
        ("field", words("ui.tab.field")),
        ("left", session.player_name(1)),
        ("right", session.player_name(2)),
        ("log", words("ui.log")),
    )
    made = [
        h(
            "button",
            {
                "type": "button",
                "class": "tab",
                "aria-current": "true" if name == chosen else None,
                "data-do": "tab",
                "data-option": name,
            },
            label,
            key=name,
        )
        for name, label in names
    ]
    return [
        *made,
        h(
            "button",
            {"type": "button", "class": "tab", "data-do": "menu", "aria-label": words("ui.menu")},
            icon("menu"),
            key="menu",
        ),
    ]
