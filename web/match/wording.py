"""Events, rolls and refusals in words: their codes and values as catalogue texts, with the names of this match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from eden_core.analysis.odds import Chance
from eden_core.cards.equipment import LIMBS
from eden_core.cards.records import Ability, Shape
from eden_core.cards.scenery_rules import RULES
from eden_core.cards.vocabulary import WEATHER
from eden_core.engine.field import Piece
from eden_core.engine.match import Fighter
from eden_core.engine.messages import Event, Roll
from eden_core.errors import EdenError
from eden_core.geometry.lengths import path_length
from eden_core.rules.common.wounds import limb_at
from web.i18n.catalogue import Words
from web.i18n.names import ability_name
from web.match.session import Line, Session

__all__ = [
    "Said",
    "ability_left",
    "faces_text",
    "log_lines",
    "percent",
    "piece_label",
    "piece_name",
    "refusal_text",
    "roll_text",
    "rules_of",
    "said",
    "term_name",
    "thing_name",
    "throw_said",
]

_NAMES = ("fighter", "target", "by", "enemy", "npf")
# Events whose `what` is a word of the cards' vocabulary, and the prefixes of its texts' keys.
_WHAT = {"modified": ("modified",), "granted": ("property",), "withstood": ("effect", "state")}
# Reported once for all fighters, with the first of them.
_TOGETHER = {("ap_gained", "PREP-9"), ("ap_gained", "ITD-8"), ("ap_lost", "ITD-7")}


class Said(NamedTuple):
    """A line of the log as it is shown."""

    text: str
    rule: str
    player: int = 0  # the player who caused it; 0 for nobody
    style: str = ""  # "mark-round", "mark-phase", "loud" or plain
    faces: tuple[tuple[int, bool], ...] = ()  # dice and whether each is a success
    result: str = ""


def ability_left(words: Words, fighter: Fighter, ability: Ability) -> str:
    """Return how often an ability may still be used (GEN-7); "" if there is no limit."""
    key = f"ability:{ability.id}"
    limits = (("round", ability.per_round, fighter.used_round), ("match", ability.per_match, fighter.used_match))
    return ", ".join(
        words(f"ui.card.left.{when}", n=max(0, limit - dict(used).get(key, 0)), of=limit)
        for when, limit, used in limits
        if limit
    )


def percent(chance: Chance) -> str:
    """Return a chance in percent; an uncertain one is never shown as 0 % or 100 %."""
    ways, of = chance
    if 995 * of <= 1000 * ways < 1000 * of:
        return "> 99 %"
    return "< 1 %" if 0 < 200 * ways < of else f"{round(100 * ways / of)} %"


def term_name(words: Words, term: str) -> str:
    """Return the name of a term of a sum: a word of the core, an ability, or a piece of equipment."""
    return words.first(f"term.{term}", f"ability.{term}", term)


def piece_name(words: Words, piece: Piece | Shape) -> str:
    """Return the name of a piece of scenery.

    A piece from Territory management is named by its look, which fire and attacks may change; without a special look it
    was built (TER-2).
    """
    look, bought = f"scenery.{piece.like or 'built'}", piece.territory if isinstance(piece, Piece) else piece.cost
    return words(look) if bought else words.first(f"piece.{piece.id}", look)


def piece_label(words: Words, piece: Piece | Shape) -> str:
    """Return a piece's current state in a line: name, special rules (TER), attacks suffered, fire."""
    attacks, burn = (piece.attacks, piece.burn) if isinstance(piece, Piece) else (0, 0)
    parts = []
    for word, x in rules_of(piece):
        name = words(f"terrain.{word}.name")
        part = f"{name} {x}" if RULES[word].takes_x else name
        parts.append(f"{part} ({words('ui.piece.suffered', n=attacks)})" if word == "destruction" and attacks else part)
    made = ": ".join(filter(None, (piece_name(words, piece), ", ".join(parts))))
    return f"{made}; {words('ui.piece.burning', n=burn)}" if burn else made


def thing_name(words: Words, session: Session, what: str) -> str:
    """Return the name of a fighter or a piece of scenery; pieces of the same name are numbered."""
    piece = session.match.pieces.get(what)
    if piece is None:
        return session.name(what)
    return _numbered(words, session, piece, piece_name(words, piece))


def _numbered(words: Words, session: Session, piece: Piece, name: str) -> str:
    twins = [
        other.id for other in session.match.pieces.values() if piece_name(words, other) == piece_name(words, piece)
    ]
    return f"{name} {twins.index(piece.id) + 1}" if len(twins) > 1 else name


def _piece_then(words: Words, session: Session, what: str) -> str:
    """Return the name that a piece had before it was destroyed (TER-DES), for use in the log."""
    piece = session.match.pieces.get(what)
    if piece is None or what not in session.looks:
        return thing_name(words, session, what)
    return _numbered(words, session, piece, words(f"scenery.{session.looks[what] or 'built'}"))


