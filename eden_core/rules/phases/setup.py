"""The verdict on a set-up: troops, cards, scenery, field, optional modules (MAT, TRP, PREP, TER, NPF, WEA).

A set-up may come from a link or a peer, so that its cards are held to the bounds of those that ship: the rules behind
may trust whatever passed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from eden_core.cards.equipment import parse_gear
from eden_core.cards.fields import is_id, is_name
from eden_core.cards.reading import is_action_alone, is_sound
from eden_core.cards.records import HIGHEST_LEVEL, MOST_POINTS, NPF_FACTION, Ability, Mission, Profile, Shape, Tactic
from eden_core.cards.scenery_rules import SIZES, why_not_look, why_not_rules
from eden_core.cards.shipped import load
from eden_core.cards.troops import check_troop
from eden_core.engine.field import SPACING, Piece, gap_to_piece
from eden_core.engine.match import ROLLED, Match, Setup
from eden_core.engine.messages import Point
from eden_core.errors import EdenError, Illegal
from eden_core.geometry.plane import simple
from eden_core.rules.cards import missions
from eden_core.rules.phases.placing import why_not_place
from eden_core.ruleset import FACTIONS, STIGMAS
from eden_core.ruleset import is_sound as rules_are_sound

__all__ = ["why_not_setup"]

LARGEST = 20  # of a characteristic, of CP, of what a card gives
LARGEST_PIECE = 2000  # TER-1: 20 cm a side
MOST_CORNERS = 64
MOST_CORNERS_IN_ALL = 1500  # looking at outlines takes time: the lists that ship have 165 at the most
DEAREST_PIECE = 60  # TER-1: what a player may have to spend at most
MOST_NPFS = 100
MOST_ROLLS = 3  # WEA-1


def why_not_setup(setup: Setup) -> list[Illegal]:
    """MAT-1, PREP-1, TRP: all that is wrong with a set-up; empty when a match may begin."""
    faults = []
    if not all(6000 <= side <= 12000 for side in setup.field):
        faults.append(Illegal("field_is_60_to_120_cm", "MAT-1"))
    if not 1 <= setup.rounds <= 10:
        faults.append(Illegal("rounds_are_1_to_10", "RND-1", rounds=setup.rounds))
    if not rules_are_sound(setup.ruleset):
        faults.append(Illegal("not_an_edition", "PREP-1", edition=setup.ruleset.edition))
    if len(setup.nonce) > 32 or any(
        name and not is_name(name) for name in (*setup.names, *(troop.name for troop in setup.troops))
    ):
        faults.append(Illegal("name_too_long", "PREP-1"))
    faults += [fault for troop in setup.troops for fault in check_troop(setup.ruleset, troop, setup.budget)]
    if any(len(troop.profiles) > MOST_POINTS for troop in setup.troops):
        return faults
    if len(setup.npfs) > MOST_NPFS:
        return [*faults, Illegal("too_many_cards", "NPF-2", most=MOST_NPFS)]
    faults += [
        Illegal("not_a_card", "MAT-3", card=profile.id)
        for troop in setup.troops
        for profile in troop.profiles
        if not _is_profile(profile)
    ]
    faults += _module_faults(setup)
    faults += [Illegal("not_a_card", "MAT-8", card=card.id) for card in setup.missions if not is_sound(card)]
    faults += [Illegal("not_a_card", "MAT-9", card=card.id) for card in setup.tactics if not is_sound(card)]
    faults += [*_ability_faults(setup), *_spoofs(setup)]
    names = [
        ("ABI-1", [card.id for card in setup.abilities]),
        ("MAT-8", [card.id for card in setup.missions]),
        ("MAT-9", [card.id for card in setup.tactics]),
        ("MAT-3", [profile.id for profile in setup.npfs]),
        *(("TRP-3", [profile.id for profile in troop.profiles]) for troop in setup.troops),
    ]
    faults += [Illegal("card_twice", rule, card=name) for rule, ids in names for name in _twice(ids)]
    return faults or [*_mission_faults(setup), *_scenery_faults(setup)]


def _twice(names: list[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})


def _module_faults(setup: Setup) -> Iterator[Illegal]:
    """Which optional modules are played, and the cards that they need (TER-1, NPF-1, NPF-2, WEA-1)."""
    if setup.territory not in (0, 1):
        yield Illegal("territory_or_not", "TER-1", found=setup.territory)
    if not 0 <= setup.infestation <= ROLLED:
        yield Illegal("infestation_is_1_to_10", "NPF-1", level=setup.infestation)
    if setup.infestation and not setup.npfs:
        yield Illegal("no_npfs", "NPF-2")
    for profile in setup.npfs:
        if not _is_npf(profile):
            yield Illegal("not_a_card", "MAT-3", card=profile.id)
    if not 0 <= setup.weather <= MOST_ROLLS:
        yield Illegal("weather_is_0_to_3_rolls", "WEA-1", rolls=setup.weather, most=MOST_ROLLS)


def _is_profile(profile: Profile) -> bool:
    """A card of a troop (MAT-3, MAT-7)."""
    return profile.faction in FACTIONS and profile.stigma in STIGMAS and 1 <= profile.value <= 200 and _is_card(profile)


def _is_npf(profile: Profile) -> bool:
    """A card of a non-player fighter: a level in place of the value, and perhaps no stigma (MAT-3, NPF-2)."""
    return (
        profile.faction == NPF_FACTION
        and profile.stigma in (*STIGMAS, "")
        and profile.value == 0
        and 1 <= profile.level <= HIGHEST_LEVEL
        and _is_card(profile)
    )


def _is_card(profile: Profile) -> bool:
    """Base, limbs that share out the faces, values within bounds, equipment as it parses (MAT-2 to MAT-6, EQP-1)."""
    faces = sorted(face for limb in profile.limbs for face in limb.faces)
    limbs = all(0 <= value <= LARGEST for limb in profile.limbs for value in limb[:4])
    gear = [piece.name for piece in profile.gear]
    try:
        parsed = all(parse_gear(piece.text) == piece for piece in profile.gear)
    except EdenError:
        parsed = False
    return (
        is_id(profile.id)
        and is_name(profile.name)
        and 0 < len(profile.types) <= 20
        and not _twice(list(profile.types))
        and all(map(is_id, profile.types))
        and profile.base in (30, 40)
        and limbs
        and faces == [1, 2, 3, 4, 5, 6]
        and all(limb.white + limb.red for limb in profile.limbs)
        and parsed
        and len(gear) <= 12
        and not _twice(gear)
        and len(profile.abilities) <= 6
        and not _twice(list(profile.abilities))
    )


def _ability_faults(setup: Setup) -> Iterator[Illegal]:
    """ABI: the set-up has the abilities that its profiles, NPFs and missions name; a mission gives action abilities."""
    found = {ability.id: ability for ability in setup.abilities}
    named = {name for profile in _profiles(setup) for name in profile.abilities}
    given = {name for card in setup.missions for name in card.abilities}
    for name in sorted((named | given) - set(found)):
        yield Illegal("ability_missing", "ABI-1", card=name)
    for ability in setup.abilities:
        if not is_sound(ability) or (ability.id in given and not is_action_alone(ability)):
            yield Illegal("not_a_card", "ABI-1", card=ability.id)


def _profiles(setup: Setup) -> Iterator[Profile]:
    """All cards of fighters: those of both troops, and the NPFs'."""
    for troop in setup.troops:
        yield from troop.profiles
    yield from setup.npfs


