"""The prompts to buy or build scenery (TER-1, TER-2) and to place NPFs (NPF-2): first the choice, then the place."""

from __future__ import annotations

import re

from eden_core.cards.records import Profile, Shape
from eden_core.cards.vocabulary import CHARACTERISTICS
from eden_core.engine.messages import Decision
from web.match.wording import piece_label, piece_name, refusal_text
from web.planning.scenery_draft import Draft
from web.prompts.prompt import Asker, Prompt, no_room
from web.ui.controls import Choice

__all__ = ["infestation", "territory"]

TURNS = ("left", "right")


def _helpers(asker: Asker, *others: Choice, turns: bool = True, every: bool = False) -> tuple[Choice, ...]:
    """Return buttons that find a place (with `every`, for all that is left) or turn; `others` lead to the choice."""
    words = asker.words
    found: tuple[Choice, ...] = (Choice("place", words("help.place"), do="help"),)
    found += (Choice("place_all", words("help.place_all"), do="help"),) if every else ()
    return found + tuple(Choice(way, words(f"help.turn_{way}"), do="turn", icon=way) for way in TURNS if turns) + others


def _where(asker: Asker) -> str:
    """Return a note on how to choose the place; "" once it is chosen."""
    if asker.plan.at:
        return ""
    return asker.words("ask.place.none_found" if asker.planner.stuck else "ask.place.where")


def _left(asker: Asker, points: str) -> tuple[tuple[int, int], ...]:
    """Return each player's remaining points, the asked player's first."""
    return tuple((player, int(getattr(asker.match.sides[player], points))) for player in (asker.owner, 3 - asker.owner))


def _points(asker: Asker, cost: int) -> str:
    """Return a cost in points, in words."""
    return asker.words("ask.buy.cost.1" if cost == 1 else "ask.buy.cost", n=cost)


# --- scenery ---


