"""The builder: a troop composed by hand, all that is illegal in it with the rule's number, a random one, its text."""

from __future__ import annotations

from collections.abc import Sequence

from eden_core.cards.records import COMPOSED, Profile
from eden_core.cards.troops import check_troop
from eden_core.ruleset import EDITIONS
from web.i18n.catalogue import Words
from web.setup.agreed import OWN, Agreed, troop_of
from web.setup.library import profile_card
from web.setup.troops import NAME, TextFault, recruits, symbols, total
from web.ui.controls import disc, p_class, rule_link
from web.ui.forms import act, choice, faults_list, points
from web.ui.nodes import Node, h, icon
from web.ui.preferences import language_pick, theme_button

__all__ = ["builder_page", "text_sheet"]


def _symbols(words: Words, agreed: Agreed, player: int) -> Node:
    """TRP-1, TRP-2: by faction or by stigma, and which; only those that this edition has fighters enough for."""
    draft, ruleset = agreed.own[player - 1], EDITIONS[agreed.edition]
    kinds = [
        choice("compose", kind, draft.composed == kind, words(f"ui.troop.{kind}"), words(f"ui.troop.{kind}.help"))
        for kind in COMPOSED
    ]
    offered = symbols(ruleset, draft.composed)
    signs = [
        act(
            "symbol",
            icon(f"emblem-{name}"),
            h("span", None, words(f"{draft.composed}.{name}")),
            tone="symbol",
            role="radio",
            aria_checked=str(name == draft.symbol).lower(),
            data_option=name,
        )
        for name in offered
    ]
    rows = h("div", {"class": "symbols", "role": "radiogroup", "aria-label": words("ui.troop.symbol")}, signs)
    return h(
        "div",
        {"class": "builder-symbols"},
        h("div", {"class": "choices", "role": "radiogroup", "aria-label": words("ui.troop.composed")}, kinds),
        rows if signs else h("p", {"class": "about"}, words("ui.troop.no_symbols")),
    )


def _recruit(words: Words, agreed: Agreed, player: int, profile: Profile) -> Node:
    """A fighter to take or to leave out."""
    draft = agreed.own[player - 1]
    taken = profile.id in draft.fighters
    over = total(draft, agreed.edition) + profile.value - agreed.budget
    note = words("ui.troop.over", n=over) if not taken and over > 0 else ""
    name, shown = words.name_of(profile.id, profile.name), words("ui.troop.in" if taken else "ui.troop.take")
    label = f"{shown}: {name}" if taken else words("ui.troop.add", name=name)  # what is seen is part of what is heard
    return profile_card(
        words,
        profile,
        player,
        (
            h("small", None, note) if note else None,
            act(
                "dismiss" if taken else "recruit",
                shown,
                data_option=profile.id,
                aria_pressed=str(taken).lower(),
                aria_label=label,
            ),
        ),
    )


def _member(words: Words, profile: Profile) -> Node:
    label = words("ui.troop.take_out", name=words.name_of(profile.id, profile.name))
    return h(
        "li",
        None,
        disc(profile.faction),
        h("b", None, words.name_of(profile.id, profile.name)),
        h("span", {"class": "value"}, str(profile.value)),
        act("dismiss", icon("cancel"), tone="quiet", data_option=profile.id, aria_label=label, title=label),
        key=profile.id,
    )