def _spoofs(setup: Setup) -> Iterator[Illegal]:
    """A card with a shipped one's id would be shown under that one's name and text, so it must be that one (MAT-3)."""
    library = load(setup.ruleset.edition)
    shapes = {shape.id: shape for shape in library.terrain} if setup.territory else library.pieces
    shipped: list[tuple[Mapping[str, object], Sequence[Ability | Mission | Profile | Shape | Tactic]]] = [
        (library.missions, setup.missions),
        (library.tactics, setup.tactics),
        (library.abilities, setup.abilities),
        (shapes, setup.pool),
        ({**library.profiles, **library.npfs}, tuple(_profiles(setup))),
    ]
    for cards, given in shipped:
        for card in given:
            if card.id in cards and cards[card.id] != card:
                yield Illegal("another_card_of_this_id", "MAT-3", card=card.id)


def _mission_faults(setup: Setup) -> list[Illegal]:
    """Whatever the first player takes, the second has one left (PREP-5)."""
    faults = []
    for player, troop in enumerate(setup.troops, 1):
        mine = [card for card in setup.missions if card.symbol in ("", troop.symbol)]
        if not any(not card.revealed for card in mine) and len(mine) < 2:
            faults.append(Illegal("too_few_missions", "PREP-5", player=player))
    return faults