def territory(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt to choose a piece of the catalogue or build one, then to place and turn it (TER-1)."""
    words, plan = asker.words, asker.plan
    left = _left(asker, "scenery_points")
    if plan.draft is not None:
        made = (_drawing if plan.draft.step == "draw" else _placing if plan.draft.step == "place" else _designing)(
            asker, decision, plan.draft
        )
        return made._replace(purse=left)
    shapes = asker.match.setup.pool
    chosen = next((shape for shape in shapes if shape.id == plan.what), None)
    about = {**asker.about(decision), "n": left[0][1]}
    if chosen is not None:
        return asker.make(
            decision,
            title=words("ask.buy.chosen", piece=piece_name(words, chosen), **about),
            why=words("ask.place.why"),
            rule="PREP-6",
            layout="place",
            choices=(_piece(asker, chosen, left[0][1]),),
            purse=left,
            note=_where(asker),
            helpers=_helpers(asker, Choice("", words("ask.buy.other"))),
            primary=asker.go(words("ask.place.go"), _points(asker, chosen.cost)),
            others=no_room(asker, decision),
        )
    choices = [_piece(asker, shape, left[0][1]) for shape in shapes]
    if asker.match.ruleset.piece_builder:
        choices.append(Choice("build:design:", words("ask.build.open"), words("ask.build.open.why"), icon="wrench"))
    return asker.make(
        decision,
        title=words("ask.buy", **about),
        why=words("ask.buy.why", **about),
        layout="shop",
        purse=left,
        choices=tuple(choices),
        helpers=_helpers(asker, turns=False, every=True),
        others=no_room(asker, decision),
    )


def _piece(asker: Asker, shape: Shape, points: int) -> Choice:
    """Return a piece of the catalogue as a choice: name, size, special rules, and the reason if it is too expensive."""
    words = asker.words
    name = piece_name(words, shape)
    dear = words("error.too_dear", cost=shape.cost, points=points) if shape.cost > points else ""
    rules = piece_label(words, shape).removeprefix(name).removeprefix(": ")
    detail = " · ".join(
        filter(None, (words(f"size.{shape.size}"), re.sub(" (?=[0-9])", "\u00a0", rules)))
    )  # keeps X on the same line as its rule
    return Choice(
        shape.id, name, detail, cost=str(shape.cost), keys=dear, pressed=shape.id == asker.plan.what, enabled=not dear
    )


# --- the workshop ---


def _designing(asker: Asker, decision: Decision, draft: Draft) -> Prompt:
    """Return the prompt to choose special rules and form, with their cost and faults (TER-2)."""
    words = asker.words
    points = asker.match.sides[asker.owner].scenery_points
    faults = tuple((refusal_text(words, asker.session, fault), fault.rule) for fault in draft.faults(points))
    label = words("ask.build.draw" if draft.form == "free" and not draft.may_close() else "ask.build.field")
    return asker.make(
        decision,
        title=words("ask.build", **asker.about(decision)),
        why=words("ask.build.why"),
        rule="TER-2",
        layout="build",
        draft=draft,
        faults=faults,
        primary=Choice("build:field:", label, cost=_points(asker, draft.cost()), enabled=not faults),
        helpers=(Choice("", words("ask.buy.other")),),
    )


def _drawing(asker: Asker, decision: Decision, draft: Draft) -> Prompt:
    """Return the prompt to draw a free form corner by corner on the field (TER-2)."""
    words = asker.words
    count = len(draft.corners)
    return asker.make(
        decision,
        title=words("ask.build.drawing", **asker.about(decision)),
        why=words("ask.build.drawing.why"),
        rule="TER-2",
        layout="place",
        draft=draft,
        note=words("ask.build.corners", n=count),
        primary=Choice("build:close:", words("ask.build.close"), enabled=draft.may_close()),
        helpers=(
            Choice("build:uncorner:", words("ask.build.uncorner"), enabled=count > 0),
            Choice("build:design:", words("ask.build.change")),
        ),
    )


def _placing(asker: Asker, decision: Decision, draft: Draft) -> Prompt:
    """Return the prompt to place the piece that was built (TER-1, PREP-6)."""
    words = asker.words
    return asker.make(
        decision,
        title=words("ask.buy.chosen", piece=words("scenery.built"), **asker.about(decision)),
        why=words("ask.place.why"),
        rule="PREP-6",
        layout="place",
        draft=draft,
        note=_where(asker),
        helpers=_helpers(
            asker,
            Choice("build:design:", words("ask.build.change")),
            *((Choice("build:redraw:", words("ask.build.redraw")),) if draft.form == "free" else ()),
        ),
        primary=asker.go(words("ask.place.go"), _points(asker, draft.cost())),
        others=no_room(asker, decision),
    )


# --- NPFs ---


def infestation(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt to choose an NPF, then its place (NPF-2)."""
    words, plan = asker.words, asker.plan
    left = _left(asker, "npf_points")
    npfs = sorted(asker.match.setup.npfs, key=lambda profile: profile.level)
    chosen = next((profile for profile in npfs if profile.id == plan.what), None)
    about = {**asker.about(decision), "n": left[0][1]}
    if chosen is not None:
        name = words.name_of(chosen.id, chosen.name)
        return asker.make(
            decision,
            title=words("ask.buy.chosen", piece=name, **about),
            why=words("ask.infest.where"),
            layout="place",
            choices=(_npf(asker, chosen, left[0][1]),),
            purse=left,
            note=_where(asker),
            helpers=_helpers(asker, Choice("", words("ask.infest.other")), turns=False),
            primary=asker.go(words("ask.place.go"), _points(asker, chosen.level)),
            others=no_room(asker, decision),
        )
    return asker.make(
        decision,
        title=words("ask.infest", **about),
        why=words("ask.infest.why", **about),
        layout="shop",
        purse=left,
        choices=tuple(_npf(asker, profile, left[0][1]) for profile in npfs),
        helpers=_helpers(asker, turns=False, every=True),
        others=no_room(asker, decision),
    )


def _npf(asker: Asker, profile: Profile, points: int) -> Choice:
    """Return an NPF as a choice: level, characteristics, and the reason if it is too expensive."""
    words = asker.words
    numbers = " ".join(f"{words('char.' + name)} {limb.normal}" for name, limb in zip(CHARACTERISTICS, profile.limbs))
    dear = words("error.too_few_npf_points", level=profile.level, points=points) if profile.level > points else ""
    return Choice(
        profile.id,
        words.name_of(profile.id, profile.name),
        numbers,
        cost=str(profile.level),
        keys=dear,
        pressed=profile.id == asker.plan.what,
        enabled=not dear,
    )
