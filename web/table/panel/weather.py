"""The weather in play: a badge for each, and its effect in this edition (WEA)."""

from __future__ import annotations

from eden_core.engine.match import Match
from eden_core.ruleset import Ruleset
from web.i18n.catalogue import Words
from web.ui.controls import rule_link
from web.ui.nodes import Node, h, icon

__all__ = ["RULES", "effect_text", "weather_badges", "weather_told"]

RULES = {
    "ion_storm": "WEA-2",
    "headwind": "WEA-3",
    "dense_fog": "WEA-4",
    "mist": "WEA-8",
    "acid_rain": "WEA-10",
    "snowstorm": "WEA-12",
}
# Weather that differs between editions: the rule's switch, its value for the first text, and the key of the other text.
_SWITCH = {
    "headwind": ("headwind_slows_all", 1, "moves"),
    "dense_fog": ("fog_hides", 0, "hides"),
    "mist": ("mist_forbids_measuring", 1, "turns"),
}


def effect_text(words: Words, ruleset: Ruleset, weather: str) -> str:
    """Return the effect of a weather in an edition, in a line."""
    switch, plain, other = _SWITCH.get(weather, ("", 0, ""))
    key = other if switch and getattr(ruleset, switch) != plain else "text"
    return words(f"weather.{weather}.{key}", cost=ruleset.tactic_cost + 1)


def weather_badges(words: Words, match: Match, told: str) -> Node | None:
    """Return each weather in play as a button that shows its effect; None in normal weather."""
    found = [
        h(
            "button",
            {
                "type": "button",
                "class": "button quiet badge",
                "data-do": "told",
                "data-option": weather,
                "aria-expanded": str(weather == told).lower(),
                "aria-controls": "weather-told",
                "title": words(f"weather.{weather}"),
                "aria-label": words(f"weather.{weather}"),
            },
            icon(weather),
            key=weather,
        )
        for weather in match.table.weather
    ]
    return h("div", {"class": "weathers"}, found) if found else None


def weather_told(words: Words, match: Match, told: str) -> Node | None:
    """Return the effect of the weather whose badge was pressed."""
    if told not in match.table.weather:
        return None
    return h(
        "div",
        {"class": "weather-told", "id": "weather-told", "role": "status"},
        icon(told),
        h(
            "div",
            None,
            h("b", None, words(f"weather.{told}")),
            " ",
            rule_link(words, RULES[told]),
            h("p", None, effect_text(words, match.ruleset, told)),
        ),
    )
