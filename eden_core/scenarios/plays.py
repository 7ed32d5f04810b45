"""A scenario's plays: read from TOML, and turned into the core's answers.

Each is one answer named after its question, dice, or expectations alone. What is secret is sealed here, and what its
own player would not do in secret is refused by the rule's number.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from eden_core.cards import shipped as content
from eden_core.cards.records import Fields, Shape
from eden_core.cards.toml import LIKES
from eden_core.engine import flow
from eden_core.engine.match import Match
from eden_core.engine.messages import (
    LONGEST_PATH,
    PASS,
    Answer,
    Attack,
    Blast,
    Build,
    Charge,
    Climb,
    Decision,
    End,
    Extinguish,
    Hide,
    Jump,
    Move,
    Npf,
    Pick,
    PickMany,
    Place,
    Point,
    Shoot,
    Swim,
    Tactic,
    Throw,
    Use,
)
from eden_core.engine.vault import Vault
from eden_core.errors import Illegal
from eden_core.rules.cards import missions
from eden_core.rules.common.paths import charge_path
from eden_core.rules.common.weapons import ranged_weapons
from eden_core.rules.phases.preparation import hand_size
from eden_core.scenarios.expectations import Expectation, is_fighter_to_come, is_piece_to_come, read_expectations
from eden_core.scenarios.placed import footprint, point, special_rules

__all__ = ["ACTIONS", "OVER_SCENERY", "RULE_NUMBER", "UNASKED", "Play", "agreed_scenery", "answer_of", "read_play"]

RULE_NUMBER = re.compile(r"[A-Z]{2,4}-[0-9A-Z]+b?")
OVER_SCENERY = {"climb": "TER-CLI", "swim": "TER-SWI", "jump": "TER-JUM", "hide": "TER-HID"}
ACTIONS = ("move", "charge", "attack", "shoot", "throw", "blast", "ability", "extinguish", "end", *OVER_SCENERY)
# The rules by which an answer is out of place when its question is not asked; the first is the question's own.
UNASKED: dict[str, tuple[str, ...]] = {
    "bid": ("GEN-6", "PREP-3", "RND-4"),
    "first_player": ("PREP-3", "RND-4"),
    "leader": ("PREP-4",),
    "mission": ("PREP-5",),
    "half": ("PREP-7",),
    "deploy": ("PREP-7",),
    "hand": ("PREP-8",),
    "place": ("PREP-6", "TER-1", "TER-2"),
    "place npf": ("NPF-2",),
    "npf": ("NPF-4",),
    "tactic": ("TAC-1", "TAC-3", "MAT-9"),
    "pay": ("ABI-1", "ACN-1"),
    "cancel": ("TAC-2", "MAT-9"),
    "interrupt": ("ACT-1", "ACT-6"),
    "designate": ("ACT-1", "ACT-3", "ACT-4", "ACT-6"),
    "pass": ("ACT-4", "ACT-5", "PREP-6", "PREP-7", "TER-1", "NPF-2"),
    "reaction": ("MEL-1", "MEL-3", "MEL-4", "STA-2"),
    "shift": ("ROLL-6", "MEL-2", "SHT-4"),
    "strike": ("DIS-2", "STA-2"),
    "remove_rage": ("ITD-6",),
    "order": ("GEN-4", "GEN-8"),
    "claim": ("ITD-10",),
    **{action: ("ACT-8", "ACT-6") for action in ACTIONS},
    "ability": ("ABI-2", "ACT-8", "ACT-6"),
    **{action: (rule, "ACT-8", "ACT-6") for action, rule in OVER_SCENERY.items()},
}


class Play(NamedTuple):
    """One play: an answer (`key` and `value`), dice, or expectations alone."""

    number: int
    by: int = 0
    fighter: str = ""
    key: str = ""
    value: Any = None
    dice: tuple[int, ...] = ()
    refused: str = ""
    expect: tuple[Expectation, ...] = ()


# --- reading ---


def agreed_scenery(played: list[Fields]) -> tuple[Shape, ...] | None:
    """PREP-6: which scenery was agreed on: what the plays put down, where they go on to PREP-6b or PREP-7; else the
    default."""
    if not any("half" in fields.left or _places_npf(fields) for fields in played):
        return None
    shapes: list[Shape] = []
    for fields in played:
        place = fields.left.get("place")
        if isinstance(place, dict) and "refused" not in fields.left:
            shape = _shape(place.get("like"))
            if shape is not None:
                count = sum(other.like == shape.like for other in shapes)
                shapes.append(shape._replace(id=f"{shape.id}_{count + 1}") if count else shape)
    return tuple(shapes)


def _places_npf(fields: Fields) -> bool:
    place = fields.left.get("place")
    return isinstance(place, dict) and "npf" in place


def _shape(like: object) -> Shape | None:
    pieces = content.load().pieces
    for shape in pieces.values():
        if like in (shape.id, shape.like):
            return shape
    return None


def read_play(fields: Fields, number: int, match: Match) -> Play:
    """One `[[play]]`, checked as far as it can be without playing."""
    expect = read_expectations(fields.take("expect", {}), fields.path("expect"), match)
    if "dice" in fields.left:
        dice = tuple(fields.bounded("dice", face, 1, 6, "ROLL-1") for face in fields.items("dice", most=500))
        fields.done()
        return Play(number, dice=dice, expect=expect)
    if not fields.left:
        return Play(number, expect=expect)
    by = fields.number("by", 1, 2)
    fighter = _fighter(fields, "fighter", match) if "fighter" in fields.left else ""
    refused = fields.text("refused") if "refused" in fields.left else ""
    if refused and not RULE_NUMBER.fullmatch(refused):
        raise fields.fault("refused", "rule_number_expected", found=refused)
    keys = [key for key in fields.left if key in READERS]
    if len(keys) != 1:
        fields.done()
        raise fields.fault("", "one_answer_expected", found=sorted(keys))
    value = READERS[keys[0]](fields, keys[0], match)
    fields.done()
    return Play(number, by, fighter, keys[0], value, (), refused, expect)


Reader = Callable[[Fields, str, Match], Any]


def _fighter(fields: Fields, key: str, match: Match) -> str:
    value = fields.take(key)
    if not isinstance(value, str) or (value not in match.fighters and not is_fighter_to_come(match, value)):
        raise fields.fault(key, "unknown_id", found=value)
    return value


def _piece(fields: Fields, key: str, match: Match) -> str:
    value = fields.take(key)
    if not isinstance(value, str) or (value not in match.pieces and not is_piece_to_come(match, value)):
        raise fields.fault(key, "unknown_id", found=value)
    return value


def _target(fields: Fields, match: Match) -> str:
    """A fighter or a piece."""
    value = fields.left.get("target")
    if isinstance(value, str) and (value in match.pieces or is_piece_to_come(match, value)):
        return _piece(fields, "target", match)
    return _fighter(fields, "target", match)


def _inner(fields: Fields, key: str) -> Fields:
    return Fields(fields.take(key), fields.path(key), "")


def _path(fields: Fields) -> tuple[Point, ...]:
    return tuple(
        point(at, fields.path(f"path[{index}]")) for index, at in enumerate(fields.items("path", most=LONGEST_PATH))
    )


def _is_true(fields: Fields, key: str, match: Match) -> bool:
    if fields.take(key) is not True:
        raise fields.fault(key, "true_expected")
    return True


def _yes_or_no(fields: Fields, key: str, match: Match) -> bool:
    return bool(fields.flag(key))


def _whole(fields: Fields, key: str, match: Match) -> int:
    return fields.number(key, -999, 999)


def _word(fields: Fields, key: str, match: Match) -> str:
    return fields.text(key)


def _words(fields: Fields, key: str, match: Match) -> tuple[str, ...]:
    return tuple(fields.plain(key, word, 60) for word in fields.items(key))


def _id_or_false(fields: Fields, key: str, match: Match) -> str:
    return PASS if fields.left.get(key) is False and fields.left.pop(key) is False else _fighter(fields, key, match)


def _deploy(fields: Fields, key: str, match: Match) -> Place:
    inner = _inner(fields, key)
    answer = Place(_fighter(inner, "fighter", match), point(inner.take("at"), inner.path("at")))
    inner.done()
    return answer


def _tactic(fields: Fields, key: str, match: Match) -> Tactic | None:
    if fields.left.get(key) is False and fields.left.pop(key) is False:
        return None
    inner = _inner(fields, key)
    card = inner.text("play")
    if card not in content.load().tactics:
        raise inner.fault("play", "unknown_id", "MAT-9", found=card)
    at = point(inner.take("at"), inner.path("at")) if "at" in inner.left else ()
    target = _fighter(inner, "target", match) if "target" in inner.left else ""
    answer = Tactic(card, -1, bytes(32), target, at, inner.number("turn", -360, 360, 0) % 360)
    inner.done()
    return answer


def _move(fields: Fields, key: str, match: Match) -> Move:
    inner = _inner(fields, key)
    answer = Move(_path(inner))
    inner.done()
    return answer


def _charge(fields: Fields, key: str, match: Match) -> tuple[tuple[Point, ...] | None, str, str]:
    """Path (None: the core's own way), target, weapon."""
    inner = _inner(fields, key)
    answer = _path(inner) if "path" in inner.left else None, _target(inner, match), _weapon(inner)
    inner.done()
    return answer


def _weapon(fields: Fields) -> str:
    return fields.text("with") if "with" in fields.left else ""


def _attack(fields: Fields, key: str, match: Match) -> Attack:
    inner = _inner(fields, key)
    answer = Attack(_target(inner, match), _weapon(inner))
    inner.done()
    return answer


def _shoot(fields: Fields, key: str, match: Match) -> Shoot:
    inner = _inner(fields, key)
    answer = Shoot(_target(inner, match), _weapon(inner))
    inner.done()
    return answer


def _throw(fields: Fields, key: str, match: Match) -> Throw:
    inner = _inner(fields, key)
    if ("at" in inner.left) == ("target" in inner.left):
        raise inner.fault("at", "at_or_target", "THR-1")
    weapon = _weapon(inner)
    if "at" in inner.left:
        answer = Throw(weapon, at=point(inner.take("at"), inner.path("at")))
    else:
        answer = Throw(weapon, _target(inner, match))
    inner.done()
    return answer


def _blast(fields: Fields, key: str, match: Match) -> Blast:
    inner = _inner(fields, key)
    weapon = _weapon(inner)
    if isinstance(inner.left.get("toward"), str):
        answer = Blast(weapon, _fighter(inner, "toward", match))
    else:
        answer = Blast(weapon, at=point(inner.take("toward"), inner.path("toward")))
    inner.done()
    return answer


def _ability(fields: Fields, key: str, match: Match) -> Use:
    inner = _inner(fields, key)
    use = inner.text("use")
    if use not in match.abilities and use not in content.load().abilities:
        raise inner.fault("use", "unknown_id", "ABI-2", found=use)
    target = _fighter(inner, "target", match) if "target" in inner.left else ""
    at = point(inner.take("at"), inner.path("at")) if "at" in inner.left else ()
    answer = Use(use, target, at, inner.number("turn", -360, 360, 0) % 360)
    inner.done()
    return answer


def _climb(fields: Fields, key: str, match: Match) -> Climb:
    inner = _inner(fields, key)
    answer = Climb(_piece(inner, "on", match), point(inner.take("at"), inner.path("at")) if "at" in inner.left else ())
    inner.done()
    return answer


def _swim(fields: Fields, key: str, match: Match) -> Swim:
    inner = _inner(fields, key)
    answer = Swim(_piece(inner, "across", match), point(inner.take("to"), inner.path("to")))
    inner.done()
    return answer


def _jump(fields: Fields, key: str, match: Match) -> Jump:
    inner = _inner(fields, key)
    answer = Jump(_piece(inner, "over", match))
    inner.done()
    return answer


def _hide(fields: Fields, key: str, match: Match) -> Hide:
    inner = _inner(fields, key)
    answer = Hide(_piece(inner, "in", match))
    inner.done()
    return answer


def _npf(fields: Fields, key: str, match: Match) -> Npf:
    inner = _inner(fields, key)
    name = _fighter(inner, "activate", match)
    given = [action for action in ("attack", "charge", "prowl") if action in inner.left]
    if len(given) != 1:
        raise fields.fault(key, "one_answer_expected", "NPF-4", found=given)
    if given[0] == "prowl":
        answer = Npf(name, "prowl", at=point(inner.take("prowl"), inner.path("prowl")))
    else:
        answer = Npf(name, given[0], _fighter(inner, given[0], match))
    inner.done()
    return answer


class Ready(NamedTuple):
    """A ready-made piece put down: what it is like, or its shape's id."""

    like: str
    at: Point
    turn: int


def _place(fields: Fields, key: str, match: Match) -> Ready | Build | Place:
    """A ready-made piece, one of one's own making, or an NPF."""
    inner = _inner(fields, key)
    answer: Ready | Build | Place
    if "npf" in inner.left:
        name = inner.text("npf")
        if all(name != profile.id for profile in match.setup.npfs) and name not in content.load().npfs:
            raise inner.fault("npf", "unknown_id", "NPF-2", found=name)
        answer = Place(name, point(inner.take("at"), inner.path("at")))
    elif {"rules", "outline", "disc"} & set(inner.left):
        outline, radius = footprint(inner, LONGEST_PATH)
        answer = Build(special_rules(inner), outline, radius, inner.text("like") if "like" in inner.left else "")
    else:
        like = inner.text("like")
        known = like in LIKES or _shape(like) is not None
        if not known and all(like not in (shape.id, shape.like) for shape in match.setup.pool):
            raise inner.fault("like", "unknown_id", "PREP-6", found=like)
        answer = Ready(like, point(inner.take("at"), inner.path("at")), inner.number("turn", -360, 360, 0) % 360)
    inner.done()
    return answer


READERS: dict[str, Reader] = {
    "bid": _whole,
    "first_player": _whole,
    "leader": _fighter,
    "mission": _word,
    "half": _word,
    "deploy": _deploy,
    "hand": _words,
    "tactic": _tactic,
    "cancel": _yes_or_no,
    "designate": _fighter,
    "interrupt": _id_or_false,
    "pass": _is_true,
    "move": _move,
    "charge": _charge,
    "attack": _attack,
    "shoot": _shoot,
    "throw": _throw,
    "blast": _blast,
    "extinguish": _is_true,
    "end": _is_true,
    "reaction": _word,
    "shift": _whole,
    "strike": _yes_or_no,
    "pay": _yes_or_no,
    "ability": _ability,
    "remove_rage": _words,
    "order": _words,
    "claim": _whole,
    "place": _place,
    "climb": _climb,
    "swim": _swim,
    "jump": _jump,
    "hide": _hide,
    "npf": _npf,
}


# --- answering ---


def answer_of(match: Match, vault: Vault, play: Play, question: Decision) -> Answer | Illegal:
    """The core's answer for a play, or what its own player would refuse to do in secret."""
    key, value = play.key, play.value
    if key in _SECRETS:
        return _SECRETS[key](match, vault, value)
    if key == "tactic":
        return _card(match, vault, value)
    if key == "charge":
        path, target, weapon = value
        if path is None:
            path = charge_path(match, question.fighter, target) if target in match.fighters else ()
        return Charge(path or (), target, weapon)
    if key in ("shoot", "throw", "blast"):
        weapon = value.weapon or _only_weapon(match, question.fighter, key)
        return value._replace(weapon=weapon)  # type: ignore[no-any-return]
    if key == "strike":
        return Pick(_striker(play, question) if value else PASS)
    if key in ("cancel", "pay"):
        return Pick(key if value else PASS)
    if isinstance(value, Ready):
        return Place(_left_in_pool(match, value.like), value.at, value.turn)
    if key in ("remove_rage", "order"):
        return PickMany(value)
    if key in ("deploy", "move", "attack", "ability", "place", "npf", *OVER_SCENERY):
        return value  # type: ignore[no-any-return]
    if key == "extinguish":
        return Extinguish()
    if key == "end":
        return End()
    return Pick(PASS if key == "pass" else value)


def _striker(play: Play, question: Decision) -> str:
    able = [str(option) for option in question.options if option != PASS]
    return play.fighter or able[0]


def _only_weapon(match: Match, fighter: str, key: str) -> str:
    category = {"shoot": "shooting", "throw": "throwing"}.get(key, key)
    names = [gear.name for gear, mode in ranged_weapons(match.fighters[fighter]) if mode.category == category]
    return names[0] if len(names) == 1 else ""


def _left_in_pool(match: Match, like: str) -> str:
    """The first piece of a like, or the one of an id, that is left or can be paid for; else the first that isn't."""
    named = [shape.id for shape in match.setup.pool if like in (shape.id, shape.like)]
    named.sort(key=lambda shape: shape != like)
    open_ = flow.options(match)
    return next((shape for shape in named if shape in open_), named[0] if named else like)


def _card(match: Match, vault: Vault, play: Tactic | None) -> Answer:
    if play is None:
        return Pick(PASS)
    for index, card in vault.hand(match):
        if card == play.card:
            return vault.play(match, index, play.target, play.at, play.turn)
    return play


def _bid(match: Match, vault: Vault, value: int) -> Answer | Illegal:
    if not 0 <= value <= match.sides[vault.player].sp:
        return Illegal("bid_above_the_reserve", "GEN-6", bid=value, reserve=match.sides[vault.player].sp)
    return vault.seal_bid(match, value)


def _mission(match: Match, vault: Vault, value: str) -> Answer | Illegal:
    card = missions.find(match, value)
    if card is None or card.revealed:
        return Pick(value)
    if not missions.usable(match, vault.player, card.symbol):
        return Illegal("not_your_symbol", "MAT-8", mission=value)
    return vault.seal_mission(match, card)


def _hand(match: Match, vault: Vault, value: tuple[str, ...]) -> Answer | Illegal:
    if len(set(value)) < len(value):
        return Illegal("name_twice", "MAT-9")
    for card in value:
        if card not in flow.options(match):
            return Illegal("no_such_card", "MAT-9", card=card)
    if len(value) != hand_size(match, vault.player):
        return Illegal("wrong_hand_size", "PREP-8", expected=hand_size(match, vault.player), given=len(value))
    return vault.seal_hand(match, value)


_SECRETS: dict[str, Callable[[Match, Vault, Any], Answer | Illegal]] = {"bid": _bid, "mission": _mission, "hand": _hand}