def builder_page(words: Words, agreed: Agreed, player: int, light: bool) -> list[Node]:
    """The page on which a player composes their own troop."""
    draft, ruleset = agreed.own[player - 1], EDITIONS[agreed.edition]
    troop = troop_of(Agreed(troops=(OWN, OWN), own=agreed.own), player)
    faults = check_troop(ruleset, troop, agreed.budget)
    who = agreed.names[player - 1] or words("ui.setup.name", n=player)
    cards = recruits(ruleset, draft.composed, draft.symbol)
    legal = words("ui.troop.legal", edition=words(f"edition.{agreed.edition}"))
    verdict = faults_list(words, faults, agreed.edition) or h(
        "p", {"class": "legal", "data-legal": "true"}, legal, " ", rule_link(words, "TRP-1")
    )
    count, sum_of = len(draft.fighters), total(draft, agreed.edition)
    meter = {
        "style": f"width: {min(100, 100 * sum_of // agreed.budget)}%",
        "class": "is-over" if sum_of > agreed.budget else "",
    }
    nobody = "true" if not count else None
    troop_side = h(
        "aside",
        {"class": "builder-troop", "aria-label": words("ui.setup.troop")},
        h("label", {"for": "troop-name"}, words("ui.troop.name")),
        h(
            "input",
            {
                "id": "troop-name",
                "class": "field-input",
                "data-do": "troop_name",
                "maxlength": NAME,
                "value": draft.name,
                "placeholder": words(f"{draft.composed}.{draft.symbol}"),
                "autocomplete": "off",
            },
        ),
        h(
            "div",
            {"class": "builder-total", "role": "status"},
            points(words, sum_of, agreed.budget),
            h("span", None, words("ui.troop.fighters.1" if count == 1 else "ui.troop.fighters", n=count)),
        ),
        h("div", {"class": "meter", "aria-hidden": "true"}, h("i", meter)),
        h("ul", {"class": "members"}, [_member(words, profile) for profile in troop.profiles]),
        verdict,
        h(
            "div",
            {"class": "builder-acts"},
            act("random_here", words("ui.troop.random"), aria_disabled=None if cards else "true"),
            act("troop_text", words("ui.troop.text")),
            act("empty_troop", words("ui.troop.empty"), aria_disabled=nobody),
        ),
    )
    return [
        h(
            "div",
            {"class": f"setup builder {p_class(player)}"},
            h(
                "header",
                {"class": "setup-head"},
                h("h1", None, words("ui.troop.title", player=who)),
                h("div", {"class": "menu"}, language_pick(words), theme_button(words, light)),
            ),
            _symbols(words, agreed, player),
            h(
                "div",
                {"class": "builder-body"},
                troop_side,
                h(
                    "section",
                    {"class": "builder-cards", "aria-labelledby": "recruits-title"},
                    h("h2", {"id": "recruits-title", "class": "unseen"}, words("ui.troop.recruits")),
                    [_recruit(words, agreed, player, profile) for profile in cards],
                ),
            ),
        ),
        h(
            "div",
            {"class": f"setup-go {p_class(player)}"},
            h("p", {"class": "setup-sum", "aria-hidden": "true"}, points(words, sum_of, agreed.budget)),
            act("built", words("ui.troop.done"), tone="primary big", id="built"),
        ),
    ]


def text_sheet(words: Words, text: str, faults: Sequence[TextFault], note: str) -> Node:
    """A troop as text, to copy, or to paste another over it."""
    lines = []
    for place, fault in enumerate(faults):
        said = f"{words('ui.troop.line', n=fault.line)} {words(f'troop_text.{fault.code}', found=fault.found)}"
        lines.append(
            h(
                "li",
                {"data-fault": fault.code, "data-line": fault.line},
                icon("cancel"),
                h("span", None, said),
                key=str(place),
            )
        )
    return h(
        "section",
        {"class": "sheet troop-text", "role": "dialog", "aria-modal": "true", "aria-labelledby": "text-title"},
        h("h2", {"id": "text-title"}, words("ui.troop.text")),
        h("p", {"id": "text-help"}, words("ui.troop.text.help")),
        h(
            "textarea",
            {
                "id": "troop-text",
                "class": "field-input",
                "rows": "12",
                "data-do": "text_typed",
                "spellcheck": "false",
                "aria-label": words("ui.troop.text"),
                "aria-describedby": "text-help",
                "value": text,
            },
        ),
        h("div", {"class": "faults is-loud", "role": "alert"}, h("ul", None, lines)) if lines else None,
        h("p", {"class": "note", "role": "status"}, note),
        h(
            "div",
            {"class": "sheet-acts"},
            act("close", words("ui.back")),
            act("copy_text", words("ui.troop.copy")),
            act("take_text", words("ui.troop.take_text"), tone="primary"),
        ),
    )
