"""The rules page: chapters at the side, and every rule with its notes for the chosen edition, rulings and figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from eden_core.ruleset import EDITIONS
from web.i18n.catalogue import Words
from web.rulebook.index import ALL, Index, Note, Ref, Rule, folded, words_of
from web.ui.nodes import Child, Node, h, icon
from web.ui.preferences import language_pick, theme_button

__all__ = ["Shown", "address_of", "rule_entry", "rules_page"]


class Shown(NamedTuple):
    """The selection of rules that is shown, and their presentation."""

    edition: str  # an edition or `ALL`
    query: str = ""
    of_match: str = ""  # the edition of the match under way, "" for none
    light: bool = False
    figures: Mapping[str, Mapping[str, Any]] = {}  # the index of figures
    facts: Mapping[str, Mapping[str, str]] = {}  # by figure: the values for its caption, once drawn


def address_of(place: str) -> str:
    """Return the address of a rule or a chapter."""
    return f"#rules/{place}"


# --- a rule ---


def _marked(text: str, wanted: list[str]) -> list[Child]:
    """Return a text in which the words searched for are marked."""
    plain, spans = folded(text), []
    for word in wanted:
        at = plain.find(word)
        while at >= 0:
            spans.append((at, at + len(word)))
            at = plain.find(word, at + len(word))
    made: list[Child] = []
    last = 0
    for start, end in sorted(spans):
        if end > last:
            made += [text[last : max(start, last)], h("mark", None, text[max(start, last) : end])]
            last = end
    return [*made, text[last:]]


def _text(index: Index, text: str, wanted: list[str]) -> list[Child]:
    """Return a text with its rule numbers as links."""
    made: list[Child] = []
    for part in index.parts(text):
        if isinstance(part, Ref):
            title = index.rules[part.number].title
            made.append(h("a", {"class": "ref", "href": address_of(part.number), "title": title}, part.number))
        else:
            made += _marked(part, wanted)
    return made


def _tags(words: Words, editions: Sequence[str]) -> Node:
    """Return tags with the editions in which something holds."""
    return h(
        "p",
        {"class": "edition-tags"},
        [h("span", {"class": "edition-tag"}, words(f"edition.{edition}.short")) for edition in editions],
    )


def _note(words: Words, index: Index, note: Note, wanted: list[str]) -> Node:
    return h(
        "div",
        {"class": "rules-note", "data-editions": " ".join(note.editions)},
        _tags(words, note.editions),
        h("p", None, _text(index, note.text, wanted)),
    )


def _figure(words: Words, index: Index, name: str, shown: Shown, blank: str = "…") -> Node:
    caption, facts = index.captions[name], shown.facts.get(name, {})
    said = caption.caption
    for part in said.split("{")[1:]:
        key = part.partition("}")[0]
        said = said.replace("{" + key + "}", facts.get(key, blank))
    where = shown.figures[name].get("in", ()) if shown.edition == ALL else ()
    square = " square" if shown.figures[name].get("square") else ""
    return h(
        "figure",
        {"class": f"rules-figure{square}", "data-figure": name},
        h("canvas", {"id": f"figure-{name}", "role": "img", "aria-label": caption.alt}),
        h("figcaption", None, _tags(words, where) if where else None, said),
        key=name,
    )


def figures_of(number: str, shown: Shown) -> list[str]:
    """Return the names of a rule's figures that hold in the chosen edition."""
    return [
        name
        for name, entry in shown.figures.items()
        if entry["rule"] == number and (shown.edition == ALL or shown.edition in entry.get("in", EDITIONS))
    ]


def rule_entry(words: Words, index: Index, rule: Rule, shown: Shown) -> Node:
    """Return the entry of one rule."""
    wanted, number = words_of(shown.query), rule.number
    figures = [_figure(words, index, name, shown) for name in figures_of(number, shown) if name in index.captions]
    several = " several" if len(figures) > 1 else ""
    ruling = (
        h(
            "div",
            {"class": "rules-ruling"},
            h("p", {"class": "ruling-tag"}, icon("scroll"), words("ui.rules.ruling")),
            h("p", None, _text(index, rule.ruling, wanted)),
        )
        if rule.ruling
        else None
    )
    return h(
        "article",
        {"class": "rule-entry", "id": f"rule-{number}", "tabindex": "-1", "aria-labelledby": f"title-{number}"},
        h(
            "h3",
            {"id": f"title-{number}"},
            h("a", {"class": "rule", "href": address_of(number), "title": words("ui.rules.here")}, number),
            " ",
            h("span", None, _marked(rule.title, wanted)),
        ),
        h(
            "div",
            {"class": "rules-text"},
            h("p", None, _text(index, rule.text, wanted)),
            [_note(words, index, note, wanted) for note in rule.notes_in(shown.edition)],
            ruling,
        ),
        h("div", {"class": f"rules-figures{several}"}, figures) if figures else None,
        key=number,
    )


