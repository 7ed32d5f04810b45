"""Scenery to buy and NPFs to place (TER-1, NPF-2): the goods, their cost and effect, the points left.

The style sheet is loaded with it; the workshop, where pieces are built, is loaded with its first use.
"""

from __future__ import annotations

from eden_core.cards.equipment import LIMBS, gear_text
from eden_core.cards.records import Profile
from eden_core.engine.match import Match
from web.i18n.catalogue import Words
from web.i18n.names import ability_name, ability_text
from web.match.session import Session
from web.prompts.prompt import Prompt
from web.ui.controls import Choice, disc, p_class
from web.ui.nodes import Child, Node, h, icon
from web.ui.pictures import outline_picture
from web.ui.scenery import rules_list

__all__ = ["wares"]


def wares(words: Words, session: Session, prompt: Prompt) -> list[Child]:
    """Return the contents between the question and its buttons.

    These are each player's points, then the list, the thing chosen, or the workshop.
    """
    made: list[Child] = [h("link", {"rel": "stylesheet", "data-style": "shop"}, key="style")]
    if prompt.purse:
        made.append(_purse(words, session, prompt))
    if prompt.layout == "build" and prompt.draft is not None:
        from web.table.panel.builder import workshop

        made.append(workshop(words, session.match.ruleset, prompt.draft, prompt.faults))
    elif prompt.layout == "place":
        made.append(h("div", {"class": "placing"}, _about(words, session.match, prompt)))
    else:
        made.append(
            h(
                "div",
                {"class": "wares", "role": "group", "aria-labelledby": "prompt-title"},
                [_ware(session.match, prompt, choice, place) for place, choice in enumerate(prompt.choices, 1)],
            )
        )
    return made


def _purse(words: Words, session: Session, prompt: Prompt) -> Node:
    """Return each player's remaining points."""
    kind = "npf" if prompt.rule == "NPF-2" else "scenery"
    return h(
        "p",
        {"class": "purse", "data-kind": kind},
        h("span", None, words(f"ui.purse.{kind}")),
        [
            h(
                "span",
                {"class": f"coin {p_class(player)}", "data-player": player, "data-points": points},
                h("i", {"aria-hidden": "true"}),
                f"{session.player_name(player)} ",
                h("b", None, str(points)),
                key=str(player),
            )
            for player, points in prompt.purse
        ],
    )


def _ware(match: Match, prompt: Prompt, choice: Choice, order: int) -> Node:
    """Return a piece or an NPF as a button."""
    attrs = {
        "type": "button",
        "class": "button ware",
        "data-do": choice.do,
        "data-option": choice.id,
        "aria-pressed": None if choice.pressed is None else str(choice.pressed).lower(),
        "aria-disabled": None if choice.enabled else "true",
        "aria-keyshortcuts": str(order) if order < 10 else None,
    }
    shape = next((shape for shape in match.setup.pool if shape.id == choice.id), None)
    if prompt.rule == "NPF-2":
        sign = disc("npf")
    else:
        sign = outline_picture(shape.outline) if shape is not None else icon("build")
    return h(
        "button",
        attrs,
        sign,
        h(
            "span",
            {"class": "lines"},
            h("b", None, choice.label),
            h("small", None, choice.detail),
            h("small", {"class": "dear"}, choice.keys) if choice.keys else None,
        ),
        h("span", {"class": "price"}, choice.cost) if choice.cost else None,
        key=f"{choice.do}/{choice.id}",
    )


def _about(words: Words, match: Match, prompt: Prompt) -> Node | None:
    """Return a description of the piece or NPF that was chosen or built."""
    if prompt.draft is not None:
        return rules_list(words, match.ruleset, prompt.draft.rules)
    name = prompt.choices[0].id
    npf = next((profile for profile in match.setup.npfs if profile.id == name and prompt.rule == "NPF-2"), None)
    if npf is not None:
        return _npf(words, npf, prompt.choices[0].detail)
    shape = next((shape for shape in match.setup.pool if shape.id == name), None)
    return rules_list(words, match.ruleset, shape.rules) if shape is not None else None


def _npf(words: Words, profile: Profile, numbers: str) -> Node:
    """Return an NPF's characteristics, CP of each limb, abilities and equipment."""
    limbs = ", ".join(f"{words('limb.' + name)} {limb.white + limb.red}" for name, limb in zip(LIMBS, profile.limbs))
    lines: list[Node] = [h("li", None, h("b", None, numbers), " · ", h("b", None, words("ui.purse.cp")), " ", limbs)]
    lines += [
        h("li", {"data-ability": name}, h("b", None, ability_name(words, name)), " ", ability_text(words, name))
        for name in profile.abilities
    ]
    lines += [h("li", None, gear_text(piece, words.language)) for piece in profile.gear]
    return h("ul", {"class": "ware-rules"}, lines)
