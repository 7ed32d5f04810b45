"""The differences between editions, found by comparing rulesets, and a line that says which rules are played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Protocol

from eden_core.engine.match import ROLLED, Match
from eden_core.ruleset import EDITIONS, Ruleset
from web.i18n.catalogue import Words
from web.ui.controls import rule_link
from web.ui.nodes import Node, h

__all__ = ["RULES", "board_line", "differences", "differences_list", "modules", "modules_now", "switch_text"]

# Where each switch's question is put (rules.md, section 14).
RULES = {
    "factions": "MAT-7",
    "heal_needs_a_wound": "WND-2",
    "move_brushes_past_enemies": "ACN-2",
    "failed_charge_ends_activation": "ACN-5",
    "shot_spends_every_success": "SHT-4",
    "poison_and_slowdown_weapons": "EQP-6",
    "scenery_points": "TER-1",
    "piece_builder": "TER-2",
    "elevation_bonus": "TER-ELE",
    "climb_and_swim_cost": "TER-CLI",
    "climbing_lands_anywhere": "TER-CLI",
    "crossing_steps_back": "TER-CRO",
    "impenetrable_cuts_as_scenery": "TER-IMP",
    "hiding_by_base": "TER-HID",
    "hiding_may_move": "TER-HID",
    "hiding_stands_still": "TER-HID",
    "hiding_ends_by_contact": "TER-HID",
    "hostile_presence_at_end": "TER-HOS",
    "burning_expels": "TER-FLA",
    "jump_between_raised": "TER-JUM",
    "npf_charge_is_forced": "NPF-4",
    "npf_charges_the_closest": "NPF-4",
    "headwind_slows_all": "WEA-3",
    "fog_hides": "WEA-4",
    "mist_forbids_measuring": "WEA-8",
}
CHAPTERS = {"TER": "territory", "NPF": "infestation", "WEA": "weather"}  # the optional rules' own


class Chosen(Protocol):
    """The optional rules that are played, of a set-up or of the choices for one."""

    @property
    def territory(self) -> int: ...
    @property
    def infestation(self) -> int: ...
    @property
    def weather(self) -> int: ...


def _apart() -> list[str]:
    """Return the switches in which any two editions differ."""
    return [
        field.name
        for field in fields(Ruleset)
        if field.name != "edition" and len({getattr(ruleset, field.name) for ruleset in EDITIONS.values()}) > 1
    ]


def differences(edition: str) -> list[tuple[str, object]]:
    """Return an edition's switches that differ from the default edition's, with values.

    For the default edition, return those in which others differ.
    """
    own, default = EDITIONS[edition], Ruleset()
    return [
        (name, getattr(own, name))
        for name in _apart()
        if own == default or getattr(own, name) != getattr(default, name)
    ]


def switch_text(words: Words, name: str, value: object) -> str:
    """Return a switch's value as a text for the player."""
    if isinstance(value, tuple):
        return words(f"switch.{name}", names=words.join([words(f"faction.{faction}") for faction in value]))
    return words.first(f"switch.{name}.{value}", f"switch.{name}", n=value)


def differences_list(words: Words, edition: str) -> Node:
    """Return the list of differences: those of the basic rules, then of each optional rule."""
    groups: dict[str, list[Node]] = {}
    for name, value in differences(edition):
        rule = RULES[name]
        groups.setdefault(CHAPTERS.get(rule.partition("-")[0], ""), []).append(
            h(
                "li",
                {"data-switch": name},
                rule_link(words, rule),
                h("span", None, switch_text(words, name, value)),
                key=name,
            )
        )
    return h(
        "div",
        {"class": "differences", "id": "differences"},
        [
            [
                h("h3", None, words(f"ui.module.{module}"), key=f"{module}-title") if module else None,
                h("ul", {"class": "switches"}, lines, key=module or "basic"),
            ]
            for module, lines in groups.items()
        ],
    )


def modules(words: Words, chosen: Chosen) -> list[str]:
    """Return the names of the optional rules that are chosen."""
    rolled = chosen.infestation == ROLLED
    names = (
        (chosen.territory, "ui.module.territory"),
        (chosen.infestation, "ui.module.infestation" if rolled else "ui.module.level"),
        (chosen.weather, "ui.module.weather" if chosen.weather == 1 else "ui.module.weathers"),
    )
    return [words(name, n=number) for number, name in names if number]


def modules_now(words: Words, match: Match) -> list[str]:
    """Return the optional rules of a match as they stand.

    The level that was rolled (NPF-1), and the weather (WEA-1), which is known before there is a first player.
    """
    setup, table = match.setup, match.table
    known = table.weather or (("normal",) if setup.weather and table.first_player else ())
    made = modules(
        words, setup._replace(infestation=table.infestation or setup.infestation, weather=0 if known else setup.weather)
    )
    return made + [words(f"weather.{name}") for name in known]


def board_line(words: Words, edition: str, field: tuple[int, int], more: Sequence[str] = ()) -> str:
    """Return a line with edition, board and what is played `more`; the field's width and height in units."""
    line = words("ui.board_line", edition=words(f"edition.{edition}.short"), w=field[0] // 100, h=field[1] // 100)
    return " · ".join([line, *more])