def _scenery_faults(setup: Setup) -> Iterator[Illegal]:
    """Yield the faults of the scenery (PREP-6, TER-1, GEN-5).

    What stands already keeps 5 cm from each other, the edges and a mission's marker in the centre; there is the same
    number for each player to place, or a list to buy from; no piece stands twice.
    """
    for name in _twice([*(piece.id for piece in setup.pieces), *(shape.id for shape in setup.pool)]):
        yield Illegal("piece_twice", "PREP-6", piece=name)
    if len(setup.pool) % 2 and not setup.territory:
        yield Illegal("same_number_each", "PREP-6", pieces=len(setup.pool))
    scenery: list[Shape | Piece] = [*setup.pool, *setup.pieces]
    if sum(len(piece.outline) for piece in scenery) > MOST_CORNERS_IN_ALL:
        yield Illegal("too_many_corners", "PREP-6", most=MOST_CORNERS_IN_ALL)
        return
    ready = [shape for shapes in load(setup.ruleset.edition).scenery_lists.values() for shape in shapes]
    for each in scenery:
        refusal = why_not_rules(each.rules, builder=False)
        managed = each.territory if isinstance(each, Piece) else setup.territory
        if refusal is None and managed:
            refusal = why_not_look(each.like, each.rules, ready)
        if refusal is not None:
            yield refusal
            return
    if not all(_is_shape(shape, setup.territory) for shape in setup.pool) or not all(map(_is_piece, setup.pieces)):
        yield Illegal("not_a_simple_outline", "PREP-6")
        return
    marked = {
        spot
        for card in setup.missions
        for marker in card.markers
        if marker.where == "centre"
        for spot in missions.spots(setup.field, "centre")
    }
    standing = Match(setup._replace(pieces=()), b"")
    for piece in setup.pieces:
        fault = why_not_place(standing, piece)
        if fault is None and any(gap_to_piece(spot, missions.MARKER_RADIUS, piece) < SPACING for spot in marked):
            fault = Illegal("too_close_to_marker", "GEN-5", piece=piece.id)
        if fault is not None:
            yield fault
            return  # pieces heaped on one another would be compared corner by corner
        standing.pieces[piece.id] = piece


def _is_shape(shape: Shape, territory: int) -> bool:
    """Up to 20 cm a side, about its own origin; with special rules and a price, or neither (TER-1, TER-2)."""
    priced = 1 <= shape.cost <= DEAREST_PIECE if territory else shape.cost == 0
    return (
        _is_scenery(shape, territory)
        and priced
        and shape.size in SIZES
        and _is_outline(shape.outline)
        and all(abs(x) <= LARGEST_PIECE and abs(y) <= LARGEST_PIECE for x, y in shape.outline)
    )


def _is_piece(piece: Piece) -> bool:
    """Of the basic rules or of Territory management, nothing suffered yet (LOS-5, MOVE-2, TER-3)."""
    if piece.territory not in (0, 1) or piece.attacks or piece.burn or not _is_scenery(piece, piece.territory):
        return False
    if piece.radius:
        return 0 < piece.radius <= LARGEST_PIECE // 2 and len(piece.outline) == 1
    return _is_outline(piece.outline)


def _is_scenery(piece: Piece | Shape, territory: int) -> bool:
    """Traits of the basic rules, or special rules."""
    traits = piece.low, piece.flat, piece.passable, piece.slow
    if territory:
        sound = not any(traits) and why_not_rules(piece.rules, builder=False) is None
    else:
        sound = all(trait in (0, 1) for trait in traits) and not piece.rules
    return sound and is_id(piece.id) and (not piece.like or is_id(piece.like))


def _is_outline(outline: tuple[Point, ...]) -> bool:
    if not 2 < len(outline) <= MOST_CORNERS:
        return False
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return max(xs) - min(xs) <= LARGEST_PIECE and max(ys) - min(ys) <= LARGEST_PIECE and simple(outline)