def rules_of(piece: Piece | Shape) -> list[tuple[str, int]]:
    """Return the special rules of a piece as it stands, with X; rules removed by fire are left out (TER-FLA)."""
    if not isinstance(piece, Piece):
        return list(piece.rules)
    words = dict.fromkeys([word for word, _ in piece.rules] + (["obstacle"] if piece.burn else []))
    return [(word, x) for word in words if (x := piece.amount(word))]


def _player_of(session: Session, event: Event) -> int:
    player = event.get("player", 0)
    if isinstance(player, int) and player:
        return player
    fighter = session.match.fighters.get(str(event.get("by") or event.get("fighter")))
    return fighter.player if fighter else 0


def _card(words: Words, card: str) -> str:
    return words.first(f"tactic.{card}.name", f"mission.{card}.name", f"ability.{card}", card)


def _values(words: Words, session: Session, event: Event) -> dict[str, object]:
    """Return an event's values in the form that texts take."""
    values: dict[str, object] = dict(event.values)
    for name in (*_NAMES, "piece"):
        if isinstance(values.get(name), str):
            values[name] = _piece_then(words, session, str(values[name]))
    if "player" in values:
        values["player"] = session.player_name(int(str(values["player"])))
    limb = values.get("limb")
    if limb is not None:
        values["limb"] = words(f"limb.{LIMBS[limb] if isinstance(limb, int) else limb}")
    for name, prefix in (
        ("phase", "phase."),
        ("half", "half."),
        ("deployment", "deployment."),
        ("marker", "state."),
        ("reaction", "reaction."),
        ("kind", "marker."),
        ("weather", "weather."),
        ("why", "why."),
    ):
        if isinstance(values.get(name), str):
            values[name] = words(prefix + str(values[name]))
    if event.code in _WHAT:
        values["what"] = words.first(*(f"{prefix}.{values['what']}" for prefix in _WHAT[event.code]))
    if "until" in values:
        values["until"] = words(f"until.{values['until']}")
    if "ability" in values:
        values["ability"] = ability_name(words, str(values["ability"]))
    if values.get("card"):
        values["card"] = _card(words, str(values["card"]))
    if "mission" in values:
        values["mission"] = words(f"mission.{values['mission']}.name")
    if "like" in values:
        look = f"scenery.{values['like'] or 'built'}"
        values["like"] = (
            words(look) if event.rule.startswith("TER") else words.first(f"piece.{values.get('piece')}", look)
        )
    if "path" in values:
        values["length_walked"] = path_length(values["path"])  # type: ignore[arg-type]
        values["length"] = words.cm(int(str(values["length_walked"])))
    fighters = values.get("fighters")
    if isinstance(fighters, tuple):
        values["fighters"] = words.join([session.name(str(who)) for who in fighters])
    return values


def _key(event: Event, values: dict[str, object]) -> str:
    """Return the key of the text that fits an event."""
    code = event.code
    if code in ("exploded", "blasted") and not event.get("fighters"):
        return f"event.{code}.none"
    if code == "scored" and event.get("card"):
        return "event.scored.card"
    if code == "tactic_played" and event.get("target"):
        return "event.tactic_played.target"
    if code == "ability_used" and event.get("target"):
        return "event.ability_used.target"
    if code == "located" and event.get("shift"):
        values["to"] = int(str(values["face"])) + int(str(values["shift"]))
        return "event.located.shift"
    if code == "attack_failed" and event.get("target"):
        return "event.attack_failed.target"
    if code == "prowled" and not values.get("length_walked"):
        return "event.prowled.stays"
    if code == "match_ended" and (event.get("fault") or not event.get("winner")):
        return "event.match_ended.fault" if event.get("fault") else "event.match_ended.draw"
    return f"event.{code}"


def _numbers(event: Event, name: str) -> tuple[int, ...]:
    """Return a value of an event that is a sequence of whole numbers: dice, or one for either side."""
    value = event.get(name)
    assert isinstance(value, tuple)
    return tuple(int(part) for part in value)


def said(words: Words, session: Session, line: Line) -> Said:
    """Return the log line of one event."""
    event = line.event
    player = _player_of(session, event)
    if event.code == "rolled" and line.roll is not None:
        return throw_said(words, session, line.roll, _numbers(event, "dice"))
    values = _values(words, session, event)
    key = _key(event, values)
    if event.code == "bid":
        values["a"], values["b"] = _numbers(event, "bids")
        values["one"], values["two"] = session.player_name(1), session.player_name(2)
    elif event.code == "opposed":
        values["a"], values["b"] = _numbers(event, "totals")
    elif event.code == "modified":
        values["amount"] = f"{event.get('amount'):+d}".replace("-", "−")
    elif event.code == "match_ended":
        winner = int(str(event.get("winner")))
        vp = _numbers(event, "vp")
        values["a"], values["b"] = vp[::-1] if winner == 2 else vp
        values["player"], player = session.player_name(winner), winner
    style = {
        "round_began": "mark-round",
        "phase_began": "mark-phase",
        "incapacitated": "loud",
        "match_ended": "loud",
        "scored": "loud",
    }.get(event.code, "")
    if words.has(f"{key}.{event.rule}"):
        return Said(
            words(f"{key}.{event.rule}", **values),
            event.rule,
            0 if (event.code, event.rule) in _TOGETHER else player,
            style,
        )
    return Said(words(key, **values), event.rule, player, style)


