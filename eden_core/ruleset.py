"""The switches (rules.md, section 14): a frozen `Ruleset` with a value for each switch, and the five editions.

A switch is named after the point on which rulesets differ, never after an edition, and is read in one module.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from eden_core.errors import Malformed

__all__ = ["EDITIONS", "Ruleset", "is_sound", "switch_bounds", "with_options"]

FACTIONS = ("jokers", "bamaka", "isc", "matriarchy", "convoy", "resistance", "horde", "askaris")
STIGMAS = ("destruction", "order", "evolution", "protection", "chaos")


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The points on which groups and editions differ; lengths are in units of 0.1 mm, flags are 0 or 1."""

    edition: str = "fr3"
    factions: tuple[str, ...] = FACTIONS  # MAT-7
    heal_needs_a_wound: int = 1  # WND-2
    move_brushes_past_enemies: int = 0  # ACN-2
    failed_charge_ends_activation: int = 1  # ACN-5
    shot_spends_every_success: int = 1  # SHT-4
    poison_and_slowdown_weapons: int = 1  # EQP-6
    # Rulings on which groups differ
    blast_length: int = 800  # BLA-2
    blast_near_width: int = 100  # BLA-2
    blast_far_width: int = 400  # BLA-2
    explosion_radius: int = 300  # BLA-2
    tactic_cost: int = 2  # TAC-1
    weapon_marks_on_success: int = 1  # EQP-9
    own_ground_counts: int = 0  # LOS-3
    # The optional modules
    scenery_points: int = 30  # TER-1
    piece_builder: int = 1  # TER-2
    elevation_bonus: int = 1  # TER-ELE
    climb_and_swim_cost: int = 1  # TER-CLI, TER-SWI: AP
    climbing_lands_anywhere: int = 0  # TER-CLI
    crossing_steps_back: int = 1  # TER-CRO
    impenetrable_cuts_as_scenery: int = 0  # TER-IMP
    hiding_by_base: int = 1  # TER-HID: X limits the size of the base, and being inside suffices
    hiding_may_move: int = 1  # TER-HID
    hiding_stands_still: int = 0  # TER-HID: the Move covers no distance
    hiding_ends_by_contact: int = 0  # TER-HID
    hostile_presence_at_end: int = 0  # TER-HOS: takes effect when an activation ends, not when a move ends
    burning_expels: int = 1  # TER-FLA
    jump_between_raised: int = 1  # TER-JUM
    npf_charge_is_forced: int = 1  # NPF-4: at a reachable fighter; if 0, at one in sight, if the NPF is free
    npf_charges_the_closest: int = 1  # NPF-4
    npf_ripostes: int = 1  # NPF-5
    headwind_slows_all: int = 1  # WEA-3
    fog_hides: int = 0  # WEA-4: nothing is visible beyond 15 cm
    mist_forbids_measuring: int = 1  # WEA-8


_EN1 = Ruleset(
    edition="en1",
    factions=FACTIONS[:4],
    heal_needs_a_wound=0,
    move_brushes_past_enemies=1,
    failed_charge_ends_activation=0,
    poison_and_slowdown_weapons=0,
    scenery_points=8,
    piece_builder=0,
    elevation_bonus=2,
    climb_and_swim_cost=2,
    climbing_lands_anywhere=1,
    crossing_steps_back=0,
    impenetrable_cuts_as_scenery=1,
    hiding_by_base=0,
    hiding_may_move=0,
    hostile_presence_at_end=1,
    burning_expels=0,
    jump_between_raised=0,
    npf_charge_is_forced=0,
    npf_charges_the_closest=0,
    headwind_slows_all=0,
    fog_hides=1,
    mist_forbids_measuring=0,
)

EDITIONS: dict[str, Ruleset] = {
    "fr3": Ruleset(),
    "en1": _EN1,
    "it1": replace(_EN1, edition="it1", factions=FACTIONS[:5]),
    "pt1": replace(
        _EN1,
        edition="pt1",
        impenetrable_cuts_as_scenery=0,
        hiding_may_move=1,
        hiding_stands_still=1,
        hiding_ends_by_contact=1,
        hostile_presence_at_end=0,
        npf_charges_the_closest=1,
        fog_hides=0,
    ),
    "de2": replace(_EN1, edition="de2", factions=FACTIONS[:6], shot_spends_every_success=0),
}


_BOUNDS = {
    "blast_length": (1, 2000),
    "blast_near_width": (1, 2000),
    "blast_far_width": (1, 2000),
    "explosion_radius": (1, 2000),
    "tactic_cost": (0, 20),
    "scenery_points": (0, 60),
    "elevation_bonus": (0, 6),
    "climb_and_swim_cost": (0, 3),
}


def switch_bounds(name: str) -> tuple[int, int]:
    """Return the minimum and maximum of a switch: (0, 1) for a flag."""
    return _BOUNDS.get(name, (0, 1))


def is_sound(ruleset: Ruleset) -> bool:
    """Return whether a ruleset is that of a known edition, apart from switches within their bounds."""
    plain = EDITIONS.get(ruleset.edition)
    if plain is None or ruleset.factions != plain.factions:
        return False
    values = [
        (switch_bounds(field.name), getattr(ruleset, field.name))
        for field in fields(Ruleset)
        if field.name not in ("edition", "factions")
    ]
    return all(type(value) is int and low <= value <= high for (low, high), value in values)


def with_options(ruleset: Ruleset, options: dict[str, object], where: str = "") -> Ruleset:
    """Return a ruleset with some switches set by name.

    Raises `Malformed` for an unknown name or for a value that is not an integer within the switch's bounds.
    """
    known = {field.name for field in fields(Ruleset)} - {"edition", "factions"}
    changes: dict[str, int] = {}
    for name, value in options.items():
        if name not in known:
            raise Malformed("unknown_switch", where=where, switch=name)
        if isinstance(value, bool):
            value = int(value)
        low, high = switch_bounds(name)
        if not isinstance(value, int) or not low <= value <= high:
            raise Malformed("switch_is_a_whole_number", where=where, switch=name, low=low, high=high)
        changes[name] = value
    return replace(ruleset, **changes)  # type: ignore[arg-type]