# --- the page ---


def _head(words: Words, shown: Shown) -> Node:
    back = words("ui.rules.to_match" if shown.of_match else "ui.rules.back")
    options = [
        h(
            "option",
            {"value": edition},
            words(f"edition.{edition}") + (f" · {words('ui.rules.this_match')}" if edition == shown.of_match else ""),
        )
        for edition in EDITIONS
    ]
    return h(
        "header",
        {"class": "rules-head"},
        h("button", {"type": "button", "class": "button", "data-do": "rules_close"}, icon("cancel"), back),
        h("h1", {"id": "rules-title", "tabindex": "-1"}, words("ui.rules")),
        h(
            "div",
            {"class": "rules-tools"},
            h(
                "input",
                {
                    "id": "rules-search",
                    "class": "field-input",
                    "type": "search",
                    "data-do": "rules_search",
                    "value": shown.query,
                    "placeholder": words("ui.rules.search"),
                    "spellcheck": "false",
                    "aria-label": words("ui.rules.search"),
                    "autocomplete": "off",
                    "enterkeyhint": "search",
                },
            ),
            h(
                "select",
                {
                    "id": "rules-edition",
                    "class": "field-select",
                    "data-do": "rules_edition",
                    "value": shown.edition,
                    "aria-label": words("ui.rules.edition"),
                },
                options,
                h("option", {"value": ALL}, words("ui.rules.edition.all")),
            ),
            h("div", {"class": "rules-looks"}, language_pick(words), theme_button(words, shown.light)),
        ),
    )


def _side(words: Words, index: Index, chapters: set[str]) -> Node:
    def link(chapter: str, name: str) -> Node:
        attrs = {"href": address_of(chapter)} if chapter in chapters else {"aria-disabled": "true"}
        return h("li", None, h("a", attrs, h("span", {"class": "code"}, chapter), " ", name))

    parts = [
        h(
            "li",
            None,
            h("span", {"class": "side-name"}, section.name),
            h("ul", None, [link(*chapter) for chapter in section.chapters]),
        )
        for section in index.sections
    ]
    return h("nav", {"class": "rules-side", "aria-label": words("ui.rules.chapters")}, h("ul", None, parts))


def rules_page(words: Words, index: Index, shown: Shown, entries: Mapping[str, Node]) -> list[Node]:
    """Return the whole page; `entries` are the rules found, as nodes, in their order."""
    by_chapter: dict[str, list[Node]] = {}
    for number, node in entries.items():
        by_chapter.setdefault(index.rules[number].chapter, []).append(node)

    def chapter_of(chapter: str, name: str) -> Node:
        return h(
            "section",
            {
                "class": "rules-chapter",
                "id": f"chapter-{chapter}",
                "tabindex": "-1",
                "aria-labelledby": f"title-{chapter}",
            },
            h("h2", {"id": f"title-{chapter}"}, name, h("span", {"class": "code"}, chapter)),
            by_chapter[chapter],
            key=chapter,
        )

    sections = []
    for section in index.sections:
        chapters = [chapter_of(chapter, name) for chapter, name in section.chapters if chapter in by_chapter]
        if chapters:
            name = h("p", {"class": "kicker", "aria-hidden": "true"}, section.name)
            sections.append(
                h("section", {"class": "rules-section", "aria-label": section.name}, name, chapters, key=section.name)
            )
    count = len(entries)
    told = words("ui.rules.found.1" if count == 1 else "ui.rules.found", n=count) if words_of(shown.query) else ""
    if not count:
        told = words("ui.rules.nothing")
    clear = h("button", {"type": "button", "class": "button", "data-do": "rules_clear"}, words("ui.rules.clear"))
    lead = h("p", {"class": "rules-lead"}, words("ui.rules.lead")) if not told else None
    return [
        _head(words, shown),
        _side(words, index, set(by_chapter)),
        h(
            "div",
            {"class": "rules-body"},
            h("p", {"class": "rules-status", "role": "status"}, told),
            lead,
            clear if not count else None,
            sections,
        ),
    ]