def throw_said(words: Words, session: Session, roll: Roll, faces: tuple[int, ...]) -> Said:
    """Return the line that describes a roll of dice."""
    fighter = session.match.fighters.get(roll.fighter)
    return Said(
        roll_text(words, session, roll),
        roll.rule,
        fighter.player if fighter else 0,
        "",
        _marked(roll, faces),
        faces_text(words, session, roll, faces),
    )


def _marked(roll: Roll, faces: tuple[int, ...]) -> tuple[tuple[int, bool], ...]:
    """Return each die and whether it counts as a success."""
    if roll.reason == "burn":
        return (*((face, face >= roll.difficulty) for face in faces[:3]), (faces[3], False))
    return tuple((face, bool(roll.difficulty) and face >= roll.difficulty) for face in faces)


def roll_text(words: Words, session: Session, roll: Roll) -> str:
    """Return a text that says which fighter rolls, for what, and against whom."""
    reason = words(f"roll.{roll.reason}")
    if not roll.fighter:
        return reason[:1].upper() + reason[1:]
    if roll.reason in ("location", "explosion") and roll.target:
        return words("roll.on", target=session.name(roll.target), reason=reason)
    key = "roll.who_target" if roll.target else "roll.who"
    return words(key, name=session.name(roll.fighter), reason=reason, target=session.name(roll.target))


def faces_text(words: Words, session: Session, roll: Roll, faces: tuple[int, ...]) -> str:
    """Return the result of a roll in words."""
    victim = session.match.fighters.get(roll.target or roll.fighter)
    if roll.reason == "location":
        return ", ".join(_limb_hit(words, victim, face) for face in faces) if victim else ""
    if roll.reason == "weather":
        return words(f"weather.{WEATHER.get(sum(faces), 'normal')}")
    if roll.reason == "infestation":
        return words("ui.module.level", n=max(1, sum(faces) - 2))
    if roll.reason == "first_player":
        return ", ".join(f"{session.player_name(place)} {face}" for place, face in enumerate(faces, 1))
    count = sum(hit for _, hit in _marked(roll, faces))
    if roll.reason == "burn":
        return f"{count} · {_limb_hit(words, victim, faces[-1]) if victim else ''}"
    if roll.difficulty:
        return words("roll.success.1") if count == 1 else words("roll.success.n", n=count)
    return ""


def _limb_hit(words: Words, victim: Fighter, face: int) -> str:
    """Return the name of the limb that a location die hits (ROLL-5)."""
    return words(f"limb.{LIMBS[limb_at(victim, face)]}")


_LENGTHS = ("too_far", "out_of_range", "no_way_there", "too_far_across", "nowhere_to_land", "in_the_fog")
_CONDITION_WORDS = {"limb_wounded": "limb", "marked": "state"}


def _condition_text(words: Words, error: EdenError) -> str:
    """Describe the card condition that fails: what it requires, of whom, and whether it is negated."""
    values = dict(error.values)
    word, what = str(values.get("condition")), str(values.get("what") or "")
    if word in _CONDITION_WORDS:
        what = words(f"{_CONDITION_WORDS[word]}.{what}")
    elif word in ("type", "symbol"):
        what = words.first(f"type.{what}", f"faction.{what}", f"stigma.{what}", what)
    asked = words(f"condition.{word}", what=what, n=values.get("amount"))
    if values.get("negated"):
        asked = words("condition.not", condition=asked)
    return words(
        "error.condition_fails.other" if values.get("other") else "error.condition_fails",
        condition=asked,
        card=_card(words, str(values.get("card"))),
    )


def refusal_text(words: Words, session: Session | None, error: EdenError) -> str:
    """Return the reason for a refusal in words."""
    values = dict(error.values)
    if error.code == "condition_fails":
        return _condition_text(words, error)
    if "ability" in values:
        values["ability"] = ability_name(words, str(values["ability"]))
    if "card" in values:
        values["card"] = _card(words, str(values["card"]))
    for name in (*_NAMES, "other", "piece"):
        if session is not None and isinstance(values.get(name), str):
            values[name] = thing_name(words, session, str(values[name]))
    if session is not None and "targets" in values:
        values["targets"] = words.join([session.name(name) for name in str(values["targets"]).split(", ")])
    for name in ("length", "limit", "distance"):
        if isinstance(values.get(name), int):
            values[name] = words.cm(int(str(values[name]))) if error.code in _LENGTHS else values[name]
    return words.first(f"error.{error.code}", str(error), **values)


def log_lines(words: Words, session: Session, lines: Iterable[Line]) -> list[Said]:
    """Return the log in words; an event that affects all fighters at once is reported once."""
    found: list[Said] = []
    together: set[tuple[str, str]] = set()
    for line in lines:
        mark = (line.event.code, line.event.rule)
        if mark in _TOGETHER:
            if mark in together:
                continue
            together.add(mark)
        elif line.event.code not in ("ap_lost", "unmarked"):
            together.clear()
        found.append(said(words, session, line))
    return found
