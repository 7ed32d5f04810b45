"""The workshop: a piece of scenery that a player designs, its special rules, form and current cost (TER-2)."""

from __future__ import annotations

from eden_core.cards.scenery_rules import LONGEST_SIDE, RULES, SIZES
from eden_core.ruleset import Ruleset
from web.i18n.catalogue import Words
from web.planning.scenery_draft import LENGTHS, STEP, Draft
from web.ui.controls import rule_link
from web.ui.nodes import Child, Node, h, icon
from web.ui.pictures import outline_picture, signed
from web.ui.scenery import rule_name, rule_text

__all__ = ["workshop"]

FORM_PICTURES = {
    "rectangle": Draft(width=900, height=600),
    "disc": Draft(form="disc", width=800),
    "ell": Draft(form="ell", width=900, height=800, arm=350),
    "free": Draft(form="free", corners=((0, 100), (450, 0), (900, 300), (700, 800), (250, 650))),
}


def workshop(words: Words, ruleset: Ruleset, draft: Draft, faults: tuple[tuple[str, str], ...]) -> Node:
    """Return the workshop: form and lengths, special rules, and the resulting cost."""
    return h(
        "div",
        {"class": "workshop"},
        _sum(words, ruleset, draft, faults),
        _form(words, draft),
        _rules(words, ruleset, draft),
    )


def _press(do: str, classes: str, label: Child, pressed: bool) -> Node:
    """Return the button for a form or a rule."""
    return h(
        "button",
        {
            "type": "button",
            "class": f"button {classes}",
            "data-do": "choose",
            "data-option": f"build:{do}",
            "aria-pressed": str(pressed).lower(),
        },
        label,
        key=do,
    )


def _step(words: Words, do: str, what: str, sign: str, enabled: bool) -> Node:
    """Return a button that decreases or increases a number; it stays the same element whatever the number."""
    name = words("ask.build.less" if sign == "−" else "ask.build.more", what=what)
    return h(
        "button",
        {
            "type": "button",
            "class": "button step",
            "data-do": "choose",
            "data-option": f"build:{do}",
            "aria-label": name,
            "aria-disabled": None if enabled else "true",
        },
        sign,
        key=sign,
    )


# --- the cost ---


def _sum(words: Words, ruleset: Ruleset, draft: Draft, faults: tuple[tuple[str, str], ...]) -> Node:
    """Return the piece from above, the calculation of its cost, and its faults."""
    size = draft.size()
    terms = [
        h(
            "li",
            {"data-size": size},
            words(f"size.{size}") if size else words("ask.build.no_size"),
            " ",
            h("b", None, str(SIZES[size]) if size else "?"),
        )
    ]
    terms += [
        h(
            "li",
            None,
            rule_name(words, ruleset, word, x),
            " ",
            h("b", None, signed(RULES[word].base + RULES[word].per_x * x)),
            key=word,
        )
        for word, x in draft.rules
    ]
    wrong = [
        h(
            "p",
            {"class": "refusal", "data-rule": rule},
            icon("cancel"),
            h("span", None, text),
            rule_link(words, rule),
            key=rule,
        )
        for text, rule in faults
    ]
    return h(
        "div",
        {"class": "build-sum", "role": "group", "aria-label": words("ask.build.sum")},
        outline_picture(draft.outline, draft.radius)
        if draft.outline
        else h("span", {"class": "outline undrawn", "aria-hidden": "true"}, "?"),
        h(
            "div",
            None,
            h(
                "p",
                {"class": "total", "role": "status", "data-cost": draft.cost()},
                h("b", None, str(draft.cost())),
                " ",
                words("ask.build.points"),
            ),
            h("ul", {"class": "terms"}, terms),
        ),
        h("div", {"class": "wrongs", "role": "status"}, wrong),
    )


# --- form and measures ---


def _form(words: Words, draft: Draft) -> Node:
    forms = [
        _press(
            f"form:{form}",
            "form",
            [outline_picture(shown.outline, shown.radius), words(f"ask.build.form.{form}")],
            form == draft.form,
        )
        for form, shown in FORM_PICTURES.items()
    ]
    lengths = [_length(words, draft, part) for part in LENGTHS[draft.form]]
    return h(
        "fieldset",
        {"class": "build-form"},
        h("legend", None, words("ask.build.form")),
        h("div", {"class": "forms"}, forms),
        lengths,
        h("p", {"class": "note"}, words("ask.build.free")) if draft.form == "free" else None,
    )


def _length(words: Words, draft: Draft, part: str) -> Node:
    """Return the controls of a length in centimetres: a slider, and buttons for half a centimetre less or more."""
    now = int(getattr(draft, part))
    label = words("ask.build.across" if draft.form == "disc" else f"ask.build.{part}")
    most = LONGEST_SIDE if part != "arm" else min(draft.width, draft.height) - STEP
    least = 2 * STEP if part != "arm" else STEP
    return h(
        "div",
        {"class": "measure", "role": "group", "aria-label": label},
        h("span", {"class": "what"}, label),
        _step(words, f"{part}:{now - STEP}", label, "−", now > least),
        h(
            "input",
            {
                "type": "range",
                "min": least,
                "max": most,
                "step": STEP,
                "value": min(now, most),
                "data-do": "choose",
                "data-option": f"build:{part}:",
                "aria-label": label,
                "aria-valuetext": words.cm(now),
            },
            key="slider",
        ),
        _step(words, f"{part}:{now + STEP}", label, "+", now < most),
        h("output", None, words.cm(min(now, most))),
        key=part,
    )


# --- special rules ---


def _rules(words: Words, ruleset: Ruleset, draft: Draft) -> Node:
    chosen = dict(draft.rules)
    lines = [_rule(words, ruleset, word, chosen.get(word, 0)) for word, rule in RULES.items() if rule.builder]
    return h("fieldset", {"class": "build-rules"}, h("legend", None, words("ask.build.rules")), h("ul", None, lines))


def _rule(words: Words, ruleset: Ruleset, word: str, x: int) -> Node:
    """Return a special rule to choose, with its price; once chosen, also its X and its text."""
    rule = RULES[word]
    name = words(f"terrain.{word}.name")
    cost = signed(rule.base + rule.per_x * x) if x or not rule.per_x else _formula(rule.base, rule.per_x)
    head = _press(
        f"rule:{word}",
        "take",
        [h("span", None, rule_name(words, ruleset, word, x or "X")), h("span", {"class": "price"}, cost)],
        x > 0,
    )
    steps: list[Child] = []
    if x and rule.takes_x:
        steps = [
            _step(words, f"x:{word} {x - 1}", name, "−", x > 1),
            h("output", None, str(x)),
            _step(words, f"x:{word} {x + 1}", name, "+", x < rule.most),
        ]
    return h(
        "li",
        {"class": "is-taken" if x else "", "data-word": word},
        head,
        h("span", {"class": "steps"}, steps) if steps else None,
        h("p", None, rule_link(words, RULES[word].rule), " ", rule_text(words, ruleset, word, x)) if x else None,
        key=word,
    )


def _formula(base: int, per_x: int) -> str:
    """Return a price that depends on X: X, X + 1, X − 1."""
    times = "X" if per_x == 1 else f"{per_x} X"
    return times if not base else f"{times} {'+' if base > 0 else '−'} {abs(base)}"
