"""The prompt bar: the player asked, the question and its reason, choices, primary action, refusal with its rule."""

from __future__ import annotations

from eden_core.analysis.attack_odds import Odds
from web.i18n.catalogue import Words
from web.match.session import ALWAYS, WAIVED, Session
from web.match.wording import percent
from web.prompts.prompt import Prompt
from web.ui.controls import Choice, button, disc, rule_link
from web.ui.nodes import Child, Node, h, icon

__all__ = ["prompt_bar", "spoken"]


def _odds(words: Words, odds: Odds) -> Node:
    dice = words("odds.dice", n=odds.dice, d=odds.difficulty) if odds.dice else words("odds.no_dice")
    return h(
        "span",
        {"class": "odds", "title": words("odds.passive")},
        h("span", None, dice),
        [
            h("span", None, f"{words('odds.' + name)} ", h("b", None, percent(part)))
            for name, part in (("hit", odds.hit), ("wound", odds.wound), ("down", odds.down))
        ],
    )


def _choice(prompt: Prompt, choice: Choice, order: int) -> Node:
    if prompt.layout == "hand":
        attrs = {
            "type": "button",
            "class": "button card",
            "data-do": choice.do,
            "data-option": choice.id,
            "aria-pressed": None if choice.pressed is None else str(choice.pressed).lower(),
            "aria-disabled": None if choice.enabled else "true",
            "aria-keyshortcuts": str(order) if order < 10 else None,
        }
        return h(
            "button",
            attrs,
            h("b", None, choice.label),
            h("span", {"class": "keys"}, choice.keys),
            h("span", {"class": "what"}, choice.detail),
            key=choice.id,
        )
    if prompt.layout == "bids":
        return h(
            "button",
            {
                "type": "button",
                "class": "button",
                "data-do": "choose",
                "data-option": choice.id,
                "aria-label": choice.detail,
                "aria-pressed": str(choice.pressed).lower(),
            },
            choice.label,
            key=choice.id,
        )
    return button(choice, order=order)


def _title(prompt: Prompt, name: str) -> list[Child]:
    """Return the title, with the player's name in the player's colour."""
    before, found, after = prompt.title.partition(name) if name else (prompt.title, "", "")
    return [before, h("span", {"class": "who"}, name), after] if found else [prompt.title]


def prompt_bar(words: Words, session: Session, prompt: Prompt, can_undo: bool, can_back: bool) -> list[Node]:
    """Return the contents of the bar: the question, which scrolls if long, and the buttons beside or below it."""
    owner = prompt.owner
    symbol = session.match.setup.troops[owner - 1].symbol if owner else ""
    text, rule = prompt.refusal
    acts: list[Child] = []
    if prompt.primary:
        acts.append(button(prompt.primary, "primary"))
    acts += [button(choice) for choice in prompt.others]
    if can_back:
        acts.append(button(Choice("back", words("ui.back"), do="back", icon="cancel"), "quiet"))
    if can_undo:
        acts.append(button(Choice("undo", words("ui.undo"), do="undo", icon="undo"), "quiet"))
    options: Child = None
    if prompt.purse or prompt.draft:
        from web.table.panel.shop import wares  # loaded only for the optional rules

        options = wares(words, session, prompt)
    elif prompt.choices:
        layout = {"bids": "options bids", "hand": "options hand"}.get(prompt.layout, "options")
        options = h(
            "div",
            {"class": layout, "role": "group", "aria-labelledby": "prompt-title"},
            [_choice(prompt, choice, place) for place, choice in enumerate(prompt.choices, 1)],
        )
    asked = h(
        "div",
        {"class": "asked", "tabindex": "-1"},  # it scrolls, so Firefox would stop here at each Tab
        h(
            "div",
            {"class": "ask"},
            disc(symbol, owner) if owner else None,
            h(
                "div",
                None,
                h("h2", {"id": "prompt-title"}, _title(prompt, session.player_name(owner) if owner else "")),
                h("p", None, prompt.why, rule_link(words, prompt.rule)) if prompt.why or prompt.rule else None,
            ),
            h(
                "button",
                {
                    "type": "button",
                    "class": "button quiet unfold",
                    "data-do": "hint",
                    "aria-label": words("solo.hint"),
                    "title": words("solo.hint"),
                    "aria-expanded": "false",
                },
                icon("help"),
            )
            if prompt.is_hint_folded
            else None,
        ),
        h(
            "div",
            {"class": "refusal", "role": "alert", "data-rule": rule},
            icon("cancel"),
            h("span", None, text),
            rule_link(words, rule),
            h("small", None, words(f"edition.{session.match.ruleset.edition}.short")),
        )
        if text
        else None,
        h("p", {"class": "hint"}, icon("help"), h("span", None, h("b", None, words("solo.hint")), " ", prompt.hint))
        if prompt.hint and not prompt.is_hint_folded
        else None,
        h(
            "p",
            {"class": "note"},
            _odds(words, prompt.odds) if prompt.odds else None,
            h("span", {"class": "made"}, prompt.note) if prompt.odds and prompt.note else prompt.note,
        )
        if prompt.note or prompt.odds
        else None,
        h("p", {"class": "warning", "role": "alert"}, icon("skull"), h("span", None, prompt.warning))
        if prompt.warning
        else None,
        options,
        h(
            "div",
            {"class": "toggles"},
            [
                h(
                    "label",
                    {"class": "toggle"},
                    h(
                        "input",
                        {"type": "checkbox", "data-do": "asks", "data-option": when, "checked": prompt.asks == when},
                    ),
                    label,
                )
                for when, label in ((WAIVED, words("ask.waive")), (ALWAYS, words("ask.always")))
            ],
        )
        if prompt.asks
        else None,
        key=f"{prompt.kind}/{prompt.layout}",
    )  # another question starts scrolled to its top
    return [
        part
        for part in (
            asked,
            h("div", {"class": "helpers"}, [button(choice) for choice in prompt.helpers]) if prompt.helpers else None,
            h("div", {"class": "acts"}, acts) if acts else None,
        )
        if part is not None
    ]


def spoken(prompt: Prompt) -> str:
    """Return the text by which a screen reader announces a new prompt."""
    options = ", ".join(" ".join(filter(None, (choice.label, choice.cost))) for choice in prompt.choices[:12])
    return " ".join(filter(None, (prompt.title, prompt.why, prompt.note, prompt.warning, options)))
