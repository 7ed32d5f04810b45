"""What may begin: the set-up's troops, cards, scenery and field (MAT, TRP, PREP-1, PREP-6).

A set-up may come from a link or a peer, so that its cards are held to the bounds of those that ship: the rules behind
may trust whatever passed here.
"""

from __future__ import annotations

from typing import Iterator

from ..equipment import parse_gear
from ..errors import EdenError, Illegal
from ..field import SPACING, gap_to_piece
from ..geometry import simple
from ..match import MARKERS, Match, Setup
from ..profile import CHARACTERISTICS, LIMBS, Effect, Mission, Profile, Shape, Tactic, check_troop
from . import missions, preparation, tactics

__all__ = ["why_not_setup"]

LARGEST = 20                  # of a characteristic, of CP, of what a card gives
LARGEST_PIECE = 2000          # TER-1: 20 cm a side
NAME = 60


def why_not_setup(setup: Setup) -> list[Illegal]:
    """MAT-1, PREP-1, TRP: all that is wrong with a set-up; empty when a match may begin."""
    faults = []
    if not all(6000 <= side <= 12000 for side in setup.field):
        faults.append(Illegal("field_is_60_to_120_cm", "MAT-1"))
    if not 1 <= setup.rounds <= 10:
        faults.append(Illegal("rounds_are_1_to_10", "RND-1", rounds=setup.rounds))
    if len(setup.nonce) > 32 or any(len(name) > NAME for name in setup.names):
        faults.append(Illegal("name_too_long", "PREP-1"))
    faults += [fault for troop in setup.troops for fault in check_troop(setup.ruleset, troop, setup.budget)]
    faults += [Illegal("not_a_card", "MAT-3", card=profile.id) for troop in setup.troops for profile in troop.profiles
               if not _is_profile(profile)]
    faults += [Illegal("not_a_card", "MAT-8", card=card.id) for card in setup.missions if not _is_mission(card)]
    faults += [Illegal("not_a_card", "MAT-9", card=card.id) for card in setup.tactics if not _is_tactic(card)]
    names = [("MAT-8", [card.id for card in setup.missions]), ("MAT-9", [card.id for card in setup.tactics]),
             *(("TRP-3", [profile.id for profile in troop.profiles]) for troop in setup.troops)]
    faults += [Illegal("card_twice", rule, card=name) for rule, ids in names for name in _twice(ids)]
    return faults or [*_mission_faults(setup), *_scenery_faults(setup)]


def _twice(names: list[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})


def _is_name(text: str) -> bool:
    return 0 < len(text) <= NAME


def _is_profile(profile: Profile) -> bool:
    """MAT-2 to MAT-6, EQP-1: base, limbs that share out the faces, values within bounds, equipment as it parses."""
    faces = sorted(face for limb in profile.limbs for face in limb.faces)
    limbs = all(0 <= value <= LARGEST for limb in profile.limbs for value in limb[:4])
    gear = [piece.name for piece in profile.gear]
    try:
        parsed = all(parse_gear(piece.text) == piece for piece in profile.gear)
    except EdenError:
        parsed = False
    return (_is_name(profile.id) and _is_name(profile.name) and profile.base in (30, 40) and 1 <= profile.value <= 200
            and limbs and faces == [1, 2, 3, 4, 5, 6] and all(limb.white + limb.red for limb in profile.limbs)
            and parsed and len(gear) <= 12 and not _twice(gear) and not profile.abilities)


def _is_mission(card: Mission) -> bool:
    """MAT-8: known counts and places, numbers within bounds; a face-down one hides nothing that the table would show."""
    return (_is_name(card.id) and card.revealed in (0, 1) and card.deployment in ("confrontation", "ambush")
            and -4 <= card.rounds <= 5 and (card.revealed == 1 or not card.rounds and not card.markers)
            and all(marker.where == "centre" and _is_name(marker.kind) for marker in card.markers)
            and len(card.markers) <= 1
            and all(score.when in ("round", "end") and score.count in missions.COUNTS and 1 <= score.per <= 200
                    and -LARGEST <= score.vp <= LARGEST for score in card.scores))


def _is_tactic(card: Tactic) -> bool:
    """MAT-9, TAC-3: known effects on known targets; the keyword `Tactical` (cards played at other times come later)."""
    return (_is_name(card.id) and card.tactical == 1 and card.first_round in (0, 1) and 0 <= card.cancel <= LARGEST
            and card.target in ("", "ally", "enemy", "any") and card.place in ("", "zone")
            and all(_is_effect(card, effect) for effect in card.effects))


def _is_effect(card: Tactic, effect: Effect) -> bool:
    what = {"mark": MARKERS, "modify": CHARACTERISTICS, "heal": ("", *LIMBS), "lose_cp": ("", *LIMBS)}
    on = {"gain_sp": ("player",), "score": ("player",), "zone": ("place",)}
    return (effect.do in (*tactics.EFFECTS, *on) and effect.what in what.get(effect.do, ("",))
            and effect.on in on.get(effect.do, ("target", "allies", "enemies"))
            and (effect.on != "target" or bool(card.target)) and (effect.do != "zone" or bool(card.place))
            and effect.until in ("", "round", "match") and -LARGEST <= effect.amount <= LARGEST
            and (effect.amount > 0 or effect.do in ("modify", "score")))


def _mission_faults(setup: Setup) -> list[Illegal]:
    """PREP-5: whatever the first player takes, the second has one left."""
    faults = []
    for player, troop in enumerate(setup.troops, 1):
        mine = [card for card in setup.missions if card.symbol in ("", troop.symbol)]
        if not any(not card.revealed for card in mine) and len(mine) < 2:
            faults.append(Illegal("too_few_missions", "PREP-5", player=player))
    return faults


def _scenery_faults(setup: Setup) -> Iterator[Illegal]:
    """PREP-6, GEN-5: what stands already keeps 5 cm from each other, the edges and a mission's marker in the centre; the
    same number for each player to place; no piece twice."""
    for name in _twice([*(piece.id for piece in setup.pieces), *(shape.id for shape in setup.pool)]):
        yield Illegal("piece_twice", "PREP-6", piece=name)
    if len(setup.pool) % 2:
        yield Illegal("same_number_each", "PREP-6", pieces=len(setup.pool))
    if not all(_is_outline(shape) for shape in setup.pool) or not all(
            len(piece.outline) == 1 if piece.radius else len(piece.outline) > 2 and simple(piece.outline)
            for piece in setup.pieces):
        yield Illegal("not_a_simple_outline", "PREP-6")
        return
    centre = (setup.field[0] // 2, setup.field[1] // 2)
    marked = any(card.markers for card in setup.missions)
    standing = Match(setup._replace(pieces=()), b"")
    for piece in setup.pieces:
        fault = preparation.why_not_place(standing, piece)
        if fault is None and marked and gap_to_piece(centre, missions.MARKER_RADIUS, piece) < SPACING:
            fault = Illegal("too_close_to_marker", "GEN-5", piece=piece.id)
        if fault is not None:
            yield fault
        standing.pieces[piece.id] = piece


def _is_outline(shape: Shape) -> bool:
    xs = [x for x, _ in shape.outline]
    ys = [y for _, y in shape.outline]
    return (len(shape.outline) > 2 and max(xs) - min(xs) <= LARGEST_PIECE and max(ys) - min(ys) <= LARGEST_PIECE
            and simple(shape.outline))
