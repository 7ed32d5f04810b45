"""The card of a piece of scenery beside the field: special rules in a line each, attacks suffered, fire (TER)."""

from __future__ import annotations

from eden_core.cards.scenery_rules import RULES
from eden_core.engine.field import Piece
from web.i18n.catalogue import Words
from web.match.session import Session
from web.match.wording import rules_of, thing_name
from web.ui.controls import rule_link
from web.ui.nodes import Node, h, icon
from web.ui.scenery import rule_name, rule_text

__all__ = ["about_piece"]


def about_piece(words: Words, session: Session, piece: Piece, selected: bool) -> Node:
    """Return a piece's card; if the piece is selected, the card can be closed and links to the rules."""
    ruleset, name = session.match.ruleset, thing_name(words, session, piece.id)
    lines = [
        h(
            "li",
            {"data-word": word},
            h("b", None, rule_name(words, ruleset, word, x)),
            " ",
            rule_link(words, RULES[word].rule) if selected else None,
            h("span", None, rule_text(words, ruleset, word, x)),
            _suffered(words, piece, x) if word == "destruction" else None,
            key=word,
        )
        for word, x in rules_of(piece)
    ]
    close = (
        h(
            "button",
            {
                "type": "button",
                "class": "button quiet",
                "data-do": "select",
                "data-option": piece.id,
                "aria-label": words("ui.close"),
            },
            icon("cancel"),
        )
        if selected
        else None
    )
    return h(
        "section",
        {"class": f"about-piece {_aside(session, piece)}", "data-piece": piece.id, "aria-label": name},
        h("header", None, h("h3", None, name), close),
        h("p", {"class": "state burn"}, icon("burn"), words("ui.piece.burning", n=piece.burn)) if piece.burn else None,
        h("ul", None, lines) if lines else h("p", None, words("ui.piece.no_rules")),
        key=piece.id,
    )


def _aside(session: Session, piece: Piece) -> str:
    """Return the classes that place the card where it does not hide the piece.

    It goes to the other side of the field; on a phone, above or below the piece.
    """
    (width, height), count = session.match.setup.field, len(piece.outline)
    left = sum(x for x, _ in piece.outline) * 2 < width * count
    high = sum(y for _, y in piece.outline) * 2 > height * count
    return f"is-{'right' if left else 'left'} is-{'low' if high else 'high'}"


def _suffered(words: Words, piece: Piece, most: int) -> Node:
    """Return the attacks suffered as boxes (TER-DES), including burn markers if the piece can burn (TER-FLA)."""
    suffered = min(most, piece.attacks + (piece.burn if piece.amount("flammable") else 0))
    return h(
        "span",
        {"class": "cps", "role": "img", "aria-label": words("ui.piece.suffered_of", n=suffered, of=most)},
        [h("i", {"class": f"cp{' ticked' if box < suffered else ''}"}) for box in range(most)],
    )
